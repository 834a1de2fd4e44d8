"""AES-GCM seals that name sender, receiver, round and stage; the lines between the parties."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from reference.errors import RepeatedMessage, WrongMessage
from reference.secure_sum.keys import agreed_key, fresh_key, labelled, public_bytes
from reference.secure_sum.messages import Message, Transcript, Wire, perfect
from reference.secure_sum.residues import OS_ENTROPY, Entropy

NONCE_BYTES = 12


def sealed(key: bytes, body: bytes, context: bytes, entropy: Entropy) -> bytes:
    nonce = entropy(NONCE_BYTES)
    return nonce + AESGCM(key).encrypt(nonce, body, context)


def opened(key: bytes, box: bytes, context: bytes) -> bytes:
    """What was sealed with this key and this context; ValueError for anything else."""
    try:
        return AESGCM(key).decrypt(box[:NONCE_BYTES], box[NONCE_BYTES:], context)
    except InvalidTag:
        raise ValueError("the seal does not fit") from None


class Lines:
    """Authenticated lines between the parties of one round, over a wire that may lose, change or repeat messages.

    Each party has an identity key whose public half everybody knows: the public-key directory that the theorem assumes. Here
    all of them are made in one process; a deployment gives each party its own. `seconds` is the CPU time of each party.
    """

    def __init__(
        self,
        round_name: str,
        transcript: Transcript | None = None,
        wire: Wire = perfect,
        entropy: Entropy = OS_ENTROPY,
    ) -> None:
        self.round_name, self.wire, self.entropy = round_name, wire, entropy
        self.transcript = Transcript() if transcript is None else transcript
        self.seconds: dict[str, float] = {}
        self._identities: dict[str, X25519PrivateKey] = {}
        self._keys: dict[tuple[str, str], bytes] = {}
        self._arrived: set[tuple[str, str, str]] = set()

    @contextmanager
    def busy(self, party: str) -> Iterator[None]:
        """Counts the CPU time of what this party does."""
        start = time.process_time()
        try:
            yield
        finally:
            self.seconds[party] = self.seconds.get(party, 0.0) + time.process_time() - start

    def carried(self, sender: str, receiver: str, stage: str, body: bytes) -> bytes | None:
        """Send a message; what the receiver accepts, or None if nothing arrives."""
        with self.busy(sender):
            box = sealed(
                self._key(sender, receiver), body, self._context(sender, receiver, stage), self.entropy
            )
        message = Message(sender, receiver, stage, box)
        self.transcript.record(message)
        accepted = None
        for arrived in self.wire(message):
            with self.busy(receiver):
                accepted = self._accepted(receiver, stage, arrived)
        return accepted

    def _accepted(self, receiver: str, stage: str, message: Message) -> bytes:
        sender = message.sender
        if (sender, receiver, stage) in self._arrived:
            raise RepeatedMessage(receiver, stage, f"a second message from {sender}")
        try:
            body = opened(
                self._key(receiver, sender), message.payload, self._context(sender, receiver, stage)
            )
        except ValueError:
            why = f"the message from {sender} does not authenticate: changed, or of another round, stage or party"
            raise WrongMessage(receiver, stage, why) from None
        self._arrived.add((sender, receiver, stage))
        return body

    def _context(self, sender: str, receiver: str, stage: str) -> bytes:
        return labelled(sender, receiver, self.round_name, stage)

    def _key(self, me: str, other: str) -> bytes:
        if (me, other) not in self._keys:
            mine, theirs = self._identity(me), public_bytes(self._identity(other))
            self._keys[me, other] = agreed_key(mine, theirs, "line", self.round_name, me, other)
        return self._keys[me, other]

    def _identity(self, party: str) -> X25519PrivateKey:
        if party not in self._identities:
            self._identities[party] = fresh_key(self.entropy)
        return self._identities[party]
