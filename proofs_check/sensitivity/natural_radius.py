"""sec:lim_signalnoise#radius: how long models get without a projection, and what the radius R then changes."""

from fractions import Fraction
from typing import Any

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


SVM_GRIDS: dict[str, list[tuple[str, Any]]] = {  # R and Λ of every grid of the appendix
    "CIFAR-10": [(R, L) for R in ("0.04", "0.05", "0.06", "0.07", "0.08") for L in (10, 100, 200)],
    "CIFAR-10, whole users": [(R, L) for R in ("0.06", "0.07") for L in ("0.5", 1, 2, 5)],
    "CIFAR-100": [(R, L) for R in ("0.04", "0.06", "0.08") for L in (3, 10, 30, 100)],
    "EMNIST, 1 user": [("0.08", L) for L in (3, 10, 100)],
    "EMNIST, 3400 users": [("0.04", L) for L in (30, 100)],
}
SVM_SETTINGS = [  # with the clipping bound of the dataset: c, R, Λ
    (Fraction("34.157" if name == "CIFAR-100" else "34.854"), Fraction(R), Fraction(ridge))
    for name, grid in SVM_GRIDS.items()
    for R, ridge in grid
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
    share = max(R * ridge / c for c, R, ridge in SVM_SETTINGS)
    return at_most(share, part, ("largest share ΛR/c", "half"), settings=len(SVM_SETTINGS))
