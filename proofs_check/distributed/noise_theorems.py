"""From sensitivity to privacy: mixtures (lem:m1), averaging (cor:ampl_avg), distributed noise (thm:distributed_blindavg), groups.

Two sources of randomness: r (all coins but the honest noise: training, adversary, who stays) and the honest noise, one vector per user.
    mean(L, F)       expectation of F(r) for r with the law L
    chance(N, A)     probability of the set A of noises under the noise law N
    prob(J, E)       probability of E under the JOINT law J of (r, noise); E[r] is the set of noises that complete r
    product(L, N)    the joint law under which r and the noise are independent
    normal(s)        the noise law: one independent N(0, s^2 I) per user; needs a finite dimension
    gauss(a, s, S)   probability that a + N(0, s^2 I) lands in the (Borel) set S
"""

from __future__ import annotations

from types import SimpleNamespace

import z3

from proofs_check.lemmas.numbers import NUM, ROOT, SCALES, Int, Real
from proofs_check.lemmas.spaces import (
    EQUAL,
    MULTIPLE,
    NORM,
    V,
    add,
    against,
    dot,
    minus,
    norm,
    scale,
    zero,
)
from proofs_check.lemmas.sums import running
from proofs_check.logic.derived import instance
from proofs_check.logic.rules import at, axiom, discharge, equal_to, induct, leaf, lemma, recursive
from reference import formulas

k, i, user, w_ = z3.Ints("k i user w")
exp_eps, delta, nu = z3.Reals("exp_eps delta nu")

# --- lem:m1, finitely many values of r: no axiom is needed ------------------------------------------------------------------

weight, prob, prob2 = (z3.Function(n, Int, Real) for n in ("weight", "Pr", "Pr'"))
total, mixed, mixed2 = (z3.Function(n, Int, Real) for n in ("total", "mixed", "mixed'"))
plus = lambda a, b: a + b  # noqa: E731
_w, _p, _q = z3.Reals("w_ p q")
WEIGHTED = lemma(
    "one more value of r",
    {"weight": _w >= 0, "private": _p <= exp_eps * _q + delta},
    _w * _p <= exp_eps * (_w * _q) + delta * _w,
    by=[SCALES.at(a=_w, b=_p, c=exp_eps * _q + delta)],
)
FINITE = induct(
    "mixtures of finitely many",
    k,
    {
        "weights": z3.ForAll([i], weight(i) >= 0),
        "private": z3.ForAll([i], z3.Implies(i >= 0, prob(i) <= exp_eps * prob2(i) + delta)),
    },
    mixed(k) <= exp_eps * mixed2(k) + delta * total(k),
    where=[
        running(total, weight, z3.RealVal(0), plus),
        running(mixed, lambda i: weight(i) * prob(i), z3.RealVal(0), plus),
        running(mixed2, lambda i: weight(i) * prob2(i), z3.RealVal(0), plus),
    ],
    step=[
        at("weights", k),
        at("private", k),
        at("total", k),
        at("mixed", k),
        at("mixed'", k),
        WEIGHTED.at(w_=weight(k), p=prob(k), q=prob2(k)),
    ],
)

# --- lem:m1 for any law of r ------------------------------------------------------------------------------------------------

Law, Coin, Noise, NoiseLaw, Joint, Sets = (
    z3.DeclareSort(n) for n in ("Law", "Coin", "Noise", "NoiseLaw", "Joint", "Sets")
)
Random = z3.ArraySort(Coin, Real)  # random variables: functions of r
Event = z3.ArraySort(Noise, z3.BoolSort())  # sets of noises
JointEvent = z3.ArraySort(Coin, Event)
mean, chance, prob = (
    z3.Function("mean", Law, Random, Real),
    z3.Function("chance", NoiseLaw, Event, Real),
    z3.Function("prob", Joint, JointEvent, Real),
)
product = z3.Function("product", Law, NoiseLaw, Joint)
measurable, integrable = (
    z3.Function("measurable", JointEvent, z3.BoolSort()),
    z3.Function("integrable", Random, z3.BoolSort()),
)
law, law2 = z3.Consts("law law'", Law)
noise = z3.Const("noise", NoiseLaw)
J, J2 = z3.Consts("J J'", Joint)
F, F2 = z3.Consts("F F'", Random)
E, E2 = z3.Consts("E E'", JointEvent)
A = z3.Const("A", Event)
r = z3.Const("coin", Coin)
VALUES = {
    "values": z3.ForAll([r], z3.And(F[r] >= 0, F[r] <= 1, F2[r] >= 0, F2[r] <= 1)),
    "integrable": z3.And(integrable(F), integrable(F2)),
}
POINTWISE = {"pointwise": z3.ForAll([r], F[r] <= exp_eps * F2[r] + delta)}
MEAN = axiom(
    "mean",
    mean(law, F) <= exp_eps * mean(law, F2) + delta,
    over=["law", "F", "F'", "exp_eps", "delta"],
    given={**POINTWISE, **VALUES},
    why="expectations of measurable functions with values in [0, 1] are monotone and linear, and the mean of a constant is the constant",
)
CHANCE = axiom(
    "chance",
    z3.And(chance(noise, A) >= 0, chance(noise, A) <= 1),
    over=["noise", "A"],
    why="a probability (for sets that are not measurable: of the smallest measurable set around them)",
)
FUBINI = axiom(
    "Fubini",
    z3.And(prob(product(law, noise), E) == mean(law, F), integrable(F)),
    over=["law", "noise", "E", "F"],
    given={"conditional": z3.ForAll([r], F[r] == chance(noise, E[r])), "measurable": measurable(E)},
    why="under a product law, a probability is the mean over r of the probability given r (which is measurable in r)",
)
SAME_LAW = {"independent-of-the-data": law == law2}
MIXTURE = lemma(
    "a mixture of private mechanisms is private",
    {**SAME_LAW, **POINTWISE, **VALUES},
    mean(law, F) <= exp_eps * mean(law2, F2) + delta,
    by=[MEAN.at(law=law2)],
)
GIVEN_R = [
    equal_to(F.decl(), lambda r: chance(noise, E[r])),
    equal_to(F2.decl(), lambda r: chance(noise, E2[r])),
]
BETWEEN = lemma(
    "probabilities given r",
    {},
    z3.And(F[r] >= 0, F[r] <= 1, F2[r] >= 0, F2[r] <= 1),
    where=GIVEN_R,
    by=[at("F", r), at("F'", r), CHANCE.at(A=E[r]), CHANCE.at(A=E2[r])],
)
FOR_EACH_R = {
    "private-for-each-r": z3.ForAll([r], chance(noise, E[r]) <= exp_eps * chance(noise, E2[r]) + delta)
}
LIFTED = lemma(
    "private given r",
    FOR_EACH_R,
    F[r] <= exp_eps * F2[r] + delta,
    where=GIVEN_R,
    by=[at("F", r), at("F'", r), at("private-for-each-r", r)],
)
INDEPENDENT = {"independent-of-the-noise": z3.And(J == product(law, noise), J2 == product(law2, noise))}
MEASURABLE = {"measurable": z3.And(measurable(E), measurable(E2))}
JOINTLY = lemma(
    "private for each r, so private",
    {**SAME_LAW, **INDEPENDENT, **MEASURABLE, **FOR_EACH_R},
    prob(J, E) <= exp_eps * prob(J2, E2) + delta,
    where=GIVEN_R,
    by=[FUBINI, FUBINI.at(law=law2, E=E2, F=F2), BETWEEN.at().every(r), LIFTED.at().every(r), MIXTURE],
)

# --- cor:ampl_avg ---------------------------------------------------------------------------------------------------------------

T, T2 = (z3.Function(n, Int, V) for n in ("T", "T'"))  # the model of user i, on the data and on the neighbour
weights, weights2 = (z3.Function(n, Int, Real) for n in ("n", "n'"))  # n_i if user i is in the sum, else 0
whole, whole2 = (z3.Function(n, Int, V) for n in ("sum", "sum'"))
bound, size = z3.Reals("s' n_user")
probe = z3.Const("probe", V)
SUMS = [
    running(whole, lambda i: scale(weights(i), T(i))),
    running(whole2, lambda i: scale(weights2(i), T2(i))),
]
USERS = {
    "user": z3.And(user >= 0, user < w_),
    "one-holder": z3.ForAll([i], z3.Implies(i != user, T(i) == T2(i))),
    "replaced-record": z3.ForAll([i], weights(i) == weights2(i)),
}
own = scale(weights2(user), minus(T(user), T2(user)))
OTHERS = discharge(
    "other users, equal models",
    lemma(
        "an equal model",
        {"same": T(k) == T2(k)},
        dot(scale(weights2(k), T(k)), probe) == dot(scale(weights2(k), T2(k)), probe),
    ),
    "same",
)
ONE_SUMMAND = induct(
    "the other users cancel",
    k,
    USERS,
    z3.And(
        z3.Implies(k <= user, dot(whole(k), probe) == dot(whole2(k), probe)),
        z3.Implies(k > user, dot(whole(k), probe) == dot(whole2(k), probe) + dot(own, probe)),
    ),
    where=SUMS,
    step=[
        at("sum", k),
        at("sum'", k),
        at("one-holder", k),
        at("replaced-record", k),
        OTHERS,
        *against(
            probe, add(whole(k), scale(weights2(k), T(k))), add(whole2(k), scale(weights2(k), T2(k))), own
        ),
        [
            z3.Implies(k == user, g(k) == g(user))
            for g in (lambda j: dot(T(j), probe), lambda j: dot(T2(j), probe), weights2)
        ],
    ],
)
_n = z3.ToReal(w_)
_average, _average2 = scale(1 / _n, whole(w_)), scale(1 / _n, whole2(w_))
_move = scale(1 / _n, own)
SAME_MOVE = lemma(
    "the average moves by one summand",
    USERS,
    dot(minus(_average, _average2), probe) == dot(_move, probe),
    where=SUMS,
    by=[ONE_SUMMAND.at(k=w_), *against(probe, minus(_average, _average2), _move)],
)
_a, _b, _c = z3.Reals("a b c")
INSERTED = lemma(
    "the bound is inserted",
    {"sizes": z3.And(size >= 1, _a >= 0, _a <= size), "moved": z3.And(_b >= 0, _b <= bound / size)},
    _a * _b <= bound,
    by=[
        SCALES.at(a=_b, b=_a, c=size),
        SCALES.at(a=size, b=_b, c=bound / size),
        size * (bound / size) == bound,
    ],
)
SIZES = {
    "own-size": z3.And(size >= 1, weights2(user) >= 0, weights2(user) <= size),
    "sensitivity": norm(minus(T(user), T2(user))) <= bound / size,
}
AVERAGE = lemma(
    "sensitivity of the average",
    {**USERS, **SIZES},
    norm(minus(_average, _average2)) <= bound / _n,
    where=SUMS,
    by=[
        SAME_MOVE.at().every(probe),
        EQUAL.at(x=minus(_average, _average2), y=_move),
        _n >= 1,
        MULTIPLE.at(r=1 / _n, x=own),
        MULTIPLE.at(r=weights2(user), x=own.arg(1)),
        NORM.at(x=own.arg(1)),
        INSERTED.at(a=weights2(user), b=norm(own.arg(1))),
        SCALES.at(a=1 / _n, b=norm(own), c=bound),
    ],
)

# --- thm:distributed_blindavg ---------------------------------------------------------------------------------------------------------

gauss = z3.Function("gauss", V, Real, Sets, Real)
normal = z3.Function("normal", Real, NoiseLaw)
noise_of = z3.Function("noise_of", Noise, Int, V)  # what user i draws
inside = z3.Function("inside", V, Sets, z3.BoolSort())
expo, erfc = z3.Function("expo", Real, Real), z3.Function("erfc", Real, Real)
TERMS = SimpleNamespace(**{**vars(NUM), "exp": expo, "erfc": erfc})
p1, p2, p3 = z3.Consts("p p' p''", V)
S_ = z3.Const("S", Sets)
eps, sigma, s_, step_, H_, share = z3.Reals("eps sigma s shift H t")
CURVE = formulas.delta_gauss(eps, sigma, 1, TERMS)  # K_comp = 1: one vector is released
finite_dimension = z3.Bool("finite_dimension")
FINITE_DIMENSION = {"finite-dimension": finite_dimension}
who, kept, counted = (
    z3.Function("who", Int, z3.BoolSort()),
    z3.Function("kept", Noise, Int, V),
    z3.Function("counted", Int, Int),
)
eta = z3.Const("eta", Noise)
one_if = lambda condition: z3.If(condition, z3.IntVal(1), z3.IntVal(0))  # noqa: E731
SQRTGAUSS = leaf(
    "thm:sqrtgauss",
    chance(normal(s_), A) == gauss(p1, s_ * NUM.sqrt(z3.ToReal(counted(w_))), S_),
    over=["p", "s", "S", "A", "w", "who", "kept", "counted"],
    given={
        **FINITE_DIMENSION,
        "noise": s_ > 0,
        "users": z3.And(w_ >= 0, counted(w_) >= 1),
        "none": z3.And(counted(0) == 0, z3.ForAll([eta], kept(eta, 0) == zero)),
        "counted": z3.ForAll([k], z3.Implies(k >= 0, counted(k + 1) == counted(k) + one_if(who(k)))),
        "kept": z3.ForAll(
            [eta, k],
            z3.Implies(k >= 0, kept(eta, k + 1) == add(kept(eta, k), z3.If(who(k), noise_of(eta, k), zero))),
        ),
        "event": z3.ForAll([eta], A[eta] == inside(add(p1, kept(eta, w_)), S_)),
    },
    by="distributed_noise.two_independent_normals_make_one",
)
GAUSS = leaf(
    "lem:gauss_mech",
    gauss(p1, s_, S_) <= expo(eps) * gauss(p2, s_, S_) + CURVE,
    over=["p", "p'", "s", "S", "eps", "sigma", "shift"],
    given={
        **FINITE_DIMENSION,
        "eps": eps >= 0,
        "sigma": sigma > 0,
        "shift": norm(minus(p1, p2)) <= step_,
        "noise": z3.And(s_ > 0, s_ >= sigma * step_),
    },
    by="gaussian_mechanism.worst_shift_has_the_printed_curve",
    knowing=[ROOT.at(r=2), NUM.sqrt(2) > 0],  # the curve divides by it
)
EXPO = axiom("exponential", expo(eps) > 0, over=["eps"], why="e^eps > 0")
LOCAL = (
    bound / _n * formulas.noise_per_user(sigma, share, _n, NUM)
)  # one user's noise in the average: (1/w) n_i (s'/n_i) sigma~
SPLIT_NOISE = {
    "sigma": sigma > 0,
    "fraction": z3.And(share > 0, share <= 1),
    "bound": bound > 0,
    "users": w_ >= 1,
}
ENOUGH = lemma(
    "enough honest noise",
    {**SPLIT_NOISE, "honest": H_ >= share * _n},
    z3.And(
        NUM.sqrt(share * _n) > 0,
        LOCAL > 0,
        H_ > 0,
        LOCAL * NUM.sqrt(H_) >= sigma * (bound / _n),
        LOCAL * NUM.sqrt(H_) > 0,
    ),
    by=[
        _n >= 1,
        share * _n > 0,
        H_ > 0,
        ROOT.at(r=H_),
        ROOT.at(r=share * _n),
        NUM.sqrt(share * _n) > 0,
        NUM.sqrt(H_) > 0,
        NUM.sqrt(H_) >= NUM.sqrt(share * _n),
        LOCAL == bound / _n * (sigma / NUM.sqrt(share * _n)),
        sigma / NUM.sqrt(share * _n) > 0,
        bound / _n > 0,
        LOCAL > 0,
        SCALES.at(a=LOCAL, b=NUM.sqrt(share * _n), c=NUM.sqrt(H_)),
        LOCAL * NUM.sqrt(share * _n) == sigma * (bound / _n),
        LOCAL * NUM.sqrt(H_) > 0,
    ],
)
centre, centre2 = (z3.Function(n, Coin, V) for n in ("centre", "centre'"))
target = z3.Function("target", Coin, Sets)
honest, stays = z3.Function("honest", Int, z3.BoolSort()), z3.Function("stays", Coin, Int, z3.BoolSort())
H, noise_sum = z3.Function("H", Coin, Int, Int), z3.Function("noise_sum", Coin, Noise, Int, V)
counts = lambda r, i: z3.And(honest(i), stays(r, i))  # noqa: E731
seen = lambda centre: lambda r, eta: inside(add(centre(r), noise_sum(r, eta, w_)), target(r))  # noqa: E731
NOISES = [
    running(H, lambda r, i: one_if(counts(r, i)), z3.IntVal(0), plus),
    running(noise_sum, lambda r, eta, i: z3.If(counts(r, i), noise_of(eta, i), zero)),
]
EVENTS = [equal_to(E.decl(), seen(centre)), equal_to(E2.decl(), seen(centre2))]
EVENT = lemma(
    "the event given r",
    {},
    z3.And(E[r][eta] == seen(centre)(r, eta), E2[r][eta] == seen(centre2)(r, eta)),
    where=EVENTS,
    by=[at("E", r, eta), at("E'", r, eta)],
)
SUMMED = {
    "who": lambda i: counts(r, i),
    "kept": lambda eta, n: noise_sum(r, eta, n),
    "counted": lambda n: H(r, n),
    "s": LOCAL,
    "S": target(r),
}
_H = z3.ToReal(H(r, w_))
PER_COIN = lemma(
    "private for each value of the other randomness",
    {
        **SPLIT_NOISE,
        **FINITE_DIMENSION,
        "eps": eps >= 0,
        "honest": z3.ForAll([r], z3.ToReal(H(r, w_)) >= share * _n),
        "average": z3.ForAll([r], norm(minus(centre(r), centre2(r))) <= bound / _n),
    },
    chance(normal(LOCAL), E[r]) <= expo(eps) * chance(normal(LOCAL), E2[r]) + CURVE,
    where=[*NOISES, *EVENTS],
    by=[
        at("honest", r),
        at("average", r),
        ENOUGH.at(H=_H),
        H(r, w_) >= 1,
        EVENT.at().every(eta),
        at("H", r),
        ROOT.at(r=2),
        NUM.sqrt(z3.RealVal(2)) > 0,
        SQRTGAUSS.at(**SUMMED, p=centre(r), A=E[r]),
        SQRTGAUSS.at(**SUMMED, p=centre2(r), A=E2[r]),
        GAUSS.at(p=centre(r), s=LOCAL * NUM.sqrt(_H), S=target(r), shift=bound / _n, **{"p'": centre2(r)}),
    ],
)
real, real2 = z3.Reals("real real'")
VIEWS = [
    *NOISES,
    *EVENTS,
    equal_to(F.decl(), lambda r: chance(normal(LOCAL), E[r])),
    equal_to(F2.decl(), lambda r: chance(normal(LOCAL), E2[r])),
]
PRIVATE = {
    **PER_COIN.given,
    **SAME_LAW,
    **MEASURABLE,
    "independent-of-the-noise": z3.And(J == product(law, normal(LOCAL)), J2 == product(law2, normal(LOCAL))),
    "simulated": z3.And(real - prob(J, E) <= nu, prob(J2, E2) - real2 <= nu),
}
DISTRIBUTED = lemma(
    "thm:distributed_blindavg",
    PRIVATE,
    real <= expo(eps) * real2 + CURVE + formulas.simulation_loss(eps, nu, TERMS),
    where=VIEWS,
    by=[
        PER_COIN.at().every(r),
        JOINTLY.at(noise=normal(LOCAL), exp_eps=expo(eps), delta=CURVE),
        EXPO,
        SCALES.at(a=expo(eps), b=prob(J2, E2), c=real2 + nu),
        ROOT.at(r=2),
        ROOT.at(r=share * _n),
    ],
)
# the average over those who stay, for each value of the other randomness: cor:ampl_avg meets the premise `average`
Tr, Tr2 = (z3.Function(n, Coin, Int, V) for n in ("T_r", "T_r'"))
records = z3.Function("n_i", Int, Real)
sums, sums2 = (z3.Function(n, Coin, Int, V) for n in ("sum_r", "sum_r'"))
added = z3.Function("dishonest", Coin, V)
mean_of = lambda total: lambda r: add(scale(1 / _n, total(r, w_)), added(r))  # noqa: E731
in_sum = lambda r, i: z3.If(stays(r, i), records(i), z3.RealVal(0))  # noqa: E731
LOCALS = {
    "user": z3.And(user >= 0, user < w_),
    "one-holder": z3.ForAll([r, i], z3.Implies(i != user, Tr(r, i) == Tr2(r, i))),
    "records": records(user) >= 1,
    "sensitivity": z3.ForAll([r], norm(minus(Tr(r, user), Tr2(r, user))) <= bound / records(user)),
}
LOCAL_SUMS = [
    running(sums, lambda r, i: scale(in_sum(r, i), Tr(r, i))),
    running(sums2, lambda r, i: scale(in_sum(r, i), Tr2(r, i))),
]
CANCELS = lemma(
    "what dishonest users add cancels",
    {},
    dot(minus(add(p1, p3), add(p2, p3)), probe) == dot(minus(p1, p2), probe),
    by=against(probe, minus(add(p1, p3), add(p2, p3)), minus(p1, p2)),
)
SHIFTED = lemma(
    "a common shift changes no distance",
    {},
    norm(minus(add(p1, p3), add(p2, p3))) == norm(minus(p1, p2)),
    by=[CANCELS.at().every(probe), EQUAL.at(x=minus(add(p1, p3), add(p2, p3)), y=minus(p1, p2))],
)
_first, _second = (scale(1 / _n, total(r, w_)) for total in (sums, sums2))
MOVES = lemma(
    "the average of those who stay",
    {**LOCALS, "users": w_ >= 1},
    norm(minus(mean_of(sums)(r), mean_of(sums2)(r))) <= bound / _n,
    where=LOCAL_SUMS,
    by=[
        at("sensitivity", r),
        at("sum_r", r),
        at("sum_r'", r),
        AVERAGE.at(
            n_user=records(user),
            **{
                "T": lambda i: Tr(r, i),
                "T'": lambda i: Tr2(r, i),
                "n": lambda i: in_sum(r, i),
                "n'": lambda i: in_sum(r, i),
                "sum": lambda n: sums(r, n),
                "sum'": lambda n: sums2(r, n),
            },
        ),
        SHIFTED.at(**{"p": _first, "p'": _second, "p''": added(r)}),
    ],
)
FULL = instance(
    "thm:distributed_blindavg, for those who stay",
    DISTRIBUTED,
    **{"centre": mean_of(sums), "centre'": mean_of(sums2)},
    given=LOCALS,
    meets=["average", "users"],
    by=[w_ >= 1, MOVES.at().every(r), ROOT.at(r=2), ROOT.at(r=share * _n)],
    where=LOCAL_SUMS,
)
# at least t w honest users, at most rho w users drop out: (t - rho) w honest ones stay
honest_users, gone = z3.Function("honest_users", Int, Int), z3.Function("gone", Coin, Int, Int)
rho, fraction = z3.Reals("rho t_honest")
ROLLS = [
    running(honest_users, lambda i: one_if(honest(i)), z3.IntVal(0), plus),
    running(gone, lambda r, i: one_if(z3.Not(stays(r, i))), z3.IntVal(0), plus),
]
STAYED = induct(
    "who is honest and has not left",
    k,
    {},
    honest_users(k) - gone(r, k) <= H(r, k),
    where=[*ROLLS, NOISES[0]],
    base=[at("gone", r), at("H", r)],
    step=[at("honest_users", k), at("gone", r, k), at("H", r, k)],
)
DROPOUTS = {
    "honest-users": z3.ToReal(honest_users(w_)) >= fraction * _n,
    "dropouts": z3.ForAll([r], z3.ToReal(gone(r, w_)) <= rho * _n),
    "fractions": z3.And(rho >= 0, rho < fraction, fraction <= 1),
}
LEFT = lemma(
    "enough honest users stay",
    {**DROPOUTS, "users": w_ >= 1},
    z3.ToReal(H(r, w_)) >= (fraction - rho) * _n,
    where=[*ROLLS, NOISES[0]],
    by=[at("dropouts", r), STAYED.at(k=w_)],
)
WITH_DROPOUTS = instance(
    "thm:distributed_blindavg, with dropouts",
    FULL,
    t=fraction - rho,
    given=DROPOUTS,
    meets=["honest", "fraction"],
    where=ROLLS,
    by=[w_ >= 1, LEFT.at().every(r), ROOT.at(r=2), ROOT.at(r=(fraction - rho) * _n)],
)

# --- groups ------------------------------------------------------------------------------------------------------------------------

chain, power, series = (z3.Function(n, Int, Real) for n in ("Pr_chain", "power", "series"))
GROUP = induct(
    "a chain of neighbours",
    k,
    {
        "eps": exp_eps >= 0,
        "neighbours": z3.ForAll([i], z3.Implies(i >= 0, chain(i) <= exp_eps * chain(i + 1) + delta)),
    },
    z3.And(power(k) >= 0, chain(0) <= power(k) * chain(k) + delta * series(k)),
    where=[
        recursive(power, lambda: z3.RealVal(1), lambda i, before: exp_eps * before),
        running(series, power, z3.RealVal(0), plus),
    ],
    step=[
        at("neighbours", k),
        at("power", k),
        at("series", k),
        SCALES.at(a=power(k), b=chain(k), c=exp_eps * chain(k + 1) + delta),
        power(k + 1) >= 0,
    ],
)

# --- K columns: what K_comp pays for -------------------------------------------------------------------------------------------------

column, squares = z3.Function("column", Int, Real), z3.Function("squares", Int, Real)
COLUMNS = induct(
    "K columns move by at most the root of K times s",
    k,
    {"each": z3.ForAll([i], z3.Implies(i >= 0, z3.And(column(i) >= 0, column(i) <= bound)))},
    squares(k) <= z3.ToReal(k) * bound * bound,
    where=[running(squares, lambda i: column(i) * column(i), z3.RealVal(0), plus)],
    step=[at("each", k), at("squares", k), column(k) * column(k) <= bound * bound],
)
