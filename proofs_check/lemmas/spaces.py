"""Inner product spaces of any dimension, without coordinates: Cauchy-Schwarz, the triangle inequality, the ball projection.

A `Space` is a sort with its own sum, multiple, inner product and length; one axiom, clause by clause, says what these are.
V holds models (a matrix is a vector, too). `expand`, `against` and `measured` only choose instances of the axiom: the rules
check what these give.
"""

from __future__ import annotations

import z3

from proofs_check.lemmas.line import LINE, REAL, stated
from proofs_check.lemmas.numbers import NUM, SCALES, SHORTER, Real, r
from proofs_check.logic.rules import NONE, Premises, Theorem, Use, at, axiom, lemma
from reference import formulas


class Space:
    """The clauses of the axiom are named alike, with the sort behind them; the variables end in the mark of the space."""

    of: dict[str, Space] = {}  # noqa: RUF012

    def __init__(self, name: str, mark: str = "") -> None:
        self.sort, self._name, self._mark = z3.DeclareSort(name), name, mark
        Space.of[name] = self
        self.zero = z3.Const("zero" + mark, self.sort)
        self.add = z3.Function("add" + mark, self.sort, self.sort, self.sort)
        self.scale = z3.Function("scale" + mark, Real, self.sort, self.sort)
        self.dot = z3.Function("dot" + mark, self.sort, self.sort, Real)
        self.norm = z3.Function("norm" + mark, self.sort, Real)
        x, y, z = (z3.Const(letter + mark, self.sort) for letter in "xyz")
        add, scale, dot, norm = self.add, self.scale, self.dot, self.norm
        self.SUMS = self._clause("sums", dot(add(x, y), z) == dot(x, z) + dot(y, z), "xyz")
        self.MULTIPLES = self._clause("multiples", dot(scale(r, x), z) == r * dot(x, z), "rxz")
        self.SYMMETRIC = self._clause("symmetric", dot(x, y) == dot(y, x), "xy")
        self.POSITIVE = self._clause("never negative", dot(x, x) >= 0, "x")
        self.NULL = self._clause("zero", dot(self.zero, x) == 0, "x")
        self.LENGTH = self._clause("length", z3.And(norm(x) >= 0, norm(x) * norm(x) == dot(x, x)), "x")
        equal = {"equal": z3.ForAll([z], dot(x, z) == dot(y, z))}  # also for z = x - y
        self.DEFINITE = self._clause("definite", x == y, "xy", equal)

    def _clause(self, clause: str, shows, letters: str, given: Premises = NONE) -> Theorem:
        over = [letter + self._mark if letter in "xyz" else letter for letter in letters]
        why = "what an inner product is, and |x| = sqrt(<x, x>) (Axler, Linear Algebra Done Right, chapter 6)"
        return axiom(f"inner product: {clause}, {self._name}", shows, over, why, given)

    def use(self, theorem: Theorem, **values) -> Use:
        return theorem.at(**{n + self._mark if n in "xyz" else n: term for n, term in values.items()})

    def length(self, vector) -> Use:
        return self.use(self.LENGTH, x=vector)

    def positive(self, vector) -> Use:
        return self.use(self.POSITIVE, x=vector)

    def minus(self, one, other):
        return self.add(one, self.scale(z3.RealVal(-1), other))


MODELS = Space("V")
V, add, scale, dot, norm = MODELS.sort, MODELS.add, MODELS.scale, MODELS.dot, MODELS.norm
zero, minus, length, positive, NORM = MODELS.zero, MODELS.minus, MODELS.length, MODELS.positive, MODELS.LENGTH
v, w, x, y, z = z3.Consts("v w x y z", V)


class Vector:
    """A vector term with + - * /, so that the formulas of the learner can be run on it as they are."""

    def __init__(self, term: z3.ExprRef) -> None:
        self.term, self.space = term, Space.of[term.sort().name()]

    def __add__(self, other: Vector) -> Vector:
        return Vector(self.space.add(self.term, other.term))

    def __sub__(self, other: Vector) -> Vector:
        return self + -1 * other

    def __rmul__(self, factor) -> Vector:
        return Vector(self.space.scale(factor if z3.is_expr(factor) else z3.RealVal(factor), self.term))

    __mul__ = __rmul__


class Scalar:
    """A number that may stand to the left of a vector (z3 numbers refuse to be multiplied by anything else)."""

    def __init__(self, term: z3.ArithRef) -> None:
        self.term = term

    def __mul__(self, vector: Vector) -> Vector:
        return vector.__rmul__(self.term)


# --- which instances of the axioms a proof needs: chosen here, checked by the rules -----------------------


def expand(*vectors: z3.ExprRef) -> list[Use]:
    """All inner products of these vectors, written in those of their atoms."""
    return products(*((one, other) for one in vectors for other in vectors))


def products(*pairs: tuple[z3.ExprRef, z3.ExprRef]) -> list[Use]:
    """The inner products of these pairs, written in those of their atoms."""
    atoms: dict[tuple, Use] = {}  # first, since a factor may speak of the inner products of atoms
    uses: dict[tuple, Use] = {}
    done: set[tuple[int, int]] = set()

    def pair(space: Space, one, other) -> None:
        key = (one.get_id(), other.get_id())
        if key in done:
            return
        done.add(key)
        if one.eq(space.zero):
            uses["0", *key] = space.use(space.NULL, x=other)
        elif one.decl() == space.add:
            uses["+", *key] = space.use(space.SUMS, x=one.arg(0), y=one.arg(1), z=other)
            pair(space, one.arg(0), other)
            pair(space, one.arg(1), other)
        elif one.decl() == space.scale:
            uses["*", *key] = space.use(space.MULTIPLES, r=one.arg(0), x=one.arg(1), z=other)
            pair(space, one.arg(1), other)
        elif other.decl() in (space.add, space.scale) or other.eq(space.zero):
            uses["=", *key] = space.use(space.SYMMETRIC, x=one, y=other)
            pair(space, other, one)
        elif not one.eq(other):
            last, first = sorted((one, other), key=lambda atom: atom.sexpr(), reverse=True)
            atoms["=", last.get_id(), first.get_id()] = space.use(space.SYMMETRIC, x=last, y=first)

    for one, other in pairs:
        pair(Space.of[one.sort().name()], one, other)
    return [*atoms.values(), *uses.values()]


def against(other: z3.ExprRef, *vectors: z3.ExprRef) -> list[Use]:
    """The inner products of the vectors with one other: linear, so far fewer instances."""
    uses, queue = [], list(vectors)
    while queue:
        one = queue.pop()
        if one.eq(zero):
            uses.append(MODELS.NULL.at(x=other))
        elif one.decl() == add:
            uses.append(MODELS.SUMS.at(x=one.arg(0), y=one.arg(1), z=other))
            queue += one.children()
        elif one.decl() == scale:
            uses.append(MODELS.MULTIPLES.at(r=one.arg(0), x=one.arg(1), z=other))
            queue.append(one.arg(1))
    return uses


def measured(*vectors: z3.ExprRef) -> list[Use]:
    """The lengths of these vectors, and all their inner products in those of their atoms."""
    return [*(Space.of[one.sort().name()].length(one) for one in vectors), *expand(*vectors)]


# --- what every inner product space has -------------------------------------------------------------------

_across = minus(scale(dot(y, y), x), scale(dot(x, y), y))
_far = minus(x, scale((dot(x, x) + 1) / (2 * dot(x, y)), y))  # for <y, y> = 0
CAUCHY_SCHWARZ = lemma(
    "Cauchy-Schwarz",
    {},
    dot(x, y) * dot(x, y) <= dot(x, x) * dot(y, y),
    by=[positive(x), positive(y), positive(_across), positive(_far), *expand(_across), *expand(_far)],
)
PRODUCT = lemma(
    "inner product and lengths",
    {},
    z3.And(dot(x, y) <= norm(x) * norm(y), -dot(x, y) <= norm(x) * norm(y)),
    by=[CAUCHY_SCHWARZ, length(x), length(y)],
)
TRIANGLE = lemma(
    "triangle inequality",
    {},
    norm(add(x, y)) <= norm(x) + norm(y),
    by=[PRODUCT, length(x), length(y), *measured(add(x, y))],
)
MULTIPLE = lemma(
    "length of a multiple",
    {"factor": r >= 0},
    norm(scale(r, x)) == r * norm(x),
    by=[length(x), *measured(scale(r, x))],
)
NEGATIVE = lemma(
    "length of the negative",
    {},
    norm(scale(z3.RealVal(-1), x)) == norm(x),
    by=[length(x), *measured(scale(z3.RealVal(-1), x))],
)
APART = lemma(
    "two vectors are no further apart than they are long",
    {},
    norm(minus(x, y)) <= norm(x) + norm(y),
    by=[TRIANGLE.at(y=scale(z3.RealVal(-1), y)), NEGATIVE.at(x=y)],
)
EQUAL = lemma(
    "equal inner products, equal lengths",
    {"equal": z3.ForAll([z], dot(x, z) == dot(y, z))},
    z3.And(norm(x) == norm(y), dot(x, x) == dot(y, y)),
    by=[at("equal", x), at("equal", y), *products((x, y)), length(x), length(y)],
)
_sides = add(minus(x, y), minus(y, z))
_one_way = lemma(
    "a detour is a sum", {}, dot(minus(x, z), v) == dot(_sides, v), by=against(v, minus(x, z), _sides)
)
DETOUR = lemma(
    "a detour is no shorter",
    {},
    norm(minus(x, z)) <= norm(minus(x, y)) + norm(minus(y, z)),
    by=[_one_way.at().every(v), EQUAL.at(x=minus(x, z), y=_sides), TRIANGLE.at(x=minus(x, y), y=minus(y, z))],
)
_sums, _pairs = minus(add(v, w), add(x, y)), add(minus(v, x), minus(w, y))
_in_pairs = lemma(
    "sums differ pair by pair", {}, dot(_sums, z) == dot(_pairs, z), by=against(z, _sums, _pairs)
)
PAIRS = lemma(
    "two sums are no further apart than their terms",
    {},
    norm(minus(add(v, w), add(x, y))) <= norm(minus(v, x)) + norm(minus(w, y)),
    by=[_in_pairs.at().every(z), EQUAL.at(x=_sums, y=_pairs), TRIANGLE.at(x=minus(v, x), y=minus(w, y))],
)
BINOMIAL = lemma(
    "the square of a sum",
    {},
    dot(add(x, y), add(x, y)) == dot(x, x) + 2 * dot(x, y) + dot(y, y),
    by=expand(add(x, y)),
)
s = z3.Real("s")
COMBINED = lemma(
    "the square of a combination",
    {},
    dot(minus(scale(r, x), scale(s, y)), minus(scale(r, x), scale(s, y)))
    == r * r * dot(x, x) - 2 * (r * s * dot(x, y)) + s * s * dot(y, y),
    by=expand(minus(scale(r, x), scale(s, y))),
)
_square = dot(minus(v, x), minus(v, x)) + 2 * dot(minus(v, x), minus(w, y)) + dot(minus(w, y), minus(w, y))
PAIRS_SQUARED = lemma(
    "the square of two sums' difference",
    {},
    z3.And(dot(_sums, _sums) == _square, dot(z, _sums) == dot(z, minus(v, x)) + dot(z, minus(w, y))),
    by=[
        [_in_pairs.at().every(z), EQUAL.at(x=_sums, y=_pairs), BINOMIAL.at(x=minus(v, x), y=minus(w, y))],
        products((z, _sums), (z, minus(v, x)), (z, minus(w, y))),
    ],
)
MEAN = lemma(
    "arithmetic and geometric mean",
    {},
    2 * r * dot(x, y) <= dot(x, x) + r * r * dot(y, y),
    by=[positive(minus(x, scale(r, y))), *expand(minus(x, scale(r, y)))],
)
_multiples, _apart = minus(scale(r, x), scale(r, y)), minus(x, y)
SCALED_SQUARED = lemma(
    "the square of two multiples' difference",
    {},
    z3.And(
        dot(_multiples, _multiples) == r * (r * dot(_apart, _apart)), dot(z, _multiples) == r * dot(z, _apart)
    ),
    by=expand(_multiples, _apart, z),
)
SCALED_APART = lemma(
    "distance of two multiples",
    {"factor": r >= 0},
    norm(_multiples) == r * norm(_apart),
    by=[
        [SCALED_SQUARED.at(z=x), length(_multiples), length(_apart)],
        SHORTER.at(a=norm(_multiples), b=r * norm(_apart)),
        SHORTER.at(a=r * norm(_apart), b=norm(_multiples)),
    ],
)
SAME = lemma("a vector is not apart from itself", {}, norm(minus(x, x)) == 0, by=measured(minus(x, x)))
TURNED = lemma(
    "a distance in the other direction",
    {},
    norm(minus(x, y)) == norm(minus(y, x)),
    measured(minus(x, y), minus(y, x)),
)
NOTHING = lemma("the zero vector has no length", {}, norm(zero) == 0, by=measured(zero))

_half = scale(z3.Q(1, 2), add(x, y))
AVERAGE = lemma(
    "an average is no longer than its parts",
    {},
    z3.And(
        2 * norm(_half) <= norm(x) + norm(y),
        (norm(x) + norm(y)) * (norm(x) + norm(y)) / 4 - dot(_half, _half)
        == (norm(x) * norm(y) - dot(x, y)) / 2,
    ),
    by=[TRIANGLE, MULTIPLE.at(r=z3.Q(1, 2), x=add(x, y)), length(x), length(y), *expand(_half)],
)

# --- the ball of radius R: `ball` multiplies by the factor that the learner multiplies by -----------------

R = z3.Real("R")
RADIUS = {"radius": R > 0}


def ball(point):
    """The projection onto the ball of radius R, the last line of both learners."""
    return scale(formulas.shrink_factor(R, norm(point), NUM), point)


def inside(point):
    return norm(point) <= R


SEGMENT = lemma(
    "a segment between two vectors of a ball stays in it",
    {"segment": z3.And(0 <= r, r <= 1), "ball": z3.And(inside(v), inside(w))},
    inside(add(scale(1 - r, v), scale(r, w))),
    by=[
        [TRIANGLE.at(x=scale(1 - r, v), y=scale(r, w)), MULTIPLE.at(r=1 - r, x=v), MULTIPLE.at(x=w)],
        [SCALES.at(a=1 - r, b=norm(v), c=R), SCALES.at(a=r, b=norm(w), c=R)],
    ],
)
LANDS = lemma(
    "the ball projection lands in the ball",
    RADIUS,
    inside(ball(v)),
    by=[length(v), MULTIPLE.at(x=v, r=ball(v).arg(0))],
)
SHRINKS = lemma(
    "the ball projection shrinks",
    RADIUS,
    norm(ball(v)) <= norm(v),
    by=[length(v), MULTIPLE.at(x=v, r=ball(v).arg(0))],
)
_a, _b, _t = z3.Reals("a b t")  # |v|, |w|, <v, w>
_p, _q = (formulas.shrink_factor(R, size, NUM) for size in (_a, _b))
_LENGTHS = lemma(
    "projected lengths",
    {**RADIUS, "lengths": z3.And(_a >= 0, _b >= 0), "angle": z3.And(-_t <= _a * _b, _t <= _a * _b)},
    _p**2 * _a**2 - 2 * _p * _q * _t + _q**2 * _b**2 <= _a**2 - 2 * _t + _b**2,
)
NEAREST = lemma(
    "no number in [0, R] is nearer",
    {**RADIUS, "lengths": z3.And(_a >= 0, _b >= 0), "angle": _t <= _a * _b},
    z3.Implies(_b <= R, _a**2 - 2 * _p * _a**2 + _p**2 * _a**2 <= _a**2 - 2 * _t + _b**2),
)
_before, _after = minus(v, w), minus(ball(v), ball(w))
NONEXPANSIVE = lemma(
    "the ball projection is non-expansive",
    RADIUS,
    norm(_after) <= norm(_before),
    by=[
        [length(v), length(w), *measured(_before), *measured(_after)],
        PRODUCT.at(x=v, y=w),
        _LENGTHS.at(a=norm(v), b=norm(w), t=dot(v, w)),
        dot(_after, _after) <= dot(_before, _before),
        SHORTER.at(a=norm(_after), b=norm(_before)),
    ],
)
_PAIR = {**LINE, **{"x": 1, "y": 2, "v": 1, "w": -1, "r": 1, "R": 1}}
STATES = [
    stated(label, theorem, about, {"V": REAL}, _PAIR)
    for label, about, theorem in (
        ("thm:lipschitz_softmax", "repair", CAUCHY_SCHWARZ),
        ("thm:lipschitz_softmax", "repair", SEGMENT),
        ("thm:smooth_softmax", "repair", SEGMENT),
        ("sec:lim_signalnoise#norm", "statement", AVERAGE),
    )
]
