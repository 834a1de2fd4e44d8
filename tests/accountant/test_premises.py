"""Premises of a certificate that are evaluated, and controls: what breaks one refuses the certificate or changes it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from flint import arb

from accountant.deployment.certificate import Refused, certify
from accountant.deployment.file import parse
from accountant.deployment.formula import Root, Value, holds, names
from accountant.deployment.plan import Deployment
from accountant.deployment.premises import MET, chain_of, chains, is_computed, premises
from accountant.deployment.symbols import Found, Tables, known, met
from accountant.distributed.crowd import NoGuarantee
from accountant.numbers.balls import exact
from accountant.sensitivity.bounds import LossBound, sensitivity
from accountant.sensitivity.random_order import RandomOrder
from reference.errors import InvalidInput
from reference.loss_files.file import read as read_loss
from reference.loss_files.learner import Loss
from tests.accountant.test_deployment import GRID, SVM, text

FOUND = Found(
    move=Fraction(7),
    noise=arb(3),
    eps=Fraction(1),
    delta=Fraction(1, 10**6),
    variance=5,
    order=Fraction(2),
    orders=(RandomOrder(((Fraction(1), Fraction(1, 2)), (Fraction(2), Fraction(1, 2)))),),
)
bounds, diameter, radii = (
    import_module(f"accountant.sensitivity.{name}") for name in ("bounds", "diameter", "radii")
)
LOSSES = Path(__file__).parents[2] / "losses"


def with_loss(name: str) -> Deployment:
    """A plan whose loss is that of a file, with constants that nobody has proved here."""
    file = read_loss(LOSSES / name)
    bound = LossBound(Loss.of_file(file, file.values(), Fraction(1)), Fraction(2), Fraction(10**6), "", name)
    plan = parse(text({}))
    return replace(plan, training=replace(plan.training, learner=file.of, loss=bound))


def plans() -> list[Deployment]:
    """One for each theorem behind certificates."""
    group, user = {"privacy.level": "group", "privacy.group": 2}, {"privacy.level": "user"}
    levels = [{}, group, group | {"privacy.within_one_user": True}, GRID]
    found = [parse(text(learner | level)) for learner in ({}, SVM) for level in levels]
    for learner in ("logistic.toml", "softmax.toml"):
        plan = with_loss(learner)
        found += [replace(plan, level=one.level, noise=one.noise, grid=one.grid) for one in found[:4]]
    fresh = {"learner.divisor": "own size", "learner.order": "fresh"}
    return [*found, *(parse(text(learner | fresh)) for learner in ({}, SVM)), parse(text(user))]


PLANS = {chain_of(plan)["place"]: plan for plan in plans()}


def tables_of(plan: Deployment) -> Tables:
    found = FOUND if plan.level.kind != "user" else replace(FOUND, move=2 * plan.training.R * plan.sizes[-1])
    return known(plan, found)


def changed(tables: Tables, changes: dict[str, Value]) -> Tables:
    return tuple(
        [{name: changes.get(name, value) for name, value in row.items()} for row in table] for table in tables
    )


def without(tables: Tables, name: str) -> Tables:
    return tuple(
        [{key: value for key, value in row.items() if key != name} for row in table] for table in tables
    )


def test_there_is_a_plan_for_each_theorem() -> None:
    assert set(PLANS) == {chain["place"] for chain in chains().values()}


@pytest.mark.parametrize("place", PLANS)
def test_premises_about_numbers_are_true_and_checked(place: str) -> None:
    plan = PLANS[place]
    status = {premise.slug: premise.status for premise in premises(plan, tables_of(plan))}
    given = chain_of(plan)["premises"]
    assert {status[slug] for slug in given if is_computed(slug, given[slug])} == {"checked"}


WRONG: dict[str, dict[str, Value]] = {  # numbers that break a premise
    "batches": {"size": 21, "size_r": 21},
    "bound": {"N": 51},
    "classes": {"K_comp": 0, "classes": 1},
    "curvature": {"kappa": Fraction(-1)},
    "curved": {"kappa": Fraction(49, 100)},
    "delta": {"δ": Fraction(1)},
    "entries": {"d": 0},
    "eps": {"ε": Fraction(-1, 10**9)},
    "features": {"p": -1},
    "finite-dimension": {"finite_dimension": False},
    "fractions": {"ρ": Fraction(1, 2)},
    "grid": {"grid": Fraction(0)},
    "group": {"Y": 0},
    "holders": {"holder": 1000},
    "kinds": {"kinds": -1},
    "order": {"α": Fraction(1)},
    "points": {"grid_width": 1},
    "public-bound": {"N": 49},
    "radius": {"R": Fraction(0)},
    "regularized": {"Λ": Fraction(0)},
    "relaxed": {"h": Fraction(0)},
    "row-size": {"S": Fraction(1)},
    "row-weights": {"B_label": Fraction(-1)},
    "sigma": {"σ": arb(0, 1), "σ_of": arb(0, 1)},
    "sizes": {"n_i": 0},
    "smooth": {"β": Fraction(1)},
    "smoothness": {"β": Root(Fraction(10**6 + 1))},
    "steps-made": {"M": -1, "M_r": -1},
    "user": {"user": 1000},
    "variance-positive": {"v": 0},
    "weights": {"weight_r": Fraction(-1, 10**9)},
    "whole-model": {"K_comp": 2},
}
COMPUTED = sorted(
    {
        (s, place)
        for place, plan in PLANS.items()
        for s, p in chain_of(plan)["premises"].items()
        if is_computed(s, p)
    }
)


def test_every_evaluated_premise_has_a_control() -> None:
    assert {slug for slug, _ in COMPUTED} == set(WRONG)


@pytest.mark.parametrize(("slug", "place"), COMPUTED)
def test_a_broken_premise_refuses_the_certificate(slug: str, place: str) -> None:
    """So does a number that is not known."""
    plan = PLANS[place]
    premise = chain_of(plan)["premises"][slug]
    assert met(premise["exact"], tables_of(plan))[0]
    with pytest.raises(NoGuarantee, match=r"the premise .* of the theorem is not known to be true"):
        list(premises(plan, changed(tables_of(plan), WRONG[slug])))
    true, numbers = met(premise["exact"], changed(tables_of(plan), WRONG[slug]))
    assert not true
    assert slug == "finite-dimension" or "=" in numbers
    for name in set(names(premise["exact"])):
        assert met(premise["exact"], without(tables_of(plan), name)) == (False, f"{name} is not known")


def test_a_refusal_names_premise_formula_and_number(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a whole certificate: noise for one record less than the largest user has."""
    plan = parse(text({"privacy.level": "user"}))
    monkeypatch.setattr(
        "accountant.deployment.certificate.largest_move", lambda level, R, sizes, of: 2 * R * (max(sizes) - 1)
    )
    with pytest.raises(Refused, match=r"premise bound .*s' >= 2 R N, with s' = 98, R = 1, N = 50"):
        certify(plan)


@pytest.mark.parametrize(
    ("formula", "answer"),
    [
        (["=", "x", ["sqrt", 2]], True),  # x is the root of 2
        (["=", "x", ["sqrt", ["/", 2000000001, 1000000000]]], False),
        (["<", "x", ["/", 3, 2]], True),
        (["=", ["*", "x", "x"], 2], None),  # in balls
        (["<", ["*", "x", "x"], 3], True),
        (["not", [">", ["+", "x", 1], 3]], True),
        (["or", ["=", ["*", "x", "x"], 2], [">", "x", 1]], True),
        (["and", ["=", ["*", "x", "x"], 2], [">", "x", 2]], False),
        (["and", ["=", ["*", "x", "x"], 2], [">", "x", 1]], None),
        (["=", ["/", 1, 0], 0], None),  # z3 gives 1/0 some value
        ([">=", ["sqrt", ["-", 1]], 0], None),
        (["<", ["-", "x"], ["^", "x", 3]], True),
        (["=", "b", "b"], True),
        (["=", "b", 1], None),
    ],
)
def test_formulas_have_an_answer_or_none(formula: Any, answer: bool | None) -> None:
    assert holds(formula, {"x": Root(Fraction(2)), "b": True}) is answer
    assert holds(formula, {"x": exact(2).sqrt(), "b": True}) in (answer, None)


# --- premises that the accountant meets by computing with them: twice as much, and the bound is another one -------------

SETTING: dict[str, Any] = {"c": 3, "Lambda": 1, "R": 1, "n": 20, "M": 40, "b": 5}
NAMED: dict[
    str, tuple[Any, dict[str, Any]]
] = {  # functions that MET names: where they are used, and when they decide
    "quick_diameter": (bounds, {"K": 3}),
    "inner_maximum": (diameter, {"K": 10}),
    "largest_gradient": (radii, {"K": 2, "R": 10}),
    "levels": (bounds, {"K": 3}),
}


def twice(function: Callable[..., Any]) -> Callable[..., Any]:
    def more(*args: Any) -> Any:
        found = function(*args)
        return (
            [replace(one, radius=2 * one.radius) for one in found] if isinstance(found, list) else 2 * found
        )

    return more


def forget() -> None:
    """What was computed with another function."""
    for module in (bounds, diameter, radii):
        for remembered in vars(module).values():
            if hasattr(remembered, "cache_clear"):
                remembered.cache_clear()


@pytest.mark.parametrize("name", NAMED)
def test_the_named_function_decides_the_bound(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    used, setting = NAMED[name][0], SETTING | NAMED[name][1]
    forget()
    proved = sensitivity("softmax", **setting).recursion.hi
    forget()
    monkeypatch.setattr(used, name, twice(getattr(used, name)))
    assert sensitivity("softmax", **setting).recursion.hi > proved * Fraction(1001, 1000)
    forget()


def test_every_function_that_is_named_has_a_control() -> None:
    plan = parse(text({}))
    said = {
        how(plan).rpartition(" by accountant.")[2].rpartition(".")[2]
        for _, how in MET.values()
        if " by accountant." in how(plan)
    }
    assert said == {*NAMED, "largest_move", "DiscreteSum", "required_closeness"}


def test_a_coarse_grid_and_another_learner_are_refused() -> None:
    """fine-grid, eps-on-the-grid, ball-projection."""
    for changes in (GRID | {"summation.grid": "0.1"}, {"learner.projection": "sphere"}):
        with pytest.raises(Refused):
            certify(parse(text(changes)))


def test_what_is_proved_about_a_loss_decides() -> None:
    """slope-bound, slope-rises, margins."""
    loss = with_loss("logistic.toml").training.loss
    assert loss is not None
    of = lambda bound: sensitivity("margin", **SETTING, loss=bound).best.hi  # noqa: E731
    assert of(replace(loss, S=2 * loss.S)) > of(loss)
    with pytest.raises(InvalidInput, match="largest margin"):
        of(replace(loss, reach=Fraction(1)))
