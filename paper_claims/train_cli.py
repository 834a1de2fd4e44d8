"""`blindavg train`: BlindAvg on data, with real secure summation, noise and dropouts."""

from __future__ import annotations

import argparse
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from accountant import sigma as certified_sigma
from accountant.sensitivity import LEARNERS, sensitivity
from paper_claims.report import json_text
from paper_claims.screen import console
from paper_claims.train_data import load_data, split
from reference.blindavg import NOISES, SCHEMES, TRAINING, Plan, blindavg
from reference.errors import InvalidInput, reject, require_one_of, require_whole
from reference.notation import Array, Dataset, Xi
from reference.prediction import accuracy
from reference.secure_sum.messages import AGGREGATOR, MASKED, UPLOAD, dropping
from reference.secure_sum.rounds import Sum, user_names
from reference.secure_sum.sealed import Lines
from reference.softmax_reg_sgd import softmax_reg_sgd
from reference.svm_sgd import svm_sgd

DEFAULTS: dict[str, Any] = {
    "learner": "softmax", "data": "clouds", "users": 20, "passes": 5, "test": 0.2, "seed": 0, "drop": 0.0,
    "c": 1.0, "Lambda": 0.1, "R": 5.0, "h": 0.1, "b": 1, "t": "0.5", "scale": 2**20, "servers": 3,
    "noise": "discrete", "scheme": "servers", "neighbours": None, "sigma": None, "eps": None, "delta": "1e-5", "rho": None,
}  # fmt: skip
OPTIONS: dict[str, tuple[Any, str]] = {
    "learner": (str, f"one of {', '.join(LEARNERS)}"),
    "data": (str, "clouds, digits, or an .npz file with x and y"),
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


def add_command(commands: Any) -> None:
    command = commands.add_parser(
        "train",
        help="BlindAvg on data: local training, noise, secure summation; accuracy, messages and times",
        description="Run BlindAvg: each user trains alone, adds noise once and uploads once; the sum is computed securely.",
        epilog="example: blindavg train --data digits --users 30 --eps 2 --drop 0.1",
    )
    command.add_argument(
        "file", nargs="?", type=Path, metavar="FILE", help="TOML file with any of these options"
    )
    for name, (kind, meaning) in OPTIONS.items():
        shown = "" if DEFAULTS[name] is None else f" (default {DEFAULTS[name]})"
        command.add_argument(f"--{name}", type=kind, metavar="X", help=meaning + shown)
    command.add_argument("--json", action="store_true", help="print JSON instead of text")


@dataclass(frozen=True)
class Run:
    """What came out of a run."""

    plan: Plan
    sizes: list[int]
    model: Array
    result: Sum
    scores: dict[str, float]
    lines: Lines


def run(options: argparse.Namespace) -> int:
    given = {name: getattr(options, name) for name in OPTIONS if getattr(options, name) is not None}
    values = DEFAULTS | (_from_file(options.file) if options.file else {}) | given
    done = _trained(values)
    report = _report(values, done)
    if options.json:
        print(json_text(report), end="")
        return 0
    out = console()
    out.print(
        f"BlindAvg, {values['learner']}, {done.plan.w} users with {min(done.sizes)} to {max(done.sizes)} records each"
    )
    out.print(
        f"  noise: {done.plan.noise}, sigma = {float(done.plan.sigma):.6g}, honest fraction {float(done.plan.t):g}"
    )
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


def _trained(values: dict[str, Any]) -> Run:
    learner = values["learner"]
    require_one_of("--learner", "the learner", learner, LEARNERS, because="its sensitivity must be known")
    for name in ("seed", "passes"):
        least = int(name == "passes")
        require_whole(f"--{name}", name, values[name], at_least=least, because="it counts")
    if not 0 <= values["drop"] < 1:
        why = "somebody must stay"
        raise reject("--drop", "the share of dropouts", "must be >= 0 and < 1", values["drop"], why)
    D = load_data(values["data"], values["seed"])
    parts, held_out = split(D, values["users"], values["test"], values["seed"])
    K = max(2, int(D.y.max()) + 1)
    plan = Plan(
        w=values["users"],
        t=values["t"],
        sigma=_sigma(values, K),
        rho=values["drop"] if values["rho"] is None else values["rho"],
        scale=values["scale"],
        J=values["servers"],
        k=values["neighbours"],
        noise=values["noise"],
        scheme=values["scheme"],
    )

    def xi(n: int) -> Xi:
        M = values["passes"] * -(-n // max(1, values["b"]))
        h = values["h"] if learner == "svm" else None
        return Xi(K=K, c=values["c"], M=M, Lambda=values["Lambda"], R=values["R"], h=h, b=values["b"])

    def T(D: Dataset) -> Array:
        return (svm_sgd if learner == "svm" else softmax_reg_sgd)(D, xi(len(D)))

    @cache
    def s(n: int) -> Fraction:
        v = xi(n)
        found = sensitivity(
            learner, c=v.c, Lambda=v.Lambda, R=v.R, n=n, M=v.M, b=v.b, K=K, p=D.x.shape[1] - 1, h=v.h
        )
        return Fraction(found.best.upper())

    sizes = [len(part) for part in parts]
    grid = plan.fixed_point(sizes, values["R"], s)
    names = user_names(plan.w)
    lines = Lines("round 1", wire=dropping(_dropouts(names, values, plan.scheme)))
    users = dict(zip(names, parts, strict=True))
    rng = np.random.default_rng(values["seed"])
    model, result = blindavg(_with_progress(users), plan, T, s, grid, lines, rng)
    noiseless = np.sum(
        [len(users[who]) / plan.w * T(users[who]) for who in sorted(result.contributors)], axis=0
    )
    scores = {
        "private average": accuracy(model, held_out),
        "average without noise": accuracy(noiseless, held_out),
        "one user alone": accuracy(T(parts[0]), held_out),
    }
    return Run(plan, sizes, model, result, scores, lines)


def _sigma(values: dict[str, Any], K: int) -> Any:
    """σ as given, or the smallest that meets (ε, δ) for K (SVM) or one (softmax) releases of sensitivity s."""
    if values["sigma"] is not None:
        if values["eps"] is not None:
            raise InvalidInput("--sigma and --eps (the noise) exclude each other: σ follows from ε and δ")
        return values["sigma"]
    releases = K if values["learner"] == "svm" else 1
    eps = "1" if values["eps"] is None else values["eps"]
    return certified_sigma(eps, values["delta"], releases, verify=True).upper()


def _dropouts(names: list[str], values: dict[str, Any], scheme: str) -> dict[str, str]:
    """Who falls silent, and when: before the upload, or after the keys are shared, which is the hard case."""
    gone = int(Fraction(values["drop"]) * len(names))
    chosen = np.random.default_rng(values["seed"]).permutation(len(names))[:gone]
    return dict.fromkeys([names[i] for i in chosen], UPLOAD if scheme == "servers" else MASKED)


def _with_progress(users: dict[str, Dataset]) -> Iterator[tuple[str, Dataset]]:
    """The users one by one, with a progress bar where there is a terminal to show it."""
    screen = console(stderr=True)
    columns = (TextColumn("users"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=screen, transient=True, disable=not screen.is_terminal) as progress:
        task = progress.add_task("users", total=len(users))
        for item in users.items():
            yield item
            progress.advance(task)


def _from_file(path: Path) -> dict[str, Any]:
    try:
        found = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise InvalidInput(f"FILE (the options) must be a TOML file, got {str(path)!r}: {error}") from None
    for name, value in found.items():
        if name not in OPTIONS:
            raise reject(name, "an option in FILE", "is not known", value, f"only {', '.join(OPTIONS)}")
        kind = OPTIONS[name][0]
        allowed = (int, float) if kind is float else (str, int, float) if kind is str else (kind,)
        if isinstance(value, bool) or not isinstance(value, allowed):
            raise reject(
                name, OPTIONS[name][1], f"must be of type {kind.__name__}", value, "FILE says otherwise"
            )
    return found


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
