"""What a certificate takes from a learner: Theorem R, step by step, for every schedule, down to the constants of its loss.

    |f_M - f'_M| <= min((1/Λ) sum over the steps m of w_m D_m (share of the changed record in batch m), 2 rho_M)

SVM: D_m = 2c and rho_m = min(R, c/Λ). A loss of the margin or of the logits: D_m = 2Sc and rho_m = R. SoftmaxReg: rho_m grows
as in ours:stepwise_sensitivity, and D_m is at least a bound of ours:gradient_diameter on a ball of radius rho_m or more.
"""

from __future__ import annotations

import z3

from proofs_check.diameter import entries_theorem as entries
from proofs_check.diameter import shares_theorem as shares
from proofs_check.lemmas.exponential import POWER, expo
from proofs_check.lemmas.numbers import NUM, SCALES, Int, Real
from proofs_check.lemmas.spaces import APART, NOTHING, R, inside, length, minus, norm, v, zero
from proofs_check.lemmas.sums import D
from proofs_check.logic.derived import instance
from proofs_check.logic.obligations import parts
from proofs_check.logic.rules import at, discharge, lemma, substitution, symbols
from proofs_check.objectives import huber_theorems as huber
from proofs_check.objectives import logit_entries
from proofs_check.objectives import softmax_theorems as softmax
from proofs_check.objectives.class_shares import DENOMINATORS
from proofs_check.objectives.logit_entries import CLASSES, GRADIENT_ON_BALL
from proofs_check.objectives.mean_theorems import Lambda, zi
from proofs_check.sensitivity import any_loss_theorem as any_loss
from proofs_check.sensitivity import softmax_theorem, svm_theorem
from proofs_check.sensitivity.closed_forms import M
from proofs_check.sensitivity.stepwise import AFTER, ON_BALL, apart, largest, rho
from proofs_check.sensitivity.theorem_r import CURVED, LEARNING_RATE, PARTS, always, f, f2, now, rates, t, z2

RUN = lemma(
    "where two runs are after M steps",
    {**AFTER.given, "steps-made": M >= 0},
    z3.And(inside(f(M)), inside(f2(M)), AFTER.shows.arg(1)),
    where=AFTER.where,
    by=[ON_BALL.at(t=M), AFTER],
)

# --- losses whose gradients have one bound: SVM, margin, logits ----------------------------------------------


def next_radius(radius, largest):
    """What a step makes of this radius."""
    return NUM.min(R, (1 - Lambda * rates(t)) * radius + rates(t) * largest)


def bounded(name, loss, bound, natural=False):
    """For a loss whose gradients are at most G, by the theorem `bound`. Models are at most R or min(R, G/Λ) long."""
    gradient, G = loss["grad"], bound.shows.arg(1)
    radius = NUM.min(R, G / Lambda) if natural else R
    there = z3.And(t >= 0, norm(v) <= radius)
    if "ball" in bound.given:
        bound = discharge(f"{name}: its gradient, if the model is there", bound, "ball")
    setting = {**bound.given, "regularized": Lambda > 0}
    one = lemma(
        f"{name}: one gradient",
        setting,
        z3.Implies(there, z3.And(G >= 0, norm(gradient(v, zi)) <= G)),
        by=[bound, length(gradient(v, zi))],
    )
    two = lemma(
        f"{name}: two gradients",
        setting,
        z3.Implies(there, norm(minus(gradient(v, zi), gradient(v, z2))) <= 2 * G),
        by=[bound, bound.at(z_i=z2), APART.at(x=gradient(v, zi), y=gradient(v, z2))],
    )
    limit = G / Lambda
    natural_radius = [
        [at("learning-rate", t), PARTS.at(m=now), SCALES.at(a=1 - Lambda * rates(t), b=radius, c=limit)],
        (1 - Lambda * rates(t)) * limit + rates(t) * G == limit,
    ]
    stays = lemma(
        f"{name}: no step leaves this radius",
        {**CURVED, **LEARNING_RATE, "time": t >= 0} if natural else {"time": t >= 0},
        radius >= next_radius(radius, G),
        by=natural_radius if natural else [],
    )
    stays = discharge(f"{name}: no step ever leaves this radius", stays, "time")
    return instance(
        name,
        RUN,
        grad=gradient,
        rho=lambda t: radius,
        largest=lambda t: G,
        apart_at=lambda t: 2 * G,
        given=loss["given"],
        meets=["cocoercive", "smooth", "gap-at-radius", "gradients-at-radius", "first-radius", "radii"],
        by=[
            [*loss["by"], NOTHING, bound.at(v=zero), length(gradient(zero, zi)), G >= 0, limit >= 0],
            [one.at().every(t, v, zi), two.at().every(t, v, zi, z2), stays.at().every(t)],
        ],
    )


SVM = bounded("a run of SVM-SGD", svm_theorem._loss, huber.GRADIENT, natural=True)
MARGINS = bounded("a run with a loss of the margin", any_loss._margins, any_loss.GRADIENT)
_rows = bounded("a run with a loss of the logits", any_loss._logits, any_loss.ROW_GRADIENT)
LOGITS = instance("a run with a softmax loss", _rows, **any_loss.OF_SOFTMAX)

# --- SoftmaxReg: models grow from 0, and the gap of step t is bounded on a ball of radius around(t) >= rho_t -------------

around, reach = (z3.Function(name, Int, Real) for name in ("around", "reach"))
kappa, peak, angle = (z3.Function(name, Int, Real) for name in ("kappa_t", "m_t", "angle"))
pieces = z3.Function("pieces_t", Int, Int)
edge, low, near = (z3.Function(name, Int, Int, Real) for name in ("edge_t", "low_t", "near_t"))
by_2G = z3.Function("by_2G", Int, z3.BoolSort())  # is D_t bounded by the largest gradients?
_at_step = {
    **{"R": around(t), "D": apart(t), "kappa": kappa(t), "m": peak(t), "t": angle(t), "pieces": pieces(t)},
    **{"edge": lambda i: edge(t, i), "low_": lambda i: low(t, i), "near_": lambda i: near(t, i)},
}
_gradient = softmax.gradient
_gap = norm(minus(_gradient(v, zi), _gradient(v, z2)))
_records = {**CLASSES, **softmax.BOUNDED, **softmax.ONE_HOT}
WIDER = {"wider-balls": always(around(t) >= rho(t))}


def _largest(radius):
    """Of the gradients at models of this norm."""
    return NUM.min(softmax.G, logit_entries.kappa(radius * softmax.c) * softmax.c)


def undivided(slug, *formulas):
    """The formulas with a number of step t in the place of each quotient that has a power of e below, q b = a for each; and how
    to get q = a/b: no premise divides."""
    quotients = {
        part: None
        for formula in formulas
        for part in parts(formula)
        if z3.is_div(part) and any(z3.is_app(p) and p.decl().eq(expo) for p in parts(part.arg(1)))
    }
    numbers = [z3.Function(f"{slug.replace('-', '_')}_{i}", Int, Real)(t) for i in range(len(quotients))]
    pairs = list(zip(quotients, numbers, strict=True))
    equations = [number * part.arg(1) == part.arg(0) for part, number in pairs]
    steps = [[part.arg(1) > 0, number == part] for part, number in pairs]
    return [z3.substitute(formula, *pairs) for formula in formulas], equations, steps


def gap_at_step(slug, theorem, case, positive):
    """The theorem about gaps at the numbers of step t: its premises about numbers, for all steps of this case, and the gap."""
    known = symbols(theorem.shows, *theorem.given.values())
    here = {name: value for name, value in _at_step.items() if name in known}
    change = substitution(known, here, theorem.name)
    needed = [
        change(p)
        for name, p in theorem.given.items()
        if name not in (*_records, "two-classes", "many-classes")
    ]
    needed, equations, steps = undivided(slug, *needed)
    premise = {slug: z3.ForAll([t], z3.Implies(z3.And(t >= 0, case), z3.And(*needed, *equations)))}
    shown = lemma(
        f"{theorem.name}, at step t",
        {**_records, **WIDER, **premise, "case": z3.And(t >= 0, case)},
        z3.Implies(norm(v) <= rho(t), _gap <= apart(t)),
        by=[[at(slug, t), at("wider-balls", t)], positive, steps, theorem.at(**here)],
    )
    return premise, discharge(f"{theorem.name}, at every such step", shown, "case")


def _power_in(term):
    """That the only power of e in a term is positive, at the numbers of step t."""
    (found,) = {part.arg(0) for part in parts(term) if z3.is_app(part) and part.decl().eq(expo)}
    power = z3.substitute(found, (R, around(t)), (shares.t, angle(t)))
    return [POWER.at(exponent=power), expo(power) > 0]


_2G = lemma(
    "the gap by the largest gradients",
    {**_records, "diameter": D >= 2 * _largest(R)},
    z3.Implies(inside(v), _gap <= D),
    by=[softmax_theorem.GAP_ON_BALL, DENOMINATORS.at(K=entries.classes, rho=R * softmax.c)],
)
CASES = [
    gap_at_step("gap-by-2G", _2G, by_2G(t), DENOMINATORS.at(K=entries.classes, rho=around(t) * softmax.c)),
    *(
        gap_at_step(slug, theorem, z3.And(z3.Not(by_2G(t)), number), _power_in(quotient))
        for slug, theorem, number, quotient in (
            ("gap-of-two", entries.GAP_OF_TWO, entries.classes == 2, entries._squared),
            ("gap-of-many", entries.GAP_OF_MANY, entries.classes >= 3, entries._top),
        )
    ),
]

_least, _equations, _steps = undivided("largest", _largest(reach(t)))
LARGEST = {
    "largest-gradients": always(z3.And(reach(t) >= rho(t), largest(t) >= _least[0], *_equations)),
}
_gradients = lemma(
    "a softmax gradient at a step",
    {**_records, **LARGEST, "time": t >= 0},
    z3.Implies(norm(v) <= rho(t), z3.And(largest(t) >= 0, norm(_gradient(v, zi)) <= largest(t))),
    by=[
        [at("largest-gradients", t), softmax.GRADIENT, length(_gradient(v, zi))],
        [DENOMINATORS.at(K=entries.classes, rho=reach(t) * softmax.c), _steps],
        discharge("a softmax gradient, if the model is short", GRADIENT_ON_BALL, "ball").at(R=reach(t)),
    ],
)
_every_step = discharge("a softmax gradient at every step", _gradients, "time")
_gaps = lemma(
    "two softmax gradients at a step",
    {
        **_records,
        **WIDER,
        **{k: p for case, _ in CASES for k, p in case.items()},
    },
    z3.Implies(z3.And(t >= 0, norm(v) <= rho(t)), _gap <= apart(t)),
    by=[gap for _, gap in CASES],
)
SOFTMAX = instance(
    "a run of SoftmaxReg-SGD",
    RUN,
    grad=_gradient,
    given={**softmax_theorem._curved["given"], **_every_step.given, **_gaps.given},
    meets=["cocoercive", "smooth", "gap-at-radius", "gradients-at-radius"],
    by=[
        *softmax_theorem._curved["by"],
        [_every_step.at().every(t, v, zi), _gaps.at().every(t, v, zi, z2)],
    ],
)
