"""Draws the pictures of the walk-through: python docs/pictures.py"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from accountant import log10_delta
from paper_claims.registry.files import load
from paper_claims.report.page import figures, graph
from paper_claims.report.page.chart import Axis, Line, lines
from reference.formulas import hinge, huber, simplex_uniform

FOLDER = Path(__file__).parent / "pictures"
STYLE = """<style>
svg { background: #fff; } text { paint-order: stroke; stroke: #fff; stroke-width: 3px; }
text { fill: #1b1f24; font: 12px sans-serif; } .tick { font-size: 11px; fill: #57606a; }
path { fill: none; stroke-width: 2; } .frame { fill: none; stroke: #d0d7de; } .grid { stroke: #d0d7de; stroke-width: .6; }
.mark { stroke: #57606a; stroke-width: 1; stroke-dasharray: 2 3; }
.dashed { stroke-dasharray: 7 4; } .dotted { stroke-dasharray: 2 4; }
.c1 { stroke: #b3261e; } .c2 { stroke: #0a6b4f; } .c3 { stroke: #9a5b00; } .c4 { stroke: #0550ae; } .c5 { stroke: #1b1f24; }
.bar, .dot { stroke: none; } .c1.bar { fill: #b3261e; } .c2.bar { fill: #0a6b4f; }
.c3.bar { fill: #9a5b00; } .c4.bar { fill: #0550ae; }
.c5.dot { fill: #1b1f24; } .edge { stroke: #8c959f; stroke-width: 1.2; } .node { fill: #eef2f6; stroke: #8c959f; }
</style>"""
CHAIN = ("lem:max_smoothness", "thm:smooth_softmax", "thm:lipschitz_softmax", "thm:sens_softmax")


def losses() -> str:
    grid = [k / 50 for k in range(-50, 126)]
    curves = [Line("hinge loss", [(z, hinge(z)) for z in grid], 1, "dashed")]
    curves += [
        Line(f"Huber loss, h = {h:g}", [(z, huber(h, z)) for z in grid], colour)
        for h, colour in ((0.5, 2), (1.0, 4))
    ]
    return lines(Axis("margin z = y ⟨f, x⟩", -1, 2.5), Axis("loss", 0, 2), curves)


def curves_by_noise() -> str:
    grid = [k / 10 for k in range(51)]
    drawn = [
        Line(f"σ = {sigma}", [(eps, 10 ** log10_delta(eps, sigma).upper()) for eps in grid], colour)
        for sigma, colour in (("1", 1), ("2", 3), ("5.95", 2))
    ]
    return lines(Axis("ε", 0, 5), Axis("δ", 1e-12, 1, log=True), drawn)


def wrong_envelope() -> str:
    grid = [k / 100 for k in range(31)]
    drawn = [Line("maximum with two classes", [(C, simplex_uniform(C, 2)) for C in grid], 2)]
    drawn += [
        Line(f"{factor:g} (C+1)²", [(C, factor * (C + 1) ** 2) for C in grid], colour, "dashed")
        for factor, colour in ((0.25, 4), (0.24, 1))
    ]
    return lines(Axis("C", 0, 0.3), Axis("largest Σ s(1−s)(C+s)", 0.22, 0.44), drawn)


def chain() -> str:
    claims = load().claims
    uses = {label: [used for used in claims[label].uses if used in CHAIN] for label in CHAIN}
    drawn = graph.drawn(uses, dict.fromkeys(CHAIN, "open"), dict.fromkeys(CHAIN, "top"))
    return drawn.replace('<a href="#top" data-node="top">', "<a>")


def every_picture() -> Iterator[tuple[str, str]]:
    yield "1-losses", losses()
    yield "2-simplex", figures.simplex_maximum().svg
    yield "3-reached", figures.reached().svg
    yield "4-curve", curves_by_noise()
    yield "5-averaging", figures.averaging_thresholds().svg
    yield "6-groups", figures.group_curves().svg
    yield "7-uses", chain()
    yield "8-wrong-envelope", wrong_envelope()


def standalone(svg: str) -> str:
    head, rest = svg.split(">", 1)
    return f'{head} xmlns="http://www.w3.org/2000/svg">{STYLE}{rest}\n'


if __name__ == "__main__":
    for name, svg in every_picture():
        (FOLDER / f"{name}.svg").write_text(standalone(svg), encoding="utf-8")
        print(f"written: docs/pictures/{name}.svg")
