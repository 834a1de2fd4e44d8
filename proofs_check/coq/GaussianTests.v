(* The Gaussian mechanism with one query, noise of variance 1 and a shift of mu > 0.

With x0 = eps/mu + mu/2 the half-lines [x0, B] are the worst tests: the mechanism is (eps, d)-private if and only if the integral of
g_mu - e^eps g_0 over each of them is at most d. A test is any integrable T with values in [0, 1], on any window. *)
Require Import Reals Lra Psatz.
From Coquelicot Require Import Coquelicot.
From BlindAvg Require Import Constants.
Open Scope R_scope.

Definition gauss (m x : R) : R := / sqrt (2 * PI) * exp (- (x - m) ^ 2 / 2).
Definition test (T : R -> R) : Prop := forall x, 0 <= T x <= 1.
Definition private (m m' eps delta : R) : Prop :=
  forall T a b, test T -> a <= b ->
  ex_RInt (fun x => T x * gauss m x) a b -> ex_RInt (fun x => T x * gauss m' x) a b ->
  RInt (fun x => T x * gauss m x) a b <= exp eps * RInt (fun x => T x * gauss m' x) a b + delta.

(* Where the densities of N(mu, 1) and N(0, 1) have the ratio e^eps: from the first argument of erfc in def:deltagauss. *)
Definition worst_threshold (mu eps : R) : R := mu + sqrt 2 * fst (gauss_margins eps (1 / mu) 1).

Lemma k_pos : 0 < / sqrt (2 * PI).
Proof. apply Rinv_0_lt_compat, sqrt_lt_R0. pose proof PI_RGT_0. lra. Qed.

Lemma gauss_pos : forall m x, 0 <= gauss m x.
Proof. intros; apply Rmult_le_pos; [apply Rlt_le, k_pos|apply Rlt_le, exp_pos]. Qed.

Lemma gauss_int : forall m a b, ex_RInt (gauss m) a b.
Proof.
  intros; apply (ex_RInt_continuous (V := R_CompleteNormedModule)); intros x _.
  refine (@ex_derive_continuous R_AbsRing R_NormedModule (gauss m) x _).
  unfold gauss. auto_derive. trivial.
Qed.

Lemma exp_le_compat : forall x y, x <= y -> exp x <= exp y.
Proof. intros x y [H| ->]; [left; apply exp_increasing; assumption|right; reflexivity]. Qed.

Section Shift.
Variables (mu eps : R).
Hypothesis Hmu : 0 < mu.
Definition gap (x : R) : R := gauss mu x - exp eps * gauss 0 x.
Definition x0 : R := eps / mu + mu / 2.

Lemma gap_int : forall a b, ex_RInt gap a b.
Proof.
  intros; unfold gap.
  apply (ex_RInt_minus (V := R_NormedModule)); [apply gauss_int|].
  apply (ex_RInt_scal (V := R_NormedModule) (gauss 0)), gauss_int.
Qed.

Lemma gap_form : forall x, gap x = gauss mu x * (1 - exp (mu * (x0 - x))).
Proof.
  intro x; unfold gap, gauss, x0.
  replace (- (x - 0) ^ 2 / 2) with (- (x - mu) ^ 2 / 2 + (mu * (eps / mu + mu / 2 - x) + - eps))
    by (field; lra).
  rewrite !exp_plus, exp_Ropp. pose proof (exp_pos eps). pose proof k_pos.
  assert (sqrt (2 * PI) <> 0).
  { apply Rgt_not_eq, sqrt_lt_R0. pose proof PI_RGT_0. lra. }
  field. split; [assumption|lra].
Qed.

Lemma gap_nonneg : forall x, x0 <= x -> 0 <= gap x.
Proof.
  intros x H; rewrite gap_form. apply Rmult_le_pos; [apply gauss_pos|].
  assert (exp (mu * (x0 - x)) <= 1) by (rewrite <- exp_0; apply exp_le_compat; nra). lra.
Qed.

Lemma gap_nonpos : forall x, x <= x0 -> gap x <= 0.
Proof.
  intros x H; rewrite gap_form. pose proof (gauss_pos mu x).
  assert (1 <= exp (mu * (x0 - x))) by (rewrite <- exp_0; apply exp_le_compat; nra). nra.
Qed.

Section Bound.
Variable d : R.
Hypothesis half_line : forall B, x0 <= B -> RInt gap x0 B <= d.

Lemma d_nonneg : 0 <= d.
Proof.
  specialize (half_line x0 (Rle_refl x0)). rewrite (RInt_point (V := R_CompleteNormedModule)) in half_line.
  exact half_line.
Qed.

Lemma right_window : forall a b, x0 <= a -> a <= b -> RInt gap a b <= d.
Proof.
  intros a b Ha Hab.
  assert (P : 0 <= RInt gap x0 a)
    by (apply RInt_ge_0; [assumption|apply gap_int|intros; apply gap_nonneg; lra]).
  pose proof (RInt_Chasles gap x0 a b (gap_int _ _) (gap_int _ _)) as C.
  unfold plus in C; simpl in C. pose proof (half_line b ltac:(lra)). lra.
Qed.

Lemma tested_gap : forall T a b, test T -> a <= b -> ex_RInt (fun x => T x * gap x) a b ->
  RInt (fun x => T x * gap x) a b <= d.
Proof.
  intros T a b HT Hab Hex. pose proof d_nonneg as Hd.
  assert (L : forall u v, u <= v -> v <= x0 -> ex_RInt (fun x => T x * gap x) u v ->
              RInt (fun x => T x * gap x) u v <= 0).
  { intros u v H1 H2 H3. rewrite <- (Rmult_0_r (v - u)).
    rewrite <- (RInt_const (V := R_CompleteNormedModule) u v 0 : _ = (v - u) * 0).
    apply RInt_le; [assumption|assumption|apply ex_RInt_const|].
    intros x Hx. destruct (HT x). assert (gap x <= 0) by (apply gap_nonpos; lra). nra. }
  assert (Rw : forall u v, u <= v -> x0 <= u -> ex_RInt (fun x => T x * gap x) u v ->
              RInt (fun x => T x * gap x) u v <= d).
  { intros u v H1 H2 H3. apply Rle_trans with (RInt gap u v); [|apply right_window; assumption].
    apply RInt_le; [assumption|assumption|apply gap_int|].
    intros x Hx. destruct (HT x). assert (0 <= gap x) by (apply gap_nonneg; lra). nra. }
  destruct (Rle_dec b x0); [pose proof (L a b Hab r Hex); lra|].
  destruct (Rle_dec x0 a); [apply Rw; assumption|].
  assert (E1 : ex_RInt (fun x => T x * gap x) a x0)
    by (apply (ex_RInt_Chasles_1 (V := R_CompleteNormedModule)) with b; [lra|assumption]).
  assert (E2 : ex_RInt (fun x => T x * gap x) x0 b)
    by (apply (ex_RInt_Chasles_2 (V := R_CompleteNormedModule)) with a; [lra|assumption]).
  rewrite <- (RInt_Chasles _ a x0 b E1 E2). unfold plus; simpl.
  assert (H1 := L a x0 ltac:(lra) ltac:(lra) E1).
  assert (H2 := Rw x0 b ltac:(lra) ltac:(lra) E2). lra.
Qed.

Lemma bound_private : private mu 0 eps d.
Proof.
  intros T a b HT Hab E1 E0.
  assert (Pt : forall x, T x * gap x = minus (T x * gauss mu x) (scal (exp eps) (T x * gauss 0 x)))
    by (intros; unfold gap, minus, plus, opp, scal; simpl; unfold mult; simpl; ring).
  assert (Es := ex_RInt_scal (V := R_NormedModule) _ a b (exp eps) E0).
  assert (Eg : ex_RInt (fun x => T x * gap x) a b).
  { apply (ex_RInt_ext (V := R_CompleteNormedModule)
      (fun x => minus (T x * gauss mu x) (scal (exp eps) (T x * gauss 0 x)))).
    - intros; symmetry; apply Pt.
    - apply (ex_RInt_minus (V := R_NormedModule)); assumption. }
  pose proof (tested_gap T a b HT Hab Eg) as G.
  rewrite (RInt_ext _ (fun x => minus (T x * gauss mu x) (scal (exp eps) (T x * gauss 0 x)))) in G
    by (intros; apply Pt).
  rewrite (RInt_minus (V := R_CompleteNormedModule)) in G by assumption.
  rewrite (RInt_scal (V := R_CompleteNormedModule)) in G by assumption.
  unfold minus, plus, opp, scal in G; simpl in G; unfold mult in G; simpl in G. lra.
Qed.
End Bound.

Lemma private_bound : forall d, private mu 0 eps d -> forall a B, a <= B -> RInt gap a B <= d.
Proof.
  intros d P a B HB.
  assert (X : forall m, ex_RInt (fun x => 1 * gauss m x) a B).
  { intros m; apply (ex_RInt_ext (V := R_CompleteNormedModule) (gauss m));
      [intros; symmetry; apply Rmult_1_l|apply gauss_int]. }
  assert (Y : forall m, RInt (fun x => 1 * gauss m x) a B = RInt (gauss m) a B).
  { intros m; apply RInt_ext; intros; apply Rmult_1_l. }
  assert (H : RInt gap a B = RInt (gauss mu) a B - exp eps * RInt (gauss 0) a B).
  { change (RInt (fun x => minus (gauss mu x) (scal (exp eps) (gauss 0 x))) a B
            = RInt (gauss mu) a B - exp eps * RInt (gauss 0) a B).
    rewrite (RInt_minus (V := R_CompleteNormedModule)); [|apply gauss_int|].
    - rewrite (RInt_scal (V := R_CompleteNormedModule)) by apply gauss_int. reflexivity.
    - apply (ex_RInt_scal (V := R_NormedModule)), gauss_int. }
  rewrite H. assert (T1 : test (fun _ => 1)) by (intro; lra).
  pose proof (P (fun _ => 1) a B T1 HB (X mu) (X 0)) as Q. cbv beta in Q. rewrite !Y in Q. lra.
Qed.

Theorem private_iff : forall d, private mu 0 eps d <-> (forall B, x0 <= B -> RInt gap x0 B <= d).
Proof.
  intro d; split; [intros P B HB; apply private_bound; assumption|apply bound_private].
Qed.

Theorem private_reverse : forall d, private mu 0 eps d -> private 0 mu eps d.
Proof.
  intros d One T a b HT Hab E0 E1.
  assert (K : forall m x, gauss (mu - m) (-1 * x + mu) = gauss m x).
  { intros m x; unfold gauss. do 3 f_equal. ring. }
  assert (Flip : forall m, ex_RInt (fun x => T x * gauss (mu - m) x) a b ->
     ex_RInt (fun x => T (-1 * x + mu) * gauss m x) (mu - b) (mu - a) /\
     RInt (fun x => T (-1 * x + mu) * gauss m x) (mu - b) (mu - a)
     = RInt (fun x => T x * gauss (mu - m) x) a b).
  { intros m E. set (f := fun x => T x * gauss (mu - m) x) in *.
    apply ex_RInt_swap in E. pose proof E as E'.
    replace a with (-1 * (mu - a) + mu) in E' by ring. replace b with (-1 * (mu - b) + mu) in E' by ring.
    pose proof (RInt_comp_lin f (-1) mu (mu - b) (mu - a) E') as C.
    pose proof (ex_RInt_comp_lin f (-1) mu (mu - b) (mu - a) E') as X.
    replace (-1 * (mu - b) + mu) with b in C by ring. replace (-1 * (mu - a) + mu) with a in C by ring.
    assert (Pt : forall x, T (-1 * x + mu) * gauss m x = scal (-1) (scal (-1) (f (-1 * x + mu)))).
    { intro x; unfold f, scal; simpl; unfold mult; simpl. rewrite K. ring. }
    assert (X2 := ex_RInt_scal (V := R_NormedModule) _ (mu - b) (mu - a) (-1) X).
    split.
    - apply (ex_RInt_ext (V := R_CompleteNormedModule)
        (fun x => scal (-1) (scal (-1) (f (-1 * x + mu))))); [intros; symmetry; apply Pt|exact X2].
    - rewrite (RInt_ext _ (fun x => scal (-1) (scal (-1) (f (-1 * x + mu))))) by (intros; apply Pt).
      rewrite (RInt_scal (V := R_CompleteNormedModule)) by exact X.
      match goal with |- scal (-1) ?u = _ => replace u with (RInt f b a) by (symmetry; exact C) end.
      rewrite <- (opp_RInt_swap (V := R_CompleteNormedModule) f a b).
      + unfold scal, opp; simpl; unfold mult; simpl. ring.
      + apply ex_RInt_swap. exact E. }
  assert (E0' : ex_RInt (fun x => T x * gauss (mu - mu) x) a b)
    by (replace (mu - mu) with 0 by ring; exact E0).
  assert (E1' : ex_RInt (fun x => T x * gauss (mu - 0) x) a b)
    by (replace (mu - 0) with mu by ring; exact E1).
  destruct (Flip mu E0') as [X1 R1]. destruct (Flip 0 E1') as [X0 R0].
  assert (HT' : test (fun x => T (-1 * x + mu))) by (intro x; apply HT).
  pose proof (One (fun x => T (-1 * x + mu)) (mu - b) (mu - a) HT' ltac:(lra) X1 X0) as P.
  cbv beta in P. rewrite R1, R0 in P. replace (mu - mu) with 0 in P by ring.
  replace (mu - 0) with mu in P by ring. exact P.
Qed.
End Shift.

Lemma worst_threshold_x0 : forall mu eps, mu <> 0 -> worst_threshold mu eps = x0 mu eps.
Proof.
  intros mu eps Hmu. unfold worst_threshold, x0, gauss_margins. cbn [fst]. rewrite Rmult_1_r.
  assert (0 < sqrt 2) by (apply sqrt_lt_R0; lra). field. lra.
Qed.

Theorem half_lines_are_worst : forall mu eps, 0 < mu -> forall d, private mu 0 eps d <->
  (forall B, worst_threshold mu eps <= B -> RInt (gap mu eps) (worst_threshold mu eps) B <= d).
Proof. intros mu eps Hmu d. rewrite worst_threshold_x0 by lra. apply private_iff; assumption. Qed.
