"""Theorem R in balls: against its recursion run step by step, closed forms, caps and the paper's settings."""

from __future__ import annotations

import itertools
import math
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from accountant.numbers.balls import exact, precision
from accountant.sensitivity import diameter
from accountant.sensitivity.bounds import Sensitivity, sensitivity
from accountant.sensitivity.diameter import gradient_diameter
from accountant.sensitivity.diameter_bound import inner_maximum
from accountant.sensitivity.radii import largest_gradient, levels, natural_radius
from proofs_check.probes.pairs import Pairs, Setting
from proofs_check.probes.witnesses import pushed_then_turned
from reference import formulas
from reference.arithmetic import Arithmetic
from reference.errors import InvalidInput
from reference.formulas import step_weights
from reference.learners.schedule import batches, fixed_divisor, own_size
from reference.learners.softmax_reg_sgd import softmax_reg_sgd
from reference.notation import Dataset, Xi

SVM: dict[str, Any] = {
    "c": 1,
    "Lambda": Fraction(1, 2),
    "R": 100,
    "h": Fraction(1, 4),
    "smoothness": "spectral",
}
RATIONALS: Arithmetic = SimpleNamespace(number=Fraction, min=min, max=max)
SOFTMAX: dict[str, Any] = {"c": "1.5", "Lambda": "0.2", "R": 3, "K": 4, "p": 5}


def step_by_step(n: int, M: int, b: int, divisor: Any) -> Fraction:
    """The recursion of Theorem R for the SVM settings, for each record, from the learner's own schedule."""
    Lambda, G, beta = Fraction(1, 2), Fraction(1), Fraction(1, 2) + 2
    gaps = [Fraction(0)] * n
    for m, visited in enumerate(batches(n, M, b), start=1):
        a = Lambda * min(1 / beta, 1 / (Lambda * m))
        gaps = [(1 - a) * gap for gap in gaps]
        for j in visited:
            gaps[j] += 2 * G / Lambda * a / divisor(len(visited), b)
    return max(gaps)


@pytest.mark.parametrize("divisor", [fixed_divisor, own_size])
@pytest.mark.parametrize(
    ("n", "M", "b"), [(5, 15, 1), (5, 7, 1), (7, 9, 3), (6, 4, 3), (4, 1, 2), (3, 40, 3)]
)
def test_recursion_is_exact_for_rational_inputs(n: int, M: int, b: int, divisor: Any) -> None:
    box = sensitivity("svm", n=n, M=M, b=b, divisor=divisor, **SVM)
    assert box.recursion.lo == box.recursion.hi == step_by_step(n, M, b, divisor)


class TestAnyOrder:
    def visits(self, plan: list[list[int]], b: int) -> list[list[tuple[int, int]]]:
        return [
            [(m, b) for m, batch in enumerate(plan, 1) if j in batch] for j in range(1 + max(map(max, plan)))
        ]

    @pytest.mark.parametrize(("n", "M", "b"), [(5, 15, 1), (7, 9, 3), (6, 4, 3), (3, 40, 3)])
    def test_passes_written_out_give_what_passes_give(self, n: int, M: int, b: int) -> None:
        plan = [batch.tolist() for batch in batches(n, M, b)]
        box = sensitivity("svm", n=n, M=M, visits=self.visits(plan, b), **SVM)
        short = sensitivity("svm", n=n, M=M, b=b, **SVM)
        assert box.recursion.hi == short.recursion.hi == step_by_step(n, M, b, fixed_divisor)
        assert box.closed_form.hi == short.closed_form.hi

    def test_a_shuffled_order_against_the_recursion_step_by_step(self) -> None:
        order, gap, Lambda, beta = [2, 0, 1, 1, 0, 2, 0], Fraction(0), Fraction(1, 2), Fraction(5, 2)
        for m, j in enumerate(order, 1):
            a = Lambda * min(1 / beta, 1 / (Lambda * m))
            gap = (1 - a) * gap + (2 / Lambda * a if j == 0 else 0)
        mine = self.visits([[j] for j in order], 1)[0]
        box = sensitivity("svm", n=3, M=7, visits=[mine], **SVM)
        assert box.recursion.lo == box.recursion.hi == gap

    def test_in_balls_too(self) -> None:
        """With the printed smoothness, which is a root, and with more steps than are summed in fractions."""
        values: dict[str, Any] = {"n": 100, "M": 1000} | SVM | {"smoothness": "printed"}
        short, long = (
            sensitivity("svm", **values, visits=visits).recursion
            for visits in (None, [[(m, 1) for m in range(100, 1001, 100)]])
        )
        assert long.relative_width() < 1e-28
        assert long.lo <= short.hi
        assert short.lo <= long.hi

    def test_a_record_that_is_never_visited_does_not_matter(self) -> None:
        assert sensitivity("svm", n=3, M=2, visits=[[]], **SVM).best.hi == 0


def test_a_divisor_below_the_records_of_its_batch_is_refused() -> None:
    """Such steps do not contract: these two models are further apart than the bound would say."""
    n, M, Lambda = 20, 3, 0.1
    xi, rng = Xi(K=2, c=1.0, M=M, Lambda=Lambda, R=1000.0, b=n), np.random.default_rng(0)
    given: dict[str, Any] = {"c": 1, "Lambda": Lambda, "R": 1000, "K": 2, "p": 1, "n": n, "M": M}
    as_if = sensitivity("softmax", **given, visits=[[(m, 1) for m in range(1, M + 1)]]).best.upper()

    def gap() -> float:
        D = Dataset(rng.normal(size=(n, 2)), rng.integers(0, 2, n))
        other = D.replaced(0, rng.normal(size=2), int(rng.integers(0, 2)))
        first, second = (softmax_reg_sgd(z, xi, divisor=lambda *_: 1) for z in (D, other))
        return float(np.linalg.norm(first - second))

    assert max(gap() for _ in range(60)) > 1.2 * as_if
    with pytest.raises(InvalidInput, match=r"divisor .*>= 20"):
        sensitivity("softmax", **given, b=n, divisor=lambda *_: 1)
    with pytest.raises(InvalidInput, match=r"divisor .*>= 2, the visits of step 3"):
        sensitivity("softmax", **given, visits=[[(3, 1), (3, 1)]])
    assert sensitivity("softmax", **given, visits=[[(3, 2), (3, 2)]]).best.positive()


SMOOTH = (
    "0.3",
    "1/2",
    "1",
    "1.5",
    "3",
    "9",
    "40",
)  # c^2/(2h Λ), so that beta/Λ is whole or not, small or large


@pytest.mark.parametrize("divisor", [fixed_divisor, own_size])
@pytest.mark.slow
def test_a_few_batches_decide_for_every_small_schedule(divisor: Any) -> None:
    """Against the weights of `step_weights`, summed for every batch of a pass."""
    for n, M, b, smooth in itertools.product(range(1, 8), (*range(1, 16), 30), (1, 2, 3), SMOOTH):
        if b > n:
            continue
        period, beta = -(-n // b), 1 + Fraction(smooth)
        weights = step_weights(beta, Fraction(1), M, RATIONALS)
        found = sensitivity("svm", c=1, Lambda=1, R=9, n=n, M=M, b=b, h=1 / (2 * Fraction(smooth)),
                            divisor=divisor, smoothness="spectral")  # fmt: skip
        sums = [
            sum(weights[position::period], Fraction(0)) / divisor(min(b, n - position * b), b)
            for position in range(period)
        ]
        visits = [
            Fraction(len(weights[position::period]), divisor(min(b, n - position * b), b))
            for position in range(period)
        ]
        assert found.recursion.lo == found.recursion.hi == 2 * max(sums), (n, M, b, smooth)
        assert found.closed_form.hi == 2 * max(visits) / M, (n, M, b, smooth)


@pytest.mark.parametrize("smooth", SMOOTH)
def test_balls_contain_the_exact_recursion(smooth: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where beta/Λ is whole, so that no ball tells its floor."""
    values = SVM | {"Lambda": 1, "h": 1 / (2 * Fraction(smooth))}
    exact = sensitivity("svm", n=7, M=50, b=3, **values).recursion
    assert exact.lo == exact.hi
    monkeypatch.setitem(sensitivity.__globals__, "EXACT_STEPS", 0)
    inexact = sensitivity("svm", n=7, M=50, b=3, **values).recursion
    assert exact.lo in inexact
    assert inexact.relative_width() < 1e-28


class TestHugeSchedules:
    def test_many_records_in_no_time(self) -> None:
        """Whole passes over 10^9 records: 2G/(Λn), as for ten."""
        box = sensitivity("svm", n=10**9, M=3 * 10**9, **SVM)
        assert box.closed_form.lo == box.closed_form.hi == Fraction(4, 10**9)
        assert box.recursion.lo <= box.closed_form.hi
        assert box.recursion.relative_width() < 1e-28

    def test_a_few_steps_on_many_records(self) -> None:
        """Each record is visited once at most, however many there are; the fractions stay short."""
        many, few = (sensitivity("svm", n=n, M=10, **SVM).recursion for n in (10**9, 10))
        assert many.lo == few.lo == many.hi

    @pytest.mark.slow
    def test_a_million_steps_against_the_loop(self) -> None:
        """The recursion step by step in floats, for the class of the last step."""
        n, M, b = 10**4, 10**6 - 77, 7
        box = sensitivity("softmax", n=n, M=M, b=b, smoothness="printed", **SOFTMAX)
        beta, gap, period = formulas.smoothness_softmax(0.2, 1.5, 5, 4), 0.0, -(-n // b)
        for m in range(1, M + 1):
            a = min(0.2 / beta, 1 / m)
            gap = (1 - a) * gap + (a / b if (m - M) % period == 0 else 0.0)
        G = box.closed_form.upper() * 0.2 * M * b / (2 * -(-M // period))
        assert 2 * G / 0.2 * gap == pytest.approx(box.recursion.upper(), rel=1e-9)

    def test_slow_steps_only(self) -> None:
        """beta/Λ far above M: every weight is a(1-a)^(M-m), here within a M of a."""
        box = sensitivity("svm", c=1, Lambda="1e-40", R="1e90", h="1e-20", n=10**8, M=10**12, b=3)
        assert box.recursion.relative_width() < 1e-28
        visits, a = -(-(10**12) // -(-(10**8) // 3)), 2e-60
        assert box.recursion.upper() == pytest.approx(2 * 1e40 * visits * a / 3, rel=1e-12)
        assert box.recursion < box.closed_form

    def test_the_short_last_batch_of_a_huge_plan(self) -> None:
        """n = 10^9 + 1 in batches of 1000: the lone record of the last batch weighs 1000 times the others."""
        values: dict[str, Any] = {"n": 10**9 + 1, "M": 10**6 + 1, "b": 1000}
        alone = sensitivity("svm", divisor=own_size, **values, **SVM)
        fixed = sensitivity("svm", **values, **SVM)
        assert alone.closed_form.hi == 1000 * fixed.closed_form.hi


def test_numbers_of_every_kind_are_taken_exactly() -> None:
    plain = sensitivity("svm", n=5, M=9, **SVM)
    others = sensitivity("svm", n="5", M=np.int64(9), b=1.0, c=np.float32(1), Lambda="0.5", R=np.int32(100),
                         h=np.float64(0.25), smoothness="spectral")  # fmt: skip
    assert [box.text(40) for box in vars(others).values()] == [box.text(40) for box in vars(plain).values()]
    tenth, binary, short = (
        sensitivity("svm", n=5, M=9, **(SVM | {"R": R})).cap.hi for R in ("0.1", 0.1, np.float32(0.1))
    )
    assert tenth == Fraction(1, 5)
    assert binary == 2 * Fraction(0.1)
    assert short == 2 * Fraction(13421773, 2**27)


def test_whole_passes_give_2G_over_Lambda_n() -> None:
    box = sensitivity("svm", n=10, M=30, **SVM)
    assert box.closed_form.lo == box.closed_form.hi == Fraction(2, 5)
    assert box.recursion <= box.closed_form
    assert box.cap.hi == 4  # 2c/Λ, far below 2R = 200


@pytest.mark.parametrize("settings", [("svm", SVM), ("softmax", SOFTMAX)])
def test_recursion_never_exceeds_the_closed_form(settings: tuple[str, dict[str, Any]]) -> None:
    learner, values = settings
    for n, M, b in ((9, 50, 2), (20, 13, 1), (8, 64, 8)):
        box = sensitivity(learner, n=n, M=M, b=b, **values)
        assert box.recursion.lo <= box.closed_form.hi, "equal where w_m = 1/M, up to the width of a ball"


def test_the_best_bound_is_the_smallest_proved_one() -> None:
    tight = sensitivity("svm", n=10, M=30, **(SVM | {"R": Fraction(1, 100)}))
    assert tight.best.hi == Fraction(1, 50)
    loose = sensitivity("svm", n=10, M=30, **SVM)
    assert loose.best.hi == loose.recursion.hi


def test_the_gap_of_the_svm_is_twice_the_clipping_bound() -> None:
    assert sensitivity("svm", n=5, M=5, **SVM).gradient_gap.hi == 2


def test_a_repeated_softmax_setting_is_not_searched_again(monkeypatch: pytest.MonkeyPatch) -> None:
    first = sensitivity("softmax", n=9, M=50, b=2, **SOFTMAX)
    monkeypatch.setattr(diameter, "_bounds", None)  # a new search would fail
    again = sensitivity("softmax", n=9, M=51, b=2, **SOFTMAX)
    assert again.gradient_gap.hi == first.gradient_gap.hi


class TestPaperSettings:
    """The paper's own hyperparameters; numbers are ratios to the printed bound."""

    def emnist(self) -> Sensitivity:
        values = {"c": "34.854", "Lambda": "0.03", "R": 6, "K": 62, "p": 6144}
        return sensitivity("softmax", n=220, M=150 * 11, b=20, **values)

    @pytest.mark.slow
    def test_printed_noise_is_far_too_large_for_emnist(self) -> None:
        box = self.emnist()
        assert 17.99 < box.printed.lower() / box.best.upper() < 18

    @pytest.mark.slow
    def test_the_gradient_diameter_saves_a_third_for_cifar(self) -> None:
        values = {"c": "34.157", "Lambda": 100, "R": "0.01", "K": 100, "p": 6144}
        box = sensitivity("softmax", n=50, M=1500, **values)
        assert box.gradient_gap.upper() < 0.7045 * 2 * 2**0.5 * 34.157
        assert box.gradient_gap.hi / (100 * 50) in box.closed_form
        assert 1.44 < box.printed.lower() / box.closed_form.upper() < 1.46

    def test_a_short_last_batch_breaks_the_printed_bound_for_cifar(self) -> None:
        values = {"c": "34.854", "Lambda": 100, "R": "0.06", "K": 10, "p": 6144, "h": "0.1"}
        box = sensitivity("svm", n=50, M=1500, b=20, divisor=own_size, **values)
        assert 1.38 < box.recursion.lower() / box.printed.upper() < 1.39
        fixed = sensitivity("svm", n=50, M=1500, b=20, **values)
        assert fixed.recursion < fixed.printed


BAD = {
    "learner": ({"learner": "forest"}, "learner .* must be one of svm, softmax"),
    "Lambda": ({"Lambda": 0}, "Lambda .* must be > 0"),
    "c": ({"c": -1}, "c .* must be > 0"),
    "h": ({"h": 0.0}, "h .* must be > 0"),
    "no h": ({"h": None}, r"h \(h, the Huber relaxation\) must be a number or a decimal string, got None"),
    "text": (
        {"R": "wide"},
        r"R \(R, the radius of the model ball\) must be a number or a decimal string, got 'wide'",
    ),
    "zero denominator": ({"c": "1/0"}, "c .* must be a number or a decimal string"),
    "true": ({"c": True}, "c .* must be a number or a decimal string, got True"),
    "numpy true": ({"Lambda": np.bool_(True)}, "Lambda .* must be a number or a decimal string"),
    "nan": ({"Lambda": float("nan")}, "Lambda .* must be finite, got nan"),
    "text nan": ({"c": "nan"}, "c .* must be a number or a decimal string"),
    "inf": ({"R": np.float32("inf")}, "R .* must be finite"),
    "too large": ({"R": "1e101"}, "R .* must be between 1e-100 and 1e100"),
    "long exponent": ({"R": "1e1000000"}, "R .* exponent of at most"),
    "one step is not true": ({"M": True}, "M .* must be a whole number, got True"),
    "text count": ({"n": "five"}, "n .* must be a whole number, got 'five'"),
    "endless": ({"M": 10**31}, "M .* must be <= "),
    "one class": ({"K": 1}, "K .* must be >= 2"),
    "p": ({"p": -1}, "p .* must be >= 0"),
    "no divisor": ({"divisor": 3}, "divisor .* must be a function"),
    "divisor 0": ({"divisor": lambda visited, b: 0}, "divisor .* must be >= 1"),
    "half a divisor": ({"divisor": lambda visited, b: b / 2}, "divisor .* must be a whole number"),
    "n": ({"n": 0}, "n .* must be >= 1"),
    "M": ({"M": 2.5}, "M .* must be a whole number"),
    "batch": ({"b": 6}, "b .* must be <= n = 5"),
    "no visits": ({"visits": []}, "visits .* must be a list of lists of pairs"),
    "visits of one record": ({"visits": [(1, 1)]}, "visits .* must be a list of lists of pairs"),
    "a visit too late": ({"visits": [[(6, 1)]]}, "m .* must be <= M = 5"),
    "a visit before the first step": ({"visits": [[(0, 1)]]}, "m .* must be >= 1"),
    "a visit divided by 0": ({"visits": [[(1, 0)]]}, "divisor .* must be >= 1"),
    "smoothness": ({"smoothness": "rough"}, "smoothness .* must be one of printed, spectral"),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_input_is_named(case: str) -> None:
    changes, message = BAD[case]
    settings = {"learner": "svm", "n": 5, "M": 5, "b": 1} | SVM | changes
    with pytest.raises(InvalidInput, match=message):
        sensitivity(**settings)  # type: ignore[arg-type]


def farthest_landing(
    rng: np.random.Generator, radius: float, c: float, K: int, kept: float, tau: float
) -> float:
    """The longest |kept f - tau x u^T| of f = x z^T/c^2 with |z| <= radius c, over drawn logits and those of one class."""
    ends = np.concatenate([rng.normal(size=(400, K)), np.eye(K), -np.eye(K), np.eye(K)[:1] - np.eye(K)[1:2]])
    ends = ends - ends.mean(axis=1, keepdims=True)
    ends /= np.linalg.norm(ends, axis=1, keepdims=True)
    z = (ends[:, None] * np.linspace(0, 1, 12)[:, None] * radius * c).reshape(-1, K)
    shares = np.exp(z) / np.exp(z).sum(axis=1, keepdims=True)
    u = shares - np.eye(K)[0]
    across = np.maximum(0, radius**2 - (z**2).sum(axis=1) / c**2)  # the rest of f is orthogonal to the record
    squares = ((kept * z / c - tau * c * u) ** 2).sum(axis=1) + kept**2 * across
    return float(np.sqrt(squares.max()))


class TestRadii:
    @pytest.mark.parametrize("M", [1, 2, 7, 60])
    @pytest.mark.slow
    def test_levels_cover_the_recursion_run_step_by_step(self, M: int) -> None:
        """Every step moves a model of any length up to the radius by the gradient of any logits: as far as floats find."""
        rng = np.random.default_rng(0)
        for R, c, Lambda, K in itertools.product(
            (Fraction(1, 3), Fraction(6)),
            (Fraction(1, 2), Fraction(2)),
            (Fraction(1, 50), Fraction(3)),
            (2, 3, 5),
        ):
            beta = Lambda + c * c / 2
            radius, radii = 0.0, [0.0]
            for m in range(1, M + 1):
                tau = formulas.learning_rate(float(beta), float(Lambda), m)
                farthest = farthest_landing(rng, radius, float(c), K, 1 - float(Lambda) * tau, tau)
                radius = max(min(float(R), farthest), radius * (1 - float(Lambda) * tau))
                radii.append(radius)
            with precision(128):
                found = levels(R, c, Lambda, K, exact(Lambda / beta), min(M, math.floor(beta / Lambda)), M)
            assert found[-1].steps == M
            steps = 0
            for level in found:
                assert max(radii[steps : level.steps + 1]) <= float(level.radius) * (1 + 1e-12)
                steps = level.steps
            assert found[-1].radius <= R
            if M == 60 and K > 2:  # and not far above; two classes have the longest gradient only
                assert float(found[-1].radius) <= 1.35 * radii[-1]

    @pytest.mark.parametrize("kappa", [0.05, 1.0, 50.0, 1024.0])
    @pytest.mark.parametrize(("K", "r"), [(3, 0.4), (5, 3.0), (10, 20.0)])
    def test_the_inner_maximum_holds_for_the_weights_of_steps(self, kappa: float, K: int, r: float) -> None:
        """Steps have larger weights than diameters."""
        rng = np.random.default_rng(1)
        z = np.concatenate([rng.normal(size=(4000, K)), np.eye(K)[:1] - np.eye(K)[1:], np.eye(K)[:1] - 1 / K])
        z = z / np.linalg.norm(z, axis=1, keepdims=True)
        z = (z[:, None] * np.linspace(-1, 1, 41)[:, None] * r).reshape(-1, K)
        u = np.exp(z) / np.exp(z).sum(axis=1, keepdims=True) - np.eye(K)[0]
        found = float(((u**2).sum(axis=1) - 2 * kappa * (z * u).sum(axis=1)).max())
        with precision(128):
            bound = float(inner_maximum(kappa, Fraction(r), K, 1e-3).upper())
        assert found <= bound <= 4 * found

    def test_natural_radius_stays_and_is_nearly_the_smallest(self) -> None:
        with precision(128):
            most = natural_radius(Fraction(50), Fraction(1), Fraction(2), 3)
            assert largest_gradient(exact(most), exact(1), 3) <= 2 * exact(most)
            assert largest_gradient(exact(most * Fraction(99, 100)), exact(1), 3) > 2 * exact(
                most * Fraction(99, 100)
            )
            assert natural_radius(Fraction(1, 10), Fraction(1), Fraction(2), 3) == Fraction(1, 10)

    @pytest.mark.parametrize(
        ("Lambda", "c", "n", "passes"), [(1.5, 1.0, 5, 1), (0.5, 0.7, 8, 2), (4.0, 1.5, 12, 3)]
    )
    def test_witness_reaches_the_bound_of_a_large_ball(
        self, Lambda: float, c: float, n: int, passes: int
    ) -> None:
        setting = Setting("softmax", n, 2, Xi(K=2, c=c, M=n * passes, Lambda=Lambda, R=9.0))
        bounds = setting.bounds()
        assert bounds.best is not None
        gap = float(setting.gaps(Pairs.of([pushed_then_turned(setting)]))[0])
        former = gradient_diameter(9.0, c, 2).upper() / (Lambda * n)
        assert 0.85 * bounds.best.upper() <= gap <= bounds.best.upper() < 0.97 * former

    def test_any_order_has_the_radii_of_its_steps(self) -> None:
        given = {**SOFTMAX, "K": 2, "R": 40, "Lambda": 2}
        passes = sensitivity("softmax", n=4, M=8, **given)
        visits = sensitivity("softmax", n=4, M=8, visits=[[(4, 1), (8, 1)], [(1, 1), (5, 1)]], **given)
        assert visits.recursion.text(12) == passes.recursion.text(12)
        assert visits.cap.hi < 2 * Fraction(40)
