"""C2.2: the smoothness beta and the Lipschitz constant L of the one-vs-rest SVM and of SoftmaxReg, compared."""

from __future__ import annotations

from fractions import Fraction

import sympy as sp
import z3

from accountant.numbers.balls import BALLS, exact
from proofs_check.method.check import about, every
from proofs_check.method.replay import at_most, certified
from proofs_check.method.smt import Terms, prove
from proofs_check.method.symbolic import SYMBOLIC, all_vanish, vanishes
from reference import formulas

check_beta = about("C2.2#smoothness")
check_lipschitz = about("C2.2#lipschitz")
RIDGE = "reading:strong-ridge"
Lambda, R, c, h, p, K = sp.symbols("Lambda R c h p K", positive=True)


def beta_ratio_squared(Lambda, c, h, p, K, num):
    """(beta of SoftmaxReg / beta of the SVM)^2."""
    ours = formulas.smoothness_softmax(Lambda, c, p, K, num)
    return ours**2 / formulas.smoothness_svm(Lambda, c, h, p, num) ** 2


@check_beta(
    RIDGE,
    "symbolic",
    every="every Λ, c, h and K, in the limit of many features",
    wrong={"factor": 2},
)
def ratio_tends_to_the_root(factor=1):
    """With all else fixed and p growing, the ratio of the two beta tends to sqrt(K)."""
    # The squared ratio for ever more features, against factor K.
    return vanishes(sp.limit(beta_ratio_squared(Lambda, c, h, p, K, SYMBOLIC), p, sp.oo) - factor * K)


@check_beta(
    RIDGE,
    "smt",
    every="every K >= 2, p >= 1, h <= 1/2 and Λ >= c^2/(2h)",
    wrong={"upper": 1},
)
def ratio_is_about_the_root_under_a_strong_ridge(upper=2):
    """For Λ >= c^2/(2h) the ratio lies between sqrt(K)/2 and sqrt(2K)."""
    u, relax, features, classes = z3.Reals("u h p K")
    num = Terms()
    ours = formulas.smoothness_softmax(z3.RealVal(1), num.sqrt(2 * relax * u), features, classes, num)
    svm = formulas.smoothness_svm(z3.RealVal(1), num.sqrt(2 * relax * u), relax, features, num)
    premises = [u >= 0, u <= 1, relax > 0, 2 * relax <= 1, features >= 1, classes >= 2]
    return every(
        prove(premises, 4 * ours * ours >= classes * svm * svm, num),
        prove(premises, ours * ours <= upper * classes * svm * svm, num),
    )


@check_beta(
    "reading:any-ridge",
    "interval",
    at="the paper's CIFAR-10 setting, Λ = 1; read as: within a factor 2",
    expect="fails",
    wrong={"ridge": 100},
)
def weak_ridge_reverses_the_ratio(ridge=1):
    """At Λ = 1 the beta of SoftmaxReg is the smaller one: its learning rate may be larger, not smaller."""
    box = certified(
        lambda: BALLS.sqrt(beta_ratio_squared(exact(ridge), exact("34.854"), exact("0.1"), 6144, 10, BALLS))
    )
    names = ("number 1, which is below sqrt(K)/2", "ratio of the two beta")
    return at_most(1, box, names, p=6144, K=10, c="34.854", h="0.1", Lambda=ridge)


@check_beta(
    "repair", "smt", every="every Λ, c > 0, h <= 1 and every K: it does not occur", wrong={"largest": 2}
)
def repaired_constants_favour_softmax(largest=1):
    """Λ + c^2/2 <= Λ + c^2/(2h) for h <= 1: with the repaired constants SoftmaxReg has the smaller beta."""
    La, bound, relax = z3.Reals("Lambda c h")
    ours = formulas.smoothness_softmax_spectral(La, bound)
    svm = formulas.smoothness_svm_spectral(La, bound, relax)
    return prove([La > 0, bound > 0, relax > 0, relax <= largest], ours <= svm)


@check_lipschitz(
    "statement",
    "smt",
    every="every Λ > 0, R >= 0 and c > 0",
    wrong={"constant": lambda num: z3.RealVal("1.4")},
)
def lipschitz_constants_differ_by_at_most_root_two(constant=lambda num: num.sqrt(2)):
    """The L of SoftmaxReg is at least that of the SVM and at most sqrt(2) times it."""
    num = Terms()
    La, radius, bound = z3.Reals("Lambda R c")
    ours, svm = formulas.lipschitz_softmax(La, radius, bound, num), formulas.lipschitz_svm(La, radius, bound)
    return prove([La > 0, radius >= 0, bound > 0], z3.And(svm <= ours, ours <= constant(num) * svm), num)


@check_lipschitz(
    "statement",
    "symbolic",
    every="every Λ, R, c and n",
    wrong={"power": 2},
)
def sensitivity_is_proportional_to_L(power=1):
    """Both printed sensitivities are 2L/(Λn); neither contains K."""
    # The printed sensitivities over L^power: the same factor 2/(Λn) for both, without K.
    n = sp.Symbol("n", positive=True)
    svm = formulas.sensitivity_svm(Lambda, R, c, n) / formulas.lipschitz_svm(Lambda, R, c) ** power
    ours = (
        formulas.sensitivity_softmax(Lambda, R, c, n, SYMBOLIC)
        / formulas.lipschitz_softmax(Lambda, R, c, SYMBOLIC) ** power
    )
    return all_vanish([svm - 2 / (Lambda * n), ours - 2 / (Lambda * n)])


@check_lipschitz(
    "inference:factor", "interval", at="Λ = R = c = 1", expect="fails", wrong={"radius": Fraction(0)}
)
def the_factor_is_below_root_two(radius=Fraction(1)):
    """The two L do not differ by sqrt(2) but by less as soon as ΛR > 0: the ridge part is the same in both."""
    ratio = certified(
        lambda: (
            formulas.lipschitz_softmax(exact(1), exact(radius), exact(1), BALLS)
            / formulas.lipschitz_svm(exact(1), exact(radius), exact(1))
        )
    )
    root = certified(lambda: BALLS.sqrt(2) - exact("1e-9"))
    return at_most(root, ratio, ("sqrt(2) - 10^-9", "ratio of the two L"), Lambda=1, c=1, R=radius)
