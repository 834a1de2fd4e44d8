(* lem:max_smoothness for every number of classes: the probabilities are a list of reals, C is any real.

With a = sum s^2 the left side is C + (1 - C) a - sum s^3, and a^2 <= sum s^3: the top of a parabola in a is left. *)
Require Import Reals List Lra Psatz.
From BlindAvg Require Import Constants Vectors.
Import ListNotations.
Open Scope R_scope.

Definition prob (s : list R) : Prop := (forall x, In x s -> 0 <= x) /\ lsum (fun x => x) s = 1.

Lemma moments : forall (s : list R) (a : R),
  lsum (fun x => x * ((a - x) * (a - x))) s =
  a * a * lsum (fun x => x) s - 2 * a * lsum (fun x => x * x) s + lsum (fun x => x * x * x) s.
Proof. induction s as [|x r IH]; intros; simpl; [ring|rewrite IH; ring]. Qed.

(* The variance of s under the weights s is not negative. *)
Lemma moment_cs : forall s, prob s ->
  lsum (fun x => x * x) s * lsum (fun x => x * x) s <= lsum (fun x => x * x * x) s.
Proof.
  intros s [P E]. set (a := lsum (fun x => x * x) s).
  assert (H : 0 <= lsum (fun x => x * ((a - x) * (a - x))) s).
  { apply lsum_nonneg; intros x Hx; apply Rmult_le_pos; [apply P, Hx|apply Rle_0_sqr]. }
  rewrite moments, E in H. fold a in H. lra.
Qed.

Lemma expand : forall (s : list R) C,
  lsum (fun x => simplex_term x C) s =
  C * lsum (fun x => x) s + (1 - C) * lsum (fun x => x * x) s - lsum (fun x => x * x * x) s.
Proof. unfold simplex_term. induction s as [|x r IH]; intros; simpl; [ring|rewrite IH; ring]. Qed.

Theorem max_smoothness : forall (s : list R) (C : R), (forall x, In x s -> 0 <= x) -> lsum (fun x => x) s = 1 ->
  lsum (fun x => simplex_term x C) s <= simplex_bound C.
Proof.
  intros s C P E. rewrite expand, E. pose proof (moment_cs s (conj P E)) as M.
  set (a := lsum (fun x => x * x) s) in *.
  pose proof (Rle_0_sqr (a - (1 - C) / 2)) as Q; unfold Rsqr in Q. unfold simplex_bound. lra.
Qed.

(* Uniform on k classes, at the C for which the parabola has its top there. *)
Theorem max_smoothness_sharp : forall k : nat, (0 < k)%nat ->
  let s := repeat (/ INR k) k in let C := 1 - 2 / INR k in
  prob s /\ lsum (fun x => simplex_term x C) s = simplex_uniform C (INR k) /\ simplex_uniform C (INR k) = simplex_bound C.
Proof.
  intros k Hk s C. assert (Hp : 0 < INR k) by (apply lt_0_INR; assumption).
  assert (G : forall (g : R -> R) j, lsum g (repeat (/ INR k) j) = INR j * g (/ INR k)).
  { intros g j; induction j as [|j IH]; [simpl; ring|].
    change (lsum g (repeat (/ INR k) (S j))) with (g (/ INR k) + lsum g (repeat (/ INR k) j)).
    rewrite IH, S_INR; ring. }
  unfold s, C, prob, simplex_term, simplex_uniform, simplex_bound. repeat split.
  - intros x Hx. apply repeat_spec in Hx; subst. left; apply Rinv_0_lt_compat; assumption.
  - rewrite G; field; lra.
  - rewrite G; field; lra.
  - replace 0.25 with (/ 4) by lra. field; lra.
Qed.
