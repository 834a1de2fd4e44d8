"""sec:lim_signalnoise#radius: how long models get without a projection, and what the radius R then changes."""

from __future__ import annotations

from fractions import Fraction

import z3

from accountant.sensitivity.trained_in_balls import norm, svm_in_balls
from proofs_check.method.check import about
from proofs_check.method.replay import at_most, certified
from proofs_check.method.smt import Terms, prove
from reference import formulas
from reference.notation import Dataset, Xi

check = about("sec:lim_signalnoise#radius")
Lambda, G = z3.Reals("Lambda G")


@check(
    "repair",
    "smt",
    every="every dimension, dataset and loss with gradients of norm at most G; at the optimum Λf is one of their means",
    wrong={"scale": z3.Q(99, 100)},
)
def optimum_stays_in_the_natural_ball(scale=1):
    """No optimum has norm above G/Λ, as no iterate has (`stay_in_ball`): a radius R >= G/Λ changes nothing."""
    norm = z3.Real("norm")
    return prove([Lambda > 0, G > 0, norm >= 0, Lambda * norm <= G], norm <= scale * G / Lambda)


@check(
    "repair",
    "smt",
    every="every dimension, dataset, Λ, c and h < 1; the optimum",
    wrong={"scale": z3.Q(99, 100)},
)
def optimum_is_below_root_two_over_Lambda(scale=1):
    """The optimum has norm at most sqrt(2/Λ), which is well below c/Λ if and only if Λ is well below c^2/2."""
    norm, h = z3.Reals("norm h")
    num = Terms()
    premises = [Lambda > 0, 0 < h, h < 1, norm >= 0]
    premises += [
        formulas.regularized(Lambda, norm**2, z3.RealVal(0)) <= formulas.huber(h, z3.RealVal(0), num)
    ]
    return prove(premises, Lambda * norm**2 <= scale * 2, num)


@check(
    "statement",
    "interval",
    at="five equal records, 60 passes, Λ = 2, c = 1, h = 0.1",
    expect="fails",
    wrong={"labels": [0, 1, 0, 1, 0]},
)
def equal_records_come_near_it(labels=[0] * 5):
    """With Λ >= c^2/(1-h) and records that agree the model comes within a hundredth of c/Λ; data that disagree shrink it."""
    # |f| of one class after 60 passes of the SVM over equal records [1, 0] with these labels, against half of c/Λ.
    n = len(labels)
    D = Dataset.of_features([[0.0]] * n, labels)
    xi = Xi(K=2, c=1.0, M=60 * n, h=0.1, Lambda=2.0, R=1.0)
    length = certified(lambda: norm(svm_in_balls(D, xi, classes=[0])))
    return at_most(
        length, Fraction(1, 4), ("norm of the model", "half of c/Λ"), labels=labels, Lambda=2, c=1, h=0.1
    )


SVM_SETTINGS = [
    (radius, Fraction(ridge))
    for radius in (Fraction(4, 100), Fraction(5, 100), Fraction(6, 100), Fraction(7, 100), Fraction(8, 100))
    for ridge in (10, 100, 200)
]


@check(
    "step:settings",
    "exact",
    at="the paper's 15 SVM settings on CIFAR-10",
    expect="fails",
    wrong={"settings": [s for s in SVM_SETTINGS if s[1] == 10]},
)
def radius_is_not_negligible(settings=SVM_SETTINGS):
    """At the paper's own settings R is up to 0.46 of c/Λ; a tenth or less only for Λ = 10 (control)."""
    # The largest ΛR/c over the settings, c = 34.854, against a tenth.
    share = max(radius * ridge / Fraction("34.854") for radius, ridge in settings)
    return at_most(share, Fraction(1, 10), ("largest share ΛR/c", "a tenth"), settings=len(settings))
