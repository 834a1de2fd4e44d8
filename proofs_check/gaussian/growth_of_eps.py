"""C2.2: how eps grows with the number of compositions, and the quotient of the two learners' eps.

The curve of def:deltagauss depends on tau = sqrt(K_comp)/sigma alone. For tau <= 1 the eps at a given delta is at most
linear in tau, so in sqrt(K_comp); for large tau it is at least tau^2/2, so linear in K_comp.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import combinations

import sympy as sp
import z3

from accountant.numbers.balls import BALLS, exact
from proofs_check.lemmas.normal import EPS, SIGMA
from proofs_check.method.check import Outcome, about, every, theorem
from proofs_check.method.replay import at_most, certified, delta_between, equal_at
from proofs_check.method.smt import prove
from proofs_check.method.symbolic import SYMBOLIC, all_vanish, vanishes
from reference import formulas

check_growth = about("C2.2#eps")
check_ratio = about("C2.2#ratio")
Lambda, R, c, K, tau = sp.symbols("Lambda R c K tau", positive=True)


DELTA, EPS_ONE = Fraction(1, 10**5), Fraction(4378, 1000)


def delta_at(at, shift):
    """The certified curve at eps = `at` for datasets `shift` standard deviations apart."""
    return certified(lambda: formulas.delta_gauss(at(), 1 / shift(), exact(1), BALLS))


def at_one_release(then: Callable[[], Outcome]) -> Outcome:
    """The outcome of `then`, once 4.378 is known to be enough at tau = 1."""
    enough = at_most(
        delta_at(lambda: exact(EPS_ONE), lambda: exact(1)), DELTA, ("delta at 4.378", "target delta")
    )
    return then() if enough.result == "holds" else Outcome("undecided", enough.detail, enough.witness)


def within_twice_the_root(releases: int) -> Outcome:
    """sigma = 1, delta = 1e-5, eps(1) <= 4.378: is eps(K) <= 2 sqrt(K) eps(1)?"""
    at = delta_at(lambda: 2 * BALLS.sqrt(releases) * exact(EPS_ONE), lambda: BALLS.sqrt(releases))
    names = ("delta at 2 sqrt(K) 4.378", "target delta")
    return at_one_release(lambda: at_most(at, DELTA, names, sigma=1, K_comp=releases))


@check_growth(
    "reading:any-number",
    "interval",
    at="sigma = 1, delta = 1e-5, K_comp = 100; read as: within a factor 2",
    expect="fails",
    wrong={"releases": 10},
)
def eps_outgrows_the_root(releases=100):
    """From 1 to 100 releases at sigma = 1 the eps grows by more than 2 sqrt(100): about 21 instead of 10 times."""
    return within_twice_the_root(releases)


BRACKETS = {1: "4.377", 4: "9.997", 10: "17.856", 25: "33.103", 100: "91.817"}


@check_growth(
    "repair",
    "interval",
    at="sigma = 1, delta = 1e-5, K_comp = 1, 4, 10, 25, 100",
    wrong={"offset": Fraction(1, 100)},
)
def eps_for_up_to_a_hundred_releases(offset=Fraction(0)):
    """eps in thousandths for 1, 4, 10, 25 and 100 releases: 4.377, 9.997, 17.856, 33.103 and 91.817."""
    # sigma = 1, delta = 1e-5: does each tabulated eps, moved by the offset, lie at most 0.001 below the true one?
    found = []
    for releases, text in BRACKETS.items():
        low = Fraction(text) + offset
        root = lambda k=releases: BALLS.sqrt(k)  # noqa: E731
        below, above = (delta_at(lambda e=e: exact(e), root) for e in (low, low + Fraction(1, 1000)))
        names = ("target delta", f"delta at {low}, K = {releases}")
        found += [
            at_most(DELTA, below, names),
            at_most(above, DELTA, ("delta 0.001 further", "target delta")),
        ]
    table = {f"eps at K = {k}": f"{v} to {Fraction(v) + Fraction(1, 1000)}" for k, v in BRACKETS.items()}
    outcome = every(*found)
    return Outcome(outcome.result, outcome.detail, table if outcome.result == "holds" else outcome.witness)


@check_growth(
    "repair",
    "symbolic",
    every="every tau > 0",
    wrong=[{"offset": tau}, {"limit": 1}],
    needs=[theorem("gaussian.curve_theorem", "FALLS_IN_EPS")],
)
def eps_is_at_least_linear_in_compositions(offset=0, limit=sp.Rational(1, 2)):
    """At eps = tau^2/2 delta is (1 - e^(tau^2/2) erfc(tau/sqrt(2)))/2, which tends to 1/2; and delta falls in eps.

    So for every delta < 1/2 and many compositions eps exceeds K_comp/(2 sigma^2).
    """
    delta = formulas.delta_gauss(tau**2 / 2 + offset, 1 / tau, 1, SYMBOLIC)
    scaled = sp.exp(tau**2 / 2) * sp.erfc(tau / sp.sqrt(2))
    return all_vanish([delta - (1 - scaled) / 2, sp.limit((1 - scaled) / 2, tau, sp.oo) - limit])


@check_growth(
    "step:one-vs-one", "enumeration", at="K = 10, every pair of labels", expect="fails", wrong={"classes": 3}
)
def one_vs_one_composes_few_models(classes=10):
    """A replaced record with the labels y and y' reaches the pairs that hold one of them: 17 of the 45, not all."""
    pairs = list(combinations(range(classes), 2))
    touched = max(
        sum(y in pair or y2 in pair for pair in pairs) for y in range(classes) for y2 in range(classes)
    )
    return equal_at(touched, len(pairs), ("pairs that a record reaches", "pairs of classes"), K=classes)


@check_growth(
    "step:one-vs-one",
    "exact",
    at="K = 10 balanced classes, 2n/K records a pair, 2G/(Λ records) for each model",
    expect="fails",
    wrong={"squared": lambda K: formulas.one_vs_one_models(K) / K},
)
def one_vs_one_costs_more_than_the_root(squared=formulas.one_vs_one_ratio_squared, classes=Fraction(10)):
    """Each pair trains on 2n/K records, so its model moves K/2 times as far: 6.5 times one-vs-rest, not sqrt(10) = 3.2."""
    # The control leaves all n records to each pair: then the quotient is sqrt(17/10), below the footnote's root.
    return at_most(squared(classes), classes, ("squared quotient of the shifts", "number of classes"))


@check_growth("repair", "symbolic", every="every K >= 3 and n", wrong={"left_alone": 1})
def one_vs_one_models_are_counted(left_alone=2):
    """All pairs but those among the other K - 2 classes are 2K - 3; with 2n/K records each the quotient is as in formulas."""
    # sqrt(models) times s at 2n/K records, over sqrt(K) times s at n records, squared.
    G, n = sp.symbols("G n", positive=True)
    pairs = lambda k: k * (k - 1) / 2  # noqa: E731
    models = pairs(K) - pairs(K - left_alone)
    pair, rest = formulas.sensitivity(G, Lambda, 2 * n / K), formulas.sensitivity(G, Lambda, n)
    return all_vanish(
        [
            models - formulas.one_vs_one_models(K),
            models * pair**2 / (K * rest**2) - formulas.one_vs_one_ratio_squared(K),
        ]
    )


@check_ratio(
    "reading:of-the-eps",
    "interval",
    at="Λ = R = c = 1, tau = 1 for SoftmaxReg, delta = 1e-5, K = 100",
    expect="fails",
    wrong={"classes": 2},
)
def eps_is_not_proportional_to_the_ratio(classes=100):
    """At K = 2 both eps are equal and the ratio is 1; at K = 100 the eps of the SVM is over 1.4 times what it says."""
    ratio = lambda: formulas.budget_ratio(exact(1), exact(1), exact(1), exact(classes), BALLS)  # noqa: E731
    at = delta_at(lambda: exact("1.4") * ratio() * exact(EPS_ONE), ratio)
    names = ("delta at 1.4 ratio eps_softmax", "target delta")
    numbers = {"K": classes, "ratio": certified(ratio), "eps_softmax_at_most": EPS_ONE}
    return at_one_release(lambda: at_most(at, DELTA, names, **numbers))


check_essence = about("app:dpdefs#order")
check_proportional = about("sec:softmax#proportional")


def delta_of(eps: Fraction, multiplier: Fraction):
    return certified(lambda: formulas.delta_gauss(exact(eps), exact(multiplier), exact(1), BALLS))


@check_essence(
    "reading:noise-in-units-of-s",
    "interval",
    at="s a thousandth; delta does not depend on s here, so for every s",
    expect="fails",
    wrong={"times": 1},
)
def eps_does_not_depend_on_s(times=1000):
    """In cor:erm_is_dp the noise is σ~ s, so that a smaller s changes the noise and not eps."""
    # Noise σ s as in the corollary, (0.6, 1e-5) at s = 1: at s = 1/times, is the printed order 0.6/times enough?
    return at_most(
        delta_of(EPS / times, SIGMA), DELTA, ("delta", "target delta"), eps=EPS / times, s=Fraction(1, times)
    )


@check_essence(
    "step:learner-itself", "exact", at="any two different outputs", expect="fails", wrong={"outputs": (0, 0)}
)
def without_noise_delta_is_one(outputs=(0, 1)):
    """A bounded sensitivity alone gives no privacy: two outputs that differ at all have delta = 1 at every eps."""
    # The laws of a learner without noise on two neighbours, at e^eps = 10^13.
    law, other = ({output: Fraction(1)} for output in outputs)
    return at_most(
        delta_between(law, other, factor=10**13),
        Fraction(1, 2),
        ("delta needed", "one half"),
        outputs=list(outputs),
    )


@check_proportional("repair", "smt", every="every L, Λ, n and factor", wrong={"power": 2})
def sensitivity_is_proportional(power=1):
    """s = 2L/(Λn) is proportional to L; eps is not."""
    G, Lambda, n, k = z3.Reals("L Lambda n k")
    scaled = formulas.sensitivity(k * G, Lambda, n)
    return prove(
        [G > 0, Lambda > 0, n >= 1, k > 1],
        scaled == (k * k if power == 2 else k) * formulas.sensitivity(G, Lambda, n),
    )


@check_ratio(
    "reading:of-the-shifts",
    "symbolic",
    every="every Λ, R, c and number K of classes",
    wrong={"models": lambda K: K},
)
def the_ratio_is_that_of_the_slopes(models=sp.sqrt):
    """sqrt(K) times the slope of the SVM at radius R/sqrt(K), over that of SoftmaxReg at radius R."""
    slopes = models(K) * formulas.lipschitz_svm(Lambda, R / sp.sqrt(K), c)
    whole = formulas.budget_ratio(Lambda, R, c, K, SYMBOLIC)
    return vanishes(slopes - whole * formulas.lipschitz_softmax(Lambda, R, c, SYMBOLIC))
