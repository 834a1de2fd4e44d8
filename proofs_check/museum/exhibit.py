"""What an exhibit is: the right version, the wrong one, and a catcher that must accept the first and reject the second."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from proofs_check.method.check import Outcome, shown
from proofs_check.vectors.case import Case
from proofs_check.vectors.files import Vector, read
from proofs_check.vectors.judging import OPTIMISTIC, PESSIMISTIC, REFUSED, RIGHT, judged
from proofs_check.vectors.peers import blindavg
from proofs_check.vectors.points import Question

CAUSES = (
    "bookkeeping",  # steps, batches, phases or budgets are counted wrongly
    "comparison",  # > for >=, a sign, a direction
    "discretization",  # tails, grids, search tolerances
    "floating point",  # underflow, overflow, cancellation, rounding
    "formula",  # a constant, an exponent or a conversion
    "machine words",  # integers that wrap around
    "randomness",  # seeds
    "range",  # a formula outside the range it is proved for
    "relation",  # another neighbouring relation than promised
    "sensitivity",  # how far one record moves the output
    "test",  # a test that does not test
)
IMPACTS = (
    "guarantee too good",  # the reported eps or delta is too small
    "too little noise",
    "no privacy",
    "answer useless",  # far too large, refused, not a number
    "wrong result",
    "unnoticed",  # other mistakes stay undetected
)
Implementation = Callable[[Case], float]
MOST_VECTORS, MOST_RUNS = 30, 2  # that a catcher tries; runs of DP-SGD take longer


@dataclass(frozen=True)
class Exhibit:
    """One mistake: cause and impact in a closed vocabulary, the thread that reports it, both versions, and the catcher.

    Name, library and the sentence that says what happened come from the folder: see `exhibits`.
    """

    cause: str
    impact: str
    right: Any
    wrong: Any
    catcher: Callable[[Any], Outcome]
    report: str = ""
    flag: str = ""
    name: str = ""
    library: str = ""
    happened: str = ""

    @property
    def caught_by(self) -> str:
        if self.flag:
            return f"vectors with the flag {self.flag}"
        return f"{self.catcher.__module__.split('.', 2)[-1]}.{self.catcher.__name__}"

    def caught(self) -> bool:
        return self.catcher(self.right).result == "holds" and self.catcher(self.wrong).result == "fails"


@cache
def _vectors() -> tuple[Vector, ...]:
    return tuple(read())


@cache
def certified() -> Implementation:
    """Every answer computed again, upper end."""
    offers = blindavg.offers()
    return lambda case: offers[case.question.mechanism, case.question.asked](case)


def hunted(
    flag: str,
    *,
    mechanism: str = "",
    asked: str = "",
    relation: str = "",
    where: Callable[[Mapping[str, Any]], bool] = lambda given: True,
    expects: Sequence[str] = (),
    **more: Any,
) -> Callable[[Implementation], Exhibit]:
    """Makes of the wrong version an exhibit that vectors with this flag catch; the right version is the certified one.

    The mistake concerns the vectors of this mechanism, question and relation (all if left out) whose parameters meet `where`.
    It has to be caught for what it is: by an answer that is too optimistic, unless its impact is a useless answer.
    """
    expected = expects or ((PESSIMISTIC, REFUSED) if more["impact"] == "answer useless" else (OPTIMISTIC,))

    def concerns(question: Question) -> bool:
        named = ((mechanism, question.mechanism), (asked, question.asked), (relation, question.relation))
        return all(wanted in ("", word) for wanted, word in named) and where(question.given)

    def answers_are_right(implementation: Implementation) -> Outcome:
        """Vectors with the flag, spread over those that the mistake concerns: is every answer right?"""
        found = [vector for vector in _vectors() if flag in vector.flags and concerns(vector.question)]
        most = MOST_RUNS if found[0].question.mechanism.startswith("dpsgd") else MOST_VECTORS
        chosen = found[:: max(1, -(-len(found) // most))]
        offers = {(v.question.mechanism, v.question.asked): implementation for v in chosen}
        bad = [one for one in judged(offers, chosen) if one.verdict != RIGHT]
        if not bad:
            return Outcome("holds", f"all of {len(chosen)} answers are right")
        worst = max(bad, key=lambda one: (one.verdict in expected, one.factor))
        numbers = shown(vector=worst.vector.name, answer=worst.answer, enclosure=worst.vector.box)
        return Outcome(
            "fails" if worst.verdict in expected else "undecided", f"the answer is {worst.verdict}", numbers
        )

    return lambda wrong: Exhibit(right=certified(), wrong=wrong, catcher=answers_are_right, flag=flag, **more)
