"""sec:parameter_upscaling: local models times n_i. Equal sensitivities, and what scaling a model does to its predictions."""

from __future__ import annotations

from fractions import Fraction

from proofs_check.method.check import Outcome, check
from proofs_check.method.replay import equal_at
from reference import formulas

PREDICTION, EQUAL = "sec:parameter_upscaling#prediction", "sec:parameter_upscaling#equal_sizes"


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
