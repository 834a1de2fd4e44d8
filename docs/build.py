"""The pages of this folder as a site that needs no network, and the chapters as notebooks: python docs/build.py [FOLDER]"""

from __future__ import annotations

import json
import re
import shutil
import sys
from html import escape
from pathlib import Path
from typing import Any

from markdown_it import MarkdownIt
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import get_lexer_by_name

HERE = Path(__file__).parent
ROOT = HERE.parent
FENCE = re.compile(r"^```(\w+)\n(.*?)^```\n?", re.DOTALL | re.MULTILINE)
OUTSIDE = re.compile(r'<a href="\.\./[^"]+">(.*?)</a>')  # files of the repository are not part of the site
STYLE = """
:root { --page: #fff; --edge: #888c; }
body { max-width: 52rem; margin: 0 auto; padding: 1rem; font: 16px/1.55 system-ui, sans-serif; overflow-wrap: break-word; }
pre { padding: .6rem .8rem; border: 1px solid #8886; border-radius: .4rem; font-size: .9em; }
table { border-collapse: collapse; display: block; }
table, pre { /* a shade at an edge where more is hidden, as on the page of the audit */
  overflow-x: auto; background: linear-gradient(90deg, var(--page) 40%, transparent) -2px 0,
    linear-gradient(270deg, var(--page) 40%, transparent) calc(100% + 2px) 0,
    linear-gradient(90deg, var(--edge), transparent), linear-gradient(270deg, var(--edge), transparent) 100% 0;
  background-repeat: no-repeat; background-size: 2.4rem 100%, 2.4rem 100%, .5rem 100%, .5rem 100%;
  background-attachment: local, local, scroll, scroll;
}
th, td { text-align: left; vertical-align: top; padding: .3rem .8rem .3rem 0; border-bottom: 1px solid #8886; }
img { max-width: 100%; background: #fff; } nav a { margin-right: .9rem; display: inline-block; }
@media (prefers-color-scheme: dark) {
  :root { --page: #14171a; }
  body { background: var(--page); color: #e6e8ea; } a { color: #7cb7ff; }
  pre { --page: #fff; filter: invert(.92) hue-rotate(180deg); background-color: #fff; color: #111; }
}
"""


def pages() -> list[Path]:
    """The introduction, the chapters, then the other pages."""
    chapters = sorted(HERE.glob("[1-8]-*.md"))
    others = [path for path in sorted(HERE.glob("*.md")) if path not in chapters and path.stem != "README"]
    return [HERE / "README.md", *chapters, *others]


def title(path: Path) -> str:
    return path.read_text(encoding="utf-8").partition("\n")[0].lstrip("# ")


def coloured(code: str, language: str, _: str) -> str:
    lexer = get_lexer_by_name({"console": "console", "text": "text"}.get(language, language or "text"))
    return str(highlight(code, lexer, HtmlFormatter(nowrap=True)))


def html(path: Path) -> str:
    """A page; its links lead to the other pages of the site."""
    made = MarkdownIt("commonmark", {"highlight": coloured}).enable("table")
    body = made.render(path.read_text(encoding="utf-8"))
    body = re.sub(r'href="README\.md"', 'href="index.html"', body)
    body = re.sub(r'href="([\w-]+)\.md(#[^"]*)?"', r'href="\1.html\2"', body)
    body = OUTSIDE.sub(r"\1", body)
    links = "".join(f'<a href="{name(page)}">{escape(title(page))}</a>' for page in pages()[:9])
    style = HtmlFormatter().get_style_defs("pre") + STYLE
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f"<title>{escape(title(path))}</title><style>{style}</style></head>\n<body><nav>{links}</nav>\n{body}</body></html>\n"
    )


def name(path: Path) -> str:
    return "index.html" if path.stem == "README" else f"{path.stem}.html"


def notebook(path: Path) -> dict[str, Any]:
    """Prose and code in cells; a shown output is prose no more, since a notebook makes it."""
    cells: list[dict[str, Any]] = []
    text, at = path.read_text(encoding="utf-8"), 0
    for found in FENCE.finditer(text):
        language, code = found.groups()
        cells += [_cell("markdown", text[at : found.start()])]
        if language == "python":
            cells += [_cell("code", code)]
        elif language == "console":
            asked = re.findall(r"^\$ (.*)$", code, re.MULTILINE)
            cells += [_cell("code", "".join(f"!{line}\n" for line in asked))]
        elif language != "text":
            cells += [_cell("markdown", found.group(0))]
        at = found.end()
    cells = [cell for cell in [*cells, _cell("markdown", text[at:])] if cell["source"]]
    for number, cell in enumerate(cells):
        cell["id"] = f"cell-{number}"
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    return {"cells": cells, "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5}


def _cell(kind: str, text: str) -> dict[str, Any]:
    more = {"execution_count": None, "outputs": []} if kind == "code" else {}
    return {"cell_type": kind, "metadata": {}, "source": text.strip(), **more}


def build(folder: Path) -> list[Path]:
    """index.html and the other pages, pictures, and notebooks/ with a notebook for each chapter."""
    (folder / "notebooks").mkdir(parents=True, exist_ok=True)
    for place in (folder, folder / "notebooks"):
        shutil.copytree(HERE / "pictures", place / "pictures", dirs_exist_ok=True)
    made = []
    for path in pages():
        made.append(folder / name(path))
        made[-1].write_text(html(path), encoding="utf-8")
        if path.name[0].isdigit():
            made.append(folder / "notebooks" / f"{path.stem}.ipynb")
            made[-1].write_text(
                json.dumps(notebook(path), indent=1, ensure_ascii=False) + "\n", encoding="utf-8"
            )
    return made


if __name__ == "__main__":
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "build" / "docs"
    print(f"{len(build(target))} files; open {target / 'index.html'}")
