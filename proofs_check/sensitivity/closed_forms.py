"""Theorem R in closed form: any number of steps, whole passes, the ball projection and its cap 2R.

A pass is u batches whose sums are divided by one number b; q passes are made, or begun. `each-record-once-a-pass` says that
`index` is one-to-one in a pass: `step_of(q, j)` and `place_of(q, j)` are the only place of record j in pass q.
"""

import z3

from proofs_check.lemmas.line import LINE, REAL, stated, when
from proofs_check.lemmas.numbers import NUM, SCALES, SHORTER, Int
from proofs_check.lemmas.spaces import (
    APART,
    LANDS,
    MULTIPLE,
    NEAREST,
    NONEXPANSIVE,
    PRODUCT,
    RADIUS,
    R,
    ball,
    dot,
    inside,
    length,
    measured,
    minus,
    norm,
    scale,
    v,
    w,
)
from proofs_check.lemmas.sums import D, cocoercive, counting
from proofs_check.logic.derived import instance
from proofs_check.logic.rules import at, discharge, induct, lemma
from proofs_check.objectives.mean_theorems import Lambda, data, grad, zi
from proofs_check.sensitivity.theorem_r import (
    COUNTS,
    CURVED,
    DEFINED,
    LEARNING_RATE,
    LONE,
    PARTS,
    PLAN,
    RUNS,
    SHARE,
    SORTS,
    THEOREM_R,
    WEIGHTS,
    X,
    always,
    beta,
    changed,
    divisor,
    f,
    f2,
    hits,
    horizon,
    i,
    index,
    k,
    moved,
    moved2,
    now,
    share,
    size,
    t,
    visits,
    weight,
    weighted,
    z2,
)
from reference import formulas

VISITS = counting(visits, lambda t: share(t))

# --- no weight exceeds 1/N, so visits bound the weighted sum ----------------------------------------------

j = z3.Int("j")
LIGHT = induct(
    "no weight exceeds 1/N",
    t,
    {**CURVED, **LEARNING_RATE, "a-step": j >= 0},
    z3.Implies(j < t, z3.And(weight(j, t) >= 0, weight(j, t) * horizon(z3.ToReal(t)) <= 1)),
    where=WEIGHTS[:1],
    step=[at("learning-rate", t), at("weight", j, t), PARTS.at(m=now)],
)
_N = horizon(z3.ToReal(t))
SHARES = {"shares": z3.ForAll([j], z3.Implies(j >= 0, share(j) >= 0))}
VISITS_ENOUGH = induct(
    "visits bound the weighted sum",
    k,
    {**CURVED, **LEARNING_RATE, **SHARES, "time": t >= 0},
    z3.Implies(k <= t, weighted(t, k) * _N <= visits(k)),
    where=[*WEIGHTS, VISITS],
    base=[at("weighted", t)],
    step=[
        [at("weighted", t, k), at("visits", k), at("shares", k), LIGHT.at(j=k)],
        z3.Implies(k < t, share(k) * (weight(k, t) * _N) <= share(k)),
    ],
)
COUNTED = induct(
    "a count is never negative",
    k,
    {},
    hits(t, k) >= 0,
    where=COUNTS,
    base=[at("hits", t)],
    step=[at("hits", t, k), at("hit", t, k)],
)
SHARED = lemma(
    "a share is never negative",
    PLAN,
    z3.Implies(j >= 0, share(j) >= 0),
    where=[*COUNTS, SHARE],
    by=[at("share", j), at("batches", j), COUNTED.at(t=j, k=size(j))],
)
distance = norm(minus(f(t), f2(t)))
BY_VISITS = lemma(
    "Theorem R, by visits",
    {**RUNS, "time": t >= 0},
    z3.And(X(f(t)), X(f2(t)), _N * distance <= D / Lambda * visits(t)),
    where=[*DEFINED, VISITS],
    by=[
        [THEOREM_R, SHARED.at().every(j), VISITS_ENOUGH.at(k=t)],
        [at("gap", f(0), data(0), data(0)), length(minus(*[grad(f(0), data(0))] * 2))],
        SCALES.at(a=_N, b=distance, c=D / Lambda * weighted(t, t)),
        SCALES.at(a=D / Lambda, b=weighted(t, t) * _N, c=visits(t)),
    ],
)

# --- passes -----------------------------------------------------------------------------------------------

q, u, r, M, n = z3.Ints("q u r M n")
b = z3.Real("b")
step_of, place_of = z3.Function("step_of", Int, Int, Int), z3.Function("place_of", Int, Int, Int)
_in_pass = z3.And(q >= 0, q * u <= t, t < q * u + u)
ONCE = {
    "each-record-once-a-pass": z3.ForAll(
        [q, t, i],
        z3.Implies(
            z3.And(_in_pass, 0 <= i, i < size(t)),
            z3.And(step_of(q, index(t, i)) == t, place_of(q, index(t, i)) == i),
        ),
    )
}
CYCLIC = {
    "cyclic-order": z3.ForAll([q, r], z3.Implies(z3.And(q >= 0, 0 <= r, r < u), index(q * u + r, 0) == r)),
    "single": z3.ForAll([t], size(t) == 1),
}
IN_TURN = lemma(
    "records in turn are visited once a pass",
    CYCLIC,
    z3.Implies(z3.And(_in_pass, 0 <= i, i < size(t)), z3.And(q * u + index(t, i) == t, z3.IntVal(0) == i)),
    by=[at("single", t), at("cyclic-order", q, t - q * u)],
)
FIXED = {"fixed-divisor": z3.ForAll([t], divisor(t) == b)}
_there = z3.And(step_of(q, changed) == t, place_of(q, changed) < k)
ONCE_A_BATCH = induct(
    "the changed record is at one place of a batch",
    k,
    ONCE,
    z3.Implies(z3.And(_in_pass, k <= size(t)), hits(t, k) <= z3.If(_there, z3.RealVal(1), z3.RealVal(0))),
    where=COUNTS,
    base=[at("hits", t)],
    step=[at("hits", t, k), at("hit", t, k), at("each-record-once-a-pass", q, t, k)],
)
_t = q * u + r
_seen = z3.If(step_of(q, changed) < _t, 1 / b, z3.RealVal(0))
ONCE_A_PASS = induct(
    "a pass adds one visit",
    r,
    {**PLAN, **ONCE, **FIXED, "passes": z3.And(q >= 0, u >= 1)},
    z3.Implies(r <= u, visits(_t) <= visits(q * u) + _seen),
    where=[*COUNTS, SHARE, VISITS],
    step=[
        visits(q * u + (r + 1)) == visits(_t + 1),
        [at(name, _t) for name in ("visits", "share", "batches", "fixed-divisor")],
        ONCE_A_BATCH.at(t=_t, k=size(_t)),
    ],
)
PASSES = induct(
    "one visit a pass",
    q,
    {**PLAN, **ONCE, **FIXED, "batches-a-pass": u >= 1},
    visits(q * u) <= z3.ToReal(q) / b,
    where=[*COUNTS, SHARE, VISITS],
    base=[visits(z3.IntVal(0) * u) == visits(0)],
    step=[
        visits((q + 1) * u) == visits(q * u + u),
        [at("fixed-divisor", 0), at("batches", 0), ONCE_A_PASS.at(r=u)],
        visits(q * u + u) <= visits(q * u) + 1 / b,
    ],
)
GROWS = induct(
    "visits never decrease",
    r,
    {**PLAN, "steps-made": M >= 0},
    visits(M) <= visits(M + r),
    where=[*COUNTS, SHARE, VISITS],
    step=[visits(M + (r + 1)) == visits(M + r + 1), at("visits", M + r), SHARED.at(j=M + r)],
)

# --- closed forms -----------------------------------------------------------------------------------------

SCHEDULE = {**ONCE, **FIXED}
PASSES_BEGUN = {"passes-begun": z3.And(q >= 1, u >= 1, M >= 1, M <= q * u)}
PASSES_MADE = {"whole-passes": z3.And(q >= 1, u >= 1, M == q * u)}
_m, _q, _u, _n, _delta, _seen = z3.Reals("m_ q_ u_ n_ delta seen")
_DIVISION = {"regularized": Lambda > 0, "diameter": D >= 0, "divisor": b >= 1, "distance": _delta >= 0}
ANY_STEPS_NUMBERS = lemma(
    "visits over steps",
    {
        **_DIVISION,
        "smooth": beta >= Lambda,
        "steps": _m >= 1,
        "visits": _seen <= _q / b,
        "invariant": horizon(_m) * _delta <= D / Lambda * _seen,
    },
    _delta <= D * _q / (Lambda * _m * b),
    by=[
        _m <= horizon(_m),
        SCALES.at(a=_delta, b=_m, c=horizon(_m)),
        SCALES.at(a=1 / _m, b=_m * _delta, c=D / Lambda * (_q / b)),
        1 / _m * (_m * _delta) == _delta,
    ],
)
PASSES_NUMBERS = lemma(
    "whole passes over records",
    {
        **_DIVISION,
        "passes": z3.And(_q >= 1, _u >= 1),
        "records": z3.And(_n >= 1, _n <= _u * b),
        "any": _delta <= D * _q / (Lambda * (_q * _u) * b),
    },
    _delta <= D / (Lambda * _n),
)


def apart(steps):
    return norm(minus(f(steps), f2(steps)))


_diameter = [at("gap", f(0), data(0), data(0)), length(minus(*[grad(f(0), data(0))] * 2))]
_divisor = [at("fixed-divisor", 0), at("batches", 0)]
ANY_STEPS = lemma(
    "Theorem R, any number of steps",
    {**RUNS, **SCHEDULE, **PASSES_BEGUN},
    z3.And(X(f(M)), X(f2(M)), apart(M) <= D * z3.ToReal(q) / (Lambda * z3.ToReal(M) * b)),
    where=[*DEFINED, VISITS],
    by=[
        [BY_VISITS.at(t=M), PASSES, GROWS.at(r=q * u - M), visits(M + (q * u - M)) == visits(q * u)],
        [*_diameter, *_divisor, length(minus(f(M), f2(M)))],
        ANY_STEPS_NUMBERS.at(m_=z3.ToReal(M), q_=z3.ToReal(q), seen=visits(M), delta=apart(M)),
    ],
)
RECORDS = {"records": z3.And(n >= 1, z3.ToReal(n) <= z3.ToReal(u) * b)}
WHOLE_PASSES = lemma(
    "Theorem R, whole passes",
    {**RUNS, **SCHEDULE, **PASSES_MADE, **RECORDS},
    z3.And(X(f(M)), X(f2(M)), apart(M) <= D / (Lambda * z3.ToReal(n))),
    where=[*DEFINED, VISITS],
    by=[
        ANY_STEPS,
        [*_diameter, *_divisor, length(minus(f(M), f2(M)))],
        PASSES_NUMBERS.at(q_=z3.ToReal(q), u_=z3.ToReal(u), n_=z3.ToReal(n), delta=apart(M)),
    ],
)

# --- on the ball: the last line is the projection, and 2R caps every bound --------------------------------

BALL_LINE = {
    "ball-projection": always(z3.And(f(t + 1) == ball(moved(t)), f2(t + 1) == ball(moved2(t)))),
    **RADIUS,
}


def on_ball(name, theorem):
    """The theorem for the ball projection, with the cap 2R."""
    inner = instance(
        f"{name}, in the ball",
        theorem,
        P=ball,
        X=inside,
        given=BALL_LINE,
        meets=["projection", "stays", "last-line"],
        by=[NONEXPANSIVE.at().every(v, w), LANDS.at().every(v)],
    )
    bound = formulas.capped_by_ball(inner.shows.arg(2).arg(1), R, NUM)
    return lemma(name, inner.given, apart(M) <= bound, [inner, APART.at(x=f(M), y=f2(M))], inner.where)


WITHIN_2R = lemma(
    "two models in the ball are within 2R",
    {"models-in-the-ball": z3.And(inside(v), inside(w))},
    norm(minus(v, w)) <= 2 * R,
    by=[APART.at(x=v, y=w)],
)
_rescaled = [scale(formulas.sphere_factor(R, norm(f)), f) for f in (v, w)]
RESCALED_WITHIN_2R = lemma(
    "two models that are rescaled as printed are within 2R",
    {**RADIUS, "not-zero": z3.And(norm(v) > 0, norm(w) > 0)},
    norm(minus(*_rescaled)) <= 2 * R,
    by=[
        [formulas.sphere_factor(R, norm(f)) > 0 for f in (v, w)],
        [MULTIPLE.at(r=formulas.sphere_factor(R, norm(f)), x=f) for f in (v, w)],
        [formulas.sphere_factor(R, norm(f)) * norm(f) == R for f in (v, w)],
        APART.at(x=_rescaled[0], y=_rescaled[1]),
    ],
)
_shorter = discharge("if squares are smaller, lengths are", SHORTER, "squares")
LAST_LINE = lemma(
    "the last line with min(1, R/|f|) is the projection onto the ball",
    RADIUS,
    z3.And(
        inside(ball(v)),
        norm(minus(ball(v), ball(w))) <= norm(minus(v, w)),
        z3.Implies(inside(w), norm(minus(v, ball(v))) <= norm(minus(v, w))),
    ),
    by=[
        [LANDS, NONEXPANSIVE, length(v), length(w), PRODUCT.at(x=v, y=w)],
        [*measured(minus(v, ball(v))), *measured(minus(v, w))],
        NEAREST.at(a=norm(v), b=norm(w), t=dot(v, w)),
        _shorter.at(a=norm(minus(v, ball(v))), b=norm(minus(v, w))),
    ],
)
w1, w2, s1, s2, steps, seen = z3.Reals("w1 w2 s1 s2 steps seen")
AS_COMPUTED = lemma(
    "the bounds of Theorem R as the accountant computes them",
    {"regularized": Lambda > 0, "divisor": b >= 1, "steps-made": steps >= 1},
    z3.And(
        formulas.sensitivity_of_visits(D / 2, Lambda, [w1, w2], [s1, s2]) == D / Lambda * (w1 * s1 + w2 * s2),
        formulas.sensitivity_any_steps(D / 2, Lambda, steps, seen, b) == D * seen / (Lambda * steps * b),
        formulas.sensitivity(D / 2, Lambda, steps) == D / (Lambda * steps),
    ),
)
ANY_STEPS_ON_BALL = on_ball("any number of steps on the ball", ANY_STEPS)
ON_BALL = on_ball("whole passes on the ball", WHOLE_PASSES)


def two_gradients(name, gradient, bound):
    """Two loss gradients at a model in the ball are at most 2G apart, if each is at most G: from the theorem `bound`."""
    one, other = gradient(v, zi), gradient(v, z2)
    largest = bound.shows.arg(1)
    if "ball" in bound.given:
        bound = discharge(f"{bound.name}, if the model is there", bound, "ball")
    by = [bound, bound.at(z_i=z2), APART.at(x=one, y=other)]
    shows = z3.Implies(inside(v), norm(minus(one, other)) <= 2 * largest)
    return lemma(name, bound.given, shows, by).at().every(v, zi, z2)


def smooth_enough(name, gradient, curved, gamma):
    """With beta >= Λ + gamma the loss is co-coercive with beta - Λ in the ball: from the theorem `curved` about gamma."""
    change, move = minus(gradient(v, zi), gradient(w, zi)), minus(v, w)
    given = {**curved.given, "smooth": beta >= Lambda + gamma, "ball": z3.And(inside(v), inside(w))}
    by = [curved, SCALES.at(a=dot(move, change), b=gamma, c=beta - Lambda)]
    there = lemma(f"{name}, at two models", given, cocoercive(change, beta - Lambda, move), by)
    return discharge(name, there, "ball").at().every(v, w, zi)


# --- joint models: one pass over two records; every bound is attained -------------------------------------

PASS = {
    **{"n": 2, "u": 2, "q": 1, "M": 2, "b": 1, "R": 1},
    "step_of": lambda q, j: j,
    "place_of": lambda q, j: z3.IntVal(0),
    "visits": lambda t: when(t >= 2, 1),
}
LONE_PASS = {**LONE, **PASS}
PLAIN = {**LINE, "v": 1, "w": -1, "R": 1, "Lambda": 1, "b": 1, "D": 1}
PLAIN |= {"w1": 1, "w2": 1, "s1": 1, "s2": 1, "steps": 1, "seen": 1}
STATES = [
    stated(label, theorem, "repair", SORTS, LONE_PASS)
    for label, theorem in (
        ("thm:sensitivity_general", WHOLE_PASSES),
        ("thm:sensitivity_general", ANY_STEPS),
        ("thm:sensitivity_general", ON_BALL),
    )
] + [
    stated(label, theorem, about, {"V": REAL}, PLAIN)
    for label, theorem, about in (
        ("thm:sensitivity_general", AS_COMPUTED, "repair"),
        ("cor:userlevel_sens", WITHIN_2R, "reading:one-user"),
        ("cor:userlevel_sens", RESCALED_WITHIN_2R, "repair"),
        ("alg:dpsvm", LAST_LINE, "repair"),
        ("alg:dpsoftmax", LAST_LINE, "repair"),
    )
]
