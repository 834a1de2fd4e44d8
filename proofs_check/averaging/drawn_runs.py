"""HingeSVM-SGDWA with drawn records, for every outcome r of the draws: no hinge is ever idle, the ball never acts.

`drawn(r, i, t)` is the record that user i draws in step t + 1, f_t(r, i, t) its model after t steps, avg_t(r, i, t) the
weighted average of its iterates. For Λ > c^2/2 and R >= c/(2Λ) all of them are at most c/(2Λ) long: every margin is below 1.
"""

from __future__ import annotations

import z3

from proofs_check.averaging.class_means import SIGNED, SMALL_MARGIN, signed
from proofs_check.averaging.users import i, k
from proofs_check.lemmas.numbers import NUM, SCALES, Int
from proofs_check.lemmas.probability import Coin, r
from proofs_check.lemmas.spaces import (
    EQUAL,
    MULTIPLE,
    NOTHING,
    SHRINKS,
    TRIANGLE,
    R,
    Scalar,
    V,
    Vector,
    add,
    against,
    ball,
    dot,
    length,
    norm,
    scale,
    v,
    w,
    x,
    z,
    zero,
)
from proofs_check.lemmas.sums import running
from proofs_check.logic.rules import at, induct, lemma
from proofs_check.objectives.huber_theorems import BOUNDED, SIGN, c, label, record
from proofs_check.objectives.mean_theorems import Lambda, Z, zi
from reference import formulas

t = z3.Int("t")
m, share = z3.Reals("m share")
drawn = z3.Function("drawn", Coin, Int, Int, Z)
iterate, moved, averaged = (z3.Function(name, Coin, Int, Int, V) for name in ("f_t", "moved_t", "avg_t"))
shortest = formulas.class_mean_entry(c, 2 * Lambda)  # c/(2Λ)


def step(model, z, m):
    """The update line of HingeSVM-SGDWA, run on vectors."""
    along = label(z) * formulas.hinge_slope(label(z) * dot(model, record(z)), NUM)
    loss_gradient = formulas.loss_gradient_entry(Vector(record(z)), along)
    full = formulas.gradient_entry(Scalar(2 * Lambda), Vector(model), loss_gradient)
    return formulas.sgd_step(Vector(model), Scalar(formulas.subgradient_step(Lambda, m)), full).term


def mixed(before, new, weight):
    """The line that averages the iterates."""
    return formulas.averaging_step(Vector(before), Scalar(weight), Vector(new)).term


REGULARIZED, STRICT = {"regularized": Lambda > 0}, {"strict": Lambda > formulas.hinge_threshold(c)}
SETTING = {**REGULARIZED, **STRICT, **SIGN, **BOUNDED}
_short = {"short": norm(v) <= shortest}
_counts = [
    Lambda * (m + 1) > 0,
    Lambda * (m + 1) * (1 / (Lambda * (m + 1))) == 1,
    (m + 1) * (1 / (m + 1)) == 1,
]
_after, _tau = step(v, zi, m), formulas.subgradient_step(Lambda, m)
STEP = lemma(
    "a step of HingeSVM-SGDWA, in inner products",
    {**SETTING, **_short, "step": m >= 1},
    dot(_after, x) == (1 - 2 * Lambda * _tau) * dot(v, x) + _tau * dot(signed(zi), x),
    by=[
        SMALL_MARGIN.at(m=v, mu=2 * Lambda, end=c * c / (2 * Lambda)),
        [c * c / (2 * Lambda) < 1, label(zi) * dot(v, record(zi)) < 1],
        against(x, _after, signed(zi)),
    ],
)
_parts = add(scale(1 - share, v), scale(share / (2 * Lambda), w))
_mix = lemma(
    "a mixture is as short as its parts",
    {
        **{**REGULARIZED, **_short, "share": z3.And(share >= 0, share <= 1), "other": norm(w) <= c},
        "same": z3.ForAll([z], dot(x, z) == dot(_parts, z)),
    },
    norm(x) <= shortest,
    by=[
        [EQUAL.at(x=x, y=_parts), TRIANGLE.at(x=_parts.arg(0), y=_parts.arg(1)), share / (2 * Lambda) >= 0],
        [MULTIPLE.at(r=1 - share, x=v), MULTIPLE.at(r=share / (2 * Lambda), x=w)],
        [SCALES.at(a=1 - share, b=norm(v), c=shortest), SCALES.at(a=share / (2 * Lambda), b=norm(w), c=c)],
        share / (2 * Lambda) * c == share * shortest,
    ],
)
_stepped = lemma(
    "a step is a mixture",
    STEP.given,
    dot(_after, z) == dot(z3.substitute(_parts, (share, 2 / (m + 1)), (w, signed(zi))), z),
    by=[STEP.at(x=z), *_counts, *against(z, z3.substitute(_parts, (share, 2 / (m + 1)), (w, signed(zi))))],
)
SHORT_STEP = lemma(
    "a step leads to a short model",
    STEP.given,
    norm(_after) <= shortest,
    by=[
        [_stepped.at().every(z), SIGNED, 2 / (m + 1) >= 0, 2 / (m + 1) <= 1],
        _mix.at(x=_after, w=signed(zi), share=2 / (m + 1)),
    ],
)
KEPT = lemma(
    "the ball keeps a short model",
    {"wide-ball": z3.And(R > 0, R >= shortest), **REGULARIZED, **_short},
    z3.And(dot(ball(v), x) == dot(v, x), norm(ball(v)) <= shortest),
    by=[SHRINKS, *against(x, ball(v)), ball(v).arg(0) == 1],
)
_t = z3.ToReal(t)
LEARNER = {
    **SETTING,
    "wide-ball": z3.And(R > 0, R >= shortest),
    "start-at-zero": z3.ForAll([r, i], z3.And(iterate(r, i, 0) == zero, averaged(r, i, 0) == zero)),
    "updates": z3.ForAll(
        [r, i, t],
        z3.Implies(t >= 0, moved(r, i, t) == step(iterate(r, i, t), drawn(r, i, t), z3.ToReal(t) + 1)),
    ),
    "ball-projection": z3.ForAll([r, i, t], z3.Implies(t >= 0, iterate(r, i, t + 1) == ball(moved(r, i, t)))),
    "averages": z3.ForAll(
        [r, i, t],
        z3.Implies(
            t >= 0,
            averaged(r, i, t + 1)
            == mixed(averaged(r, i, t), iterate(r, i, t + 1), formulas.averaging_weight(z3.ToReal(t) + 1)),
        ),
    ),
}
_f, _z, _now = iterate(r, i, t), drawn(r, i, t), {"v": iterate(r, i, t), "z_i": drawn(r, i, t), "m": _t + 1}
SHORT = induct(
    "all iterates are short",
    t,
    LEARNER,
    norm(_f) <= shortest,
    base=[at("start-at-zero", r, i), NOTHING, at("bounded", zi), length(record(zi)), shortest >= 0],
    step=[
        [at("updates", r, i, t), at("ball-projection", r, i, t), SHORT_STEP.at(**_now)],
        KEPT.at(v=step(_f, _z, _t + 1), x=zero),
    ],
)
TIME = {"time": t >= 0}
RUN = lemma(
    "iterates are running mixtures",
    {**LEARNER, **TIME},
    (_t + 2) * dot(iterate(r, i, t + 1), x) == _t * dot(_f, x) + 1 / Lambda * dot(signed(_z), x),
    by=[
        [
            SHORT,
            STEP.at(**_now),
            SHORT_STEP.at(**_now),
            at("updates", r, i, t),
            at("ball-projection", r, i, t),
        ],
        [KEPT.at(v=step(_f, _z, _t + 1)), (_t + 2) * (1 / (Lambda * (_t + 2))) == 1 / Lambda],
        (_t + 2) * (1 - 2 * Lambda * (1 / (Lambda * (_t + 2)))) == _t,
    ],
)
_mean, _next = (
    averaged(r, i, t),
    mixed(averaged(r, i, t), iterate(r, i, t + 1), formulas.averaging_weight(_t + 1)),
)
_share = formulas.averaging_weight(_t + 1)
_double = scale(2 * Lambda, iterate(r, i, t + 1))
AVERAGED = lemma(
    "averages are running mixtures",
    {**LEARNER, **TIME},
    (_t + 3) * dot(averaged(r, i, t + 1), x) == (_t + 1) * dot(_mean, x) + 2 * dot(iterate(r, i, t + 1), x),
    by=[at("averages", r, i, t), *against(x, _next), (_t + 3) * _share == 2],
)
_mixture = z3.substitute(_parts, (share, _share), (v, _mean), (w, _double))
_mixes = lemma(
    "an average is a mixture",
    {**REGULARIZED, **TIME},
    dot(_next, z) == dot(_mixture, z),
    by=[*against(z, _next, _mixture), _share / (2 * Lambda) * (2 * Lambda) == _share],
)
SHORT_AVERAGE = induct(
    "all averages are short",
    t,
    LEARNER,
    norm(_mean) <= shortest,
    base=[at("start-at-zero", r, i), NOTHING, at("bounded", zi), length(record(zi)), shortest >= 0],
    step=[
        [at("averages", r, i, t), _mixes.at().every(z), SHORT.at(t=t + 1), _share >= 0, _share <= 1],
        [MULTIPLE.at(r=2 * Lambda, x=iterate(r, i, t + 1)), norm(_double) <= c],
        _mix.at(x=_next, v=_mean, w=_double, share=_share),
    ],
)

# --- sums over the users ------------------------------------------------------------------------------------------

sum_f, sum_avg, sum_u = (z3.Function(name, Coin, Int, Int, V) for name in ("sum_f", "sum_avg", "sum_yx"))
TOTALS = [
    running(sum_f, lambda r, t, i: iterate(r, i, t)),
    running(sum_avg, lambda r, t, i: averaged(r, i, t)),
    running(sum_u, lambda r, t, i: signed(drawn(r, i, t))),
]
_F, _A, _U = sum_f(r, t, k), sum_avg(r, t, k), sum_u(r, t, k)
_F1, _A1 = sum_f(r, t + 1, k), sum_avg(r, t + 1, k)
SUMS = induct(
    "sums of iterates and averages are running mixtures",
    k,
    {**LEARNER, **TIME},
    z3.And(
        (_t + 2) * dot(_F1, x) == _t * dot(_F, x) + 1 / Lambda * dot(_U, x),
        (_t + 3) * dot(_A1, x) == (_t + 1) * dot(_A, x) + 2 * dot(_F1, x),
    ),
    where=TOTALS,
    base=[
        [at(name, r, time) for name in ("sum_f", "sum_avg", "sum_yx") for time in (t, t + 1)],
        against(x, zero),
    ],
    step=[
        [at(name, r, time, k) for name in ("sum_f", "sum_avg", "sum_yx") for time in (t, t + 1)],
        [RUN.at(i=k), AVERAGED.at(i=k)],
        against(x, add(_F, iterate(r, k, t)), add(_A, averaged(r, k, t)), add(_U, signed(drawn(r, k, t)))),
        against(x, add(_F1, iterate(r, k, t + 1)), add(_A1, averaged(r, k, t + 1))),
    ],
)
STARTS = induct(
    "sums start at 0",
    k,
    {"start-at-zero": LEARNER["start-at-zero"]},
    z3.And(dot(sum_f(r, 0, k), x) == 0, dot(sum_avg(r, 0, k), x) == 0),
    where=TOTALS,
    base=[[at(name, r, z3.IntVal(0)) for name in ("sum_f", "sum_avg")], against(x, zero)],
    step=[
        [at(name, r, z3.IntVal(0), k) for name in ("sum_f", "sum_avg")],
        [at("start-at-zero", r, k), *against(x, add(sum_f(r, 0, k), zero), add(sum_avg(r, 0, k), zero))],
    ],
)
SHORT_SUM = induct(
    "sums of averages are short",
    k,
    {**LEARNER, **TIME},
    norm(_A) <= z3.ToReal(k) * shortest,
    where=TOTALS,
    base=[at("sum_avg", r, t), NOTHING],
    step=[at("sum_avg", r, t, k), SHORT_AVERAGE.at(i=k), TRIANGLE.at(x=_A, y=averaged(r, k, t))],
)
