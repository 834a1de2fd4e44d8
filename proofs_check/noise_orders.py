"""How the noise scales with n w (tab:realted_work_comp) and with Λ (sec:lim_signalnoise).

The sum of n_i/w f_i is n times the average of the models; divided by n it is a model like the central one.
"""

from __future__ import annotations

from collections.abc import Callable

import sympy as sp
import z3

from proofs_check.distributed_noise import n, t, w
from proofs_check.evidence import Outcome, check, shown
from proofs_check.gaussian_profile import sigma
from proofs_check.smt import prove
from proofs_check.symbolic import SYMBOLIC, vanishes
from reference import formulas

COSTS, REGULARIZED = "tab:realted_work_comp#costs", "sec:lim_signalnoise#noise_order"
Lambda, R, c = sp.symbols("Lambda R c", positive=True)
NOISE = ["distributed_noise.n_i_and_s_cancel", "averaging_privacy.weight_turns_s_over_n_into_s_over_w"]


def svm(records: sp.Expr) -> sp.Expr:
    return formulas.sensitivity_svm(Lambda, R, c, records)


def softmax(records: sp.Expr) -> sp.Expr:
    return formulas.sensitivity_softmax(Lambda, R, c, records, SYMBOLIC)


def like_central(s: Callable[[sp.Expr], sp.Expr], divided_by: sp.Expr) -> Outcome:
    """Squared noise of tw honest users in the averaged model, against σ s for one learner on n w records."""
    honest = formulas.effective_noise(sigma, t * w, t, w, SYMBOLIC)
    averaged = honest * s(n) / divided_by
    return vanishes(sp.simplify(averaged**2 - (sigma * s(n * w)) ** 2))


def order(s: Callable[[sp.Expr], sp.Expr], power: int) -> Outcome:
    """s on n w records times n w^power: does it still change with n or w?"""
    scaled = s(n * w) * n * w**power
    return vanishes(sp.simplify(sp.Abs(sp.diff(scaled, n)) + sp.Abs(sp.diff(scaled, w))))


def register(name: str, s: Callable[[sp.Expr], sp.Expr], concludes: str) -> None:
    def run() -> Outcome:
        """The average of w models from n records each needs the noise of one model from n w records."""
        return like_central(s, w)

    run.__name__ = f"averaging_costs_no_noise_{name}"
    check(
        COSTS,
        method="symbolic",
        scope="every w, n, t with tw a whole number, Λ, R, c and σ; the printed sensitivities",
        universal=True,
        concludes=concludes,
        needs=NOISE,
        control=lambda: like_central(s, sp.sqrt(w)),
    )(run)


register("svm", svm, "SVM")
register("softmax", softmax, "SoftmaxReg")


@check(
    COSTS,
    method="symbolic",
    scope="every w, n, Λ, R and c",
    universal=True,
    concludes="order of central training",
    control=lambda: order(svm, 2),
)
def central_noise_is_of_order_one_over_all_records() -> Outcome:
    """s on n w records times n w is a constant: the noise is of the order 1/(nw), and of no smaller one."""
    return order(svm, 1)


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
