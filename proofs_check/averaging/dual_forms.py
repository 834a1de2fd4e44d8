"""lem:averagerepresenter, C1.2, ours:dual_coefficient_bound: what dual coefficients say about an average of models.

theta(i, j) is the coefficient of record j of user i in a local model, theta2(i, j) another one of the same record. A
dual form is f_i = 1/(mu n_i) times the sum of theta(i, j) y x; for HingeSVM mu = 2Λ. For every space, number of users
and local sizes.
"""

from typing import Any

import z3

from proofs_check.averaging.class_means import (
    ALL_LOSSES,
    CENTRAL_MODEL,
    IS_MEAN,
    LOSSES,
    RECORDS,
    REGULARIZED,
    SIGNED,
    SORTS,
    all_losses,
    central,
    class_mean,
    loss,
    losses,
    margin,
    objective,
    signed,
    together,
)
from proofs_check.averaging.users import (
    COUNT,
    COUNTED,
    FAR,
    PLAIN,
    SAME,
    SAME_PRODUCTS,
    SIZES,
    USERS,
    WEIGHTED,
    average,
    count,
    every,
    f,
    held,
    i,
    j,
    k,
    mu,
    n_i,
    plain,
    plain_average,
    same,
    users,
    weighted,
)
from proofs_check.lemmas.line import LINE, number, stated, when
from proofs_check.lemmas.numbers import NUM, SCALES, Int, Real
from proofs_check.lemmas.spaces import (
    PRODUCT,
    V,
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
    x,
    zero,
)
from proofs_check.lemmas.sums import GAPS, counting, running
from proofs_check.logic.derived import instance
from proofs_check.logic.rules import at, discharge, induct, lemma
from proofs_check.objectives.huber_theorems import c, record
from proofs_check.objectives.mean_theorems import Lambda, zi
from reference import formulas

a, b, t = z3.Reals("a b t")
theta, theta2 = z3.Function("theta", Int, Int, Real), z3.Function("theta2", Int, Int, Real)

# --- lem:averagerepresenter: the average has the dual form with coefficients alpha/w -----------------------

alpha = z3.Function("alpha", Int, Int, Real)
form, shared = z3.Function("form", Int, Int, V), z3.Function("shared", Int, Int, V)
flat = z3.Function("flat", Int, V)
_w = z3.ToReal(users)
FORM = running(form, lambda i, j: scale(alpha(i, j), record(held(i, j))))
SHARED = running(shared, lambda i, j: scale(alpha(i, j) / _w, record(held(i, j))))
FLAT = running(flat, lambda i: shared(i, n_i(i)))
FORMS = {"dual-form": every(i, same(f(i), form(i, n_i(i))))}
_record = record(held(i, k))
_one_form = induct(
    "coefficients over w",
    k,
    USERS,
    dot(form(i, k), v) == _w * dot(shared(i, k), v),
    where=[FORM, SHARED],
    base=[at("form", i), at("shared", i), *against(v, zero)],
    step=[
        [at("form", i, k), at("shared", i, k)],
        against(
            v,
            *(
                add(total, scale(share, _record))
                for total, share in ((form(i, k), alpha(i, k)), (shared(i, k), alpha(i, k) / _w))
            ),
        ),
    ],
)
_flat_form = induct(
    "the double sum is one sum",
    k,
    {**USERS, **SIZES, **FORMS},
    dot(plain(k), v) == _w * dot(flat(k), v),
    where=[FORM, SHARED, FLAT, PLAIN],
    base=against(v, zero),
    step=[
        [at("plain", k), at("flat", k), at("local-sizes", k), at("dual-form", k)],
        [_one_form.at(i=k, k=n_i(k)), SAME_PRODUCTS.at(x=f(k), y=form(k, n_i(k)), z=v)],
        against(v, add(plain(k), f(k)), add(flat(k), shared(k, n_i(k)))),
    ],
)
_in_products = lemma(
    "the average in inner products",
    _flat_form.given,
    dot(plain_average, v) == dot(flat(users), v),
    where=_flat_form.where,
    by=[_flat_form.at(k=users), against(v, plain_average)],
)
FLAT_AVERAGE = lemma(
    "the average of dual forms is a dual form",
    _flat_form.given,
    same(plain_average, flat(users)),
    where=_flat_form.where,
    by=[_in_products.at().every(v), SAME.at(x=plain_average, y=flat(users))],
)
KEPT = lemma(
    "the average has the union of the support vectors",
    _flat_form.given,
    z3.And(same(plain_average, flat(users)), (alpha(i, j) / _w == 0) == (alpha(i, j) == 0)),
    where=_flat_form.where,
    by=[FLAT_AVERAGE],
)

# --- two dual forms over the same records -------------------------------------------------------------------

dual, dual2 = z3.Function("dual", Int, Int, V), z3.Function("dual2", Int, Int, V)
all_dual, all_dual2 = z3.Function("all_dual", Int, V), z3.Function("all_dual2", Int, V)
change, all_change = z3.Function("change", Int, Int, Real), z3.Function("all_change", Int, Real)


def apart(i, j):
    """|theta - theta2|"""
    return NUM.max(theta(i, j) - theta2(i, j), theta2(i, j) - theta(i, j))


DUAL = [
    running(dual, lambda i, j: scale(theta(i, j), signed(held(i, j)))),
    running(all_dual, lambda i: dual(i, n_i(i))),
]
DUAL2 = [
    running(dual2, lambda i, j: scale(theta2(i, j), signed(held(i, j)))),
    running(all_dual2, lambda i: dual2(i, n_i(i))),
]
CHANGE = [counting(change, apart), counting(all_change, lambda i: change(i, n_i(i)))]
TWO = [DUAL[0], DUAL2[0], CHANGE[0], DUAL[1], DUAL2[1], CHANGE[1]]
_gap = minus(scale(a, x), scale(b, x))
MULTIPLES_APART = lemma(
    "two multiples of a short vector",
    {"short": norm(x) <= c},
    norm(_gap) <= c * NUM.max(a - b, b - a),
    by=[length(x), length(_gap), *expand(_gap), SCALES.at(a=NUM.max(a - b, b - a), b=norm(x), c=c)],
)
_here = held(i, k)
_changed = minus(scale(theta(i, k), signed(_here)), scale(theta2(i, k), signed(_here)))
_term = lemma(
    "one record's change",
    RECORDS,
    z3.Implies(k >= 0, norm(_changed) <= c * apart(i, k)),
    by=[SIGNED.at(z_i=_here), MULTIPLES_APART.at(x=signed(_here), a=theta(i, k), b=theta2(i, k))],
)
_user_apart = lemma(
    "dual forms of one user",
    RECORDS,
    z3.Implies(j >= 0, norm(minus(dual(i, j), dual2(i, j))) <= c * change(i, j)),
    where=[DUAL[0], DUAL2[0], CHANGE[0]],
    by=[
        _term.at().every(k),
        GAPS.at(
            g=lambda j: scale(theta(i, j), signed(held(i, j))),
            h=lambda j: scale(theta2(i, j), signed(held(i, j))),
            sum_g=lambda k: dual(i, k),
            sum_h=lambda k: dual2(i, k),
            count=lambda j: apart(i, j),
            counted=lambda k: change(i, k),
            D=c,
            k=j,
        ),
    ],
)
_of_each = lemma(
    "dual forms of each user",
    {**RECORDS, **SIZES},
    z3.Implies(i >= 0, norm(minus(dual(i, n_i(i)), dual2(i, n_i(i)))) <= c * change(i, n_i(i))),
    where=[DUAL[0], DUAL2[0], CHANGE[0]],
    by=[at("local-sizes", i), _user_apart.at(j=n_i(i))],
)
APART = lemma(
    "dual forms of all users",
    {**RECORDS, **SIZES},
    z3.Implies(k >= 0, norm(minus(all_dual(k), all_dual2(k))) <= c * all_change(k)),
    where=TWO,
    by=[
        _of_each.at().every(i),
        GAPS.at(
            g=lambda i: dual(i, n_i(i)),
            h=lambda i: dual2(i, n_i(i)),
            sum_g=all_dual,
            sum_h=all_dual2,
            count=lambda i: change(i, n_i(i)),
            counted=all_change,
            D=c,
        ),
    ],
)

# --- C1.2: local and central model in dual form ------------------------------------------------------------

CURVED = {"curved": mu > 0}
_own = class_mean(dual(i, n_i(i)), z3.ToReal(n_i(i)))
_own_k = z3.substitute(_own, (i, k))
LOCAL_FORM = {"local-dual-form": every(i, same(f(i), _own))}
CENTRAL_FORM = {"central-dual-form": same(central, class_mean(all_dual2(users), count(users)))}
_sums = induct(
    "the weighted sum of dual forms",
    k,
    {**CURVED, **SIZES, **LOCAL_FORM},
    mu * dot(weighted(k), v) == dot(all_dual(k), v),
    where=[*DUAL, WEIGHTED],
    base=against(v, zero),
    step=[
        [at("local-dual-form", k), at("local-sizes", k), at("weighted", k), at("all_dual", k)],
        SAME_PRODUCTS.at(x=f(k), y=_own_k, z=v),
        IS_MEAN.at(S=dual(k, n_i(k)), N=z3.ToReal(n_i(k))),
        against(v, add(weighted(k), scale(z3.ToReal(n_i(k)), f(k))), add(all_dual(k), dual(k, n_i(k)))),
    ],
)
AVERAGE_FORM = lemma(
    "the average of dual forms in inner products",
    {**CURVED, **USERS, **SIZES, **LOCAL_FORM},
    mu * count(users) * dot(average, v) == dot(all_dual(users), v),
    where=[COUNT, *DUAL, WEIGHTED],
    by=[COUNTED.at(k=users), _sums.at(k=users), *against(v, average)],
)
_move = minus(average, central)
q, q2 = z3.Consts("q q2", V)
_far = minus(v, w)
_central_form = lemma(
    "the central dual form in inner products",
    {**CURVED, **USERS, **SIZES, **CENTRAL_FORM},
    mu * count(users) * dot(central, x) == dot(all_dual2(users), x),
    where=[COUNT, *DUAL2],
    by=[
        [COUNTED.at(k=users), IS_MEAN.at(S=all_dual2(users), N=count(users), v=x)],
        SAME_PRODUCTS.at(x=central, y=class_mean(all_dual2(users), count(users)), z=x),
    ],
)
ERROR = lemma(
    "dual coefficients bound the error",
    {**CURVED, **USERS, **SIZES, **RECORDS, **LOCAL_FORM, **CENTRAL_FORM},
    norm(_move) <= c * all_change(users) / (mu * count(users)),
    where=[COUNT, *TWO, WEIGHTED],
    by=[
        [COUNTED.at(k=users), AVERAGE_FORM.at(v=x).every(x), _central_form.at().every(x)],
        [APART.at(k=users), mu * count(users) > 0],
        FAR.at(
            v=average,
            w=central,
            q=all_dual(users),
            q2=all_dual2(users),
            t=mu * count(users),
            a=c * all_change(users),
        ),
    ],
)
differ, all_differ = z3.Function("differ", Int, Int, Real), z3.Function("all_differ", Int, Real)
DIFFER = [
    counting(differ, lambda i, j: z3.If(theta(i, j) == theta2(i, j), z3.RealVal(0), z3.RealVal(1))),
    counting(all_differ, lambda i: differ(i, n_i(i))),
]
_in_range = z3.And(0 <= theta(i, j), theta(i, j) <= 1, 0 <= theta2(i, j), theta2(i, j) <= 1)
COEFFICIENTS = {"coefficients": z3.ForAll([i, j], _in_range)}
_few = induct(
    "few coefficients of a user change little",
    k,
    COEFFICIENTS,
    change(i, k) <= differ(i, k),
    where=[CHANGE[0], DIFFER[0]],
    base=[at("change", i), at("differ", i)],
    step=[at("change", i, k), at("differ", i, k), at("coefficients", i, k)],
)
FEW = induct(
    "few coefficients change little",
    k,
    {**COEFFICIENTS, **SIZES},
    all_change(k) <= all_differ(k),
    where=[CHANGE[0], DIFFER[0], CHANGE[1], DIFFER[1]],
    step=[at("all_change", k), at("all_differ", k), at("local-sizes", k), _few.at(i=k, k=n_i(k))],
)
_N = mu * count(users)
FEW_DIFFER = lemma(
    "few coefficients that differ, a small error",
    {**ERROR.given, **COEFFICIENTS},
    norm(_move) <= c * all_differ(users) / _N,
    where=[*ERROR.where, *DIFFER],
    by=[
        [ERROR, FEW.at(k=users), COUNTED.at(k=users), at("bounded", zi), length(record(zi))],
        SCALES.at(a=c / _N, b=all_change(users), c=all_differ(users)),
    ],
)

# --- ours:dual_coefficient_bound: slopes at the average instead of the central coefficients -----------------

_segment = add(scale(1 - t, v), scale(t, w))
CONVEX = {
    "convex": z3.ForAll(
        [a, b, t],
        z3.Implies(z3.And(0 <= t, t <= 1), loss((1 - t) * a + t * b) <= (1 - t) * loss(a) + t * loss(b)),
    )
}
SEGMENT = {"segment": z3.And(0 <= t, t <= 1)}
_point = held(i, k)
_convex = induct(
    "the losses of a user are convex",
    k,
    {**CONVEX, **SEGMENT},
    losses(_segment, i, k) <= (1 - t) * losses(v, i, k) + t * losses(w, i, k),
    where=[LOSSES],
    base=[at("losses", one, i) for one in (_segment, v, w)],
    step=[
        [at("losses", one, i, k) for one in (_segment, v, w)],
        [at("convex", margin(v, _point), margin(w, _point), t), *against(record(_point), _segment)],
    ],
)
_all_convex = induct(
    "the losses of all users are convex",
    k,
    {**CONVEX, **SEGMENT, **SIZES},
    all_losses(_segment, k) <= (1 - t) * all_losses(v, k) + t * all_losses(w, k),
    where=[LOSSES, ALL_LOSSES],
    base=[at("all_losses", one) for one in (_segment, v, w)],
    step=[
        [at("all_losses", one, k) for one in (_segment, v, w)],
        [at("local-sizes", k), _convex.at(i=k, k=n_i(k))],
    ],
)
_J, _J2, _Ju, _D = z3.Reals("J J2 Ju D")
_along = lemma(
    "the regularizer along a segment",
    {},
    dot(_segment, _segment)
    == (1 - t) * dot(v, v) + t * dot(w, w) - t * (1 - t) * dot(minus(w, v), minus(w, v)),
    by=[*expand(_segment), *expand(minus(w, v))],
)
_scaled = lemma(
    "a step of a segment",
    {"segment": t > 0, "best": _J <= _Ju, "convex": _Ju <= (1 - t) * _J + t * _J2 - t * (1 - t) * _D},
    _J2 - _J >= (1 - t) * _D,
    by=[t * ((1 - t) * _D) <= t * (_J2 - _J)],
)
_limit = lemma(
    "a bound for all t is one for t = 0",
    {"each": z3.ForAll([t], z3.Implies(z3.And(0 < t, t < 1), _J2 - _J >= (1 - t) * _D)), "best": _J2 >= _J},
    _J2 - _J >= _D,
)
_step = z3.substitute(_segment, (v, central), (w, v))
_square = mu / 2 * dot(minus(v, central), minus(v, central))
_at_t = lemma(
    "the central objective along a segment",
    {
        **{**CURVED, **USERS, **SIZES, **CONVEX, **CENTRAL_MODEL},
        "records": count(users) > 0,
        "segment": z3.And(0 < t, t < 1),
    },
    together(v) - together(central) >= (1 - t) * _square,
    where=[COUNT, LOSSES, ALL_LOSSES],
    by=[
        at("central-minimum", _step),
        [_along.at(v=central, w=v), _all_convex.at(v=central, w=v, k=users)],
        SCALES.at(
            a=1 / count(users),
            b=all_losses(_step, users),
            c=(1 - t) * all_losses(central, users) + t * all_losses(v, users),
        ),
        _scaled.at(J=together(central), J2=together(v), Ju=together(_step), D=_square),
    ],
)
GROWTH = lemma(
    "the central objective grows quadratically around its minimum",
    {**CURVED, **USERS, **SIZES, **CONVEX, **CENTRAL_MODEL},
    together(v) - together(central) >= _square,
    where=[COUNT, LOSSES, ALL_LOSSES],
    by=[
        [COUNTED.at(k=users), discharge("along every segment", _at_t, "segment").at().every(t)],
        at("central-minimum", v),
        _limit.at(J=together(central), J2=together(v), D=_square),
    ],
)
SLOPES = {
    "slopes": z3.ForAll(
        [i, j, b],
        z3.Implies(
            z3.And(i >= 0, j >= 0),
            loss(b) >= loss(margin(v, held(i, j))) - theta2(i, j) * (b - margin(v, held(i, j))),
        ),
    )
}
_to = minus(w, v)
_supported = induct(
    "the losses of a user lie above lines of their slopes",
    k,
    {"user": i >= 0, **SLOPES},
    losses(w, i, k) >= losses(v, i, k) - dot(dual2(i, k), _to),
    where=[LOSSES, DUAL2[0]],
    base=[at("losses", v, i), at("losses", w, i), at("dual2", i), *against(_to, zero)],
    step=[
        [at("losses", v, i, k), at("losses", w, i, k), at("dual2", i, k)],
        at("slopes", i, k, margin(w, _point)),
        against(_to, add(dual2(i, k), scale(theta2(i, k), signed(_point)))),
        products((record(_point), _to)),
    ],
)
_all_supported = induct(
    "the losses of all users lie above lines of their slopes",
    k,
    {**SIZES, **SLOPES},
    all_losses(w, k) >= all_losses(v, k) - dot(all_dual2(k), _to),
    where=[LOSSES, ALL_LOSSES, *DUAL2],
    base=[at("all_losses", v), at("all_losses", w), *against(_to, zero)],
    step=[
        [at("all_losses", v, k), at("all_losses", w, k), at("all_dual2", k), at("local-sizes", k)],
        [_supported.at(i=k, k=n_i(k)), *against(_to, add(all_dual2(k), dual2(k, n_i(k))))],
    ],
)
_drop = lemma(
    "a subgradient bounds the distance to the minimum",
    {
        "scale": z3.And(mu > 0, t > 0),
        "average": z3.ForAll([x], mu * t * dot(v, x) == dot(q, x)),
        "support": _J2 >= _J - dot(q2, minus(w, v)),
        "growth": objective(v, _J, t) - objective(w, _J2, t) >= mu / 2 * dot(minus(v, w), minus(v, w)),
        "apart": norm(minus(q, q2)) <= a,
    },
    norm(_far) <= a / (mu * t),
    by=[
        [*expand(_far), *products((q2, _to), (q2, _far))],
        [length(_far), length(minus(q, q2)), *against(_far, minus(q, q2))],
        PRODUCT.at(x=minus(q, q2), y=_far),
    ],
)
SLOPES_AT_AVERAGE = {"slopes": z3.substitute(SLOPES["slopes"], (v, average))}
SUBGRADIENT = lemma(
    "slopes that change bound the error",
    {
        **{**CURVED, **USERS, **SIZES, **RECORDS, **LOCAL_FORM},
        **{**CONVEX, **CENTRAL_MODEL, **SLOPES_AT_AVERAGE},
    },
    norm(_move) <= c * all_change(users) / _N,
    where=[COUNT, LOSSES, ALL_LOSSES, *TWO, WEIGHTED],
    by=[
        [COUNTED.at(k=users), AVERAGE_FORM.at(v=x).every(x), APART.at(k=users)],
        [GROWTH.at(v=average), _all_supported.at(v=average, w=central, k=users)],
        _drop.at(
            **{"v": average, "w": central, "q": all_dual(users), "q2": all_dual2(users)},
            **{"J": all_losses(average, users), "J2": all_losses(central, users)},
            **{"t": count(users), "a": c * all_change(users)},
        ),
    ],
)

# --- HingeSVM ------------------------------------------------------------------------------------------------

HINGE_CONVEX = lemma(
    "the hinge is convex",
    SEGMENT,
    formulas.hinge((1 - t) * a + t * b, NUM) <= (1 - t) * formulas.hinge(a, NUM) + t * formulas.hinge(b, NUM),
    by=[
        SCALES.at(a=share, b=low, c=formulas.hinge(one, NUM))
        for share, one in ((1 - t, a), (t, b))
        for low in (z3.RealVal(0), 1 - one)
    ],
)
_for_all = discharge("the hinge is convex, for all segments", HINGE_CONVEX, "segment")


def of_hinge(name, theorem):
    convex = "convex" in theorem.given
    values: dict[str, Any] = {"loss": lambda z: formulas.hinge(z, NUM)} if convex else {}
    return instance(
        name,
        theorem,
        mu=2 * Lambda,
        meets=["curved", *["convex"] * convex],
        given=REGULARIZED,
        by=[*[_for_all.at().every(a, b, t)] * convex, 2 * Lambda > 0, COUNTED.at(k=users)],
        **values,
    )


HINGE_ERROR = of_hinge("dual coefficients bound the error of averaged HingeSVMs", ERROR)
HINGE_FEW = of_hinge("few coefficients that differ, a small error of averaged HingeSVMs", FEW_DIFFER)
_slopes = of_hinge("slopes that change bound the error, from the general loss", SUBGRADIENT)
HINGE_SLOPES = lemma(
    "slopes that change bound the error of averaged HingeSVMs",
    _slopes.given,
    norm(_move) <= formulas.dual_distance(c, Lambda, count(users), all_change(users)),
    where=_slopes.where,
    by=[_slopes, COUNTED.at(k=users)],
)

# --- joint models: user 0 holds the record 1, every other user the record 0; Λ = 1/4, the central model is 1 ---


def one_and_none(own):
    """`own` is the coefficient of user 0's record in its own model, which is then 2 own."""
    first = lambda k, value: when(k <= 0, 0, value)  # noqa: E731
    first_user = lambda i, value: when(i == 0, value)  # noqa: E731
    return {
        **LINE,
        **{"users": 2, "c": 1, "Lambda": z3.Q(1, 4), "central": 1, "i": 0, "j": 0},
        "held": lambda i, j: i == 0,
        "record": lambda z: when(z, 1),
        "label": lambda z: z3.RealVal(1),
        "n_i": lambda i: z3.IntVal(1),
        "count": number,
        "theta": lambda i, j: when(i == 0, own, 1),
        "theta2": lambda i, j: z3.RealVal(1),
        "alpha": lambda i, j: when(i == 0, 2 * own, 1),
        "f": lambda i: first_user(i, 2 * own),
        "plain": lambda k: first(k, 2 * own),
        "weighted": lambda k: first(k, 2 * own),
        "form": lambda i, k: number(k) * first_user(i, 2 * own),
        "shared": lambda i, k: number(k) * first_user(i, own),
        "flat": lambda k: first(k, own),
        "dual": lambda i, k: number(k) * first_user(i, own),
        "dual2": lambda i, k: number(k) * first_user(i, z3.RealVal(1)),
        "all_dual": lambda k: first(k, own),
        "all_dual2": lambda k: first(k, z3.RealVal(1)),
        "change": lambda i, k: number(k) * first_user(i, 1 - own),
        "all_change": lambda k: first(k, 1 - own),
        "differ": lambda i, k: number(k) * first_user(i, z3.RealVal(1)),
        "all_differ": lambda k: first(k, z3.RealVal(1)),
        "losses": lambda f, i, k: number(k) * when(i == 0, formulas.hinge(f, NUM), 1),
        "all_losses": lambda f, k: first(k, formulas.hinge(f, NUM) + number(k) - 1),
        "yx": lambda i, k: number(k) * first_user(i, z3.RealVal(1)),
        "all_yx": lambda k: first(k, z3.RealVal(1)),
    }


TRAINED = one_and_none(z3.Q(1, 2))  # both users at their minimum: 1 and 0
UNTRAINED = one_and_none(z3.RealVal(0))  # user 0 at 0: a coefficient is off by all it can be
AVERAGED = "lem:averagerepresenter"
STATES = [
    stated(AVERAGED, FLAT_AVERAGE, "repair", SORTS, TRAINED),
    stated("cor:convergenceOfBlindlyAveraging", FLAT_AVERAGE, "repair", SORTS, TRAINED),
    stated("lem:supportvec", KEPT, "reading:coefficients", SORTS, TRAINED),
    stated("C1.2#error_bound", HINGE_ERROR, "statement", SORTS, TRAINED),
    stated("sec:noninteractive#few_coefficients", HINGE_FEW, "statement", SORTS, UNTRAINED),
    stated("ours:dual_coefficient_bound", HINGE_SLOPES, "statement", SORTS, TRAINED),
]
