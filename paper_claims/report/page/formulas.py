"""The marked formulas of a text as HTML: signs, Greek and italic letters, roots and scripts; all else stays as typed.

In a formula one or two letters are variables (`t w` or `tw`), longer words are names (`min`, `softmax`), fractions stay on
the line. `sqrt(...)`, `x_j`, `x^(i)` and `<f, x>` are drawn.
"""

from __future__ import annotations

import re
from html import escape

from paper_claims.registry.marks import FORMULA

NAMES = "alpha beta gamma delta eps eta theta kappa lambda mu nu pi rho sigma tau phi Phi sum in"
GLYPHS = dict(zip(NAMES.split(), "αβγδεηθκλμνπρστφΦ∑∈", strict=True))
SIGNS = {
    "<=": "≤", ">=": "≥", "!=": "≠", "->": "→", "<-": "←", "+-": "±", "...": "…", "..": "…", "-": "−", "'": "′",
    "*": "<sup>*</sup>", " * ": " · ", " ~ ": " ∼ ",
}  # fmt: skip
TILDE = "\N{COMBINING TILDE}"
UPRIGHT = ("Im", "Pr", "if", "of", "or")
TOKEN = re.compile(
    r"`[^`]*`|\d+(?:\.\d+)?(?:e-?\d+)?|[^\W\d_]{3,}-[A-Z]{3,}|[^\W\d_]+\d*~?|\.\.\.?|[<>!]=|->|<-|\+-| [*~] |.", re.DOTALL
)  # fmt: skip
PRODUCT = re.compile(r"<(\S[^<>=]*,[^<>=]*\S)>")


def to_html(text: str) -> str:
    """The text with its formulas set and its code as code."""
    parts = FORMULA.split(text)  # text and formulas in turn
    return "".join(
        f'<span class="math">{formula(part)}</span>' if place % 2 else _prose(part)
        for place, part in enumerate(parts)
    )


def _prose(text: str) -> str:
    return re.sub("`([^`]*)`", r"<code>\1</code>", escape(text, quote=False))


def formula(typed: str) -> str:
    """One formula, without its marks."""
    return _set(PRODUCT.sub(r"⟨\1⟩", typed).replace("grad ", "∇"))


def _set(typed: str) -> str:
    pieces, at = [], 0
    while found := TOKEN.match(typed, at):
        token, at = found.group(), found.end()
        if token in ("_", "^"):
            tag = "sub" if token == "_" else "sup"
            inside, at = _script(typed, at)
            pieces.append(f"<{tag}>{inside}</{tag}>")
        elif token == "sqrt" and typed.startswith("(", at):
            end = _closing(typed, at)
            pieces.append(f'√<span class="root">{_set(typed[at + 1 : end - 1])}</span>')
            at = end
        else:
            pieces.append(_one(token))
    return "".join(pieces)


def _one(token: str) -> str:
    """A word, number, sign or piece of code."""
    if token.startswith("`"):
        return _prose(token)
    shown = GLYPHS.get(token, token)
    if shown[0].isalpha() and shown not in UPRIGHT and (len(shown) <= 2 or not shown.isascii()):
        return f"<i>{shown.replace('~', TILDE)}</i>"
    return SIGNS.get(shown, escape(shown))


def _script(typed: str, at: int) -> tuple[str, int]:
    """What stands behind _ or ^, and where it ends; brackets stay only around a single letter, as in x^(i)."""
    if typed[at : at + 1] in ("(", "{"):
        end = _closing(typed, at)
        index = typed[at] == "(" and end - at == 3
        return _set(typed[at:end] if index else typed[at + 1 : end - 1]), end
    sign = typed[at : at + 1] if typed[at : at + 1] in ("+", "-") else ""
    found = TOKEN.match(typed, at + len(sign))
    name = found.group() if found and (found.group()[0].isalnum() or not sign) else ""
    return _set(sign + name), at + len(sign + name)


def _closing(typed: str, at: int) -> int:
    """The place behind the bracket that closes the one at this place."""
    depth = 0
    for place in range(at, len(typed)):
        depth += (typed[place] in "([{") - (typed[place] in ")]}")
        if depth == 0:
            return place + 1
    return len(typed) + 1
