"""The line as an inner product space: what the joint models of the theorems are made of."""

from functools import partial

import z3

from proofs_check.logic.models import model, root

REAL, BOOL, number = z3.RealSort(), z3.BoolSort(), z3.ToReal
LINE = {
    "add": lambda a, b: a + b,
    "scale": lambda r, a: r * a,
    "dot": lambda a, b: a * b,
    "norm": lambda a: z3.If(a >= 0, a, -a),
    "zero": 0,
    "root": root,
}


def when(condition, then, otherwise=0):
    """A number by cases."""
    return z3.If(condition, *(z3.RealVal(x) if isinstance(x, int) else x for x in (then, otherwise)))


def stated(label, theorem, about, sorts, meaning, **more):
    """A row of STATES: what the theorem states, and its joint model on demand."""
    return label, theorem, about, partial(model, theorem, sorts, meaning, **more)
