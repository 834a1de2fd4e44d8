"""How the noise scales with Λ (sec:lim_signalnoise)."""

from __future__ import annotations

import sympy as sp
import z3

from proofs_check.method.check import Outcome, check, shown
from proofs_check.method.smt import prove
from proofs_check.method.symbolic import SYMBOLIC, vanishes
from reference import formulas

REGULARIZED = "sec:lim_signalnoise#noise_order"
Lambda, c, n = sp.symbols("Lambda c n", positive=True)


def times_lambda(power: int) -> Outcome:
    """Λ^power times the bound of Theorem R for whole passes, 2c/(Λn) and sqrt(2) times that: does it change with Λ?"""
    gradients = (formulas.loss_gradient_svm(c), formulas.loss_gradient_softmax(c, SYMBOLIC))
    bounds = [formulas.sensitivity(G, Lambda, n) for G in gradients]
    return vanishes(sp.simplify(sum(sp.Abs(sp.diff(Lambda**power * s, Lambda)) for s in bounds)))


@check(
    REGULARIZED,
    about="reading:theorem-r",
    method="symbolic",
    scope="every Λ, c and n, both learners",
    universal=True,
    concludes="exactly 1/Λ",
    needs=[
        "learner_sensitivity.svm_sensitivity_is_2c_over_Lambda_n",
        "learner_sensitivity.softmax_sensitivity_is_2_root_2_c_over_Lambda_n",
    ],
    control=lambda: times_lambda(2),
)
def repaired_noise_falls_like_one_over_lambda() -> Outcome:
    """Without the ΛR of the regularizer's gradient the sensitivity is a constant over Λ."""
    return times_lambda(1)


def below_a_constant(radius) -> Outcome:
    """c = n = 1: is Λ times the printed s at most C, for some C > 0 and Λ = C?"""
    C = z3.Real("C")
    never = prove([C > 0], C * formulas.sensitivity_svm(C, radius, 1, 1) > C)
    if never.result == "holds":
        return Outcome("fails", "Λ s > C at Λ = C, for every C > 0", shown(R=radius, c=1, n=1, Lambda="C"))
    return Outcome("holds" if never.result == "fails" else "undecided", "some C is large enough")


@check(
    REGULARIZED,
    about="reading:printed-bound",
    method="smt",
    scope="c = n = R = 1, every constant C",
    expect="fails",
    control=lambda: below_a_constant(z3.Q(1, 4)),
)
def printed_noise_does_not_fall_below_the_ball() -> Outcome:
    """With R fixed the printed s = 2R/n + 2c/(Λn) stays above 2R/n: Λ s exceeds every constant."""
    return below_a_constant(1)
