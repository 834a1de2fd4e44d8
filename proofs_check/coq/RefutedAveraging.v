(* Averages of local SVMs: the thresholds and the equal sizes are needed. *)
Require Import Reals List Lra Psatz Arith Lia.
From BlindAvg Require Import Constants Vectors HuberStep AveragingThresholds AveragingSharpness WholePasses WrongAveraging RefutedSteps.
Import ListNotations.
Open Scope R_scope.

Lemma one_record : forall x c y, y * y = 1 -> x * x <= c * c -> clipped I1 c [record x y].
Proof. intros x c y Hy Hx z [<-|[]]. unfold record. rewrite dot1. simpl. lra. Qed.

Lemma hinge_minimiser : forall Lam c D, 0 < Lam -> 0 <= c -> c * c <= 2 * Lam * 1 -> D <> [] -> clipped I1 c D ->
  is_min (objective I1 hinge Lam D) (model Lam D).
Proof.
  intros Lam c D HL Hc HLc Hne Hcl g.
  assert (A : forall z, 1 - z <= hinge z) by (intro; apply Rmax_r).
  assert (B : forall z, z <= 1 -> hinge z = 1 - z) by (intros; apply Rmax_right; lra).
  pose proof (model_optimal I1 hinge 1 A B Lam c D HL Hc HLc Hne Hcl g) as M.
  pose proof (dot_self_nonneg I1 (vsub g (model Lam D))). nra.
Qed.

Theorem not_hinge_average_1 : ~ hinge_average_1.
Proof.
  intro H. specialize (H nat I1 (1 / 3) 1 1%nat (two_users 1) (central 1 (1 / 3)) ltac:(lra) ltac:(lra) ltac:(lra)).
  assert (E : plain_avg (two_users 1) 0%nat = central 1 (1 / 3) 0%nat).
  { apply H; [discriminate|lia| |apply joint_minimiser; lra|left; reflexivity].
    intros p [<-|[<-|[]]]; cbn [fst snd]; (split; [reflexivity|split]).
    - apply one_record; lra.
    - apply own_minimiser; lra.
    - apply one_record; lra.
    - apply empty_minimiser; lra. }
  rewrite average_is_half in E by lra. pose proof (central_is_more 1 (1 / 3) ltac:(lra) ltac:(lra) ltac:(lra)). lra.
Qed.

(* One user with one record of label 1, one with two records of label -1. *)
Definition alone : list ((nat -> R) * R) := [record 1 1].
Definition both : list ((nat -> R) * R) := [record 1 (-1); record 1 (-1)].

Theorem not_hinge_average_2 : ~ hinge_average_2.
Proof.
  intro H.
  assert (C2 : clipped I1 1 both) by (intros z [<-|[<-|[]]]; unfold record; rewrite dot1; simpl; lra).
  assert (C3 : clipped I1 1 (alone ++ both)) by (intros z [<-|[<-|[<-|[]]]]; unfold record; rewrite dot1; simpl; lra).
  specialize (H nat I1 (1 / 2) 1 1%nat [(alone, model (1 / 2) alone); (both, model (1 / 2) both)] (model (1 / 2) (alone ++
      both))
    ltac:(lra) ltac:(lra) ltac:(lra) ltac:(discriminate) ltac:(lia)).
  match type of H with ?P -> _ => assert (B : P) end.
  { intros p [<-|[<-|[]]]; cbn [fst snd]; split; try apply hinge_minimiser with (c := 1); try apply one_record; try assumption;
      try lra; discriminate. }
  specialize (H B ltac:(apply hinge_minimiser with (c := 1); try assumption; try lra; discriminate) 0%nat ltac:(left;
      reflexivity)).
  unfold plain_avg, model, size, alone, both, record in H. simpl in H. lra.
Qed.

(* Two users with the records 1 and 0: v and w solve the equations of the first user and of both. *)
Definition one_and_none (v : R) : list (list ((nat -> R) * R) * (nat -> R)) := [([record 1 1], fun _ => v); ([record 0 1], fun
    _ => 0)].

Section Huber.
Variables h Lam v w : R.
Hypothesis Hh : 0 < h.
Hypothesis HL : 0 < Lam.
Hypothesis Hv : Lam * v + huber_slope h v = 0.
Hypothesis Hw : Lam * w + huber_slope h w / 2 = 0.

Lemma huber_own : is_min (objective I1 (huber h) (Lam / 2) [record 1 1]) (fun _ => v).
Proof.
  intro g. unfold objective, size, record. simpl. rewrite !dot1. simpl. rewrite !Rmult_1_r, !Rmult_1_l.
  destruct (huber_quadratic_bounds h v (g 0%nat) Hh) as [L _]. pose proof (Rle_0_sqr (g 0%nat - v)) as S; unfold Rsqr in S. nra.
Qed.
Lemma huber_none : is_min (objective I1 (huber h) (Lam / 2) [record 0 1]) (fun _ => 0).
Proof. intro g. unfold objective, size, record. simpl. rewrite !dot1. simpl. rewrite !Rmult_0_r. nra. Qed.
Lemma huber_joint : is_min (objective I1 (huber h) (Lam / 2) (concat (map fst (one_and_none v)))) (fun _ => w).
Proof.
  intro g. unfold objective, size, one_and_none, record. simpl. rewrite !dot1. simpl. rewrite !Rmult_0_r, !Rmult_1_r,
      !Rmult_1_l.
  destruct (huber_quadratic_bounds h w (g 0%nat) Hh) as [L _]. pose proof (Rle_0_sqr (g 0%nat - w)) as S; unfold Rsqr in S. nra.
Qed.
Lemma huber_users : forall p, In p (one_and_none v) -> length (fst p) = 1%nat /\ clipped I1 1 (fst p)
  /\ is_min (objective I1 (huber h) (Lam / 2) (fst p)) (snd p).
Proof.
  intros p [<-|[<-|[]]]; cbn [fst snd]; (split; [reflexivity|split]).
  - apply one_record; lra.
  - exact huber_own.
  - apply one_record; lra.
  - exact huber_none.
Qed.
Lemma huber_average_half : plain_avg (one_and_none v) 0%nat = v / 2.
Proof. unfold plain_avg, one_and_none. simpl. field. Qed.
End Huber.

Theorem not_huber_average_1 : ~ huber_average_1.
Proof.
  intro H. assert (V : 1 / 2 * 1 + huber_slope (1 / 2) 1 = 0) by slopes. assert (W : 1 / 2 * (3 / 4) + huber_slope (1 / 2) (3 / 4) / 2 =
      0) by slopes.
  specialize (H nat I1 (1 / 2) (1 / 2) 1 1%nat (one_and_none 1) (fun _ => 3 / 4) ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra)
      ltac:(discriminate) ltac:(lia)
    (huber_users (1 / 2) (1 / 2) 1 ltac:(lra) ltac:(lra) V) (huber_joint (1 / 2) (1 / 2) 1 (3 / 4) ltac:(lra) ltac:(lra) W)
        0%nat ltac:(left; reflexivity)).
  rewrite huber_average_half in H. lra.
Qed.

Theorem not_huber_average_2 : ~ huber_average_2.
Proof.
  intro H. assert (V : 1 / 2 * 1 + huber_slope 2 1 = 0) by slopes. assert (W : 1 / 2 * (3 / 5) + huber_slope 2 (3 / 5) / 2 = 0) by slopes.
  assert (T : 1 * 1 / (1 - 2) <= 1 / 2) by (replace (1 * 1 / (1 - 2)) with (-1) by field; lra).
  specialize (H nat I1 2 (1 / 2) 1 1%nat (one_and_none 1) (fun _ => 3 / 5) ltac:(lra) ltac:(lra) ltac:(lra) T
      ltac:(discriminate) ltac:(lia)
    (huber_users 2 (1 / 2) 1 ltac:(lra) ltac:(lra) V) (huber_joint 2 (1 / 2) 1 (3 / 5) ltac:(lra) ltac:(lra) W) 0%nat
        ltac:(left; reflexivity)).
  rewrite huber_average_half in H. lra.
Qed.

Lemma losses_nonneg : forall D (f : nat -> R), 0 <= / size D * lsum (fun r => hinge (snd r * dot I1 f (fst r))) D.
Proof.
  intros D f. destruct D as [|z D]; [simpl; lra|]. apply Rmult_le_pos.
  - left. apply Rinv_0_lt_compat. apply lt_0_INR. simpl. lia.
  - apply lsum_nonneg. intros. apply Rmax_l.
Qed.

Lemma losses_at_most : forall D (f : nat -> R) b, 0 <= b -> (forall r, In r D -> hinge (snd r * dot I1 f (fst r)) <= b) ->
  / size D * lsum (fun r => hinge (snd r * dot I1 f (fst r))) D <= b.
Proof.
  intros D f b Hb H. destruct D as [|z D]; [simpl; lra|]. set (l := z :: D) in *.
  assert (S : 0 < size l) by (apply lt_0_INR; simpl; lia).
  assert (U : lsum (fun r => hinge (snd r * dot I1 f (fst r))) l <= size l * b).
  { unfold size. rewrite <- lsum_const. apply lsum_le. exact H. }
  apply Rmult_le_reg_l with (size l); [exact S|]. rewrite <- Rmult_assoc, Rinv_r by lra. lra.
Qed.

Theorem not_hinge_threshold_sharp_1 : ~ hinge_threshold_sharp_1.
Proof.
  intro H. destruct (H 1 (3 / 4) ltac:(lra) ltac:(lra) ltac:(lra)) as [fs [f [P [M L]]]]. destruct fs as [|p fs].
  - specialize (M vzero). unfold objective, plain_avg in *. simpl in *. rewrite !dot1 in M. unfold vzero in M. nra.
  - rewrite (hinge_average_is_central nat I1 (3 / 4) 1 1 (p :: fs) f) in L; try lra; try lia; try assumption;
      [discriminate|left; reflexivity].
Qed.

(* With a negative Lam there is no best model. *)
Theorem not_hinge_threshold_sharp_2 : ~ hinge_threshold_sharp_2.
Proof.
  intro H. destruct (H 1 (-1) ltac:(lra) ltac:(lra)) as [fs [f [P [M _]]]]. set (D := concat (map fst fs)) in *.
  set (t := Rabs (f 0%nat) + 3). pose proof (Rabs_pos (f 0%nat)) as F0.
  assert (F2 : f 0%nat * f 0%nat = Rabs (f 0%nat) * Rabs (f 0%nat)) by (rewrite <- Rabs_mult; symmetry; apply Rabs_pos_eq;
      apply Rle_0_sqr).
  specialize (M (fun _ => t)). unfold objective in M. rewrite !dot1 in M.
  pose proof (losses_nonneg D f) as L. assert (U : / size D * lsum (fun r => hinge (snd r * dot I1 (fun _ => t) (fst r))) D <=
      1 + t).
  { apply losses_at_most; [unfold t; lra|]. intros z Hz. unfold D in Hz. apply in_concat in Hz. destruct Hz as [E [HE Hz]].
    apply in_map_iff in HE. destruct HE as [p [<- Hp]]. destruct (P p Hp) as [_ [C _]]. destruct (C z Hz) as [Y X]. rewrite
        dot1 in *.
    unfold hinge. apply Rmax_lub; [unfold t; lra|]. set (y := snd z) in *. set (x := fst z 0%nat) in *.
    assert (S : - 1 <= y * x) by nra. assert (0 <= t) by (unfold t; lra). nra. }
  unfold t in *. nra.
Qed.

(* A minimiser at Lam = 1/4 is at most 2: its objective is not above that of 0. *)
Lemma short_minimiser : forall D f, is_min (objective I1 hinge (1 / 4) D) f -> f 0%nat <= 2.
Proof.
  intros D f M. specialize (M vzero). unfold objective in M. rewrite !dot1 in M. pose proof (losses_nonneg D f).
  assert (/ size D * lsum (fun r => hinge (snd r * dot I1 vzero (fst r))) D <= 1).
  { apply losses_at_most; [lra|]. intros. rewrite dot_zero_l. unfold hinge. apply Rmax_lub; lra. }
  unfold vzero in M at 1 2. nra.
Qed.

Theorem not_average_is_not_union_1 : ~ average_is_not_union_1.
Proof. intros [fs [f [_ [M [_ E]]]]]. apply short_minimiser in M. lra. Qed.

Theorem not_average_is_not_union_2 : ~ average_is_not_union_2.
Proof.
  intros [fs [f [P [_ [E _]]]]]. unfold plain_avg in E. destruct fs as [|p fs]; [simpl in E; lra|]. set (l := p :: fs) in *.
  assert (S : 0 < INR (length l)) by (apply lt_0_INR; simpl; lia).
  assert (U : lsum (fun q => snd q 0%nat) l <= INR (length l) * 2).
  { rewrite <- lsum_const. apply lsum_le. intros q Hq. destruct (P q Hq) as [_ [_ M]]. exact (short_minimiser _ _ M). }
  assert (lsum (fun q => snd q 0%nat) l = 3 * INR (length l)); [|lra].
  apply Rmult_eq_reg_l with (/ INR (length l)); [rewrite E; field; lra|]. apply Rinv_neq_0_compat. lra.
Qed.
