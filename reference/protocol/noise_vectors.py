"""Many draws from the discrete Gaussian at once: the loop of `noise.discrete_gaussian_one`, on vectors of whole numbers.

A coin whose probability has too many digits for a machine word is thrown in two steps: the first `bits` digits of probability
and random number are compared, and if they do not decide, a second coin has exactly the probability that is left.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import isqrt, prod

import numpy as np
from numpy.typing import NDArray

from reference.protocol.noise import coin, exp_coin, require_variance
from reference.secure_sum.residues import OS_ENTROPY, Entropy, uniform

Whole = NDArray[np.int64]
Flags = NDArray[np.bool_]
BITS = 56
FAR = 64  # γ from here on goes to `exp_coin`: e^-64 is rare


def discrete_gaussian(
    variance: Fraction | int, shape: int | tuple[int, ...], entropy: Entropy = OS_ENTROPY, bits: int = BITS
) -> Whole:
    """Independent draws from the discrete Gaussian. `bits` changes the speed, not the distribution."""
    variance = require_variance(variance)
    count = shape if isinstance(shape, int) else prod(shape)
    drawn = np.empty(count, dtype=np.int64)
    have = 0
    while have < count:
        kept = _attempts(variance, 2 * (count - have) + 16, entropy, bits)[: count - have]
        drawn[have : have + len(kept)] = kept
        have += len(kept)
    return drawn.reshape(shape)


def _attempts(variance: Fraction, count: int, entropy: Entropy, bits: int) -> Whole:
    """What is kept of so many attempts."""
    t = isqrt(variance.numerator // variance.denominator) + 1
    u = uniform(entropy, count, t)
    low = u[_alternating(count, lambda k, at: uniform(entropy, len(at), t * k) < u[at])].astype(np.int64)
    high = np.zeros_like(low)
    going = np.arange(len(low))
    while len(going):
        going = going[_exp_minus_one(len(going), entropy)]
        high[going] += 1
    size, negative = low + t * high, uniform(entropy, len(low), 2) == 1
    once = ~(negative & (size == 0))
    size, negative = size[once], negative[once]
    kept = _square_coins(size, t, variance, entropy, bits)
    return np.asarray(np.where(negative, -size, size)[kept])


def _alternating(count: int, coins: Callable[[int, Whole], Flags]) -> Flags:
    """True with probability e^-γ, γ <= 1: coins(k, at) are true with probability γ/k, for the γ at these places."""
    result = np.zeros(count, dtype=np.bool_)
    at, k = np.arange(count), 1
    while len(at):
        on = coins(k, at)
        result[at[~on]] = k % 2 == 1
        at, k = at[on], k + 1
    return result


def _exp_minus_one(count: int, entropy: Entropy) -> Flags:
    """True with probability 1/e."""
    return _alternating(count, lambda k, at: uniform(entropy, len(at), k) == 0)


def _square_coins(size: Whole, t: int, variance: Fraction, entropy: Entropy, bits: int) -> Flags:
    """True with probability e^-γ, γ = (size - σ²/t)²/(2σ²): the whole part of γ first, then the rest."""
    different, where = np.unique(size, return_inverse=True)
    a, b = variance.numerator, variance.denominator
    digits = [((s * t * b - a) ** 2 << bits) // (2 * a * b * t * t) for s in different.tolist()]
    whole = np.array([min(g >> bits, FAR) for g in digits], dtype=np.int64)[where]
    rest = np.array([g & ((1 << bits) - 1) for g in digits], dtype=np.uint64)[where]

    def gamma(i: int) -> Fraction:
        return (int(size[i]) - variance / t) ** 2 / (2 * variance)

    result = np.ones(len(size), dtype=np.bool_)
    for i in np.flatnonzero(whole == FAR).tolist():
        result[i] = exp_coin(gamma(i), entropy)
    near = np.flatnonzero(whole < FAR)
    for factor in range(int(whole[near].max(initial=0))):
        due = near[result[near] & (whole[near] > factor)]
        result[due] = _exp_minus_one(len(due), entropy)
    near = near[result[near]]

    def coins(k: int, at: Whole) -> Flags:
        i = near[at]
        return _digit_coins(rest[i], k, lambda j: gamma(int(i[j])) % 1 / k, entropy, bits)

    result[near] = _alternating(len(near), coins)
    return result


def _digit_coins(
    rest: NDArray[np.uint64], k: int, p: Callable[[int], Fraction], entropy: Entropy, bits: int
) -> Flags:
    """True with probability p(j) = x_j/k, where rest_j are the first `bits` binary digits of x_j < 1."""
    r = uniform(entropy, len(rest), 1 << bits)
    if k << bits < 1 << 63:
        on = (r + np.uint64(1)) * np.uint64(k) <= rest
        open_ = ~on & (r * np.uint64(k) <= rest)
    else:
        on, open_ = np.zeros(len(rest), dtype=np.bool_), np.ones(len(rest), dtype=np.bool_)
    for j in np.flatnonzero(open_).tolist():
        left = p(j) * (1 << bits) - int(r[j])
        on[j] = coin(min(max(left, Fraction(0)), Fraction(1)), entropy)
    return on
