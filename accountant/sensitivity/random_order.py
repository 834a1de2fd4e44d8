"""A fresh, secret, uniformly random order in every pass: how probably one replaced record moves the model how far.

Each pass visits the record once: with chance short/n in the short last batch, whose sum is divided by `short`, else in a full
one, divided by b. Passes are independent of each other and of the data. Theorem R holds for each order; its weights w_m do not
decrease with m, so that a full batch counts as the latest one of its pass. What a visit of the short batch adds is rounded up
to a multiple of a cell: the chances are then coefficients of a product of polynomials, one a pass, in balls.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from flint import arb, arb_poly

from accountant.numbers.balls import enclosure, exact, precision
from accountant.numbers.inputs import require_count, require_positive_exact
from accountant.sensitivity.bounds import Slot, beta_of, sensitivity
from reference.errors import reject
from reference.learners.schedule import own_size
from reference.notation import SYMBOLS

BITS = 256
CELLS = 16  # in what one late visit of the short batch adds
NEGLIGIBLE = Fraction(1, 1 << 120)  # such a chance is added to that of the next larger move
MOST_PASSES = 10_000


@dataclass(frozen=True)
class RandomOrder:
    """Moves of the model, ascending, each with the chance of an order that is bounded by it; chances are rounded up."""

    moves: tuple[tuple[Fraction, Fraction], ...]

    @property
    def largest(self) -> Fraction:
        return self.moves[-1][0]

    def times(self, factor: int) -> RandomOrder:
        return RandomOrder(tuple((move * factor, chance) for move, chance in self.moves))

    def exceeded(self, chance: Fraction) -> Fraction:
        """The smallest of the moves that an order exceeds with at most this chance."""
        beyond = Fraction(0)
        for move, here in reversed(self.moves):
            if beyond + here > chance:
                return move
            beyond += here
        return self.moves[0][0]


def random_order(learner: str, *, n: Any, passes: Any, b: Any, **setting: Any) -> RandomOrder:
    """The law of Theorem R's bound, capped by 2R, for batches divided by their own size; `setting` as in `sensitivity`."""
    n, passes, b = (
        require_count(name, symbol, value)
        for name, symbol, value in (
            ("n", SYMBOLS["n"], n),
            ("passes", "the passes over the records", passes),
            ("b", SYMBOLS["b"], b),
        )
    )
    if "visits" in setting:
        why = "every pass draws an order of its own"
        raise reject("visits", "the visits of each record", "must not be given", setting["visits"], why)
    if passes > MOST_PASSES:
        why = "the law of the orders is computed pass by pass"
        raise reject("passes", "the passes over the records", f"must be <= {MOST_PASSES}", passes, why)
    period = -(-n // b)
    M, short = passes * period, n - (period - 1) * b
    worst = sensitivity(learner, n=n, M=M, b=min(b, n), divisor=own_size, **setting)
    cap = min(worst.best.hi, worst.cap.hi)
    setting |= {
        name: require_positive_exact(
            name, SYMBOLS[name], setting[name], because="the bound scales with it or divides by it"
        )
        for name in ("c", "Lambda", "R", "h")
        if setting.get(name) is not None
    }
    if short == b or period == 1:  # every order moves the model alike
        return RandomOrder(((cap, Fraction(1)),))
    scale = worst.gradient_gap.hi / setting["Lambda"]
    visits = list(_visits(learner, setting, M, passes, period, b, short))
    base = sum(full for full, _ in visits)
    excess = [last - full for full, last in visits]  # weights grow and short < b: never negative
    late = Fraction(1, M) * (Fraction(1, short) - Fraction(1, b))
    cell = (late if late in excess else max(excess)) / CELLS
    chances = _chances([math.ceil(one / cell) for one in excess], Fraction(short, n))
    found = ((min(cap, scale * (base + step * cell)), chance) for step, chance in chances)
    return RandomOrder(tuple(_merged(found)))


def _visits(
    learner: str, setting: dict[str, Any], M: int, passes: int, period: int, b: int, short: int
) -> Iterator[tuple[Fraction, Fraction]]:
    """For each pass: what a visit of the latest full batch adds, and what one of the short batch does; both rounded up."""
    ratios = {name: setting[name] for name in ("c", "Lambda", "R", "h") if setting.get(name) is not None}
    with precision(BITS + M.bit_length()):
        beta = beta_of(
            learner, ratios, setting.get("K", 2), setting.get("p", 0), setting.get("smoothness", "printed")
        )
        ratio = exact(beta) / exact(ratios["Lambda"])
        floors = {min(M, int(end.floor().unique_fmpz())) for end in (ratio.lower(), ratio.upper())}

        def weight(m: int) -> Fraction:
            if m > max(floors):
                return Fraction(1, M)
            alone = Slot(m, M, Fraction(1), 1)
            return max(enclosure(alone.weight(1 / ratio, slow, M)).hi for slow in floors)

        for t in range(1, passes + 1):
            full, last = weight(t * period - 1), weight(t * period)
            last = max(last, full)  # rounding aside it is
            yield full / b, last / short  # w_m/|B_m|


def _chances(steps: list[int], chance: Fraction) -> Iterator[tuple[int, Fraction]]:
    """How probably the passes that hit the short batch add up to so many cells."""
    with precision(BITS):
        hit = exact(chance)
        law = arb_poly([1])
        for step in set(steps):
            law *= arb_poly([1 - hit, *[arb(0)] * (step - 1), hit]) ** steps.count(step)
        for cells in range(law.degree() + 1):
            yield cells, max(Fraction(0), enclosure(law[cells]).hi)


def _merged(moves: Iterator[tuple[Fraction, Fraction]]) -> Iterator[tuple[Fraction, Fraction]]:
    """Equal moves become one; a negligible chance goes to the next larger move."""
    held: Fraction | None = None
    pending = Fraction(0)
    for move, chance in moves:
        if held is not None and move > held and pending > NEGLIGIBLE:
            yield held, pending
            pending = Fraction(0)
        held, pending = move, pending + chance
    assert held is not None
    yield held, pending
