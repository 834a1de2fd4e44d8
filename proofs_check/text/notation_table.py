"""tab:configuration: can one meaning per symbol serve all places where the paper uses it? Solved as small systems."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import z3

from proofs_check.method.check import Outcome, about, shown
from proofs_check.method.replay import equal_at
from proofs_check.method.smt import prove
from reference.exact.side_by_side import side_by_side
from reference.learners.hinge_svm import hinge_svm
from reference.notation import Dataset

check = about("tab:configuration")
p, entries, rows, noise = z3.Ints("p entries_of_x rows_of_f rows_of_noise")
PLACES = {
    "the table: x has p entries": entries == p,
    "the algorithms: x is [1, x_1, ..., x_p]": entries == p + 1,
    "the algorithms: f has p + 1 rows": rows == p + 1,
    "inner products <f, x>": rows == entries,
    "noise is added to f": noise == rows,
    "cor:userlevel_sens: noise has p rows": noise == p,
    "cor:erm_is_dp: noise has p + 1 rows": noise == p + 1,
}


def dimensions_fit(left_out: Sequence[str]) -> Outcome:
    """Is there a p >= 1 for which all places but these agree?"""
    kept = {name: fact for name, fact in PLACES.items() if name not in left_out}
    impossible = prove([p >= 1], z3.Not(z3.And(*kept.values())))
    if impossible.result == "holds":
        return Outcome("fails", "no p makes all of these agree", shown(places=list(kept)))
    return Outcome("holds" if impossible.result == "fails" else "undecided", impossible.detail)


SLIPS = ["the table: x has p entries", "cor:userlevel_sens: noise has p rows"]


@check(
    "statement",
    "smt",
    at="every p; seven places that fix the length of x, f and the noise",
    expect="fails",
    wrong={"left_out": SLIPS},
)
def lengths_do_not_agree(left_out=[]):
    """No p satisfies the table, the algorithms, <f, x> and the corollaries at once; without two slips p + 1 does everywhere."""
    return dimensions_fit(left_out)


@check("step:data-point", "smt", at="every p; six places", expect="fails", wrong={"left_out": SLIPS})
def the_table_is_one_short(left_out=SLIPS[1:]):
    """Also without the noise of cor:userlevel_sens, x in R^p does not fit <f, x> and the leading 1."""
    return dimensions_fit(left_out)


@check("step:noise-rows", "smt", at="every p; six places", expect="fails", wrong={"left_out": SLIPS})
def the_corollary_is_one_short(left_out=SLIPS[:1]):
    """With x in R^(p+1) the noise of cor:userlevel_sens is still a row short: the intercept would get none."""
    return dimensions_fit(left_out)


@check(
    "step:union-model",
    "exact",
    at="three users of one record, two of them equal, above the threshold Λ = c^2/2",
    expect="fails",
    wrong={"repeated": True},
)
def sets_change_the_central_model(repeated=False):
    """The average is the central model on the multiset of records (control), not on their union as a set."""
    values = [1.0, 1.0, -1.0]
    local = side_by_side([Dataset([[v]], [1]) for v in values], lambda D: hinge_svm(D, Fraction(1))).average
    kept = values if repeated else sorted(set(values))
    central = hinge_svm(Dataset([[v] for v in kept], [1] * len(kept)), Fraction(1)).f
    return equal_at(local[0], central[0], ("average", "central model of the set"), Lambda=1)


@check("step:average", "exact", at="two users with sizes 1 and 3", expect="fails", wrong={"sizes": (2, 2)})
def averages_differ(sizes=(1, 3)):
    """avg of table and introduction is unweighted, the algorithm weighs by n_i: other directions unless all n_i are equal."""
    # Two users with models 1 and -1: the average of the table, against the n_i/w of the algorithm over the mean size.
    models = (Fraction(1), Fraction(-1))
    table = sum(models) / Fraction(2)
    box = sum(n * f for n, f in zip(sizes, models, strict=True)) / Fraction(sum(sizes))
    return equal_at(table, box, ("average of the table", "scaled sum of the algorithm"), sizes=list(sizes))
