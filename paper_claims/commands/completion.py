"""`blindavg --help` as a table of contents, and tab completion: both read off the parser, so that neither can fall behind."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any

from paper_claims.registry.files import load
from reference.errors import require_one_of

SECTIONS = {
    "The audit": ("audit", "show", "replay", "mutants"),
    "Certified numbers": ("delta", "epsilon", "sigma", "dpsgd", "certify"),
    "Experiments": ("probe", "train", "experiment"),
    "The shell": ("completion",),
}
MORE = "More"
LABELLED = ("audit", "show", "replay")  # commands whose arguments are labels
SHELLS = ("bash", "zsh")


def add_command(commands: Any) -> None:
    command = commands.add_parser(
        "completion",
        help="tab completion for your shell",
        description="A script for tab completion: commands, options, labels, examples.",
        epilog='example: eval "$(blindavg completion bash)"',
    )
    command.add_argument("shell", metavar="SHELL", choices=SHELLS, help=" or ".join(SHELLS))


def run(options: argparse.Namespace, top: argparse.ArgumentParser) -> int:
    require_one_of("SHELL", "the shell", options.shell, SHELLS, because="others complete differently")
    print(completion(top, options.shell), end="")
    return 0


def commands_of(top: argparse.ArgumentParser) -> tuple[dict[str, argparse.ArgumentParser], dict[str, str]]:
    """The subcommands of a parser, and the line of help of each."""
    (action,) = (action for action in top._actions if isinstance(action, argparse._SubParsersAction))
    return dict(action.choices), {str(choice.dest): choice.help or "" for choice in action._choices_actions}


def table_of_contents(top: argparse.ArgumentParser) -> str:
    """Every command in its section with one line; what is in no section comes last."""
    _, helps = commands_of(top)
    known = [name for names in SECTIONS.values() for name in names]
    sections = {**SECTIONS, MORE: tuple(name for name in helps if name not in known)}
    found = []
    for title, names in sections.items():
        lines = [f"  {name:<11} {helps[name]}" for name in names if name in helps]
        if lines:
            found.append("\n".join([title, *lines]))
    return "\n\n".join(found)


def words(top: argparse.ArgumentParser) -> dict[str, Sequence[str]]:
    """What may follow each command: its options, and the labels or names that it takes."""
    from paper_claims.commands.certify import examples
    from paper_claims.commands.experiment import NAMES
    from proofs_check.probes.pairs import LEARNERS

    labels = [entry.label for entry in load().entries]
    names: dict[str, Sequence[str]] = dict.fromkeys(LABELLED, labels)
    names |= {"certify": [path.stem for path in examples()], "experiment": [*NAMES, "all"]}
    names |= {"probe": LEARNERS, "completion": SHELLS}
    choices, _ = commands_of(top)
    options = {
        name: [
            option
            for action in command._actions
            for option in action.option_strings
            if option.startswith("--")
        ]
        for name, command in choices.items()
    }
    return {name: [*names.get(name, ()), *options[name]] for name in choices}


def completion(top: argparse.ArgumentParser, shell: str = "bash") -> str:
    """A script for bash; zsh runs the same through its bash layer. Labels hold colons, where bash ends a word."""
    cases = "\n".join(f'    {name}) words="{" ".join(found)}" ;;' for name, found in words(top).items())
    commands = " ".join(commands_of(top)[0])
    head = "autoload -U +X bashcompinit && bashcompinit\n" if shell == "zsh" else ""
    return f"""{head}# Tab completion for blindavg: eval "$(blindavg completion {shell})"
_blindavg() {{
  local line="${{COMP_LINE:0:COMP_POINT}}" words command current
  current="${{line##* }}"
  command="$(printf '%s' "$line" | awk '{{print $2}}')"
  case "$command" in
{cases}
    *) words="{commands}" ;;
  esac
  [ "$(printf '%s' "$line" | wc -w)" -le 1 ] && words="{commands}"
  [ "$command" = "$current" ] && words="{commands}"
  COMPREPLY=( $(compgen -W "$words" -- "$current") )
  local colon="${{current%"${{current##*:}}"}}" i
  for i in "${{!COMPREPLY[@]}}"; do COMPREPLY[i]="${{COMPREPLY[i]#"$colon"}}"; done
}}
complete -o default -F _blindavg blindavg
"""
