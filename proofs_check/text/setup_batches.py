"""What the experimental setup says about batches, passes and learning rates."""

from __future__ import annotations

import z3

from proofs_check.method.check import Outcome, check
from proofs_check.sensitivity.counterexamples import svm_batches
from proofs_check.sensitivity.theorem_r_by_checks import batches_of
from reference import formulas
from reference.learners.schedule import fixed_divisor, own_size

BATCHES = "app:experimental_setup#batches"


def whole_epochs(steps=lambda k, u: k * u) -> Outcome:
    """Whole epochs of batches, divided by b, against the printed 2(ΛR + G)/(Λn)."""
    radius = z3.Real("root") ** 2  # any R >= 0
    return batches_of(
        lambda b, last: b, steps, lambda G, Lambda, n: formulas.sensitivity_svm(Lambda, radius, G, n)
    )


@check(
    BATCHES,
    about="reading:fixed-divisor",
    method="smt",
    scope="every n, b, number of epochs, Λ, R and gradient bound G",
    universal=True,
    needs=["sensitivity.theorem_r_by_checks.fixed_divisor_keeps_the_bound"],
    control=lambda: whole_epochs(lambda k, u: k),
)
def batches_divided_by_b() -> Outcome:
    """Whole epochs of batches whose sums are divided by b keep the printed sensitivity, whatever the last batch holds."""
    return whole_epochs()


@check(
    BATCHES,
    about="repair",
    method="smt",
    scope="every n, b, number of epochs, Λ and gradient bound G",
    universal=True,
    needs=["sensitivity.theorem_r_by_checks.any_schedule_has_a_closed_form"],
    control=lambda: batches_of(lambda b, last: last),
)
def batches_need_no_ridge_term() -> Outcome:
    """Divided by b, whole epochs already have 2G/(Λn); divided by the size of a short last batch (control) they have not."""
    return batches_of(lambda b, last: b)


@check(
    BATCHES,
    about="reading:own-size",
    method="interval",
    scope="n = 50, batches of 20, 500 epochs, Λ = 100, R = 0.06, c = 34.854, h = 0.1, p = 6144",
    expect="fails",
    control=lambda: svm_batches(fixed_divisor),
)
def batches_averaged_over_themselves() -> Outcome:
    """Averaged over its own size, as common libraries do, the last batch of 10 breaks the bound at the paper's setting."""
    return svm_batches(own_size)
