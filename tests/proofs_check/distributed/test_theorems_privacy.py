"""The theorems of probability, gaussian, distributed and groups: what they rest on, bounds are attained.

WRONG lists the wrong variants, each the same proof from a premise that is not enough: all are rejected.
"""

import pytest
import z3

from proofs_check.distributed import (
    average_theorem,
    blindavg_theorem,
    noise_theorem,
)
from proofs_check.distributed.average_theorem import i, users
from proofs_check.distributed.blindavg_theorem import PRESENT, SECAGG_DROPOUTS, WITH_DROPOUTS
from proofs_check.distributed.noise_theorem import (
    OURS,
    SUM_OF_NOISES,
    THEIRS,
    nu,
    real,
    real2,
    rho,
    t_honest,
    tilde,
)
from proofs_check.gaussian import curve_theorem, mechanism_theorem
from proofs_check.gaussian.curve_theorem import TERMS, curve, eps, expo, sigma
from proofs_check.gaussian.mechanism_theorem import d, d2, normal
from proofs_check.groups import certified_theorem, group_theorem
from proofs_check.groups.certified_theorem import (
    MARGIN_GROUP_OF_ONE_USER,
    SOFTMAX_RECORD,
    SVM_AVERAGED,
    SVM_GROUP,
    SVM_RECORD,
)
from proofs_check.groups.group_theorem import CHAIN, GROUP_PRIVACY, USER_LEVEL, group
from proofs_check.lemmas import probability
from proofs_check.lemmas.numbers import NUM
from proofs_check.lemmas.probability import (
    INDEPENDENT,
    J2,
    ONLY_SMALL_NOISE_STAYS,
    Coin,
    J,
    law,
    law2,
    on_circle,
    product,
    r,
)
from proofs_check.lemmas.spaces import R
from proofs_check.logic.derived import below, tier
from proofs_check.logic.models import Reading
from proofs_check.logic.obligations import limited
from proofs_check.logic.rules import LEDGER, Rejected, lemma
from proofs_check.secure_sum import discrete_theorem, grid_theorem
from proofs_check.secure_sum.discrete_theorem import RECORD
from reference import formulas


def named(part):
    return getattr(part, "name", None)


MECHANISM = {
    theorem.name for theorem in (curve_theorem.LINE_CURVE, curve_theorem.SMALLER_SHIFT, curve_theorem.ALONG)
}


def leaves(theorem):
    return {name for name in theorem.rests if LEDGER[name].kind == "leaf"}


def test_what_the_theorems_rest_on():
    assert tier(average_theorem.AVERAGE) == tier(CHAIN) == tier(probability.MIXTURE) == "composed"
    assert leaves(mechanism_theorem.LEARNER) == MECHANISM
    assert leaves(noise_theorem.SQRTGAUSS) == {SUM_OF_NOISES.name}
    for theorem in (WITH_DROPOUTS, SECAGG_DROPOUTS, GROUP_PRIVACY, USER_LEVEL, certified_theorem.SVM_RECORD):
        assert leaves(theorem) == {*MECHANISM, SUM_OF_NOISES.name}


def test_the_whole_chain_uses_the_learner():
    promised = set(certified_theorem.SVM_RECORD.given)
    assert {
        "order-ignores-the-data",
        "same-start",
        "ball-projection",
        "independent-of-the-noise",
        "dropouts",
    } <= promised
    assert "sensitivity" not in promised


@pytest.mark.parametrize("theorem", certified_theorem.TRAININGS, ids=named)
def test_a_certificate_has_no_premise_about_what_a_model_moves(theorem):
    """The learner's own theorem meets it: what remains speaks of training, numbers and the protocol."""
    training = certified_theorem.TRAININGS[theorem]
    assert {training.run.name, training.family.theorem.name} <= below(theorem)
    assert set(training.run.given) - {"classes"} <= set(theorem.given)
    moved = {
        "sensitivity",
        "group-sensitivity",
        "models-in-the-ball",
        "average-moves",
        "gap",
        "gap-at-radius",
    }
    assert not moved & set(theorem.given)


@pytest.mark.parametrize("theorem", certified_theorem.KINDS, ids=named)
def test_averaged_orders_are_joined_with_the_sum(theorem):
    one, family = certified_theorem.KINDS[theorem]
    assert {one.name, family.theorem.name, probability.AVERAGED.name} <= below(theorem)
    assert set(one.given) <= set(theorem.given)


# --- a user that stays only if its own noise is small ---------------------------------------------------------


def test_independent_of_the_noise_cannot_be_left_out():
    """For each r the output is 2-private with delta 0, and r has one law; yet Pr = 1/2 against 2 * 0."""
    assert on_circle(INDEPENDENT).conclusion
    found = on_circle(ONLY_SMALL_NOISE_STAYS, violated=["independent-of-the-noise"])
    assert not found.conclusion
    assert not found.open, "all axioms hold in the example"


def no_product(table):
    """No weights for r and no weights for the noise have this table as their products."""
    rows, columns = z3.Reals("stays leaves"), z3.Reals("none one two")
    solver = z3.Solver()
    solver.add(*(rows[cell // 3] * columns[cell % 3] == table[cell] for cell in range(6)))
    return solver.check() == z3.unsat


def test_no_law_at_all_makes_that_example_independent():
    assert no_product(ONLY_SMALL_NOISE_STAYS)
    assert not no_product(INDEPENDENT)


# --- wrong variants: the same proof from a premise that is not enough, or to a conclusion that is too strong --


def variant(theorem, name, shows=None, **premises):
    given = {**theorem.given, **{slug.replace("_", "-"): premise for slug, premise in premises.items()}}
    assert set(given) == set(theorem.given), "a variant changes premises, it adds none"
    with limited(60_000):
        shows = theorem.shows if shows is None else shows
        return lemma(f"{theorem.name}, {name}", given, shows, theorem.proof[1], theorem.where)


def split_over(fraction):
    return tilde == formulas.noise_per_user(sigma, fraction, users, NUM)


def bounded_by(multiplier, loss):
    return real <= loss * real2 + curve(multiplier) + formulas.simulation_loss(eps, nu, TERMS)


NOISES = product(law, normal(d)), product(law2, normal(d2))


def at_one(theorem, slug, number, value):
    """The premise with this number in the place of a term."""
    return {slug.replace("-", "_"): z3.substitute(theorem.given[slug], (number, value))}


def only(theorem, slug, *values):
    """The premise at these values of its first variables only."""
    premise = theorem.given[slug]
    rest = [z3.Const(f"rest_{i}", premise.var_sort(i)) for i in range(len(values), premise.num_vars())]
    body = z3.substitute_vars(premise.body(), *reversed([*values, *rest]))
    return {slug.replace("-", "_"): z3.ForAll(rest, body) if rest else body}


OWN_SIZE = z3.ToReal(OURS.n(average_theorem.user))
CERTIFIED_WRONG = {
    "s' of a model, not of n models": (SVM_RECORD, at_one(SVM_RECORD, "bound", OWN_SIZE, z3.RealVal(1))),
    "half of Theorem R's sum": (SOFTMAX_RECORD, at_one(SOFTMAX_RECORD, "bound", OWN_SIZE, OWN_SIZE / 2)),
    "one order has the bound": (SVM_RECORD, only(SVM_RECORD, "bound", z3.Const("one", Coin))),
    "the first record of a group has the bound": (SVM_GROUP, only(SVM_GROUP, "bound", z3.IntVal(0))),
    "the first record of one user's group has the bound": (
        MARGIN_GROUP_OF_ONE_USER,
        only(MARGIN_GROUP_OF_ONE_USER, "bound", z3.IntVal(0)),
    ),
    "one kind of orders has its bound": (SVM_AVERAGED, only(SVM_AVERAGED, "bound", z3.IntVal(0))),
    "the kind depends on the data": (
        SVM_AVERAGED,
        {"kind_drawn_first": SVM_AVERAGED.given["kind-drawn-first"].arg(0)},
    ),
    "closeness is charged once": (
        RECORD,
        at_one(
            RECORD, "eps-on-the-grid", discrete_theorem.LOSS * discrete_theorem.LOSS, discrete_theorem.LOSS
        ),
    ),
    "rounding is free": (
        RECORD,
        at_one(RECORD, "eps-on-the-grid", NUM.sqrt(z3.ToReal(grid_theorem.d)), z3.RealVal(0)),
    ),
    "the gap of the first step for all": (SOFTMAX_RECORD, only(SOFTMAX_RECORD, "gap-of-many", z3.IntVal(0))),
}
WRONG = {
    **CERTIFIED_WRONG,
    "dropouts that depend on the noise": (
        WITH_DROPOUTS,
        {"independent_of_the_noise": z3.And(J == NOISES[0], J2 == J2)},
    ),
    "who stays depends on the data": (
        WITH_DROPOUTS,
        {"dropouts_ignore_the_data": z3.ForAll([r, i], z3.Implies(OURS.stays(r, i), OURS.stays(r, i)))},
    ),
    "r has another law on the neighbour": (WITH_DROPOUTS, {"independent_of_the_data": law == law}),
    "noise split over all users": (WITH_DROPOUTS, {"noise_of_a_user": split_over(z3.RealVal(1))}),
    "noise split over those who begin": (WITH_DROPOUTS, {"noise_of_a_user": split_over(t_honest)}),
    "everybody may leave": (WITH_DROPOUTS, {"fractions": z3.And(rho >= 0, rho <= t_honest)}),
    "two users hold the record": (
        WITH_DROPOUTS,
        {"one_holder": z3.ForAll([r, i], z3.Implies(i > average_theorem.user + 1, OURS.n(i) == THEIRS.n(i)))},
    ),
    "a one-sided simulation": (PRESENT, {"simulated": real - probability.prob(J, probability.E) <= nu}),
    "user level 2R/w with weights n_i": (USER_LEVEL, {"bound": noise_theorem.bound >= 2 * R}),
    "a user of more than N records": (
        USER_LEVEL,
        {"public_bound": z3.And(group_theorem.N >= 1, OURS.n(average_theorem.user) <= group_theorem.N)},
    ),
}


@pytest.mark.parametrize("what", WRONG)
def test_wrong_variants_are_rejected(what):
    theorem, premises = WRONG[what]
    with pytest.raises(Rejected) as error:
        variant(theorem, what, **premises)
    assert error.value.missing


@pytest.mark.parametrize(
    ("theorem", "what", "shows"),
    [
        (GROUP_PRIVACY, "linear in eps at fixed noise", bounded_by(sigma, expo(group * eps))),
        (GROUP_PRIVACY, "the curve of one record", bounded_by(sigma, expo(eps))),
        (WITH_DROPOUTS, "twice the multiplier", bounded_by(2 * sigma, expo(eps))),
        (PRESENT, "no loss of the simulation", real <= expo(eps) * real2 + curve(sigma)),
        (
            CHAIN,
            "delta is kept",
            group_theorem.chain(0) <= group_theorem.power(0) * group_theorem.chain(group_theorem.m),
        ),
    ],
    ids=lambda part: part if isinstance(part, str) else named(part) or "",
)
def test_conclusions_that_are_too_strong_are_rejected(theorem, what, shows):
    if theorem.proof[0] != "lemma":
        with pytest.raises(Rejected):
            lemma(f"{theorem.name}, {what}", theorem.given, shows, [theorem], theorem.where)
        return
    with pytest.raises(Rejected):
        variant(theorem, what, shows)


@pytest.mark.parametrize("theorem", [WITH_DROPOUTS, SVM_RECORD], ids=named)
def test_the_right_variant_is_accepted(theorem):
    """The rejections above are not due to the detour: more noise of each user is enough, too."""
    more = z3.And(THEIRS.n(0) >= 1, split_over(t_honest - rho))
    assert variant(theorem, "put in again", noise_of_a_user=more).kind == "proved"


# --- bounds are attained --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("theorem", "meaning"),
    [(average_theorem.AVERAGE, average_theorem.THREE_USERS), (group_theorem.PLAIN, group_theorem.FLIPPED)],
    ids=named,
)
def test_the_average_moves_as_far_as_the_bound(theorem, meaning):
    reading = Reading({"V": z3.RealSort()}, meaning)
    assert reading.decides(theorem.shows.arg(0) == theorem.shows.arg(1))
    assert reading.decides(theorem.shows.arg(0) > 0)


def test_delta_grows_along_the_chain_as_it_says():
    reading = Reading({}, group_theorem.NINE)
    assert reading.decides(CHAIN.shows.arg(1).arg(1).arg(0) == CHAIN.shows.arg(1).arg(1).arg(1))


def test_the_averages_of_the_protocol_move_as_far_as_the_bound():
    """Two users of one record: the average moves by s'/w, and at user level by 2RN/w."""
    one = Reading(blindavg_theorem.SORTS, blindavg_theorem.two_users(), ["coin"])
    gap = curve_theorem.apart(OURS.mean(r, 0, average_theorem.w), THEIRS.mean(r, 0, average_theorem.w))
    assert one.decides(gap == noise_theorem.bound / users)
    flipped = blindavg_theorem.two_users(ends=(1, -1), bound=2, R=1, N=1)
    whole = Reading(blindavg_theorem.SORTS, flipped, ["coin"])
    assert whole.decides(gap == 2 * R * z3.ToReal(group_theorem.N) / users)
