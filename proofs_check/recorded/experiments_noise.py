"""Recorded runs about noise, users with data of different kinds, groups, the ablation, and Λ."""

from __future__ import annotations

from typing import Any

from proofs_check.method.check import Outcome, check, every
from proofs_check.recorded.recorded_runs import CANCER, DIGITS, SOFT, SVM, TEN, above, closer

ONE_CLASS, IID = {"users": "one-class"}, {"users": "iid"}


def cost_of_one_class(data: dict[str, Any], learner: dict[str, Any], larger: int, points: float) -> Outcome:
    """Do users with one class each cost at most so many points?"""
    return above("non-iid", ONE_CLASS, IID, -points / 100, **data, **learner, larger=larger)


@check(
    "C1.3#non-iid",
    method="probe",
    scope="digits, ten users with one class each, eps = 1.2; recorded runs",
    control=lambda: cost_of_one_class(DIGITS, SVM, 1, 0),
)
def one_class_per_user_costs_svms_little() -> Outcome:
    """Averaged SVMs lose at most five points when every user has one class only."""
    return cost_of_one_class(DIGITS, SVM, 1, 5)


@check(
    "C2.3#non-iid",
    method="probe",
    scope="digits, ten users with one class each, noise of a data set 67 times as large, eps = 1.2; recorded runs",
    control=lambda: cost_of_one_class(DIGITS, SOFT, 67, -2),
)
def one_class_per_user_costs_softmax_little_at_low_noise() -> Outcome:
    """Averaged SoftmaxReg loses at most five points when the noise is low."""
    return cost_of_one_class(DIGITS, SOFT, 67, 5)


def lost_to_noise(less: dict[str, Any], more: dict[str, Any]) -> Outcome:
    """Does noise cost the first learner less accuracy than the second?"""
    clean, noisy = {"bound": "none"}, {"bound": "tight"}
    return closer(
        "noise",
        (less | clean, less | noisy),
        (more | clean, more | noisy),
        **DIGITS,
        **TEN,
        eps=1.2,
        mean="released",
    )


@check(
    "C2.3#robust",
    method="probe",
    scope="digits, ten users, eps = 1.2, tight noise for both; recorded runs",
    expect="fails",
    control=lambda: lost_to_noise(SOFT, SVM),
)
def svms_are_more_robust_to_noise() -> Outcome:
    """Noise costs SVMs less accuracy than SoftmaxReg."""
    return lost_to_noise(SVM, SOFT)


def declines(learner: dict[str, Any], larger: int) -> tuple[dict[str, Any], dict[str, Any]]:
    return learner | IID | {"larger": larger}, learner | ONE_CLASS | {"larger": larger}


@check(
    "tab:noniid",
    method="probe",
    scope="digits, ten users with one class each, eps = 1.2, tight noise; recorded runs",
    expect="fails",
    control=lambda: closer("non-iid", declines(SOFT, 1), declines(SVM, 1), **DIGITS),
)
def softmax_declines_more_than_svms() -> Outcome:
    """One class per user costs SoftmaxReg more than SVMs."""
    return closer("non-iid", declines(SVM, 1), declines(SOFT, 1), **DIGITS)


@check(
    "tab:noniid",
    method="probe",
    scope="breast cancer (2 classes), ten users with one class each, eps = 1.2, tight noise; recorded runs",
    control=lambda: closer("non-iid", declines(SOFT, 1), declines(SVM, 1), **CANCER),
)
def softmax_declines_more_than_svms_on_two_classes() -> Outcome:
    """On two classes one class per user costs SoftmaxReg more than SVMs."""
    return closer("non-iid", declines(SVM, 1), declines(SOFT, 1), **CANCER)


@check(
    "tab:noniid#noise",
    method="probe",
    scope="digits, ten users with one class each, eps = 1.2, noise of these data and of 67 times as many; recorded runs",
    control=lambda: closer("non-iid", declines(SOFT, 1), declines(SOFT, 67), **DIGITS),
)
def less_noise_smaller_decline() -> Outcome:
    """With less noise one class per user costs SoftmaxReg less."""
    return closer("non-iid", declines(SOFT, 67), declines(SOFT, 1), **DIGITS)


def pairs_need_less_noise(group: int, other: int) -> Outcome:
    """Is the accuracy for the first group size (0: a whole user) above that for the other? 2,140 users, eps = 0.3."""
    return above("groups", {"group": group}, {"group": other}, **DIGITS, w=2140, eps=0.3)


@check(
    "fig:exp_heatmap",
    method="probe",
    scope="digits, 10 records per user, noise of 2,140 users, eps = 0.3, delta = 1e-10, tight sensitivity; recorded runs",
    expect="fails",
    control=lambda: pairs_need_less_noise(1, 0),
)
def whole_users_as_good_as_pairs() -> Outcome:
    """For groups of two records the noise for whole users (2R) is the better one."""
    return pairs_need_less_noise(0, 2)


@check(
    "fig:exp_heatmap#users",
    method="probe",
    scope="digits, whole users, eps = 0.3, delta = 1e-10, noise of 2,140 and 21,400 users; recorded runs",
    control=lambda: above("groups", {"w": 2140}, {"w": 21400}, **DIGITS, eps=0.3, group=0),
)
def more_users_make_user_level_privacy_affordable() -> Outcome:
    """With ten times the users, privacy for whole users costs less accuracy."""
    return above("groups", {"w": 21400}, {"w": 2140}, **DIGITS, eps=0.3, group=0)


CENTRAL = {"eps": 1.2, "delta": 1e-05}


def central(high: str, low: str, points: float = 0.0) -> Outcome:
    """One user: is a method above another by so many points?"""
    return above("ablation", {"method": high}, {"method": low}, points / 100, **DIGITS, **CENTRAL)


@check(
    "fig:baseline",
    method="probe",
    scope="digits, one user, eps = 1.2, delta = 1e-5; recorded runs",
    control=lambda: central("AMP", "SoftmaxReg"),
)
def dpsgd_then_softmax_then_svms_then_amp() -> Outcome:
    """DP-SGD is the most accurate, then SoftmaxReg, then SVM-SGD, and AMP the least."""
    return every(central("DP-SGD", "SoftmaxReg"), central("SoftmaxReg", "SVM"), central("SVM", "AMP"))


@check(
    "fig:baseline#smo",
    method="probe",
    scope="digits, one user, eps = 1.2, delta = 1e-5, proved noise for both; recorded runs",
    expect="fails",
    control=lambda: central("SVM-SMO", "AMP", 2),
)
def optima_beat_sgd() -> Outcome:
    """SVMs at their optimum are more accurate than SVM-SGD by two points or more."""
    return central("SVM-SMO", "SVM", 2)


def smaller_delta(points: float) -> Outcome:
    """Does delta = 2e-8 instead of 1e-5 cost at most so many points, for each of the learners that the sentence names?"""
    methods = ("DP-SGD", "SVM", "SoftmaxReg", "SVM-SMO")
    sides = {"delta": 2e-08}, {"delta": 1e-05}
    return every(
        *(above("ablation", *sides, -points / 100, **DIGITS, method=name, eps=1.2) for name in methods)
    )


@check(
    "fig:baseline#delta",
    method="probe",
    scope="digits, one user, eps = 1.2; recorded runs",
    control=lambda: smaller_delta(0),
)
def a_smaller_delta_costs_a_limited_amount() -> Outcome:
    """delta = 2e-8 instead of 1e-5 costs at most ten points."""
    return smaller_delta(10)


def distance_at(Lambda: float) -> tuple[dict[str, Any], dict[str, Any]]:
    """Central SoftmaxReg, and the average of 107 users, without noise."""
    at = {"setting": f"Lambda = {Lambda}, R = 1000.0"}
    return SOFT | at | {"w": 1}, SOFT | at | {"w": 107}


@check(
    "fig:blindaveragingvsregularization",
    method="probe",
    scope="digits, SoftmaxReg, 107 users, no noise, Λ = 0.001 and 1; recorded runs",
    control=lambda: closer("regularization", distance_at(0.001), distance_at(1.0), **DIGITS),
)
def averages_approach_central_models() -> Outcome:
    """The accuracy of the average comes closer to that of the central model as Λ grows."""
    return closer("regularization", distance_at(1.0), distance_at(0.001), **DIGITS)
