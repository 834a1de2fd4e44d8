"""Every number that other libraries' tests expect is met, or lies on the side that its explanation says."""

from __future__ import annotations

import json
import math
import re
from dataclasses import replace
from fractions import Fraction
from statistics import NormalDist

import numpy as np
import pytest

from accountant.numbers.enclosure import Enclosure
from proofs_check.vectors import expectations
from proofs_check.vectors.expectations import ABOVE, BELOW, EXPLANATIONS, MET, TABLE, UNDECIDED, Expectation
from proofs_check.vectors.files import FOLDER
from reference.errors import InvalidInput

SOURCES, ROWS = expectations.read()
NAMED = "{0.source} {0.test} {0.asked} {0.given}".format
PLAIN = [row for row in ROWS if row.given.get("q") == "1"]


def side(row: Expectation) -> str:
    return EXPLANATIONS[row.explained][1] if row.explained else MET


def test_there_are_enough_and_each_can_be_looked_up():
    assert len(ROWS) >= 100
    assert len({source["repository"] for source in SOURCES.values()}) >= 6
    for source in SOURCES.values():
        assert re.fullmatch("[0-9a-f]{40}", source["commit"])
        assert re.search(r"test.*\.(py|rs|go)$|prv_accountant\.py$", source["path"])
    assert {row.source for row in ROWS} == set(SOURCES)
    assert f"`expectations.json` has {len(ROWS)} numbers" in (FOLDER / "README.md").read_text(
        encoding="utf-8"
    )
    assert {row.explained for row in ROWS} - {None} == set(EXPLANATIONS)


@pytest.mark.parametrize("row", PLAIN, ids=NAMED)
def test_gaussian_mechanism(row):
    assert row.judged()[1] == side(row)


@pytest.mark.slow
def test_all_of_them_and_the_committed_table():
    judged = [(row, *row.judged()) for row in ROWS]
    assert [NAMED(row) for row, _, verdict in judged if verdict != side(row)] == []
    assert TABLE.read_text(encoding="utf-8") == expectations.table(SOURCES, judged)


def test_verdicts_are_certain():
    row = replace(PLAIN[0], expected=Fraction(3), near=Fraction(1, 10))

    def verdict(low: str, high: str) -> str:
        return row.verdict(Enclosure(Fraction(low), Fraction(high)))

    assert verdict("2.95", "3.05") == MET
    assert verdict("2.8", "2.85") == ABOVE
    assert verdict("3.11", "3.2") == BELOW
    assert verdict("2.5", "3.5") == verdict("3", "3.2") == UNDECIDED
    upper = replace(row, near=None)
    assert upper.verdict(Enclosure(Fraction(2), Fraction("2.9"))) == MET
    assert upper.verdict(Enclosure(Fraction(2), Fraction(4))) == UNDECIDED
    assert upper.verdict(Enclosure(Fraction(4), Fraction(4))) == BELOW


@pytest.mark.parametrize("factor", [Fraction(99, 100), Fraction(101, 100)])
def test_a_number_that_is_off_by_a_percent_is_noticed(factor):
    for row in PLAIN:
        if row.explained is None and row.near < row.expected / 1000:
            assert replace(row, expected=row.expected * factor).judged()[1] != MET


@pytest.mark.slow
def test_noise_with_a_wide_enclosure_is_decided_through_delta(monkeypatch):
    (row,) = (row for row in ROWS if row.given.get("sensitivity") == "6" and row.given["q"] == "0.001")
    box = row.enclosed()
    wide = Enclosure(box.lo * Fraction(99_998, 100_000), box.hi * Fraction(100_002, 100_000))
    monkeypatch.setattr(type(row), "enclosed", lambda self: wide)
    assert row.verdict(wide) == UNDECIDED
    assert row.judged()[1] == ABOVE


def test_only_known_words_explain():
    row = json.loads(expectations.FILE.read_text(encoding="utf-8"))["expectations"][0]
    with pytest.raises(InvalidInput, match="explained"):
        expectations._parsed({**row, "explained": "it is close enough"})


def test_one_direction_is_what_it_says():
    """delta of N(0) against (1 - q) N(0) + q N(1), in floats: the order of the neighbours that the test asks for."""
    rows = [row for row in ROWS if row.explained == "one-direction"]
    for row in rows:
        q, eps = float(row.given["q"]), float(row.given["eps"])
        sigma = float(row.given["deviation"]) / float(row.given["sensitivity"])
        ratio, cdf = (math.exp(-eps) - (1 - q)) / q, NormalDist().cdf
        edge = sigma * math.log(ratio) + 1 / (2 * sigma) if ratio > 0 else -math.inf
        mixed = (1 - q) * cdf(edge) + q * cdf(edge - 1 / sigma) if ratio > 0 else 0.0
        found = cdf(edge) - math.exp(eps) * mixed if ratio > 0 else 0.0
        assert found == pytest.approx(float(row.expected), abs=float(row.near))
    assert len(rows) > 5


def test_renyi_and_zcdp_are_what_they_say():
    """For the Gaussian mechanism the bound is the least over all orders of a known conversion; tests use fewer orders."""
    orders = 1 + np.geomspace(1e-3, 1e3, 100_000)
    rows = [row for row in PLAIN if row.explained in ("renyi", "zcdp") and row.asked == "epsilon"]
    for row in rows:
        sigma = float(row.given["deviation"]) / float(row.given["sensitivity"])
        spent = orders * int(row.given["steps"]) / (2 * sigma**2)
        delta = math.log(float(row.given["delta"]))
        found = spent + np.log1p(-1 / orders) - (delta + np.log(orders)) / (orders - 1)
        assert found.min() == pytest.approx(float(row.expected), rel=2e-3)
    assert len(rows) > 4
