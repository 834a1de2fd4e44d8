"""ours:stepwise_sensitivity, sharper radii: where a step lands is bounded as a whole.

    |f_t| <= rho_t,  rho_{t+1} = min(R, L_t),  L_t bounds |(1 - Λ tau) f - tau g| over |f| <= rho_t and all gradients g at f

A softmax gradient is long only where it points along f, and such a step shortens f. So L_t is less than what is kept plus the
longest gradient (`diameter.centre_theorem.LANDING`).
"""

from functools import partial

import z3

from proofs_check.lemmas.numbers import NUM, SCALES, Int, Real
from proofs_check.lemmas.spaces import (
    APART,
    EQUAL,
    LANDS,
    MULTIPLE,
    NOTHING,
    RADIUS,
    SHRINKS,
    TRIANGLE,
    R,
    V,
    add,
    against,
    ball,
    dot,
    measured,
    minus,
    norm,
    scale,
    v,
    w,
    zero,
)
from proofs_check.lemmas.sums import SUMS, D, each, g, k, sum_g
from proofs_check.logic.derived import instance
from proofs_check.logic.models import model
from proofs_check.logic.rules import at, induct, lemma
from proofs_check.objectives.mean_theorems import Lambda, data, grad, zi
from proofs_check.sensitivity import softmax_theorem, stepwise
from proofs_check.sensitivity.stay_in_ball import RATE
from proofs_check.sensitivity.stepwise import rho
from proofs_check.sensitivity.theorem_r import (
    BATCHES,
    CURVED,
    LEARNING_RATE,
    LONE,
    PARTS,
    PLAN,
    SORTS,
    B,
    always,
    d,
    divisor,
    f,
    index,
    moved,
    now,
    ours,
    rates,
    size,
    stepped,
    t,
    tau,
)

# --- a batch lands no farther than its farthest record ----------------------------------------------------

a = 1 - Lambda * tau
s, h = z3.Consts("s h", V)
n = z3.Real("n")


def landed(terms, total):
    """What so many records leave of the model together, each by itself."""
    return minus(scale(terms * a, v), scale(tau, total))


_grown, _sides = landed(n + 1, add(s, h)), add(landed(n, s), landed(z3.RealVal(1), h))
_one_more = lemma(
    "one more record lands", {}, dot(_grown, w) == dot(_sides, w), by=against(w, _grown, _sides)
)
TOGETHER = induct(
    "records land together",
    k,
    {"lands": each(norm(landed(z3.RealVal(1), g(k))) <= D)},
    norm(landed(z3.ToReal(k), sum_g(k))) <= z3.ToReal(k) * D,
    where=SUMS[:1],
    base=[*measured(landed(z3.ToReal(z3.IntVal(0)), zero))],
    step=[
        _one_more.at(n=z3.ToReal(k), s=sum_g(k), h=g(k)).every(w),
        EQUAL.at(
            x=landed(z3.ToReal(k) + 1, add(sum_g(k), g(k))),
            y=add(landed(z3.ToReal(k), sum_g(k)), landed(z3.RealVal(1), g(k))),
        ),
        TRIANGLE.at(x=landed(z3.ToReal(k), sum_g(k)), y=landed(z3.RealVal(1), g(k))),
    ],
)


# --- the step of the learner ------------------------------------------------------------------------------

b = z3.Const("b", V)
_new = stepped(v, scale(1 / d, b), tau)
_parts = add(scale(1 / d, landed(n, b)), scale((1 - n / d) * a, v))
_mixed = lemma(
    "a step is a mean of where its records land",
    {"divisor": d >= 1},
    dot(_new, w) == dot(_parts, w),
    by=against(w, _new, _parts),
)
_length, _far, _before = z3.Reals("length far before")
_MEAN = lemma(
    "a mean of short lengths",
    {"divisor": d >= 1, "terms": z3.And(n >= 0, n <= d), "far": _far <= n * D, "kept": _before <= D},
    1 / d * _far + (1 - n / d) * _before <= D,
    by=[SCALES.at(a=1 / d, b=_far, c=n * D), SCALES.at(a=1 - n / d, b=_before, c=D)],
)
LANDING = lemma(
    "a step lands no farther than its records",
    {
        **RATE,
        "terms": z3.And(n >= 0, n <= d),
        "together": norm(landed(n, b)) <= n * D,
        "kept": a * norm(v) <= D,
    },
    norm(_new) <= D,
    by=[
        [_mixed.at().every(w), EQUAL.at(x=_new, y=_parts), TRIANGLE.at(x=_parts.arg(0), y=_parts.arg(1))],
        [MULTIPLE.at(r=1 / d, x=landed(n, b)), MULTIPLE.at(r=(1 - n / d) * a, x=v)],
        _MEAN.at(far=norm(landed(n, b)), before=a * norm(v)),
    ],
)


# --- the models are short: |f_t| <= rho_t -----------------------------------------------------------------

lands = z3.Function("lands_at", Int, Real)
i = z3.Int("i")
_kept = 1 - Lambda * rates(t)


def alone(gradient):
    """Where step t lands from v, on one record with this gradient."""
    return minus(scale(_kept, v), scale(rates(t), gradient))


RADII = {
    "first-radius": rho(0) >= 0,
    "landing-radii": always(z3.And(rho(t + 1) >= NUM.min(R, lands(t)), lands(t) >= _kept * rho(t))),
    "landing": z3.ForAll(
        [t, v, zi], z3.Implies(z3.And(t >= 0, norm(v) <= rho(t)), norm(alone(grad(v, zi))) <= lands(t))
    ),
}
_sum = B(t, size(t))
_step = stepped(f(t), scale(1 / divisor(t), _sum), rates(t))


def _landed(terms, total):
    return minus(scale(terms * _kept, f(t)), scale(rates(t), total))


_same = lemma(
    "one record lands, written twice",
    {},
    dot(_landed(z3.RealVal(1), h), w) == dot(minus(scale(_kept, f(t)), scale(rates(t), h)), w),
    by=against(w, _landed(z3.RealVal(1), h), minus(scale(_kept, f(t)), scale(rates(t), h))),
)
_one = lemma(
    "one record lands near",
    {"time": t >= 0, "short": norm(f(t)) <= rho(t), "landing": RADII["landing"]},
    z3.Implies(i >= 0, norm(_landed(z3.RealVal(1), ours(t, i))) <= lands(t)),
    by=[
        at("landing", t, f(t), data(index(t, i))),
        _same.at(h=ours(t, i)).every(w),
        EQUAL.at(
            x=_landed(z3.RealVal(1), ours(t, i)), y=minus(scale(_kept, f(t)), scale(rates(t), ours(t, i)))
        ),
    ],
)
ONE_RUN = {
    **CURVED,
    **PLAN,
    **RADII,
    **RADIUS,
    **LEARNING_RATE,
    "start": f(0) == zero,
    "steps": always(moved(t) == _step),
    "ball-projection": always(f(t + 1) == ball(moved(t))),
}
SHORT = induct(
    "models stay within the radius where their steps land",
    t,
    ONE_RUN,
    norm(f(t)) <= rho(t),
    where=BATCHES[:1],
    base=[NOTHING],
    step=[
        [at(name, t) for name in ("learning-rate", "steps", "ball-projection", "batches", "landing-radii")],
        [SHRINKS.at(v=_step), LANDS.at(v=_step), PARTS.at(m=now), Lambda * rates(t) <= 1],
        _one.at().every(i),
        TOGETHER.at(
            g=lambda i: ours(t, i), sum_g=lambda n: B(t, n), v=f(t), tau=rates(t), D=lands(t), k=size(t)
        ),
        SCALES.at(a=_kept, b=norm(f(t)), c=rho(t)),
        LANDING.at(v=f(t), b=_sum, tau=rates(t), d=divisor(t), n=z3.ToReal(size(t)), D=lands(t)),
        norm(f(t + 1)) <= norm(_step),
        norm(f(t + 1)) <= R,
    ],
)
ON_BALL, AFTER = stepwise.on_ball(SHORT, RADII, "Theorem R, by where steps land")
SOFTMAX = instance("sensitivity of SoftmaxReg, by where steps land", AFTER, **softmax_theorem._curved)
before, slope = z3.Reals("before slope")


def by_length(before, slope):
    """How far step t lands, if what is kept and the gradient had one direction."""
    return _kept * before + rates(t) * slope


BY_LENGTH = lemma(
    "a step lands no farther than its parts are long",
    {**CURVED, **LEARNING_RATE, "time": t >= 0, "short": norm(v) <= before, "gradient": norm(h) <= slope},
    z3.And(_kept >= 0, rates(t) > 0, norm(alone(h)) <= by_length(before, slope)),
    by=[
        [at("learning-rate", t), PARTS.at(m=now), _kept >= 0, rates(t) >= 0],
        [APART.at(x=alone(h).arg(0), y=scale(rates(t), h)), MULTIPLE.at(r=_kept, x=v)],
        MULTIPLE.at(r=rates(t), x=h),
        [SCALES.at(a=_kept, b=norm(v), c=before), SCALES.at(a=rates(t), b=norm(h), c=slope)],
    ],
)

# --- joint models: those of stepwise; a step from the ball of radius 1 lands within 4 ----------------------

LABEL = "ours:stepwise_sensitivity"
_LANDS = {"lands_at": lambda t: z3.RealVal(4)}
STATES = [
    (
        LABEL,
        SHORT,
        "statement",
        partial(model, SHORT, SORTS, {**LONE, **stepwise._LENGTHS, **_LANDS, "R": 1}, free=["t"]),
    ),
    (
        LABEL,
        SOFTMAX,
        "statement",
        partial(model, SOFTMAX, softmax_theorem.SORTS, {**stepwise.MODEL, **_LANDS}),
    ),
]
