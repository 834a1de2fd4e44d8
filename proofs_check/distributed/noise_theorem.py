"""thm:sqrtgauss and thm:distributed_blindavg: many users' noise in one sum, down to the message that each of them sends.

An honest user i sends (n_i/w) (T_i + noise) with noise of deviation σ~ s'/n_i. A dishonest one sends what it likes. Who does
not stay sends nothing. The attacker sees the sum. For every law of r (training, attacker, who stays), K_comp and space.
A theorem about two datasets holds for every pair of them, so also with the two exchanged.
"""

import z3

from proofs_check.distributed.average_theorem import i, users, w
from proofs_check.gaussian.curve_theorem import (
    EXPO,
    FINITE_DIMENSION,
    MORE_NOISE,
    S_,
    SETTING,
    TERMS,
    K,
    Tuple,
    apart,
    centre,
    curve,
    each_class,
    eps,
    expo,
    gauss,
    k,
    shift,
    sigma,
    spread,
    tuples,
)
from proofs_check.gaussian.mechanism_theorem import (
    EVEN,
    EVENTS,
    PROBABILITY_SORTS,
    A,
    d,
    d2,
    draw,
    eta,
    inside,
    noise_of,
    normal,
    released,
    released2,
    target,
)
from proofs_check.lemmas.line import BOOL, number, stated
from proofs_check.lemmas.numbers import NUM, ROOT, SCALES, SHORTER, Int, Real
from proofs_check.lemmas.probability import (
    E2,
    J2,
    MEASURABLE,
    MIXTURE,
    SAME_LAW,
    Coin,
    E,
    J,
    Noise,
    chance,
    given_r,
    independent,
    prob,
    r,
)
from proofs_check.lemmas.spaces import MODELS, V, add, against, dot, scale, zero
from proofs_check.lemmas.sums import counting, running
from proofs_check.logic import derived
from proofs_check.logic.rules import at, equal_to, induct, leaf, lemma
from reference import formulas

m = z3.Int("m")

# --- thm:sqrtgauss ------------------------------------------------------------------------------------------

weight, variance = z3.Function("weight_i", Int, Real), z3.Function("variance", Int, Real)
kept, out = z3.Function("kept", Noise, Int, Int, V), z3.Function("out", Noise, Tuple)
SUM_OF_NOISES = leaf(
    "a weighted sum of independent normals",
    chance(normal(d), A) == gauss(centre, K, NUM.sqrt(variance(w)), S_),
    over=["centre", "K_comp", "deviation", "S", "A", "w", "weight_i", "kept", "variance", "out"],
    given={
        **FINITE_DIMENSION,
        "classes": K >= 1,
        "users": w >= 0,
        "noise": variance(w) > 0,
        "no-variance": variance(0) == 0,
        "variances": z3.ForAll(
            [i], z3.Implies(i >= 0, variance(i + 1) == variance(i) + (weight(i) * d[i]) * (weight(i) * d[i]))
        ),
        "no-noise": z3.ForAll([eta, k], kept(eta, k, 0) == zero),
        "noises": z3.ForAll(
            [eta, k, i],
            z3.Implies(
                i >= 0, kept(eta, k, i + 1) == add(kept(eta, k, i), scale(weight(i), noise_of(eta, i, k)))
            ),
        ),
        "released": z3.ForAll([eta, k], out(eta)[k] == add(centre[k], kept(eta, k, w))),
        "event": z3.ForAll([eta], A[eta] == inside(out(eta), K, S_)),
    },
    by="textbook: weighted sums of independent normal vectors are normal (Feller, An Introduction to Probability Theory, "
    "volume 2); computed: distributed.noise_split.two_independent_normals_make_one",
)
_one = 1 / users * (sigma / NUM.sqrt(users))  # one user's noise in the mean
MEAN_OF_NOISES = [
    equal_to(d.decl(), lambda i: sigma / NUM.sqrt(users)),
    counting(variance, lambda i: (1 / users * d[i]) * (1 / users * d[i])),
    running(kept, lambda eta, k, i: scale(1 / users, noise_of(eta, i, k))),
    equal_to(out, lambda eta, k: add(centre[k], kept(eta, k, w))),
    equal_to(A.decl(), lambda eta: inside(out(eta), K, S_)),
]
_root_w = [ROOT.at(r=users)]
_equal = induct(
    "w equal variances",
    m,
    {"users": w >= 1},
    variance(m) == z3.ToReal(m) * (_one * _one),
    where=MEAN_OF_NOISES[:2],
    step=[*_root_w, at("variance", m), at("deviation", m)],
)
_a, _n = z3.Reals("a n_")
_part = lemma(
    "w times the variance of one user",
    {"users": _n >= 1, "root": z3.And(_a > 0, _a * _a == _n)},
    _n * ((1 / _n * (sigma / _a)) * (1 / _n * (sigma / _a))) == sigma / _n * (sigma / _n),
)
SQRTGAUSS = lemma(
    "thm:sqrtgauss",
    {**FINITE_DIMENSION, "classes": K >= 1, "users": w >= 1, "sigma": sigma > 0},
    chance(normal(d), A) == gauss(centre, K, sigma / users, S_),
    where=MEAN_OF_NOISES,
    by=[
        [*_root_w, _equal.at(m=w), _part.at(a=NUM.sqrt(users), n_=users)],
        [variance(w) == sigma / users * (sigma / users), ROOT.at(r=variance(w))],
        SHORTER.at(a=NUM.sqrt(variance(w)), b=sigma / users),
        SHORTER.at(a=sigma / users, b=NUM.sqrt(variance(w))),
        SUM_OF_NOISES.at(weight_i=lambda i: 1 / users),
    ],
)

# --- the protocol, on either dataset ------------------------------------------------------------------------

tilde, bound = z3.Reals("sigma_user s'")  # σ~ and s'
honest = z3.Function("honest", Int, z3.BoolSort())
H = z3.Function("H", Coin, Int, Int)


def one_if(condition):
    return z3.If(condition, z3.IntVal(1), z3.IntVal(0))


class World:
    """The protocol on one of the two datasets: what is sent, received, and what the noise in it amounts to."""

    def __init__(self, mark, released, d, E):
        self.mark, self.released, self.d, self.E = mark, released, d, E
        self.T = z3.Function("T_r" + mark, Coin, Int, Int, V)  # T_r(r, i, k): model k of user i
        self.n = z3.Function("n_i" + mark, Int, Int)
        self.stays = z3.Function("stays" + mark, Coin, Int, z3.BoolSort())
        self.sent = z3.Function("sent" + mark, Coin, Int, Int, V)  # by a dishonest user
        self.received = z3.Function("received" + mark, Coin, Noise, Int, Int, V)
        self.mean = z3.Function("average" + mark, Coin, Int, Int, V)
        self.tuple = z3.Function("averages" + mark, Coin, Tuple)
        self.noise = z3.Function("noise_sum" + mark, Coin, Noise, Int, Int, V)
        self.var = z3.Function("Var" + mark, Coin, Int, Real)
        self.part = z3.Function("part" + mark, Coin, Int, Real)
        self.weights = equal_to(self.part, self.weight)
        self.sums = [
            running(self.received, self.message),
            running(self.mean, self.term),
            running(self.noise, self.share),
        ]
        self.views = [
            equal_to(self.released, lambda r, eta, k: self.received(r, eta, k, w)),
            equal_to(self.tuple, lambda r, k: self.mean(r, k, w)),
        ]
        self.noises = [
            equal_to(self.d.decl(), self.deviation),
            counting(self.var, lambda r, i: (self.part(r, i) * self.d[i]) * (self.part(r, i) * self.d[i])),
        ]

    def weight(self, r, i):
        """n_i/w, the weight of an honest user who stays."""
        return z3.If(z3.And(honest(i), self.stays(r, i)), z3.ToReal(self.n(i)) / users, z3.RealVal(0))

    def deviation(self, i):
        """σ~ s'/n_i; who has no records draws nothing."""
        size = z3.ToReal(self.n(i))
        return z3.If(size > 0, tilde * (bound / size), z3.RealVal(0))

    def theirs(self, r, i):
        return z3.If(z3.And(z3.Not(honest(i)), self.stays(r, i)), z3.RealVal(1), z3.RealVal(0))

    def message(self, r, eta, k, i):
        """What user i adds to the sum of vectors k."""
        model = add(self.T(r, i, k), noise_of(eta, i, k))
        return add(scale(self.part(r, i), model), scale(self.theirs(r, i), self.sent(r, i, k)))

    def term(self, r, k, i):
        """The same without noise."""
        return add(scale(self.part(r, i), self.T(r, i, k)), scale(self.theirs(r, i), self.sent(r, i, k)))

    def share(self, r, eta, k, i):
        return scale(self.part(r, i), noise_of(eta, i, k))


OURS, THEIRS = World("", released, d, E), World("'", released2, d2, E2)
COUNT = derived.running(H, lambda r, i: one_if(z3.And(honest(i), OURS.stays(r, i))), z3.IntVal(0))
unit = tilde * (bound / users)  # the noise of one honest user in the sum
WEIGHTS = {"users": w >= 1, "sizes": z3.ForAll([i], z3.And(OURS.n(i) >= 1, THEIRS.n(i) >= 1))}
PROTOCOL = {
    **WEIGHTS,
    "bound": bound > 0,
    "noise-of-a-user": tilde > 0,
    "dropouts-ignore-the-data": z3.ForAll([r, i], OURS.stays(r, i) == THEIRS.stays(r, i)),
}
probe = z3.Const("probe", V)


def chance_given_r(world):
    """For one r: what is received is the average plus normal noise of variance H unit^2."""
    mark, sums, views, noise = world.mark, world.sums, world.views, world.noises
    parts = add(world.mean(r, k, m), world.noise(r, eta, k, m))
    after = add(
        add(world.mean(r, k, m), world.term(r, k, m)),
        add(world.noise(r, eta, k, m), world.share(r, eta, k, m)),
    )
    split = induct(
        f"models and noises{mark}",
        m,
        {},
        dot(world.received(r, eta, k, m), probe) == dot(parts, probe),
        where=sums,
        base=[
            [at("received" + mark, r, eta, k), at("average" + mark, r, k), at("noise_sum" + mark, r, eta, k)],
            against(probe, add(zero, zero)),
        ],
        step=[
            [at("received" + mark, r, eta, k, m), at("average" + mark, r, k, m)],
            at("noise_sum" + mark, r, eta, k, m),
            against(probe, parts, add(world.received(r, eta, k, m), world.message(r, eta, k, m)), after),
        ],
    )
    cancels = induct(
        f"n_i cancels in the noise{mark}",
        m,
        PROTOCOL,
        world.var(r, m) == z3.ToReal(H(r, m)) * (unit * unit),
        where=[world.weights, *noise, COUNT],
        step=[
            [at("Var" + mark, r, m), at("H", r, m), at("sizes", m), at("dropouts-ignore-the-data", r, m)],
            [at("deviation" + mark, m), at("part" + mark, r, m)],
        ],
    )
    plus = add(world.tuple(r)[k], world.noise(r, eta, k, w))
    seen = lemma(
        f"what is released{mark}",
        {"users": w >= 1},
        world.released(r, eta)[k] == plus,
        where=[*sums, *views],
        by=[
            [at("released" + mark, r, eta, k), at("averages" + mark, r, k), split.at(m=w).every(probe)],
            MODELS.DEFINITE.at(
                x=world.received(r, eta, k, w), y=add(world.mean(r, k, w), world.noise(r, eta, k, w))
            ),
        ],
    )
    event = lemma(
        f"the event given r{mark}",
        {},
        world.E[r][eta] == inside(world.released(r, eta), K, target(r)),
        where=EVENTS,
        by=[at("E" + mark, r, eta)],
    )
    total = z3.ToReal(H(r, w)) * (unit * unit)
    return lemma(
        f"the chance given r{mark}",
        {**PROTOCOL, **FINITE_DIMENSION, "classes": K >= 1, "some-stay": H(r, w) >= 1},
        chance(normal(world.d), world.E[r]) == gauss(world.tuple(r), K, NUM.sqrt(total), target(r)),
        where=[world.weights, *sums, *views, *noise, COUNT, *EVENTS],
        by=[
            cancels.at(m=w),
            [seen.at().every(eta, k), event.at().every(eta), at("Var" + mark, r)],
            SUM_OF_NOISES.at(
                centre=world.tuple(r),
                deviation=world.d,
                S=target(r),
                A=world.E[r],
                weight_i=lambda i: world.part(r, i),
                kept=lambda eta, k, i: world.noise(r, eta, k, i),
                variance=lambda i: world.var(r, i),
                out=lambda eta: world.released(r, eta),
            ),
        ],
    )


CHANCES = [chance_given_r(OURS), chance_given_r(THEIRS)]

# --- enough noise for the move of the average, so private ------------------------------------------------------

mult, real, real2, nu = z3.Reals("multiplier real real' nu")


def average_moves(by):
    """No average of local models moves by more, for any r."""
    gap = apart(OURS.mean(r, k, w), THEIRS.mean(r, k, w))
    return {"average-moves": z3.ForAll([r, k], each_class(gap <= by))}


_total = z3.ToReal(H(r, w)) * (unit * unit)
_needed = mult * shift
MECHANISM = {
    **PROTOCOL,
    **{slug: SETTING[slug] for slug in ("finite-dimension", "eps", "classes")},
    "multiplier": z3.And(mult > 0, shift > 0),
    **average_moves(shift),
    "enough-noise": z3.ForAll([r], _needed * _needed <= _total),
}
DEFINED = [
    *(d for world in (OURS, THEIRS) for d in (world.weights, *world.sums, *world.views, *world.noises)),
    *(COUNT, *EVENTS),
]
_tuples = lemma(
    "the released averages move",
    average_moves(shift),
    each_class(apart(OURS.tuple(r)[k], THEIRS.tuple(r)[k]) <= shift),
    where=[*OURS.views, *THEIRS.views],
    by=[at("average-moves", r, k), at("averages", r, k), at("averages'", r, k)],
)
EACH_R = lemma(
    "the sum is private for each r",
    MECHANISM,
    chance(normal(d), E[r]) <= expo(eps) * chance(normal(d2), E2[r]) + curve(mult),
    where=DEFINED,
    by=[
        spread(mult),
        [at("enough-noise", r), *CHANCES],
        [ROOT.at(r=_total), SHORTER.at(a=_needed, b=NUM.sqrt(_total)), _tuples.at().every(k)],
        MORE_NOISE.at(
            **{"centre": OURS.tuple(r), "centre'": THEIRS.tuple(r)},
            s=NUM.sqrt(_total),
            S=target(r),
            sigma=mult,
        ),
    ],
)
NOISE_LAWS = (normal(d), normal(d2))
SIMULATED = {"simulated": z3.And(real - prob(J, E) <= nu, prob(J2, E2) - real2 <= nu)}
PRIVATE_SUM = lemma(
    "enough noise, so the sum is private",
    {**MECHANISM, **SAME_LAW, **independent(*NOISE_LAWS), **MEASURABLE, **SIMULATED},
    real <= expo(eps) * real2 + curve(mult) + formulas.simulation_loss(eps, nu, TERMS),
    where=[*DEFINED, *given_r(*NOISE_LAWS)],
    by=[
        [spread(mult), EACH_R.at().every(r)],
        MIXTURE.at(**{"noise": normal(d), "noise'": normal(d2)}, exp_eps=expo(eps), delta=curve(mult)),
        [EXPO, SCALES.at(a=expo(eps), b=prob(J2, E2), c=real2 + nu)],
    ],
)


def at_values(name, theorem, values, meets=(), given=None, by=(), where=()):
    """The theorem with terms for some of its numbers, of which its definitions do not speak. `by` shows what `meets` lists."""
    pairs = list(values.items())
    kept = {slug: z3.substitute(p, *pairs) for slug, p in theorem.given.items() if slug not in meets}
    here = theorem.at(**{number.decl().name(): term for number, term in pairs})
    shows = z3.substitute(theorem.shows, *pairs)
    return lemma(name, {**kept, **(given or {})}, shows, [*by, here], [*where, *theorem.where])


# --- σ~ = σ/sqrt(tw) and at least tw honest users who stay -----------------------------------------------------

t_honest, rho = z3.Reals("t_honest rho")
split_noise = formulas.noise_per_user(sigma, t_honest, users, NUM)
_H, _s = z3.Reals("H_ s_")
_root_t = NUM.sqrt(t_honest * users)
ENOUGH = lemma(
    "enough honest users leave at least σ",
    {
        "sigma": sigma > 0,
        "fraction": t_honest > 0,
        "users": w >= 1,
        "honest": _H >= t_honest * users,
        "multiplier": z3.And(_s >= 0, _s <= sigma * (bound / users)),
    },
    _s * _s <= _H * (split_noise * (bound / users) * (split_noise * (bound / users))),
    by=[ROOT.at(r=t_honest * users)],
)

# --- a joint model of thm:sqrtgauss: four users of deviation 1/2, all chances 1/2 -------------------------------

FOUR_USERS = {
    **EVEN,
    **{"w": 4, "S": 0, "centre": tuples(z3.RealVal(0)), "deviation": tuples(z3.Q(1, 2))},
    "variance": lambda m: number(m) / 64,
    "kept": lambda eta, k, m: draw(eta) * number(m) / 4,
    "out": lambda eta: tuples(draw(eta)),
    "A": z3.Store(z3.K(BOOL, z3.BoolVal(False)), True, z3.BoolVal(True)),
}
STATES = [stated("thm:sqrtgauss", SQRTGAUSS, "statement", PROBABILITY_SORTS, FOUR_USERS)]
