"""thm:representer: a radial regularizer has a minimiser in the span of the data, and which regularizers always have one.

J(f) = E(f) + ΛΩ(f), where E reads only the inner products with the records X[0], ..., X[n-1]. g is in their span if
every vector that is orthogonal to all records is orthogonal to g. Sufficient: Ω(f) = H(<f, f>), H not decreasing, Λ >=
0, a minimiser exists. Necessary, for Λ > 0 and dimension 2 or more: if every interpolation problem with one record w
has a solution t(w) w in its span (that one exists is part of it) and Ω is continuous along rays, then Ω(f) <= Ω(g)
whenever <f, f> <= <g, g>.
"""

import z3

from proofs_check.lemmas.line import LINE, REAL, stated, when
from proofs_check.lemmas.numbers import ROOT, SCALES, Int, Real, root
from proofs_check.lemmas.spaces import (
    PRODUCT,
    V,
    add,
    against,
    dot,
    expand,
    length,
    minus,
    positive,
    products,
    scale,
    v,
    w,
)
from proofs_check.logic.models import root as root_of
from proofs_check.logic.rules import at, discharge, induct, leaf, lemma
from proofs_check.objectives.mean_theorems import Lambda

Records = z3.ArraySort(Int, V)
X = z3.Const("X", Records)
n, j = z3.Ints("n j")
f, q, p = z3.Consts("f q p", V)
a, b = z3.Reals("a b")
E, Omega = z3.Function("E", V, Real), z3.Function("Omega", V, Real)
H, t = z3.Function("H", Real, Real), z3.Function("t", V, Real)
projection = z3.Function("projection", V, Records, Int, V)


def of_record(formula):
    """For every record of the dataset."""
    return z3.ForAll([j], z3.Implies(z3.And(0 <= j, j < n), formula))


def in_span(vector):
    return z3.ForAll([q], z3.Implies(of_record(dot(q, X[j]) == 0), dot(q, vector) == 0))


g = projection(f, X, n)
PROJECTION = leaf(
    "orthogonal projection onto a span",
    z3.And(of_record(dot(minus(f, g), X[j]) == 0), in_span(g)),
    over=["f", "X", "n"],
    by="textbook: a vector is the sum of its projection onto the span of n vectors and a part orthogonal to them (Axler, "
    "Linear Algebra Done Right, chapter 6)",
)


def objective(model):
    return E(model) + Lambda * Omega(model)


ORTHOGONAL = lemma("the rest is orthogonal to the projection", {}, dot(minus(f, g), g) == 0, by=[PROJECTION])
SHORTER = lemma(
    "a projection is not longer",
    {},
    dot(g, g) <= dot(f, f),
    by=[ORTHOGONAL, positive(minus(f, g)), *expand(minus(f, g))],
)
SCORES = lemma(
    "a projection keeps the inner products with the records",
    {},
    z3.Implies(z3.And(0 <= j, j < n), dot(f, X[j]) == dot(g, X[j])),
    by=[PROJECTION, *against(X[j], minus(f, g))],
)
ERROR = {"error": z3.ForAll([v, w], z3.Implies(of_record(dot(v, X[j]) == dot(w, X[j])), E(v) == E(w)))}
RADIAL = {
    "radial": z3.ForAll([v], Omega(v) == H(dot(v, v))),
    "growing": z3.ForAll([a, b], z3.Implies(z3.And(0 <= a, a <= b), H(a) <= H(b))),
}
SUFFICIENT = lemma(
    "a radial regularizer has a minimiser in the span",
    {
        "regularization": Lambda >= 0,
        **ERROR,
        **RADIAL,
        "minimum": z3.ForAll([v], objective(f) <= objective(v)),
    },
    z3.And(objective(g) <= objective(v), in_span(g)),
    by=[SCORES.at().every(j), SHORTER, positive(g), PROJECTION],
)

MEETS = {"meets": of_record(dot(v, X[j]) == dot(f, X[j]))}
_rest = lemma(
    "two vectors with the same inner products",
    MEETS,
    z3.Implies(z3.And(0 <= j, j < n), dot(minus(v, f), X[j]) == 0),
    by=[at("meets", j), *against(X[j], minus(v, f))],
)
SOLVED = lemma(
    "a radial regularizer solves interpolation in the span",
    {**RADIAL, **MEETS},
    z3.And(Omega(g) <= Omega(v), in_span(g)),
    by=[
        [_rest.at().every(j), PROJECTION],
        [positive(minus(v, g)), positive(g), *expand(minus(v, g))],
        [*products((minus(v, f), g), (minus(f, g), g))],
    ],
)

# --- necessary: one record w, and an error that is 0 if <f, w> = <w, w> and infinite otherwise -------------

INTERPOLATION = {
    "regularized": Lambda > 0,
    "solution": z3.ForAll([w], dot(scale(t(w), w), w) == dot(w, w)),
    "best": z3.ForAll(
        [w, v], z3.Implies(dot(v, w) == dot(w, w), Lambda * Omega(scale(t(w), w)) <= Lambda * Omega(v))
    ),
    "function": z3.ForAll([v, w], z3.Implies(dot(minus(v, w), minus(v, w)) == 0, Omega(v) == Omega(w))),
}
_gap = minus(scale(t(w), w), w)
GROWS = lemma(
    "a regularizer with solutions in the span grows orthogonally",
    {**INTERPOLATION},
    z3.Implies(dot(v, w) == dot(w, w), Omega(w) <= Omega(v)),
    by=[at("solution", w), *expand(_gap), at("function", scale(t(w), w), w), at("best", w, v)],
)

# --- growth makes it radial: from f to g of the same length by short orthogonal steps ----------------------

s, A, B, C, c, c2 = z3.Reals("s A B C c c2")
r = z3.Real("r")
turn = z3.Function("turn", V, V)
FUNCTION = {"function": INTERPOLATION["function"]}
UP = {"grows": z3.ForAll([w, v], z3.Implies(dot(v, w) == dot(w, w), Omega(w) <= Omega(v)))}
PLANE = {"plane": z3.ForAll([v], z3.And(dot(turn(v), v) == 0, dot(turn(v), turn(v)) == dot(v, v)))}
_corner = add(v, scale(root(s - 1), turn(v)))
RAY = lemma(
    "the regularizer grows along rays",
    {**UP, **PLANE, "longer": s >= 1},
    Omega(v) <= Omega(scale(s, v)),
    by=[
        [at("plane", v), ROOT.at(r=s - 1), *expand(_corner, scale(s, v))],
        dot(_corner, _corner) == s * dot(v, v),
        [at("grows", v, _corner), at("grows", _corner, scale(s, v))],
    ],
)
_twice = minus(scale(r, scale(s, v)), scale(r * s, v))
TWICE = lemma(
    "a multiple of a multiple",
    {**FUNCTION},
    Omega(scale(r, scale(s, v))) == Omega(scale(r * s, v)),
    by=[*expand(_twice), at("function", _twice.arg(0), scale(r * s, v))],
)
RAYS = lemma(
    "the regularizer grows with the multiple",
    {**UP, **PLANE, **FUNCTION, "order": z3.And(r > 0, r <= s)},
    Omega(scale(r, v)) <= Omega(scale(s, v)),
    by=[RAY.at(v=scale(r, v), s=s / r), TWICE.at(r=s / r, s=r)],
)


def reached(one, other, factor, share):
    """Ω(one) <= Ω(factor other) for equal lengths, at most a right angle apart, and factor >= 1/(1 - share (1 - cos))."""
    length2, product = dot(one, one), dot(one, other)
    return z3.Implies(
        z3.And(
            length2 == dot(other, other),
            length2 > 0,
            product >= 0,
            factor >= 1,
            factor * (length2 - share * (length2 - product)) >= length2,
        ),
        Omega(one) <= Omega(scale(factor, other)),
    )


def close(share):
    return z3.ForAll([v, w, s], reached(v, w, s, share))


_first = dot(v, v) / dot(v, w)
_near = {"lengths": z3.And(dot(v, v) == dot(w, w), dot(v, v) > 0), "angle": dot(v, w) >= 0, "factor": s >= 1}
_one_step = lemma(
    "one orthogonal step",
    {
        **UP,
        **PLANE,
        **FUNCTION,
        **_near,
        "enough": s * (dot(v, v) - 1 * (dot(v, v) - dot(v, w))) >= dot(v, v),
    },
    Omega(v) <= Omega(scale(s, w)),
    by=[RAYS.at(r=_first, v=w), *products((scale(_first, w), v)), at("grows", v, scale(_first, w))],
)
HALFWAY = lemma(
    "half the angle",
    {"lengths": A > 0, "angle": z3.And(0 <= B, B <= A), "half": z3.And(C >= 0, 2 * (C * C) == A * (A + B))},
    z3.And(C > 0, C <= A, 3 * (A - C) <= A - B),
)
_q = z3.Real("q")
TWO_STEPS = lemma(
    "two steps of half the angle",
    {
        "lengths": A > 0,
        "angle": z3.And(0 <= B, B <= A),
        "half": z3.And(C > 0, C <= A, 3 * (A - C) <= A - B),
        "share": z3.And(0 <= c, c <= 1),
        "factor": z3.And(s >= 1, s * (A - 2 * c / 3 * (A - B)) >= A),
        "step": _q * (A - c * (A - C)) == A,
    },
    z3.And(_q >= 1, _q * _q <= s),
)
_A, _B = dot(v, v), dot(v, w)
_lam = root(_A / (2 * _A + 2 * _B))
_middle, _C = scale(_lam, add(v, w)), _lam * (_A + _B)
MIDDLE = lemma(
    "the middle of two vectors",
    {"lengths": _near["lengths"], "angle": _near["angle"]},
    z3.And(
        z3.And(dot(_middle, _middle) == _A, dot(v, _middle) == _C, dot(_middle, w) == _C),
        z3.And(_C >= 0, 2 * (_C * _C) == _A * (_A + _B)),
    ),
    by=[ROOT.at(r=_A / (2 * _A + 2 * _B)), *expand(_middle)],
)
BELOW = lemma(
    "a product is at most the square of equal lengths",
    {"lengths": _near["lengths"]},
    _B <= _A,
    by=[positive(minus(v, w)), *expand(minus(v, w))],
)
_onward, _target = scale(_q, p), scale(_q, w)
VIA = lemma(
    "two steps through a third vector",
    {
        **{**UP, **PLANE, **FUNCTION, "close": close(c)},
        "lengths": z3.And(dot(v, v) == A, dot(p, p) == A, dot(w, w) == A, A > 0),
        "angles": z3.And(dot(v, p) == C, dot(p, w) == C, C > 0),
        "step": z3.And(_q >= 1, _q * (A - c * (A - C)) == A, _q * _q <= s),
    },
    Omega(v) <= Omega(scale(s, w)),
    by=[
        [at("close", v, p, _q), *products((_onward, _onward), (_target, _target), (_onward, _target))],
        [at("close", _onward, _target, _q), TWICE.at(r=_q, s=_q, v=w), RAYS.at(r=_q * _q, v=w)],
    ],
)
_length = A / (A - c * (A - C))
FACTOR = lemma(
    "how much longer two steps are",
    {
        "lengths": A > 0,
        "angle": z3.And(0 <= B, B <= A),
        "half": z3.And(C >= 0, 2 * (C * C) == A * (A + B)),
        "share": z3.And(0 <= c, c <= 1, 3 * c2 >= 2 * c),
        "factor": s >= 1,
        "enough": s * (A - c2 * (A - B)) >= A,
    },
    z3.And(C > 0, _length >= 1, _length * (A - c * (A - C)) == A, _length * _length <= s),
    by=[
        [HALFWAY, c * (A - C) <= A - C, A - c * (A - C) > 0, SCALES.at(a=A - B, b=2 * c / 3, c=c2)],
        [SCALES.at(a=s, b=A - c2 * (A - B), c=A - 2 * c / 3 * (A - B)), _length * (A - c * (A - C)) == A],
        TWO_STEPS.at(q=_length),
    ],
)
HALVED = lemma(
    "two steps of half the angle reach closer",
    {
        **{**UP, **PLANE, **FUNCTION, **_near},
        "share": z3.And(0 <= c, c <= 1, 3 * c2 >= 2 * c),
        "close": close(c),
        "enough": s * (_A - c2 * (_A - _B)) >= _A,
    },
    Omega(v) <= Omega(scale(s, w)),
    by=[
        [BELOW, MIDDLE, FACTOR.at(A=_A, B=_B, C=_C)],
        VIA.at(p=_middle, A=_A, C=_C, q=_A / (_A - c * (_A - _C))),
    ],
)

# --- and so for every k: the shares 2/(k + 2) tend to 0 ------------------------------------------------------

k = z3.Int("k")


def whole(r):
    """A whole number that is at least r, and at least 0."""
    return z3.If(r > 0, z3.ToInt(r) + 1, 0)


_AGAIN = ("lengths", "angle", "factor", "enough")
_start = discharge("one orthogonal step, for all vectors", _one_step, *_AGAIN)
_again = discharge("half the angle, for all vectors", HALVED, *_AGAIN)


def part(k):
    return 2 / (z3.ToReal(k) + 2)


CLOSE = induct(
    "many short steps",
    k,
    {**UP, **PLANE, **FUNCTION},
    close(part(k)),
    base=[_start.at().every(v, w, s)],
    step=[_again.at(c=part(k), c2=part(k + 1)).every(v, w, s)],
)
_GROWTH = {**UP, **PLANE, **FUNCTION}
_STRICT = {**_near, "factor": s > 1}
_enough = lemma(
    "a small share is enough",
    {**_STRICT, "share": z3.And(0 < c, s * c <= s - 1), "close": close(c)},
    Omega(v) <= Omega(scale(s, w)),
    by=[
        [BELOW, SCALES.at(a=s * c, b=_A - _B, c=_A), SCALES.at(a=_A, b=s * c, c=s - 1)],
        at("close", v, w, s),
    ],
)
_K = whole(2 * s / (s - 1))
_small = lemma("some share is small", {"factor": s > 1}, z3.And(_K >= 0, 0 < part(_K), s * part(_K) <= s - 1))
ACUTE = lemma(
    "vectors of one length at most a right angle apart",
    {**_GROWTH, **_STRICT},
    Omega(v) <= Omega(scale(s, w)),
    by=[_small, CLOSE.at(k=_K), _enough.at(c=part(_K))],
)
_through = lemma(
    "through a vector between them",
    {
        **{**_GROWTH, "lengths": _near["lengths"], "factor": s > 1},
        "between": z3.And(dot(v, p) == 0, dot(p, p) == dot(v, v), dot(p, w) >= 0),
    },
    Omega(v) <= Omega(scale(s * s, w)),
    by=[
        ACUTE.at(w=p),
        [*products((scale(s, p), scale(s, p)), (scale(s, w), scale(s, w)), (scale(s, p), scale(s, w)))],
        [ACUTE.at(v=scale(s, p), w=scale(s, w)), TWICE.at(r=s, v=w)],
    ],
)
_back = scale(z3.RealVal(-1), turn(v))
_between = discharge("through a vector between, or not", _through, "between")
ANY_ANGLE = lemma(
    "vectors of one length",
    {**_GROWTH, "lengths": _near["lengths"], "factor": s > 1},
    Omega(v) <= Omega(scale(s * s, w)),
    by=[
        [at("plane", v), *expand(_back), *products((v, _back), (_back, w))],
        [_between.at(p=turn(v)), _between.at(p=_back)],
    ],
)
near = z3.Function("near", V, Real, Real)
CONTINUOUS = {
    "continuous": z3.ForAll(
        [v, a], z3.Implies(a > 0, z3.And(near(v, a) > 1, Omega(scale(near(v, a), v)) <= Omega(v) + a))
    )
}
_eps = z3.If(Omega(v) > Omega(w), (Omega(v) - Omega(w)) / 2, z3.RealVal(1))
_near_w = near(w, _eps)
_positive = lemma(
    "equal lengths above 0, equal values",
    {**_GROWTH, **CONTINUOUS, "lengths": _near["lengths"]},
    Omega(v) <= Omega(w),
    by=[at("continuous", w, _eps), ROOT.at(r=_near_w), ANY_ANGLE.at(s=root(_near_w))],
)
_either = discharge("equal lengths above 0", _positive, "lengths")
_zero = lemma(
    "vectors without length",
    {**FUNCTION, "lengths": z3.And(dot(v, v) == 0, dot(w, w) == 0)},
    Omega(v) == Omega(w),
    by=[length(v), PRODUCT.at(x=v, y=w), *expand(minus(v, w)), at("function", v, w)],
)
_both_zero = discharge("vectors without length, or not", _zero, "lengths")
EQUAL = lemma(
    "equal lengths, equal values",
    {**_GROWTH, **CONTINUOUS, "lengths": dot(v, v) == dot(w, w)},
    Omega(v) <= Omega(w),
    by=[positive(v), _either, _both_zero],
)
_ratio = z3.If(dot(w, w) > 0, dot(v, v) / dot(w, w), z3.RealVal(0))
_short = scale(root(_ratio), w)
_unit = scale(z3.RealVal(1), w)
_rays = discharge("the regularizer grows with the multiple, or not", RAYS, "order")
LONGER = lemma(
    "longer vectors, larger values",
    {**_GROWTH, **CONTINUOUS, "longer": dot(v, v) <= dot(w, w)},
    Omega(v) <= Omega(w),
    by=[
        [positive(v), _ratio >= 0, _ratio <= 1, _ratio * dot(w, w) == dot(v, v), ROOT.at(r=_ratio)],
        [root(_ratio) <= 1, *expand(_short)],
        [EQUAL.at(w=_short), _rays.at(r=root(_ratio), s=1, v=w)],
        at("grows", _short, w),
        [*expand(minus(_unit, w)), at("function", _unit, w)],
    ],
)
NECESSARY = lemma(
    "a regularizer with solutions in the span is radial",
    {**INTERPOLATION, **PLANE, **CONTINUOUS},
    z3.Implies(dot(v, v) <= dot(w, w), Omega(v) <= Omega(w)),
    by=[GROWS.at().every(w, v), discharge("longer vectors, or not", LONGER, "longer")],
)

# --- joint models: one record on the line; the plane, with Ω(f) = <f, f> ------------------------------------

_j = z3.Int("index")
ON_LINE = {
    **LINE,
    **{"Lambda": 1, "n": 1, "f": z3.Q(1, 2), "v": 2, "X": z3.K(Int, z3.RealVal(1))},
    "E": lambda f: (f - 1) * (f - 1),
    "Omega": lambda f: f * f,
    "H": lambda r: r,
    "projection": lambda f, X, n: z3.If(
        z3.Exists([_j], z3.And(0 <= _j, _j < n, X[_j] != 0)), f, z3.RealVal(0)
    ),
}
_plane = z3.Datatype("Plane")
_plane.declare("at", ("east", REAL), ("north", REAL))
PLANE_SORT = _plane.create()
_east, _north, _at = PLANE_SORT.east, PLANE_SORT.north, PLANE_SORT.at


def _dot(one, other):
    return _east(one) * _east(other) + _north(one) * _north(other)


IN_PLANE = {
    "add": lambda one, other: _at(_east(one) + _east(other), _north(one) + _north(other)),
    "scale": lambda r, one: _at(r * _east(one), r * _north(one)),
    "dot": _dot,
    "norm": lambda one: root_of(_dot(one, one)),
    "zero": _at(z3.RealVal(0), z3.RealVal(0)),
    "root": root_of,
    "Lambda": 1,
    "Omega": lambda f: _dot(f, f),
    "t": lambda f: z3.RealVal(1),
    "turn": lambda f: _at(-_north(f), _east(f)),
    "near": lambda f, a: 1 + when(a >= 3 * (_dot(f, f) + 1), 1, a / (3 * (_dot(f, f) + 1))),
}
REPRESENTER = "thm:representer"
STATES = [
    stated(REPRESENTER, SUFFICIENT, "reading:every-dataset", {"V": REAL}, ON_LINE),
    stated(REPRESENTER, SOLVED, "reading:every-dataset", {"V": REAL}, {**ON_LINE, "v": z3.Q(1, 2)}),
    stated(REPRESENTER, NECESSARY, "reading:every-dataset", {"V": PLANE_SORT}, IN_PLANE, free=["v", "w"]),
]
