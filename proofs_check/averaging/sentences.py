"""Sentences, figures and built examples: a criterion, weighting, unbalanced data, norms, normals, SynNonIID, SynFail."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import sympy as sp
import z3

from proofs_check.averaging.representer import records_inside_the_margin_have_no_choice
from proofs_check.method.check import Outcome, about, every, shown, theorem
from proofs_check.method.replay import at_most, equal_at
from proofs_check.method.smt import Terms, prove
from proofs_check.method.symbolic import vanishes
from reference import formulas
from reference.datasets.synthetic import SYNTHETIC, syn_noniid
from reference.exact.side_by_side import SideBySide, class_mean, side_by_side, union
from reference.exact.svm import accuracy, dot, hinge_loss, huber_svm, signed_rows, solved
from reference.learners.hinge_svm import hinge_svm
from reference.notation import Dataset

check_criterion = about("C1.1")
check_results = about("sec:results#convergence")
check_huber = about("sec:results#huber")
check_weighting = about("sec:results#weighting")
SEPARABLE = Dataset([[1.0, 3.0], [1.0, 1.0]], [1, -1])  # classes that only a small Λ tells apart


def certified(users: Sequence[Dataset], Lambda: Fraction) -> SideBySide:
    sides = side_by_side(users, lambda D: solved(D, hinge_loss(), Lambda))
    if not sides.is_certified(Lambda):
        raise ArithmeticError("a certificate does not hold")
    return sides


def averaging_fails(users: Sequence[Dataset], Lambda: Fraction) -> Outcome:
    """Data at half accuracy for every Λ >= c^2/2 and at full accuracy for this Λ: is the average at most at one half?"""
    sides = certified(users, Lambda)
    everyone = union(users)
    fragile = accuracy(class_mean(everyone, Fraction(1)), everyone) == Fraction(1, 2)
    if not fragile or accuracy(sides.central.f, everyone) != 1:
        return Outcome("undecided", "the data are not of this kind")
    names = ("accuracy of the average", "one half")
    return at_most(accuracy(sides.average, everyone), Fraction(1, 2), names, Lambda=Lambda, users=len(users))


@check_criterion(
    "reading:necessary",
    "exact",
    at="two users with the same two records, Λ = 1/20",
    expect="fails",
    control=lambda: averaging_fails(SYNTHETIC["SynFail"](), Fraction(1, 20)),
)
def fragile_data_can_be_averaged():
    """Users with equal data average without loss at every Λ, small ones too; SynFail is at one half (control)."""
    return averaging_fails([SEPARABLE, SEPARABLE], Fraction(1, 20))


@check_results(
    "statement",
    "smt",
    every="every K, dimension, number of users and data with |x| <= c; local models have norm at most G/Λ",
    concludes="SoftmaxReg",
    wrong={"power": 3},
    needs=[theorem("averaging.close_averages", "SOFTMAX"), theorem("sensitivity.stay_in_ball", "OPTIMUM")],
)
def softmax_average_approaches_the_central_model(power=2):
    """SoftmaxReg: |avg - central| <= sqrt(2) c^3/(2Λ^2), while the models themselves shrink as 1/Λ."""
    # c^2/(4Λ) spread with spread <= 2G/Λ against c^2 G/(2Λ^2): falls at least as 1/Λ^2, one order faster than the models.
    Lambda, c, spread = z3.Reals("Lambda c spread")
    num = Terms()
    G = formulas.loss_gradient_softmax(c, num)
    beta = formulas.smoothness_softmax_spectral(Lambda, c) - Lambda
    premises = [Lambda > 0, c > 0, spread >= 0, spread * Lambda <= 2 * G]
    goal = formulas.averaging_distance(beta, Lambda, spread) * Lambda**power <= c**2 * G / 2
    return prove(premises, goal, num)


@check_huber(
    "statement", "exact", at="SynNonIID, h = 1/10, Λ = 40", expect="fails", wrong={"Lambda": Fraction(1)}
)
def huber_average_is_exact(Lambda=Fraction(40)):
    """The Huber SVM, too, is averaged without any error for Λ >= c^2/(1-h)."""
    h = Fraction(1, 10)
    sides = side_by_side(SYNTHETIC["SynNonIID"](), lambda D: huber_svm(D, h, Lambda))
    if not sides.is_certified(Lambda):
        return Outcome("undecided", "a certificate does not hold")
    found = shown(Lambda=Lambda, h=h, averaged=sides.average, central=sides.central.f)
    return Outcome(
        "holds" if sides.average != sides.central.f else "fails",
        "the averaged model equals the central one",
        found,
    )


@check_huber(
    "step:cut-off", "smt", at="every h > 0 and margin beyond 1 + h", expect="fails", wrong={"beyond": False}
)
def huber_loss_has_a_hard_cut_off(beyond=True):
    """Beyond the margin 1 + h the Huber loss has the slope 0: a record there has no influence, as with the hinge beyond 1."""
    # Is the slope negative everywhere beyond 1 + h, or (control) everywhere before it?
    num = Terms()
    h, z = z3.Reals("h z")
    place = z > 1 + h if beyond else z < 1 + h
    return prove([h > 0, h < 1, place], formulas.huber_slope(h, z, num) < 0, num)


def plain_is_closer(
    values: tuple[float, float], sizes: tuple[int, int], Lambda: Fraction, by: Fraction = Fraction(0)
) -> Outcome:
    """Users with copies of one record each, class +: distances to the central model of both averages."""
    users = [Dataset([[x]] * n, [1] * n) for x, n in zip(values, sizes, strict=True)]
    sides = certified(users, Lambda)
    plain, weighted = (sides.distance_squared(f) for f in (sides.average, sides.weighted))
    names = ("squared error of plain averaging", "squared error of weighted averaging")
    return at_most(plain + by, weighted, names, sizes=sizes, Lambda=Lambda)


@check_weighting(
    "reading:always",
    "exact",
    at="two users with 1 and 5 records, Λ = 1 >= c^2/2",
    expect="fails",
    wrong={"sizes": (3, 3)},
)
def weighting_can_be_exact_where_plain_is_not(sizes=(1, 5)):
    """Weighted by n_i the average is the central model exactly, unweighted it is not."""
    return plain_is_closer((0.5, -0.25), sizes, Fraction(1))


# --- limitations: unbalanced data, the length of averaged models, fewer records ---------------------------


@check_weighting(
    "reading:observed",
    "exact",
    example="records 1 (one), 1/2 (three); Λ = 1/8; plain 3/2, weighted 7/4, central 3/2",
    concludes="plain can be closer",
    wrong=[{"Lambda": Fraction(1)}, {"sizes": (3, 3)}],
)
def plain_can_be_closer_below_the_threshold(Lambda=Fraction(1, 8), sizes=(1, 3)):
    """Below the threshold weighting can cost accuracy. For Λ >= c^2/2, or with equal sizes, it does not (controls)."""
    return plain_is_closer((1.0, 0.5), sizes, Lambda, by=Fraction(1, 100))


check_unbalanced = about("sec:lim_signalnoise#unbalanced")
check_margin = about("sec:lim_signalnoise#large_margin")
check_smaller = about("sec:lim_signalnoise#smaller_models")


@check_unbalanced(
    "statement",
    "exact",
    at="three records of class +, one of class -, Λ = 1",
    expect="fails",
    wrong={"labels": (1, 1, -1, -1)},
)
def no_balance_constraint(labels=(1, 1, 1, -1)):
    """The paper regularizes the intercept (records [1, x]), so its dual has no constraint on the sum of signed coefficients."""
    # Records [1, 1/2] with these labels: y^T alpha = sum of theta_j y_j (over 2Λn) against 0, intercept regularized.
    D = Dataset([[1.0, 0.5]] * len(labels), labels)
    svm = solved(D, hinge_loss(), Fraction(1))
    if not svm.is_optimal(D, Fraction(1)):
        return Outcome("undecided", "the certificate does not hold")
    total = sum((theta * y for theta, y in zip(svm.theta, labels, strict=True)), Fraction(0))
    return equal_at(
        total, Fraction(0), ("sum of signed coefficients", "zero"), labels=list(labels), theta=svm.theta
    )


@check_margin(
    "statement",
    "exact",
    example="four separable records; every Λ >= c^2/2 = 1",
    concludes="poor accuracy",
    wrong={"minority": 4},
)
def large_margins_lose_the_minority(minority=1):
    """With all records inside the margin each counts alike, and the smaller class is misclassified; small Λ separates both."""
    # Three records [1, 1] of class +, `minority` records [1, 0] of class -: separable, yet the class mean errs.
    D = Dataset([[1.0, 1.0]] * 3 + [[1.0, 0.0]] * minority, [1] * 3 + [-1] * minority)
    separated = accuracy(solved(D, hinge_loss(), Fraction(1, 100)).f, D)
    large = accuracy(class_mean(D, Fraction(1)), D)
    names = ("accuracy for every Λ >= 1, plus a fifth", "accuracy for Λ = 1/100")
    return at_most(large + Fraction(1, 5), separated, names, minority=minority)


def average_is_shorter(Lambda: Fraction, by: Fraction = Fraction(0)) -> Outcome:
    """Two users with the records 1 and 1/2 of one class: is the average shorter than the central model?"""
    sides = certified([Dataset([[1.0]], [1]), Dataset([[0.5]], [1])], Lambda)
    names = ("averaged model", "central model")
    return at_most(abs(sides.average[0]) + by, abs(sides.central.f[0]), names, Lambda=Lambda)


@check_smaller(
    "reading:unfavourable",
    "exact",
    example="two users with records 1 and 1/2, Λ = 1/16: 3/2 against 2",
    concludes="smaller for some users",
    wrong={"Lambda": Fraction(3, 16)},
)
def average_can_be_smaller(Lambda=Fraction(1, 16)):
    """There are users whose average is shorter than the central model; for a larger Λ theirs is longer (control)."""
    return average_is_shorter(Lambda, by=Fraction(1, 4))


@check_smaller(
    "reading:all-users",
    "exact",
    at="two users with records 1 and 1/2, Λ = 3/16: 7/6 against 1",
    expect="fails",
    wrong={"Lambda": Fraction(1, 16)},
)
def average_can_be_larger(Lambda=Fraction(3, 16)):
    """The average can be longer than the central model; for a smaller Λ it is shorter (control)."""
    return average_is_shorter(Lambda)


# --- normals and coefficients of averaged SVMs ------------------------------------------------------------


@check_smaller(
    "step:fewer-constraints",
    "exact",
    at="two users with record 1 of opposite classes, Λ = 1",
    expect="fails",
    wrong={"label": 1},
)
def fewer_records_can_give_a_larger_model(label=-1):
    """Records that contradict each other pull the central model to 0; a user who holds one of them has a larger model."""
    sides = certified([Dataset([[1.0]], [1]), Dataset([[1.0]], [label])], Fraction(1))
    return at_most(
        abs(sides.local[0].f[0]), abs(sides.central.f[0]), ("local model", "central model"), label=label
    )


check_normals = about("fig:intution_convergence#normals")
check_few = about("sec:noninteractive#few_coefficients")


def opposite_normals(second) -> Outcome:
    """Two normals f = (f1, f2) and second: is the average perpendicular to f for some f?"""
    f1, f2 = z3.Reals("f1 f2")
    g1, g2 = second(f1, f2)
    average = ((f1 + g1) / 2, (f2 + g2) / 2)
    turned = z3.And(f1 * average[0] + f2 * average[1] == 0, z3.Or(average[0] != 0, average[1] != 0))
    possible = prove([f1 * f1 + f2 * f2 > 0], z3.Not(turned))
    if possible.result == "holds":
        numbers = shown(first=[1, 0], second=list(second(Fraction(1), Fraction(0))))
        return Outcome("fails", "such an average is never perpendicular to f, unless it is 0", numbers)
    return Outcome("holds" if possible.result == "fails" else "undecided", possible.detail)


@check_normals(
    "statement",
    "smt",
    at="every normal f and its multiples -k f, here k = 1/2 and k = 2",
    expect="fails",
    control=lambda: opposite_normals(lambda f1, f2: (-f1 - f2 / 100, -f2 + f1 / 100)),
)
def opposite_normals_turn_nothing():
    """The average of f and -kf is a multiple of f: the hyperplane keeps its direction, or is none."""
    return every(
        opposite_normals(lambda f1, f2: (-f1 / 2, -f2 / 2)),
        opposite_normals(lambda f1, f2: (-2 * f1, -2 * f2)),
    )


@check_normals("repair", "symbolic", every="every f in the plane and every k", wrong={"offset": 1})
def average_is_a_multiple(offset=0):
    """f and (f - kf)/2 are parallel for every k."""
    a, b, k = sp.symbols("f1 f2 k")
    average = ((a - k * a) / 2 + offset, (b - k * b) / 2)
    return vanishes(sp.expand(a * average[1] - b * average[0]))


@check_normals("repair", "exact", at="SynNonIID as built here, Λ = 20", wrong={"largest": Fraction(1, 2)})
def small_differences_turn_it(largest=Fraction(999, 1000)):
    """There the normals are not opposite: their large parts cancel, and the small parts that they share decide."""
    users = syn_noniid()
    local = side_by_side(users, lambda D: hinge_svm(D, Fraction(20))).local
    f, g = (svm.f[1:] for svm in local)
    cosine = dot(f, g) ** 2 / (dot(f, f) * dot(g, g))
    return at_most(cosine, largest, ("squared cosine", "bound"), first=list(f), second=list(g))


@check_few("statement", "symbolic", every="every k, c, Λ and nw", wrong={"sign": -1})
def equal_records_reach_it(sign=1):
    """Equal records whose coefficients differ by all they can move the model by exactly the bound."""
    k, c, Lambda, size = sp.symbols("k c Lambda N", positive=True)
    return vanishes(k * (c * sign / (2 * Lambda)) / size - formulas.dual_distance(c, Lambda, size, k))


SAME, FAIL, LOSS = (f"sec:intro_centralized#{slug}" for slug in ("synnoniid", "synfail", "nonzero_loss"))
check_same = about(SAME)
check_fail = about(FAIL)
check_loss = about(LOSS)
check_larger = about("sec:lim_signalnoise#larger_lambda")
LARGE, SMALL = Fraction(20), Fraction(1, 20)  # the Λ that the paper names for the two


@check_same(
    "statement",
    "exact",
    example="SynNonIID as built here, Λ = 20",
    concludes="same model",
    wrong=[{"Lambda": Fraction(1)}, {"name": "SynFail"}],
)
def average_is_the_central_model(name="SynNonIID", Lambda=LARGE):
    """Two users with one class each, yet the averaged HingeSVM is the central one, and classifies every record."""
    sides = certified(SYNTHETIC[name](), Lambda)
    wrong = 1 - accuracy(sides.average, union(sides.users))
    found = sides.distance_squared(sides.average) + wrong
    return equal_at(found, Fraction(0), ("distance and errors", "zero"), data=name, Lambda=Lambda)


@check_same(
    "statement",
    "exact",
    every="SynNonIID as built here, Λ = 20",
    concludes="vertical from horizontal",
    wrong=[{"slope": 6}, {"name": "SynFail", "slope": 4}],
)
def two_nearly_horizontal_lines_average_to_a_vertical_one(name="SynNonIID", slope=5):
    """The local lines are nearly horizontal (normal vectors 5 times as long in x_2), the averaged line is vertical."""
    sides = certified(SYNTHETIC[name](), LARGE)
    parts = [
        at_most(slope * abs(svm.f[1]), abs(svm.f[2]), ("part in x_1", "part in x_2")) for svm in sides.local
    ]
    flat = equal_at(sides.average[2], Fraction(0), ("averaged part in x_2", "zero"))
    return every(
        *parts, flat, at_most(Fraction(1, 1000), abs(sides.average[1]), ("some", "averaged part in x_1"))
    )


@check_same(
    "statement",
    "exact",
    every="SynNonIID as built here, Λ = 20",
    concludes="all records are support vectors",
    wrong={"Lambda": Fraction(10)},
    needs=[records_inside_the_margin_have_no_choice],
)
def every_record_is_within_every_margin(Lambda=LARGE):
    """All records lie within the margins of their local and of the central SVM: all are support vectors."""
    sides = certified(SYNTHETIC["SynNonIID"](), Lambda)
    margins = [z for svm, D in zip(sides.local, sides.users, strict=True) for z in svm.margins(D)]
    margins += sides.central.margins(union(sides.users))
    return at_most(max(margins), Fraction(1), ("largest margin", "one"), Lambda=Lambda)


def opposite(users: Sequence[Dataset]) -> Outcome:
    """Users whose normal vectors point in opposite directions in x_2: has the average a line at all?"""
    sides = certified(users, LARGE)
    if sides.local[0].f[2] + sides.local[1].f[2] != 0:
        return Outcome("undecided", "not opposite")
    size = sum((abs(v) for v in sides.average[1:]), Fraction(0))
    return at_most(Fraction(1, 1000), size, ("some", "length of the averaged normal vector"))


@check_same(
    "inference:opposite",
    "exact",
    at="users with the same cloud and opposite classes, Λ = 20",
    expect="fails",
    control=lambda: opposite(SYNTHETIC["SynNonIID"]()),
)
def opposite_vectors_alone_average_to_nothing():
    """Vectors that are opposite altogether average to 0; here only the parts in x_2 are, and those in x_1 agree."""
    plus = SYNTHETIC["SynNonIID"]()[0]
    return opposite([plus, Dataset(plus.x, -plus.y)])


@check_fail(
    "statement",
    "exact",
    example="SynFail as built here, Λ = 0.05",
    concludes="fails at a small Λ",
    wrong={"name": "SynNonIID"},
)
def average_is_at_one_half(name="SynFail", Lambda=SMALL):
    """The central HingeSVM classifies every record, the averaged one every other."""
    sides = certified(SYNTHETIC[name](), Lambda)
    averaged, central = (accuracy(f, union(sides.users)) for f in (sides.average, sides.central.f))
    names = ("averaged accuracy plus a half", "central accuracy")
    return at_most(averaged + Fraction(1, 2), central, names, data=name, Lambda=Lambda)


@check_fail(
    "statement",
    "exact",
    every="SynFail as built here, every Λ >= c^2/2: the sign of a score does not depend on Λ there",
    concludes="no large Λ helps",
    wrong={"name": "SynNonIID"},
)
def large_regularization_does_not_help(name="SynFail"):
    """Where averaging is exact, averaged and central model are both at one half: the data need a small Λ."""
    # The share of records that the class mean, the model for every Λ >= c^2/2, gets right, against one half.
    everyone = union(SYNTHETIC[name]())
    right = accuracy(class_mean(everyone, Fraction(1)), everyone)
    return at_most(right, Fraction(1, 2), ("accuracy for every Λ >= c^2/2", "one half"), data=name)


@check_loss(
    "reading:within",
    "smt",
    every="every record and model",
    concludes="loss within the margin",
    wrong={"edge": 2},
)
def records_within_the_margin_have_a_loss(edge=1):
    """A record has a loss other than 0 exactly if its margin is below 1."""
    z, num = z3.Real("z"), Terms()
    return prove([], (formulas.hinge(z, num) > 0) == (z < edge), num)


@check_loss(
    "reading:coefficients",
    "exact",
    at="SynFail as built here, Λ = 0.05",
    expect="fails",
    wrong={"name": "SynNonIID", "Lambda": LARGE},
)
def support_vectors_on_the_margin_have_none(name="SynFail", Lambda=SMALL):
    """Records exactly on the margin are support vectors (their coefficient is not 0) and have no loss."""
    sides = certified(SYNTHETIC[name](), Lambda)
    supports = sum(theta != 0 for theta in sides.central.theta)
    lossy = sum(z < 1 for z in sides.central.margins(union(sides.users)))
    names = ("records with a coefficient", "records with a loss")
    return equal_at(Fraction(supports), Fraction(lossy), names, data=name, Lambda=Lambda)


@check_larger(
    "reading:number",
    "exact",
    at="two records of norm 1/8, for which c^2/(1-h) = 0.02",
    expect="fails",
    wrong={"length": 4.0},
)
def signal_shrinks_as_well(length=0.125):
    """Beyond c^2/(1-h) the model shrinks like the noise, so that Λ = 1 is no better than 0.05; with norm 4 it is (control)."""
    D, h = Dataset([[length, 0.0], [0.0, length]], [1, -1]), Fraction(1, 5)

    def ratio(Lambda: Fraction) -> Fraction:
        svm = huber_svm(D, h, Lambda)
        if not svm.is_optimal(D, Lambda):
            raise ArithmeticError("a certificate does not hold")
        return dot(svm.f, svm.f) / formulas.sensitivity(Fraction(length), Lambda, Fraction(2)) ** 2

    longest = max(dot(row, row) for row in signed_rows(D))
    names = ("signal over noise, squared, at Λ = 1/20 plus a tenth", "the same at Λ = 1")
    return at_most(ratio(SMALL) * Fraction(11, 10), ratio(Fraction(1)), names, c_squared=longest)
