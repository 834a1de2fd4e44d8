"""sec:parameter_upscaling: local models times n_i. Equal sensitivities, and what scaling a model does to its predictions."""

from __future__ import annotations

from fractions import Fraction

import sympy as sp
import z3

from proofs_check.distributed.weights import learners_scale
from proofs_check.method.check import Outcome, check, every
from proofs_check.method.replay import equal_at
from proofs_check.method.smt import prove
from proofs_check.method.symbolic import vanishes
from reference import formulas

SENSITIVITY = "sec:parameter_upscaling#sensitivity"
PREDICTION, EQUAL = "sec:parameter_upscaling#prediction", "sec:parameter_upscaling#equal_sizes"
LABEL = "reading:predicted-class"


@check(
    SENSITIVITY,
    method="symbolic",
    scope="every Λ, R, c and n, both learners",
    universal=True,
    concludes="the same for all users",
    control=lambda: learners_scale(2),
)
def upscaled_bounds_agree() -> Outcome:
    """n_i times the printed sensitivity is the same number for every n_i."""
    return learners_scale(1)


def scaled_bounds(weight) -> Outcome:
    """weight(n) 2G/(Λn) against weight(m) 2G/(Λm)."""
    G, Lambda, n, m = z3.Reals("G Lambda n m")
    premises = [G > 0, Lambda > 0, n >= 1, m >= 1]
    first, second = (weight(k) * formulas.sensitivity(G, Lambda, k) for k in (n, m))
    return prove(premises, first == second)


@check(
    SENSITIVITY,
    method="smt",
    scope="every gradient bound G, Λ > 0 and n, m >= 1",
    universal=True,
    concludes="whatever the gradient bound",
    control=lambda: scaled_bounds(lambda n: 1),
)
def any_bound_over_n_agrees() -> Outcome:
    """The same for every bound of the form 2G/(Λn); without the factor (control) users with few records move further."""
    return scaled_bounds(lambda n: n)


def order_of_scores(constant) -> Outcome:
    """Are two scores ordered alike, and is a score's sign kept, after scaling by a C that meets the constraint?"""
    a, b, C = z3.Reals("a b C")
    allowed = [constant(C)]
    return every(prove(allowed, (C * a > C * b) == (a > b)), prove(allowed, (C * a >= 0) == (a >= 0)))


@check(
    PREDICTION,
    about=LABEL,
    method="smt",
    scope="every model, record, number of classes and C > 0: score by score",
    universal=True,
    concludes="order of the scores",
    control=lambda: order_of_scores(lambda C: C >= 0),
)
def positive_scaling_keeps_the_label() -> Outcome:
    """For C > 0 the largest score stays the largest and a sign stays what it is, so both learners predict the same class."""
    return order_of_scores(lambda C: C > 0)


def score_of_scaled(power: int) -> Outcome:
    """One summand of <C f, x> against C^power times that of <f, x>."""
    f, x = sp.symbols("f x", real=True)
    C = sp.Symbol("C", positive=True)
    return vanishes((C * f) * x - C**power * f * x)


@check(
    PREDICTION,
    about=LABEL,
    method="symbolic",
    scope="every dimension, the intercept's entry among them: summand by summand",
    universal=True,
    concludes="scores scale",
    control=lambda: score_of_scaled(2),
)
def scores_are_linear_in_the_model() -> Outcome:
    """Scaling the whole model, intercept included, multiplies every score by C."""
    return score_of_scaled(1)


def label_after(constant: Fraction) -> Outcome:
    """Scores 1 and 2 times this constant: is the second class still the (only) largest?"""
    scores = [constant * score for score in (1, 2)]
    largest = [k for k, score in enumerate(scores) if score == max(scores)]
    return equal_at(Fraction(sum(largest)), Fraction(1), ("predicted class", "class before"), scores=scores)


@check(
    PREDICTION,
    about="reading:any-constant",
    method="exact",
    scope="two classes, constant -1",
    expect="fails",
    control=lambda: label_after(Fraction(50)),
)
def negative_constants_turn_the_label() -> Outcome:
    """The text says any constant; a negative one exchanges the classes, and 0 leaves no class in front."""
    return label_after(Fraction(-1))


def probability_after(power: int) -> Outcome:
    """Logits 0 and log 2, scaled by `power`: the second class's softmax share against the one before, 2/3."""
    share = formulas.softmax(Fraction(2) ** power, 1 + Fraction(2) ** power)
    return equal_at(
        share, Fraction(2, 3), ("share after scaling", "share before"), logits="0, log 2", C=power
    )


@check(
    PREDICTION,
    about="reading:class-probabilities",
    method="exact",
    scope="two classes, logits 0 and log 2, C = 50",
    expect="fails",
    control=lambda: probability_after(1),
)
def probabilities_saturate() -> Outcome:
    """The softmax shares are not scale-invariant: times n = 50 a share of 2/3 becomes 1 - 1/(1 + 2^50)."""
    return probability_after(50)


def averaged_equal_sizes(second) -> Outcome:
    """One entry of (1/w)(n f + n' f' + rest of n f) against n times the plain average, n' as given."""
    own, other, rest = sp.symbols("f f' rest", real=True)
    n, w = sp.symbols("n w", positive=True)
    return vanishes(sp.expand((n * own + second(n) * other + n * rest) / w - n * (own + other + rest) / w))


@check(
    EQUAL,
    method="symbolic",
    scope="every w, dimension and common n",
    universal=True,
    concludes="a scaled average",
    control=lambda: averaged_equal_sizes(lambda n: n + 1),
)
def equal_weights_scale_the_average() -> Outcome:
    """With equal n_i the released model is n times the average; with unequal ones (control) it is another direction."""
    return averaged_equal_sizes(lambda n: n)


@check(
    EQUAL,
    method="smt",
    scope="every model, record and n > 0",
    universal=True,
    concludes="the same predictions",
    control=lambda: order_of_scores(lambda C: C >= 0),
)
def same_predictions_as_the_average() -> Outcome:
    """A positive factor n changes no prediction."""
    return order_of_scores(lambda C: C > 0)
