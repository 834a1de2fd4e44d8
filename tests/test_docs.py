"""The documentation does what it says: every code block prints what is shown, every exercise is graded."""

from __future__ import annotations

import importlib.util
import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from paper_claims.commands.main import main, parser
from paper_claims.exercises import EXERCISES
from paper_claims.registry.record import Registry
from proofs_check.method import check as evidence
from proofs_check.method.check import all_checks
from tests.blocks import blocks, printed

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
CHAPTERS = sorted(DOCS.glob("[1-8]-*.md"))
PAGES = [*sorted(path for path in DOCS.glob("*.md") if path.name != "README.md"), ROOT / "README.md"]


def module(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"docs_{name}", DOCS / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    found = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


@pytest.mark.slow
@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_every_block_prints_what_is_shown(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Checks that a page registers are forgotten behind it."""
    monkeypatch.setattr(evidence, "_REGISTERED", all_checks())
    monkeypatch.chdir(ROOT)
    named = re.search(r"<!-- module: (\w+) -->", path.read_text(encoding="utf-8"))
    space: dict[str, Any] = {"__name__": named.group(1) if named else path.stem}
    found = blocks(path)
    for block in found:
        assert printed(block, space, path.name) == block.shown, block.code


@pytest.mark.slow
def test_a_page_runs_as_one_file() -> None:
    """As a newcomer runs it: the shown outputs, one after the other."""
    page = "docs/add-a-learner.md"
    done = subprocess.run(
        [sys.executable, "docs/run.py", page],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "".join(block.shown for block in blocks(ROOT / page))
    refused = subprocess.run([sys.executable, "docs/run.py"], cwd=ROOT, capture_output=True, text=True)
    assert (refused.returncode, refused.stderr.startswith("usage: ")) == (1, True)


def test_a_wrong_output_would_be_noticed(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("```python\nprint(1 + 1)\n```\n\n```text\n3\n```\n", encoding="utf-8")
    (block,) = blocks(page)
    assert printed(block, {}, "page") == "2\n" != block.shown


def test_every_fenced_block_is_one_that_is_run() -> None:
    for path in PAGES:
        languages = re.findall(r"^```(\w+)$", path.read_text(encoding="utf-8"), re.MULTILINE)
        assert set(languages) <= {"python", "console", "text", "toml"}, path.name


@pytest.mark.parametrize(
    "path",
    [*PAGES, DOCS / "README.md", DOCS / "experiments.md"],
    ids=lambda path: path.relative_to(ROOT).as_posix(),
)
def test_commands_are_understood(path: Path) -> None:
    """Every `blindavg ...` of the documentation has arguments that the program takes."""
    top = parser()
    text = path.read_text(encoding="utf-8")
    lines = re.findall(r"^(?:    |\$ )blindavg (.*)$", text, re.MULTILINE) + re.findall(
        r"`blindavg ([^`\n]*)`", text
    )
    for line in lines:
        arguments = shlex.split(re.split(r"\s#", line)[0])
        placeholders = [word for word in arguments if word == "..." or (word.isupper() and len(word) > 1)]
        if arguments and not placeholders and "--help" not in arguments:
            top.parse_args(arguments)


def test_chapters_have_a_picture_an_exercise_and_the_paper_beside_the_truth() -> None:
    assert len(CHAPTERS) == 8
    for path in CHAPTERS:
        text = path.read_text(encoding="utf-8")
        (picture,) = re.findall(r"!\[[^\]]{10,}\]\((pictures/[\w-]+\.svg)\)", text)
        assert (DOCS / picture).exists()
        beats = ("Why it is true.", "Where the printed proof fails.", "Break it yourself.", "Exercise.")
        assert all(text.count(f"**{beat}**") == 1 for beat in beats), path.name
        assert "| the paper says | what is true |" in text
        assert len(blocks(path)) >= 2


def test_links_lead_somewhere() -> None:
    for path in [*PAGES, DOCS / "README.md", DOCS / "experiments.md", ROOT / "CONTRIBUTING.md"]:
        for target in re.findall(r"\]\(([^)#:]+)\)", path.read_text(encoding="utf-8")):
            assert (path.parent / target).exists(), f"{path.name} links {target}"


def test_every_row_of_a_table_has_as_many_cells_as_its_head() -> None:
    for path in [*DOCS.rglob("*.md"), *ROOT.glob("*.md")]:
        prose = re.sub(r"^```.*?^```", "", path.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)
        for table in re.findall(r"^(?:\|.*\n)+", prose, re.MULTILINE):
            rows = [re.split(r"(?<!\\)\|", row.strip()) for row in table.splitlines()]
            assert {len(row) for row in rows} == {len(rows[0])}, f"{path.name}: {table}"


@pytest.mark.slow
def test_pictures_are_those_that_the_script_draws() -> None:
    pictures = module("pictures")
    drawn = dict(pictures.every_picture())
    assert sorted(drawn) == sorted(path.stem for path in (DOCS / "pictures").glob("*.svg"))
    for name, svg in drawn.items():
        assert (DOCS / "pictures" / f"{name}.svg").read_text(encoding="utf-8") == pictures.standalone(svg), (
            name
        )


@pytest.mark.slow
def test_parts_that_are_made_are_as_they_would_be_made_now() -> None:
    generated = module("generated")
    assert {name for path in generated.pages() for name in generated.parts(path)} == set(generated.MADE)
    for path in generated.pages():
        assert generated.renewed(path) == path.read_text(encoding="utf-8"), (
            f"python docs/generated.py renews {path.name}"
        )


ANSWERS = {  # right, true but not the best, refuted
    1: ("1/2", "1", "0.49"),
    2: ("0.25", "0.3", "0.2499"),
    3: ("4/3", "1.5", "1.3"),
    4: ("2", "2.1", "1.9"),
    5: ("4/3", "2", "1.3"),
    6: ("50", "51", "49"),
}


@pytest.mark.parametrize("number", ANSWERS)
def test_exercises_are_graded_by_proof(number: int) -> None:
    right, loose, wrong = map(EXERCISES[number - 1].grade, ANSWERS[number])
    assert right.right
    assert right.why.startswith("proved")
    assert not loose.right
    assert "not the smallest" in loose.why
    assert not wrong.right
    assert wrong.why.startswith("refuted")
    assert wrong.witness


@pytest.mark.slow
def test_words_are_graded_too(capsys: pytest.CaptureFixture[str]) -> None:
    assert EXERCISES[6].grade("Open").right
    assert not EXERCISES[6].grade("true if repaired").right
    assert not EXERCISES[6].grade("verified").right
    assert main(["exercise", "8", "same-start"]) == 0
    assert "without it the proof is rejected" in capsys.readouterr().out
    assert main(["exercise", "8", "whole-passes", "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["right"] is False


@pytest.mark.parametrize("arguments", [["0"], ["9"], ["2", "x"], ["2", "-1"], ["7", "fine"], ["8", "fine"]])
def test_bad_answers_are_one_line(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["exercise", *arguments]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_the_site_and_the_notebooks_are_made_from_the_pages(tmp_path: Path) -> None:
    made = module("build").build(tmp_path)
    assert len([path for path in made if path.suffix == ".ipynb"]) == len(CHAPTERS)
    for path in made:
        text = path.read_text(encoding="utf-8")
        if path.suffix == ".ipynb":
            cells = json.loads(text)["cells"]
            python = "\n".join(cell["source"] for cell in cells if cell["cell_type"] == "code")
            for block in blocks(DOCS / f"{path.stem}.md"):
                assert block.language != "python" or block.code.strip() in python
            continue
        assert not re.search(r"(?:src|href)=.https?:|@import", text)
        assert "data-file" not in text
        for target in re.findall(r'(?:href|src)="([^"#]+)', text):
            assert (path.parent / target).exists(), f"{path.name} links {target}"


def test_every_page_of_the_site_is_reached_from_its_index(tmp_path: Path) -> None:
    made = {path.name: path for path in module("build").build(tmp_path) if path.suffix == ".html"}
    reached, new = set[str](), {"index.html"}
    while new:
        reached |= new
        texts = [made[name].read_text(encoding="utf-8") for name in new]
        new = {link for text in texts for link in re.findall(r'href="([\w-]+\.html)', text)} - reached
    assert reached == set(made)


def test_labels_in_the_documentation_are_in_the_index(registry: Registry) -> None:
    known = {name for entry in registry.entries for name in (entry.label, *entry.also)}
    known |= {label.split("#")[0] for label in known}
    for path in CHAPTERS:
        named = re.findall(
            r"`((?:thm|lem|cor|def|ex|alg|sec|app|ours):[\w#-]+)`", path.read_text(encoding="utf-8")
        )
        assert named, path.name
        assert set(named) <= known, path.name
