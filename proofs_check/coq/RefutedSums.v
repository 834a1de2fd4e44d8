(* Averages of smooth learners and sums of noises: constants and premises that are needed. *)
Require Import Reals List Lra Psatz Arith Lia.
From BlindAvg Require Import Constants Vectors HuberStep SvmSensitivity SmoothAveraging WholePasses NoiseSplit WrongSums
    RefutedSteps.
Import ListNotations.
Open Scope R_scope.

(* Losses (f - 1)^2/2 and 0 with Lam = 2: models 1/3 and 0, central 1/5. *)
Definition pulls : list (((nat -> R) -> nat -> R) * (nat -> R)) := [((fun f i => f i - 1), (fun _ => 1 / 3)); ((fun _ _ => 0),
    (fun _ => 0))].

Lemma off_centre : nrm I1 (vsub (vmean snd pulls) (fun _ => 1 / 5)) = 1 / 30
  /\ lsum (fun p => nrm I1 (vsub (snd p) (vmean snd pulls))) pulls = 1 / 3.
Proof.
  unfold pulls. cbn [lsum]. rewrite !nrm1. unfold vsub, vmean. cbn. split.
  - replace (/ (1 + 1) * (1 / 3 + (0 + 0)) - 1 / 5) with (- (1 / 30)) by field. rewrite Rabs_Ropp. apply Rabs_pos_eq. lra.
  - rewrite Rabs_pos_eq by lra. rewrite Rabs_left by lra. field.
Qed.

Ltac with_pulls H := assert (nrm I1 (vsub (vmean snd pulls) (fun _ => 1 / 5)) <= 1 / 36 \/ nrm I1 (vsub (vmean snd pulls) (fun
    _ => 1 / 5)) <= 0);
  [|destruct off_centre as [E _]; rewrite E in *; lra]; destruct off_centre as [_ S]; rewrite S in H.

Theorem not_average_error_1 : ~ average_error_1.
Proof.
  intro H. specialize (H nat I1 1 2 pulls (fun _ => 1 / 5) ltac:(lra) ltac:(lra) ltac:(discriminate)). with_pulls H. left.
  replace (1 / 36) with (1 / 2 * (/ INR (length pulls) * (1 / 3)) / (3 * 2 / 2)) by (simpl; field). apply H.
  - intros p [<-|[<-|[]]] f f'; cbn [fst]; rewrite !dot1; unfold vsub; nra.
  - intros p [<-|[<-|[]]] i _; cbn [fst snd]; field.
  - intros i _. unfold vmean, pulls. simpl. field.
Qed.

Theorem not_average_error_2 : ~ average_error_2.
Proof.
  intro H. specialize (H nat I1 0 2 pulls (fun _ => 1 / 5) ltac:(lra) ltac:(lra) ltac:(discriminate)). with_pulls H. right.
  replace 0 with (0 / 2 * (/ INR (length pulls) * (1 / 3)) / 2) by (simpl; field). apply H.
  - intros p [<-|[<-|[]]] i _; cbn [fst snd]; field.
  - intros i _. unfold vmean, pulls. simpl. field.
Qed.

Lemma unit_loss : forall f, svm_grad I1 1 unit_record f 0%nat = huber_slope 1 (f 0%nat).
Proof.
  intro f. unfold svm_grad, loss_grad, unit_record, record, vscal. cbn [fst snd]. rewrite dot1.
  replace (1 * (f 0%nat * 1)) with (f 0%nat) by ring. ring.
Qed.

Theorem not_huber_loss_smooth_1 : ~ huber_loss_smooth_1.
Proof.
  intro H. specialize (H nat I1 1 1 unit_record ltac:(lra) (unit_ok 1 ltac:(lra)) (fun _ => 0) (fun _ => 1)). rewrite !dot1 in
      H. unfold vsub in H.
  rewrite !unit_loss in H. replace (huber_slope 1 0) with (-1) in H by slopes. replace (huber_slope 1 1) with (- (1 / 2)) in H by slopes.
      lra.
Qed.

Theorem not_huber_loss_smooth_2 : ~ huber_loss_smooth_2.
Proof.
  intro H. specialize (H nat I1 1 0 unit_record ltac:(lra) (fun _ => 0) (fun _ => 1)). rewrite !dot1 in H. unfold vsub in H.
  rewrite !unit_loss in H. replace (huber_slope 1 0) with (-1) in H by slopes. replace (huber_slope 1 1) with (- (1 / 2)) in H by slopes.
      lra.
Qed.

Theorem not_mean_loss_smooth_1 : ~ mean_loss_smooth_1.
Proof.
  intro H. specialize (H nat I1 unit 1 (fun _ f => f) [tt] ltac:(discriminate)).
  assert (C : forall x, In x [tt] -> coco I1 1 (fun f : nat -> R => f)) by (intros x _ f f'; lra).
  specialize (H C (fun _ => 1) (fun _ => 0)). rewrite !dot1 in H. unfold vsub, vmean in H. simpl in H. lra.
Qed.

Theorem not_mean_loss_smooth_2 : ~ mean_loss_smooth_2.
Proof.
  intro H. specialize (H nat I1 unit 0 (fun _ f => f) [tt] ltac:(discriminate) (fun _ => 1) (fun _ => 0)).
  rewrite !dot1 in H. unfold vsub, vmean in H. simpl in H. lra.
Qed.

(* Noise: a fair coin, nothing at all, and two laws whose masses are 1/4. *)
Definition coin : law := [(1 / 2, 1); (1 / 2, -1)].

Theorem not_variance_of_sum_1 : ~ variance_of_sum_1.
Proof.
  intro H. destruct (H [coin]) as [_ V].
  - intros d [<-|[]]. unfold mass, expect, coin. simpl. lra.
  - unfold variance, mean, expect, coin in V. simpl in V. lra.
Qed.

Theorem not_variance_of_sum_2 : ~ variance_of_sum_2.
Proof. intro H. destruct (H [[]]) as [M _]. unfold mass, expect in M. simpl in M. lra. Qed.

Lemma no_root : sqrt (1 * 1) = 1.
Proof. rewrite Rmult_1_r. apply sqrt_1. Qed.

Theorem not_noise_split_1 : ~ noise_split_1.
Proof.
  intro H. specialize (H 1 1 1 [coin] ltac:(lra)). rewrite no_root in H. unfold variance, mean, expect, coin in H. simpl in H.
  rewrite sqrt_1 in H.
  match type of H with ?P -> _ => assert (B : P) end; [|specialize (H B); lra].
  intros d [<-|[]]. unfold mass, expect. simpl. lra.
Qed.

Definition light : law := [(1 / 8, 2); (1 / 8, -2)].

Theorem not_noise_split_2 : ~ noise_split_2.
Proof.
  intro H. specialize (H 1 1 1 [light; light] ltac:(lra)). rewrite no_root in H.
  match type of H with ?P -> _ => assert (B : P) end.
  { intros d [<-|[<-|[]]]; unfold variance, mean, expect, light; simpl; lra. }
  specialize (H B). unfold variance, mean, expect, light in H. simpl in H. pose proof (sqrt_sqrt (1 + 1) ltac:(lra)). lra.
Qed.
