"""ours:secagg_graph: the users that stay are connected by masks, unless two runs of k/2 others in the ring are gone.

`p(i)` are the places of those who stay, in the order of the ring, counted from the first after a longest run of others. A
part is a number for each of them, the same for neighbours: connected means that every such numbering is constant.
"""

from __future__ import annotations

from functools import partial

import z3

from proofs_check.logic.models import model
from proofs_check.logic.rules import at, induct

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

# a joint model: k = 4 neighbours, three users stay at the places 0, 2, 4 of a ring
STATES = [
    (
        "ours:secagg_graph",
        CONNECTED,
        "statement",
        partial(
            model,
            CONNECTED,
            {},
            {"k": 2, "m": 2, "s": 3, "p": lambda i: 2 * i, "part": lambda i: z3.IntVal(7)},
        ),
    )
]
