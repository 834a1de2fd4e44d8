"""The whole chain, one theorem a learner: BlindAvg with SVM-SGD and with SoftmaxReg-SGD is private, with dropouts.

From the update line that runs, over the average, to (eps, delta) of the sum. The premises are all that a deployment must promise:
how it trains, how it draws noise, who is honest, who may leave and what nobody's choice may depend on. s' = 2c/Λ, 2 sqrt(2) c/Λ.
"""

from __future__ import annotations

from functools import partial

import z3

from proofs_check.distributed.average_theorem import user
from proofs_check.distributed.blindavg_theorem import SORTS, WITH_DROPOUTS, root_of, two_users
from proofs_check.distributed.noise_theorem import OURS, THEIRS, bound, rho, t_honest
from proofs_check.gaussian.mechanism_theorem import K, apart, k, spread
from proofs_check.gaussian.private_learners_theorem import SOFTMAX, SVM, trained
from proofs_check.lemmas.probability import r
from proofs_check.logic.derived import instance
from proofs_check.logic.models import model
from proofs_check.logic.rules import at, lemma
from proofs_check.objectives import huber_theorems as huber
from proofs_check.objectives import softmax_theorems as softmax
from proofs_check.objectives.mean_theorems import Lambda
from proofs_check.sensitivity import softmax_theorem, svm_theorem
from proofs_check.sensitivity.closed_forms import n

_size = z3.ToReal(OURS.n(user))


def trains(name, family, G, compositions, parameters, entry):
    """The sensitivity of the learner on the user's n_i records, and what the user must promise about its training."""
    own = [world.T(r, user, entry) for world in (OURS, THEIRS)]
    given = {slug: z3.substitute(premise, (n, OURS.n(user))) for slug, premise in family.given.items()}
    given |= {**trained(family, own), "bound": z3.And(bound > 0, bound == 2 * G / Lambda)}
    sides = [world.T(r, user, k) for world in (OURS, THEIRS)]
    moves = lemma(
        f"{name}: its sensitivity",
        given,
        z3.Implies(z3.And(0 <= k, k < compositions), apart(*sides) <= bound / _size),
        where=family.where,
        by=[
            [*family.by, _size >= 1, at("trained", *family.parameters), family.theorem.at(n=OURS.n(user))],
            bound / _size == 2 * G / (Lambda * _size),
        ],
    )
    return given, moves.at().every(r, k)


_svm, _svm_moves = trains("SVM-SGD of one user", SVM, huber.G, K, (r, k), k)
SVM_BLINDAVG = instance(
    "BlindAvg with SVM-SGD is private",
    WITH_DROPOUTS,
    given=_svm,
    meets=["sensitivity", "bound"],
    by=[root_of(t_honest - rho), at("sizes", user), spread(), *SVM.by, _svm_moves],
    where=SVM.where,
)
_softmax, _softmax_moves = trains("SoftmaxReg-SGD of one user", SOFTMAX, softmax.G, z3.IntVal(1), (r,), 0)
SOFTMAX_BLINDAVG = instance(
    "BlindAvg with SoftmaxReg-SGD is private",
    WITH_DROPOUTS,
    K_comp=1,
    given=_softmax,
    meets=["sensitivity", "bound", "classes"],
    by=[root_of(t_honest - rho), at("sizes", user), spread(K=1), *SOFTMAX.by, _softmax_moves],
    where=SOFTMAX.where,
)
