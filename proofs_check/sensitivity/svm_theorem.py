"""ex:dpsvm: SVM-SGD with the printed beta moves one class's model by at most 2c/(Λn), less than the printed 2(ΛR + c)/(Λn).

Down to the update line and the projection that run, for every space, dataset, batch plan and number of whole passes. No leaf.
"""

import z3

from proofs_check.lemmas.line import stated, when
from proofs_check.lemmas.spaces import R
from proofs_check.logic.derived import instance
from proofs_check.logic.rules import lemma
from proofs_check.objectives import huber_theorems as huber
from proofs_check.objectives.huber_theorems import BOUNDED, RELAXED, SIGN, G, gradient
from proofs_check.objectives.mean_theorems import Lambda
from proofs_check.sensitivity.closed_forms import (
    ANY_STEPS_ON_BALL,
    LONE_PASS,
    ON_BALL,
    SORTS,
    beta,
    n,
    smooth_enough,
    two_gradients,
)
from reference import formulas

_loss = {
    "grad": gradient,
    "D": 2 * G,
    "given": {**RELAXED, **SIGN, **BOUNDED, "smooth": beta >= huber.SPECTRAL},
    "meets": ["cocoercive", "gap", "smooth"],
    "by": [
        huber.gamma >= 0,
        smooth_enough("the Huber loss in the ball", gradient, huber.COCOERCIVE, huber.gamma),
        two_gradients("two Huber gradients", gradient, huber.GRADIENT),
    ],
}
_printed = {
    "beta": huber.PRINTED,
    "given": {"features": huber.p >= 0},
    "meets": ["smooth"],
    "by": [huber.LARGER],
}
SPECTRAL = instance("sensitivity of the SVM", ON_BALL, **_loss)
PRINTED = instance("sensitivity of the SVM, printed beta", SPECTRAL, **_printed)
ANY_STEPS = instance("sensitivity of the SVM after any number of steps", ANY_STEPS_ON_BALL, **_loss)
BELOW_PRINT = lemma(
    "2c/(Λn) is below the printed bound",
    {"regularized": Lambda > 0, "radius": R > 0, "records": n >= 1},
    formulas.sensitivity(G, Lambda, z3.ToReal(n))
    < formulas.sensitivity_svm(Lambda, R, huber.c, z3.ToReal(n)),
    by=[1 / (Lambda * z3.ToReal(n)) * (Lambda * R) > 0],
)

# --- joint models: the bound 2c/(Λn) is attained ----------------------------------------------------------

LONE_SVM = {
    **LONE_PASS,
    **{"c": 1, "h": z3.Q(1, 2), "p": 0},
    "record": lambda z: when(z == 0, 0, 1),
    "label": lambda z: when(z < 0, -1, 1),
}
STATES = [
    stated("ex:dpsvm#sensitivity", theorem, "repair", SORTS, LONE_SVM)
    for theorem in (PRINTED, SPECTRAL, ANY_STEPS)
] + [stated("ex:dpsvm#sensitivity", BELOW_PRINT, "repair", SORTS, LONE_SVM)]
