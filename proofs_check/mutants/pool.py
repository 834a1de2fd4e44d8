"""The process that runs the kill matrix: it loads checks and proof tools once and forks one child per mutant.

It reads {"mutants", "jobs", "every_check"} as JSON from standard input. It writes a JSON line when it knows how much
there is to do, one for each check whose calls are recorded, and one for each mutant that is judged.
"""

from __future__ import annotations

import gc
import importlib
import json
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from typing import Any

from proofs_check.method.check import BROKEN_MODULES, all_checks
from proofs_check.method.pool import computing_limit, given_order, run_all
from proofs_check.mutants.equivalent import quickly_shown_equal, shown_equal
from proofs_check.mutants.first_tries import first_tries
from proofs_check.mutants.generated import Mutant
from proofs_check.mutants.installed import install
from proofs_check.mutants.named import every_mutant
from proofs_check.mutants.noticing import PLAIN, calls_of, control_differs, outcome_differs
from proofs_check.mutants.theorems import all_theorems, built_on, is_theorems, module_of, theorems_using

CHECK_LIMIT = 10.0  # seconds of its own computing for one check, and
AS_LONG_AS = 3  # as many times as long as the right formula takes; what takes longer has noticed nothing
PROOF_LIMIT = 60.0  # the same for a proof that a mutant is equal
HUNG = 600.0  # the same for a check or theorems with the right formulas
Answer = dict[str, Any]
Step = tuple[str, str, str]  # mutant; equal, outcome or control; check
PARTS = {"outcome": outcome_differs, "control": control_differs}


def answers(order: dict[str, Any]) -> Iterator[Answer]:
    """The lines of this process; `mutants` are the names of those that are wanted.

    First the checks that are known to notice, then a proof that the mutant is equal, then all other checks and the theorems
    about the formula, the cheapest first.

    A theorem takes its formulas when it is loaded. So this process loads the theorems in their order, and judges a formula
    when all are loaded that come before the first that speaks of it. It loads none for a formula that checks settle.
    """
    for module, error in BROKEN_MODULES.items():
        yield {"problem": f"{module} does not load: {error}"}
    judge = Judge(order)
    yield {"todo": len(judge.mutants)}
    yield from judge.by_first_tries()
    of_function = {name: theorems_using(name) for name in judge.functions_left()}
    order_of = {name: place for place, name in enumerate(all_theorems())}
    first = {name: order_of[using[0]] if using else -1 for name, using in of_function.items()}
    for place in sorted(set(first.values())):
        judge.load(all_theorems()[: max(place, 0)])
        yield from judge.functions_of({name for name in first if first[name] == place})
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
        self.first = {} if self.every_check else first_tries(self.functions)
        self.left = list(self.mutants)
        self.noticing: dict[str, dict[str, str]] = defaultdict(dict)  # what noticed those that are left
        self.recorded = sorted({(mutant.module, mutant.function) for mutant in everything})
        self.seeing: dict[str, list[str]] = defaultdict(list)  # the checks that call a function
        self.green: set[str] = set()  # checks and theorems that are as expected before any change
        self.seconds: dict[str, float] = {}  # of theorems: beyond those that they are built on
        self.useful: Counter[tuple[str, str]] = Counter()  # how often a check noticed a function's mutants
        self.loaded: set[str] = set()  # theorems

    def load(self, theorems: Collection[str]) -> None:
        for name in theorems:
            if name not in self.loaded:
                with suppress(Exception):  # where a judge is built on it, it is red before any change
                    importlib.import_module(module_of(name))
                self.loaded.add(name)
        gc.freeze()  # what is loaded now stays; a child that does not look through it does not copy it

    def functions_left(self) -> set[str]:
        return {self.mutants[name].function for name in self.left}

    def by_first_tries(self) -> Iterator[Answer]:
        """The mutants that the checks to try first notice, one check after the other: a later one meets only what is left.

        No theorems. Where theorems are to be tried first, too, they come later.
        """
        checks = {name: [c for c in tries if not is_theorems(c)] for name, tries in self.first.items()}
        while now := {name: checks[name][:1] for name in self.functions_left() if checks.get(name)}:
            yield from self.record_calls({check for (check,) in now.values()})
            yield from self.by_checks(now, try_equal=False)
            checks = {name: tries[1:] for name, tries in checks.items()}
        yield from self.by_proof(set(self.first), quickly_shown_equal)
        done = {name for name, tries in self.first.items() if not any(map(is_theorems, tries))}
        yield from self.settled(done)
        yield from self.by_proof(done)

    def functions_of(self, functions: set[str]) -> Iterator[Answer]:
        """The mutants of these functions that are left."""
        theorems = {name: list(filter(is_theorems, self.first.get(name, ()))) for name in functions}
        tries = {name: found for name, found in theorems.items() if found}
        yield from self.record_calls({check for checks in tries.values() for check in checks})
        yield from self.by_checks(tries, try_equal=False)
        yield from self.settled(set(tries))
        yield from self.by_proof(set(tries))
        left = self.functions_left() & functions
        if left:
            # A row of the kernel is about a theory, whose wrong versions are judged apart.
            checks = {name for name, check in all_checks().items() if check.method != "kernel"}
            yield from self.record_calls(checks.union(*map(theorems_using, left)))
            every = {name: [*self.seeing[name], *theorems_using(name)] for name in left}
            yield from self.by_checks(every, try_equal=True)
            yield from self.settled(left)
            yield from self.by_proof(left - set(self.first))

    def record_calls(self, wanted: set[str]) -> Iterator[Answer]:
        """Run each of these checks, unless it was, with the right formulas: it must come out as expected."""
        new = wanted - set(self.seconds)
        below = {name for check in new if is_theorems(check) for name in built_on(check)}
        theorems = [name for name in all_theorems() if name in below - set(self.seconds)]
        checks = sorted(name for name in new if not is_theorems(name))
        yield {"todo": len(self.mutants) + len(self.seconds) + len(checks) + len(theorems)}
        batches = [theorems, *([name] for name in checks)]  # theorems share a child: each builds on others
        for found in run_all((), self.jobs, HUNG, lambda name: calls_of(name, self.recorded), batches):
            name = found["name"]
            self.seconds[name] = found.get("seconds", 0.0)
            if found.get("noticed", "crashed"):
                yield {"problem": f"check {name} is red before any change"}
            else:
                self.green.add(name)
                for function in found["calls"]:
                    self.seeing[function].append(name)
            yield {"check": name}

    def cost(self, check: str) -> float:
        """The seconds that a check takes in a child of this process, with the theorems below it that are not loaded here."""
        return sum(self.seconds.get(name, 0.0) for name in built_on(check) - self.loaded)

    def by_checks(self, tries: Mapping[str, list[str]], try_equal: bool) -> Iterator[Answer]:
        """Those of the mutants that these checks, each for its function, notice.

        With `try_equal` those before that are quickly proved equal: no check needs to run on them. All outcomes come before
        all controls: most mutants show in an outcome. The first check that comes out plainly different ends the search.
        """

        def steps(name: str) -> Iterable[Step]:
            function = self.mutants[name].function
            checks = sorted(
                set(tries[function]) & self.green,
                key=lambda check: (self.cost(check) / (1 + self.useful[function, check]), check),
            )
            yield from [(name, "equal", "")] if try_equal else []
            yield from ((name, part, check) for part in PARTS for check in checks)

        here: list[str] = []  # in a child: its mutant

        def judge(step: Step) -> Answer:
            name, part, check = step
            if part == "equal":
                with computing_limit(PROOF_LIMIT):
                    how = quickly_shown_equal(self.mutants[name])
                return {"how": how, "last": bool(how)}
            if not here:
                install(self.mutants[name])
                here.append(name)
            with computing_limit(CHECK_LIMIT + AS_LONG_AS * self.cost(check)):
                noticed = PARTS[part](check)
            return {"noticed": noticed, "last": noticed in PLAIN and not self.every_check}

        names = [name for name in self.left if self.mutants[name].function in tries]
        for found in run_all((), self.jobs, HUNG, judge, map(steps, names)):
            name, _, check = found["name"]
            if noticed := found.get("noticed"):
                self.noticing[name].setdefault(check, noticed)
                self.useful[self.mutants[name].function, check] += noticed in PLAIN
            if found.get("last"):
                yield self._done(name, found.get("how", ""))

    def settled(self, functions: set[str]) -> Iterator[Answer]:
        """Those of the mutants of these functions that were noticed, if not plainly."""
        for name in [name for name in self.left if name in self.noticing]:
            if self.mutants[name].function in functions:
                yield self._done(name, "")

    def by_proof(self, functions: set[str], proof: Callable[[Mutant], str] = shown_equal) -> Iterator[Answer]:
        """Those of the mutants of these functions that a machine proves equal, and nothing noticed."""

        def judge(name: str) -> Answer:
            with computing_limit(PROOF_LIMIT):
                return {"how": proof(self.mutants[name])}

        left = [name for name in self.left if name not in self.noticing]
        names = [name for name in left if self.mutants[name].function in functions]
        for found in run_all(names, self.jobs, HUNG, judge):
            if found.get("how"):
                yield self._done(found["name"], found["how"])

    def _done(self, name: str, how: str) -> Answer:
        self.left.remove(name)
        kills = self.noticing.pop(name, {})
        return {"mutant": name, "status": "killed" if kills else "equivalent", "kills": kills, "how": how}


def main() -> None:
    order = given_order()
    all_checks()
    out, sys.stdout = sys.stdout, sys.stderr  # what a check prints must not mix with the answers
    for answer in answers(order):
        print(json.dumps(answer), file=out, flush=True)


if __name__ == "__main__":
    main()
