"""The formulas inside the claim files' text, as MathML; everything else stays text.

The claim files write mathematics the way one types it: `|x| <= c`, `sqrt(2) c`, `x_j^(i)`, `c^2/(2h)`. At every token a
small parser takes the longest formula that it understands. What it does not understand stays as typed, so that nothing
is lost and nothing is guessed: a test compares the letters and digits before and after, for every claim.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from html import escape

SYMBOLS = {
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "eps": "ε", "theta": "θ", "kappa": "κ", "lambda": "λ",
    "Lambda": "Λ", "mu": "μ", "nu": "ν", "pi": "π", "rho": "ρ", "sigma": "σ", "tau": "τ", "phi": "φ", "grad": "∇",
    "Phi": "Φ",
}  # fmt: skip
FUNCTIONS = (
    "sqrt",
    "log",
    "exp",
    "erfc",
    "min",
    "max",
    "mean",
    "avg",
    "softmax",
    "huber",
    "sup",
    "det",
    "Var",
    "Pr",
)
WORDS = (
    "avg",
    "central",
    "local",
    "spread",
    "average",
    "sign",
    "dim",
    "HingeSVM",
    "HingeSVM-SGDWA",
    "SVM-SGD",
    "SoftmaxReg-SGD",
)
PRODUCTS = (
    "tw",
    "pK",
    "dK",
    "Rc",
    "wM",
    "sL",
    "yx",
    "cf",
    "Cs",
    "kW",
    "cW",
    "ckW",
    "qN",
    "hv",
)  # several letters
RELATIONS = {"<=": "≤", ">=": "≥", "!=": "≠", "<": "<", ">": ">", "=": "=", "->": "→", "~": "∼", "in": "∈"}
ARTICLES = ("a", "A", "I")
CLOSING = {"(": ")]", "[": ")]", "{": "}"}
TOKEN = re.compile(
    r"`[^`]*`|\d+(?:\.\d+)?(?:e-?\d+)?|(?:SoftmaxReg-SGD|SVM-SGD|HingeSVM-SGDWA)(?=\()|[^\W\d_]+\d*|\.\.\.|\.\.|<=|>=|!=|->|\+-|\s+|.",
    re.DOTALL,
)


class NotAFormula(Exception):
    """The text at this place is no formula that the parser knows."""


@dataclass(frozen=True)
class Piece:
    """MathML of a part of a formula; `group` is its inside if it is a bracketed group, `plain` marks what is no formula alone."""

    markup: str
    group: str | None = None
    plain: bool = False


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
            pieces.append(escape(typed, quote=False))
        else:
            pieces.append(f'<math alttext="{escape(typed)}"><mrow>{piece.markup}</mrow></math>')
        at = max(end, at + 1)
    return "".join(pieces)


def tokenised(text: str) -> list[str]:
    """Words, numbers, signs and spaces; products of one-letter symbols (2ΛR, tw) one letter each."""
    tokens: list[str] = []
    for token in TOKEN.findall(" ".join(text.split())):
        before = tokens[-1] if tokens else ""
        product = token in PRODUCTS or (token == "it" and before == "+") or _mixes_greek(token)
        behind_number = before[:1].isdigit() and len(token) <= 3 and token.isalpha() and token not in SYMBOLS
        tokens += list(token) if token[0].isalpha() and (product or behind_number) else [token]
    return tokens


def _mixes_greek(token: str) -> bool:
    return 1 < len(token) <= 3 and token.isalpha() and any("Α" <= letter <= "ω" for letter in token)


def _formula(tokens: list[str], at: int) -> tuple[int, Piece | None]:
    """The longest formula that starts here, and where it ends."""
    before = tokens[at - 1] if at else ""
    if before[-1:].isalnum() and len(before) > 1 and tokens[at][0].isalnum():
        return at, None  # in the middle of a word
    if at > 1 and before in "-_'" and tokens[at - 2][-1].isalpha():
        return at, None  # non-increasing, user's
    parser = Parser(tokens, at)
    try:
        piece = parser.relation()
    except NotAFormula:
        return at, None
    return parser.at, piece


class Parser:
    """Recursive descent over the tokens; `at` is behind what was understood."""

    def __init__(self, tokens: list[str], at: int) -> None:
        self.tokens, self.at = tokens, at
        self.bars = 0  # open |...| whose end is awaited
        self.inside = 0  # brackets and bars around this place

    def peek(self, ahead: int = 0) -> str:
        return self.tokens[self.at + ahead] if self.at + ahead < len(self.tokens) else ""

    def after_space(self) -> str:
        return self.peek(1) if self.peek().isspace() else self.peek()

    def spaces(self) -> None:
        if self.peek().isspace():
            self.at += 1

    def relation(self) -> Piece:
        left = self.sum()
        while True:
            start, before = self.at, left
            self.spaces()
            sign = self.peek()
            spaced = self.at > start and self.peek(1).isspace()
            if sign not in RELATIONS or (sign in ("<", ">", "~", "in") and not spaced):
                self.at = start
                return left
            if sign == "in" and not self.inside and self.peek(2) not in ("{", "[", "(", "R"):
                self.at = start
                return left
            self.at += 1
            self.spaces()
            try:
                right = self.sum()
            except NotAFormula:
                self.at = start
                return before
            left = Piece(f"{left.markup}<mo>{escape(RELATIONS[sign])}</mo>{right.markup}")

    def sum(self) -> Piece:
        left = self.signed()
        while True:
            start = self.at
            self.spaces()
            sign = self.peek()
            one_sided = (self.at > start) != self.peek(1).isspace()
            if sign not in ("+", "-", "+-") or one_sided:
                self.at = start
                return left
            self.at += 1
            self.spaces()
            try:
                right = self.product()
            except NotAFormula:
                self.at = start
                return left
            shown = {"-": "−", "+-": "±"}.get(sign, sign)
            left = Piece(f"{left.markup}<mo>{shown}</mo>{right.markup}")

    def signed(self) -> Piece:
        if self.peek() == "-" and not self.peek(1).isspace():
            self.at += 1
            return Piece(f"<mo>−</mo>{self.product().markup}")
        return self.product()

    def product(self) -> Piece:
        """Factors side by side; a / makes a fraction of what stands tightly before it and the one factor behind it."""
        done, tight = [], [self.scripted()]  # factors before the last space, and after it
        while True:
            start = self.at
            if self.peek() == "/":
                self.at += 1
                try:
                    below = self.scripted()
                except NotAFormula:
                    self.at = start
                    break
                if self.peek() == "(" and below.group is None:  # a function and its argument
                    below = Piece(below.markup + self.group().markup)
                if self._starts_factor(self.peek()):  # a/bc can be read in two ways: as typed
                    tight = [*tight, Piece("<mo>/</mo>"), below]
                    continue
                top = tight[0].group if len(tight) == 1 and tight[0].group else _row(tight)
                tight = [
                    Piece(f"<mfrac><mrow>{top}</mrow><mrow>{below.group or below.markup}</mrow></mfrac>")
                ]
                continue
            spaced = self.peek().isspace()
            self.spaces()
            token = self.peek()
            if token == "*" and spaced and self.peek(1).isspace():
                self.at += 2
                token, sign = self.peek(), "<mo>·</mo>"
            else:
                sign = ""
            closes = token == "|" and self.bars and not spaced
            if closes or not self._starts_factor(token):
                self.at = start
                break
            if token.isdigit() and spaced and not sign:  # `c 2` is no product
                self.at = start
                break
            try:
                factor = self.scripted()
            except NotAFormula:
                self.at = start
                break
            if spaced:
                gap = sign or '<mspace width="0.25em"></mspace>'
                done, tight = [*done, *tight, Piece(gap)], [factor]
            else:
                tight.append(factor)
        whole = [*done, *tight]
        return whole[0] if len(whole) == 1 else Piece(_row(whole))

    def _starts_factor(self, token: str) -> bool:
        return bool(token) and (token[0].isalnum() or token[0] in "([{|<½℧" or token == "...")

    def scripted(self) -> Piece:
        """A factor with its primes, stars, sub- and superscripts."""
        base = self.factor()
        markup, group = base.markup, base.group
        below = above = ""
        while True:
            token, following = self.peek(), self.peek(1)
            if token == "'" and not following[:1].isalpha():
                above += "<mo>′</mo>"
                self.at += 1
            elif (
                token == "*"
                and markup.startswith("<mi>")
                and not following[:1].isalnum()
                and not following == "("
            ):
                above += "<mo>*</mo>"
                self.at += 1
            elif token == "~" and markup.startswith("<mi>"):
                markup = f"<mover>{markup}<mo>~</mo></mover>"
                self.at += 1
            elif (
                token == "_" and following and not below and markup.startswith(("<mi>", "<mo>", "<mrow><mi>"))
            ):
                self.at += 1
                below = self.script()
            elif token == "^" and following:
                self.at += 1
                above += self.script()
            else:
                break
        if not below and not above:
            return Piece(markup, group, base.plain)
        if not below:
            return Piece(f"<msup>{markup}<mrow>{above}</mrow></msup>")
        if not above:
            return Piece(f"<msub>{markup}<mrow>{below}</mrow></msub>")
        return Piece(f"<msubsup>{markup}<mrow>{below}</mrow><mrow>{above}</mrow></msubsup>")

    def script(self) -> str:
        """What stands behind _ or ^: a name, a number, or a group; brackets stay only around a lone index, as in x^(i)."""
        token = self.peek()
        if token == "-" and self.peek(1).isalnum():
            self.at += 2
            return f"<mo>−</mo>{_name(self.peek(-1))}"
        if token in ("(", "{"):
            content = self.tokens[self.at + 1 : self.at + 3]
            lone = token == "(" and len(content) == 2 and content[1] == ")" and content[0].isalnum()
            piece = self.group()
            return piece.markup if lone or piece.group is None else piece.group
        if token[:1].isdigit():
            self.at += 1
            return f"<mn>{token}</mn>"
        if token[:1].isalpha():
            self.at += 1
            primes = ""
            while self.peek() == "'" and not self.peek(1)[:1].isalpha():
                primes += "′"
                self.at += 1
            return _name(token) + (f"<mo>{primes}</mo>" if primes else "")
        raise NotAFormula

    def factor(self) -> Piece:
        token = self.peek()
        if token == "|":
            return self.bars_around()
        if token == "<":
            return self.inner_product()
        if token in CLOSING:
            return self.group()
        if token == "...":
            self.at += 1
            return Piece("<mo>…</mo>", plain=True)
        if token[:1].isdigit() or token == "½":
            self.at += 1
            return Piece(f"<mn>{token}</mn>", plain=True)
        if token[:1].isalpha() or token == "℧":
            return self.symbol(token)
        raise NotAFormula

    def symbol(self, token: str) -> Piece:
        following, second = self.peek(1), self.peek(2)
        if token == "sum" and (following == "_" or (following == " " and self._is_symbol(second))):
            self.at += 1
            return Piece("<mo>∑</mo>")
        if token in WORDS and (self.inside or following == "("):
            self.at += 1
            return Piece(f"<mi>{token}</mi>")
        if token in FUNCTIONS:
            return self.function(token, following)
        article = token in ARTICLES and following.isspace() and len(second) > 1 and second[0].isalpha()
        if not self._is_symbol(token) or (article and second not in (*SYMBOLS, "in")):
            raise NotAFormula
        self.at += 1
        return Piece(_name(token))

    def _is_symbol(self, token: str) -> bool:
        single = len(token) == 1 and (token.isalpha() or token == "℧")
        return single or token in SYMBOLS or bool(re.fullmatch(r"[A-Za-z]\d", token))

    def function(self, token: str, following: str) -> Piece:
        argument = following in ("(", "_", "{", "^", "[") or (
            token == "log" and following == " " and len(self.peek(2)) == 1
        )
        if not argument or (following == "{" and token == "sqrt"):
            raise NotAFormula
        self.at += 1
        if token == "sqrt":
            inside = self.group()
            return Piece(f"<msqrt><mrow>{inside.group or inside.markup}</mrow></msqrt>")
        return Piece(f"<mi>{token}</mi>")

    def bars_around(self) -> Piece:
        self.at += 1
        bars, self.bars = self.bars, 1
        self.inside += 1
        inside = self.relation()
        self.bars = bars
        self.inside -= 1
        if self.peek() != "|":
            raise NotAFormula
        self.at += 1
        return Piece(f"<mrow><mo>|</mo>{inside.markup}<mo>|</mo></mrow>")

    def inner_product(self) -> Piece:
        self.at += 1
        left = self.sum()
        if self.peek() != ",":
            raise NotAFormula
        self.at += 1
        self.spaces()
        right = self.sum()
        if self.peek() != ">":
            raise NotAFormula
        self.at += 1
        return Piece(f"<mrow><mo>⟨</mo>{left.markup}<mo>,</mo>{right.markup}<mo>⟩</mo></mrow>")

    def group(self) -> Piece:
        """(...), [...], (...] or {...}, a list of formulas inside."""
        opening = self.peek()
        if opening not in CLOSING:
            raise NotAFormula
        self.at += 1
        bars, self.bars = self.bars, 0
        self.inside += 1
        first = self.relation()
        inside = [first.markup]
        while self.peek() in (",", ";") or (
            self.peek() == " " and self.peek(1) == "x" and self.peek(2) == " "
        ):
            cross = self.peek() == " "
            inside.append("<mo>×</mo>" if cross else f"<mo>{self.peek()}</mo>")
            self.at += 3 if cross else 1
            self.spaces()
            inside.append(self.relation().markup)
        self.bars = bars
        self.inside -= 1
        closing = self.peek()
        if not closing or closing not in CLOSING[opening]:
            raise NotAFormula
        self.at += 1
        content = "".join(inside)
        single = len(inside) == 1 and (opening, closing) in (("(", ")"), ("{", "}"))
        markup = f"<mrow><mo>{opening}</mo>{content}<mo>{closing}</mo></mrow>"
        return Piece(markup, content if single else None, plain=single and first.plain)


def _row(pieces: list[Piece]) -> str:
    return "".join(piece.markup for piece in pieces)


def _name(token: str) -> str:
    if token[:1].isdigit():
        return f"<mn>{token}</mn>"
    return f"<mi>{SYMBOLS.get(token, token)}</mi>"
