"""ours:curvature_on_ball: how curved the cross-entropy is in its logits, if no class has a share above `top`. For every K.

s(0), ..., s(K-1) are the shares, v(0), ..., v(K-1) a direction. v^T (diag(s) - s s^T) v is the spread `moment - first^2` of
the values v under s. Sums over pairs s_p s_q (v_p + v_q)^2 are not negative, so the spread is at most the sum of
2 s(1-s) v^2: a row of the Hessian, in absolute values. Also the Frobenius norm without the printed detour.
"""

import z3

from proofs_check.lemmas.line import number, stated
from proofs_check.lemmas.numbers import NUM, SCALES, Int, Real
from proofs_check.lemmas.sums import counting
from proofs_check.logic.rules import at, discharge, induct, lemma
from proofs_check.simplex.maximum_theorems import (
    CAUCHY_SCHWARZ,
    CUBES,
    ENTRIES,
    SIMPLEX,
    SQUARES,
    TOTAL,
    K,
    cubes,
    k,
    p,
    place,
    s,
    squares,
    total,
)  # fmt: skip
from reference import formulas

u, top = z3.Reals("u top")
v, first, moment, doubled, length2 = (
    z3.Function(name, Int, Real) for name in ("v", "first", "moment", "doubled", "length2")
)
FIRST, MOMENT = counting(first, lambda i: s(i) * v(i)), counting(moment, lambda i: s(i) * v(i) ** 2)
DOUBLED = counting(doubled, lambda i: s(i) ** 2 * v(i) ** 2)
LENGTH2 = counting(length2, lambda i: v(i) ** 2)
SUMS = [TOTAL, FIRST, MOMENT, DOUBLED]
NEXT = [at(name, k) for name in ("total", "first", "moment", "doubled")]

# --- the spread is at most the sum of 2 s(1-s) v^2 ---------------------------------------------------------

SQUARES_ABOUT = induct(
    "squares about any point are not negative",
    k,
    ENTRIES,
    z3.Implies(k <= K, moment(k) + 2 * u * first(k) + u**2 * total(k) >= 0),
    where=[TOTAL, FIRST, MOMENT],
    step=[
        [*NEXT[:3], at("probabilities", k), (v(k) + u) * (v(k) + u) >= 0],
        z3.Implies(k < K, s(k) * ((v(k) + u) * (v(k) + u)) >= 0),
    ],
)
PAIRS = induct(
    "sums over pairs are not negative",
    k,
    ENTRIES,
    z3.Implies(k <= K, total(k) * moment(k) + first(k) ** 2 - 2 * doubled(k) >= 0),
    where=SUMS,
    step=[
        [*NEXT, at("probabilities", k), SQUARES_ABOUT.at(u=v(k))],
        z3.Implies(k < K, s(k) * (moment(k) + 2 * v(k) * first(k) + v(k) ** 2 * total(k)) >= 0),
    ],
)
gamma = z3.Real("gamma")
ROWS = induct(
    "rows of the Hessian",
    k,
    {"rows": z3.ForAll([p], z3.Implies(place(p), 2 * s(p) * (1 - s(p)) * v(p) ** 2 <= gamma * v(p) ** 2))},
    z3.Implies(k <= K, 2 * moment(k) - 2 * doubled(k) <= gamma * length2(k)),
    where=[MOMENT, DOUBLED, LENGTH2],
    step=[*NEXT[2:], at("length2", k), at("rows", k)],
)
curvature = formulas.curvature_of_shares(top, NUM)
TOP = {"top": z3.ForAll([p], z3.Implies(place(p), z3.And(s(p) <= top, s(p) <= 1)))}
ONE_SHARE = lemma(
    "a share of at most top", {"share": z3.And(0 <= u, u <= top, u <= 1)}, 2 * u * (1 - u) <= curvature
)
ONE_ROW = lemma(
    "one row of the Hessian",
    {**ENTRIES, **TOP, "place": place(p)},
    2 * s(p) * (1 - s(p)) * v(p) ** 2 <= curvature * v(p) ** 2,
    by=[at("probabilities", p), at("top", p), ONE_SHARE.at(u=s(p))],
)
EACH_ROW = discharge("each row of the Hessian", ONE_ROW, "place")
CURVED = lemma(
    "the cross-entropy is curved by at most 2 top (1 - top)",
    {**SIMPLEX, **TOP},
    moment(K) - first(K) ** 2 <= curvature * length2(K),
    where=[*SUMS, LENGTH2],
    by=[EACH_ROW.at().every(p), PAIRS.at(k=K), ROWS.at(k=K, gamma=curvature)],
)

# --- the Frobenius norm of the Hessian ---------------------------------------------------------------------

Lambda, X, c, features = z3.Reals("Lambda X c p")
_A, _B = squares(K), cubes(K)
_whole = formulas.smoothness_softmax_frobenius(Lambda, c, features, z3.ToReal(K), NUM).arg(0)  # beta^2
_norm = formulas.hessian_frobenius_squared(Lambda, X, (features + 1) * z3.ToReal(K), _A, _B)
FROBENIUS = lemma(
    "the Frobenius norm of the Hessian without a forgotten block",
    {**SIMPLEX, "regularized": Lambda > 0, "bounded": z3.And(0 <= X, X <= c**2)},
    _norm <= _whole,
    where=[TOTAL, SQUARES, CUBES],
    by=[
        [CAUCHY_SCHWARZ.at(k=K), SCALES.at(a=2 * (X * X), b=_A * _A, c=_B)],
        (Lambda - X / 2 + X * _A) * (Lambda - X / 2 + X * _A) >= 0,
        SCALES.at(a=Lambda + X / 2, b=Lambda + X / 2, c=Lambda + c**2 / 2),
        SCALES.at(a=Lambda + c**2 / 2, b=Lambda + X / 2, c=Lambda + c**2 / 2),
    ],
)

# --- joint models: two equal shares, and the direction (1, 1) ----------------------------------------------

HALVES = {
    **{"K": 2, "s": lambda i: z3.Q(1, 2), "v": lambda i: z3.RealVal(1), "top": z3.Q(1, 2)},
    **{name: lambda k: number(k) / 2 for name in ("total", "first", "moment")},
    **{"doubled": lambda k: number(k) / 4, "length2": number},
    **{"squares": lambda k: number(k) / 4, "cubes": lambda k: number(k) / 8},
    **{"Lambda": 1, "X": 1, "c": 1, "p": 0},
}
OURS = "ours:curvature_on_ball"
STATES = [
    stated(OURS, CURVED, "statement", {}, HALVES),
    stated(OURS, FROBENIUS, "statement", {}, HALVES),
]
