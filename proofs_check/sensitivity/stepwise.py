"""ours:stepwise_sensitivity: Theorem R with a bound of its own for every step, because early models are short.

    |f_t| <= rho_t,  rho_{t+1} = min(R, (1 - Λ tau) rho_t + tau G_t),  G_t the largest gradient at models of norm rho_t
    |f_M - f'_M| <= (1/Λ) sum over the steps m of w_m D_m (share of the changed record in batch m)

D_m bounds the distance of two gradients at one model of norm rho_m. For runs that start at 0, every space, schedule, batch plan
and number of steps; rho, G and D may be any larger numbers.
"""

import z3

from proofs_check.lemmas.line import number, stated, when
from proofs_check.lemmas.numbers import NUM, SCALES, Int, Real
from proofs_check.lemmas.spaces import (
    APART,
    LANDS,
    NONEXPANSIVE,
    NOTHING,
    RADIUS,
    SAME,
    SHRINKS,
    R,
    ball,
    inside,
    minus,
    norm,
    scale,
    v,
    w,
    zero,
)
from proofs_check.lemmas.sums import SHORT_SUMS, counting
from proofs_check.logic.derived import instance
from proofs_check.logic.rules import at, induct, lemma
from proofs_check.objectives.mean_theorems import Lambda, data, grad, zi
from proofs_check.sensitivity import softmax_theorem
from proofs_check.sensitivity.closed_forms import BALL_LINE, M
from proofs_check.sensitivity.closed_forms import apart as apart_after
from proofs_check.sensitivity.stay_in_ball import LENGTH, RATE, _other
from proofs_check.sensitivity.theorem_r import (
    BATCHES,
    COUNTS,
    CURVED,
    LEARNING_RATE,
    LONE,
    PARTS,
    PLAN,
    SHARE,
    SORTS,
    STARTS,
    TWO_RUNS,
    UNROLLED,
    WEIGHTED,
    WEIGHTS,
    B,
    X,
    always,
    d,
    divisor,
    f,
    f2,
    index,
    moved,
    next_step,
    now,
    ours,
    rates,
    share,
    size,
    stepped,
    t,
    tau,
    weight,
    z2,
)
from reference import formulas

rho, largest, apart = (z3.Function(name, Int, Real) for name in ("rho", "largest", "apart_at"))
i = z3.Int("i")

# --- the models are short: |f_t| <= rho_t -----------------------------------------------------------------

RADII = {
    "first-radius": rho(0) >= 0,
    "radii": always(rho(t + 1) >= NUM.min(R, (1 - Lambda * rates(t)) * rho(t) + rates(t) * largest(t))),
    "gradients-at-radius": z3.ForAll(
        [t, v, zi],
        z3.Implies(
            z3.And(t >= 0, norm(v) <= rho(t)), z3.And(largest(t) >= 0, norm(grad(v, zi)) <= largest(t))
        ),
    ),
}
_length, _batch, _before, _slope = z3.Reals("length batch before slope")
STILL_SHORT = lemma(
    "a step from a short model ends short",
    {**RATE, "short": _length <= _before, "batch": _batch <= d * _slope},
    (1 - Lambda * tau) * _length + tau / d * _batch <= (1 - Lambda * tau) * _before + tau * _slope,
    by=[
        SCALES.at(a=1 - Lambda * tau, b=_length, c=_before),
        tau / d > 0,
        SCALES.at(a=tau / d, b=_batch, c=d * _slope),
        tau / d * (d * _slope) == tau * _slope,
    ],
)
_sum = B(t, size(t))
_step = stepped(f(t), scale(1 / divisor(t), _sum), rates(t))
_one = lemma(
    "one gradient at this radius",
    {"time": t >= 0, "short": norm(f(t)) <= rho(t), "gradients-at-radius": RADII["gradients-at-radius"]},
    z3.Implies(i >= 0, z3.And(largest(t) >= 0, norm(ours(t, i)) <= largest(t))),
    by=[at("gradients-at-radius", t, f(t), data(index(t, i)))],
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
    "models stay within their step's radius",
    t,
    ONE_RUN,
    norm(f(t)) <= rho(t),
    where=BATCHES[:1],
    base=[NOTHING],
    step=[
        [at(name, t) for name in ("learning-rate", "steps", "ball-projection", "batches", "radii")],
        [SHRINKS.at(v=_step), LANDS.at(v=_step)],
        _one.at(i=0),
        SHORT_SUMS.at(g=lambda i: ours(t, i), sum_g=lambda n: B(t, n), D=largest(t), k=size(t)),
        SCALES.at(a=largest(t), b=z3.ToReal(size(t)), c=divisor(t)),
        norm(_sum) <= divisor(t) * largest(t),
        [PARTS.at(m=now), LENGTH.at(v=f(t), b=_sum, tau=rates(t), d=divisor(t))],
        STILL_SHORT.at(
            tau=rates(t), d=divisor(t), length=norm(f(t)), batch=norm(_sum), before=rho(t), slope=largest(t)
        ),
        norm(_step) <= (1 - Lambda * rates(t)) * rho(t) + rates(t) * largest(t),
    ],
)


# --- Theorem R with D_t at step t -------------------------------------------------------------------------

GAPS_AT = {
    "gap-at-radius": z3.ForAll(
        [t, v, zi, z2],
        z3.Implies(z3.And(t >= 0, norm(v) <= rho(t)), norm(minus(grad(v, zi), grad(v, z2))) <= apart(t)),
    )
}
NOW = {"time": t >= 0, "short": norm(f2(t)) <= rho(t), **GAPS_AT}
NEXT_STEP = next_step(", with its own gap", apart(t), NOW, lambda z, z2: at("gap-at-radius", t, f2(t), z, z2))
gapped = z3.Function("gapped", Int, Int, Real)
GAPPED = [WEIGHTS[0], counting(gapped, lambda t, i: weight(i, t) * (apart(i) * share(i)))]
_weighted = WEIGHTED.at(share=lambda t: apart(t) * share(t), weighted=lambda t, k: gapped(t, k))
_distance, _later = norm(minus(f(t), f2(t))), norm(minus(f(t + 1), f2(t + 1)))
STEPWISE = induct(
    "Theorem R, step by step",
    t,
    {**TWO_RUNS, **GAPS_AT, "short-models": always(norm(f2(t)) <= rho(t)), **STARTS},
    z3.And(X(f(t)), X(f2(t)), _distance <= 1 / Lambda * gapped(t, t)),
    where=[*BATCHES, *COUNTS, SHARE, *GAPPED],
    base=[SAME.at(x=f2(0)), at("gapped", 0)],
    step=[
        [at("learning-rate", t), at("short-models", t), PARTS.at(m=now), NEXT_STEP, _weighted],
        UNROLLED.at(
            D=z3.RealVal(1),
            tau=rates(t),
            U=_distance,
            T=gapped(t, t),
            Q=_later,
            count=apart(t) * share(t),
        ),
    ],
)

# --- on the ball, and for SoftmaxReg ----------------------------------------------------------------------


def on_ball(short, radii, name="Theorem R, step by step"):
    """On the ball, at every step and after M, if this theorem about one run from 0 keeps its models within `radii`."""
    every = lemma(
        f"{short.name}, at every step",
        short.given,
        z3.Implies(t >= 0, norm(f(t)) <= rho(t)),
        where=short.where,
        by=[short],
    )
    two_runs = instance(
        f"{name}, on the ball",
        STEPWISE,
        P=ball,
        X=inside,
        given={**BALL_LINE, **radii, "start": f(0) == zero},
        meets=["projection", "stays", "last-line", "start", "short-models"],
        by=[NONEXPANSIVE.at().every(v, w), LANDS.at().every(v), NOTHING, every.at(**_other).every(t)],
    )
    after = lemma(
        f"{name}, on the ball after M steps",
        two_runs.given,
        z3.Implies(M >= 0, apart_after(M) <= formulas.capped_by_ball(1 / Lambda * gapped(M, M), rho(M), NUM)),
        where=two_runs.where,
        by=[two_runs.at(t=M), every.at(t=M), every.at(t=M, **_other), APART.at(x=f(M), y=f2(M))],
    )
    return two_runs, after


ON_BALL, AFTER = on_ball(SHORT, RADII)
SOFTMAX = instance("sensitivity of SoftmaxReg, step by step", AFTER, **softmax_theorem._curved)

# --- joint models: the run of the sensitivity theorem; its models are at most 1/2 long, its gradients at most 1 apart ---

_LENGTHS = {"rho": lambda t: z3.RealVal(1), "largest": lambda t: z3.RealVal(1)}
MODEL = {
    **softmax_theorem.LONE_SOFTMAX,
    **_LENGTHS,
    "apart_at": lambda t: z3.RealVal(1),
    "gapped": lambda t, k: when(z3.And(k >= 2, t >= 2), 1 / number(t)),
}
LABEL = "ours:stepwise_sensitivity"
STATES = [
    stated(LABEL, SHORT, "statement", SORTS, {**LONE, **_LENGTHS, "R": 1}, free=["t"]),
    stated(LABEL, SOFTMAX, "statement", softmax_theorem.SORTS, MODEL),
]
