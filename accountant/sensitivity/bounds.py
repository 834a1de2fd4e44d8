"""Certified sensitivity of projected SGD: Theorem R evaluated in balls, beside the printed bound.

Neighbours replace one record. The learner projects onto the ball of radius R, starts at 0, and visits the records in an
order that does not depend on the data; a batch sum is divided by no less than its records. The bound for a record visited in
the steps m with a batch divided by d is 1/Λ times the sum of w_m gap_m/d. gap_m is how far two loss gradients at one model can
then be apart: 2c for the SVM, for the softmax the gradient diameter of models as long as they can be before step m (`radii`).
The sensitivity is its largest value over the records, and at most twice the length of a model: min(R, c/Λ) for the SVM.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import chain
from typing import Any, TypeAlias

from flint import arb

from accountant.numbers.balls import BALLS, enclosure, exact, precision, refined
from accountant.numbers.enclosure import Enclosure
from accountant.numbers.inputs import require_count, require_positive_exact
from accountant.sensitivity.diameter import gradient_diameter, quick_diameter
from accountant.sensitivity.radii import Level, levels, natural_radius, rounded_up
from reference import formulas
from reference.arithmetic import Arithmetic
from reference.errors import reject, require_one_of, require_whole
from reference.learners.schedule import Divisor, fixed_divisor, visits_until
from reference.loss_files.learner import Loss
from reference.loss_files.learner import smoothness as smoothness_of_slope
from reference.notation import SYMBOLS

BITS = 128
WIDTH_BITS = 100  # the recursion in balls is at most 2**-this wide, relatively
EXACT_STEPS = (
    400  # up to here rational inputs give the recursion exactly; beyond, its fractions grow too long
)
LEARNERS = ("svm", "softmax")
CONTRACTS = "a batch sum divided by less than its records may not contract"
LOSSES = ("margin", "logits")  # of a loss file


@dataclass(frozen=True)
class LossBound:
    """What a theorem has shown about a loss file, on the ball of one deployment. The caller vouches for the theorem."""

    loss: Loss
    S: Fraction  # no slope or row of slopes is longer
    reach: Fraction  # for margins up to this, R c
    theorem: str
    file: str


@dataclass(frozen=True)
class Sensitivity:
    """Bounds on how far one replaced record moves the model (for the SVM: the model of one class)."""

    recursion: Enclosure  # Theorem R for this schedule
    closed_form: Enclosure  # Theorem R with w_m <= 1/M: gap visits/(Λ M d)
    cap: Enclosure  # twice the length of the longest model, at most 2R
    printed: Enclosure  # ex:dpsvm or thm:sens_softmax, which fails for some schedules
    gradient_gap: Enclosure  # what one step on the replaced record can change, before the learning rate

    @property
    def best(self) -> Enclosure:
        """The smallest of the proved bounds; its upper end is what noise must be scaled to."""
        return min((self.recursion, self.closed_form, self.cap), key=lambda box: box.upper())


@dataclass(frozen=True)
class Slot:
    """One batch of every pass: the steps first, first + period, ... <= M visit it."""

    first: int
    period: int
    visits: Fraction
    divisor: int

    def weight(self, a: Any, slow: int, M: int, until: int | None = None) -> Any:
        """The sum of the weights of its visits, or of those until a step; a = Λ/β, slow = min(M, floor(β/Λ))."""
        last = M if until is None else min(M, until)
        early = visits_until(min(slow, last), self.first, self.period)
        late = visits_until(last, self.first, self.period) - early
        lag = slow - self.first - (early - 1) * self.period if early else 0
        period = (
            self.period if early > 1 else 1
        )  # one visit has no period; a long one would make a long fraction
        return formulas.weight_of_visits(a, slow, M, early, late, lag, period)


Record: TypeAlias = list[Slot]  # the slots that hold it
Shorter: TypeAlias = Sequence[
    tuple[int, Fraction]
]  # until this step this part of the gap counts, both growing


def sensitivity(
    learner: str,
    *,
    c: Any,
    Lambda: Any,
    R: Any,
    n: Any,
    M: Any,
    b: Any = 1,
    K: Any = 2,
    p: Any = 0,
    h: Any = None,
    divisor: Divisor = fixed_divisor,
    smoothness: str = "printed",
    radii: str = "landing",
    visits: Sequence[Sequence[tuple[Any, Any]]] | None = None,
    loss: LossBound | None = None,
) -> Sensitivity:
    """Theorem R for SVM-SGD or SoftmaxReg-SGD in passes of ceil(n/b) batches; `smoothness` is the beta of the learning rate.

    With a `loss` the learner is that of its file, beta is Λ + kappa c^2, and "printed" is 2L/(Λn) with L = ΛR + Sc.
    `radii` says how the lengths of softmax models are bounded: by where each step lands, or only by the longest gradient
    ("length"). The time does not depend on n and M.
    For any other order pass `visits`, which takes the place of b and the divisor: for each record in question the steps m
    that visit it, as pairs (m, what the batch of step m is divided by).
    """
    known = LEARNERS if loss is None else (loss.loss.of,)
    require_one_of(
        "learner", "the learner", learner, known, because="a gradient bound is known for these only"
    )
    require_one_of(
        "smoothness",
        "β, the smoothness",
        smoothness,
        ("printed", "spectral"),
        because="it sets the learning rate",
    )
    require_one_of("radii", "what bounds the models' lengths", radii, ("landing", "length"))
    n, M, b, K, p = (
        require_count(name, SYMBOLS[name], value, at_least=least)
        for name, value, least in (("n", n, 1), ("M", M, 1), ("b", b, 1), ("K", K, 2), ("p", p, 0))
    )
    if not callable(divisor):
        raise reject("divisor", "what a batch sum is divided by", "must be a function", divisor)
    if b > n:
        raise reject("b", SYMBOLS["b"], f"must be <= n = {n}", b, "a batch holds different records")
    given = {"c": c, "Lambda": Lambda, "R": R} | ({"h": h} if learner == "svm" else {})
    ratios = {
        name: require_positive_exact(
            name, SYMBOLS[name], value, because="the bound scales with it or divides by it"
        )
        for name, value in given.items()
    }
    records = (
        [[slot] for slot in _decisive_slots(n, M, b, divisor)] if visits is None else _visited(visits, M)
    )
    if loss is not None and ratios["R"] * ratios["c"] > loss.reach:
        why = f"the theorem of {loss.file} covers no larger margins"
        raise reject("R c", "the largest margin", f"must be <= {loss.reach}", ratios["R"] * ratios["c"], why)
    beta, Lambda = partial(beta_of, learner, ratios, K, p, smoothness, loss), ratios["Lambda"]
    shorter: Shorter = []
    with precision(BITS):
        if loss is not None:
            G: Fraction | arb = loss.S * ratios["c"]
            gap, longest = _boxed(2 * G), ratios["R"]
        elif learner == "svm":  # everything but the printed beta is rational: keep it exact
            G = formulas.loss_gradient_svm(ratios["c"])
            gap, longest = _boxed(2 * G), min(ratios["R"], ratios["c"] / Lambda)
        else:  # Theorem R needs 2G only where it compares two gradients at one model: half the diameter is enough
            reached = _levels(beta(), ratios, K, M, radii == "landing")
            longest, before = reached[-1].radius, reached[-2].radius
            gap = gradient_diameter(before, ratios["c"], K)
            G = exact(gap.hi) / 2
            shorter = _parts(reached[:-2], gap.hi, ratios["c"], K)
    share = _largest_share(beta, Lambda, records, M, shorter)
    with precision(BITS):
        return Sensitivity(
            recursion=_recursion(G, Lambda, share),
            closed_form=_closed_form(G, Lambda, records, M),
            cap=_boxed(2 * longest),
            printed=_boxed(_printed(learner, ratios, n, loss)),
            gradient_gap=gap,
        )


def _parts(reached: Sequence[Level], gap: Fraction, c: Fraction, K: int) -> Shorter:
    """The part of the gap that counts until each level is left; what bounds a later level bounds the earlier ones, too."""
    found: list[tuple[int, Fraction]] = []
    part = Fraction(1)
    for level in reversed(reached):
        part = min(part, rounded_up(quick_diameter(level.radius, c, K) / gap))
        found.append((level.steps + 1, part))
    return found[::-1]


def _levels(beta: Fraction | arb, v: dict[str, Fraction], K: int, M: int, landing: bool) -> list[Level]:
    """How long models can be after how many steps; the last two levels are those before and after step M."""
    ratio, known = exact(beta) / exact(v["Lambda"]), (v["R"], v["c"], v["Lambda"], K)
    floors = {min(M, int(end.floor().unique_fmpz())) for end in (ratio.lower(), ratio.upper())}
    if len(floors) > 1:  # which step is the first of the late ones is not decided: only the natural radius is
        most = natural_radius(*known)
        return [Level(M - 1, most), Level(M, most)]
    found = levels(*known, 1 / ratio, floors.pop(), M - 1, landing)
    slow = min(M, int(ratio.lower().floor().unique_fmpz()))
    return [*found, levels(*known, 1 / ratio, slow, M, landing)[-1]]


def _printed(learner: str, v: dict[str, Fraction], n: int, loss: LossBound | None) -> Fraction | arb:
    """The printed s; for a loss file that of thm:sensitivity_general, 2L/(Λn)."""
    if loss is not None:
        return Fraction(formulas.sensitivity(v["Lambda"] * v["R"] + loss.S * v["c"], v["Lambda"], n))
    if learner == "svm":
        return formulas.sensitivity_svm(v["Lambda"], v["R"], v["c"], n)
    return formulas.sensitivity_softmax(exact(v["Lambda"]), exact(v["R"]), exact(v["c"]), n, BALLS)


def beta_of(
    learner: str,
    v: dict[str, Fraction],
    K: int,
    p: int,
    smoothness: str,
    loss: LossBound | None = None,
    num: Arithmetic = BALLS,
) -> Any:
    """The smoothness that the learning rate uses, a fraction if it is rational; at least Λ in every case."""
    number: Callable[[Any], Any] = num.number
    if loss is not None:
        return Fraction(smoothness_of_slope(v["Lambda"], v["c"], loss.loss.kappa))
    if smoothness == "spectral":
        if learner == "svm":
            return formulas.smoothness_svm_spectral(v["Lambda"], v["c"], v["h"])
        return formulas.smoothness_softmax_spectral(v["Lambda"], v["c"])
    if learner == "svm":
        return formulas.smoothness_svm(number(v["Lambda"]), number(v["c"]), number(v["h"]), p, num)
    return formulas.smoothness_softmax(number(v["Lambda"]), number(v["c"]), p, K, num)


def _decisive_slots(n: int, M: int, b: int, divisor: Divisor) -> list[Slot]:
    """The few batches of a pass among which the largest bound is found.

    The weights w_m do not decrease with m (see `weight_of_visits`; a slow <= 1). So of the batches with the same divisor,
    the one visited last has the largest sum: that of step M, or the one before it if step M visits the last batch of a
    pass, the only one that may be short.
    """
    period = -(-n // b)
    slots = []
    for position in sorted({(M - 1) % period, max(0, period - 2), period - 1}):
        if position < M:
            records = min(b, n - position * b)
            size = divisor(records, b)
            require_whole(
                "divisor", "what a batch sum is divided by", size, at_least=records, because=CONTRACTS
            )
            visits = Fraction((M - 1 - position) // period + 1)
            slots.append(Slot(position + 1, min(period, M), visits, int(size)))
    return slots


def _visited(visits: Any, M: int) -> list[Record]:
    """The records of an order of the caller's own, each with one slot for every visit."""
    why = "each record has a list of its visits (m, divisor), a step and what its batch is divided by"
    try:
        pairs = [[(m, d) for m, d in record] for record in visits]
    except (TypeError, ValueError):
        pairs = []
    if not pairs:
        raise reject("visits", "the visits of each record", "must be a list of lists of pairs", visits, why)
    for m, d in chain.from_iterable(pairs):
        require_count("divisor", "what a batch sum is divided by", d, "the bound divides by it")
        if require_count("m", "a step that visits the record", m, "steps are counted from 1") > M:
            raise reject(
                "m", "a step that visits the record", f"must be <= M = {M}", m, "later steps are not run"
            )
    found = [[(int(m), int(d)) for m, d in record] for record in pairs]
    for record in found:
        held = Counter(m for m, _ in record)
        for m, d in record:
            if d < held[m]:
                rule = f"must be >= {held[m]}, the visits of step {m}"
                raise reject("divisor", "what a batch sum is divided by", rule, d, CONTRACTS)
    return [[Slot(m, M, Fraction(1), d) for m, d in record] for record in found]


def _largest_share(
    beta: Callable[[], Fraction | arb],
    Lambda: Fraction,
    records: list[Record],
    M: int,
    shorter: Shorter,
) -> Fraction | arb:
    """The largest sum of w_m/d over the steps that visit a record; exact where the inputs allow it.

    Of the visits until a step of `shorter` only that part of the gap counts.
    """
    with precision(BITS):
        constant = beta()
    if isinstance(constant, Fraction) and M <= EXACT_STEPS:
        return max(_shares(Lambda / constant, min(M, math.floor(constant / Lambda)), records, M, shorter))
    # beta/Λ below M is then known to less than 1, so that its floor is one of two numbers
    low, high = refined(
        lambda: _share_in_balls(exact(beta()) / exact(Lambda), records, M, shorter),
        BITS + M.bit_length(),
        lambda ball: ball.rel_accuracy_bits() >= WIDTH_BITS,
    )
    with precision(BITS):
        return low.union(high)


def _share_in_balls(ratio: arb, records: list[Record], M: int, shorter: Shorter) -> arb:
    """The same from a ball around beta/Λ, for each whole number that may be its floor."""
    floors = {min(M, int(end.floor().unique_fmpz())) for end in (ratio.lower(), ratio.upper())}
    first, *others = (BALLS.max(*_shares(1 / ratio, slow, records, M, shorter)) for slow in floors)
    for other in others:
        first = first.union(other)
    return first


def _shares(a: Any, slow: int, records: list[Record], M: int, shorter: Shorter) -> list[Any]:
    parts = [part for _, part in shorter] + [Fraction(1)]

    def counted(slot: Slot) -> Any:
        """Each part saves what it lacks to the next, of all visits until then."""
        total = slot.weight(a, slow, M)
        for (until, part), following in zip(shorter, parts[1:], strict=True):
            saved = following - part
            total -= slot.weight(a, slow, M, until) * saved.numerator / saved.denominator
        return total / slot.divisor

    return [sum(map(counted, record), 0 * a) for record in records]


def _closed_form(G: Fraction | arb, Lambda: Fraction, records: list[Record], M: int) -> Enclosure:
    """The same with w_m <= 1/M."""
    visits = max(sum((slot.visits / slot.divisor for slot in record), Fraction(0)) for record in records)
    if isinstance(G, Fraction):
        return _boxed(formulas.sensitivity_any_steps(G, Lambda, M, visits, 1))
    return _boxed(formulas.sensitivity_any_steps(G, exact(Lambda), M, exact(visits), 1))


def _recursion(G: Fraction | arb, Lambda: Fraction, share: Fraction | arb) -> Enclosure:
    """2G/Λ times the share, in fractions if all are."""
    if isinstance(G, Fraction) and isinstance(share, Fraction):
        return _boxed(formulas.sensitivity_of_visits(G, Lambda, [share], [1]))
    return _boxed(formulas.sensitivity_of_visits(exact(G), exact(Lambda), [exact(share)], [1]))


def _boxed(value: Fraction | arb) -> Enclosure:
    return Enclosure(value, value) if isinstance(value, Fraction) else enclosure(value)
