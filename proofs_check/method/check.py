"""Outcome, @check and the list of registered checks.

A check is one function that returns an Outcome. The defaults of its parameters are the truth, `wrong` changes them:

    check = about("lem:max_smoothness")

    @check("repair", "smt", every="every K, row by row", wrong={"limit": z3.Q(49, 100)}, needs=[rows_are_shares])
    def row_sums_stay_below_half(limit=z3.Q(1, 2)):

The first word says what it is about:

    statement            the claim as printed
    reading:<slug>       the claim under one named reading
    step:<slug>          a displayed line of the printed proof: is it true?
    inference:<slug>     the same line as an argument: does it follow the way the print says?
    premise:<slug>       the claim without this premise; it fails if the premise is needed
    repair               the corrected statement, or the correct proof of a step

`every` makes it universal and says of what; `at` makes it a case and says of which; `example` shows a case that a statement of
existence asks for, and says which. A refutation says `expect="fails"`.
The controls are the same function with changed arguments, and must come out the other way: a check whose controls do not
counts for nothing. A check that assumes what others show names them in `needs`; it proves nothing unless they do.
`concludes` names the part of the claim that the check, with its needs, establishes: verdicts rest on these conclusions only.
"""

from __future__ import annotations

import importlib
import inspect
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any

METHODS = ("symbolic", "smt", "exact", "interval", "enumeration", "property", "probe", "kernel")
SAMPLING = ("property", "probe")  # these search; they never prove and never refute
ABOUTS = ("statement", "repair")
ABOUT_PREFIXES = ("reading:", "step:", "inference:", "premise:")
ROOMS = (  # by rank: a room may use the rooms before it
    "lemmas",
    "simplex",
    "objectives",
    "sensitivity",
    "diameter",
    "other_learners",
    "gaussian",
    "distributed",
    "groups",
    "secure_sum",
    "averaging",
    "dpsgd",
    "text",
    "recorded",
    "coq",
)
OUTSIDE = "BLINDAVG_PROOFS"  # names a folder of proof modules that live outside this repository
LOGIC = "from proofs_check.logic"  # who imports this proves theorems when it is loaded
NOT_RUN = "not run here"  # the tool that a check needs is not installed; only checks by the kernel may say so


@dataclass(frozen=True)
class Outcome:
    """What a check found: holds, fails, undecided or not run here, why, and the numbers that show it.

    `quantified` are the variables of one question that a tool answered for all their values; an answer that is put together
    from several has none.
    """

    result: str
    detail: str = ""
    witness: dict[str, str] | None = None
    quantified: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.result not in ("holds", "fails", "undecided", NOT_RUN):
            raise ValueError(f"an outcome holds, fails, is undecided or not run here, not {self.result!r}")


def every(*outcomes: Outcome) -> Outcome:
    """All of them: holds if each does, fails if one does, else undecided."""
    for wanted in ("fails", "undecided"):
        for outcome in outcomes:
            if outcome.result == wanted:
                return outcome
    return Outcome("holds", "; ".join(dict.fromkeys(o.detail for o in outcomes if o.detail)))


Run = Callable[..., Outcome]  # a check: its parameters have defaults, the truth
Control = Callable[[], Outcome]
Changed = Mapping[str, Any]


@dataclass(frozen=True)
class Check:
    """A registered check and everything the report says about it besides its outcome."""

    name: str
    label: str
    about: str
    method: str
    scope: str
    universal: bool
    expect: str
    concludes: str
    needs: tuple[str, ...]
    run: Run
    controls: tuple[Control, ...]
    exists: bool = False

    @property
    def says(self) -> str:
        return " ".join((self.run.__doc__ or "").split())


@dataclass(frozen=True)
class Named:
    """A theorem that a check needs, by its place: `theorem` has looked whether it is there."""

    place: str


_REGISTERED: dict[str, Check] = {}
BROKEN_MODULES: dict[str, str] = {}  # modules that raised when they were loaded, and what


def about(label: str = "") -> Callable[..., Callable[[Run], Run]]:
    """The decorator for checks of this label, made once at the head of a module; `label=` in a use of it names another."""
    return partial(_registered, label=label)


def _registered(
    about: str,
    method: str,
    *,
    label: str,
    every: str | None = None,
    at: str | None = None,
    example: str | None = None,
    wrong: Changed | Sequence[Changed] = (),
    control: Control | Sequence[Control] = (),
    expect: str = "holds",
    concludes: str = "",
    needs: Sequence[Named | Run] = (),
) -> Callable[[Run], Run]:
    """Register the function below as evidence about `label`. `control` is for what no changed argument can say."""
    if not label:
        raise ValueError(f"{about}: which label is it about?")
    if method not in METHODS:
        raise ValueError(f"{label}: method must be one of {METHODS}, not {method!r}")
    if about not in ABOUTS and not about.startswith(ABOUT_PREFIXES):
        raise ValueError(f"{label}: about {about!r} is not one of {ABOUTS + ABOUT_PREFIXES}")
    scopes = [scope for scope in (every, at, example) if scope is not None]
    if len(scopes) != 1:
        raise ValueError(
            f"{label}: a check is for `every` ..., `at` ... or an `example`, exactly one of them"
        )
    if at is None and method in SAMPLING:
        raise ValueError(f"{label}: a search ({method}) is never universal, and shows no example")
    if expect not in ("holds", "fails") or (concludes and (at is not None or expect == "fails")):
        raise ValueError(f"{label}: only a universal check, or an example, that holds concludes anything")
    changes = [wrong] if isinstance(wrong, Mapping) else list(wrong)
    others = list(control) if isinstance(control, Sequence) else [control]
    if not changes + others:
        raise ValueError(f"{label}: a check needs a control")

    def register(run: Run) -> Run:
        name = name_of(run)
        if name in _REGISTERED:
            raise ValueError(f"two checks are called {name}")
        if not run.__doc__:
            raise ValueError(f"{name} does not say what it shows: give it a docstring")
        truth = {one.name: one.default for one in inspect.signature(run).parameters.values()}
        for parameter, value in truth.items():
            if value is inspect.Parameter.empty:
                raise ValueError(f"{name}: give {parameter} a default, the truth")
        for change in changes:
            _refuse_what_changes_nothing(name, truth, change)
        if not all(isinstance(need, Named) or callable(need) for need in needs):
            raise ValueError(f"{name} needs functions that are checks, or theorem(module, name), not {needs}")
        needed = tuple(need.place if isinstance(need, Named) else name_of(need) for need in needs)
        if unknown := [
            n for n, need in zip(needed, needs, strict=True) if callable(need) and n not in _REGISTERED
        ]:
            raise ValueError(f"{name} needs {', '.join(unknown)}, which is no check")
        controls: tuple[Control, ...] = (*(partial(run, **change) for change in changes), *others)
        universal, exists = every is not None, example is not None
        _REGISTERED[name] = Check(
            name, label, about, method, scopes[0], universal, expect, concludes, needed, run, controls, exists
        )
        return run

    return register


def theorem(module: str, name: str) -> Named:
    """A theorem that a check needs, e.g. theorem("lemmas.sums", "SQUARES"). Its module is only read: to load is to prove."""
    if f"\n{name} = " not in _source_of_theorems(module):
        raise ValueError(f"no module {module} proves a theorem {name}")
    return Named(f"{module}.{name}")


@cache
def _source_of_theorems(module: str) -> str:
    """Of a module of the rooms, or of the folder OUTSIDE; empty if it proves none."""
    folders = (Path(__file__).parents[1], Path(os.environ.get(OUTSIDE) or os.devnull))
    paths = (folder / f"{module.replace('.', '/')}.py" for folder in folders)
    source = next((path.read_text(encoding="utf-8") for path in paths if path.is_file()), "")
    return source if LOGIC in source else ""


def name_of(run: Run) -> str:
    """The name under which a function is, or would be, a check: its module inside proofs_check, and its own."""
    return f"{run.__module__.removeprefix('proofs_check.')}.{run.__name__}"


def _refuse_what_changes_nothing(name: str, truth: Changed, change: Changed) -> None:
    """A control must change something, and only what there is."""
    if not change:
        raise ValueError(f"{name}: a control must change an argument")
    for argument, value in change.items():
        if argument not in truth:
            raise ValueError(f"{name} has no argument {argument}, only {', '.join(truth) or 'none'}")
        if _same(truth[argument], value):
            raise ValueError(f"{name}: the control leaves {argument} as it is")


def _same(one: Any, other: Any) -> bool:
    """Equal values, equal terms of a solver, or functions with the same code."""
    if hasattr(one, "sexpr") or hasattr(other, "sexpr"):  # z3: == would make a term
        return str(one) == str(other)
    if hasattr(one, "__code__") and hasattr(other, "__code__"):
        return (one.__code__.co_code, one.__code__.co_consts, one.__code__.co_names, one.__closure__) == (
            other.__code__.co_code, other.__code__.co_consts, other.__code__.co_names, other.__closure__
        )  # fmt: skip
    return bool(one == other)


def modules_of_rooms(with_theorems: bool = False) -> tuple[str, ...]:
    """The modules of every room, by walking the folders: those that register checks, or those that prove theorems.

    A module that imports the logic proves its theorems when it is loaded, which takes seconds: it holds no checks.
    Modules of the folder that the environment variable OUTSIDE names come last, found by their own names.
    """
    outside = os.environ.get(OUTSIDE, "")
    if outside and outside not in sys.path:
        sys.path.append(outside)
    return _modules(with_theorems, outside)


@cache
def _modules(with_theorems: bool, outside: str) -> tuple[str, ...]:
    folder = Path(__file__).parents[1]
    found = [
        (f"proofs_check.{room}.", path) for room in ROOMS for path in sorted((folder / room).glob("*.py"))
    ]
    found += [("", path) for path in sorted(Path(outside).glob("*.py")) if outside]
    return tuple(
        before + path.stem
        for before, path in found
        if path.stem != "__init__" and (LOGIC in path.read_text(encoding="utf-8")) == with_theorems
    )


def all_checks() -> dict[str, Check]:
    """Every registered check by name, in a fixed order. A module that does not load leaves the others alone."""
    for module in modules_of_rooms():
        if module in BROKEN_MODULES:
            continue
        try:
            importlib.import_module(module)
        except (Exception, SystemExit) as error:
            BROKEN_MODULES[module] = in_one_line(error)
    return dict(sorted(_REGISTERED.items()))


def control_status(check: Check) -> tuple[str, str]:
    """Whether the controls of a check come out the other way, and if not, why."""
    for control in check.controls:
        try:
            found = control().result
        except Exception as error:
            return "crashed", f"a control crashed: {in_one_line(error)}"
        if found in ("undecided", NOT_RUN):
            return found, ""
        if found == check.expect:
            return "not rejected", ""
    return "rejected", ""


def in_one_line(error: BaseException) -> str:
    return f"{type(error).__name__}: {' '.join(str(error).split())}"


def shown(**values: Any) -> dict[str, str]:
    """A witness as text, each number exactly (a fraction or an interval), in the order given."""
    return {name.replace("_", " "): _text(value) for name, value in values.items()}


def _text(value: Any) -> str:
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_text, value)) + "]"
    return str(value)
