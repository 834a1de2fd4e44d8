(* Theorem R for the Huber SVM of one class: G = c, beta at least Lam + c^2/(2h). *)
Require Import Reals List Lra Psatz Arith Lia.
From BlindAvg Require Import Constants Vectors BallProjection SgdRecursion TheoremR HuberStep.
Import ListNotations.
Open Scope R_scope.

Section Svm.
Context {A : Type}.
Variable I : list A.
Variables h Lam beta c r : R.
Hypothesis Hh : 0 < h.
Hypothesis HL : 0 < Lam.
Hypothesis Hc : 0 <= c.
Hypothesis Hr : 0 <= r.
Hypothesis Hbeta : Lam + c * c / (2 * h) <= beta.

Local Notation rec := ((A -> R) * R)%type.
Definition svm_grad (z : rec) (f : A -> R) : A -> R := loss_grad I (huber_slope h) (fst z) (snd z) f.
Definition svm_ok (z : rec) : Prop := snd z * snd z = 1 /\ dot I (fst z) (fst z) <= c * c.
Definition svm_train := train I svm_grad Lam beta r.

Lemma c2_pos : 0 <= c * c / (2 * h).
Proof. apply Rmult_le_pos; [apply Rle_0_sqr|left; apply Rinv_0_lt_compat; lra]. Qed.

Lemma svm_contracts : forall tau z f f', svm_ok z -> 0 <= tau -> tau * beta <= 1 ->
  nrm I (vsub (one_step svm_grad Lam tau z f) (one_step svm_grad Lam tau z f'))
  <= (1 - tau * Lam) * nrm I (vsub f f').
Proof.
  intros tau z f f' [Hy Hx] Ht Htb.
  apply (shared_step_contracts I (huber_slope h)) with (mu := 2 * h) (c := c) (beta := beta);
    try assumption; try lra.
  apply huber_slope_cocoercive; assumption.
Qed.

Lemma svm_bounded : forall z f, svm_ok z -> nrm I (svm_grad z f) <= c.
Proof.
  intros z f [Hy Hx]. apply loss_grad_bound; try assumption. apply huber_slope_bounded; assumption.
Qed.

Section Neighbours.
Variables (D D' : nat -> rec) (f0 : A -> R) (j : nat).
Hypothesis Hok : forall i, svm_ok (D i).
Hypothesis Hok' : forall i, svm_ok (D' i).
Hypothesis Same : forall i, i <> j -> D' i = D i.

Theorem svm_sensitivity_any : forall Bs M, (forall t, good_batch (Bs t)) -> (0 < M)%nat ->
  nrm I (vsub (svm_train D Bs f0 M) (svm_train D' Bs f0 M))
  <= 2 * c / (Lam * INR M) * total (fun t => weight j (Bs t)) M.
Proof.
  intros Bs M HB HM. pose proof c2_pos.
  apply (weighted_sensitivity I svm_grad svm_ok Lam beta c r) with (inside := anywhere);
    try assumption; try lra; try exact Logic.I; try (intro; exact Logic.I).
  - apply svm_contracts.
  - apply (bounded_apart _ _ I svm_grad svm_ok), svm_bounded.
Qed.

Theorem svm_sensitivity : forall n k, (j < n)%nat -> (0 < k)%nat ->
  nrm I (vsub (svm_train D (single (cyclic n)) f0 (k * n)) (svm_train D' (single (cyclic n)) f0 (k * n)))
  <= 2 * c / (Lam * INR n).
Proof.
  intros n k Hj Hk. pose proof c2_pos.
  apply (sensitivity_single I svm_grad svm_ok Lam beta c r) with (inside := anywhere) (j := j);
    try assumption; try lra; try lia; try exact Logic.I; try (intro; exact Logic.I).
  - apply svm_contracts.
  - apply (bounded_apart _ _ I svm_grad svm_ok), svm_bounded.
  - apply cyclic_once; assumption.
Qed.
End Neighbours.
End Svm.
