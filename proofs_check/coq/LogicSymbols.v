(* What symbols of the logic (proofs_check/logic) stand for here; the table in leaves.py names these definitions.

Features are numbered below dim, classes below classes; a model has an entry for each pair. *)
Require Import Reals List Lra Arith ZArith Lia FunctionalExtensionality.
From BlindAvg Require Import Constants Vectors SoftmaxSensitivity.
Import ListNotations.
Open Scope R_scope.

Definition onehot (k b : nat) : R := if Nat.eqb k b then 1 else 0.
Definition outer {A B : Type} (x : A -> R) (u : B -> R) : A * B -> R := fun ab => x (fst ab) * u (snd ab).
Definition model_logits (dim : nat) (f : nat * nat -> R) (x : nat -> R) : nat -> R := logits (seq 0 dim) x f.
Definition all_ones (_ : nat) : R := 1.
(* Logit k; no number of a class, no logit. So vectors that agree on the classes have equal entries. *)
Definition entry (classes : nat) (l : nat -> R) (k : Z) : R := if Nat.ltb (Z.to_nat k) classes then l (Z.to_nat k) else 0.
(* Sums over the first k classes. *)
Definition dots (classes : nat) (l m : nat -> R) (k : Z) : R :=
  lsum (fun i => entry classes l (Z.of_nat i) * entry classes m (Z.of_nat i)) (seq 0 (Z.to_nat k)).
Definition powers (classes : nat) (l : nat -> R) (k : Z) : R :=
  lsum (fun i => exp (entry classes l (Z.of_nat i))) (seq 0 (Z.to_nat k)).
Definition equal_on {A : Type} (I : list A) (u v : A -> R) : Prop := forall i, In i I -> u i = v i.

(* The logic has no difference of vectors: it adds the multiple by -1. *)
Lemma minus_is : forall (A : Type) (u v : A -> R), vadd u (vscal (-1) v) = vsub u v.
Proof. intros; apply functional_extensionality; intro; unfold vadd, vscal, vsub; ring. Qed.

Lemma not_empty : forall n, (0 < n)%nat -> seq 0 n <> [].
Proof. intros [|n] H; [lia|discriminate]. Qed.

Lemma onehot_nonneg : forall k b, 0 <= onehot k b.
Proof. intros; unfold onehot; destruct (Nat.eqb k b); lra. Qed.

Lemma onehot_total : forall k n, (k < n)%nat -> lsum (onehot k) (seq 0 n) = 1.
Proof.
  intros k n H. replace n with (k + S (n - k - 1))%nat by lia. rewrite seq_app, lsum_app. simpl.
  set (m := (n - k - 1)%nat).
  rewrite (lsum_ext _ (fun _ => 0) (seq 0 k)), (lsum_ext _ (fun _ => 0) (seq (S k) m)).
  - rewrite !lsum_const. unfold onehot. rewrite Nat.eqb_refl. ring.
  - intros i Hi. apply in_seq in Hi. unfold onehot. destruct (Nat.eqb_spec k i); [lia|reflexivity].
  - intros i Hi. apply in_seq in Hi. unfold onehot. destruct (Nat.eqb_spec k i); [lia|reflexivity].
Qed.

Lemma onehot_picks : forall k n (u : nat -> R), (k < n)%nat -> dot (seq 0 n) u (onehot k) = u k.
Proof.
  intros k n u K. unfold dot. rewrite (lsum_ext _ (fun i => u k * onehot k i)).
  - rewrite lsum_scal, onehot_total by exact K. ring.
  - intros i _. unfold onehot. destruct (Nat.eqb_spec k i); [subst; reflexivity|ring].
Qed.

Lemma onehot_there : forall k, onehot k k = 1.
Proof. intro; unfold onehot; rewrite Nat.eqb_refl; reflexivity. Qed.

Lemma with_ones : forall n u, dot (seq 0 n) u all_ones = lsum u (seq 0 n).
Proof. intros; unfold dot, all_ones; apply lsum_ext; intros; ring. Qed.

Lemma number_of_classes : forall n, lsum all_ones (seq 0 n) = INR n.
Proof. intro n. unfold all_ones. rewrite lsum_const, seq_length. ring. Qed.

Theorem softmax_shares : forall (B : Type) (Ks : list B), Ks <> [] -> forall z : B -> R,
  (forall b, In b Ks -> 0 <= smax Ks z b) /\ lsum (smax Ks z) Ks = 1 /\ dot Ks (smax Ks z) (smax Ks z) <= 1.
Proof.
  intros B Ks N z. assert (P : forall b, In b Ks -> 0 <= smax Ks z b) by (intros; apply smax_pos; exact N).
  repeat split; [exact P|apply smax_total; exact N|apply prob_square_le; [exact P|apply smax_total; exact N]].
Qed.

(* Two probability vectors are at most sqrt 2 apart, so that a gradient of the loss is at most loss_gradient_softmax c. *)
Theorem softmax_corner : forall (B : Type) (Ks : list B), Ks <> [] -> forall z y : B -> R,
  (forall b, In b Ks -> 0 <= y b) -> lsum y Ks = 1 ->
  dot Ks (vsub (smax Ks z) y) (vsub (smax Ks z) y) <= loss_gradient_softmax 1 * loss_gradient_softmax 1.
Proof.
  intros B Ks N z y P S. unfold loss_gradient_softmax. rewrite !Rmult_1_r, sqrt_sqrt by lra.
  apply prob_dot_le; [intros; apply smax_pos; exact N|apply smax_total; exact N|exact P|exact S].
Qed.
