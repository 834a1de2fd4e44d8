(* Theorem R for softmax regression with any numbers of classes and features: G = sqrt 2 c, beta at least Lam + c^2/2. *)
Require Import Reals List Lra Psatz Arith Lia.
From BlindAvg Require Import Constants Vectors SoftmaxCurvature BallProjection SgdRecursion TheoremR.
Import ListNotations.
Open Scope R_scope.

Section Softmax.
Context {B : Type}.
Variable Ks : list B.
Hypothesis Kne : Ks <> [].

Definition smax (z : B -> R) (b : B) : R := exp (z b) / lsum (fun k => exp (z k)) Ks.

Lemma exp_sum_pos : forall z, 0 < lsum (fun k => exp (z k)) Ks.
Proof.
  intro z. destruct Ks as [|b l]; [tauto|]. simpl. pose proof (exp_pos (z b)).
  assert (0 <= lsum (fun k => exp (z k)) l) by (apply lsum_nonneg; intros; left; apply exp_pos). lra.
Qed.

Lemma smax_pos : forall z b, 0 <= smax z b.
Proof.
  intros; left; apply Rdiv_lt_0_compat; [apply exp_pos|apply exp_sum_pos].
Qed.

Lemma smax_total : forall z, lsum (smax z) Ks = 1.
Proof.
  intro z. pose proof (exp_sum_pos z). unfold smax.
  rewrite (lsum_ext _ (fun b => / lsum (fun k => exp (z k)) Ks * exp (z b)))
    by (intros; unfold Rdiv; ring).
  rewrite lsum_scal. field. lra.
Qed.

Lemma smax_mean : forall z v, lsum (fun b => v b * exp (z b)) Ks
  = lsum (fun k => exp (z k)) Ks * lsum (fun b => smax z b * v b) Ks.
Proof.
  intros z v. pose proof (exp_sum_pos z). rewrite <- lsum_scal. apply lsum_ext.
  intros; unfold smax. field. lra.
Qed.

Lemma sum_exp_derive : forall (z w v : B -> R) t,
  derivable_pt_lim (fun t => lsum (fun b => v b * exp (z b + t * w b)) Ks) t
                   (lsum (fun b => (v b * w b) * exp (z b + t * w b)) Ks).
Proof.
  intros z w v t. clear Kne. induction Ks as [|b l IH]; simpl.
  - apply derivable_pt_lim_const.
  - apply (derivable_pt_lim_plus (fun t => v b * exp (z b + t * w b))); [|exact IH].
    replace (v b * w b * exp (z b + t * w b)) with (v b * (exp (z b + t * w b) * (0 + (1 * w b + t * 0))))
      by ring.
    apply (derivable_pt_lim_scal (fun t => exp (z b + t * w b))).
    apply (derivable_pt_lim_comp (fun t => z b + t * w b) exp).
    + apply (derivable_pt_lim_plus (fct_cte (z b)) (mult_fct id (fct_cte (w b)))).
      * apply derivable_pt_lim_const.
      * apply (derivable_pt_lim_mult id (fct_cte (w b))).
        -- apply derivable_pt_lim_id.
        -- apply derivable_pt_lim_const.
    + apply derivable_pt_lim_exp.
Qed.

(* The terms of the derivative below, as a completed square in w - 2u. *)
Lemma square_split : forall (s w u : B -> R) (l : list B),
  lsum (fun b => s b * ((w b - 4 * u b) * w b)) l + 4 * lsum (fun b => s b * (u b * u b)) l
  = lsum (fun b => s b * ((w b - 2 * u b) * (w b - 2 * u b))) l
  /\ lsum (fun b => s b * (w b - 4 * u b)) l = lsum (fun b => s b * w b) l - 4 * lsum (fun b => s b * u b) l
  /\ lsum (fun b => s b * (w b - 2 * u b)) l = lsum (fun b => s b * w b) l - 2 * lsum (fun b => s b * u b) l.
Proof.
  intros s w u l. induction l as [|b l [E1 [E2 E3]]]; simpl; [repeat split; ring|].
  rewrite E2, E3, <- E1. repeat split; ring.
Qed.

(* On the way from z' to z the function t -> <s, w - 4u> + 2t|u|^2 does not fall; its ends give the claim. *)
Theorem smax_cocoercive : forall z z',
  let u := vsub (smax z) (smax z') in 2 * dot Ks u u <= dot Ks (vsub z z') u.
Proof.
  intros z z' u. set (w := vsub z z'). set (v := fun b => w b - 4 * u b).
  set (path := fun t b => z' b + t * w b).
  set (N := fun t => lsum (fun b => v b * exp (z' b + t * w b)) Ks).
  set (Z := fun t => lsum (fun b => 1 * exp (z' b + t * w b)) Ks).
  set (dN := fun t => lsum (fun b => (v b * w b) * exp (z' b + t * w b)) Ks).
  set (dZ := fun t => lsum (fun b => (1 * w b) * exp (z' b + t * w b)) Ks).
  set (F := fun t => N t / Z t + (2 * dot Ks u u) * t).
  set (dF := fun t => (dN t * Z t - dZ t * N t) / Rsqr (Z t) + (2 * dot Ks u u) * 1).
  assert (Zp : forall t, Z t = lsum (fun k => exp (path t k)) Ks)
    by (intro t; unfold Z, path; apply lsum_ext; intros; ring).
  assert (Zpos : forall t, 0 < Z t) by (intro t; rewrite Zp; apply exp_sum_pos).
  assert (DF : forall t, 0 <= t <= 1 -> derivable_pt_lim F t (dF t)).
  { intros t _. unfold F, dF.
    apply (derivable_pt_lim_plus (fun t => N t / Z t) (fun t => (2 * dot Ks u u) * t)).
    - apply (derivable_pt_lim_div N Z); [apply sum_exp_derive|apply sum_exp_derive|].
      specialize (Zpos t). lra.
    - apply (derivable_pt_lim_scal id). apply derivable_pt_lim_id. }
  assert (Nm : forall t, N t / Z t = lsum (fun b => smax (path t) b * v b) Ks).
  { intro t. specialize (Zpos t). unfold N. change (fun b => v b * exp (z' b + t * w b))
      with (fun b => v b * exp (path t b)). rewrite smax_mean, <- Zp. field. lra. }
  assert (Pos : forall t, 0 <= dF t).
  { intro t. pose proof (Zpos t) as Zt. unfold dF.
    assert (E1 : dN t = Z t * lsum (fun b => smax (path t) b * (v b * w b)) Ks).
    { unfold dN. change (fun b => v b * w b * exp (z' b + t * w b))
        with (fun b => (v b * w b) * exp (path t b)).
      rewrite (smax_mean (path t) (fun b => v b * w b)), <- Zp. reflexivity. }
    assert (E2 : dZ t = Z t * lsum (fun b => smax (path t) b * w b) Ks).
    { unfold dZ. rewrite (lsum_ext _ (fun b => w b * exp (path t b)))
        by (intros; unfold path; ring). rewrite smax_mean, <- Zp. reflexivity. }
    assert (E3 : N t = Z t * lsum (fun b => smax (path t) b * v b) Ks).
    { rewrite <- Nm. field. lra. }
    rewrite E1, E2, E3. set (s := smax (path t)) in *. unfold Rsqr.
    replace ((Z t * lsum (fun b => s b * (v b * w b)) Ks * Z t
              - Z t * lsum (fun b => s b * w b) Ks * (Z t * lsum (fun b => s b * v b) Ks))
             / (Z t * Z t))
      with (lsum (fun b => s b * (v b * w b)) Ks
            - lsum (fun b => s b * w b) Ks * lsum (fun b => s b * v b) Ks) by (field; lra).
    destruct (square_split s w u Ks) as [S1 [S2 S3]].
    assert (P : forall i, In i Ks -> 0 <= s i) by (intros; apply smax_pos).
    assert (T1 : lsum s Ks = 1) by apply smax_total.
    pose proof (quad_nonneg Ks s (fun b => w b - 2 * u b) P T1) as Q1.
    pose proof (quad_le_half Ks s u P T1) as Q2.
    unfold quad in Q1, Q2. cbv beta in Q1. rewrite S3, <- S1 in Q1.
    unfold v. rewrite S2. nra. }
  destruct (MVT_cor2 F dF 0 1 Rlt_0_1 DF) as [t [M _]].
  assert (G : 0 <= F 1 - F 0) by (rewrite M; specialize (Pos t); lra).
  unfold F in G. rewrite !Nm in G.
  assert (P1 : forall b, path 1 b = z b) by (intro; unfold path, w, vsub; ring).
  assert (P0 : forall b, path 0 b = z' b) by (intro; unfold path, w, vsub; ring).
  assert (X : forall y y', (forall b, y b = y' b) -> forall b, smax y b = smax y' b).
  { intros y y' E b. unfold smax. rewrite E. f_equal. apply lsum_ext. intros; rewrite E; reflexivity. }
  rewrite (lsum_ext (fun b => smax (path 1) b * v b) (fun b => smax z b * v b)) in G
    by (intros; rewrite (X _ _ P1); reflexivity).
  rewrite (lsum_ext (fun b => smax (path 0) b * v b) (fun b => smax z' b * v b)) in G
    by (intros; rewrite (X _ _ P0); reflexivity).
  assert (E : lsum (fun b => smax z b * v b) Ks - lsum (fun b => smax z' b * v b) Ks
              = dot Ks w u - 4 * dot Ks u u).
  { unfold dot, v, u, vsub. clear. induction Ks as [|b l IH]; simpl; [ring|lra]. }
  lra.
Qed.

Corollary softmax_cocoercive : forall z z', let u := vsub (smax z) (smax z') in
  dot Ks u u <= smoothness_softmax_spectral 0 1 * dot Ks (vsub z z') u.
Proof. intros z z' u. pose proof (smax_cocoercive z z') as H. fold u in H. unfold smoothness_softmax_spectral. lra. Qed.

Lemma prob_square_le : forall s : B -> R, (forall b, In b Ks -> 0 <= s b) -> lsum s Ks = 1 -> dot Ks s s <= 1.
Proof.
  intros s P T. pose proof (quad_nonneg Ks s s P T) as Q. unfold quad in Q.
  assert (V : lsum (fun i => s i * (s i * s i)) Ks <= lsum (fun i => s i * s i) Ks).
  { apply lsum_le. intros i Hi.
    assert (s i <= 1).
    { rewrite <- T. clear - P Hi. induction Ks as [|b l IH]; [destruct Hi|]. simpl.
      assert (0 <= s b) by (apply P; left; reflexivity).
      assert (0 <= lsum s l) by (apply lsum_nonneg; intros; apply P; right; assumption).
      destruct Hi as [->|Hi]; [lra|].
      assert (s i <= lsum s l) by (apply IH; [intros; apply P; right; assumption|assumption]). lra. }
    specialize (P i Hi). assert (0 <= s i * s i) by nra. nra. }
  fold (dot Ks s s) in V, Q. pose proof (dot_self_nonneg Ks s). nra.
Qed.

Lemma prob_dot_le : forall p q : B -> R, (forall b, In b Ks -> 0 <= p b) -> lsum p Ks = 1 ->
  (forall b, In b Ks -> 0 <= q b) -> lsum q Ks = 1 -> dot Ks (vsub p q) (vsub p q) <= 2.
Proof.
  intros p q Pp Sp Pq Sq.
  rewrite !dot_sub_l, !dot_sub_r, (dot_sym Ks q p).
  assert (0 <= dot Ks p q).
  { unfold dot; apply lsum_nonneg; intros; apply Rmult_le_pos; [apply Pp|apply Pq]; assumption. }
  pose proof (prob_square_le p Pp Sp). pose proof (prob_square_le q Pq Sq). lra.
Qed.
End Softmax.

(* A model has an entry for each feature and class. *)
Lemma lsum_map : forall {X Y : Type} (g : Y -> R) (m : X -> Y) l,
  lsum g (map m l) = lsum (fun x => g (m x)) l.
Proof. induction l as [|x l IH]; simpl; [reflexivity|rewrite IH; reflexivity]. Qed.

Lemma lsum_prod : forall {X Y : Type} (g : X * Y -> R) (I : list X) (J : list Y),
  lsum g (list_prod I J) = lsum (fun a => lsum (fun b => g (a, b)) J) I.
Proof.
  induction I as [|a I IH]; intros; simpl; [reflexivity|].
  rewrite lsum_app, lsum_map, IH. reflexivity.
Qed.

Lemma lsum_swap : forall {X Y : Type} (g : X -> Y -> R) (I : list X) (J : list Y),
  lsum (fun a => lsum (fun b => g a b) J) I = lsum (fun b => lsum (fun a => g a b) I) J.
Proof.
  induction I as [|a I IH]; intros; simpl.
  - induction J as [|b J IHJ]; simpl; [reflexivity|rewrite <- IHJ; ring].
  - rewrite IH, <- lsum_plus. reflexivity.
Qed.

Section Model.
Context {A B : Type}.
Variables (I : list A) (Ks : list B).
Hypothesis Kne : Ks <> [].
Let J := list_prod I Ks.
Local Notation rec := ((A -> R) * (B -> R))%type.

Definition logits (x : A -> R) (f : A * B -> R) (b : B) : R := lsum (fun a => f (a, b) * x a) I.
Definition soft_grad (z : rec) (f : A * B -> R) : A * B -> R :=
  fun ab => fst z (fst ab) * (smax Ks (logits (fst z) f) (snd ab) - snd z (snd ab)).

Variables Lam beta c r : R.
Hypothesis HL : 0 < Lam.
Hypothesis Hc : 0 <= c.
Hypothesis Hr : 0 <= r.
Hypothesis Hbeta : Lam + c * c / 2 <= beta.

Definition soft_ok (z : rec) : Prop := dot I (fst z) (fst z) <= c * c /\
  (forall b, In b Ks -> 0 <= snd z b) /\ lsum (snd z) Ks = 1.

Lemma outer_sqr : forall (x : A -> R) (u : B -> R),
  dot J (fun ab => x (fst ab) * u (snd ab)) (fun ab => x (fst ab) * u (snd ab))
  = dot I x x * dot Ks u u.
Proof.
  intros x u. unfold dot at 1, J. rewrite lsum_prod. simpl.
  rewrite (lsum_ext _ (fun a => dot Ks u u * (x a * x a))).
  - rewrite lsum_scal. unfold dot. ring.
  - intros a _. unfold dot. rewrite (Rmult_comm _ (x a * x a)), <- lsum_scal. apply lsum_ext; intros; ring.
Qed.

Lemma outer_dot : forall (d : A * B -> R) (x : A -> R) (u : B -> R),
  dot J d (fun ab => x (fst ab) * u (snd ab)) = dot Ks (logits x d) u.
Proof.
  intros d x u. unfold dot, J. rewrite lsum_prod. simpl.
  rewrite (lsum_swap (fun a b => d (a, b) * (x a * u b))). apply lsum_ext. intros b _.
  unfold logits. rewrite (Rmult_comm _ (u b)), <- lsum_scal. apply lsum_ext; intros; ring.
Qed.

Lemma logits_sub : forall x f f' b, logits x (vsub f f') b = vsub (logits x f) (logits x f') b.
Proof.
  intros x f f' b. unfold logits, vsub. clear. induction I as [|a l IH]; simpl; [ring|rewrite IH; ring].
Qed.

Lemma soft_contracts : forall tau z f f', soft_ok z -> 0 <= tau -> tau * beta <= 1 ->
  nrm J (vsub (one_step soft_grad Lam tau z f) (one_step soft_grad Lam tau z f'))
  <= (1 - tau * Lam) * nrm J (vsub f f').
Proof.
  intros tau [x y] f f' [Hx _] Ht Htb. cbn [fst] in Hx.
  assert (Cc : 0 <= c * c) by apply Rle_0_sqr.
  assert (Hq : 0 <= 1 - tau * Lam) by nra.
  set (d := vsub f f'). set (u := vsub (smax Ks (logits x f)) (smax Ks (logits x f'))).
  set (Dv := fun ab : A * B => x (fst ab) * u (snd ab)).
  apply nrm_le_iff; [apply Rmult_le_pos; [assumption|apply nrm_nonneg]|].
  replace ((1 - tau * Lam) * nrm J d * ((1 - tau * Lam) * nrm J d))
    with ((1 - tau * Lam) * (1 - tau * Lam) * dot J d d) by (rewrite <- nrm_sqr; ring).
  rewrite (dot_ext J _ (vsub (vscal (1 - tau * Lam) d) (vscal tau Dv))
                     _ (vsub (vscal (1 - tau * Lam) d) (vscal tau Dv)))
    by (intros; unfold one_step, sgd_step, gradient_entry, soft_grad, Dv, u, d, vsub, vadd, vscal; simpl; ring).
  rewrite !dot_sub_l, !dot_sub_r, !dot_scal_l, !dot_scal_r, (dot_sym J Dv d).
  assert (E1 : dot J Dv Dv = dot I x x * dot Ks u u) by apply outer_sqr.
  assert (E2 : dot J d Dv = dot Ks (vsub (logits x f) (logits x f')) u).
  { unfold Dv. rewrite outer_dot. apply dot_ext; intros; [apply logits_sub|reflexivity]. }
  pose proof (smax_cocoercive Ks Kne (logits x f) (logits x f')) as Co. cbv zeta in Co. fold u in Co.
  rewrite <- E2 in Co. rewrite E1. set (q := 1 - tau * Lam) in *.
  set (p := dot J d Dv) in *. set (s := dot Ks u u) in *.
  assert (Hs : 0 <= s) by apply dot_self_nonneg.
  assert (K : tau * (c * c) <= 2 * q) by (unfold q; nra).
  assert (S1 : dot I x x * s <= c * c * s) by (apply Rmult_le_compat_r; assumption).
  assert (S2 : tau * (c * c) * s <= 2 * q * s) by (apply Rmult_le_compat_r; assumption).
  assert (S3 : q * (2 * s) <= q * p) by (apply Rmult_le_compat_l; assumption).
  assert (S4 : tau * (dot I x x * s) <= tau * (c * c * s)) by (apply Rmult_le_compat_l; assumption).
  assert (S5 : 0 <= q * s) by (apply Rmult_le_pos; assumption).
  assert (0 <= 2 * (q * p) - tau * (dot I x x * s)) by nra.
  assert (0 <= tau * (2 * (q * p) - tau * (dot I x x * s))) by (apply Rmult_le_pos; assumption).
  lra.
Qed.

Lemma soft_bounded : forall z f, soft_ok z -> nrm J (soft_grad z f) <= sqrt 2 * c.
Proof.
  intros [x y] f [Hx [Hy Sy]]. cbn [fst snd] in *.
  assert (S2 : 0 <= sqrt 2) by apply sqrt_pos.
  apply nrm_le_iff; [apply Rmult_le_pos; assumption|].
  replace (sqrt 2 * c * (sqrt 2 * c)) with (sqrt 2 * sqrt 2 * (c * c)) by ring.
  rewrite sqrt_sqrt by lra.
  change (soft_grad (x, y) f)
    with (fun ab : A * B => x (fst ab) * (vsub (smax Ks (logits x f)) y) (snd ab)).
  rewrite outer_sqr.
  assert (dot Ks (vsub (smax Ks (logits x f)) y) (vsub (smax Ks (logits x f)) y) <= 2).
  { apply prob_dot_le; [intros; apply smax_pos; exact Kne|apply smax_total; exact Kne|assumption|assumption]. }
  pose proof (dot_self_nonneg I x). pose proof (dot_self_nonneg Ks (vsub (smax Ks (logits x f)) y)). nra.
Qed.

Definition soft_train := train J soft_grad Lam beta r.

Section Neighbours.
Variables (D D' : nat -> rec) (f0 : A * B -> R) (j : nat).
Hypothesis Hok : forall i, soft_ok (D i).
Hypothesis Hok' : forall i, soft_ok (D' i).
Hypothesis Same : forall i, i <> j -> D' i = D i.

Theorem softmax_sensitivity_any : forall Bs M, (forall t, good_batch (Bs t)) -> (0 < M)%nat ->
  nrm J (vsub (soft_train D Bs f0 M) (soft_train D' Bs f0 M))
  <= 2 * (sqrt 2 * c) / (Lam * INR M) * total (fun t => weight j (Bs t)) M.
Proof.
  intros Bs M HB HM. assert (0 <= c * c) by apply Rle_0_sqr.
  apply (weighted_sensitivity J soft_grad soft_ok Lam beta (sqrt 2 * c) r) with (inside := anywhere);
    try assumption; try lra; try exact Logic.I; try (intro; exact Logic.I).
  - apply soft_contracts.
  - apply (bounded_apart _ _ J soft_grad soft_ok), soft_bounded.
Qed.

Theorem softmax_sensitivity : forall n k, (j < n)%nat -> (0 < k)%nat ->
  nrm J (vsub (soft_train D (single (cyclic n)) f0 (k * n)) (soft_train D' (single (cyclic n)) f0 (k * n)))
  <= 2 * (sqrt 2 * c) / (Lam * INR n).
Proof.
  intros n k Hj Hk. assert (0 <= c * c) by apply Rle_0_sqr.
  apply (sensitivity_single J soft_grad soft_ok Lam beta (sqrt 2 * c) r) with (inside := anywhere) (j := j);
    try assumption; try lra; try lia; try exact Logic.I; try (intro; exact Logic.I).
  - apply soft_contracts.
  - apply (bounded_apart _ _ J soft_grad soft_ok), soft_bounded.
  - apply cyclic_once; assumption.
  - apply Rmult_le_pos; [apply sqrt_pos|assumption].
Qed.
End Neighbours.
End Model.
