"""The same sentences on the second data set, breast cancer (two classes), which may not show what the first one shows.

Left out are those that its recorded runs do not decide: groups and whole users (the noise of 680 users hardly matters),
and which of SoftmaxReg and SVM-SGD leads at eps = 1.2.
"""

from __future__ import annotations

from typing import Any

from proofs_check.method.check import Outcome, check, every
from proofs_check.recorded.experiments import behind, gap_at
from proofs_check.recorded.experiments_noise import cost_of_one_class, declines
from proofs_check.recorded.recorded_runs import CANCER, GRADAVG, SOFT, SVM, TEN, above, closer

SCOPE = "breast cancer (2 classes)"
Side = dict[str, Any]


def gap_narrows(near: float, far: float) -> Outcome:
    return closer("eps", gap_at(near, SVM), gap_at(far, SVM), **CANCER)


@check(
    "C1.3",
    method="probe",
    scope=f"{SCOPE}, ten users, eps = 0.6 and 8; recorded runs",
    control=lambda: gap_narrows(0.6, 8.0),
)
def averaged_svms_approach_gradient_averaging_on_two_classes() -> Outcome:
    """Averaged SVMs come closer to GradAvg + SecSum as eps grows."""
    return gap_narrows(8.0, 0.6)


@check(
    "C1.3#non-iid",
    method="probe",
    scope=f"{SCOPE}, ten users with one class each, eps = 1.2; recorded runs",
    control=lambda: cost_of_one_class(CANCER, SVM, 1, -2),
)
def one_class_per_user_costs_svms_little_on_two_classes() -> Outcome:
    """Averaged SVMs lose at most five points when every user has one class only."""
    return cost_of_one_class(CANCER, SVM, 1, 5)


@check(
    "C2.3#non-iid",
    method="probe",
    scope=f"{SCOPE}, ten users with one class each, noise of a data set 67 times as large, eps = 1.2; recorded runs",
    control=lambda: cost_of_one_class(CANCER, SOFT, 67, 0),
)
def one_class_per_user_costs_softmax_little_on_two_classes() -> Outcome:
    """Averaged SoftmaxReg loses at most five points when the noise is low."""
    return cost_of_one_class(CANCER, SOFT, 67, 5)


@check(
    "tab:noniid#noise",
    method="probe",
    scope=f"{SCOPE}, ten users with one class each, eps = 1.2, noise of these data and of 67 times as many; recorded runs",
    control=lambda: closer("non-iid", declines(SOFT, 1), declines(SOFT, 67), **CANCER),
)
def less_noise_smaller_decline_on_two_classes() -> Outcome:
    """With less noise one class per user costs SoftmaxReg less."""
    return closer("non-iid", declines(SOFT, 67), declines(SOFT, 1), **CANCER)


def leads(high: Side, low: Side) -> Outcome:
    """One learner above the other, for one and ten users, at eps = 3."""
    return every(*(above("eps", high, low, **CANCER, w=w, eps=3.0) for w in (1, 10)))


@check(
    "C2.3",
    method="probe",
    scope=f"{SCOPE}, one and ten users, eps = 3, tight noise for both; recorded runs",
    expect="fails",
    control=lambda: leads(SVM, SOFT),
)
def softmax_outperforms_svms_on_two_classes() -> Outcome:
    """SoftmaxReg is more accurate than one-vs-rest SVMs at the same (eps, delta)."""
    return leads(SOFT, SVM)


@check(
    "C2.3#gap",
    method="probe",
    scope=f"{SCOPE}, ten users, eps = 1.2; recorded runs",
    expect="fails",
    control=lambda: behind(30, CANCER),
)
def softmax_closes_the_gap_on_two_classes() -> Outcome:
    """Averaged SoftmaxReg is at most three points behind GradAvg + SecSum."""
    return behind(3, CANCER)


def lost_to_printed_noise(less: Side, more: Side) -> Outcome:
    """Does the printed noise cost the first learner less accuracy than the second?"""
    clean, noisy = {"bound": "none"}, {"bound": "printed"}
    sides = (less | clean, less | noisy), (more | clean, more | noisy)
    return closer("noise", *sides, **CANCER, **TEN, eps=1.2, mean="released")


@check(
    "C2.3#robust",
    method="probe",
    scope=f"{SCOPE}, ten users, eps = 1.2, printed noise for both; recorded runs",
    control=lambda: lost_to_printed_noise(SOFT, SVM),
)
def svms_are_more_robust_to_printed_noise_on_two_classes() -> Outcome:
    """The printed noise costs SVMs less accuracy than SoftmaxReg."""
    return lost_to_printed_noise(SVM, SOFT)


@check(
    "fig:all_exps",
    method="probe",
    scope=f"{SCOPE}, one and ten users of the same data, eps = 1.2; recorded runs",
    expect="fails",
    control=lambda: closer("eps", gap_at(1.2, SOFT, 1), gap_at(1.2, SOFT, 10), **CANCER),
)
def more_users_narrow_the_gap_on_two_classes() -> Outcome:
    """With ten users the gap to GradAvg + SecSum is smaller than with one."""
    return closer("eps", gap_at(1.2, SOFT, 10), gap_at(1.2, SOFT, 1), **CANCER)


def beats(high: Side, low: Side) -> Outcome:
    """Ten users, small budgets."""
    return every(*(above("eps", high | TEN, low | TEN, **CANCER, eps=eps) for eps in (0.6, 1.2)))


@check(
    "fig:all_exps#interactive",
    method="probe",
    scope=f"{SCOPE}, ten users, eps = 0.6 and 1.2; recorded runs",
    expect="fails",
    control=lambda: beats(GRADAVG, SOFT),
)
def one_average_beats_gradients_on_two_classes() -> Outcome:
    """Averaged SoftmaxReg is above GradAvg without secure summation where the budget is small."""
    return beats(SOFT, GRADAVG)


def more_users(many: int, few: int) -> Outcome:
    return every(*(above("users", side | {"w": many}, side | {"w": few}, **CANCER) for side in (SOFT, SVM)))


@check(
    "fig:exp_fixed_eps",
    method="probe",
    scope=f"{SCOPE}, 10 records per user, 3 and 34 users, eps = 0.6; recorded runs",
    control=lambda: more_users(3, 34),
)
def more_users_are_more_accurate_on_two_classes() -> Outcome:
    """Both learners gain as the users, and with them the data, become more."""
    return more_users(34, 3)


def distance_at(Lambda: float) -> tuple[Side, Side]:
    """Central SoftmaxReg, and the average of 34 users, without noise."""
    at = {"setting": f"Lambda = {Lambda}, R = 1000.0"}
    return SOFT | at | {"w": 1}, SOFT | at | {"w": 34}


@check(
    "fig:blindaveragingvsregularization",
    method="probe",
    scope=f"{SCOPE}, SoftmaxReg, 34 users, no noise, Λ = 0.001 and 1; recorded runs",
    control=lambda: closer("regularization", distance_at(0.001), distance_at(1.0), **CANCER),
)
def averages_approach_central_models_on_two_classes() -> Outcome:
    """The accuracy of the average comes closer to that of the central model as Λ grows."""
    return closer("regularization", distance_at(1.0), distance_at(0.001), **CANCER)
