"""The baselines against what they must be: plain gradient steps, noise of the stated size, optima, class means."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from flint import arb

from accountant import delta as certified_delta
from accountant.numbers.balls import precision
from reference.baselines.class_means import class_means, class_means_sensitivity
from reference.baselines.gradient_averaging import GradAvg, gradient_averaging
from reference.baselines.liblinear import svm_smo
from reference.baselines.noisy_ridge import moments, moments_sensitivity, noisy_ridge, numbers_sent
from reference.baselines.objective_perturbation import Amp, amp, amp_constants
from reference.errors import InvalidInput
from reference.learners.losses import grad_J_huber, grad_J_softmax
from reference.learners.prediction import accuracy
from reference.learners.projections import clipped
from reference.learners.softmax_reg_sgd import softmax_reg_sgd
from reference.notation import Dataset, Xi

K = 3


def records(n: int = 60) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(0)
    y = rng.integers(0, K, n)
    x = np.hstack([np.ones((n, 1)), 3 * np.eye(K)[y] + rng.normal(size=(n, K))])
    return clipped(x, 1.0), y


def test_without_noise_and_clipping_it_is_gradient_descent():
    x, y = records()
    run = GradAvg(rate=0.5, C=100.0, sigma=0.0)
    found = gradient_averaging(x, y, K, [run], 1.0, 4, np.random.default_rng(0))[0]
    f = np.zeros((x.shape[1], K))
    for _ in range(4):
        f = f - 0.5 * grad_J_softmax(f, x, y, 0.0, len(x))
    np.testing.assert_allclose(found, f, rtol=1e-12)


def test_each_gradient_is_clipped():
    x, y = records(7)
    C = 0.3
    found = gradient_averaging(x, y, K, [GradAvg(1.0, C, 0.0)], 1.0, 1, np.random.default_rng(0))[0]
    total = np.zeros_like(found)
    for j in range(len(x)):
        g = grad_J_softmax(total * 0, x[j : j + 1], y[j : j + 1], 0.0, 1)
        total += g * min(1, C / np.linalg.norm(g))
    np.testing.assert_allclose(found, -total / len(x), rtol=1e-12)


@pytest.mark.parametrize("w", [1, 9])
def test_noise_has_the_stated_size(w):
    x, y = records(50)
    quiet, noisy = GradAvg(1.0, 0.5, 0.0), GradAvg(1.0, 0.5, 40.0)
    models = gradient_averaging(x, y, K, [quiet] + [noisy] * 400, 1.0, 1, np.random.default_rng(1), w)
    deviation = (models[1:] - models[0]).std()
    assert deviation == pytest.approx(np.sqrt(w) * 40.0 * 0.5 / 50, rel=0.05)


def test_sampling_rate_is_kept():
    x, y = records(400)
    run = [GradAvg(1.0, 10.0, 0.0)]
    models = [gradient_averaging(x, y, K, run, 0.1, 1, np.random.default_rng(s))[0] for s in range(60)]
    whole = gradient_averaging(x, y, K, run, 1.0, 1, np.random.default_rng(0))[0]
    assert np.linalg.norm(np.mean(models, axis=0) - whole) < 0.15 * np.linalg.norm(whole)
    assert np.linalg.norm(models[0] - models[1]) > 0.1 * np.linalg.norm(whole)


def test_class_means_are_softmax_at_large_lambda():
    x, y = records()
    xi = Xi(K=K, c=1.0, M=20 * len(x), Lambda=1e4, R=1.0)
    f = softmax_reg_sgd(Dataset(x, y), xi)
    np.testing.assert_allclose(1e4 * f, class_means(x, y, K), atol=2e-3)
    assert accuracy(class_means(x, y, K), Dataset(x, y)) > 0.9


def test_class_means_move_as_stated():
    x, y = records(20)
    bound = class_means_sensitivity(1.0, K, 20)
    other = x.copy()
    other[3] = -x[3] / np.linalg.norm(x[3])
    x[3] = -other[3]
    moved = np.linalg.norm(class_means(x, y, K) - class_means(other, y, K))
    assert moved == pytest.approx(bound, rel=1e-12), "the same label and the opposite record reach the bound"


def test_liblinear_finds_the_optimum_of_our_objective():
    pytest.importorskip("sklearn")
    x, y = records()
    best = svm_smo(x, y, K, 0.05, tolerance=1e-9, rounds=100_000)
    assert best.converged

    def J(f: np.ndarray, k: int) -> float:
        sign = np.where(y == k, 1, -1)
        return 0.05 / 2 * f @ f + np.maximum(0, 1 - sign * (x @ f)).mean()

    rng = np.random.default_rng(0)
    for k in range(K):
        f = best.f[:, k]
        for _ in range(200):
            assert J(f, k) <= J(f + 0.01 * rng.normal(size=f.shape), k) + 1e-9
    assert not svm_smo(x, y, K, 1e-4, tolerance=1e-12, rounds=1).converged


def test_amp_stops_where_the_perturbed_gradient_vanishes():
    x, y = records()
    quiet = Amp(ridge=3.0, objective_noise=0.0, tolerance=1e-9, output_noise=0.0)
    f = amp(x, y, K, 0.3, quiet, np.random.default_rng(0))
    for k in range(K):
        sign = np.where(y == k, 1.0, -1.0)
        gradient = grad_J_huber(f[:, k], x, sign, 0.3, 3.0 / len(x), len(x))
        assert np.linalg.norm(gradient) < 1e-8
    tilted = amp(x, y, K, 0.3, Amp(3.0, 0.5, 1e-9, 0.0), np.random.default_rng(0))
    assert np.linalg.norm(tilted - f) > 0.1
    with pytest.raises(InvalidInput, match="rounds"):
        amp(x, y, K, 0.3, quiet, np.random.default_rng(0), rounds=2)


def test_amp_constants_shrink_with_the_budget():
    small, large = (amp_constants(eps, 1e-6, 1000, 1.0, 0.1) for eps in (0.1, 1.0))
    assert small.ridge > large.ridge > 0
    assert small.objective_noise > large.objective_noise > 0
    assert amp_constants(50.0, 1e-6, 1000, 1.0, 0.1).ridge >= 2 * 5.0 / 1.0


def spends(found: Amp, eps: float, delta: float, n: int, h: float) -> list[bool]:
    """In balls, c = 1: do determinants and Gaussian noise meet the part of the budget that each has? (shares 0.99 and 0.01)"""
    with precision(200):
        eps_1, delta_1 = arb(eps) * (1 - arb("0.01")), arb(delta) * (1 - arb("0.01"))
        growth = (1 + arb(1) / (2 * arb(h) * arb(found.ridge))).log()
        shift = arb(2) / n / arb(found.objective_noise)  # |v| over the noise
        reach = (eps_1 - growth) / shift - shift / 2  # of |<b, x>| + |<b, x'>|, in deviations of b along x
        beyond = 2 * (reach / arb(2).sqrt()).erfc()  # four half-spaces
    apart = 2 * n * found.tolerance / found.ridge
    output = certified_delta(0.01 * eps, found.output_noise / apart).upper()
    return [bool(beyond <= delta_1), output <= 0.01 * delta]


@pytest.mark.parametrize("h", [0.1, 0.5])
@pytest.mark.parametrize("eps", [0.3, 0.6, 1.2, 3.0, 8.0, 30.0])
@pytest.mark.parametrize(("n", "K"), [(341, 2), (1079, 10), (55000, 10)])
def test_amp_constants_meet_the_budget_of_a_class(n, K, eps, h):
    for delta in (1e-5, 2e-8):
        found = amp_constants(eps / K, delta / K, n, 1.0, h)
        assert all(spends(found, eps / K, delta / K, n, h))


@pytest.mark.parametrize("name", ["objective_noise", "output_noise"])
def test_half_of_the_noise_does_not_meet_it(name):
    """Half of the output noise is what the cited theorem asks for."""
    found = amp_constants(0.12, 1e-6, 1079, 1.0, 0.5)
    less = replace(found, **{name: 0.5 * getattr(found, name)})
    assert not all(spends(less, 0.12, 1e-6, 1079, 0.5))
    weak = replace(found, ridge=found.ridge / 200)
    assert not all(spends(weak, 0.12, 1e-6, 1079, 0.5))


@pytest.mark.parametrize(
    "call",
    [
        lambda x, y: GradAvg(0.0, 1.0, 1.0),
        lambda x, y: GradAvg(1.0, -1.0, 1.0),
        lambda x, y: GradAvg(1.0, 1.0, float("nan")),
        lambda x, y: gradient_averaging(x, y, K, [GradAvg(1.0, 1.0, 1.0)], 0.0, 1, np.random.default_rng(0)),
        lambda x, y: gradient_averaging(x, y, K, [GradAvg(1.0, 1.0, 1.0)], 0.5, 0, np.random.default_rng(0)),
        lambda x, y: svm_smo(x, y, K, 0.0),
        lambda x, y: amp_constants(0.0, 1e-5, 10, 1.0, 0.1),
        lambda x, y: amp_constants(1.0, 1e-5, 10, 1.0, 0.1, eps_share=1.0),
    ],
)
def test_bad_input(call):
    with pytest.raises(InvalidInput):
        call(*records())


@pytest.mark.parametrize("balance", [0.3, 1.0, 1.4])
def test_noisy_ridge_moves_as_far_as_the_bound_says(balance):
    """No pair of records on the unit sphere is farther apart, and the worst one reaches the bound."""
    rng, bound, classes = np.random.default_rng(0), moments_sensitivity(1.0, K, balance), np.arange(K)
    worst = 0.0
    for _ in range(300):
        x, z = (v / np.linalg.norm(v) for v in rng.normal(size=(2, 2)))
        y, v = rng.choice(classes, 2)
        one, other = (moments(r[None], np.array([k]), K) for r, k in ((x, y), (z, v)))
        move = np.hypot(np.linalg.norm(one[0] - other[0]), balance * np.linalg.norm(one[1] - other[1]))
        worst = max(worst, move / bound)
    assert 0.999 < worst <= 1 + 1e-12


def test_noisy_ridge_without_noise_is_least_squares():
    x, y = records(200)
    found = noisy_ridge(moments(x, y, K), len(x), 0.0, 1.0, 1.0, np.random.default_rng(0))
    wanted = np.linalg.lstsq(x, (y[:, None] == np.arange(K)) - 1 / K, rcond=None)[0]
    np.testing.assert_allclose(found, wanted, rtol=0.1, atol=0.01)
    assert ((x @ found).argmax(axis=1) == y).mean() > 0.9
    assert numbers_sent(1905, 10) == 1905 * 1906 // 2 + 19050


def test_noise_of_ridge_has_the_stated_size(monkeypatch):
    """Diagonal, beside it, and the targets over the balance."""
    seen = []
    monkeypatch.setattr(np.linalg, "solve", lambda left, right: seen.append((left, right)) or right)
    rng, d = np.random.default_rng(1), 60
    for _ in range(40):
        noisy_ridge((np.zeros((d, d)), np.zeros((d, K))), 0, 3.0, 2.0, 0.0, rng)
    left, right = (np.stack(part) for part in zip(*seen, strict=True))
    assert (left == left.transpose(0, 2, 1)).all()
    assert left[:, range(d), range(d)].std() == pytest.approx(3.0, rel=0.05)
    assert left[:, *np.triu_indices(d, 1)].std() == pytest.approx(3.0 / np.sqrt(2), rel=0.02)
    assert right.std() == pytest.approx(1.5, rel=0.05)
