"""Which premises a certificate leaves to its operator: those of the theorems behind it, written down for the accountant.

`python -m paper_claims.audit.chain_premises` proves the theorems and writes accountant/deployment/premises.json anew, and
links.json beside it: how the theorems of the chain are proved. How a deployment file meets each premise is said in
accountant/deployment/premises.py.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any

from accountant.deployment import foundations
from accountant.deployment.premises import FILE
from paper_claims.audit.runner import prove_theorems
from paper_claims.registry.marks import plain
from paper_claims.registry.premises import words_for
from paper_claims.registry.verdict import Row

CERTIFIED = "groups.certified_theorem"
USER = "groups.group_theorem.USER_LEVEL"  # whatever the learner is
CHAINS = {  # learner and level: the theorem, from the update line to the sum
    f"{learner} {level}": f"{CERTIFIED}.{learner.upper()}_{level.replace(' ', '_').upper()}"
    for learner in ("svm", "softmax", "margin", "logits")
    for level in ("record", "group", "group of one user")
} | {
    **{f"{learner} averaged": f"{CERTIFIED}.{learner.upper()}_AVERAGED" for learner in ("svm", "softmax")},
    **{
        f"{learner} record, discrete noise": f"secure_sum.certified_on_grid.{learner.upper()}_RECORD_DISCRETE"
        for learner in ("svm", "softmax", "margin", "logits")
    },
    "user": USER,
}


def chain_premises(rows: Iterable[Row]) -> dict[str, Any]:
    """For each learner and level the theorem and its premises: words, formula, and data where it can be evaluated."""
    found = {row.check: row.theorem for row in rows if row.theorem}
    chains = {}
    for name, place in CHAINS.items():
        theorem = found[place]
        chains[name] = {
            "theorem": theorem["name"],
            "place": place,
            "tier": theorem["tier"],
            "leaves": {part["name"]: part["by"] for part in theorem["rests"] if part["kind"] == "leaf"},
            "premises": {
                slug: {"words": plain(words_for(None, slug).says), "formula": formula} | _exact(theorem, slug)
                for slug, formula in sorted(theorem["given"].items())
            },
        }
    return chains


def _exact(theorem: Mapping[str, Any], slug: str) -> dict[str, Any]:
    """The formula as data, if it speaks of numbers only: the accountant evaluates it."""
    return {"exact": theorem["exact"][slug]} if slug in theorem["exact"] else {}


def link_tiers(rows: Iterable[Row]) -> dict[str, str]:
    """How the theorems that links of certificates use are proved."""
    found = {row.check: row.theorem for row in rows if row.theorem}
    return {place: found[place]["tier"] for place in sorted(foundations.Theorem)}


def written(found: Mapping[str, Any]) -> str:
    """With a formula that is data in one line."""
    text = json.dumps(found, indent=1, ensure_ascii=False)
    one_line = lambda found: json.dumps(json.loads(found[0]), ensure_ascii=False)  # noqa: E731
    return re.sub(r'(?<="exact": )\[.*?\](?=\n   \})', one_line, text, flags=re.DOTALL) + "\n"


def main() -> None:
    rows, problems = prove_theorems((), places={*CHAINS.values(), *foundations.Theorem})
    if problems:
        raise SystemExit("; ".join(problems))
    FILE.write_text(written(chain_premises(rows)), encoding="utf-8")
    foundations.FILE.write_text(written(link_tiers(rows)), encoding="utf-8")


if __name__ == "__main__":
    main()
