"""cor:group_privacy and cor:userlevel_sens: Y records at a time, and all data of one user.

Under the noise of BlindAvg a group of Y records has the curve of σ/Y, not Y eps at the same delta. A whole user among users of
at most N records has the curve of σ, if user i draws noise of deviation σ~ 2RN/n_i.
Any mechanism: (Y eps, delta (1 + e^eps + ... + e^((Y-1) eps))).
"""

from functools import partial

import z3

from proofs_check.distributed.average_theorem import ONE_TERM, T2, USER, T, user, users, w, whole, whole2
from proofs_check.distributed.blindavg_theorem import (
    INSERTED,
    LEFT,
    MOVES,
    OTHERS,
    REPLACED,
    SORTS,
    average_of_one_user,
    averages,
    left,
    two_users,
)
from proofs_check.distributed.noise_theorem import (
    OURS,
    THEIRS,
    WEIGHTS,
    at_values,
    bound,
    mult,
)
from proofs_check.gaussian.curve_theorem import apart, each_class, k, shift, sigma, spread
from proofs_check.lemmas.line import LINE, REAL, number, stated, when
from proofs_check.lemmas.numbers import NUM, SCALES, Int, Real
from proofs_check.lemmas.probability import Coin, delta, exp_eps, i, r
from proofs_check.lemmas.spaces import (
    APART,
    DETOUR,
    MULTIPLE,
    RADIUS,
    SAME,
    SCALED_APART,
    R,
    V,
    add,
    length,
    minus,
    norm,
    scale,
)
from proofs_check.lemmas.sums import running
from proofs_check.logic import derived
from proofs_check.logic.models import model
from proofs_check.logic.rules import at, equal_to, induct, lemma, recursive

j, m, Y = z3.Ints("j m Y")
group = z3.ToReal(Y)

# --- any private mechanism: delta grows along a chain of neighbours ---------------------------------------------

chain, power, series = (z3.Function(name, Int, Real) for name in ("Pr_chain", "power", "series"))
CHAIN = induct(
    "a chain of neighbours",
    m,
    {
        "eps": exp_eps >= 0,
        "neighbours": z3.ForAll([i], z3.Implies(i >= 0, chain(i) <= exp_eps * chain(i + 1) + delta)),
    },
    z3.And(power(m) >= 0, chain(0) <= power(m) * chain(m) + delta * series(m)),
    where=[
        recursive(power, lambda: z3.RealVal(1), lambda i, before: exp_eps * before),
        derived.running(series, power, z3.RealVal(0)),
    ],
    step=[
        [at("neighbours", m), at("power", m), at("series", m)],
        SCALES.at(a=power(m), b=chain(m), c=exp_eps * chain(m + 1) + delta),
        power(m + 1) >= 0,
    ],
)

# --- BlindAvg: datasets 0, 1, ..., Y, each with one record replaced after the other, of the same or of another user --

T_j = z3.Function("T_j", Int, Coin, Int, Int, V)  # T_j(j, r, i, k): model k of user i on dataset j
average_j = z3.Function("average_j", Int, Coin, Int, Int, V)
part_j = z3.Function("part_j", Coin, Int, Real)  # n_i/w of an honest user who stays
holder = z3.Function("holder", Int, Int)
_n = z3.ToReal(OURS.n(holder(j)))


def _term(j, r, k, i):
    return add(scale(part_j(r, i), T_j(j, r, i, k)), scale(OURS.theirs(r, i), OURS.sent(r, i, k)))


AVERAGES = [equal_to(part_j, OURS.weight), running(average_j, _term)]
_others = z3.Implies(i != holder(j), T_j(j, r, i, k) == T_j(j + 1, r, i, k))
_gap = apart(T_j(j, r, holder(j), k), T_j(j + 1, r, holder(j), k))
GROUP = {
    "holders": z3.ForAll([j], z3.And(holder(j) >= 0, holder(j) < w)),
    "one-record-at-a-time": z3.ForAll([j], z3.Implies(j >= 0, z3.ForAll([r, i, k], _others))),
    "sensitivity": z3.ForAll([j], z3.Implies(j >= 0, z3.ForAll([r, k], each_class(_gap <= bound / _n)))),
}
_each = {**WEIGHTS, "bound": bound > 0}
_ours = {
    "stays'": OURS.stays,
    "sent'": OURS.sent,
    "n_i'": OURS.n,
    "part": part_j,
    "part'": part_j,
    "T_r": lambda r, i, k: T_j(j, r, i, k),
    "T_r'": lambda r, i, k: T_j(j + 1, r, i, k),
    "average": lambda r, k, m: average_j(j, r, k, m),
    "average'": lambda r, k, m: average_j(j + 1, r, k, m),
}
_link = lemma(
    "one record of the group",
    {**GROUP, **_each, "dataset": j >= 0},
    each_class(apart(average_j(j, r, k, w), average_j(j + 1, r, k, w)) <= bound / users),
    where=AVERAGES,
    by=[MOVES.at(**_ours, user=holder(j))],
)
GROUP_MOVES = induct(
    "a group moves the average by Y s'/w",
    j,
    {**GROUP, **_each},
    each_class(apart(average_j(0, r, k, w), average_j(j, r, k, w)) <= z3.ToReal(j) * (bound / users)),
    where=AVERAGES,
    base=[SAME.at(x=average_j(0, r, k, w))],
    step=[_link, DETOUR.at(x=average_j(0, r, k, w), y=average_j(j, r, k, w), z=average_j(j + 1, r, k, w))],
)
ENDS = {
    "group": Y >= 1,
    "first-and-last": z3.ForAll(
        [r, i, k], z3.And(OURS.T(r, i, k) == T_j(0, r, i, k), THEIRS.T(r, i, k) == T_j(Y, r, i, k))
    ),
    **REPLACED,
    **{slug: OTHERS[slug] for slug in ("dishonest-users", "dropouts-ignore-the-data")},
}


def end_of_chain(world, j):
    """The average of the protocol is that of this dataset of the chain."""
    mark = world.mark
    return induct(
        f"the average at the end of the chain{mark}",
        m,
        {**ENDS, "users": w >= 1},
        world.mean(r, k, m) == average_j(j, r, k, m),
        where=[*AVERAGES, OURS.weights, THEIRS.weights, world.sums[1]],
        base=[at("average_j", j, r, k), at("average" + mark, r, k)],
        step=[
            [at("average_j", j, r, k, m), at("average" + mark, r, k, m), at("first-and-last", r, m, k)],
            [at("part_j", r, m), at("part", r, m), at("part'", r, m)],
            [at("replaced-record", m), at("dishonest-users", r, m, k), at("dropouts-ignore-the-data", r, m)],
        ],
    )


_group = lemma(
    "the averages of the group",
    {**GROUP, **_each, **ENDS},
    each_class(apart(OURS.mean(r, k, w), THEIRS.mean(r, k, w)) <= group * (bound / users)),
    where=[*AVERAGES, OURS.weights, THEIRS.weights, OURS.sums[1], THEIRS.sums[1]],
    by=[end_of_chain(OURS, 0).at(m=w), end_of_chain(THEIRS, Y).at(m=w), GROUP_MOVES.at(j=Y)],
)
GROUP_PRIVACY = at_values(
    "a group of Y records has the curve of σ/Y",
    LEFT,
    {shift: group * (bound / users), mult: sigma / group},
    given={**GROUP, **ENDS},
    meets=["users", "average-moves", "multiplier"],
    by=[at("holders", 0), spread(sigma / group), _group.at().every(r, k)],
    where=AVERAGES,
)

# --- within one user: 2R caps the group -------------------------------------------------------------------------------

_own, _own2, _size = OURS.T(r, user, k), THEIRS.T(r, user, k), z3.ToReal(OURS.n(user))
BALL = {"models-in-the-ball": z3.ForAll([r, k], each_class(z3.And(norm(_own) <= R, norm(_own2) <= R)))}
_chained = {"group-sensitivity": z3.ForAll([r, k], each_class(apart(_own, _own2) <= group * (bound / _size)))}
_moves, _cap = group * (bound / _size), NUM.min(group * bound, 2 * R * _size)
_mine, _apart = OURS.part(r, user), apart(_own, _own2)
CAPPED_MOVES = average_of_one_user(
    "a group within one user moves the average by at most min(Y s', 2R n)/w",
    {**BALL, **_chained, **RADIUS, "bound": bound > 0, "group": Y >= 1},
    REPLACED,
    [
        [at("models-in-the-ball", r, k), at("group-sensitivity", r, k), length(minus(_own, _own2))],
        [
            z3.And(_size >= 1, users >= 1),
            SCALED_APART.at(r=_mine, x=_own, y=_own2),
            APART.at(x=_own, y=_own2),
        ],
        [group * bound / _size == _moves, 2 * R * _size / _size == 2 * R],
        INSERTED.at(p_=_mine, a_=_apart, n_=_size, w_=users, **{"s'": group * bound}),
        INSERTED.at(p_=_mine, a_=_apart, n_=_size, w_=users, **{"s'": 2 * R * _size}),
        [_mine * _apart <= _cap / users],
    ],
    _cap / users,
)
_given = {slug: p for slug, p in CAPPED_MOVES.given.items() if slug not in ("users", "sizes")}
_left = sigma * bound / _cap  # σ s'/min(Y s', 2R n)
CAPPED = [_left > 0, spread(_left)]
GROUP_OF_ONE_USER = at_values(
    "a group within one user",
    LEFT,
    {shift: _cap / users, mult: _left},
    given=_given,
    meets=["users", "average-moves", "multiplier"],
    by=[at("sizes", user), *CAPPED, CAPPED_MOVES.at().every(r, k)],
)

# --- all data of one user -------------------------------------------------------------------------------------------------

N = z3.Int("N")
_N = z3.ToReal(N)
_other_sizes = {"other-sizes": z3.ForAll([i], z3.Implies(i != user, OURS.n(i) == THEIRS.n(i)))}
PUBLIC = {**RADIUS, "public-bound": z3.And(N >= 1, OURS.n(user) <= N, THEIRS.n(user) <= N)}
_mine2, _unit = THEIRS.part(r, user), 2 * R * _N
_a = z3.Real("a_")
USER_MOVES = average_of_one_user(
    "one user of at most N records moves the sum by at most 2RN/w",
    {**BALL, **PUBLIC},
    _other_sizes,
    [
        [at("models-in-the-ball", r, k), length(_own), length(_own2)],
        _size / users <= _N / users,
        z3.And(_mine >= 0, _mine2 >= 0, _mine <= _N / users, _mine2 <= _N / users),
        [MULTIPLE.at(r=_mine, x=_own), MULTIPLE.at(r=_mine2, x=_own2)],
        APART.at(x=scale(_mine, _own), y=scale(_mine2, _own2)),
    ],
    _unit / users,
)
USER_LEVEL = at_values(
    "all data of one user, among users of at most N records",
    LEFT,
    {shift: _unit / users, mult: sigma},
    given={**OTHERS, **_other_sizes, **BALL, **PUBLIC, "bound": bound >= _unit},
    meets=["users", "average-moves", "multiplier", "bound"],
    by=[spread(), USER_MOVES.at().every(r, k)],
)
EQUAL_SIZES = {"equal-sizes": z3.ForAll([i], z3.And(OURS.n(i) == N, THEIRS.n(i) == N))}
_sizes = lemma(
    "equal sizes",
    {**EQUAL_SIZES, "records": N >= 1},
    z3.And(OURS.n(i) >= 1, THEIRS.n(i) >= 1),
    by=[at("equal-sizes", i)],
)
_same = lemma(
    "equal sizes of the other users",
    EQUAL_SIZES,
    z3.Implies(i != user, OURS.n(i) == THEIRS.n(i)),
    by=[at("equal-sizes", i)],
)
USER_LEVEL_EQUAL = at_values(
    "all data of one user, users of equal sizes",
    USER_LEVEL,
    {},
    given={**EQUAL_SIZES, "records": N >= 1},
    meets=["public-bound", "other-sizes", "sizes"],
    by=[spread(), at("equal-sizes", user), _sizes.at().every(i), _same.at().every(i)],
)
PLAIN = lemma(
    "one exchanged user moves the plain average by at most 2R/w",
    {
        **USER,
        "one-holder": z3.ForAll([i], z3.Implies(i != user, T(i) == T2(i))),
        "models-in-the-ball": z3.And(norm(T(user)) <= R, norm(T2(user)) <= R),
    },
    norm(minus(scale(1 / users, whole(w)), scale(1 / users, whole2(w)))) <= 2 * R / users,
    where=[running(whole, T), running(whole2, T2)],
    by=[
        APART.at(x=T(user), y=T2(user)),
        ONE_TERM.at(g=T, h=T2, sum_g=whole, sum_h=whole2, k=w, moved=2 * R),
        SCALED_APART.at(r=1 / users, x=whole(w), y=whole2(w)),
        SCALES.at(a=1 / users, b=norm(minus(whole(w), whole2(w))), c=2 * R),
    ],
)

# --- joint models -----------------------------------------------------------------------------------------------------------

NINE = {  # eps = 0, nine datasets, probabilities 1, 7/8, ..., 0: attained
    **{"exp_eps": 1, "delta": z3.Q(1, 8), "m": 8},
    "Pr_chain": lambda i: when(i >= 8, 0, 1 - number(i) / 8),
    "power": lambda k: z3.RealVal(1),
    "series": number,
}
_half = z3.Q(1, 2)
_ends = [z3.RealVal(1), _half, z3.RealVal(0)]


def _on_dataset(j, of):
    """By the dataset of the chain; user 0's model goes from 1 over 1/2 to 0."""
    return z3.If(j <= 0, of(_ends[0]), z3.If(j == 1, of(_ends[1]), of(_ends[2])))


PAIR = {
    "Y": 2,
    "holder": lambda j: z3.IntVal(0),
    "T_j": lambda j, r, i, k: _on_dataset(j, lambda first: when(i == 0, first, 5)),
    "part_j": lambda r, i: when(left(r, i + 1) == left(r, i), _half),
    "average_j": lambda j, r, k, m: _on_dataset(j, lambda first: averages(first, left)(r, k, m)),
}
ONE_USER = {"R": 1, "N": 1}
FLIPPED = {  # three users, user 0 flips its model from R to -R: 2R/w is attained
    **LINE,
    **{"user": 0, "w": 3, "R": 1},
    "T_i": lambda i: when(i == 0, 1, 2),
    "T_i'": lambda i: when(i == 0, -1, 2),
    "sum": lambda k: when(k <= 0, 0, 1 + 2 * (number(k) - 1)),
    "sum'": lambda k: when(k <= 0, 0, -1 + 2 * (number(k) - 1)),
}


def modelled(theorem, **meaning):
    return partial(model, theorem, SORTS, two_users(**{"t_honest": 1, **meaning}))


_flip = {"ends": (1, -1), "bound": 2, "shift": 1, **ONE_USER}
STATES = [
    (
        "cor:group_privacy",
        GROUP_PRIVACY,
        "reading:noise-over-Y",
        modelled(GROUP_PRIVACY, bound=_half, **PAIR),
    ),
    ("cor:group_privacy", GROUP_OF_ONE_USER, "repair", modelled(GROUP_OF_ONE_USER, **{**ONE_USER, "Y": 1})),
    stated("cor:group_privacy", CHAIN, "repair", {}, NINE),
    ("cor:userlevel_sens", USER_LEVEL_EQUAL, "reading:one-user", modelled(USER_LEVEL_EQUAL, **_flip)),
    stated("sec:security_distblindavg#user_level", PLAIN, "reading:plain-average", {"V": REAL}, FLIPPED),
    ("sec:security_distblindavg#user_level", USER_LEVEL, "repair", modelled(USER_LEVEL, **_flip)),
]
