"""ex:dpsvm and thm:sens_softmax as printed: runs of the printed readings in balls, each beyond the printed bound.

Every pair of datasets differs in one record. The control is the same pair under the repaired reading, or a run that
meets the premise which the printed statement leaves out.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from accountant.numbers.balls import BALLS, exact
from accountant.sensitivity.trained_in_balls import (
    measured_gap,
    onto_ball,
    onto_sphere,
    softmax_in_balls,
    svm_in_balls,
)
from proofs_check.method.check import Outcome, check
from proofs_check.method.replay import at_most, certified
from proofs_check.sensitivity.learners import SOFTMAX, SVM
from reference import formulas
from reference.learners.schedule import fixed_divisor, own_size
from reference.learners.svm_sgd import label_times_one_vs_rest, one_vs_rest
from reference.notation import Dataset, Xi

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


def rescaled_svm(project: Callable[..., Any], n: int = 2000) -> Outcome:
    """All records [1, 0] of class 0 but the first visited one, [1, 1] against [1, -1]; one class is enough."""
    datasets = pair([[0.0]] * n, [0] * n, 1 % n, ([1.0], 0), ([-1.0], 0))
    xi = Xi(K=2, c=1.5, M=n, h=0.1, Lambda=1.0, R=2.0)
    return svm_against_print(datasets, xi, project=project, classes=[0])


@check(
    SVM,
    about="premise:ball-projection",
    method="interval",
    scope="n = 2000, one pass, Λ = 1, R = 2, c = 1.5, h = 0.1",
    expect="fails",
    control=lambda: rescaled_svm(onto_ball),
)
def svm_rescaled_to_the_sphere() -> Outcome:
    """With the printed last line R f/|f| the first record decides for ever: more than 500 times the bound."""
    return rescaled_svm(onto_sphere)


def rescaled_softmax(project: Callable[..., Any], n: int = 2500) -> Outcome:
    """Two classes, all records [1, 0] of class 0 but the first visited one, [1, 1] against [1, -1]."""
    datasets = pair([[0.0]] * n, [0] * n, 1 % n, ([1.0], 0), ([-1.0], 0))
    return softmax_against_print(datasets, Xi(K=2, c=1.5, M=n, Lambda=1.0, R=2.0), project=project)


@check(
    SOFTMAX,
    about="premise:ball-projection",
    method="interval",
    scope="n = 2500, one pass, K = 2, Λ = 1, R = 2, c = 1.5",
    expect="fails",
    control=lambda: rescaled_softmax(onto_ball),
)
def softmax_rescaled_to_the_sphere() -> Outcome:
    """The printed last line of alg:dpsoftmax lets the first record decide here too: more than 500 times the bound."""
    return rescaled_softmax(onto_sphere)


# --- numbers of steps that are not whole passes ---------------------------------------------------------


def svm_steps(M: int, j: int, n: int = 200) -> Outcome:
    """Records with tiny effect ([1, 0] next to c = 30), record j flips its label."""
    datasets = pair([[0.0]] * n, [i % 2 for i in range(n)], j, ([40.0], 0), ([40.0], 1))
    return svm_against_print(datasets, Xi(K=2, c=30.0, M=M, h=0.1, Lambda=1000.0, R=0.001), classes=[0])


@check(
    SVM,
    about="premise:whole-passes",
    method="interval",
    scope="n = 200, M = 300, Λ = 1000, R = 0.001, c = 30",
    expect="fails",
    control=[lambda: svm_steps(200, 100), lambda: svm_steps(400, 100)],
)
def svm_with_half_a_pass_too_many() -> Outcome:
    """One and a half passes: a record that is visited twice moves the model by more than the bound allows."""
    return svm_steps(300, 100)


def softmax_steps(M: int, j: int, n: int = 200) -> Outcome:
    datasets = pair([[0.0]] * n, [i % 2 for i in range(n)], j, ([40.0], 0), ([40.0], 1))
    return softmax_against_print(datasets, Xi(K=2, c=30.0, M=M, Lambda=300.0, R=0.002))


@check(
    SOFTMAX,
    about="premise:whole-passes",
    method="interval",
    scope="n = 200, M = 1, K = 2, Λ = 300, R = 0.002, c = 30",
    expect="fails",
    control=lambda: softmax_steps(200, 1),
)
def softmax_after_one_step() -> Outcome:
    """After a single step the model is all about the first record; the bound has already fallen like 1/n."""
    return softmax_steps(1, 1)


# --- batches -------------------------------------------------------------------------------------------


def svm_batches(divisor: Callable[[int, int], int]) -> Outcome:
    """The paper's CIFAR-10 SVM setting with 1000 users, so n = 50: three batches of 20, 20 and 10 a pass."""
    n, order = 50, list(range(50))
    datasets = pair([[0.0]] * n, [i % 2 for i in range(n)], n - 1, ([FAR], 0), ([FAR], 1))
    xi = Xi(K=10, c=34.854, M=1500, h=0.1, Lambda=100.0, R=0.06, b=20)
    return svm_against_print(datasets, xi, divisor=divisor, order=order, classes=[0], p=6144)


@check(
    SVM,
    about="premise:fixed-divisor",
    method="interval",
    scope="n = 50, batches of 20, 500 passes, Λ = 100, R = 0.06, c = 34.854, h = 0.1, p = 6144",
    expect="fails",
    control=lambda: svm_batches(fixed_divisor),
)
def svm_at_the_papers_own_setting() -> Outcome:
    """A last batch of 10 averaged over its own size breaks the bound at hyperparameters that the paper uses."""
    return svm_batches(own_size)


def softmax_batches(divisor: Callable[[int, int], int]) -> Outcome:
    n, order = 41, list(range(41))
    datasets = pair([[0.0]] * n, [i % 2 for i in range(n)], n - 1, ([FAR], 0), ([FAR], 1))
    xi = Xi(K=10, c=34.854, M=6, Lambda=100.0, R=0.1, b=20)
    return softmax_against_print(datasets, xi, divisor=divisor, order=order)


@check(
    SOFTMAX,
    about="premise:fixed-divisor",
    method="interval",
    scope="n = 41, batches of 20, 2 passes, K = 10, Λ = 100, R = 0.1, c = 34.854",
    expect="fails",
    control=lambda: softmax_batches(fixed_divisor),
)
def softmax_with_a_last_batch_of_one() -> Outcome:
    """A last batch of one record averaged over its own size counts that record twenty times."""
    return softmax_batches(own_size)


# --- what the model is and how it is visited ------------------------------------------------------------


def svm_labels(label: Callable[..., Any], n: int = 20) -> Outcome:
    """Ten classes, the paper's labels 1..10; the last record visited is of class 10 or of class 9."""
    datasets = pair([[0.0]] * n, [i % 2 for i in range(n)], 0, ([FAR], 9), ([FAR], 8))
    return svm_against_print(
        datasets, Xi(K=10, c=1.0, M=n, h=0.1, Lambda=20.0, R=0.1), label=label, classes=[9]
    )


@check(
    SVM,
    about="premise:one-vs-rest-sign",
    method="interval",
    scope="n = 20, one pass, K = 10, Λ = 20, R = 0.1, c = 1",
    expect="fails",
    control=lambda: svm_labels(one_vs_rest),
)
def svm_label_multiplied_twice() -> Outcome:
    """The printed objective multiplies by the label as well: label 10 makes the gradient ten times as large."""
    return svm_labels(label_times_one_vs_rest)


def svm_classes(classes: Sequence[int] | None, n: int = 40) -> Outcome:
    """Ten classes; the last visited record turns to the opposite side and keeps its class."""
    datasets = pair([[0.0]] * n, [i % 10 for i in range(n)], 0, ([FAR], 0), ([-FAR], 0))
    return svm_against_print(datasets, Xi(K=10, c=1.0, M=n, h=0.1, Lambda=1.0, R=0.9), classes=classes)


@check(
    SVM,
    about="premise:per-class",
    method="interval",
    scope="n = 40, one pass, K = 10, Λ = 1, R = 0.9, c = 1",
    expect="fails",
    control=[lambda: svm_classes([0]), lambda: svm_classes([3])],
)
def svm_model_of_all_classes() -> Outcome:
    """All K columns move at once: s bounds each of them (controls), the matrix moves by up to sqrt(K) s."""
    return svm_classes(None)


def in_order(learner: str, order: Sequence[int]) -> Outcome:
    n = len(order)
    datasets = pair([[0.0]] * n, [0] * n, 0, ([FAR], 0), ([FAR], 1))
    sets = [[j] for j in order]
    if learner == "svm":
        xi = Xi(K=2, c=1.0, M=n, h=0.1, Lambda=2.0, R=0.5)
        return svm_against_print(datasets, xi, order=sets, classes=[0])
    return softmax_against_print(datasets, Xi(K=2, c=1.0, M=n, Lambda=2.0, R=0.5), order=sets)


@check(
    SVM,
    about="premise:each-record-once-a-pass",
    method="interval",
    scope="n = 20, one possible draw with replacement, Λ = 2, R = 0.5, c = 1",
    expect="fails",
    control=lambda: in_order("svm", range(20)),
)
def svm_sampled_with_replacement() -> Outcome:
    """Drawn with replacement one record may be visited at every step."""
    return in_order("svm", [0] * 20)


@check(
    SOFTMAX,
    about="premise:each-record-once-a-pass",
    method="interval",
    scope="n = 20, one possible draw with replacement, K = 2, Λ = 2, R = 0.5, c = 1",
    expect="fails",
    control=lambda: in_order("softmax", range(20)),
)
def softmax_sampled_with_replacement() -> Outcome:
    """Drawn with replacement one record may be visited at every step."""
    return in_order("softmax", [0] * 20)
