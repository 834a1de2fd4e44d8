"""Checks in parallel processes: one that crashes or hangs never takes the rest down."""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable, Collection, Iterable
from pathlib import Path
from typing import Any

from paper_claims.audit.kept import Kept
from paper_claims.registry.verdict import Row
from proofs_check.coq import compiler as coq
from proofs_check.coq.theorems import CLAIMS
from proofs_check.logic.statements import modules_about
from proofs_check.method.check import Check, all_checks, modules_of_rooms
from proofs_check.method.depends import key, key_now
from proofs_check.method.pool import PACKAGES, answers_of

KERNEL = "proofs_check.coq.kernel_claims"
TIME_LIMIT = 120.0  # seconds of computing for a check with its control, before it counts as hung


def run_checks(
    names: Iterable[str],
    jobs: int | None = None,
    finished: Callable[[str], None] = lambda name: None,
    time_limit: float = TIME_LIMIT,
    work: str = "proofs_check.method.pool:run_one",
    kept: Kept | None = None,
) -> list[Row]:
    """The rows of these checks, in the order of their names, however the processes finish.

    `work` names the function that runs one check; tests name one that crashes or hangs. What is `kept` is not run again.
    """
    wanted, checks = sorted(names), all_checks()
    results: dict[str, dict[str, Any]] = {}
    for name in wanted:
        if kept and (found := kept.get(name, key_of(checks[name]))):
            results[name] = found
            finished(name)
    todo = [name for name in wanted if name not in results]
    order = {"names": todo, "jobs": jobs or os.cpu_count() or 1, "time_limit": time_limit, "work": work}
    for result in answers_of("proofs_check.method.pool", order) if todo else ():
        name = result.pop("name")
        results[name] = result
        finished(name)
        if kept and result["outcome"] == checks[name].expect and result["control"] == "rejected":
            _keep(kept, name, key_of(checks[name]), key_of(checks[name], key_now), result)
    lost = {
        "outcome": "crashed",
        "control": "crashed",
        "detail": "the process that runs the checks ended early",
    }
    return [row_of(checks[name], results.get(name, lost)) for name in wanted]


def key_of(check: Check, of: Callable[..., str] | None = None) -> str:
    """What its outcome depends on; that of a row of the kernel also on Coq, and on all theorems: they hold the leaves.

    A property test depends on all modules that are loaded: hypothesis mines them for constants.
    """
    of = of or key
    if check.method == "kernel":
        return of(KERNEL, *modules_of_rooms(with_theorems=True), more=coq.version() + coq.installed())
    return of(check.run.__module__, *(modules_of_rooms() if check.method == "property" else ()))


def _keep(kept: Kept, name: str, key_before: str, key_after: str, value: Any) -> None:
    """Unless there is no key, or a file has changed since it was made: then nobody knows which of the two the outcome is of."""
    if key_before and key_before == key_after:
        kept.put(name, key_before, value)


def prove_theorems(
    labels: Collection[str] | None,
    proofs: bool = False,
    premises: bool = False,
    kept: Kept | None = None,
    places: Collection[str] = (),
    jobs: int | None = None,
    finished: Callable[[str], None] = lambda name: None,
) -> tuple[list[Row], list[str]]:
    """The theorems that state these labels (all for None), proved now in processes of their own, and what went wrong.

    `places` are further theorems, each stated in the module where it stands.
    With `proofs` each row has the theorems below it, with `premises` what its proof lacks without each premise. What is
    `kept` is not proved again. `finished` hears of each module.
    """
    if proofs or premises:
        kept = None
    modules = modules_about(labels, places)
    said: dict[str, list[dict[str, Any]] | None] = {m: kept.get(m, key(m)) if kept else None for m in modules}
    todo = [module for module in modules if said[module] is None]
    for module in set(modules) - set(todo):
        finished(module)
    lost = {"problem": "the process that proves ended early"}
    ends = dict.fromkeys(todo, lost)
    wanted = None if labels is None or kept else sorted(labels)  # what is kept is kept whole
    order = {
        "modules": todo,
        "labels": wanted,
        "places": sorted(places),
        "proofs": proofs,
        "premises": premises,
        "jobs": jobs or os.cpu_count() or 1,
    }
    for answer in answers_of("proofs_check.logic.statements", order) if todo else ():
        module = answer["module"]
        if "done" in answer or "problem" in answer:
            ends[module] = answer
            finished(module)
        else:
            said[module] = [*(said[module] or ()), answer]
    for module in todo:
        if kept and "done" in ends[module]:
            _keep(kept, module, key(module), key_now(module), said[module] or [])
    problems = [
        f"{module} does not prove: {end['problem']}" for module, end in ends.items() if "problem" in end
    ]
    found = [answer for module in modules for answer in said[module] or ()]
    wanted_rows = (a for a in found if labels is None or a["label"] in labels or a["place"] in places)
    return [theorem_row(a) for a in wanted_rows], problems


def theorem_row(answer: dict[str, Any]) -> Row:
    return Row(
        check=answer["place"],
        label=answer["label"],
        about=answer["about"],
        method="logic",
        outcome="holds",
        universal=True,
        scope=f"every {answer['variables']}",
        control=answer["control"],
        needs=tuple(sorted({row for part in answer["rests"] if (row := part.get("row"))})),
        says=f"{answer['name']}: {answer['shows']}",
        detail=f"{answer['tier']}; premises: {', '.join(answer['given']) or 'none'}",
        theorem=answer,
    )


def place(check: str) -> str:
    """Where a check or a theorem stands, e.g. proofs_check/objectives/huber.py:41, at the line of its `def` or its name."""
    module, _, name = check.rpartition(".")
    if check not in all_checks():
        return _line(f"{module.replace('.', '/')}.py", f"{name} = ")
    if all_checks()[check].method == "kernel":
        page = next(claim.page for claim in CLAIMS if claim.name == name)
        return _line(f"coq/{page}.v", f"Theorem {name} :")
    function = all_checks()[check].run
    lines, first = inspect.getsourcelines(function)  # these begin at the decorators
    above = next((i for i, line in enumerate(lines) if line.lstrip().startswith("def ")), 0)
    path = Path(inspect.getfile(function)).resolve()
    here = path.relative_to(PACKAGES) if path.is_relative_to(PACKAGES) else path
    return f"{here.as_posix()}:{first + above}"


def _line(file: str, start: str) -> str:
    """The line of a file of proofs_check that starts like this."""
    path = PACKAGES / "proofs_check" / file
    lines = path.read_text(encoding="utf-8").splitlines()
    number = next((i for i, line in enumerate(lines, start=1) if line.startswith(start)), 1)
    return f"{path.relative_to(PACKAGES).as_posix()}:{number}"


def row_of(check: Check, result: dict[str, Any]) -> Row:
    return Row(
        check=check.name,
        label=check.label,
        about=check.about,
        method=check.method,
        outcome=result["outcome"],
        universal=check.universal,
        exists=check.exists,
        expect=check.expect,
        concludes=check.concludes,
        needs=check.needs,
        quantified=tuple(result.get("quantified", ())),
        scope=check.scope,
        control=result["control"],
        says=check.says,
        detail=result.get("detail", ""),
        witness=result.get("witness"),
    )
