"""Theories of what z3 decided: a lemma for each obligation that polynomial.py states, closed by lra or nra.

Those of the checks stand in Obligations.v. Those of the theorems are printed into the cache of compiled theories, one theory
for each module. obligations.json has for each module a hash of its obligations, how many there are, how many Coq proves again,
and the lemmas that its tactics leave open. `blindavg trust --engines` prints the theories anew and compiles them; with
`--accept` it writes both files.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import z3

from proofs_check.coq import compiler as coq
from proofs_check.coq.polynomial import NONE, Lemma, NotStated, lemma
from proofs_check.method import engines

THEORY, CHECKS = "Obligations", "checks"
RECORD = coq.THEORIES / "obligations.json"
HEAD = """\
(* Printed by proofs_check/coq/lemmas.py from obligations: do not change by hand. *)
Require Import Reals Lra Psatz.
Open Scope R_scope.

Ltac cases last :=
  repeat match goal with H : _ /\\ _ |- _ => destruct H end;
  first [contradiction | lra | match goal with H : _ \\/ _ |- _ => destruct H; cases last end | last].
Ltac signs :=
  repeat match goal with H : ?b * ?i = 1 |- _ =>
    lazymatch goal with
    | _ : 0 < i |- _ => fail
    | _ : i < 0 |- _ => fail
    | _ => first [assert (0 < i) by nra | assert (i < 0) by nra]
    end
  end.
Ltac multiples :=
  repeat match goal with H : ?b * ?i = 1, x : R |- _ =>
    lazymatch goal with
    | _ : b * i * x = x |- _ => fail
    | _ => assert (b * i * x = x) by (rewrite H; ring)
    end
  end.
Ltac by_lra := intros; cases fail.
Ltac by_nra := intros; cases ltac:(first [nra | signs; multiples; first [lra | nra]]).
"""
SECONDS = 5  # of the clock, for finding out what the tactics prove; a theory itself has no limits
TOGETHER = {True: 80, False: 12}  # linear lemmas, and others, that are tried in one theory


@dataclass(frozen=True)
class Stated:
    """The lemmas of some obligations, by name. Several obligations may be the same lemma; some are not stated."""

    lemmas: Mapping[str, Lemma]
    lemma_of: Mapping[str, str]
    obligations: int
    content: str  # a hash of the obligations
    choices: Mapping[str, str]  # what was chosen for those that are not linear


@dataclass(frozen=True)
class Confirmed:
    """What Coq proves again of the obligations of a module, or of the checks."""

    stated: Stated
    proved: frozenset[str]
    refused: str = ""  # what Coq says to lemmas that are recorded as proved

    @property
    def obligations(self) -> list[str]:
        return [name for name, its in self.stated.lemma_of.items() if its in self.proved]

    def record(self) -> dict[str, Any]:
        by = Counter(self.stated.lemmas[self.stated.lemma_of[name]].linear for name in self.obligations)
        return {
            "hash": self.stated.content,
            "obligations": self.stated.obligations,
            "stated": len(self.stated.lemma_of),
            "lra": by[True],
            "nra": by[False],
            "open": sorted(self.stated.lemmas.keys() - self.proved),
            "chosen": self.stated.choices,
        }


def by_module(folder: Path) -> dict[str, list[Path]]:
    """The obligations of the checks, and those of the theorems by the first module that asks them."""
    found = {CHECKS: sorted((folder / CHECKS).glob("*.smt2"))}
    for path in sorted((folder / "theorems").glob("*.smt2")):
        module = min(engines.asked_by(path), default="").removeprefix("the theorems of ")
        found.setdefault(module, []).append(path)
    return {module: found[module] for module in sorted(found) if found[module]}


def stated(paths: Sequence[Path], choices: Mapping[str, str] | None = None) -> Stated:
    """In a context of its own. What was chosen once is chosen again, so that an obligation keeps its lemma."""
    context, lemmas, lemma_of = z3.Context(), dict[str, Lemma](), dict[str, str]()
    chosen = dict[str, str]()
    for path in paths:
        key, text = path.stem[:10], path.read_text(encoding="ascii")
        try:
            found = _stated(text, context, (choices or {}).get(key, ""))
        except NotStated:
            chosen[key] = NONE
            continue
        if not found.linear:
            chosen[key] = found.choice
        name = f"o_{hashlib.sha256(found.says.encode()).hexdigest()[:12]}"
        lemmas[name], lemma_of[path.stem] = found, name
    content = hashlib.sha256(" ".join(path.stem for path in paths).encode()).hexdigest()[:20]
    return Stated(dict(sorted(lemmas.items())), lemma_of, len(paths), content, chosen)


def _stated(text: str, context: z3.Context, choice: str) -> Lemma:
    try:
        return lemma(text, context, choice)
    except IndexError:  # what another reading chose
        return lemma(text, context)


def theory(lemmas: Mapping[str, Lemma]) -> str:
    """Every lemma with a proof that the kernel checks."""
    return HEAD + "".join(
        f"\nLemma {name} :\n  {its.says}.\nProof. {_tactic(its)}. Qed.\n" for name, its in lemmas.items()
    )


def _tactic(its: Lemma) -> str:
    return "by_lra" if its.linear else "by_nra"


def printed(text: str) -> dict[str, str]:
    """The lemmas of a theory by name, as they stand there."""
    return dict(re.findall(r"^Lemma (\w+) :\n  (.*)\.\nProof\.", text, flags=re.M))


def tried(lemmas: Mapping[str, Lemma], seconds: int = SECONDS) -> set[str]:
    """Those that their tactic proves. Each answer names its lemma, so that a lost one is noticed."""
    texts: dict[str, str] = {}
    for linear, together in TOGETHER.items():
        names = [name for name, its in lemmas.items() if its.linear == linear]
        for start in range(0, len(names), together):
            goals = (_goal(name, lemmas[name], seconds) for name in names[start : start + together])
            texts[f"Tried{len(texts)}"] = HEAD + "".join(goals)
    done = coq.compile_theories(texts, list(texts), coq.cache_folder(), coq.version())
    output = "\n".join(one.output for one in done.values())
    answers = dict(re.findall(r"<(o_\w+) (proved|open)>", output))  # after what a stopped tactic may print
    if lost := sorted(lemmas.keys() - answers.keys()):
        raise RuntimeError(f"Coq does not answer for {', '.join(lost)}: {output[-300:]}")
    return {name for name in lemmas if answers[name] == "proved"}


def _goal(name: str, its: Lemma, seconds: int) -> str:
    return (
        f"Goal {its.says}.\nfirst [timeout {seconds} (solve [{_tactic(its)}]); "
        f'idtac "<{name} proved>" | idtac "<{name} open>"]. Abort.\n'
    )


def compiled(wanted: Mapping[str, Mapping[str, Lemma]]) -> dict[str, coq.Compiled]:
    """What Coq says to the theory of each module."""
    names = {module: THEORY + re.sub(r"\W", "_", module.removeprefix("proofs_check")) for module in wanted}
    names |= {CHECKS: THEORY} if CHECKS in wanted else {}
    texts = {name: theory(wanted[module]) for module, name in names.items()}
    done = coq.compile_theories(texts, list(texts), coq.cache_folder(), coq.version())
    return {module: done[name] for module, name in names.items()}


def confirmed(module: str, found: Stated, left_open: Iterable[str] | None) -> Confirmed:
    """All lemmas at once, without those that are known to be open. Where that is not known those that are not linear are
    tried before, each alone; where Coq refuses a theory, all of it.
    """
    lemmas = _without(found.lemmas, left_open or ())
    if left_open is None:
        products = {name: its for name, its in lemmas.items() if not its.linear}
        lemmas = _without(lemmas, products.keys() - tried(products))
    done = compiled({module: lemmas})[module]
    if done.accepted:
        return Confirmed(found, frozenset(lemmas))
    proved = tried(lemmas)
    again = compiled({module: {name: its for name, its in lemmas.items() if name in proved}})[module]
    return Confirmed(found, frozenset(proved if again.accepted else ()), done.output[-300:])


def all_confirmed(folder: Path, jobs: int) -> dict[str, Confirmed]:
    """Every module whose obligations are in the folder, and the checks."""
    modules, before = by_module(folder), recorded()
    choices = [before.get(module, {}).get("chosen", {}) for module in modules]
    with ProcessPoolExecutor(jobs) as pool:
        found = dict(zip(modules, pool.map(stated, modules.values(), choices), strict=True))
    left_open = {module: its["open"] for module, its in before.items() if module in found}
    compiled(
        {module: _without(found[module].lemmas, its) for module, its in left_open.items()}
    )  # two at a time; kept
    return {module: confirmed(module, its, left_open.get(module)) for module, its in found.items()}


def _without(lemmas: Mapping[str, Lemma], names: Iterable[str]) -> dict[str, Lemma]:
    left = set(names)
    return {name: its for name, its in lemmas.items() if name not in left}


def recorded() -> dict[str, Any]:
    """What was accepted, by module."""
    found: dict[str, Any] = json.loads(RECORD.read_text(encoding="utf-8")) if RECORD.exists() else {}
    return found


def differences(found: Mapping[str, Confirmed]) -> list[str]:
    """Modules about whose obligations something else was accepted."""
    now, before = {module: its.record() for module, its in found.items()}, recorded()
    return [
        f"obligations of {module} in Coq: accepted {_short(before.get(module))}, found {_short(now.get(module))}"
        for module in sorted({*now, *before})
        if now.get(module) != before.get(module)
    ]


def _short(record: Mapping[str, Any] | None) -> str:
    return json.dumps({key: said for key, said in (record or {}).items() if key not in ("open", "chosen")})


def accept(found: Mapping[str, Confirmed]) -> None:
    """Obligations.v and obligations.json."""
    lines = (f" {json.dumps(module)}: {json.dumps(its.record())}" for module, its in found.items())
    RECORD.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
    checks = found[CHECKS]
    proved = {name: its for name, its in checks.stated.lemmas.items() if name in checks.proved}
    (coq.THEORIES / f"{THEORY}.v").write_text(theory(proved), encoding="utf-8")
