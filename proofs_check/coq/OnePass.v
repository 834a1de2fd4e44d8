(* From Lam = c^2/(1-h) on SVM-SGD never leaves the linear part of the Huber loss, whatever the data and the dimension.

Two runs that differ in the record which is visited last in each pass then end exactly |y x - y' x'|/(Lam n) apart; with a flipped label
on a record of norm c this is 2c/(Lam n), whatever the other records are. *)
Require Import Reals List Lra Psatz Arith Lia.
From BlindAvg Require Import Constants Vectors BallProjection SgdRecursion TheoremR HuberStep SvmSensitivity WholePasses Attained.
Import ListNotations.
Open Scope R_scope.

Section Linear.
Context {A : Type}.
Variable I : list A.
Variables (h Lam beta c r : R) (n : nat).
Hypothesis Hh : 0 < h < 1.
Hypothesis HL : 0 < Lam.
Hypothesis Hc : 0 <= c.
Hypothesis Hb : Lam <= beta.
Hypothesis Hn : (0 < n)%nat.
Hypothesis slow : beta <= Lam * INR n.
Hypothesis threshold : huber_threshold c h <= Lam.
Hypothesis radius : c <= r * Lam.

Local Notation rec := ((A -> R) * R)%type.
Let run (D : nat -> rec) := svm_train I h Lam beta r D (single (cyclic n)) vzero.

Lemma share_range : forall t, 0 < rate Lam beta (S t) <= 1.
Proof.
  intro t. destruct (rate_scale Lam beta (S t) HL ltac:(lra)) as [E P]; [lia|].
  assert (rate Lam beta (S t) <= / INR (S t)) by (rewrite rate_min by (lra || lia); apply Rmin_r).
  assert (1 <= INR (S t)) by (rewrite S_INR; pose proof (pos_INR t); lra).
  assert (/ INR (S t) <= 1) by (rewrite <- Rinv_1; apply Rinv_le_contravar; lra).
  split; [nra|lra].
Qed.

Lemma linear_slope : forall z f, svm_ok I c z -> nrm I f <= c / Lam ->
  forall i, svm_grad I h z f i = - (snd z * fst z i).
Proof.
  intros [x y] f [Hy Hx] Hf i. cbn [fst snd] in *. unfold svm_grad, loss_grad, vscal. cbn [fst snd].
  assert (M : y * dot I f x <= 1 - h).
  { assert (N : nrm I x <= c) by (apply nrm_le_iff; assumption).
    assert (K : nrm I f * nrm I x <= c / Lam * c).
    { apply Rmult_le_compat; try apply nrm_nonneg; assumption. }
    assert (B : y * dot I f x <= nrm I f * nrm I x).
    { rewrite <- (dot_scal_l I y f x). eapply Rle_trans; [apply cauchy_schwarz|]. rewrite nrm_scal.
      assert (Rabs y = 1) by (destruct (Rcase_abs y); [rewrite Rabs_left by assumption|rewrite Rabs_right by assumption]; nra).
      rewrite H. lra. }
    assert (c / Lam * c <= 1 - h).
    { apply Rmult_le_reg_l with Lam; [assumption|]. replace (Lam * (c / Lam * c)) with (c * c / (1 - h) * (1 - h)) by (field; lra).
      apply Rmult_le_compat_r; [lra|exact threshold]. }
    lra. }
  replace (huber_slope h (y * dot I f x)) with (-1); [ring|].
  unfold huber_slope. destruct (Rlt_dec (1 + h) (y * dot I f x)); [lra|].
  destruct (Rlt_dec (y * dot I f x) (1 - h)); [reflexivity|].
  replace (y * dot I f x) with (1 - h) by lra. field. lra.
Qed.

Lemma linear_run : forall D, (forall i, svm_ok I c (D i)) -> forall t, nrm I (run D t) <= c / Lam /\
  forall i, run D (S t) i = (1 - rate Lam beta (S t)) * run D t i
    + rate Lam beta (S t) / Lam * (snd (D (cyclic n (S t))) * fst (D (cyclic n (S t))) i).
Proof.
  intros D Hok.
  assert (CL : 0 <= c / Lam) by (apply Rmult_le_pos; [assumption|left; apply Rinv_0_lt_compat; assumption]).
  assert (Step : forall t, nrm I (run D t) <= c / Lam -> nrm I (run D (S t)) <= c / Lam /\
    forall i, run D (S t) i = (1 - rate Lam beta (S t)) * run D t i
      + rate Lam beta (S t) / Lam * (snd (D (cyclic n (S t))) * fst (D (cyclic n (S t))) i)).
  { intros t Hf. pose proof (share_range t) as A1. set (a := rate Lam beta (S t)) in *.
    set (z := D (cyclic n (S t))). set (f := run D t) in *.
    set (st := step (svm_grad I h) Lam (a / Lam) D (single (cyclic n) (S t)) f).
    assert (E : forall i, st i = vadd (vscal (1 - a) f) (vscal (a / Lam) (vscal (snd z) (fst z))) i).
    { intro i. unfold st, step, sgd_step, gradient_entry, batch_grad, single. cbn [lsum fst snd]. fold z.
      unfold vsub, vadd, vscal. rewrite (linear_slope z f (Hok _) Hf i). field. lra. }
    assert (N : nrm I st <= c / Lam).
    { rewrite (nrm_ext I _ _ (fun i _ => E i)). eapply Rle_trans; [apply nrm_triangle|].
      rewrite !nrm_scal. destruct (Hok (cyclic n (S t))) as [Hy Hx]. fold z in Hy, Hx.
      assert (Y : Rabs (snd z) = 1) by (destruct (Rcase_abs (snd z)); [rewrite Rabs_left by assumption|rewrite Rabs_right by assumption]; nra).
      assert (X : nrm I (fst z) <= c) by (apply nrm_le_iff; assumption).
      assert (AL : 0 <= a / Lam) by (apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat; assumption]).
      rewrite Y, (Rabs_pos_eq (1 - a)), (Rabs_pos_eq (a / Lam)), Rmult_1_l by lra.
      assert ((1 - a) * nrm I f <= (1 - a) * (c / Lam)) by (apply Rmult_le_compat_l; lra).
      assert (a / Lam * nrm I (fst z) <= a / Lam * c) by (apply Rmult_le_compat_l; assumption).
      replace (a / Lam * c) with (a * (c / Lam)) in H0 by (field; lra). lra. }
    assert (RR : c / Lam <= r).
    { apply Rmult_le_reg_r with Lam; [assumption|]. replace (c / Lam * Lam) with c by (field; lra). exact radius. }
    assert (P : forall i, run D (S t) i = st i).
    { intro i. change (run D (S t)) with (proj I r st). apply proj_inside. lra. }
    split.
    - rewrite (nrm_ext I _ st) by (intros; apply P). exact N.
    - intro i. rewrite P, E. reflexivity. }
  assert (All : forall t, nrm I (run D t) <= c / Lam).
  { induction t as [|t IH]; [|apply Step; assumption].
    change (run D 0) with (@vzero A). rewrite nrm_zero. exact CL. }
  intro t. split; [apply All|apply Step, All].
Qed.

Section Pair.
Variables D D' : nat -> rec.
Hypothesis Hok : forall i, svm_ok I c (D i).
Hypothesis Hok' : forall i, svm_ok I c (D' i).
Hypothesis Same : forall i, i <> Nat.pred n -> D' i = D i.
Let gap (i : A) : R := snd (D (Nat.pred n)) * fst (D (Nat.pred n)) i - snd (D' (Nat.pred n)) * fst (D' (Nat.pred n)) i.

Lemma pair_run : forall i t, INR t * (run D t i - run D' t i) = gap i / Lam * INR (t / n)
  /\ (t = 0%nat -> run D t i - run D' t i = 0).
Proof.
  intro i. induction t as [|t [IH IH0]].
  { split; [rewrite Nat.div_0_l by lia; simpl; ring|]. intros _. change (0 - 0 = 0). ring. }
  split; [|discriminate].
  destruct (linear_run D Hok t) as [_ E]. destruct (linear_run D' Hok' t) as [_ E'].
  rewrite (E i), (E' i). set (a := rate Lam beta (S t)) in *. set (d := run D t i) in *. set (d' := run D' t i) in *.
  pose proof (visits_so_far n (S t) Hn) as V1. pose proof (visits_so_far n t Hn) as V0.
  cbn [total] in V1. rewrite V0 in V1. set (V := INR (t / n)) in *.
  set (x := hit (cyclic n) (Nat.pred n) (S t)) in *.
  assert (J : snd (D (cyclic n (S t))) * fst (D (cyclic n (S t))) i - snd (D' (cyclic n (S t))) * fst (D' (cyclic n (S t))) i = x * gap i).
  { unfold x, hit. destruct (Nat.eqb_spec (cyclic n (S t)) (Nat.pred n)) as [Z|Z].
    - rewrite Z. unfold gap. ring.
    - rewrite (Same _ Z). ring. }
  assert (S0 : 0 < INR (S t)) by (apply lt_0_INR; lia).
  assert (Sp : INR (S t) = INR t + 1) by apply S_INR.
  set (p := snd (D (cyclic n (S t))) * fst (D (cyclic n (S t))) i) in *.
  set (p' := snd (D' (cyclic n (S t))) * fst (D' (cyclic n (S t))) i) in *.
  replace ((1 - a) * d + a / Lam * p - ((1 - a) * d' + a / Lam * p'))
    with ((1 - a) * (d - d') + a / Lam * (x * gap i)) by (rewrite <- J; ring).
  rewrite <- V1. destruct (Rle_dec beta (Lam * INR (S t))) as [B|B].
  - assert (A1 : a = / INR (S t)).
    { unfold a. rewrite rate_min by (lra || lia). apply Rmin_right. apply Rmult_le_reg_r with (beta * INR (S t)); [nra|].
      replace (/ INR (S t) * (beta * INR (S t))) with beta by (field; lra).
      replace (Lam / beta * (beta * INR (S t))) with (Lam * INR (S t)) by (field; lra). exact B. }
    rewrite A1.
    replace (INR (S t) * ((1 - / INR (S t)) * (d - d') + / INR (S t) / Lam * (x * gap i)))
      with ((INR (S t) - 1) * (d - d') + gap i / Lam * x) by (field; lra).
    rewrite Sp. replace (INR t + 1 - 1) with (INR t) by ring. rewrite IH. ring.
  - assert (Lt : (S t < n)%nat) by (apply INR_lt; apply Rmult_lt_reg_l with Lam; [assumption|]; lra).
    assert (Vz : V = 0) by (unfold V; rewrite Nat.div_small by lia; reflexivity).
    assert (Xz : x = 0).
    { unfold x, hit, cyclic. cbn [Nat.pred]. rewrite Nat.mod_small by lia.
      destruct (Nat.eqb_spec t (Nat.pred n)); [lia|reflexivity]. }
    assert (Fz : d - d' = 0).
    { destruct (Nat.eq_dec t 0) as [Z|Z]; [exact (IH0 Z)|].
      apply Rmult_eq_reg_l with (INR t); [rewrite IH, Vz; ring|apply not_0_INR; assumption]. }
    rewrite Vz, Xz, Fz. ring.
Qed.

Theorem exact_distance : forall k, (0 < k)%nat ->
  nrm I (vsub (run D (k * n)) (run D' (k * n)))
  = sensitivity (nrm I (vsub (vscal (snd (D (Nat.pred n))) (fst (D (Nat.pred n))))
                             (vscal (snd (D' (Nat.pred n))) (fst (D' (Nat.pred n))))) / 2) Lam (INR n).
Proof.
  intros k Hk. assert (Np : 0 < INR n) by (apply lt_0_INR; assumption). assert (Kp : 0 < INR k) by (apply lt_0_INR; assumption).
  assert (W : 0 < / (Lam * INR n)) by (apply Rinv_0_lt_compat, Rmult_lt_0_compat; assumption).
  rewrite (nrm_ext I _ (vscal (/ (Lam * INR n)) gap)).
  - rewrite nrm_scal, Rabs_pos_eq by lra. unfold sensitivity, vsub, vscal, gap. field. lra.
  - intros i _. destruct (pair_run i (k * n)) as [E _]. rewrite Nat.div_mul, mult_INR in E by lia.
    unfold vsub, vscal. apply Rmult_eq_reg_l with (INR k * INR n); [|nra]. rewrite E. field. lra.
Qed.
End Pair.
End Linear.
