"""The theorem behind a certificate, one for each learner and level: from the update line that runs to (eps, delta) of the sum.

A user with n records may move its model by s'/n: s' is at least n times Theorem R's own sum, for every order that is allowed. At
the level of groups records are replaced one after the other, of any users or of one.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

import z3

from proofs_check.distributed.average_theorem import user, w
from proofs_check.distributed.blindavg_theorem import SORTS, WITH_DROPOUTS, root_of, two_users
from proofs_check.distributed.noise_theorem import OURS, THEIRS, WEIGHTS, at_values, bound, rho, t_honest
from proofs_check.gaussian.curve_theorem import K, apart, each_class, k, sigma, spread
from proofs_check.groups import group_theorem as groups
from proofs_check.groups.group_theorem import GROUP_OF_ONE_USER, GROUP_PRIVACY, T_j, Y, holder, j, m
from proofs_check.lemmas.families import Family
from proofs_check.lemmas.numbers import SCALES, Int
from proofs_check.lemmas.probability import Coin, r
from proofs_check.lemmas.spaces import DETOUR, SAME, R, norm
from proofs_check.logic.models import model
from proofs_check.logic.rules import Theorem, at, induct, lemma
from proofs_check.sensitivity import any_loss_theorem as any_loss
from proofs_check.sensitivity import runs_theorem as runs
from proofs_check.sensitivity.closed_forms import i, q, t
from proofs_check.sensitivity.theorem_r import size as batch_size

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
            **(dict.fromkeys(("data", "data'", "changed", "size", "divisor", "M"), self.link) if self.link else {}),
            **({"label": (k,)} if self.per_class else {}),
            **({"rho": ()} if self.run is runs.SOFTMAX else {}),
        }
        return Family(f"{self.name}: {self.run.name}", self.run, depends, plain=_PLAIN.get(self.run.name, ()))

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
                [at("sizes", self.holder), size >= 1],
                DIVIDED.at(n_=size, a_=run.arg(2).arg(1), s_=bound),
            ],
        )

    @property
    def distance(self):
        return apart(*self.models()) <= bound / z3.ToReal(OURS.n(self.holder))

    def joined(self, theorem, meets, by, given=None):
        """The theorem about the sum, with this training in the place of its premises about models."""
        return at_values(
            self.name,
            theorem,
            {},
            given={**self.family.given, **self.own, **(given or {})},
            meets=[*meets, "bound", *([] if self.per_class else ["classes"])],
            by=[
                [at(slug, *self.coins) for slug in ("each-record-once-a-pass", "bound")],
                [*self.family.by, bound > 0, root_of(t_honest - rho), K >= 1, self.family.theorem.at().every(*self.family.parameters)],
                by,
            ],
            where=self.family.where,
        )


def record(name, run, per_class):
    """One record of one user is replaced."""
    training = Training(name, run, per_class)
    moves = training.moves("how far a model moves", training.distance)
    by = [w >= 1, at("sizes", user), z3.ToReal(OURS.n(user)) >= 1, spread(), moves.at().every(r, k)]
    return training.joined(WITH_DROPOUTS, ["sensitivity"], by)


def group_of_any_users(name, run, per_class):
    """Y records are replaced one after the other, of any users."""
    training = Training(name, run, per_class, chained=True)
    moves = training.moves("how far a model moves", training.distance)
    each = lemma(
        f"{name}: every link",
        {"moves": z3.ForAll([j, r, k], moves.shows), "sizes": WEIGHTS["sizes"], "bound": bound > 0},
        z3.Implies(j >= 0, z3.ForAll([r, k], moves.shows)),
        by=[at("sizes", holder(j)), z3.ToReal(OURS.n(holder(j))) >= 1],
    )
    by = [at("holders", 0), w >= 1, spread(sigma / groups.group), moves.at().every(j, r, k), each.at().every(j)]
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
