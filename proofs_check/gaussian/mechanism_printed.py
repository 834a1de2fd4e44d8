"""lem:gauss_mech, lem:m1, thm:m2, cor:erm_is_dp: printed lines and counterexamples beside `mechanism_theorem`.

In lem:m1 P_r and Q_r are the probabilities of a set S under the two datasets, w_r the weights of r, E = e^eps. Everything is
linear in the weights: E sum w Q + delta - sum w P is the average of E Q_r + delta - P_r.
"""

from __future__ import annotations

from fractions import Fraction

import sympy as sp
import z3

from accountant.numbers.balls import BALLS, exact
from proofs_check.gaussian.profile import bell
from proofs_check.lemmas.normal import eps, sigma
from proofs_check.method.check import about, every
from proofs_check.method.replay import at_most, certified, delta_between
from proofs_check.method.smt import prove
from proofs_check.method.symbolic import SYMBOLIC, vanishes
from reference.formulas import delta_gauss

check_mechanism = about("lem:gauss_mech")
check_mixture = about("lem:m1")
check_random = about("thm:m2")
check_learner = about("cor:erm_is_dp")
w, P, Q, E, delta, s, t = sp.symbols("w P Q E delta s t", positive=True)


@check_mechanism(
    "premise:independent-noise",
    "interval",
    at="two scalar releases with the same noise",
    expect="fails",
    wrong={"correlation": Fraction(0)},
)
def reused_noise_cancels(correlation=Fraction(1)):
    """If both releases carry the same noise, their difference shows q_1 - q_2 exactly: delta is 1."""
    spread = 2 * (1 - correlation)  # variance of the difference of the two noises

    def above(mean: int):
        margin = Fraction(1, 2) - mean
        if spread == 0:
            return exact(int(margin < 0))
        return BALLS.erfc(exact(margin) / BALLS.sqrt(2 * spread)) / 2

    gained = certified(lambda: above(1) - BALLS.exp(1) * above(0))
    printed = certified(lambda: delta_gauss(exact(1), exact(1), exact(2), BALLS))
    return at_most(gained, printed, ("P(S) - e P'(S)", "printed delta"), eps=1, sigma=1, s=1, K_comp=2)


@check_mixture(
    "step:regrouping",
    "symbolic",
    every="every distribution of r, discrete or not: the integrands agree",
    wrong={"total": lambda w: 1},
)
def gap_is_an_average_of_gaps(total=lambda w: w):
    """E Q + delta - P of the mixture is the average of the same gaps, each >= 0; for continuous r the sum is an integral."""
    # One r's share of E sum w Q + delta - sum w P, where delta is spread as `total` times its weight.
    return vanishes((E * w * Q + delta * total(w) - w * P) - w * (E * Q + delta - P))


@check_mixture(
    "premise:independent-of-the-data",
    "exact",
    at="two records, T^r outputs r",
    expect="fails",
    wrong={"drawn_from": lambda D: (0, 1)},
)
def data_dependent_randomness_leaks(drawn_from=lambda D: D):
    """Every T^r ignores the data, so it is (0, 0)-private; if r is drawn from the data, the output tells neighbours apart."""
    # r is one of two values, each with probability 1/2: the two records, or 0 and 1 whatever the records are.
    laws = []
    for D in ((0, 1), (0, 0)):
        values = drawn_from(D)
        laws.append({r: Fraction(values.count(r), len(values)) for r in values})
    needed = delta_between(*laws)
    return at_most(needed, 0, ("delta needed at eps = 0", "delta of every T^r"), laws=laws)


@check_mixture("step:each-r", "smt", every="every r", wrong={"factor": 0})
def privacy_of_each_r_is_inserted(factor=1):
    """The premise is applied under the sum, which non-negative weights allow."""
    weight, p, q, e, d = z3.Reals("w P Q E delta")
    return prove(
        [weight >= 0, p >= 0, q >= 0, e >= 1, d >= 0, p <= e * q + d],
        weight * p <= weight * (factor * e * q + d),
    )


@check_random(
    "reading:bare-noise",
    "interval",
    at="s = 2, sigma = 1, eps = 1",
    expect="fails",
    wrong={"sensitivity": Fraction(1, 2)},
)
def bare_noise_is_too_small(sensitivity=Fraction(2)):
    """With noise sigma instead of sigma s, a learner of sensitivity 2 exceeds delta(eps, 1)."""
    # Noise sigma = 1 on a shift of this length, against delta(eps, 1) of def:deltagauss with sigma = 1, at eps = 1.
    truth = certified(lambda: delta_gauss(exact(1), exact(1 / sensitivity), exact(1), BALLS))
    printed = certified(lambda: delta_gauss(exact(1), exact(1), exact(1), BALLS))
    return at_most(truth, printed, ("exact delta", "delta at sigma"), eps=1, sigma=1, s=sensitivity)


@check_random(
    "step:gaussian-for-each-r", "symbolic", every="every r, with noise in units of s", wrong={"noise": sigma}
)
def each_r_is_a_gaussian_mechanism(noise=sigma * s):
    """For fixed r the mechanism adds Gaussian noise to a deterministic function."""
    # For one r that moves T by t <= s the curve grows in t, and at t = s it is the printed one for this noise.
    curve = delta_gauss(eps, noise / t, 1, SYMBOLIC)
    grows = vanishes(sp.diff(curve, t) - bell(eps, noise / t, sp.Integer(1)) / noise)
    return every(vanishes(curve.subs(t, s) - delta_gauss(eps, sigma, 1, SYMBOLIC)), grows)


@check_random(
    "step:scaling", "symbolic", every="every pair of outputs, coordinate by coordinate", wrong={"power": 1}
)
def dividing_the_output_divides_the_sensitivity(power=-1):
    """Dividing the output by a positive constant divides every distance, and so both sensitivities, by it."""
    a, b = sp.symbols("a b", real=True)
    C = sp.Symbol("C", positive=True)
    return vanishes(sp.Abs(a / C - b / C) - sp.Abs(a - b) * C**power)


@check_learner(
    "inference:count",
    "interval",
    at="10 classes, sigma = 4, eps = 1",
    expect="fails",
    wrong={"compositions": 11},
)
def one_composition_is_too_few_per_class(compositions=1):
    """With s per class and K_comp = 1 the statement would be false: K_comp must be tied to what s bounds."""
    truth = certified(lambda: delta_gauss(exact(1), exact(4), exact(10), BALLS))
    printed = certified(lambda: delta_gauss(exact(1), exact(4), exact(compositions), BALLS))
    return at_most(
        truth, printed, ("exact delta", "delta with K_comp"), eps=1, sigma=4, classes=10, K_comp=compositions
    )
