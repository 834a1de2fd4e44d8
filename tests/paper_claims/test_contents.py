"""The command line as a newcomer meets it: a table of contents, an example for everything, completion, any folder."""

from __future__ import annotations

import fnmatch
import json
import re
import shlex
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest

from paper_claims.commands.completion import SECTIONS, commands_of, completion, table_of_contents
from paper_claims.commands.main import main, parser
from paper_claims.registry.record import Registry
from paper_claims.report.page.html import page
from tests.paper_claims.asserted import asserted_audit

ROOT = Path(__file__).parents[2]
TOP = parser()
COMMANDS = commands_of(TOP)[0]


def test_every_command_is_in_the_table_of_contents(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--help"])
    text = capsys.readouterr().out
    for title, names in SECTIONS.items():
        assert title in text
        assert set(names) <= set(COMMANDS)
    assert re.findall(r"^  (\w+) +\S", table_of_contents(TOP), re.MULTILINE) == list(
        dict.fromkeys([*(n for names in SECTIONS.values() for n in names), *COMMANDS])
    )


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_an_example_that_it_understands(name: str) -> None:
    examples = re.findall(r"blindavg ([^;()\"]*)", COMMANDS[name].epilog or "")
    assert examples
    for example in examples:
        assert parser().parse_args(shlex.split(example)).command == name


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
    "blindavg certify cifar100-so": "cifar100-softmax",
    "blindavg probe soft": "softmax",
    "blindavg experiment non": "non-iid",
    "blindavg delta --comp": "--compositions",
}


@pytest.mark.skipif(shutil.which("bash") is None, reason="the completion is for bash, which is not here")
@pytest.mark.parametrize("typed", COMPLETED)
def test_bash_completes(typed: str, tmp_path: Path) -> None:
    script = tmp_path / "completion.bash"
    script.write_text(completion(TOP), encoding="utf-8")
    asked = f'source {script}; COMP_LINE="{typed}"; COMP_POINT=${{#COMP_LINE}}; _blindavg; echo "${{COMPREPLY[@]}}"'
    done = subprocess.run(["bash", "-c", asked], capture_output=True, text=True, check=True)
    assert done.stderr == ""
    assert done.stdout.split() == [COMPLETED[typed]]


def test_completion_for_zsh_is_the_same_behind_its_bash_layer() -> None:
    assert completion(TOP, "zsh").startswith("autoload -U +X bashcompinit")


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
