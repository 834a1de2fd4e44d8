"""The theorem behind a certificate with discrete noise, one for each learner: from the update line to the sum on the grid."""

from functools import partial

import z3

from proofs_check.groups.certified_theorem import (
    LOGITS_RECORD,
    MARGIN_RECORD,
    MODELS,
    SOFTMAX_RECORD,
    SVM_RECORD,
    TRAININGS,
)
from proofs_check.logic.models import Undecided, model
from proofs_check.secure_sum.discrete_theorem import DIVIDES, RECORD, SORTS, one_user
from proofs_check.secure_sum.grid_theorem import UNIFORM


def discrete(theorem):
    """The same training, with discrete noise in the place of Gaussian noise."""
    training = TRAININGS[theorem]
    by = [*training.record_moves, DIVIDES]
    return training.joined(RECORD, ["sensitivity"], by, name=f"{training.name}, discrete noise")


SVM_RECORD_DISCRETE = discrete(SVM_RECORD)
SOFTMAX_RECORD_DISCRETE = discrete(SOFTMAX_RECORD)
MARGIN_RECORD_DISCRETE = discrete(MARGIN_RECORD)
LOGITS_RECORD_DISCRETE = discrete(LOGITS_RECORD)

# --- joint models: the runs of the theorems about Gaussian noise, whose user sends one rounded number ------------------


def on_the_grid(elsewhere):
    """e^x as in the model of the sum between -1 and 0, where the noise needs it, and elsewhere as in that of the training."""

    def expo(x):
        if z3.is_true(z3.simplify(z3.And(-1 < x, x < 0))):
            return UNIFORM["expo"](x)
        try:
            return elsewhere(x)
        except Undecided:
            if z3.is_const(x):
                raise
            return UNIFORM["expo"](x)

    return expo


def modelled(theorem, sorts, meaning, end, bound):
    trained = TRAININGS[theorem].family.meaning(meaning)
    both = {**trained, "u": 2, "same_order": False, **one_user((end, -end), bound)}
    both |= {"step_of_r": lambda *args: args[-1], "place_of_r": lambda *args: z3.IntVal(0)}
    both |= {name: trained[name] for name in ("h", "ln") if name in trained}
    if "expo" in trained:
        both["expo"] = on_the_grid(trained["expo"])
    return model(theorem, {**SORTS, **sorts}, both)


STATES = [
    ("thm:distributed_blindavg#full", theorem, "repair", partial(modelled, theorem, *meaning))
    for theorem in (
        SVM_RECORD_DISCRETE,
        SOFTMAX_RECORD_DISCRETE,
        MARGIN_RECORD_DISCRETE,
        LOGITS_RECORD_DISCRETE,
    )
    for (run, _), *meaning in MODELS
    if run is TRAININGS[theorem].run
]
