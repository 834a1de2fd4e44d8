"""One step of HingeSVM-SGDWA stays below `gap_after_step` of `accountant.sensitivity.hinge`."""

from __future__ import annotations

import z3

from accountant.sensitivity.hinge import gap_after_step
from proofs_check.method.check import Outcome
from proofs_check.method.smt import Terms, prove


def step_stays_below(bound=gap_after_step) -> Outcome:
    """One step in a few numbers: |u|, |w|, <u, w>, and the triangle inequality for the replaced record."""
    names = "gap Lambda c tau kept replaced u w uw s after"
    gap, Lambda, c, tau, kept, replaced, u, w, uw, s, after = z3.Reals(names)
    num = Terms()
    a = 1 - 2 * Lambda * tau
    premises = [Lambda > 0, c > 0, tau > 0, a >= 0, 0 <= kept, kept <= 1, 0 <= replaced]
    premises += [0 <= u, u <= gap, 0 <= w, w <= c * kept, 0 <= uw, uw <= u * w]
    premises += [s >= 0, s * s == (a * u) ** 2 - 2 * tau * a * uw + (tau * w) ** 2]
    premises += [0 <= after, after <= s + 2 * c * tau * replaced]
    return prove(premises, after <= bound(gap, Lambda, c, tau, kept, replaced, num), num)
