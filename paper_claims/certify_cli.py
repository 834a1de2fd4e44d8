"""`blindavg certify FILE`: what a deployment really guarantees, as text, JSON or, for the example files, a table."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

from rich.box import SIMPLE
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from accountant import Enclosure, epsilon
from accountant.curve import PrecisionExhausted
from accountant.deployment import Certificate, Refused, certify
from accountant.deployment_file import read
from accountant.plan import Deployment
from paper_claims.record import Registry, load
from paper_claims.report import json_text
from paper_claims.screen import coloured, console
from reference.errors import InvalidInput, reject

EXAMPLES = Path(__file__).parent / "deployments"
DIGITS = 6


def add_command(commands: Any) -> None:
    command = commands.add_parser(
        "certify",
        help="the certificate of a deployment: certified (eps, delta) or the noise needed",
        description="The certificate of a deployment: certified (eps, delta) or the noise needed, what it rests on, and "
        "what the paper's formulas say.",
        epilog="example: blindavg certify cifar10-svm (or a file of your own; `--examples` lists what is there)",
    )
    command.add_argument(
        "file", nargs="?", metavar="FILE", help="a deployment file (TOML), or an example's name"
    )
    command.add_argument("--json", action="store_true", help="print JSON instead of text")
    command.add_argument("--examples", action="store_true", help="list the example files")
    command.add_argument("--table", action="store_true", help="all example files as the table of the README")


def run(options: argparse.Namespace) -> int:
    if sum((options.file is not None, options.examples, options.table)) != 1:
        raise InvalidInput("FILE, --examples or --table (what to certify) must be given, one and not two")
    if options.examples:
        for path in examples():
            print(path)
        return 0
    if options.table:
        print("\n".join(markdown_table()))
        return 0
    plan = read(_path(options.file))
    registry = load()
    try:
        certificate = certify(plan)
    except PrecisionExhausted as error:
        raise InvalidInput(f"FILE (the deployment) has no certified answer: {error}") from None
    except Refused as refused:
        if options.json:
            reasons = [{"reason": r.reason, "fix": r.fix} for r in refused.reasons]
            print(json_text({**_question(plan), "certified": False, "refused": reasons}), end="")
        else:
            _print_refusal(plan, refused, console())
        return 1
    if options.json:
        print(json_text(as_json(certificate, registry)), end="")
    else:
        _print(certificate, registry, console())
    return 0


def examples() -> list[Path]:
    return sorted(EXAMPLES.glob("*.toml"), key=lambda path: path.stem)


def _path(name: str) -> Path:
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
    """Printed and certified eps of the example files, which ask for eps."""
    yield "| setting | δ | printed ε | certified ε | noise as printed / needed for the printed ε |"
    yield "| --- | --- | --- | --- | --- |"
    for path in examples():
        plan = read(path)
        if plan.eps is not None:
            continue
        given = f"| {plan.title} | {_decimal(plan.delta)} |"
        try:
            found = certify(plan)
        except Refused:
            yield f"{given} {_printed_eps(plan)} | none: refused | |"
            continue
        ratio = found.printed.noise_ratio
        shown = "" if ratio is None else f"{ratio.lower():.2f}"
        yield f"{given} {found.printed.eps.upper():.3f} | {upper(found.eps, 3)} | {shown} |"


def _printed_eps(plan: Deployment) -> str:
    """What the print promises for a plan that is refused: its formula does not look at the projection."""
    return f"{epsilon(plan.delta, plan.sigma, plan.training.compositions).upper():.3f}"


def upper(box: Enclosure, digits: int = DIGITS) -> str:
    """The upper end, rounded up."""
    return box.text(digits)[1:-1].split(", ")[1]


def _decimal(number: Fraction) -> str:
    return f"{float(number):g}"


def _question(plan: Deployment) -> dict[str, Any]:
    return {
        "schema": 1,
        "title": plan.title,
        "level": plan.level.kind,
        "relation": plan.level.relation(),
        "noise_kind": plan.noise,
        "delta": float(plan.delta),
    }


def as_json(found: Certificate, registry: Registry) -> dict[str, Any]:
    """The certificate for programs; `upper` of eps is what is guaranteed, every end is rounded outward."""
    plan, printed, numbers = found.plan, found.printed, found.grid_numbers
    noise: dict[str, Any] = {"on_n_f": _ends(found.noise)}
    noise["on_model"] = {str(n): _ends(box) for n, box in _on_model(found).items()}
    if numbers is not None:
        noise |= {"grid_variance": numbers.variance, "largest_grid_entry": numbers.largest}
    ratio = None if printed.noise_ratio is None else _ends(printed.noise_ratio)
    return {
        **_question(plan),
        "certified": True,
        "asked_for": "eps" if plan.eps is None else "noise",
        "eps": _ends(found.eps),
        "sigma": _ends(found.sigma),
        "sigma_is_over": plan.scale,
        "noise_of_one_user": noise,
        "largest_move_of_n_f": Enclosure(found.move, found.move).upper(),
        "surviving_honest_users": found.surviving,
        "printed": {
            "scale": _ends(printed.scale),
            "sigma": _ends(printed.sigma),
            "eps": _ends(printed.eps),
            "noise_ratio": ratio,
        },
        "findings": list(found.findings),
        "chain": [
            {"label": link.label, "verdict": verdict(registry, link.label), "used": link.used}
            for link in found.chain
        ],
        "premises": [{"status": premise.status, "says": premise.says} for premise in found.premises],
    }


def _on_model(found: Certificate) -> dict[int, Enclosure]:
    """One user's noise on its model f, for the smallest and the largest n."""
    sizes = found.plan.sizes
    low, high = found.noise.lo, found.noise.hi
    assert isinstance(low, Fraction)
    assert isinstance(high, Fraction)
    return {n: Enclosure(low / n, high / n) for n in sorted({sizes[0], sizes[-1]})}


def _ends(box: Enclosure) -> dict[str, float]:
    return {"lower": box.lower(), "upper": box.upper()}


def verdict(registry: Registry, label: str) -> str:
    """What the registry asserts about a statement; without a claim it is open."""
    (entry,) = (entry for entry in registry.entries if entry.label == label)
    claim = registry.claims.get(entry.label)
    return claim.verdict if claim else entry.status


def _print_refusal(plan: Deployment, refused: Refused, out: Console) -> None:
    out.print(f"[red]no guarantee[/red]: {escape(plan.title)} ({escape(plan.level.relation())})")
    for reason in refused.reasons:
        out.print(f"  reason: {escape(reason.reason)}")
        out.print(f"  fix: {escape(reason.fix)}")


def _print(found: Certificate, registry: Registry, out: Console) -> None:
    """The verdict line, the noise, the print's answer, what it rests on."""
    plan = found.plan
    over = "s as printed" if plan.scale == "printed" else "the certified sensitivity"
    claim = f"eps <= {upper(found.eps)} at delta = {_decimal(plan.delta)}"
    if plan.eps is not None:
        claim += f" needs sigma = {upper(found.sigma)} over {over}"
    out.print(f"[green]{claim}[/green]", soft_wrap=True)
    out.print(f"  {plan.title}: {plan.level.relation()}", markup=False)
    out.print(
        f"  {plan.noise} noise, sigma = {upper(found.sigma)} over {over}, split over {plan.crowd.w} users; "
        f"at least {found.surviving} honest ones are in the sum",
        markup=False,
    )
    out.print("\n[bold]noise[/bold] (standard deviation in every entry, rounded up)")
    for n, box in _on_model(found).items():
        out.print(f"  a user with {n} records adds to its model: {upper(box)}")
    if found.grid_numbers is not None:
        out.print(
            f"  discrete Gaussian on n f/w, parameter {found.grid_numbers.variance} grid units squared; "
        )
        out.print(f"  no noisy entry beyond {found.grid_numbers.largest} grid units")
    out.print(
        f"  the sum of the n f moves by at most {upper(Enclosure(found.move, found.move))} for each model"
    )
    _print_printed(found, out)
    for finding in found.findings:
        out.print(f"  [yellow]note[/yellow] {escape(finding)}")
    _print_foundations(found, registry, out)


def _print_foundations(found: Certificate, registry: Registry, out: Console) -> None:
    table = Table("statement", "verdict", "used here", box=SIMPLE, show_edge=False, pad_edge=False)
    for link in found.chain:
        judged = verdict(registry, link.label)
        table.add_row(escape(link.label), coloured(judged), escape(link.used))
    out.print("\n[bold]rests on[/bold] (verdicts about the print; blindavg show LABEL)")
    out.print(table)
    table = Table("premise", "", box=SIMPLE, show_edge=False, pad_edge=False)
    for premise in found.premises:
        table.add_row(premise.status, escape(premise.says))
    out.print()
    out.print(table)


def _print_printed(found: Certificate, out: Console) -> None:
    printed, plan = found.printed, found.plan
    out.print("\n[bold]as printed[/bold]")
    if plan.eps is None:
        out.print(f"  eps = {upper(printed.eps)} for the same noise (s n = {upper(printed.scale)})")
    else:
        out.print(f"  sigma = {upper(printed.sigma)} over s, with s n = {upper(printed.scale)}")
    if printed.noise_ratio is None:
        return
    ratio = printed.noise_ratio
    if ratio.lower() >= 1:
        out.print(f"  {ratio.lower():.4g} times the noise that is needed for that eps: the rest is wasted")
    else:
        out.print(
            f"  [red]{ratio.upper():.4g} times the noise that is needed for that eps: the rest is missing[/red]"
        )
