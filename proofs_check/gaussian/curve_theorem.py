"""def:deltagauss, lem:gauss_mech, lem:tight_adp_gauss: from two leaves about N(mu, 1) to spherical noise on K_comp vectors.

gauss_line(mu, L)        probability that N(mu, 1) lands in the Borel set L of the line
gauss(a, K, s, S)        probability that (a_k + N(0, s^2 I)) for k < K lands in the Borel set S
across(a, b, K, s)       the law of the part of the noise that is orthogonal to the tuple a - b
slice(a, b, K, s, S, r)  where the line from b towards a, moved by r across it, is in S; counted in s from b
cylinder(a, b, K, s, L)  all tuples whose place along that line is in L
"""

from types import SimpleNamespace

import z3

from proofs_check.lemmas.line import BOOL, LINE, REAL, stated, when
from proofs_check.lemmas.numbers import NUM, ROOT, SCALES, SHORTER, Int, Real
from proofs_check.lemmas.probability import F2, MEAN, Coin, F, Law, integrable, law, mean, r
from proofs_check.lemmas.spaces import TURNED, V, dot, length, minus, norm, positive
from proofs_check.logic.derived import running
from proofs_check.logic.rules import at, axiom, discharge, equal_to, forget, induct, leaf, lemma
from reference import formulas

Sets, Lines = z3.DeclareSort("Sets"), z3.DeclareSort("Lines")
Tuple = z3.ArraySort(Int, V)
gauss = z3.Function("gauss", Tuple, Int, Real, Sets, Real)
gauss_line = z3.Function("gauss_line", Real, Lines, Real)
across = z3.Function("across", Tuple, Tuple, Int, Real, Law)
slices = z3.Function("slice", Tuple, Tuple, Int, Real, Sets, Coin, Lines)
cylinder = z3.Function("cylinder", Tuple, Tuple, Int, Real, Lines, Sets)
expo, erfc = z3.Function("expo", Real, Real), z3.Function("erfc", Real, Real)
finite_dimension = z3.Bool("finite_dimension")
TERMS = SimpleNamespace(**{**vars(NUM), "exp": expo, "erfc": erfc})

K, k, j = z3.Ints("K_comp k j")
eps, eps2, sigma, s, shift, delta, mu, mu2 = z3.Reals("eps eps' sigma s shift delta mu mu'")
far = z3.Real("far")  # the length of the whole shift
squares = z3.Function("squares", Int, Real)
centre, centre2 = z3.Consts("centre centre'", Tuple)
S_, L_ = z3.Const("S", Sets), z3.Const("S_line", Lines)
nothing = z3.Const("nothing", Lines)
_K = z3.ToReal(K)


def curve(sigma, compositions=None, eps=eps):
    """delta(eps, K_comp) of def:deltagauss."""
    return formulas.delta_gauss(eps, sigma, _K if compositions is None else compositions, TERMS)


def each_class(formula):
    return z3.Implies(z3.And(0 <= k, k < K), formula)


def apart(one, other):
    return norm(minus(one, other))


FINITE_DIMENSION = {"finite-dimension": finite_dimension}
SETTING = {**FINITE_DIMENSION, "sigma": sigma > 0, "eps": eps >= 0, "classes": K >= 1}
_EXPONENTIAL = "what e^x is (Rudin, Principles of Mathematical Analysis, chapter 8)"
EXPO = axiom("exponential: positive", expo(eps) > 0, over=["eps"], why=_EXPONENTIAL)
EXPO_GROWS = axiom(
    "exponential: growing",
    z3.And(expo(0) == 1, z3.Implies(eps <= eps2, expo(eps) <= expo(eps2))),
    over=["eps", "eps'"],
    why=_EXPONENTIAL,
)
_root = NUM.sqrt(2 * _K)
DIVISORS = lemma(
    "what the curve divides by",
    {slug: SETTING[slug] for slug in ("sigma", "classes")},
    z3.And(sigma != 0, _root * (1 / sigma) != 0),
    by=[ROOT.at(r=2 * _K)],
)


def spread(sigma=sigma, K=K):
    """The curve divides by sigma and by sqrt(2 K_comp)/sigma."""
    return DIVISORS.at(sigma=sigma, K_comp=K)


# --- on the line: two leaves --------------------------------------------------------------------------------


def private_line(mu, delta=delta, eps=eps):
    return gauss_line(mu, L_) <= expo(eps) * gauss_line(0, L_) + delta


SHIFTED = {"shifted": mu > 0}
ON_LINE = {"private-on-the-line": z3.ForAll([L_], private_line(mu))}
_fine = [1 / mu > 0, ROOT.at(r=2)]
LINE_CURVE = leaf(
    "a shift on the line is private if and only if delta is above the curve",
    z3.ForAll([L_], private_line(mu)) == (curve(1 / mu, 1) <= delta),
    over=["mu", "eps", "delta"],
    given=SHIFTED,
    by="textbook: no set gains more than the one where the ratio of the densities exceeds e^ε; its gain is the curve (Balle "
    "and Wang, Improving the Gaussian Mechanism, 2018); computed: gaussian.shift.curve_depends_on_the_length_only",
    knowing=_fine,
)
SMALLER_SHIFT = leaf(
    "a smaller shift on the line",
    private_line(mu2),
    over=["mu", "mu'", "eps", "delta", "S_line"],
    given={"eps": eps >= 0, "positive": mu2 > 0, "smaller": mu2 <= mu, **ON_LINE},
    by="textbook: the same curve grows with the shift (Balle and Wang, Improving the Gaussian Mechanism, 2018); computed: "
    "gaussian.shift.longer_shifts_are_worse",
)
CHANCE = axiom(
    "integral: of a set, Lines",
    z3.And(gauss_line(mu, L_) >= 0, gauss_line(mu, nothing) == 0),
    over=["mu", "S_line"],
    why="a probability is never negative, and 0 for the empty set (Rudin, Real and Complex Analysis, chapter 1)",
)
REACHED = lemma(
    "the curve is reached on the line",
    {**SHIFTED, **ON_LINE},
    curve(1 / mu, 1) <= delta,
    by=[*_fine, LINE_CURVE],
)
NO_MORE = lemma(
    "no set of the line exceeds the curve",
    {**SHIFTED, "above": curve(1 / mu, 1) <= delta},
    private_line(mu),
    by=[*_fine, LINE_CURVE],
)
NEARER = lemma(
    "a smaller shift on the line, or none",
    {"eps": eps >= 0, "smaller": z3.And(mu2 >= 0, mu2 <= mu), **ON_LINE},
    private_line(mu2),
    by=[
        discharge("a smaller shift on the line, if any", SMALLER_SHIFT, "positive"),
        EXPO_GROWS.at(eps=0, **{"eps'": eps}),
        [at("private-on-the-line", nothing), CHANCE, CHANCE.at(mu=0)],
    ],
)

# --- K_comp vectors: along the shift the noise is normal, across it nothing changes ----------------------------

SQUARES = running(
    squares, lambda k: dot(minus(centre[k], centre2[k]), minus(centre[k], centre2[k])), z3.RealVal(0)
)
LENGTH = {"length": z3.And(far >= 0, far * far == squares(K))}
SPHERICAL = {**FINITE_DIMENSION, "classes": K >= 1, "noise": s > 0}


def cut(mu):
    return lambda r: gauss_line(mu, slices(centre, centre2, K, s, S_, r))


_law = across(centre, centre2, K, s)
_sums = {f"squares-{n}": says for n, says in enumerate(SQUARES.says)}
ALONG = leaf(
    "spherical noise along a shift and across it",
    z3.And(
        gauss(centre, K, s, S_) == mean(_law, F),
        gauss(centre2, K, s, S_) == mean(_law, F2),
        integrable(F),
        integrable(F2),
    ),
    over=["centre", "centre'", "K_comp", "s", "S", "squares", "far", "F", "F'"],
    given={
        **SPHERICAL,
        **_sums,
        **LENGTH,
        "given-the-rest": z3.ForAll([r], z3.And(F[r] == cut(far / s)(r), F2[r] == cut(z3.RealVal(0))(r))),
    },
    by="textbook: in an orthonormal basis that begins along the shift, the entries of spherical noise are independent and "
    "normal; then Fubini (Feller, An Introduction to Probability Theory, volume 2)",
)
CYLINDER = axiom(
    "normal noise: cylinder",
    slices(centre, centre2, K, s, cylinder(centre, centre2, K, s, L_), r) == L_,
    over=["centre", "centre'", "K_comp", "s", "S_line", "coin", "squares", "far"],
    given={**SPHERICAL, **_sums, **LENGTH, "apart": far > 0},
    why="what a cylinder is: it asks for the place along the shift only",
)
CUTS = [equal_to(F.decl(), cut(far / s)), equal_to(F2.decl(), cut(z3.RealVal(0)))]
_is_cut = lemma(
    "what is seen given the rest",
    {"noise": s > 0},
    z3.And(F[r] == cut(far / s)(r), F2[r] == cut(z3.RealVal(0))(r)),
    where=CUTS,
    by=[at("F", r), at("F'", r)],
)
_MOVED = {"private-on-the-line": z3.ForAll([L_], private_line(far / s))}
_pointwise = lemma(
    "private given the rest",
    {"noise": s > 0, **_MOVED},
    F[r] <= expo(eps) * F2[r] + delta,
    where=CUTS,
    by=[_is_cut, at("private-on-the-line", slices(centre, centre2, K, s, S_, r))],
)
_along = lemma(
    "private along the shift, with its definitions",
    {**SPHERICAL, **LENGTH, **_MOVED},
    gauss(centre, K, s, S_) <= expo(eps) * gauss(centre2, K, s, S_) + delta,
    where=[SQUARES, *CUTS],
    by=[[_is_cut.at().every(r), _pointwise.at().every(r), ALONG], MEAN.at(law=_law, exp_eps=expo(eps))],
)
PRIVATE_ALONG = forget("private along the shift, private", _along, "F", "F'")

# --- how far K_comp vectors move together ---------------------------------------------------------------------

MOVES = {"moves": z3.ForAll([k], each_class(apart(centre[k], centre2[k]) <= shift))}
_next = minus(centre[j], centre2[j])
SHIFTS_ADD_UP = induct(
    "squared shifts add up",
    j,
    {"shift": shift >= 0, **MOVES},
    z3.Implies(j <= K, z3.And(squares(j) >= 0, squares(j) <= z3.ToReal(j) * (shift * shift))),
    where=[SQUARES],
    step=[
        [at("squares", j), at("moves", j), length(_next), positive(_next)],
        z3.Implies(j < K, norm(_next) * norm(_next) <= shift * shift),
    ],
)
_rK = NUM.sqrt(_K)
TOGETHER = lemma(
    "K_comp vectors move by at most sqrt(K_comp) times as far as one",
    {"classes": K >= 1, "shift": shift >= 0, **MOVES, **LENGTH},
    far <= _rK * shift,
    where=[SQUARES],
    by=[
        [SHIFTS_ADD_UP.at(j=K), ROOT.at(r=_K)],
        _rK * shift * (_rK * shift) == _K * (shift * shift),
        SHORTER.at(a=far, b=_rK * shift),
    ],
)
FAR = equal_to(far.decl(), lambda: NUM.sqrt(squares(K)))
_together = {
    **SPHERICAL,
    "eps": eps >= 0,
    "shift": shift >= 0,
    **MOVES,
    **ON_LINE,
    "as-far-on-the-line": _rK * shift <= mu * s,
}
_on_line = lemma(
    "the joint shift in units of the noise",
    {
        **{slug: _together[slug] for slug in ("eps", "noise", *ON_LINE)},
        "far": z3.And(far >= 0, far <= mu * s),
    },
    private_line(far / s),
    by=[NEARER.at(**{"mu'": far / s})],
)
TUPLES = forget(
    "private on the line, so private for tuples",
    lemma(
        "private on the line, so private for tuples, with definitions",
        _together,
        gauss(centre, K, s, S_) <= expo(eps) * gauss(centre2, K, s, S_) + delta,
        where=[SQUARES, FAR],
        by=[[SHIFTS_ADD_UP.at(j=K), ROOT.at(r=squares(K)), TOGETHER, _on_line.at().every(L_)], PRIVATE_ALONG],
    ),
    "squares",
    "far",
)

# --- only one number matters ------------------------------------------------------------------------------------

_p, _q, _c = z3.Reals("p_ q_ c_")  # sqrt(2), sqrt(K), K
_MARGINS = {"roots": z3.And(_p > 0, _q > 0, _q * _q == _c), "sigma": sigma > 0}
_margins = [
    lemma(
        f"an argument of erfc, {sign}",
        _MARGINS,
        (eps + sign * (_c * ((1 / sigma) ** 2 / 2))) / (_p * _q * (1 / sigma))
        == (eps + sign * (1 * ((1 / (1 / (_q / sigma))) ** 2 / 2))) / (_p * (1 / (1 / (_q / sigma)))),
    )
    for sign in (-1, 1)
]
_r2, _r2K, _tau = NUM.sqrt(2), NUM.sqrt(2 * _K), _rK / sigma
TAU = [ROOT.at(r=2), ROOT.at(r=_K), _r2 > 0, _rK > 0, _tau > 0, 1 / _tau > 0, 1 / (1 / _tau) > 0]
ROOTS_MULTIPLY = lemma(
    "sqrt(2K) = sqrt(2) sqrt(K)",
    {"classes": K >= 1},
    _r2K == _r2 * _rK,
    by=[ROOT.at(r=2), ROOT.at(r=_K), ROOT.at(r=2 * _K)],
)
ONE_NUMBER = lemma(
    "only sqrt(K_comp)/sigma matters",
    {slug: SETTING[slug] for slug in ("sigma", "classes")},
    curve(sigma) == curve(1 / _tau, 1),
    by=[
        [spread(), *TAU, _r2 * (1 / (1 / _tau)) > 0, ROOTS_MULTIPLY],
        [margin.at(p_=_r2, q_=_rK, c_=_K) for margin in _margins],
    ],
)

# --- lem:gauss_mech ---------------------------------------------------------------------------------------------

PRIVATE = gauss(centre, K, s, S_) <= expo(eps) * gauss(centre2, K, s, S_) + curve(sigma)
MORE_NOISE = lemma(
    "more noise and a smaller shift are enough",
    {**SETTING, "shift": shift > 0, **MOVES, "noise": s >= sigma * shift},
    PRIVATE,
    by=[
        [spread(), *TAU, ONE_NUMBER],
        [SCALES.at(a=_tau, b=sigma * shift, c=s), _tau * (sigma * shift) == _rK * shift],
        NO_MORE.at(mu=_tau, delta=curve(sigma)).every(L_),
        TUPLES.at(mu=_tau, delta=curve(sigma)),
    ],
)

# --- lem:tight_adp_gauss: q' is s on one dataset and 0 elsewhere; it serves for every query q --------------------

Dataset = z3.DeclareSort("Dataset")
near = z3.Function("near", Dataset, Dataset, z3.BoolSort())
query, scalar = z3.Function("q", Dataset, Tuple), z3.Function("q'", Dataset, Real)
data, data2, first, second = z3.Consts("D_a D_b D_0 D_1", Dataset)
_pair = near(data, data2)
SCALAR = equal_to(scalar, lambda D: z3.If(D == first, shift, z3.RealVal(0)))


def scalar_line(D):
    """q'(D) + N(0, s^2) in units of s."""
    return gauss_line(scalar(D) / s, L_)


SCALAR_QUERY = {
    "scalar-query": z3.ForAll(
        [data, data2, L_], z3.Implies(_pair, scalar_line(data) <= expo(eps) * scalar_line(data2) + delta)
    ),
    "two-neighbours": z3.And(near(first, second), first != second),
    "noise": s > 0,
}
_worst = lemma(
    "the scalar query moves by s",
    SCALAR_QUERY,
    private_line(shift / s),
    where=[SCALAR],
    by=[at("scalar-query", first, second, L_), at("q'", first), at("q'", second), 0 / s == 0],
)
BOUNDED = {
    "moves": z3.ForAll([data, data2], z3.Implies(_pair, apart(query(data)[0], query(data2)[0]) <= shift))
}
_bounded = lemma(
    "one vector",
    {**BOUNDED, "neighbours": _pair},
    z3.Implies(z3.And(0 <= k, k < 1), apart(query(data)[k], query(data2)[k]) <= shift),
    by=[at("moves", data, data2)],
)
_tight = lemma(
    "a scalar query is as bad as any, for two neighbours",
    {
        **FINITE_DIMENSION,
        "eps": eps >= 0,
        "shift": shift >= 0,
        **SCALAR_QUERY,
        **BOUNDED,
        "neighbours": _pair,
    },
    gauss(query(data), 1, s, S_) <= expo(eps) * gauss(query(data2), 1, s, S_) + delta,
    where=[SCALAR],
    by=[
        [_worst.at().every(L_), _bounded.at().every(k), ROOT.at(r=1)],
        TUPLES.at(**{"centre": query(data), "centre'": query(data2)}, K_comp=1, mu=shift / s),
    ],
)
TIGHT = lemma(
    "a scalar query is as bad as any",
    {slug: p for slug, p in _tight.given.items() if slug != "neighbours"},
    z3.And(
        z3.Implies(_pair, _tight.shows),
        z3.And(scalar(data) - scalar(data2) <= shift, scalar(data2) - scalar(data) <= shift),
    ),
    where=[SCALAR],
    by=[
        [at("q'", data), at("q'", data2)],
        discharge("a scalar query is as bad as any, for all neighbours", _tight, "neighbours"),
    ],
)

# --- def:deltagauss: the curve is the least delta, in both orders; it falls in eps and sigma and grows in K_comp --

EXACT = {
    **FINITE_DIMENSION,
    "sigma": sigma > 0,
    "classes": K >= 1,
    "shift": shift > 0,
    "noise": s == sigma * shift,
}
MOVES_EXACTLY = {"moves-exactly": z3.ForAll([k], each_class(apart(centre[k], centre2[k]) == shift))}
_exact_sum = induct(
    "equal squared shifts add up",
    j,
    MOVES_EXACTLY,
    z3.Implies(j <= K, squares(j) == z3.ToReal(j) * (shift * shift)),
    where=[SQUARES],
    step=[[at("squares", j), at("moves-exactly", j), length(_next)]],
)
_exactly = lemma(
    "the joint shift is sqrt(K_comp)/sigma in units of the noise",
    {**EXACT, **MOVES_EXACTLY},
    z3.And(s > 0, squares(K) >= 0, far > 0, far / s == _tau, far * far == squares(K)),
    where=[SQUARES, FAR],
    by=[
        [_exact_sum.at(j=K), *TAU, ROOT.at(r=squares(K))],
        _rK * shift * (_rK * shift) == squares(K),
        [SHORTER.at(a=far, b=_rK * shift), SHORTER.at(b=far, a=_rK * shift)],
    ],
)
_constant = z3.Real("constant")
CONSTANT = lemma(
    "the mean of a constant",
    {"constant": z3.ForAll([r], F[r] == _constant), "integrable": integrable(F)},
    mean(law, F) == _constant,
    by=[
        MEAN.at(**{"F'": F, "exp_eps": 0, "delta": _constant}),
        MEAN.at(**{"F'": F, "exp_eps": 2, "delta": -_constant}),
    ],
)
_set = cylinder(centre, centre2, K, s, L_)
_flat = [
    equal_to(F.decl(), lambda r: gauss_line(far / s, slices(centre, centre2, K, s, _set, r))),
    equal_to(F2.decl(), lambda r: gauss_line(0, slices(centre, centre2, K, s, _set, r))),
]
_seen = lemma(
    "what a cylinder sees",
    {**SPHERICAL, **LENGTH, "apart": far > 0},
    z3.And(
        F[r] == gauss_line(far / s, slices(centre, centre2, K, s, _set, r)),
        F2[r] == gauss_line(0, slices(centre, centre2, K, s, _set, r)),
        F[r] == gauss_line(far / s, L_),
        F2[r] == gauss_line(0, L_),
    ),
    where=[SQUARES, *_flat],
    by=[at("F", r), at("F'", r), CYLINDER],
)
ON_CYLINDERS = forget(
    "cylinders see the line",
    lemma(
        "cylinders see the line, with definitions",
        _seen.given,
        z3.And(
            gauss(centre, K, s, _set) == gauss_line(far / s, L_),
            gauss(centre2, K, s, _set) == gauss_line(0, L_),
        ),
        where=[SQUARES, *_flat],
        by=[
            [_seen.at().every(r), ALONG.at(S=_set)],
            CONSTANT.at(law=_law, constant=gauss_line(far / s, L_)),
            CONSTANT.at(law=_law, F=F2, constant=gauss_line(0, L_)),
        ],
    ),
    "F",
    "F'",
)
_private = z3.ForAll([S_], gauss(centre, K, s, S_) <= expo(eps) * gauss(centre2, K, s, S_) + delta)
_onto_line = lemma(
    "private for tuples, so private on the line",
    {**EXACT, **MOVES_EXACTLY, "private": _private},
    private_line(_tau),
    where=[SQUARES, FAR],
    by=[[_exactly, ON_CYLINDERS, at("private", _set)]],
)
_divides = {"divides": DIVISORS.shows}
_least = lemma(
    "no smaller delta",
    {**EXACT, **MOVES_EXACTLY, "private": _private, **_divides},
    curve(sigma) <= delta,
    where=[SQUARES, FAR],
    by=[*TAU, ONE_NUMBER, _onto_line.at().every(L_), REACHED.at(mu=_tau)],
)
_enough = lemma(
    "delta is enough",
    {**EXACT, **MOVES_EXACTLY, "above": curve(sigma) <= delta, **_divides},
    gauss(centre, K, s, S_) <= expo(eps) * gauss(centre2, K, s, S_) + delta,
    where=[SQUARES, FAR],
    by=[
        [_exactly, ONE_NUMBER, NO_MORE.at(mu=_tau).every(L_)],
        lemma(
            "the same shift",
            {
                "same": far / s == _tau,
                "noise": s > 0,
                "sigma": sigma > 0,
                "line": z3.ForAll([L_], private_line(_tau)),
            },
            private_line(far / s),
            by=[at("line", L_)],
        )
        .at()
        .every(L_),
        PRIVATE_ALONG,
    ],
)
_no_smaller = forget("no smaller delta at all", _least, "squares", "far")
_always_enough = forget("delta is enough for all", _enough, "squares", "far")
LEAST = lemma(
    "the curve is the least delta",
    {**EXACT, **MOVES_EXACTLY},
    _private == (curve(sigma) <= delta),
    by=[
        [spread(), discharge("no smaller delta, if private", _no_smaller, "private")],
        discharge("delta is enough, if above", _always_enough, "above").at().every(S_),
    ],
)
_turned = lemma(
    "all shifts in the other direction",
    MOVES_EXACTLY,
    each_class(apart(centre2[k], centre[k]) == shift),
    by=[at("moves-exactly", k), TURNED.at(x=centre[k], y=centre2[k])],
)
_other_order = z3.ForAll([S_], gauss(centre2, K, s, S_) <= expo(eps) * gauss(centre, K, s, S_) + delta)
BOTH_ORDERS = lemma(
    "the curve is the least delta, in both orders",
    LEAST.given,
    z3.And(_private == (curve(sigma) <= delta), _other_order == (curve(sigma) <= delta)),
    by=[[spread(), _turned.at().every(k), LEAST], LEAST.at(**{"centre": centre2, "centre'": centre})],
)
_later = lemma(
    "private at a larger eps",
    {"larger": eps <= eps2, **ON_LINE},
    private_line(mu, eps=eps2),
    by=[
        at("private-on-the-line", L_),
        EXPO_GROWS,
        CHANCE.at(mu=0),
        SCALES.at(a=gauss_line(0, L_), b=expo(eps), c=expo(eps2)),
    ],
)
FALLS_IN_EPS = lemma(
    "the curve falls in eps",
    {"sigma": sigma > 0, "classes": K >= 1, "larger": eps <= eps2},
    curve(sigma, eps=eps2) <= curve(sigma),
    by=[
        [spread(), *TAU, ONE_NUMBER, ONE_NUMBER.at(eps=eps2)],
        NO_MORE.at(mu=_tau, delta=curve(sigma)).every(L_),
        _later.at(mu=_tau, delta=curve(sigma)).every(L_),
        REACHED.at(mu=_tau, eps=eps2, delta=curve(sigma)),
    ],
)
K2, sigma2 = z3.Int("K_comp'"), z3.Real("sigma'")
_rK2, _K2 = NUM.sqrt(z3.ToReal(K2)), z3.ToReal(K2)
_tau2 = _rK2 / sigma2
_values2 = {"sigma": sigma2, "K_comp": K2}
_nearer = lemma(
    "tau grows in K_comp and falls in sigma",
    {"more-releases": z3.And(K >= 1, K <= K2), "less-noise": z3.And(sigma2 > 0, sigma2 <= sigma)},
    z3.And(_tau > 0, _tau2 > 0, _tau <= _tau2),
    by=[ROOT.at(r=_K), ROOT.at(r=_K2)],
)
MONOTONE = lemma(
    "the curve falls in sigma and grows in K_comp",
    {**_nearer.given, "eps": eps >= 0},
    curve(sigma) <= curve(sigma2, _K2),
    by=[
        [_nearer, spread(), spread(sigma2, K2)],
        [ONE_NUMBER, ONE_NUMBER.at(**_values2)],
        NO_MORE.at(mu=_tau2, delta=curve(sigma2, _K2)).every(L_),
        NEARER.at(**{"mu": _tau2, "mu'": _tau, "delta": curve(sigma2, _K2)}).every(L_),
        REACHED.at(mu=_tau, delta=curve(sigma2, _K2)),
    ],
)

# --- joint models: all chances 1/2 but for the empty set, so delta = 0 at eps = 0; one vector moves from 1 to 0 ----


def tuples(value):
    """The tuple whose vectors are all this one."""
    return z3.K(z3.IntSort(), value)


_one, _zero = tuples(z3.RealVal(1)), tuples(z3.RealVal(0))
GAUSS_SORTS = {
    **{"V": REAL, "Sets": REAL, "Lines": REAL, "Dataset": BOOL},
    **dict.fromkeys(("Coin", "Law"), BOOL),
}
GAUSS_EVEN = {
    **LINE,
    **{"sigma": 1, "eps": 0, "eps'": 0, "K_comp": 1, "finite_dimension": True, "nothing": -1},
    "mean": lambda law, F: (F[True] + F[False]) / 2,
    "integrable": lambda F: z3.BoolVal(True),
    "gauss": lambda a, K, s, S: when(S == -1, 0, z3.Q(1, 2)),
    "gauss_line": lambda mu, L: when(L == -1, 0, z3.Q(1, 2)),
    "across": lambda a, b, K, s: z3.BoolVal(True),
    "slice": lambda a, b, K, s, S, r: S,
    "cylinder": lambda a, b, K, s, L: L,
    "expo": lambda x: z3.RealVal(1),
    "erfc": lambda x: z3.RealVal(0),
}
ONE_MOVES = {
    **GAUSS_EVEN,
    **{"s": 1, "shift": 1, "delta": 0, "S": 0, "centre": _one, "centre'": _zero},
    **{"sigma'": 1, "K_comp'": 1, "D_a": True, "D_b": False, "D_0": True, "D_1": False},
    "near": lambda a, b: a != b,
    "q": lambda D: z3.If(D, _one, _zero),
    "q'": lambda D: when(D, 1),
}
STATES = [
    stated(label, theorem, about, GAUSS_SORTS, ONE_MOVES)
    for label, theorem, about in (
        ("def:deltagauss", BOTH_ORDERS, "statement"),
        ("def:deltagauss", FALLS_IN_EPS, "statement"),
        ("def:deltagauss", MONOTONE, "statement"),
        ("def:deltagauss", ONE_NUMBER, "statement"),
        ("lem:gauss_mech", MORE_NOISE, "repair"),
        ("lem:tight_adp_gauss", TIGHT, "statement"),
    )
]
