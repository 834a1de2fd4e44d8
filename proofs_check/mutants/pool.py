"""The process that runs the kill matrix: it loads checks and proof tools once and forks one child per mutant.

It reads {"mutants", "jobs", "every_check"} as JSON from standard input. It writes a JSON line when it knows how much
there is to do, one for each check whose calls are recorded, and one for each mutant that is judged.
"""

from __future__ import annotations

import gc
import json
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from typing import Any

from proofs_check.method.check import BROKEN_MODULES, all_checks
from proofs_check.method.pool import run_all
from proofs_check.mutants.equivalent import quickly_shown_equal, shown_equal
from proofs_check.mutants.first_tries import first_tries
from proofs_check.mutants.named import every_mutant
from proofs_check.mutants.noticing import PLAIN, calls_of, kills_of
from proofs_check.mutants.theorems import theorems_using

MUTANT_LIMIT = 240.0  # seconds for one mutant with all its checks; each check has its own limit
Answer = dict[str, Any]


def answers(order: dict[str, Any]) -> Iterator[Answer]:
    """The lines of this process; `mutants` are the names of those that are wanted.

    First the checks that are known to notice, then a proof that the mutant is equal, then all other checks and the theorems
    about the formula, the cheapest first.
    """
    for module, error in BROKEN_MODULES.items():
        yield {"problem": f"{module} does not load: {error}"}
    judge = Judge(order)
    tries = {} if order["every_check"] else first_tries(judge.functions)
    yield from judge.record_calls({check for checks in tries.values() for check in checks})
    yield from judge.by_checks(tries, try_equal=False)
    yield from judge.by_proof(set(tries))
    if judge.left:
        # A row of the kernel is about a theory, whose wrong versions are judged apart.
        checks = {name for name, check in all_checks().items() if check.method != "kernel"}
        about = {judge.mutants[name].function for name in judge.left}
        yield from judge.record_calls(checks.union(*map(theorems_using, about)))
        yield from judge.by_checks(judge.seeing, try_equal=True)
        yield from judge.by_proof(judge.functions)
    for name in judge.left:
        yield {"mutant": name, "status": "survivor", "kills": {}, "how": ""}


class Judge:
    """The mutants that are left to judge, and what is known of the checks."""

    def __init__(self, order: dict[str, Any]) -> None:
        self.jobs: int = order["jobs"]
        self.every_check: bool = order["every_check"]
        everything = every_mutant()
        wanted = set(order["mutants"])
        self.mutants = {mutant.name: mutant for mutant in everything if mutant.name in wanted}
        self.functions = {mutant.function for mutant in self.mutants.values()}
        self.left = list(self.mutants)
        self.recorded = sorted({(mutant.module, mutant.function) for mutant in everything})
        self.seeing: dict[str, list[str]] = defaultdict(list)  # the checks that call a function
        self.seconds: dict[str, float] = {}
        self.useful: Counter[tuple[str, str]] = Counter()  # how often a check noticed a function's mutants
        self.asked_for_proof: set[str] = set()

    def record_calls(self, wanted: set[str]) -> Iterator[Answer]:
        """Run each of these checks, unless it was, with the right formulas: it must come out as expected."""
        checks = sorted(wanted - set(self.seconds))
        yield {"todo": len(self.mutants) + len(self.seconds) + len(checks)}
        for found in run_all(checks, self.jobs, MUTANT_LIMIT, lambda name: calls_of(name, self.recorded)):
            name = found["name"]
            self.seconds[name] = found.get("seconds", MUTANT_LIMIT)
            if found.get("noticed", "crashed"):
                yield {"problem": f"check {name} is red before any change"}
            else:
                for function in found["calls"]:
                    self.seeing[function].append(name)
            yield {"check": name}

    def by_checks(self, tries: Mapping[str, list[str]], try_equal: bool) -> Iterator[Answer]:
        """Those of the mutants that these checks, each for its function, notice.

        With `try_equal` those before that are quickly proved equal: no check needs to run on them.
        """

        def judge(name: str) -> Answer:
            mutant = self.mutants[name]
            if try_equal and (how := quickly_shown_equal(mutant)):
                return {"kills": {}, "how": how}
            checks = sorted(
                set(tries[mutant.function]) & set(self.seeing[mutant.function]), key=cost(mutant.function)
            )
            return {"kills": kills_of(mutant, checks, stop=not self.every_check), "how": ""}

        def cost(function: str) -> Any:
            return lambda check: (self.seconds[check] / (1 + self.useful[function, check]), check)

        names = [name for name in self.left if self.mutants[name].function in tries]
        for found in run_all(names, self.jobs, MUTANT_LIMIT, judge):
            name, kills = found["name"], found.get("kills", {})
            self.useful.update(
                (self.mutants[name].function, check) for check, how in kills.items() if how in PLAIN
            )
            if kills or found.get("how"):
                yield self._done(name, kills, found["how"])

    def by_proof(self, functions: set[str]) -> Iterator[Answer]:
        """Those of the mutants of these functions that a machine proves equal."""
        names = [
            name for name in self.left if self.mutants[name].function in functions - self.asked_for_proof
        ]
        for found in run_all(
            names, self.jobs, MUTANT_LIMIT, lambda name: {"how": shown_equal(self.mutants[name])}
        ):
            if found.get("how"):
                yield self._done(found["name"], {}, found["how"])
        self.asked_for_proof |= functions

    def _done(self, name: str, kills: dict[str, str], how: str) -> Answer:
        self.left.remove(name)
        return {"mutant": name, "status": "killed" if kills else "equivalent", "kills": kills, "how": how}


def main() -> None:
    order = json.load(sys.stdin)
    all_checks()
    gc.freeze()  # what is loaded now stays; a child that does not look through it does not copy it
    out, sys.stdout = sys.stdout, sys.stderr  # what a check prints must not mix with the answers
    for answer in answers(order):
        print(json.dumps(answer), file=out, flush=True)


if __name__ == "__main__":
    main()
