"""The documentation does what it says: every code block prints what is shown, every exercise has a checked solution."""

from __future__ import annotations

import importlib.util
import os
import re
import shlex
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from accountant import delta
from paper_claims.commands.main import parser
from paper_claims.registry.record import Registry
from proofs_check.method import check as evidence
from proofs_check.method.check import all_checks
from tests.blocks import blocks, printed

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
CHAPTERS = sorted(DOCS.glob("[1-8]-*.md"))
PAGES = [*CHAPTERS, DOCS / "add-a-learner.md", DOCS / "logic.md", ROOT / "README.md"]


def module(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"docs_{name}", DOCS / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    found = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


@pytest.fixture(scope="module")
def solutions() -> ModuleType:
    return module("solutions")


@pytest.mark.slow
@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_every_block_prints_what_is_shown(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Checks that a page registers are forgotten behind it."""
    monkeypatch.setattr(evidence, "_REGISTERED", all_checks())
    monkeypatch.chdir(ROOT)
    named = re.search(r"<!-- module: (\w+) -->", path.read_text(encoding="utf-8"))
    space: dict[str, Any] = {"__name__": named.group(1) if named else path.stem}
    found = blocks(path)
    assert found
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
    "path", [*PAGES, DOCS / "README.md"], ids=lambda path: path.relative_to(ROOT).as_posix()
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
        assert "**Exercise.**" in text
        assert "| the paper says | what is true |" in text
        assert len(blocks(path)) >= 2


def test_links_lead_somewhere() -> None:
    for path in [*PAGES, DOCS / "README.md", ROOT / "CONTRIBUTING.md"]:
        for target in re.findall(r"\]\(([^)#:]+)\)", path.read_text(encoding="utf-8")):
            assert (path.parent / target).exists(), f"{path.name} links {target}"


@pytest.mark.slow
def test_pictures_are_those_that_the_script_draws() -> None:
    pictures = module("pictures")
    drawn = dict(pictures.every_picture())
    assert sorted(drawn) == sorted(path.stem for path in (DOCS / "pictures").glob("*.svg"))
    for name, svg in drawn.items():
        assert (DOCS / "pictures" / f"{name}.svg").read_text(encoding="utf-8") == pictures.standalone(svg), (
            name
        )


def test_exercise_1_and_2(solutions: ModuleType) -> None:
    curvature, slope = solutions.exercise_1()
    assert curvature == 2
    assert slope.subs("z", -100) == -202
    for k in (2, 3, 7):
        assert solutions.exercise_2(k) == 1 - Fraction(2, k)


def test_exercise_3_and_4(solutions: ModuleType) -> None:
    one, more = solutions.exercise_3()
    assert more > one
    assert abs(more / one - 4 / 3) < 0.15
    together, noise = solutions.exercise_4()
    assert delta(together, "5.95", 4).upper() <= 1e-5 < delta(together * 0.999, "5.95", 4).lower()
    assert delta("0.6", noise, 4).upper() <= 1e-5 < delta("0.6", noise * 0.999, 4).lower()
    assert abs(noise / 5.9496 - 2) < 1e-3


def test_exercise_5_to_8(solutions: ModuleType) -> None:
    assert solutions.exercise_5() == {Fraction(4, 3): True, Fraction(13, 10): False}
    most = solutions.exercise_6()
    assert solutions.eps_with_dropouts(most) <= 0.6 < solutions.eps_with_dropouts(most + 1)
    assert solutions.exercise_7() == ("open", "verified")
    found = solutions.exercise_8()
    assert found.result == "fails"
    assert found.witness is not None
    assert found.witness["C"] == "0"


def test_labels_in_the_documentation_are_in_the_index(registry: Registry) -> None:
    known = {name for entry in registry.entries for name in (entry.label, *entry.also)}
    known |= {label.split("#")[0] for label in known}
    for path in CHAPTERS:
        named = re.findall(
            r"`((?:thm|lem|cor|def|ex|alg|sec|app|ours):[\w#-]+)`", path.read_text(encoding="utf-8")
        )
        assert named, path.name
        assert set(named) <= known, path.name
