(* ours:gradient_diameter, the centre bound: two softmax gradients at one model lie in a ball around a multiple of that model.

|x u^T - kappa c^2 f|^2 = |x|^2 |u|^2 - 2 kappa c^2 <z, u> + kappa^2 c^4 |f|^2 with the logits z = f^T x, so that a bound m on
|u|^2 - 2 kappa <z, u> over all |z| <= r c bounds the distance to the centre; kappa = 0 is the ball around 0. *)
Require Import Reals List Lra Psatz Arith Lia.
From BlindAvg Require Import Constants Vectors BallProjection SgdRecursion TheoremR SoftmaxSensitivity.
Import ListNotations.
Open Scope R_scope.

Section Centre.
Context {A B : Type}.
Variables (I : list A) (Ks : list B) (c r kappa m : R).
Hypothesis Hc : 0 <= c.
Hypothesis Hr : 0 <= r.
Hypothesis Hk : 0 <= kappa.
Let J := list_prod I Ks.

Lemma logits_sqr : forall x (f : A * B -> R), dot Ks (logits I x f) (logits I x f) <= dot I x x * dot J f f.
Proof.
  intros x f. unfold J. unfold dot at 3. rewrite lsum_prod, (lsum_swap (fun a b => f (a, b) * f (a, b))).
  rewrite <- lsum_scal. unfold dot at 1. apply lsum_le. intros b _.
  pose proof (cauchy_schwarz_sqr I (fun a => f (a, b)) x) as C. unfold logits.
  unfold dot in C |- *. rewrite (Rmult_comm (lsum (fun i => x i * x i) I)). exact C.
Qed.

(* u stands for softmax(z) minus a label. *)
Lemma distance_to_centre : forall x u (f : A * B -> R), dot I x x <= c * c -> nrm J f <= r ->
  dot Ks u u - 2 * kappa * dot Ks (logits I x f) u <= m ->
  let g := fun ab : A * B => x (fst ab) * u (snd ab) in let centre := vscal (kappa * (c * c)) f in
  dot J (vsub g centre) (vsub g centre) <= c * c * (kappa * kappa * ((r * c) * (r * c)) + m).
Proof.
  intros x u f Hx Hf Hm g centre. unfold g, centre.
  rewrite !dot_sub_l, !dot_sub_r, !dot_scal_l, !dot_scal_r.
  rewrite (dot_sym J (fun ab : A * B => x (fst ab) * u (snd ab)) f).
  unfold J at 1 2 3. rewrite outer_sqr, outer_dot. fold J.
  apply nrm_le_iff in Hf; [|assumption].
  pose proof (dot_self_nonneg Ks u) as U. pose proof (dot_self_nonneg I x) as X. pose proof (dot_self_nonneg J f) as F.
  set (z := dot Ks (logits I x f) u) in *. set (uu := dot Ks u u) in *. set (xx := dot I x x) in *. set (ff := dot J f f) in *.
  assert (C2 : 0 <= c * c) by apply Rle_0_sqr.
  assert (S1 : xx * uu <= c * c * uu) by (apply Rmult_le_compat_r; assumption).
  assert (S2 : c * c * (uu - 2 * kappa * z) <= c * c * m) by (apply Rmult_le_compat_l; assumption).
  assert (K2 : 0 <= kappa * (c * c) * (kappa * (c * c))) by apply Rle_0_sqr.
  assert (S3 : kappa * (c * c) * (kappa * (c * c)) * ff <= kappa * (c * c) * (kappa * (c * c)) * (r * r))
    by (apply Rmult_le_compat_l; assumption).
  lra.
Qed.

Lemma logits_in_ball : forall x (f : A * B -> R), dot I x x <= c * c -> nrm J f <= r -> nrm Ks (logits I x f) <= r * c.
Proof.
  intros x f Hx Hf. apply nrm_le_iff; [apply Rmult_le_pos; assumption|].
  apply nrm_le_iff in Hf; [|assumption]. pose proof (logits_sqr x f) as L.
  pose proof (dot_self_nonneg I x). pose proof (dot_self_nonneg J f).
  assert (dot I x x * dot J f f <= c * c * (r * r)) by (apply Rmult_le_compat; assumption). lra.
Qed.

Theorem gradients_near_centre : forall (f : A * B -> R) z z', nrm J f <= r -> soft_ok I Ks c z -> soft_ok I Ks c z' ->
  (forall v y, nrm Ks v <= r * c -> (forall b, In b Ks -> 0 <= y b) -> lsum y Ks = 1 ->
     dot Ks (vsub (smax Ks v) y) (vsub (smax Ks v) y) - 2 * kappa * dot Ks v (vsub (smax Ks v) y) <= m) ->
  dot J (vsub (soft_grad I Ks z f) (soft_grad I Ks z' f)) (vsub (soft_grad I Ks z f) (soft_grad I Ks z' f))
  <= c * c * centre_bound kappa (r * c) m.
Proof.
  intros f [x y] [x' y'] Hf [Hx [Py Sy]] [Hx' [Py' Sy']] Hm. cbn [fst snd] in *.
  pose proof (distance_to_centre x (vsub (smax Ks (logits I x f)) y) f Hx Hf
    (Hm _ _ (logits_in_ball x f Hx Hf) Py Sy)) as D.
  pose proof (distance_to_centre x' (vsub (smax Ks (logits I x' f)) y') f Hx' Hf
    (Hm _ _ (logits_in_ball x' f Hx' Hf) Py' Sy')) as D'.
  cbv zeta in D, D'.
  change (soft_grad I Ks (x, y) f) with (fun ab : A * B => x (fst ab) * vsub (smax Ks (logits I x f)) y (snd ab)).
  change (soft_grad I Ks (x', y') f) with (fun ab : A * B => x' (fst ab) * vsub (smax Ks (logits I x' f)) y' (snd ab)).
  set (g := fun ab : A * B => x (fst ab) * vsub (smax Ks (logits I x f)) y (snd ab)) in *.
  set (g' := fun ab : A * B => x' (fst ab) * vsub (smax Ks (logits I x' f)) y' (snd ab)) in *.
  set (C := vscal (kappa * (c * c)) f) in *.
  (* |p - q|^2 <= 2 |p|^2 + 2 |q|^2 for the distances p, q to the centre *)
  pose proof (dot_self_nonneg J (vadd (vsub g C) (vsub g' C))) as N.
  assert (E : dot J (vsub g g') (vsub g g') = dot J (vsub (vsub g C) (vsub g' C)) (vsub (vsub g C) (vsub g' C)))
    by (apply dot_ext; intros; unfold vsub; ring).
  rewrite E. rewrite !dot_add_l, !dot_add_r in N. set (p := vsub g C) in *. set (q := vsub g' C) in *.
  rewrite !dot_sub_l, !dot_sub_r. unfold centre_bound. lra.
Qed.
End Centre.

(* Theorem R with the diameter: both runs stay in the ball, and there a replaced record moves the gradient by at most dm. *)
Section Sensitivity.
Context {A B : Type}.
Variables (I : list A) (Ks : list B).
Hypothesis Kne : Ks <> [].
Variables Lam beta c r dm : R.
Hypothesis HL : 0 < Lam.
Hypothesis Hr : 0 <= r.
Hypothesis Hd : 0 <= dm.
Hypothesis Hbeta : Lam + c * c / 2 <= beta.
Hypothesis diameter : forall z z' f, soft_ok I Ks c z -> soft_ok I Ks c z' -> nrm (list_prod I Ks) f <= r ->
  nrm (list_prod I Ks) (vsub (soft_grad I Ks z' f) (soft_grad I Ks z f)) <= dm.

Theorem diameter_sensitivity : forall (D D' : nat -> (A -> R) * (B -> R)) (f0 : A * B -> R) (j : nat),
  (forall i, soft_ok I Ks c (D i)) -> (forall i, soft_ok I Ks c (D' i)) -> (forall i, i <> j -> D' i = D i) ->
  nrm (list_prod I Ks) f0 <= r ->
  forall n k, (j < n)%nat -> (0 < k)%nat ->
  nrm (list_prod I Ks) (vsub (soft_train I Ks Lam beta r D (single (cyclic n)) f0 (k * n))
                             (soft_train I Ks Lam beta r D' (single (cyclic n)) f0 (k * n)))
  <= sensitivity (dm / 2) Lam (INR n).
Proof.
  intros D D' f0 j H1 H2 Hs Hf n k Hj Hk. assert (0 <= c * c) by apply Rle_0_sqr.
  apply (sensitivity_single (list_prod I Ks) (soft_grad I Ks) (soft_ok I Ks c) Lam beta (dm / 2) r)
    with (inside := fun f => nrm (list_prod I Ks) f <= r) (j := j); try assumption; try lra; try lia.
  - apply soft_contracts; assumption.
  - intro u. apply proj_in_ball; assumption.
  - intros z z' f Hz Hz' Hin. replace (2 * (dm / 2)) with dm by field. apply diameter; assumption.
  - apply cyclic_once; assumption.
Qed.
End Sensitivity.
