"""The theorems of the room averaging: what they rest on, wrong variants are rejected, bounds are attained."""

import pytest

from proofs_check.averaging import (
    class_means,
    close_averages,
    dual_forms,
    one_pass,
    span,
)
from proofs_check.averaging.users import average, plain_average
from proofs_check.lemmas.spaces import minus, norm
from proofs_check.logic import obligations
from proofs_check.logic.derived import tier
from proofs_check.logic.models import Reading, model
from proofs_check.logic.rules import LEDGER, Rejected, lemma
from proofs_check.method.check import modules_of_rooms
from proofs_check.objectives import huber_theorems as huber
from proofs_check.objectives import softmax_theorems as softmax
from proofs_check.objectives.mean_theorems import Lambda
from tests.proofs_check.test_theorems_stated import states


def named(part):
    return getattr(part, "name", None)


def test_what_the_theorems_rest_on():
    modules = [module for module in modules_of_rooms(with_theorems=True) if ".averaging." in module]
    theorems = [theorem for module in modules for _, theorem, _, _ in states(module)]
    leaves = {name for theorem in theorems for name in theorem.rests if LEDGER[name].kind == "leaf"}
    assert leaves == {softmax.SOFTMAX_COCOERCIVE.name, span.PROJECTION.name}
    with_leaves = {close_averages.SOFTMAX.name, span.SUFFICIENT.name, span.SOLVED.name}
    assert {theorem.name for theorem in theorems if tier(theorem) != "composed"} == with_leaves


# --- below the threshold ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("theorem", "mean"),
    [(class_means.HINGE_AVERAGE, average), (class_means.HINGE_PLAIN, plain_average)],
    ids=named,
)
def test_below_the_threshold_the_average_is_not_the_central_model(theorem, mean):
    """lem:averagerepresenter: records 1 and 0, Λ = 1/4 < c^2/2. All premises but the threshold hold: 1/2 against 1."""
    found = model(theorem, class_means.SORTS, dual_forms.TRAINED, violated=["threshold"])
    assert not found.conclusion
    reading = Reading(class_means.SORTS, dual_forms.TRAINED)
    assert reading.decides(norm(minus(mean, class_means.central)) == 1 / (8 * Lambda))


@pytest.mark.parametrize("share", [99, 101])
def test_a_smaller_threshold_is_rejected(share, monkeypatch):
    monkeypatch.setattr(obligations, "STEPS", 120_000)
    theorem = class_means.HINGE_AVERAGE
    smaller = {"threshold": 100 * Lambda >= share * class_means.formulas.hinge_threshold(class_means.c)}
    wanted = (f"share {share}", {**theorem.given, **smaller}, theorem.shows, theorem.proof[1], theorem.where)
    if share > 100:
        assert lemma(*wanted).kind == "proved"
    else:
        with pytest.raises(Rejected):
            lemma(*wanted)


def test_a_model_must_meet_every_premise():
    trained = {**class_means.HINGES, "central": 1}
    with pytest.raises(Rejected, match="central-minimum"):
        model(class_means.HINGE_AVERAGE, class_means.SORTS, trained)


# --- bounds are attained ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("theorem", "meaning"),
    [
        (dual_forms.HINGE_ERROR, dual_forms.TRAINED),
        (dual_forms.HINGE_SLOPES, dual_forms.TRAINED),
        (dual_forms.HINGE_FEW, dual_forms.UNTRAINED),
        (one_pass.SENSITIVITY, one_pass.FLIPPED),
    ],
    ids=named,
)
def test_the_bounds_are_attained(theorem, meaning):
    reading = Reading(class_means.SORTS, meaning)
    assert reading.decides(theorem.shows.arg(0) == theorem.shows.arg(1))
    assert reading.decides(theorem.shows.arg(0) > 0)


def test_the_constants_of_the_losses():
    """β is c^2/2 for SoftmaxReg and c^2/(2h) for the Huber SVM, so the factors are c^2/(4Λ) and c^2/(4hΛ)."""
    c, h, spread = softmax.c, huber.h, close_averages.spread(close_averages.users)
    factors = [(close_averages.SOFTMAX, 4 * Lambda), (close_averages.HUBER, 4 * h * Lambda)]
    for theorem, divisor in factors:
        bound = c * c * spread / divisor
        facts = obligations.Facts([Lambda > 0, h > 0])
        assert facts.give(theorem.shows.arg(1) == bound), theorem.name
