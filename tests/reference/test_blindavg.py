"""BlindAvg: the average of weighted models with the right noise, on the grid, in both schemes."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction

import numpy as np
import pytest

from reference.errors import InvalidInput, TooFewParties
from reference.formulas import noise_per_user, sum_fits
from reference.learners.softmax_reg_sgd import softmax_reg_sgd
from reference.notation import Array, Dataset, Xi
from reference.protocol.agreement import SCHEMES, Plan
from reference.protocol.blindavg import blindavg, server_blindavg, user_blindavg
from reference.secure_sum.fixed_point import FixedPoint
from reference.secure_sum.messages import MASKED, UPLOAD, dropping
from reference.secure_sum.rounds import user_names
from reference.secure_sum.sealed import Lines
from tests.entropy import seeded

XI = Xi(K=3, c=1.0, M=20, Lambda=0.5, R=2.0)
GOOD = {"w": 4, "t": "0.5", "sigma": "2"}


def T(D: Dataset) -> Array:
    return softmax_reg_sgd(D, XI)


def s(n: int) -> Fraction:
    return Fraction(8, n)


def datasets(sizes: tuple[int, ...] = (5, 6, 7, 8)) -> list[tuple[str, Dataset]]:
    rng = np.random.default_rng(0)
    sets = [Dataset.of_features(rng.normal(size=(n, 4)), rng.integers(0, 3, n)) for n in sizes]
    return list(zip(user_names(len(sizes)), sets, strict=True))


def average(users: list[tuple[str, Dataset]], w: int) -> Array:
    return np.asarray(sum(len(D) / w * T(D) for _, D in users))


@pytest.mark.parametrize("scheme", SCHEMES)
def test_without_noise_the_result_is_the_weighted_average(scheme: str) -> None:
    plan = Plan.of(GOOD | {"sigma": 0, "scheme": scheme})
    users = datasets()
    grid = plan.fixed_point([8], XI.R, s)
    model, result = blindavg(users, plan, T, s, grid, Lines("round 1"))
    assert result.contributors == {name for name, _ in users}
    assert model.shape == (5, 3)
    assert np.abs(model - average(users, 4)).max() <= 4 * 0.5 / plan.scale * (1 + 1e-9)
    steps = sum(grid.on_grid(len(D) / 4 * T(D)) for _, D in users)
    assert (model * plan.scale == steps).all()  # to the last fixed-point bit


def test_a_dropped_user_is_missing_from_the_average() -> None:
    plan = Plan.of(GOOD | {"sigma": 0, "rho": "1/4"})
    users = datasets()
    grid = plan.fixed_point([8], XI.R, s)
    lines = Lines("round 1", wire=dropping({"user 2": UPLOAD}))
    model, result = blindavg(users, plan, T, s, grid, lines)
    left = [(name, D) for name, D in users if name != "user 2"]
    assert result.contributors == {name for name, _ in left}
    assert np.abs(model - average(left, 4)).max() < 2 / plan.scale


@pytest.mark.parametrize("scheme", SCHEMES)
def test_more_dropouts_than_planned_release_nothing(scheme: str) -> None:
    for rho, gone in (("0", ["user 2"]), ("1/4", ["user 2", "user 3"])):
        plan = Plan.of(GOOD | {"t": 1, "rho": rho, "scheme": scheme})
        wire = dropping(dict.fromkeys(gone, UPLOAD if scheme == "servers" else MASKED))
        with pytest.raises(TooFewParties, match="are needed; no sum is released"):
            blindavg(datasets(), plan, T, s, plan.fixed_point([8], XI.R, s), Lines("r", wire=wire))


def test_too_few_users_release_nothing() -> None:
    """Noise for dropouts is a matter of σ, which the certificate of a deployment computes."""
    assert Plan.of(GOOD | {"rho": "1/8"}).least == 4
    assert Plan.of(GOOD | {"w": 100, "rho": "0.1"}).least == 90
    alone, planned = (Plan.of(GOOD | {"rho": rho}).variance_on_grid(5, s(5)) for rho in ("0", "1/8"))
    assert alone == planned


def noise_of_a_user(plan: Plan, n: int, count: int) -> Array:
    """What the user's step adds, in units of the print: noise over n/w, s and the printed σ~."""
    D = Dataset(np.ones((n, 1)), np.zeros(n))
    grid = plan.fixed_point([n], 1.0, s)
    rng, entropy = np.random.default_rng(1), seeded(1)
    f = user_blindavg(D, plan, lambda _: np.full(count, 0.25), s(n), grid, rng, entropy)
    shift = grid.on_grid(np.full(count, n / plan.w * 0.25))
    unit = n / plan.w * noise_per_user(float(plan.sigma), float(plan.t), plan.w) * float(s(n)) * plan.scale
    return np.asarray((grid.decoded(f) - shift) / unit)


@pytest.mark.parametrize("kind", ["gaussian", "discrete"])
@pytest.mark.parametrize("n", [1, 9])
def test_the_noise_has_the_printed_size(kind: str, n: int) -> None:
    count = 20_000
    noise = noise_of_a_user(Plan.of(GOOD | {"w": 3, "noise": kind}), n, count)
    assert abs(noise.mean()) < 5 / math.sqrt(count)
    assert abs((noise**2).mean() - 1) < 5 * math.sqrt(2 / count)


def test_upscaled_noise_is_the_same_for_every_n() -> None:
    """sec:parameter_upscaling: with s = s'/n the noise on the grid does not depend on n, exactly."""
    plan = Plan.of(GOOD)
    assert len({plan.variance_on_grid(n, s(n)) for n in (1, 7, 50)}) == 1
    assert plan.variance_on_grid(5, s(5)) == Fraction(2 * 8, 4) ** 2 * 2**40 / 2


def test_the_noise_of_the_honest_users_adds_up_to_sigma() -> None:
    """t w users together have variance (σ s n/w)² on the scale of the average."""
    plan = Plan.of(GOOD | {"w": 8, "scale": 1})
    honest = plan.t * plan.w * plan.variance_on_grid(5, s(5))
    assert honest == (plan.sigma * s(5) * Fraction(5, 8)) ** 2


def test_float_noise_repeats_with_the_seed_whatever_the_masks() -> None:
    plan = Plan.of(GOOD | {"noise": "gaussian"})
    grid = plan.fixed_point([8], XI.R, s)
    models = [
        blindavg(datasets(), plan, T, s, grid, Lines("round 1"), np.random.default_rng(seed))[0]
        for seed in (3, 3, 4)
    ]
    assert (models[0] == models[1]).all()
    assert (models[0] != models[2]).all()


def test_discrete_noise_comes_from_the_operating_system() -> None:
    plan = Plan.of(GOOD)
    grid = plan.fixed_point([8], XI.R, s)
    one, other = (blindavg(datasets(), plan, T, s, grid, Lines("round 1"))[0] for _ in range(2))
    assert (one != other).mean() > 0.9


class WholeOnly(np.ndarray):
    """An array that refuses to meet a float."""

    def __array_ufunc__(self, ufunc: np.ufunc, method: str, *inputs: object, **options: object) -> object:
        plain = [np.asarray(value) for value in inputs]
        assert all(value.dtype.kind in "iub" for value in plain), f"{ufunc} of a float"
        result = getattr(ufunc, method)(*plain)
        return result.view(WholeOnly) if isinstance(result, np.ndarray) else result


def test_the_released_path_sees_no_float_after_rounding(monkeypatch: pytest.MonkeyPatch) -> None:
    real = FixedPoint.on_grid
    monkeypatch.setattr(FixedPoint, "on_grid", lambda *given: real(*given).view(WholeOnly))
    plan = Plan.of(GOOD)
    grid = plan.fixed_point([8], XI.R, s)
    for who, D in datasets():
        f = user_blindavg(D, plan, T, s(len(D)), grid, who=who)
        assert isinstance(f, WholeOnly)  # watched to the end
    with pytest.raises(AssertionError, match="of a float"):  # the control
        grid.on_grid(np.zeros(2)) + np.zeros(2)


@pytest.mark.parametrize(
    "changes", [{}, {"w": 1000, "sigma": "0.01"}, {"w": 2, "sigma": "50", "scale": 2**10}]
)
def test_the_chosen_range_fits(changes: dict[str, object]) -> None:
    plan = Plan.of(GOOD | changes)
    grid = plan.fixed_point([3, 50], 2.0, s)
    assert sum_fits(plan.w, grid.largest, Fraction(grid.B)) > 0
    deviation = math.sqrt(plan.variance_on_grid(50, s(50)))
    assert grid.largest >= 50 / plan.w * 2.0 * plan.scale + 12 * deviation
    assert grid.B <= 4 * plan.w * grid.largest  # and not much more


def test_a_model_beyond_the_range_names_its_user() -> None:
    plan = Plan.of(GOOD)
    grid = plan.fixed_point([8], XI.R, s)
    with pytest.raises(InvalidInput, match=r"entry 0 of user 1 .* nothing is clipped"):
        blindavg(datasets(), plan, lambda D: np.full((5, 3), 1e9), s, grid, Lines("round 1"))
    small = FixedPoint(scale=plan.scale, largest=10, B=2**40)  # the noise does not fit
    with pytest.raises(InvalidInput, match=r"of user 1 .* nothing is clipped"):
        blindavg(datasets(), plan, lambda D: np.zeros((5, 3)), s, small, Lines("round 1"))


BAD: dict[str, tuple[Callable[[], object], str]] = {
    "w": (lambda: Plan.of(GOOD | {"w": 0}), "w .* must be >= 1"),
    "t 0": (lambda: Plan.of(GOOD | {"t": 0}), "t .* must be above 0"),
    "t 2": (lambda: Plan.of(GOOD | {"t": 2}), "t .* at most 1"),
    "t text": (lambda: Plan.of(GOOD | {"t": "half"}), "t .* must be a number"),
    "t 1/0": (lambda: Plan.of(GOOD | {"t": "1/0"}), "t .* must be a number"),
    "rho": (lambda: Plan.of(GOOD | {"rho": "0.5"}), "rho .* must be >= 0 and < t"),
    "rho negative": (lambda: Plan.of(GOOD | {"rho": -1}), "rho .* must be >= 0"),
    "sigma": (lambda: Plan.of(GOOD | {"sigma": -1}), "sigma .* must be >= 0"),
    "sigma nan": (lambda: Plan.of(GOOD | {"sigma": math.nan}), "sigma .* must be finite"),
    "noise": (lambda: Plan.of(GOOD | {"noise": "laplace"}), "noise .* must be one of gaussian, discrete"),
    "scheme": (lambda: Plan.of(GOOD | {"scheme": "one"}), "scheme .* must be one of servers, users"),
    "J": (lambda: Plan.of(GOOD | {"J": 1}), "J .* must be >= 2"),
    "k": (lambda: Plan.of(GOOD | {"k": 0}), "k .* must be >= 1"),
    "unknown": (lambda: Plan.of(GOOD | {"rounds": 2}), "rounds .* is not known"),
    "missing": (lambda: Plan.of({"w": 2}), "plan .* is incomplete"),
    "scale": (lambda: Plan.of(GOOD | {"scale": 1000}).fixed_point([8], 1.0, s), "must be a power of two"),
    "too fine": (lambda: Plan.of(GOOD | {"scale": 2**52}).fixed_point([8], 1.0, s), "largest .* must be <= 2"),
    "no seed": (
        lambda: user_blindavg(datasets()[0][1], plan := Plan.of(GOOD | {"noise": "gaussian"}), T, s(5),
                              plan.fixed_point([8], 2.0, s)),
        "rng .* must be given",
    ),
    "too many users": (
        lambda: blindavg(datasets((5, 5, 5, 5, 5)), plan := Plan.of(GOOD), T, s, plan.fixed_point([5], 2.0, s),
                         Lines("round 1")),
        "w .* must not be exceeded",
    ),
    "unequal n s": (
        lambda: blindavg(datasets(), plan := Plan.of(GOOD), T, lambda n: Fraction(1), plan.fixed_point([8], 2.0, s),
                         Lines("round 1")),
        "n s .* must be 5, as for the users before user 2, got .*6",
    ),
    "modulus for fewer": (
        lambda: server_blindavg([], Plan.of(GOOD), FixedPoint(scale=1, largest=10, B=50), Lines("round 1")),
        r"B .* must be > 2 \* 4 \* 10",
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", BAD)
def test_bad_input_is_named(case: str) -> None:
    call, message = BAD[case]
    with pytest.raises(InvalidInput, match=message):
        call()
