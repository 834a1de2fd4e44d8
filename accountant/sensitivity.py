"""Certified sensitivity of projected SGD: Theorem R evaluated in balls, beside the printed bound.

Neighbours replace one record. The learner projects onto the ball of radius R, starts at a model that does not depend on
the data, and visits the records in an order that does not either. The bound for a record visited in the steps m with a
batch divided by d is gap/Λ times the sum of w_m/d, where the gap is how far two loss gradients at one model can be apart:
2c for the SVM, the gradient diameter for the softmax. The sensitivity is its largest value over the records, and at most 2R.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

from flint import arb

from accountant.balls import BALLS, enclosure, exact, precision
from accountant.diameter import gradient_diameter
from accountant.enclosure import Enclosure
from reference import formulas
from reference.arithmetic import Arithmetic
from reference.errors import reject, require_one_of, require_whole
from reference.notation import SYMBOLS
from reference.schedule import Divisor, fixed_divisor

BITS = 128
EXACT_STEPS = (
    400  # up to here rational inputs give the recursion exactly; beyond, its fractions grow too long
)
LEARNERS = ("svm", "softmax")
_RATIONALS: Arithmetic = SimpleNamespace(number=Fraction, min=min, max=max)


@dataclass(frozen=True)
class Sensitivity:
    """Bounds on how far one replaced record moves the model (for the SVM: the model of one class)."""

    recursion: Enclosure  # Theorem R for this schedule
    closed_form: Enclosure  # Theorem R with w_m <= 1/M: gap visits/(Λ M d)
    cap: Enclosure  # 2R
    printed: Enclosure  # ex:dpsvm or thm:sens_softmax, which fails for some schedules
    gradient_gap: Enclosure  # what one step on the replaced record can change, before the learning rate

    @property
    def best(self) -> Enclosure:
        """The smallest of the proved bounds; its upper end is what noise must be scaled to."""
        return min((self.recursion, self.closed_form, self.cap), key=lambda box: box.upper())


def sensitivity(
    learner: str,
    *,
    c: Any,
    Lambda: Any,
    R: Any,
    n: int,
    M: int,
    b: int = 1,
    K: int = 2,
    p: int = 0,
    h: Any = None,
    divisor: Divisor = fixed_divisor,
    smoothness: str = "printed",
) -> Sensitivity:
    """Theorem R for SVM-SGD or SoftmaxReg-SGD in passes of ceil(n/b) batches; `smoothness` is the beta of the learning rate."""
    require_one_of("learner", "the learner", learner, LEARNERS, because="its gradient bound must be known")
    require_one_of(
        "smoothness",
        "β, the smoothness",
        smoothness,
        ("printed", "spectral"),
        because="it sets the learning rate",
    )
    for name, value, least in (("n", n, 1), ("M", M, 1), ("b", b, 1), ("K", K, 2), ("p", p, 0)):
        require_whole(
            name,
            SYMBOLS.get(name, name),
            value,
            at_least=least,
            because="a schedule is counted in whole numbers",
        )
    if b > n:
        raise reject("b", SYMBOLS["b"], f"must be <= n = {n}", b, "a batch holds different records")
    values = {"c": c, "Lambda": Lambda, "R": R} | ({"h": h} if learner == "svm" else {})
    for name, value in values.items():
        if value is None or not exact(value) > 0:
            raise reject(
                name, SYMBOLS[name], "must be > 0", value, "the bound scales with it or divides by it"
            )
    ratios = {name: Fraction(value) for name, value in values.items()}
    with precision(BITS):
        beta, printed = _constants(
            learner, {name: exact(v) for name, v in ratios.items()}, K, p, n, smoothness
        )
        if learner == "svm":  # everything but the printed beta is rational: keep it exact
            G = formulas.loss_gradient_svm(ratios["c"])
            printed = formulas.sensitivity_svm(ratios["Lambda"], ratios["R"], ratios["c"], n)
            gap = Enclosure(2 * G, 2 * G)
        else:  # Theorem R needs 2G only where it compares two gradients at one model: half the diameter is enough
            gap = gradient_diameter(ratios["R"], ratios["c"], K)
            G = exact(gap.hi) / 2
        slots = _slots(n, b, divisor)
        return Sensitivity(
            recursion=_recursion(learner, ratios, G, beta, slots, M, smoothness),
            closed_form=_closed_form(G, ratios["Lambda"], slots, M),
            cap=_boxed(2 * ratios["R"]),
            printed=_boxed(printed),
            gradient_gap=gap,
        )


def _constants(learner: str, v: dict[str, arb], K: int, p: int, n: int, smoothness: str) -> tuple[arb, arb]:
    """The beta of the learning rate, and the printed s."""
    c, Lambda, R = v["c"], v["Lambda"], v["R"]
    if learner == "svm":
        spectral = formulas.smoothness_svm_spectral(Lambda, c, v["h"])
        beta = formulas.smoothness_svm(Lambda, c, v["h"], p, BALLS) if smoothness == "printed" else spectral
        return beta, formulas.sensitivity_svm(Lambda, R, c, n)
    spectral = formulas.smoothness_softmax_spectral(Lambda, c)
    beta = formulas.smoothness_softmax(Lambda, c, p, K, BALLS) if smoothness == "printed" else spectral
    return beta, formulas.sensitivity_softmax(Lambda, R, c, n, BALLS)


def _slots(n: int, b: int, divisor: Divisor) -> list[int]:
    """What each batch of a pass is divided by."""
    found = [divisor(min(b, n - start), b) for start in range(0, n, b)]
    for size in set(found):
        require_whole(
            "divisor", "what a batch sum is divided by", size, at_least=1, because="the bound divides by it"
        )
    return found


def _closed_form(G: Any, Lambda: Fraction, slots: list[int], M: int) -> Enclosure:
    visits = [len(range(position, M, len(slots))) for position in range(len(slots))]
    most = max(Fraction(count, size) for count, size in zip(visits, slots, strict=True))
    if isinstance(G, Fraction):
        return _boxed(formulas.sensitivity_any_steps(G, Lambda, M, most, 1))
    return _boxed(formulas.sensitivity_any_steps(G, exact(Lambda), M, exact(most), 1))


def _recursion(
    learner: str, ratios: dict[str, Fraction], G: Any, beta: arb, slots: list[int], M: int, smoothness: str
) -> Enclosure:
    """The largest weighted number of visits, exactly in fractions where the inputs allow it."""
    Lambda = ratios["Lambda"]
    if learner == "svm" and smoothness == "spectral" and M <= EXACT_STEPS:
        rational_beta = formulas.smoothness_svm_spectral(Lambda, ratios["c"], ratios["h"])
        weights = formulas.step_weights(rational_beta, Lambda, M, _RATIONALS)
        return _boxed(
            max(formulas.sensitivity_of_visits(G, Lambda, weights, shares) for shares in _shares(slots, M))
        )
    sums = [exact(0)] * len(slots)
    for m, weight in enumerate(formulas.step_weights(beta, exact(Lambda), M, BALLS)):
        sums[m % len(slots)] += weight / slots[m % len(slots)]
    return _boxed(formulas.sensitivity_of_visits(exact(G), exact(Lambda), [BALLS.max(*sums)], [1]))


def _boxed(value: Any) -> Enclosure:
    return Enclosure(value, value) if isinstance(value, Fraction) else enclosure(value)


def _shares(slots: list[int], M: int) -> Iterator[list[Fraction]]:
    for position, size in enumerate(slots):
        yield [Fraction(int(m % len(slots) == position), size) for m in range(M)]
