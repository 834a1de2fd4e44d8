"""One way to draw and store: NAME.svg, NAME.png and NAME.json in a folder, the same bytes for the same numbers."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from paper_claims.output import json_text
from reference.errors import InvalidInput

COLOURS = {"user 1": "tab:purple", "user 2": "tab:red", "averaged": "tab:green", "central": "black"}
Draw = Callable[[Any, dict[str, Any]], None]


def store(
    folder: Path, name: str, data: dict[str, Any], draw: Draw, size: tuple[float, float], dpi: int = 150
) -> list[Path]:
    """The numbers as JSON, their picture as SVG and PNG."""
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    paths = [folder / f"{name}.{ending}" for ending in ("svg", "png", "json")]
    fixed: Any = {
        "svg.hashsalt": "blindavg",
        "font.size": 10,
        "axes.grid": True,
        "grid.alpha": 0.3,
        "axes.axisbelow": True,
    }
    with plt.rc_context(fixed):
        figure = plt.figure(figsize=size, layout="constrained")
        try:
            draw(figure, data)
            folder.mkdir(parents=True, exist_ok=True)
            figure.savefig(paths[0], metadata={"Date": None})
            figure.savefig(paths[1], dpi=dpi)
            paths[2].write_text(json_text(data), encoding="utf-8")
        except OSError as error:
            why = f"--out (the folder) must be writable, got {str(folder)!r}: {error}"
            raise InvalidInput(why) from None
        finally:
            plt.close(figure)
    return paths


def threshold_line(panel: Any, value: float, text: str, style: str = "--") -> None:
    """A vertical line with its meaning in the legend."""
    panel.axvline(value, color="tab:blue", linestyle=style, linewidth=1.2, label=text)
