"""Two independent sources of randomness, and lem:m1: what is private for each value of the one is private.

r stands for all randomness but the noise: the order of the records, the attacker, who stays. The noise is one draw a user.
    mean(L, F)       expectation of F(r) for r with the law L
    chance(N, A)     probability of the set A of noises under the noise law N
    prob(J, E)       probability of E under the JOINT law J of (r, noise); E[r] is the set of noises that complete r
    product(L, N)    the joint law under which r and the noise are independent
A random variable and an event are functions of r, so arrays.
"""

from functools import partial

import z3

from proofs_check.lemmas.line import BOOL, REAL, stated
from proofs_check.lemmas.numbers import SCALES, Int, Real
from proofs_check.logic.derived import running
from proofs_check.logic.models import model
from proofs_check.logic.rules import at, axiom, equal_to, induct, lemma
from reference import formulas

k, i = z3.Ints("k i")
exp_eps, delta = z3.Reals("exp_eps delta")

# --- lem:m1 for finitely many values of r: no axiom is needed ---------------------------------------------

weight_r, chance_r, chance_r2 = (z3.Function(name, Int, Real) for name in ("weight_r", "Pr_r", "Pr_r'"))
total, mixed, mixed2 = (z3.Function(name, Int, Real) for name in ("total_weight", "mixed", "mixed'"))
_w, _p, _q = z3.Reals("weight_1 Pr_1 Pr_1'")
WEIGHTED = lemma(
    "one more value of r",
    {"weight": _w >= 0, "private": _p <= exp_eps * _q + delta},
    _w * _p <= exp_eps * (_w * _q) + delta * _w,
    by=[SCALES.at(a=_w, b=_p, c=exp_eps * _q + delta)],
)
FINITE = induct(
    "a mixture of finitely many private mechanisms is private",
    k,
    {
        "weights": z3.ForAll([i], z3.Implies(i >= 0, weight_r(i) >= 0)),
        "private-for-each-r": z3.ForAll(
            [i], z3.Implies(i >= 0, chance_r(i) <= exp_eps * chance_r2(i) + delta)
        ),
    },
    mixed(k) <= exp_eps * mixed2(k) + delta * total(k),
    where=[
        running(total, weight_r, z3.RealVal(0)),
        running(mixed, lambda i: weight_r(i) * chance_r(i), z3.RealVal(0)),
        running(mixed2, lambda i: weight_r(i) * chance_r2(i), z3.RealVal(0)),
    ],
    step=[
        [at(name, k) for name in ("weights", "private-for-each-r", "total_weight", "mixed", "mixed'")],
        WEIGHTED.at(**{"weight_1": weight_r(k), "Pr_1": chance_r(k), "Pr_1'": chance_r2(k)}),
    ],
)

# --- the same with a delta for each r: the average of the deltas --------------------------------------------

delta_r, averaged = z3.Function("delta_r", Int, Real), z3.Function("averaged", Int, Real)
AVERAGED = induct(
    "a mixture has the average of the deltas",
    k,
    {
        "weights": z3.ForAll([i], z3.Implies(i >= 0, weight_r(i) >= 0)),
        "private-for-each-r": z3.ForAll(
            [i], z3.Implies(i >= 0, chance_r(i) <= exp_eps * chance_r2(i) + delta_r(i))
        ),
    },
    mixed(k) <= exp_eps * mixed2(k) + averaged(k),
    where=[
        running(mixed, lambda i: weight_r(i) * chance_r(i), z3.RealVal(0)),
        running(mixed2, lambda i: weight_r(i) * chance_r2(i), z3.RealVal(0)),
        running(averaged, lambda i: formulas.averaged_delta([weight_r(i)], [delta_r(i)]), z3.RealVal(0)),
    ],
    step=[
        [at(name, k) for name in ("weights", "private-for-each-r", "mixed", "mixed'", "averaged")],
        WEIGHTED.at(
            **{"weight_1": weight_r(k), "Pr_1": chance_r(k), "Pr_1'": chance_r2(k), "delta": delta_r(k)}
        ),
    ],
)

# --- lem:m1 for any law of r ------------------------------------------------------------------------------

Law, Coin, Noise, NoiseLaw, Joint = (
    z3.DeclareSort(name) for name in ("Law", "Coin", "Noise", "NoiseLaw", "Joint")
)
Random = z3.ArraySort(Coin, Real)
Event = z3.ArraySort(Noise, z3.BoolSort())
JointEvent = z3.ArraySort(Coin, Event)
mean = z3.Function("mean", Law, Random, Real)
chance = z3.Function("chance", NoiseLaw, Event, Real)
prob = z3.Function("prob", Joint, JointEvent, Real)
product = z3.Function("product", Law, NoiseLaw, Joint)
measurable = z3.Function("measurable", JointEvent, z3.BoolSort())
integrable = z3.Function("integrable", Random, z3.BoolSort())
law, law2 = z3.Consts("law law'", Law)
noise, noise2 = z3.Consts("noise noise'", NoiseLaw)
J, J2 = z3.Consts("J J'", Joint)
F, F2 = z3.Consts("F F'", Random)
E, E2 = z3.Consts("E E'", JointEvent)
A = z3.Const("A", Event)
r = z3.Const("coin", Coin)


def monotone(over, integral, integrable, one, other, place, factor, constant=None):
    """The clause of an axiom about all integrals (means, sums): F <= c G everywhere, so ∫F <= c ∫G.

    Under a probability also with a constant: it is its own mean.
    """

    def bound(term):
        return factor * term if constant is None else factor * term + constant

    variables = [term for term in (one, other, factor, constant) if term is not None]
    return axiom(
        f"integral: monotone, {place.sort().name()}",
        integral(one) <= bound(integral(other)),
        over=[*over, *(term.decl().name() for term in variables)],
        given={
            "integrable": z3.And(integrable(one), integrable(other)),
            "pointwise": z3.ForAll([place], one[place] <= bound(other[place])),
        },
        why="an integral is linear and monotone (Rudin, Real and Complex Analysis, chapter 1)",
    )


MEAN = monotone(["law"], lambda F: mean(law, F), integrable, F, F2, r, exp_eps, delta)
FUBINI = axiom(
    "Fubini: joint law",
    z3.And(prob(product(law, noise), E) == mean(law, F), integrable(F)),
    over=["law", "noise", "E", "F"],
    given={"conditional": z3.ForAll([r], F[r] == chance(noise, E[r])), "measurable": measurable(E)},
    why="under a product law, a probability is the mean over r of the probability given r, which is measurable in r "
    "(Rudin, Real and Complex Analysis, chapter 8)",
)
SAME_LAW = {"independent-of-the-data": law == law2}
MEASURABLE = {"measurable": z3.And(measurable(E), measurable(E2))}


def independent(noise, noise2):
    """On both datasets r and the noise are drawn independently."""
    return {"independent-of-the-noise": z3.And(J == product(law, noise), J2 == product(law2, noise2))}


def given_r(noise, noise2):
    """F(r), F'(r): the probabilities given r."""
    return [
        equal_to(F.decl(), lambda r: chance(noise, E[r])),
        equal_to(F2.decl(), lambda r: chance(noise2, E2[r])),
    ]


GIVEN_R = given_r(noise, noise2)
FOR_EACH_R = {
    "private-for-each-r": z3.ForAll([r], chance(noise, E[r]) <= exp_eps * chance(noise2, E2[r]) + delta)
}
_lifted = lemma(
    "private given r",
    FOR_EACH_R,
    F[r] <= exp_eps * F2[r] + delta,
    where=GIVEN_R,
    by=[at("F", r), at("F'", r), at("private-for-each-r", r)],
)
MIXTURE = lemma(
    "private for each r, so private",
    {**SAME_LAW, **independent(noise, noise2), **MEASURABLE, **FOR_EACH_R},
    prob(J, E) <= exp_eps * prob(J2, E2) + delta,
    where=GIVEN_R,
    by=[[FUBINI, FUBINI.at(law=law2, noise=noise2, E=E2, F=F2)], [_lifted.at().every(r), MEAN.at(law=law2)]],
)

# --- joint models -----------------------------------------------------------------------------------------

HALVES = {  # two values of r with weight 1/2, privacy 2 Pr' at each: attained
    "weight_r": lambda i: z3.If(z3.And(0 <= i, i < 2), z3.Q(1, 2), z3.RealVal(0)),
    "Pr_r": lambda i: z3.RealVal(1),
    "Pr_r'": lambda i: z3.Q(1, 2),
    "total_weight": lambda k: z3.If(k <= 0, z3.RealVal(0), z3.If(k == 1, z3.Q(1, 2), z3.RealVal(1))),
    "mixed": lambda k: z3.If(k <= 0, z3.RealVal(0), z3.If(k == 1, z3.Q(1, 2), z3.RealVal(1))),
    "mixed'": lambda k: z3.If(k <= 0, z3.RealVal(0), z3.If(k == 1, z3.Q(1, 4), z3.Q(1, 2))),
    "exp_eps": 2,
    "delta": 0,
}

# A user sends x + noise mod 3: x = 0, on the neighbour x = 1; the noise is 0 with probability 1/2, else 1 or 2. For each r that
# is 2-private with delta = 0. r says whether the user stays. Law: the probability of staying; Joint: a table of six numbers.
Point, POINTS = z3.EnumSort("Point", ("none", "one", "two"))
_CELLS = [(stay, place, 3 * row + place) for row, stay in enumerate((True, False)) for place in range(3)]


def _share(q):
    return z3.If(q < 0, z3.RealVal(0), z3.If(q > 1, z3.RealVal(1), q))


def _table(entries):
    made = z3.K(z3.IntSort(), z3.RealVal(0))
    for cell, entry in enumerate(entries):
        made = z3.Store(made, cell, entry)
    return made


def _weight(noise, place):
    return _share(noise) if place == 0 else (1 - _share(noise)) / 2


def _chance(noise, A):
    return z3.Sum(*(z3.If(A[POINTS[place]], _weight(noise, place), z3.RealVal(0)) for place in range(3)))


def _product(law, noise):
    return _table(
        [(_share(law) if stay else 1 - _share(law)) * _weight(noise, place) for stay, place, _ in _CELLS]
    )


def _stays_and_sends_0(x):
    hits = z3.Store(z3.K(Point, z3.BoolVal(False)), POINTS[-x % 3], z3.BoolVal(True))
    return z3.Store(z3.K(BOOL, z3.K(Point, z3.BoolVal(False))), True, hits)


def _given_r(event):
    return z3.Store(z3.K(BOOL, _chance(z3.Q(1, 2), event[False])), True, _chance(z3.Q(1, 2), event[True]))


INDEPENDENT = _product(z3.Q(1, 2), z3.Q(1, 2))
ONLY_SMALL_NOISE_STAYS = _table([z3.Q(1, 2), *[z3.RealVal(0)] * 3, z3.Q(1, 4), z3.Q(1, 4)])
CIRCLE_SORTS = {
    **{"Coin": BOOL, "Noise": (Point, POINTS), "Law": REAL, "NoiseLaw": REAL},
    "Joint": z3.ArraySort(z3.IntSort(), REAL),
}
CIRCLE = {
    **{"exp_eps": 2, "delta": 0},
    **dict.fromkeys(("law", "law'", "noise", "noise'"), z3.Q(1, 2)),
    **{"E": _stays_and_sends_0(0), "E'": _stays_and_sends_0(1)},
    **{"F": _given_r(_stays_and_sends_0(0)), "F'": _given_r(_stays_and_sends_0(1))},
    "mean": lambda law, F: _share(law) * F[True] + (1 - _share(law)) * F[False],
    "chance": _chance,
    "product": _product,
    "prob": lambda J, E: z3.Sum(
        *(z3.If(E[stay][POINTS[place]], J[cell], z3.RealVal(0)) for stay, place, cell in _CELLS)
    ),
    "measurable": lambda E: z3.BoolVal(True),
    "integrable": lambda F: z3.BoolVal(True),
}


def on_circle(J, violated=()):
    """MIXTURE with true finite probabilities, for this joint law of staying and noise."""
    return model(MIXTURE, CIRCLE_SORTS, {**CIRCLE, "J": J, "J'": J}, violated=violated)


STATES = [
    ("lem:m1", MIXTURE, "repair", partial(on_circle, INDEPENDENT)),
    stated("lem:m1", FINITE, "repair", {}, HALVES, free=["k"]),
]
