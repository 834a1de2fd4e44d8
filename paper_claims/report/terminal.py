"""What the commands print: the verdict table, one claim, one replay."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import replace

from rich import markup
from rich.box import SIMPLE
from rich.console import Console
from rich.padding import Padding
from rich.table import Table

from paper_claims.audit.judging import Audit, Judged, premise_rows
from paper_claims.audit.runner import place
from paper_claims.audit.tally import in_words
from paper_claims.audit.top_findings import answer, number, sentence, witnessed
from paper_claims.registry.marks import plain
from paper_claims.registry.record import EARLIER, WORDS, Claim
from paper_claims.registry.verdict import Row
from paper_claims.report.markdown import MEANING, kernel_summary, mutants_summary
from paper_claims.report.theorems import stated, theorem_lines, tree_lines
from proofs_check.method.check import NOT_RUN

COLOURS = {
    "verified": "green",
    "true_but_proof_gap": "yellow",
    "verified_with_premise": "blue",
    "refuted": "red",
    "depends_on_reading": "magenta",
    "empirical": "cyan",
    "open": "dim",
    "out_of_scope": "dim",
}

SHOWN = 3  # failures and theorems in the summary of one statement


def escape(text: str) -> str:
    """The text as it is, without the marks of its formulas."""
    return markup.escape(plain(text))


def print_audit(audit: Audit, out: Console, listed: bool) -> None:
    """The answer and the tally; before them, if it is asked for, every statement."""
    if listed:
        print_statements(audit, out)
    else:
        found = answer(audit)
        out.print(f"[bold]{escape(found.short)}[/bold] {escape(found.because)}")
    for line in (*in_words(audit.judged), kernel_summary(audit), mutants_summary(audit)):
        out.print(escape(line), soft_wrap=True)
    for problem in audit.problems:
        out.print(f"[red]problem[/red] {escape(problem)}", soft_wrap=True)


def print_statements(audit: Audit, out: Console) -> None:
    """The verdict table, and the meaning of the verdicts that occur."""
    for j in audit.judged:
        counts = [(len(j.proofs), "proof"), (sum(row.refutes for row in j.rows), "counterexample")]
        parts = [f"{n} {word}{'s' * (n > 1)}" for n, word in counts if n]
        parts = [*([j.tier] if j.tier and j.theorems else []), *parts]
        numbers = ", ".join(parts + [f"{len(j.in_kernel)} in the kernel"] * bool(j.in_kernel))
        impact = j.claim.impact if j.claim else ""
        nature = f"{j.claim.nature if j.claim else '':5}"
        shade = f"[red]{impact:8}[/red]" if impact == "unsound" else f"{impact:8}"
        label, verdict = (
            escape(f"{j.entry.number:13}  {j.entry.label:28}"),
            f"[{COLOURS[j.verdict]}]{WORDS[j.verdict]:22}[/{COLOURS[j.verdict]}]",
        )
        out.print(f"{label} {verdict} {nature} {shade} {numbers}".rstrip(), soft_wrap=True)
        advice = j.claim.consequence if j.claim else j.entry.reason
        out.print(Padding(f"{escape(j.entry.title)}: [dim]{escape(advice)}[/dim]", (0, 0, 0, 4)))
    out.print(
        "\nverdict, nature and impact of each statement; a proof holds for every size, a counterexample is exact"
    )
    occurring = {j.verdict for j in audit.judged}
    for verdict in (v for v in MEANING if v in occurring):
        out.print(f"{coloured(verdict)}: {MEANING[verdict]}")
    if "unsound" in {j.claim.impact for j in audit.judged if j.claim}:
        out.print("impact [red]unsound[/red]: following the paper gives less privacy than it claims")
    out.print()


def print_summary(j: Judged, standing: str, out: Console) -> None:
    """One screen about a statement: what it says, what fails, what is proved from which premises, what to do."""
    if (claim := _begun(j, out)) is None:
        return
    if claim.finding and (witness := witnessed([j]).get(j.entry.label)):
        _field(out, "the number", sentence(claim.finding, witness))
    for reading in claim.readings:
        _field(out, "reading", f"{reading.says}: {j.derived.readings[reading.slug]}")
    failing = [row for row in _failing(j) if row.about.startswith(("statement", "reading"))]
    for row in failing[:SHOWN]:
        _field(out, "fails", f"{row.says} {place(row.check)}")
    for step in claim.steps:
        if (finding := j.derived.findings[step.slug]) in ("gap", "wrong"):
            _field(out, f"{finding} in the proof", f"{step.says}: {step.note}")
    for premise in claim.premises:
        _field(out, "premise", premise)
    for extra in claim.extra_premises:
        _field(out, "added premise", f"{extra.says} (without it: {extra.why})")
    seen: set[str] = set()
    for theorem in stated(j)[:SHOWN]:
        shows, tier = theorem["shows"].partition(", with ")[0], theorem["tier"]
        _field(out, "proved", f"{shows} ({theorem['place']}, {tier})")
        rows = premise_rows(theorem["given"], claim)
        words = [row["words"] for row in rows if row["printed"] is not False and row["words"] not in seen]
        same = ["the same"] if seen & {row["words"] for row in rows} else []
        _field(out, "", f"given: {'; '.join(same + words)}")
        seen.update(words)
    if claim.repair:
        _field(out, f"repair ({claim.repair.strength})", claim.repair.statement)
    _field(out, "what to do", claim.consequence)
    _field(out, "standing", standing)
    methods = Counter(row.method for row in j.rows)
    listed = ", ".join(f"{n} by {method}" for method, n in sorted(methods.items()))
    rejected = sum(r.control == "rejected" for r in j.rows)
    _field(out, "evidence", f"{len(j.rows)} checks ({listed}), {rejected} controls were rejected")
    label = escape(j.entry.label)
    out.print(
        f"\nmore: blindavg show '{label}' --all (every check), --proof (every premise); blindavg replay '{label}'\n"
    )


def print_claim(j: Judged, standing: str, out: Console) -> None:
    """Everything known about one statement."""
    if (claim := _begun(j, out)) is None:
        return
    _formally(j, out)
    for premise in claim.premises:
        _field(out, "premise", premise)
    for extra in claim.extra_premises:
        _field(out, "added premise", f"{extra.says} ({extra.why})")
    for reading in claim.readings:
        marks = [
            m
            for m, on in (
                ("printed", reading.printed),
                ("not printed", not reading.printed),
                ("adopted here", reading.adopted),
            )
            if on
        ]
        _field(out, "reading", f"{reading.says} ({', '.join(marks)}): {j.derived.readings[reading.slug]}")
    for run in claim.as_run:
        _field(out, "as run", f"{run.says} ({EARLIER}): {run.bears_on}")
    for conclusion in claim.conclusions:
        _field(out, "to be concluded", f"{conclusion}: {_concluders(j, conclusion)}")
    _field(out, "why", j.derived.reason)
    _field(out, "standing", standing)
    for fact in claim.textbook:
        _field(out, "cited", f"{fact} (textbook fact, not checked here)")
    if claim.repair:
        _field(out, f"repair ({claim.repair.strength})", claim.repair.statement)
        if claim.repair.proof:
            _field(out, "proof", " ".join(claim.repair.proof.split()))
    _field(out, "what to do", claim.consequence)
    if claim.steps:
        table = Table("printed step", "finding", "note", box=SIMPLE, pad_edge=False, show_edge=False)
        for step in claim.steps:
            finding = j.derived.findings[step.slug]
            by = " (by a reader)" if step.judged == "reader" else ""
            colour = {"ok": "green", "gap": "yellow", "wrong": "red"}.get(finding, "dim")
            instead = f" (instead: {step.replaced_by})" if step.replaced_by else ""
            table.add_row(
                escape(step.says), f"[{colour}]{finding}[/{colour}]{by}", escape(step.note + instead)
            )
        out.print()
        out.print(table)
    for row in j.rows:
        counted = "" if row.counts or row.outcome == NOT_RUN else f"; control {row.control}"
        _print_row(row, out, f"{row.method}; {row.scope}{counted}")
    out.print(
        f"\n{len(j.rows)} checks, {sum(r.control == 'rejected' for r in j.rows)} controls were rejected"
    )
    out.print(f"replay: blindavg replay '{escape(j.entry.label)}'\n")


def print_proof(j: Judged, out: Console) -> None:
    """The tree of theorems that state one statement."""
    _head(j, out)
    for theorem in stated(j):
        out.print()
        for line in (*theorem_lines(theorem, j.claim), "", *tree_lines(theorem)):
            out.print(f"  {line}", markup=False, soft_wrap=True)
    if not stated(j):
        out.print("  no theorem of the logic states it; `blindavg show --all` lists its checks")
    out.print()


def print_counterexamples(j: Judged, out: Console) -> None:
    """What is known before anything is proved: the number, and what fails."""
    if j.claim and (failing := _failing(j)):
        _title(j, out)
        _print_statement(j, out)
        _print_failing(j, failing, out)
        out.print()


def print_replay(j: Judged, out: Console, shown: Collection[str] = ()) -> None:
    """The counterexamples with their numbers unless they are shown already, then the proofs."""
    _head(j, out)
    if j.claim is None:
        out.print(f"  nothing to replay: {escape(j.entry.reason)}")
        return
    failing = [row for row in _failing(j) if row.check not in shown]
    if len(failing) == len(_failing(j)):
        _print_statement(j, out)
    if failing:
        _print_failing(j, failing, out)
    proving = [
        row
        for row in j.rows
        if row.check in j.proofs and row.about.startswith(("statement", "repair", "reading"))
    ]
    if proving:
        out.print("\n[bold]What is proved[/bold] (for every size; `blindavg show --proof` has the premises)")
    for row in proving:
        if row.theorem:
            many = f"{len(row.theorem['given'])} premises"
            said = replace(row, says=row.says.partition(", with ")[0])
            _print_row(said, out, f"{row.method}; every value of its symbols; {row.theorem['tier']}; {many}")
        else:
            _print_row(row, out, f"{row.method}; {row.scope}; {row.detail}")
    if j.claim.repair:
        out.print()
        _field(out, f"repair ({j.claim.repair.strength})", j.claim.repair.statement)
    _field(out, "what to do", j.claim.consequence)
    out.print()


def _print_statement(j: Judged, out: Console) -> None:
    """What it says; before that the number of the finding."""
    assert j.claim is not None
    if j.claim.finding and (witness := witnessed([j]).get(j.entry.label)):
        _field(out, "the number", sentence(j.claim.finding, witness))
    _field(out, "says", j.claim.says)
    if j.claim.formal:
        _field(out, "formally", j.claim.formal)


def _print_failing(j: Judged, failing: Sequence[Row], out: Console) -> None:
    """What fails, with its numbers, and the number of the finding with those that it is read off."""
    assert j.claim is not None
    finding = j.claim.finding
    out.print("\n[bold]What fails as printed[/bold] (exact or certified arithmetic, recomputed now)")
    for row in failing:
        kind, _, slug = row.about.partition(":")
        printed = [step.says for step in j.claim.steps if step.slug == slug and kind in ("step", "inference")]
        numbers = [f"{name} = {value}" for name, value in (row.witness or {}).items()]
        if finding and row.check == finding.check and row.witness:
            of = f"{finding.value} / {finding.over}" if finding.over else finding.value
            numbers.append(f"the number: {of} = {number(finding, row.witness)}")
        result = f"=> {row.detail} ({row.method}; {row.scope})"
        _print_row(row, out, *(f"printed step: {says}" for says in printed), *numbers, result)


def _failing(j: Judged) -> list[Row]:
    """What fails as printed; the check of the finding first."""
    first = j.claim.finding.check if j.claim and j.claim.finding else ""
    return sorted((row for row in j.rows if row.refutes), key=lambda row: row.check != first)


def _formally(j: Judged, out: Console) -> None:
    """The typed formula, or the theorems that state it; if they do not go through, what was to be proved."""
    assert j.claim is not None
    if j.claim.formal:
        _field(out, "formally", j.claim.formal)
    for theorem in stated(j):
        _field(out, "formally", "as the theorem says")
        for line in theorem_lines(theorem, j.claim):
            out.print(f"    {line}", markup=False, soft_wrap=True)


def _print_row(row: Row, out: Console, *lines: str) -> None:
    """A check: its outcome, what it shows, these lines, its name, and the file and line of its function."""
    colour = {"holds": "green", "fails": "red"}.get(row.outcome, "dim")
    out.print(f"\n  [{colour}]{row.outcome}[/{colour}] {escape(row.about)}: {escape(row.says)}")
    for line in lines:
        out.print(f"    {line}", markup=False)
    out.print(f"    {row.check}  {place(row.check)}", markup=False, soft_wrap=True, style="dim")


def _concluders(j: Judged, conclusion: str) -> str:
    """The checks that conclude it, each with what it needs."""
    rows = [row for row in j.rows if row.concludes == conclusion and row.check in j.proofs]
    return (
        "; ".join(row.check + (f" (with {', '.join(row.needs)})" if row.needs else "") for row in rows)
        or "nothing yet"
    )


def _begun(j: Judged, out: Console) -> Claim | None:
    """The head and what the statement says, or why it is not judged."""
    _head(j, out)
    if j.claim is None:
        out.print(f"  not judged: {escape(j.entry.reason)}")
    else:
        _field(out, "says", j.claim.says)
    return j.claim


def _title(j: Judged, out: Console) -> None:
    out.print(
        f"[bold]{escape(j.entry.numbered)}[/bold] {escape(j.entry.title)} ({j.entry.kind}, {escape(j.entry.where)})"
        + (f" [dim]{escape(j.entry.source)}[/dim]" if j.entry.source else "")
    )


def _head(j: Judged, out: Console) -> None:
    _title(j, out)
    impact = f", {j.entry.weight}"
    impact += f", {j.claim.nature}" if j.claim and j.claim.nature else ""
    impact += f", impact {j.claim.impact}" if j.claim else ""
    impact += f", {j.tier}" if j.tier else ""
    out.print(f"  {coloured(j.verdict)}{impact}: {MEANING[j.verdict]}")


def _field(out: Console, name: str, text: str) -> None:
    grid = Table.grid(padding=(0, 1))
    grid.add_column(width=20)
    grid.add_column(ratio=1)
    grid.add_row(f"  [dim]{name}[/dim]", escape(text))
    out.print(grid)


def coloured(verdict: str) -> str:
    return f"[{COLOURS[verdict]}]{WORDS[verdict]}[/{COLOURS[verdict]}]"
