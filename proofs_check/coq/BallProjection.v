(* The projection onto a ball moves no two models apart, in any dimension.

Rescaling to the sphere, which is the printed line, has no Lipschitz constant at all. *)
Require Import Reals List Lra Psatz.
From BlindAvg Require Import Vectors.
Import ListNotations.
Open Scope R_scope.

Section Ball.
Context {A : Type}.
Variable I : list A.
Notation "<< u , v >>" := (dot I u v).
Notation "| u |" := (nrm I u) (at level 30, u at level 29, format "| u |").

(* Needs only the variational inequality that every projection onto a convex set has. *)
Lemma variational_nonexpansive : forall a b pa pb : A -> R,
  << vsub a pa, vsub pb pa >> <= 0 -> << vsub b pb, vsub pa pb >> <= 0 ->
  nrm I (vsub pa pb) <= nrm I (vsub a b).
Proof.
  intros a b pa pb Ha Hb.
  assert (F : << vsub pa pb, vsub pa pb >> <= << vsub a b, vsub pa pb >>).
  { rewrite !dot_sub_l, !dot_sub_r in *. rewrite (dot_sym I pb pa) in *. lra. }
  pose proof (cauchy_schwarz I (vsub a b) (vsub pa pb)) as C.
  rewrite <- (nrm_sqr I (vsub pa pb)) in F.
  pose proof (nrm_nonneg I (vsub pa pb)) as P. pose proof (nrm_nonneg I (vsub a b)) as Q.
  destruct (Req_dec (nrm I (vsub pa pb)) 0) as [E|E]; [lra|].
  apply Rmult_le_reg_r with (nrm I (vsub pa pb)); lra.
Qed.

Definition ball_factor (r : R) (u : A -> R) : R := if Rle_dec (nrm I u) r then 1 else r / nrm I u.
Definition proj (r : R) (u : A -> R) : A -> R := vscal (ball_factor r u) u.

Lemma ball_factor_range : forall r u, 0 <= r -> 0 <= ball_factor r u <= 1.
Proof.
  intros r u Hr; unfold ball_factor; destruct (Rle_dec (nrm I u) r); [lra|].
  assert (0 < nrm I u) by lra. split.
  - apply Rmult_le_pos; [assumption|left; apply Rinv_0_lt_compat; assumption].
  - apply Rmult_le_reg_r with (nrm I u); [assumption|]. field_simplify; lra.
Qed.

Lemma proj_in_ball : forall r u, 0 <= r -> nrm I (proj r u) <= r.
Proof.
  intros r u Hr. unfold proj. rewrite nrm_scal, Rabs_pos_eq by (apply ball_factor_range; assumption).
  unfold ball_factor; destruct (Rle_dec (nrm I u) r); [lra|].
  right; field; lra.
Qed.

Lemma proj_inside : forall r u, nrm I u <= r -> forall i, proj r u i = u i.
Proof.
  intros r u H i; unfold proj, ball_factor, vscal; destruct (Rle_dec (nrm I u) r); [ring|tauto].
Qed.

Lemma proj_variational : forall r u z, 0 <= r -> nrm I z <= r ->
  << vsub u (proj r u), vsub z (proj r u) >> <= 0.
Proof.
  intros r u z Hr Hz. unfold proj.
  rewrite !dot_sub_l, !dot_sub_r, !dot_scal_l, !dot_scal_r.
  set (k := ball_factor r u).
  replace (dot I u z - k * dot I u u - (k * dot I u z - k * (k * dot I u u)))
    with ((1 - k) * (dot I u z - k * dot I u u)) by ring.
  assert (K : 0 <= k <= 1) by (apply ball_factor_range; assumption).
  unfold ball_factor in k. destruct (Rle_dec (nrm I u) r); [unfold k; lra|].
  assert (N : 0 < nrm I u) by lra.
  pose proof (cauchy_schwarz I u z) as C. rewrite <- (nrm_sqr I u).
  assert (k * (nrm I u * nrm I u) = r * nrm I u) by (unfold k; field; lra).
  assert (nrm I u * nrm I z <= nrm I u * r) by (apply Rmult_le_compat_l; lra).
  assert (0 <= 1 - k) by lra.
  assert (dot I u z - k * (nrm I u * nrm I u) <= 0) by lra. nra.
Qed.

Theorem proj_nonexpansive : forall r a b, 0 <= r ->
  nrm I (vsub (proj r a) (proj r b)) <= nrm I (vsub a b).
Proof.
  intros; apply variational_nonexpansive; apply proj_variational; try assumption;
    apply proj_in_ball; assumption.
Qed.
End Ball.

(* The last printed line of alg:dpsvm and alg:dpsoftmax. *)
Definition rescale {A} (I : list A) (r : R) (u : A -> R) : A -> R := vscal (r / nrm I u) u.

Theorem rescale_not_lipschitz : forall r Lc, 0 < r -> 0 <= Lc ->
  exists (I : list nat) (a b : nat -> R),
    nrm I a <= r /\ nrm I b <= r /\ 0 < nrm I a /\ 0 < nrm I b /\
    nrm I (vsub (rescale I r a) (rescale I r b)) > Lc * nrm I (vsub a b).
Proof.
  intros r Lc Hr HL. set (e := r / (1 + Lc)).
  assert (He : 0 < e) by (apply Rdiv_lt_0_compat; lra).
  assert (Hle : Lc * e < r /\ e <= r).
  { assert (e * (1 + Lc) = r) by (unfold e; field; lra). split; nra. }
  assert (N : forall x, nrm [0%nat] (fun _ => x) = Rabs x).
  { intro x; unfold nrm, dot; simpl. replace (x * x + 0) with (Rsqr x) by (unfold Rsqr; ring).
    apply sqrt_Rsqr_abs. }
  exists [0%nat], (fun _ => e), (fun _ => - e).
  unfold rescale. rewrite !N, Rabs_Ropp, (Rabs_pos_eq e) by lra.
  unfold vsub, vscal. rewrite !N.
  replace (r / e * e - r / e * - e) with (2 * r) by (field; lra).
  replace (e - - e) with (2 * e) by ring.
  rewrite !Rabs_pos_eq by lra. repeat split; lra.
Qed.
