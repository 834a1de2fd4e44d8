"""The kill matrix: which checks and theorems notice which wrong formula."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from proofs_check.coq.recorded import run_here
from proofs_check.coq.run import Run
from proofs_check.method.pool import answers_of
from proofs_check.mutants.named import every_mutant, sampled
from reference.errors import require_one_of

THEOREMS = "proofs_check/coq"  # stands for the function where a theorem is changed


@dataclass(frozen=True)
class Judged:
    """A mutant, and what became of it: killed, equivalent or survivor."""

    name: str
    function: str
    change: str
    status: str
    kills: dict[
        str, str
    ]  # checks and theorems that notice it, and how: outcome, control, negation, undecided or raised
    how: str  # the proof that it is equivalent


@dataclass(frozen=True)
class Matrix:
    """Every judged mutant, in the order of the formulas, wrong theorems last, and what was wrong before any change."""

    judged: tuple[Judged, ...]
    problems: tuple[str, ...]

    def with_status(self, status: str) -> list[Judged]:
        return [mutant for mutant in self.judged if mutant.status == status]

    @property
    def survivors(self) -> list[str]:
        return [f"{mutant.name}: {mutant.change}" for mutant in self.with_status("survivor")]

    @property
    def proved_false(self) -> int:
        """Wrong theorems whose negation the kernel accepts."""
        return sum("negation" in mutant.kills.values() for mutant in self.judged)

    def summary(self) -> dict[str, Any]:
        """What audit.json says about the mutants; equivalent ones are no mistakes, so they are counted apart."""
        return {
            "total": len(self.judged),
            "killed": len(self.with_status("killed")),
            "equivalent": len(self.with_status("equivalent")),
            "survivors": self.survivors,
            "proved_false": self.proved_false,
        }

    def killers(self, function: str) -> list[str]:
        """The checks that kill mutants of a function, the busiest first."""
        counts = Counter(check for m in self.judged if m.function == function for check in m.kills)
        return [check for check, _ in sorted(counts.items(), key=lambda item: (-item[1], item[0]))]


def functions_with_mutants() -> list[str]:
    return list(dict.fromkeys(mutant.function for mutant in every_mutant()))


def kill_matrix(
    functions: Iterable[str] = (),
    jobs: int | None = None,
    every_check: bool = False,
    every: int = 1,
    planned: Callable[[int], None] = lambda total: None,
    finished: Callable[[], None] = lambda: None,
) -> Matrix:
    """Judge the mutants of these functions (all of them, and the wrong versions of the kernel's theorems, if none is given).

    A mutant is run against the checks and theorems that call its function, until one comes out plainly different; with
    `every_check` against all of them. What none notices is equivalent if a machine proves it, else a survivor. `every` = 5
    judges each fifth mutant of a formula, from its first on, and all named ones.
    """
    wanted = list(functions)
    for name in wanted:
        require_one_of(
            "FUNCTION",
            "a function with mutants",
            name,
            functions_with_mutants(),
            because="only formulas are changed",
        )
    mutants = {mutant.name: mutant for mutant in sampled(every) if not wanted or mutant.function in wanted}
    order = {"mutants": list(mutants), "jobs": jobs or os.cpu_count() or 1, "every_check": every_check}
    found: dict[str, Judged] = {}
    problems = []
    for answer in answers_of("proofs_check.mutants.pool", order):
        if "todo" in answer:
            planned(answer["todo"])
        elif "problem" in answer:
            problems.append(answer["problem"])
        else:
            finished()
        if "mutant" in answer:
            mutant = mutants[answer["mutant"]]
            found[mutant.name] = Judged(
                mutant.name, mutant.function, mutant.change, answer["status"], answer["kills"], answer["how"]
            )
    lost = [name for name in mutants if name not in found]
    if lost:
        problems.append(f"{len(lost)} mutants were not judged: the process that runs them ended early")
    theorems = () if wanted or every > 1 else wrong_theorems(run_here())
    return Matrix((*(found[name] for name in mutants if name in found), *theorems), tuple(problems))


def wrong_theorems(kernel: Run) -> list[Judged]:
    """The wrong versions of each theorem, killed if the kernel rejects them here, and the planted axiom; empty without Coq."""
    if not kernel.version:
        return []
    judged = []
    run = {name: answer for name, answer in kernel.answers.items() if not answer.recorded}
    for name, answer in run.items():
        for number, (change, rejected) in enumerate(answer.rejected.items(), start=1):
            shown = "negation" if change in answer.refuted else "control"
            status, kills = ("killed", {f"coq.{name}": shown}) if rejected else ("survivor", {})
            judged.append(Judged(f"{name}:{number}", THEOREMS, change, status, kills, ""))
    reported = kernel.planted_reported
    change = "a theorem that rests on a planted axiom"
    status, kills = ("killed", {"Print Assumptions": "control"}) if reported else ("survivor", {})
    return [*judged, Judged("planted axiom", THEOREMS, change, status, kills, "")]
