"""Hinge, Huber and cross-entropy loss, the regularized objective J of both learners, and their derivatives."""

from __future__ import annotations

from reference.arithmetic import FLOATS, Arithmetic, Number


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
