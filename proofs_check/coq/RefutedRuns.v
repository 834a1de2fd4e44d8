(* Runs of the SVM that break what is claimed with a smaller constant or without a premise. *)
Require Import Reals List Lra Psatz Arith Lia.
From BlindAvg Require Import Constants Vectors SgdRecursion BallProjection HuberStep TheoremR SvmSensitivity Batches SphereCounterexample
  WholePasses Attained OnePass WrongRuns RefutedSteps.
Import ListNotations.
Open Scope R_scope.

Lemma next : forall (A : Type) (I : list A) h Lam beta r D Bs f0 t,
  let st := step (svm_grad I h) Lam (rate Lam beta (S t) / Lam) D (Bs (S t)) (svm_train I h Lam beta r D Bs f0 t) in
  nrm I st <= r -> forall i, svm_train I h Lam beta r D Bs f0 (S t) i = st i.
Proof. intros A I h Lam beta r D Bs f0 t st H i. exact (proj_inside I r st H i). Qed.

Lemma root_two : sqrt 2 * sqrt 2 = 2 /\ 0 < sqrt 2.
Proof. split; [apply sqrt_sqrt|apply sqrt_lt_R0]; lra. Qed.

(* One feature: only the record with number n - 1 is not 0. *)
Lemma next_lone : forall h Lam beta c r n y Bs t f,
  svm_train I1 h Lam beta r (lone n c y) Bs vzero t 0%nat = f ->
  let v := f - rate Lam beta (S t) / Lam * (Lam * f + weight (Nat.pred n) (Bs (S t)) * (y * huber_slope h (y * (f * c)) * c)) in
  Rabs v <= r -> svm_train I1 h Lam beta r (lone n c y) Bs vzero (S t) 0%nat = v.
Proof.
  intros h Lam beta c r n y Bs t f E v H.
  assert (S : step (svm_grad I1 h) Lam (rate Lam beta (S t) / Lam) (lone n c y) (Bs (S t))
                (svm_train I1 h Lam beta r (lone n c y) Bs vzero t) 0%nat = v).
  { unfold step, sgd_step, gradient_entry, vsub, vscal, vadd. rewrite lone_gradient, dot1, E. reflexivity. }
  rewrite next; rewrite ?nrm1, S; [reflexivity|exact H].
Qed.

(* Two records, the second is (1, +1) or (1, -1): the models end 1 apart. *)
Lemma pair_apart : forall r, 1 / 2 <= r ->
  nrm I1 (vsub (svm_train I1 (1 / 2) 1 2 r (lone 2 1 1) (single (cyclic 2)) vzero 2)
               (svm_train I1 (1 / 2) 1 2 r (lone 2 1 (-1)) (single (cyclic 2)) vzero 2)) = 1.
Proof.
  intros r Hr. destruct (svm_attained (1 / 2) 1 2 1 r 2 1) as [_ E]; simpl INR; try lra; try lia.
  simpl INR in E. change (1 * 2)%nat with 2%nat in E. rewrite E. field.
Qed.

Definition pair := lone_neighbours 2 1 ltac:(lra).

Ltac with_pair H := let a := fresh in let b := fresh in let c := fresh in
  destruct pair as [a [b c]]; specialize (H nat I1 (1 / 2) 1 2 1 1 ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra)
    (lone 2 1 1) (lone 2 1 (-1)) vzero 1%nat a b c).

Theorem not_svm_whole_passes_1 : ~ svm_whole_passes_1.
Proof.
  intro H. with_pair H. specialize (H 2%nat 1%nat ltac:(lia) ltac:(lia)). change (1 * 2)%nat with 2%nat in H.
  rewrite pair_apart in H by lra. simpl in H. lra.
Qed.

(* Steps that are too long for the smoothness, beta = Lam: the shared record (3/8, 5/2) pulls only the model with a small
margin. *)
Definition steep (y : R) (i : nat) : (nat -> R) * R := match i with O => (vec2 3 0, y) | _ => (vec2 (3 / 8) (5 / 2), 1) end.
Definition steep_run (y : R) := svm_train I2 (1 / 10) 1 1 100 (steep y) (single (cyclic 2)) vzero.

Lemma short2 : forall u, dot I2 u u <= 100 * 100 -> nrm I2 u <= 100.
Proof. intros u H. apply nrm_le_iff; lra. Qed.

Lemma steep_first : forall y, y = 1 \/ y = -1 -> steep_run y 1 0%nat = 3 * y /\ steep_run y 1 1%nat = 0.
Proof.
  intros y Hy. unfold steep_run.
  assert (E : forall i, step (svm_grad I2 (1 / 10)) 1 (rate 1 1 1 / 1) (steep y) (single (cyclic 2) 1) vzero i = y * vec2 3 0
      i).
  { intro i. unfold step, sgd_step, gradient_entry, batch_grad, single, svm_grad, loss_grad, vsub, vadd, vscal. change (cyclic 2 1) with 0%nat.
    cbn [lsum fst snd steep]. rewrite dot_zero_l, (Rmult_0_r y). replace (huber_slope (1 / 10) 0) with (-1) by slopes.
    rewrite rate_min by (lra || lia). unfold vzero. simpl INR. rewrite Rmin_left by lra. field. }
  rewrite !next; try (apply short2; rewrite dot2; change (svm_train I2 (1 / 10) 1 1 100 (steep y) (single (cyclic 2)) vzero 0)
      with (@vzero nat);
    rewrite !E; simpl; destruct Hy as [-> | ->]; lra).
  change (svm_train I2 (1 / 10) 1 1 100 (steep y) (single (cyclic 2)) vzero 0) with (@vzero nat). rewrite !E. simpl. split;
      ring.
Qed.

Lemma steep_second : forall y s, y = 1 \/ y = -1 -> huber_slope (1 / 10) (9 / 8 * y) = s -> -1 <= s <= 0 ->
  steep_run y 2 0%nat = 3 * y / 2 - 3 * s / 16 /\ steep_run y 2 1%nat = - 5 * s / 4.
Proof.
  intros y s Hy Hs S. destruct (steep_first y Hy) as [F0 F1]. unfold steep_run in *.
  set (f := svm_train I2 (1 / 10) 1 1 100 (steep y) (single (cyclic 2)) vzero 1) in *.
  assert (E : forall i, step (svm_grad I2 (1 / 10)) 1 (rate 1 1 2 / 1) (steep y) (single (cyclic 2) 2) f i
    = f i - / 2 * (f i + s * vec2 (3 / 8) (5 / 2) i)).
  { intro i. unfold step, sgd_step, gradient_entry, batch_grad, single, svm_grad, loss_grad, vsub, vadd, vscal. change (cyclic 2 2) with 1%nat.
    cbn [lsum fst snd steep]. rewrite dot2, F0, F1. simpl vec2 at 1 2.
    replace (1 * (3 * y * (3 / 8) + 0 * (5 / 2))) with (9 / 8 * y) by field. rewrite Hs.
    rewrite rate_min by (lra || lia). simpl INR. rewrite Rmin_right by lra. field. }
  rewrite !next; fold f; try (apply short2; rewrite dot2, !E, F0, F1; simpl; destruct Hy as [-> | ->]; nra).
  rewrite !E, F0, F1. simpl. split; field.
Qed.

Theorem not_svm_whole_passes_2 : ~ svm_whole_passes_2.
Proof.
  intro H.
  specialize (H nat I2 (1 / 10) 1 1 3 100 ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra) (steep 1) (steep (-1)) vzero
      0%nat).
  assert (O : forall y, y * y = 1 -> forall i, svm_ok I2 3 (steep y i)).
  { intros y Hy [|i]; unfold svm_ok; cbn [steep fst snd]; rewrite dot2; simpl; lra. }
  specialize (H (O 1 ltac:(lra)) (O (-1) ltac:(lra))).
  assert (N : forall i, i <> 0%nat -> steep (-1) i = steep 1 i) by (intros [|i] Hi; [contradiction|reflexivity]).
  specialize (H N 2%nat 1%nat ltac:(lia) ltac:(lia)). simpl INR in H. change (1 * 2)%nat with 2%nat in H.
  apply nrm_le_iff in H; [|lra]. rewrite dot2 in H. unfold vsub in H.
  change (svm_train I2 (1 / 10) 1 1 100 (steep 1) (single (cyclic 2)) vzero 2) with (steep_run 1 2) in H.
  change (svm_train I2 (1 / 10) 1 1 100 (steep (-1)) (single (cyclic 2)) vzero 2) with (steep_run (-1) 2) in H.
  destruct (steep_second 1 0 ltac:(tauto)) as [A0 A1]; [slopes|lra|].
  destruct (steep_second (-1) (-1) ltac:(tauto)) as [B0 B1]; [slopes|lra|].
  rewrite A0, A1, B0, B1 in H. lra.
Qed.

Theorem not_svm_any_steps_1 : ~ svm_any_steps_1.
Proof.
  intro H. with_pair H. specialize (H 2%nat 1%nat 2%nat ltac:(lia) ltac:(lia) ltac:(lia)).
  rewrite pair_apart in H by lra. simpl in H. lra.
Qed.

Theorem not_svm_any_steps_2 : ~ svm_any_steps_2.
Proof.
  intro H. with_pair H. specialize (H 2%nat 0%nat 2%nat ltac:(lia) ltac:(lia)).
  rewrite pair_apart in H by lra. simpl in H. lra.
Qed.

Theorem not_svm_batches_1 : ~ svm_batches_1.
Proof.
  intro H. with_pair H. specialize (H (single (cyclic 2)) 2%nat ltac:(intro; apply single_good) ltac:(lia)).
  rewrite pair_apart in H by lra. unfold total, weight, single, cyclic in H. simpl in H. lra.
Qed.

(* A negative weight makes the bound negative. *)
Theorem not_svm_batches_2 : ~ svm_batches_2.
Proof.
  intro H. with_pair H. specialize (H (fun _ => [(1%nat, -1)]) 1%nat ltac:(lia)).
  eapply Rle_trans in H; [|apply nrm_nonneg]. unfold total, weight in H. simpl in H. lra.
Qed.

Theorem not_svm_fixed_divisor_1 : ~ svm_fixed_divisor_1.
Proof.
  intro H. with_pair H. specialize (H 2%nat 1%nat 2%nat 1%nat ltac:(lia) ltac:(lia) ltac:(lia) ltac:(lia)).
  rewrite (lone_distance _ _ _ _ _ 1) in H; simpl INR; try lra; try lia; [simpl in H; lra|].
  intro t. rewrite fixed_weight by lia. simpl INR. rewrite Rinv_1. reflexivity.
Qed.

(* One step that visits record 0 only. *)
Lemma one_step_lone : forall h Lam beta c r y Bs, 0 < h < 1 -> 0 < Lam <= beta -> 0 < c -> c <= r * beta ->
  y = 1 \/ y = -1 -> weight 0 (Bs 1%nat) = 1 -> svm_train I1 h Lam beta r (lone 1 c y) Bs vzero 1 0%nat = y * c / beta.
Proof.
  intros h Lam beta c r y Bs Hh HL Hc Hr Hy Hw.
  assert (Rt : rate Lam beta 1 = Lam / beta).
  { rewrite rate_min by (lra || lia). simpl INR. rewrite Rinv_1. apply Rmin_left. apply Rmult_le_reg_r with beta; [lra|].
    replace (Lam / beta * beta) with Lam by (field; lra). lra. }
  assert (E : 0 - rate Lam beta 1 / Lam * (Lam * 0 + weight (Nat.pred 1) (Bs 1%nat) * (y * huber_slope h (y * (0 * c)) * c)) = y * c
      / beta).
  { simpl Nat.pred. rewrite Hw, Rt, (Rmult_0_l c), (Rmult_0_r y). replace (huber_slope h 0) with (-1); [field; lra|].
    unfold huber_slope. destruct (Rlt_dec (1 + h) 0); [lra|]. destruct (Rlt_dec 0 (1 - h)); lra. }
  rewrite <- E. apply next_lone; [reflexivity|]. rewrite E.
  assert (0 < c / beta) by (apply Rdiv_lt_0_compat; lra).
  assert (c / beta <= r). { apply Rmult_le_reg_r with beta; [lra|]. replace (c / beta * beta) with c by (field; lra). lra. }
  destruct Hy as [-> | ->]; apply Rabs_le; unfold Rdiv in *; split; lra.
Qed.

Theorem not_svm_fixed_divisor_2 : ~ svm_fixed_divisor_2.
Proof.
  intro H. destruct (lone_neighbours 1 1 ltac:(lra)) as [a [b c]].
  specialize (H nat I1 (1 / 2) 1 2 1 1 ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra) (lone 1 1 1) (lone 1 1 (-1))
      vzero 0%nat a b c).
  specialize (H 3%nat 1%nat 1%nat 1%nat ltac:(lia) ltac:(lia) ltac:(lia)). change (1 * 1)%nat with 1%nat in H. apply at_most1
      in H.
  unfold vsub in H. rewrite !one_step_lone in H; try lra; try tauto; [simpl in H; lra|..];
    rewrite fixed_weight by lia; unfold hit; simpl; lra.
Qed.

Theorem not_svm_cap_1 : ~ svm_cap_1.
Proof.
  intro H. specialize (H nat I1 (1 / 2) 1 2 (1 / 2) ltac:(lra) (lone 2 1 1) (lone 2 1 (-1)) vzero (single (cyclic 2)) 2%nat 1
      ltac:(lia)).
  rewrite pair_apart in H by lra. specialize (H ltac:(lra)). pose proof (Rmin_r 1 (2 * (1 / 2 / 2))). lra.
Qed.

Theorem not_svm_cap_2 : ~ svm_cap_2.
Proof.
  intro H. specialize (H nat I1 (1 / 2) 1 2 (-1) (lone 2 1 1) (lone 2 1 (-1)) vzero (single (cyclic 2)) 2%nat _ ltac:(lia)
      (Rle_refl _)).
  eapply Rle_trans in H; [|apply nrm_nonneg]. match type of H with _ <= Rmin ?a ?b => pose proof (Rmin_r a b) end. lra.
Qed.

Theorem not_svm_attained_1 : ~ svm_attained_1.
Proof.
  intro H. destruct (H (1 / 2) 1 2 1 1 2%nat 1%nat) as [_ E]; simpl INR; try lra; try lia.
  change (1 * 2)%nat with 2%nat in E. rewrite pair_apart in E by lra. simpl in E. lra.
Qed.

Lemma single_first : weight 0 (single (cyclic 1) 1) = 1.
Proof. unfold weight, single. simpl. ring. Qed.

Theorem not_svm_attained_2 : ~ svm_attained_2.
Proof.
  intro H. destruct (H (1 / 2) 1 2 (1 / 2) 1 1%nat 1%nat) as [_ E]; simpl INR; try lra; try lia.
  change (1 * 1)%nat with 1%nat in E. rewrite nrm1 in E. unfold vsub in E.
  rewrite !one_step_lone in E; try lra; try tauto; try apply single_first.
  rewrite Rabs_pos_eq in E by lra. simpl in E. lra.
Qed.

Theorem not_svm_exact_distance_1 : ~ svm_exact_distance_1.
Proof.
  intro H. destruct (lone_neighbours 1 (1 / 2) ltac:(lra)) as [a [b c]].
  specialize (H nat I1 (1 / 2) 1 1 (1 / 2) 1 1%nat ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lia)).
  simpl INR in H. specialize (H ltac:(lra) ltac:(lra) ltac:(lra) _ _ a b c 1%nat ltac:(lia)).
  change (1 * 1)%nat with 1%nat in H. rewrite !nrm1 in H. unfold vsub, vscal in H.
  rewrite !one_step_lone in H; try lra; try tauto; try apply single_first. simpl in H.
  rewrite !Rabs_pos_eq in H by lra. lra.
Qed.

(* Above the threshold the second step finds a large margin, and only shrinks. *)
Lemma two_steps : forall y, y = 1 \/ y = -1 -> svm_train I1 (1 / 2) 1 1 2 (lone 1 2 y) (single (cyclic 1)) vzero 2 0%nat = y.
Proof.
  intros y Hy.
  pose proof (one_step_lone (1 / 2) 1 1 2 2 y (single (cyclic 1)) ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra) Hy single_first)
      as F.
  assert (W : weight (Nat.pred 1) (single (cyclic 1) 2) = 1) by (unfold weight, single; simpl; ring).
  assert (Rt : rate 1 1 2 = / 2) by (rewrite rate_min by (lra || lia); simpl INR; rewrite Rmin_right by lra; lra).
  assert (Z : huber_slope (1 / 2) (y * (y * 2 / 1 * 2)) = 0) by (destruct Hy as [-> | ->]; slopes).
  eapply eq_trans; [apply (next_lone _ _ _ _ _ _ _ _ _ _ F)|]; rewrite W, Rt, Z; [|field].
  destruct Hy as [-> | ->]; apply Rabs_le; lra.
Qed.

Theorem not_svm_exact_distance_2 : ~ svm_exact_distance_2.
Proof.
  intro H. destruct (lone_neighbours 1 2 ltac:(lra)) as [a [b c]].
  specialize (H nat I1 (1 / 2) 1 1 2 2 1%nat ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lia)).
  simpl INR in H. specialize (H ltac:(lra) ltac:(lra) _ _ a b c 2%nat ltac:(lia)).
  change (2 * 1)%nat with 2%nat in H. rewrite !nrm1 in H. unfold vsub, vscal in H.
  rewrite !two_steps in H by tauto. simpl in H. rewrite !Rabs_pos_eq in H by lra. lra.
Qed.
