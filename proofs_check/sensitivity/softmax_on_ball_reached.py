"""The parts of kappa_K are no larger than they must be: each is reached by logits or shares of the simplest shape."""

from __future__ import annotations

import sympy as sp
import z3

from proofs_check.method.check import Outcome, check, every
from proofs_check.method.smt import Terms, prove
from proofs_check.method.symbolic import SYMBOLIC, all_vanish
from proofs_check.sensitivity.learner_sensitivity import SOFTMAX
from reference import formulas

rho = sp.Symbol("rho", positive=True)
rest = sp.Symbol("rest", positive=True)  # how many logits are low


def reached_by_high_logits(share, high: int, stretch=1) -> Outcome:
    """`high` equal logits above `rest` equal ones, with sum 0 and norm stretch rho: their softmax is the share."""
    n = high + rest
    top = stretch * rho * sp.sqrt(rest / (high * n))
    low = -high * top / rest
    norm_squared = high * top**2 + rest * low**2
    value = formulas.softmax(1, high + rest * sp.exp(low - top))
    return all_vanish([norm_squared - (stretch * rho) ** 2, 1 / share(rho, n, SYMBOLIC) - 1 / value])


@check(
    SOFTMAX,
    about="repair",
    method="symbolic",
    scope="every number n >= 2 of other classes and every rho",
    universal=True,
    control=lambda: reached_by_high_logits(formulas.top_share, 1, stretch=2),
)
def largest_share_is_reached() -> Outcome:
    """One logit above n - 1 equal ones has norm rho and the bound on the largest share as its softmax."""
    return reached_by_high_logits(formulas.top_share, 1)


@check(
    SOFTMAX,
    about="repair",
    method="symbolic",
    scope="every number n >= 3 of other classes and every rho",
    universal=True,
    control=lambda: reached_by_high_logits(formulas.second_share, 1),
)
def second_share_is_reached() -> Outcome:
    """Two equal logits above n - 2 equal ones have norm rho and the bound on the second share as their softmax."""
    return reached_by_high_logits(formulas.second_share, 2)


def reached_by_equal_shares(scale) -> Outcome:
    """One share `top` and k equal ones: the sum of their squares, with `second` as small as it may be, and larger."""
    top, small, second, k = z3.Reals("top small second k")
    num = Terms()
    shares = [k >= 1, 0 < small, small <= top, top + k * small == 1]
    squares = scale * (top**2 + k * small**2)

    def equal(*more: z3.BoolRef) -> Outcome:
        return prove([*shares, *more], formulas.squared_shares(top, second, num) == squares, num)

    return every(equal(second == small), equal(small == top, second >= top), equal(k == 1, second >= small))


@check(
    SOFTMAX,
    about="repair",
    method="smt",
    scope="every number of classes: one share and k equal ones",
    universal=True,
    control=lambda: reached_by_equal_shares(2),
)
def bound_on_squared_shares_is_reached() -> Outcome:
    """One share and k equal smaller ones reach the bound on the sum of squares in each of its three cases."""
    return reached_by_equal_shares(1)
