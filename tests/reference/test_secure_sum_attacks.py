"""Coalitions of the aggregator and corrupted users against SecAgg: what they open, and what a plan leaves them."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable, Mapping
from fractions import Fraction
from itertools import combinations, product
from math import ceil, comb

import numpy as np
import pytest
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey

from accountant.distributed.crowd import NoGuarantee
from accountant.distributed.secagg import plan_secagg
from reference.errors import InvalidInput, ProtocolError, TooFewParties, WrongMessage
from reference.formulas import hypergeometric_tail, meeting_quorum, unopened_keys
from reference.protocol.agreement import Plan
from reference.secure_sum.keys import KEY_BYTES, fresh_key, public_bytes
from reference.secure_sum.masks import mask
from reference.secure_sum.messages import packed
from reference.secure_sum.neighbour_graph import MAY_STOP, majority, neighbour_graph, neighbourhood
from reference.secure_sum.residues import Residues, Running, from_bytes, uniform
from reference.secure_sum.rounds import user_names
from reference.secure_sum.secagg import DROPPED, STAYED, Aggregator, Client, Rules
from reference.secure_sum.secagg_active import ActiveAggregator, ActiveClient, signing_key
from reference.secure_sum.shamir import SHARE_BYTES, joined
from tests.entropy import seeded

B, LENGTH = 2**32 + 15, 3
Graph = Mapping[str, tuple[str, ...]]


class Round:
    """A round in which everything that passes through the aggregator is kept, up to the masked vectors or to the end."""

    def __init__(self, graph: Graph, threshold: int, dropped: Collection[str] = (), seed: int = 0) -> None:
        self.names = list(graph)
        self.rules = Rules("round 1", graph, threshold, LENGTH, B)
        self.vectors = {name: uniform(seeded(i), LENGTH, B) for i, name in enumerate(self.names)}
        self.clients = {
            name: Client(name, self.rules, seeded(1000 * seed + i)) for i, name in enumerate(self.names)
        }
        self.aggregator = Aggregator(self.rules)
        for name, client in self.clients.items():
            self.aggregator.take_keys(name, client.keys())
        for name, client in self.clients.items():
            self.aggregator.take_shares(name, packed(client.shares(self.aggregator.keys_for(name))))
        self.sent: dict[str, bytes] = {}
        for name, client in self.clients.items():
            y = client.masked(self.aggregator.shares_for(name), self.vectors[name])
            if name not in dropped:
                self.sent[name] = y
                self.aggregator.take_masked(name, y)

    def finished(self) -> Round:
        for name in sorted(self.aggregator.stayed):
            self.aggregator.take_unmask(
                name, packed(self.clients[name].unmask(self.aggregator.fate_for(name)))
            )
        return self

    def without_masks(
        self, names: Iterable[str], seeds: Mapping[str, bytes], keys: Mapping[str, bytes]
    ) -> Residues:
        """The sum of what these users sent, less own masks (seeds) and the common masks to which a key is known."""
        total = Running(LENGTH, B)
        for name in names:
            y = from_bytes(self.sent[name], LENGTH, B)
            assert y is not None
            total.add(y)
            total.add(mask(seeds[name], LENGTH, B), -1)
            for other in self.rules.neighbours[name]:
                if name in keys or other in keys:
                    me, it = (name, other) if name in keys else (other, name)
                    private = X25519PrivateKey.from_private_bytes(keys[me])
                    common = Running(LENGTH, B)
                    self.rules.add_common_mask(common, private, me, it, self.public(it))
                    total.add(common.value(), -1 if me == name else +1)  # the other one has its negative
        return total.value()

    def public(self, name: str) -> bytes:
        return self.aggregator.public[name][:KEY_BYTES]

    def seeds(self) -> dict[str, bytes]:
        """Own seeds, which the protocol opens for all who stayed."""
        opened = self.aggregator.opened
        return {
            name: joined(dict(list(opened[name].items())[: self.rules.threshold]))[:KEY_BYTES]
            for name in self.sent
        }


def coalition_opens(one: Round, corrupted: Collection[str]) -> dict[str, Residues]:
    """Uploads of honest users whose masking key the corrupted neighbours can put together: they follow the protocol."""
    found, seeds = {}, one.seeds()
    for name in sorted(set(one.sent) - set(corrupted)):
        shares = {}
        for holder in set(one.rules.neighbours[name]) & set(corrupted):
            place, _, shares[place] = shares_of(one, holder, name)
        if len(shares) >= one.rules.threshold:
            key = joined(dict(sorted(shares.items())[: one.rules.threshold]))[:KEY_BYTES]
            found[name] = one.without_masks([name], seeds, {name: key})
    return found


def by_counting(graph: Graph, threshold: int, corrupted: Collection[str]) -> set[str]:
    """The same without running the protocol."""
    bad = set(corrupted)
    return {name for name, others in graph.items() if name not in bad and len(bad & set(others)) >= threshold}


def pieces(graph: Graph, left: Collection[str]) -> list[set[str]]:
    """The parts into which those who are left fall."""
    rest, parts = set(left), []
    while rest:
        part, new = set[str](), {min(rest)}
        while new:
            part |= new
            new = {other for one in new for other in graph[one] if other in rest} - part
        parts.append(part)
        rest -= part
    return parts


# --- uploads that open ---------------------------------------------------------------------------------------------------


def test_a_passive_coalition_opens_uploads_with_the_threshold_of_a_majority() -> None:
    """w = 20, k = 8, t = 1/2: the vectors themselves come out, of 39.5 % of the honest users on average."""
    names, opened = user_names(20), 0
    for seed in range(10):
        graph = neighbour_graph(names, 8, seeded(seed))
        one = Round(graph, majority(8), seed=seed).finished()
        found = coalition_opens(one, names[10:])
        assert set(found) == by_counting(graph, majority(8), names[10:])
        for name, vector in found.items():
            assert (vector == one.vectors[name]).all()
        opened += len(found)
    assert opened > 20
    assert round(float(hypergeometric_tail(10, 19, 8, majority(8))), 3) == 0.395


@pytest.mark.parametrize(
    ("w", "k", "t", "share"),
    [(200, 199, Fraction(3, 10), 1.0), (200, 10, Fraction(1, 2), 0.38), (20, 8, Fraction(1, 2), 0.395)],
)
def test_break_of_users_with_any_neighbours_and_any_honest_fraction(
    w: int, k: int, t: Fraction, share: float
) -> None:
    """What a majority as threshold opened; with the plan nothing opens, or the run is refused with the k it needs."""
    names, corrupted = user_names(w), w - ceil(t * w)
    before = hypergeometric_tail(corrupted, w - 1, k, majority(k))
    assert abs(before - share) < 0.01
    if k != w - 1:
        for refuses in (
            lambda: plan_secagg(w, t, 0, "1e-12", k),
            lambda: Plan(w=w, t=t, sigma=1, scheme="users", k=k),
        ):
            with pytest.raises((NoGuarantee, InvalidInput), match=rf"k.* {k}"):
                refuses()
        with pytest.raises(NoGuarantee, match="fix: take k = ") as caught:
            plan_secagg(w, t, 0, "1e-12", k)
        needed = int(caught.value.fix.split()[3])
        assert plan_secagg(w, t, 0, "1e-12", needed).failure <= Fraction(1, 10**12)
    there = Plan(w=w, t=t, sigma=1, scheme="users", k=k if k == w - 1 else None).neighbourhood
    for seed in range(20):
        graph = neighbour_graph(names, there.k, seeded(seed))
        assert not by_counting(graph, there.threshold, names[:corrupted])
        assert len(pieces(graph, names[corrupted:])) == 1


def test_within_the_plan_the_coalition_opens_nothing() -> None:
    """The attack that worked above, on the protocol itself."""
    names, there = user_names(20), plan_secagg(20, "0.5", 0, "1e-12")
    one = Round(neighbour_graph(names, there.neighbours, seeded(1)), there.threshold).finished()
    assert coalition_opens(one, names[10:]) == {}
    assert (one.aggregator.sum() == sum(v.astype(object) for v in one.vectors.values()) % B).all()


# --- graphs that fall apart ----------------------------------------------------------------------------------------------


def test_break_of_a_ring_in_which_two_users_drop_out() -> None:
    """All users are honest and the aggregator only looks: it has the sum of each piece, from k = 2 on a ring of 12."""
    names = user_names(12)
    graph = neighbour_graph(names, 2, seeded(3))
    cut = [pair for pair in combinations(names, 2) if len(pieces(graph, set(names) - set(pair))) == 2]
    gone = next(pair for pair in cut if min(map(len, pieces(graph, set(names) - set(pair)))) == 4)
    one = Round(graph, majority(2), gone).finished()
    one.aggregator.sum()  # the protocol ends as it should
    opened = one.aggregator.opened
    keys = {name: joined(dict(list(opened[name].items())[: majority(2)]))[:KEY_BYTES] for name in gone}
    for part in pieces(graph, set(names) - set(gone)):
        seen = one.without_masks(part, one.seeds(), keys)
        assert (seen == sum(one.vectors[name].astype(object) for name in part) % B).all()
    with pytest.raises(NoGuarantee, match=r"neighbours \(k\) = 2 is too small.*take k = 6"):
        plan_secagg(100, 1, "0.05", "1e-12", 2)
    with pytest.raises(
        InvalidInput, match=r"k .* must be larger for 2 dropouts at ν = 9.09e-13, or left out, got 2"
    ):
        Plan(w=12, t=1, rho=Fraction(1, 6), sigma=1, scheme="users", k=2)


# --- how often ---------------------------------------------------------------------------------------------------------------


def exact_failures(
    w: int, k: int, threshold: int, corrupted: int, dropped: int
) -> tuple[Fraction, Fraction, Fraction]:
    """The probabilities that uploads open, that the rest falls apart, and either, over every choice of users in the ring.

    The ring is in random order, so that a fixed graph and random users give the same.
    """
    names = user_names(w)
    graph = neighbour_graph(names, k, seeded(w))
    opens = splits = either = 0
    for bad in combinations(names, corrupted):
        open_ = bool(by_counting(graph, threshold, bad))
        honest = [name for name in names if name not in bad]
        apart = sum(len(pieces(graph, set(honest) - set(gone))) > 1 for gone in combinations(honest, dropped))
        ways = comb(len(honest), dropped)
        opens += open_ * ways
        splits += apart
        either += ways if open_ else apart
    total = comb(w, corrupted) * comb(w - corrupted, dropped)
    return Fraction(opens, total), Fraction(splits, total), Fraction(either, total)


def test_coalitions_open_uploads_at_most_as_often_as_stated() -> None:
    """20 random (w, k, t) with dropouts, counted out: the exact probability, and the bounds of the plan."""
    rng, planned, close = random.Random(19), 0, []
    while planned < 20:
        w = rng.randint(6, 11)
        corrupted = rng.randint(0, w // 2)
        dropped = rng.randint(0, 1)
        failure = Fraction(1, rng.choice([2, 3, 5, 20]))
        k = rng.choice([None, *range(2, w - 1, 2)])
        t, rho = Fraction(w - corrupted, w), Fraction(dropped, w)
        try:
            there = plan_secagg(w, t, rho, failure, k)
        except NoGuarantee:
            continue
        if there.failure == 0:
            continue
        planned += 1
        opens, splits, either = exact_failures(w, there.neighbours, there.threshold, corrupted, dropped)
        assert opens <= there.opened
        assert splits <= there.split
        assert either <= there.failure <= failure
        close.append(either)
    assert sum(p > 0 for p in close) >= 10  # not vacuous


def test_a_lower_threshold_or_degree_would_fail_more_often_than_stated() -> None:
    """Control: one below the threshold, or two below the degree, the exact probability exceeds what the plan promises."""
    w, corrupted, failure = 12, 5, Fraction(1, 2000)
    there = plan_secagg(w, Fraction(w - corrupted, w), 0, failure)
    assert exact_failures(w, there.neighbours, there.threshold, corrupted, 0)[2] <= failure
    assert exact_failures(w, there.neighbours, there.threshold - 1, corrupted, 0)[0] > failure
    assert exact_failures(w, there.neighbours - 2, there.threshold, corrupted, 0)[1] > failure


@pytest.mark.parametrize(
    ("w", "k", "threshold", "dropped"), [(8, 4, 3, 2), (8, 4, 4, 1), (9, 6, 4, 3), (7, 6, 4, 3)]
)
def test_rounds_stop_at_most_as_often_as_stated(w: int, k: int, threshold: int, dropped: int) -> None:
    """Every choice of dropouts, run to its end; a party that drops out takes its own share along."""
    names = user_names(w)
    graph, stops = neighbour_graph(names, k, seeded(2)), 0
    for gone in combinations(names, dropped):
        try:
            Round(graph, threshold, gone).finished().aggregator.sum()
        except TooFewParties:
            stops += 1
    assert Fraction(stops, comb(w, dropped)) <= unopened_keys(w, k, threshold, dropped)
    assert (stops == 0) == (unopened_keys(w, k, threshold, dropped) == 0)


def test_plans_say_what_they_need_and_bad_ones_are_named() -> None:
    for call, message in [
        (lambda: plan_secagg(1, 1, 0, "1e-9"), "w .* must be from 2"),
        (lambda: plan_secagg(20, "0.5", 0, 1), "failure .* must be >= 0 and < 1, got 1"),
        (lambda: plan_secagg(20, "0.5", 0, "1e-9", 7), "k .* must be even"),
        (lambda: plan_secagg(20, "0.5", 0, "1e-9", 20), "k .* must be < 20"),
        (lambda: plan_secagg(10**4, "0.5", 0, "1e-9", 4096), "neighbours .* must be <= 1024"),
        (lambda: plan_secagg(20, "0.9", 0, "1e-9", 8, active=True), "neighbours .* must be w - 1 = 19"),
        (
            lambda: Plan(w=20, t="0.9", sigma=1, scheme="users-active", k=8),
            "k .* must be larger .*, or left out, got 8",
        ),
        (
            lambda: Plan(w=4, t="0.5", rho="1/4", sigma=1, scheme="users-active"),
            "rho .* must be smaller for users-active",
        ),
        (lambda: Plan(w=20, t="0.9", sigma=1, scheme="users", nu=1), "nu .* must be >= 0 and < 1"),
    ]:
        with pytest.raises(InvalidInput, match=message):
            call()
    with pytest.raises(NoGuarantee, match=r"ρ = 0\.5"):
        plan_secagg(20, "0.5", "0.5", "1e-9")
    with pytest.raises(NoGuarantee, match="one user alone"):
        plan_secagg(2, 1, "0.5", "1e-9")
    with pytest.raises(
        NoGuarantee,
        match=r"151 signatures are needed .* only 140 users are sure to stay; fix: tolerate at most 49",
    ):
        plan_secagg(200, "0.5", "0.3", "1e-9", active=True)


def test_plans_in_accountant_and_protocol_are_one() -> None:
    for w, t, rho, k in [(50, "0.7", "0.1", None), (50, "0.7", "0.1", 40), (30, "1", "0.2", None)]:
        for scheme in ("users", "users-active") if k is None else ("users",):
            there = plan_secagg(w, t, rho, Fraction(1, 2**40), k, active=scheme == "users-active")
            inside = Plan(w=w, t=t, rho=rho, sigma=1, k=k, scheme=scheme).neighbourhood
            assert (there.neighbours, there.threshold) == (inside.k, inside.threshold)
            assert inside.opens + inside.splits <= there.failure <= Fraction(1, 2**40)


def test_more_trust_or_more_failure_never_needs_more_neighbours() -> None:
    def k(t: str, rho: str, failure: str) -> int:
        return plan_secagg(400, t, rho, failure).neighbours

    assert k("0.9", "0.1", "1e-9") <= k("0.7", "0.1", "1e-9") <= k("0.5", "0.1", "1e-9")
    assert k("0.7", "0", "1e-9") <= k("0.7", "0.1", "1e-9") <= k("0.7", "0.3", "1e-9")
    assert k("0.7", "0.1", "1e-3") <= k("0.7", "0.1", "1e-9") <= k("0.7", "0.1", "1e-30")


# --- an aggregator that cheats -------------------------------------------------------------------------------------------


def shares_of(one: Round, holder: str, victim: str) -> tuple[int, bytes, bytes]:
    """Place, share of the seed and share of the key that a holder has."""
    held = one.clients[holder].held[victim]
    return int.from_bytes(held[:4], "little"), held[4 : 4 + SHARE_BYTES], held[4 + SHARE_BYTES :]


def inconsistent(one: Round, victim: str, corrupted: Collection[str]) -> Residues:
    """Half of the holders hear that the victim stayed, half that it dropped out: both its keys open."""
    opened: tuple[dict[int, bytes], dict[int, bytes]] = ({}, {})
    for i, name in enumerate(name for name in one.names if name not in corrupted):
        end = DROPPED if i % 2 else STAYED  # the victim is the first
        answer = one.clients[name].unmask(one.aggregator.fate_for(name) | {victim: end})[victim]
        opened[end == DROPPED][int.from_bytes(answer[:4], "little")] = answer[4:]
    for name in corrupted:
        place, opened[0][place], opened[1][place] = shares_of(one, name, victim)
    seed, key = (joined(dict(list(shares.items())[: one.rules.threshold]))[:KEY_BYTES] for shares in opened)
    return one.without_masks([victim], {victim: seed}, {victim: key})


def test_an_aggregator_that_cheats_opens_any_upload_of_the_passive_scheme() -> None:
    """Not covered by `users`, and said so: with one or two corrupted users two stories are enough."""
    names = user_names(8)
    one = Round(neighbour_graph(names, 7, seeded(0)), majority(7))
    seen = inconsistent(one, "user 1", ["user 7", "user 8"])
    assert (seen == one.vectors["user 1"]).all()


class Cheated:
    """Seven users of the active scheme, up to the masked vectors, and an aggregator that may say anything."""

    def __init__(self, threshold: int, least: int = 2, w: int = 7) -> None:
        self.names = user_names(w)
        self.rules = Rules(
            "round 1", neighbour_graph(self.names, w - 1, seeded(0)), threshold, LENGTH, B, least
        )
        signing = {name: signing_key(seeded(100 + i)) for i, name in enumerate(self.names)}
        directory = {name: key.public_key() for name, key in signing.items()}
        self.clients = {
            name: ActiveClient(name, self.rules, seeded(i), signing[name], directory)
            for i, name in enumerate(self.names)
        }
        self.aggregator = ActiveAggregator(self.rules)
        for name, client in self.clients.items():
            self.aggregator.take_keys(name, client.keys())

    def masked(self) -> Cheated:
        self.sent = {}
        for name, client in self.clients.items():
            self.aggregator.take_shares(name, packed(client.shares(self.aggregator.keys_for(name))))
        for name, client in self.clients.items():
            vector = np.arange(LENGTH, dtype=np.uint64)
            self.sent[name] = client.masked(self.aggregator.shares_for(name), vector)
        return self


def two_lists(threshold: int, corrupted: int) -> int:
    """How many of two lists, with and without user 1, a cheating aggregator gets enough signatures for."""
    there = Cheated(threshold).masked()
    bad, honest = there.names[-corrupted:], there.names[1:-corrupted]
    lists = [dict.fromkeys(there.names, b""), dict.fromkeys(there.names[1:], b"")]
    signatures: list[dict[str, bytes]] = [{}, {}]
    for i, name in enumerate(honest):
        signatures[i % 2][name] = there.clients[name].agree(lists[i % 2])
    for i, who_stayed in enumerate(lists):
        for name in bad:  # corrupted users sign everything
            forger = there.clients[name]
            forger.stayed = sorted(who_stayed)
            signatures[i][name] = forger.signing.sign(forger._signed_list())
    opened = 0
    for i in range(2):
        try:
            there.clients[honest[i]].unmask(signatures[i])
            opened += 1
        except TooFewParties:
            pass
    return opened


def test_two_lists_never_get_a_quorum() -> None:
    assert two_lists(meeting_quorum(7, 5), 2) == 0
    assert two_lists(majority(6), 2) == 2  # control: with a majority both lists are believed


def test_quorums_meet_in_an_honest_user_and_one_less_does_not() -> None:
    for w in range(2, 30):
        for corrupted in range(w):
            quorum = meeting_quorum(w, w - corrupted)
            assert 2 * quorum - w > corrupted  # two quorums overlap in more users than are corrupted
            assert 2 * (quorum - 1) - w <= corrupted


def lonely_uploads(w: int, corrupted: int, quorum: int) -> int:
    """Stories of a lying aggregator after which the victim has no mask left in common with an honest user on the signed list.

    The victim (user 0) answers to `partners`; others sign the list and open the keys of the rest. The last users are corrupted.
    """
    honest, bad = range(w - corrupted), set(range(w - corrupted, w))
    opened = 0
    for chosen in product((0, 1), repeat=len(honest) - 1):
        partners = {0, *bad, *(i for i in honest[1:] if chosen[i - 1])}
        for named in product((0, 1), repeat=len(honest) - 1):
            stayed = {0, *bad, *(i for i in honest[1:] if named[i - 1])}
            signers = (
                stayed if stayed <= partners else stayed - {0}
            )  # the victim signs no list with strangers
            enough = min(len(partners), len(stayed), len(signers)) >= quorum
            opened += enough and len(stayed - bad) > 1 and not (partners & stayed) - bad - {0}
    return opened


def test_no_story_about_partners_and_lists_leaves_an_upload_without_masks() -> None:
    """At the boundary too: partners and list may overlap in the corrupted users and the victim alone, but then nobody signs."""
    for w in range(3, 9):
        for corrupted in range(w - 1):
            assert lonely_uploads(w, corrupted, meeting_quorum(w, w - corrupted)) == 0
    assert (
        lonely_uploads(7, 2, meeting_quorum(7, 5) - 1) > 0
    )  # control: a quorum that is smaller by one opens uploads


def refusal(error: type[ProtocolError], match: str, call: object) -> None:
    with pytest.raises(error, match=match):
        call()  # type: ignore[operator]


def test_keys_that_the_aggregator_puts_in_their_place_are_noticed() -> None:
    """A man in the middle would know all masks: in the passive scheme nobody notices, here the signature is missing."""
    there = Cheated(5)
    keys = there.aggregator.keys_for("user 1")
    own = public_bytes(fresh_key(seeded(9)))
    forged = keys | {"user 2": own + own + keys["user 2"][2 * KEY_BYTES :]}
    swapped = keys | {"user 2": keys["user 3"]}
    stranger = keys | {"user 9": keys["user 3"]}
    for public, who in ((forged, "user 2"), (swapped, "user 2"), (stranger, "user 9")):
        refusal(
            WrongMessage,
            f"the keys of {who} are not signed by it",
            lambda public=public: there.clients["user 1"].shares(public),
        )
    assert there.clients["user 1"].shares(keys)  # control
    passive = Client("user 1", there.rules, seeded(5))
    assert passive.shares({name: sent[: 3 * KEY_BYTES] for name, sent in forged.items()})


def test_an_active_client_refuses_what_the_aggregator_must_not_ask() -> None:
    everybody = dict.fromkeys(user_names(7), b"")
    without = {name: b"" for name in everybody if name != "user 1"}
    few = dict.fromkeys(user_names(5), b"")
    one = lambda **more: Cheated(5, **more).masked().clients["user 1"]  # noqa: E731
    refusal(WrongMessage, "or not this party", lambda: one().agree(without))
    refusal(WrongMessage, "strangers", lambda: one().agree(everybody | {"user 9": b""}))
    refusal(
        TooFewParties,
        "4 parties stayed, and 5 are needed",
        lambda: one().agree(dict.fromkeys(user_names(4), b"")),
    )
    refusal(TooFewParties, "5 parties stayed, and 6 are needed", lambda: one(least=6).agree(few))
    assert one(least=5).agree(few)  # control
    there = Cheated(5).masked()
    client = there.clients["user 1"]
    refusal(WrongMessage, "signatures of others", lambda: client.unmask({}))
    signatures = {name: other.agree(everybody) for name, other in there.clients.items()}
    refusal(WrongMessage, "asks twice", lambda: client.agree(few))
    refusal(TooFewParties, "threshold is 5", lambda: client.unmask(dict(list(signatures.items())[:4])))
    forged = signatures | {"user 2": signatures["user 3"]}
    refusal(WrongMessage, "user 2 did not sign the same list", lambda: client.unmask(forged))
    refusal(WrongMessage, "signatures of others", lambda: client.unmask(signatures | {"user 9": b""}))
    answer = client.unmask(signatures)
    assert set(answer) == set(everybody)
    refusal(WrongMessage, "asks twice", lambda: client.unmask(signatures))


def test_a_client_answers_once_at_each_stage() -> None:
    """Two masked vectors with different partners would differ by single masks."""
    names = user_names(4)
    one = Round(neighbour_graph(names, 3, seeded(0)), 3)
    client = one.clients["user 1"]
    boxes = one.aggregator.shares_for("user 1")
    refusal(
        WrongMessage,
        "stage masked: the aggregator asks twice",
        lambda: client.masked(boxes, one.vectors["user 1"]),
    )
    refusal(WrongMessage, "stage shares: the aggregator asks twice", lambda: client.shares({}))
    fresh = Client("user 1", one.rules, seeded(7))
    stranger = one.aggregator.keys_for("user 1") | {"user 9": bytes(96)}
    refusal(WrongMessage, "keys of others than its neighbours", lambda: fresh.shares(stranger))


def test_masking_keys_that_are_not_ones_own_make_a_wrong_sum_unnoticed() -> None:
    """A fault that no check sees: user 1 publishes another key than it masks with, stays, and the sum is noise."""
    names = user_names(4)
    one = Round(neighbour_graph(names, 3, seeded(0)), 3)
    liar = Client("user 1", one.rules, seeded(50))
    published, liar.masking = liar.keys(), fresh_key(seeded(51))
    again = Aggregator(one.rules)
    clients = {name: Client(name, one.rules, seeded(i)) for i, name in enumerate(names)} | {"user 1": liar}
    for name, client in clients.items():
        again.take_keys(name, published if client is liar else client.keys())
    for name, client in clients.items():
        again.take_shares(name, packed(client.shares(again.keys_for(name))))
    for name, client in clients.items():
        again.take_masked(name, client.masked(again.shares_for(name), one.vectors[name]))
    for name, client in clients.items():
        again.take_unmask(name, packed(client.unmask(again.fate_for(name))))
    assert (again.sum() != sum(v.astype(object) for v in one.vectors.values()) % B).all()


def test_the_degree_of_a_plan_is_the_first_that_is_safe() -> None:
    """Every smaller even degree fails or stops too often; the search by doubling misses none here."""
    for w, t, rho in [(40, "0.8", "0.1"), (60, "0.6", "0"), (100, "1", "0.05")]:
        there = plan_secagg(w, t, rho, "1e-6")
        corrupted, dropped = w - ceil(Fraction(t) * w), int(Fraction(rho) * w)
        for k in range(2, there.neighbours, 2):
            smaller = neighbourhood(w, k, corrupted, dropped, Fraction(1, 10**6))
            assert smaller is None or smaller.stops > MAY_STOP
