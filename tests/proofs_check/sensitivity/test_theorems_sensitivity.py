"""Theorems of objectives and sensitivity: what they rest on, bounds are attained.

WRONG lists the wrong variants, each the same proof from a premise that is not enough: all are rejected.
"""

import pytest
import sympy as sp
import z3

from proofs_check.coq.compiler import theories
from proofs_check.lemmas.spaces import R, ball, inside, norm, scale, v
from proofs_check.logic import obligations
from proofs_check.logic.derived import instance, tier
from proofs_check.logic.models import Reading, model
from proofs_check.logic.rules import FIXED, LEDGER, Rejected, induct, lemma
from proofs_check.method.symbolic import SYMBOLIC
from proofs_check.objectives import huber_theorems as huber
from proofs_check.objectives import softmax_theorems as softmax
from proofs_check.objectives.mean_theorems import Lambda
from proofs_check.sensitivity import (
    closed_forms,
    softmax_theorem,
    stay_in_ball,
    svm_theorem,
    theorem_r,
)
from proofs_check.sensitivity.theorem_r import (
    P,
    X,
    always,
    beta,
    divisor,
    f,
    f2,
    moved,
    moved2,
    rate,
    rates,
    size,
    t,
)
from reference import formulas


def test_a_model_must_meet_every_premise():
    late = {**svm_theorem.LONE_SVM, "index'": lambda t, i: t + 1}
    with pytest.raises(Rejected, match="order-ignores-the-data"):
        model(svm_theorem.PRINTED, svm_theorem.SORTS, late)


def test_the_order_of_the_learners_visits_each_record_once_a_pass():
    order = {"step_of": lambda q, j: q * closed_forms.u + j, "place_of": lambda q, j: z3.IntVal(0)}
    turns = instance(
        "whole passes in turn",
        closed_forms.WHOLE_PASSES,
        meets=["each-record-once-a-pass"],
        given=closed_forms.CYCLIC,
        by=[closed_forms.IN_TURN.at(q=closed_forms.j).every(closed_forms.j, t, closed_forms.i)],
        **order,
    )
    assert "cyclic-order" in turns.given
    assert "each-record-once-a-pass" not in turns.given


def test_what_the_theorems_rest_on():
    assert tier(svm_theorem.PRINTED) == "composed"
    leaves = {name for name in softmax_theorem.PRINTED.rests if LEDGER[name].kind == "leaf"}
    assert leaves == {softmax.SOFTMAX_COCOERCIVE.name, softmax.CORNER.name}
    assert {n for n in softmax_theorem.DIAMETER.rests if LEDGER[n].kind == "leaf"} == {
        softmax.SOFTMAX_COCOERCIVE.name
    }
    assert {n for n in softmax_theorem.SMALL_BALL.rests if LEDGER[n].kind == "leaf"} == leaves
    assert "kappa_K" not in FIXED
    assert "Theorem softmax_cocoercive" in theories()["Claims"]


# --- wrong variants of the proofs: the same steps from a premise that is not enough ------------------------------------


def variant(theorem, slug, premise):
    name, given = f"{theorem.name}, {slug} changed", {**theorem.given, slug: premise}
    if theorem.proof[0] == "lemma":
        return lemma(name, given, theorem.shows, theorem.proof[1], theorem.where)
    _, k, shows, base, step = theorem.proof
    return induct(name, k, given, shows, base, step, theorem.where)


def from_second_step(formula):
    return z3.ForAll([t], z3.Implies(t >= 1, formula))


def any_first_step(theorem):
    body = z3.substitute_vars(theorem.given["steps"].body(), t)
    return from_second_step(body.arg(1))


def sphere(point):
    return scale(formulas.sphere_factor(R, norm(point)), point)


def lines(last):
    return z3.And(f(t + 1) == last(moved(t)), f2(t + 1) == last(moved2(t)))


LEARNERS, RUNS = (
    [svm_theorem.SPECTRAL, softmax_theorem.SPECTRAL],
    [theorem_r.THEOREM_R, closed_forms.WHOLE_PASSES],
)
RATE, NEXT_RATE = rates(t) == rate(z3.ToReal(t) + 1), rates(t) == rate(z3.ToReal(t) + 2)
WRONG = [
    ("the starts may differ", "same-start", z3.And(f(0) == f(0), X(f2(0))), RUNS),
    ("the starts may differ", "same-start", inside(f2(0)), LEARNERS),
    (
        "the order may depend on the data",
        "order-ignores-the-data",
        z3.ForAll([t], size(t) >= 0),
        RUNS + LEARNERS,
    ),
    ("any beta", "smooth", beta > 0, RUNS),
    ("any beta above Λ", "smooth", beta >= Lambda, LEARNERS),
    ("any rate in step 1", "learning-rate", from_second_step(RATE), RUNS + LEARNERS),
    ("rates counted from 2", "learning-rate", always(NEXT_RATE), RUNS + LEARNERS),
    ("any update in step 1", "steps", any_first_step, RUNS + LEARNERS),
    ("any model after step 1", "last-line", from_second_step(lines(P)), RUNS),
    ("any model after step 1", "ball-projection", from_second_step(lines(ball)), LEARNERS),
    ("any projection", "projection", z3.ForAll([v], norm(P(v)) <= norm(v)), RUNS),
    ("onto the sphere", "ball-projection", always(lines(sphere)), LEARNERS),
    (
        "any last line in the ball",
        "ball-projection",
        always(z3.And(inside(f(t + 1)), inside(f2(t + 1)))),
        LEARNERS,
    ),
    (
        "own batch sizes",
        "fixed-divisor",
        z3.ForAll([t], divisor(t) == z3.ToReal(size(t))),
        [RUNS[1], *LEARNERS],
    ),
]
CASES = [(what, slug, premise, theorem) for what, slug, premise, theorems in WRONG for theorem in theorems]


@pytest.mark.parametrize(
    ("what", "slug", "premise", "theorem"), CASES, ids=[f"{c[0]}-{c[3].name}" for c in CASES]
)
def test_wrong_variants_are_rejected(what, slug, premise, theorem, monkeypatch):
    monkeypatch.setattr(obligations, "STEPS", 120_000)
    assert slug in theorem.given
    with pytest.raises(Rejected):
        variant(theorem, slug, premise(theorem) if callable(premise) else premise)


def test_the_right_variant_is_accepted():
    """The rejections above are not due to the detour: the premise itself, put in again, is enough."""
    assert variant(svm_theorem.SPECTRAL, "smooth", beta >= huber.SPECTRAL + 1).kind == "proved"


# --- bounds are attained ----------------------------------------------------------------------------------------------


def test_theorem_r_is_attained_after_every_number_of_steps():
    runs = Reading(theorem_r.SORTS, theorem_r.LONE, ["t"])
    bound = theorem_r.D / Lambda * theorem_r.weighted(t, t)
    assert runs.decides(z3.Implies(t >= 1, theorem_r.distance == bound))


@pytest.mark.parametrize(
    ("theorem", "sorts", "meaning"),
    [
        (huber.STRONGLY_CONVEX, huber.SORTS, huber.FAR),
        (huber.LIPSCHITZ, huber.SORTS, huber.FAR),
        (huber.SMOOTH, huber.SORTS, huber.BENT),
        (closed_forms.ON_BALL, closed_forms.SORTS, closed_forms.LONE_PASS),
        (closed_forms.ANY_STEPS_ON_BALL, closed_forms.SORTS, closed_forms.LONE_PASS),
        (svm_theorem.PRINTED, svm_theorem.SORTS, svm_theorem.LONE_SVM),
        (svm_theorem.ANY_STEPS, svm_theorem.SORTS, svm_theorem.LONE_SVM),
        (stay_in_ball.SVM_CAPPED, svm_theorem.SORTS, svm_theorem.LONE_SVM),
        (softmax_theorem.DIAMETER, softmax_theorem.SORTS, softmax_theorem.LONE_SOFTMAX),
    ],
    ids=lambda part: getattr(part, "name", ""),
)
def test_the_bounds_are_attained(theorem, sorts, meaning):
    reading = Reading(sorts, meaning)
    assert reading.decides(theorem.shows.arg(0) == theorem.shows.arg(1))
    assert reading.decides(theorem.shows.arg(0) > 0)


@pytest.mark.parametrize("M", [1, 2, 5, 9])
def test_the_weights_are_those_that_the_accountant_adds_up(M):
    """The recursion in the statement of Theorem R gives formulas.step_weights."""
    ratio = sp.Rational(7, 2), sp.Rational(3, 4)
    weights = []
    for step in range(M):
        part = formulas.step_fraction(*ratio, step + 1, SYMBOLIC)
        after = [
            theorem_r._weight(z3.IntVal(m), z3.IntVal(step), w)
            for m, w in enumerate([*weights, z3.RealVal(0)])
        ]
        value = (Lambda * rates(z3.IntVal(step)), z3.Q(int(part.p), int(part.q)))
        weights = [z3.simplify(z3.substitute(w, value)) for w in after]
    assert [str(w) for w in weights] == [str(w) for w in formulas.step_weights(*ratio, M, SYMBOLIC)]
