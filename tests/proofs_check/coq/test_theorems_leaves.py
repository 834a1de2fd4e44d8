"""Leaves of the logic: each says what shows it, and what names a Coq theorem is printed, stated in Coq and proved from it."""

from __future__ import annotations

import ast
from dataclasses import replace

import pytest
import z3

from proofs_check.coq import compiler as coq
from proofs_check.coq import leaves
from proofs_check.coq.kernel_claims import accepted
from proofs_check.coq.theorems import CLAIMS, LEAVES, THEOREMS
from proofs_check.lemmas.numbers import ROOT
from proofs_check.lemmas.spaces import MODELS
from proofs_check.logic.derived import row_that_shows, shown_by
from proofs_check.logic.rules import Theorem
from proofs_check.logic.statements import rested_on, source_of
from proofs_check.method.check import all_checks, modules_of_rooms
from proofs_check.objectives import softmax_theorems
from tests.proofs_check.coq.test_kernel import needs_coq

COCOERCIVE, CORNER = softmax_theorems.SOFTMAX_COCOERCIVE, softmax_theorems.CORNER


def named_by_leaves() -> dict[str, str]:
    """What each leaf of the rooms gives as `by`, by its place; read from the source, so that nothing is proved here."""
    calls = [
        (module, node)
        for module in modules_of_rooms(with_theorems=True)
        for node in ast.walk(ast.parse(source_of(module)))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "leaf"
    ]
    return {
        f"{module}:{node.lineno}": next(ast.literal_eval(k.value) for k in node.keywords if k.arg == "by")
        for module, node in calls
    }


@pytest.mark.parametrize(("place", "by"), named_by_leaves().items(), ids=lambda text: text)
def test_what_shows_a_leaf_exists(place: str, by: str) -> None:
    kind, name = shown_by(replace(CORNER, why=by))
    if kind == "textbook":
        assert len(name.split()) >= 3, f"{place}: which book, which theorem?"
    if not (shown := row_that_shows(replace(CORNER, why=by))):
        return
    row = all_checks()[shown]
    assert row.universal, f"{place}: a leaf is for all values"
    assert row.expect == "holds"
    if kind == "coq":
        assert name in LEAVES, f"{place}: no glue"
        assert {f"leaf_{name}", name} <= {claim.name for claim in CLAIMS}


def test_every_glue_has_its_leaf() -> None:
    named = {
        shown_by(replace(CORNER, why=by))[1] for by in named_by_leaves().values() if by.startswith("Coq: ")
    }
    assert named == set(LEAVES) == set(leaves.leaves())
    assert set(LEAVES) <= {claim.name for claim in THEOREMS if claim.page == "Claims"}


def test_the_kind_of_a_leaf_is_plain_data() -> None:
    found = rested_on(COCOERCIVE)
    assert found["says"].startswith("|- 2 |")
    assert "softmax" in found["about"]
    assert {key: found[key] for key in ("kind", "name", "why", "by", "row")} == {
        "kind": "leaf", "name": "softmax is co-coercive", "why": "Coq: softmax_cocoercive",
        "by": "coq", "row": "coq.leaf_softmax_cocoercive",
    }  # fmt: skip
    assert rested_on(replace(COCOERCIVE, why="textbook: Feller, volume 2, chapter 3"))["row"] == ""
    assert rested_on(replace(COCOERCIVE, why="room.module.check"))["by"] == "check"
    assert "by" not in rested_on(softmax_theorems.OUTER)


def test_the_leaves_print_the_theory() -> None:
    assert coq.theories()["Leaves"] == leaves.theory(), "run python -m proofs_check.coq.leaves"


def with_three() -> Theorem:
    """The leaf with 3 for 2."""
    return replace(COCOERCIVE, shows=z3.substitute(COCOERCIVE.shows, (z3.RealVal(2), z3.RealVal(3))))


def swapped() -> Theorem:
    """The leaf with its sides exchanged."""
    return replace(COCOERCIVE, shows=COCOERCIVE.shows.arg(1) <= COCOERCIVE.shows.arg(0))


@needs_coq
@pytest.mark.slow
@pytest.mark.parametrize("wrong", [with_three, swapped])
def test_coq_rejects_a_changed_leaf(wrong) -> None:  # type: ignore[no-untyped-def]
    def compiled(leaf: Theorem) -> coq.Compiled:
        page = leaves.HEAD + leaves.stated_leaf("softmax_cocoercive", leaf)
        texts = coq.theories() | {"Leaves": page}
        return coq.compile_theories(texts, ["Leaves"], coq.cache_folder(), coq.version())["Leaves"]

    assert compiled(COCOERCIVE).accepted
    found = compiled(wrong())
    assert not found.accepted
    assert "Cannot find witness" in found.output


def test_a_leaf_that_the_logic_changed_counts_for_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    claim = next(claim for claim in CLAIMS if claim.name == "leaf_softmax_cocoercive")
    assert accepted(claim).result == "holds"
    monkeypatch.setattr(leaves, "leaves", lambda: {"softmax_cocoercive": with_three()})
    found = accepted(claim)
    assert found.result == "undecided"
    assert "does not state the leaf as the logic does" in found.detail
    monkeypatch.setattr(leaves, "leaves", dict)
    assert accepted(claim).result == "undecided"


# --- the printer ------------------------------------------------------------------------------------------------------

a, b = z3.Reals("a b")
k = z3.Int("k")
f = z3.Function("f", z3.IntSort(), z3.RealSort())
u, v = z3.Consts("u v", MODELS.sort)


PRINTED = [
    (a - (b - 1) <= z3.Q(1, 2) * -a, "a - (b - 1) <= 1 / 2 * - a"),
    (z3.Implies(a > 0, z3.Or(b == a / 2, z3.Not(a < b))), "(a > 0) -> ((b = a / 2) \\/ (~ (a < b)))"),
    (
        z3.ForAll([k], z3.Implies(k >= 0, f(k + 1) == f(k) ** 2)),
        "forall (x0 : Z), (((x0 >= (0)%Z)%Z) -> (f (x0 + (1)%Z)%Z = f x0 * f x0))",
    ),
    (z3.Exists([a], a * a == b), "exists (x0 : R), (x0 * x0 = b)"),
    (z3.ToReal(k) == z3.If(a <= b, a, b), "IZR k = if Rle_dec a b then a else b"),
    (u == MODELS.minus(u, v), "equal_on (list_prod (seq 0 dim) (seq 0 classes)) u (vadd u (vscal (-1) v))"),
    (MODELS.norm(u) == 0, "nrm (list_prod (seq 0 dim) (seq 0 classes)) u = 0"),
]


@pytest.mark.parametrize(("term", "text"), PRINTED)
def test_formulas_are_printed(term: z3.BoolRef, text: str) -> None:
    assert leaves.formula(term) == text


@needs_coq
def test_coq_reads_what_is_printed() -> None:
    types = "(a b : R) (k : Z) (f : Z -> R) (u v : nat * nat -> R) (dim classes : nat)"
    lines = [f"Definition p{i} {types} : Prop := {text}.\n" for i, (_, text) in enumerate(PRINTED)]
    texts = coq.theories() | {"Printed": leaves.HEAD.replace(" Claims.", ".") + "".join(lines)}
    found = coq.compile_theories(texts, ["Printed"], coq.cache_folder(), coq.version())["Printed"]
    assert found.accepted, found.output


@pytest.mark.parametrize(
    ("term", "why"),
    [
        (z3.Const("q", z3.DeclareSort("Mystery")) == z3.Const("q", z3.DeclareSort("Mystery")), "Mystery"),
        (z3.ForAll([z3.Const("q", z3.DeclareSort("Mystery"))], a > 0), "Mystery"),
        (z3.If(z3.And(a > 0, b > 0), a, b) > 0, "no meaning"),
    ],
    ids=["sort", "bound sort", "cases"],
)
def test_what_has_no_meaning_is_refused(term: z3.BoolRef, why: str) -> None:
    with pytest.raises(leaves.NotPrinted, match=why):
        leaves.formula(term)


def test_a_fixed_symbol_without_a_meaning_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(leaves.MEANING, "softmax")
    with pytest.raises(leaves.NotPrinted, match="softmax has no meaning in the table"):
        leaves.statement(COCOERCIVE)


def test_variables_never_capture_a_name_of_coq() -> None:
    radius = z3.Real("R")
    assert leaves.statement(replace(CORNER, given={"r": radius > 0}, shows=radius >= 0)) == (
        "forall (R_ : R), (R_ > 0) -> R_ >= 0"
    )


# --- the axioms about the same symbols are true under the same table ------------------------------------------------------

AXIOMS = [
    softmax_theorems.OUTER, softmax_theorems.ADJOINT, ROOT,
    *(getattr(space, name) for space in (MODELS, softmax_theorems.FEATURES, softmax_theorems.LOGITS)
      for name in ("SUMS", "MULTIPLES", "SYMMETRIC", "POSITIVE", "NULL", "LENGTH")),
]  # fmt: skip
PROOFS = """\
Lemma outers : forall dim classes (x y u v : nat -> R),
  dot (list_prod (seq 0 dim) (seq 0 classes)) (outer x u) (outer y v) = dot (seq 0 dim) x y * dot (seq 0 classes) u v.
Proof.
  intros. unfold outer. rewrite (outer_dot (seq 0 dim) (seq 0 classes)). unfold dot at 1, logits. simpl.
  rewrite (lsum_ext _ (fun b => dot (seq 0 dim) x y * (u b * v b))); [rewrite lsum_scal; reflexivity|].
  intros b _. unfold dot. rewrite (lsum_ext _ (fun a => u b * (x a * y a))) by (intros; ring). rewrite lsum_scal. ring.
Qed.
Ltac axiom_holds := intros; first [apply dot_add_l | apply dot_scal_l | apply dot_sym | apply dot_zero_l | apply outers
  | apply Rle_ge, dot_self_nonneg | symmetry; apply (outer_dot (seq 0 _) (seq 0 _))
  | split; [apply Rle_ge, nrm_nonneg | apply nrm_sqr] | split; [apply Rle_ge, sqrt_pos | apply sqrt_sqrt, Rge_le; assumption]].
"""


def axioms_in_coq(axioms: list[Theorem]) -> coq.Compiled:
    goals = [f"Goal {leaves.statement(axiom)}.\nProof. axiom_holds. Qed.\n" for axiom in axioms]
    texts = coq.theories() | {"Axioms": leaves.HEAD.replace(" Claims.", ".") + PROOFS + "".join(goals)}
    return coq.compile_theories(texts, ["Axioms"], coq.cache_folder(), coq.version())["Axioms"]


@needs_coq
@pytest.mark.slow
def test_the_axioms_hold_where_the_leaves_do() -> None:
    """One meaning for all: axioms and leaves about these symbols are true together."""
    found = axioms_in_coq(AXIOMS)
    assert found.accepted, found.output
    wrong = z3.substitute(ROOT.shows, (ROOT.shows.arg(1).arg(1), 2 * ROOT.shows.arg(1).arg(1)))
    assert not axioms_in_coq([replace(ROOT, shows=wrong)]).accepted
