"""ours:secagg_graph: who stays is connected by masks unless two runs of k/2 others in the ring are gone; signed lists.

`p(i)` are the places of those who stay, in the order of the ring, counted from the first after a longest run of others. A
part is a number for each of them, the same for neighbours: connected means that every such numbering is constant.
"""

import z3

from proofs_check.lemmas.line import stated
from proofs_check.logic.rules import at, induct, lemma

i, j, k, m, s = z3.Ints("i j k m s")
p, part = (z3.Function(name, z3.IntSort(), z3.IntSort()) for name in ("p", "part"))

CONNECTED = induct(
    "whoever stays is connected, if one run of others is long",
    k,
    {
        "ring-order": z3.ForAll([i], p(i) < p(i + 1)),
        "one-long-run": z3.ForAll([i], z3.Implies(z3.And(i >= 0, i + 1 < s), p(i + 1) - p(i) - 1 < m)),
        "ring-neighbours": z3.ForAll(
            [i, j],
            z3.Implies(
                z3.And(0 <= i, i < s, 0 <= j, j < s, 0 < p(j) - p(i), p(j) - p(i) <= m), part(i) == part(j)
            ),
        ),
    },
    z3.Implies(k < s, part(k) == part(0)),
    step=[at("ring-order", k), at("one-long-run", k), at("ring-neighbours", k, k + 1)],
)

# --- the union bound, for w users or for all pairs of runs, and lists of who stayed ------------------------------

tail = z3.Real("tail")
some, one = (z3.Function(name, z3.IntSort(), z3.RealSort()) for name in ("some", "one"))
UNION = induct(
    "some of k events happens at most k times as often as one",
    k,
    {
        "no-event": some(0) == 0,
        "one-more-event": z3.ForAll([i], z3.Implies(i >= 0, some(i + 1) <= some(i) + one(i))),
        "each-event": z3.ForAll([i], z3.Implies(i >= 0, one(i) <= tail)),
    },
    some(k) <= z3.ToReal(k) * tail,
    step=[at("one-more-event", k), at("each-event", k)],
)
k_, r_, b_, rb, kr, krb = z3.Reals(
    "fact_k fact_r fact_b fact_rb fact_kr fact_krb"
)  # of k, r, b, r + b, k + r, k + r + b
PLACES = lemma(
    "k places are among k + r of k + r + b as often as C(k + r, k)/C(k + r + b, k)",
    {"factorials": z3.And(k_ > 0, r_ > 0, b_ > 0, rb > 0, kr > 0, krb > 0)},
    rb / (r_ * b_) / (krb / (kr * b_)) == kr / (k_ * r_) / (krb / (k_ * rb)),
)
w, c, both, mine, signers = z3.Ints("w corrupted both mine signers")
quorum = z3.Int("quorum")
SIGNED = {"quorum": 2 * quorum > w + c, "signatures": z3.And(mine >= quorum, signers >= quorum)}
ONE_LIST = lemma(
    "an honest user is in both quorums", {**SIGNED, "overlap": both >= mine + signers - w}, both > c
)
honest, honest2, shared = z3.Ints("honest_mine honest_signers shared")
NO_PARTS = lemma(
    "everybody on the signed list masks with an honest signer",
    {
        **SIGNED,
        "corrupted": z3.And(honest >= mine - c, honest2 >= signers - c),
        "honest-overlap": shared >= honest + honest2 - (w - c),
    },
    shared >= 1,
)

# joint models: k = 4 neighbours, three users stay at the places 0, 2, 4 of a ring; 5 users of whom 1 is corrupted, quorum 4
_RING = {"k": 2, "m": 2, "s": 3, "p": lambda i: 2 * i, "part": lambda i: z3.IntVal(7)}
_EVENTS = {"tail": 1, "some": z3.ToReal, "one": lambda i: z3.RealVal(1)}
_FACTORIALS = {"fact_k": 1, "fact_r": 1, "fact_b": 1, "fact_rb": 2, "fact_kr": 2, "fact_krb": 6}
_LISTS = {
    **{"w": 5, "corrupted": 1, "quorum": 4, "mine": 4, "signers": 4, "both": 3},
    **{"honest_mine": 3, "honest_signers": 3, "shared": 2},
}
STATES = [
    stated("ours:secagg_graph", theorem, "statement", {}, {**_RING, **_EVENTS, **_LISTS, **_FACTORIALS})
    for theorem in (CONNECTED, UNION, PLACES, ONE_LIST, NO_PARTS)
]
