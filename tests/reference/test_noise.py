"""The discrete Gaussian is exact: coins by enumeration, one attempt as a tree, both samplers against the probabilities."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable
from fractions import Fraction

import numpy as np
import pytest

from reference.errors import InvalidInput
from reference.protocol import noise, noise_vectors
from reference.protocol.noise import discrete_gaussian_one, gaussian
from reference.protocol.noise_vectors import discrete_gaussian
from reference.secure_sum.residues import below, uniform
from tests.entropy import scripted, seeded

VARIANCES = (Fraction(1, 7), Fraction(1), Fraction(17, 3), Fraction(40))


@pytest.mark.parametrize("B", [1, 2, 3, 5, 8, 200])
def test_uniform_draws_hit_each_value_equally_often(B: int) -> None:
    """All bytes once: each value of 0..B-1 comes out as often as any other, and nothing else."""
    drawn = [
        below(scripted(bytes([byte, 0])), B) for byte in range(256) if byte % 2 ** (B - 1).bit_length() < B
    ]
    assert set(Counter(drawn)) == set(range(B))
    assert len(set(Counter(drawn).values())) == 1
    accepted = bytes(byte for byte in range(256) if byte % 2 ** (B - 1).bit_length() < B)
    assert uniform(scripted(accepted), len(accepted), B).tolist() == drawn


def test_a_draw_that_is_too_large_is_drawn_again() -> None:
    assert uniform(scripted(bytes([7, 3, 6, 4])), 2, 5).tolist() == [3, 4]
    assert below(scripted(bytes([7, 6, 2])), 5) == 2


@pytest.mark.parametrize("bits", [1, 2, 3, 62])
@pytest.mark.parametrize("x", [Fraction(0), Fraction(1, 3), Fraction(5, 8), Fraction(22, 23)])
@pytest.mark.parametrize("k", [1, 2, 3, 7])
def test_digit_coins_have_exactly_their_probability(
    bits: int, x: Fraction, k: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every first number r with its weight; a coin that is left open adds its own probability."""
    second: list[Fraction] = []
    monkeypatch.setattr(noise_vectors, "coin", lambda p, entropy: bool(second.append(p)))
    firsts = range(2**bits) if bits < 62 else [0, int(x / k * 2**62), 2**62 - 1]
    total, opened = Fraction(0), 0
    for r in firsts:
        second.clear()
        digits = np.array([int(x * 2**bits)], dtype=np.uint64)
        script = r.to_bytes(1 if bits < 62 else 8, "little")
        (on,) = noise_vectors._digit_coins(digits, k, lambda j: x / k, scripted(script), bits)
        total += int(on) + sum(second)
        opened += len(second)
        if bits == 62:
            assert int(on) + sum(second) == min(max(x / k * 2**62 - r, 0), 1)
    if bits < 62:
        assert total / 2**bits == x / k
        assert opened <= 2 + 1  # few: the digits decide the rest


class Pruned(Exception):
    pass


def attempt_tree(variance: Fraction, least: float) -> tuple[dict[int, float], float]:
    """The probability of each result of one attempt, over all ways its coins can fall; and what was cut off."""
    results: Counter[int] = Counter()
    lost = 0.0
    stack: list[tuple[int, ...]] = [()]
    with pytest.MonkeyPatch.context() as patch:
        while stack:
            path = stack.pop()
            weight, step, attempts = 1.0, 0, 0

            def choose(weights: list[float], path: tuple[int, ...] = path) -> int:
                nonlocal weight, step, lost
                choice = path[step] if step < len(path) else 0
                if step >= len(path):
                    known = path + (0,) * (step - len(path))
                    for other in range(1, len(weights)):
                        if weight * weights[other] >= least:
                            stack.append((*known, other))
                        else:
                            lost += weight * weights[other]
                weight *= weights[choice]
                step += 1
                if weight < least:
                    lost += weight
                    raise Pruned
                return choice

            def below_(entropy: object, n: int, choose: Callable[[list[float]], int] = choose) -> int:
                nonlocal attempts
                attempts += 1
                if attempts > 1:
                    raise Pruned  # the attempt failed and a second one begins
                return choose([1 / n] * n)

            def coin_(p: Fraction, entropy: object, choose: Callable[[list[float]], int] = choose) -> bool:
                return p > 0 and (p == 1 or choose([float(1 - p), float(p)]) == 1)

            patch.setattr(noise, "below", below_)
            patch.setattr(noise, "coin", coin_)
            try:
                results[discrete_gaussian_one(variance)] += weight
            except Pruned:
                continue
    return results, lost


@pytest.mark.parametrize("variance", [Fraction(1, 7), Fraction(2)])
@pytest.mark.slow
def test_an_attempt_yields_z_with_weight_of_the_gaussian(variance: Fraction) -> None:
    results, lost = attempt_tree(variance, 3e-7)
    assert lost < 2e-3
    for z in range(-3, 4):
        expected = results[0] * math.exp(-(z**2) / (2 * float(variance)))
        assert results[z] == pytest.approx(expected, abs=lost)
    wrong = results[0] * math.exp(-1 / (2.4 * float(variance)))
    assert abs(results[1] - wrong) > lost  # the control: a variance 20 % larger is told apart


def distance(drawn: list[int], variance: Fraction) -> float:
    """Chi-square against the exact probabilities, less its mean, in standard deviations."""
    reach = math.ceil(12 * math.sqrt(float(variance))) + 3
    weights = {z: math.exp(-(z**2) / (2 * float(variance))) for z in range(-reach, reach + 1)}
    expected = {z: len(drawn) * weight / sum(weights.values()) for z, weight in weights.items()}
    counts = Counter(drawn)
    usual = [z for z in expected if expected[z] >= 10]
    rare = len(drawn) - sum(counts[z] for z in usual)
    rare_expected = len(drawn) - sum(expected[z] for z in usual)
    chi = sum((counts[z] - expected[z]) ** 2 / expected[z] for z in usual)
    chi += (rare - rare_expected) ** 2 / max(rare_expected, 1)
    return (chi - len(usual)) / math.sqrt(2 * len(usual))


@pytest.mark.parametrize("bits", [1, 3, 56, 62])
@pytest.mark.parametrize("variance", VARIANCES)
@pytest.mark.slow
def test_many_draws_follow_the_exact_probabilities(variance: Fraction, bits: int) -> None:
    drawn = discrete_gaussian(variance, 20_000 if bits < 62 else 2_000, seeded(1), bits).tolist()
    assert distance(drawn, variance) < 4
    if bits == 56:
        assert distance(drawn, variance * Fraction(8, 7)) > 6  # the control


@pytest.mark.parametrize("variance", VARIANCES)
def test_single_draws_follow_the_exact_probabilities(variance: Fraction) -> None:
    entropy = seeded(2)
    drawn = [discrete_gaussian_one(variance, entropy) for _ in range(3_000)]
    assert distance(drawn, variance) < 4


def test_rounded_gaussian_is_told_apart() -> None:
    """The control of the comparison: rounding a continuous Gaussian gives another distribution."""
    drawn = np.rint(gaussian(np.random.default_rng(0), math.sqrt(1 / 7), 20_000)).astype(int).tolist()
    assert distance(drawn, Fraction(1, 7)) > 6


def test_wide_noise_with_a_long_fraction() -> None:
    """A variance with more digits than a machine word: moments within five standard errors."""
    variance = Fraction(0.1) ** 2 * 2**40 / 3
    drawn = discrete_gaussian(variance, (200, 100), seeded(3)) / math.sqrt(float(variance))
    assert drawn.shape == (200, 100)
    assert abs(drawn.mean()) < 5 / math.sqrt(drawn.size)
    assert abs((drawn**2).mean() - 1) < 5 * math.sqrt(2 / drawn.size)


def test_far_draws_are_decided_exactly() -> None:
    """γ of 64 and more goes to the plain coin; the chance to keep such a draw is e^-64 or less."""
    sizes = np.array([1000, 3, 0, 1000], dtype=np.int64)
    kept = noise_vectors._square_coins(sizes, 2, Fraction(2), seeded(4), 56)
    assert not kept[0]
    assert not kept[3]


def test_nothing_repeats_between_calls() -> None:
    assert discrete_gaussian(10**12, 50).tolist() != discrete_gaussian(10**12, 50).tolist()


def test_gaussian_repeats_with_its_seed() -> None:
    first, second = (gaussian(np.random.default_rng(7), 2.0, (3, 2)) for _ in range(2))
    assert first.shape == (3, 2)
    assert (first == second).all()


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: discrete_gaussian(0, 3), "must be above 0"),
        (lambda: discrete_gaussian(Fraction(-1), 3), "must be above 0"),
        (lambda: discrete_gaussian(2**80 + 1, 3), "at most 2"),
        (lambda: discrete_gaussian(0.5, 3), "must be a fraction"),
        (lambda: discrete_gaussian_one(0.5), "must be a fraction"),
        (lambda: gaussian(np.random, 1.0, 3), "must be a numpy Generator"),
        (lambda: gaussian(np.random.default_rng(0), -1.0, 3), "must be >= 0"),
        (lambda: gaussian(np.random.default_rng(0), math.nan, 3), "must be finite"),
    ],
)
def test_bad_input_is_named(call: Callable[[], object], message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        call()
