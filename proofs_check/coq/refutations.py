"""Wrong versions that are proved false: Coq accepts a theorem that states the negation.

From the table of claims a theory is written that gives each wrong version a name, such as svm_cap_1. The theories that import
it prove `not_svm_cap_1 : ~ svm_cap_1`. One more written theory asks the kernel whether each of these is the negation of that
very statement, and on which axioms they rest.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from proofs_check.coq import compiler as coq
from proofs_check.coq.statements import header, stated, wrong_versions
from proofs_check.coq.theorems import KernelClaim

WRONG = {"Claims": "WrongStatements", "ClaimsNumeric": "WrongStatementsNumeric"}  # written, by page


def name_of(claim: KernelClaim, number: int) -> str:
    """The name of a wrong version; the table counts them from 1."""
    return f"{claim.name}_{number}"


def state_wrong(claims: Sequence[KernelClaim], page: str) -> str:
    """A theory that names every wrong version of these claims. It proves nothing."""
    lines = [header(page)]
    for claim in claims:
        wrong = wrong_versions(claim, stated(page)[claim.name].statement)
        for number, statement in enumerate(wrong.values(), start=1):
            lines.append(f"Definition {name_of(claim, number)} : Prop := {statement}.")
    return "\n".join(lines) + "\n"


def refuting(texts: Mapping[str, str], page: str) -> dict[str, str]:
    """The wrong versions of a page that a theory claims to refute, and which theory."""
    found = {}
    for theory, text in texts.items():
        if WRONG[page] in coq.imports(text):
            for name in re.findall(r"^Theorem not_(\w+) :", coq.without_comments(text), re.MULTILINE):
                found[name] = theory
    return found


def ask(refuted: Mapping[str, str], page: str) -> str:
    """A theory that the kernel accepts only if each theorem is the negation it is named after, and that prints their axioms."""
    imported = " ".join(dict.fromkeys([WRONG[page], *refuted.values()]))
    negations = ", ".join(
        f"({theory}.not_{name} : ~ {WRONG[page]}.{name})" for name, theory in refuted.items()
    )
    return (
        f"From {coq.LIBRARY} Require Import {imported}.\n"
        f"Definition negations := ({negations}).\nPrint Assumptions negations.\n"
    )
