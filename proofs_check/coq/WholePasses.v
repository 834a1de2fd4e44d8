(* Whole passes are needed: after one step two neighbours are 2 c / beta apart, however many records there are.

One feature, Huber SVM, projection onto the ball. The printed 2 (Lam R + c)/(Lam n) fails for every n above
beta (Lam R + c)/(Lam c). *)
Require Import Reals List Lra Psatz Arith Lia.
From BlindAvg Require Import Constants Vectors BallProjection SgdRecursion TheoremR HuberStep SvmSensitivity.
Import ListNotations.
Open Scope R_scope.

Definition I1 : list nat := [0%nat].
Definition record (c y : R) : (nat -> R) * R := ((fun _ => c), y).
Definition same (c : R) (i : nat) := record c 1.
Definition flipped (c : R) (i : nat) := match i with O => record c (-1) | _ => record c 1 end.

Lemma nrm1 : forall u, nrm I1 u = Rabs (u 0%nat).
Proof.
  intro u. unfold nrm, dot, I1. simpl. rewrite Rplus_0_r. apply sqrt_Rsqr_abs.
Qed.

Lemma first_step : forall h Lam beta c r y n,
  0 < h < 1 -> 0 < Lam -> 0 < c -> Lam <= beta -> c / beta <= r -> (0 < n)%nat -> (y = 1 \/ y = -1) ->
  forall D, D 0%nat = record c y ->
  svm_train I1 h Lam beta r D (single (cyclic n)) vzero 1 0%nat = y * c / beta.
Proof.
  intros h Lam beta c r y n Hh HL Hc Hb Hr Hn Hy D HD. unfold svm_train. cbn [train].
  assert (Rt : rate Lam beta 1 / Lam = / beta).
  { rewrite rate_min by (lra || lia). rewrite Rmin_left; [field; lra|]. simpl. rewrite Rinv_1.
    apply Rmult_le_reg_r with beta; [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra. }
  rewrite Rt.
  assert (Ix : cyclic n 1 = 0%nat) by (unfold cyclic; simpl; destruct n; [lia|apply Nat.mod_small; lia]).
  set (st := step _ _ _ _ _ _).
  assert (E : st 0%nat = y * c / beta).
  { unfold st, step, sgd_step, gradient_entry, batch_grad, single. rewrite Ix. simpl lsum. unfold vsub, vscal, vadd, vzero.
    cbn [fst snd]. rewrite HD. unfold svm_grad, loss_grad, vscal, record. cbn [fst snd].
    change (fun _ : nat => 0) with (@vzero nat). rewrite dot_zero_l, (Rmult_0_r y).
    replace (huber_slope h 0) with (-1).
    - field; lra.
    - unfold huber_slope. destruct (Rlt_dec (1 + h) 0); [lra|]. destruct (Rlt_dec 0 (1 - h)); [reflexivity|lra]. }
  rewrite proj_inside; [exact E|]. rewrite nrm1, E.
  assert (P : 0 < c / beta) by (apply Rdiv_lt_0_compat; lra).
  unfold Rdiv. rewrite Rmult_assoc, Rabs_mult. fold (c / beta). rewrite (Rabs_pos_eq (c / beta)) by lra.
  destruct Hy as [-> | ->]; [rewrite Rabs_R1|rewrite Rabs_left by lra]; lra.
Qed.

Theorem one_step_distance : forall h Lam beta c r n,
  0 < h < 1 -> 0 < Lam -> 0 < c -> Lam <= beta -> c / beta <= r -> (0 < n)%nat ->
  nrm I1 (vsub (svm_train I1 h Lam beta r (same c) (single (cyclic n)) vzero 1)
               (svm_train I1 h Lam beta r (flipped c) (single (cyclic n)) vzero 1)) = 2 * c / beta.
Proof.
  intros h Lam beta c r n Hh HL Hc Hb Hr Hn. rewrite nrm1. unfold vsub.
  rewrite (first_step h Lam beta c r 1 n), (first_step h Lam beta c r (-1) n); auto.
  assert (P : 0 < c / beta) by (apply Rdiv_lt_0_compat; lra).
  replace (1 * c / beta - -1 * c / beta) with (2 * c / beta) by (field; lra).
  apply Rabs_pos_eq. unfold Rdiv in *. nra.
Qed.

Theorem claim_needs_whole_passes : forall h Lam beta c r n,
  0 < h < 1 -> 0 < Lam -> 0 < c -> Lam <= beta -> c / beta <= r -> (0 < n)%nat ->
  beta * (Lam * r + c) < INR n * (Lam * c) ->
  nrm I1 (vsub (svm_train I1 h Lam beta r (same c) (single (cyclic n)) vzero 1)
               (svm_train I1 h Lam beta r (flipped c) (single (cyclic n)) vzero 1))
  > 2 * (Lam * r + c) / (Lam * INR n).
Proof.
  intros h Lam beta c r n Hh HL Hc Hb Hr Hn Hbig. rewrite one_step_distance by assumption.
  assert (Np : 0 < INR n) by (apply lt_0_INR; assumption).
  apply Rlt_gt. apply Rmult_lt_reg_r with (beta * (Lam * INR n)).
  - repeat apply Rmult_lt_0_compat; lra.
  - replace (2 * (Lam * r + c) / (Lam * INR n) * (beta * (Lam * INR n))) with (2 * (beta * (Lam * r + c)))
      by (field; lra).
    replace (2 * c / beta * (beta * (Lam * INR n))) with (2 * (INR n * (Lam * c))) by (field; lra). lra.
Qed.
