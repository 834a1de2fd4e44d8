"""Projected SGD with the slope of a loss file: the lines of alg:dpsvm (margin, one-vs-rest) and of alg:dpsoftmax (logits).

beta is Λ + kappa c^2 with the kappa that was proved for the loss. Start 0, records clipped to c, batch sums divided as asked,
the projection onto the ball of radius R.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from reference import formulas
from reference.arithmetic import ARRAYS, Arithmetic, Number
from reference.fast.many_datasets import Recipe
from reference.learners.losses import Labels, softmax
from reference.learners.projections import clipped, onto_ball
from reference.learners.schedule import Divisor, Order, batches, fixed_divisor
from reference.learners.svm_sgd import one_vs_rest
from reference.loss_files.file import LossFile
from reference.loss_files.grammar import MARGIN
from reference.loss_files.trees import Tree, evaluate
from reference.notation import Array, Dataset, Xi, require_labels


@dataclass(frozen=True)
class Loss:
    """A loss with numbers for its parameters, and beta of its learning rate."""

    of: str
    slope: Tree
    row: tuple[Tree, Tree, Tree]
    parameters: dict[str, Fraction]
    kappa: Fraction  # proved

    @classmethod
    def of_file(cls, file: LossFile, parameters: dict[str, Fraction], kappa: Fraction) -> Loss:
        return cls(file.of, file.slope, file.row, parameters, kappa)

    @property
    def columns_are_joint(self) -> bool:
        """One model for all classes, or one for each."""
        return self.of == "logits"

    def slope_at(self, margin: Number, num: Arithmetic) -> Number:
        return evaluate(self.slope, {**self.values(num), MARGIN: margin}, num)

    def weights(self, num: Arithmetic) -> list[Number]:
        """A, B and E of a loss of the logits."""
        return [evaluate(weight, self.values(num), num) for weight in self.row]

    def values(self, num: Arithmetic) -> dict[str, Number]:
        return {
            name: num.number(v.numerator) / num.number(v.denominator) for name, v in self.parameters.items()
        }

    def slopes(self, z: Array, y: Labels, k: int | None = None) -> Array:
        """The loss's derivative in the logits (records, columns); k names the class of a one-vs-rest model."""
        if self.of == "margin":
            sign = (one_vs_rest(y, k) if k is not None else y.astype(float))[..., None]
            with np.errstate(all="ignore"):  # a branch that is not taken may overflow
                return np.asarray(sign * np.broadcast_to(self.slope_at(sign * z, ARRAYS), z.shape))
        A, B, E = self.weights(ARRAYS)
        return np.asarray(A * softmax(z) - B * (y[..., None] == np.arange(z.shape[-1])) - E / z.shape[-1])

    def beta(self, Lambda: Number, c: Number, num: Arithmetic) -> Number:
        kappa = num.number(self.kappa.numerator) / num.number(self.kappa.denominator)
        return smoothness(Lambda, c, kappa)

    def recipe(self, xi: Xi) -> Recipe:
        """For `reference.fast.many_datasets`; labels -1 and +1 for a loss of the margin."""
        beta = float(self.beta(xi.Lambda, xi.c, ARRAYS))
        joint = self.columns_are_joint
        return Recipe(
            columns=xi.K if joint else 1,
            labels=tuple(range(xi.K)) if joint else (-1, 1),
            slopes=self.slopes,
            bend=lambda z, y, v: np.zeros_like(v),
            pull=xi.Lambda,
            rate=lambda m: float(formulas.learning_rate(beta, xi.Lambda, m)),
            share=lambda m: 1.0,
        )


def smoothness(Lambda: Number, c: Number, kappa: Number) -> Number:
    """Λ + kappa c^2: what a loss with slopes that rise by at most kappa a unit gives. ours:any_loss."""
    return Lambda + kappa * c**2


def loss_sgd(D: Dataset, xi: Xi, loss: Loss, divisor: Divisor = fixed_divisor, order: Order = None) -> Array:
    """One column of the result per class."""
    K, Lambda, R = xi.K, xi.Lambda, xi.R
    require_labels(D, K)
    x, n, d = clipped(D.x, xi.c), *D.x.shape
    beta = float(loss.beta(Lambda, xi.c, ARRAYS))

    def trained(columns: int, k: int | None) -> Array:
        f = np.zeros((d, columns))
        for m, j in enumerate(batches(n, xi.M, xi.b, order), start=1):
            tau = formulas.learning_rate(beta, Lambda, m)
            of_loss = x[j].T @ loss.slopes(x[j] @ f, D.y[j], k) / divisor(len(j), xi.b)
            f = onto_ball(formulas.sgd_step(f, tau, formulas.gradient_entry(Lambda, f, of_loss)), R)
        return f

    if loss.columns_are_joint:
        return trained(K, None)
    return np.concatenate([trained(1, k) for k in range(K)], axis=1)
