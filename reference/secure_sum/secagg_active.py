"""SecAgg against an aggregator that cheats (Bonawitz et al. 2017, the variant for active adversaries).

All parties are neighbours. Each has a signing key that the others know. It signs the keys that it publishes, so that nobody
can put others in their place. Before any mask is opened, each party signs the list of who stayed, and goes on only with
the signatures of a quorum under its own list. Two quorums have an honest party in common, who signs one list only: so no two
honest parties open masks for different lists, and nobody's two keys are opened.
"""

from __future__ import annotations

from collections.abc import Mapping

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from reference.errors import TooFewParties, WrongMessage
from reference.secure_sum.keys import KEY_BYTES, labelled
from reference.secure_sum.messages import AGGREGATOR, AGREE, KEYS, SHARES, UNMASK
from reference.secure_sum.residues import Entropy
from reference.secure_sum.secagg import DROPPED, STAYED, Aggregator, Client, Rules

SIGNATURE_BYTES = 64
Directory = Mapping[str, Ed25519PublicKey]  # of all parties, known to all of them before the round


def signing_key(entropy: Entropy) -> Ed25519PrivateKey:
    return Ed25519PrivateKey.from_private_bytes(entropy(KEY_BYTES))


class ActiveClient(Client):
    """A party that believes the aggregator nothing that a quorum has not signed."""

    def __init__(
        self, name: str, rules: Rules, entropy: Entropy, signing: Ed25519PrivateKey, directory: Directory
    ) -> None:
        super().__init__(name, rules, entropy)
        self.signing, self.directory = signing, directory
        self.stayed: list[str] = []  # the one list that this party signed

    def keys(self) -> bytes:
        """The keys and their signature."""
        keys = super().keys()
        return keys + self.signing.sign(self._signed_keys(self.name, keys))

    def shares(self, public: Mapping[str, bytes]) -> dict[str, bytes]:
        """As before, if each party has signed its keys."""
        for other, sent in public.items():
            keys, signature = sent[: 3 * KEY_BYTES], sent[3 * KEY_BYTES :]
            if not self._verified(other, signature, self._signed_keys(other, keys)):
                raise WrongMessage(self.name, SHARES, f"the keys of {other} are not signed by it")
        return super().shares(public)

    def agree(self, stayed: Mapping[str, bytes]) -> bytes:
        """The signature under the list of who stayed, if this party is on it and enough others are."""
        self._once(AGREE)
        if self.name not in stayed or not set(stayed) <= set(self.held):
            raise WrongMessage(self.name, AGREE, "the list of who stayed has strangers, or not this party")
        needed = max(self.rules.threshold, self.rules.least)
        if len(stayed) < needed:
            raise TooFewParties(self.name, AGREE, f"{len(stayed)} parties stayed, and {needed} are needed")
        self.stayed = sorted(stayed)
        return self.signing.sign(self._signed_list())

    def unmask(self, signatures: Mapping[str, bytes]) -> dict[str, bytes]:
        """The shares, once a quorum has signed the same list."""
        if not self.stayed or not set(signatures) <= set(self.stayed):
            raise WrongMessage(self.name, UNMASK, "signatures of others than those who stayed")
        for other, signature in signatures.items():
            if not self._verified(other, signature, self._signed_list()):
                raise WrongMessage(self.name, UNMASK, f"{other} did not sign the same list of who stayed")
        self._require(len(signatures), UNMASK)
        return super().unmask({other: STAYED if other in self.stayed else DROPPED for other in self.held})

    def _signed_keys(self, party: str, keys: bytes) -> bytes:
        return labelled(KEYS, self.rules.round_name, party) + keys

    def _signed_list(self) -> bytes:
        return labelled(AGREE, self.rules.round_name, *self.stayed)

    def _verified(self, party: str, signature: bytes, what: bytes) -> bool:
        try:
            self.directory[party].verify(signature, what)
        except (KeyError, InvalidSignature):
            return False
        return True


class ActiveAggregator(Aggregator):
    """Also passes on the list of who stayed, and the signatures under it."""

    key_bytes = 3 * KEY_BYTES + SIGNATURE_BYTES

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.signatures: dict[str, bytes] = {}

    def stayed_for(self, party: str) -> dict[str, bytes]:
        return dict.fromkeys(sorted(self.stayed), b"")

    def take_agree(self, sender: str, signature: bytes) -> None:
        if len(signature) != SIGNATURE_BYTES:
            raise WrongMessage(AGGREGATOR, AGREE, f"{sender} sends {len(signature)} bytes as a signature")
        self.signatures[sender] = signature

    def signatures_for(self, party: str) -> dict[str, bytes]:
        return self.signatures
