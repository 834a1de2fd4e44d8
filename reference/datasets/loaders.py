"""Data sets as records of norm at most 1: digits, breast cancer, Fashion-MNIST, CIFAR-10, files of features, Gaussian clouds.

Every feature step uses the record itself and nothing else of the data, so that it costs no privacy: it stands where the
paper has a network that was trained on public images.
"""

from __future__ import annotations

import hashlib
import zipfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from reference.datasets.cifar import KINDS, kept_file, read_features
from reference.datasets.fashion_mnist import DEBIAN, FILES, scattered_images
from reference.errors import InvalidInput, reject, require_matrix
from reference.learners.losses import Labels
from reference.notation import SYMBOLS, Array, Dataset, require_labels

SOURCES = (
    "digits, breast-cancer, fashion-mnist, fashion-mnist:FOLDER, cifar10, cifar10:FILE or cifar100:FILE (of `blindavg data`), "
    "clouds or an .npz file with x and y (optional: tests, the number of test records, which come last; writer, the writer of "
    "each record)"
)
CLASSES, FEATURES, RECORDS = 5, 16, 4000  # of the clouds
PUBLIC_K = {
    "digits": 10,
    "breast-cancer": 2,
    "fashion-mnist": 10,
    "cifar10": 10,
    "cifar100": 100,
    "clouds": CLASSES,
}
INTERCEPT = 0.2  # the leading entry of a record; the paper's [1, x], scaled to norm 1 as a whole


@dataclass(frozen=True)
class RealData:
    """Rows of norm at most 1 without intercept, labels 0..K-1; the last `tests` records are the given test split, if any."""

    name: str
    x: Array
    y: Labels
    tests: int = 0
    public_K: int | None = None  # the number of classes, if it is known without a look at the labels
    writer: Labels | None = None  # who a record belongs to, where the data say so

    def __post_init__(self) -> None:
        if len(self.x) != len(self.y):
            why = "every record has a label"
            raise reject("y", SYMBOLS["y"], f"must have {len(self.x)} entries", len(self.y), why)
        if self.public_K is None:
            require_all_classes(self.y, self.K, f"in {self.name}")

    @property
    def K(self) -> int:
        """As known, or as the labels say: then a release of K entries tells the largest label."""
        if self.public_K is not None:
            return self.public_K
        return max(2, int(self.y.max()) + 1)


def require_all_classes(y: Labels, K: int, where: str) -> None:
    """Labels are 0..K-1, and each of them occurs."""
    if y.dtype.kind not in "iu" or y.min() < 0:
        why = "a label names a class, counted from 0"
        raise reject("y", SYMBOLS["y"], f"must be in 0..{K - 1}", y.min().item(), why)
    present = np.unique(y).tolist()
    if len(present) < K:  # never a list of 0..K-1: one wild label would make it long
        missing = next((k for k, label in enumerate(present) if k != label), len(present))
        why = "a class without records cannot be learned; labels are counted from 0 without gaps"
        raise reject("y", SYMBOLS["y"], f"must hold every class of 0..{K - 1} {where}", f"no {missing}", why)


def load(source: str, cache: Path | None = None, seed: int = 0, K: int | None = None) -> RealData:
    """One of SOURCES; the seed is that of the clouds, all others are always the same. `K`: the public number of classes."""
    found = _loaded(source, cache, seed, K)
    if K is not None:
        require_labels(Dataset(found.x, found.y), K)
    return found


def _loaded(source: str, cache: Path | None, seed: int, K: int | None) -> RealData:
    name, _, folder = source.partition(":")
    if source == "digits":
        x, y = _sklearn("load_digits")
        return RealData(name, rows_of_norm_one(x), y, public_K=K)
    if source == "breast-cancer":
        x, y = _sklearn("load_breast_cancer")
        rows = random_features(rows_of_norm_one(np.log1p(x)))  # they differ by powers of ten
        return RealData(name, rows, y, public_K=K)
    if name == "fashion-mnist":
        return fashion_mnist(Path(folder) if folder else DEBIAN, cache, K)
    if name in KINDS:
        return embedded(name, Path(folder) if folder else kept_file(KINDS[name]), K)
    if source == "clouds":
        return clouds(seed, K)
    if source.endswith(".npz"):
        return from_file(Path(source), K)
    raise reject("--data", "the data", f"must be {SOURCES}", source, "these are read")


def content(source: str) -> str:
    """A hash of the files that a user names, so that results are not kept beyond a change of them; else empty."""
    name, _, folder = source.partition(":")
    if name in KINDS:
        paths = [Path(folder) if folder else kept_file(KINDS[name])]
    elif source.endswith(".npz"):
        paths = [Path(source)]
    elif name == "fashion-mnist" and folder:
        paths = [Path(folder) / file for files in FILES.values() for file in files]
    else:
        return ""
    try:
        found = [hashlib.sha256(path.read_bytes()).hexdigest() for path in paths]
    except OSError as error:
        raise InvalidInput(f"--data (the data) cannot be read, got {source!r}: {error}") from None
    return hashlib.sha256("".join(found).encode()).hexdigest()[:16]


def rows_of_norm_one(x: Array) -> Array:
    """Each record minus the mean of its own entries, scaled to norm 1."""
    return of_norm_one(x - x.mean(axis=1, keepdims=True))


def of_norm_one(x: Array) -> Array:
    """Each record scaled to norm 1."""
    return np.asarray(x / np.maximum(np.linalg.norm(x, axis=1, keepdims=True), 1e-9))


def random_features(x: Array, count: int = 200, scale: float = 20.0, seed: int = 0) -> Array:
    """Cosines of random projections (random Fourier features of a Gaussian kernel), at most of norm 1; the draw is public."""
    rng = np.random.default_rng(seed)
    directions, phases = scale * rng.standard_normal((x.shape[1], count)), rng.uniform(0, 2 * np.pi, count)
    rows = np.sqrt(2 / count) * np.cos(x @ directions + phases)
    return np.asarray(rows / np.maximum(1, np.linalg.norm(rows, axis=1, keepdims=True)))


def with_intercept(x: Array) -> Array:
    """Records [a, sqrt(1 - a^2) x] of norm at most 1 from rows of norm at most 1."""
    length = np.maximum(1, np.linalg.norm(x, axis=1, keepdims=True))
    scaled = x * (np.sqrt(1 - INTERCEPT**2) / length)
    return np.hstack([np.full((len(x), 1), INTERCEPT, scaled.dtype), scaled])


def from_file(path: Path, K: int | None = None) -> RealData:
    """Features x (one row per record) and labels y from an .npz file, for instance embeddings; rows are scaled to norm 1."""
    try:
        with np.load(path, allow_pickle=False) as arrays:
            x, y = arrays["x"], arrays["y"]
            tests, writer = (arrays.get(name) for name in ("tests", "writer"))
    except (OSError, EOFError, KeyError, ValueError, zipfile.BadZipFile) as error:
        raise InvalidInput(
            f"--data (the data) must hold arrays x and y, got {str(path)!r}: {error}"
        ) from None
    rows = require_matrix("x", SYMBOLS["x"], x, because="a record is a row of features")
    if y.dtype.kind == "f" and np.isfinite(y).all() and (y == np.floor(y)).all():
        y = y.astype(np.int64)
    if y.ndim != 1:
        raise reject("y", SYMBOLS["y"], "must have one axis", y.shape, "every record has one label")
    if y.dtype.kind not in "iu":
        raise reject("y", SYMBOLS["y"], "must be whole numbers", y.dtype, "a label names a class")
    return RealData(path.stem, of_norm_one(rows), y, _tests(tests, len(y)), K, _writers(writer, len(y)))


def _tests(given: Any, records: int) -> int:
    """How many of the last records test; 0 if the file does not say."""
    if given is None:
        return 0
    if np.ndim(given) or given.dtype.kind not in "iu" or not 0 <= int(given) < records:
        raise reject(
            "tests",
            "how many of the last records test",
            f"must be a number below {records}",
            given,
            "others train",
        )
    return int(given)


def _writers(given: Any, records: int) -> Labels | None:
    if given is None:
        return None
    if given.shape != (records,) or given.dtype.kind not in "iuU":
        raise reject(
            "writer",
            "who a record belongs to",
            f"must be {records} numbers or names",
            given,
            "every record has one",
        )
    return np.unique(given, return_inverse=True)[1].astype(np.int64)


def embedded(name: str, path: Path, K: int | None = None) -> RealData:
    """The features of images that `blindavg data` computed."""
    if not path.exists():
        made = f"blindavg data {name}"
        raise reject(
            "--data", "the data", f"must have been made by `{made}`", str(path), "there is no such file"
        )
    x, y, tests, _ = read_features(path)
    return RealData(name, x, y, tests, K or PUBLIC_K[name])


def clouds(seed: int, K: int | None = None) -> RealData:
    """Overlapping Gaussian clouds, one for each class. Their draws are not those of anything else with this seed."""
    rng = np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(1,)))
    y = rng.integers(0, CLASSES, RECORDS)
    centres = rng.normal(size=(CLASSES, FEATURES))
    x = of_norm_one(centres[y] + 1.5 * rng.normal(size=(RECORDS, FEATURES)))
    return RealData("clouds", x, y, public_K=K)


def fashion_mnist(folder: Path, cache: Path | None = None, K: int | None = None) -> RealData:
    """Scattering features of the 70,000 images, 60,000 for training; computed once if there is a cache."""
    x, y, tests = scattered_images(folder, cache)
    return RealData("fashion-mnist", x, y, tests, K)


def _sklearn(name: str) -> tuple[Array, Labels]:
    try:
        import sklearn.datasets
    except ImportError:
        raise InvalidInput("--data (the data) needs scikit-learn: install the extra `experiments`") from None
    found: Any = getattr(sklearn.datasets, name)(return_X_y=True)
    return np.asarray(found[0], dtype=np.float64), np.asarray(found[1], dtype=np.int64)
