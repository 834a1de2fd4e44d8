"""How a verdict is reached, from the strongest to the weakest. A statement has the tier of its weakest part."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from paper_claims.registry.record import Claim, Entry
from paper_claims.registry.verdict import Row, Verdict

PROVED = ("verified", "true_but_proof_gap", "verified_with_premise", "depends_on_reading")
TIERS = {
    "coq": "a proof kernel checks the statement itself, or what refutes it",
    "composed": "the logic composes it from axioms",
    "composed with leaves": "the same, with facts that another tool has shown",
    "computed": "one question to z3 or sympy whose variables are the quantified quantities, or one exact counterexample",
    "argued": "checks, at least for a part, that a sentence of the claim file connects",
    "not proved": "measured, open, or only read",
}
READ = "judged by a reader"  # how the reason of a listed statement begins, if one has looked


def tier_of(
    entry: Entry, claim: Claim | None, derived: Verdict, rows: Sequence[Row], proofs: Collection[str]
) -> str | None:
    """The tier of the weakest part; none for what is open or only ran."""
    if derived.verdict == "refuted":
        return refuted_in(claim, rows)
    if derived.verdict == "out_of_scope":
        return "read" if entry.reason.startswith(READ) else None
    if derived.verdict not in PROVED or claim is None:
        return None
    proving = [row for row in rows if row.check in proofs]
    open_readings = {slug for slug, result in derived.readings.items() if result != "proved"}
    stated = [proved for proved in claim.proved if proved.reading not in open_readings]
    by_name = {row.check: row for row in proving}
    named = [by_name[proved.by] for proved in stated if proved.by in by_name]
    parts = {"coq" if row.method == "kernel" else "composed" for row in named}
    for conclusion in conclusions_of(claim, open_readings):
        drawn = [row for row in proving if row.concludes == conclusion]
        parts.add("computed" if any(map(answers_one_question, drawn)) else "argued")
    weakest = next((tier for tier in ("argued", "computed", "composed", "coq") if tier in parts), "argued")
    needed = {name for proved in stated for name in proved.needs}
    return f"composed{with_leaves(named, needed)}" if weakest == "composed" else weakest


def refuted_in(claim: Claim | None, rows: Sequence[Row]) -> str:
    """One row is enough to refute a statement; of a claim with readings, each that the paper prints needs one.

    Rows of the logic never refute: a theorem holds or is not made.
    """
    places = [f"reading:{reading.slug}" for reading in (claim.readings if claim else ()) if reading.printed]
    kernel = {row.about for row in rows if row.refutes and row.method == "kernel"}
    return "coq" if kernel.issuperset(places or ["statement"]) else "computed"


def conclusions_of(claim: Claim, open_readings: Collection[str]) -> list[str]:
    """What must be concluded by checks for the statement and the readings that are proved."""
    readings = [reading for reading in claim.readings if reading.slug not in open_readings]
    return [*claim.conclusions, *(c for reading in readings for c in reading.conclusions)]


def answers_one_question(row: Row) -> bool:
    """The row is the answer of z3 or sympy to one question with free variables, and it needs no other check."""
    return row.method in ("smt", "symbolic") and bool(row.quantified) and not row.needs


def with_leaves(theorems: Iterable[Row], needed: Collection[str] = ()) -> str:
    """`needed`: checks that say what the symbols of the theorems stand for, such as that a gradient is the derivative."""
    rests = [part for row in theorems for part in (row.theorem or {"rests": []})["rests"]]
    leaves = {part["name"] for part in rests if part["kind"] == "leaf"} | set(needed)
    return f" with {len(leaves)} {'leaf' if len(leaves) == 1 else 'leaves'}" if leaves else ""


def only_argued(entry: Entry, tier: str | None) -> bool:
    """A statement that others rest on, whose parts only a sentence ties together: it is open."""
    return entry.weight == "load-bearing" and tier == "argued"


def opened(derived: Verdict) -> Verdict:
    """The verdict of a load-bearing statement that is only argued."""
    return replace(
        derived, verdict="open", reason="load-bearing, but only argued: a sentence connects its checks"
    )
