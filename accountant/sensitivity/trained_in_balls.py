"""SVM-SGD, SoftmaxReg-SGD and HingeSVM-SGDWA in balls: what floats suggest about a pair of datasets is measured again.

Records, labels and hyperparameters are floats taken exactly; every step after that, clipping included, is enclosed.
The steps are those of `reference/`, from the same formulas; a test compares the two on random data.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from typing import Any

from flint import arb

from accountant.numbers.balls import BALLS, enclosure, exact, precision
from accountant.numbers.enclosure import Enclosure
from reference import formulas
from reference.learners.schedule import Divisor, Order, batches, fixed_divisor
from reference.learners.svm_sgd import LabelReading, one_vs_rest
from reference.loss_files.learner import Loss
from reference.notation import Dataset, Xi, require_labels, require_signs

Vector = list[arb]
Model = list[Vector]  # one vector per class
BallProjection = Callable[[Model, arb], Model]
Start = tuple[int, Model]  # steps that are done, and the model they led to
Slopes = Callable[[Vector, int], Vector]  # of the loss in the logits, at the record with this index
BITS = 128
ZERO, ONE = arb(0), arb(1)
MOST_BITS = 1 << 14
ENOUGH = Fraction(1, 10**12)


def norm(vectors: Sequence[Vector]) -> arb:
    squares = sum((entry * entry for vector in vectors for entry in vector), ZERO)
    if squares > 0:
        return BALLS.sqrt(squares)
    return ZERO.union(BALLS.sqrt(squares.upper()))  # the sum is not negative, its enclosure may be


def onto_ball(f: Model, R: arb) -> Model:
    """The nearest point of the ball of radius R."""
    return _scaled(f, formulas.shrink_factor(R, norm(f), BALLS))


def onto_sphere(f: Model, R: arb) -> Model:
    """The printed rescaling R f/|f|."""
    return _scaled(f, formulas.sphere_factor(R, norm(f)))


def clipped(x: Vector, c: arb) -> Vector:
    return _scaled([x], formulas.shrink_factor(c, norm([x]), BALLS))[0]


def svm_in_balls(
    D: Dataset,
    xi: Xi,
    project: BallProjection = onto_ball,
    divisor: Divisor = fixed_divisor,
    label: LabelReading = one_vs_rest,
    order: Order = None,
    classes: Sequence[int] | None = None,
    p: int | None = None,
    start: Start | None = None,
) -> Model:
    """alg:dpsvm, as `svm_sgd`; the columns of `classes`, or of all. `start` goes on from there, for a single class.

    `p` counts the features if some that are 0 in every record are not stored: their weights stay 0, but beta counts them.
    """
    require_labels(D, xi.K)
    h, p = exact(xi.relaxation()), D.x.shape[1] - 1 if p is None else p
    beta = formulas.smoothness_svm(exact(xi.Lambda), exact(xi.c), h, p, BALLS)
    model = []
    for k in range(xi.K) if classes is None else classes:
        signs = [exact(sign) for sign in label(D.y, k).tolist()]

        def slopes(z: Vector, j: int, signs: Vector = signs) -> Vector:
            return [signs[j] * formulas.huber_slope(h, signs[j] * z[0], BALLS)]

        model += _projected_sgd(D, xi, 1, slopes, _Pace.of(beta, xi), project, divisor, order, start)
    return model


def softmax_in_balls(
    D: Dataset,
    xi: Xi,
    project: BallProjection = onto_ball,
    divisor: Divisor = fixed_divisor,
    order: Order = None,
    p: int | None = None,
    start: Start | None = None,
) -> Model:
    """alg:dpsoftmax, `reference.learners.softmax_reg_sgd`; `p` and `start` as for the SVM."""
    require_labels(D, xi.K)
    p = D.x.shape[1] - 1 if p is None else p
    beta = formulas.smoothness_softmax(exact(xi.Lambda), exact(xi.c), p, xi.K, BALLS)
    labels = D.y.tolist()

    def slopes(z: Vector, j: int) -> Vector:
        return [formulas.softmax_slope(_share(z, k), int(labels[j] == k)) for k in range(xi.K)]

    return _projected_sgd(D, xi, xi.K, slopes, _Pace.of(beta, xi), project, divisor, order, start)


def hinge_in_balls(
    D: Dataset,
    xi: Xi,
    project: BallProjection = onto_ball,
    divisor: Divisor = fixed_divisor,
    order: Order = None,
) -> Model:
    """HingeSVM-SGDWA, `reference.learners.hinge_svm`, on clipped records. At the kink the enclosure covers both slopes."""
    require_signs(D)
    Lambda, signs = exact(xi.Lambda), [exact(sign) for sign in D.y.tolist()]

    def slopes(z: Vector, j: int) -> Vector:
        return [signs[j] * formulas.hinge_slope(signs[j] * z[0], BALLS)]

    pace = _Pace(
        2 * Lambda,
        lambda m: formulas.subgradient_step(Lambda, m),
        lambda m: formulas.averaging_weight(exact(m)),
    )
    return _projected_sgd(D, xi, 1, slopes, pace, project, divisor, order)


def loss_in_balls(
    D: Dataset, xi: Xi, loss: Loss, divisor: Divisor = fixed_divisor, order: Order = None
) -> Model:
    """A loss file's learner, `reference.loss_files.learner`; labels -1 and +1 for a loss of the margin."""
    labels, pace = D.y.tolist(), _Pace.of(loss.beta(exact(xi.Lambda), exact(xi.c), BALLS), xi)
    if loss.columns_are_joint:
        require_labels(D, xi.K)
        A, B, E = loss.weights(BALLS)

        def slopes(z: Vector, j: int) -> Vector:
            return [A * _share(z, k) - B * int(labels[j] == k) - E / xi.K for k in range(xi.K)]
    else:
        require_signs(D)

        def slopes(z: Vector, j: int) -> Vector:
            return [exact(labels[j]) * loss.slope_at(labels[j] * z[0], BALLS)]

    columns = xi.K if loss.columns_are_joint else 1
    return _projected_sgd(D, xi, columns, slopes, pace, onto_ball, divisor, order)


def measured_gap(
    train: Callable[..., Model], first: Dataset, second: Dataset, shared: Callable[[], Start] | None = None
) -> Enclosure:
    """The certified distance, in the Frobenius norm, of the models that two datasets lead to.

    Rescaling and projecting lose a few bits a step, so precision is raised until 12 digits are left. `shared` runs the
    steps that the two have in common; `train` then goes on from there.
    """
    bits = BITS
    while True:
        with precision(bits):
            start = {} if shared is None else {"start": shared()}
            f, g = train(first, **start), train(second, **start)
            gap = norm([[a - b for a, b in zip(u, v, strict=True)] for u, v in zip(f, g, strict=True)])
            narrow = gap.is_finite() and gap.rad() <= exact(ENOUGH) * BALLS.max(abs(gap), exact(ENOUGH))
            if narrow or bits >= MOST_BITS:
                return enclosure(gap)
        bits *= 4


@dataclass(frozen=True)
class _Pace:
    """The regularizer's pull towards 0, the learning rate, and the share of iterate m in the output (None: the last)."""

    pull: arb
    rate: Callable[[int], arb]
    share: Callable[[int], arb] | None = None

    @classmethod
    def of(cls, beta: arb, xi: Xi) -> _Pace:
        Lambda = exact(xi.Lambda)
        return cls(Lambda, lambda m: formulas.learning_rate(beta, Lambda, m, BALLS))


def _projected_sgd(
    D: Dataset,
    xi: Xi,
    columns: int,
    slopes: Slopes,
    pace: _Pace,
    project: BallProjection,
    divisor: Divisor,
    order: Order,
    start: Start | None = None,
) -> Model:
    R, c = exact(xi.R), exact(xi.c)
    x = [clipped([exact(entry) for entry in row], c) for row in D.x.tolist()]
    done, f = start or (0, [[ZERO] * D.x.shape[1] for _ in range(columns)])
    average, plan = f, batches(len(D), xi.M, xi.b, order)
    for m, batch in enumerate(islice(plan, done, None), start=done + 1):
        tau, size = pace.rate(m), divisor(len(batch), xi.b)
        by_record = [(x[j], slopes([_dot(column, x[j]) for column in f], j)) for j in batch.tolist()]

        def moved(entry: arb, i: int, k: int, tau: arb = tau, size: int = size, seen: Any = by_record) -> arb:
            summed = sum((formulas.loss_gradient_entry(x_j[i], s[k]) for x_j, s in seen), ZERO)
            return formulas.sgd_step(entry, tau, formulas.gradient_entry(pace.pull, entry, summed / size))

        f = [[moved(entry, i, k) for i, entry in enumerate(column)] for k, column in enumerate(f)]
        f = project(f, R)
        average = f if pace.share is None else _towards(average, f, pace.share(m))
    return average


def _towards(start: Model, end: Model, share: arb) -> Model:
    return [[a + share * (b - a) for a, b in zip(u, v, strict=True)] for u, v in zip(start, end, strict=True)]


def _share(z: Vector, k: int) -> arb:
    """The softmax of logit k, shifted by z_k: the radius then shrinks with s(1 - s), and thousands of steps stay narrow."""
    others = (BALLS.exp(logit - z[k]) for p, logit in enumerate(z) if p != k)
    return formulas.softmax(ONE, sum(others, ONE))


def _dot(u: Vector, v: Vector) -> arb:
    return sum((a * b for a, b in zip(u, v, strict=True)), ZERO)


def _scaled(f: Model, factor: arb) -> Model:
    return [[factor * entry for entry in vector] for vector in f]
