"""lem:gauss_mech as a leaf, and what follows: more noise, thm:m2, cor:erm_is_dp, lem:tight_adp_gauss.

K_comp vectors are released together (a tuple), each with its own noise: K_comp = K for the classes of an SVM, 1 for SoftmaxReg.
    noise_of(η, i, k)        what user i draws for vector k; a central learner is user 0
    normal(d)                the noise law: independent draws, N(0, d_i^2 I) for user i
    gauss(a, K, s, S)        probability that (a_k + N(0, s^2 I)) for k < K lands in the Borel set S
    inside(a, K, S)          the first K vectors of the tuple a are in S
"""

from __future__ import annotations

from functools import partial
from types import SimpleNamespace

import z3

from proofs_check.lemmas.line import BOOL, LINE, REAL, when
from proofs_check.lemmas.numbers import NUM, ROOT, SCALES, Int, Real
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
from proofs_check.lemmas.spaces import V, add, minus, norm
from proofs_check.logic.derived import instance
from proofs_check.logic.models import model
from proofs_check.logic.rules import at, axiom, equal_to, leaf, lemma
from reference import formulas

Sets = z3.DeclareSort("Sets")
Tuple, Deviations = z3.ArraySort(Int, V), z3.ArraySort(Int, Real)
noise_of = z3.Function("noise_of", Noise, Int, Int, V)
normal = z3.Function("normal", Deviations, NoiseLaw)
gauss = z3.Function("gauss", Tuple, Int, Real, Sets, Real)
inside = z3.Function("inside", Tuple, Int, Sets, z3.BoolSort())
expo, erfc = z3.Function("expo", Real, Real), z3.Function("erfc", Real, Real)
finite_dimension = z3.Bool("finite_dimension")
TERMS = SimpleNamespace(**{**vars(NUM), "exp": expo, "erfc": erfc})

K, k = z3.Ints("K_comp k")
eps, sigma, s, shift, delta = z3.Reals("eps sigma s shift delta")
centre, centre2 = z3.Consts("centre centre'", Tuple)
d, d2 = z3.Consts("deviation deviation'", Deviations)
S_ = z3.Const("S", Sets)
eta = z3.Const("eta", Noise)


def curve(sigma, compositions=None):
    """delta(eps, K_comp) of def:deltagauss."""
    return formulas.delta_gauss(eps, sigma, z3.ToReal(K) if compositions is None else compositions, TERMS)


def each_class(formula):
    return z3.Implies(z3.And(0 <= k, k < K), formula)


def apart(one, other):
    return norm(minus(one, other))


FINITE_DIMENSION = {"finite-dimension": finite_dimension}
SETTING = {**FINITE_DIMENSION, "sigma": sigma > 0, "eps": eps >= 0, "classes": K >= 1}
EXPO = axiom("exponential", expo(eps) > 0, over=["eps"], why="e^eps > 0")

_root = NUM.sqrt(2 * z3.ToReal(K))
DIVISORS = lemma(
    "what the curve divides by",
    {slug: SETTING[slug] for slug in ("sigma", "classes")},
    z3.And(sigma != 0, _root * (1 / sigma) != 0),
    by=[ROOT.at(r=2 * z3.ToReal(K)), _root > 0, 1 / sigma > 0, _root * (1 / sigma) > 0],
)


def spread(sigma=sigma, K=K):
    """The curve divides by sigma and by sqrt(2 K_comp)/sigma."""
    return DIVISORS.at(sigma=sigma, K_comp=K)


# --- lem:gauss_mech ---------------------------------------------------------------------------------------

MOVES = {"moves": z3.ForAll([k], each_class(apart(centre[k], centre2[k]) <= shift))}
GAUSS_MECH = leaf(
    "lem:gauss_mech",
    gauss(centre, K, s, S_) <= expo(eps) * gauss(centre2, K, s, S_) + curve(sigma),
    over=["centre", "centre'", "K_comp", "s", "S", "eps", "sigma", "shift"],
    given={**SETTING, "shift": shift > 0, **MOVES, "noise": s == sigma * shift},
    by="gaussian.mechanism.worst_shift_has_the_printed_curve",
    knowing=[spread()],
)
MORE_NOISE = lemma(
    "more noise and a smaller shift are enough",
    {**SETTING, "shift": shift > 0, **MOVES, "noise": s >= sigma * shift},
    GAUSS_MECH.shows,
    by=[
        [spread(), sigma * shift > 0, s > 0, s / sigma > 0, s == sigma * (s / sigma)],
        [SCALES.at(a=1 / sigma, b=sigma * shift, c=s), shift <= s / sigma],
        lemma(
            "a larger bound on the moves",
            {**MOVES, "larger": shift <= s},
            each_class(apart(centre[k], centre2[k]) <= s),
            by=[at("moves", k)],
        )
        .at(s=s / sigma)
        .every(k),
        GAUSS_MECH.at(shift=s / sigma),
    ],
)

# --- lem:tight_adp_gauss: a scalar query that reaches s is as bad as any query into any dimension ---------

Lines = z3.DeclareSort("Lines")
gauss_line = z3.Function("gauss_line", Real, Real, Lines, Real)  # a + N(0, s^2) lands in the set
L_ = z3.Const("S_line", Lines)
noise = z3.Real("noise_scale")
ON_LINE = {
    "scalar-query": z3.ForAll(
        [L_], gauss_line(shift, noise, L_) <= expo(eps) * gauss_line(z3.RealVal(0), noise, L_) + delta
    )
}
_one = {**FINITE_DIMENSION, "eps": eps >= 0, "shift": shift > 0, "noise": noise > 0}
REACHED = leaf(
    "the curve is reached on the line",
    curve(noise / shift, 1) <= delta,
    over=["shift", "noise_scale", "eps", "delta"],
    given={"eps": eps >= 0, "shift": shift > 0, "noise": noise > 0, **ON_LINE},
    by="gaussian.profile.formula_is_the_value_of_the_loss_set",
    knowing=[noise / shift > 0, ROOT.at(r=2), NUM.sqrt(2) > 0],
)
TIGHT = lemma(
    "a scalar query is as bad as any",
    {**_one, **ON_LINE, "bounded": apart(centre[0], centre2[0]) <= shift},
    gauss(centre, 1, noise, S_) <= expo(eps) * gauss(centre2, 1, noise, S_) + delta,
    by=[
        [noise / shift > 0, ROOT.at(r=2), NUM.sqrt(2) > 0, noise / shift * shift == noise, REACHED],
        lemma(
            "one vector",
            {"bounded": apart(centre[0], centre2[0]) <= shift},
            z3.Implies(z3.And(0 <= k, k < 1), apart(centre[k], centre2[k]) <= shift),
        )
        .at()
        .every(k),
        GAUSS_MECH.at(K_comp=1, s=noise, sigma=noise / shift),
    ],
)

# --- thm:m2 and cor:erm_is_dp: a learner with randomness r of its own, noise of deviation sigma s ---------

T, T2 = (z3.Function(name, Coin, Tuple) for name in ("T", "T'"))
target = z3.Function("target", Coin, Sets)
released, released2 = (z3.Function(name, Coin, Noise, Tuple) for name in ("released", "released'"))
DRAW = axiom(
    "one draw",
    chance(normal(d), A) == gauss(centre, K, d[0], S_),
    over=["centre", "K_comp", "deviation", "S", "A", "released_1"],
    given={
        **FINITE_DIMENSION,
        "classes": K >= 1,
        "noise": d[0] > 0,
        "released": z3.ForAll(
            [eta, k],
            z3.Function("released_1", Noise, Tuple)(eta)[k] == add(centre[k], noise_of(eta, 0, k)),
        ),
        "event": z3.ForAll([eta], A[eta] == inside(z3.Function("released_1", Noise, Tuple)(eta), K, S_)),
    },
    why="what N(0, s^2 I) on each of K vectors is",
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


def at_one_r(name, E, released, T):
    """The chance of the event given r is a Gaussian probability."""
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
        DRAW.at(centre=T(r), A=E[r], S=target(r), released_1=lambda eta: released(r, eta)),
    ]


_moves_r = lemma(
    "each vector moves by at most s",
    SENSITIVITY,
    each_class(apart(T(r)[k], T2(r)[k]) <= s),
    by=[at("sensitivity", r, k)],
)
CENTRAL_NOISE = {"bound": s > 0, "noise": d[0] >= sigma * s}
_each_r = lemma(
    "private for each order of the records",
    {**SETTING, **CENTRAL_NOISE, **SENSITIVITY},
    chance(normal(d), E[r]) <= expo(eps) * chance(normal(d), E2[r]) + curve(sigma),
    where=[*NOISED, *EVENTS],
    by=[
        [spread(), sigma * s > 0, d[0] > 0],
        at_one_r("our data", E, released, T),
        at_one_r("their data", E2, released2, T2),
        _moves_r.at().every(k),
        MORE_NOISE.at(**{"centre": T(r), "centre'": T2(r)}, s=d[0], S=target(r), shift=s),
    ],
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


def _half(*_):
    return z3.Q(1, 2)


def tuples(value):
    """The tuple whose vectors are all this one."""
    return z3.K(z3.IntSort(), value)


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


PROBABILITY_SORTS = {
    **{"V": REAL, "Sets": REAL, "Lines": REAL},
    **dict.fromkeys(("Coin", "Noise", "Law", "NoiseLaw", "Joint"), BOOL),
}
EVEN = {
    **LINE,
    **{"sigma": 1, "eps": 0, "K_comp": 1, "finite_dimension": True},
    **dict.fromkeys(("law", "law'", "J", "J'"), True),
    "product": lambda law, noise: z3.BoolVal(True),
    "normal": lambda d: z3.BoolVal(True),
    "mean": lambda law, F: (F[True] + F[False]) / 2,
    **dict.fromkeys(("chance", "prob", "gauss", "gauss_line"), _half),
    "expo": lambda x: z3.RealVal(1),
    "erfc": lambda x: z3.RealVal(0),
    "measurable": lambda E: z3.BoolVal(True),
    "integrable": lambda F: z3.BoolVal(True),
    "noise_of": draw,
    "inside": lambda a, K, S: a[0] >= S,
    "target": lambda r: z3.RealVal(0),
    **dict.fromkeys(("F", "F'"), z3.K(BOOL, z3.Q(1, 2))),
}
ONE_RELEASE = {
    **EVEN,
    **{"s": 1, "shift": 1, "delta": 0, "noise_scale": 1, "S": 0},
    **{"centre": tuples(z3.RealVal(1)), "centre'": tuples(z3.RealVal(0)), "deviation": tuples(z3.RealVal(1))},
    "T": lambda r: tuples(z3.RealVal(1)),
    "T'": lambda r: tuples(z3.RealVal(0)),
    "released": lambda r, eta: tuples(1 + draw(eta)),
    "released'": lambda r, eta: tuples(draw(eta)),
    "E": events(lambda r, eta: 1 + draw(eta)),
    "E'": events(lambda r, eta: draw(eta)),
}
STATES = [
    (label, theorem, about, partial(model, theorem, PROBABILITY_SORTS, ONE_RELEASE))
    for label, theorem, about in (
        ("lem:gauss_mech", MORE_NOISE, "repair"),
        ("lem:tight_adp_gauss", TIGHT, "statement"),
        ("thm:m2", ONE_VECTOR, "reading:noise-in-units-of-s"),
        ("cor:erm_is_dp", LEARNER, "reading:per-class"),
        ("cor:erm_is_dp", ONE_VECTOR, "reading:whole-model"),
    )
]
