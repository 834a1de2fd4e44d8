"""Line and bar charts as SVG text: the same numbers give the same bytes, and the page's style sheet has the colours."""

from __future__ import annotations

import math
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

WIDTH, HEIGHT = 312, 270  # 19.5rem: fits a narrow screen, where a unit is a pixel
LEFT, RIGHT, TOP, BOTTOM = 64, 16, 14, 46
LINE = 18  # the height of a line of text
LETTERS = 40  # that fit into a line


@dataclass(frozen=True)
class Figure:
    """A drawing, what it shows in a sentence for those who cannot see it, and where its numbers come from."""

    slug: str
    title: str
    svg: str
    alt: str
    source: str


@dataclass(frozen=True)
class Axis:
    """A scale with its name; `log` axes have a tick at each power of ten."""

    name: str
    low: float
    high: float
    log: bool = False

    def share(self, value: float) -> float:
        """Where the value lies between the ends, from 0 to 1; what lies outside is moved to the end."""
        low, high, value = (
            math.log10(v) if self.log else v for v in (self.low, self.high, self.clipped(value))
        )
        return (value - low) / (high - low)

    def clipped(self, value: float) -> float:
        return min(max(value, self.low), self.high)

    def ticks(self) -> list[tuple[float, str]]:
        if self.log:
            exponents = range(
                math.ceil(math.log10(self.low) - 1e-9), math.floor(math.log10(self.high) + 1e-9) + 1
            )
            every = max(1, -(-len(exponents) // 5))
            return [
                (10.0**k, f"1e{k}" if abs(k) > 3 else f"{10.0**k:g}") for k in exponents if k % every == 0
            ]
        rough = (self.high - self.low) / 5
        power = 10 ** math.floor(math.log10(rough))
        step = next(power * m for m in (1, 2, 5, 10) if power * m >= rough)
        first = math.ceil(self.low / step - 1e-9)
        return [(k * step, f"{k * step:g}") for k in range(first, math.floor(self.high / step + 1e-9) + 1)]


@dataclass(frozen=True)
class Line:
    """A named curve; `style` is solid, dashed, dotted or points."""

    name: str
    points: Sequence[tuple[float, float]]
    colour: int
    style: str = "solid"


@dataclass(frozen=True)
class Bar:
    """A named length with the text behind it."""

    name: str
    value: float
    text: str
    colour: int


def lines(x: Axis, y: Axis, curves: Sequence[Line], marks: Sequence[tuple[float, str]] = ()) -> str:
    """Curves over one pair of axes, vertical lines at the marks, a legend below."""
    wide, high = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM

    def at(px: float, py: float) -> str:
        return f"{LEFT + wide * x.share(px):.1f},{TOP + high * (1 - y.share(py)):.1f}"

    parts = [f'<rect class="frame" x="{LEFT}" y="{TOP}" width="{wide}" height="{high}"/>']
    for value, text in x.ticks():
        place = LEFT + wide * x.share(value)
        parts.append(f'<path class="grid" d="M{place:.1f},{TOP}v{high}"/>')
        parts.append(
            f'<text class="tick" x="{place:.1f}" y="{TOP + high + 16}" text-anchor="middle">{text}</text>'
        )
    for value, text in y.ticks():
        place = TOP + high * (1 - y.share(value))
        parts.append(f'<path class="grid" d="M{LEFT},{place:.1f}h{wide}"/>')
        parts.append(f'<text class="tick" x="{LEFT - 6}" y="{place + 4:.1f}" text-anchor="end">{text}</text>')
    parts.append(
        f'<text x="{LEFT + wide / 2:.1f}" y="{HEIGHT - 10}" text-anchor="middle">{escape(x.name)}</text>'
    )
    parts.append(
        f'<text transform="translate(16,{TOP + high / 2:.1f}) rotate(-90)" text-anchor="middle">{escape(y.name)}</text>'
    )
    for value, text in marks:
        place = LEFT + wide * x.share(value)
        parts.append(f'<path class="mark" d="M{place:.1f},{TOP}v{high}"/>')
        parts.append(f'<text class="tick" x="{place + 4:.1f}" y="{TOP + 14}">{escape(text)}</text>')
    for curve in curves:
        places = [at(px, py) for px, py in curve.points if y.low <= py <= y.high]
        if curve.style == "points":
            dots = (place.split(",") for place in places)
            parts += [f'<circle class="c{curve.colour} dot" cx="{cx}" cy="{cy}" r="3"/>' for cx, cy in dots]
        else:
            parts.append(f'<path class="c{curve.colour} {curve.style}" d="M{" L".join(places)}"/>')
    for row, curve in enumerate(curves):
        level = HEIGHT + LINE * row + 6
        parts.append(
            f'<path class="c{curve.colour} {curve.style.replace("points", "dotted")}" d="M4,{level}h30"/>'
        )
        parts.append(f'<text class="tick" x="42" y="{level + 4}">{escape(curve.name)}</text>')
    return _svg(HEIGHT + LINE * len(curves) + 8, parts)


def bars(axis: Axis, groups: Sequence[tuple[str, Sequence[Bar]]], mark: float | None = None) -> str:
    """Horizontal bars in named groups, each name above its bars; the legend says what the colours are."""
    thick, left = 13, 20
    wide = WIDTH - left - 70
    parts, level = [], 8.0
    for name, row in groups:
        for line in textwrap.wrap(name, LETTERS):
            parts.append(f'<text x="{left}" y="{level + 8:.1f}">{escape(line)}</text>')
            level += LINE - 4
        for bar in row:
            length = max(1.0, wide * axis.share(bar.value))
            parts.append(
                f'<rect class="c{bar.colour} bar" x="{left}" y="{level:.1f}" width="{length:.1f}" height="{thick - 2}"/>'
            )
            parts.append(
                f'<text class="tick" x="{left + length + 5:.1f}" y="{level + 9.5:.1f}">{escape(bar.text)}</text>'
            )
            level += thick
        level += 9
    if mark is not None:
        place = left + wide * axis.share(mark)
        parts.insert(0, f'<path class="mark" d="M{place:.1f},4V{level - 4:.1f}"/>')
    for value, text in axis.ticks():
        place = left + wide * axis.share(value)
        parts.insert(0, f'<path class="grid" d="M{place:.1f},4V{level - 4:.1f}"/>')
        parts.append(
            f'<text class="tick" x="{place:.1f}" y="{level + 9:.1f}" text-anchor="middle">{text}</text>'
        )
    level += 28
    parts.append(f'<text x="{WIDTH / 2:g}" y="{level:.1f}" text-anchor="middle">{escape(axis.name)}</text>')
    legend = {bar.name: bar.colour for _, row in groups for bar in row}
    for name, colour in legend.items():
        parts.append(
            f'<rect class="c{colour} bar" x="{left}" y="{level + LINE - 10:.1f}" width="20" height="11"/>'
        )
        for line in textwrap.wrap(name, LETTERS):
            level += LINE
            parts.append(f'<text class="tick" x="{left + 28}" y="{level:.1f}">{escape(line)}</text>')
    return _svg(level + 10, parts)


def _svg(height: float, parts: Sequence[str]) -> str:
    size = f'viewBox="0 0 {WIDTH} {height:g}" width="{WIDTH}" height="{height:g}"'
    return f'<svg {size} class="chart" aria-hidden="true">{"".join(parts)}</svg>'
