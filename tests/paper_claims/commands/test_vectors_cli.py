"""`blindavg vectors`: what it prints, writes and refuses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from paper_claims.commands import vectors as command
from paper_claims.commands.main import main
from proofs_check.vectors import files, judging
from proofs_check.vectors.flags import FLAGS

Captured = pytest.CaptureFixture[str]


def test_the_summary_counts(capsys: Captured) -> None:
    assert main(["vectors", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["vectors"] == sum(data["questions"].values()) >= 2000
    assert list(data["flags"]) == list(FLAGS)
    assert main(["vectors"]) == 0
    assert f"{data['vectors']} vectors, {len(FLAGS)} flags" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--peer", "nothing"], "--peer (a library) must be one of"),
        (["--peer", "no-such-library"], "is not installed here"),
        (["--peer", "broken"], "is installed but does not import"),
        (["--make", "--peer", "autodp"], "--peer (an option) must be left out"),
        (["--make", "--json"], "--json (an option) must be left out"),
        (["--out", "x"], "--out (an option) must be left out"),
        (["--every", "2"], "--every (an option) must be left out"),
        (["--peer", "blindavg", "--every", "0"], "--every (which vectors are asked) must be >= 1"),
        (["--peer", "blindavg", "--out", "x.html"], "--out (the table) must end in .md"),
        (["--peer", "blindavg", "--out", "no/such/folder/x.md"], "must be a folder that can be written"),
        (["--make", "--out", "/dev/null/x"], "must be a folder that can be written"),
    ],
)
def test_bad_input_is_one_line(
    options: list[str], said: str, capsys: Captured, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    class Absent:
        PACKAGE, MODULE = "no-such-library", "no_such_library"

    class Broken:
        PACKAGE, MODULE = "broken", "broken_library"

    (tmp_path / "broken_library.py").write_text("raise RuntimeError('versions do not fit')")
    monkeypatch.syspath_prepend(tmp_path)
    real = judging.adapter
    fakes = {"no-such-library": Absent, "broken": Broken}
    monkeypatch.setattr(judging, "adapter", lambda name: fakes.get(name) or real(name))
    assert main(["vectors", *options]) == 2
    output = capsys.readouterr()
    assert output.out == ""
    assert said in output.err
    assert len(output.err.splitlines()) == 1


def test_a_library_is_judged(capsys: Captured, tmp_path: Path) -> None:
    """Our own answers, at vectors far apart: all are right."""
    page = tmp_path / "peers.md"
    assert (
        main(["vectors", "--peer", "blindavg", "--every", "293", "--out", str(page), "--json", "--jobs", "1"])
        == 0
    )
    (peer,) = json.loads(capsys.readouterr().out)
    *_, everything = peer["flags"]
    assert everything["asked"] == everything["right"] == -(-len(files.read()) // 293)
    assert "--every 293" in page.read_text()
    assert (
        f"| blindavg {peer['version']} | {everything['asked']} | {everything['asked']} | 0 | 0 |"
        in page.read_text()
    )


def test_all_judges_what_is_installed_and_names_the_rest(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command, "PEERS", ("blindavg", "nothing"))
    assert main(["vectors", "--peer", "all", "--every", "700", "--jobs", "1"]) == 0
    output = capsys.readouterr()
    assert "blindavg" in output.out
    assert "must be one of" in output.err


def test_files_are_written_where_asked(
    capsys: Captured, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With fewer families, for speed: the same bytes as those that are committed."""
    few = {name: files.FILES[name] for name in ("groups", "thresholds")}
    for module in (files,):
        monkeypatch.setattr(module, "FILES", few)
    monkeypatch.setattr(files, "schema", dict)
    assert main(["vectors", "--make", "--out", str(tmp_path / "new"), "--jobs", "1"]) == 0
    for name in ("groups.json", "thresholds.json", "flags.json"):
        assert (tmp_path / "new" / name).read_bytes() == (files.FOLDER / name).read_bytes()
    assert "vectors written to" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("value", "shown"), [(1.0, ""), (1 + 1e-12, "1 + 1.0e-12"), (2.5, "2.5"), (float("inf"), "inf")]
)
def test_factors_show_how_far_from_one_they_are(value: float, shown: str) -> None:
    assert command.factor(value) == shown
