"""`blindavg exercise N [ANSWER]`: the question of a chapter; an answer is proved, or met with a counterexample."""

from __future__ import annotations

import argparse
import textwrap

from paper_claims.commands.shared import Commands, add_json, print_json
from paper_claims.exercises import EXERCISES
from paper_claims.output import console
from reference.errors import reject


def add_command(commands: Commands) -> None:
    command = commands.add_parser(
        "exercise",
        description="The question that ends a chapter of docs/. With an answer: proved, or refuted by a counterexample.",
        example="blindavg exercise 2 0.2499",
    )
    command.add_argument("number", metavar="N", type=int, help=f"1 to {len(EXERCISES)}, the chapter")
    command.add_argument(
        "answer", metavar="ANSWER", nargs="?", help="a number such as 4/3 or 0.25, or a word"
    )
    add_json(command)
    command.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Exit code 1 if the answer is wrong."""
    number = options.number
    if not 1 <= number <= len(EXERCISES):
        rule = f"must be between 1 and {len(EXERCISES)}"
        raise reject("N", "the chapter", rule, number, "each chapter of docs/ has one exercise")
    exercise = EXERCISES[number - 1]
    asked = {"exercise": number, "statement": exercise.label, "question": exercise.question}
    grade = None if options.answer is None else exercise.grade(options.answer)
    if options.json:
        found = {} if grade is None else {"right": grade.right, "why": grade.why, "witness": grade.witness}
        print_json({**asked, "answer": options.answer, **found})
        return int(grade is not None and not grade.right)
    out = console()
    print(textwrap.fill(f"{number}. {exercise.question}", 110, subsequent_indent="   "))
    if grade is None:
        out.print(
            f"   `blindavg exercise {number} ANSWER` grades it; `blindavg show '{exercise.label}'` tells more"
        )
        return 0
    out.print(f"   {options.answer} is {'right' if grade.right else 'not right'}: {grade.why}", markup=False)
    for name, value in (grade.witness or {}).items():
        out.print(f"     {name} = {value}", markup=False, soft_wrap=True)
    return int(not grade.right)
