(* Below Lam = c^2/2 the average of HingeSVMs need not be the central one; in particular the average is not the model of the union.

Two users with one record each and one feature: (c, +1), whose model is 1/c, and (0, +1), whose model is 0. The central model
is the smaller of 1/c and c/(4 Lam), and that is more than the average 1/(2c). *)
Require Import Reals List Lra Psatz.
From BlindAvg Require Import Constants Vectors AveragingThresholds SvmSensitivity WholePasses.
Import ListNotations.
Open Scope R_scope.

Definition two_users (c : R) : list (list ((nat -> R) * R) * (nat -> R)) :=
  [([record c 1], fun _ => / c); ([record 0 1], fun _ => 0)].
Definition central (c Lam : R) : nat -> R := fun _ => Rmin (/ c) (c / (4 * Lam)).

Section Users.
Variables (c Lam : R).
Hypothesis Hc : 0 < c.
Hypothesis HL : 0 < Lam.
Hypothesis below : Lam < c * c / 2.

Lemma own_objective : forall f, objective I1 hinge Lam [record c 1] f
  = Lam * (f 0%nat * f 0%nat) + Rmax 0 (1 - c * f 0%nat).
Proof.
  intro f. unfold objective, size, dot, I1, hinge, record. simpl.
  replace (1 - 1 * (f 0%nat * c + 0)) with (1 - c * f 0%nat) by ring. field.
Qed.

Lemma empty_objective : forall f, objective I1 hinge Lam [record 0 1] f = Lam * (f 0%nat * f 0%nat) + 1.
Proof.
  intro f. unfold objective, size, dot, I1, hinge, record. simpl.
  replace (1 - 1 * (f 0%nat * 0 + 0)) with 1 by ring. rewrite Rmax_right by lra. field.
Qed.

Lemma joint_objective : forall f, objective I1 hinge Lam (concat (map fst (two_users c))) f
  = Lam * (f 0%nat * f 0%nat) + (Rmax 0 (1 - c * f 0%nat) + 1) / 2.
Proof.
  intro f. unfold objective, size, dot, I1, hinge, two_users, record. simpl.
  replace (1 - 1 * (f 0%nat * c + 0)) with (1 - c * f 0%nat) by ring.
  replace (1 - 1 * (f 0%nat * 0 + 0)) with 1 by ring. rewrite (Rmax_right 0 1) by lra. field.
Qed.

Lemma own_minimiser : is_min (objective I1 hinge Lam [record c 1]) (fun _ => / c).
Proof.
  intro g. rewrite !own_objective. replace (1 - c * / c) with 0 by (field; lra). rewrite Rmax_left by lra.
  set (x := g 0%nat). set (s := / c). assert (E : c * s = 1) by (unfold s; field; lra).
  assert (S0 : 0 < s) by (apply Rinv_0_lt_compat; assumption).
  unfold Rmax. destruct (Rle_dec 0 (1 - c * x)) as [L|L].
  - assert (X : x <= s) by (apply Rmult_le_reg_l with c; lra).
    replace (1 - c * x) with (c * (s - x)) by lra.
    assert (H : Lam * (s + x) <= c).
    { assert (LS : 2 * Lam * s <= c).
      { apply Rmult_le_reg_r with c; [assumption|]. replace (2 * Lam * s * c) with (2 * Lam * (c * s)) by ring. rewrite E. lra. }
      assert (Lam * (s + x) <= Lam * (2 * s)) by (apply Rmult_le_compat_l; lra). lra. }
    assert (0 <= (s - x) * (c - Lam * (s + x))) by (apply Rmult_le_pos; lra). lra.
  - assert (X : s < x) by (apply Rmult_lt_reg_l with c; lra).
    assert (s * s <= x * x) by (apply Rmult_le_compat; lra).
    assert (Lam * (s * s) <= Lam * (x * x)) by (apply Rmult_le_compat_l; lra). lra.
Qed.

Lemma empty_minimiser : is_min (objective I1 hinge Lam [record 0 1]) (fun _ => 0).
Proof. intro g. rewrite !empty_objective. pose proof (Rle_0_sqr (g 0%nat)) as Q; unfold Rsqr in Q. nra. Qed.

Lemma joint_minimiser : is_min (objective I1 hinge Lam (concat (map fst (two_users c)))) (central c Lam).
Proof.
  intro g. rewrite !joint_objective. unfold central. set (x := g 0%nat). set (s := / c). set (q := c / (4 * Lam)).
  assert (E : c * s = 1) by (unfold s; field; lra). assert (Q : 4 * Lam * q = c) by (unfold q; field; lra).
  assert (S0 : 0 < s) by (apply Rinv_0_lt_compat; assumption).
  assert (Up : forall v, v <= s -> Rmax 0 (1 - c * v) = 1 - c * v).
  { intros v Hv. apply Rmax_right. assert (c * v <= c * s) by (apply Rmult_le_compat_l; lra). lra. }
  rewrite (Up (Rmin s q)) by apply Rmin_l.
  pose proof (Rmax_r 0 (1 - c * x)) as M1. pose proof (Rmax_l 0 (1 - c * x)) as M0.
  set (h := Rmax 0 (1 - c * x)) in *. clearbody h x.
  unfold Rmin. destruct (Rle_dec s q) as [L|L].
  - destruct (Rle_dec x s) as [X|X].
    + assert (Lam * (s + x) <= Lam * (2 * q)) by (apply Rmult_le_compat_l; lra).
      assert (0 <= (s - x) * (c - 2 * Lam * (s + x))) by (apply Rmult_le_pos; lra).
      assert (c * x = 1 - c * (s - x)) by lra. lra.
    + assert (s * s <= x * x) by (apply Rmult_le_compat; lra).
      assert (Lam * (s * s) <= Lam * (x * x)) by (apply Rmult_le_compat_l; lra). lra.
  - pose proof (Rle_0_sqr (x - q)) as W; unfold Rsqr in W.
    assert (0 <= Lam * ((x - q) * (x - q))) by (apply Rmult_le_pos; lra).
    assert (Lam * (q * q) = c * q / 4) by (replace (Lam * (q * q)) with (4 * Lam * q * q / 4) by field; rewrite Q; lra).
    assert (Lam * (x * q) = c * x / 4) by (replace (Lam * (x * q)) with (4 * Lam * q * x / 4) by field; rewrite Q; lra).
    lra.
Qed.

Lemma average_is_half : plain_avg (two_users c) 0%nat = / (2 * c).
Proof. unfold plain_avg, two_users. simpl. field. lra. Qed.

Lemma central_is_more : / (2 * c) < central c Lam 0%nat.
Proof.
  unfold central. apply Rmin_glb_lt.
  - apply Rinv_lt_contravar; nra.
  - apply Rmult_lt_reg_r with (4 * Lam * c); [nra|].
    replace (/ (2 * c) * (4 * Lam * c)) with (2 * Lam) by (field; lra).
    replace (c / (4 * Lam) * (4 * Lam * c)) with (c * c) by (field; lra). lra.
Qed.
End Users.

Theorem hinge_threshold_sharp : forall c Lam, 0 < c -> 0 < Lam -> Lam < c * c / 2 ->
  exists (fs : list (list ((nat -> R) * R) * (nat -> R))) f,
  (forall p, In p fs -> length (fst p) = 1%nat /\ clipped I1 c (fst p)
     /\ is_min (objective I1 hinge Lam (fst p)) (snd p)) /\
  is_min (objective I1 hinge Lam (concat (map fst fs))) f /\ plain_avg fs 0%nat < f 0%nat.
Proof.
  intros c Lam Hc HL Hb. exists (two_users c), (central c Lam). split; [|split].
  - intros p [<-|[<-|[]]]; cbn [fst snd]; (split; [reflexivity|split]).
    + intros z [<-|[]]. unfold dot, I1, record. simpl. split; [ring|lra].
    + apply own_minimiser; assumption.
    + intros z [<-|[]]. unfold dot, I1, record. simpl. split; [ring|nra].
    + apply empty_minimiser; assumption.
  - apply joint_minimiser; assumption.
  - rewrite average_is_half by assumption. apply central_is_more; assumption.
Qed.

(* Lam = 1/4, c = 1: 1/2 against 1. *)
Theorem average_is_not_union :
  exists (fs : list (list ((nat -> R) * R) * (nat -> R))) f,
  (forall p, In p fs -> length (fst p) = 1%nat /\ clipped I1 1 (fst p)
     /\ is_min (objective I1 hinge (1 / 4) (fst p)) (snd p)) /\
  is_min (objective I1 hinge (1 / 4) (concat (map fst fs))) f /\ plain_avg fs 0%nat = 1 / 2 /\ f 0%nat = 1.
Proof.
  exists (two_users 1), (central 1 (1 / 4)). split; [|split; [|split]].
  - intros p [<-|[<-|[]]]; cbn [fst snd]; (split; [reflexivity|split]).
    + intros z [<-|[]]. unfold dot, I1, record. simpl. split; [ring|lra].
    + apply own_minimiser; lra.
    + intros z [<-|[]]. unfold dot, I1, record. simpl. split; [ring|lra].
    + apply empty_minimiser; lra.
  - apply joint_minimiser; lra.
  - rewrite average_is_half by lra. lra.
  - unfold central. rewrite Rmin_left; lra.
Qed.
