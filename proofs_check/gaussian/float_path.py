"""The float64 path of arrays of delta (`accountant.gaussian.float_delta`): why its error bounds hold, and that they do."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import sympy as sp
import z3
from flint import arb

from accountant.gaussian.curve import Curve
from accountant.gaussian.float_delta import _pair_of_margins, delta_ends, divided_difference, pieces, powers
from accountant.numbers.balls import BALLS, precision
from accountant.numbers.rounded import two_product, two_sum
from proofs_check.gaussian.profile import PROFILE
from proofs_check.method.check import Outcome, about, every, shown
from proofs_check.method.replay import at_most
from proofs_check.method.smt import prove
from proofs_check.method.symbolic import all_vanish, vanishes
from reference.formulas import gauss_margins

check = about(PROFILE)
z, t, u, v = sp.symbols("z t u v", real=True)
UNIT = Fraction(1, 2**53)
POINTS = 400


@check("repair", "symbolic", every="every real z", wrong={"factor": 1})
def scaled_erfc_solves_its_equation(factor=2):
    """F = e^{z^2} erfc(z) has F' = 2 z F - 2/sqrt(pi): the recurrence of its Taylor coefficients."""
    F = sp.exp(z**2) * sp.erfc(z)
    return vanishes(sp.diff(F, z) - (factor * z * F - 2 / sp.sqrt(sp.pi)))


@check("repair", "symbolic", every="every real z", wrong={"sign": 1})
def scaled_erfc_is_completely_monotone(sign=-1):
    """F is the integral of 2/sqrt(pi) e^{-t^2 - 2zt} over t > 0: each derivative has one sign and falls in size with z."""
    inside = 2 / sp.sqrt(sp.pi) * sp.exp(-(t**2) - 2 * z * t)
    primitive = sp.exp(z**2) * sp.erf(t + z)  # from e^{z^2} erf(z) at t = 0 to e^{z^2} at infinity
    return all_vanish(
        [
            sp.simplify(sp.diff(primitive, t) - inside),
            sp.simplify(sp.diff(inside, z) / inside - sign * 2 * t),  # a negative factor for each derivative
        ]
    )


@check("repair", "symbolic", every="every polynomial: from q to q t + a", wrong={"at": u})
def divided_difference_climbs(at=v):
    """(p(u) - p(v))/(u - v) = q[u, v] u + q(v) for p = q t + a: what `divided_difference` does for each coefficient."""
    q_u, q_v, a = sp.symbols("q_u q_v a")
    q_at = q_v if at == v else q_u
    step = (q_u * u + a - (q_v * v + a)) - (q_u - q_v) * u - q_at * (u - v)
    cubic = [sp.Symbol(f"a{i}") for i in range(4)]
    whole = divided_difference(cubic, u, v) * (u - v) - sum(a * (u**i - v**i) for i, a in enumerate(cubic))
    return all_vanish([sp.expand(step), sp.expand(whole)])


@check("repair", "smt", every="every two numbers, bounds and unit", wrong=[{"crossed": 0}, {"rounded": 0}])
def rounded_numbers_bound_the_error(crossed=1, rounded=1):
    """A sum or product of two computed numbers, rounded once, errs by no more than `Rounded` says."""
    A, B, a, b, d, unit, s1, s2, e1, e2 = z3.Reals("A B a b d unit s1 s2 e1 e2")
    near = [z3.And(-e1 <= a - A, a - A <= e1), z3.And(-e2 <= b - B, b - B <= e2)]
    size = [z3.And(-s1 <= A, A <= s1), z3.And(-s2 <= B, B <= s2)]
    off = [z3.And(-unit <= d, d <= unit), unit >= 0]

    def within(value, bound):
        return z3.And(-bound <= value, value <= bound)

    plus, mixed = e1 + e2, s1 * e2 + s2 * e1 + crossed * e1 * e2
    x, y, bound = z3.Reals("x y bound")  # x computed before rounding, y the exact value
    rounding = prove(
        [within(x - y, bound), within(y, s1), *off, bound >= 0, within(d * x, unit * (s1 + bound))],
        within(x * (1 + d) - y, bound + rounded * unit * (s1 + bound)),
    )
    return every(
        prove([*near, *size], z3.And(within(a + b - A - B, plus), within(A + B, s1 + s2))),
        prove([*near, *size], within(a * b - A * B, mixed)),
        prove([within(x - y, bound), within(y, s1), *off], within(d * x, unit * (s1 + bound))),
        rounding,
    )


@check(
    "repair", "interval", every="every piece of F and every k of e^{-s}", wrong={"unit": Fraction(1, 2**50)}
)
def program_errs_by_few_units(unit=UNIT, values=Fraction(3), slopes=Fraction(60), exponentials=Fraction(10)):
    """The program's own bounds: F to 3 units of 2^-53, its divided difference to 60, e^{-s} to 10, relative to each."""
    step = arb(1) * unit.numerator / unit.denominator
    table, known = pieces(step), powers(step)
    worst = (
        (np.max(table.error / table.coefficients[0]), values),
        (np.max(table.slope_error / np.abs(table.coefficients[1])), slopes),
        (known.error, exponentials),
    )
    return every(
        *(at_most(Fraction(float(found)), limit * UNIT, ("error", "bound")) for found, limit in worst)
    )


@check("repair", "exact", at=f"{POINTS} random pairs, and pairs next to powers of two", wrong={"rest": 0})
def sums_and_products_of_two_are_exact(rest=1):
    """What `two_sum` and `two_product` return adds up to the exact sum and product."""
    rng = np.random.default_rng(5)
    a, b = rng.standard_normal((2, POINTS)) * 2.0 ** rng.integers(-60, 60, (2, POINTS))
    edges = np.array([1.0, -1.0, 1 + 2.0**-52, 1 - 2.0**-53, 2.0**60, 3 - 2.0**-51])
    a, b = np.concatenate([a, np.repeat(edges, 6)]), np.concatenate([b, np.tile(edges, 6)])
    for made, exact in ((two_sum(a, b), lambda p, q: p + q), (two_product(a, b), lambda p, q: p * q)):
        for total, lack, p, q in zip(*made, a, b, strict=True):
            if Fraction(total) + rest * Fraction(lack) != exact(Fraction(p), Fraction(q)):
                return Outcome(
                    "fails", "the two parts are not the exact value", shown(a=float(p), b=float(q))
                )
    return Outcome("holds", f"all {len(a)} pairs are exact")


def drawn(seed: int, points: int = POINTS) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """eps, sigma, count: a third at random; the others where a piece, a formula or its range ends, or a step away."""
    rng, table = np.random.default_rng(seed), pieces()
    eps = np.exp(rng.uniform(-12, 5, points)) * (rng.random(points) > 0.05)
    sigma, count = np.exp(rng.uniform(-3, 9, points)), np.floor(np.exp(rng.uniform(0, 12, points)))
    hard = rng.random(points) > 1 / 3
    which = rng.integers(0, len(table.middle) // 2, points)
    at = table.middle[which] + rng.choice([-1, -0.5, 0.5, 1], points) * table.reach[which]
    at = np.where(rng.random(points) < 0.1, rng.choice([-8, -1, 0, 620**0.5], points), at)
    tau = np.exp(rng.uniform(-20, 3, points))  # or as wide as a piece, so that x and y just share one
    tau = np.where(
        rng.random(points) < 0.5, 2**0.5 * table.reach[which] * rng.choice([0.5, 1, 2], points), tau
    )
    wanted = np.nextafter(tau * (2**0.5 * at + tau / 2), rng.choice([-np.inf, np.inf], points))
    hard &= wanted >= 0
    return np.where(hard, wanted, eps), np.where(hard, np.sqrt(count) / tau, sigma), count


@check("repair", "interval", at=f"{POINTS} random points", wrong={"bits": 120})
def margins_are_pairs_of_floats(bits=80):
    """x and y as pairs of floats are off by less than 2^-80."""
    eps, sigma, count = drawn(6)
    here = (np.sqrt(count) / sigma >= 2.0**-40) & (
        eps * sigma / np.sqrt(count) + np.sqrt(count) / sigma < 1000
    )
    eps, sigma, count = eps[here], sigma[here], count[here]
    _, *pairs = _pair_of_margins(eps, sigma, count)
    with precision(300):
        for i, (e, s, k) in enumerate(zip(eps.tolist(), sigma.tolist(), count.tolist(), strict=True)):
            for pair, exact in zip(pairs, gauss_margins(arb(e), arb(s), arb(k), BALLS), strict=True):
                if not abs(arb(float(pair[0][i])) + arb(float(pair[1][i])) - exact) < arb(2) ** -bits:
                    return Outcome("fails", "a pair is further off", shown(eps=e, sigma=s))
    return Outcome("holds", f"{len(eps)} points")


@check("repair", "interval", at=f"{POINTS} random points", wrong={"share": Fraction(1, 100)})
def float_intervals_contain_the_balls(share=Fraction(1)):
    """The interval of each point, shrunk to this share of its width around its middle, contains delta to 20 digits."""
    eps, sigma, count = drawn(7)
    low, high, good = delta_ends(eps, sigma, count)
    answered = np.flatnonzero(good)
    for i in answered.tolist():
        box = Curve(float(eps[i]), float(sigma[i]), int(count[i])).delta_within(20)
        middle, half = (Fraction(low[i]) + Fraction(high[i])) / 2, (Fraction(high[i]) - Fraction(low[i])) / 2
        if not middle - share * half <= box.lo <= box.hi <= middle + share * half:
            return Outcome("fails", "an interval misses delta", shown(eps=float(eps[i])))
    return Outcome(
        "holds" if len(answered) > POINTS // 3 else "undecided", f"{len(answered)} points answered by floats"
    )
