"""ours:random_order: a learner that draws its order at random has the average of the curves over the orders.

Orders are finitely many: order(i) has the weight weight_r(i). Order i moves each vector by at most s_r(i), and the noise is
sigma_r(i) times as much. The attacker may even know the order. No axiom about integrals is needed.
"""

import z3

from proofs_check.gaussian.curve_theorem import SETTING, K, apart, curve, each_class, eps, expo, k, spread
from proofs_check.gaussian.mechanism_theorem import (
    EVENTS,
    NOISED,
    ONE_ORDER,
    ONE_RELEASE,
    PROBABILITY_SORTS,
    T2,
    T,
    d,
    normal,
)
from proofs_check.lemmas.line import stated, when
from proofs_check.lemmas.numbers import NUM, Int, Real
from proofs_check.lemmas.probability import AVERAGED, E2, HALVES, Coin, E, chance, i
from proofs_check.logic.derived import instance
from proofs_check.logic.rules import at, lemma

order = z3.Function("order", Int, Coin)
s_r, sigma_r = z3.Function("s_r", Int, Real), z3.Function("sigma_r", Int, Real)
ORDERS = {
    "each-order": z3.ForAll([i], z3.And(s_r(i) > 0, sigma_r(i) > 0, d[0] >= sigma_r(i) * s_r(i))),
    "sensitivity": z3.ForAll([i, k], each_class(apart(T(order(i))[k], T2(order(i))[k]) <= s_r(i))),
}
_fixed = {slug: premise for slug, premise in SETTING.items() if slug != "sigma"}
_moves = lemma(
    "order i moves each vector by at most s_r(i)",
    ORDERS,
    each_class(apart(T(order(i))[k], T2(order(i))[k]) <= s_r(i)),
    by=[at("sensitivity", i, k)],
)
_here = chance(normal(d), E[order(i)]) <= expo(eps) * chance(normal(d), E2[order(i)]) + curve(sigma_r(i))
_private = lemma(
    "private for order i, with its own delta",
    {**_fixed, **ORDERS},
    _here,
    where=[*NOISED, *EVENTS],
    by=[
        [at("each-order", i), spread(sigma=sigma_r(i)), _moves.at().every(k)],
        ONE_ORDER.at(coin=order(i), s=s_r(i), sigma=sigma_r(i)),
    ],
)
_divided = lemma(
    "what the curve of order i divides by",
    {"each-order": ORDERS["each-order"], "classes": SETTING["classes"]},
    z3.And(sigma_r(i) != 0, NUM.sqrt(2 * z3.ToReal(K)) * (1 / sigma_r(i)) != 0),
    by=[at("each-order", i), spread(sigma=sigma_r(i))],
)
RANDOM_ORDER = instance(
    "a secret random order has the average of the curves",
    AVERAGED,
    given={**_fixed, **ORDERS},
    meets=["private-for-each-r"],
    by=[_divided.at().every(i), _private.at().every(i)],
    where=[*NOISED, *EVENTS],
    exp_eps=expo(eps),
    **{
        "Pr_r": lambda i: chance(normal(d), E[order(i)]),
        "Pr_r'": lambda i: chance(normal(d), E2[order(i)]),
        "delta_r": lambda i: curve(sigma_r(i)),
    },
)


def halves(each):
    return lambda k: when(k <= 0, 0, when(k == 1, each / 2, each))


TWO_ORDERS = {  # each with weight 1/2: chances are 1/2, so that both deltas are 0 at eps = 0
    **ONE_RELEASE,
    "K_comp": 2,
    "weight_r": HALVES["weight_r"],
    "order": lambda i: i == 0,
    **dict.fromkeys(("s_r", "sigma_r"), lambda i: z3.RealVal(1)),
    **dict.fromkeys(("mixed", "mixed'"), halves(z3.Q(1, 2))),
    "averaged": halves(z3.RealVal(0)),
}
STATES = [stated("ours:random_order", RANDOM_ORDER, "statement", PROBABILITY_SORTS, TWO_ORDERS, free=["k"])]
