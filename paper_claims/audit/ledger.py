"""The ledger of trust: everything that a reader of the audit must believe, counted. trust.json is the state that was accepted.

A test compares: nothing more is trusted, and nothing less, without a change of trust.json that somebody makes on purpose
(`blindavg trust --accept`). STATEMENTS.md has the lines behind the numbers.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from paper_claims.audit.judging import Audit, Judged
from paper_claims.audit.tally import GROUPS
from paper_claims.audit.tiers import answers_one_question, conclusions_of
from paper_claims.registry.marks import plain
from paper_claims.registry.record import WEIGHTS

ROOT = Path(__file__).parents[1]
ACCEPTED, STATEMENTS = ROOT / "trust.json", ROOT / "STATEMENTS.md"
LEAVES = {  # what shows a leaf: the closed vocabulary
    "coq": "a theorem of Coq, printed from the leaf and proved there",
    "check": "a registered check",
    "textbook": "a textbook's word",
}
RULES = {  # what makes theorems from theorems: the rules of proofs_check/logic/rules.py
    "lemma": "from premises, by what was proved before",
    "induct": "for every whole number",
    "discharge": "a premise becomes a condition",
    "forget": "a definition that nothing speaks of is dropped",
    "equal_to": "a definition by an equation",
    "recursive": "a definition by recursion",
}


def ledger(audit: Audit) -> dict[str, Any]:
    """Names, not only numbers: a change shows what changed."""
    parts = trusted_parts(audit)
    leaves = [part for part in parts if part["kind"] == "leaf"]
    claims = [(j.entry.weight, j) for j in audit.judged if j.claim is not None]
    return {
        "axioms": clauses(part["name"] for part in parts if part["kind"] == "axiom"),
        "rules": sorted(RULES),
        "leaves": {kind: [leaf["name"] for leaf in leaves if leaf["by"] == kind] for kind in LEAVES},
        "symbols known by these alone": sorted({symbol for part in parts for symbol in part["about"]}),
        "textbook facts": _by_weight((w, len(j.claim.textbook)) for w, j in claims if j.claim),
        "tied by a sentence": _by_weight((w, len(argued_parts(j))) for w, j in claims),
        "universal by a sentence": len(universal_by_a_sentence(audit)),
        "steps that a reader judged": _by_weight(
            (w, sum(step.judged == "reader" for step in j.claim.steps)) for w, j in claims if j.claim
        ),
        "tiers": {
            group: dict(sorted(Counter(tier_name(j) for _, j in claims if j.group == group).items()))
            for group in GROUPS
        },
        "lines to read": len(list(statement_lines(audit))),
    }


def clauses(names: Iterable[str]) -> dict[str, list[str]]:
    """Axiom -> its clauses, each with the sorts that it is stated for. An axiom is named `axiom: clause, sort` or `axiom`."""
    found: dict[str, dict[str, list[str]]] = {}
    for name in sorted(names):
        axiom, _, rest = name.partition(": ")
        clause, _, sort = rest.partition(", ")
        found.setdefault(axiom, {}).setdefault(clause or axiom, []).extend([sort] if sort else [])
    return {
        axiom: [clause + f" ({', '.join(sorts)})" * bool(sorts) for clause, sorts in parts.items()]
        for axiom, parts in found.items()
    }


def tier_name(j: Judged) -> str:
    """Without the number of leaves, which the ledger lists by name."""
    return (j.tier or "not proved").partition(" with ")[0] + (
        " with leaves" if " with " in (j.tier or "") else ""
    )


def argued_parts(j: Judged) -> list[str]:
    """The conclusions of a statement that no theorem states and no single question answers."""
    if j.claim is None or j.tier != "argued":
        return []
    open_readings = {slug for slug, result in j.derived.readings.items() if result != "proved"}
    proving = [row for row in j.rows if row.check in j.proofs]
    return [
        conclusion
        for conclusion in conclusions_of(j.claim, open_readings)
        if not any(row.concludes == conclusion and answers_one_question(row) for row in proving)
    ]


def universal_by_a_sentence(audit: Audit) -> set[str]:
    """The universal checks that no tool answered for all values of variables at once: what they range over is a sentence."""
    rows = (row for j in audit.judged for row in j.rows)
    return {
        row.check
        for row in rows
        if row.universal and row.method != "kernel" and not (row.theorem or row.quantified)
    }


def trusted_parts(audit: Audit) -> list[Mapping[str, Any]]:
    """The axioms and leaves below the theorems that claims name, each once, by name."""
    found = {
        part["name"]: part
        for j in audit.judged
        for row in j.theorems
        for part in (row.theorem or {})["rests"]
    }
    return [found[name] for name in sorted(found)]


def statement_lines(audit: Audit) -> Iterator[str]:
    """What a person must read to believe the audit: a line an axiom, leaf, theorem or check, premises |- conclusion."""
    for part in trusted_parts(audit):
        yield f"{part['kind']} | {part['name']} | {part['says']}"
    for j in audit.judged:
        for row in {row.check: row for row in j.theorems}.values():  # one that is also cited here is one line
            theorem = row.theorem or {}
            given = "; ".join(f"[{slug}] {formula}" for slug, formula in theorem["given"].items())
            yield f"theorem | {j.entry.label}: {theorem['name']} | {given} |- {theorem['shows']}"
        for row in j.rows:
            if row.concludes and row.check in j.proofs:
                yield f"check | {j.entry.label}: {row.check} | {plain(row.says)}"


def statements_page(audit: Audit) -> str:
    head = (
        "# What a person must read\n\n"
        "Printed by `blindavg trust --accept`. One line an axiom, a leaf, a theorem that a claim names, or a\n"
        "check that a claim rests on: premises |- conclusion. Definitions and words: `blindavg show LABEL --proof`.\n"
        "The rest is checked by machine.\n\n"
    )
    rows = (line.replace("`", "'") for line in statement_lines(audit))
    return head + "\n".join(f"    {row}" for row in rows) + "\n"


def in_short(found: Mapping[str, Any]) -> str:
    """One sentence a fact, for the first screen."""
    leaves = {kind: len(names) for kind, names in found["leaves"].items()}
    axioms, parts = len(found["axioms"]), sum(map(len, found["axioms"].values()))
    tied, facts, said = found["tied by a sentence"], found["textbook facts"], accepted()["obligations"]
    return (
        f"Its proofs rest on z3, sympy, ball arithmetic and Coq, on {axioms} axioms with {parts} clauses, and on "
        f"{sum(leaves.values())} leaves: {leaves['coq']} shown by Coq, {leaves['check']} by checks, {leaves['textbook']} by "
        f"textbooks. z3 alone has decided {said['z3 alone']} of {said['obligations']} obligations (the accepted count). "
        f"A sentence connects checks {tied['load-bearing']} times under load-bearing statements, {tied['text']} times under "
        f"others; textbook facts are cited {facts['load-bearing']} and {facts['text']} times. "
        f"A person must read {found['lines to read']} lines."
    )


def _by_weight(numbers: Iterator[tuple[str, int]]) -> dict[str, int]:
    found = dict.fromkeys(WEIGHTS, 0)
    for weight, number in numbers:
        found[weight] += number
    return found


def accepted() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(ACCEPTED.read_text(encoding="utf-8"))
    return found


def differences(found: Mapping[str, Any], before: Mapping[str, Any]) -> list[str]:
    """What is trusted now and was not accepted, or was accepted and is not trusted any more."""
    lines = []
    for key in sorted({*found, *before}):
        if found.get(key) != before.get(key):
            lines.append(f"{key}: accepted {json.dumps(before.get(key))}, found {json.dumps(found.get(key))}")
    return lines
