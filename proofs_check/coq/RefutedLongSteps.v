(* Steps that are too long for the smoothness of the softmax, beta = Lam: three records of three features and classes, c = 100.

The first record is x or -x; at the start they have gradients almost sqrt(6) c apart. The others are shared and lie almost across
that difference: each pulls one model to its class and leaves the other alone, so that the models are further apart in the end
than 2 sqrt(2) c/(Lam n). *)
Require Import Reals List Lra Psatz Arith Lia.
From BlindAvg Require Import Constants Vectors SgdRecursion BallProjection TheoremR SoftmaxSensitivity WrongLongSteps
  RefutedSteps RefutedRuns RefutedSoftmax.
Import ListNotations.
Open Scope R_scope.

Definition square : list (nat * nat) := list_prod K3 K3.
Definition across (x : R) (i : nat) : (nat -> R) * (nat -> R) :=
  (match i with O => at_class x 0 0 | S O => at_class 10 99 0 | _ => at_class 10 0 99 end, hot 2).
Definition lean (p : nat * nat) : R := match fst p with O => at_class (ln 100 / 100) (- (ln 100 / 100)) 0 (snd p) | _ => 0 end.
Definition run3 (x : R) := soft_train K3 K3 1 1 1000 (across x) (single (cyclic 3)) lean.

Lemma across_ok : forall x i, x * x <= 100 * 100 -> soft_ok K3 K3 100 (across x i).
Proof.
  intros x i H. unfold soft_ok, across. cbn [fst snd]. split; [|split].
  - destruct i as [|[|i]]; unfold dot, K3; simpl; lra.
  - intros b _. unfold hot. destruct (Nat.eqb 2 b); lra.
  - unfold hot, K3. simpl. lra.
Qed.

Lemma shares : forall z, (forall b, 0 <= smax K3 z b) /\ smax K3 z 0%nat + smax K3 z 1%nat + smax K3 z 2%nat = 1.
Proof.
  intro z. split; [intro; apply smax_pos; exact K3_not_empty|].
  pose proof (smax_total K3 K3_not_empty z) as T. unfold K3 at 2 in T. simpl in T. lra.
Qed.

(* A class that is g behind another gets at most 1/(1 + g). *)
Lemma behind : forall z a b g, In a K3 -> 0 <= g -> g <= z a - z b -> smax K3 z b <= / (1 + g).
Proof.
  intros z a b g Ha Hg H. pose proof (exp_sum_pos K3 K3_not_empty z) as P. unfold smax.
  assert (S : exp (z a) <= lsum (fun k => exp (z k)) K3).
  { unfold K3 in *. pose proof (exp_pos (z 0%nat)). pose proof (exp_pos (z 1%nat)). pose proof (exp_pos (z 2%nat)).
    destruct Ha as [<-|[<-|[<-|[]]]]; simpl; lra. }
  assert (G : exp (z b) * (1 + g) <= exp (z a)).
  { replace (z a) with (z b + (z a - z b)) by ring. rewrite exp_plus. apply Rmult_le_compat_l; [left; apply exp_pos|].
    destruct (Req_dec (z a - z b) 0) as [E|E]; [rewrite E, exp_0; lra|]. pose proof (exp_ineq1 _ E). lra. }
  apply Rmult_le_reg_r with (lsum (fun k => exp (z k)) K3 * (1 + g)); [apply Rmult_lt_0_compat; lra|].
  replace (exp (z b) / lsum (fun k => exp (z k)) K3 * (lsum (fun k => exp (z k)) K3 * (1 + g))) with (exp (z b) * (1 + g)) by
      (field; lra).
  replace (/ (1 + g) * (lsum (fun k => exp (z k)) K3 * (1 + g))) with (lsum (fun k => exp (z k)) K3) by (field; lra). lra.
Qed.

Lemma short9 : forall u, (forall i k, (i < 3)%nat -> (k < 3)%nat -> - 300 <= u (i, k) <= 300) -> nrm square u <= 1000.
Proof.
  intros u H. apply nrm_le_iff; [lra|]. unfold square, dot.
  apply Rle_trans with (lsum (fun _ : nat * nat => 90000) (list_prod K3 K3)).
  - apply lsum_le. intros [i k] Hp. apply in_prod_iff in Hp. destruct Hp as [Hi Hk].
    assert (L : forall j, In j K3 -> (j < 3)%nat) by (intros j [<-|[<-|[<-|[]]]]; lia).
    specialize (H i k (L i Hi) (L k Hk)). nra.
  - rewrite lsum_const. simpl. lra.
Qed.

Definition feature (t : nat) (x : R) : nat -> R := fst (across x (cyclic 3 t)).

(* A step, while no entry exceeds 300. *)
Lemma run3_next : forall x t, let s := smax K3 (logits K3 (feature (S t) x) (run3 x t)) in
  let v := fun i k => run3 x t (i, k) - / INR (S t) * (run3 x t (i, k) + feature (S t) x i * (s k - hot 2 k)) in
  (forall i k, (i < 3)%nat -> (k < 3)%nat -> - 300 <= v i k <= 300) -> forall i k, run3 x (S t) (i, k) = v i k.
Proof.
  intros x t s v H i k.
  set (st := step (soft_grad K3 K3) 1 (rate 1 1 (S t) / 1) (across x) (single (cyclic 3) (S t)) (run3 x t)).
  assert (Rt : rate 1 1 (S t) = / INR (S t)).
  { rewrite rate_min by (lra || lia). apply Rmin_right. replace (1 / 1) with (/ 1) by field. apply Rinv_le_contravar; [lra|].
    rewrite S_INR. pose proof (pos_INR t). lra. }
  assert (E : forall i k, st (i, k) = v i k).
  { intros a b. unfold st, step, sgd_step, gradient_entry, batch_grad, single, vsub, vadd, vscal, v, s, feature. cbn [lsum fst snd]. rewrite Rt.
    unfold soft_grad. cbn [fst snd across]. field. apply not_0_INR. lia. }
  assert (N : nrm square st <= 1000) by (apply short9; intros; rewrite E; apply H; assumption).
  rewrite <- E. exact (proj_inside square 1000 st N (i, k)).
Qed.

Lemma logits3 : forall x (f : nat * nat -> R) b, logits K3 x f b = f (0%nat, b) * x 0%nat + f (1%nat, b) * x 1%nat + f (2%nat,
    b) * x 2%nat.
Proof. intros x f b. unfold logits, K3. simpl. ring. Qed.

Ltac entries := let i := fresh in let k := fresh in
  intros i k ? ?; destruct i as [|[|[|i]]]; try lia; destruct k as [|[|[|k]]]; try lia.

(* After the first step: the gradient of the record, turned around. *)
Lemma run3_first : forall x p q, (x = 100 /\ p = 10000 / 10101 /\ q = 1 / 10101) \/ (x = -100 /\ p = 1 / 10101 /\ q = 10000 /
    10101) ->
  run3 x 1 (0, 0)%nat = - x * p /\ run3 x 1 (0, 1)%nat = - x * q /\ run3 x 1 (0, 2)%nat = x * (10001 / 10101) /\
  (forall k, (k < 3)%nat -> run3 x 1 (1%nat, k) = 0 /\ run3 x 1 (2%nat, k) = 0).
Proof.
  intros x p q C.
  assert (T : exp (ln 100) = 100) by (apply exp_ln; lra). assert (U : exp (- ln 100) = / 100) by (rewrite exp_Ropp, T;
      reflexivity).
  assert (S : smax K3 (logits K3 (feature 1 x) (run3 x 0)) 0%nat = p /\ smax K3 (logits K3 (feature 1 x) (run3 x 0)) 1%nat = q
    /\ smax K3 (logits K3 (feature 1 x) (run3 x 0)) 2%nat = 100 / 10101).
  { change (run3 x 0) with lean. destruct C as [[-> [-> ->]]|[-> [-> ->]]].
    - destruct (smax3 (logits K3 (feature 1 100) lean) 100 (/ 100) 1) as [-> [-> ->]]; rewrite ?logits3; unfold feature, lean;
        simpl; try lra.
      + rewrite <- T at 4. f_equal. field.
      + rewrite <- U. f_equal. field.
      + rewrite <- exp_0. f_equal. ring.
    - destruct (smax3 (logits K3 (feature 1 (-100)) lean) (/ 100) 100 1) as [-> [-> ->]]; rewrite ?logits3; unfold feature,
        lean; simpl; try lra.
      + rewrite <- U. f_equal. field.
      + replace (- (ln 100 / 100) * -100 + 0 * 0 + 0 * 0) with (ln 100) by field. exact T.
      + rewrite <- exp_0. f_equal. ring. }
  destruct S as [S0 [S1 S2]].
  pose proof (run3_next x 0) as N. cbv zeta in N.
  assert (B : forall i k, (i < 3)%nat -> (k < 3)%nat ->
    run3 x 0 (i, k) - / INR 1 * (run3 x 0 (i, k) + feature 1 x i * (smax K3 (logits K3 (feature 1 x) (run3 x 0)) k - hot 2 k))
    = - feature 1 x i * (smax K3 (logits K3 (feature 1 x) (run3 x 0)) k - hot 2 k)) by (intros; simpl; field).
  assert (R1 : forall i k, (i < 3)%nat -> (k < 3)%nat ->
    run3 x 1 (i, k) = - feature 1 x i * (smax K3 (logits K3 (feature 1 x) (run3 x 0)) k - hot 2 k)).
  { intros i k Hi Hk. rewrite N; [apply B; assumption|]. clear N.
    entries; rewrite B by lia; rewrite ?S0, ?S1, ?S2; unfold feature, hot; simpl; destruct C as [[-> [-> ->]]|[-> [-> ->]]];
        lra. }
  repeat split; rewrite ?R1 by lia; rewrite ?S0, ?S1, ?S2; unfold feature, hot; simpl; try field; ring.
Qed.

(* The shared records: s is the softmax of the second one, s' of the third. *)
Lemma run3_rest : forall x, -100 <= x <= 100 -> (forall k, (k < 3)%nat -> -100 <= run3 x 1 (0%nat, k) <= 100) ->
  (forall k, (k < 3)%nat -> run3 x 1 (1%nat, k) = 0 /\ run3 x 1 (2%nat, k) = 0) ->
  let s := smax K3 (fun k => 10 * run3 x 1 (0%nat, k)) in
  let s' := smax K3 (fun k => 5 * (run3 x 1 (0%nat, k) - 10 * (s k - hot 2 k))) in
  forall k, (k < 3)%nat -> 3 * run3 x 3 (0%nat, k) = run3 x 1 (0%nat, k) - 10 * (s k - hot 2 k) - 10 * (s' k - hot 2 k)
    /\ 3 * run3 x 3 (1%nat, k) = - 99 * (s k - hot 2 k) /\ 3 * run3 x 3 (2%nat, k) = - 99 * (s' k - hot 2 k).
Proof.
  intros x Hx A Z s s'.
  assert (X : forall u v k, (forall b, In b K3 -> u b = v b) -> (k < 3)%nat -> smax K3 u k = smax K3 v k).
  { intros u v k E Hk. unfold smax. rewrite (E k), (lsum_ext _ (fun b => exp (v b))); [reflexivity|intros; rewrite E by
      assumption; reflexivity|].
    unfold K3. destruct k as [|[|[|k]]]; simpl; auto; lia. }
  assert (L3 : forall b, In b K3 -> (b < 3)%nat) by (intros b [<-|[<-|[<-|[]]]]; lia).
  assert (E2 : forall k, (k < 3)%nat -> smax K3 (logits K3 (feature 2 x) (run3 x 1)) k = s k).
  { intros k Hk. apply X; [|assumption]. intros b Hb. rewrite logits3. destruct (Z b (L3 b Hb)) as [-> ->]. unfold feature.
      simpl. ring. }
  destruct (shares (fun k => 10 * run3 x 1 (0%nat, k))) as [P T]. fold s in P, T.
  assert (Sk : forall k, (k < 3)%nat -> 0 <= s k <= 1).
  { intros k Hk. pose proof (P 0%nat). pose proof (P 1%nat). pose proof (P 2%nat). destruct k as [|[|[|k]]]; lra || lia. }
  assert (Hot : forall k, 0 <= hot 2 k <= 1) by (intro k; unfold hot; destruct (Nat.eqb 2 k); lra).
  assert (Two : forall i k, (i < 3)%nat -> (k < 3)%nat ->
    run3 x 2 (i, k) = / 2 * (run3 x 1 (i, k) - feature 2 x i * (s k - hot 2 k))).
  { assert (V : forall i k, (i < 3)%nat -> (k < 3)%nat -> run3 x 1 (i, k) - / INR 2 * (run3 x 1 (i, k)
        + feature 2 x i * (smax K3 (logits K3 (feature 2 x) (run3 x 1)) k - hot 2 k))
      = / 2 * (run3 x 1 (i, k) - feature 2 x i * (s k - hot 2 k))) by (intros; rewrite E2 by assumption; simpl; field).
    intros i k Hi Hk. rewrite run3_next; [apply V; assumption|]. clear i k Hi Hk. intros i k Hi Hk. rewrite V by assumption.
    specialize (Sk k Hk). specialize (Hot k). specialize (A k Hk). destruct (Z k Hk) as [Z1 Z2].
    destruct i as [|[|[|i]]]; try lia; rewrite ?Z1, ?Z2; unfold feature; simpl; lra. }
  assert (E3 : forall k, (k < 3)%nat -> smax K3 (logits K3 (feature 3 x) (run3 x 2)) k = s' k).
  { intros k Hk. apply X; [|assumption]. intros b Hb. rewrite logits3, !Two by (try lia; apply L3; assumption).
    destruct (Z b (L3 b Hb)) as [-> ->]. unfold feature. simpl. field. }
  destruct (shares (fun k => 5 * (run3 x 1 (0%nat, k) - 10 * (s k - hot 2 k)))) as [P' T']. fold s' in P', T'.
  assert (Sk' : forall k, (k < 3)%nat -> 0 <= s' k <= 1).
  { intros k Hk. pose proof (P' 0%nat). pose proof (P' 1%nat). pose proof (P' 2%nat). destruct k as [|[|[|k]]]; lra || lia. }
  assert (Three : forall i k, (i < 3)%nat -> (k < 3)%nat ->
    run3 x 3 (i, k) = / 3 * (run3 x 1 (i, k) - feature 2 x i * (s k - hot 2 k) - feature 3 x i * (s' k - hot 2 k))).
  { assert (V : forall i k, (i < 3)%nat -> (k < 3)%nat -> run3 x 2 (i, k) - / INR 3 * (run3 x 2 (i, k)
        + feature 3 x i * (smax K3 (logits K3 (feature 3 x) (run3 x 2)) k - hot 2 k))
      = / 3 * (run3 x 1 (i, k) - feature 2 x i * (s k - hot 2 k) - feature 3 x i * (s' k - hot 2 k)))
      by (intros; rewrite E3, Two by assumption; simpl; field).
    intros i k Hi Hk. rewrite run3_next; [apply V; assumption|]. clear i k Hi Hk. intros i k Hi Hk. rewrite V by assumption.
    specialize (Sk k Hk). specialize (Sk' k Hk). specialize (Hot k). specialize (A k Hk). destruct (Z k Hk) as [Z1 Z2].
    destruct i as [|[|[|i]]]; try lia; rewrite ?Z1, ?Z2; unfold feature; simpl; lra. }
  intros k Hk. rewrite !Three by lia. destruct (Z k Hk) as [-> ->]. unfold feature. simpl. repeat split; field.
Qed.

(* What the difference of the models is measured along. *)
Definition along (p : nat * nat) : R := match fst p with O => at_class (-99) (-79) 178 (snd p) | _ => at_class 0 99 (-99) (snd
    p) end.

Lemma dot_along : forall u, dot square u along = - 99 * u (0, 0)%nat - 79 * u (0, 1)%nat + 178 * u (0, 2)%nat
  + 99 * (u (1, 1)%nat - u (1, 2)%nat + u (2, 1)%nat - u (2, 2)%nat).
Proof. intro u. unfold dot, square, K3, along. simpl. ring. Qed.

Theorem not_softmax_whole_passes_2 : ~ softmax_whole_passes_2.
Proof.
  intro H. specialize (H nat nat K3 K3 K3_not_empty 1 1 100 1000 ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra)
    (across 100) (across (-100)) lean 0%nat (fun i => across_ok 100 i ltac:(lra)) (fun i => across_ok (-100) i ltac:(lra))).
  assert (N : forall i, i <> 0%nat -> across (-100) i = across 100 i) by (intros [|i] Hi; [contradiction|reflexivity]).
  specialize (H N 3%nat 1%nat ltac:(lia) ltac:(lia)). change (1 * 3)%nat with 3%nat in H. clear N.
  fold (run3 100) (run3 (-100)) in H. fold square in H. set (d := vsub (run3 100 3) (run3 (-100) 3)) in *.
  destruct (run3_first 100 (10000 / 10101) (1 / 10101) ltac:(left; lra)) as [A0 [A1 [A2 AZ]]].
  destruct (run3_first (-100) (1 / 10101) (10000 / 10101) ltac:(right; lra)) as [B0 [B1 [B2 BZ]]].
  assert (AR : forall k, (k < 3)%nat -> -100 <= run3 100 1 (0%nat, k) <= 100) by (intros [|[|[|k]]] Hk; try lia; rewrite ?A0,
      ?A1, ?A2; lra).
  assert (BR : forall k, (k < 3)%nat -> -100 <= run3 (-100) 1 (0%nat, k) <= 100) by (intros [|[|[|k]]] Hk; try lia; rewrite
      ?B0, ?B1, ?B2; lra).
  pose proof (run3_rest 100 ltac:(lra) AR AZ) as FA. pose proof (run3_rest (-100) ltac:(lra) BR BZ) as FB. cbv zeta in FA, FB.
  set (sa := smax K3 (fun k => 10 * run3 100 1 (0%nat, k))) in *. set (sb := smax K3 (fun k => 10 * run3 (-100) 1 (0%nat, k)))
      in *.
  set (ta := smax K3 (fun k => 5 * (run3 100 1 (0%nat, k) - 10 * (sa k - hot 2 k)))) in *.
  set (tb := smax K3 (fun k => 5 * (run3 (-100) 1 (0%nat, k) - 10 * (sb k - hot 2 k)))) in *.
  destruct (shares (fun k => 10 * run3 100 1 (0%nat, k))) as [PA SA]. fold sa in PA, SA.
  destruct (shares (fun k => 10 * run3 (-100) 1 (0%nat, k))) as [PB SB]. fold sb in PB, SB.
  pose proof (PA 0%nat). pose proof (PA 1%nat). pose proof (PA 2%nat). pose proof (PB 0%nat). pose proof (PB 1%nat). pose proof
      (PB 2%nat).
  assert (Hot : hot 2 0 = 0 /\ hot 2 1 = 0 /\ hot 2 2 = 1) by (unfold hot; simpl; lra). destruct Hot as [hot0 [hot1 hot2]].
  assert (I0 : In 0%nat K3 /\ In 1%nat K3 /\ In 2%nat K3) by (unfold K3; simpl; tauto). destruct I0 as [I0 [I1' I2']].
  assert (a0 : sa 0%nat <= / (1 + 400)) by (apply (behind _ 2 0 400); [assumption|lra|rewrite A0, A2; lra]).
  assert (a1 : sa 1%nat <= / (1 + 400)) by (apply (behind _ 2 1 400); [assumption|lra|rewrite A1, A2; lra]).
  assert (b0 : sb 0%nat <= / (1 + 400)) by (apply (behind _ 1 0 400); [assumption|lra|rewrite B0, B1; lra]).
  assert (b2 : sb 2%nat <= / (1 + 400)) by (apply (behind _ 1 2 400); [assumption|lra|rewrite B1, B2; lra]).
  assert (c0 : ta 0%nat <= / (1 + 400)) by (apply (behind _ 2 0 400); [assumption|lra|rewrite A0, A2, hot0, hot2; lra]).
  assert (c1 : ta 1%nat <= / (1 + 400)) by (apply (behind _ 2 1 400); [assumption|lra|rewrite A1, A2, hot1, hot2; lra]).
  assert (d0 : tb 0%nat <= / (1 + 400)) by (apply (behind _ 1 0 400); [assumption|lra|rewrite B0, B1, hot0, hot1; lra]).
  assert (d2 : tb 2%nat <= / (1 + 400)) by (apply (behind _ 1 2 400); [assumption|lra|rewrite B1, B2, hot1, hot2; lra]).
  destruct (shares (fun k => 5 * (run3 100 1 (0%nat, k) - 10 * (sa k - hot 2 k)))) as [QA TA]. fold ta in QA, TA.
  destruct (shares (fun k => 5 * (run3 (-100) 1 (0%nat, k) - 10 * (sb k - hot 2 k)))) as [QB TB]. fold tb in QB, TB.
  pose proof (QA 0%nat). pose proof (QA 1%nat). pose proof (QB 0%nat). pose proof (QB 2%nat).
  destruct (FA 0%nat ltac:(lia)) as [F00 _]. destruct (FA 1%nat ltac:(lia)) as [F01 [F11 F21]]. destruct (FA 2%nat ltac:(lia))
      as [F02 [F12 F22]].
  destruct (FB 0%nat ltac:(lia)) as [G00 _]. destruct (FB 1%nat ltac:(lia)) as [G01 [G11 G21]]. destruct (FB 2%nat ltac:(lia))
      as [G02 [G12 G22]].
  rewrite A0 in F00. rewrite A1 in F01. rewrite A2 in F02. rewrite B0 in G00. rewrite B1 in G01. rewrite B2 in G02. rewrite
      hot0, hot1, hot2 in *.
  assert (W : 28500 <= dot square d along) by (rewrite dot_along; unfold d, vsub; lra).
  pose proof (cauchy_schwarz square d along) as C.
  assert (Q : nrm square along * nrm square along = 86930) by (rewrite nrm_sqr, dot_along; unfold along; simpl; ring).
  pose proof (nrm_nonneg square along) as WP. pose proof (nrm_nonneg square d) as DP. destruct root_two as [R2 RP]. simpl INR
      in H.
  assert (U : nrm square d * nrm square along <= 200 / 3 * sqrt 2 * nrm square along) by (apply Rmult_le_compat_r; lra).
  set (w := nrm square along) in *. set (v := 200 / 3 * sqrt 2 * w) in *.
  assert (Sq : v * v = 80000 / 9 * 86930) by (unfold v; rewrite <- Q; replace 80000 with (40000 * (sqrt 2 * sqrt 2)) by lra;
      field).
  assert (28500 <= v) by lra. nra.
Qed.
