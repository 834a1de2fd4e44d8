"""The kernel tier: what Coq accepts and rejects, what is claimed without it, and that theorems and formulas agree."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from paper_claims.record import Registry
from proofs_check.evidence import NOT_RUN, all_checks, control_status
from proofs_check.kernel import coq
from proofs_check.kernel.claims import ALLOWED, CLAIMS
from proofs_check.kernel.run import Run, run, stated, wrong_versions

BY_NAME = {claim.name: claim for claim in CLAIMS}
TEXTS = coq.theories()
needs_coq = pytest.mark.skipif(not coq.version(), reason="Coq is not installed")


@pytest.fixture(scope="module")
def core() -> Run:
    return run(core=True)


def test_the_pages_state_what_the_table_lists() -> None:
    for page in ("Claims", "ClaimsNumeric"):
        assert list(stated(TEXTS[page])) == [claim.name for claim in CLAIMS if claim.page == page]
        assert coq.without_comments(TEXTS[page]).count("Theorem ") == len(stated(TEXTS[page]))
    assert len(BY_NAME) == len(CLAIMS) >= 26


def test_claims_are_about_statements_that_exist(registry: Registry) -> None:
    labels = {claim.label for claim in CLAIMS}
    assert labels <= set(registry.claims)
    assert len([label for label in labels if not label.startswith("ours:")]) >= 12


def test_nothing_rests_on_the_kernel() -> None:
    """Its rows conclude nothing and no check needs them: verdicts are the same with and without Coq."""
    rows = {name for name, check in all_checks().items() if check.method == "kernel"}
    assert len(rows) == len(CLAIMS)
    for check in all_checks().values():
        assert not rows & set(check.needs)
        assert check.method != "kernel" or not check.concludes


def test_the_theories_take_no_shortcut() -> None:
    unsafe = r"\b(Admitted|admit|Axioms?|Parameters?|Conjectures?|bypass_check|Unset \w+ Checking)\b"
    for name, text in TEXTS.items():
        assert not re.search(unsafe, coq.without_comments(text)), name


@needs_coq
@pytest.mark.slow
def test_core_claims_are_accepted_on_allowed_axioms(core: Run) -> None:
    assert core.problems == []
    assert set(core.answers) == {claim.name for claim in CLAIMS if claim.page == "Claims"}
    for name, answer in core.answers.items():
        assert answer.accepted
        assert set(answer.axioms) <= set(ALLOWED[BY_NAME[name].level])
        assert len(answer.rejected) == len(BY_NAME[name].mutations) >= 2
        assert all(answer.rejected.values())
    assert core.planted_reported


def test_without_coq_rows_read_not_run_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    missing = run()
    assert (missing.version, missing.answers, missing.problems) == ("", {}, [])
    assert "apt-get install coq libcoq-interval" in missing.missing
    monkeypatch.setattr("proofs_check.kernel_claims.run_here", lambda: missing)
    check = all_checks()["kernel_claims.svm_whole_passes"]
    assert check.run().result == NOT_RUN
    assert control_status(check) == (NOT_RUN, "")


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: claim.name)
def test_every_claim_has_wrong_versions(claim) -> None:  # type: ignore[no-untyped-def]
    right = stated(TEXTS[claim.page])[claim.name].statement
    wrong = wrong_versions(claim, right)
    assert len(set(wrong.values())) == len(claim.mutations) >= 2
    assert right not in wrong.values()
