"""`blindavg data`: one line for what is wrong, a run that goes on, a file that says what made it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from paper_claims.commands.main import main
from reference.datasets import cifar, embedding
from reference.datasets.loaders import load
from reference.errors import InvalidInput
from tests.reference.cifar10_sample import SAMPLE

RECORDS = 2400


@pytest.fixture
def pretended(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """A network that counts the images it sees, and an archive of small size."""
    seen: list[int] = []
    width = sum(embedding.WIDTHS)

    def pooled(images: np.ndarray) -> np.ndarray:
        seen.append(len(images))
        return np.random.default_rng(int(images[0, 0, 0, 0])).normal(size=(len(images), width))

    pixels = np.repeat(np.arange(RECORDS) // 1000, 32 * 32 * 3).reshape(RECORDS, 32, 32, 3).astype(np.uint8)
    images = cifar.Images(pixels, np.arange(RECORDS) % 10, RECORDS // 6, next(iter(cifar.CIFAR10.archives)))
    monkeypatch.setattr(embedding, "pooled", pooled)
    monkeypatch.setattr(embedding, "require_packages", lambda: None)
    monkeypatch.setattr(embedding, "public_centre", lambda: np.zeros(width))
    monkeypatch.setattr(embedding, "made_by", lambda: {"network": "none"})
    monkeypatch.setattr(cifar, "read_images", lambda kind, path: images)
    return seen


def test_a_run_that_was_stopped_goes_on(
    pretended: list[int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys
) -> None:
    out = tmp_path / "features.npz"
    call = ["data", "cifar10", "--from", "archive", "--out", str(out), "--jobs", "1"]
    whole = embedding.pooled

    def stops(images: np.ndarray) -> np.ndarray:
        if len(pretended) == 1:
            raise KeyboardInterrupt
        return whole(images)

    monkeypatch.setattr(embedding, "pooled", stops)
    assert main(call) == 130
    assert not out.exists()
    assert pretended == [1000]
    monkeypatch.setattr(embedding, "pooled", whole)
    assert main(call) == 0
    assert pretended == [1000, 1000, 400], "the first chunk is not computed again"
    assert [path.name for path in tmp_path.iterdir()] == ["features.npz"], "parts are gone"
    D = load(f"cifar10:{out}")
    assert (D.x.shape, D.tests) == ((RECORDS, 1904), 400)
    assert main(call) == 2, "the archive would not be read"
    assert "remove it to compute it again" in capsys.readouterr().err
    assert main(["data", "cifar10", "--out", str(out)]) == 0
    assert "already there" in capsys.readouterr().err
    assert len(pretended) == 3


@pytest.mark.parametrize(
    ("arguments", "message"),
    [(["mnist"], "must be one of cifar10, cifar100"), (["cifar10", "--jobs", "0"], "--jobs"),
     (["cifar100"], "must be given"), (["cifar10", "--out", str(SAMPLE / "x.npz")], "must be a folder that can be written")],
)  # fmt: skip
def test_one_line_for_bad_input(
    pretended: list[int], tmp_path: Path, capsys, arguments: list[str], message: str
) -> None:
    given = arguments if "--out" in arguments else [*arguments, "--out", str(tmp_path / "x.npz")]
    assert main(["data", *given]) == 2
    error = capsys.readouterr().err
    assert message in error
    assert error.count("\n") == 1


def test_a_file_that_is_no_features_is_not_overwritten(tmp_path: Path, capsys) -> None:
    path = tmp_path / "x.npz"
    path.write_bytes(b"mine")
    assert main(["data", "cifar10", "--out", str(path)]) == 2
    assert "is not what it should be" in capsys.readouterr().err
    assert path.read_bytes() == b"mine"


def test_without_torch(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "torch", None)
    with pytest.raises(InvalidInput, match="need the extra `cifar10`"):
        embedding.require_packages()
