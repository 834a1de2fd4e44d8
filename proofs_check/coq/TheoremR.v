(* Theorem R for any learner whose step contracts and whose loss gradients at one model are at most 2 G apart.

A step takes a batch of pairs (record, weight) with weights of sum at most 1: one record, a batch mean, or a batch sum over a fixed b.
Every step ends with the projection onto the ball. The two datasets differ in record j. *)
Require Import Reals List Lra Psatz Arith Lia.
From BlindAvg Require Import Constants Vectors BallProjection SgdRecursion.
Import ListNotations.
Open Scope R_scope.

Section TheoremR.
Context {A Rec : Type}.
Variable I : list A.
Variable grad : Rec -> (A -> R) -> (A -> R).  (* of the loss alone *)
Variable ok : Rec -> Prop.  (* a clipped record with a proper label *)
Variables Lam beta G r : R.

Definition one_step (tau : R) (z : Rec) (f : A -> R) : A -> R :=
  fun i => sgd_step (f i) tau (gradient_entry Lam (f i) (grad z f i)).

Hypothesis HL : 0 < Lam.
Hypothesis Hb : 0 < beta.
Hypothesis Hr : 0 <= r.
Hypothesis contracts : forall tau z f f', ok z -> 0 <= tau -> tau * beta <= 1 ->
  nrm I (vsub (one_step tau z f) (one_step tau z f')) <= (1 - tau * Lam) * nrm I (vsub f f').
(* Where the models are: everywhere, or in the ball if gradients are closer together there. *)
Variable inside : (A -> R) -> Prop.
Hypothesis stays : forall u, inside (proj I r u).
Hypothesis apart : forall z z' f, ok z -> ok z' -> inside f -> nrm I (vsub (grad z' f) (grad z f)) <= 2 * G.
Hypothesis lam_le_beta : Lam <= beta.

Definition batch := list (nat * R).
Definition good_batch (B : batch) : Prop := (forall p, In p B -> 0 <= snd p) /\ lsum snd B <= 1.
Definition weight (j : nat) (B : batch) : R :=
  lsum (fun p => if Nat.eqb (fst p) j then snd p else 0) B.

Definition batch_grad (D : nat -> Rec) (B : batch) (f : A -> R) : A -> R :=
  fun i => lsum (fun p => snd p * grad (D (fst p)) f i) B.
Definition step (tau : R) (D : nat -> Rec) (B : batch) (f : A -> R) : A -> R :=
  fun i => sgd_step (f i) tau (gradient_entry Lam (f i) (batch_grad D B f i)).

Fixpoint train (D : nat -> Rec) (Bs : nat -> batch) (f0 : A -> R) (t : nat) : A -> R :=
  match t with
  | O => f0
  | S p => proj I r (step (rate Lam beta (S p) / Lam) D (Bs (S p)) (train D Bs f0 p))
  end.

Lemma nrm_zero : nrm I vzero = 0.
Proof. unfold nrm; rewrite dot_zero_l; apply sqrt_0. Qed.

Lemma nrm_wsum : forall (B : batch) (v : nat * R -> A -> R), (forall p, In p B -> 0 <= snd p) ->
  nrm I (fun i => lsum (fun p => snd p * v p i) B) <= lsum (fun p => snd p * nrm I (v p)) B.
Proof.
  intros B v; induction B as [|p B IH]; intros H; simpl.
  - right. apply nrm_zero.
  - assert (Hp : 0 <= snd p) by (apply H; left; reflexivity).
    assert (HB : forall q, In q B -> 0 <= snd q) by (intros; apply H; right; assumption).
    specialize (IH HB).
    pose proof (nrm_triangle I (vscal (snd p) (v p)) (fun i => lsum (fun p => snd p * v p i) B)) as T.
    rewrite nrm_scal, (Rabs_pos_eq _ Hp) in T. unfold vadd, vscal in T. lra.
Qed.

Lemma batch_contracts : forall tau D B f f', good_batch B -> (forall i, ok (D i)) ->
  0 <= tau -> tau * beta <= 1 ->
  nrm I (vsub (step tau D B f) (step tau D B f')) <= (1 - tau * Lam) * nrm I (vsub f f').
Proof.
  intros tau D B f f' [Hw Hs] Hok Ht Htb. set (q := 1 - tau * Lam). set (n := nrm I (vsub f f')).
  assert (Hq : 0 <= q) by (unfold q; nra).
  set (v := fun p : nat * R => vsub (one_step tau (D (fst p)) f) (one_step tau (D (fst p)) f')).
  assert (E : forall i, vsub (step tau D B f) (step tau D B f') i =
    vadd (fun i => lsum (fun p => snd p * v p i) B) (vscal ((1 - lsum snd B) * q) (vsub f f')) i).
  { intro i. unfold step, batch_grad, v, one_step, sgd_step, gradient_entry, q, vsub, vadd, vscal. clear.
    induction B as [|p B IH]; simpl; [ring|].
    rewrite (Rplus_comm (snd p * _) (lsum (fun p0 => snd p0 * grad (D (fst p0)) f i) B)).
    rewrite (Rplus_comm (snd p * grad (D (fst p)) f' i)).
    set (s := lsum (fun p0 => snd p0 * grad (D (fst p0)) f i) B) in *.
    set (s' := lsum (fun p0 => snd p0 * grad (D (fst p0)) f' i) B) in *.
    match type of IH with _ = ?L + _ => set (l := L) in * end.
    assert (IH' : l = f i - tau * (Lam * f i + s) - (f' i - tau * (Lam * f' i + s'))
       - (1 - lsum snd B) * (1 - tau * Lam) * (f i - f' i)) by lra.
    rewrite IH'. ring. }
  rewrite (nrm_ext I _ _ (fun i _ => E i)).
  eapply Rle_trans; [apply nrm_triangle|].
  rewrite nrm_scal, Rabs_pos_eq by (apply Rmult_le_pos; lra). fold n.
  pose proof (nrm_wsum B v Hw) as W.
  assert (W' : lsum (fun p => snd p * nrm I (v p)) B <= lsum (fun p => (q * n) * snd p) B).
  { apply lsum_le. intros p Hp. specialize (Hw p Hp).
    assert (nrm I (v p) <= q * n) by (apply contracts; [apply Hok|assumption|assumption]). nra. }
  rewrite lsum_scal in W'. nra.
Qed.

Lemma batch_changed : forall tau D D' B f j, good_batch B -> (forall i, ok (D i)) ->
  (forall i, ok (D' i)) -> (forall i, i <> j -> D' i = D i) -> 0 <= tau -> inside f ->
  nrm I (vsub (step tau D B f) (step tau D' B f)) <= 2 * G * tau * weight j B.
Proof.
  intros tau D D' B f j [Hw _] Hok Hok' Same Ht Hf.
  set (v := fun p : nat * R => vsub (grad (D' (fst p)) f) (grad (D (fst p)) f)).
  rewrite (nrm_ext I _ (vscal tau (fun i => lsum (fun p => snd p * v p i) B))).
  2:{ intros i _. unfold step, sgd_step, gradient_entry, batch_grad, v, vsub, vadd, vscal. clear.
      induction B as [|p B IH]; simpl; [ring|]. lra. }
  rewrite nrm_scal, Rabs_pos_eq by assumption.
  pose proof (nrm_wsum B v Hw) as W.
  assert (V : lsum (fun p => snd p * nrm I (v p)) B
              <= lsum (fun p => (2 * G) * (if Nat.eqb (fst p) j then snd p else 0)) B).
  { apply lsum_le. intros p Hp. specialize (Hw p Hp).
    destruct (Nat.eqb_spec (fst p) j) as [E|E].
    - assert (nrm I (v p) <= 2 * G) by (apply apart; auto). nra.
    - assert (Z : nrm I (v p) = 0).
      { rewrite <- nrm_zero. apply nrm_ext. intros i _. unfold v, vsub, vzero.
        rewrite (Same _ E). ring. }
      rewrite Z. lra. }
  rewrite lsum_scal in V. fold (weight j B) in V. nra.
Qed.

Section Neighbours.
Variables (D D' : nat -> Rec) (Bs : nat -> batch) (f0 : A -> R) (j : nat).
Hypothesis Hok : forall i, ok (D i).
Hypothesis Hok' : forall i, ok (D' i).
Hypothesis Same : forall i, i <> j -> D' i = D i.
Hypothesis HB : forall t, good_batch (Bs t).
Hypothesis start : inside f0.

Definition dist (t : nat) : R := nrm I (vsub (train D Bs f0 t) (train D' Bs f0 t)).

Lemma recursion : forall t, dist (S t) <= (1 - rate Lam beta (S t)) * dist t
  + weight j (Bs (S t)) * (2 * G * rate Lam beta (S t) / Lam).
Proof.
  intro t. destruct (rate_scale Lam beta (S t) HL Hb) as [RS RP]; [lia|].
  set (a := rate Lam beta (S t)) in *. set (tau := a / Lam).
  assert (Ha : 0 < a) by nra.
  assert (Ht : 0 <= tau).
  { unfold tau; apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat; assumption]. }
  assert (TL : tau * Lam = a) by (unfold tau; field; lra).
  assert (TB : tau * beta <= 1).
  { assert (a <= Lam / beta) by (unfold a; rewrite rate_min by (assumption || lia); apply Rmin_l). unfold tau.
    apply Rle_trans with (Lam / beta / Lam * beta); [|right; field; lra].
    apply Rmult_le_compat_r; [lra|]. apply Rmult_le_compat_r; [|assumption].
    left; apply Rinv_0_lt_compat; assumption. }
  unfold dist at 1. cbn [train]. fold a. fold tau.
  set (f := train D Bs f0 t). set (f' := train D' Bs f0 t). set (B := Bs (S t)).
  eapply Rle_trans; [apply proj_nonexpansive; assumption|].
  set (u := step tau D B f). set (v := step tau D B f'). set (w := step tau D' B f').
  rewrite (nrm_ext I (vsub u w) (vadd (vsub u v) (vsub v w))) by (intros; unfold vadd, vsub; ring).
  eapply Rle_trans; [apply nrm_triangle|].
  assert (S1 : nrm I (vsub u v) <= (1 - tau * Lam) * dist t)
    by (apply batch_contracts; [apply HB|assumption|assumption|assumption]).
  assert (S2 : nrm I (vsub v w) <= 2 * G * tau * weight j B)
    by (apply batch_changed; [apply HB|assumption..|destruct t; [exact start|apply stays]]).
  rewrite TL in S1.
  replace (weight j B * (2 * G * a / Lam)) with (2 * G * tau * weight j B) by (unfold tau; field; lra).
  lra.
Qed.

Lemma dist_start : dist 0 = 0.
Proof.
  unfold dist. cbn [train]. rewrite <- nrm_zero. apply nrm_ext. intros; unfold vsub, vzero; ring.
Qed.

Theorem weighted_sensitivity : forall M, (0 < M)%nat ->
  dist M <= 2 * G / (Lam * INR M) * total (fun t => weight j (Bs t)) M.
Proof.
  intros M HM. apply (any_steps Lam beta G dist (fun t => weight j (Bs t))); try assumption.
  - intro; apply nrm_nonneg.
  - apply dist_start.
  - apply recursion.
Qed.

(* k passes of u steps, in each of which record j weighs at most om. *)
Theorem sensitivity_passes : forall u k om, (0 < u)%nat -> (0 < k)%nat -> 0 <= G ->
  (forall p, total (fun t => weight j (Bs t)) (S p * u)
             <= total (fun t => weight j (Bs t)) (p * u) + om) ->
  dist (k * u) <= 2 * G * om / (Lam * INR u).
Proof.
  intros u k om Hu Hk HG P. assert (Hup : 0 < INR u) by (apply lt_0_INR; assumption).
  assert (Hkp : 0 < INR k) by (apply lt_0_INR; assumption).
  assert (T : forall k, total (fun t => weight j (Bs t)) (k * u) <= INR k * om).
  { induction k0 as [|m IH]; [simpl; lra|]. rewrite S_INR. specialize (P m). lra. }
  eapply Rle_trans; [apply weighted_sensitivity; nia|].
  apply Rle_trans with (2 * G / (Lam * INR (k * u)) * (INR k * om)).
  - apply Rmult_le_compat_l; [|apply T].
    apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat; rewrite mult_INR; repeat apply Rmult_lt_0_compat; assumption].
  - right. rewrite mult_INR. field. lra.
Qed.

(* The cap: two models of one ball. *)
Theorem sensitivity_2R : forall M, (0 < M)%nat -> dist M <= 2 * r.
Proof.
  intros M HM. destruct M as [|M]; [lia|]. unfold dist. cbn [train].
  match goal with |- nrm I (vsub (proj I r ?a) (proj I r ?b)) <= _ =>
    set (u := proj I r a); set (v := proj I r b);
    assert (nrm I u <= r) by (apply proj_in_ball; assumption);
    assert (nrm I v <= r) by (apply proj_in_ball; assumption) end.
  rewrite (nrm_ext I _ (vadd u (vscal (-1) v))) by (intros; unfold vadd, vsub, vscal; ring).
  eapply Rle_trans; [apply nrm_triangle|]. rewrite nrm_scal.
  replace (Rabs (-1)) with 1 by (rewrite Rabs_left; lra). lra.
Qed.
End Neighbours.

(* One record a step. *)
Definition single (idx : nat -> nat) (t : nat) : batch := [(idx t, 1)].

Lemma single_good : forall idx t, good_batch (single idx t).
Proof. intros; split; simpl; [intros p [<-|[]]; simpl; lra|lra]. Qed.

Theorem sensitivity_single : forall D D' idx f0 j n k,
  (forall i, ok (D i)) -> (forall i, ok (D' i)) -> (forall i, i <> j -> D' i = D i) ->
  one_visit_per_pass idx n j -> (0 < n)%nat -> (0 < k)%nat -> 0 <= G -> inside f0 ->
  dist D D' (single idx) f0 (k * n) <= 2 * G / (Lam * INR n).
Proof.
  intros D D' idx f0 j n k Hok Hok' Same One Hn Hk HG Hf.
  replace (2 * G / (Lam * INR n)) with (2 * G * 1 / (Lam * INR n))
    by (field; split; [apply Rgt_not_eq, lt_0_INR; assumption|lra]).
  apply sensitivity_passes with (j := j); try assumption.
  - intro t; apply single_good.
  - assert (E : forall m, total (fun t => weight j (single idx t)) m = total (hit idx j) m).
    { intro m; apply total_ext. intros t _; unfold weight, single, hit; simpl; ring. }
    intro p. rewrite !E. right. apply One.
Qed.
End TheoremR.

(* A bound G on the gradients themselves is enough, wherever the models are. *)
Definition anywhere {A : Type} (f : A -> R) : Prop := True.

Lemma bounded_apart : forall (A Rec : Type) (I : list A) (grad : Rec -> (A -> R) -> A -> R) (ok : Rec -> Prop) G,
  (forall z f, ok z -> nrm I (grad z f) <= G) ->
  forall z z' f, ok z -> ok z' -> anywhere f -> nrm I (vsub (grad z' f) (grad z f)) <= 2 * G.
Proof.
  intros A Rec I grad ok G bounded z z' f Hz Hz' _.
  rewrite (nrm_ext I _ (vadd (grad z' f) (vscal (-1) (grad z f)))) by (intros; unfold vadd, vsub, vscal; ring).
  eapply Rle_trans; [apply nrm_triangle|]. rewrite nrm_scal.
  replace (Rabs (-1)) with 1 by (rewrite Rabs_left; lra).
  pose proof (bounded z f Hz). pose proof (bounded z' f Hz'). lra.
Qed.
