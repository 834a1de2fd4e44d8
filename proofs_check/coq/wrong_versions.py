"""The claims as they stand on their pages, and their wrong versions: stated, tried, and proved false.

Each theory RefutedX.v proves `not_svm_cap_1 : ~ svm_cap_1` for wrong versions such as the first one of svm_cap. It imports
WrongX, a theory that is written from the table of claims and names them. One more written theory asks the kernel whether each
proof is about the negation of that very statement, and on which axioms it rests.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from proofs_check.coq import compiler as coq
from proofs_check.coq.constants import CONSTANTS
from proofs_check.coq.theorems import KernelClaim


@dataclass(frozen=True)
class Stated:
    """A claim as it stands on its page."""

    statement: str
    proof: str


@cache
def stated(page: str) -> dict[str, Stated]:
    """The claims of a page by name, each on one line."""
    found = re.findall(
        r"^Theorem (\w+) :\s+(.*?)\.\s+Proof\. (.*?)\. Qed\.",
        coq.without_comments(page),
        re.MULTILINE | re.DOTALL,
    )
    return {name: Stated(" ".join(statement.split()), proof) for name, statement, proof in found}


def header(texts: Mapping[str, str], page: str, below: str) -> str:
    """What a page imports and opens, without the theories of ours that name nothing in the text `below`."""
    return _narrowed(
        texts, coq.without_comments(texts[page]).partition("Theorem ")[0].strip(), coq.words(below)
    )


def _narrowed(texts: Mapping[str, str], opening: str, words: set[str]) -> str:
    words = words | coq.words(coq.IMPORTS.sub("", opening))
    kept = [name for name in coq.imports(opening) if words & coq.defined(texts[name])]
    ours = f"From {coq.LIBRARY} Require Import {' '.join(kept)}." if kept else ""
    return coq.IMPORTS.sub(lambda _: ours, opening)


def part_of_page(texts: Mapping[str, str], page: str, names: Sequence[str]) -> str:
    """The page with these claims only; as it stands if they are all."""
    found = stated(texts[page])
    if list(found) == list(names):
        return texts[page]
    lines = [f"Theorem {name} : {found[name].statement}.\nProof. {found[name].proof}. Qed." for name in names]
    return "\n".join([header(texts, page, "\n".join(lines)), *lines]) + "\n"


def wrong_versions(claim: KernelClaim, statement: str) -> dict[str, str]:
    """The claim with one place changed, by what was changed."""
    wrong = {}
    for old, new in claim.mutations:
        if statement.count(old) != 1:
            raise ValueError(f"{claim.name}: {old!r} must stand once in the statement")
        wrong[f"{old} -> {new}" if new else f"{old} dropped"] = statement.replace(old, new)
    return wrong


def name_of(claim: KernelClaim, number: int) -> str:
    """The name of a wrong version; the table counts them from 1."""
    return f"{claim.name}_{number}"


def try_all(texts: Mapping[str, str], page: str, claims: Iterable[KernelClaim]) -> str:
    """A theory that states each claim, right and wrong, and says whether its proof is accepted for it."""
    lines = []
    for claim in claims:
        found = stated(texts[page])[claim.name]
        versions = {"right": found.statement, **wrong_versions(claim, found.statement)}
        for number, statement in enumerate(versions.values()):
            which = f"{claim.name} {number}"
            lines.append(f"Goal {statement}.")
            lines.append(
                f'first [{found.proof}; idtac "accepted {which}" | idtac "rejected {which}"]. Abort.'
            )
    return "\n".join([header(texts, page, "\n".join(lines)), *lines]) + "\n"


def refuting(texts: Mapping[str, str]) -> dict[str, str]:
    """The wrong versions that a theory claims to refute, and which theory."""
    return {name: theory for theory in texts if naming(texts, theory) for name in _refuted(texts[theory])}


def naming(texts: Mapping[str, str], theory: str) -> str:
    """The written theory that names the wrong versions which this one refutes, if it refutes any."""
    return next((name for name in coq.imports(texts[theory]) if name.startswith("Wrong")), "")


def state_wrong(texts: Mapping[str, str], claims: Iterable[KernelClaim]) -> dict[str, str]:
    """The theories that name the wrong versions, each in the numbers that its constants stand for. They prove nothing."""
    written = {}
    for theory in sorted(set(refuting(texts).values())):
        refuted = {name.rpartition("_")[0] for name in _refuted(texts[theory])}
        lines, pages = [], set()
        for claim in claims:
            if claim.name in refuted:
                pages.add(claim.page)
                wrong = wrong_versions(claim, stated(texts[claim.page])[claim.name].statement)
                for number, statement in enumerate(wrong.values(), start=1):
                    lines += _named(name_of(claim, number), statement)
        opening = [header(texts, page, "\n".join(lines)) for page in sorted(pages)]
        written[naming(texts, theory)] = "\n".join(opening + lines) + "\n"
    return written


def ask(texts: Mapping[str, str], refuted: Mapping[str, str]) -> str:
    """A theory that the kernel accepts only if each theorem is the negation it is named after, and that prints their axioms."""
    wrong = {theory: naming(texts, theory) for theory in refuted.values()}
    negations = ", ".join(
        f"({theory}.not_{name} : ~ {wrong[theory]}.{name})" for name, theory in refuted.items()
    )
    return (
        f"From {coq.LIBRARY} Require Import {' '.join([*wrong.values(), *wrong])}.\n"
        f"Definition negations := ({negations}).\nPrint Assumptions negations.\n"
    )


def parts_of_refutations(texts: Mapping[str, str], refuted: Mapping[str, str]) -> dict[str, str]:
    """The theories that refute these wrong versions, and those of that kind that they use, without what is not needed."""
    needed: dict[str, set[str]] = {}
    for name, theory in refuted.items():
        needed.setdefault(theory, set()).add(f"not_{name}")
    found: dict[str, str] = {}
    for theory in reversed(coq.in_order(texts, list(needed))):  # each before what it imports
        if theory in needed:
            opening, *blocks = _blocks(texts[theory])
            while more := [block for block in blocks if coq.defined(block) & needed[theory]]:
                blocks = [block for block in blocks if block not in more]
                needed[theory] |= {word for block in more for word in coq.words(block)}
            kept = [block for block in _blocks(texts[theory])[1:] if block not in blocks]
            found[theory] = _narrowed(texts, opening, needed[theory]) + "\n" + "".join(kept)
            for below in coq.imports(found[theory]):
                if naming(texts, below):
                    needed.setdefault(below, set()).update(needed[theory] & coq.defined(texts[below]))
    return found


@cache
def _blocks(text: str) -> tuple[str, ...]:
    """What a theory opens with, then its definitions, theorems and sections one by one."""
    starts = re.compile(r"^(?=(?:Definition|Fixpoint|Lemma|Theorem|Ltac|Section) )", re.MULTILINE)
    opening, *parts = starts.split(coq.without_comments(text))
    blocks: list[str] = []
    inside = False
    for part in parts:
        blocks = [*blocks[:-1], blocks[-1] + part] if inside else [*blocks, part]
        inside = blocks[-1].startswith("Section ") and not re.search(r"^End ", blocks[-1], re.MULTILINE)
    return opening, *blocks


@cache
def _refuted(text: str) -> list[str]:
    return re.findall(r"^Theorem not_(\w+) :", coq.without_comments(text), re.MULTILINE)


def _named(name: str, statement: str) -> list[str]:
    """A wrong version with its constants unfolded; the kernel checks that this is the same statement."""
    used = [constant for constant in CONSTANTS if constant in coq.words(statement)]
    unfolded = f"Eval cbv beta delta [{' '.join(used)}] in ({statement})" if used else statement
    return [
        f"Definition {name} : Prop := {unfolded}.",
        f"Definition {name}_is : {name} = ({statement}) := eq_refl.",
    ]
