"""Premises that are needed and readings that fail: thm:sensitivity_general on the line, then both learners in balls.

On the line the objective of a record z is Λ/2 f^2 - z f with |z| <= G: Λ-strongly convex, Λ-smooth and, on [-R, R],
(ΛR + G)-Lipschitz. Runs are in fractions; with beta = Λ the model after m steps is the mean of the z visited, over Λ.
Every pair of datasets differs in one record. The control is the same pair under the repaired reading, or a run that
meets the premise.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

import z3

from accountant.numbers.balls import BALLS, exact
from accountant.sensitivity.trained_in_balls import (
    measured_gap,
    onto_ball,
    onto_sphere,
    softmax_in_balls,
    svm_in_balls,
)
from proofs_check.method.check import Outcome, about
from proofs_check.method.replay import RATIONALS, at_most, certified
from proofs_check.method.smt import prove
from reference import formulas
from reference.learners.schedule import Divisor, batches, fixed_divisor, own_size
from reference.learners.svm_sgd import label_times_one_vs_rest, one_vs_rest
from reference.notation import Dataset, Xi

check_general = about("thm:sensitivity_general")

check_svm = about("ex:dpsvm#sensitivity")

check_softmax = about("thm:sens_softmax")

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


@check_general(
    "premise:whole-passes",
    "exact",
    at="n = 1000, M = 1500 steps",
    expect="fails",
    wrong=[{"M": 1000}, {"M": 3000}],
)
def half_a_pass_too_many(M=1500):
    """One and a half passes visit the first half of the records twice, and 2L/(Λn) is exceeded by a fifth."""
    return with_steps(M)


@check_general(
    "premise:whole-passes", "exact", at="n = 1000, a single step, R = 1", expect="fails", wrong={"M": 1000}
)
def one_step_forgets_nothing(M=1):
    """After one step the model is the first record: 2G/Λ apart, whatever n is; the bound falls like 1/n."""
    return with_steps(M, j=0, R=Fraction(1))


@check_general(
    "step:strong-convexity",
    "exact",
    at="objectives z f with |z| <= L = 1 on the line, n = 1, two passes, beta = Λ = 1",
    expect="fails",
    wrong={"ridge": LAMBDA},
)
def linear_objectives_forget_nothing(ridge=Fraction(0), M=2):
    """A linear objective meets the printed inequality for every Λ: after two steps the models are 3L/Λ apart, not 2L/Λ."""

    # The control adds the ridge Λ/2 f^2, as the repaired inequality demands; L counts the loss alone, as Theorem R does.
    def trained(z):
        f = Fraction(0)
        for m in range(1, M + 1):
            tau = formulas.learning_rate(LAMBDA, LAMBDA, m, RATIONALS)
            f = formulas.sgd_step(f, tau, formulas.gradient_entry(ridge, f, z))
        return f

    names = ("distance of the models", "2L/(Λn)")
    bound = formulas.sensitivity(G, LAMBDA, Fraction(1))
    return at_most(abs(trained(G) - trained(-G)), bound, names, n=1, M=M, Lambda=LAMBDA, L=G)


@check_general(
    "premise:each-record-once-a-pass",
    "exact",
    at="n = 10, one possible draw with replacement",
    expect="fails",
    wrong={"order": [3, 1, 0, 2, 4, 5, 6, 7, 8, 9]},
)
def sampling_with_replacement(order=[0] * 10, R=Fraction(1)):
    """Indices drawn with replacement may hit one record every time: the models are 2G/Λ apart after n steps."""
    n = len(order)
    first, second = replaced(n, 0)
    sets = [[j] for j in order]
    return against_print(run(first, n, R, order=sets), run(second, n, R, order=sets), n, R, order=list(order))


@check_general(
    "premise:order-ignores-the-data",
    "exact",
    at="n = 40, one pass, beta = 20Λ",
    expect="fails",
    wrong={"looks": False},
)
def order_chosen_by_a_record(looks=True, n=40, ratio=20):
    """If a record decides in which order the others are visited, it moves the model by more than its own share."""
    # Half the records are +1, half -1; the order puts one sign first, chosen by the sign of record 0 if it `looks`.
    beta, R = ratio * LAMBDA, Fraction(1)
    first = [1] + [1] * (n // 2 - 1) + [-1] * (n // 2)
    second = [-1, *first[1:]]
    order = list(range(n))
    other = order[::-1] if looks else order
    one, two = run(first, n, R, beta=beta, order=order), run(second, n, R, beta=beta, order=other)
    return against_print(one, two, n, R, beta=beta, order_depends_on_data=looks)


@check_general(
    "premise:fixed-divisor",
    "exact",
    at="n = 50, batches of 20, one pass",
    expect="fails",
    wrong={"divisor": fixed_divisor},
)
def short_last_batch_averaged_over_itself(divisor=own_size, n=50, b=20, R=Fraction(1, 10)):
    """A last batch of 10 averaged over its own size counts its records twice as much: the bound is exceeded by half."""
    first, second = replaced(n, n - 1)
    M = -(-n // b)
    one, two = (run(z, M, R, b=b, divisor=divisor) for z in (first, second))
    return against_print(one, two, n, R, b=b, M=M, divisor=divisor.__name__)


@check_general(
    "premise:same-start",
    "exact",
    at="n = 100, one pass, beta = 20Λ, no record differs in effect",
    expect="fails",
    wrong={"start": Fraction(0)},
)
def start_that_depends_on_the_data(start=Fraction(1), n=100, ratio=20):
    """The start is not forgotten when beta is well above Λ: starts R and -R end further apart than the bound."""
    beta, R = ratio * LAMBDA, Fraction(1)
    zeros = [0] * n
    models = run(zeros, n, R, beta=beta, start=start), run(zeros, n, R, beta=beta, start=-start)
    return against_print(*models, n, R, beta=beta, start=start, other_start=-start)


@check_general(
    "premise:projection",
    "exact",
    at="n = 1000, one pass, the printed rescaling",
    expect="fails",
    wrong={"project": onto_interval},
)
def rescaling_remembers_the_first_sign(project=rescaled, n=1000):
    """Rescaled to norm R after each step, the model keeps the sign of the first record: 2R apart, however large n is."""
    R = Fraction(1)
    first, second = replaced(n, 0)
    models = run(first, n, R, project=project), run(second, n, R, project=project)
    return against_print(*models, n, R, project=project.__name__)


# --- ex:dpsvm and thm:sens_softmax as printed -------------------------------------------------------------


@check_general(
    "step:premises",
    "smt",
    at="models of norm above 2L/Λ",
    expect="fails",
    wrong={"claim": lambda D, L: D > 2 * L},
)
def strongly_convex_and_lipschitz_everywhere(claim=lambda D, L: D <= 2 * L):
    """On the whole space no objective is both: beyond norm 2L/Λ the gradients differ by more than 2L, always (control)."""
    # A model with a = |f| > 2L/Λ and D = |grad J(f) - grad J(0)|: strong convexity gives D >= Λa, L-Lipschitz D <= 2L.
    a, D, L, Lambda = z3.Reals("a D L Lambda")
    return prove([Lambda > 0, L > 0, a > 2 * L / Lambda, D >= Lambda * a], claim(D, L))


Pair = tuple[Dataset, Dataset]
FAR = 1e9  # a feature so large that, clipped, the leading 1 all but vanishes
NAMES = ("distance of the models", "printed bound")


def pair(others: Sequence[Sequence[float]], labels: Sequence[int], j: int, first: Any, second: Any) -> Pair:
    """The records `others`, with record j set to first = (features, label) or to second."""
    D = Dataset.of_features(others, labels)
    return tuple(D.replaced(j, [1.0, *features], label) for features, label in (first, second))  # type: ignore[return-value]


def svm_against_print(datasets: Pair, xi: Xi, **reading: Any) -> Outcome:
    """Distance of the SVM models (of the classes asked for) against 2(ΛR + c)/(Λn)."""
    n = len(datasets[0])
    bound = certified(lambda: formulas.sensitivity_svm(exact(xi.Lambda), exact(xi.R), exact(xi.c), exact(n)))
    gap = measured_gap(lambda D: svm_in_balls(D, xi, **reading), *datasets)
    return at_most(gap, bound, NAMES, n=n, **_setting(xi, reading))


def softmax_against_print(datasets: Pair, xi: Xi, **reading: Any) -> Outcome:
    """Distance of the softmax models against 2(ΛR + sqrt(2) c)/(Λn)."""
    n = len(datasets[0])
    bound = certified(
        lambda: formulas.sensitivity_softmax(exact(xi.Lambda), exact(xi.R), exact(xi.c), exact(n), BALLS)
    )
    gap = measured_gap(lambda D: softmax_in_balls(D, xi, **reading), *datasets)
    return at_most(gap, bound, NAMES, n=n, **_setting(xi, reading))


def _setting(xi: Xi, reading: dict[str, Any]) -> dict[str, Any]:
    shown = {name: getattr(value, "__name__", value) for name, value in reading.items() if name != "order"}
    return {name: value for name, value in vars(xi).items() if value is not None} | shown


# --- the printed rescaling ------------------------------------------------------------------------------


@check_svm(
    "premise:ball-projection",
    "interval",
    at="n = 2000, one pass, Λ = 1, R = 2, c = 1.5, h = 0.1",
    expect="fails",
    wrong={"project": onto_ball},
)
def svm_rescaled_to_the_sphere(project=onto_sphere, n=2000):
    """With the printed last line R f/|f| the first record decides for ever, however large n is."""
    # All records [1, 0] of class 0 but the first visited one, [1, 1] against [1, -1]; one class is enough.
    datasets = pair([[0.0]] * n, [0] * n, 1 % n, ([1.0], 0), ([-1.0], 0))
    xi = Xi(K=2, c=1.5, M=n, h=0.1, Lambda=1.0, R=2.0)
    return svm_against_print(datasets, xi, project=project, classes=[0])


def rescaled_softmax(project: Callable[..., Any], n: int = 2500) -> Outcome:
    """Two classes, all records [1, 0] of class 0 but the first visited one, [1, 1] against [1, -1]."""
    datasets = pair([[0.0]] * n, [0] * n, 1 % n, ([1.0], 0), ([-1.0], 0))
    return softmax_against_print(datasets, Xi(K=2, c=1.5, M=n, Lambda=1.0, R=2.0), project=project)


@check_softmax(
    "premise:ball-projection",
    "interval",
    at="n = 2500, one pass, K = 2, Λ = 1, R = 2, c = 1.5",
    expect="fails",
    wrong={"project": onto_ball},
)
def softmax_rescaled_to_the_sphere(project=onto_sphere):
    """The printed last line of alg:dpsoftmax lets the first record decide here too, however large n is."""
    return rescaled_softmax(project)


# --- numbers of steps that are not whole passes ---------------------------------------------------------


@check_svm(
    "premise:whole-passes",
    "interval",
    at="n = 200, M = 300, Λ = 1000, R = 0.001, c = 30",
    expect="fails",
    wrong=[{"M": 200}, {"M": 400}],
)
def svm_with_half_a_pass_too_many(M=300, j=100, n=200):
    """One and a half passes: a record that is visited twice moves the model by more than the bound allows."""
    # Records with tiny effect ([1, 0] next to c = 30), record j flips its label.
    datasets = pair([[0.0]] * n, [i % 2 for i in range(n)], j, ([40.0], 0), ([40.0], 1))
    return svm_against_print(datasets, Xi(K=2, c=30.0, M=M, h=0.1, Lambda=1000.0, R=0.001), classes=[0])


@check_softmax(
    "premise:whole-passes",
    "interval",
    at="n = 200, M = 1, K = 2, Λ = 300, R = 0.002, c = 30",
    expect="fails",
    wrong={"M": 200},
)
def softmax_after_one_step(M=1, j=1, n=200):
    """After a single step the model is all about the first record; the bound has already fallen like 1/n."""
    datasets = pair([[0.0]] * n, [i % 2 for i in range(n)], j, ([40.0], 0), ([40.0], 1))
    return softmax_against_print(datasets, Xi(K=2, c=30.0, M=M, Lambda=300.0, R=0.002))


# --- batches -------------------------------------------------------------------------------------------


@check_svm(
    "premise:fixed-divisor",
    "interval",
    at="n = 50, batches of 20, 500 passes, Λ = 100, R = 0.06, c = 34.854, h = 0.1, p = 6144",
    expect="fails",
    wrong={"divisor": fixed_divisor},
)
def svm_at_the_papers_own_setting(divisor=own_size):
    """A last batch of 10 averaged over its own size breaks the bound at hyperparameters that the paper uses."""
    # The paper's CIFAR-10 SVM setting with 1000 users, so n = 50: three batches of 20, 20 and 10 a pass.
    n, order = 50, list(range(50))
    datasets = pair([[0.0]] * n, [i % 2 for i in range(n)], n - 1, ([FAR], 0), ([FAR], 1))
    xi = Xi(K=10, c=34.854, M=1500, h=0.1, Lambda=100.0, R=0.06, b=20)
    return svm_against_print(datasets, xi, divisor=divisor, order=order, classes=[0], p=6144)


@check_softmax(
    "premise:fixed-divisor",
    "interval",
    at="n = 41, batches of 20, 2 passes, K = 10, Λ = 100, R = 0.1, c = 34.854",
    expect="fails",
    wrong={"divisor": fixed_divisor},
)
def softmax_with_a_last_batch_of_one(divisor=own_size):
    """A last batch of one record averaged over its own size counts that record twenty times."""
    n, order = 41, list(range(41))
    datasets = pair([[0.0]] * n, [i % 2 for i in range(n)], n - 1, ([FAR], 0), ([FAR], 1))
    xi = Xi(K=10, c=34.854, M=6, Lambda=100.0, R=0.1, b=20)
    return softmax_against_print(datasets, xi, divisor=divisor, order=order)


# --- what the model is and how it is visited ------------------------------------------------------------


@check_svm(
    "premise:one-vs-rest-sign",
    "interval",
    at="n = 20, one pass, K = 10, Λ = 20, R = 0.1, c = 1",
    expect="fails",
    wrong={"label": one_vs_rest},
)
def svm_label_multiplied_twice(label=label_times_one_vs_rest, n=20):
    """The printed objective multiplies by the label as well: label 10 makes the gradient ten times as large."""
    # Ten classes, the paper's labels 1..10; the last record visited is of class 10 or of class 9.
    datasets = pair([[0.0]] * n, [i % 2 for i in range(n)], 0, ([FAR], 9), ([FAR], 8))
    return svm_against_print(
        datasets, Xi(K=10, c=1.0, M=n, h=0.1, Lambda=20.0, R=0.1), label=label, classes=[9]
    )


@check_svm(
    "premise:per-class",
    "interval",
    at="n = 40, one pass, K = 10, Λ = 1, R = 0.9, c = 1",
    expect="fails",
    wrong=[{"classes": [0]}, {"classes": [3]}],
)
def svm_model_of_all_classes(classes=None, n=40):
    """All K columns move at once: s bounds each of them (controls), the matrix moves by up to sqrt(K) s."""
    # Ten classes; the last visited record turns to the opposite side and keeps its class.
    datasets = pair([[0.0]] * n, [i % 10 for i in range(n)], 0, ([FAR], 0), ([-FAR], 0))
    return svm_against_print(datasets, Xi(K=10, c=1.0, M=n, h=0.1, Lambda=1.0, R=0.9), classes=classes)


def learner_in_order(learner: str, order: Sequence[int]) -> Outcome:
    n = len(order)
    datasets = pair([[0.0]] * n, [0] * n, 0, ([FAR], 0), ([FAR], 1))
    sets = [[j] for j in order]
    if learner == "svm":
        xi = Xi(K=2, c=1.0, M=n, h=0.1, Lambda=2.0, R=0.5)
        return svm_against_print(datasets, xi, order=sets, classes=[0])
    return softmax_against_print(datasets, Xi(K=2, c=1.0, M=n, Lambda=2.0, R=0.5), order=sets)


@check_svm(
    "premise:each-record-once-a-pass",
    "interval",
    at="n = 20, one possible draw with replacement, Λ = 2, R = 0.5, c = 1",
    expect="fails",
    wrong={"order": range(20)},
)
def svm_sampled_with_replacement(order=[0] * 20):
    """Drawn with replacement one record may be visited at every step."""
    return learner_in_order("svm", order)


@check_softmax(
    "premise:each-record-once-a-pass",
    "interval",
    at="n = 20, one possible draw with replacement, K = 2, Λ = 2, R = 0.5, c = 1",
    expect="fails",
    wrong={"order": range(20)},
)
def softmax_sampled_with_replacement(order=[0] * 20):
    """Drawn with replacement one record may be visited at every step."""
    return learner_in_order("softmax", order)
