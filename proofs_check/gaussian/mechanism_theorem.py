"""thm:m2, def:sensitivity, cor:erm_is_dp: a learner with randomness of its own, released as K_comp vectors with Gaussian noise.

K_comp vectors are released together (a tuple), each with its own noise: K_comp = K for the classes of an SVM, 1 for SoftmaxReg.
    noise_of(η, i, k)        what user i draws for vector k; a central learner is user 0
    normal(d)                the noise law: independent draws, N(0, d_i^2 I) for user i
    inside(a, K, S)          the first K vectors of the tuple a are in S
"""

import z3

from proofs_check.gaussian.curve_theorem import (
    FINITE_DIMENSION,
    GAUSS_EVEN,
    GAUSS_SORTS,
    MORE_NOISE,
    S_,
    SETTING,
    K,
    Sets,
    Tuple,
    apart,
    centre,
    curve,
    each_class,
    eps,
    expo,
    gauss,
    k,
    s,
    sigma,
    spread,
    tuples,
)
from proofs_check.lemmas.line import BOOL, stated, when
from proofs_check.lemmas.numbers import Int, Real
from proofs_check.lemmas.probability import (
    E2,
    J2,
    MEASURABLE,
    MIXTURE,
    SAME_LAW,
    A,
    Coin,
    E,
    J,
    Noise,
    NoiseLaw,
    chance,
    given_r,
    independent,
    prob,
    r,
)
from proofs_check.lemmas.spaces import V, add
from proofs_check.logic.derived import instance
from proofs_check.logic.rules import at, axiom, equal_to, lemma

Deviations = z3.ArraySort(Int, Real)
noise_of = z3.Function("noise_of", Noise, Int, Int, V)
normal = z3.Function("normal", Deviations, NoiseLaw)
inside = z3.Function("inside", Tuple, Int, Sets, z3.BoolSort())
d, d2 = z3.Consts("deviation deviation'", Deviations)
eta = z3.Const("eta", Noise)
T, T2 = (z3.Function(name, Coin, Tuple) for name in ("T", "T'"))
target = z3.Function("target", Coin, Sets)
released, released2 = (z3.Function(name, Coin, Noise, Tuple) for name in ("released", "released'"))
DRAW = axiom(
    "normal noise: one draw",
    chance(normal(d), A) == gauss(centre, K, d[0], S_),
    over=["centre", "K_comp", "deviation", "S", "A", "released_1"],
    given={
        **FINITE_DIMENSION,
        "classes": K >= 1,
        "noise": d[0] > 0,
        "released": z3.ForAll(
            [eta, k], z3.Function("released_1", Noise, Tuple)(eta)[k] == add(centre[k], noise_of(eta, 0, k))
        ),
        "event": z3.ForAll([eta], A[eta] == inside(z3.Function("released_1", Noise, Tuple)(eta), K, S_)),
    },
    why="what N(0, s^2 I) on each of K vectors is (Feller, An Introduction to Probability Theory, volume 2)",
)


def seen(E, released):
    """The attacker, who knows r, sees the released vectors and says yes on target(r)."""
    return equal_to(E.decl(), lambda r, eta: inside(released(r, eta), K, target(r)))


EVENTS = [seen(E, released), seen(E2, released2)]
NOISED = [
    equal_to(out, lambda r, eta, k, T=T: add(T(r)[k], noise_of(eta, 0, k)))
    for out, T in ((released, T), (released2, T2))
]
SENSITIVITY = {"sensitivity": z3.ForAll([r, k], each_class(apart(T(r)[k], T2(r)[k]) <= s))}


def at_one_r(name, E, released, T, d=d):
    """The chance of the event given r, under normal(d), is a Gaussian probability."""
    mark = E.decl().name()[1:]
    plus = add(T(r)[k], noise_of(eta, 0, k))
    what = lemma(
        f"{name}: what is released",
        {},
        released(r, eta)[k] == plus,
        where=NOISED,
        by=[at(f"released{mark}", r, eta, k)],
    )
    event = lemma(
        f"{name}: the event given r",
        {},
        E[r][eta] == inside(released(r, eta), K, target(r)),
        where=EVENTS,
        by=[at(f"E{mark}", r, eta)],
    )
    return [
        what.at().every(eta, k),
        event.at().every(eta),
        DRAW.at(centre=T(r), A=E[r], S=target(r), deviation=d, released_1=lambda eta: released(r, eta)),
    ]


CENTRAL_NOISE = {"bound": s > 0, "noise": d[0] >= sigma * s}
_PRIVATE_R = chance(normal(d), E[r]) <= expo(eps) * chance(normal(d), E2[r]) + curve(sigma)
ONE_ORDER = lemma(
    "private for one order of the records",
    {**SETTING, **CENTRAL_NOISE, "moves-here": z3.ForAll([k], each_class(apart(T(r)[k], T2(r)[k]) <= s))},
    _PRIVATE_R,
    where=[*NOISED, *EVENTS],
    by=[
        spread(),
        at_one_r("our data", E, released, T),
        at_one_r("their data", E2, released2, T2),
        MORE_NOISE.at(**{"centre": T(r), "centre'": T2(r)}, s=d[0], S=target(r), shift=s),
    ],
)
MOVES_HERE = lemma(
    "each vector moves by at most s",
    SENSITIVITY,
    each_class(apart(T(r)[k], T2(r)[k]) <= s),
    by=[at("sensitivity", r, k)],
)
_each_r = lemma(
    "private for each order of the records",
    {**SETTING, **CENTRAL_NOISE, **SENSITIVITY},
    _PRIVATE_R,
    where=[*NOISED, *EVENTS],
    by=[spread(), MOVES_HERE.at().every(k), ONE_ORDER],
)
CENTRAL = [*NOISED, *EVENTS, *given_r(normal(d), normal(d))]
LEARNER = lemma(
    "a noised learner is private",
    {**_each_r.given, **SAME_LAW, **independent(normal(d), normal(d)), **MEASURABLE},
    prob(J, E) <= expo(eps) * prob(J2, E2) + curve(sigma),
    where=CENTRAL,
    by=[
        [spread(), _each_r.at().every(r)],
        MIXTURE.at(**{"noise": normal(d), "noise'": normal(d), "exp_eps": expo(eps), "delta": curve(sigma)}),
    ],
)
ONE_VECTOR = instance(
    "a noised learner is private, one vector", LEARNER, K_comp=1, meets=["classes"], by=[spread(K=1)]
)

# --- joint models: all chances 1/2, so delta = 0 at eps = 0; one vector moves from 1 to 0 -----------------


def events(value):
    """E[r][eta] from what is released at r and eta: it reaches 0."""
    rows = [
        [z3.simplify(value(z3.BoolVal(r), z3.BoolVal(eta)) >= 0) for eta in (False, True)]
        for r in (False, True)
    ]
    sets = [z3.Store(z3.K(BOOL, row[0]), True, row[1]) for row in rows]
    return z3.Store(z3.K(BOOL, sets[0]), True, sets[1])


def draw(eta, *_):
    return when(eta, 1, -1)


PROBABILITY_SORTS = {**GAUSS_SORTS, **dict.fromkeys(("Noise", "NoiseLaw", "Joint"), BOOL)}
EVEN = {
    **GAUSS_EVEN,
    **dict.fromkeys(("law", "law'", "J", "J'"), True),
    "product": lambda law, noise: z3.BoolVal(True),
    "normal": lambda d: z3.BoolVal(True),
    **dict.fromkeys(("gauss", "chance", "prob"), lambda *_: z3.Q(1, 2)),
    "slice": lambda *_: z3.RealVal(0),
    "measurable": lambda E: z3.BoolVal(True),
    "noise_of": draw,
    "inside": lambda a, K, S: a[0] >= S,
    "target": lambda r: z3.RealVal(0),
    **dict.fromkeys(("F", "F'"), z3.K(BOOL, z3.Q(1, 2))),
}
ONE_RELEASE = {
    **EVEN,
    **{"s": 1, "deviation": tuples(z3.RealVal(1))},
    "T": lambda r: tuples(z3.RealVal(1)),
    "T'": lambda r: tuples(z3.RealVal(0)),
    "released": lambda r, eta: tuples(1 + draw(eta)),
    "released'": lambda r, eta: tuples(draw(eta)),
    "E": events(lambda r, eta: 1 + draw(eta)),
    "E'": events(lambda r, eta: draw(eta)),
}
STATES = [
    stated(label, theorem, about, PROBABILITY_SORTS, ONE_RELEASE)
    for label, theorem, about in (
        ("def:sensitivity", ONE_VECTOR, "reading:supremum"),
        ("thm:m2", ONE_VECTOR, "reading:noise-in-units-of-s"),
        ("cor:erm_is_dp", LEARNER, "reading:per-class"),
        ("cor:erm_is_dp", ONE_VECTOR, "reading:whole-model"),
        ("cor:softmax_is_dp", ONE_VECTOR, "statement"),
    )
]
