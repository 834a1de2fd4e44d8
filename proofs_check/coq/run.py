"""What the kernel says about each claim: is it accepted, on which axioms does it rest, are its wrong versions rejected?

A page of claims is compiled as it stands. Then the runner writes more theories: some print the axioms of the claims that may
rest on the same ones, one states every claim again, right and wrong, and tries its proof, one plants an axiom, and two name the
wrong versions and ask which of them are proved false (refutations.py).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from proofs_check.coq import compiler as coq
from proofs_check.coq.refutations import WRONG, ask, name_of, refuting, state_wrong
from proofs_check.coq.statements import header, stated, wrong_versions
from proofs_check.coq.theorems import ALLOWED, CALCULUS, CLAIMS, KernelClaim

CORE, NUMERIC = "Claims", "ClaimsNumeric"
INTERVALS = {
    "FindIntervals": "From Interval Require Import Tactic.\n"
}  # is the library for certified numbers there?
PLANTED = "Axiom planted : 0 = 1.\nTheorem used : 1 = 0.\nProof. symmetry; exact planted. Qed.\nPrint Assumptions used.\n"


@dataclass(frozen=True)
class Answer:
    """What became of one claim; `axioms` is empty if it was not accepted."""

    accepted: bool
    axioms: tuple[str, ...]
    problem: str
    rejected: Mapping[str, bool]  # each wrong version, and whether the kernel rejects it
    refuted: tuple[str, ...] = ()  # those of them whose negation the kernel accepts


@dataclass(frozen=True)
class Run:
    """The answers by claim; a claim that could not be tried here is not among them, and `missing` says why."""

    version: str
    answers: Mapping[str, Answer]
    missing: str = ""
    planted_reported: bool = False
    not_refuted: tuple[str, ...] = ()  # why theories that refute wrong versions are not accepted

    @property
    def problems(self) -> list[str]:
        reasons = dict.fromkeys(answer.problem for answer in self.answers.values() if answer.problem)
        found = []
        for reason in reasons:  # a theory that is not accepted takes all claims of its page with it
            names = [name for name, answer in self.answers.items() if answer.problem == reason]
            found.append(f"{names[0] if len(names) == 1 else f'{len(names)} theorems'}: {reason}")
        for name, answer in self.answers.items():
            found += [
                f"{name}: accepted with {change}" for change, gone in answer.rejected.items() if not gone
            ]
        found += [f"negations of wrong versions: {reason}" for reason in self.not_refuted]
        if self.version and not self.planted_reported:
            found.append("a planted axiom is not reported")
        return found


def run(
    core: bool = False,
    texts: Mapping[str, str] | None = None,
    cache: Path | None = None,
    claims: Sequence[KernelClaim] = CLAIMS,
) -> Run:
    """Ask the kernel about every claim, or with `core` about those that need no library beyond Coq itself."""
    version = coq.version()
    if not version:
        return Run("", {}, f"Coq is not installed ({coq.INSTALL})")
    texts, folder = texts or coq.theories(), cache or coq.cache_folder()
    missing = ""
    if not core and not _intervals_there(folder, version):
        core, missing = True, f"the library coq-interval is not installed ({coq.INSTALL})"
    pages = [CORE] if core else [NUMERIC, CORE]
    tried = [claim for claim in claims if claim.page in pages]
    written = {"PlantedAxiom": PLANTED}
    for page in pages:
        on_page = [claim for claim in tried if claim.page == page]
        written[f"{page}WrongVersions"] = _try_all(on_page, texts[page])
        if refuted := refuting(texts, page):
            written[WRONG[page]] = state_wrong(on_page, texts[page])
            written[f"{page}Negations"] = ask(refuted, page)
        for level in ALLOWED:
            if named := [claim.name for claim in on_page if claim.level == level]:
                written[f"{page}Axioms{level.capitalize()}"] = _print_axioms(page, named)
    done = coq.compile_theories({**texts, **written}, [*pages, *written], folder, version)
    return Run(
        version,
        {claim.name: _answer(claim, texts, done) for claim in tried},
        missing,
        _axioms(done["PlantedAxiom"].output) == ("planted",),
        tuple(reason for page in pages if (reason := _why_not_refuted(page, done))),
    )


@cache
def run_here(core: bool = False) -> Run:
    """The run on this machine, once a process."""
    return run(core)


def _intervals_there(folder: Path, version: str) -> bool:
    return coq.compile_theories(INTERVALS, list(INTERVALS), folder, version)["FindIntervals"].accepted


def _try_all(claims: Sequence[KernelClaim], page: str) -> str:
    """A theory that states each claim, right and wrong, and says whether its proof is accepted for it."""
    lines = [header(page)]
    for claim in claims:
        found = stated(page)[claim.name]
        versions = {"right": found.statement, **wrong_versions(claim, found.statement)}
        for number, statement in enumerate(versions.values()):
            which = f"{claim.name} {number}"
            lines.append(f"Goal {statement}.")
            lines.append(
                f'first [{found.proof}; idtac "accepted {which}" | idtac "rejected {which}"]. Abort.'
            )
    return "\n".join(lines) + "\n"


def _print_axioms(page: str, names: Sequence[str]) -> str:
    together = ", ".join(f"@{page}.{name}" for name in names)
    return f"From {coq.LIBRARY} Require Import {page}.\nDefinition together := ({together}).\nPrint Assumptions together.\n"


def _axioms(output: str) -> tuple[str, ...]:
    """What Print Assumptions lists; a line of another form, such as a switched-off check, stands for itself."""
    _, found, listed = output.partition("Axioms:\n")
    if not found:
        return () if "Closed under the global context" in output else ("no answer",)
    return tuple(sorted(line.split(" :")[0].strip() for line in listed.splitlines() if line[:1].strip()))


def _answer(claim: KernelClaim, texts: Mapping[str, str], done: Mapping[str, coq.Compiled]) -> Answer:
    page, tried = done[claim.page], done[f"{claim.page}WrongVersions"]
    printed = done[f"{claim.page}Axioms{claim.level.capitalize()}"]
    for step in (page, printed, tried):
        if not step.accepted:
            return Answer(False, (), _complaint(step), {})
    axioms = _axioms(printed.output)
    if beyond := _beyond(axioms, ALLOWED[claim.level]):
        return Answer(False, (), beyond, {})
    said = {line.strip() for line in tried.output.splitlines()}
    if f"accepted {claim.name} 0" not in said:
        return Answer(False, (), "its proof is not accepted when it is stated again", {})
    changes = wrong_versions(claim, stated(texts[claim.page])[claim.name].statement)
    rejected = {
        change: f"rejected {claim.name} {number}" in said for number, change in enumerate(changes, start=1)
    }
    negated = refuting(texts, claim.page) if not _why_not_refuted(claim.page, done) else {}
    refuted = [change for number, change in enumerate(changes, start=1) if name_of(claim, number) in negated]
    return Answer(True, axioms, "", rejected, tuple(refuted))


def _why_not_refuted(page: str, done: Mapping[str, coq.Compiled]) -> str:
    """Why the negations of a page count for nothing; empty if they are accepted, or if there are none."""
    asked = done.get(f"{page}Negations")
    if asked is None:
        return ""
    return _beyond(_axioms(asked.output), CALCULUS) if asked.accepted else _complaint(asked)


def _complaint(step: coq.Compiled) -> str:
    _, _, complaint = " ".join(step.output.split()).rpartition(" Error: ")
    return f"not accepted: {complaint[:300]}"


def _beyond(axioms: Sequence[str], allowed: Sequence[str]) -> str:
    found = [name for name in axioms if name not in allowed]
    return f"may rest on {', '.join(found)}" if found else ""
