"""The command line as a newcomer meets it: a table of contents, an example for everything, completion, any folder."""

from __future__ import annotations

import fnmatch
import json
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from importlib import import_module
from pathlib import Path

import pytest

from paper_claims.commands.completion import script
from paper_claims.commands.main import FILES, SECTIONS, main, parser
from paper_claims.registry.record import Registry
from paper_claims.report.page.html import page
from tests.paper_claims.asserted import asserted_audit

ROOT = Path(__file__).parents[3]
TOP = parser()
COMMANDS = TOP.get_default("commands").choices


def examples(name: str) -> list[list[str]]:
    """The arguments of the examples at the end of the help of a command."""
    return [shlex.split(text) for text in re.findall(r"blindavg ([^;()\"]*)", COMMANDS[name].epilog or "")]


def test_every_command_is_in_the_table_of_contents(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--help"])
    text = capsys.readouterr().out
    table = text[text.index("The audit") : text.index("options:")]
    assert re.findall(r"^  (\w+) +\S", table, re.MULTILINE) == list(COMMANDS)
    assert re.findall(r"^\w.*", table, re.MULTILINE) == list(SECTIONS)


def test_without_a_command_there_is_help(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main([])
    assert ended.value.code == 0
    assert "COMMAND --help" in capsys.readouterr().out


@pytest.mark.parametrize("arguments", [["--help"], ["--version"], ["delta", "--eps", "1", "--sigma", "2"]])
def test_a_small_command_imports_little(arguments: list[str]) -> None:
    """No solver, no browser page, no plots: that is what makes it start at once."""
    code = f"""
import sys
from paper_claims.commands.main import main
try:
    main({arguments!r})
except SystemExit:
    pass
print(sorted({{"z3", "sympy", "matplotlib", "jinja2", "proofs_check"}} & set(sys.modules)))
"""
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert found.stdout.splitlines()[-1] == "[]"


def test_every_file_with_a_command_is_in_a_section() -> None:
    files = (ROOT / "paper_claims/commands").glob("*.py")
    found = [path.stem for path in files if "\ndef add_command(" in path.read_text(encoding="utf-8")]
    assert set(found) == {FILES.get(name, name) for name in COMMANDS}


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_an_example_that_it_understands(name: str) -> None:
    assert examples(name)
    for example in examples(name):
        assert parser().parse_args(example).command == name


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_is_run_by_its_own_file(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """main() hands the options to the function of that file and returns its exit code."""
    module = import_module(f"paper_claims.commands.{FILES.get(name, name)}")
    function = parser().parse_args(examples(name)[0]).run
    assert getattr(module, function.__name__) is function
    seen = []
    monkeypatch.setattr(module, function.__name__, lambda options: seen.append(options.command) or 7)
    assert main(examples(name)[0]) == 7
    assert seen == [name]


@pytest.mark.parametrize("name", [name for name in COMMANDS if name != "completion"])
def test_everything_that_prints_data_prints_json(name: str) -> None:
    assert "--json" in COMMANDS[name].format_help()


def test_lists_of_examples_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["certify", "--examples", "--json"]) == 0
    assert {"cifar10-svm", "cifar10-softmax"} <= {
        entry["name"] for entry in json.loads(capsys.readouterr().out)
    }


COMPLETED = {
    "blindavg rep": "replay",
    "blindavg show lem:max_smo": "max_smoothness",  # bash replaces what stands behind the colon
    "blindavg replay eq:sp_pm --jobs 2 C2.2#sm": "C2.2#smoothness",
    "blindavg certify cifar100-so": "cifar100-softmax",
    "blindavg probe soft": "softmax",
    "blindavg experiment non": "non-iid",
    "blindavg delta --comp": "--compositions",
    "blindavg completion z": "zsh",
    "blindavg --v": "--version",
}


@pytest.mark.skipif(shutil.which("bash") is None, reason="the completion is for bash, which is not here")
@pytest.mark.parametrize("typed", COMPLETED)
def test_bash_completes(typed: str, tmp_path: Path) -> None:
    file = tmp_path / "completion.bash"
    file.write_text(script(parser(), "bash"), encoding="utf-8")
    asked = (
        f'source {file}; COMP_LINE="{typed}"; COMP_POINT=${{#COMP_LINE}}; _blindavg; echo "${{COMPREPLY[@]}}"'
    )
    done = subprocess.run(["bash", "-c", asked], capture_output=True, text=True, check=True)
    assert done.stderr == ""
    assert done.stdout.split() == [COMPLETED[typed]]


def test_completion_for_zsh_knows_commands_options_and_labels(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["completion", "zsh"]) == 0
    text = capsys.readouterr().out
    assert text.startswith("#compdef blindavg\n")
    assert all(f"\n    {name}:" in text for name in COMMANDS)
    assert '"--compositions[' in text
    assert " lem:max_smoothness " in text
    assert r" C2.2\#smoothness " in text, "zsh takes a bare # for a pattern"


def test_unknown_shell_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["completion", "fish"]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_data_files_are_installed_with_the_package() -> None:
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"][
        "package-data"
    ]
    for package in ("reference", "accountant", "proofs_check", "paper_claims"):
        for path in (ROOT / package).rglob("*"):
            if path.is_file() and path.suffix not in (".py", ".pyc", ".pyo"):
                inside = path.relative_to(ROOT / package).as_posix()
                assert any(fnmatch.fnmatch(inside, pattern) for pattern in declared.get(package, ())), path


@pytest.mark.slow
def test_works_outside_the_repository(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], registry: Registry
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["certify", "cifar10-svm", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["certified"]
    assert page(asserted_audit(registry), []).startswith("<!doctype html>")


def test_colours_only_on_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["certify", "cifar10-svm"]) == 0
    assert "\x1b" not in capsys.readouterr().out
