"""thm:sqrtgauss and alg:dist_blindavg: what the noise of many users amounts to in their sum.

User i adds N(0, (σ~ s_i)^2) to each entry, σ~ = σ/sqrt(tw), s_i = s'/n_i, and sends n_i/w times the result. The noise of
`honest` users in the sum, over the sensitivity s'/w of the sum, is `formulas.effective_noise`: at least σ if honest >= tw.
"""

from __future__ import annotations

from fractions import Fraction

import sympy as sp

from accountant.numbers.balls import BALLS, exact
from accountant.numbers.enclosure import Enclosure
from proofs_check.lemmas.normal import EPS, SIGMA, density, sigma
from proofs_check.method.check import about
from proofs_check.method.replay import at_most, certified
from proofs_check.method.symbolic import SYMBOLIC, all_vanish, vanishes
from reference import formulas

check_split = about("thm:sqrtgauss")
check_box = about("alg:dist_blindavg")
USERS, HONEST = Fraction(1000), Fraction(1, 2)
x, y = sp.symbols("x y", real=True)
a, b, n, w, t, bound, honest = sp.symbols("a b n w t s' H", positive=True)


def delta_at(noise) -> Enclosure:
    """The certified delta(0.6, 1) at a noise multiplier given as a ball or a number."""
    return certified(lambda: formulas.delta_gauss(exact(EPS), noise(), exact(1), BALLS))


@check_split(
    "statement", "symbolic", every="all variances; vectors entry by entry", wrong={"variance": a + 2 * b}
)
def two_independent_normals_make_one(variance=a + b):
    """The density of the sum of two independent normals is the normal density with the sum of the variances."""
    # N(0, a) at y times N(0, b) at x - y, against N(0, variance) at x times a normal density in y, which integrates to 1.
    joint = density(y, 0, a) * density(x - y, 0, b)
    given_x = density(y, x * a / (a + b), a * b / (a + b))
    return vanishes(sp.log(joint / (density(x, 0, variance) * given_x)).expand(force=True))


@check_split(
    "inference:in-expectation",
    "interval",
    at="N(0, 1) and N(0, 1/100)",
    expect="fails",
    wrong={"deviation": Fraction(2)},
)
def equal_expectations_say_nothing(deviation=Fraction(1, 10)):
    """Noises that agree in the expectation only may differ in everything that matters: equal distributions are needed."""
    # Noise N(0, deviation^2) on a shift of 1 at eps = 0.6, against N(0, 1): their expectations are equal.
    truth, other = (delta_at(lambda d=d: exact(d)) for d in (deviation, 1))
    return at_most(truth, other, ("delta at the deviation", "delta at 1"), deviation=deviation, mean=0)


@check_split(
    "step:sum",
    "symbolic",
    every="every number of users w, share t and sigma with tw a whole number",
    wrong={"per_user": lambda sigma, t, w, num: sigma / w},
)
def printed_variances(per_user=formulas.noise_per_user):
    """w variances of σ/sqrt(w) make σ^2, a w-th of one is σ/(w sqrt(w)), tw of those make σ sqrt(t)/w, or σ/w over sqrt(t)."""
    whole, split = (per_user(sigma, share, w, SYMBOLIC) for share in (sp.Integer(1), t))
    return all_vanish(
        [
            w * whole**2 - sigma**2,
            whole / w - sigma / (w * sp.sqrt(w)),
            t * w * (whole / w) ** 2 - (sigma * sp.sqrt(t) / w) ** 2,
            t * w * (split / w) ** 2 - (sigma / w) ** 2,
        ]
    )


@check_box(
    "reading:user-result",
    "interval",
    at="(0.6, 1e-5), 1,000 users, t = 1/2",
    expect="fails",
    wrong={"users": Fraction(1)},
)
def one_users_model_is_not_private(users=USERS):
    """f_priv of one user has 1/sqrt(500) of the noise: released alone, delta is 0.92 instead of 1e-5."""
    local = delta_at(lambda: formulas.noise_per_user(exact(SIGMA), exact(HONEST), exact(users), BALLS))
    whole = delta_at(lambda: exact(SIGMA))
    return at_most(
        local, whole, ("delta of one user's model", "delta at sigma"), sigma=SIGMA, t=HONEST, w=users
    )
