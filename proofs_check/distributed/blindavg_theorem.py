"""thm:distributed_blindavg: BlindAvg is private for one replaced record, with dropouts, with dishonest users, over SecAgg.

σ~ = σ/sqrt((t - rho) w) is split over those who stay: tw honest users begin, at most rho w users leave. With the paper's
σ~ = σ/sqrt(tw), at least tw honest users must stay to the end. The premises are what a deployment must promise.
"""

from functools import lru_cache, partial

import z3

from proofs_check.distributed.average_theorem import ONE_TERM, USER, i, user, users, w
from proofs_check.distributed.noise_theorem import (
    COUNT,
    ENOUGH,
    OURS,
    PRIVATE_SUM,
    THEIRS,
    WEIGHTS,
    H,
    at_values,
    bound,
    honest,
    mult,
    nu,
    one_if,
    real,
    real2,
    rho,
    t_honest,
    tilde,
)
from proofs_check.gaussian.curve_theorem import K, apart, each_class, k, shift, sigma, spread, tuples
from proofs_check.gaussian.mechanism_theorem import EVEN, PROBABILITY_SORTS, draw, events
from proofs_check.lemmas.line import number, when
from proofs_check.lemmas.numbers import NUM, ROOT, SCALES, Int
from proofs_check.lemmas.probability import E2, J2, Coin, E, J, prob, r
from proofs_check.lemmas.spaces import PAIRS, SAME, SCALED_APART, add, length, minus, norm, scale
from proofs_check.logic import derived
from proofs_check.logic.models import model
from proofs_check.logic.rules import at, discharge, induct, lemma
from reference import formulas

m = z3.Int("m")

# --- enough honest users stay -------------------------------------------------------------------------------

STAY = {
    "fraction": t_honest > 0,
    "honest-and-present": z3.ForAll([r], z3.ToReal(H(r, w)) >= t_honest * users),
}


def noise_of_a_user(fraction):
    """σ~ is split over this fraction of the users."""
    return {"noise-of-a-user": tilde == formulas.noise_per_user(sigma, fraction, users, NUM)}


NOISE = {
    "sigma": sigma > 0,
    "multiplier": z3.And(mult > 0, shift > 0, mult * shift <= sigma * (bound / users)),
}


_share = z3.Real("share_of_users")
_POSITIVE = lemma(
    "what σ~ and s'/w divide by",
    {"users": w >= 1, "bound": bound > 0, "share": _share > 0},
    z3.And(
        users >= 1,
        bound / users > 0,
        _share * users > 0,
        NUM.sqrt(_share * users) > 0,
        NUM.sqrt(_share * users) != 0,
    ),
    by=[ROOT.at(r=_share * users)],
)


def root_of(fraction, bound=bound):
    """w, s'/w and sqrt(tw) are positive."""
    return _POSITIVE.at(share_of_users=fraction, **{"s'": bound})


_enough = lemma(
    "the honest users who stay leave enough noise",
    {**STAY, **NOISE, **noise_of_a_user(t_honest), "users": w >= 1, "bound": bound > 0},
    mult * shift * (mult * shift)
    <= z3.ToReal(H(r, w)) * (tilde * (bound / users) * (tilde * (bound / users))),
    by=[root_of(t_honest), at("honest-and-present", r), ENOUGH.at(H_=z3.ToReal(H(r, w)), s_=mult * shift)],
)
STAYED = at_values(
    "enough honest users stay, so the sum is private",
    PRIVATE_SUM,
    {},
    given={**STAY, **NOISE, **noise_of_a_user(t_honest)},
    meets=["enough-noise"],
    by=[root_of(t_honest), tilde > 0, spread(mult), _enough.at().every(r)],
)

# --- at least tw honest users begin, at most rho w users leave ------------------------------------------------

honest_users, gone = z3.Function("honest_users", Int, Int), z3.Function("gone", Coin, Int, Int)
ROLLS = [
    derived.running(honest_users, lambda i: one_if(honest(i)), z3.IntVal(0)),
    derived.running(gone, lambda r, i: one_if(z3.Not(OURS.stays(r, i))), z3.IntVal(0)),
]
_remain = induct(
    "who is honest and has not left",
    m,
    {},
    honest_users(m) - gone(r, m) <= H(r, m),
    where=[*ROLLS, COUNT],
    base=[at("gone", r), at("H", r)],
    step=[at("honest_users", m), at("gone", r, m), at("H", r, m)],
)
DROPOUTS = {
    "fractions": z3.And(rho >= 0, rho < t_honest),
    "honest-users": z3.ToReal(honest_users(w)) >= t_honest * users,
    "dropouts": z3.ForAll([r], z3.ToReal(gone(r, w)) <= rho * users),
}
STAYING = lemma(
    "enough honest users stay",
    {**DROPOUTS, "users": w >= 1},
    z3.ToReal(H(r, w)) >= (t_honest - rho) * users,
    where=[*ROLLS, COUNT],
    by=[at("dropouts", r), _remain.at(m=w)],
)
LEFT = at_values(
    "at most rho w users leave, so the sum is private",
    STAYED,
    {t_honest: t_honest - rho},
    given=DROPOUTS,
    meets=["fraction", "honest-and-present"],
    by=[root_of(t_honest - rho), spread(mult), STAYING.at().every(r)],
    where=ROLLS,
)

# --- one record of one user is replaced: the average moves by at most s'/w ------------------------------------

OTHERS = {
    **USER,
    "one-holder": z3.ForAll([r, i, k], z3.Implies(i != user, OURS.T(r, i, k) == THEIRS.T(r, i, k))),
    "dishonest-users": z3.ForAll([r, i, k], OURS.sent(r, i, k) == THEIRS.sent(r, i, k)),
    "dropouts-ignore-the-data": z3.ForAll([r, i], OURS.stays(r, i) == THEIRS.stays(r, i)),
}
REPLACED = {"replaced-record": z3.ForAll([i], OURS.n(i) == THEIRS.n(i))}
_own, _own2 = OURS.T(r, user, k), THEIRS.T(r, user, k)
_n = z3.ToReal(OURS.n(user))
SENSITIVITY = {"sensitivity": z3.ForAll([r, k], each_class(apart(_own, _own2) <= bound / _n))}


def average_of_one_user(name, given, same_sizes, own, most):
    """The averages differ in one term; `own` shows that n_i/w times the model of this user moves by at most `most`."""
    terms = [world.term(r, k, i) for world in (OURS, THEIRS)]
    others = lemma(
        f"{name}: the other users cancel",
        {**OTHERS, **same_sizes, "users": w >= 1},
        z3.Implies(i != user, terms[0] == terms[1]),
        by=[
            [at("one-holder", r, i, k), at("dishonest-users", r, i, k), at("dropouts-ignore-the-data", r, i)],
            [at("part", r, i), at("part'", r, i), *(at(slug, i) for slug in same_sizes)],
        ],
        where=[OURS.weights, THEIRS.weights],
    )
    mine = [scale(world.part(r, user), world.T(r, user, k)) for world in (OURS, THEIRS)]
    rest = [scale(world.theirs(r, user), world.sent(r, user, k)) for world in (OURS, THEIRS)]
    one_class = lemma(
        f"{name}, one class",
        {**OTHERS, **same_sizes, **given, **WEIGHTS, "class": z3.And(0 <= k, k < K)},
        apart(OURS.mean(r, k, w), THEIRS.mean(r, k, w)) <= most,
        where=[OURS.weights, THEIRS.weights, OURS.sums[1], THEIRS.sums[1]],
        by=[
            [users >= 1, at("sizes", user), at("dropouts-ignore-the-data", r, user)],
            at("dishonest-users", r, user, k),
            [at("part", r, user), at("part'", r, user)],
            own,
            [SAME.at(x=rest[1]), norm(minus(*rest)) == 0],
            PAIRS.at(v=mine[0], w=rest[0], x=mine[1], y=rest[1]),
            others.at().every(i),
            ONE_TERM.at(
                g=lambda i: OURS.term(r, k, i),
                h=lambda i: THEIRS.term(r, k, i),
                sum_g=lambda i: OURS.mean(r, k, i),
                sum_h=lambda i: THEIRS.mean(r, k, i),
                moved=norm(minus(add(mine[0], rest[0]), add(mine[1], rest[1]))),
                k=w,
            ),
        ],
    )
    shows, where = each_class(one_class.shows), one_class.where
    given = {slug: premise for slug, premise in one_class.given.items() if slug != "class"}
    return lemma(name, given, shows, [discharge(f"{name}, for one class", one_class, "class")], where)


_p, _a, _size, _w = z3.Reals("p_ a_ n_ w_")
INSERTED = lemma(
    "n_i/w times s'/n_i",
    {
        "sizes": z3.And(_size >= 1, _w >= 1),
        "part": z3.And(_p >= 0, _p <= _size / _w),
        "moves": z3.And(_a >= 0, _a <= bound / _size),
    },
    _p * _a <= bound / _w,
    by=[
        [SCALES.at(a=_a, b=_p, c=_size / _w), _size / _w > 0, SCALES.at(a=_size / _w, b=_a, c=bound / _size)],
        _size / _w * (bound / _size) == bound / _w,
    ],
)
_mine, _apart = OURS.part(r, user), apart(_own, _own2)
MOVES = average_of_one_user(
    "one replaced record moves the average by s'/w",
    {**SENSITIVITY, "bound": bound > 0},
    REPLACED,
    [
        [at("sensitivity", r, k), length(minus(_own, _own2)), z3.And(_n >= 1, users >= 1)],
        SCALED_APART.at(r=_mine, x=_own, y=_own2),
        INSERTED.at(p_=_mine, a_=_apart, n_=_n, w_=users),
    ],
    bound / users,
)


def for_one_record(name, theorem, by):
    """The theorem at the move s'/w of one replaced record, with the multiplier σ."""
    return at_values(
        name,
        theorem,
        {shift: bound / users, mult: sigma},
        given={**OTHERS, **REPLACED, **SENSITIVITY},
        meets=["users", "average-moves", "multiplier"],
        by=[w >= 1, by, spread(), MOVES.at().every(r, k)],
    )


PRESENT = for_one_record("thm:distributed_blindavg, tw honest users stay", STAYED, root_of(t_honest))
WITH_DROPOUTS = for_one_record("thm:distributed_blindavg, with dropouts", LEFT, root_of(t_honest - rho))

# --- nobody drops out: the simplified statement, at σ, at σ~ and at the σ that is left ---------------------------

ALL_STAY = {"nobody-drops-out": z3.ForAll([r, i], OURS.stays(r, i))}
_all_honest = induct(
    "all honest users stay",
    m,
    ALL_STAY,
    H(r, m) == honest_users(m),
    where=[ROLLS[0], COUNT],
    base=[at("H", r)],
    step=[at("H", r, m), at("honest_users", m), at("nobody-drops-out", r, m)],
)
_counted = {"honest-users": DROPOUTS["honest-users"]}
_enough_honest = lemma(
    "tw honest users stay",
    {**ALL_STAY, **_counted, "users": w >= 1},
    z3.ToReal(H(r, w)) >= t_honest * users,
    where=[ROLLS[0], COUNT],
    by=[_all_honest.at(m=w)],
)
SIMPLE = at_values(
    "thm:distributed_blindavg, nobody drops out",
    PRESENT,
    {},
    given={**ALL_STAY, **_counted},
    meets=["honest-and-present"],
    by=[spread(), _enough_honest.at().every(r)],
    where=ROLLS[:1],
)


def at_multiplier(name, multiplier, given, by, where=()):
    """For one record, with σ~ = σ/sqrt(tw): the curve at a multiplier whose square the variance of the sum reaches."""
    unit = tilde * (bound / users)
    squared = multiplier * (bound / users) * (multiplier * (bound / users))
    size = {"fraction": t_honest > 0, "sigma": sigma > 0, **noise_of_a_user(t_honest)}
    roots = [root_of(t_honest), tilde > 0, unit * unit >= 0]
    enough = lemma(
        f"{name}: enough noise",
        {**size, **given, "users": w >= 1, "bound": bound > 0},
        squared <= z3.ToReal(H(r, w)) * (unit * unit),
        where=[*where, COUNT],
        by=[*roots, *by],
    )
    return at_values(
        name,
        PRIVATE_SUM,
        {mult: multiplier, shift: bound / users},
        given={**size, **given, **OTHERS, **REPLACED, **SENSITIVITY},
        meets=["users", "enough-noise", "average-moves", "multiplier"],
        by=[w >= 1, *roots, *by[:1], spread(multiplier), enough.at().every(r), MOVES.at().every(r, k)],
        where=where,
    )


_H = z3.ToReal(honest_users(w))
EFFECTIVE = at_multiplier(
    "thm:distributed_blindavg, at the σ that is left",
    formulas.effective_noise(sigma, _H, t_honest, users, NUM),
    {**ALL_STAY, "honest-users": honest_users(w) >= 1},
    [[ROOT.at(r=_H)], [_all_honest.at(m=w)]],
    where=ROLLS[:1],
)
_unit = tilde * (bound / users)
AT_ONE_USER = at_multiplier(
    "thm:distributed_blindavg, at σ~",
    tilde,
    {"honest-and-present": STAY["honest-and-present"]},
    [[], [at("honest-and-present", r)]],
)

# --- cor:blindavg_dp_secagg: the protocol emulates the sum for every attacker that it holds against -------------

Attacker = z3.DeclareSort("Attacker")
attacker = z3.Const("attacker", Attacker)
efficient = z3.Function("efficient", Attacker, z3.BoolSort())
view, view2, ideal, ideal2 = (
    z3.Function(name, Attacker, z3.RealSort()) for name in ("view", "view'", "ideal", "ideal'")
)  # the attacker says yes: with SecAgg, and with the simulator on the ideal sum


def close(one, other):
    return z3.And(one - other <= nu, other - one <= nu)


SECAGG = {
    "secagg-emulates-the-sum": z3.ForAll(
        [attacker],
        z3.Implies(
            efficient(attacker),
            z3.And(close(view(attacker), ideal(attacker)), close(view2(attacker), ideal2(attacker))),
        ),
    ),
    "efficient-attacker": efficient(attacker),
    "ideal-sum": z3.And(ideal(attacker) == prob(J, E), ideal2(attacker) == prob(J2, E2)),
}


def with_secagg(name, theorem, by):
    return at_values(
        name,
        theorem,
        {real: view(attacker), real2: view2(attacker)},
        given=SECAGG,
        meets=["simulated"],
        by=[spread(), at("secagg-emulates-the-sum", attacker)],
    )


SECAGG_PRESENT = with_secagg("cor:blindavg_dp_secagg, tw honest users stay", PRESENT, root_of(t_honest))
SECAGG_DROPOUTS = with_secagg("cor:blindavg_dp_secagg, with dropouts", WITH_DROPOUTS, root_of(t_honest - rho))

# --- joint models: two values of r, two users; at `False` user 1 leaves. All chances are 1/2 ---------------------


def left(r, m):
    return z3.If(z3.And(z3.Not(r), m >= 2), z3.IntVal(1), z3.IntVal(0))


def averages(first, leave):
    """(1/2) of the model of user 0 and of 5 for every other user."""
    return lambda r, k, m: when(m <= 0, 0, first + 5 * (number(m) - 1 - number(leave(r, m)))) / 2


def _noises(leave):
    return lambda r, eta, k, m: draw(eta) * number(m - leave(r, m)) / 2


def two_users(leave=left, ends=(1, 0), bound=1, **other):
    """The meaning of every symbol of the protocol: who leaves, the models of user 0, s'."""
    return {**_two_users(leave, ends, bound), **other}


@lru_cache(typed=True)  # the same functions for all theorems
def _two_users(leave, ends, bound):
    meaning = {
        **EVEN,
        **{
            "w": 2,
            "user": 0,
            "nu": 0,
            "s'": bound,
            "shift": z3.Q(1, 2),
            "multiplier": 1,
            "sigma_user": 1,
            "rho": z3.Q(1, 2),
        },
        **{"t_honest": z3.Q(1, 2), "real": z3.Q(1, 2), "real'": z3.Q(1, 2)},
        "honest": lambda i: z3.BoolVal(True),
        "honest_users": lambda m: m,
        "gone": leave,
        "H": lambda r, m: m - leave(r, m),
        "efficient": lambda a: z3.BoolVal(True),
        "attacker": True,
        **dict.fromkeys(("view", "view'", "ideal", "ideal'"), lambda a: z3.Q(1, 2)),
    }
    for mark, first in zip(("", "'"), ends, strict=True):
        average, noise = averages(first, leave), _noises(leave)

        def received(r, eta, k, m, average=average, noise=noise):
            return average(r, k, m) + noise(r, eta, k, m)

        meaning |= {
            "stays" + mark: lambda r, i: leave(r, i + 1) == leave(r, i),
            "n_i" + mark: lambda i: z3.IntVal(1),
            "part" + mark: lambda r, i: when(leave(r, i + 1) == leave(r, i), z3.Q(1, 2)),
            "T_r" + mark: lambda r, i, k, first=first: when(i == 0, first, 5),
            "sent" + mark: lambda r, i, k: z3.RealVal(0),
            "deviation" + mark: tuples(z3.RealVal(bound)),
            "average" + mark: average,
            "averages" + mark: lambda r, average=average: tuples(average(r, 0, z3.IntVal(2))),
            "noise_sum" + mark: noise,
            "Var" + mark: lambda r, m: number(m - leave(r, m)) * bound * bound / 4,
            "received" + mark: received,
            "released" + mark: lambda r, eta, received=received: tuples(received(r, eta, 0, z3.IntVal(2))),
            "E" + mark: events(lambda r, eta, received=received: received(r, eta, 0, z3.IntVal(2))),
        }
    return meaning


def nobody(r, m):
    return z3.IntVal(0)


SORTS = {**PROBABILITY_SORTS, "Attacker": z3.BoolSort()}


def modelled(theorem, *args, **other):
    return partial(model, theorem, SORTS, two_users(*args, **other))


STATES = [
    ("thm:distributed_blindavg#simplified", SIMPLE, "reading:sigma", modelled(SIMPLE, nobody)),
    ("thm:distributed_blindavg#simplified", AT_ONE_USER, "reading:sigma-tilde", modelled(AT_ONE_USER)),
    ("thm:distributed_blindavg#simplified", EFFECTIVE, "repair", modelled(EFFECTIVE, nobody)),
    ("thm:distributed_blindavg#full", PRESENT, "reading:honest-and-present", modelled(PRESENT)),
    ("thm:distributed_blindavg#full", WITH_DROPOUTS, "repair", modelled(WITH_DROPOUTS, t_honest=1)),
    ("cor:blindavg_dp_secagg", SECAGG_PRESENT, "reading:honest-and-present", modelled(SECAGG_PRESENT)),
    ("cor:blindavg_dp_secagg", SECAGG_DROPOUTS, "repair", modelled(SECAGG_DROPOUTS, t_honest=1)),
    ("sec:security_distblindavg#dishonest_noise", PRIVATE_SUM, "repair", modelled(PRIVATE_SUM)),
]
