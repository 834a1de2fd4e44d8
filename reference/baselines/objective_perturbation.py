"""AMP: approximate minima perturbation of a one-vs-rest Huber SVM (Iyengar et al. 2019, in the paper's ablation).

Per class: minimise mean loss + Λ'/(2n) |f|^2 + <b, f> with Gaussian b until the gradient is at most gamma, then add a
little noise. The budgets of the K classes are added up: at K = 10 and delta = 1e-5 advanced composition is no better.

The constants are those of the cited theorem, but for the output noise, which is twice as large: two models that are each
within n gamma/Λ' of one optimum may be 2 n gamma/Λ' apart. Why they suffice, for replaced records: b is a function of the
exact optimum f, so that the ratio of two densities at f is that of two determinants times that of two Gaussian densities.
Replacing a record changes the Hessian by two terms of rank 1, of norm at most c^2/(2h) each: the first ratio is at most
1 + c^2/(2h Λ'). The noises differ by v = (a x - a' x')/n with |a|, |a'| <= 1, which depend on f and so on b; but
|<b, v>| <= (|<b, x>| + |<b, x'>|)/n whatever they are, so that four half-spaces hold all b for which the second ratio exceeds
exp(eps_3). A test evaluates these bounds in balls at the budgets of the experiments. That f determines b smoothly enough
for a loss whose second derivative jumps is cited and not checked.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from reference import formulas
from reference.arithmetic import ARRAYS
from reference.errors import reject, require_positive
from reference.learners.losses import Labels
from reference.notation import Array


@dataclass(frozen=True)
class Amp:
    """The constants of one class: regularization Λ', noise of the objective, tolerance, noise of the output."""

    ridge: float
    objective_noise: float
    tolerance: float
    output_noise: float


def amp_constants(
    eps: float, delta: float, n: int, c: float, h: float, eps_share: float = 0.99, output_share: float = 0.01
) -> Amp:
    """For a loss of gradient at most c and curvature at most c^2/(2h), of rank 1, replaced records (the cited rank is 2).

    `output_share` of eps and delta pays for the output noise, `eps_share` of the rest for the noise of the objective.
    """
    for name, value in (("eps", eps), ("delta", delta)):
        require_positive(name, "the budget of one class", value, because="noise divides by it")
    if not 0 < eps_share < 1 or not 0 < output_share < 1:
        why = "each part of the mechanism needs some budget"
        raise reject("shares", "of the budget", "must be between 0 and 1", (eps_share, output_share), why)
    output_eps, output_delta = output_share * eps, output_share * delta
    eps_1, delta_1 = eps - output_eps, delta - output_delta
    eps_3 = max(eps_share * eps_1, eps_1 - 0.99)  # the cited proof wants eps_1 - eps_3 below 1
    ridge = 2 * (c**2 / (2 * h)) / (eps_1 - eps_3)
    eps_3 = min(
        eps_3, eps_3 * _noise_over_distance(eps_3, delta_1)
    )  # noise below the distance is not covered
    tolerance = 1 / n**2
    return Amp(
        ridge,
        2 * c / n * _noise_over_distance(eps_3, delta_1),
        tolerance,
        2 * n * tolerance / ridge * _noise_over_distance(output_eps, output_delta),
    )


def _noise_over_distance(eps: float, delta: float) -> float:
    return (1 + math.sqrt(2 * math.log(1 / delta))) / eps


def amp(
    x: Array, y: Labels, K: int, h: float, constants: Amp, rng: np.random.Generator, rounds: int = 2000
) -> Array:
    """All K classes, by accelerated gradient steps of length 1/smoothness; one column per class."""
    n, d = x.shape
    sign = np.where(y[:, None] == np.arange(K), 1.0, -1.0)
    pull = constants.ridge / n
    tilt = constants.objective_noise * rng.standard_normal((d, K))
    largest = float(
        np.linalg.eigvalsh(x.T @ x)[-1]
    )  # the square of the spectral norm, without a factorization of x
    smooth = formulas.smoothness_svm_spectral(pull, math.sqrt(largest / n), h)

    def gradient(f: Array) -> Array:
        slope = sign * formulas.huber_slope(h, sign * (x @ f), ARRAYS)
        return np.asarray(formulas.gradient_entry(pull, f, x.T @ slope / n) + tilt)

    f = ahead = np.zeros((d, K))
    momentum = (math.sqrt(smooth) - math.sqrt(pull)) / (math.sqrt(smooth) + math.sqrt(pull))
    for _ in range(rounds):
        step = gradient(ahead)
        previous, f = f, ahead - step / smooth
        ahead = f + momentum * (f - previous)
        if np.linalg.norm(gradient(f), axis=0).max() <= constants.tolerance:
            break
    else:
        why = "the output noise covers a gradient of at most the tolerance"
        raise reject("rounds", "steps of the solver", "must be more", rounds, why)
    return np.asarray(f + constants.output_noise * rng.standard_normal((d, K)))
