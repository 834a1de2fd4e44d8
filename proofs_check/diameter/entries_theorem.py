"""ours:gradient_diameter: the centre bound without an unknown maximum, for vectors of logits.

What was proved for sequences of shares and logits holds for the softmax of a
vector; so the inner maximum of `centre_theorem` is known, and the sensitivity of SoftmaxReg has only premises about numbers.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import z3

from proofs_check.diameter import shares_theorem as shares
from proofs_check.diameter.centre_theorem import GAP, SENSITIVITY, inner, kappa, m
from proofs_check.diameter.shares_theorem import K, value
from proofs_check.lemmas.exponential import EXACT as NUM
from proofs_check.lemmas.exponential import POWER
from proofs_check.lemmas.spaces import R, expand, products
from proofs_check.lemmas.sums import D, counting
from proofs_check.logic.derived import instance
from proofs_check.logic.models import Undecided, model
from proofs_check.logic.obligations import parts
from proofs_check.logic.rules import at, discharge, forget, induct, lemma
from proofs_check.objectives.logit_entries import (
    AT,
    ENTRIES,
    LABELS,
    OF_SOFTMAX,
    SHORT,
    SQUARES,
    TOTAL,
    classes,
    dots,
    k,
    label,
    logit,
    rho,
    share,
    total,
)
from proofs_check.objectives.softmax_theorems import LOGITS, between, c, kth, l, onehot, softmax
from proofs_check.objectives.still import still
from proofs_check.sensitivity import softmax_theorem
from reference import formulas

# --- the sums of `shares_theorem` at a vector of logits ------------------------------------------------------------

_MANY = {"many-classes": classes >= 3}
VALUE = counting(
    value,
    lambda i: z3.If(
        i == label, z3.RealVal(0), share(i) ** 2 - 2 * kappa * share(i) * (logit(i) - logit(label))
    ),
)
_p = softmax(l)
_own = z3.If(label < k, share(label) ** 2, z3.RealVal(0))
VALUED = induct(
    "the sum over wrong classes as inner products",
    k,
    {},
    value(k) + _own == dots(_p, _p, k) - 2 * kappa * (dots(l, _p, k) - logit(label) * total(k)),
    where=[TOTAL, VALUE],
    base=[ENTRIES.at(k=0, log=_p, log2=_p), ENTRIES.at(k=0, log2=_p), LABELS],
    step=[[at("total", k), at("value", k)], ENTRIES.at(log=_p, log2=_p), ENTRIES.at(log2=_p)],
)
_u = between(_p, onehot(kth))
KNOWN = {slug: shares.SHARES_MAXIMUM.given[slug] for slug in ("top", "edges", "allowed-tangents", "maximum")}
KNOWN = {slug: z3.substitute(premise, (K, classes)) for slug, premise in KNOWN.items()}
INNER = lemma(
    "the inner maximum over short logits",
    {**_MANY, "short": LOGITS.norm(l) <= rho, **KNOWN},
    inner(l, kth) <= m,
    where=[TOTAL, SQUARES, VALUE],
    by=[
        [OF_SOFTMAX, SHORT],
        [LABELS.at(log=l), LABELS.at(log=_p), LABELS.at(log=onehot(kth)), VALUED.at(k=classes)],
        shares.SHARES_MAXIMUM.at(**AT),
        [expand(_u), products((l, _u)), ENTRIES.at(log=_p, log2=_p), ENTRIES.at(log2=_p)],
    ],
)
SHORT_INNER = discharge(
    "the inner maximum, if the logits are short",
    forget("the inner maximum, in its own terms", INNER, "total", "squares", "value"),
    "short",
)
_top = formulas.top_share(R * c, z3.ToReal(classes) - 1, NUM)
_KNOWN = {
    slug: z3.substitute(premise, (rho, R * c), (shares.top, _top))
    for slug, premise in KNOWN.items()
    if slug != "top"
}
OF_MANY: dict[str, Any] = {
    "meets": ["inner-maximum"],
    "given": {**_MANY, **_KNOWN},
    "by": [
        [POWER.at(exponent=_top.arg(1).arg(1).arg(1).arg(0)), z3.ToReal(classes) - 2 >= 1],
        [_top.arg(1) > 0, _top > 0, _top * _top.arg(1) == 1],
        SHORT_INNER.at(rho=R * c, top=_top).every(l, kth),
    ],
}
GAP_OF_MANY = instance("the gradient diameter with three classes or more", GAP, **OF_MANY)
MANY_CLASSES = instance("sensitivity of SoftmaxReg with three classes or more", SENSITIVITY, **OF_MANY)
_near = {**shares.NEAR, "centre": kappa > 0}
_value = formulas.inner_bound(1 - share(label), shares.near, z3.RealVal(1), kappa, z3.RealVal(1), NUM)
_TWO = {"two-classes": classes == 2}
INNER_OF_TWO = lemma(
    "the inner value for two classes",
    {**_TWO, **_near},
    inner(l, kth) <= _value,
    where=[TOTAL, VALUE],
    by=[
        OF_SOFTMAX,
        [LABELS.at(log=l), LABELS.at(log=_p), LABELS.at(log=onehot(kth)), VALUED.at(k=classes)],
        shares.TWO_CLASSES.at(**AT),
        [expand(_u), products((l, _u)), ENTRIES.at(log=_p, log2=_p), ENTRIES.at(log2=_p)],
    ],
)
_inner_of_two = forget("the inner value for two classes, in its own terms", INNER_OF_TWO, "total", "value")
_at_best = {name: z3.substitute(term, (shares.r, R * c)) for name, term in shares.BEST.items()}
_ANGLE = {"best-angle": z3.substitute(shares.ANGLE["best-angle"], (shares.r, R * c))}
PEAK_OF_TWO = lemma(
    "the inner maximum for two classes",
    {**_TWO, **_ANGLE},
    z3.substitute(inner(l, kth), (kappa, _at_best["kappa"])) <= _at_best["m"],
    by=[
        [shares.BEST_ANGLE.at(r=R * c, wrong=1 - share(label)), shares.SHARE_AT_BEST.at(r=R * c)],
        _inner_of_two.at(near=_at_best["near"], kappa=_at_best["kappa"]),
    ],
)
_squared = formulas.diameter_two_classes(shares.t, R * c, NUM)
OF_TWO: dict[str, Any] = {
    "meets": ["inner-maximum", "diameter"],
    "given": {**_TWO, **_ANGLE, "diameter": z3.And(D >= 0, D * D >= c**2 * _squared)},
    "by": [
        [
            shares.SHARE_AT_BEST.at(r=R * c),
            shares.BEST_ANGLE.at(r=R * c, wrong=0),
            PEAK_OF_TWO.at().every(l, kth),
        ],
        _squared.arg(1).arg(0) > 0,
        _squared.arg(1) > 0,
    ],
    "kappa": _at_best["kappa"],
    "m": _at_best["m"],
}
GAP_OF_TWO = instance("the gradient diameter with two classes", GAP, **OF_TWO)
TWO_CLASSES = instance("sensitivity of SoftmaxReg with two classes", SENSITIVITY, **OF_TWO)

# --- joint models: all records are 0, so that no model moves (`objectives.still`) ----------------------------------

THREE = {  # one piece, with tangents at 1/2
    **{"kappa": 1, "m": z3.Q(6, 5), "D": 3, "pieces": 1},
    "edge": lambda i: z3.If(i <= 0, z3.RealVal(0), z3.RealVal(1)),
    **dict.fromkeys(("low_", "near_"), lambda i: z3.Q(1, 2)),
}


_e, _t, _R = z3.Reals("e t_best R_best")
_facts = [_t > 0, _t * _t * (2 + _e) == 1, _R > 0, 2 * _R * _R == 2 + _e]  # so that sqrt(2) R t = 1


def _power(x: z3.ExprRef):
    """e^1 and e^-1; no other power is asked for."""
    names = {part.decl().name() for part in parts(x) if z3.is_const(part) and not z3.is_rational_value(part)}
    if names - {"e", "t_best", "R_best", "root of 2.0"}:
        raise Undecided(str(x))
    value = z3.If(x == 1, _e, z3.If(x == -1, 1 / _e, z3.Real(f"unknown power {x}")))
    return value, [z3.Q(27, 10) < _e, _e < z3.Q(28, 10), *_facts]


TWO = {"t": (_t, _facts), "R": (_R, _facts), "D": 3, "expo": _power}


def _model(theorem, size: int, numbers: dict[str, Any]):
    lone = {**softmax_theorem.LONE_SOFTMAX, **softmax_theorem.TWO_RECORDS}
    sorts, meanings = still(size, softmax_theorem.SORTS, lone)
    return model(theorem, sorts, {**meanings, **numbers})


STATES = [
    ("ours:gradient_diameter", theorem, "statement", partial(_model, theorem, size, numbers))
    for size, numbers, theorems in (
        (3, THREE, (MANY_CLASSES, GAP_OF_MANY)),
        (2, TWO, (TWO_CLASSES, GAP_OF_TWO)),
    )
    for theorem in theorems
]
