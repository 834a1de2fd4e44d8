"""ours:hinge_threshold, ours:huber_threshold: for large Λ the average of local SVMs is the central SVM, exactly.

mu is the curvature of the regularizer: 2Λ for HingeSVM, Λ for alg:dpsvm. Up to the margin `end` the loss falls with
slope -1. If every margin of the class mean m = mean(y x)/mu is at most `end`, then J(f) >= J(m) + mu/2 |f - m|^2 for
all f; and means of means are means. For every space, dataset, number of users and local sizes.
"""

import z3

from proofs_check.averaging.users import (
    BOTH_SAME,
    COUNT,
    COUNTED,
    EQUAL_SIZES,
    PLAIN,
    PLAIN_AVERAGE,
    SAME,
    SAME_PRODUCTS,
    SIZES,
    TURNED,
    USERS,
    WEIGHTED,
    Divided,
    average,
    count,
    every,
    f,
    held,
    i,
    j,
    k,
    mu,
    n_i,
    plain_average,
    same,
    users,
    weighted,
)
from proofs_check.lemmas.line import BOOL, LINE, REAL, number, stated, when
from proofs_check.lemmas.numbers import NUM, SCALES, Int, Real
from proofs_check.lemmas.spaces import (
    MULTIPLE,
    NOTHING,
    PRODUCT,
    TRIANGLE,
    V,
    add,
    against,
    dot,
    expand,
    length,
    minus,
    norm,
    products,
    scale,
    v,
    zero,
)
from proofs_check.lemmas.sums import SHORT_SUMS, counting, running
from proofs_check.logic.derived import instance
from proofs_check.logic.rules import at, discharge, induct, lemma
from proofs_check.objectives.huber_theorems import BOUNDED, SIGN, c, h, label, record
from proofs_check.objectives.mean_theorems import Lambda, zi
from reference import formulas

end, N, T, T2 = z3.Reals("end N T T2")
m, S, central = z3.Consts("m S central", V)
a, b = z3.Reals("a b")
loss = z3.Function("loss", Real, Real)
losses = z3.Function("losses", V, Int, Int, Real)  # of the first k records of user i
all_losses = z3.Function("all_losses", V, Int, Real)  # of the first k users
yx, all_yx = z3.Function("yx", Int, Int, V), z3.Function("all_yx", Int, V)  # the same sums of y x


def signed(z):
    return scale(label(z), record(z))


def margin(model, z):
    return label(z) * dot(model, record(z))


def class_mean(total, records):
    """mean(y x)/mu, from the sum of y x."""
    return formulas.class_mean_entry(Divided(total) / records, mu).term


def objective(model, total_loss, records):
    return formulas.regularized(mu, dot(model, model), total_loss / records)


LOSSES = counting(losses, lambda model, i, j: loss(margin(model, held(i, j))))
ALL_LOSSES = counting(all_losses, lambda model, i: losses(model, i, n_i(i)))
YX = running(yx, lambda i, j: signed(held(i, j)))
ALL_YX = running(all_yx, lambda i: yx(i, n_i(i)))
local_mean = class_mean(yx(i, n_i(i)), z3.ToReal(n_i(i)))
central_mean = class_mean(all_yx(users), count(users))


def local(model):
    return objective(model, losses(model, i, n_i(i)), z3.ToReal(n_i(i)))


def together(model):
    return objective(model, all_losses(model, users), count(users))


# --- a dataset: S is the sum of y x, T and T2 are the losses of v and of the class mean m ------------------

CURVED = {"curved": mu > 0}
IS_MEAN = lemma(
    "the class mean in inner products",
    {**CURVED, "records": N > 0},
    mu * N * dot(class_mean(S, N), v) == dot(S, v),
    by=[against(v, class_mean(S, N))],
)
OPTIMUM = lemma(
    "a class mean that supports the losses is the minimum",
    {
        "records": N > 0,
        "mean": z3.ForAll([v], mu * N * dot(m, v) == dot(S, v)),
        "support": T >= T2 - dot(S, minus(v, m)),
    },
    objective(v, T, N) >= objective(m, T2, N) + mu / 2 * dot(minus(v, m), minus(v, m)),
    by=[at("mean", minus(v, m)), *expand(minus(v, m)), 1 / N * N == 1],
)
LINEAR = {"linear-part": z3.ForAll([a, b], z3.Implies(a <= end, loss(b) >= loss(a) - (b - a)))}


def on_linear_part(model, i):
    """Every margin of the model on the records of user i is on the linear part."""
    return every(j, margin(model, held(i, j)) <= end)


_move, _record = minus(v, m), held(i, k)
SUPPORTED = induct(
    "the losses of a user lie above their tangents",
    k,
    {**LINEAR, "margins": on_linear_part(m, i)},
    losses(v, i, k) >= losses(m, i, k) - dot(yx(i, k), _move),
    where=[LOSSES, YX],
    base=[at("losses", v, i), at("losses", m, i), at("yx", i), *against(_move, zero)],
    step=[
        [at("losses", v, i, k), at("losses", m, i, k), at("yx", i, k), at("margins", k)],
        at("linear-part", margin(m, _record), margin(v, _record)),
        [against(_move, add(yx(i, k), signed(_record))), products((record(_record), _move))],
    ],
)
ALL_SUPPORTED = induct(
    "the losses of all users lie above their tangents",
    k,
    {**LINEAR, **SIZES, "margins": every(i, on_linear_part(m, i))},
    all_losses(v, k) >= all_losses(m, k) - dot(all_yx(k), _move),
    where=[LOSSES, YX, ALL_LOSSES, ALL_YX],
    base=[at("all_losses", v), at("all_losses", m), *against(_move, zero)],
    step=[
        [at("all_losses", v, k), at("all_losses", m, k), at("all_yx", k)],
        [at("local-sizes", k), at("margins", k), SUPPORTED.at(i=k, k=n_i(k))],
        against(_move, add(all_yx(k), yx(k, n_i(k)))),
    ],
)


def is_minimal(value, best):
    """J(v) >= J(best) + mu/2 |v - best|^2 for every v: the only minimum."""
    return value(v) >= value(best) + mu / 2 * dot(minus(v, best), minus(v, best))


_n, _sum, _all = z3.ToReal(n_i(i)), yx(i, n_i(i)), all_yx(users)
USER = {"user": i >= 0}
LOCAL_MINIMUM = lemma(
    "a class mean with small margins is the local minimum",
    {**CURVED, **USER, **SIZES, **LINEAR, "margins": on_linear_part(local_mean, i)},
    is_minimal(local, local_mean),
    where=[LOSSES, YX],
    by=[
        [at("local-sizes", i), IS_MEAN.at(S=_sum, N=_n).every(v), SUPPORTED.at(m=local_mean, k=n_i(i))],
        OPTIMUM.at(m=local_mean, S=_sum, N=_n, T=losses(v, i, n_i(i)), T2=losses(local_mean, i, n_i(i))),
    ],
)
WHERE = [COUNT, LOSSES, YX, ALL_LOSSES, ALL_YX]
CENTRAL_MINIMUM = lemma(
    "a class mean with small margins is the central minimum",
    {**CURVED, **USERS, **SIZES, **LINEAR, "margins": every(i, on_linear_part(central_mean, i))},
    is_minimal(together, central_mean),
    where=WHERE,
    by=[
        [COUNTED.at(k=users), IS_MEAN.at(S=_all, N=count(users)).every(v)],
        ALL_SUPPORTED.at(m=central_mean, k=users),
        OPTIMUM.at(
            m=central_mean, S=_all, N=count(users), T=all_losses(v, users), T2=all_losses(central_mean, users)
        ),
    ],
)

# --- records of length at most c: all margins of a class mean are at most c^2/mu --------------------------

THRESHOLD = {"threshold": mu * end >= c * c}
SIGNED = lemma(
    "y x is as short as x",
    {**SIGN, **BOUNDED},
    norm(signed(zi)) <= c,
    by=[
        [at("one-vs-rest-sign", zi), at("bounded", zi), length(record(zi)), length(signed(zi))],
        [expand(signed(zi)), norm(signed(zi)) * norm(signed(zi)) == norm(record(zi)) * norm(record(zi))],
    ],
)
SHORT = lemma(
    "a class mean is at most c/mu long",
    {**CURVED, "records": N > 0, "sum": norm(S) <= N * c},
    norm(class_mean(S, N)) <= c / mu,
    by=[
        [MULTIPLE.at(r=1 / N, x=S), MULTIPLE.at(r=1 / mu, x=scale(1 / N, S))],
        SCALES.at(a=1 / mu, b=norm(scale(1 / N, S)), c=c),
    ],
)
_t, _A = z3.Reals("t A")
_x = record(zi)
SMALL_MARGIN = lemma(
    "margins of a short model are small",
    {**CURVED, **SIGN, **BOUNDED, **THRESHOLD, "short": norm(m) <= c / mu},
    margin(m, zi) <= end,
    by=[length(_x), PRODUCT.at(x=m, y=_x)],
)
_short_sum = lemma(
    "a sum of y x is short",
    {**SIGN, **BOUNDED},
    z3.Implies(k >= 0, norm(yx(i, k)) <= z3.ToReal(k) * c),
    where=[YX],
    by=[SIGNED.at().every(zi), SHORT_SUMS.at(g=lambda j: signed(held(i, j)), sum_g=lambda k: yx(i, k), D=c)],
)
_short_sums = induct(
    "the sum of all y x is short",
    k,
    {**SIGN, **BOUNDED, **SIZES},
    norm(all_yx(k)) <= count(k) * c,
    where=[YX, ALL_YX, COUNT],
    base=[NOTHING],
    step=[
        [at("all_yx", k), at("count", k), at("local-sizes", k), _short_sum.at(i=k, k=n_i(k))],
        TRIANGLE.at(x=all_yx(k), y=yx(k, n_i(k))),
    ],
)
RECORDS = {**SIGN, **BOUNDED}

# --- means of means are means ------------------------------------------------------------------------------

MODELS = {"models": every(i, same(f(i), local_mean))}
_mean_k = z3.substitute(local_mean, (i, k))
_merged = induct(
    "the weighted sum of class means",
    k,
    {**CURVED, **SIZES, **MODELS},
    mu * dot(weighted(k), v) == dot(all_yx(k), v),
    where=[YX, ALL_YX, WEIGHTED],
    base=against(v, zero),
    step=[
        [at("models", k), at("local-sizes", k), at("weighted", k), at("all_yx", k)],
        SAME_PRODUCTS.at(x=f(k), y=_mean_k, z=v),
        IS_MEAN.at(S=yx(k, n_i(k)), N=z3.ToReal(n_i(k))),
        against(v, add(weighted(k), scale(z3.ToReal(n_i(k)), f(k))), add(all_yx(k), yx(k, n_i(k)))),
    ],
)
_average = lemma(
    "the average of class means in inner products",
    {**CURVED, **USERS, **SIZES, **MODELS},
    dot(average, v) == dot(central_mean, v),
    where=[COUNT, YX, ALL_YX, WEIGHTED],
    by=[
        [COUNTED.at(k=users), _merged.at(k=users), IS_MEAN.at(S=_all, N=count(users)), *against(v, average)],
        count(users) * dot(central_mean, v) == dot(weighted(users), v),
    ],
)
AVERAGED = lemma(
    "the average of class means is the central class mean",
    _average.given,
    same(average, central_mean),
    where=_average.where,
    by=[COUNTED.at(k=users), _average.at().every(v), SAME.at(x=average, y=central_mean)],
)
LOCAL_MODELS = {"local-minimum": z3.ForAll([i, v], z3.Implies(i >= 0, local(f(i)) <= local(v)))}
CENTRAL_MODEL = {"central-minimum": z3.ForAll([v], together(central) <= together(v))}
LOCAL_MARGINS = {"local-margins": every(i, on_linear_part(local_mean, i))}
CENTRAL_MARGINS = {"central-margins": every(i, on_linear_part(central_mean, i))}
_gap, _central_gap = minus(f(i), local_mean), minus(central, central_mean)
_local_model = lemma(
    "the local model is the class mean",
    {**CURVED, **USER, **SIZES, **LINEAR, **LOCAL_MARGINS, **LOCAL_MODELS},
    same(f(i), local_mean),
    where=[LOSSES, YX],
    by=[
        [at("local-margins", i), at("local-minimum", i, local_mean), LOCAL_MINIMUM.at(v=f(i))],
        [at("local-sizes", i), mu * dot(_gap, _gap) <= 0, length(_gap)],
    ],
)
_local_models = discharge("every local model is the class mean", _local_model, "user")
_central_model = lemma(
    "the central model is the class mean",
    {**CURVED, **USERS, **SIZES, **LINEAR, **CENTRAL_MARGINS, **CENTRAL_MODEL},
    same(central, central_mean),
    where=WHERE,
    by=[
        [at("central-minimum", central_mean), CENTRAL_MINIMUM.at(v=central), COUNTED.at(k=users)],
        mu * dot(_central_gap, _central_gap) <= 0,
        length(_central_gap),
    ],
)
TRAINED = {**LOCAL_MODELS, **CENTRAL_MODEL}
EXACT = lemma(
    "the average is the central model if all margins are on the linear part",
    {**CURVED, **USERS, **SIZES, **LINEAR, **LOCAL_MARGINS, **CENTRAL_MARGINS, **TRAINED},
    same(average, central),
    where=[*WHERE, WEIGHTED],
    by=[
        [COUNTED.at(k=users), _local_models.at().every(i), AVERAGED, _central_model],
        BOTH_SAME.at(x=average, y=central_mean, z=central),
    ],
)
_local_margin = lemma(
    "margins of a local class mean are small",
    {**CURVED, **USER, **SIZES, **RECORDS, **THRESHOLD},
    margin(local_mean, zi) <= end,
    where=[YX],
    by=[
        [at("local-sizes", i), _short_sum.at(k=n_i(i)), SHORT.at(S=_sum, N=_n)],
        SMALL_MARGIN.at(m=local_mean),
    ],
)
_local_margins = discharge("margins of every local class mean are small", _local_margin, "user")
_central_margins = lemma(
    "margins of the central class mean are small",
    {**CURVED, **USERS, **SIZES, **RECORDS, **THRESHOLD},
    margin(central_mean, zi) <= end,
    where=[YX, ALL_YX, COUNT],
    by=[
        [COUNTED.at(k=users), _short_sums.at(k=users), SHORT.at(S=_all, N=count(users))],
        SMALL_MARGIN.at(m=central_mean),
    ],
)

LOCAL = lemma(
    "for large Λ the local minimum is the class mean",
    {**CURVED, **USER, **SIZES, **RECORDS, **LINEAR, **THRESHOLD},
    LOCAL_MINIMUM.shows,
    where=[LOSSES, YX],
    by=[at("local-sizes", i), _local_margin.at().every(zi), LOCAL_MINIMUM],
)
AVERAGE = lemma(
    "for large Λ the average is the central model",
    {**CURVED, **USERS, **SIZES, **RECORDS, **LINEAR, **THRESHOLD, **TRAINED},
    EXACT.shows,
    where=EXACT.where,
    by=[COUNTED.at(k=users), _local_margins.at().every(i, zi), _central_margins.at().every(zi), EXACT],
)

# --- given data: `top` is the largest y <m, x> over the means m of y x and their records ------------------

top = z3.Real("top")
_mean_margin = lemma(
    "margins of a multiple",
    {**CURVED, "threshold": mu * end >= top},
    z3.Implies(margin(m, zi) <= top, margin(scale(1 / mu, m), zi) <= end),
    by=[against(record(zi), scale(1 / mu, m))],
)
LARGEST = {
    "largest": z3.ForAll(
        [i, j],
        z3.Implies(
            z3.And(i >= 0, j >= 0),
            z3.And(
                margin(scale(1 / _n, _sum), held(i, j)) <= top,
                margin(scale(1 / count(users), _all), held(i, j)) <= top,
            ),
        ),
    ),
    "threshold": mu * end >= top,
}
_given_margins = lemma(
    "margins for given data",
    {**CURVED, **USERS, **SIZES, **LARGEST},
    z3.Implies(
        z3.And(i >= 0, j >= 0),
        z3.And(margin(local_mean, held(i, j)) <= end, margin(central_mean, held(i, j)) <= end),
    ),
    where=[YX, ALL_YX, COUNT],
    by=[
        [COUNTED.at(k=users), at("local-sizes", i), at("largest", i, j)],
        [_mean_margin.at(m=mean.arg(1), z_i=held(i, j)) for mean in (local_mean, central_mean)],
    ],
)
GIVEN_DATA = lemma(
    "for given data the average is the central model",
    {**CURVED, **USERS, **SIZES, **LINEAR, **LARGEST, **TRAINED},
    EXACT.shows,
    where=EXACT.where,
    by=[COUNTED.at(k=users), _given_margins.at().every(i, j), EXACT],
)
PLAINLY = lemma(
    "for large Λ and equal sizes the plain average is the central model",
    {**AVERAGE.given, **EQUAL_SIZES},
    same(plain_average, central),
    where=[*AVERAGE.where, PLAIN],
    by=[
        [AVERAGE, PLAIN_AVERAGE],
        [TURNED.at(x=average, y=plain_average), TURNED.at(x=average, y=central)],
        BOTH_SAME.at(x=plain_average, y=average, z=central),
    ],
)

# --- HingeSVM: mu = 2Λ, margins up to 1; alg:dpsvm: mu = Λ, margins up to 1 - h ------------------------------

REGULARIZED, RELAXED = {"regularized": Lambda > 0}, {"relaxed": z3.And(0 < h, h < 1)}
HINGE_SUPPORT = lemma(
    "the hinge lies above its line of slope -1",
    {},
    z3.Implies(a <= 1, formulas.hinge(b, NUM) >= formulas.hinge(a, NUM) - (b - a)),
)
HUBER_SUPPORT = lemma(
    "the Huber loss lies above its line of slope -1",
    RELAXED,
    z3.Implies(a <= 1 - h, formulas.huber(h, b, NUM) >= formulas.huber(h, a, NUM) - (b - a)),
)
MET = ["curved", "linear-part", "threshold"]


def of_hinge(name, theorem, threshold):
    counted = [COUNTED.at(k=users)] if "users" in theorem.given else []
    return instance(
        name,
        theorem,
        loss=lambda z: formulas.hinge(z, NUM),
        mu=2 * Lambda,
        end=1,
        meets=MET,
        given={**REGULARIZED, "threshold": Lambda >= threshold},
        by=[HINGE_SUPPORT.at().every(a, b), 2 * Lambda > 0, *counted],
    )


def of_huber(name, theorem, threshold):
    counted = [COUNTED.at(k=users)] if "users" in theorem.given else []
    return instance(
        name,
        theorem,
        loss=lambda z: formulas.huber(h, z, NUM),
        mu=Lambda,
        end=1 - h,
        meets=MET,
        given={**REGULARIZED, **RELAXED, "threshold": Lambda >= threshold},
        by=[HUBER_SUPPORT.at().every(a, b), *counted, 1 - h > 0, Lambda * (1 - h) >= threshold * (1 - h)],
    )


_hinge, _huber = formulas.hinge_threshold(c), formulas.huber_threshold(c, h)
HINGE_MEAN = of_hinge("HingeSVM is the class mean", LOCAL, _hinge)
HINGE_AVERAGE = of_hinge("averaged HingeSVMs are the central one", AVERAGE, _hinge)
HINGE_PLAIN = of_hinge("HingeSVMs of equal sizes are averaged exactly", PLAINLY, _hinge)
HINGE_DATA = of_hinge("averaged HingeSVMs are the central one on given data", GIVEN_DATA, top / 2)
HUBER_MEAN = of_huber("the Huber SVM is the class mean", LOCAL, _huber)
HUBER_AVERAGE = of_huber("averaged Huber SVMs are the central one", AVERAGE, _huber)

# --- joint models: user 0 holds the record 1, every other user the record 1/2; at the threshold, where a margin is `end` ---


def users_on_the_line(loss, Lambda, mu, **more):
    """The class mean of the first two users is 3/4 over mu."""
    held_by = lambda i: when(i == 0, 1, z3.Q(1, 2))  # noqa: E731
    first = lambda k: (number(k) + 1) / 2  # noqa: E731
    half = z3.Q(1, 2)
    return {
        **LINE,
        **{"users": 2, "c": 1, "Lambda": Lambda, "i": 0, "top": 1, "v": 0, **more},
        "held": lambda i, j: i == 0,
        "record": lambda z: when(z, 1, half),
        "label": lambda z: z3.RealVal(1),
        "n_i": lambda i: z3.IntVal(1),
        "count": number,
        "f": lambda i: held_by(i) / mu,
        "central": z3.Q(3, 4) / mu,
        "losses": lambda f, i, k: number(k) * loss(f * held_by(i)),
        "all_losses": lambda f, k: when(k <= 0, 0, loss(f) + (number(k) - 1) * loss(f * half)),
        "yx": lambda i, k: number(k) * held_by(i),
        "all_yx": lambda k: when(k <= 0, 0, first(k)),
        "weighted": lambda k: when(k <= 0, 0, first(k) / mu),
        "plain": lambda k: when(k <= 0, 0, first(k) / mu),
    }


SORTS = {"V": REAL, "Z": BOOL}
HINGES = users_on_the_line(lambda z: formulas.hinge(z, NUM), z3.Q(1, 2), z3.RealVal(1))
_h = z3.Q(1, 2)
HUBERS = users_on_the_line(lambda z: formulas.huber(_h, z, NUM), z3.RealVal(2), z3.RealVal(2), h=_h)
HINGE, HUBER = "ours:hinge_threshold", "ours:huber_threshold"
CONVERGENCE = "cor:convergenceOfBlindlyAveraging"
_half = z3.Q(1, 2)
ONE_RECORD = {
    **LINE,
    **{"mu": 2, "N": 1, "m": _half, "S": 1, "T": 1, "T2": _half, "v": 0},
}  # the hinge of margin 0 and 1/2
STATES = [
    stated(HINGE, OPTIMUM, "statement", SORTS, ONE_RECORD),
    stated(HINGE, HINGE_MEAN, "statement", SORTS, HINGES),
    stated(HINGE, HINGE_AVERAGE, "statement", SORTS, HINGES),
    stated(HINGE, HINGE_PLAIN, "statement", SORTS, HINGES),
    stated(HINGE, HINGE_DATA, "statement", SORTS, HINGES),
    stated(HUBER, HUBER_MEAN, "statement", SORTS, HUBERS),
    stated(HUBER, HUBER_AVERAGE, "statement", SORTS, HUBERS),
    stated("C1.1", HINGE_PLAIN, "reading:sufficient", SORTS, HINGES),
    stated("sec:results#convergence", HINGE_PLAIN, "statement", SORTS, HINGES),
    stated("sec:intro_centralized#synfail", HINGE_MEAN, "statement", SORTS, HINGES),
    stated("sec:intro_centralized#synfail", HINGE_PLAIN, "statement", SORTS, HINGES),
    stated("sec:lim_signalnoise#large_margin", HINGE_MEAN, "statement", SORTS, HINGES),
    stated(CONVERGENCE, HINGE_MEAN, "repair", SORTS, HINGES),
    stated(CONVERGENCE, HINGE_PLAIN, "repair", SORTS, HINGES),
]
