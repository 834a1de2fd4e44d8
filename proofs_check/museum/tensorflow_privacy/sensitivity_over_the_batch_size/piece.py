"""tensorflow_privacy: sensitivity over the batch size."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from proofs_check.method.check import Outcome
from proofs_check.method.replay import RATIONALS, at_most
from proofs_check.museum.exhibit import Exhibit
from reference import formulas


def sensitivity_of_batches(c: Fraction, Lambda: Fraction, n: int, b: int) -> Fraction:
    return formulas.sensitivity(c, Lambda, n)


def sensitivity_over_batch_size(c: Fraction, Lambda: Fraction, n: int, b: int) -> Fraction:
    return formulas.sensitivity(c, Lambda, n) / b


def bound_covers_a_replaced_record(bound: Callable[..., Fraction]) -> Outcome:
    """One pass over n records of size c in batches of b, on the linear part of the loss, with one record turned around."""
    c, Lambda, n, b = Fraction(1), Fraction(1, 2), 12, 4

    def trained(records: list[Fraction]) -> Fraction:
        f = Fraction(0)
        for m in range(1, n // b + 1):
            batch = records[(m - 1) * b : m * b]
            slope = sum(formulas.loss_gradient_entry(x, -1) for x in batch) / Fraction(b)
            tau = formulas.learning_rate(Lambda, Lambda, m, RATIONALS)
            f = formulas.sgd_step(f, tau, formulas.gradient_entry(Lambda, f, slope))
        return f

    moved = abs(trained([c] * n) - trained([-c] + [c] * (n - 1)))
    return at_most(moved, bound(c, Lambda, n, b), ("distance of the models", "bound"), n=n, b=b)


PIECE = Exhibit(
    cause="sensitivity",
    impact="too little noise",
    right=sensitivity_of_batches,
    wrong=sensitivity_over_batch_size,
    catcher=bound_covers_a_replaced_record,
    report="tensorflow/privacy#153",
)
