"""ours:averaging_rate, cor:convergenceOfBlindlyAveraging, section:related-work#gap: how fast averaged HingeSVM-SGDWA converges.

Beyond the threshold the excess of the averaged model is Λ times its squared distance to the class mean, and this distance is a
weighted sum of the drawn records: a bias from the start at 0, and a variance that is divided by the number of users.
"""

from __future__ import annotations

from functools import partial

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
from proofs_check.averaging.drawn_moments import (
    CENTRED,
    CONSTANT,
    HARMONIC,
    MOMENTS,
    MULTIPLE,
    PROBABILITY,
    SIZES,
    SQUARE,
    STEPS,
    B,
    E,
    M,
    Var,
    Vectors,
    W,
    all_var,
    always,
    deviation,
    drawn,
    harmonic,
    ip,
    mean,
    squares,
    sum_noise,
    sum_w,
)
from proofs_check.averaging.drawn_runs import (
    LEARNER,
    SHORT_SUM,
    STARTS,
    SUMS,
    TOTALS,
    shortest,
    sum_avg,
    sum_f,
    sum_u,
    t,
)
from proofs_check.averaging.users import (
    COUNT,
    COUNTED,
    EQUAL_SIZES,
    USERS,
    count,
    every,
    held,
    i,
    k,
    mu,
    n_i,
    users,
)
from proofs_check.lemmas.line import BOOL, LINE, number, stated, when
from proofs_check.lemmas.numbers import NUM, SCALES
from proofs_check.lemmas.probability import Random, r
from proofs_check.lemmas.spaces import (
    MODELS,
    V,
    add,
    against,
    dot,
    expand,
    length,
    minus,
    norm,
    positive,
    products,
    scale,
    v,
    x,
    z,
    zero,
)
from proofs_check.lemmas.spaces import MULTIPLE as LONGER
from proofs_check.logic.derived import instance
from proofs_check.logic.rules import at, equal_to, induct, lemma
from proofs_check.objectives.huber_theorems import c, record
from proofs_check.objectives.mean_theorems import Lambda, zi
from reference import formulas

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
    by=[
        [COUNTED.at(k=users), _all_linear.at(k=users), IS_MEAN.at(S=all_yx(users), N=count(users))],
        count(users) * (1 / count(users)) == 1,
    ],
)
_apart = lemma(
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
        [_apart.at(x=central_mean), together(central) == together(central_mean)],
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
    base=[at("sum_noise", r, t), at("sum_yx", r, t), at("local-sizes", 0), *against(x, zero)],
    step=[
        [at("sum_noise", r, t, k), at("sum_yx", r, t, k), at("all_yx", k), at("equal-sizes", k)],
        [at("local-sizes", k), at("local-sizes", 0), z3.ToReal(n_i(k)) == _n],
        against(x, add(sum_noise(r, t, k), deviation(k, drawn(r, k, t)))),
        against(x, add(sum_u(r, t, k), signed(drawn(r, k, t))), add(all_yx(k), yx(k, n_i(k)))),
    ],
)
_counts = induct(
    "records of users of one size",
    k,
    EQUAL_SIZES,
    count(k) == _n * z3.ToReal(k),
    where=[COUNT],
    step=[at("count", k), at("equal-sizes", k)],
)
_centre = lemma(
    "the sum of the users' means",
    {"regularized": Lambda > 0, **USERS, **SIZES, **EQUAL_SIZES},
    1 / _n * dot(all_yx(users), x) == 2 * Lambda * _w * dot(star, x),
    where=[COUNT, YX, ALL_YX],
    by=[
        [at("local-sizes", 0), _n >= 1, _counts.at(k=users), count(users) > 0, 2 * Lambda > 0],
        IS_MEAN.at(mu=2 * Lambda, S=all_yx(users), N=count(users), v=x),
        [
            _n * (1 / _n) == 1,
            1 / _n * (2 * Lambda * (_n * _w) * dot(star, x)) == 2 * Lambda * _w * dot(star, x),
        ],
    ],
)
_p, _q, _b = z3.Reals("p q b_")
_divided = lemma(
    "a divided equation",
    {"divisor": _p > 0, "equation": _p * _q == _b},
    1 / _p * _b == _q,
    by=[1 / _p * _p == 1],
)
_A, _Anext, _Fnext, _sum, _W, _Wnext = z3.Reals("A A1 F1 s W W1")
_one_more = lemma(
    "one more iterate in the average",
    {
        "average": (_p + 3) * _Anext == (_p + 1) * _A + 2 * _Fnext,
        "before": Lambda * ((_p + 1) * (_p + 2)) * (_A - _sum) == _W - 2 * Lambda * _sum,
        "next": _Wnext == _W + 2 * Lambda * (_p + 2) * (_Fnext - _sum),
    },
    Lambda * ((_p + 2) * (_p + 3)) * (_Anext - _sum) == _Wnext - 2 * Lambda * _sum,
    by=[Lambda * (_p + 2) * ((_p + 3) * _Anext) == Lambda * (_p + 2) * ((_p + 1) * _A + 2 * _Fnext)],
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
        [
            COUNTED.at(k=users),
            SUMS.at(k=users),
            _noise_sum.at(k=users),
            _centre,
            at("B_t", r, t),
            at("W_t", r, t),
        ],
        against(x, add(B(r, t), scale(2 * (_t + 1), sum_noise(r, t, users)))),
        against(x, add(W(r, t), scale(1 / (_t + 1), B(r, t + 1)))),
        Lambda * (1 / Lambda) == 1,
        2 * Lambda * ((_t + 1) * (_t + 2)) * (dot(_F1, x) - _s) == dot(B(r, t + 1), x),
        _divided.at(p=_t + 1, q=2 * Lambda * (_t + 2) * (dot(_F1, x) - _s), b_=dot(B(r, t + 1), x)),
        dot(W(r, t + 1), x) == dot(W(r, t), x) + 1 / (_t + 1) * dot(B(r, t + 1), x),
        _one_more.at(
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
_values = partial(z3.substitute, OBJECTIVE)
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
        [_w >= 1, SHORT_SUM.at(t=M, k=users), LONGER.at(r=1 / _w, x=sum_avg(r, M, users))],
        [SCALES.at(a=1 / _w, b=norm(sum_avg(r, M, users)), c=_w * shortest), 1 / _w * _w == 1],
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
        [_w >= 1, COUNTED.at(k=users), _both_short, 2 * Lambda >= c * c, at("excess", r)],
        [
            SMALL_MARGIN.at(m=_model, mu=2 * Lambda, end=1).every(zi),
            _central_margins.at(mu=2 * Lambda, end=1).every(zi),
        ],
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
        [_w >= 1, COUNTED.at(k=users), TRACKED.at(t=M), at("gap", r)],
        [*against(x, scale(1 / _w, sum_avg(r, M, users))), _less.at(v=_model, z=star, a=1)],
        _less.at(v=W(r, M), z=star, a=2 * Lambda * _w),
        _w * dot(_model, x) == dot(sum_avg(r, M, users), x),
    ],
)
_squares = lemma(
    "the squared distance of the averaged model",
    {**RUNS, **STEPPED},
    _scale * _scale * dot(_far, _far) == dot(gap[r], gap[r]),
    where=ALL,
    by=[
        [
            _w >= 1,
            COUNTED.at(k=users),
            _tracked.at(x=_far),
            _tracked.at(x=gap[r]),
            MODELS.SYMMETRIC.at(x=gap[r], y=_far),
        ],
    ],
)
_each = lemma(
    "the excess in terms of the draws",
    {**RUNS, **STEPPED, **HINGE_CENTRAL},
    excess[r] == Lambda / (_scale * _scale) * ip(gap, gap)[r],
    where=ALL,
    by=[
        [_w >= 1, COUNTED.at(k=users), _quadratic, _squares, at("ip", gap, gap, r)],
        [(_M + 1) * (_M + 2) > 0, Lambda * ((_M + 1) * (_M + 2)) > 0, _scale > 0, _scale * _scale > 0],
        _divided.at(p=_scale * _scale, q=dot(_far, _far), b_=dot(gap[r], gap[r])),
    ],
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
    by=[COUNTED.at(k=users), at("ip", always(star), always(star), r), at("always", star, r)],
)
CHANCES = {**PROBABILITY, **CONSTANT, **HARMONIC}
_ww, _ss = mean(sum_w(M), sum_w(M)), dot(star, star)
_bias, _variance = formulas.sgdwa_bias(_M), formulas.sgdwa_variance(_M, harmonic(M))
_P = formulas.sgdwa_moment(_M, harmonic(M))
_V, _m, _K = z3.Reals("V_ m_ K_")
_collected = lemma(
    "bias and variance",
    {"positive": z3.And(Lambda > 0, _K > 0, _p >= 1)},
    Lambda / (Lambda * _K * _p * (Lambda * _K * _p)) * (_q * _V + 4 * Lambda * Lambda * _p * _p * _m)
    == Lambda
    * ((2 / _K) * (2 / _K) * _m + _q * ((2 / _K) * (2 / _K)) * (_V / (4 * Lambda * Lambda * _p)) / _p),
    by=[Lambda * _K * _p > 0, Lambda * _K * _p * (Lambda * _K * _p) > 0],
)
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
        [c * c >= 0, Lambda > 0, _w >= 1, COUNTED.at(k=users), (_M + 1) * (_M + 2) > 0],
        [_scale > 0, _scale * _scale > 0],
        [_each.at().every(r), MULTIPLE.at(H_=excess, G_=ip(gap, gap), a=Lambda / (_scale * _scale))],
        _sum_of.at().every(r, x),
        SQUARE.at(Z_=gap, X_=sum_w(M), Y_=always(star), a=-(2 * Lambda * _w)),
        [CENTRED.at(t=M, v=star), MOMENTS.at(t=M), _same_square.at().every(r)],
        at("constants", ip(always(star), always(star)), _ss),
        mean(gap, gap) == _P * all_var(users) + 4 * Lambda * Lambda * _w * _w * _ss,
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
        [_apart.at(v=signed(zi), x=p), *products((p, signed(zi))), SIGNED, length(signed(zi))],
        [SCALES.at(a=norm(signed(zi)), b=norm(signed(zi)), c=c), SCALES.at(a=c, b=norm(signed(zi)), c=c)],
    ],
)
_user_squares = induct(
    "squared deviations of a user",
    k,
    {**RECORDS, **SIZES},
    squares(i, k) <= z3.ToReal(k) * (c * c + dot(_own, _own)) - 2 * dot(yx(i, k), _own),
    where=DEFINED,
    base=[at("squares", i), at("yx", i), at("local-sizes", i), *against(_own, zero)],
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
        [at("Var", i), at("local-sizes", i), _user_squares.at(k=n_i(i)), z3.ToReal(n_i(i)) >= 1],
        [positive(minus(_own, p)), _apart.at(v=_own, x=p), MODELS.SYMMETRIC.at(x=p, y=_own)],
        [MODELS.MULTIPLES.at(r=1 / z3.ToReal(n_i(i)), x=yx(i, n_i(i)), z=_own)],
        dot(yx(i, n_i(i)), _own) == z3.ToReal(n_i(i)) * dot(_own, _own),
        SCALES.at(
            a=1 / z3.ToReal(n_i(i)), b=squares(i, n_i(i)), c=z3.ToReal(n_i(i)) * (c * c - dot(_own, _own))
        ),
        1 / z3.ToReal(n_i(i)) * (z3.ToReal(n_i(i)) * (c * c - dot(_own, _own))) == c * c - dot(_own, _own),
    ],
)
_all_variances = induct(
    "the variances of all users",
    k,
    {**RECORDS, **SIZES, **EQUAL_SIZES},
    all_var(k) <= z3.ToReal(k) * (c * c + dot(p, p)) - 2 / _n * dot(all_yx(k), p),
    where=DEFINED,
    base=[at("local-sizes", 0), *against(p, zero)],
    step=[
        [at("all_var", k), at("all_yx", k), at("equal-sizes", k), at("local-sizes", 0), _variance_of.at(i=k)],
        against(p, add(all_yx(k), yx(k, n_i(k))), z3.substitute(_own, (i, k))),
        z3.ToReal(n_i(k)) == _n,
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
        [_w >= 1, COUNTED.at(k=users), at("local-sizes", 0), _n >= 1, 2 * Lambda > 0],
        [
            _short_sums.at(k=users),
            LENGTH_OF_MEAN.at(mu=2 * Lambda, S=all_yx(users), N=count(users)),
            length(star),
        ],
        [positive(star), at("bounded", zi), length(record(zi)), c / (2 * Lambda) >= 0],
        SCALES.at(a=norm(star), b=norm(star), c=c / (2 * Lambda)),
        SCALES.at(a=c / (2 * Lambda), b=norm(star), c=c / (2 * Lambda)),
        _ss <= c / (2 * Lambda) * (c / (2 * Lambda)),
        [_all_variances.at(k=users, p=_double), _centre.at(x=_double)],
        [MODELS.MULTIPLES.at(r=2 * Lambda, x=star, z=star), MODELS.SYMMETRIC.at(x=star, y=_double)],
        [MODELS.MULTIPLES.at(r=2 * Lambda, x=star, z=_double), dot(star, _double) == 2 * Lambda * _ss],
        dot(_double, _double) == 4 * Lambda * Lambda * _ss,
    ],
)
_sum_of_inverses = induct(
    "the harmonic number",
    t,
    HARMONIC,
    z3.Implies(t <= M, z3.And(harmonic(t) >= 0, harmonic(t) <= z3.ToReal(t))),
    base=[at("harmonic", z3.IntVal(0))],
    step=[at("harmonic", t + 1), 1 / (z3.ToReal(t) + 1) <= 1, 1 / (z3.ToReal(t) + 1) > 0],
)
_Hr, _Mr = z3.Reals("H M_")
_factor = lemma(
    "the variance factor is at most 32/(27 M)",
    {"steps": _Mr >= 1, "harmonic": z3.And(_Hr >= 0, _Hr <= _Mr)},
    z3.And(formulas.sgdwa_variance(_Mr, _Hr) >= 0, formulas.sgdwa_variance(_Mr, _Hr) <= 32 / (27 * _Mr)),
)
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
    by=[
        [1 / (4 * Lambda * Lambda * _p) > 0, c * c / (4 * Lambda * Lambda) - _m >= 0, _q / _p >= 0],
        SCALES.at(a=1 / (4 * Lambda * Lambda * _p), b=_V, c=_p * (c * c - 4 * Lambda * Lambda * _m)),
        _V / (4 * Lambda * Lambda * _p) <= c * c / (4 * Lambda * Lambda) - _m,
        SCALES.at(a=_q / _p, b=_V / (4 * Lambda * Lambda * _p), c=c * c / (4 * Lambda * Lambda) - _m),
        SCALES.at(a=c * c / (4 * Lambda * Lambda) - _m, b=_q / _p, c=_top),
        SCALES.at(a=_m, b=_b2, c=_top),
        _b2 * _m + _q / _p * (_V / (4 * Lambda * Lambda * _p)) <= _top * (c * c / (4 * Lambda * Lambda)),
        SCALES.at(
            a=Lambda,
            b=_b2 * _m + _q / _p * (_V / (4 * Lambda * Lambda * _p)),
            c=_top * (c * c / (4 * Lambda * Lambda)),
        ),
    ],
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
        [c * c >= 0, Lambda > 0, _w >= 1, _M >= 1, COUNTED.at(k=users), (_M + 1) * (_M + 2) > 0, EXACT, _few],
        [_sum_of_inverses.at(t=M), _factor.at(M_=_M, H=harmonic(M)), _bias**2 >= 0, 27 * _w * _M > 0],
        [SCALES.at(a=1 / _w, b=_variance, c=32 / (27 * _M)), _variance / _w <= 32 / (27 * _w * _M)],
        [_variance / _w <= _larger, _bias**2 <= _larger],
        _limit.at(p=_w, b2=_bias**2, q=_variance, m_=_ss, V_=all_var(users), top_=_larger),
    ],
)
_W = z3.Real("w_")
_of_order = lemma(
    "the larger factor is at most 4/M",
    {"steps": _Mr >= 1, "users": _W >= 1},
    NUM.max(32 / (27 * _W * _Mr), formulas.sgdwa_bias(_Mr) ** 2) <= 4 / _Mr,
    by=[
        [27 * _W * _Mr > 0, 32 / (27 * _W * _Mr) <= 4 / _Mr, (_Mr + 1) * (_Mr + 2) > 0],
        [formulas.sgdwa_bias(_Mr) <= 2 / (_Mr + 1), formulas.sgdwa_bias(_Mr) ** 2 <= 4 / _Mr],
    ],
)
CONVERGES = lemma(
    "the expected excess is of order 1/M",
    RATE,
    E(excess) <= c**2 / Lambda / _M,
    where=ALL,
    by=[
        [
            c * c >= 0,
            Lambda > 0,
            _w >= 1,
            _M >= 1,
            27 * _w * _M > 0,
            COUNTED.at(k=users),
            (_M + 1) * (_M + 2) > 0,
        ],
        [BOUND, _of_order.at(M_=_M, w_=_w), c * c / (4 * Lambda) >= 0],
        SCALES.at(a=c * c / (4 * Lambda), b=_larger, c=4 / _M),
    ],
)
_enough = lemma(
    "up to 8M^3/27 users the variance is the larger factor",
    {"steps": _Mr >= 1, "users": z3.And(_W >= 1, _W <= 8 * _Mr**3 / 27)},
    formulas.sgdwa_bias(_Mr) ** 2 <= 32 / (27 * _W * _Mr),
    by=[
        [27 * _W * _Mr > 0, 27 * _W * _Mr <= 8 * (_Mr * _Mr * (_Mr * _Mr)), (_Mr + 1) * (_Mr + 2) > 0],
        [
            _Mr * _Mr <= (_Mr + 1) * (_Mr + 2),
            _Mr * _Mr * (_Mr * _Mr) <= (_Mr + 1) * (_Mr + 2) * ((_Mr + 1) * (_Mr + 2)),
        ],
        27 * _W * _Mr <= 8 * ((_Mr + 1) * (_Mr + 2) * ((_Mr + 1) * (_Mr + 2))),
        formulas.sgdwa_bias(_Mr) * ((_Mr + 1) * (_Mr + 2)) == 2,
        formulas.sgdwa_bias(_Mr) ** 2 * ((_Mr + 1) * (_Mr + 2) * ((_Mr + 1) * (_Mr + 2))) == 4,
        formulas.sgdwa_bias(_Mr) ** 2 * (27 * _W * _Mr) <= 32,
    ],
)
CLOSED = lemma(
    "up to 8M^3/27 users have the rate of wM steps",
    {**{slug: RATE[slug] for slug in RATE if slug != "steps-made"}, "enough-steps": _w <= 8 * _M**3 / 27},
    E(excess) <= 8 * c**2 / (27 * Lambda * _w * _M),
    where=ALL,
    by=[
        [
            _w >= 1,
            _M >= 1,
            27 * _w * _M > 0,
            COUNTED.at(k=users),
            (_M + 1) * (_M + 2) > 0,
            27 * Lambda * _w * _M > 0,
        ],
        [BOUND, _enough.at(M_=_M, w_=_w), _larger == 32 / (27 * _w * _M)],
    ],
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
