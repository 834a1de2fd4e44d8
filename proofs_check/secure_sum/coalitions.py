"""ours:secagg_graph: what a coalition can compute from everything that it sees, counted out in small rounds.

An upload is a vector, an own mask and a mask with each partner; one adds what the other subtracts. Uploads whose own mask is
opened can be added up. A mask that nobody of the coalition knows is gone from a sum only if both its owners are in it: so
what shows are the sums over groups that are closed under such masks, and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations, product

from proofs_check.method.check import Outcome, about, shown
from proofs_check.secure_sum.neighbour_graph import Graph, falls_apart, opens, rings
from reference.formulas import meeting_quorum

check = about("ours:secagg_graph")
Users = frozenset[str]


def visible(partners: Mapping[str, Users]) -> set[Users]:
    """The least groups of uploads whose sum shows, if each has unknown masks with these partners."""
    groups = set()
    for start in partners:
        group, new, hidden = {start}, {start}, False
        while new:
            user = new.pop()
            linked = {other for other in partners if user in partners[other]} | partners[user]
            hidden = hidden or any(
                other not in partners or user not in partners[other] or other not in partners[user]
                for other in linked
            )
            new |= (linked & partners.keys()) - group
            group |= linked & partners.keys()
        if not hidden:
            groups.add(frozenset(group))
    return groups


def passive(graph: Graph, corrupted: Users, dropped: Users, threshold: int) -> set[Users]:
    """The protocol opens own masks of those who stay and keys of dropouts; the coalition opens keys of which it has enough."""
    known = corrupted | dropped
    known |= {user for user in graph if len(corrupted & set(graph[user])) >= threshold}
    stay = graph.keys() - corrupted - dropped
    return visible({user: frozenset() if user in known else frozenset(graph[user]) - known for user in stay})


@check(
    "statement",
    "enumeration",
    at="every ring of w <= 7, k, threshold, set of corrupted users and up to two dropouts",
    wrong={"less": 1},
)
def a_passive_coalition_sees_the_sum_only(less=0):
    """Opened keys and split graphs are all that can go wrong: else the coalition has the sum of the honest users only."""
    # All rings of up to 7 users: unless keys open or the ring falls apart, does only the sum of all honest ones show?
    for w, k, graph in rings():
        if w > 7:
            break
        for threshold, bad in product(range(2, k + 2), range(w - 1)):
            for corrupted in map(frozenset, combinations(graph, bad)):
                if opens(graph, set(corrupted), threshold):
                    continue
                honest = sorted(graph.keys() - corrupted)
                for gone in (g for count in range(min(3, len(honest))) for g in combinations(honest, count)):
                    if falls_apart(graph, {*corrupted, *gone}, 0):
                        continue
                    seen = passive(graph, corrupted, frozenset(gone), threshold - less)
                    if seen != {frozenset(honest) - frozenset(gone)}:
                        numbers = shown(
                            w=w, k=k, threshold=threshold, corrupted=sorted(corrupted), dropped=gone
                        )
                        return Outcome("fails", f"{len(seen)} sums show", numbers)
    return Outcome("holds", "only the sum over the honest users that stay shows")


def lists(names: Users, one: str, least: int) -> Iterator[Users]:
    """The sets of at least so many users with this one among them."""
    others = sorted(names - {one})
    for size in range(least - 1, len(others) + 1):
        yield from (frozenset({one, *chosen}) for chosen in combinations(others, size))


def cheating(w: int, corrupted: int, quorum: int) -> Outcome:
    """Whatever partners and lists the aggregator shows to each honest user: does only one honest sum show, of enough users?"""
    names = frozenset(map(str, range(w)))
    bad = frozenset(map(str, range(corrupted)))
    honest = sorted(names - bad)
    for chosen in product(*(lists(names, user, quorum) for user in honest)):
        partners = dict(zip(honest, chosen, strict=True))
        for signed in product(*(lists(partners[user], user, quorum) for user in honest)):
            seen = opened_by(dict(zip(honest, signed, strict=True)), partners, bad, quorum)
            if len(seen) > 1 or any(len(group) < quorum - corrupted for group in seen):
                numbers = shown(w=w, corrupted=corrupted, quorum=quorum, sums=sorted(map(sorted, seen)))
                return Outcome("fails", "the aggregator has more than the sum", numbers)
    return Outcome("holds", f"every story of an aggregator to {len(honest)} honest of {w} users")


def opened_by(
    signed: Mapping[str, Users], partners: Mapping[str, Users], bad: Users, quorum: int
) -> set[Users]:
    """The sums that show after those honest users whose list has a quorum opened their shares for it."""
    votes = {named: sum(named == other for other in signed.values()) + len(bad) for named in signed.values()}
    going = [user for user in signed if votes[signed[user]] >= quorum]
    seeds, keys = set(), set(bad)
    for user in signed:
        holders = [holder for holder in going if user in partners[holder]]
        stayed = sum(user in signed[holder] for holder in holders)
        if stayed + len(bad) >= quorum:
            seeds.add(user)
        if len(holders) - stayed + len(bad) >= quorum:
            keys.add(user)
    known = frozenset(keys)
    return visible(
        {user: frozenset() if user in known else partners[user] - known - {user} for user in seeds}
    )


@check(
    "statement",
    "enumeration",
    at="3 users (0 or 1 corrupted), 4 (0 to 2) and 5 (1 to 3): all partners and lists that can be shown to whom",
    control=[lambda: cheating(4, 1, 2), lambda: cheating(4, 2, 3)],
)
def an_aggregator_that_cheats_sees_one_sum():
    """Signed lists: whatever it tells whom, one sum shows at most; with one signature less (controls) more do."""
    for w, corrupted in ((3, 0), (3, 1), (4, 0), (4, 1), (4, 2), (5, 1), (5, 2), (5, 3)):
        found = cheating(w, corrupted, meeting_quorum(w, w - corrupted))
        if found.result != "holds":
            return found
    return Outcome("holds", "at most one sum shows")
