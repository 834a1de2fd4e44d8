"""The audit as JUnit's XML: a test case a statement, red if the evidence does not bear out its claim file."""

from __future__ import annotations

from xml.etree import ElementTree

from paper_claims.audit.judging import Audit
from paper_claims.registry.marks import plain
from paper_claims.registry.record import WORDS


def junit(audit: Audit) -> str:
    """A statement without a claim is skipped; a problem that names no statement is a case of its own."""
    labels = [j.entry.label for j in audit.judged]
    problems = {label: [p for p in audit.problems if p.startswith(f"{label}: ")] for label in labels}
    named = {problem for found in problems.values() for problem in found}
    others = [problem for problem in audit.problems if problem not in named]
    skipped = [j for j in audit.judged if j.claim is None]
    suite = ElementTree.Element(
        "testsuite",
        name="blindavg audit",
        tests=str(len(labels) + bool(others)),
        failures=str(sum(map(bool, problems.values())) + bool(others)),
        skipped=str(len(skipped)),
    )
    for j in audit.judged:
        case = ElementTree.SubElement(suite, "testcase", classname=j.entry.kind, name=j.entry.numbered)
        if j.claim is None:
            ElementTree.SubElement(case, "skipped", message=plain(j.entry.reason))
        _failure(case, problems[j.entry.label])
        ElementTree.SubElement(case, "system-out").text = f"{WORDS[j.verdict]}: {plain(j.derived.reason)}"
    if others:
        _failure(
            ElementTree.SubElement(suite, "testcase", classname="audit", name="the audit itself"), others
        )
    ElementTree.indent(suite)
    return ElementTree.tostring(suite, encoding="unicode", xml_declaration=True) + "\n"


def _failure(case: ElementTree.Element, problems: list[str]) -> None:
    if problems:
        ElementTree.SubElement(case, "failure", message=problems[0]).text = "\n".join(problems)
