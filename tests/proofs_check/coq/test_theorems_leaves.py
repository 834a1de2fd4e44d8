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
from proofs_check.gaussian import curve_theorem
from proofs_check.lemmas import exponential
from proofs_check.lemmas.numbers import ROOT
from proofs_check.lemmas.spaces import MODELS
from proofs_check.logic.derived import row_that_shows, shown_by
from proofs_check.logic.rules import FIXED, LEDGER, Theorem, symbols
from proofs_check.logic.statements import rested_on, source_of
from proofs_check.method.check import all_checks, modules_of_rooms
from proofs_check.objectives import logit_entries, softmax_theorems
from proofs_check.secure_sum import grid_theorem
from proofs_check.sensitivity import any_loss_theorem, softmax_theorem
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

SPACES = (MODELS, softmax_theorems.FEATURES, softmax_theorems.LOGITS)
CLAUSES = ("SUMS", "MULTIPLES", "SYMMETRIC", "POSITIVE", "NULL", "LENGTH", "DEFINITE")
AXIOMS = [
    ROOT, softmax_theorems.OUTER, softmax_theorems.ADJOINT,
    *(getattr(space, clause) for space in SPACES for clause in CLAUSES),
    exponential.LOG, exponential.TANGENT, exponential.POWER,
    curve_theorem.EXPO, curve_theorem.EXPO_GROWS, grid_theorem.INVERSE,
    logit_entries.ENTRIES, logit_entries.LABELS, logit_entries.POWERS, logit_entries.SOFTMAX,
]  # fmt: skip
PROOFS = """\
Lemma outers : forall dim classes (x y u v : nat -> R),
  dot (list_prod (seq 0 dim) (seq 0 classes)) (outer x u) (outer y v) = dot (seq 0 dim) x y * dot (seq 0 classes) u v.
Proof.
  intros. unfold outer. rewrite (outer_dot (seq 0 dim) (seq 0 classes)). unfold dot at 1, logits. simpl.
  rewrite (lsum_ext _ (fun b => dot (seq 0 dim) x y * (u b * v b))); [rewrite lsum_scal; reflexivity|].
  intros b _. unfold dot. rewrite (lsum_ext _ (fun a => u b * (x a * y a))) by (intros; ring). rewrite lsum_scal. ring.
Qed.
Lemma null : forall (A : Type) (I : list A) u, dot I u u = 0 -> forall i, In i I -> u i = 0.
Proof.
  intros A I u H i. unfold dot in H. induction I as [|a I IH]; [intros []|]. simpl in H.
  assert (0 <= lsum (fun i => u i * u i) I) by (apply lsum_nonneg; intros; apply Rle_0_sqr).
  pose proof (Rle_0_sqr (u a)) as S. unfold Rsqr in S. intros [->|J]; [nra|apply IH; [lra|exact J]].
Qed.
Lemma definite : forall (A : Type) (I : list A) x y, (forall z, dot I x z = dot I y z) -> equal_on I x y.
Proof.
  intros A I x y H i J. enough (vsub x y i = 0) by (unfold vsub in *; lra).
  apply (null A I); [|exact J]. rewrite dot_sub_l, H. ring.
Qed.
Lemma tangent : forall a, a > 0 -> ln a <= a - 1.
Proof. intros a A. pose proof (exp_ineq1_le (ln a)). rewrite exp_ln in H; lra. Qed.
Lemma grows : forall x y, x <= y -> exp x <= exp y.
Proof. intros x y [L| ->]; [left; apply exp_increasing, L|right; reflexivity]. Qed.
Lemma inverse : forall a, a > 0 -> exp (- ln a) * a = 1.
Proof. intros a A. rewrite exp_Ropp, exp_ln by lra. field. lra. Qed.
Lemma entry_in : forall classes l i, (i < classes)%nat -> entry classes l (Z.of_nat i) = l i.
Proof. intros. unfold entry. rewrite Nat2Z.id. destruct (Nat.ltb_spec i classes); [reflexivity|lia]. Qed.
Lemma one_more : forall (f : nat -> R) k, (k >= 0)%Z ->
  lsum f (seq 0 (Z.to_nat (k + 1))) = lsum f (seq 0 (Z.to_nat k)) + f (Z.to_nat k).
Proof. intros. replace (Z.to_nat (k + 1)) with (S (Z.to_nat k)) by lia. rewrite seq_S, lsum_app. simpl. ring. Qed.
Lemma counted : forall classes (f g : nat -> R), (forall i, (i < classes)%nat -> f i = g i) ->
  lsum f (seq 0 (Z.to_nat (Z.of_nat classes))) = lsum g (seq 0 classes).
Proof. intros. rewrite Nat2Z.id. apply lsum_ext. intros i I. apply in_seq in I. apply H. lia. Qed.
Ltac of_a_space := first [apply dot_add_l | apply dot_scal_l | apply dot_sym | apply dot_zero_l | apply outers
  | apply Rle_ge, dot_self_nonneg | symmetry; apply (outer_dot (seq 0 _) (seq 0 _)) | apply definite; assumption
  | split; [apply Rle_ge, nrm_nonneg | apply nrm_sqr] | split; [apply Rle_ge, sqrt_pos | apply sqrt_sqrt, Rge_le; assumption]].
Ltac of_powers := first [apply tangent; assumption | apply inverse; assumption | apply exp_pos
  | split; [apply exp_pos | apply ln_exp] | split; [apply exp_0 | apply grows]
  | match goal with H : _ /\\ _ |- _ => split; [apply ln_1 | apply ln_mult; apply H] end].
Ltac of_entries := split; [reflexivity|split; [intro; unfold dots; rewrite one_more, Z2Nat.id by lia; reflexivity
  |symmetry; apply counted; intros; rewrite !entry_in by assumption; reflexivity]].
Ltac of_labels :=
  rewrite !entry_in, onehot_picks, onehot_there by assumption; repeat split; (lia || reflexivity).
Ltac of_sums := split; [reflexivity|intro; unfold powers; rewrite one_more, Z2Nat.id by lia; reflexivity].
Ltac of_shares := match goal with H : _ /\\ (?k < _)%Z |- _ => rewrite <- (Z2Nat.id k) by lia; rewrite !entry_in by lia end;
  unfold smax; f_equal; symmetry; apply counted; intros; rewrite entry_in by assumption; reflexivity.
Ltac axiom_holds := intros;
  first [of_a_space | of_powers | solve [of_entries] | solve [of_labels] | solve [of_sums] | solve [of_shares]].
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


MORE = z3.substitute(ROOT.shows, (ROOT.shows.arg(1).arg(1), 2 * ROOT.shows.arg(1).arg(1)))
_of = logit_entries.powers(logit_entries.l, logit_entries.classes)
FEWER = z3.substitute(
    logit_entries.SOFTMAX.shows, (_of, logit_entries.powers(logit_entries.l, logit_entries.classes - 1))
)


@needs_coq
@pytest.mark.slow
@pytest.mark.parametrize(
    ("axiom", "shows"), [(ROOT, MORE), (logit_entries.SOFTMAX, FEWER)], ids=["root", "softmax"]
)
def test_a_wrong_axiom_does_not_hold_there(axiom: Theorem, shows: z3.BoolRef) -> None:
    assert not axioms_in_coq([replace(axiom, shows=shows)]).accepted


def test_no_axiom_below_the_softmax_is_left_out() -> None:
    """What no joint model on the line decides is true in Coq, or a leaf that says what shows it."""
    rooms = (softmax_theorems, softmax_theorem, any_loss_theorem)
    below = {name for room in rooms for _, theorem, _, _ in room.STATES for name in theorem.rests}
    axioms = {name for name in below if LEDGER[name].kind == "axiom"}
    assert axioms <= {axiom.name for axiom in AXIOMS}
    assert {shown_by(LEDGER[name])[0] for name in below - axioms} == {"coq"}


# --- equal vectors are not told apart ---------------------------------------------------------------------------------------

RESPECT = """\
Lemma same_entry : forall classes l m k, (0 < classes)%nat -> equal_on (seq 0 classes) l m ->
  entry classes l k = entry classes m k.
Proof.
  intros classes l m k C E. unfold entry. destruct (Nat.ltb_spec (Z.to_nat k) classes); [|reflexivity].
  apply E, in_seq. lia.
Qed.
Ltac entries_same := unfold dots, powers; apply lsum_ext; intros;
  repeat match goal with H : equal_on _ ?l ?m |- _ => rewrite (same_entry _ l m) by assumption; clear H end; reflexivity.
Ltac everywhere := let i := fresh in let J := fresh in intros i J; unfold vadd, vscal, outer, smax, model_logits, logits;
  try (destruct i as [? ?]; apply in_prod_iff in J; destruct J); simpl;
  first [apply lsum_ext; intros | f_equal; try (apply lsum_ext; intros)];
  repeat match goal with H : equal_on _ ?l _ |- context [?l ?k] => rewrite (H k) by (try apply in_prod; assumption) end;
  reflexivity.
Ltac respected := intros; repeat match goal with H : _ /\\ _ |- _ => destruct H end; subst;
  first [reflexivity | apply dot_ext; assumption | unfold nrm; f_equal; apply dot_ext; assumption | apply same_entry; assumption
  | solve [entries_same] | solve [everywhere]].
"""


def takes_vectors() -> list[z3.FuncDeclRef]:
    """The fixed functions of the axioms, but those of numbers alone."""
    found = symbols(*(formula for axiom in AXIOMS for formula in (axiom.shows, *axiom.given.values())))
    of = {name: [symbol.domain(i).name() for i in range(symbol.arity())] for name, symbol in found.items()}
    return [found[name] for name, sorts in of.items() if name in FIXED and {*sorts} - {"Real", "Int"}]


def same(symbol: z3.FuncDeclRef) -> str:
    """Equal arguments have equal values. For vectors, `equal` is about the entries that count."""
    one, other = (
        [z3.Const(f"{w}{i}", symbol.domain(i)) for i in range(symbol.arity())] for w in ("one", "other")
    )
    equal = z3.And(*(left == right for left, right in zip(one, other, strict=True)))
    return leaves.statement(replace(ROOT, given={"equal": equal}, shows=symbol(*one) == symbol(*other)))


def respected_in_coq(symbols_: list[z3.FuncDeclRef], texts: dict[str, str]) -> coq.Compiled:
    goals = "".join(f"Goal {same(symbol)}.\nProof. respected. Qed.\n" for symbol in symbols_)
    texts = texts | {"Same": leaves.HEAD.replace(" Claims.", ".") + RESPECT + goals}
    return coq.compile_theories(texts, ["Same"], coq.cache_folder(), coq.version())["Same"]


@needs_coq
@pytest.mark.slow
def test_functions_of_the_table_respect_equality() -> None:
    """In the logic equal things have equal values, so the reading of = must have it, too."""
    functions = takes_vectors()
    assert {"add", "dot_X", "norm_L", "softmax", "outer", "logits", "entry", "powers"} <= {
        f.name() for f in functions
    }
    texts = coq.theories()
    found = respected_in_coq(functions, texts)
    assert found.accepted, found.output
    guarded, loose = "if Nat.ltb (Z.to_nat k) classes then l (Z.to_nat k) else 0", "l (Z.to_nat k)"
    assert guarded in texts["LogicSymbols"]
    beyond = texts | {"LogicSymbols": texts["LogicSymbols"].replace(guarded, loose)}
    assert not respected_in_coq(functions, beyond).accepted
