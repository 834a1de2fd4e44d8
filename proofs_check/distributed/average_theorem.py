"""cor:ampl_avg: if one record of one user is replaced, the average of the scaled models moves by at most s'/w.

For every space, number of users and sizes. `n(i)` is the weight of user i: its number of records, 0 if it is not in the sum.
"""

import z3

from proofs_check.lemmas.line import LINE, REAL, number, stated, when
from proofs_check.lemmas.numbers import SCALES, Int, Real
from proofs_check.lemmas.spaces import PAIRS, SAME, SCALED_APART, V, length, minus, norm, scale, zero
from proofs_check.lemmas.sums import SUMS, g, h, running, sum_g, sum_h
from proofs_check.logic.rules import at, induct, lemma

i, k, user, w = z3.Ints("i k user w")
moved = z3.Real("moved")
users = z3.ToReal(w)

# --- two sums that differ in one term -----------------------------------------------------------------------

_so_far = norm(minus(sum_g(k), sum_h(k)))
ONE_TERM = induct(
    "two sums that differ in one term",
    k,
    {
        "others": z3.ForAll([i], z3.Implies(i != user, g(i) == h(i))),
        "own": norm(minus(g(user), h(user))) <= moved,
    },
    z3.And(z3.Implies(k <= user, _so_far == 0), _so_far <= moved),
    where=SUMS,
    base=[SAME.at(x=zero), length(minus(g(user), h(user)))],
    step=[
        [at("sum_g", k), at("sum_h", k), at("others", k), SAME.at(x=h(k))],
        length(minus(sum_g(k + 1), sum_h(k + 1))),
        PAIRS.at(v=sum_g(k), w=g(k), x=sum_h(k), y=h(k)),
        z3.Implies(k != user, norm(minus(g(k), h(k))) == 0),
    ],
)

# --- cor:ampl_avg -------------------------------------------------------------------------------------------

T, T2 = (z3.Function(name, Int, V) for name in ("T_i", "T_i'"))  # models on the data and on the neighbour
n, n2 = (z3.Function(name, Int, Real) for name in ("n", "n'"))
whole, whole2 = (z3.Function(name, Int, V) for name in ("sum", "sum'"))
bound, size = z3.Reals("s' n_user")
USER = {"user": z3.And(user >= 0, user < w)}
LOCAL = {
    "one-holder": z3.ForAll([i], z3.Implies(i != user, T(i) == T2(i))),
    "replaced-record": z3.ForAll([i], n(i) == n2(i)),
    "own-size": z3.And(size >= 1, n(user) >= 0, n(user) <= size),
    "sensitivity": norm(minus(T(user), T2(user))) <= bound / size,
}
_a, _b = z3.Reals("a b")
INSERTED = lemma(
    "n_i times s'/n_i",
    {"sizes": z3.And(size >= 1, _a >= 0, _a <= size), "moves": z3.And(_b >= 0, _b <= bound / size)},
    _a * _b <= bound,
    by=[
        SCALES.at(a=_b, b=_a, c=size),
        SCALES.at(a=size, b=_b, c=bound / size),
        size * (bound / size) == bound,
    ],
)
_terms = {
    "g": lambda i: scale(n(i), T(i)),
    "h": lambda i: scale(n2(i), T2(i)),
    "sum_g": whole,
    "sum_h": whole2,
}
_others = lemma(
    "the other users cancel",
    {slug: LOCAL[slug] for slug in ("one-holder", "replaced-record")},
    z3.Implies(i != user, scale(n(i), T(i)) == scale(n2(i), T2(i))),
    by=[at("one-holder", i), at("replaced-record", i)],
)
AVERAGE = lemma(
    "sensitivity of the average",
    {**USER, **LOCAL},
    norm(minus(scale(1 / users, whole(w)), scale(1 / users, whole2(w)))) <= bound / users,
    where=[running(whole, _terms["g"]), running(whole2, _terms["h"])],
    by=[
        [at("replaced-record", user), length(minus(T(user), T2(user)))],
        [SCALED_APART.at(r=n(user), x=T(user), y=T2(user))],
        INSERTED.at(a=n(user), b=norm(minus(T(user), T2(user)))),
        [_others.at().every(i), ONE_TERM.at(**_terms, k=w, moved=bound)],
        SCALED_APART.at(r=1 / users, x=whole(w), y=whole2(w)),
        SCALES.at(a=1 / users, b=norm(minus(whole(w), whole2(w))), c=bound),
    ],
)

# --- a joint model: three users of five records, user 0 moves its model from 1 to 0; the bound is attained --

THREE_USERS = {
    **LINE,
    **{"user": 0, "w": 3, "s'": 5, "n_user": 5},
    "n": lambda i: z3.RealVal(5),
    "n'": lambda i: z3.RealVal(5),
    "T_i": lambda i: when(i == 0, 1, 2),
    "T_i'": lambda i: when(i == 0, 0, 2),
    "sum": lambda k: when(k <= 0, 0, 5 + 10 * (number(k) - 1)),
    "sum'": lambda k: when(k <= 0, 0, 10 * (number(k) - 1)),
}
STATES = [stated("cor:ampl_avg", AVERAGE, "repair", {"V": REAL}, THREE_USERS)]
