"""ours:two_classes: with two classes the second one-vs-rest SVM is the negative of the first, so one release is enough.

For every space, dataset, order, batch plan, schedule, Λ, R and loss of the margin. `visited(t, i)` is record i of the batch of
step t; the second SVM has the opposite labels.
"""

import z3

from proofs_check.gaussian.mechanism_theorem import EVEN, curve, sigma
from proofs_check.lemmas.line import BOOL, LINE, REAL, number, stated, when
from proofs_check.lemmas.numbers import NUM, ROOT, SHORTER, Int, Real
from proofs_check.lemmas.spaces import (
    PRODUCT,
    RADIUS,
    V,
    Vector,
    add,
    against,
    ball,
    dot,
    length,
    norm,
    products,
    scale,
    v,
    w,
    x,
    y,
    z,
    zero,
)
from proofs_check.lemmas.sums import running
from proofs_check.logic.rules import at, induct, lemma
from proofs_check.objectives.huber_theorems import label, record
from proofs_check.objectives.mean_theorems import Z
from proofs_check.sensitivity.theorem_r import stepped
from reference import formulas

i, k, t = z3.Ints("i k t")
visited = z3.Function("visited", Int, Int, Z)
slope, rate = z3.Function("slope", Real, Real), z3.Function("rate", Int, Real)
size, divisor = z3.Function("size", Int, Int), z3.Function("divisor", Int, Real)
f, f2, moved, moved2 = (z3.Function(name, Int, V) for name in ("f", "f'", "moved", "moved'"))
pull, pull2 = (z3.Function(name, V, Int, Int, V) for name in ("B", "B'"))  # of the first k records of a batch


def gradient(model, z, y):
    """Of the loss at one record, for the label y."""
    return formulas.loss_gradient_entry(Vector(record(z)), y * slope(y * dot(model, record(z)))).term


PULLS = [
    running(pull, lambda model, t, i: gradient(model, visited(t, i), label(visited(t, i)))),
    running(pull2, lambda model, t, i: gradient(model, visited(t, i), -label(visited(t, i)))),
]


def mirrored(one, other):
    return norm(add(one, other)) == 0


TURNED = lemma(
    "mirrored vectors have mirrored inner products",
    {"mirrored": mirrored(x, y)},
    dot(x, z) == -dot(y, z),
    by=[PRODUCT.at(x=add(x, y), y=z), *against(z, add(x, y))],
)
MIRRORED = lemma(
    "vectors with mirrored inner products are mirrored, and as long",
    {"turned": z3.ForAll([z], dot(x, z) == -dot(y, z))},
    z3.And(mirrored(x, y), norm(x) == norm(y)),
    by=[
        [at("turned", add(x, y)), at("turned", y)],
        *products((add(x, y), add(x, y))),
        [length(add(x, y)), length(x), length(y)],
    ],
)
_z = visited(t, k)
PULL = induct(
    "batches pull mirrored models in mirrored directions",
    k,
    {"mirrored": mirrored(w, v)},
    dot(pull2(w, t, k), x) == -dot(pull(v, t, k), x),
    where=PULLS,
    base=[at("B", v, t), at("B'", w, t), *against(x, zero)],
    step=[
        [at("B", v, t, k), at("B'", w, t, k), TURNED.at(x=w, y=v, z=record(_z))],
        against(x, add(pull(v, t, k), gradient(v, _z, label(_z)))),
        against(x, add(pull2(w, t, k), gradient(w, _z, -label(_z)))),
    ],
)


def step(model, total):
    return stepped(model, scale(1 / divisor(t), total), rate(t))


PLAN = {"batches": z3.ForAll([t], z3.And(size(t) >= 0, divisor(t) >= 1))}
_one, _two = step(v, pull(v, t, size(t))), step(w, pull2(w, t, size(t)))
_step = lemma(
    "a step keeps models mirrored, in inner products",
    {**PLAN, "mirrored": mirrored(w, v)},
    dot(_two, x) == -dot(_one, x),
    where=PULLS,
    by=[[at("batches", t), PULL.at(k=size(t)), TURNED.at(x=w, y=v, z=x)], against(x, _one, _two)],
)
_kept = lemma(
    "the ball projection keeps vectors mirrored, in inner products",
    {**RADIUS, "turned": z3.ForAll([z], dot(w, z) == -dot(v, z))},
    dot(ball(w), x) == -dot(ball(v), x),
    by=[MIRRORED.at(x=w, y=v), at("turned", x), *against(x, ball(w), ball(v))],
)
LEARNERS = {
    "start-at-zero": z3.And(f(0) == zero, f2(0) == zero),
    "steps": z3.ForAll(
        [t],
        z3.Implies(
            t >= 0,
            z3.And(
                moved(t) == step(f(t), pull(f(t), t, size(t))),
                moved2(t) == step(f2(t), pull2(f2(t), t, size(t))),
            ),
        ),
    ),
    "ball-projection": z3.ForAll(
        [t], z3.Implies(t >= 0, z3.And(f(t + 1) == ball(moved(t)), f2(t + 1) == ball(moved2(t))))
    ),
}
_both = {"v": f(t), "w": f2(t)}
MODELS = induct(
    "with two classes the second model is the negative of the first",
    t,
    {**PLAN, **RADIUS, **LEARNERS},
    mirrored(f2(t), f(t)),
    where=PULLS,
    base=[length(add(zero, zero)), *against(add(zero, zero), add(zero, zero))],
    step=[
        [at("steps", t), at("ball-projection", t), _step.at(**_both).every(x)],
        _kept.at(v=moved(t), w=moved2(t)).every(x),
        MIRRORED.at(x=ball(moved2(t)), y=ball(moved(t))),
    ],
)

# --- delta(eps, 2) at sqrt(2) σ is delta(eps, 1) at σ -----------------------------------------------------------

_root, _s = NUM.sqrt(2), NUM.sqrt(2) * sigma
ONE_RELEASE = lemma(
    "two compositions need sqrt(2) times the noise of one",
    {"sigma": sigma > 0},
    curve(_s, z3.RealVal(2)) == curve(sigma, z3.RealVal(1)),
    by=[
        [ROOT.at(r=2), ROOT.at(r=2 * 2), _root > 0, _s > 0],
        [SHORTER.at(a=NUM.sqrt(z3.RealVal(2) * 2), b=z3.RealVal(2))],
    ],
)

# --- a joint model: the record 1 in every step, the loss -z -----------------------------------------------------

ONE_RECORD = {
    **{**LINE, "Lambda": 1, "R": 1},
    "visited": lambda t, i: z3.BoolVal(True),
    "record": lambda z: z3.RealVal(1),
    "label": lambda z: z3.RealVal(1),
    "slope": lambda z: z3.RealVal(-1),
    "rate": lambda t: z3.RealVal(1),
    "size": lambda t: z3.IntVal(1),
    "divisor": lambda t: z3.RealVal(1),
    "B": lambda f, t, k: -number(k),
    "B'": lambda f, t, k: number(k),
    "f": lambda t: when(t <= 0, 0, 1),
    "f'": lambda t: when(t <= 0, 0, -1),
    "moved": lambda t: z3.RealVal(1),
    "moved'": lambda t: z3.RealVal(-1),
    "t": 1,
}
MIRROR = "ours:two_classes"
STATES = [
    stated(MIRROR, MODELS, "statement", {"V": REAL, "Z": BOOL}, ONE_RECORD),
    stated(MIRROR, ONE_RELEASE, "statement", {"V": REAL}, EVEN),
]
