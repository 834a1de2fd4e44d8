"""Theorem R, the repair of thm:sensitivity_general: how far apart two runs of projected SGD are that differ in one record.

    |f_M - f'_M| <= (D/Λ) sum over the steps m of w_m (share of the changed record in batch m),   w_m <= 1/max(M, β/Λ)

For every space V, M, schedule, batch plan, loss and pair of datasets. D bounds the distance of two loss gradients at one model.
The runs are functions: f(t) and f'(t) are the models after t steps. Batch t, of step t + 1, holds the records `index(t, i)` for
i < size(t); `data(j)` is record j. Proof: compare both steps with the one that takes our records at the other model.
"""

import z3

from proofs_check.lemmas.line import LINE, REAL, number, stated, when
from proofs_check.lemmas.numbers import NUM, SCALES, SHORTER, Int, Real
from proofs_check.lemmas.spaces import (
    COMBINED,
    DETOUR,
    EQUAL,
    SAME,
    SCALED_APART,
    SCALED_SQUARED,
    Scalar,
    V,
    Vector,
    against,
    dot,
    expand,
    length,
    minus,
    norm,
    scale,
    v,
    w,
    z,
)
from proofs_check.lemmas.sums import (
    COCOERCIVE_SUMS,
    DIVIDED,
    GAPS,
    D,
    cocoercive,
    counting,
    running,
)
from proofs_check.logic.rules import at, equal_to, induct, lemma, recursive
from proofs_check.objectives.mean_theorems import Lambda, Z, data, grad, zi
from reference import formulas

beta, d, m, tau = z3.Reals("beta d m tau")
rates = z3.Function("rate", Int, Real)  # rate(t) is tau_(t + 1)
SETTING = {"regularized": Lambda > 0, "smooth": beta >= Lambda, "step": m >= 1}


def rate(m):
    return formulas.learning_rate(beta, Lambda, m, NUM)


def part(m):
    """a_m = Λ tau_m, which step m forgets of the past."""
    return formulas.step_fraction(beta, Lambda, m, NUM)


def horizon(m):
    """N_m = max(m, beta/Λ)."""
    return NUM.max(m, beta / Lambda)


def stepped(model, loss_gradient, tau):
    """The update line of both learners, run on vectors."""
    full = formulas.gradient_entry(Scalar(Lambda), Vector(model), Vector(loss_gradient))
    return formulas.sgd_step(Vector(model), Scalar(tau), full).term


# --- one step: v and w are the models of the two runs, p and q the loss gradients -------------------------

p, q = z3.Consts("p q", V)
PARTS = lemma(
    "a step forgets one part in N",
    SETTING,
    z3.And(part(m) > 0, part(m) <= 1, part(m) * horizon(m) == 1, rate(m) > 0),
)
SHORT_STEP = lemma("a step of 1/beta is short enough", SETTING, rate(m) * (beta - Lambda) <= 1 - part(m))
_new, _move, _change = minus(stepped(v, p, tau), stepped(w, q, tau)), minus(v, w), minus(p, q)
_kept = 1 - Lambda * tau
_linear = minus(scale(_kept, _move), scale(tau, _change))
_as_combination = lemma(
    "a difference of steps", {}, dot(_new, z) == dot(_linear, z), by=against(z, _new, _linear)
)
SQUARED = lemma(
    "the square of two steps' difference",
    {},
    dot(_new, _new)
    == _kept * _kept * dot(_move, _move)
    - 2 * (_kept * tau * dot(_move, _change))
    + tau * tau * dot(_change, _change),
    by=[
        [_as_combination.at().every(z), EQUAL.at(x=_new, y=_linear)],
        [COMBINED.at(x=_move, y=_change, r=_kept, s=tau)],
    ],
)
_U, _T, _Q = z3.Reals("U T Q")  # |v - w|^2, <v - w, p - q>, |p - q|^2
kept, tau_m = 1 - part(m), rate(m)
CONTRACTED = lemma(
    "a short step contracts",
    {**SETTING, "cocoercive": z3.And(_Q <= (beta - Lambda) * _T, _T >= 0)},
    kept * kept * _U - 2 * (kept * tau_m * _T) + tau_m * tau_m * _Q <= kept * kept * _U,
    by=[
        [PARTS, SHORT_STEP],
        SCALES.at(a=tau_m, b=_Q, c=(beta - Lambda) * _T),
        SCALES.at(a=_T, b=tau_m * (beta - Lambda), c=kept),
        SCALES.at(a=tau_m, b=tau_m * _Q, c=kept * _T),
        SCALES.at(a=tau_m, b=0, c=kept * _T),
    ],
)
_new = minus(stepped(v, p, tau_m), stepped(w, q, tau_m))
SHARED_STEP = lemma(
    "a step on the same records contracts",
    {**SETTING, "cocoercive": cocoercive(_change, beta - Lambda, _move)},
    norm(_new) <= kept * norm(_move),
    by=[
        [PARTS, length(_move), length(_new), SQUARED.at(tau=tau_m)],
        CONTRACTED.at(U=dot(_move, _move), T=dot(_move, _change), Q=dot(_change, _change)),
        SHORTER.at(a=norm(_new), b=kept * norm(_move)),
    ],
)
_new = minus(stepped(v, p, tau), stepped(v, q, tau))
SAME_MODEL = lemma(
    "two steps from one model",
    {"rate": tau > 0},
    norm(_new) == tau * norm(_change),
    by=[
        [length(_new), length(_change), SQUARED.at(w=v), expand(minus(v, v), _change)],
        SHORTER.at(a=norm(_new), b=tau * norm(_change)),
        SHORTER.at(a=tau * norm(_change), b=norm(_new)),
    ],
)
# b, b2: the batch sums of the two runs; b1: our records at the other model
b, b1, b2 = z3.Consts("b b1 b2", V)
count, terms = z3.Reals("count terms")
_first, _between, _second = (stepped(f, scale(1 / d, s), tau_m) for f, s in ((v, b), (w, b1), (w, b2)))
_same = minus(b, b1)
STEP = lemma(
    "one step of two runs",
    {
        **SETTING,
        "divisor": d >= 1,
        "terms": z3.And(terms >= 0, terms <= d),
        "shared": z3.And(
            dot(_same, _same) <= terms * (beta - Lambda) * dot(_move, _same), dot(_move, _same) >= 0
        ),
        "gap": norm(minus(b1, b2)) <= D * count,
    },
    norm(minus(_first, _second)) <= kept * norm(_move) + tau_m * (D * (count / d)),
    by=[
        [PARTS, SCALED_SQUARED.at(r=1 / d, x=b, y=b1, z=_move)],
        DIVIDED.at(S=dot(_same, _same), T=dot(_move, _same), n=terms, gamma=beta - Lambda),
        SHARED_STEP.at(p=scale(1 / d, b), q=scale(1 / d, b1)),
        SAME_MODEL.at(v=w, p=scale(1 / d, b1), q=scale(1 / d, b2), tau=tau_m),
        SCALED_APART.at(r=1 / d, x=b1, y=b2),
        SCALES.at(a=tau_m * (1 / d), b=norm(minus(b1, b2)), c=D * count),
        DETOUR.at(x=_first, y=_between, z=_second),
    ],
)

# --- two runs ---------------------------------------------------------------------------------------------

t, i, j, k, changed = z3.Ints("t i j k changed")
z2 = z3.Const("z2_i", Z)
f, f2, moved, moved2 = (z3.Function(name, Int, V) for name in ("f", "f'", "moved", "moved'"))
data2 = z3.Function("data'", Int, Z)
index, index2 = z3.Function("index", Int, Int, Int), z3.Function("index'", Int, Int, Int)
size, divisor = z3.Function("size", Int, Int), z3.Function("divisor", Int, Real)
P, X = z3.Function("P", V, V), z3.Function("X", V, z3.BoolSort())  # last line; models that can be reached
B, B2, crossed = (z3.Function(name, Int, Int, V) for name in ("B", "B'", "crossed"))
hit, hits, share = (
    z3.Function("hit", Int, Int, Real),
    z3.Function("hits", Int, Int, Real),
    z3.Function("share", Int, Real),
)


def ours(t, i):
    return grad(f(t), data(index(t, i)))


def theirs(t, i):
    return grad(f2(t), data2(index2(t, i)))


def ours_at_their_model(t, i):
    return grad(f2(t), data(index(t, i)))


BATCHES = [running(B, ours), running(B2, theirs), running(crossed, ours_at_their_model)]
COUNTS = [
    equal_to(hit, lambda t, i: z3.If(index(t, i) == changed, z3.RealVal(1), z3.RealVal(0))),
    counting(hits, hit),
]
SHARE = equal_to(share, lambda t: hits(t, size(t)) / divisor(t))
CURVED = {"regularized": Lambda > 0, "smooth": beta >= Lambda}
PLAN = {"batches": z3.ForAll([t], z3.And(divisor(t) >= 1, size(t) >= 0, z3.ToReal(size(t)) <= divisor(t)))}
COCOERCIVE = {
    "cocoercive": z3.ForAll(
        [v, w, zi],
        z3.Implies(
            z3.And(X(v), X(w)), cocoercive(minus(grad(v, zi), grad(w, zi)), beta - Lambda, minus(v, w))
        ),
    )
}
NEIGHBOURS = {
    "order-ignores-the-data": z3.ForAll([t, i], index(t, i) == index2(t, i)),
    "neighbours": z3.ForAll([j], z3.Implies(j != changed, data(j) == data2(j))),
}
GAP = {"gap": z3.ForAll([v, zi, z2], z3.Implies(X(v), norm(minus(grad(v, zi), grad(v, z2))) <= D))}
REACHED = {"reached": z3.And(X(f(t)), X(f2(t)))}
_move = minus(f(t), f2(t))
_record = lemma(
    "one record at two models",
    {**REACHED, **COCOERCIVE},
    z3.Implies(i >= 0, cocoercive(minus(ours(t, i), ours_at_their_model(t, i)), beta - Lambda, _move)),
    by=[at("cocoercive", f(t), f2(t), data(index(t, i)))],
)
_same = minus(B(t, size(t)), crossed(t, size(t)))
SAME_RECORDS = lemma(
    "a batch at two models",
    {**REACHED, **COCOERCIVE, **CURVED, **PLAN},
    z3.And(
        dot(_same, _same) <= z3.ToReal(size(t)) * (beta - Lambda) * dot(_move, _same),
        dot(_move, _same) >= 0,
    ),
    where=[BATCHES[0], BATCHES[2]],
    by=[
        [at("batches", t), _record.at().every(i)],
        COCOERCIVE_SUMS.at(
            g=lambda i: ours(t, i),
            h=lambda i: ours_at_their_model(t, i),
            sum_g=lambda n: B(t, n),
            sum_h=lambda n: crossed(t, n),
            u=_move,
            gamma=beta - Lambda,
            k=size(t),
        ),
    ],
)
now = z3.ToReal(t) + 1
_steps = [
    stepped(run(t), scale(1 / divisor(t), batch(t, size(t))), rates(t)) for run, batch in ((f, B), (f2, B2))
]


def always(formula):
    return z3.ForAll([t], z3.Implies(t >= 0, formula))


LEARNING_RATE = {"learning-rate": always(rates(t) == rate(now))}
STARTS = {"same-start": f(0) == f2(0), "start": X(f(0))}
LINES = {
    **LEARNING_RATE,
    "steps": always(z3.And(moved(t) == _steps[0], moved2(t) == _steps[1])),
    "last-line": always(z3.And(f(t + 1) == P(moved(t)), f2(t + 1) == P(moved2(t)))),
    "projection": z3.ForAll([v, w], norm(minus(P(v), P(w))) <= norm(minus(v, w))),
    "stays": z3.ForAll([v], X(P(v))),
}
RUNS = {**CURVED, **PLAN, **COCOERCIVE, **NEIGHBOURS, **GAP, **STARTS, **LINES}
TWO_RUNS = {**CURVED, **PLAN, **COCOERCIVE, **NEIGHBOURS, **LINES}  # whatever bounds the gap
_after = minus(f(t + 1), f2(t + 1))


def next_step(how, gap, given, at_two_records):
    """The distance after step t + 1, if `given` says that two gradients at the model of step t are at most `gap` apart."""
    replaced = minus(ours_at_their_model(t, i), theirs(t, i))
    one = lemma(
        f"only the changed record leaves a gap{how}",
        {**given, **NEIGHBOURS},
        z3.Implies(i >= 0, norm(replaced) <= gap * hit(t, i)),
        where=COUNTS[:1],
        by=[
            at("neighbours", index(t, i)),
            [at_two_records(data(index(t, i)), data2(index2(t, i))), SAME.at(x=theirs(t, i))],
        ],
    )
    same_models = lemma(
        f"two batches at one model{how}",
        {**given, **NEIGHBOURS, **PLAN},
        norm(minus(crossed(t, size(t)), B2(t, size(t)))) <= gap * hits(t, size(t)),
        where=[*BATCHES[1:], *COUNTS],
        by=[
            [at("batches", t), one.at().every(i)],
            GAPS.at(
                g=lambda i: ours_at_their_model(t, i),
                h=lambda i: theirs(t, i),
                sum_g=lambda n: crossed(t, n),
                sum_h=lambda n: B2(t, n),
                count=lambda i: hit(t, i),
                counted=lambda n: hits(t, n),
                D=gap,
                k=size(t),
            ),
        ],
    )
    sums = {"b": B(t, size(t)), "b1": crossed(t, size(t)), "b2": B2(t, size(t)), "d": divisor(t), "D": gap}
    counts = {"terms": z3.ToReal(size(t)), "count": hits(t, size(t))}
    return lemma(
        f"the distance after one more step{how}",
        {**TWO_RUNS, **REACHED, "time": t >= 0, **given},
        z3.And(
            X(f(t + 1)),
            X(f2(t + 1)),
            norm(_after) <= (1 - Lambda * rates(t)) * norm(_move) + rates(t) * (gap * share(t)),
        ),
        where=[*BATCHES, *COUNTS, SHARE],
        by=[
            [at(name, t) for name in ("learning-rate", "steps", "last-line", "batches", "share")],
            [at("projection", *_steps), at("stays", _steps[0]), at("stays", _steps[1])],
            [SAME_RECORDS, same_models],
            STEP.at(v=f(t), w=f2(t), m=now, **sums, **counts),
        ],
    )


NEXT_STEP = next_step("", D, {**REACHED, **GAP}, lambda z, z2: at("gap", f2(t), z, z2))

# --- the weights w_m: what is left of step m + 1 after t steps --------------------------------------------

weight, weighted = z3.Function("weight", Int, Int, Real), z3.Function("weighted", Int, Int, Real)
visits = z3.Function("visits", Int, Real)
m_ = z3.Int("m_")


def _weight(m, t, before):
    """A new step weighs a, an older one is multiplied by 1 - a."""
    new, _ = formulas.weight_and_kept(Lambda * rates(t), z3.RealVal(1))
    _, older = formulas.weight_and_kept(Lambda * rates(t), before)
    return z3.If(m == t, new, older)


WEIGHTS = [
    recursive(weight, lambda m: z3.RealVal(0), _weight),
    counting(weighted, lambda t, i: weight(i, t) * share(i)),
]
OLDER = induct(
    "a step scales all older weights",
    k,
    {"time": t >= 0},
    z3.Implies(k <= t, weighted(t + 1, k) == (1 - Lambda * rates(t)) * weighted(t, k)),
    where=WEIGHTS,
    base=[at("weighted", t), at("weighted", t + 1)],
    step=[at("weighted", t, k), at("weighted", t + 1, k), at("weight", k, t)],
)
WEIGHTED = lemma(
    "one more step in the weighted sum",
    {"time": t >= 0},
    weighted(t + 1, t + 1) == (1 - Lambda * rates(t)) * weighted(t, t) + Lambda * rates(t) * share(t),
    where=WEIGHTS,
    by=[OLDER.at(k=t), at("weighted", t + 1, t), at("weight", t, t)],
)
UNROLLED = lemma(
    "the recursion, unrolled",
    {
        "regularized": Lambda > 0,
        "rate": z3.And(tau > 0, Lambda * tau <= 1),
        "before": _U <= D / Lambda * _T,
        "after": _Q <= (1 - Lambda * tau) * _U + tau * (D * count),
    },
    _Q <= D / Lambda * ((1 - Lambda * tau) * _T + Lambda * tau * count),
    by=[
        SCALES.at(a=1 - Lambda * tau, b=_U, c=D / Lambda * _T),
        D / Lambda * (Lambda * tau * count) == tau * (D * count),
    ],
)
DEFINED = [*BATCHES, *COUNTS, SHARE, *WEIGHTS]
distance = norm(_move)
THEOREM_R = induct(
    "Theorem R",
    t,
    RUNS,
    z3.And(X(f(t)), X(f2(t)), distance <= D / Lambda * weighted(t, t)),
    where=DEFINED,
    base=[SAME.at(x=f2(0)), at("weighted", 0)],
    step=[
        [at("learning-rate", t), PARTS.at(m=now), NEXT_STEP, WEIGHTED],
        UNROLLED.at(tau=rates(t), U=distance, T=weighted(t, t), Q=norm(_after), count=share(t)),
    ],
)

# --- a joint model on the line: Λ = 1, β = 2, step t + 1 visits record t; the changed record 1 pulls by 1 to either side ---


def _pulled(t):
    return when(t <= 1, 0, 1 / number(t))


def pull(f):
    """The Huber slope for h = 1/2."""
    return when(f > z3.Q(3, 2), 0, when(f < z3.Q(1, 2), -1, f - z3.Q(3, 2)))


def lone_record(size_of_pull):
    """Two runs that only record 1 moves, apart by `size_of_pull` times the bound for 1."""
    model = {
        "f": lambda t: size_of_pull * _pulled(t),
        "f'": lambda t: -size_of_pull * _pulled(t),
        "moved": lambda t: size_of_pull * _pulled(t + 1),
        "moved'": lambda t: -size_of_pull * _pulled(t + 1),
        "B": lambda t, k: number(k) * when(t == 1, -size_of_pull),
        "B'": lambda t, k: number(k) * when(t == 1, size_of_pull),
        "crossed": lambda t, k: number(k) * when(t == 1, -size_of_pull),
    }
    schedule = {
        "changed": 1,
        "data": lambda j: when(j == 1, 1),
        "data'": lambda j: when(j == 1, -1),
        "size": lambda t: z3.IntVal(1),
        "divisor": lambda t: z3.RealVal(1),
        "index": lambda t, i: t,
        "index'": lambda t, i: t,
        "rate": lambda t: when(t <= 1, z3.Q(1, 2), 1 / (number(t) + 1)),
        "hit": lambda t, i: when(t == 1, 1),
        "hits": lambda t, k: number(k) * when(t == 1, 1),
        "share": lambda t: when(t == 1, 1),
        "weight": lambda m, t: when(
            z3.And(0 <= m, m < t), when(t == 1, z3.Q(1, 2), when(m == 0, 1 / (2 * number(t)), 1 / number(t)))
        ),
        "weighted": lambda t, k: when(z3.And(k >= 2, t >= 2), 1 / number(t)),
    }
    return {**LINE, "Lambda": 1, "beta": 2, **schedule, **model}


LONE = {
    **lone_record(1),
    "D": 2,
    "grad": lambda f, z: when(z > 0, pull(f), when(z < 0, -pull(-f))),
    "P": lambda v: v,
    "X": lambda v: z3.BoolVal(True),
}
SORTS = {"V": REAL, "Z": REAL}
STATES = [stated("thm:sensitivity_general", THEOREM_R, "repair", SORTS, LONE, free=["t"])]
