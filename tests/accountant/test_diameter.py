"""The gradient diameter: against independent searches, two classes, scaling, pieces and tangents."""

from __future__ import annotations

import itertools
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from accountant.numbers.balls import exact, precision
from accountant.sensitivity import diameter_bound
from accountant.sensitivity.diameter import CLOSE, _unit_diameter, best_angle, diameter, gradient_diameter
from accountant.sensitivity.diameter_bound import best_weight, inner_maximum, pieces
from accountant.sensitivity.diameter_witness import best_pair
from reference import formulas
from reference.arithmetic import ARRAYS
from reference.errors import InvalidInput
from reference.learners.losses import grad_J_softmax

Array = NDArray[np.float64]
SETTINGS = [
    (2, 0.4),
    (2, 6.0),
    (3, 0.01),
    (3, 2.0),
    (3, 8.0),
    (4, 1.0),
    (5, 4.0),
    (10, 1.0),
    (10, 6.0),
    (10, 20.0),
]


def softmax(z: Array) -> Array:
    e = np.exp(z - z.max(axis=-1, keepdims=True))
    return np.asarray(e / e.sum(axis=-1, keepdims=True))


def climb(score: Any, start: Array, rng: np.random.Generator, steps: int = 400) -> float:
    """Random search from many starts at once, with shrinking steps; `score` also puts points into the domain."""
    best, at = score(start), start
    for scale in np.geomspace(1, 1e-4, steps):
        tried = at + scale * rng.normal(size=at.shape) * np.abs(at).mean()
        found = score(tried)
        at = np.where((found > best)[:, None], tried, at)
        best = np.maximum(best, found)
    return float(best.max())


def searched_diameter(K: int, r: float, seed: int = 0) -> float:
    """The largest |g - g'| that a search over models in the plane, two unit records and both label cases finds."""
    rng, d = np.random.default_rng(seed), 2

    def distance(points: Array, y2: int) -> Array:
        f = points[:, : d * K].reshape(-1, d, K)
        f = f * (r / np.linalg.norm(f, axis=(1, 2), keepdims=True))
        x, x2 = (
            v / np.linalg.norm(v, axis=1, keepdims=True) for v in np.split(points[:, d * K :], 2, axis=1)
        )
        u = softmax(np.einsum("nd,ndk->nk", x, f)) - np.eye(K)[0]
        v = softmax(np.einsum("nd,ndk->nk", x2, f)) - np.eye(K)[y2]
        gap = x[:, :, None] * u[:, None, :] - x2[:, :, None] * v[:, None, :]
        return np.linalg.norm(gap, axis=(1, 2))

    start = rng.normal(size=(300, d * K + 2 * d))
    return max(climb(lambda points, y2=y2: distance(points, y2), start, rng) for y2 in (0, 1))


@pytest.mark.parametrize(("K", "r"), SETTINGS)
@pytest.mark.slow
def test_searches_stay_below_the_bound_and_come_near(K: int, r: float) -> None:
    proved, found = gradient_diameter(r, 1, K), searched_diameter(K, r)
    assert found <= proved.upper()
    assert found >= 0.9 * proved.lower(), "the search is worth something"
    assert proved.lower() >= 0.93 * proved.upper()


@pytest.mark.slow
def test_the_learners_own_gradients_stay_below_the_bound() -> None:
    rng = np.random.default_rng(1)
    for _ in range(200):
        K, d, R, c = int(rng.integers(2, 6)), int(rng.integers(1, 5)), 2.0, 1.5
        f = rng.normal(size=(d, K))
        f *= R / np.linalg.norm(f)
        gradients = []
        for _ in range(2):
            x = rng.normal(size=d)
            x *= c / np.linalg.norm(x)
            gradients.append(grad_J_softmax(f, x[None, :], rng.integers(0, K, size=1), 1.0, 1))
        assert np.linalg.norm(gradients[0] - gradients[1]) <= gradient_diameter(R, c, K).upper()


def searched_inner(kappa: float, K: int, r: float) -> float:
    """The largest |u|^2 - 2 kappa <z, u> over all K logits that a search finds: no pattern, no bound on the rest."""
    rng = np.random.default_rng(2)

    def score(z: Array) -> Array:
        z = z - z.mean(axis=1, keepdims=True)
        z = z * np.minimum(1, r / np.linalg.norm(z, axis=1, keepdims=True))
        u = softmax(z) - np.eye(K)[0]
        return np.asarray((u**2).sum(axis=1) - 2 * kappa * (z * u).sum(axis=1))

    return climb(score, rng.normal(size=(400, K)) * r, rng)


INNER = [(3, 1.0), (4, 4.0), (5, 2.0), (6, 8.0), (10, 4.0), (10, 1.0)]


@pytest.mark.parametrize(("K", "r"), INNER)
@pytest.mark.slow
def test_no_logits_beat_the_tangents(K: int, r: float) -> None:
    kappa = best_weight(r, K)
    with precision(128):
        top = float(inner_maximum(kappa, Fraction(r), K, CLOSE))
    found = searched_inner(kappa, K, r)
    assert 0.94 * top <= found <= top


def test_pieces_cover_all_shares() -> None:
    kappa, top = best_weight(4.0, 5), formulas.top_share(4.0, 4)
    found = list(pieces(kappa, top, 5, CLOSE))
    assert found[0][1] == 1
    assert found[-1][0] == 0
    assert all(upper[0] == lower[1] for upper, lower in itertools.pairwise(found))
    assert all(0 < near < 1 for _, _, near, _ in found)


def test_the_maximum_over_a_piece_is_that_of_its_quadratic() -> None:
    with precision(128):
        low = exact("0.05")
        for lo, hi, near in ((0.0, 0.4, 0.2), (0.3, 1.0, 0.9), (0.9, 1.0, 0.95), (0.5, 0.6, 0.5)):
            top = float(diameter_bound._largest(near, low, 0.1, 5, lo, hi).upper())
            values = formulas.inner_bound(np.linspace(lo, hi, 4001), near, 0.05, 0.1, 4, ARRAYS)
            assert np.max(values) <= top * (1 + 1e-12) <= np.max(values) + 1e-6


def test_a_tangent_that_cuts_the_entropy_is_refused() -> None:
    """Floats that choose too large a `low` cannot make a bound: balls refuse it."""
    with precision(128):
        top = exact("0.9")
        assert diameter_bound._allowed(0.9, -8.0, top, 0.1) > 0
        with pytest.raises(ArithmeticError, match="no tangent"):
            diameter_bound._allowed(0.9, -1.0, top, 0.1)


@pytest.mark.parametrize("kappa", [0.02, 0.1, 0.4])
def test_every_weight_gives_a_bound(kappa: float) -> None:
    with precision(128):
        squared = formulas.centre_bound(exact(kappa), exact(4), inner_maximum(kappa, Fraction(4), 5, CLOSE))
    assert float(squared.upper()) ** 0.5 >= gradient_diameter(4, 1, 5).lower()


def test_two_classes_are_exact() -> None:
    for r in ("0.01", "1", "20"):
        found = diameter(r, 1, 2)
        grid = np.linspace(0, 1, 20001)
        scanned = np.sqrt(np.max(formulas.diameter_two_classes(grid, float(r), ARRAYS)))
        assert found.theorem == "two classes"
        assert found.enclosure.relative_width() < 1e-6
        assert found.enclosure.lower() - 1e-9 <= scanned <= found.enclosure.upper()


def test_the_centre_bound_for_two_classes_is_their_diameter() -> None:
    for r in (0.1, 1.0, 7.0):
        t = float(best_angle(Fraction(r)))
        kappa = formulas.centre_weight(t, r)
        w = np.linspace(-r, r, 20001)
        share = 1 / (1 + np.exp(-np.sqrt(2) * w))
        inner = np.max(2 * share**2 - 2 * kappa * np.sqrt(2) * w * share)
        assert formulas.centre_bound(kappa, r, inner) == pytest.approx(
            formulas.diameter_two_classes(t, r), rel=1e-7
        )


def test_large_radii_do_not_depend_on_the_number_of_classes() -> None:
    two = gradient_diameter(30, 1, 2).upper()
    for K in (3, 10, 100, 5000):
        found = diameter(30, 1, K)
        assert found.theorem == "many classes"
        assert two <= found.upper < two * (1 + 3e-5)


@pytest.mark.slow
def test_a_larger_ball_has_no_smaller_diameter() -> None:
    for K in (2, 3, 10):
        boxes = [gradient_diameter(R, 1, K) for R in ("0.1", "1", "4", "25", "300")]
        for i, smaller in enumerate(boxes):
            assert all(smaller.lo <= larger.hi for larger in boxes[i:])
            assert all(smaller.upper() <= larger.upper() * (1 + 3e-4) for larger in boxes[i:])


@pytest.mark.slow
def test_only_the_product_of_radius_and_bound_matters() -> None:
    one, scaled = gradient_diameter(2, 1, 5), gradient_diameter("0.5", 4, 5)
    assert scaled.lo <= 4 * one.lo <= scaled.hi
    assert scaled.upper() == pytest.approx(4 * one.upper(), rel=1e-12)


@pytest.mark.parametrize("K", [2, 3, 300, 10**6])
@pytest.mark.parametrize("R", ["1e-300", "1e-9", "1e6", "1e60"])
def test_extreme_radii_have_a_bound_between_zero_and_infinity(K: int, R: str) -> None:
    box = gradient_diameter(R, 1, K)
    assert 2 * (1 - 1 / K) ** 0.5 * (1 - 1e-9) <= box.upper() <= 8**0.5 * (1 + 1e-15)


@pytest.mark.slow
def test_never_above_twice_the_gradient_bound() -> None:
    for K, r in SETTINGS:
        twice = 2 * min(2**0.5, formulas.loss_gradient_softmax_on_ball(r, K))
        assert gradient_diameter(r, 1, K).upper() <= twice * (1 + 1e-12)


@pytest.mark.slow
def test_repeated_settings_are_remembered() -> None:
    first = gradient_diameter("3.25", "1.5", 6)
    before = _unit_diameter.cache_info()
    again = gradient_diameter(Fraction(13, 4), 1.5, 6)
    after = _unit_diameter.cache_info()
    assert (after.hits, after.misses) == (before.hits + 1, before.misses)
    assert (again.lo, again.hi) == (first.lo, first.hi)


def test_pairs_are_what_they_say() -> None:
    """The certified distance of a witness agrees with the gradients of two explicit records."""
    for K, r in ((2, 1.0), (3, 4.0), (10, 6.0), (10, 1.0)):
        pair = best_pair(r, K)
        rows = np.array([[*row[:3], *[row[3]] * max(K - 3, 0)][:K] for row in (pair.a, pair.b)])
        f = rows * r / np.linalg.norm(rows)
        across = (1 - pair.t**2) ** 0.5
        g, g2 = (
            grad_J_softmax(f, np.array([[pair.t, sign * across]]), np.array([label]), 1.0, 1)
            for sign, label in ((1, pair.y), (-1, pair.y2))
        )
        assert np.sum((g - g2) ** 2) == pytest.approx(float(pair.squared_distance(exact(r))), rel=1e-9)


BAD = {
    "R": ((0, 1, 3), "R .* must be > 0"),
    "c": ((1, -2, 3), "c .* must be > 0"),
    "text": (("wide", 1, 3), "R .* must be a number or a decimal string"),
    "list": ((1, [1], 3), "c .* must be a number or a decimal string"),
    "truth": ((True, 1, 3), "R .* must be a number"),
    "nan": ((float("nan"), 1, 3), "R .* must be finite"),
    "K": ((1, 1, 1), "K .* must be >= 2"),
    "half": ((1, 1, 2.5), "K .* must be a whole number"),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_input_is_named(case: str) -> None:
    (R, c, K), message = BAD[case]
    with pytest.raises(InvalidInput, match=message):
        gradient_diameter(R, c, K)  # type: ignore[arg-type]


def test_the_number_of_classes_is_taken_in_every_form() -> None:
    assert len({gradient_diameter(1, 1, K).text(30) for K in (10, "10", 10.0)}) == 1
