"""ex:dpsvm and thm:sens_softmax, repaired: both learners meet Theorem R, and the SVM attains it.

Setting: ball projection, f_0 = 0, one-vs-rest signs or one-hot labels, whole passes in an order that ignores the data,
batch sums divided by b. X = |x|^2; for the SVM w = <f - f', x> and rho is the difference of the two slopes.
"""

from __future__ import annotations

import sympy as sp
import z3

from proofs_check.lemmas.vectors import triangle_inequality
from proofs_check.method.check import Outcome, about, every
from proofs_check.method.smt import Terms, prove
from proofs_check.method.symbolic import SYMBOLIC, all_vanish
from proofs_check.objectives import softmax_derivatives
from proofs_check.objectives.huber import slope_is_between_minus_one_and_zero
from proofs_check.objectives.softmax_convexity import form_is_a_sum_of_squares
from proofs_check.objectives.softmax_derivatives import hessian_is_right
from proofs_check.objectives.softmax_lipschitz import distance_to_a_corner
from proofs_check.objectives.softmax_smoothness import form_stays_below_half
from proofs_check.objectives.svm_constants import (
    gradient_is_right,
    label_sign_keeps_the_curvature,
    slope_is_monotone_for_every_label,
)
from proofs_check.sensitivity.theorem_r_by_checks import (
    bounded_curvature_is_cocoercive,
    cyclic_visits_are_at_most_the_ceiling,
    fixed_divisor_keeps_the_bound,
    gap_is_at_most_two_gradients,
    whole_passes_give_the_printed_form,
)
from reference import formulas

SVM, SOFTMAX = "ex:dpsvm#sensitivity", "thm:sens_softmax"
check_svm = about(SVM)
check_softmax = about(SOFTMAX)
THEOREM_R = [
    whole_passes_give_the_printed_form,
    fixed_divisor_keeps_the_bound,
    cyclic_visits_are_at_most_the_ceiling,
]
Lambda, R, c, h, X, p, K, n = z3.Reals("Lambda R c h X p K n")
SIZES = [Lambda > 0, R > 0, c > 0, h > 0, p >= 0, K >= 2, n >= 1]


@check_svm(
    "repair",
    "smt",
    every="every dimension, record, pair of models, c and h; also across the joints of the loss",
    wrong={"scale": z3.Q(99, 100)},
    needs=[label_sign_keeps_the_curvature, slope_is_monotone_for_every_label],
)
def huber_loss_is_cocoercive(scale=1):
    """|g|^2 <= c^2/(2h) <u, g> for the Huber loss, without second derivatives."""
    # |x rho|^2 = X rho^2 against gamma rho w, gamma = beta - Λ with the spectral beta.
    w, rho = z3.Reals("w rho")
    gamma = formulas.smoothness_svm_spectral(Lambda, c, h) - Lambda
    same_sign = z3.Or(z3.And(rho >= 0, w >= 0, 2 * h * rho <= w), z3.And(rho <= 0, w <= 0, w <= 2 * h * rho))
    return prove([*SIZES, 0 <= X, X <= c * c, same_sign], X * rho**2 <= scale * gamma * rho * w)


def loss_gradient(scale) -> Outcome:
    """|x sigma|^2 = X sigma^2 for |sigma| <= 1 against G^2."""
    sigma = z3.Real("sigma")
    premises = [*SIZES, 0 <= X, X <= c * c, sigma >= -1, sigma <= 1]
    return prove(premises, X * sigma**2 <= (scale * formulas.loss_gradient_svm(c)) ** 2)


@check_svm(
    "repair",
    "smt",
    every="every dimension, record and model",
    wrong={"scale": z3.Q(99, 100)},
    needs=[slope_is_between_minus_one_and_zero, gradient_is_right],
)
def svm_loss_gradient_is_at_most_c(scale=1):
    """The part of the gradient that a record can change has norm at most c: the ΛR in L is not needed."""
    return loss_gradient(scale)


@check_svm("repair", "smt", every="every Λ, c, h, p and K", wrong={"scale": 2})
def printed_learning_rates_are_small_enough(scale=1):
    """Both printed beta are at least the spectral ones, so 1/beta is a step that contracts."""
    # The printed beta against the spectral one, which the contraction needs: a smaller step is allowed.
    num = Terms()
    svm = formulas.smoothness_svm(Lambda, c, h, p, num)
    softmax = formulas.smoothness_softmax(Lambda, c, p, K, num)
    return every(
        prove(SIZES, svm >= scale * formulas.smoothness_svm_spectral(Lambda, c, h), num),
        prove(SIZES, softmax >= scale * formulas.smoothness_softmax_spectral(Lambda, c), num),
    )


def below_print(scale) -> Outcome:
    """Theorem R with G of the loss against the printed s of both learners."""
    num = Terms()
    svm = formulas.sensitivity(formulas.loss_gradient_svm(c), Lambda, n)
    softmax = formulas.sensitivity(formulas.loss_gradient_softmax(c, num), Lambda, n)
    return every(
        prove(SIZES, svm < scale * formulas.sensitivity_svm(Lambda, R, c, n)),
        prove(SIZES, softmax < scale * formulas.sensitivity_softmax(Lambda, R, c, n, num), num),
    )


@check_svm(
    "repair",
    "smt",
    every="every dimension, n, whole number of passes, batch size, Λ, R, c and h",
    wrong={"scale": z3.Q(99, 100)},
    needs=[
        *THEOREM_R,
        huber_loss_is_cocoercive,
        svm_loss_gradient_is_at_most_c,
        gap_is_at_most_two_gradients,
        printed_learning_rates_are_small_enough,
    ],
)
def svm_sensitivity_is_2c_over_Lambda_n(scale=1):
    """One class's model moves by at most 2c/(Λn), which is strictly less than the printed 2(ΛR + c)/(Λn)."""
    return below_print(scale)


@check_softmax(
    "repair",
    "smt",
    every="every K, dimension, record with a one-hot label, and model",
    wrong={"scale": z3.Q(99, 100)},
    needs=[distance_to_a_corner, softmax_derivatives.gradient_is_right],
)
def softmax_loss_gradient_is_at_most_root_two_c(scale=1):
    """The part of the gradient that a record can change has norm at most sqrt(2) c."""
    # |x u^T|^2 = X |u|^2 with |u|^2 <= 2 against G^2.
    num = Terms()
    u2 = z3.Real("u2")
    premises = [*SIZES, 0 <= X, X <= c * c, 0 <= u2, u2 <= 2]
    return prove(premises, X * u2 <= (scale * formulas.loss_gradient_softmax(c, num)) ** 2, num)


@check_softmax(
    "repair",
    "smt",
    every="every K, dimension, n, whole number of passes, batch size, Λ, R and c",
    wrong={"scale": z3.Q(99, 100)},
    needs=[
        *THEOREM_R,
        bounded_curvature_is_cocoercive,
        form_is_a_sum_of_squares,
        form_stays_below_half,
        hessian_is_right,
        softmax_loss_gradient_is_at_most_root_two_c,
        gap_is_at_most_two_gradients,
        printed_learning_rates_are_small_enough,
    ],
)
def softmax_sensitivity_is_2_root_2_c_over_Lambda_n(scale=1):
    """The whole model moves by at most 2 sqrt(2) c/(Λn), strictly less than the printed 2(ΛR + sqrt(2) c)/(Λn)."""
    return below_print(scale)


@check_svm(
    "repair",
    "smt",
    every="Λ >= c^2/(1-h), R >= c/Λ: every dimension, dataset and step",
    wrong={"threshold": lambda h: 1},
    needs=[triangle_inequality],
)
def models_stay_on_the_linear_part(threshold=lambda h: 1 - h):
    """For Λ >= c^2/(1-h) no iterate ever leaves the linear part of the loss or reaches the rim of the ball."""
    # |f| <= c/Λ is kept by a step, stays inside R >= c/Λ, and keeps every margin at or below 1 - h.
    norm, new, a = z3.Reals("norm new a")
    premises = [*SIZES, h < 1, 0 <= a, a <= 1, 0 <= norm, norm <= c / Lambda, R >= c / Lambda]
    premises += [Lambda * threshold(h) >= c * c, new <= (1 - a) * norm + a / Lambda * c]
    return prove(premises, z3.And(new <= c / Lambda, new <= R, new * c <= 1 - h))


@check_svm(
    "repair",
    "symbolic",
    every="Λ >= c^2/(1-h), h < 1 and R >= c/Λ: every dimension (entry by entry), n, M, schedule and index",
    wrong={"gradients": 1},
    needs=[models_stay_on_the_linear_part],
)
def recursion_is_attained(gradients=2):
    """Flip the label of one record x with |x| = c: every step obeys the recursion with equality, along x."""
    # Both runs on the linear part of the loss: a shared record, then x with label +1 against x with label -1.
    f, g, x, y, L, tau, relaxation = sp.symbols("f f' x y Lambda tau h", positive=True)
    slope = formulas.huber_slope(relaxation, -relaxation, SYMBOLIC)  # a margin below 1 - h

    def after(model, sign):
        gradient = formulas.gradient_entry(L, model, formulas.loss_gradient_entry(x, sign * slope))
        return formulas.sgd_step(model, tau, gradient)

    shared = after(f, y) - after(g, y) - (1 - L * tau) * (f - g)
    flipped = after(f, 1) - after(g, -1) - ((1 - L * tau) * (f - g) + tau * gradients * x)
    return all_vanish(map(sp.expand, [shared, flipped]))
