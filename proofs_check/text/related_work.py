"""Sentences on related work: the gap of 1/w, one shared update, and what separates BlindAvg from local privacy."""

from fractions import Fraction

import sympy as sp

from proofs_check.method.check import about
from proofs_check.method.replay import RATIONALS, at_most, equal_at
from proofs_check.method.symbolic import vanishes
from reference import formulas

check_gap = about("section:related-work#gap")
check_update = about("section:related-work#one_update")
check_local = about("sec:security_distblindavg#local_dp")
check_means = about("app:experimental_setup#mean_of_means")


@check_gap(
    "premise:enough-steps",
    "exact",
    at="M = 1 step, 1,000 users with equal records",
    expect="fails",
    wrong={"steps": 10, "users": 200},
)
def many_users_of_one_step_keep_their_bias(steps=1, users=1000):
    """What all users have in common does not average out: with one step each the excess stays at c^2/(36Λ) for every w."""
    # All records equal, c = Λ = 1: the excess is bias^2 |f*|^2 with |f*| = 1/2, against 8/(27 wM).
    excess = formulas.sgdwa_bias(Fraction(steps)) ** 2 / 4
    return at_most(
        excess, Fraction(8, 27 * users * steps), ("excess", "8c^2/(27ΛwM)"), w=users, M=steps, c=1, Lambda=1
    )


@check_gap(
    "premise:strict",
    "exact",
    at="eight users with equal records, M = 3, Λ = c^2/2: 169/1800, 3.8 times the bound",
    expect="fails",
    wrong={"Lambda": Fraction(11, 20)},
)
def at_the_threshold_a_step_is_lost(Lambda=Fraction(1, 2)):
    """At Λ = c^2/2 the first step reaches the margin 1, where the learner's slope is 0: the second step goes back."""
    # Eight users with the record 1 of class +, c = 1, three steps of HingeSVM-SGDWA each, in fractions: the
    # excess and the bound.
    users, steps = 8, 3
    f = average = Fraction(0)
    for m in range(1, steps + 1):
        loss = formulas.loss_gradient_entry(Fraction(1), formulas.hinge_slope(f, RATIONALS))
        f = formulas.sgd_step(
            f, formulas.subgradient_step(Lambda, m), formulas.gradient_entry(2 * Lambda, f, loss)
        )
        average = formulas.averaging_step(average, formulas.averaging_weight(Fraction(m)), f)
    value = lambda g: formulas.regularized(2 * Lambda, g**2, formulas.hinge(g, RATIONALS))  # noqa: E731
    excess = value(average) - value(formulas.class_mean_entry(Fraction(1), 2 * Lambda))
    bound = Fraction(8, 27 * users * steps) / Lambda
    return at_most(excess, bound, ("excess", "8c^2/(27ΛwM)"), w=users, M=steps, c=1, Lambda=Lambda)


@check_update(
    "statement",
    "symbolic",
    every="every number of users, all models, entry by entry",
    concludes="the average up to a constant",
    wrong=[{"start": lambda init, i: 2 * init}, {"start": lambda init, i: init + i}],
)
def one_update_is_the_average(start=lambda init, i: init):
    """With a common start the averaged updates are the average of the models, less the start."""
    init, w, i = sp.symbols("init"), sp.symbols("w", positive=True), sp.symbols("i", integer=True)
    f = sp.IndexedBase("f")
    updates = sp.Sum(f[i], (i, 1, w)) - sp.summation(start(init, i), (i, 1, w))
    return vanishes(sp.expand(updates / w - (sp.Sum(f[i], (i, 1, w)) / w - init)))


@check_local("step:overhead", "exact", at="w = 10,000, t = 1", expect="fails", wrong={"users": 1})
def local_privacy_needs_more_noise(users=10000):
    """What separates the two is not only the overhead of secure summation: local privacy needs sqrt(w) times the noise."""
    # The squared noise that local privacy needs of each user over what BlindAvg adds, t = 1, against 1.
    ratio = (1 / formulas.noise_per_user(Fraction(1), Fraction(1), Fraction(users), RATIONALS)) ** 2
    return at_most(ratio, Fraction(1), ("squared noise of local privacy", "that of BlindAvg"), w=users)


@check_means(
    "premise:equal-batches",
    "exact",
    at="users with 19 and 465 records, the smallest and the largest of EMNIST",
    expect="fails",
    wrong={"sizes": (50, 50)},
)
def unequal_users_do_not(sizes=(19, 465)):
    """With 19 and 465 gradients the mean of means is 1/2, the mean of all 465/484."""
    # Users whose gradients are all 0 and all 1: the mean of the two means, against the mean of all.
    return equal_at(
        Fraction(1, 2), Fraction(sizes[1], sum(sizes)), ("mean of means", "mean of all"), sizes=list(sizes)
    )
