"""The theorems of the room averaging: no premise can be dropped, every theorem has a joint model, bounds are attained."""

import subprocess
import sys
from pathlib import Path

import pytest

from proofs_check.averaging import (
    class_means,
    close_averages,
    dual_forms,
    one_pass,
    rate,
    sharp_thresholds,
    span,
)
from proofs_check.averaging.users import average, plain_average
from proofs_check.lemmas.spaces import minus, norm
from proofs_check.logic import obligations
from proofs_check.logic.derived import tier, without
from proofs_check.logic.models import Reading, model
from proofs_check.logic.rules import LEDGER, Rejected, lemma
from proofs_check.objectives import huber_theorems as huber
from proofs_check.objectives import softmax_theorems as softmax
from proofs_check.objectives.mean_theorems import Lambda

MODULES = (class_means, close_averages, dual_forms, one_pass, span, sharp_thresholds, rate)
STATES = [state for module in MODULES for state in module.STATES]
THEOREMS = list({theorem.name: theorem for _, theorem, _, _ in STATES}.values())


def named(part):
    return getattr(part, "name", None)


@pytest.mark.slow
@pytest.mark.parametrize("theorem", THEOREMS, ids=named)
def test_no_premise_can_be_dropped(theorem, monkeypatch):
    monkeypatch.setattr(obligations, "STEPS", 120_000)
    for slug in theorem.given:
        with pytest.raises(Rejected) as error:
            without(theorem, slug)
        assert error.value.missing, f"{theorem.name} without {slug}"


@pytest.mark.parametrize(("label", "theorem", "about", "make"), STATES, ids=named)
def test_every_theorem_of_a_claim_has_a_joint_model(label, theorem, about, make):
    found = make()
    assert found.theorem == theorem.name
    assert found.conclusion
    assert set(found.confirmed) == set(theorem.rests), "an axiom or a leaf is not decided in the model"


def test_what_the_theorems_rest_on():
    leaves = {name for theorem in THEOREMS for name in theorem.rests if LEDGER[name].kind == "leaf"}
    assert leaves == {softmax.SOFTMAX_COCOERCIVE.name, span.PROJECTION.name}
    with_leaves = {close_averages.SOFTMAX.name, span.SUFFICIENT.name, span.SOLVED.name}
    assert {theorem.name for theorem in THEOREMS if tier(theorem) != "composed"} == with_leaves


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


@pytest.mark.slow
def test_two_runs_take_the_same_steps():
    modules = ", ".join(module.__name__ for module in MODULES)
    code = f"import {modules}; from proofs_check.logic.obligations import STATS; print(STATS)"
    root = Path(__file__).parents[3]
    runs = {
        subprocess.run(
            [sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=True
        ).stdout
        for _ in range(2)
    }
    assert len(runs) == 1
