"""Sentences on secure sums: messages per user, costs that are quoted, and the integrity that a sum does not have."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from itertools import product

import numpy as np
import z3

from proofs_check.method.check import Outcome, about, shown, theorem
from proofs_check.method.replay import at_most, equal_at
from proofs_check.method.smt import prove
from proofs_check.secure_sum.shares import share
from reference.secure_sum.messages import MASKED
from reference.secure_sum.rounds import sum_among_users, sum_through_servers, user_names
from reference.secure_sum.sealed import Lines

check_messages = about("abstract#single_message")
check_costs = about("app:securesum#costs")
check_integrity = about("app:securesum#integrity")


def stages_of_a_user(scheme: str) -> list[str]:
    """What the first of three users sends in the reference protocol, among users or through three servers, by stage."""
    names, B = user_names(3), 257
    vectors = {name: np.array([5 + i], dtype=np.uint64) for i, name in enumerate(names)}
    lines = Lines("count", entropy=random.Random(1).randbytes)
    if scheme == "servers":
        sum_through_servers(vectors.items(), 3, B, lines)
    else:
        sum_among_users(vectors, B, lines)
    return [entry.stage for entry in lines.transcript.entries if entry.sender == names[0]]


def messages_of_a_user(scheme: str, largest: int) -> Outcome:
    """How many messages that are."""
    sent = stages_of_a_user(scheme)
    names, rounds = ("messages", "allowed"), len(set(sent))
    return at_most(len(sent), largest, names, scheme=scheme, stages=sent, rounds=rounds)


@check_messages(
    "reading:one-message",
    "enumeration",
    at="SecAgg among three users, the reference protocol run once",
    expect="fails",
    wrong={"largest": 4},
)
def secagg_takes_four_messages(largest=1):
    """With SecAgg among the users each of them sends four messages; the masked model is the third, as the text says."""
    return messages_of_a_user("users", largest)


@check_messages(
    "reading:one-message",
    "enumeration",
    at="three users and J = 3 servers, the reference protocol run once",
    expect="fails",
    wrong={"largest": 3},
)
def shares_take_a_message_per_server(largest=1):
    """With J servers a user sends J messages, one to each, in one round and without waiting for an answer."""
    return messages_of_a_user("servers", largest)


@check_messages(
    "reading:one-round",
    "enumeration",
    every="the reference protocol with servers; its rounds do not depend on the number of users and servers",
    concludes="users speak once",
    wrong={"scheme": "users"},
)
def users_speak_in_one_round(scheme="servers"):
    """With servers a user sends its shares in one round and nothing afterwards; with SecAgg (control) it speaks in four."""
    stages = sorted(set(stages_of_a_user(scheme)))
    return at_most(len(stages), 1, ("rounds", "one"), scheme=scheme, stages=stages)


@check_messages(
    "step:third-round",
    "enumeration",
    every="the reference protocol; its rounds do not depend on the number of users",
    wrong={"position": 2},
)
def model_is_sent_in_the_third_round(position=3):
    """SecAgg has four rounds, and the model is sent in the third."""
    sent = stages_of_a_user("users")
    third = len(sent) == 4 and sent[position - 1] == MASKED
    return Outcome("holds" if third else "fails", "the stages of the reference protocol", shown(stages=sent))


@check_messages(
    "repair",
    "enumeration",
    at="J = 3 servers, B = 2, 3 and 4, two users, every model, draw and coalition of two servers",
    wrong={"published": lambda sums, modulus: sums},
    needs=[theorem("secure_sum.secrecy_theorem", "NOTHING_MORE")],
)
def published_sums_reveal_the_total(published=lambda sums, modulus: [s % modulus for s in sums]):
    """If each server publishes its sum modulo B, two of three servers see the same for all models of the same total."""
    # The control publishes plain sums, whose carries depend on the single models.
    for modulus, honest in product((2, 3, 4), range(3)):
        seen: dict[int, Counter] = {}
        for models in product(range(modulus), repeat=2):
            views: Counter = Counter()
            for drawn in product(product(range(1, modulus + 1), repeat=2), repeat=2):
                sent = [share(model, modulus, own) for model, own in zip(models, drawn, strict=True)]
                sums = published([sum(column) for column in zip(*sent, strict=True)], modulus)
                views[tuple(own[:honest] + own[honest + 1 :] for own in sent), tuple(sums)] += 1
            if seen.setdefault(sum(models) % modulus, views) != views:
                return Outcome("fails", "equal totals, different views", shown(B=modulus, models=models))
    return Outcome("holds", "what two servers see depends on the total modulo B only")


@check_costs(
    "reading:exact-orders",
    "smt",
    at="factor 1000; by the_quotient_is_unbounded for every factor",
    expect="fails",
    wrong={"user_cost": lambda L, size: L + size},
)
def users_send_more_than_the_server_gets(user_cost=lambda L, size: L * L + size, factor=1000):
    """w users with log^2 w + l each send more than a constant times the w(log w + l) that the server receives."""
    # log w = L, l inputs: the users' communication w user_cost(L, l), against factor w (L + l) of the server, for all L.
    L, size = z3.Reals("L l")
    return prove([L >= 1, size >= 1], user_cost(L, size) <= factor * (L + size))


@check_costs("repair", "smt", every="every factor", wrong={"power": 1})
def the_quotient_is_unbounded(power=2):
    """No constant reconciles the two as exact orders: one of log^2 w (user) and log w (server) is a slip."""
    # For every factor C there is a number of users, log w = 4C, with L^power + l > C(L + l) at l = 1.
    C = z3.Real("C")
    L = 4 * C
    return prove([C >= 1], (L * L if power == 2 else L) + 1 > C * (L + 1))


@check_costs(
    "reading:upper-bounds",
    "smt",
    every="every log w >= 1 and l >= 1",
    concludes="a cost that fits both",
    wrong={"user_cost": lambda L, size: L * L * L + size},
)
def log_w_fits_both(user_cost=lambda L, size: L + size):
    """log w + l per user, of which O(w(log w + l)) is w times as much, is within O(log^2 w + l): as upper bounds they agree."""
    L, size = z3.Reals("L l")
    return prove([L >= 1, size >= 1], user_cost(L, size) <= L * L + size)


@check_costs(
    "inference:billion",
    "exact",
    at="10^9 users, 61,450 entries, 10^9 steps a second",
    expect="fails",
    wrong={"users": 10**6},
)
def a_billion_users_take_weeks(users=10**9, seconds=86400):
    """At the quoted order a server needs 20 days for one sum over 10^9 users with models of this size."""
    # w(log^2 w + l log w) at constant 1, l = 61,450, log w rounded down, at 10^9 steps a second, against some seconds.
    log = users.bit_length() - 1
    work = users * (log * log + 61450 * log)
    return at_most(
        Fraction(work, 10**9), Fraction(seconds), ("seconds of the server", "bound"), w=users, entries=61450
    )


@check_integrity(
    "statement", "exact", at="B = 7, one model, two servers", expect="fails", wrong={"allowed": 0}
)
def a_changed_share_goes_unnoticed(allowed=2):
    """A server or user that adds 2 to a share changes the sum by 2; every residue is a valid share, so nobody notices."""
    shares = share(3, 7, (5,))
    total = (sum(shares) + allowed) % 7
    return equal_at(total, 3, ("sum", "model"), shares=shares, added=allowed, B=7)


@check_integrity("repair", "smt", every="every B, sum and wanted sum", wrong={"free": False})
def any_sum_can_be_had(free=True):
    """One changed share, a residue like any other, turns the sum into any wanted one."""
    # Is there, for every wanted result, a change of one share in 0..B-1 that brings it about (free), or none (not free)?
    B, total, wanted, change = z3.Ints("B total wanted change")
    premises = [B >= 2, 0 <= total, total < B, 0 <= wanted, wanted < B]
    premises += [
        change == z3.If(wanted >= total, wanted - total, wanted - total + B) if free else change == 0
    ]
    hit = z3.Or(total + change == wanted, total + change == wanted + B)
    return prove(premises, z3.And(hit, 0 <= change, change < B))
