"""Eight exercises, one a chapter of docs/. An answer is proved, or refuted by a counterexample that is computed for it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction

import z3

from accountant import delta, group_delta
from accountant.numbers.inputs import as_fraction, require_positive_exact
from paper_claims.registry.record import WORDS, Claim
from paper_claims.registry.verdict import Row, derive
from proofs_check.method.check import Outcome, all_checks
from proofs_check.method.replay import RATIONALS, at_most, equal_at
from proofs_check.method.smt import Terms, prove
from reference import formulas
from reference.errors import require_one_of
from reference.exact.side_by_side import side_by_side
from reference.exact.svm import huber_svm
from reference.notation import Dataset

SMALLER = Fraction(999, 1000)  # a constant is the best one if it does not hold a little smaller


@dataclass(frozen=True)
class Grade:
    """Whether the answer is right, why, and the numbers of a counterexample."""

    right: bool
    why: str
    witness: Mapping[str, str] | None = None


@dataclass(frozen=True)
class Exercise:
    """A question about one statement of the paper, and what judges an answer."""

    label: str
    question: str
    grade: Callable[[str], Grade]


def smallest(holds: Callable[[Fraction], Outcome]) -> Callable[[str], Grade]:
    """The answer is the smallest constant for which this holds."""

    def grade(answer: str) -> Grade:
        given = require_positive_exact("ANSWER", "the constant", answer)
        constant = as_fraction(given)
        found = holds(constant)
        if found.result != "holds":
            return Grade(False, f"refuted: {found.detail}", found.witness)
        below = holds(constant * SMALLER)
        if below.result == "holds":
            return Grade(False, f"true, but not the smallest: {SMALLER} of it is enough as well")
        return Grade(
            True, f"proved ({found.detail}), and the smallest: a thousandth less fails", below.witness
        )

    return grade


def curvature_of_huber(a: Fraction) -> Outcome:
    """Two slopes of the Huber loss differ by at most a/h times the distance of their margins."""
    h, z, z2 = z3.Reals("h z z2")
    num = Terms()
    rise = formulas.huber_slope(h, z2, num) - formulas.huber_slope(h, z, num)
    return prove([h > 0, h <= 1, z <= z2], rise <= z3.Q(a.numerator, a.denominator) / h * (z2 - z), num)


def simplex_constant(a: Fraction) -> Outcome:
    """In q = sum s^2 and r = sum s^3 the left side is C + (1 - C)q - r, and q^2 <= r; else two equal entries at C = 0."""
    C, q, r = z3.Reals("C q r")
    bound = z3.Q(a.numerator, a.denominator) * (C + 1) ** 2
    found = prove([C >= 0, 0 < q, q <= 1, q * q <= r], C + (1 - C) * q - r <= bound)
    if found.result == "holds":
        return found
    halves = [Fraction(1, 2)] * 2
    names = ("sum of s(1-s)(C+s)", "bound")
    return at_most(sum(formulas.simplex_term(s, Fraction(0)) for s in halves), a, names, C=0, s=halves)


def visits(M: int, n: int = 20) -> Fraction:
    """The largest weight that one of n records collects in M steps with the rate 1/(Λm)."""
    weights = formulas.step_weights(Fraction(1), Fraction(1), M, RATIONALS)
    return max(sum((w for m, w in enumerate(weights, 1) if m % n == j), Fraction(0)) for j in range(n))


def half_a_pass(a: Fraction) -> Outcome:
    return at_most(visits(30), a * visits(20), ("weight after 30 steps", "answer times that after 20"), n=20)


def root_of_four(a: Fraction) -> Outcome:
    """The curve depends on sqrt(K)/sigma alone, and grows with it."""
    sigma = z3.Real("sigma")
    found = prove([sigma > 0], 2 / (z3.Q(a.numerator, a.denominator) * sigma) <= 1 / sigma)
    if found.result == "holds":
        return found
    eps, noise = Fraction(6, 10), Fraction(595, 100)
    names = ("delta of four releases", "delta of one")
    return at_most(delta(eps, a * noise, 4), delta(eps, noise), names, eps=eps, sigma=noise, noise=a * noise)


def group_of_fifty(a: Fraction) -> Outcome:
    sigma = z3.Real("sigma")
    found = prove([sigma > 0], 50 / (z3.Q(a.numerator, a.denominator) * sigma) <= 1 / sigma)
    if found.result == "holds":
        return found
    eps, noise = Fraction(6, 10), Fraction(595, 100)
    names = ("delta of the group", "delta of one record")
    return at_most(
        group_delta(eps, a * noise, 50), delta(eps, noise), names, eps=eps, noise=a * noise, group=50
    )


def huber_average(a: Fraction) -> Outcome:
    """From the threshold on ours:huber_threshold is the proof; below it two users are the counterexample."""
    h = Fraction(1, 4)
    if formulas.huber_threshold(Fraction(1), h) <= a:
        return Outcome("holds", "ours:huber_threshold is a theorem about all data")
    users = [Dataset([[1.0], [1.0]], [1, 1]), Dataset([[1.0], [1.0]], [1, -1])]
    sides = side_by_side(users, lambda D: huber_svm(D, h, a))
    return equal_at(sides.average[0], sides.central.f[0], ("averaged model", "central model"), Lambda=a, h=h)


def verdict_of_half_a_proof(answer: str) -> Grade:
    """The audit derives it from the rows."""
    word = "_".join(answer.casefold().replace("_", " ").split())
    word = WORDS.get(word, word.replace("_", " "))
    require_one_of("ANSWER", "the verdict", word, WORDS.values())
    claim = Claim(
        "thm:x", "theorem", "t", "s", "says", "formal", "verified", "none", "c", conclusions=("bound",)
    )
    row = Row("topic.bound", "thm:x", "statement", "smt", "holds", True, "every K", "rejected", concludes="bound",
              needs=("topic.lemma",))  # fmt: skip
    found = derive(claim, [row])
    derived = WORDS[found.verdict]
    return Grade(word == derived, f"derived: {derived}, because there is {found.reason}")


def premise_against_other_starts(answer: str) -> Grade:
    """Without the right premise the proof is rejected, and the registered counterexample is about it."""
    from proofs_check.logic.derived import without  # here: the proofs below the theorem take seconds
    from proofs_check.logic.rules import Rejected
    from proofs_check.sensitivity.general_theorem import GENERAL

    require_one_of("ANSWER", "the premise", answer, list(GENERAL.given))
    try:
        without(GENERAL, answer)
    except Rejected as error:
        said = f"without it the proof is rejected: {error.theorem} needs {error.missing}"
    else:  # no theorem that a claim names has a premise too many: a test of every premise says so
        said = "the proof goes through without it"
    check = all_checks()["sensitivity.counterexamples.start_that_depends_on_the_data"]
    found = check.run()
    right = check.about == f"premise:{answer}" and found.result == "fails"
    return Grade(
        right,
        f"{said}{'' if right else ', but another premise speaks of the start'}",
        found.witness if right else None,
    )


EXERCISES = (
    Exercise("ex:dpsvm#smoothness", "Two slopes of the Huber loss at the margins z <= z' differ by at most a/h times z' - z. "
             "Which is the smallest a?", smallest(curvature_of_huber)),
    Exercise("lem:max_smoothness", "On the simplex sum s(1-s)(C+s) <= a (C+1)^2, for every number of classes and every C >= 0. "
             "Which is the smallest a?", smallest(simplex_constant)),
    Exercise("thm:sensitivity_general", "SGD makes 30 steps with the rate 1/(Λm) over 20 records in a fixed order, one and a "
             "half passes. One record moves the model at most a times as far as in one pass. Which is the smallest a?",
             smallest(half_a_pass)),
    Exercise("lem:gauss_mech", "One release has noise σ. Four releases with noise aσ each are together as private as that one. "
             "Which is the smallest a?", smallest(root_of_four)),
    Exercise("ours:huber_threshold", "Records have norm at most 1, the Huber loss has h = 1/4. For Λ >= a the averaged SVM is "
             "the central one, whatever the data. Which is the smallest a?", smallest(huber_average)),
    Exercise("cor:group_privacy", "Noise σ protects one record. Noise aσ protects a group of 50 records as well. Which is the "
             "smallest a?", smallest(group_of_fifty)),
    Exercise("lem:max_smoothness", "A check concludes the bound of a claim, holds for every size, and has a control; it needs "
             "a lemma that no row shows. Which verdict does the audit derive?", verdict_of_half_a_proof),
    Exercise("thm:sensitivity_general", "Two runs of SGD begin at different models, because the start depends on the data. "
             "Which premise of the theorem (`blindavg show thm:sensitivity_general --proof` lists them) excludes that?",
             premise_against_other_starts),
)  # fmt: skip
