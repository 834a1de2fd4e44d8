"""Models that start at 0 never leave the ball of radius G/Lambda; with the projection: |f_m| <= min(R, G/Lambda)."""

from __future__ import annotations

import z3

from proofs_check.lemmas.spaces import (
    EQUAL,
    MULTIPLE,
    NEGATIVE,
    NORM,
    NUM,
    ROOT,
    TRIANGLE,
    add,
    against,
    dot,
    expand,
    norm,
    scale,
    zero,
)
from proofs_check.logic.derived import instance
from proofs_check.logic.rules import at, induct, lemma
from proofs_check.sensitivity import softmax_theorem as softmax
from proofs_check.sensitivity import svm_theorem as learners
from proofs_check.sensitivity.theorem_r import (
    BATCH_SIZE,
    DEFINED,
    FRACTION,
    LANDS,
    POSITIVE_RATE,
    RADIUS,
    SCALES,
    G,
    Lambda,
    P,
    R,
    X,
    at_f,
    ball,
    beta,
    d,
    data,
    f,
    grad,
    index,
    k,
    now,
    rate_now,
    size,
    stepped,
    sums,
    t,
    v,
    w,
    z_,
)
from reference import formulas

GRADIENTS = {"gradients": z3.ForAll([v, z_], z3.Implies(X(v), norm(grad(v, z_)) <= G)), "gradient": G >= 0}
B = sums["B"]
BATCH_BOUND = induct(
    "length of a batch sum",
    k,
    {"reached": X(f(t)), **GRADIENTS},
    norm(B(t, k)) <= z3.ToReal(k) * G,
    where=[DEFINED["B"]],
    base=[at("B", t), NORM.at(x=zero), *expand(zero)],
    step=[at("B", t, k), at("gradients", f(t), data(index(t, k))), TRIANGLE.at(x=B(t, k), y=at_f(t, k))],
)
b = z3.Const("b", v.sort())
tau = z3.Real("tau")
_new = stepped(v, scale(1 / d, b), tau)
_split = add(scale(1 - Lambda * tau, v), scale(tau / d, scale(z3.RealVal(-1), b)))
REGROUPED = lemma(
    "one run's step is linear",
    {"divisor": d >= 1},
    dot(_new, w) == dot(_split, w),
    by=against(w, _new, _split),
)
STEP = lemma(
    "length after a step",
    {"divisor": d >= 1, "rate": z3.And(tau > 0, Lambda * tau <= 1)},
    norm(_new) <= (1 - Lambda * tau) * norm(v) + tau / d * norm(b),
    by=[
        REGROUPED.at().every(w),
        EQUAL.at(x=_new, y=_split),
        TRIANGLE.at(x=_split.arg(0), y=_split.arg(1)),
        tau / d > 0,
        MULTIPLE.at(r=1 - Lambda * tau, x=v),
        MULTIPLE.at(r=tau / d, x=_split.arg(1).arg(1)),
        NEGATIVE.at(x=b),
    ],
)
_x, _y = z3.Reals("length batch")
STILL_INSIDE = lemma(
    "a step from inside ends inside",
    {
        "regularized": Lambda > 0,
        "gradient": G >= 0,
        "divisor": d >= 1,
        "rate": z3.And(tau > 0, Lambda * tau <= 1),
        "before": _x <= G / Lambda,
        "batch": _y <= d * G,
    },
    (1 - Lambda * tau) * _x + tau / d * _y <= G / Lambda,
    by=[
        SCALES.at(a=1 - Lambda * tau, b=_x, c=G / Lambda),
        tau / d > 0,
        SCALES.at(a=tau / d, b=_y, c=d * G),
        tau / d * (d * G) == tau * G,
        (1 - Lambda * tau) * (G / Lambda) == G / Lambda - tau * G,
    ],
)
ONE_RUN = {
    "regularized": Lambda > 0,
    "smooth": beta >= Lambda,
    "divisor": d >= 1,
    **BATCH_SIZE,
    **GRADIENTS,
    "start": z3.And(f(0) == zero, X(f(0))),
    "steps": z3.ForAll(
        [t], z3.Implies(t >= 0, f(t + 1) == P(stepped(f(t), scale(1 / d, B(t, size(t))), rate_now)))
    ),
    "shrinks": z3.ForAll([v], norm(P(v)) <= norm(v)),
    "stays": z3.ForAll([v], X(P(v))),
}
_step = stepped(f(t), scale(1 / d, B(t, size(t))), rate_now)
_count = z3.ToReal(size(t))
WITHIN = induct(
    "models stay within G/Lambda",
    t,
    ONE_RUN,
    z3.And(X(f(t)), norm(f(t)) <= G / Lambda),
    where=[DEFINED["B"]],
    base=[NORM.at(x=zero), *expand(zero), norm(zero) == 0, G / Lambda >= 0],
    step=[
        at("steps", t),
        at("shrinks", _step),
        at("stays", _step),
        at("batch-size", t),
        BATCH_BOUND.at(k=size(t)),
        SCALES.at(a=G, b=_count, c=d),
        norm(B(t, size(t))) <= d * G,
        FRACTION.at(m=now),
        POSITIVE_RATE.at(m=now),
        Lambda * rate_now <= 1,
        STEP.at(v=f(t), b=B(t, size(t)), tau=rate_now),
        STILL_INSIDE.at(tau=rate_now, length=norm(f(t)), batch=norm(B(t, size(t)))),
    ],
)
SHRINKS = lemma(
    "the ball projection shrinks",
    RADIUS,
    norm(ball(v)) <= norm(v),
    by=[
        NORM.at(x=v),
        MULTIPLE.at(x=v, r=formulas.shrink_factor(R, norm(v), NUM)),
        SCALES.at(a=norm(v), b=formulas.shrink_factor(R, norm(v), NUM), c=1),
    ],
)
START = {"start": f(0) == zero}
ON_BALL = instance(
    "models stay within R and G/Lambda",
    WITHIN,
    P=ball,
    X=lambda point: norm(point) <= R,
    given={**RADIUS, **START},
    meets=["shrinks", "stays", "start"],
    by=[SHRINKS.at().every(v), LANDS.at().every(v), NORM.at(x=zero), *expand(zero), norm(zero) == 0],
)
within = norm(f(t)) <= NUM.min(R, G / Lambda)
SMALLER = lemma(
    "models stay within the smaller ball",
    ON_BALL.given,
    z3.Implies(t >= 0, within),
    where=ON_BALL.where,
    by=[ON_BALL],
)
SVM = instance(
    "models of the SVM stay within c/Lambda",
    SMALLER,
    grad=learners.svm_gradient,
    G=formulas.loss_gradient_svm(learners.c),
    given=learners.RECORDS,
    meets=["gradients", "gradient"],
    by=[learners.weakened(learners.SVM_GRADIENT, norm(v) <= R).every(v, z_)],
)
SOFTMAX = instance(
    "models of SoftmaxReg stay within sqrt(2) c/Lambda",
    SMALLER,
    grad=softmax.gradient,
    G=formulas.loss_gradient_softmax(learners.c, NUM),
    given=softmax.BOUNDED,
    meets=["gradients", "gradient"],
    by=[learners.weakened(softmax.SOFTMAX_GRADIENT, norm(v) <= R).every(v, z_), ROOT.at(r=2)],
)
