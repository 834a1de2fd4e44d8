"""ours:gradient_diameter: K logits as a vector with entries, and the centre bound without an unknown maximum.

`entry(l, k)` is logit k of the vector l. What was proved for sequences of shares and logits holds for the softmax of a
vector; so the inner maximum of `centre_theorem` is known, and the sensitivity of SoftmaxReg has only premises about numbers.
"""

from __future__ import annotations

import operator
from contextlib import suppress
from fractions import Fraction
from functools import partial, reduce
from typing import Any

import z3
from flint import arb

from accountant.numbers.balls import enclosure, exact, precision
from proofs_check.diameter import shares_theorem as shares
from proofs_check.diameter.centre_theorem import GAP, SENSITIVITY, inner, kappa, m
from proofs_check.diameter.shares_theorem import K, squares, total, value
from proofs_check.lemmas.exponential import EXACT as NUM
from proofs_check.lemmas.exponential import POWER, TWO_LOGS, expo, log
from proofs_check.lemmas.numbers import Int, Real
from proofs_check.lemmas.spaces import R, expand, products
from proofs_check.lemmas.sums import D, counting
from proofs_check.logic.derived import instance
from proofs_check.logic.models import Undecided, model, root
from proofs_check.logic.obligations import parts
from proofs_check.logic.rules import at, axiom, discharge, forget, induct, lemma
from proofs_check.objectives.softmax_theorems import (
    LOGITS,
    Class,
    between,
    c,
    kth,
    l,
    l2,
    onehot,
    softmax,
)
from proofs_check.sensitivity import softmax_theorem
from reference import formulas

classes, k, i = z3.Ints("classes k i")
entry = z3.Function("entry", LOGITS.sort, Int, Real)
dots = z3.Function("dots", LOGITS.sort, LOGITS.sort, Int, Real)
powers = z3.Function("powers", LOGITS.sort, Int, Real)
index = z3.Function("index_of", Class, Int)
_WHY = "what vectors with one entry for each class are, their inner product and their softmax (Horn, Johnson, Matrix Analysis)"
ENTRIES = axiom(
    "logits: entries",
    z3.And(
        dots(l, l2, 0) == 0,
        z3.Implies(k >= 0, dots(l, l2, k + 1) == dots(l, l2, k) + entry(l, k) * entry(l2, k)),
        LOGITS.dot(l, l2) == dots(l, l2, classes),
    ),
    over=["log", "log2", "k"],
    why=_WHY,
)
LABELS = axiom(
    "logits: one-hot",
    z3.And(
        *(0 <= index(kth), index(kth) < classes, LOGITS.dot(l, onehot(kth)) == entry(l, index(kth))),
        entry(onehot(kth), index(kth)) == 1,
    ),
    over=["log", "kth"],
    why=_WHY,
)
POWERS = axiom(
    "logits: sum of powers",
    z3.And(powers(l, 0) == 0, z3.Implies(k >= 0, powers(l, k + 1) == powers(l, k) + expo(entry(l, k)))),
    over=["log", "k"],
    why=_WHY,
)
_growing = induct(
    "sums of powers grow",
    k,
    {},
    z3.And(powers(l, k) >= 0, powers(l, k + 1) > 0),
    base=[POWERS.at(k=0), POWER.at(exponent=entry(l, 0))],
    step=[POWERS.at(k=k + 1), POWER.at(exponent=entry(l, k + 1))],
)
_place = {"class": z3.And(0 <= k, k < classes)}
_positive = lemma(
    "the sum of all powers is positive",
    _place,
    powers(l, classes) > 0,
    by=[
        _growing.at(k=classes - 1),
        classes - 1 + 1 == classes,
        powers(l, classes - 1 + 1) == powers(l, classes),
    ],
)
SOFTMAX = axiom(
    "logits: softmax",
    entry(softmax(l), k) == formulas.softmax(expo(entry(l, k)), powers(l, classes)),
    over=["log", "k"],
    given=_place,
    why=_WHY,
    knowing=[_positive],
)
_s, _z, _y = lambda i: entry(softmax(l), i), lambda i: entry(l, i), index(kth)
_MANY = {"many-classes": classes >= 3}
_share = lemma(
    "a share of the softmax and its logarithm",
    _place,
    z3.And(
        _s(k) > 0, log(_s(k)) == _z(k) - log(powers(l, classes)), _s(k) * powers(l, classes) == expo(_z(k))
    ),
    by=[
        [_positive, SOFTMAX, POWER.at(exponent=_z(k)), 1 / powers(l, classes) > 0],
        [
            _s(k) > 0,
            TWO_LOGS.at(a=expo(_z(k)), b=powers(l, classes)),
            _s(k) * powers(l, classes) == expo(_z(k)),
        ],
    ],
)
_shares = discharge("shares of the softmax", _share, "class")

# --- the sums of `shares_theorem` at a vector of logits ------------------------------------------------------------

TOTAL, SQUARES = counting(total, _s), counting(squares, lambda i: _z(i) ** 2)
VALUE = counting(
    value,
    lambda i: z3.If(i == _y, z3.RealVal(0), _s(i) ** 2 - 2 * kappa * _s(i) * (_z(i) - _z(_y))),
)
_p = softmax(l)
WHOLE = induct(
    "shares sum up like powers",
    k,
    {},
    z3.Implies(k <= classes, total(k) * powers(l, classes) == powers(l, k)),
    where=[TOTAL],
    base=[POWERS.at(k=0)],
    step=[at("total", k), POWERS, _shares],
)
SQUARED = induct(
    "squares of logits",
    k,
    {},
    squares(k) == dots(l, l, k),
    where=[SQUARES],
    base=[ENTRIES.at(k=0, log2=l)],
    step=[at("squares", k), ENTRIES.at(log2=l)],
)
_own = z3.If(_y < k, _s(_y) ** 2, z3.RealVal(0))
VALUED = induct(
    "the sum over wrong classes as inner products",
    k,
    {},
    value(k) + _own == dots(_p, _p, k) - 2 * kappa * (dots(l, _p, k) - _z(_y) * total(k)),
    where=[TOTAL, VALUE],
    base=[ENTRIES.at(k=0, log=_p, log2=_p), ENTRIES.at(k=0, log2=_p), LABELS],
    step=[[at("total", k), at("value", k)], ENTRIES.at(log=_p, log2=_p), ENTRIES.at(log2=_p)],
)
_u = between(_p, onehot(kth))
KNOWN = {
    slug: shares.SHARES_MAXIMUM.given[slug]
    for slug in ("top", "centre", "edges", "allowed-tangents", "maximum")
}
KNOWN = {slug: z3.substitute(premise, (K, classes)) for slug, premise in KNOWN.items()}
rho = shares.rho
_logits = lemma(
    "logarithms of two shares",
    {},
    z3.Implies(
        z3.And(*(z3.And(0 <= j, j < classes) for j in (i, shares.j))),
        log(_s(i)) - log(_s(shares.j)) == _z(i) - _z(shares.j),
    ),
    by=[_shares.at(k=i), _shares.at(k=shares.j)],
)
INNER = lemma(
    "the inner maximum over short logits",
    {**_MANY, "short": LOGITS.norm(l) <= rho, **KNOWN},
    inner(l, kth) <= m,
    where=[TOTAL, SQUARES, VALUE],
    by=[
        [_shares.at(k=i).every(i), _logits.at().every(i, shares.j)],
        [_positive.at(k=0), WHOLE.at(k=classes), total(classes) == 1],
        [LOGITS.length(l), SQUARED.at(k=classes), ENTRIES.at(log2=l), squares(classes) <= rho * rho],
        [LABELS.at(log=l), LABELS.at(log=_p), LABELS.at(log=onehot(kth)), VALUED.at(k=classes)],
        shares.SHARES_MAXIMUM.at(s=_s, z_=_z, y=_y, K=classes),
        [expand(_u), products((l, _u)), ENTRIES.at(log=_p, log2=_p), ENTRIES.at(log2=_p)],
    ],
)
_inner = discharge(
    "the inner maximum, if the logits are short",
    forget("the inner maximum, in its own terms", INNER, "total", "squares", "value"),
    "short",
)
_top = formulas.top_share(R * c, z3.ToReal(classes) - 1, NUM)
_KNOWN = {
    slug: z3.substitute(premise, (rho, R * c), (shares.top, _top))
    for slug, premise in KNOWN.items()
    if slug != "top"
}
OF_MANY: dict[str, Any] = {
    "meets": ["inner-maximum"],
    "given": {**_MANY, **_KNOWN},
    "by": [
        [POWER.at(exponent=_top.arg(1).arg(1).arg(1).arg(0)), z3.ToReal(classes) - 2 >= 1],
        [_top.arg(1) > 0, _top > 0, _top * _top.arg(1) == 1],
        _inner.at(rho=R * c, top=_top).every(l, kth),
    ],
}
GAP_OF_MANY = instance("the gradient diameter with three classes or more", GAP, **OF_MANY)
MANY_CLASSES = instance("sensitivity of SoftmaxReg with three classes or more", SENSITIVITY, **OF_MANY)
_near = {**shares.NEAR, "centre": kappa > 0}
_value = formulas.inner_bound(1 - _s(_y), shares.near, z3.RealVal(1), kappa, z3.RealVal(1), NUM)
_TWO = {"two-classes": classes == 2}
INNER_OF_TWO = lemma(
    "the inner value for two classes",
    {**_TWO, **_near},
    inner(l, kth) <= _value,
    where=[TOTAL, VALUE],
    by=[
        [_shares.at(k=i).every(i), _logits.at().every(i, shares.j)],
        [_positive.at(k=0), WHOLE.at(k=classes), total(classes) == 1],
        [LABELS.at(log=l), LABELS.at(log=_p), LABELS.at(log=onehot(kth)), VALUED.at(k=classes)],
        shares.TWO_CLASSES.at(s=_s, z_=_z, y=_y, K=classes),
        [expand(_u), products((l, _u)), ENTRIES.at(log=_p, log2=_p), ENTRIES.at(log2=_p)],
    ],
)
_inner_of_two = forget("the inner value for two classes, in its own terms", INNER_OF_TWO, "total", "value")
_at_best = {name: z3.substitute(term, (shares.r, R * c)) for name, term in shares.BEST.items()}
_ANGLE = {"best-angle": z3.substitute(shares.ANGLE["best-angle"], (shares.r, R * c))}
PEAK_OF_TWO = lemma(
    "the inner maximum for two classes",
    {**_TWO, **_ANGLE},
    z3.substitute(inner(l, kth), (kappa, _at_best["kappa"])) <= _at_best["m"],
    by=[
        [shares.BEST_ANGLE.at(r=R * c, wrong=1 - _s(_y)), shares.SHARE_AT_BEST.at(r=R * c)],
        _inner_of_two.at(near=_at_best["near"], kappa=_at_best["kappa"]),
    ],
)
_squared = formulas.diameter_two_classes(shares.t, R * c, NUM)
OF_TWO: dict[str, Any] = {
    "meets": ["inner-maximum", "diameter"],
    "given": {**_TWO, **_ANGLE, "diameter": z3.And(D >= 0, D * D >= c**2 * _squared)},
    "by": [
        [
            shares.SHARE_AT_BEST.at(r=R * c),
            shares.BEST_ANGLE.at(r=R * c, wrong=0),
            PEAK_OF_TWO.at().every(l, kth),
        ],
        _squared.arg(1).arg(0) > 0,
        _squared.arg(1) > 0,
    ],
    "kappa": _at_best["kappa"],
    "m": _at_best["m"],
}
GAP_OF_TWO = instance("the gradient diameter with two classes", GAP, **OF_TWO)
TWO_CLASSES = instance("sensitivity of SoftmaxReg with two classes", SENSITIVITY, **OF_TWO)

# --- joint models: all records are 0, so that no model moves; K logits are K numbers, and e^x, log x are known in balls -----


def _ball(term: z3.ExprRef, known: dict[str, arb]) -> arb:
    """The value of a term that is built from numbers and from what is known."""
    if z3.is_rational_value(term) or z3.is_int_value(term):
        return exact(Fraction(str(term)))
    if z3.is_const(term) and term.decl().name() in known:
        return known[term.decl().name()]
    values = [_ball(part, known) for part in term.children()]
    if z3.is_app(term) and term.decl().kind() in _OPERATIONS and values:
        return reduce(_OPERATIONS[term.decl().kind()], values) if len(values) > 1 else -values[0]
    raise Undecided(str(term))


_OPERATIONS: dict[int, Any] = {
    z3.Z3_OP_ADD: operator.add,
    z3.Z3_OP_SUB: operator.sub,
    z3.Z3_OP_UMINUS: operator.neg,
    z3.Z3_OP_MUL: operator.mul,
    z3.Z3_OP_DIV: operator.truediv,
}


def in_balls(name: str, function, known: dict[str, arb]):
    """A function of numbers by its two ends, at each number that balls can evaluate."""

    def meaning(value: z3.ExprRef):
        with precision(128):
            ball = function(_ball(z3.simplify(value), known))
            at = z3.Real(f"{name} of {z3.simplify(value)}")
            known[at.decl().name()] = ball
            ends = enclosure(ball)
        return at, [z3.RealVal(str(ends.lo)) <= at, at <= z3.RealVal(str(ends.hi))]

    return meaning


def _root_in_balls(known: dict[str, arb]):
    def meaning(value: z3.ExprRef):
        found = root(value)
        if isinstance(found, tuple):
            with suppress(Undecided):
                known[found[0].decl().name()] = _ball(z3.simplify(value), known).sqrt()
        return found

    return meaning


def still(size: int) -> tuple[dict[str, Any], dict[str, Any]]:
    """Sorts and meanings for `size` classes: every record is 0, every model stays at 0."""
    sort, make, fields = z3.TupleSort(f"K{size}", [z3.RealSort()] * size)
    listed = lambda v: [field(v) for field in fields]  # noqa: E731
    dot = lambda a, b: z3.Sum(*(p * q for p, q in zip(listed(a), listed(b), strict=True)))  # noqa: E731
    zero = make(*[z3.RealVal(0)] * size)
    vector = {
        "add": lambda a, b: make(*(p + q for p, q in zip(listed(a), listed(b), strict=True))),
        "scale": lambda r, a: make(*(r * p for p in listed(a))),
        "dot": dot,
        "norm": lambda a: root(dot(a, a)),
        "zero": zero,
    }
    unit = lambda k: make(*(z3.If(k == i, z3.RealVal(1), z3.RealVal(0)) for i in range(size)))  # noqa: E731

    def entries(v, k):
        return sum((z3.If(k == i, part, z3.RealVal(0)) for i, part in enumerate(listed(v))), z3.RealVal(0))

    def uniform(v):
        if not z3.is_true(z3.simplify(v == zero)):
            raise Undecided(str(v))
        return make(*[z3.Q(1, size)] * size)

    def products(a, b, k):
        pairs = zip(listed(a), listed(b), strict=True)
        return sum((z3.If(k > i, p * q, z3.RealVal(0)) for i, (p, q) in enumerate(pairs)), z3.RealVal(0))

    known: dict[str, arb] = {}
    meanings = {
        **softmax_theorem.LONE_SOFTMAX,
        **{name + mark: meaning for name, meaning in vector.items() for mark in ("", "_L")},
        **{name: lambda *_: zero for name in ("f", "f'", "moved", "moved'", "B", "B'", "crossed")},
        **softmax_theorem.TWO_RECORDS,
        **{
            "v": zero,
            "zero": zero,
            "zero_L": zero,
            "classes": size,
            "entry": entries,
            "dots": products,
            "softmax": uniform,
        },
        "outer": lambda x, u: vector["scale"](x, u),
        "logits": lambda f, x: vector["scale"](x, f),
        "index_of": lambda k: z3.If(k, z3.IntVal(1), z3.IntVal(0)),
        "onehot": lambda k: unit(z3.If(k, z3.IntVal(1), z3.IntVal(0))),
        "y": lambda z: unit(z3.If(z >= 0, z3.IntVal(1), z3.IntVal(0))),
        "features": lambda z: z3.RealVal(0),
        "powers": lambda v, k: _undecided(v),
        "root": _root_in_balls(known),
        "expo": in_balls("e to the power", lambda x: x.exp(), known),
        "ln": in_balls("log", lambda x: x.log(), known),
    }
    return {**softmax_theorem.SORTS, "V": sort, "L": sort}, meanings


def _undecided(term: z3.ExprRef):
    raise Undecided(str(term))


THREE = {  # one piece, with tangents at 1/2
    **{"kappa": 1, "m": z3.Q(6, 5), "D": 3, "pieces": 1},
    "edge": lambda i: z3.If(i <= 0, z3.RealVal(0), z3.RealVal(1)),
    **dict.fromkeys(("low_", "near_"), lambda i: z3.Q(1, 2)),
}


_e, _t, _R = z3.Reals("e t_best R_best")
_facts = [_t > 0, _t * _t * (2 + _e) == 1, _R > 0, 2 * _R * _R == 2 + _e]  # so that sqrt(2) R t = 1


def _power(x: z3.ExprRef):
    """e^1 and e^-1; no other power is asked for."""
    names = {part.decl().name() for part in parts(x) if z3.is_const(part) and not z3.is_rational_value(part)}
    if names - {"e", "t_best", "R_best", "root of 2"}:
        raise Undecided(str(x))
    value = z3.If(x == 1, _e, z3.If(x == -1, 1 / _e, z3.Real(f"unknown power {x}")))
    return value, [z3.Q(27, 10) < _e, _e < z3.Q(28, 10), *_facts]


TWO = {"t": (_t, _facts), "R": (_R, _facts), "D": 3, "expo": _power}


def _model(theorem, size: int, numbers: dict[str, Any]):
    sorts, meanings = still(size)
    return model(theorem, sorts, {**meanings, **numbers})


STATES = [
    ("ours:gradient_diameter", theorem, "statement", partial(_model, theorem, size, numbers))
    for size, numbers, theorems in (
        (3, THREE, (MANY_CLASSES, GAP_OF_MANY)),
        (2, TWO, (TWO_CLASSES, GAP_OF_TWO)),
    )
    for theorem in theorems
]
