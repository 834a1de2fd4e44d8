"""What is recorded about a statement of the paper: its entry in the contents, and the claim that is made about it."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from dataclasses import dataclass

from reference.errors import InvalidInput, shown

EARLIER = "about public code of earlier versions of the paper, not of this one"  # said with every as_run
KINDS = (
    "theorem", "lemma", "corollary", "definition", "example", "algorithm", "equation",
    "table", "figure", "section", "contribution", "ours",
)  # fmt: skip
VERDICTS = (
    "verified", "true_but_proof_gap", "verified_with_premise", "refuted",
    "depends_on_reading", "empirical", "open", "out_of_scope",
)  # fmt: skip
WORDS = {verdict: verdict.replace("_", " ") for verdict in VERDICTS} | {
    "verified_with_premise": "true if repaired"
}  # what a reader sees; audit.json has the others
WRONG = ("refuted", "depends_on_reading", "true_but_proof_gap", "verified_with_premise")  # something is wrong
IMPACTS = ("unsound", "loose", "none")
NATURES = ("slip", "gap", "error")
WEIGHTS = ("load-bearing", "text")
LOAD_BEARING = (  # kinds that carry weight if nothing else is said; sentences, tables and figures are text
    "definition", "theorem", "lemma", "corollary", "example", "algorithm", "contribution", "equation", "ours",
)  # fmt: skip
FINDINGS = ("ok", "gap", "wrong")
STRENGTHS = ("same", "weaker", "stronger")


@dataclass(frozen=True)
class Step:
    """A displayed proof step. `judged` says who judged it, `replaced_by` which check stands in its place."""

    slug: str
    says: str
    finding: str
    note: str
    judged: str = "machine"
    replaced_by: str = ""


@dataclass(frozen=True)
class Reading:
    """One way to read an ambiguous print, and what must be concluded to prove the claim under it.

    Only a `printed` reading speaks for the paper; another is ours, a repair or a warning.
    """

    slug: str
    says: str
    printed: bool
    adopted: bool
    conclusions: tuple[str, ...] = ()


@dataclass(frozen=True)
class AsRun:
    """A fact about public code of earlier versions of the paper, and what it means for the statement."""

    says: str
    bears_on: str


@dataclass(frozen=True)
class Premise:
    """A premise that the paper lacks, and why it must be added; without words of its own it says what premises.toml says."""

    slug: str
    why: str
    says: str = ""
    meaning: bool = (
        False  # it says what a symbol of the theorem stands for, so that it is no premise of the theorem
    )


@dataclass(frozen=True)
class Restated:
    """A premise that means something else here than premises.toml says, or that is (not) printed just here."""

    slug: str
    says: str = ""
    printed: bool | None = None


@dataclass(frozen=True)
class Proved:
    """A theorem that states the claim, or one reading of it; `by` is where the logic proves it, or coq.NAME.

    `needs` are checks that say what its symbols stand for: that the gradient of the theorem is the derivative of the loss.
    """

    by: str
    reading: str = ""
    needs: tuple[str, ...] = ()


@dataclass(frozen=True)
class Cite:
    """A check of another place, cited as evidence about this claim: what it shows here, and what it needs besides here."""

    check: str
    about: str
    says: str
    concludes: str = ""
    needs: tuple[str, ...] = ()


@dataclass(frozen=True)
class Repair:
    """The corrected statement or proof."""

    strength: str
    statement: str
    proof: str = ""


@dataclass(frozen=True)
class Finding:
    """What a reader should know first, by rank: `{}` in `says` is the number that the witness of `check` has.

    The number is `value`, or `value` over `over`.
    """

    rank: int
    says: str
    check: str
    value: str
    over: str = ""


@dataclass(frozen=True)
class Claim:
    """One statement of the paper, or of our own (`ours:`). `verdict` is what we assert; `verdict.py` derives its own.

    `weight`: does a guarantee or a contribution rest on it (load-bearing), or is it a sentence beside it (text)?
    `nature`, where something is wrong. slip: a misprint or a loose word; what the paper does and proves still holds. gap: a
    premise or a step is missing; with it the statement is true. error: false, and misleading for a reader who relies on it.
    `impact` is unsound only if following the paper gives less privacy than the paper says. Of a slip it never is:
    the paper itself did not follow the misprint, and `consequence` says what happens to somebody who would.
    """

    label: str
    kind: str
    title: str
    where: str
    says: str
    formal: (
        str  # typed only where no theorem states the whole claim: otherwise it is printed from the theorem
    )
    verdict: str
    impact: str
    consequence: str
    weight: str = ""  # without one the kind decides
    nature: str = ""
    as_run: tuple[AsRun, ...] = ()
    premises: tuple[str, ...] = ()
    textbook: tuple[str, ...] = ()
    uses: tuple[str, ...] = ()
    conclusions: tuple[str, ...] = ()
    proved: tuple[Proved, ...] = ()
    setting: tuple[str, ...] = ()  # the other premises of its theorems, by slug: words in premises.toml
    inherited: tuple[str, ...] = ()  # those that come with the statements it uses
    restated: tuple[Restated, ...] = ()
    extra_premises: tuple[Premise, ...] = ()
    readings: tuple[Reading, ...] = ()
    steps: tuple[Step, ...] = ()
    cites: tuple[Cite, ...] = ()
    repair: Repair | None = None
    finding: Finding | None = None
    room: str = ""  # the folder of its file, which is that of its checks

    def checks_named(self) -> set[str]:
        """Checks that stand in for a printed step, that a named theorem needs or that are cited, wherever they stand."""
        replaced = {step.replaced_by for step in self.steps if step.replaced_by}
        cited = {name for cite in self.cites for name in (cite.check, *cite.needs)}
        return replaced | cited | {name for proved in self.proved for name in proved.needs}


@dataclass(frozen=True)
class Entry:
    """A statement in the contents; without a claim file it is open or out of scope, and says why."""

    label: str
    kind: str
    title: str
    where: str
    weight: str
    status: str = "claimed"
    reason: str = ""
    also: tuple[str, ...] = ()
    number: str = ""  # as printed: "Theorem 6", for every part of it
    line: int | None = None  # of the label in the LaTeX source
    section: str = ""

    @property
    def source(self) -> str:
        """Where the label stands in the paper."""
        return f"{self.section}, line {self.line} of the source" if self.line else ""

    @property
    def numbered(self) -> str:
        """The printed number, if there is one, and the label."""
        return f"{self.number} {self.label}".strip()


def weight_of(kind: str) -> str:
    return WEIGHTS[kind not in LOAD_BEARING]


@dataclass(frozen=True)
class Paper:
    """What is audited: title, authors, arXiv number with its version, venue."""

    title: str = "a paper without a name"
    authors: tuple[str, ...] = ()
    arxiv: str = ""
    venue: str = ""

    def __str__(self) -> str:
        where = ", ".join(part for part in (f"arXiv {self.arxiv}" if self.arxiv else "", self.venue) if part)
        return f"{self.title}. {', '.join(self.authors)}. {where}."


@dataclass(frozen=True)
class Registry:
    """Every statement of the paper in its order, and the claims made about them."""

    entries: tuple[Entry, ...]
    claims: Mapping[str, Claim]
    paper: Paper

    def select(self, wanted: list[str]) -> list[Entry]:
        """The entries for these labels, aliases, labels with parts and printed numbers; all if none is named."""
        if not wanted:
            return list(self.entries)
        chosen: list[Entry] = []
        for label in wanted:
            number = " ".join(label.split()).casefold()
            found = [
                e
                for e in self.entries
                if label in (e.label, *e.also)
                or e.label.startswith(f"{label}#")
                or number == e.number.casefold() != ""
            ]
            if not found:
                known = {
                    name.casefold(): name
                    for e in self.entries
                    for name in (e.label, *e.also, e.number)
                    if name
                }
                close = [known[name] for name in difflib.get_close_matches(number, known, n=3, cutoff=0.5)]
                whole = known.get(" ".join(wanted).casefold())
                if whole and len(wanted) > 1:
                    raise InvalidInput(f"LABEL (the printed number) must be quoted: '{whole}'")
                hint = f"did you mean {' or '.join(close)}?" if close else "`blindavg audit --all` lists them"
                what = "LABEL (the LaTeX label or printed number of a statement)"
                raise InvalidInput(f"{what} must be in the contents, got {shown(label)}: {hint}")
            chosen += [e for e in found if e not in chosen]
        return chosen
