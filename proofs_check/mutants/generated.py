"""Mutants from the syntax tree: every way to get one place of a formula wrong.

A mutant is the definition of one function with one change. `mutants_of` lists them for every function of a module: each
constant moved up and down, each operator swapped, each term dropped, each pair of arguments exchanged, each comparison
inverted or made strict, each minimum, maximum or case distinction turned around, each bare result doubled and halved.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from itertools import pairwise

SWAPPED = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Div,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.Pow: ast.Mult,
}
EXCHANGED_CALLS = {"min": "max", "max": "min"}
DROPPED_CALLS = ("sqrt", "exp", "log", "erfc", "erfcx_of_root")
COMPARED = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
}


@dataclass(frozen=True)
class Mutant:
    """One function of one module, rewritten."""

    name: str
    module: str
    function: str
    change: str  # what was changed, for readers
    source: str  # the definition of the function after the change


def mutants_of(module: str, source: str) -> list[Mutant]:
    """Every generated mutant of the functions of this module, in the order of the file."""
    found = []
    for definition in functions_of(source):
        seen = {_plain(definition)}
        for change, changed in _changed(definition):
            if (plain := _plain(changed)) not in seen:  # two changes may write the same formula
                seen.add(plain)
                name = f"{definition.name}:{len(seen) - 1}"
                found.append(Mutant(name, module, definition.name, change, ast.unparse(changed)))
    return found


def functions_of(source: str) -> list[ast.FunctionDef]:
    return [node for node in ast.parse(source).body if isinstance(node, ast.FunctionDef)]


def _plain(definition: ast.FunctionDef) -> str:
    """The text without factors 1 and terms 0, so that a dropped factor and one that became 1 count once."""
    return ast.unparse(_WithoutNeutral().visit(copy.deepcopy(definition)))


class _WithoutNeutral(ast.NodeTransformer):
    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        self.generic_visit(node)
        neutral = 0 if isinstance(node.op, ast.Add | ast.Sub) else 1
        if isinstance(node.right, ast.Constant) and node.right.value == neutral:
            return node.left
        first = node.left.value if isinstance(node.left, ast.Constant) else None
        return node.right if first == neutral and isinstance(node.op, ast.Add | ast.Mult) else node


def _changed(definition: ast.FunctionDef) -> Iterator[tuple[str, ast.FunctionDef]]:
    parameters = [a.arg for a in definition.args.args if a.arg != "num"]
    for first, second in pairwise(parameters):
        yield f"{first} and {second} exchanged", _renamed(definition, {first: second, second: first})
    body = {id(node) for statement in definition.body for node in ast.walk(statement)}
    for position, node in enumerate(ast.walk(definition)):
        if id(node) not in body:  # types and defaults are no part of the formula
            continue
        for replacement in _instead_of(node):
            changed = _replaced(definition, position, replacement)
            yield f"{ast.unparse(node)} becomes {_shown(replacement)}", changed


def _shown(node: ast.AST) -> str:
    return ast.unparse(ast.fix_missing_locations(copy.deepcopy(node)))


def _renamed(definition: ast.FunctionDef, names: dict[str, str]) -> ast.FunctionDef:
    changed = copy.deepcopy(definition)
    for statement in changed.body:
        for node in ast.walk(statement):
            if isinstance(node, ast.Name):
                node.id = names.get(node.id, node.id)
    return changed


def _replaced(definition: ast.FunctionDef, position: int, replacement: ast.AST) -> ast.FunctionDef:
    """The definition with the node at this position of the walk replaced."""
    changed = copy.deepcopy(definition)
    nodes = list(ast.walk(changed))
    target = nodes[position]
    for parent in nodes:
        for field, value in ast.iter_fields(parent):
            if value is target:
                setattr(parent, field, replacement)
            elif isinstance(value, list) and any(entry is target for entry in value):
                setattr(parent, field, [replacement if entry is target else entry for entry in value])
    return ast.fix_missing_locations(changed)


def _instead_of(node: ast.AST) -> Iterator[ast.AST]:
    """What may stand in the place of this node."""
    rule = RULES.get(type(node))
    if rule:
        yield from rule(copy.deepcopy(node))


def _constant(node: ast.Constant) -> Iterator[ast.AST]:
    """Both sides of the constant: a bound must not shrink, and must not grow unnoticed either."""
    if isinstance(node.value, bool):
        yield ast.Constant(not node.value)
    elif isinstance(node.value, int):
        yield ast.Constant(node.value + 1)
        yield ast.Constant(node.value - 1)
    elif isinstance(node.value, str) and node.value.replace(".", "", 1).isdigit():
        for factor in ("1.001", "0.999"):
            yield ast.Constant(str(Decimal(node.value) * Decimal(factor)))


def _operation(node: ast.BinOp) -> Iterator[ast.AST]:
    yield ast.BinOp(node.left, SWAPPED[type(node.op)](), node.right)
    yield node.left
    yield node.right
    if not isinstance(node.op, ast.Add | ast.Mult):
        yield ast.BinOp(node.right, node.op, node.left)


def _sign(node: ast.UnaryOp) -> Iterator[ast.AST]:
    yield node.operand


def _call(node: ast.Call) -> Iterator[ast.AST]:
    name = node.func.attr if isinstance(node.func, ast.Attribute) else ""
    swappable = [i for i, a in enumerate(node.args) if not (isinstance(a, ast.Name) and a.id == "num")]
    for first, second in pairwise(swappable):
        arguments = list(node.args)
        arguments[first], arguments[second] = arguments[second], arguments[first]
        yield ast.Call(node.func, arguments, node.keywords)
    if name in EXCHANGED_CALLS and isinstance(node.func, ast.Attribute):
        yield ast.Call(
            ast.Attribute(node.func.value, EXCHANGED_CALLS[name], ast.Load()), node.args, node.keywords
        )
        for i in range(len(node.args)):
            others = node.args[:i] + node.args[i + 1 :]
            yield ast.Call(node.func, others, node.keywords) if len(others) > 1 else others[0]
    if name in DROPPED_CALLS:
        yield node.args[0]
    if name == "if_less":
        left, right, then, otherwise = node.args
        yield ast.Call(node.func, [right, left, otherwise, then], node.keywords)  # <= instead of <
        yield then
        yield otherwise


def _result(node: ast.Return) -> Iterator[ast.AST]:
    if isinstance(node.value, ast.Name):  # nothing else in it could be changed
        yield ast.Return(ast.BinOp(ast.Constant(2), ast.Mult(), node.value))
        yield ast.Return(ast.BinOp(node.value, ast.Div(), ast.Constant(2)))


def _comparison(node: ast.Compare) -> Iterator[ast.AST]:
    if len(node.ops) == 1 and type(node.ops[0]) in COMPARED:
        yield ast.Compare(node.left, [COMPARED[type(node.ops[0])]()], node.comparators)


def _choice(node: ast.IfExp) -> Iterator[ast.AST]:
    yield ast.IfExp(node.test, node.orelse, node.body)
    yield node.body
    yield node.orelse


RULES: dict[type[ast.AST], Callable[..., Iterator[ast.AST]]] = {
    ast.Constant: _constant,
    ast.BinOp: _operation,
    ast.UnaryOp: _sign,
    ast.Return: _result,
    ast.Call: _call,
    ast.Compare: _comparison,
    ast.IfExp: _choice,
}
