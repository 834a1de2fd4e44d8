"""The benchmark of accountants counts what it says, and keeps a peer that is missing in every table."""

from __future__ import annotations

import importlib
import math
import sys
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from types import ModuleType

import pytest

from accountant import subsampled
from accountant.numbers.enclosure import Enclosure

FOLDER = Path(__file__).parents[1] / "benchmarks"
MODULES = ("page", "peers", "correctness", "accountants", "random_runs", "dpsgd")


@pytest.fixture
def load(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], ModuleType]]:
    """The benchmark's modules, which stand beside each other and are no package."""
    monkeypatch.syspath_prepend(FOLDER)
    for name in MODULES:
        monkeypatch.delitem(sys.modules, name, raising=False)
    yield importlib.import_module
    for name in MODULES:
        sys.modules.pop(name, None)


def test_a_missing_peer_is_not_dropped(
    load: Callable[[str], ModuleType], monkeypatch: pytest.MonkeyPatch
) -> None:
    peers = load("peers")
    monkeypatch.setitem(sys.modules, "dp_accounting", None)
    for question in ("delta", "epsilon", "sigma"):
        found = peers.functions(question)
        assert list(found) == list(peers.PEERS)
        assert found["dp-accounting"] == "not installed"
        assert callable(found[peers.OURS])
    assert peers.functions("sigma")["float64 formula"] == "no such function"


def test_a_peer_that_breaks_on_import_is_not_dropped(
    load: Callable[[str], ModuleType], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    peers = load("peers")
    (tmp_path / "opendp.py").write_text("raise OSError('no library')\n")
    monkeypatch.delitem(sys.modules, "opendp", raising=False)
    monkeypatch.syspath_prepend(tmp_path)
    assert peers.functions("delta")["opendp"] == "does not import (OSError)"


def test_our_functions_answer(load: Callable[[str], ModuleType]) -> None:
    ours = load("peers").ours()
    at = ours["delta"](1.2, 3.7, 2)
    assert ours["epsilon"](at, 3.7, 2) == pytest.approx(1.2, rel=1e-12)
    assert ours["sigma"](1.2, at) * math.sqrt(2) == pytest.approx(3.7, rel=1e-12)


def too_much(load: Callable[[str], ModuleType]) -> float:
    raise load("peers").NotAsked("too many cells")


def test_answers_are_told_apart(load: Callable[[str], ModuleType]) -> None:
    judge, truth = load("correctness").verdict_on_delta, Fraction(1, 3)
    assert judge(lambda *p: math.nextafter(1 / 3, 1), (), truth) == "right side"
    assert judge(lambda *p: 1 / 3, (), truth) == "too small"  # the float below 1/3
    assert judge(lambda *p: 0.33, (), truth) == "by more"
    assert judge(lambda *p: 0.0, (), truth) == "zero"
    assert judge(lambda *p: math.nan, (), truth) == judge(lambda *p: math.inf, (), truth) == "nan"
    assert judge(lambda *p: 1 / 0, (), truth) == "error"
    assert judge(lambda *p: too_much(load), (), truth) == "not asked"


def test_inverses_are_told_apart(load: Callable[[str], ModuleType]) -> None:
    correctness = load("correctness")

    def verdict(answer: float) -> str:
        return correctness.verdict_on_inverse(lambda *case: answer, lambda value: value >= 2, ())[0]

    assert [verdict(v) for v in (2.0, 5.0)] == ["met", "met"]
    assert verdict(math.nextafter(2, 0)) == "missed"
    assert verdict(1.9) == "by more"
    assert [verdict(v) for v in (-1.0, math.nan, math.inf)] == ["error"] * 3


@pytest.mark.parametrize(("met", "word"), [(True, "pass"), (False, "FAIL"), (None, "not measured")])
def test_requirements_stand_beside_their_numbers(
    met: bool | None, word: str, load: Callable[[str], ModuleType], capsys: pytest.CaptureFixture[str]
) -> None:
    page = load("page").Page("Title", "About.")
    page.section("Times", ["library", "ratio", "here"], [["peer", "not installed"]])
    page.require("peer / ours", "14.9", "at least 15", met)
    assert page.verdicts() is (met is True)
    assert "| peer | not installed |  |\n" in page.text
    assert f"| peer / ours | 14.9 | at least 15 | {word} |" in page.text
    assert page.text.endswith(capsys.readouterr().out.split("\n\n\n")[-1].rstrip("\n") + "\n")


def test_a_wrong_interval_of_dpsgd_is_refuted(load: Callable[[str], ModuleType]) -> None:
    dpsgd, run = load("dpsgd"), (0.02, 2.0, 1953)
    box = subsampled.epsilon(1e-5, run, relation="add-remove").box
    refuted, excess = dpsgd.questioned(box, run, 1e-5)
    assert not refuted
    assert excess <= dpsgd.CLOSE
    assert dpsgd.questioned(Enclosure(0.9 * box.lower(), 0.99 * box.upper()), run, 1e-5)[0], (
        "promises too much"
    )
    assert dpsgd.questioned(Enclosure(1.01 * box.lower(), 1.1 * box.upper()), run, 1e-5)[0], "is not needed"
    assert dpsgd.judged(0.99 * box.upper(), box, upper=True).startswith("wrong")
    assert dpsgd.judged(1.01 * box.upper(), box, upper=True).startswith("loose")
    assert dpsgd.judged(math.inf, box, upper=True) == "silent (inf)"
