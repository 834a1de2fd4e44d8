"""Experiments: exact equality at the thresholds, the averaging bound, the rate; files, exit codes and pictures."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from paper_claims.commands import experiment as experiment_cli
from paper_claims.commands.main import main
from paper_claims.experiments.drawing import store
from paper_claims.experiments.exact import averaging_bound as smooth
from paper_claims.experiments.exact import rate, simplex, synthetic, thresholds
from paper_claims.experiments.exact.run import EXPERIMENTS
from paper_claims.experiments.real.run import REAL
from reference.datasets.synthetic import SYNTHETIC, data_threshold
from reference.exact.side_by_side import side_by_side, union
from reference.exact.svm import hinge_loss
from reference.learners.hinge_svm import hinge_svm


@pytest.fixture(scope="module")
def exact() -> dict[str, Any]:
    return thresholds.thresholds(seed=1, instances=20)


@pytest.mark.parametrize("loss", ["hinge", "huber"])
@pytest.mark.slow
def test_averaged_is_central_from_the_threshold_on_and_not_before(exact: dict[str, Any], loss: str) -> None:
    found = exact[loss]
    for key in ("equal_at", "equal_above", "class_mean_at", "class_mean_above", "different_just_below"):
        assert found[key] == 20, key
    assert found["certified"] == 60
    worst = dict(zip(found["shares"], found["relative_distance"]["sharp example"], strict=True))
    assert all((distance > 0) == (share < 1) for share, distance in worst.items())


@pytest.mark.slow
def test_two_hundred_instances() -> None:
    found = thresholds.thresholds(seed=0, instances=200)
    for loss in ("hinge", "huber"):
        assert {found[loss][key] for key in ("equal_at", "equal_above", "different_just_below")} == {200}


def test_synthetic_data_behave_as_described() -> None:
    found = synthetic.intuition()
    same, fail = found["SynNonIID"], found["SynFail"]
    assert all(row["certified"] for row in found.values())
    assert same["equal"]
    assert same["accuracy_averaged"] == same["accuracy_central"] == 1.0
    assert not fail["equal"]
    assert (fail["accuracy_averaged"], fail["accuracy_central"]) == (0.5, 1.0)
    for f in same["local"]:
        assert abs(f[2]) > 4 * abs(f[1]), "the local lines are nearly horizontal"
    assert same["averaged"][2] == 0 != same["averaged"][1], "the averaged line is vertical"


def test_synthetic_data_are_two_users_with_one_class_each() -> None:
    for make in SYNTHETIC.values():
        users = make()
        assert [sorted(set(D.y.tolist())) for D in users] == [[1], [-1]]
        assert {D.x.shape[1] for D in users} == {3}, "intercept and two features"


def test_data_threshold_is_where_the_models_meet() -> None:
    users = SYNTHETIC["SynFail"]()
    least = data_threshold(users, union(users), hinge_loss())
    for share, equal in ((Fraction(1), True), (Fraction(99, 100), False)):
        sides = side_by_side(users, lambda D, at=share * least: hinge_svm(D, at))
        assert (sides.average == sides.central.f) == equal


def test_averaging_bound_on_random_problems() -> None:
    found = smooth.averaging_bound(seed=3, problems=300)
    assert found["violations"] == 0
    assert found["ratio_known_to_six_digits"] > 290
    assert 0.1 < found["worst_ratio"] <= 1


@pytest.mark.slow
def test_averaging_bound_on_ten_thousand_problems() -> None:
    found = smooth.averaging_bound()
    assert (found["violations"], found["problems"]) == (0, 10_000)


def test_newton_gradient_is_that_of_the_objective() -> None:
    rng = np.random.default_rng(0)
    x, y = rng.standard_normal((1, 4, 2)), np.eye(3)[rng.integers(0, 3, (1, 4))]
    f, Lambda = rng.standard_normal((1, 6)), np.array([0.3])
    _, hessian = smooth.gradient_and_hessian(f, x, y, Lambda)
    for k in range(6):
        step = np.zeros((1, 6))
        step[0, k] = 1e-6
        ahead, back = (smooth.gradient_and_hessian(f + s * step, x, y, Lambda)[0] for s in (1, -1))
        assert np.allclose((ahead - back)[0] / 2e-6, hessian[0, k], atol=1e-6)
    assert np.linalg.norm(smooth.minimisers(x, y, Lambda)[1]) < 1e-12


def test_rate_is_measured_as_proved() -> None:
    found = rate.rate(seed=2, steps=256, users=8, runs=300)
    assert found["exponent_M"] == pytest.approx(-1, abs=0.08)
    assert found["exponent_w"] == pytest.approx(-1, abs=0.08)
    for row in found["rows"]:
        assert row["measured"] == pytest.approx(row["exact"], abs=5 * row["standard_error"])


def test_rate_needs_active_hinges(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rate, "LAMBDA", 0.1)
    with pytest.raises(ArithmeticError, match="must be above"):
        rate.rate(steps=64, users=2, runs=20)


def test_simplex_maximum_stays_below_its_envelope_and_touches_it() -> None:
    found = simplex.simplex(101)
    for best in found["maximum"].values():
        assert (np.array(best) <= np.array(found["bound"]) + 1e-15).all()
    for touch in found["touching"]:
        assert touch["value"] == pytest.approx((touch["C"] + 1) ** 2 / 4, rel=1e-14)


QUICK_MEASURES: dict[str, Callable[[int], dict[str, Any]]] = {
    "intuition": EXPERIMENTS["intuition"].measure,
    "rate": lambda seed: rate.rate(seed, 64, 2, 20),
    "simplex": EXPERIMENTS["simplex"].measure,
    "averaging-bound": lambda seed: smooth.averaging_bound(seed, 30),
    "thresholds": lambda seed: thresholds.thresholds(seed, 1),
    "lambda-sweep": lambda seed: synthetic.lambda_sweep([Fraction(1), Fraction(20)], [Fraction(40)]),
}
QUICK = {name: replace(EXPERIMENTS[name], measure=measure) for name, measure in QUICK_MEASURES.items()}


@pytest.mark.parametrize("name", QUICK)
@pytest.mark.slow
def test_command_writes_numbers_and_pictures(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(experiment_cli.EXPERIMENTS, name, QUICK[name])
    assert main(["experiment", name, "--out", str(tmp_path)]) == 0
    assert "written" in capsys.readouterr().out
    assert sorted(p.suffix for p in tmp_path.iterdir()) == [".json", ".png", ".svg"]
    assert json.loads((tmp_path / f"{name}.json").read_text(encoding="utf-8"))
    assert (tmp_path / f"{name}.png").read_bytes()[:4] == b"\x89PNG"


@pytest.mark.slow
def test_same_numbers_same_bytes(tmp_path: Path) -> None:
    for place in ("a", "b"):
        store(tmp_path / place, "simplex", simplex.simplex(11), simplex.draw_simplex, (4, 4))
    for ending in ("svg", "json"):
        first, second = (tmp_path / place / f"simplex.{ending}" for place in ("a", "b"))
        assert first.read_bytes() == second.read_bytes()


def spoilt(data: dict[str, Any], *place: Any, value: Any) -> dict[str, Any]:
    """A copy of the numbers with one of them changed."""
    changed = copy.deepcopy(data)
    inner = changed
    for key in place[:-1]:
        inner = inner[key]
    inner[place[-1]] = value
    return changed


SPOILT: list[tuple[str, tuple[Any, ...], Any]] = [
    ("intuition", ("SynNonIID", "equal"), False),
    ("intuition", ("SynFail", "accuracy_averaged"), 1.0),
    ("intuition", ("SynFail", "certified"), False),
    ("lambda-sweep", ("SynFail", "hinge", 1, "equal"), False),
    ("lambda-sweep", ("SynNonIID", "huber", 0, "certified"), False),
    *(("thresholds", ("huber", key), 0) for key in ("equal_at", "equal_above", "different_just_below", "certified")),
    ("averaging-bound", ("violations",), 1),
    ("rate", ("rows", 0, "measured"), 1.0),
    ("simplex", ("bound", 0), 0.2),
]  # fmt: skip


@pytest.fixture(scope="module")
def measured() -> dict[str, dict[str, Any]]:
    return {name: experiment.measure(0) for name, experiment in QUICK.items()}


@pytest.mark.parametrize(("name", "place", "value"), SPOILT)
def test_every_experiment_can_fail(
    measured: dict[str, dict[str, Any]], name: str, place: tuple[Any, ...], value: Any
) -> None:
    fails = EXPERIMENTS[name].fails
    assert not fails(measured[name])
    assert fails(spoilt(measured[name], *place, value=value))


def test_numbers_that_contradict_a_proof_are_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = replace(QUICK["simplex"], fails=lambda data: True)
    monkeypatch.setitem(experiment_cli.EXPERIMENTS, "simplex", broken)
    assert main(["experiment", "simplex", "--out", str(tmp_path)]) == 1


def test_bad_input(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["experiment", "nothing"]) == 2
    assert "must be one of intuition" in capsys.readouterr().err
    assert main(["experiment", "rate", "--seed", "-1"]) == 2
    assert "--seed (the seed) must be >= 0" in capsys.readouterr().err
    (tmp_path / "file").write_text("")
    assert main(["experiment", "simplex", "--out", str(tmp_path / "file")]) == 2
    assert "--out" in capsys.readouterr().err


UNUSED = {
    "rate": ["--data digits", "--jobs 2", "--record somewhere", "--dask somewhere"],
    "simplex": ["--jobs 2", "--seed 0", "--quick"],
    "noise": ["--dask somewhere --jobs 2"],
}


@pytest.mark.parametrize(("name", "given"), [(name, given) for name in UNUSED for given in UNUSED[name]])
def test_an_option_that_would_do_nothing_is_bad_input(
    name: str, given: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["experiment", name, *given.split()]) == 2
    assert "(an option) must be left out" in capsys.readouterr().err


@pytest.mark.slow  # lambda-sweep solves many programs
@pytest.mark.parametrize("name", [name for name in EXPERIMENTS if not EXPERIMENTS[name].quick])
def test_experiments_of_one_size_draw_nothing(name: str) -> None:
    assert EXPERIMENTS[name].measure(0) == EXPERIMENTS[name].measure(1)


@pytest.fixture
def instant(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, bool]]:
    """Every experiment at once: which were run, and whether in small. The simplex contradicts a proof."""
    ran: list[tuple[str, bool]] = []

    def one(name: str, options: Any) -> tuple[dict[str, Any], list[str], bool]:
        ran.append((name, options.quick))
        return {"experiment": name} | ({"cpu_seconds": 7} if name in REAL else {}), [name], name == "simplex"

    monkeypatch.setattr(experiment_cli, "_run_one", one)
    return ran


def test_all_runs_every_experiment_and_says_how_long_each_took(
    instant: list[tuple[str, bool]], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    call = ["experiment", "all", "--quick", "--data", "digits", "--out", str(tmp_path)]
    assert main(call) == 1, "one failed"
    assert instant == [(name, True) for name in (*EXPERIMENTS, *REAL)]
    text = (tmp_path / "all.md").read_text(encoding="utf-8")
    assert "`blindavg experiment all --data digits --quick --jobs 1`" in text
    assert all(f"| {name} | 0.0 | {7 if name in REAL else 0} |" in text for name, _ in instant)
    said = capsys.readouterr().out
    assert re.search(rf"{len(instant)} experiments in 0 seconds; [1-9]\d* CPU seconds of all processes", said)


def test_times_on_cifar_are_recorded_beside_its_tables(
    instant: list[tuple[str, bool]], tmp_path: Path
) -> None:
    out, kept = tmp_path / "out", tmp_path / "kept"
    main(["experiment", "all", "--data", "cifar10", "--out", str(out), "--record", str(kept)])
    assert (kept / "all-cifar10.md").read_bytes() == (out / "all-cifar10.md").read_bytes()
    assert not (out / "all.md").exists()


def test_all_as_json_is_one_document(
    instant: list[tuple[str, bool]], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["experiment", "all", "--json", "--out", str(tmp_path)])
    found = json.loads(capsys.readouterr().out)
    assert list(found) == ["schema", *(name for name, _ in instant)]
    assert all(found[name]["experiment"] == name for name, _ in instant)
