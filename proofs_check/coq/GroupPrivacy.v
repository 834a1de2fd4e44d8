(* cor:group_privacy fails at noise 1, eps = 1.

One replaced record (shift 1) is (1, 0.127)-private in both directions, two (shift 2) are not (2, 0.33)-private: the event [2, 9] shows
it. The formula of def:deltagauss says the same. *)
Require Import Reals Lra Psatz.
From Coquelicot Require Import Coquelicot.
From Interval Require Import Tactic.
From BlindAvg Require Import Constants IntegerIntervals GaussianTests.
Import ZInterval.
Open Scope R_scope.

Lemma window_1 : RInt (gap 1 1) (3 / 2) 9 <= 0.12696.
Proof. unfold gap, gauss. integral with (i_prec 40, i_fuel 400). Qed.

Lemma window_2 : 0.3301 <= RInt (gap 2 2) 2 9.
Proof. unfold gap, gauss. integral with (i_prec 40, i_fuel 400). Qed.

(* The tail beyond 9 is below an exponential that integrates in closed form. *)
Lemma tail : forall b, 9 <= b -> RInt (gap 1 1) 9 b <= 0.00001.
Proof.
  intros b Hb. set (g := fun x => exp (- 4 * (x - 1))).
  assert (D : is_RInt g 9 b (minus (- exp (- 4 * (b - 1)) / 4) (- exp (- 4 * (9 - 1)) / 4))).
  { apply (is_RInt_derive (V := R_CompleteNormedModule) (fun x => - exp (- 4 * (x - 1)) / 4)).
    - intros x _; unfold g; auto_derive; [trivial|].
      replace (x + - (1)) with (x - 1) by ring. field.
    - intros x _; refine (@ex_derive_continuous R_AbsRing R_NormedModule g x _).
      unfold g; auto_derive; trivial. }
  apply Rle_trans with (RInt g 9 b).
  - apply RInt_le; [assumption|apply gap_int|eexists; exact D|].
    intros x [H1 _]. unfold g. apply Rle_trans with (gauss 1 x).
    + unfold gap. pose proof (gauss_pos 0 x). pose proof (exp_pos 1). nra.
    + unfold gauss. assert (/ sqrt (2 * PI) <= 1) by interval with (i_prec 30).
      pose proof k_pos. pose proof (exp_pos (- (x - 1) ^ 2 / 2)).
      assert (exp (- (x - 1) ^ 2 / 2) <= exp (- 4 * (x - 1))) by (apply exp_le_compat; nra). nra.
  - rewrite (is_RInt_unique _ _ _ _ D). unfold minus, plus, opp; simpl.
    pose proof (exp_pos (- 4 * (b - 1))).
    assert (exp (- 4 * (9 - 1)) <= 0.00001) by interval with (i_prec 30). lra.
Qed.

Theorem one_record : private 1 0 1 0.127.
Proof.
  apply private_iff; [lra|]. intros B HB.
  assert (X : x0 1 1 = 3 / 2) by (unfold x0; field). rewrite X in *.
  assert (P : forall u v, 3 / 2 <= u -> u <= v -> 0 <= RInt (gap 1 1) u v).
  { intros; apply RInt_ge_0; [assumption|apply gap_int|].
    intros; apply gap_nonneg; [lra|rewrite X; lra]. }
  pose proof window_1 as W.
  pose proof (RInt_Chasles (gap 1 1) (3 / 2) B 9 (gap_int _ _ _ _) (gap_int _ _ _ _)) as C1.
  pose proof (RInt_Chasles (gap 1 1) (3 / 2) 9 B (gap_int _ _ _ _) (gap_int _ _ _ _)) as C2.
  unfold plus in C1, C2; simpl in C1, C2.
  destruct (Rle_dec B 9) as [L|L].
  - pose proof (P B 9 HB L). lra.
  - pose proof (tail B ltac:(lra)). lra.
Qed.

Theorem one_record_reverse : private 0 1 1 0.127.
Proof. apply private_reverse, one_record. Qed.

Theorem two_records_not_private : ~ private 2 0 2 0.33.
Proof. intro P. pose proof (private_bound 2 2 0.33 P 2 9 ltac:(lra)). pose proof window_2. lra. Qed.

(* def:deltagauss with one composition; sg is the noise over the sensitivity. *)
Definition erfc (z : R) : R := 1 - 2 / sqrt PI * RInt (fun t => exp (- t ^ 2)) 0 z.
Lemma one_query : forall eps sg, delta_gauss erfc eps sg 1 =
  / 2 * (erfc ((eps - (1 / sg) ^ 2 / 2) / (sqrt 2 * (1 / sg)))
         - exp eps * erfc ((eps + (1 / sg) ^ 2 / 2) / (sqrt 2 * (1 / sg)))).
Proof.
  intros. unfold delta_gauss. rewrite Rmult_1_r.
  replace (1 * (1 / sg * (1 / sg) / 2)) with ((1 / sg) ^ 2 / 2) by (unfold Rdiv; ring). lra.
Qed.

Lemma delta_one : 0.1269 <= delta_gauss erfc 1 1 1 <= 0.127.
Proof.
  rewrite one_query. unfold erfc.
  replace ((1 - (1 / 1) ^ 2 / 2) / (sqrt 2 * (1 / 1))) with (/ (2 * sqrt 2))
    by (field; interval with (i_prec 30)).
  replace ((1 + (1 / 1) ^ 2 / 2) / (sqrt 2 * (1 / 1))) with (3 / (2 * sqrt 2))
    by (field; interval with (i_prec 30)).
  integral_intro (RInt (fun t => exp (- t ^ 2)) 0 (/ (2 * sqrt 2))) with (i_prec 50, i_relwidth 24) as A.
  integral_intro (RInt (fun t => exp (- t ^ 2)) 0 (3 / (2 * sqrt 2))) with (i_prec 50, i_relwidth 24) as B.
  set (a := RInt (fun t => exp (- t ^ 2)) 0 (/ (2 * sqrt 2))) in *.
  set (b := RInt (fun t => exp (- t ^ 2)) 0 (3 / (2 * sqrt 2))) in *.
  split; interval with (i_prec 50).
Qed.

Lemma delta_two : 0.3318 <= delta_gauss erfc 2 (1 / 2) 1 <= 0.3319.
Proof.
  rewrite one_query. unfold erfc.
  replace ((2 - (1 / (1 / 2)) ^ 2 / 2) / (sqrt 2 * (1 / (1 / 2)))) with 0
    by (field; interval with (i_prec 30)).
  replace ((2 + (1 / (1 / 2)) ^ 2 / 2) / (sqrt 2 * (1 / (1 / 2)))) with (2 / sqrt 2)
    by (field; interval with (i_prec 30)).
  replace (RInt (fun t => exp (- t ^ 2)) 0 0) with 0
    by (symmetry; apply (RInt_point (V := R_CompleteNormedModule))).
  integral_intro (RInt (fun t => exp (- t ^ 2)) 0 (2 / sqrt 2)) with (i_prec 50, i_relwidth 24) as B.
  set (b := RInt (fun t => exp (- t ^ 2)) 0 (2 / sqrt 2)) in *.
  split; interval with (i_prec 50).
Qed.

Theorem group_privacy_refuted : delta_gauss erfc 1 1 1 <= 0.127 /\ 0.3318 <= delta_gauss erfc 2 (1 / 2) 1.
Proof. pose proof delta_one; pose proof delta_two; lra. Qed.
