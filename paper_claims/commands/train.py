"""`blindavg train`: BlindAvg on data, with real secure summation, noise and dropouts."""

from __future__ import annotations

import argparse
import json
from copy import deepcopy
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console

from accountant.deployment.certificate import Certificate, Refused
from accountant.deployment.file import TABLES
from accountant.numbers.enclosure import Enclosure, as_given
from accountant.sensitivity.bounds import LEARNERS
from paper_claims.commands.certify import deployment_path
from paper_claims.commands.shared import Commands, add_json, print_json, require_folder
from paper_claims.output import console
from paper_claims.report.certificate import (
    premises_json,
    print_premises,
    print_refusal,
    refusal,
    secure_sum,
    upper,
)
from paper_claims.training import Run, Tables, trained
from reference import tables
from reference.datasets.cifar import write_whole
from reference.datasets.loaders import SOURCES
from reference.errors import InvalidInput, reject
from reference.protocol.agreement import NOISES, SCHEMES
from reference.protocol.blindavg import TRAINING
from reference.secure_sum.messages import AGGREGATOR
from reference.secure_sum.rounds import user_names

DEFAULT: Tables = {  # the deployment that runs without a file
    "learner": {"name": "softmax", "c": 1, "Lambda": "0.1", "R": 5, "passes": 5, "b": 1,
                "divisor": "fixed", "projection": "ball"},
    "users": {"w": 20, "honest": "0.5"},
    "summation": {"scheme": "servers", "servers": 3, "grid": "1/1048576"},
    "privacy": {"level": "record", "noise": "discrete", "scale": "certified", "eps": 1, "delta": "1e-5"},
}  # fmt: skip
DEFAULT_H = "0.1"
RUN: dict[str, Any] = {
    "data": "clouds",
    "test": "0.2",
    "seed": 0,
    "drop": "0",
}  # what is no part of a deployment
OPTIONS: dict[str, tuple[str, Any, str]] = {  # key of the file, kind, meaning
    "data": ("", str, SOURCES),
    "test": ("", str, "share of the records held out for testing"),
    "seed": ("", int, "of data, split, dropouts and float noise, each with draws of its own"),
    "drop": ("", str, "share of the users that drop out"),
    "learner": ("learner.name", str, f"one of {', '.join(LEARNERS)}, or a loss file (.toml)"),
    "K": ("learner.K", int, "number of classes, public (known for named data)"),
    "p": ("learner.p", int, "number of features (default: those of the data)"),
    "passes": ("learner.passes", int, "passes over each user's records"),
    "c": ("learner.c", str, "clipping bound"),
    "Lambda": ("learner.Lambda", str, "regularization Λ"),
    "R": ("learner.R", str, "radius of the model ball"),
    "h": ("learner.h", str, f"Huber relaxation, SVM only (default {DEFAULT_H})"),
    "b": ("learner.b", int, "batch size"),
    "users": ("users.w", int, "w, the number of users"),
    "n": ("users.n", int, "records of each user (default: all records, shared equally)"),
    "t": ("users.honest", str, "fraction of honest users"),
    "rho": ("users.dropouts", str, "share of the users that may drop out (default: as many as do)"),
    "scheme": ("summation.scheme", str, f"one of {', '.join(SCHEMES)}: shares for J servers, or SecAgg among the users"),
    "servers": ("summation.servers", int, "J, the number of computation servers"),
    "neighbours": ("summation.neighbours", int, "k of SecAgg among the users (default: as few as are enough)"),
    "failure": ("summation.failure", str, "ν, how probably the neighbour graph may fail (default 2^-40)"),
    "scale": ("summation.grid", int, "the grid is 1/scale, a power of two"),
    "noise": ("privacy.noise", str, f"{NOISES[0]} (floats, seeded, for experiments) or {NOISES[1]} (exact, from OS entropy)"),
    "sigma": ("privacy.sigma", str, "noise over sensitivity; 0 for none"),
    "eps": ("privacy.eps", str, "target ε instead of sigma"),
    "delta": ("privacy.delta", str, "target δ"),
}  # fmt: skip
INSTEAD = {
    "sigma": ["eps"],
    "eps": ["sigma"],
    "passes": ["M"],
    "n": ["n_min", "n_max"],
}  # keys that an option replaces
KINDS = {str: tables.NUMBER_OR_TEXT, int: tables.WHOLE}  # of an option, in a file


def add_command(commands: Commands) -> None:
    command = commands.add_parser(
        "train",
        description="Run BlindAvg: each user trains alone, adds noise once and uploads once; the sum is computed securely.",
        example="blindavg train --data digits --users 30 --eps 2 --drop 0.1",
    )
    command.add_argument(
        "file",
        nargs="?",
        metavar="FILE",
        help="a deployment file, as `blindavg certify` reads it; options override its keys",
    )
    for name, (place, kind, meaning) in OPTIONS.items():
        table, _, key = place.partition(".")
        known = (DEFAULT[table] if table else RUN).get(key or name)
        shown = "" if known is None or name == "scale" else f" (default {known})"
        command.add_argument(f"--{name}", type=kind, metavar="X", help=meaning + shown)
    command.add_argument(
        "--out",
        type=Path,
        metavar="FILE",
        help="a new .npz file for the model (an entry a row, a class a column) and, as JSON, what may be published with it",
    )
    add_json(command)
    command.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    given = {name: getattr(options, name) for name in OPTIONS if getattr(options, name) is not None}
    if {"sigma", "eps"} <= set(given):
        raise InvalidInput("--sigma and --eps (the noise) exclude each other: σ follows from ε and δ")
    if options.out:
        require_folder("--out", options.out.parent)
        if options.out.exists():
            why = "nothing is overwritten"
            raise reject("--out", "the model's file", "must not exist yet", str(options.out), why)
    file = deployment_path(options.file) if options.file else None
    values = tables.read(file, parse_float=str) if file else {}
    old = not any(isinstance(value, dict) for value in values.values())
    plan, chosen = _tables(values, old, str(file), given)
    try:
        folder = None if file is None or "learner" in given else file.parent
        done = trained(plan, **(RUN | chosen), name=str(file) if file else "blindavg train", folder=folder)
    except InvalidInput as error:
        raise _named(error, given) from None
    except Refused as refused:  # the target has no guarantee: nothing was trained
        if options.json:
            print_json({"certified": False, "refused": refusal(refused)})
        else:
            print_refusal("blindavg train", refused, console())
        return 1
    if file and old:
        note = f"note: {file} holds options; tables [{'] ['.join(TABLES)}] are read by `blindavg certify` as well"
        console(stderr=True).print(note, markup=False, soft_wrap=True)
    publish, own = _publish(plan, chosen, done), _for_the_experimenter(done)
    if options.out:
        arrays: dict[str, Any] = {"f": done.model, "publish": json.dumps(publish)}
        write_whole(options.out, lambda file: np.savez(file, **arrays))
    if options.json:
        print_json({"publish": publish, "experimenter": own})
    else:
        _print(done, publish, own, console())
        if options.out:
            console().print(f"written: {options.out}", markup=False, soft_wrap=True)
    return 0


def _tables(
    values: dict[str, Any], old: bool, file: str, given: dict[str, Any]
) -> tuple[Tables, dict[str, Any]]:
    """The tables of the deployment, and what is no part of it: the file's, or the default's, with options in their places."""
    if old:
        kinds = {name: KINDS[kind] for name, (_, kind, _) in OPTIONS.items()}
        plan, given = deepcopy(DEFAULT), tables.checked(values, kinds, file) | given
    else:
        shape = {"title": tables.TEXT, **dict.fromkeys(TABLES, tables.TABLE)}
        plan = tables.checked(values, shape, file, needed=TABLES)
    chosen = {}
    for name, (place, _, _) in OPTIONS.items():
        if name not in given:
            continue
        value, (table, _, key) = given[name], place.partition(".")
        if not table:
            chosen[name] = value
            continue
        replaced = INSTEAD.get(key, [])
        if key == "scheme" and (value == "servers") != (plan[table].get(key, "servers") == "servers"):
            replaced = ["servers", "neighbours", "failure"]
        for other in replaced:
            plan[table].pop(other, None)
        plan[table][key] = f"1/{value}" if name == "scale" else value
    if plan["learner"].get("name") == "svm" and old:
        plan["learner"].setdefault("h", DEFAULT_H)
    return plan, chosen


def _named(error: InvalidInput, given: dict[str, Any]) -> InvalidInput:
    """The error with the option that was typed in front of the key that it stands for."""
    names = (
        f"--{name}, " for name in given if str(error).startswith(f"{OPTIONS[name][0]} ") and OPTIONS[name][0]
    )
    return InvalidInput(f"{next(names, '')}{error}")


def _publish(plan: Tables, chosen: dict[str, Any], done: Run) -> dict[str, Any]:
    """What may be published with the model: nothing here is a function of a record."""
    stages: dict[str, dict[str, int]] = {}
    for stage, counts in done.lines.transcript.summary().items():
        total = stages.setdefault(stage.split()[0], {"messages": 0, "bytes": 0})
        for name in total:
            total[name] += counts[name]
    sigma = done.plan.sigma
    return {
        "settings": plan | RUN | chosen,
        "sigma": Enclosure(sigma, sigma).lower(),
        "privacy": _privacy(done),
        "users": done.plan.w,
        "records": {"least": min(done.sizes), "most": max(done.sizes)},
        "contributors": len(done.result.contributors),
        "transcript": stages,
    }


def _privacy(done: Run) -> dict[str, Any]:
    found, asked = done.privacy, done.deployment
    if isinstance(found, Refused):
        return {"certified": False, "refused": refusal(found)}
    return {
        "certified": True,
        "eps": found.eps.upper(),
        "delta": Enclosure(asked.delta, asked.delta).upper(),
        "delta_as_given": as_given(asked.delta),
        "relation": asked.level.relation(),
        "secure_sum": secure_sum(found),
        "premises": premises_json(found),
    }


def _for_the_experimenter(done: Run) -> dict[str, Any]:
    """Exact functions of private records, of test records, or of the noise that was drawn."""
    seconds = dict(done.lines.seconds)
    training = seconds.pop(TRAINING, 0.0)
    users = [seconds.pop(name) for name in user_names(done.plan.w) if name in seconds]
    afresh = done.size.eps.upper() if isinstance(done.size, Certificate) else None
    return {
        "accuracy": done.scores,
        "eps_if_drawn_afresh": afresh,
        "cpu_seconds": {
            "training and noise per user": training / done.plan.w,
            "summation per user": sum(users) / done.plan.w,
            "servers": sum(value for name, value in seconds.items() if name != AGGREGATOR),
            "aggregator": seconds.get(AGGREGATOR, 0.0),
        },
    }


def _print(done: Run, publish: dict[str, Any], own: dict[str, Any], out: Console) -> None:
    plan, found = done.plan, done.privacy
    certified = isinstance(found, Certificate)
    out.print(
        "[bold]may be published[/bold]" + ("" if certified else ", except the model, which has no guarantee")
    )
    least, most = min(done.sizes), max(done.sizes)
    records = f"{least if least == most else f'{least} to {most}'} records each"
    out.print(f"  BlindAvg, {done.deployment.training.learner}, {plan.w} users with {records}")
    sigma = Enclosure(plan.sigma, plan.sigma).decimals(6)[1]
    out.print(f"  noise: {plan.noise}, sigma = {sigma}, honest fraction {as_given(plan.t, up=False)}")
    if isinstance(found, Refused):
        print_refusal("this noise", found, out)
    else:
        claim = f"eps <= {upper(found.eps)} at delta = {as_given(done.deployment.delta)}"
        out.print(
            f"  certified: {claim}, {done.deployment.level.relation()}; rounding and dropouts are counted"
        )
    out.print(f"  in the sum: {publish['contributors']} of {plan.w} users")
    for stage, counts in publish["transcript"].items():
        out.print(f"  {stage}: {counts['messages']} messages, {counts['bytes']} bytes")
    if isinstance(found, Certificate):
        print_premises(found, out)
    out.print(
        "\n[bold]for the experimenter only[/bold]: functions of private records and of the noise, without a guarantee"
    )
    for name, score in own["accuracy"].items():
        out.print(f"  accuracy, {name}: {score:.3f}")
    if isinstance(found, Refused) and isinstance(done.size, Certificate):
        out.print(f"  this much noise, drawn anew, would give eps <= {upper(done.size.eps)}")
    times = ", ".join(f"{name} {value:.4f} s" for name, value in own["cpu_seconds"].items())
    out.print(f"  CPU time: {times}")
