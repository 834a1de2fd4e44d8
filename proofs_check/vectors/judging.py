"""A library against the vectors: each answer is right, too optimistic, too pessimistic or refused.

All answers are safe upwards. An answer is too optimistic if it is below the enclosure, without any tolerance, and right if it
is at most one millionth, or one float, above it.
"""

from __future__ import annotations

import importlib
import io
import logging
import math
import pkgutil
import signal
import statistics
import threading
import warnings
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass
from fractions import Fraction
from importlib import metadata
from types import FrameType, ModuleType
from typing import Any

from joblib import delayed

from proofs_check.method.workers import in_processes
from proofs_check.vectors import peers
from proofs_check.vectors.case import Case, NotOffered, Offers
from proofs_check.vectors.files import Vector
from proofs_check.vectors.flags import FLAGS
from reference.errors import InvalidInput, reject

try:
    import resource
except ImportError:  # pragma: no cover
    resource = None  # type: ignore[assignment]

TOLERANCE = Fraction(1, 10**6)
MORE_THAN_ROUNDING = 1 + 1e-9  # factor
PATIENCE = 10  # seconds of computing for one answer, however busy the machine is
MOST_MEMORY = 4 << 30  # bytes
PARTS = 8  # of the work, for each process
RIGHT, OPTIMISTIC, PESSIMISTIC, REFUSED = "right", "too optimistic", "too pessimistic", "refused"
PEERS = tuple(sorted(module.name.replace("_", "-") for module in pkgutil.iter_modules(peers.__path__)))


@dataclass(frozen=True)
class Judged:
    """What one answer is worth; the factor is how far it is from the enclosure (1 if right, inf if it is 0)."""

    vector: Vector
    verdict: str
    factor: float = 1.0
    answer: float | None = None


def judge(vector: Vector, answer: Any) -> Judged:
    """Exact comparison of the float with the enclosure."""
    try:
        value = float(answer)
    except (TypeError, ValueError):
        return Judged(vector, REFUSED)
    if not math.isfinite(value):
        return Judged(vector, REFUSED, answer=value)
    exactly, box = Fraction(value), vector.box
    if exactly < box.lo:
        return Judged(vector, OPTIMISTIC, _factor(box.lo, exactly), value)
    if exactly <= box.hi * (1 + TOLERANCE) or value == box.upper():
        return Judged(vector, RIGHT, answer=value)
    return Judged(vector, PESSIMISTIC, _factor(exactly, box.hi), value)


def _factor(larger: Fraction, smaller: Fraction) -> float:
    try:
        return float(larger / smaller) if smaller > 0 else math.inf
    except OverflowError:
        return math.inf


class _TooLong(Exception):
    """No answer in time."""


@contextmanager
def _patience(seconds: int) -> Iterator[None]:
    """Interrupts what computes longer; without such alarms (another thread, another system) it waits."""
    if threading.current_thread() is not threading.main_thread() or not hasattr(signal, "setitimer"):
        yield
        return

    def ring(number: int, frame: FrameType | None) -> None:
        raise _TooLong

    former = signal.signal(signal.SIGPROF, ring)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, former)


@contextmanager
def _memory(most: int) -> Iterator[None]:
    """What asks for more memory gets an error, where the system can say so."""
    if resource is None:
        yield
        return
    former = resource.getrlimit(resource.RLIMIT_DATA)
    hard = former[1]
    resource.setrlimit(
        resource.RLIMIT_DATA, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard)
    )
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_DATA, former)


def judged(offers: Offers, vectors: Iterable[Vector]) -> list[Judged]:
    """Every vector that the library has an answer to; what it prints or warns of is not ours to show."""
    found = []
    for vector in vectors:
        function = offers.get((vector.question.mechanism, vector.question.asked))
        if function is None:
            continue
        try:
            with (
                _patience(PATIENCE),
                _memory(MOST_MEMORY),
                warnings.catch_warnings(),
                redirect_stdout(io.StringIO()),
            ):
                warnings.simplefilter("ignore")
                found.append(judge(vector, function(Case(vector.question))))
        except NotOffered:
            pass
        except Exception:  # a library may fail in any way; so may what interrupts it
            found.append(Judged(vector, REFUSED))
    return found


def judged_peer(name: str, vectors: Sequence[Vector], jobs: int) -> list[Judged]:
    """The same for a library by its name, in several processes."""
    parts = [vectors[i :: PARTS * jobs] for i in range(PARTS * jobs)]
    found = in_processes((delayed(_part)(name, part) for part in parts), jobs)
    return sorted((one for part in found for one in part), key=lambda one: one.vector.name)


def _part(name: str, vectors: Sequence[Vector]) -> list[Judged]:
    logging.disable(logging.CRITICAL)
    return judged(adapter(name).offers(), vectors)


@dataclass(frozen=True)
class Row:
    """The answers to the vectors of one flag."""

    flag: str
    counts: dict[str, int]
    beyond_rounding: int
    worst_optimistic: float
    median_pessimistic: float
    worst_pessimistic: float

    @property
    def asked(self) -> int:
        return sum(self.counts.values())


def rows(found: Sequence[Judged]) -> list[Row]:
    """One row a flag that was asked, and one for all."""
    table = [_row(flag, [one for one in found if flag in one.vector.flags]) for flag in FLAGS]
    return [*(row for row in table if row.asked), _row("all", found)]


def _row(flag: str, found: Sequence[Judged]) -> Row:
    counts = {
        word: sum(one.verdict == word for one in found) for word in (RIGHT, OPTIMISTIC, PESSIMISTIC, REFUSED)
    }
    low = [one.factor for one in found if one.verdict == OPTIMISTIC]
    high = [one.factor for one in found if one.verdict == PESSIMISTIC]
    beyond = sum(factor > MORE_THAN_ROUNDING for factor in low)
    return Row(
        flag,
        counts,
        beyond,
        max(low, default=1.0),
        statistics.median(high) if high else 1.0,
        max(high, default=1.0),
    )


# --- the libraries --------------------------------------------------------------------------------------


def adapter(name: str) -> ModuleType:
    if name not in PEERS:
        raise reject("--peer", "a library", f"must be one of {', '.join(PEERS)}", name, "it needs an adapter")
    return importlib.import_module(f"{peers.__name__}.{name.replace('-', '_')}")


def version(name: str) -> str:
    """The installed version; a library that is not there, or does not import, is bad input."""
    peer = adapter(name)
    try:
        importlib.import_module(peer.MODULE)
        return metadata.version(peer.PACKAGE)
    except ModuleNotFoundError:
        raise InvalidInput(
            f"--peer {name} is not installed here: install it beside this package (pip install {name})"
        ) from None
    except Exception as error:  # a library may break in any way with the versions of its dependencies
        raise InvalidInput(f"--peer {name} is installed but does not import: {error!r}") from None
