"""Every linear step a second way: on a few modules, with an endless question, and with a planted defect."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
import z3

from proofs_check.logic import obligations, second_way
from proofs_check.logic.obligations import Contradiction, Facts, Twice, twice

A = z3.Real("a")
SOME = ("proofs_check.lemmas.sums", "proofs_check.simplex.maximum_theorems")


def test_steps_of_some_modules_are_confirmed() -> None:
    command = [sys.executable, "-m", "proofs_check.logic.second_way", *SOME]
    root = Path(__file__).parents[3]
    said = subprocess.run(command, cwd=root, capture_output=True, text=True, check=True).stdout.splitlines()
    assert [line.partition(":")[0] for line in said[:-1]] == list(SOME)
    confirmed, *_, undecided, _, _, _ = said[-1].replace(",", "").split()
    assert int(confirmed) > 10 * int(undecided)


def test_what_has_no_answer_within_the_limit_is_undecided(monkeypatch: pytest.MonkeyPatch) -> None:
    def endless(formulas: object) -> None:
        while True:
            pass

    monkeypatch.setattr(second_way, "LIMIT", 0.1)
    second = Twice(confirmed=3)
    second_way._apart(second, endless, [])
    assert second == Twice(confirmed=3, undecided=1)


def test_a_contradiction_is_not_lost_in_the_child(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(obligations._Linear, "_inverse", lambda self, q: q)  # 1/q = q
    with twice() as second:
        second_way.asks_apart(second)
        with pytest.raises(Contradiction, match="z3 refutes"):
            Facts([A > 2]).plainly(1 / A > 1)
