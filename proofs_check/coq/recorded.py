"""recorded.json: what Coq said about these theories on a machine that has it (`blindavg kernel --record`).

Where Coq or a library of it is missing, the rows take their answers from here, if the theories are the recorded ones: same
text, same table of theorems and wrong versions. Each such row says that it was not run here. A record of other theories is
not used.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from proofs_check.coq import compiler as coq
from proofs_check.coq.run import Answer, Run, planned, run
from proofs_check.coq.theorems import CLAIMS, KernelClaim

RECORD = coq.THEORIES / "recorded.json"
OTHER_THEORIES = "the recorded run is of other theories"


@cache
def run_here(label: str | None = None) -> Run:
    """The run on this machine, once a process, with recorded answers where it could not be tried."""
    return with_record(run(label=label))


def key(texts: Mapping[str, str] | None = None, claims: Sequence[KernelClaim] = CLAIMS) -> str:
    """A hash of everything that Coq reads in a whole run, written theories included."""
    theories, wanted = planned(texts or coq.theories(), claims, claims)
    read = {name: theories[name] for name in coq.in_order(theories, wanted)}
    return hashlib.sha256(json.dumps([sorted(read.items()), wanted]).encode()).hexdigest()


def as_record(found: Run) -> dict[str, Any]:
    """A run as plain data. Only one that is whole and without problems can be recorded."""
    if found.problems or set(found.answers) != {claim.name for claim in CLAIMS}:
        raise ValueError("; ".join(found.problems) or found.missing or "a part of the theorems only")
    return {
        "coq": found.version,
        "theories": key(),
        "planted_axiom_reported": found.planted_reported,
        "theorems": {
            name: {
                "axioms": list(answer.axioms),
                "wrong_versions": {
                    change: "proved false" if change in answer.refuted else "rejected"
                    for change in answer.rejected
                },
            }
            for name, answer in found.answers.items()
        },
    }


def write(found: Run, path: Path = RECORD) -> None:
    record = as_record(found)
    lines = ",\n".join(
        f"  {json.dumps(name)}: {json.dumps(said)}" for name, said in record.pop("theorems").items()
    )
    head = "".join(f" {json.dumps(name)}: {json.dumps(said)},\n" for name, said in record.items())
    path.write_text(f'{{\n{head} "theorems": {{\n{lines}\n }}\n}}\n', encoding="utf-8")


def with_record(found: Run, path: Path = RECORD) -> Run:
    """The run, with recorded answers for what could not be tried here; with a note instead if they are of other theories."""
    if not found.missing:
        return found
    try:
        record = json.loads(path.read_text(encoding="utf-8"))
        answers = {name: _answer(said, record["coq"]) for name, said in record["theorems"].items()}
        same, planted = record["theories"] == key(), record["planted_axiom_reported"] is True
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        same = False
    if not same:
        return replace(found, missing=f"{found.missing}; {OTHER_THEORIES}")
    reported = found.planted_reported if found.version else planted
    return replace(found, answers={**answers, **found.answers}, planted_reported=reported)


def _answer(said: Mapping[str, Any], version: str) -> Answer:
    rejected = dict.fromkeys(said["wrong_versions"], True)
    refuted = tuple(change for change, how in said["wrong_versions"].items() if how == "proved false")
    return Answer(True, tuple(said["axioms"]), "", rejected, refuted, recorded=version)
