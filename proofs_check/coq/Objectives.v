(* The objectives (Lam/2) |f|^2 + loss of both learners, record by record: how steep, how smooth, how convex they are.

All of it follows from a bound on the loss gradient and from its cocoercivity. *)
Require Import Reals List Lra Psatz.
From BlindAvg Require Import Constants Vectors HuberStep SvmSensitivity SoftmaxSensitivity SmoothAveraging.
Import ListNotations.
Open Scope R_scope.

Definition objective_grad {A : Type} (Lam : R) (g : (A -> R) -> A -> R) (f : A -> R) : A -> R :=
  fun i => gradient_entry Lam (f i) (g f i).

Section Objective.
Context {A : Type}.
Variable I : list A.
Variables (Lam bl : R) (g : (A -> R) -> A -> R).
Hypothesis HL : 0 < Lam.
Hypothesis Hb : 0 <= bl.

Lemma objective_lipschitz : forall r G f, nrm I f <= r -> nrm I (g f) <= G ->
  nrm I (objective_grad Lam g f) <= Lam * r + G.
Proof.
  intros r G f Hf Hg. change (objective_grad Lam g f) with (vadd (vscal Lam f) (g f)).
  eapply Rle_trans; [apply nrm_triangle|].
  rewrite nrm_scal, Rabs_pos_eq by lra. nra.
Qed.

Hypothesis smooth : coco I bl g.

Lemma loss_lipschitz : forall f f', nrm I (vsub (g f) (g f')) <= bl * nrm I (vsub f f').
Proof.
  intros f f'. specialize (smooth f f'). set (D := vsub (g f) (g f')) in *. set (d := vsub f f') in *.
  pose proof (cauchy_schwarz I d D) as C. pose proof (nrm_nonneg I D). pose proof (nrm_nonneg I d).
  rewrite <- (nrm_sqr I D) in smooth.
  destruct (Req_dec (nrm I D) 0) as [Z|Z]; [rewrite Z; apply Rmult_le_pos; assumption|].
  apply Rmult_le_reg_r with (nrm I D); [lra|]. nra.
Qed.

Lemma loss_monotone : forall f f', 0 <= dot I (vsub f f') (vsub (g f) (g f')).
Proof.
  intros f f'. pose proof (smooth f f') as S. set (D := vsub (g f) (g f')) in *. set (d := vsub f f') in *.
  pose proof (dot_self_nonneg I D) as N. destruct (Req_dec bl 0) as [Z|Z].
  - assert (Z0 : nrm I D = 0) by (unfold nrm; replace (dot I D D) with 0 by (rewrite Z in S; lra); apply sqrt_0).
    pose proof (cauchy_schwarz I (vscal (-1) d) D) as C. rewrite Z0, dot_scal_l in C. lra.
  - apply Rmult_le_reg_l with bl; lra.
Qed.

Lemma objective_difference : forall f f' i,
  vsub (objective_grad Lam g f) (objective_grad Lam g f') i = vadd (vscal Lam (vsub f f')) (vsub (g f) (g f')) i.
Proof. intros; unfold objective_grad, gradient_entry, vadd, vsub, vscal; ring. Qed.

Lemma objective_smooth : forall f f',
  nrm I (vsub (objective_grad Lam g f) (objective_grad Lam g f')) <= (Lam + bl) * nrm I (vsub f f').
Proof.
  intros f f'. rewrite (nrm_ext I _ _ (fun i _ => objective_difference f f' i)).
  eapply Rle_trans; [apply nrm_triangle|]. rewrite nrm_scal, Rabs_pos_eq by lra.
  pose proof (loss_lipschitz f f'). lra.
Qed.

Lemma objective_strongly_convex : forall f f',
  Lam * dot I (vsub f f') (vsub f f')
  <= dot I (vsub (objective_grad Lam g f) (objective_grad Lam g f')) (vsub f f').
Proof.
  intros f f'. rewrite (dot_ext I _ _ _ (vsub f f') (fun i _ => objective_difference f f' i)) by reflexivity.
  rewrite dot_add_l, dot_scal_l, (dot_sym I (vsub (g f) (g f'))). pose proof (loss_monotone f f'). lra.
Qed.
End Objective.

Section Svm.
Context {A : Type}.
Variables (I : list A) (h Lam c : R).
Hypothesis Hh : 0 < h.
Hypothesis HL : 0 < Lam.
Hypothesis Hc : 0 <= c.

Theorem svm_lipschitz : forall r z f, svm_ok I c z -> nrm I f <= r ->
  nrm I (objective_grad Lam (svm_grad I h z) f) <= Lam * r + c.
Proof. intros; apply objective_lipschitz; [assumption..|]. apply svm_bounded; assumption. Qed.

Theorem svm_smooth : forall z f f', svm_ok I c z ->
  nrm I (vsub (objective_grad Lam (svm_grad I h z) f) (objective_grad Lam (svm_grad I h z) f'))
  <= (Lam + c * c / (2 * h)) * nrm I (vsub f f').
Proof.
  intros; apply objective_smooth; [assumption|apply c2_pos; assumption|apply huber_coco; assumption].
Qed.

Theorem svm_strongly_convex : forall z f f', svm_ok I c z ->
  Lam * dot I (vsub f f') (vsub f f')
  <= dot I (vsub (objective_grad Lam (svm_grad I h z) f) (objective_grad Lam (svm_grad I h z) f')) (vsub f f').
Proof.
  intros; apply (objective_strongly_convex I Lam (c * c / (2 * h)));
    [apply c2_pos; assumption|apply huber_coco; assumption].
Qed.
End Svm.

Section Softmax.
Context {A B : Type}.
Variables (I : list A) (Ks : list B) (Lam c : R).
Hypothesis Kne : Ks <> [].
Hypothesis HL : 0 < Lam.
Hypothesis Hc : 0 <= c.

Lemma half_square : 0 <= c * c / 2.
Proof. pose proof (Rle_0_sqr c) as Q; unfold Rsqr in Q; lra. Qed.

Theorem softmax_lipschitz : forall r z f, soft_ok I Ks c z -> nrm (list_prod I Ks) f <= r ->
  nrm (list_prod I Ks) (objective_grad Lam (soft_grad I Ks z) f) <= Lam * r + sqrt 2 * c.
Proof. intros; apply objective_lipschitz; [assumption..|]. apply soft_bounded; assumption. Qed.

Theorem softmax_smooth : forall z f f', soft_ok I Ks c z ->
  nrm (list_prod I Ks)
      (vsub (objective_grad Lam (soft_grad I Ks z) f) (objective_grad Lam (soft_grad I Ks z) f'))
  <= (Lam + c * c / 2) * nrm (list_prod I Ks) (vsub f f').
Proof. intros; apply objective_smooth; [assumption|apply half_square|apply softmax_coco; assumption]. Qed.

Theorem softmax_strongly_convex : forall z f f', soft_ok I Ks c z ->
  Lam * dot (list_prod I Ks) (vsub f f') (vsub f f')
  <= dot (list_prod I Ks)
         (vsub (objective_grad Lam (soft_grad I Ks z) f) (objective_grad Lam (soft_grad I Ks z) f')) (vsub f f').
Proof.
  intros; apply (objective_strongly_convex (list_prod I Ks) Lam (c * c / 2));
    [apply half_square|apply softmax_coco; assumption].
Qed.
End Softmax.
