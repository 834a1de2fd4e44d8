"""What the kernel says about each claim: is it accepted, on which axioms does it rest, are its wrong versions rejected?

A page of claims is compiled as it stands. Then the runner writes more theories: some print the axioms of the claims that may
rest on the same ones, one states every claim again, right and wrong, and tries its proof, one plants an axiom.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from proofs_check.kernel import coq
from proofs_check.kernel.claims import ALLOWED, CLAIMS, KernelClaim

CORE, NUMERIC = "Claims", "ClaimsNumeric"
INTERVALS = {
    "FindIntervals": "From Interval Require Import Tactic.\n"
}  # is the library for certified numbers there?
PLANTED = "Axiom planted : 0 = 1.\nTheorem used : 1 = 0.\nProof. symmetry; exact planted. Qed.\nPrint Assumptions used.\n"


@dataclass(frozen=True)
class Answer:
    """What became of one claim; `axioms` is empty if it was not accepted."""

    accepted: bool
    axioms: tuple[str, ...]
    problem: str
    rejected: Mapping[str, bool]  # each wrong version, and whether the kernel rejects it


@dataclass(frozen=True)
class Run:
    """The answers by claim; a claim that could not be tried here is not among them, and `missing` says why."""

    version: str
    answers: Mapping[str, Answer]
    missing: str = ""
    planted_reported: bool = False

    @property
    def problems(self) -> list[str]:
        reasons = dict.fromkeys(answer.problem for answer in self.answers.values() if answer.problem)
        found = []
        for reason in reasons:  # a theory that is not accepted takes all claims of its page with it
            names = [name for name, answer in self.answers.items() if answer.problem == reason]
            found.append(f"{names[0] if len(names) == 1 else f'{len(names)} theorems'}: {reason}")
        for name, answer in self.answers.items():
            found += [
                f"{name}: accepted with {change}" for change, gone in answer.rejected.items() if not gone
            ]
        if self.version and not self.planted_reported:
            found.append("a planted axiom is not reported")
        return found


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


def wrong_versions(claim: KernelClaim, statement: str) -> dict[str, str]:
    """The claim with one place changed, by what was changed."""
    wrong = {}
    for old, new in claim.mutations:
        if statement.count(old) != 1:
            raise ValueError(f"{claim.name}: {old!r} must stand once in the statement")
        wrong[f"{old} -> {new}" if new else f"{old} dropped"] = statement.replace(old, new)
    return wrong


def run(
    core: bool = False,
    texts: Mapping[str, str] | None = None,
    cache: Path | None = None,
    claims: Sequence[KernelClaim] = CLAIMS,
) -> Run:
    """Ask the kernel about every claim, or with `core` about those that need no library beyond Coq itself."""
    version = coq.version()
    if not version:
        return Run("", {}, f"Coq is not installed ({coq.INSTALL})")
    texts, folder = texts or coq.theories(), cache or coq.cache_folder()
    missing = ""
    if not core and not _intervals_there(folder, version):
        core, missing = True, f"the library coq-interval is not installed ({coq.INSTALL})"
    pages = [CORE] if core else [NUMERIC, CORE]
    tried = [claim for claim in claims if claim.page in pages]
    written = {"PlantedAxiom": PLANTED}
    for page in pages:
        on_page = [claim for claim in tried if claim.page == page]
        written[f"{page}WrongVersions"] = _try_all(on_page, texts[page])
        for level in ALLOWED:
            if named := [claim.name for claim in on_page if claim.level == level]:
                written[f"{page}Axioms{level.capitalize()}"] = _print_axioms(page, named)
    done = coq.compile_theories({**texts, **written}, [*pages, *written], folder, version)
    return Run(
        version,
        {claim.name: _answer(claim, texts, done) for claim in tried},
        missing,
        _axioms(done["PlantedAxiom"].output) == ("planted",),
    )


@cache
def run_here(core: bool = False) -> Run:
    """The run on this machine, once a process."""
    return run(core)


def _intervals_there(folder: Path, version: str) -> bool:
    return coq.compile_theories(INTERVALS, list(INTERVALS), folder, version)["FindIntervals"].accepted


def _header(page: str) -> str:
    return coq.without_comments(page).partition("Theorem ")[0].strip()


def _try_all(claims: Sequence[KernelClaim], page: str) -> str:
    """A theory that states each claim, right and wrong, and says whether its proof is accepted for it."""
    lines = [_header(page)]
    for claim in claims:
        found = stated(page)[claim.name]
        versions = {"right": found.statement, **wrong_versions(claim, found.statement)}
        for number, statement in enumerate(versions.values()):
            which = f"{claim.name} {number}"
            lines.append(f"Goal {statement}.")
            lines.append(
                f'first [{found.proof}; idtac "accepted {which}" | idtac "rejected {which}"]. Abort.'
            )
    return "\n".join(lines) + "\n"


def _print_axioms(page: str, names: Sequence[str]) -> str:
    together = ", ".join(f"@{page}.{name}" for name in names)
    return f"From {coq.LIBRARY} Require Import {page}.\nDefinition together := ({together}).\nPrint Assumptions together.\n"


def _axioms(output: str) -> tuple[str, ...]:
    """What Print Assumptions lists; a line of another form, such as a switched-off check, stands for itself."""
    _, found, listed = output.partition("Axioms:\n")
    if not found:
        return () if "Closed under the global context" in output else ("no answer",)
    return tuple(sorted(line.split(" :")[0].strip() for line in listed.splitlines() if line[:1].strip()))


def _answer(claim: KernelClaim, texts: Mapping[str, str], done: Mapping[str, coq.Compiled]) -> Answer:
    page, tried = done[claim.page], done[f"{claim.page}WrongVersions"]
    printed = done[f"{claim.page}Axioms{claim.level.capitalize()}"]
    for step in (page, printed, tried):
        if not step.accepted:
            _, _, complaint = " ".join(step.output.split()).rpartition(" Error: ")
            return Answer(False, (), f"not accepted: {complaint[:300]}", {})
    axioms = _axioms(printed.output)
    beyond = [name for name in axioms if name not in ALLOWED[claim.level]]
    if beyond:
        return Answer(False, (), f"may rest on {', '.join(beyond)}", {})
    said = {line.strip() for line in tried.output.splitlines()}
    if f"accepted {claim.name} 0" not in said:
        return Answer(False, (), "its proof is not accepted when it is stated again", {})
    changes = wrong_versions(claim, stated(texts[claim.page])[claim.name].statement)
    rejected = {
        change: f"rejected {claim.name} {number}" in said for number, change in enumerate(changes, start=1)
    }
    return Answer(True, axioms, "", rejected)
