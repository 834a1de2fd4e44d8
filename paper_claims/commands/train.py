"""`blindavg train`: BlindAvg on data, with real secure summation, noise and dropouts."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from rich.console import Console

from accountant.deployment.certificate import Certificate, Refused
from accountant.sensitivity.bounds import LEARNERS
from paper_claims.commands.shared import Commands, add_json, print_json
from paper_claims.output import console
from paper_claims.report.certificate import decimal, print_refusal, refusal, upper
from paper_claims.training import Run, trained
from reference import tables
from reference.datasets.loaders import SOURCES
from reference.errors import reject
from reference.protocol.agreement import NOISES, SCHEMES
from reference.protocol.blindavg import TRAINING
from reference.secure_sum.messages import AGGREGATOR
from reference.secure_sum.rounds import user_names

DEFAULTS: dict[str, Any] = {
    "learner": "softmax", "data": "clouds", "users": 20, "passes": 5, "test": 0.2, "seed": 0, "drop": 0.0,
    "c": 1.0, "Lambda": 0.1, "R": 5.0, "h": 0.1, "b": 1, "t": "0.5", "scale": 2**20, "servers": 3,
    "noise": "discrete", "scheme": "servers", "neighbours": None, "sigma": None, "eps": None, "delta": "1e-5", "rho": None,
}  # fmt: skip
OPTIONS: dict[str, tuple[Any, str]] = {
    "learner": (str, f"one of {', '.join(LEARNERS)}"),
    "data": (str, SOURCES),
    "users": (int, "w, the number of users"),
    "passes": (int, "passes over each user's records"),
    "test": (float, "share of the records held out for testing"),
    "seed": (int, "of data, split, dropouts and float noise"),
    "drop": (float, "share of the users that drop out"),
    "c": (float, "clipping bound"),
    "Lambda": (float, "regularization Λ"),
    "R": (float, "radius of the model ball"),
    "h": (float, "Huber relaxation, SVM only"),
    "b": (int, "batch size"),
    "t": (str, "fraction of honest users"),
    "rho": (str, "share of the users that may drop out (default: as many as do)"),
    "sigma": (str, "noise over sensitivity; 0 for none"),
    "eps": (str, "target ε instead of sigma (default 1)"),
    "delta": (str, "target δ"),
    "scale": (int, "the grid is 1/scale, a power of two"),
    "servers": (int, "J, the number of computation servers"),
    "noise": (str, f"{NOISES[0]} (floats, seeded, for experiments) or {NOISES[1]} (exact, from OS entropy)"),
    "scheme": (str, f"{SCHEMES[0]} (non-interactive) or {SCHEMES[1]} (SecAgg among the users)"),
    "neighbours": (int, "k of SecAgg among the users (default: all others)"),
}

KINDS = {str: tables.NUMBER_OR_TEXT, int: tables.WHOLE, float: tables.NUMBER}  # of an option, in a file


def add_command(commands: Commands) -> None:
    command = commands.add_parser(
        "train",
        "BlindAvg on data: local training, noise, secure summation; accuracy, messages and times",
        description="Run BlindAvg: each user trains alone, adds noise once and uploads once; the sum is computed securely.",
        example="blindavg train --data digits --users 30 --eps 2 --drop 0.1",
    )
    command.add_argument(
        "file", nargs="?", type=Path, metavar="FILE", help="TOML file with any of these options"
    )
    for name, (kind, meaning) in OPTIONS.items():
        shown = "" if DEFAULTS[name] is None else f" (default {DEFAULTS[name]})"
        command.add_argument(f"--{name}", type=kind, metavar="X", help=meaning + shown)
    add_json(command)
    command.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    given = {name: getattr(options, name) for name in OPTIONS if getattr(options, name) is not None}
    kinds = {name: KINDS[kind] for name, (kind, _) in OPTIONS.items()}
    from_file = tables.checked(tables.read(options.file), kinds, str(options.file)) if options.file else {}
    given = from_file | given
    values = DEFAULTS | given
    for name, unused, why in (
        ("h", values["learner"] == "softmax", "softmax has no use for it"),
        ("neighbours", values["scheme"] == "servers", "users have neighbours under `--scheme users`"),
        ("servers", values["scheme"] == "users", "there are no servers under `--scheme users`"),
    ):
        if unused and name in given:
            raise reject(f"--{name}", OPTIONS[name][1], "must be left out", given[name], why)
    try:
        done = trained(values)
    except Refused as refused:  # the target has no guarantee: nothing was trained
        if options.json:
            print_json({"certified": False, "refused": refusal(refused)})
        else:
            print_refusal("blindavg train", refused, console())
        return 1
    report = _report(values, done)
    if options.json:
        print_json(report)
        return 0
    out = console()
    out.print(
        f"BlindAvg, {values['learner']}, {done.plan.w} users with {min(done.sizes)} to {max(done.sizes)} records each"
    )
    out.print(
        f"  noise: {done.plan.noise}, sigma = {float(done.plan.sigma):.6g}, honest fraction {float(done.plan.t):g}"
    )
    _print_privacy(done, out)
    if done.plan.noise == "gaussian" and done.plan.sigma:
        out.print("  float noise from a seed is for experiments: do not release this model")
    out.print(f"  in the sum: {len(done.result.contributors)} of {done.plan.w} users")
    for name, score in done.scores.items():
        out.print(f"  accuracy, {name}: {score:.3f}")
    for stage, counts in report["transcript"].items():
        out.print(f"  {stage}: {counts['messages']} messages, {counts['bytes']} bytes")
    times = ", ".join(f"{name} {value:.4f} s" for name, value in report["cpu_seconds"].items())
    out.print(f"  CPU time: {times}")
    return 0


def _print_privacy(done: Run, out: Console) -> None:
    """What the noise guarantees, or why it guarantees nothing."""
    found = done.privacy
    if isinstance(found, Certificate):
        out.print(
            f"  certified: eps <= {upper(found.eps)} at delta = {decimal(found.plan.delta)}, "
            f"{found.plan.level.relation()}; rounding and dropouts are counted"
        )
    elif isinstance(found, Refused):
        print_refusal("this noise", found, out)
    else:
        out.print("  [red]no guarantee[/red]: no noise")


def _privacy(done: Run) -> dict[str, Any]:
    found = done.privacy
    if not isinstance(found, Certificate):
        reasons = refusal(found) if found else [{"reason": "no noise", "fix": "ask for eps, or give sigma"}]
        return {"certified": False, "refused": reasons}
    return {
        "certified": True,
        "eps": found.eps.upper(),
        "delta": float(found.plan.delta),
        "relation": found.plan.level.relation(),
    }


def _report(values: dict[str, Any], done: Run) -> dict[str, Any]:
    seconds = dict(done.lines.seconds)
    training = seconds.pop(TRAINING, 0.0)
    users = [seconds.pop(name) for name in user_names(done.plan.w) if name in seconds]
    stages: dict[str, dict[str, int]] = {}
    for stage, counts in done.lines.transcript.summary().items():
        total = stages.setdefault(stage.split()[0], {"messages": 0, "bytes": 0})
        for name in total:
            total[name] += counts[name]
    return {
        "settings": {name: value for name, value in values.items() if value is not None},
        "sigma": float(done.plan.sigma),
        "privacy": _privacy(done),
        "users": done.plan.w,
        "records": {"least": min(done.sizes), "most": max(done.sizes)},
        "contributors": len(done.result.contributors),
        "accuracy": done.scores,
        "transcript": stages,
        "cpu_seconds": {
            "training and noise per user": training / done.plan.w,
            "summation per user": sum(users) / done.plan.w,
            "servers": sum(value for name, value in seconds.items() if name != AGGREGATOR),
            "aggregator": seconds.get(AGGREGATOR, 0.0),
        },
    }
