"""Adds what runs chapter 4 of the site in a browser; npm and pip fetch it: python docs/browser.py [FOLDER]"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

HERE = Path(__file__).parent
ROOT = HERE.parent
CORE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
NPM = ("npm", "pack", "pyodide@314.0.7", "--fetch-retries=0")  # Python 3.14 as WebAssembly
PIP = (
    *(sys.executable, "-m", "pip", "download", "--no-deps", "--only-binary=:all:", "--python-version=314"),
    *("--platform=pyemscripten_2026_0_wasm32", "-c", str(ROOT / "constraints.txt"), "python-flint", "mpmath"),
)
SCRIPT = '<script type="module" src="run/browser.js"></script>'


def fetch(place: Path) -> None:
    for what, call in (("Pyodide, by npm", NPM), ("wheels of python-flint and mpmath, by pip", PIP)):
        try:
            subprocess.run(call, cwd=place, check=True, capture_output=True)
        except (OSError, subprocess.CalledProcessError):
            sys.exit(f"missing: {what} (not installed, or no network); the site is as `make docs` made it")


def build(folder: Path) -> None:
    """FOLDER/run, and its script in the page of chapter 4."""
    run, page = folder / "run", folder / "4-gaussian.html"
    with tempfile.TemporaryDirectory() as name:
        place = Path(name)
        fetch(place)
        run.mkdir(exist_ok=True)
        with tarfile.open(*place.glob("*.tgz")) as archive:
            for file in CORE:
                (run / file).write_bytes(archive.extractfile(f"package/{file}").read())
        with ZipFile(run / "packages.zip", "w", ZIP_DEFLATED) as packages:
            for wheel in map(ZipFile, place.glob("*.whl")):
                for part in wheel.namelist():
                    packages.writestr(part, wheel.read(part))
            for path in (*(ROOT / "reference").rglob("*.py"), *(ROOT / "accountant").rglob("*.py")):
                packages.write(path, path.relative_to(ROOT))
            packages.write(HERE / "no_numpy.py", "numpy.py")
    for script in HERE.glob("*.js"):
        shutil.copy(script, run)
    text = page.read_text(encoding="utf-8").replace(SCRIPT, "")
    page.write_text(text.replace("</body>", f"{SCRIPT}</body>"), encoding="utf-8")


if __name__ == "__main__":
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "build" / "docs"
    build(target)
    print(f"python -m http.server -b localhost -d {target}, then open localhost:8000/4-gaussian.html")
