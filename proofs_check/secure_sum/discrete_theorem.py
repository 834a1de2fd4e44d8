"""ours:discrete_noise: BlindAvg with discrete noise on the grid is private, with dropouts, down to what each user sends.

An honest user who stays sends, for each of d entries, the entry of its weighted models, rounded to the grid, plus a discrete
Gaussian of parameter v. All numbers are in units of the grid. At least (t - rho)w and at most w noises are in the sum.
"""

from functools import partial

import z3

from proofs_check.distributed.average_theorem import USER, i, user, users, w
from proofs_check.distributed.blindavg_theorem import (
    DROPOUTS,
    OTHERS,
    REPLACED,
    ROLLS,
    SENSITIVITY,
    STAYING,
    two_users,
)
from proofs_check.distributed.blindavg_theorem import SORTS as PROTOCOL_SORTS
from proofs_check.distributed.noise_theorem import (
    COUNT,
    OURS,
    SIMULATED,
    THEIRS,
    WEIGHTS,
    H,
    at_values,
    bound,
    honest,
    nu,
    real,
    real2,
    rho,
    t_honest,
)
from proofs_check.gaussian.curve_theorem import (
    EXPO,
    SHIFTS_ADD_UP,
    TERMS,
    K,
    Tuple,
    apart,
    each_class,
    eps,
    expo,
    k,
    shift,
    tuples,
)
from proofs_check.lemmas.families import Family
from proofs_check.lemmas.line import BOOL, number
from proofs_check.lemmas.numbers import NUM, ROOT, SCALES, Int, Real
from proofs_check.lemmas.probability import (
    E2,
    J2,
    MEASURABLE,
    MIXTURE,
    SAME_LAW,
    Coin,
    E,
    chance,
    given_r,
    independent,
    noise,
    noise2,
    prob,
    r,
)
from proofs_check.lemmas.spaces import SCALED_APART, dot, minus, scale
from proofs_check.logic import derived
from proofs_check.logic.models import model
from proofs_check.logic.rules import at, discharge, equal_to, forget, induct, lemma
from proofs_check.secure_sum import grid_theorem as sums
from proofs_check.secure_sum.grid_theorem import Region, alpha, d, grid, v
from reference import formulas

j, m = z3.Ints("j m")
coordinate = z3.Function("coordinate", Tuple, Int, Real)  # all entries of K_comp models, one after the other
nearest = z3.Function("nearest", Real, Int)
target = z3.Function("target_grid", Coin, Region)


class OnGrid:
    """What is sent and received on one of the two datasets, without noise."""

    def __init__(self, world) -> None:
        self.world, mark = world, world.mark
        self.weighted = z3.Function("weighted" + mark, Coin, Int, Tuple)
        self.sent = z3.Function("sent_j" + mark, Coin, Int, Int, Int)  # by a dishonest user
        self.received = z3.Function("received_j" + mark, Coin, Int, Int, Int)
        self.defined = [
            world.weights,
            equal_to(self.weighted, lambda r, i, k: scale(world.part(r, i), world.T(r, i, k))),
            derived.running(self.received, lambda r, j, i: self.message(r, i, j), z3.IntVal(0)),
        ]

    def entry(self, r, i, j):
        return coordinate(self.weighted(r, i), j)

    def message(self, r, i, j):
        own = z3.If(honest(i), nearest(self.entry(r, i, j) / grid), self.sent(r, i, j))
        return z3.If(self.world.stays(r, i), own, z3.IntVal(0))


ours, theirs = OnGrid(OURS), OnGrid(THEIRS)
MESSAGES = [*ours.defined, *theirs.defined]

# --- one user's models differ: how far the rounded sums move ---------------------------------------------------------

SAME_USERS = {
    **USER,
    "users": w >= 1,
    "one-holder": OTHERS["one-holder"],
    "dishonest-users": z3.ForAll([r, i, j], ours.sent(r, i, j) == theirs.sent(r, i, j)),
    "dropouts-ignore-the-data": OTHERS["dropouts-ignore-the-data"],
    "other-sizes": z3.ForAll([i], z3.Implies(i != user, OURS.n(i) == THEIRS.n(i))),
}
GRID = {"grid": grid > 0}
_half = z3.ToReal(nearest(z3.Real("x_"))) - z3.Real("x_")
NEAREST = {"nearest": z3.ForAll([z3.Real("x_")], z3.And(_half <= z3.Q(1, 2), -_half <= z3.Q(1, 2)))}
_same = lemma(
    "the other users send the same",
    {**SAME_USERS, **GRID},
    z3.Implies(i != user, ours.message(r, i, j) == theirs.message(r, i, j)),
    where=MESSAGES[:2] + MESSAGES[3:5],
)
_gap = z3.ToReal(ours.received(r, j, m)) - z3.ToReal(theirs.received(r, j, m))
_own = z3.ToReal(ours.message(r, user, j)) - z3.ToReal(theirs.message(r, user, j))
_cancel = induct(
    "the sums differ by what one user sends",
    m,
    {**SAME_USERS, **GRID},
    _gap == z3.If(m <= user, z3.RealVal(0), _own),
    where=MESSAGES,
    base=[at("received_j", r, j), at("received_j'", r, j)],
    step=[at("received_j", r, j, m), at("received_j'", r, j, m), _same.at(i=m)],
)
_p, _c, _D = z3.Reals("p_ c_ D_")
_UNIT = lemma(
    "a whole number near another number",
    {"factor": _c > 0, "near": z3.Or(_D == 0, z3.And(_D - _p <= 1, _p - _D <= 1))},
    _D * _D <= (1 + _c) * (_p * _p) + (1 + 1 / _c),
)
_places = [world.entry(r, user, j) / grid for world in (ours, theirs)]
_real = _places[0] - _places[1]
_moved = z3.ToReal(ours.received(r, j, w)) - z3.ToReal(theirs.received(r, j, w))
_entry = lemma(
    "how far one entry of the rounded sum moves",
    {**SAME_USERS, **GRID, **NEAREST, "factor": _c > 0},
    _moved * _moved <= (1 + _c) * (_real * _real) + (1 + 1 / _c),
    where=MESSAGES,
    by=[
        [_cancel.at(m=w), at("nearest", _places[0]), at("nearest", _places[1])],
        [at("dishonest-users", r, user, j), at("dropouts-ignore-the-data", r, user)],
        _UNIT.at(D_=_moved, p_=_real),
    ],
)

lengths, entries = (
    z3.Function(name, Coin, Int, Real) for name in ("squares_of_models", "squares_of_entries")
)
_models = [world.weighted(r, user) for world in (ours, theirs)]
_vector = minus(_models[0][k], _models[1][k])
_number = ours.entry(r, user, j) - theirs.entry(r, user, j)


def _here(r2, k2, term):
    return z3.substitute(term, (r, r2), (k, k2), (j, k2))


SQUARED = [
    derived.running(lengths, lambda r, k: _here(r, k, dot(_vector, _vector)), z3.RealVal(0)),
    derived.running(entries, lambda r, j: _here(r, j, _number * _number), z3.RealVal(0)),
]
COORDINATES = {"entries-of-models": z3.ForAll([r], entries(r, d) == lengths(r, K))}
_near = apart(_models[0][k], _models[1][k]) <= shift
MOVES = {"move": shift > 0, "weighted-models-move": z3.ForAll([r, k], each_class(_near))}

# --- the noises, for every r: H users, and what they are shifted by together is the rounded sum ----------------------

_VARYING = ("a", "sums", "off", "prod", "prod_b", "many", "one")
FAMILY = Family(
    "the sum of discrete noises hides a whole shift, for each r",
    sums.CLOSE,
    {
        **{name + mark: (r,) for name in _VARYING for mark in ("", "'")},
        **dict.fromkeys(("squares_grid", "up_d", "lo_d"), (r,)),
        "up_most": (),
        "lo_most": (),
    },
    mark="r",
    most_users=w,
    h=H(r, w),
    S_grid=target(r),
    place=lambda j: -ours.received(r, j, w),
    **{"place'": lambda j: -theirs.received(r, j, w)},
)
_squares = FAMILY.symbols["squares_grid"]
_defined = {definition.symbol.name(): definition for definition in FAMILY.where}
_added = induct(
    "how far the entries of the rounded sum move",
    j,
    {**SAME_USERS, **GRID, **NEAREST, "factor": _c > 0},
    _squares(r, j) <= (1 + _c) * (1 / (grid * grid) * entries(r, j)) + (1 + 1 / _c) * z3.ToReal(j),
    where=[*MESSAGES, SQUARED[1], _defined["squares_grid_r"]],
    base=[at("squares_grid_r", r), at("squares_of_entries", r)],
    step=[at("squares_grid_r", r, j), at("squares_of_entries", r, j), _entry],
)
_A, _B, _M, _Q = z3.Reals("A_ B_ M_ Q_")
_WHOLE = lemma(
    "the length of a sum",
    {
        "positive": z3.And(_A > 0, _B > 0),
        "parts": z3.And(_M <= _A * _A, _Q <= (1 + _B / _A) * _M + (1 + 1 / (_B / _A)) * (_B * _B)),
    },
    _Q <= (_A + _B) * (_A + _B),
    by=[1 / _A > 0, 1 / _B > 0, _B / _A > 0, SCALES.at(a=1 + _B / _A, b=_M, c=_A * _A)],
)
ENTRIES = {"entries": d >= 1, "classes": K >= 1}
_far, _diagonal = shift * NUM.sqrt(z3.ToReal(K)), NUM.sqrt(z3.ToReal(d))
SHIFT = formulas.rounded_shift(_far, grid, 1, z3.ToReal(d), NUM)
_class = lemma(
    "the models of the user, at one r",
    {"weighted-models-move": MOVES["weighted-models-move"]},
    each_class(_near),
    by=[at("weighted-models-move", r, k)],
)
_next = lemma(
    "their squares, one after the other",
    {},
    z3.Implies(k >= 0, lengths(r, k + 1) == lengths(r, k) + dot(_vector, _vector)),
    where=[SQUARED[0]],
    by=[at("squares_of_models", r, k)],
)
MOVED = lemma(
    "rounding moves the sum by at most a diagonal",
    {**SAME_USERS, **GRID, **NEAREST, **ENTRIES, **COORDINATES, **MOVES},
    z3.And(SHIFT >= 0, _squares(r, d) <= SHIFT * SHIFT),
    where=[*MESSAGES, *SQUARED, _defined["squares_grid_r"]],
    by=[
        [ROOT.at(r=z3.ToReal(K)), ROOT.at(r=z3.ToReal(d))],
        [_class.at().every(k), _next.at().every(k), at("entries-of-models", r)],
        SHIFTS_ADD_UP.at(
            **{"centre": _models[0], "centre'": _models[1], "squares": lambda k: lengths(r, k), "j": K}
        ),
        _added.at(c_=_diagonal / (_far / grid), j=d),
        _WHOLE.at(A_=_far / grid, B_=_diagonal, M_=1 / (grid * grid) * entries(r, d), Q_=_squares(r, d)),
    ],
)

# --- the first noise is moved by all of the rounded sum; enough users stay -----------------------------------------------


def moved_by(world):
    """What noise i is moved by: all noises together, by what is received."""
    return equal_to(
        FAMILY.symbols["a" + world.world.mark],
        lambda r, i, j: z3.If(i == 0, -z3.ToReal(world.received(r, j, w)), z3.RealVal(0)),
    )


MOVED_BY = [moved_by(ours), moved_by(theirs)]
_OFF = [*MOVED_BY, _defined["off_r"], _defined["off_r'"]]


def offset(world):
    mark = world.world.mark
    return induct(
        f"what all noises are moved by{mark}",
        m,
        {},
        FAMILY.symbols["off" + mark](r, j, m) == -z3.ToReal(world.received(r, j, w)),
        where=_OFF,
        base=[at("off_r" + mark, r, j), at("a_r" + mark, r, 0, j)],
        step=[at("off_r" + mark, r, j, m), at("a_r" + mark, r, m + 1, j)],
    )


_counted = induct(
    "no more noises than users", m, {}, H(r, m) <= m, where=[COUNT], base=[at("H", r)], step=[at("H", r, m)]
)
_staying = (t_honest - rho) * users
STAY = {**DROPOUTS, "users": w >= 1}
_H = H(r, w)
_enough = lemma(
    "enough noises",
    STAY,
    z3.And(_H >= 1, _H <= w, 0 < _staying, _staying <= z3.ToReal(_H)),
    where=[COUNT, *ROLLS],
    by=[_staying > 0, STAYING, _counted.at(m=w), z3.ToReal(_H) > 0],
)
_MET = [
    lemma(f"enough noises, {number}", STAY, shows, [_enough], [COUNT, *ROLLS]).at().every(r)
    for number, shows in enumerate((_H <= w, z3.And(0 < _staying, _staying <= z3.ToReal(_H))))
]
_whole = lemma(
    "the noises are moved by whole numbers",
    STAY,
    z3.substitute_vars(z3.substitute_vars(FAMILY.given["whole-numbers"].body(), r).body(), j),
    where=[*_OFF, COUNT, *ROLLS],
    by=[_enough, *(offset(world).at(m=_H - 1) for world in (ours, theirs))],
)
_whole_r = lemma(
    "the noises are moved by whole numbers, all entries",
    STAY,
    z3.ForAll([j], _whole.shows),
    where=_whole.where,
    by=[_whole.at().every(j)],
)

# --- private for each r, so private -----------------------------------------------------------------------------------

UP, LO = (FAMILY.symbols[name](d) for name in ("up_most", "lo_most"))
LOSS = UP / LO  # e^y
_values = [(sums.least, _staying), (sums.shift, SHIFT)]
_EPS = z3.substitute(sums.bound_eps, *_values)
CLOSENESS = {"eps-on-the-grid": LOSS * LOSS * expo(_EPS) <= expo(eps)}
NUMBERS = {
    slug: FAMILY.given[slug] for slug in ("variance-positive", "fine-grid", "points", "order", "delta")
}


def noised(world, noise, E):
    """The chance of the event given r: that the rounded sum with the noises lies in the target."""
    many = FAMILY.symbols["many" + world.world.mark](r)
    return chance(noise, E[r]) * sums.total(many, sums.everything) == sums.total(many, target(r))


DISCRETE = {"noise-on-the-grid": z3.ForAll([r], z3.And(noised(ours, noise, E), noised(theirs, noise2, E2)))}
MECHANISM = {
    **{**SAME_USERS, **GRID, **NEAREST, **ENTRIES, **COORDINATES, **MOVES, **DROPOUTS},
    **{**NUMBERS, **CLOSENESS, **DISCRETE},
}
DEFINED = [*MESSAGES, *SQUARED, COUNT, *ROLLS, *MOVED_BY, *FAMILY.where]
DIVIDES = lemma(
    "what the loss on the grid divides by",
    {**NUMBERS, **GRID, **ENTRIES, **STAY},
    z3.And(users >= 1, grid > 0, LO > 0, LOSS > 0, alpha - 1 > 0, 2 * (_staying * v) > 0),
    where=[*sums.FACTOR_OF_ONE, _defined["up_most_r"], _defined["lo_most_r"]],
    by=[sums.ALL_FACTORS.at(h=w, up_d=FAMILY.symbols["up_most"], lo_d=FAMILY.symbols["lo_most"], j=d)],
)
_chances = [chance(noise, E[r]), chance(noise2, E2[r])]
_P, _Q, _S, _S2, _M, _M2, _X, _Y, _Z = z3.Reals("P_ Q_ S_ S2_ M_ M2_ X_ Y_ Z_")
_SHARES = lemma(
    "chances that are shares",
    {
        "shares": z3.And(_P * _M == _S, _Q * _M2 == _S2, _M > 0, _M2 > 0),
        "close": z3.And(_S2 / _M2 >= 0, _S / _M <= _X * (_S2 / _M2) + _Z),
        "factor": _X <= _Y,
    },
    _P <= _Y * _Q + _Z,
)
_many = [FAMILY.symbols["many" + mark](r) for mark in ("", "'")]
EACH_R = lemma(
    "discrete noise on the grid is private for each r",
    MECHANISM,
    _chances[0] <= expo(eps) * _chances[1] + LOSS * sums.delta,
    where=DEFINED,
    by=[
        [*_MET, _whole_r.at().every(r), MOVED.at().every(r), at("noise-on-the-grid", r)],
        FAMILY.theorem.at(least_users=_staying, shift=SHIFT),
        _SHARES.at(
            **{"P_": _chances[0], "Q_": _chances[1], "X_": LOSS * LOSS * expo(_EPS), "Y_": expo(eps)},
            **{"S_": sums.total(_many[0], target(r)), "S2_": sums.total(_many[1], target(r))},
            **{"M_": sums.total(_many[0], sums.everything), "M2_": sums.total(_many[1], sums.everything)},
            Z_=LOSS * sums.delta,
        ),
    ],
)

# --- the joint law --------------------------------------------------------------------------------------------------------

PRIVATE_SUM = forget(
    "discrete noise on the grid is private",
    lemma(
        "discrete noise on the grid is private, with definitions",
        {**MECHANISM, **SAME_LAW, **independent(noise, noise2), **MEASURABLE, **SIMULATED},
        real <= expo(eps) * real2 + LOSS * sums.delta + formulas.simulation_loss(eps, nu, TERMS),
        where=[*DEFINED, *given_r(noise, noise2)],
        by=[
            [DIVIDES, EACH_R.at().every(r)],
            MIXTURE.at(exp_eps=expo(eps), delta=LOSS * sums.delta),
            [EXPO, SCALES.at(a=expo(eps), b=prob(J2, E2), c=real2 + nu)],
        ],
    ),
    *("F", "F'", "squares_grid_r", "up_d_r", "lo_d_r"),
    *(name + "_r" + mark for name in ("off", "prod_b", "one") for mark in ("", "'")),
)

# --- one record of one user is replaced -------------------------------------------------------------------------------

_mine = OURS.part(r, user)
_trained = [world.T(r, user, k) for world in (OURS, THEIRS)]
_move = lemma(
    "one replaced record moves the weighted models of its user by s'/w",
    {
        "class": z3.And(0 <= k, k < K),
        **{**SENSITIVITY, **REPLACED, **WEIGHTS, "bound": bound > 0},
        "dropouts-ignore-the-data": OTHERS["dropouts-ignore-the-data"],
    },
    z3.substitute(_near, (shift, bound / users)),
    where=[d for d in MESSAGES if d.symbol.name().startswith(("part", "weighted"))],
    by=[SCALED_APART.at(r=_mine, x=_trained[0], y=_trained[1])],
)
_sizes = lemma(
    "the other users have as many records as before",
    REPLACED,
    z3.Implies(i != user, OURS.n(i) == THEIRS.n(i)),
    by=[at("replaced-record", i)],
)
RECORD = at_values(
    "thm:distributed_blindavg, discrete noise on the grid",
    PRIVATE_SUM,
    {shift: bound / users},
    given={**SENSITIVITY, **REPLACED, "sizes": WEIGHTS["sizes"], "bound": bound > 0},
    meets=["users", "weighted-models-move", "other-sizes", "move"],
    by=[
        [bound / users > 0, DIVIDES],
        [discharge("one replaced record, each class", _move, "class").at().every(r, k), _sizes.at().every(i)],
    ],
)

# --- a joint model: one user of one record, whose model moves; all weights are 1, so that all chances are ---------------


def one_user(ends=(1, 0), bound=1):
    """The meaning of every symbol of the protocol on the grid. A whole number is the nearest one."""
    meaning = {
        **{**two_users(ends=ends, bound=bound, t_honest=1), **sums.UNIFORM, "w": 1, "d": 1, "rho": 0},
        **{"grid": 1, "eps": 1000, "target_grid": lambda r: sums.UNIFORM["everything"]},
        **dict.fromkeys(("noise", "noise'"), True),
        **dict.fromkeys(("real", "real'"), 1),
        **dict.fromkeys(("chance", "prob"), lambda *_: z3.RealVal(1)),
        "nearest": lambda x: z3.ToInt(x + z3.Q(1, 2)),
        "coordinate": lambda a, j: a[0],
        "stays": lambda r, i: z3.BoolVal(True),
        "H": lambda r, m: m,
        "gone": lambda r, m: z3.IntVal(0),
        **dict.fromkeys(("up_most_r", "lo_most_r"), lambda j: z3.RealVal(1)),
    }
    meaning["stays'"] = meaning["stays"]
    for name in ("squares_of_models", "squares_of_entries"):
        meaning[name] = lambda r, k: number(k) * (z3.RealVal(ends[0]) - z3.RealVal(ends[1])) ** 2
    for mark, first in zip(("", "'"), map(z3.RealVal, ends), strict=True):
        sent = z3.simplify(z3.ToInt(first + z3.Q(1, 2)))
        meaning |= {
            "part" + mark: lambda r, i: z3.RealVal(1),
            "weighted" + mark: lambda r, i, first=first: tuples(z3.If(i == 0, first, z3.RealVal(5))),
            "sent_j" + mark: lambda r, i, j: z3.IntVal(0),
            "received_j" + mark: lambda r, j, m, sent=sent: z3.If(m <= 0, z3.IntVal(0), sent + 5 * (m - 1)),
            "a_r" + mark: lambda r, i, j, sent=sent: z3.If(i == 0, -number(sent), z3.RealVal(0)),
            "sums_r" + mark: lambda r, j, m: sums.UNIFORM["sums"](j, m),
            "prod_r" + mark: lambda r, z, j: z3.RealVal(1),
            "many_r" + mark: lambda r: sums.UNIFORM["many"],
        }
    return meaning


SORTS = {**PROTOCOL_SORTS, "Point": BOOL}
STATES = [("ours:discrete_noise", RECORD, "statement", partial(model, RECORD, SORTS, one_user()))]
