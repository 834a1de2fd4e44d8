(* What symbols of the logic (proofs_check/logic) stand for here; the table in leaves.py names these definitions.

Features are numbered below dim, classes below classes; a model has an entry for each pair. *)
Require Import Reals List Lra Arith Lia FunctionalExtensionality.
From BlindAvg Require Import Constants Vectors SoftmaxSensitivity.
Import ListNotations.
Open Scope R_scope.

Definition onehot (k b : nat) : R := if Nat.eqb k b then 1 else 0.
Definition outer {A B : Type} (x : A -> R) (u : B -> R) : A * B -> R := fun ab => x (fst ab) * u (snd ab).
Definition model_logits (dim : nat) (f : nat * nat -> R) (x : nat -> R) : nat -> R := logits (seq 0 dim) x f.
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

(* Two probability vectors are at most sqrt 2 apart, so that a gradient of the loss is at most loss_gradient_softmax c. *)
Theorem softmax_corner : forall (B : Type) (Ks : list B), Ks <> [] -> forall z y : B -> R,
  (forall b, In b Ks -> 0 <= y b) -> lsum y Ks = 1 ->
  dot Ks (vsub (smax Ks z) y) (vsub (smax Ks z) y) <= loss_gradient_softmax 1 * loss_gradient_softmax 1.
Proof.
  intros B Ks N z y P S. unfold loss_gradient_softmax. rewrite !Rmult_1_r, sqrt_sqrt by lra.
  apply prob_dot_le; [intros; apply smax_pos; exact N|apply smax_total; exact N|exact P|exact S].
Qed.
