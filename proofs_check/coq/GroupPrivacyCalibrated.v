(* cor:group_privacy at the noise of the paper: 5.95 meets (0.6, 1e-5), but two records have more than 2.6e-5 at 1.2. *)
Require Import Reals Lra.
From Coquelicot Require Import Coquelicot.
From Interval Require Import Tactic.
From BlindAvg Require Import Constants IntegerIntervals GroupPrivacy.
Import ZInterval.
Open Scope R_scope.

Ltac certify_erfc z1 z2 :=
  integral_intro (RInt (fun t => exp (- t ^ 2)) 0 z1) with (i_prec 60, i_relwidth 34) as A;
  integral_intro (RInt (fun t => exp (- t ^ 2)) 0 z2) with (i_prec 60, i_relwidth 34) as B;
  set (a := RInt (fun t => exp (- t ^ 2)) 0 z1) in *;
  set (b := RInt (fun t => exp (- t ^ 2)) 0 z2) in *.

Lemma calibrated : 0.00000998 <= delta_gauss erfc 0.6 5.95 1 <= 0.00001.
Proof.
  rewrite one_query. unfold erfc.
  certify_erfc ((0.6 - (1 / 5.95) ^ 2 / 2) / (sqrt 2 * (1 / 5.95)))
               ((0.6 + (1 / 5.95) ^ 2 / 2) / (sqrt 2 * (1 / 5.95))).
  split; interval with (i_prec 60).
Qed.

Lemma group_of_two : 0.00002670 <= delta_gauss erfc 1.2 2.975 1 <= 0.00002672.
Proof.
  rewrite one_query. unfold erfc.
  certify_erfc ((1.2 - (1 / 2.975) ^ 2 / 2) / (sqrt 2 * (1 / 2.975)))
               ((1.2 + (1 / 2.975) ^ 2 / 2) / (sqrt 2 * (1 / 2.975))).
  split; interval with (i_prec 60).
Qed.

Theorem calibrated_group : delta_gauss erfc 0.6 5.95 1 <= 0.00001 /\ 0.00002670 <= delta_gauss erfc 1.2 2.975 1.
Proof. split; [apply calibrated|apply group_of_two]. Qed.
