"""Theorem R: how far two runs of projected SGD are apart that train on datasets with one different record.

For every inner product space V, M, schedule, batch size and pair of datasets. The runs are functions: f(m) and f'(m) are the
models after m steps, `index(m, i)` is the record at place i of the batch of step m + 1, `data(j)` is record j.
"""

from __future__ import annotations

import z3

from proofs_check.lemmas.spaces import (
    CAUCHY_SCHWARZ,
    DOT_POS,
    EQUAL,
    MULTIPLE,
    NEGATIVE,
    NORM,
    NUM,
    PRODUCT,
    TRIANGLE,
    Int,
    Real,
    Scalar,
    V,
    Vector,
    add,
    against,
    dot,
    expand,
    minus,
    norm,
    scale,
    zero,
)
from proofs_check.logic.derived import running as _running
from proofs_check.logic.rules import at, discharge, equal_to, induct, lemma, recursive
from reference import formulas

Z = z3.DeclareSort("Z")  # records
Lambda, beta, G, R, d, m = z3.Reals("Lambda beta G R d m")
u, g, e, v, v2 = z3.Consts("u g e v v'", V)

# --- the ball -------------------------------------------------------------------------------------------------------


def ball(point):
    """Projection onto the ball of radius R: the factor that the learner multiplies by."""
    return scale(formulas.shrink_factor(R, norm(point), NUM), point)


RADIUS = {"radius": R > 0}
_p, _q = (formulas.shrink_factor(R, norm(a), NUM) for a in (v, v2))
_a, _b, _t = z3.Reals("a b t")
_pa, _qb = (formulas.shrink_factor(R, length, NUM) for length in (_a, _b))
LENGTHS = lemma(
    "projected lengths",
    {**RADIUS, "lengths": z3.And(_a >= 0, _b >= 0), "angle": z3.And(-_t <= _a * _b, _t <= _a * _b)},
    _pa**2 * _a**2 - 2 * _pa * _qb * _t + _qb**2 * _b**2 <= _a**2 - 2 * _t + _b**2,
)
LANDS = lemma(
    "the ball projection lands in the ball",
    RADIUS,
    norm(ball(v)) <= R,
    by=[NORM.at(x=v), MULTIPLE.at(x=v, r=_p)],
)
SHORTER = lemma(
    "smaller squares, smaller lengths",
    {"lengths": z3.And(_a >= 0, _b >= 0), "squares": _a * _a <= _b * _b},
    _a <= _b,
)
NONEXPANSIVE = lemma(
    "the ball projection is non-expansive",
    RADIUS,
    norm(minus(ball(v), ball(v2))) <= norm(minus(v, v2)),
    by=[
        NORM.at(x=v),
        NORM.at(x=v2),
        PRODUCT.at(x=v, y=v2),
        NORM.at(x=minus(v, v2)),
        NORM.at(x=minus(ball(v), ball(v2))),
        *expand(minus(v, v2)),
        *expand(minus(ball(v), ball(v2))),
        LENGTHS.at(a=norm(v), b=norm(v2), t=dot(v, v2)),
        dot(minus(ball(v), ball(v2)), minus(ball(v), ball(v2))) <= dot(minus(v, v2), minus(v, v2)),
        SHORTER.at(a=norm(minus(ball(v), ball(v2))), b=norm(minus(v, v2))),
    ],
)

# --- one step on the same records -------------------------------------------------------------------------------------

SETTING = {"regularized": Lambda > 0, "smooth": beta >= Lambda, "step": m >= 1}
rate = formulas.learning_rate(beta, Lambda, m, NUM)
a = formulas.step_fraction(beta, Lambda, m, NUM)


def horizon(step):
    """N_t = max(t, beta/Lambda)."""
    return NUM.max(step, beta / Lambda)


FRACTION = lemma("a step forgets one part in N", SETTING, z3.And(a > 0, a <= 1, a * horizon(m) == 1))


def cocoercive(change, gamma, move):
    return z3.And(dot(change, change) <= gamma * dot(move, change), dot(move, change) >= 0)


def stepped(model, gradient, tau):
    """One line of the learner, on vectors: the formulas are those that run."""
    full = formulas.gradient_entry(Scalar(Lambda), Vector(model), Vector(gradient))
    return formulas.sgd_step(Vector(model), Scalar(tau), full).term


POSITIVE_RATE = lemma("a step is positive", {**SETTING, "divisor": d >= 1}, z3.And(rate > 0, rate / d > 0))
_x, _y, _z = z3.Reals("a b c")
SCALES = lemma("multiples keep the order", {"factor": _x >= 0, "order": _y <= _z}, _x * _y <= _x * _z)


_shared = add(scale(1 - a, u), scale(-rate, g))
CONTRACTS = lemma(
    "a shared step contracts",
    {**SETTING, "cocoercive": cocoercive(g, beta - Lambda, u)},
    norm(_shared) <= (1 - a) * norm(u),
    by=[
        FRACTION,
        NORM.at(x=u),
        NORM.at(x=_shared),
        *expand(_shared),
        rate > 0,
        rate * (beta - Lambda) <= 1 - a,  # 1/beta is a step that contracts
        rate * dot(g, g) <= (1 - a) * dot(u, g),
        dot(_shared, _shared) <= (1 - a) * (1 - a) * dot(u, u),
    ],
)

# --- batches ------------------------------------------------------------------------------------------------------------

k = z3.Int("k")
gs, es = (z3.Function(n, Int, V) for n in ("g_i", "e_i"))
sum_g, sum_e = (z3.Function(n, Int, V) for n in ("sum_g", "sum_e"))
hit, hits = z3.Function("hit", Int, Real), z3.Function("hits", Int, Real)
gamma = z3.Real("gamma")


def running(total, summand, nothing=zero, plus=add):
    return _running(total, summand, nothing, plus)


_S, _Q, _c, _T, _s, _k = z3.Reals(
    "S Q c T t k_"
)  # |G|^2, |g|^2, <G, g>, <u, G>, <u, g> for a sum G of k and one more, g
ONE_MORE = lemma(
    "one more gradient",
    {
        "sum so far": z3.And(_S >= 0, _S <= _k * gamma * _T, _T >= 0),
        "cocoercive": z3.And(_Q >= 0, _Q <= gamma * _s, _s >= 0),
        "count": z3.Or(_k == 0, _k >= 1),
        "gamma": gamma >= 0,
        "Cauchy-Schwarz": _c * _c <= _S * _Q,
        "mean": 2 * _k * _c <= _S + _k * _k * _Q,
    },
    _S + 2 * _c + _Q <= (_k + 1) * gamma * (_T + _s),
    by=[
        z3.Implies(_k == 0, _S == 0),
        z3.Implies(_k == 0, _c == 0),
        z3.Implies(_k >= 1, 2 * _c <= _S / _k + _k * _Q),
        z3.Implies(_k >= 1, _S / _k <= gamma * _T),
        z3.Implies(_k >= 1, _k * _Q <= _k * (gamma * _s)),
    ],
)
_n = z3.ToReal(k)
_tilted = minus(sum_g(k), scale(_n, gs(k)))
BATCH_SUMS = induct(
    "sums of co-coercive gradients",
    k,
    {"gamma": gamma >= 0, "cocoercive": z3.ForAll([k], z3.Implies(k >= 0, cocoercive(gs(k), gamma, u)))},
    z3.And(dot(sum_g(k), sum_g(k)) <= _n * gamma * dot(u, sum_g(k)), dot(u, sum_g(k)) >= 0),
    where=[running(sum_g, gs)],
    base=[*expand(zero, u)],
    step=[
        at("sum_g", k),
        at("cocoercive", k),
        [DOT_POS.at(x=w) for w in (_tilted, sum_g(k), gs(k))],
        CAUCHY_SCHWARZ.at(x=sum_g(k), y=gs(k)),
        *expand(_tilted, add(sum_g(k), gs(k)), u),
        z3.Or(_n == 0, _n >= 1),
        ONE_MORE.at(
            S=dot(sum_g(k), sum_g(k)),
            Q=dot(gs(k), gs(k)),
            c=dot(sum_g(k), gs(k)),
            T=dot(u, sum_g(k)),
            t=dot(u, gs(k)),
            k_=_n,
        ),
    ],
)
GAPS = induct(
    "sums of gaps",
    k,
    {"gap": z3.ForAll([k], z3.Implies(k >= 0, norm(es(k)) <= 2 * G * hit(k)))},
    norm(sum_e(k)) <= 2 * G * hits(k),
    where=[running(sum_e, es), running(hits, hit, z3.RealVal(0), lambda a, b: a + b)],
    base=[NORM.at(x=zero), *expand(zero)],
    step=[at("sum_e", k), at("hits", k), at("gap", k), TRIANGLE.at(x=sum_e(k), y=es(k))],
)

# --- one step of two runs ------------------------------------------------------------------------------------------------

B, B2, S, E = z3.Consts(
    "B B' S E", V
)  # batch sums of the two runs; what the models and what the records contribute
w = z3.Const("w", V)
count, tau = z3.Reals("count tau")
SPLIT = {"split": z3.ForAll([w], dot(B, w) == dot(B2, w) + dot(S, w) + dot(E, w))}


def differences(rate):
    """The difference after a step, and the same as a shared step plus what the different records add."""
    new = minus(stepped(v, scale(1 / d, B), rate), stepped(v2, scale(1 / d, B2), rate))
    return (
        new,
        add(scale(1 - Lambda * rate, minus(v, v2)), scale(-rate, scale(1 / d, S))),
        scale(rate / d, scale(z3.RealVal(-1), E)),
    )


_new, _same, _other = differences(tau)
_whole = add(_same, _other)
LINEAR = lemma(
    "a step is linear",
    {**SPLIT, "divisor": d >= 1},
    dot(_new, w) == dot(_whole, w),
    by=[at("split", w), *against(w, _new, _whole)],
)
REGROUPED = lemma(
    "a step, regrouped",
    {**SPLIT, "divisor": d >= 1},
    norm(_new) == norm(_whole),
    by=[LINEAR.at().every(w), EQUAL.at(x=_new, y=_whole)],
)
_new, _same, _other = differences(rate)
STEP = lemma(
    "one step of two runs",
    {
        **SETTING,
        **SPLIT,
        "divisor": d >= 1,
        "gap": norm(E) <= 2 * G * count,
        "cocoercive": cocoercive(scale(1 / d, S), beta - Lambda, minus(v, v2)),
    },
    norm(_new) <= (1 - a) * norm(minus(v, v2)) + rate / d * (2 * G * count),
    by=[
        REGROUPED.at(tau=rate),
        CONTRACTS.at(u=minus(v, v2), g=scale(1 / d, S)),
        TRIANGLE.at(x=_same, y=_other),
        POSITIVE_RATE,
        MULTIPLE.at(r=rate / d, x=_other.arg(1)),
        NEGATIVE.at(x=E),
        SCALES.at(a=rate / d, b=norm(E), c=2 * G * count),
    ],
)

# --- two runs --------------------------------------------------------------------------------------------------------------

t, i, j, changed = z3.Ints("t i j changed")
z_, z2_ = z3.Consts("z z'", Z)
f, f2 = z3.Function("f", Int, V), z3.Function("f'", Int, V)
data, data2 = z3.Function("data", Int, Z), z3.Function("data'", Int, Z)
index, index2 = z3.Function("index", Int, Int, Int), z3.Function("index'", Int, Int, Int)
size = z3.Function("size", Int, Int)
grad = z3.Function("grad", V, Z, V)  # of the loss at one record
P = z3.Function("P", V, V)
X = z3.Function("X", V, z3.BoolSort())  # the models that the learner can reach
sums = {name: z3.Function(name, Int, Int, V) for name in ("B", "B'", "S", "E")}
hit, hits, visits = (
    z3.Function("hit", Int, Int, Real),
    z3.Function("hits", Int, Int, Real),
    z3.Function("visits", Int, Real),
)
at_f = lambda t, i: grad(f(t), data(index(t, i)))  # noqa: E731
at_f2 = lambda t, i: grad(f2(t), data2(index2(t, i)))  # noqa: E731
crossed = lambda t, i: grad(f2(t), data(index(t, i)))  # noqa: E731  the other model on our records
DEFINED = {
    "B": running(sums["B"], at_f),
    "B'": running(sums["B'"], at_f2),
    "S": running(sums["S"], lambda t, i: minus(at_f(t, i), crossed(t, i))),
    "E": running(sums["E"], lambda t, i: minus(crossed(t, i), at_f2(t, i))),
    "hit": equal_to(hit, lambda t, i: z3.If(index(t, i) == changed, z3.RealVal(1), z3.RealVal(0))),
    "hits": running(hits, hit, z3.RealVal(0), lambda a, b: a + b),
    "visits": recursive(visits, lambda: z3.RealVal(0), lambda t, before: before + hits(t, size(t)) / d),
}
FIRST, SECOND, SHARED, OTHER = (sums[n](t, k) for n in ("B", "B'", "S", "E"))
SUMS_SPLIT = induct(
    "batch sums split",
    k,
    {},
    dot(FIRST, w) == dot(SECOND, w) + dot(SHARED, w) + dot(OTHER, w),
    where=[DEFINED[n] for n in ("B", "B'", "S", "E")],
    base=[[at(n, t) for n in ("B", "B'", "S", "E")], *against(w, zero)],
    step=[
        [at(n, t, k) for n in ("B", "B'", "S", "E")],
        *against(
            w,
            add(FIRST, at_f(t, k)),
            add(SECOND, at_f2(t, k)),
            add(SHARED, minus(at_f(t, k), crossed(t, k))),
            add(OTHER, minus(crossed(t, k), at_f2(t, k))),
        ),
    ],
)
REACHED = {"reached": z3.And(X(f(t)), X(f2(t)))}
COCOERCIVE = {
    "cocoercive": z3.ForAll(
        [v, v2, z_],
        z3.Implies(
            z3.And(X(v), X(v2)), cocoercive(minus(grad(v, z_), grad(v2, z_)), beta - Lambda, minus(v, v2))
        ),
    )
}
CURVED = {"regularized": Lambda > 0, "smooth": beta >= Lambda, "divisor": d >= 1}
BATCH_SIZE = {"batch-size": z3.ForAll([t], z3.And(size(t) >= 0, z3.ToReal(size(t)) <= d))}
PER_RECORD = lemma(
    "one record is co-coercive",
    {**REACHED, **COCOERCIVE},
    z3.Implies(i >= 0, cocoercive(minus(at_f(t, i), crossed(t, i)), beta - Lambda, minus(f(t), f2(t)))),
    by=[at("cocoercive", f(t), f2(t), data(index(t, i)))],
)
DIVIDED = lemma(
    "a divided batch sum",
    {
        "sum": z3.And(_S <= _k * gamma * _T, _T >= 0),
        "gamma": gamma >= 0,
        "divisor": d >= 1,
        "size": z3.And(_k >= 0, _k <= d),
    },
    z3.And(1 / d * (1 / d * _S) <= gamma * (1 / d * _T), 1 / d * _T >= 0),
    by=[
        _k * (gamma * _T) <= d * (gamma * _T),
        _S <= d * (gamma * _T),
        SCALES.at(a=1 / d * (1 / d), b=_S, c=d * (gamma * _T)),
    ],
)
_sum = sums["S"](t, size(t))
BATCH = lemma(
    "batches are co-coercive",
    {**REACHED, **COCOERCIVE, **CURVED, **BATCH_SIZE},
    cocoercive(scale(1 / d, _sum), beta - Lambda, minus(f(t), f2(t))),
    where=[DEFINED["S"]],
    by=[
        at("batch-size", t),
        at("S", t),
        PER_RECORD.at().every(i),
        BATCH_SUMS.at(
            g_i=lambda i: minus(at_f(t, i), crossed(t, i)),
            sum_g=lambda n: sums["S"](t, n),
            u=minus(f(t), f2(t)),
            gamma=beta - Lambda,
            k=size(t),
        ),
        DIVIDED.at(
            S=dot(_sum, _sum), T=dot(minus(f(t), f2(t)), _sum), k_=z3.ToReal(size(t)), gamma=beta - Lambda
        ),
        *expand(scale(1 / d, _sum), minus(f(t), f2(t))),
    ],
)
NEIGHBOURS = {
    "order-ignores-the-data": z3.ForAll([t, i], index(t, i) == index2(t, i)),
    "neighbours": z3.ForAll([j], z3.Implies(j != changed, data(j) == data2(j))),
    "gap": z3.ForAll([v, z_, z2_], z3.Implies(X(v), norm(minus(grad(v, z_), grad(v, z2_))) <= 2 * G)),
}
_e = minus(grad(v, z_), grad(v, z2_))
SAME_RECORD = discharge(
    "equal records leave no gap",
    lemma(
        "equal records",
        {"same": z_ == z2_},
        norm(_e) == 0,
        by=[*expand(minus(grad(v, z2_), grad(v, z2_))), NORM.at(x=_e), norm(_e) * norm(_e) == 0],
    ),
    "same",
)
_at = (f2(t), data(index(t, i)), data2(index2(t, i)))
HIT = lemma(
    "only the changed record leaves a gap",
    {**REACHED, **NEIGHBOURS},
    z3.Implies(i >= 0, norm(minus(crossed(t, i), at_f2(t, i))) <= 2 * G * hit(t, i)),
    where=[DEFINED["hit"]],
    by=[
        at("hit", t, i),
        at("order-ignores-the-data", t, i),
        at("neighbours", index(t, i)),
        at("gap", *_at),
        SAME_RECORD.at(**dict(zip(("v", "z", "z'"), _at))),
    ],
)
GAP = lemma(
    "gap of a batch",
    {**REACHED, **NEIGHBOURS, **BATCH_SIZE},
    norm(sums["E"](t, size(t))) <= 2 * G * hits(t, size(t)),
    where=[DEFINED[n] for n in ("E", "hit", "hits")],
    by=[
        at("batch-size", t),
        at("E", t),
        at("hits", t),
        HIT.at().every(i),
        GAPS.at(
            e_i=lambda i: minus(crossed(t, i), at_f2(t, i)),
            sum_e=lambda n: sums["E"](t, n),
            hit=lambda i: hit(t, i),
            hits=lambda n: hits(t, n),
            k=size(t),
        ),
    ],
)
before, after, seen, share = z3.Reals("before after seen share")
INVARIANT = lemma(
    "the invariant, one step",
    {
        **SETTING,
        "before": z3.And(before >= 0, horizon(m - 1) * before <= 2 * G / Lambda * seen),
        "after": after <= (1 - a) * before + rate * (2 * G * share),
    },
    horizon(m) * after <= 2 * G / Lambda * (seen + share),
    by=[
        FRACTION,
        horizon(m) > 0,
        SCALES.at(a=horizon(m), b=after, c=(1 - a) * before + rate * (2 * G * share)),
        horizon(m) * rate == 1 / Lambda,
        horizon(m) * (1 - a) <= horizon(m - 1),
        SCALES.at(a=before, b=horizon(m) * (1 - a), c=horizon(m - 1)),
        horizon(m) * (rate * (2 * G * share)) == 2 * G / Lambda * share,
    ],
)
now = z3.ToReal(t) + 1
rate_now, a_now = (z3.substitute(term, (m, now)) for term in (rate, a))
RUNS = {
    **CURVED,
    **BATCH_SIZE,
    **COCOERCIVE,
    **NEIGHBOURS,
    "same-start": f(0) == f2(0),
    "start": X(f(0)),
    "steps": z3.ForAll(
        [t],
        z3.Implies(
            t >= 0,
            z3.And(
                f(t + 1) == P(stepped(f(t), scale(1 / d, sums["B"](t, size(t))), rate_now)),
                f2(t + 1) == P(stepped(f2(t), scale(1 / d, sums["B'"](t, size(t))), rate_now)),
            ),
        ),
    ),
    "projection": z3.ForAll([v, v2], norm(minus(P(v), P(v2))) <= norm(minus(v, v2))),
    "stays": z3.ForAll([v], X(P(v))),
}
distance = norm(minus(f(t), f2(t)))
_steps = [stepped(run(t), scale(1 / d, sums[n](t, size(t))), rate_now) for run, n in ((f, "B"), (f2, "B'"))]
THEOREM_R = induct(
    "Theorem R",
    t,
    RUNS,
    z3.And(X(f(t)), X(f2(t)), horizon(z3.ToReal(t)) * distance <= 2 * G / Lambda * visits(t)),
    where=list(DEFINED.values()),
    base=[NORM.at(x=minus(f(0), f2(0))), *expand(minus(f2(0), f2(0))), norm(minus(f(0), f2(0))) == 0],
    step=[
        at("steps", t),
        at("projection", *_steps),
        at("stays", _steps[0]),
        at("stays", _steps[1]),
        at("batch-size", t),
        at("visits", t),
        BATCH,
        GAP,
        SUMS_SPLIT.at(k=size(t)).every(w),
        STEP.at(
            v=f(t),
            m=now,
            B=sums["B"](t, size(t)),
            S=sums["S"](t, size(t)),
            E=sums["E"](t, size(t)),
            count=hits(t, size(t)),
            **{"v'": f2(t), "B'": sums["B'"](t, size(t))},
        ),
        NORM.at(x=minus(f(t), f2(t))),
        INVARIANT.at(
            m=now, before=distance, after=norm(minus(*_steps)), seen=visits(t), share=hits(t, size(t)) / d
        ),
        horizon(now) > 0,
        SCALES.at(a=horizon(now), b=norm(minus(P(_steps[0]), P(_steps[1]))), c=norm(minus(*_steps))),
    ],
)
