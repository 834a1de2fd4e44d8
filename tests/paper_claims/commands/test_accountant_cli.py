"""`blindavg delta`, `epsilon` and `sigma` on the command line."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import mpmath as mp
import pytest

from accountant import Enclosure, delta, epsilon, log10_delta, sigma
from accountant.gaussian import functions
from paper_claims.commands.main import main

Captured = pytest.CaptureFixture[str]


def answer(capsys: Captured, *arguments: str) -> list[dict]:
    assert main([*arguments, "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert "def:deltagauss" in data["definition"]
    assert "neighbours" in data["relation"]
    return data["answers"]


def test_delta(capsys: Captured) -> None:
    (row,) = answer(capsys, "delta", "--eps", "1.2", "--sigma", "3.7")
    assert row["upper"] == delta("1.2", "3.7").upper()
    assert Fraction(row["lo"]) <= delta("1.2", "3.7", digits=60).lo


def test_a_range_of_eps_is_decimal_and_includes_its_end(capsys: Captured) -> None:
    rows = answer(capsys, "delta", "--eps", "0:0.3:0.1", "--sigma", "2", "--compositions", "4")
    assert [row["eps"] for row in rows] == ["0.0", "0.1", "0.2", "0.3"]
    assert [row["upper"] for row in rows] == [delta(e, 2, 4).upper() for e in ("0", "0.1", "0.2", "0.3")]


def test_the_logarithm_in_a_table_is_rounded_up(capsys: Captured) -> None:
    assert main(["delta", "--eps", "0:3:1", "--sigma", "1"]) == 0
    rows = [line.split() for line in capsys.readouterr().out.splitlines() if line[:1].isdigit()]
    assert len(rows) == 4
    for eps, *_, shown in rows:
        exact = log10_delta(eps, 1, digits=30)
        assert exact.hi <= Fraction(shown) <= exact.hi + Fraction(1, 10**5)


def test_inverses_and_groups(capsys: Captured) -> None:
    (row,) = answer(capsys, "epsilon", "--delta", "1e-5", "--sigma", "3.7")
    assert row["upper"] == epsilon("1e-5", "3.7").upper()
    (row,) = answer(capsys, "epsilon", "--delta", "0.9", "--sigma", "3.7")
    assert row["exact_lo"] == row["exact_hi"] == "0*2^0"
    (row,) = answer(capsys, "sigma", "--eps", "0.6", "--delta", "1e-5")
    assert row["upper"] == sigma("0.6", "1e-5").upper()
    (row,) = answer(capsys, "delta", "--eps", "30", "--sigma", "5.95", "--group", "50")
    assert row["upper"] == delta("30", "0.119").upper()


def test_sixty_digits(capsys: Captured) -> None:
    assert main(["delta", "--eps", "0.6", "--sigma", "5.95", "--digits", "60"]) == 0
    text = capsys.readouterr().out
    shown = text.split("[")[1].split(",")[0]
    assert len(shown.split("e")[0].replace(".", "").lstrip("0")) >= 60
    assert "relation: neighbours replace one record" in text
    assert "mpmath" in text


def test_a_table_and_a_plot(capsys: Captured, tmp_path: Path) -> None:
    for name in ("curve.png", "curve.svg"):
        assert main(["delta", "--eps", "0:2:0.5", "--sigma", "3", "--plot", str(tmp_path / name)]) == 0
        assert (tmp_path / name).stat().st_size > 5000
    assert capsys.readouterr().out.count("\n") > 10


@pytest.mark.parametrize(
    "arguments",
    [
        ["delta", "--eps", "0:1:0.5", "--sigma", "3"],
        ["delta", "--eps", "300", "--sigma", "1"],
        ["epsilon", "--delta", "1e-5", "--sigma", "3"],
        ["sigma", "--eps", "1", "--delta", "1e-5", "--digits", "60"],
    ],
)
def test_json_says_the_digits_and_the_exact_ends(arguments: list[str], capsys: Captured) -> None:
    assert main([*arguments, "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["digits"] == (60 if "--digits" in arguments else 15)
    for row in data["answers"]:
        ends = (map(int, row[name].split("*2^")) for name in ("exact_lo", "exact_hi"))
        box = Enclosure(*(mantissa * Fraction(2) ** exponent for mantissa, exponent in ends))
        assert (box.lower(), box.upper()) == (row["lower"], row["upper"])
        assert f"[{row['lo']}, {row['hi']}]" == box.text(max(40, data["digits"] + 2))
        assert ("log10_lo" in row) == ("log10_hi" in row) == (arguments[0] == "delta")


@pytest.mark.parametrize(
    ("arguments", "name", "wrong", "message"),
    [
        (
            ["delta", "--eps", "1", "--sigma", "3"],
            "delta_by_mpmath",
            lambda *point: mp.mpf(1),
            "delta: balls",
        ),
        (
            ["delta", "--eps", "1", "--sigma", "3"],
            "log10_delta_by_mpmath",
            lambda *point: mp.mpf(-1),
            "log10 of delta: balls",
        ),
        (
            ["epsilon", "--delta", "1e-5", "--sigma", "3"],
            "meets_by_mpmath",
            lambda *point: True,
            "epsilon: balls",
        ),
        (["sigma", "--eps", "1", "--delta", "1e-5"], "meets_by_mpmath", lambda *point: False, "sigma: balls"),
    ],
)
def test_engines_that_disagree_give_no_answer(
    arguments: list[str],
    name: str,
    wrong: Callable[..., object],
    message: str,
    capsys: Captured,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(functions, name, wrong)
    assert main(arguments) == 1
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.count("\n") == 1
    assert message in printed.err


def test_digits_of_an_inverse_are_explained(capsys: Captured) -> None:
    with pytest.raises(SystemExit):
        main(["sigma", "--help"])
    assert "neighbouring float64" in " ".join(capsys.readouterr().out.split())


BAD = {
    "sigma": (["delta", "--eps", "1", "--sigma", "0"], "sigma (σ, the noise multiplier) must be > 0"),
    "eps": (["delta", "--eps=-1", "--sigma", "1"], "eps (ε, the privacy loss) must be >= 0"),
    "text": (["sigma", "--eps", "one", "--delta", "1e-5"], "must be a number or a decimal string"),
    "delta": (["epsilon", "--delta", "1", "--sigma", "1"], "strictly between 0 and 1"),
    "K": (["delta", "--eps", "1", "--sigma", "1", "--compositions", "0.5"], "compositions"),
    "group": (["delta", "--eps", "1", "--sigma", "1", "--group", "0"], "group"),
    "range": (["delta", "--eps", "0:1:0", "--sigma", "1"], "must be a range"),
    "endless range": (["delta", "--eps", "0:1:1e-9", "--sigma", "1"], "at most 10000 points"),
    "relation": (["delta", "--eps", "1", "--sigma", "1", "--relation", "friends"], "--relation"),
    "digits": (["delta", "--eps", "1", "--sigma", "1", "--digits", "0"], "digits"),
    "plot of a point": (["delta", "--eps", "1", "--sigma", "1", "--plot", "x.png"], "needs a range of eps"),
    "plot format": (["delta", "--eps", "0:1:0.5", "--sigma", "1", "--plot", "x.gif"], ".png or .svg"),
    "plot place": (
        ["delta", "--eps", "0:1:0.5", "--sigma", "1", "--plot", "/no/such/folder/x.png"],
        "--plot",
    ),
    "digits of an inverse": (["epsilon", "--delta", "1e-5", "--sigma", "1", "--digits", "-2"], "digits"),
    "enormous range": (["delta", "--eps", "0:1e999999:1", "--sigma", "1"], "must be a range"),
    "tiny sigma": (["delta", "--eps", "1", "--sigma", "1e-5000"], "between 1e-100 and 1e300"),
    "missing": (["delta", "--eps", "1"], "--sigma"),
    "tiny delta": (
        ["delta", "--eps", "5000", "--sigma", "1e9"],
        "ask for accountant.log10_delta, which is in [-5.42869e+24, -5.4",
    ),
    "tiny delta in a table": (
        ["delta", "--eps", "0:400:100", "--sigma", "1"],
        "at eps = 400, sigma = 1 is below 2^-65536",
    ),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_input_is_one_line_and_exit_code_2(case: str, capsys: Captured) -> None:
    arguments, message = BAD[case]
    assert main(arguments) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.count("\n") == 1
    assert message in printed.err
