(* The printed line f <- R f / |f| of alg:dpsvm breaks the sensitivity that is claimed for it.

h = 1/10, c = sqrt 2, Lam = 1, R = 2, start at 0. Every record is ((1, 0), +1) but the first that is visited, which is
((1, 1), +1) or ((1, -1), +1). After any number of steps the two models are 2 sqrt 2 apart, whatever n is. *)
Require Import Reals List Lra Psatz Arith Lia.
From BlindAvg Require Import Constants Vectors BallProjection SgdRecursion HuberStep.
Import ListNotations.
Open Scope R_scope.

Definition I2 : list nat := [0%nat; 1%nat].
Definition vec2 (a b : R) : nat -> R := fun i => match i with O => a | S O => b | _ => 0 end.

Lemma dot2 : forall u v, dot I2 u v = u 0%nat * v 0%nat + u 1%nat * v 1%nat.
Proof. intros; unfold dot, I2; simpl; ring. Qed.

Section Printed.
Variables (beta s : R) (idx : nat -> nat).
Hypothesis Hb : 1 < beta.
Hypothesis Hs : s = 1 \/ s = -1.
Hypothesis first : idx 1%nat = 0%nat.

Definition X (i : nat) : nat -> R := match i with O => vec2 1 s | _ => vec2 1 0 end.

(* All labels are +1. *)
Fixpoint printed (t : nat) : nat -> R :=
  match t with
  | O => vzero
  | S p => rescale I2 2 (sgd I2 (huber_slope (1 / 10)) (rate 1 beta (S p) / 1) 1 (X (idx (S p))) 1 (printed p))
  end.

Lemma s_sqr : s * s = 1.
Proof. destruct Hs as [-> | ->]; ring. Qed.

Lemma rate_range : forall t, 0 < rate 1 beta (S t) < 1.
Proof.
  intro t. destruct (rate_scale 1 beta (S t)) as [E P]; [lra|lra|lia|].
  assert (rate 1 beta (S t) <= 1 / beta) by (rewrite rate_min by (lra || lia); apply Rmin_l).
  assert (1 / beta < 1).
  { apply Rmult_lt_reg_r with beta; [lra|]. field_simplify; lra. }
  split; [nra|lra].
Qed.

(* A model on the diagonal ray is sent to the same point of the sphere, however short it is. *)
Lemma rescale_ray : forall u k, 0 < k -> u 0%nat = k -> u 1%nat = k * s ->
  rescale I2 2 u 0%nat = sqrt 2 /\ rescale I2 2 u 1%nat = sqrt 2 * s.
Proof.
  intros u k Hk E0 E1.
  assert (N : nrm I2 u = k * sqrt 2).
  { unfold nrm. rewrite dot2, E0, E1.
    replace (k * k + k * s * (k * s)) with (k * k * (1 + s * s)) by ring. rewrite s_sqr.
    rewrite sqrt_mult by nra. rewrite sqrt_square by lra. f_equal. }
  unfold rescale, vscal. rewrite N, E0, E1.
  assert (Q : sqrt 2 * sqrt 2 = 2) by (apply sqrt_sqrt; lra).
  assert (P : 0 < sqrt 2) by (apply sqrt_lt_R0; lra).
  assert (E : 2 / (k * sqrt 2) * k = sqrt 2).
  { rewrite <- Q at 1. field. lra. }
  split; [exact E|]. rewrite <- Rmult_assoc, E. reflexivity.
Qed.

Lemma sqrt2_big : 11 / 10 < sqrt 2.
Proof.
  assert (Q : sqrt 2 * sqrt 2 = 2) by (apply sqrt_sqrt; lra).
  assert (P : 0 < sqrt 2) by (apply sqrt_lt_R0; lra). nra.
Qed.

Lemma huber_slope_flat : forall z, 11 / 10 < z -> huber_slope (1 / 10) z = 0.
Proof. intros z H; unfold huber_slope. destruct (Rlt_dec (1 + 1 / 10) z); lra. Qed.

Theorem printed_stuck : forall t, printed (S t) 0%nat = sqrt 2 /\ printed (S t) 1%nat = sqrt 2 * s.
Proof.
  induction t as [|t [IH0 IH1]].
  - cbn [printed]. rewrite first. pose proof (rate_range 0) as [Rp _].
    set (a := rate 1 beta 1) in *.
    assert (H0 : huber_slope (1 / 10) (1 * dot I2 vzero (X 0)) = -1).
    { rewrite dot_zero_l. unfold huber_slope.
      destruct (Rlt_dec (1 + 1 / 10) (1 * 0)); [lra|].
      destruct (Rlt_dec (1 * 0) (1 - 1 / 10)); [reflexivity|lra]. }
    apply rescale_ray with (k := a); [assumption| |];
      unfold sgd, sgd_step, gradient_entry, loss_grad, vsub, vadd, vscal; rewrite H0; unfold vzero, X, vec2; field.
  - set (f := printed (S t)) in *.
    pose proof (rate_range (S t)) as [Rp R1]. set (a := rate 1 beta (S (S t))) in *.
    change (rescale I2 2 (sgd I2 (huber_slope (1 / 10)) (a / 1) 1 (X (idx (S (S t)))) 1 f) 0%nat = sqrt 2 /\
            rescale I2 2 (sgd I2 (huber_slope (1 / 10)) (a / 1) 1 (X (idx (S (S t)))) 1 f) 1%nat = sqrt 2 * s).
    pose proof sqrt2_big as Q.
    assert (H0 : huber_slope (1 / 10) (1 * dot I2 f (X (idx (S (S t))))) = 0).
    { apply huber_slope_flat. rewrite dot2, IH0, IH1. pose proof s_sqr as S2.
      destruct (idx (S (S t))); simpl; nra. }
    apply rescale_ray with (k := (1 - a) * sqrt 2).
    + apply Rmult_lt_0_compat; lra.
    + unfold sgd, sgd_step, gradient_entry, loss_grad, vsub, vadd, vscal. rewrite H0, IH0. field.
    + unfold sgd, sgd_step, gradient_entry, loss_grad, vsub, vadd, vscal. rewrite H0, IH1. field.
Qed.
End Printed.

Theorem printed_distance : forall beta idx M, 1 < beta -> idx 1%nat = 0%nat -> (0 < M)%nat ->
  nrm I2 (vsub (printed beta 1 idx M) (printed beta (-1) idx M)) = 2 * sqrt 2.
Proof.
  intros beta idx M Hb H1 HM. destruct M as [|M]; [lia|].
  destruct (printed_stuck beta 1 idx Hb (or_introl eq_refl) H1 M) as [A0 A1].
  destruct (printed_stuck beta (-1) idx Hb (or_intror eq_refl) H1 M) as [B0 B1].
  unfold nrm. rewrite dot2. unfold vsub. rewrite A0, A1, B0, B1.
  replace ((sqrt 2 - sqrt 2) * (sqrt 2 - sqrt 2) + (sqrt 2 * 1 - sqrt 2 * -1) * (sqrt 2 * 1 - sqrt 2 * -1))
    with ((2 * sqrt 2) * (2 * sqrt 2)) by ring.
  apply sqrt_square. pose proof (sqrt_pos 2). lra.
Qed.

(* 2 sqrt 2 against the claimed (4 + 2 sqrt 2)/n. *)
Theorem printed_claim_false : forall beta n k, 1 < beta -> (3 <= n)%nat -> (0 < k)%nat ->
  nrm I2 (vsub (printed beta 1 (cyclic n) (k * n)) (printed beta (-1) (cyclic n) (k * n)))
  > 2 * (1 * 2 + sqrt 2) / (1 * INR n).
Proof.
  intros beta n k Hb Hn Hk. rewrite printed_distance; [|assumption| |nia].
  2:{ unfold cyclic. simpl. destruct n as [|n]; [lia|]. apply Nat.mod_small. lia. }
  assert (Hr : 3 <= INR n) by (replace 3 with (INR 3) by (simpl; ring); apply le_INR; assumption).
  pose proof sqrt2_big.
  apply Rlt_gt, Rmult_lt_reg_r with (1 * INR n); [lra|].
  replace (2 * (1 * 2 + sqrt 2) / (1 * INR n) * (1 * INR n)) with (2 * (1 * 2 + sqrt 2)) by (field; lra).
  nra.
Qed.

Lemma records_clipped : forall s i, s = 1 \/ s = -1 -> dot I2 (X s i) (X s i) <= sqrt 2 * sqrt 2.
Proof.
  intros s i H. rewrite sqrt_sqrt by lra. rewrite dot2.
  assert (s * s = 1) by (destruct H as [-> | ->]; ring). destruct i; simpl; lra.
Qed.
