"""def:sensitivity and def:differential_privacy: what the two definitions leave open, settled by small exact cases."""

from fractions import Fraction

import z3

from accountant.numbers.balls import BALLS, exact
from proofs_check.method.check import Outcome, about, shown
from proofs_check.method.replay import at_most, certified
from proofs_check.method.smt import prove
from reference.formulas import delta_gauss, sensitivity

check_sensitivity = about("def:sensitivity")
check_privacy = about("def:differential_privacy")


@check_sensitivity(
    "reading:maximum",
    "smt",
    at="datasets of one record, a whole number k >= 0",
    expect="fails",
    wrong={"last": 9},
)
def the_maximum_need_not_exist(last=None):
    """q = k/(k+1) has distances as close to 1 as one likes and none of 1: the printed maximum does not exist."""
    top = z3.Int("top")
    value = lambda at: z3.ToReal(at) / (z3.ToReal(at) + 1)  # noqa: E731
    allowed = lambda at: at >= 0 if last is None else z3.And(at >= 0, at <= last)  # noqa: E731
    beaten = prove([allowed(top)], z3.And(allowed(top + 1), value(top + 1) > value(top)))
    if beaten.result == "holds":
        return Outcome(
            "fails", "every distance is exceeded by the next; 1 is not reached", shown(q="k/(k+1)")
        )
    return Outcome("holds" if beaten.result == "fails" else "undecided", beaten.detail, beaten.witness)


@check_sensitivity(
    "reading:any-norm",
    "interval",
    at="p = 3, the largest entry as norm, sigma = eps = 1",
    expect="fails",
    wrong={"dimension": 1},
)
def the_norm_must_be_euclidean(dimension=3):
    """The norm is not named; measured by the largest entry, the noise is too small for the Gaussian mechanism."""
    # q moves by 1/2 in the first entry and by 1 in the others; sigma = eps = 1: the exact curve against the one at s = 1.
    squared = Fraction(1, 4) + dimension - 1
    truth = certified(lambda: delta_gauss(exact(1), 1 / BALLS.sqrt(squared), exact(1), BALLS))
    printed = certified(lambda: delta_gauss(exact(1), exact(1), exact(1), BALLS))
    names = ("exact delta", "delta for s = largest entry")
    return at_most(truth, printed, names, eps=1, sigma=1, entries=dimension, squared_length=squared)


@check_privacy(
    "reading:add-remove",
    "enumeration",
    at="a sum of records with values -1, 0, 1",
    expect="fails",
    wrong={"values": (0, 1)},
)
def relations_need_different_bounds(values=(-1, 0, 1)):
    """A sum of values in [-1, 1] moves by 1 if a record is added and by 2 if one is replaced; in [0, 1] by 1 either way."""
    # The sum of records with these values: its largest move when one is replaced, against that when one is added.
    replaced = max(abs(Fraction(a - b)) for a in values for b in values)
    added = max(abs(Fraction(a)) for a in values)
    return at_most(replaced, added, ("move by replacing", "move by adding"), query="sum", values=values)


@check_privacy(
    "reading:add-remove",
    "interval",
    at="one record against two, a learner that returns 0",
    expect="fails",
    wrong={"neighbour_records": 1},
)
def adding_a_record_changes_the_noise(neighbour_records=2):
    """If a record may be added, n differs, and noise scaled by s(n) = 2G/(Λn) shows n, even for a constant learner."""
    noise = {n: 10 * sensitivity(Fraction(1), Fraction(1), n) for n in (1, neighbour_records)}
    outside = lambda n: BALLS.erfc(exact(30 / noise[n]) / BALLS.sqrt(2))  # noqa: E731
    gained = certified(lambda: outside(1) - BALLS.exp(1) * outside(neighbour_records))
    printed = certified(lambda: delta_gauss(exact(1), exact(10), exact(1), BALLS))
    names = ("P(S) - e P'(S)", "delta(eps, 1)")
    return at_most(gained, printed, names, eps=1, sigma=10, records=1, records_of_neighbour=neighbour_records)
