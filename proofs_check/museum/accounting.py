"""Exhibits of the museum that get a bound, a comparison or a conversion wrong, and what catches them."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise, product
from typing import Any

from accountant import delta, epsilon, sigma
from proofs_check.method.check import Outcome, every, shown
from proofs_check.method.replay import RATIONALS, at_most
from reference import formulas

# --- sensitivity --------------------------------------------------------------------------------------


def sensitivity_of_batches(c: Fraction, Lambda: Fraction, n: int, b: int) -> Fraction:
    return formulas.sensitivity(c, Lambda, n)


def sensitivity_over_batch_size(c: Fraction, Lambda: Fraction, n: int, b: int) -> Fraction:
    return formulas.sensitivity(c, Lambda, n) / b


def bound_covers_a_replaced_record(bound: Callable[..., Fraction]) -> Outcome:
    """One pass over n records of size c in batches of b, on the linear part of the loss, with one record turned around."""
    c, Lambda, n, b = Fraction(1), Fraction(1, 2), 12, 4

    def trained(records: list[Fraction]) -> Fraction:
        f = Fraction(0)
        for m in range(1, n // b + 1):
            batch = records[(m - 1) * b : m * b]
            slope = sum(formulas.loss_gradient_entry(x, -1) for x in batch) / Fraction(b)
            tau = formulas.learning_rate(Lambda, Lambda, m, RATIONALS)
            f = formulas.sgd_step(f, tau, formulas.gradient_entry(Lambda, f, slope))
        return f

    moved = abs(trained([c] * n) - trained([-c] + [c] * (n - 1)))
    return at_most(moved, bound(c, Lambda, n, b), ("distance of the models", "bound"), n=n, b=b)


def sum_sensitivity_replace(c: Fraction) -> Fraction:
    return 2 * c


def sum_sensitivity_add(c: Fraction) -> Fraction:
    return c


def bound_covers_all_neighbours(bound: Callable[[Fraction], Fraction]) -> Outcome:
    """Every dataset of three records in {-c, 0, c}, and every replacement of one of them."""
    c = Fraction(3, 2)
    values = (-c, Fraction(0), c)
    farthest = max(abs(old - new) for *_, old in product(values, repeat=3) for new in values)
    return at_most(farthest, bound(c), ("distance of the sums", "bound"), c=c)


def square_sensitivity(lower: Fraction, upper: Fraction) -> Fraction:
    return max(abs(lower), abs(upper)) ** 2


def square_sensitivity_of_the_lower_bound(lower: Fraction, upper: Fraction) -> Fraction:
    return max(abs(lower), abs(lower)) ** 2


def bound_covers_the_range(bound: Callable[[Fraction, Fraction], Fraction]) -> Outcome:
    """The square of a value between the bounds changes by at most the sensitivity, also where the lower bound is 0."""
    outcomes = []
    for lower, upper in (
        (Fraction(0), Fraction(3)),
        (Fraction(-1), Fraction(2)),
        (Fraction(-2), Fraction(1)),
    ):
        squares = [(lower + (upper - lower) * i / 6) ** 2 for i in range(7)]
        moved = max(squares) - min(squares)
        outcomes.append(
            at_most(moved, bound(lower, upper), ("change", "sensitivity"), lower=lower, upper=upper)
        )
    return every(*outcomes)


# --- thresholds, calibration, conversion -----------------------------------------------------------------


def published_beyond(value: int, threshold: int) -> bool:
    return value > threshold


def published_from(value: int, threshold: int) -> bool:
    return value >= threshold


def single_records_stay_hidden(published: Callable[[int, int], bool]) -> Outcome:
    """A count of 1 with two-sided geometric noise is published with at most the probability that delta promises."""
    ratio, threshold = Fraction(1, 2), 5

    def probability(noise: int) -> Fraction:
        return (1 - ratio) / (1 + ratio) * ratio ** abs(noise)

    noises = range(-threshold, 60)
    promised = ratio**threshold / (1 + ratio)  # P(1 + noise > threshold), the whole tail
    found = sum(probability(noise) for noise in noises if published(1 + noise, threshold))
    return at_most(found, promised, ("probability", "promised delta"), threshold=threshold)


def certified_sigma(eps: Any, target: Any) -> float:
    return float(sigma(eps, target).upper())


def classic_sigma(eps: Any, target: Any) -> float:
    return math.sqrt(2 * math.log(1.25 / target)) / eps


def noise_keeps_the_promise(noise: Callable[[Any, Any], float]) -> Outcome:
    """The certified delta at the calibrated noise meets the target, for small and for large eps."""
    target = 1e-5
    return every(
        *(
            at_most(delta(eps, noise(eps, target)), Fraction(target), ("delta", "target"), eps=eps)
            for eps in (1, 10, 50)
        )
    )


def certified_epsilon(target: Any, noise: Any) -> float:
    return float(epsilon(target, noise).upper())


def epsilon_from_rounded_tails(target: Any, noise: Any) -> float:
    """Bisection on a curve whose tails are 1 - p: below about 1e-16 they round to 0, and every eps seems enough."""

    def tail(x: float) -> float:
        return 1 - math.erfc(-x / math.sqrt(2)) / 2

    def curve(eps: float) -> float:
        x, y = eps * noise - 1 / (2 * noise), eps * noise + 1 / (2 * noise)
        return tail(x) - math.exp(eps) * tail(y)

    low, high = 0.0, 50.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (low, middle) if curve(middle) <= float(target) else (middle, high)
    return high


def smaller_delta_costs_more(inverse: Callable[[Any, Any], float]) -> Outcome:
    """From 1e-5 to 1e-25 each smaller delta needs a larger eps, and the eps found meets its delta."""
    targets = ["1e-5", "1e-10", "1e-15", "1e-20", "1e-25"]
    found = [inverse(target, 2) for target in targets]
    if any(first >= second for first, second in pairwise(found)):
        return Outcome("fails", "a smaller delta did not cost a larger eps", shown(eps=found))
    return every(
        *(
            at_most(delta(eps, 2), Fraction(target), ("delta", "target"), eps=eps)
            for eps, target in zip(found, targets, strict=True)
        )
    )


def epsilon_from_renyi(target: Any, noise: Any) -> float:
    """The usual conversion from Renyi divergences, without the floor at 0."""
    return min(
        order / (2 * noise**2)
        + math.log1p(-1 / order)
        - (math.log(float(target)) + math.log(order)) / (order - 1)
        for order in range(2, 200)
    )


def eps_is_never_negative(inverse: Callable[[Any, Any], float]) -> Outcome:
    """Much noise and a generous delta: eps is 0 at the least."""
    found = min(inverse(target, noise) for target in (0.1, 0.5) for noise in (10, 1000))
    return at_most(Fraction(0), Fraction(found), ("zero", "smallest eps"))
