"""ours:ridge_sensitivity: the bound on how far one record moves the sums of noisy ridge is reached; see ridge_theorem."""

import sympy as sp

from proofs_check.method.check import about
from proofs_check.method.symbolic import vanishes
from reference import formulas

check = about("ours:ridge_sensitivity")


@check(
    "statement",
    "exact",
    at="c = 1, balance 1, ten classes: two records of one class, entry by entry",
    wrong={"product": sp.Integer(0)},
)
def two_records_of_one_class_reach_it(product=sp.Rational(-9, 20)):
    """The bound is reached by records of norm c with <x, z> = -balance^2 target/2 and the same label."""
    K = 10
    code = sp.Matrix([sp.Integer(k == 0) - sp.Rational(1, K) for k in range(K)])
    x, z = sp.Matrix([1, 0]), sp.Matrix([product, sp.sqrt(1 - product**2)])
    moved = sum(entry**2 for entry in [*(x * x.T - z * z.T), *(x * code.T - z * code.T)])
    return vanishes(moved - formulas.moments_move(sp.Integer(1), 1 - sp.Rational(1, K), 1))


@check(
    "statement",
    "symbolic",
    every="every c, balance and squared norm of the codes with balance^2 target <= 2 c^2",
    wrong={"product": lambda half: half},
)
def such_records_reach_it_for_every_balance(product=lambda half: -half):
    """Records of norm c with <x, z> = -balance^2 target/2 and the same code move the sums by the bound."""
    c, balance, target = sp.symbols("c balance target", positive=True)
    across = product(balance**2 * target / 2) / c
    x, z = sp.Matrix([c, 0]), sp.Matrix([across, sp.sqrt(c**2 - across**2)])
    moved = sum(entry**2 for entry in [*(x * x.T - z * z.T), *(balance * sp.sqrt(target) * (x - z))])
    return vanishes(moved - formulas.moments_move(c, target, balance))
