"""ours:one_pass_huber: one pass of SVM-SGD with step 1/(Λm) returns the minimiser, averages exactly, has sensitivity
2c/(Λn).

For h < 1, Λ >= c^2/(1-h), R >= c/Λ and f_0 = 0 the models stay on the linear part of the Huber loss, where a step is a
running mean: Λt f(t) is the sum of y x over the first t records. `held(i, j)` is the record that user i visits in step
j + 1, so a pass may take the records in any order.
"""

import z3

from proofs_check.averaging.class_means import (
    AVERAGED,
    HUBER_SUPPORT,
    HUBERS,
    IS_MEAN,
    RELAXED,
    SIGNED,
    SMALL_MARGIN,
    SORTS,
    YX,
    _central_margins,
    _central_model,
    _short_sum,
    a,
    b,
    central,
    class_mean,
    signed,
    yx,
)
from proofs_check.averaging.users import (
    BOTH_SAME,
    COUNTED,
    FAR,
    SAME,
    SAME_LENGTH,
    SAME_PRODUCTS,
    SIZES,
    held,
    i,
    k,
    n_i,
    same,
    users,
)
from proofs_check.lemmas.line import LINE, number, stated, when
from proofs_check.lemmas.numbers import NUM, Int
from proofs_check.lemmas.spaces import APART as TWO_LENGTHS
from proofs_check.lemmas.spaces import (
    MULTIPLE,
    NOTHING,
    PAIRS,
    R,
    V,
    add,
    against,
    ball,
    dot,
    length,
    minus,
    norm,
    scale,
    v,
    x,
    z,
    zero,
)
from proofs_check.lemmas.spaces import SAME as ITSELF
from proofs_check.lemmas.sums import running
from proofs_check.logic.derived import instance
from proofs_check.logic.rules import at, discharge, induct, lemma
from proofs_check.objectives.huber_theorems import BOUNDED, SIGN, c, gradient, h, label, record, slope
from proofs_check.objectives.mean_theorems import Lambda, zi
from proofs_check.sensitivity.theorem_r import stepped
from reference import formulas

t, n = z3.Ints("t n")
m, q, r = z3.Reals("m q r")
S = z3.Const("S", V)
runs, moved = z3.Function("runs", Int, Int, V), z3.Function("moved", Int, Int, V)


def rate(m):
    return 1 / (Lambda * m)


REGULARIZED = {"regularized": Lambda > 0}
THRESHOLD = {"threshold": Lambda >= formulas.huber_threshold(c, h)}
SLOPE = lemma("up to 1 - h the Huber slope is -1", RELAXED, z3.Implies(a <= 1 - h, slope(a) == -1))
_new = stepped(v, gradient(v, zi), rate(m + 1))
_before, _after = scale(Lambda * m, v), scale(Lambda * (m + 1), _new)
LINEAR = {
    **REGULARIZED,
    **RELAXED,
    "step": m >= 0,
    "margin": label(zi) * dot(v, record(zi)) <= 1 - h,
    "so-far": same(_before, S),
}
_running = lemma(
    "a step is a running mean, in inner products",
    LINEAR,
    dot(_after, z) == dot(add(S, signed(zi)), z),
    by=[
        [SLOPE.at(a=label(zi) * dot(v, record(zi))), SAME_PRODUCTS.at(x=_before, y=S)],
        [*against(z, _before, _after, add(S, signed(zi)))],
    ],
)
RUNNING = lemma(
    "a step is a running mean",
    LINEAR,
    same(_after, add(S, signed(zi))),
    by=[_running.at().every(z), SAME.at(x=_after, y=add(S, signed(zi)))],
)
SHORTER = lemma(
    "a mean is as short as its terms",
    {"factor": r > 0, "same": same(scale(r, v), S), "sum": norm(S) <= r * q},
    norm(v) <= q,
    by=[SAME_LENGTH.at(x=scale(r, v), y=S), MULTIPLE.at(r=r, x=v)],
)
KEPT = lemma(
    "the ball keeps what is inside",
    {"radius": R > 0, "inside": norm(v) <= R, "same": same(scale(r, v), S)},
    same(scale(r, ball(v)), S),
    by=[
        SAME_PRODUCTS.at(x=scale(r, v), y=S, z=minus(scale(r, ball(v)), S)),
        length(minus(scale(r, ball(v)), S)),
        against(minus(scale(r, ball(v)), S), scale(r, v), minus(scale(r, ball(v)), S)),
    ],
)


def learner(runs, moved, held):
    """The run of each user i: f_0 = 0, steps on the records in their order, the ball projection."""
    gradients = gradient(runs(i, t), held(i, t))
    return {
        "start-at-zero": z3.ForAll([i], runs(i, 0) == zero),
        "steps": z3.ForAll(
            [i, t], z3.Implies(t >= 0, moved(i, t) == stepped(runs(i, t), gradients, rate(z3.ToReal(t) + 1)))
        ),
        "ball-projection": z3.ForAll([i, t], z3.Implies(t >= 0, runs(i, t + 1) == ball(moved(i, t)))),
    }


SETTING = {
    **{**REGULARIZED, **RELAXED, **THRESHOLD, **SIGN, **BOUNDED},
    "wide-ball": z3.And(R > 0, R >= c / Lambda),
}
LEARNER = {**SETTING, **learner(runs, moved, held)}
_t, _r = z3.ToReal(t), runs(i, t)
_moved = stepped(_r, gradient(_r, held(i, t)), rate(_t + 1))
PASS = induct(
    "models of a pass are running means",
    t,
    LEARNER,
    z3.And(same(scale(Lambda * _t, _r), yx(i, t)), norm(_r) <= c / Lambda),
    where=[YX],
    base=[
        [at("start-at-zero", i), at("yx", i), at("bounded", zi), length(record(zi)), NOTHING],
        [length(minus(scale(Lambda * 0, zero), zero))],
        against(minus(scale(Lambda * 0, zero), zero), minus(scale(Lambda * 0, zero), zero)),
    ],
    step=[
        at("yx", i, t),
        SMALL_MARGIN.at(m=_r, mu=Lambda, end=1 - h, z_i=held(i, t)),
        RUNNING.at(v=_r, m=_t, S=yx(i, t), z_i=held(i, t)),
        _short_sum.at(k=t + 1),
        SHORTER.at(v=_moved, r=Lambda * (_t + 1), S=add(yx(i, t), signed(held(i, t))), q=c / Lambda),
        KEPT.at(v=_moved, r=Lambda * (_t + 1), S=add(yx(i, t), signed(held(i, t)))),
        SHORTER.at(v=ball(_moved), r=Lambda * (_t + 1), S=add(yx(i, t), signed(held(i, t))), q=c / Lambda),
        [at("steps", i, t), at("ball-projection", i, t)],
    ],
)

# --- after a pass -------------------------------------------------------------------------------------------

_last, _n = runs(i, n_i(i)), z3.ToReal(n_i(i))
_mean = class_mean(yx(i, n_i(i)), _n)
_mean = z3.substitute(_mean, (z3.Real("mu"), Lambda))
USER = {"user": i >= 0}
_end = lemma(
    "after a pass, in inner products",
    {**LEARNER, **SIZES, **USER},
    dot(_last, v) == dot(_mean, v),
    where=[YX],
    by=[
        [at("local-sizes", i), PASS.at(t=n_i(i)), IS_MEAN.at(mu=Lambda, S=yx(i, n_i(i)), N=_n)],
        SAME_PRODUCTS.at(x=scale(Lambda * _n, _last), y=yx(i, n_i(i)), z=v),
        against(v, scale(Lambda * _n, _last)),
    ],
)
EXACT = lemma(
    "one pass returns the class mean",
    _end.given,
    same(_last, _mean),
    where=[YX],
    by=[at("local-sizes", i), _end.at().every(v), SAME.at(x=_last, y=_mean)],
)
_central = instance(
    "the central Huber SVM is the class mean",
    _central_model,
    mu=Lambda,
    end=1 - h,
    loss=lambda z: formulas.huber(h, z, NUM),
    meets=["curved", "linear-part", "central-margins"],
    given={**REGULARIZED, **RELAXED, **THRESHOLD, **SIGN, **BOUNDED},
    by=[
        [HUBER_SUPPORT.at().every(a, b), 1 - h > 0, Lambda * (1 - h) >= c * c],
        [_central_margins.at(mu=Lambda, end=1 - h).every(zi), COUNTED.at(k=users)],
    ],
)
_every = discharge("one pass of every user returns its class mean", EXACT, "user")
_means = instance(
    "averaged passes are the central class mean",
    AVERAGED,
    f=lambda i: runs(i, n_i(i)),
    mu=Lambda,
    meets=["curved", "models"],
    given=LEARNER,
    by=[_every.at().every(i), COUNTED.at(k=users)],
)
_average, _minus_center = _means.shows.arg(0).arg(0).children()
_center = _minus_center.arg(1)
AVERAGE = lemma(
    "averaged passes are the central Huber SVM",
    {**_means.given, **_central.given},
    same(_average, central),
    where=[*_central.where, _means.where[-1]],
    by=[COUNTED.at(k=users), _means, _central, BOTH_SAME.at(x=_average, y=_center, z=central)],
)

# --- two datasets that differ in one record ------------------------------------------------------------------

held2 = z3.Function("held'", Int, Int, held.range())
runs2, moved2 = z3.Function("runs'", Int, Int, V), z3.Function("moved'", Int, Int, V)
yx2 = z3.Function("yx'", Int, Int, V)
changed = z3.Int("changed")
YX2 = running(yx2, lambda i, j: signed(held2(i, j)))
_other = {
    "held": lambda i, j: held2(i, j),
    "runs": lambda i, t: runs2(i, t),
    "moved": lambda i, t: moved2(i, t),
    "yx": lambda i, k: yx2(i, k),
}
NEIGHBOURS = {"neighbours": z3.ForAll([i, k], z3.Implies(k != changed, held(i, k) == held2(i, k)))}
_one, _two = signed(held(i, k)), signed(held2(i, k))
MOVED = induct(
    "one record moves the sum by at most 2c",
    k,
    {**SIGN, **BOUNDED, **NEIGHBOURS},
    norm(minus(yx(i, k), yx2(i, k))) <= z3.If(k > changed, 2 * c, 0),
    where=[YX, YX2],
    base=[at("yx", i), at("yx'", i), at("bounded", zi), length(record(zi)), ITSELF.at(x=zero)],
    step=[
        [at("yx", i, k), at("yx'", i, k)],
        [SIGNED.at(z_i=held(i, k)), SIGNED.at(z_i=held2(i, k)), TWO_LENGTHS.at(x=_one, y=_two)],
        ITSELF.at(x=_one),
        [z3.Implies(k != changed, norm(minus(_one, _two)) == 0)],
        PAIRS.at(v=yx(i, k), w=_one, x=yx2(i, k), y=_two),
    ],
)
BOTH = {
    slug: z3.And(ours, theirs)
    for (slug, ours), theirs in zip(
        learner(runs, moved, held).items(), learner(runs2, moved2, held2).values(), strict=True
    )
}
_scaled = lemma(
    "Λn times the model of a pass",
    {**LEARNER, **SIZES, **USER},
    Lambda * _n * dot(_last, x) == dot(yx(i, n_i(i)), x),
    where=[YX],
    by=[
        [at("local-sizes", i), PASS.at(t=n_i(i)), *against(x, scale(Lambda * _n, _last))],
        SAME_PRODUCTS.at(x=scale(Lambda * _n, _last), y=yx(i, n_i(i)), z=x),
    ],
)
_last2 = runs2(i, n_i(i))
SENSITIVITY = lemma(
    "one record moves the model of a pass by at most 2c/(Λn)",
    {**SETTING, **BOTH, **SIZES, **USER, **NEIGHBOURS},
    norm(minus(_last, _last2)) <= formulas.sensitivity(formulas.loss_gradient_svm(c), Lambda, _n),
    where=[YX, YX2],
    by=[
        [at("local-sizes", i), _scaled.at().every(x), _scaled.at(**_other).every(x)],
        [MOVED.at(k=n_i(i)), at("bounded", zi), length(record(zi)), Lambda * _n > 0],
        FAR.at(v=_last, w=_last2, q=yx(i, n_i(i)), q2=yx2(i, n_i(i)), t=Lambda * _n, a=2 * c),
    ],
)
_plain = scale(1 / _n, yx(i, n_i(i)))
SIGNAL = lemma(
    "signal over noise of a pass",
    {slug: premise for slug, premise in {**_end.given, "clip": c > 0}.items() if slug != "regularized"},
    norm(_last) / formulas.sensitivity(formulas.loss_gradient_svm(c), Lambda, _n)
    == _n * norm(_plain) / (2 * c),
    where=[YX],
    by=[at("local-sizes", i), EXACT, SAME_LENGTH.at(x=_last, y=_mean), MULTIPLE.at(r=1 / Lambda, x=_plain)],
)

# --- joint models: the users of the threshold; and two users with one record whose label flips: the bound is attained ---

_user = lambda i: when(i == 0, z3.Q(1, 2), z3.Q(1, 4))  # noqa: E731  the class means
USERS_PASS = {
    **HUBERS,
    "R": 1,
    "runs": lambda i, t: when(t <= 0, 0, _user(i)),
    "moved": lambda i, t: _user(i),
}
FLIPPED = {
    **{**LINE, "i": 0, "changed": 0, "Lambda": 2, "c": 1, "h": z3.Q(1, 2), "R": 1},
    "held": lambda i, j: z3.BoolVal(True),
    "held'": lambda i, j: j != 0,
    "record": lambda z: z3.RealVal(1),
    "label": lambda z: when(z, 1, -1),
    "n_i": lambda i: z3.IntVal(1),
    "yx": lambda i, k: number(k),
    "yx'": lambda i, k: when(k <= 0, 0, number(k) - 2),
    "runs": lambda i, t: when(t <= 0, 0, z3.Q(1, 2)),
    "runs'": lambda i, t: when(t <= 0, 0, (number(t) - 2) / (2 * number(t))),
    "moved": lambda i, t: z3.Q(1, 2),
    "moved'": lambda i, t: (number(t) - 1) / (2 * (number(t) + 1)),
}
ONE_PASS = "ours:one_pass_huber"
STATES = [
    stated(ONE_PASS, EXACT, "statement", SORTS, USERS_PASS),
    stated(ONE_PASS, AVERAGE, "statement", SORTS, USERS_PASS),
    stated(ONE_PASS, SENSITIVITY, "statement", SORTS, FLIPPED),
    stated(ONE_PASS, SIGNAL, "statement", SORTS, FLIPPED),
]
