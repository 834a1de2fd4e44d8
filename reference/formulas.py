"""Every closed form of the paper and of our repairs, once, for any number system.

The comment behind a signature is the label of the paper, or `repair` for a statement of ours. The
body is the printed expression. `num` supplies what + - * / ** do not (square roots, exponentials,
comparisons), so that the learner runs the formula on floats, sympy differentiates it, z3 gets it as a
term and the accountant evaluates it in balls: what is proved is what runs.

Symbols: Λ regularization, R radius of the model ball, c bound on the records, h Huber relaxation,
p features (p + 1 entries with the intercept), K classes, n records, M steps, b batch size.
"""

from __future__ import annotations

from collections.abc import Sequence

from reference.arithmetic import FLOATS, Arithmetic, Number

# --- losses ------------------------------------------------------------------------------------------


def hinge(z: Number, num: Arithmetic = FLOATS) -> Number:  # sec:noninteractive
    return num.max(0, 1 - z)


def hinge_slope(z: Number, num: Arithmetic = FLOATS) -> Number:  # a subgradient; 0 at the kink
    return num.if_less(z, 1, -1, 0)


def huber(h: Number, z: Number, num: Arithmetic = FLOATS) -> Number:  # app:huber
    return num.if_less(1 + h, z, 0, num.if_less(z, 1 - h, 1 - z, (1 + h - z) ** 2 / (4 * h)))


def huber_slope(h: Number, z: Number, num: Arithmetic = FLOATS) -> Number:  # d/dz of app:huber
    return num.if_less(1 + h, z, 0, num.if_less(z, 1 - h, -1, -(1 + h - z) / (2 * h)))


def huber_curvature(h: Number, z: Number, num: Arithmetic = FLOATS) -> Number:  # where it exists
    return num.if_less(1 + h, z, 0, num.if_less(z, 1 - h, 0, 1 / (2 * h)))


def softmax(exp_zp: Number, sum_of_exp: Number) -> Number:  # s_p in thm:lipschitz_softmax
    return exp_zp / sum_of_exp


def cross_entropy(z_label: Number, sum_of_exp: Number, num: Arithmetic = FLOATS) -> Number:  # alg:dpsoftmax
    return num.log(sum_of_exp) - z_label


def regularized(Lambda: Number, norm_squared: Number, loss: Number) -> Number:  # J of both learners
    return Lambda / 2 * norm_squared + loss


def loss_gradient_entry(x_l: Number, slope: Number) -> Number:
    """Entry l of the gradient of a loss of <f, x> at one record, with the loss's slope in <f, x>."""
    return x_l * slope


def gradient_entry(Lambda: Number, f_l: Number, loss_gradient_l: Number) -> Number:
    """Entry l of the gradient of J, from the loss's (at one record, or averaged over a batch)."""
    return Lambda * f_l + loss_gradient_l


def hessian_entry(Lambda: Number, same_entry: Number, x_l: Number, x_j: Number, curvature: Number) -> Number:
    """Entry (l, j) of the Hessian of J at one record; `same_entry` is 1 if l = j, else 0."""
    return same_entry * Lambda + x_l * x_j * curvature


def softmax_slope(s_p: Number, is_label: Number) -> Number:  # thm:lipschitz_softmax
    """Derivative of the cross-entropy in the logit z_p; `is_label` is 1 if y = p, else 0."""
    return s_p - is_label


def softmax_curvature(s_p: Number, s_q: Number, same_class: Number) -> Number:  # thm:strongconvexity_softmax
    """Second derivative of the cross-entropy in the logits z_p and z_q."""
    return s_p * (same_class - s_q)


# --- Lipschitz and smoothness constants, as printed -----------------------------------------------------


def loss_gradient_svm(c: Number) -> Number:
    """The largest gradient of one class's Huber loss: the part of L that a record can change."""
    return c


def loss_gradient_softmax(c: Number, num: Arithmetic = FLOATS) -> Number:
    """The largest gradient of the cross-entropy loss: the part of L that a record can change."""
    return num.sqrt(2) * c


def lipschitz_svm(Lambda: Number, R: Number, c: Number) -> Number:  # ex:dpsvm
    return Lambda * R + loss_gradient_svm(c)


def lipschitz_softmax(Lambda: Number, R: Number, c: Number, num: Arithmetic = FLOATS) -> Number:
    return Lambda * R + loss_gradient_softmax(c, num)  # thm:lipschitz_softmax


def smoothness_svm(
    Lambda: Number, c: Number, h: Number, p: Number, num: Arithmetic = FLOATS
) -> Number:  # ex:dpsvm, alg:dpsvm
    return num.sqrt((c**2 / (2 * h) + Lambda) ** 2 + p * Lambda**2)


def smoothness_softmax(
    Lambda: Number, c: Number, p: Number, K: Number, num: Arithmetic = FLOATS
) -> Number:  # thm:smooth_softmax, alg:dpsoftmax
    return num.sqrt((p + 1) * K * Lambda**2 + num.number("0.5") * (Lambda + c**2) ** 2)


def simplex_term(s: Number, C: Number) -> Number:  # one summand of lem:max_smoothness
    return s * (1 - s) * (C + s)


def simplex_bound(C: Number, num: Arithmetic = FLOATS) -> Number:  # lem:max_smoothness
    return num.number("0.25") * (C + 1) ** 2


def simplex_uniform(C: Number, k: Number) -> Number:  # lem:max_smoothness: s = 1/k on k entries
    return C + (1 - C) / k - 1 / k**2


# --- the steps of SGD, its learning rate and its sensitivity, as printed ---------------------------------


def shrink_factor(bound: Number, length: Number, num: Arithmetic = FLOATS) -> Number:  # clipped of alg:dpsvm
    """What a vector of this length is multiplied by to fit into a ball: records with c, models with R."""
    return bound / num.max(bound, length)


def sphere_factor(R: Number, length: Number) -> Number:  # last line of alg:dpsvm and alg:dpsoftmax
    return R / length


def sgd_step(f_l: Number, tau: Number, gradient_l: Number) -> Number:  # alg:dpsvm, alg:dpsoftmax
    return f_l - tau * gradient_l


def learning_rate(beta: Number, Lambda: Number, m: Number, num: Arithmetic = FLOATS) -> Number:
    return num.min(1 / beta, 1 / (Lambda * m))  # thm:sensitivity_general


def subgradient_step(Lambda: Number, m: Number) -> Number:
    """Step m of HingeSVM-SGDWA: 2/(mu(m+1)) for a mu-strongly convex objective, here mu = 2Λ."""
    return 1 / (Lambda * (m + 1))


def averaging_weight(m: Number) -> Number:
    """The share of iterate m in the running average of HingeSVM-SGDWA, in which iterate i counts i + 1 times."""
    return 2 / (m + 2)


def sensitivity(G: Number, Lambda: Number, n: Number) -> Number:
    """Twice the gradient bound over Λn: thm:sensitivity_general with G = L, Theorem R with G of the loss."""
    return 2 * G / (Lambda * n)


def sensitivity_svm(Lambda: Number, R: Number, c: Number, n: Number) -> Number:  # ex:dpsvm
    return sensitivity(lipschitz_svm(Lambda, R, c), Lambda, n)


def sensitivity_softmax(
    Lambda: Number, R: Number, c: Number, n: Number, num: Arithmetic = FLOATS
) -> Number:  # thm:sens_softmax
    return sensitivity(lipschitz_softmax(Lambda, R, c, num), Lambda, n)


def gauss_margins(eps: Number, sigma: Number, K_comp: Number, num: Arithmetic = FLOATS) -> list[Number]:
    """The two arguments of erfc in def:deltagauss."""
    sigma_p = 1 / sigma
    mu_p = sigma_p**2 / 2
    spread = num.sqrt(2 * K_comp) * sigma_p
    return [(eps - K_comp * mu_p) / spread, (eps + K_comp * mu_p) / spread]


def delta_gauss(eps: Number, sigma: Number, K_comp: Number, num: Arithmetic = FLOATS) -> Number:
    """The privacy curve of the Gaussian mechanism, def:deltagauss."""
    inside, outside = map(num.erfc, gauss_margins(eps, sigma, K_comp, num))
    return (inside - num.exp(eps) * outside) / 2


def delta_gauss_complement(eps: Number, sigma: Number, K_comp: Number, num: Arithmetic = FLOATS) -> Number:
    """1 - delta, without cancellation where delta is close to 1 (erfc(-x) = 2 - erfc(x))."""
    x, y = gauss_margins(eps, sigma, K_comp, num)
    return (num.erfc(-x) + num.exp(eps) * num.erfc(y)) / 2


def budget_ratio(Lambda: Number, R: Number, c: Number, K: Number, num: Arithmetic = FLOATS) -> Number:
    """eps of the one-vs-rest SVM with radius R/sqrt(K) over eps of SoftmaxReg with radius R, C2.2."""
    return (Lambda * R + num.sqrt(K) * c) / (Lambda * R + num.sqrt(2) * c)


def delta_gauss_exponent(eps: Number, sigma: Number, K_comp: Number) -> Number:
    """x^2 for the first argument x of def:deltagauss; rational if the inputs are."""
    mu_p = 1 / sigma**2 / 2
    return (eps - K_comp * mu_p) ** 2 / (2 * K_comp / sigma**2)


def delta_gauss_factor(eps: Number, sigma: Number, K_comp: Number, num: Arithmetic = FLOATS) -> Number:
    """delta e^{x^2} for eps >= K_comp mu_p: with erfcx(x) = e^{x^2} erfc(x) the two terms no longer underflow."""
    x_squared = delta_gauss_exponent(eps, sigma, K_comp)
    return (num.erfcx_of_root(x_squared) - num.erfcx_of_root(x_squared + eps)) / 2


# --- noise and fixed-point sums of the distributed algorithm ---------------------------------------------


def noise_per_user(sigma: Number, t: Number, w: Number, num: Arithmetic = FLOATS) -> Number:
    """σ~, the share of the noise that each of w users adds when a fraction t of them is honest."""
    return sigma / num.sqrt(t * w)  # alg:dist_blindavg


def simulation_loss(eps: Number, nu: Number, num: Arithmetic = FLOATS) -> Number:
    """What delta grows by when an advantage of nu in telling protocol from ideal sum is admitted on both datasets."""
    return (1 + num.exp(eps)) * nu  # thm:distributed_blindavg


def sum_fits(w: Number, largest: Number, B: Number) -> Number:  # repair of sec:non_interactive_secsum
    """How far w entries of absolute value at most `largest` stay below B/2; above 0, their sum mod B determines their sum.

    Exact when B is a Fraction; B / 2 of a whole number would be a float.
    """
    return B / 2 - w * largest


# --- repairs: Theorem R, spectral smoothness, gradient of the loss on the ball --------------------------


def smoothness_svm_spectral(Lambda: Number, c: Number, h: Number) -> Number:  # repair of ex:dpsvm
    return Lambda + c**2 / (2 * h)


def smoothness_softmax_spectral(Lambda: Number, c: Number) -> Number:  # repair of thm:smooth_softmax
    return Lambda + c**2 / 2


def hessian_frobenius_squared(
    Lambda: Number, norm_x_squared: Number, entries: Number, sum_s2: Number, sum_s3: Number
) -> Number:
    """The squared Frobenius norm of the softmax Hessian, exactly; `entries` is (p + 1)K. Repair."""
    off = 2 * Lambda * norm_x_squared * (1 - sum_s2)
    return entries * Lambda**2 + off + norm_x_squared**2 * (sum_s2 + sum_s2**2 - 2 * sum_s3)


def label_share_floor(rho: Number, K: Number, num: Arithmetic = FLOATS) -> Number:
    """The least probability that K logits of joint norm rho leave for one class: 1/(1 + (K-1) e^{sqrt(2) rho}). Repair."""
    decay = num.exp(-num.sqrt(2) * rho)
    return decay / (decay + (K - 1))


def top_share(rho: Number, n: Number, num: Arithmetic = FLOATS) -> Number:
    """The largest share of one among n >= 2 classes whose logits have norm at most rho. Repair."""
    return 1 / (1 + (n - 1) * num.exp(-rho * num.sqrt(n / (n - 1))))


def second_share(rho: Number, n: Number, num: Arithmetic = FLOATS) -> Number:
    """The largest second share among n >= 3 classes whose logits have norm at most rho. Repair."""
    return 1 / (2 + (n - 2) * num.exp(-rho * num.sqrt(n / (2 * (n - 2)))))


def squared_shares(top: Number, second: Number, num: Arithmetic = FLOATS) -> Number:
    """A bound on the sum of squared shares if none exceeds `top` and all but one stay below `second`. Repair."""
    return top**2 + (1 - top) * num.min(top, second, 1 - top)


def loss_gradient_softmax_on_ball(rho: Number, K: int, num: Arithmetic = FLOATS) -> Number:
    """kappa_K, a bound on |softmax(z) - e_y| for logits of norm at most rho = Rc; G = kappa_K c. Repair."""
    wrong = 1 - label_share_floor(rho, num.number(K), num)
    if K == 2:
        return num.sqrt(2) * wrong
    n = num.number(K - 1)
    second = num.number("0.5") if K == 3 else second_share(rho, n, num)
    return wrong * num.sqrt(1 + squared_shares(top_share(rho, n, num), second, num))


def step_fraction(beta: Number, Lambda: Number, m: Number, num: Arithmetic = FLOATS) -> Number:
    """a_m = Λ tau_m: the share by which step m forgets the past. Theorem R."""
    return Lambda * learning_rate(beta, Lambda, m, num)


def weight_and_kept(a_m: Number, kept: Number) -> list[Number]:
    """One step back in time: the weight of step m, and what it and all later steps keep of the past. Theorem R."""
    return [a_m * kept, kept * (1 - a_m)]


def step_weights(beta: Number, Lambda: Number, M: int, num: Arithmetic = FLOATS) -> list[Number]:
    """w_m = a_m (1 - a_{m+1}) ... (1 - a_M): what is left of step m at the end. Theorem R."""
    weights, kept = [], num.number(1)
    for m in range(M, 0, -1):
        weight, kept = weight_and_kept(step_fraction(beta, Lambda, m, num), kept)
        weights.append(weight)
    return weights[::-1]


def weight_of_visits(
    a: Number, slow: Number, M: Number, early: Number, late: Number, lag: Number, period: Number
) -> Number:
    """The sum of w_m over the visits of a record that come a `period` apart, without the loop of `step_weights`. Theorem R.

    The first `slow` = min(M, floor(β/Λ)) steps have a_m = a = Λ/β and weigh a (1 - a)^(slow - m) slow/M, the others have
    a_m = 1/m and weigh 1/M. `early` visits are among the first, the last of them at step slow - lag; `late` come after.
    """
    kept = (1 - a) ** period
    series = (1 - kept**early) / (1 - kept)
    return (a * slow * (1 - a) ** lag * series + late) / M


def sensitivity_of_visits(
    G: Number, Lambda: Number, weights: Sequence[Number], shares: Sequence[Number]
) -> Number:
    """2G/Λ times the sum of w_m/|B_m| over the steps that visit the record; a share is 0 or 1/|B_m|."""
    return 2 * G / Lambda * sum(w * share for w, share in zip(weights, shares, strict=True))  # Theorem R


def sensitivity_any_steps(G: Number, Lambda: Number, M: Number, visits: Number, divisor: Number) -> Number:
    """Theorem R in closed form (w_m <= 1/M): each record is visited at most `visits` times in M steps."""
    return 2 * G * visits / (Lambda * M * divisor)


def capped_by_ball(s: Number, R: Number, num: Arithmetic = FLOATS) -> Number:
    """Two models in a ball of radius R are at most 2R apart. Theorem R."""
    return num.min(s, 2 * R)


# --- averaging: when the average of local models is the central one, and how far off it can be ------------


def hinge_threshold(c: Number) -> Number:  # ours:hinge_threshold
    """From this Λ on, averaged and central HingeSVM are the same, whatever the data of norm at most c."""
    return c**2 / 2


def huber_threshold(c: Number, h: Number) -> Number:  # ours:huber_threshold
    """From this Λ on, averaged and central Huber SVM are the same; h < 1."""
    return c**2 / (1 - h)


def class_mean_entry(mean_yx_l: Number, mu: Number) -> Number:
    """Entry l of the minimiser when every record is on the linear part of the loss; mu is 2Λ (hinge) or Λ (Huber)."""
    return mean_yx_l / mu


def averaging_gradient(beta_loss: Number, spread: Number) -> Number:  # ours:smooth_averaging
    """Bounds the gradient of the central objective at the average; `spread` is the mean distance of the local models to it."""
    return beta_loss / 2 * spread


def averaging_distance(beta_loss: Number, Lambda: Number, spread: Number) -> Number:  # ours:smooth_averaging
    return averaging_gradient(beta_loss, spread) / Lambda


def averaging_excess(beta_loss: Number, Lambda: Number, spread: Number) -> Number:  # ours:smooth_averaging
    return averaging_gradient(beta_loss, spread) ** 2 / (2 * Lambda)


def dual_distance(
    c: Number, Lambda: Number, n: Number, change: Number
) -> Number:  # ours:dual_coefficient_bound
    """Bounds the distance to the central HingeSVM; `change` sums |theta_j at the average - theta_j of the local SVM|."""
    return c * change / (2 * Lambda * n)


def sgdwa_bias(M: Number) -> Number:  # ours:averaging_rate
    """The share of the start f_0 = 0 in HingeSVM-SGDWA's average."""
    return 2 / ((M + 1) * (M + 2))


def sgdwa_moment(M: Number, harmonic: Number) -> Number:  # ours:averaging_rate
    """The squared weights of the M drawn records in ((M + 1)(M + 2)/2) times that average; harmonic = 1 + ... + 1/M."""
    return (M * (8 * M**2 + 39 * M + 79) - 18 * harmonic) / 27


def sgdwa_variance(M: Number, harmonic: Number) -> Number:  # ours:averaging_rate
    """The sum of the squared weights of the drawn records in HingeSVM-SGDWA's average: 32/(27 M) for large M, never more."""
    return sgdwa_moment(M, harmonic) * sgdwa_bias(M) ** 2


# --- gradient diameter: how far two loss gradients at the same model can be apart -------------------------
# In units c = 1, with r = Rc: the largest distance is c times the root of the values below.


def centre_bound(kappa: Number, r: Number, inner: Number) -> Number:
    """Squared diameter from a ball around kappa f; `inner` bounds |u|^2 - 2 kappa <z, u> over |z| <= r. Repair."""
    return 4 * (kappa**2 * r**2 + inner)


def gradient_gap_squared(lam: Number, norm_of_sum: Number, norm_of_difference: Number) -> Number:
    """|x u^T - x' u'^T|^2 for unit records with <x, x'> = 1 - 2 lam, from |u + u'|^2 and |u - u'|^2. Repair."""
    return lam * norm_of_sum + (1 - lam) * norm_of_difference


def diameter_two_classes(t: Number, r: Number, num: Arithmetic = FLOATS) -> Number:
    """Squared distance of two gradients for K = 2, at records that make an angle arccos t with the model. Repair."""
    return 8 * (1 - t**2) / (1 + num.exp(-num.sqrt(2) * r * t)) ** 2


def best_angle_condition(t: Number, r: Number, num: Arithmetic = FLOATS) -> Number:
    """Positive for t below the maximiser of `diameter_two_classes`, negative above. Repair."""
    return num.sqrt(2) * r * (1 - t**2) - t * (1 + num.exp(num.sqrt(2) * r * t))


def centre_weight(t: Number, r: Number, num: Arithmetic = FLOATS) -> Number:
    """The kappa for which the centre bound with K = 2 is `diameter_two_classes` at its maximiser t. Repair."""
    return num.sqrt(2) * t / (r * (1 + num.exp(-num.sqrt(2) * r * t)))


def diameter_many_classes(
    two: Number, kappa: Number, r: Number, K: Number, num: Arithmetic = FLOATS
) -> Number:
    """Squared diameter for K >= 3 from the value `two` of the centre bound with K = 2 and the same kappa. Repair."""
    one_rival = two + 8 * kappa * (K - 2) * num.exp(-1 / (4 * kappa))
    spread_out = centre_bound(kappa, r, num.number("1.5") + 2 * kappa * num.log(K - 1))
    return num.max(one_rival, spread_out)


def pattern_shares(
    a: Number, b: Number, g: Number, j: Number, K: Number, num: Arithmetic = FLOATS
) -> list[Number]:
    """Softmax shares of the label (logit a), one of 1 + j classes (b), one class (g), one of the others (logit 0).

    Each variable occurs once in each share, so that intervals give its exact range.
    """
    others = K - 3 - j
    label = 1 / (1 + num.exp(-a) * ((1 + j) * num.exp(b) + num.exp(g) + others))
    rival = 1 / (1 + j + num.exp(-b) * (num.exp(a) + num.exp(g) + others))
    single = 1 / (1 + num.exp(-g) * (num.exp(a) + (1 + j) * num.exp(b) + others))
    other = 1 / (others + num.exp(a) + (1 + j) * num.exp(b) + num.exp(g))
    return [label, rival, single, other]


def pattern_norm_squared(a: Number, b: Number, g: Number, j: Number, K: Number) -> Number:
    """|z|^2 of these logits after subtracting their mean."""
    return a**2 + (1 + j) * b**2 + g**2 - (a + (1 + j) * b + g) ** 2 / K


def pattern_rest_log(b: Number, g: Number, j: Number, K: Number, num: Arithmetic = FLOATS) -> Number:
    """log of the mean of e^logit over the K - 2 classes besides the label and its strongest rival."""
    return num.log((j * num.exp(b) + num.exp(g) + (K - 3 - j)) / (K - 2))


def pattern_value(
    kappa: Number,
    logits: Sequence[Number],
    shares: Sequence[Number],
    rest: Sequence[Number],
    num: Arithmetic = FLOATS,
) -> Number:
    """Bounds |u|^2 - 2 kappa <z, u>. `logits`: a, b; `shares`: p = 1 - s_label, rival; `rest`: S, Q, E and its log. Repair.

    S, Q: sum and sum of squares over the K - 2 other classes, E = S^2/(K - 2), the least Q for this S.
    """
    (a, b), (p, rival), (S, Q, E, log) = logits, shares, rest
    spread = num.max(0, 1 - kappa / rival)
    return p**2 + rival**2 + E + spread * (Q - E) - 2 * kappa * (rival * b + S * log - p * a)


# --- accounting of distributed noise -------------------------------------------------------------------------


def effective_noise(sigma: Number, honest: Number, t: Number, w: Number, num: Arithmetic = FLOATS) -> Number:
    """σ that is left when `honest` users' noise is in the sum: σ sqrt((t - rho)/t) if they are (t - rho)w. Repair."""
    return noise_per_user(sigma, t, w, num) * num.sqrt(honest)


def rounded_shift(
    shift: Number, grid: Number, users: Number, entries: Number, num: Arithmetic = FLOATS
) -> Number:
    """Distance of two sums in grid units after rounding the models of `users` changed users. Repair.

    Each entry of each of them moves by up to half a unit in either run.
    """
    return shift / grid + users * num.sqrt(entries)


def theta_excess(variance: Number, pi: Number, num: Arithmetic = FLOATS) -> Number:
    """Bounds the sum of u^(k^2) over k >= 1, u = e^{-2 pi^2 variance}: what Poisson summation adds to an integral. Repair."""
    u = num.exp(-2 * pi**2 * variance)
    return u / (1 - u)


def theta_log_ratio(excess: Number, num: Arithmetic = FLOATS) -> Number:
    """log of the largest over the smallest sum of e^{-(x-a)^2/(2 variance)} over whole x, as a varies. Repair."""
    return num.log((1 + 2 * excess) / (1 - 2 * excess))


def concentrated_rho(shift: Number, variance: Number) -> Number:
    """Renyi divergence over its order, of Gaussian or discrete Gaussian noise that is shifted. Repair."""
    return shift**2 / (2 * variance)


def order_gain(alpha: Number, delta: Number, num: Arithmetic = FLOATS) -> Number:
    """What delta buys at the Renyi order alpha > 1; see `epsilon_of_order`. Repair."""
    return (num.log(delta) + num.log(alpha - 1) - alpha * num.log(1 - 1 / alpha)) / (alpha - 1)


def epsilon_of_order(alpha: Number, rho: Number, delta: Number, num: Arithmetic = FLOATS) -> Number:
    """eps from a Renyi divergence alpha rho: delta = e^{(alpha-1)(alpha rho - eps)}/(alpha-1) (1 - 1/alpha)^alpha. Repair."""
    return alpha * rho - order_gain(alpha, delta, num)


def rho_of_order(alpha: Number, eps: Number, delta: Number, num: Arithmetic = FLOATS) -> Number:
    """The rho that meets (eps, delta) at the order alpha: the inverse of `epsilon_of_order`. Repair."""
    return (eps + order_gain(alpha, delta, num)) / alpha


def noise_reach(
    deviation: Number, w: Number, entries: Number, failure: Number, num: Arithmetic = FLOATS
) -> Number:
    """What no entry of the sum of w sub-Gaussian noises exceeds, but for a probability of `failure`. Repair."""
    return deviation * num.sqrt(2 * w * num.log(2 * entries / failure))


# --- DP-SGD: one Poisson-subsampled Gaussian step -----------------------------------------------------------
# In units of the noise: a step outputs x of N(0, 1), moved by `shift` with probability q. An ordered pair has the
# shifts (up, down) = (m, 0), (0, -m) or (m, -m) with m = C/sigma; its likelihood ratio increases with x.


def mixture_ratio(x: Number, q: Number, shift: Number, num: Arithmetic = FLOATS) -> Number:
    """Density of (1-q) N(0,1) + q N(shift,1) over that of N(0,1). Repair."""
    return 1 - q + q * num.exp(shift * x - shift**2 / 2)


def moved_share(x: Number, q: Number, shift: Number, num: Arithmetic = FLOATS) -> Number:
    """How much of (1-q) N(0,1) + q N(shift,1) at x is the moved part. Repair."""
    return q * num.exp(shift * x - shift**2 / 2) / mixture_ratio(x, q, shift, num)


def mixture_tail(x: Number, q: Number, shift: Number, num: Arithmetic = FLOATS) -> Number:
    """Probability of (1-q) N(0,1) + q N(shift,1) above x. Repair."""
    root = num.sqrt(2)
    return ((1 - q) * num.erfc(x / root) + q * num.erfc((x - shift) / root)) / 2


def remove_threshold(ratio: Number, q: Number, m: Number, num: Arithmetic = FLOATS) -> Number:
    """The x at which the likelihood ratio of the shifts (m, 0) is `ratio` > 1 - q. Repair."""
    return num.log((ratio - (1 - q)) / q) / m + m / 2


def replace_threshold(ratio: Number, q: Number, m: Number, num: Arithmetic = FLOATS) -> Number:
    """The x at which the likelihood ratio of the shifts (m, -m) is `ratio` >= 1: e^{mx} is a root of a square. Repair."""
    moved = q * num.exp(-(m**2) / 2)
    stayed = (1 - q) * (ratio - 1)
    return num.log((stayed + num.sqrt(stayed**2 + 4 * ratio * moved**2)) / (2 * moved)) / m


def mixture_delta(
    ratio: Number, x: Number, q: Number, up: Number, down: Number, num: Arithmetic = FLOATS
) -> Number:
    """P(S) - ratio Q(S) for S = (x, inf): delta of one step at eps = log ratio, if x is the threshold. Repair."""
    return mixture_tail(x, q, up, num) - ratio * mixture_tail(x, q, down, num)


def chernoff_factor(c: Number, num: Arithmetic = FLOATS) -> Number:
    """The largest (1 - e^{-y}) e^{-cy}: delta(eps) <= this times E e^{cL} e^{-c eps}. Repair."""
    return num.exp(c * num.log(c / (1 + c))) / (1 + c)


def geometric_rest(x: Number, num: Arithmetic = FLOATS) -> Number:
    """e^{-x} + e^{-2x} + ...: aliases of a trapezoidal sum on either side. Repair."""
    return 1 / (num.exp(x) - 1)


def strip_rest(
    norm: Number, distance: Number, spacing: Number, pi: Number, num: Arithmetic = FLOATS
) -> Number:
    """What the trapezoidal rule errs on one side, for a norm at this distance from the nodes' line. Repair."""
    return norm * geometric_rest(2 * pi * distance / spacing, num)


def far_rest(bound: Number, last: Number, pi: Number) -> Number:
    """Nodes beyond the last, where the integrand is at most bound/t^2, times their spacing over pi. Repair."""
    return bound / (pi * last)


def tail_rest(density: Number, slope: Number) -> Number:
    """The tail of a density whose logarithm falls at least this steeply from here on. Repair."""
    return density / slope


def off_axis_growth(y: Number, c: Number, cosine: Number, num: Arithmetic = FLOATS) -> Number:
    """How much larger phi w_up^(1+c)/w_down^c can be at x + iy than at x, as a logarithm; cosine of my/2. Repair."""
    return y**2 / 2 - c * num.log(cosine)
