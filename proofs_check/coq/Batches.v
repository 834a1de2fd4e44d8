(* Theorem R for the schedules that are used.

Single records in cyclic order, M <= k n steps: 2 G k / (Lam M). Batches of b in cyclic order whose sums are divided by b,
k passes: 2 G / (Lam n), also if b does not divide n. *)
Require Import Reals List Lra Psatz Arith Lia.
From BlindAvg Require Import Constants Vectors BallProjection SgdRecursion TheoremR HuberStep SvmSensitivity.
Import ListNotations.
Open Scope R_scope.

Lemma total_le : forall w a b, (forall t, 0 <= w t) -> (a <= b)%nat -> total w a <= total w b.
Proof.
  intros w a b H L. induction L as [|b L IH]; [lra|]. simpl. specialize (H (S b)). lra.
Qed.

Lemma total_scal : forall c w m, total (fun t => c * w t) m = c * total w m.
Proof. induction m as [|m IH]; simpl; [ring|rewrite IH; ring]. Qed.

Lemma hit_nonneg : forall idx j t, 0 <= hit idx j t.
Proof. intros; unfold hit; destruct (Nat.eqb _ _); lra. Qed.

Lemma visits_at_most : forall n j k M, (j < n)%nat -> (M <= k * n)%nat ->
  total (hit (cyclic n) j) M <= INR k.
Proof.
  intros n j k M Hj HM. rewrite <- (visits (cyclic n) n j (cyclic_once n j Hj) k).
  apply total_le; [intro; apply hit_nonneg|assumption].
Qed.

(* Batch q holds the records q b, q b + 1, ... below n. Each weighs 1/b, also in a short last batch. *)
Definition fixed_batch (n b q : nat) : batch :=
  map (fun i => (i, / INR b)) (seq (q * b) (Nat.min b (n - q * b))).
Definition fixed_schedule (n b u t : nat) : batch := fixed_batch n b (cyclic u t).

Lemma lsum_map_pair : forall (g : nat * R -> R) (w : R) l,
  lsum g (map (fun i => (i, w)) l) = lsum (fun i => g (i, w)) l.
Proof. induction l as [|x l IH]; simpl; [reflexivity|rewrite IH; reflexivity]. Qed.

Lemma fixed_good : forall n b q, (0 < b)%nat -> good_batch (fixed_batch n b q).
Proof.
  intros n b q Hb. assert (P : 0 < INR b) by (apply lt_0_INR; assumption).
  assert (0 < / INR b) by (apply Rinv_0_lt_compat; assumption). split.
  - intros p Hp. unfold fixed_batch in Hp. apply in_map_iff in Hp. destruct Hp as [i [<- _]]. simpl. lra.
  - unfold fixed_batch. rewrite lsum_map_pair. simpl. rewrite lsum_const, seq_length.
    apply Rmult_le_reg_r with (INR b); [assumption|].
    rewrite Rmult_assoc, Rinv_l by lra. rewrite Rmult_1_r, Rmult_1_l. apply le_INR. lia.
Qed.

Lemma seq_pick : forall j w m s, lsum (fun i => if Nat.eqb i j then w else 0) (seq s m)
  = if andb (Nat.leb s j) (Nat.ltb j (s + m)) then w else 0.
Proof.
  intros j w m; induction m as [|m IH]; intro s; simpl.
  - destruct (Nat.leb_spec s j), (Nat.ltb_spec j (s + 0)); simpl; try lia; reflexivity.
  - rewrite IH.
    destruct (Nat.eqb_spec s j), (Nat.leb_spec (S s) j), (Nat.leb_spec s j),
      (Nat.ltb_spec j (S s + m)), (Nat.ltb_spec j (s + S m)); simpl; try lia; lra.
Qed.

Lemma fixed_weight : forall n b u j t, (0 < b)%nat -> (j < n)%nat ->
  weight j (fixed_schedule n b u t) = / INR b * hit (cyclic u) (j / b) t.
Proof.
  intros n b u j t Hb Hj. unfold weight, fixed_schedule, fixed_batch, hit.
  rewrite lsum_map_pair. simpl. rewrite seq_pick.
  set (q := cyclic u t).
  pose proof (Nat.div_mod j b ltac:(lia)) as DM. pose proof (Nat.mod_upper_bound j b ltac:(lia)) as MB.
  destruct (Nat.eqb_spec q (j / b)) as [E|E].
  - subst q. rewrite E.
    destruct (Nat.leb_spec (j / b * b) j), (Nat.ltb_spec j (j / b * b + Nat.min b (n - j / b * b)));
      simpl; try lra; exfalso; nia.
  - destruct (Nat.leb_spec (q * b) j), (Nat.ltb_spec j (q * b + Nat.min b (n - q * b)));
      simpl; try lra.
    exfalso. apply E. apply Nat.div_unique with (r := (j - q * b)%nat); nia.
Qed.

Section Corollaries.
Context {A Rec : Type}.
Variable I : list A.
Variable grad : Rec -> (A -> R) -> (A -> R).
Variable ok : Rec -> Prop.
Variables Lam beta G r : R.
Hypothesis HL : 0 < Lam.
Hypothesis Hb : 0 < beta.
Hypothesis Hr : 0 <= r.
Hypothesis HG : 0 <= G.
Hypothesis contracts : forall tau z f f', ok z -> 0 <= tau -> tau * beta <= 1 ->
  nrm I (vsub (one_step grad Lam tau z f) (one_step grad Lam tau z f'))
  <= (1 - tau * Lam) * nrm I (vsub f f').
Hypothesis bounded : forall z f, ok z -> nrm I (grad z f) <= G.
Hypothesis lam_le_beta : Lam <= beta.
Variables (D D' : nat -> Rec) (f0 : A -> R) (j : nat).
Hypothesis Hok : forall i, ok (D i).
Hypothesis Hok' : forall i, ok (D' i).
Hypothesis Same : forall i, i <> j -> D' i = D i.

Theorem any_M : forall n k M, (j < n)%nat -> (0 < M)%nat -> (M <= k * n)%nat ->
  dist I grad Lam beta r D D' (single (cyclic n)) f0 M <= 2 * G * INR k / (Lam * INR M).
Proof.
  intros n k M Hj HM HMk. assert (P : 0 < INR M) by (apply lt_0_INR; assumption).
  eapply Rle_trans.
  - apply (weighted_sensitivity I grad ok Lam beta G r) with (inside := anywhere) (j := j);
      try assumption; try exact Logic.I; try (intro; exact Logic.I).
    + apply (bounded_apart _ _ I grad ok), bounded.
    + intro t; apply single_good.
  - rewrite (total_ext _ (hit (cyclic n) j)) by (intros t _; unfold weight, single, hit; simpl; ring).
    pose proof (visits_at_most n j k M Hj HMk) as V.
    replace (2 * G * INR k / (Lam * INR M)) with (2 * G / (Lam * INR M) * INR k) by (field; lra).
    apply Rmult_le_compat_l; [|assumption].
    apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat, Rmult_lt_0_compat; assumption].
Qed.

Theorem fixed_divisor : forall n b u k, (0 < b)%nat -> (0 < k)%nat -> (j < n)%nat -> (n <= b * u)%nat ->
  dist I grad Lam beta r D D' (fixed_schedule n b u) f0 (k * u) <= 2 * G / (Lam * INR n).
Proof.
  intros n b u k Hbp Hk Hj Hu.
  assert (Up : (0 < u)%nat) by nia. assert (Np : (0 < n)%nat) by lia.
  assert (RB : 0 < INR b) by (apply lt_0_INR; assumption).
  assert (RU : 0 < INR u) by (apply lt_0_INR; assumption).
  assert (RN : 0 < INR n) by (apply lt_0_INR; assumption).
  assert (JU : (j / b < u)%nat) by (apply Nat.div_lt_upper_bound; lia).
  assert (E : forall m, total (fun t => weight j (fixed_schedule n b u t)) m
                        = / INR b * total (hit (cyclic u) (j / b)) m).
  { intro m. rewrite <- total_scal. apply total_ext. intros t _. apply fixed_weight; assumption. }
  apply Rle_trans with (2 * G * / INR b / (Lam * INR u)).
  - apply (sensitivity_passes I grad ok Lam beta G r) with (inside := anywhere) (j := j);
      try assumption; try exact Logic.I; try (intro; exact Logic.I).
    + apply (bounded_apart _ _ I grad ok), bounded.
    + intro t; apply fixed_good; assumption.
    + intro p. rewrite !E. rewrite (cyclic_once u (j / b) JU p). lra.
  - replace (2 * G * / INR b / (Lam * INR u)) with (2 * G / Lam * / (INR b * INR u)) by (field; lra).
    replace (2 * G / (Lam * INR n)) with (2 * G / Lam * / INR n) by (field; lra).
    apply Rmult_le_compat_l; [apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat; assumption]|].
    apply Rinv_le_contravar; [assumption|]. rewrite <- mult_INR. apply le_INR; assumption.
Qed.
End Corollaries.

Section Svm.
Context {A : Type}.
Variable I : list A.
Variables h Lam beta c r : R.
Hypothesis Hh : 0 < h.
Hypothesis HL : 0 < Lam.
Hypothesis Hc : 0 <= c.
Hypothesis Hr : 0 <= r.
Hypothesis Hbeta : Lam + c * c / (2 * h) <= beta.
Variables (D D' : nat -> (A -> R) * R) (f0 : A -> R) (j : nat).
Hypothesis Hok : forall i, svm_ok I c (D i).
Hypothesis Hok' : forall i, svm_ok I c (D' i).
Hypothesis Same : forall i, i <> j -> D' i = D i.

Lemma lam_below_beta : Lam <= beta.
Proof. pose proof (c2_pos h c Hh). lra. Qed.

Theorem svm_any_steps : forall n k M, (j < n)%nat -> (0 < M)%nat -> (M <= k * n)%nat ->
  nrm I (vsub (svm_train I h Lam beta r D (single (cyclic n)) f0 M)
              (svm_train I h Lam beta r D' (single (cyclic n)) f0 M))
  <= sensitivity_any_steps c Lam (INR M) (INR k) 1.
Proof.
  intros. pose proof lam_below_beta. unfold sensitivity_any_steps. rewrite Rmult_1_r.
  apply (any_M I (svm_grad I h) (svm_ok I c) Lam beta c r) with (j := j) (n := n); try assumption; try lra.
  - apply svm_contracts; assumption.
  - apply svm_bounded; assumption.
Qed.

Theorem svm_fixed_divisor : forall n b u k, (0 < b)%nat -> (0 < k)%nat -> (j < n)%nat -> (n <= b * u)%nat ->
  nrm I (vsub (svm_train I h Lam beta r D (fixed_schedule n b u) f0 (k * u))
              (svm_train I h Lam beta r D' (fixed_schedule n b u) f0 (k * u))) <= 2 * c / (Lam * INR n).
Proof.
  intros. pose proof lam_below_beta.
  apply (fixed_divisor I (svm_grad I h) (svm_ok I c) Lam beta c r) with (j := j); try assumption; try lra.
  - apply svm_contracts; assumption.
  - apply svm_bounded; assumption.
Qed.

Theorem svm_cap : forall Bs M s, (0 < M)%nat ->
  nrm I (vsub (svm_train I h Lam beta r D Bs f0 M) (svm_train I h Lam beta r D' Bs f0 M)) <= s ->
  nrm I (vsub (svm_train I h Lam beta r D Bs f0 M) (svm_train I h Lam beta r D' Bs f0 M)) <= capped_by_ball s r.
Proof. intros; apply Rmin_glb; [assumption|]; apply (sensitivity_2R I (svm_grad I h) Lam beta r); assumption. Qed.
End Svm.
