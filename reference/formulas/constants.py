"""Lipschitz and smoothness constants and the simplex bound; as repairs spectral smoothness and gradients on the ball."""

from __future__ import annotations

from reference.arithmetic import FLOATS, Arithmetic, Number


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


def curvature_of_shares(top: Number, num: Arithmetic = FLOATS) -> Number:
    """The largest curvature of the cross-entropy in its logits if no class has a share above `top`. Repair."""
    share = num.min(top, num.number("0.5"))
    return 2 * share * (1 - share)


def smoothness_softmax_on_ball(
    Lambda: Number, c: Number, R: Number, K: Number, num: Arithmetic = FLOATS
) -> Number:
    """Smoothness on the ball of radius R, where logits have norm at most Rc. Repair of thm:smooth_softmax."""
    return Lambda + c**2 * curvature_of_shares(top_share(R * c, K, num), num)


def smoothness_softmax_frobenius(
    Lambda: Number, c: Number, p: Number, K: Number, num: Arithmetic = FLOATS
) -> Number:
    """What the printed proof gives if no block of the Hessian is forgotten. Repair of thm:smooth_softmax."""
    return num.sqrt((p + 1) * K * Lambda**2 + (Lambda + c**2 / 2) ** 2)


def squared_shares(top: Number, second: Number, num: Arithmetic = FLOATS) -> Number:
    """A bound on the sum of squared shares if none exceeds `top` and all but one stay below `second`. Repair."""
    return top**2 + (1 - top) * num.min(top, second, 1 - top)


def loss_gradient_softmax_on_ball(rho: Number, K: Number, num: Arithmetic = FLOATS) -> Number:
    """kappa_K, a bound on |softmax(z) - e_y| for logits of norm at most rho = Rc; G = kappa_K c. Repair."""
    wrong, n = 1 - label_share_floor(rho, K, num), K - 1
    top = num.if_less(n, 2, 1, top_share(rho, num.max(n, 2), num))
    second = num.if_less(n, 3, num.number("0.5"), second_share(rho, num.max(n, 3), num))
    return wrong * num.sqrt(1 + squared_shares(top, second, num))
