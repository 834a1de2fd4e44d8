"""ours:discrete_noise: a sum of h noises on the grid is within a factor of one noise; rounding, and the range of the sum.

World r: user i shifts entry j of its noise by `a(i, j)`. For discrete noise that is minus its rounded entry, a whole number;
for Gaussian noise that is rounded afterwards it is a real number, the place of its entry within the grid.
    bell(v, a)          x -> e^(-(x + a)^2/(2v))/sqrt(2 pi v) on the whole numbers
    conv(p, g)          the convolution of two functions on the whole numbers
    total(W, S)         the sum of W over the points of S; `everything` holds all points, each with `width` entries
    sums(j, m)       entry j of the noises of the users 0..m, added up; `off(j, m)` is what they are shifted by together
"""

from types import SimpleNamespace

import z3

from proofs_check.gaussian.curve_theorem import EXPO, EXPO_GROWS, TERMS, expo
from proofs_check.lemmas.exponential import LOG, log
from proofs_check.lemmas.families import Family
from proofs_check.lemmas.line import BOOL, LINE, REAL, number, stated, when
from proofs_check.lemmas.numbers import NUM, ROOT, SCALES, SHORTER, Int, Real
from proofs_check.lemmas.probability import F2, MEAN, F, integrable, law, mean, monotone, r
from proofs_check.lemmas.spaces import APART, PAIRS, SCALED_APART, V, add, length, minus, norm, scale
from proofs_check.lemmas.sums import SHORT_SUMS, sum_g, sum_h
from proofs_check.lemmas.sums import SUMS as ERRORS
from proofs_check.lemmas.sums import g as g_
from proofs_check.lemmas.sums import h as h_
from proofs_check.logic.rules import at, axiom, equal_to, induct, leaf, lemma, recursive
from reference import formulas

Point = z3.DeclareSort("Point")
Mass, Weights = z3.ArraySort(Int, Real), z3.ArraySort(Point, Real)
Region = z3.ArraySort(Point, z3.BoolSort())
bell, conv = z3.Function("bell", Real, Real, Mass), z3.Function("conv", Mass, Mass, Mass)
finite, summable = z3.Function("finite", Mass, z3.BoolSort()), z3.Function("summable", Weights, z3.BoolSort())
total, entry = z3.Function("grid_total", Weights, Region, Real), z3.Function("grid_entry", Point, Int, Int)
GRID = SimpleNamespace(**{**vars(TERMS), "log": log})
pi, v, b, c = z3.Reals("pi v b c")
m, d, j, h, x, width = z3.Ints("m d j h x grid_width")
p, p2, g = z3.Consts("p p' g", Mass)
W, W2 = z3.Consts("W W'", Weights)
S, everything = z3.Consts("S_grid everything", Region)
z = z3.Const("point", Point)
a_ = z3.Real("a_")


class Sums:
    """The noises of the users, each shifted, added up entry by entry: of one of two datasets."""

    def __init__(self, mark: str) -> None:
        self.mark = mark
        self.a = z3.Function("a" + mark, Int, Int, Real)
        self.sums, self.off = (
            z3.Function(name + mark, Int, Int, to) for name, to in (("sums", Mass), ("off", Real))
        )
        self.prod, self.prod_b = (z3.Function(name + mark, Point, Int, Real) for name in ("prod", "prod_b"))
        self.many, self.one = z3.Consts(f"many{mark} one{mark}", Weights)  # h noises, one noise
        self.shifts = [
            recursive(
                self.sums,
                lambda j: bell(v, self.a(0, j)),
                lambda j, m, s: conv(s, bell(v, self.a(m + 1, j))),
            ),
            recursive(self.off, lambda j: self.a(0, j), lambda j, m, s: s + self.a(m + 1, j)),
        ]
        self.weights = [
            recursive(
                self.prod, lambda z: z3.RealVal(1), lambda z, j, s: s * self.sums(j, last)[entry(z, j)]
            ),
            recursive(
                self.prod_b, lambda z: z3.RealVal(1), lambda z, j, s: s * self.whole(j, last)[entry(z, j)]
            ),
            equal_to(self.many.decl(), lambda z: self.prod(z, d)),
            equal_to(self.one.decl(), lambda z: self.prod_b(z, d)),
        ]

    def whole(self, j, m):
        """One Gaussian with the variance of the users 0..m."""
        return bell((z3.ToReal(m) + 1) * v, self.off(j, m))

    def here(self, use, **values):
        """A theorem about the first dataset, about this one."""
        names = ("a", "sums", "off", "prod", "prod_b", "many", "one")
        return use.at(**{name: getattr(self, name) for name in names if self.mark}, **values)


# --- one entry ----------------------------------------------------------------------------------------------

users = z3.ToReal(m) + 1  # the users 0..m


def written_out(m):
    """q for the user after the users 0..m."""
    count = z3.ToReal(m) + 1
    return formulas.theta_excess(v * (count / (count + 1)), pi, GRID)


u = z3.Function("u_grid", Int, Real)  # what q is made of
U = recursive(u, lambda: written_out(z3.IntVal(0)).arg(0), lambda m, _: written_out(m + 1).arg(0))


def excess(m):
    """The same q, with a name for its exponential."""
    return z3.substitute(written_out(m), (written_out(m).arg(0), u(m)))


def fine(q):
    """The grid is fine against the noise: u < 1 and 2q < 1."""
    return z3.And(1 - q.arg(0) > 0, 2 * q < 1)


NOISE = {"variance-positive": v > 0}
FINE = {"fine-grid": z3.ForAll([m], z3.Implies(m >= 0, fine(excess(m))))}
_added = bell((users + 1) * v, a_ + b)[x]
_pair = conv(bell(users * v, a_), bell(v, b))[x]
THETA = leaf(
    "two Gaussians added over the grid",
    z3.And((1 - 2 * written_out(m)) * _added <= _pair, _pair <= (1 + 2 * written_out(m)) * _added),
    over=["v", "a_", "b", "m", "x"],
    given={**NOISE, "users": m >= 0, "fine": fine(written_out(m))},
    by="textbook: Poisson summation for the Gaussian (Feller, An Introduction to Probability Theory, volume 2)"
    "; computed: secure_sum.discrete_noise.rounded_gaussians_share_the_factor",
    knowing=[users + 1 > 0],
)
NAMED = induct(
    "the exponential of a user", m, {}, u(m) == written_out(m).arg(0), where=[U], step=[at("u_grid", m)]
)
CONV = monotone(["g", "x"], lambda p: conv(p, g)[x], lambda p: z3.And(finite(p), finite(g)), p, p2, x, c)
FINITE = axiom(
    "Fubini: convolution",
    finite(conv(p, g)),
    over=["p", "g"],
    given={"finite": z3.And(finite(p), finite(g))},
    why="functions >= 0 of finite sum have such a convolution (Rudin, Real and Complex Analysis, chapter 8)",
)
BELL = leaf(
    "the normal density has a finite sum over the grid",
    z3.And(finite(bell(v, a_)), bell(v, a_)[x] > 0),
    over=["v", "a_", "x"],
    given=NOISE,
    by="textbook: e^(-(x + a)^2/(2v)) is positive, and over the whole numbers x it has a finite sum, by the ratio test "
    "(Rudin, Principles of Mathematical Analysis, chapter 3)",
)
up, lo = z3.Function("up", Int, Real), z3.Function("lo", Int, Real)
UP = recursive(up, lambda: z3.RealVal(1), lambda m, s: s * (1 + 2 * excess(m)))
LO = recursive(lo, lambda: z3.RealVal(1), lambda m, s: s * (1 - 2 * excess(m)))
last = h - 1  # the last of h users
OURS, THEIRS = Sums(""), Sums("'")
a, sums, off, prod, prod_b, many, one, whole = (
    getattr(OURS, name) for name in ("a", "sums", "off", "prod", "prod_b", "many", "one", "whole")
)
FACTOR_OF_ONE = [U, UP, LO]
ENTRY = [*OURS.shifts, *FACTOR_OF_ONE]


def between(low, mass, high, of):
    return z3.And(low * of <= mass, mass <= high * of)


_low, _high = z3.Reals("low high")
_o = z3.Real("o_")
_so_far = {"so-far": z3.ForAll([x], between(_low, p[x], _high, bell(users * v, _o)[x]))}
_raw, _q = written_out(m), excess(m)
_invert = lemma(
    "divided", {"c": c > 0, "order": c * b <= a_}, b <= 1 / c * a_, by=[SCALES.at(a=1 / c, b=c * b, c=a_)]
)
_below = lemma(
    "one noise below the sum of noises",
    {**_so_far, "low": _low > 0, "variance-positive": v > 0, "users": m >= 0},
    bell(users * v, _o)[x] <= 1 / _low * p[x],
    by=[at("so-far", x), _invert.at(c=_low, b=bell(users * v, _o)[x], a_=p[x])],
)
_upper = lemma("above, one by one", _so_far, p[x] <= _high * bell(users * v, _o)[x], by=[at("so-far", x)])
STEP = lemma(
    "one more noise on the grid",
    {
        **NOISE,
        "users": m >= 0,
        "fine": fine(_raw),
        "finite": finite(p),
        "low": z3.And(_low > 0, _high > 0),
        **_so_far,
    },
    between(
        _low * (1 - 2 * _raw),
        conv(p, bell(v, b))[x],
        _high * (1 + 2 * _raw),
        bell((users + 1) * v, _o + b)[x],
    ),
    by=[
        [users * v > 0, BELL.at(a_=b), BELL.at(v=users * v, a_=_o), THETA.at(a_=_o)],
        [_below.at().every(x), _upper.at().every(x)],
        CONV.at(**{"p'": bell(users * v, _o)}, g=bell(v, b), c=_high),
        CONV.at(**{"p": bell(users * v, _o), "p'": p}, g=bell(v, b), c=1 / _low),
        SCALES.at(
            a=_high,
            b=conv(bell(users * v, _o), bell(v, b))[x],
            c=(1 + 2 * _raw) * bell((users + 1) * v, _o + b)[x],
        ),
        SCALES.at(a=_low, b=conv(bell(users * v, _o), bell(v, b))[x], c=1 / _low * conv(p, bell(v, b))[x]),
        SCALES.at(
            a=_low,
            b=(1 - 2 * _raw) * bell((users + 1) * v, _o + b)[x],
            c=conv(bell(users * v, _o), bell(v, b))[x],
        ),
        _low * (1 / _low * conv(p, bell(v, b))[x]) == conv(p, bell(v, b))[x],
    ],
)
_Q_FINE = lemma(
    "q is between 0 and 1/2",
    {"fine": fine(_q), "users": m >= 0},
    z3.And(_q > 0, 1 - 2 * _q > 0, u(m) == _raw.arg(0)),
    where=[U],
    by=[NAMED, EXPO.at(eps=_raw.arg(0).arg(0))],
)
_NOUGHT = z3.IntVal(0)
_FINE_SUMS = {**NOISE, **FINE}
_needs_fine = [at("fine-grid", m), _Q_FINE, users + 1 > 0]
_first = lemma(
    "one user",
    _FINE_SUMS,
    between(lo(0), sums(j, 0)[x], up(0), whole(j, _NOUGHT)[x]),
    where=ENTRY,
    by=[at("sums", j), at("off", j), _needs_fine[0]],
)
_close = z3.ForAll([x], between(lo(m), sums(j, m)[x], up(m), whole(j, m)[x]))
_reached = z3.And(lo(m) > 0, up(m) > 0, finite(sums(j, m)), _close)
_step = [at("sums", j, m), at("off", j, m), at("up", m), at("lo", m), at("fine-grid", m), _Q_FINE]
_next = lemma(
    "the next user",
    {**_FINE_SUMS, "users": m >= 0, "so-far": _reached},
    between(lo(m + 1), sums(j, m + 1)[x], up(m + 1), whole(j, m + 1)[x]),
    where=ENTRY,
    by=[*_step, STEP.at(p=sums(j, m), low=lo(m), high=up(m), o_=off(j, m), b=a(m + 1, j))],
)
ONE_ENTRY = induct(
    "one entry of a sum of noises is close to one noise",
    m,
    _FINE_SUMS,
    _reached,
    where=ENTRY,
    base=[_first.at().every(x), at("sums", j), BELL.at(a_=a(0, j))],
    step=[
        [*_step, lo(m) * (1 - 2 * _q) > 0, up(m) * (1 + 2 * _q) > 0, _next.at().every(x)],
        BELL.at(a_=a(m + 1, j)),
        FINITE.at(p=sums(j, m), g=bell(v, a(m + 1, j))),
    ],
)

# --- d entries: a product, and its sum over a set of points ------------------------------------------------------

factor = z3.Function("factor", Int, Mass)
product_of = z3.Function("product_of", Point, Int, Real)
_product = {
    "empty-product": z3.ForAll([z], product_of(z, 0) == 1),
    "products": z3.ForAll(
        [z, j], z3.Implies(j >= 0, product_of(z, j + 1) == product_of(z, j) * factor(j)[entry(z, j)])
    ),
    "weights": z3.ForAll([z], W[z] == product_of(z, d)),
}
POINTS = {
    "entries": d >= 1,
    "points": d == width,
}  # with fewer factors than entries the sum would be infinite
SUMMABLE = axiom(
    "Fubini: independent entries",
    summable(W),
    over=["W", "product_of", "factor", "d"],
    given={**_product, **POINTS, "finite": z3.ForAll([j], finite(factor(j)))},
    why="the sum of a product over all points is the product of the sums (Rudin, Real and Complex Analysis, chapter 8)",
)
TOTAL = monotone(["S_grid"], lambda W: total(W, S), summable, W, W2, z, c)
NEVER_NEGATIVE = lemma(
    "a sum of weights >= 0",
    {"summable": summable(W), "weights": z3.ForAll([z], W[z] >= 0)},
    total(W, S) >= 0,
    by=[TOTAL.at(**{"W'": W, "c": 2})],
)
up_d, lo_d, up_most, lo_most = (
    z3.Function(name, Int, Real) for name in ("up_d", "lo_d", "up_most", "lo_most")
)
most = z3.Int("most_users")
FACTORS, MOST = (
    [
        recursive(high, lambda: z3.RealVal(1), lambda j, s, users=users: s * up(users - 1)),
        recursive(low, lambda: z3.RealVal(1), lambda j, s, users=users: s * lo(users - 1)),
    ]
    for high, low, users in ((up_d, lo_d, h), (up_most, lo_most, most))
)
_USERS = {"users": h >= 1}
_entry = entry(z, j)
_at_point = lemma(
    "one entry of a point",
    {**_FINE_SUMS, **_USERS},
    z3.And(
        lo(last) > 0,
        up(last) > 0,
        finite(sums(j, last)),
        finite(whole(j, last)),
        whole(j, last)[x] > 0,
        between(lo(last), sums(j, last)[x], up(last), whole(j, last)[x]),
    ),
    where=ENTRY,
    by=[ONE_ENTRY.at(m=last), BELL.at(v=(z3.ToReal(last) + 1) * v, a_=off(j, last))],
)
_l, _h, _P, _B, _l1, _h1, _p1, _b1 = z3.Reals("l_ h_ P_ B_ l1_ h1_ p1_ b1_")
_TIMES = lemma(
    "factors multiply",
    {
        "factors": z3.And(_l > 0, _h > 0, _l1 > 0, _h1 > 0, _B > 0, _b1 > 0),
        "product": between(_l, _P, _h, _B),
        "entry": between(_l1, _p1, _h1, _b1),
    },
    z3.And(_l * _l1 > 0, _h * _h1 > 0, _B * _b1 > 0, between(_l * _l1, _P * _p1, _h * _h1, _B * _b1)),
)
ALL_ENTRIES = induct(
    "all entries of a sum of noises are close to one noise",
    j,
    {**_FINE_SUMS, **_USERS},
    z3.And(
        lo_d(j) > 0,
        up_d(j) > 0,
        prod_b(z, j) > 0,
        between(lo_d(j), prod(z, j), up_d(j), prod_b(z, j)),
    ),
    where=[*ENTRY, *FACTORS, *OURS.weights[:2]],
    base=[at("prod", z), at("prod_b", z)],
    step=[
        [at("prod", z, j), at("prod_b", z, j), at("up_d", j), at("lo_d", j), _at_point.at(x=_entry)],
        _TIMES.at(
            **{"l_": lo_d(j), "h_": up_d(j), "P_": prod(z, j), "B_": prod_b(z, j)},
            **{
                "l1_": lo(last),
                "h1_": up(last),
                "p1_": sums(j, last)[_entry],
                "b1_": whole(j, last)[_entry],
            },
        ),
    ],
)
DEFINED = [*ENTRY, *FACTORS, *OURS.weights]
_SETTING = {**_FINE_SUMS, **_USERS, **POINTS}
_points = lemma(
    "the weights of every point",
    _SETTING,
    z3.And(
        lo_d(d) > 0,
        up_d(d) > 0,
        one[z] > 0,
        many[z] >= 0,
        many[z] <= up_d(d) * one[z],
        one[z] <= 1 / lo_d(d) * many[z],
    ),
    where=DEFINED,
    by=[at("many", z), at("one", z), ALL_ENTRIES.at(j=d), _invert.at(c=lo_d(d), b=one[z], a_=many[z])],
)


def product_facts(weights, product, mass):
    """What the weights are, fact by fact, at each value of the variables behind it."""
    name = weights.decl().name()
    facts = [
        (product(z, 0) == 1, at(product.name(), z), (z,)),
        (
            z3.Implies(j >= 0, product(z, j + 1) == product(z, j) * mass(j)[_entry]),
            at(product.name(), z, j),
            (z, j),
        ),
        (weights[z] == product(z, d), at(name, z), (z,)),
        (finite(mass(j)), _at_point, (j,)),
        (weights[z] > 0, _points, (z,)) if weights is one else (weights[z] >= 0, _points, (z,)),
    ]
    return [
        (lemma(f"{name}: fact {number}", _SETTING, fact, [by], where=DEFINED), over)
        for number, (fact, by, over) in enumerate(facts)
    ]


MANY = product_facts(many, prod, lambda j: sums(j, last))
ONE = product_facts(one, prod_b, lambda j: whole(j, last))


def known(facts, world=OURS):
    return [world.here(fact).every(*over) for fact, over in facts]


_bounds = [
    lemma(f"a bound for every point, {number}", _SETTING, fact, [_points], where=DEFINED).at().every(z)
    for number, fact in enumerate(
        (
            many[z] <= up_d(d) * one[z],
            one[z] <= 1 / lo_d(d) * many[z],
            many[z] >= 0,
            one[z] >= 0,
        )
    )
]
POSITIVE = axiom(
    "integral: positive, Point",
    total(W, everything) > 0,
    over=["W"],
    given={"summable": summable(W), "positive": z3.ForAll([z], W[z] > 0)},
    why="a sum of positive numbers is positive (Rudin, Real and Complex Analysis, chapter 1)",
)
SUMMED = lemma(
    "both weights have finite sums",
    _SETTING,
    z3.And(summable(many), summable(one), total(one, everything) > 0),
    where=DEFINED,
    by=[
        [*known(MANY), *known(ONE)],
        SUMMABLE.at(W=many, product_of=prod, factor=lambda j: sums(j, last)),
        SUMMABLE.at(W=one, product_of=prod_b, factor=lambda j: whole(j, last)),
        POSITIVE.at(W=one),
    ],
)
SETS = lemma(
    "a sum of noises is close to one noise, on every set of points",
    _SETTING,
    z3.And(
        lo_d(d) > 0,
        up_d(d) > 0,
        total(many, S) >= 0,
        total(one, S) >= 0,
        between(lo_d(d), total(many, S), up_d(d), total(one, S)),
    ),
    where=DEFINED,
    by=[
        [_points, *_bounds, SUMMED],
        TOTAL.at(**{"W": many, "W'": one, "c": up_d(d)}),
        TOTAL.at(**{"W": one, "W'": many, "c": 1 / lo_d(d)}),
        [NEVER_NEGATIVE.at(W=many), NEVER_NEGATIVE.at(W=one)],
        SCALES.at(a=lo_d(d), b=total(one, S), c=1 / lo_d(d) * total(many, S)),
        lo_d(d) * (1 / lo_d(d) * total(many, S)) == total(many, S),
    ],
)

# --- discrete noise: the sums of two datasets, whose rounded models differ by a whole vector ------------------------

alpha, delta, shift, variance, parameter = z3.Reals("alpha delta shift variance parameter")
place, place2 = z3.Function("place", Int, Int), z3.Function("place'", Int, Int)
squares = z3.Function("squares_grid", Int, Real)
o, o2 = z3.Function("o", Int, Real), z3.Function("o'", Int, Real)
product2 = z3.Function("product_of'", Point, Int, Real)
_order = formulas.epsilon_of_order(alpha, formulas.concentrated_rho(shift, variance), delta, GRID)
ORDER = {"order": alpha > 1, "delta": z3.And(0 < delta, delta < 1)}


def bells(product, weights, offsets, mark=""):
    """Weights that are a product of bells."""
    return {
        f"empty{mark}": z3.ForAll([z], product(z, 0) == 1),
        f"products{mark}": z3.ForAll(
            [z, j],
            z3.Implies(j >= 0, product(z, j + 1) == product(z, j) * bell(parameter, offsets(j))[_entry]),
        ),
        f"weights{mark}": z3.ForAll([z], weights[z] == product(z, d)),
    }


def whole_numbers(offsets, offsets2):
    both = z3.And(offsets(j) == z3.ToReal(place(j)), offsets2(j) == z3.ToReal(place2(j)))
    return {"whole-numbers": z3.ForAll([j], z3.Implies(z3.And(0 <= j, j < d), both))}


def apart(j):
    return z3.ToReal(place(j)) - z3.ToReal(place2(j))


SQUARES = recursive(squares, lambda: z3.RealVal(0), lambda j, s: s + apart(j) * apart(j))
LENGTH = {"length": z3.And(shift >= 0, squares(d) <= shift * shift)}


def share_of(weights):
    """The probability of S."""
    return total(weights, S) / total(weights, everything)


SHIFTED = leaf(
    "a discrete Gaussian hides a whole shift",
    share_of(W) <= expo(_order) * share_of(W2) + delta,
    over=[
        *("W", "W'", "product_of", "product_of'", "o", "o'", "place", "place'", "squares_grid"),
        *("d", "shift", "variance", "parameter", "alpha", "delta", "S_grid"),
    ],
    given={
        **{"noise": z3.And(0 < variance, variance <= parameter), **POINTS, **ORDER},
        **bells(product_of, W, o),
        **bells(product2, W2, o2, "'"),
        **whole_numbers(o, o2),
        **{f"squares-{n}": says for n, says in enumerate(SQUARES.says)},
        **LENGTH,
        "summable": z3.And(summable(W), summable(W2)),
        **{f"positive{mark}": z3.ForAll([z], weights[z] > 0) for mark, weights in (("", W), ("'", W2))},
    },
    knowing=[POSITIVE, POSITIVE.at(W=W2)],
    by="textbook: Renyi divergences of independent entries add up, and bound delta (Canonne, Kamath, Steinke 2020)"
    "; computed: secure_sum.discrete_noise.any_order_gives_a_valid_eps",
)
_N, _M, _s, _t, _f = z3.Reals("N_ M_ s_ t_ f_")
_RATIOS = lemma(
    "normalised weights",
    {
        "factors": z3.And(_l > 0, _h > 0, _N > 0, _s >= 0, _t >= 0),
        "set": between(_l, _s, _h, _t),
        "all": between(_l, _M, _h, _N),
    },
    z3.And(
        _M > 0, _s / _M >= 0, _t / _N >= 0, _s / _M <= _h / _l * (_t / _N), _t / _N <= _h / _l * (_s / _M)
    ),
)


_factor, loss = up_d(d) / lo_d(d), up_most(d) / lo_most(d)  # e^y
_r_total = {"N_": total(one, everything), "M_": total(many, everything)}
NORMALISED = lemma(
    "probabilities of the sum of noises and of one noise",
    _SETTING,
    z3.And(
        _factor > 0,
        total(many, everything) > 0,
        total(one, everything) > 0,
        share_of(many) >= 0,
        share_of(one) >= 0,
        share_of(many) <= _factor * share_of(one),
        share_of(one) <= _factor * share_of(many),
    ),
    where=DEFINED,
    by=[
        [SETS, SETS.at(S_grid=everything), SUMMED],
        _RATIOS.at(l_=lo_d(d), h_=up_d(d), s_=total(many, S), t_=total(one, S), **_r_total),
    ],
)
_variance = (z3.ToReal(last) + 1) * v
_offsets = tuple((lambda j, world=world: world.off(j, last)) for world in (OURS, THEIRS))
_P, _P2, _Q, _Q2, _E, _D = z3.Reals("P P' Q Q' E_ D_")
_CHAINED = lemma(
    "closeness costs twice in eps and once in delta",
    {"factors": z3.And(_f > 0, _E > 0), "one": z3.And(_P <= _f * _Q, _Q <= _E * _Q2 + _D, _Q2 <= _f * _P2)},
    _P <= _f * _f * _E * _P2 + _f * _D,
    by=[SCALES.at(a=_f, b=_Q, c=_E * _Q2 + _D), SCALES.at(a=_f * _E, b=_Q2, c=_f * _P2)],
)

# --- a bound for all numbers of users -----------------------------------------------------------------------------------

_ONES = induct(
    "factors of one entry",
    m,
    _FINE_SUMS,
    z3.And(lo(m) > 0, lo(m) <= 1, up(m) >= 1),
    where=FACTOR_OF_ONE,
    step=[at("up", m), at("lo", m), at("fine-grid", m), _Q_FINE],
)
least = z3.Real("least_users")
_UP = induct(
    "with more users the factors of one entry are no nearer to 1",
    x,
    {**_FINE_SUMS, "users": m >= 0},
    z3.And(up(m) <= up(m + x), lo(m + x) <= lo(m)),
    where=FACTOR_OF_ONE,
    step=[at("fine-grid", m + x), _Q_FINE.at(m=m + x), _ONES.at(m=m + x)],
)
_MOST_USERS = {"most-users": h <= most}
_MORE = induct(
    "with more users the factors of all entries are no nearer to 1",
    j,
    {**_FINE_SUMS, **_USERS, **_MOST_USERS},
    z3.And(0 < lo_most(j), lo_most(j) <= lo_d(j), 0 < up_d(j), up_d(j) <= up_most(j)),
    where=[*FACTOR_OF_ONE, *FACTORS, *MOST],
    step=[
        [at(name, j) for name in ("up_d", "lo_d", "up_most", "lo_most")],
        [_UP.at(m=last, x=most - h), _ONES.at(m=last), _ONES.at(m=most - 1), last + (most - h) == most - 1],
        [
            SCALES.at(a=lo(most - 1), b=lo_most(j), c=lo_d(j)),
            SCALES.at(a=lo_d(j), b=lo(most - 1), c=lo(last)),
        ],
        [SCALES.at(a=up(last), b=up_d(j), c=up_most(j)), SCALES.at(a=up_most(j), b=up(last), c=up(most - 1))],
        [lo_most(j) * lo(most - 1) > 0, up_d(j) * up(last) > 0],
    ],
)
_u1, _u2, _l2 = z3.Reals("u1_ u2_ l2_")
_QUOTIENTS = lemma(
    "a larger numerator over a smaller denominator",
    {"order": z3.And(0 < _u1, _u1 <= _u2, 0 < _l2, _l2 <= _l1)},
    z3.And(0 < _u1 / _l1, _u1 / _l1 <= _u2 / _l2),
)
bound_eps = formulas.epsilon_of_order(alpha, formulas.concentrated_rho(shift, least * v), delta, GRID)
CLOSE = lemma(
    "the sum of discrete noises hides a whole shift",
    {
        **{**_FINE_SUMS, **POINTS, **whole_numbers(*_offsets), **ORDER, **LENGTH, **_MOST_USERS},
        "least-users": z3.And(0 < least, least <= z3.ToReal(h)),
    },
    z3.And(
        lo_most(d) > 0,
        total(many, everything) > 0,
        total(THEIRS.many, everything) > 0,
        share_of(THEIRS.many) >= 0,
        share_of(many) <= loss * loss * expo(bound_eps) * share_of(THEIRS.many) + loss * delta,
    ),
    where=[*DEFINED, *THEIRS.shifts, *THEIRS.weights, *MOST, SQUARES],
    by=[
        [NORMALISED, THEIRS.here(NORMALISED), SUMMED, THEIRS.here(SUMMED)],
        [*known(ONE), *known(ONE, THEIRS), EXPO.at(eps=bound_eps), _MORE.at(j=d)],
        SHIFTED.at(
            **{"W": one, "W'": THEIRS.one, "o": _offsets[0], "o'": _offsets[1]},
            **{"product_of": prod_b, "product_of'": THEIRS.prod_b},
            **{"variance": least * v, "parameter": _variance},
        ),
        _QUOTIENTS.at(**{"u1_": up_d(d), "u2_": up_most(d), "l1_": lo_d(d), "l2_": lo_most(d)}),
        [
            SCALES.at(a=share_of(one), b=_factor, c=loss),
            SCALES.at(a=share_of(THEIRS.many), b=_factor, c=loss),
        ],
        _CHAINED.at(
            **{"f_": loss, "E_": expo(bound_eps), "D_": delta, "P": share_of(many), "Q": share_of(one)},
            **{"Q'": share_of(THEIRS.one), "P'": share_of(THEIRS.many)},
        ),
    ],
)

# --- the factor is e^y ---------------------------------------------------------------------------------------------

_a1 = z3.Real("a")
growth = z3.Function("growth", Int, Real)
GROWTH = recursive(growth, lambda: z3.RealVal(0), lambda m, s: s + formulas.theta_log_ratio(excess(m), GRID))
_gain = (1 + 2 * _q) / (1 - 2 * _q)
_log_m = induct(
    "log of the factor of one entry",
    m,
    _FINE_SUMS,
    z3.And(lo(m) > 0, up(m) > 0, log(up(m) / lo(m)) == growth(m)),
    where=[*FACTOR_OF_ONE, GROWTH],
    base=[LOG.at(a=1, b=1), z3.RealVal(1) / 1 == 1],
    step=[
        [at("up", m), at("lo", m), at("growth", m), at("fine-grid", m), _Q_FINE],
        [lo(m) * (1 - 2 * _q) > 0, up(m) * (1 + 2 * _q) > 0, 1 / lo(m) > 0, up(m) * (1 / lo(m)) > 0],
        [1 / (1 - 2 * _q) > 0, (1 + 2 * _q) * (1 / (1 - 2 * _q)) > 0, LOG.at(a=up(m) / lo(m), b=_gain)],
        up(m + 1) / lo(m + 1) == up(m) / lo(m) * _gain,
    ],
)
_LOGS = [*FACTOR_OF_ONE, GROWTH, *FACTORS]
_log_d = induct(
    "log of the factor of all entries",
    j,
    {**_FINE_SUMS, **_USERS},
    z3.And(lo_d(j) > 0, up_d(j) > 0, log(up_d(j) / lo_d(j)) == z3.ToReal(j) * growth(last)),
    where=_LOGS,
    base=[LOG.at(a=1, b=1)],
    step=[
        [at("up_d", j), at("lo_d", j), _log_m.at(m=last)],
        LOG.at(a=up_d(j) / lo_d(j), b=up(last) / lo(last)),
        up_d(j + 1) / lo_d(j + 1) == up_d(j) / lo_d(j) * (up(last) / lo(last)),
    ],
)
FACTOR = lemma(
    "the factor is e^y, y = d times the sum of the log ratios",
    {slug: premise for slug, premise in _SETTING.items() if slug != "points"},
    z3.And(lo_d(d) > 0, log(up_d(d) / lo_d(d)) == z3.ToReal(d) * growth(last)),
    where=_LOGS,
    by=[_log_d.at(j=d)],
)

# --- noise that is rounded after it is added: the mean over the places within the grid ------------------------------

ALL_FACTORS = induct(
    "factors of all entries",
    j,
    {**_FINE_SUMS, **_USERS},
    z3.And(lo_d(j) > 0, lo_d(j) <= 1, up_d(j) >= 1),
    where=[*FACTOR_OF_ONE, *FACTORS],
    step=[at("up_d", j), at("lo_d", j), _ONES.at(m=last)],
)
_ws, _os = total(many, S), total(one, S)
_each_place = lemma(
    "at one place within the grid",
    _SETTING,
    z3.And(lo_d(d) > 0, _ws >= 0, _os >= 0, _ws <= _factor * _os, _os <= _factor * _ws),
    where=DEFINED,
    by=[
        [SETS, ALL_FACTORS.at(j=d)],
        [SCALES.at(a=up_d(d) * _os, b=1, c=1 / lo_d(d)), _invert.at(c=lo_d(d), b=_os, a_=_ws)],
        SCALES.at(a=1 / lo_d(d) * _ws, b=1, c=up_d(d)),
    ],
)
_OF_SUMS = ("a", "sums", "off", "prod", "prod_b", "many", "one")
PLACES = Family("at every place within the grid", _each_place, dict.fromkeys(_OF_SUMS, (r,)), mark="r")
_cut = [
    equal_to(F.decl(), lambda r: total(PLACES.symbols["many"](r), S)),
    equal_to(F2.decl(), lambda r: total(PLACES.symbols["one"](r), S)),
]
_places = [
    lemma(
        f"at every place, {first} and {other}",
        _SETTING,
        z3.And(first[r] >= 0, other[r] >= 0, first[r] <= _factor * other[r]),
        [at("F", r), at("F'", r), PLACES.theorem],
        [*PLACES.where, *_cut],
    )
    .at()
    .every(r)
    for first, other in ((F, F2), (F2, F))
]
ROUNDED = lemma(
    "rounded noises are as close to the rounded sum",
    {**_SETTING, "integrable": z3.And(integrable(F), integrable(F2))},
    z3.And(mean(law, F) <= _factor * mean(law, F2), mean(law, F2) <= _factor * mean(law, F)),
    where=[*PLACES.where, *_cut],
    by=[
        [*_places, PLACES.theorem],
        MEAN.at(exp_eps=_factor, delta=0),
        MEAN.at(**{"F": F2, "F'": F, "exp_eps": _factor, "delta": 0}),
    ],
)

# --- rounding: models of n changed users, in any space with coordinates -------------------------------------------------

error, squared = z3.Function("error", Int, Int, Real), z3.Function("squared", Int, Int, Real)
error2, squared2 = z3.Function("error'", Int, Int, Real), z3.Function("squared'", Int, Int, Real)
grid = z3.Real("grid")
i, n = z3.Ints("i n")
model_sum, model_sum2 = z3.Consts("models models'", V)
_half_root = NUM.sqrt(z3.ToReal(d)) / 2


def rounded(error, squared, vector, mark):
    """The error of user i is a vector with entries of at most 1/2."""
    halves = z3.And(error(i, j) <= z3.Q(1, 2), -error(i, j) <= z3.Q(1, 2))
    return {
        f"nearest{mark}": z3.ForAll([i, j], halves),
        f"coordinates{mark}": z3.ForAll([i], norm(vector(i)) * norm(vector(i)) == squared(i, d)),
    }


def squaring(error, squared):
    return recursive(squared, lambda i: z3.RealVal(0), lambda i, j, s: s + error(i, j) * error(i, j))


_ENTRIES = {"entries": d >= 1}
_nearest, _nearest2 = rounded(error, squared, g_, ""), rounded(error2, squared2, h_, "'")
_squares = induct(
    "squared errors add up",
    j,
    {"nearest": _nearest["nearest"]},
    squared(i, j) <= z3.ToReal(j) * z3.Q(1, 4),
    where=[squaring(error, squared)],
    base=[at("squared", i)],
    step=[at("squared", i, j), at("nearest", i, j)],
)
_short = lemma(
    "a rounding error is at most half a diagonal",
    {**_nearest, **_ENTRIES},
    z3.Implies(i >= 0, norm(g_(i)) <= _half_root),
    where=[squaring(error, squared)],
    by=[
        [_squares.at(j=d), at("coordinates", i), ROOT.at(r=z3.ToReal(d)), length(g_(i))],
        SHORTER.at(a=norm(g_(i)), b=_half_root),
    ],
)
_other = {"error": lambda i, j: error2(i, j), "squared": lambda i, j: squared2(i, j), "g": lambda i: h_(i)}
ROUNDING = lemma(
    "rounding moves two sums apart by at most a diagonal for each changed user",
    {
        **{"grid": grid > 0, "changed-users": n >= 0, **_ENTRIES, **_nearest, **_nearest2},
        "models-move": norm(minus(model_sum, model_sum2)) <= shift,
    },
    norm(minus(add(scale(1 / grid, model_sum), sum_g(n)), add(scale(1 / grid, model_sum2), sum_h(n))))
    <= formulas.rounded_shift(shift, grid, z3.ToReal(n), z3.ToReal(d), NUM),
    where=[squaring(error, squared), squaring(error2, squared2), *ERRORS],
    by=[
        [_short.at().every(i), _short.at(**_other).every(i), 1 / grid > 0],
        SHORT_SUMS.at(k=n, D=_half_root),
        SHORT_SUMS.at(k=n, D=_half_root, g=lambda i: h_(i), sum_g=lambda i: sum_h(i)),
        [APART.at(x=sum_g(n), y=sum_h(n)), SCALED_APART.at(r=1 / grid, x=model_sum, y=model_sum2)],
        SCALES.at(a=1 / grid, b=norm(minus(model_sum, model_sum2)), c=shift),
        PAIRS.at(v=scale(1 / grid, model_sum), w=sum_g(n), x=scale(1 / grid, model_sum2), y=sum_h(n)),
    ],
)

# --- the range of the sum: the largest entry, by the union bound ------------------------------------------------------

exceeds, some = z3.Function("Pr_exceeds", Int, Real), z3.Function("Pr_some", Int, Real)
tail = z3.Function(
    "Pr_beyond", Real, Real, Int, Real
)  # an entry of the sum of w noises of parameter v is beyond +-t
reach, failure = z3.Reals("reach failure")
w = z3.Int("w")
_t = z3.Real("t")
CHERNOFF = leaf(
    "the sum of discrete Gaussians is sub-Gaussian",
    tail(v, _t, w) <= 2 * expo(-_t * _t / (2 * z3.ToReal(w) * v)),
    over=["v", "t", "w"],
    given={**NOISE, "users": w >= 1, "beyond": _t > 0},
    by="textbook: a discrete Gaussian is sub-Gaussian (Canonne, Kamath, Steinke 2020), and Markov's inequality"
    "; computed: secure_sum.discrete_noise.noise_rarely_leaves_its_reach",
)
INVERSE = axiom(
    "exponential: inverse",
    expo(-log(_a1)) * _a1 == 1,
    over=["a"],
    given={"positive": _a1 > 0},
    why="e^(-log a) = 1/a (Rudin, Principles of Mathematical Analysis, chapter 8)",
)
ABOVE_1 = lemma(
    "the logarithm above 1",
    {"above": _a1 > 1},
    log(_a1) > 0,
    by=[INVERSE, EXPO_GROWS.at(**{"eps": 0, "eps'": -log(_a1)})],
)
UNION = {
    "union-bound": z3.And(
        some(0) == 0, z3.ForAll([j], z3.Implies(j >= 0, some(j + 1) <= some(j) + exceeds(j)))
    ),
    "each-entry": z3.ForAll([j], z3.Implies(j >= 0, exceeds(j) <= tail(v, reach, w))),
}
_union = induct("union bound", j, {**UNION}, some(j) <= z3.ToReal(j) * tail(v, reach, w))
_entries = z3.ToReal(d)
_odds = 2 * _entries / failure
_reach = formulas.noise_reach(NUM.sqrt(v), z3.ToReal(w), _entries, failure, GRID)
_log = log(_odds)
RANGE = lemma(
    "no entry of the summed noise leaves its reach, but for a small probability",
    {
        **NOISE,
        "summed-users": w >= 1,
        "entries": d >= 1,
        "failure": z3.And(0 < failure, failure < 1),
        **UNION,
        "reach": reach == _reach,
    },
    some(d) <= failure,
    by=[
        *(INVERSE.at(a=_odds), ABOVE_1.at(a=_odds)),
        [ROOT.at(r=v), ROOT.at(r=2 * z3.ToReal(w) * _log)],
        [CHERNOFF.at(t=reach), _union.at(j=d)],
    ],
)

# --- joint models --------------------------------------------------------------------------------------------------------

_ones = z3.K(z3.IntSort(), z3.RealVal(1))
_POINTS = {**dict.fromkeys(("Point", "Coin", "Law"), BOOL), "V": REAL}
_sure = z3.K(BOOL, z3.RealVal(1))
UNIFORM = {  # one user, one entry, all weights 1; our noise is shifted by 1. 2 pi^2 v = 1 and 2q_m = 1/(m + 2)
    **LINE,
    **{"pi": 3, "v": z3.Q(1, 18), "d": 1, "grid_width": 1, "alpha": 2, "delta": z3.Q(1, 2), "shift": 1},
    **{"h": 1, "most_users": 1, "least_users": 1, "law": True, "S_grid": z3.K(BOOL, z3.BoolVal(True))},
    "expo": lambda y: z3.If(z3.And(-1 < y, y < 0), (1 + y) / (3 + y), z3.RealVal(1)),
    "ln": lambda y: z3.RealVal(0),
    "everything": z3.K(BOOL, z3.BoolVal(True)),
    "bell": lambda v, a: _ones,
    "conv": lambda p, g: z3.K(z3.IntSort(), p[0] * g[0]),
    "finite": lambda p: p[0] >= 0,
    **dict.fromkeys(("summable", "integrable"), lambda W: z3.BoolVal(True)),
    "grid_total": lambda W, S: when(S[True], W[True]),
    "grid_entry": lambda z, j: z3.IntVal(0),
    "mean": lambda law, F: (F[True] + F[False]) / 2,
    "a": lambda i, j: z3.RealVal(1),
    "a'": lambda i, j: z3.RealVal(0),
    "a_r": lambda r, i, j: z3.RealVal(0),
    "off": lambda j, m: number(m) + 1,
    "off'": lambda j, m: z3.RealVal(0),
    "off_r": lambda r, j, m: z3.RealVal(0),
    "u_grid": lambda m: 1 / (2 * number(m) + 5),
    "up": lambda m: (number(m) + 2) / 2,
    "lo": lambda m: 1 / (number(m) + 1),
    **dict.fromkeys(("up_d", "lo_d", "up_most", "lo_most"), lambda j: z3.RealVal(1)),
    "growth": lambda m: z3.RealVal(0),
    **dict.fromkeys(("sums", "sums'"), lambda j, m: _ones),
    "sums_r": lambda r, j, m: _ones,
    **dict.fromkeys(("prod", "prod'", "prod_b", "prod_b'"), lambda z, j: z3.RealVal(1)),
    **dict.fromkeys(("prod_r", "prod_b_r"), lambda r, z, j: z3.RealVal(1)),
    **dict.fromkeys(("many", "many'", "one", "one'", "F", "F'"), _sure),
    **dict.fromkeys(("many_r", "one_r"), lambda r: _sure),
    "place": lambda j: z3.IntVal(1),
    "place'": lambda j: z3.IntVal(0),
    "squares_grid": number,
}
HALVES = {  # one user of one entry: both errors are half a unit, in opposite directions; attained
    **LINE,
    **{"grid": 1, "n": 1, "d": 1, "shift": 1, "models": 1, "models'": 0},
    "error": lambda i, j: when(j == 0, z3.Q(1, 2)),
    "error'": lambda i, j: when(j == 0, -z3.Q(1, 2)),
    **dict.fromkeys(("squared", "squared'"), lambda i, j: when(j >= 1, z3.Q(1, 4))),
    "g": lambda i: z3.Q(1, 2),
    "h": lambda i: z3.Q(-1, 2),
    "sum_g": lambda k: number(k) / 2,
    "sum_h": lambda k: -number(k) / 2,
}
CERTAIN = {  # log a = a - 1 for a >= 1: reach = 2 for a failure of 2/3
    **LINE,
    **{"v": 1, "w": 1, "d": 1, "failure": z3.Q(2, 3), "reach": 2},
    "expo": lambda x: z3.If(x <= 0, 1 / (1 - x), 1 + x),
    "ln": lambda a: z3.If(a >= 1, a - 1, 1 - 1 / a),
    **dict.fromkeys(("Pr_exceeds", "Pr_some"), lambda j: z3.RealVal(0)),
    "Pr_beyond": lambda v, t, w: z3.RealVal(0),
}
STATES = [
    stated("ours:discrete_noise", theorem, "statement", _POINTS, meaning)
    for theorem, meaning in (
        (CLOSE, UNIFORM),
        (FACTOR, UNIFORM),
        (ROUNDED, UNIFORM),
        (ROUNDING, HALVES),
        (RANGE, CERTAIN),
    )
]
