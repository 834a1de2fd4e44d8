"""Experiments on real data: the noise is what the accountant certifies, the numbers come back, the files are there."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from accountant import delta, subsampled
from paper_claims.commands.main import main
from paper_claims.experiments.real import run as real
from paper_claims.experiments.real import splits_and_noise as stages
from paper_claims.experiments.real.cases import eps, non_iid
from paper_claims.experiments.real.choices import Noisy
from paper_claims.experiments.real.grids import SMALL_LAMBDAS, SMALL_RADII, grid, plan_for, small
from paper_claims.experiments.real.measures import MEASURES
from paper_claims.experiments.real.tables import pivot
from paper_claims.training import records
from proofs_check.recorded.estimates import Estimate, accuracy, difference
from reference.datasets.loaders import load
from reference.errors import InvalidInput
from reference.fast.many_settings import trained_settings
from reference.notation import Xi
from tests.reference.cifar10_sample import SAMPLE

pytest.importorskip("sklearn")
PLAN = small("digits", "", 0)
BUDGETS = [["1.2", "1e-5"], ["8", "1e-5"]]


def rows(kind: str = "blindavg", **more: Any) -> list[dict[str, Any]]:
    shared = {"learner": "softmax", "w": 1, "partition": "iid", "grid": list(grid((0.3, 1.0), (1.0,), 0.5)), "passes": 5,
              "b": 20, "bounds": ["none", "printed", "repaired", "tight"], "budgets": [["1.2", "1e-5"]]}  # fmt: skip
    return MEASURES[kind](PLAN.job(kind, 0, **(shared | more)).parameters)


@pytest.mark.slow
def test_tight_noise_beats_printed_noise_on_digits() -> None:
    found = {row["bound"]: row["test"] for row in rows(centring=0.0)}
    assert found["none"] > found["tight"] > found["repaired"] > found["printed"]
    assert found["tight"] > found["printed"] + 0.08


@pytest.mark.slow
def test_same_seed_same_rows_and_another_seed_others() -> None:
    assert rows() == rows()
    assert rows() != rows(seed=1)


def test_choosing_and_testing_records_are_not_trained_on() -> None:
    stage = stages.prepared(PLAN.job("blindavg", 0, centring=0.0).parameters)
    seen = {part.tobytes() for part in stage.train[0]}
    assert len(stage.train[1]) + len(stage.choose[1]) + len(stage.test[1]) == 1797
    repeated = sum(row.tobytes() in seen for part in (stage.choose, stage.test) for row in part[0])
    assert repeated <= 2, "digits has hardly any record twice"


@pytest.mark.parametrize("seed", [0, 3])
def test_train_has_the_same_digits(seed: int) -> None:
    """The same numbers, the same test records; those that choose here come first among those that train there."""
    stage = stages.prepared(small("digits", "", seed).job("blindavg", 0, centring=0.0).parameters)
    digits = load("digits", K=stage.K)
    train, test = records(digits, PLAN.test, seed)
    for i, (mine, held_out) in enumerate(((train.x, test.x), (train.y, test.y))):
        assert np.array_equal(mine, np.concatenate([stage.choose[i], stage.train[i]]))
        assert np.array_equal(held_out, stage.test[i])
    assert not np.array_equal(train.x, records(digits, PLAN.test, seed + 1)[0].x)


@pytest.mark.parametrize("learner", ["softmax", "svm"])
@pytest.mark.parametrize(("n", "b"), [(100, 20), (103, 20), (20, 20)])
@pytest.mark.slow
def test_the_three_bounds_are_ordered_and_groups_are_capped(learner: str, n: int, b: int) -> None:
    xi = Xi(K=10, c=1.0, M=3 * -(-n // b), Lambda=0.3, R=0.7, h=0.5, b=b)
    printed, repaired, tight = (
        stages.moved_by(learner, xi, n, 64, bound, 1) for bound in ("printed", "repaired", "tight")
    )
    assert printed > repaired >= tight * (1 - 1e-9) > 0
    assert (
        stages.moved_by(learner, xi, n, 64, "tight", 10**6)
        == stages.moved_by(learner, xi, n, 64, "tight", 0)
        == 2 * xi.R
    )
    assert stages.moved_by(learner, xi, n, 64, "tight", 3) <= 3 * tight


def test_mean_and_model_together_meet_the_budget() -> None:
    for centring in (0.0, 10.0):
        sigma = stages.noise_multiplier("1.2", "1e-5", centring)
        together = 1 / math.sqrt(1 / sigma**2 + (1 / centring**2 if centring else 0))
        assert 0.99e-5 < delta(1.2, together).upper() <= 1e-5
    with pytest.raises(InvalidInput, match="already spends"):
        stages.noise_multiplier("1.2", "1e-5", 2.0)


@pytest.mark.slow
def test_mean_and_dpsgd_together_meet_the_budget() -> None:
    q, steps = "1/4", 40
    for centring in (0.0, 10.0):
        sigma = stages.dpsgd_multiplier("1.2", "1e-5", q, steps, centring)
        blocks = [(q, sigma, steps)] + ([(1, 2 * centring, 1)] if centring else [])
        assert 0.8e-5 < subsampled.delta("1.2", *blocks).box.upper() <= 1e-5
    with pytest.raises(InvalidInput, match="already spends"):
        stages.dpsgd_multiplier("1.2", "1e-5", q, steps, 2.0)


def test_half_of_the_users_honest_and_k_releases_scale_the_noise(monkeypatch: pytest.MonkeyPatch) -> None:
    used: list[float] = []
    monkeypatch.setattr(Noisy, "accuracy", lambda self, model, deviation: used.append(deviation) or 0.5)
    one = {
        "grid": list(grid((1.0,), (1.0,), 0.5)),
        "bounds": ["repaired"],
        "b": 1,
        "passes": 1,
        "centring": 0.0,
        "records": 1000,
    }
    rows(w=1, **one)
    rows(w=10, **one)
    rows(w=10, learner="svm", **one)
    central, averaged, svm = used[0], used[2], used[4]
    assert averaged == pytest.approx(math.sqrt(2) * central, rel=1e-9)
    assert svm == pytest.approx(
        averaged * math.sqrt(10) / math.sqrt(2), rel=1e-9
    )  # G is c instead of sqrt(2) c
    assert central == pytest.approx(
        stages.noise_multiplier("1.2", "1e-5", 0.0) * 2 * math.sqrt(2) / 1000, rel=1e-9
    )


def test_one_training_serves_half_and_all_honest_users() -> None:
    """And the model without noise."""
    shared = {"w": 10, "centring": 0.0, "records": 500, "bounds": ["tight"]}
    *both, clean = rows(**shared, honest=[0.5, 1.0], clean=True)
    half, full = (rows(**shared, t=t)[0] for t in (0.5, 1.0))
    assert both == [half | {"t": 0.5}, full | {"t": 1.0}]
    assert half["test"] < full["test"] < clean["test"]
    (alone,) = rows(**(shared | {"bounds": ["none"]}))
    assert (clean["eps"], clean["bound"], clean["test"]) == (0.0, "none", alone["test"])


def test_noisy_accuracy_is_that_of_noisy_models() -> None:
    rng = np.random.default_rng(0)
    x, y, models = rng.normal(size=(50, 4)), rng.integers(0, 3, 50), rng.normal(size=(2, 4, 3))
    noisy = Noisy(models, (x, y), 6, np.random.default_rng(1))
    noise = np.random.default_rng(1).standard_normal((4, 18)).reshape(4, 6, 3)
    direct = [((x @ (models[1] + 0.7 * noise[:, k])).argmax(axis=1) == y).mean() for k in range(6)]
    assert noisy.accuracy(1, 0.7) == pytest.approx(np.mean(direct))


@pytest.mark.slow
def test_unequal_users_are_weighted_by_their_sizes() -> None:
    found = rows(w=7, partition="unequal", bounds=["none", "tight"])
    assert found[0]["test"] > 0.7
    assert found[0]["test"] > found[1]["test"] > 0.3


@pytest.mark.parametrize(
    ("kind", "more"),
    [("gradavg", {"batch": 256, "epochs": 10, "rates": [4.0], "clips": [0.5], "secure": True}),
     ("svm-smo", {"Lambdas": [1.0]}), ("amp", {"hs": [0.5]}), ("class-means", {})],
)  # fmt: skip
@pytest.mark.slow
def test_baselines_learn_more_with_a_larger_budget(kind: str, more: dict[str, Any]) -> None:
    found = {
        row["eps"]: row["test"]
        for row in rows(kind, budgets=[["0.3", "1e-5"], ["30", "1e-5"]], centring=20.0, **more)
    }
    assert found[30.0] > 0.6
    assert found[30.0] > found[0.3]


def test_without_secure_summation_users_add_more_noise() -> None:
    more = {"batch": 256, "epochs": 10, "rates": [4.0], "clips": [0.5], "w": 50}
    (alone,), (secure,) = (rows("gradavg", secure=secure, **more) for secure in (False, True))
    assert secure["test"] > alone["test"] + 0.1


# --- tables


def test_estimates_and_paired_differences() -> None:
    e = Estimate.of([0.5, 0.7])
    assert (e.mean, e.half) == (pytest.approx(0.6), pytest.approx(12.706 * 0.1, rel=1e-3))
    assert math.isnan(Estimate.of([0.5]).half)
    data = [
        {"a": a, "repeat": r, "test": t} for a, r, t in ((0, 0, 0.1), (0, 1, 0.5), (1, 0, 0.2), (1, 1, 0.6))
    ]
    gain = difference(data, {"a": 1}, {"a": 0})
    assert gain
    assert (gain.mean, gain.half) == (pytest.approx(0.1), pytest.approx(0, abs=1e-12))
    assert accuracy(data, a=2) is None
    assert pivot(data, ("repeat",), "a") == (
        ["repeat", "a 0", "a 1"],
        [["0", "10.0 ± nan", "20.0 ± nan"], ["1", "50.0 ± nan", "60.0 ± nan"]],
    )


# --- the command


@pytest.mark.slow
@pytest.mark.parametrize("name", real.REAL)
def test_quick_run_writes_table_numbers_and_pictures(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["experiment", name, "--quick", "--out", str(tmp_path)]) == 0
    assert "| digits |" in capsys.readouterr().out
    assert {f"{name}.{ending}" for ending in ("svg", "png", "json", "md")} <= {
        path.name for path in tmp_path.iterdir()
    }
    data = json.loads((tmp_path / f"{name}.json").read_text(encoding="utf-8"))
    assert data["rows"]
    assert all(0 <= row["test"] <= 1 for row in data["rows"])
    assert f"blindavg experiment {name} --data digits --quick" in (tmp_path / f"{name}.md").read_text(
        encoding="utf-8"
    )


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (["--data", "nowhere.npz"], "cannot be read"),
        (["--data", "cifar"], "must be digits"),
        (["--data", "digits:folder"], "must be digits"),
        (["--jobs", "0"], "--jobs"),
        (["--data", "fashion-mnist:/nowhere"], "cannot be read"),
    ],
)
def test_bad_input_is_one_line(
    given: list[str], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["experiment", "eps", "--quick", "--out", str(tmp_path), *given]) == 2
    text = capsys.readouterr().err
    assert message in text
    assert len(text.strip().splitlines()) == 1


@pytest.mark.parametrize("name", [name for name in real.REAL if name != "ablation"])
def test_files_with_too_few_records_for_the_users(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    np.savez(tmp_path / "few.npz", x=np.random.default_rng(0).normal(size=(10, 3)), y=np.arange(10) % 2)
    assert main(["experiment", name, "--data", str(tmp_path / "few.npz"), "--out", str(tmp_path)]) == 2
    text = capsys.readouterr().err
    assert "left for training" in text
    assert len(text.strip().splitlines()) == 1


def test_kept_results_are_those_of_the_same_file(tmp_path: Path) -> None:
    path, rng = tmp_path / "some.npz", np.random.default_rng(0)
    keys = []
    for shift in (0, 1, 0):
        np.savez(
            path,
            x=rng.normal(size=(60, 3)) if not keys else np.full((60, 3), 1.0 + shift),
            y=np.arange(60) % 2,
        )
        keys.append(small(str(path), "", 0).job("class-means", 0).key)
    assert len(set(keys)) == 3, "the file changed each time, its name did not"
    assert keys[-1] == small(str(path), "", 0).job("class-means", 0).key
    assert "content" not in PLAN.job("class-means", 0).parameters, "digits are always the same"


@pytest.mark.slow
def test_a_wider_grid_gains_little_on_the_choosing_records() -> None:
    """Another seed than the recorded one, and not the test records: this is how the grids were found."""
    plan = small("breast-cancer", "", 1)
    wide = grid((1e-4, 3e-4, *SMALL_LAMBDAS, 3.0, 10.0), (0.1, *SMALL_RADII, 100.0))
    for learner, h in (("softmax", {}), ("svm", {"h": 0.5})):
        found = []
        for settings in ({}, {"grid": [setting | h for setting in wide]}):
            job = plan.blindavg(0, learner, 1, plan.training_records(), budgets=BUDGETS, **settings)
            found.append({row["eps"]: row["choose"] for row in MEASURES["blindavg"](job.parameters)})
        assert all(0 <= found[1][eps] - found[0][eps] < 0.01 for eps in found[0])


def test_too_few_records_for_the_users() -> None:
    with pytest.raises(InvalidInput, match="must be <= 1079"):
        rows(w=5000)


def test_a_class_that_is_not_in_the_training_split(tmp_path: Path) -> None:
    y = np.zeros(40, dtype=int)
    y[:2] = (1, 2)
    np.savez(tmp_path / "rare.npz", x=np.random.default_rng(0).normal(size=(40, 3)), y=y)
    outside = [seed for seed in range(20) if _fails(str(tmp_path / "rare.npz"), seed)]
    assert 0 < len(outside) < 20, "some splits have both rare records in training, some do not"


def _fails(data: str, seed: int) -> bool:
    try:
        stages.prepared(PLAN.job("blindavg", 0, data=data, seed=seed).parameters)
    except InvalidInput as error:
        return "in the training split" in str(error)
    return False


SAMPLED = f"cifar10:{SAMPLE}"


@pytest.mark.parametrize(
    ("kind", "more"),
    [("ridge", {"balances": [1.0], "factors": [1.0], "w": 10}),
     ("ridge", {"balances": [1.0], "factors": [1.0], "features": 20}),
     ("class-means", {"w": 10})],
)  # fmt: skip
def test_rivals_of_one_round_learn_the_sample(kind: str, more: dict[str, Any]) -> None:
    plan = small(SAMPLED, "", 0)
    found = MEASURES[kind](
        plan.job(kind, 0, centring=0.0, budgets=[["8", "1e-5"], ["300", "1e-5"]], **more).parameters
    )
    assert [row["eps"] for row in found] == [8.0, 300.0]
    assert found[1]["test"] > max(0.35, found[0]["test"])


def test_honest_users_share_the_noise_of_the_rivals(monkeypatch: pytest.MonkeyPatch) -> None:
    used: list[float] = []
    monkeypatch.setattr(
        "paper_claims.experiments.real.measures.noisy_ridge",
        lambda sums, records, deviation, **more: used.append(deviation) or np.zeros((257, 10)),
    )
    plan = small(SAMPLED, "", 0)
    for w in (1, 10):
        job = plan.job("ridge", 0, centring=0.0, budgets=BUDGETS[:1], balances=[1.0], factors=[1.0], w=w)
        MEASURES["ridge"](job.parameters)
    assert used[0] == pytest.approx(stages.noise_multiplier("1.2", "1e-5", 0.0) * math.sqrt(4.205), rel=1e-12)
    assert used[1] == pytest.approx(math.sqrt(2) * used[0])


def test_averages_of_few_records_are_those_of_the_other_way(monkeypatch: pytest.MonkeyPatch) -> None:
    """80 users of 5 records with 257 entries are trained as combinations of records; the same models."""
    plan = small(SAMPLED, "", 0)
    settings = list(grid((0.03,), (3.0,), 0.5))
    job = plan.blindavg(
        0, "svm", 60, 5, grid=settings, centring=0.0, bounds=["none", "tight"], budgets=BUDGETS
    )
    fast = MEASURES["blindavg"](job.parameters)
    monkeypatch.setattr(
        "paper_claims.experiments.real.measures.summed_models",
        lambda learner, x, y, users, settings, dtype: trained_settings(
            learner, x[users], y[users], settings
        ).sum(axis=0),
    )
    assert MEASURES["blindavg"](job.parameters) == fast
    assert fast[0]["test"] > 0.4, "chance is 0.1"


def test_the_plan_of_cifar_trains_on_all_training_records(monkeypatch: pytest.MonkeyPatch) -> None:
    """The sample as if it were large: its 400 training records train, some of its 100 test records choose."""
    monkeypatch.setattr("paper_claims.experiments.real.grids.LARGE", 100)
    plan = plan_for(SAMPLED, Path(), 0, quick=False, whole=True)
    assert plan.sizes() == {"train": 400, "choose": 17, "test": 83}
    assert (plan.centring, plan.repeats) == (0.0, 3)
    stage = stages.prepared(plan.job("blindavg", 0).parameters)
    assert [len(part[1]) for part in (stage.train, stage.choose, stage.test)] == [400, 17, 83]
    methods = {
        columns["method"] for columns, _ in eps(replace(plan, tiny=(400,), users=(1, 10, 100)), quick=False)
    }
    assert methods >= {
        "noisy ridge",
        "noisy ridge, 256 features",
        "class means",
        "GradAvg",
        "GradAvg + SecSum",
    }


@pytest.mark.slow
@pytest.mark.parametrize("name", ["noise", "users", "non-iid", "groups"])
def test_experiments_take_the_sample(name: str, tmp_path: Path) -> None:
    assert main(["experiment", name, "--data", SAMPLED, "--quick", "--out", str(tmp_path)]) == 0
    assert SAMPLED in (tmp_path / f"{name}-cifar10.md").read_text(encoding="utf-8")


def test_users_by_writer(tmp_path: Path) -> None:
    D = load(SAMPLED)
    writer = np.random.default_rng(0).integers(0, 20, len(D.y))
    np.savez(tmp_path / "writers.npz", x=D.x, y=D.y, tests=100, writer=writer)
    plan = small(str(tmp_path / "writers.npz"), "", 0)
    job = plan.blindavg(0, "softmax", 20, 15, partition="writer", grid=list(grid((0.03,), (3.0,))), bounds=["none"],
                        centring=0.0, budgets=BUDGETS[:1])  # fmt: skip
    (row,) = MEASURES["blindavg"](job.parameters)
    assert row["test"] > 0.4, "chance is 0.1"
    assert any(columns["users"] == "writer" for columns, _ in non_iid(plan, quick=False))
