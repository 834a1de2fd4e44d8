"""The sample of CIFAR-10 that the tests use: features of 500 images, 256 numbers each. No image can be seen in it.

From the features that `blindavg data cifar10` keeps: the first 40 training and 10 test images of each class, through a random
projection that is public (numpy, seed 0), scaled to norm 1, as 16-bit floats. `python -m tests.reference.cifar10_sample`
makes the file again.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from reference.datasets import cifar

SAMPLE = Path(__file__).with_name("cifar10_sample.npz")
FEATURES, TRAIN, TEST = 256, 40, 10


def main() -> None:
    x, y, tests, made = cifar.read_features(cifar.kept_file(cifar.CIFAR10))
    first = len(y) - tests
    places = [np.flatnonzero(y[:first] == k)[:TRAIN] for k in range(10)]
    places += [first + np.flatnonzero(y[first:] == k)[:TEST] for k in range(10)]
    chosen = np.concatenate(places)
    rows = x[chosen] @ np.random.default_rng(0).standard_normal((x.shape[1], FEATURES)).astype(np.float32)
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    images = cifar.Images(np.zeros(0, np.uint8), y[chosen], 10 * TEST, "")
    cifar.write_features(SAMPLE, rows, images, made | {"projection": f"random, numpy seed 0, to {FEATURES}"})


if __name__ == "__main__":
    main()
