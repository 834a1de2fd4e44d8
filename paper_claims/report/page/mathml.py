"""The formulas inside the claim files' text, as MathML; everything else stays text.

The claim files write mathematics the way one types it: `|x| <= c`, `sqrt(2) c`, `x_j^(i)`, `c^2/(2h)`. At every token a
small parser takes the longest formula that it understands. What it does not understand stays as typed, so that nothing
is lost and nothing is guessed: a test compares the letters and digits before and after, for every claim.
"""

from __future__ import annotations

from html import escape

from paper_claims.report.page.formula_factors import NotAFormula, Piece
from paper_claims.report.page.formula_parser import Parser
from paper_claims.report.page.vocabulary import tokenised

SHOWN = {"<=": "≤", ">=": "≥", "!=": "≠", "->": "→"}  # signs outside formulas


def to_html(text: str) -> str:
    """The text as HTML, with MathML for the formulas and <code> for what stands in backticks."""
    tokens = tokenised(text)
    pieces, at = [], 0
    while at < len(tokens):
        if tokens[at].startswith("`") and len(tokens[at]) > 1:
            pieces.append(f"<code>{escape(tokens[at][1:-1])}</code>")
            at += 1
            continue
        end, piece = _formula(tokens, at)
        typed = "".join(tokens[at : max(end, at + 1)])
        if piece is None or piece.plain:
            pieces.append(escape(SHOWN.get(typed, typed), quote=False))
        else:
            pieces.append(f'<math alttext="{escape(typed)}"><mrow>{piece.markup}</mrow></math>')
        at = max(end, at + 1)
    return "".join(pieces)


def _formula(tokens: list[str], at: int) -> tuple[int, Piece | None]:
    """The longest formula that starts here, and where it ends."""
    before = tokens[at - 1] if at else ""
    if before[-1:].isalnum() and len(before) > 1 and tokens[at][0].isalnum():
        return at, None  # in the middle of a word
    if tokens[at] == "-" and before[-1:].isalnum():
        return at, None  # a hyphen
    if at > 1 and before in "-_':" and tokens[at - 2][-1].isalpha():
        return at, None  # non-increasing, user's, ours:huber_threshold
    parser = Parser(tokens, at)
    try:
        piece = parser.relation()
    except NotAFormula:
        return at, None
    return parser.at, piece
