"""What the kernel says about each claim: is it accepted, on which axioms does it rest, are its wrong versions rejected?

A page of claims is compiled as it stands, or the part of it that is about one label. Then the runner writes more theories: some
print the axioms of the claims that may rest on the same ones, one states every claim again, right and wrong, and tries its
proof, one plants an axiom, and some name the wrong versions and ask which of them are proved false (wrong_versions.py).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from proofs_check.coq import compiler as coq
from proofs_check.coq.theorems import ALLOWED, CALCULUS, CLAIMS, KernelClaim
from proofs_check.coq.wrong_versions import (
    ask,
    name_of,
    part_of_page,
    parts_of_refutations,
    refuting,
    state_wrong,
    stated,
    try_all,
    wrong_versions,
)

NUMERIC = "ClaimsNumeric"
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
    refuted: tuple[str, ...] = ()  # those of them whose negation the kernel accepts
    recorded: str = ""  # the version of Coq, if this is the answer of a recorded run and was not asked here


@dataclass(frozen=True)
class Run:
    """The answers by claim; a claim that could not be tried here is not among them, and `missing` says why."""

    version: str
    answers: Mapping[str, Answer]
    missing: str = ""
    planted_reported: bool = False
    not_refuted: tuple[str, ...] = ()  # why theories that refute wrong versions are not accepted

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
        found += [f"negations of wrong versions: {reason}" for reason in self.not_refuted]
        if self.version and not self.planted_reported:
            found.append("a planted axiom is not reported")
        return found


def run(
    core: bool = False,
    texts: Mapping[str, str] | None = None,
    cache: Path | None = None,
    claims: Sequence[KernelClaim] = CLAIMS,
    label: str | None = None,
    tell: Callable[[str], None] = lambda text: None,
) -> Run:
    """Ask the kernel about every claim, or about those of a label; with `core` only if they need nothing beyond Coq itself.

    Where the answers about all claims are kept, they are given for a label too. `tell` hears what is compiled.
    """
    version = coq.version()
    if not version:
        return Run("", {}, f"Coq is not installed ({coq.INSTALL})")
    texts, folder = texts or coq.theories(), cache or coq.cache_folder()
    wanted = [
        claim for claim in claims if label in (None, claim.label) and not (core and claim.page == NUMERIC)
    ]
    missing = ""
    if any(claim.page == NUMERIC for claim in wanted) and not _intervals_there(folder, version):
        wanted = [claim for claim in wanted if claim.page != NUMERIC]
        missing = f"the library coq-interval is not installed ({coq.INSTALL})"
    pages = {claim.page for claim in wanted}
    together = [claim for claim in claims if claim.page in pages]
    tried, plan = together, planned(texts, claims, together)
    if todo := coq.not_kept(*plan, folder, version):
        if wanted != together:
            tried, plan = wanted, planned(texts, claims, wanted)
            todo = coq.not_kept(*plan, folder, version)
        if todo:
            tell(
                f"Coq checks {len(todo)} theories for {label or 'all theorems'}; kept ones are not compiled again"
            )
    done = coq.compile_theories(*plan, folder, version)
    return Run(
        version,
        {claim.name: _answer(claim, texts, done) for claim in tried},
        missing,
        _axioms(done["PlantedAxiom"].output) == ("planted",),
        tuple(reason for page in sorted(pages) if (reason := _why_not_refuted(page, done))),
    )


def prepare(labels: Collection[str], tell: Callable[[str], None]) -> None:
    """Compile what the claims of these labels need, before many processes ask about them."""
    known = dict.fromkeys(claim.label for claim in CLAIMS)
    for label in [None] if set(known) <= set(labels) else [label for label in known if label in labels]:
        run(label=label, tell=tell)


def planned(
    texts: Mapping[str, str], claims: Sequence[KernelClaim], tried: Sequence[KernelClaim]
) -> tuple[dict[str, str], list[str]]:
    """All theories, written ones among them, and those that the claims to try need; parts of some for a part of a page."""
    written = {"PlantedAxiom": PLANTED}
    theories = {**texts, **state_wrong(texts, tried)}
    names = {claim.name for claim in tried}
    refuted = {name: theory for name, theory in refuting(texts).items() if name.rpartition("_")[0] in names}
    pages = dict.fromkeys(claim.page for claim in tried)
    if any(claim.page in pages and claim.name not in names for claim in claims):
        theories |= parts_of_refutations(theories, refuted)
    for page in pages:
        on_page = [claim for claim in tried if claim.page == page]
        names = {claim.name for claim in on_page}
        written[page] = part_of_page(texts, page, [claim.name for claim in on_page])
        written[f"{page}WrongVersions"] = try_all(texts, page, on_page)
        if here := {name: theory for name, theory in refuted.items() if name.rpartition("_")[0] in names}:
            written[f"{page}Negations"] = ask(texts, here)
        for level in ALLOWED:
            if named := [claim.name for claim in on_page if claim.level == level]:
                written[f"{page}Axioms{level.capitalize()}"] = _print_axioms(page, named)
    return {**theories, **written}, list(written)


def _intervals_there(folder: Path, version: str) -> bool:
    return coq.compile_theories(INTERVALS, list(INTERVALS), folder, version)["FindIntervals"].accepted


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
            return Answer(False, (), _complaint(step), {})
    axioms = _axioms(printed.output)
    if beyond := _beyond(axioms, ALLOWED[claim.level]):
        return Answer(False, (), beyond, {})
    said = {line.strip() for line in tried.output.splitlines()}
    if f"accepted {claim.name} 0" not in said:
        return Answer(False, (), "its proof is not accepted when it is stated again", {})
    changes = wrong_versions(claim, stated(texts[claim.page])[claim.name].statement)
    rejected = {
        change: f"rejected {claim.name} {number}" in said for number, change in enumerate(changes, start=1)
    }
    negated = refuting(texts) if not _why_not_refuted(claim.page, done) else {}
    refuted = [change for number, change in enumerate(changes, start=1) if name_of(claim, number) in negated]
    return Answer(True, axioms, "", rejected, tuple(refuted))


def _why_not_refuted(page: str, done: Mapping[str, coq.Compiled]) -> str:
    """Why the negations of a page count for nothing; empty if they are accepted, or if there are none."""
    asked = done.get(f"{page}Negations")
    if asked is None:
        return ""
    return _beyond(_axioms(asked.output), CALCULUS) if asked.accepted else _complaint(asked)


def _complaint(step: coq.Compiled) -> str:
    _, _, complaint = " ".join(step.output.split()).rpartition(" Error: ")
    return f"not accepted: {complaint[:300]}"


def _beyond(axioms: Sequence[str], allowed: Sequence[str]) -> str:
    found = [name for name in axioms if name not in allowed]
    return f"may rest on {', '.join(found)}" if found else ""
