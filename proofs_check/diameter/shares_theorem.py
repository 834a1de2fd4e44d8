"""ours:gradient_diameter: |u|^2 - 2 kappa <z, u> in closed form, for every number K of classes.

s(0), ..., s(K-1) are the softmax of the logits z; p = 1 - s_y is the share of the wrong classes. With s_k = p part_k
the value is p^2 (1 + sum part^2) - 2 kappa p logit p + 2 kappa p H(part): tangents bound each part and the logit.
"""

import z3

from proofs_check.lemmas.exponential import (
    ABOVE,
    LOG,
    POWER,
    RECIPROCAL,
    SECOND_ORDER,
    TWO_LOGS,
    divergence,
    log,
)
from proofs_check.lemmas.exponential import EXACT as NUM
from proofs_check.lemmas.exponential import TANGENT as TANGENT_OF_LOG
from proofs_check.lemmas.numbers import ROOT, SCALES, Int, Real
from proofs_check.lemmas.sums import counting
from proofs_check.logic.rules import at, discharge, induct, lemma
from proofs_check.objectives.class_shares import (
    CAPPED,
    LABEL,
    ONE,
    RIVAL,
    SHARES,
    SHORT,
    SQUARES,
    TOP,
    TOTAL,
    K,
    i,
    j,
    k,
    n,
    place,
    s,
    so_far,
    total,
    y,
    z,
)
from reference import formulas

a, b, cap, floor = z3.Reals("a b cap floor")
kappa, m = z3.Reals("kappa m")
wrong, part, low, top, near = z3.Reals("wrong part low top near")

# --- the entropy is strongly concave, but not too strongly -------------------------------------------------

_positive = {"positive": z3.And(a > 0, b > 0)}
_ordered = discharge("the logarithm of two numbers in order, to second order", SECOND_ORDER, "order")
_both = [_ordered, _ordered.at(a=b, b=a)]
_far = (a - b) * (a - b)
AT_LEAST = lemma(
    "two numbers below the cap diverge",
    {**_positive, "cap": z3.And(a <= cap, b <= cap)},
    2 * cap * divergence(a, b) >= _far,
    by=[
        _both,
        divergence(a, b) >= 0,
        SCALES.at(a=divergence(a, b), b=a, c=cap),
        SCALES.at(a=divergence(a, b), b=b, c=cap),
    ],
)
AT_MOST = lemma(
    "two numbers above the floor do not diverge far",
    {**_positive, "floor": z3.And(floor > 0, a >= floor, b >= floor)},
    2 * floor * divergence(a, b) <= _far,
    by=[_both],
)

# --- one wrong class: the tangent at `low` lies above p part^2 - 2 kappa part log part up to the cap `top` -------


def gap(x):
    """How far the tangent at `low` lies above, at x."""
    return 2 * kappa * divergence(x, low) - wrong * (x - low) ** 2


_turn = kappa / wrong  # the entropy is more curved than the square below, less above
_slope = 2 * kappa * (log(part) - log(low)) - 2 * wrong * (part - low)
TANGENT = {
    "centre": kappa > 0,
    "wrong": wrong > 0,
    "tangent": z3.And(
        0 < low, low <= top, wrong * low <= kappa, formulas.tangent_gap(wrong, low, top, kappa, NUM) >= 0
    ),
}
_FLAT = lemma(
    "the tangent lies above where the entropy is more curved",
    {slug: TANGENT[slug] for slug in ("centre", "wrong")}
    | {"low": z3.And(0 < low, wrong * low <= kappa), "part": z3.And(0 < part, wrong * part <= kappa)},
    gap(part) >= 0,
    by=[AT_LEAST.at(a=part, b=low, cap=_turn)],
)
_flat = discharge("the tangent lies above up to the turn", _FLAT, "part")


def _bent(x):
    """gap(x) is below its own tangent at `part`, if both are above the turn."""
    return [AT_MOST.at(a=x, b=part, floor=_turn), gap(x) <= gap(part) + (x - part) * _slope]


_BENT = lemma(
    "the tangent lies above where the entropy is less curved",
    {**TANGENT, "part": z3.And(wrong * part >= kappa, part <= top)},
    gap(part) >= 0,
    by=[
        part >= _turn,
        _flat.at(part=_turn),
        [*_bent(top), *_bent(_turn)],
        z3.Implies(_slope >= 0, (part - _turn) * _slope >= 0),
        z3.Implies(_slope <= 0, (top - part) * _slope <= 0),
    ],
)
ONE_CLASS = lemma(
    "one wrong class",
    {**TANGENT, "part": z3.And(0 < part, part <= top)},
    gap(part) >= 0,
    by=[_flat, discharge("the tangent lies above after the turn", _BENT, "part")],
)

_capped = discharge("each wrong class has at most the top share", CAPPED, "rival")
_power = TOP.arg(1).arg(1).arg(1)

# --- the sum over the wrong classes ---------------------------------------------------------------------------------

value = z3.Function("value", Int, Real)
nu, A = z3.Reals("nu A")


def term(k):
    """What a wrong class adds to |u|^2 - 2 kappa <z, u>, for the label y."""
    return s(k) ** 2 - 2 * kappa * s(k) * (z(k) - z(y))


VALUE = counting(value, lambda k: z3.If(k == y, z3.RealVal(0), term(k)))
WRONG_CLASSES = induct(
    "a line above each wrong class",
    k,
    {**LABEL, "line": z3.ForAll([j], z3.Implies(z3.And(place(j), j != y), term(j) <= nu * s(j) + A))},
    z3.Implies(
        k <= K,
        value(k)
        <= nu * (total(k) - so_far(y, k, s)) + A * (z3.ToReal(k) - so_far(y, k, lambda i: z3.RealVal(1))),
    ),
    where=[TOTAL, VALUE],
    step=[at("total", k), at("value", k), at("line", k)],
)
_nu = 2 * wrong * low - 2 * kappa * (log(wrong) + log(low) + 1 - log(1 - wrong))
_A = 2 * kappa * wrong * low - wrong * wrong * low * low
WRONG = {"wrong-share": z3.And(wrong == 1 - s(y), wrong > 0)}
CAP = {"capped": z3.ForAll([j], z3.Implies(z3.And(place(j), j != y), s(j) <= wrong * top))}
SHARED = lemma(
    "the tangent of one wrong class, by its share",
    {
        "part": b == part * wrong,
        "above": wrong * (2 * kappa * (part * a - part + low) - wrong * (part - low) ** 2) >= 0,
    },
    2 * kappa * (b * a - b + wrong * low) >= (b - wrong * low) * (b - wrong * low),
)
LINE = lemma(
    "the line above one wrong class",
    {**RIVAL, **SHARES, **WRONG, **CAP, "centre": kappa > 0, "tangent": TANGENT["tangent"]},
    term(j) <= _nu * s(j) + _A,
    by=[
        at("positive-shares", y),
        [s(j) / wrong > 0, s(j) / wrong * wrong == s(j), s(j) / wrong <= top],
        ONE_CLASS.at(part=s(j) / wrong),
        [LOG.at(a=s(j) / wrong, b=wrong), log(s(j) / wrong * wrong) == log(s(j))],
        SCALES.at(a=wrong, b=0, c=gap(s(j) / wrong)),
        SHARED.at(a=log(s(j) / wrong) - log(low), b=s(j), part=s(j) / wrong),
        [s(y) == 1 - wrong, z(j) == z(y) + log(s(j)) - log(1 - wrong)],
    ],
)
_tangent_of_logit = wrong * (log(near) - log(1 - near)) + 2 * wrong - near - wrong * (1 - wrong) / (1 - near)
PEAK = lemma(
    "the tangent of p logit p",
    {"shares": z3.And(0 < wrong, wrong < 1, 0 < near, near < 1)},
    wrong * (log(wrong) - log(1 - wrong)) >= _tangent_of_logit,
    by=[ABOVE.at(a=near, b=wrong), ABOVE.at(a=1 - wrong, b=1 - near)],
)
_line = discharge("the line above each wrong class", LINE, "rival")
NEAR = {"near": z3.And(0 < near, near < 1)}
_there = {slug: premise for slug, premise in LINE.given.items() if slug != "rival"}
TWO_TANGENTS = lemma(
    "|u|^2 - 2 kappa <z, u> by two tangents",
    {"classes": K >= 2, **_there, **ONE, **LABEL, **NEAR},
    wrong**2 + value(K) <= formulas.inner_bound(wrong, near, low, kappa, n, NUM),
    where=[TOTAL, VALUE],
    by=[
        at("positive-shares", y),
        [_line.at().every(j), WRONG_CLASSES.at(k=K, nu=_nu, A=_A)],
        value(K) <= _nu * wrong + _A * n,
        PEAK,
        SCALES.at(a=2 * kappa, b=_tangent_of_logit, c=wrong * (log(wrong) - log(1 - wrong))),
    ],
)

# --- pieces of (0, 1), each with its two tangents ----------------------------------------------------------------------

pieces = z3.Int("pieces")
edge, lows, nears = (z3.Function(name, Int, Real) for name in ("edge", "low_", "near_"))
PIECES = {
    "edges": z3.And(edge(0) == 0, edge(pieces) >= 1, pieces >= 0),
    "allowed-tangents": z3.ForAll(
        [i],
        z3.Implies(
            z3.And(0 <= i, i < pieces),
            z3.And(
                *(0 < nears(i), nears(i) < 1, 0 < lows(i), lows(i) <= top, edge(i + 1) * lows(i) <= kappa),
                formulas.tangent_gap(edge(i + 1), lows(i), top, kappa, NUM) >= 0,
            ),
        ),
    ),
    "maximum": z3.ForAll(
        [i, wrong],
        z3.Implies(
            z3.And(0 <= i, i < pieces, edge(i) <= wrong, wrong <= edge(i + 1)),
            formulas.inner_bound(wrong, nears(i), lows(i), kappa, n, NUM) <= m,
        ),
    ),
}
_tangents = discharge("|u|^2 - 2 kappa <z, u> if the tangents are right", TWO_TANGENTS, "near", "tangent")
_wrong_ = z3.And(0 <= k, k < pieces, edge(k) <= wrong, wrong <= edge(k + 1))
_more = edge(k + 1) - wrong
UP_TO = induct(
    "|u|^2 - 2 kappa <z, u> piece by piece",
    k,
    {**_tangents.given, **PIECES},
    z3.Implies(z3.And(k <= pieces, wrong <= edge(k)), wrong**2 + value(K) <= m),
    where=[TOTAL, VALUE],
    step=[
        [at("allowed-tangents", k), at("maximum", k, wrong)],
        [z3.Implies(_wrong_, _more * lows(k) >= 0), z3.Implies(_wrong_, _more * (top - lows(k)) ** 2 >= 0)],
        _tangents.at(low=lows(k), near=nears(k)),
    ],
)
MANY = {"classes": K >= 3}
TOP_SHARE = {"top": z3.And(top > 0, top * TOP.arg(1) >= 1)}
_rival = z3.If(y == 0, z3.IntVal(1), z3.IntVal(0))
_SHARE = 1 - s(y)
CAP_KNOWN = lemma(
    "the cap on each wrong class",
    {**MANY, **LABEL, **SHARES, **ONE, **SHORT, **TOP_SHARE},
    z3.Implies(z3.And(place(j), j != y), s(j) <= _SHARE * top),
    where=[TOTAL, SQUARES],
    by=[
        [_capped, at("positive-shares", j)],
        z3.Implies(z3.And(place(j), j != y), s(j) * TOP.arg(1) * top <= _SHARE * top),
        z3.Implies(z3.And(place(j), j != y), s(j) * (top * TOP.arg(1)) >= s(j)),
    ],
)
POSITIVE_WEIGHT = lemma(
    "the weight of the centre is positive",
    {slug: PIECES[slug] for slug in ("edges", "allowed-tangents")},
    kappa > 0,
    by=[pieces >= 1],
)
SHARES_MAXIMUM = lemma(
    "|u|^2 - 2 kappa <z, u> over short logits",
    {**CAP_KNOWN.given, **PIECES},
    _SHARE**2 + value(K) <= m,
    where=[TOTAL, SQUARES, VALUE],
    by=[
        POSITIVE_WEIGHT,
        [CAP_KNOWN.at().every(j), CAP_KNOWN.at(j=_rival)],
        [at("positive-shares", _rival), at("positive-shares", y)],
        UP_TO.at(k=pieces, wrong=_SHARE),
    ],
)

# --- two classes: the only wrong class has all of p, and p logit p has one tangent that meets the best pair of records ---

TWO = {"classes": K == 2}
_only = _SHARE**2 - 2 * kappa * _SHARE * (log(_SHARE) - log(1 - _SHARE))
ONLY_CLASS = lemma(
    "the only wrong class",
    {**TWO, **RIVAL, **SHARES, **ONE},
    term(j) <= 0 * s(j) + _only,
    where=[TOTAL],
    by=[s(0) + s(1) == 1, at("logits", j, y), s(j) == _SHARE, z(j) == z(y) + log(_SHARE) - log(1 - _SHARE)],
)
_only_class = discharge("each wrong class of two", ONLY_CLASS, "rival")
TWO_CLASSES = lemma(
    "|u|^2 - 2 kappa <z, u> for two classes",
    {**TWO, **LABEL, **SHARES, **ONE, "centre": kappa > 0, **NEAR},
    _SHARE**2 + value(K) <= formulas.inner_bound(_SHARE, near, z3.RealVal(1), kappa, z3.RealVal(1), NUM),
    where=[TOTAL, VALUE],
    by=[
        [_only_class.at().every(j), value(K) <= _only],
        [PEAK.at(wrong=_SHARE), LOG.at(a=1, b=1)],
        SCALES.at(
            a=2 * kappa,
            b=z3.substitute(_tangent_of_logit, (wrong, _SHARE)),
            c=_SHARE * (log(_SHARE) - log(1 - _SHARE)),
        ),
    ],
)

t, r = z3.Reals("t r")
X, x, sigma = z3.Reals("X_ x_ sigma_")
ONE_PEAK = lemma(
    "a stationary point of the two-class bound is its peak",
    {
        "power": z3.And(X > 0, X >= 1 + x),
        "share": sigma * (1 + X) == X,
        "stationary": z3.And(kappa > 0, 2 * sigma == kappa * (1 + X + x)),
    },
    2 * wrong**2 - 2 * kappa * (wrong * x + 2 * wrong - sigma - wrong * (1 - wrong) * (1 + X))
    <= 2 * sigma**2 - 2 * kappa * x * sigma,
)
ANGLE = {"best-angle": z3.And(r > 0, 0 < t, t <= 1, formulas.best_angle_condition(t, r, NUM) == 0)}
_q = NUM.sqrt(2)
_x = _q * r * t
_X, _Y = NUM.exp(_x), NUM.exp(-_q * r * t)
_sigma, _kappa = 1 / (1 + _Y), formulas.centre_weight(t, r, NUM)
_peak = 2 * _sigma**2 - 2 * _kappa * _x * _sigma
BEST = {"near": _sigma, "kappa": _kappa, "m": _peak}
SHARE_AT_BEST = lemma(
    "the share of the rival at the best angle",
    {"angle": z3.And(r > 0, 0 < t)},
    z3.And(
        *(_q > 0, _q * _q == 2, _X > 0, _X >= 1 + _x, _Y > 0, _sigma > 0, _sigma * (1 + _X) == _X),
        *(1 - _sigma > 0, (1 - _sigma) * (1 + _X) == 1, log(_sigma) - log(1 - _sigma) == _x),
    ),
    by=[
        [ROOT.at(r=2), POWER.at(exponent=_x)],
        [TANGENT_OF_LOG.at(a=_X), RECIPROCAL.at(exponent=_x)],
        TWO_LOGS.at(a=_sigma, b=1 - _sigma),
    ],
)
INVERSE = lemma("a number times its inverse", {"positive": a > 0}, a * (1 / a) == 1)
SQUARED = lemma("the inverse of a square", {"inverse": a * cap == 1}, a**2 * (cap * cap) == 1)
DIVIDED = lemma("a quotient is a product", {"inverse": a * cap == 1}, b / a == b * cap)
BEST_ANGLE = lemma(
    "the two-class bound at the best angle",
    ANGLE,
    z3.And(
        _kappa > 0,
        formulas.inner_bound(wrong, _sigma, z3.RealVal(1), _kappa, z3.RealVal(1), NUM) <= _peak,
        formulas.centre_bound(_kappa, r, _peak) == formulas.diameter_two_classes(t, r, NUM),
    ),
    by=[
        [SHARE_AT_BEST, LOG.at(a=1, b=1), 1 + _Y > 0, r * (1 + _Y) > 0, _q * t > 0, _kappa > 0],
        [_kappa == _q * t * _sigma * (1 / r), 1 / r * r == 1],
        _q * t * (1 + _X) == _q * (_q * r * (1 - t * t)),
        _kappa * (1 + _X + _x) == _sigma * (1 / r) * (_q * t * (1 + _X + _x)),
        [ONE_PEAK.at(X_=_X, x_=_x, sigma_=_sigma, kappa=_kappa), log(_sigma) == log(1 - _sigma) + _x],
        DIVIDED.at(a=1 - _sigma, b=wrong * (1 - wrong), cap=1 + _X),
        _kappa * (wrong * (1 - wrong) / (1 - _sigma)) == _kappa * (wrong * (1 - wrong) * (1 + _X)),
        _kappa * r * (_kappa * r) == 2 * (t * t) * (_sigma * _sigma),
        _kappa * _x * _sigma == 2 * (t * t) * (_sigma * _sigma),
        [INVERSE.at(a=1 + _Y), SQUARED.at(a=1 + _Y, cap=_sigma)],
        DIVIDED.at(a=(1 + _Y) ** 2, b=8 * (1 - t**2), cap=_sigma * _sigma),
    ],
)
