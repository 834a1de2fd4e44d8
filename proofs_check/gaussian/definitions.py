"""def:sensitivity and def:differential_privacy: what the two definitions leave open, settled by small exact cases."""

from __future__ import annotations

from fractions import Fraction

import sympy as sp
import z3

from accountant.numbers.balls import BALLS, exact
from proofs_check.gaussian.mixtures import mixture_step
from proofs_check.gaussian.shift import SHIFT, slope_in_length
from proofs_check.lemmas.normal import eps, sigma
from proofs_check.method.check import Outcome, check, every, shown
from proofs_check.method.replay import at_most, certified
from proofs_check.method.smt import prove
from proofs_check.method.symbolic import SYMBOLIC, vanishes
from reference.formulas import delta_gauss, sensitivity

SENSITIVITY, PRIVACY = "def:sensitivity", "def:differential_privacy"
SUPREMUM, REPLACE = "reading:supremum", "reading:replace-one"


@check(
    SENSITIVITY,
    about=SUPREMUM,
    method="symbolic",
    scope="every dimension, eps >= 0 and sigma > 0",
    universal=True,
    concludes="a bound on all pairs is enough",
    needs=SHIFT,
    control=lambda: slope_in_length(-1),
)
def least_upper_bound_is_enough() -> Outcome:
    """Every pair moves by some t <= s, and the curve of the Gaussian mechanism grows in t: no pair need reach s."""
    return slope_in_length(1)


@check(
    SENSITIVITY,
    about=SUPREMUM,
    method="smt",
    scope="every finite number of values of r, by induction",
    universal=True,
    concludes="comparing at equal r is enough",
    needs=["gaussian.mixtures.gap_is_an_average_of_gaps"],
    control=lambda: mixture_step(2),
)
def equal_randomness_is_enough() -> Outcome:
    """Distances are taken at the same r on both sides; averaging over an r independent of the data keeps the guarantee."""
    return mixture_step(1)


def has_a_largest_distance(last: int | None) -> Outcome:
    """q of a single record k is k/(k+1), k = 0, 1, ... up to `last`: is some distance to q(0) = 0 the largest?"""
    top = z3.Int("top")
    value = lambda at: z3.ToReal(at) / (z3.ToReal(at) + 1)  # noqa: E731
    allowed = lambda at: at >= 0 if last is None else z3.And(at >= 0, at <= last)  # noqa: E731
    beaten = prove([allowed(top)], z3.And(allowed(top + 1), value(top + 1) > value(top)))
    if beaten.result == "holds":
        return Outcome(
            "fails", "every distance is exceeded by the next; 1 is not reached", shown(q="k/(k+1)")
        )
    return Outcome("holds" if beaten.result == "fails" else "undecided", beaten.detail, beaten.witness)


@check(
    SENSITIVITY,
    about="reading:maximum",
    method="smt",
    scope="datasets of one record, a whole number k >= 0",
    expect="fails",
    control=lambda: has_a_largest_distance(9),
)
def the_maximum_need_not_exist() -> Outcome:
    """q = k/(k+1) has distances as close to 1 as one likes and none of 1: the printed maximum does not exist."""
    return has_a_largest_distance(None)


def largest_entry(dimension: int) -> Outcome:
    """q moves by 1/2 in the first entry and by 1 in the others; sigma = eps = 1: the exact curve against the one at s = 1."""
    squared = Fraction(1, 4) + dimension - 1
    truth = certified(lambda: delta_gauss(exact(1), 1 / BALLS.sqrt(squared), exact(1), BALLS))
    printed = certified(lambda: delta_gauss(exact(1), exact(1), exact(1), BALLS))
    names = ("exact delta", "delta for s = largest entry")
    return at_most(truth, printed, names, eps=1, sigma=1, entries=dimension, squared_length=squared)


@check(
    SENSITIVITY,
    about="reading:any-norm",
    method="interval",
    scope="p = 3, the largest entry as norm, sigma = eps = 1",
    expect="fails",
    control=lambda: largest_entry(1),
)
def the_norm_must_be_euclidean() -> Outcome:
    """The norm is not named; measured by the largest entry, the noise is too small for the Gaussian mechanism."""
    return largest_entry(3)


def same_noise_on_both_sides(records_of_neighbour) -> Outcome:
    """Noise sigma s(n) with s(n) = 2G/(Λn) on n records, against that of a neighbour with this many records."""
    G, Lambda, n = sp.symbols("G Lambda n", positive=True)
    scale = sigma * sensitivity(G, Lambda, n)
    other = sigma * sensitivity(G, Lambda, records_of_neighbour(n))
    curve = delta_gauss(eps, other / sensitivity(G, Lambda, n), 1, SYMBOLIC)
    return every(vanishes(scale - other), vanishes(curve - delta_gauss(eps, sigma, 1, SYMBOLIC)))


@check(
    PRIVACY,
    about=REPLACE,
    method="symbolic",
    scope="every n, G, Λ, eps >= 0 and sigma > 0",
    universal=True,
    concludes="noise scaled by 1/n",
    needs=SHIFT,
    control=lambda: same_noise_on_both_sides(lambda n: n + 1),
)
def replacing_keeps_the_noise() -> Outcome:
    """Both datasets have n records, so noise sigma s(n) is the same on both sides and the curve is delta(eps, 1)."""
    return same_noise_on_both_sides(lambda n: n)


def two_moves(factor: Fraction) -> Outcome:
    """Replacing a record is removing one and adding one: |a - b| against the moves |a - m| <= s and |m - b| <= s."""
    a, b, middle, s = z3.Reals("a b m s")
    premises = [a - middle <= s, middle - a <= s, middle - b <= s, b - middle <= s]
    return prove(premises, z3.And(a - b <= factor * s, b - a <= factor * s))


@check(
    PRIVACY,
    about=REPLACE,
    method="smt",
    scope="every function, along the direction in which it moves",
    universal=True,
    concludes="at most two moves",
    control=lambda: two_moves(1),
)
def replacing_is_at_most_two_moves() -> Outcome:
    """What moves by s when a record is added or removed moves by at most 2s when one is replaced (a sum in [-1, 1] does)."""
    return two_moves(2)


def one_bound_for_both(values: tuple[int, ...]) -> Outcome:
    """The sum of records with these values: its largest move when one is replaced, against that when one is added."""
    replaced = max(abs(Fraction(a - b)) for a in values for b in values)
    added = max(abs(Fraction(a)) for a in values)
    return at_most(replaced, added, ("move by replacing", "move by adding"), query="sum", values=values)


@check(
    PRIVACY,
    about="reading:add-remove",
    method="enumeration",
    scope="a sum of records with values -1, 0, 1",
    expect="fails",
    control=lambda: one_bound_for_both((0, 1)),
)
def relations_need_different_bounds() -> Outcome:
    """A sum of values in [-1, 1] moves by 1 if a record is added and by 2 if one is replaced; in [0, 1] by 1 either way."""
    return one_bound_for_both((-1, 0, 1))


def noise_reveals_the_size(neighbour_records: int) -> Outcome:
    """T = 0, s(n) = 2/n, sigma = 10: N(0, (20)^2) for 1 record against the neighbour's; S = {|x| > 30}, eps = 1."""
    noise = {n: 10 * sensitivity(Fraction(1), Fraction(1), n) for n in (1, neighbour_records)}
    outside = lambda n: BALLS.erfc(exact(30 / noise[n]) / BALLS.sqrt(2))  # noqa: E731
    gained = certified(lambda: outside(1) - BALLS.exp(1) * outside(neighbour_records))
    printed = certified(lambda: delta_gauss(exact(1), exact(10), exact(1), BALLS))
    names = ("P(S) - e P'(S)", "delta(eps, 1)")
    return at_most(gained, printed, names, eps=1, sigma=10, records=1, records_of_neighbour=neighbour_records)


@check(
    PRIVACY,
    about="reading:add-remove",
    method="interval",
    scope="one record against two, a learner that returns 0",
    expect="fails",
    control=lambda: noise_reveals_the_size(1),
)
def adding_a_record_changes_the_noise() -> Outcome:
    """If a record may be added, n differs, and noise scaled by s(n) = 2G/(Λn) shows n, even for a constant learner."""
    return noise_reveals_the_size(2)
