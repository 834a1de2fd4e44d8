"""thm:strongconvexity_softmax, thm:lipschitz_softmax, thm:smooth_softmax: for every K, dimension and dataset.

A record z has features x in X and a label vector y in L with `ones(z)` ones. A model f in V has the logits f^T x in L. The
gradient of the cross-entropy is the outer product x (ones softmax(f^T x) - y)^T. Leaves speak of the softmax of logits alone.
"""

from __future__ import annotations

from functools import partial

import z3

from proofs_check.lemmas.line import BOOL, LINE, REAL, number, when
from proofs_check.lemmas.numbers import NUM, ROOT, SCALES, SHORTER, Real
from proofs_check.lemmas.spaces import (
    Scalar,
    Space,
    V,
    Vector,
    dot,
    expand,
    length,
    minus,
    norm,
    products,
    v,
    w,
)
from proofs_check.lemmas.sums import cocoercive
from proofs_check.logic.derived import instance
from proofs_check.logic.models import model
from proofs_check.logic.rules import at, axiom, leaf, lemma
from proofs_check.objectives import mean_theorems as objective
from proofs_check.objectives.mean_theorems import Lambda, Z, zi
from reference import formulas

FEATURES, LOGITS = Space("X", "_X"), Space("L", "_L")
Class = z3.DeclareSort("Class")
x, x2 = z3.Consts("rec rec2", FEATURES.sort)
l, l2, y = z3.Consts("log log2 target", LOGITS.sort)
kth = z3.Const("kth", Class)
c, p, K = z3.Reals("c p K")
outer = z3.Function("outer", FEATURES.sort, LOGITS.sort, V)
logits = z3.Function("logits", V, FEATURES.sort, LOGITS.sort)
softmax, onehot = z3.Function("softmax", LOGITS.sort, LOGITS.sort), z3.Function("onehot", Class, LOGITS.sort)
between, square = LOGITS.minus, lambda vector: LOGITS.dot(vector, vector)
OUTER = axiom(
    "outer product",
    dot(outer(x, l), outer(x2, l2)) == FEATURES.dot(x, x2) * LOGITS.dot(l, l2),
    over=["rec", "rec2", "log", "log2"],
    why="entry (i, k) of x u^T is x_i u_k",
)
ADJOINT = axiom(
    "logits",
    LOGITS.dot(logits(v, x), l) == dot(v, outer(x, l)),
    over=["v", "rec", "log"],
    why="logit k of a model f is the sum of f_ik x_i",
)
SOFTMAX_COCOERCIVE = leaf(
    "softmax is co-coercive",
    2 * square(between(softmax(l), softmax(l2)))
    <= LOGITS.dot(between(l, l2), between(softmax(l), softmax(l2))),
    over=["log", "log2"],
    by="Coq: softmax_cocoercive",
)
CORNER = leaf(
    "probabilities are within sqrt(2) of a corner",
    square(between(softmax(l), onehot(kth))) <= 2,
    over=["log", "kth"],
    by="Coq: softmax_corner",
)


# --- the gradient that runs: x * (ones s - y), with an outer product for * --------------------------------

features, target = z3.Function("features", Z, FEATURES.sort), z3.Function("y", Z, LOGITS.sort)
class_of, ones = z3.Function("class_of", Z, Class), z3.Function("ones", Z, Real)


class Column:
    """A record as the left factor of an outer product."""

    def __init__(self, term: z3.ExprRef) -> None:
        self.term = term

    def __mul__(self, row: Vector) -> Vector:
        return Vector(outer(self.term, row.term))


def slope(shares, count, label):
    """ones s - y"""
    return formulas.softmax_slope(Scalar(count) * Vector(shares), Vector(label))


def gradient(model, z):
    """Of the loss at one record."""
    shares = softmax(logits(model, features(z)))
    return formulas.loss_gradient_entry(Column(features(z)), slope(shares, ones(z), target(z))).term


BOUNDED = {"bounded": z3.ForAll([zi], FEATURES.norm(features(zi)) <= c)}
LABELS = {"labels": z3.ForAll([zi], ones(zi) >= 0)}
ONE_HOT = {"one-hot": z3.ForAll([zi], z3.And(target(zi) == onehot(class_of(zi)), ones(zi) == 1))}
SPECTRAL, G = formulas.smoothness_softmax_spectral(Lambda, c), formulas.loss_gradient_softmax(c, NUM)
gamma = c**2 / 2

# --- from models to logits: s and s2 are shares at the models v and w, m ones -----------------------------

s, s2, m = l, l2, z3.Real("m")
_u, _u2 = (slope(shares, m, y).term for shares in (s, s2))
_change, _move = minus(outer(x, _u), outer(x, _u2)), minus(v, w)
_lifted = [OUTER.at(rec=x, rec2=x, log=one, log2=other) for one in (_u, _u2) for other in (_u, _u2)]
_down = [ADJOINT.at(v=f, rec=x, log=u) for f in (v, w) for u in (_u, _u2)]
_rows = products(*((logits(f, x), u) for f in (v, w) for u in (_u, _u2)))
_shift = between(logits(v, x), logits(w, x))
SQUARED = lemma(
    "the square of a change of the gradient",
    {},
    dot(_change, _change) == FEATURES.dot(x, x) * (m * m * square(between(s, s2))),
    by=[expand(_change), _lifted, expand(_u, _u2, between(s, s2))],
)
ALONG = lemma(
    "a change of the gradient along a move",
    {},
    dot(_move, _change) == m * LOGITS.dot(_shift, between(s, s2)),
    by=[products((_move, _change), (_shift, between(s, s2))), _down, _rows],
)

# --- one record -------------------------------------------------------------------------------------------

_x, _m = features(zi), ones(zi)
_s, _s2 = (softmax(logits(f, _x)) for f in (v, w))
_apart, _shift = between(_s, _s2), between(logits(v, _x), logits(w, _x))
_change = minus(gradient(v, zi), gradient(w, zi))
_here = {"rec": _x, "log": _s, "log2": _s2, "target": target(zi), "m": _m}
_clipped = [
    at("bounded", zi),
    FEATURES.length(_x),
    z3.And(FEATURES.dot(_x, _x) >= 0, FEATURES.dot(_x, _x) <= c * c),
]
_steep = [SOFTMAX_COCOERCIVE.at(log=logits(v, _x), log2=logits(w, _x)), LOGITS.positive(_apart)]
MONOTONE = lemma(
    "the cross-entropy is convex",
    LABELS,
    dot(_move, _change) >= 0,
    by=[at("labels", zi), *_steep, ALONG.at(**_here), SCALES.at(a=_m, b=0, c=LOGITS.dot(_shift, _apart))],
)
COCOERCIVE = lemma(
    "the cross-entropy is co-coercive with c^2/2",
    {**BOUNDED, **ONE_HOT},
    cocoercive(_change, gamma, _move),
    by=[
        [at("one-hot", zi), *_clipped, *_steep, SQUARED.at(**_here), ALONG.at(**_here)],
        SCALES.at(a=square(_apart), b=FEATURES.dot(_x, _x), c=c * c),
        SCALES.at(a=gamma, b=2 * square(_apart), c=LOGITS.dot(_shift, _apart)),
    ],
)
_row = slope(_s, _m, target(zi)).term
_wrong = between(_s, onehot(class_of(zi)))
GRADIENT = lemma(
    "a softmax gradient is at most sqrt(2) c",
    {**BOUNDED, **ONE_HOT},
    norm(gradient(v, zi)) <= G,
    by=[
        [at("one-hot", zi), *_clipped, ROOT.at(r=2), length(gradient(v, zi))],
        OUTER.at(rec=_x, rec2=_x, log=_row, log2=_row),
        [CORNER.at(log=logits(v, _x), kth=class_of(zi)), LOGITS.positive(_wrong), expand(_row, _wrong)],
        SCALES.at(a=FEATURES.dot(_x, _x), b=square(_wrong), c=2),
        G * G == 2 * (c * c),
        z3.And(c >= 0, G >= 0),
        SHORTER.at(a=norm(gradient(v, zi)), b=G),
    ],
)

# --- the mean over a dataset ------------------------------------------------------------------------------

STRONGLY_CONVEX = instance(
    "the softmax objective is Λ-strongly convex",
    objective.STRONGLY_CONVEX,
    grad=gradient,
    meets=["convex"],
    given=LABELS,
    by=[MONOTONE.at().every(v, w, zi)],
)
LIPSCHITZ = instance(
    "the softmax objective is (ΛR + sqrt(2) c)-Lipschitz",
    objective.LIPSCHITZ,
    grad=gradient,
    G=G,
    meets=["gradients"],
    given={**BOUNDED, **ONE_HOT},
    by=[GRADIENT.at(v=w).every(w, zi)],
)
SMOOTH = instance(
    "the softmax objective is (Λ + c^2/2)-smooth",
    objective.SMOOTH,
    grad=gradient,
    gamma=gamma,
    meets=["cocoercive", "gamma"],
    given={**BOUNDED, **ONE_HOT},
    by=[COCOERCIVE.at().every(v, w, zi), gamma >= 0],
)
SIZES = {"features": p >= 0, "classes": K >= 2}
PRINTED = formulas.smoothness_softmax(Lambda, c, p, K, NUM)
LARGER = lemma(
    "the printed beta of SoftmaxReg is at least the spectral one",
    {**objective.REGULARIZED, **SIZES},
    PRINTED >= SPECTRAL,
    by=[
        (p + 1) * K >= 2,
        SCALES.at(a=Lambda**2, b=2, c=(p + 1) * K),
        PRINTED.arg(0) >= SPECTRAL * SPECTRAL,
        ROOT.at(r=PRINTED.arg(0)),
        SHORTER.at(a=SPECTRAL, b=PRINTED),
    ],
)
SMOOTH_PRINTED = lemma(
    "the softmax objective is smooth with the printed beta",
    {**SMOOTH.given, **SIZES},
    SMOOTH.shows.arg(0) <= PRINTED * norm(_move),
    where=SMOOTH.where,
    by=[SMOOTH, LARGER, length(_move), SCALES.at(a=norm(_move), b=SPECTRAL, c=PRINTED)],
)

# --- joint models: one logit on the line, whose `softmax` rises by 1/2 a unit from 3/8 to 5/8 -------------


def _share(z):
    quarter, eighth = z3.Q(1, 4), z3.Q(1, 8)
    return z3.Q(1, 2) + when(z >= quarter, eighth, when(z <= -quarter, -eighth, z / 2))


RECORD = {
    **{name + mark: meaning for name, meaning in LINE.items() for mark in ("", "_X", "_L")},
    **{"n": 1, "Lambda": 1, "R": 1, "c": 1, "p": 0, "K": 2},
    "outer": lambda x, u: x * u,
    "logits": lambda f, x: f * x,
    "softmax": _share,
    "onehot": lambda k: when(k, 1),
    "features": lambda z: z3.RealVal(1),
    "class_of": lambda z: z,
    "y": lambda z: when(z, 1),
    "ones": lambda z: z3.RealVal(1),
}
SORTS = {"V": REAL, "Z": BOOL, "X": REAL, "L": REAL, "Class": BOOL}
MEAN = {
    **RECORD,
    "data": lambda i: z3.BoolVal(True),
    "total": lambda f, k: number(k) * (_share(f) - 1),
    "v": z3.Q(1, 8),
    "w": z3.Q(-1, 8),
}
STATES = [
    (
        "thm:strongconvexity_softmax",
        STRONGLY_CONVEX,
        "statement",
        partial(model, STRONGLY_CONVEX, SORTS, MEAN),
    ),
    ("thm:lipschitz_softmax", LIPSCHITZ, "repair", partial(model, LIPSCHITZ, SORTS, MEAN)),
    ("thm:smooth_softmax", SMOOTH_PRINTED, "repair", partial(model, SMOOTH_PRINTED, SORTS, MEAN)),
    ("thm:smooth_softmax", SMOOTH, "repair", partial(model, SMOOTH, SORTS, MEAN)),
]
