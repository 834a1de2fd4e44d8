"""The exponential and the logarithm: what they are, and two facts that follow.

`NUM` of `numbers` with these two is the arithmetic that formulas with exp and log are run with.
"""

from types import SimpleNamespace

import z3

from proofs_check.lemmas.numbers import NUM, Real
from proofs_check.logic.rules import axiom, leaf, lemma

expo, log = z3.Function("expo", Real, Real), z3.Function("ln", Real, Real)
EXACT = SimpleNamespace(**{**vars(NUM), "exp": expo, "log": log})
a, b, x = z3.Reals("a b exponent")
_WHY = "what a logarithm is (Rudin, Principles of Mathematical Analysis, chapter 8)"
LOG = axiom(
    "exponential: logarithm",
    z3.And(log(1) == 0, log(a * b) == log(a) + log(b)),
    over=["a", "b"],
    given={"positive": z3.And(a > 0, b > 0)},
    why=_WHY,
)
TANGENT = axiom("exponential: tangent", log(a) <= a - 1, over=["a"], given={"positive": a > 0}, why=_WHY)
POWER = axiom("exponential: power", z3.And(expo(x) > 0, log(expo(x)) == x), over=["exponent"], why=_WHY)
ORDER = {"order": z3.And(b > 0, a >= b)}
SECOND_ORDER = leaf(
    "the logarithm to second order",
    z3.And(
        2 * a * b * (log(a) - log(b)) <= (a - b) * (a + b),
        2 * a * a * (log(a) - log(b)) >= (a - b) * (3 * a - b),
    ),
    over=["a", "b"],
    given=ORDER,
    by="diameter.two_classes.logarithm_to_second_order",
)


def divergence(a, b):
    """a log(a/b) - a + b: how far a is from b, never negative."""
    return a * (log(a) - log(b)) - a + b


cap, floor = z3.Reals("cap floor")
POSITIVE = {"positive": z3.And(a > 0, b > 0)}
TWO_LOGS = lemma(
    "the logarithm of a quotient",
    POSITIVE,
    log(a / b) == log(a) - log(b),
    by=[a / b > 0, LOG.at(a=a / b, b=b), a / b * b == a, log(a / b * b) == log(a)],
)
ABOVE = lemma(
    "the logarithm lies below its tangent",
    POSITIVE,
    b * (log(a) - log(b)) <= a - b,
    by=[TWO_LOGS, TANGENT.at(a=a / b), b * log(a / b) <= b * (a / b - 1), b * (a / b - 1) == a - b],
)
RECIPROCAL = lemma(
    "e^x e^(-x) = 1",
    {},
    expo(x) * expo(-x) == 1,
    by=[
        [POWER, POWER.at(exponent=-x), LOG.at(a=expo(x), b=expo(-x))],
        [TANGENT.at(a=expo(x) * expo(-x)), TWO_LOGS.at(a=1, b=expo(x) * expo(-x))],
        TANGENT.at(a=1 / (expo(x) * expo(-x))),
    ],
)
