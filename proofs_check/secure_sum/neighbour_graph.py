"""ours:secagg_graph: how often SecAgg on a ring in random order opens an upload, shows a part of the sum, or stops.

What is counted is the graph of the code: `neighbour_graph` with every outcome of its shuffle, or every set of its users.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import combinations, product
from math import comb

from proofs_check.method.check import Outcome, about, every, shown
from reference import formulas
from reference.secure_sum.neighbour_graph import neighbour_graph

check = about("ours:secagg_graph")
LARGEST = 9  # users whose sets are counted out
Graph = dict[str, tuple[str, ...]]


def scripted(numbers: tuple[int, ...]) -> Callable[[int], bytes]:
    """These draws, in the place of entropy: each is one byte."""
    left = iter(numbers)
    return lambda count: bytes([next(left)])


def shuffled(w: int, k: int, draws: Callable[[int], range]) -> Outcome:
    """Over all outcomes of the shuffle of w users: is each set of k others equally often the neighbourhood of user 0?"""
    seen: Counter[frozenset[str]] = Counter()
    names = [str(user) for user in range(w)]
    for drawn in product(*(draws(i) for i in range(w - 1, 0, -1))):
        seen[frozenset(neighbour_graph(names, k, scripted(drawn))["0"])] += 1
    even = len(seen) == comb(w - 1, k) and len(set(seen.values())) == 1
    return Outcome(
        "holds" if even else "fails", "all outcomes of the shuffle", shown(w=w, k=k, sets=len(seen))
    )


@check(
    "statement",
    "enumeration",
    at="w = 4, 5, 6 users, every even k, all w! outcomes of the shuffle",
    control=lambda: shuffled(5, 2, lambda i: range(2)),
)
def neighbours_are_a_random_set():
    """The neighbours of a user are each set of k others equally often; after a shuffle with coins (control) not."""
    return every(*(shuffled(w, k, lambda i: range(i + 1)) for w in (4, 5, 6) for k in range(2, w - 1, 2)))


@check("statement", "enumeration", at="all tails of three small populations", wrong={"marked": 1})
def the_tail_is_hypergeometric(marked=0):
    """`hypergeometric_tail` is the share of the draws with so many marked ones."""
    for population, drawn in ((6, 3), (7, 5), (8, 4)):
        for of, at_least in product(range(population + 1), range(drawn + 2)):
            sets = combinations(range(population), drawn)
            ways = sum(sum(one < of for one in each) >= at_least for each in sets)
            tail = formulas.hypergeometric_tail(min(of + marked, population), population, drawn, at_least)
            if tail != Fraction(ways, comb(population, drawn)):
                return Outcome("fails", "another count", shown(population=population, marked=of, drawn=drawn))
    return Outcome("holds", "every tail of three populations is the share of the draws")


def rings() -> Iterator[tuple[int, int, Graph]]:
    """Every w up to LARGEST with every k."""
    for w in range(4, LARGEST + 1):
        names = [str(user) for user in range(w)]
        for k in [*range(2, w - 1, 2), w - 1]:
            yield w, k, neighbour_graph(names, k, scripted(tuple(range(w - 1, 0, -1))))


def never_more_often(happens, chosen, bound, settings) -> Outcome:
    """For every ring, setting and number of chosen users: the share of the sets in which it happens, against the bound."""
    for w, k, graph in rings():
        for number, setting in product(chosen(w), settings(k)):
            count = sum(happens(graph, set(users), setting) for users in combinations(graph, number))
            share, allowed = Fraction(count, comb(w, number)), bound(w, k, setting, number)
            if share > allowed:
                numbers = shown(w=w, k=k, setting=setting, users=number, share=share, bound=allowed)
                return Outcome("fails", "more often than the bound", numbers)
    return Outcome("holds", f"all sets of users in all rings of up to {LARGEST}")


def opens(graph: Graph, corrupted: set[str], threshold: int) -> bool:
    """Has some honest user `threshold` corrupted neighbours?"""
    return any(len(corrupted & set(graph[user])) >= threshold for user in graph.keys() - corrupted)


@check(
    "statement",
    "enumeration",
    at=f"every w <= {LARGEST}, k, threshold and set of corrupted users",
    wrong={"users": lambda w: 1},
)
def uploads_open_no_more_often(users=lambda w: w):
    """Counted out: some honest user has `threshold` corrupted neighbours at most as often as `opened_uploads` says."""
    return never_more_often(
        opens,
        lambda w: range(w),
        lambda w, k, threshold, c: users(w) * formulas.opened_uploads(w, k, threshold, c) / w,
        lambda k: range(2, k + 2),
    )


def falls_apart(graph: Graph, gone: set[str], _: int) -> bool:
    left = graph.keys() - gone
    reached, new = set[str](), {min(left)}
    while new:
        reached |= new
        new = {other for one in new for other in graph[one] if other in left} - reached
    return reached != left


@check(
    "statement",
    "enumeration",
    at=f"every w <= {LARGEST}, k and set of users that are gone",
    wrong={"pairs": lambda w: 1},
)
def rings_fall_apart_no_more_often(pairs=lambda w: comb(w, 2)):
    """Counted out: those who are not gone are disconnected at most as often as `split_graphs` says."""
    return never_more_often(
        falls_apart,
        lambda w: range(w),
        lambda w, k, _, gone: formulas.split_graphs(w, k, gone) * pairs(w) / comb(w, 2),
        lambda k: (0,),
    )


def stops(graph: Graph, dropped: set[str], threshold: int) -> bool:
    """Are fewer than `threshold` holders of some user's keys left? A user holds a share of its own, while it stays."""
    return any(len({user, *others} - dropped) < threshold for user, others in graph.items() if threshold > 1)


@check(
    "statement", "enumeration", at=f"every w <= {LARGEST}, k, threshold and set of dropouts", wrong={"own": 1}
)
def rounds_stop_no_more_often(own=0):
    """Counted out: too few holders of some key are left at most as often as `unopened_keys` says. No privacy hangs on it."""
    # `own`: whether a user that drops out is thought to leave its own share behind.

    def bound(w: int, k: int, threshold: int, d: int) -> Fraction:
        if not own:
            return formulas.unopened_keys(w, k, threshold, d)
        return w * formulas.hypergeometric_tail(d, w - 1, k, k + 2 - threshold)

    return never_more_often(stops, lambda w: range(w), bound, lambda k: range(2, k + 2))


@check(
    "statement",
    "enumeration",
    at="every w <= 7, k, threshold and number of corrupted, gone or dropped users",
    wrong={"more": 1},
)
def bounds_are_sums_of_exact_shares(more=0):
    """`opened_uploads` adds the shares of w users, `unopened_keys` of both kinds, `split_graphs` of C(w, 2) pairs of runs."""
    # The bounds against sums of exact shares: of one user and its neighbours, or of k given places in the ring.
    for w, k, graph in rings():
        if w > 7:
            break
        others, near = sorted(graph.keys() - {"0"}), set(graph["0"])

        def tail(chosen: int, least: int, others=others, near=near) -> Fraction:
            """How often so many of the others have `least` neighbours of user 0 among them."""
            sets = list(combinations(others, chosen))
            return Fraction(sum(len(near & set(each)) >= least for each in sets), len(sets))

        for number in range(w):
            sets = list(combinations(graph, number))
            places = sum(set(list(graph)[:k]) <= set(each) for each in sets)
            pairs = 0 if k == w - 1 else comb(w, 2)
            found = [(formulas.split_graphs(w, k, number), pairs * Fraction(places, len(sets)))]
            for h in range(2, k + 2):
                found.append((formulas.opened_uploads(w, k, h, number), w * tail(number, h)))
                stops = (w - number) * tail(number, k + 2 - h)
                stops += number * tail(number - 1, k + 1 - h) if number else 0
                found.append((formulas.unopened_keys(w, k, h, number + more), stops))
            if any(bound != counted for bound, counted in found):
                return Outcome("fails", "a bound is not what was counted", shown(w=w, k=k, users=number))
    return Outcome("holds", "all bounds for rings of up to 7 users")


@check("statement", "enumeration", at="every w < 60 and number of corrupted users", wrong={"less": 1})
def the_quorum_of_the_code_is_the_least(less=0):
    """`meeting_quorum` is the least q with 2q > w + c: what the two theorems about signed lists ask for."""
    for w, c in ((users, bad) for users in range(2, 60) for bad in range(users)):
        quorum = formulas.meeting_quorum(w, w - c) - less
        if not 2 * quorum > w + c >= 2 * (quorum - 1):
            return Outcome("fails", "too few signatures, or more than are needed", shown(w=w, corrupted=c))
    return Outcome("holds", "the formula of the code, for w < 60")
