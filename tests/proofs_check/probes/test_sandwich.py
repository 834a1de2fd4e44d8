"""The sandwich: intervals with exact coverage, a chain that holds, and a mechanism that is caught."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest

from accountant.gaussian.functions import epsilon
from proofs_check.probes.clopper_pearson import lower_end, upper_end
from proofs_check.probes.noise_test import Sandwich, eps_ruled_out, planned_threshold, sandwich
from proofs_check.probes.pairs import Setting
from proofs_check.probes.run import constructed
from reference.errors import InvalidInput
from reference.notation import Xi

SVM = Setting("svm", 100, 2, Xi(K=2, c=1.0, M=100, Lambda=1.0, R=1.0, h=0.1))
SOFTMAX = Setting("softmax", 300, 1, Xi(K=2, c=1.0, M=300, Lambda=0.01, R=10.0))


def sandwich_of(setting: Setting, draws: int = 10**6, seed: int = 0, **options) -> Sandwich:
    *_, finding = constructed(setting)
    given = {"sigma": 1, "delta": "1e-2"} | options
    return sandwich(setting, finding.pair, draws=draws, rng=np.random.default_rng(seed), **given)


def binomial(N: int, k: int, p: Fraction) -> Fraction:
    return math.comb(N, k) * p**k * (1 - p) ** (N - k)


@pytest.mark.parametrize("N", [1, 4, 15, 40])
@pytest.mark.parametrize("risk", [Fraction(1, 10), Fraction(1, 200)])
def test_coverage_of_both_ends_by_exact_enumeration(N, risk):
    lows = [Fraction(lower_end(k, N, risk)) for k in range(N + 1)]
    highs = [Fraction(upper_end(k, N, risk)) for k in range(N + 1)]
    worst = Fraction(0)
    edges = [Fraction(i, 60) for i in range(1, 60)]
    edges += [low * (1 - Fraction(1, 10**9)) for low in lows[1:]] + [
        low + Fraction(1, 10**12) for low in lows
    ]
    for p in edges:
        missed_low = sum(binomial(N, k, p) for k in range(N + 1) if lows[k] > p)
        missed_high = sum(binomial(N, k, p) for k in range(N + 1) if highs[k] < p)
        assert missed_low <= risk
        assert missed_high <= risk
        worst = max(worst, missed_low)
    assert worst > risk * Fraction(99, 100)  # and no wider than needed


@pytest.mark.parametrize("N", [7, 1000, 10**6])
def test_ends_that_have_a_closed_form(N):
    risk = Fraction(1, 200)
    assert lower_end(0, N, risk) == 0
    assert upper_end(N, N, risk) == 1
    assert lower_end(N, N, risk) == pytest.approx(0.005 ** (1 / N), rel=1e-9)
    assert upper_end(0, N, risk) == pytest.approx(-math.expm1(math.log(0.005) / N), rel=1e-9)


@pytest.mark.parametrize(("k", "N"), [(3, 50), (260, 10**6), (4000, 10**5)])
@pytest.mark.slow
def test_ends_mirror_each_other(k, N):
    risk = Fraction(1, 100)
    assert upper_end(k, N, risk) == pytest.approx(1 - lower_end(N - k, N, risk), abs=1e-11)
    assert lower_end(k, N, risk) < k / N < upper_end(k, N, risk)


@pytest.mark.slow
def test_simulated_coverage_of_eps_lower():
    """eps_lower exceeds the true eps at most as often as stated; without intervals it would do so in half of the runs."""
    N, repeats, delta, rng = 4000, 150, Fraction(1, 100), np.random.default_rng(3)
    eps = epsilon(delta, 1).upper()
    threshold = (
        eps + 0.5
    )  # where the likelihood ratio of shift 1 is e^eps: the point estimate is unbiased there
    hit, alarm = (math.erfc((threshold - centre) / math.sqrt(2)) / 2 for centre in (1, 0))
    counts = list(
        zip(rng.binomial(N, hit, repeats).tolist(), rng.binomial(N, alarm, repeats).tolist(), strict=True)
    )
    too_high = sum(eps_ruled_out(*pair, N, delta, Fraction(9, 10)) > eps for pair in counts)
    assert too_high <= 0.1 * repeats
    naive = sum(h / N - 0.01 > math.exp(eps) * a / N for h, a in counts)
    assert naive > 0.3 * repeats


def test_counts_that_say_nothing_rule_out_nothing():
    assert eps_ruled_out(50, 50, 100, Fraction(1, 100), Fraction(99, 100)) == 0
    assert eps_ruled_out(0, 0, 100, Fraction(1, 100), Fraction(99, 100)) == 0
    assert eps_ruled_out(100, 0, 100, Fraction(1, 100), Fraction(99, 100)) > 2


@pytest.mark.parametrize(
    ("delta", "seed", "least"), [*(("1e-2", s, 0.93) for s in range(5)), ("1e-3", 4, 0.85)]
)
@pytest.mark.slow
def test_the_chain_at_a_million_draws(delta, seed, least):
    """At the default delta the lower bound is close whatever the seed; at 1e-3 fewer than 300 alarms are left to count."""
    result = sandwich_of(SVM, delta=delta, seed=seed)
    assert result.holds
    assert result.eps_lower <= result.eps_exact.lower() <= result.eps_certified.upper()
    assert result.lower_ratio >= least
    assert result.sensitivity_slack < 1e-6  # the witness moves the SVM as far as anything can
    assert result.eps_printed.lower() > result.eps_certified.upper()
    assert result.sampling_slack + result.sensitivity_slack == pytest.approx(
        result.eps_certified.upper() - result.eps_lower
    )


def test_softmax_leaves_sensitivity_slack():
    result = sandwich_of(SOFTMAX)
    assert result.holds
    assert result.lower_ratio >= 0.9
    assert result.sensitivity_slack > 0.01


def test_half_the_noise_is_caught():
    result = sandwich_of(SVM, really=0.5)
    assert not result.holds
    assert result.eps_lower > result.eps_certified.upper()


def test_noise_scaled_to_the_printed_bound_fails_with_the_printed_rescaling():
    sphere = Setting("svm", 100, 1, Xi(K=2, c=1.0, M=100, Lambda=1.0, R=20.0, h=0.1), "sphere")
    result = sandwich_of(sphere, draws=10**5)
    assert result.breaks_print
    assert result.eps_lower > 3 * result.eps_printed.upper()
    assert result.holds  # the realised shift and 2R explain it


def test_draws_are_a_function_of_the_generator():
    counts = [
        (r.hits, r.false_alarms) for r in (sandwich_of(SVM, draws=20_000, seed=seed) for seed in (1, 1, 2))
    ]
    assert counts[0] == counts[1] != counts[2]


def test_the_planned_threshold_approaches_the_likelihood_ratio_test():
    """With many draws nothing is lost by setting it where the likelihood ratio is e^eps."""
    eps = epsilon("1e-2", 1).upper()
    assert planned_threshold(1.0, 1e-2, 10**12, 0.99) == pytest.approx(eps + 0.5, abs=0.05)


def test_a_confidence_that_float64_rounds_to_1():
    result = sandwich_of(SVM, draws=20_000, confidence="0.9999999999999999999")
    assert result.confidence == 1 - Fraction(1, 10**19)
    assert 0 < result.eps_lower < sandwich_of(SVM, draws=20_000).eps_lower


@pytest.mark.parametrize(
    "options",
    [
        {"sigma": 0},
        {"delta": 1},
        {"confidence": 1},
        {"confidence": "high"},
        {"draws": 0},
        {"really": -1},
        {"sigma": "1e-50"},
        {"sigma": "1e-20"},
        {"really": 1e-300},
        {"really": 1e308, "sigma": "1e90"},
    ],
)
def test_bad_input_is_refused(options):
    with pytest.raises(InvalidInput):
        sandwich_of(SVM, **({"draws": 10} | options))
