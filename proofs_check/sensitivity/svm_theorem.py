"""What follows from Theorem R: closed forms, the ball, and the SVM. Each premise that an earlier theorem meets is gone."""

from __future__ import annotations

import z3

from proofs_check.lemmas.spaces import (
    NEGATIVE,
    NORM,
    NUM,
    ROOT,
    TRIANGLE,
    Real,
    V,
    Vector,
    dot,
    expand,
    minus,
    norm,
    scale,
)
from proofs_check.logic.derived import instance
from proofs_check.logic.rules import at, induct, lemma
from proofs_check.sensitivity.theorem_r import (
    DEFINED,
    LANDS,
    NONEXPANSIVE,
    RADIUS,
    RUNS,
    SCALES,
    THEOREM_R,
    G,
    Lambda,
    R,
    Z,
    ball,
    beta,
    cocoercive,
    d,
    f,
    f2,
    horizon,
    v,
    v2,
    visits,
    z2_,
    z_,
)
from reference import formulas

q, u = z3.Ints("q u")  # passes, and batches of a pass
n, delta, seen, c, h, p = z3.Reals("n delta seen c h p")
ONCE = {
    "each-record-once-a-pass": z3.ForAll(
        [q], z3.Implies(q >= 0, visits((q + 1) * u) <= visits(q * u) + 1 / d)
    ),
    "divisor": d >= 1,
}
PASSES = induct(
    "one visit a pass",
    q,
    {**ONCE, "whole-pass": u >= 1},
    visits(q * u) <= z3.ToReal(q) / d,
    where=[DEFINED["visits"]],
    base=[z3.IntVal(0) * u == 0, visits(z3.IntVal(0) * u) == visits(0)],
    step=[at("each-record-once-a-pass", q)],
)
_q, _u = z3.Reals("q_ u_")
CLOSED = lemma(
    "the closed form",
    {
        "regularized": Lambda > 0,
        "smooth": beta >= Lambda,
        "gradient": G >= 0,
        "divisor": d >= 1,
        "passes": z3.And(_q >= 1, _u >= 1),
        "records": z3.And(n >= 1, n <= _u * d),
        "distance": delta >= 0,
        "invariant": horizon(_q * _u) * delta <= 2 * G / Lambda * seen,
        "visits": seen <= _q / d,
    },
    delta <= formulas.sensitivity(G, Lambda, n),
    by=[
        _q * _u <= horizon(_q * _u),
        SCALES.at(a=delta, b=_q * _u, c=horizon(_q * _u)),
        SCALES.at(a=2 * G / Lambda, b=seen, c=_q / d),
        _q * _u * delta <= 2 * G / Lambda * (_q / d),
        _u * delta <= 2 * G / Lambda / d,
        SCALES.at(a=d, b=_u * delta, c=2 * G / Lambda / d),
        _u * d * delta <= 2 * G / Lambda,
        SCALES.at(a=delta, b=n, c=_u * d),
        n * delta <= 2 * G / Lambda,
    ],
)
_end = q * u
SCHEDULE = {
    **ONCE,
    "passes": z3.And(q >= 1, u >= 1),
    "records": z3.And(n >= 1, n <= z3.ToReal(u) * d),
    "gradient": G >= 0,
}
apart = norm(minus(f(_end), f2(_end)))
WHOLE_PASSES = lemma(
    "whole passes",
    {**RUNS, **SCHEDULE},
    apart <= formulas.sensitivity(G, Lambda, n),
    where=list(DEFINED.values()),
    by=[
        _end >= 0,
        z3.ToReal(_end) == z3.ToReal(q) * z3.ToReal(u),
        THEOREM_R.at(t=_end),
        PASSES,
        NORM.at(x=minus(f(_end), f2(_end))),
        CLOSED.at(delta=apart, seen=visits(_end), q_=z3.ToReal(q), u_=z3.ToReal(u)),
    ],
)


BALL = instance(
    "whole passes on the ball",
    WHOLE_PASSES,
    P=ball,
    X=lambda point: norm(point) <= R,
    given=RADIUS,
    meets=["projection", "stays"],
    by=[NONEXPANSIVE.at().every(v, v2), LANDS.at().every(v)],
)

# --- the SVM ------------------------------------------------------------------------------------------------------------

x_, y_ = z3.Function("record", Z, V), z3.Function("label", Z, Real)
w1, w2 = z3.Reals("w w'")


def svm_gradient(model, record):
    slope = y_(record) * formulas.huber_slope(h, y_(record) * dot(model, x_(record)), NUM)
    return formulas.loss_gradient_entry(Vector(x_(record)), slope).term


_s1, _s2 = (formulas.huber_slope(h, margin, NUM) for margin in (w1, w2))
SLOPE = lemma("slope of the Huber loss", {"relaxed": h > 0}, z3.And(-1 <= _s1, _s1 <= 0))
MONOTONE = lemma(
    "the slope rises at most by 1/(2h)",
    {"relaxed": h > 0},
    z3.And((_s1 - _s2) * (w1 - w2) >= 0, 2 * h * ((_s1 - _s2) * (_s1 - _s2)) <= (_s1 - _s2) * (w1 - w2)),
)
_s, _l_ = z3.Reals("s y")
SQUARE = lemma(
    "a signed slope",
    {"slope": z3.And(-1 <= _s, _s <= 0), "label": _l_ * _l_ == 1},
    _l_ * _s * (_l_ * _s) <= 1,
    by=[_l_ * _s * (_l_ * _s) == _s * _s],
)


def weakened(theorem, guard):
    """guard => conclusion, for a theorem that does not need the guard."""
    return lemma(
        f"{theorem.name}, on the ball", theorem.given, z3.Implies(guard, theorem.shows), by=[theorem]
    ).at()


RECORDS = {
    "relaxed": h > 0,
    "bounded": z3.ForAll([z_], norm(x_(z_)) <= c),
    "labels": z3.ForAll([z_], y_(z_) * y_(z_) == 1),
    "bound": c > 0,
}
SPECTRAL = formulas.smoothness_svm_spectral(Lambda, c, h)
_a, _b, _X, _y, _D = z3.Reals("a b X y D")
CURVATURE = lemma(
    "curvature of the Huber loss",
    {
        "relaxed": h > 0,
        "records": z3.And(_X >= 0, _X <= c * c),
        "label": _y * _y == 1,
        "smooth": beta >= SPECTRAL,
        "slopes": z3.And(_D * (_y * _a - _y * _b) >= 0, 2 * h * (_D * _D) <= _D * (_y * _a - _y * _b)),
    },
    z3.And(
        (_y * _D) * (_y * _D) * _X <= (beta - Lambda) * ((_y * _D) * (_a - _b)), (_y * _D) * (_a - _b) >= 0
    ),
    by=[
        (_y * _D) * (_y * _D) == _D * _D,
        (_y * _D) * (_a - _b) == _D * (_y * _a - _y * _b),
        SCALES.at(a=_D * _D, b=_X, c=c * c),
        beta - Lambda >= c * c / (2 * h),
        SCALES.at(a=c * c / (2 * h), b=2 * h * (_D * _D), c=_D * (_y * _a - _y * _b)),
        c * c / (2 * h) * (2 * h * (_D * _D)) == c * c * (_D * _D),
        SCALES.at(a=_D * (_y * _a - _y * _b), b=c * c / (2 * h), c=beta - Lambda),
    ],
)
_x, _l = x_(z_), y_(z_)
_m1, _m2 = (_l * dot(model, _x) for model in (v, v2))
_slope = lambda margin: formulas.huber_slope(h, margin, NUM)  # noqa: E731
_g = minus(svm_gradient(v, z_), svm_gradient(v2, z_))
SVM_COCOERCIVE = lemma(
    "the Huber loss is co-coercive",
    {**RECORDS, "smooth": beta >= SPECTRAL},
    cocoercive(_g, beta - Lambda, minus(v, v2)),
    by=[
        at("bounded", z_),
        at("labels", z_),
        NORM.at(x=_x),
        z3.And(dot(_x, _x) >= 0, dot(_x, _x) <= c * c),
        MONOTONE.at(**{"w": _m1, "w'": _m2}),
        CURVATURE.at(X=dot(_x, _x), y=_l, a=dot(v, _x), b=dot(v2, _x), D=_slope(_m1) - _slope(_m2)),
        *expand(_g, minus(v, v2), _x),
    ],
)
SVM_GRADIENT = lemma(
    "an SVM gradient is at most c",
    RECORDS,
    norm(svm_gradient(v, z_)) <= formulas.loss_gradient_svm(c),
    by=[
        at("bounded", z_),
        at("labels", z_),
        NORM.at(x=_x),
        SLOPE.at(w=_m1),
        NORM.at(x=svm_gradient(v, z_)),
        *expand(svm_gradient(v, z_), _x),
        SQUARE.at(y=_l, s=_slope(_m1)),
        SCALES.at(a=norm(_x) * norm(_x), b=_l * _slope(_m1) * (_l * _slope(_m1)), c=1),
    ],
)
SVM_GAP = lemma(
    "gap of two SVM gradients",
    RECORDS,
    norm(minus(svm_gradient(v, z_), svm_gradient(v, z2_))) <= 2 * formulas.loss_gradient_svm(c),
    by=[
        SVM_GRADIENT,
        SVM_GRADIENT.at(z=z2_),
        TRIANGLE.at(x=svm_gradient(v, z_), y=scale(z3.RealVal(-1), svm_gradient(v, z2_))),
        NEGATIVE.at(x=svm_gradient(v, z2_)),
    ],
)
_inside = z3.And(norm(v) <= R, norm(v2) <= R)
SVM = instance(
    "sensitivity of the SVM",
    BALL,
    grad=svm_gradient,
    G=formulas.loss_gradient_svm(c),
    given={**RECORDS, "smooth": beta >= SPECTRAL},
    meets=["cocoercive", "gap", "smooth", "gradient"],
    by=[
        weakened(SVM_COCOERCIVE, _inside).every(v, v2, z_),
        weakened(SVM_GAP, norm(v) <= R).every(v, z_, z2_),
        beta >= Lambda,
    ],
)
_printed = formulas.smoothness_svm(Lambda, c, h, p, NUM)
SVM_PRINTED = instance(
    "sensitivity of the SVM, printed beta",
    SVM,
    beta=_printed,
    given={"features": p >= 0},
    meets=["smooth"],
    by=[ROOT.at(r=_printed.arg(0)), _printed >= SPECTRAL],
)
