(* Claims that need integrals or certified numbers: the Gaussian mechanism with one query.

To audit: gauss, test and private of GaussianTests.v, erfc and delta_gauss of GroupPrivacy.v. *)
Require Import Reals.
From Coquelicot Require Import Coquelicot.
From BlindAvg Require Import GaussianTests GaussianNoise GroupPrivacy GroupPrivacyCalibrated.
Open Scope R_scope.

(* Shift mu, noise 1: the half-lines from eps/mu + mu/2 on are the worst tests. *)
Theorem gaussian_worst_test : forall mu eps, 0 < mu -> forall d,
  private mu 0 eps d <->
  (forall B, eps / mu + mu / 2 <= B ->
     RInt (fun x => gauss mu x - exp eps * gauss 0 x) (eps / mu + mu / 2) B <= d).
Proof. exact private_iff. Qed.

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
Theorem formula_values : delta_gauss 1 1 <= 0.127 /\ 0.3318 <= delta_gauss (1 / 2) 2.
Proof. exact group_privacy_refuted. Qed.

Theorem calibrated_values : delta_gauss 5.95 0.6 <= 0.00001 /\ 0.00002670 <= delta_gauss 2.975 1.2.
Proof. exact calibrated_group. Qed.
