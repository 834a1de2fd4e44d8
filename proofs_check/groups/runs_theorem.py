"""What a certificate takes from a learner: Theorem R, step by step, for every schedule, down to the constants of its loss.

    |f_M - f'_M| <= min((1/Λ) sum over the steps m of w_m D_m (share of the changed record in batch m), 2 rho_M)

SVM: D_m = 2c and rho_m = min(R, c/Λ). A loss of the margin or of the logits: D_m = 2Sc and rho_m = R. SoftmaxReg: rho_m grows
as far as steps land (`sensitivity.landing`), and D_m is at least a bound of ours:gradient_diameter on a ball of radius rho_m
or more. The β of the SVM and of SoftmaxReg is the printed one or the spectral one.
"""

import z3

from proofs_check.diameter import centre_theorem as centre
from proofs_check.diameter import entries_theorem as entries
from proofs_check.diameter.shares_theorem import POSITIVE_WEIGHT
from proofs_check.lemmas.exponential import POWER
from proofs_check.lemmas.numbers import NUM, SCALES, Int, Real
from proofs_check.lemmas.spaces import APART, NOTHING, R, inside, length, minus, norm, v, zero
from proofs_check.logic.derived import instance
from proofs_check.logic.obligations import parts
from proofs_check.logic.rules import Theorem, at, discharge, lemma, substitution, symbols
from proofs_check.objectives import huber_theorems as huber
from proofs_check.objectives import logit_entries
from proofs_check.objectives import softmax_theorems as softmax
from proofs_check.objectives.class_shares import DENOMINATORS
from proofs_check.objectives.logit_entries import CLASSES, GRADIENT_ON_BALL
from proofs_check.objectives.mean_theorems import Lambda, zi
from proofs_check.sensitivity import any_loss_theorem as any_loss
from proofs_check.sensitivity import softmax_theorem, svm_theorem
from proofs_check.sensitivity.closed_forms import M, beta
from proofs_check.sensitivity.landing import AFTER, BY_LENGTH, ON_BALL, alone, by_length, lands
from proofs_check.sensitivity.stepwise import apart, rho
from proofs_check.sensitivity.theorem_r import CURVED, LEARNING_RATE, PARTS, always, f, f2, now, rates, t, z2
from reference import formulas

RUN = lemma(
    "where two runs are after M steps",
    {**AFTER.given, "steps-made": M >= 0},
    z3.And(inside(f(M)), inside(f2(M)), AFTER.shows.arg(1)),
    where=AFTER.where,
    by=[ON_BALL.at(t=M), AFTER],
)

POSITIVE: dict[Theorem, Theorem] = {}  # of runs: that their beta is


def with_its_beta(name, run, printed, given, by):
    """The run, if its beta is the printed one or the spectral one, in the place of any that is at least the spectral one."""
    spectral = run.given["smooth"].arg(1)
    given = {**given, "smoothness": z3.Or(beta == printed, beta == spectral)}
    known = {"regularized": Lambda > 0, **given}
    positive = lemma(f"{name}: its beta", known, z3.And(beta >= spectral, beta > 0), by=by)
    found = instance(name, run, meets=["smooth"], given=given, by=[positive])
    POSITIVE[found] = positive
    return found


# --- losses whose gradients have one bound: SVM, margin, logits ----------------------------------------------


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
    limit, end = G / Lambda, by_length(radius, G)
    here = {**setting, **CURVED, **LEARNING_RATE, "case": z3.And(t >= 0, norm(v) <= radius)}
    step = lemma(
        f"{name}: one step",
        here,
        norm(alone(gradient(v, zi))) <= end,
        by=[one, BY_LENGTH.at(h=gradient(v, zi), before=radius, slope=G)],
    )
    step = discharge(f"{name}: a step from there", step, "case")
    stays = lemma(
        f"{name}: no step leaves this radius",
        {**CURVED, **LEARNING_RATE, "time": t >= 0, "bound": z3.And(G >= 0, radius >= 0)},
        z3.And(radius >= NUM.min(R, end), end >= (1 - Lambda * rates(t)) * radius),
        by=[at("learning-rate", t), PARTS.at(m=now), SCALES.at(a=rates(t), b=0, c=G)],
    )
    stays = discharge(f"{name}: no step ever leaves this radius", stays, "time")
    return instance(
        name,
        RUN,
        grad=gradient,
        rho=lambda t: radius,
        lands_at=lambda time: z3.substitute(end, (t, time)),
        apart_at=lambda t: 2 * G,
        given=loss["given"],
        meets=["cocoercive", "smooth", "gap-at-radius", "landing", "first-radius", "landing-radii"],
        by=[
            [*loss["by"], NOTHING, bound.at(v=zero), length(gradient(zero, zi)), G >= 0, limit >= 0],
            [step.at().every(t, v, zi), two.at().every(t, v, zi, z2), stays.at().every(t)],
        ],
    )


SVM = with_its_beta(
    "a run of SVM-SGD",
    bounded("a run of SVM-SGD, smooth", svm_theorem._loss, huber.GRADIENT, natural=True),
    huber.PRINTED,
    {**huber.RELAXED, "features": huber.p >= 0},
    [huber.gamma >= 0, huber.LARGER],
)
MARGINS = bounded("a run with a loss of the margin", any_loss._margins, any_loss.GRADIENT)
_rows = bounded("a run with a loss of the logits", any_loss._logits, any_loss.ROW_GRADIENT)
LOGITS = instance("a run with a softmax loss", _rows, **any_loss.OF_SOFTMAX)

# --- SoftmaxReg: models grow from 0; step t is bounded on balls of radius around(t, ball) >= rho_t -----------------------
# ball 0: the gap of two gradients; ball 1: the longest gradient, and where it lands; ball 2: the same for smaller steps

ball = z3.Int("ball")
around, kappa, peak, top = (z3.Function(f"{name}_t", Int, Int, Real) for name in ("r", "kappa", "m", "top"))
pieces, cut = z3.Function("pieces_t", Int, Int, Int), z3.Function("cut_t", Int, Int, z3.BoolSort())
edge, low, near = (z3.Function(f"{name}_t", Int, Int, Int, Real) for name in ("edge", "low", "near"))
largest, angle, limit = (z3.Function(name, Int, Real) for name in ("largest", "angle", "limit"))
by_2G = z3.Function("by_2G", Int, z3.BoolSort())  # is D_t bounded by the largest gradients?
_gradient = softmax.gradient
_gap = norm(minus(_gradient(v, zi), _gradient(v, z2)))
_records = {**CLASSES, **softmax.BOUNDED, **softmax.ONE_HOT}
WIDER = {"wider-balls": z3.ForAll([t, ball], z3.Implies(t >= 0, around(t, ball) >= rho(t)))}


def at_step(formulas, **values):
    """The formulas at these values."""
    return list(map(substitution(symbols(*formulas), values, "a step"), formulas))


def undivided(slug, *formulas):
    """The formulas with a number of step t in the place of each quotient that has one of step t below, q b = a for each; and
    how to get q = a/b: no premise divides."""
    quotients = sorted(
        {
            part: None
            for formula in formulas
            for part in parts(formula)
            if z3.is_div(part) and any(p.eq(t) for p in parts(part.arg(1)))
        },
        key=lambda quotient: len(list(parts(quotient))),
    )
    numbers = [z3.Function(f"{slug.replace('-', '_')}_{i}", Int, Real)(t) for i in range(len(quotients))]
    pairs = list(zip(quotients, numbers, strict=True))
    equations = [z3.substitute(number * part.arg(1) == part.arg(0), *pairs) for part, number in pairs]
    steps = [[part.arg(1) > 0, number * part.arg(1) == part.arg(0), number == part] for part, number in pairs]
    return [z3.substitute(formula, *pairs) for formula in formulas], equations, steps


# the inner maxima, by pieces

_numbers = {
    **{"kappa": kappa(t, ball), "m": peak(t, ball), "top": top(t, ball), "rho": around(t, ball) * softmax.c},
    **{"pieces": pieces(t, ball), "edge": lambda i: edge(t, ball, i)},
    **{"low_": lambda i: low(t, ball, i), "near_": lambda i: near(t, ball, i)},
}
_cut = {"case": z3.And(t >= 0, cut(t, ball))}
MAXIMA = {
    "inner-maxima": z3.ForAll(
        [t, ball],
        z3.Implies(
            _cut["case"], z3.And(entries.classes >= 3, *at_step(list(entries.KNOWN.values()), **_numbers))
        ),
    )
}
WEIGHT = lemma(
    "the weight of the centre on a ball of step t is positive",
    {**MAXIMA, **_cut},
    kappa(t, ball) > 0,
    by=[
        at("inner-maxima", t, ball),
        POSITIVE_WEIGHT.at(**{name: value for name, value in _numbers.items() if name not in ("m", "rho")}),
    ],
)
_inner = centre.inner(softmax.l, softmax.kth)
_inner = z3.substitute(_inner, (entries.kappa, kappa(t, ball))) <= peak(t, ball)
MAXIMUM = lemma(
    "the inner maximum on a ball of step t",
    {**MAXIMA, **_cut},
    z3.Implies(softmax.LOGITS.norm(softmax.l) <= around(t, ball) * softmax.c, _inner),
    by=[at("inner-maxima", t, ball), entries.SHORT_INNER.at(**_numbers)],
)
MAXIMUM_AT_RADIUS = lemma(
    "the inner maximum at the models of step t",
    {**MAXIMA, **WIDER, **softmax.BOUNDED, **_cut},
    z3.Implies(softmax.LOGITS.norm(softmax.l) <= rho(t) * softmax.c, _inner),
    by=[
        [at("bounded", zi), softmax.FEATURES.length(softmax.features(zi)), softmax.c >= 0],
        [at("wider-balls", t, ball), SCALES.at(a=softmax.c, b=rho(t), c=around(t, ball)), MAXIMUM],
    ],
)

# two gradients

_of_two, _equations, _steps = undivided(
    "gap-of-two",
    *at_step(
        [p for name, p in entries.GAP_OF_TWO.given.items() if name in ("best-angle", "diameter")],
        **{"R": around(t, 0), "D": apart(t), "t": angle(t)},
    ),
)
_diameter = at_step(
    [entries.GAP_OF_MANY.given["diameter"]],
    **{"R": around(t, 0), "D": apart(t), "kappa": kappa(t, 0), "m": peak(t, 0)},
)
CASES = {
    "gap-by-2G": (by_2G(t), [apart(t) >= 2 * softmax.G]),
    "gap-of-two": (z3.And(z3.Not(by_2G(t)), entries.classes == 2), [*_of_two, *_equations]),
    "gap-of-many": (z3.And(z3.Not(by_2G(t)), entries.classes >= 3), [cut(t, 0), *_diameter]),
}
GAPS = {
    slug: z3.ForAll([t], z3.Implies(z3.And(t >= 0, case), z3.And(*needed)))
    for slug, (case, needed) in CASES.items()
}


def _gap_at_step(slug, given, *by):
    shown = lemma(
        f"two softmax gradients at a step: {slug}",
        {**_records, **given, slug: GAPS[slug], "case": z3.And(t >= 0, CASES[slug][0])},
        z3.Implies(norm(v) <= rho(t), _gap <= apart(t)),
        by=[at(slug, t), *by],
    )
    return discharge(f"two softmax gradients at such a step: {slug}", shown, "case")


_exponent = -NUM.sqrt(2) * (around(t, 0) * softmax.c) * angle(t)
_gaps = lemma(
    "two softmax gradients at a step",
    {**_records, **WIDER, **MAXIMA, **GAPS},
    z3.Implies(z3.And(t >= 0, norm(v) <= rho(t)), _gap <= apart(t)),
    by=[
        _gap_at_step(
            "gap-by-2G",
            {},
            [softmax.GRADIENT, softmax.GRADIENT.at(z_i=z2)],
            APART.at(x=_gradient(v, zi), y=_gradient(v, z2)),
        ),
        _gap_at_step(
            "gap-of-two",
            WIDER,
            [at("wider-balls", t, 0), POWER.at(exponent=_exponent), _steps],
            entries.GAP_OF_TWO.at(R=around(t, 0), D=apart(t), t=angle(t)),
        ),
        _gap_at_step(
            "gap-of-many",
            {**WIDER, **MAXIMA},
            [at("wider-balls", t, 0), MAXIMUM.at(ball=0).every(softmax.l, softmax.kth)],
            centre.GAP.at(R=around(t, 0), D=apart(t), kappa=kappa(t, 0), m=peak(t, 0)),
        ),
    ],
)

# where one gradient lands

_reach = around(t, 1) * softmax.c
_least, _equations, _steps = undivided("largest", NUM.min(softmax.G, logit_entries.kappa(_reach) * softmax.c))
_of_landing = {
    **{"kappa": kappa(t, 1), "m": peak(t, 1), "along": kappa(t, 2), "m_along": peak(t, 2), "tau": rates(t)},
    **{"limit": limit(t), "lands": lands(t), "before": rho(t)},
}
_limits, _more, _known = undivided(
    "landing-limit",
    *at_step(
        [centre.LANDING.given[slug] for slug in ("landing-part", "landing-limit", "landing-radius")],
        **_of_landing,
    ),
)
LANDINGS = {
    "largest-gradients": always(z3.And(largest(t) >= _least[0], *_equations)),
    "landing-by-length": z3.ForAll(
        [t], z3.Implies(z3.And(t >= 0, z3.Not(cut(t, 1))), lands(t) >= by_length(rho(t), largest(t)))
    ),
    "landing-by-limit": z3.ForAll(
        [t], z3.Implies(z3.And(t >= 0, cut(t, 1)), z3.And(cut(t, 2), *_limits, *_more))
    ),
}
_there = {**CURVED, **LEARNING_RATE, **WIDER, "case": z3.And(t >= 0, norm(v) <= rho(t))}
_lands = norm(alone(_gradient(v, zi))) <= lands(t)
_by_length = lemma(
    "a softmax step lands, by length",
    {**_records, **_there, **{slug: LANDINGS[slug] for slug in ("largest-gradients", "landing-by-length")}},
    z3.Implies(z3.Not(cut(t, 1)), _lands),
    by=[
        [at("largest-gradients", t), at("wider-balls", t, 1), at("landing-by-length", t), softmax.GRADIENT],
        [DENOMINATORS.at(K=entries.classes, rho=_reach), _steps],
        discharge("a softmax gradient, if the model is short", GRADIENT_ON_BALL, "ball").at(R=around(t, 1)),
        BY_LENGTH.at(h=_gradient(v, zi), before=rho(t), slope=largest(t)),
    ],
)
_by_limit = lemma(
    "a softmax step lands, by two inner maxima",
    {
        **_records,
        **_there,
        **MAXIMA,
        "landing-by-limit": LANDINGS["landing-by-limit"],
        "cut": cut(t, 1),
    },
    _lands,
    by=[
        [at("learning-rate", t), PARTS.at(m=now), at("landing-by-limit", t), cut(t, 2)],
        [at("inner-maxima", t, ball) for ball in (1, 2)],
        [WEIGHT.at(ball=1), WEIGHT.at(ball=2), softmax.c**2 >= 0, kappa(t, 1) * softmax.c**2 >= 0, _known],
        [MAXIMUM_AT_RADIUS.at(ball=ball).every(softmax.l, softmax.kth) for ball in (1, 2)],
        centre.LANDING.at(R=rho(t), **_of_landing),
    ],
)
_landings = lemma(
    "where a softmax step lands",
    {**_by_length.given, **{k: p for k, p in _by_limit.given.items() if k != "cut"}},
    _lands,
    by=[_by_length, discharge("a softmax step lands, if its maxima are known", _by_limit, "cut")],
)
_landings = discharge("where a softmax step from there lands", _landings, "case")
_smooth = instance(
    "a run of SoftmaxReg-SGD, smooth",
    RUN,
    grad=_gradient,
    given={**softmax_theorem._curved["given"], **_records, **WIDER, **MAXIMA, **GAPS, **LANDINGS},
    meets=["cocoercive", "smooth", "gap-at-radius", "landing"],
    by=[
        *softmax_theorem._curved["by"],
        [_landings.at().every(t, v, zi), _gaps.at().every(t, v, zi, z2)],
    ],
)
_classes = z3.ToReal(entries.classes)
SOFTMAX = with_its_beta(
    "a run of SoftmaxReg-SGD",
    _smooth,
    formulas.smoothness_softmax(Lambda, softmax.c, softmax.p, _classes, NUM),
    {**CLASSES, "features": softmax.p >= 0},
    [softmax.gamma >= 0, softmax.LARGER.at(K=_classes)],
)
