"""Gradient diameter: how far two softmax loss gradients at the same model can be apart.

In units c = 1, with r = Rc: the largest distance is c times the root of the values below.
"""

from __future__ import annotations

from collections.abc import Sequence

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
