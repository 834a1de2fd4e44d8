"""audit.json and AUDIT.md: the same facts for programs and for readers of plain text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from paper_claims.audit import top_findings as findings
from paper_claims.audit.judging import PROOF_TOOLS, Audit, Judged, witness_json
from paper_claims.audit.ledger import in_short, ledger
from paper_claims.audit.tally import OUTCOMES, tally
from paper_claims.registry.marks import as_code
from paper_claims.registry.record import EARLIER, WORDS
from paper_claims.registry.rests_on import resting_on
from paper_claims.report.theorems import stated, theorem_lines
from proofs_check.method.check import NOT_RUN
from proofs_check.mutants.matrix import THEOREMS
from reference.versions import PROJECT, VERSION, commit

CODE = re.compile(r"((?<!`)`[^`]+`(?!`))")
MEANING = {
    "verified": "proved for every size, and every printed step holds",
    "true_but_proof_gap": "proved for every size, but a printed step is wrong or does not follow; a repaired one is checked",
    "verified_with_premise": "false or open as printed; proved with an added premise that is shown to be needed",
    "refuted": "a counterexample replays in exact or certified arithmetic",
    "depends_on_reading": "the paper prints several readings; one is proved, another refuted",
    "empirical": "only searches and experiments, no proof",
    "open": "not decided, or not yet looked at",
    "out_of_scope": "nothing here that a machine could check; `judged by a reader` if one has looked, which proves nothing",
}


def evidence_summary(j: Judged) -> str:
    """How many rows prove for every size, show a failure in exact arithmetic, or only support."""
    proofs, failures = len(j.proofs), sum(row.refutes for row in j.rows)
    rest = sum(row.outcome != NOT_RUN for row in j.rows) - proofs - failures
    parts = [(proofs, "proof"), (failures, "counterexample"), (rest, "other")]
    return ", ".join(f"{n} {word}{'s' * (n > 1 and word != 'other')}" for n, word in parts if n)


def kernel_summary(audit: Audit) -> str:
    """One sentence about what a proof kernel checked, or how to let it."""
    marked = [j for j in audit.judged if j.in_kernel]
    rows = sum(len(j.in_kernel) for j in marked)
    found = []
    if rows:
        found.append(
            f"kernel: Coq accepts {rows} theorem{'s' * (rows > 1)} about {len(marked)} of these statements"
        )
    if recorded := sum(row.detail.endswith(NOT_RUN) for j in marked for row in j.in_kernel):
        found.append(f"{recorded} of these answers are recorded, and were not asked here")
    if audit.not_run:
        found.append(f"{len(audit.not_run)} theorems were not run here: {audit.not_run[0].detail}")
    return "; ".join(found) or "kernel: no theorem is about these statements"


def mutants_summary(audit: Audit) -> str:
    """One sentence about the kill matrix."""
    if audit.mutants is None:
        return "mutants: not run for this version (blindavg mutants)"
    counts = audit.mutants.summary()
    theorems = sum(mutant.function == THEOREMS for mutant in audit.mutants.judged)
    return (
        f"mutants: {counts['killed']} of {counts['total']} wrong formulas are noticed by a check, "
        f"{counts['equivalent']} are proved equal to the right one, {len(counts['survivors'])} survive"
        + f"; {theorems} of them are wrong versions of Coq theorems, {counts['proved_false']} with a proof of the negation"
        * bool(theorems)
    )


def markdown(audit: Audit) -> Iterator[str]:
    """AUDIT.md, line by line, with formulas as code; no text of a claim becomes HTML or steers a terminal."""
    return without_html(as_code(part) for part in _parts(audit))


def without_html(parts: Iterable[str]) -> Iterator[str]:
    """Markdown in which `<` and `&` stand for themselves, as they do in code anyway."""
    fenced = False
    for line in (line for part in parts for line in part.split("\n")):
        if line.startswith("```"):
            fenced = not fenced
        if fenced:
            yield line
            continue
        pieces = CODE.split(line)  # every second one is code
        pieces[::2] = [piece.replace("&", "&amp;").replace("<", "&lt;") for piece in pieces[::2]]
        yield "".join(pieces)


def _parts(audit: Audit) -> Iterator[str]:
    judged = [j for j in audit.judged if j.claim]
    listed = [j for j in audit.judged if not j.claim]
    made = ", commit ".join(filter(None, (f"{PROJECT} {VERSION}", (commit() or "")[:12])))
    yield f'# Audit of "Private Blind Model Averaging"\n\n{audit.paper} Made by {made}.\n'
    ours = sum(j.group == "ours" for j in judged)
    yield f"{len(judged)} statements judged, {ours} of them our own, {len(listed)} more listed{findings.unjudged(audit)}."
    yield "Every verdict below is derived from the evidence rows. A row counts only if its controls were rejected: the same"
    yield "computation on cases that must fail. It proves only if every check that it needs proves.\n"
    found = list(findings.lines(judged))
    if found:
        yield "## The findings that matter most\n"
        yield from found
        yield "\nThe numbers come from the witnesses of this audit.\n"
    yield f"## What you must believe\n\n{in_short(ledger(audit))} `blindavg trust` names them.\n"
    yield from _tally(audit)
    yield "## Verdicts\n"
    yield "| verdict | in `audit.json` | statements | meaning |\n| --- | --- | --- | --- |"
    for verdict, meaning in MEANING.items():
        yield f"| {WORDS[verdict]} | `{verdict}` | {sum(j.verdict == verdict for j in audit.judged)} | {meaning} |"
    yield f"\n{kernel_summary(audit)}."
    yield "\n## Judged statements\n\n| statement | verdict | weight | nature | impact | evidence | kernel | what to do |"
    yield "| --- | --- | --- | --- | --- | --- | --- | --- |"
    for j in judged:
        assert j.claim is not None
        yield (
            f"| [{j.entry.numbered}](#{_anchor(j.entry.numbered)}) {_cell(j.entry.title)} | {WORDS[j.verdict]} "
            f"| {j.entry.weight} | {j.claim.nature} | {j.claim.impact} "
            f"| {evidence_summary(j)} | {len(j.in_kernel) or ''} | {_cell(j.claim.consequence)} |"
        )
    yield from _rests_on(audit)
    for j in judged:
        yield from _section(j, audit.standing[j.entry.label])
    yield "\n## Listed, not judged\n\n| statement | kind | status | why |\n| --- | --- | --- | --- |"
    for j in listed:
        yield f"| {j.entry.numbered} {_cell(j.entry.title)} | {j.entry.kind} | {WORDS[j.verdict]} | {j.entry.reason} |"
    if audit.problems:
        yield "\n## Problems\n"
        yield from (f"- {problem}" for problem in audit.problems)
    yield f"\n## Can the checks fail?\n\n{mutants_summary(audit)}."
    base = audit.to_json()["trusted_base"]
    yield (
        "\n## Trusted base\n\n"
        + ", ".join(f"{tool} {base[tool]}" for tool in PROOF_TOOLS)
        + ", and Python. The rows of method kernel rest on Coq alone "
        + f"({base['coq']}) and on the axioms that `blindavg kernel` prints."
    )


def _tally(audit: Audit) -> Iterator[str]:
    """Load-bearing statements first, slips apart from errors."""
    yield "## How many, and of what kind\n"
    yield f"| | unsound | statements | {' | '.join(name.replace('_', ' ') for name in OUTCOMES)} |"
    yield "| --- |" + " --- |" * (len(OUTCOMES) + 2)
    for group, counts in tally(audit.judged).items():
        yield f"| {group} | {' | '.join(map(str, counts.values()))} |"
    meaning = "; ".join(words for words in OUTCOMES.values() if ":" in words)
    yield f"\nSomething is wrong where there is {meaning}."
    yield "Unsound: following the paper gives less privacy than the paper says.\n"


def _rests_on(audit: Audit) -> Iterator[str]:
    yield "\n## What rests on what\n"
    yield "A statement that rests on a refuted one says so; it can be proved all the same, with the premises that its own claim"
    yield "adds. `index.html` draws this table as a graph.\n"
    refuted = {j.entry.label for j in audit.judged if j.claim and j.verdict == "refuted"}
    counts = [
        (label, len(users)) for label, users in resting_on(audit.uses).items() if label in refuted and users
    ]
    for label, count in sorted(counts, key=lambda pair: (-pair[1], pair[0])):
        yield f"- refuted {label}: {count} statement{'s' * (count > 1)} above it"
    yield "\n| statement | verdict | uses | standing |\n| --- | --- | --- | --- |"
    for j in audit.judged:
        if j.claim and j.claim.uses:
            standing = audit.standing[j.entry.label]
            yield f"| {j.entry.label} | {WORDS[j.verdict]} | {', '.join(j.claim.uses)} | {standing} |"


def _section(j: Judged, standing: str) -> Iterator[str]:
    claim = j.claim
    assert claim is not None
    yield f"\n## {j.entry.numbered}\n\n**{j.entry.title}** ({j.entry.kind}, {j.entry.where}): {WORDS[j.verdict]},"
    nature = f"{claim.nature}, " if claim.nature else ""
    yield f"{j.entry.weight}, {nature}impact {claim.impact}, {f'{j.tier}, ' if j.tier else ''}{standing}\n"
    yield f"- Says: {claim.says}"
    if claim.formal:
        yield f"- Formally: {claim.formal}"
    for theorem in stated(j):
        yield "\n```text"
        yield from theorem_lines(theorem, claim)
        yield "```\n"
    yield f"- Why this verdict: {j.derived.reason}"
    if claim.premises:
        yield f"- Premises: {'; '.join(claim.premises)}"
    for premise in claim.extra_premises:
        yield f"- Added premise `{premise.slug}`: {premise.says}; {premise.why}"
    for reading in claim.readings:
        marks = ", ".join(
            m
            for m, on in (
                ("printed", reading.printed),
                ("not printed", not reading.printed),
                ("adopted here", reading.adopted),
            )
            if on
        )
        yield f"- Reading `{reading.slug}` ({marks}): {reading.says}: {j.derived.readings[reading.slug]}"
    for fact in claim.as_run:
        yield f"- As run ({EARLIER}): {fact.says}. {fact.bears_on}"
    if claim.conclusions:
        yield f"- To be concluded (a reader judges that this is the statement): {', '.join(claim.conclusions)}"
    if claim.textbook:
        yield f"- Cited, not checked here: {'; '.join(claim.textbook)}"
    if claim.repair:
        yield f"- Repair ({claim.repair.strength}): {claim.repair.statement}"
        if claim.repair.proof:
            yield f"- Proof: {' '.join(claim.repair.proof.split())}"
    if claim.uses:
        yield f"- Uses: {', '.join(claim.uses)}"
    if witness := witness_json(j):
        numbers = ", ".join(f"{name} = {value}" for name, value in witness["numbers"].items())
        yield f"- Counterexample ({witness['about']}, {witness['check']}): {numbers}"
    yield f"- What to do: {claim.consequence}\n- Replay: `blindavg replay '{j.entry.label}'`"
    if claim.steps:
        yield "\n| printed step | finding | note |\n| --- | --- | --- |"
        for step in claim.steps:
            by = " (judged by a reader)" if step.judged == "reader" else ""
            instead = f"; instead: {step.replaced_by}" if step.replaced_by else ""
            yield f"| {_cell(step.says)} | {j.derived.findings[step.slug]}{by} | {_cell(step.note)}{instead} |"
    yield "\n| check | about | method | outcome | for every size | scope | control |"
    yield "| --- | --- | --- | --- | --- | --- | --- |"
    for row in j.rows:
        size = "yes" if row.universal else "example" if row.exists else "no"
        yield (
            f"| {row.check} | {row.about} | {row.method} | {row.outcome} | {size} | {_cell(row.scope)} | {row.control} |"
        )


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def _anchor(heading: str) -> str:
    return "".join(c for c in heading.lower().replace(" ", "-") if c.isalnum() or c in "_-")
