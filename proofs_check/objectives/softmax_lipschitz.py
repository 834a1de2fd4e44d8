"""thm:lipschitz_softmax beside its theorem: segments in the ball, the learner's own gradients, and labels with several ones."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import z3

from accountant.numbers.balls import BALLS, exact
from proofs_check.method.check import Outcome, about
from proofs_check.method.replay import at_most, certified
from proofs_check.method.search import softmax_settings, worst_over
from proofs_check.method.smt import prove
from reference import formulas
from reference.learners.losses import grad_J_softmax

THEOREM = "thm:lipschitz_softmax"
check = about(THEOREM)


@check("repair", "smt", every="every dimension", wrong={"sign": 3})
def segment_between_models_stays_in_the_ball(sign=1):
    """With (1-c)f' + cf the mean value theorem applies, and the point stays in the ball, where the bound holds."""
    c, R, a, b, q = z3.Reals("c R a b q")
    premises = [c >= 0, c <= 1, 0 <= a, a <= R, 0 <= b, b <= R, q <= a * b, q >= -a * b]
    return prove(premises, (1 - c) ** 2 * b**2 + 2 * sign * c * (1 - c) * q + c**2 * a**2 <= R**2)


@check(
    "repair",
    "property",
    at="300 settings with 2 to 6 classes, models of norm R, records of norm c",
    wrong={"bound": lambda Lambda, R, c: Lambda * R + c},
)
def learner_gradients_stay_below_L(bound=formulas.lipschitz_softmax):
    """The learner's own gradient function never exceeds L in a search for the worst case."""
    # The largest |gradient| / bound over random and confidently wrong models, in floats.

    def ratio(Lambda, R, c, f, x, y):
        gradient = grad_J_softmax(f, x[None, :], np.array([y]), Lambda, 1)
        return float(np.linalg.norm(gradient) / bound(Lambda, R, c))

    worst = worst_over(softmax_settings(), ratio)
    verdict = "holds" if worst <= 1 + 1e-9 else "fails"  # float slack only; the bound itself is exact
    return Outcome(verdict, f"300 settings, worst ratio {worst:.3f}")


@check(
    "premise:one-hot",
    "interval",
    at="K = 16, y with 8 ones, f = 0; value and bound are squared",
    expect="fails",
    wrong={"ones": 1},
)
def several_ones_break_L(K=16, ones=8):
    """y in {0, 1}^K as printed allows several ones: with 8 of 16 the squared gradient norm is 4, above L^2 = 2.03."""
    Lambda, R = Fraction(1, 100), Fraction(1)
    share = Fraction(1, K)
    label = [1] * ones + [0] * (K - ones)
    slopes = [
        sum(y_k * formulas.softmax_slope(share, int(k == p)) for k, y_k in enumerate(label)) for p in range(K)
    ]
    squared = sum(slope**2 for slope in slopes)
    L = certified(lambda: formulas.lipschitz_softmax(exact(Lambda), exact(R), 1, BALLS) ** 2)
    return at_most(
        squared, L, ("squared gradient norm", "L squared"), Lambda=Lambda, R=R, c=1, K=K, ones_in_y=ones, f=0
    )
