"""Shares and logits of K classes as sequences of numbers: how large a share is if the logits are short, for every K.

s(0), ..., s(K-1) are the softmax of the logits z; y is the label. Tangents of the logarithm bound the shares of the other
classes from below (`JENSEN`), and the length of the logits bounds how far one lies above the mean of others (`FARTHEST`).
"""

from __future__ import annotations

from types import SimpleNamespace

import z3

from proofs_check.lemmas.exponential import ABOVE, LOG, POWER, log
from proofs_check.lemmas.exponential import EXACT as NUM
from proofs_check.lemmas.numbers import ROOT, SCALES, Int, Real
from proofs_check.lemmas.sums import counting
from proofs_check.logic.rules import Theorem, at, discharge, forget, induct, lemma, recursive
from reference import formulas

a, b, rho, decay, u = z3.Reals("a b rho decay u")
K, k, i, j, y, large = z3.Ints("K k i j y large")
n = z3.ToReal(K) - 1
s, z, total, squares = (z3.Function(name, Int, Real) for name in ("s", "z_", "total", "squares"))
g, all_g, rest_g = (z3.Function(name, Int, Real) for name in ("g_", "all_g", "rest_g"))
out = z3.Function("out", Int, z3.BoolSort())  # the classes that a sum leaves out


def place(*places):
    return z3.And(*(z3.And(0 <= i, i < K) for i in places))


def one(i):
    return z3.RealVal(1)


def squared(i):
    return z(i) ** 2


def without(g, out):
    return lambda i: z3.If(out(i), z3.RealVal(0), g(i))


def so_far(i, k, g):
    return z3.If(i < k, g(i), z3.RealVal(0))


SHARES = {
    "positive-shares": z3.ForAll([i], z3.Implies(place(i), s(i) > 0)),
    "logits": z3.ForAll([i, j], z3.Implies(place(i, j), log(s(i)) - log(s(j)) == z(i) - z(j))),
}
SHORT = {"short": z3.And(rho >= 0, squares(K) <= rho * rho)}
ONE = {"total-one": total(K) == 1}
LABEL = {"label": place(y)}
RIVAL = {"rival": z3.And(place(y, j), y != j)}
RIVALS = {"rivals": z3.And(place(y, j, large), y != j, y != large, j != large)}
TOTAL, SQUARES = counting(total, s), counting(squares, squared)
rest, rest_z, rest_squares, count, rest_count = (
    z3.Function(name, Int, Real) for name in ("rest", "rest_z", "rest_squares", "count", "rest_count")
)
COUNT = counting(count, one)


def rests(out):
    """The sums without the classes that are left out."""
    summed = ((rest, s), (rest_z, z), (rest_squares, squared), (rest_count, one))
    return [counting(total, without(g, out)) for total, g in summed]


REST, REST_Z, REST_SQUARES, REST_COUNT = rests(out)
SPREAD = induct(
    "squares about a point, but for some classes",
    k,
    {},
    rest_squares(k) - 2 * u * rest_z(k) + u * u * rest_count(k) >= 0,
    where=[REST_Z, REST_SQUARES, REST_COUNT],
    step=[*(at(name, k) for name in ("rest_z", "rest_squares", "rest_count"))],
)
_tangent = discharge("tangent of the logarithm, if both are positive", ABOVE, "positive")
JENSEN = induct(
    "the shares of other classes, by tangents of the logarithm",
    k,
    {"decay": decay > 0, "class": place(j), **SHARES},
    z3.Implies(k <= K, rest(k) >= s(j) * decay * ((1 - log(decay) - z(j)) * rest_count(k) + rest_z(k))),
    where=[REST, REST_Z, REST_COUNT],
    step=[
        [*(at(name, k) for name in ("rest", "rest_z", "rest_count")), at("positive-shares", j)],
        [at("positive-shares", k), at("logits", k, j), LOG.at(a=s(j), b=decay)],
        _tangent.at(a=s(k), b=s(j) * decay),
        z3.Implies(k < K, s(j) * decay * (z(k) - z(j) - log(decay)) <= s(k) - s(j) * decay),
    ],
)
COUNTED = induct("classes are counted", k, {}, count(k) == z3.ToReal(k), where=[COUNT], step=[at("count", k)])
N_, T_, S_, m_, h_, e_ = z3.Reals("N_ T_ S_ m_ h_ e_")
_root_below = lemma(
    "below a number with a larger square", {"squares": z3.And(b >= 0, a * a <= b * b)}, a <= b
)
_far = N_ * m_ - T_
FARTHEST = lemma(
    "how far the mean of some logits lies above the mean of N others",
    {
        "others": N_ >= 1,
        "high": h_ >= 1,
        "spread": S_ - 2 * (T_ / N_) * T_ + (T_ / N_) * (T_ / N_) * N_ >= 0,
        "short": S_ <= rho * rho - h_ * (m_ * m_),
        "reach": z3.And(e_ >= 0, e_ * e_ * (h_ * N_) == rho * rho * (N_ + h_)),
    },
    _far <= N_ * e_,
    by=[
        T_ * T_ <= N_ * S_,
        SCALES.at(a=N_, b=S_, c=rho * rho - h_ * (m_ * m_)),
        N_ * ((h_ * m_ + T_) * (h_ * m_ + T_)) >= 0,
        N_ * (e_ * e_ * (h_ * N_)) == N_ * (rho * rho * (N_ + h_)),
        SCALES.at(a=N_ + h_, b=T_ * T_, c=N_ * (rho * rho - h_ * (m_ * m_))),
        h_ * (_far * _far) <= h_ * (N_ * e_ * (N_ * e_)),
        _root_below.at(a=_far, b=N_ * e_),
    ],
)


def capped(which: str, share, given, fewest: int, *high) -> Theorem:
    """s(j) times the denominator of the share that runs is at most 1 - s(y); j has the lowest of the `high` logits."""
    left = (y, *high)
    left_out = lambda i: z3.Or(*(i == place for place in left))  # noqa: E731
    below = share.arg(1)
    N, power = below.arg(1).children()
    exponent = power.arg(0)
    steep, mean = -exponent, rest_z(K) / N
    middle = sum(map(z, high)) / len(high)
    many = {"classes": K >= fewest}
    where = rests(left_out)
    split = induct(
        f"a sum without {which}",
        k,
        given,
        z3.Implies(k <= K, all_g(k) == sum((so_far(i, k, g) for i in left), rest_g(k))),
        where=[counting(all_g, g), counting(rest_g, without(g, left_out))],
        step=[at("all_g", k), at("rest_g", k)],
    )

    def apart(g, total, rest):
        return split.at(k=K, g_=g, all_g=lambda k: total(k), rest_g=lambda k: rest(k))

    others = lemma(
        f"all classes without {which} are counted",
        {**many, **given},
        rest_count(K) == N,
        where=[COUNT, where[3]],
        by=[apart(one, count, rest_count), COUNTED.at(k=K)],
    )
    far = lemma(
        f"how far logits lie above the mean of those without {which}",
        {**many, **given, **SHORT},
        N * middle - rest_z(K) <= N * steep,
        where=[SQUARES, *where[1:3], COUNT, where[3]],
        by=[
            [SPREAD.at(k=K, u=mean, out=left_out), others],
            apart(squared, squares, rest_squares),
            ROOT.at(r=exponent.arg(1).arg(0)),
            FARTHEST.at(N_=N, T_=rest_z(K), S_=rest_squares(K), m_=middle, h_=len(high), e_=steep),
        ],
    )
    order = {"order": s(j) <= s(high[-1])} if len(high) > 1 else {}
    shown = lemma(
        f"the share of a class by those without {which}",
        {**many, **given, **SHARES, **ONE, **SHORT, **order},
        z3.And(below >= len(high), s(j) * below <= 1 - s(y)),
        where=[TOTAL, SQUARES, *where, COUNT],
        by=[
            [far, POWER.at(exponent=exponent), N * power > 0],
            [apart(s, total, rest), JENSEN.at(k=K, decay=power, out=left_out), others],
            [*(at("positive-shares", i) for i in high), at("logits", high[-1], j)],
            _tangent.at(a=s(j), b=s(high[-1])),
            SCALES.at(a=N, b=z(j), c=middle),
            SCALES.at(a=s(j) * power, b=N, c=(1 + steep - z(j)) * N + rest_z(K)),
            rest(K) == 1 - s(y) - sum(map(s, high)),
        ],
    )
    sums = ("rest", "rest_z", "rest_squares", "count", "rest_count")
    return forget(f"the share of a class by those without {which}, in its own terms", shown, *sums)


TOP, SECOND = formulas.top_share(rho, n, NUM), formulas.second_share(rho, n, NUM)
CAPPED = capped("the label and a rival", TOP, RIVAL, 3, j)
SECOND_CAPPED = capped("the label and two rivals", SECOND, RIVALS, 4, j, large)

# --- the label keeps some probability ---------------------------------------------------------------------------

FLOOR = formulas.label_share_floor(rho, z3.ToReal(K), NUM)
_decay = FLOOR.arg(0)
_reach = NUM.sqrt(2) * rho
_TWO_SQUARES = induct(
    "two squares of a sum",
    k,
    RIVAL,
    z3.Implies(k <= K, squares(k) >= so_far(y, k, squared) + so_far(j, k, squared)),
    where=[SQUARES],
    step=[at("squares", k)],
)
_FADES = lemma(
    "no rival has more than the label by a factor",
    {**RIVAL, **SHARES, **SHORT},
    z3.And(_decay > 0, s(j) * _decay <= s(y)),
    where=[SQUARES],
    by=[
        [_TWO_SQUARES.at(k=K), ROOT.at(r=2), (z(j) + z(y)) ** 2 >= 0, _reach >= 0],
        (z(j) - z(y)) * (z(j) - z(y)) <= 2 * (rho * rho),
        [_reach * _reach == 2 * (rho * rho), _root_below.at(a=z(j) - z(y), b=_reach)],
        [POWER.at(exponent=_decay.arg(0)), at("logits", j, y)],
        [at("positive-shares", j), at("positive-shares", y), LOG.at(a=s(j), b=_decay)],
        _tangent.at(a=s(y), b=s(j) * _decay),
        s(j) * _decay * (log(s(y)) - log(s(j) * _decay)) >= 0,
    ],
)
_fades = discharge("each rival has at most a multiple of the label", _FADES, "rival")
_SUMMED = induct(
    "all rivals have at most multiples of the label",
    k,
    {**LABEL, **SHARES, **SHORT},
    z3.Implies(k <= K, (total(k) - so_far(y, k, s)) * _decay <= (z3.ToReal(k) - so_far(y, k, one)) * s(y)),
    where=[TOTAL, SQUARES],
    step=[at("total", k), _fades.at(j=k)],
)
FLOORED = lemma(
    "the label keeps the least share",
    {**LABEL, **SHARES, **ONE, **SHORT},
    z3.And(1 - s(y) <= 1 - FLOOR, FLOOR.arg(1) > 0),
    where=[TOTAL, SQUARES],
    by=[_SUMMED.at(k=K), POWER.at(exponent=_decay.arg(0))],
)

# --- the squares of the shares: `large` is the largest rival ---------------------------------------------------------

best = z3.Function("best", Int, Int)
BEST = recursive(
    best,
    lambda: z3.If(y == 0, z3.IntVal(1), z3.IntVal(0)),
    lambda k, before: z3.If(z3.And(k != y, s(k) > s(before)), k, before),
)
A_RIVAL = {"classes": K >= 2}
LARGEST = induct(
    "the largest rival",
    k,
    {**A_RIVAL, **LABEL},
    z3.Implies(
        k <= K,
        z3.And(place(best(k)), best(k) != y, z3.Implies(z3.And(0 <= j, j < k, j != y), s(j) <= s(best(k)))),
    ),
    where=[BEST],
    step=[at("best", k)],
)
own = z3.Function("own", Int, Real)
cap, top, second, x = z3.Reals("cap top second x")
OWN = counting(own, lambda i: s(i) ** 2)
_rest = z3.And(place(j), j != y, j != large)
LARGE = {"large": z3.And(place(y, large), large != y)}
_SQUARED = induct(
    "squares of shares below a cap",
    k,
    {**LARGE, "cap": z3.ForAll([j], z3.Implies(_rest, z3.And(0 <= s(j), s(j) <= cap)))},
    z3.Implies(
        k <= K,
        own(k) - so_far(y, k, lambda i: s(i) ** 2) - so_far(large, k, lambda i: s(i) ** 2)
        <= cap * (total(k) - so_far(y, k, s) - so_far(large, k, s)),
    ),
    where=[TOTAL, OWN],
    step=[at("total", k), at("own", k), at("cap", k)],
)
_POSITIVE = {"positive-shares": SHARES["positive-shares"]}
_THREE = induct(
    "two or three shares of a sum",
    k,
    {**LARGE, **_POSITIVE},
    z3.Implies(
        k <= K,
        z3.And(
            total(k) >= so_far(y, k, s) + so_far(large, k, s),
            z3.Implies(_rest, total(k) >= so_far(y, k, s) + so_far(large, k, s) + so_far(j, k, s)),
        ),
    ),
    where=[TOTAL],
    step=[at("total", k), at("positive-shares", k)],
)
_least = NUM.min(x, second, 1 - x)
_MONOTONE = lemma(
    "the bound on squared shares grows with the largest one",
    {"shares": z3.And(0 < x, x <= top, top <= 1), "second": z3.And(0 < second, second <= z3.Q(1, 2))},
    x**2 + (1 - x) * _least <= formulas.squared_shares(top, second, NUM),
)
CAPS = {
    "top": z3.And(s(large) <= (1 - s(y)) * top, top <= 1),
    "largest": z3.ForAll([j], z3.Implies(z3.And(place(j), j != y), s(j) <= s(large))),
    "second": z3.And(0 < second, second <= z3.Q(1, 2)),
    "others": z3.ForAll([j], z3.Implies(_rest, s(j) <= (1 - s(y)) * second)),
}
_p = 1 - s(y)
_x = s(large) / _p
_cap = _p * z3.substitute(_least, (x, _x))
_below = lemma(
    "a class that is neither the label nor the largest rival",
    {**LARGE, **_POSITIVE, **ONE, **CAPS},
    z3.Implies(_rest, z3.And(0 <= s(j), s(j) <= _cap)),
    where=[TOTAL],
    by=[at("positive-shares", j), at("largest", j), at("others", j), _THREE.at(k=K)],
)
SQUARED_SHARES = lemma(
    "the squared distance of shares from the corner of the label",
    {**LARGE, **_POSITIVE, **ONE, **CAPS},
    1 - 2 * s(y) + own(K) <= _p * _p * (1 + formulas.squared_shares(top, second, NUM)),
    where=[TOTAL, OWN],
    by=[
        [at("positive-shares", large), _THREE.at(k=K)],
        _MONOTONE.at(x=_x),
        [_below.at().every(j), _SQUARED.at(k=K, cap=_cap)],
        1 - 2 * s(y) + own(K) <= _p * _p + s(large) * s(large) + _cap * (_p - s(large)),
        SCALES.at(
            a=_p * _p,
            b=_x**2 + (1 - _x) * z3.substitute(_least, (x, _x)),
            c=formulas.squared_shares(top, second, NUM),
        ),
        s(large) * s(large) == _p * _p * (_x * _x),
        _cap * (_p - s(large)) == _p * _p * ((1 - _x) * z3.substitute(_least, (x, _x))),
    ],
)

# --- kappa_K, as it runs ---------------------------------------------------------------------------------------------

_cases: list[z3.ArithRef] = []  # the two shares by cases, for few classes and for many


def _by_cases(*parts):
    _cases.append(NUM.if_less(*parts))
    return _cases[-1]


KAPPA = formulas.loss_gradient_softmax_on_ball(
    rho, z3.ToReal(K), SimpleNamespace(**{**vars(NUM), "if_less": _by_cases})
)
_top, _second = _cases
_wrong, _spread = 1 - FLOOR, 1 + formulas.squared_shares(_top, _second, NUM)
_quotient = discharge(
    "a quotient by a number above h",
    lemma(
        "a quotient by a number of at least h",
        {"high": h_ >= 1, "below": z3.And(u >= h_, a * u <= b)},
        z3.And(a <= b * (1 / u), h_ * (1 / u) <= 1, 1 / u > 0),
        by=[
            [1 / u > 0, 1 / u * u == 1, SCALES.at(a=1 / u, b=a * u, c=b)],
            [SCALES.at(a=1 / u, b=h_, c=u), a * (1 / u * u) == a],
        ],
    ),
    "below",
)
_rival = discharge("a rival and the top share", CAPPED, "rival", "classes")
_rivals = discharge("two rivals and the second share", SECOND_CAPPED, "rivals", "classes", "order")
_given = {**A_RIVAL, **LARGE, **SHARES, **ONE, **SHORT, "largest": CAPS["largest"]}
_below_second = SECOND.arg(1)
_TOP_CASES = lemma(
    "the largest rival has at most the top share, by cases",
    _given,
    z3.And(s(large) <= _p * _top, _top <= 1),
    where=[TOTAL, SQUARES],
    by=[_THREE.at(k=K), _rival.at(j=large)],
)
_SECOND_CASES = lemma(
    "every other rival has at most the second share, by cases",
    _given,
    z3.And(0 < _second, _second <= z3.Q(1, 2), z3.Implies(_rest, s(j) <= _p * _second)),
    where=[TOTAL, SQUARES],
    by=[
        [_THREE.at(k=K), at("largest", j), z3.Implies(_rest, K >= 3)],
        [z3.Implies(K <= 3, _second == z3.Q(1, 2)), z3.Implies(K >= 4, _second == SECOND)],
        _rivals,
        z3.Implies(z3.And(K >= 4, _rest), z3.And(_below_second >= 2, s(j) * _below_second <= _p)),
        _quotient.at(h_=2, u=_below_second, a=s(j), b=_p),
        POWER.at(exponent=_below_second.arg(1).arg(1).arg(0)),
        _quotient.at(h_=2, u=_below_second, a=0, b=0),
    ],
)
_powers = [share.arg(1).arg(1) for share in (_top.arg(2), _second.arg(2))]
DENOMINATORS = lemma(
    "the denominators of kappa_K are positive",
    A_RIVAL,
    z3.And(FLOOR.arg(1) > 0, _top.arg(2).arg(1) > 0, _second.arg(2).arg(1) > 0),
    by=[
        POWER.at(exponent=_decay.arg(0)),
        [POWER.at(exponent=power.arg(1).arg(0)) for power in _powers],
        [power > 0 for power in _powers],
    ],
)
_distance = 1 - 2 * s(y) + own(K)
_LARGE_RIVAL = lemma(
    "shares lie within kappa_K of the corner of the label, with a largest rival",
    _given,
    z3.And(KAPPA >= 0, _distance <= KAPPA * KAPPA),
    where=[TOTAL, SQUARES, OWN],
    by=[
        [_TOP_CASES, _SECOND_CASES.at().every(j), _SECOND_CASES.at(j=large), FLOORED],
        [at("positive-shares", large), _THREE.at(k=K), _p > 0, _top > 0],
        SQUARED_SHARES.at(top=_top, second=_second),
        [_spread >= 1, ROOT.at(r=_spread), SCALES.at(a=_p, b=_p, c=_wrong)],
        SCALES.at(a=_wrong, b=_p, c=_wrong),
        SCALES.at(a=_spread, b=_p * _p, c=_wrong * _wrong),
        KAPPA * KAPPA == _spread * (_wrong * _wrong),
        DENOMINATORS,
    ],
)
WITHIN_KAPPA = forget(
    "shares lie within kappa_K of the corner of the label",
    lemma(
        "shares lie within kappa_K of the corner of the label, by the largest rival",
        {**A_RIVAL, **LABEL, **SHARES, **ONE, **SHORT},
        _LARGE_RIVAL.shows,
        where=[BEST, TOTAL, SQUARES, OWN],
        by=[LARGEST.at(k=K).every(j), _LARGE_RIVAL.at(large=best(K)), DENOMINATORS],
    ),
    "best",
)
