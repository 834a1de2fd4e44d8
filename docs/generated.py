"""The parts of README and of these pages that are made from the registry and compared by a test: python docs/generated.py

A part stands between `<!-- made: NAME -->` and `<!-- end -->`.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from paper_claims.audit.ledger import accepted
from paper_claims.audit.tally import GROUPS
from paper_claims.audit.tiers import TIERS
from paper_claims.audit.top_findings import for_readme
from paper_claims.commands.certify import markdown_table
from paper_claims.registry.files import file_name, load
from paper_claims.registry.marks import plain
from paper_claims.report.markdown import MEANING, WORDS
from proofs_check.coq.lemmas import recorded

ROOT = Path(__file__).parents[1]
PART = re.compile(r"(<!-- made: ([\w-]+) -->\n).*?(<!-- end -->)", re.DOTALL)


def identity() -> Iterator[str]:
    paper = load().paper
    yield f"The paper: *{paper.title}*, by {', '.join(paper.authors)}; arXiv {paper.arxiv}; {paper.venue}."


def verdicts() -> Iterator[str]:
    yield "| verdict | in `audit.json` | meaning |"
    yield "| --- | --- | --- |"
    yield from (f"| {WORDS[verdict]} | `{verdict}` | {meaning} |" for verdict, meaning in MEANING.items())


def tiers() -> Iterator[str]:
    """How many statements are proved how, as the accepted ledger has it."""
    counts = accepted()["tiers"]
    yield f"| tier | {' | '.join(GROUPS)} | what it means |"
    yield "| --- | --- | --- | --- | --- |"
    for tier, meaning in TIERS.items():
        yield f"| {tier} | {' | '.join(str(counts[g].get(tier, 0)) for g in GROUPS)} | {meaning} |"


def paper_map() -> Iterator[str]:
    """Every load-bearing statement of the paper: its number, its claim, what states it."""
    registry = load()
    yield "| number | statement | claim | stated by |"
    yield "| --- | --- | --- | --- |"
    for entry in registry.entries:
        claim = registry.claims.get(entry.label)
        if claim and entry.weight == "load-bearing" and not entry.label.startswith("ours:"):
            by = ", ".join(f"`{proved.by}`" for proved in claim.proved) or "checks"
            path = f"paper_claims/claims/{claim.room}/{file_name(claim.label)}"
            yield f"| {entry.number} | {plain(entry.title)} | [{entry.label}](../{path}) | {by} |"


def house() -> Iterator[str]:
    """The floor plans of the packages."""
    for package in ("reference", "accountant", "proofs_check", "paper_claims"):
        tree = ast.parse((ROOT / package / "__init__.py").read_text(encoding="utf-8"))
        first, _, plan = (ast.get_docstring(tree) or "").partition("\n\n")
        yield f"    {package + '/':16} {first}"
        yield from (f"      {line}" for line in plan.splitlines())


def coq_obligations() -> Iterator[str]:
    """Which obligations Coq proves again, as they were accepted."""
    record = recorded()
    total = {key: sum(its[key] for its in record.values()) for key in ("obligations", "stated", "lra", "nra")}
    again = total["lra"] + total["nra"]
    yield (
        f"Coq proves {again:,} of {total['obligations']:,} obligations again, read over real numbers: {total['lra']:,} by lra "
        f"and {total['nra']:,} by nra."
    )
    yield (
        f"Left out are {total['stated'] - again:,} that these tactics leave open (congruence, whole numbers, products of many "
        f"facts) and {total['obligations'] - total['stated']:,} that are not stated, since z3 does not say in few steps which "
        "of many facts it needs."
    )


MADE: dict[str, Callable[[], Iterable[str]]] = {
    "identity": identity,
    "findings": for_readme,
    "verdicts": verdicts,
    "tiers": tiers,
    "paper-map": paper_map,
    "house": house,
    "certificates": markdown_table,
    "coq-obligations": coq_obligations,
}


def pages() -> list[Path]:
    return [path for path in (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))) if parts(path)]


def parts(path: Path) -> list[str]:
    return [name for _, name, _ in PART.findall(path.read_text(encoding="utf-8"))]


def renewed(path: Path) -> str:
    """The text of a page with its parts as they are now."""

    def part(found: re.Match[str]) -> str:
        return found[1] + "\n".join(MADE[found[2]]()) + "\n" + found[3]

    return PART.sub(part, path.read_text(encoding="utf-8"))


if __name__ == "__main__":
    for page in pages():
        page.write_text(renewed(page), encoding="utf-8")
        print(page.relative_to(ROOT))
