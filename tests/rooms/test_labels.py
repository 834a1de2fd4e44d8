"""One label, one room: a claim and its checks live in rooms of the same name."""

from __future__ import annotations

from paper_claims.registry.files import CLAIM_ROOMS, file_name
from paper_claims.registry.record import Registry
from proofs_check.logic.statements import source_of
from proofs_check.method.check import ROOMS, all_checks, modules_of_rooms


def test_a_claim_is_in_the_room_of_its_checks(registry: Registry) -> None:
    """Shared lemmas and Coq's rows aside: they are listed with the claim that needs them first."""
    rooms: dict[str, set[str]] = {label: set() for label in registry.claims}
    for check in all_checks().values():
        rooms[check.label] |= {check.run.__module__.split(".")[1]} & set(CLAIM_ROOMS)
    wrong = {
        f"claims/{claim.room}/{file_name(label)}": rooms[label]
        for label, claim in registry.claims.items()
        if rooms[label] - {claim.room}
    }
    assert wrong == {}


def test_needs_go_to_rooms_before(registry: Registry) -> None:
    """Checks and theorems alike; a needed theorem stands in a module of theorems."""

    def rank(name: str) -> int:
        return ROOMS.index(name.split(".")[0])

    needed = [(name, need) for name, check in all_checks().items() for need in check.needs]
    assert [pair for pair in needed if rank(pair[1]) > rank(pair[0])] == []
    theorems = {need for _, need in needed} - set(all_checks())
    modules = modules_of_rooms(with_theorems=True)
    assert [t for t in theorems if f"proofs_check.{t.rpartition('.')[0]}" not in modules] == []


def test_a_module_proves_theorems_or_registers_checks() -> None:
    """Loading theorems takes seconds, so that no module of checks may do it."""
    for module in modules_of_rooms(with_theorems=True):
        assert "@check" not in source_of(module), module
