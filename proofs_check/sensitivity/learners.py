"""ex:dpsvm and thm:sens_softmax, repaired: both learners meet Theorem R, and the SVM attains it.

Setting: ball projection, f_0 = 0, one-vs-rest signs or one-hot labels, whole passes in an order that ignores the data,
batch sums divided by b. X = |x|^2; for the SVM w = <f - f', x> and rho is the difference of the two slopes.
"""

from __future__ import annotations

import sympy as sp
import z3

from proofs_check.method.check import Outcome, check, every
from proofs_check.method.smt import Terms, prove
from proofs_check.method.symbolic import SYMBOLIC, all_vanish
from reference import formulas

SVM, SOFTMAX = "ex:dpsvm#sensitivity", "thm:sens_softmax"
THEOREM_R = [
    "sensitivity.theorem_r_by_checks.whole_passes_give_the_printed_form",
    "sensitivity.theorem_r_by_checks.fixed_divisor_keeps_the_bound",
    "sensitivity.theorem_r_by_checks.cyclic_visits_are_at_most_the_ceiling",
]
Lambda, R, c, h, X, p, K, n = z3.Reals("Lambda R c h X p K n")
SIZES = [Lambda > 0, R > 0, c > 0, h > 0, p >= 0, K >= 2, n >= 1]


def huber_cocoercive(scale) -> Outcome:
    """|x rho|^2 = X rho^2 against gamma rho w, gamma = beta - Λ with the spectral beta."""
    w, rho = z3.Reals("w rho")
    gamma = formulas.smoothness_svm_spectral(Lambda, c, h) - Lambda
    same_sign = z3.Or(z3.And(rho >= 0, w >= 0, 2 * h * rho <= w), z3.And(rho <= 0, w <= 0, w <= 2 * h * rho))
    return prove([*SIZES, 0 <= X, X <= c * c, same_sign], X * rho**2 <= scale * gamma * rho * w)


@check(
    SVM,
    about="repair",
    method="smt",
    scope="every dimension, record, pair of models, c and h; also across the joints of the loss",
    universal=True,
    needs=[
        "objectives.svm_constants.label_sign_keeps_the_curvature",
        "objectives.svm_constants.slope_is_monotone_for_every_label",
    ],
    control=lambda: huber_cocoercive(z3.Q(99, 100)),
)
def huber_loss_is_cocoercive() -> Outcome:
    """|g|^2 <= c^2/(2h) <u, g> for the Huber loss, without second derivatives."""
    return huber_cocoercive(1)


def loss_gradient(scale) -> Outcome:
    """|x sigma|^2 = X sigma^2 for |sigma| <= 1 against G^2."""
    sigma = z3.Real("sigma")
    premises = [*SIZES, 0 <= X, X <= c * c, sigma >= -1, sigma <= 1]
    return prove(premises, X * sigma**2 <= (scale * formulas.loss_gradient_svm(c)) ** 2)


@check(
    SVM,
    about="repair",
    method="smt",
    scope="every dimension, record and model",
    universal=True,
    needs=[
        "objectives.huber.slope_is_between_minus_one_and_zero",
        "objectives.svm_constants.gradient_is_right",
    ],
    control=lambda: loss_gradient(z3.Q(99, 100)),
)
def svm_loss_gradient_is_at_most_c() -> Outcome:
    """The part of the gradient that a record can change has norm at most c: the ΛR in L is not needed."""
    return loss_gradient(1)


def rate_is_allowed(scale) -> Outcome:
    """The printed beta against the spectral one, which the contraction needs: a smaller step is allowed."""
    num = Terms()
    svm = formulas.smoothness_svm(Lambda, c, h, p, num)
    softmax = formulas.smoothness_softmax(Lambda, c, p, K, num)
    return every(
        prove(SIZES, svm >= scale * formulas.smoothness_svm_spectral(Lambda, c, h), num),
        prove(SIZES, softmax >= scale * formulas.smoothness_softmax_spectral(Lambda, c), num),
    )


@check(
    SVM,
    about="repair",
    method="smt",
    scope="every Λ, c, h, p and K",
    universal=True,
    control=lambda: rate_is_allowed(2),
)
def printed_learning_rates_are_small_enough() -> Outcome:
    """Both printed beta are at least the spectral ones, so 1/beta is a step that contracts."""
    return rate_is_allowed(1)


def below_print(scale) -> Outcome:
    """Theorem R with G of the loss against the printed s of both learners."""
    num = Terms()
    svm = formulas.sensitivity(formulas.loss_gradient_svm(c), Lambda, n)
    softmax = formulas.sensitivity(formulas.loss_gradient_softmax(c, num), Lambda, n)
    return every(
        prove(SIZES, svm < scale * formulas.sensitivity_svm(Lambda, R, c, n)),
        prove(SIZES, softmax < scale * formulas.sensitivity_softmax(Lambda, R, c, n, num), num),
    )


@check(
    SVM,
    about="repair",
    method="smt",
    scope="every dimension, n, whole number of passes, batch size, Λ, R, c and h",
    universal=True,
    needs=[
        *THEOREM_R,
        "sensitivity.learners.huber_loss_is_cocoercive",
        "sensitivity.learners.svm_loss_gradient_is_at_most_c",
        "sensitivity.theorem_r_by_checks.gap_is_at_most_two_gradients",
        "sensitivity.learners.printed_learning_rates_are_small_enough",
    ],
    control=lambda: below_print(z3.Q(99, 100)),
)
def svm_sensitivity_is_2c_over_Lambda_n() -> Outcome:
    """One class's model moves by at most 2c/(Λn), which is strictly less than the printed 2(ΛR + c)/(Λn)."""
    return below_print(1)


@check(
    SOFTMAX,
    about="repair",
    method="smt",
    scope="every K, dimension, n, whole number of passes, batch size, Λ, R and c",
    universal=True,
    needs=[
        *THEOREM_R,
        "sensitivity.theorem_r_by_checks.bounded_curvature_is_cocoercive",
        "objectives.softmax_convexity.form_is_a_sum_of_squares",
        "objectives.softmax_smoothness.form_stays_below_half",
        "objectives.softmax_derivatives.hessian_is_right",
        "sensitivity.learners.softmax_loss_gradient_is_at_most_root_two_c",
        "sensitivity.theorem_r_by_checks.gap_is_at_most_two_gradients",
        "sensitivity.learners.printed_learning_rates_are_small_enough",
    ],
    control=lambda: below_print(z3.Q(99, 100)),
)
def softmax_sensitivity_is_2_root_2_c_over_Lambda_n() -> Outcome:
    """The whole model moves by at most 2 sqrt(2) c/(Λn), strictly less than the printed 2(ΛR + sqrt(2) c)/(Λn)."""
    return below_print(1)


def softmax_loss_gradient(scale) -> Outcome:
    """|x u^T|^2 = X |u|^2 with |u|^2 <= 2 against G^2."""
    num = Terms()
    u2 = z3.Real("u2")
    premises = [*SIZES, 0 <= X, X <= c * c, 0 <= u2, u2 <= 2]
    return prove(premises, X * u2 <= (scale * formulas.loss_gradient_softmax(c, num)) ** 2, num)


@check(
    SOFTMAX,
    about="repair",
    method="smt",
    scope="every K, dimension, record with a one-hot label, and model",
    universal=True,
    needs=[
        "objectives.softmax_lipschitz.distance_to_a_corner",
        "objectives.softmax_derivatives.gradient_is_right",
    ],
    control=lambda: softmax_loss_gradient(z3.Q(99, 100)),
)
def softmax_loss_gradient_is_at_most_root_two_c() -> Outcome:
    """The part of the gradient that a record can change has norm at most sqrt(2) c."""
    return softmax_loss_gradient(1)


def linear_steps(gradients: int) -> Outcome:
    """Both runs on the linear part of the loss: a shared record, then x with label +1 against x with label -1."""
    f, g, x, y, L, tau, relaxation = sp.symbols("f f' x y Lambda tau h", positive=True)
    slope = formulas.huber_slope(relaxation, -relaxation, SYMBOLIC)  # a margin below 1 - h

    def after(model, sign):
        gradient = formulas.gradient_entry(L, model, formulas.loss_gradient_entry(x, sign * slope))
        return formulas.sgd_step(model, tau, gradient)

    shared = after(f, y) - after(g, y) - (1 - L * tau) * (f - g)
    flipped = after(f, 1) - after(g, -1) - ((1 - L * tau) * (f - g) + tau * gradients * x)
    return all_vanish(map(sp.expand, [shared, flipped]))


@check(
    SVM,
    about="repair",
    method="symbolic",
    scope="Λ >= c^2/(1-h), h < 1 and R >= c/Λ: every dimension (entry by entry), n, M, schedule and index",
    universal=True,
    needs=["sensitivity.learners.models_stay_on_the_linear_part"],
    control=lambda: linear_steps(1),
)
def recursion_is_attained() -> Outcome:
    """Flip the label of one record x with |x| = c: every step obeys the recursion with equality, along x."""
    return linear_steps(2)


def stays_linear(threshold) -> Outcome:
    """|f| <= c/Λ is kept by a step, stays inside R >= c/Λ, and keeps every margin at or below 1 - h."""
    norm, new, a = z3.Reals("norm new a")
    premises = [*SIZES, h < 1, 0 <= a, a <= 1, 0 <= norm, norm <= c / Lambda, R >= c / Lambda]
    premises += [Lambda * threshold(h) >= c * c, new <= (1 - a) * norm + a / Lambda * c]
    return prove(premises, z3.And(new <= c / Lambda, new <= R, new * c <= 1 - h))


@check(
    SVM,
    about="repair",
    method="smt",
    scope="Λ >= c^2/(1-h), R >= c/Λ: every dimension, dataset and step",
    universal=True,
    needs=["lemmas.vectors.triangle_inequality"],
    control=lambda: stays_linear(lambda h: 1),
)
def models_stay_on_the_linear_part() -> Outcome:
    """For Λ >= c^2/(1-h) no iterate ever leaves the linear part of the loss or reaches the rim of the ball."""
    return stays_linear(lambda h: 1 - h)
