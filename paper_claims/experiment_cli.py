"""`blindavg experiment`: numbers and pictures on synthetic and on real data."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from paper_claims.experiments import rate, simplex, smooth, synthetic, thresholds
from paper_claims.experiments.pages import measured, page, record
from paper_claims.experiments.pictures import Draw, store
from paper_claims.experiments.real import REAL
from paper_claims.report import json_text
from paper_claims.screen import console
from reference.errors import require_one_of, require_whole

FOLDER = Path("build/experiments")
SOURCES = "digits, breast-cancer, fashion-mnist, fashion-mnist:FOLDER or an .npz file"


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


def add_command(commands: Any) -> None:
    names = ", ".join((*EXPERIMENTS, *REAL, "all"))
    command = commands.add_parser(
        "experiment",
        help=f"experiments with pictures: {names}",
        description="Measure, draw and store: NAME.svg, NAME.png and NAME.json, on real data also NAME.md with the table.",
        epilog="example: blindavg experiment noise --data digits --jobs 2",
    )
    command.add_argument("name", metavar="NAME", help=f"one of {names}")
    command.add_argument(
        "--out", type=Path, default=FOLDER, metavar="DIR", help=f"where to store them (default: {FOLDER})"
    )
    command.add_argument(
        "--seed", type=int, default=0, metavar="N", help="of random problems, splits and draws (default 0)"
    )
    command.add_argument("--json", action="store_true", help="print the numbers as JSON")
    real = command.add_argument_group(f"on real data ({', '.join(REAL)})")
    real.add_argument(
        "--data", action="append", metavar="NAME", help=f"{SOURCES}; may be repeated (default: those at hand)"
    )
    real.add_argument(
        "--quick", action="store_true", help="two repeats and coarse grids on digits: about a minute"
    )
    real.add_argument("--jobs", type=int, default=1, metavar="N", help="processes (default 1)")
    real.add_argument(
        "--record", type=Path, metavar="DIR", help="also store table, picture and short numbers there"
    )
    real.add_argument("--dask", metavar="ADDRESS", help="send the jobs to the workers of this Dask scheduler")


def run(options: argparse.Namespace) -> int:
    """Exit code 1 if the numbers contradict what is proved."""
    known = (*EXPERIMENTS, *REAL, "all")
    require_one_of("NAME", "the experiment", options.name, known, because="only these are there")
    require_whole("--seed", "the seed", options.seed, at_least=0, because="a generator counts from 0")
    require_whole("--jobs", "the number of processes", options.jobs, at_least=1, because="somebody must work")
    names = list(known[:-1]) if options.name == "all" else [options.name]
    return max([_run_one(name, options) for name in names])


def _run_one(name: str, options: argparse.Namespace) -> int:
    if name in REAL:
        real = REAL[name]
        data = measured(name, options)
        paths = store(options.out, name, data, real.draw, real.size, dpi=70)  # small enough to be recorded
        lines = page(name, data)
        paths.append(options.out / f"{name}.md")
        paths[-1].write_text("\n".join(lines) + "\n", encoding="utf-8")
        if options.record:
            paths += record(options.record, name, data, paths)
        failed = False
    else:
        experiment = EXPERIMENTS[name]
        measure = experiment.quick if options.quick and experiment.quick else experiment.measure
        data = measure(options.seed)
        paths = store(options.out, name, data, experiment.draw, experiment.size)
        lines, failed = experiment.summary(data), experiment.fails(data)
    if options.json:
        print(json_text(data), end="")
    else:
        for line in [*lines, *(f"written: {path}" for path in paths)]:
            console().print(line, markup=False, soft_wrap=True)
    return 1 if failed else 0
