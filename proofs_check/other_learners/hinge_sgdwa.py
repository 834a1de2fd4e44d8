"""ours:hinge_sgdwa_sensitivity: one step, and a pair that exceeds the 2G/(mu n) of a smooth loss; see hinge_theorem."""

from __future__ import annotations

from fractions import Fraction

import sympy as sp

from accountant.numbers.enclosure import Enclosure
from proofs_check.method.check import about
from proofs_check.method.replay import at_most
from proofs_check.method.symbolic import SYMBOLIC, vanishes
from proofs_check.probes.pairs import Setting
from proofs_check.probes.witnesses import straddled_kinks
from reference import formulas
from reference.notation import Xi

check = about("ours:hinge_sgdwa_sensitivity")


@check(
    "statement",
    "symbolic",
    every="every dimension and batch plan, in terms of |u| <= gap, |w| <= c kept and <u, w> >= 0",
    wrong=[{"cross": 1}, {"replacing": 1}],
)
def one_step_by_an_identity(cross=2, replacing=2):
    """What the bound leaves over is a^2 (gap^2 - |u|^2) + tau^2 ((c kept)^2 - |w|^2) + 2 tau a <u, w>, without the replaced."""
    names = "gap Lambda c tau kept replaced u w uw"
    gap, Lambda, c, tau, kept, replaced, u, w, uw = sp.symbols(names, positive=True)
    a = 1 - 2 * Lambda * tau
    step = (a * u) ** 2 - 2 * tau * a * uw + (tau * w) ** 2
    slack = a**2 * (gap**2 - u**2) + tau**2 * ((c * kept) ** 2 - w**2) + cross * tau * a * uw
    shared = (
        formulas.gap_after_step(gap, Lambda, c, tau, kept, replaced, SYMBOLIC)
        - replacing * c * tau * replaced
    )
    return vanishes(shared**2 - step - slack)


def straddling_pair(n: int) -> tuple[Enclosure, Fraction]:
    """How far apart a pair of neighbours that straddles the kinks ends after one pass, and 2G/(mu n)."""
    setting = Setting("hinge", n, n + 2, Xi(K=2, c=1.0, M=n, Lambda=0.02, R=25.0))
    reached = setting.certified_gap(straddled_kinks(setting))
    return reached, formulas.sensitivity(Fraction(1), 2 * Fraction(0.02), n)


@check(
    "statement",
    "interval",
    at="n = 40, p = 42, Λ = 0.02, c = 1, R = 25, one pass",
    wrong={"times": Fraction(3)},
)
def a_pair_exceeds_what_a_smooth_loss_would_meet(n=40, times=Fraction(2)):
    """A pair of neighbours is farther apart than twice 2G/(mu n): thm:sensitivity_general does not extend to the hinge."""
    reached, smooth = straddling_pair(n)
    return at_most(
        times * smooth, reached, ("multiple of 2G/(mu n)", "distance"), n=n, Lambda=0.02, c=1, times=times
    )
