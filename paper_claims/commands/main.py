"""The `blindavg` command. Exit code 0: fine, 1: a check failed, 2: bad input."""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib.metadata import version
from typing import Any, NoReturn

from accountant.gaussian.second_engine import EngineDisagreement
from paper_claims.commands import (
    accountant,
    audit,
    certify,
    completion,
    dpsgd,
    experiment,
    kernel,
    mutants,
    probe,
    replay,
    show,
    train,
    trust,
)
from paper_claims.commands.shared import Commands
from reference.errors import InvalidInput, ProtocolError, readable, shown

SECTIONS = {  # of the table of contents
    "The audit": (audit, show, replay, trust, mutants),
    "Certified numbers": (accountant, dpsgd, certify),
    "Experiments": (probe, train, experiment),
    "The shell": (completion,),
    "More": (kernel,),
}
PACKAGE = "blindavg-reference"


class Parser(argparse.ArgumentParser):
    """An argument parser whose errors are one line."""

    def error(self, message: str) -> NoReturn:
        raise InvalidInput(f"{message} (see {self.prog} --help)")


class Version(argparse.Action):
    """Prints the version that the installed package states."""

    def __call__(self, parser: argparse.ArgumentParser, *rest: Any, **more: Any) -> None:
        print(PACKAGE, version(PACKAGE))
        parser.exit()


def parser() -> Parser:
    """All commands. Its defaults hold itself and the commands, for the completion."""
    top = Parser(
        prog="blindavg",
        usage="blindavg COMMAND [options]",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog="`blindavg COMMAND --help` has options and an example; example: blindavg replay thm:smooth_softmax",
    )
    top.add_argument("--version", action=Version, nargs=0, help="print the version and exit")
    actions = top.add_subparsers(
        dest="command", required=True, metavar="COMMAND", help=argparse.SUPPRESS, prog="blindavg"
    )
    contents = ["An executable audit of the paper 'Private Blind Model Averaging'."]
    for title, modules in SECTIONS.items():
        section = Commands(actions)
        for module in modules:
            module.add_command(section)
        lines = [f"  {name:<11} {summary}" for name, summary in section.lines.items()]
        contents.append("\n".join([title, *lines]))
    top.description = "\n\n".join(contents)
    top.set_defaults(top=top, commands=actions)
    return top


def main(arguments: Sequence[str] | None = None) -> int:
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal without Greek letters shows ? for them
    try:
        try:
            options = parser().parse_args(arguments)
            return int(options.run(options))
        finally:
            sys.stdout.flush()  # here, where a closed pipe is expected
    except InvalidInput as error:
        print(f"blindavg: {readable(str(error))}", file=sys.stderr)
        return 2
    except ProtocolError as error:
        print(f"blindavg: {readable(str(error))}", file=sys.stderr)
        return 1
    except EngineDisagreement as error:
        print(f"blindavg: the two engines disagree, so there is no answer: {error}", file=sys.stderr)
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
        return 130


def _mute() -> None:
    """What is left of the output goes nowhere: at the end Python would try once more to write it."""
    with suppress(io.UnsupportedOperation):  # output that is no file
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
