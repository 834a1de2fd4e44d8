"""SoftmaxReg. Two leaves, both about the softmax function of the logits; the model space comes from them by the outer product.

A record is x in X with a class, a model f in V has the logits f^T x in L, and the gradient of its loss is the outer product x (softmax - onehot)^T.
"""

from __future__ import annotations

import z3

from proofs_check.lemmas.spaces import (
    NEGATIVE,
    NORM,
    NUM,
    ROOT,
    TRIANGLE,
    Space,
    V,
    Vector,
    dot,
    expand,
    minus,
    norm,
    scale,
)
from proofs_check.logic.derived import instance
from proofs_check.logic.rules import at, axiom, leaf, lemma
from proofs_check.sensitivity.svm_theorem import BALL, c, p, weakened
from proofs_check.sensitivity.theorem_r import SCALES, Lambda, R, Z, beta, cocoercive, v, v2, z2_, z_
from reference import formulas

RECORDS, LOGITS = Space("X", "_X"), Space("L", "_L")
Class = z3.DeclareSort("Class")
outer = z3.Function("outer", RECORDS.sort, LOGITS.sort, V)
logits = z3.Function("logits", V, RECORDS.sort, LOGITS.sort)
softmax, onehot = z3.Function("softmax", LOGITS.sort, LOGITS.sort), z3.Function("onehot", Class, LOGITS.sort)
features, class_of = z3.Function("features", Z, RECORDS.sort), z3.Function("class_of", Z, Class)
x, x2 = z3.Consts("rec rec'", RECORDS.sort)
l, l2 = z3.Consts("log log'", LOGITS.sort)
label = z3.Const("label_k", Class)
OUTER = axiom(
    "outer product",
    dot(outer(x, l), outer(x2, l2)) == RECORDS.dot(x, x2) * LOGITS.dot(l, l2),
    over=["rec", "rec'", "log", "log'"],
    why="entry (i, k) of x u^T is x_i u_k",
)
ADJOINT = axiom(
    "logits",
    LOGITS.dot(logits(v, x), l) == dot(v, outer(x, l)),
    over=["v", "rec", "log"],
    why="logit k of a model f is the sum of f_ik x_i",
)
COCOERCIVE = leaf(
    "softmax is co-coercive",
    over=["log", "log'"],
    by="Coq: softmax_cocoercive",
    shows=2 * LOGITS.dot(LOGITS.minus(softmax(l), softmax(l2)), LOGITS.minus(softmax(l), softmax(l2)))
    <= LOGITS.dot(LOGITS.minus(l, l2), LOGITS.minus(softmax(l), softmax(l2))),
)
VERTEX = leaf(
    "distance of probabilities to a vertex",
    LOGITS.norm(LOGITS.minus(softmax(l), onehot(label))) <= NUM.sqrt(2),
    over=["log", "label_k"],
    by="softmax_lipschitz.gradient_stays_below_L",
)


class Record:
    """A record as the left factor of an outer product: x * slope, as in the formula of the gradient."""

    def __init__(self, term: z3.ExprRef) -> None:
        self.term = term

    def __mul__(self, slope: Vector) -> Vector:
        return Vector(outer(self.term, slope.term))


def slope(model, record):
    return formulas.softmax_slope(
        Vector(softmax(logits(model, features(record)))), Vector(onehot(class_of(record)))
    )


def gradient(model, record):
    return formulas.loss_gradient_entry(Record(features(record)), slope(model, record)).term


BOUNDED = {"bounded": z3.ForAll([z_], RECORDS.norm(features(z_)) <= c), "bound": c > 0}
SPECTRAL = formulas.smoothness_softmax_spectral(Lambda, c)
_x = features(z_)
_z1, _z2 = logits(v, _x), logits(v2, _x)
_u1, _u2 = slope(v, z_).term, slope(v2, z_).term
_dz, _ds = LOGITS.minus(_z1, _z2), LOGITS.minus(softmax(_z1), softmax(_z2))
_change, _move = minus(gradient(v, z_), gradient(v2, z_)), minus(v, v2)
_long, _steep, _gain = RECORDS.dot(_x, _x), LOGITS.dot(_ds, _ds), LOGITS.dot(_dz, _ds)
PRODUCTS = [
    *expand(_change, _move),
    *expand(_u1, _u2, _z1, _z2, _ds, _dz),
    OUTER.at(rec=_x, log=_u1, **{"rec'": _x, "log'": _u1}),
    OUTER.at(rec=_x, log=_u2, **{"rec'": _x, "log'": _u2}),
    OUTER.at(rec=_x, log=_u1, **{"rec'": _x, "log'": _u2}),
    OUTER.at(rec=_x, log=_u2, **{"rec'": _x, "log'": _u1}),
    [ADJOINT.at(v=f, rec=_x, log=u) for f in (v, v2) for u in (_u1, _u2)],
]
SQUARED = lemma("a change of the gradient", {}, dot(_change, _change) == _long * _steep, by=PRODUCTS)
ALONG = lemma("a change of the gradient along a move", {}, dot(_move, _change) == _gain, by=PRODUCTS)
_X, _D, _T = z3.Reals("X_ D_ T_")
CURVED = lemma(
    "curvature from the logits",
    {
        "records": z3.And(_X >= 0, _X <= c * c),
        "steep": z3.And(_D >= 0, 2 * _D <= _T),
        "smooth": beta >= SPECTRAL,
    },
    z3.And(_X * _D <= (beta - Lambda) * _T, _T >= 0),
    by=[
        SCALES.at(a=_D, b=_X, c=c * c),
        SCALES.at(a=c * c / 2, b=2 * _D, c=_T),
        beta - Lambda >= c * c / 2,
        SCALES.at(a=_T, b=c * c / 2, c=beta - Lambda),
    ],
)
SOFTMAX_COCOERCIVE = lemma(
    "the cross-entropy is co-coercive",
    {**BOUNDED, "smooth": beta >= SPECTRAL},
    cocoercive(_change, beta - Lambda, _move),
    by=[
        SQUARED,
        ALONG,
        at("bounded", z_),
        RECORDS.length(_x),
        z3.And(_long >= 0, _long <= c * c),
        LOGITS.positive(_ds),
        COCOERCIVE.at(log=_z1, **{"log'": _z2}),
        CURVED.at(X_=_long, D_=_steep, T_=_gain),
    ],
)
_a, _b, _s = z3.Reals("a b root2")
LONGEST = lemma(
    "two lengths",
    {"lengths": z3.And(_a >= 0, _a <= c, _b >= 0, _b <= _s)},
    _a * _a * (_b * _b) <= _s * c * (_s * c),
    by=[
        SCALES.at(a=_a, b=_b, c=_s),
        SCALES.at(a=_s, b=_a, c=c),
        z3.And(_a * _b >= 0, _a * _b <= _s * c),
        SCALES.at(a=_a * _b, b=_a * _b, c=_s * c),
        SCALES.at(a=_s * c, b=_a * _b, c=_s * c),
    ],
)
_G = formulas.loss_gradient_softmax(c, NUM)
SOFTMAX_GRADIENT = lemma(
    "a softmax gradient is at most sqrt(2) c",
    BOUNDED,
    norm(gradient(v, z_)) <= _G,
    by=[
        at("bounded", z_),
        RECORDS.length(_x),
        VERTEX.at(log=_z1, label_k=class_of(z_)),
        LOGITS.length(_u1),
        ROOT.at(r=2),
        NORM.at(x=gradient(v, z_)),
        OUTER.at(rec=_x, log=_u1, **{"rec'": _x, "log'": _u1}),
        LONGEST.at(a=RECORDS.norm(_x), b=LOGITS.norm(_u1), root2=NUM.sqrt(2)),
    ],
)
SOFTMAX_GAP = lemma(
    "gap of two softmax gradients",
    BOUNDED,
    norm(minus(gradient(v, z_), gradient(v, z2_))) <= 2 * _G,
    by=[
        SOFTMAX_GRADIENT,
        SOFTMAX_GRADIENT.at(z=z2_),
        TRIANGLE.at(x=gradient(v, z_), y=scale(z3.RealVal(-1), gradient(v, z2_))),
        NEGATIVE.at(x=gradient(v, z2_)),
    ],
)
SOFTMAX = instance(
    "sensitivity of SoftmaxReg",
    BALL,
    grad=gradient,
    G=_G,
    given={**BOUNDED, "smooth": beta >= SPECTRAL},
    meets=["cocoercive", "gap", "smooth", "gradient"],
    by=[
        weakened(SOFTMAX_COCOERCIVE, z3.And(norm(v) <= R, norm(v2) <= R)).every(v, v2, z_),
        weakened(SOFTMAX_GAP, norm(v) <= R).every(v, z_, z2_),
        beta >= Lambda,
        ROOT.at(r=2),
    ],
)
K = z3.Real("K")
_printed = formulas.smoothness_softmax(Lambda, c, p, K, NUM)
SOFTMAX_PRINTED = instance(
    "sensitivity of SoftmaxReg, printed beta",
    SOFTMAX,
    beta=_printed,
    given={"features": p >= 0, "classes": K >= 2},
    meets=["smooth"],
    by=[ROOT.at(r=_printed.arg(0)), _printed >= SPECTRAL],
)
