"""Broken claim files are rejected with the file and the key."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from paper_claims.registry.files import CLAIMS, INDEX, file_name, load
from paper_claims.registry.record import Registry
from proofs_check.method.check import all_checks
from reference.errors import InvalidInput

LEMMA = "lem-max_smoothness.toml"


@pytest.fixture
def copy(tmp_path: Path) -> tuple[Path, Path]:
    claims = tmp_path / "claims"
    claims.mkdir()
    for path in CLAIMS.glob("*.toml"):
        (claims / path.name).write_text(path.read_text(encoding="utf-8"), encoding="utf-8")
    index = tmp_path / "index.toml"
    index.write_text(INDEX.read_text(encoding="utf-8"), encoding="utf-8")
    return claims, index


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def test_the_copy_loads(copy: tuple[Path, Path]) -> None:
    assert load(*copy).claims


CASES = {
    "not TOML": (
        'impact  = "none"',
        "impact  = none",
        r"claims/lem-max_smoothness.toml: not valid TOML: .*line \d+",
    ),
    "missing key": ('impact  = "none"', "", "key 'impact' is missing"),
    "unknown key": ('impact  = "none"', 'impact = "none"\nmood = "good"', "key 'mood' is not a known key"),
    "unknown verdict": (
        '"true_but_proof_gap"',
        '"probably"',
        "key 'verdict' must be one of verified, .*'probably'",
    ),
    "wrong type": ('impact  = "none"', "impact = 3", "key 'impact' must be text, got 3"),
    "empty text": ('impact  = "none"', 'impact = " "', "key 'impact' must be text"),
    "list of numbers": (
        'premises = ["$s_p',
        'uses = [1]\npremises = ["$s_p',
        "key 'uses' must be a list of text",
    ),
    "unknown use": (
        'premises = ["$s_p',
        'uses = ["lem:no"]\npremises = ["$s_p',
        "key 'uses' must name labels",
    ),
    "unknown finding": (
        'finding = "gap"',
        'finding = "meh"',
        r"steps\.slack-strict\.finding' must be one of ok, gap",
    ),
    "step twice": (
        'slug    = "lambda"',
        'slug    = "lagrangian"',
        "steps.slug' must be unique, 'lagrangian'",
    ),
    "step without note": ('note    = "by $1/(4k^2)$"', "", "key 'steps.note' is missing"),
    "repair strength": (
        'strength  = "stronger"',
        'strength = "best"',
        "repair.strength' must be one of same",
    ),
    "reader vouches": (
        'note    = "by $1/(4k^2)$"',
        'note    = "by $1/(4k^2)$"\njudged = "reader"',
        "balanced-below.judged' must be machine",
    ),
    "open formula": (
        'note    = "by $1/(4k^2)$"',
        'note    = "by $1/(4k^2)"',
        r"key 'steps.note' must close every mark \(\$ or `\), got 'by \$1/\(4k\^2\)'",
    ),
    "open formula in a list": (
        'premises = ["$s_p',
        'premises = ["s_p',
        "key 'premises' must close every mark",
    ),
    "open code in a formula": (
        '"by $1/(4k^2)$"',
        '"by $`1$/(4k^2)`"',
        "key 'steps.note' must close every mark",
    ),
    "steps no list": ("[repair]", "[[repair]]", "key 'repair' must be a table"),
    "other label": ('"lem:max_smoothness"', '"lem:m1"', "key 'label' belongs in lem-m1.toml"),
    "label not listed": ('"lem:max_smoothness"', '"lem:new"', "key 'label' belongs in lem-new.toml"),
}


@pytest.mark.parametrize("case", CASES)
def test_broken_claims(case: str, copy: tuple[Path, Path]) -> None:
    old, new, message = CASES[case]
    edit(copy[0] / LEMMA, old, new)
    with pytest.raises(InvalidInput, match=message) as caught:
        load(*copy)
    assert str(caught.value).startswith("claims/lem-max_smoothness.toml: ")


def test_claim_and_index_must_match(copy: tuple[Path, Path]) -> None:
    claims, index = copy
    (claims / LEMMA).unlink()
    with pytest.raises(InvalidInput, match="lem:max_smoothness needs its claim file"):
        load(claims, index)


def test_index_errors(copy: tuple[Path, Path]) -> None:
    claims, index = copy
    edit(index, 'status = "open"', 'status = "later"')
    with pytest.raises(InvalidInput, match=r"index.toml: key 'status of .*' must be one of claimed, open"):
        load(claims, index)


def test_our_own_statements_are_marked(copy: tuple[Path, Path]) -> None:
    claims, index = copy
    text = index.read_text(encoding="utf-8")
    for old, new in (('kind = "ours"', 'kind = "lemma"'), ('label = "ours:grad', 'label = "lem:grad')):
        index.write_text(text.replace(old, new), encoding="utf-8")
        with pytest.raises(InvalidInput, match=r"index.toml: key 'kind of .*' must be 'ours' for labels"):
            load(claims, index)


def test_a_label_twice(copy: tuple[Path, Path]) -> None:
    claims, index = copy
    edit(index, 'label = "lem:m1"', 'label = "thm:m2"')
    with pytest.raises(InvalidInput, match="must be unique, 'thm:m2'"):
        load(claims, index)


def test_index_without_statements(copy: tuple[Path, Path]) -> None:
    claims, index = copy
    for text, message in (("", "must list the statements"), ("statement = 5", "must be a list of tables")):
        index.write_text(text)
        with pytest.raises(InvalidInput, match=f"index.toml: key 'statement' {message}"):
            load(claims, index)


def test_a_claim_for_an_alias(copy: tuple[Path, Path]) -> None:
    claims, index = copy
    text = (claims / "eq-sp_pm.toml").read_text(encoding="utf-8").replace("eq:sp_pm", "def:conf")
    (claims / "def-conf.toml").write_text(text, encoding="utf-8")
    with pytest.raises(InvalidInput, match=r"def-conf.toml: key 'label' must be listed"):
        load(claims, index)


def test_missing_file(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="cannot be read"):
        load(tmp_path, tmp_path / "index.toml")


class TestIndex:
    """What the index must list: every labelled environment and numbered contribution."""

    def test_counts_by_kind(self, registry: Registry) -> None:
        kinds = [(e.label.split("#")[0], e.kind) for e in registry.entries]
        count = {kind: len({label for label, k in kinds if k == kind}) for _, kind in kinds}
        for kind in (
            "section",
            "ours",
        ):  # sentences of the running text, and claims of our own: as many as there are
            count.pop(kind)
        # counted in the LaTeX source; two definitions have no label there
        assert count == {
            "theorem": 10, "lemma": 8, "corollary": 6, "definition": 7, "example": 1, "algorithm": 3, "table": 3,
            "figure": 11, "equation": 1, "contribution": 6,
        }  # fmt: skip

    def test_contributions(self, registry: Registry) -> None:
        wanted = [f"C{i}.{j}" for i in (1, 2) for j in (1, 2, 3)]
        labels = [e.label.split("#")[0] for e in registry.entries if e.kind == "contribution"]
        assert list(dict.fromkeys(labels)) == wanted

    def test_what_is_not_judged_says_why(self, registry: Registry) -> None:
        assert all(e.reason for e in registry.entries if e.status != "claimed")


class TestChecksAndClaims:
    """Checks and claims fit together."""

    def test_every_check_is_about_a_claim(self, registry: Registry) -> None:
        assert {check.label for check in all_checks().values()} == set(registry.claims)

    def test_what_claims_and_checks_name_exists(self, registry: Registry) -> None:
        named = {name for claim in registry.claims.values() for name in claim.checks_named()}
        named |= {name for check in all_checks().values() for name in check.needs}
        assert named <= set(all_checks())

    def test_every_conclusion_is_listed_by_its_claim(self, registry: Registry) -> None:
        for check in all_checks().values():
            claim = registry.claims[check.label]
            listed = {*claim.conclusions, *(c for reading in claim.readings for c in reading.conclusions)}
            assert not check.concludes or check.concludes in listed, check.name

    def test_every_check_is_about_something_its_claim_has(self, registry: Registry) -> None:
        for check in all_checks().values():
            claim = registry.claims[check.label]
            kind, _, slug = check.about.partition(":")
            known = {
                "step": {s.slug for s in claim.steps},
                "inference": {s.slug for s in claim.steps},
                "reading": {r.slug for r in claim.readings},
                "premise": {p.slug for p in claim.extra_premises},
            }.get(kind, {""})
            assert slug in known, f"{check.name} is about {check.about}"

    def test_file_names(self) -> None:
        assert file_name("ex:dpsvm#lipschitz") == "ex-dpsvm--lipschitz.toml"
        assert all(re.fullmatch(r"[A-Za-z0-9_.-]+\.toml", path.name) for path in CLAIMS.glob("*"))
