"""The museum of real bugs: mistakes of public privacy code, rebuilt small in our own words, each with what catches it.

A piece is a folder `library/bug`. Its `__init__` says what happened, its `piece` holds the versions and the catcher.
"""

from __future__ import annotations

import importlib
import pkgutil
from dataclasses import replace

from proofs_check import museum
from proofs_check.museum.exhibit import Exhibit


def _pieces() -> tuple[Exhibit, ...]:
    found = []
    for entry in pkgutil.walk_packages(museum.__path__, f"{museum.__name__}."):
        if entry.name.endswith(".piece"):
            folder = entry.name.removesuffix(".piece")
            library, bug = folder.split(".")[-2:]
            told = importlib.import_module(folder).__doc__ or ""
            happened = " ".join(told.replace("`piece`:", "").split()).rstrip(".")
            one: Exhibit = importlib.import_module(entry.name).PIECE
            found.append(replace(one, name=f"{library}/{bug}", library=library, happened=happened))
    return tuple(found)


EXHIBITS = _pieces()
