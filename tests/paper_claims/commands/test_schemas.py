"""What --json prints follows the JSON Schemas in docs/schemas, one for each command."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from paper_claims.audit import ledger
from paper_claims.audit.judging import Audit
from paper_claims.commands.main import SUMMARIES, main, parser
from proofs_check.coq import compiler as coq

FOLDER = Path(__file__).parents[3] / "docs/schemas"
SCHEMAS = {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in FOLDER.glob("*.json")}
RECORDED = sorted((FOLDER.parents[1] / "proofs_check/recorded/measured").glob("*-cifar10.json"))
RUNS = {
    "audit": ["lem:max_smoothness"],
    "show": ["eq:sp_pm", "--proof"],
    "replay": ["eq:sp_pm"],
    "certify": ["cifar100-softmax"],
    "certify-examples": ["--examples"],
    "delta": ["--eps", "1", "--sigma", "2"],
    "epsilon": ["--delta", "1e-6", "--sigma", "2"],
    "sigma": ["--eps", "1", "--delta", "1e-6"],
    "dpsgd": ["--q", "0.1", "--sigma", "2", "--steps", "100"],
    "exercise": ["3", "4/3"],
    "loss": [str(FOLDER.parents[1] / "losses/smoothed-hinge.toml")],
    "train": ["--users", "5"],
    "experiment": ["simplex"],
    "kernel": ["--core"],
    "mutants": ["hinge"],
    "probe": ["svm", "--n", "20", "--restarts", "2", "--rounds", "2"],
    "probe-privacy": ["svm", "--n", "20", "--privacy", "--draws", "2000"],
    "vectors": [],
    "vectors-peer": ["--peer", "blindavg", "--every", "700"],
}
OTHERS = {  # what the options change
    "dpsgd": [["--q", "0.01", "--steps", "100", "--eps", "1", "--delta", "1e-5"]],
    "train": [
        ["--users", "4", *more]
        for more in (
            ["--noise", "gaussian"],
            ["--sigma", "0"],
            ["--scheme", "users"],
            ["--scheme", "users-active"],
        )
    ],
    "probe": [
        ["hinge", "--n", "20", "--restarts", "2", "--rounds", "2"],
        ["svm", "--projection", "sphere", "--n", "20", "--restarts", "2", "--rounds", "2"],
    ],
    "probe-privacy": [
        [learner, "--n", "20", "--privacy", "--draws", "2000"] for learner in ("softmax", "hinge")
    ],
    "experiment": [["intuition"], *([name, "--quick"] for name in ("thresholds", "averaging-bound", "rate"))],
}
ALL_RUNS = [*RUNS.items(), *((name, words) for name, many in OTHERS.items() for words in many)]


def test_every_command_with_json_has_a_schema() -> None:
    choices = parser().get_default("commands").choices
    with_json = {name for name in SUMMARIES if "--json" in choices[name].format_help()}
    assert with_json == {name.partition("-")[0] for name in SCHEMAS}
    for schema in SCHEMAS.values():
        jsonschema.Draft202012Validator.check_schema(schema)
        assert '"const": 1' in json.dumps(schema)


NEEDS_COQ = pytest.mark.skipif(not coq.version(), reason=f"Coq is not installed ({coq.INSTALL})")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "words"),
    [pytest.param(*run, marks=[NEEDS_COQ] if run[0] == "kernel" else []) for run in ALL_RUNS],
)
def test_output_follows_its_schema(
    name: str,
    words: list[str],
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main([name.partition("-")[0], *words, "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    jsonschema.validate(data, SCHEMAS[name])
    one = data[0] if isinstance(data, list) else data
    assert one["schema"] == 1


def test_a_refusal_follows_the_schema_too(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["certify", "cifar10-svm-as-printed", "--json"]) == 1
    jsonschema.validate(json.loads(capsys.readouterr().out), SCHEMAS["certify"])
    assert main(["train", "--users", "4", "--delta", "0.5", "--eps", "1e-9", "--json"]) == 1
    jsonschema.validate(json.loads(capsys.readouterr().out), SCHEMAS["train"])


@pytest.mark.parametrize("path", RECORDED, ids=lambda path: path.stem)
def test_an_experiment_on_real_data_follows_its_schema(path: Path) -> None:
    data = json.loads(path.read_text(encoding="utf-8"))
    columns = data.pop("columns")
    rows = [dict(zip(columns, row, strict=True)) for row in data.pop("rows")]
    jsonschema.validate(data | {"schema": 1, "rows": rows}, SCHEMAS["experiment"])
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({"schema": 1}, SCHEMAS["experiment"])


@pytest.mark.slow
def test_the_whole_audit_follows_its_schema(whole_audit: Audit) -> None:
    jsonschema.validate(json.loads(json.dumps(whole_audit.to_json())), SCHEMAS["audit"])


def test_the_accepted_ledger_follows_its_schema() -> None:
    accepted = json.loads(ledger.ACCEPTED.read_text(encoding="utf-8"))
    more = {"schema": 1, "accepted": True, "obligations counted now": False}
    jsonschema.validate(accepted | more, SCHEMAS["trust"])


@pytest.mark.parametrize("change", [{"schema": 2}, {"surprise": 1}, {"claims": 3}])
def test_a_schema_can_say_no(change: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["audit", "eq:sp_pm", "--json"]) == 0
    data = json.loads(capsys.readouterr().out) | change
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(data, SCHEMAS["audit"])
