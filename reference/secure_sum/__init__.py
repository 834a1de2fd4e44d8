"""Secure summation (def:secagg): fixed point, shares for J servers, SecAgg with dropouts.

    fixed_point  residues  shares        the encoding, vectors modulo B, additive shares
    rounds                               the two ways to sum, message by message
    secagg  secagg_active                what a client and the aggregator of SecAgg do; the same if the aggregator may cheat
    neighbour_graph keys shamir masks    its parts
    messages sealed                      the transcript, wires, stages

`cryptography` supplies X25519, Ed25519, HKDF, AES-GCM and ChaCha20; numpy's generators make no key, mask or share.
"""
