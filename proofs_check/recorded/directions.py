"""What recorded runs say about accuracy: eps, users, noise, users with data of different kinds, groups, the ablation, Λ.

Each sentence is asked of digits first, then of breast cancer (two classes), which may not show the same. Left out are
those that its runs do not decide: groups and whole users (the noise of 680 users hardly matters), and which of SoftmaxReg and
SVM-SGD leads at eps = 1.2.
"""

from __future__ import annotations

from typing import Any

from proofs_check.method.check import Outcome, check, every
from proofs_check.recorded.runs import CANCER, DIGITS, GRADAVG, SECSUM, SOFT, SVM, TEN, above, closer


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


# --- noise, data of different kinds, groups, the ablation, and Λ ------------------------------------------


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


def distance_at(Lambda: float, users: int) -> tuple[dict[str, Any], dict[str, Any]]:
    """Central SoftmaxReg, and the average of these users, without noise."""
    at = {"setting": f"Lambda = {Lambda}, R = 1000.0"}
    return SOFT | at | {"w": 1}, SOFT | at | {"w": users}


# --- the same on breast cancer ----------------------------------------------------------------------------


@check(
    "fig:blindaveragingvsregularization",
    method="probe",
    scope="digits, SoftmaxReg, 107 users, no noise, Λ = 0.001 and 1; recorded runs",
    control=lambda: closer("regularization", distance_at(0.001, 107), distance_at(1.0, 107), **DIGITS),
)
def averages_approach_central_models() -> Outcome:
    """The accuracy of the average comes closer to that of the central model as Λ grows."""
    return closer("regularization", distance_at(1.0, 107), distance_at(0.001, 107), **DIGITS)


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


@check(
    "fig:blindaveragingvsregularization",
    method="probe",
    scope=f"{SCOPE}, SoftmaxReg, 34 users, no noise, Λ = 0.001 and 1; recorded runs",
    control=lambda: closer("regularization", distance_at(0.001, 34), distance_at(1.0, 34), **CANCER),
)
def averages_approach_central_models_on_two_classes() -> Outcome:
    """The accuracy of the average comes closer to that of the central model as Λ grows."""
    return closer("regularization", distance_at(1.0, 34), distance_at(0.001, 34), **CANCER)
