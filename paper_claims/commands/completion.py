"""`blindavg completion`: a script of shtab for tab completion of commands, options, labels and names."""

from __future__ import annotations

import argparse

import shtab

from paper_claims.commands.shared import Commands

SHELLS = ("bash", "zsh")
BASH = """
_blindavg() {  # bash ends a word at a colon, which labels hold: words are what spaces separate
  local line="${COMP_LINE:0:COMP_POINT}" COMP_WORDS COMP_CWORD current
  read -ra COMP_WORDS <<< "$line"
  [[ "$line" == *" " ]] && COMP_WORDS+=("")
  COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
  current="${COMP_WORDS[COMP_CWORD]}"
  _shtab_blindavg
  COMPREPLY=("${COMPREPLY[@]#"${current%"${current##*:}"}"}")
}
complete -o default -F _blindavg blindavg
"""


def add_command(commands: Commands) -> None:
    command = commands.add_parser(
        "completion",
        description="A script for tab completion: commands, options, labels, examples.",
        example='eval "$(blindavg completion bash)"',
    )
    command.add_argument("shell", metavar="SHELL", choices=SHELLS, help=" or ".join(SHELLS))
    command.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    print(script(options.top, options.shell), end="")
    return 0


def script(top: argparse.ArgumentParser, shell: str) -> str:
    """What `eval` wants; the parser is of no other use afterwards."""
    commands = top.get_default("commands")
    commands.help = ""  # shtab leaves out what --help hides
    for command in commands.choices.values():
        if found := command.get_default("words"):
            argument, words = found
            argument.choices = [word.replace("#", r"\#") if shell == "zsh" else word for word in words()]
    return str(shtab.complete(top, shell)) + (BASH if shell == "bash" else "\n")
