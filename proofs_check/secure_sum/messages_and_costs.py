"""Sentences on secure sums: messages per user, costs that are quoted, and the integrity that a sum does not have."""

from __future__ import annotations

import random
from fractions import Fraction

import numpy as np
import z3

from proofs_check.method.check import Outcome, check, shown
from proofs_check.method.replay import at_most, equal_at
from proofs_check.method.smt import prove
from reference.secure_sum.messages import MASKED
from reference.secure_sum.rounds import sum_among_users, sum_through_servers, user_names
from reference.secure_sum.sealed import Lines

MESSAGES, COSTS, INTEGRITY = "abstract#single_message", "app:securesum#costs", "app:securesum#integrity"


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


@check(
    MESSAGES,
    about="reading:one-message",
    method="enumeration",
    scope="SecAgg among three users, the reference protocol run once",
    expect="fails",
    control=lambda: messages_of_a_user("users", 4),
)
def secagg_takes_four_messages() -> Outcome:
    """With SecAgg among the users each of them sends four messages; the masked model is the third, as the text says."""
    return messages_of_a_user("users", 1)


@check(
    MESSAGES,
    about="reading:one-message",
    method="enumeration",
    scope="three users and J = 3 servers, the reference protocol run once",
    expect="fails",
    control=lambda: messages_of_a_user("servers", 3),
)
def shares_take_a_message_per_server() -> Outcome:
    """With J servers a user sends J messages, one to each, in one round and without waiting for an answer."""
    return messages_of_a_user("servers", 1)


def rounds_of_a_user(scheme: str) -> Outcome:
    """In how many rounds a user speaks, against one."""
    stages = sorted(set(stages_of_a_user(scheme)))
    return at_most(len(stages), 1, ("rounds", "one"), scheme=scheme, stages=stages)


@check(
    MESSAGES,
    about="reading:one-round",
    method="enumeration",
    scope="the reference protocol with servers; its rounds do not depend on the number of users and servers",
    universal=True,
    concludes="users speak once",
    control=lambda: rounds_of_a_user("users"),
)
def users_speak_in_one_round() -> Outcome:
    """With servers a user sends its shares in one round and nothing afterwards; with SecAgg (control) it speaks in four."""
    return rounds_of_a_user("servers")


def model_in_round(position: int) -> Outcome:
    """SecAgg among the users: is its masked vector what a user sends in this of four rounds?"""
    sent = stages_of_a_user("users")
    third = len(sent) == 4 and sent[position - 1] == MASKED
    return Outcome("holds" if third else "fails", "the stages of the reference protocol", shown(stages=sent))


@check(
    MESSAGES,
    about="step:third-round",
    method="enumeration",
    scope="the reference protocol; its rounds do not depend on the number of users",
    universal=True,
    control=lambda: model_in_round(2),
)
def model_is_sent_in_the_third_round() -> Outcome:
    """SecAgg has four rounds, and the model is sent in the third."""
    return model_in_round(3)


def total_of_users(user_cost, factor: int) -> Outcome:
    """log w = L, l inputs: the users' communication w user_cost(L, l), against factor w (L + l) of the server, for all L."""
    L, size = z3.Reals("L l")
    return prove([L >= 1, size >= 1], user_cost(L, size) <= factor * (L + size))


@check(
    COSTS,
    about="reading:exact-orders",
    method="smt",
    scope="factor 1000; by the_quotient_is_unbounded for every factor",
    expect="fails",
    control=lambda: total_of_users(lambda L, size: L + size, 1000),
)
def users_send_more_than_the_server_gets() -> Outcome:
    """w users with log^2 w + l each send more than a constant times the w(log w + l) that the server receives."""
    return total_of_users(lambda L, size: L * L + size, 1000)


def fits_both(user_cost) -> Outcome:
    """A user's communication at most log^2 w + l, and that of w users at most w(log w + l); log w = L >= 1."""
    L, size = z3.Reals("L l")
    cost = user_cost(L, size)
    return prove([L >= 1, size >= 1], z3.And(cost <= L * L + size, cost <= L + size))


def quotient_exceeds(power: int) -> Outcome:
    """For every factor C there is a number of users, log w = 4C, with L^power + l > C(L + l) at l = 1."""
    C = z3.Real("C")
    L = 4 * C
    return prove([C >= 1], (L * L if power == 2 else L) + 1 > C * (L + 1))


@check(
    COSTS,
    about="repair",
    method="smt",
    scope="every factor",
    universal=True,
    control=lambda: quotient_exceeds(1),
)
def the_quotient_is_unbounded() -> Outcome:
    """No constant reconciles the two as exact orders: one of log^2 w (user) and log w (server) is a slip."""
    return quotient_exceeds(2)


@check(
    COSTS,
    about="reading:upper-bounds",
    method="smt",
    scope="every log w >= 1 and l >= 1",
    universal=True,
    concludes="a cost that fits both",
    control=lambda: fits_both(lambda L, size: L * L + size),
)
def log_w_fits_both() -> Outcome:
    """log w + l per user is within O(log^2 w + l), and w times it is within O(w(log w + l)): as upper bounds they agree."""
    return fits_both(lambda L, size: L + size)


def server_work(users: int, seconds: int) -> Outcome:
    """w(log^2 w + l log w) at constant 1, l = 61,450, log w rounded down, at 10^9 steps a second, against some seconds."""
    log = users.bit_length() - 1
    work = users * (log * log + 61450 * log)
    return at_most(
        Fraction(work, 10**9), Fraction(seconds), ("seconds of the server", "bound"), w=users, entries=61450
    )


@check(
    COSTS,
    about="inference:billion",
    method="exact",
    scope="10^9 users, 61,450 entries, 10^9 steps a second",
    expect="fails",
    control=lambda: server_work(10**6, 86400),
)
def a_billion_users_take_weeks() -> Outcome:
    """At the quoted order a server needs 20 days for one sum over 10^9 users with models of this size."""
    return server_work(10**9, 86400)


def tampered(allowed: int) -> Outcome:
    """B = 7, f = 3 shared as (5, 5): a server adds `allowed` to its share; is the result still 3?"""
    return equal_at((5 + 5 + allowed) % 7, 3, ("sum", "model"), shares=[5, 5], added=allowed, B=7)


@check(
    INTEGRITY,
    method="exact",
    scope="B = 7, one model, two servers",
    expect="fails",
    control=lambda: tampered(0),
)
def a_changed_share_goes_unnoticed() -> Outcome:
    """A server or user that adds 2 to a share changes the sum by 2; every residue is a valid share, so nobody notices."""
    return tampered(2)


def any_target(free: bool) -> Outcome:
    """Is there, for every wanted result, a change of one share in 0..B-1 that brings it about (free), or none (not free)?"""
    B, total, wanted, change = z3.Ints("B total wanted change")
    premises = [B >= 2, 0 <= total, total < B, 0 <= wanted, wanted < B]
    premises += [
        change == z3.If(wanted >= total, wanted - total, wanted - total + B) if free else change == 0
    ]
    hit = z3.Or(total + change == wanted, total + change == wanted + B)
    return prove(premises, z3.And(hit, 0 <= change, change < B))


@check(
    INTEGRITY,
    about="repair",
    method="smt",
    scope="every B, sum and wanted sum",
    universal=True,
    control=lambda: any_target(False),
)
def any_sum_can_be_had() -> Outcome:
    """One changed share, a residue like any other, turns the sum into any wanted one."""
    return any_target(True)
