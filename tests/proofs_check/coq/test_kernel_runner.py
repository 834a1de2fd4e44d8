"""What runs the kernel: only what changed is compiled; what Coq does not accept, or only with an axiom, counts for nothing."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from paper_claims.commands.main import main
from proofs_check.coq import compiler as coq
from proofs_check.coq.run import Answer, Run, planned, prepare, run
from proofs_check.coq.theorems import CLAIMS, KernelClaim
from proofs_check.coq.wrong_versions import naming, refuting
from proofs_check.method.check import all_checks, control_status
from proofs_check.mutants.matrix import THEOREMS, wrong_theorems

needs_coq = pytest.mark.skipif(
    not coq.version(), reason="Coq is not installed (Debian: apt-get install coq libcoq-interval)"
)
FIRST = {"First": "Definition one := 1.\n"}
BOTH = FIRST | {"Second": f"From {coq.LIBRARY} Require Import First.\nDefinition two := one + one.\n"}
PAGE = "(* A (* nested *) comment. *)\nTheorem sum : 1 + 1 = 2.\nProof. exact eq_refl. Qed.\n"
CLAIM = KernelClaim("sum", "app:huber", "statement", "One and one.", "one case", "reals", (("= 2", "= 3"),))


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The theories that coqc is called for."""
    names: list[str] = []
    real = subprocess.run

    def watched(command: list[str], **options):  # type: ignore[no-untyped-def]
        if command[-1].endswith(".v"):
            names.append(command[-1].removesuffix(".v"))
        return real(command, **options)

    monkeypatch.setattr(subprocess, "run", watched)
    return names


@needs_coq
def test_only_what_changed_is_compiled_again(tmp_path: Path, compiled: list[str]) -> None:
    def again(texts: dict[str, str], version: str = coq.version()) -> list[str]:
        compiled.clear()
        done = coq.compile_theories(texts, ["Second"], tmp_path, version)
        assert all(found.accepted for found in done.values())
        return list(compiled)

    assert again(BOTH) == ["First", "Second"]
    assert again(BOTH) == []
    assert again(BOTH | {"Second": BOTH["Second"] + "Definition four := two + two.\n"}) == ["Second"]
    assert again(BOTH | {"First": "Definition one := 2.\n"}) == ["First", "Second"]
    assert again(BOTH) == []


@needs_coq
def test_a_broken_answer_in_the_cache_is_asked_again(tmp_path: Path, compiled: list[str]) -> None:
    coq.compile_theories(FIRST, ["First"], tmp_path, coq.version())
    (answer,) = tmp_path.rglob("answer.json")
    answer.write_text("{")
    assert coq.compile_theories(FIRST, ["First"], tmp_path, coq.version())["First"].accepted
    assert compiled == ["First", "First"]
    assert json.loads(answer.read_text())["accepted"]


@needs_coq
def test_a_forged_answer_is_asked_again(tmp_path: Path, compiled: list[str]) -> None:
    """An answer must fit the compiled file beside it; one about a theory that was rejected has none."""
    wrong = {"First": "Definition one := two.\n"}
    assert not coq.compile_theories(wrong, ["First"], tmp_path, coq.version())["First"].accepted
    (answer,) = tmp_path.rglob("answer.json")
    answer.write_text(json.dumps(json.loads(answer.read_text()) | {"accepted": True}))
    assert not coq.compile_theories(wrong, ["First"], tmp_path, coq.version())["First"].accepted
    assert compiled == ["First", "First"]
    coq.compile_theories(BOTH, ["Second"], tmp_path, coq.version())
    (other,) = tmp_path.rglob("First.vo")
    other.write_bytes(other.read_bytes() + b" ")
    compiled.clear()
    assert coq.compile_theories(BOTH, ["Second"], tmp_path, coq.version())["Second"].accepted
    assert compiled == ["First"]


@needs_coq
def test_another_library_is_asked_again(
    tmp_path: Path, compiled: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for machine in ("before", "after", "after"):
        monkeypatch.setattr(coq, "installed", lambda machine=machine: machine)
        assert coq.compile_theories(FIRST, ["First"], tmp_path, coq.version())["First"].accepted
    assert compiled == ["First", "First"]
    assert str(Path("user-contrib")) in _real_installed()


_real_installed = coq.installed


@needs_coq
@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("From Nowhere Require Import Tactic.\n", 2),
        ("Require Import Lra Reals. Goal (0 < -1)%R. lra. Qed.\n", 1),
    ],
    ids=["about the machine", "about the theory"],
)
def test_what_coq_says_about_the_machine_is_not_kept(
    text: str, asked: int, tmp_path: Path, compiled: list[str]
) -> None:
    for _ in range(2):
        assert not coq.compile_theories({"First": text}, ["First"], tmp_path, coq.version())["First"].accepted
    assert len(compiled) == asked


def test_compiled_anew_means_in_a_new_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BLINDAVG_CACHE", str(tmp_path))
    with coq.compiled_anew():
        inside = coq.cache_folder()
        assert tmp_path not in inside.parents
        assert list(inside.parent.iterdir()) == []
    assert coq.cache_folder() == tmp_path / "kernel"
    assert not inside.parent.exists()


@needs_coq
def test_what_imports_a_broken_theory_is_not_accepted(tmp_path: Path, compiled: list[str]) -> None:
    done = coq.compile_theories(
        BOTH | {"First": "Definition one := two.\n"}, ["Second"], tmp_path, coq.version()
    )
    assert not done["First"].accepted
    assert "two" in done["First"].output
    assert not done["Second"].accepted
    assert "imports First" in done["Second"].output
    assert compiled == ["First"]


def test_theories_in_a_circle_are_refused() -> None:
    with pytest.raises(ValueError, match="importing itself"):
        coq.in_order({"A": f"From {coq.LIBRARY} Require Import A.\n"}, ["A"])


def test_every_theory_is_used() -> None:
    texts = coq.theories()
    refuting_theories = set(refuting(texts).values())
    written = {naming(texts, theory): "" for theory in refuting_theories}
    used = coq.in_order(
        {**texts, **written}, ["Claims", "ClaimsNumeric", "Leaves", "Obligations", *refuting_theories]
    )
    assert set(used) - set(written) == set(texts)


@needs_coq
def test_a_true_claim_is_accepted_and_its_wrong_version_is_not(tmp_path: Path) -> None:
    found = run(True, {"Claims": PAGE}, tmp_path, [CLAIM])
    assert found.answers["sum"] == Answer(True, (), "", {"= 2 -> = 3": True})
    assert found.planted_reported
    assert found.problems == []


@needs_coq
@pytest.mark.parametrize("cheat", ["Axiom cheat : 1 + 1 = 2.\n", "Theorem cheat : 1 + 1 = 2. Admitted.\n"])
def test_a_claim_that_rests_on_more_than_the_list_is_not_accepted(cheat: str, tmp_path: Path) -> None:
    page = f"From {coq.LIBRARY} Require Import Cheat.\n" + PAGE.replace("eq_refl", "cheat")
    found = run(True, {"Cheat": cheat, "Claims": page}, tmp_path, [CLAIM])
    assert not found.answers["sum"].accepted
    assert found.problems == ["sum: may rest on Cheat.cheat"]


@needs_coq
def test_a_false_claim_is_not_accepted(tmp_path: Path) -> None:
    claim = KernelClaim(**{**CLAIM.__dict__, "mutations": (("= 3", "= 4"),)})
    found = run(True, {"Claims": PAGE.replace("= 2", "= 3")}, tmp_path, [claim])
    assert not found.answers["sum"].accepted
    assert "not accepted" in found.problems[0]


@needs_coq
def test_a_wrong_version_that_is_accepted_is_a_problem(tmp_path: Path) -> None:
    claim = KernelClaim(**{**CLAIM.__dict__, "mutations": (("1 + 1", "2 + 0"),)})
    found = run(True, {"Claims": PAGE}, tmp_path, [claim])
    assert found.problems == ["sum: accepted with 1 + 1 -> 2 + 0"]


TWO = {
    "Sums": "Theorem sums : 1 + 1 = 2.\nProof. exact eq_refl. Qed.\n",
    "Products": "Theorem products : 2 * 3 = 6.\nProof. exact eq_refl. Qed.\n",
    "Claims": f"From {coq.LIBRARY} Require Import Sums Products.\n"
    + PAGE.replace("eq_refl", "sums")
    + "Theorem product : 2 * 3 = 6.\nProof. exact products. Qed.\n",
}
PRODUCT = KernelClaim(
    "product", "app:scores", "statement", "Two and three.", "one case", "reals", (("= 6", "= 7"),)
)


@needs_coq
def test_a_label_compiles_what_it_needs(tmp_path: Path, compiled: list[str]) -> None:
    told: list[str] = []

    def about(label: str | None) -> Run:
        compiled.clear()
        return run(True, TWO, tmp_path, [CLAIM, PRODUCT], label, told.append)

    alone = about("app:huber")
    assert list(alone.answers) == ["sum"]
    assert "Sums" in compiled
    assert "Products" not in compiled
    assert told == [f"Coq checks {len(compiled)} theories for app:huber; kept ones are not compiled again"]
    assert about("app:huber") == alone
    assert compiled == []
    whole = about(None)
    assert "Sums" not in compiled
    assert "Products" in compiled
    assert told[1:] == [
        f"Coq checks {len(compiled)} theories for all theorems; kept ones are not compiled again"
    ]
    # What is kept for all claims is not asked again for a label.
    product = about("app:scores")
    assert compiled == []
    assert product == whole
    assert len(told) == 2
    assert whole.answers["sum"] == alone.answers["sum"]


@needs_coq
@pytest.mark.slow
def test_a_label_has_the_answers_of_the_whole_run(tmp_path: Path) -> None:
    label = "def:deltagauss"  # its theories need few others
    alone, whole = run(cache=tmp_path, label=label), run()
    names = [claim.name for claim in CLAIMS if claim.label == label]
    if whole.missing:
        pytest.skip(whole.missing)
    assert alone.answers == {name: whole.answers[name] for name in names}
    assert (alone.planted_reported, alone.not_refuted, alone.missing) == (True, (), "")


def test_a_label_needs_parts_of_the_refuting_theories_only() -> None:
    texts = coq.theories()

    def theories_for(label: str) -> list[str]:
        return coq.in_order(*planned(texts, CLAIMS, [claim for claim in CLAIMS if claim.label == label]))

    needed = {label: theories_for(label) for label in {claim.label for claim in CLAIMS}}
    assert max(map(len, needed.values())) <= 29
    assert len(needed["alg:dpsoftmax"]) <= 9
    assert not {"SoftmaxSensitivity", "SvmSensitivity", "RefutedRuns"} & set(needed["lem:max_smoothness"])
    whole, _ = planned(texts, CLAIMS, CLAIMS)
    assert all(whole[name] == text for name, text in texts.items())


def test_labels_are_prepared_one_by_one_and_all_of_them_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str | None] = []
    monkeypatch.setattr("proofs_check.coq.run.run", lambda label, tell: asked.append(label))
    prepare({"thm:sens_softmax", "app:huber", "no:theorem"}, print)
    assert asked == ["app:huber", "thm:sens_softmax"]
    asked.clear()
    prepare({claim.label for claim in CLAIMS} | {"no:theorem"}, print)
    assert asked == [None]


@needs_coq
def test_that_a_library_is_missing_is_asked_again(
    tmp_path: Path, compiled: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def tried(probe: str) -> Run:
        compiled.clear()
        monkeypatch.setattr("proofs_check.coq.run.INTERVALS", {"FindIntervals": probe})
        return run(False, TWO | {"ClaimsNumeric": PAGE}, tmp_path, [PRODUCT, numeric])

    numeric = KernelClaim(**{**CLAIM.__dict__, "page": "ClaimsNumeric"})
    for _ in range(2):
        found = tried("From Nowhere Require Import Tactic.\n")
        assert "coq-interval is not installed" in found.missing
        assert list(found.answers) == ["product"]
        assert "FindIntervals" in compiled


def refuted(theory: str, folder: Path, **changes) -> Run:  # type: ignore[no-untyped-def]
    """The kernel's answer about the claim, beside a theory that is meant to refute its wrong version."""
    claim = KernelClaim(**{**CLAIM.__dict__, **changes})
    text = f"From {coq.LIBRARY} Require Import WrongStatements.\n{theory}\n"
    return run(True, {"Claims": PAGE, "Refuted": text}, folder, [claim])


FALSE = "Theorem not_sum_1 : ~ sum_1.\nProof. unfold sum_1. discriminate. Qed."


@needs_coq
def test_a_wrong_version_is_proved_false(tmp_path: Path) -> None:
    found = refuted(FALSE, tmp_path)
    assert found.problems == []
    assert found.answers["sum"].refuted == ("= 2 -> = 3",)


@needs_coq
@pytest.mark.parametrize(
    ("theory", "changes", "why"),
    [
        pytest.param(FALSE, {"mutations": (("1 + 1", "2 + 0"),)}, "imports Refuted", id="a true version"),
        pytest.param(FALSE.replace("~ sum_1", "1 + 1 <> 4").replace("unfold sum_1.", ""), {}, "has type", id="another"),
        pytest.param("Theorem not_sum_1 : ~ sum_1.\nAdmitted.", {}, "may rest on not_sum_1", id="admitted"),
        pytest.param(FALSE.replace("not_sum_1", "not_sum_2"), {}, "was not found", id="a version that is not listed"),
    ],
)  # fmt: skip
def test_what_is_no_proof_of_the_negation_counts_for_nothing(
    theory: str, changes: dict[str, object], why: str, tmp_path: Path
) -> None:
    found = refuted(theory, tmp_path, **changes)
    assert found.answers["sum"].accepted
    assert found.answers["sum"].refuted == ()
    (problem,) = [text for text in found.problems if text.startswith("negations of wrong versions: ")]
    assert why in problem


def test_a_row_is_decided_by_the_kernel_and_its_controls(monkeypatch: pytest.MonkeyPatch) -> None:
    def found(answer: Answer, planted: bool = True) -> tuple[str, str]:
        kernel = Run(
            "8.16.1", {"ball_projection": answer, "sphere_rescaling": answer}, planted_reported=planted
        )
        monkeypatch.setattr("proofs_check.coq.kernel_claims.run_here", lambda label: kernel)
        rows = [all_checks()[f"coq.{name}"] for name in ("ball_projection", "sphere_rescaling")]
        assert (rows[0].expect, rows[1].expect) == ("holds", "fails")
        (result,) = {row.run().result.replace(row.expect, "as expected") for row in rows}
        (control,) = {control_status(row)[0] for row in rows}
        return result, control

    assert found(Answer(True, (), "", {"a": True})) == ("as expected", "rejected")
    assert found(Answer(True, (), "", {"a": True, "b": False})) == ("as expected", "not rejected")
    assert found(Answer(True, (), "", {})) == ("as expected", "not rejected")
    assert found(Answer(True, (), "", {"a": True}), planted=False) == ("as expected", "not rejected")
    assert found(Answer(False, (), "may rest on cheat", {}))[0] == "undecided"


def test_wrong_theorems_are_part_of_the_kill_matrix() -> None:
    changes = {"= 2 -> = 3": True, "= 2 -> = 4": False, "= 2 -> = 5": True}
    answers = {"sum": Answer(True, (), "", changes, ("= 2 -> = 3",))}
    judged = wrong_theorems(Run("8.16.1", answers, planted_reported=True))
    assert [(m.name, m.status, *m.kills.values()) for m in judged] == [
        ("sum:1", "killed", "negation"), ("sum:2", "survivor"), ("sum:3", "killed", "control"),
        ("planted axiom", "killed", "control"),
    ]  # fmt: skip
    assert {m.function for m in judged} == {THEOREMS}
    assert wrong_theorems(Run("8.16.1", {}))[-1].status == "survivor"
    assert wrong_theorems(Run("", {})) == []


def test_the_command_prints_axioms_and_problems(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    answer = Answer(True, ("Reals.axiom",), "", {"a": True, "b": True}, ("b",))
    kernel = Run("8.16.1", {claim.name: answer for claim in CLAIMS}, planted_reported=True)
    monkeypatch.setattr("paper_claims.commands.kernel.run", lambda core, tell: kernel)
    assert main(["kernel"]) == 0
    text = capsys.readouterr().out
    assert "Claims.svm_whole_passes" in text
    assert f"accepts {len(CLAIMS)} of {len(CLAIMS)} theorems" in text
    assert "2 of 2 rejected, 1 proved false" in text
    assert "only its proof fails: svm_whole_passes: a" in text
    assert "svm_whole_passes: b" not in text
    assert main(["kernel", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["claims"][0]["axioms"] == ["Reals.axiom"]
    shown = [version["shown_by"] for version in data["claims"][0]["wrong_versions"]]
    assert shown == ["only its proof fails", "its negation is proved"]
    monkeypatch.setattr(
        "paper_claims.commands.kernel.run",
        lambda core, tell: Run("8.16.1", {"ball_projection": Answer(False, (), "why", {})}),
    )
    assert main(["kernel"]) == 1
    assert "problem: ball_projection: why" in capsys.readouterr().err


def test_without_coq_the_command_says_how_to_install_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert main(["kernel"]) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert "apt-get install coq libcoq-interval" in error
