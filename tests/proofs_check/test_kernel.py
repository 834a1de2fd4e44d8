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
from proofs_check.coq.constants import CONSTANTS, Constant, one_line
from proofs_check.coq.expressions import expression
from proofs_check.coq.refutations import name_of, refuting
from proofs_check.coq.run import Answer, Run, run
from proofs_check.coq.statements import stated, wrong_versions
from proofs_check.coq.theorems import ALLOWED, CLAIMS
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


def test_an_installed_package_has_the_theories() -> None:
    packages = Path(__file__).parents[2]
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
    guide = (Path(__file__).parents[2] / "docs" / "kernel.md").read_text(encoding="utf-8")
    for page, which in (("Claims", "without certified numbers"), ("ClaimsNumeric", "with them")):
        on_page = [claim for claim in CLAIMS if claim.page == page]
        names = {name_of(claim, k) for claim in on_page for k in range(1, len(claim.mutations) + 1)}
        stated_false = set(refuting(TEXTS, page))
        assert stated_false <= names
        left = len(names - stated_false)
        row = f"| of the {len(on_page)} theorems {which} | {len(names)} | {len(stated_false)} | {left} |"
        assert row in guide


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
        assert set(answer.refuted) == set(answer.rejected), "only the proof of a wrong version fails"
    assert core.planted_reported


def test_without_coq_rows_read_not_run_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    missing = run()
    assert (missing.version, missing.answers, missing.problems) == ("", {}, [])
    assert "apt-get install coq libcoq-interval" in missing.missing
    monkeypatch.setattr("proofs_check.coq.kernel_claims.run_here", lambda: missing)
    check = all_checks()["coq.kernel_claims.svm_whole_passes"]
    assert check.run().result == NOT_RUN
    assert control_status(check) == (NOT_RUN, "")


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: claim.name)
def test_every_claim_has_wrong_versions(claim) -> None:  # type: ignore[no-untyped-def]
    right = stated(TEXTS[claim.page])[claim.name].statement
    wrong = wrong_versions(claim, right)
    assert len(set(wrong.values())) == len(claim.mutations) >= 2
    assert right not in wrong.values()


# No formula is called what these state.
WITHOUT_CONSTANT = {
    "ball_projection", "sphere_rescaling", "mean_loss_smooth", "average_is_not_union", "variance_of_sum",
    "gaussian_directions", "smaller_shift", "one_record", "two_records", "formula_values", "calibrated_values",
}  # fmt: skip


def place(constant: Constant) -> str:
    return f"{constant.name} {CONSTANTS.index(constant)}"


def test_every_claim_states_a_formula_or_is_known_not_to() -> None:
    stating = {constant.name for constant in CONSTANTS}
    assert set(BY_NAME) - stating == WITHOUT_CONSTANT


@pytest.mark.parametrize("constant", CONSTANTS, ids=place)
def test_theorems_state_the_formulas(constant: Constant) -> None:
    assert constant.agrees(TEXTS).result == "holds"


@pytest.mark.parametrize("constant", CONSTANTS, ids=place)
def test_a_constant_changed_in_coq_alone_is_noticed(constant: Constant) -> None:
    line = one_line(TEXTS[constant.theory], constant.name)
    (stated_there,) = re.findall(constant.where, line)
    start, end = re.search(constant.where, line).span(1)  # type: ignore[union-attr]
    for changed in (f"2 * ({stated_there})", f"({stated_there}) / 3"):
        text = f"Theorem {constant.name} {line[:start]}({changed}){line[end:]}.\n"
        assert _agreement(constant, {constant.theory: text}) == "fails"


@pytest.fixture(scope="module")
def made_of() -> dict[Constant, set[str]]:
    """The formulas that each constant calls, directly or through another."""
    functions = dict(inspect.getmembers(formulas, inspect.isfunction))
    found = {}
    with pytest.MonkeyPatch.context() as patch:
        for function in functions.values():
            patch.setattr(function, "__code__", function.__code__)  # put back at the end
        called = record_calls([(FORMULAS, name) for name in functions])
        for constant in CONSTANTS:
            called.clear()
            constant.formula()
            found[constant] = set(called)
    return found


@pytest.mark.parametrize("constant", CONSTANTS, ids=place)
def test_a_constant_changed_in_python_alone_is_noticed(
    constant: Constant, made_of: dict[Constant, set[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each formula that the constant is made of returns twice its value."""
    assert made_of[constant]
    for name in made_of[constant]:
        with monkeypatch.context() as patch:
            patch.setattr(getattr(formulas, name), "__code__", built(FORMULAS, _doubled(name)).__code__)
            assert constant.agrees(TEXTS).result == "fails", name


@pytest.mark.parametrize("name", sorted(set(BY_NAME) - WITHOUT_CONSTANT))
def test_a_wrong_version_states_another_constant(name: str) -> None:
    """Among the controls of the kernel is one that is wrong in what the formulas state."""
    claim = BY_NAME[name]
    wrong = wrong_versions(claim, stated(TEXTS[claim.page])[name].statement).values()
    texts = [{claim.page: f"Theorem {name} : {statement}.\n"} for statement in wrong]
    constants = [constant for constant in CONSTANTS if constant.name == name]
    assert any(_agreement(constant, text) == "fails" for constant in constants for text in texts)


def test_a_drift_makes_the_row_count_for_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    answer = Answer(True, (), "", {})
    accepted = Run("8.16.1", dict.fromkeys(BY_NAME, answer), planted_reported=True)
    monkeypatch.setattr("proofs_check.coq.kernel_claims.run_here", lambda: accepted)
    check = all_checks()["coq.kernel_claims.svm_whole_passes"]
    assert check.run().result == "holds"
    monkeypatch.setattr(formulas.sensitivity, "__code__", (lambda G, Lambda, n: G / (Lambda * n)).__code__)
    assert check.run().result == "undecided"
    assert "reference/formulas" in check.run().detail


@pytest.mark.parametrize("text", ["", "2 *", "(c", "c d", "sqrt", "c $ 2", "if c then 2"])
def test_what_is_no_expression_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"cannot read|ends too early|missing|out of place"):
        expression(text)


def _agreement(constant: Constant, texts: dict[str, str]) -> str:
    """A statement that the pattern no longer finds, or that cannot be read, has changed too."""
    try:
        return constant.agrees(texts).result
    except ValueError:
        return "fails"


def _doubled(name: str) -> str:
    """The formula inside a function that returns twice its value."""
    return f"""def {name}(*arguments):
{indent(source_of(FORMULAS, name), "    ")}
    value = {name}(*arguments)
    return [2 * entry for entry in value] if isinstance(value, list) else 2 * value
"""
