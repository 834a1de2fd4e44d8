"""lem:m1: a mechanism that is private for every value r of its own randomness is private.

P_r and Q_r are the probabilities of a set S under the two datasets, w_r the weights of r, E = e^eps. Everything is
linear in the weights: E sum w Q + delta - sum w P is the average of E Q_r + delta - P_r.
"""

from __future__ import annotations

from fractions import Fraction

import sympy as sp
import z3

from proofs_check.method.check import about
from proofs_check.method.replay import at_most, delta_between
from proofs_check.method.smt import prove
from proofs_check.method.symbolic import vanishes

check = about("lem:m1")
w, P, Q, E, delta = sp.symbols("w P Q E delta", positive=True)


@check("repair", "smt", every="every finite number of values of r, by induction", wrong={"weight": 2})
def mixtures_stay_private(weight=1):
    """The inequality of each r survives averaging, value by value; with W = 1 it is the claim."""
    # A <= E B + delta W over some values of r, with W their total weight, survives one more value; `weight` scales its P.
    A, B, W, new, p, q, e, d = z3.Reals("A B W w P Q E delta")
    premises = [A <= e * B + d * W, new >= 0, W >= 0, p >= 0, q >= 0, e >= 1, d >= 0, p <= e * q + d]
    return prove(premises, A + weight * new * p <= e * (B + new * q) + d * (W + new))


@check(
    "repair",
    "symbolic",
    every="every distribution of r, discrete or not: the integrands agree",
    wrong={"total": lambda w: 1},
)
def gap_is_an_average_of_gaps(total=lambda w: w):
    """E Q + delta - P of the mixture is the average of the same gaps, each >= 0; for continuous r the sum is an integral."""
    # One r's share of E sum w Q + delta - sum w P, where delta is spread as `total` times its weight.
    return vanishes((E * w * Q + delta * total(w) - w * P) - w * (E * Q + delta - P))


@check(
    "premise:independent-of-the-data",
    "exact",
    at="two records, T^r outputs r",
    expect="fails",
    wrong={"drawn_from": lambda D: (0, 1)},
)
def data_dependent_randomness_leaks(drawn_from=lambda D: D):
    """Every T^r ignores the data, so it is (0, 0)-private; if r is drawn from the data, the output tells neighbours apart."""
    # r is one of two values, each with probability 1/2: the two records, or 0 and 1 whatever the records are.
    laws = []
    for D in ((0, 1), (0, 0)):
        values = drawn_from(D)
        laws.append({r: Fraction(values.count(r), len(values)) for r in values})
    needed = delta_between(*laws)
    return at_most(needed, 0, ("delta needed at eps = 0", "delta of every T^r"), laws=laws)


@check(
    "step:conditioning",
    "symbolic",
    every="every r with positive weight and every value of kappa",
    wrong={"joint": lambda w, u: w * u**2},
)
def conditioning_on_r_changes_nothing(joint=lambda w, u: w * u):
    """r and kappa are independent, so given R = r the noise is distributed as before."""
    u = sp.Symbol("u", positive=True)
    return vanishes(joint(w, u) / w - u)


@check("step:each-r", "smt", every="every r", wrong={"factor": 0})
def privacy_of_each_r_is_inserted(factor=1):
    """The premise is applied under the sum, which non-negative weights allow."""
    weight, p, q, e, d = z3.Reals("w P Q E delta")
    return prove(
        [weight >= 0, p >= 0, q >= 0, e >= 1, d >= 0, p <= e * q + d],
        weight * p <= weight * (factor * e * q + d),
    )


@check("step:total-delta", "symbolic", every="every distribution of r", wrong={"total": 2})
def weights_sum_to_one(total=1):
    """The weights sum to 1, so delta remains delta."""
    W = sp.Symbol("W", positive=True)
    return vanishes((delta * W).subs(W, total) - delta)
