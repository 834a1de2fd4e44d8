"""Recursive descent over the tokens of a formula as one types it; the result is MathML."""

from __future__ import annotations

import re
from dataclasses import dataclass
from html import escape

from paper_claims.html.vocabulary import ARTICLES, CLOSING, FUNCTIONS, RELATIONS, SYMBOLS, WORDS


class NotAFormula(Exception):
    """The text at this place is no formula that the parser knows."""


@dataclass(frozen=True)
class Piece:
    """MathML of a part; `group` is its inside if it is a bracketed group, `plain` marks what is no formula by itself."""

    markup: str
    group: str | None = None
    plain: bool = False


class Parser:
    """Recursive descent over the tokens; `at` is behind what was understood."""

    def __init__(self, tokens: list[str], at: int) -> None:
        self.tokens, self.at = tokens, at
        self.bars = 0  # open |...| whose end is awaited
        self.inside = 0  # brackets and bars around this place

    def peek(self, ahead: int = 0) -> str:
        return self.tokens[self.at + ahead] if self.at + ahead < len(self.tokens) else ""

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
        done: list[Piece] = []  # factors before the last space
        tight = [self.scripted()]  # and after it
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
                markup = f'<mrow>{markup}<mo lspace="0" rspace="0">′</mo></mrow>'
                group = None
                self.at += 1
            elif (
                token == "*"
                and markup.startswith("<mi>")
                and not following[:1].isalnum()
                and following != "("
            ):
                above += "<mo>*</mo>"
                self.at += 1
            elif token == "~" and markup.startswith("<mi>"):
                markup = f"<mover>{markup}<mo>~</mo></mover>"
                self.at += 1
            elif token == "_" and following and not below:
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
        word = len(second) > 1 and second[0].isalpha() and second not in (*SYMBOLS, "in")
        compound = (
            self.peek(3) == "-" and len(self.peek(4)) > 2 and self.peek(4).isalpha()
        )  # a Λ-strongly convex loss
        article = token in ARTICLES and following.isspace() and (word or compound)
        if article or not self._is_symbol(token):
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
        return Piece(_fenced("|", inside.markup, "|"))

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
        return Piece(_fenced("⟨", f"{left.markup}<mo>,</mo>{right.markup}", "⟩"))

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
        return Piece(
            _fenced(opening, content, closing), content if single else None, plain=single and first.plain
        )


def _row(pieces: list[Piece]) -> str:
    return "".join(piece.markup for piece in pieces)


def _fenced(opening: str, content: str, closing: str) -> str:
    """Brackets of one size: without a font for mathematics they grow far beyond what they enclose."""
    mark = '<mo stretchy="false">'
    return f"<mrow>{mark}{opening}</mo>{content}{mark}{closing}</mo></mrow>"


def _name(token: str) -> str:
    if token[:1].isdigit():
        return f"<mn>{token}</mn>"
    return f"<mi>{SYMBOLS.get(token, token)}</mi>"
