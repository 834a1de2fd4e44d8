"""app:experimental_setup#batches: whole epochs of batches, all divided by b, for every loss with gradients up to G."""

import z3

from proofs_check.lemmas.line import stated
from proofs_check.lemmas.spaces import APART, R, inside, minus, norm, v
from proofs_check.logic.derived import instance
from proofs_check.logic.rules import at, lemma
from proofs_check.objectives.mean_theorems import Lambda, grad, zi
from proofs_check.sensitivity.closed_forms import LONE_PASS, ON_BALL, SORTS, M, apart, n
from proofs_check.sensitivity.theorem_r import z2
from reference import formulas

G = z3.Real("G")
GRADIENTS = {"gradients": z3.ForAll([v, zi], z3.Implies(inside(v), norm(grad(v, zi)) <= G))}
_gap = lemma(
    "two loss gradients of at most G",
    GRADIENTS,
    z3.Implies(inside(v), norm(minus(grad(v, zi), grad(v, z2))) <= 2 * G),
    by=[at("gradients", v, zi), at("gradients", v, z2), APART.at(x=grad(v, zi), y=grad(v, z2))],
)
_own = instance(
    "batches of a loss with gradients of at most G",
    ON_BALL,
    D=2 * G,
    given=GRADIENTS,
    meets=["gap"],
    by=[_gap.at().every(v, zi, z2)],
)
_n = z3.ToReal(n)
BATCHES = lemma(
    "batches divided by b keep the printed bound, and need no ridge term",
    _own.given,
    z3.And(
        apart(M) <= formulas.sensitivity(G, Lambda, _n),
        apart(M) <= formulas.sensitivity_svm(Lambda, R, G, _n),
    ),
    where=_own.where,
    by=[_own],
)
STATES = [
    stated("app:experimental_setup#batches", BATCHES, "reading:fixed-divisor", SORTS, {**LONE_PASS, "G": 1})
]
