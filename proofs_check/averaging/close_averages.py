"""ours:smooth_averaging: how far the average of local minimisers is from the central one, for smooth convex losses.

    |avg - central| <= β/(2Λ) spread   and   J(avg) <= J(v) + β^2/(8Λ) spread^2 for every v,   spread = sum of p_i |f_i - avg|

User i has the share p_i of the data and the mean loss L_i with gradient `pull(i, .)`. Two gradients are co-coercive
with β: that is what convexity and β-smoothness say. For every space, number of users and shares.
"""

import z3

from proofs_check.averaging.users import (
    COUNT,
    COUNTED,
    NULL_PRODUCTS,
    SIZES,
    USERS,
    count,
    every,
    f,
    held,
    i,
    k,
    n_i,
    users,
)
from proofs_check.lemmas.line import LINE, REAL, number, stated, when
from proofs_check.lemmas.numbers import SCALES, SHORTER, Int, Real
from proofs_check.lemmas.spaces import (
    PRODUCT,
    TURNED,
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
    z,
    zero,
)
from proofs_check.lemmas.sums import cocoercive, counting, running
from proofs_check.logic.derived import instance
from proofs_check.logic.rules import at, discharge, induct, lemma
from proofs_check.objectives import huber_theorems as huber
from proofs_check.objectives import mean_theorems as objectives
from proofs_check.objectives import softmax_theorems as softmax
from proofs_check.objectives.mean_theorems import Lambda, with_ridge, zi
from reference import formulas

beta = z3.Real("beta")
m, g, u, central = z3.Consts("m g u central", V)
p, shares = z3.Function("p", Int, Real), z3.Function("shares", Int, Real)
pull, L = z3.Function("pull", Int, V, V), z3.Function("L", Int, V, Real)
mixed = z3.Function("mixed", Int, V)  # the sum of p_i f_i
pulled = z3.Function("pulled", V, Int, V)  # the sum of p_i times the gradient of user i
loss = z3.Function("loss", V, Int, Real)  # the sum of p_i L_i
spread = z3.Function("spread", Int, Real)
MIXED = running(mixed, lambda i: scale(p(i), f(i)))
PULLED = running(pulled, lambda model, i: scale(p(i), pull(i, model)))
LOSS = counting(loss, lambda model, i: p(i) * L(i, model))
SHARES = counting(shares, p)


def spread_around(model):
    return counting(spread, lambda i: p(i) * norm(minus(f(i), model)))


average = mixed(users)
gradient = with_ridge(average, pulled(average, users))
CURVED = {"regularized": Lambda > 0, "smooth": beta >= 0}
WEIGHTS = {"weights": every(i, p(i) >= 0)}
ONE = {"all-shares": shares(users) == 1}
COCOERCIVE = {
    "cocoercive": z3.ForAll(
        [i, v, w], z3.Implies(i >= 0, cocoercive(minus(pull(i, v), pull(i, w)), beta, minus(v, w)))
    )
}
LOCAL = {"local-minimum": every(i, norm(with_ridge(f(i), pull(i, f(i)))) == 0)}
CENTRAL = {"central-minimum": norm(with_ridge(central, pulled(central, users))) == 0}

# --- one user: g is the change of its gradient along u ----------------------------------------------------

_half = beta / 2
_rest = minus(g, scale(_half, u))
HALF = lemma(
    "a co-coercive change lies in a ball around half of it",
    {"smooth": beta >= 0, "cocoercive": cocoercive(g, beta, u)},
    norm(_rest) <= _half * norm(u),
    by=[length(u), length(_rest), *expand(_rest), SHORTER.at(a=norm(_rest), b=_half * norm(u))],
)
_change, _shift = minus(pull(i, m), pull(i, f(i))), minus(m, f(i))
_term = Lambda * dot(f(i), z) + dot(pull(i, m), z) - _half * (dot(m, z) - dot(f(i), z))
ONE_USER = lemma(
    "what one user adds to the gradient",
    {**CURVED, "user": i >= 0, **COCOERCIVE, **LOCAL},
    _term <= _half * norm(minus(f(i), m)) * norm(z),
    by=[
        [at("local-minimum", i), at("cocoercive", i, m, f(i)), TURNED.at(x=m, y=f(i))],
        NULL_PRODUCTS.at(x=with_ridge(f(i), pull(i, f(i)))),
        against(z, with_ridge(f(i), pull(i, f(i))), minus(_change, scale(_half, _shift))),
        HALF.at(g=_change, u=_shift),
        PRODUCT.at(x=minus(_change, scale(_half, _shift)), y=z),
        length(z),
        SCALES.at(a=norm(z), b=norm(minus(_change, scale(_half, _shift))), c=_half * norm(_shift)),
    ],
)

# --- all users ---------------------------------------------------------------------------------------------

_so_far = (
    Lambda * dot(mixed(k), z) + dot(pulled(m, k), z) - _half * (shares(k) * dot(m, z) - dot(mixed(k), z))
)
ALL_USERS = induct(
    "what all users add to the gradient",
    k,
    {**CURVED, **WEIGHTS, **COCOERCIVE, **LOCAL},
    _so_far <= _half * spread(k) * norm(z),
    where=[MIXED, PULLED, SHARES, spread_around(m)],
    base=[at("pulled", m), *against(z, zero)],
    step=[
        [at("mixed", k), at("pulled", m, k), at("shares", k), at("spread", k), at("weights", k)],
        against(z, add(mixed(k), scale(p(k), f(k))), add(pulled(m, k), scale(p(k), pull(k, m)))),
        ONE_USER.at(i=k),
        SCALES.at(a=p(k), b=z3.substitute(_term, (i, k)), c=_half * norm(minus(f(k), m)) * norm(z)),
    ],
)
SPREAD = induct(
    "the spread is not negative",
    k,
    WEIGHTS,
    spread(k) >= 0,
    where=[spread_around(m)],
    step=[
        [at("spread", k), at("weights", k), length(minus(f(k), m))],
        SCALES.at(a=p(k), b=0, c=norm(minus(f(k), m))),
    ],
)
MONOTONE = induct(
    "the gradients of all users are monotone",
    k,
    {**WEIGHTS, **COCOERCIVE},
    dot(pulled(v, k), minus(v, w)) >= dot(pulled(w, k), minus(v, w)),
    where=[PULLED],
    base=[at("pulled", v), at("pulled", w), *against(minus(v, w), zero)],
    step=[
        [at("pulled", v, k), at("pulled", w, k), at("weights", k), at("cocoercive", k, v, w)],
        against(minus(v, w), *(add(pulled(x, k), scale(p(k), pull(k, x))) for x in (v, w))),
        products(
            (minus(v, w), minus(pull(k, v), pull(k, w))), (pull(k, v), minus(v, w)), (pull(k, w), minus(v, w))
        ),
        SCALES.at(a=p(k), b=0, c=dot(minus(v, w), minus(pull(k, v), pull(k, w)))),
    ],
)
WHERE = [MIXED, PULLED, SHARES, spread_around(average)]
SETTING = {**CURVED, **USERS, **WEIGHTS, **ONE, **COCOERCIVE, **LOCAL}
ALONG = lemma(
    "the gradient at the average, along a vector",
    SETTING,
    dot(gradient, z) <= formulas.averaging_gradient(beta, spread(users)) * norm(z),
    where=WHERE,
    by=[ALL_USERS.at(m=average, k=users), *against(z, gradient)],
)
GRADIENT = lemma(
    "the gradient at the average is small",
    SETTING,
    norm(gradient) <= formulas.averaging_gradient(beta, spread(users)),
    where=WHERE,
    by=[ALONG.at(z=gradient), length(gradient), SPREAD.at(m=average, k=users)],
)
_gap = minus(average, central)
DISTANCE = lemma(
    "the average is close to the central model",
    {**SETTING, **CENTRAL},
    norm(_gap) <= formulas.averaging_distance(beta, Lambda, spread(users)),
    where=WHERE,
    by=[
        [ALONG.at(z=_gap), MONOTONE.at(v=average, w=central, k=users), SPREAD.at(m=average, k=users)],
        [NULL_PRODUCTS.at(x=with_ridge(central, pulled(central, users)), z=_gap), length(_gap)],
        [*against(_gap, gradient, with_ridge(central, pulled(central, users)), _gap)],
    ],
)
_tangent = L(i, w) >= L(i, v) + dot(pull(i, v), minus(w, v))
TANGENTS = {"tangents": z3.ForAll([i, v, w], z3.Implies(i >= 0, _tangent))}
ABOVE = induct(
    "the losses of all users lie above their tangents, weighted",
    k,
    {**WEIGHTS, **TANGENTS},
    loss(w, k) >= loss(v, k) + dot(pulled(v, k), minus(w, v)),
    where=[PULLED, LOSS],
    base=[at("pulled", v), at("loss", v), at("loss", w), *against(minus(w, v), zero)],
    step=[
        [at("pulled", v, k), at("loss", v, k), at("loss", w, k), at("weights", k), at("tangents", k, v, w)],
        against(minus(w, v), add(pulled(v, k), scale(p(k), pull(k, v)))),
        SCALES.at(a=p(k), b=L(k, v) + dot(pull(k, v), minus(w, v)), c=L(k, w)),
    ],
)


def objective(model):
    return formulas.regularized(Lambda, dot(model, model), loss(model, users))


_e, _r, _d = z3.Reals("e r d")
BEST = lemma(
    "the best distance along a gradient",
    {"regularized": Lambda > 0, "excess": _e <= _r * _d - Lambda / 2 * (_d * _d)},
    _e <= _r * _r / (2 * Lambda),
)
_back_to = minus(average, v)
EXCESS = lemma(
    "the average is nearly as good as any model",
    {**SETTING, **TANGENTS},
    objective(average) <= objective(v) + formulas.averaging_excess(beta, Lambda, spread(users)),
    where=[*WHERE, LOSS],
    by=[
        [ALONG.at(z=_back_to), ABOVE.at(v=average, w=v, k=users), length(_back_to)],
        [*expand(_back_to), *against(_back_to, gradient)],
        [*products((pulled(average, users), minus(v, average)), (pulled(average, users), _back_to))],
        BEST.at(
            e=objective(average) - objective(v),
            r=formulas.averaging_gradient(beta, spread(users)),
            d=norm(_back_to),
        ),
    ],
)

# --- users with records: shares are n_i over all records, gradients are means over a user's records --------

grad = objectives.grad
gamma = objectives.gamma
sums = z3.Function("sums", V, Int, Int, V)
SUMS = running(sums, lambda model, i, j: grad(model, held(i, j)))
N = z3.Real("N")


def share(i, total=None):
    return z3.ToReal(n_i(i)) / (count(users) if total is None else total)


def mean(i, model):
    return scale(1 / z3.ToReal(n_i(i)), sums(model, i, n_i(i)))


_all_shares = induct(
    "shares of the records add up",
    k,
    {"records": N > 0},
    shares(k) == count(k) / N,
    where=[COUNT, counting(shares, lambda i: share(i, N))],
    step=[at("count", k), at("shares", k)],
)
_mean_cocoercive = lemma(
    "the mean loss of a user is co-coercive",
    {**SIZES, **objectives.COCOERCIVE},
    z3.Implies(i >= 0, cocoercive(minus(mean(i, v), mean(i, w)), gamma, minus(v, w))),
    where=[SUMS],
    by=[
        at("local-sizes", i),
        discharge("for a user with records", objectives.MEAN_COCOERCIVE, "records").at(
            data=lambda j: held(i, j), total=lambda model, k: sums(model, i, k), n=n_i(i)
        ),
    ],
)
_weight = lemma(
    "a share is not negative",
    {**USERS, **SIZES},
    z3.Implies(i >= 0, share(i) >= 0),
    where=[COUNT],
    by=[COUNTED.at(k=users), at("local-sizes", i)],
)


def of_records(name, theorem):
    """The theorem for users with records, from the co-coercivity of the loss at one record."""
    return instance(
        name,
        theorem,
        p=share,
        pull=mean,
        beta=gamma,
        meets=["smooth", "weights", "all-shares", "cocoercive"],
        given={**SIZES, **objectives.COCOERCIVE},
        where=[COUNT, SUMS],
        by=[
            [_mean_cocoercive.at().every(i, v, w), _weight.at().every(i), COUNTED.at(k=users)],
            [_all_shares.at(N=count(users), k=users), count(users) / count(users) == 1],
        ],
    )


RECORDS = of_records("the average is close to the central model, by records", DISTANCE)


def of_learner(name, gradient, curved, constant):
    return instance(
        name,
        RECORDS,
        grad=gradient,
        gamma=constant,
        meets=["cocoercive", "gamma"],
        given=curved.given,
        by=[curved.at().every(v, w, zi), constant >= 0, COUNTED.at(k=users)],
    )


SOFTMAX = of_learner(
    "averaged SoftmaxReg is close to the central one", softmax.gradient, softmax.COCOERCIVE, softmax.gamma
)
HUBER = of_learner(
    "averaged Huber SVMs are close to the central one", huber.gradient, huber.COCOERCIVE, huber.gamma
)

# --- joint models: two users on the line with one record each -----------------------------------------------
# The first pair: losses f^2/2 and -f, models 0 and 1, average 1/2, central model 1/3; the spread is 1/2.
# SoftmaxReg and the Huber SVM: the record 1 of one class and of the other, models of opposite signs.

_two, _q = z3.Q(1, 2), z3.Q
PAIR = {
    **LINE,
    **{"users": 2, "Lambda": 1, "beta": 1, "central": _q(1, 3), "v": _q(1, 3)},
    "p": lambda i: _two,
    "f": lambda i: when(i == 0, 0, 1),
    "pull": lambda i, v: when(i == 0, v, -1),
    "L": lambda i, v: when(i == 0, v * v / 2, -v),
    "shares": lambda k: number(k) / 2,
    "mixed": lambda k: when(k <= 0, 0, (number(k) - 1) / 2),
    "pulled": lambda v, k: when(k <= 0, 0, (v - (number(k) - 1)) / 2),
    "loss": lambda v, k: when(k <= 0, 0, v * v / 4 - (number(k) - 1) * v / 2),
    "spread": lambda k: number(k) / 4,
}


def opposite(record, model, gradient):
    """`model` is the local model of user 0 and `gradient` its gradient; all other users are of the opposite class."""
    of_first = lambda k, one: when(k <= 0, 0, (2 - number(k)) * one)  # noqa: E731
    return {
        **{name: meaning for name, meaning in PAIR.items() if name in ("users", "shares")},
        **record,
        "central": 0,
        "held": lambda i, j: i == 0,
        "n_i": lambda i: z3.IntVal(1),
        "count": number,
        "f": lambda i: when(i == 0, model, -model),
        "mixed": lambda k: of_first(k, model / 2),
        "sums": lambda v, i, k: number(k) * when(i == 0, gradient(v), -gradient(-v)),
        "pulled": lambda v, k: when(k <= 0, 0, (gradient(v) - (number(k) - 1) * gradient(-v)) / 2),
        "spread": lambda k: number(k) / 2 * model,
    }


TWO_CLASSES = opposite(softmax.RECORD, _q(3, 8), lambda v: softmax._share(v) - 1)
TWO_SIGNS = opposite({**huber.RECORD, "label": lambda z: when(z, 1, -1)}, _q(3, 4), huber._slope)
SMOOTH = "ours:smooth_averaging"
SORTS = {"V": REAL}
STATES = [
    stated(SMOOTH, GRADIENT, "statement", SORTS, PAIR),
    stated(SMOOTH, DISTANCE, "statement", SORTS, PAIR),
    stated(SMOOTH, EXCESS, "statement", SORTS, PAIR),
    stated(SMOOTH, SOFTMAX, "statement", softmax.SORTS, TWO_CLASSES),
    stated("tab:realted_work_comp#utility", SOFTMAX, "statement", softmax.SORTS, TWO_CLASSES),
    stated(SMOOTH, HUBER, "statement", huber.SORTS, TWO_SIGNS),
]
