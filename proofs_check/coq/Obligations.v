(* Printed by proofs_check/coq/polynomial.py from the obligations of the checks: do not change by hand. *)
Require Import Reals Lra Psatz.
Open Scope R_scope.

Ltac cases :=
  repeat match goal with
         | H : _ /\ _ |- _ => destruct H
         | H : _ \/ _ |- _ => destruct H
         end.

Lemma o_008ea1a99073afd45e4f :
  forall x0 x1 x2 : R, (x0 >= (0)) -> (x1 >= (0)) -> (x2 = (x0 * x1)) -> (~ ((x2 + ((1) * x1)) = ((x0 + (1)) * x1))) -> False.
Proof. intros; lra. Qed.

Lemma o_0117329d4003e5610ace :
  forall x0 x1 x2 x3 x4 x5 : R, (((1) * x0) >= (0)) -> (((1) * x0) <= x1) -> ((- x2) <= x3) -> (x3 <= x2) -> (x4 = ((x5 + x0) + x3)) -> (~ ((((x4 - x1) - x2) <= x5) /\ (x5 <= (x4 + x2)))) -> False.
Proof. intros; lra. Qed.

Lemma o_038fe145afa910250b0d :
  forall x0 x1 x2 x3 : R, ((x0 - x1) <= x2) -> ((x1 - x0) <= x2) -> ((x1 - x3) <= x2) -> ((x3 - x1) <= x2) -> (~ (((x0 - x3) <= ((2) * x2)) /\ ((x3 - x0) <= ((2) * x2)))) -> False.
Proof. intros; lra. Qed.

Lemma o_056e2cb9737a392342b8 :
  forall x0 x1 x2 : R, (x0 > x1) -> (x1 > (0)) -> (((3) * (x0 + x1)) = ((2) * ((1) - x2))) -> (((2) * (((2) - ((2) * x2)) - ((6) * x1))) <= (0)) -> False.
Proof. intros; lra. Qed.

Lemma o_0a790577de3d3b5ee640 :
  forall x0 x1 x2 x3 x4 x5 : R, ((x2 <= x3) /\ x5 = x2 \/ ~ (x2 <= x3) /\ x5 = x3) -> ((x5 <= ((1) - x2)) /\ x4 = x5 \/ ~ (x5 <= ((1) - x2)) /\ x4 = ((1) - x2)) -> (x0 >= (1)) -> (x1 > (0)) -> (x1 <= x2) -> ((x2 + (x0 * x1)) = (1)) -> (x3 = x1) -> (~ (((x2 * x2) + (((1) - x2) * x4)) = ((1) * ((x2 * x2) + (x0 * (x1 * x1)))))) -> False.
Proof. intros; nra. Qed.

Lemma o_0d350f7d873b3e0c981b :
  forall x0 x1 : R, (x0 >= (1)) -> (x1 >= (0)) -> (x1 < (1)) -> (~ (((x0 * (0)) + x1) < (1))) -> False.
Proof. intros; lra. Qed.

Lemma o_0ebb2af596ad602d148a :
  forall x0 x1 x2 x3 x4 : R, (x0 >= (0)) -> (x1 >= (0)) -> (x2 >= (0)) -> (x3 >= (1)) -> (x4 >= (0)) -> (x1 <= ((x3 * x2) + x4)) -> ((x0 * x1) > (x0 * ((((1) * x3) * x2) + x4))) -> False.
Proof. intros; nra. Qed.

Lemma o_0edd95e1f0c26dcdb73e :
  forall x0 x1 x2 x3 : R, ((((x1 + x2) - ((1) * x1)) >= (0)) /\ x0 = ((x1 + x2) - ((1) * x1)) \/ ~ (((x1 + x2) - ((1) * x1)) >= (0)) /\ x0 = (- ((x1 + x2) - ((1) * x1)))) -> ((x2 >= (0)) /\ x3 = x2 \/ ~ (x2 >= (0)) /\ x3 = (- x2)) -> (~ (x0 = x3)) -> False.
Proof. intros; lra. Qed.

Lemma o_136089effe3122c7120e :
  forall x0 x1 x2 x3 : R, ((((x0 + ((2) * x1)) - (((2) * x0) * x1)) - ((3) * (x1 * x1))) = x2) -> (x3 >= (0)) -> ((x3 * x3) = ((((x0 * x0) + x0) - ((3) * x2)) + (1))) -> (~ ((x1 = (((x3 - x0) + (1)) * (1 / 3))) \/ (x1 = ((((- x3) - x0) + (1)) * (1 / 3))))) -> False.
Proof. intros; nra. Qed.

Lemma o_1685a5a764226b94c5d2 :
  forall x0 x1 x2 x3 : R, (x0 >= (1)) -> (~ (~ ((x1 = (x0 + (1))) /\ (x2 = (x0 + (1))) /\ (x2 = x1) /\ (x3 = x2) /\ (x3 = x0) /\ (x3 = (x0 + (1)))))) -> False.
Proof. intros; lra. Qed.

Lemma o_177a4a52e91c29fcd9ad :
  forall x0 x1 : R, (x0 >= (1)) -> (x1 >= (0)) -> ((x0 * x1) < ((1) * x1)) -> False.
Proof. intros; nra. Qed.

Lemma o_1a250b01421acfc0efd1 :
  forall x0 x1 x2 : R, (x0 >= (0)) -> (x1 > (0)) -> (((1) * x2) > (0)) -> ((x1 * x2) <= (0)) -> False.
Proof. intros; nra. Qed.

Lemma o_1a4b1fd226d4b7c4cc65 :
  forall x0 x1 : R, (x0 >= (1)) -> (x1 >= (1)) -> (~ (((x0 + x1) <= ((x0 * x0) + x1)) /\ ((x0 + x1) <= (x0 + x1)))) -> False.
Proof. intros; nra. Qed.

Lemma o_1c5637be34b936aa160d :
  forall x0 x1 x2 : R, (x0 >= (0)) -> (x1 >= (0)) -> (x2 >= (0)) -> (x1 <= (x0 * x0)) -> ((x1 + (x2 * x2)) > ((x0 + x2) * (x0 + x2))) -> False.
Proof. intros; nra. Qed.

Lemma o_1de78b0ab7cbd5f95e81 :
  forall x0 x1 x2 x3 x4 : R, (x3 = 0 \/ x3 * x4 = 1) -> (x0 > x1) -> (x1 > (0)) -> (((3) * (x0 + x1)) = ((2) * ((1) - x2))) -> (x3 >= (2)) -> (((((2) - ((2) * x2)) - ((6) * x1)) + ((((2) - ((2) * x2)) - ((6) * x0)) * x4)) <= (0)) -> False.
Proof. intros; nra. Qed.

Lemma o_1ec9edf4eb2c329d14ce :
  forall x0 x1 x2 x3 x4 x5 : R, ((x2 <= x3) /\ x5 = x2 \/ ~ (x2 <= x3) /\ x5 = x3) -> ((x5 <= ((1) - x2)) /\ x4 = x5 \/ ~ (x5 <= ((1) - x2)) /\ x4 = ((1) - x2)) -> (x0 >= (1)) -> (x1 > (0)) -> (x1 <= x2) -> ((x2 + (x0 * x1)) = (1)) -> (x1 = x2) -> (x3 >= x2) -> (~ (((x2 * x2) + (((1) - x2) * x4)) = ((1) * ((x2 * x2) + (x0 * (x1 * x1)))))) -> False.
Proof. intros; nra. Qed.

Lemma o_1fa57bb92e37d09578bd :
  forall x0 x1 x2 x3 x4 : R, (x0 > (0)) -> (x0 < (1)) -> ((x1 * ((1) - x0)) >= (1)) -> (x2 > (0)) -> (x3 > (0)) -> (x4 > (0)) -> (((((((1) - x0) * x2) + (x0 * x3)) - (x1 * ((((1) - x0) * x2) + (x0 * x4)))) * (0)) > (0)) -> False.
Proof. intros; lra. Qed.

Lemma o_1fcda772634f2a74e81c :
  forall x0 x1 x2 : R, (x0 < (1)) -> (x1 > (0)) -> ((x0 + x1) < (1)) -> ((((1) - x0) - x1) >= (((1) - x0) - (x2 * x1))) -> ((((1) - x0) + x1) >= (((1) - x0) + (x2 * x1))) -> (~ (x2 = (1))) -> False.
Proof. intros; nra. Qed.

Lemma o_201745ce354083879587 :
  forall x0 x1 x2 x3 : R, (((2) * x2) = 0 \/ ((2) * x2) * x3 = 1) -> (x0 > (0)) -> (x1 > (0)) -> (x2 > (0)) -> (x2 <= (1)) -> ((x0 + ((x1 * x1) * (1 / 2))) > (x0 + ((x1 * x1) * x3))) -> False.
Proof. intros; nra. Qed.

Lemma o_23d3e4266431a8d8bcf2 :
  forall x0 x1 x2 x3 x4 : R, (((2) * (x1 - (2))) = 0 \/ ((2) * (x1 - (2))) * x4 = 1) -> (x0 > (0)) -> (x1 >= (3)) -> (x2 > (0)) -> (x2 <= (1)) -> (x3 >= (0)) -> ((x3 * x3) = ((x0 * x0) * (x1 * x4))) -> ((x1 * x4) < (0)) -> False.
Proof. intros; nra. Qed.

Lemma o_2518e1df7dad287aa9dc :
  forall x0 x1 x2 x3 x4 : R, (x0 >= (1)) -> (x1 >= (0)) -> (x2 >= (0)) -> ((x1 + x2) <= (1)) -> (x3 > (0)) -> (x4 >= ((x0 - (x1 * x0)) - (x2 * x0))) -> (x3 <= (((1) - x1) - x2)) -> (x4 < (x3 * x0)) -> False.
Proof. intros; nra. Qed.

Lemma o_256dc224a098e096e2d3 :
  forall x0 x1 x2 x3 x4 : R, (x0 <= (x1 * x2)) -> (x3 <= (x4 * x2)) -> (x1 >= (0)) -> (x4 >= (0)) -> (x2 >= (0)) -> ((x0 + x3) > (((1) * (x1 + x4)) * x2)) -> False.
Proof. intros; lra. Qed.

Lemma o_2714741bb3a8ae1c46a0 :
  forall x0 x1 x2 x3 : R, ((x1 <= x2) /\ x3 = (1) \/ ~ (x1 <= x2) /\ x3 = (0)) -> (x0 >= (0)) -> (x0 <= (1)) -> (x1 > (0)) -> (x2 > (0)) -> (((x0 - x3) * (x1 - x2)) < (0)) -> False.
Proof. intros; nra. Qed.

Lemma o_27f05d97fb103a77914e :
  forall x0 x1 x2 x3 : R, (x0 > (0)) -> (x1 >= (0)) -> (x2 > (0)) -> (x2 <= (1)) -> (x3 >= (1)) -> (x1 >= ((x2 * x3) - (1))) -> (x1 < (0)) -> False.
Proof. intros; lra. Qed.

Lemma o_283179950851f53e429a :
  forall x0 x1 x2 : R, (x0 >= x1) -> (x1 >= x2) -> ((((- ((x0 * x0) - (x1 * x1))) * (1 / 2)) + (x2 * (x0 - x1))) > (((- (1)) * (x1 - x2)) * (x0 - x1))) -> False.
Proof. intros; nra. Qed.

Lemma o_298fdde825cbbc7f6a4e :
  forall x0 x1 x2 x3 x4 : R, (x0 = 0 \/ x0 * x2 = 1) -> (x0 >= (1)) -> (x1 > (0)) -> (~ (((((x3 + x1) + x4) * x2) - ((x3 + x4) * x2)) = (((1) * x1) * x2))) -> False.
Proof. intros; lra. Qed.

Lemma o_2b16d429680442c31c89 :
  forall x0 x1 x2 x3 x4 x5 x6 x7 x8 x9 : R, (((2) * x3) = 0 \/ ((2) * x3) * x8 = 1) -> (x0 > (0)) -> (x1 > (0)) -> (x2 > (0)) -> (x3 > (0)) -> (x4 >= (0)) -> (x5 >= (2)) -> (x6 >= (1)) -> (x7 >= (0)) -> ((x7 * x7) = (((((x2 * x2) * x8) + x0) * (((x2 * x2) * x8) + x0)) + (x4 * (x0 * x0)))) -> (x9 >= (0)) -> ((x9 * x9) = ((((x4 + (1)) * x5) * (x0 * x0)) + (((1) * (1 / 2)) * ((x0 + (x2 * x2)) * (x0 + (x2 * x2)))))) -> (x7 < ((1) * (x0 + ((x2 * x2) * x8)))) -> False.
Proof. intros; nra. Qed.

Lemma o_2d919b25a0f863ed383e :
  forall x0 x1 x2 : R, ((x1 <= ((2) * x0)) /\ x2 = x1 \/ ~ (x1 <= ((2) * x0)) /\ x2 = ((2) * x0)) -> (x0 > (0)) -> (x1 >= (0)) -> (x2 > x1) -> False.
Proof. intros; lra. Qed.

Lemma o_2fd79e46e5c94693180e :
  forall x0 x1 x2 x3 : R, (x0 >= (1)) -> (~ (~ ((x1 = x0) /\ (x1 = (x0 + (1))) /\ (x2 = (x0 + (1))) /\ (x2 = x1) /\ (x3 = x2) /\ (x3 = (x0 + (1)))))) -> False.
Proof. intros; lra. Qed.

Lemma o_32845f20eecb40ad1151 :
  forall x0 x1 x2 x3 x4 x5 x6 x7 : R, (((2) * x0) = 0 \/ ((2) * x0) * x5 = 1) -> ((x2 < ((1) - x0)) /\ x4 = (- (1)) \/ ~ (x2 < ((1) - x0)) /\ x4 = ((- (((1) + x0) - x2)) * x5)) -> ((((1) + x0) < x2) /\ x3 = (0) \/ ~ (((1) + x0) < x2) /\ x3 = x4) -> ((x1 < ((1) - x0)) /\ x7 = (- (1)) \/ ~ (x1 < ((1) - x0)) /\ x7 = ((- (((1) + x0) - x1)) * x5)) -> ((((1) + x0) < x1) /\ x6 = (0) \/ ~ (((1) + x0) < x1) /\ x6 = x7) -> (x0 > (0)) -> (x1 < x2) -> ((((2) * x0) * (x3 - x6)) > (x2 - x1)) -> False.
Proof. intros; nra. Qed.

Lemma o_34142324bf23027efc07 :
  forall x0 x1 x2 x3 x4 : R, (x0 >= (0)) -> (x1 >= (0)) -> (x2 <= (x0 * x1)) -> (x3 <= x1) -> (x4 <= (x2 + x3)) -> (x4 > ((x0 * x1) + ((1) * x1))) -> False.
Proof. intros; lra. Qed.

Lemma o_342f778dd7a485abf7cb :
  forall x0 x1 x2 x3 x4 x5 x6 x7 : R, (x0 >= (0)) -> (x1 >= (0)) -> (x2 >= (0)) -> (x3 >= (0)) -> (x4 >= (0)) -> (x5 >= (0)) -> (x6 >= (0)) -> (x7 >= (0)) -> (x0 = (0)) -> (x3 = (0)) -> (x0 = (x4 * x6)) -> (x1 = (x4 * x7)) -> (x2 = (x5 * x6)) -> (x3 = (x5 * x7)) -> (~ ((x1 = (0)) \/ (x2 = (0)))) -> False.
Proof. intros; nra. Qed.

Lemma o_39462aa89d392946e556 :
  forall x0 x1 x2 : R, ((x0 >= x2) /\ x1 = x0 \/ ~ (x0 >= x2) /\ x1 = x2) -> (x0 > x1) -> False.
Proof. intros; lra. Qed.

Lemma o_3a042e5046591ca31b1a :
  forall x0 x1 x2 x3 x4 : R, (x0 > (0)) -> (x1 > (0)) -> (((x0 + x1) * x2) <= ((x1 * x3) + (x0 * x4))) -> (((1) * ((x0 * (x4 - x2)) - (x1 * (x2 - x3)))) < (0)) -> False.
Proof. intros; lra. Qed.

Lemma o_3ace593b0c82dba02cc7 :
  forall x0 x1 x2 x3 x4 : R, ((x1 * x2) = 0 \/ (x1 * x2) * x4 = 1) -> (x0 > (0)) -> (x1 > (0)) -> (x2 >= (1)) -> (x3 > (1)) -> (~ ((((2) * (x3 * x0)) * x4) = (x3 * (((2) * x0) * x4)))) -> False.
Proof. intros; lra. Qed.

Lemma o_3baaa9e18e8be6307029 :
  forall x0 x1 x2 x3 x4 : R, (x0 > (0)) -> (x0 <= (1)) -> (x1 >= (0)) -> (x2 > (0)) -> (x3 > (0)) -> (x4 > (0)) -> (~ ((((((1) - x0) * x2) + (x0 * x3)) - (x1 * x2)) = ((x0 * x3) - (((x1 - (1)) + x0) * x2)))) -> False.
Proof. intros; lra. Qed.

Lemma o_3c41b88f56ac87063c05 :
  forall x0 x1 x2 : R, (x1 = 0 \/ x1 * x2 = 1) -> (x0 >= (1)) -> (x0 <= (50)) -> (x1 >= (200000)) -> ((((1000) * x0) * x2) > (1)) -> False.
Proof. intros; nra. Qed.

Lemma o_3d1b425e25180266b8d2 :
  forall x0 x1 x2 x3 x4 x5 : R, (x0 = 0 \/ x0 * x4 = 1) -> (x0 > (0)) -> (x1 > (0)) -> (x2 >= (0)) -> (x2 <= (1)) -> (x3 >= (0)) -> (x3 <= (x1 * x4)) -> (x5 <= ((((1) - x2) * x3) + ((x2 * x4) * x1))) -> (x5 > (((1) * x1) * x4)) -> False.
Proof. intros; nra. Qed.

Lemma o_3d8ae0cc47971b69e39b :
  forall x0 x1 x2 x3 x4 : R, (((2) * (x1 - (2))) = 0 \/ ((2) * (x1 - (2))) * x4 = 1) -> (x0 > (0)) -> (x1 >= (3)) -> (x2 > (0)) -> (x2 <= (1)) -> (x3 >= ((2) + ((x1 - (2)) * x2))) -> ((x1 * x4) < (0)) -> False.
Proof. intros; nra. Qed.

Lemma o_3d8e3e9459e55e8f3a7c :
  forall x0 x1 x2 : R, (x0 >= (0)) -> (x1 = ((- x0) - (1))) -> (x2 = (x1 - x0)) -> (x2 >= (0)) -> False.
Proof. intros; lra. Qed.

Lemma o_410503ebb321fb3766eb :
  forall x0 x1 x2 x3 x4 x5 x6 x7 : R, (x0 >= (2)) -> (x1 = ((x2 - x3) - (x4 * x0))) -> (x1 >= (0)) -> (x1 < x0) -> (x5 = ((x1 + x6) - (x7 * x0))) -> (x5 >= (0)) -> (x5 < x0) -> (~ ((((x3 + x5) - (x3 + x1)) = (x6 - (x7 * x0))) /\ ((x5 >= (0)) /\ (x5 < x0)))) -> False.
Proof. intros; lra. Qed.

Lemma o_41336de14e10752a855c :
  forall x0 x1 x2 : R, (x0 >= (0)) -> (x1 > (0)) -> (((- x0) * x1) <= x2) -> (x2 <= (x0 * x1)) -> (~ ((x2 <= (x0 * x1)) /\ ((- x2) <= (x0 * x1)))) -> False.
Proof. intros; lra. Qed.

Lemma o_4313d2685b79a69e66e4 :
  forall x0 x1 x2 x3 x4 x5 : R, (((4) * x1) = 0 \/ ((4) * x1) * x5 = 1) -> (((0) < ((1) - x1)) /\ x4 = ((1) - (0)) \/ ~ ((0) < ((1) - x1)) /\ x4 = (((((1) + x1) - (0)) * (((1) + x1) - (0))) * x5)) -> (((0) > ((1) + x1)) /\ x3 = (0) \/ ~ ((0) > ((1) + x1)) /\ x3 = x4) -> (x0 > (0)) -> (x1 > (0)) -> (x1 < (1)) -> (x2 >= (0)) -> ((((x0 * (1 / 2)) * (x2 * x2)) + (0)) <= x3) -> ((x0 * (x2 * x2)) > (2)) -> False.
Proof. intros; lra. Qed.

Lemma o_434e0ebe6994b1cc9f5d :
  forall x0 x1 x2 x3 : R, (x0 >= (0)) -> (x1 >= (0)) -> (x0 <= x2) -> (x1 <= x2) -> (x3 <= (x0 + x1)) -> (x3 > ((2) * x2)) -> False.
Proof. intros; lra. Qed.

Lemma o_437d2ed06703711756bb :
  forall x0 x1 : R, (x0 >= (1)) -> (x1 >= (1)) -> ((x0 + x1) > ((1000) * (x0 + x1))) -> False.
Proof. intros; lra. Qed.

Lemma o_449145812fd718e2032a :
  forall x0 x1 x2 x3 : R, ((x1 >= x0) /\ x2 = x1 \/ ~ (x1 >= x0) /\ x2 = x0) -> (x2 = 0 \/ x2 * x3 = 1) -> (x0 >= (0)) -> (x1 > (0)) -> (x0 >= x1) -> (~ (((x1 * x3) * x0) = x1)) -> False.
Proof. intros; nra. Qed.

Lemma o_47594635937bbbdae63d :
  forall x0 x1 x2 x3 x4 x5 : R, (x0 > (0)) -> (x1 > (0)) -> (x2 > (0)) -> (x3 > (0)) -> (x4 > (0)) -> (x5 > (0)) -> ((x5 * x4) < (0)) -> False.
Proof. intros; nra. Qed.

Lemma o_481fac6e507a104ea896 :
  forall x0 x1 x2 x3 x4 x5 x6 x7 : R, ((x0 * x6) = 0 \/ (x0 * x6) * x7 = 1) -> (x0 > (0)) -> (x1 > (0)) -> (x2 > (0)) -> (x3 > (0)) -> (x4 >= (0)) -> (x5 >= (2)) -> (x6 >= (1)) -> ((((2) * x2) * x7) >= ((1) * (((2) * ((x0 * x1) + x2)) * x7))) -> False.
Proof. intros; nra. Qed.

Lemma o_49ed3116bc0bfcd88222 :
  forall x0 x1 : R, (((x0 * x0) + (x1 * x1)) > (0)) -> (~ (~ ((((x0 * ((x0 + ((- x0) * (1 / 2))) * (1 / 2))) + (x1 * ((x1 + ((- x1) * (1 / 2))) * (1 / 2)))) = (0)) /\ (((((x0 + ((- x0) * (1 / 2))) * (1 / 2)) <> (0)) /\ True) \/ ((((x1 + ((- x1) * (1 / 2))) * (1 / 2)) <> (0)) /\ True))))) -> False.
Proof. intros; lra. Qed.

Lemma o_4a79517e86089fd1a9e9 :
  forall x0 x1 x2 x3 : R, (x0 > (0)) -> (x1 > (0)) -> (x2 > (0)) -> (x3 >= (2)) -> (x3 < (0)) -> False.
Proof. intros; lra. Qed.

Lemma o_4bda9f26dc82cb50677d :
  forall x0 x1 x2 x3 x4 x5 x6 : R, (x0 >= (0)) -> (x0 <= (1)) -> ((x1 - (x2 * x3)) <= x4) -> ((x1 - (x5 * x3)) <= x6) -> ((x1 - (((x0 * x2) + (((1) - x0) * x5)) * x3)) > ((x0 * x4) + (((1) - x0) * x6))) -> False.
Proof. intros; nra. Qed.

Lemma o_4c55fed97145f4ed6c0e :
  forall x0 : R, (x0 >= (0)) -> (x0 <= (1)) -> ((x0 * ((1) - x0)) < (0)) -> False.
Proof. intros; nra. Qed.

Lemma o_512101b7da0543bd6ccc :
  forall x0 : R, (x0 >= (0)) -> (((2) * x0) <= (1)) -> ((x0 * x0) > (x0 * (1 / 2))) -> False.
Proof. intros; nra. Qed.

Lemma o_5480a1c5d6cc01c272ed :
  forall x0 x1 x2 x3 x4 : R, ((x1 - (1)) = 0 \/ (x1 - (1)) * x4 = 1) -> (x0 > (0)) -> (x1 >= (2)) -> (x2 > (0)) -> (x2 <= (1)) -> (x3 >= (0)) -> ((x3 * x3) = ((x0 * x0) * (x1 * x4))) -> ((x1 * x4) < (0)) -> False.
Proof. intros; nra. Qed.

Lemma o_583979cbe9d16775070a :
  forall x0 x1 x2 x3 x4 : R, (x0 >= (0)) -> (x1 >= (0)) -> (x2 >= (0)) -> (x1 <= (x0 * (x3 * x3))) -> (x2 <= (x3 * x3)) -> ((x4 * x4) <= (x1 * x2)) -> (((x1 + x2) + ((0) * x4)) > ((x0 + (1)) * (x3 * x3))) -> False.
Proof. intros; lra. Qed.

Lemma o_58a752281c0357496e80 :
  forall x0 x1 x2 x3 : R, (x0 > (0)) -> (x1 >= (0)) -> (x2 >= (0)) -> ((x3 * x3) <= (x1 * x2)) -> (x1 <= (x0 * x3)) -> (((x1 - ((((2) * ((1) * (1 / 2))) * x0) * x3)) + ((((((1) * (1 / 2)) * ((1) * (1 / 2))) * x0) * x0) * x2)) > ((((x0 * (1 / 2)) * (1)) * ((x0 * (1 / 2)) * (1))) * x2)) -> False.
Proof. intros; lra. Qed.

Lemma o_599798cc335ca6f656b6 :
  forall x0 x1 x2 : R, (x0 >= (0)) -> (x1 >= (0)) -> (x1 <= (1)) -> (x2 >= (0)) -> (x2 <= (((1) - x1) * ((1) - x1))) -> (((((1) * (x0 * x0)) * (x1 * x1)) * x2) > (((x0 * x0) * (x1 * x1)) * (((1) - x1) * ((1) - x1)))) -> False.
Proof. intros; nra. Qed.

Lemma o_59ad3bf46d1dea378796 :
  forall x0 x1 x2 x3 x4 x5 : R, ((((1) - x3) > (0)) /\ x4 = ((1) - x3) \/ ~ (((1) - x3) > (0)) /\ x4 = (0)) -> ((((1) - x2) > (0)) /\ x5 = ((1) - x2) \/ ~ (((1) - x2) > (0)) /\ x5 = (0)) -> (x0 >= (0)) -> (x0 <= x1) -> (x2 >= (0)) -> (x3 >= x2) -> ((x0 * x4) > (x1 * x5)) -> False.
Proof. intros; nra. Qed.

Lemma o_6818d9eb666c3edfcb92 :
  forall x0 x1 x2 x3 x4 x5 x6 : R, (x0 >= (0)) -> (x0 <= (1)) -> (x1 >= (0)) -> (x1 <= (1)) -> (x2 >= (0)) -> (x2 <= (1)) -> (x3 >= (0)) -> (x3 <= (1)) -> (x4 >= (1)) -> (x5 >= (0)) -> (x6 >= (0)) -> ((x0 - x6) <= x2) -> (x3 <= (x1 + x6)) -> (x2 <= ((x4 * x3) + x5)) -> (x0 > (((x4 * x1) + x5) + (((1) + x4) * x6))) -> False.
Proof. intros; nra. Qed.

Lemma o_6a131d734f268af4d286 :
  forall x0 x1 x2 x3 x4 : R, (x0 >= (0)) -> (x0 <= (1)) -> (x1 > (0)) -> (((2) * x1) <= (1)) -> (x2 >= (1)) -> (x3 >= (2)) -> (((((x2 + (1)) * x3) * ((1) * (1))) + (((1) * (1 / 2)) * (((1) + (x4 * x4)) * ((1) + (x4 * x4))))) < (0)) -> False.
Proof. intros; nra. Qed.

Lemma o_6aab653d0907b71c10bb :
  forall x0 x1 x2 x3 : R, (x0 >= (0)) -> (x1 >= (0)) -> (x2 <= (x0 * x1)) -> (x2 >= ((- x0) * x1)) -> (x3 >= (0)) -> (((4) * (x3 * x3)) = (((x0 * x0) + (x1 * x1)) + ((2) * x2))) -> (((2) * x3) > ((1) * (x0 + x1))) -> False.
Proof. intros; nra. Qed.

Lemma o_6c327faa1ad482521d62 :
  forall x0 x1 x2 x3 : R, ((x1 - x2) = 0 \/ (x1 - x2) * x3 = 1) -> (x0 > (0)) -> (x1 > x2) -> (~ (((x0 * x3) * (x1 - x2)) = ((1) * x0))) -> False.
Proof. intros; nra. Qed.

Lemma o_6c7f0092fe5d8a369660 :
  forall x0 : R, (x0 >= (1)) -> (((((4) * x0) * ((4) * x0)) + (1)) <= (x0 * (((4) * x0) + (1)))) -> False.
Proof. intros; nra. Qed.

Lemma o_6e3e0b5714c728bf672f :
  forall x0 x1 x2 x3 x4 : R, ((x1 - (1)) = 0 \/ (x1 - (1)) * x4 = 1) -> (x0 > (0)) -> (x1 >= (2)) -> (x2 > (0)) -> (x2 <= (1)) -> (x3 >= ((1) + ((x1 - (1)) * x2))) -> ((x1 * x4) < (0)) -> False.
Proof. intros; nra. Qed.

Lemma o_6eeca23aa326c357c047 :
  forall x0 x1 x2 x3 x4 x5 : R, (((2) * x1) = 0 \/ ((2) * x1) * x4 = 1) -> (x0 >= (0)) -> (x0 <= (1)) -> (x1 > (0)) -> (((2) * x1) <= (1)) -> (x2 >= (1)) -> (x3 >= (2)) -> ((((((x5 * x5) * x4) + (1)) * (((x5 * x5) * x4) + (1))) + (x2 * ((1) * (1)))) < (0)) -> False.
Proof. intros; nra. Qed.

Lemma o_6ffd282d1bebb07ce96c :
  forall x0 x1 x2 x3 x4 x5 x6 x7 x8 x9 : R, (x0 > (0)) -> (x1 > (0)) -> (x2 >= (0)) -> (x3 >= (0)) -> (x4 >= (0)) -> (x5 >= (0)) -> (x5 <= (1)) -> (x6 >= (0)) -> (x7 >= (0)) -> (x2 = ((x5 * x6) + (((1) - x5) * x7))) -> (x8 <= ((x1 * (1 / 2)) * x6)) -> (x9 <= ((x1 * (1 / 2)) * x7)) -> (x3 <= ((x5 * x8) + (((1) - x5) * x9))) -> (x3 > ((1) * ((x1 * (1 / 2)) * x2))) -> False.
Proof. intros; nra. Qed.

Lemma o_7164e517a114fc03a42b :
  forall x0 x1 x2 : R, (x0 >= (0)) -> (x1 >= (0)) -> (x1 <= x2) -> (x2 <= (1)) -> ((x0 * ((1) - x2)) > (x0 * ((1) - x1))) -> False.
Proof. intros; nra. Qed.

Lemma o_72c999ce2717653bdd3f :
  forall x0 x1 x2 : R, ((((1) - x1) <= (0)) /\ x0 = (0) \/ ~ (((1) - x1) <= (0)) /\ x0 = ((1) - x1)) -> ((x1 < (1)) /\ x2 = (- (1)) \/ ~ (x1 < (1)) /\ x2 = (0)) -> (x0 = (0)) -> (~ (x2 = (0))) -> False.
Proof. intros; lra. Qed.

Lemma o_737e33d1fd9d2a807e7b :
  forall x0 x1 x2 x3 x4 : R, ((x1 > (((1) * x3) * x2)) /\ x4 = (x1 - (x3 * x2)) \/ ~ (x1 > (((1) * x3) * x2)) /\ x4 = (0)) -> (x0 >= (0)) -> (x0 <= (1)) -> (x1 >= (0)) -> (x2 >= (0)) -> (x3 > (0)) -> ((x0 * (x1 - (x3 * x2))) > x4) -> False.
Proof. intros; nra. Qed.

Lemma o_756d9abb0eb6c11c2ac2 :
  forall x0 x1 x2 x3 : R, ((x0 + (2)) = 0 \/ (x0 + (2)) * x3 = 1) -> (x0 >= (1)) -> (x1 > (0)) -> (x2 >= (0)) -> ((x1 * x2) <= (1)) -> (((x1 * ((2) * x3)) * x2) > (2)) -> False.
Proof. intros; nra. Qed.

Lemma o_764b51e8b38e1a68e03e :
  forall x0 x1 x2 x3 x4 x5 x6 : R, (x0 >= (2)) -> (x1 >= (0)) -> (x1 < x0) -> ((((x2 - x3) - x1) - (1)) = ((x4 * x0) + x5)) -> (x5 >= (0)) -> (x5 < x0) -> (x6 = (x5 + (1))) -> (~ ((x6 >= (1)) /\ (x6 <= (x0 + (1))) /\ ((((x2 - x3) - x6) - x1) = (x4 * x0)))) -> False.
Proof. intros; lra. Qed.

Lemma o_76ad70d512fcbfb82ef1 :
  forall x0 x1 x2 x3 x4 : R, (x0 >= (0)) -> (x0 <= x1) -> (x1 <= (1)) -> (x2 >= (0)) -> (x2 <= (1)) -> (x3 >= (0)) -> (x4 >= (0)) -> ((x4 * x4) = ((x0 * x0) * ((1) + x2))) -> ((2) < (0)) -> False.
Proof. intros; lra. Qed.

Lemma o_79115543afb6523185b6 :
  forall x0 x1 x2 x3 x4 x5 x6 : R, (x0 >= (0)) -> (x0 <= (1)) -> (x1 >= (0)) -> (x1 <= (1)) -> (x2 >= (0)) -> (x2 <= (1)) -> (x3 >= (0)) -> (x3 <= (1)) -> (x4 >= (1)) -> (x5 >= (0)) -> (x6 >= (0)) -> ((x1 - x6) <= x3) -> ((x3 - x1) <= x6) -> (((x4 * x3) + x5) > ((x4 * (x1 + x6)) + x5)) -> False.
Proof. intros; nra. Qed.

Lemma o_856862252dc6c6cd219a :
  forall x0 x1 x2 x3 x4 x5 x6 x7 : R, ((((x0 + x1) - (x4 * (x2 + x3))) > (0)) /\ x5 = ((x0 + x1) - (x4 * (x2 + x3))) \/ ~ (((x0 + x1) - (x4 * (x2 + x3))) > (0)) /\ x5 = (0)) -> (((x0 - (x4 * x2)) > (0)) /\ x6 = (x0 - (x4 * x2)) \/ ~ ((x0 - (x4 * x2)) > (0)) /\ x6 = (0)) -> (((x1 - (x4 * x3)) > (0)) /\ x7 = (x1 - (x4 * x3)) \/ ~ ((x1 - (x4 * x3)) > (0)) /\ x7 = (0)) -> (x0 >= (0)) -> (x1 >= (0)) -> (x2 >= (0)) -> (x3 >= (0)) -> (x4 >= (0)) -> ((x5 * (1)) > ((1) * (x6 + x7))) -> False.
Proof. intros; lra. Qed.

Lemma o_872a616aec9c7ee30329 :
  forall x0 x1 x2 x3 x4 : R, ((x2 >= x1) /\ x4 = (x2 - x1) \/ ~ (x2 >= x1) /\ x4 = ((x2 - x1) + x0)) -> (x0 >= (2)) -> (x1 >= (0)) -> (x1 < x0) -> (x2 >= (0)) -> (x2 < x0) -> (x3 = x4) -> (~ ((((x1 + x3) = x2) \/ ((x1 + x3) = (x2 + x0))) /\ (x3 >= (0)) /\ (x3 < x0))) -> False.
Proof. intros; lra. Qed.

Lemma o_9053cd6fab97382dfad5 :
  forall x0 x1 x2 x3 x4 x5 x6 : R, (((1) * x0) >= (0)) -> (((1) * x1) >= (0)) -> (x2 >= x3) -> (x4 >= x5) -> (x3 >= (0)) -> (x5 >= (0)) -> (((x6 - (x0 * x2)) - (x1 * x4)) > ((x6 - (x0 * x3)) - (x1 * x5))) -> False.
Proof. intros; nra. Qed.

Lemma o_92cd8ba2f6a7a971319e :
  forall x0 x1 : R, ((x0 * (1)) = 0 \/ (x0 * (1)) * x1 = 1) -> (x0 > (0)) -> ((x0 * (((2) * ((x0 * (1)) + (1))) * x1)) <= x0) -> False.
Proof. intros; nra. Qed.

Lemma o_939ce2d637358c495f60 :
  forall x0 x1 x2 : R, (x0 > (0)) -> (x0 <= x1) -> (x1 <= x2) -> (~ (((x1 - x0) >= (0)) /\ ((x1 - x0) <= (x2 - x0)))) -> False.
Proof. intros; lra. Qed.

Lemma o_9517e6fe0c438bca86bf :
  forall x0 x1 x2 x3 : R, (x0 >= (0)) -> (x0 <= x1) -> (x2 >= (0)) -> (x2 <= x3) -> ((((1) * x0) * x2) > (((1) * x1) * x3)) -> False.
Proof. intros; nra. Qed.

Lemma o_954ca9fd06ab17668333 :
  forall x0 x1 x2 x3 x4 x5 x6 x7 : R, ((x0 * x1) = 0 \/ (x0 * x1) * x4 = 1) -> (x0 > (0)) -> (x1 >= (1)) -> (x2 > (0)) -> (x3 = ((1) * x4)) -> (x5 >= (0)) -> (x5 <= x3) -> (x6 >= (0)) -> (x6 <= x3) -> (x7 <= ((x5 * x2) + (x6 * x2))) -> (x7 > (((2) * x2) * x4)) -> False.
Proof. intros; nra. Qed.

Lemma o_97f803e3ba5a9ba18b75 :
  forall x0 x1 x2 x3 x4 x5 x6 x7 x8 : R, (x0 > (0)) -> (x1 > (0)) -> (x2 >= (1)) -> (x3 > (0)) -> (x3 <= (1)) -> (x4 >= (x3 * x2)) -> (x5 >= (1)) -> (x5 <= x6) -> (x7 >= (0)) -> (x7 <= x6) -> (x8 >= (0)) -> (x8 <= x6) -> ((x3 * x2) < (0)) -> False.
Proof. intros; nra. Qed.

Lemma o_992f337f823789b19610 :
  forall x0 x1 x2 x3 x4 : R, (x0 <= (x1 + x2)) -> (x1 <= (x3 * x4)) -> (x2 <= x4) -> (x4 >= (0)) -> (x3 >= (1)) -> (x0 > ((x3 + (1)) * x4)) -> False.
Proof. intros; lra. Qed.

Lemma o_9d04f7e480476535d321 :
  forall x0 x1 x2 x3 x4 : R, (x0 >= (2)) -> (x1 >= (0)) -> (x1 < x0) -> ((x0 + x1) = (((2) * x2) + x3)) -> (x3 >= (0)) -> (x3 < (2)) -> (x4 >= (((2) * ((x2 + (1)) - (0))) - x0)) -> (x4 <= x1) -> False.
Proof. intros; lra. Qed.

Lemma o_9d0b93c26e01f385d2a8 :
  forall x0 x1 x2 x3 x4 x5 x6 : R, (x0 >= (0)) -> (x0 <= (1)) -> (x1 >= (0)) -> (x1 <= (1)) -> (x2 >= (0)) -> (x2 <= (1)) -> (x3 >= (0)) -> (x3 <= (1)) -> (x4 >= (1)) -> (x5 >= (0)) -> (x6 >= (0)) -> ((x0 - x6) <= x2) -> (x2 <= ((x4 * x3) + x5)) -> ((x0 - x6) > ((x4 * x3) + x5)) -> False.
Proof. intros; lra. Qed.

Lemma o_9e778800d784ecd70692 :
  forall x0 x1 : R, (((x0 * x0) + (x1 * x1)) > (0)) -> (~ (~ ((((x0 * ((x0 + ((- (2)) * x0)) * (1 / 2))) + (x1 * ((x1 + ((- (2)) * x1)) * (1 / 2)))) = (0)) /\ (((((x0 + ((- (2)) * x0)) * (1 / 2)) <> (0)) /\ True) \/ ((((x1 + ((- (2)) * x1)) * (1 / 2)) <> (0)) /\ True))))) -> False.
Proof. intros; lra. Qed.

Lemma o_9ec96cea92963ed48918 :
  forall x0 x1 x2 x3 x4 x5 x6 x7 : R, (x0 >= (0)) -> (x1 >= (0)) -> (x2 >= (0)) -> (x3 >= (0)) -> ((x0 + x1) <= (1)) -> ((x2 + x3) <= (1)) -> (((1) * (1 / 2)) <= x4) -> (x4 <= (1)) -> (~ ((((((x5 - ((2) * x0)) + (1)) + ((x6 - ((2) * x3)) + (1))) + (((2) * x4) * (((x7 - x2) - x1) + (0)))) <= ((((x5 - ((2) * x0)) + (1)) + ((x6 - ((2) * x2)) + (1))) + (((2) * x4) * (((x7 - x2) - x0) + (1))))) \/ (((((x5 - ((2) * x0)) + (1)) + ((x6 - ((2) * x3)) + (1))) + (((2) * x4) * (((x7 - x2) - x1) + (0)))) <= ((((x5 - ((2) * x1)) + (1)) + ((x6 - ((2) * x3)) + (1))) + (((2) * x4) * (((x7 - x3) - x1) + (1))))))) -> False.
Proof. intros; nra. Qed.

Lemma o_9f41dd566b5fe6d84be9 :
  forall x0 x1 x2 x3 x4 : R, (x0 >= (0)) -> (x0 <= x1) -> (x1 <= (1)) -> (x2 >= (0)) -> (x2 <= x3) -> (x3 >= (0)) -> (x4 >= (0)) -> ((x4 * x4) = ((x0 * x0) * ((1) + x2))) -> (((1) + x3) < (0)) -> False.
Proof. intros; lra. Qed.

Lemma o_a0c1f079ab7b2bab51ef :
  forall x0 x1 x2 x3 : R, ((((1) * (1 / 2)) >= (x0 - x1)) /\ (((1) * (1 / 2)) >= (x1 - x0))) -> ((((1) * (1 / 2)) >= (x2 - x3)) /\ (((1) * (1 / 2)) >= (x3 - x2))) -> (x1 >= x3) -> (~ (((x0 - x2) <= ((x1 - x3) + (1))) /\ ((x2 - x0) <= ((x1 - x3) + (1))))) -> False.
Proof. intros; lra. Qed.

Lemma o_a14501ea3c55bddad2ba :
  forall x0 x1 x2 x3 x4 x5 : R, (x0 > (0)) -> (x1 > (0)) -> (x2 >= (0)) -> (x2 <= (x1 * x1)) -> (x3 > (0)) -> (x4 >= (0)) -> (x4 <= (x2 * x3)) -> (x5 >= (0)) -> (((2) * x5) <= x4) -> (((x0 * x3) + x5) > ((x0 + ((x1 * x1) * (1 / 2))) * x3)) -> False.
Proof. intros; nra. Qed.

Lemma o_a6fb395735c19fe626dc :
  forall x0 x1 x2 x3 x4 : R, (((x0 - (x2 * x1)) > (0)) /\ x4 = (1) \/ ~ ((x0 - (x2 * x1)) > (0)) /\ x4 = (0)) -> (x0 >= (0)) -> (x1 >= (0)) -> (x2 >= (0)) -> (x3 >= (0)) -> (x3 <= (1)) -> ((x3 * (x0 - (x2 * x1))) > (x4 * (x0 - (x2 * x1)))) -> False.
Proof. intros; nra. Qed.

Lemma o_a9cc283194eec1975c89 :
  forall x0 x1 x2 x3 x4 x5 x6 x7 x8 : R, (x0 > (0)) -> (x1 > (0)) -> (x2 >= (1)) -> (x3 > (0)) -> (x3 <= (1)) -> (x4 >= (x3 * x2)) -> (x5 >= (1)) -> (x5 <= x6) -> (x7 >= (0)) -> (x7 <= x6) -> (x8 >= (0)) -> (x8 <= x6) -> (x4 < (0)) -> False.
Proof. intros; nra. Qed.

Lemma o_ab468e6a1947d6b47e5a :
  forall x0 x1 x2 x3 x4 x5 : R, (((2) * x1) = 0 \/ ((2) * x1) * x4 = 1) -> (x0 >= (0)) -> (x0 <= (1)) -> (x1 > (0)) -> (((2) * x1) <= (1)) -> (x2 >= (1)) -> (x3 >= (2)) -> ((((((x5 * x5) * x4) + (1)) * (((x5 * x5) * x4) + (1))) + (x2 * ((1) * (1)))) < (0)) -> False.
Proof. intros; nra. Qed.

Lemma o_abcf704d83193a11c51a :
  forall x0 x1 x2 : R, (x0 > (0)) -> (x1 >= (0)) -> (x1 <= x2) -> (((1) * ((x0 + x1) * (x0 + x1))) > ((1) * ((x0 + x2) * (x0 + x2)))) -> False.
Proof. intros; nra. Qed.

Lemma o_ad02f1e6bf95c6c09e4f :
  forall x0 x1 x2 x3 x4 x5 : R, ((x1 <= x3) /\ x5 = x1 \/ ~ (x1 <= x3) /\ x5 = x3) -> ((x5 <= ((1) - x1)) /\ x4 = x5 \/ ~ (x5 <= ((1) - x1)) /\ x4 = ((1) - x1)) -> (x0 > (0)) -> (x0 <= x1) -> (x1 <= (1)) -> (x2 >= (0)) -> (x2 <= x0) -> (x2 <= x3) -> (x2 <= ((1) - x0)) -> (x3 > (0)) -> (((1) * (1 / 2)) >= x3) -> (((x0 * x0) + (x2 * ((1) - x0))) > ((1) * ((x1 * x1) + (((1) - x1) * x4)))) -> False.
Proof. intros; nra. Qed.

Lemma o_ad4d1e4a5f8aa871d377 :
  forall x0 x1 x2 x3 : R, (x0 > (0)) -> (x1 >= (0)) -> (x2 > (0)) -> (x2 <= (1)) -> (x3 >= (1)) -> (x1 >= ((x2 * x3) - (1))) -> ((x2 * x3) < (0)) -> False.
Proof. intros; nra. Qed.

Lemma o_ae7b70afa89ee498b595 :
  forall x0 x1 x2 x3 : R, (x0 > (0)) -> (x1 >= (0)) -> (x2 > (0)) -> (x2 <= (1)) -> (x3 >= (1)) -> (x1 >= (x2 * x3)) -> ((x2 * x3) < (0)) -> False.
Proof. intros; nra. Qed.

Lemma o_afaa56b0515dd3bfb818 :
  forall x0 x1 : R, (x0 = (0)) -> (x1 >= (0)) -> ((x1 * x0) = (0)) -> (x1 < (0)) -> False.
Proof. intros; lra. Qed.

Lemma o_b00ff1e615ad8383a3a8 :
  forall x0 x1 x2 x3 : R, ((x1 >= x0) /\ x2 = x1 \/ ~ (x1 >= x0) /\ x2 = x0) -> (x2 = 0 \/ x2 * x3 = 1) -> (x0 >= (0)) -> (x1 > (0)) -> (((x1 * x3) * x0) > ((1) * x1)) -> False.
Proof. intros; nra. Qed.

Lemma o_b21555508d801d017fe2 :
  forall x0 x1 x2 x3 : R, ((((1) + x1) < (1)) /\ x2 = (- (1)) \/ ~ (((1) + x1) < (1)) /\ x2 = (0)) -> ((((1) - x1) < (1)) /\ x3 = (- (1)) \/ ~ (((1) - x1) < (1)) /\ x3 = (0)) -> (x0 > (0)) -> (x1 > (0)) -> ((((2) * x0) * x1) < (1)) -> (((10) * x1) < (1)) -> ((x2 - x3) <= (((2) * x0) * x1)) -> False.
Proof. intros; lra. Qed.

Lemma o_b29d00f3cbfa3fc48ae2 :
  forall x0 x1 x2 x3 x4 : R, (x1 = 0 \/ x1 * x4 = 1) -> (x0 > (0)) -> (x1 >= (1)) -> (x2 >= (1)) -> (x3 >= (0)) -> (x3 <= ((2) * x0)) -> ((((1) * x4) * x3) > (((2) * x0) * x4)) -> False.
Proof. intros; nra. Qed.

Lemma o_b3145eb61757f3874732 :
  forall x0 x1 x2 x3 x4 x5 x6 x7 x8 x9 : R, (x0 > (0)) -> (x1 > (0)) -> (x2 > (0)) -> (x3 > (0)) -> (x4 >= (0)) -> (x5 >= (2)) -> (x6 >= (1)) -> (x7 >= (0)) -> (x7 <= (x2 * x2)) -> (x8 >= (0)) -> (x8 <= (2)) -> (x9 >= (0)) -> ((x9 * x9) = (2)) -> ((x7 * x8) > (((1) * (x9 * x2)) * ((1) * (x9 * x2)))) -> False.
Proof. intros; nra. Qed.

Lemma o_b3dd9812476e0b7eb07d :
  forall x0 x1 x2 x3 x4 x5 x6 : R, (x0 >= (0)) -> (x0 <= (1)) -> (x1 >= (0)) -> (x1 <= (1)) -> (x2 >= (0)) -> (x2 <= (1)) -> (x3 >= (0)) -> (x3 <= (1)) -> (x4 >= (1)) -> (x5 >= (0)) -> (x6 >= (0)) -> ((x2 - x0) <= x6) -> ((x0 - x2) <= x6) -> ((x0 - x6) > x2) -> False.
Proof. intros; lra. Qed.

Lemma o_b40277ca90a67c4403ec :
  forall x0 x1 x2 x3 x4 x5 x6 : R, (x0 >= (0)) -> (x0 <= (1)) -> (x1 >= (0)) -> (x1 <= (1)) -> (x2 >= (0)) -> (x2 <= (1)) -> (x3 >= (0)) -> (x3 <= (1)) -> (x4 >= (1)) -> (x5 >= (0)) -> (x6 >= (0)) -> ((x1 - x6) <= x3) -> (x2 <= (x0 + x6)) -> (x3 <= ((x4 * x2) + x5)) -> (x1 > (((x4 * x0) + x5) + (((1) + x4) * x6))) -> False.
Proof. intros; nra. Qed.

Lemma o_b5be10b3f1a3196b4699 :
  forall x0 x1 x2 x3 x4 x5 : R, (x0 >= (4)) -> (x1 >= (1)) -> (x2 >= (0)) -> (((x0 * (1 / 2)) - (x1 * x2)) >= (1)) -> (x3 = (x4 - (x5 * x0))) -> (((2) * x3) >= (- x0)) -> (((2) * x3) < x0) -> (x4 = (((x1 * x2) + ((x0 * (1 / 2)) - (x1 * x2))) - (0))) -> (~ ((x3 <> x4) /\ True)) -> False.
Proof. intros; lra. Qed.

Lemma o_b5e089b0975cee1bb3c1 :
  forall x0 x1 x2 x3 x4 : R, (x0 = 0 \/ x0 * x3 = 1) -> (x0 > (0)) -> (x1 > (0)) -> (x2 > (((2) * x1) * x3)) -> (x4 >= (x0 * x2)) -> (x4 <= ((2) * x1)) -> False.
Proof. intros; nra. Qed.

Lemma o_b7d03ce22e29699c20c2 :
  forall x0 x1 : R, (x0 >= (0)) -> (x0 <= (1)) -> (x1 >= (0)) -> (x1 <= (1)) -> (x0 = x1) -> (~ (~ ((((1) * (1 / 2)) > ((1) - x0)) /\ (((1) * (1 / 2)) > x1)))) -> False.
Proof. intros; lra. Qed.

Lemma o_b8c9259c05630b343313 :
  forall x0 x1 x2 x3 x4 : R, (x0 >= (0)) -> (x0 <= (1)) -> (x1 > (0)) -> (((2) * x1) <= (1)) -> (x2 >= (1)) -> (x3 >= (2)) -> (((((x2 + (1)) * x3) * ((1) * (1))) + (((1) * (1 / 2)) * (((1) + (x4 * x4)) * ((1) + (x4 * x4))))) < (0)) -> False.
Proof. intros; nra. Qed.

Lemma o_ba355838184df4a71506 :
  forall x0 x1 : R, (x0 > (0)) -> (x1 > (0)) -> (x1 <= (1)) -> ((x0 * x1) > x0) -> False.
Proof. intros; nra. Qed.

Lemma o_bba24c88f787258c12ac :
  forall x0 x1 x2 x3 : R, ((x1 >= x0) /\ x2 = x1 \/ ~ (x1 >= x0) /\ x2 = x0) -> (x2 = 0 \/ x2 * x3 = 1) -> (x0 >= (0)) -> (x1 > (0)) -> (x0 <= x1) -> (~ ((x1 * x3) = (1))) -> False.
Proof. intros; nra. Qed.

Lemma o_bea03c32c3c8b7cdf0dc :
  forall x0 x1 : R, (x0 > (0)) -> (x0 <= (1)) -> (x1 >= (0)) -> ((((x0 * x0) * (1 / 2)) + (x0 * x1)) > (x0 * (x1 + ((1) * (1 / 2))))) -> False.
Proof. intros; nra. Qed.

Lemma o_bf07da3f96555e22467a :
  forall x0 x1 x2 x3 x4 x5 x6 : R, (x0 = 0 \/ x0 * x5 = 1) -> (x0 >= (3)) -> (x1 >= (0)) -> (((((x2 * x2) + (x3 * x3)) + (x4 - ((1) * x1))) - ((((x2 + x3) + x6) * ((x2 + x3) + x6)) * x5)) > ((((x2 * x2) + (x3 * x3)) + x4) - ((((x2 + x3) + x6) * ((x2 + x3) + x6)) * x5))) -> False.
Proof. intros; lra. Qed.

Lemma o_bf4f6f36f1c21a80cc64 :
  forall x0 x1 x2 x3 x4 x5 x6 x7 x8 x9 x10 x11 : R, (x0 = 0 \/ x0 * x7 = 1) -> (((2) * x0) = 0 \/ ((2) * x0) * x9 = 1) -> (x0 > (0)) -> (x1 >= (0)) -> (x1 = (x2 - x3)) -> (x4 >= ((x5 + x6) - (x3 * x7))) -> (x4 <= ((x8 - (x2 * x7)) + (x1 * x9))) -> (x10 >= ((x8 - x11) + (x2 * x7))) -> (x10 <= ((x5 + (x3 * x7)) + (x1 * x9))) -> (x1 > (((1) * x0) * (x11 - x6))) -> False.
Proof. intros; nra. Qed.

Lemma o_c2bf5b0e072510715c44 :
  forall x0 x1 x2 x3 : R, (x0 > (0)) -> (x1 >= (0)) -> (x2 > (0)) -> (x3 > ((x1 + ((1) * x2)) * x0)) -> ((x3 - (x1 * x0)) <= (0)) -> False.
Proof. intros; nra. Qed.

Lemma o_c2e00a221ca6d8e3c9e7 :
  forall x0 x1 x2 x3 x4 x5 : R, (x0 >= (0)) -> (x0 <= (1)) -> (x1 >= (0)) -> (x1 <= x2) -> (x3 >= (0)) -> (x4 >= (0)) -> ((((- x5) + (x3 * x0)) + (x4 * x1)) > (((- x5) + x3) + (x4 * x2))) -> False.
Proof. intros; nra. Qed.

Lemma o_c53c6279e576907fb2f5 :
  forall x0 x1 x2 x3 : R, (x0 > (0)) -> (x1 >= (0)) -> (x2 > (0)) -> (x2 <= (1)) -> (x3 >= (1)) -> (x1 >= (x2 * x3)) -> (x1 < (0)) -> False.
Proof. intros; lra. Qed.

Lemma o_c68f84340b62f34b48d2 :
  forall x0 x1 x2 x3 : R, (x0 >= (1)) -> (~ (~ ((x1 = x0) /\ (x1 = (x0 + (1))) /\ (x2 = (x0 + (1))) /\ (x2 = x1) /\ (x3 = x2) /\ (x3 = x0) /\ (x3 = (x0 + (1)))))) -> False.
Proof. intros; lra. Qed.

Lemma o_c6b958f16bfea7df77eb :
  forall x0 x1 x2 x3 : R, (((1) + x0) = 0 \/ ((1) + x0) * x3 = 1) -> (x0 >= (1)) -> (x1 >= (0)) -> (x2 > (0)) -> (x1 <= (((1) * x3) * x2)) -> ((((1) + x0) * x1) > x2) -> False.
Proof. intros; nra. Qed.

Lemma o_c940522b98f644f28a83 :
  forall x0 x1 x2 x3 x4 x5 x6 x7 : R, (((2) * x0) = 0 \/ ((2) * x0) * x5 = 1) -> ((x1 < ((1) - x0)) /\ x4 = (- (1)) \/ ~ (x1 < ((1) - x0)) /\ x4 = ((- (((1) + x0) - x1)) * x5)) -> ((((1) + x0) < x1) /\ x3 = (0) \/ ~ (((1) + x0) < x1) /\ x3 = x4) -> ((x2 < ((1) - x0)) /\ x7 = (- (1)) \/ ~ (x2 < ((1) - x0)) /\ x7 = ((- (((1) + x0) - x2)) * x5)) -> ((((1) + x0) < x2) /\ x6 = (0) \/ ~ (((1) + x0) < x2) /\ x6 = x7) -> (x0 > (0)) -> (x1 < x2) -> (x3 > x6) -> False.
Proof. intros; nra. Qed.

Lemma o_cda49d66ad2574c3b8e0 :
  forall x0 x1 x2 x3 : R, (x0 = 0 \/ x0 * x3 = 1) -> (x0 > (0)) -> (x1 > (0)) -> (x2 >= (0)) -> ((x0 * x2) <= x1) -> (x2 > (((1) * x1) * x3)) -> False.
Proof. intros; nra. Qed.

Lemma o_cdd57974829c0a3e0055 :
  forall x0 x1 x2 : R, ((((1) - x1) >= (0)) /\ x2 = ((1) - x1) \/ ~ (((1) - x1) >= (0)) /\ x2 = (x1 - (1))) -> (x0 > (0)) -> (~ (((x1 > ((1) + x0)) \/ (x2 <= x0) \/ (x1 < ((1) - x0))) /\ (~ (((x1 > ((1) + x0)) /\ (x2 <= x0)) \/ ((x1 > ((1) + x0)) /\ (x1 < ((1) - x0))) \/ ((x2 <= x0) /\ (x1 < ((1) - x0))))))) -> False.
Proof. intros; lra. Qed.

Lemma o_ce0ce0416ce240e7d421 :
  forall x0 x1 x2 x3 x4 x5 x6 x7 : R, (x0 <= ((x1 * x2) + (x3 * x4))) -> (x5 >= (0)) -> (x4 >= (0)) -> (x6 >= (0)) -> (x7 >= (0)) -> (x1 >= (1)) -> (x3 >= (0)) -> (x6 <= ((x1 * x7) + x3)) -> ((x0 + (((1) * x5) * x6)) > ((x1 * (x2 + (x5 * x7))) + (x3 * (x4 + x5)))) -> False.
Proof. intros; nra. Qed.

Lemma o_d19acaadebb1c1b4d4df :
  forall x0 x1 x2 x3 x4 : R, ((x0 > (((1) * x2) * x1)) /\ x4 = (x0 - (x2 * x1)) \/ ~ (x0 > (((1) * x2) * x1)) /\ x4 = (0)) -> (x0 >= (0)) -> (x1 >= (0)) -> (x2 >= (1)) -> (x3 >= (0)) -> (x3 <= (1)) -> ((x3 * (x0 - (x2 * x1))) > x4) -> False.
Proof. intros; nra. Qed.

Lemma o_d2512a043b0edb69e058 :
  forall x0 x1 x2 x3 x4 x5 : R, (((2) * x0) = 0 \/ ((2) * x0) * x5 = 1) -> ((x1 < ((1) - x0)) /\ x4 = (- (1)) \/ ~ (x1 < ((1) - x0)) /\ x4 = ((- (((1) + x0) - x1)) * x5)) -> ((((1) + x0) < x1) /\ x3 = (0) \/ ~ (((1) + x0) < x1) /\ x3 = x4) -> (x0 > (0)) -> (x1 < x2) -> (~ ((x3 >= (- (1))) /\ (x3 <= (0)))) -> False.
Proof. intros; nra. Qed.

Lemma o_d9383ff5b2df28b5a889 :
  forall x0 x1 x2 x3 x4 : R, (x0 > (0)) -> (x0 <= (1)) -> (x1 >= (1)) -> (x2 > (0)) -> (x3 > (0)) -> (x4 > (0)) -> (~ ((((((1) - x0) * x2) + (x0 * x3)) - (x1 * ((((1) - x0) * x2) + (x0 * x4)))) = (((x0 * x3) - ((x1 * x0) * x4)) - ((((1) - x0) * (x1 - (1))) * x2)))) -> False.
Proof. intros; lra. Qed.

Lemma o_da980fd7a23a4c66ab3a :
  forall x0 x1 x2 x3 x4 x5 x6 : R, (x0 >= (1)) -> (x1 >= (1)) -> (x2 >= (0)) -> (x3 >= (0)) -> (x4 >= (0)) -> (x5 >= (0)) -> (x6 <= ((x1 * x4) + x3)) -> (x4 <= ((x0 * x5) + x2)) -> (x6 > ((((x1 * x0) * x5) + x3) + (x1 * x2))) -> False.
Proof. intros; nra. Qed.

Lemma o_db1a4a24856ef140be97 :
  forall x0 x1 x2 x3 : R, ((x0 >= x1) /\ x2 = x0 \/ ~ (x0 >= x1) /\ x2 = x1) -> (x2 = 0 \/ x2 * x3 = 1) -> (x0 > (0)) -> (x1 >= (0)) -> (~ ((((x0 * x3) * x1) <= ((1) * x0)) /\ ((x0 * x3) > (0)) /\ ((x1 <= x0) -> ((x0 * x3) = (1))))) -> False.
Proof. intros; nra. Qed.

Lemma o_db7b202bb23921108e1a :
  forall x0 x1 x2 x3 x4 x5 : R, ((x4 <= ((2) * ((1) * x0))) /\ x5 = x4 \/ ~ (x4 <= ((2) * ((1) * x0))) /\ x5 = ((2) * ((1) * x0))) -> (x0 > (0)) -> (x1 >= (0)) -> (x1 <= x0) -> (x2 >= (0)) -> (x2 <= x0) -> (((- x1) * x2) <= x3) -> (x3 <= (x1 * x2)) -> (x4 >= (0)) -> ((x4 * x4) = (((x1 * x1) + (x2 * x2)) - ((2) * x3))) -> (x4 > x5) -> False.
Proof. intros; nra. Qed.

Lemma o_dc3b229899c17185913b :
  forall x0 x1 x2 x3 x4 : R, (x0 > (0)) -> (x0 <= (1)) -> (x1 >= (1)) -> (x2 > (0)) -> (x3 > (0)) -> (x4 > (0)) -> (~ (((x1 * x0) >= (0)) /\ ((((1) - x0) * (x1 - (1))) >= (0)))) -> False.
Proof. intros; nra. Qed.

Lemma o_dd7573dca87b7fb7f4ff :
  forall x0 x1 : R, (x0 >= (0)) -> (x0 <= (1)) -> ((x0 * x0) <= x1) -> (x1 <= ((x0 * x0) + (((1) - x0) * ((1) - x0)))) -> ((x1 + (((x0 - (1)) * (x0 - (1))) - ((x0 - (0)) * (x0 - (0))))) > (2)) -> False.
Proof. intros; nra. Qed.

Lemma o_e176648ede12e81d9f68 :
  forall x0 x1 x2 x3 x4 : R, (x0 >= (0)) -> (x0 <= (x1 * x1)) -> (x2 >= (0)) -> (x2 <= (x3 * x3)) -> (x4 <= (x0 * x2)) -> (x4 > ((1) * ((x1 * x3) * (x1 * x3)))) -> False.
Proof. intros; nra. Qed.

Lemma o_e3cd704fe69d37b8d6e7 :
  forall x0 x1 x2 : R, (((x0 + (1)) + (1)) = 0 \/ ((x0 + (1)) + (1)) * x1 = 1) -> ((x0 + (1)) = 0 \/ (x0 + (1)) * x2 = 1) -> (x0 >= (0)) -> (~ (((x0 + (1)) >= (0)) /\ (((x0 + (1)) * x1) > (x0 * x2)))) -> False.
Proof. intros; nra. Qed.

Lemma o_e3ef59cf4d398e80b512 :
  forall x0 x1 x2 : R, (x0 = 0 \/ x0 * x2 = 1) -> (x0 > (0)) -> (x1 > (0)) -> (~ (((x1 * x2) * x0) = ((1) * x1))) -> False.
Proof. intros; nra. Qed.

Lemma o_e411535eb4d83610dfa9 :
  forall x0 x1 x2 x3 : R, (x0 >= (0)) -> (x0 <= (1)) -> (x1 > (0)) -> (((2) * x1) <= (1)) -> (x2 >= (1)) -> (x3 >= (2)) -> ((((2) * x1) * x0) < (0)) -> False.
Proof. intros; nra. Qed.

Lemma o_e79b1ef0fcb0cc295f03 :
  forall x0 x1 x2 x3 x4 x5 x6 x7 x8 x9 x10 : R, (x0 = 0 \/ x0 * x5 = 1) -> ((((1) - (x1 * x5)) <= (0)) /\ x4 = (0) \/ ~ (((1) - (x1 * x5)) <= (0)) /\ x4 = ((1) - (x1 * x5))) -> (x0 > (0)) -> (x1 >= x0) -> (~ ((((((x2 * x2) + (x0 * x0)) + x3) + (x4 * (x6 - x3))) - (((2) * x1) * (((x0 * x7) + (x8 * x9)) - (x2 * x10)))) = (((((x2 * x2) + (x0 * x0)) + x3) - (((2) * x1) * (((x0 * x7) + (x8 * x9)) - (x2 * x10)))) + ((0) * (x6 - x3))))) -> False.
Proof. intros; nra. Qed.

Lemma o_ea2b3ef686a4a3abc9bb :
  forall x0 x1 x2 x3 : R, (x0 > (0)) -> (x1 > (0)) -> ((x2 * x3) >= (0)) -> (((x0 * (x1 * x1)) + (x2 * x3)) < (((1) * x0) * (x1 * x1))) -> False.
Proof. intros; lra. Qed.

Lemma o_ec6e5ec11d0aa8590729 :
  forall x0 x1 x2 x3 x4 : R, (x0 > (0)) -> (x0 <= (1)) -> (x1 >= (1)) -> (x2 > (0)) -> (x3 > (0)) -> (x4 > (0)) -> (~ ((((((1) - x0) * x2) + (x0 * x3)) - (x1 * x2)) = ((x0 * x3) - (((x1 - (1)) + x0) * x2)))) -> False.
Proof. intros; lra. Qed.

Lemma o_ef1e4b394c0205ee655e :
  forall x0 x1 x2 : R, (x1 = 0 \/ x1 * x2 = 1) -> (x0 >= (1)) -> (x1 > (0)) -> ((x1 * x1) = x0) -> (~ ((x0 * x2) = (x1))) -> False.
Proof. intros; nra. Qed.

Lemma o_f662eb004640b0e003ab :
  forall x0 x1 x2 x3 x4 : R, (x0 > (0)) -> (x0 <= (1)) -> (x1 >= (0)) -> (x2 > (0)) -> (x3 > (0)) -> (x4 > (0)) -> (~ ((((((1) - x0) * x2) + (x0 * x3)) - (x1 * ((((1) - x0) * x2) + (x0 * x4)))) = (((x0 * x3) - ((x1 * x0) * x4)) - ((((1) - x0) * (x1 - (1))) * x2)))) -> False.
Proof. intros; lra. Qed.

Lemma o_f6bddd51eddf137e7006 :
  forall x0 x1 : R, (x0 > (0)) -> (x0 <= (1)) -> (x1 >= ((1) - x0)) -> (((x1 - (1)) + x0) < (0)) -> False.
Proof. intros; lra. Qed.

Lemma o_f9b7af5cb4080dae2747 :
  forall x0 x1 x2 x3 : R, (x0 > (0)) -> (x1 > (0)) -> (((x2 <> (0)) /\ True) \/ ((x3 <> (0)) /\ True)) -> (((x2 * x0) + x3) = (0)) -> (((x2 * x1) + x3) = (0)) -> (~ (x0 = x1)) -> False.
Proof. intros; nra. Qed.

Lemma o_fad03d880f23fffa9f08 :
  forall x0 x1 x2 x3 x4 x5 : R, ((((3) * x0) <= ((2) * x0)) /\ x5 = ((3) * x0) \/ ~ (((3) * x0) <= ((2) * x0)) /\ x5 = ((2) * x0)) -> (x0 > (0)) -> (x1 >= (0)) -> (x1 <= x0) -> (x2 >= (0)) -> (x2 <= x0) -> (((- x1) * x2) <= x3) -> (x3 <= (x1 * x2)) -> (x4 >= (0)) -> ((x4 * x4) = (((x1 * x1) + (x2 * x2)) - ((2) * x3))) -> (x1 = x0) -> (x2 = x0) -> (x3 = ((- x0) * x0)) -> (~ (x5 = x4)) -> False.
Proof. intros; nra. Qed.

Lemma o_fbe7605e0f3cec64b2aa :
  forall x0 x1 : R, (x0 > (0)) -> ((((x0 * x0) + (x1 * x1)) * ((((1) + x0) * ((1) + x0)) + (x1 * x1))) < (x1 * x1 * x1 * x1)) -> False.
Proof. intros; nra. Qed.

Lemma o_fd86a3033a84f7b8ed34 :
  forall x0 x1 x2 x3 : R, (x0 > (0)) -> (x1 > (0)) -> (x2 > (0)) -> (x3 >= (1)) -> (x3 < (0)) -> False.
Proof. intros; lra. Qed.

Lemma o_ff051e969f0ccafa570a :
  forall x0 x1 : R, (x0 >= (0)) -> (((2) * x0) <= (1)) -> (x1 <= ((((1) - x0) * ((1) - x0)) + (x0 * x0))) -> (x1 > ((1) - x0)) -> False.
Proof. intros; nra. Qed.

Lemma o_ffb61e1251edfa11d4f4 :
  forall x0 x1 x2 x3 x4 : R, ((((1) - x1) <= (0)) /\ x0 = (0) \/ ~ (((1) - x1) <= (0)) /\ x0 = ((1) - x1)) -> ((((1) - x3) <= (0)) /\ x2 = (0) \/ ~ (((1) - x3) <= (0)) /\ x2 = ((1) - x3)) -> ((x3 < (1)) /\ x4 = (- (1)) \/ ~ (x3 < (1)) /\ x4 = (0)) -> (x0 < (x2 + (x4 * (x1 - x3)))) -> False.
Proof. intros; nra. Qed.
