"""Random deployment files and random options of `train`: an answer, a refusal or one line, and more noise is never worse."""

from __future__ import annotations

import json
import random
from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from accountant.deployment.certificate import Certificate, Refused, certify
from accountant.deployment.file import parse
from accountant.numbers.balls import PrecisionExhausted
from paper_claims.commands.main import main
from reference.errors import InvalidInput
from tests.accountant.test_deployment import text

ODD: tuple[Any, ...] = (
    0, -1, 1, 2, 10**30, 10**31, "0", "-1", "1e-400", "1e-99", "1e99", "1e400", "nan", "inf", "1/3", "1/0", "", "x", True,
    "0x10", "٣", "1_0", 0.5, 1e-300, 1e300, [1, 2], [], "\u00bd", "printed", "discrete", "users",
)  # fmt: skip
USUAL: dict[str, tuple[Any, ...]] = {
    "learner.name": ("svm", "softmax"),
    "learner.K": (2, 3, 10),
    "learner.p": (1, 5, 64),
    "learner.c": (1, "0.5", 30),
    "learner.Lambda": (1, "0.1", 100),
    "learner.R": (1, "0.06", 5),
    "learner.h": ("0.1", 1),
    "learner.passes": (1, 2, 30),
    "learner.M": (1, 7, 50),
    "learner.b": (1, 3, 20),
    "learner.divisor": ("fixed", "own size"),
    "learner.projection": ("ball", "ball", "ball", "sphere"),
    "learner.smoothness": ("printed", "spectral"),
    "users.w": (1, 2, 7, 100, 1000),
    "users.n": (1, 5, 50),
    "users.n_min": (1, 5),
    "users.n_max": (5, 12),
    "users.honest": ("0.5", 1, "0.05", "2/3"),
    "users.dropouts": (0, "0.1", "0.25"),
    "summation.scheme": ("servers", "users", "users-active"),
    "summation.servers": (1, 2, 3),
    "summation.neighbours": (1, 2, 6, 40, 99),
    "summation.failure": ("1e-12", "0.001"),
    "summation.grid": ("1/1048576", "1/16777216", "0.01"),
    "summation.modulus": (2**40, 2**62, 2**20),
    "privacy.level": ("record", "group", "user"),
    "privacy.group": (1, 2, 50),
    "privacy.within_one_user": (True, False),
    "privacy.noise": ("gaussian", "discrete"),
    "privacy.scale": ("printed", "certified"),
    "privacy.sigma": ("5.95", 1, "0.3", 100),
    "privacy.eps": (1, "0.1", 8),
    "privacy.delta": ("1e-5", "1e-10", "1e-400"),
}
FILES, RUNS = 1000, 500


def random_changes(rng: random.Random) -> dict[str, Any]:
    """A few keys of the base file with usual values, at times an odd one; mostly with what belongs to them."""
    changes: dict[str, Any] = {}
    for key in rng.sample(sorted(USUAL), rng.randint(1, 6)):
        changes[key] = rng.choice(ODD) if rng.random() < 0.05 else rng.choice(USUAL[key])
    if rng.random() < 0.9:
        _complete(changes)
    return changes


def _complete(changes: dict[str, Any]) -> None:
    needed = {
        "learner.h": changes.get("learner.name") == "svm",
        "summation.neighbours": "users" in str(changes.get("summation.scheme")),
        "summation.failure": "users" in str(changes.get("summation.scheme")),
        "summation.grid": changes.get("privacy.noise") == "discrete" or "summation.modulus" in changes,
        "privacy.group": changes.get("privacy.level") == "group",
        "privacy.within_one_user": changes.get("privacy.level") == "group",
        "users.n_max": "users.n_min" in changes,
        "users.n_min": "users.n_min" in changes,
    }
    for key, wanted in needed.items():
        if wanted:
            changes.setdefault(key, USUAL[key][0])
        else:
            changes.pop(key, None)
    for key, instead in (
        ("summation.neighbours", "summation.servers"), ("privacy.eps", "privacy.sigma"), ("learner.M", "learner.passes"),
        ("users.n_min", "users.n"),
    ):  # fmt: skip
        if key in changes:
            changes[instead] = None


def outcome(changes: dict[str, Any]) -> Certificate | Refused | InvalidInput | PrecisionExhausted:
    """Nothing else may come out."""
    try:
        return certify(parse(text(changes)))
    except (Refused, InvalidInput, PrecisionExhausted) as error:
        return error


@pytest.mark.slow
def test_random_deployment_files() -> None:
    rng, kinds = random.Random(19), Counter[type]()
    for _ in range(FILES):
        changes = random_changes(rng)
        found = outcome(changes)
        kinds[type(found)] += 1
        if isinstance(found, Refused):
            assert all(reason.reason and reason.fix for reason in found.reasons)
        elif isinstance(found, Certificate):
            assert 0 <= found.eps.lo <= found.eps.hi
            if found.plan.sigma is not None:
                more = outcome(changes | {"privacy.sigma": str(2 * found.plan.sigma)})
                if isinstance(more, Certificate):
                    assert more.eps.hi <= found.eps.hi, changes
                else:
                    assert "wrap around" in str(more) or "between" in str(more), changes
        else:
            assert str(found).isprintable()
    assert min(kinds[kind] for kind in (Certificate, Refused, InvalidInput)) > FILES // 20, kinds


OPTIONS: dict[str, tuple[str, ...]] = {
    "learner": ("svm", "softmax"), "K": ("2", "3"), "p": ("2",), "passes": ("1", "2"), "c": ("1", "0.5"),
    "Lambda": ("1", "0.1"), "R": ("1", "5"), "h": ("0.1",), "b": ("1", "3"), "users": ("2", "4", "5"), "n": ("1", "3"),
    "t": ("1", "0.6", "0.5"), "rho": ("0", "0.2"), "scheme": ("servers", "users", "users-active"), "servers": ("2", "3"),
    "neighbours": ("2", "3"), "failure": ("1e-9",), "scale": ("1048576", "64"), "noise": ("gaussian", "discrete"),
    "sigma": ("0", "1", "5"), "eps": ("1", "0.1"), "delta": ("1e-5",), "test": ("0.2",), "seed": ("0", "7"),
    "drop": ("0", "0.2", "0.5"),
}  # fmt: skip
RISKY: tuple[dict[str, str], ...] = (  # mostly without a guarantee, or with fewer users than needed
    {"drop": "0.5", "rho": "0.2"},
    {"scheme": "users", "neighbours": "2"},
    {"scheme": "users-active", "t": "0.6", "drop": "0.5"},
    {"scheme": "users", "failure": "0.5", "eps": "1"},
    {"scale": "1", "noise": "gaussian", "eps": "1"},
)
ODD_WORDS = (
    "0",
    "-1",
    "1e-400",
    "1e400",
    "nan",
    "inf",
    "1/3",
    "1/0",
    "",
    "x",
    str(10**19),
    "9" * 5000,
    "\x1b[31m",
    "٣",
)


@pytest.mark.slow
def test_random_options_of_train(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rng, codes, draw = random.Random(19), [0, 0, 0], np.random.default_rng(0)
    np.savez(tmp_path / "few.npz", x=draw.normal(size=(30, 2)), y=draw.integers(0, 2, 30))
    base = ["train", "--json", "--data", str(tmp_path / "few.npz"), "--K=2", "--users=5", "--passes=1"]

    def run(given: dict[str, str]) -> tuple[int, float | None]:
        """The exit code, and eps if it is certified."""
        code = main([*base, *(f"--{name}={value}" for name, value in given.items())])
        printed = capsys.readouterr()
        assert (printed.out + printed.err).replace("\n", "").isprintable(), given
        if code == 2:
            assert (printed.out, printed.err.count("\n")) == ("", 1), given
        if code or not (privacy := json.loads(printed.out)["publish"]["privacy"])["certified"]:
            return code, None
        assert given.get("noise") != "gaussian"
        return code, float(privacy["eps"])

    for number in range(RUNS):
        chosen = rng.sample(sorted(OPTIONS), rng.randint(1, 4))
        given = {name: rng.choice(ODD_WORDS if rng.random() < 0.15 else OPTIONS[name]) for name in chosen}
        if rng.random() < 0.2:
            risky = rng.choice(RISKY)
            given = {
                name: value for name, value in given.items() if "eps" not in risky or name != "sigma"
            } | risky
        code, eps = run(given)
        codes[code] += 1
        if eps is not None and "sigma" in given and number % 2:
            _, less = run(given | {"sigma": str(2 * Fraction(given["sigma"]))})
            assert less is None or less <= eps, given
    assert min(codes) > RUNS // 20, codes
