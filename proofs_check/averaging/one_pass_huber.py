"""ours:one_pass_huber: one pass of SVM-SGD with step 1/(Λm) is exact under averaging and has sensitivity exactly 2c/(Λn).

For h < 1, Λ >= c^2/(1-h) and R >= c/Λ the models stay on the linear part of the Huber loss, where a step is a running mean.
"""

from __future__ import annotations

from fractions import Fraction

import sympy as sp
import z3

from proofs_check.method.check import Outcome, check, every
from proofs_check.method.replay import RATIONALS, equal_at
from proofs_check.method.smt import prove
from proofs_check.method.symbolic import SYMBOLIC, vanishes
from reference import formulas
from reference.exact.side_by_side import union
from reference.exact.svm import huber_svm, signed_rows
from reference.notation import Dataset

ONE_PASS = "ours:one_pass_huber"


def after(f, yx, Lambda, m, h, num):
    """A step of length 1/(Λm) at a margin on the linear part."""
    slope = formulas.huber_slope(h, -h, num)
    gradient = formulas.gradient_entry(Lambda, f, formulas.loss_gradient_entry(yx, slope))
    return formulas.sgd_step(f, 1 / (Lambda * m), gradient)


def running_mean(count) -> Outcome:
    """From the class mean of m - 1 records (sum S of y x) to that of m; m = 1 forgets the start."""
    S, yx, L, h, m = sp.symbols("S yx Lambda h m", positive=True)
    before = formulas.class_mean_entry(S / (m - 1), L)
    return vanishes(after(before, yx, L, m, h, SYMBOLIC) - formulas.class_mean_entry((S + yx) / count(m), L))


@check(
    ONE_PASS,
    method="symbolic",
    scope="every number of records, order of a pass and dimension; Λ >= c^2/(1-h), R >= c/Λ",
    universal=True,
    concludes="exact in one pass",
    needs=[
        "sensitivity.learners.models_stay_on_the_linear_part",
        "averaging.thresholds.huber_model_is_the_class_mean",
    ],
    control=lambda: running_mean(lambda m: m + 1),
)
def one_pass_reaches_the_optimum() -> Outcome:
    """After a pass the model is mean(y x)/Λ, the minimiser itself, in whatever order the records came."""
    return running_mean(lambda m: m)


def users_merge(weight) -> Outcome:
    """Two users with sums S, T and sizes n, m."""
    S, T, n, m, L = sp.symbols("S T n m Lambda", positive=True)
    parts = [(weight(n), S / n), (weight(m), T / m)]
    average = sum(a * formulas.class_mean_entry(b, L) for a, b in parts) / sum(a for a, _ in parts)
    return vanishes(average - formulas.class_mean_entry((S + T) / (n + m), L))


@check(
    ONE_PASS,
    method="symbolic",
    scope="every number of users (one more at a time) and sizes, weighted by n_i",
    universal=True,
    concludes="exact under averaging",
    needs=["averaging.one_pass_huber.one_pass_reaches_the_optimum"],
    control=lambda: users_merge(lambda n: 1),
)
def averaged_passes_are_the_central_optimum() -> Outcome:
    """The average of one-pass models is the central minimiser."""
    return users_merge(lambda n: n)


def moved(scale) -> Outcome:
    """|u - u'|/(Λn) for |u|, |u'| <= c; and u' = -u with |u| = c."""
    Lambda, c, n, gap, u, v = z3.Reals("Lambda c n gap u v")
    positive = [Lambda > 0, c > 0, n >= 1]
    bound = scale * formulas.sensitivity(formulas.loss_gradient_svm(c), Lambda, n)
    step = [0 <= u, u <= c, 0 <= v, v <= c, gap <= formulas.class_mean_entry((u + v) / n, Lambda)]
    flipped = [gap == formulas.class_mean_entry((c + c) / n, Lambda)]
    return every(prove(positive + step, gap <= bound), prove(positive + flipped, gap >= bound))


@check(
    ONE_PASS,
    method="smt",
    scope="every dimension, n, Λ >= c^2/(1-h) and replaced record; attained when a label flips",
    universal=True,
    concludes="sensitivity",
    needs=["averaging.one_pass_huber.one_pass_reaches_the_optimum", "lemmas.vectors.triangle_inequality"],
    control=[lambda: moved(z3.Q(99, 100)), lambda: moved(z3.Q(101, 100))],
)
def sensitivity_is_exactly_2c_over_Lambda_n() -> Outcome:
    """Replacing a record moves the model by at most 2c/(Λn), and flipping the label of one with |x| = c by exactly that."""
    return moved(1)


def signal_over_noise(power: int) -> Outcome:
    """|mean(y x)|/Λ over the sensitivity against n |mean|/(2c), times Λ^power."""
    mean, c, n, L = sp.symbols("m c n Lambda", positive=True)
    signal = formulas.class_mean_entry(mean, L)
    noise = formulas.sensitivity(formulas.loss_gradient_svm(c), L, n)
    return vanishes(signal / noise - L**power * n * mean / (2 * c))


@check(
    ONE_PASS,
    method="symbolic",
    scope="every dataset, n, c and Λ >= c^2/(1-h)",
    universal=True,
    concludes="signal over noise",
    needs=[
        "averaging.one_pass_huber.one_pass_reaches_the_optimum",
        "averaging.one_pass_huber.sensitivity_is_exactly_2c_over_Lambda_n",
    ],
    control=lambda: signal_over_noise(1),
)
def more_regularization_buys_nothing() -> Outcome:
    """Model and noise shrink alike: beyond the threshold the signal over the noise is n|mean(y x)|/(2c), whatever Λ."""
    return signal_over_noise(0)


def replayed(steps_of) -> Outcome:
    """Two users of two records, h = 1/5, Λ = 5/4 c^2, c^2 = 1/2: average of the two passes against the exact central SVM."""
    h, Lambda = Fraction(1, 5), Fraction(5, 8)
    users = [Dataset([[0.5, 0.5], [0.5, 0.25]], [1, -1]), Dataset([[0.0, 0.5], [-0.5, 0.5]], [1, 1])]
    models = []
    for D in users:
        f = [Fraction(0), Fraction(0)]
        for m, row in enumerate(signed_rows(D), start=1):
            f = [after(a, yx, Lambda, steps_of(m), h, RATIONALS) for a, yx in zip(f, row, strict=True)]
        models.append(f)
    average = [sum(column) / 2 for column in zip(*models, strict=True)]
    central = huber_svm(union(users), h, Lambda)
    if not central.is_optimal(union(users), Lambda):
        return Outcome("undecided", "the certificate does not hold")
    names = ("averaged one-pass model, first entry", "central minimiser, first entry")
    return every(
        equal_at(average[0], central.f[0], names, Lambda=Lambda, h=h),
        equal_at(average[1], central.f[1], ("second entry", "second entry of the minimiser")),
    )


@check(
    ONE_PASS,
    method="exact",
    scope="two users of two records at the threshold; the minimiser from the certified solver",
    control=lambda: replayed(lambda m: m + 1),
)
def replay_at_the_threshold() -> Outcome:
    """The pass in fractions and the exact solver agree; with steps 1/(Λ(m+1)) they do not (control)."""
    return replayed(lambda m: m)
