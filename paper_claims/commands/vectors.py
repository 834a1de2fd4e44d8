"""`blindavg vectors`: test vectors for privacy accountants: what there is, made again, or asked of an installed library."""

from __future__ import annotations

import argparse
import math
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table

from paper_claims.commands.shared import (
    Commands,
    add_jobs,
    add_json,
    jobs,
    print_json,
    require_folder,
    require_left_out,
    tell,
)
from paper_claims.output import console
from proofs_check.vectors.files import FOLDER, Vector, make, read
from proofs_check.vectors.flags import FLAGS
from proofs_check.vectors.judging import (
    MOST_MEMORY,
    OPTIMISTIC,
    PATIENCE,
    PEERS,
    PESSIMISTIC,
    REFUSED,
    RIGHT,
    Row,
    judged_peer,
    rows,
    version,
)
from reference.errors import InvalidInput, reject, require_whole

ALL = "all"
HEADER = (
    "flag",
    "asked",
    RIGHT,
    OPTIMISTIC,
    "beyond rounding",
    "worst",
    PESSIMISTIC,
    "median",
    "worst",
    REFUSED,
)
READING = f"""Each library answers what it offers, through an adapter of at most 30 lines (`proofs_check/vectors/peers`).

- **{RIGHT}**: not below the certified enclosure, and at most one millionth, or one float, above it.
- **{OPTIMISTIC}**: below the enclosure, without tolerance: it promises more privacy than there is. "Beyond rounding" counts
  those that are off by a factor above 1 + 1e-9; "worst" is the largest factor (inf: the answer is 0 or negative).
- **{PESSIMISTIC}**: safe, but above; with the median and the largest factor. Bounds that are not meant to be tight land here.
- **{REFUSED}**: an error, nan, infinity, or no answer within {PATIENCE} seconds of computing and
  {MOST_MEMORY >> 30} GB of memory.
"""


def add_command(commands: Commands) -> None:
    command = commands.add_parser(
        "vectors",
        description="Certified answers that other accountants can be tested with (vectors/README.md): what there is, "
        "made again, or asked of a library that is installed beside this package.",
        example="blindavg vectors --peer dp-accounting",
    )
    command.add_argument("--make", action="store_true", help="compute all vectors and write them")
    command.add_argument(
        "--peer", metavar="NAME", help=f"judge a library: {', '.join(PEERS)}, or {ALL} that are installed"
    )
    command.add_argument(
        "--out",
        type=Path,
        metavar="PATH",
        help="with --make: the folder (default vectors/); with --peer: a .md file",
    )
    command.add_argument(
        "--every", type=int, metavar="N", help="with --peer: ask every N-th vector (default 1)"
    )
    add_json(command)
    add_jobs(command)
    command.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    processes = jobs(options)
    if options.make:
        require_left_out(options, ["peer", "every", "json"], because="--make writes files")
        return write(options.out or FOLDER, processes)
    if options.peer is not None:
        return judge_peers(options, processes)
    require_left_out(options, ["out", "jobs"], because="it goes with --make or --peer")
    require_left_out(options, ["every"], because="it goes with --peer")
    summarize(read(), options.json)
    return 0


def write(folder: Path, processes: int) -> int:
    """All files, computed before any of them is written."""
    require_folder("--out", folder)
    files = make(processes)
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    tell(f"{len(read(folder))} vectors written to {folder}")
    return 0


def summarize(vectors: Sequence[Vector], json: bool) -> None:
    mechanisms = Counter(f"{v.question.mechanism}: {v.question.asked}" for v in vectors)
    flags = Counter(flag for v in vectors for flag in v.flags)
    if json:
        print_json(
            {"vectors": len(vectors), "questions": mechanisms, "flags": {flag: flags[flag] for flag in FLAGS}}
        )
        return
    table = Table("flag", "vectors", "the mistake it hunts", box=SIMPLE, pad_edge=False, show_edge=False)
    for name, flag in FLAGS.items():
        table.add_row(name, str(flags[name]), flag.mistake)
    console().print(table)
    asked = ", ".join(f"{count} {name}" for name, count in mechanisms.items())
    console().print(f"\n{len(vectors)} vectors, {len(FLAGS)} flags: {asked}", markup=False, soft_wrap=True)


def judge_peers(options: argparse.Namespace, processes: int) -> int:
    """One library, or all that are installed; the others are named."""
    if options.out is not None:
        if options.out.suffix != ".md":
            raise reject("--out", "the table", "must end in .md", str(options.out), "it is Markdown")
        require_folder("--out", options.out.parent, there=True)
    every = 1 if options.every is None else options.every
    require_whole("--every", "which vectors are asked", every, at_least=1)
    versions, missing = {}, {}
    for name in PEERS if options.peer == ALL else (options.peer,):
        try:
            versions[name] = version(name)
        except InvalidInput as error:
            if options.peer != ALL:
                raise
            missing[name] = str(error)
    vectors = read()[::every]
    found: dict[str, list[Row]] = {}
    for name in versions:
        tell(f"asking {name} {versions[name]}")
        found[name] = rows(judged_peer(name, vectors, processes))
        if options.out is not None:  # after each of them: the next one may take long
            options.out.write_text(markdown(versions, found, missing, every), encoding="utf-8")
    if options.json:
        print_json(as_json(versions, found))
    elif options.out is None:
        for name, table in found.items():
            print_rows(f"{name} {versions[name]}", table, console())
    for text in missing.values():
        tell(text)
    return 0


def factor(value: float) -> str:
    """1.0000001 is not 1: a factor shows how far it is from 1."""
    if value == 1:
        return ""
    if value < 1.01:
        return f"1 + {value - 1:.1e}"
    return "inf" if math.isinf(value) else f"{value:.4g}"


def cells(row: Row) -> list[str]:
    counts = {word: str(count) for word, count in row.counts.items()}
    return [
        row.flag,
        str(row.asked),
        counts[RIGHT],
        counts[OPTIMISTIC],
        str(row.beyond_rounding),
        factor(row.worst_optimistic),
        counts[PESSIMISTIC],
        factor(row.median_pessimistic),
        factor(row.worst_pessimistic),
        counts[REFUSED],
    ]


def print_rows(title: str, table: Sequence[Row], out: Console) -> None:
    out.print(f"\n{title}", markup=False)
    shown = Table(*HEADER, box=SIMPLE, pad_edge=False, show_edge=False)
    for row in table:
        shown.add_row(*cells(row))
    out.print(shown)


def as_json(versions: dict[str, str], found: dict[str, list[Row]]) -> list[dict[str, Any]]:
    """Factors that are infinite are null: JSON has no infinity."""

    def finite(value: float) -> float | None:
        return None if math.isinf(value) else value

    return [
        {
            "peer": name,
            "version": versions[name],
            "flags": [
                {
                    "flag": row.flag,
                    "asked": row.asked,
                    **row.counts,
                    "beyond rounding": row.beyond_rounding,
                    "worst optimistic factor": finite(row.worst_optimistic),
                    "median pessimistic factor": finite(row.median_pessimistic),
                    "worst pessimistic factor": finite(row.worst_pessimistic),
                }
                for row in table
            ],
        }
        for name, table in found.items()
    ]


def markdown(
    versions: dict[str, str], found: dict[str, list[Row]], missing: dict[str, str], every: int
) -> str:
    """The page of all libraries: one line each, then by flag."""
    totals = [[f"{name} {versions[name]}", *cells(table[-1])[1:]] for name, table in found.items()]
    asked = "" if every == 1 else f" --every {every}"
    written = f"Written by `blindavg vectors --peer {ALL}{asked} --out vectors/peers.md`.\n"
    parts = [
        "# Libraries judged by the vectors\n",
        written,
        READING,
        _table(("library", *HEADER[1:]), totals),
    ]
    parts += [f"Not judged: {text}.\n" for text in missing.values()]
    for name, table in found.items():
        parts.append(f"## {name} {versions[name]}\n\n{_table(HEADER, [cells(row) for row in table])}")
    return "\n".join(parts)


def _table(header: Sequence[str], body: Sequence[Sequence[str]]) -> str:
    lines = [header, ["---"] * len(header), *body]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)
