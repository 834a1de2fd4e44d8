"""The rules that turn evidence into a verdict, one by one."""

from __future__ import annotations

from dataclasses import replace

import pytest

from paper_claims.registry.record import Cite, Claim, Premise, Proved, Reading, Step
from paper_claims.registry.rests_on import standings
from paper_claims.registry.verdict import Row, derive

CLAIM = Claim(
    label="x", kind="lemma", title="", where="", says="", formal="", verdict="open", impact="none", consequence="",
    conclusions=("it",),
)  # fmt: skip


def row(check: str = "proof", about: str = "statement", outcome: str = "holds", **changes: object) -> Row:
    settings = {
        "label": "x",
        "method": "smt",
        "universal": True,
        "scope": "",
        "control": "rejected",
        "concludes": "it" if check in ("proof", "good") else "",
    } | changes
    return Row(check=check, about=about, outcome=outcome, **settings)  # type: ignore[arg-type]


def verdict(claim: Claim, *rows: Row) -> str:
    return derive(claim, rows).verdict


def test_proof() -> None:
    assert verdict(CLAIM, row()) == "verified"


@pytest.mark.parametrize(
    "weak",
    [
        {"outcome": "undecided"},
        {"outcome": "crashed"},
        {"outcome": "timed out"},
        {"control": "not rejected"},
        {"control": "undecided"},
        {"control": "crashed"},
        {"universal": False},
        {"label": "y", "about": "repair"},
    ],
)
def test_what_is_not_a_proof(weak: dict[str, object]) -> None:
    assert verdict(CLAIM, row(**weak)) == "open"  # type: ignore[arg-type]


def test_a_row_of_another_claim_concludes_nothing_here() -> None:
    assert verdict(CLAIM, row(label="y")) == "open"


def test_a_cited_check_concludes_what_the_claim_says() -> None:
    """The row of another place counts as if it stood here, with what it needs besides."""
    cite = Cite("shown", "statement", "the same for records", concludes="it", needs=("besides",))
    claim, shown = replace(CLAIM, cites=(cite,)), row("shown", "repair", label="y")
    besides = row("besides", label="z")
    assert verdict(claim, shown, besides) == "verified"
    assert verdict(CLAIM, shown, besides) == "open"
    assert verdict(claim, shown) == "open", "what it needs here is not there"
    assert verdict(claim, shown, replace(besides, universal=False)) == "open"
    assert verdict(claim, besides) == "open"
    for weak in ({"control": "not rejected"}, {"universal": False}, {"needs": ("nothing",)}):
        assert verdict(claim, replace(shown, **weak), besides) == "open"
    counterexample = replace(shown, outcome="fails", universal=False)
    assert verdict(claim, counterexample, besides) == "refuted"
    step = replace(claim, cites=(cite, Cite("shown", "step:line", "")), steps=(Step("line", "", "ok", ""),))
    assert verdict(step, shown, besides) == "verified"
    assert derive(step, [shown, besides]).findings == {"line": "ok"}


def test_every_conclusion_is_needed() -> None:
    claim = replace(CLAIM, conclusions=("it", "more"))
    assert verdict(claim, row()) == "open"
    assert verdict(claim, row(), row("other", concludes="more")) == "verified"


def test_what_a_proof_needs_must_prove_too() -> None:
    rests = row(needs=("lemma",))
    lemma = row("lemma", label="y", needs=("fact",))
    fact = row("fact", label="z")
    assert verdict(CLAIM, rests) == "open"
    assert verdict(CLAIM, rests, lemma) == "open"
    assert verdict(CLAIM, rests, lemma, fact) == "verified"
    assert verdict(CLAIM, rests, lemma, replace(fact, universal=False)) == "open"
    assert verdict(CLAIM, row(needs=("b",)), row("b", needs=("proof",))) == "open", "a circle proves nothing"


def test_no_proof_without_a_conclusion() -> None:
    assert verdict(replace(CLAIM, conclusions=()), row()) == "open"
    assert verdict(CLAIM, row("lemma")) == "open"


def test_counterexample() -> None:
    claim = replace(CLAIM, conclusions=())
    assert verdict(claim, row("bad", outcome="fails", universal=False, method="exact")) == "refuted"
    assert verdict(claim, row("bad", outcome="fails", method="property", universal=False)) == "open"
    assert verdict(claim, row("bad", outcome="fails", control="not rejected")) == "open"


def test_contradiction_is_open() -> None:
    assert verdict(CLAIM, row(), row("bad", outcome="fails")) == "open"
    assert verdict(CLAIM, row(), row("bad", about="repair", outcome="fails")) == "open"


def test_searches_are_empirical() -> None:
    claim = replace(CLAIM, conclusions=())
    assert verdict(claim, row("search", method="property", universal=False)) == "empirical"


@pytest.mark.parametrize(
    ("outcomes", "said"),
    [(["holds"], "no violation"), (["fails"], "contradict it"), (["holds", "fails"], "one part")],
)
def test_runs_may_contradict_but_never_refute(outcomes: list[str], said: str) -> None:
    claim = replace(CLAIM, conclusions=())
    runs = [row(o, method="probe", universal=False, outcome=o, expect=o) for o in outcomes]
    found = derive(claim, runs)
    assert found.verdict == "empirical"
    assert said in found.reason


def test_a_run_that_comes_out_otherwise_than_expected_is_open() -> None:
    claim = replace(CLAIM, conclusions=())
    assert verdict(claim, row("run", method="probe", universal=False, outcome="fails")) == "open"


class TestSteps:
    def claim(self, finding: str = "ok", judged: str = "machine") -> Claim:
        return replace(CLAIM, steps=(Step("a", "", finding, "", judged, replaced_by="r"),))

    def test_a_step_needs_a_finding(self) -> None:
        assert verdict(self.claim(), row()) == "open"

    def test_ok(self) -> None:
        assert verdict(self.claim(), row(), row("s", about="step:a")) == "verified"

    def test_a_step_checked_at_one_size_is_unjudged(self) -> None:
        found = derive(self.claim(), [row(), row("s", about="step:a", universal=False)])
        assert found.findings == {"a": "unjudged"}

    @pytest.mark.parametrize(("about", "finding"), [("step:a", "wrong"), ("inference:a", "gap")])
    def test_a_bad_step_needs_a_replacement_that_proves(self, about: str, finding: str) -> None:
        bad = row("s", about=about, outcome="fails", universal=False)
        assert derive(self.claim(), [row(), bad]).findings == {"a": finding}
        assert verdict(self.claim(), row(), bad) == "open"
        assert verdict(self.claim(), row(), bad, row("other", about="repair")) == "open"
        assert verdict(self.claim(), row(), bad, row("r", about="repair")) == "true_but_proof_gap"
        assert verdict(self.claim(), row(), bad, row("r", about="repair", universal=False)) == "open"

    def test_a_reader_can_only_lower_the_verdict(self) -> None:
        assert verdict(self.claim("wrong", "reader"), row(), row("r", about="repair")) == "true_but_proof_gap"


class TestPremises:
    claim = replace(CLAIM, extra_premises=(Premise("p", "", ""),))
    proof = row(about="repair")
    needed = row("n", about="premise:p", outcome="fails", universal=False)

    def test_proved_and_needed(self) -> None:
        assert verdict(self.claim, self.proof, self.needed) == "verified_with_premise"

    def test_not_shown_to_be_needed(self) -> None:
        assert verdict(self.claim, self.proof) == "open"
        assert verdict(self.claim, self.proof, replace(self.needed, outcome="holds")) == "open"

    def test_not_proved(self) -> None:
        assert verdict(self.claim, self.needed) == "open"

    def test_refuted_without_a_proof_of_the_repair(self) -> None:
        assert verdict(self.claim, row("bad", outcome="fails"), self.needed) == "refuted"


class TestReadings:
    claim = replace(
        CLAIM,
        conclusions=(),
        readings=(Reading("a", "", True, False), Reading("b", "", True, True, ("it",))),
    )
    good = row("good", about="reading:b")
    bad = row("bad", about="reading:a", outcome="fails", universal=False)

    def test_disagree(self) -> None:
        assert verdict(self.claim, self.good, self.bad) == "depends_on_reading"

    def test_only_printed_readings_can_disagree(self) -> None:
        a, b = self.claim.readings
        repair = replace(self.claim, readings=(a, replace(b, printed=False)))
        assert verdict(repair, self.good, self.bad) == "refuted"
        assert "b, which the paper does not print, is proved" in derive(repair, [self.good, self.bad]).reason
        warning = replace(self.claim, readings=(replace(a, printed=False), b))
        assert verdict(warning, self.good, self.bad) == "verified"
        for claim in (repair, warning):
            assert verdict(claim, self.good) == verdict(claim, self.bad) == "open", "each must be decided"

    def test_one_undecided(self) -> None:
        assert verdict(self.claim, self.good) == "open"
        assert verdict(self.claim, self.bad) == "open"

    def test_all_refuted(self) -> None:
        other = row("worse", about="reading:b", outcome="fails")
        assert verdict(replace(self.claim, readings=(Reading("a", "", True, False),)), self.bad) == "refuted"
        assert verdict(self.claim, self.good, self.bad, other) == "open", "proved and refuted at once"


def test_standings_follow_what_a_claim_rests_on() -> None:
    uses = {"c": ("b",), "b": ("a",), "e": ("d",), "h": ("g",), "i": ("h",), "j": ("f",)}
    verdicts = {
        "a": "refuted",
        "b": "verified",
        "c": "verified",
        "d": "open",
        "e": "verified",
        "f": "verified",
        "g": "verified_with_premise",
        "h": "verified",
        "i": "verified",
        "j": "verified",
    }
    found = standings(uses, verdicts)
    assert found["c"] == "rests on refuted a"
    assert found["e"] == "rests on unsettled d"
    assert found["f"] == "stands alone"
    assert found["h"] == found["i"] == "stands with the premises added to g"
    assert found["j"] == "stands"


def test_rows_of_one_name_prove_together() -> None:
    """A theorem that is called like a check would lend the check its proof."""
    for weak in (
        {"outcome": "undecided"},
        {"control": "not rejected"},
        {"universal": False},
        {"needs": ("no",)},
    ):
        twin = row(label="y", method="logic")
        assert verdict(CLAIM, row(**weak), twin) == "open"  # type: ignore[arg-type]
        assert verdict(CLAIM, twin, row(**weak)) == "open"  # type: ignore[arg-type]


def test_what_is_needed_in_a_circle_or_is_missing_proves_nothing() -> None:
    assert verdict(CLAIM, row(needs=("other",)), row("other", needs=("proof",))) == "open"
    assert verdict(CLAIM, row(needs=("proof",))) == "open"
    assert verdict(CLAIM, row(needs=("missing",))) == "open"


def test_a_search_that_finds_something_contradicts_a_proof() -> None:
    """Also if its author expects it to: neither statement nor step is settled."""
    found = row("search", outcome="fails", method="property", expect="fails")
    assert verdict(CLAIM, row(), found) == "open"
    claim = replace(CLAIM, steps=(Step("line", "", "ok", ""),))
    line = row("line", "step:line")
    assert verdict(claim, row(), line) == "verified"
    assert verdict(claim, row(), line, replace(found, about="step:line")) == "open"


def test_a_theorem_that_states_another_label_is_no_theorem_of_this_claim() -> None:
    claim = replace(CLAIM, conclusions=(), proved=(Proved("room.T"),))
    stated = row("room.T", method="logic", theorem={"given": {}})
    assert verdict(claim, stated) == "verified"
    for other in ({"label": "y"}, {"about": "repair"}, {"about": "reading:strict"}, {"theorem": None}):
        assert verdict(claim, replace(stated, **other)) == "open"  # type: ignore[arg-type]
