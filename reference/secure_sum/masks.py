"""Masks: a 32-byte key expanded by ChaCha20 to a vector modulo B, the same for whoever has the key."""

from __future__ import annotations

from cryptography.hazmat.primitives.ciphers import Cipher
from cryptography.hazmat.primitives.ciphers.algorithms import ChaCha20

from reference.secure_sum.residues import Words, draws

START = bytes(16)  # counter and nonce 0: a key makes one mask and is never used again


def mask(key: bytes, length: int, B: int) -> Words:
    stream = Cipher(ChaCha20(key, START), mode=None).encryptor()
    return draws(lambda count: stream.update(bytes(count)), length, B)
