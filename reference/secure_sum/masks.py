"""Masks: a 32-byte key expanded by ChaCha20 to a vector modulo B, the same for whoever has the key."""

from __future__ import annotations

from cryptography.hazmat.primitives.ciphers import Cipher
from cryptography.hazmat.primitives.ciphers.algorithms import ChaCha20

from reference.secure_sum.residues import Residues, uniform

START = bytes(16)  # counter and nonce 0: a key makes one mask and is never used again


def mask(key: bytes, length: int, B: int) -> Residues:
    stream = Cipher(ChaCha20(key, START), mode=None).encryptor()
    return uniform(lambda count: stream.update(bytes(count)), length, B)
