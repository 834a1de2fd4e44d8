"""ours:gradient_diameter: the formulas of the inner maximum are the tangents of sympy's own derivatives that they say they are.

x is the part that a wrong class has of p, the share of all wrong classes: p x^2 - 2 kappa x log x is what it adds, over p.
"""

from __future__ import annotations

from collections.abc import Callable

import sympy as sp

from proofs_check.method.check import about
from proofs_check.method.symbolic import SYMBOLIC, vanishes
from reference import formulas

check = about("ours:gradient_diameter")
p, near, low, top, kappa, n = sp.symbols("p near low top kappa n", positive=True)


def added(x: sp.Expr) -> sp.Expr:
    """p x^2 - 2 kappa x log x"""
    return p * x**2 - 2 * kappa * x * sp.log(x)


def tangent(function: Callable[[sp.Expr], sp.Expr], at: sp.Expr, x: sp.Expr) -> sp.Expr:
    """The tangent of a function of one number, at another one."""
    a = sp.Symbol("a", positive=True)
    return function(at) + sp.diff(function(a), a).subs(a, at) * (x - at)


@check("statement", "symbolic", every="every p, low, top and kappa > 0", wrong={"touches": top})
def tangent_gap_is_the_height_of_a_tangent(touches=low):
    """The tangent of p x^2 - 2 kappa x log x at `low`, less its value at `top`."""
    height = tangent(added, touches, top) - added(top)
    return vanishes(height - formulas.tangent_gap(p, low, top, kappa, SYMBOLIC))


@check(
    "statement",
    "symbolic",
    every="every p and `near` below 1, every low, kappa and n > 0",
    wrong=[{"touches": top}, {"classes": n + 1}],
)
def inner_bound_is_two_tangents(touches=near, classes=n):
    """p^2, p times the tangents of n equal parts 1/n, and -2 kappa times the tangent of p logit p."""
    parts = p * classes * tangent(added, low, 1 / classes)
    logit = tangent(lambda x: x * sp.log(x), touches, p) - p * tangent(sp.log, 1 - touches, 1 - p)
    return vanishes(p**2 + parts - 2 * kappa * logit - formulas.inner_bound(p, near, low, kappa, n, SYMBOLIC))
