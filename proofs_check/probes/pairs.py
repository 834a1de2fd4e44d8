"""Neighbouring datasets and how far a learner's models for them are apart: many pairs in floats, one pair for certain."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import takewhile

import numpy as np

from accountant.numbers.balls import BALLS, enclosure, exact, precision
from accountant.numbers.enclosure import Enclosure
from accountant.sensitivity import trained_in_balls
from accountant.sensitivity.bounds import BITS, sensitivity
from accountant.sensitivity.hinge import worst_hinge_bound
from reference import formulas
from reference.errors import reject, require_one_of, require_whole
from reference.fast.many_datasets import (
    Recipe,
    each_onto_ball,
    each_onto_sphere,
    hinge_recipe,
    norms,
    softmax_recipe,
    svm_recipe,
    trained,
)
from reference.learners.schedule import batches
from reference.notation import SYMBOLS, Array, Dataset, Xi

LEARNERS = ("svm", "softmax", "hinge")
PROJECTIONS = {
    "ball": (each_onto_ball, trained_in_balls.onto_ball),
    "sphere": (each_onto_sphere, trained_in_balls.onto_sphere),
}


@dataclass(frozen=True)
class Pair:
    """A dataset, and the record that takes the place of record j in its neighbour."""

    first: Dataset
    j: int
    x: Array
    y: int

    @property
    def second(self) -> Dataset:
        return self.first.replaced(self.j, self.x, self.y)


@dataclass(frozen=True)
class Pairs:
    """Many pairs of one size: x (pairs, records, entries), y (pairs, records), j, other_x and other_y by pair."""

    x: Array
    y: np.ndarray
    j: np.ndarray
    other_x: Array
    other_y: np.ndarray

    def __len__(self) -> int:
        return len(self.j)

    def __getitem__(self, i: int) -> Pair:
        return Pair(Dataset(self.x[i], self.y[i]), int(self.j[i]), self.other_x[i], int(self.other_y[i]))

    def both(self) -> tuple[Array, np.ndarray]:
        """All first datasets, then all neighbours."""
        rows, x, y = np.arange(len(self)), self.x.copy(), self.y.copy()
        x[rows, self.j], y[rows, self.j] = self.other_x, self.other_y
        return np.concatenate([self.x, x]), np.concatenate([self.y, y])

    def where(self, better: np.ndarray, others: Pairs) -> Pairs:
        """These pairs, with the better ones of the others in their place."""
        mine, theirs = vars(self), vars(others)

        def chosen(name: str) -> np.ndarray:
            mask = better.reshape(-1, *[1] * (mine[name].ndim - 1))
            return np.where(mask, theirs[name], mine[name])

        return Pairs(**{name: chosen(name) for name in mine})

    @classmethod
    def of(cls, pairs: list[Pair]) -> Pairs:
        return cls(
            np.stack([pair.first.x for pair in pairs]),
            np.stack([pair.first.y for pair in pairs]),
            np.array([pair.j for pair in pairs]),
            np.stack([pair.x for pair in pairs]),
            np.array([pair.y for pair in pairs]),
        )


@dataclass(frozen=True)
class Bounds:
    """What is proved and what is printed; None where there is no such bound."""

    cap: Enclosure
    recursion: Enclosure | None = None
    closed_form: Enclosure | None = None
    best: Enclosure | None = None
    printed: Enclosure | None = None
    twice_gradient: Enclosure | None = None  # softmax: 2 sqrt(2) c/(Λn), which whole passes meet
    if_smooth: Enclosure | None = None  # 2G/(mu n), which the hinge would have to meet if it were smooth

    @property
    def proved(self) -> Enclosure:
        """The smallest proved bound."""
        return self.best or self.cap


@dataclass(frozen=True)
class Setting:
    """A learner with its hyperparameters, for n records of p features; neighbours replace one record."""

    learner: str
    n: int
    p: int
    xi: Xi
    projection: str = "ball"

    def __post_init__(self) -> None:
        require_one_of("learner", "the learner", self.learner, LEARNERS, because="only these are probed")
        require_one_of(
            "projection",
            "the projection of the model",
            self.projection,
            PROJECTIONS,
            because="it is one of two",
        )
        if self.learner == "hinge" and self.projection == "sphere":
            why = "HingeSVM-SGDWA is projected onto the ball; only alg:dpsvm and alg:dpsoftmax print a rescaling"
            raise reject("projection", "the projection of the model", "must be ball", self.projection, why)
        require_whole("n", SYMBOLS["n"], self.n, at_least=2, because="a neighbour shares a record")
        require_whole("p", SYMBOLS["p"], self.p, at_least=1, because="records differ in their features")

    def resized(self, n: int, p: int | None = None) -> Setting:
        """The same number of passes (or the same part of one) over n records."""
        steps = max(1, round(self.xi.M * n / self.n))
        return replace(self, n=n, p=p or self.p, xi=replace(self.xi, M=steps))

    def recipe(self) -> Recipe:
        if self.learner == "svm":
            return svm_recipe(self.xi, self.p)
        return softmax_recipe(self.xi, self.p) if self.learner == "softmax" else hinge_recipe(self.xi)

    def gaps(self, pairs: Pairs) -> Array:
        """The distances of the two models of every pair, in floats."""
        f = trained(self.recipe(), *pairs.both(), self.xi, PROJECTIONS[self.projection][0])
        return norms(f[: len(pairs)] - f[len(pairs) :]).ravel()

    def certified_gap(self, pair: Pair) -> Enclosure:
        """The distance of the two models, trained again from the raw records in balls; common first steps are run once."""
        project = PROJECTIONS[self.projection][1]
        if self.learner == "hinge":
            return trained_in_balls.measured_gap(
                lambda D: trained_in_balls.hinge_in_balls(D, self.xi, project), pair.first, pair.second
            )

        def train(
            D: Dataset, xi: Xi = self.xi, start: trained_in_balls.Start | None = None
        ) -> trained_in_balls.Model:
            if self.learner == "svm":
                return trained_in_balls.svm_in_balls(D, xi, project, classes=[1], start=start)
            return trained_in_balls.softmax_in_balls(D, xi, project, start=start)

        plan = batches(self.n, self.xi.M, self.xi.b)
        common = sum(1 for _ in takewhile(lambda batch: pair.j not in batch, plan))
        if common == 0:
            return trained_in_balls.measured_gap(train, pair.first, pair.second)
        return trained_in_balls.measured_gap(
            train,
            pair.first,
            pair.second,
            shared=lambda: (common, train(pair.first, replace(self.xi, M=common))),
        )

    def bounds(self) -> Bounds:
        """Theorem R for the projection onto the ball; with the printed rescaling only 2R is proved."""
        xi = self.xi
        if self.learner == "hinge":
            found = worst_hinge_bound(xi, self.n)
            smooth = formulas.sensitivity(Fraction(xi.c), 2 * Fraction(xi.Lambda), self.n)
            return Bounds(_point(2 * Fraction(xi.R)), recursion=found, best=found, if_smooth=_point(smooth))
        known = sensitivity(
            self.learner, c=xi.c, Lambda=xi.Lambda, R=xi.R, n=self.n, M=xi.M, b=xi.b, K=xi.K, p=self.p, h=xi.h
        )
        if self.projection == "sphere":  # every model has norm R, however small c/Λ is
            return Bounds(_point(2 * Fraction(xi.R)), printed=known.printed)
        twice = None
        if self.learner == "softmax":
            with precision(BITS):
                G = formulas.loss_gradient_softmax(exact(xi.c), BALLS)
                twice = enclosure(formulas.sensitivity(G, exact(xi.Lambda), self.n))
        return Bounds(known.cap, known.recursion, known.closed_form, known.best, known.printed, twice)


def _point(value: Fraction) -> Enclosure:
    return Enclosure(value, value)
