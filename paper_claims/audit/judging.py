"""The audit: run the checks, derive the verdicts, compare them with what the claim files assert."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from importlib.metadata import version
from typing import Any

from paper_claims.audit import tiers
from paper_claims.audit.kept import Kept
from paper_claims.audit.runner import key_of, prove_theorems, run_checks
from paper_claims.audit.tally import tally
from paper_claims.audit.tiers import tier_of
from paper_claims.registry.marks import plain
from paper_claims.registry.premises import PREMISES, UNKNOWN, words_for
from paper_claims.registry.record import EARLIER, VERDICTS, WRONG, Claim, Entry, Paper, Registry
from paper_claims.registry.rests_on import standings
from paper_claims.registry.verdict import Row, Verdict, derive, premises_differ, proving, rows_about
from proofs_check.coq import compiler as coq
from proofs_check.coq.run import prepare
from proofs_check.logic.statements import modules_about
from proofs_check.method.check import BROKEN_MODULES, all_checks
from proofs_check.method.check import NOT_RUN as NOT_RUN_HERE
from proofs_check.method.depends import closure
from proofs_check.method.engines import theorems_of
from proofs_check.method.pool import beside
from proofs_check.mutants.matrix import Matrix
from reference.versions import PROJECT, VERSION, commit

PROOF_TOOLS = ("hypothesis", "numpy", "python-flint", "sympy", "z3-solver")


@dataclass(frozen=True)
class Judged:
    """A statement with its claim, its evidence and its derived verdict (none of them if it is only listed)."""

    entry: Entry
    claim: Claim | None
    rows: tuple[Row, ...]
    derived: Verdict
    proofs: frozenset[str] = frozenset()  # the rows that prove, with everything they need

    @property
    def verdict(self) -> str:
        return self.derived.verdict

    @property
    def outcome(self) -> str:
        """What it counts as: slip, gap or error where something is wrong, else its verdict."""
        wrong = self.claim.nature if self.claim and self.verdict in WRONG else ""
        return wrong or self.verdict

    @property
    def group(self) -> str:
        """Its weight, or `ours`."""
        return "ours" if self.entry.label.startswith("ours:") else self.entry.weight

    @property
    def named(self) -> list[Row]:
        """The theorems that the claim names, of the logic or of Coq."""
        by = {proved.by for proved in self.claim.proved} if self.claim else set()
        stating = [row for row in self.rows if row.theorem or row.method == "kernel"]
        return [row for row in stating if row.check in by & self.proofs]

    @property
    def theorems(self) -> list[Row]:
        """Those of the logic."""
        return [row for row in self.named if row.theorem]

    @property
    def tier(self) -> str | None:
        """How the verdict is reached, by its weakest part: tiers.py."""
        return tier_of(self.entry, self.claim, self.derived, self.rows, self.proofs)

    @property
    def in_kernel(self) -> list[Row]:
        """The evidence that the proof kernel checked."""
        return [row for row in self.rows if row.method == "kernel" and row.counts]


@dataclass(frozen=True)
class Audit:
    """Everything an audit found, in the order of the paper."""

    judged: tuple[Judged, ...]
    standing: dict[str, str]
    problems: tuple[str, ...]
    paper: Paper
    mutants: Matrix | None = None  # the kill matrix, if it was run
    rows: tuple[Row, ...] = ()  # all evidence, before a claim cites it

    @property
    def uses(self) -> dict[str, tuple[str, ...]]:
        """What each judged statement uses."""
        return {j.entry.label: j.claim.uses for j in self.judged if j.claim}

    @property
    def not_run(self) -> list[Row]:
        """Rows that need a tool which this machine does not have."""
        return [row for j in self.judged for row in j.rows if row.outcome == NOT_RUN_HERE]

    def to_json(self) -> dict[str, Any]:
        """audit.json, schema 1. No dates, timings or machine names: same inputs, same bytes."""
        counts = {verdict: sum(j.verdict == verdict for j in self.judged) for verdict in VERDICTS}
        return {
            "schema": 1,
            "paper": asdict(self.paper),
            "tool": {"name": PROJECT, "version": VERSION, "commit": commit()},
            "claims": [claim_json(j, self.standing[j.entry.label]) for j in self.judged],
            "counts": counts,
            "tally": tally(self.judged),
            "mutants": self.mutants.summary() if self.mutants else None,
            "trusted_base": {tool: version(tool) for tool in PROOF_TOOLS}
            | {"coq": coq.version() or NOT_RUN_HERE},
        }


def checks_for(registry: Registry, entries: list[Entry]) -> set[str]:
    """The checks about these statements, and those that they need, directly or not."""
    labels = {entry.label for entry in entries}
    named = [n for label in labels & set(registry.claims) for n in registry.claims[label].checks_named()]
    return with_needs([*named, *(name for name, check in all_checks().items() if check.label in labels)])


def theorems_for(registry: Registry, entries: list[Entry], names: Iterable[str]) -> set[str]:
    """The theorems that these statements name and these checks need, whatever they are about."""
    claims = [registry.claims[entry.label] for entry in entries if entry.label in registry.claims]
    known = all_checks()
    needed = [need for name in names for need in known[name].needs]
    return {name for name in [*needed, *(n for c in claims for n in c.checks_named())] if name not in known}


def own_of(registry: Registry, entries: list[Entry]) -> set[str]:
    """The checks about these statements, and the modules of the theorems that they name."""
    labels = {entry.label for entry in entries}
    checks = {name for name in checks_for(registry, entries) if all_checks()[name].label in labels}
    return checks | {
        f"proofs_check.{place.rpartition('.')[0]}" for place in theorems_for(registry, entries, [])
    }


def with_needs(names: Iterable[str]) -> set[str]:
    """These checks and those that they need, directly or not."""
    known, queue = all_checks(), list(names)
    found: set[str] = set()
    while queue:
        name = queue.pop()
        if name in known and name not in found:
            found.add(name)
            queue += known[name].needs
    return found


def audit(
    registry: Registry,
    wanted: list[str] | None = None,
    jobs: int | None = None,
    finished: Callable[[str], None] = lambda name: None,
    tell: Callable[[str], None] = lambda text: None,
    proofs: bool = False,
    kept: Kept | None = None,
    known: Sequence[Row] = (),
    more: Callable[[int], None] = lambda number: None,
) -> Audit:
    """Audit the wanted labels (all if none is given); `tell` hears what Coq compiles.

    `finished` hears of each check and of each module of theorems, `more` how many of them are still to come.
    With `proofs` the row of a theorem has the theorems below it. Outcomes that are `kept` are not computed again, nor are
    the rows that are `known`.
    """
    entries = registry.select(wanted or [])
    names = checks_for(registry, entries)
    labels = {entry.label for entry in entries} if wanted else None
    places = theorems_for(registry, entries, names)
    todo = names - {row.check for row in known}
    more(len(todo) + len(modules_about(labels, places)))
    proved = beside(
        lambda: prove_theorems(labels, proofs, kept=kept, places=places, jobs=jobs, finished=finished)
    )
    compiled = beside(lambda: kernel_rows(names, tell, finished, kept))
    rows = [*known, *run_checks(todo - in_kernel(todo), jobs=jobs, finished=finished, kept=kept)]
    theorems, unproved = proved()
    rows = sorted([*rows, *compiled()], key=lambda row: row.check)
    # What shows the leaves that they rest on may be about other labels.
    behind = with_needs(need for row in theorems for need in row.needs) - names
    more(len(behind))
    rows += [*theorems, *kernel_rows(behind, tell, finished, kept)]
    rows += run_checks(behind - in_kernel(behind), jobs=jobs, finished=finished, kept=kept)
    if kept:
        kept.save()
    judged = tuple(judge(entry, registry.claims.get(entry.label), rows) for entry in entries)
    verdicts = {
        e.label: c.verdict if (c := registry.claims.get(e.label)) else e.status for e in registry.entries
    }
    verdicts |= {j.entry.label: j.verdict for j in judged}
    uses = {label: claim.uses for label, claim in registry.claims.items()}
    problems = [f"{module} does not load: {error}" for module, error in BROKEN_MODULES.items()]
    problems += unproved
    problems += [problem for j in judged for problem in problems_of(j)]
    return Audit(judged, standings(uses, verdicts), tuple(problems), registry.paper, rows=tuple(rows))


def in_kernel(names: set[str]) -> set[str]:
    known = all_checks()
    return {name for name in names if known[name].method == "kernel"}


def kernel_rows(
    names: set[str],
    tell: Callable[[str], None],
    finished: Callable[[str], None] = lambda name: None,
    kept: Kept | None = None,
) -> list[Row]:
    """Those of the checks that the kernel answers, after all that they need of Coq is compiled."""
    known, asked = all_checks(), in_kernel(names)
    if new := [name for name in asked if not kept or not kept.has(name, key_of(known[name]))]:
        prepare({known[name].label for name in new}, tell)
    return run_checks(asked, jobs=1, finished=finished, kept=kept)


def with_mutants(result: Audit, matrix: Matrix) -> Audit:
    """The audit with the kill matrix: a wrong formula that no check notices is a problem of the audit too."""
    problems = [*matrix.problems, *(f"no check notices the mutant {name}" for name in matrix.survivors)]
    return replace(result, mutants=matrix, problems=(*result.problems, *problems))


def contradicted(result: Audit, askers: Collection[str]) -> Audit:
    """The audit after an engine contradicts z3 on what these asked: their rows are undecided, and verdicts derived anew.

    So are the theorems of modules that are built on one of these: which of its theorems is in doubt is not written down.
    """
    rows = [_in_doubt(row) if _rests_on(row, askers) else row for row in result.rows]
    judged = tuple(judge(j.entry, j.claim, rows) for j in result.judged)
    new = [problem for j in judged for problem in problems_of(j)]
    verdicts = {j.entry.label: j.verdict for j in judged}
    return replace(
        result,
        judged=judged,
        rows=tuple(rows),
        standing=result.standing | standings(result.uses, verdicts),
        problems=tuple(dict.fromkeys([*result.problems, *new])),
    )


def _rests_on(row: Row, askers: Collection[str]) -> bool:
    """Did this check ask, or a module that the proof of this theorem is built on?"""
    below = closure(row.theorem["module"]) if row.theorem and askers else ()
    return row.check in askers or any(theorems_of(module) in askers for module in below)


def _in_doubt(row: Row) -> Row:
    return replace(row, outcome="undecided", detail="another engine contradicts z3 on what this rests on")


def judge(entry: Entry, claim: Claim | None, rows: list[Row]) -> Judged:
    """One statement with the rows about it."""
    about = [row for row in rows if row.label == entry.label] if claim is None else rows_about(claim, rows)
    own = tuple(sorted(about, key=lambda row: _reading_order(row, claim)))
    derived = Verdict(entry.status, entry.reason, {}, {}) if claim is None else derive(claim, rows)
    judged = Judged(entry, claim, own, derived, frozenset({row.check for row in own} & proving(rows)))
    if tiers.only_argued(entry, judged.tier):
        return replace(judged, derived=tiers.opened(derived))
    return judged


def _reading_order(row: Row, claim: Claim | None) -> tuple[int, int, str]:
    """Statement, readings and premises first, then the repair, then the steps in the order of the printed proof."""
    kind, _, slug = row.about.partition(":")
    rank = {"statement": 0, "reading": 1, "premise": 2, "repair": 3}.get(kind, 4)
    steps = [step.slug for step in claim.steps] if claim else []
    return rank, steps.index(slug) if slug in steps else 0, row.check


def problems_of(judged: Judged) -> list[str]:
    """What makes an audit red: an assertion that the evidence does not bear out, or evidence that is none."""
    claim, label = judged.claim, judged.entry.label
    found = [problem for row in judged.rows for problem in problems_of_row(row)]
    if claim is None:
        return found
    if judged.verdict != claim.verdict:
        found.append(f"{label}: asserted {claim.verdict}, derived {judged.verdict} ({judged.derived.reason})")
    found += [f"{label}: {problem}" for problem in premises_differ(claim, judged.rows)]
    wordless = [premise["slug"] for premise in premises_json(judged) if premise["words"] == UNKNOWN]
    found += [f"{label}: {PREMISES.name} has no words for the premise {slug!r}" for slug in wordless]
    for step in claim.steps:
        derived = judged.derived.findings[step.slug]
        if derived != step.finding:
            found.append(f"{label}: step {step.slug} is asserted {step.finding}, derived {derived}")
    for step in claim.steps:
        if step.replaced_by and step.replaced_by not in {*all_checks(), *(row.check for row in judged.rows)}:
            found.append(f"{label}: step {step.slug} names an unknown check, {step.replaced_by}")
    return found


def problems_of_row(row: Row) -> list[str]:
    """An outcome that is not the expected one, a control that was not rejected."""
    found: list[str] = []
    if row.outcome == NOT_RUN_HERE and row.method == "kernel":
        return found
    if row.outcome != row.expect:
        found.append(f"{row.label}: check {row.check} {row.outcome}, expected {row.expect}: {row.detail}")
    if row.control != "rejected" and row.outcome not in ("crashed", "timed out"):
        found.append(f"{row.label}: the control of {row.check} is {row.control}")
    return found


def claim_json(judged: Judged, standing: str) -> dict[str, Any]:
    """One claim of audit.json."""
    claim = judged.claim
    label, _, part = judged.entry.label.partition("#")
    return {
        "label": label,
        "part": part or None,
        "number": judged.entry.number or None,
        "kind": judged.entry.kind,
        "formal": formal_text(judged),
        "title": plain(judged.entry.title),
        "verdict": judged.verdict,
        "impact": claim.impact if claim else None,
        "weight": judged.entry.weight,
        "nature": (claim.nature or None) if claim else None,
        "as_run": [
            {"says": plain(fact.says), "bears_on": plain(fact.bears_on), "about": EARLIER}
            for fact in (claim.as_run if claim else ())
        ],
        "tier": judged.tier,
        "standing": standing,
        "reason": plain(judged.derived.reason),
        "evidence": [row_json(row) for row in judged.rows],
        "kernel": [row.check for row in judged.in_kernel],
        "theorems": [row.check for row in judged.named],
        "premises": premises_json(judged),
        "rests_on": sorted(
            {name["name"] for row in judged.theorems for name in (row.theorem or {})["rests"]}
        ),
        "steps": [
            {
                "slug": step.slug,
                "finding": judged.derived.findings[step.slug],
                "note": plain(step.note),
                "judged": step.judged,
            }
            for step in (claim.steps if claim else ())
        ],
        "readings": dict(judged.derived.readings),
        "printed_readings": [
            reading.slug for reading in (claim.readings if claim else ()) if reading.printed
        ],
        "witness": witness_json(judged),
        "repair": plain(claim.repair.statement) if claim and claim.repair else None,
        "consequence": plain(claim.consequence) if claim else None,
    }


def premises_json(judged: Judged) -> list[dict[str, Any]]:
    """The premises of the theorems that state a claim: formula, words, does the paper print it, does the claim add it."""
    formulas = {
        slug: formula for row in judged.theorems for slug, formula in (row.theorem or {})["given"].items()
    }
    return premise_rows(formulas, judged.claim)


def premise_rows(formulas: Mapping[str, str], claim: Claim | None) -> list[dict[str, Any]]:
    added = {premise.slug for premise in (claim.extra_premises if claim else ())}
    words = {slug: words_for(claim, slug) for slug in formulas}
    return [
        {
            "slug": slug,
            "formula": formula,
            "added": slug in added,
            "printed": words[slug].printed,
            "words": plain(words[slug].says),
        }
        for slug, formula in formulas.items()
    ]


def formal_text(judged: Judged) -> str | None:
    """The statement in symbols: printed from the theorems that state it, and typed where they do not say all."""
    if judged.claim is None:
        return None
    typed = [plain(judged.claim.formal)] if judged.claim.formal else []
    return "\n".join(
        [
            *typed,
            *(line for row in judged.theorems for line in sequent_lines(row.theorem or {}, judged.claim)),
        ]
    )


def sequent_lines(theorem: Mapping[str, Any], claim: Claim | None) -> Iterator[str]:
    """What a theorem holds for, one line a premise with its words (`added`: not printed), definitions, the conclusion."""
    yield f"for    {theorem['variables']}"
    for premise in premise_rows(theorem["given"], claim):
        mark = "added" if premise["printed"] is False else "given"
        yield f"{mark}  {premise['slug']:24} {premise['formula']}  ({premise['words']})"
    yield from (f"where  {line}" for line in theorem["where"])
    yield f"shows  {theorem['shows']}"


def row_json(row: Row) -> dict[str, Any]:
    """One evidence row of audit.json."""
    return {
        "check": row.check,
        "about": row.about,
        "method": row.method,
        "outcome": row.outcome,
        "universal": row.universal,
        "scope": row.scope,
        "control": row.control,
        "needs": list(row.needs),
        "quantified": list(row.quantified),
        "detail": row.detail,
    }


def witness_json(judged: Judged) -> dict[str, Any] | None:
    """The numbers of the most telling failure: of the statement or a reading, else of a premise, else of a step."""
    order = ("statement", "reading", "premise", "repair", "step", "inference")
    failing = [row for row in judged.rows if row.refutes and row.witness]
    failing.sort(key=lambda row: (order.index(row.about.partition(":")[0]), row.check))
    if not failing:
        return None
    return {"check": failing[0].check, "about": failing[0].about, "numbers": failing[0].witness}
