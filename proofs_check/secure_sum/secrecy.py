"""sec:non_interactive_secsum: J - 1 of the J shares say nothing, by counting for all J and B and by enumeration; what leaks."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import sympy as sp
import z3

from proofs_check.method.check import Outcome, check, every, shown
from proofs_check.method.replay import equal_at
from proofs_check.method.smt import prove
from proofs_check.method.symbolic import all_vanish
from proofs_check.secure_sum.shares import B, S, f, share

SECRET = "sec:non_interactive_secsum#secrecy"


def one_draw_for_each_view(top) -> Outcome:
    """For a model f, other shares summing to S and a last share c: exactly one missing share in 1..top(B)?"""
    m, n, c, k, q = z3.Ints("m n c k q")
    legal = [B >= 2, c >= 0, c < B]
    twice = [m >= 1, m <= top(B), n >= 1, n <= top(B), f - S - m - c == k * B, f - S - n - c == q * B]
    exists = [f - S - c - 1 == k * B + q, q >= 0, q < B, m == q + 1]  # division with remainder
    return every(
        prove([*legal, *twice], m == n),
        prove([*legal, *exists], z3.And(m >= 1, m <= top(B), f - S - m - c == k * B)),
    )


@check(
    SECRET,
    about="repair",
    method="smt",
    scope="every J, B, model and position of the missing share",
    universal=True,
    concludes="one draw for each view",
    control=lambda: one_draw_for_each_view(lambda B: B + 1),
)
def missing_share_is_a_bijection() -> Outcome:
    """For every model, a view without one drawn share belongs to exactly one draw of it; without the last, to its own draws."""
    return one_draw_for_each_view(lambda B: B)


def equal_probabilities(free: int) -> Outcome:
    """One of B^(J-1) draws for each of B^(J-1) views: the probabilities sum to 1, and none contains f."""
    servers, modulus, model = sp.symbols("J B f", positive=True)
    view = 1 / modulus ** (servers - free)
    return all_vanish([modulus ** (servers - 1) * view - 1, sp.diff(view, model)])


@check(
    SECRET,
    about="repair",
    method="symbolic",
    scope="every J and B",
    universal=True,
    concludes="views have equal probabilities",
    needs=["secure_sum.secrecy.missing_share_is_a_bijection"],
    control=lambda: equal_probabilities(2),
)
def views_are_uniform() -> Outcome:
    """Every view of J - 1 shares has probability B^(1-J), whatever the model is: it says nothing about it."""
    return equal_probabilities(1)


def honest_sum(reduced: bool) -> Outcome:
    """Two sums T, T' of the honest server that fit the others' sums S and the models' total F modulo B: are they equal?"""
    F, T, T_, k, q = z3.Ints("F T T' k q")
    fits = [B >= 2, F - S - T == k * B, F - S - T_ == q * B]
    range_ = [T >= 0, T < B, T_ >= 0, T_ < B] if reduced else []
    return prove([*fits, *range_], T == T_)


@check(
    SECRET,
    about="repair",
    method="smt",
    scope="every J, B, number of users and sums of the other servers",
    universal=True,
    concludes="nothing beyond the sum",
    needs=["secure_sum.secrecy.views_are_uniform"],
    control=lambda: honest_sum(reduced=False),
)
def the_last_sum_follows_from_the_total() -> Outcome:
    """What J - 1 servers learn from the honest one, its sum modulo B, they can compute from the total and their own shares."""
    return honest_sum(reduced=True)


def same_sums_same_views(reduced: bool) -> Outcome:
    """Two users, B <= 4 and J <= 3: all shares of J - 1 servers and the sum of the last one, for all models of equal sum."""
    for modulus, servers in product((2, 3, 4), (2, 3)):
        seen: dict[int, Counter] = {}
        for models in product(range(modulus), repeat=2):
            views: Counter = Counter()
            for drawn in product(product(range(1, modulus + 1), repeat=servers - 1), repeat=2):
                first, second = (share(m, modulus, d) for m, d in zip(models, drawn, strict=True))
                last = first[-1] + second[-1]
                views[first[:-1], second[:-1], last % modulus if reduced else last] += 1
            if seen.setdefault(sum(models) % modulus, views) != views:
                return Outcome(
                    "fails", "equal sums, different views", shown(B=modulus, J=servers, models=models)
                )
    return Outcome("holds", "views depend on the sum of the models modulo B only")


@check(
    SECRET,
    about="repair",
    method="enumeration",
    scope="two users, B = 2, 3, 4 and J = 2, 3",
    control=lambda: same_sums_same_views(reduced=False),
)
def views_with_the_sum_by_enumeration() -> Outcome:
    """Counted out: J - 1 servers with the sum of the last one see the same for all models of the same sum."""
    return same_sums_same_views(reduced=True)


def views_of(model: int, modulus: int, servers: int, missing: int, top: int) -> Counter:
    draws = product(range(1, top + 1), repeat=servers - 1)
    shares = (share(model, modulus, drawn) for drawn in draws)
    return Counter(s[:missing] + s[missing + 1 :] for s in shares)


def same_views(extra: int) -> Outcome:
    """All models modulo B, each missing share, B <= 5 and J <= 4, shares drawn from 1..B + extra: equal distributions?"""
    for modulus, servers in product((2, 3, 4, 5), (2, 3, 4)):
        for missing in range(servers):
            seen = [views_of(model, modulus, servers, missing, modulus + extra) for model in range(modulus)]
            if any(view != seen[0] for view in seen):
                return Outcome("fails", "two models differ", shown(B=modulus, J=servers, missing=missing))
    return Outcome("holds", "J - 1 shares are distributed alike for all models")


@check(
    SECRET,
    about="repair",
    method="enumeration",
    scope="B = 2, ..., 5 and J = 2, 3, 4",
    control=lambda: same_views(1),
)
def small_cases_by_enumeration() -> Outcome:
    """Counted out: J - 1 of the J shares are distributed alike for all models; with one value more (control) they are not."""
    return same_views(0)


def leak(models: tuple[tuple[int, int], tuple[int, int]], reduce: bool, modulus: int = 5) -> Outcome:
    """Total variation between the sums that the two servers publish, for two pairs of models with the same sum."""
    views = []
    for pair in models:
        counts: Counter = Counter()
        for drawn in product(range(1, modulus + 1), repeat=2):
            total = sum(sum(share(m, modulus, (d,))) for m, d in zip(pair, drawn, strict=True))
            counts[total % modulus if reduce else total] += 1
        views.append(counts)
    size = modulus**2
    apart = Fraction(sum(abs(views[0][v] - views[1][v]) for v in views[0] | views[1]), 2 * size)
    return equal_at(apart, Fraction(0), ("total variation", "none"), models=models, B=modulus)


@check(
    SECRET,
    about="premise:sums-modulo-b",
    method="enumeration",
    scope="B = 5, two users, models (0, 4) and (2, 2)",
    expect="fails",
    control=lambda: leak(((0, 4), (2, 2)), reduce=True),
)
def plain_sums_leak_carries() -> Outcome:
    """If servers add shares as integers, the number of carries depends on the single models: total variation 8/25."""
    return leak(((0, 4), (2, 2)), reduce=False)


def listener(heard: int) -> Outcome:
    """B = 5, J = 3: do the first `heard` shares leave the model undetermined?"""
    modulus, servers = 5, 3
    by_view: dict[tuple[int, ...], set[int]] = {}
    for model, drawn in product(range(modulus), product(range(1, modulus + 1), repeat=servers - 1)):
        by_view.setdefault(share(model, modulus, drawn)[:heard], set()).add(model)
    left = min(map(len, by_view.values()))
    return equal_at(
        Fraction(left), Fraction(modulus), ("models left", "models"), B=modulus, J=servers, heard=heard
    )


@check(
    SECRET,
    about="premise:private-channels",
    method="enumeration",
    scope="B = 5, J = 3",
    expect="fails",
    control=lambda: listener(2),
)
def who_hears_all_shares_knows_the_model() -> Outcome:
    """The network attacker of the appendix sees every message: all J shares determine the model, unless they are encrypted."""
    return listener(3)
