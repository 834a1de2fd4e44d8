"""Loss files for deployments and for other people's tests: `from paper_claims.losses import assert_bound`.

The proofs take seconds to load, so that they are loaded when they are asked for.
"""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

from accountant.sensitivity.bounds import LossBound
from reference.loss_files.file import read


def proved(path: Path, c: Fraction, R: Fraction, Lambda: Fraction, K: int) -> LossBound:
    """The proved constants of a loss file on the ball of a deployment; InvalidInput if there are none."""
    read(path)  # bad input is told before the proofs are loaded
    from proofs_check.losses.judged import proved_for

    return proved_for(path, c, R, Lambda, K)


def assert_bound(loss: str | Path, **claimed: Any) -> Any:
    """Fails, with the witness in the message, unless all bounds are proved: those of the loss file, and those given here.

    `sensitivity`, `G`, `L` and `beta` are numbers or formulas in the parameters, c, Lambda, R, n. Returns the report.
    """
    from proofs_check.losses import judged

    return judged.assert_bound(loss, **claimed)
