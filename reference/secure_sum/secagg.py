"""SecAgg after Bell et al. 2020: the sum of the parties' vectors modulo B, with dropouts at every stage.

Each party hides its vector behind a mask of its own and behind masks in common with its neighbours, which cancel. The keys
of all masks are shared among the neighbours: those of common masks are opened for parties that dropped out, own masks
for those that stayed, never both. `rounds.py` lets the parties talk.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256

from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey

from reference.errors import TooFewParties, WrongMessage
from reference.secure_sum.keys import KEY_BYTES, agreed_key, fresh_key, labelled, public_bytes
from reference.secure_sum.masks import mask
from reference.secure_sum.messages import AGGREGATOR, KEYS, MASKED, SHARES, UNMASK, unpacked
from reference.secure_sum.residues import Entropy, Residues, Running, from_bytes, to_bytes
from reference.secure_sum.sealed import opened, sealed
from reference.secure_sum.shamir import SHARE_BYTES, joined, split

STAYED, DROPPED = b"stayed", b"dropped"


@dataclass(frozen=True)
class Rules:
    """What all parties of a round agree on beforehand."""

    round_name: str
    neighbours: Mapping[str, tuple[str, ...]]  # of each party
    threshold: int  # holders that open a key
    length: int
    B: int
    least: int = 2  # a sum of fewer parties is not released

    def holders(self, party: str, present: Mapping[str, object]) -> list[str]:
        """Those who hold a share of the party's keys: itself and its neighbours, as far as they are there."""
        return [name for name in sorted((party, *self.neighbours[party])) if name == party or name in present]

    def add_common_mask(
        self, y: Running, key: X25519PrivateKey, me: str, other: str, their_key: bytes
    ) -> None:
        """The mask of `me` for `other`: one adds what the other subtracts."""
        seed = agreed_key(key, their_key, "mask", self.round_name, me, other)
        y.add(mask(seed, self.length, self.B), +1 if me < other else -1)


class Client:
    """A party with a vector."""

    def __init__(self, name: str, rules: Rules, entropy: Entropy) -> None:
        self.name, self.rules, self.entropy = name, rules, entropy
        self.masking, self.sealing = fresh_key(entropy), fresh_key(entropy)
        self.own_seed = entropy(KEY_BYTES)
        self.public: dict[str, bytes] = {}  # what the neighbours sent at stage keys
        self.held: dict[str, bytes] = {}  # shares of the neighbours' keys, and of the own ones
        self.pair_keys: dict[str, bytes] = {}  # to seal shares, and to open those of the neighbours
        self.spoken: set[str] = set()  # stages at which the aggregator had its answer

    def keys(self) -> bytes:
        """Two public keys, and the hash of the own seed, so that wrong shares of it are noticed."""
        return public_bytes(self.masking) + public_bytes(self.sealing) + sha256(self.own_seed).digest()

    def shares(self, public: Mapping[str, bytes]) -> dict[str, bytes]:
        """Shares of the own seed and of the masking key, sealed for each neighbour that is there."""
        self._once(SHARES)
        if not set(public) <= set(self.rules.neighbours[self.name]):
            raise WrongMessage(self.name, SHARES, "keys of others than its neighbours")
        self.public = dict(public)
        holders = self.rules.holders(self.name, public)
        self._require(len(holders), SHARES)
        secrets = (self.own_seed, self.masking.private_bytes_raw())
        seeds, keys = (split(s, self.rules.threshold, len(holders), self.entropy) for s in secrets)
        boxes = {}
        for x, holder in enumerate(holders, start=1):
            both = x.to_bytes(4, "little") + seeds[x] + keys[x]
            if holder == self.name:
                self.held[self.name] = both
            else:
                context = labelled(self.name, holder, self.rules.round_name)
                boxes[holder] = sealed(self._pair_key(holder), both, context, self.entropy)
        return boxes

    def masked(self, boxes: Mapping[str, bytes], f: Residues) -> bytes:
        """The vector behind the own mask and the masks in common with the neighbours that sent shares."""
        rules = self.rules
        self._once(MASKED)  # two answers with different partners would differ by single masks
        if f.shape != (rules.length,):
            raise WrongMessage(
                self.name, MASKED, f"its vector has {len(f)} entries instead of {rules.length}"
            )
        for sender, box in boxes.items():
            try:
                context = labelled(sender, self.name, rules.round_name)
                self.held[sender] = opened(self._pair_key(sender), box, context)
            except (KeyError, ValueError):
                why = f"the key shares from {sender} do not authenticate"
                raise WrongMessage(self.name, MASKED, why) from None
        self._require(len(self.held), MASKED)
        y = Running(rules.length, rules.B)
        y.add(f)
        y.add(mask(self.own_seed, rules.length, rules.B))
        for other in boxes:
            rules.add_common_mask(y, self.masking, self.name, other, self.public[other][:KEY_BYTES])
        return to_bytes(y.value(), rules.B)

    def unmask(self, fate: Mapping[str, bytes]) -> dict[str, bytes]:
        """For each party whose shares are held here: of its own seed if it stayed, of its masking key if it dropped out."""
        self._once(UNMASK)
        if fate.get(self.name) != STAYED:
            raise WrongMessage(self.name, UNMASK, f"the {AGGREGATOR} counts this party as gone")
        if not set(fate) <= set(self.held) or not set(fate.values()) <= {STAYED, DROPPED}:
            raise WrongMessage(self.name, UNMASK, f"the {AGGREGATOR} asks for keys that are not held here")
        self._require(sum(end == STAYED for end in fate.values()), UNMASK)
        answer = {}
        for party, end in fate.items():
            place, shares = self.held[party][:4], self.held[party][4:]
            answer[party] = place + (shares[:SHARE_BYTES] if end == STAYED else shares[SHARE_BYTES:])
        return answer

    def _pair_key(self, other: str) -> bytes:
        if other not in self.pair_keys:
            theirs = self.public[other][KEY_BYTES : 2 * KEY_BYTES]
            key = agreed_key(self.sealing, theirs, "shares", self.rules.round_name, self.name, other)
            self.pair_keys[other] = key
        return self.pair_keys[other]

    def _once(self, stage: str) -> None:
        if stage in self.spoken:
            raise WrongMessage(self.name, stage, f"the {AGGREGATOR} asks twice")
        self.spoken.add(stage)

    def _require(self, count: int, stage: str) -> None:
        if count < self.rules.threshold:
            why = f"{count} of its neighbourhood are left, and the threshold is {self.rules.threshold}"
            raise TooFewParties(self.name, stage, why)


class Aggregator:
    """Forwards keys and shares, adds what arrives, and takes the masks off."""

    key_bytes = 3 * KEY_BYTES  # two keys and a hash

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.public: dict[str, bytes] = {}
        self.boxes: dict[str, dict[str, bytes]] = {}  # by sender, then by receiver
        self.stayed: set[str] = set()
        self.total = Running(rules.length, rules.B)
        self.opened: dict[str, dict[int, bytes]] = {}

    def take_keys(self, sender: str, keys: bytes) -> None:
        if len(keys) != self.key_bytes:
            raise WrongMessage(AGGREGATOR, KEYS, f"{sender} sends {len(keys)} bytes as its keys")
        self.public[sender] = keys

    def keys_for(self, party: str) -> dict[str, bytes]:
        return {other: self.public[other] for other in self.rules.neighbours[party] if other in self.public}

    def take_shares(self, sender: str, boxes: bytes) -> None:
        self.boxes[sender] = parts(AGGREGATOR, sender, SHARES, boxes)
        if set(self.boxes[sender]) != set(self.keys_for(sender)):
            raise WrongMessage(AGGREGATOR, SHARES, f"{sender} sends shares to others than its neighbours")

    def shares_for(self, party: str) -> dict[str, bytes]:
        return {
            other: self.boxes[other][party] for other in self.rules.neighbours[party] if other in self.boxes
        }

    def take_masked(self, sender: str, payload: bytes) -> None:
        y = from_bytes(payload, self.rules.length, self.rules.B)
        if y is None:
            why = f"{sender} sends no vector of {self.rules.length} residues modulo {self.rules.B}"
            raise WrongMessage(AGGREGATOR, MASKED, why)
        self.total.add(y)
        self.stayed.add(sender)

    def fate_for(self, party: str) -> dict[str, bytes]:
        """What became of the parties whose keys this one holds shares of."""
        held = [other for other in (party, *self.rules.neighbours[party]) if other in self.boxes]
        return {other: STAYED if other in self.stayed else DROPPED for other in held}

    def take_unmask(self, sender: str, payload: bytes) -> None:
        for party, share in parts(AGGREGATOR, sender, UNMASK, payload).items():
            place = int.from_bytes(share[:4], "little")
            if len(share) != 4 + SHARE_BYTES or not place:
                raise WrongMessage(AGGREGATOR, UNMASK, f"{sender} sends no share of the key of {party}")
            self.opened.setdefault(party, {})[place] = share[4:]

    def sum(self) -> Residues:
        """The sum over the parties that stayed."""
        rules = self.rules
        for party in sorted(self.boxes):
            key = self._opened_key(party)
            if party in self.stayed:
                self._require(
                    sha256(key).digest() == self.public[party][2 * KEY_BYTES : 3 * KEY_BYTES], party
                )
                self.total.add(mask(key, rules.length, rules.B), -1)
                continue
            private = X25519PrivateKey.from_private_bytes(key)
            self._require(public_bytes(private) == self.public[party][:KEY_BYTES], party)
            for other in sorted(self.stayed & set(rules.neighbours[party])):
                # what the dropped party would have added: the other one added its negative
                rules.add_common_mask(self.total, private, party, other, self.public[other][:KEY_BYTES])
        return self.total.value()

    def _opened_key(self, party: str) -> bytes:
        shares = self.opened.get(party, {})
        if len(shares) < self.rules.threshold:
            why = f"{len(shares)} shares of the key of {party} arrived, and the threshold is {self.rules.threshold}"
            raise TooFewParties(party, UNMASK, why)
        return joined(dict(sorted(shares.items())[: self.rules.threshold]))[:KEY_BYTES]

    def _require(self, fits: bool, party: str) -> None:
        if not fits:
            raise WrongMessage(AGGREGATOR, UNMASK, f"the shares of the key of {party} do not give its key")


def parts(receiver: str, sender: str, stage: str, payload: bytes) -> dict[str, bytes]:
    """The named parts of a message that somebody else wrote."""
    try:
        return unpacked(payload)
    except ValueError as error:
        raise WrongMessage(receiver, stage, f"what {sender} sends cannot be read: {error}") from None
