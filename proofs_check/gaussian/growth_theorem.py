"""C2.2: while tau = sqrt(K_comp)/sigma is at most 1, eps is at most proportional to sqrt(K_comp).

`margin` is a with e^(-a^2/2)/2 <= delta, so that a = sqrt(2 log(1/(2 delta))) serves; `smallest` is the least eps for delta.
"""

import z3

from proofs_check.gaussian.curve_theorem import (
    EXPO,
    GAUSS_EVEN,
    GAUSS_SORTS,
    ONE_NUMBER,
    SETTING,
    TAU,
    TERMS,
    _r2,
    _rK,
    _tau,
    curve,
    delta,
    eps,
    erfc,
    expo,
    s,
    sigma,
    spread,
)
from proofs_check.lemmas.line import stated
from proofs_check.logic.rules import at, leaf, lemma
from reference import formulas

a, tau, p, u, smallest = z3.Reals("margin tau p_ u smallest")
ERFC = leaf(
    "erfc lies between 0 and the bell",
    z3.And(erfc(u) >= 0, z3.Implies(u >= 0, erfc(u) <= expo(-(u * u)))),
    over=["u"],
    by="textbook: 0 <= erfc(u), and erfc(u) <= e^(-u^2) for u >= 0",
)


def quadratic(tau):
    """tau^2/2 + tau a: enough for delta."""
    return tau**2 / 2 + tau * a


_inner = lemma(
    "the first argument of erfc is a/sqrt(2)",
    {"shift": tau > 0, "root": z3.And(p > 0, p * p == 2)},
    z3.And(
        (quadratic(tau) - 1 * ((1 / (1 / tau)) ** 2 / 2)) / (p * (1 / (1 / tau))) == a / p,
        a / p * (a / p) == a * a / 2,
    ),
)
_SIGMA = {slug: SETTING[slug] for slug in ("sigma", "classes")}
_inside, _outside = formulas.gauss_margins(quadratic(_tau), 1 / _tau, 1, TERMS)
QUADRATIC = lemma(
    "an eps that is enough for delta",
    {**_SIGMA, "margin": z3.And(a >= 0, expo(-(a * a / 2)) / 2 <= delta)},
    curve(sigma, eps=quadratic(_tau)) <= delta,
    by=[
        [spread(), *TAU, ONE_NUMBER.at(eps=quadratic(_tau))],
        _inner.at(tau=_tau, p_=_r2),
        [ERFC.at(u=_inside), ERFC.at(u=_outside), EXPO.at(eps=quadratic(_tau))],
        -(_inside * _inside) == -(a * a / 2),
    ],
)
LINEAR = lemma(
    "eps is at most proportional to the root of the compositions",
    {
        **QUADRATIC.given,
        "smallest": z3.ForAll([eps], z3.Implies(z3.And(eps >= 0, curve(sigma) <= delta), smallest <= eps)),
        "small-shift": _tau <= 1,
    },
    smallest <= _tau * (a + z3.Q(1, 2)),
    by=[spread(), *TAU, QUADRATIC, at("smallest", quadratic(_tau))],
)

# --- a noise A that depends neither on s nor on the number w of users ------------------------------------------

A, users = z3.Reals("A w")
_small = {slug: LINEAR.given[slug] for slug in ("classes", "margin")}
FIXED_NOISE = lemma(
    "with a fixed noise eps is of the order of s sqrt(K_comp)",
    {
        **_small,
        "fixed-noise": z3.And(s > 0, A > 0, s * _rK <= A),
        "smallest": z3.ForAll([eps], z3.Implies(z3.And(eps >= 0, curve(A / s) <= delta), smallest <= eps)),
    },
    smallest <= s * _rK / A * (a + z3.Q(1, 2)),
    by=[A / s > 0, spread(A / s), *TAU[:4], _rK / (A / s) == s * _rK / A, LINEAR.at(sigma=A / s)],
)
_part = s / users
OF_THE_SUM = lemma(
    "with a fixed noise of the sum eps falls like the number of users",
    {
        **_small,
        "fixed-noise": z3.And(s > 0, A > 0, _part * _rK <= A),
        "users": users >= 1,
        "smallest": z3.ForAll(
            [eps], z3.Implies(z3.And(eps >= 0, curve(A / _part) <= delta), smallest <= eps)
        ),
    },
    smallest <= s * _rK / (users * A) * (a + z3.Q(1, 2)),
    by=[spread(A / _part), FIXED_NOISE.at(s=_part)],
)

# a joint model: erfc is 0 there, so that eps = 0 is enough; sqrt(2 K_comp) is a fraction
_TWO_RELEASES = {
    **{"K_comp": 2, "sigma": 2, "margin": 0, "delta": z3.Q(1, 2), "smallest": 0},
    **{"s": 1, "A": 2, "w": 2},
}
STATES = [
    stated(label, theorem, about, GAUSS_SORTS, {**GAUSS_EVEN, **_TWO_RELEASES})
    for label, theorem, about in (
        ("C2.2#eps", QUADRATIC, "reading:small-shift"),
        ("C2.2#eps", LINEAR, "reading:small-shift"),
        ("app:dpdefs#order", FIXED_NOISE, "reading:fixed-noise"),
        ("sec:security_distblindavg#order", OF_THE_SUM, "reading:fixed-noise-of-the-sum"),
    )
]
