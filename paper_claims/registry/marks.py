"""Marks in the texts of claims: a formula stands between dollar signs, $|x| <= c$, code between backticks.

A formula is typed in plain letters. The page sets it (report/page/formulas.py), AUDIT.md shows it as code, and the
terminal and audit.json show it without its marks.
"""

from __future__ import annotations

import re

FORMULA = re.compile(r"\$([^$]*)\$")


def closed(text: str) -> bool:
    """Does every formula and every piece of code end?"""
    return text.count("$") % 2 == 0 and all(part.count("`") % 2 == 0 for part in text.split("$"))


def plain(text: str) -> str:
    return text.replace("$", "")


def as_code(text: str) -> str:
    """Markdown, where a formula is code."""
    return FORMULA.sub(lambda found: f"`{found[1].replace('`', '')}`", text)
