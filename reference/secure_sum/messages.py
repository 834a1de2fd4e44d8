"""Messages, and the transcript that records each of them."""

from __future__ import annotations

import hashlib
import struct
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

AGGREGATOR = "aggregator"
UPLOAD, ROSTER = "upload", "roster"  # users to servers; the servers agree on whose shares are complete
KEYS, SHARES, MASKED, UNMASK = "keys", "shares", "masked", "unmask"  # the four rounds of SecAgg
AGREE = "agree"  # a fifth against an aggregator that cheats, before the masks are taken off
STAGES = (UPLOAD, ROSTER, KEYS, SHARES, MASKED, AGREE, UNMASK)
Wire = Callable[["Message"], Iterable["Message"]]  # what arrives when a message is sent


@dataclass(frozen=True)
class Message:
    """One sealed message. The receiver trusts none of these fields; the seal covers all of them."""

    sender: str
    receiver: str
    stage: str
    payload: bytes = field(repr=False)


@dataclass(frozen=True)
class Entry:
    """A line of the transcript: who sent how many bytes to whom at which stage, and their SHA-256."""

    sender: str
    receiver: str
    stage: str
    size: int
    digest: str


@dataclass
class Transcript:
    """Every message that was sent, whether it arrived or not."""

    entries: list[Entry] = field(default_factory=list)

    def record(self, message: Message) -> None:
        digest = hashlib.sha256(message.payload).hexdigest()
        self.entries.append(
            Entry(message.sender, message.receiver, message.stage, len(message.payload), digest)
        )

    def of_stage(self, stage: str) -> list[Entry]:
        return [entry for entry in self.entries if entry.stage == stage]

    def summary(self) -> dict[str, dict[str, int]]:
        """Messages and bytes per stage."""
        messages = Counter(entry.stage for entry in self.entries)
        sizes: Counter[str] = Counter()
        for entry in self.entries:
            sizes[entry.stage] += entry.size
        return {stage: {"messages": messages[stage], "bytes": sizes[stage]} for stage in messages}


def perfect(message: Message) -> Iterable[Message]:
    """A wire on which every message arrives once, as it was sent."""
    return (message,)


def dropping(silent_from: Mapping[str, str]) -> Wire:
    """A wire on which each named party falls silent at its stage: nothing from it arrives then or later."""

    def position(stage: str) -> int:
        return STAGES.index(stage.split()[0])

    def wire(message: Message) -> Iterable[Message]:
        stage = silent_from.get(message.sender)
        return () if stage is not None and position(message.stage) >= position(stage) else (message,)

    return wire


def packed(parts: Mapping[str, bytes]) -> bytes:
    """Named parts as bytes."""
    pieces = []
    for name, body in parts.items():
        label = name.encode()
        pieces += [struct.pack("<II", len(label), len(body)), label, body]
    return b"".join(pieces)


def unpacked(payload: bytes) -> dict[str, bytes]:
    """The named parts again; ValueError for anything else."""
    parts: dict[str, bytes] = {}
    at = 0
    while at < len(payload):
        try:
            label, body = struct.unpack_from("<II", payload, at)
        except struct.error:
            raise ValueError("cut short") from None
        at += 8
        name = payload[at : at + label].decode()
        if at + label + body > len(payload) or name in parts:
            raise ValueError("cut short, or a name twice")
        parts[name] = payload[at + label : at + label + body]
        at += label + body
    return parts
