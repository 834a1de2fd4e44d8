"""Where a proof meets the premises of what it cites."""

from __future__ import annotations

import z3

from proofs_check.logic.derived import instance
from proofs_check.logic.met import IN_THE_PROOF, met
from proofs_check.logic.rules import at, discharge, induct, lemma
from proofs_check.logic.statements import dropped

a, b, c = z3.Reals("a b c")
k = z3.Int("k")
f = z3.Function("f", z3.IntSort(), z3.RealSort())


def positive():
    return lemma("a product of positive numbers", {"first": a > 0, "second": b > 0}, a * b > 0)


def test_premises_are_met_by_premises_steps_theorems_and_several_facts():
    product = positive()
    square = lemma("squares", {"large": c > 1}, c * c > 0, by=[product.at(a=c, b=c)])
    assert met(square) == {product.name: {"first": "premise large", "second": "premise large"}}
    above = lemma(
        "above",
        {"left": a > b, "right": b > 1, "all": z3.ForAll([k], f(k) > 2)},
        a * (c * c + 1) * f(3) > 0,
        by=[
            [at("all", 3), c * c >= 0, c * c + 1 > 0],
            [product.at(a=a, b=c * c + 1), product.at(a=a * (c * c + 1), b=f(3))],
        ],
    )
    assert met(above) == {product.name: {"first": product.name, "second": "premise all"}}
    sums = lemma("sums", {"left": a > c, "right": c > b, "low": b > 0}, a * c > 0, by=[product.at(b=c)])
    assert met(sums)[product.name] == {"first": IN_THE_PROOF, "second": IN_THE_PROOF}
    assert met(product) == {}


def test_conditions_inductions_and_truths():
    product = positive()
    condition = discharge("if", product, "second")
    assert met(condition) == {product.name: {"first": "premise first", "second": "condition second"}}
    one = instance("one", product, meets=["second"], b=1)
    assert met(one) == {product.name: {"first": "premise first", "second": "true"}}
    grows = induct(
        "powers",
        k,
        {"base": a > 0, "start": f(0) == 1, "next": z3.ForAll([k], f(k + 1) == a * f(k))},
        f(k) > 0,
        step=[at("next", k), product.at(b=f(k))],
    )
    assert met(grows) == {product.name: {"first": "premise base", "second": "the induction hypothesis"}}


def test_a_dropped_premise_names_what_the_proof_then_lacks():
    product = positive()
    assert dropped(product) == dict.fromkeys(("first", "second"), "the conclusion does not follow")
    idle = lemma("idle", {"large": c > 1, "idle": a > 0}, c * c > 0, by=[product.at(a=c, b=c)])
    assert dropped(idle) == {"large": f'premise first of "{product.name}"', "idle": ""}
