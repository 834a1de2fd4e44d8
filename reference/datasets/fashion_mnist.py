"""Fashion-MNIST: gzipped IDX files of images and labels, and the scattering features of the images, computed once."""

from __future__ import annotations

import gzip
import hashlib
import os
import struct
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from reference.datasets.scattering import Scattering, normalised
from reference.errors import InvalidInput, reject
from reference.learners.losses import Labels
from reference.notation import Array

DEBIAN = Path(
    "/usr/share/datasets/fashion-mnist"
)  # where Debian's package dataset-fashion-mnist puts the files
FILES = {"train": ("train-images-idx3-ubyte.gz", "train-labels-idx1-ubyte.gz"),
         "test": ("t10k-images-idx3-ubyte.gz", "t10k-labels-idx1-ubyte.gz")}  # fmt: skip
DIRECTIONS = 4  # of the scattering transform: 25 channels of 7 x 7 pixels


def scattered_images(folder: Path, cache: Path | None = None) -> tuple[Array, Labels, int]:
    """Features and labels of the images for training and then for testing, and how many test."""
    images, labels = zip(*(read_split(folder, split) for split in FILES), strict=True)
    pixels = hashlib.sha256(images[0].tobytes() + images[1].tobytes()).hexdigest()[:16]
    path = cache / f"scattering-{DIRECTIONS}-{pixels}.npy" if cache else None
    x = _kept_features(path, len(images[0]) + len(images[1]))
    if x is None:
        transform = Scattering(images[0].shape[1], L=DIRECTIONS)
        x = normalised(transform.of(np.concatenate(images) / np.float32(255)), transform.channels)
        _keep_features(path, x)
    return x, np.concatenate(labels).astype(np.int64), len(labels[1])


def _kept_features(path: Path | None, records: int) -> Array | None:
    try:
        x = np.load(path) if path else None
    except (OSError, EOFError, ValueError):
        return None  # not there, or cut off by an interruption
    return x if x is not None and len(x) == records else None


def _keep_features(path: Path | None, x: Array) -> None:
    """Written beside and renamed, so that a file is whole or not there."""
    if path is None:
        return
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part = path.with_suffix(f".{os.getpid()}.part")
        with part.open("wb") as file:
            np.save(file, x)
        part.replace(path)
    except OSError as error:
        raise InvalidInput(
            f"--out (the folder) must be writable, got {str(path.parent)!r}: {error}"
        ) from None


def read_split(folder: Path, split: str) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """The images and labels of one split."""
    images, labels = (read_idx(folder / name) for name in FILES[split])
    if images.ndim != 3 or labels.shape != images.shape[:1]:
        why = "each image has a label"
        raise reject(
            "--data", "the data", "must hold as many labels as images", (images.shape, labels.shape), why
        )
    return images, labels


def read_idx(path: Path) -> NDArray[np.uint8]:
    """A gzipped IDX file of bytes: two zeros, the type 8, the number of axes, their lengths, the bytes."""
    try:
        content = gzip.decompress(path.read_bytes())
        zeros, kind, axes = struct.unpack(">HBB", content[:4])
        shape = struct.unpack(f">{axes}I", content[4 : 4 + 4 * axes])
        values = np.frombuffer(content, np.uint8, offset=4 + 4 * axes).reshape(shape)
    except (OSError, EOFError, struct.error, ValueError) as error:
        hint = "install Debian's dataset-fashion-mnist or name a folder with its four files"
        raise InvalidInput(f"--data (the data) cannot be read, got {str(path)!r}: {error}; {hint}") from None
    if (zeros, kind) != (0, 8):
        raise InvalidInput(f"--data (the data) must be an IDX file of bytes, got {str(path)!r}")
    return values
