"""ours:ridge_sensitivity: how far one record moves the two sums that noisy ridge releases, for every dataset and dimension.

The sums are running sums of outer products, x x' and x t': `row(z)` is the record x as a row, `y(z)` the code t of its label.
Only the replaced record is left in the difference, and a square in <x, x'> is completed.
"""

import z3

from proofs_check.lemmas.line import BOOL, LINE, REAL, number, stated, when
from proofs_check.lemmas.numbers import NUM, ROOT, SCALES, SHORTER, Int
from proofs_check.lemmas.spaces import MODELS, PAIRS_SQUARED, V, dot, expand, minus, products, zero
from proofs_check.lemmas.sums import SUMS, g, h, k, running, sum_g, sum_h
from proofs_check.logic.derived import instance
from proofs_check.logic.models import root
from proofs_check.logic.rules import at, induct, lemma
from proofs_check.objectives.mean_theorems import RECORDS, Z, data, n, zi
from proofs_check.objectives.softmax_theorems import (
    BOUNDED,
    FEATURES,
    LOGITS,
    OUTER,
    SIZES,
    Class,
    K,
    c,
    class_of,
    features,
    kth,
    outer,
    target,
)
from proofs_check.sensitivity.theorem_r import NEIGHBOURS, changed, data2, z2
from reference import formulas

LABEL = "ours:ridge_sensitivity"

# --- two sums that differ in one term ---------------------------------------------------------------------

u = z3.Const("u", V)
OTHER_TERMS = {"other-terms": z3.ForAll([k], z3.Implies(k != changed, g(k) == h(k)))}
_replaced = minus(g(changed), h(changed))
_apart = minus(sum_g(k), sum_h(k))


def _if_summed(k, value):
    return z3.If(z3.And(0 <= changed, changed < k), value, z3.RealVal(0))


ALONG = induct(
    "sums that differ in one term, along a vector",
    k,
    OTHER_TERMS,
    dot(u, _apart) == _if_summed(k, dot(u, _replaced)),
    where=SUMS,
    base=expand(u, minus(zero, zero)),
    step=[PAIRS_SQUARED.at(z=u, v=sum_g(k), w=g(k), x=sum_h(k), y=h(k)), products((u, minus(h(k), h(k))))],
)
ONE_TERM = lemma(
    "the square of sums that differ in one term",
    {**OTHER_TERMS, "terms": k >= 0},
    dot(_apart, _apart) == _if_summed(k, dot(_replaced, _replaced)),
    where=SUMS,
    by=[ALONG.at(u=_apart), ALONG.at(u=_replaced), MODELS.SYMMETRIC.at(x=_apart, y=_replaced)],
)

# --- one record: x and x2 with the codes t and t2 -----------------------------------------------------------

balance, q = z3.Reals("balance q")
row = z3.Function("row", Z, LOGITS.sort)
ROWS = {"rows": z3.ForAll([zi, z2], LOGITS.dot(row(zi), row(z2)) == FEATURES.dot(features(zi), features(z2)))}
CODES = {"codes": z3.ForAll([zi], LOGITS.dot(target(zi), target(zi)) == q)}


def moved(one, other):
    """|one x x' - another|^2 + balance^2 |one x t' - another|^2"""
    return dot(one, one) + balance**2 * dot(other, other)


def squared(z):
    return outer(features(z), row(z))


def aimed(z):
    return outer(features(z), target(z))


_a, _b, _s, _t = z3.Reals("a b s t")  # |x|^2, |x2|^2, <x, x2>, <t, t2>
COMPLETED = lemma(
    "a completed square",
    {"lengths": z3.And(0 <= _a, _a <= c**2, 0 <= _b, _b <= c**2), "codes": z3.And(_t <= q, -_t <= q)},
    _a * _a + _b * _b - 2 * (_s * _s) + balance**2 * (q * (_a + _b) - 2 * (_s * _t))
    <= formulas.moments_move(c, q, balance),
    by=[
        [2 * (_s + balance**2 * _t / 2) ** 2 >= 0, _a * _a <= c**2 * c**2, _b * _b <= c**2 * c**2],
        [_t * _t <= q * q, balance**2 * q >= 0],
        SCALES.at(a=balance**2 * balance**2, b=_t * _t, c=q * q),
        SCALES.at(a=balance**2 * q, b=_a + _b, c=2 * c**2),
    ],
)
_x, _x2, _codes = features(zi), features(z2), (target(zi), target(z2))
_both = [(one, other) for one in (zi, z2) for other in (zi, z2)]
_squares, _aims = minus(squared(zi), squared(z2)), minus(aimed(zi), aimed(z2))
ONE_RECORD = lemma(
    "the products of two records",
    {**BOUNDED, **ROWS, **CODES},
    moved(_squares, _aims) <= formulas.moments_move(c, q, balance),
    by=[
        [expand(_squares), expand(_aims), FEATURES.use(FEATURES.SYMMETRIC, x=_x2, y=_x)],
        LOGITS.use(LOGITS.SYMMETRIC, x=_codes[1], y=_codes[0]),
        [at("rows", one, other) for one, other in _both],
        [
            OUTER.at(rec=features(one), rec2=features(other), log=of(one), log2=of(other))
            for one, other in _both
            for of in (row, target)
        ],
        [FEATURES.positive(_x), FEATURES.positive(_x2), FEATURES.length(_x), FEATURES.length(_x2)],
        [at("bounded", zi), at("bounded", z2), at("codes", zi), at("codes", z2)],
        [FEATURES.dot(_x, _x) <= c**2, FEATURES.dot(_x2, _x2) <= c**2],
        [LOGITS.positive(LOGITS.minus(*_codes)), LOGITS.positive(LOGITS.add(*_codes))],
        [expand(LOGITS.minus(*_codes)), expand(LOGITS.add(*_codes))],
        COMPLETED.at(
            a=FEATURES.dot(_x, _x), b=FEATURES.dot(_x2, _x2), s=FEATURES.dot(_x, _x2), t=LOGITS.dot(*_codes)
        ),
    ],
)

# --- all records --------------------------------------------------------------------------------------------

_names = ("squares", "squares'", "aims", "aims'")
squares, squares2, aims, aims2 = (z3.Function(name, Int, V) for name in _names)
RELEASED = [
    running(total, lambda i, of=of, data=data: of(data(i)))
    for total, of, data in (
        *((squares, squared, data), (squares2, squared, data2)),
        *((aims, aimed, data), (aims2, aimed, data2)),
    )
]
NEIGHBOUR = {"neighbours": NEIGHBOURS["neighbours"]}


def _in_the_sums(total, total2, of):
    terms = {"g": lambda i: of(data(i)), "h": lambda i: of(data2(i))}
    return ONE_TERM.at(k=n, **terms, sum_g=lambda i: total(i), sum_h=lambda i: total2(i))


_move = moved(minus(squares(n), squares2(n)), minus(aims(n), aims2(n)))
_bound = formulas.moments_move(c, q, balance)
_there = [minus(of(data(changed)), of(data2(changed))) for of in (squared, aimed)]
RIDGE = lemma(
    "one record in the sums of noisy ridge",
    {**RECORDS, **NEIGHBOUR, **BOUNDED, **ROWS, **CODES},
    NUM.sqrt(_move) <= NUM.sqrt(_bound),
    where=RELEASED,
    by=[
        [_in_the_sums(squares, squares2, squared), _in_the_sums(aims, aims2, aimed)],
        ONE_RECORD.at(z_i=data(changed), z2_i=data2(changed)),
        [MODELS.positive(apart) for apart in (*_there, minus(squares(n), squares2(n)))],
        [ROOT.at(r=_move), ROOT.at(r=_bound), SHORTER.at(a=NUM.sqrt(_move), b=NUM.sqrt(_bound))],
    ],
)

# --- the codes that run: e_y - 1/K ----------------------------------------------------------------------------

unit, ones = z3.Function("unit", Class, LOGITS.sort), z3.Const("ones_K", LOGITS.sort)
_inside = (
    LOGITS.dot(unit(kth), unit(kth)) == 1,
    LOGITS.dot(unit(kth), ones) == 1,
    LOGITS.dot(ones, ones) == K,
)
UNITS = {"units": z3.ForAll([kth], z3.And(*_inside))}
CLASSES = {"classes": SIZES["classes"]}


def code(z):
    """e_y - 1/K"""
    return LOGITS.minus(unit(class_of(z)), LOGITS.scale(1 / K, ones))


CODE = lemma(
    "the code of a label has the squared norm 1 - 1/K",
    {**CLASSES, **UNITS},
    LOGITS.dot(code(zi), code(zi)) == 1 - 1 / K,
    by=[at("units", class_of(zi)), *expand(code(zi))],
)
CODED = instance(
    "one record in the sums of noisy ridge, labels coded by e_y - 1/K",
    RIDGE,
    y=code,
    q=1 - 1 / K,
    given={**CLASSES, **UNITS},
    meets=["codes"],
    by=[CODE.at().every(zi)],
)

# --- a joint model: records on the line, two classes; 1 and -1 of one class reach the bound at the balance 2 ----

PAIR, _pair, (_left, _right) = z3.TupleSort("K2", [REAL, REAL])
_plane = lambda a, b: _left(a) * _left(b) + _right(a) * _right(b)  # noqa: E731
PLANE = {
    "add": lambda a, b: _pair(_left(a) + _left(b), _right(a) + _right(b)),
    "scale": lambda r, a: _pair(r * _left(a), r * _right(a)),
    "dot": _plane,
    "norm": lambda a: root(_plane(a, a)),
    "zero": _pair(z3.RealVal(0), z3.RealVal(0)),
}
_numbers = z3.Q(1, 2), z3.Q(-1, 2)  # e_y - 1/2
ONE_CLASS = {
    **{name + mark: meaning for name, meaning in PLANE.items() for mark in ("", "_L")},
    **{name + "_X": meaning for name, meaning in LINE.items()},
    **{"root": root, "c": 1, "K": 2, "q": z3.Q(1, 2), "balance": 2, "n": 1, "changed": 0},
    "data": lambda i: z3.RealVal(1),
    "data'": lambda i: when(i == 0, -1, 1),
    "features": lambda z: when(z >= 0, 1, -1),
    "row": lambda z: _pair(when(z >= 0, 1, -1), z3.RealVal(0)),
    "y": lambda z: _pair(*_numbers),
    "class_of": lambda z: z3.BoolVal(True),
    "unit": lambda k: _pair(when(k, 1), when(k, 0, 1)),
    "ones_K": _pair(z3.RealVal(1), z3.RealVal(1)),
    "outer": lambda x, u: PLANE["scale"](x, u),
    **dict.fromkeys(("squares", "squares'"), lambda k: _pair(number(k), z3.RealVal(0))),
    "aims": lambda k: _pair(*(number(k) * entry for entry in _numbers)),
    "aims'": lambda k: _pair(*((number(k) - when(k > 0, 2)) * entry for entry in _numbers)),
}
SORTS = {"V": PAIR, "L": PAIR, "X": REAL, "Z": REAL, "Class": BOOL}
STATES = [stated(LABEL, theorem, "statement", SORTS, ONE_CLASS) for theorem in (RIDGE, CODED)]
