"""DP-SGD: one Poisson-subsampled Gaussian step, and what bounds the errors of its two engines.

In units of the noise: a step outputs x of N(0, 1), moved by `shift` with probability q. An ordered pair has the
shifts (up, down) = (m, 0), (0, -m) or (m, -m) with m = C/sigma; its likelihood ratio increases with x.
"""

from __future__ import annotations

from reference.arithmetic import FLOATS, Arithmetic, Number


def mixture_ratio(x: Number, q: Number, shift: Number, num: Arithmetic = FLOATS) -> Number:
    """Density of (1-q) N(0,1) + q N(shift,1) over that of N(0,1). Repair."""
    return 1 - q + q * num.exp(shift * x - shift**2 / 2)


def moved_share(x: Number, q: Number, shift: Number, num: Arithmetic = FLOATS) -> Number:
    """How much of (1-q) N(0,1) + q N(shift,1) at x is the moved part. Repair."""
    return q * num.exp(shift * x - shift**2 / 2) / mixture_ratio(x, q, shift, num)


def mixture_tail(x: Number, q: Number, shift: Number, num: Arithmetic = FLOATS) -> Number:
    """Probability of (1-q) N(0,1) + q N(shift,1) above x. Repair."""
    root = num.sqrt(2)
    return ((1 - q) * num.erfc(x / root) + q * num.erfc((x - shift) / root)) / 2


def remove_threshold(ratio: Number, q: Number, m: Number, num: Arithmetic = FLOATS) -> Number:
    """The x at which the likelihood ratio of the shifts (m, 0) is `ratio` > 1 - q. Repair."""
    return num.log((ratio - (1 - q)) / q) / m + m / 2


def replace_threshold(ratio: Number, q: Number, m: Number, num: Arithmetic = FLOATS) -> Number:
    """The x at which the likelihood ratio of the shifts (m, -m) is `ratio` >= 1: e^{mx} is a root of a square. Repair."""
    moved = q * num.exp(-(m**2) / 2)
    stayed = (1 - q) * (ratio - 1)
    return num.log((stayed + num.sqrt(stayed**2 + 4 * ratio * moved**2)) / (2 * moved)) / m


def mixture_delta(
    ratio: Number, x: Number, q: Number, up: Number, down: Number, num: Arithmetic = FLOATS
) -> Number:
    """P(S) - ratio Q(S) for S = (x, inf): delta of one step at eps = log ratio, if x is the threshold. Repair."""
    return mixture_tail(x, q, up, num) - ratio * mixture_tail(x, q, down, num)


def chernoff_factor(c: Number, num: Arithmetic = FLOATS) -> Number:
    """The largest (1 - e^{-y}) e^{-cy}: delta(eps) <= this times E e^{cL} e^{-c eps}. Repair."""
    return num.exp(c * num.log(c / (1 + c))) / (1 + c)


def geometric_rest(x: Number, num: Arithmetic = FLOATS) -> Number:
    """e^{-x} + e^{-2x} + ...: aliases of a trapezoidal sum on either side. Repair."""
    return 1 / (num.exp(x) - 1)


def strip_rest(
    norm: Number, distance: Number, spacing: Number, pi: Number, num: Arithmetic = FLOATS
) -> Number:
    """What the trapezoidal rule errs on one side, for a norm at this distance from the nodes' line. Repair."""
    return norm * geometric_rest(2 * pi * distance / spacing, num)


def far_rest(bound: Number, last: Number, pi: Number) -> Number:
    """Nodes beyond the last, where the integrand is at most bound/t^2, times their spacing over pi. Repair."""
    return bound / (pi * last)


def tail_rest(density: Number, slope: Number) -> Number:
    """The tail of a density whose logarithm falls at least this steeply from here on. Repair."""
    return density / slope


def off_axis_growth(y: Number, c: Number, cosine: Number, num: Arithmetic = FLOATS) -> Number:
    """How much larger phi w_up^(1+c)/w_down^c can be at x + iy than at x, as a logarithm; cosine of my/2. Repair."""
    return y**2 / 2 - c * num.log(cosine)


def turned_size(share: Number, sine: Number, num: Arithmetic = FLOATS) -> Number:
    """The size of 1 - share + share e^{iw} with the sine of w/2: what is left of a mixture ratio off the axis. Repair."""
    return num.sqrt(1 - 4 * share * (1 - share) * sine**2)
