"""cor:ampl_avg and sec:parameter_upscaling beside their theorems: weights n_i, printed lines, counterexamples.

User i holds n_i records and moves by at most s'/n_i. Entry by entry the other users cancel; what is left is n_i/w times the
move of one user's model.
"""

from fractions import Fraction

import sympy as sp
import z3

from accountant.sensitivity.bounds import sensitivity
from proofs_check.method.check import about
from proofs_check.method.replay import RATIONALS, at_most, equal_at
from proofs_check.method.smt import prove
from proofs_check.method.symbolic import SYMBOLIC, all_vanish, vanishes
from reference import formulas
from reference.learners.schedule import fixed_divisor, own_size

check_average = about("cor:ampl_avg")
NAMES = ("move of the average", "s'/w")


@check_average(
    "step:one-summand",
    "symbolic",
    every="every number of users, dimension and n_i, entry by entry",
    wrong={"records_of_neighbour": lambda n: n + 1},
)
def other_users_cancel(records_of_neighbour=lambda n: n):
    """If one user's record is replaced, the averages differ by n_i/w times the difference of that user's models."""
    own, other, rest = sp.symbols("f f' rest", real=True)
    n, w = sp.symbols("n w", positive=True)
    first = (n * own + rest) / w
    second = (records_of_neighbour(n) * other + rest) / w
    return vanishes(sp.expand(first - second - n / w * (own - other)))


@check_average(
    "premise:replaced-record",
    "exact",
    at="four users, a learner that ignores its data",
    expect="fails",
    wrong={"after": 50},
)
def an_added_record_changes_the_weight(before=50, after=51):
    """If a record is added, the weight n_i changes, and even a constant learner moves the average by its own norm over w."""
    averages = [Fraction(sum((own, 50, 50, 50)), 4) for own in (before, after)]  # of n_i T, T = 1
    moved = abs(averages[0] - averages[1])
    return at_most(moved, Fraction(0), NAMES, T=1, w=4, records=before, records_of_neighbour=after)


@check_average(
    "premise:one-holder",
    "exact",
    at="a record that two users hold, T = mean",
    expect="fails",
    wrong={"count": 1},
)
def a_shared_record_counts_twice(count=2):
    """A record that two users hold moves two summands: the local datasets must be disjoint."""
    # One record held by `count` of 10 users; T is the mean of records in [-1, 1], s' = 2; it goes from 1 to -1.
    w, n = 10, 5
    sums = [sum(n * Fraction(sum([record] + [0] * (n - 1)), n) for _ in range(count)) for record in (1, -1)]
    return at_most(Fraction(sums[0] - sums[1]) / w, Fraction(2, w), NAMES, w=w, n=n, holders=count)


@check_average(
    "premise:own-size",
    "exact",
    at="n = 50 for all, one user with 465 records as in EMNIST",
    expect="fails",
    wrong={"own_records": 50},
)
def an_average_size_is_not_enough(own_records=465):
    """The n of s = s'/n must be each user's own n_i: with one n for all, a user with more records moves the average by more."""
    s = lambda n: formulas.sensitivity(Fraction(1), Fraction(1), Fraction(n))  # noqa: E731
    moved = Fraction(own_records, 10) * s(50)
    return at_most(moved, s(10), NAMES, w=10, n=50, own_records=own_records)


@check_average(
    "inference:absolute-value",
    "exact",
    at="a difference with entries 3 and 4",
    expect="fails",
    wrong={"entries": (0, 4)},
)
def absolute_values_are_not_lengths(entries=(3, 4)):
    """A model is a vector: absolute values of its entries do not bound its length, which the noise is calibrated to."""
    length = RATIONALS.sqrt(Fraction(sum(e * e for e in entries)))
    names = ("Euclidean length", "largest absolute value")
    return at_most(length, Fraction(max(map(abs, entries))), names, difference=entries)


@check_average("step:bound", "smt", every="every w >= 1, n_i >= 1 and s' >= 0", wrong={"factor": 2})
def bound_is_inserted(factor=1):
    """(n_i/w) s = s'/w for s = s'/n_i."""
    n, w, bound, moved = z3.Reals("n w s' moved")
    premises = [n >= 1, w >= 1, bound >= 0, moved >= 0, moved <= factor * bound / n]
    return prove(premises, n / w * moved <= bound / w)


@check_average("step:learners", "symbolic", every="every Λ, R, c and n", wrong={"power": 2})
def printed_bounds_are_s_over_n(power=1):
    """n s is the same for all n, for SVM-SGD and for SoftmaxReg-SGD: s' = n s."""
    # n^power times the printed s of both learners: is it the same for n and for m records?
    Lambda, R, c, n, m = sp.symbols("Lambda R c n m", positive=True)
    svm = [k**power * formulas.sensitivity_svm(Lambda, R, c, k) for k in (n, m)]
    ours = [k**power * formulas.sensitivity_softmax(Lambda, R, c, k, SYMBOLIC) for k in (n, m)]
    return all_vanish([svm[0] - svm[1], ours[0] - ours[1]])


check_tight = about("sec:security_distblindavg#tight")


@check_tight(
    "reading:given-s",
    "smt",
    every="every w, s', models of the other users and learner that reaches its s",
    concludes="reached",
    wrong={"scale": 2},
)
def average_reaches_s_over_w(scale=1):
    """If a learner reaches its sensitivity, the average reaches s'/w: no smaller bound holds for all learners."""
    # One user's scaled model moves from a to a + s' along a line, the others stay: the average moves by scale s'/w.
    a, others, s, users = z3.Reals("a others s w")
    before, after = (a + others) / users, (a + s + others) / users
    return prove([users >= 1, s > 0], after - before == scale * s / users)


@check_tight(
    "reading:printed-s",
    "exact",
    at="SVM on CIFAR-10, Λ = 200, R = 0.06",
    expect="fails",
    wrong={"R": Fraction(0)},
)
def printed_s_is_not_tight(ridge=Fraction(200), R=Fraction("0.06")):
    """With the printed s of the learners the bound is not tight: 1.3 times the exact 2c/(Λnw) at Λ = 200."""
    c, n = Fraction("34.854"), Fraction(50)
    printed, exactly = formulas.sensitivity_svm(ridge, R, c, n), formulas.sensitivity(c, ridge, n)
    return at_most(printed, exactly, ("printed s", "2c/(Λn)"), Lambda=ridge, R=R, c=c)


@check_tight(
    "reading:printed-s",
    "interval",
    at="SoftmaxReg on CIFAR-10, n = 50, 150 passes of batches of 20, Λ = 1, R = 1, c = 34.854, p = 6144",
    expect="fails",
    wrong={"n": 41, "divisor": own_size, "Lambda": 3},
)
def noise_of_softmax_is_three_times_too_large(n=50, divisor=fixed_divisor, Lambda=1):
    """Theorem R proves a third of the printed s for the paper's own schedule, largest wherever the record is visited."""
    schedule = {"n": n, "M": 150 * -(-n // 20), "b": 20, "divisor": divisor}
    s = sensitivity("softmax", c="34.854", Lambda=Lambda, R=1, K=10, p=6144, **schedule)  # as certified
    return at_most(s.printed, s.best, ("printed s", "proved s"), n=n, Lambda=Lambda, R=1)


check_prediction = about("sec:parameter_upscaling#prediction")


@check_prediction(
    "reading:any-constant",
    "exact",
    at="two classes, constant -1",
    expect="fails",
    wrong={"constant": Fraction(50)},
)
def negative_constants_turn_the_label(constant=Fraction(-1)):
    """The text says any constant; a negative one exchanges the classes, and 0 leaves no class in front."""
    scores = [constant * score for score in (1, 2)]
    largest = [k for k, score in enumerate(scores) if score == max(scores)]
    return equal_at(Fraction(sum(largest)), Fraction(1), ("predicted class", "class before"), scores=scores)


@check_prediction(
    "reading:class-probabilities",
    "exact",
    at="two classes, logits 0 and log 2, C = 50",
    expect="fails",
    wrong={"power": 1},
)
def probabilities_saturate(power=50):
    """The softmax shares are not scale-invariant: times n = 50 a share of 2/3 becomes 1 - 1/(1 + 2^50)."""
    share = formulas.softmax(Fraction(2) ** power, 1 + Fraction(2) ** power)
    return equal_at(
        share, Fraction(2, 3), ("share after scaling", "share before"), logits="0, log 2", C=power
    )
