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
from proofs_check.gaussian.private_learners_theorem import BY_DIAMETER, SVM, trained
from proofs_check.lemmas.numbers import SCALES
from proofs_check.lemmas.probability import r
from proofs_check.lemmas.sums import D
from proofs_check.logic.derived import instance
from proofs_check.logic.models import model
from proofs_check.logic.rules import at, lemma
from proofs_check.objectives import huber_theorems as huber
from proofs_check.objectives.mean_theorems import Lambda
from proofs_check.sensitivity import softmax_theorem, svm_theorem
from proofs_check.sensitivity.closed_forms import n

_size = z3.ToReal(OURS.n(user))
_sides = [world.T(r, user, k) for world in (OURS, THEIRS)]
NO_ZERO = [  # nothing divides by 0
    *(bound > 0, w >= 1, root_of(t_honest - rho), at("sizes", user), _size >= 1, K >= 1, spread()),
]


def trains(name, family, D, entry, given):
    """BlindAvg with this learner: s' >= D/Λ from its sensitivity, and what a user must promise about its training."""
    promised = {slug: z3.substitute(premise, (n, OURS.n(user))) for slug, premise in family.given.items()}
    own = {
        **trained(family, [world.T(r, user, entry) for world in (OURS, THEIRS)]),
        "bound": z3.And(bound > 0, bound >= D / Lambda),
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
            [SCALES.at(a=1 / _size, b=D / Lambda, c=bound), D / (Lambda * _size) <= bound / _size],
        ],
    )
    return at_values(
        name,
        WITH_DROPOUTS,
        {},
        given={**promised, **own, **given},
        meets=["sensitivity", "bound", *(["classes"] if given else [])],
        by=[
            [*family.by, *NO_ZERO],
            [family.theorem.at(n=OURS.n(user)).every(*family.parameters), moves.at().every(r, k)],
        ],
        where=family.where,
    )


SVM_BLINDAVG = trains("BlindAvg with SVM-SGD is private", SVM, 2 * huber.G, k, {})
BY_DIAMETER_BLINDAVG = trains(
    "BlindAvg with SoftmaxReg-SGD is private, by the gradient diameter",
    BY_DIAMETER,
    D,
    0,
    {"whole-model": K == 1},
)
SOFTMAX_BLINDAVG = instance(
    "BlindAvg with SoftmaxReg-SGD is private",
    BY_DIAMETER_BLINDAVG,
    **{
        **softmax_theorem.AT_MOST_2G,
        "by": [[*BY_DIAMETER.by, *NO_ZERO], *softmax_theorem.AT_MOST_2G["by"]],
    },
)

# --- joint models: user 0 trains as in the models of the sensitivity theorems ------------------------------------


def modelled(theorem, family, room, run, end, bound):
    protocol = two_users(ends=(end, -end), bound=bound, t_honest=1)
    return partial(model, theorem, {**SORTS, **room.SORTS}, {**protocol, **family.meaning(run)})


_svm = modelled(SVM_BLINDAVG, SVM, svm_theorem, svm_theorem.LONE_SVM, z3.Q(1, 2), 2)
_softmax, _by_diameter = (
    modelled(theorem, BY_DIAMETER, softmax_theorem, softmax_theorem.LONE_SOFTMAX, z3.Q(1, 4), 3)
    for theorem in (SOFTMAX_BLINDAVG, BY_DIAMETER_BLINDAVG)
)
STATES = [
    ("thm:distributed_blindavg#full", SVM_BLINDAVG, "repair", _svm),
    ("thm:distributed_blindavg#full", SOFTMAX_BLINDAVG, "repair", _softmax),
    ("thm:distributed_blindavg#full", BY_DIAMETER_BLINDAVG, "repair", _by_diameter),
]
