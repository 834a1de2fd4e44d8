"""How far one record moves the sums that noisy ridge releases: the baseline of CIFAR-10 that the paper leaves out."""

from __future__ import annotations

from fractions import Fraction

import sympy as sp
import z3

from proofs_check.method.check import Outcome, about
from proofs_check.method.smt import prove
from proofs_check.method.symbolic import vanishes
from reference import formulas

check = about("ours:ridge_sensitivity")


def squared_move(u, v, s, target, across, balance):
    """|xx' - zz'|^2 + balance^2 |xt' - zw'|^2 for u = |x|^2, v = |z|^2, s = <x, z>, |t|^2 = |w|^2 = target, across = <t, w>."""
    return u**2 + v**2 - 2 * s**2 + balance**2 * (target * (u + v) - 2 * s * across)


@check(
    "statement",
    "symbolic",
    every="records of two entries and targets of two entries, as polynomials in all of them",
    wrong={"twice": 1},
)
def distances_of_products_are_those_of_lengths(twice=2):
    """The squared distance of two records' products depends on lengths and inner products only."""
    x, z, t, w = (sp.Matrix(sp.symbols(f"{name}1:3")) for name in "xztw")
    b = sp.Symbol("b")
    entries = [*(x * x.T - z * z.T), *(b * (x * t.T - z * w.T))]
    u, v, s = (x.T * x)[0], (z.T * z)[0], (x.T * z)[0]
    across = (t.T * w)[0]
    direct = u**2 + v**2 - twice * s**2 + b**2 * (u * (t.T * t)[0] + v * (w.T * w)[0] - 2 * s * across)
    return vanishes(sum(entry**2 for entry in entries) - direct)


@check(
    "statement",
    "smt",
    every="every c, balance and length of the targets, every two records of norm at most c and any two such targets",
    wrong={"share": z3.Q(99, 100)},
    needs=[distances_of_products_are_those_of_lengths],
    concludes="the bound",
)
def moves_are_below_the_bound(share=1):
    """Completing the square in <x, z> leaves terms that are not negative."""
    c, u, v, s, q, r, b = z3.Reals("c u v s q r b")
    premises = [c > 0, b > 0, q > 0, 0 <= u, u <= c**2, 0 <= v, v <= c**2, s**2 <= u * v, r**2 <= q**2]
    return prove(premises, squared_move(u, v, s, q, r, b) <= share * formulas.moments_move(c, q, b))


@check(
    "statement",
    "exact",
    at="c = 1, balance 1, ten classes: two records of one class",
    wrong={"product": Fraction(0)},
)
def two_records_of_one_class_reach_it(product=Fraction(-9, 20)):
    """The bound is reached by records of norm c with <x, z> = -balance^2 target/2 and the same label."""
    target = Fraction(9, 10)
    found = squared_move(1, 1, product, target, target, 1)
    bound = formulas.moments_move(Fraction(1), target, 1)
    return Outcome("holds" if found == bound else "fails", f"squared move {found}, bound {bound}")
