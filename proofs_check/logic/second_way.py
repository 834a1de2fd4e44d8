"""python -m proofs_check.logic.second_way: every linear step of the theorems of all modules is proved a second way, too.

Each question has a child with a computing limit, since z3 may compute without end within its steps: no answer is undecided.
Modules can be named as arguments. A step counts for the module that was loaded first.
"""

from __future__ import annotations

import gc
import importlib
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial

from proofs_check.logic.obligations import Contradiction, Formula, Twice, twice
from proofs_check.method.check import modules_of_rooms
from proofs_check.method.pool import in_a_child

LIMIT = 5.0  # seconds of computing for one question


def second_way(modules: Sequence[str]) -> Iterator[tuple[str, Twice]]:
    """How the second way answered while each of the modules was loaded. Raises `Contradiction`."""
    for module in modules:
        with twice() as second:
            asks_apart(second)
            importlib.import_module(module)
        yield module, second


def asks_apart(second: Twice) -> None:
    second.ask = partial(_apart, second, second.ask)  # type: ignore[method-assign]


def _apart(second: Twice, ask: Callable[[Sequence[Formula]], None], formulas: Sequence[Formula]) -> None:
    def answer() -> list[int] | str:
        try:
            ask(formulas)
        except Contradiction as error:
            return str(error)
        return [second.confirmed, second.undecided]

    found = in_a_child(answer, LIMIT)
    if isinstance(found, str):
        raise Contradiction(found)
    second.confirmed, second.undecided = found or (second.confirmed, second.undecided + 1)


def main() -> None:
    gc.disable()  # terms stay to the end
    total = Twice()
    for module, second in second_way(sys.argv[1:] or modules_of_rooms(with_theorems=True)):
        if second.confirmed or second.undecided:
            print(f"{module}: {second.confirmed} confirmed, {second.undecided} undecided", flush=True)
        total.confirmed += second.confirmed
        total.undecided += second.undecided
    print(
        f"{total.confirmed} linear steps confirmed a second way, {total.undecided} undecided, 0 contradicted"
    )


if __name__ == "__main__":
    main()
