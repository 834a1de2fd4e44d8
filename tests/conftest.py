"""One whole audit for all tests that look at its result."""

from __future__ import annotations

import pytest

from paper_claims.audit import Audit, audit
from paper_claims.record import Registry, load


@pytest.fixture(scope="session")
def registry() -> Registry:
    return load()


@pytest.fixture(scope="session")
def whole_audit(registry: Registry) -> Audit:
    return audit(registry, jobs=2)
