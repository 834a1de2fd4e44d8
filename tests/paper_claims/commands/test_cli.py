"""The command line: exit codes, one-line errors, JSON, and nothing half-written."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from rich.console import Console

import accountant
from paper_claims.audit.judging import judge
from paper_claims.audit.runner import place, row_of
from paper_claims.commands import replay, show
from paper_claims.commands.main import main
from paper_claims.registry.marks import plain
from paper_claims.registry.record import Registry
from paper_claims.report.terminal import print_claim, print_counterexamples, print_replay, print_summary
from proofs_check.method.check import all_checks
from proofs_check.method.pool import run_one
from tests.paper_claims.asserted import asserted_audit

ROOT = Path(__file__).parents[3]

BAD = {
    "unknown label": (["show", "lem:max_smothness"], "did you mean lem:max_smoothness"),
    "strange label": (["replay", "???"], "must be in the contents, got '???'"),
    "unknown command": (["prove"], "invalid choice: 'prove'"),
    "mistyped option": (["--vesion"], "unrecognized arguments: --vesion (see blindavg --help)"),
    "number without quotes": (["show", "theorem", "6"], "must be quoted: 'Theorem 6'"),
    "unknown option": (["audit", "--fast"], "--fast"),
    "no label": (["show"], "LABEL"),
    "jobs 0": (["audit", "--jobs", "0"], "--jobs (the number of processes) must be >= 1, got 0"),
    "jobs text": (
        ["audit", "--jobs", "many"],
        "must be a whole number, got 'many' (see blindavg audit --help)",
    ),
    "all and a label": (
        ["audit", "eq:sp_pm", "--all"],
        "--all (an option) must be left out: the named statements are listed anyway",
    ),
    "all and JSON": (["audit", "--all", "--json"], "JSON lists every statement"),
    "out is a file": (
        ["audit", "eq:sp_pm", "--out", __file__],
        "--out (where to write) must be a folder that can be written",
    ),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_input_is_one_line_and_exit_code_2(case: str, capsys: pytest.CaptureFixture[str]) -> None:
    arguments, message = BAD[case]
    assert main(arguments) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.count("\n") == 1
    assert printed.err.startswith("blindavg: ")
    assert message in printed.err


def test_version_is_the_one_of_the_project_file(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["--version"])
    assert not stopped.value.code
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert project["tool"]["setuptools"]["dynamic"]["version"] == {"attr": "reference.versions.VERSION"}
    assert capsys.readouterr().out == f"{project['project']['name']} {accountant.__version__}\n"


def test_the_place_of_every_check_is_the_line_of_its_function() -> None:
    """Most functions have the name of their check; some are made by a factory, and a check names the inner one."""
    own = 0
    for name, check in all_checks().items():
        path, _, line = place(name).rpartition(":")
        text = (ROOT / path).read_text(encoding="utf-8").splitlines()[int(line) - 1].strip()
        if check.method == "kernel":
            assert text.startswith(f"Theorem {name.rpartition('.')[2]} :"), name
            continue
        assert text.startswith(f"def {check.run.__code__.co_name}("), name
        own += text.startswith(f"def {name.rpartition('.')[2]}(")
    assert own > 0.9 * sum(check.method != "kernel" for check in all_checks().values())


def test_show_and_replay_name_each_check_with_its_place(registry: Registry) -> None:
    audit = asserted_audit(registry)
    (j,) = (j for j in audit.judged if j.entry.label == "thm:smooth_softmax")
    printed = {}
    for name, command in (
        ("show", lambda out: print_claim(j, "stands", out)),
        ("replay", lambda out: print_replay(j, out)),
    ):
        command(Console(file=(out := io.StringIO()), width=60))
        printed[name] = out.getvalue()
    for row in j.rows:
        line = f"    {row.check}  {place(row.check)}\n"
        assert line in printed["show"]
        shown = row.refutes or (row.check in j.proofs and row.about == "repair")
        assert (line in printed["replay"]) == shown
    rows = (show.as_json(j, "stands", proofs=False)["evidence"], replay.as_json(j)["replayed"])
    assert rows[0]
    for found in rows:
        assert [row["file"] for row in found] == [place(row.check) for row in j.rows]


@pytest.mark.slow
def test_show(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", "eq:sp_pm", "--all"]) == 0
    text = capsys.readouterr().out
    assert not text.startswith("\n")
    for words in (
        "true but proof gap",
        "says",
        "formally",
        "symbolic",
        "simplex.maximum_theorems.STATIONARY",
        "3 checks, 3 controls were rejected",
    ):
        assert words in text


def test_the_summary_is_one_screen_with_what_fails_and_what_is_needed(registry: Registry) -> None:
    judged = {j.entry.label: j for j in asserted_audit(registry).judged}
    for label in ("cor:group_privacy", "thm:sens_softmax"):
        j = judged[label]
        print_summary(j, "stands", Console(file=(out := io.StringIO()), width=120))
        text = " ".join(out.getvalue().split())
        assert j.claim is not None
        assert len(out.getvalue().splitlines()) <= 50
        assert f"{len(j.rows)} checks" in text
        assert "--all" in text
        for said in (j.claim.says, j.claim.consequence, *(p.says for p in j.claim.extra_premises)):
            assert " ".join(plain(said).split()) in text
        wrong = [step.says for step in j.claim.steps if j.derived.findings[step.slug] in ("gap", "wrong")]
        assert all(" ".join(plain(said).split()) in text for said in wrong)
        refuting = [row for row in j.rows if row.refutes and row.about.startswith(("statement", "reading"))]
        assert (" fails " in text) == bool(refuting) == (j.verdict == "refuted")


@pytest.mark.slow
def test_show_a_statement_that_is_not_judged(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", "sec:results#emnist_accuracy"]) == 0
    assert "not judged" in capsys.readouterr().out


@pytest.mark.slow
def test_replay_prints_the_numbers(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", "ex:dpsvm#lipschitz"]) == 0
    text = capsys.readouterr().out
    assert "label times sign = 3" in text
    assert "gradient norm = 3" in text
    assert "L = 11/10" in text
    assert text.index("L = 11/10") < text.index("impact "), "what fails comes before anything is proved"


def test_replay_prints_the_number_of_the_finding_where_it_is_read_off(registry: Registry) -> None:
    claim = registry.claims["cor:group_privacy"]
    assert claim.finding is not None
    row = row_of(all_checks()[claim.finding.check], run_one(claim.finding.check))
    j = judge(next(e for e in registry.entries if e.label == claim.label), claim, [row])
    print_counterexamples(j, Console(file=(out := io.StringIO()), width=120))
    head, _, rest = out.getvalue().partition("What fails as printed")
    assert "delta = 0.69" in head
    assert "the number: delta of the group = 0.69" in rest
    assert "the delta of the group exceeds the target delta" in rest


@pytest.mark.slow
def test_a_label_with_parts_shows_all_of_them(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", "C2.2", "--json"]) == 0
    parts = [claim["part"] for claim in json.loads(capsys.readouterr().out)]
    assert parts == ["smoothness", "lipschitz", "eps", "ratio"]


@pytest.mark.slow
def test_audit_of_a_label_writes_only_where_it_is_told(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["audit", "eq:sp_pm", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["counts"]["true_but_proof_gap"] == 1
    assert list(tmp_path.iterdir()) == []
    assert main(["audit", "eq:sp_pm", "--out", "here/there"]) == 0
    assert sorted(p.name for p in (tmp_path / "here/there").iterdir()) == [
        "AUDIT.md",
        "audit.json",
        "index.html",
    ]


@pytest.mark.slow
def test_replay_as_json_carries_the_witness(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", "def:strong_convexity", "--json"]) == 0
    (claim,) = json.loads(capsys.readouterr().out)
    assert claim["verdict"] == "refuted"
    assert any(row["witness"] for row in claim["replayed"] if row["outcome"] == "fails")


@pytest.mark.slow
def test_a_closed_pipe_is_no_traceback() -> None:
    command = f"{sys.executable} -m paper_claims audit app:huber | head -n 1"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=False)
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("arguments", [["--help"], ["certify", "--examples"], ["completion", "bash"]])
def test_a_reader_that_left_is_no_error(arguments: list[str]) -> None:
    """A short output fails when it is flushed, a long one before."""
    command = [sys.executable, "-m", "paper_claims", *arguments]
    buffered = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=buffered, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == ""
        assert process.wait() == 0


def test_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["--help"])
    assert stopped.value.code == 0
    text = capsys.readouterr().out
    for command in ("audit", "show", "replay"):
        assert command in text


@pytest.mark.slow
def test_an_interrupted_audit_says_so_in_one_line(tmp_path: Path) -> None:
    """Ctrl-C reaches every process of the command; those that it starts say nothing, and nothing is written."""
    heeding = "import runpy, signal; signal.signal(signal.SIGINT, signal.default_int_handler); "  # who runs us may not
    heeding += "from paper_claims import output; output.SECONDS = 0.05; "  # it says at once that it has begun
    heeding += "runpy.run_module('paper_claims', run_name='__main__', alter_sys=True)"
    command = [sys.executable, "-c", heeding, "audit", "--fresh", "--out", str(tmp_path), "eq:sp_pm"]
    with subprocess.Popen(
        command, cwd=ROOT, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as run:
        assert run.stderr is not None
        said = [run.stderr.readline()]  # it has begun
        os.killpg(run.pid, signal.SIGINT)
        said += run.stderr.read().splitlines()
    assert run.returncode == 130
    assert said[-1] == "blindavg: interrupted"
    assert all(line.startswith(("Coq checks", "checks and theorems: ")) for line in said[:-1])
    assert list(tmp_path.iterdir()) == []


AT_IMPORT = """
import os, signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)  # who runs us may not heed it
class Interrupts:
    def find_spec(name, *rest):
        if name == {module!r}:
            os.killpg(0, signal.SIGINT)
sys.meta_path.insert(0, Interrupts)
"""
IN_Z3 = """
import os, signal, threading
signal.signal(signal.SIGINT, signal.default_int_handler)
import z3
def check(solver):
    threading.Timer(0.1, os.killpg, (0, signal.SIGINT)).start()
    x, y, w = z3.Ints("x y w")
    hard = z3.Solver()
    hard.add(x**3 + y**3 + w**3 == 114, x > 1000, y < -1000)
    while True:
        {call}
z3.Solver.check, z3_check = check, z3.Solver.check
"""
SWALLOWS = """try:
            z3_check(hard)
        except BaseException:
            pass"""
LOSS = ["loss", str(ROOT / "losses/smoothed-hinge.toml")]
MOMENTS = {
    "main": (AT_IMPORT.format(module="paper_claims.commands.main"), ["delta", "--eps", "1", "--sigma", "2"]),
    "numpy": (AT_IMPORT.format(module="numpy"), ["delta", "--eps", "1", "--sigma", "2"]),
    "dpsgd": (AT_IMPORT.format(module="paper_claims.commands.dpsgd"), ["dpsgd", "--q", "1", "--steps", "1"]),
    "ctypes": (AT_IMPORT.format(module="ctypes"), LOSS),
    "in z3": (IN_Z3.format(call="z3_check(hard)"), LOSS),
    "swallowed": (IN_Z3.format(call=SWALLOWS), LOSS),
}


@pytest.mark.slow
@pytest.mark.parametrize("moment", MOMENTS)
def test_whenever_a_command_is_interrupted_it_says_so_in_one_line(moment: str) -> None:
    before, words = MOMENTS[moment]
    code = f"{before}\nimport runpy; runpy.run_module('paper_claims', run_name='__main__', alter_sys=True)"
    ran = subprocess.run(
        [sys.executable, "-c", code, *words], cwd=ROOT, capture_output=True, text=True, start_new_session=True
    )
    assert (ran.returncode, ran.stdout, ran.stderr) == (130, "", "blindavg: interrupted\n")
