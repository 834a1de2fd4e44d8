(* The Gaussian mechanism with smaller numbers or without a premise: windows whose integrals show that it fails. *)
Require Import Reals Lra Psatz.
From Coquelicot Require Import Coquelicot.
From Interval Require Import Tactic.
From BlindAvg Require Import Constants IntegerIntervals GaussianTests GaussianNoise GroupPrivacy GroupPrivacyCalibrated
    WrongGaussians.
Import ZInterval.
Open Scope R_scope.

(* The window [a, b] as a test. *)
Lemma window_test : forall m m' eps d a b, private m m' eps d -> a <= b ->
  RInt (gauss m) a b <= exp eps * RInt (gauss m') a b + d.
Proof.
  intros m m' eps d a b P H.
  assert (X : forall k, ex_RInt (fun x => 1 * gauss k x) a b).
  { intro k. apply (ex_RInt_ext (V := R_CompleteNormedModule) (gauss k)); [intros; symmetry; apply Rmult_1_l|apply gauss_int]. }
  assert (Y : forall k, RInt (fun x => 1 * gauss k x) a b = RInt (gauss k) a b) by (intro k; apply RInt_ext; intros; apply
      Rmult_1_l).
  pose proof (P (fun _ => 1) a b ltac:(intro; lra) H (X m) (X m')) as Q. cbv beta in Q. rewrite !Y in Q. exact Q.
Qed.

Lemma right_window_1 : 0.1269 <= RInt (gap 1 1) (3 / 2) 9.
Proof. unfold gap, gauss. integral with (i_prec 40, i_fuel 400). Qed.
Lemma left_window_0 : 0.3085 <= RInt (gauss 0) (-9) (-1 / 2).
Proof. unfold gauss. integral with (i_prec 40, i_fuel 400). Qed.
Lemma left_window_1 : RInt (gauss 1) (-9) (-1 / 2) <= 0.06681.
Proof. unfold gauss. integral with (i_prec 40, i_fuel 400). Qed.
Lemma e_small : exp 1 <= 2.7183.
Proof. interval with (i_prec 40). Qed.

Lemma one_record_needs : forall d, private 1 0 1 d -> 0.1269 <= d.
Proof. intros d P. pose proof (private_bound 1 1 d P (3 / 2) 9 ltac:(lra)). pose proof right_window_1. lra. Qed.

Lemma one_record_needs_reverse : forall d, private 0 1 1 d -> 0.1268 <= d.
Proof.
  intros d P. pose proof (window_test 0 1 1 d (-9) (-1 / 2) P ltac:(lra)). pose proof left_window_0. pose proof left_window_1.
  pose proof e_small. pose proof (exp_pos 1). nra.
Qed.

Theorem not_one_record_1 : ~ one_record_1.
Proof. intros [P _]. apply one_record_needs in P. lra. Qed.
Theorem not_one_record_2 : ~ one_record_2.
Proof. intros [_ P]. apply one_record_needs_reverse in P. lra. Qed.
Theorem not_gaussian_directions_1 : ~ gaussian_directions_1.
Proof. intro H. pose proof (H 1 1 0.127 one_record) as P. apply one_record_needs_reverse in P. lra. Qed.
Theorem not_gaussian_directions_2 : ~ gaussian_directions_2.
Proof. intro H. pose proof (H 1 1 0) as P. apply one_record_needs_reverse in P. lra. Qed.

(* At shift 2 and eps = 2 the profile is between 0.33 and 0.34. *)
Lemma wide_window : RInt (gap 2 2) 2 9 <= 0.3320.
Proof. unfold gap, gauss. integral with (i_prec 40, i_fuel 400). Qed.

Lemma wide_tail : forall b, 9 <= b -> RInt (gap 2 2) 9 b <= 0.00001.
Proof.
  intros b Hb. set (g := fun x => exp (- 3 * (x - 2))).
  assert (D : is_RInt g 9 b (minus (- exp (- 3 * (b - 2)) / 3) (- exp (- 3 * (9 - 2)) / 3))).
  { apply (is_RInt_derive (V := R_CompleteNormedModule) (fun x => - exp (- 3 * (x - 2)) / 3)).
    - intros x _; unfold g; auto_derive; [trivial|]. replace (x + - (2)) with (x - 2) by ring. field.
    - intros x _; refine (@ex_derive_continuous R_AbsRing R_NormedModule g x _). unfold g; auto_derive; trivial. }
  apply Rle_trans with (RInt g 9 b).
  - apply RInt_le; [assumption|apply gap_int|eexists; exact D|].
    intros x [H1 _]. unfold g. apply Rle_trans with (gauss 2 x).
    + unfold gap. pose proof (gauss_pos 0 x). pose proof (exp_pos 2). nra.
    + unfold gauss. assert (/ sqrt (2 * PI) <= 1) by interval with (i_prec 30).
      pose proof k_pos. pose proof (exp_pos (- (x - 2) ^ 2 / 2)).
      assert (exp (- (x - 2) ^ 2 / 2) <= exp (- 3 * (x - 2))) by (apply exp_le_compat; nra). nra.
  - rewrite (is_RInt_unique _ _ _ _ D). unfold minus, plus, opp; simpl.
    pose proof (exp_pos (- 3 * (b - 2))).
    assert (exp (- 3 * (9 - 2)) <= 0.00001) by interval with (i_prec 30). lra.
Qed.

Lemma two_records_private : private 2 0 2 0.34.
Proof.
  apply private_iff; [lra|]. intros B HB.
  assert (X : x0 2 2 = 2) by (unfold x0; field). rewrite X in *.
  assert (P : forall u v, 2 <= u -> u <= v -> 0 <= RInt (gap 2 2) u v).
  { intros; apply RInt_ge_0; [assumption|apply gap_int|]. intros; apply gap_nonneg; [lra|rewrite X; lra]. }
  pose proof wide_window as W.
  pose proof (RInt_Chasles (gap 2 2) 2 B 9 (gap_int _ _ _ _) (gap_int _ _ _ _)) as C1.
  pose proof (RInt_Chasles (gap 2 2) 2 9 B (gap_int _ _ _ _) (gap_int _ _ _ _)) as C2.
  unfold plus in C1, C2; simpl in C1, C2.
  destruct (Rle_dec B 9) as [L|L].
  - pose proof (P B 9 HB L). lra.
  - pose proof (wide_tail B ltac:(lra)). lra.
Qed.

Lemma two_records_need : forall d, private 2 0 2 d -> 0.33 <= d.
Proof. intros d P. pose proof (private_bound 2 2 d P 2 9 ltac:(lra)). pose proof window_2. lra. Qed.

Theorem not_two_records_1 : ~ two_records_1.
Proof. intro H. exact (H two_records_private). Qed.
Theorem not_two_records_2 : ~ two_records_2.
Proof. exact two_records_not_private. Qed.
Theorem not_smaller_shift_2 : ~ smaller_shift_2.
Proof. intro H. pose proof (H 2 2 2 0.34 ltac:(lra) ltac:(lra) ltac:(lra) two_records_private) as P. apply two_records_need in
    P. lra. Qed.

(* A larger shift at the same eps. *)
Lemma larger_shift_window : 0.3 <= RInt (gap 2 1) 2 9.
Proof. unfold gap, gauss. integral with (i_prec 40, i_fuel 400). Qed.

Theorem not_smaller_shift_1 : ~ smaller_shift_1.
Proof.
  intro H. pose proof (H 1 2 1 0.127 ltac:(lra) ltac:(lra) one_record) as P.
  pose proof (private_bound 2 1 _ P 2 9 ltac:(lra)). pose proof larger_shift_window. lra.
Qed.

(* A half-line that starts too early pays with what lies before x0. *)
Lemma early_window : RInt (gap 1 1) 1 (3 / 2) <= -0.058.
Proof. unfold gap, gauss. integral with (i_prec 40, i_fuel 400). Qed.

Theorem not_gaussian_worst_test_1 : ~ gaussian_worst_test_1.
Proof.
  intro H. destruct (H 1 1 ltac:(lra) 0.07) as [_ B].
  assert (P : private 1 0 1 0.07); [|apply one_record_needs in P; lra].
  apply B. intros b Hb. rewrite worst_threshold_x0 in Hb by lra. change (RInt (gap 1 1) (1 / 1) b <= 0.07). replace (1 / 1) with 1 by field.
  pose proof (proj1 (private_iff 1 1 ltac:(lra) 0.127) one_record b) as O. unfold x0 in *.
  replace (1 / 1 + 1 / 2) with (3 / 2) in * by field. specialize (O Hb).
  pose proof (RInt_Chasles (gap 1 1) 1 (3 / 2) b (gap_int _ _ _ _) (gap_int _ _ _ _)) as C. unfold plus in C; simpl in C.
  pose proof early_window. lra.
Qed.

(* A shift to the left is told by the left half-line; on the right one the gap is not positive. *)
Lemma left_gap : forall x, -3 / 2 <= x -> gap (-1) 1 x <= 0.
Proof.
  intros x H. unfold gap, gauss. pose proof k_pos as K.
  assert (E : exp (- (x - -1) ^ 2 / 2) <= exp 1 * exp (- (x - 0) ^ 2 / 2)) by (rewrite <- exp_plus; apply exp_le_compat; nra).
  apply Rmult_le_compat_l with (r := / sqrt (2 * PI)) in E; lra.
Qed.
Lemma left_window_gap : 0.1 <= RInt (gap (-1) 1) (-9) (-3 / 2).
Proof. unfold gap, gauss. integral with (i_prec 40, i_fuel 400). Qed.

Theorem not_gaussian_worst_test_2 : ~ gaussian_worst_test_2.
Proof.
  intro H. destruct (H (-1) 1 0) as [_ B].
  assert (P : private (-1) 0 1 0).
  { apply B. intros b Hb. rewrite worst_threshold_x0 in * by lra. unfold x0 in Hb.
    change (RInt (gap (-1) 1) (1 / -1 + -1 / 2) b <= 0). replace (1 / -1 + -1 / 2) with (-3 / 2) in * by
      field.
    rewrite <- (Rmult_0_r (b - -3 / 2)). rewrite <- (RInt_const (V := R_CompleteNormedModule) (-3 / 2) b 0 : _ = (b - -3 / 2) *
        0).
    apply RInt_le; [assumption|apply gap_int|apply ex_RInt_const|]. intros x Hx. apply left_gap. lra. }
  pose proof (private_bound (-1) 1 0 P (-9) (-3 / 2) ltac:(lra)). pose proof left_window_gap. lra.
Qed.

(* The printed formula. *)
Theorem not_formula_values_1 : ~ formula_values_1.
Proof. intros [H _]. pose proof delta_one. lra. Qed.
Theorem not_formula_values_2 : ~ formula_values_2.
Proof. intros [_ H]. pose proof delta_two. lra. Qed.
Theorem not_calibrated_values_1 : ~ calibrated_values_1.
Proof. intros [H _]. pose proof calibrated. lra. Qed.
Theorem not_calibrated_values_2 : ~ calibrated_values_2.
Proof. intros [_ H]. pose proof group_of_two. lra. Qed.
