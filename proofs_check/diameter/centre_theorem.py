"""ours:gradient_diameter, the centre bound: two softmax gradients at one model f lie in a small ball around kappa c^2 f.

A gradient x u^T is large only where it points along f, so that its distance to a multiple of f is small. For every K, space, R,
c, kappa and pair of records; m bounds |u|^2 - 2 kappa <z, u> over the logits z of norm at most Rc.
"""

import z3

from proofs_check.lemmas.line import stated
from proofs_check.lemmas.numbers import SCALES
from proofs_check.lemmas.spaces import (
    R,
    dot,
    expand,
    inside,
    length,
    minus,
    norm,
    positive,
    products,
    scale,
    v,
)
from proofs_check.lemmas.sums import D
from proofs_check.logic.derived import instance
from proofs_check.logic.rules import at, discharge, lemma
from proofs_check.objectives.mean_theorems import Lambda, zi
from proofs_check.objectives.softmax_theorems import (
    ADJOINT,
    BOUNDED,
    FEATURES,
    LOGITS,
    ONE_HOT,
    OUTER,
    SHORT_LOGITS,
    between,
    c,
    class_of,
    features,
    gradient,
    kth,
    l,
    logits,
    onehot,
    softmax,
    square,
)
from proofs_check.sensitivity import softmax_theorem
from proofs_check.sensitivity.theorem_r import z2
from reference import formulas

kappa, m = z3.Reals("kappa m")


def inner(l, kth):
    """|u|^2 - 2 kappa <z, u>"""
    u = between(softmax(l), onehot(kth))
    return square(u) - 2 * kappa * LOGITS.dot(l, u)


INNER = {"inner-maximum": z3.ForAll([l, kth], z3.Implies(LOGITS.norm(l) <= R * c, inner(l, kth) <= m))}
x, y, z = z3.Consts("x y z", v.sort())
_to_x, _to_y = minus(x, z), minus(y, z)
_around = minus(_to_x, minus(z, y))  # x + y - 2z
THROUGH_A_CENTRE = lemma(
    "distance through a centre",
    {},
    dot(minus(x, y), minus(x, y)) <= 2 * dot(_to_x, _to_x) + 2 * dot(_to_y, _to_y),
    by=[positive(_around), *expand(_around, minus(x, y), _to_x, _to_y)],
)
_weight = kappa * c**2
_x, _z = features(zi), logits(v, features(zi))
_u = between(softmax(_z), onehot(class_of(zi)))
_centre = scale(_weight, v)
_row = gradient(v, zi).arg(1)
_at_a_record = [
    [at("one-hot", zi), at("bounded", zi), FEATURES.length(_x), length(v), LOGITS.positive(_u)],
    z3.And(FEATURES.dot(_x, _x) >= 0, FEATURES.dot(_x, _x) <= c * c, c >= 0),
    [SHORT_LOGITS, at("inner-maximum", _z, class_of(zi))],
]
_inside = [
    [OUTER.at(rec=_x, rec2=_x, log=_row, log2=_row), ADJOINT.at(rec=_x, log=_row)],
    [expand(_row, _u), products((_z, _row), (_z, _u))],
]
NEAR_THE_CENTRE = lemma(
    "a softmax gradient is near kappa c^2 f",
    {**BOUNDED, **ONE_HOT, **INNER, "ball": inside(v)},
    dot(minus(gradient(v, zi), _centre), minus(gradient(v, zi), _centre))
    <= c**2 * (kappa**2 * (R * c) ** 2 + m),
    by=[
        *_at_a_record,
        [expand(minus(gradient(v, zi), _centre)), *_inside],
        SCALES.at(a=square(_u), b=FEATURES.dot(_x, _x), c=c * c),
        SCALES.at(a=c * c, b=inner(_z, class_of(zi)), c=m),
        SCALES.at(a=_weight * _weight, b=dot(v, v), c=R * R),
    ],
)
_near = discharge("a softmax gradient in the ball is near kappa c^2 f", NEAR_THE_CENTRE, "ball")
_apart = minus(gradient(v, zi), gradient(v, z2))
BOUND = formulas.centre_bound(kappa, R * c, m)
CENTRE = lemma(
    "two softmax gradients at a model in the ball, by the centre bound",
    {**BOUNDED, **ONE_HOT, **INNER},
    z3.Implies(inside(v), dot(_apart, _apart) <= c**2 * BOUND),
    by=[_near, _near.at(z_i=z2), THROUGH_A_CENTRE.at(x=gradient(v, zi), y=gradient(v, z2), z=_centre)],
)
GAP = lemma(
    "the gradient diameter, by the centre bound",
    {**CENTRE.given, "diameter": z3.And(D >= 0, D * D >= c**2 * BOUND)},
    z3.Implies(inside(v), norm(_apart) <= D),
    by=[CENTRE, length(_apart), z3.Implies(inside(v), norm(_apart) * norm(_apart) <= D * D)],
)
SENSITIVITY = instance(
    "sensitivity of SoftmaxReg, by the centre bound",
    softmax_theorem.DIAMETER,
    meets=["gap"],
    given={**INNER, "diameter": GAP.given["diameter"]},
    by=[GAP.at().every(v, zi, z2)],
)

# --- where a step of SoftmaxReg lands (ours:stepwise_sensitivity): one maximum for its kappa, one for larger ones ---

tau, limit, lands, before, along, m_along = z3.Reals("tau limit lands before along m_along")
kept, part = 1 - Lambda * tau, formulas.landing_part(kappa, c, Lambda)
_above = formulas.landing_limit(part, c, Lambda, m)
LIMIT = {
    "landing-weights": z3.And(kappa > 0, along > 0),
    "landing-part": Lambda * tau <= part,
    "landing-limit": z3.And(limit >= _above, 2 * along * (Lambda * limit) >= m_along),
}
_RATE = {"regularized": Lambda > 0, "landing-rate": tau > 0}
_q, _b = z3.Reals("q b")
_whole = Lambda + kappa * c**2
STEP = lemma(
    "what a step adds to the square of the length",
    {
        **_RATE,
        **LIMIT,
        "square": _q >= 0,
        "maximum": _q + 2 * kappa * _b <= m,
        "maximum-along": _q + 2 * along * _b <= m_along,
    },
    tau * (tau * c**2 * _q + 2 * kept * _b) <= (1 - kept**2) * limit,
    by=[
        [c**2 >= 0, kappa * c**2 >= 0, _whole > 0, part * _whole == Lambda, part > 0, part <= 1, part < 2],
        [Lambda**2 * (2 - part) > 0, _above * (Lambda**2 * (2 - part)) == part * c**2 * m],
        (2 - part) * _whole == Lambda + 2 * (kappa * c**2),
        _above * Lambda**2 * ((2 - part) * _whole) == part * _whole * c**2 * m,
        _above * Lambda * (Lambda + 2 * (kappa * c**2)) == c**2 * m,
        SCALES.at(a=Lambda * (Lambda + 2 * (kappa * c**2)), b=_above, c=limit),
        SCALES.at(a=c**2, b=_q + 2 * kappa * _b, c=m),
        c**2 * (_q + 2 * kappa * _b) <= limit * Lambda * (Lambda + 2 * (kappa * c**2)),
        SCALES.at(
            a=tau,
            b=c**2 * (_q + 2 * kappa * _b),
            c=limit * Lambda * (Lambda + 2 * (kappa * c**2)),
        ),
        [2 * along * _b <= 2 * along * (Lambda * limit), _b <= Lambda * limit],
        [
            SCALES.at(a=_whole, b=Lambda * tau, c=part),
            Lambda * (tau * _whole) <= Lambda * 1,
            tau * _whole <= 1,
        ],
        SCALES.at(a=2 * (1 - tau * _whole), b=_b, c=Lambda * limit),
        tau * c**2 * _q + 2 * kept * _b <= Lambda * limit * (2 - Lambda * tau),
        SCALES.at(a=tau, b=tau * c**2 * _q + 2 * kept * _b, c=Lambda * limit * (2 - Lambda * tau)),
    ],
)
_alone = minus(scale(kept, v), scale(tau, gradient(v, zi)))
ALONG = {"maximum-along": z3.substitute(INNER["inner-maximum"], (kappa, along), (m, m_along))}
LANDING = lemma(
    "where a step of SoftmaxReg lands, by two inner maxima",
    {
        **{**NEAR_THE_CENTRE.given, **ALONG, **_RATE, **LIMIT},
        "short-model": norm(v) <= before,
        "landing-radius": z3.And(
            lands >= 0,
            lands * lands >= formulas.radius_after(before**2, kept**2, limit, 1),
        ),
    },
    norm(_alone) <= lands,
    by=[
        [length(v), before >= 0, dot(v, v) <= before * before],
        *_at_a_record,
        at("maximum-along", _z, class_of(zi)),
        [length(_alone), expand(_alone), *_inside],
        STEP.at(q=square(_u), b=-LOGITS.dot(_z, _u)),
        SCALES.at(a=tau * tau * square(_u), b=FEATURES.dot(_x, _x), c=c * c),
        SCALES.at(a=kept * kept, b=dot(v, v), c=before * before),
        norm(_alone) * norm(_alone) <= lands * lands,
    ],
)

# --- joint models: the probabilities of softmax_theorems, at most 5/8 from a corner; D = 5/4 ---------------

MODEL = {
    **softmax_theorem.LONE_SOFTMAX,
    "kappa": 0,
    "m": z3.Q(25, 64),
    "D": z3.Q(5, 4),
    **softmax_theorem.TWO_RECORDS,
}
_LANDS = {
    **{"kappa": 1, "along": 1, "m": 1, "m_along": 1, "tau": z3.Q(1, 2), "limit": z3.Q(1, 2)},
    **{"before": 1, "lands": 1},
}
STATES = [
    stated("ours:gradient_diameter", CENTRE, "statement", softmax_theorem.SORTS, MODEL),
    stated(
        "ours:stepwise_sensitivity",
        LANDING,
        "statement",
        softmax_theorem.SORTS,
        {**MODEL, **_LANDS},
    ),
]
