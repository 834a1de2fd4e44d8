"""The code blocks of a Markdown file: run in order, one namespace per file, and what they print beside what the file shows."""

from __future__ import annotations

import contextlib
import io
import re
import shlex
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from paper_claims.commands.main import main

FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)


@dataclass(frozen=True)
class Block:
    """Code of a language, and the output that the file shows for it."""

    language: str
    code: str
    shown: str


def blocks(path: Path) -> list[Block]:
    """Python and console blocks. Output is the `text` block behind the code, or for console the lines behind each $ line."""
    fences = [(found.group(1), found.group(2)) for found in FENCE.finditer(path.read_text(encoding="utf-8"))]
    result = []
    for (language, code), (following, output) in zip(fences, [*fences, ("", "")][1:], strict=True):
        if language == "python":
            comments = "".join(f"{line}\n" for line in re.findall(r"^print.*# (.*)$", code, re.MULTILINE))
            result.append(Block(language, code, output if following == "text" else comments))
        elif language == "console":
            result.append(Block(language, code, code))
    return result


def printed(block: Block, space: dict[str, Any], name: str) -> str:
    """What running it prints; for console the commands with their output."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        if block.language == "python":
            exec(compile(block.code, name, "exec"), space)
        for line in block.code.splitlines() if block.language == "console" else []:
            if line.startswith("$ blindavg "):
                print(line)
                main(shlex.split(re.split(r"\s#", line)[0])[2:])
    return out.getvalue()
