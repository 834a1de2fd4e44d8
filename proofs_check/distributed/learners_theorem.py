"""The whole chain, one theorem a learner: BlindAvg with SVM-SGD and with SoftmaxReg-SGD is private, with dropouts.

From the update line that runs, over the average, to (eps, delta) of the sum. The premises are all that a deployment must
promise: how it trains, how it draws noise, who is honest, who may leave, and what nobody's choice may depend on.
"""

from __future__ import annotations

from functools import partial

import z3

from proofs_check.distributed.average_theorem import user, w
from proofs_check.distributed.blindavg_theorem import SORTS, WITH_DROPOUTS, root_of, two_users
from proofs_check.distributed.noise_theorem import OURS, THEIRS, at_values, bound, rho, t_honest
from proofs_check.gaussian.curve_theorem import K, apart, each_class, k, spread
from proofs_check.gaussian.private_learners_theorem import SOFTMAX, SVM, trained
from proofs_check.lemmas.numbers import SCALES
from proofs_check.lemmas.probability import r
from proofs_check.logic.models import model
from proofs_check.logic.rules import at, lemma
from proofs_check.objectives import huber_theorems as huber
from proofs_check.objectives import softmax_theorems as softmax
from proofs_check.objectives.mean_theorems import Lambda
from proofs_check.sensitivity import softmax_theorem, svm_theorem
from proofs_check.sensitivity.closed_forms import n

_size = z3.ToReal(OURS.n(user))
_sides = [world.T(r, user, k) for world in (OURS, THEIRS)]


def trains(name, family, G, entry, given):
    """BlindAvg with this learner: s' >= 2G/Λ from its sensitivity, and what a user must promise about its training."""
    promised = {slug: z3.substitute(premise, (n, OURS.n(user))) for slug, premise in family.given.items()}
    own = {
        **trained(family, [world.T(r, user, entry) for world in (OURS, THEIRS)]),
        "bound": z3.And(bound > 0, bound >= 2 * G / Lambda),
    }
    moved = z3.substitute(family.theorem.shows, (n, OURS.n(user)))
    moves = lemma(
        f"{name}: its sensitivity",
        {
            **own,
            **given,
            "size": _size >= 1,
            "regularized": Lambda > 0,
            "run": z3.ForAll(family.parameters, moved),
        },
        each_class(apart(*_sides) <= bound / _size),
        by=[
            [at("trained", *family.parameters), at("run", *family.parameters)],
            [SCALES.at(a=1 / _size, b=2 * G / Lambda, c=bound), 2 * G / (Lambda * _size) <= bound / _size],
        ],
    )
    return at_values(
        name,
        WITH_DROPOUTS,
        {},
        given={**promised, **own, **given},
        meets=["sensitivity", "bound", *(["classes"] if given else [])],
        by=[
            [*family.by, bound > 0, w >= 1, root_of(t_honest - rho), at("sizes", user), _size >= 1],
            [family.theorem.at(n=OURS.n(user)).every(*family.parameters), moves.at().every(r, k)],
            [K >= 1, spread()],
        ],
        where=family.where,
    )


SVM_BLINDAVG = trains("BlindAvg with SVM-SGD is private", SVM, huber.G, k, {})
SOFTMAX_BLINDAVG = trains(
    "BlindAvg with SoftmaxReg-SGD is private", SOFTMAX, softmax.G, 0, {"whole-model": K == 1}
)

# --- joint models: user 0 trains as in the models of the sensitivity theorems ------------------------------------


def modelled(theorem, family, room, run, end, bound):
    protocol = two_users(ends=(end, -end), bound=bound, t_honest=1)
    return partial(model, theorem, {**SORTS, **room.SORTS}, {**protocol, **family.meaning(run)})


_svm = modelled(SVM_BLINDAVG, SVM, svm_theorem, svm_theorem.LONE_SVM, z3.Q(1, 2), 2)
_softmax = modelled(SOFTMAX_BLINDAVG, SOFTMAX, softmax_theorem, softmax_theorem.LONE_SOFTMAX, z3.Q(1, 4), 3)
STATES = [
    ("thm:distributed_blindavg#full", SVM_BLINDAVG, "repair", _svm),
    ("thm:distributed_blindavg#full", SOFTMAX_BLINDAVG, "repair", _softmax),
]
