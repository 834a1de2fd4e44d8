"""What the paper prints for each label: `labels.txt`, and the script that writes it from the LaTeX source.

    python -m paper_claims.registry.labels blindavg.tex > paper_claims/labels.txt

A statement that is restated has the number of its first place. A theorem-like environment without a label is listed under `-`.
A number is left empty where this script cannot be sure of it: rows of equations, items of lists, labels before their caption.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from reference.errors import InvalidInput

LABELS = Path(__file__).parents[1] / "labels.txt"
UNLABELLED = "-"
HEAD = "# label, environment, printed number, line, section"
FLOATS = ("figure", "table", "algorithm")
UNSURE = ("equation", "multline", "align", "gather", "eqnarray", "enumerate", "itemize")
SECTIONS = ("section", "subsection", "subsubsection")
THEOREM = re.compile(r"\\newtheorem\{(\w+)\}(?:\[(\w+)\])?\{([^}]*)\}")
COMMENT = re.compile(r"(?<!\\)%.*")
TOKEN = re.compile(
    r"\\(?P<edge>begin|end)\{(?P<environment>\w+)\*?\}"
    r"|\\(?P<section>(?:sub){0,2}section)(?=[\[{])"
    r"|\\label\{(?P<label>[^}]*)\}"
    r"|\\(?P<word>appendix|appendices|caption)(?![a-zA-Z*])"
)


@dataclass(frozen=True)
class Label:
    """One line of `labels.txt`: facts about a place in the source."""

    label: str
    environment: str
    number: str
    line: int
    section: str


def read(path: Path = LABELS) -> tuple[Label, ...]:
    """The lines of `labels.txt`."""
    found = []
    for text in path.read_text(encoding="utf-8").splitlines():
        if not text.startswith("#"):
            label, environment, number, line, section = text.split("\t")
            found.append(Label(label, environment, number, int(line), section))
    return tuple(found)


def written(labels: tuple[Label, ...]) -> str:
    """The text of `labels.txt`."""
    rows = ["\t".join((at.label, at.environment, at.number, str(at.line), at.section)) for at in labels]
    return "\n".join([HEAD, *rows]) + "\n"


@dataclass
class Open:
    """An environment that has begun."""

    environment: str
    line: int
    number: str = ""
    labelled: bool = False


def extracted(source: str) -> tuple[Label, ...]:
    """Every label of a LaTeX source with its printed number, in the order of the lines."""
    return tuple(sorted(_Reader(source).labels(), key=lambda at: at.line))


class _Reader:
    def __init__(self, source: str) -> None:
        self.text = "\n".join(COMMENT.sub("", line) for line in source.splitlines())
        head = self.text.partition(r"\begin{document}")[0]
        self.start = len(head)
        self.ieee = bool(re.search(r"\\documentclass.*\{IEEEtran\}", head))  # Roman sections and tables
        self.theorems = {name: (shared or name, title) for name, shared, title in THEOREM.findall(head)}
        self.counters: Counter[str] = Counter()
        self.appendix = False
        self.at = ("", "")  # the section: its kind and number
        self.open: list[Open] = []

    def labels(self) -> Iterator[Label]:
        for token in TOKEN.finditer(self.text, self.start):
            line = self.text.count("\n", 0, token.start()) + 1
            if token["edge"] == "begin":
                self.open.append(Open(token["environment"], line, self._theorem(token["environment"])))
            elif token["edge"] == "end":
                ended = self.open.pop()
                if ended.environment in self.theorems and not ended.labelled:
                    yield Label(UNLABELLED, ended.environment, ended.number, ended.line, self.at[1])
            elif token["section"]:
                self._section(token["section"])
            elif token["label"]:
                yield Label(token["label"], *self._labelled(), line, self.at[1])
            elif token["word"] == "caption":
                self._caption()
            else:
                self.appendix = True
                self.counters["section"] = 0

    def _theorem(self, environment: str) -> str:
        if environment not in self.theorems:
            return ""
        counter, title = self.theorems[environment]
        self.counters[counter] += 1
        return f"{title} {self.counters[counter]}"

    def _caption(self) -> None:
        for at in self.open:
            if at.environment in FLOATS:
                self.counters[at.environment] += 1
                count = self.counters[at.environment]
                shown = roman(count) if self.ieee and at.environment == "table" else str(count)
                at.number = f"{at.environment.capitalize()} {shown}"

    def _labelled(self) -> tuple[str, str]:
        """What a label names here, and its number."""
        for at in reversed(self.open):
            if at.environment in (*self.theorems, *FLOATS, *UNSURE):
                at.labelled = True
                return at.environment, at.number
        return self.at

    def _section(self, kind: str) -> None:
        """II-A1 in the style of IEEEtran, 2.1.1 elsewhere; letters in the appendix."""
        depth = SECTIONS.index(kind) + 1
        self.counters[kind] += 1
        self.counters.subtract({lower: self.counters[lower] for lower in SECTIONS[depth:]})
        one, two, three = (self.counters[each] for each in SECTIONS)
        first = letter(one) if self.appendix else roman(one) if self.ieee else str(one)
        parts = [first, f"-{letter(two)}", str(three)] if self.ieee else [first, f".{two}", f".{three}"]
        self.at = (kind, f"{'Appendix' if self.appendix else 'Section'} {''.join(parts[:depth])}")


def letter(count: int) -> str:
    return chr(ord("A") + count - 1)


def roman(count: int) -> str:
    """I to XXXIX."""
    return "X" * (count // 10) + ("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX")[count % 10]


def main(arguments: list[str]) -> None:
    if len(arguments) != 1:
        raise InvalidInput(f"FILE (the LaTeX source of the paper) must be one path, got {arguments}")
    sys.stdout.write(written(extracted(Path(arguments[0]).read_text(encoding="utf-8"))))


if __name__ == "__main__":
    main(sys.argv[1:])
