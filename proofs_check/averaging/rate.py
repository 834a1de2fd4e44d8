"""ours:averaging_rate, cor:convergenceOfBlindlyAveraging, section:related-work#gap: how fast averaged HingeSVM-SGDWA converges.

Beyond the threshold the excess of the averaged model is Λ times its squared distance to the class mean, and this distance is a
weighted sum of the drawn records: a bias from the start at 0, and a variance that is divided by the number of users.
    drawn(r, i, t)     the record that user i draws in step t + 1; r is an outcome of all draws
    f_t, avg_t         the model of user i after t steps, and the weighted average of its iterates
    E, ip              any linear functional on the functions of r that keeps constants; ip(X, Y) is <X(r), Y(r)>
    noise(i, t)        what the record of user i in step t + 1 adds to its mean of y x
    B, W               the sums that the iterates and their averages are made of
Only uncorrelated draws are needed: no axiom about probability.
"""

import z3

from proofs_check.averaging.class_means import (
    ALL_YX,
    CENTRAL_MINIMUM,
    CENTRAL_MODEL,
    CURVED,
    HINGE_SUPPORT,
    IS_MEAN,
    LOSSES,
    RECORDS,
    SIGNED,
    SMALL_MARGIN,
    SORTS,
    WHERE,
    YX,
    _central_margins,
    _short_sums,
    all_losses,
    all_yx,
    central,
    central_mean,
    end,
    loss,
    losses,
    margin,
    on_linear_part,
    signed,
    together,
    yx,
)
from proofs_check.averaging.class_means import SHORT as LENGTH_OF_MEAN
from proofs_check.averaging.class_means import a as one
from proofs_check.averaging.class_means import b as two
from proofs_check.averaging.users import (
    COUNT,
    COUNTED,
    EQUAL_COUNTS,
    EQUAL_SIZES,
    USERS,
    count,
    every,
    held,
    i,
    j,
    k,
    mu,
    n_i,
    users,
)
from proofs_check.lemmas.line import BOOL, LINE, number, stated, when
from proofs_check.lemmas.numbers import NUM, SCALES, Int, Real
from proofs_check.lemmas.probability import Coin, Random, r
from proofs_check.lemmas.spaces import (
    EQUAL,
    MODELS,
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
    expand,
    length,
    minus,
    norm,
    positive,
    products,
    scale,
    v,
    w,
    x,
    z,
    zero,
)
from proofs_check.lemmas.spaces import MULTIPLE as LONGER
from proofs_check.lemmas.sums import counting, running
from proofs_check.logic.derived import instance
from proofs_check.logic.rules import at, discharge, equal_to, induct, lemma
from proofs_check.objectives.huber_theorems import BOUNDED, SIGN, c, label, record
from proofs_check.objectives.mean_theorems import Lambda, zi
from proofs_check.objectives.mean_theorems import Z as Record
from reference import formulas

# --- every outcome: for Λ > c^2/2 and R >= c/(2Λ) no hinge is ever idle, the ball never acts ---------------------------

t = z3.Int("t")
m, share = z3.Reals("m share")
drawn = z3.Function("drawn", Coin, Int, Int, Record)
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
_after, _tau = step(v, zi, m), formulas.subgradient_step(Lambda, m)
STEP = lemma(
    "a step of HingeSVM-SGDWA, in inner products",
    {**SETTING, **_short, "step": m >= 1},
    dot(_after, x) == (1 - 2 * Lambda * _tau) * dot(v, x) + _tau * dot(signed(zi), x),
    by=[
        SMALL_MARGIN.at(m=v, mu=2 * Lambda, end=c * c / (2 * Lambda)),
        label(zi) * dot(v, record(zi)) < 1,
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
        [LONGER.at(r=1 - share, x=v), LONGER.at(r=share / (2 * Lambda), x=w)],
        [SCALES.at(a=1 - share, b=norm(v), c=shortest), SCALES.at(a=share / (2 * Lambda), b=norm(w), c=c)],
    ],
)
_stepped = lemma(
    "a step is a mixture",
    STEP.given,
    dot(_after, z) == dot(z3.substitute(_parts, (share, 2 / (m + 1)), (w, signed(zi))), z),
    by=[STEP.at(x=z), *against(z, z3.substitute(_parts, (share, 2 / (m + 1)), (w, signed(zi))))],
)
SHORT_STEP = lemma(
    "a step leads to a short model",
    STEP.given,
    norm(_after) <= shortest,
    by=[_stepped.at().every(z), SIGNED, _mix.at(x=_after, w=signed(zi), share=2 / (m + 1))],
)
KEPT = lemma(
    "the ball keeps a short model",
    {"wide-ball": z3.And(R > 0, R >= shortest), **REGULARIZED, **_short},
    z3.And(dot(ball(v), x) == dot(v, x), norm(ball(v)) <= shortest),
    by=[SHRINKS, *against(x, ball(v))],
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
    base=[at("start-at-zero", r, i), NOTHING, at("bounded", zi), length(record(zi))],
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
        [SHORT, STEP.at(**_now), SHORT_STEP.at(**_now), at("updates", r, i, t)],
        at("ball-projection", r, i, t),
        KEPT.at(v=step(_f, _z, _t + 1)),
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
    by=[at("averages", r, i, t), *against(x, _next)],
)
_mixture = z3.substitute(_parts, (share, _share), (v, _mean), (w, _double))
_mixes = lemma(
    "an average is a mixture",
    {**REGULARIZED, **TIME},
    dot(_next, z) == dot(_mixture, z),
    by=against(z, _next, _mixture),
)
SHORT_AVERAGE = induct(
    "all averages are short",
    t,
    LEARNER,
    norm(_mean) <= shortest,
    base=[at("start-at-zero", r, i), NOTHING, at("bounded", zi), length(record(zi))],
    step=[
        [at("averages", r, i, t), _mixes.at().every(z), SHORT.at(t=t + 1), _share >= 0, _share <= 1],
        LONGER.at(r=2 * Lambda, x=iterate(r, i, t + 1)),
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

# --- expected squares of weighted sums of drawn records ------------------------------------------------------------------

s, M = z3.Ints("s M")
a = z3.Real("a")
Vectors = z3.ArraySort(Coin, V)
E, ip = z3.Function("E", Random, Real), z3.Function("ip", Vectors, Vectors, Random)
F, G, H = z3.Consts("F_ G_ H_", Random)
X, Y, Z, T = z3.Consts("X_ Y_ Z_ T_", Vectors)
LINEAR = {
    "linear": z3.ForAll(
        [F, G, H, a], z3.Implies(z3.ForAll([r], H[r] == F[r] + a * G[r]), E(H) == E(F) + a * E(G))
    )
}
CONSTANT = {"constants": z3.ForAll([F, a], z3.Implies(z3.ForAll([r], F[r] == a), E(F) == a))}
IP = equal_to(ip, lambda X, Y, r: dot(X[r], Y[r]))


def mean(one, other):
    """E<X, Y>."""
    return E(ip(one, other))


# --- E<X, Y> is bilinear and symmetric ------------------------------------------------------------------------------

IS_SUM = {"sum": z3.ForAll([r, x], dot(Z[r], x) == dot(X[r], x) + a * dot(Y[r], x))}
_pointwise = lemma(
    "inner products of a random sum",
    IS_SUM,
    ip(Z, T)[r] == ip(X, T)[r] + a * ip(Y, T)[r],
    where=[IP],
    by=[at("sum", r, T[r]), *(at("ip", one, T, r) for one in (X, Y, Z))],
)
BILINEAR = lemma(
    "the mean inner product of a random sum",
    {**LINEAR, **IS_SUM},
    mean(Z, T) == mean(X, T) + a * mean(Y, T),
    where=[IP],
    by=[_pointwise.at().every(r), at("linear", ip(X, T), ip(Y, T), ip(Z, T), a)],
)
_turned = lemma(
    "inner products are symmetric for every outcome",
    {},
    ip(X, Y)[r] == ip(Y, X)[r] + 0 * ip(Y, X)[r],
    where=[IP],
    by=[at("ip", X, Y, r), at("ip", Y, X, r), *products((X[r], Y[r]))],
)
SYMMETRIC = lemma(
    "the mean inner product is symmetric",
    LINEAR,
    mean(X, Y) == mean(Y, X),
    where=[IP],
    by=[_turned.at().every(r), at("linear", ip(Y, X), ip(Y, X), ip(X, Y), z3.RealVal(0))],
)
SQUARE = lemma(
    "the mean square of a random sum",
    {**LINEAR, **IS_SUM},
    mean(Z, Z) == mean(X, X) + 2 * a * mean(X, Y) + a * a * mean(Y, Y),
    where=[IP],
    by=[
        [BILINEAR.at(T_=Z), BILINEAR.at(T_=X), BILINEAR.at(T_=Y)],
        [SYMMETRIC.at(X_=X, Y_=Z), SYMMETRIC.at(X_=Y, Y_=Z), SYMMETRIC.at(X_=X, Y_=Y)],
    ],
)
_silent = lemma(
    "a vector that is always 0",
    {"null": z3.ForAll([r, x], dot(Z[r], x) == 0)},
    ip(Z, T)[r] == ip(Z, T)[r] + 1 * ip(Z, T)[r],
    where=[IP],
    by=[at("null", r, T[r]), at("ip", Z, T, r)],
)
NULL = lemma(
    "the mean inner product with 0",
    {**LINEAR, "null": z3.ForAll([r, x], dot(Z[r], x) == 0)},
    mean(Z, T) == 0,
    where=[IP],
    by=[_silent.at().every(r), at("linear", *[ip(Z, T)] * 3, z3.RealVal(1))],
)
_many = lemma(
    "a multiple for every outcome",
    {"multiple": z3.ForAll([r], H[r] == a * G[r])},
    H[r] == G[r] + (a - 1) * G[r],
    by=[at("multiple", r)],
)
MULTIPLE = lemma(
    "the mean of a multiple",
    {**LINEAR, "multiple": z3.ForAll([r], H[r] == a * G[r])},
    E(H) == a * E(G),
    by=[_many.at().every(r), at("linear", G, G, H, a - 1)],
)

# --- the draws: of each user, then of all users in one step -----------------------------------------------------------

noise, noises = z3.Function("noise", Int, Int, Vectors), z3.Function("noises", Int, Int, Vectors)
always = z3.Function("always", V, Vectors)
sum_noise = z3.Function("sum_noise", Coin, Int, Int, V)
squares, Var = z3.Function("squares", Int, Int, Real), z3.Function("Var", Int, Real)
all_var = z3.Function("all_var", Int, Real)
SIZES = {"local-sizes": z3.ForAll([i], n_i(i) >= 1)}


def deviation(i, z):
    """y x of a record of user i, less the mean of y x of its records."""
    return minus(signed(z), scale(1 / z3.ToReal(n_i(i)), yx(i, n_i(i))))


DRAWS = [
    YX,
    IP,
    equal_to(always, lambda v, r: v),
    equal_to(noise, lambda i, t, r: deviation(i, drawn(r, i, t))),
    running(sum_noise, lambda r, t, i: deviation(i, drawn(r, i, t))),
    equal_to(noises, lambda t, k, r: sum_noise(r, t, k)),
    counting(squares, lambda i, j: dot(deviation(i, held(i, j)), deviation(i, held(i, j)))),
    equal_to(Var, lambda i: squares(i, n_i(i)) / z3.ToReal(n_i(i))),
    counting(all_var, lambda i: Var(i)),
]


def drawn_by(i, t):
    return z3.And(0 <= i, i < users, 0 <= t, t < M)


UNIFORM = {
    "uniform-draws": z3.ForAll(
        [i, t, v],
        z3.Implies(
            drawn_by(i, t),
            z3.And(mean(noise(i, t), always(v)) == 0, mean(noise(i, t), noise(i, t)) == Var(i)),
        ),
    ),
    "independent-draws": z3.ForAll(
        [i, t, j, s],
        z3.Implies(
            z3.And(drawn_by(i, t), drawn_by(j, s), z3.Or(i != j, t != s)), mean(noise(i, t), noise(j, s)) == 0
        ),
    ),
}
PROBABILITY = {**SIZES, **LINEAR, **UNIFORM}
_one_more = lemma(
    "one more user",
    {"users": k >= 0, **SIZES},
    dot(noises(t, k + 1)[r], x) == dot(noises(t, k)[r], x) + 1 * dot(noise(k, t)[r], x),
    where=DRAWS,
    by=[
        [at("noises", t, k + 1, r), at("noises", t, k, r), at("noise", k, t, r), at("sum_noise", r, t, k)],
        *against(x, add(sum_noise(r, t, k), deviation(k, drawn(r, k, t)))),
    ],
)
_none = lemma(
    "no user",
    SIZES,
    dot(noises(t, 0)[r], x) == 0,
    where=DRAWS,
    by=against(x, zero),
)
_grown = {"Z_": noises(t, k + 1), "X_": noises(t, k), "Y_": noise(k, t), "a": 1}
_nothing = [_none.at().every(r, x)]
_more = [_one_more.at().every(r, x)]
IN_RANGE = {"step": z3.And(0 <= t, t < M)}
WITH_ONE = induct(
    "the noises of some users and of another one, or of another step",
    k,
    {**PROBABILITY, **IN_RANGE, "other": drawn_by(j, s)},
    z3.Implies(z3.And(k <= users, z3.Or(s != t, j >= k)), mean(noises(t, k), noise(j, s)) == 0),
    where=DRAWS,
    base=[*_nothing, NULL.at(Z_=noises(t, 0), T_=noise(j, s))],
    step=[*_more, BILINEAR.at(**_grown, T_=noise(j, s)), at("independent-draws", k, t, j, s)],
)
_k2 = z3.Int("k2")
_apart = discharge("noises apart", WITH_ONE, "other")
_within = lemma(
    "noises of the users before, or of another step",
    {**PROBABILITY, **IN_RANGE, "users": _k2 >= 0},
    z3.Implies(
        z3.And(drawn_by(j, s), _k2 <= users, z3.Or(s != t, j >= _k2)), mean(noises(t, _k2), noise(j, s)) == 0
    ),
    where=DRAWS,
    by=[_apart.at(k=_k2)],
)
_both = {"Z_": noises(s, k + 1), "X_": noises(s, k), "Y_": noise(k, s), "a": 1}
WITH_STEP = induct(
    "the noises of two steps",
    k,
    {**PROBABILITY, **IN_RANGE, "other": z3.And(0 <= s, s < M, s != t), "users": users >= 1},
    z3.Implies(k <= users, mean(noises(s, k), noises(t, users)) == 0),
    where=DRAWS,
    base=[_none.at(t=s).every(r, x), NULL.at(Z_=noises(s, 0), T_=noises(t, users))],
    step=[
        [_one_more.at(t=s).every(r, x), BILINEAR.at(**_both, T_=noises(t, users))],
        SYMMETRIC.at(X_=noise(k, s), Y_=noises(t, users)),
        _within.at(j=k, k2=users),
    ],
)
VARIANCES = induct(
    "the noises of a step",
    k,
    {**PROBABILITY, **IN_RANGE},
    z3.Implies(k <= users, mean(noises(t, k), noises(t, k)) == all_var(k)),
    where=DRAWS,
    base=[*_nothing, NULL.at(Z_=noises(t, 0), T_=noises(t, 0))],
    step=[
        *_more,
        SQUARE.at(**_grown),
        _within.at(j=k, s=t, k2=k),
        at("uniform-draws", k, t, v),
        at("all_var", k),
    ],
)
MEANS = induct(
    "the noises of a step have mean 0",
    k,
    {**PROBABILITY, **IN_RANGE},
    z3.Implies(k <= users, mean(noises(t, k), always(v)) == 0),
    where=DRAWS,
    base=[*_nothing, NULL.at(Z_=noises(t, 0), T_=always(v))],
    step=[*_more, BILINEAR.at(**_grown, T_=always(v)), at("uniform-draws", k, t, v)],
)

# --- all steps: B(t+1) = B(t) + 2(t+1) noises(t), W(t+1) = W(t) + B(t+1)/(t+1) ------------------------------------------

B, W = z3.Function("B_t", Coin, Int, V), z3.Function("W_t", Coin, Int, V)
sum_b, sum_w = z3.Function("B_", Int, Vectors), z3.Function("W_", Int, Vectors)
harmonic = z3.Function("harmonic", Int, Real)
STEPS = [
    *DRAWS,
    running(B, lambda r, t: scale(2 * (z3.ToReal(t) + 1), sum_noise(r, t, users))),
    running(W, lambda r, t: scale(1 / (z3.ToReal(t) + 1), B(r, t + 1))),
    equal_to(sum_b, lambda t, r: B(r, t)),
    equal_to(sum_w, lambda t, r: W(r, t)),
]
HARMONIC = {  # harmonic(t) = 1 + 1/2 + ... + 1/t
    "harmonic": z3.ForAll(
        [t], z3.Implies(t <= M, harmonic(t) == z3.If(t <= 0, 0, harmonic(t - 1) + 1 / z3.ToReal(t)))
    )
}
_t = z3.ToReal(t)
_drawn = noises(t, users)
_next_b = lemma(
    "one more step of B",
    {"time": t >= 0, **SIZES},
    dot(sum_b(t + 1)[r], x) == dot(sum_b(t)[r], x) + 2 * (_t + 1) * dot(_drawn[r], x),
    where=STEPS,
    by=[
        [at("B_", t + 1, r), at("B_", t, r), at("noises", t, users, r), at("B_t", r, t)],
        against(x, add(B(r, t), scale(2 * (_t + 1), sum_noise(r, t, users)))),
    ],
)
_next_w = lemma(
    "one more step of W",
    {"time": t >= 0, **SIZES},
    dot(sum_w(t + 1)[r], x) == dot(sum_w(t)[r], x) + 1 / (_t + 1) * dot(sum_b(t + 1)[r], x),
    where=STEPS,
    by=[
        [at("W_", t + 1, r), at("W_", t, r), at("B_", t + 1, r), at("W_t", r, t)],
        against(x, add(W(r, t), scale(1 / (_t + 1), B(r, t + 1)))),
    ],
)
_zeros = lemma(
    "B and W start at 0",
    SIZES,
    z3.And(dot(sum_b(0)[r], x) == 0, dot(sum_w(0)[r], x) == 0),
    where=STEPS,
    by=[*against(x, zero)],
)
_to_b = {"Z_": sum_b(t + 1), "X_": sum_b(t), "Y_": _drawn, "a": 2 * (_t + 1)}
_to_w = {"Z_": sum_w(t + 1), "X_": sum_w(t), "Y_": sum_b(t + 1), "a": 1 / (_t + 1)}
_steps = [_next_b.at().every(r, x), _next_w.at().every(r, x), _t + 1 > 0]
_no_steps = [_zeros.at().every(r, x)]
_later = noises(s, users)
_two_steps = discharge("noises of two steps", WITH_STEP, "other", "step")
LATER = induct(
    "draws do not depend on the steps before",
    t,
    {**PROBABILITY, **USERS, "later": z3.And(0 <= s, s < M)},
    z3.Implies(t <= s, z3.And(mean(sum_b(t), _later) == 0, mean(sum_w(t), _later) == 0)),
    where=STEPS,
    base=[*_no_steps, NULL.at(Z_=sum_b(0), T_=_later), NULL.at(Z_=sum_w(0), T_=_later)],
    step=[
        [*_steps, BILINEAR.at(**_to_b, T_=_later), BILINEAR.at(**_to_w, T_=_later)],
        _two_steps.at(k=users, s=t, t=s),
    ],
)
_means = discharge("noises of a step, mean 0", MEANS, "step")
CENTRED = induct(
    "B and W have mean 0",
    t,
    {**PROBABILITY, **USERS},
    z3.Implies(t <= M, z3.And(mean(sum_b(t), always(v)) == 0, mean(sum_w(t), always(v)) == 0)),
    where=STEPS,
    base=[*_no_steps, NULL.at(Z_=sum_b(0), T_=always(v)), NULL.at(Z_=sum_w(0), T_=always(v))],
    step=[
        [*_steps, BILINEAR.at(**_to_b, T_=always(v)), BILINEAR.at(**_to_w, T_=always(v))],
        _means.at(k=users),
    ],
)
_total = all_var(users)
_variances = discharge("noises of a step, squared", VARIANCES, "step")
_not_later = discharge("draws do not depend on the steps before it", LATER, "later")
MOMENTS = induct(
    "mean squares of B and W",
    t,
    {**PROBABILITY, **USERS, **HARMONIC},
    z3.Implies(
        t <= M,
        z3.And(
            mean(sum_b(t), sum_b(t)) == z3.Q(2, 3) * _t * (_t + 1) * (2 * _t + 1) * _total,
            mean(sum_w(t), sum_b(t)) == _t * (4 * _t * _t + 15 * _t + 17) / 9 * _total,
            mean(sum_w(t), sum_w(t)) == formulas.sgdwa_moment(_t, harmonic(t)) * _total,
        ),
    ),
    where=STEPS,
    base=[
        [*_no_steps, NULL.at(Z_=sum_b(0), T_=sum_b(0)), NULL.at(Z_=sum_w(0), T_=sum_b(0))],
        [NULL.at(Z_=sum_w(0), T_=sum_w(0)), at("harmonic", z3.IntVal(0))],
    ],
    step=[
        [*_steps, _variances.at(k=users), _not_later.at(s=t), at("harmonic", t + 1)],
        [SQUARE.at(**_to_b), SQUARE.at(**_to_w)],
        [BILINEAR.at(**_to_w, T_=sum_b(t + 1)), BILINEAR.at(**_to_b, T_=sum_w(t))],
        [SYMMETRIC.at(X_=sum_w(t), Y_=sum_b(t + 1)), SYMMETRIC.at(X_=sum_w(t), Y_=sum_b(t))],
        SYMMETRIC.at(X_=sum_w(t), Y_=_drawn),
    ],
)

_w, _n = z3.ToReal(users), z3.ToReal(n_i(0))

# --- where all hinges are active the objective is quadratic -----------------------------------------------------------

FALLING = {"falling": z3.ForAll([one], z3.Implies(one <= end, loss(one) == 1 - one))}
_record = held(i, k)
_linear = induct(
    "losses on the linear part",
    k,
    {**FALLING, "margins": on_linear_part(v, i)},
    losses(v, i, k) == z3.ToReal(k) - dot(yx(i, k), v),
    where=[LOSSES, YX],
    base=[at("losses", v, i), at("yx", i), *against(v, zero)],
    step=[
        [at("losses", v, i, k), at("yx", i, k), at("margins", k), at("falling", margin(v, _record))],
        [*against(v, add(yx(i, k), signed(_record))), *products((signed(_record), v))],
    ],
)
_all_linear = induct(
    "losses of all users on the linear part",
    k,
    {**FALLING, **SIZES, "margins": every(i, on_linear_part(v, i))},
    all_losses(v, k) == count(k) - dot(all_yx(k), v),
    where=WHERE,
    base=[at("all_losses", v), *against(v, zero)],
    step=[
        [at("all_losses", v, k), at("all_yx", k), at("count", k), at("local-sizes", k), at("margins", k)],
        [_linear.at(i=k, k=n_i(k)), *against(v, add(all_yx(k), yx(k, n_i(k))))],
    ],
)
_value = lemma(
    "the objective on the linear part",
    {**CURVED, **USERS, **FALLING, **SIZES, "margins": every(i, on_linear_part(v, i))},
    together(v) == mu / 2 * dot(v, v) + 1 - mu * dot(central_mean, v),
    where=WHERE,
    by=[COUNTED.at(k=users), _all_linear.at(k=users), IS_MEAN.at(S=all_yx(users), N=count(users))],
)
_difference = lemma(
    "the square of a difference",
    {},
    dot(minus(v, x), minus(v, x)) == dot(v, v) - 2 * dot(x, v) + dot(x, x),
    by=expand(minus(v, x)),
)
_far = minus(v, central_mean)
_excess = lemma(
    "the excess on the linear part",
    {
        **_value.given,
        "margins": z3.And(every(i, on_linear_part(v, i)), every(i, on_linear_part(central_mean, i))),
        **CENTRAL_MODEL,
        "best": together(central) >= together(central_mean),
    },
    together(v) - together(central) == mu / 2 * dot(_far, _far),
    where=WHERE,
    by=[
        [COUNTED.at(k=users), _value, _value.at(v=central_mean), at("central-minimum", central_mean)],
        _difference.at(x=central_mean),
    ],
)
_falls = lemma("up to 1 the hinge is a line", {}, z3.Implies(one <= 1, formulas.hinge(one, NUM) == 1 - one))
HINGE = {"loss": lambda z: formulas.hinge(z, NUM), "mu": 2 * Lambda, "end": z3.RealVal(1)}


def of_hinge(name, theorem, meets, given, by):
    return instance(
        name, theorem, meets=meets, given=given, by=[*by, 2 * Lambda > 0, COUNTED.at(k=users)], **HINGE
    )


_regularized = {"regularized": Lambda > 0}
_best = of_hinge(
    "the class mean is the best HingeSVM",
    CENTRAL_MINIMUM,
    ["curved", "linear-part"],
    _regularized,
    [HINGE_SUPPORT.at().every(one, two)],
)
EXCESS = of_hinge(
    "the excess of a HingeSVM with all hinges active",
    _excess,
    ["curved", "falling"],
    _regularized,
    [_falls.at().every(one)],
)

# --- the averaged model is a weighted sum of what was drawn --------------------------------------------------------------

star = z3.substitute(central_mean, (mu, 2 * Lambda))
DEFINED = [COUNT, *STEPS, ALL_YX, *TOTALS]
RUNS = {**{slug: p for slug, p in LEARNER.items()}, **USERS, **SIZES, **EQUAL_SIZES}
_noise_sum = induct(
    "what the users drew, less their means",
    k,
    {**SIZES, **EQUAL_SIZES},
    dot(sum_noise(r, t, k), x) == dot(sum_u(r, t, k), x) - 1 / _n * dot(all_yx(k), x),
    where=DEFINED,
    base=[at("sum_noise", r, t), at("sum_yx", r, t), *against(x, zero)],
    step=[
        [at("sum_noise", r, t, k), at("sum_yx", r, t, k), at("all_yx", k), at("equal-sizes", k)],
        at("local-sizes", k),
        against(x, add(sum_noise(r, t, k), deviation(k, drawn(r, k, t)))),
        against(x, add(sum_u(r, t, k), signed(drawn(r, k, t))), add(all_yx(k), yx(k, n_i(k)))),
    ],
)
_centre = lemma(
    "the sum of the users' means",
    {"regularized": Lambda > 0, **USERS, **SIZES, **EQUAL_SIZES},
    1 / _n * dot(all_yx(users), x) == 2 * Lambda * _w * dot(star, x),
    where=[COUNT, YX, ALL_YX],
    by=[
        [at("local-sizes", 0), EQUAL_COUNTS.at(k=users)],
        IS_MEAN.at(mu=2 * Lambda, S=all_yx(users), N=count(users), v=x),
    ],
)
_p, _q, _b = z3.Reals("p q b_")
_divided = lemma("a divided equation", {"divisor": _p > 0, "equation": _p * _q == _b}, 1 / _p * _b == _q)
_A, _Anext, _Fnext, _sum, _W, _Wnext = z3.Reals("A A1 F1 s W W1")
_next_average = lemma(
    "one more iterate in the average",
    {
        "average": (_p + 3) * _Anext == (_p + 1) * _A + 2 * _Fnext,
        "before": Lambda * ((_p + 1) * (_p + 2)) * (_A - _sum) == _W - 2 * Lambda * _sum,
        "next": _Wnext == _W + 2 * Lambda * (_p + 2) * (_Fnext - _sum),
    },
    Lambda * ((_p + 2) * (_p + 3)) * (_Anext - _sum) == _Wnext - 2 * Lambda * _sum,
)
_t = z3.ToReal(t)
_Ft, _At = sum_f(r, t, users), sum_avg(r, t, users)
_F1, _A1 = sum_f(r, t + 1, users), sum_avg(r, t + 1, users)
_s = _w * dot(star, x)
TRACKED = induct(
    "iterates and averages are weighted sums of the draws",
    t,
    RUNS,
    z3.And(
        2 * Lambda * (_t * (_t + 1)) * (dot(_Ft, x) - _s) == dot(B(r, t), x),
        Lambda * ((_t + 1) * (_t + 2)) * (dot(_At, x) - _s) == dot(W(r, t), x) - 2 * Lambda * _s,
    ),
    where=DEFINED,
    base=[COUNTED.at(k=users), STARTS.at(k=users), at("B_t", r), at("W_t", r), *against(x, zero)],
    step=[
        [COUNTED.at(k=users), SUMS.at(k=users), _noise_sum.at(k=users), _centre, at("B_t", r, t)],
        at("W_t", r, t),
        against(x, add(B(r, t), scale(2 * (_t + 1), sum_noise(r, t, users)))),
        against(x, add(W(r, t), scale(1 / (_t + 1), B(r, t + 1)))),
        Lambda * (1 / Lambda) == 1,
        2 * Lambda * ((_t + 1) * (_t + 2)) * (dot(_F1, x) - _s) == dot(B(r, t + 1), x),
        _divided.at(p=_t + 1, q=2 * Lambda * (_t + 2) * (dot(_F1, x) - _s), b_=dot(B(r, t + 1), x)),
        dot(W(r, t + 1), x) == dot(W(r, t), x) + 1 / (_t + 1) * dot(B(r, t + 1), x),
        _next_average.at(
            **{"p": _t, "A": dot(_At, x), "A1": dot(_A1, x), "F1": dot(_F1, x), "s": _s},
            **{"W": dot(W(r, t), x), "W1": dot(W(r, t + 1), x)},
        ),
    ],
)

# --- the exact excess -------------------------------------------------------------------------------------------------------

excess, gap = z3.Const("excess", Random), z3.Const("gap", Vectors)
_M = z3.ToReal(M)
_model = scale(1 / _w, sum_avg(r, M, users))
_scale = Lambda * ((_M + 1) * (_M + 2)) * _w
_hinge_where = {d.symbol.name(): d for d in EXCESS.where}
LOSS = [_hinge_where["losses"], _hinge_where["all_losses"]]
OBJECTIVE = EXCESS.shows.arg(0)  # of v and of the central model
GAP = equal_to(gap.decl(), lambda r: add(W(r, M), scale(-(2 * Lambda * _w), star)))
EXCESSES = equal_to(
    excess.decl(), lambda r: z3.substitute(OBJECTIVE, (v, scale(1 / _w, sum_avg(r, M, users))))
)
HINGE_CENTRAL = {"central-minimum": EXCESS.given["central-minimum"]}
ALL = [*DEFINED, *LOSS, EXCESSES, GAP]
STEPPED = {"steps-made": M >= 0}
_both_short = lemma(
    "the averaged model is short",
    {**RUNS, **STEPPED},
    norm(_model) <= shortest,
    where=DEFINED,
    by=[
        [SHORT_SUM.at(t=M, k=users), LONGER.at(r=1 / _w, x=sum_avg(r, M, users))],
        SCALES.at(a=1 / _w, b=norm(sum_avg(r, M, users)), c=_w * shortest),
        1 / _w * (_w * shortest) == shortest,
    ],
)
_a = z3.Real("a")
_less = lemma(
    "inner products of a difference",
    {},
    z3.And(
        dot(add(v, scale(-_a, z)), x) == dot(v, x) - _a * dot(z, x),
        dot(minus(v, z), x) == dot(v, x) - dot(z, x),
    ),
    by=against(x, add(v, scale(-_a, z)), minus(v, z)),
)
_far = minus(_model, star)
_quadratic = lemma(
    "the excess of the averaged model",
    {**RUNS, **STEPPED, **HINGE_CENTRAL},
    excess[r] == Lambda * dot(_far, _far),
    where=ALL,
    by=[
        [COUNTED.at(k=users), _both_short, at("excess", r)],
        SMALL_MARGIN.at(m=_model, mu=2 * Lambda, end=1).every(zi),
        _central_margins.at(mu=2 * Lambda, end=1).every(zi),
        [_best.at(v=central), positive(minus(central, star))],
        EXCESS.at(v=_model),
    ],
)
_tracked = lemma(
    "the distance of the averaged model, in inner products",
    {**RUNS, **STEPPED},
    _scale * dot(_far, x) == dot(gap[r], x),
    where=ALL,
    by=[
        [COUNTED.at(k=users), TRACKED.at(t=M), at("gap", r)],
        [*against(x, scale(1 / _w, sum_avg(r, M, users))), _less.at(v=_model, z=star, a=1)],
        _less.at(v=W(r, M), z=star, a=2 * Lambda * _w),
    ],
)
_squares = lemma(
    "the squared distance of the averaged model",
    {**RUNS, **STEPPED},
    _scale * _scale * dot(_far, _far) == dot(gap[r], gap[r]),
    where=ALL,
    by=[
        [COUNTED.at(k=users), _tracked.at(x=_far), _tracked.at(x=gap[r])],
        MODELS.SYMMETRIC.at(x=gap[r], y=_far),
    ],
)
_each = lemma(
    "the excess in terms of the draws",
    {**RUNS, **STEPPED, **HINGE_CENTRAL},
    excess[r] == Lambda / (_scale * _scale) * ip(gap, gap)[r],
    where=ALL,
    by=[_quadratic, _squares, at("ip", gap, gap, r)],
)
_sum_of = lemma(
    "the distance is noise less the start",
    {"regularized": Lambda > 0, **USERS, **SIZES},
    dot(gap[r], x) == dot(sum_w(M)[r], x) + -(2 * Lambda * _w) * dot(always(star)[r], x),
    where=[*DEFINED, GAP],
    by=[
        [COUNTED.at(k=users), at("gap", r), at("W_", M, r), at("always", star, r)],
        _less.at(v=W(r, M), z=star, a=2 * Lambda * _w),
    ],
)
_same_square = lemma(
    "the square of what is always the same",
    {"regularized": Lambda > 0, **USERS, **SIZES},
    ip(always(star), always(star))[r] == dot(star, star),
    where=DEFINED,
    by=[COUNTED.at(k=users)],
)
CHANCES = {**PROBABILITY, **CONSTANT, **HARMONIC}
_ss = dot(star, star)
_bias, _variance = formulas.sgdwa_bias(_M), formulas.sgdwa_variance(_M, harmonic(M))
_P = formulas.sgdwa_moment(_M, harmonic(M))
_V, _m, _K = z3.Reals("V_ m_ K_")
_collected = lemma(
    "bias and variance",
    {"positive": z3.And(Lambda > 0, _K > 0, _p >= 1)},
    Lambda / (Lambda * _K * _p * (Lambda * _K * _p)) * (_q * _V + 4 * Lambda * Lambda * _p * _p * _m)
    == Lambda
    * ((2 / _K) * (2 / _K) * _m + _q * ((2 / _K) * (2 / _K)) * (_V / (4 * Lambda * Lambda * _p)) / _p),
)
_scaled = lemma("equal numbers, scaled", {"equal": _p == _q}, _V * _p == _V * _q)
EXACT = lemma(
    "the expected excess of averaged HingeSVM-SGDWA",
    {
        slug: premise
        for slug, premise in {**RUNS, **CHANCES, **HINGE_CENTRAL, **STEPPED}.items()
        if slug != "regularized"  # Λ > c^2/2 is enough
    },
    E(excess) == Lambda * (_bias**2 * _ss + _variance * (all_var(users) / (4 * Lambda * Lambda * _w)) / _w),
    where=ALL,
    by=[
        COUNTED.at(k=users),
        [_each.at().every(r), MULTIPLE.at(H_=excess, G_=ip(gap, gap), a=Lambda / (_scale * _scale))],
        _sum_of.at().every(r, x),
        SQUARE.at(Z_=gap, X_=sum_w(M), Y_=always(star), a=-(2 * Lambda * _w)),
        [CENTRED.at(t=M, v=star), MOMENTS.at(t=M), _same_square.at().every(r)],
        at("constants", ip(always(star), always(star)), _ss),
        _mean := mean(gap, gap) == _P * all_var(users) + 4 * Lambda * Lambda * _w * _w * _ss,
        _scaled.at(p=_mean.arg(0), q=_mean.arg(1), V_=Lambda / (_scale * _scale)),
        _collected.at(K_=(_M + 1) * (_M + 2), p=_w, q=_P, V_=all_var(users), m_=_ss),
    ],
)

# --- at most c^2/(4Λ) max(32/(27 w M), bias^2) ----------------------------------------------------------------------------

p = z3.Const("p", V)
_own = scale(1 / z3.ToReal(n_i(i)), yx(i, n_i(i)))
_z = held(i, k)
_spread = lemma(
    "the square of a deviation",
    {**RECORDS},
    dot(minus(signed(zi), p), minus(signed(zi), p)) <= c * c - 2 * dot(signed(zi), p) + dot(p, p),
    by=[
        [_difference.at(v=signed(zi), x=p), *products((p, signed(zi))), SIGNED, length(signed(zi))],
        [SCALES.at(a=norm(signed(zi)), b=norm(signed(zi)), c=c), SCALES.at(a=c, b=norm(signed(zi)), c=c)],
    ],
)
_user_squares = induct(
    "squared deviations of a user",
    k,
    {**RECORDS, **SIZES},
    squares(i, k) <= z3.ToReal(k) * (c * c + dot(_own, _own)) - 2 * dot(yx(i, k), _own),
    where=DEFINED,
    base=[at("squares", i), at("yx", i), *against(_own, zero)],
    step=[
        [at("squares", i, k), at("yx", i, k), at("local-sizes", i), _spread.at(z_i=_z, p=_own)],
        against(_own, add(yx(i, k), signed(_z))),
    ],
)
_variance_of = lemma(
    "the variance of a user",
    {**RECORDS, **SIZES},
    Var(i) <= c * c - 2 * dot(_own, p) + dot(p, p),
    where=DEFINED,
    by=[
        [at("Var", i), at("local-sizes", i), _user_squares.at(k=n_i(i))],
        [positive(minus(_own, p)), _difference.at(v=_own, x=p), MODELS.SYMMETRIC.at(x=p, y=_own)],
        [MODELS.MULTIPLES.at(r=1 / z3.ToReal(n_i(i)), x=yx(i, n_i(i)), z=_own)],
        dot(yx(i, n_i(i)), _own) == z3.ToReal(n_i(i)) * dot(_own, _own),
    ],
)
_all_variances = induct(
    "the variances of all users",
    k,
    {**RECORDS, **SIZES, **EQUAL_SIZES},
    all_var(k) <= z3.ToReal(k) * (c * c + dot(p, p)) - 2 / _n * dot(all_yx(k), p),
    where=DEFINED,
    base=against(p, zero),
    step=[
        [at("all_var", k), at("all_yx", k), at("equal-sizes", k), at("local-sizes", 0), _variance_of.at(i=k)],
        against(p, add(all_yx(k), yx(k, n_i(k))), z3.substitute(_own, (i, k))),
    ],
)
_double = scale(2 * Lambda, star)
_few = lemma(
    "the mean variance and the length of the class mean",
    {"regularized": Lambda > 0, **USERS, **RECORDS, **SIZES, **EQUAL_SIZES},
    z3.And(
        all_var(users) <= _w * (c * c - 4 * Lambda * Lambda * _ss),
        4 * Lambda * Lambda * _ss <= c * c,
        _ss >= 0,
    ),
    where=DEFINED,
    by=[
        [COUNTED.at(k=users), at("local-sizes", 0)],
        [_short_sums.at(k=users), LENGTH_OF_MEAN.at(mu=2 * Lambda, S=all_yx(users), N=count(users))],
        length(star),
        [_all_variances.at(k=users, p=_double), _centre.at(x=_double)],
        [MODELS.MULTIPLES.at(r=2 * Lambda, x=star, z=star), MODELS.SYMMETRIC.at(x=star, y=_double)],
        MODELS.MULTIPLES.at(r=2 * Lambda, x=star, z=_double),
    ],
)
_sum_of_inverses = induct(
    "the harmonic number",
    t,
    HARMONIC,
    z3.Implies(t <= M, z3.And(harmonic(t) >= 0, harmonic(t) <= z3.ToReal(t))),
    step=[at("harmonic", t + 1), 1 / (z3.ToReal(t) + 1) <= 1],
)
_Mr = z3.Real("M_")
_b2, _top = z3.Reals("b2 top_")
_limit = lemma(
    "bias and variance below the larger of their factors",
    {
        "positive": z3.And(
            Lambda > 0, _p >= 1, _b2 >= 0, _q >= 0, _m >= 0, 4 * Lambda * Lambda * _m <= c * c
        ),
        "variance": _V <= _p * (c * c - 4 * Lambda * Lambda * _m),
        "factors": z3.And(_b2 <= _top, _q / _p <= _top),
    },
    Lambda * (_b2 * _m + _q * (_V / (4 * Lambda * Lambda * _p)) / _p) <= c * c / (4 * Lambda) * _top,
)
_larger = NUM.max(32 / (27 * _w * _M), _bias**2)
_at_least_one = {"steps-made": M >= 1}
RATE = {**EXACT.given, **_at_least_one}
BOUND = lemma(
    "the expected excess is at most c^2/(4Λ) max(32/(27wM), bias^2)",
    RATE,
    E(excess) <= c**2 / (4 * Lambda) * _larger,
    where=ALL,
    by=[
        [EXACT, _few],
        _sum_of_inverses.at(t=M),
        [SCALES.at(a=1 / _w, b=_variance, c=32 / (27 * _M)), _variance / _w <= 32 / (27 * _w * _M)],
        _limit.at(p=_w, b2=_bias**2, q=_variance, m_=_ss, V_=all_var(users), top_=_larger),
    ],
)
_W = z3.Real("w_")
CONVERGES = lemma(
    "the expected excess is of order 1/M",
    RATE,
    E(excess) <= c**2 / Lambda / _M,
    where=ALL,
    by=[BOUND, SCALES.at(a=c * c / (4 * Lambda), b=_larger, c=4 / _M)],
)
_enough = lemma(
    "up to 8M^3/27 users the variance is the larger factor",
    {"steps": _Mr >= 1, "users": z3.And(_W >= 1, _W <= 8 * _Mr**3 / 27)},
    formulas.sgdwa_bias(_Mr) ** 2 <= 32 / (27 * _W * _Mr),
)
CLOSED = lemma(
    "up to 8M^3/27 users have the rate of wM steps",
    {**{slug: RATE[slug] for slug in RATE if slug != "steps-made"}, "enough-steps": _w <= 8 * _M**3 / 27},
    E(excess) <= 8 * c**2 / (27 * Lambda * _w * _M),
    where=ALL,
    by=[_w >= 1, _M >= 1, COUNTED.at(k=users), (_M + 1) * (_M + 2) > 0, BOUND, _enough.at(M_=_M, w_=_w)],
)

# --- joint models: user 0 draws the record 1 or `low`, every other user holds the record 1; Λ = c = 1 ----------------------


def by_outcome(first, second):
    """A function of the outcome, by its two values."""
    return z3.Store(z3.K(BOOL, second), True, first)


def two_outcomes(low, steps):
    """The draws do not depend on the step, so every iterate is y x/2 of the drawn record. One step, or no variance."""
    low = z3.Q(*low)
    half = (1 - low) / 2  # user 0 is this far from its mean
    total = 3 + low  # of y x, over the four records
    drift = lambda t: number(t) * (number(t) + 3) / ((number(t) + 1) * (number(t) + 2))  # noqa: E731
    value = lambda z: when(z, 1, low)  # noqa: E731
    own = lambda r, i: value(z3.Or(r, i != 0)) / 2  # noqa: E731
    drawn_sum = lambda r, k: when(k <= 0, 0, value(r) + number(k) - 1)  # noqa: E731
    hinge = lambda z: formulas.hinge(z, NUM)  # noqa: E731
    noise = lambda r, size: when(r, size, -size)  # noqa: E731
    b = lambda t: half * number(t) * (number(t) + 1)  # noqa: E731
    w = lambda t: half * number(t) * (number(t) + 3) / 2  # noqa: E731
    last = z3.IntVal(steps)
    gaps = [sign * w(last) - total / 2 for sign in (1, -1)]
    return {
        **{**LINE, "users": 2, "M": steps, "c": 1, "Lambda": 1, "R": 1, "central": total / 8},
        "E": lambda F: (F[True] + F[False]) / 2,
        "ip": lambda X, Y: by_outcome(X[True] * Y[True], X[False] * Y[False]),
        "held": lambda i, j: z3.Or(i != 0, j <= 0),
        "record": value,
        "label": lambda z: z3.RealVal(1),
        "n_i": lambda i: z3.IntVal(2),
        "count": lambda k: 2 * number(k),
        "yx": lambda i, k: when(z3.Or(k <= 0, i != 0), number(k), 1 + low * (number(k) - 1)),
        "all_yx": lambda k: when(k <= 0, 0, 2 * number(k) - (1 - low)),
        "losses": lambda f, i, k: when(
            z3.Or(k <= 0, i != 0), number(k) * hinge(f), hinge(f) + (number(k) - 1) * hinge(f * low)
        ),
        "all_losses": lambda f, k: when(k <= 0, 0, hinge(f * low) + (2 * number(k) - 1) * hinge(f)),
        "drawn": lambda r, i, t: z3.Or(r, i != 0),
        "f_t": lambda r, i, t: when(t <= 0, 0, own(r, i)),
        "moved_t": lambda r, i, t: own(r, i),
        "avg_t": lambda r, i, t: own(r, i) * drift(t),
        "sum_f": lambda r, t, k: when(t <= 0, 0, drawn_sum(r, k) / 2),
        "sum_avg": lambda r, t, k: drawn_sum(r, k) / 2 * drift(t),
        "sum_yx": lambda r, t, k: drawn_sum(r, k),
        "always": lambda v: z3.K(BOOL, v),
        "noise": lambda i, t: by_outcome(when(i == 0, half), when(i == 0, -half)),
        "noises": lambda t, k: by_outcome(when(k <= 0, 0, half), when(k <= 0, 0, -half)),
        "sum_noise": lambda r, t, k: when(k <= 0, 0, noise(r, half)),
        "squares": lambda i, k: when(i == 0, number(k) * half * half),
        "Var": lambda i: when(i == 0, half * half),
        "all_var": lambda k: when(k <= 0, 0, half * half),
        "B_t": lambda r, t: noise(r, b(t)),
        "W_t": lambda r, t: noise(r, w(t)),
        "B_": lambda t: by_outcome(b(t), -b(t)),
        "W_": lambda t: by_outcome(w(t), -w(t)),
        "harmonic": lambda t: when(t <= 0, 0, when(t <= 1, 1, z3.Q(3, 2))),
        "gap": by_outcome(*gaps),
        "excess": by_outcome(*(g * g / (4 * ((steps + 1) * (steps + 2)) ** 2) for g in gaps)),
    }


ONE_STEP, TWO_STEPS = two_outcomes((1, 2), 1), two_outcomes((1, 1), 2)
OUTCOMES = {**SORTS, "Coin": BOOL}
STATES = [
    stated("ours:averaging_rate", EXACT, "statement", OUTCOMES, ONE_STEP),
    stated("ours:averaging_rate", BOUND, "statement", OUTCOMES, ONE_STEP),
    stated("cor:convergenceOfBlindlyAveraging", CONVERGES, "statement", OUTCOMES, ONE_STEP),
    stated("tab:realted_work_comp#utility", BOUND, "statement", OUTCOMES, ONE_STEP),
    stated("section:related-work#gap", CLOSED, "repair", OUTCOMES, TWO_STEPS),
]
