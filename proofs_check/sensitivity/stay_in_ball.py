"""sec:lim_signalnoise#radius: models that start at 0 never leave the ball of radius G/Λ. Projected, |f_m| <= min(R, G/Λ).

G bounds the gradients of the loss: c for the SVM, sqrt(2) c for SoftmaxReg. A radius R >= G/Λ never projects. Two runs are at
most 2 min(R, G/Λ) apart. For every space, schedule, batch plan and number of steps.
"""

import z3

from proofs_check.lemmas.line import LINE, REAL, stated, when
from proofs_check.lemmas.numbers import NUM, ROOT, SCALES
from proofs_check.lemmas.spaces import (
    APART,
    EQUAL,
    LANDS,
    MULTIPLE,
    NEGATIVE,
    NORM,
    NOTHING,
    PRODUCT,
    RADIUS,
    SHRINKS,
    TRIANGLE,
    R,
    V,
    add,
    against,
    ball,
    dot,
    inside,
    norm,
    scale,
    v,
    w,
    zero,
)
from proofs_check.lemmas.sums import SHORT_SUMS, SUMS, each, g, k, sum_g
from proofs_check.logic.derived import instance
from proofs_check.logic.rules import at, induct, lemma
from proofs_check.objectives import huber_theorems as huber
from proofs_check.objectives import softmax_theorems as softmax
from proofs_check.objectives.mean_theorems import RECORDS, REGULARIZED, G, Lambda, data, grad, n, zi
from proofs_check.sensitivity import softmax_theorem, svm_theorem
from proofs_check.sensitivity.closed_forms import M, apart
from proofs_check.sensitivity.theorem_r import (
    B2,
    BATCHES,
    CURVED,
    LEARNING_RATE,
    PARTS,
    PLAN,
    B,
    P,
    X,
    always,
    d,
    data2,
    divisor,
    f,
    f2,
    index,
    index2,
    moved,
    moved2,
    now,
    ours,
    rates,
    size,
    stepped,
    t,
    tau,
)
from reference import formulas

b = z3.Const("b", V)
_new = stepped(v, scale(1 / d, b), tau)
_parts = add(scale(1 - Lambda * tau, v), scale(tau / d, scale(z3.RealVal(-1), b)))
_linear = lemma(
    "one run's step is linear",
    {"divisor": d >= 1},
    dot(_new, w) == dot(_parts, w),
    by=against(w, _new, _parts),
)
RATE = {"divisor": d >= 1, "rate": z3.And(tau > 0, Lambda * tau <= 1)}
LENGTH = lemma(
    "length after a step",
    RATE,
    norm(_new) <= (1 - Lambda * tau) * norm(v) + tau / d * norm(b),
    by=[
        [_linear.at().every(w), EQUAL.at(x=_new, y=_parts), TRIANGLE.at(x=_parts.arg(0), y=_parts.arg(1))],
        [MULTIPLE.at(r=1 - Lambda * tau, x=v), MULTIPLE.at(r=tau / d, x=_parts.arg(1).arg(1))],
        NEGATIVE.at(x=b),
    ],
)
_length, _batch = z3.Reals("length batch")
STILL_INSIDE = lemma(
    "a step from inside ends inside",
    {**RATE, "regularized": Lambda > 0, "before": _length <= G / Lambda, "batch": _batch <= d * G},
    (1 - Lambda * tau) * _length + tau / d * _batch <= G / Lambda,
    by=[
        SCALES.at(a=1 - Lambda * tau, b=_length, c=G / Lambda),
        tau / d > 0,
        SCALES.at(a=tau / d, b=_batch, c=d * G),
        tau / d * (d * G) == tau * G,
        (1 - Lambda * tau) * (G / Lambda) == G / Lambda - tau * G,
    ],
)
GRADIENTS = {"gradients": z3.ForAll([v, zi], z3.Implies(X(v), norm(grad(v, zi)) <= G)), "gradient": G >= 0}
_i = z3.Int("i")
_one = lemma(
    "one gradient of a batch",
    {"reached": X(f(t)), **GRADIENTS},
    z3.Implies(_i >= 0, norm(ours(t, _i)) <= G),
    by=[at("gradients", f(t), data(index(t, _i)))],
)
_sum = B(t, size(t))
_step = stepped(f(t), scale(1 / divisor(t), _sum), rates(t))
ONE_RUN = {
    **CURVED,
    **PLAN,
    **GRADIENTS,
    "start": z3.And(f(0) == zero, X(f(0))),
    **LEARNING_RATE,
    "steps": always(moved(t) == _step),
    "last-line": always(f(t + 1) == P(moved(t))),
    "shrinks": z3.ForAll([v], norm(P(v)) <= norm(v)),
    "stays": z3.ForAll([v], X(P(v))),
}
WITHIN = induct(
    "models stay within G/Λ",
    t,
    ONE_RUN,
    z3.And(X(f(t)), norm(f(t)) <= G / Lambda),
    where=BATCHES[:1],
    base=[NOTHING],
    step=[
        [at(name, t) for name in ("learning-rate", "steps", "last-line", "batches")],
        [at("shrinks", _step), at("stays", _step)],
        [_one.at().every(_i), SHORT_SUMS.at(g=lambda i: ours(t, i), sum_g=lambda n: B(t, n), D=G, k=size(t))],
        SCALES.at(a=G, b=z3.ToReal(size(t)), c=divisor(t)),
        [PARTS.at(m=now), LENGTH.at(v=f(t), b=_sum, tau=rates(t), d=divisor(t))],
        STILL_INSIDE.at(tau=rates(t), length=norm(f(t)), batch=norm(_sum), d=divisor(t)),
    ],
)
_in_ball = instance(
    "models stay within R and G/Λ",
    WITHIN,
    P=ball,
    X=inside,
    given={**RADIUS, "start": f(0) == zero, "ball-projection": always(f(t + 1) == ball(moved(t)))},
    meets=["shrinks", "stays", "start", "last-line"],
    by=[SHRINKS.at().every(v), LANDS.at().every(v), NOTHING],
)
SMALLER = lemma(
    "models stay within the smaller ball",
    _in_ball.given,
    z3.Implies(t >= 0, norm(f(t)) <= NUM.min(R, G / Lambda)),
    where=_in_ball.where,
    by=[_in_ball],
)


def of_learner(name, gradient, bound, *nonnegative):
    """For the loss whose gradients the theorem `bound` bounds."""
    largest = bound.shows.arg(1)
    guarded = lemma(f"{bound.name}, in the ball", bound.given, z3.Implies(inside(v), bound.shows), by=[bound])
    return instance(
        name,
        SMALLER,
        grad=gradient,
        G=largest,
        given=bound.given,
        meets=["gradients", "gradient"],
        by=[guarded.at().every(v, zi), *nonnegative, largest >= 0],
    )


_svm_c = [at("bounded", zi), huber.length(huber.record(zi))]
_softmax_c = [at("bounded", zi), softmax.FEATURES.length(softmax.features(zi)), ROOT.at(r=2)]
SVM = of_learner("models of the SVM stay within c/Λ", huber.gradient, huber.GRADIENT, *_svm_c)
SOFTMAX = of_learner(
    "models of SoftmaxReg stay within sqrt(2) c/Λ", softmax.gradient, softmax.GRADIENT, *_softmax_c
)

# --- the optimum: Λ times it is minus the mean of subgradients g(k) of the records there ------------------------

_n = z3.ToReal(n)
OPTIMUM = lemma(
    "the optimum is within G/Λ",
    {
        **REGULARIZED,
        **RECORDS,
        "gradients": each(norm(g(k)) <= G),
        "optimum": z3.ForAll([w], Lambda * dot(v, w) + 1 / _n * dot(sum_g(n), w) == 0),
    },
    norm(v) <= G / Lambda,
    where=SUMS[:1],
    by=[SHORT_SUMS.at(D=G, k=n), PRODUCT.at(x=sum_g(n), y=v), NORM.at(x=v), NORM.at(x=sum_g(n))],
)

# --- sec:lim_signalnoise#clipping: the factor that fits models into the ball fits records into norm c -------

_c = z3.Real("c")
_clip = formulas.shrink_factor(_c, norm(v), NUM)
CLIPPED = lemma(
    "a clipped record has norm at most c and keeps its direction, a short one stays",
    {"clip": _c > 0},
    z3.And(norm(scale(_clip, v)) <= _c, _clip > 0, z3.Implies(norm(v) <= _c, _clip == 1)),
    by=[LANDS.at(R=_c)],
)

# --- two runs from 0: the cap 2 min(R, G/Λ) ---------------------------------------------------------------

_other = {
    "f": lambda t: f2(t),
    "moved": lambda t: moved2(t),
    "B": lambda t, k: B2(t, k),
    "data": lambda j: data2(j),
    "index": lambda t, i: index2(t, i),
}


def capped(name, sensitivity, one_run):
    """The theorem about two runs, from 0, with the smaller cap."""
    given = {slug: premise for slug, premise in sensitivity.given.items() if slug != "start"}
    largest = one_run.shows.arg(1).arg(1).arg(2)  # G/Λ in min(R, G/Λ)
    bound = formulas.capped_by_ball(sensitivity.shows.arg(1).arg(1), NUM.min(R, largest), NUM)
    return lemma(
        name,
        {**given, "start": f(0) == zero},
        apart(M) <= bound,
        where=sensitivity.where,
        by=[
            [NOTHING, sensitivity, M >= 0, APART.at(x=f(M), y=f2(M))],
            [one_run.at(t=M), one_run.at(t=M, **_other)],
        ],
    )


SVM_CAPPED = capped("sensitivity of the SVM from 0", svm_theorem.SPECTRAL, SVM)
SOFTMAX_CAPPED = capped("sensitivity of SoftmaxReg from 0", softmax_theorem.SPECTRAL, SOFTMAX)

# --- joint models: the runs of the sensitivity theorems ---------------------------------------------------

_svm, _softmax = (
    (svm_theorem.SORTS, svm_theorem.LONE_SVM),
    (softmax_theorem.SORTS, softmax_theorem.LONE_SOFTMAX),
)
LONE_OPTIMUM = {
    **LINE,
    **{"Lambda": 1, "G": 1, "n": 1, "v": 1},
    "g": lambda k: when(k == 0, -1),
    "sum_g": lambda k: when(k <= 0, 0, -1),
}  # one record on the line, whose slope is -1
RADIUS_LABEL = "sec:lim_signalnoise#radius"
STATES = [
    stated("sec:lim_signalnoise#clipping", CLIPPED, "statement", {"V": REAL}, {**LINE, "c": 1, "v": 2}),
    stated(RADIUS_LABEL, OPTIMUM, "reading:settings", {"V": REAL}, LONE_OPTIMUM),
    stated(RADIUS_LABEL, SVM, "repair", *_svm, free=["t"]),
    stated(RADIUS_LABEL, SOFTMAX, "repair", *_softmax, free=["t"]),
    stated("ex:dpsvm#sensitivity", SVM_CAPPED, "repair", *_svm),
    stated("thm:sens_softmax", SOFTMAX_CAPPED, "repair", *_softmax),
]
