"""Real data: norms, labels, files that are wrong; the scattering transform; splits among users."""

from __future__ import annotations

import gzip
import struct
from pathlib import Path

import numpy as np
import pytest

from reference.datasets.fashion_mnist import read_idx
from reference.datasets.loaders import (
    RealData,
    content,
    fashion_mnist,
    load,
    require_all_classes,
    with_intercept,
)
from reference.datasets.scattering import Scattering, normalised
from reference.datasets.splits import among_users, split
from reference.errors import InvalidInput

pytest.importorskip("sklearn")


@pytest.mark.parametrize(("name", "K", "records"), [("digits", 10, 1797), ("breast-cancer", 2, 569)])
def test_records_are_within_the_unit_ball(name, K, records):
    D = load(name)
    assert (D.K, len(D.y), D.tests) == (K, records, 0)
    for x in (D.x, with_intercept(D.x)):
        norms = np.linalg.norm(x, axis=1)
        assert 0.9 < norms.min() <= norms.max() <= 1 + 1e-12
        assert name != "digits" or norms.min() > 1 - 1e-12, "only random features may be shorter"
    assert (with_intercept(D.x)[:, 0] == 0.2).all()
    assert np.linalg.norm(with_intercept(5 * D.x), axis=1).max() <= 1 + 1e-12


def test_clouds_follow_their_seed():
    one, same, other = (load("clouds", seed=seed) for seed in (1, 1, 2))
    assert (one.x == same.x).all()
    assert (one.x != other.x).any()
    np.testing.assert_allclose(np.linalg.norm(one.x, axis=1), 1)


def write_idx(path: Path, values: np.ndarray) -> None:
    head = struct.pack(">HBB", 0, 8, values.ndim) + struct.pack(f">{values.ndim}I", *values.shape)
    path.write_bytes(gzip.compress(head + values.astype(np.uint8).tobytes()))


@pytest.fixture
def images(tmp_path: Path) -> Path:
    rng = np.random.default_rng(0)
    for split_name, count in (("train", 30), ("t10k", 10)):
        write_idx(tmp_path / f"{split_name}-images-idx3-ubyte.gz", rng.integers(0, 256, (count, 28, 28)))
        write_idx(tmp_path / f"{split_name}-labels-idx1-ubyte.gz", np.arange(count) % 10)
    return tmp_path


def test_fashion_mnist_is_read_from_a_folder_and_kept(images, tmp_path):
    D = load(f"fashion-mnist:{images}", tmp_path / "cache")
    assert D.x.shape == (40, 25 * 49)
    assert (D.tests, D.K) == (10, 10)
    np.testing.assert_allclose(np.linalg.norm(D.x, axis=1), 1, rtol=1e-5)
    again = fashion_mnist(images, tmp_path / "cache")
    assert (again.x == D.x).all()
    (kept,) = (tmp_path / "cache").iterdir()
    kept.write_bytes(kept.read_bytes()[:1000])
    assert (fashion_mnist(images, tmp_path / "cache").x == D.x).all(), "a file that was cut off is made again"
    assert len(np.load(kept)) == 40
    with pytest.raises(InvalidInput, match="must be writable"):
        fashion_mnist(images, kept)


def test_other_images_are_not_taken_for_those_that_are_kept(images, tmp_path):
    first, before = load(f"fashion-mnist:{images}", tmp_path / "cache"), content(f"fashion-mnist:{images}")
    write_idx(images / "t10k-images-idx3-ubyte.gz", np.full((10, 28, 28), 7))
    second = load(f"fashion-mnist:{images}", tmp_path / "cache")
    assert (first.x[:30] == second.x[:30]).all()
    assert (first.x[30:] != second.x[30:]).any()
    assert before != content(f"fashion-mnist:{images}")


def test_broken_files(images, tmp_path):
    with pytest.raises(InvalidInput, match="dataset-fashion-mnist"):
        load(f"fashion-mnist:{tmp_path / 'nowhere'}")
    path = images / "train-labels-idx1-ubyte.gz"
    write_idx(path, np.arange(7))
    with pytest.raises(InvalidInput, match="as many labels as images"):
        load(f"fashion-mnist:{images}")
    for broken in (b"not gzip", gzip.compress(b"\0\0\x08\x01\0\0\0\x09ab"), gzip.compress(b"\0")):
        path.write_bytes(broken)
        with pytest.raises(InvalidInput, match="cannot be read"):
            read_idx(path)
    path.write_bytes(gzip.compress(struct.pack(">HBBI", 0, 13, 1, 2) + b"ab"))
    with pytest.raises(InvalidInput, match="IDX file of bytes"):
        read_idx(path)


@pytest.mark.parametrize(
    ("x", "y", "message"),
    [
        (np.eye(3), [0, 1, 3], "no 2"),
        (np.eye(3), [1, 2, 3], "no 0"),
        (np.eye(3), [-1, 0, 1], "must be in"),
        (np.eye(3), [0, 1], "must have 3 entries"),
        (np.eye(3), [0.5, 1, 0], "whole numbers"),
        (np.eye(3), [0, 1, np.inf], "whole numbers"),
        (np.eye(3), np.array([0, 1, 2**63], dtype=np.uint64), "no 2"),
        (np.eye(3), [[0], [1], [2]], "one axis"),
        (np.full((2, 2), np.nan), [0, 1], "must be finite"),
        (np.zeros(3), [0, 1, 2], "two axes"),
    ],
)
def test_bad_features_and_labels(tmp_path, x, y, message):
    np.savez(tmp_path / "file.npz", x=x, y=y)
    with pytest.raises(InvalidInput, match=message):
        load(str(tmp_path / "file.npz"))


def test_features_from_a_file(tmp_path):
    np.savez(tmp_path / "embeddings.npz", x=np.array([[3.0, 4.0], [0.0, 2.0]]), y=np.array([1.0, 0.0]))
    D = load(str(tmp_path / "embeddings.npz"))
    np.testing.assert_allclose(D.x, [[0.6, 0.8], [0, 1]])
    assert D.y.tolist() == [1, 0]


def test_other_sources_are_refused(tmp_path):
    with pytest.raises(InvalidInput, match="must be digits"):
        load("cifar-10")
    np.savez(tmp_path / "empty.npz", z=1)
    (tmp_path / "nothing.npz").touch()
    for name in ("missing.npz", "empty.npz", "nothing.npz"):
        with pytest.raises(InvalidInput, match="arrays x and y"):
            load(str(tmp_path / name))


def test_a_class_that_is_absent_is_named():
    with pytest.raises(InvalidInput, match="in the training split"):
        require_all_classes(np.array([0, 2]), 3, "in the training split")
    assert RealData("one", np.eye(2), np.array([0, 1])).K == 2


# --- scattering


def test_scattering_of_a_constant_image_is_its_blur():
    S = Scattering(16, J=2, L=4)
    found = S.of(np.full((2, 16, 16), 0.7), dtype=np.float64)
    assert found.shape == (2, S.channels, 16) == (2, 25, 16)
    np.testing.assert_allclose(found[:, 0], 0.7)
    np.testing.assert_allclose(found[:, 1:], 0, atol=1e-12)  # wavelets have mean 0


def test_a_direction_answers_to_its_own_stripes():
    wave = np.cos(np.pi * 3 / 4 * np.arange(32))
    S = Scattering(32, J=2, L=4)
    across, along = (
        S.of(image[None], dtype=np.float64)[0].mean(axis=1)
        for image in (np.outer(wave, np.ones(32)), np.outer(np.ones(32), wave))
    )
    narrow = [1, 6, 11, 16]  # each is followed by the four of order 2 that come from it
    assert across[narrow].argmax() == 0  # angle 0: the frequency runs along the first axis
    assert along[narrow].argmax() == 2  # a quarter turn
    np.testing.assert_allclose(across[narrow][[0, 2]], along[narrow][[2, 0]], rtol=1e-9, atol=1e-12)


def test_scattering_hardly_feels_a_shift_that_pixels_feel():
    rng = np.random.default_rng(0)
    image = np.zeros((1, 32, 32))
    image[0, 8:24, 8:24] = rng.random((16, 16))
    moved = np.roll(image, 1, axis=2)
    S = Scattering(32)
    far = np.linalg.norm(image - moved) / np.linalg.norm(image)
    near = np.linalg.norm(S.of(image) - S.of(moved)) / np.linalg.norm(S.of(image))
    assert near < far / 3


def test_normalised_rows_use_the_record_alone():
    features = np.random.default_rng(0).random((5, 6, 4))
    rows = normalised(features, 3)
    np.testing.assert_allclose(np.linalg.norm(rows, axis=1), 1)
    np.testing.assert_allclose(rows[2:3], normalised(features[2:3], 3))
    np.testing.assert_allclose(rows, normalised(7 * features + 1, 3), atol=1e-12)


def test_scattering_of_wrong_images():
    with pytest.raises(InvalidInput, match="multiple of 4"):
        Scattering(30)
    with pytest.raises(InvalidInput, match="must be 16 x 16"):
        Scattering(16).of(np.zeros((3, 8, 8)))


# --- splits


def test_the_three_parts_do_not_overlap():
    for given in (0, 20):
        parts = split(100, given, 0.2, 0.1, np.random.default_rng(0))
        together = np.concatenate([parts.train, parts.choose, parts.test])
        assert sorted(together.tolist()) == list(range(100))
        assert (len(parts.test), len(parts.choose)) == (20, 10)
        assert not given or parts.test.tolist() == list(range(80, 100))
    assert len(split(100, 0, 0.2, 0, np.random.default_rng(0)).train) == 80
    for bad in (
        (100, 0, 0.0, 0.1),
        (100, 0, 0.2, 1.0),
        (100, 0, 0.2, -0.1),
        (3, 0, 0.1, 0.1),
        (9, 0, 0.5, 0.01),
    ):
        with pytest.raises(InvalidInput):
            split(*bad, np.random.default_rng(0))


@pytest.mark.parametrize("kind", ["iid", "one-class", "dirichlet", "unequal"])
def test_users_share_no_record(kind):
    y = np.random.default_rng(1).integers(0, 5, 203)
    users = among_users(kind, y, 10, np.random.default_rng(0))
    taken = np.concatenate(users)
    assert len(users) == 10
    assert len(np.unique(taken)) == len(taken)
    sizes = {len(user) for user in users}
    assert (len(sizes) > 1) == (kind == "unequal")
    if kind == "one-class":
        assert all(len(np.unique(y[user])) == 1 for user in users)
        assert len({int(y[user[0]]) for user in users}) == 5


def test_small_concentrations_give_users_few_classes():
    y = np.random.default_rng(1).integers(0, 5, 1000)

    def most_common(concentration: float) -> float:
        users = among_users("dirichlet", y, 10, np.random.default_rng(0), concentration)
        return float(np.mean([np.bincount(y[user]).max() / len(user) for user in users[:5]]))

    assert most_common(0.05) > most_common(100.0) + 0.2


def test_impossible_splits():
    y = np.array([0, 0, 0, 1])
    for kind, w, message in (
        ("iid", 5, "only 4 records"),
        ("one-class", 3, "multiple of 2"),
        ("one-class", 4, "smaller"),
        ("ring", 1, "one of"),
    ):
        with pytest.raises(InvalidInput, match=message):
            among_users(kind, y, w, np.random.default_rng(0))
    with pytest.raises(InvalidInput, match="concentration"):
        among_users("dirichlet", y, 2, np.random.default_rng(0), 0.0)
