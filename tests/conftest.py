"""One whole audit for all tests that look at its result."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from paper_claims.audit.judging import Audit, audit
from paper_claims.registry.files import load
from paper_claims.registry.record import Registry
from proofs_check.method import engines

THEOREMS = "test_theorems_"  # files of tests that load theorems
SHARED = ("whole_audit", "matrix")  # long computations that several tests look at


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """To load a module of theorems is to prove them, half a minute in each process: `make quick` leaves these files out."""
    quick = config.getoption("markexpr") == "not slow"
    return True if quick and collection_path.name.startswith(THEOREMS) else None


@pytest.hookimpl(tryfirst=True)  # before the marks are used to select
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """With `--dist loadgroup`, as in `make test`, the tests of a file share a process, so do all that load theorems, and
    those that look at the same long computation. These begin, then the files with slow tests, so that no process is left
    with the longest. `make quick` asks for neither.
    """
    for item in items:
        shared = set(SHARED) & set(getattr(item, "fixturenames", ()))
        if shared:
            item.add_marker(pytest.mark.whole)
            item.add_marker(pytest.mark.slow)
        file = "theorems" if item.path.name.startswith(THEOREMS) else item.nodeid.partition("::")[0]
        item.add_marker(pytest.mark.xdist_group(min(shared, default=file)))
    slow = {item.path for item in items if item.get_closest_marker("slow")}
    items.sort(key=lambda item: (not item.get_closest_marker("whole"), item.path not in slow))


@pytest.hookimpl(optionalhook=True)  # xdist asks, in the process that hands out the tests
def pytest_xdist_node_collection_finished(node: Any, ids: list[str]) -> None:
    """From 9.2 on, pytest ignores the groups that xdist writes into the names of tests, without a word."""
    if node.config.getvalue("dist") == "loadgroup" and not all("@" in name for name in ids):
        raise pytest.UsageError("tests are not kept in groups: each process would compute the whole audit")


@pytest.fixture(scope="session")
def registry() -> Registry:
    return load()


@pytest.fixture(scope="session")
def obligations(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the whole audit writes its obligations."""
    return tmp_path_factory.mktemp("obligations")


@pytest.fixture(scope="session")
def whole_audit(registry: Registry, obligations: Path) -> Audit:
    """Computed anew: nothing kept is believed."""
    os.environ[engines.FOLDER] = str(obligations)
    try:
        return audit(registry, jobs=2)
    finally:
        del os.environ[engines.FOLDER]
