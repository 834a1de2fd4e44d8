"""What the experimental setup says about batches, passes, learning rates and the radius of the models."""

from __future__ import annotations

from fractions import Fraction

import z3

from proofs_check.evidence import Outcome, check, every
from proofs_check.learner_refutations import svm_batches
from proofs_check.replay import at_most
from proofs_check.sgd_counterexamples import run
from proofs_check.smt import prove
from reference import formulas
from reference.schedule import fixed_divisor, own_size

BATCHES, RADIUS = "app:experimental_setup#batches", "sec:lim_signalnoise#radius"
Lambda, G, R, n, b, u, k, last = z3.Reals("Lambda G R n b u k last")


def whole_epochs(steps_of) -> Outcome:
    """k epochs of u = ceil(n/b) batches, divided by b, against the printed 2(ΛR + G)/(Λn)."""
    premises = [
        Lambda > 0,
        G > 0,
        R > 0,
        b >= 1,
        u >= 1,
        k >= 1,
        last >= 1,
        last <= b,
        n == (u - 1) * b + last,
    ]
    reached = formulas.sensitivity_any_steps(G, Lambda, steps_of(k, u), k, b)
    return prove(premises, reached < formulas.sensitivity_svm(Lambda, R, G, n))


@check(
    BATCHES,
    about="reading:fixed-divisor",
    method="smt",
    scope="every n, b, number of epochs, Λ, R and gradient bound G",
    universal=True,
    concludes="printed bound with batches",
    needs=["sgd_recursion.fixed_divisor_keeps_the_bound"],
    control=lambda: whole_epochs(lambda k, u: k),
)
def batches_divided_by_b() -> Outcome:
    """Whole epochs of batches whose sums are divided by b keep the printed sensitivity, whatever the last batch holds."""
    return whole_epochs(lambda k, u: k * u)


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
    needs=["sgd_steps.triangle_inequality", "sgd_steps.regularizer_only_shrinks"],
    control=lambda: norm_stays(z3.Q(99, 100)),
)
def models_never_leave_the_natural_ball() -> Outcome:
    """No iterate and no optimum has norm above G/Λ: a radius R >= G/Λ changes nothing, and 2G/Λ caps the sensitivity."""
    return norm_stays(1)


def reached_radius(z: list[int]) -> Outcome:
    """|f| after one pass over records z on the line (gradients up to 1, Λ = 1) against half of c/Λ."""
    f = run(z, len(z), Fraction(2))
    return at_most(abs(f), Fraction(1, 2), ("norm of the model", "half of c/Λ"), records=z, Lambda=1, c=1)


@check(
    RADIUS,
    about="statement",
    method="exact",
    scope="five equal records, one pass, Λ = c = 1",
    expect="fails",
    control=lambda: reached_radius([1, -1, 1, -1, 1]),
)
def equal_records_reach_it() -> Outcome:
    """When all records agree, the model reaches c/Λ exactly: only data that disagree make it smaller."""
    return reached_radius([1, 1, 1, 1, 1])


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
