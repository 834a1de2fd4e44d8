"""The repository stands alone and names the two commands."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
FOLDERS = (
    "reference",
    "accountant",
    "proofs_check",
    "paper_claims",
    "tests",
    "benchmarks",
    "docs",
    "vectors",
    "losses",
)


def test_readme_names_the_two_commands() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert "make audit" in text
    assert "make test" in text


def test_pages_name_files_that_exist() -> None:
    text = "\n".join(
        path.read_text(encoding="utf-8") for path in (ROOT / "README.md", *(ROOT / "docs").glob("[!ay]*.md"))
    )
    paths = set(
        re.findall(r"`((?:reference|accountant|proofs_check|paper_claims|benchmarks|tests)/[\w./*-]+)`", text)
    )
    assert paths
    for path in paths:
        assert list(ROOT.glob(path)), f"{path} does not exist"


def test_ci_runs_what_the_readme_says() -> None:
    assert re.search(r"^make test$", (ROOT / ".ci" / "run").read_text(), re.MULTILINE)


def test_every_dependency_is_pinned() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    pinned = {
        line.split("==")[0].lower().replace("_", "-")
        for name in ("constraints.txt", "benchmarks/constraints.txt")
        for line in (ROOT / name).read_text().splitlines()
        if "==" in line
    }
    wanted = [
        *project["dependencies"],
        *(d for extra in project["optional-dependencies"].values() for d in extra),
    ]
    assert {re.split(r"[<>=\[]", name)[0].lower() for name in wanted} <= pinned
    assert project["license"] == "Apache-2.0"
    assert set(project["optional-dependencies"]) >= {"test", "experiments", "bench", "dask"}


def test_every_test_file_is_collected() -> None:
    for path in (ROOT / "tests").rglob("*.py"):
        if re.search(r"^ *def test_", path.read_text(encoding="utf-8"), re.MULTILINE):
            assert path.name.startswith("test_"), f"{path} is not collected"


def test_files_hold_no_paths_of_a_machine() -> None:
    home = re.compile(r"(?<![\w.])/(?:home|root|Users)" + r"/\w")
    found = [*ROOT.glob("*.*"), *(path for name in FOLDERS for path in (ROOT / name).rglob("*"))]
    files = [path for path in found if path.is_file() and path.suffix != ".pyc"]
    assert len(files) > 50
    for path in files:
        assert not home.search(path.read_bytes().decode("utf-8", errors="ignore")), path


def test_the_sdist_has_every_folder() -> None:
    """`make test` passes from an sdist: no folder is left out of it, hidden ones apart, but for what the targets make."""
    made = {"build", *(path.name for path in ROOT.glob("*.egg-info"))}
    here = {
        path.name for path in ROOT.iterdir() if path.is_dir() and not path.name.startswith((".", "__"))
    } - made
    assert here == set(FOLDERS)
    taken = re.findall(r"^recursive-include (\w+) \*$", (ROOT / "MANIFEST.in").read_text(), re.MULTILINE)
    assert set(taken) == here
