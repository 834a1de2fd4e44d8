"""Recursive descent over the tokens of a formula: relations, sums, products and fractions; the result is MathML."""

from __future__ import annotations

from html import escape

from paper_claims.report.page.formula_factors import Factors, NotAFormula, Piece
from paper_claims.report.page.vocabulary import RELATIONS


class Parser(Factors):
    """The longest formula from a place on: call `relation`, and look where `at` is."""

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


def _row(pieces: list[Piece]) -> str:
    return "".join(piece.markup for piece in pieces)
