"""A scattering transform of grey images in numpy: fixed Morlet wavelets, moduli and averages, nothing learned.

It stands where the paper has a pretrained network: features that depend on no record but their own, so that they cost no
privacy. Order 0 is the image blurred over 2^J pixels; order 1 blurs |image * wavelet| for every scale 2^j and direction;
order 2 does so with ||image * wavelet| * wider wavelet|. Each is sampled every 2^J pixels. Products are taken in the
Fourier domain, on images that are continued by reflection; a smaller picture comes from folding its spectrum. Written here,
and not imported, because it is short and the packages that have it bring a deep-learning framework along.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from reference.errors import reject, require_whole
from reference.notation import Array

Spectrum = NDArray[np.complexfloating[Any, Any]]
SLANT = 0.5  # height of a wavelet's envelope over its width
WIDTH, FREQUENCY = 0.8, 3 * np.pi / 4  # of the narrowest wavelet: envelope in pixels, radians per pixel


@dataclass(frozen=True)
class Scattering:
    """Of `side` x `side` images, averaged over 2^J pixels, with L directions."""

    side: int
    J: int = 2
    L: int = 8

    def __post_init__(self) -> None:
        for name, least in (("side", 4), ("J", 1), ("L", 1)):
            require_whole(name, "of the scattering transform", getattr(self, name), at_least=least)
        if self.side % 2**self.J or self.margin >= self.side:
            why = "pictures are sampled every 2^J pixels and continued by reflection"
            raise reject(
                "side",
                "width of the images",
                f"must be a multiple of {2**self.J} above {self.margin}",
                self.side,
                why,
            )

    @property
    def margin(self) -> int:
        """Pixels of reflection on each side: the reach of the blur, and a multiple of 2^J."""
        return 2 << self.J

    @property
    def channels(self) -> int:
        return int(1 + self.J * self.L + self.L**2 * self.J * (self.J - 1) // 2)

    def of(self, images: Array, block: int = 500, dtype: Any = np.float32) -> Array:
        """Features with the axes (images, channels, pixels): images have the axes (images, side, side)."""
        if images.ndim != 3 or images.shape[1:] != (self.side, self.side):
            raise reject(
                "images",
                "the images",
                f"must be {self.side} x {self.side} each",
                images.shape,
                "the wavelets are",
            )
        parts = [self._block(images[i : i + block].astype(dtype)) for i in range(0, len(images), block)]
        return np.concatenate(parts)

    def _block(self, images: Array) -> Array:
        pad = self.margin
        wide = np.pad(images, ((0, 0), (pad, pad), (pad, pad)), mode="reflect")
        size = wide.shape[1]
        blur = _gaussian(size, 0.8 * 2 ** (self.J - 1)).astype(images.dtype)
        wavelets = {
            (j, k): _morlet(size, 2**j, np.pi * k / self.L).astype(images.dtype)
            for j in range(self.J)
            for k in range(self.L)
        }
        spectrum = np.fft.fft2(wide)
        found = [self._averaged(spectrum, blur, 0)]
        for (j, _), wavelet in wavelets.items():
            first = np.fft.fft2(np.abs(np.fft.ifft2(_folded(spectrum * wavelet, 2**j))))
            found.append(self._averaged(first, _folded(blur, 2**j, total=True), j))
            for (i, _), wider in wavelets.items():
                if i > j:
                    filtered = first * _folded(wider, 2**j, total=True)
                    second = np.fft.fft2(np.abs(np.fft.ifft2(_folded(filtered, 2 ** (i - j)))))
                    found.append(self._averaged(second, _folded(blur, 2**i, total=True), i))
        return np.stack(found, axis=1)

    def _averaged(self, spectrum: Spectrum, blur: Array, j: int) -> Array:
        """Blurred, sampled every 2^J pixels, without the margin."""
        low = np.fft.ifft2(_folded(spectrum * blur, 2 ** (self.J - j))).real
        edge = self.margin // 2**self.J
        return np.asarray(low[:, edge:-edge, edge:-edge].reshape(len(low), -1))


def normalised(features: Array, groups: int) -> Array:
    """One row per image: each of `groups` runs of channels gets mean 0 and the same spread, the row has norm 1.

    Only the record itself is used, so that this is as free as the transform.
    """
    rows = []
    for part in np.array_split(features.reshape(len(features), features.shape[1], -1), groups, axis=1):
        flat = part.reshape(len(part), -1)
        flat = flat - flat.mean(axis=1, keepdims=True)
        rows.append(flat / np.maximum(flat.std(axis=1, keepdims=True), 1e-6))
    joined = np.hstack(rows)
    return np.asarray(joined / np.linalg.norm(joined, axis=1, keepdims=True).clip(1e-6))


def _frequencies(size: int) -> tuple[Array, Array]:
    line = 2 * np.pi * np.fft.fftfreq(size)
    grid = np.meshgrid(line, line, indexing="ij")
    return grid[0], grid[1]


def _gaussian(size: int, width: float) -> Array:
    """Spectrum of a Gaussian of this standard deviation in pixels."""
    rows, columns = _frequencies(size)
    return np.asarray(np.exp(-(width**2) * (rows**2 + columns**2) / 2))


def _morlet(size: int, scale: int, angle: float) -> Array:
    """Spectrum of a Gabor wavelet minus the multiple of its envelope that makes its mean 0; aliases added."""
    line = 2 * np.pi * np.fft.fftfreq(size)
    gabor, envelope = np.zeros((size, size)), np.zeros((size, size))
    centre, width = FREQUENCY / scale, WIDTH * scale
    for turn in np.ndindex(3, 3):
        rows, columns = np.meshgrid(*(line + 2 * np.pi * (t - 1) for t in turn), indexing="ij")
        along = rows * np.cos(angle) + columns * np.sin(angle)
        across = (columns * np.cos(angle) - rows * np.sin(angle)) / SLANT
        gabor += np.exp(-(width**2) * ((along - centre) ** 2 + across**2) / 2)
        envelope += np.exp(-(width**2) * (along**2 + across**2) / 2)
    return np.asarray(gabor - gabor[0, 0] / envelope[0, 0] * envelope)


def _folded(spectrum: Any, factor: int, total: bool = False) -> Any:
    """The spectrum of every factor-th pixel: equal parts of it are averaged (`total`: a filter keeps its height)."""
    if factor == 1:
        return spectrum
    size = spectrum.shape[-1] // factor
    parts = spectrum.reshape(*spectrum.shape[:-2], factor, size, factor, size)
    return np.asarray(parts.sum(axis=(-4, -2)) if total else parts.mean(axis=(-4, -2)))
