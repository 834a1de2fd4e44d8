"""`blindavg train`: what it prints, seeds, dropouts, and one line for whatever is wrong."""

from __future__ import annotations

import json
from copy import deepcopy
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from accountant import sigma
from accountant.deployment.certificate import Certificate
from paper_claims.commands.main import main
from paper_claims.commands.train import DEFAULT, RUN
from paper_claims.training import records as split_records
from paper_claims.training import trained as run_of
from reference.datasets.loaders import load
from reference.learners.prediction import accuracy
from reference.learners.schedule import fresh_order

QUICK = ["--users", "6", "--passes", "1"]


@pytest.fixture
def records(tmp_path: Path) -> str:
    """Two well separated classes in a file."""
    rng = np.random.default_rng(0)
    y = rng.integers(0, 2, 200)
    x = rng.normal(size=(200, 2)) * 0.2 + np.where(y[:, None] == 1, 0.6, -0.6)
    np.savez(tmp_path / "data.npz", x=x, y=y)
    return str(tmp_path / "data.npz")


def trained(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    """Both blocks in one."""
    assert main(["train", *QUICK, "--json", *arguments]) == 0
    found = json.loads(capsys.readouterr().out)
    assert set(found) == {"schema", "publish", "experimenter"}
    return found["publish"] | found["experimenter"]


@pytest.mark.parametrize("learner", ["softmax", "svm"])
@pytest.mark.parametrize("scheme", ["servers", "users"])
def test_a_run_learns_and_counts_its_messages(
    learner: str, scheme: str, records: str, capsys: pytest.CaptureFixture[str]
) -> None:
    run = trained(
        capsys, "--data", records, "--K", "2", "--learner", learner, "--scheme", scheme, "--eps", "5"
    )
    assert run["users"] == run["contributors"] == 6
    assert run["accuracy"]["average without noise"] > 0.9
    assert run["transcript"]["masked"]["messages"] == 2 * (3 if scheme == "servers" else 6)
    assert run["transcript"].get("upload", {}).get("messages") == (18 if scheme == "servers" else None)
    assert run["records"] == {"least": 26, "most": 27}


def test_the_model_is_written_with_what_may_be_published(
    records: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "new" / "model.npz"
    call = ["--data", records, "--K", "2", "--eps", "5", "--out", str(out)]
    run = trained(capsys, *call)
    with np.load(out, allow_pickle=False) as arrays:
        f, publish = arrays["f"], json.loads(str(arrays["publish"]))
    _, held_out = split_records(load(records, K=2), 0.2, 0)
    assert accuracy(f, held_out) == run["accuracy"]["private average"]
    assert publish == {name: run[name] for name in publish}
    assert publish["privacy"]["certified"]
    assert not {"accuracy", "cpu_seconds"} & set(publish), "they are functions of private records"
    before = out.read_bytes()
    assert main(["train", *QUICK, *call]) == 2
    assert "must not exist yet" in capsys.readouterr().err
    assert out.read_bytes() == before
    assert main(["train", *QUICK, "--out", f"{records}/model.npz"]) == 2
    assert "must be a folder that can be written" in capsys.readouterr().err


def test_more_noise_is_less_accurate(records: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Over five seeds: a random model may be lucky once."""
    options = ["--data", records, "--K", "2", "--noise", "gaussian"]
    plain, noisy = [], []
    for seed in "12345":
        score = trained(capsys, *options, "--sigma", "0", "--seed", seed)["accuracy"]
        assert score["private average"] == score["average without noise"]
        plain.append(score["private average"])
        score = trained(capsys, *options, "--sigma", "300", "--seed", seed)["accuracy"]
        noisy.append(score["private average"])
    assert sum(noisy) < sum(plain) - 1


def test_float_noise_follows_the_seed_and_exact_noise_does_not(records: str) -> None:
    def model(noise: str, seed: int) -> bytes:
        tables = deepcopy(DEFAULT)
        tables["users"]["w"] = 6
        tables["learner"] |= {"passes": 1, "K": 2}
        tables["privacy"]["noise"] = noise
        return run_of(tables, **(RUN | {"data": records, "seed": seed}), name="a test").model.tobytes()

    assert model("gaussian", 1) == model("gaussian", 1) != model("gaussian", 2)
    assert model("discrete", 1) != model("discrete", 1)


@pytest.mark.parametrize("noise", ["discrete", "gaussian"])
@pytest.mark.parametrize("learner", ["softmax", "svm"])
@pytest.mark.slow
def test_the_noise_is_certified_with_rounding(
    noise: str, learner: str, records: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Noise on a grid needs more than the Gaussian curve says, the more the coarser the grid."""
    options = [
        "--data",
        records,
        "--K",
        "2",
        "--learner",
        learner,
        "--noise",
        noise,
        "--users",
        "10",
        "--drop",
        "0.2",
    ]
    grids = ("1048576", "4")
    fine, coarse = (trained(capsys, *options, "--eps", "1", "--scale", scale) for scale in grids)
    left = (0.5 / 0.3) ** 0.5  # σ is split over half of the users, of whom a fifth of all drops out
    ideal = sigma(1, "1e-5", 2 if learner == "svm" else 1).lower() * left
    assert ideal < fine["sigma"] * (1 + 1e-9)
    assert (fine["sigma"] > 1.05 * ideal) == (noise == "discrete")
    assert (coarse["sigma"] > 1.05 * fine["sigma"]) == (noise == "discrete")  # rounded before the noise comes
    for run, scale in zip((fine, coarse), grids, strict=True):
        assert run["privacy"]["certified"] == (noise == "discrete")
        assert 0.999 < run["eps_if_drawn_afresh"] <= 1
        again = trained(capsys, *options, "--sigma", repr(run["sigma"]), "--scale", scale)
        # a target leaves 2^-19 of eps for the sum of noises, which is closer to one noise than that
        assert 1 - 2.1 * 2**-20 < again["eps_if_drawn_afresh"] <= 1


def test_users_of_all_sizes_share_the_noise_for_the_largest(records: str) -> None:
    """Here every n f is capped by 2R n: a user with two records moves the sum twice as far as one with a single record."""
    tables = deepcopy(DEFAULT)
    tables["users"]["w"] = 120
    tables["learner"] |= {"passes": 1, "R": "0.05", "K": 2}
    run = run_of(tables, **(RUN | {"data": records}), name="a test")
    assert sorted(set(run.sizes)) == [1, 2]
    assert isinstance(run.privacy, Certificate)
    assert run.privacy.move == 2 * 2 * Fraction("0.05")
    one, two = (run.plan.variance_on_grid(n, run.privacy.unit.hi / n) for n in (1, 2))
    assert one == two == run.privacy.grid_numbers.variance
    assert one / (run.plan.scale / Fraction(120)) ** 2 >= run.privacy.noise.lo**2


def test_a_target_without_guarantee_trains_nothing(records: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Rounded Gaussians of the noise for eps = 1 are far below one step of the grid 1: their sum is no Gaussian."""
    arguments = [
        "train",
        *QUICK,
        "--data",
        records,
        "--K",
        "2",
        "--noise",
        "gaussian",
        "--scale",
        "1",
        "--users",
        "100",
    ]
    assert main([*arguments, "--eps", "1"]) == 1
    printed = capsys.readouterr().out
    assert printed.startswith("no guarantee: blindavg train")
    assert "reason: the grid is too coarse" in printed
    assert "accuracy" not in printed
    assert main([*arguments, "--eps", "1", "--json"]) == 1
    (refused,) = json.loads(capsys.readouterr().out)["refused"]
    assert "finer" in refused["fix"]
    assert main([*arguments, "--sigma", "3"]) == 0  # an experiment: it runs, and says so
    assert "no guarantee: this noise" in capsys.readouterr().out


def test_noise_that_guarantees_nothing_is_said_so(records: str, capsys: pytest.CaptureFixture[str]) -> None:
    for noise in ("0", "1e-30"):
        run = trained(capsys, "--data", records, "--K", "2", "--sigma", noise)
        assert not run["privacy"]["certified"]
        assert run["privacy"]["refused"][0]["fix"]
    assert main(["train", *QUICK, "--data", records, "--K", "2", "--sigma", "0"]) == 0
    assert "no guarantee: this noise\n  reason: no noise" in capsys.readouterr().out


def test_dropouts_are_left_out(records: str, capsys: pytest.CaptureFixture[str]) -> None:
    for scheme in ("servers", "users"):
        run = trained(
            capsys, "--data", records, "--K", "2", "--drop", "0.34", "--scheme", scheme, "--sigma", "1"
        )
        assert run["contributors"] == 4


def test_more_dropouts_than_planned_release_nothing(records: str, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["--data", records, "--K", "2", "--drop", "0.34", "--rho", "0.1", "--sigma", "1"]
    assert main(["train", *QUICK, *arguments]) == 1
    assert "4 users are complete, and 6 users are needed; no sum" in capsys.readouterr().err


def test_options_from_a_file(records: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "run.toml"
    file.write_text(f'data = "{records}"\nK = 2\nlearner = "svm"\nsigma = "2"\nt = 0.75\nservers = 4\n')
    run = trained(capsys, str(file))
    assert run["sigma"] == 2
    assert run["transcript"]["upload"]["messages"] == 6 * 4
    assert trained(capsys, str(file), "--servers", "2")["transcript"]["upload"]["messages"] == 6 * 2


def test_text_says_what_must_not_be_released(records: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["train", *QUICK, "--data", records, "--K", "2", "--noise", "gaussian"]) == 0
    printed = capsys.readouterr()
    assert "may be published, except the model, which has no guarantee" in printed.out
    assert "in the sum: 6 of 6 users" in printed.out
    assert "upload: 18 messages" in printed.out
    assert printed.err == ""


@pytest.mark.slow
def test_the_clouds_are_there_without_a_file(capsys: pytest.CaptureFixture[str]) -> None:
    assert trained(capsys, "--users", "40")["accuracy"]["average without noise"] > 0.7


def test_digits_need_scikit_learn(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "sklearn.datasets", None)
    assert main(["train", "--data", "digits"]) == 2
    assert "install the extra `experiments`" in capsys.readouterr().err


def test_a_run_that_must_stop_is_one_line_and_exit_code_1(
    records: str, capsys: pytest.CaptureFixture[str]
) -> None:
    options = [
        "--data",
        records,
        "--K",
        "2",
        "--scheme",
        "users",
        "--drop",
        "0.6",
        "--rho",
        "0.3",
        "--t",
        "0.9",
    ]
    assert main(["train", *QUICK, *options, "--sigma", "1"]) == 1
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.count("\n") == 1
    assert "3 users are left, and 5 are needed; no sum is released" in printed.err


BAD = {
    "learner": (["--learner", "tree"], "--learner, learner.name (the learner) must be one of svm, softmax"),
    "data": (["--data", "mnist"], "--data (the data) must be digits, breast-cancer, fashion-mnist"),
    "no file": (["--data", "nothing.npz", "--K", "2"], "--data (the data) must hold arrays x and y"),
    "K": (["--K", "1"], "--K, learner.K (K, the number of classes) must be >= 2"),
    "many K": (["--K", "100000000000000000000"], "--K, learner.K (K, the number of classes) must be <= "),
    "p": (["--p", "3"], "--p, learner.p (p, the number of features) must be 16, as in the data"),
    "users": (["--users", "0"], "--users, users.w (w, the number of users) must be >= 1"),
    "too many users": (["--users", "100000"], "only 3200 records are left"),
    "users text": (["--users", "many"], "must be a whole number, got 'many'"),
    "n": (["--n", "9999"], "users.n (n, the number of records) must be at most what 3200 records"),
    "passes": (["--passes", "0"], "--passes"),
    "too many passes": (["--passes", "1000000000"], "learner.passes or learner.M"),
    "seed": (["--seed", "-1"], "--seed"),
    "t": (["--t", "0"], "honest (t, the honest fraction) must be > 0"),
    "tiny t": (["--t", "1e-400"], "honest (t, the honest fraction) must be >= 1/w = 1/6"),
    "sigma": (["--sigma", "-1"], "sigma"),
    "sigma text": (["--sigma", "big"], "sigma (σ, the noise multiplier) must be a number"),
    "sigma and eps": (["--sigma", "1", "--eps", "1"], "exclude each other"),
    "eps": (["--eps", "-1"], "eps"),
    "R": (["--R", "inf"], "--R, learner.R (R, the radius of the model ball) must be a number"),
    "c": (["--c", "nan"], "--c, learner.c (c, the input clipping bound) must be a number"),
    "huge R": (["--R", "1e300"], "R (R, the radius of the model ball) must be between 1e-100 and 1e100"),
    "unused h": (["--h", "0.1"], "--h, learner.h (a key of the file) must not be given for softmax, got '0.1'"),
    "unused neighbours": (["--neighbours", "3"], "--neighbours, summation.neighbours (a key of the file) must not be given"),
    "unused failure": (["--failure", "0.1"], "--failure, summation.failure (a key of the file) must not be given"),
    "unused servers": (["--scheme", "users", "--servers", "3"], "--servers, summation.servers (a key of the file) must not be"),
    "h": (["--h", "0", "--learner", "svm"], "h (h, the Huber relaxation) must be > 0"),
    "Lambda": (["--Lambda", "0"], "Lambda (Λ, the regularization) must be > 0"),
    "drop": (["--drop", "1"], "--drop (the share of dropouts) must be >= 0 and < 1"),
    "test": (["--test", "0"], "test (a share of the records) must be between 0 and 1"),
    "scale": (["--scale", "1000", "--sigma", "1"], "--scale (the fixed-point grid) must be 1 over a power of two"),
    "no scale": (["--scale", "0"], "--scale, summation.grid (the fixed-point spacing) must be a number"),
    "one server": (["--servers", "1", "--sigma", "1"], "J (J, the number of computation servers) must be >= 2"),
    "noise": (["--noise", "none"], "--noise, privacy.noise (the kind of noise) must be one of"),
    "scheme": (["--scheme", "mail"], "--scheme, summation.scheme (the secure sum) must be one of"),
    "neighbours": (["--scheme", "users", "--neighbours", "99", "--sigma", "1"], "k (k, the number of neighbours)"),
    "no options": (["nothing.toml"], "FILE (the deployment) must exist, got 'nothing.toml'"),
}  # fmt: skip


@pytest.mark.parametrize("case", BAD)
def test_bad_input_is_one_line_and_exit_code_2(case: str, capsys: pytest.CaptureFixture[str]) -> None:
    arguments, message = BAD[case]
    assert main(["train", *QUICK, *arguments]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.count("\n") == 1
    assert message in printed.err


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("users = ", "run.toml: must be valid TOML"),
        ("speed = 3", "run.toml: key 'speed' is not known, got 3: did you mean seed?"),
        ('users = "3"', "run.toml: key 'users' must be a whole number, got '3'"),
    ],
)
def test_a_bad_file_is_named(
    text: str, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "run.toml").write_text(text)
    assert main(["train", str(tmp_path / "run.toml")]) == 2
    assert message in capsys.readouterr().err


def test_a_file_that_is_no_archive(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "data.npz").write_text("no archive")
    assert main(["train", "--K", "2", "--data", str(tmp_path / "data.npz")]) == 2
    assert "must hold arrays x and y" in capsys.readouterr().err


def test_a_fresh_order_is_drawn_for_every_user(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not seeded: `train` really draws what the certificate presumes, or the certificate would be about another run."""
    tables = deepcopy(DEFAULT)
    tables["learner"] |= {"b": 3, "divisor": "own size", "order": "fresh", "passes": 2}
    tables["users"] |= {"w": 4, "n": 10}
    drawn: list[list[list[int]]] = []

    def recorded(n: int, passes: int, b: int) -> list[list[int]]:
        drawn.append(fresh_order(n, passes, b))
        return drawn[-1]

    monkeypatch.setattr("paper_claims.training.fresh_order", recorded)
    run = run_of(tables, **RUN, name="test")
    assert isinstance(run.privacy, Certificate)
    assert len(drawn) >= 4
    assert all([len(one) for one in sets] == [3, 3, 3, 1] * 2 for sets in drawn)
