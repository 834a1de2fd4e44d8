"""Keys: X25519 agreement, and HKDF that binds each key to its purpose, its round and its two parties."""

from __future__ import annotations

import struct

from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from reference.errors import WrongMessage
from reference.secure_sum.messages import KEYS
from reference.secure_sum.residues import Entropy

KEY_BYTES = 32


def fresh_key(entropy: Entropy) -> X25519PrivateKey:
    return X25519PrivateKey.from_private_bytes(entropy(KEY_BYTES))


def public_bytes(key: X25519PrivateKey) -> bytes:
    return key.public_key().public_bytes_raw()


def agreed_key(
    mine: X25519PrivateKey, theirs: bytes, purpose: str, round_name: str, me: str, other: str
) -> bytes:
    """The 32 bytes that two parties have in common; the same from either side, another one for each purpose and round."""
    try:
        secret = mine.exchange(X25519PublicKey.from_public_bytes(theirs))
    except ValueError:  # a point of small order, with which everybody would have the same secret
        raise WrongMessage(me, KEYS, f"the public key of {other} cannot be used") from None
    context = labelled(purpose, round_name, *sorted((me, other)))
    return HKDF(algorithm=SHA256(), length=KEY_BYTES, salt=None, info=context).derive(secret)


def labelled(*texts: str) -> bytes:
    """Texts as bytes from which they can be read again, so that no two lists give the same bytes."""
    return b"".join(struct.pack("<I", len(text.encode())) + text.encode() for text in texts)
