"""The certified enclosure of what a vector asks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from accountant import delta, epsilon, group_delta, sigma, subsampled
from accountant.numbers.enclosure import Enclosure
from proofs_check.method.replay import RATIONALS
from proofs_check.vectors import lattice
from reference import formulas
from reference.learners.schedule import fixed_divisor, own_size

DIGITS = 40  # computed, so that the digits that are kept do not depend on how
Given = Mapping[str, Any]
REACH = {"add-remove": 1, "replace-one": 2}  # how far a clipped sum moves, in units of the clipping norm


def enclosed(mechanism: str, asked: str, given: Given, relation: str) -> Enclosure:
    """lo <= the exact answer <= hi."""
    return ANSWERS[mechanism, asked](given, relation)


def _ratio(given: Given, name: str) -> Fraction:
    return Fraction(given[name])


def _whole(given: Given, *names: str) -> list[int]:
    return [int(given[name]) for name in names]


def _clipped(given: Given, relation: str) -> Fraction:
    """The noise over the sensitivity of a clipped sum."""
    return _ratio(given, "noise") / (REACH[relation] * _ratio(given, "clip"))


def blocks(given: Given) -> list[tuple[Fraction, Fraction, int]]:
    """A run of DP-SGD: its phases as given, or the one that records, batches and epochs make."""
    if "phases" in given:
        return [(Fraction(p["q"]), Fraction(p["sigma"]), int(p["steps"])) for p in given["phases"]]
    records, batch, accumulated, epochs = _whole(given, "records", "batch", "accumulated", "epochs")
    size = batch * accumulated
    return [(Fraction(size, records), _ratio(given, "sigma"), epochs * -(-records // size))]


def _run_delta(given: Given, relation: str) -> Enclosure:
    return subsampled.delta(given["eps"], *blocks(given), relation=relation).box


def _run_epsilon(given: Given, relation: str) -> Enclosure:
    return subsampled.epsilon(given["delta"], *blocks(given), relation=relation).box


def _run_sigma(given: Given, relation: str) -> Enclosure:
    return subsampled.sigma(
        given["eps"], given["delta"], given["q"], int(given["steps"]), relation=relation
    ).box


def _lattice_delta(kind: str) -> Callable[[Given, str], Enclosure]:
    def answer(given: Given, relation: str) -> Enclosure:
        users, shift = _whole(given, "users", "shift")
        return lattice.delta_of_shift(kind, _ratio(given, "sigma"), users, shift, _ratio(given, "eps"))

    return answer


def _threshold(given: Given, relation: str) -> Enclosure:
    count, threshold = _whole(given, "count", "threshold")
    at = given["published"] == "at-or-above"
    return lattice.published(given["noise"], _ratio(given, "scale"), count, threshold, at)


def _point(value: Fraction) -> Enclosure:
    return Enclosure(value, value)


def _bounded(given: Given, relation: str) -> Enclosure:
    """Values in [lower, upper]: how far one of them moves their sum, their mean or the sum of their squares."""
    lower, upper = _ratio(given, "lower"), _ratio(given, "upper")
    if given["statistic"] == "sum-of-squares":
        least = Fraction(0) if lower <= 0 <= upper else min(lower**2, upper**2)
        lower, upper = least, max(lower**2, upper**2)
    moved = upper - lower if relation == "replace-one" else max(abs(lower), abs(upper))
    return _point(moved / int(given["records"]) if given["statistic"] == "mean" else moved)


def _sgd(given: Given, relation: str) -> Enclosure:
    """Linear losses attain Theorem R: the largest sum of the weights of a record's visits, times 2G/Lambda."""
    bound, Lambda, beta = (_ratio(given, name) for name in ("gradient", "Lambda", "beta"))
    records, batch, steps = _whole(given, "records", "batch", "steps")
    divisor = own_size if given["divided-by"] == "its-size" else fixed_divisor
    weights = formulas.step_weights(beta, Lambda, steps, RATIONALS)
    passes = -(-records // batch)
    sizes = [min(batch, records - slot * batch) for slot in range(passes)]
    shares = [sum(weights[slot::passes], Fraction(0)) / divisor(sizes[slot], batch) for slot in range(passes)]
    return _point(formulas.sensitivity_of_visits(bound, Lambda, [max(shares)], [1]))


ANSWERS: dict[tuple[str, str], Callable[[Given, str], Enclosure]] = {
    ("gaussian", "delta"): lambda g, _: delta(g["eps"], g["sigma"], int(g["compositions"]), DIGITS),
    ("gaussian", "epsilon"): lambda g, _: epsilon(g["delta"], g["sigma"], int(g["compositions"])),
    ("gaussian", "sigma"): lambda g, _: sigma(g["eps"], g["delta"], int(g["compositions"])),
    ("group", "delta"): lambda g, _: group_delta(
        g["eps"], g["sigma"], int(g["group"]), int(g["compositions"]), DIGITS
    ),
    ("group", "epsilon"): lambda g, _: epsilon(
        g["delta"], _ratio(g, "sigma") / int(g["group"]), int(g["compositions"])
    ),
    ("clipped-sum", "delta"): lambda g, r: delta(g["eps"], _clipped(g, r), int(g["compositions"]), DIGITS),
    ("clipped-sum", "epsilon"): lambda g, r: epsilon(g["delta"], _clipped(g, r), int(g["compositions"])),
    ("dpsgd", "delta"): _run_delta,
    ("dpsgd", "epsilon"): _run_epsilon,
    ("dpsgd", "sigma"): _run_sigma,
    ("dpsgd-epochs", "epsilon"): _run_epsilon,
    ("discrete-gaussian", "delta"): _lattice_delta("discrete-gaussian"),
    ("rounded-gaussian", "delta"): _lattice_delta("rounded-gaussian"),
    ("threshold", "delta"): _threshold,
    ("bounded", "sensitivity"): _bounded,
    ("sgd", "sensitivity"): _sgd,
}
