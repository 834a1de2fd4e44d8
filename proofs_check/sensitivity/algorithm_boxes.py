"""alg:dpsvm and alg:dpsoftmax, line by line: clipping, objective, index, start and the line that is called a projection."""

from __future__ import annotations

from fractions import Fraction

import sympy as sp

from proofs_check.method.check import Outcome, about, shown
from proofs_check.method.replay import RATIONALS, at_most
from proofs_check.method.symbolic import SYMBOLIC, vanishes
from proofs_check.sensitivity.counterexamples import rescaled
from reference import formulas

SVM, SOFTMAX = "alg:dpsvm", "alg:dpsoftmax"
check_svm = about(SVM)
check_softmax = about(SOFTMAX)


def moved_by(factor: Fraction) -> Outcome:
    """A model at half the radius: how far a map that multiplies it by `factor` takes it. Nearest in the ball is itself."""
    R, length = Fraction(2), Fraction(1)
    return at_most(
        abs(factor * length - length),
        Fraction(0),
        ("way to the image", "way to the nearest model in the ball"),
        R=R,
        norm_f=length,
    )


def ball_line() -> Outcome:
    return moved_by(formulas.shrink_factor(Fraction(2), Fraction(1), RATIONALS))


@check_svm("statement", "exact", at="a model of norm 1, R = 2", expect="fails", control=ball_line)
def svm_line_is_no_projection():
    """R f/|f| sends a model inside the ball to its rim; a projection leaves it where it is."""
    return moved_by(formulas.sphere_factor(Fraction(2), Fraction(1)))


@check_svm(
    "step:rescaling",
    "exact",
    at="two records, Λ = 3, R = 1/3, c = 1, h = 1/2",
    expect="fails",
    wrong={"y": 1},
)
def rescaling_may_divide_by_zero(y=-1):
    """A second record of the other sign takes the model to exactly 0, and R f/|f| has no value."""
    Lambda, R, h = Fraction(3), Fraction(1, 3), Fraction(1, 2)
    beta = formulas.smoothness_svm(Lambda, Fraction(1), h, 1, RATIONALS)
    f, before = Fraction(0), []
    for m, sign in enumerate((1, y), start=1):
        loss = formulas.loss_gradient_entry(Fraction(1), sign * formulas.huber_slope(h, sign * f, RATIONALS))
        tau = formulas.learning_rate(beta, Lambda, m, RATIONALS)
        f = formulas.sgd_step(f, tau, formulas.gradient_entry(Lambda, f, loss))
        before.append(f)
        f = f and rescaled(f, R)
    steps = shown(
        before_first_rescaling=before[0], before_second_rescaling=before[1], sign_of_second_record=y
    )
    return Outcome("fails" if 0 in before else "holds", "is what is rescaled ever 0?", steps)


@check_svm("step:index", "enumeration", at="n = 2", expect="fails", wrong={"first": 0})
def svm_index_misses_a_record(first=1, largest_n=60):
    """Records are numbered 1..n, but m mod n runs over 0..n-1: record n is never visited and record 0 does not exist."""
    for n in range(2, largest_n):
        if sorted(m % n for m in range(1, n + 1)) != list(range(first, first + n)):
            return Outcome(
                "fails",
                "the indices are not those of the records",
                shown(n=n, visited=[m % n for m in range(1, n + 1)]),
            )
    return Outcome("holds", f"the indices are those of the records for n < {largest_n}")


@check_svm("step:objective", "exact", at="label 3, c = 1", expect="fails", wrong={"label": 1})
def objective_multiplies_the_label(label=3):
    """The margin is multiplied by y and by the sign of class k; for y = 3 the gradient is three times its bound."""
    # One record with |x| = c = 1 on the linear part, margin multiplied by the label and by its sign.
    slope = formulas.huber_slope(Fraction(1, 10), Fraction(0), RATIONALS)
    gradient = formulas.loss_gradient_entry(Fraction(1), label * slope)
    return at_most(
        abs(gradient), formulas.loss_gradient_svm(Fraction(1)), ("gradient", "its bound c"), label=label, c=1
    )


@check_softmax(
    "step:smoothness", "symbolic", every="every p, K, Λ and c", wrong={"features": lambda p: p + 1}
)
def box_and_theorem_have_one_beta(features=lambda p: p):
    """The appendix writes records as [1, x_1, ..., x_d], so d is the number p of features: the box has the theorem's beta."""
    # What the box prints, in d, against thm:smooth_softmax in p; the control takes d for the entries of a record.
    p, K, L, c = sp.symbols("p K Lambda c", positive=True)
    printed = sp.sqrt((features(p) + 1) * K * L**2 + (L + c**2) ** 2 / 2)
    return vanishes(printed**2 - formulas.smoothness_softmax(L, c, p, K, SYMBOLIC) ** 2)


@check_softmax(
    "step:clipped-record",
    "exact",
    at="a record of norm 2c, c = 1, K = 2, f = 0",
    expect="fails",
    wrong={"used": lambda x: x * formulas.shrink_factor(Fraction(1), x, RATIONALS)},
)
def box_trains_on_unclipped_records(used=lambda x: x):
    """The objective draws clipped(x) from D and puts x into the loss, the step takes x_j: a gradient of twice its bound."""
    # |x|^2 |s - e_y|^2 with s = (1/2, 1/2), against the square of the largest gradient of a record of norm c.
    x, c = Fraction(2), Fraction(1)
    slopes = [formulas.softmax_slope(Fraction(1, 2), label) for label in (1, 0)]
    squared = sum(formulas.loss_gradient_entry(used(x), slope) ** 2 for slope in slopes)
    clipped = sum(formulas.loss_gradient_entry(c, slope) ** 2 for slope in slopes)
    names = ("squared gradient in the box", "squared gradient of the clipped record")
    return at_most(squared, clipped, names, x=x, c=c)
