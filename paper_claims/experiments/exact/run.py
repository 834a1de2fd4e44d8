"""Experiments on synthetic data, whose numbers must not contradict what is proved."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from paper_claims.experiments.drawing import Draw
from paper_claims.experiments.exact import averaging_bound as smooth
from paper_claims.experiments.exact import rate, simplex, synthetic, thresholds


@dataclass(frozen=True)
class Experiment:
    """What is measured from a seed, how it is drawn, the lines that sum it up, and what would contradict a proof."""

    measure: Callable[[int], dict[str, Any]]
    draw: Draw
    size: tuple[float, float]
    summary: Callable[[dict[str, Any]], list[str]]
    fails: Callable[[dict[str, Any]], bool]
    quick: Callable[[int], dict[str, Any]] | None = None  # the same in small


def _intuition_lines(data: dict[str, Any]) -> list[str]:
    return [
        f"{name}, Λ = {found['Lambda']:g}: {'same model' if found['equal'] else 'different models'}, accuracy "
        f"{found['accuracy_averaged']:.0%} averaged, {found['accuracy_central']:.0%} central"
        for name, found in data.items()
    ]


def _sweep_lines(data: dict[str, Any]) -> list[str]:
    return [
        f"{name}, {loss}: equal from Λ = {min(row['Lambda'] for row in found[loss] if row['equal']):g} of the grid on; "
        f"these data {found[f'data_threshold_{loss}']:.4g}, any data of norm {found['c']:.4g} {found[f'threshold_{loss}']:.4g}"
        for name, found in data.items()
        for loss in ("hinge", "huber")
    ]


def _bound_lines(data: dict[str, Any]) -> list[str]:
    return [
        f"{data['problems']} random softmax problems: {data['violations']} violations, worst ratio {data['worst_ratio']:.4f} "
        f"(known to six digits for {data['ratio_known_to_six_digits']})"
    ]


def _rate_lines(data: dict[str, Any]) -> list[str]:
    return [
        f"measured M^{data['exponent_M']:.3f} w^{data['exponent_w']:.3f}, proved M^-1 w^-1; "
        f"largest deviation from the exact excess: {rate.largest_deviation(data):.1f} standard errors"
    ]


def _threshold_lines(data: dict[str, Any]) -> list[str]:
    return [
        f"{loss}, {data['instances']} cases each: averaged = central at the threshold {found['equal_at']}, "
        f"at 1.5 times it {found['equal_above']}; different at 0.999 times it {found['different_just_below']}; "
        f"certificates that hold {found['certified']}"
        for loss, found in ((loss, data[loss]) for loss in ("hinge", "huber"))
    ]


def _threshold_fails(data: dict[str, Any]) -> bool:
    """Every case is equal at and above the threshold and different just below it, with certificates for all three."""
    counts = [dict(data[loss]) for loss in ("hinge", "huber")]
    cases = ("equal_at", "equal_above", "class_mean_at", "class_mean_above", "different_just_below")
    return any(
        found["certified"] < 3 * data["instances"] or any(found[case] < data["instances"] for case in cases)
        for found in counts
    )


EXPERIMENTS = {
    "intuition": Experiment(
        lambda seed: synthetic.intuition(),
        synthetic.draw_intuition,
        (13, 8),
        _intuition_lines,
        synthetic.intuition_fails,
    ),
    "lambda-sweep": Experiment(
        lambda seed: synthetic.lambda_sweep(),
        synthetic.draw_lambda_sweep,
        (11, 7),
        _sweep_lines,
        synthetic.sweep_fails,
    ),
    "thresholds": Experiment(
        thresholds.thresholds,
        thresholds.draw_thresholds,
        (11, 4.5),
        _threshold_lines,
        _threshold_fails,
        lambda seed: thresholds.thresholds(seed, 5),
    ),
    "averaging-bound": Experiment(
        smooth.averaging_bound,
        smooth.draw_averaging_bound,
        (11, 4.5),
        _bound_lines,
        lambda data: data["violations"] > 0,
        lambda seed: smooth.averaging_bound(seed, 300),
    ),
    "rate": Experiment(
        rate.rate,
        rate.draw_rate,
        (8, 5.5),
        _rate_lines,
        lambda data: rate.largest_deviation(data) > rate.MOST_DEVIATIONS,
        lambda seed: rate.rate(seed, 128, 4, 50),
    ),
    "simplex": Experiment(
        lambda seed: simplex.simplex(),
        simplex.draw_simplex,
        (8, 7),
        lambda data: [
            f"{len(data['C'])} values of C, {', '.join(data['maximum'])} classes: largest excess over the envelope "
            f"{simplex.largest_excess(data):.1e}"
        ],
        lambda data: simplex.largest_excess(data) > simplex.ROUNDING,
    ),
}
