"""What the tests of public libraries expect of the Gaussian mechanism and of DP-SGD, against certified enclosures.

    python -m proofs_check.vectors.expectations        # writes vectors/expectations.md

`vectors/expectations.json` has numbers and parameters from the libraries' own test files, each with repository, path, commit
and test. A number is met if it is within the test's own tolerance of the enclosure. Otherwise it is above or below, and one
of EXPLANATIONS must say why, on that side.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import accountant
from accountant import subsampled
from accountant.numbers.enclosure import Enclosure
from proofs_check.vectors.files import FOLDER
from reference.errors import require_one_of

FILE, TABLE = FOLDER / "expectations.json", FOLDER / "expectations.md"
MET, ABOVE, BELOW, UNDECIDED = "met", "above", "below", "undecided"
CLOSE_TO_THE_TOLERANCE = [Fraction(part, 1000) for part in (-1001, -999, 999, 1001)]
EXPLANATIONS = {  # why a number is not met: what it is, and the side on which it then lies
    "renyi": ("a bound through Rényi divergences, not meant to be tight", ABOVE),
    "zcdp": ("a bound through concentrated differential privacy, not meant to be tight", ABOVE),
    "grid": ("an upper bound on a grid of privacy losses", ABOVE),
    "coarse-above": ("an estimate on a coarse grid, which is no bound", ABOVE),
    "coarse-below": ("an estimate on a coarse grid, which is no bound", BELOW),
    "one-direction": ("one order of the two neighbours; the other one is worse", BELOW),
    "central-limit": ("the central limit theorem, which is no bound", BELOW),
}
Given = Mapping[str, Any]


@dataclass(frozen=True)
class Expectation:
    """One number of one test. It is wanted `near` (within this distance) or, if `near` is None, as an upper end."""

    source: str
    test: str
    asked: str
    given: Given
    relation: str
    expected: Fraction
    near: Fraction | None
    explained: str | None

    def enclosed(self) -> Enclosure:
        """The exact answer, for certain."""
        if self.asked in ("sigma", "variance"):
            return _noise(self.given, self.relation, 2 if self.asked == "variance" else 1)
        given, blocks = self.given, _blocks(self.given)
        if self.asked == "delta":
            return subsampled.delta(Fraction(given["eps"]), *blocks, relation=self.relation).box
        return subsampled.epsilon(Fraction(given["delta"]), *blocks, relation=self.relation).box

    def verdict(self, box: Enclosure) -> str:
        """Is the number met for certain, or for certain on one side of the enclosure and its tolerance?"""
        slack = self.near or 0
        if self.expected > box.hi + slack:
            return MET if self.near is None else ABOVE
        if self.expected < box.lo - slack:
            return BELOW
        near = box.hi - slack <= self.expected <= box.lo + slack
        return MET if near and self.near is not None else UNDECIDED

    def judged(self) -> tuple[Enclosure, str]:
        """The enclosure and the verdict; noise is compared once more through delta if the enclosure is too wide."""
        box = self.enclosed()
        if self.verdict(box) == UNDECIDED and self.asked == "sigma" and self.near:
            ends = [self.expected + part * self.near for part in CLOSE_TO_THE_TOLERANCE]
            box = _sharpened(box, self.given, self.relation, ends)
        return box, self.verdict(box)


Judged = tuple[Expectation, Enclosure, str]


def _blocks(given: Given) -> list[tuple[Fraction, Fraction, int]]:
    """Deviations are divided by the sensitivity of the sum."""
    if "phases" in given:
        return [(Fraction(p["q"]), Fraction(p["sigma"]), int(p["steps"])) for p in given["phases"]]
    multiplier = Fraction(given["deviation"]) / Fraction(given["sensitivity"])
    return [(Fraction(given["q"]), multiplier, int(given["steps"]))]


def _noise(given: Given, relation: str, power: int) -> Enclosure:
    """The least deviation, or its square."""
    eps, delta, q, sensitivity = (Fraction(given[name]) for name in ("eps", "delta", "q", "sensitivity"))
    steps, plain = int(given["steps"]), q == 1
    box = accountant.sigma(eps, delta, steps) if plain else _sampled(eps, delta, q, steps, relation)
    return Enclosure((box.lo * sensitivity) ** power, (box.hi * sensitivity) ** power)


def _sampled(eps: Fraction, delta: Fraction, q: Fraction, steps: int, relation: str) -> Enclosure:
    return subsampled.sigma(eps, delta, q, steps, relation=relation).box


def _sharpened(box: Enclosure, given: Given, relation: str, deviations: Sequence[Fraction]) -> Enclosure:
    """More noise means a smaller delta: a deviation that misses delta is below the least one, others are not."""
    low, high = box.lo, box.hi
    for deviation in deviations:
        found = subsampled.delta(
            Fraction(given["eps"]), *_blocks({**given, "deviation": deviation}), relation=relation
        ).box
        if found.lo > Fraction(given["delta"]):
            low = max(low, deviation)
        elif found.hi <= Fraction(given["delta"]):
            high = min(high, deviation)
    return Enclosure(low, high)


def read() -> tuple[dict[str, dict[str, str]], list[Expectation]]:
    """The sources, and their expectations."""
    data = json.loads(FILE.read_text(encoding="utf-8"))
    return data["sources"], [_parsed(row) for row in data["expectations"]]


def _parsed(row: dict[str, Any]) -> Expectation:
    why = row.get("explained")
    if why is not None:
        require_one_of("explained", f"why {row['test']} is not met", why, EXPLANATIONS)
    near = None if "at_most" in row else Fraction(row["near"])
    fixed = {name: row[name] for name in ("source", "test", "asked", "given", "relation")}
    return Expectation(**fixed, expected=Fraction(row["expected"]), near=near, explained=why)


def table(sources: Mapping[str, Mapping[str, str]], judged: Sequence[Judged]) -> str:
    """The page: one line for each test file, then the words."""
    repositories = {source["repository"] for source in sources.values()}
    lines = [
        "# What other libraries' tests expect",
        "",
        "Written by `python -m proofs_check.vectors.expectations` from `vectors/expectations.json`.",
        "",
        f"{len(judged)} numbers of {len(repositories)} repositories. *met*: within the test's own",
        "tolerance of our certified enclosure. Otherwise the word says why, with the factor expected/certified.",
        "",
        "| repository | test file (commit) | numbers | met | not met, and why |",
        "| --- | --- | --- | --- | --- |",
    ]
    for name, source in sources.items():
        mine = [found for found in judged if found[0].source == name]
        met = sum(verdict == MET for *_, verdict in mine)
        path = f"`{source['path']}` ({source['commit'][:10]})"
        lines.append(
            f"| {source['repository']} | {path} | {len(mine)} | {met} | {'; '.join(_reasons(mine))} |"
        )
    lines += ["", "| word | what the number is | side |", "| --- | --- | --- |"]
    lines += [f"| {word} | {what} | {side} |" for word, (what, side) in EXPLANATIONS.items()]
    return "\n".join(lines) + "\n"


def _reasons(mine: Sequence[Judged]) -> Iterator[str]:
    for word in EXPLANATIONS:
        factors = [float(row.expected / box.hi) for row, box, _ in mine if row.explained == word]
        if factors:
            low, high = (_shown(factor) for factor in (min(factors), max(factors)))
            yield f"{len(factors)} {word} ({low}{'' if low == high else ' to ' + high})"


def _shown(factor: float) -> str:
    return (
        f"1 {'+' if factor > 1 else '-'} {abs(factor - 1):.0e}" if abs(factor - 1) < 1e-3 else f"{factor:.4g}"
    )


def main() -> None:
    sources, rows = read()
    TABLE.write_text(table(sources, [(row, *row.judged()) for row in rows]), encoding="utf-8")


if __name__ == "__main__":
    main()
