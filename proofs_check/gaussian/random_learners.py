"""thm:m2: Gaussian noise on a learner whose sensitivity is bounded for every value r of its own randomness."""

from __future__ import annotations

from fractions import Fraction

import sympy as sp
import z3

from accountant.numbers.balls import BALLS, exact
from proofs_check.gaussian.curve import bell
from proofs_check.gaussian.shift import curve_depends_on_the_length_only, longer_shifts_are_worse
from proofs_check.lemmas.normal import eps, sigma
from proofs_check.method.check import Outcome, about
from proofs_check.method.replay import at_most, certified
from proofs_check.method.smt import prove
from proofs_check.method.symbolic import SYMBOLIC, vanishes
from reference.formulas import delta_gauss

check = about("thm:m2")
UNITS, BARE = "reading:noise-in-units-of-s", "reading:bare-noise"
s, t = sp.symbols("s t", positive=True)


def each_value_of_r(noise) -> Outcome:
    """For one r that moves T by t <= s: the curve grows in t, and at t = s it is the printed one for this noise."""
    curve = delta_gauss(eps, noise / t, 1, SYMBOLIC)
    grows = vanishes(sp.diff(curve, t) - bell(eps, noise / t, sp.Integer(1)) / noise)
    worst = vanishes(curve.subs(t, s) - delta_gauss(eps, sigma, 1, SYMBOLIC))
    return worst if worst.result != "holds" else grows


@check(
    UNITS,
    "symbolic",
    every="every eps >= 0, sigma > 0, s > 0, every r and every dimension",
    wrong={"noise": sigma},
    needs=[curve_depends_on_the_length_only, longer_shifts_are_worse],
)
def each_r_has_the_printed_curve(noise=sigma * s):
    """With noise sigma s each r has at most delta(eps, 1) of def:deltagauss, whatever its own sensitivity t <= s."""
    return each_value_of_r(noise)


@check(
    BARE, "interval", at="s = 2, sigma = 1, eps = 1", expect="fails", wrong={"sensitivity": Fraction(1, 2)}
)
def bare_noise_is_too_small(sensitivity=Fraction(2)):
    """With noise sigma instead of sigma s, a learner of sensitivity 2 exceeds delta(eps, 1)."""
    # Noise sigma = 1 on a shift of this length, against delta(eps, 1) of def:deltagauss with sigma = 1, at eps = 1.
    truth = certified(lambda: delta_gauss(exact(1), exact(1 / sensitivity), exact(1), BALLS))
    printed = certified(lambda: delta_gauss(exact(1), exact(1), exact(1), BALLS))
    return at_most(truth, printed, ("exact delta", "delta at sigma"), eps=1, sigma=1, s=sensitivity)


@check("repair", "smt", every="every r: it and the maximum of the rest", wrong={"strict": True})
def one_r_moves_at_most_as_much(strict=False):
    """The sensitivity at one r is at most the one over all r, which is all that the proof needs."""
    # A value among several is at most their maximum; is it below?
    one, rest = z3.Reals("one rest")
    largest = z3.If(one >= rest, one, rest)
    return prove([], one < largest if strict else one <= largest)


@check(
    "step:gaussian-for-each-r", "symbolic", every="every r, with noise in units of s", wrong={"noise": sigma}
)
def each_r_is_a_gaussian_mechanism(noise=sigma * s):
    """For fixed r the mechanism adds Gaussian noise to a deterministic function."""
    return each_value_of_r(noise)


@check(
    "step:scaling", "symbolic", every="every pair of outputs, coordinate by coordinate", wrong={"power": 1}
)
def dividing_the_output_divides_the_sensitivity(power=-1):
    """Dividing the output by a positive constant divides every distance, and so both sensitivities, by it."""
    a, b = sp.symbols("a b", real=True)
    C = sp.Symbol("C", positive=True)
    return vanishes(sp.Abs(a / C - b / C) - sp.Abs(a - b) * C**power)
