"""What boxes, text and captions say about weights n_i, scaled models and noise, and is true.

alg:dist_blindavg, sec:parameter_upscaling, sec:setup, sec:threat_model and the captions; and that the noise falls like 1/Λ.
"""

from functools import partial

import z3

from proofs_check.distributed.average_theorem import (
    AVERAGE,
    T2,
    THREE_USERS,
    T,
    bound,
    n2,
    users,
    w,
    whole,
    whole2,
)
from proofs_check.distributed.average_theorem import n as weight
from proofs_check.distributed.blindavg_theorem import modelled
from proofs_check.distributed.noise_theorem import (
    CHANCES,
    FOUR_USERS,
    OURS,
    PROTOCOL,
    SQRTGAUSS,
    H,
    split_noise,
    t_honest,
    tilde,
    unit,
)
from proofs_check.gaussian.mechanism_theorem import (
    FINITE_DIMENSION,
    PROBABILITY_SORTS,
    E,
    K,
    d,
    gauss,
    normal,
    r,
    sigma,
    target,
)
from proofs_check.lemmas.line import LINE, REAL, number, stated, when
from proofs_check.lemmas.numbers import NUM, ROOT, SCALES, SHORTER, Int
from proofs_check.lemmas.probability import chance
from proofs_check.lemmas.spaces import V, add, against, dot, scale, v, x, zero
from proofs_check.lemmas.spaces import w as other
from proofs_check.lemmas.sums import running
from proofs_check.logic.derived import instance
from proofs_check.logic.models import model
from proofs_check.logic.rules import at, induct, lemma
from reference import formulas

G, Lambda, R, c, factor = z3.Reals("G Lambda R c factor")
n, m = z3.Reals("n_1 n_2")  # numbers of records
FRACTION, USERS, SIGMA = {"fraction": t_honest > 0}, {"users": w >= 1}, {"sigma": sigma > 0}

# --- alg:dist_blindavg: the noise of the released sum, over its sensitivity s'/w -----------------------------

_H, _root_t = z3.ToReal(H(r, w)), NUM.sqrt(t_honest * users)
_left = formulas.effective_noise(sigma, _H, t_honest, users, NUM)
_shift = bound / users
_total = _H * (unit * unit)
_roots = [ROOT.at(r=t_honest * users), _root_t > 0]
_squared = lemma(
    "σ sqrt(H/(tw)), squared",
    {**SIGMA, **FRACTION, **USERS, "honest-and-present": _H >= t_honest * users},
    z3.And(_left * _left == _H * (split_noise * split_noise), _left >= sigma, _H > 0),
    by=[*_roots, ROOT.at(r=_H)],
)
RELEASED = lemma(
    "the released sum has noise of at least σ times its sensitivity",
    {
        **{**PROTOCOL, "noise-of-a-user": tilde == split_noise, **FINITE_DIMENSION, "classes": K >= 1},
        **{**SIGMA, **FRACTION, "honest-and-present": _H >= t_honest * users},
    },
    z3.And(
        chance(normal(d), E[r]) == gauss(OURS.tuple(r), K, _left * _shift, target(r)),
        _left * _shift >= sigma * _shift,
    ),
    where=CHANCES[0].where,
    by=[
        [*_roots, _squared, CHANCES[0]],
        _left * _shift * (_left * _shift) == _total,
        ROOT.at(r=_total),
        SHORTER.at(a=_left * _shift, b=NUM.sqrt(_total)),
        SHORTER.at(a=NUM.sqrt(_total), b=_left * _shift),
    ],
)

# --- sec:parameter_upscaling ----------------------------------------------------------------------------------

SIZES = {"regularized": Lambda > 0, "sizes": z3.And(n >= 1, m >= 1)}


def upscaled(size):
    printed = formulas.sensitivity_svm(Lambda, R, c, size)
    return [
        size * formulas.sensitivity(G, Lambda, size),
        size * printed,
        size * formulas.sensitivity_softmax(Lambda, R, c, size, NUM),
    ]


UPSCALED = lemma(
    "times n_i, all local models have the same sensitivity",
    SIZES,
    z3.And(*(one == two for one, two in zip(upscaled(n), upscaled(m), strict=True))),
)


def same_class(one, two, other_one, other_two):
    """Which of two classes has the larger score, and on which side of 0 a score is."""
    larger = (dot(one, x) > dot(two, x)) == (dot(other_one, x) > dot(other_two, x))
    return z3.And(larger, (dot(one, x) >= 0) == (dot(other_one, x) >= 0))


_a, _b = z3.Reals("a b")
_order = lemma(
    "a positive factor keeps order and sign",
    {"factor": factor > 0},
    z3.And((factor * _a > factor * _b) == (_a > _b), (factor * _a >= 0) == (_a >= 0)),
)
PREDICTION = lemma(
    "a positive factor changes no prediction",
    {"factor": factor > 0},
    same_class(scale(factor, v), scale(factor, other), v, other),
    by=[*against(x, scale(factor, v), scale(factor, other)), _order.at(a=dot(v, x), b=dot(other, x))],
)
plain, plain2 = z3.Function("plain", Int, V), z3.Function("plain'", Int, V)
PLAIN = [running(plain, T), running(plain2, T2)]
WHOLE = [running(whole, lambda i: scale(weight(i), T(i))), running(whole2, lambda i: scale(n2(i), T2(i)))]
i, q = z3.Ints("i q")
EQUAL = {"equal-sizes": z3.ForAll([i], z3.And(weight(i) == n, n2(i) == n))}
_sums = induct(
    "sums of models of equal weight",
    q,
    EQUAL,
    z3.And(dot(whole(q), x) == n * dot(plain(q), x), dot(whole2(q), x) == n * dot(plain2(q), x)),
    where=[*WHOLE, *PLAIN],
    base=against(x, zero),
    step=[
        [at(name, q) for name in ("sum", "sum'", "plain", "plain'", "equal-sizes")],
        against(x, add(whole(q), scale(weight(q), T(q))), add(plain(q), T(q))),
        against(x, add(whole2(q), scale(n2(q), T2(q))), add(plain2(q), T2(q))),
    ],
)
_released, _released2 = scale(1 / users, whole(w)), scale(1 / users, whole2(w))
_average, _average2 = scale(1 / users, plain(w)), scale(1 / users, plain2(w))
EQUAL_SIZES = lemma(
    "with equal sizes the released model is n times the average",
    {**USERS, **EQUAL, "size": n >= 1},
    z3.And(dot(_released, x) == n * dot(_average, x), same_class(_released, _released2, _average, _average2)),
    where=[*WHOLE, *PLAIN],
    by=[
        [_sums.at(q=w), *against(x, _released, _released2, _average, _average2)],
        dot(_released, x) == n * dot(_average, x),
        dot(_released2, x) == n * dot(_average2, x),
        _order.at(factor=n, a=dot(_average, x), b=dot(_average2, x)),
    ],
)

# --- the noise of one user --------------------------------------------------------------------------------------

_half, _whole = (formulas.noise_per_user(sigma, share, users, NUM) for share in (z3.Q(1, 2), z3.RealVal(1)))
_u, _p, _q, _two = z3.Reals("u p q two")
_inverse = lemma(
    "inverse roots",
    {"roots": z3.And(_p > 0, _q > 0, _two > 0, _p * _p == _u / 2, _q * _q == _u, _two * _two == 2)},
    z3.And(1 / _p == _two * (1 / _q), sigma / _p * (sigma / _p) == 2 * (sigma / _q * (sigma / _q))),
)
DOUBLED = lemma(
    "at t = 1/2 a user adds twice the variance, sqrt(2) times the deviation",
    USERS,
    z3.And(_half == NUM.sqrt(2) * _whole, _half * _half == 2 * (_whole * _whole)),
    by=[
        [ROOT.at(r=z3.Q(1, 2) * users), ROOT.at(r=1 * users), ROOT.at(r=2)],
        _inverse.at(
            u=users, p=NUM.sqrt(z3.Q(1, 2) * users), q=NUM.sqrt(1 * users), two=NUM.sqrt(2), sigma=sigma
        ),
    ],
)
_saved = sigma / split_noise
_parts = NUM.sqrt(t_honest) * NUM.sqrt(users)
SAVED = lemma(
    "averaging saves sqrt(t) sqrt(w)",
    {**USERS, **SIGMA, "fraction": z3.And(t_honest > 0, t_honest <= 1)},
    z3.And(_saved == _parts, _saved <= NUM.sqrt(users)),
    by=[
        [*_roots, split_noise > 0, _saved == _root_t],
        [ROOT.at(r=t_honest), ROOT.at(r=users), NUM.sqrt(users) > 0],
        [_parts >= 0, _parts * _parts == t_honest * users],
        [SHORTER.at(a=_parts, b=_root_t), SHORTER.at(a=_root_t, b=_parts)],
        SHORTER.at(a=NUM.sqrt(t_honest), b=z3.RealVal(1)),
        SCALES.at(a=NUM.sqrt(users), b=NUM.sqrt(t_honest), c=1),
    ],
)
SUFFICES = lemma(
    "tw users with σ/sqrt(tw) have σ together",
    {**FRACTION, **USERS, "honest-users": n >= t_honest * users},
    n * (split_noise * split_noise) >= sigma * sigma,
    by=[*_roots],
)
SAME_NOISE = instance(
    "noise σn/sqrt(w) of each user is noise σn/w of the mean",
    SQRTGAUSS,
    sigma=sigma * n,
    meets=["sigma"],
    given={**SIGMA, "size": n >= 1},
    by=[sigma * n > 0, users >= 1, ROOT.at(r=users), NUM.sqrt(users) > 0],
)

# --- the noise falls like 1/Λ -------------------------------------------------------------------------------------

INVERSE = lemma(
    "the sensitivity is a constant over Λ",
    {"regularized": Lambda > 0, "factor": factor > 0, "size": n >= 1},
    z3.And(
        formulas.sensitivity(G, Lambda, n) == formulas.sensitivity(G, z3.RealVal(1), n) / Lambda,
        formulas.sensitivity(G, factor * Lambda, n) == formulas.sensitivity(G, Lambda, n) / factor,
    ),
)

# --- joint models ---------------------------------------------------------------------------------------------------

NUMBERS = {
    **{**LINE, "Lambda": 2, "R": 1, "c": 1, "G": 1, "n_1": 3, "n_2": 5, "factor": 4, "sigma": 2, "w": 8},
    **{"t_honest": z3.Q(1, 2), "v": 1, "x": 1},
}
ONE_SIZE = {
    **THREE_USERS,
    **{"n_1": 5, "x": 1},
    "plain": lambda k: when(k <= 0, 0, 2 * number(k) - 1),
    "plain'": lambda k: when(k <= 0, 0, 2 * number(k) - 2),
}


def on_numbers(theorem, **more):
    return partial(model, theorem, {"V": REAL}, {**NUMBERS, **more})


BOX, PREDICTS = "alg:dist_blindavg", "sec:parameter_upscaling#prediction"
STATES = [
    (BOX, RELEASED, "reading:released-sum", modelled(RELEASED, coin=True)),
    stated(BOX, AVERAGE, "reading:released-sum", {"V": REAL}, THREE_USERS),
    ("sec:parameter_upscaling#sensitivity", UPSCALED, "statement", on_numbers(UPSCALED)),
    (PREDICTS, PREDICTION, "reading:predicted-class", on_numbers(PREDICTION, w=2)),
    stated("sec:parameter_upscaling#equal_sizes", EQUAL_SIZES, "statement", {"V": REAL}, ONE_SIZE),
    ("fig:all_exps#noise", DOUBLED, "statement", on_numbers(DOUBLED)),
    ("fig:all_exps_highlevel#noise", DOUBLED, "reading:variance", on_numbers(DOUBLED)),
    ("sec:threat_model", DOUBLED, "reading:variance", on_numbers(DOUBLED)),
    ("sec:security_distblindavg#saving", SAVED, "reading:in-order", on_numbers(SAVED)),
    ("sec:setup#local_noise", SUFFICES, "reading:suffices", on_numbers(SUFFICES, n_1=4)),
    stated("sec:setup#local_noise", SQRTGAUSS, "reading:suffices", PROBABILITY_SORTS, FOUR_USERS),
    stated(
        "sec:security_distblindavg#equivalence",
        SAME_NOISE,
        "reading:equal-sizes",
        PROBABILITY_SORTS,
        {**FOUR_USERS, "n_1": 1},
    ),
    ("C1.1#noise", INVERSE, "reading:loss-gradient", on_numbers(INVERSE)),
    ("sec:lim_signalnoise#noise_order", INVERSE, "reading:theorem-r", on_numbers(INVERSE)),
    ("sec:lim_signalnoise#larger_lambda", INVERSE, "reading:noise", on_numbers(INVERSE)),
]
