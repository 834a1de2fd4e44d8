"""kappa_K: on the ball |f| <= R the softmax cannot saturate, so its gradient stays below sqrt(2) c. For every K.

Logits z = f^T x have norm at most rho = Rc. With p = 1 - s_y and shares pi of the other n = K - 1 classes,
|softmax(z) - e_y|^2 = p^2 (1 + sum pi^2); `softmax_on_ball_shares.py` bounds p and the shares.
"""

from __future__ import annotations

import sympy as sp
import z3

from proofs_check.method.check import Outcome, check, every
from proofs_check.method.smt import Terms, prove
from proofs_check.method.symbolic import SYMBOLIC, all_vanish, vanishes
from proofs_check.sensitivity.learner_sensitivity import SOFTMAX
from reference import formulas


def distance(ones: int) -> Outcome:
    """|s - e_y|^2 = p^2 + sum (p pi)^2 with the learner's slopes; one share pi stands for all in the sum."""
    p, share = sp.symbols("p pi", positive=True)
    label, other = formulas.softmax_slope(1 - p, 1), formulas.softmax_slope(p * share, 0)
    return all_vanish([sp.expand(label**2 - ones * p**2), sp.expand(other**2 - p**2 * share**2)])


def assembled(scale, K: int) -> Outcome:
    """p <= wrong and Q <= spread give p sqrt(1 + Q) <= wrong sqrt(1 + spread), with the formula's own parts."""
    p, Q, wrong, spread, u = z3.Reals("p Q wrong spread u")
    num = Terms()
    bound = wrong * num.sqrt(1 + spread if K > 2 else z3.RealVal(2))
    premises = [0 <= p, p <= wrong, wrong <= 1, 0 <= Q, Q <= (spread if K > 2 else 1), spread >= 0, u >= 0]
    return prove([*premises, u * u == p * p * (1 + Q)], u <= scale * bound, num)


def written_out() -> Outcome:
    """The formula for K = 2, 3 and 7 is wrong * sqrt(1 + spread) of its parts."""
    r = sp.Symbol("rho", positive=True)
    gaps = []
    for K in (2, 3, 7):
        wrong, others = 1 - formulas.label_share_floor(r, sp.Integer(K), SYMBOLIC), sp.Integer(K - 1)
        second = (
            sp.Rational(1, 2) if K == 3 else formulas.second_share(r, others, SYMBOLIC) if K > 3 else None
        )
        spread = (
            1
            if K == 2
            else formulas.squared_shares(formulas.top_share(r, others, SYMBOLIC), second, SYMBOLIC)
        )
        gaps.append(formulas.loss_gradient_softmax_on_ball(r, K, SYMBOLIC) - wrong * sp.sqrt(1 + spread))
    return every(*map(same_expression, gaps))


def same_expression(gap: sp.Expr) -> Outcome:
    """Is the difference 0 as it stands, or is it certainly not 0 at rho = 1?"""
    if gap == 0:
        return Outcome("holds", "the same expression")
    at_one = gap.subs(sp.Symbol("rho", positive=True), 1)
    return Outcome("fails" if at_one.is_zero is False else "undecided", "not the same expression")


@check(
    SOFTMAX,
    about="repair",
    method="smt",
    scope="every K, dimension and rho = Rc",
    universal=True,
    concludes="gradient on the ball",
    needs=[
        "softmax_on_ball_shares.label_keeps_some_probability",
        "softmax_on_ball_shares.largest_share_is_bounded",
        "softmax_on_ball_shares.second_share_is_bounded",
        "softmax_on_ball_shares.squares_of_the_shares_are_bounded",
        "softmax_derivatives.gradient_is_right",
        "softmax_diameter.logits_stay_in_a_ball",
    ],
    control=[lambda: distance(2), lambda: assembled(z3.Q(99, 100), 5)],
)
def gradient_on_the_ball_is_smaller() -> Outcome:
    """|softmax(z) - e_y| <= kappa_K(rho) for |z| <= rho: the loss gradient is at most kappa_K c, below sqrt(2) c."""
    return every(distance(1), assembled(1, 2), assembled(1, 5), written_out())


def two_classes(scale: int) -> Outcome:
    """Logits rho/sqrt(2) (-1, 1), label 1: |s - e_y| = sqrt(2) s_2."""
    r = sp.Symbol("rho", positive=True)
    low, high = sp.exp(-r / sp.sqrt(2)), sp.exp(r / sp.sqrt(2))
    wrong = formulas.softmax(high, low + high)
    slopes = [formulas.softmax_slope(formulas.softmax(low, low + high), 1), formulas.softmax_slope(wrong, 0)]
    squared = sum(slope**2 for slope in slopes)
    return vanishes(squared - (scale * formulas.loss_gradient_softmax_on_ball(r, 2, SYMBOLIC)) ** 2)


@check(
    SOFTMAX,
    about="repair",
    method="symbolic",
    scope="K = 2, every rho",
    universal=True,
    control=lambda: two_classes(2),
)
def two_classes_attain_kappa() -> Outcome:
    """For two classes kappa_2 is reached by opposite logits: it cannot be lowered."""
    return two_classes(1)
