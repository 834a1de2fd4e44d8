"""What is marked in the claim files is set as a formula, and nothing else; nothing is lost on the way."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from html import unescape
from typing import Any
from xml.etree import ElementTree

import pytest

from paper_claims.registry.marks import FORMULA, as_code, closed, plain
from paper_claims.registry.record import Registry
from paper_claims.report.page.formulas import GLYPHS, formula, to_html
from proofs_check.method.check import all_checks

SPELLED = {glyph: name for name, glyph in GLYPHS.items()} | {"√": "sqrt", "∇": "grad"}
NAMES = {*GLYPHS, "sqrt", "log", "min", "max", "mean"}


def letters(text: str) -> str:
    """Letters and digits in order, Greek letters and roots by their names."""
    return "".join(c for c in "".join(SPELLED.get(c, c) for c in text) if c.isalnum())


def as_text(html: str) -> str:
    return unescape(re.sub(r"<[^>]*>", "", html))


def texts(record: Any) -> Iterator[str]:
    """Every text of a record, of its tables and lists."""
    if isinstance(record, str):
        yield record
    elif isinstance(record, tuple):
        for item in record:
            yield from texts(item)
    elif is_dataclass(record):
        for field in fields(record):
            yield from texts(getattr(record, field.name))


@pytest.fixture(scope="module")
def every_text(registry: Registry) -> list[str]:
    return [*texts(tuple(registry.claims.values())), *texts(registry.entries)]


def test_nothing_is_lost_or_invented(every_text: list[str]) -> None:
    for text in every_text:
        assert letters(as_text(to_html(text))) == letters(plain(text)), text
    assert letters(as_text(to_html("$2L/(Λn)$").replace("<i>L</i>", ""))) != letters("2L/(Λn)")


def test_markup_is_well_formed(every_text: list[str]) -> None:
    for text in every_text:
        ElementTree.fromstring(f"<p>{to_html(text)}</p>")


def looks_like_prose(typed: str) -> bool:
    """Two words in a row, or brackets that do not match: a mark is at the wrong place."""
    words = re.sub(r"`[^`]*`|[_^]\w+", "", typed)
    row = any(not {*pair.split()} & NAMES for pair in re.findall(r"\b(?=([a-z]{3,} [a-z]{3,}))", words))
    return row or sum(c in "([{" for c in typed) != sum(c in ")]}" for c in typed)


def test_marks_enclose_formulas_and_no_prose(every_text: list[str]) -> None:
    found = [typed for text in every_text for typed in FORMULA.findall(text)]
    assert found
    assert [typed for typed in found if looks_like_prose(typed) or typed != typed.strip()] == []
    assert looks_like_prose(", which tends to ")
    assert looks_like_prose("(1 + x")


def test_marks_in_checks_are_closed() -> None:
    assert [name for name, check in all_checks().items() if not closed(check.says + check.scope)] == []
    assert not closed("for all $x")


@pytest.mark.parametrize(
    ("typed", "drawn"),
    [
        ("2(ΛR + sqrt(2)c)/(Λn)", '2(<i>ΛR</i> + √<span class="root">2</span><i>c</i>)/(<i>Λn</i>)'),
        ("x_j^(i) <= c^2", "<i>x</i><sub><i>j</i></sub><sup>(<i>i</i>)</sup> ≤ <i>c</i><sup>2</sup>"),
        ("y in {0, 1}^(p+1)", "<i>y</i> ∈ {0, 1}<sup><i>p</i>+1</sup>"),
        ("|grad J(f') - <f, x>|", "|∇<i>J</i>(<i>f</i>′) − ⟨<i>f</i>, <i>x</i>⟩|"),
        ("a < b, c > d", "<i>a</i> &lt; <i>b</i>, <i>c</i> &gt; <i>d</i>"),
        ("SVM-SGD(D) ~ N(0, σ~)", "SVM-SGD(<i>D</i>) ∼ <i>N</i>(0, <i>σ\N{COMBINING TILDE}</i>)"),
        ("e^{-a^2/2} min(K_comp, 1e-5)", "<i>e</i><sup>−<i>a</i><sup>2</sup>/2</sup> min(<i>K</i><sub>comp</sub>, 1e-5)"),
        ("`sum_fits`(w)", "<code>sum_fits</code>(<i>w</i>)"),
    ],
)  # fmt: skip
def test_formulas_are_set(typed: str, drawn: str) -> None:
    assert formula(typed) == drawn
    assert to_html(f"for ${typed}$, say") == f'for <span class="math">{drawn}</span>, say'


@pytest.mark.parametrize("typed", ["a step of x^2 <= K_comp eps", "half a $5 note", "f' and |x|"])
def test_what_is_not_marked_is_not_set(typed: str) -> None:
    assert as_text(to_html(typed)) == typed
    assert "<" not in to_html(typed)


def test_html_is_escaped() -> None:
    assert to_html("<b> & `<i>` $<script>$") == (
        '&lt;b&gt; &amp; <code>&lt;i&gt;</code> <span class="math">&lt;script&gt;</span>'
    )


def test_markdown_shows_formulas_as_code() -> None:
    assert as_code("if $`fits`(w) > 0$ and `R`") == "if `fits(w) > 0` and `R`"
    assert plain("if $w > 0$") == "if w > 0"
