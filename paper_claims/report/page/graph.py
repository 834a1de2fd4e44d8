"""The dependency graph of the judged statements as SVG: what is used stands to the left of what uses it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

from paper_claims.registry.rests_on import layers

COLUMN, ROW, WIDE, HIGH = 244, 30, 208, 22


def rows(depth: Mapping[str, int], uses: Mapping[str, Sequence[str]]) -> dict[str, int]:
    """A row for each statement of a column: near what it uses, then near what uses it, a few times over."""
    columns = [
        [label for label, at in depth.items() if at == level] for level in range(max(depth.values()) + 1)
    ]
    users: dict[str, list[str]] = {label: [] for label in depth}
    for label in depth:
        for used in uses.get(label, ()):
            users[used].append(label)
    place = {label: row for column in columns for row, label in enumerate(column)}
    for turn in range(8):
        near = uses if turn % 2 == 0 else users
        for column in columns if turn % 2 == 0 else columns[::-1]:
            means = {
                label: sum(place[n] for n in near.get(label, ())) / len(near[label])
                if near.get(label)
                else place[label]
                for label in column
            }
            column.sort(key=lambda label: (means[label], place[label]))
            place |= {label: row for row, label in enumerate(column)}
    return place


def drawn(uses: Mapping[str, Sequence[str]], verdicts: Mapping[str, str], anchors: Mapping[str, str]) -> str:
    """The graph; every statement is a link to its section. Statements without any relation are left out."""
    known = {label: [used for used in used_here if used in verdicts] for label, used_here in uses.items()}
    linked = {label for label, used_here in known.items() if used_here} | {
        u for us in known.values() for u in us
    }
    known = {label: known.get(label, []) for label in verdicts if label in linked}
    if not known:
        return ""
    depth = layers(known)
    place = rows(depth, known)
    corner = {label: (COLUMN * depth[label] + 8, ROW * place[label] + 8) for label in known}
    parts = []
    for label in known:
        right, level = corner[label][0], corner[label][1] + HIGH / 2
        for used in known[label]:
            left, other = corner[used][0] + WIDE, corner[used][1] + HIGH / 2
            bend = max(20.0, (right - left) / 2)
            path = (
                f"M{left},{other:g} C{left + bend:g},{other:g} {right - bend:g},{level:g} {right},{level:g}"
            )
            parts.append(
                f'<path class="edge" data-from="{anchors[used]}" data-to="{anchors[label]}" d="{path}"/>'
            )
    for label, (x, y) in corner.items():
        text = escape(label if len(label) <= 29 else label[:28] + "…")
        parts.append(
            f'<a href="#{anchors[label]}" data-node="{anchors[label]}"><title>{escape(label)}: {verdicts[label]}</title>'
            f'<rect class="node v-{verdicts[label]}" x="{x}" y="{y}" width="{WIDE}" height="{HIGH}" rx="4"/>'
            f'<text x="{x + 6}" y="{y + 15}">{text}</text></a>'
        )
    width, height = COLUMN * (max(depth.values()) + 1), ROW * (max(place.values()) + 1) + 16
    return f'<svg viewBox="0 0 {width} {height}" width="{width}" height="{height}" class="graph">{"".join(parts)}</svg>'
