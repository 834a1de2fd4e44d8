"""thm:smooth_softmax: lines 1 to 4 of the printed proof, which expand the sum over all entries into blocks.

Lines are numbered as displayed: 1 the sum over all entries, 2 its expansion into three sums, 3 the regrouping,
4 after replacing the other classes' squares. The lines from there on are in `softmax_smoothness_steps.py`.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import z3

from proofs_check.method.check import Outcome, check
from proofs_check.method.replay import at_most, equal_at
from proofs_check.method.smt import prove
from proofs_check.objectives.softmax_lipschitz import squares_of_parts
from proofs_check.objectives.softmax_smoothness import THEOREM
from proofs_check.objectives.softmax_smoothness_steps import summand_6
from reference import formulas

RIDGE, RECORD = Fraction(1, 10), (Fraction(1), Fraction(2))
PROBABILITIES = (Fraction(1, 2), Fraction(1, 3), Fraction(1, 6))
TRUTH_AND_2 = ("sum of all squared entries", "displayed line 2")
LINES_2_3, LINES_3_4 = ("displayed line 2", "displayed line 3"), ("displayed line 3", "displayed line 4")


def line_1(La, x, s):
    """The sum of squared Hessian entries: the truth."""
    return sum(
        formulas.hessian_entry(
            La, int((l, p) == (j, q)), x[l], x[j], formulas.softmax_curvature(s[p], s[q], int(p == q))
        )
        ** 2
        for l, p, j, q in product(range(len(x)), range(len(s)), range(len(x)), range(len(s)))
    )


def line_2(La, x, s, own_class_only=False):
    """As printed: the second sum runs over all (j, q) with j != l; line 3 needs q = p there (`own_class_only`)."""
    total = Fraction(0)
    for l, p in product(range(len(x)), range(len(s))):
        total += (La + x[l] ** 2 * s[p] * (1 - s[p])) ** 2
        for j, q in product(range(len(x)), range(len(s))):
            if j != l and (q == p or not own_class_only):
                total += x[l] ** 2 * x[j] ** 2 * s[p] ** 2 * (1 - s[p]) ** 2
            if j != l and q != p:
                total += x[l] ** 2 * x[j] ** 2 * s[p] ** 2 * s[q] ** 2
    return total


def line_2_as_it_should_be(La, x, s):
    """Line 2 with q = p in its second sum and with the forgotten blocks j = l, q != p."""
    forgotten = sum(
        x[l] ** 4 * s[p] ** 2 * s[q] ** 2
        for l, p, q in product(range(len(x)), range(len(s)), range(len(s)))
        if p != q
    )
    return line_2(La, x, s, own_class_only=True) + forgotten


def line_3(La, x, s):
    """As printed."""
    total = Fraction(0)
    for l, p in product(range(len(x)), range(len(s))):
        others = sum(s[q] ** 2 for q in range(len(s)) if q != p)
        total += (La + x[l] ** 2 * s[p] * (1 - s[p])) ** 2
        total += sum(
            x[l] ** 2 * s[p] ** 2 * x[j] ** 2 * ((1 - s[p]) ** 2 + others) for j in range(len(x)) if j != l
        )
    return total


def line_4(La, x, s):
    """The other classes' squares replaced by (1 - s_p)^2."""
    total = Fraction(0)
    for l, p in product(range(len(x)), range(len(s))):
        others = sum(v**2 for j, v in enumerate(x) if j != l)
        own = s[p] ** 2 * (1 - s[p]) ** 2
        total += (
            La**2 + 2 * La * x[l] ** 2 * s[p] * (1 - s[p]) + x[l] ** 4 * own + 2 * x[l] ** 2 * own * others
        )
    return total


def line_5(La, x, s):
    """A term of line 4 doubled; equal to line 6."""
    norm = sum(v**2 for v in x)
    return sum(summand_6(La, v**2, norm - v**2, probability) for v, probability in product(x, s))


def compare(left, right, names: tuple[str, str], s=PROBABILITIES) -> Outcome:
    """Two displayed lines at Λ = 1/10, x = (1, 2) and three (or the given) probabilities."""
    values = [line(RIDGE, RECORD, s) for line in (left, right)]
    return equal_at(*values, names, Lambda=RIDGE, x=RECORD, s=s)


@check(
    THEOREM,
    about="step:block-expansion",
    method="exact",
    scope="Λ = 1/10, x = (1, 2), K = 3",
    expect="fails",
    control=lambda: compare(line_1, line_2_as_it_should_be, TRUTH_AND_2),
)
def printed_expansion_is_not_the_norm() -> Outcome:
    """Lines 1 and 2 differ: line 2 forgets the blocks j = l, q != p, and counts those with j != l, q = p K times."""
    return compare(line_1, line_2, TRUTH_AND_2)


def norm_below(line, name: str) -> Outcome:
    """The true squared norm against a later displayed line, which should bound it."""
    values = [chosen(RIDGE, RECORD, PROBABILITIES) for chosen in (line_1, line)]
    return at_most(*values, (TRUTH_AND_2[0], name), Lambda=RIDGE, x=RECORD, s=PROBABILITIES)


@check(
    THEOREM,
    about="step:block-expansion",
    method="exact",
    scope="Λ = 1/10, x = (1, 2), K = 3",
    expect="fails",
    control=lambda: norm_below(line_5, "displayed line 5"),
)
def forgotten_blocks_matter_up_to_line_4() -> Outcome:
    """Even the enlarged line 4 is smaller than the norm it should bound; line 5, where a term is doubled, is not."""
    return norm_below(line_4, "displayed line 4")


def forgotten_block(share: int) -> Outcome:
    """The forgotten x_l^4 s_p^2 (sum of the other s_q^2) against what line 5 adds, x_l^4 s_p^2 (1 - s_p)^2."""
    a, s, others = z3.Reals("a s others")
    premises = [a >= 0, s >= 0, s <= 1, others >= 0, others <= (1 - s) ** 2]
    return prove(premises, share * a**2 * s**2 * others <= a**2 * s**2 * (1 - s) ** 2)


@check(
    THEOREM,
    about="repair",
    method="smt",
    scope="every K and dimension, block by block",
    universal=True,
    needs=["softmax_smoothness_blocks.other_classes_are_bounded"],
    control=lambda: forgotten_block(2),
)
def doubling_pays_for_the_forgotten_blocks() -> Outcome:
    """The term that line 5 counts twice is at least as large as the blocks that line 2 forgets: from there on all is right."""
    return forgotten_block(1)


@check(
    THEOREM,
    about="step:regrouping",
    method="exact",
    scope="Λ = 1/10, x = (1, 2), K = 3",
    expect="fails",
    control=lambda: compare(lambda La, x, s: line_2(La, x, s, own_class_only=True), line_3, LINES_2_3),
)
def printed_regrouping_changes_the_value() -> Outcome:
    """Lines 2 and 3 differ: in line 2 the second sum also runs over q, in line 3 it does not."""
    return compare(line_2, line_3, LINES_2_3)


@check(
    THEOREM,
    about="step:other-classes",
    method="smt",
    scope="every K, by induction on the number of other classes",
    universal=True,
    control=lambda: squares_of_parts(1),
)
def other_classes_are_bounded() -> Outcome:
    """The other probabilities' squares sum to at most (1 - s_p)^2, reached when one of them has it all."""
    return squares_of_parts(2)


@check(
    THEOREM,
    about="step:equality-sign",
    method="exact",
    scope="Λ = 1/10, x = (1, 2), K = 3",
    expect="fails",
    control=lambda: compare(line_3, line_4, LINES_3_4, s=(Fraction(1, 4), Fraction(3, 4))),
)
def printed_equality_is_an_inequality() -> Outcome:
    """Lines 3 and 4 are joined by '=', but replacing a sum by its maximum makes the value larger (K = 2 excepted)."""
    return compare(line_3, line_4, LINES_3_4)
