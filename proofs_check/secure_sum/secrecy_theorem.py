"""sec:non_interactive_secsum#secrecy: what J - 1 servers see has one draw behind it, whatever the models are; their sum shows.

The draws of user i are J - 1 whole numbers in 1..B. One server is not corrupted. If its share is the last one, the view of the
others is the draws themselves. Else one draw is hidden: seen(i) is the sum of the others, last(i) the last share. `fits`
counts which values of the hidden draw lead to this view; `ways` multiplies the numbers of all users, who draw independently.
`residue(x)` is x modulo B.
"""

import z3

from proofs_check.lemmas.line import stated
from proofs_check.lemmas.numbers import Int
from proofs_check.logic.rules import at, discharge, equal_to, induct, lemma, recursive

i, m, w, B, x, y, first = z3.Ints("i m w B x y first")
residue, quotient = z3.Function("residue", Int, Int), z3.Function("quotient", Int, Int)
entry, entry2 = z3.Function("model", Int, Int), z3.Function("model'", Int, Int)
seen, last = z3.Function("seen", Int, Int), z3.Function("last", Int, Int)
fit, fits = z3.Function("fit", Int, Int, Int), z3.Function("fits", Int, Int, Int)
ways = z3.Function("ways", Int, Int)
MODULUS = {
    "modulus": B >= 2,
    "modulo": z3.ForAll([x], z3.And(0 <= residue(x), residue(x) < B, x == residue(x) + B * quotient(x))),
}
_k, _q = z3.Ints("k q")
CLOSE = lemma(
    "numbers less than B apart that differ by a multiple of B are equal",
    {"modulus": B >= 2, "window": z3.And(x - y == B * _k, x - y < B, y - x < B)},
    x == y,
)
SAME_RESIDUE = lemma(
    "numbers that differ by a multiple of B have one residue",
    {**MODULUS, "multiple": x - y == B * _k},
    residue(x) == residue(y),
    by=[
        [at("modulo", x), at("modulo", y)],
        CLOSE.at(x=residue(x), y=residue(y), k=_k - quotient(x) + quotient(y)),
    ],
)
REMAINDER = lemma(
    "a number in 0..B-1 is its residue",
    {**MODULUS, "range": z3.And(0 <= x, x < B)},
    residue(x) == x,
    by=[at("modulo", x), CLOSE.at(y=residue(x), k=quotient(x))],
)


def last_share(i, drawn):
    """What is left of the model after the shares that are seen and the hidden one, modulo B."""
    return residue(entry(i) - seen(i) - drawn)


FIT = equal_to(fit, lambda i, m: z3.If(last_share(i, m + 1) == last(i), z3.IntVal(1), z3.IntVal(0)))
FITS = recursive(fits, lambda i: z3.IntVal(0), lambda i, m, before: before + fit(i, m))
WAYS = recursive(ways, lambda: z3.IntVal(1), lambda i, before: before * fits(i, B))
VIEW = {"last-shares": z3.ForAll([i], z3.And(0 <= last(i), last(i) < B))}
_left, _after = entry(i) - seen(i) - last(i) - 1, entry(i) - seen(i) - (m + 1)
_hidden = residue(_left)
_same = discharge("if they differ by a multiple of B, one residue", SAME_RESIDUE, "multiple")
ONE_FITS = lemma(
    "one value of the hidden draw fits",
    {**MODULUS, **VIEW, "range": z3.And(0 <= m, m < B)},
    fit(i, m) == z3.If(m == _hidden, z3.IntVal(1), z3.IntVal(0)),
    where=[FIT],
    by=[
        [at("fit", i, m), at("last-shares", i), at("modulo", _left), at("modulo", _after)],
        [REMAINDER.at(x=m), REMAINDER.at(x=last(i))],
        [_same.at(x=_after, y=last(i), k=quotient(_left)), _same.at(x=_left, y=m, k=quotient(_after))],
    ],
)
_fits_if = discharge("in its range, one value fits", ONE_FITS, "range")
COUNTED = induct(
    "the draws that fit are counted",
    m,
    {**MODULUS, **VIEW},
    z3.Implies(m <= B, fits(i, m) == z3.If(_hidden < m, z3.IntVal(1), z3.IntVal(0))),
    where=[FIT, FITS],
    base=[at("fits", i), at("modulo", _left)],
    step=[at("fits", i, m), _fits_if],
)
ONE_DRAW = induct(
    "each view of all users has one draw behind it",
    w,
    {**MODULUS, **VIEW},
    ways(w) == 1,
    where=[FIT, FITS, WAYS],
    step=[at("ways", w), COUNTED.at(i=w, m=B), at("modulo", z3.substitute(_left, (i, w)))],
)

# --- the sum of the server that is not corrupted ------------------------------------------------------------------

hidden, hidden2 = z3.Function("hidden", Int, Int), z3.Function("hidden'", Int, Int)
wraps, wraps2 = z3.Function("wraps", Int, Int), z3.Function("wraps'", Int, Int)
shown, shown2 = z3.Ints("shown shown'")


def summed(name, summand):
    total = z3.Function(name, Int, Int)
    return total, recursive(total, lambda: z3.IntVal(0), lambda i, before: before + summand(i))


(told, TOLD), (sums, SUMS), (sums2, SUMS2) = (
    summed("told", lambda i: seen(i) + last(i)),
    summed("models_sum", entry),
    summed("models_sum'", entry2),
)
(kept, KEPT), (kept2, KEPT2) = summed("hidden_sum", hidden), summed("hidden_sum'", hidden2)
(turns, TURNS), (turns2, TURNS2) = summed("multiples", wraps), summed("multiples'", wraps2)


def adds_up(hidden, entry, wraps):
    return hidden(i) + seen(i) + last(i) == entry(i) + B * wraps(i)


ADDED = induct(
    "hidden shares add up to the models and what is seen",
    w,
    {"shares": z3.ForAll([i], z3.Implies(i >= 0, adds_up(hidden, entry, wraps)))},
    kept(w) + told(w) == sums(w) + B * turns(w),
    where=[TOLD, SUMS, KEPT, TURNS],
    step=[at("shares", w), at("told", w), at("models_sum", w), at("hidden_sum", w), at("multiples", w)],
)
_both = z3.And(adds_up(hidden, entry, wraps), adds_up(hidden2, entry2, wraps2))
_of_two = [
    lemma(
        f"shares of {which} models",
        {"shares": z3.ForAll([i], z3.Implies(i >= 0, _both))},
        z3.Implies(i >= 0, adds_up(*run)),
        by=[at("shares", i)],
    )
    for which, run in (("our", (hidden, entry, wraps)), ("the other", (hidden2, entry2, wraps2)))
]
_other = {"hidden": hidden2, "model": entry2, "wraps": wraps2}
_other |= {"hidden_sum": kept2, "models_sum": sums2, "multiples": turns2}
_apart = quotient(sums(w)) - quotient(sums2(w)) + turns(w) - turns2(w)
NOTHING_MORE = lemma(
    "the honest server's sum says nothing but the sum of the models",
    {
        **MODULUS,
        "users": w >= 0,
        "shares": z3.ForAll([i], z3.Implies(i >= 0, _both)),
        "same-sum": residue(sums(w)) == residue(sums2(w)),
        "sums-modulo-b": z3.And(shown == residue(kept(w)), shown2 == residue(kept2(w))),
    },
    shown == shown2,
    where=[TOLD, SUMS, SUMS2, KEPT, KEPT2, TURNS, TURNS2],
    by=[
        [one.at().every(i) for one in _of_two],
        [ADDED, ADDED.at(**{name: lambda i, f=f: f(i) for name, f in _other.items()})],
        [at("modulo", sums(w)), at("modulo", sums2(w))],
        SAME_RESIDUE.at(x=kept(w), y=kept2(w), k=_apart),
    ],
)

# --- joint model: B = 3, two users; the models 1 and 0 or 0 and 1 have one sum and one view -----------------------


def _by_user(*values):
    """The value of user 0, of user 1, and of all others."""
    return lambda i: z3.If(
        i == 0, z3.IntVal(values[0]), z3.If(i == 1, z3.IntVal(values[1]), z3.IntVal(values[2]))
    )


def _from(start, value):
    return lambda i: z3.If(i < start, z3.IntVal(0), value(i))


TWO_USERS = {
    **{"B": 3, "w": 2, "shown": 1, "shown'": 1},
    "residue": lambda x: x % 3,
    "quotient": lambda x: x / 3,
    **{"model": _by_user(1, 0, 0), "model'": _by_user(0, 1, 0)},
    **dict.fromkeys(("seen", "last", "told"), lambda i: z3.IntVal(0)),
    **{"hidden": _by_user(1, 3, 3), "hidden'": _by_user(3, 1, 3)},
    **{"wraps": _by_user(0, 1, 1), "wraps'": _by_user(1, 0, 1)},
    "models_sum": _from(1, lambda i: z3.IntVal(1)),
    "models_sum'": _from(2, lambda i: z3.IntVal(1)),
    "hidden_sum": _from(1, lambda i: 3 * i - 2),
    "hidden_sum'": lambda i: z3.If(i < 1, z3.IntVal(0), z3.If(i == 1, z3.IntVal(3), 3 * i - 2)),
    "multiples": _from(1, lambda i: i - 1),
    "multiples'": lambda i: z3.If(i < 1, z3.IntVal(0), z3.If(i == 1, z3.IntVal(1), i - 1)),
    "fit": lambda i, m: z3.If((_by_user(1, 0, 0)(i) - m - 1) % 3 == 0, z3.IntVal(1), z3.IntVal(0)),
    "fits": lambda i, k: z3.If(i == 0, (k + 2) / 3, k / 3),
    "ways": lambda i: z3.IntVal(1),
}
STATES = [
    stated("sec:non_interactive_secsum#secrecy", theorem, "repair", {}, TWO_USERS)
    for theorem in (ONE_DRAW, NOTHING_MORE)
]
