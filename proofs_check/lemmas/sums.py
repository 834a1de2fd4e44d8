"""Sums of k vectors, for every k: the difference of two sums whose terms differ by little, or in a co-coercive way.

g and h are sequences of vectors, `sum_g` and `sum_h` their running sums. A change is co-coercive along a move u with the
constant gamma if |change|^2 <= gamma <u, change>: what convexity and smoothness of a loss say about two of its gradients.
"""

import z3

from proofs_check.lemmas.line import number, stated
from proofs_check.lemmas.numbers import SCALES, Int, Real
from proofs_check.lemmas.spaces import (
    CAUCHY_SCHWARZ,
    MEAN,
    NOTHING,
    PAIRS,
    PAIRS_SQUARED,
    PRODUCT,
    SAME,
    TRIANGLE,
    V,
    add,
    dot,
    expand,
    length,
    minus,
    norm,
    positive,
    zero,
)
from proofs_check.logic import derived
from proofs_check.logic.rules import at, induct, lemma

k = z3.Int("k")
D, gamma = z3.Reals("D gamma")
u = z3.Const("u", V)
g, h, sum_g, sum_h = (z3.Function(name, Int, V) for name in ("g", "h", "sum_g", "sum_h"))
count, counted = z3.Function("count", Int, Real), z3.Function("counted", Int, Real)


def running(total, summand, nothing=zero, plus=add):
    """total(..., k) = the sum of the vectors summand(..., i) for i < k."""
    return derived.running(total, summand, nothing, plus)


def counting(total, summand):
    """The same for numbers."""
    return derived.running(total, summand, z3.RealVal(0))


def cocoercive(change, gamma, move):
    return z3.And(dot(change, change) <= gamma * dot(move, change), dot(move, change) >= 0)


def each(formula):
    """For every k >= 0."""
    return z3.ForAll([k], z3.Implies(k >= 0, formula))


SUMS = [running(sum_g, g), running(sum_h, h)]
apart, term = minus(sum_g(k), sum_h(k)), minus(g(k), h(k))
NEXT = [at("sum_g", k), at("sum_h", k)]
TERMS = {"v": sum_g(k), "w": g(k), "x": sum_h(k), "y": h(k)}
GAPS = induct(
    "gaps add up",
    k,
    {"gap": each(norm(term) <= D * count(k))},
    norm(apart) <= D * counted(k),
    where=[*SUMS, counting(counted, count)],
    base=[SAME.at(x=zero)],
    step=[*NEXT, at("counted", k), at("gap", k), PAIRS.at(**TERMS)],
)
SHORT_SUMS = induct(
    "short terms, short sums",
    k,
    {"short": each(norm(g(k)) <= D)},
    norm(sum_g(k)) <= z3.ToReal(k) * D,
    where=SUMS[:1],
    base=[NOTHING],
    step=[at("sum_g", k), at("short", k), TRIANGLE.at(x=sum_g(k), y=g(k))],
)
CONVEX_SUMS = induct(
    "monotone terms, monotone sums",
    k,
    {"convex": each(dot(u, term) >= 0)},
    dot(u, apart) >= 0,
    where=SUMS,
    base=[*expand(u, minus(zero, zero))],
    step=[*NEXT, at("convex", k), PAIRS_SQUARED.at(z=u, **TERMS)],
)

# One more term. S = |sum|^2, Q = |term|^2, C = <sum, term>, T = <u, sum>, t = <u, term>, n terms so far.
S, Q, C, T, t, n = z3.Reals("S Q C T t n")
ONE_MORE = lemma(
    "one more co-coercive term",
    {
        "so-far": z3.And(S >= 0, S <= n * gamma * T, T >= 0),
        "cocoercive": z3.And(Q >= 0, Q <= gamma * t, t >= 0),
        "count": z3.Or(n == 0, n >= 1),
        "gamma": gamma >= 0,
        "Cauchy-Schwarz": C * C <= S * Q,
        "mean": 2 * n * C <= S + n * n * Q,
    },
    S + 2 * C + Q <= (n + 1) * gamma * (T + t),
)
_many = z3.ToReal(k)
COCOERCIVE_SUMS = induct(
    "co-coercive terms, co-coercive sums",
    k,
    {"gamma": gamma >= 0, "cocoercive": each(cocoercive(term, gamma, u))},
    z3.And(dot(apart, apart) <= _many * gamma * dot(u, apart), dot(u, apart) >= 0),
    where=SUMS,
    base=[*expand(minus(zero, zero), u)],
    step=[
        *NEXT,
        at("cocoercive", k),
        [positive(apart), positive(term), CAUCHY_SCHWARZ.at(x=apart, y=term)],
        MEAN.at(x=apart, y=term, r=_many),
        PAIRS_SQUARED.at(z=u, **TERMS),
        ONE_MORE.at(
            S=dot(apart, apart),
            Q=dot(term, term),
            C=dot(apart, term),
            T=dot(u, apart),
            t=dot(u, term),
            n=_many,
        ),
    ],
)
d = z3.Real("d")
DIVIDED = lemma(
    "a divided sum",
    {
        "sum": z3.And(S <= n * gamma * T, T >= 0),
        "gamma": gamma >= 0,
        "divisor": d >= 1,
        "terms": z3.And(n >= 0, n <= d),
    },
    z3.And(1 / d * (1 / d * S) <= gamma * (1 / d * T), 1 / d * T >= 0),
)
_change = z3.Const("change", V)
STEEP = lemma(
    "a co-coercive change is Lipschitz",
    {"gamma": gamma >= 0, "cocoercive": cocoercive(_change, gamma, u)},
    norm(_change) <= gamma * norm(u),
    by=[
        [length(_change), length(u), PRODUCT.at(x=u, y=_change)],
        SCALES.at(a=gamma, b=dot(u, _change), c=norm(u) * norm(_change)),
        norm(_change) * norm(_change) <= gamma * norm(u) * norm(_change),
    ],
)
entry, whole, squared = (z3.Function(name, Int, Real) for name in ("entry_i", "whole", "squared"))
SQUARES = induct(
    "squares of numbers sum to at most the square of their sum",
    k,
    {"entries": each(entry(k) >= 0)},
    z3.And(squared(k) <= whole(k) * whole(k), whole(k) >= 0),
    where=[counting(whole, entry), counting(squared, lambda k: entry(k) * entry(k))],
    step=[at("whole", k), at("squared", k), at("entries", k)],
)
_ONES = {"k": 2, **{name: number for name in ("whole", "squared")}, "entry_i": lambda k: z3.RealVal(1)}
STATES = [stated("thm:smooth_softmax", SQUARES, "repair", {}, _ONES)]
