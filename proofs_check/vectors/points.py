"""The questions: every parameter is exactly a float64, so that `float(text)` loses nothing, and flags follow from rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from decimal import Context, Decimal
from fractions import Fraction
from itertools import product
from typing import Any

from accountant.numbers.enclosure import Enclosure

F = Fraction
UNIT = "unit-shift"  # any two neighbours: sigma is the noise over the sensitivity
ADD, REPLACE = "add-remove", "replace-one"
SMALLEST_FLOAT = F(1, 2**1074)


@dataclass(frozen=True)
class Question:
    """What is asked of which mechanism, with all parameters as exact decimal strings."""

    mechanism: str
    asked: str
    given: dict[str, Any]
    relation: str = UNIT

    def number(self, name: str, default: Fraction = F(0)) -> Fraction:
        return F(self.given[name]) if name in self.given else default


def text(value: Any) -> Any:
    """Exact decimal strings, also inside phases; words stay words."""
    if isinstance(value, str):
        return value
    if isinstance(value, list):
        return [{name: text(entry) for name, entry in phase.items()} for phase in value]
    ratio = F(value)
    if ratio != F(float(ratio)):
        raise ValueError(f"{value} is not exactly a float64")
    exactly = Context(prec=2000).divide(Decimal(ratio.numerator), Decimal(ratio.denominator))
    return f"{exactly.normalize(Context(prec=2000)):g}" if exactly != exactly.to_integral() else str(ratio)


def ask(mechanism: str, asked: str, relation: str = UNIT, **given: Any) -> Question:
    named = {name.replace("_", "-"): text(value) for name, value in given.items()}
    return Question(mechanism, asked, named, relation)


def power(k: int) -> Fraction:
    return F(2) ** k


EPS = [
    F(0),
    power(-20),
    power(-7),
    F(1, 8),
    F(1, 2),
    F(1),
    F(5, 4),
    F(2),
    F(4),
    F(8),
    F(20),
    F(300),
    F(720),
    F(1000),
]
SIGMA = [F(1, 16), F(1, 4), F(1, 2), F(3, 4), F(1), F(2), F(95, 16), F(24), F(1000), power(24), power(40)]
COUNTS = (1, 4, 64, 2**20)  # their roots are exact: a library without compositions is asked at sigma/sqrt(K)
TARGETS = [
    F(1, 2),
    power(-4),
    power(-10),
    power(-17),
    power(-20),
    power(-33),
    power(-50),
    power(-60),
    power(-100),
    power(-300),
]
EPS_OF_SIGMA = [
    power(-10),
    F(1, 16),
    F(1, 4),
    F(1, 2),
    F(3, 4),
    F(1),
    F(3, 2),
    F(2),
    F(3),
    F(5),
    F(8),
    F(12),
    F(20),
    F(50),
    F(100),
    F(750),
]


def gaussian() -> Iterator[Question]:
    for eps, sigma, count in product(EPS, SIGMA, COUNTS):
        margin = eps * sigma - F(count) / (2 * sigma)  # delta is at least about e^(-margin^2/(2 count))
        if margin <= 0 or margin**2 < 80_000 * count:
            yield ask("gaussian", "delta", eps=eps, sigma=sigma, compositions=count)
    for k, share in product(range(22, 46, 4), (F(0), F(1, 4), F(1), F(4))):  # eps in units of 1/sigma
        yield ask("gaussian", "delta", eps=share * power(-k), sigma=power(k), compositions=1)
    for target, sigma, count in product(TARGETS, SIGMA[1:-1], COUNTS):
        yield ask("gaussian", "epsilon", delta=target, sigma=sigma, compositions=count)
    for eps, target, count in product(EPS_OF_SIGMA, TARGETS, COUNTS[::2]):
        yield ask("gaussian", "sigma", eps=eps, delta=target, compositions=count)


def groups() -> Iterator[Question]:
    for eps, sigma, group, count in product(
        (F(1, 2), F(2), F(8)), (F(2), F(8), F(24)), (2, 3, 5, 10), (1, 16)
    ):
        yield ask("group", "delta", eps=eps, sigma=sigma, group=group, compositions=count)
    for target, sigma, group, count in product(
        (power(-10), power(-20), power(-50)), (F(2), F(8), F(24)), (2, 3, 10), (1, 16)
    ):
        yield ask("group", "epsilon", delta=target, sigma=sigma, group=group, compositions=count)


def clipped_sums() -> Iterator[Question]:
    for relation, clip, noise, count in product(
        (ADD, REPLACE), (F(1, 4), F(1), F(3, 2)), (F(1), F(4), F(20)), (1, 16)
    ):
        for eps in (F(1, 8), F(1, 2), F(2)):
            yield ask("clipped-sum", "delta", relation, eps=eps, clip=clip, noise=noise, compositions=count)
        for target in (power(-17), power(-50)):
            yield ask(
                "clipped-sum", "epsilon", relation, delta=target, clip=clip, noise=noise, compositions=count
            )


def runs() -> Iterator[tuple[Fraction, Fraction, int]]:
    """(q, sigma, steps) where delta at ordinary eps is neither 0 nor 1, with half a participation or one step at least."""
    rates = (power(-10), power(-7), power(-5), power(-2))
    for q, sigma, steps in product(
        rates, (F(1, 2), F(3, 4), F(1), F(2), F(5)), (1, 10, 100, 1000, 10**4, 10**5, 10**6)
    ):
        if steps == 1 or (q * steps >= F(1, 2) and power(-12) <= q**2 * steps / sigma**2 <= 8):
            yield q, sigma, steps


PLD_POINTS = (  # where a pessimistic discretization was too small by 3.5 and 1.9 percent
    (0.005146436251998939, 5.311773789038744, 588146, 7.54e-12),
    (0.0109110, 15.1435, 649535, 2.35e-12),
)
PHASES = (
    ((power(-7), F(1), 500), (power(-6), F(3, 2), 500)),
    ((power(-7), F(2), 10**4), (power(-8), F(1), 10**4)),
    ((power(-4), F(4), 1000), (power(-5), F(3), 100), (power(-3), F(8), 100)),
    ((power(-9), F(3, 4), 2000), (power(-6), F(2), 1000), (power(-7), F(1), 1000), (power(-5), F(4), 100)),
    ((power(-2), F(5), 100), (power(-7), F(1), 1000)),
    ((power(-10), F(1), 10**5), (power(-10), F(2), 9 * 10**5)),
)


def phase(q: Any, sigma: Any, steps: Any) -> dict[str, Any]:
    return {"q": q, "sigma": sigma, "steps": steps}


def dpsgd() -> Iterator[Question]:
    for relation in (ADD, REPLACE):
        for run in runs():
            q, sigma, steps = run
            for eps in (F(1, 2), F(3)) if q**2 * steps >= sigma**2 / 64 else (F(1, 2),):
                yield ask("dpsgd", "delta", relation, eps=eps, phases=[phase(*run)])
            for target in (power(-17), power(-33)):
                yield ask("dpsgd", "epsilon", relation, delta=target, phases=[phase(*run)])
        for several in PHASES:
            for eps in (F(1), F(4)):
                yield ask("dpsgd", "delta", relation, eps=eps, phases=[phase(*run) for run in several])
            for target in (power(-17), power(-40)):
                yield ask("dpsgd", "epsilon", relation, delta=target, phases=[phase(*run) for run in several])
        for q, sigma, steps in (
            (power(-10), F(1), 10**6),
            (power(-7), F(2), 10**5),
            (power(-5), F(5), 10**5),
        ):
            yield ask("dpsgd", "epsilon", relation, delta=power(-42), phases=[phase(q, sigma, steps)])
        for eps, q, steps in product((F(1), F(4)), (power(-7), power(-4)), (100, 10**4)):
            yield ask("dpsgd", "sigma", relation, eps=eps, delta=power(-17), q=q, steps=steps)
    for *point, small in PLD_POINTS:
        yield ask("dpsgd", "epsilon", REPLACE, delta=small, phases=[phase(*point)])


def epochs() -> Iterator[Question]:
    sizes = (
        (60_000, 256, 1),
        (60_000, 250, 4),
        (1000, 300, 1),
        (50_000, 1024, 1),
        (4096, 64, 8),
        (1000, 150, 2),
    )
    for relation, (records, batch, accumulated), count, sigma in product(
        (ADD, REPLACE), sizes, (2, 15), (F(1), F(2))
    ):
        yield ask("dpsgd-epochs", "epsilon", relation, delta=power(-17), records=records, batch=batch,
                  accumulated=accumulated, epochs=count, sigma=sigma)  # fmt: skip


def discrete() -> Iterator[Question]:
    for kind, sigma, users in product(
        ("discrete-gaussian", "rounded-gaussian"), (F(1, 2), F(3, 4), F(1), F(3), F(8)), (1, 2, 4)
    ):
        for eps, shift in product((F(1, 4), F(1), F(3)), (1, 3)):
            if eps * sigma <= 12 * shift:  # beyond, delta is below what lies outside the window
                yield ask(kind, "delta", eps=eps, sigma=sigma, shift=shift, users=users)


def thresholds() -> Iterator[Question]:
    for noise, scale, gap, count in product(
        ("discrete-laplace", "discrete-gaussian"), (F(1, 2), F(1), F(3)), (1, 4, 7, 12), (1, 3)
    ):
        for published in ("above", "at-or-above"):
            yield ask(
                "threshold",
                "delta",
                ADD,
                noise=noise,
                scale=scale,
                threshold=count + gap,
                count=count,
                published=published,
            )


def sensitivities() -> Iterator[Question]:
    ranges = ((F(0), F(3)), (F(-1), F(1)), (F(-2), F(1)), (F(-1), F(7)), (F(2), F(5)), (F(-6), F(-4)))
    for (lower, upper), relation in product(ranges, (ADD, REPLACE)):
        for statistic in ("sum", "sum-of-squares", "mean"):
            for records in (1, 12, 1024):
                if statistic != "mean" or relation == REPLACE:
                    yield ask(
                        "bounded",
                        "sensitivity",
                        relation,
                        statistic=statistic,
                        lower=lower,
                        upper=upper,
                        records=records,
                    )
    for (records, batch), passes, beta, divided in product(
        ((12, 1), (12, 4), (13, 4), (33, 8), (50, 7), (9, 9)),
        (1, 2, 5),
        (F(1, 2), F(2), F(8)),
        ("its-size", "batch-size"),
    ):
        yield ask("sgd", "sensitivity", REPLACE, gradient=F(1), Lambda=F(1, 2), beta=beta, records=records, batch=batch,
                  steps=passes * -(-records // batch), divided_by=divided)  # fmt: skip


FILES: dict[str, Callable[[], Iterator[Question]]] = {
    "gaussian": gaussian,
    "groups": groups,
    "clipped_sums": clipped_sums,
    "dpsgd": dpsgd,
    "epochs": epochs,
    "discrete": discrete,
    "thresholds": thresholds,
    "sensitivities": sensitivities,
}


# --- which mistakes a question hunts --------------------------------------------------------------------


def _ordinary(q: Question, box: Enclosure) -> bool:
    return q.asked != "delta" or (power(-100) < box.lo and box.hi < F(99, 100))


def _many(q: Question) -> Fraction:
    return q.number("compositions", F(1))


def _phases(q: Question) -> list[dict[str, str]]:
    return list(q.given.get("phases", []))


def _steps(q: Question) -> list[int]:
    return [int(one["steps"]) for one in _phases(q)]


RULES: dict[str, Callable[[Question, Enclosure], bool]] = {
    "accumulation": lambda q, box: q.number("accumulated") > 1,
    "asymmetric-bounds": lambda q, box: q.mechanism == "bounded" and q.number("lower") != -q.number("upper"),
    "cancellation": lambda q, box: q.asked == "delta" and q.number("sigma") ** 2 >= power(40) * _many(q),
    "central-limit": lambda q, box: q.mechanism == "dpsgd" and q.relation == ADD and len(_phases(q)) == 1 and box.hi > 0,
    "compositions-squared": lambda q, box: _many(q) > 1 and _ordinary(q, box) and box.hi > 0,
    "fft-power": lambda q, box: q.mechanism == "dpsgd" and 0 < q.number("delta") <= power(-46) * sum(_steps(q)),
    "grid-noise": lambda q, box: q.mechanism in ("discrete-gaussian", "rounded-gaussian"),
    "group-linear": lambda q, box: q.mechanism == "group",
    "negative-eps": lambda q, box: q.asked == "epsilon" and box.hi == 0,
    "one-direction": lambda q, box: q.mechanism.startswith("dpsgd") and q.relation == ADD,
    "order-range": lambda q, box: q.asked == "epsilon" and q.mechanism == "gaussian" and 0 < box.hi < F(1, 8),
    "overflow": lambda q, box: q.number("eps") > 709 or (q.asked == "epsilon" and box.hi > 709),
    "partial-step": lambda q, box: q.mechanism == "dpsgd-epochs"
    and q.number("records") % (q.number("batch") * q.number("accumulated")) != 0,
    "phases": lambda q, box: len(_phases(q)) > 1,
    "relation": lambda q, box: q.relation == REPLACE and q.mechanism != "sgd",
    "search-tolerance": lambda q, box: q.asked == "sigma",
    "shares": lambda q, box: q.number("users") > 1,
    "short-batch": lambda q, box: q.mechanism == "sgd" and q.number("records") % q.number("batch") != 0,
    "sigma-range": lambda q, box: q.asked == "sigma" and q.mechanism == "gaussian" and q.number("eps") >= 1,
    "sum-or-mean": lambda q, box: (q.mechanism == "bounded" and q.number("records") > 1) or q.number("batch") > 1,
    "tail-truncation": lambda q, box: q.mechanism == "dpsgd" and sum(_steps(q)) >= 10**4,
    "threshold": lambda q, box: q.mechanism == "threshold",
    "tiny-delta": lambda q, box: 0 < q.number("delta") < power(-49)
    or (q.asked == "delta" and SMALLEST_FLOAT <= box.hi < power(-49)),
    "two-regimes": lambda q, box: q.asked == "sigma" and q.mechanism == "gaussian" and _many(q) == 1,
    "underflow": lambda q, box: q.asked == "delta" and box.hi < SMALLEST_FLOAT,
    "variance": lambda q, box: q.mechanism == "gaussian" and q.number("sigma") >= 2 and _ordinary(q, box),
}  # fmt: skip
ALWAYS = "rounding"


def flags(question: Question, box: Enclosure) -> list[str]:
    """The flags whose rule holds; rounding is hunted wherever an answer is not exactly a float."""
    found = [name for name, rule in RULES.items() if rule(question, box)]
    rounds = not (box.lo == box.hi and F(box.upper()) == box.hi) and question.mechanism in (
        "gaussian",
        "clipped-sum",
    )
    return sorted([*found, ALWAYS] if rounds or not found else found)
