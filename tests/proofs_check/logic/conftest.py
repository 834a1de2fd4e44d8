"""Every test starts without theorems, whatever other tests have loaded: names may be used again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
import z3

from proofs_check.logic import rules
from proofs_check.logic.rules import Rejected

TABLES = (rules._fixed, rules._meant, rules._varied, rules._ledger, rules._made)


@pytest.fixture(autouse=True)
def tables() -> Iterator[None]:
    before = [dict(table) for table in TABLES]
    for table in TABLES:
        table.clear()
    yield
    for table, was in zip(TABLES, before, strict=True):
        table.clear()
        table.update(was)


def refused(call: Callable[[], Any], *words: str, by: Any = (Rejected, TypeError)) -> str:
    """The call makes no theorem, and says why in these words."""
    ledger = dict(rules.LEDGER)
    with pytest.raises(by) as error:
        call()
    assert all(word in str(error.value) for word in words), str(error.value)
    new = [name for name in rules.LEDGER if name not in ledger and z3.is_false(rules.LEDGER[name].shows)]
    assert not new, f"{new} was made on the way"
    return str(error.value)
