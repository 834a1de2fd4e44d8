"""What the text says in passing about normals and coefficients of averaged SVMs."""

from __future__ import annotations

from fractions import Fraction

import sympy as sp
import z3

from proofs_check.method.check import Outcome, check, every, shown
from proofs_check.method.replay import at_most
from proofs_check.method.smt import prove
from proofs_check.method.symbolic import all_vanish, vanishes
from reference.datasets.synthetic import syn_noniid
from reference.exact.side_by_side import side_by_side
from reference.exact.svm import dot
from reference.learners.hinge_svm import hinge_svm

NORMALS = "fig:intution_convergence#normals"
FEW = "sec:noninteractive#few_coefficients"


def opposite_normals(second) -> Outcome:
    """Two normals f = (f1, f2) and second: is the average perpendicular to f for some f?"""
    f1, f2 = z3.Reals("f1 f2")
    g1, g2 = second(f1, f2)
    average = ((f1 + g1) / 2, (f2 + g2) / 2)
    turned = z3.And(f1 * average[0] + f2 * average[1] == 0, z3.Or(average[0] != 0, average[1] != 0))
    possible = prove([f1 * f1 + f2 * f2 > 0], z3.Not(turned))
    if possible.result == "holds":
        numbers = shown(first=[1, 0], second=list(second(Fraction(1), Fraction(0))))
        return Outcome("fails", "such an average is never perpendicular to f, unless it is 0", numbers)
    return Outcome("holds" if possible.result == "fails" else "undecided", possible.detail)


@check(
    NORMALS,
    method="smt",
    scope="every normal f and its multiples -k f, here k = 1/2 and k = 2",
    expect="fails",
    control=lambda: opposite_normals(lambda f1, f2: (-f1 - f2 / 100, -f2 + f1 / 100)),
)
def opposite_normals_turn_nothing() -> Outcome:
    """The average of f and -kf is a multiple of f: the hyperplane keeps its direction, or is none."""
    return every(
        opposite_normals(lambda f1, f2: (-f1 / 2, -f2 / 2)),
        opposite_normals(lambda f1, f2: (-2 * f1, -2 * f2)),
    )


def multiples_stay(offset) -> Outcome:
    """(f - k f)/2 and f span no area, entry by entry."""
    a, b, k = sp.symbols("f1 f2 k")
    average = ((a - k * a) / 2 + offset, (b - k * b) / 2)
    return vanishes(sp.expand(a * average[1] - b * average[0]))


@check(
    NORMALS,
    about="repair",
    method="symbolic",
    scope="every f in the plane and every k",
    universal=True,
    control=lambda: multiples_stay(1),
)
def average_is_a_multiple() -> Outcome:
    """f and (f - kf)/2 are parallel for every k."""
    return multiples_stay(0)


def angle_on_synnoniid(largest: Fraction) -> Outcome:
    """The cosine between the two users' normals, intercepts left out, on SynNonIID as built here, Λ = 20, squared."""
    users = syn_noniid()
    local = side_by_side(users, lambda D: hinge_svm(D, Fraction(20))).local
    f, g = (svm.f[1:] for svm in local)
    cosine = dot(f, g) ** 2 / (dot(f, f) * dot(g, g))
    return at_most(cosine, largest, ("squared cosine", "bound"), first=list(f), second=list(g))


@check(
    NORMALS,
    about="repair",
    method="exact",
    scope="SynNonIID as built here, Λ = 20",
    control=lambda: angle_on_synnoniid(Fraction(1, 2)),
)
def small_differences_turn_it() -> Outcome:
    """There the normals are not opposite: their large parts cancel, and the small parts that they share decide."""
    return angle_on_synnoniid(Fraction(999, 1000))


def few_differ(scale) -> Outcome:
    """k of nw coefficients differ, each by at most 1/(2Λ): |avg - central| <= c k/(2Λ nw), one more record at a time."""
    k, total, c, Lambda, size, moved, more = z3.Reals("k total c Lambda nw moved more")
    premises = [c > 0, Lambda > 0, size >= 1, k >= 0, total <= c * k / (2 * Lambda * size)]
    premises += [more <= 1 / (2 * Lambda), more >= 0, moved <= total + c * more / size]
    return prove(premises, moved <= scale * c * (k + 1) / (2 * Lambda * size))


@check(
    FEW,
    method="smt",
    scope="every number of records and users, by induction over the coefficients that differ",
    universal=True,
    concludes="grows with their number",
    needs=["lemmas.vectors.triangle_inequality"],
    control=lambda: few_differ(z3.Q(1, 2)),
)
def error_is_bounded_by_their_number() -> Outcome:
    """If k of the nw coefficients differ the average is off by at most ck/(2Λnw)."""
    return few_differ(1)


def reached(sign: int) -> Outcome:
    """k equal records of norm c whose coefficients differ by sign/(2Λ) each: the move against the bound."""
    k, c, Lambda, size = sp.symbols("k c Lambda N", positive=True)
    return vanishes(k * (c * sign / (2 * Lambda)) / size - c * k / (2 * Lambda * size))


@check(
    FEW,
    method="symbolic",
    scope="every k, c, Λ and nw",
    universal=True,
    concludes="reached in the worst case",
    control=lambda: reached(-1),
)
def equal_records_reach_it() -> Outcome:
    """Equal records whose coefficients differ by all they can move the model by exactly that."""
    return reached(1)


def nothing_differs(off: int) -> Outcome:
    """Two records with equal coefficients (the second off by `off`): the two models, entry by entry."""
    a, b, x, y = sp.symbols("alpha alpha' x x'")
    return all_vanish([a * x + b * y - (a * x + (b + off) * y)])


@check(
    FEW,
    method="symbolic",
    scope="every number of records, one pair at a time",
    universal=True,
    concludes="equal coefficients, equal models",
    control=lambda: nothing_differs(1),
)
def equal_coefficients_equal_models() -> Outcome:
    """If no coefficient differs the two models are one."""
    return nothing_differs(0)
