"""Reads a deployment file.

    [learner]    name (svm, softmax, or the path of a loss file, seen from this file), K, p, c, Lambda, R, h (svm only), passes
                 or M, b, divisor, order (optional), projection, smoothness (optional); not order and smoothness for a loss file
    [users]      w, n (a number, a list of w, "19..465", or a file of w numbers, "sizes.csv"), honest, dropouts
    [summation]  scheme (optional), servers, or neighbours and failure (SecAgg among the users); grid, without which the sum is
                 that of ideal real numbers, and modulus (default: the least power of two that is enough)
    [privacy]    level, group and within_one_user (groups only), noise, scale (optional), delta, sigma or eps

Decimal numbers are taken as written: 0.1 is one tenth. A key that is unknown, missing or of the wrong kind is an
InvalidInput that names it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from accountant.deployment.plan import DIVISORS, ORDERS, Deployment, Summation, Training
from accountant.distributed.crowd import LEVELS, Crowd, Level
from accountant.numbers.inputs import (
    as_fraction,
    require_count,
    require_delta,
    require_eps,
    require_positive_exact,
    require_sigma,
)
from accountant.sensitivity.bounds import LEARNERS, LossBound
from accountant.sensitivity.random_order import MOST_PASSES
from reference import tables
from reference.errors import InvalidInput, readable, reject, require_one_of, require_whole, shown
from reference.notation import SYMBOLS
from reference.protocol.agreement import SCHEMES, Plan

NU = "ν, the failure probability of the neighbour graph"
FAILURE = Plan.nu  # if none is stated
FORMS = 'must be a whole number, a range ("19..465"), a list of numbers or a CSV file ("sizes.csv")'
MOST_SIZES = 5000  # each different n_i has its own sensitivity
TABLES = {
    "learner": ("name", "K", "p", "c", "Lambda", "R", "h", "passes", "M", "b", "divisor", "order", "projection", "smoothness"),
    "users": ("w", "n", "n_min", "n_max", "honest", "dropouts"),
    "summation": ("scheme", "servers", "neighbours", "failure", "grid", "modulus"),
    "privacy": ("level", "group", "within_one_user", "noise", "scale", "sigma", "eps", "delta"),
}  # fmt: skip


NEEDED = {  # in every file; what else is needed depends on these
    "learner": ("name", "K", "p", "c", "Lambda", "R", "b", "divisor", "projection"),
    "users": ("w", "honest", "dropouts"),
    "summation": (),
    "privacy": ("level", "noise", "delta"),
}


def missing(name: str, symbol: str, because: str) -> InvalidInput:
    return InvalidInput(f"{name} ({symbol}) is missing: {because}")


class Keys:
    """The values of one table, asked for by key, each with its rule."""

    def __init__(self, table: str, values: Mapping[str, Any], file: str) -> None:
        kinds = dict.fromkeys(TABLES[table], tables.ANY)
        self.table, self.values = table, tables.checked(values, kinds, file, inside=f"{table}.")

    def get(self, key: str, default: Any = None) -> Any:
        return self.values.get(key, default)

    def needed(self, key: str, symbol: str, because: str) -> Any:
        if key not in self.values:
            raise missing(f"{self.table}.{key}", symbol, because)
        return self.values[key]

    def count(self, key: str, symbol: str, because: str, least: int = 1) -> int:
        value = self.needed(key, symbol, because)
        if isinstance(value, str) and value.strip().isdecimal():
            rule = f"must be a whole number ({key} = {value.strip()[:20]}), got the text {shown(value)}"
            raise InvalidInput(f"{self.table}.{key} ({symbol}) {rule}: {because}")
        return require_count(f"{self.table}.{key}", symbol, value, because, least)

    def positive(self, key: str, symbol: str, because: str) -> Fraction:
        value = self.needed(key, symbol, because)
        return require_positive_exact(f"{self.table}.{key}", symbol, value, because=because)

    def choice(self, key: str, symbol: str, allowed: Sequence[str], default: str | None = None) -> str:
        because = f"it is one of {', '.join(allowed)}"
        value = self.get(key, default) if default else self.needed(key, symbol, because)
        require_one_of(f"{self.table}.{key}", symbol, value, allowed, because="the certificate depends on it")
        return str(value)

    def either(self, one: str, other: str, because: str) -> str:
        """Which of two keys is given; exactly one must be."""
        given = [key for key in (one, other) if key in self.values]
        if len(given) != 1:
            found = "both" if given else "neither"
            raise InvalidInput(
                f"{self.table}.{one} or {self.table}.{other} must be given, got {found}: {because}"
            )
        return given[0]

    def refuse(self, key: str, rule: str, because: str) -> None:
        """A key that has no meaning here."""
        if key in self.values:
            raise reject(f"{self.table}.{key}", "a key of the file", rule, self.values[key], because)


Prover = Callable[[Path, Fraction, Fraction, Fraction, int], LossBound]  # loss file, c, R, Λ, K


def read(path: Path, prover: Prover | None = None) -> Deployment:
    """The deployment in a TOML file; `prover` proves the sensitivity of a loss file, or raises InvalidInput."""
    return deployment(tables.read(path, parse_float=str), readable(path.stem), str(path), prover, path.parent)


def parse(text: str, title: str = "deployment") -> Deployment:
    """The deployment in this TOML text."""
    return deployment(tables.parse(text, "FILE", parse_float=str), title, "FILE")


def deployment(
    values: Mapping[str, Any], title: str, file: str, prover: Prover | None = None, folder: Path | None = None
) -> Deployment:
    """The deployment in these tables; loss files are looked for in `folder`."""
    kinds = {"title": tables.TEXT, **dict.fromkeys(TABLES, tables.TABLE)}
    given = tables.checked(values, kinds, file)
    learner, users, summation, privacy = (Keys(name, given.get(name, {}), file) for name in TABLES)
    absent = [f"{t}.{key}" for t, keys in NEEDED.items() for key in keys if key not in given.get(t, ())]
    if len(absent) > 1:  # one alone gets its own reason below
        raise InvalidInput(
            f"{file}: these keys are missing: {', '.join(absent)} (`blindavg certify --init` explains them)"
        )
    training = _training(learner, prover, folder or Path())
    crowd, sizes = _users(users, folder or Path())
    grid, modulus = _numbers(summation)
    noise = privacy.choice("noise", "the kind of noise", ("gaussian", "discrete"))
    if grid is None and (noise == "discrete" or modulus):
        why = "discrete noise and a modulus belong to numbers on a grid"
        raise missing("summation.grid", "the fixed-point numbers", why)
    given_or_asked = privacy.either("sigma", "eps", "the noise multiplier is given, or asked for")
    sigma, eps = privacy.get("sigma"), privacy.get("eps")
    delta = privacy.needed("delta", "δ, the failure probability", "eps is stated for it")
    return Deployment(
        title=" ".join(given.get("title", title).split()),
        training=training,
        crowd=crowd,
        sizes=sizes,
        summation=_summation(summation),
        grid=grid,
        modulus=modulus,
        level=_level(privacy, sizes[-1]),
        noise=noise,
        scale=privacy.choice(
            "scale", "what sigma is multiplied with", ("printed", "certified"), default="printed"
        ),
        sigma=as_fraction(require_sigma(sigma)) if given_or_asked == "sigma" else None,
        eps=as_fraction(require_eps(eps)) if given_or_asked == "eps" else None,
        delta=as_fraction(require_delta(delta)),
    )


def _training(keys: Keys, prover: Prover | None, folder: Path) -> Training:
    name = keys.get("name")
    file = folder / name if isinstance(name, str) and name.endswith(".toml") else None
    learner = keys.choice("name", "the learner", LEARNERS) if file is None else "a loss file"
    if learner != "svm":
        keys.refuse("h", f"must not be given for {learner}", "only the Huber loss of the SVM has it")
    if file is not None:
        keys.refuse("smoothness", "must not be given for a loss file", "β is Λ + kappa c^2, as proved")
        if keys.get("order", ORDERS[0]) != ORDERS[0]:
            keys.refuse(
                "order",
                f'must be "{ORDERS[0]}" for a loss file',
                "a fresh order is accounted for svm and softmax only",
            )
    schedule = keys.either("passes", "M", "the schedule is a number of whole passes or of steps")
    steps = keys.count(schedule, f"{schedule}, the length of the training", "they are whole")
    order = keys.choice("order", "the order of the records", ORDERS, default=ORDERS[0])
    if order == "fresh":
        keys.refuse("M", 'must not be given with order = "fresh"', "its accounting is about whole passes")
        if steps > MOST_PASSES:
            why = "the law of the orders is computed pass by pass"
            raise reject("learner.passes", "the passes", f"must be <= {MOST_PASSES}", steps, why)
    scales = {
        name: keys.positive(name, SYMBOLS[name], "the bound scales with it") for name in ("c", "Lambda", "R")
    }
    K = keys.count("K", SYMBOLS["K"], "a classifier needs at least two classes", 2)
    loss = None
    if file is not None:
        if prover is None:
            raise reject(
                "learner.name",
                "the learner",
                f"must be one of {', '.join(LEARNERS)} here",
                name,
                "nothing proves a loss",
            )
        loss = prover(file, scales["c"], scales["R"], scales["Lambda"], K)
    return Training(
        learner=learner if loss is None else loss.loss.of,
        K=K,
        p=keys.count("p", SYMBOLS["p"], "features are counted"),
        h=keys.positive("h", SYMBOLS["h"], "the Huber loss divides by 4h") if learner == "svm" else None,
        passes=steps if schedule == "passes" else None,
        M=steps if schedule == "M" else None,
        b=keys.count("b", SYMBOLS["b"], "a step visits b records"),
        divisor=keys.choice("divisor", "what a batch sum is divided by", tuple(DIVISORS)),
        order=order,
        projection=keys.choice("projection", "what follows a step", ("ball", "sphere")),
        smoothness=keys.choice(
            "smoothness", "β, the smoothness", ("printed", "spectral"), default="printed"
        ),
        loss=loss,
        **scales,
    )  # fmt: skip


def _users(keys: Keys, folder: Path) -> tuple[Crowd, tuple[int, ...]]:
    why = "the noise is split over the honest users"
    crowd = Crowd.of(
        keys.count("w", "w, the number of users", why),
        keys.needed("honest", "t, the honest fraction", why),
        keys.needed("dropouts", "ρ, the largest fraction of dropouts", "they take their noise with them"),
    )
    why = "a user's sensitivity depends on its number of records"
    if keys.either("n", "n_min", why) == "n":
        keys.refuse("n_max", "must not be given beside n", "n says it all")
        n = keys.get("n")
        if isinstance(n, str) and n.endswith(".csv"):
            n = _numbers_in(folder / n, crowd.w)
        elif isinstance(n, str) and not n.strip().isdecimal():
            low, dots, high = n.partition("..")
            if not (dots and low.strip().isdecimal() and high.strip().isdecimal()):
                raise reject("users.n", SYMBOLS["n"], FORMS, n, why)
            if max(len(low), len(high)) < 40 and int(low) > int(high):
                raise reject(
                    "users.n", SYMBOLS["n"], "must not be an empty range", n, "it ends before it begins"
                )
            return crowd, _between(low.strip(), high.strip(), "users.n", why)
        if isinstance(n, str | int):
            n = keys.count("n", SYMBOLS["n"], why)
        return crowd, _listed_sizes(n, crowd.w, why)
    return crowd, _between(keys.get("n_min"), keys.needed("n_max", "the largest n", why), "users.n_max", why)


def _between(low: Any, high: Any, name: str, why: str) -> tuple[int, ...]:
    least = require_count("users.n_min" if name == "users.n_max" else name, "the smallest n", low, why)
    most = require_count(name, "the largest n", high, why, least)
    if most - least >= MOST_SIZES:
        rule = f"must be < {least} + {MOST_SIZES}"
        raise reject(name, "the largest n", rule, most, "every size in between is looked at")
    return tuple(range(least, most + 1))


def _numbers_in(path: Path, w: int) -> list[str]:
    """The numbers of a CSV file, one for each user."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        raise InvalidInput(f"users.n ({path}) must be readable text: {why}") from None
    words = text.replace(",", " ").split()
    other = next((word for word in words if not word.isdecimal()), None)
    if other is not None or len(words) != w:
        got = f"{len(words)} numbers" if other is None else shown(other)
        rule = f"must hold one number a line, no header, w = {w} in all, got {got}"
        raise InvalidInput(f"users.n ({readable(str(path))}) {rule}: each user has its own")
    return words


def _listed_sizes(n: Any, w: int, why: str) -> tuple[int, ...]:
    if isinstance(n, list) and len(n) != w:
        raise reject("users.n", SYMBOLS["n"], f"must list w = {w} sizes", len(n), "one for each user")
    listed = n if isinstance(n, list) else [n]
    sizes = sorted({require_count("users.n", SYMBOLS["n"], size, why) for size in listed})
    if len(sizes) > MOST_SIZES:
        rule = f"must hold at most {MOST_SIZES} different sizes"
        raise reject("users.n", SYMBOLS["n"], rule, len(sizes), "each is looked at")
    return tuple(sizes)


def _summation(keys: Keys) -> Summation:
    scheme = keys.choice("scheme", "the secure sum", SCHEMES, default="servers")
    if scheme == "servers":
        for key in ("neighbours", "failure"):
            keys.refuse(key, "must not be given with servers", "only SecAgg among the users has it")
        return Summation(
            scheme, keys.count("servers", "J, the number of servers", "a user sends a share to each")
        )
    keys.refuse("servers", "must not be given with SecAgg among the users", "there are none")
    neighbours = None
    if "neighbours" in keys.values:
        neighbours = keys.count("neighbours", "k, the neighbours of a user", "masks are agreed with them")
    failure = (
        keys.positive("failure", NU, "delta grows by (1 + e^eps) ν") if "failure" in keys.values else FAILURE
    )
    if failure >= 1:
        raise reject("summation.failure", NU, "must be < 1", keys.get("failure"), "it is a probability")
    return Summation(scheme, neighbours=neighbours, failure=failure)


def _numbers(keys: Keys) -> tuple[Fraction | None, int | None]:
    grid = modulus = None
    if "grid" in keys.values:
        grid = keys.positive("grid", "the fixed-point spacing", "what is summed is a multiple of it")
    if "modulus" in keys.values:
        value = keys.get("modulus")  # of any size, also as a decimal string
        value = int(value) if isinstance(value, str) and value.isdecimal() and len(value) < 4000 else value
        why = "shares are summed modulo B"
        modulus = require_whole("summation.modulus", "B, the modulus", value, at_least=2, because=why)
    return grid, modulus


def _level(keys: Keys, largest: int) -> Level:
    kind = keys.choice("level", "what is protected", LEVELS)
    if kind != "group":
        for key in ("group", "within_one_user"):
            keys.refuse(key, 'must only be given for level = "group"', f"the level is {kind}")
        return Level(kind)
    inside = keys.get("within_one_user", False)
    if not isinstance(inside, bool):
        why = "a group within one user moves one model, by at most 2R"
        raise reject("privacy.within_one_user", "where the group is", "must be true or false", inside, why)
    size = keys.count("group", "Υ, the group size", "the guarantee is for a group of this many records")
    if inside and size > largest:
        rule = f"must be <= n = {largest}"
        raise reject("privacy.group", "Υ, the group size", rule, size, "no user has more records")
    return Level(kind, size, inside)
