"""ours:one_pass_huber: one pass of SVM-SGD with step 1/(Λm) is exact under averaging and has sensitivity exactly 2c/(Λn).

For h < 1, Λ >= c^2/(1-h) and R >= c/Λ the models stay on the linear part of the Huber loss, where a step is a running mean.
"""

from __future__ import annotations

from fractions import Fraction

from proofs_check.method.check import Outcome, check, every
from proofs_check.method.replay import RATIONALS, equal_at
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
