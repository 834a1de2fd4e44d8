"""A fresh secret order in every pass: its law, the average of delta over it, deployments that declare it."""

from __future__ import annotations

from fractions import Fraction
from itertools import chain, pairwise, product
from random import Random
from typing import Any

import numpy as np
import pytest
from flint import arb

from accountant.deployment.certificate import Refused
from accountant.distributed.crowd import GaussianSum
from accountant.distributed.mixed_sum import MixedGaussianSum
from accountant.sensitivity.bounds import sensitivity
from accountant.sensitivity.random_order import RandomOrder, random_order
from reference import formulas
from reference.errors import InvalidInput
from reference.learners.schedule import ENTROPY, fresh_order, own_size
from tests.accountant.test_deployment import CERTIFIED, GRID, ROUNDED, SVM, certificate

SETTING: dict[str, Any] = {"c": "34.854", "Lambda": 100, "R": "0.06", "h": "0.1", "K": 10, "p": 64}
SHORT = SVM | {"learner.divisor": "own size", "learner.c": "34.854"}
FRESH = SHORT | {"learner.order": "fresh"}


def svm(n: int, passes: int = 6, b: int = 20) -> RandomOrder:
    return random_order("svm", n=n, passes=passes, b=b, **SETTING)


class TestLaw:
    def test_it_is_a_law(self) -> None:
        moves = svm(50).moves
        assert all(one < other for (one, _), (other, _) in pairwise(moves))
        assert 1 <= sum(chance for _, chance in moves) < 1 + Fraction(1, 10**30)

    def test_its_largest_move_is_that_of_the_unluckiest_order(self) -> None:
        worst = sensitivity("svm", n=50, M=18, b=20, divisor=own_size, **SETTING).best.hi
        assert Fraction(99, 100) * worst <= svm(50).largest <= worst

    def test_its_mean_is_close_to_that_of_drawn_orders(self) -> None:
        """Where every step weighs alike a record moves the model by gap/(Λn) on average, whatever the batches are."""
        order = random_order("svm", n=50, passes=40, b=20, **SETTING | {"Lambda": 10**6, "c": 1, "p": 0})
        mean = sum(move * chance for move, chance in order.moves)
        assert 1 <= mean / Fraction(2, 50 * 10**6) < Fraction(102, 100)

    @pytest.mark.parametrize("n", [7, 20, 60])
    def test_where_all_orders_are_alike_there_is_one_move(self, n: int) -> None:
        whole = sensitivity("svm", n=n, M=6 * -(-n // 20), b=min(20, n), divisor=own_size, **SETTING).best.hi
        assert svm(n).moves == ((whole, Fraction(1)),)

    def test_moves_that_are_rarely_exceeded(self) -> None:
        order = RandomOrder(tuple((Fraction(move), Fraction(1, 4)) for move in (1, 2, 3, 4)))
        asked = (Fraction(0), Fraction(1, 5), Fraction(1, 4), Fraction(1, 2), Fraction(3, 4), Fraction(1))
        assert [order.exceeded(chance) for chance in asked] == [4, 4, 3, 2, 1, 1]

    def test_visits_of_the_callers_own_are_refused(self) -> None:
        """A record that is visited once, in step 1, would cap the move of every order."""
        with pytest.raises(InvalidInput, match=r"visits .* must not be given"):
            random_order("svm", n=5, passes=3, b=2, visits=[[(1, 1)]], **SETTING)

    def test_numbers_are_read_as_the_sensitivity_reads_them(self) -> None:
        single = random_order("svm", n=5, passes=3, b=2, **SETTING | {"Lambda": np.float32(100)})
        assert single == svm(5, passes=3, b=2)

    def test_no_order_of_a_tiny_run_beats_the_law(self) -> None:
        """One record against its mirror image, all others 0: the runs reach Theorem R's bound for each of the 243 orders."""
        n, b, passes, period = 3, 2, 5, 2
        setting: dict[str, Any] = {
            "c": 1,
            "Lambda": 1000,
            "R": 100,
            "h": Fraction(1, 2),
            "smoothness": "spectral",
        }
        order = random_order("svm", n=n, passes=passes, b=b, **setting)
        beta = Fraction(formulas.smoothness_svm_spectral(Fraction(1000), Fraction(1), Fraction(1, 2)))
        moved = []
        for places in product(range(n), repeat=passes):
            f = Fraction(0)  # its mirror image is at -f
            for m in range(1, passes * period + 1):
                turn, batch = divmod(m - 1, period)
                share = Fraction(places[turn] // b == batch, min(b, n - batch * b))
                f -= min(1 / beta, Fraction(1, 1000 * m)) * (1000 * f - share)
            assert f < Fraction(1, 2)  # so that the slope of the loss is still -1
            moved.append(2 * f)
        for move in moved:
            chance = Fraction(sum(other >= move for other in moved), len(moved))
            assert chance <= sum(here for bound, here in order.moves if bound >= move)
        assert max(moved) > Fraction(99, 100) * order.largest

    def test_too_many_passes(self) -> None:
        with pytest.raises(InvalidInput, match=r"passes .* must be <= 10000, got 10001"):
            svm(50, passes=10_001)


class TestAverage:
    def test_one_move_has_the_curve_of_the_gaussian_sum(self) -> None:
        mixed = MixedGaussianSum((RandomOrder(((Fraction(2), Fraction(1)),)),), 3, 10)
        plain = GaussianSum(Fraction(2), 3, 10)
        noise = arb(4)
        exact = plain.epsilon(noise, "1e-5").hi
        assert exact <= mixed.epsilon(noise, "1e-5").hi <= exact * (1 + Fraction(1, 10**6))
        needed = float(plain.noise_for("0.6", "1e-5").mid())
        assert needed <= float(mixed.noise_for("0.6", "1e-5").mid()) <= needed * (1 + 1e-6)

    def test_delta_is_the_average(self) -> None:
        """Two orders, one of which a curve covers: half of its delta, and half of the other's."""
        small, large = ((Fraction(move), Fraction(1)) for move in (1, 3))
        both = RandomOrder(tuple((move, Fraction(1, 2)) for move, _ in (small, large)))
        alone = [
            MixedGaussianSum((RandomOrder((one,)),), 1, 1).delta(Fraction(1), arb(5))
            for one in (small, large)
        ]
        found = MixedGaussianSum((both,), 1, 1).delta(Fraction(1), arb(5))
        assert found == sum(alone) / 2 > alone[0]

    def test_the_worst_size_counts(self) -> None:
        orders = tuple(RandomOrder(((Fraction(move), Fraction(1)),)) for move in (1, 3, 2))
        worst = MixedGaussianSum(orders[1:2], 1, 1)
        found, alone = (
            sums.epsilon(arb(5), "1e-5").upper() for sums in (MixedGaussianSum(orders, 1, 1), worst)
        )
        assert found == pytest.approx(alone, rel=1e-9)


class TestDeployment:
    def test_a_refused_plan_is_certified_with_fresh_orders(self) -> None:
        with pytest.raises(Refused, match='order = "fresh"'):
            certificate(**SHORT | {"learner.passes": 60, "learner.p": 64})
        printed = {"learner.passes": 60, "learner.p": 64, "privacy.sigma": "18.815"}
        found = certificate(**FRESH | printed)
        assert found.eps.upper() < found.printed.eps.lower()
        assert any("an unlucky order" in finding for finding in found.findings)
        assert "lem:m1" in {link.label for link in found.chain}
        words = " ".join(premise.says for premise in found.premises)
        assert "fresh uniformly random order" in words
        assert "in the same order" not in words

    @pytest.mark.parametrize("kind", [{}, ROUNDED, GRID])
    def test_less_noise_than_for_the_unluckiest_order(self, kind: dict[str, Any]) -> None:
        target = CERTIFIED | {"privacy.sigma": None, "privacy.eps": "0.6"} | kind
        fresh, fixed = (certificate(**plan | target) for plan in (FRESH, SHORT))
        assert fresh.noise.upper() < fixed.noise.lower()
        assert fresh.move == fixed.move

    def test_where_orders_do_not_differ_nothing_changes(self) -> None:
        for change in ({"users.n": 40}, {"learner.divisor": "fixed"}, {"privacy.level": "user"}):
            assert certificate(**FRESH | change).eps.hi == certificate(**SHORT | change).eps.hi

    def test_groups_pay_for_every_order(self) -> None:
        group = CERTIFIED | {"privacy.level": "group", "privacy.group": 2}
        assert certificate(**FRESH | group).eps.hi == certificate(**SHORT | group).eps.hi

    @pytest.mark.parametrize(
        ("change", "message"),
        [
            ({"learner.order": "random"}, "learner.order .* must be one of fixed, fresh"),
            ({"learner.passes": None, "learner.M": 9}, 'learner.M .* must not be given with order = "fresh"'),
            ({"learner.passes": 10_001}, "learner.passes .* must be <= 10000"),
        ],
    )
    def test_bad_input(self, change: dict[str, Any], message: str) -> None:
        with pytest.raises(InvalidInput, match=message):
            certificate(**FRESH | change)


class TestDrawn:
    def test_each_pass_visits_each_record_once(self) -> None:
        sets = fresh_order(50, 4, 20, Random(1))
        assert [len(one) for one in sets] == [20, 20, 10] * 4
        passes = [[*chain(*sets[3 * t : 3 * t + 3])] for t in range(4)]
        assert all(sorted(one) == list(range(50)) for one in passes)
        assert len({tuple(one) for one in passes}) == 4

    def test_places_are_uniform(self) -> None:
        """In 2,000 seeded passes record 0 is in the last batch of 10 about every fifth time."""
        hits = sum(0 in one for one in fresh_order(50, 2000, 20, Random(2))[2::3])
        assert 320 < hits < 480

    def test_by_default_nobody_can_repeat_it(self) -> None:
        with pytest.raises(NotImplementedError):
            ENTROPY.getstate()
        assert fresh_order(50, 1, 20) != fresh_order(50, 1, 20)
