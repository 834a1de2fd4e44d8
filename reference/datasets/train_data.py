"""Data for `blindavg train`: a file, overlapping clouds, or scikit-learn's digits; split among the users."""

from __future__ import annotations

import zipfile
from pathlib import Path

import numpy as np

from reference.errors import InvalidInput, reject, require_whole
from reference.notation import Array, Dataset

CLASSES, FEATURES, RECORDS = 5, 16, 4000  # of the clouds


def load_data(source: str, seed: int) -> Dataset:
    """`clouds`, `digits`, or the name of an .npz file with x (one row of features per record) and y (labels 0..K-1)."""
    if source == "clouds":
        return clouds(seed)
    if source == "digits":
        return digits()
    path = Path(source)
    if path.suffix != ".npz":
        raise reject("--data", "the data", "must be clouds, digits or an .npz file", source, "these are read")
    try:
        with np.load(path, allow_pickle=False) as arrays:
            x, y = arrays["x"], arrays["y"]
    except (OSError, KeyError, ValueError, zipfile.BadZipFile) as error:
        raise InvalidInput(f"--data (the data) must hold arrays x and y, got {source!r}: {error}") from None
    return Dataset.of_features(x, y)


def clouds(seed: int) -> Dataset:
    """Overlapping Gaussian clouds, one for each class, whose records have a norm of about 1."""
    rng = np.random.default_rng(seed)
    y = rng.integers(0, CLASSES, RECORDS)
    centres = rng.normal(size=(CLASSES, FEATURES))
    rows = centres[y] + 1.5 * rng.normal(size=(RECORDS, FEATURES))
    return Dataset.of_features(rows / np.sqrt(FEATURES), y)


def digits() -> Dataset:
    """1797 images of 8 x 8 pixels, centred and scaled to a norm of about 1."""
    try:
        from sklearn.datasets import load_digits
    except ImportError:
        raise InvalidInput(
            "--data (the data) digits needs scikit-learn: install the extra `experiments`"
        ) from None
    x, y = load_digits(return_X_y=True)
    rows: Array = np.asarray(x, dtype=np.float64) - 7.5
    return Dataset.of_features(rows / 48, y)


def split(D: Dataset, w: int, test: float, seed: int) -> tuple[list[Dataset], Dataset]:
    """The users' datasets, as equal in size as possible, and the records that are held out for testing."""
    require_whole("--users", "w, the number of users", w, at_least=1, because="somebody must train")
    if not 0 < test < 1:
        raise reject(
            "--test", "the share held out for testing", "must be between 0 and 1", test, "both are needed"
        )
    order = np.random.default_rng(seed).permutation(len(D))
    held_out = max(1, round(test * len(D)))
    kept = order[held_out:]
    if len(kept) < w:
        why = f"only {len(kept)} records are left for training"
        raise reject("--users", "w, the number of users", f"must be <= {len(kept)}", w, why)
    parts = [Dataset(D.x[part], D.y[part]) for part in np.array_split(kept, w)]
    return parts, Dataset(D.x[order[:held_out]], D.y[order[:held_out]])
