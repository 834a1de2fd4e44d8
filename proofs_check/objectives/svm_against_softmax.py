"""C2.2: the smoothness beta and the Lipschitz constant L of the one-vs-rest SVM and of SoftmaxReg, compared."""

from fractions import Fraction

import sympy as sp
import z3

from accountant.numbers.balls import BALLS, exact
from proofs_check.method.check import about
from proofs_check.method.replay import at_most, certified
from proofs_check.method.smt import prove
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
