"""Chapter 4 in a real browser: what it prints is what the chapter shows. Nothing comes from another host."""

from __future__ import annotations

import subprocess
import sys
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from tests.blocks import blocks
from tests.chromium import chromium
from tests.test_docs import DOCS, ROOT, module

PYTHON = [block for block in blocks(DOCS / "4-gaussian.md") if block.language == "python"]
READY = "return [...document.querySelectorAll('button')].every((button) => !button.disabled)"
PRINTED = "return [...document.querySelectorAll('[data-by=\"this browser prints\"]')].map((made) => made.textContent)"
STATUS = "return [...document.querySelectorAll('[role=status]')].map((line) => line.textContent)"


def added(folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    module("build").build(folder)
    call = [sys.executable, str(DOCS / "browser.py"), str(folder)]
    return subprocess.run(call, cwd=ROOT, env=environment or None, capture_output=True, text=True)


def test_without_npm_the_site_stays_as_it_is(tmp_path: Path) -> None:
    done = added(tmp_path, PATH="")
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 1)
    assert done.stderr.startswith("missing: Pyodide, by npm")
    assert "<script" not in (tmp_path / "4-gaussian.html").read_text(encoding="utf-8")
    assert not (tmp_path / "run").exists()


def after_run(browser: Any, button: Any) -> tuple[list[str], list[str]]:
    """What is printed, and the words beside the buttons, when a Run is over."""
    from selenium.webdriver.support.ui import WebDriverWait

    button.click()
    WebDriverWait(browser, 300).until(lambda _: browser.execute_script(READY))
    return browser.execute_script(PRINTED), browser.execute_script(STATUS)


@pytest.mark.slow
def test_a_browser_prints_what_the_chapter_shows(tmp_path: Path) -> None:
    with chromium("host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1") as browser:
        done = added(tmp_path)
        if done.stderr.startswith("missing: "):
            pytest.skip(done.stderr)
        assert done.returncode == 0, done.stderr
        handler = partial(SimpleHTTPRequestHandler, directory=tmp_path)
        with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
            threading.Thread(target=server.serve_forever, daemon=True).start()
            browser.get(f"http://127.0.0.1:{server.server_port}/4-gaussian.html")
            buttons = browser.find_elements("css selector", "button")
            assert len(buttons) == len(PYTHON)
            printed, status = after_run(browser, buttons[-1])
            assert printed == [block.shown for block in PYTHON]
            assert status == ["as shown"] * len(PYTHON)
            change = "document.querySelectorAll('code.language-python')[1].textContent = arguments[0]"
            browser.execute_script(change, "from accountant import delta\nprint(delta([1, 2], 1))\n")
            printed, status = after_run(browser, buttons[-1])
            assert printed[1].startswith(
                "reference.errors.InvalidInput: this needs numpy, which has no wheel"
            )
            assert status == ["as shown", "an error", "an error above"]
            errors = [entry["message"] for entry in browser.get_log("browser") if entry["level"] == "SEVERE"]
            assert [error for error in errors if "favicon.ico" not in error] == []
            server.shutdown()
