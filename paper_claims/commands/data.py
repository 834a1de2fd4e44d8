"""`blindavg data`: fetch a data set, compute its features once, keep them."""

from __future__ import annotations

import argparse
from pathlib import Path

from joblib import delayed
from rich.progress import TextColumn, TimeRemainingColumn

from paper_claims.commands.shared import Commands, add_jobs, add_json, jobs, print_json, require_folder, tell
from paper_claims.output import progress_bar
from proofs_check.method.workers import in_processes
from reference.datasets import cifar, embedding
from reference.errors import reject, require_one_of


def add_command(commands: Commands) -> None:
    command = commands.add_parser(
        "data",
        description="Fetch or read the images, check them, and keep the features of a public network as an .npz file. A "
        "stopped run continues.",
        example="blindavg data cifar10 --jobs 2",
    )
    names = ", ".join(cifar.KINDS)
    argument = command.add_argument("name", metavar="NAME", help=f"one of {names}")
    command.add_argument(
        "--from",
        dest="archive",
        type=Path,
        metavar="FILE",
        help="the npm tarball or the official python archive (default: npm)",
    )
    command.add_argument(
        "--out", type=Path, metavar="FILE", help="the .npz file (default: in the user's cache)"
    )
    add_jobs(command)
    add_json(command)
    command.set_defaults(run=run, words=(argument, lambda: tuple(cifar.KINDS)))


def run(options: argparse.Namespace) -> int:
    require_one_of("NAME", "the data set", options.name, cifar.KINDS)
    kind, processes = cifar.KINDS[options.name], jobs(options)
    path = options.out or cifar.kept_file(kind)
    require_folder("--out", path.parent)
    there = path.exists()
    if there and options.archive:
        why = f"{str(path)!r} is there already; remove it to compute it again"
        raise reject("--from", "the archive", "must be left out", str(options.archive), why)
    if not there:
        _compute(kind, path, options.archive, processes)
    _, y, tests, made = cifar.read_features(path)
    if options.json:
        print_json({"file": str(path), "records": len(y), "tests": tests, "made": made})
    else:
        tell(
            f"{'already there' if there else 'written'}: {path}, {len(y)} records, {tests} of them test; made by {made}"
        )
    return 0


def _compute(kind: cifar.Kind, path: Path, archive: Path | None, processes: int) -> None:
    """The features of all images; chunks of an earlier run serve."""
    embedding.require_packages()
    images = cifar.read_images(kind, archive or cifar.fetched(kind, path.parent))
    key = f"{images.archive[:8]}-{embedding.WEIGHTS[:8]}-{embedding.SIDE}"  # other images or features have other chunks
    parts = path.with_suffix(f".{key}.parts")
    todo = cifar.missing(images, parts)
    with progress_bar("features", TextColumn("left"), TimeRemainingColumn()) as progress:
        whole = len(cifar.chunks(images))
        task = progress.add_task("features", total=whole, completed=whole - len(todo))
        work = (delayed(_features)(images.pixels[c.start : c.stop], parts, c) for c in todo)
        for _ in in_processes(work, processes, "generator_unordered"):
            progress.advance(task)
    rows = embedding.unit_rows(cifar.joined(images, parts), embedding.public_centre())
    cifar.write_features(path, rows, images, embedding.made_by() | {"images": kind.archives[images.archive]})
    cifar.remove_parts(parts)


def _features(pixels: embedding.Pixels, parts: Path, chunk: range) -> None:
    cifar.keep_part(parts, chunk, embedding.pooled(pixels))
