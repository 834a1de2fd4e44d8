"""A certificate as text and as JSON; the verdicts of the statements that it rests on come from the registry."""

from __future__ import annotations

from typing import Any

from rich.box import SIMPLE
from rich.console import Console
from rich.markup import escape
from rich.table import Column, Table

from accountant import Enclosure
from accountant.deployment.certificate import Certificate, Refused
from accountant.deployment.foundations import tiers
from accountant.deployment.plan import Deployment
from accountant.deployment.premises import chain_of
from accountant.numbers.enclosure import as_given
from paper_claims.registry.record import Registry
from paper_claims.report.terminal import coloured

DIGITS = 6


def upper(box: Enclosure, digits: int = DIGITS) -> str:
    """The upper end, rounded up."""
    return box.decimals(digits)[1]


def share(ratio: Enclosure) -> str:
    """Noise as printed over noise that is needed, rounded towards 1: at least so much is wasted, or missing."""
    return ratio.decimals(3)[0 if ratio.lo >= 1 else 1]


def question(plan: Deployment) -> dict[str, Any]:
    return {
        "schema": 1,
        "title": plan.title,
        "level": plan.level.kind,
        "relation": plan.level.relation(),
        "noise_kind": plan.noise,
        "delta": Enclosure(plan.delta, plan.delta).upper(),
        "delta_as_given": as_given(plan.delta),
    }


def as_json(found: Certificate, registry: Registry) -> dict[str, Any]:
    """The certificate for programs; `upper` of eps is what is guaranteed, every end is rounded outward."""
    plan, printed, numbers = found.plan, found.printed, found.grid_numbers
    noise: dict[str, Any] = {"on_n_f": _ends(found.noise)}
    noise["on_model"] = {str(n): _ends(box) for n, box in _on_model(found).items()}
    if numbers is not None:
        noise |= {
            "grid_variance": numbers.variance,
            "largest_grid_entry": numbers.largest,
            "modulus": numbers.modulus,
        }
    ratio = None if printed.noise_ratio is None else _ends(printed.noise_ratio)
    return {
        **question(plan),
        "certified": True,
        "asked_for": "eps" if plan.eps is None else "noise",
        "eps": _ends(found.eps),
        "sigma": _ends(found.sigma),
        "sigma_is_over": plan.scale,
        "noise_of_one_user": noise,
        "largest_move_of_n_f": Enclosure(found.move, found.move).upper(),
        "surviving_honest_users": found.surviving,
        "secure_sum": secure_sum(found),
        "printed": {
            "scale": _ends(printed.scale),
            "sigma": _ends(printed.sigma),
            "eps": _ends(printed.eps),
            "noise_ratio": ratio,
        },
        "findings": list(found.findings),
        "chain": [
            {
                "label": link.label,
                "form": link.form,
                "used": link.used,
                "verdict": verdict(registry, link.label),
                "theorems": [{"place": place, "tier": tiers()[place]} for place in link.theorems],
            }
            for link in found.chain
        ],
        "theorem": theorem_json(found),
        "premises": premises_json(found),
    }


def secure_sum(found: Certificate) -> dict[str, Any]:
    """The scheme, with the neighbour graph if there is one; probabilities are rounded up."""
    chosen, plan = found.plan.summation, found.secagg
    if plan is None:
        return {"scheme": chosen.scheme, "servers": chosen.servers}
    opened, split, failure = (
        Enclosure(part, part).upper() for part in (plan.opened, plan.split, plan.failure)
    )
    chances = {"opened": opened, "split": split, "failure": failure}
    return {"scheme": chosen.scheme, "neighbours": plan.neighbours, "threshold": plan.threshold, **chances}


def theorem_json(found: Certificate) -> dict[str, Any]:
    """The theorem whose premises these are."""
    chain = chain_of(found.plan)
    return {key: chain[key] for key in ("theorem", "place", "tier")}


def _on_model(found: Certificate) -> dict[int, Enclosure]:
    """One user's noise on its model f, for the smallest and the largest n."""
    sizes = found.plan.sizes
    low, high = found.noise.lo, found.noise.hi
    return {n: Enclosure(low / n, high / n) for n in sorted({sizes[0], sizes[-1]})}


def _ends(box: Enclosure) -> dict[str, float]:
    return {"lower": box.lower(), "upper": box.upper()}


def verdict(registry: Registry, label: str) -> str:
    """What the registry asserts about a statement; without a claim it is open."""
    (entry,) = (entry for entry in registry.entries if entry.label == label)
    claim = registry.claims.get(entry.label)
    return claim.verdict if claim else entry.status


def refusal(refused: Refused) -> list[dict[str, str]]:
    return [{"reason": each.reason, "fix": each.fix} for each in refused.reasons]


def print_refusal(what: str, refused: Refused, out: Console) -> None:
    out.print(f"[red]no guarantee[/red]: {escape(what)}")
    for reason in refused.reasons:
        out.print(f"  reason: {escape(reason.reason)}")
        out.print(f"  fix: {escape(reason.fix)}")


def print_certificate(found: Certificate, registry: Registry, out: Console) -> None:
    """The verdict line, the noise, the paper's answer, what it rests on."""
    plan = found.plan
    over = "s as printed" if plan.scale == "printed" else "the certified sensitivity"
    claim = f"eps <= {upper(found.eps)} at delta = {as_given(plan.delta)}"
    if plan.eps is not None:
        claim += f" needs sigma = {upper(found.sigma)} over {over}"
    out.print(f"[green]{claim}[/green], {plan.level.kind} level ({plan.level.relation()})", soft_wrap=True)
    out.print(f"  {plan.title}", markup=False)
    out.print(
        f"  {plan.noise} noise, sigma = {upper(found.sigma)} over {over}, split over {plan.crowd.w} users; "
        f"at least {found.surviving} honest ones are in the sum",
        markup=False,
    )
    out.print("\n[bold]noise[/bold] (standard deviation in every entry, rounded up)")
    for n, box in _on_model(found).items():
        out.print(f"  a user with {n} records adds to its model: {upper(box)}")
    if found.grid_numbers is not None:
        kind = "discrete Gaussian" if plan.noise == "discrete" else "rounded Gaussian"
        out.print(f"  {kind} on n f/w, variance {found.grid_numbers.variance} in grid units squared;")
        out.print(f"  no noisy entry beyond {found.grid_numbers.largest} grid units")
    out.print(
        f"  the sum of the n f moves by at most {upper(Enclosure(found.move, found.move))} for each model"
    )
    _print_printed(found, out)
    for finding in found.findings:
        out.print(f"  [yellow]note[/yellow] {escape(finding)}")
    _print_foundations(found, registry, out)


def _print_foundations(found: Certificate, registry: Registry, out: Console) -> None:
    table = Table(
        Column("statement", overflow="fold"),
        "form",
        "used here",
        "the form is",
        "verdict on the paper",
        box=SIMPLE,
        show_edge=False,
        pad_edge=False,
    )
    for link in found.chain:
        judged = verdict(registry, link.label)
        proved = "; ".join(dict.fromkeys(tiers()[place] for place in link.theorems)) or "promised"
        table.add_row(escape(link.label), link.form, escape(link.used), proved, coloured(judged))
    out.print(
        "\n[bold]rests on[/bold] (in this form; the verdict is about the paper's own; blindavg show LABEL)"
    )
    out.print(table)
    print_premises(found, out)


def print_premises(found: Certificate, out: Console) -> None:
    """What remains of the theorem's premises: met by the file, promised by the operator, or cited."""
    chain = chain_of(found.plan)
    out.print(
        f'\n[bold]premises[/bold] of the theorem "{escape(chain["theorem"])}" ({chain["tier"]}), and what lies beyond it'
    )
    table = Table("premise", "", "slug", box=SIMPLE, show_edge=False, pad_edge=False)
    for premise in found.premises:
        table.add_row(premise.status, escape(premise.says), premise.slug)
    out.print(table)


def premises_json(found: Certificate) -> list[dict[str, str | None]]:
    return [{"status": p.status, "says": p.says, "slug": p.slug or None} for p in found.premises]


def _print_printed(found: Certificate, out: Console) -> None:
    printed, plan = found.printed, found.plan
    out.print("\n[bold]as printed[/bold]")
    if plan.eps is None:
        out.print(f"  eps = {upper(printed.eps)} for the same noise (s n = {upper(printed.scale)})")
    else:
        out.print(f"  sigma = {upper(printed.sigma)} over s, with s n = {upper(printed.scale)}")
    if printed.noise_ratio is None:
        return
    told = f"{share(printed.noise_ratio)} times the noise that is needed for that eps: the rest is"
    wasted = printed.noise_ratio.lo >= 1
    out.print(f"  {told} wasted" if wasted else f"  [red]{told} missing[/red]")
