"""Evidence is not padded: no two checks make the same call. A claim cites the check that makes it."""

from __future__ import annotations

import ast
import textwrap
from collections import defaultdict
from pathlib import Path

from proofs_check.method.check import all_checks

ROOT = Path(__file__).parents[2]


class _Spelt(ast.NodeTransformer):
    """Names of a module in full, and parameters replaced by their defaults."""

    def __init__(self, names: dict[str, str], defaults: dict[str, ast.expr]) -> None:
        self.names, self.defaults, self.bound = names, defaults, set[str]()

    def visit_Lambda(self, node: ast.Lambda) -> ast.AST:
        before, self.bound = self.bound, self.bound | {a.arg for a in node.args.args}
        node.body = self.visit(node.body)
        self.bound = before
        return node

    def visit_Name(self, node: ast.Name) -> ast.AST:
        if node.id in self.bound:
            return node
        return self.defaults.get(node.id) or ast.Name(self.names.get(node.id, node.id), node.ctx)


def calls_in(module: str, source: str) -> dict[str, str]:
    """What each function of a module that is a single return evaluates, by its name; constants and defaults spelt out."""
    tree = ast.parse(source)
    names: dict[str, str] = {}
    for node in tree.body:
        if isinstance(node, ast.ImportFrom):
            names |= {alias.asname or alias.name: f"{node.module}.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.FunctionDef):
            names[node.name] = f"{module}.{node.name}"
        elif isinstance(node, ast.Assign):
            stored = [
                n.id for n in ast.walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)
            ]
            names |= {name: f"{module}.{name}" for name in stored}
    found = {}
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and len(node.body) == 2 and isinstance(node.body[1], ast.Return):
            parameters = [a.arg for a in node.args.args][-len(node.args.defaults) or len(node.args.args) :]
            spelt = [_Spelt(names, {}).visit(default) for default in node.args.defaults]
            value = node.body[1].value
            assert value is not None
            whole = _Spelt(names, dict(zip(parameters, spelt, strict=True))).visit(value)
            found[node.name] = ast.unparse(whole)
    return found


def repeated(calls: dict[str, str]) -> list[list[str]]:
    """The names that share a call."""
    by_call = defaultdict(list)
    for name, call in calls.items():
        by_call[call].append(name)
    return [names for names in by_call.values() if len(names) > 1]


def test_no_two_checks_make_the_same_call() -> None:
    calls = {}
    for path in sorted((ROOT / "proofs_check").rglob("*.py")):
        module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        here = calls_in(module, path.read_text(encoding="utf-8"))
        calls |= {f"{module.removeprefix('proofs_check.')}.{name}": call for name, call in here.items()}
    assert repeated({name: call for name, call in calls.items() if name in all_checks()}) == []


def test_a_repeated_call_is_seen() -> None:
    source = textwrap.dedent('''
        from proofs_check.lemmas.vectors import slope

        def one(limit=2):
            """Says one thing."""
            return slope(limit, lambda k: k)

        def two(factor=2):
            """Says another."""
            return slope(factor, lambda k: k)

        def three(k=2):
            """Another call: this k is its own."""
            return slope(3, lambda k: k)
    ''')
    assert repeated(calls_in("proofs_check.text.tuning", source)) == [["one", "two"]]
