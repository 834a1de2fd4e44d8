"""`blindavg certify FILE`: what a deployment really guarantees, as text, JSON or, for the example files, a table."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from accountant import epsilon
from accountant.deployment.certificate import Refused, certify
from accountant.deployment.file import read
from accountant.deployment.plan import Deployment
from accountant.numbers.balls import PrecisionExhausted
from accountant.numbers.enclosure import as_given
from paper_claims import losses
from paper_claims.commands.shared import Commands, add_json, print_json, require_folder
from paper_claims.output import console
from paper_claims.registry.files import load
from paper_claims.registry.record import Registry
from paper_claims.report.certificate import (
    as_json,
    print_certificate,
    print_refusal,
    question,
    refusal,
    share,
    upper,
)
from paper_claims.report.files import write_whole
from reference.errors import InvalidInput, reject

EXAMPLES = Path(__file__).parents[1] / "deployments"
TEMPLATE = EXAMPLES / "template" / "deployment.toml"


def add_command(commands: Commands) -> None:
    command = commands.add_parser(
        "certify",
        description="The certificate of a deployment: certified (eps, delta) or the noise needed, what it rests on, and "
        "what the paper's formulas say.",
        example="blindavg certify cifar10-svm (or a file of your own; `--examples` lists what is there)",
    )
    argument = command.add_argument(
        "file", nargs="?", metavar="FILE", help="a deployment file (TOML), or an example's name"
    )
    add_json(command)
    command.add_argument("--examples", action="store_true", help="list the example files")
    command.add_argument(
        "--init", action="store_true", help="write a deployment file with comments to FILE, to fill in"
    )
    command.add_argument(
        "--table", action="store_true", help="all example files as the table of docs/certificates.md"
    )
    command.set_defaults(run=run, words=(argument, lambda: [path.stem for path in examples()]))


def run(options: argparse.Namespace) -> int:
    if not options.init and sum((options.file is not None, options.examples, options.table)) != 1:
        raise InvalidInput("FILE, --examples or --table (what to certify) must be given, one and not two")
    if options.init:
        return init(options)
    if options.examples:
        found = [{"name": path.stem, "path": str(path)} for path in examples()]
        if options.json:
            print_json(found)
        else:
            print(*(entry["path"] for entry in found), sep="\n")
        return 0
    registry = load()
    if options.table:
        if options.json:
            print_json(list(table_json(registry)))
        else:
            print(*markdown_table(), sep="\n")
        return 0
    plan = read(deployment_path(options.file), losses.proved)
    try:
        certificate = certify(plan)
    except PrecisionExhausted as error:
        raise InvalidInput(f"FILE (the deployment) has no certified answer: {error}") from None
    except Refused as refused:
        if options.json:
            print_json(refusal_json(plan, refused))
        else:
            print_refusal(f"{plan.title} ({plan.level.relation()})", refused, console())
        return 1
    if options.json:
        print_json(as_json(certificate, registry))
    else:
        print_certificate(certificate, registry, console())
    return 0


def init(options: argparse.Namespace) -> int:
    """The commented file, where none is yet."""
    if options.file is None or options.json or options.examples or options.table:
        raise InvalidInput("--init (write a deployment file) needs FILE, and nothing else")
    path = Path(options.file)
    require_folder("--init", path.parent, there=True)
    if path.exists():
        raise reject(
            "FILE", "the new deployment file", "must not exist yet", str(path), "nothing is overwritten"
        )
    write_whole(path, TEMPLATE.read_text(encoding="utf-8"), "--init")
    console().print(f"{path}: change it, then `blindavg certify {path}`", markup=False, soft_wrap=True)
    return 0


def refusal_json(plan: Deployment, refused: Refused) -> dict[str, Any]:
    return {**question(plan), "certified": False, "refused": refusal(refused)}


def table_json(registry: Registry) -> Iterator[dict[str, Any]]:
    """The certificates of the example files, or why there is none."""
    for path in examples():
        plan = read(path)
        try:
            yield as_json(certify(plan), registry)
        except Refused as refused:
            yield refusal_json(plan, refused)


def examples() -> list[Path]:
    return sorted(EXAMPLES.glob("*.toml"), key=lambda path: path.stem)


def deployment_path(name: str) -> Path:
    """A file, or the name of an example."""
    path = Path(name)
    example = EXAMPLES / f"{name}.toml"
    if not path.exists() and example in examples():
        return example
    if not path.exists():
        why = "`blindavg certify --examples` lists the examples"
        raise reject("FILE", "the deployment", "must exist", name, why)
    return path


def markdown_table() -> Iterator[str]:
    """Printed and certified eps of the example files."""
    yield "| setting | δ | printed ε | certified ε | noise as printed / needed for the printed ε |"
    yield "| --- | --- | --- | --- | --- |"
    for path in examples():
        plan = read(path)
        given = f"| {plan.title} | {as_given(plan.delta)} |"
        try:
            found = certify(plan)
        except Refused:
            # the printed formula does not look at what is refused
            promised = epsilon(plan.delta, plan.sigma, plan.training.compositions).upper()
            yield f"{given} {promised:.3f} | none: refused | |"
            continue
        printed = "asked for" if plan.eps is not None else f"{found.printed.eps.upper():.3f}"
        ratio = found.printed.noise_ratio
        yield f"{given} {printed} | {upper(found.eps, 3)} | {'' if ratio is None else share(ratio)} |"
