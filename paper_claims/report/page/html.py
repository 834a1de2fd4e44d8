"""index.html: the whole audit on one page that needs no network."""

from __future__ import annotations

import ast
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from paper_claims.audit.judging import PROOF_TOOLS, Audit, Judged, premise_rows
from paper_claims.audit.ledger import in_short, ledger, tier_name
from paper_claims.audit.tally import GROUPS, OUTCOMES, tally
from paper_claims.audit.tiers import TIERS
from paper_claims.audit.top_findings import answer, top_findings
from paper_claims.registry.record import EARLIER, WORDS
from paper_claims.registry.verdict import Row
from paper_claims.report.markdown import MEANING, evidence_summary, mutants_summary
from paper_claims.report.page import graph
from paper_claims.report.page.chart import Axis, Bar, Figure, bars
from paper_claims.report.page.figures import all_figures
from paper_claims.report.page.formulas import to_html
from paper_claims.report.theorems import stated
from proofs_check.mutants.matrix import Matrix

HERE = Path(__file__).parent
IMPACT = {
    "unsound": "following the paper gives less privacy than it claims",
    "loose": "following the paper adds more noise than needed",
    "none": "no noise depends on it",
}
IMPACT_WORDS = {"none": "no effect on noise"}


def page(audit: Audit, figures: Sequence[Figure] | None = None) -> str:
    """The report as one HTML text; same audit, same bytes."""
    environment = Environment(
        loader=FileSystemLoader(HERE),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["maths"] = lambda text: Markup(to_html(text))
    judged = ranked([j for j in audit.judged if j.claim])
    labels = [j.entry.label for j in judged]
    verdicts = {j.entry.label: j.verdict for j in judged}
    return environment.get_template("page.html.j2").render(
        audit=audit,
        answer=answer(audit),
        findings=top_findings(audit),
        judged=judged,
        groups={group: [j for j in judged if j.group == group] for group in GROUPS},
        tool=audit.to_json()["tool"],
        tiers=TIERS,
        tier_counts={g: Counter(tier_name(j) for j in judged if j.group == g) for g in GROUPS},
        rests=rests,
        statements=Markup(_json(judged, audit)),
        listed=[j for j in audit.judged if not j.claim],
        counts=Counter(j.verdict for j in judged),
        tally=tally(audit.judged),
        outcomes=OUTCOMES,
        earlier=EARLIER,
        impacts=Counter(j.claim.impact for j in judged if j.claim),
        figures=list(all_figures() if figures is None else figures),
        graph=Markup(graph.drawn(audit.uses, verdicts, {label: anchor(label) for label in labels})),
        matrix=list(matrix_rows(audit.mutants)) if audit.mutants else [],
        mutants=mutants_summary(audit),
        base=audit.to_json()["trusted_base"],
        believe=in_short(ledger(audit)),
        meaning=MEANING,
        words=WORDS,
        impact_meaning=IMPACT,
        impact_words=IMPACT_WORDS,
        tools=PROOF_TOOLS,
        style=Markup((HERE / "page.css").read_text(encoding="utf-8")),
        script=Markup((HERE / "page.js").read_text(encoding="utf-8")),
        anchor=anchor,
        stated=stated,
        premise_rows=premise_rows,
        known=set(labels),
        evidence_summary=evidence_summary,
        methods=methods,
        sections=sorted({j.entry.where for j in judged}),
        all_methods=sorted({m for j in judged for m in methods(j)}),
        failing=failing,
        drawing=lambda row: Markup(drawing(row)),
        used_by={label: [other for other in labels if label in audit.uses[other]] for label in labels},
    )


def rests(j: Judged) -> list[str]:
    """The axioms and leaves below its theorems; an axiom of several spaces once, with their names."""
    names = sorted({leaf["name"] for row in j.theorems for leaf in (row.theorem or {})["rests"]})
    spaces: dict[str, list[str]] = {}
    for name, _, space in (name.partition(", ") for name in names):
        spaces.setdefault(name, []).extend([space] * bool(space))
    return [f"{name} ({', '.join(of)})" if of else name for name, of in spaces.items()]


def ranked(judged: Sequence[Judged]) -> list[Judged]:
    """Load-bearing first, unsound first; else as in the paper."""
    impacts = list(IMPACT)
    return sorted(
        judged, key=lambda j: (GROUPS.index(j.group), bool(j.claim and impacts.index(j.claim.impact)))
    )


def _json(judged: Sequence[Judged], audit: Audit) -> str:
    """What the graph and the previews show of each statement; no end of a script element in it."""
    data = {
        j.entry.label: {
            "anchor": anchor(j.entry.label),
            "name": j.entry.number or j.entry.label,
            "verdict": j.verdict,
            "uses": [used for used in audit.uses[j.entry.label] if used in audit.uses],
        }
        for j in judged
    }
    return json.dumps(data, ensure_ascii=False).replace("<", "\\u003c")


def anchor(label: str) -> str:
    """An id without characters that links would have to escape."""
    return "claim-" + "".join(c if c.isalnum() or c in "_-" else "-" for c in label)


def methods(j: Judged) -> list[str]:
    return sorted({row.method for row in j.rows})


def failing(j: Judged) -> list[Row]:
    """The counterexamples with numbers, those of the statement first, as the rows are sorted."""
    return [row for row in j.rows if row.refutes and row.witness]


def drawing(row: Row) -> str:
    """The two numbers that a replay compares, its last two, as bars; nothing if they are no positive numbers."""
    pairs = list((row.witness or {}).items())[-2:]
    values = [_number(text) for _, text in pairs]
    if len(values) < 2 or not all(values) or not row.detail.endswith(f"exceeds the {pairs[1][0]}"):
        return ""
    numbers = [float(value) for value in values if value]
    high, low = max(numbers), min(numbers)
    axis = Axis("logarithmic", low / 3, high * 2, log=True) if high > 30 * low else Axis("", 0, high * 1.15)
    row_of_bars = [
        Bar(name, number, f"{number:.4g}", colour)
        for (name, _), number, colour in zip(pairs, numbers, (4, 1), strict=True)
    ]
    return bars(axis, [("", row_of_bars)])


def _number(text: str) -> Fraction | None:
    """A positive fraction, or the middle of a printed interval."""
    try:
        if text.startswith("["):
            ends = ast.literal_eval(text)
            value = (Fraction(ends[0]) + Fraction(ends[1])) / 2 if len(ends) == 2 else Fraction(0)
        else:
            value = Fraction(text)
    except (ValueError, SyntaxError, TypeError, ZeroDivisionError, OverflowError):
        return None
    return value if value > 0 else None


def matrix_rows(matrix: Matrix) -> Iterator[dict[str, Any]]:
    """A row per formula: how many wrong versions, what became of them, and the checks that notice most."""
    for function in dict.fromkeys(mutant.function for mutant in matrix.judged):
        mutants = [mutant for mutant in matrix.judged if mutant.function == function]
        status = Counter(mutant.status for mutant in mutants)
        kills = Counter(check for mutant in mutants for check in mutant.kills)
        busiest = sorted(kills.items(), key=lambda item: (-item[1], item[0]))
        yield {"function": function, "total": len(mutants), "status": status, "killers": busiest}
