"""sec:lim_signalnoise#radius: how long models get without a projection, and what the radius R then changes."""

from __future__ import annotations

from fractions import Fraction

import z3

from accountant.sensitivity.trained_in_balls import norm, svm_in_balls
from proofs_check.method.check import Outcome, check, every
from proofs_check.method.replay import at_most, certified
from proofs_check.method.smt import Terms, prove
from reference import formulas
from reference.notation import Dataset, Xi

RADIUS = "sec:lim_signalnoise#radius"
Lambda, G = z3.Reals("Lambda G")


def norm_stays(scale) -> Outcome:
    """|(1-a)f - (a/Λ)g| for |f| <= G/Λ and |g| <= G; and the optimum, where Λ f = -g."""
    norm, new, a = z3.Reals("norm new a")
    step = [
        Lambda > 0,
        G > 0,
        0 <= a,
        a <= 1,
        0 <= norm,
        norm <= G / Lambda,
        new <= (1 - a) * norm + a / Lambda * G,
    ]
    optimum = [Lambda > 0, G > 0, norm >= 0, Lambda * norm <= G]
    return every(prove(step, new <= scale * G / Lambda), prove(optimum, norm <= scale * G / Lambda))


@check(
    RADIUS,
    about="repair",
    method="smt",
    scope="every dimension, dataset, schedule and loss with gradients of norm at most G, started in the ball of radius G/Λ",
    universal=True,
    needs=["lemmas.vectors.triangle_inequality", "sensitivity.theorem_r_by_checks.regularizer_only_shrinks"],
    control=lambda: norm_stays(z3.Q(99, 100)),
)
def models_never_leave_the_natural_ball() -> Outcome:
    """No iterate and no optimum has norm above G/Λ: a radius R >= G/Λ changes nothing, and 2G/Λ caps the sensitivity."""
    return norm_stays(1)


def loss_pays_for_the_norm(scale) -> Outcome:
    """At the optimum Λ/2 |f|^2 <= J(f) <= J(0) = huber(h, 0)."""
    norm, h = z3.Reals("norm h")
    num = Terms()
    premises = [Lambda > 0, 0 < h, h < 1, norm >= 0]
    premises += [
        formulas.regularized(Lambda, norm**2, z3.RealVal(0)) <= formulas.huber(h, z3.RealVal(0), num)
    ]
    return prove(premises, Lambda * norm**2 <= scale * 2, num)


@check(
    RADIUS,
    about="repair",
    method="smt",
    scope="every dimension, dataset, Λ, c and h < 1; the optimum",
    universal=True,
    control=lambda: loss_pays_for_the_norm(z3.Q(99, 100)),
)
def optimum_is_below_root_two_over_Lambda() -> Outcome:
    """The optimum has norm at most sqrt(2/Λ), which is well below c/Λ if and only if Λ is well below c^2/2."""
    return loss_pays_for_the_norm(1)


def reached_radius(labels: list[int]) -> Outcome:
    """|f| of one class after 60 passes of the SVM over equal records [1, 0] with these labels, against half of c/Λ."""
    n = len(labels)
    D = Dataset.of_features([[0.0]] * n, labels)
    xi = Xi(K=2, c=1.0, M=60 * n, h=0.1, Lambda=2.0, R=1.0)
    length = certified(lambda: norm(svm_in_balls(D, xi, classes=[0])))
    return at_most(
        length, Fraction(1, 4), ("norm of the model", "half of c/Λ"), labels=labels, Lambda=2, c=1, h=0.1
    )


@check(
    RADIUS,
    about="statement",
    method="interval",
    scope="five equal records, 60 passes, Λ = 2, c = 1, h = 0.1",
    expect="fails",
    control=lambda: reached_radius([0, 1, 0, 1, 0]),
)
def equal_records_come_near_it() -> Outcome:
    """With Λ >= c^2/(1-h) and records that agree the model comes within a hundredth of c/Λ; data that disagree shrink it."""
    return reached_radius([0] * 5)


SVM_SETTINGS = [
    (radius, Fraction(ridge))
    for radius in (Fraction(4, 100), Fraction(5, 100), Fraction(6, 100), Fraction(7, 100), Fraction(8, 100))
    for ridge in (10, 100, 200)
]


def radius_share(settings: list[tuple[Fraction, Fraction]]) -> Outcome:
    """The largest ΛR/c over the settings, c = 34.854, against a tenth."""
    share = max(radius * ridge / Fraction("34.854") for radius, ridge in settings)
    return at_most(share, Fraction(1, 10), ("largest share ΛR/c", "a tenth"), settings=len(settings))


@check(
    RADIUS,
    about="step:settings",
    method="exact",
    scope="the paper's 15 SVM settings on CIFAR-10",
    expect="fails",
    control=lambda: radius_share([s for s in SVM_SETTINGS if s[1] == 10]),
)
def radius_is_not_negligible() -> Outcome:
    """At the paper's own settings R is up to 0.46 of c/Λ; a tenth or less only for Λ = 10 (control)."""
    return radius_share(SVM_SETTINGS)
