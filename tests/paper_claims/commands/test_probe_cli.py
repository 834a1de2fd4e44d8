"""`blindavg probe` on the command line."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from accountant.numbers.balls import PrecisionExhausted
from accountant.numbers.enclosure import Enclosure
from paper_claims.commands import probe as probe_cli
from paper_claims.commands.main import main
from proofs_check.probes.pairs import Bounds, Setting

Captured = pytest.CaptureFixture[str]
SHORT = ["--restarts", "8", "--rounds", "4", "--search-n", "5", "--jobs", "1"]


def answer(capsys: Captured, *arguments: str) -> dict[str, Any]:
    assert main(["probe", *arguments, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def ratios(found: dict[str, Any]) -> set[str]:
    return {key for finding in found["findings"] for key in finding if key.endswith("_ratio")}


def test_svm_as_json(capsys: Captured) -> None:
    found = answer(capsys, "svm", "--n", "20", *SHORT)
    assert ratios(found) == {
        f"{name}_ratio" for name in ("recursion", "closed_form", "cap", "printed", "proved")
    }
    assert [finding["method"] for finding in found["findings"]] == [
        "witness",
        "random",
        "mutation",
        "gradient",
    ]
    witness = found["findings"][0]
    assert 0.999999 <= witness["recursion_ratio"] <= 1
    assert found["least_own_bound_ratio"] >= 0.999999
    assert len(found["by_record"]) == 20
    assert len(witness["pair"]["rest"]["x"]) == 19
    assert Fraction(witness["reached"]["lo"]) <= Fraction(witness["reached"]["hi"])
    assert not found["exceeds_proved"]


@pytest.mark.slow
def test_softmax_and_hinge_as_json(capsys: Captured) -> None:
    found = answer(capsys, "softmax", "--n", "50", "--K", "3", "--Lambda", "0.1", *SHORT)
    assert found["setting"]["K"] == 3
    assert {"printed_ratio", "twice_gradient_ratio"} <= ratios(found)
    for finding in found["findings"]:
        n = finding["setting"]["n"]
        assert finding["bounds"]["twice_gradient"] == pytest.approx(2 * 2**0.5 / (0.1 * n), rel=1e-12)
    found = answer(capsys, "hinge", "--n", "20", *SHORT)
    assert "printed_ratio" not in ratios(found)
    assert {"if_smooth_ratio", "proved_ratio"} <= ratios(found)
    minimiser, witness = found["findings"][:2]
    assert set(witness["setting"]) - set(minimiser["setting"]) == {"M", "b", "R"}


@pytest.mark.slow
def test_the_hinge_shows_the_pair_that_no_bound_of_order_1_over_n_covers(capsys: Captured) -> None:
    assert main(["probe", "hinge", *SHORT]) == 0
    text = capsys.readouterr().out
    assert float(text.split("2G/(μn) is exceeded ")[1].split(" times")[0]) > 2.8
    assert "best pair (witness)" in text


def test_same_seed_same_bytes(capsys: Captured) -> None:
    outputs = []
    for seed in ("1", "1", "2"):
        assert main(["probe", "svm", "--n", "8", *SHORT, "--seed", seed, "--json"]) == 0
        outputs.append(capsys.readouterr().out)
    assert outputs[0] == outputs[1] != outputs[2]


def test_text_names_the_pair_and_the_bounds(capsys: Captured) -> None:
    assert main(["probe", "svm", "--n", "20", *SHORT]) == 0
    text = capsys.readouterr().out
    for word in ("of recursion", "of closed form", "of printed", "witness", "gradient", "becomes", "19"):
        assert word in text
    assert "each of 20 of 20 records replaced in turn: at least 0.9999999" in text
    assert main(["probe", "hinge", "--n", "12", *SHORT]) == 0
    assert "no bound is printed" in capsys.readouterr().out


def test_the_printed_rescaling_is_reported(capsys: Captured) -> None:
    assert main(["probe", "svm", "--projection", "sphere", *SHORT]) == 0
    text = capsys.readouterr().out
    times = float(text.split("the printed bound is exceeded ")[1].split(" times")[0])
    assert times > 500


@pytest.mark.slow
def test_pictures(capsys: Captured, tmp_path: Path) -> None:
    for name, arguments in {
        "svm.png": ["svm", "--n", "8", *SHORT],
        "softmax.svg": ["softmax", "--n", "30", "--Lambda", "0.1", *SHORT],
        "privacy.png": ["--privacy", "--draws", "1000", "--delta", "0.05"],
    }.items():
        assert main(["probe", *arguments, "--plot", str(tmp_path / name)]) == 0
        assert (tmp_path / name).stat().st_size > 10_000


@pytest.mark.slow
def test_privacy(capsys: Captured) -> None:
    found = answer(capsys, "--privacy", "--seed", "4")
    assert found["learner"] == "svm"
    assert found["eps_lower"] <= found["eps_exact"] <= found["eps_certified"] < found["eps_printed"]
    assert found["eps_lower_ratio"] >= 0.93
    assert found["draws"] == 10**6
    assert main(["probe", "svm", "--privacy", "--draws", "20000"]) == 0
    text = capsys.readouterr().out
    assert "sampling slack" in text
    assert "eps_certified" in text


@pytest.mark.parametrize(
    "extreme", [["svm", "--R", "1e8"], ["svm", "--Lambda", "1e9"], ["softmax", "--n", "50", "--R", "1e9"]]
)
def test_noise_far_below_the_printed_bound(extreme: list[str], capsys: Captured) -> None:
    found = answer(capsys, *extreme, "--privacy", "--draws", "2000")
    assert found["eps_certified"] < found["eps_printed"]
    assert found["eps_printed"] > 1e12


def test_a_question_without_a_certified_answer_is_one_line(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    def exhausted(*_: object, **__: object) -> None:
        raise PrecisionExhausted("not decided within 8 bits: the inputs are too extreme")

    monkeypatch.setattr(probe_cli, "sandwich", exhausted)
    assert main(["probe", "--privacy"]) == 2
    printed = capsys.readouterr()
    assert printed.err.count("\n") == 1
    assert "no certified answer" in printed.err


def test_half_the_noise_exits_with_1(capsys: Captured) -> None:
    assert main(["probe", "--privacy", "--really", "0.5", "--draws", "200000"]) == 1
    assert "SANDWICH BROKEN" in capsys.readouterr().err


def test_an_exceeded_bound_exits_with_1_and_says_so_loudly(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest = Setting.bounds

    def too_small(setting: Setting) -> Bounds:
        found = honest(setting)
        half = Enclosure(found.proved.lo / 2, found.proved.hi / 2)
        return replace(found, best=half)

    monkeypatch.setattr(Setting, "bounds", too_small)
    assert main(["probe", "svm", "--n", "10", *SHORT]) == 1
    assert "PROVED BOUND EXCEEDED" in capsys.readouterr().err


BAD = {
    "no learner": ([], "LEARNER"),
    "unknown learner": (["tree"], "must be one of svm, softmax, hinge"),
    "projection": (["svm", "--projection", "cube"], "--projection"),
    "hinge on the sphere": (["hinge", "--projection", "sphere"], "must be ball"),
    "Lambda": (["svm", "--Lambda", "0"], "Λ, the regularization"),
    "n": (["svm", "--n", "1"], "n, the number of records"),
    "p": (["svm", "--p", "0"], "p, the number of features"),
    "b": (["svm", "--b", "0"], "b, the batch size"),
    "batch larger than the data": (["svm", "--n", "5", "--b", "6"], "must be <= n = 5"),
    "classes of the hinge": (["hinge", "--K", "3"], "--K (K, the number of classes) must be left out, got 3"),
    "relaxed hinge": (["hinge", "--h", "1"], "--h (h, the Huber relaxation) must be left out"),
    "relaxed softmax": (["softmax", "--h", "0.1"], "softmax has no use for it"),
    "jobs": (["svm", "--jobs", "0"], "--jobs"),
    "rounds": (["svm", "--rounds", "0"], "--rounds"),
    "search size": (["svm", "--search-n", "1"], "--search-n"),
    "seed": (["svm", "--seed", "-1"], "--seed"),
    "plot": (["svm", "--plot", "x.gif"], ".png or .svg"),
    "plot place": (["svm", "--n", "4", *SHORT, "--plot", "/no/such/folder/x.png"], "--plot"),
    "sigma": (["--privacy", "--sigma", "0"], "sigma"),
    "delta": (["--privacy", "--delta", "2"], "delta"),
    "draws": (["--privacy", "--draws", "0"], "draws"),
    "confidence": (["--privacy", "--confidence", "1"], "confidence"),
    "really": (["--privacy", "--really", "0"], "really"),
    "text": (["svm", "--n", "many"], "--n"),
    "a test without --privacy": (
        ["svm", "--draws", "1000"],
        "--draws (an option) must be left out, got 1000",
    ),
    "a search with --privacy": (["--privacy", "--search-n", "9"], "--search-n (an option) must be left out"),
    "processes with --privacy": (["--privacy", "--jobs", "2"], "--privacy searches nothing"),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_input_is_one_line_and_exit_code_2(case: str, capsys: Captured) -> None:
    arguments, message = BAD[case]
    assert main(["probe", *arguments]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.count("\n") == 1
    assert message in printed.err
