"""Reads a loss file.

    title, loss (a formula), of (margin or logits), regulariser (ridge), without (premises that the author gives up)
    [parameters]   name = number, or [from, to]
    [setting]      c, Lambda, R (left out: no ball), n, passes, K (logits only)
    [claims]       L, beta, G, sensitivity: formulas in the parameters, c, Lambda, R, n, K and lr = 1/beta

The loss is a formula of the margin z = y<f, x> with y = -1 or +1, or A logsumexp(z) - B z[y] - E mean(z) of K logits. The
learner adds Lambda/2 |f|^2. Numbers are taken as written: 0.1 is one tenth.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from reference import tables
from reference.errors import InvalidInput, readable, require_exact, require_whole
from reference.loss_files import trees
from reference.loss_files.grammar import FUNCTIONS, LABEL, LSE, MARGIN, MEAN, Place, parse
from reference.loss_files.trees import Tree

LONGEST_FILE = 20_000
CLAIMS = ("L", "beta", "G", "sensitivity")
RESERVED = ("z", "y", "c", "R", "Lambda", "n", "K", "lr", "logsumexp", "mean", *FUNCTIONS)
MOST_PARAMETERS, DEEPEST = 4, 150
SMALLEST, LARGEST = Fraction(1, 10**6), Fraction(10**6)
SETTING: dict[str, Any] = {"c": 1, "Lambda": 1, "n": 20, "passes": 1}
ROWS = (LSE, LABEL, MEAN)
KINDS = {
    "title": tables.TEXT, "loss": tables.TEXT, "of": tables.one_of("margin", "logits"), "regulariser": tables.one_of("ridge"),
    "without": tables.TEXTS, "parameters": tables.TABLE, "setting": tables.TABLE, "claims": tables.TABLE,
}  # fmt: skip
Range = tuple[Fraction, Fraction]


@dataclass(frozen=True)
class Setting:
    """The numbers at which constants are measured and neighbours are trained. R is None without a ball."""

    c: Fraction
    Lambda: Fraction
    R: Fraction | None
    n: int
    passes: int
    K: int

    @property
    def reach(self) -> Fraction | None:
        """No margin on the ball is larger."""
        return None if self.R is None else self.R * self.c


@dataclass(frozen=True)
class LossFile:
    """What a loss file says."""

    title: str
    file: str
    text: str  # of the formula
    of: str
    loss: Tree
    parameters: Mapping[str, Range]
    setting: Setting
    claims: Mapping[str, Tree]
    claimed: Mapping[str, str]  # the same as text
    without: tuple[str, ...] = ()
    slope: Tree = field(default=trees.ZERO)  # of a loss of the margin
    curvature: Tree = field(default=trees.ZERO)
    row: tuple[Tree, Tree, Tree] = (trees.ZERO,) * 3  # A, B, E of a loss of the logits

    @property
    def digest(self) -> str:
        """Names this loss: another formula, other parameters or another ball have another."""
        said = repr(
            (self.text, self.of, sorted(self.parameters.items()), self.setting, sorted(self.claimed.items()))
        )
        return hashlib.sha256(said.encode()).hexdigest()[:12]

    def values(self) -> dict[str, Fraction]:
        """The parameters, if each is one number."""
        for name, (low, high) in self.parameters.items():
            if low != high:
                raise InvalidInput(
                    f"{self.file}: parameter {name!r} must be one number to train with, got a range from {low} to {high}"
                )
        return {name: low for name, (low, _) in self.parameters.items()}


def read(path: Path) -> LossFile:
    """The loss in a TOML file."""
    try:
        with path.open(encoding="utf-8") as stream:
            text = stream.read(LONGEST_FILE + 1)
    except (OSError, ValueError) as error:
        raise InvalidInput(
            f"{path}: must be readable text: {getattr(error, 'strerror', None) or error}"
        ) from None
    return parsed(text, str(path), readable(path.stem))


def parsed(text: str, file: str = "FILE", title: str = "a loss") -> LossFile:
    """The loss in a TOML text."""
    if len(text) > LONGEST_FILE:
        raise InvalidInput(f"{file}: must have at most {LONGEST_FILE} characters")
    given = tables.checked(tables.parse(text, file, parse_float=str), KINDS, file, needed=["loss"])
    of_logits = given.get("of", "margin") == "logits"
    parameters = _parameters(given.get("parameters", {}), file)
    setting = _setting(given.get("setting", {}), of_logits, file)
    names = [*parameters, *([] if of_logits else [MARGIN])]
    loss = parse(given["loss"], names, _place(text, "", "loss", file), of_logits)
    known = _known(parameters, setting, "logits" if of_logits else "margin")
    claimed = tables.checked(
        given.get("claims", {}), dict.fromkeys(CLAIMS, tables.NUMBER_OR_TEXT), file, inside="claims."
    )
    claims = {
        name: parse(str(formula), known, _place(text, "claims", name, file))
        for name, formula in claimed.items()
    }
    parts = _of_logits(loss, text, file) if of_logits else _of_margin(loss, text, file)
    return LossFile(
        title=" ".join(given.get("title", title).split()),
        file=file,
        text=given["loss"],
        of="logits" if of_logits else "margin",
        loss=loss,
        parameters=parameters,
        setting=setting,
        claims=claims,
        claimed={name: str(formula) for name, formula in claimed.items()},
        without=tuple(given.get("without", ())),
        **parts,
    )


def with_claims(file: LossFile, claimed: Mapping[str, Any]) -> LossFile:
    """The same loss with further claims."""
    said = tables.checked(claimed, dict.fromkeys(CLAIMS, tables.NUMBER_OR_TEXT), file.file, inside="claims.")
    texts = {name: str(formula) for name, formula in said.items()}
    trees_of = {
        name: parse(text, _known(file.parameters, file.setting, file.of), Place("assert_bound", name))
        for name, text in texts.items()
    }
    return replace(file, claims={**file.claims, **trees_of}, claimed={**file.claimed, **texts})


def _known(parameters: Mapping[str, Range], setting: Setting, of: str) -> list[str]:
    """The names that a claim may use."""
    ball, classes = ["R"] if setting.R is not None else [], ["K"] if of == "logits" else []
    return [*parameters, "c", "Lambda", "n", "lr", *ball, *classes]


def _of_margin(loss: Tree, text: str, file: str) -> dict[str, Any]:
    if MARGIN not in loss.names:
        raise InvalidInput(f"{_place(text, '', 'loss', file).at(0)}: a loss of the margin must depend on z")
    slope = trees.derivative(loss, MARGIN)
    curvature = trees.derivative(slope, MARGIN)
    if max(slope.depth, curvature.depth) > DEEPEST:
        raise InvalidInput(
            f"{_place(text, '', 'loss', file).at(0)}: its second derivative is nested too deep"
        )
    return {"slope": slope, "curvature": curvature}


def _of_logits(loss: Tree, text: str, file: str) -> dict[str, Any]:
    """The three weights; the loss must be linear in logsumexp(z), z[y] and mean(z)."""
    weights = [trees.derivative(loss, atom) for atom in ROWS]
    compared = {
        name
        for part in trees.parts(loss)
        if part.op == "if"
        for side in part.parts[:2]
        for name in side.names
    }
    rule = ""
    if not loss.names & set(ROWS) or compared.union(*(weight.names for weight in weights)) & set(ROWS):
        rule = "a loss of the logits must be A logsumexp(z) - B z[y] - E mean(z), whose weights do not depend on z"
    elif not all(weight.algebraic for weight in weights):
        rule = "the weights of logsumexp(z), z[y] and mean(z) must have no exp, log or sqrt"
    if rule:
        raise InvalidInput(f"{_place(text, '', 'loss', file).at(0)}: {rule}")
    A, B, E = weights
    return {"row": (A, trees.minus(trees.ZERO, B), trees.minus(trees.ZERO, E))}


def _parameters(given: Mapping[str, Any], file: str) -> dict[str, Range]:
    if len(given) > MOST_PARAMETERS:
        raise InvalidInput(f"{file}: must have at most {MOST_PARAMETERS} parameters, got {len(given)}")
    found = {}
    for name, value in given.items():
        inside = f"parameters.{name}"
        if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_]{0,19}", name) or name in RESERVED:
            rule = "must be a short name of letters and digits that has no other meaning here"
            raise tables.broken(file, inside, f"{rule}: {', '.join(RESERVED)}")
        ends = value if isinstance(value, list) else [value, value]
        if len(ends) != 2:
            raise tables.broken(file, inside, f"must be a number or [from, to], got {len(ends)} numbers")
        low, high = (_number(end, inside, file) for end in ends)
        if low > high:
            raise tables.broken(file, inside, f"must be [from, to] with from <= to, got [{low}, {high}]")
        found[name] = (low, high)
    return found


def _setting(given: Mapping[str, Any], of_logits: bool, file: str) -> Setting:
    kinds = dict.fromkeys(("c", "Lambda", "R", "n", "passes", *(["K"] if of_logits else [])), tables.ANY)
    values = SETTING | tables.checked(given, kinds, file, inside="setting.")
    if of_logits and "K" not in values:
        raise tables.broken(file, "setting.K", "is missing: a loss of the logits has K classes")
    numbers = {}
    for name in ("c", "Lambda", "R"):
        if name in values:
            numbers[name] = _number(values[name], f"setting.{name}", file)
            if not SMALLEST <= numbers[name] <= LARGEST:
                raise tables.broken(
                    file, f"setting.{name}", f"must be from {SMALLEST} to {LARGEST}, got {numbers[name]}"
                )
    counts = {}
    for name, least, most in (("n", 2, 1000), ("passes", 1, 100), ("K", 2, 1000)):
        why = "neighbours are trained with it"
        value = values.get(name, 2)
        counts[name] = require_whole(f"{file}: setting.{name}", name, value, at_least=least, because=why)
        if counts[name] > most:
            raise tables.broken(file, f"setting.{name}", f"must be at most {most}, got {counts[name]}")
    return Setting(numbers["c"], numbers["Lambda"], numbers.get("R"), **counts)


def _number(value: Any, key: str, file: str) -> Fraction:
    if isinstance(value, bool | float | list | dict):
        raise tables.broken(file, key, f"must be a number, got {value!r}")
    found = require_exact(f"{file}: {key}", "a number", value)
    if found.denominator > 10**30:
        raise tables.broken(file, key, "must have at most 30 digits")
    if abs(found) > LARGEST or (found and abs(found) < 1 / LARGEST**2):
        raise tables.broken(file, key, f"must be 0 or of size 1e-12 to 1e6, got {value!r}")
    return found


def _place(text: str, table: str, key: str, file: str) -> Place:
    """Where the formula of a key starts, if it is an ordinary string on one line."""
    inside = ""
    for count, line in enumerate(text.splitlines(), start=1):
        if found := re.match(r"\s*\[\s*([\w.-]+)\s*\]", line):
            inside = found.group(1)
        elif inside == table and (found := re.match(rf"\s*[\"']?{key}[\"']?\s*=\s*([\"'])(?!\1\1)", line)):
            return Place(file, key, count, found.end() + 1)
    return Place(file, f"{table}.{key}" if table else key)
