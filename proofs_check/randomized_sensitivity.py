"""lem:m1 and thm:m2: a mechanism that is private for every value r of its own randomness is private.

P_r and Q_r are the probabilities of a set S under the two datasets, w_r the weights of r, E = e^eps. Everything is
linear in the weights: E sum w Q + delta - sum w P is the average of E Q_r + delta - P_r.
"""

from __future__ import annotations

from fractions import Fraction

import sympy as sp
import z3

from accountant.balls import BALLS, exact
from proofs_check.evidence import Outcome, check
from proofs_check.gaussian_profile import bell, eps, sigma
from proofs_check.replay import at_most, certified, equal_at
from proofs_check.smt import prove
from proofs_check.symbolic import SYMBOLIC, vanishes
from reference.formulas import delta_gauss

MIXED, GAUSSIAN = "lem:m1", "thm:m2"
UNITS, BARE = "reading:noise-in-units-of-s", "reading:bare-noise"
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
    concludes="mixture",
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
    concludes="mixture",
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
    about="premise:data-independent",
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


s, t = sp.symbols("s t", positive=True)


def each_value_of_r(noise) -> Outcome:
    """For one r that moves T by t <= s: the curve grows in t, and at t = s it is the printed one for this noise."""
    curve = delta_gauss(eps, noise / t, 1, SYMBOLIC)
    grows = vanishes(sp.diff(curve, t) - bell(eps, noise / t, sp.Integer(1)) / noise)
    worst = vanishes(curve.subs(t, s) - delta_gauss(eps, sigma, 1, SYMBOLIC))
    return worst if worst.result != "holds" else grows


@check(
    GAUSSIAN,
    about=UNITS,
    method="symbolic",
    scope="every eps >= 0, sigma > 0, s > 0, every r and every dimension",
    universal=True,
    concludes="each r",
    needs=[
        "gaussian_mechanism.curve_depends_on_the_length_only",
        "gaussian_mechanism.longer_shifts_are_worse",
    ],
    control=lambda: each_value_of_r(sigma),
)
def each_r_has_the_printed_curve() -> Outcome:
    """With noise sigma s each r has at most delta(eps, 1) of def:deltagauss, whatever its own sensitivity t <= s."""
    return each_value_of_r(sigma * s)


@check(
    GAUSSIAN,
    about=UNITS,
    method="smt",
    scope="every finite number of values of r, by induction",
    universal=True,
    concludes="mixture",
    needs=["randomized_sensitivity.gap_is_an_average_of_gaps"],
    control=lambda: mixture_step(2),
)
def averaging_over_r_keeps_the_curve() -> Outcome:
    """lem:m1 averages over r."""
    return mixture_step(1)


def bare_noise(sensitivity: Fraction) -> Outcome:
    """Noise sigma = 1 on a shift of this length, against delta(eps, 1) of def:deltagauss with sigma = 1, at eps = 1."""
    truth = certified(lambda: delta_gauss(exact(1), exact(1 / sensitivity), exact(1), BALLS))
    printed = certified(lambda: delta_gauss(exact(1), exact(1), exact(1), BALLS))
    return at_most(truth, printed, ("exact delta", "delta at sigma"), eps=1, sigma=1, s=sensitivity)


@check(
    GAUSSIAN,
    about=BARE,
    method="interval",
    scope="s = 2, sigma = 1, eps = 1",
    expect="fails",
    control=lambda: bare_noise(Fraction(1, 2)),
)
def bare_noise_is_too_small() -> Outcome:
    """With noise sigma instead of sigma s, a learner of sensitivity 2 exceeds delta(eps, 1)."""
    return bare_noise(Fraction(2))


def sensitivity_of(scales: tuple[int, ...]) -> Outcome:
    """T(D, r) = r q(D) with q of sensitivity 1: the largest over r against the one of the first r."""
    return equal_at(
        Fraction(max(scales)),
        Fraction(scales[0]),
        ("sensitivity over all r", "sensitivity at one r"),
        r=scales,
    )


@check(
    GAUSSIAN,
    about="step:sensitivity-of-r",
    method="exact",
    scope="r in {1, 2}, T = r q",
    expect="fails",
    control=lambda: sensitivity_of((2, 1)),
)
def one_r_may_move_less() -> Outcome:
    """The printed equality of the two sensitivities is only <=: at r = 1 the mechanism moves half as much as at r = 2."""
    return sensitivity_of((1, 2))


def member_below_maximum(strict: bool) -> Outcome:
    """A value among several is at most their maximum; is it below?"""
    one, rest = z3.Reals("one rest")
    largest = z3.If(one >= rest, one, rest)
    return prove([], one < largest if strict else one <= largest)


@check(
    GAUSSIAN,
    about="repair",
    method="smt",
    scope="every r: it and the maximum of the rest",
    universal=True,
    control=lambda: member_below_maximum(strict=True),
)
def one_r_moves_at_most_as_much() -> Outcome:
    """The sensitivity at one r is at most the one over all r, which is all that the proof needs."""
    return member_below_maximum(strict=False)


@check(
    GAUSSIAN,
    about="step:gaussian-for-each-r",
    method="symbolic",
    scope="every r, with noise in units of s",
    universal=True,
    control=lambda: each_value_of_r(sigma),
)
def each_r_is_a_gaussian_mechanism() -> Outcome:
    """For fixed r the mechanism adds Gaussian noise to a deterministic function."""
    return each_value_of_r(sigma * s)


@check(
    GAUSSIAN,
    about="step:mixture",
    method="smt",
    scope="every finite number of values of r, by induction",
    universal=True,
    control=lambda: mixture_step(2),
)
def lemma_applies() -> Outcome:
    """lem:m1 turns privacy of every T^r into privacy of T."""
    return mixture_step(1)


def scaled(power: int) -> Outcome:
    """|a/C - b/C| against |a - b| C^power for C > 0."""
    a, b = sp.symbols("a b", real=True)
    C = sp.Symbol("C", positive=True)
    return vanishes(sp.Abs(a / C - b / C) - sp.Abs(a - b) * C**power)


@check(
    GAUSSIAN,
    about="step:scaling",
    method="symbolic",
    scope="every pair of outputs, coordinate by coordinate",
    universal=True,
    control=lambda: scaled(1),
)
def dividing_the_output_divides_the_sensitivity() -> Outcome:
    """Dividing the output by a positive constant divides every distance, and so both sensitivities, by it."""
    return scaled(-1)
