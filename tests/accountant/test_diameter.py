"""The gradient diameter: against independent searches, its corollaries, scaling, and a box test that loses boxes."""

from __future__ import annotations

import time
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from accountant.numbers.array_intervals import Array, ArrayIntervals, Intervals
from accountant.numbers.balls import exact
from accountant.sensitivity import diameter_bound as diameter_search
from accountant.sensitivity.diameter import LARGEST_SEARCH, best_angle, diameter, gradient_diameter
from accountant.sensitivity.diameter_bound import Boxes, all_patterns, bound, largest_value, possible, value
from accountant.sensitivity.diameter_witness import best_pair
from reference import formulas
from reference.arithmetic import ARRAYS
from reference.errors import InvalidInput
from reference.learners.losses import grad_J_softmax

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


INNER = [
    (3, 1.0, 0.3),
    (4, 4.0, 0.13),
    (5, 2.0, 0.19),
    (6, 8.0, 0.05),
    (10, 4.0, 0.11),
    (10, 1.0, 0.0),
    (7, 3.0, 0.4),
]


@pytest.mark.parametrize(("K", "r", "kappa"), INNER)
@pytest.mark.slow
def test_no_logits_beat_the_patterns(K: int, r: float, kappa: float) -> None:
    top = largest_value(kappa, Intervals.of(r), K, tolerance=1e-3)
    found = searched_inner(kappa, K, r)
    assert found <= top.upper
    assert found >= 0.94 * top.upper, "for the kappa in use the patterns are nearly attained"
    assert top.upper - 1e-3 <= top.reached + 1e-12


def only_where_the_middle_is_feasible(boxes: Boxes, r: Intervals, K: int) -> Array:
    """A wrong box test: it loses boxes whose middle lies outside although a corner does not."""
    middle = boxes.middle.T
    inside: Array = (
        formulas.pattern_norm_squared(middle[0], middle[1], middle[2], boxes.j, K) <= float(r.hi) ** 2
    )
    return inside | (np.max(boxes.hi - boxes.lo, axis=1) > 2)


@pytest.mark.slow
def test_a_box_test_that_loses_boxes_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    K, r, kappa = 4, 4.0, 0.05
    found = searched_inner(kappa, K, r)
    assert found <= largest_value(kappa, Intervals.of(r), K, tolerance=1e-4).upper
    monkeypatch.setattr(diameter_search, "possible", only_where_the_middle_is_feasible)
    assert found > largest_value(kappa, Intervals.of(r), K, tolerance=1e-4).upper


def random_boxes(K: int, r: float, seed: int, size: int = 400) -> Boxes:
    rng = np.random.default_rng(seed)
    whole = all_patterns(r, K)[rng.integers(0, K - 2, size=size)]
    ends = np.sort(rng.random((2, size, 3)), axis=0) * rng.random((size, 1)) ** 2
    span = whole.hi - whole.lo
    return Boxes(whole.lo + ends[0] * span, whole.lo + ends[1] * span, whole.j)


@pytest.mark.parametrize(("K", "r"), [(3, 0.1), (3, 3.0), (5, 8.0), (20, 2.0), (100, 6.0)])
@pytest.mark.slow
def test_box_bounds_hold_everywhere_in_the_box(K: int, r: float) -> None:
    rng, boxes = np.random.default_rng(5), random_boxes(K, r, seed=4)
    for kappa in (0.0, 0.02, 0.2):
        upper, _ = bound(kappa, boxes, K, ArrayIntervals())
        for _ in range(30):
            at = boxes.lo + rng.random(boxes.lo.shape) * (boxes.hi - boxes.lo)
            assert np.all(value(kappa, list(at.T), boxes.j, K, ARRAYS) <= upper + 1e-12)


@pytest.mark.parametrize(("K", "r"), [(3, 1.0), (5, 8.0), (50, 2.0)])
def test_boxes_with_a_feasible_point_are_kept(K: int, r: float) -> None:
    rng, boxes = np.random.default_rng(6), random_boxes(K, r, seed=7)
    kept = possible(boxes, Intervals.of(r), K)
    feasible = np.zeros(len(boxes), dtype=bool)
    for _ in range(300):
        a, b, g = (boxes.lo + rng.random(boxes.lo.shape) * (boxes.hi - boxes.lo)).T
        feasible |= (formulas.pattern_norm_squared(a, b, g, boxes.j, K) <= r * r) & (b >= g)
    assert np.all(kept[feasible])
    assert 0 < feasible.sum() < len(boxes)
    assert not np.all(kept)


def test_two_classes_are_exact() -> None:
    for r in ("0.01", "1", "20"):
        found = diameter(r, 1, 2)
        grid = np.linspace(0, 1, 20001)
        scanned = np.sqrt(np.max(formulas.diameter_two_classes(grid, float(r), ARRAYS)))
        assert found.theorem == "Corollary 2"
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
        assert found.theorem == "Corollary 1"
        assert two <= found.upper < two * (1 + 1e-6)


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
    start = time.perf_counter()
    again = gradient_diameter(Fraction(13, 4), 1.5, 6)
    assert time.perf_counter() - start < 0.05
    assert (again.lo, again.hi) == (first.lo, first.hi)


def test_a_budget_of_boxes_costs_sharpness_only() -> None:
    sharp = largest_value(0.1, Intervals.of(4.0), 5, tolerance=1e-3)
    blunt = largest_value(0.1, Intervals.of(4.0), 5, tolerance=1e-3, most_boxes=500)
    assert blunt.boxes < sharp.boxes
    assert sharp.upper <= blunt.upper < np.inf


def test_a_bound_that_is_no_number_is_never_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    def lost(kappa: float, boxes: Boxes, K: int, num: ArrayIntervals) -> tuple[Array, Array]:
        upper, slack = bound(kappa, boxes, K, num)
        return np.where(boxes.j == 1, np.nan, upper), slack

    monkeypatch.setattr(diameter_search, "bound", lost)
    with pytest.raises(ArithmeticError, match="no finite bound"):
        largest_value(0.1, Intervals.of(1.0), 5, tolerance=1e-2, most_boxes=2000)


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


@pytest.mark.slow
def test_the_jump_beyond_the_largest_search_is_as_documented() -> None:
    last, next_one = diameter(8, 1, LARGEST_SEARCH), diameter(8, 1, LARGEST_SEARCH + 1)
    assert (last.theorem, next_one.theorem) == ("Theorem 1", "2G")
    assert 1 < next_one.upper / last.upper < 1.1
