"""Pairs that climb: they beat the simple witness, stay below the proved bound, and are a function of their seed."""

from __future__ import annotations

import numpy as np
import pytest

from proofs_check.probes.climb import climbed, shaped, uphill
from proofs_check.probes.pairs import Pairs, Setting
from proofs_check.probes.run import Finding
from proofs_check.probes.witnesses import pushed_then_turned
from reference.notation import ReplaceOne, Xi

SMALL_BALL = Setting("softmax", 11, 3, Xi(K=4, c=0.8, M=33, Lambda=0.05, R=0.3))  # bound: twice the radius
PASSES = Setting("softmax", 20, 2, Xi(K=5, c=0.7, M=60, Lambda=0.25, R=0.7))  # bound: the recursion


@pytest.mark.parametrize("setting", [SMALL_BALL, PASSES])
@pytest.mark.slow
def test_whole_runs_come_closer_than_the_simple_witness(setting):
    simple, best = (
        Finding("", setting, pair, setting.certified_gap(pair), setting.bounds())
        for pair in (pushed_then_turned(setting), climbed(setting))
    )
    assert ReplaceOne().holds(best.pair.first, best.pair.second)
    assert simple.proved_ratio < 0.9
    assert 0.98 <= best.proved_ratio <= 1
    assert not best.exceeds_proved


def test_climbing_is_what_helps():
    """The best of the shapes alone stays clearly below what climbs from them."""
    rng = np.random.default_rng(3)
    pairs = Pairs.of([shaped(SMALL_BALL, rng) for _ in range(8)])
    before = SMALL_BALL.gaps(pairs)
    after, gaps = uphill(SMALL_BALL, pairs, rng, rounds=60)
    np.testing.assert_allclose(SMALL_BALL.gaps(after), gaps)
    assert gaps.max() > 1.1 * before.max()


def test_a_pair_is_a_function_of_its_seed():
    first, again, other = (climbed(SMALL_BALL, seed) for seed in (1, 1, 2))
    assert np.array_equal(first.first.x, again.first.x)
    assert not np.array_equal(first.first.x, other.first.x)


@pytest.mark.parametrize(("p", "M", "b", "K"), [(1, 1, 1, 2), (1, 3, 5, 3), (4, 2, 2, 2)])
def test_odd_settings_have_pairs_too(p, M, b, K):
    setting = Setting("softmax", 6, p, Xi(K=K, c=1.0, M=M, Lambda=0.3, R=2.0, b=b))
    pair = climbed(setting)
    assert 0 < setting.gaps(Pairs.of([pair]))[0] <= setting.bounds().proved.upper()
