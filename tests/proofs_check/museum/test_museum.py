"""The museum: every exhibit is caught, and its catcher accepts the right version."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from proofs_check.museum.accounting import classic_sigma, noise_keeps_the_promise
from proofs_check.museum.engineering import every_file_is_collected
from proofs_check.museum.exhibits import EXHIBITS, Exhibit

TESTS = Path(__file__).parents[2]
BY_NAME = {exhibit.name: exhibit for exhibit in EXHIBITS}


def test_there_are_at_least_thirteen() -> None:
    assert len(BY_NAME) == len(EXHIBITS) >= 13


@pytest.mark.parametrize("name", BY_NAME)
def test_the_right_version_passes_and_the_wrong_one_does_not(name: str) -> None:
    exhibit: Exhibit = BY_NAME[name]
    assert exhibit.catcher(exhibit.right).result == "holds"
    rejected = exhibit.catcher(exhibit.wrong)
    assert rejected.result == "fails"
    assert rejected.detail
    assert exhibit.caught()
    assert exhibit.catcher.__doc__


@pytest.mark.parametrize("name", BY_NAME)
def test_a_report_names_a_repository_and_a_thread(name: str) -> None:
    assert BY_NAME[name].report == "" or re.fullmatch(r"[\w.-]+/[\w.-]+#\d+", BY_NAME[name].report)


def test_the_classic_formula_is_fine_inside_its_range() -> None:
    """What is rejected is the range, not the formula: more noise than the classic one is no way around."""
    assert noise_keeps_the_promise(lambda eps, target: classic_sigma(min(eps, 1), target)).result == "holds"


def test_our_own_test_files_are_collected() -> None:
    files = [
        path.as_posix()
        for path in TESTS.rglob("*.py")
        if re.search(r"^ *def test_", path.read_text(encoding="utf-8"), re.MULTILINE)
    ]
    assert len(files) > 10
    assert every_file_is_collected(files).result == "holds"
