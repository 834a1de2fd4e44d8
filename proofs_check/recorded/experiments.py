"""Accuracy against eps and against the number of users, from recorded runs: SoftmaxReg, SVMs, gradient averaging."""

from __future__ import annotations

from typing import Any

from proofs_check.method.check import Outcome, check, every
from proofs_check.recorded.recorded_runs import DIGITS, GRADAVG, SECSUM, SOFT, SVM, TEN, above, closer


def gap_at(eps: float, learner: dict[str, Any], w: int = 10) -> tuple[dict[str, Any], dict[str, Any]]:
    """GradAvg + SecSum, and the average of w users."""
    return SECSUM | {"w": 1, "eps": eps}, learner | {"w": w, "eps": eps}


@check(
    "C1.3",
    method="probe",
    scope="digits, ten users, eps = 0.6 and 8; recorded runs",
    control=lambda: closer("eps", gap_at(0.6, SVM), gap_at(8.0, SVM), **DIGITS),
)
def averaged_svms_approach_gradient_averaging() -> Outcome:
    """Averaged SVMs come closer to GradAvg + SecSum as eps grows."""
    return closer("eps", gap_at(8.0, SVM), gap_at(0.6, SVM), **DIGITS)


def ordered(high: dict[str, Any], low: dict[str, Any]) -> Outcome:
    """One learner above the other, for one and ten users and three eps."""
    return every(
        *(above("eps", high, low, **DIGITS, w=w, eps=eps) for w in (1, 10) for eps in (0.6, 1.2, 3.0))
    )


@check(
    "C2.3",
    method="probe",
    scope="digits, one and ten users, eps = 0.6, 1.2 and 3, tight noise for both; recorded runs",
    control=lambda: ordered(SVM, SOFT),
)
def softmax_outperforms_svms() -> Outcome:
    """SoftmaxReg is more accurate than one-vs-rest SVMs at the same (eps, delta)."""
    return ordered(SOFT, SVM)


def behind(points: float, data: dict[str, Any]) -> Outcome:
    """Is averaged SoftmaxReg at most so many points behind GradAvg + SecSum? Ten users, eps = 1.2."""
    return above("eps", SOFT | TEN, SECSUM | {"w": 1}, -points / 100, **data, eps=1.2)


@check(
    "C2.3#gap",
    method="probe",
    scope="digits, ten users, eps = 1.2; recorded runs",
    expect="fails",
    control=lambda: behind(30, DIGITS),
)
def softmax_closes_the_gap() -> Outcome:
    """Averaged SoftmaxReg is at most three points behind GradAvg + SecSum."""
    return behind(3, DIGITS)


@check(
    "fig:all_exps_highlevel",
    method="probe",
    scope="digits, ten users, eps = 1.2; recorded runs",
    control=lambda: every(above("eps", SVM | TEN, SOFT | TEN, **DIGITS, eps=1.2), behind(0, DIGITS)),
)
def interactive_then_softmax_then_svms() -> Outcome:
    """GradAvg + SecSum is the most accurate, then averaged SoftmaxReg, then averaged SVMs."""
    return every(
        above("eps", SECSUM | {"w": 1}, SOFT | TEN, **DIGITS, eps=1.2),
        above("eps", SOFT | TEN, SVM | TEN, **DIGITS, eps=1.2),
    )


@check(
    "fig:all_exps",
    method="probe",
    scope="digits, one and ten users of the same data, eps = 1.2; recorded runs",
    expect="fails",
    control=lambda: closer("eps", gap_at(1.2, SOFT, 1), gap_at(1.2, SOFT, 10), **DIGITS),
)
def more_users_of_the_same_data_narrow_the_gap() -> Outcome:
    """With ten users the gap to GradAvg + SecSum is smaller than with one."""
    return closer("eps", gap_at(1.2, SOFT, 10), gap_at(1.2, SOFT, 1), **DIGITS)


@check(
    "fig:all_exps#interactive",
    method="probe",
    scope="digits, ten users, eps = 0.6 and 1.2; recorded runs",
    control=lambda: above("eps", GRADAVG | TEN, SOFT | TEN, **DIGITS, eps=0.6),
)
def one_average_beats_gradients_without_secure_summation() -> Outcome:
    """Averaged SoftmaxReg is above GradAvg without secure summation where the budget is small."""
    return every(*(above("eps", SOFT | TEN, GRADAVG | TEN, **DIGITS, eps=eps) for eps in (0.6, 1.2)))


def wider_with_classes(many: dict[str, Any], few: dict[str, Any]) -> Outcome:
    """Is SoftmaxReg's lead over the SVM larger on one data set than on another?"""
    return closer("eps", (SOFT | few, SVM | few), (SOFT | many, SVM | many), w=10, eps=1.2)


@check(
    "sec:results#classes",
    method="probe",
    scope="breast cancer (2 classes) and digits (10), which differ in more than that; ten users, eps = 1.2; recorded runs",
    control=lambda: wider_with_classes({"data": "breast-cancer"}, DIGITS),
)
def lead_grows_with_the_classes() -> Outcome:
    """SoftmaxReg leads one-vs-rest SVMs by more on ten classes than on two."""
    return wider_with_classes(DIGITS, {"data": "breast-cancer"})


@check(
    "fig:exp_fixed_eps",
    method="probe",
    scope="digits, 10 records per user, 10 and 107 users, eps = 0.6; recorded runs",
    control=lambda: every(
        *(above("users", side | {"w": 10}, side | {"w": 107}, **DIGITS) for side in (SOFT, SVM))
    ),
)
def more_users_with_more_data_are_more_accurate() -> Outcome:
    """Both learners gain as the users, and with them the data, become more."""
    return every(*(above("users", side | {"w": 107}, side | {"w": 10}, **DIGITS) for side in (SOFT, SVM)))
