"""Broken claim files are rejected with the file and the key; claims, contents, printed numbers and checks fit together."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from paper_claims.registry import labels
from paper_claims.registry.files import CLAIMS, CONTENTS, file_name, load
from paper_claims.registry.record import Registry
from proofs_check.logic.statements import source_of
from proofs_check.method.check import all_checks, modules_of_rooms
from reference.errors import InvalidInput

LEMMA = "simplex/lem-max_smoothness.toml"


@pytest.fixture
def copy(tmp_path: Path) -> tuple[Path, Path]:
    shutil.copytree(CLAIMS, tmp_path / "claims")
    return tmp_path / "claims", Path(shutil.copy(CONTENTS, tmp_path))


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
        r"toml: must be valid TOML: .*line \d+",
    ),
    "missing key": ('impact  = "none"', "", "key 'impact' is missing"),
    "unknown key": (
        'impact  = "none"',
        'impact = "none"\nimpcat = "no"',
        "key 'impcat' is not known, got 'no': did you mean impact",
    ),
    "unknown verdict": (
        '"true_but_proof_gap"',
        '"probably"',
        "key 'verdict' must be one of verified, .*'probably'",
    ),
    "no word": ('impact  = "none"', "impact = 3", "key 'impact' must be one of unsound, loose, none, got 3"),
    "wrong type": (
        'where   = "',
        "where = 3 # ",
        "key 'where' must be text that closes every mark .*, got 3",
    ),
    "empty text": (
        'where   = "',
        'where = " " # ',
        "key 'where' must be text that closes every mark .*, got ' '",
    ),
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
    "step without note": ('note    = "by $1/(4k^2)$"', "", "key 'steps.balanced-below.note' is missing"),
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
    "no nature": (
        'nature  = "gap"',
        "",
        "key 'nature' is missing: it must be one of slip, gap, error if the verdict is true_but_proof_gap",
    ),
    "unknown nature": (
        'nature  = "gap"',
        'nature = "crime"',
        "'nature' must be one of slip, gap, error, got",
    ),
    "nature of what holds": (
        '"true_but_proof_gap"',
        '"verified"',
        "'nature' must be left out if the verdict is verified: nothing is wrong then, got 'gap'",
    ),
    "unsound and right": (
        'verdict = "true_but_proof_gap"\nimpact  = "none"\nnature  = "gap"',
        'verdict = "verified"\nimpact = "unsound"',
        "'impact' must be loose or none if the verdict is verified: nothing is wrong then, got 'unsound'",
    ),
    "unsound slip": (
        'impact  = "none"\nnature  = "gap"',
        'impact = "unsound"\nnature = "slip"',
        "'impact' must be loose or none if the nature is slip: what the paper does stands then, got 'unsound'",
    ),
    "unknown weight": (
        'nature  = "gap"',
        'nature = "gap"\nweight = "heavy"',
        "'weight' must be one of load-bearing, text, got 'heavy'",
    ),
    "as run without a bearing": (
        "[repair]",
        '[[as_run]]\nsays = "it projects"\n[repair]',
        "key 'as_run.bears_on' is missing",
    ),
    "only our readings": (
        "[repair]",
        '[[readings]]\nslug = "a"\nsays = "a"\nprinted = false\nadopted = true\n[repair]',
        "key 'readings' must have one with printed = true: the others are our own",
    ),
    "finding without its number": (
        "[repair]",
        '[finding]\nrank = 11\nsays = "no number"\ncheck = "a.b.c"\nvalue = "delta"\n[repair]',
        "key 'finding.says' must be text with one {} for its number, got 'no number'",
    ),
    "a rank twice": (
        "[repair]",
        '[finding]\nrank = 1\nsays = "{} times"\ncheck = "a.b.c"\nvalue = "delta"\n[repair]',
        "key 'finding.rank' must be unique, 1 occurs twice",
    ),
    "repair no table": ("[repair]", "[[repair]]", "key 'repair' must be a table"),
    "other label": ('"lem:max_smoothness"', '"lem:m1"', "key 'label' belongs in lem-m1.toml"),
    "kind of ours": ('kind    = "lemma"', 'kind = "ours"', "key 'kind' must be 'ours' for labels that start"),
    "label not listed": ('"lem:max_smoothness"', '"lem:new"', "key 'label' belongs in lem-new.toml"),
}


@pytest.mark.parametrize("case", CASES)
def test_broken_claims(case: str, copy: tuple[Path, Path]) -> None:
    old, new, message = CASES[case]
    edit(copy[0] / LEMMA, old, new)
    with pytest.raises(InvalidInput, match=message) as caught:
        load(*copy)
    assert str(caught.value).startswith(f"claims/{LEMMA}: ")


WRONG_PLACES = {
    "no room": ("lem-max_smoothness.toml", "must be in the folder of a room: simplex, "),
    "unknown room": ("attic/lem-max_smoothness.toml", "must be in the folder of a room: simplex, "),
    "a room without claims": ("coq/lem-max_smoothness.toml", "must be in the folder of a room: simplex, "),
    "inside a room": ("simplex/old/lem-max_smoothness.toml", "must be in the folder of a room: simplex, "),
    "in two rooms": ("text/lem-max_smoothness.toml", "key 'label' has a claim file in simplex already"),
}


@pytest.mark.parametrize("case", WRONG_PLACES)
def test_a_claim_outside_the_rooms_names_its_file(case: str, copy: tuple[Path, Path]) -> None:
    place, message = WRONG_PLACES[case]
    (copy[0] / place).parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(copy[0] / LEMMA, copy[0] / place)
    with pytest.raises(InvalidInput) as caught:
        load(*copy)
    assert str(caught.value).startswith(f"claims/{place}: {message}")


def test_a_claim_without_its_file(copy: tuple[Path, Path]) -> None:
    (copy[0] / LEMMA).unlink()
    with pytest.raises(InvalidInput, match="must have a claim file for lem:max_smoothness"):
        load(*copy)


CONTENTS_CASES = {
    "status": ('status = "open"', 'status = "later"', "accuracy.status' must be one of open, out_of_scope"),
    "weight": (
        'status = "open"',
        'weight = "a ton", status = "open"',
        "accuracy.weight' must be one of load",
    ),
    "ours without a claim": (
        'kind = "figure"',
        'kind = "ours"',
        "fig:schematics.kind' must be one of theorem",
    ),
    "kind typed twice": (
        'also = ["def:conf"]',
        'kind = "table"',
        "key 'tab:configuration.kind' is not known, got 'table'",
    ),
    "no reason": (
        'reason = "a drawing that asserts nothing beyond the text"',
        'also = ["fig:new"]',
        "key 'fig:schematics.reason' is missing",
    ),
    "a label twice": ('"lem:m1"', '"thm:m2"', "must be unique, 'thm:m2' occurs twice"),
    "no label": ('"lem:m1"', "5", "key 'statements.label' must be text, got 5"),
    "unknown label": ('label = "fig:schematics"', 'label = "fig:new"', "or of .unlabelled., got 'fig:new'"),
    "unknown key": ("[unlabelled]", "[other]", "key 'other' is not known"),
    "no statements": (
        "statements = [",
        "[statement]\nlabels = [",
        "key 'statement' is not known, .* did you mean statements",
    ),
    "statements no list": (
        "statements = [",
        "statements = 5\nrest = [",
        "key 'statements' must be a list, got 5",
    ),
    "not listed": (
        '    "eq:sp_pm",',
        "",
        "simplex/eq-sp_pm.toml: key 'label' must be listed in contents.toml",
    ),
}


@pytest.mark.parametrize("case", CONTENTS_CASES)
def test_broken_contents(case: str, copy: tuple[Path, Path]) -> None:
    old, new, message = CONTENTS_CASES[case]
    edit(copy[1], old, new)
    with pytest.raises(InvalidInput, match=message):
        load(*copy)


def test_a_claim_for_an_alias(copy: tuple[Path, Path]) -> None:
    text = (copy[0] / "simplex/eq-sp_pm.toml").read_text(encoding="utf-8").replace("eq:sp_pm", "def:conf")
    (copy[0] / "simplex/def-conf.toml").write_text(text, encoding="utf-8")
    with pytest.raises(InvalidInput, match=r"simplex/def-conf.toml: key 'label' must be listed"):
        load(*copy)


def test_missing_file(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match=r"contents\.toml: must be a file of readable text"):
        load(tmp_path, tmp_path / "contents.toml")


class TestContents:
    """What the contents must list: every labelled environment and numbered contribution."""

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

    def test_order_of_the_paper(self, registry: Registry) -> None:
        """Environments stand in the order of their lines; a sentence of a section may stand anywhere in it."""
        lines = {at.label: at.line for at in labels.read() if not at.environment.endswith("section")}
        listed = [e.label.partition("#")[0] for e in registry.entries]
        assert [lines[name] for name in listed if name in lines] == sorted(
            lines[name] for name in listed if name in lines
        )

    def test_every_environment_of_the_paper_is_listed(self, registry: Registry) -> None:
        named = {name.partition("#")[0] for e in registry.entries for name in (e.label, *e.also)}
        for at in labels.read():
            if at.label == labels.UNLABELLED:
                assert any(e.number == at.number for e in registry.entries), at
            elif not at.environment.endswith("section"):
                assert at.label in named, at

    def test_numbers_are_those_of_the_paper(self, registry: Registry) -> None:
        printed = {at.number for at in labels.read()}
        assert {e.number for e in registry.entries} - {""} <= printed
        unnumbered = {
            e.label for e in registry.entries if e.kind in ("theorem", "lemma", "corollary") and not e.number
        }
        assert not unnumbered
        assert not any(e.number for e in registry.entries if e.kind == "ours")

    def test_contributions(self, registry: Registry) -> None:
        wanted = [f"C{i}.{j}" for i in (1, 2) for j in (1, 2, 3)]
        labels = [e.label.split("#")[0] for e in registry.entries if e.kind == "contribution"]
        assert list(dict.fromkeys(labels)) == wanted

    def test_what_is_not_judged_says_why(self, registry: Registry) -> None:
        assert all(e.reason for e in registry.entries if e.status != "claimed")


class TestChecksAndClaims:
    """Checks and claims fit together."""

    def test_every_check_is_about_a_claim(self, registry: Registry) -> None:
        checked = {check.label for check in all_checks().values()}
        assert checked <= set(registry.claims)
        others = (claim for label, claim in registry.claims.items() if label not in checked)
        assert all(claim.proved or claim.cites for claim in others)

    def test_what_claims_and_checks_name_exists(self, registry: Registry) -> None:
        named = {name for claim in registry.claims.values() for name in claim.checks_named()}
        named |= {name for check in all_checks().values() for name in check.needs}
        named |= {proved.by for claim in registry.claims.values() for proved in claim.proved}
        theorems = {  # bound at the top of a theorem module; an audit sees whether they state the claim
            f"{module.removeprefix('proofs_check.')}.{line.partition(' = ')[0]}"
            for module in modules_of_rooms(with_theorems=True)
            for line in source_of(module).splitlines()
            if line.partition(" = ")[0].isupper()
        }
        assert named <= set(all_checks()) | theorems

    def test_every_conclusion_is_listed_by_its_claim(self, registry: Registry) -> None:
        for check in all_checks().values():
            claim = registry.claims[check.label]
            listed = {*claim.conclusions, *(c for reading in claim.readings for c in reading.conclusions)}
            assert not check.concludes or check.concludes in listed, check.name
            assert {cite.concludes for cite in claim.cites} <= {*listed, ""}, claim.label

    def test_every_check_is_about_something_its_claim_has(self, registry: Registry) -> None:
        named = [(check.label, check.about, check.name) for check in all_checks().values()]
        named += [
            (label, cite.about, cite.check)
            for label, claim in registry.claims.items()
            for cite in claim.cites
        ]
        for label, about, name in named:
            claim = registry.claims[label]
            kind, _, slug = about.partition(":")
            known = {
                "step": {s.slug for s in claim.steps},
                "inference": {s.slug for s in claim.steps},
                "reading": {r.slug for r in claim.readings},
                "premise": {p.slug for p in claim.extra_premises},
            }.get(kind, {""})
            assert slug in known, f"{name} is about {about}"

    def test_file_names(self) -> None:
        assert file_name("ex:dpsvm#lipschitz") == "ex-dpsvm--lipschitz.toml"
        assert all(re.fullmatch(r"[A-Za-z0-9_.-]+\.toml", path.name) for path in CLAIMS.glob("*/*"))
