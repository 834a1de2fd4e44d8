(* Vectors of any dimension.

A vector is a function on an index type, read on a finite list of indices: the dimension is the length of that list
and is never fixed. Sums, scalar products and the Euclidean norm are defined here and nowhere else. *)
Require Import Reals List Lra Psatz.
Import ListNotations.
Open Scope R_scope.

Section Sums.
Context {A : Type}.

Fixpoint lsum (f : A -> R) (l : list A) : R :=
  match l with [] => 0 | x :: r => f x + lsum f r end.

Lemma lsum_ext : forall f g l, (forall x, In x l -> f x = g x) -> lsum f l = lsum g l.
Proof.
  intros f g l; induction l as [|x r IH]; simpl; intros H; [reflexivity|].
  rewrite H by (left; reflexivity). rewrite IH; [reflexivity|].
  intros; apply H; right; assumption.
Qed.

Lemma lsum_plus : forall f g l, lsum (fun x => f x + g x) l = lsum f l + lsum g l.
Proof. induction l as [|x r IH]; simpl; [ring|rewrite IH; ring]. Qed.

Lemma lsum_scal : forall a f l, lsum (fun x => a * f x) l = a * lsum f l.
Proof. induction l as [|x r IH]; simpl; [ring|rewrite IH; ring]. Qed.

Lemma lsum_nonneg : forall f l, (forall x, In x l -> 0 <= f x) -> 0 <= lsum f l.
Proof.
  induction l as [|x r IH]; simpl; intros H; [lra|].
  assert (0 <= f x) by (apply H; left; reflexivity).
  assert (0 <= lsum f r) by (apply IH; intros; apply H; right; assumption). lra.
Qed.

Lemma lsum_le : forall f g l, (forall x, In x l -> f x <= g x) -> lsum f l <= lsum g l.
Proof.
  induction l as [|x r IH]; simpl; intros H; [lra|].
  assert (f x <= g x) by (apply H; left; reflexivity).
  assert (lsum f r <= lsum g r) by (apply IH; intros; apply H; right; assumption). lra.
Qed.

Lemma lsum_const : forall a l, lsum (fun _ => a) l = INR (length l) * a.
Proof.
  induction l as [|x r IH]; [simpl; ring|].
  change (lsum (fun _ : A => a) (x :: r)) with (a + lsum (fun _ => a) r).
  rewrite IH. change (length (x :: r)) with (S (length r)). rewrite S_INR. ring.
Qed.

Lemma lsum_app : forall f l m, lsum f (l ++ m) = lsum f l + lsum f m.
Proof. induction l as [|x r IH]; simpl; intros; [ring|rewrite IH; ring]. Qed.

Definition vadd (u v : A -> R) : A -> R := fun i => u i + v i.
Definition vsub (u v : A -> R) : A -> R := fun i => u i - v i.
Definition vscal (a : R) (u : A -> R) : A -> R := fun i => a * u i.
Definition vzero : A -> R := fun _ => 0.

Variable I : list A.
Definition dot (u v : A -> R) : R := lsum (fun i => u i * v i) I.
Definition nrm (u : A -> R) : R := sqrt (dot u u).

Lemma dot_sym : forall u v, dot u v = dot v u.
Proof. intros; unfold dot; apply lsum_ext; intros; ring. Qed.
Lemma dot_add_l : forall u v w, dot (vadd u v) w = dot u w + dot v w.
Proof. intros; unfold dot, vadd; rewrite <- lsum_plus; apply lsum_ext; intros; ring. Qed.
Lemma dot_sub_l : forall u v w, dot (vsub u v) w = dot u w - dot v w.
Proof.
  intros; unfold dot, vsub; induction I as [|x r IH]; simpl; [ring|rewrite IH; ring].
Qed.
Lemma dot_scal_l : forall a u w, dot (vscal a u) w = a * dot u w.
Proof. intros; unfold dot, vscal; rewrite <- lsum_scal; apply lsum_ext; intros; ring. Qed.
Lemma dot_add_r : forall u v w, dot w (vadd u v) = dot w u + dot w v.
Proof. intros; rewrite dot_sym, dot_add_l, (dot_sym u), (dot_sym v); reflexivity. Qed.
Lemma dot_sub_r : forall u v w, dot w (vsub u v) = dot w u - dot w v.
Proof. intros; rewrite dot_sym, dot_sub_l, (dot_sym u), (dot_sym v); reflexivity. Qed.
Lemma dot_scal_r : forall a u w, dot w (vscal a u) = a * dot w u.
Proof. intros; rewrite dot_sym, dot_scal_l, (dot_sym u); reflexivity. Qed.
Lemma dot_zero_l : forall u, dot vzero u = 0.
Proof. intros; unfold dot, vzero; induction I as [|x r IH]; simpl; [ring|rewrite IH; ring]. Qed.

Lemma dot_ext : forall u u' v v', (forall i, In i I -> u i = u' i) ->
  (forall i, In i I -> v i = v' i) -> dot u v = dot u' v'.
Proof. intros; unfold dot; apply lsum_ext; intros; rewrite H, H0 by assumption; ring. Qed.

Lemma dot_self_nonneg : forall u, 0 <= dot u u.
Proof. intros; unfold dot; apply lsum_nonneg; intros; apply Rle_0_sqr. Qed.

Lemma nrm_nonneg : forall u, 0 <= nrm u.
Proof. intros; apply sqrt_pos. Qed.
Lemma nrm_sqr : forall u, nrm u * nrm u = dot u u.
Proof. intros; apply sqrt_sqrt, dot_self_nonneg. Qed.

Lemma nrm_le_iff : forall u b, 0 <= b -> (nrm u <= b <-> dot u u <= b * b).
Proof.
  intros u b Hb; rewrite <- nrm_sqr; pose proof (nrm_nonneg u); split; intro H1.
  - apply Rmult_le_compat; assumption.
  - apply Rsqr_incr_0; unfold Rsqr; assumption.
Qed.

(* By the discriminant, which also covers v = 0. *)
Lemma cauchy_schwarz_sqr : forall u v, dot u v * dot u v <= dot u u * dot v v.
Proof.
  intros u v.
  set (a := dot u u). set (b := dot u v). set (c := dot v v).
  assert (Q : forall t, 0 <= a - 2 * t * b + t * t * c).
  { intro t. replace (a - 2 * t * b + t * t * c)
      with (dot (vsub u (vscal t v)) (vsub u (vscal t v))).
    - apply dot_self_nonneg.
    - rewrite !dot_sub_l, !dot_sub_r, !dot_scal_l, !dot_scal_r, (dot_sym v u).
      unfold a, b, c; ring. }
  assert (Hc : 0 <= c) by apply dot_self_nonneg.
  destruct (Req_dec c 0) as [E|E].
  - rewrite E. destruct (Req_dec b 0) as [Eb|Eb]; [rewrite Eb; lra|].
    specialize (Q ((a + 1) / (2 * b))). rewrite E in Q.
    replace (a - 2 * ((a + 1) / (2 * b)) * b + (a + 1) / (2 * b) * ((a + 1) / (2 * b)) * 0)
      with (-1) in Q by (field; assumption). lra.
  - specialize (Q (b / c)).
    replace (a - 2 * (b / c) * b + b / c * (b / c) * c) with ((a * c - b * b) / c) in Q
      by (field; assumption).
    assert (0 < c) by lra.
    assert (0 <= (a * c - b * b) / c * c) by (apply Rmult_le_pos; lra).
    replace ((a * c - b * b) / c * c) with (a * c - b * b) in H0 by (field; assumption). lra.
Qed.

Lemma cauchy_schwarz : forall u v, dot u v <= nrm u * nrm v.
Proof.
  intros u v. pose proof (cauchy_schwarz_sqr u v).
  rewrite <- (nrm_sqr u), <- (nrm_sqr v) in H.
  pose proof (nrm_nonneg u); pose proof (nrm_nonneg v).
  destruct (Rle_dec (dot u v) 0).
  - assert (0 <= nrm u * nrm v) by (apply Rmult_le_pos; assumption). lra.
  - apply Rsqr_incr_0; unfold Rsqr; [nra|lra|apply Rmult_le_pos; assumption].
Qed.

Lemma nrm_triangle : forall u v, nrm (vadd u v) <= nrm u + nrm v.
Proof.
  intros u v. pose proof (nrm_nonneg u); pose proof (nrm_nonneg v).
  apply nrm_le_iff; [lra|].
  rewrite !dot_add_l, !dot_add_r, (dot_sym v u), <- !nrm_sqr.
  pose proof (cauchy_schwarz u v). nra.
Qed.

Lemma nrm_scal : forall a u, nrm (vscal a u) = Rabs a * nrm u.
Proof.
  intros; unfold nrm; rewrite dot_scal_l, dot_scal_r, <- Rmult_assoc.
  rewrite sqrt_mult_alt by apply Rle_0_sqr. f_equal. apply sqrt_Rsqr_abs.
Qed.

Lemma nrm_ext : forall u v, (forall i, In i I -> u i = v i) -> nrm u = nrm v.
Proof. intros; unfold nrm; f_equal; apply dot_ext; assumption. Qed.

Lemma nrm_zero_coord : forall u, nrm u = 0 -> forall i, In i I -> u i = 0.
Proof.
  intros u H. assert (D : dot u u = 0) by (rewrite <- nrm_sqr, H; ring). clear H.
  unfold dot in D. induction I as [|x r IH]; simpl in *; [tauto|].
  assert (0 <= lsum (fun i => u i * u i) r) by (apply lsum_nonneg; intros; apply Rle_0_sqr).
  pose proof (Rle_0_sqr (u x)) as Hx; unfold Rsqr in Hx.
  intros i [->|Hi]; [apply Rsqr_0_uniq; unfold Rsqr; lra|apply IH; [lra|assumption]].
Qed.
End Sums.
