"""The two ways to sum: SecAgg among the users, or shares for J servers that run SecAgg among each other."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain, islice

from reference.errors import LostServer, TooFewParties, WrongMessage, reject, require_whole
from reference.secure_sum.messages import (
    AGGREGATOR,
    AGREE,
    KEYS,
    MASKED,
    ROSTER,
    SHARES,
    UNMASK,
    UPLOAD,
    packed,
)
from reference.secure_sum.neighbour_graph import DEGREE, majority, neighbour_graph
from reference.secure_sum.residues import Residues, Running, from_bytes, require_modulus, to_bytes
from reference.secure_sum.sealed import Lines
from reference.secure_sum.secagg import Aggregator, Client, Rules, parts
from reference.secure_sum.secagg_active import ActiveAggregator, ActiveClient, signing_key
from reference.secure_sum.shares import shared

HOLDERS = "the holders that open a key"
BLOCK = 64  # users whose shares the servers hold before they agree on the complete ones
Present = Callable[[str, set[str]], None]  # stage and those who are left: raises if that is not enough


@dataclass(frozen=True)
class Sum:
    """The sum modulo B, and whose vectors are in it."""

    total: Residues
    contributors: frozenset[str]


def user_names(w: int) -> list[str]:
    return [f"user {i}" for i in range(1, w + 1)]


def server_names(J: int) -> list[str]:
    why = "a single server would see the models"
    count = require_whole("J", "J, the number of computation servers", J, at_least=2, because=why)
    return [f"server {j}" for j in range(1, count + 1)]


def sum_among_users(
    vectors: Mapping[str, Residues],
    B: int,
    lines: Lines,
    k: int | None = None,
    threshold: int | None = None,
    least: int = 2,
    active: bool = False,
) -> Sum:
    """SecAgg with every user as a party (def:secagg). `k`: neighbours of each (default: all others); `threshold`: holders that
    open a key (default, if it is all others: a majority); `least`: a sum of fewer users is not released; `active`: the
    aggregator may cheat. `neighbour_graph.neighbourhood` says which k and threshold are safe."""
    require_whole(
        "w", "w, the number of users", len(vectors), at_least=2, because="a sum of one hides nothing"
    )

    def present(stage: str, left: set[str]) -> None:
        if len(left) < least:
            raise TooFewParties(AGGREGATOR, stage, f"{len(left)} users are left, and {least} are needed")

    others = len(vectors) - 1
    k = others if k is None else k
    if active and k != others:
        why = "an aggregator that cheats would draw the graph"
        raise reject("k", DEGREE, f"must be all {others} others", k, why)
    if threshold is None and (active or k != others):
        raise reject("threshold", HOLDERS, "must be given", None, "it depends on whom the users trust")
    return secagg(vectors, B, lines, k, threshold, present, least, active)


def sum_through_servers(
    uploads: Iterable[tuple[str, Residues]], J: int, B: int, lines: Lines, least: int = 2
) -> Sum:
    """The non-interactive scheme: a user sends one share to each of J servers, and is done (sec:non_interactive_secsum).

    A user counts if all J shares arrived; the servers agree on that block by block, before they add. Users come as a stream.
    """
    servers = server_names(J)
    stream = iter(uploads)
    first = next(stream, None)
    if first is None:
        raise reject("w", "w, the number of users", "must be >= 1", 0, "there is nothing to sum")
    length, stream = len(first[1]), chain([first], stream)
    require_modulus(B)
    totals, counts = {server: Running(length, B) for server in servers}, dict.fromkeys(servers, 0)
    contributors: set[str] = set()
    for number, block in enumerate(iter(lambda: list(islice(stream, BLOCK)), [])):
        held = {server: dict[str, Residues]() for server in servers}
        for user, f in block:
            with lines.busy(user):
                shares = shared(f, J, B, lines.entropy)
            for server, r in zip(servers, shares, strict=True):
                arrived = lines.carried(user, server, UPLOAD, to_bytes(r, B))
                if arrived is not None:
                    held[server][user] = _vector(server, UPLOAD, user, arrived, length, B)
        told = _rosters(held, f"{ROSTER} {number}", lines)
        contributors |= set.intersection(*told.values())
        for server in servers:
            with lines.busy(server):
                counts[server] += len(told[server])
                for user in sorted(told[server]):
                    totals[server].add(held[server][user])
    for server, count in counts.items():  # each server by itself: a sum of few users would show them
        if count < least:
            why = f"the shares of {count} users are complete, and {least} users are needed"
            raise TooFewParties(server, ROSTER, why)

    def present(stage: str, left: set[str]) -> None:
        for server in servers:
            if server not in left:
                raise LostServer(server, stage, "it is silent, and its shares of all models are needed")

    sums = {server: total.value() for server, total in totals.items()}
    total = secagg(sums, B, lines, J - 1, None, present).total
    return Sum(total, frozenset(contributors))


def secagg(
    vectors: Mapping[str, Residues],
    B: int,
    lines: Lines,
    k: int,
    threshold: int | None,
    present: Present,
    least: int = 2,
    active: bool = False,
) -> Sum:
    """The rounds of SecAgg: four, or five if the aggregator may cheat. Clients whose message is lost are left out from then on.

    An active round makes the signing keys here, like the identities of `Lines`; a deployment gives each party its own.
    """
    parties = list(vectors)
    graph = neighbour_graph(parties, k, lines.entropy)
    threshold = _threshold(majority(k) if threshold is None else threshold, k)
    length = len(vectors[parties[0]])
    rules = Rules(lines.round_name, graph, threshold, length, require_modulus(B), least)
    aggregator, clients = (ActiveAggregator if active else Aggregator)(rules), dict[str, Client]()
    signing = {name: signing_key(lines.entropy) for name in parties} if active else {}
    directory = {name: key.public_key() for name, key in signing.items()}

    for name in parties:
        with lines.busy(name):
            if active:
                clients[name] = ActiveClient(name, rules, lines.entropy, signing[name], directory)
            else:
                clients[name] = Client(name, rules, lines.entropy)
            keys = clients[name].keys()
        _deliver(lines, name, KEYS, keys, aggregator.take_keys)
    present(KEYS, set(aggregator.public))
    for name, public in _replies(lines, KEYS, aggregator.public, aggregator.keys_for):
        with lines.busy(name):
            boxes = packed(clients[name].shares(public))
        _deliver(lines, name, SHARES, boxes, aggregator.take_shares)
    present(SHARES, set(aggregator.boxes))
    for name, received in _replies(lines, SHARES, aggregator.boxes, aggregator.shares_for):
        f = vectors[name]
        with lines.busy(name):
            y = clients[name].masked(received, f)
        _deliver(lines, name, MASKED, y, aggregator.take_masked)
    present(MASKED, aggregator.stayed)
    asked, speakers, request = MASKED, aggregator.stayed, aggregator.fate_for
    if isinstance(aggregator, ActiveAggregator):
        for name, stayed in _replies(lines, MASKED, aggregator.stayed, aggregator.stayed_for):
            client = clients[name]
            assert isinstance(client, ActiveClient)
            with lines.busy(name):
                signature = client.agree(stayed)
            _deliver(lines, name, AGREE, signature, aggregator.take_agree)
        asked, speakers, request = AGREE, set(aggregator.signatures), aggregator.signatures_for
    for name, fate in _replies(lines, asked, speakers, request):
        with lines.busy(name):
            answer = packed(clients[name].unmask(fate))
        _deliver(lines, name, UNMASK, answer, aggregator.take_unmask)
    with lines.busy(AGGREGATOR):
        return Sum(aggregator.sum(), frozenset(aggregator.stayed))


def _deliver(lines: Lines, sender: str, stage: str, body: bytes, take: Callable[[str, bytes], None]) -> None:
    arrived = lines.carried(sender, AGGREGATOR, stage, body)
    if arrived is not None:
        with lines.busy(AGGREGATOR):
            take(sender, arrived)


def _replies(
    lines: Lines, stage: str, names: Iterable[str], reply: Callable[[str], dict[str, bytes]]
) -> Iterator[tuple[str, dict[str, bytes]]]:
    """What the aggregator answers to each party that spoke at this stage, as far as it arrives."""
    for name in sorted(names):
        with lines.busy(AGGREGATOR):
            body = packed(reply(name))
        arrived = lines.carried(AGGREGATOR, name, stage, body)
        if arrived is not None:
            yield name, parts(name, AGGREGATOR, stage, arrived)


def _rosters(held: Mapping[str, Mapping[str, Residues]], stage: str, lines: Lines) -> dict[str, set[str]]:
    """Each server says whose shares it has, and is told which users all of them have; it checks that it has their shares."""
    rosters = {}
    for server, shares in held.items():
        arrived = lines.carried(server, AGGREGATOR, stage, packed(dict.fromkeys(shares, b"")))
        if arrived is None:
            raise LostServer(server, stage, "it is silent, and its shares of all models are needed")
        rosters[server] = set(parts(AGGREGATOR, server, stage, arrived))
    complete = packed(dict.fromkeys(sorted(set.intersection(*rosters.values())), b""))
    told = {}
    for server, shares in held.items():
        arrived = lines.carried(AGGREGATOR, server, stage, complete)
        if arrived is None:
            raise LostServer(server, stage, "it cannot be reached, and its shares of all models are needed")
        told[server] = believed_roster(server, stage, arrived, shares)
    return told


def believed_roster(server: str, stage: str, body: bytes, shares: Mapping[str, Residues]) -> set[str]:
    """Whom a server adds: those that it is told, if it has their shares."""
    roster = set(parts(server, AGGREGATOR, stage, body))
    if not roster <= set(shares):
        raise WrongMessage(server, stage, f"the {AGGREGATOR} names users whose shares did not arrive")
    return roster


def _vector(receiver: str, stage: str, sender: str, payload: bytes, length: int, B: int) -> Residues:
    r = from_bytes(payload, length, B)
    if r is None:
        raise WrongMessage(receiver, stage, f"{sender} sends no vector of {length} residues modulo {B}")
    return r


def _threshold(threshold: int, k: int) -> int:
    why = "a party and its k neighbours hold shares of its keys"
    require_whole("threshold", HOLDERS, threshold, at_least=2, because="one holder alone must not open a key")
    if threshold > k + 1:
        raise reject("threshold", HOLDERS, f"must be <= k + 1 = {k + 1}", threshold, why)
    return threshold
