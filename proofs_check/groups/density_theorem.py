"""lem:group_privacy: N(0, k^2 S) against N(mu, k^2 S) at x has the density ratio of N(0, S) against N(mu/k, S) at x/k.

For every space. S is a symmetric operator with an inverse; `inverse` is that of S, `wide` that of k^2 S. A density is a
positive constant (whose value does not matter) times e^(-<x - m, inverse(x - m)>/2).
"""

import z3

from proofs_check.gaussian.curve_theorem import EXPO, expo
from proofs_check.lemmas.line import LINE, REAL, stated
from proofs_check.lemmas.spaces import V, against, dot, expand, minus, scale, v, w, x, y, z, zero
from proofs_check.logic.rules import at, lemma

S, inverse, wide = (z3.Function(name, V, V) for name in ("cov", "inv", "inv_wide"))
kappa, c_wide, c_narrow = z3.Reals("kappa c_wide c_narrow")
mu = z3.Const("mu_vector", V)
SYMMETRIC = {"symmetric": z3.ForAll([v, w], dot(S(v), w) == dot(v, S(w)))}
INVERSE = {"inverse": z3.ForAll([v, w], dot(S(inverse(v)), w) == dot(v, w))}
WIDE = {
    "inverse-of-the-wide": z3.ForAll([v, w], kappa * kappa * dot(S(wide(v)), w) == dot(v, w)),
    "factor": kappa > 0,
}
SELF_ADJOINT = lemma(
    "the inverse is symmetric",
    {**SYMMETRIC, **INVERSE},
    dot(x, inverse(y)) == dot(y, inverse(x)),
    by=[
        [at("inverse", x, inverse(y)), at("inverse", y, inverse(x)), at("symmetric", inverse(x), inverse(y))],
        expand(inverse(x), S(inverse(y))),
    ],
)
DIVIDED = lemma(
    "the inverse of k^2 S is that of S over k^2",
    {**SYMMETRIC, **INVERSE, **WIDE},
    kappa * kappa * dot(x, wide(y)) == dot(x, inverse(y)),
    by=[
        [at("inverse", x, wide(y)), at("symmetric", inverse(x), wide(y))],
        at("inverse-of-the-wide", y, inverse(x)),
        [expand(inverse(x), S(wide(y))), SELF_ADJOINT],
    ],
)
u = z3.Const("u", V)
FORM = lemma(
    "the exponent of the wide density is that of the narrow one",
    {**SYMMETRIC, **INVERSE, **WIDE, "scaled": z3.ForAll([z], kappa * dot(u, z) == dot(y, z))},
    dot(y, wide(y)) == dot(u, inverse(u)),
    by=[at("scaled", inverse(u)), at("scaled", inverse(y)), SELF_ADJOINT.at(x=y, y=u), DIVIDED.at(x=y)],
)


def density(constant, inverse, at, mean):
    """The density of N(mean, C) at a point, from the inverse of C."""
    return constant * expo(-dot(minus(at, mean), inverse(minus(at, mean))) / 2)


def shrunk(vector):
    return scale(1 / kappa, vector)


def same_exponent(mean, narrow):
    scaled = lemma(
        f"scaled by 1/k: {mean}",
        {"factor": kappa > 0},
        kappa * dot(minus(shrunk(x), narrow), z) == dot(minus(x, mean), z),
        by=against(z, minus(shrunk(x), narrow), minus(x, mean)),
    )
    return [scaled.at().every(z), FORM.at(u=minus(shrunk(x), narrow), y=minus(x, mean))]


def ratio(constant, inverse, at, mean):
    return density(constant, inverse, at, zero) / density(constant, inverse, at, mean)


_a, _b, _p, _q = z3.Reals("a b p q")
CANCELS = lemma(
    "constants cancel",
    {"constants": z3.And(_a > 0, _b > 0), "positive": _q > 0},
    _a * _p / (_a * _q) == _b * _p / (_b * _q),
    by=[_a * _q > 0, _b * _q > 0, _a * _p / (_a * _q) == _p / _q, _b * _p / (_b * _q) == _p / _q],
)
_above, _below = (density(c_wide, wide, x, mean).arg(1) for mean in (zero, mu))
RATIO = lemma(
    "density ratio of scaled Gaussians",
    {**SYMMETRIC, **INVERSE, **WIDE, "normalising-constants": z3.And(c_wide > 0, c_narrow > 0)},
    ratio(c_wide, wide, x, mu) == ratio(c_narrow, inverse, shrunk(x), shrunk(mu)),
    by=[
        [same_exponent(zero, zero), same_exponent(mu, shrunk(mu))],
        EXPO.at(eps=_below.arg(0)),
        CANCELS.at(a=c_wide, b=c_narrow, p=_above, q=_below),
    ],
)
ONE_ENTRY = {  # S = 1, k = 2
    **LINE,
    **{"kappa": 2, "c_wide": 1, "c_narrow": 2, "x": 2, "mu_vector": 1},
    **dict.fromkeys(("cov", "inv"), lambda v: v),
    "inv_wide": lambda v: v / 4,
    "expo": lambda x: z3.RealVal(1),
}
STATES = [stated("lem:group_privacy", RATIO, "statement", {"V": REAL}, ONE_ENTRY)]
