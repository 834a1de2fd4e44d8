"""The theorem behind a certificate, one for each learner and level: from the update line that runs to (eps, delta) of the sum.

A record of a user with n records moves its model by at most s'/n: s' is at least n times Theorem R's own sum, for every order
that is allowed. The records of a group are replaced one after the other, of any users or of one.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property, partial
from typing import Any

import z3

from proofs_check.diameter import entries_theorem as entries
from proofs_check.distributed.average_theorem import user, w
from proofs_check.distributed.blindavg_theorem import SORTS, WITH_DROPOUTS, averages, left, root_of, two_users
from proofs_check.distributed.noise_theorem import (
    OURS,
    SIMULATED,
    THEIRS,
    WEIGHTS,
    at_values,
    bound,
    nu,
    real,
    real2,
    rho,
    t_honest,
)
from proofs_check.gaussian.curve_theorem import (
    DIVISORS,
    EXPO,
    TERMS,
    K,
    apart,
    curve,
    each_class,
    eps,
    expo,
    k,
    sigma,
    spread,
)
from proofs_check.gaussian.random_order_theorem import halves
from proofs_check.groups import group_theorem as groups
from proofs_check.groups import runs_theorem as runs
from proofs_check.groups.group_theorem import GROUP_OF_ONE_USER, GROUP_PRIVACY, T_j, Y, holder, j, m
from proofs_check.lemmas.families import Family
from proofs_check.lemmas.line import REAL, number, when
from proofs_check.lemmas.numbers import SCALES, Int
from proofs_check.lemmas.probability import AVERAGED, E2, HALVES, J2, Coin, E, J, mixed, mixed2, prob, r
from proofs_check.lemmas.probability import averaged as average
from proofs_check.lemmas.spaces import DETOUR, SAME, R, norm
from proofs_check.logic.derived import instance
from proofs_check.logic.models import model
from proofs_check.logic.rules import FIXED, Theorem, at, induct, lemma, symbols
from proofs_check.objectives.still import still
from proofs_check.sensitivity import any_loss_theorem as any_loss
from proofs_check.sensitivity import softmax_theorem, svm_theorem
from proofs_check.sensitivity.closed_forms import i, q, t
from proofs_check.sensitivity.theorem_r import lone_record
from proofs_check.sensitivity.theorem_r import size as batch_size
from reference import formulas

_a, _s, _size = z3.Reals("a_ s_ n_")
DIVIDED = lemma(
    "n a <= s, so a <= s/n",
    {"size": _size >= 1, "scaled": _size * _a <= _s},
    _a <= _s / _size,
    by=[1 / _size > 0, SCALES.at(a=1 / _size, b=_size * _a, c=_s), 1 / _size * (_size * _a) == _a],
)
_PLAIN = {runs.LOGITS.name: [any_loss.SHARES]}  # it divides by the number of classes
same_order = z3.Bool("same_order")  # every pass in the order of the first


@dataclass(frozen=True)
class Training:
    """A learner's runs for every order, class and link of the chain: what users promise, and how far a model moves."""

    name: str
    run: Theorem
    per_class: bool
    chained: bool = False
    one_user: bool = False

    @property
    def link(self) -> tuple:
        return (j,) if self.chained else ()

    @property
    def coins(self) -> tuple:
        return (*self.link, r)

    @property
    def holder(self):
        return user if self.one_user or not self.chained else holder(j)

    @cached_property
    def family(self) -> Family:
        whole = (*self.coins, *((k,) if self.per_class else ()))
        depends = {
            **dict.fromkeys(("f", "f'", "moved", "moved'", "B", "B'", "crossed"), whole),
            **dict.fromkeys(("index", "index'", "hit", "hits", "share", "gapped"), self.coins),
            **(
                dict.fromkeys(("data", "data'", "changed", "size", "divisor", "M"), self.link)
                if self.link
                else {}
            ),
            **({"label": (k,)} if self.per_class else {}),
            **({"rho": ()} if self.run is runs.SOFTMAX else {}),
        }
        positive = [runs.POSITIVE[self.run]] if self.run in runs.POSITIVE else []
        name, plain = f"{self.name}: {self.run.name}", _PLAIN.get(self.run.name, ())
        return Family(name, self.run, depends, by=positive, plain=plain)

    def models(self, entry=k) -> list:
        """Of the user that holds the record, on the two datasets."""
        if not self.chained:
            return [world.T(r, user, entry) for world in (OURS, THEIRS)]
        return [T_j(place, r, self.holder, entry) for place in (j, j + 1)]

    @cached_property
    def once_a_pass(self):
        """Each record has one place in a pass; if all passes have one order, it is the same place."""
        lifted = self.family.symbols
        index, size = lifted["index"], lifted.get("size", batch_size)
        sorts = [term.sort() for term in self.coins]
        step_of, place_of = (z3.Function(name, *sorts, Int, Int, Int) for name in ("step_of_r", "place_of_r"))
        u = z3.Function("u_r", *[Int] * len(self.link), Int)(*self.link) if self.link else z3.Int("u")
        record = index(*self.coins, t, i)
        inside = z3.And(q >= 0, q * u <= t, t < q * u + u, 0 <= i, i < size(*self.link, t))
        once = z3.And(step_of(*self.coins, q, record) == t, place_of(*self.coins, q, record) == i)
        again = z3.Implies(same_order, index(*self.coins, t + u, i) == record)
        return z3.ForAll([q, t, i], z3.Implies(inside, z3.And(once, again)))

    @cached_property
    def own(self) -> dict[str, Any]:
        """What joins training and noise: the models that are sent, the orders, and s' from Theorem R's sum."""
        ends = self.family.theorem.shows.arg(2).arg(0).arg(0)
        ends = [ends.arg(0), ends.arg(1).arg(1)]
        sent = self.models(k if self.per_class else z3.IntVal(0))
        most = z3.ToReal(OURS.n(self.holder)) * self.family.theorem.shows.arg(2).arg(1)
        return {
            "trained": z3.ForAll(
                self.family.parameters, z3.And(*(m == end for m, end in zip(sent, ends, strict=True)))
            ),
            "each-record-once-a-pass": z3.ForAll(list(self.coins), self.once_a_pass),
            "bound": z3.ForAll(
                list(self.coins), z3.Implies(self.once_a_pass, z3.And(bound > 0, most <= bound))
            ),
            **({} if self.per_class else {"whole-model": K == 1}),
        }

    def moves(self, what, shows):
        """For every link, r and class; `shows` speaks of the two models."""
        size, run = z3.ToReal(OURS.n(self.holder)), self.family.theorem.shows
        return lemma(
            f"{self.name}: {what}",
            {
                **self.own,
                "regularized": self.run.given["regularized"],
                "sizes": WEIGHTS["sizes"],
                "run": z3.ForAll(self.family.parameters, run),
            },
            each_class(shows),
            by=[
                [at(slug, *self.coins) for slug in ("each-record-once-a-pass", "bound")],
                [at(slug, *self.family.parameters) for slug in ("trained", "run")],
                at("sizes", self.holder),
                DIVIDED.at(n_=size, a_=run.arg(2).arg(1), s_=bound),
            ],
        )

    @property
    def distance(self):
        return apart(*self.models()) <= bound / z3.ToReal(OURS.n(self.holder))

    @cached_property
    def record_moves(self):
        """What the theorem about one replaced record asks for: how far the model of its user moves."""
        size, moves = z3.ToReal(OURS.n(user)), self.moves("how far a model moves", self.distance)
        return [w >= 1, at("sizes", user), size >= 1, moves.at().every(r, k)]

    def joined(self, theorem, meets, by, given=None, name=None):
        """The theorem about the sum, with this training in the place of its premises about models."""
        joint = at_values(
            name or self.name,
            theorem,
            {},
            given={**self.family.given, **self.own, **(given or {})},
            meets=[*meets, "bound", *([] if self.per_class else ["classes"])],
            by=[
                [at(slug, *self.coins) for slug in ("each-record-once-a-pass", "bound")],
                [*self.family.by, root_of(t_honest - rho), K >= 1],
                self.family.theorem.at().every(*self.family.parameters),
                by,
            ],
            where=self.family.where,
        )
        TRAININGS[joint] = self
        return joint


TRAININGS: dict[Theorem, Training] = {}


def record(name, run, per_class):
    """One record of one user is replaced."""
    training = Training(name, run, per_class)
    return training.joined(WITH_DROPOUTS, ["sensitivity"], [*training.record_moves, spread()])


def group_of_any_users(name, run, per_class):
    """Y records are replaced one after the other, of any users."""
    training = Training(name, run, per_class, chained=True)
    moves = training.moves("how far a model moves", training.distance)
    each = lemma(
        f"{name}: every link",
        {"moves": z3.ForAll([j, r, k], moves.shows), "sizes": WEIGHTS["sizes"], "bound": bound > 0},
        z3.Implies(j >= 0, z3.ForAll([r, k], moves.shows)),
        by=[at("sizes", holder(j))],
    )
    by = [
        at("holders", 0),
        w >= 1,
        spread(sigma / groups.group),
        moves.at().every(j, r, k),
        each.at().every(j),
    ]
    return training.joined(GROUP_PRIVACY, ["sensitivity"], by)


def group_of_one_user(name, run, per_class):
    """Y records of one user are replaced one after the other; 2R caps what they move."""
    training = Training(name, run, per_class, chained=True, one_user=True)
    moves = training.moves("how far a model moves", training.distance)
    ball = training.moves("where a model is", norm(training.models()[0]) <= R)
    size, group = z3.ToReal(OURS.n(user)), groups.group
    first, last = (T_j(place, r, user, k) for place in (z3.IntVal(0), m))
    chain = induct(
        f"{name}: the links of the chain",
        m,
        {"moves": z3.ForAll([j, r, k], moves.shows), "size": size >= 1},
        each_class(apart(first, last) <= z3.ToReal(m) * (bound / size)),
        base=[SAME.at(x=first)],
        step=[at("moves", m, r, k), DETOUR.at(x=first, y=last, z=T_j(m + 1, r, user, k))],
    )
    own, own2 = OURS.T(r, user, k), THEIRS.T(r, user, k)
    ends = {"first-and-last": z3.ForAll([r, k], z3.And(own == first, own2 == T_j(Y, r, user, k)))}
    known = {**ends, "group": Y >= 1}
    apart_by = lemma(
        f"{name}: the whole chain",
        {**known, **chain.given},
        each_class(apart(own, own2) <= group * (bound / size)),
        by=[at("first-and-last", r, k), chain.at(m=Y)],
    )
    inside = lemma(
        f"{name}: both ends",
        {**known, "ball": z3.ForAll([j, r, k], ball.shows)},
        each_class(z3.And(norm(own) <= R, norm(own2) <= R)),
        by=[at("first-and-last", r, k), at("ball", 0, r, k), at("ball", Y, r, k)],
    )
    by = [
        [w >= 1, at("sizes", user), size >= 1, *groups.CAPPED],
        [moves.at().every(j, r, k), ball.at().every(j, r, k)],
        [apart_by.at().every(r, k), inside.at().every(r, k)],
    ]
    return training.joined(GROUP_OF_ONE_USER, ["models-in-the-ball", "group-sensitivity"], by, ends)


# --- a random order: delta is the average over the kinds of orders, each with its own s' ------------------------

kind, kinds = z3.Ints("kind kinds")  # of orders, by how far they let a record move the model
_OWN = (
    "sigma",
    "sigma_user",
    "s'",
    "deviation",
    "deviation'",
    "law",
    "law'",
    "J",
    "J'",
    "E",
    "E'",
    "F",
    "F'",
)


def averaged(name, theorem):
    """The random order is of a kind, which is drawn first; each kind has its own s', so its own σ, and deltas are averaged."""
    sane = [*TRAININGS[theorem].family.by, w >= 1, K >= 1, root_of(t_honest - rho, z3.RealVal(1))]
    ideal = at_values(
        f"{name}: the ideal sum",
        theorem,
        {real: prob(J, E), real2: prob(J2, E2), nu: z3.RealVal(0)},
        meets=["simulated"],
        by=[spread()],
    )
    known = symbols(ideal.shows, *ideal.given.values(), *(f for d in ideal.where for f in d.says))
    random = [symbol for symbol, decl in known.items() if Coin in map(decl.domain, range(decl.arity()))]
    family = Family(
        f"{name}: every kind of order",
        ideal,
        {symbol: (kind,) for symbol in (*random, *_OWN) if symbol in known and symbol not in FIXED},
        by=[*sane, at("sigma", kind), spread(z3.Function("sigma_of", Int, z3.RealSort())(kind))],
        mark="of",
    )

    def of(term):
        return lambda kind: family.symbols[term.decl().name()](kind)

    chances = [lambda kind, J=J, E=E: prob(of(J)(kind), of(E)(kind)) for J, E in ((J, E), (J2, E2))]
    deltas = lambda kind: curve(of(sigma)(kind))  # noqa: E731
    divided = lemma(
        f"{name}: what the curve of a kind divides by",
        {"sigma": family.given["sigma"], "released": K >= 1},
        z3.substitute(DIVISORS.shows, (sigma, of(sigma)(kind))),
        by=[at("sigma", kind), spread(of(sigma)(kind))],
    )
    private = lemma(
        f"{name}: each kind is private",
        family.given,
        z3.Implies(kind >= 0, chances[0](kind) <= expo(eps) * chances[1](kind) + deltas(kind)),
        by=[divided, family.theorem],
        where=family.where,
    )
    mixture = instance(
        f"{name}: the mixture",
        AVERAGED,
        given=family.given,
        meets=["private-for-each-r"],
        by=[[*sane, divided.at().every(kind)], private.at().every(kind)],
        where=family.where,
        exp_eps=expo(eps),
        delta_r=deltas,
        **{"Pr_r": chances[0], "Pr_r'": chances[1]},
    )
    joint = lemma(
        name,
        {
            **mixture.given,
            "kinds": kinds >= 0,
            "kind-drawn-first": z3.And(prob(J, E) == mixed(kinds), prob(J2, E2) == mixed2(kinds)),
            **SIMULATED,
        },
        real <= expo(eps) * real2 + average(kinds) + formulas.simulation_loss(eps, nu, TERMS),
        by=[mixture.at(k=kinds), EXPO, SCALES.at(a=expo(eps), b=prob(J2, E2), c=real2 + nu)],
        where=mixture.where,
    )
    KINDS[joint] = (theorem, family)
    return joint


KINDS: dict[Theorem, tuple[Theorem, Family]] = {}


_svm, _softmax, _margin, _logits = (
    (runs.SVM, True),
    (runs.SOFTMAX, False),
    (runs.MARGINS, True),
    (runs.LOGITS, False),
)
SVM_RECORD = record("SVM-SGD in BlindAvg: one record", *_svm)
SVM_GROUP = group_of_any_users("SVM-SGD in BlindAvg: a group", *_svm)
SVM_GROUP_OF_ONE_USER = group_of_one_user("SVM-SGD in BlindAvg: a group of one user", *_svm)
SOFTMAX_RECORD = record("SoftmaxReg-SGD in BlindAvg: one record", *_softmax)
SOFTMAX_GROUP = group_of_any_users("SoftmaxReg-SGD in BlindAvg: a group", *_softmax)
SOFTMAX_GROUP_OF_ONE_USER = group_of_one_user("SoftmaxReg-SGD in BlindAvg: a group of one user", *_softmax)
SVM_AVERAGED = averaged("SVM-SGD in BlindAvg: one record, a random order", SVM_RECORD)
SOFTMAX_AVERAGED = averaged("SoftmaxReg-SGD in BlindAvg: one record, a random order", SOFTMAX_RECORD)
MARGIN_RECORD = record("a loss of the margin in BlindAvg: one record", *_margin)
MARGIN_GROUP = group_of_any_users("a loss of the margin in BlindAvg: a group", *_margin)
MARGIN_GROUP_OF_ONE_USER = group_of_one_user(
    "a loss of the margin in BlindAvg: a group of one user", *_margin
)
LOGITS_RECORD = record("a softmax loss in BlindAvg: one record", *_logits)
LOGITS_GROUP = group_of_any_users("a softmax loss in BlindAvg: a group", *_logits)
LOGITS_GROUP_OF_ONE_USER = group_of_one_user("a softmax loss in BlindAvg: a group of one user", *_logits)

# --- joint models: user 0 trains as in the models of the sensitivity theorems; link 0 of a chain replaces its record -----


def pulled(gap):
    """Theorem R's sum for the lone record at step 1, with this gap."""
    return {"gapped": lambda t, k: when(z3.And(k >= 2, t >= 2), gap / number(t))}


@cache
def _link(one, other, last):
    """Before link 0 all runs are ours, behind it theirs."""
    return lambda j, *args: z3.If(j <= last, one(j, *args), other(j, *args))


def linked(meaning):
    """The runs of the two datasets as a chain of datasets."""
    chain: dict[str, Any] = {}
    for name in ("f", "moved", "B", "data"):
        pair = [meaning[f"{name}_r{mark}"] for mark in ("", "'")]
        chain |= {f"{name}_r": _link(*pair, 0), f"{name}_r'": _link(*pair, -1)}
    crossed = _link(meaning["crossed_r"], meaning["B_r'"], 0)
    return {**meaning, **chain, "crossed_r": _link(meaning["B_r"], crossed, -1)}


def meant(theorem, run, end, bound):
    """A meaning for every symbol of the theorem."""
    if theorem in KINDS:
        one, family = KINDS[theorem]
        whole = meant(one, run, end, bound)
        chances = dict.fromkeys(("mixed", "mixed'"), halves(z3.Q(1, 2)))
        kinds = {"kinds": 2, "weight_r": HALVES["weight_r"], **chances, "averaged": halves(z3.RealVal(0))}
        return {**whole, **family.meaning(whole), **kinds}
    training = TRAININGS[theorem]
    meaning = training.family.meaning(run)
    protocol = two_users(ends=(z3.RealVal(end), z3.RealVal(-end)), bound=bound, t_honest=1)
    return {**protocol, **(linked(meaning) if training.chained else meaning), **SCHEDULE, **_chain(end)}


SCHEDULE = {
    **{"u": 2, "u_r": lambda j: z3.IntVal(2), "same_order": False},
    **{"step_of_r": lambda *args: args[-1], "place_of_r": lambda *args: z3.IntVal(0)},
}


@cache
def _chain(end):
    """The models and averages of a chain that starts at this end."""

    def place(j, of):
        return z3.If(j <= 0, of(z3.RealVal(end)), of(z3.RealVal(-end)))

    return {
        **{"Y": 2, "holder": lambda j: z3.IntVal(0), "part_j": groups.PAIR["part_j"]},
        "T_j": lambda j, r, i, k: place(j, lambda first: when(i == 0, first, 5)),
        "average_j": lambda j, r, k, m: place(j, lambda first: averages(first, left)(r, k, m)),
    }


def modelled(theorem, sorts, *meaning):
    return model(theorem, {**SORTS, **sorts}, meant(theorem, *meaning))


_half = Fraction(1, 2)


NOTHING, (ONLY,) = z3.EnumSort("OneRecord", ("only",))


def three_classes():
    """Every record is 0, so that no model moves: models are numbers, logits have three entries, e^x is known in balls."""
    lone = {**softmax_theorem.LONE_SOFTMAX, **softmax_theorem.TWO_RECORDS}
    sorts, meaning = still(3, softmax_theorem.SORTS, lone)
    (root, facts), zero = meaning["root"](z3.RealVal(2)), meaning["zero_L"]
    (other, more) = meaning["root"](z3.Q(3, 2))
    (power, known), (second, more_known) = meaning["expo"](-root), meaning["expo"](-other)
    known = [*facts, *known, *more, *more_known]
    shares = [power / (power + 2), 1 / (1 + power), 1 / (2 + second)]  # of short logits
    pieces = {"kappa_t": "kappa", "m_t": "m", "pieces_t": "pieces"}
    lines = {"edge_t": "edge", "low_t": "low_", "near_t": "near_"}
    steps = {"rho": 1, "angle": 1, "apart_at": 3, "largest": 2, "lands_at": 4, "limit": z3.Q(3, 5)}
    steps |= {"gap_of_two_0": 1, "landing_limit_0": z3.Q(1, 2), "landing_limit_1": z3.Q(2, 5)}
    return {**sorts, "V": REAL, "X": NOTHING}, {
        **meaning,
        **lone_record(0),
        **pulled(entries.THREE["D"]),
        **{"beta": z3.Q(3, 2), "rate": lambda t: when(t <= 0, z3.Q(2, 3), 1 / (number(t) + 1))},
        "weight": lambda m, t: when(
            z3.And(0 <= m, m < t), when(m == 0, z3.Q(2, 3) / number(t), 1 / number(t))
        ),
        **{name: lambda t, value=value: z3.RealVal(value) for name, value in steps.items()},
        **{name: lambda t, ball, value=entries.THREE[of]: value for name, of in pieces.items()},
        **{name: lambda t, ball, i, value=entries.THREE[of]: value(i) for name, of in lines.items()},
        **{f"largest_{i}": lambda t, value=value: (value, known) for i, value in enumerate(shares)},
        **{"r_t": lambda t, ball: z3.RealVal(1), "top_t": lambda t, ball: (shares[1], known)},
        **{"by_2G": lambda t: z3.BoolVal(False), "cut_t": lambda t, ball: z3.Or(ball <= 0, t >= 1)},
        **{"outer": lambda x, u: z3.RealVal(0), "logits": lambda f, x: zero, "features": lambda z: ONLY},
        **{"add_X": lambda a, b: ONLY, "scale_X": lambda r, a: ONLY, "zero_X": ONLY},
        **{"dot_X": lambda a, b: z3.RealVal(0), "norm_X": lambda a: z3.RealVal(0)},
    }


MODELS = (
    (_svm, svm_theorem.SORTS, {**svm_theorem.LONE_SVM, **pulled(2)}, _half, 1),
    (_softmax, *three_classes(), 0, 2),
    (_margin, any_loss.SORTS, {**any_loss.PULLED, **pulled(2)}, _half, 1),
    (_logits, any_loss.ROW_SORTS, {**any_loss.ONE_CLASS, **pulled(4)}, 0, 2),
)
STATES = [
    (
        "cor:group_privacy" if training.chained else "thm:distributed_blindavg#full",
        theorem,
        "repair",
        partial(modelled, theorem, *meaning),
    )
    for theorem in (*TRAININGS, *KINDS)
    for training in [TRAININGS[KINDS[theorem][0] if theorem in KINDS else theorem]]
    for (run, _), *meaning in MODELS
    if run is training.run
]
