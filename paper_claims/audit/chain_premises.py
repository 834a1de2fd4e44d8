"""Which premises a certificate leaves to its operator: those of the theorems behind it, written down for the accountant.

`python -m paper_claims.audit.chain_premises` proves the theorems and writes accountant/deployment/premises.json anew. How a
deployment file meets each premise is said in accountant/deployment/premises.py.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from accountant.deployment.premises import FILE
from paper_claims.audit.runner import prove_theorems
from paper_claims.registry.marks import plain
from paper_claims.registry.premises import words_for
from paper_claims.registry.verdict import Row

LABELS = (
    "thm:distributed_blindavg#full",
    "cor:group_privacy",
    "sec:security_distblindavg#user_level",
    "ex:dpsvm#sensitivity",
    "thm:sens_softmax",
    "ours:any_loss",
    "ours:gradient_diameter",
)
SENSITIVITY = {
    "svm": "sensitivity.svm_theorem.PRINTED",
    "softmax": "sensitivity.softmax_theorem.PRINTED_BETA",
    "margin": "sensitivity.any_loss_theorem.MARGINS",
    "logits": "sensitivity.any_loss_theorem.SOFTMAX_ROWS",
}
RECORD = {
    "svm": "distributed.learners_theorem.SVM_BLINDAVG",
    "softmax": "distributed.learners_theorem.BY_DIAMETER_BLINDAVG",
}
ANY = "distributed.blindavg_theorem.WITH_DROPOUTS"  # for any learner of this sensitivity
GROUP, GROUP_OF_ONE_USER, USER = (
    f"groups.group_theorem.{name}" for name in ("GROUP_PRIVACY", "GROUP_OF_ONE_USER", "USER_LEVEL")
)
# learner and level: the theorem, and which of its premises another theorem meets; that joint is not composed
CHAINS: dict[str, tuple[str, dict[str, str]]] = {
    f"{learner} {level}": chain
    for learner in SENSITIVITY
    for level, chain in {
        "record": (RECORD[learner], {})
        if learner in RECORD
        else (ANY, {"sensitivity": SENSITIVITY[learner]}),
        "group": (GROUP, {"sensitivity": SENSITIVITY[learner]}),
        "group of one user": (GROUP_OF_ONE_USER, {"group-sensitivity": SENSITIVITY[learner]}),
        "user": (USER, {}),
    }.items()
} | {  # what meets the premise `gap` of a softmax chain, by the name that the accountant gives it
    "gap by 2G": ("sensitivity.softmax_theorem.GAP_ON_BALL", {}),
    "gap by two classes": ("diameter.entries_theorem.GAP_OF_TWO", {}),
    "gap by many classes": ("diameter.entries_theorem.GAP_OF_MANY", {}),
}


def chain_premises(rows: Iterable[Row]) -> dict[str, Any]:
    """For each learner and level the theorem, what is joined to it, and the premises that remain, with formula and words."""
    found = {row.check: row.theorem for row in rows if row.theorem}
    chains = {}
    for name, (top, joined) in CHAINS.items():
        given: dict[str, str] = {}
        for part in (top, *joined.values()):
            given = {**found[part]["given"], **given}
        remaining = {slug: formula for slug, formula in sorted(given.items()) if slug not in joined}
        chains[name] = {
            "theorem": found[top]["name"],
            "place": top,
            "tier": found[top]["tier"],
            "leaves": sorted(
                {
                    part["name"]
                    for one in (top, *joined.values())
                    for part in found[one]["rests"]
                    if part["kind"] == "leaf"
                }
            ),
            "joined": {
                slug: {"theorem": found[part]["name"], "place": part} for slug, part in joined.items()
            },
            "premises": {
                slug: {"words": plain(words_for(None, slug).says), "formula": formula}
                for slug, formula in remaining.items()
            },
        }
    return chains


def written(chains: Mapping[str, Any]) -> str:
    return json.dumps(chains, indent=1, ensure_ascii=False) + "\n"


def main() -> None:
    rows, problems = prove_theorems(LABELS)
    if problems:
        raise SystemExit("; ".join(problems))
    FILE.write_text(written(chain_premises(rows)), encoding="utf-8")


if __name__ == "__main__":
    main()
