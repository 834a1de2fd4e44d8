"""delta on whole arrays: float64 with an error bound beside every value. What the bound does not settle is left to the balls.

With x and y, the two arguments of erfc, and F(z) = e^{z^2} erfc(z), which is positive, decreasing and completely monotone,

    delta = e^{-x^2} (F(x) - F(y))/2           for x >= -1,
    1 - delta = e^{-x^2} (F(-x) + F(y))/2      for x < -1.

No step of it is trusted to a library but `+ - * /`, the root, and exact scaling:

- x and y are pairs of floats, off by less than PAIR_ERROR (see `_pair_of_margins`), so that x^2 has an error far below 1e-16.
- F is a polynomial around the middle of a piece. Its Taylor coefficients come from balls. The rest is bounded by the derivative
  at the left end of the piece, because all derivatives of F fall in size. The program computes its rounding error: `Rounded`.
- Where x and y share a piece, F(x) - F(y) is taken as the divided difference of the polynomial times y - x: nothing cancels.
- e^{-s} is 2^{-k/64} from balls times a short polynomial.

Which piece and which k are taken is a float's guess. That the argument lies in the piece is then tested for every point.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from flint import arb

from accountant.numbers.precision import precision
from accountant.numbers.rounded import (
    UNIT,
    Array,
    Mask,
    Rounded,
    above,
    below,
    rounds_to_nearest,
    two_product,
    two_sum,
)

DEGREE, PIECES, OCTAVES = 11, 32, 10  # of F: pieces for each doubling of z + 2 >= 1
LARGEST_Z = 2.0**OCTAVES - 3
TABLE_BITS, LOST_BITS, BOUND_BITS = (
    150,
    36,
    64,
)  # the Taylor coefficients lose about so many bits for each octave
PAIR_ERROR = arb(2) ** -80  # of x and y as pairs of floats
EXP_DEGREE, EXP_STEPS = 6, 64  # of e^{-s}
LARGEST_SQUARE, SMALLEST = 620.0, 1e-270  # of x^2 and of delta: no product underflows
LEAST_TAU, LARGEST_TAU, LEAST_EPS, LARGEST_COUNT = 2.0**-40, 2.0**12, 2.0**-100, 2.0**53
NEAR_ONE = -8.0  # below this x, 1 - delta is less than e^-64
CHUNK = 1 << 13  # points handled at once: they fit into the cache
EPSILON, SLACK = 2.0**-53, 1.0001  # a unit of rounding, and room for products of two errors
WIDEST = 4e-13  # relative error up to which an answer is good for 12 digits


def horner(coefficients: Sequence[Any] | Array, u: Any) -> Any:
    """The polynomial at u."""
    value = coefficients[-1]
    for coefficient in coefficients[-2::-1]:
        value = value * u + coefficient
    return value


def divided_difference(coefficients: Sequence[Any] | Array, u: Any, v: Any) -> Any:
    """(p(u) - p(v))/(u - v), without a difference: p = q t + a gives p[u, v] = q[u, v] u + q(v)."""
    value, slope = coefficients[-1], 0
    for coefficient in coefficients[-2::-1]:
        slope = slope * u + value
        value = value * v + coefficient
    return slope


@dataclass(frozen=True)
class Pieces:
    """F around `middle`, at most `reach` away; absolute errors of F and of its divided difference."""

    middle: Array
    reach: Array
    coefficients: Array  # one row for each power
    error: Array
    slope_error: Array


@cache
def pieces(unit: arb = UNIT) -> Pieces:
    """F from -1 on. `unit` is the relative error of one operation."""
    rows: list[tuple[float, float, list[float], float, float]] = []
    for octave in range(OCTAVES):
        with precision(TABLE_BITS + LOST_BITS * octave):
            for j in range(PIECES):
                middle = math.ldexp(1 + (j + 0.5) / PIECES, octave) - 2
                reach = math.ldexp(1 / PIECES, octave)
                rows.append((middle, reach, *_piece(middle, reach, unit)))
    columns = [np.array(column) for column in zip(*rows, strict=True)]
    return Pieces(columns[0], columns[1], np.ascontiguousarray(columns[2].T), columns[3], columns[4])


def _piece(middle: float, reach: float, unit: arb) -> tuple[list[float], float, float]:
    """float64 coefficients, and the errors of `horner` and `divided_difference` for arguments up to `reach` from the middle."""
    size = arb(reach) * arb(SLACK)  # `reach` is tested on the rounded argument
    exact, left = taylor(arb(middle), DEGREE), taylor(arb(middle) - size, DEGREE + 1)[-1]
    coefficients = [float(value) for value in exact]
    near = [abs(value - arb(coefficient)) for value, coefficient in zip(exact, coefficients, strict=True)]
    with precision(BOUND_BITS):
        # u = (high - middle) + low, rounded twice, from a pair that is off by PAIR_ERROR
        u = Rounded(size, PAIR_ERROR + 3 * unit * size, unit)
        terms = [
            Rounded(abs(value).upper(), error.upper(), unit) for value, error in zip(exact, near, strict=True)
        ]
        rest = abs(left) * size**DEGREE  # Lagrange: |F^(n+1)| is largest at the left end
        error = horner(terms, u).error + rest * size
        slope_error = divided_difference(terms, u, u).error + rest * (DEGREE + 1)
        return coefficients, _up(error), _up(slope_error)


def taylor(z: arb, degree: int) -> list[arb]:
    """Taylor coefficients of F at z, by F' = 2 z F - 2/sqrt(pi)."""
    found = [(z * z).exp() * z.erfc()]
    former, drift = arb(0), 2 / arb.pi().sqrt()
    for k in range(degree):
        new = (2 * z * found[-1] + 2 * former - drift) / (k + 1)
        former, drift = found[-1], arb(0)
        found.append(new)
    return found


@dataclass(frozen=True)
class Powers:
    """2^{-j/64}, log(2)/64 in two parts, the Taylor coefficients of e^r, and the relative error of `falling`."""

    table: Array
    high: float
    low: float
    coefficients: list[float]
    reach: float
    error: float


@cache
def powers(unit: arb = UNIT) -> Powers:
    with precision(TABLE_BITS):
        step = arb(2).log() / EXP_STEPS
        high = math.floor(float(step) * 2**42) / 2**42  # 36 bits: times k < 2^17 it is exact
        low = float(step - arb(high))
        table = [float(arb(2) ** (-arb(j) / EXP_STEPS)) for j in range(EXP_STEPS)]
        exact = [1 / arb(math.factorial(i)) for i in range(EXP_DEGREE + 1)]
        near = [float(value) for value in exact]
        reach = 0.0057
        most = arb(LARGEST_SQUARE / float(step) + 1)
        # r = (k high - s) + (k low - s'): k high is exact; s' is small; low is known to 2^-53 of itself
        tail = Rounded(most * arb(low), most * abs(step - arb(high) - arb(low)), unit) * 1 + Rounded(
            arb(2) ** -40, PAIR_ERROR * 60 + 3 * unit * arb(2) ** -40, unit
        )
        r = Rounded(arb(reach) * arb(SLACK), 3 * unit * arb(reach) + tail.error, unit)
        terms = [Rounded(v, abs(v - arb(n)).upper(), unit) for v, n in zip(exact, near, strict=True)]
        size = arb(reach).exp()
        polynomial = horner(terms, r).error + arb(reach) ** (EXP_DEGREE + 1) * size
        # times a table entry that is rounded once: all relative to a result of at least e^-reach
        whole = Rounded(size, polynomial, unit) * Rounded(arb(1), unit, unit)
        return Powers(np.array(table), high, low, near, reach, _up(whole.error * 2 * size))


def falling(high: Array, low: Array) -> tuple[Array, Mask]:
    """e^{-(high + low)} for 0 <= high <= LARGEST_SQUARE, to the relative error of `powers`, where the mask holds."""
    known = powers()
    k = np.rint(high / (known.high + known.low))
    r = (k * known.high - high) + (k * known.low - low)
    whole = k.astype(np.int64)
    value = known.table[whole % EXP_STEPS] * horner(known.coefficients, r)
    return np.ldexp(value, -(whole // EXP_STEPS)), (np.abs(r) <= known.reach) & (np.abs(low) <= 2.0**-40)


def delta_ends(eps: Array, sigma: Array, count: Array) -> tuple[Array, Array, Mask]:
    """Ends of intervals that contain delta, and where they hold: elsewhere float64 does not tell."""
    low, high, good = np.zeros(eps.shape), np.ones(eps.shape), np.zeros(eps.shape, dtype=bool)
    if not rounds_to_nearest():
        return low, high, good
    with np.errstate(all="ignore"):
        for start in range(0, eps.size, CHUNK):
            part = slice(start, start + CHUNK)
            low[part], high[part], good[part] = _ends(eps[part], sigma[part], count[part])
    return low, high, good


def _ends(eps: Array, sigma: Array, count: Array) -> tuple[Array, Array, Mask]:
    tau = np.sqrt(count) / sigma
    good = ((eps == 0) | (eps >= LEAST_EPS)) & (sigma > 0)
    good &= (count >= 1) & (count < LARGEST_COUNT) & (count == np.floor(count))
    good &= (tau >= LEAST_TAU) & (tau <= LARGEST_TAU) & (eps / tau + tau <= LARGEST_Z)
    low, high = np.full(eps.shape, 1 - 2.0**-53), np.ones(eps.shape)
    gap, x, y = _pair_of_margins(*(np.where(good, v, 1.0) for v in (eps, sigma, count)))
    near_one = good & (x[0] < NEAR_ONE)
    square, rest = two_product(x[0], x[0])
    good &= near_one | (square <= LARGEST_SQUARE)
    scale, found = falling(
        np.where(good & ~near_one, square, 1.0), np.where(good & ~near_one, rest + 2 * x[0] * x[1], 0.0)
    )
    good &= near_one | found
    for choose, formula in ((x[0] >= -1, _right), (x[0] < -1, _left)):
        at = np.flatnonzero(good & ~near_one & choose)
        if at.size:
            value, error = formula(gap[at], (x[0][at], x[1][at]), (y[0][at], y[1][at]), scale[at])
            low[at], high[at] = below(below(value - error)), np.minimum(above(above(value + error)), 1.0)
            good[at] = (error <= WIDEST * value) & (value > SMALLEST)  # false for a nan, too
    return low, high, good


Pair = tuple[Array, Array]


def _pair_of_margins(eps: Array, sigma: Array, count: Array) -> tuple[Array, Pair, Pair]:
    """y - x to 4 units, and x and y as unevaluated sums of two floats, off by less than PAIR_ERROR.

    With u = 2^-53 and each quotient corrected by its exact remainder, the relative errors are at most 3 u^2 for the root of the
    count, 10 u^2 for tau, 30 u^2 for a = eps/tau; sum, difference and the factor 1/sqrt(2) add 40 u^2 of a + tau/2. Together
    that is below 80 u^2 (a + tau/2) <= 80 * 2^-106 * 2^10 < 2^-89.
    """
    root = np.sqrt(count)
    square, rest = two_product(root, root)
    root_low = ((count - square) - rest) / (2 * root)
    tau = root / sigma
    product, rest = two_product(tau, sigma)
    tau_low = (((root - product) - rest) + root_low) / sigma
    a = eps / tau
    product, rest = two_product(a, tau)
    a_low = (((eps - product) - rest) - a * tau_low) / tau
    margins = []
    for sign in (-1.0, 1.0):
        total, rest = two_sum(a, sign * tau / 2)
        low = rest + (a_low + sign * tau_low / 2)
        product, rest = two_product(total, np.full_like(total, HALF_ROOT))
        margins.append(two_sum(product, rest + (total * HALF_ROOT_LOW + low * HALF_ROOT)))
    return tau * HALF_ROOT, margins[0], margins[1]


with precision(200):
    HALF_ROOT = float(1 / arb(2).sqrt())
    HALF_ROOT_LOW = float(1 / arb(2).sqrt() - arb(HALF_ROOT))


def _right(gap: Array, x: Pair, y: Pair, scale: Array) -> tuple[Array, Array]:
    """delta for x >= -1, and its absolute error."""
    difference, error = np.empty_like(gap), np.empty_like(gap)
    which = _piece_of(x[0] + gap / 2)
    (u, inside), (v, inside_too) = _within(y, which), _within(x, which)
    shared = inside & inside_too
    at, table = which[shared], pieces()
    slope = divided_difference(table.coefficients[:, at], u[shared], v[shared])
    difference[shared] = -gap[shared] * slope
    error[shared] = gap[shared] * table.slope_error[at] - 6 * EPSILON * gap[shared] * slope
    apart = ~shared
    (at_x, error_x), (at_y, error_y) = (_value((z[0][apart], z[1][apart])) for z in (x, y))
    difference[apart] = at_x - at_y
    error[apart] = error_x + error_y + 2 * EPSILON * np.abs(at_x - at_y)
    value = difference * (scale / 2)
    return value, SLACK * (np.abs(value) * (powers().error + 4 * EPSILON) + scale / 2 * error)


def _left(gap: Array, x: Pair, y: Pair, scale: Array) -> tuple[Array, Array]:
    """delta for x < -1, and its absolute error."""
    (at_x, error_x), (at_y, error_y) = _value((-x[0], -x[1])), _value(y)
    missing = (at_x + at_y) * (scale / 2)
    error = missing * (powers().error + 6 * EPSILON) + scale / 2 * (error_x + error_y)
    return 1 - missing, SLACK * error + 2 * EPSILON


def _value(z: Pair) -> tuple[Array, Array]:
    """F and its absolute error; infinite where z is not in the piece that was guessed."""
    which, table = _piece_of(z[0]), pieces()
    u, inside = _within(z, which)
    return horner(table.coefficients[:, which], u), np.where(inside, table.error[which], np.inf)


def _within(z: Pair, which: Any) -> tuple[Array, Mask]:
    """z from the middle of the piece, and whether that is inside."""
    table = pieces()
    u = (z[0] - table.middle[which]) + z[1]
    return u, np.abs(u) <= table.reach[which]


def _piece_of(z: Array) -> Any:
    """About the piece that holds z."""
    part, exponent = np.frexp(z + 2)
    found = (exponent - 1) * PIECES + ((part - 0.5) * (2 * PIECES)).astype(np.int64)
    return np.clip(found, 0, OCTAVES * PIECES - 1)


def _up(value: arb) -> float:
    """A float64 above."""
    return math.nextafter(float(value.upper()), math.inf)
