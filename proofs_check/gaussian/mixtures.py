"""lem:m1: a mechanism that is private for every value r of its own randomness is private.

P_r and Q_r are the probabilities of a set S under the two datasets, w_r the weights of r, E = e^eps. Everything is
linear in the weights: E sum w Q + delta - sum w P is the average of E Q_r + delta - P_r.
"""

from __future__ import annotations

from fractions import Fraction

import sympy as sp
import z3

from proofs_check.method.check import Outcome, check
from proofs_check.method.replay import at_most, equal_at
from proofs_check.method.smt import prove
from proofs_check.method.symbolic import vanishes

MIXED = "lem:m1"
w, P, Q, E, delta = sp.symbols("w P Q E delta", positive=True)


def mixture_step(weight: int) -> Outcome:
    """A <= E B + delta W over some values of r, with W their total weight, survives one more value; `weight` scales its P."""
    A, B, W, new, p, q, e, d = z3.Reals("A B W w P Q E delta")
    premises = [A <= e * B + d * W, new >= 0, W >= 0, p >= 0, q >= 0, e >= 1, d >= 0, p <= e * q + d]
    return prove(premises, A + weight * new * p <= e * (B + new * q) + d * (W + new))


@check(
    MIXED,
    about="repair",
    method="smt",
    scope="every finite number of values of r, by induction",
    universal=True,
    control=lambda: mixture_step(2),
)
def mixtures_stay_private() -> Outcome:
    """The inequality of each r survives averaging, value by value; with W = 1 it is the claim."""
    return mixture_step(1)


def average_of_gaps(total) -> Outcome:
    """One r's share of E sum w Q + delta - sum w P, where delta is spread as `total` times its weight."""
    return vanishes((E * w * Q + delta * total(w) - w * P) - w * (E * Q + delta - P))


@check(
    MIXED,
    about="repair",
    method="symbolic",
    scope="every distribution of r, discrete or not: the integrands agree",
    universal=True,
    control=lambda: average_of_gaps(lambda w: 1),
)
def gap_is_an_average_of_gaps() -> Outcome:
    """E Q + delta - P of the mixture is the average of the same gaps, each >= 0; for continuous r the sum is an integral."""
    return average_of_gaps(lambda w: w)


def known_order(depends: bool) -> Outcome:
    """T^r outputs r and ignores the data; r is 1 on one dataset and 0 on the other, or 0 on both. S = {1}, eps = delta = 0."""
    r, r_neighbour = (1, 0) if depends else (0, 0)
    return at_most(
        Fraction(r == 1),
        Fraction(r_neighbour == 1),
        ("Pr[T(D) in S]", "Pr[T(D') in S]"),
        r=r,
        r_neighbour=r_neighbour,
    )


@check(
    MIXED,
    about="premise:independent-of-the-data",
    method="exact",
    scope="one bit",
    expect="fails",
    control=lambda: known_order(depends=False),
)
def data_dependent_randomness_leaks() -> Outcome:
    """Every T^r is constant, so (0, 0)-private; if r is chosen from the data the output tells the datasets apart."""
    return known_order(depends=True)


@check(
    MIXED,
    about="inference:independence",
    method="exact",
    scope="one bit",
    expect="fails",
    control=lambda: known_order(depends=False),
)
def separate_inputs_may_depend() -> Outcome:
    """That r and D are separate inputs does not make the distribution of r the same for both datasets."""
    return known_order(depends=True)


def point_masses(continuous_part: Fraction) -> Outcome:
    """sum over r of Pr[R = r] if this share of R is spread continuously, where every point has probability 0."""
    return equal_at(
        1 - continuous_part,
        Fraction(1),
        ("sum of point probabilities", "total probability"),
        spread=continuous_part,
    )


@check(
    MIXED,
    about="inference:total-probability",
    method="exact",
    scope="r uniform on an interval",
    expect="fails",
    control=lambda: point_masses(Fraction(0)),
)
def a_sum_misses_continuous_randomness() -> Outcome:
    """For continuous r every Pr[R = r] is 0 and the displayed sums are 0; the integral is what is meant."""
    return point_masses(Fraction(1))


def conditional(joint) -> Outcome:
    """Pr[kappa | R = r] from a joint weight, against the weight of kappa."""
    u = sp.Symbol("u", positive=True)
    return vanishes(joint(w, u) / w - u)


@check(
    MIXED,
    about="step:conditioning",
    method="symbolic",
    scope="every r with positive weight and every value of kappa",
    universal=True,
    control=lambda: conditional(lambda w, u: w * u**2),
)
def conditioning_on_r_changes_nothing() -> Outcome:
    """r and kappa are independent, so given R = r the noise is distributed as before."""
    return conditional(lambda w, u: w * u)


def weighted(factor: int) -> Outcome:
    """w P <= w (factor E Q + delta) from P <= E Q + delta."""
    weight, p, q, e, d = z3.Reals("w P Q E delta")
    return prove(
        [weight >= 0, p >= 0, q >= 0, e >= 1, d >= 0, p <= e * q + d],
        weight * p <= weight * (factor * e * q + d),
    )


@check(
    MIXED,
    about="step:each-r",
    method="smt",
    scope="every r",
    universal=True,
    control=lambda: weighted(0),
)
def privacy_of_each_r_is_inserted() -> Outcome:
    """The premise is applied under the sum, which non-negative weights allow."""
    return weighted(1)


@check(
    MIXED,
    about="step:regrouping",
    method="symbolic",
    scope="every r: summand by summand",
    universal=True,
    control=lambda: average_of_gaps(lambda w: 1),
)
def sum_is_split() -> Outcome:
    """e^eps leaves the sum, and delta is weighted by Pr[R = r]."""
    return average_of_gaps(lambda w: w)


def total_delta(total: int) -> Outcome:
    """delta W at the total weight of r."""
    W = sp.Symbol("W", positive=True)
    return vanishes((delta * W).subs(W, total) - delta)


@check(
    MIXED,
    about="step:total-delta",
    method="symbolic",
    scope="every distribution of r",
    universal=True,
    control=lambda: total_delta(2),
)
def weights_sum_to_one() -> Outcome:
    """The weights sum to 1, so delta remains delta."""
    return total_delta(1)
