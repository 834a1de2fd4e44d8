(* The constants of the leaves of the logic that name a theorem of Coq: two classes. *)
Require Import Reals List Lra Psatz Arith Lia.
From BlindAvg Require Import Vectors SoftmaxSensitivity LogicSymbols WrongLeaves RefutedSoftmax.
Open Scope R_scope.

Lemma pair_of_classes : forall u v, dot (seq 0 2) u v = u 0%nat * v 0%nat + u 1%nat * v 1%nat.
Proof. intros; unfold dot; simpl; ring. Qed.

Lemma thousand_to_one : smax (seq 0 2) (at_class (ln 1000) 0 0) 0%nat = 1000 / 1001
  /\ smax (seq 0 2) (at_class (ln 1000) 0 0) 1%nat = 1 / 1001.
Proof.
  change (seq 0 2) with K2.
  destruct (smax2 (at_class (ln 1000) 0 0) 1000 1) as [-> ->]; simpl; rewrite ?exp_0, ?exp_ln; try split; lra.
Qed.

Ltac at_two_classes H :=
  rewrite !pair_of_classes in H; unfold vadd, vscal in H; change (seq 0 2) with K2 in H;
  destruct two_to_one as [E0 E1], one_to_one as [F0 F1]; rewrite E0, E1, F0, F1 in H; simpl in H; pose proof ln2_range; lra.

Theorem not_leaf_softmax_cocoercive_1 : ~ leaf_softmax_cocoercive_1.
Proof. intro H. specialize (H 2%nat ltac:(lia) (at_class (ln 2) 0 0) (fun _ => 0)). at_two_classes H. Qed.

Theorem not_leaf_softmax_cocoercive_2 : ~ leaf_softmax_cocoercive_2.
Proof. intro H. specialize (H 2%nat ltac:(lia) (at_class (ln 2) 0 0) (fun _ => 0)). at_two_classes H. Qed.

Ltac near_the_other_corner H :=
  specialize (H 2%nat ltac:(lia) 1%nat (at_class (ln 1000) 0 0) ltac:(lia)); rewrite !pair_of_classes in H;
  unfold vadd, vscal in H; destruct thousand_to_one as [E0 E1]; rewrite E0, E1 in H; unfold onehot in H; simpl in H; lra.

Theorem not_leaf_softmax_corner_1 : ~ leaf_softmax_corner_1.
Proof. intro H. near_the_other_corner H. Qed.

Theorem not_leaf_softmax_corner_2 : ~ leaf_softmax_corner_2.
Proof. intro H. near_the_other_corner H. Qed.

Theorem not_leaf_softmax_shares_1 : ~ leaf_softmax_shares_1.
Proof.
  intro H. destruct (H 1%nat ltac:(lia) 0%nat (fun _ => 0) ltac:(lia)) as [Q _].
  assert (T : smax (seq 0 1) (fun _ => 0) 0%nat = 1) by (unfold smax; simpl; rewrite exp_0; lra).
  unfold dot in Q. simpl in Q. simpl in T. rewrite T in Q. lra.
Qed.

Theorem not_leaf_softmax_shares_2 : ~ leaf_softmax_shares_2.
Proof.
  intro H. destruct (H 1%nat ltac:(lia) 1%nat (fun _ => 0)) as [_ [_ [_ [T _]]]].
  unfold dot, onehot in T. simpl in T. lra.
Qed.
