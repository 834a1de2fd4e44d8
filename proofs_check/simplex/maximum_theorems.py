"""lem:max_smoothness, for every K: the sum of s(1-s)(C+s) on the simplex is at most (C+1)^2/4, and where it is largest.

s(0), ..., s(K-1) are the probabilities. With A = sum s^2 and B = sum s^3 the sum is C + (1-C)A - B, and A^2 <= B. An
exchange between three entries leaves all other summands (`EXCHANGE`), so that at a maximiser none gains. Then positive entries
are equal: else evening out two or three of them, or merging two, gains. Also eq:sp_pm, and how near whole counts come.
"""

from itertools import combinations

import z3

from proofs_check.lemmas.line import number, stated, when
from proofs_check.lemmas.numbers import NUM, Int, Real
from proofs_check.lemmas.sums import counting
from proofs_check.logic.rules import at, discharge, induct, lemma, recursive
from reference.formulas import simplex_bound, simplex_term, simplex_uniform

C, lam, u, q = z3.Reals("C lambda u q")
K, k, p, r, o = z3.Ints("K k p r o")
s, total, value, squares, cubes, count, best = (
    z3.Function(name, Int, Real) for name in ("s", "total", "value", "squares", "cubes", "count", "best")
)


def phi(s):
    return simplex_term(s, C)


def place(*places):
    """Different classes."""
    apart = [i != j for i, j in combinations(places, 2)]
    return z3.And(*(part for i in places for part in (0 <= i, i < K)), *apart)


TOTAL, VALUE = counting(total, s), counting(value, lambda i: phi(s(i)))
SQUARES, CUBES = counting(squares, lambda i: s(i) ** 2), counting(cubes, lambda i: s(i) ** 3)
ENTRIES = {"probabilities": z3.ForAll([p], z3.Implies(place(p), s(p) >= 0))}
SIMPLEX = {"classes": K >= 1, **ENTRIES, "total-one": total(K) == 1}

# --- the bound ---------------------------------------------------------------------------------------------

POWERS = induct(
    "two power sums are enough",
    k,
    {},
    value(k) == C * total(k) + (1 - C) * squares(k) - cubes(k),
    where=[TOTAL, VALUE, SQUARES, CUBES],
    step=[at(name, k) for name in ("total", "value", "squares", "cubes")],
)
T, A, B = z3.Reals("T A B")
ONE_MORE = lemma(
    "Cauchy-Schwarz with one entry more",
    {},
    z3.Implies(
        z3.And(T >= 0, A >= 0, B >= 0, A * A <= T * B, u >= 0),
        (A + u**2) * (A + u**2) <= (T + u) * (B + u**3),
    ),
)
_positive = z3.And(total(k) >= 0, squares(k) >= 0, cubes(k) >= 0)
CAUCHY_SCHWARZ = induct(
    "squares below cubes",
    k,
    ENTRIES,
    z3.Implies(k <= K, z3.And(_positive, squares(k) * squares(k) <= total(k) * cubes(k))),
    where=[TOTAL, SQUARES, CUBES],
    step=[
        [at(name, k) for name in ("total", "squares", "cubes")],
        [at("probabilities", k), ONE_MORE.at(T=total(k), A=squares(k), B=cubes(k), u=s(k))],
    ],
)
BOUND = lemma(
    "the sum of s(1-s)(C+s) is at most (C+1)^2/4",
    SIMPLEX,
    value(K) <= simplex_bound(C, NUM),
    where=[TOTAL, VALUE, SQUARES, CUBES],
    by=[
        [POWERS.at(k=K), CAUCHY_SCHWARZ.at(k=K)],
        (squares(K) - (1 - C) / 2) * (squares(K) - (1 - C) / 2) >= 0,
    ],
)

# --- exchanges of two or three numbers a, b, ... -----------------------------------------------------------

a, b, x, y, z = z3.Reals("a b x y z")
POSITIVE = {"positive": z3.And(a > 0, b > 0)}
MERGED = {"merged": phi(a + b) + phi(z3.RealVal(0)) <= phi(a) + phi(b)}
TWO_VALUES = lemma(
    "two positive entries that cannot gain",
    {**POSITIVE, **MERGED, "evened": phi((a + b) / 2) + phi((a + b) / 2) <= phi(a) + phi(b)},
    z3.And(z3.Or(a == b, 3 * (a + b) == 2 * (1 - C)), 3 * (a + b) >= 2 * (1 - C)),
)
THREE_VALUES = lemma(
    "two large entries and a small one gain",
    {"order": a > b, "stationary": 3 * (a + b) == 2 * (1 - C)},
    3 * phi((2 * a + b) / 3) > 2 * phi(a) + phi(b),
)

# --- a maximiser has equal positive entries ----------------------------------------------------------------

MAXIMISER = {
    "maximiser-two": z3.ForAll(
        [p, r, x, y],
        z3.Implies(
            z3.And(place(p, r), x >= 0, y >= 0, x + y == s(p) + s(r)),
            phi(x) + phi(y) <= phi(s(p)) + phi(s(r)),
        ),
    ),
    "maximiser-three": z3.ForAll(
        [p, r, o, x, y, z],
        z3.Implies(
            z3.And(place(p, r, o), x >= 0, y >= 0, z >= 0, x + y + z == s(p) + s(r) + s(o)),
            phi(x) + phi(y) + phi(z) <= phi(s(p)) + phi(s(r)) + phi(s(o)),
        ),
    ),
}
s2, total2, value2 = (z3.Function(name, Int, Real) for name in ("s'", "total'", "value'"))
TOTAL2, VALUE2 = counting(total2, s2), counting(value2, lambda i: phi(s2(i)))


def gained(upto, change):
    """The sum of the changes at p, r and o, as far as they are below `upto`."""
    return sum(z3.If(i < upto, change(i), z3.RealVal(0)) for i in (p, r, o))


i_ = z3.Int("i")
CHANGED = {
    "three": place(p, r, o),
    "others": z3.ForAll([i_], z3.Implies(place(p, r, o, i_), s2(i_) == s(i_))),
}
THREE_TERMS = induct(
    "sums that differ in three terms",
    k,
    CHANGED,
    z3.Implies(k <= K, total2(k) == total(k) + gained(k, lambda i: s2(i) - s(i))),
    where=[TOTAL, TOTAL2],
    step=[at("total", k), at("total'", k), at("others", k)],
)
_kept = lemma(
    "entries that stay keep their summand",
    CHANGED,
    z3.Implies(place(p, r, o, i_), phi(s2(i_)) == phi(s(i_))),
    by=[at("others", i_)],
)
EXCHANGE = lemma(
    "an exchange of three entries changes three summands",
    CHANGED,
    value2(K) == value(K) + gained(K, lambda i: phi(s2(i)) - phi(s(i))),
    where=[VALUE, VALUE2],
    by=[
        _kept.at().every(i_),
        THREE_TERMS.at(
            **{
                "s": lambda i: phi(s(i)),
                "s'": lambda i: phi(s2(i)),
                "total": lambda k: value(k),
                "total'": lambda k: value2(k),
            },
            k=K,
        ),
    ],
)
_two = {"maximiser-two": MAXIMISER["maximiser-two"]}
_half, _third = (s(p) + s(r)) / 2, (2 * s(p) + s(r)) / 3
PAIR = lemma(
    "two positive entries of a maximiser",
    {**_two, "pair": z3.And(place(p, r), s(p) > 0, s(r) > 0)},
    z3.And(z3.Or(s(p) == s(r), 3 * (s(p) + s(r)) == 2 * (1 - C)), 3 * (s(p) + s(r)) >= 2 * (1 - C)),
    by=[
        at("maximiser-two", p, r, _half, _half),
        at("maximiser-two", p, r, s(p) + s(r), z3.RealVal(0)),
        TWO_VALUES.at(a=s(p), b=s(r)),
    ],
)
PAIRS = discharge("positive entries are equal, or as far apart as the slope allows", PAIR, "pair")
_another = z3.And(place(p, r, o), s(o) > 0)
NO_THIRD = lemma(
    "beside two different positive entries of a maximiser all are 0",
    {**ENTRIES, **MAXIMISER, "pair": z3.And(place(p, r), s(p) > s(r), s(r) > 0)},
    z3.Implies(place(p, r, o), s(o) == 0),
    by=[
        [at("probabilities", o), PAIRS, PAIRS.at(p=r, r=o)],
        THREE_VALUES.at(a=s(p), b=s(r)),
        [z3.Implies(_another, s(o) == s(p)), at("maximiser-three", p, o, r, _third, _third, _third)],
        z3.Implies(
            _another, z3.And(s(o) * s(o) == s(p) * s(p), s(o) ** 3 == s(p) ** 3, C * s(o) == C * s(p))
        ),
        z3.Implies(_another, C * s(o) * s(o) == C * s(p) * s(p)),
    ],
)
REST = induct(
    "two entries are the whole sum",
    k,
    {"pair": place(p, r), "rest": z3.ForAll([o], z3.Implies(place(p, r, o), s(o) == 0))},
    z3.Implies(k <= K, total(k) == z3.If(p < k, s(p), 0) + z3.If(r < k, s(r), 0)),
    where=[TOTAL],
    step=[at("total", k), at("rest", k)],
)
UNEQUAL = lemma(
    "two different positive entries of a maximiser",
    {**SIMPLEX, **NO_THIRD.given},
    2 * C == -1,
    where=[TOTAL],
    by=[NO_THIRD.at().every(o), REST.at(k=K), PAIRS],
)
_unequal = discharge("different positive entries of a maximiser", UNEQUAL, "pair")
CONSTANT = {"constant": C >= 0}
EQUAL = lemma(
    "positive entries of a maximiser are equal",
    {**SIMPLEX, **MAXIMISER, **CONSTANT, "place": z3.And(place(p), s(p) > 0)},
    z3.Implies(z3.And(place(r), s(r) > 0), s(r) == s(p)),
    where=[TOTAL],
    by=[_unequal, _unequal.at(p=r, r=p)],
)
COUNT = counting(count, lambda i: z3.If(s(i) > 0, z3.RealVal(1), z3.RealVal(0)))
COUNTED = induct(
    "equal entries are counted",
    k,
    {**ENTRIES, "equal": z3.ForAll([p], z3.Implies(z3.And(place(p), s(p) > 0), s(p) == a))},
    z3.Implies(k <= K, total(k) == a * count(k)),
    where=[TOTAL, COUNT],
    step=[at("total", k), at("count", k), at("probabilities", k), at("equal", k)],
)
SUPPORT = lemma(
    "a positive entry of a maximiser is one over their number",
    EQUAL.given,
    s(p) * count(K) == 1,
    where=[TOTAL, COUNT],
    by=[EQUAL.at().every(r), COUNTED.at(k=K, a=s(p))],
)
UNIFORM = lemma(
    "a maximiser is uniform on its support",
    {**SIMPLEX, **MAXIMISER, **CONSTANT},
    z3.Implies(place(p), z3.Or(s(p) == 0, s(p) * count(K) == 1)),
    where=[TOTAL, COUNT],
    by=[at("probabilities", p), discharge("a positive entry is one over their number", SUPPORT, "place")],
)

# --- eq:sp_pm, and how near a whole count comes to the bound -----------------------------------------------

STATIONARY = lemma(
    "the two stationary values of a probability",
    {"root": z3.And(q >= 0, q * q == C * C + C - 3 * lam + 1)},
    (C + 2 * u - 2 * C * u - 3 * u**2 == lam) == z3.Or(u == (1 - C + q) / 3, u == (1 - C - q) / 3),
)
n = z3.Real("n")
BEST = recursive(
    best, lambda: z3.RealVal(0), lambda k, before: NUM.max(before, simplex_uniform(C, z3.ToReal(k + 1)))
)  # the largest value at 1, ..., k equal entries; one entry has the value 0
_close = z3.Q(1, 144)
NEAR = lemma(
    "one of two neighbouring counts is near the bound",
    {},
    z3.Implies(
        z3.And(n >= 2, C * n >= n - 2, C * (n + 1) <= n - 1),
        z3.Or(*(simplex_bound(C, NUM) - simplex_uniform(C, m) <= _close for m in (n, n + 1))),
    ),
)
_k = z3.ToReal(k)
CLOSE_FROM_2 = induct(
    "the best of 1, ..., k + 2 equal entries is near the bound",
    k,
    CONSTANT,
    z3.And(
        z3.Implies(C * (_k + 2) <= _k, simplex_bound(C, NUM) - best(k + 2) <= _close),
        best(k + 2) >= simplex_uniform(C, _k + 2),
    ),
    where=[BEST],
    step=[best(k + 1 + 2) == best(k + 2 + 1), at("best", k + 2), NEAR.at(n=_k + 2)],
)
CLOSE = lemma(
    "the best of 1, ..., K equal entries is within 1/144 of the bound",
    {**CONSTANT, "classes": K >= 2, "covered": C * z3.ToReal(K) <= z3.ToReal(K) - 2},
    simplex_bound(C, NUM) - best(K) <= _close,
    where=[BEST],
    by=[CLOSE_FROM_2.at(k=K - 2), best(K - 2 + 2) == best(K)],
)

# --- joint models: two equal entries at C = 0 attain the bound; at C = 1/6 the counts 2 and 3 tie ----------

HALVES = {
    **{"K": 2, "C": 0, "p": 0, "s": lambda i: z3.Q(1, 2), "count": number},
    **{"total": lambda k: number(k) / 2, "squares": lambda k: number(k) / 4},
    **{"cubes": lambda k: number(k) / 8, "value": lambda k: number(k) / 8},
}
EXCHANGED = {  # (1, 0, 0) becomes (0, 1, 0)
    **{"K": 3, "C": 0, "p": 0, "r": 1, "o": 2, "k": 3, "i": 0},
    **{"s": lambda i: when(i == 0, 1), "total": lambda k: when(k >= 1, 1), "value": lambda k: z3.RealVal(0)},
    **{
        "s'": lambda i: when(i == 1, 1),
        "total'": lambda k: when(k >= 2, 1),
        "value'": lambda k: z3.RealVal(0),
    },
}
ROOTS = {"C": 0, "lambda": 0, "q": 1, "u": z3.Q(2, 3)}
TIE = {"C": z3.Q(1, 6), "K": 3, "best": lambda k: when(k <= 1, 0, z3.Q(1, 3))}
STATES = [
    stated("lem:max_smoothness", BOUND, "statement", {}, HALVES),
    stated("lem:max_smoothness", UNIFORM, "statement", {}, HALVES),
    stated("lem:max_smoothness", EXCHANGE, "statement", {}, EXCHANGED),
    stated("eq:sp_pm", STATIONARY, "statement", {}, ROOTS),
    stated("fig:viz_softmax_smooth#closeness", CLOSE, "reading:covered", {}, TIE),
]
