(* What is claimed, in full. A reader audits this page and the definitions that it names, not the proofs.

Each statement is closed by the theorem of the file that proves it; nothing is proved here. docs/kernel.md says how to read it.
A vector is a function on indices and I the list of its indices, so that every dimension is covered; nrm I is its Euclidean norm.
Lam is the regularization, c bounds the records, r the models, n counts the records, k the passes. The constants are those of
Constants.v, which reference/formulas prints. *)
Require Import Reals List.
From BlindAvg Require Import Vectors SimplexMaximum SoftmaxCurvature SgdRecursion BallProjection HuberStep TheoremR
  SvmSensitivity SoftmaxSensitivity Batches SoftmaxBatches AveragingThresholds AveragingSharpness
  SmoothAveraging Objectives SphereCounterexample WholePasses Attained OnePass CentreBound NoiseSplit LogicSymbols Constants.
Import ListNotations.
Open Scope R_scope.

(* lem:max_smoothness for every number of classes and every real C; the uniform distribution on k classes attains it. *)
Theorem simplex_maximum : forall (s : list R) (C : R),
  (forall x, In x s -> 0 <= x) -> lsum (fun x => x) s = 1 ->
  lsum (fun x => simplex_term x C) s <= simplex_bound C.
Proof. exact max_smoothness. Qed.

Theorem simplex_maximum_attained : forall k : nat, (0 < k)%nat ->
  prob (repeat (/ INR k) k) /\
  lsum (fun x => simplex_term x (1 - 2 / INR k)) (repeat (/ INR k) k) = simplex_uniform (1 - 2 / INR k) (INR k) /\
  simplex_uniform (1 - 2 / INR k) (INR k) = simplex_bound (1 - 2 / INR k).
Proof. exact max_smoothness_sharp. Qed.

(* Curvature of the cross-entropy in the logits: the quadratic form of diag(s) - s s^T on a list of pairs (s_p, v_p). *)
Theorem softmax_curvature : forall sv : list (R * R),
  (forall p, In p sv -> 0 <= fst p) -> lsum fst sv = 1 ->
  0 <= lsum (fun p => fst p * (snd p * snd p)) sv
       - lsum (fun p => fst p * snd p) sv * lsum (fun p => fst p * snd p) sv
    <= smoothness_softmax_spectral 0 1 * lsum (fun p => snd p * snd p) sv.
Proof. exact spectral_lists. Qed.

Theorem softmax_cocoercive : forall (B : Type) (Ks : list B), Ks <> [] -> forall z z' : B -> R,
  dot Ks (vsub (smax Ks z) (smax Ks z')) (vsub (smax Ks z) (smax Ks z'))
  <= smoothness_softmax_spectral 0 1 * dot Ks (vsub z z') (vsub (smax Ks z) (smax Ks z')).
Proof. exact @softmax_cocoercive. Qed.

Theorem softmax_corner : forall (B : Type) (Ks : list B), Ks <> [] -> forall z y : B -> R,
  (forall b, In b Ks -> 0 <= y b) -> lsum y Ks = 1 ->
  dot Ks (vsub (smax Ks z) y) (vsub (smax Ks z) y) <= loss_gradient_softmax 1 * loss_gradient_softmax 1.
Proof. exact softmax_corner. Qed.

Theorem softmax_shares : forall (B : Type) (Ks : list B), Ks <> [] -> forall z : B -> R,
  (forall b, In b Ks -> 0 <= smax Ks z b) /\ lsum (smax Ks z) Ks = 1 /\ dot Ks (smax Ks z) (smax Ks z) <= 1.
Proof. exact softmax_shares. Qed.

(* app:huber: the slope is the derivative, the loss is convex, and its slope is Lipschitz with its largest curvature. *)
Theorem huber_slope : forall h z w, 0 < h ->
  huber_slope h z * (w - z) <= huber h w - huber h z
  <= huber_slope h z * (w - z) + huber_curvature h 1 / 2 * ((w - z) * (w - z)).
Proof. exact huber_quadratic_bounds. Qed.

(* The objectives (Lam/2) |f|^2 + loss at one record: Lipschitz on the ball, smooth, strongly convex. *)
Theorem svm_lipschitz : forall (A : Type) (I : list A) (h Lam c : R),
  0 < h -> 0 < Lam -> 0 <= c -> forall r z f, svm_ok I c z -> nrm I f <= r ->
  nrm I (objective_grad Lam (svm_grad I h z) f) <= lipschitz_svm Lam r c.
Proof. exact @svm_lipschitz. Qed.

Theorem svm_smooth : forall (A : Type) (I : list A) (h Lam c : R),
  0 < h -> 0 < Lam -> forall z f f', svm_ok I c z ->
  nrm I (vsub (objective_grad Lam (svm_grad I h z) f) (objective_grad Lam (svm_grad I h z) f'))
  <= smoothness_svm_spectral Lam c h * nrm I (vsub f f').
Proof. exact @svm_smooth. Qed.

Theorem svm_strongly_convex : forall (A : Type) (I : list A) (h Lam c : R),
  0 < h -> forall z f f', svm_ok I c z ->
  Lam * dot I (vsub f f') (vsub f f')
  <= dot I (vsub (objective_grad Lam (svm_grad I h z) f) (objective_grad Lam (svm_grad I h z) f')) (vsub f f').
Proof. exact @svm_strongly_convex. Qed.

Theorem softmax_lipschitz : forall (A B : Type) (I : list A) (Ks : list B) (Lam c : R),
  Ks <> [] -> 0 < Lam -> 0 <= c -> forall r z f, soft_ok I Ks c z -> nrm (list_prod I Ks) f <= r ->
  nrm (list_prod I Ks) (objective_grad Lam (soft_grad I Ks z) f) <= lipschitz_softmax Lam r c.
Proof. exact @softmax_lipschitz. Qed.

Theorem softmax_smooth : forall (A B : Type) (I : list A) (Ks : list B) (Lam c : R),
  Ks <> [] -> 0 < Lam -> forall z f f', soft_ok I Ks c z ->
  nrm (list_prod I Ks)
      (vsub (objective_grad Lam (soft_grad I Ks z) f) (objective_grad Lam (soft_grad I Ks z) f'))
  <= smoothness_softmax_spectral Lam c * nrm (list_prod I Ks) (vsub f f').
Proof. exact @softmax_smooth. Qed.

Theorem softmax_strongly_convex : forall (A B : Type) (I : list A) (Ks : list B) (Lam c : R),
  Ks <> [] -> forall z f f', soft_ok I Ks c z ->
  Lam * dot (list_prod I Ks) (vsub f f') (vsub f f')
  <= dot (list_prod I Ks)
         (vsub (objective_grad Lam (soft_grad I Ks z) f) (objective_grad Lam (soft_grad I Ks z) f')) (vsub f f').
Proof. exact @softmax_strongly_convex. Qed.

(* One step of SGD. A monotone slope of the loss with Lipschitz constant 1/(2h) is all that a shared record needs. *)
Theorem shared_step : forall (A : Type) (I : list A) (g : R -> R) h c tau Lam beta x y f f',
  0 < h -> (forall a b, a <= b -> g a <= g b) ->
  (forall a b, Rabs (g a - g b) <= / (2 * h) * Rabs (a - b)) ->
  0 < Lam -> 0 <= tau -> tau * beta <= 1 -> smoothness_svm_spectral Lam c h <= beta ->
  y * y = 1 -> dot I x x <= c * c ->
  nrm I (vsub (sgd I g tau Lam x y f) (sgd I g tau Lam x y f')) <= (1 - tau * Lam) * nrm I (vsub f f').
Proof. exact monotone_step_contracts. Qed.

Theorem ball_projection : forall (A : Type) (I : list A) (r : R) (a b : A -> R), 0 <= r ->
  nrm I (vsub (proj I r a) (proj I r b)) <= nrm I (vsub a b).
Proof. exact @proj_nonexpansive. Qed.

(* The recursion of Theorem R; w t >= 0 is the weight of the replaced record in step t. *)
Theorem recursion_invariant : forall (Lam beta G : R) (delta w : nat -> R),
  0 < Lam -> 0 < beta -> (forall t, 0 <= delta t) -> delta 0%nat = 0 ->
  (forall t, delta (S t) <= (1 - step_fraction beta Lam (INR (S t))) * delta t
                            + w (S t) * (2 * G * step_fraction beta Lam (INR (S t)) / Lam)) ->
  forall t, Rmax (INR t) (beta / Lam) * delta t <= sensitivity G Lam 1 * total w t.
Proof. exact invariant. Qed.

Theorem recursion_whole_passes : forall Lam beta G delta n j k,
  0 < Lam -> 0 < beta -> 0 <= G -> (j < n)%nat -> (0 < k)%nat ->
  (forall t, 0 <= delta t) -> delta 0%nat = 0 ->
  (forall t, delta (S t) <= (1 - step_fraction beta Lam (INR (S t))) * delta t
     + (if Nat.eqb (Nat.modulo t n) j then 1 else 0) * (2 * G * step_fraction beta Lam (INR (S t)) / Lam)) ->
  delta (k * n)%nat <= sensitivity G Lam (INR n).
Proof. exact cyclic_passes. Qed.

(* Theorem R for the Huber SVM of one class: whole passes, any number of steps, any weighted batches, sums over b, the cap. *)
Theorem svm_whole_passes : forall (A : Type) (I : list A) (h Lam beta c r : R),
  0 < h -> 0 < Lam -> 0 <= c -> 0 <= r -> smoothness_svm_spectral Lam c h <= beta ->
  forall (D D' : nat -> (A -> R) * R) (f0 : A -> R) (j : nat),
  (forall i, svm_ok I c (D i)) -> (forall i, svm_ok I c (D' i)) -> (forall i, i <> j -> D' i = D i) ->
  forall n k, (j < n)%nat -> (0 < k)%nat ->
  nrm I (vsub (svm_train I h Lam beta r D (single (cyclic n)) f0 (k * n))
              (svm_train I h Lam beta r D' (single (cyclic n)) f0 (k * n))) <= sensitivity (loss_gradient_svm c) Lam (INR n).
Proof. exact @svm_sensitivity. Qed.

Theorem svm_any_steps : forall (A : Type) (I : list A) (h Lam beta c r : R),
  0 < h -> 0 < Lam -> 0 <= c -> 0 <= r -> smoothness_svm_spectral Lam c h <= beta ->
  forall (D D' : nat -> (A -> R) * R) (f0 : A -> R) (j : nat),
  (forall i, svm_ok I c (D i)) -> (forall i, svm_ok I c (D' i)) -> (forall i, i <> j -> D' i = D i) ->
  forall n k M, (j < n)%nat -> (0 < M)%nat -> (M <= k * n)%nat ->
  nrm I (vsub (svm_train I h Lam beta r D (single (cyclic n)) f0 M)
              (svm_train I h Lam beta r D' (single (cyclic n)) f0 M))
  <= sensitivity_any_steps (loss_gradient_svm c) Lam (INR M) (INR k) 1.
Proof. exact @svm_any_steps. Qed.

Theorem svm_batches : forall (A : Type) (I : list A) (h Lam beta c r : R),
  0 < h -> 0 < Lam -> 0 <= c -> 0 <= r -> smoothness_svm_spectral Lam c h <= beta ->
  forall (D D' : nat -> (A -> R) * R) (f0 : A -> R) (j : nat),
  (forall i, svm_ok I c (D i)) -> (forall i, svm_ok I c (D' i)) -> (forall i, i <> j -> D' i = D i) ->
  forall Bs M, (forall t, good_batch (Bs t)) -> (0 < M)%nat ->
  nrm I (vsub (svm_train I h Lam beta r D Bs f0 M) (svm_train I h Lam beta r D' Bs f0 M))
  <= sensitivity (loss_gradient_svm c) Lam (INR M) * total (fun t => weight j (Bs t)) M.
Proof. exact @svm_sensitivity_any. Qed.

Theorem svm_fixed_divisor : forall (A : Type) (I : list A) (h Lam beta c r : R),
  0 < h -> 0 < Lam -> 0 <= c -> 0 <= r -> smoothness_svm_spectral Lam c h <= beta ->
  forall (D D' : nat -> (A -> R) * R) (f0 : A -> R) (j : nat),
  (forall i, svm_ok I c (D i)) -> (forall i, svm_ok I c (D' i)) -> (forall i, i <> j -> D' i = D i) ->
  forall n b u k, (0 < b)%nat -> (0 < k)%nat -> (j < n)%nat -> (n <= b * u)%nat ->
  nrm I (vsub (svm_train I h Lam beta r D (fixed_schedule n b u) f0 (k * u))
              (svm_train I h Lam beta r D' (fixed_schedule n b u) f0 (k * u))) <= sensitivity (loss_gradient_svm c) Lam (INR n).
Proof. exact @svm_fixed_divisor. Qed.

Theorem svm_cap : forall (A : Type) (I : list A) (h Lam beta r : R), 0 <= r ->
  forall (D D' : nat -> (A -> R) * R) (f0 : A -> R) Bs M s, (0 < M)%nat ->
  nrm I (vsub (svm_train I h Lam beta r D Bs f0 M) (svm_train I h Lam beta r D' Bs f0 M)) <= s ->
  nrm I (vsub (svm_train I h Lam beta r D Bs f0 M) (svm_train I h Lam beta r D' Bs f0 M)) <= capped_by_ball s r.
Proof. exact @svm_cap. Qed.

(* The constant is best possible: on these neighbours, from n records on that are not too few, it is the distance. *)
Theorem svm_attained : forall h Lam beta c r n k,
  0 < h < 1 -> 0 < Lam -> 0 < c -> Lam <= beta -> (0 < n)%nat -> (0 < k)%nat ->
  beta <= Lam * INR n -> c * c <= Lam * INR n * (1 - h) -> c <= r * (Lam * INR n) ->
  ((forall i, svm_ok I1 c (lone n c 1 i)) /\ (forall i, svm_ok I1 c (lone n c (-1) i))
   /\ (forall i, i <> Nat.pred n -> lone n c (-1) i = lone n c 1 i)) /\
  nrm I1 (vsub (svm_train I1 h Lam beta r (lone n c 1) (single (cyclic n)) vzero (k * n))
               (svm_train I1 h Lam beta r (lone n c (-1)) (single (cyclic n)) vzero (k * n)))
  = sensitivity (loss_gradient_svm c) Lam (INR n).
Proof. exact svm_attained. Qed.

(* From the Huber threshold on every such pair, in any dimension, ends exactly |y x - y' x'|/(Lam n) apart. *)
Theorem svm_exact_distance : forall (A : Type) (I : list A) (h Lam beta c r : R) (n : nat),
  0 < h < 1 -> 0 < Lam -> 0 <= c -> Lam <= beta -> (0 < n)%nat ->
  beta <= Lam * INR n -> huber_threshold c h <= Lam -> c <= r * Lam ->
  forall D D' : nat -> (A -> R) * R,
  (forall i, svm_ok I c (D i)) -> (forall i, svm_ok I c (D' i)) -> (forall i, i <> Nat.pred n -> D' i = D i) ->
  forall k, (0 < k)%nat ->
  nrm I (vsub (svm_train I h Lam beta r D (single (cyclic n)) vzero (k * n))
              (svm_train I h Lam beta r D' (single (cyclic n)) vzero (k * n)))
  = sensitivity (nrm I (vsub (vscal (snd (D (Nat.pred n))) (fst (D (Nat.pred n))))
                             (vscal (snd (D' (Nat.pred n))) (fst (D' (Nat.pred n))))) / 2) Lam (INR n).
Proof. exact @exact_distance. Qed.

(* Theorem R for softmax regression, with the spectral smoothness. *)
Theorem softmax_whole_passes : forall (A B : Type) (I : list A) (Ks : list B), Ks <> [] ->
  forall Lam beta c r : R, 0 < Lam -> 0 <= c -> 0 <= r -> smoothness_softmax_spectral Lam c <= beta ->
  forall (D D' : nat -> (A -> R) * (B -> R)) (f0 : A * B -> R) (j : nat),
  (forall i, soft_ok I Ks c (D i)) -> (forall i, soft_ok I Ks c (D' i)) -> (forall i, i <> j -> D' i = D i) ->
  forall n k, (j < n)%nat -> (0 < k)%nat ->
  nrm (list_prod I Ks) (vsub (soft_train I Ks Lam beta r D (single (cyclic n)) f0 (k * n))
                             (soft_train I Ks Lam beta r D' (single (cyclic n)) f0 (k * n)))
  <= sensitivity (loss_gradient_softmax c) Lam (INR n).
Proof. exact @softmax_sensitivity. Qed.

Theorem softmax_batches : forall (A B : Type) (I : list A) (Ks : list B), Ks <> [] ->
  forall Lam beta c r : R, 0 < Lam -> 0 <= c -> 0 <= r -> smoothness_softmax_spectral Lam c <= beta ->
  forall (D D' : nat -> (A -> R) * (B -> R)) (f0 : A * B -> R) (j : nat),
  (forall i, soft_ok I Ks c (D i)) -> (forall i, soft_ok I Ks c (D' i)) -> (forall i, i <> j -> D' i = D i) ->
  forall Bs M, (forall t, good_batch (Bs t)) -> (0 < M)%nat ->
  nrm (list_prod I Ks) (vsub (soft_train I Ks Lam beta r D Bs f0 M) (soft_train I Ks Lam beta r D' Bs f0 M))
  <= sensitivity (loss_gradient_softmax c) Lam (INR M) * total (fun t => weight j (Bs t)) M.
Proof. exact @softmax_sensitivity_any. Qed.

Theorem softmax_fixed_divisor : forall (A B : Type) (I : list A) (Ks : list B), Ks <> [] ->
  forall Lam beta c r : R, 0 < Lam -> 0 <= c -> 0 <= r -> smoothness_softmax_spectral Lam c <= beta ->
  forall (D D' : nat -> (A -> R) * (B -> R)) (f0 : A * B -> R) (j : nat),
  (forall i, soft_ok I Ks c (D i)) -> (forall i, soft_ok I Ks c (D' i)) -> (forall i, i <> j -> D' i = D i) ->
  forall n b u k, (0 < b)%nat -> (0 < k)%nat -> (j < n)%nat -> (n <= b * u)%nat ->
  nrm (list_prod I Ks) (vsub (soft_train I Ks Lam beta r D (fixed_schedule n b u) f0 (k * u))
                             (soft_train I Ks Lam beta r D' (fixed_schedule n b u) f0 (k * u)))
  <= sensitivity (loss_gradient_softmax c) Lam (INR n).
Proof. exact softmax_fixed_divisor. Qed.

(* Two softmax gradients at one model: m bounds |u|^2 - 2 kappa <v, u> for all logits v of norm at most r c and labels y, u = softmax(v) - y. *)
Theorem centre_bound : forall (A B : Type) (I : list A) (Ks : list B) (c r kappa m : R), 0 <= c -> 0 <= r ->
  forall (f : A * B -> R) z z', nrm (list_prod I Ks) f <= r -> soft_ok I Ks c z -> soft_ok I Ks c z' ->
  (forall v y, nrm Ks v <= r * c -> (forall b, In b Ks -> 0 <= y b) -> lsum y Ks = 1 ->
     dot Ks (vsub (smax Ks v) y) (vsub (smax Ks v) y) - 2 * kappa * dot Ks v (vsub (smax Ks v) y) <= m) ->
  dot (list_prod I Ks) (vsub (soft_grad I Ks z f) (soft_grad I Ks z' f)) (vsub (soft_grad I Ks z f) (soft_grad I Ks z' f))
  <= c * c * centre_bound kappa (r * c) m.
Proof. exact @gradients_near_centre. Qed.

(* Theorem R with any bound dm on that distance in place of twice the largest gradient; the start must be in the ball. *)
Theorem diameter_sensitivity : forall (A B : Type) (I : list A) (Ks : list B), Ks <> [] ->
  forall Lam beta c r dm : R, 0 < Lam -> 0 <= r -> 0 <= dm -> smoothness_softmax_spectral Lam c <= beta ->
  (forall z z' f, soft_ok I Ks c z -> soft_ok I Ks c z' -> nrm (list_prod I Ks) f <= r ->
     nrm (list_prod I Ks) (vsub (soft_grad I Ks z' f) (soft_grad I Ks z f)) <= dm) ->
  forall (D D' : nat -> (A -> R) * (B -> R)) (f0 : A * B -> R) (j : nat),
  (forall i, soft_ok I Ks c (D i)) -> (forall i, soft_ok I Ks c (D' i)) -> (forall i, i <> j -> D' i = D i) ->
  nrm (list_prod I Ks) f0 <= r -> forall n k, (j < n)%nat -> (0 < k)%nat ->
  nrm (list_prod I Ks) (vsub (soft_train I Ks Lam beta r D (single (cyclic n)) f0 (k * n))
                             (soft_train I Ks Lam beta r D' (single (cyclic n)) f0 (k * n)))
  <= sensitivity (dm / 2) Lam (INR n).
Proof. exact @diameter_sensitivity. Qed.

(* Refutations: the printed rescaling, the printed algorithm with it, and one step instead of whole passes. *)
Theorem sphere_rescaling : forall r Lc, 0 < r -> 0 <= Lc -> exists (I : list nat) (a b : nat -> R),
  nrm I a <= r /\ nrm I b <= r /\ 0 < nrm I a /\ 0 < nrm I b /\
  nrm I (vsub (rescale I r a) (rescale I r b)) > Lc * nrm I (vsub a b).
Proof. exact rescale_not_lipschitz. Qed.

Theorem printed_algorithm : forall beta n k, 1 < beta -> (3 <= n)%nat -> (0 < k)%nat ->
  nrm I2 (vsub (printed beta 1 (cyclic n) (k * n)) (printed beta (-1) (cyclic n) (k * n)))
  > sensitivity_svm 1 2 (sqrt 2) (INR n).
Proof. exact printed_claim_false. Qed.

Theorem whole_passes_needed : forall h Lam beta c r n,
  0 < h < 1 -> 0 < Lam -> 0 < c -> Lam <= beta -> c / beta <= r -> (0 < n)%nat ->
  beta * lipschitz_svm Lam r c < INR n * (Lam * c) ->
  nrm I1 (vsub (svm_train I1 h Lam beta r (same c) (single (cyclic n)) vzero 1)
               (svm_train I1 h Lam beta r (flipped c) (single (cyclic n)) vzero 1))
  > sensitivity_svm Lam r c (INR n).
Proof. exact claim_needs_whole_passes. Qed.

(* A short last batch that is averaged over itself: u batches of b, the last of n - (u - 1) b records. The premises can be met. *)
Theorem own_size_fails : forall h Lam beta c r n b u k,
  0 < h < 1 -> 0 < Lam -> 0 < c -> Lam <= beta -> (0 < u)%nat -> (0 < k)%nat ->
  (Nat.pred u * b < n)%nat -> (n <= u * b)%nat ->
  beta <= Lam * INR u -> c * c <= Lam * INR u * INR (n - Nat.pred u * b) * (1 - h) ->
  c <= r * (Lam * INR u * INR (n - Nat.pred u * b)) ->
  INR u * INR (n - Nat.pred u * b) * lipschitz_svm Lam r c < INR n * c ->
  nrm I1 (vsub (svm_train I1 h Lam beta r (lone n c 1) (own_schedule n b u) vzero (k * u))
               (svm_train I1 h Lam beta r (lone n c (-1)) (own_schedule n b u) vzero (k * u)))
  > sensitivity_svm Lam r c (INR n).
Proof. exact own_size_fails. Qed.

Theorem own_size_fails_at_50 : forall k, (0 < k)%nat ->
  nrm I1 (vsub (svm_train I1 (1 / 2) 1 3 (1 / 30) (lone 50 1 1) (own_schedule 50 20 3) vzero (k * 3))
               (svm_train I1 (1 / 2) 1 3 (1 / 30) (lone 50 1 (-1)) (own_schedule 50 20 3) vzero (k * 3)))
  > sensitivity_svm 1 (1 / 30) 1 (INR 50).
Proof. exact own_size_fails_at_50. Qed.

(* Averaging is exact from a threshold on. fs holds for each user n records and a minimiser on them. *)
Theorem hinge_average : forall (A : Type) (I : list A) Lam c n
    (fs : list (list ((A -> R) * R) * (A -> R))) f,
  0 < Lam -> 0 <= c -> hinge_threshold c <= Lam -> fs <> [] -> (0 < n)%nat ->
  (forall p, In p fs -> length (fst p) = n /\ clipped I c (fst p)
     /\ is_min (objective I hinge Lam (fst p)) (snd p)) ->
  is_min (objective I hinge Lam (concat (map fst fs))) f ->
  forall i, In i I -> plain_avg fs i = f i.
Proof. exact hinge_average_is_central. Qed.

Theorem huber_average : forall (A : Type) (I : list A) h Lam c n
    (fs : list (list ((A -> R) * R) * (A -> R))) f,
  0 < h < 1 -> 0 < Lam -> 0 <= c -> huber_threshold c h <= Lam -> fs <> [] -> (0 < n)%nat ->
  (forall p, In p fs -> length (fst p) = n /\ clipped I c (fst p)
     /\ is_min (objective I (huber h) (Lam / 2) (fst p)) (snd p)) ->
  is_min (objective I (huber h) (Lam / 2) (concat (map fst fs))) f ->
  forall i, In i I -> plain_avg fs i = f i.
Proof. exact huber_average_is_central. Qed.

(* Below the threshold it is not, and the average is in general not the model of the union. *)
Theorem hinge_threshold_sharp : forall c Lam, 0 < c -> 0 < Lam -> Lam < hinge_threshold c ->
  exists (fs : list (list ((nat -> R) * R) * (nat -> R))) f,
  (forall p, In p fs -> length (fst p) = 1%nat /\ clipped I1 c (fst p)
     /\ is_min (objective I1 hinge Lam (fst p)) (snd p)) /\
  is_min (objective I1 hinge Lam (concat (map fst fs))) f /\ plain_avg fs 0%nat < f 0%nat.
Proof. exact hinge_threshold_sharp. Qed.

Theorem average_is_not_union :
  exists (fs : list (list ((nat -> R) * R) * (nat -> R))) f,
  (forall p, In p fs -> length (fst p) = 1%nat /\ clipped I1 1 (fst p)
     /\ is_min (objective I1 hinge (1 / 4) (fst p)) (snd p)) /\
  is_min (objective I1 hinge (1 / 4) (concat (map fst fs))) f /\ plain_avg fs 0%nat = 1 / 2 /\ f 0%nat = 1.
Proof. exact average_is_not_union. Qed.

(* Averaging of smooth learners is off by at most a multiple of the spread of the local models. *)
Theorem average_error : forall (A : Type) (I : list A) bl Lam
    (users : list (((A -> R) -> A -> R) * (A -> R))) central,
  0 <= bl -> 0 < Lam -> users <> [] ->
  (forall p, In p users -> coco I bl (fst p)) ->
  (forall p, In p users -> forall i, In i I -> Lam * snd p i + fst p (snd p) i = 0) ->
  (forall i, In i I -> Lam * central i + vmean (fun p => fst p central) users i = 0) ->
  nrm I (vsub (vmean snd users) central)
  <= averaging_distance bl Lam (/ INR (length users) * lsum (fun p => nrm I (vsub (snd p) (vmean snd users))) users).
Proof. exact @average_error. Qed.

(* The premise coco of average_error: both learners have it, and so has a mean of losses that do. *)
Theorem softmax_loss_smooth : forall (A B : Type) (I : list A) (Ks : list B) c z, Ks <> [] ->
  soft_ok I Ks c z -> coco (list_prod I Ks) (smoothness_softmax_spectral 0 c) (soft_grad I Ks z).
Proof. exact softmax_loss_smooth. Qed.

Theorem huber_loss_smooth : forall (A : Type) (I : list A) h c z, 0 < h -> svm_ok I c z ->
  coco I (smoothness_svm_spectral 0 c h) (svm_grad I h z).
Proof. exact huber_loss_smooth. Qed.

Theorem mean_loss_smooth : forall (A : Type) (I : list A) (X : Type) bl (g : X -> (A -> R) -> A -> R) l,
  l <> [] -> (forall x, In x l -> coco I bl (g x)) -> coco I bl (fun f => vmean (fun x => g x f) l).
Proof. exact @coco_mean. Qed.

(* Noise of many users, as finite laws: lists of pairs (probability, value). sum_of adds independent ones. *)
Theorem variance_of_sum : forall ds, (forall d, In d ds -> mass d = 1) ->
  mass (sum_of ds) = 1 /\ variance (sum_of ds) = lsum variance ds.
Proof. exact variance_of_sum. Qed.

Theorem noise_split : forall (sigma t w : R) (honest : list law), 0 < t * w ->
  (forall d, In d honest -> mass d = 1 /\ variance d = noise_per_user sigma t w * noise_per_user sigma t w) ->
  variance (sum_of honest) = effective_noise sigma (INR (length honest)) t w * effective_noise sigma (INR (length honest)) t w.
Proof. exact noise_split. Qed.
