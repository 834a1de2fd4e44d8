"""ours:any_loss: Theorem R for a loss of one's own, with a slope in the margin or a row of slopes in the logits.

`slope` is any function of the margin y<f, x>. All that is asked of it, where margins are `reached`, is a bound S and that it
rises, by at most kappa a unit. The same in the logits: a `row` of norm at most S that is co-coercive with kappa. That the slope
is the derivative of a loss is not needed here. A loss file meets these premises for the slope that its learner runs.
"""

from __future__ import annotations

from typing import Any

import z3

from proofs_check.lemmas.line import stated, when
from proofs_check.lemmas.numbers import SCALES, SHORTER, Real
from proofs_check.lemmas.spaces import (
    PRODUCT,
    R,
    Vector,
    dot,
    expand,
    inside,
    length,
    minus,
    norm,
    products,
    v,
    w,
)
from proofs_check.lemmas.sums import cocoercive
from proofs_check.logic.derived import instance
from proofs_check.logic.rules import at, leaf, lemma
from proofs_check.objectives import softmax_theorems as softmax
from proofs_check.objectives.huber_theorems import BOUNDED, SIGN, c, label, record
from proofs_check.objectives.mean_theorems import Lambda, Z, zi
from proofs_check.objectives.softmax_theorems import FEATURES, LOGITS, Column, features, logits, outer
from proofs_check.sensitivity.closed_forms import (
    ANY_STEPS_ON_BALL,
    LONE_PASS,
    ON_BALL,
    PASS,
    SORTS,
    beta,
    smooth_enough,
    two_gradients,
)
from proofs_check.sensitivity.theorem_r import lone_record, pull
from reference import formulas

S, kappa, a, b = z3.Reals("S kappa a b")
slope, reached = z3.Function("slope", Real, Real), z3.Function("reached", Real, z3.BoolSort())
G, gamma = S * c, kappa * c**2  # of one gradient; co-coercivity


def within(margin):
    """What a model in the ball can reach on a clipped record."""
    return z3.And(-(R * c) <= margin, margin <= R * c)


def rises(one: Any, other: Any, apart: Any) -> Any:
    """A slope that never falls, and rises by at most kappa a unit."""
    return z3.And(
        (one - other) * apart >= 0, (one - other) * (one - other) <= kappa * ((one - other) * apart)
    )


CURVATURE = {"curvature": kappa >= 0}
SLOPE = {
    "margins": z3.ForAll([a], z3.Implies(within(a), reached(a))),
    "slope-bound": z3.ForAll([a], z3.Implies(reached(a), z3.And(-S <= slope(a), slope(a) <= S))),
    "slope-rises": z3.ForAll(
        [a, b], z3.Implies(z3.And(reached(a), reached(b)), rises(slope(a), slope(b), a - b))
    ),
    **CURVATURE,
}


def gradient(model, z):
    """Of the loss at one record."""
    along = label(z) * slope(label(z) * dot(model, record(z)))
    return formulas.loss_gradient_entry(Vector(record(z)), along).term


# --- numbers: X = |x|^2, label y, <v, x> and <w, x>, the difference of the slopes -------------------------

X, y, s, t, D, x_norm, f_norm = z3.Reals("X y s t D x_norm f_norm")
SIGNED = {"label": y * y == 1}
_between = {"record": z3.And(X >= 0, X <= c * c)}
CURVED = lemma(
    "curvature of a signed slope, by kappa",
    {
        **CURVATURE,
        **SIGNED,
        **_between,
        "slopes": z3.And(D * (y * s - y * t) >= 0, D * D <= kappa * (D * (y * s - y * t))),
    },
    z3.And((y * D) * (y * D) * X <= gamma * ((y * D) * (s - t)), (y * D) * (s - t) >= 0),
)
STEEP = lemma(
    "a signed slope is at most S",
    {**SIGNED, "slope": z3.And(-S <= D, D <= S)},
    (y * D) * (y * D) <= S * S,
    by=[(y * D) * (y * D) == D * D, S >= 0],
)
REACH = lemma(
    "a margin is at most Rc",
    {
        **SIGNED,
        "angle": z3.And(-t <= f_norm * x_norm, t <= f_norm * x_norm),
        "sizes": z3.And(0 <= f_norm, f_norm <= R, 0 <= x_norm, x_norm <= c),
    },
    within(y * t),
)

# --- one record -------------------------------------------------------------------------------------------

_x, _y = record(zi), label(zi)
_margin, _margin2 = _y * dot(v, _x), _y * dot(w, _x)
_change, _g = minus(gradient(v, zi), gradient(w, zi)), gradient(v, zi)
_clipped = [at("bounded", zi), length(_x), z3.And(dot(_x, _x) >= 0, dot(_x, _x) <= c * c)]


def _reached(model, margin):
    """The margin of a model in the ball is reached."""
    return [
        [length(model), PRODUCT.at(x=model, y=_x)],
        REACH.at(y=_y, t=dot(model, _x), f_norm=norm(model), x_norm=norm(_x)),
        at("margins", margin),
    ]


COCOERCIVE = lemma(
    "a loss of the margin is co-coercive with kappa c^2",
    {**SLOPE, **SIGN, **BOUNDED, "ball": z3.And(inside(v), inside(w))},
    cocoercive(_change, gamma, minus(v, w)),
    by=[
        [at("one-vs-rest-sign", zi), *_clipped, *_reached(v, _margin), *_reached(w, _margin2)],
        at("slope-rises", _margin, _margin2),
        CURVED.at(X=dot(_x, _x), y=_y, s=dot(v, _x), t=dot(w, _x), D=slope(_margin) - slope(_margin2)),
        *products((_change, _change), (minus(v, w), _change)),
    ],
)
GRADIENT = lemma(
    "a gradient of a loss of the margin is at most Sc",
    {**SLOPE, **SIGN, **BOUNDED, "ball": inside(v)},
    norm(_g) <= G,
    by=[
        [at("one-vs-rest-sign", zi), *_clipped, *_reached(v, _margin)],
        [at("slope-bound", _margin), STEEP.at(y=_y, D=slope(_margin)), length(_g), *expand(_g)],
        SCALES.at(a=dot(_x, _x), b=_y * slope(_margin) * (_y * slope(_margin)), c=S * S),
        SCALES.at(a=S * S, b=dot(_x, _x), c=c * c),
        SHORTER.at(a=norm(_g), b=G),
    ],
)
_margins = {
    "grad": gradient,
    "D": 2 * G,
    "given": {**SLOPE, **SIGN, **BOUNDED, "smooth": beta >= Lambda + gamma},
    "meets": ["cocoercive", "gap", "smooth"],
    "by": [
        [c * c >= 0, SCALES.at(a=kappa, b=0, c=c * c), gamma >= 0],
        smooth_enough("a loss of the margin in the ball", gradient, COCOERCIVE, gamma),
        two_gradients("two gradients of a loss of the margin", gradient, GRADIENT),
    ],
}
MARGINS = instance("sensitivity of a loss of the margin", ON_BALL, **_margins)
MARGINS_ANY_STEPS = instance(
    "sensitivity of a loss of the margin after any number of steps", ANY_STEPS_ON_BALL, **_margins
)

# --- K classes: a row of slopes in the logits --------------------------------------------------------------

l, l2, u, u2 = z3.Consts("log log2 row_u row_u2", LOGITS.sort)
x = z3.Const("rec", FEATURES.sort)
row = z3.Function("row", LOGITS.sort, Z, LOGITS.sort)
square = softmax.square


def row_gradient(model, z):
    """Of the loss at one record."""
    slopes = Vector(row(logits(model, features(z)), z))
    return formulas.loss_gradient_entry(Column(features(z)), slopes).term


def row_rises(one, other, move):
    change = LOGITS.minus(one, other)
    return z3.And(square(change) <= kappa * LOGITS.dot(move, change), LOGITS.dot(move, change) >= 0)


ROW = {
    "row-bound": z3.ForAll([l, zi], LOGITS.norm(row(l, zi)) <= S),
    "row-rises": z3.ForAll([l, l2, zi], row_rises(row(l, zi), row(l2, zi), LOGITS.minus(l, l2))),
    **CURVATURE,
}
_turn, _move, _apart = minus(outer(x, u), outer(x, u2)), minus(v, w), LOGITS.minus(u, u2)
_shift = LOGITS.minus(logits(v, x), logits(w, x))
LIFTED = lemma(
    "two rows on one record, as gradients",
    {},
    z3.And(
        dot(_turn, _turn) == FEATURES.dot(x, x) * square(_apart),
        dot(_move, _turn) == LOGITS.dot(_shift, _apart),
    ),
    by=[
        [softmax.OUTER.at(rec=x, rec2=x, log=one, log2=other) for one in (u, u2) for other in (u, u2)],
        [softmax.ADJOINT.at(v=f, rec=x, log=one) for f in (v, w) for one in (u, u2)],
        [expand(_turn), expand(_apart), products((_move, _turn), (_shift, _apart))],
    ],
)
_x = features(zi)
_one, _other = (row(logits(f, _x), zi) for f in (v, w))
_shift, _apart = LOGITS.minus(logits(v, _x), logits(w, _x)), LOGITS.minus(_one, _other)
_change, _g = minus(row_gradient(v, zi), row_gradient(w, zi)), row_gradient(v, zi)
_clipped = [
    at("bounded", zi),
    FEATURES.length(_x),
    z3.And(FEATURES.dot(_x, _x) >= 0, FEATURES.dot(_x, _x) <= softmax.c * softmax.c),
]
ROWS_COCOERCIVE = lemma(
    "a loss of the logits is co-coercive with kappa c^2",
    {"row-rises": ROW["row-rises"], **CURVATURE, **softmax.BOUNDED},
    cocoercive(_change, gamma, _move),
    by=[
        [*_clipped, at("row-rises", logits(v, _x), logits(w, _x), zi), LOGITS.positive(_apart)],
        LIFTED.at(rec=_x, row_u=_one, row_u2=_other),
        SCALES.at(a=square(_apart), b=FEATURES.dot(_x, _x), c=softmax.c * softmax.c),
        SCALES.at(a=softmax.c * softmax.c, b=square(_apart), c=kappa * LOGITS.dot(_shift, _apart)),
    ],
)
ROW_GRADIENT = lemma(
    "a gradient of a loss of the logits is at most Sc",
    {"row-bound": ROW["row-bound"], **softmax.BOUNDED},
    norm(_g) <= G,
    by=[
        [*_clipped, at("row-bound", logits(v, _x), zi), LOGITS.length(_one), length(_g)],
        softmax.OUTER.at(rec=_x, rec2=_x, log=_one, log2=_one),
        SCALES.at(a=FEATURES.dot(_x, _x), b=square(_one), c=S * S),
        SCALES.at(a=S * S, b=FEATURES.dot(_x, _x), c=c * c),
        SHORTER.at(a=norm(_g), b=G),
    ],
)
_logits = {
    "grad": row_gradient,
    "D": 2 * G,
    "given": {**ROW, **softmax.BOUNDED, "smooth": beta >= Lambda + gamma},
    "meets": ["cocoercive", "gap", "smooth"],
    "by": [
        [c * c >= 0, SCALES.at(a=kappa, b=0, c=c * c), gamma >= 0],
        smooth_enough("a loss of the logits in the ball", row_gradient, ROWS_COCOERCIVE, gamma),
        two_gradients("two gradients of a loss of the logits", row_gradient, ROW_GRADIENT),
    ],
}
ROWS = instance("sensitivity of a loss of the logits", ON_BALL, **_logits)

# --- logsumexp: A softmax(l) - B onehot - (E/K) (1, ..., 1), the row of A logsumexp(l) - B l_y - E mean(l) --

A, B, E = z3.Reals("A_lse B_label E_mean")
ones, classes, hot = z3.Const("ones_of_L", LOGITS.sort), z3.Real("classes_of_L"), softmax.onehot(softmax.kth)
shares = softmax.softmax(l)
SHARES = leaf(
    "shares are not negative and sum to 1",
    z3.And(
        square(shares) <= 1,
        LOGITS.dot(shares, hot) >= 0,
        LOGITS.dot(shares, ones) == 1,
        z3.And(LOGITS.dot(hot, ones) == 1, square(hot) == 1, square(ones) == classes, classes >= 1),
    ),
    over=["log", "kth"],
    by="Coq: softmax_shares",
)


def target(kth):
    return LOGITS.add(LOGITS.scale(B, softmax.onehot(kth)), LOGITS.scale(E / classes, ones))


def softmax_row(at_logits, z):
    return LOGITS.minus(LOGITS.scale(A, softmax.softmax(at_logits)), target(softmax.class_of(z)))


def squared_row(A: Any, B: Any, E: Any, K: Any) -> Any:
    """The square of the largest row: one share is 1, and it is not the label's."""
    return A**2 + B**2 + (E**2 - 2 * A * E + 2 * B * E) / K


WEIGHTS = {"row-weights": z3.And(A >= 0, B >= 0)}
_row = LOGITS.minus(LOGITS.scale(A, shares), target(softmax.kth))
_even = E / classes
_rest = B * B + _even * _even * classes - 2 * (A * _even) + 2 * (B * _even)
ROW_LENGTH = lemma(
    "a row of a softmax loss is longest at a wrong corner",
    {**WEIGHTS, "row-size": z3.And(S >= 0, S * S >= squared_row(A, B, E, classes))},
    LOGITS.norm(_row) <= S,
    by=[
        [SHARES, LOGITS.length(_row), expand(_row)],
        _rest + A * A == squared_row(A, B, E, classes),
        SHORTER.at(a=LOGITS.norm(_row), b=S),
    ],
)

_one, _other = (softmax.softmax(at_logits) for at_logits in (l, l2))
_rows, _apart = LOGITS.minus(softmax_row(l, zi), softmax_row(l2, zi)), LOGITS.minus(_one, _other)
_move = LOGITS.minus(l, l2)
ROW_RISES = lemma(
    "rows of a softmax loss are co-coercive with A/2",
    {**WEIGHTS, "curved": kappa >= A / 2},
    row_rises(softmax_row(l, zi), softmax_row(l2, zi), _move),
    by=[
        [softmax.SOFTMAX_COCOERCIVE, LOGITS.positive(_apart), SHARES.at(kth=softmax.class_of(zi))],
        [expand(_rows, _apart), products((_move, _rows), (_move, _apart))],
        SCALES.at(a=A * A, b=2 * square(_apart), c=LOGITS.dot(_move, _apart)),
        [A * LOGITS.dot(_move, _apart) >= 0, SCALES.at(a=A * LOGITS.dot(_move, _apart), b=A / 2, c=kappa)],
    ],
)
OF_SOFTMAX: dict[str, Any] = {
    "row": softmax_row,
    "given": {**WEIGHTS, **ROW_LENGTH.given, **ROW_RISES.given},
    "meets": ["row-bound", "row-rises", "curvature"],
    "by": [
        [SHARES, A / 2 >= 0, kappa >= 0, ROW_LENGTH.at(kth=softmax.class_of(zi)).every(l, zi)],
        ROW_RISES.at().every(l, l2, zi),
    ],
}
SOFTMAX_ROWS = instance("sensitivity of a softmax loss", ROWS, **OF_SOFTMAX)

# --- joint models: the Huber slope with h = 1/2 attains 2Sc/(Λn); one class, which no record can move --------

PULLED = {
    **LONE_PASS,
    **{"c": 1, "S": 1, "kappa": 1},
    "slope": pull,
    "reached": lambda a: z3.BoolVal(True),
    "record": lambda z: when(z == 0, 0, 1),
    "label": lambda z: when(z < 0, -1, 1),
}
ONE_CLASS = {
    **softmax.RECORD,
    **lone_record(0),
    **PASS,
    **{"S": 2, "kappa": z3.Q(1, 2), "A_lse": 1, "B_label": 1, "E_mean": 0, "classes_of_L": 1, "ones_of_L": 1},
    "softmax": lambda z: z3.RealVal(1),
    "onehot": lambda k: z3.RealVal(1),
    "row": lambda l, z: z3.RealVal(0),
    "class_of": lambda z: z >= 0,
}
ROW_SORTS = {**softmax.SORTS, "Z": z3.RealSort()}
STATES = [
    *(
        stated("ours:any_loss", theorem, "statement", SORTS, PULLED)
        for theorem in (MARGINS, MARGINS_ANY_STEPS)
    ),
    *(
        stated("ours:any_loss", theorem, "statement", ROW_SORTS, ONE_CLASS)
        for theorem in (ROWS, SOFTMAX_ROWS)
    ),
]
