(* Printed by proofs_check/coq/leaves.py from the leaves of the logic: change the leaves, not this file. *)
Require Import Reals List Lra Lia ZArith.
From BlindAvg Require Import Constants Vectors SoftmaxSensitivity LogicSymbols Claims.
Open Scope R_scope.

Theorem leaf_softmax_cocoercive : forall classes : nat, (0 < classes)%nat -> forall (log : nat -> R) (log2 : nat -> R),
  2 * dot (seq 0 classes) (vadd (smax (seq 0 classes) log) (vscal (-1) (smax (seq 0 classes) log2))) (vadd (smax (seq 0
  classes) log) (vscal (-1) (smax (seq 0 classes) log2))) <= dot (seq 0 classes) (vadd log (vscal (-1) log2)) (vadd
  (smax (seq 0 classes) log) (vscal (-1) (smax (seq 0 classes) log2))).
Proof. intros classes C log log2; rewrite !minus_is; pose proof (Claims.softmax_cocoercive nat (seq 0 classes)
  (not_empty classes C) log log2) as H; unfold smoothness_softmax_spectral in H; lra. Qed.

Theorem leaf_softmax_corner : forall classes : nat, (0 < classes)%nat -> forall (kth : nat) (log : nat -> R), (kth <
  classes)%nat -> dot (seq 0 classes) (vadd (smax (seq 0 classes) log) (vscal (-1) (onehot kth))) (vadd (smax (seq 0
  classes) log) (vscal (-1) (onehot kth))) <= 2.
Proof. intros classes C kth log K; rewrite !minus_is; pose proof (Claims.softmax_corner nat (seq 0 classes) (not_empty
  classes C) log (onehot kth) (fun b _ => onehot_nonneg kth b) (onehot_total kth classes K)) as H; unfold
  loss_gradient_softmax in H; rewrite !Rmult_1_r, sqrt_sqrt in H; lra. Qed.

Theorem leaf_softmax_shares : forall classes : nat, (0 < classes)%nat -> forall (kth : nat) (log : nat -> R), (kth <
  classes)%nat -> (dot (seq 0 classes) (smax (seq 0 classes) log) (smax (seq 0 classes) log) <= 1) /\ (dot (seq 0
  classes) (smax (seq 0 classes) log) (onehot kth) >= 0) /\ (dot (seq 0 classes) (smax (seq 0 classes) log) all_ones =
  1) /\ ((dot (seq 0 classes) (onehot kth) all_ones = 1) /\ (dot (seq 0 classes) (onehot kth) (onehot kth) = 1) /\ (dot
  (seq 0 classes) all_ones all_ones = INR classes) /\ (INR classes >= 1)).
Proof. intros classes C kth log K; destruct (Claims.softmax_shares nat (seq 0 classes) (not_empty classes C) log) as [P
  [T Q]]; rewrite !with_ones, !onehot_picks, onehot_there, T, onehot_total, number_of_classes by exact K; pose proof (P
  kth ltac:(apply in_seq; lia)); pose proof (le_INR 1 classes C); simpl in *; repeat split; lra. Qed.
