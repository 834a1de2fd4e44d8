(* Claims that need integrals or certified numbers: the Gaussian mechanism with one query.

To audit: gauss, test, private and worst_threshold of GaussianTests.v, erfc of GroupPrivacy.v, delta_gauss of Constants.v. *)
Require Import Reals.
From Coquelicot Require Import Coquelicot.
From BlindAvg Require Import GaussianTests GaussianNoise GroupPrivacy GroupPrivacyCalibrated Constants.
Open Scope R_scope.

(* Shift mu, noise 1: the half-lines from eps/mu + mu/2 on are the worst tests. *)
Theorem gaussian_worst_test : forall mu eps, 0 < mu -> forall d,
  private mu 0 eps d <->
  (forall B, worst_threshold mu eps <= B ->
     RInt (fun x => gauss mu x - exp eps * gauss 0 x) (worst_threshold mu eps) B <= d).
Proof. exact half_lines_are_worst. Qed.

Theorem gaussian_directions : forall mu eps d, private mu 0 eps d -> private 0 mu eps d.
Proof. exact private_reverse. Qed.

(* The shift is the sensitivity over the noise: more noise, or less sensitivity, keeps what is met. *)
Theorem smaller_shift : forall mu mu' eps d, 0 < mu' -> mu' <= mu -> 0 <= eps ->
  private mu 0 eps d -> private mu' 0 eps d.
Proof. exact smaller_shift. Qed.

(* cor:group_privacy at noise 1: one record keeps (1, 0.127), two records break (2, 0.33). *)
Theorem one_record : private 1 0 1 0.127 /\ private 0 1 1 0.127.
Proof. exact (conj one_record one_record_reverse). Qed.

Theorem two_records : ~ private 2 0 2 0.33.
Proof. exact two_records_not_private. Qed.

(* The same from the formula of def:deltagauss, and at the noise that is calibrated for (0.6, 1e-5). *)
Theorem formula_values : delta_gauss erfc 1 1 1 <= 0.127 /\ 0.3318 <= delta_gauss erfc 2 (1 / 2) 1.
Proof. exact group_privacy_refuted. Qed.

Theorem calibrated_values : delta_gauss erfc 0.6 5.95 1 <= 0.00001 /\ 0.00002670 <= delta_gauss erfc 1.2 2.975 1.
Proof. exact calibrated_group. Qed.
