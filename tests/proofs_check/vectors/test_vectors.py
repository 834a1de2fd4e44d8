"""The vectors: complete, valid, the same when made again, and each flag catches a known-wrong implementation."""

from __future__ import annotations

import json
import random
import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from accountant.numbers.enclosure import Enclosure
from proofs_check.museum.exhibits import EXHIBITS
from proofs_check.vectors import files, judging, peers
from proofs_check.vectors.answers import ANSWERS
from proofs_check.vectors.case import Case, NotOffered
from proofs_check.vectors.files import (
    FILES,
    FOLDER,
    Vector,
    as_line,
    file_text,
    named,
    read,
    read_file,
    schema,
)
from proofs_check.vectors.flags import FLAGS
from proofs_check.vectors.judging import OPTIMISTIC, PESSIMISTIC, REFUSED, RIGHT, judge, judged, rows
from proofs_check.vectors.points import RULES, Question, text
from reference.errors import InvalidInput

VECTORS = read()
LINES = {file: (FOLDER / f"{file}.json").read_text(encoding="utf-8") for file in FILES}
SCHEMA = json.loads((FOLDER / "schema.json").read_text(encoding="utf-8"))
SEED = 23


def test_there_are_enough() -> None:
    assert len(VECTORS) >= 2000
    assert len(FLAGS) >= 15
    assert len({vector.name for vector in VECTORS}) == len(VECTORS)
    assert {(v.question.mechanism, v.question.asked) for v in VECTORS} == set(ANSWERS)


def test_no_question_is_asked_twice() -> None:
    asked = [
        json.dumps([v.question.mechanism, v.question.asked, v.question.given, v.question.relation])
        for v in VECTORS
    ]
    assert len(set(asked)) == len(asked)


@pytest.mark.parametrize("flag", FLAGS)
def test_every_flag_has_vectors_a_rule_and_an_exhibit(flag: str) -> None:
    assert sum(flag in vector.flags for vector in VECTORS) >= 10
    assert flag in RULES or flag == "rounding"
    assert all(re.fullmatch(r"[\w.-]+/[\w.-]+#\d+", thread) for thread in FLAGS[flag].threads)
    assert [exhibit for exhibit in EXHIBITS if exhibit.flag == flag]


def test_parameters_are_exactly_floats() -> None:
    for vector in VECTORS:
        flat = [*vector.question.given.values()]
        flat += [
            value for phase in flat if isinstance(phase, list) for one in phase for value in one.values()
        ]
        for value in flat:
            if isinstance(value, str) and re.match(r"-?\d", value):
                assert Fraction(float(value)) == Fraction(value), (vector.name, value)


def test_a_number_that_is_no_float_is_not_asked() -> None:
    assert text(Fraction(3, 8)) == "0.375"
    with pytest.raises(ValueError, match="not exactly a float64"):
        text(Fraction(1, 10))


# --- the schema -----------------------------------------------------------------------------------------


def problems(data: Any) -> list[str]:
    return [error.message for error in jsonschema.Draft202012Validator(SCHEMA).iter_errors(data)]


def test_the_schema_is_the_committed_one() -> None:
    assert schema() == SCHEMA
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    about = json.loads((FOLDER / "flags.json").read_text(encoding="utf-8"))
    assert about == {
        name: {"mistake": flag.mistake, "threads": list(flag.threads)} for name, flag in FLAGS.items()
    }


@pytest.mark.parametrize("file", FILES)
def test_files_fit_the_schema(file: str) -> None:
    data = json.loads(LINES[file])
    data["vectors"] = data["vectors"][::25]  # all of them in the slow test below
    assert not problems(data)


@pytest.mark.slow
@pytest.mark.parametrize("file", FILES)
def test_whole_files_fit_the_schema(file: str) -> None:
    assert not problems(json.loads(LINES[file]))


@pytest.mark.parametrize(
    "change",
    [
        {"asked": "gamma"},
        {"safe": "down"},
        {"flags": []},
        {"flags": ["luck"]},
        {"enclosure": ["1"]},
        {"enclosure": [0.5, 0.6]},
        {"given": {"eps": "1", "sigma": "1"}},
        {"given": {"eps": "1", "sigma": 1, "compositions": "1"}},
        {"relation": "friends"},
        {"more": "1"},
    ],
)
def test_the_schema_rejects(change: dict[str, Any]) -> None:
    vector = json.loads(LINES["gaussian"])["vectors"][0]
    assert not problems({"vectors": [vector]})
    assert problems({"vectors": [vector | change]})


def test_a_file_that_is_none_is_bad_input(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="--make"):
        read_file(tmp_path / "gaussian.json")
    for content in ("", "[]", '{"vectors": [{"id": "a"}]}', '{"vectors": [1]}'):
        (tmp_path / "bad.json").write_text(content)
        with pytest.raises(InvalidInput, match=r"bad\.json is not a file of vectors"):
            read_file(tmp_path / "bad.json")


# --- made again -----------------------------------------------------------------------------------------


def again(file: str, chosen: list[int]) -> tuple[list[str], list[str]]:
    stored = LINES[file].splitlines()[1:-1]
    questions = list(named(file))
    assert len(questions) == len(stored)
    return [as_line(*questions[i]) for i in chosen], [stored[i].removesuffix(",") for i in chosen]


@pytest.mark.parametrize("file", FILES)
def test_a_sample_is_made_again_byte_by_byte(file: str) -> None:
    count = sum(1 for _ in named(file))
    chosen = random.Random(SEED).sample(range(count), 4 if file in ("dpsgd", "epochs") else 25)
    made, stored = again(file, chosen)
    assert made == stored


@pytest.mark.slow
@pytest.mark.parametrize("file", sorted(set(FILES) - {"dpsgd"}))
def test_whole_files_are_made_again_byte_by_byte(file: str) -> None:
    assert file_text(as_line(*one) for one in named(file)) == LINES[file]


def test_a_wide_enclosure_is_not_written(monkeypatch: pytest.MonkeyPatch) -> None:
    name, question = next(iter(named("dpsgd")))
    monkeypatch.setattr(files, "enclosed", lambda *asked: Enclosure(0, Fraction(1, 1000)))
    with pytest.raises(InvalidInput, match="no sharp enclosure"):
        as_line(name, question)


# --- judging --------------------------------------------------------------------------------------------


def vector(lo: Any, hi: Any) -> Vector:
    return Vector(
        "x", Question("gaussian", "delta", {"eps": "1"}), Enclosure(Fraction(lo), Fraction(hi)), ("rounding",)
    )


@pytest.mark.parametrize(
    ("ends", "answer", "verdict", "factor"),
    [
        (("0.25", "0.5"), 0.25, RIGHT, 1),
        (("0.25", "0.5"), 0.2499, OPTIMISTIC, 0.25 / 0.2499),
        (("0.25", "0.5"), 0.5000004, RIGHT, 1),
        (("0.25", "0.5"), 1.0, PESSIMISTIC, 2),
        (("0.25", "0.5"), 0.0, OPTIMISTIC, float("inf")),
        (("0.25", "0.5"), -1.0, OPTIMISTIC, float("inf")),
        (("0", "0"), 0.0, RIGHT, 1),
        (("0", "0"), 0.1, PESSIMISTIC, float("inf")),
        (("1e-400", "1.1e-400"), 0.0, OPTIMISTIC, float("inf")),
        (("1e-400", "1.1e-400"), 5e-324, RIGHT, 1),
        (("0.25", "0.5"), float("nan"), REFUSED, 1),
        (("0.25", "0.5"), float("inf"), REFUSED, 1),
        (("0.25", "0.5"), None, REFUSED, 1),
        (("0.25", "0.5"), "many", REFUSED, 1),
    ],
)
def test_answers_are_judged(ends: tuple[str, str], answer: Any, verdict: str, factor: float) -> None:
    found = judge(vector(*ends), answer)
    assert (found.verdict, found.factor) == (verdict, pytest.approx(factor))


def test_rows_count_by_flag() -> None:
    def answer(case: Case) -> float:
        if case.eps == 2:
            raise NotOffered
        return {1: 0.3, 3: 0.1, 4: 1.0}[case.eps]

    asked = [
        Vector(
            e,
            Question("gaussian", "delta", {"eps": e}),
            Enclosure(Fraction("0.2"), Fraction("0.5")),
            ("phases",),
        )
        for e in "12345"
    ]
    *flags, everything = rows(judged({("gaussian", "delta"): answer}, asked))
    assert [row.flag for row in flags] == ["phases"]
    assert everything.counts == {RIGHT: 1, OPTIMISTIC: 1, PESSIMISTIC: 1, REFUSED: 1}
    assert (everything.worst_optimistic, everything.worst_pessimistic) == (pytest.approx(2), 2)
    assert everything.beyond_rounding == 1


def test_an_answer_that_takes_too_long_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judging, "PATIENCE", 0.05)

    def forever(case: Case) -> float:
        while True:
            pass

    (found,) = judged({("gaussian", "delta"): forever}, [vector("0.2", "0.3")])
    assert found.verdict == REFUSED


# --- adapters -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", judging.PEERS)
def test_an_adapter_is_short_and_known(name: str) -> None:
    module = judging.adapter(name)
    source = Path(module.__file__ or "").read_text(encoding="utf-8")
    assert len(source.splitlines()) <= 30
    assert module.__doc__
    assert (module.PACKAGE == name) or name == "blindavg"
    asked = {pair for pair in re.findall(r'\("([\w-]+)", "(\w+)"\)', source) if pair[0] != "delta"}
    assert asked <= set(ANSWERS)
    assert asked or name == "blindavg"


def test_the_six_libraries_have_adapters() -> None:
    wanted = {"dp-accounting", "autodp", "opacus", "prv-accountant", "opendp", "diffprivlib"}
    assert set(judging.PEERS) == wanted | {"blindavg"}
    assert peers.__doc__


def test_our_own_answers_are_right() -> None:
    cheap = [v for v in VECTORS if not v.question.mechanism.startswith("dpsgd")]
    found = judged(judging.adapter("blindavg").offers(), cheap[::20])
    assert {one.verdict for one in found} == {RIGHT}
    assert len(found) == len(cheap[::20])


def test_the_table_of_libraries_is_the_one_that_the_command_writes() -> None:
    page = (FOLDER / "peers.md").read_text(encoding="utf-8")
    for name in judging.PEERS:
        assert re.search(rf"^## {name} \d|^Not judged: --peer {name} ", page, re.MULTILINE), name
    (ours,) = re.findall(r"^\| blindavg [\d.]+ \| (\d+) \| (\d+) \| 0 \| 0 \|.*\| 0 \|$", page, re.MULTILINE)
    assert ours[0] == ours[1]


def test_the_readme_shows_a_vector_that_exists() -> None:
    page = (FOLDER / "README.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"```json\n(.*?)```", page, re.DOTALL)
    assert json.loads(example) in json.loads(LINES["gaussian"])["vectors"]
    assert f"{len(VECTORS):,} questions" in page
    for mechanism, _ in ANSWERS:
        assert f"| `{mechanism}` |" in page
