"""`blindavg trust`: what must be believed, counted, against what was accepted."""

from __future__ import annotations

import argparse
import os
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rich.box import SIMPLE
from rich.table import Table

from paper_claims.audit import ledger
from paper_claims.audit.judging import contradicted
from paper_claims.commands.shared import (
    Commands,
    add_jobs,
    add_json,
    audited,
    jobs,
    print_json,
    print_problems,
)
from paper_claims.output import console, json_text
from proofs_check.coq import compiler as coq
from proofs_check.coq import lemmas
from proofs_check.method import engines
from reference.errors import reject

OBLIGATIONS = Path("build/audit/obligations")
ACCEPTED_NUMBERS = "accepted, not counted now: --engines counts again"


def add_command(commands: Commands) -> None:
    command = commands.add_parser(
        "trust",
        example="blindavg trust --engines",
    )
    add_json(command)
    add_jobs(command)
    command.add_argument(
        "--engines",
        action="store_true",
        help=f"write every obligation to {OBLIGATIONS} and ask the second engines (cvc5, and yices-smt2 if it is on PATH)",
    )
    command.add_argument(
        "--accept", action="store_true", help="write what was found to trust.json and STATEMENTS.md"
    )
    command.set_defaults(run=run, labels=[])


def run(options: argparse.Namespace) -> int:
    """Exit code 1 if more or less is trusted than was accepted, or if an engine contradicts z3.

    An engine that was not there when the numbers were accepted changes none of them, but may contradict.
    """
    if options.engines and not engines.installed():
        raise reject("--engines", "a second engine", "must be installed", "none", "pip install cvc5")
    before = ledger.accepted()
    in_coq: dict[str, lemmas.Confirmed] = {}
    if options.engines:
        shutil.rmtree(OBLIGATIONS, ignore_errors=True)
        os.environ[engines.FOLDER] = str(OBLIGATIONS.resolve())
    result = audited(options, fresh=options.engines)
    said = same = before["obligations"]
    problems, absent = [], []
    if options.engines:
        answers, in_coq = asked_again(OBLIGATIONS, jobs(options))
        asked = engines.askers(OBLIGATIONS, engines.summary(answers)["contradicted"])
        problems = [
            f"{name} of {', '.join(who)} has a solution, says an engine" for name, who in asked.items()
        ]
        result = contradicted(result, {name for who in asked.values() for name in who})
        said, same, absent = counted(answers), *comparable(answers, before["obligations"])
    found = ledger.ledger(result) | {"obligations": said}
    if options.accept and not problems and not result.problems:
        ledger.ACCEPTED.write_text(json_text(found), encoding="utf-8")
        ledger.STATEMENTS.write_text(ledger.statements_page(result), encoding="utf-8")
        if in_coq:
            lemmas.accept(in_coq)
        before, same = found, said
    differ = ledger.differences(found | {"obligations": same}, before)
    differ += lemmas.differences(in_coq) if in_coq else []
    if options.json:
        print_json(found | {"accepted": not differ, "obligations counted now": options.engines})
    else:
        print_ledger(found, counted_now=options.engines)
        if absent:
            console().print(f"not asked, since not on this machine: {', '.join(absent)}")
    print_problems([*result.problems, *problems, *differ])
    return 1 if result.problems or problems or differ else 0


def asked_again(folder: Path, jobs: int) -> tuple[dict[str, dict[str, str]], dict[str, lemmas.Confirmed]]:
    """What the engines on this machine, and Coq, say to each obligation in the folder; what Coq proves of each module."""
    answers = engines.answers(folder, engines.installed(), jobs)
    in_coq = lemmas.all_confirmed(folder, jobs) if coq.version() else {}
    for name in (name for its in in_coq.values() for name in its.obligations):
        answers[name]["coq"] = "unsat"
    return answers, in_coq


def counted(answers: Mapping[str, Mapping[str, str]]) -> dict[str, Any]:
    said = engines.summary(answers)
    return {key: said[key] for key in ("obligations", "confirmed")} | {"z3 alone": len(said["z3 alone"])}


def comparable(
    answers: Mapping[str, Mapping[str, str]], accepted: Mapping[str, Any]
) -> tuple[dict[str, Any], list[str]]:
    """The numbers with the accepted engines only, and which of these are not on this machine: their numbers stay."""
    confirmed: Mapping[str, int] = accepted["confirmed"]
    absent = sorted(confirmed.keys() - engines.installed().keys() - ({"coq"} if coq.version() else set()))
    found = counted({n: {e: a for e, a in said.items() if e in confirmed} for n, said in answers.items()})
    if absent:
        found["z3 alone"] = accepted["z3 alone"]
        found["confirmed"] |= {engine: confirmed[engine] for engine in absent}
    return found, absent


def print_ledger(found: dict[str, Any], counted_now: bool) -> None:
    table = Table("what must be believed", "number", "which", box=SIMPLE, show_edge=False, pad_edge=False)
    for axiom, parts in found["axioms"].items():
        table.add_row(f"axiom: {axiom}", f"1 ({len(parts)})", "; ".join(parts))
    number = f"{len(found['axioms'])} ({sum(map(len, found['axioms'].values()))})"
    table.add_row("axioms (and their clauses)", number)
    table.add_row("rules", str(len(found["rules"])), "; ".join(found["rules"]))
    for kind, names in found["leaves"].items():
        table.add_row(f"leaves shown by {ledger.LEAVES[kind]}", str(len(names)), "; ".join(names))
    symbols = found["symbols known by these alone"]
    table.add_row("symbols that are known by these alone", str(len(symbols)), ", ".join(symbols))
    for key in ("textbook facts", "tied by a sentence", "steps that a reader judged"):
        for weight, number in found[key].items():
            table.add_row(f"{key}, {weight} statements", str(number))
    for group, tiers in found["tiers"].items():
        kind = "statements of our own" if group == "ours" else f"{group} statements"
        for tier, number in tiers.items():
            table.add_row(f"{kind}, {tier}", str(number))
    said, which = found["obligations"], [] if counted_now else [ACCEPTED_NUMBERS]
    confirmed = [f"{engine}: {number}" for engine, number in said["confirmed"].items()]
    table.add_row("obligations", str(said["obligations"]), "; ".join(confirmed + which))
    table.add_row("obligations that z3 alone has decided", str(said["z3 alone"]), *which)
    table.add_row("universal checks whose range is a sentence", str(found["universal by a sentence"]))
    table.add_row("lines of statements to read", str(found["lines to read"]), "paper_claims/STATEMENTS.md")
    console().print(table)
