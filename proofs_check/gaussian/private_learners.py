"""cor:erm_is_dp and cor:softmax_is_dp: a learner with sensitivity s and noise sigma s on each of its (p + 1)K entries.

That s is a sensitivity of the learner is a premise here; thm:sensitivity_general and thm:sens_softmax are judged on their own.
"""

from __future__ import annotations

from accountant.numbers.balls import BALLS, exact
from proofs_check.gaussian.mechanism import (
    in_units_of_s,
    joint_shift_grows_like_the_root,
    s,
    worst_shift_has_the_printed_curve,
)
from proofs_check.gaussian.mixtures import gap_is_an_average_of_gaps
from proofs_check.gaussian.shift import SHIFT
from proofs_check.lemmas.normal import eps, sigma
from proofs_check.method.check import about
from proofs_check.method.replay import at_most, certified
from proofs_check.method.symbolic import SYMBOLIC, vanishes
from reference.formulas import delta_gauss

check_learner = about("cor:erm_is_dp")
check_softmax = about("cor:softmax_is_dp")
PER_CLASS, WHOLE = "reading:per-class", "reading:whole-model"
MIXTURE = [gap_is_an_average_of_gaps]


@check_learner(
    PER_CLASS,
    "symbolic",
    every="every eps >= 0, sigma > 0, s > 0, number of features and number of classes K_comp = K",
    wrong={"noise": sigma},
    needs=[worst_shift_has_the_printed_curve, joint_shift_grows_like_the_root],
)
def classes_are_compositions(noise=sigma * s):
    """If each of the K columns moves by at most s, the model moves by at most sqrt(K) s: K_comp = K is right."""
    return in_units_of_s(noise)


@check_learner(
    WHOLE,
    "symbolic",
    every="every eps >= 0, sigma > 0, s > 0, number of features and classes, with K_comp = 1",
    wrong={"compositions": 2},
    needs=SHIFT,
)
def a_model_as_a_whole_is_one_composition(compositions=1):
    """If the matrix as a whole moves by at most s in the Frobenius norm, K_comp = 1 is right."""
    curve = delta_gauss(eps, (sigma * s) / s, 1, SYMBOLIC)
    return vanishes(curve - delta_gauss(eps, sigma, compositions, SYMBOLIC))


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
