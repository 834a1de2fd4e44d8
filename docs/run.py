"""Run the code blocks of a page of this folder, as one file: python docs/run.py docs/add-a-learner.md"""

from __future__ import annotations

import re
import sys
from pathlib import Path


def run(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    module = re.search(r"<!-- module: (\w+) -->", text)
    space = {"__name__": module.group(1) if module else page.stem}
    for code in re.findall(r"^```python\n(.*?)^```$", text, re.DOTALL | re.MULTILINE):
        exec(compile(code, str(page), "exec"), space)


if __name__ == "__main__":
    if len(sys.argv) != 2 or not Path(sys.argv[1]).is_file():
        sys.exit("usage: python docs/run.py PAGE, with a page of this folder such as docs/add-a-learner.md")
    run(Path(sys.argv[1]))
