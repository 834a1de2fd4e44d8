"""Gradient diameter: how far two softmax loss gradients at the same model can be apart.

In units c = 1, with r = Rc: the largest distance is c times the root of the values below.
"""

from __future__ import annotations

from reference.arithmetic import FLOATS, Arithmetic, Number


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


def tangent_gap(p: Number, low: Number, top: Number, kappa: Number, num: Arithmetic = FLOATS) -> Number:
    """Not negative if the tangent at `low` lies above p x^2 - 2 kappa x log x at x = top, too. Repair."""
    return 2 * kappa * (top * (num.log(top) - num.log(low)) - top + low) - p * (top - low) ** 2


def inner_bound(
    p: Number, near: Number, low: Number, kappa: Number, n: Number, num: Arithmetic = FLOATS
) -> Number:
    """Bounds |u|^2 - 2 kappa <z, u> if n wrong classes share p; tangents of x log x at `low`, p logit p at `near`. Repair."""
    slope = num.log(near) - num.log(1 - near)
    logit = p * slope + 2 * p - near - p * (1 - p) / (1 - near)  # at most p logit p
    entropy = n * low - 1 - num.log(low)
    return p**2 * (1 + 2 * low - n * low**2) - 2 * kappa * logit + 2 * kappa * p * entropy
