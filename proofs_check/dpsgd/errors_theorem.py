"""One DP-SGD step and the errors of its two engines, as far as it is arithmetic: composed, for every number of outcomes.

The analysis around it (integrals, transforms, composition) is argued in ours:subsampled_pairs#analysis and its like.
"""

from __future__ import annotations

import z3

from proofs_check.lemmas.line import stated
from proofs_check.lemmas.numbers import SCALES, Int, Real
from proofs_check.logic.derived import running
from proofs_check.logic.rules import at, induct, lemma
from reference import formulas

k, i = z3.Ints("k i")
q, a, n0, nu, nv, g0, gv = z3.Reals("q a n_0 n_u n_v g_0 g_v")

# --- a pair: N_u and N_v are mixed with N_0; n are the masses of any set, g those of the half-line with the same N_u -------

EXTREME = lemma(
    "no set does better than the half-line",
    {
        "sampling-rate": z3.And(0 < q, q <= 1),
        "level": a >= 1,
        "half-line": z3.And(g0 <= n0, gv <= nv),
    },
    (1 - q) * n0 + q * nu - a * ((1 - q) * n0 + q * nv)
    <= (1 - q) * g0 + q * nu - a * ((1 - q) * g0 + q * gv),
    by=[a * q >= 0, SCALES.at(a=(1 - q) * (a - 1), b=g0, c=n0), SCALES.at(a=a * q, b=gv, c=nv)],
)

# --- the lattice ------------------------------------------------------------------------------------------------


def gain(ratio):
    """(1 - ratio)_+: what an outcome adds to delta, for each unit of its mass; ratio = e^(eps - loss)."""
    return z3.If(ratio < 1, 1 - ratio, z3.RealVal(0))


less, mass, lower, ratio = (z3.Function(name, Int, Real) for name in ("less", "mass", "ratio_below", "ratio"))
below, delta = z3.Function("delta_below", Int, Real), z3.Function("delta", Int, Real)
_one = lemma(
    "an outcome with less mass and a smaller loss",
    {"mass": z3.And(0 <= n0, n0 <= nu), "ratio": gv <= g0},
    n0 * gain(g0) <= nu * gain(gv),
    by=[SCALES.at(a=n0, b=gain(g0), c=gain(gv)), SCALES.at(a=gain(gv), b=n0, c=nu)],
)
MOVED_DOWN = induct(
    "less mass and smaller losses have a smaller delta",
    k,
    {
        "less-mass": z3.ForAll([i], z3.Implies(i >= 0, z3.And(0 <= less(i), less(i) <= mass(i)))),
        "smaller-loss": z3.ForAll([i], z3.Implies(i >= 0, ratio(i) <= lower(i))),
    },
    below(k) <= delta(k),
    where=[
        running(below, lambda i: less(i) * gain(lower(i)), z3.RealVal(0)),
        running(delta, lambda i: mass(i) * gain(ratio(i)), z3.RealVal(0)),
    ],
    step=[
        [at(name, k) for name in ("less-mass", "smaller-loss", "delta_below", "delta")],
        _one.at(n_0=less(k), n_u=mass(k), g_0=lower(k), g_v=ratio(k)),
    ],
)
P, Q, u, v, t, hu, hv = z3.Reals("P Q u v t h_u h_v")
CHORD = lemma(
    "a curve lies below its chords",
    {
        "between": z3.And(0 <= t, t <= 1),
        "largest-value": z3.And(P - u * Q <= hu, P - v * Q <= hv),
    },
    P - (t * u + (1 - t) * v) * Q <= t * hu + (1 - t) * hv,
    by=[SCALES.at(a=t, b=P - u * Q, c=hu), SCALES.at(a=1 - t, b=P - v * Q, c=hv)],
)

# --- the contour ---------------------------------------------------------------------------------------------------------

exact, aliases, rest, largest, error, total = z3.Reals("exact aliases rest largest error total")
ONE_SIDE = lemma(
    "aliases are on one side",
    {
        "aliases": z3.And(0 <= aliases, aliases <= largest),
        "other-errors": z3.And(-error <= rest, rest <= error),
        "quadrature": total == exact + aliases + rest,
    },
    z3.And(total - largest - error <= exact, exact <= total + error),
)
x, b, push, density = z3.Reals("x b push density")
RANGE = lemma(
    "beyond the range the integrand falls off",
    {"push": b > push},
    z3.And(
        -(x * x - b * b) / 2 + push * (x - b) <= -(b - push) * (x - b),
        formulas.tail_rest(density, b - push) * (b - push) == density,
    ),
)

# joint models: a whole sample; two outcomes; an alias of 1; the bell behind 1
_MODEL = {
    **{"q": 1, "a": 2, "n_0": 1, "n_u": 1, "n_v": 1, "g_0": 1, "g_v": 0},
    **{"k": 2, "less": lambda i: z3.RealVal(0), "mass": lambda i: z3.RealVal(1)},
    **{"ratio": lambda i: z3.RealVal(0), "ratio_below": lambda i: z3.RealVal(1)},
    **{"delta_below": lambda k: z3.RealVal(0), "delta": z3.ToReal},
    **{"P": 1, "Q": 0, "u": 1, "v": 2, "t": z3.Q(1, 2), "h_u": 1, "h_v": 1},
    **{"exact": 0, "aliases": 1, "largest": 1, "rest": 0, "error": 0, "total": 1},
    **{"x": 2, "b": 1, "push": 0, "density": 1},
}
STATES = [
    stated(label, theorem, "statement", {}, _MODEL)
    for label, theorem in (
        ("ours:subsampled_pairs", EXTREME),
        ("ours:lattice_errors", MOVED_DOWN),
        ("ours:lattice_errors", CHORD),
        ("ours:contour_errors", ONE_SIDE),
        ("ours:contour_errors", RANGE),
    )
]
