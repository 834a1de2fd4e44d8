"""thm:sensitivity_general in the words of the paper: J is Λ-strongly convex, beta-smooth, and L-Lipschitz where the models are.

J(f, z) = Λ/2 |f|^2 + loss(f, z). Strong convexity is def:strong_convexity the right way round, smoothness the descent
parabola. Then the loss is co-coercive with beta - Λ (Baillon and Haddad), and Theorem R gives 2L/(Λn).
"""

import z3

from proofs_check.lemmas.line import stated, when
from proofs_check.lemmas.numbers import Real
from proofs_check.lemmas.spaces import (
    APART,
    EQUAL,
    V,
    add,
    against,
    dot,
    minus,
    norm,
    positive,
    products,
    scale,
    v,
    w,
    z,
)
from proofs_check.lemmas.sums import cocoercive
from proofs_check.logic.derived import instance
from proofs_check.logic.rules import at, lemma
from proofs_check.objectives.mean_theorems import Lambda, Z, grad, with_ridge, zi
from proofs_check.sensitivity.closed_forms import LONE_PASS, SORTS, WHOLE_PASSES
from proofs_check.sensitivity.theorem_r import X, beta, z2
from reference import formulas

L = z3.Real("L")
loss = z3.Function("loss", V, Z, Real)


def objective(model, record):
    return formulas.regularized(Lambda, dot(model, model), loss(model, record))


def gradient(model, record):
    return with_ridge(model, grad(model, record))


def parabola(curvature, start, end, record):
    """What J would be at `end` if it curved by `curvature` from `start` on."""
    move = minus(end, start)
    return objective(start, record) + dot(gradient(start, record), move) + curvature / 2 * dot(move, move)


SHAPE = {
    "strongly-convex": z3.ForAll([v, w, zi], objective(w, zi) >= parabola(Lambda, v, w, zi)),
    "descent": z3.ForAll([v, w, zi], objective(w, zi) <= parabola(beta, v, w, zi)),
}

# --- the loss: tangent planes below, parabolas with beta - Λ above ------------------------------------------------------------

g = grad(v, zi)
_move = minus(w, v)
_J = products((_move, _move), (gradient(v, zi), _move))
TANGENT = lemma(
    "the loss lies above its tangent planes",
    {"strongly-convex": SHAPE["strongly-convex"]},
    loss(w, zi) >= loss(v, zi) + dot(g, _move),
    by=[at("strongly-convex", v, w, zi), *_J],
)
DESCENT = lemma(
    "the loss lies below its parabolas",
    {"descent": SHAPE["descent"]},
    loss(w, zi) <= loss(v, zi) + dot(g, _move) + (beta - Lambda) / 2 * dot(_move, _move),
    by=[at("descent", v, w, zi), *_J],
)
_p, _q, _step = grad(v, zi), grad(w, zi), z3.Real("r")
_apart, _change = minus(v, w), minus(_p, _q)
_down, _up = minus(v, scale(_step, _change)), add(w, scale(_step, _change))
TWO_POINTS = lemma(
    "two points, one step from each model",
    SHAPE,
    2 * _step * dot(_change, _change)
    <= dot(_apart, _change) + (beta - Lambda) * (_step * _step * dot(_change, _change)),
    by=[
        [TANGENT.at(v=w, w=_down), DESCENT.at(w=_down), TANGENT.at(w=_up), DESCENT.at(v=w, w=_up)],
        products(
            (_q, minus(_down, w)),
            (minus(_down, v), minus(_down, v)),
            (_p, minus(_up, v)),
            (minus(_up, w), minus(_up, w)),
            (_apart, _change),
            (_change, _change),
        ),
    ],
)
Q, T, gamma = z3.Reals("Q T gamma")  # |p - q|^2, <v - w, p - q>, beta - Λ
BEST_STEP = lemma(
    "the best step",
    {
        "numbers": z3.And(gamma >= 0, Q >= 0, T >= 0),
        "at-1/gamma": z3.Implies(gamma > 0, 2 * (1 / gamma) * Q <= T + gamma * (1 / gamma * (1 / gamma) * Q)),
        "far": z3.Implies(Q > 0, 2 * ((T + 1) / Q) * Q <= T + gamma * ((T + 1) / Q * ((T + 1) / Q) * Q)),
    },
    Q <= gamma * T,
)
_Q, _T = dot(_change, _change), dot(_apart, _change)
BAILLON_HADDAD = lemma(
    "convex and smooth, so co-coercive",
    {**SHAPE, "smooth": beta >= Lambda},
    z3.Implies(z3.And(X(v), X(w)), cocoercive(_change, beta - Lambda, _apart)),
    by=[
        [TANGENT, TANGENT.at(v=w, w=v), positive(_change)],
        [TWO_POINTS.at(r=1 / (beta - Lambda)), TWO_POINTS.at(r=(_T + 1) / _Q)],
        products((_p, minus(w, v)), (_q, minus(v, w)), (_apart, _change)),
        BEST_STEP.at(Q=_Q, T=_T, gamma=beta - Lambda),
    ],
)
_other = grad(v, z2)
_ridged, _plain = minus(gradient(v, zi), gradient(v, z2)), minus(_p, _other)
_cancels = lemma(
    "the regularizer cancels in the gap",
    {},
    dot(_ridged, z) == dot(_plain, z),
    by=against(z, _ridged, _plain),
)
LIPSCHITZ = {"lipschitz": z3.ForAll([v, zi], z3.Implies(X(v), norm(gradient(v, zi)) <= L))}
GAP = lemma(
    "two gradients of a Lipschitz objective",
    LIPSCHITZ,
    z3.Implies(X(v), norm(_plain) <= 2 * L),
    by=[
        [_cancels.at().every(z), EQUAL.at(x=_ridged, y=_plain)],
        [at("lipschitz", v, zi), at("lipschitz", v, z2), APART.at(x=gradient(v, zi), y=gradient(v, z2))],
    ],
)
GENERAL = instance(
    "sensitivity of SGD on a strongly convex objective",
    WHOLE_PASSES,
    D=2 * L,
    given={**SHAPE, **LIPSCHITZ},
    meets=["cocoercive", "gap"],
    by=[BAILLON_HADDAD.at().every(v, w, zi), GAP.at().every(v, zi, z2)],
)

# --- a joint model: the runs of Theorem R, with the Huber loss itself, on [-1, 1] -----------------------


def _huber(f):
    return when(f > z3.Q(3, 2), 0, when(f < z3.Q(1, 2), 1 - f, (z3.Q(3, 2) - f) * (z3.Q(3, 2) - f) / 2))


HUBER = {
    **LONE_PASS,
    "L": 2,
    "loss": lambda f, z: when(z > 0, _huber(f), when(z < 0, _huber(-f))),
    "P": lambda f: when(f > 1, 1, when(f < -1, -1, f)),
    "X": lambda f: z3.And(-1 <= f, f <= 1),
}
STATES = [stated("thm:sensitivity_general", GENERAL, "repair", SORTS, HUBER)]
