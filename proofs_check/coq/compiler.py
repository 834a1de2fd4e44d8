"""Coq on this machine: which version, and theories compiled in order, in parallel, and only if they changed.

A compiled theory is kept in a folder named after a hash of its text, of what it imports, and of the Coq and the libraries that
are installed. The folder appears under its name only when it is complete, so that several processes may share one cache. A kept
answer names the hash of its compiled file; one that does not fit is asked again. What Coq says about the machine is not kept.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from reference.errors import InvalidInput

LIBRARY = "BlindAvg"  # the name under which the theories import each other
THEORIES = Path(__file__).parent
PACKAGES = THEORIES.parents[1]  # the folder that holds the packages
PROCESSES = 2
TIME_LIMIT = 600  # seconds for one theory
IMPORTS = re.compile(rf"From\s+{LIBRARY}\s+Require\s+(?:Import|Export)\s+([\w\s]+)\.")
DEFINING = ("Definition", "Fixpoint", "Theorem", "Lemma", "Corollary", "Axiom", "Ltac", "Module")
MACHINE = re.compile(  # what Coq says about the machine, not about a theory
    r"Cannot (?:find (?:a physical path|library)|load)|Unable to locate library|inconsistent assumptions|"
    r"[Oo]ut of memory|[Ss]tack overflow|System error|Anomaly"
)
INSTALL = "Debian and Ubuntu: apt-get install coq libcoq-interval; opam: opam install coq coq-interval"


@dataclass(frozen=True)
class Compiled:
    """Whether Coq accepts a theory, what it printed, and the folders that a theory importing it must see."""

    accepted: bool
    output: str
    folders: tuple[Path, ...] = ()


def version() -> str:
    """The version of Coq, empty if there is none."""
    if not shutil.which("coqc"):
        return ""
    found = subprocess.run(["coqc", "--print-version"], capture_output=True, text=True, check=False).stdout
    return found.split()[0] if found else ""


def installed() -> str:
    """What a kept answer may depend on besides theories: the program and its libraries, by size and time of change."""
    program = shutil.which("coqc")
    return _installed(program) if program else ""


@cache
def _installed(program: str) -> str:
    where = subprocess.run([program, "-where"], capture_output=True, text=True, check=False).stdout.strip()
    places = [
        Path(program).resolve(),
        *sorted(Path(where).glob("*")),
        *sorted(Path(where).glob("user-contrib/*")),
    ]
    return json.dumps([(str(place), place.stat().st_size, place.stat().st_mtime_ns) for place in places])


def cache_folder() -> Path:
    """build/ of the repository, or the user's cache where the package is installed; BLINDAVG_CACHE names another."""
    if named := os.environ.get("BLINDAVG_CACHE"):
        return Path(named) / "kernel"
    if (PACKAGES / "pyproject.toml").exists():
        return PACKAGES / "build" / "kernel"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "blindavg" / "kernel"


@contextmanager
def compiled_anew() -> Iterator[None]:
    """Inside, this process and those that it starts keep compiled theories in a new folder, which is gone afterwards."""
    before = os.environ.get("BLINDAVG_CACHE")
    with tempfile.TemporaryDirectory(prefix="blindavg-") as folder:
        os.environ["BLINDAVG_CACHE"] = folder
        try:
            yield
        finally:
            os.environ.pop("BLINDAVG_CACHE")
            os.environ.update({"BLINDAVG_CACHE": before} if before else {})


def theories(folder: Path = THEORIES) -> dict[str, str]:
    """The text of each theory, by name."""
    return {path.stem: path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.v"))}


@cache
def without_comments(text: str) -> str:
    """The text without comments, which may be nested."""
    kept, depth = [], 0
    for part in re.split(r"(\(\*|\*\))", text):
        if part in ("(*", "*)"):
            depth += 1 if part == "(*" else -1
        elif depth == 0:
            kept.append(part)
    return "".join(kept)


@cache
def imports(text: str) -> tuple[str, ...]:
    """The theories of ours that this one imports."""
    return tuple(name for found in IMPORTS.findall(without_comments(text)) for name in found.split())


def words(text: str) -> set[str]:
    return set(re.findall(r"[\w']+", text))


@cache
def defined(text: str) -> frozenset[str]:
    """The names that a theory defines."""
    return frozenset(
        re.findall(rf"^ *(?:{'|'.join(DEFINING)}) ([\w']+)", without_comments(text), re.MULTILINE)
    )


def in_order(texts: Mapping[str, str], wanted: list[str]) -> list[str]:
    """The wanted theories and what they import, each after its imports."""
    found: list[str] = []

    def visit(name: str, above: tuple[str, ...]) -> None:
        if name in above or name not in texts:
            raise ValueError(f"theory {name}: unknown or importing itself ({' <- '.join(above)})")
        if name not in found:
            for below in imports(texts[name]):
                visit(below, (*above, name))
            found.append(name)

    for name in wanted:
        visit(name, ())
    return found


def _folders(
    texts: Mapping[str, str], order: Sequence[str], cache: Path, coq_version: str
) -> dict[str, Path]:
    """Where each theory is kept: the name holds a hash of its text, of what it imports and of what is installed."""
    keys: dict[str, str] = {}
    machine = installed()
    for name in order:
        parts = [coq_version, machine, texts[name], *(keys[below] for below in imports(texts[name]))]
        keys[name] = hashlib.sha256("\0".join(parts).encode()).hexdigest()[:24]
    return {name: cache / coq_version / f"{name}-{key}" for name, key in keys.items()}


def not_kept(texts: Mapping[str, str], wanted: list[str], cache: Path, coq_version: str) -> list[str]:
    """The wanted theories, and those they import, that must be compiled."""
    order = in_order(texts, wanted)
    accepted: dict[str, bool | None] = {}  # None: not known yet
    for name, own in _folders(texts, order, cache, coq_version).items():
        below = [accepted[other] for other in imports(texts[name])]
        kept = _kept(own, ())
        accepted[name] = False if False in below else None if None in below or not kept else kept.accepted
    return [name for name in order if accepted[name] is None]


def compile_theories(
    texts: Mapping[str, str], wanted: list[str], cache: Path, coq_version: str
) -> dict[str, Compiled]:
    """The wanted theories with all that they import; what the cache holds is not compiled again."""
    order = in_order(texts, wanted)
    places = _folders(texts, order, cache, coq_version)
    jobs: dict[str, Future[Compiled]] = {}

    def work(name: str) -> Compiled:
        below = [jobs[other].result() for other in imports(texts[name])]
        if not all(other.accepted for other in below):
            broken = [o for o in imports(texts[name]) if not jobs[o].result().accepted]
            return Compiled(False, f"imports {', '.join(broken)}, which Coq does not accept")
        folders = tuple(dict.fromkeys(folder for other in below for folder in other.folders))
        own = places[name]
        return _kept(own, folders) or _compile(name, texts[name], own, folders)

    with ThreadPoolExecutor(PROCESSES) as pool:
        # In this order what a job waits for has always been started before it, so that no two wait for each other.
        for name in order:
            jobs[name] = pool.submit(work, name)
    return {name: job.result() for name, job in jobs.items()}


def _kept(own: Path, folders: tuple[Path, ...]) -> Compiled | None:
    """The answer in a folder, if it is whole and about the compiled file beside it."""
    try:
        found = json.loads((own / "answer.json").read_text(encoding="utf-8"))
        if found["compiled"] == _hash(own) and bool(found["compiled"]) == found["accepted"]:
            return Compiled(found["accepted"], found["output"], (*folders, own))
    except (OSError, ValueError, KeyError, TypeError):
        pass
    return None


def _hash(folder: Path) -> str:
    """Of the compiled file in a folder; empty if there is none."""
    return "".join(hashlib.sha256(path.read_bytes()).hexdigest() for path in folder.glob("*.vo"))


def _compile(name: str, text: str, own: Path, folders: tuple[Path, ...]) -> Compiled:
    try:
        own.parent.mkdir(parents=True, exist_ok=True)
        fresh = Path(tempfile.mkdtemp(dir=own.parent, prefix=f".{name}-"))
    except OSError as error:
        raise InvalidInput(
            f"BLINDAVG_CACHE (where compiled theories are kept) must be writable, got {str(own.parent)!r}: {error}"
        ) from None
    try:
        (fresh / f"{name}.v").write_text(text, encoding="utf-8")
        seen = [word for folder in (fresh, *folders) for word in ("-Q", str(folder), LIBRARY)]
        done = subprocess.run(
            ["coqc", "-q", "-noglob", *seen, f"{name}.v"],
            cwd=fresh,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=TIME_LIMIT,
            check=False,
        )
        accepted = done.returncode == 0
        if accepted or (done.returncode == 1 and not MACHINE.search(done.stdout)):
            answer = {
                "accepted": accepted,
                "output": done.stdout,
                "compiled": _hash(fresh) if accepted else "",
            }
            (fresh / "answer.json").write_text(json.dumps(answer), encoding="utf-8")
            if not _kept(own, folders):  # else another process was faster
                shutil.rmtree(own, ignore_errors=True)
                fresh.rename(own)
        return Compiled(accepted, done.stdout, (*folders, own))
    except subprocess.TimeoutExpired:
        return Compiled(False, f"stopped after {TIME_LIMIT} seconds")
    except OSError as error:
        if kept := _kept(own, folders):  # another process was faster
            return kept
        return Compiled(False, f"cannot be compiled: {error}")
    finally:
        shutil.rmtree(fresh, ignore_errors=True)
