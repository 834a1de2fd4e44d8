"""Formulas in the claim files become MathML, and nothing is lost or invented on the way."""

from __future__ import annotations

import re
from html import unescape
from xml.etree import ElementTree

import pytest

from paper_claims.registry.record import Registry
from paper_claims.report.page.mathml import to_html
from paper_claims.report.page.vocabulary import SYMBOLS

GREEK = {letter: name for name, letter in SYMBOLS.items()}


def letters(text: str) -> str:
    """Letters and digits in order, Greek ones by their names, the sum sign as its word."""
    spelled = "".join({"∑": "sum", "√": "sqrt", "∈": "in", "×": "x"}.get(c, GREEK.get(c, c)) for c in text)
    return "".join(c for c in spelled if c.isalnum())


def as_text(html: str) -> str:
    """What the page shows, with a root sign where a root is drawn."""
    return unescape(re.sub(r"<[^>]*>", "", html.replace("<msqrt>", "√")))


def every_text(registry: Registry) -> list[str]:
    found = [
        text
        for claim in registry.claims.values()
        for text in (claim.formal, claim.says, claim.consequence, claim.title)
    ]
    found += [
        text for claim in registry.claims.values() for step in claim.steps for text in (step.says, step.note)
    ]
    found += [
        claim.repair.statement + " " + claim.repair.proof
        for claim in registry.claims.values()
        if claim.repair
    ]
    return found


def test_nothing_is_lost_or_invented(registry: Registry) -> None:
    for text in every_text(registry):
        assert letters(as_text(to_html(text))) == letters(text), text


def test_a_lost_symbol_would_be_noticed() -> None:
    html = to_html("2L/(Λn)").replace("<mi>n</mi>", "")
    assert letters(as_text(html)) != letters("2L/(Λn)")


def test_markup_is_well_formed(registry: Registry) -> None:
    for text in every_text(registry):
        ElementTree.fromstring(f"<p>{to_html(text)}</p>")


def test_most_formal_statements_hold_mathematics(registry: Registry) -> None:
    formal = [to_html(claim.formal) for claim in registry.claims.values()]
    relations = sum(
        any(sign in html for sign in ("<mo>≤", "<mo>≥", "<mo>=", "<mo>∈", "<mo>&lt;", "<mo>&gt;"))
        for html in formal
    )
    assert sum("<math" in html for html in formal) > 0.85 * len(formal)
    assert relations > 0.7 * len(formal)


@pytest.mark.parametrize(
    ("typed", "drawn"),
    [
        ("2L/(Λn)", "<mfrac><mrow><mn>2</mn><mi>L</mi></mrow><mrow><mi>Λ</mi><mi>n</mi></mrow></mfrac>"),
        ("sqrt(2) c", "<msqrt><mrow><mn>2</mn></mrow></msqrt>"),
        ("x_j^(i)", "<msubsup><mi>x</mi><mrow><mi>j</mi></mrow>"),
        ("|x| <= c", "<mo>≤</mo><mi>c</mi>"),
        ("y in {0, 1}^K", "<mo>∈</mo>"),
        ("<f, x>", "⟨"),
    ],
)
def test_typed_formulas_are_drawn(typed: str, drawn: str) -> None:
    assert drawn in to_html(typed)


@pytest.mark.parametrize(
    "typed",
    [
        "a step is in the middle",
        "CIFAR-100",
        "non-increasing",
        "one user's share",
        "proved by ours:huber_threshold",
        "differ in one",
        "I agree",
    ],
)
def test_prose_stays_prose(typed: str) -> None:
    assert to_html(typed) == typed


def test_an_article_is_no_symbol() -> None:
    assert to_html("on a Λ-strongly convex loss").startswith("on a <math")
    assert "<mi>a</mi>" in to_html("for all a >= 0")


def test_what_can_be_read_in_two_ways_stays_as_typed() -> None:
    assert "<mfrac>" not in to_html("a/2|f|")
    assert "<math" not in to_html("||")
