"""unreported: control equal to its case."""

from __future__ import annotations

from proofs_check.method.check import Check, Outcome, control_status
from proofs_check.museum.exhibit import Exhibit


def distance_seen(left: tuple[int, ...], right: tuple[int, ...]) -> Outcome:
    return Outcome("holds" if left != right else "fails", "the two datasets are told apart or not")


def _distinguisher(same: tuple[int, ...]) -> Check:
    """A check that two neighbours are told apart; its control compares a dataset with `same`."""
    return Check(
        name="museum.neighbours_are_told_apart",
        label="",
        about="statement",
        method="exact",
        scope="one pair of datasets",
        universal=False,
        expect="holds",
        concludes="",
        needs=(),
        run=lambda: distance_seen((1, 2, 3), (1, 2, 4)),
        controls=(lambda: distance_seen((1, 2, 3), same),),
    )


def control_is_rejected(check: Check) -> Outcome:
    """Does the control of the check come out the other way?"""
    status, _ = control_status(check)
    return Outcome("holds" if status == "rejected" else "fails", f"its control is {status}")


PIECE = Exhibit(
    cause="test",
    impact="unnoticed",
    right=_distinguisher(same=(1, 2, 3)),
    wrong=_distinguisher(same=(1, 2, 4)),
    catcher=control_is_rejected,
)
