(* Printed by proofs_check/coq/lemmas.py from obligations: do not change by hand. *)
Require Import Reals Lra Psatz.
Open Scope R_scope.

Ltac cases last :=
  repeat match goal with H : _ /\ _ |- _ => destruct H end;
  first [contradiction | lra | match goal with H : _ \/ _ |- _ => destruct H; cases last end | last].
Ltac signs :=
  repeat match goal with H : ?b * ?i = 1 |- _ =>
    lazymatch goal with
    | _ : 0 < i |- _ => fail
    | _ : i < 0 |- _ => fail
    | _ => first [assert (0 < i) by nra | assert (i < 0) by nra]
    end
  end.
Ltac multiples :=
  repeat match goal with H : ?b * ?i = 1, x : R |- _ =>
    lazymatch goal with
    | _ : b * i * x = x |- _ => fail
    | _ => assert (b * i * x = x) by (rewrite H; ring)
    end
  end.
Ltac by_lra := intros; cases fail.
Ltac by_nra := intros; cases ltac:(first [nra | signs; multiples; first [lra | nra]]).

Lemma o_0046b92fc387 :
  forall (x0 x1 x2 x3 : R), 0 < x0 -> 1 > (2 * x0) -> (1 - (2 * x0)) <= x1 -> x1 <= (1 + (2 * x0)) -> 0 < x2 -> 1 >= (x2 * (1 - (2 * x0))) -> 1 <= (x2 * (1 + (2 * x0))) -> (((1 + (2 * x0)) * x3) < (x2 * x1) \/ 1 > ((x2 * x1) * ((1 + (2 * x0)) * x3))) -> ((1 - (2 * x0)) = 0 \/ ((1 - (2 * x0)) * x3) = 1) -> False.
Proof. by_nra. Qed.

Lemma o_02f2ee02e60f :
  forall (x0 x1 x2 x3 : R), 1 <= x0 -> x0 <= x1 -> ((x1 * x2) < (x0 * x3) \/ 0 >= (x0 * x3)) -> ((1 + x1) = 0 \/ ((1 + x1) * x2) = 1) -> ((1 + x0) = 0 \/ ((1 + x0) * x3) = 1) -> False.
Proof. by_nra. Qed.

Lemma o_054a62bc7e6d :
  forall (x0 x1 x2 x3 x4 x5 : R), 0 < x0 -> (0 > (x1 - x2) \/ x0 < (4 * (x1 - x2))) -> (x3 <= (1 + x0) \/ 0 = x1) -> ((1 - x0) <= x3 \/ x4 = (1 - x3)) -> ((4 * x0) = 0 \/ ((4 * x0) * x5) = 1) -> (x3 < (1 - x0) \/ x4 = ((((1 + x0) - x3) * ((1 + x0) - x3)) * x5)) -> ((1 + x0) < x3 \/ x1 = x4) -> (0 < (1 - x3) \/ 0 = x2) -> (0 >= (1 - x3) \/ x2 = (1 - x3)) -> False.
Proof. by_nra. Qed.

Lemma o_098f6d7e7093 :
  forall (x0 x1 x2 : R), 0 <= x0 -> x1 = ((- x0) - 1) -> x2 = (x1 - x0) -> 0 <= x2 -> False.
Proof. by_lra. Qed.

Lemma o_0a813f47f181 :
  forall (x0 x1 x2 : R), 0 <= x0 -> (0 >= ((x0 + 1) + 1) \/ ((x0 + 1) * x1) <= (x0 * x2)) -> (((x0 + 1) + 1) = 0 \/ (((x0 + 1) + 1) * x1) = 1) -> ((x0 + 1) = 0 \/ ((x0 + 1) * x2) = 1) -> False.
Proof. by_nra. Qed.

Lemma o_0b9661a1c19f :
  forall (x0 x1 x2 x3 x4 : R), 0 <= x0 -> x1 <= ((x2 * x3) + x4) -> (x0 * ((x2 * x3) + x4)) < (x0 * x1) -> False.
Proof. by_nra. Qed.

Lemma o_1361fe228e4e :
  forall (x0 x1 x2 x3 : R), 0 < x0 -> 0 <= x1 -> (2 * x1) < x0 -> (((0 > ((2 - (2 * x2)) - (6 * ((((((- 2) * x1) * x2) + (2 * x1)) - 3) * x3))) \/ (x0 - 3) < (x0 * x2)) /\ (0 <= ((2 - (2 * x2)) - (6 * ((((((- 2) * x1) * x2) + (2 * x1)) - 3) * x3))) \/ (x0 * x2) <= (x0 - 3))) \/ ((0 < ((2 - (2 * x2)) - (6 * ((((((- 2) * x1) * x2) + (2 * x1)) - 3) * x3))) \/ (x0 * x2) < (x0 - 3)) /\ (0 >= ((2 - (2 * x2)) - (6 * ((((((- 2) * x1) * x2) + (2 * x1)) - 3) * x3))) \/ (x0 - 3) <= (x0 * x2)))) -> (((6 * x1) - (3 * x0)) = 0 \/ (((6 * x1) - (3 * x0)) * x3) = 1) -> False.
Proof. by_nra. Qed.

Lemma o_1a8737e82181 :
  forall (x0 x1 : R), x0 < x1 -> (2 * (x1 - x0)) < (- ((2 * x1) - (2 * x0))) -> False.
Proof. by_lra. Qed.

Lemma o_20504a536fe7 :
  forall (x0 x1 x2 x3 x4 : R), x0 < x1 -> (3 * (x1 + x0)) = (2 * (1 - x2)) -> 2 <= x3 -> 0 >= (((2 - (2 * x2)) - (6 * x0)) + (((2 - (2 * x2)) - (6 * x1)) * x4)) -> (x3 = 0 \/ (x3 * x4) = 1) -> False.
Proof. by_nra. Qed.

Lemma o_20de8dde01c2 :
  forall (x0 x1 x2 x3 x4 : R), x0 < (x1 + (x2 * (x3 - x4))) -> (0 < (1 - x3) \/ 0 = x0) -> (0 >= (1 - x3) \/ x0 = (1 - x3)) -> (0 < (1 - x4) \/ 0 = x1) -> (0 >= (1 - x4) \/ x1 = (1 - x4)) -> (1 <= x4 \/ x2 = (- 1)) -> (1 > x4 \/ 0 = x2) -> False.
Proof. by_nra. Qed.

Lemma o_29ec9148aa51 :
  forall (x0 x1 : R), 0 < x0 -> 1 >= x1 -> x0 < (x0 * x1) -> False.
Proof. by_nra. Qed.

Lemma o_2e526beb5bc2 :
  forall (x0 x1 x2 x3 x4 : R), 1 <= x0 -> (x1 - x2) <= x3 -> ((x0 * (x2 + x3)) + x4) < ((x0 * x1) + x4) -> False.
Proof. by_nra. Qed.

Lemma o_2ff31872c2f2 :
  forall (x0 x1 x2 x3 x4 : R), x0 <= x1 -> x2 <= x3 -> 0 <= x4 -> (x1 - (x4 * x2)) < (x0 - (x4 * x3)) -> False.
Proof. by_nra. Qed.

Lemma o_34b30f0d4ff2 :
  forall (x0 x1 x2 : R), x0 < x1 -> (3 * (x1 + x0)) = (2 * (1 - x2)) -> 0 >= (2 * ((2 - (2 * x2)) - (6 * x0))) -> False.
Proof. by_lra. Qed.

Lemma o_364bb23af6d6 :
  forall (x0 x1 x2 x3 : R), 0 < x0 -> 1 > ((2 * x1) * x0) -> (x2 - x3) <= ((2 * x1) * x0) -> (1 > (1 + x0) \/ 0 = x2) -> (1 <= (1 - x0) \/ x3 = (- 1)) -> False.
Proof. by_lra. Qed.

Lemma o_3939829bdfe9 :
  forall (x0 x1 x2 x3 x4 x5 : R), (x0 - x1) <= x2 -> x2 <= ((x3 * x4) + x5) -> ((x3 * x4) + x5) < (x0 - x1) -> False.
Proof. by_lra. Qed.

Lemma o_40b2591eba8c :
  forall (x0 x1 x2 x3 x4 : R), 0 <= x0 -> 0 < x1 -> 0 < x2 -> ((((2 * ((((x0 + 1) * x2) * x3) + (x1 * (1 / 2)))) * x1) - (x1 * x1)) * x4) < (x0 + 1) -> (x1 = 0 \/ (x1 * x3) = 1) -> ((2 * x2) = 0 \/ ((2 * x2) * x4) = 1) -> False.
Proof. by_nra. Qed.

Lemma o_4176bcf7a714 :
  forall (x0 x1 x2 x3 x4 x5 : R), 1 <= x0 -> 0 < x1 -> x1 <= x2 -> 1 = (x2 + (x0 * x1)) -> x1 = x2 -> x2 <= x3 -> (((x2 * x2) + ((1 - x2) * x4)) < ((x2 * x2) + (x0 * (x1 * x1))) \/ ((x2 * x2) + (x0 * (x1 * x1))) < ((x2 * x2) + ((1 - x2) * x4))) -> (x3 < x2 \/ x5 = x2) -> (x2 <= x3 \/ x5 = x3) -> ((1 - x2) < x5 \/ x4 = x5) -> (x5 <= (1 - x2) \/ x4 = (1 - x2)) -> False.
Proof. by_nra. Qed.

Lemma o_4347c45c4df1 :
  forall (x0 x1 x2 : R), 1 <= x0 -> ((1 / 2) < x1 \/ (2 * x2) < x1) -> ((1 + x0) = 0 \/ ((1 + x0) * x1) = 1) -> (x0 = 0 \/ (x0 * x2) = 1) -> False.
Proof. by_nra. Qed.

Lemma o_46a4f2df18ea :
  forall (x0 x1 x2 x3 : R), 0 <= x0 -> 1 >= x0 -> 0 <= x1 -> 1 >= x1 -> 0 <= x2 -> x2 <= (1 - x0) -> 0 <= x3 -> x3 <= (1 - x1) -> 1 < (((x0 + x1) - (x0 * x1)) + (x2 * x3)) -> False.
Proof. by_nra. Qed.

Lemma o_47d57c2c38b6 :
  forall (x0 x1 x2 x3 x4 : R), 0 <= x0 -> (x0 + 1) <= x1 -> 0 <= x2 -> (x2 + 1) <= x1 -> x3 = x4 -> (((((x0 + x3) + 1) <= x2 \/ (x2 + 1) <= (x0 + x3)) /\ (((x0 + x3) + 1) <= (x2 + x1) \/ ((x2 + x1) + 1) <= (x0 + x3))) \/ 0 >= (x3 + 1) \/ x1 <= x3) -> ((x2 + 1) <= x0 \/ x4 = (x2 - x0)) -> (x0 <= x2 \/ x4 = ((x2 - x0) + x1)) -> False.
Proof. by_lra. Qed.

Lemma o_47d5d79383bc :
  forall (x0 : R), 0 <= x0 -> 0 > x0 -> False.
Proof. by_lra. Qed.

Lemma o_47df9d6cf71f :
  forall (x0 x1 : R), 0 <= x0 -> 1 >= x0 -> x1 <= ((x0 * x0) + ((1 - x0) * (1 - x0))) -> 2 < (x1 + (((x0 - 1) * (x0 - 1)) - ((x0 - 0) * (x0 - 0)))) -> False.
Proof. by_nra. Qed.

Lemma o_4b96fcf850f9 :
  forall (x0 x1 x2 : R), x0 <= ((1 - x1) * (1 - x1)) -> (((x2 * x2) * (x1 * x1)) * ((1 - x1) * (1 - x1))) < (((x2 * x2) * (x1 * x1)) * x0) -> False.
Proof. by_nra. Qed.

Lemma o_53191e392df7 :
  forall (x0 x1 x2 x3 x4 x5 x6 : R), 0 <= x0 -> 1 >= x0 -> 0 <= x1 -> 1 >= x1 -> 0 <= x2 -> 1 >= x2 -> 0 <= x3 -> 1 >= x3 -> 1 <= x4 -> 0 <= x5 -> 0 <= x6 -> (x1 - x6) <= x3 -> x2 <= (x0 + x6) -> x3 <= ((x4 * x2) + x5) -> (((x4 * x0) + x5) + ((1 + x4) * x6)) < x1 -> False.
Proof. by_nra. Qed.

Lemma o_53325ba7ec1d :
  forall (x0 x1 x2 : R), 0 <= x0 -> x1 <= x2 -> (x0 * (1 - x1)) < (x0 * (1 - x2)) -> False.
Proof. by_nra. Qed.

Lemma o_54a440c6dd01 :
  forall (x0 x1 x2 x3 : R), 1 < x0 -> (x1 - x2) < x3 -> ((x0 - 1) = 0 \/ ((x0 - 1) * x1) = 1) -> (x0 = 0 \/ (x0 * x2) = 1) -> ((x0 * x0) = 0 \/ ((x0 * x0) * x3) = 1) -> False.
Proof. by_nra. Qed.

Lemma o_5698c54d8a01 :
  forall (x0 x1 x2 : R), (x0 - x1) <= x2 -> x1 < (x0 - x2) -> False.
Proof. by_lra. Qed.

Lemma o_582065dae5ad :
  forall (x0 x1 x2 x3 x4 x5 : R), 0 < x0 -> 0 < x1 -> 0 < x2 -> 1 > x2 -> 0 <= x3 -> x3 <= (x1 * x4) -> (x1 * x4) <= x5 -> (x1 * x1) <= (x0 * (1 - x2)) -> (x5 < x3 \/ (1 - x2) < (x3 * x1)) -> (x0 = 0 \/ (x0 * x4) = 1) -> False.
Proof. by_nra. Qed.

Lemma o_5a0dc5332da7 :
  forall (x0 x1 x2 x3 x4 : R), ((x0 + x1) * x2) <= ((x1 * x3) + (x0 * x4)) -> 0 > ((x0 * (x4 - x2)) - (x1 * (x2 - x3))) -> False.
Proof. by_lra. Qed.

Lemma o_5c799290ced3 :
  forall (x0 x1 x2 x3 x4 : R), (1 - x0) <= x1 -> x2 <= x3 -> ((((1 - x0) * x2) + (x0 * x4)) - (x1 * x2)) < ((((1 - x0) * x3) + (x0 * x4)) - (x1 * x3)) -> False.
Proof. by_nra. Qed.

Lemma o_62855561d9bf :
  forall (x0 x1 : R), x0 = x1 -> x0 = (x1 + 1) -> False.
Proof. by_lra. Qed.

Lemma o_66d670cc54ac :
  forall (x0 x1 x2 x3 x4 x5 : R), (- x0) <= (x1 - x2) -> (x1 - x2) <= x0 -> (- x3) <= x2 -> x2 <= x3 -> (- x4) <= x5 -> x5 <= x4 -> 0 <= x4 -> ((x5 * x1) < (- (x4 * (x3 + x0))) \/ (x4 * (x3 + x0)) < (x5 * x1)) -> False.
Proof. by_nra. Qed.

Lemma o_67fdebb30993 :
  forall (x0 x1 x2 x3 : R), 0 < x0 -> 1 >= x0 -> (x1 + ((x2 * x2) * x3)) < (x1 + ((x2 * x2) * (1 / 2))) -> ((2 * x0) = 0 \/ ((2 * x0) * x3) = 1) -> False.
Proof. by_nra. Qed.

Lemma o_6c5a31bd3203 :
  forall (x0 x1 x2 x3 x4 : R), x0 < (1 + x1) -> 0 <= x2 -> ((1 - x1) <= x0 \/ x3 = (- 1)) -> ((2 * x1) = 0 \/ ((2 * x1) * x4) = 1) -> (x0 < (1 - x1) \/ x3 = ((- ((1 + x1) - x0)) * x4)) -> ((1 + x1) < x0 \/ x2 = x3) -> False.
Proof. by_nra. Qed.

Lemma o_6e75827d7cc0 :
  forall (x0 x1 x2 x3 x4 : R), 0 <= x0 -> 1 >= x0 -> 0 <= x1 -> 0 <= x2 -> 0 < x3 -> x4 < (x0 * (x1 - (x3 * x2))) -> (x1 <= (x3 * x2) \/ x4 = (x1 - (x3 * x2))) -> ((x3 * x2) < x1 \/ 0 = x4) -> False.
Proof. by_nra. Qed.

Lemma o_7037086cefe7 :
  forall (x0 : R), (((4 * x0) * (4 * x0)) + 1) <= (x0 * ((4 * x0) + 1)) -> False.
Proof. by_nra. Qed.

Lemma o_763a03244161 :
  forall (x0 x1 x2 x3 : R), 0 < x0 -> 0 < x1 -> ((x2 + x1) * x0) < x3 -> 0 >= (x3 - (x2 * x0)) -> False.
Proof. by_nra. Qed.

Lemma o_79fe760bd668 :
  forall (x0 x1 x2 x3 x4 x5 x6 x7 : R), (- x0) <= (x1 - x2) -> (x1 - x2) <= x0 -> (- x3) <= (x4 - x5) -> (x4 - x5) <= x3 -> (- x6) <= x2 -> x2 <= x6 -> (- x7) <= x5 -> x5 <= x7 -> (((((x1 + x4) - x2) - x5) < (- (x0 + x3)) \/ (x0 + x3) < (((x1 + x4) - x2) - x5)) \/ ((x2 + x5) < (- (x6 + x7)) \/ (x6 + x7) < (x2 + x5))) -> False.
Proof. by_lra. Qed.

Lemma o_7b2fb0f79f66 :
  forall (x0 x1 : R) (p0 : Prop), 0 = ((x0 * ((x0 + ((- x0) * (1 / 2))) * (1 / 2))) + (x1 * ((x1 + ((- x1) * (1 / 2))) * (1 / 2)))) -> (((0 > ((x0 + ((- x0) * (1 / 2))) * (1 / 2)) \/ 0 < ((x0 + ((- x0) * (1 / 2))) * (1 / 2))) /\ p0) \/ ((0 > ((x1 + ((- x1) * (1 / 2))) * (1 / 2)) \/ 0 < ((x1 + ((- x1) * (1 / 2))) * (1 / 2))) /\ p0)) -> False.
Proof. by_nra. Qed.

Lemma o_7c5b0bf91d67 :
  forall (x0 x1 x2 x3 x4 x5 : R), (- x0) <= (x1 - x2) -> (x1 - x2) <= x0 -> (- (x3 * (x4 + x0))) <= (x5 * x1) -> (x5 * x1) <= (x3 * (x4 + x0)) -> (((x1 * (1 + x5)) - x2) < (- (x0 + (x3 * (x4 + x0)))) \/ (x0 + (x3 * (x4 + x0))) < ((x1 * (1 + x5)) - x2)) -> False.
Proof. by_lra. Qed.

Lemma o_809f094b9d69 :
  forall (x0 x1 x2 : R), (x0 * x1) <= (x0 * (x1 + x2)) -> (x0 * x1) <= (x0 * (x1 + (- x2))) -> ((x0 * (x1 - x2)) < (x0 * x1) \/ (x0 * x1) < (x0 * (x1 - x2))) -> False.
Proof. by_lra. Qed.

Lemma o_857f84380069 :
  forall (x0 x1 x2 x3 : R), x0 <= x1 -> x2 <= x3 -> ((x1 + x3) - ((0 * x1) * x3)) < ((x0 + x2) - ((0 * x0) * x2)) -> False.
Proof. by_lra. Qed.

Lemma o_879d78cd6b87 :
  forall (x0 x1 x2 x3 x4 x5 : R), 0 <= x0 -> 1 >= x0 -> 0 <= x1 -> x1 <= x2 -> 0 <= x3 -> 0 <= x4 -> (((- x5) + x3) + (x4 * x2)) < (((- x5) + (x3 * x0)) + (x4 * x1)) -> False.
Proof. by_nra. Qed.

Lemma o_8a7298e1fb76 :
  forall (x0 x1 x2 x3 : R), 0 <= x0 -> 1 >= x0 -> 0 > ((x0 - x1) * (x2 - x3)) -> (x3 < x2 \/ 1 = x1) -> (x2 <= x3 \/ 0 = x1) -> False.
Proof. by_nra. Qed.

Lemma o_8be6a6b09fb6 :
  forall (x0 x1 : R) (p0 : Prop), 0 = ((x0 * ((x0 + ((- 2) * x0)) * (1 / 2))) + (x1 * ((x1 + ((- 2) * x1)) * (1 / 2)))) -> (((0 > ((x0 + ((- 2) * x0)) * (1 / 2)) \/ 0 < ((x0 + ((- 2) * x0)) * (1 / 2))) /\ p0) \/ ((0 > ((x1 + ((- 2) * x1)) * (1 / 2)) \/ 0 < ((x1 + ((- 2) * x1)) * (1 / 2))) /\ p0)) -> False.
Proof. by_nra. Qed.

Lemma o_8dbf9c1f76ee :
  forall (x0 x1 : R), 2 <= x0 -> 0 > (x0 * x1) -> ((x0 - 1) = 0 \/ ((x0 - 1) * x1) = 1) -> False.
Proof. by_nra. Qed.

Lemma o_8dd6d0e3cebf :
  forall (x0 x1 x2 x3 : R), (((((x0 + x1) + x2) * x3) - ((x0 + x2) * x3)) < (x1 * x3) \/ (x1 * x3) < ((((x0 + x1) + x2) * x3) - ((x0 + x2) * x3))) -> False.
Proof. by_lra. Qed.

Lemma o_90d9a58146b4 :
  forall (x0 x1 x2 x3 : R), 1 >= x0 -> (x1 + (1 - x0)) < x2 -> (0 >= (x0 - x3) \/ x1 = (x0 - x3)) -> (0 < (x0 - x3) \/ 0 = x1) -> (0 >= (1 - x3) \/ x2 = (1 - x3)) -> (0 < (1 - x3) \/ 0 = x2) -> False.
Proof. by_lra. Qed.

Lemma o_92fb28463914 :
  forall (x0 x1 x2 x3 x4 x5 : R), 0 <= x0 -> 1 >= x0 -> 0 <= x1 -> 1 >= x1 -> 0 <= x2 -> x2 <= (1 - x0) -> 0 <= x3 -> x3 <= (1 - x1) -> 0 <= x4 -> x4 <= x0 -> 0 <= x5 -> x5 <= x1 -> ((x0 + x1) - (x0 * x1)) < ((x4 + x5) - (x4 * x5)) -> False.
Proof. by_nra. Qed.

Lemma o_9b3550a68ca9 :
  forall (x0 x1 x2 : R), (((2 * (x0 * x1)) * x2) < (x0 * ((2 * x1) * x2)) \/ (x0 * ((2 * x1) * x2)) < ((2 * (x0 * x1)) * x2)) -> False.
Proof. by_lra. Qed.

Lemma o_9cc05ccc9414 :
  forall (x0 x1 x2 : R), 50 >= x0 -> 200000 <= x1 -> (1 / 4) < ((1000 * x0) * x2) -> (x1 = 0 \/ (x1 * x2) = 1) -> False.
Proof. by_nra. Qed.

Lemma o_9d5aee4cd119 :
  forall (x0 x1 x2 : R), 1 <= x0 -> ((1 / 2) < x1 \/ x2 < x1) -> ((1 + x0) = 0 \/ ((1 + x0) * x1) = 1) -> (x0 = 0 \/ (x0 * x2) = 1) -> False.
Proof. by_nra. Qed.

Lemma o_9d8441ea2e79 :
  forall (x0 x1 x2 x3 x4 x5 x6 x7 : R), 0 < x0 -> 1 <= x1 -> 0 < x2 -> x3 = x4 -> 0 <= x5 -> x5 <= x3 -> 0 <= x6 -> x6 <= x3 -> x7 <= ((x5 * x2) + (x6 * x2)) -> ((2 * x2) * x4) < x7 -> ((x0 * x1) = 0 \/ ((x0 * x1) * x4) = 1) -> False.
Proof. by_nra. Qed.

Lemma o_9d990babf6dc :
  forall (x0 x1 x2 x3 x4 x5 x6 : R), 0 <= x0 -> 0 <= x1 -> 0 <= x2 -> 0 <= x3 -> ((x0 * x4) + (x3 * x5)) < x6 -> (0 >= (x2 - x3) \/ x4 = (x2 - x3)) -> (0 < (x2 - x3) \/ 0 = x4) -> (0 >= (x0 - x1) \/ x5 = (x0 - x1)) -> (0 < (x0 - x1) \/ 0 = x5) -> (0 >= ((x0 * x2) - (x1 * x3)) \/ x6 = ((x0 * x2) - (x1 * x3))) -> (0 < ((x0 * x2) - (x1 * x3)) \/ 0 = x6) -> False.
Proof. by_nra. Qed.

Lemma o_9f9d6a2eac96 :
  forall (x0 x1 x2 x3 x4 x5 : R), x0 <= x1 -> 0 <= x2 -> 1 <= x3 -> ((x4 - (x3 * x5)) + x1) < ((x4 + x0) - (x3 * (x5 + x2))) -> False.
Proof. by_nra. Qed.

Lemma o_a5709f6c8366 :
  forall (x0 x1 : R), 1 <= x0 -> ((x0 * x0) + x1) < (x0 + x1) -> False.
Proof. by_nra. Qed.

Lemma o_a573a87cd7b0 :
  forall (x0 x1 : R), 0 < x0 -> (x0 * ((2 * (x0 + 1)) * x1)) <= x0 -> (x0 = 0 \/ (x0 * x1) = 1) -> False.
Proof. by_nra. Qed.

Lemma o_abeb80a855e5 :
  forall (x0 x1 x2 : R), 0 < x0 -> 0 <= x1 -> x1 <= x2 -> ((x0 + x2) * (x0 + x2)) < ((x0 + x1) * (x0 + x1)) -> False.
Proof. by_nra. Qed.

Lemma o_add84f7191b1 :
  forall (x0 x1 x2 x3 : R), 1 <= x0 -> 0 <= x1 -> 0 < x2 -> x1 <= (x3 * x2) -> x2 < ((1 + x0) * x1) -> ((1 + x0) = 0 \/ ((1 + x0) * x3) = 1) -> False.
Proof. by_nra. Qed.

Lemma o_b028d68d3506 :
  forall (x0 x1 x2 x3 : R), 0 <= x0 -> x0 <= x1 -> 0 <= x2 -> x2 <= x3 -> (x1 * x3) < (x0 * x2) -> False.
Proof. by_nra. Qed.

Lemma o_b478e140d4d8 :
  forall (x0 : R), 0 <= x0 -> 1 >= x0 -> 0 > (x0 * (1 - x0)) -> False.
Proof. by_nra. Qed.

Lemma o_b709997888b1 :
  forall (x0 x1 x2 x3 : R), 1 <= x0 -> x0 <= x1 -> (0 > (1 - x2) \/ (1 - x3) < (1 - x2)) -> (x0 = 0 \/ (x0 * x2) = 1) -> (x1 = 0 \/ (x1 * x3) = 1) -> False.
Proof. by_nra. Qed.

Lemma o_ba8951137ca9 :
  forall (x0 x1 x2 x3 x4 x5 x6 : R), 1 <= x0 -> (x1 - x2) <= x3 -> x4 <= (x5 + x2) -> x3 <= ((x0 * x4) + x6) -> (((x0 * x5) + x6) + ((1 + x0) * x2)) < x1 -> False.
Proof. by_nra. Qed.

Lemma o_c099e02e89a7 :
  forall (x0 x1 : R), 1 > x0 -> 1 <= ((x1 * 0) + x0) -> False.
Proof. by_lra. Qed.

Lemma o_c0c683365acf :
  forall (x0 x1 x2 : R), 0 < x0 -> ((1 - x1) - (x2 * x0)) <= ((1 - x1) - x0) -> ((1 - x1) + (x2 * x0)) <= ((1 - x1) + x0) -> (1 > x2 \/ 1 < x2) -> False.
Proof. by_nra. Qed.

Lemma o_c1f310230004 :
  forall (x0 x1 x2 x3 x4 x5 x6 x7 : R), (- x0) <= (x1 - x2) -> (x1 - x2) <= x0 -> (- x3) <= (x4 - x5) -> (x4 - x5) <= x3 -> (- x6) <= x2 -> x2 <= x6 -> (- x7) <= x5 -> x5 <= x7 -> (((x1 * x4) - (x2 * x5)) < (- (((x6 * x3) + (x7 * x0)) + (x0 * x3))) \/ (((x6 * x3) + (x7 * x0)) + (x0 * x3)) < ((x1 * x4) - (x2 * x5))) -> False.
Proof. by_nra. Qed.

Lemma o_c7328051be5b :
  forall (x0 x1 x2 x3 x4 : R), 0 < x0 -> 1 > x0 -> ((x1 * (1 / 2)) * (x2 * x2)) <= x3 -> 2 < (x1 * (x2 * x2)) -> (0 >= (1 - x0) \/ x4 = (1 - 0)) -> (0 > (1 + x0) \/ x3 = x4) -> False.
Proof. by_lra. Qed.

Lemma o_c96342005114 :
  forall (x0 x1 : R), x0 = x1 -> (1 / 2) > (1 - x0) -> (1 / 2) > x1 -> False.
Proof. by_lra. Qed.

Lemma o_d0bef5f4b9c6 :
  forall (x0 x1 x2 x3 x4 x5 : R), 0 < x0 -> 0 < x1 -> x2 = (((x0 + x1) * (x0 + x1)) - (((4 * x0) * x1) * (x3 * x3))) -> (x4 * x4) = (1 - (((4 * (x1 * x5)) * (1 - (x1 * x5))) * (x3 * x3))) -> (((x4 * x4) * ((x0 + x1) * (x0 + x1))) < x2 \/ x2 < ((x4 * x4) * ((x0 + x1) * (x0 + x1)))) -> ((x0 + x1) = 0 \/ ((x0 + x1) * x5) = 1) -> False.
Proof. by_nra. Qed.

Lemma o_d3be88906e6e :
  forall (x0 x1 x2 x3 x4 x5 : R), 1 <= x0 -> 0 < x1 -> x1 <= x2 -> 1 = (x2 + (x0 * x1)) -> 1 = x0 -> x1 <= x3 -> (((x2 * x2) + ((1 - x2) * x4)) < ((x2 * x2) + (x0 * (x1 * x1))) \/ ((x2 * x2) + (x0 * (x1 * x1))) < ((x2 * x2) + ((1 - x2) * x4))) -> (x3 < x2 \/ x5 = x2) -> (x2 <= x3 \/ x5 = x3) -> ((1 - x2) < x5 \/ x4 = x5) -> (x5 <= (1 - x2) \/ x4 = (1 - x2)) -> False.
Proof. by_nra. Qed.

Lemma o_d93e473f1ebc :
  forall (x0 x1 x2 x3 x4 x5 : R), 1 <= x0 -> 0 < x1 -> x1 <= x2 -> 1 = (x2 + (x0 * x1)) -> x3 = x1 -> (((x2 * x2) + ((1 - x2) * x4)) < ((x2 * x2) + (x0 * (x1 * x1))) \/ ((x2 * x2) + (x0 * (x1 * x1))) < ((x2 * x2) + ((1 - x2) * x4))) -> (x3 < x2 \/ x5 = x2) -> (x2 <= x3 \/ x5 = x3) -> ((1 - x2) < x5 \/ x4 = x5) -> (x5 <= (1 - x2) \/ x4 = (1 - x2)) -> False.
Proof. by_nra. Qed.

Lemma o_da294b444d4e :
  forall (x0 x1 : R), (0 < x0 \/ 1 > x1) -> (0 >= x0 \/ 1 <= x1) -> (0 < (1 - x1) \/ 0 = x0) -> (0 >= (1 - x1) \/ x0 = (1 - x1)) -> False.
Proof. by_lra. Qed.

Lemma o_db463bbe1bdf :
  forall (x0 x1 x2 : R), ((x0 * (0 * (x1 - x2))) < (x0 * (0 * x1)) \/ (x0 * (0 * x1)) < (x0 * (0 * (x1 - x2)))) -> False.
Proof. by_lra. Qed.

Lemma o_df34ab359078 :
  forall (x0 x1 x2 x3 : R), 0 < x0 -> x0 < (2 * x1) -> (((0 > ((2 - (2 * x2)) - (6 * ((((((- 2) * x1) * x2) + (2 * x1)) - 3) * x3))) \/ (x0 * x2) < (x0 - 3)) /\ (0 <= ((2 - (2 * x2)) - (6 * ((((((- 2) * x1) * x2) + (2 * x1)) - 3) * x3))) \/ (x0 - 3) <= (x0 * x2))) \/ ((0 < ((2 - (2 * x2)) - (6 * ((((((- 2) * x1) * x2) + (2 * x1)) - 3) * x3))) \/ (x0 - 3) < (x0 * x2)) /\ (0 >= ((2 - (2 * x2)) - (6 * ((((((- 2) * x1) * x2) + (2 * x1)) - 3) * x3))) \/ (x0 * x2) <= (x0 - 3)))) -> (((6 * x1) - (3 * x0)) = 0 \/ (((6 * x1) - (3 * x0)) * x3) = 1) -> False.
Proof. by_nra. Qed.

Lemma o_e70b990a312f :
  forall (x0 x1 x2 x3 x4 x5 x6 : R), 0 < x0 -> 0 < x1 -> 1 <= x2 -> 2 <= x3 -> ((((2 * x0) * x4) * x5) < ((2 * x0) * x6) \/ ((2 * x0) * x6) < (((2 * x0) * x4) * x5)) -> ((x1 * x2) = 0 \/ ((x1 * x2) * x4) = 1) -> (x3 = 0 \/ (x3 * x5) = 1) -> ((x1 * (x2 * x3)) = 0 \/ ((x1 * (x2 * x3)) * x6) = 1) -> False.
Proof. by_nra. Qed.

Lemma o_eb77e0d8687b :
  forall (x0 x1 x2 x3 x4 x5 x6 x7 : R), (x0 + x1) < x2 -> (0 >= (x3 - (x4 * x5)) \/ x0 = (x3 - (x4 * x5))) -> (0 < (x3 - (x4 * x5)) \/ 0 = x0) -> (0 >= (x6 - (x4 * x7)) \/ x1 = (x6 - (x4 * x7))) -> (0 < (x6 - (x4 * x7)) \/ 0 = x1) -> (0 >= ((x3 + x6) - (x4 * (x5 + x7))) \/ x2 = ((x3 + x6) - (x4 * (x5 + x7)))) -> (0 < ((x3 + x6) - (x4 * (x5 + x7))) \/ 0 = x2) -> False.
Proof. by_lra. Qed.

Lemma o_ed38c5f17d71 :
  forall (x0 x1 x2 x3 x4 : R), 0 < x0 -> 0 < x1 -> ((2 * x1) * x2) < x3 -> (x0 * x3) <= x4 -> x4 <= (2 * x1) -> (x0 = 0 \/ (x0 * x2) = 1) -> False.
Proof. by_nra. Qed.

Lemma o_ed3bf4429ec2 :
  forall (x0 x1 x2 : R), 0 = x0 -> (0 > x1 \/ 0 < x1) -> (0 >= (1 - x2) \/ x0 = (1 - x2)) -> (1 > x2 \/ 0 = x1) -> False.
Proof. by_lra. Qed.

Lemma o_f3409d24d28b :
  forall (x0 x1 : R), 0 < x0 -> 0 < x1 -> 0 >= (x0 * x1) -> False.
Proof. by_nra. Qed.

Lemma o_fb9478733a76 :
  forall (x0 x1 : R), 1 <= x0 -> 1 <= x1 -> (1000 * (x0 + x1)) < (x0 + x1) -> False.
Proof. by_lra. Qed.

Lemma o_fd3bc9969a6c :
  forall (x0 x1 x2 x3 x4 x5 : R), 1 <= x0 -> 1 <= x1 -> 0 <= x2 -> 0 <= x3 -> x3 <= (x2 * x4) -> (x2 * x5) < ((x0 * x5) * x3) -> (x0 = 0 \/ (x0 * x4) = 1) -> (x1 = 0 \/ (x1 * x5) = 1) -> False.
Proof. by_nra. Qed.

Lemma o_fd533049e099 :
  forall (x0 x1 x2 x3 x4 : R), ((2 * x0) + 1) <= x1 -> x2 = (((x3 * x4) + ((x1 * (1 / 2)) - (x3 * x4))) - 0) -> (x0 = x2 \/ False) -> False.
Proof. by_lra. Qed.

Lemma o_fdbd81525f8f :
  forall (x0 x1 : R), 1 <= x0 -> 0 <= x1 -> (x0 * x1) < x1 -> False.
Proof. by_nra. Qed.
