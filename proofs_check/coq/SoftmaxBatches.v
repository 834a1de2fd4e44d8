(* Softmax regression on batches in cyclic order whose sums are divided by b: 2 sqrt 2 c/(Lam n), also if b does not divide n. *)
Require Import Reals List Lra.
From BlindAvg Require Import Constants Vectors SgdRecursion TheoremR SoftmaxSensitivity Batches.
Open Scope R_scope.

Theorem softmax_fixed_divisor : forall (A B : Type) (I : list A) (Ks : list B), Ks <> nil ->
  forall Lam beta c r : R, 0 < Lam -> 0 <= c -> 0 <= r -> smoothness_softmax_spectral Lam c <= beta ->
  forall (D D' : nat -> (A -> R) * (B -> R)) (f0 : A * B -> R) (j : nat),
  (forall i, soft_ok I Ks c (D i)) -> (forall i, soft_ok I Ks c (D' i)) -> (forall i, i <> j -> D' i = D i) ->
  forall n b u k, (0 < b)%nat -> (0 < k)%nat -> (j < n)%nat -> (n <= b * u)%nat ->
  nrm (list_prod I Ks) (vsub (soft_train I Ks Lam beta r D (fixed_schedule n b u) f0 (k * u))
                             (soft_train I Ks Lam beta r D' (fixed_schedule n b u) f0 (k * u)))
  <= sensitivity (loss_gradient_softmax c) Lam (INR n).
Proof.
  intros A B I Ks Kne Lam beta c r HL Hc Hr Hb D D' f0 j Hok Hok' Same n b u k Hbp Hk Hj Hu.
  unfold smoothness_softmax_spectral in Hb. assert (0 <= c * c) by apply Rle_0_sqr.
  apply (fixed_divisor (list_prod I Ks) (soft_grad I Ks) (soft_ok I Ks c) Lam beta (sqrt 2 * c) r) with (j := j);
    try assumption; try lra.
  - apply Rmult_le_pos; [apply sqrt_pos|assumption].
  - apply soft_contracts; assumption.
  - apply soft_bounded; assumption.
Qed.
