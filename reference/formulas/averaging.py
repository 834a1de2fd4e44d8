"""When the average of local models is the central one, and how far off it can be."""

from __future__ import annotations

from reference.arithmetic import Number


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
