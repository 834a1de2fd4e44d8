"""sec:results#tuning: a setting chosen without the data costs nothing, k trained models cost a factor sqrt(k) on the noise.

r is the chosen setting (with all that is random besides the noise): lem:m1. Who trains k models on the data releases k K_comp
vectors: whatever is then chosen from all of them, the curve is that of one model, if the noise is sqrt(k) times as large.
"""

import z3

from proofs_check.gaussian.curve_theorem import ONE_NUMBER, K, curve, sigma, spread
from proofs_check.gaussian.mechanism_theorem import LEARNER, ONE_RELEASE, PROBABILITY_SORTS
from proofs_check.lemmas.line import stated
from proofs_check.lemmas.numbers import NUM, ROOT, SHORTER
from proofs_check.lemmas.probability import CIRCLE, CIRCLE_SORTS, INDEPENDENT, MIXTURE
from proofs_check.logic.derived import instance
from proofs_check.logic.rules import lemma

_rest = {slug: premise for slug, premise in MIXTURE.given.items() if slug != "independent-of-the-data"}
PUBLIC = lemma(
    "a setting that is chosen without the data costs nothing",
    {"public-choice": MIXTURE.given["independent-of-the-data"], **_rest},
    MIXTURE.shows,
    where=MIXTURE.where,
    by=[MIXTURE],
)
settings = z3.Int("settings")
a, b = z3.Reals("a b")
_many, _all = z3.ToReal(settings), z3.ToReal(settings * K)
_root, _louder = NUM.sqrt(_many), NUM.sqrt(_many) * sigma
COUNTS = {"sigma": sigma > 0, "classes": K >= 1, "settings": settings >= 1}
_product = NUM.sqrt(_many) * NUM.sqrt(z3.ToReal(K))
ROOTS = lemma(
    "sqrt(k K) = sqrt(k) sqrt(K)",
    {slug: COUNTS[slug] for slug in ("classes", "settings")},
    z3.And(NUM.sqrt(_all) == _product, _root > 0, settings * K >= 1),
    by=[
        [ROOT.at(r=_all), ROOT.at(r=_many)],
        ROOT.at(r=z3.ToReal(K)),
        _product * _product == _all,
        [SHORTER.at(a=NUM.sqrt(_all), b=_product), SHORTER.at(b=NUM.sqrt(_all), a=_product)],
    ],
)
_same = lemma(
    "one noise, one curve", {"same": z3.And(a == b, a > 0)}, curve(a, 1) == curve(b, 1), by=[spread(a, 1)]
)
SAME_CURVE = lemma(
    "k models with sqrt(k) times the noise have the curve of one",
    COUNTS,
    curve(_louder, _all) == curve(sigma),
    by=[
        [ROOTS, _louder > 0, ROOT.at(r=z3.ToReal(K)), spread()],
        spread(_louder, settings * K),
        [ONE_NUMBER, ONE_NUMBER.at(sigma=_louder, K_comp=settings * K)],
        _product / _louder == NUM.sqrt(z3.ToReal(K)) / sigma,
        _same.at(a=1 / (NUM.sqrt(_all) / _louder), b=1 / (NUM.sqrt(z3.ToReal(K)) / sigma)),
    ],
)
_released = instance(
    "all k models are released",
    LEARNER,
    K_comp=settings * K,
    sigma=_louder,
    given=COUNTS,
    meets=["sigma", "classes"],
    by=[ROOTS, _louder > 0, spread(_louder, settings * K)],
)
PAID = lemma(
    "k models cost a factor sqrt(k) on the noise",
    _released.given,
    z3.substitute(_released.shows, (curve(_louder, _all), curve(sigma))),
    where=_released.where,
    by=[_released, SAME_CURVE, spread()],
)

_circle = {**CIRCLE, "J": INDEPENDENT, "J'": INDEPENDENT}
STATES = [
    stated(label, theorem, "repair", sorts, meaning)
    for label, theorem, sorts, meaning in (
        ("sec:results#tuning", PUBLIC, CIRCLE_SORTS, _circle),
        ("sec:results#tuning", PAID, PROBABILITY_SORTS, {**ONE_RELEASE, "settings": 1}),
    )
]
