"""Certified delta(eps) of the Gaussian mechanism (def:deltagauss), its logarithm, and its inverses.

`sigma` is the noise scale over the sensitivity, `compositions` is K_comp. Every answer is an Enclosure. Inputs
are taken exactly: an int, a float (the binary fraction that it is), a Fraction, or a decimal string. A list or an
array in place of a number gives an array of enclosures. With `verify` mpmath must come to the same answer, and
`EngineDisagreement` is raised if it does not.
"""

from __future__ import annotations

import gc
from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np

from accountant.gaussian.curve import Curve
from accountant.gaussian.float_delta import delta_ends
from accountant.gaussian.inverses import smallest_epsilon, smallest_sigma
from accountant.gaussian.second_engine import (
    confirm,
    confirm_smallest,
    delta_by_mpmath,
    log10_delta_by_mpmath,
    meets_by_mpmath,
)
from accountant.numbers.balls import SIZE
from accountant.numbers.enclosure import Enclosure
from accountant.numbers.inputs import (
    LARGEST_ANSWER,
    as_fmpq,
    exact_floats,
    require_compositions,
    require_delta,
    require_digits,
    require_eps,
    require_group,
    require_sigma,
)
from accountant.numbers.rounded import Array, Mask
from reference.errors import InvalidInput

SEVERAL = (list, tuple, np.ndarray)
DIGITS, FLOAT_DIGITS = 15, 12  # of a number, and of the points of an array
FEW = 100  # points that are answered before the table of the float path is made
FloatEnds: TypeAlias = Callable[..., tuple[Array, Array, Mask]]


def delta(
    eps: Any, sigma: Any, compositions: Any = 1, digits: int | None = None, verify: bool = False
) -> Any:
    """lo <= delta(eps) <= hi for def:deltagauss, of relative width below 10**-digits; delta must be above 2^-65536.

    Without `digits` it is 15 for a number and 12 for an array, whose points float64 answers where its proved error allows it.
    """
    exact = DIGITS if digits is None else require_digits(digits)
    fast = delta_ends if (digits is None or exact <= FLOAT_DIGITS) and not verify else None
    return _each(lambda e, s, k: _delta(_curve(e, s, k), exact, verify), eps, sigma, compositions, fast=fast)


def log10_delta(eps: Any, sigma: Any, compositions: Any = 1, digits: int = 15, verify: bool = False) -> Any:
    """log10 of delta(eps), also where delta is far below every float; of relative width below 10**-digits.

    Where delta is closer to 1 than 2^-65536, the answer is [-2^-65536, 0].
    """
    digits = require_digits(digits)
    return _each(lambda e, s, k: _log10_delta(_curve(e, s, k), digits, verify), eps, sigma, compositions)


def epsilon(delta: Any, sigma: Any, compositions: Any = 1, verify: bool = False) -> Any:
    """The smallest eps with delta(eps) <= delta; hi is the smallest float64 proved to meet it, lo the float before."""
    return _each(lambda d, s, k: _epsilon(d, s, k, verify), delta, sigma, compositions)


def sigma(eps: Any, delta: Any, compositions: Any = 1, verify: bool = False) -> Any:
    """The smallest noise multiplier with delta(eps) <= delta; hi is the smallest float64 proved to meet it."""
    return _each(lambda e, d, k: _sigma(e, d, k, verify), eps, delta, compositions)


def group_delta(
    eps: Any, sigma: Any, group: Any, compositions: Any = 1, digits: int = 15, verify: bool = False
) -> Any:
    """delta(eps) for groups: `group` records changed at once move the output by `group` sensitivities."""
    digits = require_digits(digits)
    return _each(
        lambda e, s, g, k: _delta(_group_curve(e, s, g, k), digits, verify, require_group(g)),
        eps,
        sigma,
        group,
        compositions,
    )


def group_log10_delta(
    eps: Any, sigma: Any, group: Any, compositions: Any = 1, digits: int = 15, verify: bool = False
) -> Any:
    """log10 of `group_delta`."""
    digits = require_digits(digits)
    return _each(
        lambda e, s, g, k: _log10_delta(_group_curve(e, s, g, k), digits, verify),
        eps,
        sigma,
        group,
        compositions,
    )


def _delta(curve: Curve, digits: int, verify: bool, group: int = 1) -> Enclosure:
    box = curve.delta_within(digits)
    if not box.positive():
        ask = "accountant.log10_delta" if group == 1 else "accountant.group_log10_delta"
        at = f"eps = {float(curve.eps):g}, sigma = {group * float(curve.sigma):g}"
        raise InvalidInput(
            f"delta (δ, the failure probability) at {at} is below 2^-{SIZE}, too small for a fraction: "
            f"ask for {ask}, which is in {curve.log10_delta_within(5).text(6)}"
        )
    if verify:
        value = delta_by_mpmath(curve.eps, curve.sigma, curve.compositions, digits + 5)
        confirm(box, value, "delta", digits)
    return box


def _log10_delta(curve: Curve, digits: int, verify: bool) -> Enclosure:
    box = curve.log10_delta_within(digits)
    if verify:
        value = log10_delta_by_mpmath(curve.eps, curve.sigma, curve.compositions, digits + 5)
        confirm(box, value, "log10 of delta", digits)
    return box


def _epsilon(delta: Any, sigma: Any, compositions: Any, verify: bool) -> Enclosure:
    target, noise, count = (
        require_delta(delta),
        require_sigma(sigma, LARGEST_ANSWER),
        require_compositions(compositions),
    )
    box = smallest_epsilon(target, noise, count)
    if verify:
        confirm_smallest(box, lambda eps: meets_by_mpmath(eps, noise, count, target), "epsilon")
    return box


def _sigma(eps: Any, delta: Any, compositions: Any, verify: bool) -> Enclosure:
    loss, target, count = (
        require_eps(eps, LARGEST_ANSWER),
        require_delta(delta),
        require_compositions(compositions),
    )
    box = smallest_sigma(loss, target, count)
    if verify:
        # without noise no target is met
        confirm_smallest(box, lambda s: s > 0 and meets_by_mpmath(loss, s, count, target), "sigma")
    return box


def _curve(eps: Any, sigma: Any, compositions: Any) -> Curve:
    return Curve(
        require_eps(eps, LARGEST_ANSWER),
        require_sigma(sigma, LARGEST_ANSWER),
        require_compositions(compositions),
    )


def _group_curve(eps: Any, sigma: Any, group: Any, compositions: Any) -> Curve:
    scaled = as_fmpq(require_sigma(sigma, LARGEST_ANSWER)) / require_group(group)
    return Curve(require_eps(eps, LARGEST_ANSWER), scaled, require_compositions(compositions))


def _each(one: Callable[..., Enclosure], *values: Any, fast: FloatEnds | None = None) -> Any:
    """One enclosure, or an array of them where a value is a list or an array; `fast` may answer some of the points."""
    for value in values:
        if isinstance(value, SEVERAL):
            break
    else:
        return one(*values)
    if any(isinstance(value, np.ma.MaskedArray) for value in values):
        raise InvalidInput("an array of inputs must not be masked: a masked value has no answer")
    floats = [exact_floats(value) for value in values] if fast else []
    known = [value for value in floats if value is not None]
    given = (
        known if fast and len(known) == len(values) else [np.asarray(value, dtype=object) for value in values]
    )
    try:
        grids = [grid.ravel() for grid in np.broadcast_arrays(*given)]
        shape = np.broadcast_shapes(*(grid.shape for grid in given))
    except ValueError:
        shapes = ", ".join(str(np.shape(value)) for value in values)
        raise InvalidInput(f"arrays of inputs must have shapes that fit each other, got {shapes}") from None
    answers = np.empty(grids[0].size, dtype=object)
    open_, collecting = np.ones(answers.size, dtype=bool), gc.isenabled()
    gc.disable()  # answers form no cycles; the collector would only look through them again and again
    try:
        if fast and given is known and answers.size >= FEW:
            low, high, settled = fast(*grids)
            answers[settled] = list(map(Enclosure, low[settled].tolist(), high[settled].tolist()))
            open_ = ~settled
        answers[open_] = list(map(one, *(grid[open_].tolist() for grid in grids)))
    finally:
        if collecting:
            gc.enable()
    return answers.reshape(shape)
