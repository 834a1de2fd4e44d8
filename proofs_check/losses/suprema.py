"""How steep and how curved a slope is: a constant that is proved for all margins and parameters, and a place that comes close.

For a slope without exp, log and sqrt: exact values at ends, breakpoints and a grid suggest a constant. z3 proves it or names
a margin beyond it. With them: balls cover the compact range of margins, piece by piece. A jump of the slope has no constant.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise, product
from types import SimpleNamespace
from typing import Any

import numpy as np
import sympy as sp
import z3
from flint import arb

from accountant.numbers.balls import BALLS, exact, fraction, precision
from proofs_check.lemmas.numbers import NUM
from proofs_check.logic.obligations import unsat
from proofs_check.logic.rules import divisors
from proofs_check.method.replay import RATIONALS
from proofs_check.method.symbolic import SYMBOLIC, vanishes
from reference.arithmetic import ARRAYS
from reference.loss_files import trees
from reference.loss_files.file import LossFile, Range
from reference.loss_files.grammar import MARGIN
from reference.loss_files.trees import Tree, derivative, evaluate, parts

FAR = Fraction(1000)  # stands for infinity where candidates are looked for; z3 sees all margins
GRID, ROUNDS, STEPS = 24, 6, 3_000_000
NEAR = Fraction(1, 10**9)
BITS, PIECES = 96, 6000
SLACK = Fraction(1, 10**6)  # relative, of a supremum in balls
WIDE, SIMPLE, ROOM = Fraction(40), (1, 2, 3, 4, 5, 8, 10, 100), Fraction(1, 1000)

Values = dict[str, Fraction]


class NoConstant(Exception):
    """Why there is no constant, and the exact numbers that show it. `kind`: kink, not convex, unbounded, undecided."""

    def __init__(self, kind: str, says: str, witness: dict[str, Fraction] | None = None) -> None:
        super().__init__(says)
        self.kind, self.says, self.witness = kind, says, witness or {}


@dataclass(frozen=True)
class Supremum:
    """`upper` is proved; `lower` is reached, or nearly, at `place` (exact values)."""

    upper: Fraction
    lower: Fraction
    place: Values
    how: str  # smt, or balls


@dataclass(frozen=True)
class Constants:
    """S bounds the slope, kappa its rise a unit, for all margins up to `reach` (None: all) and all parameters."""

    S: Supremum
    kappa: Supremum
    reach: Fraction | None


def constants(file: LossFile) -> Constants:
    """Proved by z3 or in balls; NoConstant if there are none."""
    try:
        return _constants(file)
    except ArithmeticError as error:
        raise NoConstant("undecided", f"numbers grow too large: {error}") from None


def _constants(file: LossFile) -> Constants:
    slope, curvature, reach = file.slope, file.curvature, file.setting.reach
    if slope.algebraic:
        return Constants(_steepest(file, slope, reach), _most_curved(file, slope, curvature, reach), reach)
    if "if" in slope.ops:
        says = "max, min, abs and where beside exp, log or sqrt in the slope: no proof for such pieces here"
        raise NoConstant("undecided", says)
    return Constants(_largest(file, slope, reach, False), _largest(file, curvature, reach, True), reach)


# --- without exp and log: exact candidates, and z3 ----------------------------------------------------------


def _steepest(file: LossFile, slope: Tree, reach: Fraction | None) -> Supremum:
    place = max(_points(file, slope, reach), key=lambda values: abs(value(slope, values)))
    found = abs(value(slope, place))
    upper = _short(found)
    for _ in range(ROUNDS):
        term, given, variables = _term(file, slope, reach)
        beyond = counterexample([*given, z3.Or(term > _real(upper), term < -_real(upper))], variables)
        if beyond is None:
            return Supremum(upper, found, place, "smt")
        if abs(value(slope, beyond)) > found:
            found, place = abs(value(slope, beyond)), beyond
        upper = _nicer(found)
    says = "the slope has no bound that was found"
    raise NoConstant(
        "unbounded", f"{says}: it is {_about(found)} at the margin {_about(place[MARGIN])}", place
    )


def _most_curved(file: LossFile, slope: Tree, curvature: Tree, reach: Fraction | None) -> Supremum:
    for values in _points(file, slope, reach):
        _no_jump(slope, values, reach)
    candidates = [(value(curvature, values), values) for values in _points(file, curvature, reach)]
    found, place = max(candidates, key=lambda pair: pair[0])
    found = max(found, Fraction(0))
    upper = _short(found)
    for _ in range(ROUNDS):
        (one, given, variables), (other, _, _) = (_term(file, slope, reach, name) for name in ("a", "b"))
        a, b = z3.Reals("a b")
        rise, inside = one - other, [*given, *_range(b, reach)]
        falls = counterexample([*inside, rise * (a - b) < 0], {**variables, "b": b})
        if falls is not None:
            raise _not_convex(slope, falls)
        steep = counterexample(
            [*inside, rise * rise > _real(upper) * (rise * (a - b))], {**variables, "b": b}
        )
        if steep is None:
            return Supremum(upper, found, place, "smt")
        quotient = _quotient(slope, steep)
        if quotient > found:
            found, place = quotient, steep
        upper = _nicer(found)
    raise NoConstant("undecided", "the curvature has no bound that was found", place)


def _no_jump(slope: Tree, values: Values, reach: Fraction | None) -> None:
    """A jump does not shrink as its two sides come closer."""
    t = values[MARGIN]
    if reach is not None and not -reach <= t - NEAR <= t + NEAR <= reach:
        return
    sides = [({**values, MARGIN: t - side}, {**values, MARGIN: t + side}) for side in (NEAR, NEAR / 1000)]
    (_, _), (left, right) = sides
    wide, narrow = (value(slope, after) - value(slope, before) for before, after in sides)
    if wide and abs(narrow) > abs(wide) / 2:
        before, after = value(slope, left), value(slope, right)
        place = {**values, MARGIN: left[MARGIN], "b": right[MARGIN]}
        if after < before:
            raise _not_convex(slope, place)
        says = f"the slope jumps from {_about(before)} to {_about(after)} at the margin {_about(t)}"
        raise NoConstant("kink", says, place)


def _not_convex(slope: Tree, place: Values) -> NoConstant:
    a, b = place[MARGIN] if MARGIN in place else place["a"], place["b"]
    rest = {k: v for k, v in place.items() if k not in (MARGIN, "a", "b")}
    s, t = (value(slope, {**rest, MARGIN: margin}) for margin in (a, b))
    says = f"the loss is not convex: its slope is {_about(s)} at the margin {_about(a)} and {_about(t)} at {_about(b)}"
    return NoConstant("not convex", says, {**rest, MARGIN: a, "b": b})


def _quotient(slope: Tree, place: Values) -> Fraction:
    rest = {k: v for k, v in place.items() if k not in ("a", "b")}
    s, t = (value(slope, {**rest, MARGIN: place[name]}) for name in ("a", "b"))
    return (s - t) / (place["a"] - place["b"])


def value(tree: Tree, values: Values) -> Fraction:
    """In fractions."""
    try:
        return Fraction(evaluate(tree, values, RATIONALS))
    except ZeroDivisionError:
        raise NoConstant("undecided", "the formula divides by zero", values) from None


def breakpoints(tree: Tree, values: Values) -> Iterator[Fraction]:
    """Margins at which a condition that is linear in the margin changes."""
    queue, seen = [tree], set()
    while queue:
        one = queue.pop()
        if one in seen:
            continue
        seen.add(one)
        queue += one.parts
        if one.op != "if" or not (one.parts[0].algebraic and one.parts[1].algebraic):
            continue
        at = [
            value(one.parts[0], {**values, MARGIN: Fraction(z)})
            - value(one.parts[1], {**values, MARGIN: Fraction(z)})
            for z in (0, 1, 2)
        ]
        if at[0] != at[1] and at[2] - at[1] == at[1] - at[0]:
            yield at[0] / (at[0] - at[1])


def _points(file: LossFile, tree: Tree, reach: Fraction | None) -> list[Values]:
    """Ends, breakpoints with both their sides, and a grid of margins, at the corners of the parameters' ranges."""
    found = []
    for corner in product(*(sorted({low, (low + high) / 2, high}) for low, high in file.parameters.values())):
        values = dict(zip(file.parameters, corner, strict=True))
        end = FAR if reach is None else reach
        bends = [t for t in breakpoints(tree, values) if -end <= t <= end]
        width = min(end, Fraction(4)) if not bends else min(end, 2 * max(map(abs, bends)) + 1)
        grid = [width * Fraction(i, GRID) for i in range(-GRID, GRID + 1)]
        sides = [t + side for t in bends for side in (-NEAR, 0, NEAR)]
        margins = [m for m in dict.fromkeys([-end, end, *sides, *grid]) if -end <= m <= end]
        found += [{**values, MARGIN: m} for m in margins]
    return found


def _term(
    file: LossFile, tree: Tree, reach: Fraction | None, name: str = MARGIN
) -> tuple[Any, list[Any], dict[str, Any]]:
    """The tree as a term, what is known of its variables, and these."""
    z = z3.Real(name)
    variables = {key: z3.Real(f"par_{key}") for key in file.parameters}
    ranges = [
        z3.And(_real(low) <= variables[key], variables[key] <= _real(high))
        for key, (low, high) in file.parameters.items()
    ]
    return evaluate(tree, {**variables, MARGIN: z}, NUM), [*ranges, *_range(z, reach)], {**variables, name: z}


def _range(z: Any, reach: Fraction | None) -> list[Any]:
    return [] if reach is None else [z3.And(-_real(reach) <= z, z <= _real(reach))]


def counterexample(formulas: list[Any], variables: dict[str, Any]) -> Values | None:
    """Exact values that meet the formulas; None if there are none; NoConstant if z3 does not say."""
    solver = z3.Solver()
    solver.set("rlimit", STEPS)
    solver.add(*formulas)
    answer = solver.check()
    if answer == z3.unsat:
        return None
    if answer != z3.sat:
        raise NoConstant("undecided", "z3 does not decide within its steps")
    model = solver.model()
    found = {}
    for name, variable in variables.items():
        number = model.eval(variable, model_completion=True)
        number = number.approx(30) if z3.is_algebraic_value(number) else number
        found[name] = Fraction(number.numerator_as_long(), number.denominator_as_long())
    return found


def _real(number: Fraction) -> Any:
    return z3.RealVal(str(number))


def _short(number: Fraction) -> Fraction:
    """As it is, unless it has very many digits."""
    return number if number.denominator < 10**40 else _nicer(number)


def _nicer(number: Fraction) -> Fraction:
    """Slightly larger, with few digits."""
    return (number * (1 + SLACK)).limit_denominator(10**9) + Fraction(1, 10**8)


def _about(number: Fraction) -> str:
    return f"{float(number):.6g}"


# --- with exp, log and sqrt: balls on a compact range ---------------------------------------------------------


def _largest(file: LossFile, tree: Tree, reach: Fraction | None, signed: bool) -> Supremum:
    """The largest |value|; `signed`: it must not be negative anywhere.

    A simple number a little above what is reached is tried first, with each exp(...) as any positive number: that is a question
    for z3, about all margins. Balls need a compact range, and leave a little room above what is reached.
    """
    names, box = [*file.parameters, MARGIN], [*file.parameters.values()]
    with precision(BITS):
        low, place = Fraction(0), Values()
        for values in _points_in(names, [*box, (-WIDE, WIDE) if reach is None else (-reach, reach)]):
            low, place = _reached(tree, values, signed, low, place)
        simple = next(
            (f for d in SIMPLE if low <= (f := Fraction(-(-low * d // 1), d)) <= low * (1 + ROOM)), None
        )
        if simple is not None and _for_all_positive(file, tree, reach, signed, simple):
            return Supremum(simple, low, place, "smt, with exp as any positive number")
        if reach is None:
            says = f"no bound was found for all margins (the value is {_about(low)} at {_about(place[MARGIN])}): give a ball, R"
            raise NoConstant("unbounded", says, place)
        return _in_pieces(tree, names, [*box, (-reach, reach)], signed, low, place)


def _in_balls(tree: Tree, values: Values) -> arb:
    return evaluate(tree, {name: exact(number) for name, number in values.items()}, BALLS)


def _reached(
    tree: Tree, values: Values, signed: bool, low: Fraction, place: Values
) -> tuple[Fraction, Values]:
    """The larger of what was reached and what is reached here."""
    found = _in_balls(tree, values)
    if not found.is_finite():
        raise NoConstant("undecided", f"no finite value at the margin {_about(values[MARGIN])}", values)
    if signed and found < 0:
        raise NoConstant(
            "not convex", f"the loss is not convex: its curvature is {found.str(6, radius=False)}", values
        )
    bottom = fraction(abs(found).abs_lower())
    return (bottom, values) if bottom > low or not place else (low, place)


def _for_all_positive(
    file: LossFile, tree: Tree, reach: Fraction | None, signed: bool, most: Fraction
) -> bool:
    powers = sorted({part for part in parts(tree) if part.op == "exp"}, key=repr)
    free = {power: trees.name(f"exp{i}") for i, power in enumerate(powers)}
    rational = _replaced(tree, free)
    if not rational.algebraic:
        return False
    variables = {str(free[power].value): z3.Real(f"exp{i}") for i, power in enumerate(powers)}
    margin = z3.Real(MARGIN)
    known = {name: z3.Real(f"par_{name}") for name in file.parameters}
    ranges = [
        z3.And(_real(a) <= known[name], known[name] <= _real(b)) for name, (a, b) in file.parameters.items()
    ]
    term = evaluate(rational, {**known, **variables, MARGIN: margin}, NUM)
    beyond = z3.Or(term > _real(most), term < (0 if signed else -_real(most)))
    positive = [variable > 0 for variable in variables.values()]
    try:
        found = counterexample(
            [*ranges, *positive, *_range(margin, reach), beyond], {**known, **variables, MARGIN: margin}
        )
    except NoConstant:
        return False
    return found is None and _divides_by_no_zero([*ranges, *positive, *_range(margin, reach)], term)


def _divides_by_no_zero(given: list[Any], term: Any) -> bool:
    """z3 gives x/0 any value: no denominator may be zero."""
    return all(unsat([*given, z3.Not(nonzero)]) for nonzero in divisors(term == 0))


def _replaced(tree: Tree, by: dict[Tree, Tree]) -> Tree:
    return by.get(tree) or Tree(tree.op, tuple(_replaced(part, by) for part in tree.parts), tree.value)


def _in_pieces(
    tree: Tree, names: list[str], box: list[Range], signed: bool, low: Fraction, place: Values
) -> Supremum:
    """Every piece of the range is enclosed by a ball; a piece whose ball is too wide is halved."""
    slopes = {name: derivative(tree, name) for name in names}
    most = max(low * (1 + SLACK), Fraction(1, 10**12))
    todo, done = [box], 0
    while todo:
        piece = todo.pop()
        done += 1
        if done > PIECES:
            raise NoConstant("undecided", f"balls do not bound it within {PIECES} pieces")
        balls = {name: exact(a).union(exact(b)) for name, (a, b) in zip(names, piece, strict=True)}
        middle = {name: (a + b) / 2 for name, (a, b) in zip(names, piece, strict=True)}
        low, place = _reached(tree, middle, signed, low, place)
        most = max(most, low * (1 + SLACK))
        plain = evaluate(tree, balls, BALLS)  # and by the mean value theorem, from the middle
        steps = (evaluate(slopes[name], balls, BALLS) * (balls[name] - exact(middle[name])) for name in names)
        centred = sum(steps, _in_balls(tree, middle))
        if not any(
            ball.is_finite() and abs(ball) <= exact(most) and (not signed or ball >= 0)
            for ball in (plain, centred)
        ):
            todo += _halves(piece)
    return Supremum(most.limit_denominator(10**9) + Fraction(1, 10**9), low, place, "balls")


def _points_in(names: list[str], box: list[Range]) -> Iterator[Values]:
    for corner in product(*(sorted({a, (a + b) / 2, b}) for a, b in box[:-1])):
        a, b = box[-1]
        for i in range(GRID + 1):
            yield dict(zip(names, (*corner, a + (b - a) * Fraction(i, GRID)), strict=True))


def _halves(piece: list[Range]) -> list[list[Range]]:
    widest = max(range(len(piece)), key=lambda i: piece[i][1] - piece[i][0])
    a, b = piece[widest]
    middle = (a + b) / 2
    return [[*piece[:widest], half, *piece[widest + 1 :]] for half in ((a, middle), (middle, b))]


# --- is the slope the derivative? -----------------------------------------------------------------------------


def derivative_agrees(file: LossFile) -> tuple[bool, bool]:
    """By sympy, piece by piece, for slope and curvature; and in balls: the loss rises as its slope says."""
    pairs = ((file.loss, file.slope), (file.slope, file.curvature))
    return all(_by_sympy(file, *pair) for pair in pairs), all(
        _rises(file, *interval) for interval in _intervals(file)
    )


def require_no_leap(file: LossFile) -> None:
    """Pieces with the right slopes may still leap. Where a comparison is a tie both answers count: the value must be one.

    The set of these values has no holes, and so a loss that has but one of them everywhere is continuous.
    """
    if "if" not in file.loss.ops:
        return
    if not file.loss.algebraic:
        raise NoConstant(
            "undecided",
            "max, min, abs and where beside exp, log or sqrt in the loss: no proof for such pieces here",
        )
    known = {name: z3.Real(f"par_{name}") for name in file.parameters}
    variables = {**known, MARGIN: z3.Real(MARGIN)}
    _, given, _ = _term(file, file.loss, file.setting.reach)
    (one, ties), (other, other_ties) = (_with_ties(file.loss, variables, copy) for copy in "pq")
    leap = counterexample([*given, *ties, *other_ties, one != other], variables)
    if leap is not None:
        raise NoConstant(
            "undecided",
            f"the loss may leap at the margin {_about(leap[MARGIN])}: its pieces do not meet there",
            leap,
        )


def _with_ties(tree: Tree, variables: dict[str, Any], copy: str) -> tuple[Any, list[Any]]:
    """The value, with an answer of its own for each comparison, and what these answers may be."""
    answers: dict[tuple[int, int], Any] = {}
    may_be: list[Any] = []

    def if_less(*parts: Any) -> Any:
        left, right, then, otherwise = (part + z3.RealVal(0) for part in parts)
        if z3.substitute(left - right, (variables[MARGIN], z3.RealVal(0))).eq(left - right):
            return z3.If(left < right, then, otherwise)  # of parameters alone
        key = left.get_id(), right.get_id()
        if key not in answers:
            answers[key] = z3.Bool(f"{copy}{len(answers)}")
            may_be.append(z3.If(answers[key], left <= right, left >= right))
        return z3.If(answers[key], then, otherwise)

    return evaluate(tree, variables, SimpleNamespace(**{**vars(NUM), "if_less": if_less})), may_be


def require_floats(file: LossFile, S: Fraction) -> None:
    """The learner runs the slope in floats: at ends, breakpoints and a grid of margins these must be near what was proved."""
    checked = [file.slope] if file.of == "margin" else list(file.row)
    places = _points(file, file.slope, file.setting.reach)
    for tree, values in product(checked, places):
        with np.errstate(all="ignore"):
            run = float(evaluate(tree, {name: np.float64(x) for name, x in values.items()}, ARRAYS))
        with precision(BITS):
            proved = _in_balls(tree, values)
            near = math.isfinite(run) and abs(proved - exact(Fraction(run))) <= exact(S * SLACK)
        if not near:
            right = proved.str(6, radius=False)
            says = (
                f"floats give {run:.6g} for the slope at the margin {_about(values[MARGIN])}, and not {right}"
            )
            raise NoConstant("undecided", f"{says}: write the formula in a way that loses no digits", values)


def _by_sympy(file: LossFile, tree: Tree, slope: Tree) -> bool:
    """Every way through the branches is a formula without branches, whose derivative sympy computes."""
    z = sp.Symbol(MARGIN, real=True)
    parameters = {
        name: sp.Symbol(name, positive=low > 0 or None, real=True)
        for name, (low, _) in file.parameters.items()
    }
    for chosen in _branches(tree):
        value, claimed = (
            evaluate(_chosen(one, chosen), {**parameters, MARGIN: z}, SYMBOLIC) for one in (tree, slope)
        )
        if vanishes(sp.diff(value, z) - claimed).result != "holds":
            return False
    return True


def _branches(tree: Tree) -> Iterator[dict[tuple[Tree, ...], bool]]:
    """All answers to its comparisons."""
    comparisons: dict[tuple[Tree, ...], bool] = {}
    queue = [tree]
    while queue:
        one = queue.pop()
        queue += one.parts
        if one.op == "if":
            comparisons[one.parts[:2]] = True
    for answers in product((True, False), repeat=len(comparisons)):
        yield dict(zip(comparisons, answers, strict=True))


def _chosen(tree: Tree, answers: dict[tuple[Tree, ...], bool]) -> Tree:
    if tree.op == "if":
        return _chosen(tree.parts[2 if answers[tree.parts[:2]] else 3], answers)
    return Tree(tree.op, tuple(_chosen(part, answers) for part in tree.parts), tree.value)


def _intervals(file: LossFile) -> Iterator[tuple[Values, Fraction, Fraction]]:
    """Intervals without a breakpoint inside, at one corner of the parameters."""
    values = {name: low for name, (low, _) in file.parameters.items()}
    end = min(file.setting.reach or Fraction(4), Fraction(20))
    bends = [t for t in breakpoints(file.loss, values) if -end < t < end]
    ends = sorted({end * Fraction(i, 8) for i in range(-8, 9)} | set(bends))
    yield from ((values, a, b) for a, b in pairwise(ends))


def _rises(file: LossFile, values: Values, a: Fraction, b: Fraction) -> bool:
    with precision(BITS):
        at = {name: exact(number) for name, number in values.items()}
        ends = (evaluate(file.loss, {**at, MARGIN: exact(margin)}, BALLS) for margin in (a, b))
        first, last = ends
        enclosed = evaluate(file.slope, {**at, MARGIN: exact(a).union(exact(b))}, BALLS) * exact(b - a)
        return bool((last - first).is_finite() and enclosed.overlaps(last - first))
