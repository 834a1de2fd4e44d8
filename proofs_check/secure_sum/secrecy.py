"""sec:non_interactive_secsum: what leaks without a premise of secrecy_theorem, by which J - 1 of the J shares say nothing."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

from proofs_check.method.check import about
from proofs_check.method.replay import equal_at
from proofs_check.secure_sum.shares import share

check = about("sec:non_interactive_secsum#secrecy")


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
