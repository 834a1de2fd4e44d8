"""`blindavg probe`: neighbouring datasets that come close to the sensitivity, and what a test learns from noisy models."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import numpy as np

from accountant.numbers.balls import PrecisionExhausted
from paper_claims.commands.shared import (
    Commands,
    add_jobs,
    jobs,
    print_json,
    require_left_out,
    require_picture,
)
from paper_claims.output import console, progress_bar
from paper_claims.report import probe as probe_report
from proofs_check.probes.noise_test import sandwich
from proofs_check.probes.pairs import LEARNERS, PROJECTIONS, Setting
from proofs_check.probes.run import METHODS, RecordGap, by_record, constructed, improved, searched
from proofs_check.probes.search import BLOCK
from reference.errors import InvalidInput, reject, require_one_of, require_whole
from reference.notation import SYMBOLS, Xi

DEFAULTS: dict[tuple[str, str], dict[str, Any]] = {
    ("svm", "ball"): {"n": 100, "p": 2, "c": 1.0, "Lambda": 1.0, "R": 1.0, "h": 0.1},
    ("svm", "sphere"): {"n": 1000, "p": 1, "c": 1.0, "Lambda": 1.0, "R": 20.0, "h": 0.1},
    ("softmax", "ball"): {"n": 1000, "p": 2, "c": 1.0, "Lambda": 1e-3, "R": 10.0},
    ("softmax", "sphere"): {"n": 1000, "p": 1, "c": 1.0, "Lambda": 1.0, "R": 60.0},
    ("hinge", "ball"): {"n": 100, "p": 102, "c": 1.0, "Lambda": 0.02, "R": 25.0},
}
NUMBERS = {
    "n": (int, "records"),
    "p": (int, "features of a record"),
    "K": (int, "classes (default 2)"),
    "M": (int, "steps (default: one pass)"),
    "b": (int, "batch size (default 1)"),
    "c": (float, "clipping bound"),
    "Lambda": (float, "regularization Λ"),
    "R": (float, "radius of the model ball"),
    "h": (float, "Huber relaxation, SVM only"),
}
UNUSED = {"svm": (), "softmax": ("h",), "hinge": ("K", "h")}
SEARCH: dict[str, tuple[Any, Any, str]] = {  # kind, default, meaning
    "restarts": (int, 64, "pairs per search (default 64)"),
    "rounds": (int, 150, "steps per search (default 150)"),
    "search-n": (int, 12, "records in a search (default 12)"),
}
TEST: dict[str, tuple[Any, Any, str]] = {  # of noisy models, with --privacy
    "sigma": (str, "1", "noise over sensitivity (default 1)"),
    "delta": (str, "1e-2", "delta of the test (default 1e-2)"),
    "draws": (int, 10**6, "per dataset (default 1e6)"),
    "confidence": (str, "0.99", "of eps_lower (default 0.99)"),
    "really": (float, 1.0, "add X times the declared noise; 0.5 shows a broken mechanism (default 1)"),
}
MOST_STEPS = 20_000  # of the sweep over all records; beyond, some records are left out


def add_command(commands: Commands) -> None:
    command = commands.add_parser(
        "probe",
        description="Look for neighbouring datasets whose models are far apart, by construction and by search, measure them "
        "again in certified arithmetic, and compare with the bounds. With --privacy: a lower bound on eps from samples.",
        example="blindavg probe softmax --K 10 --Lambda 1 --R 1; blindavg probe svm --privacy",
    )
    argument = command.add_argument(
        "learner", nargs="?", metavar="LEARNER", help=f"one of {', '.join(LEARNERS)}"
    )
    for name, (kind, meaning) in NUMBERS.items():
        command.add_argument(f"--{name}", type=kind, metavar="X", help=meaning)
    command.add_argument(
        "--projection", default="ball", metavar="NAME", help="ball, or sphere for the printed rescaling"
    )
    command.add_argument(
        "--seed", type=int, default=0, metavar="N", help="of the searches and draws (default 0)"
    )
    for name, (kind, _, meaning) in SEARCH.items():
        command.add_argument(f"--{name}", type=kind, metavar="N", help=meaning)
    add_jobs(command)
    command.add_argument("--plot", type=Path, metavar="FILE", help="draw the findings (.png or .svg)")
    command.add_argument("--json", action="store_true", help="print JSON, with the whole datasets")
    command.add_argument(
        "--privacy", action="store_true", help="test the noisy models of the witness (default learner: svm)"
    )
    for name, (kind, _, meaning) in TEST.items():
        command.add_argument(f"--{name}", type=kind, metavar="N" if kind is int else "X", help=meaning)
    command.set_defaults(run=run, words=(argument, lambda: LEARNERS))


def run(options: argparse.Namespace) -> int:
    """Exit code 1 if a proved bound is exceeded or the sandwich breaks."""
    setting = _setting(options)
    if options.privacy:
        require_left_out(options, (*SEARCH, "jobs"), because="--privacy searches nothing")
    else:
        require_left_out(options, TEST, because="it is about the test of --privacy")
    for name, (_, default, _) in (SEARCH | TEST).items():
        if getattr(options, name.replace("-", "_")) is None:
            setattr(options, name.replace("-", "_"), default)
    for name, least in (("restarts", 1), ("rounds", 1), ("seed", 0), ("search-n", 2)):
        require_whole(f"--{name}", name, getattr(options, name.replace("-", "_")), at_least=least)
    require_picture(options.plot)
    try:
        return _privacy(setting, options) if options.privacy else _sensitivity(setting, options)
    except PrecisionExhausted as error:
        raise InvalidInput(f"probe has no certified answer here: {error}") from None


def _setting(options: argparse.Namespace) -> Setting:
    learner = options.learner or ("svm" if options.privacy else None)
    if learner is None:
        raise InvalidInput(
            f"LEARNER (the learner) must be one of {', '.join(LEARNERS)}: name one, or --privacy"
        )
    require_one_of("LEARNER", "the learner", learner, LEARNERS)
    require_one_of("--projection", "the projection", options.projection, PROJECTIONS)
    if (learner, options.projection) not in DEFAULTS:
        raise reject(
            "--projection",
            "the projection",
            "must be ball",
            options.projection,
            f"{learner} prints no rescaling",
        )
    given = {name: getattr(options, name) for name in NUMBERS if getattr(options, name) is not None}
    for name in UNUSED[learner]:
        if name in given:
            why = f"{learner} has no use for it"
            raise reject(f"--{name}", SYMBOLS[name], "must be left out", given[name], why)
    if learner == "hinge" and "n" in given:
        given.setdefault("p", given["n"] + 2)  # the witness wants a feature for every record
    values = {"K": 2, "b": 1} | DEFAULTS[learner, options.projection] | given
    n, p = values.pop("n"), values.pop("p")
    values.setdefault("M", max(1, -(-n // max(1, values["b"]))))
    return Setting(learner, n, p, Xi.of(values), options.projection)


def _sensitivity(setting: Setting, options: argparse.Namespace) -> int:
    smaller = setting.resized(min(options.search_n, setting.n), _search_features(setting, options.search_n))
    per_search = -(-options.restarts // BLOCK)
    processes = jobs(options)
    with progress_bar("{task.description}") as progress:
        task = progress.add_task("witness", total=1 + per_search * len(METHODS))
        findings = list(constructed(setting))
        progress.advance(task)
        for method in METHODS:
            progress.update(task, description=method)
            findings.append(
                searched(
                    smaller,
                    method,
                    options.seed,
                    options.restarts,
                    options.rounds,
                    processes,
                    advance=lambda: progress.advance(task),
                )
            )
        if setting.learner == "softmax" and setting.projection == "ball":
            findings.append(improved(smaller, options.seed))
        records = _by_record(setting)
    if options.plot:
        probe_report.draw_findings(findings, records, options.plot)
    exceeded = [finding for finding in findings if finding.exceeds_proved]
    if options.json:
        described = probe_report.described(setting, findings, records)
        print_json(described | {"seed": options.seed})
    else:
        probe_report.print_findings(setting, findings, records, console())
        if options.plot:
            console().print(f"plot: {options.plot}", markup=False)
    for finding in exceeded:
        console(stderr=True).print(
            f"PROVED BOUND EXCEEDED by the pair found by {finding.method}: reached {finding.reached.text(12)}, "
            f"proved {finding.bounds.proved.text(12)}: a bound or a learner here is wrong",
            markup=False,
            soft_wrap=True,
        )
    return 1 if exceeded else 0


def _search_features(setting: Setting, n: int) -> int:
    return int(min(setting.p, n + 2) if setting.learner == "hinge" else setting.p)


def _by_record(setting: Setting) -> list[RecordGap]:
    """The SVM witness for every record, or for some of them where that would take long."""
    if setting.learner != "svm" or setting.projection != "ball":
        return []
    count = min(setting.n, max(2, MOST_STEPS // setting.xi.M))
    records = sorted({int(j) for j in np.linspace(0, setting.n - 1, count).round()})
    return list(by_record(setting, records))


def _privacy(setting: Setting, options: argparse.Namespace) -> int:
    *_, witness = constructed(setting)
    result = sandwich(
        setting,
        witness.pair,
        sigma=options.sigma,
        delta=options.delta,
        draws=options.draws,
        rng=np.random.default_rng(options.seed),
        confidence=options.confidence,
        really=options.really,
    )
    if options.plot:
        probe_report.draw_sandwich(result, options.plot)
    if options.json:
        print_json(probe_report.sandwich_json(setting, result) | {"seed": options.seed})
    else:
        probe_report.print_sandwich(setting, result, console())
        if options.plot:
            console().print(f"plot: {options.plot}", markup=False)
    if not result.holds:
        console(stderr=True).print(
            f"SANDWICH BROKEN: at confidence {float(result.confidence)} eps is at least {result.eps_lower:.6g}, "
            f"more than eps_exact = {result.eps_exact.upper():.6g}: the noise is not the declared noise",
            markup=False,
            soft_wrap=True,
        )
    return int(not result.holds)
