(* Runs of softmax regression on three classes: opposite records of one class have gradients more than 2 c apart. *)
Require Import Reals List Lra Psatz Arith Lia.
From BlindAvg Require Import Constants Vectors SgdRecursion BallProjection TheoremR SoftmaxSensitivity Batches WholePasses
  CentreBound WrongSoftmaxRuns RefutedSteps RefutedRuns RefutedSoftmax.
Import ListNotations.
Open Scope R_scope.

(* Records (1/10, class 2) and (-1/10, class 2), other records of norm 0, and a model with the logits ln 10, -ln 10, 0 on the
first. *)
Definition opposed (x : R) (i : nat) : (nat -> R) * (nat -> R) := ((fun _ => match i with O => x | _ => 0 end), hot 2).
Definition start : nat * nat -> R := model3 (10 * ln 10) (- (10 * ln 10)) 0.
Definition tall : list (nat * nat) := list_prod I1 K3.

Lemma opposed_ok : forall x i, x * x <= 1 / 10 * (1 / 10) -> soft_ok I1 K3 (1 / 10) (opposed x i).
Proof. intros x i H. apply hot_ok3; [lia|]. destruct i; lra. Qed.

Lemma opposed_same : forall x x' i, i <> 0%nat -> opposed x' i = opposed x i.
Proof. intros x x' [|i] H; [contradiction|reflexivity]. Qed.

Lemma ln10_range : 0 < ln 10 < 4.
Proof.
  split; [rewrite <- ln_1; apply ln_increasing; lra|]. apply exp_lt_inv. rewrite exp_ln by lra.
  pose proof (exp_ineq1 1 ltac:(lra)). replace 4 with (1 + 1 + (1 + 1)) by ring. rewrite !exp_plus.
  assert (4 < exp 1 * exp 1) by nra. nra.
Qed.

Lemma start_gradients :
  (soft_grad I1 K3 (opposed (1 / 10) 0) start (0, 0)%nat = 10 / 111 /\ soft_grad I1 K3 (opposed (1 / 10) 0) start (0, 1)%nat =
      1 / 1110
   /\ soft_grad I1 K3 (opposed (1 / 10) 0) start (0, 2)%nat = - 101 / 1110) /\
  (soft_grad I1 K3 (opposed (- (1 / 10)) 0) start (0, 0)%nat = - 1 / 1110 /\ soft_grad I1 K3 (opposed (- (1 / 10)) 0) start (0,
      1)%nat = - 10 / 111
   /\ soft_grad I1 K3 (opposed (- (1 / 10)) 0) start (0, 2)%nat = 101 / 1110).
Proof.
  assert (T : exp (ln 10) = 10) by (apply exp_ln; lra). assert (U : exp (- ln 10) = / 10) by (rewrite exp_Ropp, T; reflexivity).
  unfold soft_grad, opposed. cbn [fst snd]. split.
  - destruct (smax3 (logits I1 (fun _ => 1 / 10) start) 10 (/ 10) 1) as [-> [-> ->]];
      rewrite ?logits1; unfold start, model3; simpl; unfold hot; simpl; try lra.
    + replace (10 * ln 10 * (1 / 10)) with (ln 10) by field. exact T.
    + rewrite <- U. f_equal. field.
    + rewrite Rmult_0_l. apply exp_0.
  - destruct (smax3 (logits I1 (fun _ => - (1 / 10)) start) (/ 10) 10 1) as [-> [-> ->]];
      rewrite ?logits1; unfold start, model3; simpl; unfold hot; simpl; try lra.
    + rewrite <- U. f_equal. field.
    + replace (- (10 * ln 10) * - (1 / 10)) with (ln 10) by field. exact T.
    + rewrite Rmult_0_l. apply exp_0.
Qed.

Lemma gradient_gap : let g := soft_grad I1 K3 (opposed (1 / 10) 0) start in let g' := soft_grad I1 K3 (opposed (- (1 / 10)) 0)
    start in
  vsub g g' (0, 0)%nat = 101 / 1110 /\ vsub g g' (0, 1)%nat = 101 / 1110 /\ vsub g g' (0, 2)%nat = - 202 / 1110.
Proof. destruct start_gradients as [[A [B C]] [D [E F]]]. unfold vsub. rewrite A, B, C, D, E, F. lra. Qed.

(* One step from there, with a = 200/201, in a ball that holds both results. *)
Definition moved (x : R) : nat * nat -> R :=
  step (soft_grad I1 K3) 1 (rate 1 (201 / 200) 1 / 1) (opposed x) (single (cyclic 1) 1) start.

Lemma moved_at : forall x p, moved x p = start p - 200 / 201 * (start p + soft_grad I1 K3 (opposed x 0) start p).
Proof.
  intros x p. unfold moved, step, sgd_step, gradient_entry, batch_grad, single, vsub, vadd, vscal. change (cyclic 1 1) with 0%nat. cbn [lsum fst snd].
  rewrite rate_min by (lra || lia). simpl INR. rewrite Rmin_left by lra. field.
Qed.

Lemma run_once : forall r x, nrm tall (moved x) <= r ->
  forall p, soft_train I1 K3 1 (201 / 200) r (opposed x) (single (cyclic 1)) start 1 p = moved x p.
Proof. intros r x H p. exact (proj_inside tall r (moved x) H p). Qed.

Definition wide : R := nrm tall (moved (1 / 10)) + nrm tall (moved (- (1 / 10))) + nrm tall start.
Lemma wide_enough : 0 <= wide /\ nrm tall (moved (1 / 10)) <= wide /\ nrm tall (moved (- (1 / 10))) <= wide /\ nrm tall start
    <= wide.
Proof.
  pose proof (nrm_nonneg tall (moved (1 / 10))). pose proof (nrm_nonneg tall (moved (- (1 / 10)))). pose proof (nrm_nonneg tall
      start).
  unfold wide. lra.
Qed.

Lemma far_apart : forall r b, nrm tall (moved (1 / 10)) <= r -> nrm tall (moved (- (1 / 10))) <= r -> 0 <= b ->
  nrm tall (vsub (soft_train I1 K3 1 (201 / 200) r (opposed (1 / 10)) (single (cyclic 1)) start 1)
                 (soft_train I1 K3 1 (201 / 200) r (opposed (- (1 / 10))) (single (cyclic 1)) start 1)) <= b -> 49 / 1000 <= b
                     * b.
Proof.
  intros r b H H' Hb D. apply nrm_le_iff in D; [|exact Hb]. unfold tall in D. rewrite dot_on3 in D. unfold vsub in D.
  rewrite !run_once, !moved_at in D by assumption. destruct start_gradients as [[A0 [A1 A2]] [B0 [B1 B2]]].
  rewrite A0, A1, A2, B0, B1, B2 in D. lra.
Qed.

Ltac with_opposed H := specialize (H (opposed (1 / 10)) (opposed (- (1 / 10))) start 0%nat
  (fun i => opposed_ok (1 / 10) i ltac:(lra)) (fun i => opposed_ok (- (1 / 10)) i ltac:(lra)) (opposed_same (1 / 10) (- (1 /
      10)))).

Theorem not_softmax_whole_passes_1 : ~ softmax_whole_passes_1.
Proof.
  intro H. destruct wide_enough as [W0 [W1 [W2 _]]].
  specialize (H nat nat I1 K3 K3_not_empty 1 (201 / 200) (1 / 10) wide ltac:(lra) ltac:(lra) W0 ltac:(lra)). with_opposed H.
  specialize (H 1%nat 1%nat ltac:(lia) ltac:(lia)). simpl INR in H. apply far_apart in H; try assumption; lra.
Qed.

Theorem not_softmax_batches_1 : ~ softmax_batches_1.
Proof.
  intro H. destruct wide_enough as [W0 [W1 [W2 _]]].
  specialize (H nat nat I1 K3 K3_not_empty 1 (201 / 200) (1 / 10) wide ltac:(lra) ltac:(lra) W0 ltac:(lra)). with_opposed H.
  specialize (H (single (cyclic 1)) 1%nat ltac:(intro; apply single_good) ltac:(lia)).
  unfold total in H. rewrite single_first in H. simpl INR in H. apply far_apart in H; try assumption; lra.
Qed.

Theorem not_softmax_batches_2 : ~ softmax_batches_2.
Proof.
  intro H. destruct wide_enough as [W0 _].
  specialize (H nat nat I1 K3 K3_not_empty 1 (201 / 200) (1 / 10) wide ltac:(lra) ltac:(lra) W0 ltac:(lra)). with_opposed H.
  specialize (H (fun _ => [(0%nat, -1)]) 1%nat ltac:(lia)). eapply Rle_trans in H; [|apply nrm_nonneg].
  unfold total, weight in H. simpl in H. destruct root_two. lra.
Qed.

(* The first batch of one record is that record. *)
Lemma first_batch : forall n, (0 < n)%nat -> fixed_schedule n 1 1 1 = single (cyclic 1) 1.
Proof. intros [|n] H; [lia|]. unfold fixed_schedule, fixed_batch, single. simpl. rewrite Rinv_1. reflexivity. Qed.

Ltac one_batch H n := destruct wide_enough as [W0 [W1 [W2 _]]];
  specialize (H nat nat I1 K3 K3_not_empty 1 (201 / 200) (1 / 10) wide ltac:(lra) ltac:(lra) W0 ltac:(lra)); with_opposed H;
  specialize (H n 1%nat 1%nat 1%nat ltac:(lia) ltac:(lia) ltac:(lia)); change (1 * 1)%nat with 1%nat in H;
  unfold soft_train, train in H; rewrite first_batch in H by lia; destruct root_two as [Q P].

Theorem not_softmax_fixed_divisor_1 : ~ softmax_fixed_divisor_1.
Proof. intro H. one_batch H 1%nat. specialize (H ltac:(lia)). simpl INR in H. apply far_apart in H; try assumption; lra. Qed.

Theorem not_softmax_fixed_divisor_2 : ~ softmax_fixed_divisor_2.
Proof. intro H. one_batch H 3%nat. simpl INR in H. apply far_apart in H; try assumption; nra. Qed.

(* Without logits every class has the same probability. *)
Lemma no_logits : forall (Ks : list nat) v, nrm Ks v <= 0 -> forall b, In b Ks -> v b = 0.
Proof. intros Ks v H. apply nrm_zero_coord. pose proof (nrm_nonneg Ks v). lra. Qed.

Theorem not_centre_bound_1 : ~ centre_bound_1.
Proof.
  intro H. specialize (H nat nat I1 K2 1 0 0 (1 / 2) ltac:(lra) ltac:(lra) (model3 0 0 0) first_class ((fun _ => 1), hot 1)).
  assert (N : nrm (list_prod I1 K2) (model3 0 0 0) <= 0) by (apply nrm_le_iff; [lra|]; rewrite dot_on2; unfold model3; simpl;
      lra).
  specialize (H N (first_ok 1 ltac:(lra)) (hot_ok2 1 1 1 ltac:(lia) ltac:(lra))). rewrite dot_on2 in H. unfold vsub, soft_grad,
      first_class in H.
  cbn [fst snd] in H. unfold hot in H. simpl in H.
  match type of H with ?P -> _ => assert (B : P) end; [|specialize (H B); lra].
  intros v y Hv Hy Sy. rewrite Rmult_0_l in Hv. pose proof (no_logits K2 v Hv) as Z.
  destruct (smax2 v 1 1) as [E0 E1]; rewrite ?(Z 0%nat), ?(Z 1%nat), ?exp_0 by (simpl; tauto); try lra.
  unfold dot, vsub, K2 in *. simpl in *. rewrite E0, E1. pose proof (Hy 0%nat ltac:(tauto)). pose proof (Hy 1%nat
      ltac:(tauto)). nra.
Qed.

Theorem not_centre_bound_2 : ~ centre_bound_2.
Proof.
  intro H. specialize (H nat nat I1 K3 (1 / 10) 0 0 (2 / 3) ltac:(lra) ltac:(lra) start (opposed (1 / 10) 0) (opposed (- (1 /
      10)) 0)).
  specialize (H (opposed_ok (1 / 10) 0 ltac:(lra)) (opposed_ok (- (1 / 10)) 0 ltac:(lra))). rewrite dot_on3 in H.
  destruct gradient_gap as [G0 [G1 G2]]. rewrite G0, G1, G2 in H.
  match type of H with ?P -> _ => assert (B : P) end; [|specialize (H B); lra].
  intros v y Hv Hy Sy. rewrite Rmult_0_l in Hv. pose proof (no_logits K3 v Hv) as Z.
  destruct (smax3 v 1 1 1) as [E0 [E1 E2]]; rewrite ?(Z 0%nat), ?(Z 1%nat), ?(Z 2%nat), ?exp_0 by (simpl; tauto); try lra.
  unfold dot, vsub, K3 in *. simpl in *. rewrite E0, E1, E2.
  pose proof (Hy 0%nat ltac:(tauto)). pose proof (Hy 1%nat ltac:(tauto)). pose proof (Hy 2%nat ltac:(tauto)). nra.
Qed.

Theorem not_diameter_sensitivity_1 : ~ diameter_sensitivity_1.
Proof.
  intro H. destruct wide_enough as [W0 [W1 [W2 W3]]]. destruct root_two as [Q P].
  specialize (H nat nat I1 K3 K3_not_empty 1 (201 / 200) (1 / 10) wide (2 * (sqrt 2 * (1 / 10))) ltac:(lra) W0 ltac:(lra)
      ltac:(lra)).
  match type of H with ?P -> _ => assert (B : P) end.
  { intros z z' f Hz Hz' _. apply (bounded_apart _ _ (list_prod I1 K3) (soft_grad I1 K3) (soft_ok I1 K3 (1 / 10)) (sqrt 2 * (1
      / 10)));
      try assumption; [|exact Logic.I]. intros; apply soft_bounded; try assumption; lra || exact K3_not_empty. }
  specialize (H B). with_opposed H. specialize (H W3 1%nat 1%nat ltac:(lia) ltac:(lia)). simpl INR in H.
  apply far_apart in H; try assumption; [|lra]. nra.
Qed.

(* In the ball of radius 3 logits are at most 3/10, and gradients shorter than 1/10; the start lies far outside. *)
Lemma short_gradient : forall z f, soft_ok I1 K3 (1 / 10) z -> nrm tall f <= 3 -> nrm tall (soft_grad I1 K3 z f) <= 1 / 10.
Proof.
  intros [x y] f [Hx [Hy Sy]] Hf. cbn [fst snd] in *. set (v := logits I1 x f).
  assert (V : nrm K3 v <= 3 / 10).
  { apply nrm_le_iff; [lra|]. eapply Rle_trans; [apply logits_sqr|]. apply nrm_le_iff in Hf; [|lra].
    pose proof (dot_self_nonneg I1 x). pose proof (dot_self_nonneg tall f). fold tall.
    eapply Rle_trans; [apply Rmult_le_compat; eassumption|]. lra. }
  set (w := vsub (smax K3 v) (smax K3 (fun _ => 0))).
  assert (W : nrm K3 w <= 3 / 20).
  { pose proof (smax_cocoercive K3 K3_not_empty v (fun _ => 0)) as C. cbv zeta in C. fold w in C.
    assert (D : dot K3 (vsub v (fun _ => 0)) w <= nrm K3 v * nrm K3 w).
    { rewrite (dot_ext K3 _ v _ w) by (intros; unfold vsub; ring). apply cauchy_schwarz. }
    rewrite <- nrm_sqr in C. pose proof (nrm_nonneg K3 w). nra. }
  set (e := vsub (smax K3 (fun _ => 0)) y).
  assert (E : nrm K3 e <= 17 / 20).
  { apply nrm_le_iff; [lra|]. unfold e.
    destruct (smax3 (fun _ => 0) 1 1 1) as [E0 [E1 E2]]; rewrite ?exp_0; try lra.
    unfold dot, vsub, K3 in *. simpl in *. rewrite E0, E1, E2.
    pose proof (Hy 0%nat ltac:(tauto)). pose proof (Hy 1%nat ltac:(tauto)). pose proof (Hy 2%nat ltac:(tauto)). nra. }
  assert (U : nrm K3 (vsub (smax K3 v) y) <= 1).
  { rewrite (nrm_ext K3 _ (vadd w e)) by (intros; unfold w, e, vadd, vsub; ring).
    eapply Rle_trans; [apply nrm_triangle|]. lra. }
  apply nrm_le_iff in U; [|lra]. apply nrm_le_iff; [lra|].
  eapply Rle_trans; [right; apply (outer_sqr I1 K3 x (vsub (smax K3 v) y))|].
  pose proof (dot_self_nonneg I1 x). pose proof (dot_self_nonneg K3 (vsub (smax K3 v) y)).
  eapply Rle_trans; [apply Rmult_le_compat; eassumption|]. lra.
Qed.

Theorem not_diameter_sensitivity_2 : ~ diameter_sensitivity_2.
Proof.
  intro H. specialize (H nat nat I1 K3 K3_not_empty 1 (201 / 200) (1 / 10) 3 (1 / 5) ltac:(lra) ltac:(lra) ltac:(lra)
      ltac:(lra)).
  match type of H with ?P -> _ => assert (B : P) end.
  { intros z z' f Hz Hz' Hf. fold tall in *.
    rewrite (nrm_ext tall _ (vadd (soft_grad I1 K3 z' f) (vscal (-1) (soft_grad I1 K3 z f)))) by (intros; unfold vadd, vsub,
        vscal; ring).
    eapply Rle_trans; [apply nrm_triangle|]. rewrite nrm_scal, Rabs_left by lra.
    pose proof (short_gradient z f Hz Hf). pose proof (short_gradient z' f Hz' Hf). lra. }
  specialize (H B). with_opposed H. specialize (H 1%nat 1%nat ltac:(lia) ltac:(lia)). simpl INR in H.
  pose proof ln10_range as L. destruct start_gradients as [[A0 [A1 A2]] [B0 [B1 B2]]].
  apply far_apart in H; try lra; (apply nrm_le_iff; [lra|]; unfold tall; rewrite dot_on3, !moved_at;
    rewrite ?A0, ?A1, ?A2, ?B0, ?B1, ?B2; unfold start, model3; simpl; nra).
Qed.
