"""The process that runs the kill matrix: it loads checks and proof tools once and forks one child per mutant.

It reads {"functions", "jobs", "every_check"} as JSON from standard input. It writes a JSON line when it knows how much
there is to do, one for each check whose calls are recorded, and one for each mutant that is judged.
"""

from __future__ import annotations

import gc
import json
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Any

from paper_claims.pool import run_all
from proofs_check.evidence import BROKEN_TOPICS, all_checks
from proofs_check.mutants.equivalent import quickly_shown_equal, shown_equal
from proofs_check.mutants.judged import PLAIN, calls_of, kills_of
from proofs_check.mutants.named import every_mutant

MUTANT_LIMIT = 240.0  # seconds for one mutant with all its checks; each check has its own limit
Answer = dict[str, Any]


def answers(order: dict[str, Any]) -> Iterator[Answer]:
    """The lines of this process; `functions` are the ones whose mutants are wanted, all if it is empty."""
    # A row of the kernel is about a theory, whose wrong versions are judged apart.
    checks = {name: check for name, check in all_checks().items() if check.method != "kernel"}
    everything = every_mutant()
    wanted = order["functions"] or sorted({mutant.function for mutant in everything})
    mutants = {mutant.name: mutant for mutant in everything if mutant.function in wanted}
    functions = sorted({(mutant.module, mutant.function) for mutant in everything})
    yield {"todo": len(checks) + len(mutants)}
    for topic, error in BROKEN_TOPICS.items():
        yield {"problem": f"proofs_check/{topic}.py does not load: {error}"}

    seeing: dict[str, list[str]] = defaultdict(list)
    seconds: dict[str, float] = {}
    for found in run_all(
        list(checks), order["jobs"], MUTANT_LIMIT, lambda name: calls_of(name, functions) | {"name": name}
    ):
        name = found["name"]
        if found.get("noticed", "crashed"):
            yield {"problem": f"check {name} is red before any change"}
        else:
            seconds[name] = found["seconds"]
            for function in found["calls"]:
                seeing[function].append(name)
        yield {"check": name}

    useful: Counter[tuple[str, str]] = Counter()  # how often a check told a function's mutants apart, so far

    def judge(name: str) -> Answer:
        how = quickly_shown_equal(mutants[name])
        if how:
            return {"kills": {}, "how": how}
        function = mutants[name].function
        order_of = sorted(seeing[function], key=lambda c: seconds[c] / (1 + useful[function, c]))
        return {"kills": kills_of(mutants[name], order_of, stop=not order["every_check"])}

    unnoticed = []
    for judged in run_all(list(mutants), order["jobs"], MUTANT_LIMIT, judge):
        name, kills = judged["name"], judged.get("kills", {})
        useful.update((mutants[name].function, check) for check, how in kills.items() if how in PLAIN)
        if kills:
            yield {"mutant": name, "status": "killed", "kills": kills, "how": ""}
        elif how := judged.get("how"):
            yield {"mutant": name, "status": "equivalent", "kills": {}, "how": how}
        else:
            unnoticed.append(name)
    for proof in run_all(
        unnoticed, order["jobs"], MUTANT_LIMIT, lambda name: {"how": shown_equal(mutants[name])}
    ):
        how = proof.get("how", "")
        yield {
            "mutant": proof["name"],
            "status": "equivalent" if how else "survivor",
            "kills": {},
            "how": how,
        }


def main() -> None:
    order = json.load(sys.stdin)
    all_checks()
    gc.freeze()  # what is loaded now stays; a child that does not look through it does not copy it
    out, sys.stdout = sys.stdout, sys.stderr  # what a check prints must not mix with the answers
    for answer in answers(order):
        print(json.dumps(answer), file=out, flush=True)


if __name__ == "__main__":
    main()
