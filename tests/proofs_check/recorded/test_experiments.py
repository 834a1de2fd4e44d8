"""Recorded runs: what the replay decides and what it leaves open; a recorded repeat comes back when it is run again."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from paper_claims.experiments.real.cases import noise
from paper_claims.experiments.real.grids import small
from paper_claims.experiments.real.measures import MEASURES
from paper_claims.experiments.real.recording import page
from paper_claims.experiments.real.run import REAL
from paper_claims.registry.files import load
from proofs_check.method.check import all_checks
from proofs_check.recorded import runs as recorded_runs
from proofs_check.recorded.runs import above, closer, recorded

FOLDER = Path(recorded_runs.__file__).parent / "measured"
CIFAR = sorted(path.stem for path in FOLDER.glob("*-cifar10.json"))
NUMBERS = re.compile(r"[-+]?\d+\.?\d*(?:e-\d+)?")


def rows(**sides: list[float]) -> list[dict[str, Any]]:
    return [
        {"side": side, "repeat": r, "test": t} for side, values in sides.items() for r, t in enumerate(values)
    ]


@pytest.fixture
def stored(monkeypatch: pytest.MonkeyPatch) -> Any:
    def store(**sides: list[float]) -> None:
        monkeypatch.setattr(recorded_runs, "recorded", lambda name: ("a command", rows(**sides)))

    return store


A, B = {"side": "a"}, {"side": "b"}


def test_a_clear_difference_holds_one_way_and_fails_the_other(stored: Any) -> None:
    stored(a=[0.8, 0.82, 0.81], b=[0.7, 0.73, 0.7])
    assert above("x", A, B).result == "holds"
    assert above("x", B, A).result == "fails"
    assert above("x", A, B, by=0.2).result == "fails"
    assert above("x", B, A, by=-0.2).result == "holds"


def test_what_the_repeats_leave_open_is_undecided(stored: Any) -> None:
    stored(a=[0.8, 0.6, 0.7], b=[0.7, 0.7, 0.68])
    assert above("x", A, B).result == above("x", B, A).result == "undecided"
    stored(a=[0.9], b=[0.1])
    assert above("x", A, B).result == "undecided", "one repeat has no interval"
    stored(a=[0.9, 0.9])
    assert above("x", A, B).result == "undecided", "nothing was run"
    assert closer("x", (A, B), (B, A)).result == "undecided"


def test_gaps_are_compared_within_a_repeat(stored: Any) -> None:
    stored(a=[0.9, 0.5], b=[0.8, 0.4], c=[0.7, 0.3], d=[0.69, 0.29])
    wide, narrow = (A, B), ({"side": "c"}, {"side": "d"})
    assert closer("x", narrow, wide).result == "holds"
    assert closer("x", wide, narrow).result == "fails"


@pytest.mark.parametrize("name", [*REAL, *CIFAR])
def test_records_are_whole(name: str) -> None:
    command, found = recorded(name)
    assert command.startswith(f"blindavg experiment {name.removesuffix('-cifar10')}")
    assert all(0 <= row["test"] <= 1 for row in found)
    data, repeats = ("cifar10", 3) if name in CIFAR else ("digits", 10)
    assert len({row["repeat"] for row in found if row["data"] == data}) == repeats
    assert command in (FOLDER / f"{name}.md").read_text(encoding="utf-8")
    assert (FOLDER / f"{name}.png").read_bytes()[:4] == b"\x89PNG"
    assert json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))["seed"] == 0


@pytest.mark.parametrize("name", [*REAL, *CIFAR])
def test_pages_are_made_from_the_rows_and_say_what_the_search_costs(name: str) -> None:
    stored = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    text = (FOLDER / f"{name}.md").read_text(encoding="utf-8")
    data = stored | {"rows": _rows_of(stored)}
    made = page(name.removesuffix("-cifar10"), data)
    assert text.splitlines()[:7] == made[:7]
    printed, recomputed = (
        [float(x) for x in NUMBERS.findall("\n".join(lines))] for lines in (text.splitlines(), made)
    )
    assert printed == pytest.approx(recomputed, abs=0.11), "rows are kept to five digits, cells to one"
    assert ("is not paid for" in text) == (not name.startswith("regularization")), "there every Λ is shown"


def _rows_of(stored: dict[str, Any]) -> list[dict[str, Any]]:
    found = [dict(zip(stored["columns"], row, strict=True)) for row in stored["rows"]]
    return [row | {"setting": _setting(row["setting"])} for row in found]


def _setting(text: str) -> dict[str, float]:
    pairs = (part.split(" = ") for part in text.split(", ") if part)
    return {key: 1.0 if value in ("True", "False") else float(value) for key, value in pairs}


def test_a_recorded_repeat_comes_back() -> None:
    """The record is what the code measures; other machines may round a few of the 359 test records differently."""
    pytest.importorskip("sklearn")
    _, found = recorded("noise")
    columns, job = next(
        (columns, job)
        for columns, job in noise(small("digits", "", 0), quick=False)
        if columns == {"method": "SVM", "w": 10, "mean": "0"} and job.parameters["repeat"] == 3
    )
    for row in MEASURES[job.kind](job.parameters):
        wanted = columns | {"data": "digits", "repeat": 3, "bound": row["bound"], "eps": row["eps"]}
        (kept,) = [other for other in found if all(other[key] == value for key, value in wanted.items())]
        assert row["test"] == pytest.approx(kept["test"], abs=0.01)


def test_every_experiment_is_evidence_for_a_claim() -> None:
    found = [c for name, c in all_checks().items() if name.startswith("recorded.")]
    replays = [
        c for c in found if not c.about.startswith("inference:")
    ]  # the paper's reason, not its numbers
    assert replays
    assert all(c.method == "probe" and not c.universal and "recorded runs" in c.scope for c in replays)


def test_claims_say_the_margin_by_which_a_difference_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    used: list[float] = []
    judged = recorded_runs._judged

    def noted(gain: Any, by: float, command: str, **facts: Any) -> Any:
        used.append(by)
        return judged(gain, by, command, **facts)

    monkeypatch.setattr(recorded_runs, "_judged", noted)
    claims = load().claims
    replays = [c for c in all_checks().values() if "recorded runs" in c.scope]
    for replay in replays:
        used.clear()
        replay.run()
        (margin,) = {abs(100 * by) for by in used}
        assert f"(margin {margin:g} points" in claims[replay.label].formal, replay.label


def test_the_makefile_makes_what_is_recorded() -> None:
    recipe = (FOLDER.parents[2] / "Makefile").read_text(encoding="utf-8")
    loops = re.findall(r"for name in ([^;]*); do \$\(BIN\)/(.*?)( --jobs 2)? --record", recipe)
    made = {command.replace("$$name", name) for names, command, _ in loops for name in names.split()}
    assert "blindavg experiment all --data cifar10 --jobs 2 --record" in recipe
    made |= {f"blindavg experiment {name} --data cifar10" for name in REAL}
    assert made == {recorded(name)[0] for name in (*REAL, *CIFAR)}
