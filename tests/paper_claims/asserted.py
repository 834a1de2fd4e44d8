"""An audit in which every check came out as expected, without running any: for tests of what is shown, not of what is true."""

from __future__ import annotations

from paper_claims.audit.judging import Audit, judge
from paper_claims.audit.runner import theorem_row
from paper_claims.registry.record import Claim, Proved, Registry
from paper_claims.registry.rests_on import standings
from paper_claims.registry.verdict import Row, stated_about
from proofs_check.method.check import Check, all_checks

NUMBERS = {"n": "1000", "Lambda": "1/10", "distance of the models": "1/375", "printed bound": "11/5000"}


def asserted_row(check: Check) -> Row:
    refuted = check.expect == "fails"
    return Row(
        check=check.name,
        label=check.label,
        about=check.about,
        method=check.method,
        outcome=check.expect,
        universal=check.universal,
        exists=check.exists,
        scope=check.scope,
        control="rejected",
        expect=check.expect,
        concludes=check.concludes,
        needs=check.needs,
        says=check.says,
        detail="the distance of the models exceeds the printed bound" if refuted else "",
        witness=NUMBERS if refuted else None,
    )


def asserted_theorem(claim: Claim, proved: Proved) -> Row:
    slugs = [*claim.setting, *claim.inherited, *(p.slug for p in claim.extra_premises if not p.meaning)]
    return theorem_row(
        {
            "label": claim.label, "about": stated_about(claim, proved), "place": proved.by, "name": f"<{proved.by}>",
            "variables": "Λ ∈ ℝ", "given": {slug: "Λ > 0" for slug in slugs}, "where": [], "shows": "s <= 2 c/(Λ n)",
            "tier": "composed", "uses": 3, "rests": [], "model": "it: all premises hold", "control": "rejected",
        }
    )  # fmt: skip


def asserted_audit(registry: Registry) -> Audit:
    rows = [asserted_row(check) for check in all_checks().values()]
    rows += [asserted_theorem(claim, p) for claim in registry.claims.values() for p in claim.proved]
    judged = tuple(judge(entry, registry.claims.get(entry.label), rows) for entry in registry.entries)
    uses = {label: claim.uses for label, claim in registry.claims.items()}
    return Audit(judged, standings(uses, {j.entry.label: j.verdict for j in judged}), (), registry.paper)
