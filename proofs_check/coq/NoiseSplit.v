(* The noise of the users adds up exactly: variances of independent laws are summed, so that shares of sigma^2/(t w) from t w honest
users make sigma^2, and fewer honest users leave that much less.

A law is a finite list of pairs (probability, value); the sum of two independent ones is their convolution. *)
Require Import Reals List Lra Psatz.
From BlindAvg Require Import Constants Vectors SoftmaxSensitivity.
Import ListNotations.
Open Scope R_scope.

Definition law : Type := list (R * R).
Definition expect (g : R -> R) (d : law) : R := lsum (fun p => fst p * g (snd p)) d.
Definition mass (d : law) : R := expect (fun _ => 1) d.
Definition mean (d : law) : R := expect (fun x => x) d.
Definition variance (d : law) : R := expect (fun x => (x - mean d) * (x - mean d)) d.
Definition convolved (d e : law) : law :=
  map (fun pq => (fst (fst pq) * fst (snd pq), snd (fst pq) + snd (snd pq))) (list_prod d e).
Fixpoint sum_of (ds : list law) : law :=
  match ds with [] => [(1, 0)] | d :: rest => convolved d (sum_of rest) end.

Lemma expect_convolved : forall g d e, expect g (convolved d e) = expect (fun x => expect (fun y => g (x + y)) e) d.
Proof.
  intros g d e. unfold expect at 1 2, convolved. rewrite lsum_map, lsum_prod. apply lsum_ext. intros p _.
  unfold expect. rewrite <- lsum_scal. apply lsum_ext. intros q _. simpl. ring.
Qed.

Lemma expect_quadratic : forall a b c d,
  expect (fun x => a * (x * x) + b * x + c) d = a * expect (fun x => x * x) d + b * mean d + c * mass d.
Proof.
  intros a b c d. unfold mean, mass, expect. induction d as [|p d IH]; simpl; [ring|]. rewrite IH. ring.
Qed.

Lemma expect_same : forall g g' d, (forall x, g x = g' x) -> expect g d = expect g' d.
Proof. intros g g' d H. unfold expect. apply lsum_ext. intros; rewrite H; reflexivity. Qed.

Lemma variance_moments : forall d, mass d = 1 -> variance d = expect (fun x => x * x) d - mean d * mean d.
Proof.
  intros d M. unfold variance.
  rewrite (expect_same _ (fun x => 1 * (x * x) + (-2 * mean d) * x + mean d * mean d)) by (intro; ring).
  rewrite expect_quadratic, M. ring.
Qed.

Lemma mass_convolved : forall d e, mass d = 1 -> mass e = 1 -> mass (convolved d e) = 1.
Proof.
  intros d e Hd He. unfold mass. rewrite expect_convolved.
  rewrite (expect_same _ (fun _ => 1)) by (intro; exact He). exact Hd.
Qed.

Lemma mean_convolved : forall d e, mass d = 1 -> mass e = 1 -> mean (convolved d e) = mean d + mean e.
Proof.
  intros d e Hd He. unfold mean at 1. rewrite expect_convolved.
  rewrite (expect_same _ (fun x => 0 * (x * x) + 1 * x + mean e)).
  - rewrite expect_quadratic, Hd. ring.
  - intro x. rewrite (expect_same _ (fun y => 0 * (y * y) + 1 * y + x)) by (intro; ring).
    rewrite expect_quadratic, He. ring.
Qed.

Theorem variance_convolved : forall d e, mass d = 1 -> mass e = 1 -> variance (convolved d e) = variance d + variance e.
Proof.
  intros d e Hd He. rewrite !variance_moments by (try apply mass_convolved; assumption).
  rewrite mean_convolved, expect_convolved by assumption.
  rewrite (expect_same _ (fun x => 1 * (x * x) + (2 * mean e) * x + expect (fun y => y * y) e)).
  - rewrite expect_quadratic, Hd. ring.
  - intro x. rewrite (expect_same _ (fun y => 1 * (y * y) + (2 * x) * y + x * x)) by (intro; ring).
    rewrite expect_quadratic, He. ring.
Qed.

Theorem variance_of_sum : forall ds, (forall d, In d ds -> mass d = 1) ->
  mass (sum_of ds) = 1 /\ variance (sum_of ds) = lsum variance ds.
Proof.
  induction ds as [|d ds IH]; intros H; cbn [sum_of lsum].
  - unfold variance, mean, mass, expect. simpl. split; ring.
  - destruct IH as [M V]; [intros; apply H; right; assumption|].
    assert (Md : mass d = 1) by (apply H; left; reflexivity).
    split; [apply mass_convolved; assumption|]. rewrite variance_convolved, V by assumption. reflexivity.
Qed.

Theorem noise_split : forall (sigma t w : R) (honest : list law), 0 < t * w ->
  (forall d, In d honest -> mass d = 1 /\ variance d = noise_per_user sigma t w * noise_per_user sigma t w) ->
  variance (sum_of honest) = effective_noise sigma (INR (length honest)) t w * effective_noise sigma (INR (length honest)) t w.
Proof.
  intros sigma t w honest. unfold noise_per_user, effective_noise. generalize (t * w). intros s Hs H.
  assert (Q : sqrt s * sqrt s = s) by (apply sqrt_sqrt; lra).
  assert (P : 0 < sqrt s) by (apply sqrt_lt_R0; assumption).
  destruct (variance_of_sum honest) as [_ V]; [intros d Hd; apply (H d Hd)|]. rewrite V.
  rewrite (lsum_ext _ (fun _ => sigma * sigma / s)).
  - rewrite lsum_const. rewrite <- (sqrt_sqrt (INR (length honest)) (pos_INR _)) at 1. rewrite <- Q at 1. field. lra.
  - intros d Hd. rewrite (proj2 (H d Hd)).
    apply Rmult_eq_reg_r with s; [|lra]. rewrite <- Q at 3. field_simplify; lra.
Qed.
