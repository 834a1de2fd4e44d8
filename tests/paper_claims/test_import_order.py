"""Inside paper_claims imports go one way, registry < audit < report < commands, and never in a circle."""

from __future__ import annotations

import ast
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
RANKS = ("registry", "audit", "report", "commands")


def modules() -> dict[str, Path]:
    paths = (path.relative_to(ROOT) for path in (ROOT / "paper_claims").rglob("*.py"))
    return {".".join(path.with_suffix("").parts).removesuffix(".__init__"): ROOT / path for path in paths}


def imported(path: Path, known: set[str]) -> set[str]:
    """The modules of the package that a file imports, at its head or inside a function."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            inside = {f"{node.module}.{alias.name}" for alias in node.names} & known
            found |= inside or {node.module}
    return found & known


@pytest.fixture(scope="module")
def graph() -> dict[str, set[str]]:
    known = modules()
    return {name: imported(path, set(known)) for name, path in known.items()}


@pytest.mark.parametrize("room", RANKS)
def test_a_room_imports_only_lower_ranks(room: str, graph: dict[str, set[str]]) -> None:
    above = tuple(f"paper_claims.{name}" for name in RANKS[RANKS.index(room) + 1 :])
    own = [name for name in graph if name.startswith(f"paper_claims.{room}.")]
    assert own
    wrong = {(name, used) for name in own for used in graph[name] if used.startswith(above)}
    assert not (above and wrong)


def test_no_module_imports_itself_by_a_detour(graph: dict[str, set[str]]) -> None:
    TopologicalSorter(graph).prepare()
    with pytest.raises(CycleError):
        TopologicalSorter(graph | {"paper_claims.registry.record": {"paper_claims.commands.main"}}).prepare()
