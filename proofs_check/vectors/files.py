"""vectors/*.json: one vector a line; the schema; what is read back."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from joblib import delayed

from accountant.numbers.enclosure import Enclosure
from proofs_check.method.workers import in_processes
from proofs_check.vectors.answers import ANSWERS, enclosed
from proofs_check.vectors.flags import FLAGS
from proofs_check.vectors.points import FILES, PHASES, Question, flags
from reference.errors import InvalidInput

FOLDER = Path(__file__).parents[2] / "vectors"
DIGITS, RUN_DIGITS = 20, 12  # kept of an end, rounded outward; of a run of DP-SGD
WIDEST = Fraction(1, 10**9)  # relative width of an enclosure
NUMBER, WHOLE = r"^-?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?$", "^[0-9]+$"
WORDS = {
    "statistic": ["sum", "sum-of-squares", "mean"],
    "noise-law": ["discrete-laplace", "discrete-gaussian"],
    "published": ["above", "at-or-above"],
    "divided-by": ["its-size", "batch-size"],
}
WHOLES = (
    "compositions",
    "group",
    "steps",
    "records",
    "batch",
    "accumulated",
    "epochs",
    "users",
    "shift",
    "count",
    "threshold",
)


@dataclass(frozen=True)
class Vector:
    """A question with its name, its enclosure and its flags."""

    name: str
    question: Question
    box: Enclosure
    flags: tuple[str, ...]


def as_line(name: str, question: Question) -> str:
    """The vector as one line of JSON, computed from the question alone."""
    box = enclosed(question.mechanism, question.asked, question.given, question.relation)
    ends = box.decimals(RUN_DIGITS if question.mechanism.startswith("dpsgd") else DIGITS)
    kept = Enclosure(*map(Fraction, ends))
    if kept.hi - kept.lo > WIDEST * kept.hi:
        raise InvalidInput(f"{name} has no sharp enclosure: {box}")
    data = {
        "id": name,
        "mechanism": question.mechanism,
        "asked": question.asked,
        "given": question.given,
        "relation": question.relation,
        "safe": "up",
        "enclosure": list(ends),
        "flags": flags(question, kept),
    }
    return json.dumps(data, separators=(",", ":"))


def named(file: str) -> Iterator[tuple[str, Question]]:
    for position, question in enumerate(FILES[file](), 1):
        yield f"{file}-{position:04}", question


def file_text(lines: Iterable[str]) -> str:
    return '{"$schema":"schema.json","vectors":[\n' + ",\n".join(lines) + "\n]}\n"


def make(jobs: int) -> dict[str, str]:
    """All files of the folder, by name: the same text on every call."""
    questions = [(file, name, question) for file in FILES for name, question in named(file)]
    lines = list(
        in_processes(
            (delayed(as_line)(name, question) for _, name, question in questions), jobs, batch_size=8
        )
    )
    made = {
        f"{file}.json": file_text(
            line for (own, _, _), line in zip(questions, lines, strict=True) if own == file
        )
        for file in FILES
    }
    about = {name: {"mistake": flag.mistake, "threads": list(flag.threads)} for name, flag in FLAGS.items()}
    return {**made, "flags.json": _pretty(about), "schema.json": _pretty(schema())}


def _pretty(data: Any) -> str:
    return json.dumps(data, indent=1, ensure_ascii=False) + "\n"


def read(folder: Path = FOLDER) -> list[Vector]:
    """All vectors."""
    return [vector for file in FILES for vector in read_file(folder / f"{file}.json")]


def read_file(path: Path) -> list[Vector]:
    try:
        rows = json.loads(path.read_text(encoding="utf-8"))["vectors"]
        return [
            Vector(
                row["id"],
                Question(row["mechanism"], row["asked"], row["given"], row["relation"]),
                Enclosure(*map(Fraction, row["enclosure"])),
                tuple(row["flags"]),
            )
            for row in rows
        ]
    except FileNotFoundError:
        raise InvalidInput(
            f"{path.name} is not in {path.parent.name}/: `blindavg vectors --make` writes it"
        ) from None
    except (ValueError, TypeError, KeyError, InvalidInput) as error:
        raise InvalidInput(f"{path.name} is not a file of vectors: {error!r}") from None


# --- the schema -----------------------------------------------------------------------------------------


def _parameter(name: str, example: Any, mechanism: str) -> dict[str, Any]:
    if name == "phases":
        one = {
            "q": {"$ref": "#/$defs/number"},
            "sigma": {"$ref": "#/$defs/number"},
            "steps": {"$ref": "#/$defs/whole"},
        }
        item = {"type": "object", "properties": one, "required": list(one), "additionalProperties": False}
        return {"type": "array", "minItems": 1, "maxItems": max(map(len, PHASES)), "items": item}
    words = WORDS.get("noise-law" if (mechanism, name) == ("threshold", "noise") else name)
    if words:
        return {"enum": words}
    return {"$ref": "#/$defs/whole" if name in WHOLES else "#/$defs/number"}


def schema() -> dict[str, Any]:
    """JSON Schema of every file but flags.json and itself; what is given follows from mechanism and question."""
    kinds: dict[tuple[str, str], tuple[Question, set[str]]] = {}
    for file in FILES:
        for _, question in named(file):
            key = question.mechanism, question.asked
            kinds.setdefault(key, (question, set()))[1].add(question.relation)
    vectors = []
    for mechanism, asked in ANSWERS:
        question, relations = kinds[mechanism, asked]
        given = {name: _parameter(name, value, mechanism) for name, value in question.given.items()}
        properties = {
            "id": {"type": "string", "pattern": "^[a-z_]+-[0-9]{4}$"},
            "mechanism": {"const": mechanism},
            "asked": {"const": asked},
            "given": {
                "type": "object",
                "properties": given,
                "required": list(given),
                "additionalProperties": False,
            },
            "relation": {"enum": sorted(relations)},
            "safe": {"const": "up"},
            "enclosure": {"type": "array", "minItems": 2, "maxItems": 2, "items": {"$ref": "#/$defs/number"}},
            "flags": {"type": "array", "minItems": 1, "items": {"enum": list(FLAGS)}},
        }
        vectors.append(
            {
                "type": "object",
                "properties": properties,
                "required": list(properties),
                "additionalProperties": False,
            }
        )
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Test vectors for privacy accountants",
        "$defs": {
            "number": {"type": "string", "pattern": NUMBER},
            "whole": {"type": "string", "pattern": WHOLE},
            "vector": {"oneOf": vectors},
        },
        "type": "object",
        "properties": {
            "$schema": {"type": "string"},
            "vectors": {"type": "array", "items": {"$ref": "#/$defs/vector"}},
        },
        "required": ["vectors"],
        "additionalProperties": False,
    }
