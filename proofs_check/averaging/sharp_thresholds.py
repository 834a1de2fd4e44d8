"""ours:hinge_threshold, ours:huber_threshold: below the threshold there are users whose average is not the central SVM.

User 0 holds one record x of length c, every other user the record 0. With enough users the central model is the class mean,
x/(mu w), on the linear part of the loss. If the average were the same, user 0's model would have the margin c^2/mu, beyond
`end`, where the loss bends: a model with a smaller margin is better.
"""

import z3

from proofs_check.averaging.class_means import (
    ALL_YX,
    CENTRAL_MODEL,
    CURVED,
    HINGE_SUPPORT,
    HUBER_SUPPORT,
    LINEAR,
    LOCAL_MODELS,
    LOSSES,
    RELAXED,
    SORTS,
    WHERE,
    YX,
    _central_model,
    a,
    all_yx,
    b,
    central,
    central_mean,
    end,
    loss,
    losses,
    yx,
)
from proofs_check.averaging.dual_forms import one_and_none
from proofs_check.averaging.users import (
    COUNT,
    SAME_PRODUCTS,
    USERS,
    WEIGHTED,
    average,
    count,
    f,
    held,
    i,
    j,
    k,
    mu,
    n_i,
    same,
    users,
    weighted,
)
from proofs_check.lemmas.line import number, stated, when
from proofs_check.lemmas.numbers import NUM, Real
from proofs_check.lemmas.spaces import (
    CAUCHY_SCHWARZ,
    PRODUCT,
    V,
    add,
    against,
    dot,
    expand,
    length,
    norm,
    products,
    scale,
    v,
    zero,
)
from proofs_check.logic.derived import instance
from proofs_check.logic.rules import at, discharge, induct, lemma
from proofs_check.objectives.huber_theorems import c, h, label, record
from proofs_check.objectives.mean_theorems import Lambda
from reference import formulas

x = z3.Const("x", V)
bend = z3.Function("bend", Real, Real)
_w = z3.ToReal(users)
BUILT = {
    "one-record": z3.ForAll([i], n_i(i) == 1),
    "same-label": z3.ForAll([i, j], label(held(i, j)) == 1),
    "first-record-only": z3.ForAll([i, j], record(held(i, j)) == z3.If(i == 0, x, zero)),
    "record-length": z3.And(c > 0, norm(x) == c),
}
BENDS = {
    "bends": z3.ForAll(
        [a], z3.Implies(a > end, loss(bend(a)) - loss(a) < (a * a - bend(a) * bend(a)) / (2 * a))
    ),
    "end": end >= 0,
}
BELOW = {"below": mu * end < c * c, "many-users": _w * (mu * end) >= c * c}


def whose(i):
    return z3.If(i == 0, x, zero)


_loss = lemma(
    "the loss of a user with one record",
    {slug: BUILT[slug] for slug in ("one-record", "same-label", "first-record-only")},
    losses(v, i, n_i(i)) == loss(dot(v, whose(i))),
    where=[LOSSES],
    by=[
        [at("losses", v, i), at("losses", v, i, z3.IntVal(0)), at("one-record", i)],
        [at("same-label", i, z3.IntVal(0)), at("first-record-only", i, z3.IntVal(0))],
    ],
)
_others = lemma(
    "a record that is 0 leaves the model 0",
    {
        **CURVED,
        **{slug: BUILT[slug] for slug in ("one-record", "same-label", "first-record-only")},
        **LOCAL_MODELS,
    },
    z3.Implies(i >= 1, norm(f(i)) == 0),
    where=[LOSSES],
    by=[
        [at("one-record", i), _loss.at(v=f(i)), _loss.at(v=zero)],
        [*products((f(i), zero), (zero, zero)), length(f(i))],
        z3.Implies(i >= 1, mu * dot(f(i), f(i)) <= 0),
    ],
)
_silent = lemma(
    "a model that is 0 scores 0",
    _others.given,
    z3.Implies(i >= 1, dot(f(i), v) == 0),
    where=[LOSSES],
    by=[_others, PRODUCT.at(x=f(i), y=v)],
)
_sum = induct(
    "only the first model is in the sum",
    k,
    _others.given,
    dot(weighted(k), v) == z3.If(k >= 1, dot(f(0), v), 0),
    where=[LOSSES, WEIGHTED],
    base=against(v, zero),
    step=[
        [at("weighted", k), at("one-record", k), _silent.at(i=k)],
        against(v, add(weighted(k), scale(z3.ToReal(n_i(k)), f(k)))),
    ],
)
_counts = induct(
    "one record a user",
    k,
    {"one-record": BUILT["one-record"]},
    count(k) == z3.ToReal(k),
    where=[COUNT],
    step=[at("count", k), at("one-record", k)],
)
_RECORDS = {slug: BUILT[slug] for slug in ("one-record", "same-label", "first-record-only")}
_yx = induct(
    "only the first record is in the sum",
    k,
    _RECORDS,
    dot(all_yx(k), v) == z3.If(k >= 1, dot(x, v), 0),
    where=[YX, ALL_YX],
    base=against(v, zero),
    step=[
        at("first-record-only", k, z3.IntVal(0)),
        against(v, add(all_yx(k), yx(k, 1)), add(zero, scale(z3.RealVal(1), x))),
        against(v, add(zero, scale(z3.RealVal(1), zero))),
    ],
)
_mean = lemma(
    "the central class mean",
    {**CURVED, **USERS, **_RECORDS},
    z3.And(count(users) == _w, mu * (_w * dot(central_mean, v)) == dot(x, v)),
    where=[COUNT, YX, ALL_YX],
    by=[_counts.at(k=users), _yx.at(k=users), *against(v, central_mean)],
)
_margin = lemma(
    "the central class mean is on the linear part",
    {**CURVED, **USERS, **BUILT, "end": end >= 0, "many-users": BELOW["many-users"]},
    label(held(i, j)) * dot(central_mean, record(held(i, j))) <= end,
    where=[COUNT, YX, ALL_YX],
    by=[
        [at("same-label", i, j), _mean.at(v=x), length(x)],
        [*products((central_mean, zero))],
        mu * _w * dot(central_mean, x) <= mu * _w * end,
    ],
)
_a = c * c / mu
_first, _better = f(0), scale(bend(_a) / (c * c), x)
_user = lemma(
    "a margin beyond the linear part is no minimum",
    {**CURVED, **BUILT, **BENDS, **LOCAL_MODELS, "below": BELOW["below"]},
    dot(_first, x) != _a,
    where=[LOSSES],
    by=[
        [_a > end, _a > 0, at("bends", _a), at("local-minimum", z3.IntVal(0), _better)],
        [at("one-record", z3.IntVal(0)), _loss.at(v=_first, i=0), _loss.at(v=_better, i=0), length(x)],
        [*expand(_better), *against(x, _better), dot(_better, x) == bend(_a)],
        CAUCHY_SCHWARZ.at(x=_first, y=x),
        dot(_better, _better) * (c * c) == bend(_a) * bend(_a),
        z3.Implies(dot(_first, x) == _a, dot(_first, _first) * (c * c) >= _a * _a),
        mu * _a == c * c,
        z3.Implies(dot(_first, x) == _a, mu * dot(_first, _first) >= _a),
        mu * dot(_better, _better) == bend(_a) * bend(_a) / _a,
    ],
)
SHARP = lemma(
    "below the threshold the average is not the central model",
    {**CURVED, **USERS, **BUILT, **LINEAR, **BENDS, **BELOW, **LOCAL_MODELS, **CENTRAL_MODEL},
    z3.Not(same(average, central)),
    where=[*WHERE, WEIGHTED],
    by=[
        [_mean.at(v=x), _margin.at().every(i, j), _central_model, _user],
        [_sum.at(k=users, v=x), *against(x, average), length(x)],
        discharge("the same models score the same", SAME_PRODUCTS, "same").at(x=average, y=central, z=x),
        SAME_PRODUCTS.at(x=central, y=central_mean, z=x),
    ],
)
_hinge_bends = lemma(
    "beyond 1 the hinge bends",
    {},
    z3.Implies(a > 1, formulas.hinge(z3.RealVal(1), NUM) - formulas.hinge(a, NUM) < (a * a - 1) / (2 * a)),
)


def smaller_margin(a):
    """A better margin than a, for a Huber SVM whose margin a is beyond 1 - h."""
    return z3.If(a > 1 + h, 1 + h, a - (a - (1 - h)) * a / (a + 1))


_t = smaller_margin(a)
_huber_bends = lemma(
    "beyond 1 - h the Huber loss bends",
    RELAXED,
    z3.Implies(
        a > 1 - h, formulas.huber(h, _t, NUM) - formulas.huber(h, a, NUM) < (a * a - _t * _t) / (2 * a)
    ),
)
MET = ["curved", "users", "linear-part", "bends", "end", "below", "many-users"]


def below(name, curvature, last, loss, threshold, bend, given, by):
    """SHARP for one loss; `threshold` is what Λ stays below."""
    return instance(
        name,
        SHARP,
        mu=curvature,
        end=last,
        loss=loss,
        bend=bend,
        meets=MET,
        given={
            **{"regularized": Lambda > 0, **given, "below": Lambda < threshold},
            "many-users": _w * (curvature * last) >= c * c,
        },
        by=[*by, curvature > 0, _w > 0, users >= 1, _counts.at(k=users)],
    )


SHARP_HINGE = below(
    "below c^2/2 averaged HingeSVMs are not the central one",
    2 * Lambda,
    z3.RealVal(1),
    lambda z: formulas.hinge(z, NUM),
    formulas.hinge_threshold(c),
    lambda a: z3.RealVal(1),
    {},
    [HINGE_SUPPORT.at().every(a, b), _hinge_bends.at().every(a)],
)
SHARP_HUBER = below(
    "below c^2/(1-h) averaged Huber SVMs are not the central one",
    Lambda,
    1 - h,
    lambda z: formulas.huber(h, z, NUM),
    formulas.huber_threshold(c, h),
    smaller_margin,
    RELAXED,
    [HUBER_SUPPORT.at().every(a, b), _huber_bends.at().every(a), Lambda * (1 - h) < c * c],
)

# --- joint models: c = 1, Λ = 1/4 (Huber: 1 and h = 1/2): the local models are 1 and 0, the central one is larger ---


def first_of_two(loss, own, both, **more):
    """Two users with the records 1 and 0; `own` is the model of user 0, `both` the central one."""
    return {
        **one_and_none(own / 2),
        **{"central": both, "x": 1, **more},
        "losses": lambda f, i, k: number(k) * when(i == 0, loss(f), loss(z3.RealVal(0))),
        "all_losses": lambda f, k: when(k <= 0, 0, loss(f) + (number(k) - 1) * loss(z3.RealVal(0))),
    }


_h = z3.Q(1, 2)
HINGES = first_of_two(lambda z: formulas.hinge(z, NUM), z3.RealVal(1), z3.RealVal(1))
HUBERS = first_of_two(lambda z: formulas.huber(_h, z, NUM), z3.Q(3, 4), z3.Q(1, 2), Lambda=1, h=_h)
STATES = [
    stated("ours:hinge_threshold", SHARP_HINGE, "statement", SORTS, HINGES),
    stated("ours:huber_threshold", SHARP_HUBER, "statement", SORTS, HUBERS),
]
