"""Inner product spaces of any dimension, real numbers as the formulas see them, and what follows: no coordinates.

A `Space` is a sort with its own sum, multiple, inner product and length. The axioms are the definition of an inner product
(a matrix is a vector, too). `expand` and `against` only choose instances of them: the rules check what these give.
V holds models, X records, L logits; x (x) u in V is the outer product of a record and a vector of logits.
"""

from __future__ import annotations

from types import SimpleNamespace

import z3

from proofs_check.logic.rules import Use, at, axiom, lemma

Real, Int = z3.RealSort(), z3.IntSort()
r = z3.Real("r")
_DEFINITION = "definition of an inner product"


class Space:
    of: dict[str, Space] = {}

    def __init__(self, name: str, mark: str = "") -> None:
        sort = self.sort = z3.DeclareSort(name)
        Space.of[name] = self
        add, scale = (
            z3.Function("add" + mark, sort, sort, sort),
            z3.Function("scale" + mark, Real, sort, sort),
        )
        dot, norm, zero = (
            z3.Function("dot" + mark, sort, sort, Real),
            z3.Function("norm" + mark, sort, Real),
            z3.Const("zero" + mark, sort),
        )
        self.add, self.scale, self.dot, self.norm, self.zero = add, scale, dot, norm, zero
        x, y, z = (z3.Const(n + mark, sort) for n in "xyz")
        named = lambda rule: f"{rule}, {name}" if mark else rule  # noqa: E731
        names = lambda letters: [n + mark if n in "xyz" else n for n in letters]  # noqa: E731
        self._mark = mark
        self._sums = axiom(
            named("dot: sums"), dot(add(x, y), z) == dot(x, z) + dot(y, z), over=names("xyz"), why=_DEFINITION
        )
        self._multiples = axiom(
            named("dot: multiples"), dot(scale(r, x), z) == r * dot(x, z), over=names("rxz"), why=_DEFINITION
        )
        self._symmetric = axiom(
            named("dot: symmetric"), dot(x, y) == dot(y, x), over=names("xy"), why=_DEFINITION
        )
        self._positive = axiom(named("dot: never negative"), dot(x, x) >= 0, over=names("x"), why=_DEFINITION)
        self._zero = axiom(named("dot: zero"), dot(zero, x) == 0, over=names("x"), why=_DEFINITION)
        self._length = axiom(
            named("length"),
            z3.And(norm(x) >= 0, norm(x) * norm(x) == dot(x, x)),
            over=names("x"),
            why="|x| is the root of <x, x>",
        )

    def _at(self, rule, **values) -> Use:
        return rule.at(**{n + self._mark if n in "xyz" else n: v for n, v in values.items()})

    def sums(self, x, y, z):
        return self._at(self._sums, x=x, y=y, z=z)

    def multiples(self, r, x, z):
        return self._at(self._multiples, r=r, x=x, z=z)

    def symmetric(self, x, y):
        return self._at(self._symmetric, x=x, y=y)

    def positive(self, x):
        return self._at(self._positive, x=x)

    def null(self, x):
        return self._at(self._zero, x=x)

    def length(self, x):
        return self._at(self._length, x=x)

    def minus(self, a, b):
        return self.add(a, self.scale(z3.RealVal(-1), b))


MODELS = Space("V")
V, add, scale, dot, norm, zero, minus = (
    MODELS.sort,
    MODELS.add,
    MODELS.scale,
    MODELS.dot,
    MODELS.norm,
    MODELS.zero,
    MODELS.minus,
)
DOT_ADD, DOT_SCALE, DOT_SYM, DOT_POS, DOT_ZERO, NORM = (
    MODELS._sums,
    MODELS._multiples,
    MODELS._symmetric,
    MODELS._positive,
    MODELS._zero,
    MODELS._length,
)
x, y, z = z3.Consts("x y z", V)
root = z3.Function("root", Real, Real)
ROOT = axiom(
    "root",
    z3.And(root(r) >= 0, root(r) * root(r) == r),
    over="r",
    given={"argument": r >= 0},
    why="what a square root is",
)


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

    def __truediv__(self, divisor) -> Vector:
        return self.__rmul__(1 / divisor)


class Scalar:
    """A number that may stand to the left of a vector (z3 numbers refuse to be multiplied by anything else)."""

    def __init__(self, term: z3.ArithRef) -> None:
        self.term = term

    def __mul__(self, vector: Vector) -> Vector:
        return vector.__rmul__(self.term)


def _chain(pick):
    def chosen(*values):
        best = values[0]
        for value in values[1:]:
            best = z3.If(pick(best, value), best, value)
        return best

    return chosen


NUM = SimpleNamespace(  # `num` for reference/formulas.py: what is proved is what runs
    number=z3.RealVal,
    sqrt=lambda v: root(v if z3.is_expr(v) else z3.RealVal(v)),
    min=_chain(lambda a, b: a <= b),
    max=_chain(lambda a, b: a >= b),
    if_less=lambda a, b, then, other: z3.If(
        a < b, z3.RealVal(then) if isinstance(then, int) else then, other
    ),
)


def expand(*vectors: z3.ExprRef) -> list[Use]:
    """The instances of bilinearity and symmetry that write all inner products of the vectors in those of their atoms."""
    uses: dict[tuple, Use] = {}
    done: set[tuple[int, int]] = set()

    def pair(space, a, b):
        key = (a.get_id(), b.get_id())
        if key in done:
            return
        done.add(key)
        if a.eq(space.zero):
            uses["0", *key] = space.null(b)
        elif a.decl() == space.add:
            uses["+", *key] = space.sums(a.arg(0), a.arg(1), b)
            pair(space, a.arg(0), b), pair(space, a.arg(1), b)
        elif a.decl() == space.scale:
            uses["*", *key] = space.multiples(a.arg(0), a.arg(1), b)
            pair(space, a.arg(1), b)
        elif b.decl() in (space.add, space.scale) or b.eq(space.zero):
            uses["s", *key] = space.symmetric(a, b)
            pair(space, b, a)
        elif not a.eq(b):
            last, first = sorted((a, b), key=lambda atom: atom.sexpr(), reverse=True)
            uses["s", last.get_id(), first.get_id()] = space.symmetric(last, first)

    for a in vectors:
        for b in vectors:
            pair(Space.of[a.sort().name()], a, b)
    return list(uses.values())


def against(other: z3.ExprRef, *vectors: z3.ExprRef) -> list[Use]:
    """The same for the inner products of the vectors with one other: linear, so far fewer instances."""
    uses, queue = [], list(vectors)
    while queue:
        v = queue.pop()
        if v.eq(zero):
            uses.append(DOT_ZERO.at(x=other))
        elif v.decl() == add:
            uses.append(DOT_ADD.at(x=v.arg(0), y=v.arg(1), z=other))
            queue += v.children()
        elif v.decl() == scale:
            uses.append(DOT_SCALE.at(r=v.arg(0), x=v.arg(1), z=other))
            queue.append(v.arg(1))
    return uses


def lengths(*formulas: z3.ExprRef) -> list[Use]:
    """For every |v| in the formulas: what a length is, and <v, v> written in the atoms of v."""
    vectors, seen, queue = {}, set(), list(formulas)
    while queue:
        term = queue.pop()
        if term.get_id() not in seen and not z3.is_quantifier(term):
            seen.add(term.get_id())
            queue += term.children()
            if z3.is_app(term) and term.decl() == norm:
                vectors[term.arg(0).get_id()] = term.arg(0)
    return [use for v in vectors.values() for use in (NORM.at(x=v), *expand(v))]


# --- what every inner product space has ---------------------------------------------------------------------------

_tilted = minus(scale(dot(y, y), x), scale(dot(x, y), y))
_far = minus(x, scale((dot(x, x) + 1) / (2 * dot(x, y)), y))
CAUCHY_SCHWARZ = lemma(
    "Cauchy-Schwarz",
    {},
    dot(x, y) * dot(x, y) <= dot(x, x) * dot(y, y),
    by=[
        DOT_POS.at(x=x),
        DOT_POS.at(x=y),
        DOT_POS.at(x=_tilted),
        DOT_POS.at(x=_far),
        *expand(_tilted),
        *expand(_far),
    ],
)
PRODUCT = lemma(
    "inner product and lengths",
    {},
    z3.And(dot(x, y) <= norm(x) * norm(y), -dot(x, y) <= norm(x) * norm(y)),
    by=[CAUCHY_SCHWARZ, NORM.at(x=x), NORM.at(x=y)],
)
TRIANGLE = lemma(
    "triangle inequality",
    {},
    norm(add(x, y)) <= norm(x) + norm(y),
    by=[PRODUCT, NORM.at(x=x), NORM.at(x=y), NORM.at(x=add(x, y)), *expand(add(x, y))],
)
MULTIPLE = lemma(
    "length of a multiple",
    {"factor": r >= 0},
    norm(scale(r, x)) == r * norm(x),
    by=[NORM.at(x=x), NORM.at(x=scale(r, x)), *expand(scale(r, x))],
)
NEGATIVE = lemma(
    "length of the negative",
    {},
    norm(scale(z3.RealVal(-1), x)) == norm(x),
    by=[*expand(scale(z3.RealVal(-1), x)), NORM.at(x=x), NORM.at(x=scale(z3.RealVal(-1), x))],
)
EQUAL = lemma(
    "equal inner products, equal lengths",
    {"equal": z3.ForAll([z], dot(x, z) == dot(y, z))},
    norm(x) == norm(y),
    by=[
        at("equal", x),
        at("equal", y),
        DOT_SYM.at(x=x, y=y),
        dot(x, x) == dot(y, y),
        NORM.at(x=x),
        NORM.at(x=y),
    ],
)
