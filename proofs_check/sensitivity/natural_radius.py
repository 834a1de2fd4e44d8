"""sec:lim_signalnoise#radius: how long models get without a projection, and what the radius R then changes."""

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
    "reading:settings",
    "smt",
    every="every dimension, dataset and loss with gradients of norm at most G; at the optimum Λf is one of their means",
    concludes="never above c/Λ",
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
    "reading:any-data",
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


SVM_SETTINGS = [  # c, R and Λ of every grid of the appendix
    (c, Fraction(R), Fraction(ridge))
    for c, radii, ridges in (
        ("34.854", ("0.04", "0.05", "0.06", "0.07", "0.08"), ("10", "100", "200")),  # CIFAR-10
        ("34.854", ("0.06", "0.07"), ("0.5", "1", "2", "5")),  # CIFAR-10, whole users
        ("34.157", ("0.04", "0.06", "0.08"), ("3", "10", "30", "100")),  # CIFAR-100
        ("34.854", ("0.08",), ("3", "10", "100")),  # EMNIST, 1 user
        ("34.854", ("0.04",), ("30", "100")),  # EMNIST, 3400 users
    )
    for R in radii
    for ridge in ridges
]


@check(
    "reading:settings",
    "enumeration",
    every="all 40 SVM settings of the appendix",
    concludes="below half of c/Λ at the paper's settings",
    wrong={"part": Fraction(45, 100)},
)
def radius_is_the_smaller_part(part=Fraction(1, 2)):
    """At each SVM setting of the paper R is less than half of c/Λ: the largest share is 0.46, at Λ = 200 and R = 0.08."""
    share = max(R * ridge / Fraction(c) for c, R, ridge in SVM_SETTINGS)
    return at_most(share, part, ("largest share ΛR/c", "half"), settings=len(SVM_SETTINGS))
