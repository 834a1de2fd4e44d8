"""Fixed-point encoding: model entries as whole multiples of 1/scale, sums of them modulo B (sec:non_interactive_secsum)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from reference.errors import reject, require_whole
from reference.formulas import sum_fits
from reference.notation import Array
from reference.secure_sum.residues import Residues, require_modulus

Whole = NDArray[np.int64]
FINEST = 2**52  # scale and largest entry, so that every step on the grid is exact in float64


@dataclass(frozen=True, kw_only=True)
class FixedPoint:
    """The grid 1/scale, the largest entry of one user on it (in grid steps, noise included), and the modulus B.

    The scale is a power of two, so that scaling a float is exact and rounding happens once. An entry beyond `largest` is an
    error, never clipped.
    """

    scale: int
    largest: int
    B: int

    def __post_init__(self) -> None:
        why = "scaling by a power of two is exact"
        scale = require_whole("scale", "1/scale, the fixed-point grid", self.scale, at_least=1, because=why)
        if scale & (scale - 1) or scale > FINEST:
            rule = "must be a power of two, at most 2^52"
            raise reject("scale", "1/scale, the fixed-point grid", rule, self.scale, why)
        symbol, why = "the largest entry in grid steps", "encoded entries are exact in float64"
        if require_whole("largest", symbol, self.largest, at_least=1, because=why) > FINEST:
            raise reject("largest", symbol, "must be <= 2^52", self.largest, why)
        require_modulus(self.B)
        self.require_fit(1)

    def require_fit(self, w: int) -> None:
        """The no-wrap condition for w users."""
        if not sum_fits(w, self.largest, Fraction(self.B)) > 0:
            rule = f"must be > 2 * {w} * {self.largest}, twice the users times the largest entry"
            raise reject("B", "B, the modulus", rule, self.B, "otherwise the sum may wrap around")

    def on_grid(self, entries: Array, whose: str = "the model") -> Whole:
        """The nearest grid points (ties to even), in grid steps."""
        steps = np.rint(np.asarray(entries, dtype=np.float64) * self.scale)
        self._require_range(steps, whose)
        return steps.astype(np.int64)

    def encoded(self, steps: Whole, whose: str = "the model") -> Residues:
        """Grid steps modulo B."""
        if steps.dtype != np.int64:
            why = "floats end where the grid begins"
            raise reject("f", "f, the model on the fixed-point grid", "must be int64", steps.dtype, why)
        self._require_range(steps, whose)
        return np.uint64(self.B) * (steps < 0) + steps.astype(
            np.uint64
        )  # modulo 2^64, which leaves B - |step|

    def decoded(self, residues: Residues) -> Whole:
        """The whole number of least absolute value in each residue class: the sum itself, if it did not wrap."""
        upper = residues > np.uint64((self.B - 1) // 2)
        return np.where(upper, -(np.uint64(self.B) - residues).astype(np.int64), residues.astype(np.int64))

    def values(self, steps: Whole) -> Array:
        return np.asarray(steps / self.scale)

    def _require_range(self, steps: Array | Whole, whose: str) -> None:
        outside = ~(np.abs(steps) <= self.largest)  # also nan
        if outside.any():
            first = int(np.argmax(outside.ravel()))
            rule = f"must stay within {self.largest} steps of 1/{self.scale}"
            what = f"entry {first} of {whose} is {steps.ravel()[first]:.17g} steps"
            raise reject("f", "f, the model on the fixed-point grid", rule, what, "nothing is clipped")
