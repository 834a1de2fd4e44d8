(* How far the average of local models is from the central one, for smooth losses and any split of the data:

  |avg - central| <= bl / (2 Lam) * mean |f_i - avg|

if each loss gradient is cocoercive with constant bl: c^2/2 for softmax regression, c^2/(2h) for the Huber SVM. The objectives are
(Lam/2) <f, f> + mean loss; only their stationary points are used. *)
Require Import Reals List Lra Psatz.
From BlindAvg Require Import Constants Vectors SoftmaxCurvature HuberStep BallProjection TheoremR SoftmaxSensitivity SvmSensitivity.
Import ListNotations.
Open Scope R_scope.

Section Utility.
Context {A : Type}.
Variable I : list A.
Local Notation vec := (A -> R).

Definition coco (bl : R) (g : vec -> vec) : Prop := forall f f',
  dot I (vsub (g f) (g f')) (vsub (g f) (g f')) <= bl * dot I (vsub f f') (vsub (g f) (g f')).

Definition vmean {X : Type} (v : X -> vec) (l : list X) : vec :=
  fun i => / INR (length l) * lsum (fun x => v x i) l.

Lemma dot_lsum : forall {X : Type} (v : X -> vec) l u,
  dot I u (fun i => lsum (fun x => v x i) l) = lsum (fun x => dot I u (v x)) l.
Proof.
  intros X v l u; induction l as [|x l IH]; simpl.
  - rewrite dot_sym. apply dot_zero_l.
  - rewrite <- IH, <- dot_add_r. reflexivity.
Qed.

Lemma dot_vmean : forall {X : Type} (v : X -> vec) l u,
  dot I u (vmean v l) = / INR (length l) * lsum (fun x => dot I u (v x)) l.
Proof. intros. rewrite <- dot_lsum, <- dot_scal_r. reflexivity. Qed.

Lemma len_pos : forall {X : Type} (l : list X), l <> [] -> 0 < INR (length l).
Proof. intros X l H; apply lt_0_INR; destruct l; [tauto|simpl; auto with arith]. Qed.

(* The squared norm is convex. *)
Lemma vmean_sqr : forall {X : Type} (v : X -> vec) l, l <> [] ->
  dot I (vmean v l) (vmean v l) <= / INR (length l) * lsum (fun x => dot I (v x) (v x)) l.
Proof.
  intros X v l H. pose proof (len_pos l H) as P. set (m := vmean v l).
  assert (Q : 0 <= lsum (fun x => dot I (vsub (v x) m) (vsub (v x) m)) l)
    by (apply lsum_nonneg; intros; apply dot_self_nonneg).
  rewrite (lsum_ext _ (fun x => dot I (v x) (v x) + ((-2) * dot I m (v x) + dot I m m))) in Q.
  2:{ intros x _. rewrite !dot_sub_l, !dot_sub_r, (dot_sym I (v x) m). ring. }
  rewrite !lsum_plus, lsum_scal, lsum_const in Q.
  assert (E : lsum (fun x => dot I m (v x)) l = INR (length l) * dot I m m).
  { unfold m at 3. rewrite dot_vmean. field. lra. }
  rewrite E in Q.
  apply Rmult_le_reg_l with (INR (length l)); [assumption|].
  rewrite <- Rmult_assoc, Rinv_r by lra. lra.
Qed.

Lemma vmean_sub : forall {X : Type} (v w : X -> vec) l i,
  vmean (fun x => vsub (v x) (w x)) l i = vsub (vmean v l) (vmean w l) i.
Proof.
  intros X v w l i. unfold vmean, vsub. 
  assert (E : lsum (fun x => v x i - w x i) l = lsum (fun x => v x i) l - lsum (fun x => w x i) l).
  { induction l as [|x l IH]; simpl; [ring|rewrite IH; ring]. }
  rewrite E. ring.
Qed.

(* What holds for each record holds for their mean. *)
Lemma coco_mean : forall {X : Type} bl (g : X -> vec -> vec) l, l <> [] ->
  (forall x, In x l -> coco bl (g x)) -> coco bl (fun f => vmean (fun x => g x f) l).
Proof.
  intros X bl g l Hl Hg f f'. pose proof (len_pos l Hl) as P.
  set (v := fun x => vsub (g x f) (g x f')).
  rewrite (dot_ext I _ (vmean v l) _ (vmean v l)) by (intros; symmetry; apply vmean_sub).
  rewrite (dot_ext I (vsub f f') (vsub f f') _ (vmean v l))
    by (intros; try reflexivity; symmetry; apply vmean_sub).
  eapply Rle_trans; [apply vmean_sqr; assumption|]. rewrite dot_vmean.
  replace (bl * (/ INR (length l) * lsum (fun x => dot I (vsub f f') (v x)) l))
    with (/ INR (length l) * (bl * lsum (fun x => dot I (vsub f f') (v x)) l)) by ring.
  apply Rmult_le_compat_l; [left; apply Rinv_0_lt_compat; assumption|].
  rewrite <- lsum_scal. apply lsum_le. intros x Hx. apply Hg; assumption.
Qed.

(* Half the curvature taken away, the rest is Lipschitz with half the constant: this is where the factor 1/2 comes from. *)
Lemma centred_lipschitz : forall bl g f f', 0 <= bl -> coco bl g ->
  nrm I (vsub (vsub (g f) (g f')) (vscal (bl / 2) (vsub f f'))) <= bl / 2 * nrm I (vsub f f').
Proof.
  intros bl g f f' Hb Hg. specialize (Hg f f').
  set (D := vsub (g f) (g f')) in *. set (d := vsub f f') in *.
  apply nrm_le_iff; [apply Rmult_le_pos; [lra|apply nrm_nonneg]|].
  rewrite !dot_sub_l, !dot_sub_r, !dot_scal_l, !dot_scal_r, (dot_sym I D d).
  replace (bl / 2 * nrm I d * (bl / 2 * nrm I d)) with (bl / 2 * (bl / 2) * dot I d d)
    by (rewrite <- nrm_sqr; ring). lra.
Qed.

Lemma nrm_vmean : forall {X : Type} (v : X -> vec) l, l <> [] ->
  nrm I (vmean v l) <= / INR (length l) * lsum (fun x => nrm I (v x)) l.
Proof.
  intros X v l H. pose proof (len_pos l H) as P.
  assert (T : nrm I (fun i => lsum (fun x => v x i) l) <= lsum (fun x => nrm I (v x)) l).
  { clear. induction l as [|x l IH]; simpl; [right; apply nrm_zero|].
    pose proof (nrm_triangle I (v x) (fun i => lsum (fun x => v x i) l)) as T.
    unfold vadd in T. lra. }
  change (vmean v l) with (vscal (/ INR (length l)) (fun i => lsum (fun x => v x i) l)).
  rewrite nrm_scal, Rabs_pos_eq by (left; apply Rinv_0_lt_compat; assumption).
  apply Rmult_le_compat_l; [left; apply Rinv_0_lt_compat; assumption|exact T].
Qed.

(* A user is the gradient of the local mean loss, and the local minimiser. *)
Theorem average_error : forall bl Lam (users : list ((vec -> vec) * vec)) central,
  0 <= bl -> 0 < Lam -> users <> [] ->
  (forall p, In p users -> coco bl (fst p)) ->
  (forall p, In p users -> forall i, In i I -> Lam * snd p i + fst p (snd p) i = 0) ->
  (forall i, In i I -> Lam * central i + vmean (fun p => fst p central) users i = 0) ->
  let avg := vmean snd users in
  nrm I (vsub avg central)
  <= averaging_distance bl Lam (/ INR (length users) * lsum (fun p => nrm I (vsub (snd p) avg)) users).
Proof.
  intros bl Lam users central Hb HL Hu Hco Hst Hc avg. pose proof (len_pos users Hu) as P.
  set (gall := fun f => vmean (fun p : (vec -> vec) * vec => fst p f) users).
  set (rs := vadd (vscal Lam avg) (gall avg)).
  set (v := fun p : (vec -> vec) * vec =>
        vsub (vsub (fst p avg) (fst p (snd p))) (vscal (bl / 2) (vsub avg (snd p)))).
  (* The central gradient at the average: the deviations f_i - avg sum to 0, so half the curvature drops out. *)
  assert (R1 : forall i, In i I -> rs i = vmean v users i).
  { intros i Hi. unfold rs, gall, v, vadd, vscal, vsub, vmean, avg.
    assert (E : lsum (fun p => fst p avg i - fst p (snd p) i - bl / 2 * (avg i - snd p i)) users
      = lsum (fun p => fst p avg i) users + (Lam + bl / 2) * lsum (fun p => snd p i) users
        - INR (length users) * (bl / 2 * avg i)).
    { rewrite <- (lsum_const (bl / 2 * avg i) users).
      assert (St : forall p, In p users -> fst p (snd p) i = - Lam * snd p i).
      { intros p Hp. specialize (Hst p Hp i Hi). lra. }
      clear - St. revert St. generalize avg. intros w St. induction users as [|p l IH]; simpl; [ring|].
      rewrite IH by (intros; apply St; right; assumption).
      rewrite (St p) by (left; reflexivity). ring. }
    unfold avg in E. unfold vmean in E. unfold vmean. rewrite E. field. lra. }
  assert (R2 : nrm I rs <= bl / 2 * (/ INR (length users) * lsum (fun p => nrm I (vsub (snd p) avg)) users)).
  { rewrite (nrm_ext I rs (vmean v users) R1).
    eapply Rle_trans; [apply nrm_vmean; assumption|].
    replace (bl / 2 * (/ INR (length users) * lsum (fun p => nrm I (vsub (snd p) avg)) users))
      with (/ INR (length users) * (bl / 2 * lsum (fun p => nrm I (vsub (snd p) avg)) users)) by ring.
    apply Rmult_le_compat_l; [left; apply Rinv_0_lt_compat; assumption|].
    rewrite <- lsum_scal. apply lsum_le. intros p Hp.
    rewrite (nrm_ext I (vsub (snd p) avg) (vscal (-1) (vsub avg (snd p))))
      by (intros; unfold vsub, vscal; ring).
    rewrite nrm_scal. replace (Rabs (-1)) with 1 by (rewrite Rabs_left; lra). rewrite Rmult_1_l.
    apply (centred_lipschitz bl (fst p) avg (snd p)); [assumption|apply Hco; assumption]. }
  (* The central gradient grows at least like Lam times the distance. *)
  assert (Mono : Lam * dot I (vsub avg central) (vsub avg central) <= dot I (vsub avg central) rs).
  { assert (G : coco bl gall) by (apply coco_mean; assumption).
    specialize (G avg central). set (d := vsub avg central) in *.
    rewrite (dot_ext I d d rs (vadd (vscal Lam d) (vsub (gall avg) (gall central)))).
    - rewrite dot_add_r, dot_scal_r.
      pose proof (dot_self_nonneg I (vsub (gall avg) (gall central))) as N.
      assert (0 <= dot I d (vsub (gall avg) (gall central))).
      { destruct (Req_dec bl 0) as [Z|Z].
        - assert (Z0 : nrm I (vsub (gall avg) (gall central)) = 0).
          { unfold nrm. replace (dot I (vsub (gall avg) (gall central)) (vsub (gall avg) (gall central))) with 0
              by (rewrite Z in G; lra). apply sqrt_0. }
          pose proof (cauchy_schwarz I (vscal (-1) d) (vsub (gall avg) (gall central))) as C.
          rewrite Z0, dot_scal_l in C. lra.
        - apply Rmult_le_reg_l with bl; lra. }
      lra.
    - reflexivity.
    - intros i Hi. unfold rs, d, vadd, vsub, vscal. specialize (Hc i Hi).
      fold (gall central) in Hc. lra. }
  pose proof (cauchy_schwarz I (vsub avg central) rs) as CS.
  rewrite <- nrm_sqr in Mono. set (n := nrm I (vsub avg central)) in *.
  assert (Hn : 0 <= n) by apply nrm_nonneg.
  assert (F : Lam * n <= nrm I rs).
  { destruct (Req_dec n 0) as [Z|Z]; [rewrite Z, Rmult_0_r; apply nrm_nonneg|].
    apply Rmult_le_reg_l with n; lra. }
  apply Rmult_le_reg_l with Lam; [assumption|]. unfold averaging_distance.
  replace (Lam * (bl / 2 * (/ INR (length users) * lsum (fun p => nrm I (vsub (snd p) avg)) users) / Lam))
    with (bl / 2 * (/ INR (length users) * lsum (fun p => nrm I (vsub (snd p) avg)) users)) by (field; lra).
  lra.
Qed.
End Utility.

(* Both learners meet the premise, record by record. *)
Theorem softmax_coco : forall (A B : Type) (I : list A) (Ks : list B) c z, Ks <> [] ->
  soft_ok I Ks c z -> coco (list_prod I Ks) (c * c / 2) (soft_grad I Ks z).
Proof.
  intros A B I Ks c [x y] Kne [Hx _] f f'. cbn [fst] in Hx.
  set (u := vsub (smax Ks (logits I x f)) (smax Ks (logits I x f'))).
  set (Dv := fun ab : A * B => x (fst ab) * u (snd ab)).
  assert (E : forall i, vsub (soft_grad I Ks (x, y) f) (soft_grad I Ks (x, y) f') i = Dv i)
    by (intro; unfold soft_grad, Dv, u, vsub; simpl; ring).
  rewrite (dot_ext _ _ Dv _ Dv) by (intros; apply E).
  rewrite (dot_ext _ (vsub f f') (vsub f f') _ Dv) by (intros; try reflexivity; apply E).
  unfold Dv at 1 2 3. rewrite outer_sqr, outer_dot.
  rewrite (dot_ext Ks (logits I x (vsub f f')) (vsub (logits I x f) (logits I x f')) u u)
    by (intros; try reflexivity; apply logits_sub).
  pose proof (smax_cocoercive Ks Kne (logits I x f) (logits I x f')) as Co. cbv zeta in Co. fold u in Co.
  pose proof (dot_self_nonneg Ks u). pose proof (dot_self_nonneg I x).
  assert (0 <= c * c) by apply Rle_0_sqr. nra.
Qed.

Theorem huber_coco : forall (A : Type) (I : list A) h c z, 0 < h -> svm_ok I c z ->
  coco I (c * c / (2 * h)) (svm_grad I h z).
Proof.
  intros A I h c [x y] Hh [Hy Hx] f f'. cbn [fst snd] in *.
  set (D := huber_slope h (y * dot I f x) - huber_slope h (y * dot I f' x)).
  assert (E : forall i, vsub (svm_grad I h (x, y) f) (svm_grad I h (x, y) f') i = vscal (y * D) x i)
    by (intro; unfold svm_grad, loss_grad, D, vsub, vscal; simpl; ring).
  rewrite (dot_ext _ _ (vscal (y * D) x) _ (vscal (y * D) x)) by (intros; apply E).
  rewrite (dot_ext _ (vsub f f') (vsub f f') _ (vscal (y * D) x)) by (intros; try reflexivity; apply E).
  rewrite !dot_scal_l, !dot_scal_r, dot_sub_l.
  pose proof (huber_slope_cocoercive h Hh (y * dot I f x) (y * dot I f' x)) as Co. fold D in Co.
  replace (y * D * (y * D * dot I x x)) with (y * y * (D * D) * dot I x x) by ring. rewrite Hy.
  replace (y * D * (dot I f x - dot I f' x)) with (D * (y * dot I f x - y * dot I f' x)) by ring.
  set (q := D * (y * dot I f x - y * dot I f' x)) in *.
  assert (0 <= D * D) by apply Rle_0_sqr. pose proof (dot_self_nonneg I x).
  assert (0 <= c * c) by apply Rle_0_sqr.
  apply Rle_trans with (c * c * (D * D)); [nra|].
  replace (c * c / (2 * h) * q) with (c * c * (/ (2 * h) * q)) by (field; lra).
  apply Rmult_le_compat_l; [assumption|].
  apply Rmult_le_reg_l with (2 * h); [lra|].
  replace (2 * h * (/ (2 * h) * q)) with q by (field; lra). lra.
Qed.

(* Their constants are the smoothness of the objective without the regularizer. *)
Corollary softmax_loss_smooth : forall (A B : Type) (I : list A) (Ks : list B) c z, Ks <> [] ->
  soft_ok I Ks c z -> coco (list_prod I Ks) (smoothness_softmax_spectral 0 c) (soft_grad I Ks z).
Proof. intros. unfold smoothness_softmax_spectral. rewrite Rplus_0_l. apply softmax_coco; assumption. Qed.

Corollary huber_loss_smooth : forall (A : Type) (I : list A) h c z, 0 < h -> svm_ok I c z ->
  coco I (smoothness_svm_spectral 0 c h) (svm_grad I h z).
Proof. intros. unfold smoothness_svm_spectral. rewrite Rplus_0_l. apply huber_coco; assumption. Qed.
