"""sec:non_interactive_secsum: shares cancel in the servers' sum, and a sum that fits is read as it is; one server can move it.

share(i, j) is what user i sends to server j < J, model(i) its entry in grid units. Reducing modulo B subtracts a multiple of B.
"""

import z3

from proofs_check.lemmas.line import stated
from proofs_check.lemmas.numbers import Int
from proofs_check.logic.rules import at, induct, lemma, recursive
from reference import formulas

i, j, w, J, B, largest, result, carry = z3.Ints("i j w J B largest result carry")
share, drawn = z3.Function("share", Int, Int, Int), z3.Function("drawn", Int, Int, Int)
entry, wraps = z3.Function("model", Int, Int), z3.Function("wraps", Int, Int)
received, table = z3.Function("received", Int, Int, Int), z3.Function("table", Int, Int, Int)
total, multiples, seen = (z3.Function(name, Int, Int) for name in ("models_sum", "multiples", "servers_sum"))
NOTHING = z3.IntVal(0)
DRAWN = recursive(drawn, lambda i: NOTHING, lambda i, j, s: s + share(i, j))  # the first shares of user i
TABLE = recursive(table, lambda j: NOTHING, lambda j, i, s: s + drawn(i, j))  # of all users before i
RECEIVED = recursive(
    received, lambda j: NOTHING, lambda j, i, s: s + share(i, j)
)  # by server j, from users before i
SEEN = recursive(seen, lambda: NOTHING, lambda j, s: s + received(j, w))
TOTAL = recursive(total, lambda: NOTHING, lambda i, s: s + entry(i))
MULTIPLES = recursive(multiples, lambda: NOTHING, lambda i, s: s + wraps(i))
LAST = {
    "last-share": z3.ForAll(
        [i], z3.Implies(i >= 0, share(i, J - 1) == entry(i) - drawn(i, J - 1) + B * wraps(i))
    ),
    "servers": J >= 1,
}
ONE_USER = lemma(
    "the shares of one user add up to its entry",
    LAST,
    z3.Implies(i >= 0, drawn(i, J) == entry(i) + B * wraps(i)),
    where=[DRAWN],
    by=[at("last-share", i), at("drawn", i, J - 1), drawn(i, J - 1 + 1) == drawn(i, J)],
)
ALL_USERS = induct(
    "the shares of all users add up to the sum of the entries",
    i,
    LAST,
    table(J, i) == total(i) + B * multiples(i),
    where=[DRAWN, TABLE, TOTAL, MULTIPLES],
    base=[at("table", J)],
    step=[at("table", J, i), at("models_sum", i), at("multiples", i), ONE_USER],
)
_next_server = induct(
    "one more server",
    i,
    {"server": j >= 0},
    table(j + 1, i) == table(j, i) + received(j, i),
    where=[DRAWN, TABLE, RECEIVED],
    base=[at("table", j), at("table", j + 1), at("received", j)],
    step=[at("table", j, i), at("table", j + 1, i), at("received", j, i), at("drawn", i, j)],
)
_no_server = induct(
    "no server",
    i,
    {},
    table(0, i) == 0,
    where=[DRAWN, TABLE],
    base=[at("table", 0)],
    step=[at("table", 0, i), at("drawn", i)],
)
BY_SERVER = induct(
    "added by server or by user",
    j,
    {"users": w >= 0},
    seen(j) == table(j, w),
    where=[DRAWN, TABLE, RECEIVED, SEEN],
    base=[_no_server.at(i=w)],
    step=[at("servers_sum", j), _next_server.at(i=w)],
)
SMALL = {
    "largest-entry": z3.ForAll([i], z3.Implies(i >= 0, z3.And(entry(i) <= largest, -entry(i) <= largest)))
}
_within = induct(
    "the sum of small entries",
    i,
    SMALL,
    z3.And(total(i) <= i * largest, -total(i) <= i * largest),
    where=[TOTAL],
    step=[at("models_sum", i), at("largest-entry", i)],
)
_fits = formulas.sum_fits(z3.ToReal(w), z3.ToReal(largest), z3.ToReal(B))
_B = z3.ToReal(B)
_off = z3.Int("off_by")
ONE_RESIDUE = lemma(
    "two residues in one window are equal",
    {
        "window": z3.And(result - total(w) == B * _off, result - total(w) < B, total(w) - result < B),
        "modulus": B >= 1,
    },
    result == total(w),
)
SUM = lemma(
    "the servers' sum is the sum of the models",
    {
        **LAST,
        **SMALL,
        "users": w >= 0,
        "reduced": result == seen(J) + B * carry,
        "no-wrap": _fits > 0,
        "centred": z3.And(2 * z3.ToReal(result) >= -_B, 2 * z3.ToReal(result) < _B),
    },
    result == total(w),
    where=[DRAWN, TABLE, RECEIVED, SEEN, TOTAL, MULTIPLES],
    by=[BY_SERVER.at(j=J), ALL_USERS.at(i=w), _within.at(i=w), ONE_RESIDUE.at(off_by=multiples(w) + carry)],
)

bad, sent, change, fold = z3.Ints("bad sent change fold")
tampered = z3.Function("tampered", Int, Int)
TAMPERED = recursive(
    tampered, lambda: NOTHING, lambda j, s: s + z3.If(j == bad, sent, received(j, w))
)  # one server replaces what it has received
_shifted = induct(
    "one report is replaced",
    j,
    {},
    tampered(j) == seen(j) + z3.If(z3.And(0 <= bad, bad < j), sent - received(bad, w), 0),
    where=[RECEIVED, SEEN, TAMPERED],
    step=[at("tampered", j), at("servers_sum", j)],
)
MOVED = lemma(
    "one server moves the sum by any change",
    {
        "last-share": LAST["last-share"],
        "users": w >= 0,
        "bad-server": z3.And(
            0 <= bad, bad < J, 0 <= sent, sent < B, sent == received(bad, w) + change + B * fold
        ),
    },
    tampered(J) == total(w) + change + B * (multiples(w) + fold),
    where=[DRAWN, TABLE, RECEIVED, SEEN, TOTAL, MULTIPLES, TAMPERED],
    by=[_shifted.at(j=J), BY_SERVER.at(j=J), ALL_USERS.at(i=w)],
)


def _cases(*pairs):
    """The first value whose condition holds, else the last."""
    *cases, (_, found) = pairs
    for condition, value in reversed(cases):
        found = z3.If(condition, value, found)
    return found


def _entry(i):
    return _cases((i == 0, z3.IntVal(3)), (i == 1, z3.IntVal(-2)), (True, z3.IntVal(0)))


def _total(i):
    return _cases((i <= 0, z3.IntVal(0)), (i == 1, z3.IntVal(3)), (True, z3.IntVal(1)))


TWO_USERS = {  # two users with the entries 3 and -2, two servers, B = 16; each draws the share 5
    **{"w": 2, "J": 2, "B": 16, "largest": 3, "result": 1, "carry": 0},
    "model": _entry,
    "models_sum": _total,
    "share": lambda i, j: _cases((j == 0, z3.IntVal(5)), (j == 1, _entry(i) - 5), (True, z3.IntVal(0))),
    "drawn": lambda i, j: _cases((j <= 0, z3.IntVal(0)), (j == 1, z3.IntVal(5)), (True, _entry(i))),
    "table": lambda j, i: _cases((j <= 0, z3.IntVal(0)), (j == 1, 5 * i), (True, _total(i))),
    "received": lambda j, i: _cases((j == 0, 5 * i), (j == 1, _total(i) - 5 * i), (True, z3.IntVal(0))),
    "servers_sum": lambda j: _cases((j <= 0, z3.IntVal(0)), (j == 1, z3.IntVal(10)), (True, z3.IntVal(1))),
    **dict.fromkeys(("wraps", "multiples"), lambda i: z3.IntVal(0)),
}
ONE_BAD = {  # the second server sends 9 instead of -9: 2 more, modulo 16
    **TWO_USERS,
    **{"bad": 1, "sent": 9, "change": 2, "fold": 1},
    "tampered": lambda j: _cases((j <= 0, z3.IntVal(0)), (j == 1, z3.IntVal(10)), (True, z3.IntVal(19))),
}
STATES = [
    stated("sec:non_interactive_secsum#correctness", SUM, "repair", {}, TWO_USERS),
    stated("sec:non_interactive_secsum#active_attacks", MOVED, "statement", {}, ONE_BAD),
]
