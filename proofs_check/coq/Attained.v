(* The sensitivity 2c/(Lam n) of the Huber SVM is attained, for every number of whole passes: no smaller constant is true.

One feature. Record n - 1 is (c, +1) or (c, -1); the others are 0 and pull the model nowhere. Passes have u steps, of which the last
visits record n - 1 with weight om. While the margin stays below 1 - h, t times the model after t steps is om c/Lam for each
visit so far. One record a step is u = n, om = 1. A short last batch of m records, averaged over itself, is om = 1/m: more than 1/b. *)
Require Import Reals List Lra Psatz Arith Lia.
From BlindAvg Require Import Constants Vectors BallProjection SgdRecursion TheoremR HuberStep SvmSensitivity Batches WholePasses.
Import ListNotations.
Open Scope R_scope.

Definition lone (n : nat) (c y : R) (i : nat) : (nat -> R) * R :=
  if Nat.eqb i (Nat.pred n) then record c y else record 0 1.

Lemma lone_ok : forall n c y i, 0 <= c -> y = 1 \/ y = -1 -> svm_ok I1 c (lone n c y i).
Proof.
  intros n c y i Hc Hy. unfold lone, svm_ok, dot, I1, record. destruct (Nat.eqb i (Nat.pred n)); simpl.
  - split; [destruct Hy as [-> | ->]; ring|lra].
  - split; [ring|nra].
Qed.

Lemma lone_neighbours : forall n c, 0 <= c ->
  (forall i, svm_ok I1 c (lone n c 1 i)) /\ (forall i, svm_ok I1 c (lone n c (-1) i))
  /\ (forall i, i <> Nat.pred n -> lone n c (-1) i = lone n c 1 i).
Proof.
  intros n c Hc. split; [|split]; [intro; apply lone_ok; tauto..|].
  intros i Hi. unfold lone. destruct (Nat.eqb_spec i (Nat.pred n)); [contradiction|reflexivity].
Qed.

Lemma lone_gradient : forall h n c y (B : batch) f,
  batch_grad (svm_grad I1 h) (lone n c y) B f 0%nat
  = weight (Nat.pred n) B * (y * huber_slope h (y * dot I1 f (fun _ => c)) * c).
Proof.
  intros h n c y B f. unfold batch_grad, weight. induction B as [|p B IH]; cbn [lsum]; [ring|]. rewrite IH.
  unfold svm_grad, loss_grad, vscal, lone. destruct (Nat.eqb (fst p) (Nat.pred n)); unfold record; cbn [fst snd]; ring.
Qed.

Lemma visits_so_far : forall n t, (0 < n)%nat -> total (hit (cyclic n) (Nat.pred n)) t = INR (t / n).
Proof.
  intros n t Hn. induction t as [|t IH]; [rewrite Nat.div_0_l by lia; reflexivity|].
  cbn [total]. rewrite IH. unfold hit, cyclic. cbn [Nat.pred].
  pose proof (Nat.div_mod t n ltac:(lia)) as E. pose proof (Nat.mod_upper_bound t n ltac:(lia)) as B.
  destruct (Nat.eqb_spec (t mod n) (Nat.pred n)) as [Z|Z].
  - replace (S t / n)%nat with (S (t / n)); [rewrite S_INR; reflexivity|].
    apply Nat.div_unique with 0%nat; lia.
  - replace (S t / n)%nat with (t / n)%nat; [ring|].
    apply Nat.div_unique with (S (t mod n)); lia.
Qed.

Section Run.
Variables (h Lam beta c r y om : R) (n u : nat) (Bs : nat -> batch).
Hypothesis Hh : 0 < h < 1.
Hypothesis HL : 0 < Lam.
Hypothesis Hc : 0 < c.
Hypothesis Hb : Lam <= beta.
Hypothesis Hu : (0 < u)%nat.
Hypothesis Ho : 0 < om.
Hypothesis visits_last : forall t, weight (Nat.pred n) (Bs t) = om * hit (cyclic u) (Nat.pred u) t.
Hypothesis slow : beta <= Lam * INR u.
Hypothesis margin : om * (c * c) <= Lam * INR u * (1 - h).
Hypothesis radius : om * c <= r * (Lam * INR u).
Hypothesis Hy : y = 1 \/ y = -1.

Let run := svm_train I1 h Lam beta r (lone n c y) Bs vzero.

Lemma u_pos : 0 < INR u.
Proof. apply lt_0_INR; assumption. Qed.

Lemma y_sqr : y * y = 1.
Proof. destruct Hy as [-> | ->]; ring. Qed.

Lemma few_visits : forall t, INR u * INR (t / u) <= INR t.
Proof.
  intro t. rewrite <- mult_INR. apply le_INR. pose proof (Nat.div_mod t u ltac:(lia)). lia.
Qed.

Lemma lone_run : forall t, INR t * run t 0%nat = y * (om * c / Lam) * INR (t / u) /\ (t = 0%nat -> run t 0%nat = 0).
Proof.
  pose proof u_pos as Np. pose proof y_sqr as Y2.
  induction t as [|t [IH IH0]].
  { split; [rewrite Nat.div_0_l by lia; simpl; ring|reflexivity]. }
  split; [|discriminate].
  assert (Tp : 0 <= INR t) by apply pos_INR.
  assert (Sp : INR (S t) = INR t + 1) by apply S_INR.
  pose proof (few_visits t) as F.
  set (f := run t 0%nat) in *. set (V := INR (t / u)) in *.
  assert (Vp : 0 <= V) by apply pos_INR.
  assert (CL : 0 < om * c / Lam) by (apply Rdiv_lt_0_compat; [apply Rmult_lt_0_compat|]; assumption).
  (* No margin is too large, and the projection does nothing. *)
  assert (Yf : 0 <= y * f /\ INR u * (y * f) <= om * c / Lam).
  { destruct (Nat.eq_dec t 0) as [Z|Z].
    - rewrite (IH0 Z). split; [lra|]. rewrite Rmult_0_r, Rmult_0_r. lra.
    - assert (T0 : 0 < INR t) by (apply lt_0_INR; lia).
      assert (E : INR t * (y * f) = om * c / Lam * V).
      { replace (INR t * (y * f)) with (y * (INR t * f)) by ring. rewrite IH.
        replace (y * (y * (om * c / Lam) * V)) with (y * y * (om * c / Lam * V)) by ring. rewrite Y2. ring. }
      split.
      + apply Rmult_le_reg_l with (INR t); [assumption|]. rewrite E, Rmult_0_r. apply Rmult_le_pos; lra.
      + apply Rmult_le_reg_l with (INR t); [assumption|].
        replace (INR t * (INR u * (y * f))) with (INR u * (INR t * (y * f))) by ring. rewrite E.
        replace (INR u * (om * c / Lam * V)) with (om * c / Lam * (INR u * V)) by ring.
        rewrite (Rmult_comm (INR t)). apply Rmult_le_compat_l; lra. }
  destruct Yf as [Y0 Y1].
  assert (Slope : huber_slope h (y * dot I1 (run t) (fun _ => c)) = -1).
  { assert (M : y * dot I1 (run t) (fun _ => c) <= 1 - h).
    { unfold dot, I1. cbn [lsum]. fold f. apply Rmult_le_reg_l with (Lam * INR u); [nra|].
      replace (Lam * INR u * (y * (f * c + 0))) with (Lam * c * (INR u * (y * f))) by ring.
      apply Rle_trans with (Lam * c * (om * c / Lam)); [apply Rmult_le_compat_l; [nra|assumption]|].
      replace (Lam * c * (om * c / Lam)) with (om * (c * c)) by (field; lra). exact margin. }
    unfold huber_slope. destruct (Rlt_dec (1 + h) _); [lra|]. destruct (Rlt_dec _ (1 - h)); [reflexivity|].
    replace (y * dot I1 (run t) (fun _ => c)) with (1 - h) by lra. field. lra. }
  pose proof (visits_so_far u (S t) Hu) as V1. pose proof (visits_so_far u t Hu) as V0.
  cbn [total] in V1. rewrite V0 in V1. fold V in V1.
  set (x := hit (cyclic u) (Nat.pred u) (S t)) in *.
  set (a := rate Lam beta (S t)).
  unfold run, svm_train. cbn [train]. fold a.
  change (train I1 (svm_grad I1 h) Lam beta r (lone n c y) Bs vzero t) with (run t).
  set (st := step _ _ _ _ _ _).
  assert (St : st 0%nat = (1 - a) * f + a / Lam * (om * x * (y * c))).
  { unfold st, step, sgd_step, gradient_entry, vsub, vscal, vadd. fold f. rewrite lone_gradient, Slope, visits_last. fold x. field. lra. }
  assert (E : INR (S t) * st 0%nat = y * (om * c / Lam) * INR (S t / u)).
  { rewrite <- V1, St. destruct (Rle_dec beta (Lam * INR (S t))) as [B|B].
    - assert (A1 : a = / INR (S t)).
      { unfold a. rewrite rate_min by (lra || lia). apply Rmin_right. apply Rmult_le_reg_r with (beta * INR (S t)); [nra|].
        replace (/ INR (S t) * (beta * INR (S t))) with beta by (field; lra).
        replace (Lam / beta * (beta * INR (S t))) with (Lam * INR (S t)) by (field; lra). exact B. }
      rewrite A1.
      replace (INR (S t) * ((1 - / INR (S t)) * f + / INR (S t) / Lam * (om * x * (y * c))))
        with ((INR (S t) - 1) * f + y * (om * c / Lam) * x) by (field; lra).
      rewrite Sp. replace (INR t + 1 - 1) with (INR t) by ring. rewrite IH. ring.
    - assert (Lt : (S t < u)%nat).
      { apply INR_lt. apply Rmult_lt_reg_l with Lam; [assumption|]. lra. }
      assert (Vz : V = 0) by (unfold V; rewrite Nat.div_small by lia; reflexivity).
      assert (Xz : x = 0).
      { unfold x, hit, cyclic. cbn [Nat.pred]. rewrite Nat.mod_small by lia.
        destruct (Nat.eqb_spec t (Nat.pred u)); [lia|reflexivity]. }
      assert (Fz : f = 0).
      { destruct (Nat.eq_dec t 0) as [Z|Z]; [exact (IH0 Z)|].
        apply Rmult_eq_reg_l with (INR t); [rewrite IH, Vz; ring|apply not_0_INR; assumption]. }
      rewrite Vz, Xz, Fz. ring. }
  rewrite proj_inside; [exact E|]. rewrite nrm1.
  pose proof (few_visits (S t)) as F1.
  assert (S0 : 0 < INR (S t)) by lra.
  assert (W : INR u * (y * st 0%nat) <= om * c / Lam).
  { apply Rmult_le_reg_l with (INR (S t)); [assumption|].
    replace (INR (S t) * (INR u * (y * st 0%nat))) with (y * INR u * (INR (S t) * st 0%nat)) by ring. rewrite E.
    replace (y * INR u * (y * (om * c / Lam) * INR (S t / u))) with (y * y * (om * c / Lam * (INR u * INR (S t / u)))) by ring.
    rewrite Y2, Rmult_1_l, (Rmult_comm (INR (S t))). apply Rmult_le_compat_l; lra. }
  assert (P : 0 <= y * st 0%nat).
  { apply Rmult_le_reg_l with (INR (S t)); [assumption|].
    replace (INR (S t) * (y * st 0%nat)) with (y * (INR (S t) * st 0%nat)) by ring. rewrite E, Rmult_0_r.
    replace (y * (y * (om * c / Lam) * INR (S t / u))) with (y * y * (om * c / Lam * INR (S t / u))) by ring.
    rewrite Y2, Rmult_1_l. apply Rmult_le_pos; [lra|apply pos_INR]. }
  replace (Rabs (st 0%nat)) with (y * st 0%nat).
  - apply Rmult_le_reg_l with (Lam * INR u); [apply Rmult_lt_0_compat; assumption|].
    replace (Lam * INR u * (y * st 0%nat)) with (Lam * (INR u * (y * st 0%nat))) by ring.
    apply Rle_trans with (Lam * (om * c / Lam)); [apply Rmult_le_compat_l; lra|].
    replace (Lam * (om * c / Lam)) with (om * c) by (field; lra). lra.
  - destruct Hy as [-> | ->]; [rewrite Rabs_pos_eq|rewrite Rabs_left1]; lra.
Qed.

Lemma after_passes : forall k, (0 < k)%nat -> run (k * u) 0%nat = y * (om * c / (Lam * INR u)).
Proof.
  intros k Hk. pose proof u_pos as Np. assert (Kp : 0 < INR k) by (apply lt_0_INR; assumption).
  destruct (lone_run (k * u)) as [E _]. rewrite Nat.div_mul, mult_INR in E by lia.
  apply Rmult_eq_reg_l with (INR k * INR u); [|nra]. rewrite E. field. lra.
Qed.
End Run.

Lemma lone_distance : forall h Lam beta c r om n u Bs k,
  0 < h < 1 -> 0 < Lam -> 0 < c -> Lam <= beta -> (0 < u)%nat -> (0 < k)%nat -> 0 < om ->
  (forall t, weight (Nat.pred n) (Bs t) = om * hit (cyclic u) (Nat.pred u) t) ->
  beta <= Lam * INR u -> om * (c * c) <= Lam * INR u * (1 - h) -> om * c <= r * (Lam * INR u) ->
  nrm I1 (vsub (svm_train I1 h Lam beta r (lone n c 1) Bs vzero (k * u))
               (svm_train I1 h Lam beta r (lone n c (-1)) Bs vzero (k * u))) = 2 * om * c / (Lam * INR u).
Proof.
  intros h Lam beta c r om n u Bs k Hh HL Hc Hb Hu Hk Ho Hw Hs Hm Hr.
  assert (Np : 0 < INR u) by (apply lt_0_INR; assumption).
  rewrite nrm1. unfold vsub. rewrite !(after_passes _ _ _ _ _ _ om) by (assumption || tauto).
  assert (0 < om * c / (Lam * INR u))
    by (apply Rdiv_lt_0_compat; apply Rmult_lt_0_compat; assumption).
  rewrite Rabs_pos_eq by lra. field. lra.
Qed.

Theorem svm_attained : forall h Lam beta c r n k,
  0 < h < 1 -> 0 < Lam -> 0 < c -> Lam <= beta -> (0 < n)%nat -> (0 < k)%nat ->
  beta <= Lam * INR n -> c * c <= Lam * INR n * (1 - h) -> c <= r * (Lam * INR n) ->
  ((forall i, svm_ok I1 c (lone n c 1 i)) /\ (forall i, svm_ok I1 c (lone n c (-1) i))
   /\ (forall i, i <> Nat.pred n -> lone n c (-1) i = lone n c 1 i)) /\
  nrm I1 (vsub (svm_train I1 h Lam beta r (lone n c 1) (single (cyclic n)) vzero (k * n))
               (svm_train I1 h Lam beta r (lone n c (-1)) (single (cyclic n)) vzero (k * n)))
  = 2 * c / (Lam * INR n).
Proof.
  intros h Lam beta c r n k Hh HL Hc Hb Hn Hk Hs Hm Hr. split; [apply lone_neighbours; lra|].
  rewrite (lone_distance h Lam beta c r 1) by (try assumption; try lra; intro t; unfold weight, single, hit; simpl; ring).
  f_equal. ring.
Qed.

(* Batch q holds the records q b, q b + 1, ... below n, and is divided by how many there are. *)
Definition own_batch (n b q : nat) : batch :=
  map (fun i => (i, / INR (Nat.min b (n - q * b)))) (seq (q * b) (Nat.min b (n - q * b))).
Definition own_schedule (n b u t : nat) : batch := own_batch n b (cyclic u t).

Lemma own_weight : forall n b u t, (0 < u)%nat -> (Nat.pred u * b < n)%nat -> (n <= u * b)%nat ->
  weight (Nat.pred n) (own_schedule n b u t) = / INR (n - Nat.pred u * b) * hit (cyclic u) (Nat.pred u) t.
Proof.
  intros n b u t Hu Hl Hn. unfold weight, own_schedule, own_batch, hit.
  rewrite lsum_map_pair. cbn [fst snd]. rewrite seq_pick. set (q := cyclic u t).
  assert (Hq : (q < u)%nat) by (apply Nat.mod_upper_bound; lia).
  assert (Eu : (u * b = Nat.pred u * b + b)%nat) by (destruct u; [lia|simpl; lia]).
  destruct (Nat.eqb_spec q (Nat.pred u)) as [E|E].
  - rewrite E. clear E Hq. revert Hl Hn Eu. generalize (Nat.pred u * b)%nat (u * b)%nat. intros before all Hl Hn Eu.
    replace (Nat.min b (n - before)) with (n - before)%nat by lia.
    destruct (Nat.leb_spec before (Nat.pred n)) as [L|L]; [|exfalso; lia].
    destruct (Nat.ltb_spec (Nat.pred n) (before + (n - before))) as [L'|L']; [|exfalso; lia].
    cbn [andb]. ring.
  - destruct (Nat.leb_spec (q * b) (Nat.pred n)),
      (Nat.ltb_spec (Nat.pred n) (q * b + Nat.min b (n - q * b))); simpl; try lra.
    exfalso. assert ((S q * b <= Nat.pred u * b)%nat) by (apply Nat.mul_le_mono_r; lia). simpl in *. lia.
Qed.

(* u batches of b, of which the last holds m = n - (u - 1) b records. *)
Theorem own_size_distance : forall h Lam beta c r n b u k,
  0 < h < 1 -> 0 < Lam -> 0 < c -> Lam <= beta -> (0 < u)%nat -> (0 < k)%nat ->
  (Nat.pred u * b < n)%nat -> (n <= u * b)%nat ->
  let m := INR (n - Nat.pred u * b) in
  beta <= Lam * INR u -> c * c <= Lam * INR u * m * (1 - h) -> c <= r * (Lam * INR u * m) ->
  nrm I1 (vsub (svm_train I1 h Lam beta r (lone n c 1) (own_schedule n b u) vzero (k * u))
               (svm_train I1 h Lam beta r (lone n c (-1)) (own_schedule n b u) vzero (k * u)))
  = 2 * c / (Lam * INR u * m).
Proof.
  intros h Lam beta c r n b u k Hh HL Hc Hb Hu Hk Hl Hn m Hs Hm Hr.
  assert (Mp : 0 < m) by (apply lt_0_INR; lia). assert (Up : 0 < INR u) by (apply lt_0_INR; assumption).
  rewrite (lone_distance h Lam beta c r (/ m)); try assumption.
  - field. lra.
  - apply Rinv_0_lt_compat; assumption.
  - intro t. apply own_weight; assumption.
  - apply Rmult_le_reg_l with m; [assumption|]. rewrite <- Rmult_assoc, Rinv_r by lra. lra.
  - apply Rmult_le_reg_l with m; [assumption|]. rewrite <- Rmult_assoc, Rinv_r by lra. lra.
Qed.

Theorem own_size_fails : forall h Lam beta c r n b u k,
  0 < h < 1 -> 0 < Lam -> 0 < c -> Lam <= beta -> (0 < u)%nat -> (0 < k)%nat ->
  (Nat.pred u * b < n)%nat -> (n <= u * b)%nat ->
  beta <= Lam * INR u -> c * c <= Lam * INR u * INR (n - Nat.pred u * b) * (1 - h) ->
  c <= r * (Lam * INR u * INR (n - Nat.pred u * b)) ->
  INR u * INR (n - Nat.pred u * b) * (Lam * r + c) < INR n * c ->
  nrm I1 (vsub (svm_train I1 h Lam beta r (lone n c 1) (own_schedule n b u) vzero (k * u))
               (svm_train I1 h Lam beta r (lone n c (-1)) (own_schedule n b u) vzero (k * u)))
  > 2 * (Lam * r + c) / (Lam * INR n).
Proof.
  intros h Lam beta c r n b u k Hh HL Hc Hb Hu Hk Hl Hn Hs Hm Hr Big. rewrite own_size_distance by assumption.
  set (m := INR (n - Nat.pred u * b)) in *.
  assert (Mp : 0 < m) by (apply lt_0_INR; lia). assert (Up : 0 < INR u) by (apply lt_0_INR; assumption).
  assert (Np : 0 < INR n) by (apply lt_0_INR; lia).
  apply Rlt_gt, Rmult_lt_reg_r with (Lam * INR n * (INR u * m)); [repeat apply Rmult_lt_0_compat; assumption|].
  replace (2 * (Lam * r + c) / (Lam * INR n) * (Lam * INR n * (INR u * m)))
    with (2 * (INR u * m * (Lam * r + c))) by (field; lra).
  replace (2 * c / (Lam * INR u * m) * (Lam * INR n * (INR u * m))) with (2 * (INR n * c)) by (field; lra). lra.
Qed.

(* The premises can be met: 3 batches of 20 for n = 50 records, as in the experiments, with Lam = 1, c = 1, beta = 3, R = 1/30. *)
Theorem own_size_fails_at_50 : forall k, (0 < k)%nat ->
  nrm I1 (vsub (svm_train I1 (1 / 2) 1 3 (1 / 30) (lone 50 1 1) (own_schedule 50 20 3) vzero (k * 3))
               (svm_train I1 (1 / 2) 1 3 (1 / 30) (lone 50 1 (-1)) (own_schedule 50 20 3) vzero (k * 3)))
  > 2 * (1 * (1 / 30) + 1) / (1 * INR 50).
Proof.
  intros k Hk. apply own_size_fails; try assumption; try lia; replace (50 - Nat.pred 3 * 20)%nat with 10%nat by lia;
    rewrite ?(INR_IZR_INZ 10), ?(INR_IZR_INZ 50), ?(INR_IZR_INZ 3); simpl; lra.
Qed.
