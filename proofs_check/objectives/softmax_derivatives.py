"""Gradient and Hessian of the softmax objective, for every K, every dimension and every label.

All entries of the model but the one or two in question are constants. With e^{z_p}, e^{z_q} written out and E
for the sum of the other exponentials, one differentiation covers every K; with r_p for the rest of a logit
z_p = f_lp x_l + r_p it covers every dimension.
"""

from __future__ import annotations

from fractions import Fraction

import sympy as sp
from flint import arb_series

from accountant.numbers.balls import exact, precision
from proofs_check.method.check import Outcome, about, shown
from proofs_check.method.symbolic import SYMBOLIC, all_vanish, vanishes
from reference import formulas

check = about()

Lambda, E = sp.symbols("Lambda E", positive=True)
f_lp, f_jq, x_l, x_j, r_p, r_q, norm_rest, z_other = sp.symbols("f_lp f_jq x_l x_j r_p r_q N z_o", real=True)


def objective(z_p: sp.Expr, z_q: sp.Expr | None, z_label: sp.Expr) -> sp.Expr:
    """J at one record, as a function of the entries that z_p and z_q contain."""
    total = sp.exp(z_p) + (sp.exp(z_q) if z_q is not None else 0) + E
    entries = f_lp**2 + f_jq**2 + norm_rest
    return formulas.regularized(Lambda, entries, formulas.cross_entropy(z_label, total, SYMBOLIC))


@check(
    "step:gradient",
    "symbolic",
    label="thm:lipschitz_softmax",
    every="every K, dimension, model, record and one-hot label",
    wrong={"slope": lambda s_p, is_label: s_p},
)
def gradient_is_right(slope=formulas.softmax_slope):
    """dJ/df_lp = Λ f_lp + x_l (s_p - 1[y = p])."""
    # Derivative in f_lp, for the label p and for another label.
    z_p = f_lp * x_l + r_p
    s_p = formulas.softmax(sp.exp(z_p), sp.exp(z_p) + E)
    gaps = []
    for z_label, is_label in ((z_p, 1), (z_other, 0)):
        claimed = formulas.gradient_entry(
            Lambda, f_lp, formulas.loss_gradient_entry(x_l, slope(s_p, is_label))
        )
        gaps.append(sp.diff(objective(z_p, None, z_label), f_lp) - claimed)
    return all_vanish(gaps)


def hessian_cases():
    """(z_p, z_q, same class, same entry, x_j): the four ways two entries (l, p) and (j, q) can be related."""
    z_p = f_lp * x_l + r_p
    yield z_p, None, 1, 1, x_l
    yield z_p + f_jq * x_j, None, 1, 0, x_j
    yield z_p, f_jq * x_l + r_q, 0, 0, x_l
    yield z_p, f_jq * x_j + r_q, 0, 0, x_j


@check(
    "step:hessian",
    "symbolic",
    label="thm:smooth_softmax",
    every="every K, dimension, model, record and one-hot label (p, q or another)",
    wrong={"curvature": lambda s_p, s_q, same: s_p * (same - s_p)},
)
def hessian_is_right(curvature=formulas.softmax_curvature):
    """d2J/df_lp df_jq = 1[lp = jq] Λ + x_l x_j s_p (1[p = q] - s_q)."""
    # Second derivatives in f_lp and f_jq, for all four relations of the two entries.
    gaps = []
    for z_p, z_q, same_class, same_entry, x_second in hessian_cases():
        exponentials = [sp.exp(z_p)] + ([sp.exp(z_q)] if z_q is not None else [])
        total = sum(exponentials) + E
        s_p, s_q = (formulas.softmax(e, total) for e in (exponentials[0], exponentials[-1]))
        second = f_lp if same_entry else f_jq
        claimed = formulas.hessian_entry(Lambda, same_entry, x_l, x_second, curvature(s_p, s_q, same_class))
        for z_label in (z_p, z_other, *([z_q] if z_q is not None else [])):
            gaps.append(sp.diff(objective(z_p, z_q, z_label), f_lp, second) - claimed)
    return all_vanish(gaps)


@check(
    "step:second-derivative",
    "symbolic",
    label="thm:strongconvexity_softmax",
    every="every K and every label",
    wrong={"curvature": lambda s_p, s_q, same: s_p * (same + s_q)},
)
def logit_hessian_is_right(curvature=formulas.softmax_curvature):
    """The second derivative of the cross-entropy in z_p and z_q is s_p (1[p = q] - s_q)."""
    # Second derivatives of the cross-entropy in the logits themselves.
    z_p, z_q = sp.symbols("z_p z_q", real=True)
    total = sp.exp(z_p) + sp.exp(z_q) + E
    loss = formulas.cross_entropy(z_other, total, SYMBOLIC)
    s_p, s_q = formulas.softmax(sp.exp(z_p), total), formulas.softmax(sp.exp(z_q), total)
    return all_vanish(
        [
            sp.diff(loss, z_p, 2) - curvature(s_p, s_p, 1),
            sp.diff(loss, z_p, z_q) - curvature(s_p, s_q, 0),
        ]
    )


@check(
    "step:gradient",
    "symbolic",
    label="thm:lipschitz_softmax",
    every="every K and every shift",
    wrong={"by_largest": lambda a: 1},
)
def shift_cancels(by_largest=lambda a: sp.exp(-a)):
    """The learner subtracts the largest logit before exponentiating; the probabilities do not change."""
    # Softmax of logits moved by a common amount a, with the other exponentials scaled by `by_largest`(a).
    z_p, a = sp.symbols("z_p a", real=True)
    plain = formulas.softmax(sp.exp(z_p), sp.exp(z_p) + E)
    return vanishes(plain - formulas.softmax(sp.exp(z_p - a), sp.exp(z_p - a) + E * by_largest(a)))


# --- a second, independent way: Taylor coefficients in certified arithmetic --------------------------------


RECORD = [Fraction(1), Fraction(-2, 3), Fraction(1, 2)]
MODEL = [[Fraction(l * 3 - p * 2, 5 + p) for p in range(4)] for l in range(3)]
DIRECTION = [[Fraction(1 + l - p, 3 + l) for p in range(4)] for l in range(3)]
LABEL, RIDGE = 2, Fraction(1, 10)


@check(
    "step:hessian",
    "interval",
    label="thm:smooth_softmax",
    at="K = 4, three entries per class, one rational model, record and direction; to 40 digits",
    wrong={"curvature": lambda s_p, s_q, same: s_p * same},
)
def taylor_coefficients_agree(curvature=formulas.softmax_curvature):
    """Power series of J along a line, computed in balls, match the gradient and Hessian entries."""
    entries = [(l, p) for l in range(3) for p in range(4)]
    with precision(200):
        logits = [
            arb_series(
                [exact(sum(RECORD[l] * m[l][p] for l in range(3))) for m in (MODEL, DIRECTION)], prec=3
            )
            for p in range(4)
        ]
        total = sum((z.exp() for z in logits), arb_series([0], prec=3))
        lines = [arb_series([exact(MODEL[l][p]), exact(DIRECTION[l][p])], prec=3) for l, p in entries]
        norm = sum((line * line for line in lines), arb_series([0], prec=3))
        J = exact(RIDGE / 2) * norm + total.log() - logits[LABEL]

        s = [formulas.softmax(z.exp()[0], total[0]) for z in logits]
        first = second = exact(0)
        for l, p in entries:
            slope = formulas.softmax_slope(s[p], int(p == LABEL))
            loss = formulas.loss_gradient_entry(exact(RECORD[l]), slope)
            v = exact(DIRECTION[l][p])
            first += v * formulas.gradient_entry(exact(RIDGE), exact(MODEL[l][p]), loss)
            for j, q in entries:
                entry = formulas.hessian_entry(
                    exact(RIDGE),
                    int((l, p) == (j, q)),
                    exact(RECORD[l]),
                    exact(RECORD[j]),
                    curvature(s[p], s[q], int(p == q)),
                )
                second += v * exact(DIRECTION[j][q]) * entry
        gaps = [J[1] - first, 2 * J[2] - second]
        numbers = shown(gap_in_first_order=gaps[0].str(5), gap_in_second_order=gaps[1].str(5))
        if any(not gap.contains(0) for gap in gaps):
            return Outcome("fails", "the enclosures are disjoint", numbers)
        narrow = all(gap.rad() < exact("1e-40") for gap in gaps)
    return Outcome("holds" if narrow else "undecided", "equal to 40 digits at this point", numbers)
