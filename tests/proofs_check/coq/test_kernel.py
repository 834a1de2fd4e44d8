"""The kernel tier: what Coq accepts and rejects, what is claimed without it, and that theorems and formulas agree."""

from __future__ import annotations

import inspect
import re
import tomllib
from pathlib import Path
from textwrap import indent

import pytest

from paper_claims.registry.record import Registry
from proofs_check.coq import compiler as coq
from proofs_check.coq.constants import (
    CONSTANTS,
    COQ,
    FUNCTIONS,
    Printed,
    constants_agree,
    definition,
    formulas_of,
    theory,
)
from proofs_check.coq.run import Answer, Run, run
from proofs_check.coq.theorems import ALLOWED, CLAIMS, KernelClaim
from proofs_check.coq.wrong_versions import name_of, refuting, stated, wrong_versions
from proofs_check.method.check import NOT_RUN, all_checks, control_status
from proofs_check.mutants.installed import built, record_calls, source_of
from proofs_check.mutants.named import FORMULAS
from reference import formulas

BY_NAME = {claim.name: claim for claim in CLAIMS}
TEXTS = coq.theories()
needs_coq = pytest.mark.skipif(
    not coq.version(), reason="Coq is not installed (Debian: apt-get install coq libcoq-interval)"
)


@pytest.fixture(scope="module")
def core() -> Run:
    return run(core=True)


def test_the_pages_state_what_the_table_lists() -> None:
    for page in ("Claims", "ClaimsNumeric", "Leaves"):
        assert list(stated(TEXTS[page])) == [claim.name for claim in CLAIMS if claim.page == page]
        assert coq.without_comments(TEXTS[page]).count("Theorem ") == len(stated(TEXTS[page]))
    assert len(BY_NAME) == len(CLAIMS) > 0


def test_claims_are_about_statements_that_exist(registry: Registry) -> None:
    assert {claim.label for claim in CLAIMS} <= set(registry.claims)


def test_verdicts_rest_on_theorems_that_hold_for_all_values(registry: Registry) -> None:
    """A claim may name a theorem of Coq. Checks need none: they run without it."""
    rows = {name: check for name, check in all_checks().items() if check.method == "kernel"}
    assert set(rows) == {f"coq.{claim.name}" for claim in CLAIMS}
    assert not any(
        set(rows) & set(check.needs) or (check.name in rows and check.concludes)
        for check in all_checks().values()
    )
    named = {
        (proved.by, label)
        for label, claim in registry.claims.items()
        for proved in claim.proved
        if proved.by in rows
    }
    assert ("coq.softmax_fixed_divisor", "app:experimental_setup#batches") in named
    assert all(
        rows[by].universal and rows[by].expect == "holds" and rows[by].label == label for by, label in named
    )


def test_an_installed_package_has_the_theories() -> None:
    packages = Path(__file__).parents[3]
    project = tomllib.loads((packages / "pyproject.toml").read_text(encoding="utf-8"))
    patterns = project["tool"]["setuptools"]["package-data"]["proofs_check"]
    shipped = {path for pattern in patterns for path in (packages / "proofs_check").glob(pattern)}
    assert {path.stem for path in shipped if path.suffix == ".v"} == set(TEXTS)


def test_the_theories_take_no_shortcut() -> None:
    unsafe = r"\b(Admitted|admit|Axioms?|Parameters?|Conjectures?|bypass_check|Unset \w+ Checking)\b"
    for name, text in TEXTS.items():
        assert not re.search(unsafe, coq.without_comments(text)), name


def test_the_guide_counts_the_negations() -> None:
    """Of which wrong versions a theory states the negation; whether Coq accepts it is what the runs below ask."""
    guide = (Path(__file__).parents[3] / "docs" / "kernel.md").read_text(encoding="utf-8")
    kinds = {
        "Claims": "theorems without certified numbers",
        "ClaimsNumeric": "theorems with them",
        "Leaves": "leaves of the logic",
    }
    for page, which in kinds.items():
        on_page = [claim for claim in CLAIMS if claim.page == page]
        names = {name_of(claim, k) for claim in on_page for k in range(1, len(claim.mutations) + 1)}
        stated_false = set(refuting(TEXTS)) & names
        left = len(names - stated_false)
        row = f"| of the {len(on_page)} {which} | {len(names)} | {len(stated_false)} | {left} |"
        assert row in guide


def test_what_is_refuted_is_listed() -> None:
    listed = {name_of(claim, k) for claim in CLAIMS for k in range(1, len(claim.mutations) + 1)}
    assert set(refuting(TEXTS)) <= listed


@needs_coq
@pytest.mark.slow
def test_core_claims_are_accepted_on_allowed_axioms(core: Run) -> None:
    assert core.problems == []
    assert set(core.answers) == {claim.name for claim in CLAIMS if claim.page != "ClaimsNumeric"}
    for name, answer in core.answers.items():
        assert answer.accepted
        # Not one less: then a claim rests on the same axioms whether it is asked alone or with others.
        assert set(answer.axioms) == set(ALLOWED[BY_NAME[name].level])
        assert len(answer.rejected) == len(BY_NAME[name].mutations) > 0
        assert all(answer.rejected.values())
        assert set(answer.refuted) == set(answer.rejected), "only the proof of a wrong version fails"
    assert core.planted_reported


def test_without_coq_rows_read_not_run_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    missing = run()
    assert (missing.version, missing.answers, missing.problems) == ("", {}, [])
    assert "apt-get install coq libcoq-interval" in missing.missing
    monkeypatch.setattr("proofs_check.coq.kernel_claims.run_here", lambda label: missing)
    check = all_checks()["coq.svm_whole_passes"]
    assert check.run().result == NOT_RUN
    assert control_status(check) == (NOT_RUN, "")


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: claim.name)
def test_every_claim_has_wrong_versions(claim) -> None:  # type: ignore[no-untyped-def]
    right = stated(TEXTS[claim.page])[claim.name].statement
    wrong = wrong_versions(claim, right)
    assert len(set(wrong.values())) == len(claim.mutations) > 0
    assert right not in wrong.values()


# No formula is called what these state.
WITHOUT_CONSTANT = {
    "ball_projection", "sphere_rescaling", "mean_loss_smooth", "variance_of_sum",
    "gaussian_directions", "smaller_shift", "one_record", "two_records", "leaf_softmax_cocoercive", "leaf_softmax_corner",
    "softmax_shares", "leaf_softmax_shares",
}  # fmt: skip
# The controls of these change plain numbers that a formula, or what is defined by one, is compared with.
PLAIN_NUMBERS = {
    "svm_strongly_convex", "softmax_strongly_convex", "shared_step", "average_is_not_union", "gaussian_worst_test",
    "formula_values", "calibrated_values",
}  # fmt: skip


def statement(claim: KernelClaim) -> str:
    return stated(TEXTS[claim.page])[claim.name].statement


def agreement(claim: KernelClaim, texts: dict[str, str] = TEXTS) -> str:
    return constants_agree(statement(claim), claim.page, texts).result


def test_the_formulas_print_the_constants() -> None:
    assert TEXTS["Constants"] == theory(), "run python -m proofs_check.coq.constants"


def test_every_claim_states_a_formula_or_is_known_not_to() -> None:
    named = {claim.name: formulas_of(statement(claim), claim.page, TEXTS) for claim in CLAIMS}
    assert {name for name, found in named.items() if not found} == WITHOUT_CONSTANT
    assert {name for found in named.values() for name in found} == set(FUNCTIONS + CONSTANTS)


@pytest.mark.parametrize("name", FUNCTIONS + CONSTANTS)
def test_a_formula_changed_in_coq_alone_is_noticed(name: str) -> None:
    text, found = re.subn(rf"(Definition {name} .*?:=\n  )(.*)\.\n", r"\1(\2) * 2.\n", TEXTS["Constants"])
    assert found == 1
    assert text != theory()
    changed = TEXTS | {"Constants": text}
    stating = [c for c in CLAIMS if name in formulas_of(statement(c), c.page, TEXTS)]
    assert {claim.name for claim in CLAIMS if agreement(claim, changed) == "fails"} == {
        c.name for c in stating
    }


@pytest.mark.parametrize("name", FUNCTIONS + CONSTANTS)
def test_a_formula_changed_in_python_alone_is_noticed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each formula that it is made of returns twice its value."""
    functions = dict(inspect.getmembers(formulas, inspect.isfunction))
    with monkeypatch.context() as patch:
        for function in functions.values():
            patch.setattr(function, "__code__", function.__code__)  # put back at the end
        called = record_calls([(FORMULAS, key) for key in functions])
        definition(name)
        made_of = set(called)
    assert name in made_of
    stating = next(c for c in CLAIMS if name in formulas_of(statement(c), c.page, TEXTS))
    for key in made_of:
        with monkeypatch.context() as patch:
            patch.setattr(functions[key], "__code__", built(FORMULAS, _doubled(key)).__code__)
            assert theory() != TEXTS["Constants"], key
            assert agreement(stating) == "fails", key


@pytest.mark.parametrize("name", sorted(set(BY_NAME) - WITHOUT_CONSTANT))
def test_a_wrong_version_states_another_constant(name: str) -> None:
    """Among the controls of the kernel is one that changes what the formulas state."""
    named = set(FUNCTIONS + CONSTANTS) & coq.words(statement(BY_NAME[name]))
    changed = [old for old, new in BY_NAME[name].mutations if new and named & coq.words(old)]
    assert bool(changed) == (name not in PLAIN_NUMBERS)


@pytest.mark.parametrize(
    ("term", "text"),
    [
        (lambda a, b: a - (b - 1), "a - (b - 1)"),
        (lambda a, b: a / (b * a) * -b, "a / (b * a) * - b"),
        (lambda a, b: -(a + b) / 2, "- (a + b) / 2"),
        (lambda a, b: (a + 1) ** 2 - b**2, "(a + 1) * (a + 1) - b * b"),
        (lambda a, b: COQ.sqrt(2 * a) + COQ.min(a, COQ.exp(-b)), "sqrt (2 * a) + Rmin a (exp (- b))"),
        (lambda a, b: 2 * COQ.if_less(a, -1, b, 0), "2 * (if Rlt_dec a (-1) then b else 0)"),
    ],
)
def test_terms_are_printed_as_coq_reads_them(term, text: str) -> None:  # type: ignore[no-untyped-def]
    assert term(Printed("a"), Printed("b")).text == text


def test_what_cannot_be_printed_is_refused() -> None:
    with pytest.raises(ValueError, match="only squares are printed"):
        Printed("c") ** 3


def test_a_drift_makes_the_row_count_for_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    answer = Answer(True, (), "", {})
    accepted = Run("8.16.1", dict.fromkeys(BY_NAME, answer), planted_reported=True)
    monkeypatch.setattr("proofs_check.coq.kernel_claims.run_here", lambda label: accepted)
    check = all_checks()["coq.svm_whole_passes"]
    assert check.run().result == "holds"
    monkeypatch.setattr(formulas.sensitivity, "__code__", (lambda G, Lambda, n: G / (Lambda * n)).__code__)
    assert check.run().result == "undecided"
    assert "reference/formulas" in check.run().detail


def _doubled(name: str) -> str:
    """The formula inside a function of the same parameters that returns twice its value."""
    parameters = ", ".join(inspect.signature(getattr(formulas, name)).parameters)
    return f"""def {name}({parameters}):
{indent(source_of(FORMULAS, name), "    ")}
    value = {name}({parameters})
    return [2 * entry for entry in value] if isinstance(value, list) else 2 * value
"""
