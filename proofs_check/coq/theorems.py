"""The claims of the kernel: what each is about, what it may rest on, and the wrong versions that must be rejected."""

from __future__ import annotations

from dataclasses import dataclass, replace

REALS = ("ClassicalDedekindReals.sig_forall_dec", "FunctionalExtensionality.functional_extensionality_dep")
ROOTS = (*REALS, "ClassicalDedekindReals.sig_not_dec")
CALCULUS = (*ROOTS, "Classical_Prop.classic")
ALLOWED = {
    "reals": REALS,
    "roots": ROOTS,
    "calculus": CALCULUS,
}  # what the standard library's theories bring along


@dataclass(frozen=True)
class KernelClaim:
    """A theorem of Claims.v or ClaimsNumeric.v as evidence about a label."""

    name: str
    label: str
    about: str
    says: str
    scope: str
    level: str  # a key of ALLOWED
    mutations: tuple[tuple[str, str], ...]  # what stands once in the statement, what stands there instead
    page: str = "Claims"
    expect: str = "holds"
    universal: bool = True


@dataclass(frozen=True)
class Leaf:
    """How Coq proves a leaf of the logic (leaves.py) from the theorem of Claims.v that it names, and wrong versions of it."""

    glue: str
    mutations: tuple[tuple[str, str], ...]


PAGE_OF_LEAVES = "Leaves"
ANY_MODEL = "every dimension, all real parameters"
ANY_CLASSES = "every number of classes and features, all real parameters"
RUNS = "every dimension, number of records and passes, start and data; real arithmetic"
SVM_STEEP = ("smoothness_svm_spectral Lam c h <= beta", "Lam <= beta")
HALF_SVM = ("(loss_gradient_svm c)", "(loss_gradient_svm c / 2)")
SOFTMAX_STEEP = ("smoothness_softmax_spectral Lam c <= beta", "Lam <= beta")

THEOREMS = (
    KernelClaim(
        "simplex_maximum",
        "lem:max_smoothness",
        "statement",
        "The sum of s(1-s)(C+s) over a probability vector is at most (C+1)^2/4.",
        "every number of classes, every real C",
        "reals",
        (("simplex_bound C", "simplex_bound C * 4 / 5"), ("lsum (fun x => x) s = 1 -> ", "")),
    ),
    KernelClaim(
        "simplex_maximum_attained",
        "lem:max_smoothness",
        "statement",
        "The uniform distribution on k classes attains the bound at C = 1 - 2/k.",
        "every k >= 1",
        "reals",
        (
            ("(0 < k)%nat -> ", ""),
            ("= simplex_bound (1 - 2 / INR k)", "= simplex_bound (1 - 2 / INR k) * 4 / 5"),
        ),
    ),
    KernelClaim(
        "softmax_curvature",
        "thm:smooth_softmax",
        "repair",
        "diag(s) - s s^T has eigenvalues between 0 and 1/2.",
        "every number of classes",
        "reals",
        (
            ("smoothness_softmax_spectral 0 1", "smoothness_softmax_spectral 0 1 * 2 / 3"),
            ("lsum fst sv = 1 -> ", ""),
        ),
    ),
    KernelClaim(
        "softmax_cocoercive",
        "thm:smooth_softmax",
        "repair",
        "The softmax is cocoercive with constant 2 in the logits.",
        "every number of classes, all logits",
        "calculus",
        (
            ("smoothness_softmax_spectral 0 1", "smoothness_softmax_spectral 0 1 * 2 / 3"),
            ("(vsub z z')", "(vsub z' z)"),
        ),
    ),
    KernelClaim(
        "softmax_corner",
        "thm:lipschitz_softmax",
        "repair",
        "The softmax and a label vector of sum 1 are at most sqrt(2) apart.",
        "every number of classes, all logits",
        "roots",
        (
            (
                "loss_gradient_softmax 1 * loss_gradient_softmax 1",
                "loss_gradient_softmax 1 * loss_gradient_svm 1",
            ),
            ("lsum y Ks = 1 -> ", ""),
        ),
    ),
    KernelClaim(
        "softmax_shares",
        "ours:any_loss",
        "statement",
        "Shares of the softmax are not negative, sum to 1, and the sum of their squares is at most 1.",
        "every number of classes, all logits",
        "roots",
        (("(smax Ks z) <= 1", "(smax Ks z) <= 99 / 100"), ("Ks <> [] -> ", "")),
    ),
    KernelClaim(
        "huber_slope",
        "app:huber",
        "statement",
        "Difference quotients of the Huber loss lie between its slope and its slope plus (w-z)/(4h): it is convex and smooth.",
        "every h > 0, all points",
        "reals",
        (("huber_curvature h 1", "huber_curvature h 1 * 4 / 5"), (", 0 < h -> ", ", ")),
    ),
    KernelClaim(
        "svm_lipschitz",
        "ex:dpsvm#lipschitz",
        "reading:one-vs-rest-sign",
        "The gradient of the Huber SVM objective has norm at most Lam R + c on the ball.",
        ANY_MODEL,
        "roots",
        (("lipschitz_svm Lam r c", "lipschitz_svm Lam r (c / 2)"), ("nrm I f <= r -> ", "")),
    ),
    KernelClaim(
        "svm_smooth",
        "ex:dpsvm#smoothness",
        "reading:one-vs-rest-sign",
        "The Huber SVM objective is smooth with Lam + c^2/(2h).",
        ANY_MODEL,
        "roots",
        (("smoothness_svm_spectral Lam c h", "smoothness_svm_spectral Lam c (3 * h / 2)"), ("0 < h -> ", "")),
    ),
    KernelClaim(
        "svm_strongly_convex",
        "ex:dpsvm#strong_convexity",
        "statement",
        "The gradient of the Huber SVM objective is strongly monotone with constant Lam.",
        ANY_MODEL,
        "roots",
        (("Lam * dot I", "2 * Lam * dot I"), ("f')) (vsub f f')", "f')) (vsub f' f)")),
    ),
    KernelClaim(
        "softmax_lipschitz",
        "thm:lipschitz_softmax",
        "repair",
        "The gradient of the softmax objective has norm at most Lam R + sqrt(2) c on the ball, for labels of sum 1.",
        ANY_CLASSES,
        "roots",
        (("lipschitz_softmax Lam r c", "lipschitz_svm Lam r c"), ("soft_ok I Ks c z -> ", "")),
    ),
    KernelClaim(
        "softmax_smooth",
        "thm:smooth_softmax",
        "repair",
        "The softmax objective is smooth with Lam + c^2/2.",
        ANY_CLASSES,
        "calculus",
        (("smoothness_softmax_spectral Lam c", "(Lam + c * c / 3)"), ("soft_ok I Ks c z -> ", "")),
    ),
    KernelClaim(
        "softmax_strongly_convex",
        "thm:strongconvexity_softmax",
        "statement",
        "The gradient of the softmax objective is strongly monotone with constant Lam.",
        ANY_CLASSES,
        "calculus",
        (("Lam * dot (list_prod", "2 * Lam * dot (list_prod"), ("f')) (vsub f f')", "f')) (vsub f' f)")),
    ),
    KernelClaim(
        "shared_step",
        "thm:sensitivity_general",
        "repair",
        "A step on a shared record contracts by 1 - tau Lam if the loss has a monotone, Lipschitz slope.",
        ANY_MODEL,
        "roots",
        (("(1 - tau * Lam)", "(1 - 2 * tau * Lam)"), ("tau * beta <= 1 -> ", "")),
    ),
    KernelClaim(
        "ball_projection",
        "alg:dpsvm",
        "repair",
        "The projection onto the ball moves no two models apart.",
        "every dimension and radius",
        "roots",
        (("<= nrm I (vsub a b)", "<= nrm I (vsub a b) / 2"), (", 0 <= r -> ", ", ")),
    ),
    KernelClaim(
        "recursion_invariant",
        "thm:sensitivity_general",
        "repair",
        "The invariant of the recursion: max(t, beta/Lam) delta_t <= 2G/Lam times the weights of the replaced record so far.",
        "every number of steps, all weights",
        "reals",
        (("<= sensitivity G Lam 1", "<= sensitivity (G / 2) Lam 1"), ("delta 0%nat = 0 -> ", "")),
    ),
    KernelClaim(
        "recursion_whole_passes",
        "thm:sensitivity_general",
        "repair",
        "After whole passes in cyclic order the recursion is at most 2G/(Lam n).",
        "every number of records and passes",
        "reals",
        (("<= sensitivity G Lam", "<= sensitivity (G / 2) Lam"), ("delta 0%nat = 0 -> ", "")),
    ),
    KernelClaim(
        "svm_whole_passes",
        "ex:dpsvm#sensitivity",
        "repair",
        "SVM-SGD with the ball projection and whole passes has sensitivity at most 2c/(Lam n).",
        RUNS,
        "roots",
        (HALF_SVM, SVM_STEEP),
    ),
    KernelClaim(
        "svm_any_steps",
        "ex:dpsvm#sensitivity",
        "repair",
        "SVM-SGD with M <= k n steps has sensitivity at most 2c k/(Lam M).",
        RUNS,
        "roots",
        (HALF_SVM, ("(M <= k * n)%nat -> ", "")),
    ),
    KernelClaim(
        "svm_batches",
        "ex:dpsvm#sensitivity",
        "repair",
        "SVM-SGD on weighted batches has sensitivity at most 2c/(Lam M) times the weights of the replaced record.",
        "every dimension, schedule of batches, number of steps, start and data; real arithmetic",
        "roots",
        (HALF_SVM, ("(forall t, good_batch (Bs t)) -> ", "")),
    ),
    KernelClaim(
        "svm_fixed_divisor",
        "app:experimental_setup#batches",
        "reading:fixed-divisor",
        "Batch sums over a fixed b have sensitivity at most 2c/(Lam n), also if b does not divide n.",
        RUNS,
        "roots",
        (HALF_SVM, ("(n <= b * u)%nat -> ", "")),
    ),
    KernelClaim(
        "svm_cap",
        "ex:dpsvm#sensitivity",
        "repair",
        "Two models of SVM-SGD with the ball projection are at most 2R apart.",
        RUNS,
        "roots",
        (("capped_by_ball s r", "capped_by_ball s (r / 2)"), (", 0 <= r -> ", ", ")),
    ),
    KernelClaim(
        "svm_attained",
        "ex:dpsvm#sensitivity",
        "repair",
        "Neighbours that end exactly 2c/(Lam n) apart: no smaller constant is true.",
        "one feature, other records 0; every h < 1, Lam, beta, c, passes, n >= beta/Lam and c^2/(Lam (1-h)), R >= c/(Lam n)",
        "roots",
        (HALF_SVM, ("beta <= Lam * INR n -> ", "")),
    ),
    KernelClaim(
        "svm_exact_distance",
        "ours:one_pass_huber",
        "statement",
        "From Lam = c^2/(1-h) on, runs that differ in the record visited last end exactly |y x - y' x'|/(Lam n) apart.",
        "every dimension, data, number of passes and n >= beta/Lam; start 0, R >= c/Lam; real arithmetic",
        "roots",
        (("= sensitivity (", "= / 2 * sensitivity ("), ("huber_threshold c h <= Lam -> ", "")),
    ),
    KernelClaim(
        "softmax_whole_passes",
        "thm:sens_softmax",
        "repair",
        "SoftmaxReg-SGD with the ball projection and whole passes has sensitivity at most 2 sqrt(2) c/(Lam n).",
        RUNS,
        "calculus",
        (("loss_gradient_softmax c", "loss_gradient_svm c"), SOFTMAX_STEEP),
    ),
    KernelClaim(
        "softmax_batches",
        "thm:sens_softmax",
        "repair",
        "SoftmaxReg-SGD on weighted batches has sensitivity at most 2 sqrt(2) c/(Lam M) times the record's weights.",
        "every number of classes and features, schedule of batches, number of steps, start and data; real arithmetic",
        "calculus",
        (("loss_gradient_softmax c", "loss_gradient_svm c"), ("(forall t, good_batch (Bs t)) -> ", "")),
    ),
    KernelClaim(
        "softmax_fixed_divisor",
        "app:experimental_setup#batches",
        "reading:fixed-divisor",
        "The same for SoftmaxReg-SGD, with 2 sqrt(2) c/(Lam n).",
        RUNS,
        "calculus",
        (("loss_gradient_softmax c", "loss_gradient_svm c"), ("(n <= b * u)%nat -> ", "")),
    ),
    KernelClaim(
        "centre_bound",
        "ours:gradient_diameter",
        "statement",
        "Two softmax gradients at one model are at most c sqrt(4 (kappa^2 r^2 + m)) apart, r = R c.",
        "every number of classes and features, every kappa, model of norm at most R and pair of records",
        "roots",
        (
            ("centre_bound kappa (r * c) m", "centre_bound kappa (r * c) m * 3 / 4"),
            ("nrm (list_prod I Ks) f <= r -> ", ""),
        ),
    ),
    KernelClaim(
        "diameter_sensitivity",
        "ours:gradient_diameter",
        "statement",
        "SoftmaxReg-SGD has sensitivity at most dm/(Lam n) if dm bounds the distance of two gradients at a model of the ball.",
        "every number of classes, features, records and passes, start in the ball and data; real arithmetic",
        "calculus",
        (("sensitivity (dm / 2)", "sensitivity (dm / 4)"), ("nrm (list_prod I Ks) f0 <= r -> ", "")),
    ),
    KernelClaim(
        "sphere_rescaling",
        "alg:dpsoftmax",
        "statement",
        "R f/|f| has no Lipschitz constant on the ball, so it is not the projection.",
        "every radius and every candidate constant",
        "roots",
        (("0 < r -> ", ""), ("(rescale I r a) (rescale I r b)", "(proj I r a) (proj I r b)")),
        expect="fails",
    ),
    KernelClaim(
        "printed_algorithm",
        "ex:dpsvm#sensitivity",
        "premise:ball-projection",
        "With the printed rescaling two neighbours end further apart than 2(Lam R + c)/(Lam n).",
        "Lam = 1, R = 2, c = sqrt 2, h = 1/10; every n >= 3, beta > 1 and number of passes",
        "roots",
        (("(3 <= n)%nat", "(2 <= n)%nat"), ("sensitivity_svm 1 2 (sqrt 2)", "sensitivity_svm 1 3 (sqrt 2)")),
        expect="fails",
    ),
    KernelClaim(
        "whole_passes_needed",
        "thm:sensitivity_general",
        "premise:whole-passes",
        "After one step two neighbours can be further apart than 2L/(Lam n), L = Lam R + c.",
        "every h < 1, Lam, beta, c, R with R >= c/beta and every large n",
        "roots",
        (
            ("sensitivity_svm Lam r c (INR n)", "sensitivity_svm Lam r c (INR n) * 3 / 2"),
            ("c / beta <= r -> ", ""),
        ),
        expect="fails",
    ),
    KernelClaim(
        "own_size_fails",
        "app:experimental_setup#batches",
        "reading:own-size",
        "A short last batch that is averaged over itself exceeds 2(Lam R + c)/(Lam n).",
        "one feature; every h < 1, Lam, beta, c, R, batch size, number of passes and n that meet the listed inequalities",
        "roots",
        (
            ("sensitivity_svm Lam r c (INR n)", "sensitivity_svm Lam r c (INR n) * 3 / 2"),
            ("beta <= Lam * INR u -> ", ""),
        ),
        expect="fails",
    ),
    KernelClaim(
        "own_size_fails_at_50",
        "app:experimental_setup#batches",
        "reading:own-size",
        "The same for 50 records in batches of 20, as in the experiments.",
        "n = 50, b = 20, Lam = c = 1, h = 1/2, beta = 3, R = 1/30; every number of passes",
        "roots",
        (
            ("sensitivity_svm 1 (1 / 30) 1 (INR 50)", "sensitivity_svm 1 (1 / 30) 1 (INR 50) * 2"),
            (", (0 < k)%nat -> ", ", "),
        ),
        expect="fails",
        universal=False,
    ),
    KernelClaim(
        "hinge_average",
        "ours:hinge_threshold",
        "statement",
        "From Lam = c^2/2 on the average of HingeSVMs is the central one, for equal sizes.",
        "every dimension, number of users and data of norm at most c",
        "roots",
        (("hinge_threshold c <= Lam", "hinge_threshold c * 2 / 3 <= Lam"), ("length (fst p) = n /\\ ", "")),
    ),
    KernelClaim(
        "huber_average",
        "ours:huber_threshold",
        "statement",
        "From Lam = c^2/(1-h) on the average of Huber SVMs is the central one, for equal sizes.",
        "every h < 1, dimension, number of users and data of norm at most c",
        "roots",
        (("huber_threshold c h <= Lam", "hinge_threshold c <= Lam"), ("0 < h < 1", "0 < h")),
    ),
    KernelClaim(
        "hinge_threshold_sharp",
        "ours:hinge_threshold",
        "statement",
        "Below Lam = c^2/2 there are two users whose average is not the central model.",
        "every c and every Lam < c^2/2",
        "roots",
        (("Lam < hinge_threshold c", "Lam < hinge_threshold c * 2"), ("0 < Lam -> ", "")),
    ),
    KernelClaim(
        "average_is_not_union",
        "lem:averagerepresenter",
        "statement",
        "Two users whose HingeSVMs average to 1/2, while the HingeSVM of their union is 1.",
        "c = 1, Lam = 1/4, one record each",
        "roots",
        (("f 0%nat = 1", "f 0%nat = 3"), ("plain_avg fs 0%nat = 1 / 2", "plain_avg fs 0%nat = 3")),
        expect="fails",
        universal=False,
    ),
    KernelClaim(
        "average_error",
        "ours:smooth_averaging",
        "statement",
        "The average is at most beta/(2 Lam) times the spread away from the central model, for equal weights.",
        "every dimension, number of users and split",
        "roots",
        (
            ("averaging_distance bl Lam", "averaging_distance bl (3 * Lam / 2)"),
            ("(forall p, In p users -> coco I bl (fst p)) -> ", ""),
        ),
    ),
    KernelClaim(
        "softmax_loss_smooth",
        "ours:smooth_averaging",
        "statement",
        "The softmax loss of one record meets the premise with beta = c^2/2.",
        ANY_CLASSES,
        "calculus",
        (
            ("(smoothness_softmax_spectral 0 c)", "(smoothness_softmax_spectral 0 c * 2 / 3)"),
            ("soft_ok I Ks c z -> ", ""),
        ),
    ),
    KernelClaim(
        "huber_loss_smooth",
        "ours:smooth_averaging",
        "statement",
        "The Huber loss of one record meets the premise with beta = c^2/(2h).",
        ANY_MODEL,
        "reals",
        (
            ("(smoothness_svm_spectral 0 c h)", "(smoothness_svm_spectral 0 c (3 * h / 2))"),
            ("svm_ok I c z -> ", ""),
        ),
    ),
    KernelClaim(
        "mean_loss_smooth",
        "ours:smooth_averaging",
        "statement",
        "A mean of losses that meet the premise meets it too.",
        "every dimension and number of records",
        "reals",
        (
            ("-> coco I bl (fun f", "-> coco I (bl / 2) (fun f"),
            ("(forall x, In x l -> coco I bl (g x)) -> ", ""),
        ),
    ),
    KernelClaim(
        "variance_of_sum",
        "thm:sqrtgauss",
        "statement",
        "Variances of independent noises add up.",
        "every number of laws with finitely many values; variances only, not the Gaussian shape",
        "reals",
        (("= lsum variance ds", "= lsum variance ds / 2"), ("(forall d, In d ds -> mass d = 1) -> ", "")),
    ),
    KernelClaim(
        "noise_split",
        "alg:dist_blindavg",
        "reading:released-sum",
        "Honest users with noise sigma/sqrt(t w) each add up to the variance sigma^2 times their number over t w.",
        "every number of honest users; laws with finitely many values; variances only, not the Gaussian shape",
        "roots",
        (("= effective_noise sigma", "= 2 * effective_noise sigma"), ("mass d = 1 /\\ ", "")),
    ),
    KernelClaim(
        "gaussian_worst_test",
        "def:deltagauss",
        "statement",
        "The half-lines from eps/mu + mu/2 on are the worst tests of the Gaussian mechanism with shift mu and noise 1.",
        "one query; every mu > 0, eps and delta; tests that are integrable on a window",
        "calculus",
        (("(worst_threshold mu eps) B", "(eps / mu) B"), ("0 < mu -> ", "")),
        page="ClaimsNumeric",
    ),
    KernelClaim(
        "gaussian_directions",
        "def:deltagauss",
        "statement",
        "Both directions of the Gaussian mechanism have the same delta.",
        "one query; every mu, eps and delta",
        "calculus",
        (("-> private 0 mu eps d", "-> private 0 mu eps (d / 2)"), ("private mu 0 eps d -> ", "")),
        page="ClaimsNumeric",
    ),
    KernelClaim(
        "smaller_shift",
        "def:deltagauss",
        "statement",
        "What the Gaussian mechanism meets, it meets with more noise or a smaller sensitivity.",
        "one query; every eps >= 0 and delta",
        "calculus",
        (("mu' <= mu -> ", ""), ("-> private mu' 0 eps d", "-> private mu' 0 eps (d / 2)")),
        page="ClaimsNumeric",
    ),
    KernelClaim(
        "one_record",
        "cor:group_privacy",
        "reading:eps-times-Y",
        "At noise 1 one record has at most 0.127 at eps = 1, in both directions.",
        "sigma = 1, eps = 1, one query",
        "calculus",
        (("private 1 0 1 0.127", "private 1 0 1 0.126"), ("private 0 1 1 0.127", "private 0 1 1 0.126")),
        page="ClaimsNumeric",
        universal=False,
    ),
    KernelClaim(
        "two_records",
        "cor:group_privacy",
        "reading:eps-times-Y",
        "At noise 1 two records have more than 0.33 at eps = 2: the delta of one record does not bound that of the group.",
        "sigma = 1, eps = 1, two records, one query",
        "calculus",
        (("0.33", "0.34"), ("~ private", "private")),
        page="ClaimsNumeric",
        expect="fails",
        universal=False,
    ),
    KernelClaim(
        "formula_values",
        "cor:group_privacy",
        "reading:eps-times-Y",
        "The formula of def:deltagauss gives the same: at most 0.127 for one record, at least 0.3318 for two.",
        "sigma = 1, eps = 1, two records",
        "calculus",
        (("<= 0.127", "<= 0.126"), ("0.3318", "0.3320")),
        page="ClaimsNumeric",
        expect="fails",
        universal=False,
    ),
    KernelClaim(
        "calibrated_values",
        "cor:group_privacy",
        "reading:eps-times-Y",
        "Noise 5.95 meets (0.6, 1e-5) for one record; two records have at least 2.67e-5 at 1.2.",
        "sigma = 5.95, eps = 0.6, two records",
        "calculus",
        (("<= 0.00001", "<= 0.000009"), ("0.00002670", "0.00002680")),
        page="ClaimsNumeric",
        expect="fails",
        universal=False,
    ),
)

LEAVES = {  # theorem of Claims.v -> its leaf; the leaf is about what the theorem is about
    "softmax_cocoercive": Leaf(
        "intros classes C log log2; rewrite !minus_is; "
        "pose proof (Claims.softmax_cocoercive nat (seq 0 classes) (not_empty classes C) log log2) as H; "
        "unfold smoothness_softmax_spectral in H; lra",
        (("2 * dot", "3 * dot"), ("(vadd log (vscal (-1) log2))", "(vadd log2 (vscal (-1) log))")),
    ),
    "softmax_corner": Leaf(
        "intros classes C kth log K; rewrite !minus_is; "
        "pose proof (Claims.softmax_corner nat (seq 0 classes) (not_empty classes C) log (onehot kth) "
        "(fun b _ => onehot_nonneg kth b) (onehot_total kth classes K)) as H; "
        "unfold loss_gradient_softmax in H; rewrite !Rmult_1_r, sqrt_sqrt in H; lra",
        (("<= 2", "<= 199 / 100"), ("-> dot (seq", "-> 2 * dot (seq")),
    ),
    "softmax_shares": Leaf(
        "intros classes C kth log K; "
        "destruct (Claims.softmax_shares nat (seq 0 classes) (not_empty classes C) log) as [P [T Q]]; "
        "rewrite !with_ones, !onehot_picks, onehot_there, T, onehot_total, number_of_classes by exact K; "
        "pose proof (P kth ltac:(apply in_seq; lia)); pose proof (le_INR 1 classes C); simpl in *; repeat split; lra",
        (
            ("(smax (seq 0 classes) log) <= 1)", "(smax (seq 0 classes) log) <= 99 / 100)"),
            ("(kth < classes)%nat -> ", ""),
        ),
    ),
}


def _leaf_claim(theorem: KernelClaim) -> KernelClaim:
    return replace(
        theorem,
        name=f"leaf_{theorem.name}",
        says=f"A leaf of the logic, printed from its formula, follows from this: {theorem.says}",
        mutations=LEAVES[theorem.name].mutations,
        page=PAGE_OF_LEAVES,
    )


CLAIMS = THEOREMS + tuple(_leaf_claim(theorem) for theorem in THEOREMS if theorem.name in LEAVES)
