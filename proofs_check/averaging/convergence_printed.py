"""cor:convergenceOfBlindlyAveraging: the printed proof line by line, and HingeSVM-SGDWA in all its runs.

The theorem itself is in `rate`: the same optimum, and the expected excess.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import sympy as sp
import z3

from proofs_check.method.check import Outcome, about
from proofs_check.method.replay import RATIONALS, at_most, equal_at
from proofs_check.method.smt import Terms, prove
from proofs_check.method.symbolic import SYMBOLIC, all_vanish
from proofs_check.sensitivity.natural_radius import SVM_SETTINGS
from reference import formulas
from reference.exact.side_by_side import class_mean, side_by_side, union
from reference.exact.svm import dot, signed_rows
from reference.formulas import averaging_weight, hinge, hinge_slope
from reference.learners.hinge_svm import hinge_svm
from reference.notation import Dataset

check_averaged = about("cor:convergenceOfBlindlyAveraging")
Lambda, m = sp.symbols("Lambda m", positive=True)


@check_averaged(
    "repair", "smt", every="every two margins", wrong={"slope": lambda z, num: hinge_slope(z + 1, num)}
)
def hinge_slope_is_a_subgradient(slope=hinge_slope):
    """The slope that the learner uses is a subgradient of the hinge loss, also at the kink."""
    # The line through (z, hinge(z)) with this slope stays below the loss.
    z, w = z3.Reals("z w")
    num = Terms()
    return prove([], hinge(w, num) >= hinge(z, num) + slope(z, num) * (w - z), num)


@check_averaged(
    "repair", "smt", every="every margin", wrong={"slope": lambda z, num: num.if_less(1, z, 0, -1)}
)
def records_without_loss_do_not_pull(slope=hinge_slope):
    """Where the hinge loss is 0 the slope is 0: of the subgradients at the kink the learner takes the smallest."""
    z = z3.Real("z")
    num = Terms()
    return prove([hinge(z, num) == 0], slope(z, num) == 0, num)


# --- what a drawn record weighs ---------------------------------------------------------------------------


@check_averaged(
    "repair", "symbolic", every="every number of steps, by induction", wrong={"weight": lambda m: 2 / (m + 1)}
)
def running_average_weighs_by_position(weight=averaging_weight):
    """One update with the printed weight turns the weighted mean of m iterates into that of m + 1 iterates."""
    # The running average counts iterate i exactly i + 1 times, the start (i = 0) included.
    i = sp.Symbol("i", integer=True, nonnegative=True)
    whole = sp.summation(i + 1, (i, 0, m))
    before = sp.summation(i + 1, (i, 0, m - 1))
    return all_vanish([weight(m) * whole - (m + 1), (1 - weight(m)) * whole - before])


check_rate = about("ours:averaging_rate")
M, L, H = sp.symbols("M Lambda H", positive=True)


def one_step(f, yx, Lambda, m, num=SYMBOLIC):
    """A step on a record whose hinge is active: its margin is below 1."""
    gradient = formulas.gradient_entry(
        2 * Lambda, f, formulas.loss_gradient_entry(yx, formulas.hinge_slope(0, num))
    )
    return formulas.sgd_step(f, formulas.subgradient_step(Lambda, m), gradient)


# --- how fast averaged models reach the central optimum, exactly ------------------------------------------


@check_rate(
    "statement", "enumeration", at="two users, three steps, all 64 sequences of draws", wrong={"power": 1}
)
def all_draws_average_to_the_formula(power=2):
    """The exact expected excess, from every possible run."""
    users, steps = ((Fraction(1), Fraction(-1, 2)), (Fraction(1, 4), Fraction(1))), 3
    best = sum(map(sum, users)) / Fraction(4)

    def learned(draws: tuple[Fraction, ...]) -> Fraction:
        f = average = Fraction(0)
        for m, u in enumerate(draws, start=1):
            f = one_step(f, 2 * u, Fraction(1), m, RATIONALS)
            average = formulas.averaging_step(average, Fraction(formulas.averaging_weight(Fraction(m))), f)
        return average

    first, second = ([learned(draws) for draws in product(u, repeat=steps)] for u in users)
    mean = sum(((a + b) / 2 - best) ** 2 for a in first for b in second) / Fraction(len(first) * len(second))
    harmonic = sum(Fraction(1, k) for k in range(1, steps + 1))
    bias, variance = formulas.sgdwa_bias(Fraction(steps)), formulas.sgdwa_variance(Fraction(steps), harmonic)
    spread = sum(((a - b) / 2) ** 2 for a, b in users) / 2
    claimed = bias**power * best**2 + variance * spread / 2
    return equal_at(mean, claimed, ("mean excess of all draws", "formula"), steps=steps, draws=64)


@check_averaged(
    "step:dual-value",
    "exact",
    at="one record, Λ = 1/2",
    expect="fails",
    wrong={"printed": [lambda Lambda: 1 / (2 * Lambda)]},
)
def coefficient_inside_is_no_printed_value(printed=[lambda Lambda: Lambda, lambda Lambda: 1 / Lambda]):
    """Inside the margin alpha is y/(2Λ), not Λ y or y/Λ; what the proof needs, that it is the same in both SVMs, is true."""
    # One record 1/2 of class +: f = alpha x, so alpha = f/x.
    x, Lambda = Fraction(1, 2), Fraction(1, 2)
    alpha = hinge_svm(Dataset([[0.5]], [1]), Lambda).f[0] / x
    nearest = min((value(Lambda) for value in printed), key=lambda value: abs(value - alpha))
    return equal_at(alpha, nearest, ("coefficient", "nearest printed value"), Lambda=Lambda)


KINK = [([3.5, 0.5], [-3.5, 0.5]), ([0.5, 0.0], [0.5, 0.0])]  # records of the two users, all of class +


@check_averaged(
    "inference:cited-rate",
    "exact",
    at="two users of two records, Λ = 1/2, where averaged and central optimum agree: 8750 times the local excess",
    expect="fails",
    wrong={"Lambda": Fraction(7)},
)
def local_rates_do_not_average(Lambda=Fraction(1, 2), delta=Fraction(1, 10_000)):
    """The cited rate is about each local objective; if the central one has a kink there, excess e turns into about sqrt(e)."""
    # User 1's optimum moved by delta along its first axis: the average's central excess against 100 times the local one.
    users = [Dataset(rows, [1, 1]) for rows in KINK]
    everyone = union(users)
    sides = side_by_side(users, lambda D: hinge_svm(D, Lambda))
    if sides.average != sides.central.f or sides.local[0].f != class_mean(users[0], 2 * Lambda):
        return Outcome("undecided", "the optima do not coincide")

    def objective(f, D):
        losses = [formulas.hinge(dot(f, row), RATIONALS) for row in signed_rows(D)]
        return formulas.regularized(2 * Lambda, dot(f, f), sum(losses) / len(D))

    def excess(f, moved, D):
        return objective((f[0] + moved, *f[1:]), D) - objective(f, D)

    local = excess(sides.local[0].f, delta, users[0])
    central = excess(sides.central.f, delta / 2, everyone)
    return at_most(
        central, 100 * local, ("central excess", "100 times the local excess"), delta=delta, local=local
    )


@check_averaged(
    "step:margin-inverse",
    "exact",
    at="f = (1, 1), intercept first",
    expect="fails",
    wrong={"f": (Fraction(0), Fraction(3))},
)
def the_intercept_is_not_in_the_margin(f=(Fraction(1), Fraction(1))):
    """The margin is one over the norm of f without its intercept; the argument needs y<f, x> < 1, which |f| bounds anyway."""
    # Squared distance, among features, from <f, x> = 0 to <f, x> = 1, against 1/|f|^2; f[0] is the intercept.
    features = dot(f[1:], f[1:])
    return equal_at(1 / features, 1 / dot(f, f), ("squared margin", "1/|f|^2"), f=list(f))


@check_averaged(
    "inference:experiments",
    "exact",
    at="c = 34.854 and the largest Λ of all SVM experiments, 200",
    expect="fails",
    wrong={"c": Fraction(20)},
)
def no_experiment_is_in_range(c=Fraction("34.854")):
    """All records are within every margin only for Λ above c^2/2; no SVM experiment of the paper uses such a Λ."""
    needed, largest = formulas.hinge_threshold(c), max(ridge for _, _, ridge in SVM_SETTINGS)
    return at_most(needed, largest, ("smallest Λ that is covered", "largest Λ of an experiment"), c=c)
