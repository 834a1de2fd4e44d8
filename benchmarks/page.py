"""The page that a benchmark writes: tables in a fixed order, and what must hold with the numbers beside it."""

from __future__ import annotations

Row = list[str]


class Page:
    """Sections in the order in which they are added; each is printed as soon as it is known."""

    def __init__(self, title: str, about: str) -> None:
        self.text = f"# {title}\n\n{about}\n"
        self.requirements: list[tuple[str, str, str, bool | None]] = []

    def section(self, title: str, header: Row, rows: list[Row], note: str = "") -> None:
        """A table; a row that ends early is filled up."""
        filled = [header, ["---"] * len(header), *(row + [""] * (len(header) - len(row)) for row in rows)]
        table = "\n".join("| " + " | ".join(row) + " |" for row in filled)
        part = f"\n## {title}\n\n{table}\n" + (f"\n{note}\n" if note else "")
        print(part, flush=True)
        self.text += part

    def require(self, what: str, measured: str, needed: str, met: bool | None) -> None:
        """Something that must hold; None if it could not be measured."""
        self.requirements.append((what, measured, needed, met))

    def verdicts(self) -> bool:
        """The last section; are all requirements met?"""
        words = {True: "pass", False: "FAIL", None: "not measured"}
        rows = [[what, measured, needed, words[met]] for what, measured, needed, met in self.requirements]
        self.section("What must hold", ["requirement", "measured", "needed", "verdict"], rows)
        return all(met for *_, met in self.requirements)
