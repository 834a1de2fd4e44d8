"""What the premises of theorems say, from premises.toml: words for each slug, and whether the paper states it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from paper_claims.registry.marks import closed
from paper_claims.registry.record import Claim
from reference.tables import TABLE, TEXT, broken, checked, read

PREMISES = Path(__file__).parents[1] / "premises.toml"
UNKNOWN = "no words yet"


@dataclass(frozen=True)
class Words:
    """A premise in words. `printed`: does the paper state it? None for a statement that is not the paper's."""

    says: str
    printed: bool | None


@cache
def premise_words(path: Path = PREMISES) -> dict[str, Words]:
    """Every premise with its words; none is listed twice."""
    name = f"{path.parent.name}/{path.name}"
    table = checked(read(path, name), {"printed": TABLE, "unprinted": TABLE}, name, ["printed", "unprinted"])
    for slug in table["printed"].keys() & table["unprinted"].keys():
        raise broken(name, slug, "must be in [printed] or in [unprinted], it is in both")
    for slug, says in (table["printed"] | table["unprinted"]).items():
        if not TEXT.fits(says) or not closed(says):
            raise broken(name, slug, f"must be text that closes every mark ($ or `), got {says!r}")
    return {
        slug: Words(says, slug in table["printed"])
        for slug, says in (table["printed"] | table["unprinted"]).items()
    }


def words_for(claim: Claim | None, slug: str) -> Words:
    """What a premise says for this claim: its own words first; what it adds is not printed."""
    common = premise_words().get(slug, Words(UNKNOWN, None))
    if claim is None:
        return common
    says, printed = common.says, common.printed
    for own in claim.restated:
        if own.slug == slug:
            says, printed = own.says or says, printed if own.printed is None else own.printed
    for added in claim.extra_premises:
        if added.slug == slug:
            says, printed = added.says or says, False
    return Words(says, None if claim.kind == "ours" else printed)
