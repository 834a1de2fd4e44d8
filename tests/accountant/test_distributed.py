"""Noise split over users: survivors, moves, Gaussian sums, and sums of discrete Gaussians against exact convolutions."""

from __future__ import annotations

import itertools
import math
from dataclasses import replace
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from flint import arb, arb_poly

from accountant import Enclosure, delta, epsilon, group_delta, sigma
from accountant.distributed.closeness import closeness, enough_deviation
from accountant.distributed.crowd import Crowd, GaussianSum, Level, NoGuarantee, effective_sigma, largest_move
from accountant.distributed.discrete_sum import DiscreteSum
from accountant.distributed.rounded_sum import RoundedGaussianSum
from accountant.numbers.balls import BALLS, enclosure, exact, fraction, precision
from reference import formulas
from reference.errors import InvalidInput


def half(rho: Any = 0) -> Crowd:
    return Crowd.of(1000, "0.5", rho)


class TestCrowd:
    def test_users_are_whole(self) -> None:
        """At least tw honest means ceil(tw), at most rho w dropped means floor(rho w)."""
        crowd = Crowd.of(10, "0.31", "0.19")
        assert (crowd.honest, crowd.dropped, crowd.surviving) == (4, 1, 3)
        assert Crowd.of(10, "0.3", "0.1").surviving == 2

    def test_a_fraction_below_the_honest_one_leaves_a_survivor(self) -> None:
        for w in range(1, 40):
            for t, rho in ((1, "0.999"), ("0.2", "0.199"), ("1/3", "1/4")):
                assert Crowd.of(w, t, rho).surviving >= 1

    @pytest.mark.parametrize(("t", "rho"), [("0.5", "0.5"), ("0.5", "0.9"), ("0.01", 1)])
    def test_as_many_dropouts_as_honest_users_leave_nothing(self, t: str, rho: Any) -> None:
        with pytest.raises(NoGuarantee, match="no honest noise"):
            _ = Crowd.of(100, t, rho).surviving

    @pytest.mark.parametrize(
        ("w", "t", "rho"), [(0, 1, 0), (5, 0, 0), (5, "1.1", 0), (5, 1, -1), (5, "x", 0), (2.5, 1, 0)]
    )
    def test_bad_input(self, w: Any, t: Any, rho: Any) -> None:
        with pytest.raises(InvalidInput):
            Crowd.of(w, t, rho)

    def test_no_dropouts_leave_sigma(self) -> None:
        box = effective_sigma("5.95", half())
        assert Fraction("5.95") in box
        assert box.relative_width() < 1e-30

    def test_a_quarter_of_dropouts(self) -> None:
        """Calibrated to (0.6, 1e-5); with t = 1/2 and rho = 1/4 delta rises to 5.9e-4 (noise falls by sqrt 2)."""
        noise = sigma("0.6", "1e-5").hi
        left = effective_sigma(noise, half("0.25"))
        assert (left.lo**2 * 2 - noise**2) / noise**2 == pytest.approx(0, abs=1e-30)
        assert 5.8e-4 < delta("0.6", left.lo).upper() < 6.0e-4

    def test_the_repair_restores_the_target(self) -> None:
        """Each user adds noise for (t - rho)w honest ones: sigma as if t were t - rho."""
        noise = Fraction(6)
        assert noise in effective_sigma(noise, Crowd.of(1000, "0.25"))


def constant(value: Fraction) -> Any:
    """A sensitivity that does not depend on n."""
    return lambda n: SimpleNamespace(best=Enclosure(value, value))


class TestMoves:
    R = Fraction(1)

    def test_records_and_groups(self) -> None:
        one = constant(Fraction(1, 10))
        assert largest_move(Level("record"), self.R, [5, 20], one) == 2
        assert largest_move(Level("group", 3), self.R, [5, 20], one) == 6
        assert largest_move(Level("group", 3, True), self.R, [5, 20], one) == 6

    def test_the_ball_caps_one_user_not_several(self) -> None:
        """50 records of one user move its model by at most 2R; of 50 users, the sum by 50 moves."""
        one = constant(Fraction(1, 10))
        assert largest_move(Level("group", 50, True), self.R, [20], one) == 2 * 20
        assert largest_move(Level("group", 50), self.R, [20], one) == 5 * 20
        assert largest_move(Level("user"), self.R, [5, 20], one) == 2 * 20

    def test_the_largest_of_different_users_counts(self) -> None:
        shrinking = {5: Fraction(3), 20: Fraction(1, 2)}
        of: Any = lambda n: SimpleNamespace(best=Enclosure(shrinking[n], shrinking[n]))  # noqa: E731
        assert largest_move(Level("record"), Fraction(9), [5, 20], of) == 15

    @pytest.mark.parametrize("given", [("records", 1), ("group", 0), ("group", 1.5)])
    def test_bad_levels(self, given: Any) -> None:
        with pytest.raises(InvalidInput):
            Level(*given)


class TestGaussianSum:
    def test_the_curve_of_the_realised_aggregate(self) -> None:
        """Certified eps is never below that of the Gaussian with the variance that the sum really has, and not far above."""
        for honest, noise, move, K in ((500, "0.3", 2, 1), (3, "2", 1, 10), (1, "1", "0.5", 1)):
            box = GaussianSum(Fraction(move), K, honest).epsilon(exact(noise), "1e-5")
            realised = math.sqrt(honest) * float(noise) / float(Fraction(move))
            eps = epsilon("1e-5", realised, K).upper()
            assert box.upper() == pytest.approx(eps, rel=1e-12)
            assert delta(box.hi, Fraction(realised) * (1 + Fraction(1, 10**12)), K).upper() <= 1e-5

    def test_sampled_variance(self) -> None:
        """What 40 surviving users of 50 honest ones add: sigma~ each, sigma sqrt(40/50) together."""
        crowd, rng = Crowd.of(100, "0.5", "0.1"), np.random.default_rng(7)
        with precision(64):
            each = float(crowd.local(6).mid())
        total = rng.normal(0, each, (crowd.surviving, 20_000)).sum(axis=0)
        assert total.std() == pytest.approx(effective_sigma(6, crowd).upper(), rel=0.02)

    def test_noise_and_epsilon_are_inverse(self) -> None:
        mechanism = GaussianSum(Fraction(7, 3), 10, 37)
        noise = mechanism.noise_for("0.6", "1e-5")
        assert mechanism.epsilon(noise.upper(), "1e-5").lo <= Fraction("0.6")
        assert mechanism.epsilon(noise.upper(), "1e-5").upper() <= math.nextafter(0.6, 1)
        assert mechanism.epsilon(noise.upper() * exact("0.999999"), "1e-5").lower() > 0.6

    def test_groups_at_the_noise_of_one_record(self) -> None:
        """cor:group_privacy: calibrated to (0.6, 1e-5), 50 records have delta 0.695 at 50 eps, not 1e-5."""
        noise = sigma("0.6", "1e-5").hi
        assert 0.69 < group_delta(30, noise, 50).upper() < 0.70
        assert GaussianSum(Fraction(50), 1, 1).epsilon(exact(noise), "1e-5").lower() > 30


def gaussian_pmf(variance: Fraction, width: int) -> tuple[list[arb], arb]:
    """Probabilities of -width..width, and a bound on what lies outside."""
    weights = [(-exact(Fraction(x * x) / (2 * variance))).exp() for x in range(-width, width + 1)]
    # beyond width: e^{-x^2/2v} <= e^{-width^2/2v} e^{-(x - width) width/v}
    ratio = (-exact(Fraction(width) / variance)).exp()
    tail = 2 * weights[-1] * ratio / (1 - ratio)
    total = sum(weights, exact(0))
    return [weight / (total + tail) for weight in weights], tail / total


def summed_pmf(variance: Fraction, users: int, width: int) -> tuple[list[arb], arb]:
    """Lower bounds on the probabilities of the sum, and how much mass they miss."""
    pmf, tail = gaussian_pmf(variance, width)
    power = arb_poly(pmf) ** users
    return [power[i] for i in range(2 * width * users + 1)], tail * users * 2


def exact_delta(eps: Any, shift: int, variance: Fraction, users: int) -> Enclosure:
    """The hockey-stick divergence of the sum of discrete Gaussians and its shift."""
    with precision(192):
        width = math.isqrt(int(variance * 400)) + 20
        pmf, missed = summed_pmf(variance, users, width)
        growth = exact(eps).exp()
        gaps = [p - growth * q for p, q in zip(pmf[shift:], pmf, strict=False)]
        inside = sum((BALLS.max(gap, 0) for gap in gaps), exact(0))
        ends = sum(pmf[:shift], exact(0)) + sum(pmf[len(pmf) - shift :], exact(0))
        return Enclosure(enclosure(inside - growth * missed).lo, enclosure(inside + ends + missed).hi)


def sum_of(shift: int, users: int) -> DiscreteSum:
    """A whole shift in one entry, without rounding: the grid is so small that it costs nothing."""
    return WholeShift(Fraction(shift), 1, users, Fraction(1), 1)


class WholeShift(DiscreteSum):
    """The same without the unit that rounding adds, so that the exact divergence is comparable."""

    def shift(self) -> arb:
        return exact(self.move) * exact(self.compositions).sqrt()


class TestDiscreteSum:
    def test_the_convolution_is_right(self) -> None:
        """One user: the discrete Gaussian itself; delta(0) is the total variation of the shift."""
        box = exact_delta(0, 1, Fraction(4), 1)
        weights = [math.exp(-(x**2) / 8) for x in range(-60, 61)]
        total = sum(weights)
        assert box.lower() == pytest.approx(max(weights) / total, rel=1e-12)
        assert box.relative_width() < 1e-30

    @pytest.mark.parametrize(
        ("deviation", "users", "shift"),
        [("1.3", 2, 1), ("1.5", 5, 3), ("2", 1, 2), ("3", 12, 4), ("1.4", 30, 7)],
    )
    @pytest.mark.parametrize("target", ["1e-2", "1e-5", "1e-9"])
    @pytest.mark.slow
    def test_the_answer_dominates_the_exact_divergence(
        self, deviation: str, users: int, shift: int, target: str
    ) -> None:
        eps = sum_of(shift, users).epsilon(exact(deviation), target)
        found = exact_delta(eps.hi, shift, Fraction(deviation) ** 2, users)
        assert found.hi <= Fraction(target)
        assert exact_delta(eps.hi * Fraction(7, 10), shift, Fraction(deviation) ** 2, users).lo > Fraction(
            target
        )

    def test_without_closeness_a_coarse_grid_would_be_promised_too_much(self) -> None:
        """Why a coarse grid is refused: 40 narrow discrete Gaussians are narrower than one of 40 times the parameter."""
        deviation, users, target = Fraction("0.3"), 40, Fraction(1, 10**5)
        with precision(128):
            rho = formulas.concentrated_rho(1, exact(deviation**2 * users))
            best = min(
                formulas.epsilon_of_order(exact(alpha), rho, exact(target), BALLS).upper()
                for alpha in range(2, 40)
            )
        assert exact_delta(fraction(best), 1, deviation**2, users).lo > target
        with pytest.raises(NoGuarantee, match="too coarse"):
            sum_of(1, users).epsilon(exact(deviation), target)

    def test_closeness_is_that_of_all_users(self) -> None:
        """Nobody knows how many stay, and more noises are further from one."""
        few = DiscreteSum(Fraction(30), 1, 500, Fraction(1, 10), 50)
        many = replace(few, users=1000)
        with precision(128):
            noise = arb(0.1 * (enough_deviation(1000, 50) + 0.01))
            one, other = (each.epsilon(noise, "1e-5").hi for each in (few, many))
            assert one < other < one + Fraction(1, 1 << 18)

    def test_closeness_bounds_the_exact_log_ratio(self) -> None:
        """Against one discrete Gaussian of the summed parameter, where both have mass; and it is not vacuous."""
        for deviation, users in ((Fraction(1, 2), 2), (Fraction(3, 5), 3), (Fraction(4, 5), 6)):
            with precision(128):
                summed, _ = summed_pmf(deviation**2, users, 40)
                one, _ = gaussian_pmf(deviation**2 * users, 40 * users)
                middle = 40 * users
                logs = [abs((summed[middle + z] / one[middle + z]).log()) for z in range(8)]
                bound = closeness(exact(deviation), users, 1)
                assert all(log < bound for log in logs)
                assert max(float(log.mid()) for log in logs) > float(bound.mid()) / 40

    def test_the_sum_of_many_terms_is_bounded_by_its_first(self) -> None:
        with precision(128):
            few, many = (closeness(exact("1.1"), users, 1) for users in (41, 10**6))
            loop = sum(
                (formulas.theta_log_ratio(formulas.theta_excess(exact("1.21") * k / (k + 1), arb.pi(), BALLS), BALLS)
                 for k in range(1, 1000)), exact(0),
            )  # fmt: skip
            assert few < loop < closeness(exact("1.1"), 1000, 1) < many

    def test_enough_is_enough_and_not_much_more(self) -> None:
        with precision(128):
            wanted = enough_deviation(500, 61450)
            assert closeness(arb(wanted), 500, 61450) <= exact(Fraction(1, 1 << 20))
            assert not closeness(arb(wanted * 0.98), 500, 61450) <= exact(Fraction(1, 1 << 20))

    def test_noise_and_epsilon_are_inverse(self) -> None:
        mechanism = DiscreteSum(Fraction(30), 1, 500, Fraction(1, 1000), 61450)
        noise = mechanism.noise_for("0.6", "1e-5").upper()
        assert mechanism.epsilon(noise, "1e-5").upper() <= 0.6
        assert mechanism.epsilon(noise * exact("0.9999"), "1e-5").upper() > 0.6

    def test_a_fine_grid_costs_little_over_real_gaussian_noise(self) -> None:
        real = GaussianSum(Fraction(30), 1, 500).noise_for("0.6", "1e-5")
        grid = DiscreteSum(Fraction(30), 1, 500, Fraction(1, 10**6), 61450).noise_for("0.6", "1e-5")
        assert 1 < float((grid / real).mid()) < 1.1

    def test_rounding_enters_the_distance(self) -> None:
        coarse = DiscreteSum(Fraction(30), 1, 500, Fraction(1, 10), 61450)
        fine = DiscreteSum(Fraction(30), 1, 500, Fraction(1, 10**6), 61450)
        ratio = float((coarse.noise_for("0.6", "1e-5") / fine.noise_for("0.6", "1e-5")).mid())
        assert ratio == pytest.approx((300 + math.sqrt(61450)) / 300, rel=1e-3)

    def test_rounded_models_stay_within_the_shift(self) -> None:
        """Random pairs at a known distance; pairs just beside .5 come closest."""
        rng = np.random.default_rng(3)
        mechanism = DiscreteSum(Fraction(2), 1, 1, Fraction(1), 50)
        with precision(64):
            limit = float(mechanism.shift().upper())
        worst = 0.0
        for step in range(200):
            f = np.round(rng.normal(0, 3, 50)) + (0.5 - 1e-9 if step % 2 else rng.uniform(-0.5, 0.5, 50))
            direction = np.abs(rng.normal(size=50))
            g = f + 2 * direction / np.linalg.norm(direction)
            worst = max(worst, float(np.linalg.norm(np.rint(g) - np.rint(f))))
        assert 0.7 * limit < worst <= limit

    def test_tiny_targets_are_refused(self) -> None:
        with pytest.raises(NoGuarantee, match="not above"):
            sum_of(1, 5).noise_for("1e-7", "1e-5")

    def test_no_negative_epsilon(self) -> None:
        assert sum_of(1, 500).epsilon(exact(10**9), "0.5").upper() == 0.0


def rounded_pmf(offset: Fraction, deviation: Fraction, width: int) -> list[arb]:
    """Probabilities that offset + Gaussian noise rounds to -width..width."""
    scale = exact(deviation) * exact(2).sqrt()
    beyond = [
        (exact(Fraction(2 * k + 1, 2) - offset) / scale).erfc() / 2 for k in range(-width - 1, width + 1)
    ]
    return [low - high for low, high in itertools.pairwise(beyond)]


def rounded_delta(eps: Any, shift: Fraction, deviation: Fraction, offsets: list[Fraction]) -> Enclosure:
    """The hockey-stick divergence of two sums of rounded noisy numbers, one of which is moved by the shift."""
    with precision(256):
        width = 24 * math.ceil(deviation) + 12
        others = arb_poly([1])
        for offset in offsets[1:]:
            others *= arb_poly(rounded_pmf(offset, deviation, width))
        sums = [others * arb_poly(rounded_pmf(o, deviation, width)) for o in (offsets[0] + shift, offsets[0])]
        P, Q = ([pmf[i] for i in range(2 * width * len(offsets) + 1)] for pmf in sums)
        missed = sum(((1 - sum(pmf, exact(0))) for pmf in (P, Q)), exact(0))
        growth = exact(eps).exp()
        inside = sum((BALLS.max(p - growth * q, 0) for p, q in zip(P, Q, strict=True)), exact(0))
        return Enclosure(enclosure(inside - growth * missed).lo, enclosure(inside + missed).hi)


def twice(P: list[arb], Q: list[arb], eps: Any) -> Enclosure:
    """The hockey-stick divergence of two independent pairs like (P, Q), each of which may miss a little mass."""
    with precision(192):
        growth = exact(eps).exp()
        missed = 2 * sum((1 - sum(pmf, exact(0)) for pmf in (P, Q)), exact(0))
        inside = exact(0)
        for p, q in zip(P, Q, strict=True):
            for p2, q2 in zip(P, Q, strict=True):
                inside += BALLS.max(p * p2 - growth * q * q2, 0)
        return Enclosure(enclosure(inside - growth * missed).lo, enclosure(inside + missed).hi)


class TestTwoModels:
    """K_comp = 2: two models move in one release, each with noise of its own."""

    @pytest.mark.parametrize(("deviation", "users", "shift"), [("1.4", 1, 1), ("1.4", 2, 2)])
    def test_discrete_noise(self, deviation: str, users: int, shift: int) -> None:
        target = Fraction(1, 10**4)
        eps = WholeShift(Fraction(shift), 2, users, Fraction(1), 2).epsilon(exact(deviation), target)
        with precision(192):
            pmf, _ = summed_pmf(Fraction(deviation) ** 2, users, 16)
            moved = [exact(0)] * shift
            P, Q = [*pmf, *moved], [*moved, *pmf]
        assert twice(P, Q, eps.hi).hi <= target
        assert twice(P, Q, eps.hi * Fraction(7, 10)).lo > target

    @pytest.mark.parametrize(("deviation", "users", "shift"), [("1.4", 1, "0.7"), ("1.4", 2, "2.3")])
    def test_rounded_noise(self, deviation: str, users: int, shift: str) -> None:
        target = Fraction(1, 10**4)
        ideal = GaussianSum(Fraction(shift), 2, users)
        eps = RoundedGaussianSum(ideal, Fraction(1), 2).epsilon(exact(deviation), target)
        with precision(192):
            own, moved, other = (
                arb_poly(rounded_pmf(offset, Fraction(deviation), 16))
                for offset in (Fraction(2, 7), Fraction(2, 7) + Fraction(shift), Fraction(3, 7))
            )
            sums = [one * other ** (users - 1) for one in (moved, own)]
            P, Q = ([pmf[i] for i in range(32 * users + 1)] for pmf in sums)
        assert twice(P, Q, eps.hi).hi <= target
        if users > 1:
            assert twice(P, Q, eps.hi * Fraction(7, 10)).lo > target


class TestRoundedGaussianSum:
    OFFSETS = tuple(Fraction(i * i % 7, 7) for i in range(12))

    @staticmethod
    def of(shift: Fraction, users: int) -> RoundedGaussianSum:
        return RoundedGaussianSum(GaussianSum(shift, 1, users), Fraction(1), 1)

    @pytest.mark.parametrize(
        ("deviation", "users", "shift"),
        [("1.3", 2, "1"), ("1.5", 5, "3.3"), ("2", 1, "0.4"), ("1.6", 12, "4.5")],
    )
    @pytest.mark.parametrize("target", ["1e-2", "1e-6"])
    def test_the_answer_dominates_the_exact_divergence(
        self, deviation: str, users: int, shift: str, target: str
    ) -> None:
        """Also where models lie anywhere between grid points; and the Gaussian curve is nearly reached."""
        eps = self.of(Fraction(shift), users).epsilon(exact(deviation), target)
        offsets = list(self.OFFSETS[:users])
        assert rounded_delta(eps.hi, Fraction(shift), Fraction(deviation), offsets).hi <= Fraction(target)
        if users > 1:
            nearer = eps.hi * Fraction(7, 10)
            assert rounded_delta(nearer, Fraction(shift), Fraction(deviation), offsets).lo > Fraction(target)

    def test_a_coarse_grid_breaks_the_gaussian_curve(self) -> None:
        """Why it is refused: with noise of a sixth of a unit, whether one of 16 models rounds up shows in the sum."""
        users, deviation, shift, target = 16, Fraction(1, 6), Fraction(1, 3), Fraction(1, 10**5)
        eps = GaussianSum(shift, 1, users).epsilon(exact(deviation), target)
        offsets = [Fraction(1, 4)] + [Fraction(0)] * (users - 1)
        assert rounded_delta(eps.hi, shift, deviation, offsets).lo > 1000 * target
        with pytest.raises(NoGuarantee, match="too coarse"):
            self.of(shift, users).epsilon(exact(deviation), target)

    def test_a_fine_grid_costs_nothing_but_the_closeness(self) -> None:
        ideal = GaussianSum(Fraction(30), 1, 500)
        grid = RoundedGaussianSum(ideal, Fraction(1, 10), 61450)
        noise = grid.noise_for("0.6", "1e-5")
        assert 1 < float((noise / ideal.noise_for("0.6", "1e-5")).mid()) < 1 + 1e-5
        assert grid.epsilon(noise.upper(), "1e-5").upper() <= 0.6
        assert grid.epsilon(noise.upper() * exact("0.9999"), "1e-5").upper() > 0.6
