(* More noise never costs privacy: what the Gaussian mechanism meets at a shift of mu, it meets at every smaller shift.

The shift is the sensitivity over the noise. Moved by mu - mu', the window of a test for mu' becomes one for mu: the first
density is the same there, and the second, whose arguments move away from 0, is smaller. No derivative of the profile is needed. *)
Require Import Reals Lra Psatz.
From Coquelicot Require Import Coquelicot.
From BlindAvg Require Import GaussianTests.
Open Scope R_scope.

Lemma gauss_moved : forall m D x, gauss (m + D) (x + D) = gauss m x.
Proof. intros; unfold gauss. do 3 f_equal. ring. Qed.

Lemma gauss_falls : forall x D, 0 <= x -> 0 <= D -> gauss 0 (x + D) <= gauss 0 x.
Proof.
  intros x D Hx HD. unfold gauss. apply Rmult_le_compat_l; [left; apply k_pos|].
  apply exp_le_compat. nra.
Qed.

Lemma moved_window : forall (f : R -> R) D a b, (forall u v, ex_RInt f u v) ->
  ex_RInt (fun x => f (x + D)) a b /\ RInt (fun x => f (x + D)) a b = RInt f (a + D) (b + D).
Proof.
  intros f D a b Hf.
  assert (E : ex_RInt f (1 * a + D) (1 * b + D)) by apply Hf.
  assert (Pt : forall x, scal 1 (f (1 * x + D)) = f (x + D)).
  { intro x. unfold scal; simpl; unfold mult; simpl. replace (1 * x + D) with (x + D) by ring. ring. }
  split.
  - apply (ex_RInt_ext (V := R_CompleteNormedModule) (fun x => scal 1 (f (1 * x + D)))); [intros; apply Pt|].
    apply (ex_RInt_comp_lin (V := R_CompleteNormedModule)). exact E.
  - pose proof (RInt_comp_lin f 1 D a b E) as C. rewrite !Rmult_1_l in C. rewrite <- C.
    apply RInt_ext. intros; symmetry; apply Pt.
Qed.

Theorem smaller_shift : forall mu mu' eps d, 0 < mu' -> mu' <= mu -> 0 <= eps ->
  private mu 0 eps d -> private mu' 0 eps d.
Proof.
  intros mu mu' eps d Hm Hmm He P. apply private_iff; [assumption|]. intros B HB.
  set (D := mu - mu'). assert (HD : 0 <= D) by (unfold D; lra).
  assert (X : 0 <= x0 mu' eps).
  { unfold x0. assert (0 <= eps / mu') by (apply Rmult_le_pos; [assumption|left; apply Rinv_0_lt_compat; assumption]). lra. }
  destruct (moved_window (gap mu eps) D (x0 mu' eps) B) as [Ex Eq]; [intros; apply gap_int|].
  apply Rle_trans with (RInt (fun x => gap mu eps (x + D)) (x0 mu' eps) B).
  - apply RInt_le; [assumption|apply gap_int|exact Ex|]. intros x [Hx _]. unfold gap.
    assert (G : gauss mu (x + D) = gauss mu' x).
    { replace mu with (mu' + D) at 1 by (unfold D; ring). apply gauss_moved. }
    rewrite G. pose proof (gauss_falls x D ltac:(lra) HD). pose proof (exp_pos eps). nra.
  - rewrite Eq. apply private_bound; [assumption|lra].
Qed.
