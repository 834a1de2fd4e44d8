"""ex:dpsvm: the Huber SVM objective of one class is Λ-strongly convex, (ΛR + c)-Lipschitz on the ball, and smooth.

For every space, dataset, number of records and h > 0. A record z is the vector `record(z)`, which is clipped to length c, with
the sign `label(z)` of the class. The smoothness is Λ + c^2/(2h); the printed beta is larger, so it holds, too.
"""

from itertools import combinations

import z3

from proofs_check.lemmas.line import BOOL, LINE, REAL, number, stated, when
from proofs_check.lemmas.numbers import NUM, ROOT, SCALES, SHORTER, Real
from proofs_check.lemmas.spaces import R, V, Vector, dot, expand, inside, length, minus, norm, products, v, w
from proofs_check.lemmas.sums import cocoercive
from proofs_check.logic.derived import instance
from proofs_check.logic.rules import at, lemma
from proofs_check.objectives import mean_theorems as objective
from proofs_check.objectives.mean_theorems import Lambda, Z, zi
from reference import formulas

c, h, p = z3.Reals("c h p")
record, label = z3.Function("record", Z, V), z3.Function("label", Z, Real)


def slope(margin):
    return formulas.huber_slope(h, margin, NUM)


def gradient(model, z):
    """Of the loss at one record."""
    along = label(z) * slope(label(z) * dot(model, record(z)))
    return formulas.loss_gradient_entry(Vector(record(z)), along).term


RELAXED = {"relaxed": h > 0}
SIGN = {"one-vs-rest-sign": z3.ForAll([zi], label(zi) * label(zi) == 1)}
BOUNDED = {"bounded": z3.ForAll([zi], norm(record(zi)) <= c)}
SPECTRAL, G = formulas.smoothness_svm_spectral(Lambda, c, h), formulas.loss_gradient_svm(c)
gamma = c**2 / (2 * h)

# --- numbers: two margins, and what their slopes do -------------------------------------------------------

a, b = z3.Reals("a b")
SLOPE = lemma("the Huber slope is between -1 and 0", RELAXED, z3.And(-1 <= slope(a), slope(a) <= 0))
RISE = lemma(
    "the Huber slope rises at most by 1/(2h)",
    RELAXED,
    z3.And(
        (slope(a) - slope(b)) * (a - b) >= 0,
        2 * h * ((slope(a) - slope(b)) * (slope(a) - slope(b))) <= (slope(a) - slope(b)) * (a - b),
    ),
)
_line = formulas.huber(h, b, NUM) + slope(b) * (a - b)  # the tangent at b
_above = formulas.huber(h, a, NUM) - _line
_cases = (a > 1 + h, z3.And(a >= 1 - h, a <= 1 + h), a < 1 - h)
LOSS = lemma(
    "the Huber loss has one case for each margin, lies above its tangents, and by at most a parabola",
    RELAXED,
    z3.And(
        z3.Or(*_cases),
        *(z3.Not(z3.And(one, other)) for one, other in combinations(_cases, 2)),
        _above >= 0,
        4 * h * _above <= (a - b) * (a - b),
    ),
)
X, y, s, t, D = z3.Reals("X y s t D")  # |x|^2, label, <v, x>, <w, x>, difference of the slopes
SIGNED = {"label": y * y == 1}
CURVED = lemma(
    "curvature of a signed slope",
    {
        **RELAXED,
        **SIGNED,
        "record": z3.And(X >= 0, X <= c * c),
        "slopes": z3.And(D * (y * s - y * t) >= 0, 2 * h * (D * D) <= D * (y * s - y * t)),
    },
    z3.And((y * D) * (y * D) * X <= gamma * ((y * D) * (s - t)), (y * D) * (s - t) >= 0),
)
SHORT = lemma(
    "a signed slope is at most 1", {**SIGNED, "slope": z3.And(-1 <= D, D <= 0)}, (y * D) * (y * D) <= 1
)

# --- one record -------------------------------------------------------------------------------------------

_x, _y = record(zi), label(zi)
_margin, _margin2 = _y * dot(v, _x), _y * dot(w, _x)
_change = minus(gradient(v, zi), gradient(w, zi))
_clipped = [at("bounded", zi), length(_x), z3.And(dot(_x, _x) >= 0, dot(_x, _x) <= c * c)]
COCOERCIVE = lemma(
    "the Huber loss is co-coercive with c^2/(2h)",
    {**RELAXED, **SIGN, **BOUNDED},
    cocoercive(_change, gamma, minus(v, w)),
    by=[
        at("one-vs-rest-sign", zi),
        *_clipped,
        RISE.at(a=_margin, b=_margin2),
        CURVED.at(X=dot(_x, _x), y=_y, s=dot(v, _x), t=dot(w, _x), D=slope(_margin) - slope(_margin2)),
        *products((_change, _change), (minus(v, w), _change)),
    ],
)
MONOTONE = lemma(
    "the Huber loss is convex",
    RELAXED,
    dot(minus(v, w), _change) >= 0,
    by=[RISE.at(a=_margin, b=_margin2), *products((minus(v, w), _change))],
)
GRADIENT = lemma(
    "a Huber gradient is at most c",
    {**RELAXED, **SIGN, **BOUNDED},
    norm(gradient(v, zi)) <= G,
    by=[
        at("one-vs-rest-sign", zi),
        *_clipped,
        SLOPE.at(a=_margin),
        SHORT.at(y=_y, D=slope(_margin)),
        [length(gradient(v, zi)), *expand(gradient(v, zi))],
    ],
)
K = z3.Real("K")
LABELLED = lemma(
    "with labels up to K multiplied in, a gradient is at most ΛR + Kc",
    {
        **{**RELAXED, **BOUNDED, **objective.REGULARIZED, "ball": inside(v), "most": K >= 0},
        "labels": z3.ForAll([zi], label(zi) * label(zi) <= K * K),
    },
    norm(objective.with_ridge(v, gradient(v, zi))) <= formulas.lipschitz_svm(Lambda, R, K * c),
    by=[
        [at("labels", zi), *_clipped, SLOPE.at(a=_margin)],
        SCALES.at(a=_y * _y, b=slope(_margin) * slope(_margin), c=1),
        SCALES.at(a=dot(_x, _x), b=_y * slope(_margin) * (_y * slope(_margin)), c=K * K),
        [length(gradient(v, zi)), *expand(gradient(v, zi)), K * K * dot(_x, _x) <= K * K * (c * c)],
        SHORTER.at(a=norm(gradient(v, zi)), b=K * c),
        objective.LONGER.at(p=gradient(v, zi), G=K * c),
    ],
)

# --- ex:dpsvm, for the mean over a dataset ----------------------------------------------------------------

STRONGLY_CONVEX = instance(
    "the Huber SVM objective is Λ-strongly convex",
    objective.STRONGLY_CONVEX,
    grad=gradient,
    meets=["convex"],
    given=RELAXED,
    by=[MONOTONE.at().every(v, w, zi)],
)
LIPSCHITZ = instance(
    "the Huber SVM objective is (ΛR + c)-Lipschitz",
    objective.LIPSCHITZ,
    grad=gradient,
    G=G,
    meets=["gradients"],
    given={**RELAXED, **SIGN, **BOUNDED},
    by=[GRADIENT.at(v=w).every(w, zi)],
)
SMOOTH = instance(
    "the Huber SVM objective is (Λ + c^2/(2h))-smooth",
    objective.SMOOTH,
    grad=gradient,
    gamma=gamma,
    meets=["cocoercive", "gamma"],
    given={**RELAXED, **SIGN, **BOUNDED},
    by=[COCOERCIVE.at().every(v, w, zi)],
)
PRINTED = formulas.smoothness_svm(Lambda, c, h, p, NUM)
LARGER = lemma(
    "the printed beta of the SVM is at least the spectral one",
    {**objective.REGULARIZED, **RELAXED, "features": p >= 0},
    PRINTED >= SPECTRAL,
    by=[gamma >= 0, ROOT.at(r=PRINTED.arg(0))],
)
SMOOTH_PRINTED = lemma(
    "the Huber SVM objective is smooth with the printed beta",
    {**SMOOTH.given, "features": p >= 0},
    SMOOTH.shows.arg(0) <= PRINTED * norm(minus(v, w)),
    where=SMOOTH.where,
    by=[SMOOTH, LARGER, length(minus(v, w)), SCALES.at(a=norm(minus(v, w)), b=SPECTRAL, c=PRINTED)],
)

# --- joint models: one record x = 1 on the line, h = 1/2; slope -1 at margins up to 1/2 -------------------

RECORD = {
    **LINE,
    **{"n": 1, "Lambda": 1, "R": 1, "c": 1, "h": z3.Q(1, 2), "p": 0},
    "data": lambda i: z3.BoolVal(True),
    "record": lambda z: z3.RealVal(1),
    "label": lambda z: z3.RealVal(1),
}
SORTS = {"V": REAL, "Z": BOOL}


def _slope(f):
    """The Huber slope for h = 1/2, and k times it: the sum over k equal records."""
    return when(f > z3.Q(3, 2), 0, when(f < z3.Q(1, 2), -1, f - z3.Q(3, 2)))


TOTALS = {"total": lambda f, k: number(k) * _slope(f)}
FAR = {**RECORD, **TOTALS, "v": -1, "w": -2}  # on the linear part: strong convexity and L are attained
BENT = {**RECORD, **TOTALS, "v": 1, "w": z3.Q(1, 2)}  # on the parabola: beta is attained
TWICE = {
    **FAR,
    "v": 1,
    "w": 1,
    "K": 2,
    "label": lambda z: z3.RealVal(-2),
}  # a label of 2, other class
BOTH = {"h": z3.Q(1, 2), "a": 1, "b": z3.Q(1, 2)}  # on the parabola: the slope rises by 1/(2h) a unit
STATES = [
    *(stated("app:huber", theorem, "statement", {}, BOTH) for theorem in (LOSS, SLOPE, RISE)),
    stated("ex:dpsvm#strong_convexity", STRONGLY_CONVEX, "statement", SORTS, FAR),
    stated("ex:dpsvm#lipschitz", LIPSCHITZ, "reading:one-vs-rest-sign", SORTS, FAR),
    stated("ex:dpsvm#lipschitz", LABELLED, "repair", SORTS, TWICE, free=["z_i"]),
    stated("ex:dpsvm#smoothness", SMOOTH, "repair", SORTS, BENT),
    stated("ex:dpsvm#smoothness", SMOOTH_PRINTED, "reading:one-vs-rest-sign", SORTS, BENT),
]
