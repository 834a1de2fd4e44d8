"""What a formula asks of a number system, and the two that the learners use.

A formula of `formulas/` is written once; the comment behind its signature is the label of the paper, or `repair` for a
statement of ours. Its `num` argument supplies what + - * / ** do not and decides what a number is: the learner runs the formula
on floats and numpy arrays (here), sympy differentiates it (`proofs_check.method.symbolic`), z3 gets it as a term
(`proofs_check.method.smt`), the accountant evaluates it in balls (`accountant.numbers.balls`). What is proved is what runs.

Symbols: Λ regularization, R radius of the model ball, c bound on the records, h Huber relaxation, p features (p + 1 entries
with the intercept), K classes, n records, M steps, b batch size.
"""

from __future__ import annotations

import math
from types import SimpleNamespace
from typing import Any, Protocol

import numpy as np

Number = Any  # float, numpy array, Fraction, sympy expression, z3 term or ball


class Arithmetic(Protocol):
    """The operations beyond + - * / ** that the formulas need."""

    def number(self, value: str | int) -> Number: ...  # a decimal or whole number, exactly
    def sqrt(self, value: Number) -> Number: ...
    def exp(self, value: Number) -> Number: ...
    def log(self, value: Number) -> Number: ...
    def erfc(self, value: Number) -> Number: ...
    def erfcx_of_root(self, value: Number) -> Number: ...  # e^v erfc(sqrt(v)), which never underflows
    def min(self, *values: Number) -> Number: ...
    def max(self, *values: Number) -> Number: ...
    def if_less(self, left: Number, right: Number, then: Number, otherwise: Number) -> Number: ...


FLOATS: Arithmetic = SimpleNamespace(
    number=float,
    sqrt=math.sqrt,
    exp=math.exp,
    log=math.log,
    erfc=math.erfc,
    erfcx_of_root=lambda value: math.exp(value) * math.erfc(math.sqrt(value)),
    min=min,
    max=max,
    if_less=lambda left, right, then, otherwise: then if left < right else otherwise,
)

ARRAYS: Arithmetic = SimpleNamespace(
    number=float,
    sqrt=np.sqrt,
    exp=np.exp,
    log=np.log,
    erfc=np.vectorize(math.erfc, otypes=[float]),
    erfcx_of_root=lambda value: np.exp(value) * ARRAYS.erfc(np.sqrt(value)),
    min=lambda *values: np.minimum.reduce(np.broadcast_arrays(*values)),
    max=lambda *values: np.maximum.reduce(np.broadcast_arrays(*values)),
    if_less=lambda left, right, then, otherwise: np.where(left < right, then, otherwise),
)
