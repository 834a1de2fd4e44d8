"""What the symbols of a certificate's theorem stand for in a deployment, so that premises about numbers can be evaluated."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, product
from typing import TypeAlias

from flint import arb

from accountant.deployment.formula import FRACTIONS, Formula, Root, Value, ball, holds, names
from accountant.deployment.plan import DIVISORS, Deployment, Training
from accountant.numbers.balls import BALLS, exact, precision
from accountant.numbers.enclosure import as_given
from accountant.sensitivity.bounds import LossBound, beta_of
from accountant.sensitivity.random_order import RandomOrder

BITS = 128
DIGITS = 6
Row: TypeAlias = Mapping[str, Value]
Tables: TypeAlias = tuple[
    list[Row], ...
]  # rows of one table belong together, different tables are independent


@dataclass(frozen=True)
class Found:
    """The numbers that the accountant has found for a deployment."""

    move: Fraction  # of the sum of the n_i f_i
    noise: arb  # of one user on n_i f_i
    eps: Fraction
    delta: Fraction  # what is left for the noise
    variance: int | None  # of discrete noise, in grid units
    order: Fraction | None  # of the divergence, for discrete noise
    orders: tuple[RandomOrder, ...] = ()  # for each n, if delta is averaged over them


def known(plan: Deployment, found: Found) -> Tables:
    """The symbols of all theorems behind certificates whose numbers this deployment fixes."""
    crowd, last = plan.crowd, plan.crowd.w - 1
    constants: dict[str, Value | None] = {
        **_of_training(plan.training),
        "w": crowd.w,
        "t_honest": Fraction(crowd.honest, crowd.w),  # users are whole
        "ρ": Fraction(crowd.dropped, crowd.w),
        "N": plan.sizes[-1],
        "Y": plan.level.size,
        "s'": found.move,
        "σ": _multiplier(plan, found, found.move),
        "ε": found.eps,
        "δ": found.delta,
        "grid": plan.grid,
        "v": found.variance,
        "α": found.order,
    }
    tables: Tables = (
        [{name: value for name, value in constants.items() if value is not None}],
        [_of_user(plan.training, n) for n in plan.sizes],
        [
            dict(pair)
            for pair in {tuple(pair.items()): None for n in plan.sizes for pair in _batches(plan.training, n)}
        ],
        [{"user": i, "holder": i} for i in sorted({0, last})],  # an index: those between are between
        [*_kinds(plan, found)],
    )
    return tuple(table for table in tables if table)


def _of_training(training: Training) -> dict[str, Value | None]:
    scales = {"c": training.c, "Lambda": training.Lambda, "R": training.R}
    scales |= {"h": training.h} if training.h is not None else {}
    learner, loss = training.learner, training.loss
    return {
        "Λ": training.Lambda,
        "R": training.R,
        "c": training.c,
        "h": training.h,
        "p": training.p,
        "β": beta_of(learner, scales, training.K, training.p, training.smoothness, loss, FRACTIONS),
        "K_comp": training.compositions,
        "classes": training.K,
        "classes_of_L": training.K,
        "d": training.entries,
        "grid_width": training.entries,
        "finite_dimension": True,  # d entries
        **({} if loss is None else _of_loss(loss)),
    }


def _of_loss(loss: LossBound) -> dict[str, Value]:
    """Its constants; the weights of a loss of the logits are fractions, or balls around roots and exponentials."""
    own = loss.loss
    if not own.columns_are_joint:
        return {"kappa": own.kappa, "S": loss.S}
    num = FRACTIONS if all(weight.algebraic for weight in own.row) else BALLS
    with precision(BITS):
        weights = dict(zip(("A_lse", "B_label", "E_mean"), own.weights(num), strict=True))
    return {"kappa": own.kappa, "S": loss.S, **weights}


def _of_user(training: Training, n: int) -> Row:
    M = training.steps(n)
    return {"n_i": n, "n_i'": n, "M": M, "M_r": M}


def _batches(training: Training, n: int) -> Iterator[Row]:
    """A full batch and the last one of a pass."""
    for size in (min(training.b, n), n - (training.pass_length(n) - 1) * training.b):
        divisor = DIVISORS[training.divisor](size, training.b)
        yield {"size": size, "size_r": size, "divisor": divisor, "divisor_r": divisor}


def _kinds(plan: Deployment, found: Found) -> Iterator[Row]:
    """Of orders, by how far they let one record move the sum."""
    for order in found.orders:
        for move, chance in order.moves:
            yield {"kinds": len(order.moves), "weight_r": chance, "σ_of": _multiplier(plan, found, move)}


def _multiplier(plan: Deployment, found: Found, move: Fraction) -> arb:
    """σ of the honest noise that stays in the sum, over this move."""
    with precision(BITS):
        return found.noise * exact(plan.crowd.surviving).sqrt() / exact(move)


def met(formula: Formula, tables: Tables) -> tuple[bool, str]:
    """Is it true, whatever the rows? And the numbers of its symbols; of the first row where it is not."""
    wanted = list(dict.fromkeys(names(formula)))
    needed = [table for table in tables if not table[0].keys().isdisjoint(wanted)]
    if unknown := [name for name in wanted if not any(name in table[0] for table in needed)]:
        return False, f"{unknown[0]} is not known"
    rows: list[Row] = [dict(chain.from_iterable(row.items() for row in rows)) for rows in product(*needed)]
    bad = next((row for row in rows if holds(formula, row) is not True), None)
    shown = rows if bad is None else [bad]
    texts = {name: _said([row[name] for row in shown]) for name in wanted}
    return bad is None, ", ".join(f"{name} {text}" for name, text in texts.items() if text)


def _said(values: list[Value]) -> str:
    """= 3, or: from 1 to 3."""
    if isinstance(values[0], bool):
        return ""
    low, high = (_text(one) for one in (min(values, key=_size), max(values, key=_size)))
    return f"= {low}" if low == high else f"from {low} to {high}"


def _size(value: Value) -> float:
    with precision(BITS):
        return float(ball(value).mid())


def _text(value: Value) -> str:
    if isinstance(value, Root):
        return f"sqrt({as_given(value.square)})"
    return f"{_size(value):.{DIGITS}g}..." if isinstance(value, arb) else as_given(Fraction(value))
