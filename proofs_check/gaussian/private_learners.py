"""cor:erm_is_dp and cor:softmax_is_dp: a learner with sensitivity s and noise sigma s on each of its (p + 1)K entries.

That s is a sensitivity of the learner is a premise here; thm:sensitivity_general and thm:sens_softmax are judged on their own.
"""

from __future__ import annotations

from accountant.numbers.balls import BALLS, exact
from proofs_check.gaussian.mechanism import in_units_of_s, s
from proofs_check.gaussian.mixtures import mixture_step
from proofs_check.gaussian.shift import SHIFT
from proofs_check.lemmas.normal import eps, sigma
from proofs_check.method.check import Outcome, check
from proofs_check.method.replay import at_most, certified
from proofs_check.method.symbolic import SYMBOLIC, vanishes
from reference.formulas import delta_gauss

LEARNER, SOFTMAX = "cor:erm_is_dp", "cor:softmax_is_dp"
PER_CLASS, WHOLE = "reading:per-class", "reading:whole-model"
MIXTURE = ["gaussian.mixtures.gap_is_an_average_of_gaps"]


@check(
    LEARNER,
    about=PER_CLASS,
    method="symbolic",
    scope="every eps >= 0, sigma > 0, s > 0, number of features and number of classes K_comp = K",
    universal=True,
    needs=[
        "gaussian.mechanism.worst_shift_has_the_printed_curve",
        "gaussian.mechanism.joint_shift_grows_like_the_root",
    ],
    control=lambda: in_units_of_s(sigma),
)
def classes_are_compositions() -> Outcome:
    """If each of the K columns moves by at most s, the model moves by at most sqrt(K) s: K_comp = K is right."""
    return in_units_of_s(sigma * s)


def whole_model(compositions: int) -> Outcome:
    """The whole matrix moves by at most s: noise sigma s against the printed curve with this many compositions."""
    curve = delta_gauss(eps, (sigma * s) / s, 1, SYMBOLIC)
    return vanishes(curve - delta_gauss(eps, sigma, compositions, SYMBOLIC))


@check(
    LEARNER,
    about=WHOLE,
    method="symbolic",
    scope="every eps >= 0, sigma > 0, s > 0, number of features and classes, with K_comp = 1",
    universal=True,
    needs=SHIFT,
    control=lambda: whole_model(2),
)
def a_model_as_a_whole_is_one_composition() -> Outcome:
    """If the matrix as a whole moves by at most s in the Frobenius norm, K_comp = 1 is right."""
    return whole_model(1)


@check(
    LEARNER,
    about=PER_CLASS,
    method="smt",
    scope="every finite number of orders, by induction",
    universal=True,
    needs=MIXTURE,
    control=lambda: mixture_step(2),
)
def random_order_keeps_the_curve_per_class() -> Outcome:
    """An order of the records drawn independently of the data leaves the curve as it is."""
    return mixture_step(1)


@check(
    LEARNER,
    about=WHOLE,
    method="smt",
    scope="every finite number of orders, by induction",
    universal=True,
    needs=MIXTURE,
    control=lambda: mixture_step(2),
)
def random_order_keeps_the_curve_of_the_whole() -> Outcome:
    """An order of the records drawn independently of the data leaves the curve as it is."""
    return mixture_step(1)


@check(
    LEARNER,
    about="step:random-order",
    method="smt",
    scope="every finite number of orders, by induction",
    universal=True,
    needs=MIXTURE,
    control=lambda: mixture_step(2),
)
def footnote_is_right() -> Outcome:
    """thm:m2 carries the mechanism over to a learner with its own randomness."""
    return mixture_step(1)


def per_class_bound_with(compositions: int) -> Outcome:
    """Ten classes that each move by s, sigma = 4, eps = 1: the exact curve against the printed one at this K_comp."""
    truth = certified(lambda: delta_gauss(exact(1), exact(4), exact(10), BALLS))
    printed = certified(lambda: delta_gauss(exact(1), exact(4), exact(compositions), BALLS))
    return at_most(
        truth, printed, ("exact delta", "delta with K_comp"), eps=1, sigma=4, classes=10, K_comp=compositions
    )


@check(
    LEARNER,
    about="inference:count",
    method="interval",
    scope="10 classes, sigma = 4, eps = 1",
    expect="fails",
    control=lambda: per_class_bound_with(11),
)
def one_composition_is_too_few_per_class() -> Outcome:
    """With s per class and K_comp = 1 the statement would be false: K_comp must be tied to what s bounds."""
    return per_class_bound_with(1)


@check(
    SOFTMAX,
    method="symbolic",
    scope="every eps >= 0, sigma > 0, s > 0, number of features and classes",
    universal=True,
    needs=SHIFT,
    control=lambda: whole_model(2),
)
def softmax_is_one_composition() -> Outcome:
    """The bound s of SoftmaxReg is on the whole matrix of classes, so one composition is enough."""
    return whole_model(1)


@check(
    SOFTMAX,
    method="smt",
    scope="every finite number of orders, by induction",
    universal=True,
    needs=MIXTURE,
    control=lambda: mixture_step(2),
)
def random_order_keeps_the_curve_of_softmax() -> Outcome:
    """An order of the records drawn independently of the data leaves the curve as it is."""
    return mixture_step(1)
