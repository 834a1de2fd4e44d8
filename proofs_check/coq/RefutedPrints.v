(* The refutations of the print need their premises too: a larger constant is not exceeded, nor is it without a premise. *)
Require Import Reals List Lra Psatz Arith Lia.
From BlindAvg Require Import Constants Vectors SgdRecursion BallProjection HuberStep TheoremR SvmSensitivity Batches SphereCounterexample
  WholePasses Attained WrongPrints RefutedSteps RefutedRuns.
Import ListNotations.
Open Scope R_scope.

Theorem not_sphere_rescaling_1 : ~ sphere_rescaling_1.
Proof.
  intro H. destruct (H (-1) 0 ltac:(lra)) as [I [a [b [N _]]]]. pose proof (nrm_nonneg I a). lra.
Qed.

Theorem not_sphere_rescaling_2 : ~ sphere_rescaling_2.
Proof.
  intro H. destruct (H 1 1 ltac:(lra) ltac:(lra)) as [I [a [b [_ [_ [_ [_ G]]]]]]].
  pose proof (proj_nonexpansive I 1 a b ltac:(lra)). lra.
Qed.

Theorem not_printed_algorithm_1 : ~ printed_algorithm_1.
Proof.
  intro H. specialize (H 2 2%nat 1%nat ltac:(lra) ltac:(lia) ltac:(lia)).
  rewrite printed_distance in H; [|lra|reflexivity|lia]. simpl in H. destruct root_two. nra.
Qed.

Theorem not_printed_algorithm_2 : ~ printed_algorithm_2.
Proof.
  intro H. specialize (H 2 3%nat 1%nat ltac:(lra) ltac:(lia) ltac:(lia)).
  rewrite printed_distance in H; [|lra|reflexivity|lia]. simpl in H. destruct root_two. nra.
Qed.

Theorem not_whole_passes_needed_1 : ~ whole_passes_needed_1.
Proof.
  intro H. specialize (H (1 / 2) 1 1 1 1 3%nat ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lia)).
  simpl INR in H. specialize (H ltac:(lra)). rewrite one_step_distance in H; try lra; lia.
Qed.

(* In a ball of radius 0 there is one model. *)
Theorem not_whole_passes_needed_2 : ~ whole_passes_needed_2.
Proof.
  intro H. specialize (H (1 / 2) 1 1 1 0 2%nat ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lia)).
  simpl INR in H. specialize (H ltac:(lra)).
  pose proof (svm_cap I1 (1 / 2) 1 1 0 ltac:(lra) (same 1) (flipped 1) vzero (single (cyclic 2)) 1 _ ltac:(lia) (Rle_refl _)) as C.
  unfold capped_by_ball in C. match type of C with _ <= Rmin ?a ?b => pose proof (Rmin_r a b) end. lra.
Qed.

Theorem not_own_size_fails_1 : ~ own_size_fails_1.
Proof.
  intro H. specialize (H (1 / 2) 1 3 1 (1 / 3) 50%nat 20%nat 3%nat 1%nat).
  pose proof (own_size_distance (1 / 2) 1 3 1 (1 / 3) 50 20 3 1) as E.
  replace (50 - Nat.pred 3 * 20)%nat with 10%nat in * by lia.
  rewrite (INR_IZR_INZ 10), (INR_IZR_INZ 50), (INR_IZR_INZ 3) in *. simpl IZR in *.
  rewrite E in H; try lra; try lia.
  assert (2 * 1 / (1 * 3 * 10) > 2 * (1 * (1 / 3) + 1) / (1 * 50) * 3 / 2); [|lra]. apply H; try lra; lia.
Qed.

(* Short steps: after the only step that visits the record the models are 2/100 apart. *)
Theorem not_own_size_fails_2 : ~ own_size_fails_2.
Proof.
  intro H. specialize (H (1 / 2) 1 100 1 (1 / 2) 4%nat 3%nat 2%nat 1%nat).
  assert (R2 : forall y, y = 1 \/ y = -1 -> svm_train I1 (1 / 2) 1 100 (1 / 2) (lone 4 1 y) (own_schedule 4 3 2) vzero 2 0%nat
      = y / 100).
  { intros y Hy.
    assert (F : svm_train I1 (1 / 2) 1 100 (1 / 2) (lone 4 1 y) (own_schedule 4 3 2) vzero 1 0%nat = 0).
    { assert (W : weight (Nat.pred 4) (own_schedule 4 3 2 1) = 0) by (rewrite own_weight by lia; unfold hit; simpl; ring).
      assert (V : forall q s, vzero 0%nat - q * (1 * vzero 0%nat + 0 * s) = 0) by (intros; unfold vzero; ring).
      eapply eq_trans; [apply next_lone; [reflexivity|]|]; simpl svm_train; rewrite W, V, ?Rabs_R0; lra. }
    eapply eq_trans; [apply (next_lone _ _ _ _ _ _ _ _ _ _ F)|]; rewrite own_weight by lia; rewrite rate_min by (lra || lia); unfold hit; simpl;
      rewrite Rmin_left by lra; rewrite (Rmult_0_l 1), (Rmult_0_r y); replace (huber_slope (1 / 2) 0) with (-1) by slopes; try field.
    destruct Hy as [-> | ->]; apply Rabs_le; lra. }
  change (1 * 2)%nat with 2%nat in H. rewrite nrm1 in H. unfold vsub in H. rewrite !R2 in H by tauto.
  simpl INR in H. rewrite Rabs_pos_eq in H by lra.
  assert (1 / 100 - -1 / 100 > 2 * (1 * (1 / 2) + 1) / (1 * (1 + 1 + 1 + 1))); [|lra]. apply H; try lra; lia.
Qed.

Theorem not_own_size_fails_at_50_1 : ~ own_size_fails_at_50_1.
Proof.
  intro H. specialize (H 1%nat ltac:(lia)). pose proof (own_size_distance (1 / 2) 1 3 1 (1 / 30) 50 20 3 1) as E.
  replace (50 - Nat.pred 3 * 20)%nat with 10%nat in E by lia.
  rewrite (INR_IZR_INZ 10), (INR_IZR_INZ 3) in E. rewrite (INR_IZR_INZ 50) in H. simpl IZR in *. rewrite E in H; try lra; lia.
Qed.

Theorem not_own_size_fails_at_50_2 : ~ own_size_fails_at_50_2.
Proof.
  intro H. specialize (H 0%nat). rewrite nrm1, (INR_IZR_INZ 50) in H. unfold vsub, svm_train, vzero in H. simpl in H.
  rewrite Rminus_0_r, Rabs_R0 in H. lra.
Qed.
