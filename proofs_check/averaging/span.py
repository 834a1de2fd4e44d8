"""thm:representer: a radial regularizer has a minimiser in the span of the data, and which regularizers always have one.

J(f) = E(f) + ΛΩ(f), where E reads only the inner products with the records X[0], ..., X[n-1]. g is in their span if every vector that
is orthogonal to all records is orthogonal to g. Sufficient: Ω(f) = H(<f, f>), H not decreasing, Λ >= 0, a minimiser exists.
Necessary, for Λ > 0: if every interpolation problem with one record has a solution in the span (that one exists is part of it),
then Ω never shrinks along directions orthogonal to the model.
"""

from __future__ import annotations

from functools import partial

import z3

from proofs_check.averaging.users import same
from proofs_check.lemmas.line import LINE, REAL, when
from proofs_check.lemmas.numbers import SCALES, Int, Real
from proofs_check.lemmas.spaces import (
    V,
    add,
    against,
    dot,
    expand,
    length,
    minus,
    norm,
    positive,
    products,
    scale,
    v,
    w,
)
from proofs_check.logic.models import model
from proofs_check.logic.rules import at, axiom, lemma
from proofs_check.objectives.mean_theorems import Lambda

Records = z3.ArraySort(Int, V)
X = z3.Const("X", Records)
n, j = z3.Ints("n j")
f, q, p = z3.Consts("f q p", V)
a, b = z3.Reals("a b")
E, Omega = z3.Function("E", V, Real), z3.Function("Omega", V, Real)
H, t = z3.Function("H", Real, Real), z3.Function("t", V, Real)
projection = z3.Function("projection", V, Records, Int, V)


def of_record(formula):
    """For every record of the dataset."""
    return z3.ForAll([j], z3.Implies(z3.And(0 <= j, j < n), formula))


def in_span(vector):
    return z3.ForAll([q], z3.Implies(of_record(dot(q, X[j]) == 0), dot(q, vector) == 0))


g = projection(f, X, n)
PROJECTION = axiom(
    "orthogonal projection onto a span",
    z3.And(of_record(dot(minus(f, g), X[j]) == 0), in_span(g)),
    over=["f", "X", "n"],
    why="a vector splits into its projection onto a finite-dimensional subspace and a part orthogonal to it",
)


def objective(model):
    return E(model) + Lambda * Omega(model)


ORTHOGONAL = lemma("the rest is orthogonal to the projection", {}, dot(minus(f, g), g) == 0, by=[PROJECTION])
SHORTER = lemma(
    "a projection is not longer",
    {},
    dot(g, g) <= dot(f, f),
    by=[ORTHOGONAL, positive(minus(f, g)), *expand(minus(f, g)), *products((minus(f, g), g))],
)
SCORES = lemma(
    "a projection keeps the inner products with the records",
    {},
    z3.Implies(z3.And(0 <= j, j < n), dot(f, X[j]) == dot(g, X[j])),
    by=[PROJECTION, *against(X[j], minus(f, g))],
)
ERROR = {
    "error": z3.ForAll([v, w], z3.Implies(of_record(dot(v, X[j]) == dot(w, X[j])), E(v) == E(w))),
}
RADIAL = {
    "radial": z3.ForAll([v], Omega(v) == H(dot(v, v))),
    "growing": z3.ForAll([a, b], z3.Implies(z3.And(0 <= a, a <= b), H(a) <= H(b))),
}
SUFFICIENT = lemma(
    "a radial regularizer has a minimiser in the span",
    {
        "regularization": Lambda >= 0,
        **ERROR,
        **RADIAL,
        "minimum": z3.ForAll([v], objective(f) <= objective(v)),
    },
    z3.And(objective(g) <= objective(v), in_span(g)),
    by=[
        [SCORES.at().every(j), at("error", f, g), at("radial", f), at("radial", g), SHORTER, positive(g)],
        [at("growing", dot(g, g), dot(f, f)), SCALES.at(a=Lambda, b=H(dot(g, g)), c=H(dot(f, f)))],
        [at("minimum", v), PROJECTION],
    ],
)

# --- necessary: one record w, and an error that is 0 if <f, w> = <w, w> and infinite otherwise -------------

INTERPOLATION = {
    "regularized": Lambda > 0,
    "solution": z3.ForAll([w], dot(scale(t(w), w), w) == dot(w, w)),
    "best": z3.ForAll(
        [w, v], z3.Implies(dot(v, w) == dot(w, w), Lambda * Omega(scale(t(w), w)) <= Lambda * Omega(v))
    ),
    "function": z3.ForAll([v, w], z3.Implies(same(v, w), Omega(v) == Omega(w))),
}
_gap = minus(scale(t(w), w), w)
_moved = add(w, p)
GROWS = lemma(
    "a regularizer with solutions in the span grows orthogonally",
    {**INTERPOLATION, "orthogonal": dot(w, p) == 0},
    Omega(w) <= Omega(_moved),
    by=[
        [at("solution", w), *against(w, scale(t(w), w)), length(_gap), *expand(_gap)],
        (t(w) - 1) * dot(w, w) == 0,
        dot(_gap, _gap) == (t(w) - 1) * ((t(w) - 1) * dot(w, w)),
        same(scale(t(w), w), w),
        [at("function", scale(t(w), w), w), at("best", w, _moved), *products((_moved, w), (w, p))],
        Lambda * Omega(w) <= Lambda * Omega(_moved),
    ],
)
