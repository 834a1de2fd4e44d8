"""cor:userlevel_sens: all data of one user exchanged at once. Models of norm at most R are within 2R, whatever the data."""

from fractions import Fraction

import z3

from accountant.numbers.balls import BALLS, exact
from proofs_check.distributed.noise_split import delta_at
from proofs_check.lemmas.normal import EPS, SIGMA
from proofs_check.method.check import about, theorem
from proofs_check.method.replay import at_most, certified
from proofs_check.method.smt import prove
from reference import formulas

check_user = about("cor:userlevel_sens")
check_average = about("sec:security_distblindavg#user_level")
ONE = "reading:one-user"


@check_user(
    ONE,
    "smt",
    every="every Y >= 1 and eps >= 0",
    wrong={"factor": 2},
    needs=[theorem("gaussian.curve_theorem", "FALLS_IN_EPS")],
)
def printed_factor_is_wasted(factor=1):
    """delta falls in eps and Y eps >= eps: the printed (Y eps, delta) follows, and is Y times weaker than need be."""
    size, loss = z3.Reals("Y eps")
    return prove([size >= 1, loss >= 0], size * loss >= factor * loss)


@check_user("step:interval", "exact", at="two dimensions", expect="fails", wrong={"dimension": 1})
def entries_in_an_interval_are_not_enough(dimension=2):
    """Models with entries in [-R, R] can be 2R sqrt(d) apart."""
    # Opposite corners of [-R, R]^d, R = 1: squared distance against (2R)^2.
    corners = zip([1] * dimension, [-1] * dimension, strict=True)
    distance = sum((a - b) ** 2 for a, b in corners)
    return at_most(distance, 2**2, ("squared distance", "(2R)^2"), R=1, dimension=dimension)


@check_user(
    "step:shape", "interval", at="models that differ in the intercept", expect="fails", wrong={"noised": True}
)
def an_intercept_without_noise_is_public(noised=False):
    """p x K noise entries leave the K intercepts bare: they tell the datasets apart for sure."""
    # Models whose intercept is 1 or 0: delta of seeing it with noise σ, or bare (S = {1}), against delta at 5 < σ.
    p, q = Fraction(1), Fraction(0)  # Pr[S] on the two datasets, without noise
    bare = certified(lambda: exact(p) - BALLS.exp(EPS) * exact(q))
    gained = delta_at(lambda: exact(SIGMA)) if noised else bare
    return at_most(gained, delta_at(lambda: exact(5)), ("delta", "delta at 5"), intercept_noised=noised)


@check_user(
    "step:equal-sizes",
    "smt",
    every="every common n and number of honest users H >= tw",
    wrong={"other": lambda n: 2 * n},
)
def equal_sizes_keep_sigma(other=lambda n: n):
    """With equal n_i the weights cancel; a user with twice the records (control) is left with half the noise."""
    # H users with weight n against one of weight other(n): squared noise over squared sensitivity >= sigma^2 if H >= tw.
    size, count, wanted = z3.Reals("n H tw")
    premises = [size >= 1, wanted > 0, count >= wanted]
    return prove(premises, count * size * size / (wanted * other(size) * other(size)) >= 1)


@check_average(
    "reading:weighted-by-size",
    "interval",
    at="sizes as in EMNIST: 220 on average, 465 at most; t = 1/2, 1,000 users",
    expect="fails",
    wrong={"largest": 220},
)
def large_users_are_under_protected(largest=465, others=220):
    """A user with 465 records among users with 220 moves the weighted sum twice as far as the noise allows for."""
    share = Fraction(largest**2 + 499 * others**2, 500 * largest**2)
    truth = delta_at(lambda: exact(SIGMA) * BALLS.sqrt(share))
    names = ("delta", "target delta")
    return at_most(
        truth, Fraction(1, 10**5), names, eps=EPS, sigma=SIGMA, records=largest, records_of_others=others
    )


@check_user(
    "inference:group-factor",
    "interval",
    at="SoftmaxReg on CIFAR-10, n = 50, Λ = 1, R = 0.1, where s over 2R is largest; groups of 2",
    expect="fails",
    wrong={"factor": 1},
)
def fifty_times_eps_never_pivots(factor=50, group=2):
    """With eps times 50 for a whole user, 2R needs 2.5 times the noise of a group of 2: fig:exp_heatmap could not pivot."""
    # Noise for one budget: factor times 2R for a whole user, against group times the printed s.
    Lambda, R = exact(1), exact("0.1")
    user = certified(lambda: factor * 2 * R)
    pair = certified(
        lambda: group * formulas.sensitivity_softmax(Lambda, R, exact("34.854"), exact(50), BALLS)
    )
    return at_most(user, pair, ("noise for a user", "noise for the group"), factor=factor, group=group)
