"""Expected squares of weighted sums of drawn records: only uncorrelated draws are needed, no axiom about probability.

`E` is any linear functional on the functions of the outcome r that keeps constants: the expectation over finitely many
outcomes. A random vector is a function of r, ip(X, Y) the function <X(r), Y(r)>. `noise(i, t)` is what the record of user i
in step t + 1 adds to its mean of y x. B and W are the sums that the iterates and their averages are made of.
"""

from __future__ import annotations

import z3

from proofs_check.averaging.class_means import YX, signed, yx
from proofs_check.averaging.drawn_runs import drawn
from proofs_check.averaging.users import held, i, j, k, n_i, users
from proofs_check.lemmas.numbers import Int, Real
from proofs_check.lemmas.probability import Coin, Random, r
from proofs_check.lemmas.spaces import V, add, against, dot, minus, products, scale, v, x, zero
from proofs_check.lemmas.sums import counting, running
from proofs_check.logic.rules import at, discharge, equal_to, induct, lemma
from reference import formulas

t, s, M = z3.Ints("t s M")
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
        [at("local-sizes", k), *against(x, add(sum_noise(r, t, k), deviation(k, drawn(r, k, t))))],
    ],
)
_none = lemma(
    "no user",
    SIZES,
    dot(noises(t, 0)[r], x) == 0,
    where=DRAWS,
    by=[at("noises", t, z3.IntVal(0), r), at("sum_noise", r, t), *against(x, zero)],
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
        z3.Or(k >= users, z3.And(k >= 0, k < users)),
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
        [at("W_", t + 1, r), at("W_", t, r), at("B_", t + 1, r), at("W_t", r, t), _t + 1 > 0],
        against(x, add(W(r, t), scale(1 / (_t + 1), B(r, t + 1)))),
    ],
)
_zeros = lemma(
    "B and W start at 0",
    SIZES,
    z3.And(dot(sum_b(0)[r], x) == 0, dot(sum_w(0)[r], x) == 0),
    where=STEPS,
    by=[
        [at("B_", z3.IntVal(0), r), at("W_", z3.IntVal(0), r), at("B_t", r), at("W_t", r), *against(x, zero)],
    ],
)
_to_b = {"Z_": sum_b(t + 1), "X_": sum_b(t), "Y_": _drawn, "a": 2 * (_t + 1)}
_to_w = {"Z_": sum_w(t + 1), "X_": sum_w(t), "Y_": sum_b(t + 1), "a": 1 / (_t + 1)}
_steps = [_next_b.at().every(r, x), _next_w.at().every(r, x), _t + 1 > 0]
_no_steps = [_zeros.at().every(r, x)]
USERS = {"users": users >= 1}
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
