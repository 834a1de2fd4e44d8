(* Curvature of the softmax loss for every number of classes: 0 <= v^T S v <= |v|^2 / 2 with S = diag(s) - s s^T.

Half of |v|^2 minus v^T S v is half of sum (1 - 2 s_p)^2 v_p^2 plus the sum of s_p s_q (v_p + v_q)^2 over pairs. *)
Require Import Reals List Lra Psatz.
From BlindAvg Require Import Constants Vectors.
Import ListNotations.
Open Scope R_scope.

Section Spectral.
Context {A : Type}.
Implicit Types (s v : A -> R) (I : list A).

Definition quad I s v : R :=
  lsum (fun i => s i * (v i * v i)) I - lsum (fun i => s i * v i) I * lsum (fun i => s i * v i) I.

Lemma shifted : forall I s v m,
  lsum (fun i => s i * ((v i + m) * (v i + m))) I =
  lsum (fun i => s i * (v i * v i)) I + 2 * m * lsum (fun i => s i * v i) I + m * m * lsum s I.
Proof. induction I as [|x r IH]; intros; simpl; [ring|rewrite IH; ring]. Qed.

Lemma shifted_nonneg : forall I s v m, (forall i, In i I -> 0 <= s i) ->
  0 <= lsum (fun i => s i * (v i * v i)) I + 2 * m * lsum (fun i => s i * v i) I + m * m * lsum s I.
Proof.
  intros; rewrite <- shifted; apply lsum_nonneg; intros; apply Rmult_le_pos;
    [apply H; assumption|apply Rle_0_sqr].
Qed.

Theorem quad_nonneg : forall I s v, (forall i, In i I -> 0 <= s i) -> lsum s I = 1 ->
  0 <= quad I s v.
Proof.
  intros I s v P E. pose proof (shifted_nonneg I s v (- lsum (fun i => s i * v i) I) P) as H.
  rewrite E in H. unfold quad. lra.
Qed.

(* The sum over pairs, one class at a time. *)
Lemma cross_nonneg : forall I s v, (forall i, In i I -> 0 <= s i) ->
  0 <= lsum s I * lsum (fun i => s i * (v i * v i)) I
       + lsum (fun i => s i * v i) I * lsum (fun i => s i * v i) I
       - 2 * lsum (fun i => s i * s i * (v i * v i)) I.
Proof.
  intros I s v; induction I as [|x r IH]; simpl; intros P; [lra|].
  assert (Pr : forall i, In i r -> 0 <= s i) by (intros; apply P; right; assumption).
  assert (Px : 0 <= s x) by (apply P; left; reflexivity).
  specialize (IH Pr). pose proof (shifted_nonneg r s v (v x) Pr) as H.
  pose proof (Rmult_le_pos _ _ Px H). lra.
Qed.

Lemma half_split : forall I s v,
  lsum (fun i => (1 - 2 * s i) * (1 - 2 * s i) * (v i * v i)) I =
  lsum (fun i => v i * v i) I - 4 * lsum (fun i => s i * (v i * v i)) I
  + 4 * lsum (fun i => s i * s i * (v i * v i)) I.
Proof. induction I as [|x r IH]; intros; simpl; [ring|rewrite IH; ring]. Qed.

Theorem quad_le_half : forall I s v, (forall i, In i I -> 0 <= s i) -> lsum s I = 1 ->
  quad I s v <= dot I v v / 2.
Proof.
  intros I s v P E. pose proof (cross_nonneg I s v P) as H. rewrite E in H.
  assert (Q : 0 <= lsum (fun i => (1 - 2 * s i) * (1 - 2 * s i) * (v i * v i)) I).
  { apply lsum_nonneg; intros; apply Rmult_le_pos; apply Rle_0_sqr. }
  rewrite half_split in Q. unfold quad, dot. lra.
Qed.
End Spectral.

(* s and v as one list of pairs. *)
Corollary spectral_lists : forall sv : list (R * R),
  (forall p, In p sv -> 0 <= fst p) -> lsum fst sv = 1 ->
  0 <= quad sv fst snd <= smoothness_softmax_spectral 0 1 * dot sv snd snd.
Proof.
  intros sv P E. pose proof (quad_nonneg sv fst snd P E). pose proof (quad_le_half sv fst snd P E).
  unfold smoothness_softmax_spectral. lra.
Qed.

(* Equality for two classes. *)
Lemma spectral_sharp : let sv := [(1/2, 1); (1/2, -1)] in quad sv fst snd = dot sv snd snd / 2.
Proof. unfold quad, dot; simpl; field. Qed.
