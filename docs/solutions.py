"""Solutions of the exercises; `tests/test_docs.py` checks them."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import sympy as sp

from accountant import epsilon, sensitivity, sigma
from accountant.deployment.certificate import Refused, certify
from accountant.deployment.file import read
from paper_claims.registry.record import Claim
from paper_claims.registry.verdict import Row, derive
from proofs_check.method.check import Outcome
from proofs_check.method.replay import at_most
from reference.exact.side_by_side import side_by_side
from reference.exact.svm import huber_svm
from reference.formulas import simplex_bound, simplex_term, simplex_uniform
from reference.notation import Dataset

DEPLOYMENT = Path(__file__).parents[1] / "paper_claims/deployments/cifar10-softmax-dropouts.toml"


def exercise_1() -> tuple[sp.Expr, sp.Expr]:
    """Curvature 2 everywhere left of 1, so beta = Λ + 2c^2. The slope -2(1 - z) grows with |z|: L needs |z| <= Rc."""
    z = sp.Symbol("z")
    loss = (1 - z) ** 2
    return sp.diff(loss, z, 2), sp.diff(loss, z)


def exercise_2(k: int) -> Fraction:
    """C + (1-C)/k - 1/k^2 = (C+1)^2/4 has one solution, 1 - 2/k."""
    C = sp.Symbol("C")
    (found,) = set(sp.roots(simplex_uniform(C, sp.Integer(k)) - (C + 1) ** 2 / 4, C))
    return Fraction(int(found.p), int(found.q))


def exercise_3() -> tuple[float, float]:
    """The records of the second half pass count twice among 30 steps: 2/30 instead of 1/20, four thirds of it."""
    one, more = (
        sensitivity("svm", c=1, Lambda=1, R=1, n=20, M=M, h="0.1", p=1).best.upper() for M in (20, 30)
    )
    return one, more


def exercise_4() -> tuple[float, float]:
    """Four compositions, and the noise for them: twice the noise, since the curve depends on sqrt(K)/sigma."""
    return epsilon("1e-5", "5.95", 4).upper(), sigma("0.6", "1e-5", 4).upper()


def exercise_5() -> dict[Fraction, bool]:
    users = [Dataset([[1.0], [1.0]], [1, 1]), Dataset([[1.0], [1.0]], [1, -1])]
    found = {}
    for Lambda in (Fraction(4, 3), Fraction(13, 10)):
        sides = side_by_side(users, lambda D, at=Lambda: huber_svm(D, Fraction(1, 4), at))
        assert sides.is_certified(Lambda)
        found[Lambda] = sides.average == sides.central.f
    return found


def eps_with_dropouts(dropped: int) -> float:
    """The certified eps if this many of the 1000 users may drop out; infinity if there is no guarantee."""
    from dataclasses import replace

    plan = read(DEPLOYMENT)
    try:
        return certify(
            replace(plan, crowd=replace(plan.crowd, rho=Fraction(dropped, plan.crowd.w)))
        ).eps.upper()
    except Refused:
        return float("inf")


def exercise_6() -> int:
    """The most dropouts with eps <= 0.6, by halving: eps grows with them."""
    low, high = 0, 500
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if eps_with_dropouts(middle) <= 0.6 else (low, middle)
    return low


def exercise_7() -> tuple[str, str]:
    """A row proves only with everything that it needs."""
    claim = Claim(
        "thm:x", "theorem", "t", "s", "says", "formal", "verified", "none", "c", conclusions=("bound",)
    )
    common = ("thm:x", "statement", "smt", "holds", True, "every K", "rejected")
    proof = Row("topic.bound", *common, concludes="bound", needs=("topic.lemma",))
    lemma = Row("topic.lemma", *common)
    return derive(claim, [proof]).verdict, derive(claim, [proof, lemma]).verdict


def exercise_8() -> Outcome:
    """At C = 0 and s = (1/2, 1/2) the sum is 1/4, the whole bound."""
    C, s = Fraction(0), [Fraction(1, 2)] * 2
    value = sum(simplex_term(p, C) for p in s)
    wrong = Fraction(2499, 10000) * (C + 1) ** 2
    assert value == Fraction(simplex_bound(C))
    return at_most(value, wrong, ("sum of s(1-s)(C+s)", "0.2499 (C+1)^2"), C=C, s=s)
