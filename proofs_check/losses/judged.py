"""A loss file judged as a whole; what `certify` and `train` may use of it; `assert_bound` for other people's tests."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from accountant.numbers.balls import BALLS, enclosure, exact, precision
from accountant.sensitivity.bounds import LossBound
from proofs_check.logic.derived import without
from proofs_check.logic.rules import Rejected, Theorem
from proofs_check.logic.statements import lacking
from proofs_check.losses import claims
from proofs_check.losses.claims import Verdict
from proofs_check.losses.instances import of_logits, of_margin, real
from proofs_check.losses.neighbours import Reached, farthest
from proofs_check.losses.suprema import (
    BITS,
    Constants,
    NoConstant,
    Supremum,
    constants,
    derivative_agrees,
    require_floats,
    require_no_leap,
    value,
)
from proofs_check.sensitivity.any_loss_theorem import squared_row
from reference.errors import InvalidInput
from reference.loss_files.file import LossFile, read, with_claims
from reference.loss_files.grammar import MARGIN
from reference.loss_files.learner import Loss, smoothness
from reference.loss_files.trees import evaluate
from reference.tables import nearest

PROVED, REFUTED, UNDECIDED = "proved", "refuted", "undecided"
FARTHEST = 300  # e^300 is a float, and so is its square
APPLIES = {
    "kink": "Theorem R does not apply: its premise slope-rises fails. What does: ours:hinge_sgdwa_sensitivity "
    "for averaged SGD on the hinge, app:extended_ablation#smo for the exact minimiser",
    "not convex": "Theorem R does not apply: its premise slope-rises fails. No theorem here covers a loss that is not convex",
    "unbounded": "Theorem R does not apply: its premise slope-bound fails without a ball. Give R in [setting]",
    "undecided": "no theorem was made",
}


@dataclass(frozen=True)
class LossReport:
    """Everything that was found about a loss file."""

    file: LossFile
    outcome: str
    why: str
    found: Constants | None = None
    derivative: tuple[bool, bool] | None = None  # by sympy, in balls
    control: bool = False  # a smaller constant is rejected
    theorem: Theorem | None = None
    dropped: tuple[tuple[str, str], ...] = ()  # premises that the author gives up, and what is then missing
    claims: tuple[Verdict, ...] = ()
    reached: Reached | None = None
    problem: NoConstant | None = None

    @property
    def bound(self) -> Fraction | None:
        """The proved sensitivity at the setting, for whole passes."""
        return None if self.found is None else claims.bound_at(self.file.setting, self.found)

    @property
    def share(self) -> Fraction | None:
        """What neighbours reach of it."""
        return None if self.reached is None or not self.bound else self.reached.share_of(self.bound)


def constants_of(file: LossFile) -> Constants:
    """S and kappa of the loss, proved; NoConstant if there are none."""
    if file.of == "margin":
        agrees, encloses = derivative_agrees(file)
        if not (agrees and encloses):
            raise NoConstant(
                "undecided", "sympy or balls do not confirm that the slope is the loss's derivative"
            )
        require_no_leap(file)
        return constants(file)
    corners = [
        {name: ends[i] for (name, ends), i in zip(file.parameters.items(), bits, strict=True)}
        for bits in _bits(file)
    ]
    rows = []
    for corner in corners:
        A, B, E = (value(weight, corner) for weight in file.row)
        if A < 0 or B < 0:
            says = f"the weights of logsumexp(z) and of -z[y] must not be negative, got {A} and {B}"
            raise NoConstant("not convex" if A < 0 else "undecided", says, corner)
        rows.append((squared_row(A, B, E, Fraction(file.setting.K)), A / 2, corner))
    squared, _, place = max(rows, key=lambda row: row[0])
    with precision(BITS):
        root = enclosure(BALLS.sqrt(exact(squared)))
    curved, at = max(((kappa, corner) for _, kappa, corner in rows), key=lambda row: row[0])
    S = Supremum(root.hi, claims.steepest_row(file, place)[0].lo, place, "smt")
    return Constants(S, Supremum(curved, claims.steepest_row(file, at)[2].lo, at, "smt"), file.setting.reach)


def _bits(file: LossFile) -> list[tuple[int, ...]]:
    bits: list[tuple[int, ...]] = [()]
    for _ in file.parameters:
        bits = [(*one, i) for one in bits for i in (0, 1)]
    return bits


def theorem_of(file: LossFile, found: Constants, S: Fraction, kappa: Fraction) -> Theorem:
    """The instance of ours:any_loss for this loss, with these numbers."""
    if file.of == "logits":
        return of_logits(file, "sensitivity", real(S), real(kappa))
    return of_margin(file, "sensitivity", real(S), real(kappa), found)


def _smaller_is_rejected(file: LossFile, found: Constants) -> bool:
    """The control: one percent less, of S and of kappa. Where balls prove, the reached place is above it."""
    less = Fraction(99, 100)
    tries = [(found.S.upper * less, found.kappa.upper), (found.S.upper, found.kappa.upper * less)]
    if file.of == "margin" and not file.slope.algebraic:
        parts = (found.S, found.kappa)
        return all(part.lower > part.upper * less or not part.upper for part in parts)
    for (S, kappa), full in zip(tries, (found.S.upper, found.kappa.upper), strict=True):
        if not full:
            continue
        try:
            theorem_of(file, found, S, kappa)
        except Rejected:
            continue
        return False
    return True


def judge(file: LossFile) -> LossReport:
    """Constants, theorem, claims and neighbours."""
    try:
        found = constants_of(file)
        theorem = theorem_of(file, found, found.S.upper, found.kappa.upper)
        parameters = {name: found.S.place.get(name, low) for name, (low, _) in file.parameters.items()}
        reached = farthest(Loss.of_file(file, parameters, found.kappa.upper), file.setting)
    except Rejected as error:
        return LossReport(file, UNDECIDED, f"the theorem does not go through: {error.missing or error}")
    except NoConstant as problem:
        return _without_constants(file, problem)
    dropped = tuple(_dropped(theorem, slug, file) for slug in file.without)
    verdicts = tuple(claims.judged(file, found, reached))
    report = LossReport(
        file=file,
        outcome=PROVED,
        why="",
        found=found,
        derivative=derivative_agrees(file) if file.of == "margin" else None,
        control=_smaller_is_rejected(file, found),
        theorem=theorem,
        dropped=dropped,
        claims=verdicts,
        reached=reached,
    )
    outcome, why = _outcome(report)
    return replace(report, outcome=outcome, why=why)


def _outcome(report: LossReport) -> tuple[str, str]:
    refuted = [verdict for verdict in report.claims if verdict.verdict == REFUTED]
    open_ones = [verdict for verdict in report.claims if verdict.verdict == UNDECIDED]
    if report.share is not None and report.share > 1:
        return REFUTED, "THE PROVED BOUND IS EXCEEDED by neighbours: a theorem or a learner here is wrong"
    if refuted:
        return REFUTED, f"{refuted[0].claim} = {refuted[0].text}: {refuted[0].says}"
    needed = [(slug, lacks) for slug, lacks in report.dropped if lacks]
    if needed:
        return REFUTED, f"the premise {needed[0][0]} is needed: without it {needed[0][1]}"
    if open_ones:
        return UNDECIDED, f"{open_ones[0].claim} = {open_ones[0].text}: {open_ones[0].says}"
    if not report.control:
        return UNDECIDED, "a smaller constant was not rejected"
    loose = [
        f"{v.claim} is {float(v.factor or 0):.3g} times too large"
        for v in report.claims
        if v.verdict == "loose"
    ]
    return PROVED, "; ".join(loose)


def _dropped(theorem: Theorem, slug: str, file: LossFile) -> tuple[str, str]:
    """What the proof lacks without this premise; nothing if it does not need it."""
    if slug not in theorem.given:
        rule = f"must name premises of the theorem, got {slug!r}: {nearest(slug, theorem.given)}"
        raise InvalidInput(f"{file.file}: key 'without' {rule}")
    try:
        without(theorem, slug)
    except Rejected as error:
        return slug, lacking(error, theorem)
    return slug, ""


def _without_constants(file: LossFile, problem: NoConstant) -> LossReport:
    """No instance: the claims that a place refutes, and what applies instead."""
    verdicts = tuple(_refuted_by(file, problem, name) for name in file.claims)
    refuted = [verdict for verdict in verdicts if verdict.verdict == REFUTED]
    outcome = REFUTED if refuted or problem.kind in ("kink", "not convex") else UNDECIDED
    why = f"{refuted[0].claim} = {refuted[0].text}: {refuted[0].says}" if refuted else problem.says
    return LossReport(file, outcome, why, claims=verdicts, problem=problem)


def _refuted_by(file: LossFile, problem: NoConstant, name: str) -> Verdict:
    """A jump refutes every smoothness, a steep place every smaller G and L."""
    tree, text, setting, place = file.claims[name], file.claimed[name], file.setting, problem.witness
    open_one = Verdict(name, text, UNDECIDED, f"not judged: {problem.says}")
    if problem.kind == "undecided" or MARGIN not in place or "lr" in tree.names:
        return open_one
    try:
        claimed = claims.claim_value(file, tree, place, None)
    except ArithmeticError:
        return open_one
    with precision(BITS):
        at = {key: exact(number) for key, number in place.items() if key != "b"}
        slope = enclosure(evaluate(file.slope, at, BALLS))
        other = enclosure(evaluate(file.slope, {**at, MARGIN: exact(place.get("b", place[MARGIN]))}, BALLS))
    least: Fraction | None = None
    if name == "beta" and problem.kind == "kink":
        quotient = (other.lo - slope.hi) / (place["b"] - place[MARGIN])
        least = smoothness(setting.Lambda, setting.c, quotient)
        words = f"the slope rises by {float(quotient):.4g} a unit there"
    elif name == "G" and problem.kind == "unbounded":
        least = max(slope.lo, -slope.hi) * setting.c
        words = "the gradient of the loss is larger there"
    if least is None or not least > claimed.hi:
        return open_one
    models = {"record": f"[{setting.c}], label 1", "model": f"[{place[MARGIN] / setting.c}]"}
    if "b" in place:
        models["and model"] = f"[{place['b'] / setting.c}]"
    numbers = {key: str(number) for key, number in place.items() if key not in (MARGIN, "b")}
    shown = {**models, **numbers, "reached": f"{float(least):.6g}", "claimed": claimed.text(8)}
    best = enclosure(exact(least))
    return Verdict(name, text, REFUTED, f"{words}: {problem.says}", claimed, best, shown)


# --- for certify and train ---------------------------------------------------------------------------------


def proved_for(path: Path, c: Fraction, R: Fraction, Lambda: Fraction, K: int) -> LossBound:
    """The theorem of the loss on the ball of this deployment; InvalidInput in one line if there is none."""
    file = read(path)
    parameters = file.values()
    setting = replace(file.setting, c=c, R=R, Lambda=Lambda, K=K)
    file = replace(file, setting=setting, claims={}, claimed={}, without=())
    if "exp" in file.slope.ops and R * c > FARTHEST:
        raise InvalidInput(
            f"{path}: exp overflows in floats for margins beyond {FARTHEST}, and R c is {float(R * c):.6g}"
        )
    try:
        found = constants_of(file)
        theorem = theorem_of(file, found, found.S.upper, found.kappa.upper)
        require_floats(file, found.S.upper)
    except NoConstant as problem:
        raise InvalidInput(f"{path}: has no proved sensitivity: {problem.says}") from None
    except Rejected as error:
        raise InvalidInput(f"{path}: has no proved sensitivity: {error.missing or error}") from None
    if not found.S.upper:
        raise InvalidInput(f"{path}: has the slope 0 everywhere on the ball, so that nothing is learned")
    return LossBound(
        Loss.of_file(file, parameters, found.kappa.upper), found.S.upper, R * c, theorem.name, path.name
    )


# --- for other people's tests ------------------------------------------------------------------------------


def assert_bound(loss: str | Path | LossFile, **claimed: Any) -> LossReport:
    """Fails unless every bound of the loss file, and those given here (sensitivity=, G=, L=, beta=), is proved.

    The message has the witness. `loss` is a loss file, or its path.
    """
    file = loss if isinstance(loss, LossFile) else read(Path(loss))
    report = judge(with_claims(file, claimed))
    if report.outcome != PROVED:
        found = next((v.witness for v in report.claims if v.verdict == REFUTED), None) or (
            {key: str(number) for key, number in report.problem.witness.items()} if report.problem else {}
        )
        witness = "".join(f"\n  {name}: {number}" for name, number in found.items())
        raise AssertionError(f"{report.file.title}: {report.outcome}: {report.why}{witness}")
    return report
