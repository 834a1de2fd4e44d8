"""ours:hinge_sgdwa_sensitivity: how far apart two runs of HingeSVM-SGDWA are, and their averages, that differ in one record.

The hinge has a kink, so that a step on a shared record need not bring two models closer. But its gradient is monotone and jumps
by at most c: the difference turns at most at a right angle. `gap(t)` is the recursion that `accountant.sensitivity.hinge`
computes, for every space, batch plan and pair of datasets. Runs and batches are those of Theorem R; with mu = 2Λ for Λ.
"""

import z3

from proofs_check.lemmas.line import LINE, number, stated, when
from proofs_check.lemmas.numbers import NUM, ROOT, SCALES, SHORTER, Int, Real
from proofs_check.lemmas.spaces import (
    APART,
    DETOUR,
    EQUAL,
    LANDS,
    MULTIPLE,
    NONEXPANSIVE,
    RADIUS,
    SAME,
    SCALED_APART,
    SCALED_SQUARED,
    TRIANGLE,
    R,
    Scalar,
    V,
    Vector,
    add,
    against,
    dot,
    expand,
    length,
    minus,
    norm,
    products,
    scale,
    v,
    w,
    z,
)
from proofs_check.lemmas.sums import CONVEX_SUMS, GAPS, counting, running
from proofs_check.logic.derived import instance
from proofs_check.logic.rules import at, discharge, equal_to, induct, lemma, recursive
from proofs_check.objectives.huber_theorems import BOUNDED, SHORT, SIGN, c, label, record
from proofs_check.objectives.mean_theorems import CONVEX, Lambda, data, grad, zi
from proofs_check.sensitivity.closed_forms import BALL_LINE, COUNTED
from proofs_check.sensitivity.theorem_r import (
    B2,
    BATCHES,
    COUNTS,
    NEIGHBOURS,
    PLAN,
    SAME_MODEL,
    SORTS,
    SQUARED,
    B,
    always,
    changed,
    crossed,
    divisor,
    f,
    f2,
    hit,
    hits,
    i,
    index,
    k,
    moved,
    moved2,
    now,
    ours,
    p,
    q,
    rates,
    size,
    t,
    tau,
    theirs,
)
from reference import formulas

LABEL, HALF = "ours:hinge_sgdwa_sensitivity", z3.Q(1, 2)

# --- one record -------------------------------------------------------------------------------------------


def slope(margin):
    return formulas.hinge_slope(margin, NUM)


def gradient(model, z):
    """Of the hinge loss at one record, which the learner takes."""
    along = label(z) * slope(label(z) * dot(model, record(z)))
    return formulas.loss_gradient_entry(Vector(record(z)), along).term


_x, _y = record(zi), label(zi)
_margin = _y * dot(v, _x)
_change = minus(gradient(v, zi), gradient(w, zi))
_signed = [at("one-vs-rest-sign", zi), at("bounded", zi), length(_x)]
MONOTONE = lemma(
    "the hinge loss is convex",
    {},
    dot(minus(v, w), _change) >= 0,
    by=products((minus(v, w), _change)),
)
JUMP = lemma(
    "the hinge gradient of a record jumps by at most c",
    {**SIGN, **BOUNDED},
    norm(_change) <= c,
    by=[*_signed, length(_change), *products((_change, _change))],
)
GRADIENT = lemma(
    "a hinge gradient is at most c",
    {**SIGN, **BOUNDED},
    norm(gradient(v, zi)) <= formulas.loss_gradient_svm(c),
    by=[
        *_signed,
        SHORT.at(y=_y, D=slope(_margin)),
        [length(gradient(v, zi)), *expand(gradient(v, zi))],
        SCALES.at(a=dot(_x, _x), b=_y * slope(_margin) * (_y * slope(_margin)), c=1),
        SHORTER.at(a=norm(gradient(v, zi)), b=norm(_x)),
    ],
)

# --- one step: v and w are the models of the two runs, p and q the loss gradients -------------------------

g, d, many, few = z3.Reals("g d many few")  # a bound so far; divisor, shared and replaced records of a batch


def stepped(model, loss_gradient, tau):
    """The update line of the learner, run on vectors."""
    full = formulas.gradient_entry(Scalar(2 * Lambda), Vector(model), Vector(loss_gradient))
    return formulas.sgd_step(Vector(model), Scalar(tau), full).term


def bound(gap, tau, kept, replaced):
    return formulas.gap_after_step(gap, Lambda, c, tau, kept, replaced, NUM)


_move, _change = minus(v, w), minus(p, q)
_new, _right_angle = minus(stepped(v, p, tau), stepped(w, q, tau)), bound(g, tau, many, 0).arg(0)
_a = 1 - 2 * Lambda * tau
RATE = {"rate": z3.And(tau > 0, _a >= 0)}
_U, _T, _Q = z3.Reals("U T Q")  # |v - w|^2, <v - w, p - q>, |p - q|^2
_LENGTHS = lemma(
    "what a right angle leaves",
    {**RATE, "before": z3.And(g >= 0, _U <= g * g), "convex": _T >= 0, "jumps": _Q <= c * many * (c * many)},
    _a * _a * _U - 2 * (_a * tau * _T) + tau * tau * _Q <= _right_angle.arg(0),
    by=[
        SCALES.at(a=_a * _a, b=_U, c=g * g),
        SCALES.at(a=tau * tau, b=_Q, c=c * many * (c * many)),
        _a * tau * _T >= 0,
    ],
)
TURNED = lemma(
    "a step on shared records turns the difference at most at a right angle",
    {
        **RATE,
        "before": norm(_move) <= g,
        "convex": dot(_move, _change) >= 0,
        "jumps": norm(_change) <= c * many,
    },
    norm(_new) <= _right_angle,
    by=[
        [length(_move), length(_change), length(_new), SQUARED.at(Lambda=2 * Lambda)],
        _LENGTHS.at(U=dot(_move, _move), T=dot(_move, _change), Q=dot(_change, _change)),
        ROOT.at(r=_right_angle.arg(0)),
        SHORTER.at(a=norm(_new), b=_right_angle),
    ],
)
b, b1, b2 = z3.Consts("b b1 b2", V)  # batch sums of the two runs; b1: between them
_first, _between, _second = (stepped(f, scale(1 / d, s), tau) for f, s in ((v, b), (w, b1), (w, b2)))
STEP = lemma(
    "one step of two runs of HingeSVM-SGDWA",
    {
        **RATE,
        "divisor": d >= 1,
        "before": norm(_move) <= g,
        "shared": z3.And(dot(_move, minus(b, b1)) >= 0, norm(minus(b, b1)) <= c * many),
        "replaced": norm(minus(b1, b2)) <= 2 * c * few,
    },
    norm(minus(_first, _second)) <= bound(g, tau, many / d, few / d),
    by=[
        [1 / d > 0, SCALED_SQUARED.at(r=1 / d, x=b, y=b1, z=_move), SCALED_APART.at(r=1 / d, x=b, y=b1)],
        SCALES.at(a=1 / d, b=norm(minus(b, b1)), c=c * many),
        TURNED.at(p=scale(1 / d, b), q=scale(1 / d, b1), many=many / d),
        SAME_MODEL.at(v=w, p=scale(1 / d, b1), q=scale(1 / d, b2), Lambda=2 * Lambda),
        SCALED_APART.at(r=1 / d, x=b1, y=b2),
        SCALES.at(a=tau * (1 / d), b=norm(minus(b1, b2)), c=2 * c * few),
        DETOUR.at(x=_first, y=_between, z=_second),
    ],
)

# --- two runs ---------------------------------------------------------------------------------------------

between, other, others = (
    z3.Function("between", Int, Int, V),
    z3.Function("other", Int, Int, Real),
    z3.Function("others", Int, Int, Real),
)
differ, gap = z3.Function("differ", Int, z3.BoolSort()), z3.Function("gap", Int, Real)
BETWEEN = equal_to(
    between, lambda t, i: z3.If(index(t, i) == changed, ours(t, i), grad(f2(t), data(index(t, i))))
)
SUMS = [*BATCHES[:2], BETWEEN, running(crossed, lambda t, i: between(t, i))]
OTHERS = [equal_to(other, lambda t, i: 1 - hit(t, i)), counting(others, other)]
DIFFER = recursive(differ, lambda: False, lambda t, before: z3.Or(before, hits(t, size(t)) > 0))


def after_step(t, before):
    """The gap after step t + 1, as the accountant computes it: nothing before the first visit, then a step and the ball."""
    step = bound(before, rates(t), others(t, size(t)) / divisor(t), hits(t, size(t)) / divisor(t))
    return z3.If(differ(t + 1), formulas.capped_by_ball(step, R, NUM), z3.RealVal(0))


GAP = recursive(gap, lambda: z3.RealVal(0), after_step)
JUMPS = {"jumps": z3.ForAll([v, w, zi], norm(minus(grad(v, zi), grad(w, zi))) <= c)}
GRADIENTS = {"gradients": z3.ForAll([v, zi], norm(grad(v, zi)) <= c)}
_move = minus(f(t), f2(t))
_shared = minus(ours(t, i), between(t, i))
_turned = lemma(
    "one record of a batch turns no further",
    CONVEX,
    z3.Implies(i >= 0, dot(_move, _shared) >= 0),
    where=[BETWEEN],
    by=[products((_move, minus(ours(t, i), ours(t, i))))],
)
_jumped = lemma(
    "one record of a batch jumps by at most c, the changed one not at all",
    JUMPS,
    z3.Implies(i >= 0, norm(_shared) <= c * other(t, i)),
    where=[BETWEEN, COUNTS[0], OTHERS[0]],
    by=[SAME.at(x=ours(t, i))],
)
_replaced = minus(between(t, i), theirs(t, i))
_lone = lemma(
    "only the replaced record differs",
    {**NEIGHBOURS, **GRADIENTS},
    z3.Implies(i >= 0, norm(_replaced) <= 2 * c * hit(t, i)),
    where=[BETWEEN, COUNTS[0]],
    by=[SAME.at(x=theirs(t, i)), APART.at(x=ours(t, i), y=theirs(t, i))],
)
_terms = {"g": lambda i: ours(t, i), "h": lambda i: between(t, i), "k": size(t)}
_sums = {"sum_g": lambda n: B(t, n), "sum_h": lambda n: crossed(t, n)}
BATCH = lemma(
    "two batches that share all but one record",
    {**CONVEX, **JUMPS, **NEIGHBOURS, **GRADIENTS, **PLAN},
    z3.And(
        dot(_move, minus(B(t, size(t)), crossed(t, size(t)))) >= 0,
        norm(minus(B(t, size(t)), crossed(t, size(t)))) <= c * others(t, size(t)),
        norm(minus(crossed(t, size(t)), B2(t, size(t)))) <= 2 * c * hits(t, size(t)),
    ),
    where=[*SUMS, *COUNTS, *OTHERS],
    by=[
        [_turned.at().every(i), _jumped.at().every(i), _lone.at().every(i)],
        CONVEX_SUMS.at(u=_move, **_terms, **_sums),
        GAPS.at(D=c, count=lambda i: other(t, i), counted=lambda n: others(t, n), **_terms, **_sums),
        GAPS.at(
            g=lambda i: between(t, i),
            h=lambda i: theirs(t, i),
            sum_g=lambda n: crossed(t, n),
            sum_h=lambda n: B2(t, n),
            D=2 * c,
            count=lambda i: hit(t, i),
            counted=lambda n: hits(t, n),
            k=size(t),
        ),
    ],
)
_steps = [
    stepped(run(t), scale(1 / divisor(t), batch(t, size(t))), rates(t)) for run, batch in ((f, B), (f2, B2))
]
RUNS = {
    **{"regularized": Lambda > 0, **RADIUS, **PLAN, **CONVEX, **JUMPS, **GRADIENTS, **NEIGHBOURS},
    "same-start": f(0) == f2(0),
    "learning-rate": always(rates(t) == formulas.subgradient_step(Lambda, now)),
    "steps": always(z3.And(moved(t) == _steps[0], moved2(t) == _steps[1])),
    **BALL_LINE,
}
SHARED_START = induct(
    "batches without the changed record are equal at one model",
    k,
    {"time": t >= 0, **NEIGHBOURS},
    z3.Implies(z3.And(f(t) == f2(t), hits(t, k) == 0), B(t, k) == B2(t, k)),
    where=[*SUMS[:2], *COUNTS],
    base=[at("B", t), at("B'", t)],
    step=[
        [at("B", t, k), at("B'", t, k), at("hits", t, k), at("hit", t, k), COUNTED],
        [at("order-ignores-the-data", t, k), at("neighbours", index(t, k))],
    ],
)
DEFINED = [*SUMS, *COUNTS, *OTHERS, DIFFER, GAP]
TWO_RUNS = induct(
    "two runs of HingeSVM-SGDWA are within the recursion",
    t,
    RUNS,
    z3.And(
        norm(_move) <= gap(t), gap(t) >= 0, z3.Implies(z3.Not(differ(t)), z3.And(f(t) == f2(t), gap(t) == 0))
    ),
    where=DEFINED,
    base=[SAME.at(x=f2(0))],
    step=[
        [at(name, t) for name in ("learning-rate", "steps", "ball-projection", "batches", "differ", "gap")],
        [COUNTED.at(k=size(t)), SHARED_START.at(k=size(t)), SAME.at(x=f2(t + 1)), BATCH],
        z3.And(rates(t) > 0, 1 - 2 * Lambda * rates(t) >= 0),
        STEP.at(
            **{"v": f(t), "w": f2(t), "tau": rates(t), "g": gap(t), "d": divisor(t)},
            **{"b": B(t, size(t)), "b1": crossed(t, size(t)), "b2": B2(t, size(t))},
            many=others(t, size(t)),
            few=hits(t, size(t)),
        ),
        [NONEXPANSIVE.at(v=_steps[0], w=_steps[1]), LANDS.at(v=_steps[0]), LANDS.at(v=_steps[1])],
        [APART.at(x=f(t + 1), y=f2(t + 1)), length(minus(f(t + 1), f2(t + 1)))],
        z3.Implies(z3.Not(differ(t + 1)), f(t + 1) == f2(t + 1)),
        norm(minus(f(t + 1), f2(t + 1))) <= gap(t + 1),
    ],
)

# --- the weighted average of the iterates -----------------------------------------------------------------

average, average2 = z3.Function("average", Int, V), z3.Function("average'", Int, V)
averaged = z3.Function("averaged", Int, Real)


def mixed(before, share, new):
    """The line that averages the iterates."""
    return formulas.averaging_step(Vector(before), Scalar(share), Vector(new)).term


_share = z3.Real("share")
_new, _parts = (
    minus(mixed(v, _share, p), mixed(w, _share, q)),
    add(scale(1 - _share, minus(v, w)), scale(_share, minus(p, q))),
)
_in_parts = lemma(
    "averages differ part by part", {}, dot(_new, z) == dot(_parts, z), by=against(z, _new, _parts)
)
MIXED = lemma(
    "averages are no further apart than their parts",
    {"share": z3.And(_share >= 0, _share <= 1)},
    norm(_new) <= formulas.averaging_step(norm(minus(v, w)), _share, norm(minus(p, q))),
    by=[
        [_in_parts.at().every(z), EQUAL.at(x=_new, y=_parts), TRIANGLE.at(x=_parts.arg(0), y=_parts.arg(1))],
        [MULTIPLE.at(r=1 - _share, x=minus(v, w)), MULTIPLE.at(r=_share, x=minus(p, q))],
    ],
)


def weight(t):
    return formulas.averaging_weight(z3.ToReal(t) + 1)


AVERAGED = recursive(
    averaged, lambda: z3.RealVal(0), lambda t, before: formulas.averaging_step(before, weight(t), gap(t + 1))
)
LEARNER = {
    **RUNS,
    "same-start": z3.And(f(0) == f2(0), average(0) == average2(0)),
    "averages": always(
        z3.And(
            average(t + 1) == mixed(average(t), weight(t), f(t + 1)),
            average2(t + 1) == mixed(average2(t), weight(t), f2(t + 1)),
        )
    ),
}
_apart = minus(average(t), average2(t))
AVERAGES = induct(
    "averages of HingeSVM-SGDWA are within the averaged recursion",
    t,
    LEARNER,
    norm(_apart) <= averaged(t),
    where=[*DEFINED, AVERAGED],
    base=[SAME.at(x=average2(0))],
    step=[
        [at("averages", t), at("averaged", t), TWO_RUNS.at(t=t + 1), weight(t) >= 0, weight(t) <= 1],
        MIXED.at(v=average(t), w=average2(t), p=f(t + 1), q=f2(t + 1), share=weight(t)),
        SCALES.at(a=weight(t), b=norm(minus(f(t + 1), f2(t + 1))), c=gap(t + 1)),
        SCALES.at(a=1 - weight(t), b=norm(_apart), c=averaged(t)),
    ],
)
M = z3.Int("M")
_end = minus(f(M), f2(M)), minus(average(M), average2(M))
ANY_PLAN = lemma(
    "one record moves HingeSVM-SGDWA by at most the recursion",
    {**LEARNER, "steps-made": M >= 0},
    z3.And(norm(_end[0]) <= gap(M), norm(_end[1]) <= averaged(M)),
    where=[*DEFINED, AVERAGED],
    by=[TWO_RUNS.at(t=M), AVERAGES.at(t=M)],
)


def of_hinge(name, theorem, *by):
    """The theorem for the hinge loss, whose gradient the learner takes."""
    loss = [MONOTONE.at().every(v, w, zi), JUMP.at().every(v, w, zi), GRADIENT.at().every(v, zi)]
    met = ["convex", "jumps", "gradients"]
    return instance(name, theorem, grad=gradient, given={**SIGN, **BOUNDED}, meets=met, by=[*loss, *by])


HINGE = of_hinge("sensitivity of HingeSVM-SGDWA, for every batch plan", ANY_PLAN)

# --- one pass with single records: the recursion stays below c/(Λ sqrt(t)), its average below twice that ---

visit = z3.Int("visit")
m, low, high, A = z3.Reals("m low high A")
_largest = c / Lambda
_K = _largest * _largest
_tau = formulas.subgradient_step(Lambda, m)
SETTING = {"regularized": Lambda > 0, "clip": c >= 0}
_kept = lemma(
    "what a later step keeps",
    {"step": m >= 1, "squares": z3.And(_U >= 0, _Q >= 0), "before": (m - 1) * _U <= _Q},
    m * ((1 - 2 / (m + 1)) * (1 - 2 / (m + 1)) * _U + 1 / (m + 1) * (1 / (m + 1)) * _Q) <= _Q,
)
_visit = lemma(
    "what a visit adds", {"step": m >= 1, "squares": _Q >= 0}, m * (2 / (m + 1) * (2 / (m + 1)) * _Q) <= _Q
)
_kept_squares = z3.substitute(_kept.shows.arg(0), (_U, g * g), (_Q, _K))
_visited_squares = z3.substitute(_visit.shows.arg(0), (_Q, _K))
_kept_share, _replaced_share = z3.Reals("kept replaced")
_next = bound(g, _tau, _kept_share, _replaced_share)
_root, _shared = _next.arg(0), z3.And(_kept_share == 1, _replaced_share == 0)
NEXT_GAP = lemma(
    "a step of a pass keeps its gap",
    {
        **SETTING,
        "step": m >= 1,
        "before": z3.And(g >= 0, (m - 1) * (g * g) <= _K),
        "one-record": z3.Or(_shared, z3.And(_kept_share == 0, _replaced_share == 1, g == 0)),
    },
    z3.And(_next >= 0, m * (_next * _next) <= _K),
    by=[
        [Lambda * _tau == 1 / (m + 1), c * _tau >= 0],
        [_kept.at(U=g * g, Q=_K), _visit.at(Q=_K), ROOT.at(r=_root.arg(0))],
        z3.Implies(_shared, _next == _root),
        z3.Implies(_shared, _root.arg(0) == _kept_squares.arg(1)),
        z3.Implies(_shared, m * (_next * _next) == _kept_squares),
        z3.Implies(z3.Not(_shared), _next == 2 * (c * _tau)),
        z3.Implies(z3.Not(_shared), m * (_next * _next) == _visited_squares),
    ],
)
_next_gap = discharge(
    "if one record is visited, a step of a pass keeps its gap", NEXT_GAP, "before", "one-record"
)
PASS = {
    "single": z3.ForAll([t], z3.And(size(t) == 1, divisor(t) == 1)),
    "one-visit": z3.ForAll([t], z3.Implies(z3.And(0 <= t, t < M, index(t, 0) == changed), t == visit)),
}
_counts = [
    at("hits", t),
    at("hits", t, 0),
    at("hit", t, 0),
    at("others", t),
    at("others", t, 0),
    at("other", t, 0),
]
_n = z3.ToReal(t)
_step = bound(gap(t), rates(t), others(t, size(t)) / divisor(t), hits(t, size(t)) / divisor(t))
PASS_GAP = induct(
    "the gap of a pass is at most c/(Λ sqrt(t))",
    t,
    {**SETTING, **RADIUS, "learning-rate": RUNS["learning-rate"], **PASS},
    z3.Implies(
        t <= M,
        z3.And(
            gap(t) >= 0,
            _n * (gap(t) * gap(t)) <= _K,
            z3.Implies(differ(t), t > visit),
            z3.Implies(z3.Not(differ(t)), gap(t) == 0),
        ),
    ),
    where=[*COUNTS, *OTHERS, DIFFER, GAP],
    base=[_K >= 0],
    step=[
        [at(name, t) for name in ("learning-rate", "single", "one-visit", "differ", "gap")],
        _counts,
        z3.Or(hits(t, size(t)) == 0, hits(t, size(t)) == 1),
        others(t, size(t)) == 1 - hits(t, size(t)),
        z3.Implies(z3.And(t < M, hits(t, size(t)) == 1), gap(t) == 0),
        z3.Implies(t < M, z3.And(gap(t) >= 0, (now - 1) * (gap(t) * gap(t)) <= _K)),
        _next_gap.at(
            **{"m": now, "g": gap(t)},
            kept=others(t, size(t)) / divisor(t),
            replaced=hits(t, size(t)) / divisor(t),
        ),
        z3.Implies(t < M, z3.And(_step >= 0, now * (_step * _step) <= _K)),
        z3.Implies(t < M, z3.And(gap(t + 1) >= 0, gap(t + 1) <= _step)),
        z3.Implies(t < M, gap(t + 1) * gap(t + 1) <= _step * _step),
        z3.Implies(t < M, now * (gap(t + 1) * gap(t + 1)) <= now * (_step * _step)),
        z3.Implies(z3.And(t < M, differ(t + 1)), t + 1 > visit),
    ],
)
_mean = formulas.averaging_step(A, formulas.averaging_weight(m), g)
PASS_MEAN = lemma(
    "the averaged gap of a pass",
    {
        "roots": z3.And(low >= 0, high > 0, low * low == m - 1, high * high == m),
        "before": z3.And(A >= 0, low * A <= 2 * _Q, z3.Or(m >= 2, A == 0)),
        "newest": z3.And(g >= 0, high * g <= _Q),
    },
    z3.And(_mean >= 0, high * _mean <= 2 * _Q),
)
_pass_mean = discharge("if so far, the averaged gap of a pass", PASS_MEAN, "before", "newest")
_low, _high, _newest = NUM.sqrt(_n), NUM.sqrt(now), gap(t + 1)
PASS_AVERAGE = induct(
    "the averaged gap of a pass is at most 2c/(Λ sqrt(t))",
    t,
    PASS_GAP.given,
    z3.Implies(
        t <= M, z3.And(averaged(t) >= 0, _low * averaged(t) <= 2 * _largest, z3.Or(t >= 1, averaged(t) == 0))
    ),
    where=[*PASS_GAP.where, AVERAGED],
    step=[
        [at("averaged", t), PASS_GAP.at(t=t + 1), ROOT.at(r=_n), ROOT.at(r=now), _high > 0],
        z3.Implies(t < M, _high * _newest <= _largest),
        _pass_mean.at(m=now, low=_low, high=_high, A=averaged(t), g=_newest, Q=_largest),
    ],
)
_batch = z3.And(divisor(t) >= 1, size(t) >= 0, z3.ToReal(size(t)) <= divisor(t))
_plan = lemma("single records are a batch plan", {"single": PASS["single"]}, _batch, by=[at("single", t)])
_steps_made, _bound = NUM.sqrt(z3.ToReal(M)), formulas.sensitivity(c, Lambda, NUM.sqrt(z3.ToReal(M)))
ONE_PASS = lemma(
    "one record moves a pass of HingeSVM-SGDWA by at most 2c/(Λ sqrt(M))",
    {**{s: premise for s, premise in LEARNER.items() if s != "batches"}, **PASS, "steps-made": M >= 1},
    z3.And(norm(_end[0]) <= _bound / 2, norm(_end[1]) <= _bound),
    where=ANY_PLAN.where,
    by=[
        [at("gradients", f(0), data(0)), length(grad(f(0), data(0)))],
        [_plan.at().every(t), ANY_PLAN, PASS_GAP.at(t=M), PASS_AVERAGE.at(t=M)],
        ROOT.at(r=z3.ToReal(M)),
    ],
)
_fine = [ROOT.at(r=z3.ToReal(M)), _steps_made > 0]  # no denominator is 0
HINGE_PASS = of_hinge("sensitivity of one pass of HingeSVM-SGDWA", ONE_PASS, *_fine)

# --- joint models: the changed record alone is visited, in every step; the models stay at 1/2 and -1/2 ------


def _weighted(t):
    """The average of the iterates after t steps, where each is 1/2."""
    t = number(t)
    return when(t <= 0, 0, t * (t + 3) / (2 * (t + 1) * (t + 2)))


LONE_HINGE = {
    **LINE,
    **{"Lambda": 1, "c": 1, "R": 1, "changed": 0, "M": 1, "visit": 0},
    "data": lambda j: z3.RealVal(1),
    "data'": lambda j: when(j == 0, -1, 1),
    "record": lambda z: z3.RealVal(1),
    "label": lambda z: when(z < 0, -1, 1),
    "size": lambda t: z3.IntVal(1),
    "divisor": lambda t: z3.RealVal(1),
    **dict.fromkeys(("index", "index'"), lambda t, i: z3.IntVal(0)),
    "rate": lambda t: 1 / (number(t) + 2),
    "hit": lambda t, i: z3.RealVal(1),
    "hits": lambda t, k: number(k),
    "other": lambda t, i: z3.RealVal(0),
    "others": lambda t, k: z3.RealVal(0),
    "differ": lambda t: t > 0,
    "gap": lambda t: when(t > 0, 1),
    "averaged": lambda t: 2 * _weighted(t),
    "f": lambda t: when(t > 0, HALF),
    "f'": lambda t: when(t > 0, -HALF),
    "moved": lambda t: HALF,
    "moved'": lambda t: -HALF,
    "average": _weighted,
    "average'": lambda t: -_weighted(t),
    "B": lambda t, k: -number(k),
    "B'": lambda t, k: number(k),
    "between": lambda t, i: z3.RealVal(-1),
    "crossed": lambda t, k: -number(k),
}
STATES = [stated(LABEL, theorem, "statement", SORTS, LONE_HINGE) for theorem in (HINGE, HINGE_PASS)]
