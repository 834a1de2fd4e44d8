"""K logits as a vector with entries: `entry(l, k)` is logit k of the vector l; and kappa_K for the softmax of short logits.

What `class_shares` proves for sequences of shares and logits holds for the softmax of a vector, so that a softmax gradient at a
model in the ball is at most kappa_K c, with the kappa_K that runs (`formulas.loss_gradient_softmax_on_ball`).
"""

import z3

from proofs_check.lemmas.exponential import EXACT as NUM
from proofs_check.lemmas.exponential import POWER, TWO_LOGS, expo, log
from proofs_check.lemmas.numbers import SCALES, SHORTER, Int, Real
from proofs_check.lemmas.spaces import R, expand, inside, length, norm, v
from proofs_check.lemmas.sums import counting
from proofs_check.logic.rules import at, axiom, discharge, forget, induct, lemma
from proofs_check.objectives import class_shares
from proofs_check.objectives.class_shares import DENOMINATORS, j, own, rho, squares, total
from proofs_check.objectives.mean_theorems import zi
from proofs_check.objectives.softmax_theorems import (
    BOUNDED,
    CLIPPED,
    FEATURES,
    LOGITS,
    ONE_HOT,
    OUTER,
    SHORT_LOGITS,
    Class,
    between,
    c,
    class_of,
    features,
    gradient,
    kth,
    l,
    l2,
    logits,
    onehot,
    softmax,
    square,
)
from reference import formulas

classes, k, i = z3.Ints("classes k i")
entry = z3.Function("entry", LOGITS.sort, Int, Real)
dots = z3.Function("dots", LOGITS.sort, LOGITS.sort, Int, Real)
powers = z3.Function("powers", LOGITS.sort, Int, Real)
index = z3.Function("index_of", Class, Int)
_WHY = "what vectors with one entry for each class are, their inner product and their softmax (Horn, Johnson, Matrix Analysis)"
ENTRIES = axiom(
    "logits: entries",
    z3.And(
        dots(l, l2, 0) == 0,
        z3.Implies(k >= 0, dots(l, l2, k + 1) == dots(l, l2, k) + entry(l, k) * entry(l2, k)),
        LOGITS.dot(l, l2) == dots(l, l2, classes),
    ),
    over=["log", "log2", "k"],
    why=_WHY,
)
LABELS = axiom(
    "logits: one-hot",
    z3.And(
        *(0 <= index(kth), index(kth) < classes, LOGITS.dot(l, onehot(kth)) == entry(l, index(kth))),
        entry(onehot(kth), index(kth)) == 1,
    ),
    over=["log", "kth"],
    why=_WHY,
)
POWERS = axiom(
    "logits: sum of powers",
    z3.And(powers(l, 0) == 0, z3.Implies(k >= 0, powers(l, k + 1) == powers(l, k) + expo(entry(l, k)))),
    over=["log", "k"],
    why=_WHY,
)
_growing = induct(
    "sums of powers grow",
    k,
    {},
    z3.And(powers(l, k) >= 0, powers(l, k + 1) > 0),
    base=[POWERS.at(k=0), POWER.at(exponent=entry(l, 0))],
    step=[POWERS.at(k=k + 1), POWER.at(exponent=entry(l, k + 1))],
)
_place = {"class": z3.And(0 <= k, k < classes)}
_positive = lemma(
    "the sum of all powers is positive",
    _place,
    powers(l, classes) > 0,
    by=[_growing.at(k=classes - 1), powers(l, classes - 1 + 1) == powers(l, classes)],
)
SOFTMAX = axiom(
    "logits: softmax",
    entry(softmax(l), k) == formulas.softmax(expo(entry(l, k)), powers(l, classes)),
    over=["log", "k"],
    given=_place,
    why=_WHY,
    knowing=[_positive],
)
share, logit, label = lambda i: entry(softmax(l), i), lambda i: entry(l, i), index(kth)
_share = lemma(
    "a share of the softmax and its logarithm",
    _place,
    z3.And(
        share(k) > 0,
        log(share(k)) == logit(k) - log(powers(l, classes)),
        share(k) * powers(l, classes) == expo(logit(k)),
    ),
    by=[
        [_positive, SOFTMAX, POWER.at(exponent=logit(k))],
        TWO_LOGS.at(a=expo(logit(k)), b=powers(l, classes)),
    ],
)
_shares = discharge("shares of the softmax", _share, "class")

# --- the sums of `class_shares` at a vector of logits ---------------------------------------------------------------

TOTAL, SQUARES = counting(total, share), counting(squares, lambda i: logit(i) ** 2)
OWN = counting(own, lambda i: share(i) ** 2)
WHOLE = induct(
    "shares sum up like powers",
    k,
    {},
    z3.Implies(k <= classes, total(k) * powers(l, classes) == powers(l, k)),
    where=[TOTAL],
    base=[POWERS.at(k=0)],
    step=[at("total", k), POWERS, _shares],
)
SQUARED = induct(
    "squares of logits",
    k,
    {},
    squares(k) == dots(l, l, k),
    where=[SQUARES],
    base=[ENTRIES.at(k=0, log2=l)],
    step=[at("squares", k), ENTRIES.at(log2=l)],
)
_logits = lemma(
    "logarithms of two shares",
    {},
    z3.Implies(
        z3.And(*(z3.And(0 <= place, place < classes) for place in (i, j))),
        log(share(i)) - log(share(j)) == logit(i) - logit(j),
    ),
    by=[_shares.at(k=i), _shares.at(k=j)],
)
OF_SOFTMAX = [  # what `class_shares` asks of shares
    [_shares.at(k=i).every(i), _logits.at().every(i, j)],
    [_positive.at(k=0), WHOLE.at(k=classes), total(classes) == 1],
]
SHORT = [LOGITS.length(l), SQUARED.at(k=classes), ENTRIES.at(log2=l), squares(classes) <= rho * rho]
AT = {"s": share, "z_": logit, "y": label, "K": classes}

# --- kappa_K ----------------------------------------------------------------------------------------------------------


def kappa(rho):
    """kappa_K for logits of norm at most rho, as it runs."""
    return formulas.loss_gradient_softmax_on_ball(rho, z3.ToReal(classes), NUM)


CLASSES = {"classes": classes >= 2}
_p, _wrong = softmax(l), between(softmax(l), onehot(kth))
SQUARED_SHARES = induct(
    "squares of shares",
    k,
    {},
    own(k) == dots(_p, _p, k),
    where=[OWN],
    base=[ENTRIES.at(k=0, log=_p, log2=_p)],
    step=[at("own", k), ENTRIES.at(log=_p, log2=_p)],
)
NOT_SATURATED = forget(
    "short logits leave probabilities within kappa_K of a corner",
    lemma(
        "short logits leave probabilities within kappa_K of a corner, by their sums",
        {**CLASSES, "logits": LOGITS.norm(l) <= rho},
        z3.And(kappa(rho) >= 0, square(_wrong) <= kappa(rho) * kappa(rho)),
        where=[TOTAL, SQUARES, OWN],
        by=[
            [OF_SOFTMAX, SHORT, SQUARED_SHARES.at(k=classes), ENTRIES.at(log=_p, log2=_p)],
            [LABELS.at(log=_p), LABELS.at(log=onehot(kth))],
            [class_shares.WITHIN_KAPPA.at(**AT), expand(_wrong), DENOMINATORS.at(K=classes)],
        ],
    ),
    "total",
    "squares",
    "own",
)
_x, _z = features(zi), logits(v, features(zi))
_row, _wrong, _kappa = gradient(v, zi).arg(1), between(softmax(_z), onehot(class_of(zi))), kappa(R * c)
_denominators = [
    z3.substitute(part, (class_shares.K, classes), (rho, R * c)) for part in DENOMINATORS.shows.children()
]
GRADIENT_ON_BALL = lemma(
    "a softmax gradient at a model in the ball is at most kappa_K c",
    {**CLASSES, **BOUNDED, **ONE_HOT, "ball": inside(v)},
    z3.And(norm(gradient(v, zi)) <= _kappa * c, *_denominators),
    by=[
        [at("one-hot", zi), *CLIPPED, SHORT_LOGITS, length(gradient(v, zi))],
        OUTER.at(rec=_x, rec2=_x, log=_row, log2=_row),
        [NOT_SATURATED.at(log=_z, kth=class_of(zi), rho=R * c), LOGITS.positive(_wrong)],
        expand(_row, _wrong),
        SCALES.at(a=FEATURES.dot(_x, _x), b=square(_wrong), c=_kappa * _kappa),
        SCALES.at(a=_kappa * _kappa, b=FEATURES.dot(_x, _x), c=c * c),
        [z3.And(c >= 0, _kappa * c >= 0), SHORTER.at(a=norm(gradient(v, zi)), b=_kappa * c)],
        DENOMINATORS.at(K=classes, rho=R * c),
    ],
)
