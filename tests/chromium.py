"""Debian's chromium, driven by selenium; a test that asks for it is skipped where it is not installed."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

MISSING = (
    "no browser: `apt-get install chromium chromium-driver` and selenium (extra `test`) let these tests run"
)
FLAGS = ("headless=new", "no-sandbox", "disable-gpu", "disable-dev-shm-usage", "window-size=1200,900")


@contextmanager
def chromium(*flags: str) -> Iterator[Any]:
    program, driver = shutil.which("chromium"), shutil.which("chromedriver")
    if program is None or driver is None:
        pytest.skip(MISSING)
    webdriver = pytest.importorskip("selenium.webdriver", reason=MISSING)
    options = webdriver.ChromeOptions()
    options.binary_location = program
    for flag in (*FLAGS, *flags):
        options.add_argument(f"--{flag}")
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    opened = webdriver.Chrome(options=options, service=webdriver.ChromeService(driver))
    try:
        yield opened
    finally:
        opened.quit()
