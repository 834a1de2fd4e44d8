"""The report as a page: complete, self-contained, the same bytes for the same audit."""

from __future__ import annotations

import io
import re
from collections import Counter
from dataclasses import replace
from functools import cache
from html.parser import HTMLParser

import pytest
from rich.console import Console

from paper_claims.audit.judging import Audit
from paper_claims.audit.ledger import tier_name
from paper_claims.audit.tally import OUTCOMES, in_words, tally
from paper_claims.audit.top_findings import LIMIT, answer, ranked, top_findings
from paper_claims.registry.record import EARLIER, AsRun, Registry
from paper_claims.registry.rests_on import layers, resting_on
from paper_claims.report.markdown import markdown
from paper_claims.report.page import graph
from paper_claims.report.page.chart import LETTERS, Axis, Bar, Figure, Line, bars, lines
from paper_claims.report.page.figures import all_figures, simplex_maximum
from paper_claims.report.page.html import anchor, drawing, page
from paper_claims.report.terminal import print_audit, print_claim
from proofs_check.mutants.matrix import Judged, Matrix
from reference.versions import PROJECT, VERSION
from tests.paper_claims.asserted import asserted_audit, asserted_row

LARGEST = 3 * 10**6  # bytes


@pytest.fixture(scope="module")
def audit(registry: Registry) -> Audit:
    return asserted_audit(registry)


@pytest.fixture(scope="module")
def html(audit: Audit) -> str:
    return page(audit, [simplex_maximum()])


@cache
def every_figure() -> list[Figure]:
    return list(all_figures())


class Outline(HTMLParser):
    """Every id, every link inside the page, every reference to something outside of it."""

    def __init__(self) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.outside: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if identity := given.get("id"):
            self.ids.append(identity)
        target = given.get("href") or ""
        (self.links if target.startswith("#") else self.outside).append(target)
        self.outside.append(given.get("src") or "")


def test_every_statement_has_a_section_and_every_link_a_target(html: str, audit: Audit) -> None:
    outline = Outline()
    outline.feed(html)
    assert len(outline.ids) == len(set(outline.ids))
    assert {link[1:] for link in outline.links} <= set(outline.ids)
    assert {anchor(j.entry.label) for j in audit.judged if j.claim} <= set(outline.ids)


def test_nothing_is_fetched(html: str) -> None:
    outline = Outline()
    outline.feed(html)
    assert set(outline.outside) == {""}
    assert not re.search(r"https?://|@import|url\(", html)


def test_same_audit_same_bytes(html: str, audit: Audit) -> None:
    assert page(audit, [simplex_maximum()]) == html


def test_evidence_of_every_claim_is_there(html: str, audit: Audit) -> None:
    for j in audit.judged:
        if j.claim:
            assert f"blindavg replay '{j.entry.label}'" in html
        for row in j.rows:
            assert row.check in html


def test_the_first_screen_counts_load_bearing_statements_first_and_slips_apart(
    html: str, audit: Audit
) -> None:
    counts = tally(audit.judged)
    assert list(counts) == ["load-bearing", "text", "ours"]
    first = html[html.index('id="tally"') : html.index('id="findings"')]
    listed = "\n".join(markdown(audit))
    out = io.StringIO()
    print_audit(audit, Console(file=out, width=200), listed=True)
    for group, numbers in counts.items():
        assert numbers["statements"] == sum(numbers[name] for name in OUTCOMES)
        cells = "".join(f"<td>{number}</td>" for number in numbers.values())
        assert f'<tr><th scope="row">{group}</th>{cells}</tr>' in first
        assert f"| {group} | {' | '.join(map(str, numbers.values()))} |" in listed
    assert all(line in out.getvalue() for line in in_words(audit.judged))


def test_the_report_opens_with_the_paper_and_counts_our_own_once(audit: Audit) -> None:
    listed = "\n".join(markdown(audit))
    judged = [j for j in audit.judged if j.claim]
    open_ones = Counter(j.verdict for j in audit.judged if not j.claim)
    rest = f"({open_ones['out_of_scope']} out of scope, {open_ones['open']} open)"
    ours = tally(audit.judged)["ours"]["statements"]
    assert f"{audit.paper} Made by {PROJECT} {VERSION}" in listed.partition("\n## ")[0]
    assert (
        f"{len(judged)} statements judged, {ours} of them our own, {sum(open_ones.values())} more listed {rest}."
        in listed
    )
    assert (
        f"of the paper's {len(judged) - ours} judged statements gives less privacy" in answer(audit).because
    )


def test_the_first_screen_says_how_each_group_is_proved(html: str, audit: Audit) -> None:
    first = html[html.index('id="tiers-line"') : html.index("<nav")]
    for group in tally(audit.judged):
        names = Counter(tier_name(j) for j in audit.judged if j.claim and j.group == group)
        (parts,) = re.findall(rf"{group}: ([^;.]+)", first)
        assert sorted(parts.split(", ")) == sorted(f"{n} {name}" for name, n in names.items())


def test_an_impact_of_none_is_said_in_words(html: str) -> None:
    assert '<span class="impact i-none">no effect on noise</span>' in html
    assert ">none</span>" not in html


def test_what_was_run_is_said_to_be_about_earlier_code(audit: Audit) -> None:
    (j, *_) = [j for j in audit.judged if j.claim]
    assert j.claim is not None
    run = replace(j, claim=replace(j.claim, as_run=(AsRun("it projects", "so nothing changes"),)))
    one = replace(audit, judged=(run,))
    out = io.StringIO()
    print_claim(run, "stands", Console(file=out, width=400))
    shown = (page(one, []), "\n".join(markdown(one)), out.getvalue(), str(one.to_json()))
    assert all(EARLIER in text and "it projects" in text and "so nothing changes" in text for text in shown)


def test_a_red_audit_says_so(audit: Audit) -> None:
    red = page(replace(audit, problems=("thm:x: asserted verified, derived <open>",)), [])
    assert "This audit is red" in red
    assert "derived &lt;open&gt;" in red
    assert "This audit is red" not in page(audit, [])


def test_the_kill_matrix_is_shown(audit: Audit) -> None:
    mutants = (
        Judged("m1", "delta_gauss", "2 -> 3", "killed", {"gaussian_profile.value": "outcome"}, ""),
        Judged("m2", "delta_gauss", "+ -> -", "survivor", {}, ""),
    )
    shown = page(replace(audit, mutants=Matrix(mutants, ())), [])
    assert 'id="kill-matrix"' in shown
    assert "gaussian_profile.value (1)" in shown
    assert '<b class="i-unsound">1</b>' in shown
    assert "not done for this version" not in shown


def test_without_a_kill_matrix_the_page_says_how_to_get_one(audit: Audit) -> None:
    shown = page(replace(audit, mutants=None), [])
    assert 'id="kill-matrix"' not in shown
    assert "not done for this version" in shown
    assert "<code>blindavg mutants</code>" in shown


def test_the_page_opens_with_the_findings_of_the_readme(html: str, audit: Audit) -> None:
    found = top_findings(audit)
    ten = ranked(j.claim for j in audit.judged if j.claim)
    assert [finding.judged.entry.label for finding in found] == [claim.label for claim in ten]
    numbered = [finding for finding in found if finding.said]
    assert "alg:dpsvm" in [finding.judged.entry.label for finding in numbered]
    top = html[html.index('id="findings"') : html.index('id="claims"')]
    assert "moves the SVM by 1.21 times the bound" in top  # the quotient of the two numbers in asserted_row
    assert all(f"blindavg replay '{finding.judged.entry.label}'" in top for finding in numbered)


def test_other_findings_follow_their_rule(audit: Audit) -> None:
    named = {claim.label for claim in ranked(j.claim for j in audit.judged if j.claim)}
    audit = replace(audit, judged=tuple(j for j in audit.judged if j.entry.label not in named))
    found = top_findings(audit)
    assert 0 < len(found) <= LIMIT
    impacts = [finding.judged.claim.impact for finding in found if finding.judged.claim]
    assert "none" not in impacts
    assert impacts == sorted(impacts, key=["unsound", "loose"].index)
    assert all(finding.judged.entry.kind != "ours" for finding in found)
    assert "Not as printed" in answer(audit).short
    harmless = replace(
        audit,
        judged=tuple(
            replace(j, claim=replace(j.claim, impact="none") if j.claim else None) for j in audit.judged
        ),
    )
    assert top_findings(harmless) == []
    assert answer(harmless).short.startswith("Yes")


def test_what_rests_on_a_statement_is_counted_through_others(audit: Audit) -> None:
    users = resting_on(audit.uses)
    for j in audit.judged:
        for used in j.claim.uses if j.claim else ():
            if used in users:
                assert users[j.entry.label] | {j.entry.label} <= users[used] | {used}


def test_graph_points_from_left_to_right(registry: Registry) -> None:
    uses = {
        label: [u for u in claim.uses if u in registry.claims] for label, claim in registry.claims.items()
    }
    depth = layers(uses)
    assert all(depth[used] < depth[label] for label in uses for used in uses[label])
    places = graph.rows(depth, uses)
    assert len({(depth[label], row) for label, row in places.items()}) == len(places)


def test_a_circle_of_uses_is_drawn_all_the_same() -> None:
    circle = {"a": ["b"], "b": ["a"]}
    assert graph.drawn(circle, {"a": "open", "b": "open"}, {"a": "x", "b": "y"}).count("<rect") == 2


def test_a_witness_is_drawn_only_if_it_compares_two_numbers(registry: Registry) -> None:
    from proofs_check.method.check import all_checks

    refuting = next(check for check in all_checks().values() if check.expect == "fails")
    row = asserted_row(refuting)
    assert "<svg" in drawing(row)
    assert drawing(replace(row, witness={"q": "-f^2", "printed bound": "1"})) == ""
    assert drawing(replace(row, detail="something else")) == ""


def test_long_names_are_broken_and_nothing_of_them_is_lost() -> None:
    name = "exact eps for replacing a record (upper end) plus one percent"
    svg = bars(Axis("", 0, 1), [(name.upper(), [Bar(name, 1, "1", 1)])])
    texts = re.findall("<text[^>]*>([^<]*)", svg)
    assert max(map(len, texts)) <= LETTERS
    assert name in " ".join(texts)
    assert name.upper() in " ".join(texts)


def test_curves_stay_inside_their_axes() -> None:
    svg = lines(
        Axis("x", 0, 1), Axis("y", 1e-3, 1, log=True), [Line("a", [(0, 1), (0.5, 0.1), (1, 1e-9)], 1)]
    )
    (path,) = re.findall(r'class="c1 solid" d="M([^"]*,[^"]*)"', svg)[:1]
    assert path.count("L") == 1  # the point below the axis is left out


@pytest.mark.slow
@pytest.mark.xdist_group("browser")  # which draws them too
def test_all_figures_are_small_and_described(audit: Audit) -> None:
    figures = every_figure()
    text = page(audit, figures)
    assert len(text.encode()) < LARGEST
    assert len({figure.slug for figure in figures}) == len(figures) == 8
    for figure in figures:
        assert figure.alt in text.replace("&#39;", "'")
        assert not re.search(r"\bnan\b|\binf\b|e\+", figure.svg + figure.alt)
