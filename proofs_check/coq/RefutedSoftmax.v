(* The constants and premises of softmax regression: one feature, two or three classes. *)
Require Import Reals List Lra Psatz Arith Lia.
From BlindAvg Require Import Constants Vectors SgdRecursion BallProjection TheoremR SoftmaxSensitivity SmoothAveraging Objectives
  WholePasses CentreBound SphereCounterexample WrongSoftmax RefutedSteps RefutedRuns.
Import ListNotations.
Open Scope R_scope.

Definition K2 : list nat := [0%nat; 1%nat].
Definition K3 : list nat := [0%nat; 1%nat; 2%nat].
Definition hot (k b : nat) : R := if Nat.eqb k b then 1 else 0.
Definition at_class (a b c : R) (k : nat) : R := match k with O => a | S O => b | _ => c end.
Definition model3 (a b c : R) (p : nat * nat) : R := at_class a b c (snd p).

Lemma dot_on2 : forall u v, dot (list_prod I1 K2) u v = u (0, 0)%nat * v (0, 0)%nat + u (0, 1)%nat * v (0, 1)%nat.
Proof. intros; unfold dot, I1, K2; simpl; ring. Qed.
Lemma dot_on3 : forall u v, dot (list_prod I1 K3) u v
  = u (0, 0)%nat * v (0, 0)%nat + u (0, 1)%nat * v (0, 1)%nat + u (0, 2)%nat * v (0, 2)%nat.
Proof. intros; unfold dot, I1, K3; simpl; ring. Qed.
Lemma logits1 : forall x (f : nat * nat -> R) b, logits I1 x f b = f (0%nat, b) * x 0%nat.
Proof. intros; unfold logits, I1; simpl; ring. Qed.

Lemma hot_ok2 : forall x k c, (k < 2)%nat -> x * x <= c * c -> soft_ok I1 K2 c ((fun _ => x), hot k).
Proof.
  intros x k c Hk Hx. unfold soft_ok. cbn [fst snd]. rewrite dot1. split; [exact Hx|split].
  - intros b _. unfold hot. destruct (Nat.eqb k b); lra.
  - unfold hot, K2. destruct k as [|[|k]]; simpl; lra || lia.
Qed.
Lemma hot_ok3 : forall x k c, (k < 3)%nat -> x * x <= c * c -> soft_ok I1 K3 c ((fun _ => x), hot k).
Proof.
  intros x k c Hk Hx. unfold soft_ok. cbn [fst snd]. rewrite dot1. split; [exact Hx|split].
  - intros b _. unfold hot. destruct (Nat.eqb k b); lra.
  - unfold hot, K3. destruct k as [|[|[|k]]]; simpl; lra || lia.
Qed.

Lemma ln2_range : 0 < ln 2 < 1.
Proof.
  split; [rewrite <- ln_1; apply ln_increasing; lra|].
  apply exp_lt_inv. rewrite exp_ln by lra. pose proof (exp_ineq1 1 ltac:(lra)). lra.
Qed.

Lemma K2_not_empty : K2 <> [].
Proof. discriminate. Qed.
Lemma K3_not_empty : K3 <> [].
Proof. discriminate. Qed.

Lemma smax2 : forall z p q, exp (z 0%nat) = p -> exp (z 1%nat) = q -> 0 < p + q ->
  smax K2 z 0%nat = p / (p + q) /\ smax K2 z 1%nat = q / (p + q).
Proof. intros z p q <- <- H. unfold smax, K2. simpl. split; field; lra. Qed.
Lemma smax3 : forall z p q s, exp (z 0%nat) = p -> exp (z 1%nat) = q -> exp (z 2%nat) = s -> 0 < p + q + s ->
  smax K3 z 0%nat = p / (p + q + s) /\ smax K3 z 1%nat = q / (p + q + s) /\ smax K3 z 2%nat = s / (p + q + s).
Proof. intros z p q s <- <- <- H. unfold smax, K3. simpl. repeat split; field; lra. Qed.

(* Logits (ln 2, 0) and (0, 0). *)
Lemma two_to_one : smax K2 (at_class (ln 2) 0 0) 0%nat = 2 / 3 /\ smax K2 (at_class (ln 2) 0 0) 1%nat = 1 / 3.
Proof. destruct (smax2 (at_class (ln 2) 0 0) 2 1) as [-> ->]; simpl; rewrite ?exp_0, ?exp_ln; try split; lra. Qed.
Lemma one_to_one : smax K2 (fun _ => 0) 0%nat = 1 / 2 /\ smax K2 (fun _ => 0) 1%nat = 1 / 2.
Proof. destruct (smax2 (fun _ => 0) 1 1) as [-> ->]; rewrite ?exp_0; try split; lra. Qed.

Theorem not_softmax_cocoercive_1 : ~ softmax_cocoercive_1.
Proof.
  intro H. specialize (H nat K2 K2_not_empty (at_class (ln 2) 0 0) (fun _ => 0)). unfold dot, vsub in H. simpl in H.
  destruct two_to_one as [E0 E1], one_to_one as [F0 F1]. rewrite E0, E1, F0, F1 in H. pose proof ln2_range. lra.
Qed.

Theorem not_softmax_cocoercive_2 : ~ softmax_cocoercive_2.
Proof.
  intro H. specialize (H nat K2 K2_not_empty (at_class (ln 2) 0 0) (fun _ => 0)). unfold dot, vsub in H. simpl in H.
  destruct two_to_one as [E0 E1], one_to_one as [F0 F1]. rewrite E0, E1, F0, F1 in H. pose proof ln2_range. lra.
Qed.

(* Logits (ln 8, 0) against class 1, and against a label vector of sum 3. *)
Lemma eight_to_one : smax K2 (at_class (ln 8) 0 0) 0%nat = 8 / 9 /\ smax K2 (at_class (ln 8) 0 0) 1%nat = 1 / 9.
Proof. destruct (smax2 (at_class (ln 8) 0 0) 8 1) as [-> ->]; simpl; rewrite ?exp_0, ?exp_ln; try split; lra. Qed.

Theorem not_softmax_corner_1 : ~ softmax_corner_1.
Proof.
  intro H. specialize (H nat K2 K2_not_empty (at_class (ln 8) 0 0) (hot 1)). unfold dot, vsub in H. simpl in H.
  destruct eight_to_one as [E0 E1]. rewrite E0, E1 in H. unfold hot in H. simpl in H. destruct root_two as [Q P].
  specialize (H ltac:(intros b _; destruct b as [|[|b]]; lra) ltac:(lra)). nra.
Qed.

Theorem not_softmax_corner_2 : ~ softmax_corner_2.
Proof.
  intro H. specialize (H nat K2 K2_not_empty (fun _ => 0) (fun _ => 3) ltac:(intros; lra)). unfold dot, vsub in H. simpl in H.
  destruct one_to_one as [F0 F1]. rewrite F0, F1 in H. destruct root_two as [Q P]. nra.
Qed.

(* One class, and none. *)
Theorem not_softmax_shares_1 : ~ softmax_shares_1.
Proof.
  intro H. destruct (H nat [0%nat] ltac:(discriminate) (fun _ => 0)) as [_ [T Q]]. unfold dot in Q. simpl in T, Q.
  rewrite Rplus_0_r in T. rewrite T in Q. lra.
Qed.

Theorem not_softmax_shares_2 : ~ softmax_shares_2.
Proof. intro H. destruct (H nat [] (fun _ => 0)) as [_ [T _]]. simpl in T. lra. Qed.

(* The loss gradient at the record (1, class 0) and a model with logits p, q whose exponentials are P, Q. *)
Definition first_class : (nat -> R) * (nat -> R) := ((fun _ => 1), hot 0).
Lemma first_ok : forall c, 1 <= c * c -> soft_ok I1 K2 c first_class.
Proof. intros c H. apply hot_ok2; [lia|lra]. Qed.

Lemma first_gradient : forall p q P Q, exp p = P -> exp q = Q -> 0 < P + Q ->
  soft_grad I1 K2 first_class (model3 p q 0) (0, 0)%nat = - Q / (P + Q)
  /\ soft_grad I1 K2 first_class (model3 p q 0) (0, 1)%nat = Q / (P + Q).
Proof.
  intros p q P Q HP HQ S. unfold soft_grad, first_class. cbn [fst snd].
  destruct (smax2 (logits I1 (fun _ => 1) (model3 p q 0)) P Q) as [-> ->]; rewrite ?logits1; unfold model3; simpl;
    rewrite ?Rmult_1_r; try assumption. unfold hot; simpl. split; field; lra.
Qed.

Lemma swapped : let g := soft_grad I1 K2 first_class in
  g (model3 (ln 2) 0 0) (0, 0)%nat = - 1 / 3 /\ g (model3 (ln 2) 0 0) (0, 1)%nat = 1 / 3 /\
  g (model3 0 (ln 2) 0) (0, 0)%nat = - 2 / 3 /\ g (model3 0 (ln 2) 0) (0, 1)%nat = 2 / 3.
Proof.
  destruct (first_gradient (ln 2) 0 2 1) as [E0 E1]; rewrite ?exp_0, ?exp_ln; try lra.
  destruct (first_gradient 0 (ln 2) 1 2) as [F0 F1]; rewrite ?exp_0, ?exp_ln; try lra.
Qed.

Theorem not_softmax_lipschitz_1 : ~ softmax_lipschitz_1.
Proof.
  intro H. pose proof ln2_range as L. destruct root_two as [Q P].
  specialize (H nat nat I1 K2 1 1 K2_not_empty ltac:(lra) ltac:(lra) (sqrt 2 * ln 2) first_class (model3 (- ln 2) (ln 2) 0)
      (first_ok 1 ltac:(lra))).
  destruct (first_gradient (- ln 2) (ln 2) (/ 2) 2) as [E0 E1]; rewrite ?exp_Ropp, ?exp_ln; try lra.
  assert (S : 0 <= sqrt 2 * ln 2) by nra.
  assert (N : nrm (list_prod I1 K2) (model3 (- ln 2) (ln 2) 0) <= sqrt 2 * ln 2).
  { apply nrm_le_iff; [exact S|]. rewrite dot_on2. unfold model3. simpl. nra. }
  specialize (H N). apply nrm_le_iff in H; [|lra]. rewrite dot_on2 in H.
  unfold objective_grad, gradient_entry, vadd, vscal in H. rewrite E0, E1 in H. unfold model3 in H. simpl in H.
  assert (sqrt 2 <= 3 / 2) by nra. nra.
Qed.

Theorem not_softmax_lipschitz_2 : ~ softmax_lipschitz_2.
Proof.
  intro H. specialize (H nat nat I1 K2 1 0 K2_not_empty ltac:(lra) ltac:(lra) 0 first_class (model3 0 0 0)).
  assert (N : nrm (list_prod I1 K2) (model3 0 0 0) <= 0) by (apply nrm_le_iff; [lra|]; rewrite dot_on2; unfold model3; simpl;
      lra).
  specialize (H N). rewrite Rmult_0_r, (Rmult_0_r (sqrt 2)), Rplus_0_r in H. apply nrm_le_iff in H; [|lra].
  rewrite dot_on2 in H. unfold objective_grad, gradient_entry, vadd, vscal in H.
  destruct (first_gradient 0 0 1 1) as [E0 E1]; rewrite ?exp_0; try lra. rewrite E0, E1 in H. unfold model3 in H. simpl in H.
      lra.
Qed.

(* Models (ln 2, 0) and (0, ln 2): gradients 1/3 apart in each class. *)
Lemma smooth_gap : forall k, 0 <= k -> nrm (list_prod I1 K2)
    (vsub (objective_grad 1 (soft_grad I1 K2 first_class) (model3 (ln 2) 0 0))
          (objective_grad 1 (soft_grad I1 K2 first_class) (model3 0 (ln 2) 0)))
  <= (1 + k) * nrm (list_prod I1 K2) (vsub (model3 (ln 2) 0 0) (model3 0 (ln 2) 0)) -> 1 / 3 <= k * ln 2.
Proof.
  intros k Hk H. pose proof ln2_range as L. destruct swapped as [E0 [E1 [F0 F1]]].
  set (d := vsub (model3 (ln 2) 0 0) (model3 0 (ln 2) 0)) in *.
  assert (D : dot (list_prod I1 K2) d d = 2 * (ln 2 * ln 2)) by (rewrite dot_on2; unfold d, vsub, model3; simpl; ring).
  apply nrm_le_iff in H; [|apply Rmult_le_pos; [lra|apply nrm_nonneg]].
  replace ((1 + k) * nrm (list_prod I1 K2) d * ((1 + k) * nrm (list_prod I1 K2) d))
    with ((1 + k) * (1 + k) * (2 * (ln 2 * ln 2))) in H by (rewrite <- D, <- nrm_sqr; ring).
  rewrite dot_on2 in H. unfold objective_grad, gradient_entry, vsub, vadd, vscal in H. rewrite E0, E1, F0, F1 in H. unfold model3 in H. simpl
      in H.
  assert (Sq : (ln 2 + 1 / 3) * (ln 2 + 1 / 3) <= ((1 + k) * ln 2) * ((1 + k) * ln 2)) by lra.
  apply Rsqr_incr_0 in Sq; nra.
Qed.

Theorem not_softmax_smooth_1 : ~ softmax_smooth_1.
Proof.
  intro H. specialize (H nat nat I1 K2 1 1 K2_not_empty ltac:(lra) first_class (model3 (ln 2) 0 0) (model3 0 (ln 2) 0)
      (first_ok 1 ltac:(lra))).
  apply smooth_gap in H; [|lra]. pose proof ln2_range. lra.
Qed.

Theorem not_softmax_smooth_2 : ~ softmax_smooth_2.
Proof.
  intro H. specialize (H nat nat I1 K2 1 0 K2_not_empty ltac:(lra) first_class (model3 (ln 2) 0 0) (model3 0 (ln 2) 0)).
  apply smooth_gap in H; lra.
Qed.

Theorem not_softmax_loss_smooth_1 : ~ softmax_loss_smooth_1.
Proof.
  intro H. specialize (H nat nat I1 K2 1 first_class K2_not_empty (first_ok 1 ltac:(lra)) (model3 (ln 2) 0 0) (model3 0 (ln 2)
      0)).
  rewrite !dot_on2 in H. unfold vsub in H. destruct swapped as [E0 [E1 [F0 F1]]]. rewrite E0, E1, F0, F1 in H.
  unfold model3 in H. simpl in H. pose proof ln2_range. lra.
Qed.

Theorem not_softmax_loss_smooth_2 : ~ softmax_loss_smooth_2.
Proof.
  intro H. specialize (H nat nat I1 K2 0 first_class K2_not_empty (model3 (ln 2) 0 0) (model3 0 (ln 2) 0)).
  rewrite !dot_on2 in H. unfold vsub in H. destruct swapped as [E0 [E1 [F0 F1]]]. rewrite E0, E1, F0, F1 in H.
  unfold model3 in H. simpl in H. lra.
Qed.

(* A record 0 pulls nowhere: the curvature is that of the regularizer. *)
Lemma flat_record : forall f f', let g := objective_grad 1 (soft_grad I1 K2 ((fun _ => 0), hot 0)) in
  forall p, vsub (g f) (g f') p = vsub f f' p.
Proof. intros f f' g p. unfold g, objective_grad, gradient_entry, soft_grad, vsub, vadd, vscal. cbn [fst snd]. ring. Qed.

Theorem not_softmax_strongly_convex_1 : ~ softmax_strongly_convex_1.
Proof.
  intro H. specialize (H nat nat I1 K2 1 1 K2_not_empty ((fun _ => 0), hot 0) (model3 1 0 0) (model3 0 0 0) (hot_ok2 0 0 1
      ltac:(lia) ltac:(lra))).
  rewrite !dot_on2, !flat_record in H. unfold vsub, model3 in H. simpl in H. lra.
Qed.

Theorem not_softmax_strongly_convex_2 : ~ softmax_strongly_convex_2.
Proof.
  intro H. specialize (H nat nat I1 K2 1 1 K2_not_empty ((fun _ => 0), hot 0) (model3 1 0 0) (model3 0 0 0) (hot_ok2 0 0 1
      ltac:(lia) ltac:(lra))).
  rewrite !dot_on2, !flat_record in H. unfold vsub, model3 in H. simpl in H. lra.
Qed.
