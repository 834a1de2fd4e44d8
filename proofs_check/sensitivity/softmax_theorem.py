"""thm:sens_softmax: SoftmaxReg-SGD with the printed beta moves its model by at most 2 sqrt(2) c/(Λn), and by D/(Λn).

For every K, space, dataset, batch plan and number of whole passes. D is the largest distance of two loss gradients at one model
(ours:gradient_diameter); on a small ball D = 2c min(sqrt(2), kappa_K(Rc)). Leaves speak of the softmax of logits alone.
"""

from __future__ import annotations

from typing import Any

import z3

from proofs_check.lemmas.line import stated, when
from proofs_check.lemmas.numbers import NUM
from proofs_check.lemmas.spaces import APART, R, inside, minus, norm, v
from proofs_check.logic.derived import instance
from proofs_check.logic.rules import discharge, lemma
from proofs_check.objectives import softmax_theorems as softmax
from proofs_check.objectives.class_shares import DENOMINATORS
from proofs_check.objectives.logit_entries import CLASSES, GRADIENT_ON_BALL, classes, kappa
from proofs_check.objectives.mean_theorems import Lambda, zi
from proofs_check.objectives.softmax_theorems import BOUNDED, ONE_HOT, SIZES, G, gradient
from proofs_check.objectives.still import still
from proofs_check.sensitivity.closed_forms import (
    ANY_STEPS_ON_BALL,
    ON_BALL,
    PASS,
    beta,
    n,
    smooth_enough,
    two_gradients,
)
from proofs_check.sensitivity.theorem_r import lone_record, z2
from reference import formulas

_curved: dict[str, Any] = {
    "grad": gradient,
    "given": {**BOUNDED, **ONE_HOT, "smooth": beta >= softmax.SPECTRAL},
    "meets": ["cocoercive", "smooth"],
    "by": [
        softmax.gamma >= 0,
        smooth_enough("the cross-entropy in the ball", gradient, softmax.COCOERCIVE, softmax.gamma),
    ],
}
AT_MOST_2G: dict[str, Any] = {
    "D": 2 * G,
    "meets": ["gap"],
    "by": [two_gradients("two softmax gradients", gradient, softmax.GRADIENT)],
}
_loss: dict[str, Any] = {
    **_curved,
    "D": 2 * G,
    "meets": [*_curved["meets"], "gap"],
    "by": [*_curved["by"], *AT_MOST_2G["by"]],
}
_printed: dict[str, Any] = {
    "beta": softmax.PRINTED,
    "given": SIZES,
    "meets": ["smooth"],
    "by": [softmax.LARGER],
}
DIAMETER = instance("sensitivity of SoftmaxReg, by the gradient diameter", ON_BALL, **_curved)
PRINTED_BETA = instance(
    "sensitivity of SoftmaxReg, by the gradient diameter, printed beta", DIAMETER, **_printed
)
SPECTRAL = instance("sensitivity of SoftmaxReg", DIAMETER, **AT_MOST_2G)
PRINTED = instance("sensitivity of SoftmaxReg, printed beta", SPECTRAL, **_printed)
_smaller = NUM.min(G, kappa(R * softmax.c) * softmax.c)
_fine = DENOMINATORS.at(K=classes, rho=R * softmax.c)
_one, _other = gradient(v, zi), gradient(v, z2)
_at_most = discharge("a softmax gradient on the ball", GRADIENT_ON_BALL, "ball")
GAP_ON_BALL = lemma(
    "two softmax gradients at a model in the ball",
    {**CLASSES, **BOUNDED, **ONE_HOT},
    z3.Implies(inside(v), norm(minus(_one, _other)) <= 2 * _smaller),
    by=[
        softmax.GRADIENT,
        softmax.GRADIENT.at(z_i=z2),
        _at_most,
        _at_most.at(z_i=z2),
        APART.at(x=_one, y=_other),
        _fine,
    ],
)
SMALL_BALL = instance(
    "sensitivity of SoftmaxReg on a small ball, printed beta",
    instance(
        "sensitivity of SoftmaxReg on a small ball",
        DIAMETER,
        D=2 * _smaller,
        meets=["gap"],
        given=CLASSES,
        by=[GAP_ON_BALL.at().every(v, zi, z2), _fine],
    ),
    beta=formulas.smoothness_softmax(Lambda, softmax.c, softmax.p, z3.ToReal(classes), NUM),
    given={"features": SIZES["features"]},
    meets=["smooth"],
    by=[softmax.LARGER.at(K=z3.ToReal(classes)), _fine],
)
ANY_STEPS = instance("sensitivity of SoftmaxReg after any number of steps", ANY_STEPS_ON_BALL, **_loss)
BELOW_PRINT = lemma(
    "2 sqrt(2) c/(Λn) is below the printed bound",
    {"regularized": Lambda > 0, "radius": R > 0, "records": n >= 1},
    formulas.sensitivity(G, Lambda, z3.ToReal(n))
    < formulas.sensitivity_softmax(Lambda, R, softmax.c, z3.ToReal(n), NUM),
)

# --- joint models: the probabilities of softmax_theorems; D/(Λn) is attained with D = 1 -------------------

LONE_SOFTMAX = {
    **softmax.RECORD,
    **lone_record(z3.Q(1, 2)),
    **PASS,
    "D": 1,
    "features": lambda z: when(z == 0, 0, 1),
    "class_of": lambda z: z >= 0,
    "y": lambda z: when(z >= 0, 1),
}
TWO_RECORDS = {"v": 0, "z_i": 0, "z2_i": 1}
SORTS = {**softmax.SORTS, "Z": z3.RealSort()}
_STILL = {**LONE_SOFTMAX, **TWO_RECORDS}
STATES = [
    *(
        stated("thm:sens_softmax", theorem, "repair", SORTS, LONE_SOFTMAX)
        for theorem in (PRINTED, PRINTED_BETA, SPECTRAL, ANY_STEPS, BELOW_PRINT)
    ),
    stated("C2.1", PRINTED, "repair", SORTS, LONE_SOFTMAX),
    stated("thm:sens_softmax", SMALL_BALL, "repair", *still(2, SORTS, _STILL)),
    stated("ours:gradient_diameter", GAP_ON_BALL, "statement", *still(4, SORTS, _STILL)),
]
