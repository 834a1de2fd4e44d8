"""The claims as they stand on their pages, and their wrong versions."""

from __future__ import annotations

import re
from dataclasses import dataclass

from proofs_check.coq import compiler as coq
from proofs_check.coq.theorems import KernelClaim


@dataclass(frozen=True)
class Stated:
    """A claim as it stands on its page."""

    statement: str
    proof: str


def stated(page: str) -> dict[str, Stated]:
    """The claims of a page by name, each on one line."""
    found = re.findall(
        r"^Theorem (\w+) :\s+(.*?)\.\s+Proof\. (.*?)\. Qed\.",
        coq.without_comments(page),
        re.MULTILINE | re.DOTALL,
    )
    return {name: Stated(" ".join(statement.split()), proof) for name, statement, proof in found}


def header(page: str) -> str:
    """What a page imports and opens before its first claim."""
    return coq.without_comments(page).partition("Theorem ")[0].strip()


def wrong_versions(claim: KernelClaim, statement: str) -> dict[str, str]:
    """The claim with one place changed, by what was changed."""
    wrong = {}
    for old, new in claim.mutations:
        if statement.count(old) != 1:
            raise ValueError(f"{claim.name}: {old!r} must stand once in the statement")
        wrong[f"{old} -> {new}" if new else f"{old} dropped"] = statement.replace(old, new)
    return wrong
