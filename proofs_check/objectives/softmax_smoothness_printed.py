"""thm:smooth_softmax: the printed proof, line by line, and the sentences around it.

Lines are numbered as displayed: 1 the sum over all entries, 2 its expansion into three sums, 3 the regrouping, 4 after
replacing the other classes' squares, 5 after doubling a term, 6 after collecting |x|^2, 7 after s(1-s) <= s, 8 after
the lemma, 9 the closing form.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import sympy as sp
import z3

from accountant.numbers.balls import BALLS, exact
from proofs_check.method.check import Outcome, about, theorem
from proofs_check.method.replay import at_most, certified, equal_at
from proofs_check.method.smt import prove
from proofs_check.method.symbolic import SYMBOLIC, vanishes
from reference import formulas

check = about("thm:smooth_softmax")

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
    return equal_at(left(RIDGE, RECORD, s), right(RIDGE, RECORD, s), names, Lambda=RIDGE, x=RECORD, s=s)


@check(
    "step:block-expansion",
    "exact",
    at="Λ = 1/10, x = (1, 2), K = 3",
    expect="fails",
    wrong={"right": line_2_as_it_should_be},
)
def printed_expansion_is_not_the_norm(right=line_2):
    """Lines 1 and 2 differ: line 2 forgets the blocks j = l, q != p, and counts those with j != l, q = p K times."""
    return compare(line_1, right, TRUTH_AND_2)


@check(
    "step:block-expansion",
    "exact",
    at="Λ = 1/10, x = (1, 2), K = 3",
    expect="fails",
    wrong={"line": line_5, "name": "displayed line 5"},
)
def forgotten_blocks_matter_up_to_line_4(line=line_4, name="displayed line 4"):
    """Even the enlarged line 4 is smaller than the norm it should bound; line 5, where a term is doubled, is not."""
    # The true squared norm against a later displayed line, which should bound it.
    truth, later = (chosen(RIDGE, RECORD, PROBABILITIES) for chosen in (line_1, line))
    return at_most(truth, later, (TRUTH_AND_2[0], name), Lambda=RIDGE, x=RECORD, s=PROBABILITIES)


@check(
    "repair",
    "smt",
    every="every K and dimension, block by block",
    wrong={"share": 2},
    needs=[theorem("lemmas.sums", "SQUARES")],
)
def doubling_pays_for_the_forgotten_blocks(share=1):
    """The term that line 5 counts twice is at least as large as the blocks that line 2 forgets: from there on all is right."""
    # The forgotten x_l^4 s_p^2 (sum of the other s_q^2) against what line 5 adds, x_l^4 s_p^2 (1 - s_p)^2.
    a, s, others = z3.Reals("a s others")
    premises = [a >= 0, s >= 0, s <= 1, others >= 0, others <= (1 - s) ** 2]
    return prove(premises, share * a**2 * s**2 * others <= a**2 * s**2 * (1 - s) ** 2)


@check(
    "step:regrouping",
    "exact",
    at="Λ = 1/10, x = (1, 2), K = 3",
    expect="fails",
    wrong={"left": lambda La, x, s: line_2(La, x, s, own_class_only=True)},
)
def printed_regrouping_changes_the_value(left=line_2):
    """Lines 2 and 3 differ: in line 2 the second sum also runs over q, in line 3 it does not."""
    return compare(left, line_3, LINES_2_3)


# --- lines 4 to 9 -----------------------------------------------------------------------------------------


@check(
    "step:equality-sign",
    "exact",
    at="Λ = 1/10, x = (1, 2), K = 3",
    expect="fails",
    wrong={"s": (Fraction(1, 4), Fraction(3, 4))},
)
def printed_equality_is_an_inequality(s=PROBABILITIES):
    """Lines 3 and 4 are joined by '=', but replacing a sum by its maximum makes the value larger (K = 2 excepted)."""
    return compare(line_3, line_4, LINES_3_4, s)


def termwise(left, right) -> Outcome:
    """One summand of two lines: a = x_l^2, o = the other squares of x, s = s_p, for all non-negative values."""
    La, a, o, s = z3.Reals("Lambda a o s")
    return prove([La > 0, a >= 0, o >= 0, s >= 0, s <= 1], left(La, a, o, s) <= right(La, a, o, s))


def summand_4(La, a, o, s):
    return La**2 + 2 * La * a * s * (1 - s) + a**2 * s**2 * (1 - s) ** 2 + 2 * a * s**2 * (1 - s) ** 2 * o


def summand_5(La, a, o, s, doubled=2):
    return La**2 + a * s * (1 - s) * (2 * La + doubled * a * s * (1 - s) + 2 * s * (1 - s) * o)


def summand_6(La, a, o, s):
    return La**2 + 2 * a * s * (1 - s) * (La + s * (1 - s) * (a + o))


def summand_7(La, a, o, s):
    """|x|^2 a s(1-s)(Λ/|x|^2 + s), with the |x|^2 multiplied out."""
    return La**2 + 2 * a * s * (1 - s) * (La + s * (a + o))


@check(
    "step:doubling",
    "smt",
    every="every K and dimension, summand by summand",
    wrong={"right": lambda La, a, o, s: summand_5(La, a, o, s, doubled=0)},
)
def doubling_a_term_only_adds(right=summand_5):
    """Line 4 <= line 5: x_l^4 s^2(1-s)^2 is counted twice."""
    return termwise(summand_4, right)


@check(
    "step:collecting",
    "symbolic",
    every="every K and dimension, summand by summand",
    wrong={"right": summand_7},
)
def collecting_the_norm_is_exact(left=summand_5, right=summand_6):
    """Line 5 = line 6: x_l^2 and the other squares add up to |x|^2."""
    names = sp.symbols("Lambda a o s", real=True)
    return vanishes(left(*names) - right(*names))


@check(
    "step:dropping-a-factor",
    "smt",
    every="every K and dimension, summand by summand, x != 0",
    wrong={"left": summand_7, "right": summand_6},
)
def dropping_a_factor_only_adds(left=summand_6, right=summand_7):
    """Line 6 <= line 7: s(1-s) <= s."""
    return termwise(left, right)


@check("step:lemma-applied", "symbolic", every="every Λ, |x| > 0, p and K", wrong={"exponent": 1})
def lemma_gives_the_closing_form(exponent=2):
    """Lines 7 to 9: with C = Λ/|x|^2 the lemma turns 2|x|^4 (C+1)^2/4 into 0.5 (Λ + |x|^2)^2."""
    # 2|x|^4 times the bound of lem:max_smoothness at C = Λ/|x|^2, against 0.5 (Λ + |x|^2)^2 inside beta.
    La, X, p, K = sp.symbols("Lambda X p K", positive=True)
    beta = formulas.smoothness_softmax(La, sp.sqrt(X), p, K, SYMBOLIC)
    return vanishes(
        beta**2 - (p + 1) * K * La**2 - 2 * X**exponent * formulas.simplex_bound(La / X, SYMBOLIC)
    )


@check("step:record-bound", "smt", every="every Λ > 0 and |x| <= c", wrong={"direction": -1})
def record_bound_is_inserted(direction=1):
    """The last line: |x| may be replaced by its bound c."""
    La, X, c2 = z3.Reals("Lambda X c2")
    return prove([La > 0, X >= 0, X <= c2], direction * (La + X) ** 2 <= direction * (La + c2) ** 2)


@check(
    "inference:common-point",
    "smt",
    at="a convex function of two variables on the segment from (0, 0) to (1, 1)",
    expect="fails",
    wrong={"second_power": 2},
)
def components_have_no_common_point(second_power=3):
    """The mean value theorem is applied to a vector with one c; components (a^2, b^3) need c = 1/2 and c = 0.577."""
    c = z3.Real("c")
    first, second = 2 * c == 1, second_power * c ** (second_power - 1) == 1
    return prove([], z3.Exists([c], z3.And(c >= 0, c <= 1, first, second)))


@check(
    "step:approximation",
    "interval",
    at="the paper's CIFAR-10 setting, Λ = 1; read as: within 10 %",
    expect="fails",
    wrong={"La": "30"},
)
def approximation_misses_at_small_regularization(La="1"):
    """beta is not about sqrt(pK) Λ at the paper's Λ = 1: it is 3.6 times larger (at Λ = 30 it is within 10 %)."""
    p, K, c = 6144, 10, "34.854"
    ratio = certified(
        lambda: (
            formulas.smoothness_softmax(exact(La), exact(c), p, K, BALLS) / (BALLS.sqrt(p * K) * exact(La))
        )
    )
    return at_most(
        ratio, Fraction(11, 10), ("ratio of beta to its approximation", "limit"), p=p, K=K, c=c, Lambda=La
    )
