"""Probes: how close neighbouring datasets come to the bounds, by construction and by search.

Floats look for the pairs. Every finding carries the distance measured again from the raw records in balls, and the
bounds for its own size.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np

from accountant.numbers.balls import enclosure, exact, precision
from accountant.numbers.enclosure import Enclosure
from accountant.sensitivity.bounds import sensitivity
from accountant.sensitivity.trained_in_balls import BITS
from proofs_check.probes.climb import climbed
from proofs_check.probes.pairs import Bounds, Pair, Setting
from proofs_check.probes.search import SEARCHES, blocks
from proofs_check.probes.witnesses import (
    flipped_in_linear_part,
    last_visited,
    pushed_then_turned,
    straddled_kinks,
    thrown_to_the_rim,
)
from reference import formulas
from reference.exact.svm import LARGEST_EXACT
from reference.learners.hinge_svm import hinge_svm
from reference.learners.schedule import batches
from reference.notation import Dataset

MINIMISER = "exact minimiser"
BOUNDS = ("recursion", "closed_form", "cap", "twice_gradient", "printed", "if_smooth")


@dataclass(frozen=True)
class Finding:
    """A pair of neighbours, how far apart their models are for certain, and the bounds."""

    method: str
    setting: Setting
    pair: Pair
    reached: Enclosure
    bounds: Bounds

    def ratio(self, bound: Enclosure | None) -> float | None:
        """A certified lower end of reached/bound."""
        if bound is None:
            return None
        return max(0.0, math.nextafter(self.reached.lower() / bound.upper(), 0.0))

    @property
    def proved_ratio(self) -> float:
        return self.ratio(self.bounds.proved) or 0.0

    @property
    def exceeds_proved(self) -> bool:
        """Whether the distance is for certain above a bound that is proved: then something here is wrong."""
        return bool(self.reached.lo > self.bounds.proved.hi)


@dataclass(frozen=True)
class RecordGap:
    """What replacing record j reaches, and the bound for this record."""

    j: int
    reached: Enclosure
    bound: Enclosure

    @property
    def ratio(self) -> float:
        """A certified lower end of reached/bound."""
        return max(0.0, math.nextafter(self.reached.lower() / self.bound.upper(), 0.0))


def best_of(findings: Sequence[Finding]) -> Finding:
    """The SGD pair closest to its proved bound, or, where a smaller bound fails, farthest above that one.

    A smaller one is the printed bound for the printed rescaling, and 2G/(mu n) for the hinge. Of equals (to six digits)
    the first.
    """

    def key(finding: Finding) -> float:
        printed = finding.bounds.printed if finding.setting.projection == "sphere" else None
        return round(finding.ratio(printed or finding.bounds.if_smooth) or finding.proved_ratio, 6)

    return max((finding for finding in findings if finding.method != MINIMISER), key=key)


def constructed(setting: Setting) -> Iterator[Finding]:
    """The witnesses of this learner."""
    if setting.projection == "sphere":
        pairs = {"witness": thrown_to_the_rim(setting)}
    elif setting.learner == "svm":
        pairs = {"witness": flipped_in_linear_part(setting, last_visited(setting))}
    elif setting.learner == "softmax":
        pairs = {"witness": pushed_then_turned(setting)}
    else:
        yield exact_minimiser(setting)
        pairs = {"witness": straddled_kinks(setting)}
    bounds = setting.bounds()
    for method, pair in pairs.items():
        yield Finding(method, setting, pair, setting.certified_gap(pair), bounds)


def searched(
    setting: Setting,
    method: str,
    seed: int,
    restarts: int,
    rounds: int,
    jobs: int = 1,
    advance: Callable[[], object] = lambda: None,
) -> Finding:
    """The best pair of one search method; `advance` is called after every block of restarts."""
    best, gap = None, -math.inf
    for pair, found in blocks(setting, method, seed, restarts, rounds, jobs):
        if found > gap:
            best, gap = pair, found
        advance()
    assert best is not None
    return Finding(method, setting, best, setting.certified_gap(best), setting.bounds())


def improved(setting: Setting, seed: int) -> Finding:
    """A softmax pair whose records climb together over the whole run."""
    pair = climbed(setting, seed)
    return Finding("climb", setting, pair, setting.certified_gap(pair), setting.bounds())


def bound_of_record(setting: Setting, j: int) -> Enclosure:
    """Theorem R for one record of SVM-SGD: its own visits, and at most 2R."""
    xi = setting.xi
    visits = [(m, xi.b) for m, batch in enumerate(batches(setting.n, xi.M, xi.b), start=1) if j in batch]
    known = sensitivity(
        "svm",
        c=xi.c,
        Lambda=xi.Lambda,
        R=xi.R,
        n=setting.n,
        M=xi.M,
        p=setting.p,
        h=xi.relaxation(),
        visits=[visits],
    )
    return known.best


def by_record(setting: Setting, records: Sequence[int]) -> list[RecordGap]:
    """The SVM witness that replaces each of these records, beside the record's own bound; unvisited records are left out."""
    visited = {int(j) for batch in batches(setting.n, setting.xi.M, setting.xi.b) for j in batch}
    return [
        RecordGap(j, setting.certified_gap(flipped_in_linear_part(setting, j)), bound_of_record(setting, j))
        for j in records
        if j in visited
    ]


def exact_minimiser(setting: Setting) -> Finding:
    """HingeSVM itself, in rationals: c/(Λn) for a 2Λ-strongly convex objective, and a pair that reaches it.

    The others cancel each other along the intercept; the replaced record points along a feature or against it. Its
    entries are a clipped record's up to rounding, and its norm is at most c exactly.
    """
    xi = setting.xi
    n = min(setting.n, LARGEST_EXACT)
    x = np.zeros((n, 2))
    x[:, 0], x[0] = xi.c, (xi.c * 2.0**-20, xi.c * (1 - 2.0**-40))
    other = x[0] * (1, -1)
    y = np.where(np.arange(n) % 2, 1, -1)
    y[0] = 1
    pair = Pair(Dataset(x, y), 0, other, 1)
    f, g = hinge_svm(pair.first, xi.Lambda), hinge_svm(pair.second, xi.Lambda)
    squared = sum((a - b) ** 2 for a, b in zip(f.f, g.f, strict=True))
    bound = formulas.sensitivity(Fraction(xi.c), 2 * Fraction(xi.Lambda), n)
    widest = Fraction(xi.c) / Fraction(xi.Lambda)  # each minimiser has norm at most c/(2Λ)
    with precision(BITS):
        reached = enclosure(exact(squared).sqrt())
    size = replace(setting, n=n, p=1, xi=replace(xi, M=1))
    box = Enclosure(bound, bound)
    return Finding(
        MINIMISER, size, pair, reached, Bounds(Enclosure(widest, widest), closed_form=box, best=box)
    )


METHODS = tuple(SEARCHES)
