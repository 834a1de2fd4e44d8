(* Printed by proofs_check/coq/constants.py from reference/formulas: change the formulas, not this file.

erfc is an argument, so that this theory needs no integrals. *)
Require Import Reals.
Open Scope R_scope.

Definition hinge (z : R) : R :=
  Rmax 0 (1 - z).
Definition huber (h z : R) : R :=
  if Rlt_dec (1 + h) z then 0 else if Rlt_dec z (1 - h) then 1 - z else (1 + h - z) * (1 + h - z) / (4 * h).
Definition huber_slope (h z : R) : R :=
  if Rlt_dec (1 + h) z then 0 else if Rlt_dec z (1 - h) then -1 else - (1 + h - z) / (2 * h).
Definition huber_curvature (h z : R) : R :=
  if Rlt_dec (1 + h) z then 0 else if Rlt_dec z (1 - h) then 0 else 1 / (2 * h).
Definition gradient_entry (Lam f_l loss_gradient_l : R) : R :=
  Lam * f_l + loss_gradient_l.
Definition sgd_step (f_l tau gradient_l : R) : R :=
  f_l - tau * gradient_l.
Definition delta_gauss (erfc : R -> R) (eps sigma K_comp : R) : R :=
  (erfc ((eps - K_comp * (1 / sigma * (1 / sigma) / 2)) / (sqrt (2 * K_comp) * (1 / sigma))) - exp eps * erfc ((eps + K_comp * (1 / sigma * (1 / sigma) / 2)) / (sqrt (2 * K_comp) * (1 / sigma)))) / 2.
Definition step_fraction (beta Lam m : R) : R :=
  Lam * Rmin (1 / beta) (1 / (Lam * m)).
Definition loss_gradient_svm (c : R) : R :=
  c.
Definition loss_gradient_softmax (c : R) : R :=
  sqrt 2 * c.
Definition lipschitz_svm (Lam r c : R) : R :=
  Lam * r + c.
Definition lipschitz_softmax (Lam r c : R) : R :=
  Lam * r + sqrt 2 * c.
Definition smoothness_svm_spectral (Lam c h : R) : R :=
  Lam + c * c / (2 * h).
Definition smoothness_softmax_spectral (Lam c : R) : R :=
  Lam + c * c / 2.
Definition simplex_term (s C : R) : R :=
  s * (1 - s) * (C + s).
Definition simplex_bound (C : R) : R :=
  0.25 * ((C + 1) * (C + 1)).
Definition simplex_uniform (C k : R) : R :=
  C + (1 - C) / k - 1 / (k * k).
Definition sensitivity (G Lam n : R) : R :=
  2 * G / (Lam * n).
Definition sensitivity_svm (Lam r c n : R) : R :=
  2 * (Lam * r + c) / (Lam * n).
Definition sensitivity_any_steps (G Lam M visits divisor : R) : R :=
  2 * G * visits / (Lam * M * divisor).
Definition capped_by_ball (s r : R) : R :=
  Rmin s (2 * r).
Definition centre_bound (kappa r inner : R) : R :=
  4 * (kappa * kappa * (r * r) + inner).
Definition hinge_threshold (c : R) : R :=
  c * c / 2.
Definition huber_threshold (c h : R) : R :=
  c * c / (1 - h).
Definition averaging_distance (beta_loss Lam spread : R) : R :=
  beta_loss / 2 * spread / Lam.
Definition noise_per_user (sigma t w : R) : R :=
  sigma / sqrt (t * w).
Definition effective_noise (sigma honest t w : R) : R :=
  sigma / sqrt (t * w) * sqrt honest.
Definition gauss_margins (eps sigma K_comp : R) : R * R :=
  ((eps - K_comp * (1 / sigma * (1 / sigma) / 2)) / (sqrt (2 * K_comp) * (1 / sigma)), (eps + K_comp * (1 / sigma * (1 / sigma) / 2)) / (sqrt (2 * K_comp) * (1 / sigma))).
