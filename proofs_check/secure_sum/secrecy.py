"""sec:non_interactive_secsum: J - 1 of the J shares say nothing, counted out (for all J and B: secrecy_theorem); what leaks."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

from proofs_check.method.check import Outcome, about, shown
from proofs_check.method.replay import equal_at
from proofs_check.secure_sum.shares import share

check = about("sec:non_interactive_secsum#secrecy")


@check("repair", "enumeration", at="two users, B = 2, 3, 4 and J = 2, 3", wrong={"reduced": False})
def views_with_the_sum_by_enumeration(reduced=True):
    """Counted out: J - 1 servers with the sum of the last one see the same for all models of the same sum."""
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


def views_of(model: int, modulus: int, servers: int, missing: int, top: int) -> Counter:
    draws = product(range(1, top + 1), repeat=servers - 1)
    shares = (share(model, modulus, drawn) for drawn in draws)
    return Counter(s[:missing] + s[missing + 1 :] for s in shares)


@check("repair", "enumeration", at="B = 2, ..., 5 and J = 2, 3, 4", wrong={"extra": 1})
def small_cases_by_enumeration(extra=0):
    """Counted out: J - 1 of the J shares are distributed alike for all models; with one value more (control) they are not."""
    for modulus, servers in product((2, 3, 4, 5), (2, 3, 4)):
        for missing in range(servers):
            seen = [views_of(model, modulus, servers, missing, modulus + extra) for model in range(modulus)]
            if any(view != seen[0] for view in seen):
                return Outcome("fails", "two models differ", shown(B=modulus, J=servers, missing=missing))
    return Outcome("holds", "J - 1 shares are distributed alike for all models")


@check(
    "premise:sums-modulo-b",
    "enumeration",
    at="B = 5, two users, models (0, 4) and (2, 2)",
    expect="fails",
    wrong={"reduce": True},
)
def plain_sums_leak_carries(models=((0, 4), (2, 2)), reduce=False, modulus=5):
    """If servers add shares as integers, the number of carries depends on the single models: total variation 8/25."""
    # Total variation between the sums that the two servers publish, for two pairs of models with the same sum.
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


@check("premise:private-channels", "enumeration", at="B = 5, J = 3", expect="fails", wrong={"heard": 2})
def who_hears_all_shares_knows_the_model(heard=3):
    """The network attacker of the appendix sees every message: all J shares determine the model, unless they are encrypted."""
    modulus, servers = 5, 3
    by_view: dict[tuple[int, ...], set[int]] = {}
    for model, drawn in product(range(modulus), product(range(1, modulus + 1), repeat=servers - 1)):
        by_view.setdefault(share(model, modulus, drawn)[:heard], set()).add(model)
    left = min(map(len, by_view.values()))
    return equal_at(
        Fraction(left), Fraction(modulus), ("models left", "models"), B=modulus, J=servers, heard=heard
    )
