"""thm:sensitivity_general without the premises that it does not name: exact counterexamples on the line.

The objective of a record z is Λ/2 f^2 - z f with |z| <= G, one dimension: Λ-strongly convex, Λ-smooth and, on [-R, R],
(ΛR + G)-Lipschitz. Runs are in fractions. With beta = Λ the model after m steps is the mean of the z visited, over Λ.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

import z3

from proofs_check.method.check import Outcome, check
from proofs_check.method.replay import RATIONALS, at_most
from proofs_check.method.smt import prove
from proofs_check.sensitivity.one_step import GENERAL
from reference import formulas
from reference.learners.schedule import Divisor, batches, fixed_divisor, own_size

Projection = Callable[[Fraction, Fraction], Fraction]
LAMBDA, G = Fraction(1), Fraction(1)


def onto_interval(f: Fraction, R: Fraction) -> Fraction:
    return f * formulas.shrink_factor(R, abs(f), RATIONALS)


def rescaled(f: Fraction, R: Fraction) -> Fraction:
    """The printed last line of both algorithm boxes, in one dimension."""
    return f * formulas.sphere_factor(R, abs(f))


def run(
    z: Sequence[int],
    M: int,
    R: Fraction,
    *,
    beta: Fraction = LAMBDA,
    b: int = 1,
    divisor: Divisor = fixed_divisor,
    order: Sequence[int] | Sequence[Sequence[int]] | None = None,
    start: Fraction = Fraction(0),
    project: Projection = onto_interval,
) -> Fraction:
    f = start
    order = list(range(len(z))) if order is None else order
    for m, batch in enumerate(batches(len(z), M, b, order), start=1):
        loss = Fraction(-sum(z[j] for j in batch.tolist()), divisor(len(batch), b))
        gradient = formulas.gradient_entry(LAMBDA, f, loss)
        f = project(formulas.sgd_step(f, formulas.learning_rate(beta, LAMBDA, m, RATIONALS), gradient), R)
    return f


def against_print(first: Fraction, second: Fraction, n: int, R: Fraction, **setting: object) -> Outcome:
    """The distance of two runs against 2L/(Λn), L = ΛR + G."""
    printed = formulas.sensitivity_svm(LAMBDA, R, G, n)
    names = ("distance of the models", "printed bound 2L/(Λn)")
    return at_most(abs(first - second), printed, names, n=n, R=R, Lambda=LAMBDA, G=G, **setting)


def replaced(n: int, j: int) -> tuple[list[int], list[int]]:
    """All records 0 but record j, which is +1 in one dataset and -1 in the other."""
    return [int(i == j) for i in range(n)], [-int(i == j) for i in range(n)]


def with_steps(M: int, j: int = 499, n: int = 1000, R: Fraction = Fraction(1, 10)) -> Outcome:
    first, second = replaced(n, j)
    return against_print(run(first, M, R), run(second, M, R), n, R, M=M, replaced=j)


@check(
    GENERAL,
    about="premise:whole-passes",
    method="exact",
    scope="n = 1000, M = 1500 steps",
    expect="fails",
    control=[lambda: with_steps(1000), lambda: with_steps(3000)],
)
def half_a_pass_too_many() -> Outcome:
    """One and a half passes visit the first half of the records twice, and 2L/(Λn) is exceeded by a fifth."""
    return with_steps(1500)


@check(
    GENERAL,
    about="premise:whole-passes",
    method="exact",
    scope="n = 1000, a single step, R = 1",
    expect="fails",
    control=lambda: with_steps(1000, j=0, R=Fraction(1)),
)
def one_step_forgets_nothing() -> Outcome:
    """After one step the model is the first record: 2G/Λ apart, whatever n is; the bound falls like 1/n."""
    return with_steps(1, j=0, R=Fraction(1))


def in_order(order: Sequence[int], R: Fraction = Fraction(1)) -> Outcome:
    n = len(order)
    first, second = replaced(n, 0)
    sets = [[j] for j in order]
    return against_print(run(first, n, R, order=sets), run(second, n, R, order=sets), n, R, order=list(order))


@check(
    GENERAL,
    about="premise:each-record-once-a-pass",
    method="exact",
    scope="n = 10, one possible draw with replacement",
    expect="fails",
    control=lambda: in_order([3, 1, 0, 2, 4, 5, 6, 7, 8, 9]),
)
def sampling_with_replacement() -> Outcome:
    """Indices drawn with replacement may hit one record every time: the models are 2G/Λ apart after n steps."""
    return in_order([0] * 10)


def order_from_data(looks: bool, n: int = 40, ratio: int = 20) -> Outcome:
    """Half the records are +1, half -1; the order puts one sign first, chosen by the sign of record 0 if it `looks`."""
    beta, R = ratio * LAMBDA, Fraction(1)
    first = [1] + [1] * (n // 2 - 1) + [-1] * (n // 2)
    second = [-1, *first[1:]]
    order = list(range(n))
    other = order[::-1] if looks else order
    models = run(first, n, R, beta=beta, order=order), run(second, n, R, beta=beta, order=other)
    return against_print(*models, n, R, beta=beta, order_depends_on_data=looks)


@check(
    GENERAL,
    about="premise:order-ignores-the-data",
    method="exact",
    scope="n = 40, one pass, beta = 20Λ",
    expect="fails",
    control=lambda: order_from_data(looks=False),
)
def order_chosen_by_a_record() -> Outcome:
    """If a record decides in which order the others are visited, it moves the model by more than its own share."""
    return order_from_data(looks=True)


def last_batch(divisor: Divisor, n: int = 50, b: int = 20, R: Fraction = Fraction(1, 10)) -> Outcome:
    first, second = replaced(n, n - 1)
    M = -(-n // b)
    models = (run(z, M, R, b=b, divisor=divisor) for z in (first, second))
    return against_print(*models, n, R, b=b, M=M, divisor=divisor.__name__)


@check(
    GENERAL,
    about="premise:fixed-divisor",
    method="exact",
    scope="n = 50, batches of 20, one pass",
    expect="fails",
    control=lambda: last_batch(fixed_divisor),
)
def short_last_batch_averaged_over_itself() -> Outcome:
    """A last batch of 10 averaged over its own size counts its records twice as much: the bound is exceeded by half."""
    return last_batch(own_size)


def started_at(start: Fraction, n: int = 100, ratio: int = 20) -> Outcome:
    beta, R = ratio * LAMBDA, Fraction(1)
    zeros = [0] * n
    models = run(zeros, n, R, beta=beta, start=start), run(zeros, n, R, beta=beta, start=-start)
    return against_print(*models, n, R, beta=beta, start=start, other_start=-start)


@check(
    GENERAL,
    about="premise:same-start",
    method="exact",
    scope="n = 100, one pass, beta = 20Λ, no record differs in effect",
    expect="fails",
    control=lambda: started_at(Fraction(0)),
)
def start_that_depends_on_the_data() -> Outcome:
    """The start is not forgotten when beta is well above Λ: starts R and -R end further apart than the bound."""
    return started_at(Fraction(1))


def after_projection(project: Projection, n: int = 1000) -> Outcome:
    R = Fraction(1)
    first, second = replaced(n, 0)
    models = run(first, n, R, project=project), run(second, n, R, project=project)
    return against_print(*models, n, R, project=project.__name__)


@check(
    GENERAL,
    about="premise:projection",
    method="exact",
    scope="n = 1000, one pass, the printed rescaling",
    expect="fails",
    control=lambda: after_projection(onto_interval),
)
def rescaling_remembers_the_first_sign() -> Outcome:
    """Rescaled to norm R after each step, the model keeps the sign of the first record: 2R apart, 500 times the bound."""
    return after_projection(rescaled)


def premises_together(claim) -> Outcome:
    """A model with a = |f| > 2L/Λ and D = |grad J(f) - grad J(0)|: strong convexity gives D >= Λa, L-Lipschitz D <= 2L."""
    a, D, L, Lambda = z3.Reals("a D L Lambda")
    return prove([Lambda > 0, L > 0, a > 2 * L / Lambda, D >= Lambda * a], claim(D, L))


@check(
    GENERAL,
    about="step:premises",
    method="smt",
    scope="models of norm above 2L/Λ",
    expect="fails",
    control=lambda: premises_together(lambda D, L: D > 2 * L),
)
def strongly_convex_and_lipschitz_everywhere() -> Outcome:
    """On the whole space no objective is both: beyond norm 2L/Λ the gradients differ by more than 2L, always (control)."""
    return premises_together(lambda D, L: D <= 2 * L)
