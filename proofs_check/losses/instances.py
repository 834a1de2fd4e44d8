"""The theorem of a loss: an instance of ours:any_loss whose premises about the slope are met, or Rejected.

Without exp and log z3 meets them, for every c, R, Λ, n and all parameters in their ranges. With them two leaves say what balls
have shown for one compact range of margins, about a symbol that stands for this slope alone. All other premises stay.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import count
from typing import Any

import sympy as sp
import z3

from proofs_check.lemmas.numbers import NUM, ROOT
from proofs_check.lemmas.spaces import R
from proofs_check.logic.derived import instance
from proofs_check.logic.obligations import limited
from proofs_check.logic.rules import Rejected, Theorem, discharge, leaf, lemma
from proofs_check.losses.suprema import Constants
from proofs_check.method.symbolic import SYMBOLIC
from proofs_check.objectives.mean_theorems import Lambda
from proofs_check.sensitivity import any_loss_theorem as any_loss
from proofs_check.sensitivity.any_loss_theorem import A, B, E, a, b, c, classes, kappa, rises, within
from proofs_check.sensitivity.closed_forms import n
from reference import formulas
from reference.loss_files.file import LossFile
from reference.loss_files.grammar import MARGIN
from reference.loss_files.learner import smoothness
from reference.loss_files.trees import Tree, evaluate, name, parts

STEPS = 1_000_000
_numbers = count(1)  # two theorems never share a name


def real(number: Fraction) -> Any:
    return z3.RealVal(str(number))


def parameters(file: LossFile) -> dict[str, Any]:
    """A parameter is a variable, or a number if its range is one."""
    return {
        key: real(low) if low == high else z3.Real(f"par_{key}")
        for key, (low, high) in file.parameters.items()
    }


def given_by(file: LossFile) -> dict[str, Any]:
    """What the file says about its variables, as premises."""
    ranges = [
        z3.And(real(low) <= symbol, symbol <= real(high))
        for symbol, (low, high) in zip(parameters(file).values(), file.parameters.values(), strict=True)
        if low != high
    ]
    return {"clip": c > 0, **({"parameters": z3.And(*ranges)} if ranges else {})}


def claim_terms(file: LossFile, tree: Tree, kappa: Fraction) -> tuple[dict[str, Any], list[Any]]:
    """What a claim says of S or kappa, in c, Λ, R and n: "G", "L", "sensitivity" give S, "beta" gives kappa; with its roots.

    sympy cancels, so that z3 sees no denominator in vain. It is not trusted: `as_claimed` proves what was cancelled.
    """
    values = {**parameters(file), "c": c, "Lambda": Lambda, "R": R, "n": z3.ToReal(n), "K": classes}
    values["lr"] = 1 / smoothness(Lambda, c, real(kappa))
    opaque = [part for part in parts(tree) if part.op in ("if", "sqrt")]
    terms = {f"opaque{i}": evaluate(part, values, NUM) for i, part in enumerate(opaque)}
    roots = [_term(evaluate(part.parts[0], values, NUM)) for part in opaque if part.op == "sqrt"]
    names = sp.symbols([*values, *terms], positive=True)
    known = dict(zip([*values, *terms], names, strict=True))
    outer = _replaced(tree, {part: name(f"opaque{i}") for i, part in enumerate(opaque)})
    rate = 1 / smoothness(known["Lambda"], known["c"], sp.Rational(str(kappa)))
    said = evaluate(outer, {**known, "lr": rate}, SYMBOLIC)
    symbol_c, symbol_L, symbol_R, symbol_n = (known[one] for one in ("c", "Lambda", "R", "n"))
    found = {
        "G": said / symbol_c,
        "L": (said - symbol_L * symbol_R) / symbol_c,
        "sensitivity": said * symbol_L * symbol_n / (2 * symbol_c),
        "beta": (said - symbol_L) / symbol_c**2,
    }
    back = {known[key]: term for key, term in {**values, **terms}.items()}
    return {key: _back(sp.cancel(sp.together(one)), back) for key, one in found.items()}, [
        ROOT.at(r=r) for r in roots
    ]


def as_claimed(
    file: LossFile,
    claim: str,
    constant: Any,
    tree: Tree,
    kappa: Fraction,
    known: Sequence[Any],
    more: Mapping[str, Any],
) -> Theorem:
    """The constant in its place is the claim: Sc = G, ΛR + Sc = L, 2Sc/(Λn) = sensitivity, Λ + kappa c^2 = beta."""
    values = {**parameters(file), "c": c, "Lambda": Lambda, "R": R, "n": z3.ToReal(n), "K": classes}
    values["lr"] = 1 / smoothness(Lambda, c, real(kappa))
    G = constant * c
    said = {
        "G": G,
        "L": Lambda * R + G,
        "sensitivity": formulas.sensitivity(G, Lambda, z3.ToReal(n)),
        "beta": smoothness(Lambda, c, constant),
    }[claim]
    given = {**given_by(file), **more, "classes": classes == file.setting.K, "kappa": real(kappa) >= 0}
    title = f"{claim} as claimed, {file.title} ({next(_numbers)})"
    return lemma(title, given, said == evaluate(tree, values, NUM), known)


def _back(expression: Any, terms: Mapping[Any, Any]) -> Any:
    """A rational expression of sympy as a term."""
    if expression in terms:
        return terms[expression]
    if expression.is_Rational:
        return z3.RealVal(str(expression))
    parts_of = [_back(part, terms) for part in expression.args]
    if expression.is_Add:
        return sum(parts_of[1:], parts_of[0])
    if expression.is_Mul:
        return math.prod(parts_of[1:], start=parts_of[0])
    if expression.is_Pow and expression.exp.is_Integer:
        power = math.prod([parts_of[0]] * (abs(int(expression.exp)) - 1), start=parts_of[0])
        return power if expression.exp > 0 else 1 / power
    raise Rejected(f"no rational expression: {expression}")


def _replaced(tree: Tree, by: Mapping[Tree, Tree]) -> Tree:
    return by.get(tree) or Tree(tree.op, tuple(_replaced(part, by) for part in tree.parts), tree.value)


def _term(value: Any) -> Any:
    return value if z3.is_expr(value) else z3.RealVal(value)


def of_margin(
    file: LossFile,
    what: str,
    S: Any,
    curved: Any,
    found: Constants | None,
    known: Sequence[Any] = (),
    more: Mapping[str, Any] = {},
) -> Theorem:
    """Theorem R for this slope, with these constants (terms or numbers). With `found`, margins are those of the file's ball.

    Rejected if a premise about the slope does not follow.
    """
    title = f"{what}, {file.title} ({next(_numbers)})"
    given = {**given_by(file), **more}
    reached = _everything if file.setting.R is None else within
    if found is not None and found.reach is not None:
        given |= {"reach": R * c <= real(found.reach)}
    with limited(STEPS):
        slope, bound, rising = (
            _by_solver(file, title, given, reached, S, curved, known)
            if file.slope.algebraic
            else _by_balls(file, title, given, reached, found)
        )
        return instance(
            title,
            any_loss.MARGINS,
            slope=slope,
            reached=reached,
            S=S,
            kappa=curved,
            given=given,
            meets=["margins", "slope-bound", "slope-rises", "curvature"],
            by=[*known, bound.at().every(a), rising.at().every(a, b)],
        )


def _everything(margin: Any) -> Any:
    return z3.BoolVal(True)


def _by_solver(
    file: LossFile, title: str, given: Any, reached: Any, S: Any, curved: Any, known: Sequence[Any]
) -> Any:
    values = parameters(file)

    def slope(margin: Any) -> Any:
        return evaluate(file.slope, {**values, MARGIN: margin}, NUM) + z3.RealVal(0)

    bound = lemma(
        f"slope of {title}",
        {**given, "reached": reached(a)},
        z3.And(-S <= slope(a), slope(a) <= S),
        by=known,
    )
    rising = lemma(
        f"rise of {title}",
        {**given, "reached": z3.And(reached(a), reached(b))},
        z3.substitute(rises(slope(a), slope(b), a - b), (kappa, curved)),
        by=known,
    )
    return slope, *(discharge(f"{one.name}, if reached", one, "reached") for one in (bound, rising))


def _by_balls(file: LossFile, title: str, given: Any, reached: Any, found: Constants | None) -> Any:
    """Leaves about a symbol of this loss: |slope| <= S and 0 <= slope' <= kappa on the range, and the mean value theorem."""
    assert found is not None
    symbol = z3.Function(f"slope_{file.digest}_{next(_numbers)}", z3.RealSort(), z3.RealSort())
    S, curved = real(found.S.upper), real(found.kappa.upper)
    said = f"for {file.text}: |slope| <= S by {found.S.how}; 0 <= slope' <= kappa by {found.kappa.how}; the mean value theorem"
    ends = z3.BoolVal(True), z3.BoolVal(True)
    if found.reach is not None:
        ends = tuple(z3.And(-real(found.reach) <= margin, margin <= real(found.reach)) for margin in (a, b))
    bound = leaf(
        f"slope of {title}, in balls",
        z3.And(-S <= symbol(a), symbol(a) <= S),
        ["a"],
        said,
        {"range": ends[0]},
    )
    steep = z3.substitute(rises(symbol(a), symbol(b), a - b), (kappa, curved))
    rising = leaf(f"rise of {title}, in balls", steep, ["a", "b"], said, {"range": z3.And(*ends)})
    there = {slug: premise for slug, premise in given.items() if slug == "reach"}
    made = (
        lemma(f"slope of {title}", {**there, "reached": reached(a)}, bound.shows, [bound]),
        lemma(
            f"rise of {title}", {**there, "reached": z3.And(reached(a), reached(b))}, rising.shows, [rising]
        ),
    )
    return symbol, *(discharge(f"{one.name}, if reached", one, "reached") for one in made)


def of_logits(
    file: LossFile, what: str, S: Any, curved: Any, known: Sequence[Any] = (), more: Mapping[str, Any] = {}
) -> Theorem:
    """Theorem R for A logsumexp(z) - B z[y] - E mean(z); Rejected if a weight is negative or a constant too small."""
    title = f"{what}, {file.title} ({next(_numbers)})"
    values = parameters(file)
    weights = [evaluate(weight, values, NUM) + z3.RealVal(0) for weight in file.row]
    given = {**given_by(file), "classes": classes == file.setting.K, **more}
    with limited(STEPS):
        return instance(
            title,
            any_loss.SOFTMAX_ROWS,
            **dict(zip((A.decl().name(), B.decl().name(), E.decl().name()), weights, strict=True)),
            S=S,
            kappa=curved,
            given=given,
            meets=["row-weights", "row-size", "curved"],
            by=[*known, any_loss.SHARES],
        )
