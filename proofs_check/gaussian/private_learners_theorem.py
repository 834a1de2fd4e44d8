"""cor:erm_is_dp and cor:softmax_is_dp for the learners: from the line that runs to (eps, delta), with a random order.

s is what the room `sensitivity` proves: min(2c/(Λn), 2R) for each class of the SVM, min(2 sqrt(2) c/(Λn), 2R) for SoftmaxReg.
"""

import z3

from proofs_check.gaussian.curve_theorem import K, apart, k, spread, tuples
from proofs_check.gaussian.mechanism_theorem import (
    LEARNER,
    ONE_RELEASE,
    ONE_VECTOR,
    PROBABILITY_SORTS,
    T2,
    T,
    draw,
    events,
)
from proofs_check.lemmas.families import Family
from proofs_check.lemmas.line import stated
from proofs_check.lemmas.probability import r
from proofs_check.lemmas.spaces import R
from proofs_check.logic.derived import instance
from proofs_check.logic.rules import at, lemma
from proofs_check.objectives import huber_theorems as huber
from proofs_check.objectives import softmax_theorems as softmax
from proofs_check.objectives.mean_theorems import Lambda
from proofs_check.sensitivity import softmax_theorem, svm_theorem
from proofs_check.sensitivity.closed_forms import n

_runs = ("f", "f'", "moved", "moved'", "B", "B'", "crossed")
_orders = ("index", "index'", "step_of", "place_of", "hit", "hits", "share", "weighted", "visits")
_order = dict.fromkeys(_orders, (r,))
SVM = Family(
    "sensitivity of the SVM, for every order and class",
    svm_theorem.PRINTED,
    {**dict.fromkeys(_runs, (r, k)), **_order, "label": (k,)},
    by=[huber.LARGER, huber.gamma >= 0],
)
SOFTMAX = Family(
    "sensitivity of SoftmaxReg, for every order",
    softmax_theorem.PRINTED,
    {**dict.fromkeys(_runs, (r,)), **_order},
    by=[softmax.LARGER, softmax.gamma >= 0],
)


def trained(family, sides):
    """The models are those that the theorem compares: the last ones of the two runs."""
    between = family.theorem.shows.arg(0).arg(0)
    ends = [between.arg(0), between.arg(1).arg(1)]
    same = z3.And(*(side == end for side, end in zip(sides, ends, strict=True)))
    return {"trained": z3.ForAll(family.parameters, same)}


def noised(name, learner, family, entry, compositions):
    """The learner's sensitivity, for every r, in the theorem about noised learners."""
    own = trained(family, [T(r)[entry], T2(r)[entry]])
    bound = family.theorem.shows.arg(1)
    moves = lemma(
        f"{name}: its sensitivity",
        {
            **own,
            "run": z3.ForAll(family.parameters, family.theorem.shows),
            "records": n >= 1,
            "regularized": Lambda > 0,
        },
        z3.Implies(z3.And(0 <= k, k < compositions), apart(T(r)[k], T2(r)[k]) <= bound),
        by=[at("trained", *family.parameters), at("run", *family.parameters)],
    )
    return instance(
        name,
        learner,
        s=bound,
        given={**{slug: p for slug, p in family.given.items() if slug != "radius"}, **own},  # as 0 < s <= 2R
        meets=["sensitivity"],
        by=[
            [R > 0, spread(K=compositions), *family.by, n >= 1],
            [family.theorem.at().every(*family.parameters), moves.at().every(r, k)],
        ],
        where=family.where,
    )


SVM_CENTRAL = noised("noised SVM-SGD is private", LEARNER, SVM, k, K)
SOFTMAX_CENTRAL = noised("noised SoftmaxReg-SGD is private", ONE_VECTOR, SOFTMAX, 0, z3.IntVal(1))

# --- joint models: the runs of the sensitivity theorems, which move from 1/2 to -1/2 (SoftmaxReg: by half of that) ----

_releases = {name: value for name, value in ONE_RELEASE.items() if name not in ("s", "shift", "delta", "S")}


def released_run(family, run, end):
    """The end of the run is released with noise of deviation 2."""
    sides = (("", end), ("'", -end))
    release = {
        **{"T" + mark: lambda r, at=at: tuples(at) for mark, at in sides},
        **{"released" + mark: lambda r, eta, at=at: tuples(at + draw(eta)) for mark, at in sides},
        **{"E" + mark: events(lambda r, eta, at=at: at + draw(eta)) for mark, at in sides},
    }
    return {**_releases, **family.meaning(run), **release, "deviation": tuples(z3.RealVal(2))}


_svm_sorts, _softmax_sorts = (
    {**PROBABILITY_SORTS, **theorem.SORTS} for theorem in (svm_theorem, softmax_theorem)
)
_svm_run = released_run(SVM, svm_theorem.LONE_SVM, z3.Q(1, 2))
_softmax_run = released_run(SOFTMAX, softmax_theorem.LONE_SOFTMAX, z3.Q(1, 4))
STATES = [
    stated("cor:erm_is_dp", SVM_CENTRAL, "reading:per-class", _svm_sorts, _svm_run),
    stated("cor:softmax_is_dp", SOFTMAX_CENTRAL, "repair", _softmax_sorts, _softmax_run),
]
