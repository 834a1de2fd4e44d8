"""J(f) = Λ/2 |f|^2 + the mean loss over n records is strongly convex, Lipschitz on the ball and smooth, if each loss is.

For every space V, number of records n >= 1, dataset and loss. `grad(f, z)` is the gradient of the loss at record z; a dataset
may be a batch. The gradient of J is the formula that the learners run.
"""

import z3

from proofs_check.lemmas.line import BOOL, LINE, REAL, stated
from proofs_check.lemmas.numbers import SCALES, Int
from proofs_check.lemmas.spaces import (
    MULTIPLE,
    PAIRS,
    SCALED_APART,
    SCALED_SQUARED,
    TRIANGLE,
    R,
    Scalar,
    V,
    Vector,
    dot,
    inside,
    minus,
    norm,
    products,
    scale,
    v,
    w,
)
from proofs_check.lemmas.sums import (
    COCOERCIVE_SUMS,
    CONVEX_SUMS,
    DIVIDED,
    SHORT_SUMS,
    STEEP,
    cocoercive,
    gamma,
    running,
)
from proofs_check.logic.rules import lemma
from reference import formulas

Z = z3.DeclareSort("Z")  # records
Lambda, G = z3.Reals("Lambda G")
n, i = z3.Ints("n i")
zi = z3.Const("z_i", Z)
data = z3.Function("data", Int, Z)
grad = z3.Function("grad", V, Z, V)
total = z3.Function("total", V, Int, V)
TOTAL = running(total, lambda model, i: grad(model, data(i)))


def with_ridge(model, loss_gradient):
    """The gradient of J from that of the loss."""
    return formulas.gradient_entry(Scalar(Lambda), Vector(model), Vector(loss_gradient)).term


def mean(model):
    return scale(1 / z3.ToReal(n), total(model, n))


def gradient(model):
    return with_ridge(model, mean(model))


# --- the regularizer: p and q are the gradients of the loss at the models v and w -------------------------

p, q = z3.Consts("p q", V)
REGULARIZED = {"regularized": Lambda > 0}
STRONGER = lemma(
    "the regularizer makes it strongly convex",
    {"convex": dot(minus(v, w), minus(p, q)) >= 0},
    dot(minus(with_ridge(v, p), with_ridge(w, q)), minus(v, w)) >= Lambda * dot(minus(v, w), minus(v, w)),
    by=products(
        (minus(with_ridge(v, p), with_ridge(w, q)), minus(v, w)),
        (minus(v, w), minus(p, q)),
        (minus(v, w), minus(v, w)),
    ),
)
NO_MORE = lemma(
    "the regularizer alone is Λ-strongly convex, and no more",
    {},
    dot(minus(with_ridge(v, p), with_ridge(w, p)), minus(v, w)) == Lambda * dot(minus(v, w), minus(v, w)),
    by=products((minus(with_ridge(v, p), with_ridge(w, p)), minus(v, w)), (minus(v, w), minus(v, w))),
)
LONGER = lemma(
    "the regularizer adds ΛR to a gradient",
    {**REGULARIZED, "ball": inside(v), "gradients": norm(p) <= G},
    norm(with_ridge(v, p)) <= Lambda * R + G,
    by=[
        TRIANGLE.at(x=scale(Lambda, v), y=p),
        MULTIPLE.at(r=Lambda, x=v),
        SCALES.at(a=Lambda, b=norm(v), c=R),
    ],
)
STEEPER = lemma(
    "the regularizer adds Λ to the smoothness",
    {**REGULARIZED, "gamma": gamma >= 0, "cocoercive": cocoercive(minus(p, q), gamma, minus(v, w))},
    norm(minus(with_ridge(v, p), with_ridge(w, q))) <= (Lambda + gamma) * norm(minus(v, w)),
    by=[
        PAIRS.at(v=scale(Lambda, v), w=p, x=scale(Lambda, w), y=q),
        SCALED_APART.at(r=Lambda, x=v, y=w),
        STEEP.at(u=minus(v, w), change=minus(p, q)),
    ],
)

# --- the mean over n records ------------------------------------------------------------------------------

RECORDS = {"records": n >= 1}
CONVEX = {"convex": z3.ForAll([v, w, zi], dot(minus(v, w), minus(grad(v, zi), grad(w, zi))) >= 0)}
GRADIENTS = {"gradients": z3.ForAll([v, zi], norm(grad(v, zi)) <= G)}
COCOERCIVE = {
    "cocoercive": z3.ForAll([v, w, zi], cocoercive(minus(grad(v, zi), grad(w, zi)), gamma, minus(v, w))),
    "gamma": gamma >= 0,
}
_move, _sums = minus(v, w), minus(total(v, n), total(w, n))
_pair = {
    "g": lambda i: grad(v, data(i)),
    "h": lambda i: grad(w, data(i)),
    "sum_g": lambda k: total(v, k),
    "sum_h": lambda k: total(w, k),
    "k": n,
}
_share = 1 / z3.ToReal(n)
STRONGLY_CONVEX = lemma(
    "the mean objective is strongly convex",
    {**RECORDS, **CONVEX},
    dot(minus(gradient(v), gradient(w)), _move) >= Lambda * dot(_move, _move),
    where=[TOTAL],
    by=[
        CONVEX_SUMS.at(u=_move, **_pair),
        SCALED_SQUARED.at(r=_share, x=total(v, n), y=total(w, n), z=_move),
        STRONGER.at(p=mean(v), q=mean(w)),
    ],
)
LIPSCHITZ = lemma(
    "the mean objective is Lipschitz on the ball",
    {**RECORDS, **REGULARIZED, "ball": inside(v), **GRADIENTS},
    norm(gradient(v)) <= Lambda * R + G,
    where=[TOTAL],
    by=[
        SHORT_SUMS.at(g=lambda i: grad(v, data(i)), sum_g=lambda k: total(v, k), D=G, k=n),
        MULTIPLE.at(r=_share, x=total(v, n)),
        LONGER.at(p=mean(v)),
    ],
)
MEAN_COCOERCIVE = lemma(
    "the mean loss is co-coercive",
    {**RECORDS, **COCOERCIVE},
    cocoercive(minus(mean(v), mean(w)), gamma, _move),
    where=[TOTAL],
    by=[
        COCOERCIVE_SUMS.at(u=_move, **_pair),
        DIVIDED.at(S=dot(_sums, _sums), T=dot(_move, _sums), n=z3.ToReal(n), d=z3.ToReal(n)),
        SCALED_SQUARED.at(r=_share, x=total(v, n), y=total(w, n), z=_move),
    ],
)
SMOOTH = lemma(
    "the mean objective is smooth",
    {**RECORDS, **REGULARIZED, **COCOERCIVE},
    norm(minus(gradient(v), gradient(w))) <= (Lambda + gamma) * norm(_move),
    where=[TOTAL],
    by=[MEAN_COCOERCIVE, STEEPER.at(p=mean(v), q=mean(w))],
)

# --- the definitions of the introduction, and liblinear's objective --------------------------------------

a, b, beta, size, losses = z3.Reals("a b beta size losses")
slope = z3.Function("slope", z3.RealSort(), z3.RealSort())
_rise = slope(b) - slope(a)
_both = z3.And(-beta * (b - a) <= _rise, _rise <= beta * (b - a))
_apart = z3.If(a <= b, b - a, a - b)
BOTH_SIDES = lemma(
    "slopes that rise and fall by at most beta a unit are beta-Lipschitz",
    {"second-derivative": z3.ForAll([a, b], z3.Implies(a <= b, _both))},
    z3.And(_rise <= beta * _apart, -_rise <= beta * _apart),
)
_n = z3.ToReal(n)
LIBLINEAR = lemma(
    "the objective over Λ is liblinear's with C = 1/(Λn)",
    {**REGULARIZED, **RECORDS},
    formulas.regularized(Lambda, size, losses / _n) / Lambda == size / 2 + 1 / (Lambda * _n) * losses,
)

# --- joint models: no loss on the line ---------------------------------------------------------------------

NO_LOSS = {
    **LINE,
    **{"n": 1, "Lambda": 1, "v": 1, "w": 0, "p": 0, "beta": 1, "a": 0, "b": 1, "size": 1, "losses": 1},
    "data": lambda i: z3.BoolVal(True),
    "grad": lambda f, z: z3.RealVal(0),
    "total": lambda f, k: z3.RealVal(0),
    "slope": lambda a: a,
}
STATES = [
    stated(label, theorem, about, {"V": REAL, "Z": BOOL}, NO_LOSS)
    for label, theorem, about in (
        ("sec:noninteractive#regularizer", STRONGLY_CONVEX, "reading:half-ridge"),
        ("sec:noninteractive#regularizer", NO_MORE, "reading:half-ridge"),
        ("def:smoothness", BOTH_SIDES, "reading:displays"),
        ("app:extended_ablation#rescaling", LIBLINEAR, "reading:half-ridge"),
    )
]
