"""How tight the repaired sensitivities are: constructed neighbours measured in balls, and searches that find nothing worse."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import sympy as sp
import z3

from accountant.numbers.balls import BALLS, exact
from accountant.numbers.enclosure import Enclosure
from proofs_check.method.check import Outcome, about, every, shown, theorem
from proofs_check.method.replay import at_most, certified
from proofs_check.method.smt import prove
from proofs_check.method.symbolic import SYMBOLIC, all_vanish
from proofs_check.probes.pairs import Setting
from proofs_check.probes.run import METHODS, bound_of_record, searched
from proofs_check.probes.witnesses import FAR, flipped_in_linear_part, last_visited, turned_at_the_end
from reference import formulas
from reference.notation import Xi

check_softmax, check_svm = about("thm:sens_softmax"), about("ex:dpsvm#sensitivity")
check_general = about("thm:sensitivity_general")
MILLIONTH = Fraction(1, 10**6)
SVM_SETTINGS = (
    Setting("svm", 7, 1, Xi(K=2, c=1.0, M=7, Lambda=1.0, R=1.0, h=0.1)),
    Setting("svm", 30, 2, Xi(K=2, c=2.0, M=30, Lambda=0.5, R=3.0, h=0.25)),
    Setting("svm", 12, 1, Xi(K=2, c=1.0, M=31, Lambda=1.0, R=1.0, h=0.1)),
    Setting("svm", 12, 1, Xi(K=2, c=1.0, M=10, Lambda=1.0, R=1.0, h=0.1, b=3)),
)


def reaches(gap: Enclosure, bound: Enclosure, share: Fraction, **witness: object) -> Outcome:
    """Is the measured distance at least this share of the bound?"""
    return at_most(
        Enclosure(share * bound.lo, share * bound.hi), gap, (f"{share} of the bound", "distance"), **witness
    )


@check_svm(
    "repair",
    "smt",
    every="Λ >= c^2/(1-h), R >= c/Λ: every dimension, dataset and step; |f| <= c/Λ",
    wrong={"threshold": lambda h: 1},
    needs=[theorem("sensitivity.stay_in_ball", "SVM")],
)
def models_stay_on_the_linear_part(threshold=lambda h: 1 - h):
    """For Λ >= c^2/(1-h) no iterate ever leaves the linear part of the loss or reaches the rim of the ball."""
    Lambda, R, c, h, norm = z3.Reals("Lambda R c h norm")
    premises = [Lambda > 0, c > 0, 0 < h, h < 1, 0 <= norm, norm <= c / Lambda, R >= c / Lambda]
    return prove([*premises, Lambda * threshold(h) >= c * c], z3.And(norm <= R, norm * c <= 1 - h))


@check_svm(
    "repair",
    "symbolic",
    every="Λ >= c^2/(1-h), h < 1 and R >= c/Λ: every dimension (entry by entry), n, M, schedule and index",
    wrong={"gradients": 1},
    needs=[models_stay_on_the_linear_part],
)
def recursion_is_attained(gradients=2):
    """Flip the label of one record x with |x| = c: every step obeys the recursion with equality, along x."""
    # Both runs on the linear part of the loss: a shared record, then x with label +1 against x with label -1.
    f, g, x, y, L, tau, relaxation = sp.symbols("f f' x y Lambda tau h", positive=True)
    slope = formulas.huber_slope(relaxation, -relaxation, SYMBOLIC)  # a margin below 1 - h

    def after(model, sign):
        gradient = formulas.gradient_entry(L, model, formulas.loss_gradient_entry(x, sign * slope))
        return formulas.sgd_step(model, tau, gradient)

    shared = after(f, y) - after(g, y) - (1 - L * tau) * (f - g)
    flipped = after(f, 1) - after(g, -1) - ((1 - L * tau) * (f - g) + tau * gradients * x)
    return all_vanish(map(sp.expand, [shared, flipped]))


@check_svm(
    "repair",
    "interval",
    at="every record of four settings: one pass, two and a half passes, batches of 3, n = 7, 12, 30",
    wrong={"share": 1 + MILLIONTH},
)
def each_record_reaches_its_bound(share=1 - MILLIONTH):
    """Flipping one label moves the SVM by 0.999999 of Theorem R at least, whichever record it is."""
    # The label of each record in turn is flipped, in every setting.
    return every(
        *(
            reaches(
                setting.certified_gap(flipped_in_linear_part(setting, j)),
                bound_of_record(setting, j),
                share,
                n=setting.n,
                M=setting.xi.M,
                b=setting.xi.b,
                record=j,
            )
            for setting in SVM_SETTINGS
            for j in range(setting.n)
        )
    )


@check_svm("repair", "interval", at="n = M = 100, Λ = c = R = 1, h = 0.1", wrong={"share": 1 + MILLIONTH})
def last_record_reaches_the_closed_form(share=1 - MILLIONTH):
    """The record visited last moves the SVM by 0.999999 of 2c/(Λn) at least."""
    setting = Setting("svm", 100, 1, Xi(K=2, c=1.0, M=100, Lambda=1.0, R=1.0, h=0.1))
    closed = formulas.sensitivity(Fraction(setting.xi.c), Fraction(setting.xi.Lambda), setting.n)
    gap = setting.certified_gap(flipped_in_linear_part(setting, last_visited(setting)))
    return reaches(gap, Enclosure(closed, closed), share, n=setting.n)


def two_classes_reach(share: Fraction, Lambda: float, c: float, n: int, slant: float) -> Outcome:
    """[1, 0] pushes towards class 0; the last record, [1, slant] or [1, -slant], has label 1. Against 2 sqrt(2) c/(Λn)."""
    setting = Setting("softmax", n, 1, Xi(K=2, c=c, M=n, Lambda=Lambda, R=10.0))
    left, right = (np.array([1.0, sign * slant]) for sign in (-1, 1))
    pair = turned_at_the_end(setting, np.array([1.0, 0.0]), (left, 1), (right, 1))
    bound = certified(
        lambda: formulas.sensitivity(formulas.loss_gradient_softmax(exact(c), BALLS), exact(Lambda), exact(n))
    )
    return reaches(setting.certified_gap(pair), bound, share, n=n, Lambda=Lambda, c=c, slant=slant)


@check_softmax(
    "repair",
    "interval",
    at="K = 2, c = 1, R = 10, Λ = 1e-3, one pass over 1000 records",
    wrong={"share": Fraction(84, 100)},
)
def weakly_regularized_softmax_reaches_83_percent(share=Fraction(83, 100)):
    """One replaced record moves SoftmaxReg by 0.83 of 2 sqrt(2) c/(Λn) at least."""
    return two_classes_reach(share, 1e-3, 1.0, 1000, 2.25)


@check_softmax(
    "repair",
    "interval",
    at="K = 2, c = 1.2, R = 10, Λ = 1e-4, one pass over 10300 records",
    wrong={"share": Fraction(91, 100)},
)
def hardly_regularized_softmax_reaches_90_percent(share=Fraction(90, 100)):
    """With Λ = 1e-4 one replaced record moves SoftmaxReg by 0.90 of 2 sqrt(2) c/(Λn) at least."""
    return two_classes_reach(share, 1e-4, 1.2, 10300, 2.8)


@check_softmax(
    "repair", "interval", at="K = 10, Λ = R = c = 1, one pass over 1000 records", wrong={"share": Fraction(1)}
)
def gradient_diameter_is_nearly_reached(share=Fraction(99, 100)):
    """One replaced record moves SoftmaxReg by 0.99 of the bound by the gradient diameter at least."""
    # Records along a feature push towards class 0; the last one, of class 1, points along the feature or against it.
    setting = Setting("softmax", 1000, 1, Xi(K=10, c=1.0, M=1000, Lambda=1.0, R=1.0))
    ahead, back = np.array([1.0, FAR]), np.array([1.0, -FAR])
    pair = turned_at_the_end(setting, ahead, (back, 1), (ahead, 1))
    return reaches(setting.certified_gap(pair), setting.bounds().proved, share, n=1000, K=10)


def nothing_beyond(setting: Setting, share: Fraction, restarts: int, rounds: int) -> Outcome:
    """Is the best pair of some search, measured in balls, for certain beyond this share of the proved bound?"""
    bound = setting.bounds().proved
    found = [searched(setting, method, 1, restarts, rounds) for method in METHODS]
    best = max(found, key=lambda finding: finding.proved_ratio)
    numbers = shown(found_by=best.method, distance=best.reached, bound=bound, share=share)
    if best.reached.lo > share * bound.hi:
        return Outcome("fails", f"neighbours found by {best.method} exceed {share} of the bound", numbers)
    return Outcome(
        "holds", f"the closest pair found reaches {int(100 * best.proved_ratio)}% of the bound", numbers
    )


SEARCHED = {
    "batches": Setting("svm", 6, 2, Xi(K=2, c=1.0, M=7, Lambda=0.5, R=1.0, h=0.3, b=2)),
    "svm": Setting("svm", 8, 2, Xi(K=2, c=1.0, M=8, Lambda=1.0, R=1.0, h=0.1)),
    "softmax": Setting("softmax", 8, 2, Xi(K=3, c=1.0, M=8, Lambda=0.5, R=1.0)),
}


@check_general(
    "repair",
    "probe",
    at="whole neighbouring datasets of 6 records of the Huber SVM, batches of 2, two and a third passes; 96 starts",
    wrong={"share": Fraction(9, 10)},
)
def no_search_exceeds_the_recursion(share=Fraction(1)):
    """Random, mutating and gradient searches find no neighbours beyond Theorem R."""
    return nothing_beyond(SEARCHED["batches"], share, 32, 60)


@check_svm(
    "repair",
    "probe",
    at="whole neighbouring datasets of 8 records, one pass; 96 starts",
    wrong={"share": Fraction(99, 100)},
)
def no_search_exceeds_the_svm_bound(share=Fraction(1)):
    """Random, mutating and gradient searches find no neighbours beyond 2c/(Λn)."""
    return nothing_beyond(SEARCHED["svm"], share, 32, 60)


@check_softmax(
    "repair",
    "probe",
    at="whole neighbouring datasets of 8 records with 3 classes, one pass; 96 starts",
    wrong={"share": Fraction(7, 10)},
)
def no_search_exceeds_the_softmax_bound(share=Fraction(1)):
    """Random, mutating and gradient searches find no neighbours beyond the proved bound."""
    return nothing_beyond(SEARCHED["softmax"], share, 32, 60)
