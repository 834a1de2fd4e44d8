"""`blindavg experiment`: numbers and pictures on synthetic and on real data."""

from __future__ import annotations

import argparse
import os
import time
from pathlib import Path
from typing import Any

from paper_claims.commands.shared import Commands, print_json, require_folder, require_left_out
from paper_claims.experiments.drawing import store
from paper_claims.experiments.exact.run import EXPERIMENTS
from paper_claims.experiments.real.jobs import cpu_of_all
from paper_claims.experiments.real.recording import measured, page, record, stem
from paper_claims.experiments.real.run import REAL
from paper_claims.experiments.real.tables import markdown
from paper_claims.output import console
from reference.datasets.loaders import SOURCES
from reference.errors import InvalidInput, require_one_of, require_whole

FOLDER = Path("build/experiments")
NAMES = (*EXPERIMENTS, *REAL)


def add_command(commands: Commands) -> None:
    names = ", ".join((*NAMES, "all"))
    command = commands.add_parser(
        "experiment",
        description="Measure, draw and store: NAME.svg, NAME.png and NAME.json, on real data also NAME.md with the table; "
        "on CIFAR-10 alone NAME-cifar10.",
        example="blindavg experiment noise --data digits --jobs 2",
    )
    argument = command.add_argument("name", metavar="NAME", help=f"one of {names}")
    command.add_argument(
        "--out", type=Path, default=FOLDER, metavar="DIR", help=f"where to store them (default: {FOLDER})"
    )
    command.add_argument(
        "--seed", type=int, metavar="N", help="of random problems, splits and draws (default 0)"
    )
    command.add_argument("--json", action="store_true", help="print the numbers as JSON")
    real = command.add_argument_group(f"on real data ({', '.join(REAL)})")
    real.add_argument(
        "--data", action="append", metavar="NAME", help=f"{SOURCES}; may be repeated (default: those at hand)"
    )
    real.add_argument(
        "--quick", action="store_true", help="two repeats and coarse grids on digits: about a minute"
    )
    real.add_argument("--jobs", type=int, metavar="N", help="processes (default 1)")
    real.add_argument(
        "--record", type=Path, metavar="DIR", help="also store table, picture and short numbers there"
    )
    real.add_argument(
        "--dask",
        metavar="ADDRESS",
        help="send the jobs to the workers of this Dask scheduler, which is trusted: they travel as pickles",
    )
    command.set_defaults(run=run, words=(argument, lambda: (*NAMES, "all")))


def run(options: argparse.Namespace) -> int:
    """Exit code 1 if the numbers contradict what is proved."""
    known = (*NAMES, "all")
    require_one_of("NAME", "the experiment", options.name, known)
    _require_used(options)
    options.seed, options.jobs = options.seed or 0, 1 if options.jobs is None else options.jobs
    require_whole("--seed", "the seed", options.seed, at_least=0)
    require_whole("--jobs", "the number of processes", options.jobs, at_least=1)
    require_folder("--out", options.out)
    if options.record:
        require_folder("--record", options.record)
    found, spent, failed = {}, {}, False
    for name in NAMES if options.name == "all" else (options.name,):
        start, cpu = time.perf_counter(), time.process_time()
        found[name], lines, contradicted = _run_one(name, options)
        jobs = found[name].get("cpu_seconds")
        spent[name] = (time.perf_counter() - start, time.process_time() - cpu if jobs is None else jobs)
        failed |= contradicted
        if not options.json:
            _say(lines)
    if options.name == "all":
        lines = _times(spent, options)
        if not options.json:
            _say(lines)
    if options.json:
        print_json(found if options.name == "all" else found[options.name])
    return 1 if failed else 0


def _require_used(options: argparse.Namespace) -> None:
    """Options that would do nothing."""
    if options.name in EXPERIMENTS:
        why = f"{options.name} is not on real data"
        require_left_out(options, ("data", "jobs", "record", "dask"), because=why)
        if not EXPERIMENTS[options.name].quick:
            why = f"{options.name} draws nothing at random, and there is one size"
            require_left_out(options, ("seed", "quick"), because=why)
    elif options.dask:
        require_left_out(options, ["jobs"], because="--dask uses all workers of the cluster")


def _run_one(name: str, options: argparse.Namespace) -> tuple[dict[str, Any], list[str], bool]:
    """The numbers, the lines that sum them up, and whether they contradict what is proved."""
    if name in REAL:
        real = REAL[name]
        data = measured(name, options)
        file = stem(name, data["repeats"])
        paths = store(options.out, file, data, real.draw, real.size, dpi=90)  # small enough to be recorded
        lines, failed = page(name, data), False
        paths.append(_written(options.out / f"{file}.md", lines))
        if options.record:
            paths += record(options.record, file, data, paths)
    else:
        experiment = EXPERIMENTS[name]
        measure = experiment.quick if options.quick and experiment.quick else experiment.measure
        data = measure(options.seed)
        paths = store(options.out, name, data, experiment.draw, experiment.size)
        lines, failed = experiment.summary(data), experiment.fails(data)
    return data, [*lines, *(f"written: {path}" for path in paths)], failed


def _times(spent: dict[str, tuple[float, float]], options: argparse.Namespace) -> list[str]:
    """How long each experiment took (seconds, CPU seconds), written to all.md; results that were kept take no time."""
    given = [f"--data {source}" for source in options.data or ()] + (["--quick"] if options.quick else [])
    command = " ".join(["blindavg experiment all", *given, f"--jobs {options.jobs}"])
    table = [(name, f"{wall:.1f}", f"{cpu:.0f}") for name, (wall, cpu) in spent.items()]
    total = sum(wall for wall, _ in spent.values())
    lines = [
        "# How long the experiments take",
        "",
        f"Made by `{command}` on a machine with {os.cpu_count()} cores. Kept results are not computed again.",
        "CPU seconds on real data are those of the jobs, kept ones included; `eps` shares jobs with `noise` on CIFAR-10.",
        "",
        *markdown(("experiment", "seconds", "CPU seconds"), table),
        "",
        f"{len(spent)} experiments in {total:.0f} seconds; {cpu_of_all():.0f} CPU seconds of all processes.",
    ]
    file = stem("all", options.data or ())
    folders = [options.out] + ([options.record] if options.record else [])
    return [*lines, *(f"written: {_written(folder / f'{file}.md', lines)}" for folder in folders)]


def _written(path: Path, lines: list[str]) -> Path:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    except OSError as error:
        raise InvalidInput(
            f"--out (the folder) must be writable, got {str(path.parent)!r}: {error}"
        ) from None
    return path


def _say(lines: list[str]) -> None:
    for line in lines:
        console().print(line, markup=False, soft_wrap=True)
