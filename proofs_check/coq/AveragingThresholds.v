(* When the average of local models is the central one.

J(f) = Lam <f, f> + mean loss (y <f, x>). The loss lies on or above 1 - z and equals it up to the margin m (hinge: m = 1, Huber:
m = 1 - h). If c^2 <= 2 Lam m, the only minimiser is mean (y x) / (2 Lam), which is linear in the data. *)
Require Import Reals List Lra Psatz.
From BlindAvg Require Import Constants Vectors HuberStep.
Import ListNotations.
Open Scope R_scope.

Section Averaging.
Context {A : Type}.
Variable I : list A.
Local Notation rec := ((A -> R) * R)%type.
Variables (loss : R -> R) (m : R).
Hypothesis above : forall z, 1 - z <= loss z.
Hypothesis linear : forall z, z <= m -> loss z = 1 - z.
Definition size (D : list rec) : R := INR (length D).
Definition objective (Lam : R) (D : list rec) (f : A -> R) : R :=
  Lam * dot I f f + / size D * lsum (fun r => loss (snd r * dot I f (fst r))) D.
Definition model (Lam : R) (D : list rec) : A -> R :=
  fun i => / (2 * Lam) * (/ size D * lsum (fun r => snd r * fst r i) D).
Definition clipped (c : R) (D : list rec) : Prop :=
  forall r, In r D -> snd r * snd r = 1 /\ dot I (fst r) (fst r) <= c * c.

Lemma dot_sum : forall D (f : A -> R),
  dot I f (fun i => lsum (fun r : rec => snd r * fst r i) D)
  = lsum (fun r => snd r * dot I f (fst r)) D.
Proof.
  intros D f; induction D as [|r D IH]; simpl.
  - unfold dot; induction I; simpl; [reflexivity|rewrite IHl; ring].
  - rewrite <- IH. rewrite <- dot_scal_r, <- dot_add_r. reflexivity.
Qed.

Lemma size_pos : forall D : list rec, D <> [] -> 0 < size D.
Proof. intros D H; apply lt_0_INR; destruct D; [tauto|simpl; auto with arith]. Qed.

Lemma dot_model : forall Lam D f, dot I f (model Lam D) =
  / (2 * Lam) * (/ size D * lsum (fun r => snd r * dot I f (fst r)) D).
Proof.
  intros. rewrite <- dot_sum.
  rewrite (dot_ext I f f (model Lam D)
    (vscal (/ (2 * Lam)) (vscal (/ size D) (fun i => lsum (fun r : rec => snd r * fst r i) D))))
    by reflexivity.
  rewrite !dot_scal_r. reflexivity.
Qed.

Lemma linear_part : forall D f, D <> [] ->
  / size D * lsum (fun r : rec => 1 - snd r * dot I f (fst r)) D
  = 1 - / size D * lsum (fun r => snd r * dot I f (fst r)) D.
Proof.
  intros D f H. pose proof (size_pos D H).
  rewrite (lsum_ext _ (fun r : rec => 1 + (-1) * (snd r * dot I f (fst r)))) by (intros; ring).
  rewrite lsum_plus, lsum_scal, lsum_const. fold (size D). field. lra.
Qed.

(* No record leaves the linear part of the loss at the candidate. *)
Lemma margins : forall Lam c D, 0 < Lam -> 0 <= c -> c * c <= 2 * Lam * m -> D <> [] -> clipped c D ->
  forall r, In r D -> snd r * dot I (model Lam D) (fst r) <= m.
Proof.
  intros Lam c D HL Hc HLc Hne Hcl r Hr. pose proof (size_pos D Hne) as Hs.
  destruct (Hcl r Hr) as [Hy Hx].
  rewrite dot_sym, dot_model.
  assert (B : forall q, In q D -> snd q * dot I (fst r) (fst q) * snd r <= c * c).
  { intros q Hq. destruct (Hcl q Hq) as [Hy' Hx'].
    pose proof (cauchy_schwarz_sqr I (fst r) (fst q)) as CS.
    pose proof (dot_self_nonneg I (fst r)). pose proof (dot_self_nonneg I (fst q)).
    set (t := dot I (fst r) (fst q)) in *.
    assert (t * t <= (c * c) * (c * c)) by nra.
    assert (E : (snd q * t * snd r) * (snd q * t * snd r) = t * t).
    { replace ((snd q * t * snd r) * (snd q * t * snd r))
        with (t * t * (snd q * snd q) * (snd r * snd r)) by ring. rewrite Hy, Hy'; ring. }
    assert (0 <= c * c) by apply Rle_0_sqr.
    destruct (Rle_dec (snd q * t * snd r) 0); [lra|].
    apply Rsqr_incr_0; unfold Rsqr; lra. }
  replace (snd r * (/ (2 * Lam) * (/ size D * lsum (fun q : rec => snd q * dot I (fst r) (fst q)) D)))
    with (/ (2 * Lam) * (/ size D * lsum (fun q : rec => snd r * (snd q * dot I (fst r) (fst q))) D))
    by (rewrite lsum_scal; ring).
  assert (S1 : lsum (fun q : rec => snd r * (snd q * dot I (fst r) (fst q))) D <= size D * (c * c)).
  { unfold size; rewrite <- lsum_const. apply lsum_le. intros q Hq. specialize (B q Hq). lra. }
  apply Rle_trans with (/ (2 * Lam) * (/ size D * (size D * (c * c)))).
  - apply Rmult_le_compat_l; [left; apply Rinv_0_lt_compat; lra|].
    apply Rmult_le_compat_l; [left; apply Rinv_0_lt_compat; lra|assumption].
  - replace (/ (2 * Lam) * (/ size D * (size D * (c * c)))) with (c * c * / (2 * Lam)) by (field; lra).
    apply Rmult_le_reg_r with (2 * Lam); [lra|]. rewrite Rmult_assoc, Rinv_l by lra. lra.
Qed.

(* The loss lies above its linear part, so that the quadratic growth of the latter is enough: no subgradients. *)
Theorem model_optimal : forall Lam c D, 0 < Lam -> 0 <= c -> c * c <= 2 * Lam * m -> D <> [] ->
  clipped c D -> forall f,
  objective Lam D (model Lam D) + Lam * dot I (vsub f (model Lam D)) (vsub f (model Lam D))
  <= objective Lam D f.
Proof.
  intros Lam c D HL Hc HLc Hne Hcl f. pose proof (size_pos D Hne) as Hs.
  unfold objective. set (mo := model Lam D).
  assert (L : forall g, / size D * lsum (fun r : rec => snd r * dot I g (fst r)) D
              = 2 * Lam * dot I g mo) by (intro g; unfold mo; rewrite dot_model; field; lra).
  rewrite (lsum_ext (fun r : rec => loss (snd r * dot I mo (fst r)))
                    (fun r => 1 - snd r * dot I mo (fst r))).
  2:{ intros r Hr. apply linear. apply (margins Lam c D HL Hc HLc Hne Hcl r Hr). }
  assert (F : / size D * lsum (fun r : rec => 1 - snd r * dot I f (fst r)) D
              <= / size D * lsum (fun r => loss (snd r * dot I f (fst r))) D).
  { apply Rmult_le_compat_l; [left; apply Rinv_0_lt_compat; assumption|].
    apply lsum_le; intros; apply above. }
  rewrite linear_part in * by assumption. rewrite L in *.
  rewrite !dot_sub_l, !dot_sub_r, (dot_sym I mo f). lra.
Qed.

Definition is_min (J : (A -> R) -> R) (f : A -> R) : Prop := forall g, J f <= J g.

Corollary minimiser_is_model : forall Lam c D f, 0 < Lam -> 0 <= c -> c * c <= 2 * Lam * m ->
  D <> [] -> clipped c D -> is_min (objective Lam D) f ->
  forall i, In i I -> f i = model Lam D i.
Proof.
  intros Lam c D f HL Hc HLc Hne Hcl Hm.
  pose proof (model_optimal Lam c D HL Hc HLc Hne Hcl f) as O. specialize (Hm (model Lam D)).
  set (d := vsub f (model Lam D)) in *. pose proof (dot_self_nonneg I d).
  assert (Z : dot I d d = 0) by nra.
  intros i Hi. assert (d i = 0).
  { apply (nrm_zero_coord I); [unfold nrm; rewrite Z; apply sqrt_0|assumption]. }
  unfold d, vsub in H0. lra.
Qed.

Definition weighted_avg (fs : list (list rec * (A -> R))) : A -> R :=
  fun i => / size (concat (map fst fs)) * lsum (fun p => size (fst p) * snd p i) fs.
Definition plain_avg (fs : list (list rec * (A -> R))) : A -> R :=
  fun i => / INR (length fs) * lsum (fun p => snd p i) fs.

Lemma lsum_concat : forall (fs : list (list rec * (A -> R))) (g : rec -> R),
  lsum g (concat (map fst fs)) = lsum (fun p => lsum g (fst p)) fs.
Proof. induction fs as [|p r IH]; simpl; intros; [reflexivity|rewrite lsum_app, IH; reflexivity]. Qed.

(* fs holds for each user the records and a minimiser of the objective on them. *)
Theorem weighted_average_is_central : forall Lam c (fs : list (list rec * (A -> R))) f,
  0 < Lam -> 0 <= c -> c * c <= 2 * Lam * m -> fs <> [] ->
  (forall p, In p fs -> fst p <> [] /\ clipped c (fst p) /\ is_min (objective Lam (fst p)) (snd p)) ->
  is_min (objective Lam (concat (map fst fs))) f ->
  forall i, In i I -> weighted_avg fs i = f i.
Proof.
  intros Lam c fs f HL Hc HLc Hne Hp Hf i Hi.
  set (U := concat (map fst fs)).
  assert (UN : U <> []).
  { destruct fs as [|p r]; [tauto|]. destruct (Hp p (or_introl eq_refl)) as [N _].
    unfold U; simpl. destruct (fst p); [tauto|discriminate]. }
  assert (UC : clipped c U).
  { intros r Hr. unfold U in Hr. apply in_concat in Hr. destruct Hr as [D [HD Hr]].
    apply in_map_iff in HD. destruct HD as [p [<- HpI]].
    destruct (Hp p HpI) as [_ [C _]]. apply C; assumption. }
  rewrite (minimiser_is_model Lam c U f HL Hc HLc UN UC Hf i Hi).
  unfold weighted_avg, model. fold U.
  rewrite (lsum_ext _ (fun p => / (2 * Lam) * lsum (fun r : rec => snd r * fst r i) (fst p))).
  - rewrite lsum_scal. unfold U at 3. rewrite lsum_concat. ring.
  - intros p HpI. destruct (Hp p HpI) as [N [C M]].
    rewrite (minimiser_is_model Lam c (fst p) (snd p) HL Hc HLc N C M i Hi).
    unfold model. pose proof (size_pos (fst p) N). field. lra.
Qed.

Corollary average_is_central : forall Lam c (n : nat) (fs : list (list rec * (A -> R))) f,
  0 < Lam -> 0 <= c -> c * c <= 2 * Lam * m -> fs <> [] -> (0 < n)%nat ->
  (forall p, In p fs -> length (fst p) = n /\ clipped c (fst p)
     /\ is_min (objective Lam (fst p)) (snd p)) ->
  is_min (objective Lam (concat (map fst fs))) f ->
  forall i, In i I -> plain_avg fs i = f i.
Proof.
  intros Lam c n fs f HL Hc HLc Hne Hn Hp Hf i Hi.
  assert (Hnp : 0 < INR n) by (apply lt_0_INR; assumption).
  rewrite <- (weighted_average_is_central Lam c fs f HL Hc HLc Hne) with (i := i); trivial.
  2:{ intros p HpI. destruct (Hp p HpI) as [N R]. split; [|assumption].
      intros E. rewrite E in N. simpl in N. subst. inversion Hn. }
  assert (S1 : size (concat (map fst fs)) = INR (length fs) * INR n).
  { assert (E : size (concat (map fst fs)) = lsum (fun _ : rec => 1) (concat (map fst fs)))
      by (unfold size; rewrite lsum_const; ring).
    rewrite E, lsum_concat, <- lsum_const.
    apply lsum_ext. intros p HpI. rewrite lsum_const, (proj1 (Hp p HpI)). ring. }
  unfold plain_avg, weighted_avg. rewrite S1.
  rewrite (lsum_ext (fun p => size (fst p) * snd p i) (fun p => INR n * snd p i))
    by (intros p HpI; unfold size; rewrite (proj1 (Hp p HpI)); reflexivity).
  rewrite lsum_scal.
  assert (0 < INR (length fs)) by (apply lt_0_INR; destruct fs; [tauto|simpl; auto with arith]).
  field. lra.
Qed.
End Averaging.

(* HingeSVM, margin 1. *)
Theorem hinge_average_is_central : forall (A : Type) (I : list A) Lam c n
    (fs : list (list ((A -> R) * R) * (A -> R))) f,
  0 < Lam -> 0 <= c -> c * c / 2 <= Lam -> fs <> [] -> (0 < n)%nat ->
  (forall p, In p fs -> length (fst p) = n /\ clipped I c (fst p)
     /\ is_min (objective I hinge Lam (fst p)) (snd p)) ->
  is_min (objective I hinge Lam (concat (map fst fs))) f ->
  forall i, In i I -> plain_avg fs i = f i.
Proof.
  intros A I Lam c n fs f HL Hc HLc. apply (average_is_central I hinge 1); try assumption.
  - intro z; apply Rmax_r.
  - intros z H; apply Rmax_right; lra.
  - lra.
Qed.

(* Huber SVM, margin 1 - h; alg:dpsvm regularizes with Lam/2. *)
Theorem huber_average_is_central : forall (A : Type) (I : list A) h Lam c n
    (fs : list (list ((A -> R) * R) * (A -> R))) f,
  0 < h < 1 -> 0 < Lam -> 0 <= c -> c * c / (1 - h) <= Lam -> fs <> [] -> (0 < n)%nat ->
  (forall p, In p fs -> length (fst p) = n /\ clipped I c (fst p)
     /\ is_min (objective I (huber h) (Lam / 2) (fst p)) (snd p)) ->
  is_min (objective I (huber h) (Lam / 2) (concat (map fst fs))) f ->
  forall i, In i I -> plain_avg fs i = f i.
Proof.
  intros A I h Lam c n fs f Hh HL Hc HLc. apply (average_is_central I (huber h) (1 - h)).
  - intro z. unfold huber. destruct (Rlt_dec (1 + h) z); [lra|].
    destruct (Rlt_dec z (1 - h)); [lra|].
    apply Rmult_le_reg_r with (4 * h); [lra|].
    replace ((1 + h - z) * (1 + h - z) / (4 * h) * (4 * h)) with ((1 + h - z) * (1 + h - z)) by (field; lra).
    pose proof (Rle_0_sqr (z - (1 - h))) as Q; unfold Rsqr in Q. lra.
  - intros z H. unfold huber. destruct (Rlt_dec (1 + h) z); [lra|].
    destruct (Rlt_dec z (1 - h)); [reflexivity|]. replace z with (1 - h) by lra. field. lra.
  - lra.
  - assumption.
  - apply Rmult_le_compat_r with (r := 1 - h) in HLc; [|lra].
    replace (c * c / (1 - h) * (1 - h)) with (c * c) in HLc by (field; lra). lra.
Qed.
