(* Why the constants and premises of the lemmas are what they are: each wrong version of them is false, by an example. *)
Require Import Reals List Lra Psatz Arith Lia.
From BlindAvg Require Import Constants Vectors SimplexMaximum SoftmaxCurvature SgdRecursion BallProjection HuberStep SvmSensitivity
  Objectives WholePasses WrongSteps.
Import ListNotations.
Open Scope R_scope.

Ltac slopes := unfold huber_slope; repeat match goal with |- context [Rlt_dec ?a ?b] => destruct (Rlt_dec a b) end; try lra.

Lemma dot1 : forall u v : nat -> R, dot I1 u v = u 0%nat * v 0%nat.
Proof. intros; unfold dot, I1; simpl; ring. Qed.

Lemma at_most1 : forall u b, nrm I1 u <= b -> u 0%nat <= b /\ - u 0%nat <= b.
Proof. intros u b H. rewrite nrm1 in H. pose proof (Rle_abs (u 0%nat)). pose proof (Rle_abs (- u 0%nat)). rewrite Rabs_Ropp in
    *. lra. Qed.

(* The simplex and the softmax matrix. *)
Theorem not_simplex_maximum_1 : ~ simplex_maximum_1.
Proof.
  intro H. specialize (H [1 / 2; 1 / 2] 0). simpl in H.
  assert (forall x, 1 / 2 = x \/ 1 / 2 = x \/ False -> 0 <= x) by (intros x [<-|[<-|[]]]; lra).
  specialize (H H0). lra.
Qed.

Theorem not_simplex_maximum_2 : ~ simplex_maximum_2.
Proof.
  intro H. specialize (H (repeat (1 / 2) 4) 0).
  assert (P : forall x, In x (repeat (1 / 2) 4) -> 0 <= x) by (intros x Hx; apply repeat_spec in Hx; lra).
  specialize (H P). simpl in H. lra.
Qed.

Theorem not_simplex_maximum_attained_1 : ~ simplex_maximum_attained_1.
Proof. intro H. destruct (H 0%nat) as [[_ E] _]. simpl in E. lra. Qed.

Theorem not_simplex_maximum_attained_2 : ~ simplex_maximum_attained_2.
Proof. intro H. destruct (H 2%nat) as [_ E]; [lia|]. simpl in E. lra. Qed.

Theorem not_softmax_curvature_1 : ~ softmax_curvature_1.
Proof.
  intro H. specialize (H [(1 / 2, 1); (1 / 2, -1)]). simpl in H.
  destruct H as [_ H]; [intros p [<-|[<-|[]]]; simpl; lra|lra|lra].
Qed.

Theorem not_softmax_curvature_2 : ~ softmax_curvature_2.
Proof.
  intro H. specialize (H [(1, 1); (1, 1)]). simpl in H.
  destruct H as [H _]; [intros p [<-|[<-|[]]]; simpl; lra|lra].
Qed.

(* The Huber loss. A negative h puts a jump into it. *)
Theorem not_huber_slope_1 : ~ huber_slope_1.
Proof.
  intro H. destruct (H 1 1 2) as [_ U]; [lra|]. revert U. unfold huber, huber_slope, huber_curvature.
  repeat match goal with |- context [Rlt_dec ?a ?b] => destruct (Rlt_dec a b) end; lra.
Qed.

Theorem not_huber_slope_2 : ~ huber_slope_2.
Proof.
  intro H. destruct (H (-1) (-1) (1 / 10)) as [L _]. revert L. unfold huber, huber_slope.
  repeat match goal with |- context [Rlt_dec ?a ?b] => destruct (Rlt_dec a b) end; lra.
Qed.

(* The objective of the SVM with one feature: a record of norm 1 and label 1. *)
Definition unit_record : (nat -> R) * R := record 1 1.

Lemma unit_ok : forall c, 1 <= c * c -> svm_ok I1 c unit_record.
Proof. intros c H. unfold svm_ok, unit_record, record. rewrite dot1. simpl. lra. Qed.

Lemma unit_gradient : forall h Lam f, objective_grad Lam (svm_grad I1 h unit_record) f 0%nat = Lam * f 0%nat + huber_slope h (f
    0%nat).
Proof.
  intros h Lam f. unfold objective_grad, gradient_entry, svm_grad, loss_grad, unit_record, record, vadd, vscal. cbn [fst snd].
  rewrite dot1. replace (1 * (f 0%nat * 1)) with (f 0%nat) by ring. ring.
Qed.

Theorem not_svm_lipschitz_1 : ~ svm_lipschitz_1.
Proof.
  intro H. specialize (H nat I1 (1 / 2) 1 1 ltac:(lra) ltac:(lra) ltac:(lra) 0 unit_record (fun _ => 0) (unit_ok 1 ltac:(lra))).
  rewrite nrm1, Rabs_R0 in H. specialize (H ltac:(lra)). apply at_most1 in H. rewrite unit_gradient in H.
  replace (huber_slope (1 / 2) 0) with (-1) in H by (slopes; field; lra). lra.
Qed.

Theorem not_svm_lipschitz_2 : ~ svm_lipschitz_2.
Proof.
  intro H. specialize (H nat I1 (1 / 2) 1 1 ltac:(lra) ltac:(lra) ltac:(lra) 0 unit_record (fun _ => 10) (unit_ok 1
      ltac:(lra))).
  apply at_most1 in H. rewrite unit_gradient in H. replace (huber_slope (1 / 2) 10) with 0 in H by slopes. lra.
Qed.

Theorem not_svm_smooth_1 : ~ svm_smooth_1.
Proof.
  intro H. specialize (H nat I1 1 1 1 ltac:(lra) ltac:(lra) unit_record (fun _ => 0) (fun _ => 1) (unit_ok 1 ltac:(lra))).
  apply at_most1 in H. rewrite nrm1 in H. unfold vsub in H. rewrite !unit_gradient in H.
  replace (huber_slope 1 0) with (-1) in H by (slopes; field). replace (huber_slope 1 1) with (- / 2) in H by (slopes; field).
  rewrite Rabs_left in H by lra. lra.
Qed.

Theorem not_svm_smooth_2 : ~ svm_smooth_2.
Proof.
  intro H. specialize (H nat I1 (-1) 1 1 ltac:(lra) unit_record (fun _ => 0) (fun _ => 1) (unit_ok 1 ltac:(lra))).
  apply at_most1 in H. rewrite nrm1 in H. unfold vsub in H. rewrite !unit_gradient in H.
  replace (huber_slope (-1) 0) with (-1) in H by slopes. replace (huber_slope (-1) 1) with 0 in H by slopes.
  rewrite Rabs_left in H by lra. lra.
Qed.

Lemma far_gradients : vsub (objective_grad 1 (svm_grad I1 (1 / 2) unit_record) (fun _ => 20))
  (objective_grad 1 (svm_grad I1 (1 / 2) unit_record) (fun _ => 10)) 0%nat = 10.
Proof.
  unfold vsub. rewrite !unit_gradient. replace (huber_slope (1 / 2) 20) with 0 by slopes.
  replace (huber_slope (1 / 2) 10) with 0 by slopes. ring.
Qed.

Theorem not_svm_strongly_convex_1 : ~ svm_strongly_convex_1.
Proof.
  intro H. specialize (H nat I1 (1 / 2) 1 1 ltac:(lra) unit_record (fun _ => 20) (fun _ => 10) (unit_ok 1 ltac:(lra))).
  rewrite !dot1, far_gradients in H. unfold vsub in H. lra.
Qed.

Theorem not_svm_strongly_convex_2 : ~ svm_strongly_convex_2.
Proof.
  intro H. specialize (H nat I1 (1 / 2) 1 1 ltac:(lra) unit_record (fun _ => 20) (fun _ => 10) (unit_ok 1 ltac:(lra))).
  rewrite !dot1, far_gradients in H. unfold vsub in H. lra.
Qed.

(* A step on a flat loss, and the projection. *)
Lemma flat_step : forall tau f f', nrm I1 (vsub (sgd I1 (fun _ => 0) tau 1 vzero 1 f) (sgd I1 (fun _ => 0) tau 1 vzero 1 f'))
  = Rabs ((1 - tau) * (f 0%nat - f' 0%nat)).
Proof. intros. rewrite nrm1. f_equal. unfold sgd, sgd_step, gradient_entry, loss_grad, vsub, vadd, vscal, vzero. ring. Qed.

Theorem not_shared_step_1 : ~ shared_step_1.
Proof.
  intro H. specialize (H nat I1 (fun _ => 0) 1 0 1 1 1 vzero 1 (fun _ => 1) vzero).
  rewrite flat_step, nrm1, dot1 in H. unfold vsub, vzero in H. rewrite !Rminus_0_r, Rabs_R1 in H.
  replace ((1 - 1) * 1) with 0 in H by ring. rewrite Rabs_R0 in H.
  assert (0 <= -1); [|lra]. replace (-1) with ((1 - 2 * 1 * 1) * 1) by ring.
  apply H; intros; rewrite ?Rminus_0_r, ?Rabs_R0; try lra. pose proof (Rabs_pos (a - b)). lra.
Qed.

Theorem not_shared_step_2 : ~ shared_step_2.
Proof.
  intro H. specialize (H nat I1 (fun _ => 0) 1 0 3 1 1 vzero 1 (fun _ => 1) vzero).
  rewrite flat_step, nrm1, dot1 in H. unfold vsub, vzero in H. rewrite !Rminus_0_r, Rabs_R1 in H.
  assert (0 <= -2); [|lra]. eapply Rle_trans; [apply Rabs_pos|]. replace (-2) with ((1 - 3 * 1) * 1) by ring.
  apply H; intros; rewrite ?Rminus_0_r, ?Rabs_R0; try lra. pose proof (Rabs_pos (a - b)). lra.
Qed.

Theorem not_ball_projection_1 : ~ ball_projection_1.
Proof.
  intro H. specialize (H nat I1 1 (fun _ => 1) (fun _ => 0) ltac:(lra)). rewrite !nrm1 in H. unfold vsub in H.
  rewrite !proj_inside in H by (rewrite nrm1, ?Rabs_R0, ?Rabs_R1; lra). rewrite Rminus_0_r, Rabs_R1 in H. lra.
Qed.

(* For r = -1 the formula of the projection throws models to the other side. *)
Lemma thrown : forall x, 0 < Rabs x -> proj I1 (-1) (fun _ => x) 0%nat = - x / Rabs x.
Proof. intros x H. unfold proj, ball_factor, vscal. rewrite nrm1. destruct (Rle_dec (Rabs x) (-1)); [lra|field; lra]. Qed.

Theorem not_ball_projection_2 : ~ ball_projection_2.
Proof.
  intro H. specialize (H nat I1 (-1) (fun _ => / 4) (fun _ => - / 4)). apply at_most1 in H. rewrite nrm1 in H.
  assert (E : Rabs (/ 4) = / 4) by (apply Rabs_pos_eq; lra). unfold vsub in H.
  rewrite !thrown, Rabs_Ropp, E in H by (rewrite ?Rabs_Ropp, E; lra).
  rewrite (Rabs_pos_eq (/ 4 - - / 4)) in H by lra. lra.
Qed.

(* The recursion: a record that counts in the first step, and a start that is not 0. *)
Definition at_one (v : R) (t : nat) : R := match t with 1%nat => v | _ => 0 end.
Definition from (v w : R) (t : nat) : R := match t with O => v | S O => w | _ => 0 end.

Lemma rate_at : forall b t, 1 <= b -> 0 <= step_fraction b 1 (INR (S t)) <= 1.
Proof.
  intros b t Hb. change (step_fraction b 1 (INR (S t))) with (rate 1 b (S t)). rewrite rate_min by (lra || lia). assert (0 < 1 / b) by (apply Rdiv_lt_0_compat; lra).
  assert (0 < / INR (S t)) by (apply Rinv_0_lt_compat, lt_0_INR; lia).
  assert (1 / b <= 1) by (unfold Rdiv; rewrite Rmult_1_l, <- Rinv_1; apply Rinv_le_contravar; lra).
  split; [apply Rmin_glb; lra|eapply Rle_trans; [apply Rmin_l|lra]].
Qed.

Theorem not_recursion_invariant_1 : ~ recursion_invariant_1.
Proof.
  intro H. specialize (H 1 1 1 (at_one 2) (fun _ => 1) ltac:(lra) ltac:(lra)).
  assert (P : forall t, 0 <= at_one 2 t) by (intros [|[|t]]; simpl; lra). specialize (H P eq_refl).
  assert (S : forall t, at_one 2 (S t) <= (1 - step_fraction 1 1 (INR (S t))) * at_one 2 t
    + 1 * (2 * 1 * step_fraction 1 1 (INR (S t)) / 1)).
  { intros t. pose proof (rate_at 1 t ltac:(lra)) as A. specialize (P t). destruct t as [|t].
    - unfold step_fraction. simpl. rewrite Rmin_left by lra. lra.
    - change (at_one 2 (Datatypes.S (Datatypes.S t))) with 0. nra. }
  specialize (H S 1%nat). simpl in H. rewrite Rmax_left in H by lra. lra.
Qed.

Theorem not_recursion_invariant_2 : ~ recursion_invariant_2.
Proof.
  intro H. specialize (H 1 1 0 (from 1 0) (fun _ => 0) ltac:(lra) ltac:(lra)).
  assert (P : forall t, 0 <= from 1 0 t) by (intros [|[|t]]; simpl; lra). specialize (H P).
  assert (S : forall t, from 1 0 (S t) <= (1 - step_fraction 1 1 (INR (S t))) * from 1 0 t
    + 0 * (2 * 0 * step_fraction 1 1 (INR (S t)) / 1)).
  { intros t. pose proof (rate_at 1 t ltac:(lra)) as A. specialize (P t).
    replace (from 1 0 (Datatypes.S t)) with 0 by (destruct t; reflexivity). nra. }
  specialize (H S 0%nat). simpl in H. rewrite Rmax_right in H by lra. lra.
Qed.

Theorem not_recursion_whole_passes_1 : ~ recursion_whole_passes_1.
Proof.
  intro H. specialize (H 1 1 1 (at_one 2) 1%nat 0%nat 1%nat ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lia) ltac:(lia)).
  assert (P : forall t, 0 <= at_one 2 t) by (intros [|[|t]]; simpl; lra). specialize (H P eq_refl).
  change (1 * 1)%nat with 1%nat in H. simpl (at_one 2 1) in H.
  assert (2 <= 2 * (1 / 2) / (1 * INR 1)); [|simpl in *; lra]. apply H.
  intros t. fold (step_fraction 1 1 (INR (S t))). pose proof (rate_at 1 t ltac:(lra)) as A. specialize (P t). destruct t as [|t].
  - unfold step_fraction. simpl. rewrite Rmin_left by lra. lra.
  - change (at_one 2 (S (S t))) with 0. rewrite Nat.mod_1_r. simpl Nat.eqb. nra.
Qed.

Theorem not_recursion_whole_passes_2 : ~ recursion_whole_passes_2.
Proof.
  intro H. specialize (H 1 2 0 (from 2 1) 1%nat 0%nat 1%nat ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lia) ltac:(lia)).
  assert (P : forall t, 0 <= from 2 1 t) by (intros [|[|t]]; simpl; lra). specialize (H P).
  change (1 * 1)%nat with 1%nat in H. simpl (from 2 1 1) in H.
  assert (1 <= 2 * 0 / (1 * INR 1)); [|simpl in *; lra]. apply H.
  intros t. fold (step_fraction 2 1 (INR (S t))). pose proof (rate_at 2 t ltac:(lra)) as A. specialize (P t). destruct t as [|t].
  - unfold step_fraction. simpl. rewrite Rmin_left by lra. lra.
  - change (from 2 1 (S (S t))) with 0. rewrite Nat.mod_1_r. simpl Nat.eqb. nra.
Qed.
