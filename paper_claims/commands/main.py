"""The `blindavg` command. Exit code 0: fine, 1: a check failed, 2: bad input."""

from __future__ import annotations

import argparse
import io
import os
import re
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from typing import Any, NoReturn

from paper_claims.commands import interrupt
from paper_claims.commands.shared import Commands
from reference.errors import InvalidInput, NoResult, readable, shown
from reference.versions import PROJECT, VERSION

SECTIONS = {  # the table of contents; a command is imported when it is asked for
    "The audit": {
        "audit": "run the checks, print the tally, write the report",
        "show": "one statement with its verdict, printed steps and evidence",
        "replay": "its counterexamples, then its proofs, recomputed",
        "trust": "what must be believed: axioms, leaves, sentences, and what one engine alone has decided",
        "mutants": "wrong formulas on purpose, and the checks that notice: the kill matrix",
    },
    "Certified numbers": {
        "delta": "certified delta at eps",
        "epsilon": "the smallest eps that meets delta",
        "sigma": "the smallest noise multiplier that meets (eps, delta)",
        "dpsgd": "certified delta, eps or noise multiplier of DP-SGD",
        "certify": "the certificate of a deployment: certified (eps, delta) or the noise needed",
        "loss": "a loss file: proved constants and sensitivity, or a counterexample",
        "vectors": "test vectors for privacy accountants, and libraries judged by them",
    },
    "Experiments": {
        "probe": "worst-case neighbouring datasets: reached, proved and printed sensitivity; --privacy tests the noise",
        "train": "BlindAvg on data: local training, noise, secure summation; accuracy, messages and times",
        "data": "fetch CIFAR-10 and compute its features once (extra `cifar10`)",
        "experiment": "experiments with pictures; its --help names them",
    },
    "Teaching": {
        "exercise": "the question of a chapter; your answer is proved, or met with a counterexample"
    },
    "The shell": {"completion": "tab completion for your shell"},
    "More": {"kernel": "theorems that a proof kernel (Coq) checks, with the axioms that they rest on"},
}
FILES = dict.fromkeys(("delta", "epsilon", "sigma"), "accountant")  # the others have a file of their own name
SUMMARIES = {name: summary for section in SECTIONS.values() for name, summary in section.items()}


class Parser(argparse.ArgumentParser):
    """An argument parser whose errors are one line. `asked` is the command that is asked for."""

    asked = ""
    given: Sequence[str] = ()

    def error(self, message: str) -> NoReturn:
        if message.endswith("required: COMMAND") and self.given:
            message = f"unrecognized arguments: {' '.join(self.given)}"
        message = re.sub(r"invalid int value: (.*)", r"must be a whole number, got \1", message)
        raise InvalidInput(f"{message} (see {self.prog}{self.asked} --help)")

    def _print_message(self, message: str, file: Any = None) -> None:
        (file or sys.stderr).write(message)  # argparse says nothing about a full disk


class Version(argparse.Action):
    """Prints the version that the installed package states."""

    def __call__(self, parser: argparse.ArgumentParser, *rest: Any, **more: Any) -> None:
        print(PROJECT, VERSION)
        parser.exit()


def parser(arguments: Sequence[str] | None = None) -> Parser:
    """The commands that the arguments ask for, or all. Its defaults hold itself and the commands, for the completion."""
    contents = ["An executable audit of the paper 'Private Blind Model Averaging'."]
    for title, section in SECTIONS.items():
        contents.append("\n".join([title, *(f"  {name:<11} {text}" for name, text in section.items())]))
    top = Parser(
        prog="blindavg",
        usage="blindavg COMMAND [options]",
        description="\n\n".join(contents),
        formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog="`blindavg COMMAND --help` has options and an example; example: blindavg replay thm:smooth_softmax",
    )
    top.add_argument("--version", action=Version, nargs=0, help="print the version and exit")
    actions = top.add_subparsers(
        dest="command", required=True, metavar="COMMAND", help=argparse.SUPPRESS, prog="blindavg"
    )
    commands = Commands(actions, SUMMARIES)
    for file in dict.fromkeys(FILES.get(name, name) for name in asked_for(arguments)):
        import_module(f"paper_claims.commands.{file}").add_command(commands)
    top.set_defaults(top=top, commands=actions)
    top.given = arguments or ()
    top.asked = f" {arguments[0]}" if arguments and arguments[0] in SUMMARIES else ""
    return top


def asked_for(arguments: Sequence[str] | None) -> Sequence[str]:
    """The command among the arguments, or none for the table of contents; all for completion and where there is no such one."""
    if arguments is None:
        return list(SUMMARIES)
    words = [word for word in arguments if not word.startswith("-")]
    if not words:
        return []
    return words[:1] if words[0] in SUMMARIES and words[0] != "completion" else list(SUMMARIES)


def main(arguments: Sequence[str] | None = None) -> int:
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal without Greek letters shows ? for them
    try:
        try:
            given = sys.argv[1:] if arguments is None else arguments
            options = parser(given or ["--help"]).parse_args(given or ["--help"])
            return int(options.run(options))
        finally:
            interrupt.again()
            sys.stdout.flush()  # here, where a closed pipe is expected
    except InvalidInput as error:
        print(f"blindavg: {readable(str(error))}", file=sys.stderr)
        return 2
    except NoResult as error:
        print(f"blindavg: {readable(str(error))}", file=sys.stderr)
        return 1
    except BrokenPipeError:
        _mute()
        return 0
    except OSError as error:  # a full disk, a name that no file can have
        _mute()
        named = f": {shown(error.filename)}" if error.filename else ""
        print(f"blindavg: {error.strerror or error}{named}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        _mute()
        interrupt.say()
        return 130


def _mute() -> None:
    """What is left of the output goes nowhere: at the end Python would try once more to write it."""
    with suppress(io.UnsupportedOperation):  # output that is no file
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
