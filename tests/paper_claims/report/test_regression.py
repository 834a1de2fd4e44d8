"""The audit for other programs: test cases of JUnit, and what has changed since an earlier audit.json."""

from __future__ import annotations

import copy
import json
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from paper_claims.audit.judging import Audit
from paper_claims.commands.main import main
from paper_claims.registry.files import load
from paper_claims.report.baseline import changes
from paper_claims.report.junit import junit
from tests.paper_claims.asserted import asserted_audit

LABEL = "lem:max_smoothness"


@pytest.fixture(scope="module")
def audit() -> Audit:
    return asserted_audit(load())


def test_a_test_case_for_each_statement(audit: Audit) -> None:
    suite = ElementTree.fromstring(junit(audit))
    names = [case.attrib["name"] for case in suite.iter("testcase")]
    assert names == [j.entry.numbered for j in audit.judged]
    assert suite.attrib["failures"] == "0"
    assert int(suite.attrib["skipped"]) == len(list(suite.iter("skipped"))) > 0


def test_problems_are_failures(audit: Audit) -> None:
    problems = (f"{LABEL}: asserted verified, derived open (nothing)", "a module does not load: <broken>")
    suite = ElementTree.fromstring(junit(replace(audit, problems=problems)))
    red = {
        c.attrib["name"]: c.find("failure") for c in suite.iter("testcase") if c.find("failure") is not None
    }
    assert suite.attrib["failures"] == "2"
    assert [failure.attrib["message"] for failure in red.values() if failure is not None] == list(problems)
    assert any(LABEL in name for name in red)


def changed(audit: Audit, **fields: Any) -> list[str]:
    now = audit.to_json()
    before = copy.deepcopy(now)
    (claim,) = [claim for claim in before["claims"] if claim["label"] == LABEL]
    claim.update(fields)
    return list(changes(before, now))


def test_what_has_changed_is_said(audit: Audit) -> None:
    assert changed(audit) == []
    assert changed(audit, title="another") == []
    assert changed(audit, verdict="open") == [f"{LABEL}: verdict was open, is true but proof gap"]
    (line,) = changed(audit, steps=[{"slug": "gone", "finding": "ok"}, *steps(audit)])
    assert line == f"{LABEL}: steps gone was ok, is absent"
    assert f"{LABEL}: new, true but proof gap" in changed(audit, label="another")
    assert "another: gone, was true but proof gap" in changed(audit, label="another")


def steps(audit: Audit) -> list[dict[str, Any]]:
    return next(claim["steps"] for claim in audit.to_json()["claims"] if claim["label"] == LABEL)


@pytest.mark.slow
def test_the_command_compares_and_writes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    label, old = "eq:sp_pm", tmp_path / "old.json"
    assert (
        main(["audit", label, "--out", str(tmp_path / "new"), "--junit", str(tmp_path / "new/junit.xml")])
        == 0
    )
    assert len(list(ElementTree.parse(tmp_path / "new/junit.xml").iter("testcase"))) == 1
    data = json.loads((tmp_path / "new/audit.json").read_text(encoding="utf-8"))
    old.write_text(json.dumps(data), encoding="utf-8")
    capsys.readouterr()
    assert main(["audit", label, "--baseline", str(old)]) == 0
    assert "nothing has changed since the baseline" in capsys.readouterr().out
    data["claims"][0]["verdict"] = "refuted"
    old.write_text(json.dumps(data), encoding="utf-8")
    assert main(["audit", label, "--baseline", str(old)]) == 1
    assert f"{label}: verdict was refuted, is" in capsys.readouterr().out


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"schema": 2, "claims": []}', '{"schema": 1, "claims": [3]}']
)
def test_a_baseline_must_be_an_audit(tmp_path: Path, text: str, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "other.json"
    path.write_text(text, encoding="utf-8")
    assert main(["audit", "eq:sp_pm", "--baseline", str(path)]) == 2
    error = capsys.readouterr().err
    assert error.startswith("blindavg: --baseline (an earlier audit) must be an audit.json of schema 1")
    assert error.count("\n") == 1
