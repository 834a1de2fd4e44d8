"""Whole runs: sums to the last bit, the transcript, dropouts at every stage, and every fault by its name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

import numpy as np
import pytest

from reference.errors import (
    InvalidInput,
    LostServer,
    ProtocolError,
    RepeatedMessage,
    TooFewParties,
    WrongMessage,
)
from reference.formulas import meeting_quorum
from reference.secure_sum import rounds
from reference.secure_sum.masks import mask
from reference.secure_sum.messages import (
    AGGREGATOR,
    AGREE,
    KEYS,
    MASKED,
    ROSTER,
    SHARES,
    STAGES,
    UNMASK,
    UPLOAD,
    Message,
    Transcript,
    Wire,
    dropping,
    packed,
)
from reference.secure_sum.residues import Residues, added, from_bytes, negated, uniform
from reference.secure_sum.rounds import (
    Sum,
    believed_roster,
    server_names,
    sum_among_users,
    sum_through_servers,
    user_names,
)
from reference.secure_sum.sealed import Lines
from reference.secure_sum.secagg import DROPPED, STAYED, Aggregator, Client, Rules
from tests.entropy import seeded

B, LENGTH, W = 2**32 + 15, 7, 12
VECTORS = {name: uniform(seeded(i), LENGTH, B) for i, name in enumerate(user_names(W))}
SECAGG = (KEYS, SHARES, MASKED, UNMASK)
ROUNDS = {"users": SECAGG, "users-active": (KEYS, SHARES, MASKED, AGREE, UNMASK)}
SCHEMES = ("servers", *ROUNDS)


def plain(names: Iterable[str]) -> list[int]:
    return [sum(int(VECTORS[name][i]) for name in names) % B for i in range(LENGTH)]


def lines(wire: Wire | None = None, name: str = "round 1", seed: int = 0) -> Lines:
    return Lines(name, Transcript(), *((wire,) if wire else ()), entropy=seeded(seed))


def run(scheme: str, over: Lines, least: int = 2) -> Sum:
    if scheme == "servers":
        return sum_through_servers(VECTORS.items(), 3, B, over, least)
    if scheme == "users-active":
        return sum_among_users(VECTORS, B, over, threshold=meeting_quorum(W, W - 2), least=least, active=True)
    return sum_among_users(VECTORS, B, over, k=6, threshold=4, least=least)


class Changing:
    """A wire that treats the messages of one sender at one stage in its own way."""

    def __init__(self, sender: str, stage: str, how: str, old: Iterable[Message] = ()) -> None:
        self.sender, self.stage, self.how, self.old = sender, stage, how, old
        self.seen: list[Message] = []

    def __call__(self, message: Message) -> Iterable[Message]:
        self.seen.append(message)
        if message.sender != self.sender or message.stage.split()[0] != self.stage:
            return [message]
        flipped = replace(message, payload=message.payload[:-1] + bytes([message.payload[-1] ^ 1]))
        cut = replace(message, payload=message.payload[:10])
        old = [
            earlier for earlier in self.old if replace(earlier, payload=b"") == replace(message, payload=b"")
        ]
        return {"flip": [flipped], "cut": [cut], "repeat": [message, message], "replay": old}[self.how]


# --- sums and transcript ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scheme", SCHEMES)
def test_the_sum_is_the_plain_sum(scheme: str) -> None:
    result = run(scheme, lines())
    assert result.contributors == frozenset(VECTORS)
    assert result.total.tolist() == plain(VECTORS)


def test_a_user_sends_one_message_to_each_server_and_gets_none() -> None:
    over = lines()
    run("servers", over)
    users, servers = set(VECTORS), set(server_names(3))
    from_users = [entry for entry in over.transcript.entries if entry.sender in users]
    assert Counter((entry.sender, entry.receiver) for entry in from_users) == {
        (user, server): 1 for user in users for server in servers
    }
    assert {entry.stage for entry in from_users} == {UPLOAD}
    assert {entry.size for entry in from_users} == {12 + 8 * LENGTH + 16}  # nonce, residues of 8 bytes, tag
    assert not [entry for entry in over.transcript.entries if entry.receiver in users]
    assert over.transcript.summary()[UPLOAD] == {"messages": 3 * W, "bytes": 3 * W * (28 + 8 * LENGTH)}


@pytest.mark.parametrize("scheme", ROUNDS)
def test_secagg_among_users_takes_one_message_a_round(scheme: str) -> None:
    over = lines()
    run(scheme, over)
    sent = Counter(
        (entry.sender, entry.stage) for entry in over.transcript.entries if entry.sender != AGGREGATOR
    )
    assert sent == {(user, stage): 1 for user in VECTORS for stage in ROUNDS[scheme]}
    answered = Counter(entry.receiver for entry in over.transcript.entries if entry.sender == AGGREGATOR)
    assert answered == dict.fromkeys(VECTORS, len(ROUNDS[scheme]) - 1)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_no_vector_crosses_the_wire_in_the_clear(scheme: str) -> None:
    wire = Changing("nobody", "", "")
    run(scheme, lines(wire))
    clear = [VECTORS[name].tobytes() for name in VECTORS]
    assert not any(vector in message.payload for message in wire.seen for vector in clear)


def test_the_transcript_holds_digests_that_differ() -> None:
    over = lines()
    run("servers", over)
    digests = [entry.digest for entry in over.transcript.entries]
    assert len(set(digests)) == len(digests)
    assert all(len(digest) == 64 for digest in digests)


# --- dropouts ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("scheme", "stage"), [(s, stage) for s in ROUNDS for stage in ROUNDS[s]])
def test_users_may_drop_out_at_every_stage_of_secagg(scheme: str, stage: str) -> None:
    gone = ["user 2", "user 9"]
    result = run(scheme, lines(dropping(dict.fromkeys(gone, stage))))
    left = set(VECTORS) if stage in (AGREE, UNMASK) else set(VECTORS) - set(gone)
    assert result.contributors == left
    assert result.total.tolist() == plain(left)


def test_users_may_drop_out_at_different_stages() -> None:
    gone = dict(zip(["user 1", "user 5", "user 9", "user 12"], SECAGG, strict=True))
    result = sum_among_users(VECTORS, B, lines(dropping(gone)))
    assert result.contributors == set(VECTORS) - {"user 1", "user 5", "user 9"}
    assert result.total.tolist() == plain(result.contributors)


def test_whatever_drops_out_the_sum_is_right_or_there_is_none() -> None:
    """Random parties fall silent at random stages, in all schemes."""
    rng, outcomes = np.random.default_rng(0), Counter[str]()
    for trial in range(60):
        scheme = SCHEMES[trial % 3]
        names = [*VECTORS, *(server_names(3) if scheme == "servers" and trial % 9 == 0 else [])]
        gone = {name: str(rng.choice(STAGES)) for name in names if rng.random() < 0.05 * (trial % 10)}
        try:
            result = run(scheme, lines(dropping(gone)))
        except (TooFewParties, LostServer):
            outcomes["none"] += 1
        else:
            assert result.total.tolist() == plain(result.contributors)
            assert {name for name in VECTORS if name not in gone} <= result.contributors
            outcomes["sum"] += 1
    assert min(outcomes["none"], outcomes["sum"]) > 5


@pytest.mark.parametrize("reached", [0, 1, 2])
def test_a_user_whose_shares_are_incomplete_is_left_out(reached: int) -> None:
    arrives = set(server_names(3)[:reached])

    def wire(message: Message) -> Iterable[Message]:
        return [message] if message.sender != "user 4" or message.receiver in arrives else []

    result = run("servers", lines(wire))
    assert result.contributors == set(VECTORS) - {"user 4"}
    assert result.total.tolist() == plain(result.contributors)


def test_many_users_come_in_blocks() -> None:
    many = {name: uniform(seeded(i), 2, 97) for i, name in enumerate(user_names(150))}
    over = lines(dropping({"user 100": UPLOAD}))
    result = sum_through_servers(iter(many.items()), 2, 97, over)
    assert len(result.contributors) == 149
    expected = sum(vector.astype(int) for name, vector in many.items() if name != "user 100") % 97
    assert result.total.tolist() == expected.tolist()
    assert sum(stage.startswith("roster") for stage in over.transcript.summary()) == 3


@pytest.mark.parametrize("stage", [stage for stage in STAGES if stage not in (AGREE, UNMASK)])
def test_a_server_that_dies_is_named(stage: str) -> None:
    with pytest.raises(LostServer, match=r"server 2, stage .* no sum is released") as caught:
        run("servers", lines(dropping({"server 2": stage})))
    assert caught.value.party == "server 2"
    assert caught.value.stage.split()[0] == ("roster" if stage == UPLOAD else stage)


def test_a_server_may_die_when_its_masked_shares_are_in() -> None:
    result = run("servers", lines(dropping({"server 2": UNMASK})))
    assert result.total.tolist() == plain(VECTORS)


def test_a_server_checks_the_roster_that_it_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """A roster of one user would show that user's model to the other servers; one of strangers cannot be added."""
    held = dict(list(VECTORS.items())[:3])
    told = lambda *names: packed(dict.fromkeys(names, b""))  # noqa: E731
    assert believed_roster("server 1", ROSTER, told("user 1", "user 3"), held) == {"user 1", "user 3"}
    with pytest.raises(WrongMessage, match="server 1, stage roster: the aggregator names users whose shares"):
        believed_roster("server 1", ROSTER, told("user 1", "user 4"), held)
    with pytest.raises(WrongMessage, match="what aggregator sends cannot be read"):
        believed_roster("server 1", ROSTER, b"nonsense", held)
    monkeypatch.setattr(
        rounds, "believed_roster", lambda server, *_: {"user 1"} if server == "server 2" else set(VECTORS)
    )
    with pytest.raises(TooFewParties, match="server 2, stage roster: the shares of 1 users are complete"):
        run("servers", lines(), least=W)


def test_of_two_servers_none_may_die() -> None:
    with pytest.raises(TooFewParties, match="threshold is 2"):
        sum_through_servers(VECTORS.items(), 2, B, lines(dropping({"server 2": UNMASK})))


# --- faults -----------------------------------------------------------------------------------------------------------------


FAULTS = [("servers", "user 3", UPLOAD), ("servers", "server 1", ROSTER), ("servers", AGGREGATOR, ROSTER)]
FAULTS += [("servers", "server 2", stage) for stage in SECAGG]
FAULTS += [("servers", AGGREGATOR, stage) for stage in SECAGG[:-1]]
FAULTS += [(scheme, "user 3", stage) for scheme, rounds in ROUNDS.items() for stage in rounds]
FAULTS += [(scheme, AGGREGATOR, stage) for scheme, rounds in ROUNDS.items() for stage in rounds[:-1]]


@pytest.mark.parametrize("how", ["flip", "cut"])
@pytest.mark.parametrize(("scheme", "sender", "stage"), FAULTS)
def test_a_changed_message_is_noticed(scheme: str, sender: str, stage: str, how: str) -> None:
    with pytest.raises(WrongMessage, match=f"the message from {sender} does not authenticate") as caught:
        run(scheme, lines(Changing(sender, stage, how)))
    assert caught.value.stage.split()[0] == stage


@pytest.mark.parametrize(("scheme", "sender", "stage"), FAULTS)
def test_a_message_that_comes_twice_is_noticed(scheme: str, sender: str, stage: str) -> None:
    with pytest.raises(RepeatedMessage, match=f"a second message from {sender}") as caught:
        run(scheme, lines(Changing(sender, stage, "repeat")))
    assert caught.value.stage.split()[0] == stage


@pytest.mark.parametrize(("scheme", "sender", "stage"), FAULTS)
def test_a_message_of_an_earlier_round_is_noticed(scheme: str, sender: str, stage: str) -> None:
    """The same identity keys in both rounds (same seed), so that only the name of the round tells them apart."""
    first = Changing("nobody", "", "")
    run(scheme, lines(first))
    with pytest.raises(WrongMessage, match="another round"):
        run(scheme, lines(Changing(sender, stage, "replay", first.seen), name="round 2"))
    again = run(
        scheme, lines(Changing(sender, stage, "replay", first.seen))
    )  # control: in its own round it is accepted
    assert again.total.tolist() == plain(VECTORS)


def test_a_message_of_an_earlier_stage_is_noticed() -> None:
    """Sender, receiver, keys and round are the right ones: only the stage in the seal tells."""
    earlier: list[Message] = []

    def wire(message: Message) -> Iterable[Message]:
        if (message.sender, message.stage) == ("user 3", SHARES):
            return [replace(earlier[0], stage=SHARES)]
        if message.sender == "user 3":
            earlier.append(message)
        return [message]

    with pytest.raises(WrongMessage, match="aggregator, stage shares: the message from user 3 does not auth"):
        run("users", lines(wire))


def test_a_message_under_another_name_is_noticed() -> None:
    def wire(message: Message) -> Iterable[Message]:
        return [replace(message, sender="user 5") if message.sender == "user 4" else message]

    with pytest.raises(ProtocolError, match="user 5"):
        run("servers", lines(wire))


@pytest.mark.parametrize("stage", SECAGG[:3])
def test_too_few_users_give_no_sum(stage: str) -> None:
    gone = dict.fromkeys(list(VECTORS)[:5], stage)
    with pytest.raises(TooFewParties, match=f"aggregator, stage {stage}: 7 users are left, and 8 are needed"):
        sum_among_users(VECTORS, B, lines(dropping(gone)), least=8)
    assert len(sum_among_users(VECTORS, B, lines(dropping(gone)), least=7).contributors) == 7


def test_too_few_uploads_give_no_sum() -> None:
    with pytest.raises(TooFewParties, match="the shares of 11 users are complete, and 12 users are needed"):
        run("servers", lines(dropping({"user 4": UPLOAD})), least=12)


@pytest.mark.parametrize(
    ("stage", "found_at"), [(KEYS, SHARES), (SHARES, MASKED), (MASKED, UNMASK), (UNMASK, UNMASK)]
)
def test_below_the_threshold_the_party_and_the_stage_are_named(stage: str, found_at: str) -> None:
    gone = dict.fromkeys(list(VECTORS)[:6], stage)
    with pytest.raises(TooFewParties, match="the threshold is 7") as caught:
        sum_among_users(VECTORS, B, lines(dropping(gone)))
    assert caught.value.party in VECTORS
    assert caught.value.stage == found_at


# --- what the parties themselves refuse ---------------------------------------------------------------------------------------


def trio(name: str = "round 1") -> tuple[Rules, dict[str, Client], Aggregator]:
    """Three clients that have sent their shares."""
    names = user_names(3)
    rules = Rules(name, {a: tuple(b for b in names if b != a) for a in names}, 2, LENGTH, B)
    clients, aggregator = {a: Client(a, rules, seeded(i)) for i, a in enumerate(names)}, Aggregator(rules)
    for a in names:
        aggregator.take_keys(a, clients[a].keys())
    for a in names:
        aggregator.boxes[a] = clients[a].shares(aggregator.keys_for(a))
    return rules, clients, aggregator


def test_a_public_key_of_small_order_is_refused() -> None:
    """With the point 0 every exchange gives 0, so that everybody would know the common masks."""
    rules, _, aggregator = trio()
    clients = {"user 1": Client("user 1", rules, seeded(0))}
    aggregator.public["user 2"] = bytes(64) + aggregator.public["user 2"][64:]
    with pytest.raises(WrongMessage, match="user 1, stage keys: the public key of user 2 cannot be used"):
        clients["user 1"].shares(aggregator.keys_for("user 1"))


def test_a_wrong_key_share_is_noticed_by_its_receiver() -> None:
    _, clients, aggregator = trio()
    box = aggregator.boxes["user 2"]["user 1"]
    aggregator.boxes["user 2"]["user 1"] = box[:-1] + bytes([box[-1] ^ 1])
    with pytest.raises(WrongMessage, match="user 1, stage masked: the key shares from user 2"):
        clients["user 1"].masked(aggregator.shares_for("user 1"), VECTORS["user 1"])


def test_swapped_key_shares_are_noticed() -> None:
    _, clients, aggregator = trio()
    aggregator.boxes["user 2"]["user 1"] = aggregator.boxes["user 2"]["user 3"]
    with pytest.raises(WrongMessage, match="user 2"):
        clients["user 1"].masked(aggregator.shares_for("user 1"), VECTORS["user 1"])


def ready() -> tuple[dict[str, Client], Aggregator]:
    _, clients, aggregator = trio()
    for name, client in clients.items():
        y = client.masked(aggregator.shares_for(name), VECTORS[name])
        if name != "user 3":
            aggregator.take_masked(name, y)
    return clients, aggregator


def test_a_holder_that_opens_another_share_is_noticed() -> None:
    for party in VECTORS.keys() & {"user 1", "user 3"}:  # one that stayed, one that dropped out
        clients, aggregator = ready()
        for name in ("user 1", "user 2"):
            answer = clients[name].unmask(aggregator.fate_for(name))
            if name == "user 2":
                answer[party] = answer[party][:4] + bytes(len(answer[party]) - 4)
            aggregator.take_unmask(name, packed(answer))
        with pytest.raises(WrongMessage, match=f"the shares of the key of {party} do not give its key"):
            aggregator.sum()


def test_nobody_opens_both_keys_of_a_party() -> None:
    clients, aggregator = ready()
    fate = aggregator.fate_for("user 1")
    assert fate == {"user 1": STAYED, "user 2": STAYED, "user 3": DROPPED}
    clients["user 1"].unmask(fate)
    with pytest.raises(WrongMessage, match="user 1, stage unmask: the aggregator asks twice"):
        clients["user 1"].unmask({**fate, "user 3": STAYED})


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"user 1": DROPPED}, "counts this party as gone"),
        ({"user 9": STAYED}, "keys that are not held"),
        ({"user 2": b"both"}, "keys that are not held"),
        ({"user 2": DROPPED}, "1 of its neighbourhood are left"),
    ],
)
def test_a_client_refuses_what_the_aggregator_must_not_ask(change: dict[str, bytes], message: str) -> None:
    clients, aggregator = ready()
    with pytest.raises(ProtocolError, match=message):
        clients["user 1"].unmask({**aggregator.fate_for("user 1"), **change})


def masked_pair(round_names: tuple[str, str]) -> list[Residues]:
    """What one client with the same keys sends for two vectors, under two names of the round."""
    sent = []
    for name, vector in zip(round_names, ("user 4", "user 5"), strict=True):
        _, clients, aggregator = trio(name)
        y = from_bytes(clients["user 1"].masked(aggregator.shares_for("user 1"), VECTORS[vector]), LENGTH, B)
        assert y is not None
        own = mask(clients["user 1"].own_seed, LENGTH, B)
        sent.append(added(y, negated(own, B), B))
    return sent


def test_masks_are_not_used_in_two_rounds() -> None:
    """With a mask used twice the difference of what is sent is the difference of the vectors: the control shows it."""
    leak = added(VECTORS["user 4"], negated(VECTORS["user 5"], B), B)
    twice = masked_pair(("round 1", "round 1"))
    assert (added(twice[0], negated(twice[1], B), B) == leak).all()
    fresh = masked_pair(("round 1", "round 2"))
    assert (added(fresh[0], negated(fresh[1], B), B) != leak).all()


@pytest.mark.parametrize(
    ("take", "message"),
    [
        (lambda a: a.take_keys("user 1", b"short"), "user 1 sends 5 bytes as its keys"),
        (lambda a: a.take_shares("user 1", b"nonsense"), "what user 1 sends cannot be read"),
        (lambda a: a.take_shares("user 1", b""), "shares to others than its neighbours"),
        (lambda a: a.take_masked("user 1", b"short"), "no vector of 7 residues"),
        (lambda a: a.take_unmask("user 1", b"nonsense"), "cannot be read"),
        (
            lambda a: a.take_unmask("user 1", packed({"user 2": b"\x01"})),
            "user 1 sends no share of the key of user 2",
        ),
        (
            lambda a: a.take_unmask("user 1", packed({"user 2": bytes(70)})),
            "user 1 sends no share of the key",
        ),
    ],
)
def test_the_aggregator_refuses_nonsense(take: object, message: str) -> None:
    _, _, aggregator = trio()
    with pytest.raises(WrongMessage, match=message):
        take(aggregator)  # type: ignore[operator]


def test_a_share_of_another_length_names_user_and_server() -> None:
    uneven = [("user 1", np.zeros(3, dtype=np.uint64)), ("user 2", np.zeros(2, dtype=np.uint64))]
    with pytest.raises(WrongMessage, match="server 1, stage upload: user 2 sends no vector of 3 residues"):
        sum_through_servers(uneven, 2, 97, lines())


def test_a_vector_of_another_length_names_its_user() -> None:
    uneven = VECTORS | {"user 7": np.zeros(2, dtype=np.uint64)}
    with pytest.raises(WrongMessage, match="user 7, stage masked: its vector has 2 entries instead of 7"):
        sum_among_users(uneven, B, lines())


def test_a_user_that_uploads_twice_is_noticed() -> None:
    twice = [*VECTORS.items(), ("user 3", VECTORS["user 3"])]
    with pytest.raises(RepeatedMessage, match="server 1, stage upload: a second message from user 3"):
        sum_through_servers(twice, 3, B, lines())


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: sum_among_users({}, B, lines()), "w .* must be >= 2"),
        (lambda: sum_through_servers([], 3, B, lines()), "w .* must be >= 1"),
        (lambda: sum_through_servers(VECTORS.items(), 1, B, lines()), "J .* must be >= 2"),
        (lambda: sum_among_users(VECTORS, B, lines(), k=6), "threshold .* must be given"),
        (lambda: sum_among_users(VECTORS, B, lines(), active=True), "threshold .* must be given"),
        (lambda: sum_among_users(VECTORS, B, lines(), k=6, threshold=5, active=True), "k .* must be all 11"),
        (lambda: sum_among_users(VECTORS, B, lines(), k=6, threshold=1), "threshold .* must be >= 2"),
        (
            lambda: sum_among_users(VECTORS, B, lines(), k=6, threshold=8),
            r"threshold .* must be <= k \+ 1 = 7",
        ),
    ],
)
def test_bad_input_is_named(call: object, message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        call()  # type: ignore[operator]
