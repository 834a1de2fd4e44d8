"""Noise: float Gaussian from a seeded generator for experiments, exact discrete Gaussian from OS entropy for release.

The discrete Gaussian with parameter σ² takes the whole number z with probability proportional to e^(-z²/2σ²). The sampler
follows Canonne, Kamath and Steinke: a discrete Laplace draw is kept with a probability that makes it Gaussian, and a coin
with probability e^-γ comes from coins with rational probabilities. Whole numbers decide everything; no float occurs.
`noise_vectors.py` draws many at once in the same way.
"""

from __future__ import annotations

from fractions import Fraction
from math import isqrt
from typing import Any

import numpy as np

from reference.errors import reject, require_real
from reference.notation import Array
from reference.secure_sum.residues import OS_ENTROPY, Entropy, below

VARIANCE = "σ², the parameter of the discrete Gaussian in grid steps squared"
LARGEST_VARIANCE = 2**80  # σ up to 2^40 steps: a draw fits into 63 bits unless it is 2^22 deviations away


def gaussian(rng: np.random.Generator, sigma: float, shape: int | tuple[int, ...]) -> Array:
    """N(0, σ² I) in floats, for experiments: the floats that can occur may reveal what they were added to."""
    if not isinstance(rng, np.random.Generator):
        raise reject("rng", "the random generator", "must be a numpy Generator", rng, "seeds are arguments")
    scale = require_real("sigma", "σ, the noise scale", sigma, because="it is a standard deviation")
    if scale < 0:
        raise reject("sigma", "σ, the noise scale", "must be >= 0", sigma, "it is a standard deviation")
    return rng.normal(0.0, scale, shape)


def coin(p: Fraction, entropy: Entropy) -> bool:
    """True with probability p, 0 <= p <= 1."""
    return below(entropy, p.denominator) < p.numerator


def exp_coin(gamma: Fraction, entropy: Entropy) -> bool:
    """True with probability e^-γ: one factor e^-1 after the other, then the rest by the alternating series."""
    while gamma > 1:
        if not exp_coin(Fraction(1), entropy):
            return False
        gamma -= 1
    k = 1
    while coin(gamma / k, entropy):
        k += 1
    return k % 2 == 1


def discrete_gaussian_one(variance: Fraction | int, entropy: Entropy = OS_ENTROPY) -> int:
    """One draw from the discrete Gaussian."""
    variance = require_variance(variance)
    t = isqrt(variance.numerator // variance.denominator) + 1  # floor(σ) + 1
    while True:
        low = below(entropy, t)
        if not exp_coin(Fraction(low, t), entropy):
            continue
        high = 0
        while exp_coin(Fraction(1), entropy):
            high += 1
        size, negative = low + t * high, coin(Fraction(1, 2), entropy)
        if negative and size == 0:
            continue  # 0 would otherwise count twice
        if exp_coin((size - variance / t) ** 2 / (2 * variance), entropy):
            return -size if negative else size


def require_variance(variance: Any) -> Fraction:
    """A rational number above 0; floats are refused, since they rarely are what was meant."""
    if isinstance(variance, bool) or not isinstance(variance, int | Fraction):
        raise reject("variance", VARIANCE, "must be a fraction", variance, "the sampler is exact")
    if not 0 < variance <= LARGEST_VARIANCE:
        raise reject("variance", VARIANCE, "must be above 0 and at most 2^80", variance, "draws have 63 bits")
    return Fraction(variance)
