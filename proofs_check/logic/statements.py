"""Which theorem states what: a theorem module ends with STATES, rows of (label, theorem, about, joint model on demand).

Loading a module proves its theorems. As a process (`answers_of`) this module proves those of the wanted labels, and writes
one JSON line per statement and one at the end of each module; where proofs do not go through, that line says why.
"""

from __future__ import annotations

import gc
import importlib
import json
import sys
from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import z3

from proofs_check.logic import obligations
from proofs_check.logic.derived import again, below, row_that_shows, shown_by, tier
from proofs_check.logic.exactly import exactly
from proofs_check.logic.met import known_in, met
from proofs_check.logic.models import Model, confirms
from proofs_check.logic.obligations import Facts, limited
from proofs_check.logic.printed import sequent
from proofs_check.logic.rules import FIXED, LEDGER, Rejected, Theorem, genuine, symbols
from proofs_check.method import engines
from proofs_check.method.check import in_one_line, modules_of_rooms
from proofs_check.method.depends import closure
from proofs_check.method.engines import place, theorems_of, written_to
from proofs_check.method.pool import given_order, in_a_child, run_all

HUNG = 600.0  # seconds for the theorems of one module
CONTROL_STEPS = 10_000  # for False there is no proof to find: the search is cut short
RETRY_STEPS = 100_000  # for a dropped premise where z3 computes without end
PREMISE_LIMIT = 10.0  # seconds of computing for a proof without one of its premises


@dataclass(frozen=True)
class Statement:
    """A theorem that states a label. `about` says which reading of it; `place` is where it is proved."""

    label: str
    theorem: Theorem
    about: str
    model: Model
    place: str


@cache
def source_of(module: str) -> str:
    spec = find_spec(module)
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin).read_text(encoding="utf-8")


def modules_about(labels: Collection[str] | None, places: Collection[str] = ()) -> list[str]:
    """The theorem modules that name one of the labels, all of them for None, and those of the places."""
    found = modules_of_rooms(with_theorems=True)
    there = {place.rpartition(".")[0] for place in places}
    return [
        m
        for m in found
        if labels is None
        or m.removeprefix("proofs_check.") in there
        or any(f'"{label}"' in source_of(m) for label in labels)
    ]


def statements(
    module: str, labels: Collection[str] | None = None, places: Collection[str] = ()
) -> Iterator[Statement]:
    """What a module states about the labels or at the places; raises Rejected where a proof or a model does not go through."""
    loaded = importlib.import_module(module)
    theorem: Theorem
    for label, theorem, about, model in getattr(loaded, "STATES", ()):
        if labels is None or label in labels or place_of(theorem) in places:
            genuine(theorem)
            confirmed = model()
            if not confirms(confirmed, theorem):
                raise Rejected(f"{label}: {theorem.name!r} has no joint model", theorem.name, "joint model")
            yield Statement(label, theorem, about, confirmed, place_of(theorem))


def place_of(theorem: Theorem) -> str:
    """Where a theorem is proved: the module that binds it first, and the name there."""
    for module in modules_of_rooms(with_theorems=True):
        for name, value in vars(sys.modules[module]).items() if module in sys.modules else ():
            if value is theorem and f"\n{name} = " in source_of(module):
                return f"{module.removeprefix('proofs_check.')}.{name}"
    return theorem.name


@cache
def shows_everything(theorem: Theorem) -> bool:
    """The control: do the facts of the proof also show False? Of an induction: those of the base or of the step.

    The rules have checked these facts one by one, so they are not asked for again.
    """
    if theorem.proof[0] in ("discharge", "forget"):
        return shows_everything(theorem.proof[1])
    ways = known_in(theorem)
    with limited(CONTROL_STEPS):
        return any(Facts(fact for _, fact in facts).give(z3.BoolVal(False)) for facts in ways)


def tree(theorem: Theorem) -> dict[str, Any]:
    """What a theorem is proved from: the theorems that it cites, and where each of their premises is met."""
    return {
        "theorem": theorem.name,
        "kind": theorem.kind,
        "why": theorem.why,
        **sequent(theorem),
        "uses": list(theorem.uses),
        "met": met(theorem),
    }


def dropped(theorem: Theorem) -> dict[str, str | None]:
    """Each premise dropped in turn: what the proof then lacks, nothing where it still goes through, None without an answer.

    A child does all of it. z3 may compute without end within its steps: then each premise has a child of its own. Where that
    ends neither, the search is cut short, if the whole proof needs no longer one.
    """

    def alone(slug: str, steps: int) -> str | None:
        answer: str | None = in_a_child(partial(lacks, theorem, [slug], steps), PREMISE_LIMIT)
        return answer

    def together() -> dict[str, str]:
        return {slug: lacks(theorem, [slug], obligations.STEPS) for slug in theorem.given}

    found: dict[str, str | None] = in_a_child(together, PREMISE_LIMIT) or {
        slug: alone(slug, obligations.STEPS) for slug in theorem.given
    }
    endless = [slug for slug, lack in found.items() if lack is None]
    if endless and in_a_child(partial(lacks, theorem, [], RETRY_STEPS), PREMISE_LIMIT) == "":
        for slug in endless:
            found[slug] = alone(slug, RETRY_STEPS)
    return found


def lacks(theorem: Theorem, slugs: Collection[str], steps: int) -> str:
    """What the proof lacks without these premises, within so many steps for each question."""
    try:
        with limited(steps):
            again(theorem, f" without {', '.join(slugs)}", slugs)
    except Rejected as error:
        return lacking(error, theorem)
    return ""


def lacking(error: Rejected, theorem: Theorem) -> str:
    """What a proof lacks: a premise of a theorem that it cites, or a part of its own."""
    if not error.missing:
        return str(error)
    own = error.theorem.startswith(theorem.name) or error.missing.startswith("the ")
    return f"{error.missing} does not follow" if own else f'premise {error.missing} of "{error.theorem}"'


@cache
def in_one_line_of(theorem: Theorem) -> str:
    """Premises |- conclusion."""
    printed = sequent(theorem)
    return f"{'; '.join(printed['given'].values())} |- {printed['shows']}".lstrip()


def rested_on(theorem: Theorem) -> dict[str, Any]:
    """An axiom or a leaf; a leaf says what kind of thing shows it, and the row of evidence that does."""
    said: dict[str, Any] = {"kind": theorem.kind, "name": theorem.name, "why": theorem.why}
    found = symbols(theorem.shows, *theorem.given.values())
    said |= {"says": in_one_line_of(theorem), "about": sorted(name for name in found if name in FIXED)}
    if theorem.kind == "leaf":
        said |= {"by": shown_by(theorem)[0], "row": row_that_shows(theorem)}
    return said


def described(module: str, stated: Statement, proofs: bool, premises: bool) -> dict[str, Any]:
    """A statement as plain data."""
    theorem = stated.theorem
    data = {
        "module": module,
        "label": stated.label,
        "about": stated.about,
        "place": stated.place,
        "name": theorem.name,
        **sequent(theorem),
        "exact": {
            slug: form for slug, premise in theorem.given.items() if (form := exactly(premise)) is not None
        },
        "tier": tier(theorem),
        "uses": len(below(theorem)),
        "rests": [rested_on(LEDGER[name]) for name in sorted(theorem.rests)],
        "model": str(stated.model),
        "control": "not rejected" if shows_everything(theorem) else "rejected",
    }
    if proofs:
        data["proof"] = [tree(LEDGER[name]) for name in [theorem.name, *sorted(below(theorem))]]
    if premises:
        data["dropped"] = dropped(theorem)
    return data


def answers(order: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """What each module states. Its process has loaded what several modules are built on, and forks a child for each."""

    def work(module: str) -> dict[str, Any]:
        before, said, engines.asking = set(LEDGER), [], theorems_of(module)
        try:
            for stated in statements(module, order.get("labels"), order.get("places", ())):
                said.append(
                    described(module, stated, order.get("proofs", False), order.get("premises", False))
                )
            end = {"module": module, "done": True}
        except Exception as error:
            end = {"module": module, "problem": in_one_line(error)}
        return {"said": [*said, end], "made": sorted(set(LEDGER) - before)}

    modules = order.get("modules") or modules_about(order.get("labels"))
    made: dict[str, str] = {}
    for found in run_all((), order.get("jobs", 1), HUNG, work, _batches(modules)):
        module = found["name"]
        yield from found.get("said") or [{"module": module, "problem": found["detail"]}]
        for name in found.get("made", ()):
            if name in LEDGER or made.setdefault(name, module) != module:
                yield {"module": module, "problem": f"two theorems are called {name!r}"}


def _batches(modules: Sequence[str]) -> Iterator[list[str]]:
    """The modules, first what the one that is built on most is built on. What others build on is loaded here."""
    ours = {module: closure(module) for module in modules_of_rooms(True)}
    every = sorted(ours, key=lambda module: len(ours[module]))  # each after those that it imports
    below = {module: ours[module] & set(every) for module in modules}
    shared = set[str]().union(*(below[module] - {module} for module in modules))
    done: set[str] = set()
    for top in sorted(modules, key=lambda module: -len(below[module])):
        for module in (m for m in every if m in below[top] and m not in done):
            done.add(module)
            if module in shared:
                engines.asking = theorems_of(module)
                with suppress(Exception):  # a child finds the same problem, and says so
                    importlib.import_module(module)
            if module in below:
                yield [module]


def main() -> None:
    order = given_order()
    gc.disable()  # terms stay to the end
    out, sys.stdout = sys.stdout, sys.stderr
    with written_to(place("theorems"), obligations):
        for answer in answers(order):
            print(json.dumps(answer, ensure_ascii=False), file=out, flush=True)


if __name__ == "__main__":
    main()
