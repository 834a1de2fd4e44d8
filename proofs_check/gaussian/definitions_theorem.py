"""def:differential_privacy: noise scaled to the number of records, and neighbours that replace one of them."""

import z3

from proofs_check.gaussian.curve_theorem import (
    MORE_NOISE,
    SETTING,
    curve,
    eps,
    expo,
    k,
    s,
    sigma,
    spread,
    tuples,
)
from proofs_check.gaussian.mechanism_theorem import (
    EVENTS,
    MOVES_HERE,
    NOISED,
    ONE_RELEASE,
    PROBABILITY_SORTS,
    SENSITIVITY,
    T2,
    T,
    at_one_r,
    d,
    d2,
    normal,
    released,
    released2,
    target,
)
from proofs_check.lemmas.line import stated
from proofs_check.lemmas.probability import (
    E2,
    J2,
    MEASURABLE,
    MIXTURE,
    SAME_LAW,
    E,
    J,
    chance,
    given_r,
    independent,
    prob,
    r,
)
from proofs_check.lemmas.spaces import DETOUR, minus, norm, x, y, z
from proofs_check.logic.rules import equal_to, lemma
from reference.formulas import sensitivity

G, La, n, n2 = z3.Reals("G Lambda n n'")
SCALED = {
    "scale": z3.And(G > 0, La > 0, n >= 1),
    "scaled-noise": z3.And(d[0] == sigma * sensitivity(G, La, n), d2[0] == sigma * sensitivity(G, La, n2)),
    "equally-many": n2 == n,
}
PRINTED_BOUND = equal_to(s.decl(), lambda: sensitivity(G, La, n))
_each_r = lemma(
    "private for each order of the records, if both datasets get the noise of their size",
    {**SETTING, **SCALED, **SENSITIVITY},
    chance(normal(d), E[r]) <= expo(eps) * chance(normal(d2), E2[r]) + curve(sigma),
    where=[*NOISED, *EVENTS, PRINTED_BOUND],
    by=[
        spread(),
        at_one_r("our size", E, released, T),
        at_one_r("their size", E2, released2, T2, d2),
        MOVES_HERE.at().every(k),
        MORE_NOISE.at(**{"centre": T(r), "centre'": T2(r)}, s=d[0], S=target(r), shift=s),
    ],
)
REPLACED = lemma(
    "noise scaled to the number of records is private, if a record is replaced",
    {**_each_r.given, **SAME_LAW, **independent(normal(d), normal(d2)), **MEASURABLE},
    prob(J, E) <= expo(eps) * prob(J2, E2) + curve(sigma),
    where=[*NOISED, *EVENTS, *given_r(normal(d), normal(d2)), PRINTED_BOUND],
    by=[
        [spread(), _each_r.at().every(r)],
        MIXTURE.at(**{"noise": normal(d), "noise'": normal(d2), "exp_eps": expo(eps), "delta": curve(sigma)}),
    ],
)
TWO_MOVES = lemma(
    "replacing a record is at most two moves",
    {"removed": norm(minus(x, y)) <= s, "added": norm(minus(y, z)) <= s},
    norm(minus(x, z)) <= 2 * s,
    by=[DETOUR],
)

# a joint model: two records on either side, s(n) = 1
_SIZES = {"G": 1, "Lambda": 1, "n": 2, "n'": 2, "deviation'": tuples(z3.RealVal(1)), "x": 1, "y": 0, "z": -1}
STATES = [
    stated(
        "def:differential_privacy",
        theorem,
        "reading:replace-one",
        PROBABILITY_SORTS,
        {**ONE_RELEASE, **_SIZES},
    )
    for theorem in (REPLACED, TWO_MOVES)
]
