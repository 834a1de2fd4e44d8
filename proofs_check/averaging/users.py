"""Users and their records: the sums over a user, over all users, and what averages of models make of them.

Record j of user i is `held(i, j)`, of n_i(i) records; `count` counts the records of the first k users. Two vectors are
the `same` if their distance is 0. For every space, number of users and local sizes.
"""

from __future__ import annotations

import z3

from proofs_check.lemmas.line import LINE, REAL, number, stated, when
from proofs_check.lemmas.numbers import Int, Real
from proofs_check.lemmas.spaces import (
    PRODUCT,
    V,
    Vector,
    add,
    against,
    dot,
    length,
    minus,
    norm,
    products,
    scale,
    v,
    w,
    x,
    y,
    z,
    zero,
)
from proofs_check.lemmas.sums import counting, running
from proofs_check.logic.rules import at, induct, lemma
from proofs_check.objectives.mean_theorems import Z

i, j, k, users = z3.Ints("i j k users")
mu = z3.Real("mu")
held = z3.Function("held", Int, Int, Z)
n_i = z3.Function("n_i", Int, Int)
count = z3.Function("count", Int, Real)
f = z3.Function("f", Int, V)  # the local models
weighted = z3.Function("weighted", Int, V)  # the sum of n_i f_i
plain = z3.Function("plain", Int, V)  # the sum of f_i
COUNT = counting(count, lambda i: z3.ToReal(n_i(i)))
WEIGHTED = running(weighted, lambda i: scale(z3.ToReal(n_i(i)), f(i)))
PLAIN = running(plain, f)


def every(index, formula):
    """For every user, or record, of the list; what comes after the last one plays no role (repeat one of them)."""
    return z3.ForAll([index], z3.Implies(index >= 0, formula))


USERS = {"users": users >= 1}
SIZES = {"local-sizes": every(i, n_i(i) >= 1)}
EQUAL_SIZES = {"equal-sizes": every(i, n_i(i) == n_i(0))}
average = scale(1 / count(users), weighted(users))
plain_average = scale(1 / z3.ToReal(users), plain(users))


class Divided(Vector):
    """A vector that may be divided by a number, so that formulas.class_mean_entry runs on it."""

    def __truediv__(self, divisor) -> Divided:
        return Divided(scale(1 / divisor, self.term))


def same(one, other):
    return norm(minus(one, other)) == 0


SAME_PRODUCTS = lemma(
    "the same vectors have the same inner products",
    {"same": same(x, y)},
    dot(x, z) == dot(y, z),
    by=[PRODUCT.at(x=minus(x, y), y=z), *against(z, minus(x, y))],
)
NULL_PRODUCTS = lemma(
    "a vector without length has no inner products",
    {"null": norm(x) == 0},
    dot(x, z) == 0,
    by=[PRODUCT.at(x=x, y=z)],
)
SAME = lemma(
    "vectors with the same inner products are the same",
    {"equal": z3.ForAll([z], dot(x, z) == dot(y, z))},
    same(x, y),
    by=[at("equal", minus(x, y)), length(minus(x, y)), *against(minus(x, y), minus(x, y))],
)
SAME_LENGTH = lemma(
    "the same vectors have the same length",
    {"same": same(x, y)},
    norm(x) == norm(y),
    by=[SAME_PRODUCTS.at(z=x), SAME_PRODUCTS.at(z=y), *products((x, y)), length(x), length(y)],
)
COUNTED = induct(
    "every user has a record",
    k,
    SIZES,
    count(k) >= z3.ToReal(k),
    where=[COUNT],
    step=[at("count", k), at("local-sizes", k)],
)
_size = z3.ToReal(n_i(0))
EQUAL_COUNTS = induct(
    "records of users of equal sizes",
    k,
    EQUAL_SIZES,
    count(k) == _size * z3.ToReal(k),
    where=[COUNT],
    step=[at("count", k), at("equal-sizes", k)],
)
_next, _plain_next = add(weighted(k), scale(z3.ToReal(n_i(k)), f(k))), add(plain(k), f(k))
_equal_sums = induct(
    "weighted sums of users of equal sizes",
    k,
    EQUAL_SIZES,
    dot(weighted(k), v) == _size * dot(plain(k), v),
    where=[WEIGHTED, PLAIN],
    base=against(v, zero),
    step=[at("weighted", k), at("plain", k), at("equal-sizes", k), *against(v, _next, _plain_next)],
)
_shares = lemma(
    "shares of users of equal sizes",
    {**USERS, **SIZES, **EQUAL_SIZES},
    dot(average, v) == dot(plain_average, v),
    where=[COUNT, WEIGHTED, PLAIN],
    by=[
        [at("local-sizes", 0), EQUAL_COUNTS.at(k=users), _equal_sums.at(k=users)],
        against(v, average, plain_average),
    ],
)
PLAIN_AVERAGE = lemma(
    "users of equal sizes are averaged without weights",
    _shares.given,
    same(average, plain_average),
    where=_shares.where,
    by=[COUNTED.at(k=users), _shares.at().every(v), SAME.at(x=average, y=plain_average)],
)
_gap = minus(x, z)
BOTH_SAME = lemma(
    "two vectors that are the same as a third",
    {"one": same(x, y), "other": same(z, y)},
    same(x, z),
    by=[SAME_PRODUCTS.at(z=_gap), SAME_PRODUCTS.at(x=z, y=y, z=_gap), *against(_gap, _gap), length(_gap)],
)
TURNED = lemma(
    "being the same is symmetric",
    {"same": same(x, y)},
    same(y, x),
    by=[SAME_PRODUCTS.at(z=minus(y, x)), *against(minus(y, x), minus(y, x)), length(minus(y, x))],
)
q, q2 = z3.Consts("q q2", V)
a, t = z3.Reals("a t")
_far = minus(v, w)
FAR = lemma(
    "two models in dual form",
    {
        "scale": t > 0,
        "one": z3.ForAll([x], t * dot(v, x) == dot(q, x)),
        "other": z3.ForAll([x], t * dot(w, x) == dot(q2, x)),
        "apart": norm(minus(q, q2)) <= a,
    },
    norm(_far) <= a / t,
    by=[
        [at("one", _far), at("other", _far), length(_far), length(minus(q, q2))],
        [*against(_far, _far, minus(q, q2)), PRODUCT.at(x=minus(q, q2), y=_far)],
        t * (norm(_far) * norm(_far)) <= a * norm(_far),
    ],
)

# --- app:experimental_setup#mean_of_means: f(i) is the mean of the n_i gradients of user i ------------------

gradient, own = z3.Function("gradient_of", Int, Int, V), z3.Function("own_sum", Int, Int, V)
everyone = z3.Function("sum_of_all", Int, V)
SUMS = [running(own, gradient), running(everyone, lambda i: own(i, n_i(i)))]
MEANS = {"means": every(i, same(f(i), scale(1 / z3.ToReal(n_i(i)), own(i, n_i(i)))))}
_own = own(k, n_i(k))
_all_sums = induct(
    "means weighted by numbers are sums",
    k,
    {**SIZES, **MEANS},
    dot(weighted(k), v) == dot(everyone(k), v),
    where=[WEIGHTED, *SUMS],
    base=against(v, zero),
    step=[
        [at("weighted", k), at("sum_of_all", k), at("local-sizes", k), at("means", k)],
        SAME_PRODUCTS.at(x=f(k), y=scale(1 / z3.ToReal(n_i(k)), _own), z=v),
        against(v, _next, add(everyone(k), _own), scale(1 / z3.ToReal(n_i(k)), _own)),
    ],
)
_mean = scale(1 / count(users), everyone(users))
_means = lemma(
    "the mean of means in inner products",
    {**USERS, **SIZES, **MEANS, "equal-batches": EQUAL_SIZES["equal-sizes"]},
    dot(plain_average, v) == dot(_mean, v),
    where=[COUNT, WEIGHTED, PLAIN, *SUMS],
    by=[COUNTED.at(k=users), _shares, _all_sums.at(k=users), *against(v, average, _mean)],
)
MEAN_OF_MEANS = lemma(
    "with equal numbers the mean of means is the mean of all",
    _means.given,
    same(plain_average, _mean),
    where=_means.where,
    by=[COUNTED.at(k=users), _means.at().every(v), SAME.at(x=plain_average, y=_mean)],
)
_first = lambda k: when(k <= 0, 0, 2)  # noqa: E731
TWO_USERS = {  # user 0 has the gradients 1 and 1, every other user 0 and 0
    **LINE,
    **{"users": 2, "n_i": lambda i: z3.IntVal(2), "count": lambda k: 2 * number(k)},
    "gradient_of": lambda i, j: when(i == 0, 1),
    "own_sum": lambda i, k: number(k) * when(i == 0, 1),
    "f": lambda i: when(i == 0, 1),
    "weighted": _first,
    "plain": lambda k: _first(k) / 2,
    "sum_of_all": _first,
}
STATES = [stated("app:experimental_setup#mean_of_means", MEAN_OF_MEANS, "repair", {"V": REAL}, TWO_USERS)]
