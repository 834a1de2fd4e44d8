(* One step on a record that both runs share contracts by 1 - tau Lam, in any dimension.

The loss is phi (y <f, x>) with a monotone derivative of Lipschitz constant 1/mu; app:huber is mu = 2 h. A step on two
different records adds at most 2 tau c: the gradient of the regularizer is the same in both runs and cancels. *)
Require Import Reals List Lra Psatz.
From BlindAvg Require Import Constants Vectors.
Import ListNotations.
Open Scope R_scope.

(* Monotone and Lipschitz at once: the form in which both are used. *)
Definition cocoercive (mu : R) (g : R -> R) : Prop :=
  forall a b, mu * ((g a - g b) * (g a - g b)) <= (g a - g b) * (a - b).
Definition bounded1 (g : R -> R) : Prop := forall z, Rabs (g z) <= 1.

Lemma monotone_lipschitz_cocoercive : forall mu g, 0 < mu ->
  (forall a b, a <= b -> g a <= g b) ->
  (forall a b, Rabs (g a - g b) <= / mu * Rabs (a - b)) -> cocoercive mu g.
Proof.
  intros mu g Hm Mon Lip a b.
  assert (K : mu * Rabs (g a - g b) <= Rabs (a - b)).
  { apply Rmult_le_reg_l with (/ mu); [apply Rinv_0_lt_compat; assumption|].
    rewrite <- Rmult_assoc, Rinv_l by lra. rewrite Rmult_1_l. apply Lip. }
  destruct (Rle_dec a b) as [C|C].
  - specialize (Mon a b C). rewrite !Rabs_left1 in K by lra. nra.
  - assert (B : b <= a) by lra. specialize (Mon b a B). rewrite !Rabs_pos_eq in K by lra. nra.
Qed.

(* app:huber and its slope are those of Constants.v. *)
Lemma huber_slope_clamp : forall h z, 0 < h ->
  2 * h * huber_slope h z = Rmax (- (2 * h)) (Rmin 0 (z - (1 + h))).
Proof.
  intros h z Hh; unfold huber_slope, Rmax, Rmin.
  destruct (Rlt_dec (1 + h) z), (Rlt_dec z (1 - h)), (Rle_dec 0 (z - (1 + h)));
    repeat match goal with |- context [Rle_dec ?a ?b] => destruct (Rle_dec a b) end;
    try lra; field_simplify; lra.
Qed.

Lemma huber_slope_bounded : forall h, 0 < h -> bounded1 (huber_slope h).
Proof.
  intros h Hh z; pose proof (huber_slope_clamp h z Hh) as E. apply Rabs_le.
  unfold Rmax, Rmin in E.
  repeat match type of E with context [Rle_dec ?a ?b] => destruct (Rle_dec a b) end; nra.
Qed.

Lemma huber_slope_cocoercive : forall h, 0 < h -> cocoercive (2 * h) (huber_slope h).
Proof.
  intros h Hh a b; pose proof (huber_slope_clamp h a Hh) as Ea; pose proof (huber_slope_clamp h b Hh) as Eb.
  set (p := huber_slope h a) in *; set (q := huber_slope h b) in *.
  apply Rmult_le_reg_l with (2 * h); [lra|].
  replace (2 * h * (2 * h * ((p - q) * (p - q))))
    with ((2 * h * p - 2 * h * q) * (2 * h * p - 2 * h * q)) by ring.
  replace (2 * h * ((p - q) * (a - b))) with ((2 * h * p - 2 * h * q) * (a - b)) by ring.
  rewrite Ea, Eb. clear - Hh.
  set (k := fun u => Rmax (- (2 * h)) (Rmin 0 (u - (1 + h)))).
  assert (K : forall u v, u <= v -> 0 <= k v - k u <= v - u).
  { intros u v H; unfold k, Rmax, Rmin.
    destruct (Rle_dec 0 (u - (1 + h))), (Rle_dec 0 (v - (1 + h)));
    repeat match goal with |- context [Rle_dec ?s ?t] => destruct (Rle_dec s t) end; lra. }
  change ((k a - k b) * (k a - k b) <= (k a - k b) * (a - b)).
  destruct (Rle_dec a b) as [C|C].
  - specialize (K a b C). nra.
  - assert (C' : b <= a) by lra. specialize (K b a C'). nra.
Qed.

Lemma huber_curvature_top : forall h, 0 < h -> huber_curvature h 1 = / (2 * h).
Proof.
  intros h Hh; unfold huber_curvature. destruct (Rlt_dec (1 + h) 1), (Rlt_dec 1 (1 - h)); lra.
Qed.

(* The difference quotients are bracketed by the slope, which is therefore the derivative. *)
Lemma huber_quadratic_bounds : forall h z w, 0 < h ->
  huber_slope h z * (w - z) <= huber h w - huber h z
    <= huber_slope h z * (w - z) + huber_curvature h 1 / 2 * ((w - z) * (w - z)).
Proof.
  intros h z w Hh. rewrite huber_curvature_top by assumption.
  replace (/ (2 * h) / 2 * ((w - z) * (w - z))) with ((w - z) * (w - z) / (4 * h)) by (field; lra).
  assert (E : forall u, huber_slope h u = / (2 * h) * Rmax (- (2 * h)) (Rmin 0 (u - (1 + h)))).
  { intro u; rewrite <- huber_slope_clamp by assumption; field; lra. }
  assert (F : forall u, huber h u = / (4 * h) *
    (if Rlt_dec (1 + h) u then 0 else if Rlt_dec u (1 - h) then 4 * h * (1 - u)
     else (1 + h - u) * (1 + h - u))).
  { intro u; unfold huber; destruct (Rlt_dec (1 + h) u), (Rlt_dec u (1 - h)); field; lra. }
  rewrite E, !F.
  assert (P : 0 < / (4 * h)) by (apply Rinv_0_lt_compat; lra).
  replace (/ (2 * h)) with (/ (4 * h) * 2) by (field; lra).
  unfold Rdiv. rewrite (Rmult_comm ((w - z) * (w - z)) (/ (4 * h))).
  rewrite (Rmult_assoc (/ (4 * h))), (Rmult_assoc (/ (4 * h))).
  rewrite <- Rmult_minus_distr_l, <- Rmult_plus_distr_l.
  pose proof (Rle_0_sqr (w - z)) as Sq; unfold Rsqr in Sq.
  split; apply Rmult_le_compat_l; try lra; unfold Rmax, Rmin;
    destruct (Rlt_dec (1 + h) z), (Rlt_dec z (1 - h)), (Rlt_dec (1 + h) w), (Rlt_dec w (1 - h)),
      (Rle_dec 0 (z - (1 + h)));
    repeat match goal with |- context [Rle_dec ?u ?v] => destruct (Rle_dec u v) end;
    repeat match goal with
      | H : ~ (_ < _) |- _ => apply Rnot_lt_le in H
      | H : ~ (_ <= _) |- _ => apply Rnot_le_lt in H end; try lra; nra.
Qed.

Section Step.
Context {A : Type}.
Variable I : list A.
Variable g : R -> R.  (* slope of the loss in the margin *)

Definition loss_grad (x : A -> R) (y : R) (f : A -> R) : A -> R :=
  vscal (y * g (y * dot I f x)) x.
Definition sgd (tau Lam : R) (x : A -> R) (y : R) (f : A -> R) : A -> R :=
  fun i => sgd_step (f i) tau (gradient_entry Lam (f i) (loss_grad x y f i)).

Theorem shared_step_contracts : forall mu c tau Lam beta x y f f',
  cocoercive mu g -> 0 < mu -> 0 < Lam -> 0 <= tau -> tau * beta <= 1 ->
  Lam + c * c / mu <= beta -> y * y = 1 -> dot I x x <= c * c ->
  nrm I (vsub (sgd tau Lam x y f) (sgd tau Lam x y f')) <= (1 - tau * Lam) * nrm I (vsub f f').
Proof.
  intros mu c tau Lam beta x y f f' Co Hmu HL Ht Htb Hb Hy Hx.
  set (D := g (y * dot I f x) - g (y * dot I f' x)).
  set (d := vsub f f').
  assert (Cc : 0 <= c * c / mu).
  { apply Rmult_le_pos; [apply Rle_0_sqr|left; apply Rinv_0_lt_compat; assumption]. }
  assert (Hq : 0 <= 1 - tau * Lam) by nra.
  apply nrm_le_iff; [apply Rmult_le_pos; [assumption|apply nrm_nonneg]|].
  replace ((1 - tau * Lam) * nrm I d * ((1 - tau * Lam) * nrm I d))
    with ((1 - tau * Lam) * (1 - tau * Lam) * dot I d d) by (rewrite <- nrm_sqr; ring).
  rewrite (dot_ext I _ (vsub (vscal (1 - tau * Lam) d) (vscal (tau * (y * D)) x))
                     _ (vsub (vscal (1 - tau * Lam) d) (vscal (tau * (y * D)) x)))
    by (intros; unfold sgd, sgd_step, gradient_entry, loss_grad, d, D, vsub, vadd, vscal; ring).
  rewrite !dot_sub_l, !dot_sub_r, !dot_scal_l, !dot_scal_r, (dot_sym I x d).
  assert (M : mu * (D * D) <= D * (y * dot I d x)).
  { pose proof (Co (y * dot I f x) (y * dot I f' x)) as C. fold D in C.
    unfold d; rewrite dot_sub_l.
    replace (y * (dot I f x - dot I f' x)) with (y * dot I f x - y * dot I f' x) by ring. exact C. }
  set (p := dot I d x) in *. set (q := 1 - tau * Lam) in *.
  replace (q * (q * dot I d d) - q * (tau * (y * D) * p) -
           (tau * (y * D) * (q * p) - tau * (y * D) * (tau * (y * D) * dot I x x)))
    with (q * q * dot I d d - tau * (2 * q * (D * (y * p)) - tau * (D * D) * dot I x x * (y * y)))
    by ring.
  rewrite Hy, Rmult_1_r.
  assert (K : tau * (c * c / mu) <= q) by (unfold q; nra).
  assert (K' : tau * (c * c) <= q * mu).
  { apply Rmult_le_compat_r with (r := mu) in K; [|lra].
    replace (tau * (c * c / mu) * mu) with (tau * (c * c)) in K by (field; lra). exact K. }
  assert (DD : 0 <= D * D) by apply Rle_0_sqr.
  assert (S1 : q * (mu * (D * D)) <= q * (D * (y * p))) by (apply Rmult_le_compat_l; assumption).
  assert (S2 : tau * (D * D) * dot I x x <= tau * (D * D) * (c * c)).
  { apply Rmult_le_compat_l; [apply Rmult_le_pos; assumption|assumption]. }
  assert (S3 : tau * (c * c) * (D * D) <= q * mu * (D * D)) by (apply Rmult_le_compat_r; assumption).
  assert (0 <= q * (mu * (D * D))) by (apply Rmult_le_pos; [assumption|nra]).
  assert (0 <= 2 * q * (D * (y * p)) - tau * (D * D) * dot I x x) by nra.
  assert (0 <= tau * (2 * q * (D * (y * p)) - tau * (D * D) * dot I x x))
    by (apply Rmult_le_pos; assumption). lra.
Qed.

Lemma loss_grad_bound : forall c x y f, bounded1 g -> 0 <= c -> y * y = 1 -> dot I x x <= c * c ->
  nrm I (loss_grad x y f) <= c.
Proof.
  intros c x y f B Hc Hy Hx. unfold loss_grad. rewrite nrm_scal, Rabs_mult.
  assert (Ay : Rabs y = 1).
  { destruct (Rcase_abs y); [rewrite Rabs_left by assumption|rewrite Rabs_right by assumption]; nra. }
  rewrite Ay, Rmult_1_l. specialize (B (y * dot I f x)).
  assert (nrm I x <= c) by (apply nrm_le_iff; assumption).
  pose proof (nrm_nonneg I x). pose proof (Rabs_pos (g (y * dot I f x))). nra.
Qed.

(* Same model, two records: the regularizer cancels, hence no term Lam R. *)
Lemma changed_record : forall c tau Lam x y x' y' f, bounded1 g -> 0 <= c -> 0 <= tau ->
  y * y = 1 -> dot I x x <= c * c -> y' * y' = 1 -> dot I x' x' <= c * c ->
  nrm I (vsub (sgd tau Lam x y f) (sgd tau Lam x' y' f)) <= 2 * c * tau.
Proof.
  intros c tau Lam x y x' y' f B Hc Ht Hy Hx Hy' Hx'.
  rewrite (nrm_ext I _ (vscal tau (vadd (vscal (-1) (loss_grad x y f)) (loss_grad x' y' f))))
    by (intros; unfold sgd, sgd_step, gradient_entry, vsub, vadd, vscal; ring).
  rewrite nrm_scal, Rabs_pos_eq by assumption.
  pose proof (nrm_triangle I (vscal (-1) (loss_grad x y f)) (loss_grad x' y' f)) as T.
  rewrite nrm_scal in T. replace (Rabs (-1)) with 1 in T by (rewrite Rabs_left; lra).
  pose proof (loss_grad_bound c x y f B Hc Hy Hx).
  pose proof (loss_grad_bound c x' y' f B Hc Hy' Hx'). nra.
Qed.
End Step.

Theorem monotone_step_contracts : forall (A : Type) (I : list A) (g : R -> R) h c tau Lam beta x y f f',
  0 < h -> (forall a b, a <= b -> g a <= g b) ->
  (forall a b, Rabs (g a - g b) <= / (2 * h) * Rabs (a - b)) ->
  0 < Lam -> 0 <= tau -> tau * beta <= 1 -> smoothness_svm_spectral Lam c h <= beta ->
  y * y = 1 -> dot I x x <= c * c ->
  nrm I (vsub (sgd I g tau Lam x y f) (sgd I g tau Lam x y f')) <= (1 - tau * Lam) * nrm I (vsub f f').
Proof.
  intros; apply shared_step_contracts with (mu := 2 * h) (c := c) (beta := beta); try assumption; try lra.
  apply monotone_lipschitz_cocoercive; try assumption; lra.
Qed.
