"""One whole audit for all tests that look at its result."""

from __future__ import annotations

import pytest

from paper_claims.audit import Audit, audit
from paper_claims.record import Registry, load

SHARED = ("whole_audit", "matrix")  # long computations that several tests look at


@pytest.hookimpl(tryfirst=True)  # before xdist looks at the groups
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests that share a long computation run in one process, so that it is done once, and before the others."""
    for item in items:
        if _shares(item):
            item.add_marker(pytest.mark.xdist_group("shared"))
    items.sort(key=lambda item: not _shares(item))


def _shares(item: pytest.Item) -> bool:
    return bool(set(SHARED) & set(getattr(item, "fixturenames", ())))


@pytest.fixture(scope="session")
def registry() -> Registry:
    return load()


@pytest.fixture(scope="session")
def whole_audit(registry: Registry) -> Audit:
    return audit(registry, jobs=2)
