(* Printed by proofs_check/coq/polynomial.py from the obligations of the checks: do not change by hand. *)
Require Import Reals Lra Psatz.
Open Scope R_scope.

Ltac cases :=
  repeat match goal with
         | H : _ /\ _ |- _ => destruct H
         | H : _ \/ _ |- _ => destruct H
         end.

Lemma o_01e444f9c1ce1ceed900 :
  forall x0 x1 : R, (((x0 * x0) + (x1 * x1)) > (0)) -> (~ (~ ((((x0 * ((x0 + ((- (2)) * x0)) * (1 / 2))) + (x1 * ((x1 + ((- (2)) * x1)) * (1 / 2)))) = (0)) /\ (((((x0 + ((- (2)) * x0)) * (1 / 2)) <> (0)) /\ True) \/ ((((x1 + ((- (2)) * x1)) * (1 / 2)) <> (0)) /\ True))))) -> False.
Proof. intros; lra. Qed.

Lemma o_098eb7c399cb5e8fc222 :
  forall x0 x1 x2 x3 x4 x5 x6 : R, (x0 >= (0)) -> (x0 <= (1)) -> (x1 >= (0)) -> (x1 <= (1)) -> (x2 >= (0)) -> (x2 <= (1)) -> (x3 >= (0)) -> (x3 <= (1)) -> (x4 >= (1)) -> (x5 >= (0)) -> (x6 >= (0)) -> ((x1 - x6) <= x3) -> (x2 <= (x0 + x6)) -> (x3 <= ((x4 * x2) + x5)) -> (x1 > (((x4 * x0) + x5) + (((1) + x4) * x6))) -> False.
Proof. intros; nra. Qed.

Lemma o_0a6ca644f65e9e63c91f :
  forall x0 x1 x2 : R, (x0 >= (0)) -> ((x0 * ((0) * x1)) <= (x0 * ((0) * (x1 + x2)))) -> ((x0 * ((0) * x1)) <= (x0 * ((0) * (x1 + (- x2))))) -> (~ ((x0 * ((0) * (x1 - x2))) = (x0 * ((0) * x1)))) -> False.
Proof. intros; lra. Qed.

Lemma o_1131142229d77f6f0e43 :
  forall x0 x1 : R, (x0 >= (0)) -> (x0 <= (1)) -> ((x0 * x0) <= x1) -> (x1 <= ((x0 * x0) + (((1) - x0) * ((1) - x0)))) -> ((x1 + (((x0 - (1)) * (x0 - (1))) - ((x0 - (0)) * (x0 - (0))))) > (2)) -> False.
Proof. intros; nra. Qed.

Lemma o_1586ff28069b4e957e4e :
  forall x0 x1 x2 x3 x4 : R, (x0 <= x1) -> (x2 <= x3) -> (x4 >= (0)) -> ((x0 - (x4 * x3)) > (x1 - (x4 * x2))) -> False.
Proof. intros; nra. Qed.

Lemma o_15f52a6bf2e0c67a6cc9 :
  forall x0 x1 x2 x3 : R, (x0 >= (1)) -> (~ (~ ((x1 = x0) /\ (x1 = (x0 + (1))) /\ (x2 = (x0 + (1))) /\ (x2 = x1) /\ (x3 = x2) /\ (x3 = x0) /\ (x3 = (x0 + (1)))))) -> False.
Proof. intros; lra. Qed.

Lemma o_1a2e1e983493b5a75952 :
  forall x0 x1 x2 x3 x4 x5 : R, (x0 >= (0)) -> (x0 <= (1)) -> (x1 >= (0)) -> (x1 <= (1)) -> (x2 >= (0)) -> (x2 <= ((1) - x0)) -> (x3 >= (0)) -> (x3 <= ((1) - x1)) -> (x4 >= (0)) -> (x4 <= x0) -> (x5 >= (0)) -> (x5 <= x1) -> (((x4 + x5) - (((1) * x4) * x5)) > ((x0 + x1) - (((1) * x0) * x1))) -> False.
Proof. intros; nra. Qed.

Lemma o_1b3a77189fd9e15880ed :
  forall x0 x1 x2 : R, (x0 > x1) -> (x1 > (0)) -> (((3) * (x0 + x1)) = ((2) * ((1) - x2))) -> (((2) * (((2) - ((2) * x2)) - ((6) * x1))) <= (0)) -> False.
Proof. intros; lra. Qed.

Lemma o_2263e281c183e0e6d74d :
  forall x0 x1 x2 x3 x4 : R, (x0 > (0)) -> (x0 <= (1)) -> (x1 >= ((1) - x0)) -> (x2 <= x3) -> ((((((1) - x0) * x3) + (x0 * x4)) - (x1 * x3)) > (((((1) - x0) * x2) + (x0 * x4)) - (x1 * x2))) -> False.
Proof. intros; nra. Qed.

Lemma o_24075d885125152fbbd4 :
  forall x0 x1 x2 x3 x4 : R, ((x1 * x2) = 0 \/ (x1 * x2) * x4 = 1) -> (x0 > (0)) -> (x1 > (0)) -> (x2 >= (1)) -> (x3 > (1)) -> (~ ((((2) * (x3 * x0)) * x4) = (x3 * (((2) * x0) * x4)))) -> False.
Proof. intros; lra. Qed.

Lemma o_265deb5ef66e0ef96316 :
  forall x0 x1 x2 : R, (((1) + x0) = 0 \/ ((1) + x0) * x1 = 1) -> (x0 = 0 \/ x0 * x2 = 1) -> (x0 >= (1)) -> (~ ((((1) * (1 / 2)) >= ((1) * x1)) /\ (((1) * x1) <= ((2) * x2)))) -> False.
Proof. intros; nra. Qed.

Lemma o_2811a27c37112414b6a6 :
  forall x0 x1 x2 x3 x4 x5 x6 x7 : R, ((((x0 + x1) - (x4 * (x2 + x3))) > (0)) /\ x5 = ((x0 + x1) - (x4 * (x2 + x3))) \/ ~ (((x0 + x1) - (x4 * (x2 + x3))) > (0)) /\ x5 = (0)) -> (((x0 - (x4 * x2)) > (0)) /\ x6 = (x0 - (x4 * x2)) \/ ~ ((x0 - (x4 * x2)) > (0)) /\ x6 = (0)) -> (((x1 - (x4 * x3)) > (0)) /\ x7 = (x1 - (x4 * x3)) \/ ~ ((x1 - (x4 * x3)) > (0)) /\ x7 = (0)) -> (x0 >= (0)) -> (x1 >= (0)) -> (x2 >= (0)) -> (x3 >= (0)) -> (x4 >= (0)) -> (((1) * x5) > ((1) * (x6 + x7))) -> False.
Proof. intros; lra. Qed.

Lemma o_2c34760b2608d2fba871 :
  forall x0 x1 x2 x3 x4 x5 : R, (x0 >= (0)) -> (x0 <= (1)) -> (x1 >= (0)) -> (x1 <= (1)) -> (x2 >= (0)) -> (x2 <= ((1) - x0)) -> (x3 >= (0)) -> (x3 <= ((1) - x1)) -> (x4 >= (0)) -> (x4 <= x0) -> (x5 >= (0)) -> (x5 <= x1) -> (((x4 + x5) - (((0) * x4) * x5)) > ((x0 + x1) - (((0) * x0) * x1))) -> False.
Proof. intros; lra. Qed.

Lemma o_2e34ec1217faa659fe7d :
  forall x0 x1 x2 x3 : R, (x0 > (0)) -> (x1 >= (0)) -> (x2 > (0)) -> (x3 > ((x1 + ((1) * x2)) * x0)) -> ((x3 - (x1 * x0)) <= (0)) -> False.
Proof. intros; nra. Qed.

Lemma o_30fad5a4deecfd356a53 :
  forall x0 x1 x2 x3 x4 x5 x6 : R, (x0 >= (0)) -> (x0 <= (1)) -> (x1 >= (0)) -> (x1 <= (1)) -> (x2 >= (0)) -> (x2 <= (1)) -> (x3 >= (0)) -> (x3 <= (1)) -> (x4 >= (1)) -> (x5 >= (0)) -> (x6 >= (0)) -> ((x2 - x0) <= x6) -> ((x0 - x2) <= x6) -> ((x0 - x6) > x2) -> False.
Proof. intros; lra. Qed.

Lemma o_37d5e233802bb5400ecc :
  forall x0 x1 x2 : R, (((1) + x0) = 0 \/ ((1) + x0) * x1 = 1) -> (x0 = 0 \/ x0 * x2 = 1) -> (x0 >= (1)) -> (~ ((((1) * (1 / 2)) >= ((1) * x1)) /\ (((1) * x1) <= ((1) * x2)))) -> False.
Proof. intros; nra. Qed.

Lemma o_3da40c1ea7eb199d99f1 :
  forall x0 x1 : R, (x0 >= (0)) -> (x0 <= (1)) -> (x1 >= (0)) -> (x1 <= (1)) -> (x0 = x1) -> (~ (~ ((((1) * (1 / 2)) > ((1) - x0)) /\ (((1) * (1 / 2)) > x1)))) -> False.
Proof. intros; lra. Qed.

Lemma o_40b9b204dd9cb04d4328 :
  forall x0 x1 : R, (x0 >= (1)) -> (x1 >= (0)) -> ((x0 * x1) < ((1) * x1)) -> False.
Proof. intros; nra. Qed.

Lemma o_40dcee981440a536d887 :
  forall x0 x1 x2 x3 : R, (x0 >= (0)) -> (x0 <= (1)) -> (x1 >= (0)) -> (x1 <= (1)) -> (x2 >= (0)) -> (x2 <= ((1) - x0)) -> (x3 >= (0)) -> (x3 <= ((1) - x1)) -> ((((x0 + x1) - (((1) * x0) * x1)) + (x2 * x3)) > (1)) -> False.
Proof. intros; nra. Qed.

Lemma o_4138c66f28d28384f4f6 :
  forall x0 x1 x2 x3 x4 x5 : R, (((- x0) <= (x1 - x2)) /\ ((x1 - x2) <= x0)) -> (((- x3) <= x2) /\ (x2 <= x3)) -> (((- x4) <= x5) /\ (x5 <= x4)) -> (x4 >= (0)) -> (x0 >= (0)) -> (((- (x4 * (x3 + x0))) <= (x5 * x1)) /\ ((x5 * x1) <= (x4 * (x3 + x0)))) -> (~ (((- (x0 + (((1) * x4) * (x3 + x0)))) <= ((x1 * ((1) + x5)) - x2)) /\ (((x1 * ((1) + x5)) - x2) <= (x0 + (((1) * x4) * (x3 + x0)))))) -> False.
Proof. intros; lra. Qed.

Lemma o_417744bff936da97cd80 :
  forall x0 x1 x2 x3 x4 x5 x6 : R, (x0 >= (0)) -> (x0 <= (1)) -> (x1 >= (0)) -> (x1 <= (1)) -> (x2 >= (0)) -> (x2 <= (1)) -> (x3 >= (0)) -> (x3 <= (1)) -> (x4 >= (1)) -> (x5 >= (0)) -> (x6 >= (0)) -> ((x1 - x6) <= x3) -> ((x3 - x1) <= x6) -> (((x4 * x3) + x5) > ((x4 * (x1 + x6)) + x5)) -> False.
Proof. intros; nra. Qed.

Lemma o_46057ea92f584804f9f6 :
  forall x0 x1 x2 x3 x4 : R, ((x1 - (1)) = 0 \/ (x1 - (1)) * x4 = 1) -> (x0 > (0)) -> (x1 >= (2)) -> (x2 > (0)) -> (x2 <= (1)) -> (x3 >= (0)) -> ((x3 * x3) = ((x0 * x0) * (x1 * x4))) -> ((x1 * x4) < (0)) -> False.
Proof. intros; nra. Qed.

Lemma o_4908cecb99584b664a07 :
  forall x0 x1 x2 : R, (x0 >= (0)) -> (x1 >= (0)) -> (x1 <= x2) -> (x2 <= (1)) -> ((x0 * ((1) - x2)) > (x0 * ((1) - x1))) -> False.
Proof. intros; nra. Qed.

Lemma o_4dbdc558dfe11b238c1d :
  forall x0 x1 x2 x3 x4 x5 x6 : R, (x0 >= (0)) -> (x0 <= (1)) -> (x1 >= (0)) -> (x1 <= (1)) -> (x2 >= (0)) -> (x2 <= (1)) -> (x3 >= (0)) -> (x3 <= (1)) -> (x4 >= (1)) -> (x5 >= (0)) -> (x6 >= (0)) -> ((x0 - x6) <= x2) -> (x3 <= (x1 + x6)) -> (x2 <= ((x4 * x3) + x5)) -> (x0 > (((x4 * x1) + x5) + (((1) + x4) * x6))) -> False.
Proof. intros; nra. Qed.

Lemma o_4dbfb3be01e5256718b4 :
  forall x0 x1 : R, (x0 > (0)) -> (x1 > (0)) -> (x1 <= (1)) -> ((x0 * x1) > x0) -> False.
Proof. intros; nra. Qed.

Lemma o_52d76881f3d0d2d8fb46 :
  forall x0 x1 x2 x3 x4 x5 x6 : R, ((((x0 * x2) - (x1 * x3)) > (0)) /\ x4 = ((x0 * x2) - (x1 * x3)) \/ ~ (((x0 * x2) - (x1 * x3)) > (0)) /\ x4 = (0)) -> (((x2 - x3) > (0)) /\ x5 = (x2 - x3) \/ ~ ((x2 - x3) > (0)) /\ x5 = (0)) -> (((x0 - x1) > (0)) /\ x6 = (x0 - x1) \/ ~ ((x0 - x1) > (0)) /\ x6 = (0)) -> (x0 >= (0)) -> (x1 >= (0)) -> (x2 >= (0)) -> (x3 >= (0)) -> (x4 > ((x0 * x5) + (((1) * x3) * x6))) -> False.
Proof. intros; nra. Qed.

Lemma o_533d196e7df1930c427a :
  forall x0 x1 x2 x3 x4 : R, ((x2 >= x1) /\ x4 = (x2 - x1) \/ ~ (x2 >= x1) /\ x4 = ((x2 - x1) + x0)) -> (x0 >= (2)) -> (x1 >= (0)) -> (x1 < x0) -> (x2 >= (0)) -> (x2 < x0) -> (x3 = x4) -> (~ ((((x1 + x3) = x2) \/ ((x1 + x3) = (x2 + x0))) /\ (x3 >= (0)) /\ (x3 < x0))) -> False.
Proof. intros; lra. Qed.

Lemma o_54d380f03a11ad3717d4 :
  forall x0 x1 x2 x3 : R, (x0 >= (0)) -> (x0 <= x1) -> (x2 >= (0)) -> (x2 <= x3) -> ((((1) * x0) * x2) > (((1) * x1) * x3)) -> False.
Proof. intros; nra. Qed.

Lemma o_5a908fdb38c3ab1bb0c7 :
  forall x0 x1 x2 : R, (x0 >= (0)) -> (x1 > (0)) -> (((1) * x2) > (0)) -> ((x1 * x2) <= (0)) -> False.
Proof. intros; nra. Qed.

Lemma o_5d98d42bef5350ec8329 :
  forall x0 x1 x2 x3 x4 x5 : R, ((x2 <= x3) /\ x5 = x2 \/ ~ (x2 <= x3) /\ x5 = x3) -> ((x5 <= ((1) - x2)) /\ x4 = x5 \/ ~ (x5 <= ((1) - x2)) /\ x4 = ((1) - x2)) -> (x0 >= (1)) -> (x1 > (0)) -> (x1 <= x2) -> ((x2 + (x0 * x1)) = (1)) -> (x1 = x2) -> (x3 >= x2) -> (~ (((x2 * x2) + (((1) - x2) * x4)) = ((1) * ((x2 * x2) + (x0 * (x1 * x1)))))) -> False.
Proof. intros; nra. Qed.

Lemma o_5f23b2036d1251a60d62 :
  forall x0 x1 x2 x3 : R, (x0 >= (1)) -> (~ (~ ((x1 = (x0 + (1))) /\ (x2 = (x0 + (1))) /\ (x2 = x1) /\ (x3 = x2) /\ (x3 = x0) /\ (x3 = (x0 + (1)))))) -> False.
Proof. intros; lra. Qed.

Lemma o_62a76335ff1c66a084c7 :
  forall x0 x1 : R, (x0 = (0)) -> (x1 >= (0)) -> ((x1 * x0) = (0)) -> (x1 < (0)) -> False.
Proof. intros; lra. Qed.

Lemma o_65247fd17926dff2603c :
  forall x0 x1 x2 x3 x4 x5 : R, (x0 >= (0)) -> (x0 <= (1)) -> (x1 >= (0)) -> (x1 <= x2) -> (x3 >= (0)) -> (x4 >= (0)) -> ((((- x5) + (x3 * x0)) + (x4 * x1)) > (((- x5) + x3) + (x4 * x2))) -> False.
Proof. intros; nra. Qed.

Lemma o_65a028b06c85e049c0b9 :
  forall x0 x1 : R, (x0 >= (1)) -> (x1 >= (1)) -> ((x0 + x1) > ((1000) * (x0 + x1))) -> False.
Proof. intros; lra. Qed.

Lemma o_687107edc00af75e792e :
  forall x0 x1 x2 x3 x4 : R, (((2) * x0) = 0 \/ ((2) * x0) * x4 = 1) -> ((x1 < ((1) - x0)) /\ x3 = (- (1)) \/ ~ (x1 < ((1) - x0)) /\ x3 = ((- (((1) + x0) - x1)) * x4)) -> ((((1) + x0) < x1) /\ x2 = (0) \/ ~ (((1) + x0) < x1) /\ x2 = x3) -> (x0 > (0)) -> (x0 < (1)) -> (x1 < ((1) + x0)) -> (x2 >= (0)) -> False.
Proof. intros; nra. Qed.

Lemma o_6f2da745d832c5c3a29a :
  forall x0 x1 : R, (((x0 * x0) + (x1 * x1)) > (0)) -> (~ (~ ((((x0 * ((x0 + ((- x0) * (1 / 2))) * (1 / 2))) + (x1 * ((x1 + ((- x1) * (1 / 2))) * (1 / 2)))) = (0)) /\ (((((x0 + ((- x0) * (1 / 2))) * (1 / 2)) <> (0)) /\ True) \/ ((((x1 + ((- x1) * (1 / 2))) * (1 / 2)) <> (0)) /\ True))))) -> False.
Proof. intros; lra. Qed.

Lemma o_71fcb24c10988372831d :
  forall x0 x1 x2 : R, (x0 >= (0)) -> ((x0 * x1) <= (x0 * (x1 + x2))) -> ((x0 * x1) <= (x0 * (x1 + (- x2)))) -> (~ ((x0 * (x1 - x2)) = (x0 * x1))) -> False.
Proof. intros; lra. Qed.

Lemma o_72eaa18112cd7069544d :
  forall x0 x1 x2 x3 x4 : R, ((x1 - (1)) = 0 \/ (x1 - (1)) * x4 = 1) -> (x0 > (0)) -> (x1 >= (2)) -> (x2 > (0)) -> (x2 <= (1)) -> (x3 >= ((1) + ((x1 - (1)) * x2))) -> ((x1 * x4) < (0)) -> False.
Proof. intros; nra. Qed.

Lemma o_73076334be3efa526a00 :
  forall x0 x1 x2 : R, ((((1) - x1) <= (0)) /\ x0 = (0) \/ ~ (((1) - x1) <= (0)) /\ x0 = ((1) - x1)) -> ((x1 < (1)) /\ x2 = (- (1)) \/ ~ (x1 < (1)) /\ x2 = (0)) -> (x0 = (0)) -> (~ (x2 = (0))) -> False.
Proof. intros; lra. Qed.

Lemma o_75e4a24cc67bfa7e0e74 :
  forall x0 x1 : R, (x0 > (0)) -> ((((x0 * x0) + (x1 * x1)) * ((((1) + x0) * ((1) + x0)) + (x1 * x1))) < (x1 * x1 * x1 * x1)) -> False.
Proof. intros; nra. Qed.

Lemma o_7604274f4cbef94b33d6 :
  forall x0 x1 x2 : R, (((x0 + (1)) + (1)) = 0 \/ ((x0 + (1)) + (1)) * x1 = 1) -> ((x0 + (1)) = 0 \/ (x0 + (1)) * x2 = 1) -> (x0 >= (0)) -> (~ (((x0 + (1)) >= (0)) /\ (((x0 + (1)) * x1) > (x0 * x2)))) -> False.
Proof. intros; nra. Qed.

Lemma o_77f136e8ac7e11b1b104 :
  forall x0 x1 x2 x3 x4 : R, ((x1 > (((1) * x3) * x2)) /\ x4 = (x1 - (x3 * x2)) \/ ~ (x1 > (((1) * x3) * x2)) /\ x4 = (0)) -> (x0 >= (0)) -> (x0 <= (1)) -> (x1 >= (0)) -> (x2 >= (0)) -> (x3 > (0)) -> ((x0 * (x1 - (x3 * x2))) > x4) -> False.
Proof. intros; nra. Qed.

Lemma o_7c1806dc3ffccb23cbd8 :
  forall x0 x1 x2 x3 x4 : R, (x0 >= (0)) -> (x1 >= (0)) -> (x2 >= (0)) -> (x3 >= (1)) -> (x4 >= (0)) -> (x1 <= ((x3 * x2) + x4)) -> ((x0 * x1) > (x0 * ((((1) * x3) * x2) + x4))) -> False.
Proof. intros; nra. Qed.

Lemma o_7fa1dcf7ccca75281476 :
  forall x0 x1 x2 x3 : R, ((((1) - x0) > (0)) /\ x2 = ((1) - x0) \/ ~ (((1) - x0) > (0)) /\ x2 = (0)) -> (((x1 - x0) > (0)) /\ x3 = (x1 - x0) \/ ~ ((x1 - x0) > (0)) /\ x3 = (0)) -> (x0 >= (0)) -> (x1 > (0)) -> (x1 <= (1)) -> (x2 > (x3 + ((1) - ((1) * x1)))) -> False.
Proof. intros; lra. Qed.

Lemma o_8015e139ebe2ebad8464 :
  forall x0 x1 x2 x3 x4 : R, (x0 = 0 \/ x0 * x2 = 1) -> (x0 >= (1)) -> (x1 > (0)) -> (~ (((((x3 + x1) + x4) * x2) - ((x3 + x4) * x2)) = (((1) * x1) * x2))) -> False.
Proof. intros; lra. Qed.

Lemma o_8d5b37cfd6c09ea6d093 :
  forall x0 x1 x2 x3 x4 x5 : R, (((- x0) <= (x1 - x2)) /\ ((x1 - x2) <= x0)) -> (((- x3) <= x2) /\ (x2 <= x3)) -> (((- x4) <= x5) /\ (x5 <= x4)) -> (x4 >= (0)) -> (~ (((- (x4 * (x3 + x0))) <= (x5 * x1)) /\ ((x5 * x1) <= (x4 * (x3 + x0))))) -> False.
Proof. intros; nra. Qed.

Lemma o_8d976eae9a2211cde22e :
  forall x0 : R, (x0 >= (1)) -> (((((4) * x0) * ((4) * x0)) + (1)) <= (x0 * (((4) * x0) + (1)))) -> False.
Proof. intros; nra. Qed.

Lemma o_8e13075acd595ac9dcd7 :
  forall x0 x1 x2 x3 x4 x5 : R, (((4) * x1) = 0 \/ ((4) * x1) * x5 = 1) -> (((0) < ((1) - x1)) /\ x4 = ((1) - (0)) \/ ~ ((0) < ((1) - x1)) /\ x4 = (((((1) + x1) - (0)) * (((1) + x1) - (0))) * x5)) -> (((0) > ((1) + x1)) /\ x3 = (0) \/ ~ ((0) > ((1) + x1)) /\ x3 = x4) -> (x0 > (0)) -> (x1 > (0)) -> (x1 < (1)) -> (x2 >= (0)) -> ((((x0 * (1 / 2)) * (x2 * x2)) + (0)) <= x3) -> ((x0 * (x2 * x2)) > (2)) -> False.
Proof. intros; lra. Qed.

Lemma o_93bcc9e39d92b470be95 :
  forall x0 x1 x2 x3 x4 x5 x6 x7 : R, (((- x0) <= (x1 - x2)) /\ ((x1 - x2) <= x0)) -> (((- x3) <= (x4 - x5)) /\ ((x4 - x5) <= x3)) -> (((- x6) <= x2) /\ (x2 <= x6)) -> (((- x7) <= x5) /\ (x5 <= x7)) -> (~ ((((- (x0 + x3)) <= (((x1 + x4) - x2) - x5)) /\ ((((x1 + x4) - x2) - x5) <= (x0 + x3))) /\ (((- (x6 + x7)) <= (x2 + x5)) /\ ((x2 + x5) <= (x6 + x7))))) -> False.
Proof. intros; lra. Qed.

Lemma o_986e47a2c6e6633719bc :
  forall x0 : R, (x0 >= (0)) -> (x0 <= (1)) -> ((x0 * ((1) - x0)) < (0)) -> False.
Proof. intros; nra. Qed.

Lemma o_a2c3cfd078a1dcf34932 :
  forall x0 x1 x2 x3 : R, (x0 >= (1)) -> (~ (~ ((x1 = x0) /\ (x1 = (x0 + (1))) /\ (x2 = (x0 + (1))) /\ (x2 = x1) /\ (x3 = x2) /\ (x3 = (x0 + (1)))))) -> False.
Proof. intros; lra. Qed.

Lemma o_a5de918c1cec9b7d9cf7 :
  forall x0 x1 x2 x3 : R, (((1) + x0) = 0 \/ ((1) + x0) * x3 = 1) -> (x0 >= (1)) -> (x1 >= (0)) -> (x2 > (0)) -> (x1 <= (((1) * x3) * x2)) -> ((((1) + x0) * x1) > x2) -> False.
Proof. intros; nra. Qed.

Lemma o_a60053b353872fadbb0c :
  forall x0 x1 : R, ((x0 * (1)) = 0 \/ (x0 * (1)) * x1 = 1) -> (x0 > (0)) -> ((x0 * (((2) * ((x0 * (1)) + (1))) * x1)) <= x0) -> False.
Proof. intros; nra. Qed.

Lemma o_abf90886036f43adea11 :
  forall x0 x1 : R, (x0 >= (1)) -> (x1 >= (0)) -> (x1 < (1)) -> (~ (((x0 * (0)) + x1) < (1))) -> False.
Proof. intros; lra. Qed.

Lemma o_ace1ad30d0ecf7f26c3d :
  forall x0 x1 x2 x3 : R, ((((1) + x1) < (1)) /\ x2 = (- (1)) \/ ~ (((1) + x1) < (1)) /\ x2 = (0)) -> ((((1) - x1) < (1)) /\ x3 = (- (1)) \/ ~ (((1) - x1) < (1)) /\ x3 = (0)) -> (x0 > (0)) -> (x1 > (0)) -> ((((2) * x0) * x1) < (1)) -> (((10) * x1) < (1)) -> ((x2 - x3) <= (((2) * x0) * x1)) -> False.
Proof. intros; lra. Qed.

Lemma o_b4d2ea62306afb38cf2f :
  forall x0 x1 x2 : R, (x0 < (1)) -> (x1 > (0)) -> ((x0 + x1) < (1)) -> ((((1) - x0) - x1) >= (((1) - x0) - (x2 * x1))) -> ((((1) - x0) + x1) >= (((1) - x0) + (x2 * x1))) -> (~ (x2 = (1))) -> False.
Proof. intros; nra. Qed.

Lemma o_b55f8387f041fc7b5dbb :
  forall x0 x1 x2 x3 x4 : R, (x0 > (0)) -> (x1 > (0)) -> (((x0 + x1) * x2) <= ((x1 * x3) + (x0 * x4))) -> (((1) * ((x0 * (x4 - x2)) - (x1 * (x2 - x3)))) < (0)) -> False.
Proof. intros; lra. Qed.

Lemma o_b5677be775529627cffe :
  forall x0 x1 x2 x3 x4 x5 x6 x7 : R, ((x0 * x1) = 0 \/ (x0 * x1) * x4 = 1) -> (x0 > (0)) -> (x1 >= (1)) -> (x2 > (0)) -> (x3 = ((1) * x4)) -> (x5 >= (0)) -> (x5 <= x3) -> (x6 >= (0)) -> (x6 <= x3) -> (x7 <= ((x5 * x2) + (x6 * x2))) -> (x7 > (((2) * x2) * x4)) -> False.
Proof. intros; nra. Qed.

Lemma o_c0c572e4548a8f3e9318 :
  forall x0 x1 x2 x3 x4 x5 : R, (x0 >= (4)) -> (x1 >= (1)) -> (x2 >= (0)) -> (((x0 * (1 / 2)) - (x1 * x2)) >= (1)) -> (x3 = (x4 - (x5 * x0))) -> (((2) * x3) >= (- x0)) -> (((2) * x3) < x0) -> (x4 = (((x1 * x2) + ((x0 * (1 / 2)) - (x1 * x2))) - (0))) -> (~ ((x3 <> x4) /\ True)) -> False.
Proof. intros; lra. Qed.

Lemma o_c1f63d9854203ba5e58d :
  forall x0 x1 x2 : R, (x0 > (0)) -> (x1 >= (0)) -> (x1 <= x2) -> (((1) * ((x0 + x1) * (x0 + x1))) > ((1) * ((x0 + x2) * (x0 + x2)))) -> False.
Proof. intros; nra. Qed.

Lemma o_c264f454e2ce87d10df2 :
  forall x0 x1 : R, (x0 >= (1)) -> (x1 >= (1)) -> ((x0 + x1) > ((x0 * x0) + x1)) -> False.
Proof. intros; nra. Qed.

Lemma o_c3f1583f60ec99b6adca :
  forall x0 x1 x2 x3 x4 : R, (x3 = 0 \/ x3 * x4 = 1) -> (x0 > x1) -> (x1 > (0)) -> (((3) * (x0 + x1)) = ((2) * ((1) - x2))) -> (x3 >= (2)) -> (((((2) - ((2) * x2)) - ((6) * x1)) + ((((2) - ((2) * x2)) - ((6) * x0)) * x4)) <= (0)) -> False.
Proof. intros; nra. Qed.

Lemma o_deb756e5d9a27a3efe88 :
  forall x0 x1 x2 x3 : R, ((x1 <= x2) /\ x3 = (1) \/ ~ (x1 <= x2) /\ x3 = (0)) -> (x0 >= (0)) -> (x0 <= (1)) -> (x1 > (0)) -> (x2 > (0)) -> (((x0 - x3) * (x1 - x2)) < (0)) -> False.
Proof. intros; nra. Qed.

Lemma o_e17df2716eb1f39d7432 :
  forall x0 x1 x2 x3 x4 x5 : R, (x0 >= (0)) -> (x0 <= x1) -> (x2 >= (0)) -> (x3 >= (1)) -> (((x4 + x0) - (x3 * (x5 + x2))) > ((x4 - (x3 * x5)) + ((1) * x1))) -> False.
Proof. intros; nra. Qed.

Lemma o_e2af6bc97e314609e5d6 :
  forall x0 x1 x2 x3 x4 x5 x6 : R, (x0 >= (0)) -> (x0 <= (1)) -> (x1 >= (0)) -> (x1 <= (1)) -> (x2 >= (0)) -> (x2 <= (1)) -> (x3 >= (0)) -> (x3 <= (1)) -> (x4 >= (1)) -> (x5 >= (0)) -> (x6 >= (0)) -> ((x0 - x6) <= x2) -> (x2 <= ((x4 * x3) + x5)) -> ((x0 - x6) > ((x4 * x3) + x5)) -> False.
Proof. intros; lra. Qed.

Lemma o_e5e5ae79e170ea4561e9 :
  forall x0 x1 x2 x3 x4 x5 x6 x7 : R, (((- x0) <= (x1 - x2)) /\ ((x1 - x2) <= x0)) -> (((- x3) <= (x4 - x5)) /\ ((x4 - x5) <= x3)) -> (((- x6) <= x2) /\ (x2 <= x6)) -> (((- x7) <= x5) /\ (x5 <= x7)) -> (~ (((- (((x6 * x3) + (x7 * x0)) + (((1) * x0) * x3))) <= ((x1 * x4) - (x2 * x5))) /\ (((x1 * x4) - (x2 * x5)) <= (((x6 * x3) + (x7 * x0)) + (((1) * x0) * x3))))) -> False.
Proof. intros; nra. Qed.

Lemma o_e629d4a61325d2e856c0 :
  forall x0 x1 : R, (x0 > x1) -> ((((2) * x0) - ((2) * x1)) <= ((2) * (x0 - x1))) -> ((- (((2) * x0) - ((2) * x1))) > ((2) * (x0 - x1))) -> False.
Proof. intros; lra. Qed.

Lemma o_e7a828e35c43363168e3 :
  forall x0 x1 x2 x3 x4 x5 : R, ((x2 <= x3) /\ x5 = x2 \/ ~ (x2 <= x3) /\ x5 = x3) -> ((x5 <= ((1) - x2)) /\ x4 = x5 \/ ~ (x5 <= ((1) - x2)) /\ x4 = ((1) - x2)) -> (x0 >= (1)) -> (x1 > (0)) -> (x1 <= x2) -> ((x2 + (x0 * x1)) = (1)) -> (x3 = x1) -> (~ (((x2 * x2) + (((1) - x2) * x4)) = ((1) * ((x2 * x2) + (x0 * (x1 * x1)))))) -> False.
Proof. intros; nra. Qed.

Lemma o_eb14d08128fd3a72f0bc :
  forall x0 x1 x2 : R, (x1 = 0 \/ x1 * x2 = 1) -> (x0 >= (1)) -> (x0 <= (50)) -> (x1 >= (200000)) -> (((1) * (1 / 4)) < (((1000) * x0) * x2)) -> False.
Proof. intros; nra. Qed.

Lemma o_ed03508ae4e8287bd636 :
  forall x0 x1 x2 x3 x4 x5 x6 x7 : R, (x0 >= (0)) -> (x1 >= (0)) -> (x2 >= (0)) -> (x3 >= (0)) -> (x4 >= (0)) -> (x5 >= (0)) -> (x6 >= (0)) -> (x7 >= (0)) -> (x0 = (0)) -> (x3 = (0)) -> (x0 = (x4 * x6)) -> (x1 = (x4 * x7)) -> (x2 = (x5 * x6)) -> (x3 = (x5 * x7)) -> (~ ((x1 = (0)) \/ (x2 = (0)))) -> False.
Proof. intros; nra. Qed.

Lemma o_eeb69e63dc1fbe7ab0be :
  forall x0 x1 x2 x3 : R, (((2) * x2) = 0 \/ ((2) * x2) * x3 = 1) -> (x0 > (0)) -> (x1 > (0)) -> (x2 > (0)) -> (x2 <= (1)) -> ((x0 + ((x1 * x1) * (1 / 2))) > (x0 + ((x1 * x1) * x3))) -> False.
Proof. intros; nra. Qed.

Lemma o_f4aa1960c8b58ff25c67 :
  forall x0 x1 x2 x3 x4 : R, ((((1) - x1) <= (0)) /\ x0 = (0) \/ ~ (((1) - x1) <= (0)) /\ x0 = ((1) - x1)) -> ((((1) - x3) <= (0)) /\ x2 = (0) \/ ~ (((1) - x3) <= (0)) /\ x2 = ((1) - x3)) -> ((x3 < (1)) /\ x4 = (- (1)) \/ ~ (x3 < (1)) /\ x4 = (0)) -> (x0 < (x2 + (x4 * (x1 - x3)))) -> False.
Proof. intros; nra. Qed.

Lemma o_f4c5f51e840d7b4935b2 :
  forall x0 x1 x2 x3 x4 : R, (x0 = 0 \/ x0 * x3 = 1) -> (x0 > (0)) -> (x1 > (0)) -> (x2 > (((2) * x1) * x3)) -> (x4 >= (x0 * x2)) -> (x4 <= ((2) * x1)) -> False.
Proof. intros; nra. Qed.

Lemma o_f8d0f4be67069cdc65a3 :
  forall x0 x1 x2 : R, (x0 >= (0)) -> (x1 = ((- x0) - (1))) -> (x2 = (x1 - x0)) -> (x2 >= (0)) -> False.
Proof. intros; lra. Qed.

Lemma o_fb2079291d7894cd5c46 :
  forall x0 x1 x2 : R, (x0 >= (0)) -> (x1 >= (0)) -> (x1 <= (1)) -> (x2 >= (0)) -> (x2 <= (((1) - x1) * ((1) - x1))) -> (((((1) * (x0 * x0)) * (x1 * x1)) * x2) > (((x0 * x0) * (x1 * x1)) * (((1) - x1) * ((1) - x1)))) -> False.
Proof. intros; nra. Qed.
