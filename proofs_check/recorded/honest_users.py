"""One user against a hundred of whom half or all are honest, from recorded runs: how much of the gap the honest half makes.

Half of the gap is our reading of "largely": what t = 1 gains on t = 1/2 is more than what one user is still ahead.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from proofs_check.method.check import Outcome, about, every
from proofs_check.recorded.runs import CANCER, DIGITS, SOFT, SVM, closer

check = about("sec:results#honest")
IMAGES = {"data": "fashion-mnist"}
Side = dict[str, Any]


MANY, FEW = 50, 10  # passes


def most_is_closed(
    data: Side, w: int, eps: float, *learners: Side, passes: int = MANY, bounds: Sequence[str] = ("printed", "tight"),
    smaller: str = "left", run: str = "honest",
) -> Outcome:  # fmt: skip
    """The gap to one user at t = 1/2 in two parts: is what is left at t = 1 the smaller one?"""
    one, half, full = {"w": 1}, {"w": w, "t": 0.5}, {"w": w, "t": 1.0}
    left, closed = (one, full), (full, half)
    near, far = (left, closed) if smaller == "left" else (closed, left)
    return every(
        *(
            closer(run, near, far, **data, **learner, passes=passes, bound=bound, eps=eps)
            for learner in learners
            for bound in bounds
        )
    )


@check(
    "statement",
    "probe",
    at="digits, 1 and 100 users, eps = 1.2, printed and tight noise, SoftmaxReg and SVM; recorded runs",
    wrong={"smaller": "closed"},
)
def all_honest_close_most_of_the_gap(smaller="left"):
    """At eps = 1.2 more than half of the gap between 1 and 100 users is gone if all of them are honest."""
    return most_is_closed(DIGITS, 100, 1.2, SOFT, SVM, smaller=smaller)


@check(
    "statement",
    "probe",
    at="breast cancer, 1 and 34 users, eps = 1.2, printed and tight noise, SoftmaxReg and SVM; recorded runs",
    wrong={"smaller": "closed"},
)
def all_honest_close_most_of_the_gap_on_two_classes(smaller="left"):
    """At eps = 1.2 more than half of the gap between 1 and 34 users is gone if all of them are honest."""
    return most_is_closed(CANCER, 34, 1.2, SOFT, SVM, smaller=smaller)


@check(
    "statement",
    "probe",
    at="10,000 records of Fashion-MNIST, 1 and 100 users, eps = 1.2, printed and tight noise, SVM; recorded runs",
    wrong={"smaller": "closed"},
)
def all_honest_close_most_of_the_gap_on_images(smaller="left"):
    """At eps = 1.2 more than half of the gap between 1 and 100 users is gone for the SVM if all of them are honest."""
    return most_is_closed(IMAGES, 100, 1.2, SVM, smaller=smaller)


@check(
    "statement",
    "probe",
    at="digits and 10,000 records of Fashion-MNIST, 1 and 100 users, eps = 8, both noises, SoftmaxReg; recorded runs",
    expect="fails",
    control=lambda: every(
        *(most_is_closed(data, 100, 8.0, SOFT, smaller="closed") for data in (DIGITS, IMAGES))
    ),
)
def little_noise_leaves_another_gap():
    """At eps = 8 more than half of the gap between 1 and 100 users is gone for SoftmaxReg if all of them are honest."""
    return every(*(most_is_closed(data, 100, 8.0, SOFT) for data in (DIGITS, IMAGES)))


@check(
    "statement",
    "probe",
    at="digits, 1 and 100 users, eps = 1.2, 10 instead of 50 passes, printed noise, SoftmaxReg; recorded runs",
    expect="fails",
    wrong={"smaller": "closed"},
)
def few_passes_leave_another_gap(smaller="left"):
    """After 10 passes more than half of the gap between 1 and 100 users is gone for SoftmaxReg if all of them are honest."""
    return most_is_closed(DIGITS, 100, 1.2, SOFT, passes=FEW, bounds=["printed"], smaller=smaller)


@check(
    "statement",
    "probe",
    at="digits, 1 and 100 users, eps = 0.6, 50 passes, printed noise, SVM; recorded runs",
    expect="fails",
    wrong={"smaller": "closed"},
)
def much_noise_leaves_another_gap(smaller="left"):
    """At eps = 0.6 more than half of the gap between 1 and 100 users is gone for the SVM if all of them are honest."""
    return most_is_closed(DIGITS, 100, 0.6, SVM, bounds=["printed"], smaller=smaller)
