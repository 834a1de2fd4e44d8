(* Theorem R, the part about numbers.

delta t is the distance of two runs after t steps. Step t + 1 keeps the share 1 - a of it, a = min(Lam/beta, 1/(t+1)), and adds
2 G a / Lam times w (t + 1), the weight of the replaced record: 1 or 0 for single records, 1/b or 0 for batches. *)
Require Import Reals List Lra Psatz Arith Lia.
From BlindAvg Require Import Constants.
Open Scope R_scope.

Definition rate (Lam beta : R) (t : nat) : R := step_fraction beta Lam (INR t).
Definition scale (Lam beta : R) (t : nat) : R := Rmax (INR t) (beta / Lam).

Fixpoint total (w : nat -> R) (t : nat) : R :=
  match t with O => 0 | S p => total w p + w (S p) end.

Lemma rate_min : forall Lam beta t, 0 < Lam -> 0 < beta -> (0 < t)%nat -> rate Lam beta t = Rmin (Lam / beta) (/ INR t).
Proof.
  intros Lam beta t HL Hb Ht. assert (Hp : 0 < INR t) by (apply lt_0_INR; assumption). unfold rate, step_fraction.
  replace (Lam / beta) with (Lam * (1 / beta)) by (field; lra).
  replace (/ INR t) with (Lam * (1 / (Lam * INR t))) by (field; lra).
  unfold Rmin; destruct (Rle_dec _ _), (Rle_dec (Lam * _) _); try reflexivity; nra.
Qed.

Lemma rate_scale : forall Lam beta t, 0 < Lam -> 0 < beta -> (0 < t)%nat ->
  rate Lam beta t * scale Lam beta t = 1 /\ 0 < scale Lam beta t.
Proof.
  intros Lam beta t HL Hb Ht. assert (Hp : 0 < INR t) by (apply lt_0_INR; assumption).
  assert (B : 0 < beta / Lam) by (apply Rdiv_lt_0_compat; assumption).
  rewrite rate_min by assumption. unfold scale. destruct (Rle_dec (INR t) (beta / Lam)) as [C|C].
  - rewrite Rmax_right by assumption. rewrite Rmin_left; [split; [field; lra|assumption]|].
    replace (Lam / beta) with (/ (beta / Lam)) by (field; lra).
    apply Rinv_le_contravar; assumption.
  - rewrite Rmax_left by lra. rewrite Rmin_right; [split; [field; lra|assumption]|].
    replace (Lam / beta) with (/ (beta / Lam)) by (field; lra).
    apply Rinv_le_contravar; lra.
Qed.

Section Invariant.
Variables (Lam beta G : R) (delta w : nat -> R).
Hypothesis HL : 0 < Lam.
Hypothesis Hb : 0 < beta.
Hypothesis HG : 0 <= G.
Hypothesis Hd : forall t, 0 <= delta t.
Hypothesis Hw : forall t, 0 <= w t.
Hypothesis start : delta 0%nat = 0.
Hypothesis step : forall t, delta (S t) <=
  (1 - rate Lam beta (S t)) * delta t + w (S t) * (2 * G * rate Lam beta (S t) / Lam).

Theorem invariant : forall t, scale Lam beta t * delta t <= sensitivity G Lam 1 * total w t.
Proof.
  unfold sensitivity. rewrite Rmult_1_r.
  induction t as [|t IH].
  - rewrite start; simpl; lra.
  - simpl total. destruct (rate_scale Lam beta (S t) HL Hb) as [E P]; [lia|].
    specialize (step t). specialize (Hd t).
    set (a := rate Lam beta (S t)) in *. set (X := scale Lam beta (S t)) in *.
    assert (M : X * delta (S t) <= (X - 1) * delta t + w (S t) * (2 * G / Lam)).
    { apply Rmult_le_compat_l with (r := X) in step; [|lra].
      replace (X * ((1 - a) * delta t + w (S t) * (2 * G * a / Lam)))
        with ((X - a * X) * delta t + w (S t) * (2 * G / Lam) * (a * X)) in step
        by (field; lra). rewrite E in step. lra. }
    assert (D : X - 1 <= scale Lam beta t).
    { unfold X, scale. rewrite S_INR. pose proof (Rmax_l (INR t) (beta / Lam)).
      pose proof (Rmax_r (INR t) (beta / Lam)).
      unfold Rmax at 1; destruct (Rle_dec (INR t + 1) (beta / Lam)); lra. }
    apply Rmult_le_compat_r with (r := delta t) in D; [|assumption]. lra.
Qed.

(* Rmax (INR t) (beta / Lam) is at least INR t. *)
Corollary any_steps : forall t, (0 < t)%nat -> delta t <= 2 * G / (Lam * INR t) * total w t.
Proof.
  intros t Ht. assert (Hp : 0 < INR t) by (apply lt_0_INR; assumption).
  pose proof (invariant t) as I. unfold sensitivity in I. rewrite Rmult_1_r in I. pose proof (Rmax_l (INR t) (beta / Lam)) as M.
  fold (scale Lam beta t) in M. specialize (Hd t).
  apply Rmult_le_reg_l with (INR t); [assumption|].
  replace (INR t * (2 * G / (Lam * INR t) * total w t)) with (2 * G / Lam * total w t)
    by (field; lra).
  apply Rle_trans with (scale Lam beta t * delta t); [|assumption].
  apply Rmult_le_compat_r; assumption.
Qed.
End Invariant.

(* 1 if step t visits record j. *)
Definition hit (idx : nat -> nat) (j t : nat) : R := if Nat.eqb (idx t) j then 1 else 0.

Definition one_visit_per_pass (idx : nat -> nat) (n j : nat) : Prop :=
  forall p, total (hit idx j) ((S p) * n) = total (hit idx j) (p * n) + 1.

Lemma visits : forall idx n j, one_visit_per_pass idx n j ->
  forall k, total (hit idx j) (k * n) = INR k.
Proof.
  intros idx n j H k; induction k as [|k IH]; [simpl; reflexivity|].
  rewrite H, IH, S_INR; reflexivity.
Qed.

Theorem whole_passes : forall Lam beta G delta idx n j k,
  0 < Lam -> 0 < beta -> 0 <= G -> (0 < n)%nat -> (0 < k)%nat ->
  (forall t, 0 <= delta t) -> delta 0%nat = 0 -> one_visit_per_pass idx n j ->
  (forall t, delta (S t) <= (1 - rate Lam beta (S t)) * delta t
      + hit idx j (S t) * (2 * G * rate Lam beta (S t) / Lam)) ->
  delta (k * n)%nat <= 2 * G / (Lam * INR n).
Proof.
  intros Lam beta G delta idx n j k HL Hb HG Hn Hk Hd H0 V Hs.
  assert (Hnp : 0 < INR n) by (apply lt_0_INR; assumption).
  assert (Hkp : 0 < INR k) by (apply lt_0_INR; assumption).
  assert (Hw : forall t, 0 <= hit idx j t) by (intro t; unfold hit; destruct (Nat.eqb _ _); lra).
  pose proof (any_steps Lam beta G delta (hit idx j) HL Hb Hd H0 Hs (k * n)%nat) as A.
  rewrite (visits idx n j V), mult_INR in A.
  replace (2 * G / (Lam * (INR k * INR n)) * INR k) with (2 * G / (Lam * INR n)) in A
    by (field; lra).
  apply A. nia.
Qed.

(* Cyclic order, records counted from 0, steps from 1. *)
Definition cyclic (n t : nat) : nat := Nat.modulo (Nat.pred t) n.

Lemma total_split : forall w a b, total w (a + b) = total w a + total (fun t => w (a + t)%nat) b.
Proof.
  intros w a b; induction b as [|b IH].
  - rewrite Nat.add_0_r; simpl; ring.
  - rewrite Nat.add_succ_r; simpl. rewrite IH. rewrite Nat.add_succ_r. ring.
Qed.

Lemma block_count : forall j m, total (fun t => if Nat.eqb (Nat.pred t) j then 1 else 0) m =
  if Nat.ltb j m then 1 else 0.
Proof.
  intros j m; induction m as [|m IH]; [reflexivity|].
  simpl. rewrite IH. destruct (Nat.eqb_spec m j), (Nat.ltb_spec j m), (Nat.ltb_spec j (S m));
    try lia; lra.
Qed.

Lemma total_ext : forall w w' m, (forall t, (1 <= t <= m)%nat -> w t = w' t) -> total w m = total w' m.
Proof.
  intros w w' m; induction m as [|m IH]; intros H; [reflexivity|].
  simpl. rewrite IH, H; [reflexivity|lia|intros; apply H; lia].
Qed.

Lemma cyclic_once : forall n j, (j < n)%nat -> one_visit_per_pass (cyclic n) n j.
Proof.
  intros n j Hj p. replace (S p * n)%nat with (p * n + n)%nat by lia.
  rewrite total_split. f_equal.
  rewrite (total_ext _ (fun t => if Nat.eqb (Nat.pred t) j then 1 else 0)).
  - rewrite block_count. destruct (Nat.ltb_spec j n); [reflexivity|lia].
  - intros t Ht. unfold hit, cyclic.
    replace (Nat.pred (p * n + t)) with (Nat.pred t + p * n)%nat by lia.
    rewrite Nat.mod_add by lia. rewrite Nat.mod_small by lia. reflexivity.
Qed.

Theorem cyclic_passes : forall Lam beta G delta n j k,
  0 < Lam -> 0 < beta -> 0 <= G -> (j < n)%nat -> (0 < k)%nat ->
  (forall t, 0 <= delta t) -> delta 0%nat = 0 ->
  (forall t, delta (S t) <= (1 - rate Lam beta (S t)) * delta t
     + hit (cyclic n) j (S t) * (2 * G * rate Lam beta (S t) / Lam)) ->
  delta (k * n)%nat <= 2 * G / (Lam * INR n).
Proof.
  intros Lam beta G delta n j k HL Hb HG Hj Hk Hd H0 Hs.
  apply (whole_passes Lam beta G delta (cyclic n) n j k); try assumption; [lia|].
  apply cyclic_once; assumption.
Qed.
