"""`blindavg dpsgd` on the command line."""

from __future__ import annotations

import json

import pytest

from accountant import subsampled
from paper_claims.commands.main import main

Captured = pytest.CaptureFixture[str]
RUN = ("dpsgd", "--q", "1024/50000", "--steps", "1953")


def test_eps_delta_and_sigma_in_json(capsys: Captured) -> None:
    assert main([*RUN, "--sigma", "2", "--delta", "1e-5", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["asked"] == "eps"
    assert data["given"] == {"delta": "1e-5"}
    assert data["lower"] < 3.912518 < data["upper"] + 1e-5
    assert data["upper"] == subsampled.epsilon("1e-5", ("1024/50000", 2, 1953)).box.upper()
    assert main([*RUN, "--sigma", "2", "--eps", repr(data["upper"]), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["upper"] <= 1e-5
    assert main([*RUN, "--eps", "3.9125", "--delta", "1e-5", "--json"]) == 0
    noise = json.loads(capsys.readouterr().out)
    assert noise["asked"] == "sigma"
    assert noise["lower"] < noise["upper"] < 2.001


def test_text_names_relation_and_engine(capsys: Captured) -> None:
    assert main([*RUN, "--sigma", "2", "--relation", "add-remove", "--then", "0.01", "3", "100"]) == 0
    text = capsys.readouterr().out
    assert "delta = 1e-5" in text
    assert "100 steps with q = 0.01, sigma = 3" in text
    assert "larger of both directions" in text
    assert "contour" in text


def test_a_wide_answer_says_so(capsys: Captured) -> None:
    assert main(["dpsgd", "--q", "0.5", "--sigma", "1e-3", "--steps", "10", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert "wide" in data["note"]
    assert data["relative_width"] is None


@pytest.mark.slow
def test_text_of_the_trivial_ends_and_of_one_step(capsys: Captured) -> None:
    assert main(["dpsgd", "--q", "0.01", "--sigma", "1e-5", "--steps", "10", "--eps", "1"]) == 0
    assert "certified by the total variation of single steps" in capsys.readouterr().out
    assert main(["dpsgd", "--q", "0.5", "--sigma", "1e-5", "--steps", "10", "--eps", "1"]) == 0
    text = capsys.readouterr().out
    assert "delta in [0, 1]" in text
    assert "certified by nobody" in text
    assert "the lower end is 0" in text
    assert main(["dpsgd", "--q", "0.01", "--sigma", "1", "--steps", "1"]) == 0
    assert "1 step with q = 0.01" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (("--q", "0", "--sigma", "1", "--steps", "10"), "q (q, the sampling rate)"),
        (("--q", "1.01", "--sigma", "1", "--steps", "10"), "q (q, the sampling rate)"),
        (("--q", "x", "--sigma", "1", "--steps", "10"), "q (q, the sampling rate)"),
        (("--q", "0.1", "--sigma", "0", "--steps", "10"), "sigma (σ"),
        (("--q", "0.1", "--sigma", "1", "--steps", "0"), "steps (T"),
        (("--q", "0.1", "--sigma", "1", "--steps", "2.5"), "steps (T"),
        (("--q", "0.1", "--sigma", "1", "--steps", "9", "--delta", "1"), "delta (δ"),
        (("--q", "0.1", "--sigma", "1", "--steps", "9", "--eps", "-1"), "eps (ε"),
        (("--q", "0.1", "--sigma", "1", "--steps", "9", "--relation", "both"), "relation"),
        (("--q", "0.1", "--steps", "9"), "--sigma"),
        (
            ("--q", "0.1", "--sigma", "1", "--steps", "9", "--eps", "1", "--delta", "1e-5"),
            "exclude each other",
        ),
    ],
)
def test_bad_input_is_one_line(capsys: Captured, arguments: tuple[str, ...], named: str) -> None:
    assert main(["dpsgd", *arguments]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    assert named in captured.err
