"""cor:ampl_avg and sec:parameter_upscaling beside their theorems: weights n_i, printed lines, counterexamples.

User i holds n_i records and moves by at most s'/n_i. Entry by entry the other users cancel; what is left is n_i/w times the
move of one user's model.
"""

from __future__ import annotations

from fractions import Fraction

import sympy as sp
import z3

from proofs_check.method.check import Outcome, check
from proofs_check.method.replay import RATIONALS, at_most, equal_at
from proofs_check.method.smt import prove
from proofs_check.method.symbolic import SYMBOLIC, all_vanish, vanishes
from reference import formulas

AVERAGE = "cor:ampl_avg"
NAMES = ("move of the average", "s'/w")


def entry_of_the_average(records_of_neighbour) -> Outcome:
    """One entry of the difference of two averages that differ in one user, against n/w times that user's difference."""
    own, other, rest = sp.symbols("f f' rest", real=True)
    n, w = sp.symbols("n w", positive=True)
    first = (n * own + rest) / w
    second = (records_of_neighbour(n) * other + rest) / w
    return vanishes(sp.expand(first - second - n / w * (own - other)))


@check(
    AVERAGE,
    about="repair",
    method="symbolic",
    scope="every number of users, dimension and n_i, entry by entry",
    universal=True,
    control=lambda: entry_of_the_average(lambda n: n + 1),
)
def other_users_cancel() -> Outcome:
    """If one user's record is replaced, the averages differ by n_i/w times the difference of that user's models."""
    return entry_of_the_average(lambda n: n)


def weighted_move(factor: int) -> Outcome:
    """A model that moves by at most factor s'/n, times n/w, against s'/w."""
    n, w, bound, moved = z3.Reals("n w s' moved")
    premises = [n >= 1, w >= 1, bound >= 0, moved >= 0, moved <= factor * bound / n]
    return prove(premises, n / w * moved <= bound / w)


@check(
    AVERAGE,
    about="repair",
    method="smt",
    scope="every w >= 1, n_i >= 1 and s' >= 0; lengths, so every dimension",
    universal=True,
    needs=["distributed.weights.other_users_cancel"],
    control=lambda: weighted_move(2),
)
def weight_turns_s_over_n_into_s_over_w() -> Outcome:
    """n_i/w times a move of at most s'/n_i is at most s'/w, whatever n_i is."""
    return weighted_move(1)


def sizes(before: int, after: int) -> Outcome:
    """T = 1 whatever the data, so s' = 0; one of 4 users holds `before` or `after` records."""
    w = Fraction(4)
    moved = abs((before - after) * Fraction(1)) / w
    return at_most(moved, Fraction(0), NAMES, T=1, w=w, records=before, records_of_neighbour=after)


@check(
    AVERAGE,
    about="premise:replaced-record",
    method="exact",
    scope="four users, a learner that ignores its data",
    expect="fails",
    control=lambda: sizes(50, 50),
)
def an_added_record_changes_the_weight() -> Outcome:
    """If a record is added, the weight n_i changes, and even a constant learner moves the average by its own norm over w."""
    return sizes(50, 51)


def holders(count: int) -> Outcome:
    """One record held by `count` of 10 users; T is the mean of records in [-1, 1], s' = 2; it goes from 1 to -1."""
    w, n = Fraction(10), Fraction(5)
    moved = sum(n / w * Fraction(2) / n for _ in range(count))
    return at_most(moved, Fraction(2) / w, NAMES, w=w, n=n, holders=count)


@check(
    AVERAGE,
    about="premise:one-holder",
    method="exact",
    scope="a record that two users hold, T = mean",
    expect="fails",
    control=lambda: holders(1),
)
def a_shared_record_counts_twice() -> Outcome:
    """A record that two users hold moves two summands: the local datasets must be disjoint."""
    return holders(2)


def common_bound(own_records: int) -> Outcome:
    """s = s'/n with n = 50 for all users; the changed one holds `own_records` and moves by s."""
    w, n, bound = Fraction(10), Fraction(50), Fraction(1)
    moved = Fraction(own_records) / w * bound / n
    return at_most(moved, bound / w, NAMES, w=w, n=n, own_records=own_records)


@check(
    AVERAGE,
    about="premise:own-size",
    method="exact",
    scope="n = 50 for all, one user with 465 records as in EMNIST",
    expect="fails",
    control=lambda: common_bound(50),
)
def an_average_size_is_not_enough() -> Outcome:
    """The n of s = s'/n must be each user's own n_i: with one n for all, a user with more records moves the average by more."""
    return common_bound(465)


def largest_entry_as_length(entries: tuple[int, ...]) -> Outcome:
    """The Euclidean length of a difference against its largest entry in absolute value."""
    length = RATIONALS.sqrt(Fraction(sum(e * e for e in entries)))
    names = ("Euclidean length", "largest absolute value")
    return at_most(length, Fraction(max(map(abs, entries))), names, difference=entries)


@check(
    AVERAGE,
    about="inference:absolute-value",
    method="exact",
    scope="a difference with entries 3 and 4",
    expect="fails",
    control=lambda: largest_entry_as_length((0, 4)),
)
def absolute_values_are_not_lengths() -> Outcome:
    """A model is a vector: absolute values of its entries do not bound its length, which the noise is calibrated to."""
    return largest_entry_as_length((3, 4))


def changed_users(count: int) -> Outcome:
    """T = mean in [-1, 1], s' = 2, w = 10: `count` users replace a record, all in the same direction."""
    w = Fraction(10)
    return at_most(count * Fraction(2) / w, Fraction(2) / w, NAMES, w=w, users_with_a_changed_record=count)


@check(
    AVERAGE,
    about="step:all-users",
    method="exact",
    scope="10 users, T = mean",
    expect="fails",
    control=lambda: changed_users(1),
)
def a_record_of_each_user_moves_w_times_as_far() -> Outcome:
    """The displays let i run over all of 0..w at once; neighbours in every user would move the average by s', not by s'/w."""
    return changed_users(10)


@check(
    AVERAGE,
    about="step:one-summand",
    method="symbolic",
    scope="every number of users, dimension and n_i, entry by entry",
    universal=True,
    control=lambda: entry_of_the_average(lambda n: n + 1),
)
def difference_is_one_summand() -> Outcome:
    """The difference of the averages is n_i/w times the difference of one user's models."""
    return entry_of_the_average(lambda n: n)


@check(
    AVERAGE,
    about="step:bound",
    method="smt",
    scope="every w >= 1, n_i >= 1 and s' >= 0",
    universal=True,
    control=lambda: weighted_move(2),
)
def bound_is_inserted() -> Outcome:
    """(n_i/w) s = s'/w for s = s'/n_i."""
    return weighted_move(1)


def learners_scale(power: int) -> Outcome:
    """n^power times the printed s of both learners: is it the same for n and for m records?"""
    Lambda, R, c, n, m = sp.symbols("Lambda R c n m", positive=True)
    svm = [k**power * formulas.sensitivity_svm(Lambda, R, c, k) for k in (n, m)]
    ours = [k**power * formulas.sensitivity_softmax(Lambda, R, c, k, SYMBOLIC) for k in (n, m)]
    return all_vanish([svm[0] - svm[1], ours[0] - ours[1]])


@check(
    AVERAGE,
    about="step:learners",
    method="symbolic",
    scope="every Λ, R, c and n",
    universal=True,
    control=lambda: learners_scale(2),
)
def printed_bounds_are_s_over_n() -> Outcome:
    """n s is the same for all n, for SVM-SGD and for SoftmaxReg-SGD: s' = n s."""
    return learners_scale(1)


TIGHT = "sec:security_distblindavg#tight"


def average_moves_by(scale) -> Outcome:
    """One user's scaled model moves from a to a + s' along a line, the others stay: the average moves by scale s'/w."""
    a, others, s, users = z3.Reals("a others s w")
    before, after = (a + others) / users, (a + s + others) / users
    return prove([users >= 1, s > 0], after - before == scale * s / users)


@check(
    TIGHT,
    about="reading:given-s",
    method="smt",
    scope="every w, s', models of the other users and learner that reaches its s",
    universal=True,
    concludes="reached",
    control=lambda: average_moves_by(2),
)
def average_reaches_s_over_w() -> Outcome:
    """If a learner reaches its sensitivity, the average reaches s'/w: no smaller bound holds for all learners."""
    return average_moves_by(1)


def printed_against_exact(ridge: Fraction) -> Outcome:
    """The printed s of the SVM over 2c/(Λn), which is never exceeded; R = 0.06, c = 34.854, n = 50; 1 % allowed."""
    R, c, n = Fraction("0.06"), Fraction("34.854"), Fraction(50)
    printed, exactly = formulas.sensitivity_svm(ridge, R, c, n), formulas.sensitivity(c, ridge, n)
    return at_most(
        printed, Fraction(101, 100) * exactly, ("printed s", "1.01 times 2c/(Λn)"), Lambda=ridge, R=R, c=c
    )


@check(
    TIGHT,
    about="reading:printed-s",
    method="exact",
    scope="SVM on CIFAR-10, Λ = 200, R = 0.06",
    expect="fails",
    control=lambda: printed_against_exact(Fraction(1)),
)
def printed_s_is_not_tight() -> Outcome:
    """With the printed s of the learners the bound is not tight: 1.34 times the exact 2c/(Λnw) at Λ = 200."""
    return printed_against_exact(Fraction(200))


def reduced(n: int, w: int) -> Outcome:
    """n/w, the factor on the sensitivity, against 1."""
    return at_most(Fraction(n, w), Fraction(1), ("factor n/w", "one"), n=n, w=w)


@check(
    "cor:ampl_avg",
    about="step:reduces",
    method="exact",
    scope="50,000 records among 100 users, as in the experiments",
    expect="fails",
    control=lambda: reduced(50, 1000),
)
def a_few_users_are_scaled_up() -> Outcome:
    """n/w reduces s only if there are more users than records per user: with 100 users of 500 it multiplies s by 5."""
    return reduced(500, 100)


PREDICTION, EQUAL = "sec:parameter_upscaling#prediction", "sec:parameter_upscaling#equal_sizes"


def label_after(constant: Fraction) -> Outcome:
    """Scores 1 and 2 times this constant: is the second class still the (only) largest?"""
    scores = [constant * score for score in (1, 2)]
    largest = [k for k, score in enumerate(scores) if score == max(scores)]
    return equal_at(Fraction(sum(largest)), Fraction(1), ("predicted class", "class before"), scores=scores)


@check(
    PREDICTION,
    about="reading:any-constant",
    method="exact",
    scope="two classes, constant -1",
    expect="fails",
    control=lambda: label_after(Fraction(50)),
)
def negative_constants_turn_the_label() -> Outcome:
    """The text says any constant; a negative one exchanges the classes, and 0 leaves no class in front."""
    return label_after(Fraction(-1))


def probability_after(power: int) -> Outcome:
    """Logits 0 and log 2, scaled by `power`: the second class's softmax share against the one before, 2/3."""
    share = formulas.softmax(Fraction(2) ** power, 1 + Fraction(2) ** power)
    return equal_at(
        share, Fraction(2, 3), ("share after scaling", "share before"), logits="0, log 2", C=power
    )


@check(
    PREDICTION,
    about="reading:class-probabilities",
    method="exact",
    scope="two classes, logits 0 and log 2, C = 50",
    expect="fails",
    control=lambda: probability_after(1),
)
def probabilities_saturate() -> Outcome:
    """The softmax shares are not scale-invariant: times n = 50 a share of 2/3 becomes 1 - 1/(1 + 2^50)."""
    return probability_after(50)
