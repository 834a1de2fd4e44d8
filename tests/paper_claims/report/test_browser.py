"""The report in a real browser, where Debian's chromium and its driver are installed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from paper_claims.registry.record import Registry
from paper_claims.report.page.html import page
from tests.chromium import chromium
from tests.paper_claims.asserted import asserted_audit
from tests.paper_claims.report.test_page import every_figure

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("browser")]


@pytest.fixture(scope="module")
def browser(registry: Registry, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    path: Path = tmp_path_factory.mktemp("report") / "index.html"
    path.write_text(page(asserted_audit(registry), every_figure()), encoding="utf-8")
    with chromium() as opened:
        opened.set_script_timeout(300)
        opened.get(path.as_uri())
        yield opened


Resize = Callable[[int], None]
WIDTHS = pytest.mark.parametrize("width", [400, 1400])


@pytest.fixture
def resize(browser: Any) -> Iterator[Resize]:
    """A telephone or a window of this width, for one test."""

    def to(width: int) -> None:
        size = {
            "width": width,
            "height": 800 if width < 600 else 900,
            "deviceScaleFactor": 1,
            "mobile": width < 600,
        }
        browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)

    yield to
    browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def visible_rows(browser: Any) -> list[str]:
    script = """
    const rows = [...document.querySelectorAll('#claim-table tbody tr')];
    return rows.filter((row) => !row.hidden).map((row) => row.cells[1].dataset.key)"""
    found: list[str] = browser.execute_script(script)
    return found


def choose(browser: Any, field: str, value: str) -> None:
    script = """
    const field = document.getElementById(arguments[0]);
    field.value = arguments[1];
    field.dispatchEvent(new Event('input', {bubbles: true}))"""
    browser.execute_script(script, field, value)


def test_no_console_errors(browser: Any) -> None:
    assert [entry for entry in browser.get_log("browser") if entry["level"] in ("SEVERE", "WARNING")] == []


def test_filters_narrow_the_table_and_clear(browser: Any, registry: Registry) -> None:
    first = visible_rows(browser)
    assert first == [label for label in first if not label.startswith("ours:")]
    assert {registry.claims[label].weight for label in first} == {"load-bearing"}
    choose(browser, "f-weight", "")
    everything = visible_rows(browser)
    assert everything[: len(first)] == first
    assert len(everything) == len(registry.claims)
    choose(browser, "f-verdict", "refuted")
    refuted = visible_rows(browser)
    assert refuted == [label for label in everything if registry.claims[label].verdict == "refuted"]
    choose(browser, "f-impact", "unsound")
    both = visible_rows(browser)
    assert both == [label for label in refuted if registry.claims[label].impact == "unsound"]
    assert browser.find_element("id", "f-count").text.startswith(f"{len(both)} statement")
    choose(browser, "f-text", "no such word anywhere")
    assert visible_rows(browser) == []
    browser.execute_async_script("document.querySelector('.filters').reset(); setTimeout(arguments[0], 50)")
    assert visible_rows(browser) == first
    choose(browser, "f-weight", "")


def test_filter_by_method_and_section(browser: Any, registry: Registry) -> None:
    choose(browser, "f-method", "probe")
    assert 0 < len(visible_rows(browser)) < len(registry.claims)
    choose(browser, "f-method", "")
    choose(browser, "f-section", "Contribution 2")
    assert {registry.claims[label].where for label in visible_rows(browser)} == {"Contribution 2"}
    choose(browser, "f-section", "")


def test_columns_sort_both_ways_from_the_keyboard(browser: Any) -> None:
    before = visible_rows(browser)
    button = browser.find_elements("css selector", "#claim-table thead button")[1]
    button.send_keys("\ue007")  # Enter
    rising = visible_rows(browser)
    expected = browser.execute_script(
        "return [...arguments[0]].sort((a, b) => a.localeCompare(b, 'en'))", before
    )
    assert rising == expected != before
    button.send_keys(" ")
    assert visible_rows(browser) == rising[::-1]
    heading = browser.find_elements("css selector", "#claim-table thead th")[1]
    assert heading.get_attribute("aria-sort") == "descending"
    browser.find_elements("css selector", "#claim-table thead button")[0].send_keys(" ")
    assert visible_rows(browser) == before


@WIDTHS
def test_links_land_on_their_statements(browser: Any, resize: Resize, width: int) -> None:
    """Every third one, also out of a folded part; there is space above it."""
    resize(width)
    script = """
    const [width, done] = arguments;
    const frames = (n) => new Promise((then) => { const go = () => n-- ? requestAnimationFrame(go) : then(); go(); });
    const top = () => document.querySelector(':target').getBoundingClientRect().top;
    (async () => {
        const missed = [];
        while (innerWidth !== width) await frames(1);
        const links = [...document.querySelectorAll('#claim-table a')].filter((_, i) => i % 3 === 0);
        for (const link of links) {
            location.hash = ''; scrollTo(0, 0);
            for (const part of document.querySelectorAll('details.group')) part.open = false;
            await frames(2);
            link.click();
            await frames(2);
            for (let last, same = 0; same < 9; last = top()) { await frames(1); same = top() === last ? same + 1 : 0; }
            if (top() < 2 || top() > 40) missed.push([link.getAttribute('href'), top()]);
        }
        done([links.length, missed]);
    })()"""
    tried, missed = browser.execute_async_script(script, width)
    assert tried > 50
    assert missed == []


def in_graph(browser: Any) -> list[list[str]]:
    """The boxes of the focused graph, level by level."""
    script = """
    return [...document.querySelectorAll('#focus-graph .level')].map(
        (row) => [...row.querySelectorAll('button')].map((box) => box.dataset.label))"""
    found: list[list[str]] = browser.execute_script(script)
    return found


def test_the_graph_shows_what_one_statement_uses(browser: Any, registry: Registry) -> None:
    choose(browser, "g-focus", "thm:sens_softmax")
    choose(browser, "g-dir", "up")
    choose(browser, "g-depth", "1")
    above, focus = in_graph(browser)
    assert focus == ["thm:sens_softmax"]
    assert sorted(above) == sorted(registry.claims["thm:sens_softmax"].uses)
    assert "focus=thm%3Asens_softmax&dir=up&depth=1" in browser.current_url
    lines = browser.execute_script("return document.querySelectorAll('#focus-graph path').length")
    assert lines >= len(above)
    choose(browser, "g-dir", "down")
    _, below = in_graph(browser)
    assert sorted(below) == sorted(
        label for label, claim in registry.claims.items() if "thm:sens_softmax" in claim.uses
    )


def test_the_address_brings_the_graph_back(browser: Any) -> None:
    address = browser.current_url.partition("?")[0].partition("#")[0]
    browser.get(f"{address}?focus=cor:ampl_avg&dir=both&depth=1")
    assert ["cor:ampl_avg"] in in_graph(browser)
    assert browser.find_element("id", "g-dir").get_attribute("value") == "both"
    browser.get(f"{address}?focus=no-such-label&dir=sideways&depth=-1")
    assert ["thm:sens_softmax"] in in_graph(browser)


def test_a_reference_has_a_preview_that_can_be_kept(browser: Any) -> None:
    script = """
    const article = document.getElementById('claim-thm-sens_softmax');
    const link = article.querySelector('dd a[href="#claim-thm-sensitivity_general"]');
    const preview = document.getElementById('preview');
    link.dispatchEvent(new Event('mouseenter'));
    const seen = [preview.hidden, preview.textContent];
    preview.querySelector('button').click();
    document.body.dispatchEvent(new MouseEvent('mousemove', {bubbles: true}));
    seen.push(preview.hidden);
    document.dispatchEvent(new KeyboardEvent('keydown', {key: 'Escape'}));
    return [...seen, preview.hidden]"""
    hidden, text, kept, closed = browser.execute_script(script)
    assert (hidden, kept, closed) == (False, False, True)
    assert "thm:sensitivity_general" in text


def test_formulas_are_drawn_as_formulas(browser: Any) -> None:
    """An exponent is smaller than a letter and stands higher; variables are italic, names and prose are not."""
    script = """
    const box = document.querySelector('#claim-def-strong_convexity'); box.scrollIntoView();
    const formal = box.querySelector('.formal');
    const [letter, above] = ['i', 'sup'].map((tag) => formal.querySelector('.math ' + tag));
    const style = (part) => getComputedStyle(part).fontStyle, box_of = (part) => part.getBoundingClientRect();
    return [box_of(letter), box_of(above), [letter, formal.querySelector('.math'), formal].map(style)]"""
    letter, above, styles = browser.execute_script(script)
    assert 0 < above["height"] < letter["height"]
    assert above["bottom"] < letter["bottom"]
    assert styles == ["italic", "normal", "normal"]


def test_dark_and_light_follow_the_system(browser: Any) -> None:
    colours = []
    for scheme in ("dark", "light"):
        feature = {"name": "prefers-color-scheme", "value": scheme}
        browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [feature]})
        colours.append(browser.execute_script("return getComputedStyle(document.body).backgroundColor"))
    assert colours == ["rgb(20, 23, 26)", "rgb(255, 255, 255)"]


CONTRAST = """
const channel = (v) => { v /= 255; return v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; };
const shade = (colour) => {
  const [r, g, b] = colour.match(/[0-9.]+/g).map(Number);
  return 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b);
};
const ground = (part) => {
  for (; part; part = part.parentElement) {
    const colour = getComputedStyle(part).backgroundColor;
    if (!colour.endsWith(', 0)')) return colour;
  }
  return 'rgb(255,255,255)';
};
const parts = [...document.querySelectorAll('.badge, .impact, .quiet, .finding, header a, p, td')].slice(0, 600);
return parts.map((part) => {
  const pair = [shade(getComputedStyle(part).color), shade(ground(part))].sort((a, b) => b - a);
  return [(pair[0] + 0.05) / (pair[1] + 0.05), part.className];
}).sort((a, b) => a[0] - b[0])[0];
"""


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_text_has_enough_contrast(browser: Any, scheme: str) -> None:
    feature = {"name": "prefers-color-scheme", "value": scheme}
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [feature]})
    ratio, where = browser.execute_script(CONTRAST)
    assert ratio >= 4.5, where


@WIDTHS
def test_text_of_every_chart_is_large_enough_and_whole(browser: Any, resize: Resize, width: int) -> None:
    """In figures and in statement sections; none is cut, and no chart is wider than its place."""
    resize(width)
    script = """
    for (const part of document.querySelectorAll('details.group')) part.open = true;
    return [...document.querySelectorAll('svg.chart')].map((svg) => {
        const frame = svg.getBoundingClientRect(), inside = (box) => box.left >= frame.left && box.right <= frame.right
            && box.top >= frame.top && box.bottom <= frame.bottom;
        const texts = [...svg.querySelectorAll('text')];
        return [11 * frame.width / svg.viewBox.baseVal.width, svg.parentElement.scrollWidth - svg.parentElement.clientWidth,
            texts.filter((text) => !inside(text.getBoundingClientRect())).map((text) => text.textContent)];
    })"""
    charts = browser.execute_script(script)
    assert len(charts) > 20
    assert min(size for size, _, _ in charts) >= 11
    assert max(hidden for _, hidden, _ in charts) == 0
    assert [cut for _, _, cut in charts if cut] == []


def test_a_narrow_screen_needs_no_sideways_scrolling(browser: Any, resize: Resize) -> None:
    resize(390)
    assert browser.execute_script("return document.documentElement.scrollWidth") <= 390


@pytest.mark.parametrize("width", [400, 1024, 1200, 1400])
def test_the_table_of_statements_shows_every_cell(browser: Any, resize: Resize, width: int) -> None:
    """None is wider than its column; on a telephone, what to do has lines of its own."""
    resize(width)
    script = """
    const right = (part) => part.getBoundingClientRect().right, table = document.getElementById('claim-table');
    const cells = [...table.querySelectorAll('tbody tr:not([hidden]) td')].filter((cell) => cell.offsetWidth);
    return [Math.max(...cells.map(right)), right(table.parentElement),
        cells.filter((cell) => cell.scrollWidth > cell.clientWidth + 1).map((cell) => cell.textContent),
        Math.min(...cells.filter((cell) => cell.matches(':last-child')).map((cell) => cell.offsetWidth))]"""
    edge, frame, wider, narrowest = browser.execute_script(script)
    assert edge <= frame + 0.5 <= width
    assert wider == []
    assert narrowest > (300 if width == 400 else 100)


@WIDTHS
def test_the_first_screen_has_the_answer_the_trust_and_the_tiers(
    browser: Any, resize: Resize, width: int
) -> None:
    """And unsound is the column that a narrow tally shows."""
    resize(width)
    script = """
    scrollTo(0, 0);
    return [document.getElementById('tiers-line').getBoundingClientRect().bottom, innerHeight,
        document.querySelector('#tally th .i-unsound').getBoundingClientRect().right]"""
    tiers, screen, unsound = browser.execute_script(script)
    assert tiers < screen
    assert unsound < width


def test_print_hides_the_controls_and_opens_the_details(browser: Any) -> None:
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    hidden = browser.execute_script("return getComputedStyle(document.querySelector('.filters')).display")
    browser.execute_script("window.dispatchEvent(new Event('beforeprint'))")
    closed = browser.execute_script("return document.querySelectorAll('details:not([open])').length")
    breaks = """
    const style = (part) => getComputedStyle(document.querySelector(part));
    return [style('#claim-table tr[hidden]').display, style('article').breakInside, style('article tr').breakInside,
        document.querySelector('[data-show]').offsetWidth]"""
    printed = browser.execute_script(breaks)
    browser.execute_script("window.dispatchEvent(new Event('afterprint'))")
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})
    assert (hidden, closed) == ("none", 0)
    assert printed == ["table-row", "auto", "avoid", 0]
    assert browser.execute_script("return document.querySelectorAll('details:not([open])').length") > 50
