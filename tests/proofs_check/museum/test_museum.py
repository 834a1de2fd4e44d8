"""The museum: every mistake is caught for what it is, and its right version is not."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from proofs_check import museum
from proofs_check.museum.exhibit import CAUSES, IMPACTS, Exhibit
from proofs_check.museum.exhibits import EXHIBITS
from proofs_check.museum.opacus.test_file_never_collected.piece import every_file_is_collected
from proofs_check.museum.smartnoise.classic_sigma.piece import PIECE as CLASSIC
from proofs_check.vectors.case import Case
from proofs_check.vectors.files import read
from proofs_check.vectors.flags import FLAGS
from proofs_check.vectors.judging import OPTIMISTIC, judge

TESTS = Path(__file__).parents[2]
BY_NAME = {exhibit.name: exhibit for exhibit in EXHIBITS}
PLD = [name for name in BY_NAME if name.startswith("dp_accounting/loss_distribution")]


def test_there_are_enough_and_each_has_a_folder() -> None:
    assert len(BY_NAME) == len(EXHIBITS) >= 25
    folders = {
        path.parent.relative_to(museum.__path__[0]).as_posix()
        for path in Path(museum.__path__[0]).rglob("piece.py")
    }
    assert folders == set(BY_NAME)


@pytest.mark.parametrize("name", BY_NAME)
def test_the_right_version_passes_and_the_wrong_one_does_not(name: str) -> None:
    exhibit: Exhibit = BY_NAME[name]
    assert exhibit.catcher(exhibit.right).result == "holds"
    rejected = exhibit.catcher(exhibit.wrong)
    assert rejected.result == "fails"
    assert rejected.detail
    assert exhibit.catcher.__doc__


@pytest.mark.parametrize("name", BY_NAME)
def test_a_piece_is_described_in_the_vocabulary(name: str) -> None:
    exhibit = BY_NAME[name]
    assert exhibit.cause in CAUSES
    assert exhibit.impact in IMPACTS
    assert exhibit.happened
    assert exhibit.library == name.split("/")[0]
    assert exhibit.report == "" or re.fullmatch(r"[\w.-]+/[\w.-]+#\d+", exhibit.report)
    assert bool(exhibit.report) == (exhibit.library != "unreported") or name in PLD


@pytest.mark.parametrize("flag", FLAGS)
def test_a_flag_and_its_exhibits_name_the_same_threads(flag: str) -> None:
    reports = {exhibit.report for exhibit in EXHIBITS if exhibit.flag == flag and exhibit.report}
    assert reports <= set(FLAGS[flag].threads)


def test_the_two_points_of_loss_distributions_are_pieces() -> None:
    assert len(PLD) == 2
    assert {BY_NAME[name].flag for name in PLD} == {"fft-power"}


def test_no_word_of_the_vocabulary_is_idle() -> None:
    assert {exhibit.cause for exhibit in EXHIBITS} == set(CAUSES)
    assert {exhibit.impact for exhibit in EXHIBITS} == set(IMPACTS)


def test_the_classic_formula_is_fine_inside_its_range() -> None:
    """What is rejected is the range, not the formula."""
    inside = [v for v in read() if (v.question.mechanism, v.question.asked) == ("gaussian", "sigma")]
    small = [v for v in inside if v.question.number("eps") < 1]
    assert len(small) > 50
    assert all(judge(v, CLASSIC.wrong(Case(v.question))).verdict != OPTIMISTIC for v in small)


def test_our_own_test_files_are_collected() -> None:
    files = [
        path.as_posix()
        for path in TESTS.rglob("*.py")
        if re.search(r"^ *def test_", path.read_text(encoding="utf-8"), re.MULTILINE)
    ]
    assert len(files) > 10
    assert every_file_is_collected(files).result == "holds"
