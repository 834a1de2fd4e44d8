"""A vector as an adapter sees it: its parameters as floats and whole numbers, by name."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, TypeAlias

from proofs_check.vectors.points import Question


class NotOffered(Exception):
    """The library has no answer to this question, for this relation or these parameters."""


class Case:
    """`case.eps`, `case.sigma`, ... are the parameters; whole numbers are int, words are str."""

    def __init__(self, question: Question) -> None:
        self.question, self.relation = question, question.relation

    def __getattr__(self, name: str) -> Any:
        try:
            return _plain(self.question.given[name.replace("_", "-")])
        except KeyError:
            raise AttributeError(name) from None

    @property
    def runs(self) -> list[tuple[float, float, int]]:
        """(q, sigma, steps) of each phase; a clipped sum samples every record."""
        if self.question.mechanism == "clipped-sum":
            return [(1.0, self.noise / self.clip, self.compositions)]
        return [(float(p["q"]), float(p["sigma"]), int(p["steps"])) for p in self.question.given["phases"]]

    @property
    def root(self) -> float:
        """sqrt(K), exactly: the numbers of compositions are powers of 4."""
        return math.sqrt(self.compositions)

    @property
    def single(self) -> float:
        """The noise of one release that costs as much as K: sigma/sqrt(K), exactly."""
        return float(self.sigma / self.root)

    def need(self, offered: bool) -> None:
        if not offered:
            raise NotOffered


def _plain(text: str) -> Any:
    try:
        number = float(text)
    except ValueError:
        return text
    return int(text) if text.lstrip("-").isdigit() else number


Offers: TypeAlias = dict[tuple[str, str], Callable[[Case], float]]
