"""What recorded runs say about accuracy: eps, users, noise, users with data of different kinds, groups, the ablation, Λ.

Each sentence is asked of digits first, then of breast cancer (two classes), which may not show the same. Left out are
those that its runs do not decide: groups and whole users (the noise of 680 users hardly matters), and which of SoftmaxReg and
SVM-SGD leads at eps = 1.2.
"""

from __future__ import annotations

from typing import Any

import z3

from proofs_check.method.check import Outcome, about, every
from proofs_check.method.smt import prove
from proofs_check.recorded.runs import CANCER, DIGITS, GRADAVG, SECSUM, SOFT, SVM, TEN, above, closer
from reference import formulas

check = about()


def gap_at(eps: float, learner: dict[str, Any], w: int = 10) -> tuple[dict[str, Any], dict[str, Any]]:
    """GradAvg + SecSum, and the average of w users."""
    return SECSUM | {"w": 1, "eps": eps}, learner | {"w": w, "eps": eps}


@check(
    "statement",
    "probe",
    label="C1.3",
    at="digits, ten users, eps = 0.6 and 8; recorded runs",
    wrong={"near": gap_at(0.6, SVM), "far": gap_at(8.0, SVM)},
)
def averaged_svms_approach_gradient_averaging(near=gap_at(8.0, SVM), far=gap_at(0.6, SVM)):
    """Averaged SVMs come closer to GradAvg + SecSum as eps grows."""
    return closer("eps", near, far, **DIGITS)


@check(
    "statement",
    "probe",
    label="C2.3",
    at="digits, one and ten users, eps = 0.6, 1.2 and 3, tight noise for both; recorded runs",
    wrong={"high": SVM, "low": SOFT},
)
def softmax_outperforms_svms(high=SOFT, low=SVM):
    """SoftmaxReg is more accurate than one-vs-rest SVMs at the same (eps, delta)."""
    # One learner above the other, for one and ten users and three eps.
    return every(
        *(above("eps", high, low, **DIGITS, w=w, eps=eps) for w in (1, 10) for eps in (0.6, 1.2, 3.0))
    )


def behind(points: float, data: dict[str, Any]) -> Outcome:
    """Is averaged SoftmaxReg at most so many points behind GradAvg + SecSum? Ten users, eps = 1.2."""
    return above("eps", SOFT | TEN, SECSUM | {"w": 1}, -points / 100, **data, eps=1.2)


@check(
    "statement",
    "probe",
    label="C2.3#gap",
    at="digits, ten users, eps = 1.2; recorded runs",
    expect="fails",
    wrong={"points": 30},
)
def softmax_closes_the_gap(points=3):
    """Averaged SoftmaxReg is at most three points behind GradAvg + SecSum."""
    return behind(points, DIGITS)


@check(
    "statement",
    "probe",
    label="fig:all_exps_highlevel",
    at="digits, ten users, eps = 1.2; recorded runs",
    control=lambda: every(above("eps", SVM | TEN, SOFT | TEN, **DIGITS, eps=1.2), behind(0, DIGITS)),
)
def interactive_then_softmax_then_svms():
    """GradAvg + SecSum is the most accurate, then averaged SoftmaxReg, then averaged SVMs."""
    return every(
        above("eps", SECSUM | {"w": 1}, SOFT | TEN, **DIGITS, eps=1.2),
        above("eps", SOFT | TEN, SVM | TEN, **DIGITS, eps=1.2),
    )


@check(
    "statement",
    "probe",
    label="fig:all_exps",
    at="digits, one and ten users of the same data, eps = 1.2; recorded runs",
    expect="fails",
    wrong={"near": gap_at(1.2, SOFT, 1), "far": gap_at(1.2, SOFT, 10)},
)
def more_users_of_the_same_data_narrow_the_gap(near=gap_at(1.2, SOFT, 10), far=gap_at(1.2, SOFT, 1)):
    """With ten users the gap to GradAvg + SecSum is smaller than with one."""
    return closer("eps", near, far, **DIGITS)


@check(
    "statement",
    "probe",
    label="fig:all_exps#interactive",
    at="digits, ten users, eps = 0.6 and 1.2; recorded runs",
    control=lambda: above("eps", GRADAVG | TEN, SOFT | TEN, **DIGITS, eps=0.6),
)
def one_average_beats_gradients_without_secure_summation():
    """Averaged SoftmaxReg is above GradAvg without secure summation where the budget is small."""
    return every(*(above("eps", SOFT | TEN, GRADAVG | TEN, **DIGITS, eps=eps) for eps in (0.6, 1.2)))


@check(
    "statement",
    "probe",
    label="sec:results#classes",
    at="breast cancer (2 classes) and digits (10), which differ in more than that; ten users, eps = 1.2; recorded runs",
    wrong={"many": {"data": "breast-cancer"}, "few": DIGITS},
)
def lead_grows_with_the_classes(many=DIGITS, few={"data": "breast-cancer"}):
    """SoftmaxReg leads one-vs-rest SVMs by more on ten classes than on two."""
    # Is SoftmaxReg's lead over the SVM larger on one data set than on another?
    return closer("eps", (SOFT | few, SVM | few), (SOFT | many, SVM | many), w=10, eps=1.2)


# --- noise, data of different kinds, groups, the ablation, and Λ ------------------------------------------


@check(
    "statement",
    "probe",
    label="fig:exp_fixed_eps",
    at="digits, 10 records per user, 10 and 107 users, eps = 0.6; recorded runs",
    control=lambda: every(
        *(above("users", side | {"w": 10}, side | {"w": 107}, **DIGITS) for side in (SOFT, SVM))
    ),
)
def more_users_with_more_data_are_more_accurate():
    """Both learners gain as the users, and with them the data, become more."""
    return every(*(above("users", side | {"w": 107}, side | {"w": 10}, **DIGITS) for side in (SOFT, SVM)))


ONE_CLASS, IID = {"users": "one-class"}, {"users": "iid"}


def cost_of_one_class(data: dict[str, Any], learner: dict[str, Any], larger: int, points: float) -> Outcome:
    """Do users with one class each cost at most so many points?"""
    return above("non-iid", ONE_CLASS, IID, -points / 100, **data, **learner, larger=larger)


@check(
    "statement",
    "probe",
    label="C1.3#non-iid",
    at="digits, ten users with one class each, eps = 1.2; recorded runs",
    wrong={"points": 0},
)
def one_class_per_user_costs_svms_little(points=5):
    """Averaged SVMs lose at most five points when every user has one class only."""
    return cost_of_one_class(DIGITS, SVM, 1, points)


@check(
    "statement",
    "probe",
    label="C2.3#non-iid",
    at="digits, ten users with one class each, noise of a data set 67 times as large, eps = 1.2; recorded runs",
    wrong={"points": -2},
)
def one_class_per_user_costs_softmax_little_at_low_noise(points=5):
    """Averaged SoftmaxReg loses at most five points when the noise is low."""
    return cost_of_one_class(DIGITS, SOFT, 67, points)


@check(
    "statement",
    "probe",
    label="C2.3#robust",
    at="digits, ten users, eps = 1.2, tight noise for both; recorded runs",
    expect="fails",
    wrong={"less": SOFT, "more": SVM},
)
def svms_are_more_robust_to_noise(less=SVM, more=SOFT):
    """Noise costs SVMs less accuracy than SoftmaxReg."""
    # Does noise cost the first learner less accuracy than the second?
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


def declines(learner: dict[str, Any], larger: int) -> tuple[dict[str, Any], dict[str, Any]]:
    return learner | IID | {"larger": larger}, learner | ONE_CLASS | {"larger": larger}


@check(
    "statement",
    "probe",
    label="tab:noniid",
    at="digits, ten users with one class each, eps = 1.2, tight noise; recorded runs",
    expect="fails",
    wrong={"near": declines(SOFT, 1), "far": declines(SVM, 1)},
)
def softmax_declines_more_than_svms(near=declines(SVM, 1), far=declines(SOFT, 1)):
    """One class per user costs SoftmaxReg more than SVMs."""
    return closer("non-iid", near, far, **DIGITS)


@check(
    "statement",
    "probe",
    label="tab:noniid",
    at="breast cancer (2 classes), ten users with one class each, eps = 1.2, tight noise; recorded runs",
    wrong={"near": declines(SOFT, 1), "far": declines(SVM, 1)},
)
def softmax_declines_more_than_svms_on_two_classes(near=declines(SVM, 1), far=declines(SOFT, 1)):
    """On two classes one class per user costs SoftmaxReg more than SVMs."""
    return closer("non-iid", near, far, **CANCER)


@check(
    "statement",
    "probe",
    label="tab:noniid#noise",
    at="digits, ten users with one class each, eps = 1.2, noise of these data and of 67 times as many; recorded runs",
    wrong={"near": declines(SOFT, 1), "far": declines(SOFT, 67)},
)
def less_noise_smaller_decline(near=declines(SOFT, 67), far=declines(SOFT, 1)):
    """With less noise one class per user costs SoftmaxReg less."""
    return closer("non-iid", near, far, **DIGITS)


@check(
    "statement",
    "probe",
    label="fig:exp_heatmap",
    at="digits, 10 records per user, noise of 2,140 users, eps = 0.3, delta = 1e-10, tight sensitivity; recorded runs",
    expect="fails",
    wrong={"group": 1, "other": 0},
)
def whole_users_as_good_as_pairs(group=0, other=2):
    """For groups of two records the noise for whole users (2R) is the better one."""
    return above("groups", {"group": group}, {"group": other}, **DIGITS, w=2140, eps=0.3)


@check(
    "statement",
    "probe",
    label="fig:exp_heatmap#users",
    at="digits, whole users, eps = 0.3, delta = 1e-10, noise of 2,140 and 21,400 users; recorded runs",
    wrong={"high": {"w": 2140}, "low": {"w": 21400}},
)
def more_users_make_user_level_privacy_affordable(high={"w": 21400}, low={"w": 2140}):
    """With ten times the users, privacy for whole users costs less accuracy."""
    return above("groups", high, low, **DIGITS, eps=0.3, group=0)


CENTRAL = {"eps": 1.2, "delta": 1e-05}


def central(high: str, low: str, points: float = 0.0) -> Outcome:
    """One user: is a method above another by so many points?"""
    return above("ablation", {"method": high}, {"method": low}, points / 100, **DIGITS, **CENTRAL)


@check(
    "statement",
    "probe",
    label="fig:baseline",
    at="digits, one user, eps = 1.2, delta = 1e-5; recorded runs",
    wrong={"high": "AMP"},
)
def dpsgd_then_softmax_then_svms_then_amp(high="DP-SGD"):
    """DP-SGD is the most accurate, then SoftmaxReg, then SVM-SGD, and AMP the least."""
    return every(central(high, "SoftmaxReg"), central("SoftmaxReg", "SVM"), central("SVM", "AMP"))


@check(
    "statement",
    "probe",
    label="fig:baseline#smo",
    at="digits, one user, eps = 1.2, delta = 1e-5, proved noise for both; recorded runs",
    expect="fails",
    wrong={"low": "AMP"},
)
def optima_beat_sgd(low="SVM"):
    """SVMs at their optimum are more accurate than SVM-SGD by two points or more."""
    return central("SVM-SMO", low, 2)


@check(
    "statement",
    "probe",
    label="fig:baseline#delta",
    at="digits, one user, eps = 1.2; recorded runs",
    wrong={"points": 0},
)
def a_smaller_delta_costs_a_limited_amount(points=10):
    """delta = 2e-8 instead of 1e-5 costs at most ten points."""
    # Does delta = 2e-8 instead of 1e-5 cost at most so many points, for each of the learners that the sentence names?
    methods = ("DP-SGD", "SVM", "SoftmaxReg", "SVM-SMO")
    sides = {"delta": 2e-08}, {"delta": 1e-05}
    return every(
        *(above("ablation", *sides, -points / 100, **DIGITS, method=name, eps=1.2) for name in methods)
    )


def distance_at(Lambda: float, users: int) -> tuple[dict[str, Any], dict[str, Any]]:
    """Central SoftmaxReg, and the average of these users, without noise."""
    at = {"setting": f"Lambda = {Lambda}, R = 1000.0"}
    return SOFT | at | {"w": 1}, SOFT | at | {"w": users}


# --- the same on breast cancer ----------------------------------------------------------------------------


@check(
    "statement",
    "probe",
    label="fig:blindaveragingvsregularization",
    at="digits, SoftmaxReg, 107 users, no noise, Λ = 0.001 and 1; recorded runs",
    wrong={"near": distance_at(0.001, 107), "far": distance_at(1.0, 107)},
)
def averages_approach_central_models(near=distance_at(1.0, 107), far=distance_at(0.001, 107)):
    """The accuracy of the average comes closer to that of the central model as Λ grows."""
    return closer("regularization", near, far, **DIGITS)


SCOPE = "breast cancer (2 classes)"
Side = dict[str, Any]


@check(
    "statement",
    "probe",
    label="C1.3",
    at=f"{SCOPE}, ten users, eps = 0.6 and 8; recorded runs",
    wrong={"near": 0.6, "far": 8.0},
)
def averaged_svms_approach_gradient_averaging_on_two_classes(near=8.0, far=0.6):
    """Averaged SVMs come closer to GradAvg + SecSum as eps grows."""
    return closer("eps", gap_at(near, SVM), gap_at(far, SVM), **CANCER)


@check(
    "statement",
    "probe",
    label="C1.3#non-iid",
    at=f"{SCOPE}, ten users with one class each, eps = 1.2; recorded runs",
    wrong={"points": -2},
)
def one_class_per_user_costs_svms_little_on_two_classes(points=5):
    """Averaged SVMs lose at most five points when every user has one class only."""
    return cost_of_one_class(CANCER, SVM, 1, points)


@check(
    "statement",
    "probe",
    label="C2.3#non-iid",
    at=f"{SCOPE}, ten users with one class each, noise of a data set 67 times as large, eps = 1.2; recorded runs",
    wrong={"points": 0},
)
def one_class_per_user_costs_softmax_little_on_two_classes(points=5):
    """Averaged SoftmaxReg loses at most five points when the noise is low."""
    return cost_of_one_class(CANCER, SOFT, 67, points)


@check(
    "statement",
    "probe",
    label="tab:noniid#noise",
    at=f"{SCOPE}, ten users with one class each, eps = 1.2, noise of these data and of 67 times as many; recorded runs",
    wrong={"near": declines(SOFT, 1), "far": declines(SOFT, 67)},
)
def less_noise_smaller_decline_on_two_classes(near=declines(SOFT, 67), far=declines(SOFT, 1)):
    """With less noise one class per user costs SoftmaxReg less."""
    return closer("non-iid", near, far, **CANCER)


@check(
    "statement",
    "probe",
    label="C2.3",
    at=f"{SCOPE}, one and ten users, eps = 3, tight noise for both; recorded runs",
    expect="fails",
    wrong={"high": SVM, "low": SOFT},
)
def softmax_outperforms_svms_on_two_classes(high=SOFT, low=SVM):
    """SoftmaxReg is more accurate than one-vs-rest SVMs at the same (eps, delta)."""
    return every(*(above("eps", high, low, **CANCER, w=w, eps=3.0) for w in (1, 10)))


@check(
    "statement",
    "probe",
    label="C2.3#gap",
    at=f"{SCOPE}, ten users, eps = 1.2; recorded runs",
    expect="fails",
    wrong={"points": 30},
)
def softmax_closes_the_gap_on_two_classes(points=3):
    """Averaged SoftmaxReg is at most three points behind GradAvg + SecSum."""
    return behind(points, CANCER)


@check(
    "statement",
    "probe",
    label="C2.3#robust",
    at=f"{SCOPE}, ten users, eps = 1.2, printed noise for both; recorded runs",
    wrong={"less": SOFT, "more": SVM},
)
def svms_are_more_robust_to_printed_noise_on_two_classes(less=SVM, more=SOFT):
    """The printed noise costs SVMs less accuracy than SoftmaxReg."""
    # Does the printed noise cost the first learner less accuracy than the second?
    clean, noisy = {"bound": "none"}, {"bound": "printed"}
    sides = (less | clean, less | noisy), (more | clean, more | noisy)
    return closer("noise", *sides, **CANCER, **TEN, eps=1.2, mean="released")


@check(
    "statement",
    "probe",
    label="fig:all_exps",
    at=f"{SCOPE}, one and ten users of the same data, eps = 1.2; recorded runs",
    expect="fails",
    wrong={"near": gap_at(1.2, SOFT, 1), "far": gap_at(1.2, SOFT, 10)},
)
def more_users_narrow_the_gap_on_two_classes(near=gap_at(1.2, SOFT, 10), far=gap_at(1.2, SOFT, 1)):
    """With ten users the gap to GradAvg + SecSum is smaller than with one."""
    return closer("eps", near, far, **CANCER)


@check(
    "statement",
    "probe",
    label="fig:all_exps#interactive",
    at=f"{SCOPE}, ten users, eps = 0.6 and 1.2; recorded runs",
    expect="fails",
    wrong={"high": GRADAVG, "low": SOFT},
)
def one_average_beats_gradients_on_two_classes(high=SOFT, low=GRADAVG):
    """Averaged SoftmaxReg is above GradAvg without secure summation where the budget is small."""
    return every(*(above("eps", high | TEN, low | TEN, **CANCER, eps=eps) for eps in (0.6, 1.2)))


@check(
    "statement",
    "probe",
    label="fig:exp_fixed_eps",
    at=f"{SCOPE}, 10 records per user, 3 and 34 users, eps = 0.6; recorded runs",
    wrong={"many": 3, "few": 34},
)
def more_users_are_more_accurate_on_two_classes(many=34, few=3):
    """Both learners gain as the users, and with them the data, become more."""
    return every(*(above("users", side | {"w": many}, side | {"w": few}, **CANCER) for side in (SOFT, SVM)))


@check(
    "statement",
    "probe",
    label="fig:blindaveragingvsregularization",
    at=f"{SCOPE}, SoftmaxReg, 34 users, no noise, Λ = 0.001 and 1; recorded runs",
    wrong={"near": distance_at(0.001, 34), "far": distance_at(1.0, 34)},
)
def averages_approach_central_models_on_two_classes(near=distance_at(1.0, 34), far=distance_at(0.001, 34)):
    """The accuracy of the average comes closer to that of the central model as Λ grows."""
    return closer("regularization", near, far, **CANCER)


@check(
    "inference:mechanism",
    "smt",
    label="fig:all_exps",
    at="every G, Λ, t, noise and number of records in all; the users become more",
    expect="fails",
    wrong={"records": lambda n, w: n},
)
def same_data_same_noise(records=lambda n, w: n / w):
    """With the same data the noise of the average is the same for every number of users; with more data (control) it falls."""
    # The variance of the average, w times (s~ s/w)^2 with s~^2 = σ^2/(tw): does it fall from w to v > w users?
    G, Lambda, sigma, t, n, w, v = z3.Reals("G Lambda sigma t n w v")

    def variance(users):
        moved = formulas.sensitivity(G, Lambda, records(n, users))
        return moved**2 * sigma**2 / (t * users) / users

    premises = [G > 0, Lambda > 0, sigma > 0, t > 0, t <= 1, n >= 1, w >= 1, v >= w + 1]
    return prove(premises, variance(v) < variance(w))
