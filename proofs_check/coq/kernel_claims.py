"""The claims of the proof kernel as evidence: a row for each theorem of proofs_check/coq/Claims.v and ClaimsNumeric.v.

A row says that Coq accepts the theorem, on which axioms, and that it states the constants of reference/formulas: it names
definitions of Constants.v, which is what the formulas print. A row about a leaf says that Leaves.v states what the logic
assumes. Where Coq is missing, a row takes its answer from the recorded run of the same theories and says so; else it reads
"not run here".
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

from proofs_check.coq import compiler as coq
from proofs_check.coq.constants import constants_agree
from proofs_check.coq.recorded import run_here
from proofs_check.coq.theorems import CLAIMS, PAGE_OF_LEAVES, KernelClaim
from proofs_check.coq.wrong_versions import stated
from proofs_check.method.check import NOT_RUN, Outcome, about

OPPOSITE = {"holds": "fails", "fails": "holds"}


def accepted(claim: KernelClaim) -> Outcome:
    """What the kernel says about the claim as it stands."""
    found = run_here(claim.label)
    if claim.name not in found.answers:
        return Outcome(NOT_RUN, found.missing)
    answer = found.answers[claim.name]
    if not answer.accepted:
        return Outcome("undecided", answer.problem)
    texts = coq.theories()
    same = constants_agree(stated(texts[claim.page])[claim.name].statement, claim.page, texts)
    if same.result != "holds":
        return Outcome("undecided", f"it does not state the constant of reference/formulas: {same.detail}")
    if claim.page == PAGE_OF_LEAVES and (same := _leaf_agrees(claim)).result != "holds":
        return Outcome(
            "undecided", f"{PAGE_OF_LEAVES}.v does not state the leaf as the logic does: {same.detail}"
        )
    axioms = ", ".join(name.rpartition(".")[2] for name in answer.axioms)
    return Outcome(
        claim.expect,
        f"Coq {answer.recorded or found.version} accepts {claim.page}.{claim.name}; axioms: {axioms or 'none'}; "
        f"negation proved for {len(answer.refuted)} of {len(answer.rejected)} wrong versions"
        + (
            f"; recorded with Coq {answer.recorded}, theories unchanged; not run here"
            if answer.recorded
            else ""
        ),
    )


def _leaf_agrees(claim: KernelClaim) -> Outcome:
    """Loaded on demand: it proves what the module of the leaf proves."""
    found: Outcome = import_module("proofs_check.coq.leaves").leaf_agrees(claim.name.removeprefix("leaf_"))
    return found


def wrong_versions_rejected(claim: KernelClaim) -> Outcome:
    """The claim with a smaller constant or without a premise is not accepted."""
    found = run_here(claim.label)
    if claim.name not in found.answers:
        return Outcome(NOT_RUN, found.missing)
    rejected = found.answers[claim.name].rejected
    return _turned(claim, bool(rejected) and all(rejected.values()))


def planted_axiom_reported(claim: KernelClaim) -> Outcome:
    """A theorem that rests on a planted axiom does not pass as one that rests on the allowed ones."""
    found = run_here(claim.label)
    if claim.name not in found.answers:
        return Outcome(NOT_RUN, found.missing)
    return _turned(claim, found.planted_reported)


def _turned(claim: KernelClaim, rejected: bool) -> Outcome:
    return Outcome(OPPOSITE[claim.expect] if rejected else claim.expect)


def _register(claim: KernelClaim) -> Callable[[], Outcome]:
    def run() -> Outcome:
        return accepted(claim)

    run.__name__, run.__doc__, run.__module__ = claim.name, claim.says, "proofs_check.coq"
    controls = (lambda: wrong_versions_rejected(claim), lambda: planted_axiom_reported(claim))
    return about(claim.label)(
        claim.about,
        "kernel",
        **{"every" if claim.universal else "at": claim.scope},
        expect=claim.expect,
        control=controls,
    )(run)


for _claim in CLAIMS:
    _register(_claim)
