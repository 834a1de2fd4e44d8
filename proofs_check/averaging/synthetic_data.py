"""sec:intro_centralized and a sentence of the limitations: what SynNonIID and SynFail show, and what a larger Λ buys.

The paper gives no coordinates; these checks are about the data as built in `reference.datasets.synthetic`, solved in fractions.
The sentences ask for an example each.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import z3

from proofs_check.averaging.sentences import certified
from proofs_check.method.check import Outcome, check, every
from proofs_check.method.replay import at_most, equal_at
from proofs_check.method.smt import Terms, prove
from reference import formulas
from reference.datasets.synthetic import SYNTHETIC
from reference.exact.side_by_side import class_mean, union
from reference.exact.svm import accuracy, dot, huber_svm, signed_rows
from reference.notation import Dataset

SAME, FAIL, LOSS = (f"sec:intro_centralized#{slug}" for slug in ("synnoniid", "synfail", "nonzero_loss"))
LARGER = "sec:lim_signalnoise#larger_lambda"
LARGE, SMALL = Fraction(20), Fraction(1, 20)  # the Λ that the paper names for the two


def same_model(name: str, Lambda: Fraction) -> Outcome:
    """The squared distance of averaged and central model, and the share of records that it gets wrong, against 0."""
    sides = certified(SYNTHETIC[name](), Lambda)
    wrong = 1 - accuracy(sides.average, union(sides.users))
    found = sides.distance_squared(sides.average) + wrong
    return equal_at(found, Fraction(0), ("distance and errors", "zero"), data=name, Lambda=Lambda)


@check(
    SAME,
    method="exact",
    scope="SynNonIID as built here, Λ = 20; an example is what the sentence asks for",
    universal=True,
    concludes="same model",
    control=[lambda: same_model("SynNonIID", Fraction(1)), lambda: same_model("SynFail", LARGE)],
)
def average_is_the_central_model() -> Outcome:
    """Two users with one class each, yet the averaged HingeSVM is the central one, and classifies every record."""
    return same_model("SynNonIID", LARGE)


def turns(name: str, slope: int) -> Outcome:
    """Local normal vectors are `slope` times as long in x_2 as in x_1; the averaged one has no part in x_2."""
    sides = certified(SYNTHETIC[name](), LARGE)
    parts = [
        at_most(slope * abs(svm.f[1]), abs(svm.f[2]), ("part in x_1", "part in x_2")) for svm in sides.local
    ]
    flat = equal_at(sides.average[2], Fraction(0), ("averaged part in x_2", "zero"))
    return every(
        *parts, flat, at_most(Fraction(1, 1000), abs(sides.average[1]), ("some", "averaged part in x_1"))
    )


@check(
    SAME,
    method="exact",
    scope="SynNonIID as built here, Λ = 20",
    universal=True,
    concludes="vertical from horizontal",
    control=[lambda: turns("SynNonIID", 6), lambda: turns("SynFail", 4)],
)
def two_nearly_horizontal_lines_average_to_a_vertical_one() -> Outcome:
    """The local lines are nearly horizontal (normal vectors 5 times as long in x_2), the averaged line is vertical."""
    return turns("SynNonIID", 5)


def all_inside(Lambda: Fraction) -> Outcome:
    """The largest margin of a record in its local and in the central model, against 1."""
    sides = certified(SYNTHETIC["SynNonIID"](), Lambda)
    margins = [z for svm, D in zip(sides.local, sides.users, strict=True) for z in svm.margins(D)]
    margins += sides.central.margins(union(sides.users))
    return at_most(max(margins), Fraction(1), ("largest margin", "one"), Lambda=Lambda)


@check(
    SAME,
    method="exact",
    scope="SynNonIID as built here, Λ = 20",
    universal=True,
    concludes="all records are support vectors",
    needs=["averaging.support_vectors.records_inside_the_margin_have_no_choice"],
    control=lambda: all_inside(Fraction(10)),
)
def every_record_is_within_every_margin() -> Outcome:
    """All records lie within the margins of their local and of the central SVM: all are support vectors."""
    return all_inside(LARGE)


def opposite(users: Sequence[Dataset]) -> Outcome:
    """Users whose normal vectors point in opposite directions in x_2: has the average a line at all?"""
    sides = certified(users, LARGE)
    if sides.local[0].f[2] + sides.local[1].f[2] != 0:
        return Outcome("undecided", "not opposite")
    size = sum((abs(v) for v in sides.average[1:]), Fraction(0))
    return at_most(Fraction(1, 1000), size, ("some", "length of the averaged normal vector"))


@check(
    SAME,
    about="inference:opposite",
    method="exact",
    scope="users with the same cloud and opposite classes, Λ = 20",
    expect="fails",
    control=lambda: opposite(SYNTHETIC["SynNonIID"]()),
)
def opposite_vectors_alone_average_to_nothing() -> Outcome:
    """Vectors that are opposite altogether average to 0; here only the parts in x_2 are, and those in x_1 agree."""
    plus = SYNTHETIC["SynNonIID"]()[0]
    return opposite([plus, Dataset(plus.x, -plus.y)])


def lost_accuracy(name: str, Lambda: Fraction) -> Outcome:
    """Accuracy of the average plus a half, against that of the central model."""
    sides = certified(SYNTHETIC[name](), Lambda)
    averaged, central = (accuracy(f, union(sides.users)) for f in (sides.average, sides.central.f))
    names = ("averaged accuracy plus a half", "central accuracy")
    return at_most(averaged + Fraction(1, 2), central, names, data=name, Lambda=Lambda)


@check(
    FAIL,
    method="exact",
    scope="SynFail as built here, Λ = 0.05; an example is what the sentence asks for",
    universal=True,
    concludes="fails at a small Λ",
    control=lambda: lost_accuracy("SynNonIID", SMALL),
)
def average_is_at_one_half() -> Outcome:
    """The central HingeSVM classifies every record, the averaged one every other."""
    return lost_accuracy("SynFail", SMALL)


def class_mean_accuracy(name: str) -> Outcome:
    """The share of records that the class mean, the model for every Λ >= c^2/2, gets right, against one half."""
    everyone = union(SYNTHETIC[name]())
    right = accuracy(class_mean(everyone, Fraction(1)), everyone)
    return at_most(right, Fraction(1, 2), ("accuracy for every Λ >= c^2/2", "one half"), data=name)


@check(
    FAIL,
    method="exact",
    scope="SynFail as built here, every Λ >= c^2/2: the sign of a score does not depend on Λ there",
    universal=True,
    concludes="no large Λ helps",
    needs=[
        "averaging.thresholds.hinge_model_is_the_class_mean",
        "averaging.thresholds.average_of_class_means",
    ],
    control=lambda: class_mean_accuracy("SynNonIID"),
)
def large_regularization_does_not_help() -> Outcome:
    """Where averaging is exact, averaged and central model are both at one half: the data need a small Λ."""
    return class_mean_accuracy("SynFail")


def loss_is_positive(edge) -> Outcome:
    """hinge(z) > 0 exactly for z below the edge."""
    z, num = z3.Real("z"), Terms()
    return prove([], (formulas.hinge(z, num) > 0) == (z < edge), num)


@check(
    LOSS,
    about="reading:within",
    method="smt",
    scope="every record and model",
    universal=True,
    concludes="loss within the margin",
    control=lambda: loss_is_positive(2),
)
def records_within_the_margin_have_a_loss() -> Outcome:
    """A record has a loss other than 0 exactly if its margin is below 1."""
    return loss_is_positive(1)


def coefficient_without_loss(name: str, Lambda: Fraction) -> Outcome:
    """Central model: records with a coefficient, against records with a loss."""
    sides = certified(SYNTHETIC[name](), Lambda)
    supports = sum(theta != 0 for theta in sides.central.theta)
    lossy = sum(z < 1 for z in sides.central.margins(union(sides.users)))
    names = ("records with a coefficient", "records with a loss")
    return equal_at(Fraction(supports), Fraction(lossy), names, data=name, Lambda=Lambda)


@check(
    LOSS,
    about="reading:coefficients",
    method="exact",
    scope="SynFail as built here, Λ = 0.05",
    expect="fails",
    control=lambda: coefficient_without_loss("SynNonIID", LARGE),
)
def support_vectors_on_the_margin_have_none() -> Outcome:
    """Records exactly on the margin are support vectors (their coefficient is not 0) and have no loss."""
    return coefficient_without_loss("SynFail", SMALL)


def gain(length: float) -> Outcome:
    """Squared model length over squared sensitivity, Huber SVM with h = 1/5: at Λ = 1/20 (and a tenth more) against Λ = 1."""
    D, h = Dataset([[length, 0.0], [0.0, length]], [1, -1]), Fraction(1, 5)

    def ratio(Lambda: Fraction) -> Fraction:
        svm = huber_svm(D, h, Lambda)
        if not svm.is_optimal(D, Lambda):
            raise ArithmeticError("a certificate does not hold")
        return dot(svm.f, svm.f) / formulas.sensitivity(Fraction(length), Lambda, Fraction(2)) ** 2

    longest = max(dot(row, row) for row in signed_rows(D))
    names = ("signal over noise, squared, at Λ = 1/20 plus a tenth", "the same at Λ = 1")
    return at_most(ratio(SMALL) * Fraction(11, 10), ratio(Fraction(1)), names, c_squared=longest)


@check(
    LARGER,
    about="reading:number",
    method="exact",
    scope="two records of norm 1/8, for which c^2/(1-h) = 0.02",
    expect="fails",
    control=lambda: gain(4.0),
)
def signal_shrinks_as_well() -> Outcome:
    """Beyond c^2/(1-h) the model shrinks like the noise, so that Λ = 1 is no better than 0.05; with norm 4 it is (control)."""
    return gain(0.125)
