"""thm:strongconvexity_softmax, thm:lipschitz_softmax, thm:smooth_softmax: for every K, dimension and dataset.

A record z has features x in X and a label vector y in L with `ones(z)` ones. A model f in V has the logits f^T x in L. The
gradient of the cross-entropy is the outer product x (ones softmax(f^T x) - y)^T. Leaves speak of the softmax of logits alone.
"""

from __future__ import annotations

import z3

from proofs_check.lemmas.line import BOOL, LINE, REAL, number, stated, when
from proofs_check.lemmas.numbers import NUM, ROOT, SCALES, SHORTER, Real
from proofs_check.lemmas.spaces import (
    PRODUCT,
    R,
    Scalar,
    Space,
    V,
    Vector,
    dot,
    expand,
    inside,
    length,
    minus,
    norm,
    products,
    v,
    w,
)
from proofs_check.lemmas.sums import cocoercive
from proofs_check.logic.derived import instance
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
    "matrix: outer product",
    dot(outer(x, l), outer(x2, l2)) == FEATURES.dot(x, x2) * LOGITS.dot(l, l2),
    over=["rec", "rec2", "log", "log2"],
    why="<x u^T, x' u'^T> = <x, x'> <u, u'>, since entry (i, k) of x u^T is x_i u_k (Horn, Johnson, Matrix Analysis)",
)
ADJOINT = axiom(
    "matrix: logits",
    LOGITS.dot(logits(v, x), l) == dot(v, outer(x, l)),
    over=["v", "rec", "log"],
    why="<f^T x, u> = <f, x u^T>, since logit k of a model f is the sum of f_ik x_i (Horn, Johnson, Matrix Analysis)",
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
CLIPPED = [
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
        [at("one-hot", zi), *CLIPPED, *_steep, SQUARED.at(**_here), ALONG.at(**_here)],
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
        [at("one-hot", zi), *CLIPPED, ROOT.at(r=2), length(gradient(v, zi))],
        OUTER.at(rec=_x, rec2=_x, log=_row, log2=_row),
        [CORNER.at(log=logits(v, _x), kth=class_of(zi)), LOGITS.positive(_wrong), expand(_row, _wrong)],
        SCALES.at(a=FEATURES.dot(_x, _x), b=square(_wrong), c=2),
        G * G == 2 * (c * c),
        SHORTER.at(a=norm(gradient(v, zi)), b=G),
    ],
)

# --- on the ball -------------------------------------------------------------------------------------------

_z = logits(v, _x)
SHORT_LOGITS = lemma(
    "logits of a model in the ball have norm at most Rc",
    {**BOUNDED, "ball": inside(v)},
    LOGITS.norm(_z) <= R * c,
    by=[
        [*CLIPPED, length(v), length(outer(_x, _z)), LOGITS.length(_z)],
        [ADJOINT.at(rec=_x, log=_z), OUTER.at(rec=_x, rec2=_x, log=_z, log2=_z)],
        PRODUCT.at(x=v, y=outer(_x, _z)),
        SHORTER.at(a=norm(outer(_x, _z)), b=FEATURES.norm(_x) * LOGITS.norm(_z)),
        SCALES.at(a=norm(v), b=norm(outer(_x, _z)), c=FEATURES.norm(_x) * LOGITS.norm(_z)),
        LOGITS.norm(_z) * LOGITS.norm(_z) <= norm(v) * FEATURES.norm(_x) * LOGITS.norm(_z),
        LOGITS.norm(_z) <= norm(v) * FEATURES.norm(_x),
        [SCALES.at(a=norm(v), b=FEATURES.norm(_x), c=c), SCALES.at(a=c, b=norm(v), c=R)],
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
    by=[COCOERCIVE.at().every(v, w, zi)],
)
SIZES = {"features": p >= 0, "classes": K >= 2}
PRINTED = formulas.smoothness_softmax(Lambda, c, p, K, NUM)
LARGER = lemma(
    "the printed beta of SoftmaxReg is at least the spectral one",
    {**objective.REGULARIZED, **SIZES},
    PRINTED >= SPECTRAL,
    by=[PRINTED.arg(0) >= SPECTRAL * SPECTRAL, ROOT.at(r=PRINTED.arg(0)), SHORTER.at(a=SPECTRAL, b=PRINTED)],
)
SMOOTH_PRINTED = lemma(
    "the softmax objective is smooth with the printed beta",
    {**SMOOTH.given, **SIZES},
    SMOOTH.shows.arg(0) <= PRINTED * norm(_move),
    where=SMOOTH.where,
    by=[SMOOTH, LARGER, length(_move), SCALES.at(a=norm(_move), b=SPECTRAL, c=PRINTED)],
)

# --- C2.2: the printed constants against those of the SVM -------------------------------------------------

h, n, eps = z3.Reals("h n eps")
_root = NUM.sqrt(2)
_svm, _ours = formulas.lipschitz_svm(Lambda, R, c), formulas.lipschitz_softmax(Lambda, R, c, NUM)
_sizes = {**objective.REGULARIZED, "radius": R >= 0, "clip": c > 0}
L_RATIO = lemma(
    "the two printed L differ by at most sqrt(2)",
    _sizes,
    z3.And(_svm <= _ours, _ours <= _root * _svm),
    by=[ROOT.at(r=2)],
)
PROPORTIONAL = lemma(
    "both printed sensitivities are 2L/(Λn)",
    {**objective.REGULARIZED, "records": n >= 1},
    z3.And(
        formulas.sensitivity_svm(Lambda, R, c, n) == 2 * _svm / (Lambda * n),
        formulas.sensitivity_softmax(Lambda, R, c, n, NUM) == 2 * _ours / (Lambda * n),
    ),
)
_curved, _curved_svm = PRINTED.arg(0), formulas.smoothness_svm(Lambda, c, h, p, NUM).arg(0)  # the two beta^2
_curvature = c**2 / (2 * h)
BETA_RATIO = lemma(
    "the two printed beta^2 have a quotient between K/4 and 2K",
    {
        "relaxed": z3.And(h > 0, h <= z3.Q(1, 2)),
        "strong-ridge": Lambda >= _curvature,
        "some-features": p >= 1,
        "classes": K >= 2,
    },
    z3.And(4 * _curved >= K * _curved_svm, _curved <= 2 * K * _curved_svm),
    by=[
        c**2 <= _curvature,
        SCALES.at(a=Lambda, b=_curvature + Lambda, c=2 * Lambda),
        [SCALES.at(a=K, b=(_curvature + Lambda) ** 2, c=4 * Lambda**2), (Lambda + c**2) ** 2 >= 0],
        SCALES.at(a=K * Lambda**2, b=1, c=p),
        SCALES.at(a=Lambda + c**2, b=Lambda + c**2, c=_curvature + Lambda),
        SCALES.at(a=_curvature + Lambda, b=Lambda + c**2, c=_curvature + Lambda),
        SCALES.at(a=(_curvature + Lambda) ** 2, b=2, c=K),
    ],
)
_more = K * Lambda**2 + (Lambda + c**2) ** 2 / 2 - K * (_curvature + Lambda) ** 2  # beta^2 - K beta_svm^2
BETA_LIMIT = lemma(
    "with many features the quotient of the two printed beta^2 is within eps of K",
    {
        "relaxed": h > 0,
        "tolerance": eps > 0,
        "many-features": z3.And(eps * p * Lambda**2 >= _more, eps * p * Lambda**2 >= -_more),
    },
    z3.And(_curved <= (K + eps) * _curved_svm, _curved >= (K - eps) * _curved_svm),
    by=[SCALES.at(a=eps, b=0, c=(_curvature + Lambda) ** 2)],
)
_K = NUM.sqrt(K)
_quotient = formulas.budget_ratio(Lambda, R, c, K, NUM)
SHIFTS = lemma(
    "the quotient of the two shifts",
    {**_sizes, "records": n >= 1, "classes": K >= 2},
    z3.And(
        _K * formulas.sensitivity_svm(Lambda, R / _K, c, n)
        == _quotient * formulas.sensitivity_softmax(Lambda, R, c, n, NUM),
        _quotient >= 1,
    ),
    by=[ROOT.at(r=2), ROOT.at(r=K)],
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
CONSTANTS = {**RECORD, "h": z3.Q(1, 2), "n": 1, "K": 4, "p": 1, "eps": 100}
STATES = [
    *(
        stated(label, theorem, about, {}, CONSTANTS)
        for label, about, theorem in (
            ("C2.2#lipschitz", "statement", L_RATIO),
            ("C2.2#lipschitz", "statement", PROPORTIONAL),
            ("C2.2#smoothness", "reading:strong-ridge", BETA_RATIO),
            ("C2.2#smoothness", "reading:strong-ridge", BETA_LIMIT),
            ("C2.2#ratio", "reading:of-the-shifts", SHIFTS),
        )
    ),
    stated("thm:strongconvexity_softmax", STRONGLY_CONVEX, "statement", SORTS, MEAN),
    stated("thm:lipschitz_softmax", LIPSCHITZ, "repair", SORTS, MEAN),
    stated("ours:gradient_diameter", SHORT_LOGITS, "statement", SORTS, MEAN, free=["z_i"]),
    stated("thm:smooth_softmax", SMOOTH_PRINTED, "repair", SORTS, MEAN),
    stated("thm:smooth_softmax", SMOOTH, "repair", SORTS, MEAN),
]
