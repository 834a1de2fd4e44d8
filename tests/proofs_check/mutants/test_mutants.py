"""Mutants: what is generated, that it is installed for everybody, and that equality is proved, not assumed."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections import deque
from fractions import Fraction
from itertools import repeat
from pathlib import Path

import pytest

from proofs_check.method.check import all_checks
from proofs_check.mutants import first_tries as remembered
from proofs_check.mutants import pool
from proofs_check.mutants.equivalent import shown_equal
from proofs_check.mutants.generated import Mutant, functions_of, mutants_of
from proofs_check.mutants.installed import built, found, install, source_of
from proofs_check.mutants.named import FORMULAS, NAMED, every_mutant
from proofs_check.mutants.noticing import PLAIN, outcome_differs
from proofs_check.mutants.theorems import all_theorems, built_on, callers, known_theorems, theorems_using
from reference import formulas

ROOT = Path(__file__).parents[3]
SMALL = '''
def f(x, y, num):
    """A constant 7 in a docstring is left alone."""
    return num.min(x - 2 * y, num.sqrt(x)) if x < 1 else y
'''


def bodies(source: str) -> set[str]:
    return {mutant.source.splitlines()[-1].strip() for mutant in mutants_of("m", source)}


@pytest.mark.parametrize(
    "wanted",
    [
        "return num.min(x - 3 * y, num.sqrt(x)) if x < 1 else y",  # a constant up
        "return num.min(x - 2 * y, num.sqrt(x)) if x < 0 else y",  # and down
        "return num.min(x + 2 * y, num.sqrt(x)) if x < 1 else y",  # an operator
        "return num.min(x - 2 / y, num.sqrt(x)) if x < 1 else y",
        "return num.min(x, num.sqrt(x)) if x < 1 else y",  # a dropped term
        "return num.min(2 * y - x, num.sqrt(x)) if x < 1 else y",  # exchanged sides
        "return num.min(x - 2 * y, x) if x < 1 else y",  # a dropped root
        "return num.max(x - 2 * y, num.sqrt(x)) if x < 1 else y",
        "return num.min(num.sqrt(x), x - 2 * y) if x < 1 else y",  # exchanged arguments
        "return num.min(x - 2 * y, num.sqrt(x)) if x <= 1 else y",  # strictness
        "return y if x < 1 else num.min(x - 2 * y, num.sqrt(x))",
        "return num.min(y - 2 * x, num.sqrt(y)) if y < 1 else x",  # exchanged parameters
    ],
)
def test_each_kind_of_change_is_made(wanted: str) -> None:
    assert wanted in bodies(SMALL)


def test_docstrings_are_left_alone_and_no_mutant_comes_twice() -> None:
    mutants = mutants_of("m", SMALL)
    assert all("constant 7" in mutant.source for mutant in mutants)
    assert len({mutant.source for mutant in mutants}) == len(mutants)


def test_a_bare_result_is_scaled_and_a_factor_1_counts_once() -> None:
    assert bodies("def f(c):\n    return c") == {"return 2 * c", "return c / 2"}
    assert bodies("def f(c):\n    return 2 * c") == {"return c", "return 2 / c", "return 2", "return 3 * c"}


def test_every_function_of_formulas_has_mutants() -> None:
    parts = Path(formulas.__file__).parent.glob("*.py")
    functions = {f.name for part in parts for f in functions_of(part.read_text(encoding="utf-8"))}
    assert len(functions) > 80
    assert functions == {mutant.function for mutant in every_mutant() if mutant.module == FORMULAS}
    assert len({mutant.name for mutant in every_mutant()}) == len(every_mutant())


def test_named_mutants_are_there() -> None:
    assert len(NAMED) >= 8
    for mutant in every_mutant():
        ast.parse(mutant.source)


INSTALL = """
from reference.formulas import sensitivity as imported_before
from proofs_check.mutants.named import named
from proofs_check.mutants.installed import install
install(named("2L -> L"))
from reference.formulas import sensitivity_svm
print(imported_before(3, 1, 1), sensitivity_svm(1, 1, 2, 1))
"""


def test_a_mutant_is_seen_by_whoever_imported_the_function() -> None:
    done = subprocess.run(
        [sys.executable, "-c", INSTALL], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["3.0", "3.0"]


TOO_EARLY = """
from proofs_check.mutants.installed import record_calls
import inspect, reference.formulas
names = [name for name, _ in inspect.getmembers(reference.formulas, inspect.isfunction)]
called = record_calls([("reference.formulas", name) for name in names])
from proofs_check.method.check import all_checks
assert len(all_checks()) > 100
print(sorted(called))
reference.formulas.hinge(0.0)
print(sorted(called))
"""


@pytest.mark.slow
def test_no_formula_is_evaluated_while_the_checks_are_loaded() -> None:
    """A mutant is installed after loading; a number computed before would hide it."""
    done = subprocess.run(
        [sys.executable, "-c", TOO_EARLY], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines() == ["[]", "['hinge']"]


def changed(function: str, source: str) -> Mutant:
    return Mutant("test", FORMULAS, function, "", source)


EQUAL = {
    "the square of the other sign": (
        "delta_gauss_exponent",
        "def delta_gauss_exponent(eps, sigma, K_comp):\n"
        "    return (K_comp / sigma**2 / 2 - eps) ** 2 / (2 * K_comp / sigma**2)",
    ),
    "the other order in a minimum": (
        "capped_by_ball", "def capped_by_ball(s, R, num):\n    return num.min(2 * R, s)"
    ),
    "a joint of the Huber loss counted to the other piece": (
        "huber",
        "def huber(h, z, num):\n"
        "    return num.if_less(1 + h, z, 0, num.if_less(1 - h, z, (1 + h - z) ** 2 / (4 * h), 1 - z))",
    ),
    "a term that is 0": (
        "weight_of_visits",
        source_of(FORMULAS, "weight_of_visits").replace("+ late) / M", "+ late - 0 * a) / M"),
    ),
}  # fmt: skip
DIFFERENT = {
    "a cap that is missing": ("capped_by_ball", "def capped_by_ball(s, R, num):\n    return s"),
    "a slope of -1 at the kink": (
        "hinge_slope", "def hinge_slope(z, num):\n    return num.if_less(1, z, 0, -1)"
    ),
    "a changed branch of a formula with a count": (
        "loss_gradient_softmax_on_ball",
        "def loss_gradient_softmax_on_ball(rho, K, num):\n    return 0 if K == 2 else 1",
    ),
    "one visit less": (
        "weight_of_visits",
        source_of(FORMULAS, "weight_of_visits").replace("+ late) / M", "+ late - 1) / M"),
    ),
    "something that cannot be evaluated": ("hinge", "def hinge(z, num):\n    return num.nothing(z)"),
}  # fmt: skip


@pytest.mark.parametrize("case", EQUAL)
def test_equal_formulas_are_proved_equal(case: str) -> None:
    assert shown_equal(changed(*EQUAL[case]))


@pytest.mark.parametrize("case", DIFFERENT)
@pytest.mark.slow
def test_different_formulas_are_not(case: str) -> None:
    assert shown_equal(changed(*DIFFERENT[case])) == ""


def noticed(mutant: Mutant, name: str) -> str:
    """How a check notices a mutant; the right formula is there again afterwards."""
    assert all_checks(), "loaded before the mutant is there"
    function = found(FORMULAS, mutant.function)
    before = function.__code__
    try:
        install(mutant)
        return outcome_differs(name)
    finally:
        function.__code__ = before


def test_a_check_notices_a_mutant_while_it_is_there() -> None:
    name = "averaging.convergence_printed.running_average_weighs_by_position"
    source = "def averaging_weight(m):\n    return 2 / (m + 1)"
    assert noticed(changed("averaging_weight", source), name) == "outcome"
    assert outcome_differs(name) == ""


@pytest.mark.slow
def test_theorems_notice_a_wrong_formula() -> None:
    """Each in a process that has not loaded the theorems: a module takes its formulas when it is loaded."""
    right = "bound / num.max(bound, length)"
    wrong = {"length / num.max(bound, length)": "outcome", "bound / length": "outcome", right: ""}
    source = source_of(FORMULAS, "shrink_factor")
    assert source.count(right) == 1
    program = (
        "import sys; from tests.proofs_check.mutants.test_mutants import changed, noticed; "
        "print(noticed(changed('shrink_factor', sys.argv[1]), 'theorems of lemmas.spaces'))"
    )
    for new, how in wrong.items():
        words = [sys.executable, "-c", program, source.replace(right, new)]
        said = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()
        assert said == how, new


def test_theorems_about_a_formula_are_found() -> None:
    assert callers("noise_per_user") == {"noise_per_user", "effective_noise"}
    assert "theorems of lemmas.spaces" in theorems_using("shrink_factor")
    assert "theorems of sensitivity.svm_theorem" in theorems_using("shrink_factor")  # builds on the ball
    assert "theorems of lemmas.spaces" not in theorems_using("noise_per_user")
    assert all(map(known_theorems, theorems_using("shrink_factor")))
    assert not known_theorems("theorems of lemmas.gone")


# what a reader might change, in which formula, and a check for every size that must notice
TURNS_RED = {
    "sqrt(2) to 1.5 in L": (
        "loss_gradient_softmax",
        "return num.sqrt(2) * c",
        'return num.number("1.5") * c',
        "objectives.softmax_lipschitz_printed.root_two_is_attained",
    ),
    "0.5 to 0.51 in beta": (
        "smoothness_softmax",
        'num.number("0.5") * (Lambda + c**2)',
        'num.number("0.51") * (Lambda + c**2)',
        "objectives.softmax_smoothness_printed.lemma_gives_the_closing_form",
    ),
    "0.25 to 0.24 in the lemma": (
        "simplex_bound",
        'num.number("0.25")',
        'num.number("0.24")',
        "objectives.softmax_smoothness_printed.lemma_gives_the_closing_form",
    ),
    "1 - s to 1 + s in the lemma": (
        "simplex_term",
        "s * (1 - s) * (C + s)",
        "s * (1 + s) * (C + s)",
        "simplex.maximum_printed.derivatives_are_right",
    ),
    "c to 2c in L of the SVM": (
        "loss_gradient_svm",
        "return c",
        "return 2 * c",
        "objectives.svm_constants.L_is_attained",
    ),
    "twice the ridge in L of the SVM": (
        "lipschitz_svm",
        "return Lambda * R + loss_gradient_svm(c)",
        "return 2 * Lambda * R + loss_gradient_svm(c)",
        "objectives.svm_constants.L_is_attained",
    ),
    "p to p + 5 in beta of the SVM": (
        "smoothness_svm",
        "** 2 + p * Lambda**2)",
        "** 2 + (p + 5) * Lambda**2)",
        "objectives.svm_constants.printed_beta_is_a_frobenius_norm",
    ),
    "2h to h in the spectral beta of the SVM": (
        "smoothness_svm_spectral",
        "return Lambda + c**2 / (2 * h)",
        "return Lambda + c**2 / h",
        "objectives.svm_constants.spectral_beta_is_attained",
    ),
    "4h to 5h in the Huber loss, seen by what rests on it": (
        "huber",
        "(1 + h - z) ** 2 / (4 * h)",
        "(1 + h - z) ** 2 / (5 * h)",
        "objectives.huber.slope_and_curvature_are_derivatives",
    ),
    "the last digit of the simplex bound": (
        "simplex_bound",
        'num.number("0.25")',
        'num.number("0.2499999999999999999999")',
        "simplex.maximum_printed.quarter_is_attained",
    ),
    "sign of the softmax slope": (
        "softmax_slope",
        "return s_p - is_label",
        "return s_p + is_label",
        "objectives.softmax_derivatives.gradient_is_right",
    ),
    "Hessian without its label indicator": (
        "softmax_curvature",
        "return s_p * (same_class - s_q)",
        "return s_p * (same_class - s_p)",
        "objectives.softmax_derivatives.hessian_is_right",
    ),
    "mu_p without its half in delta": (
        "gauss_margins",
        "mu_p = sigma_p**2 / 2",
        "mu_p = sigma_p**2",
        "gaussian.profile.formula_is_the_value_of_the_loss_set",
    ),
    "a plus sign in delta": (
        "delta_gauss",
        "(inside - num.exp(eps) * outside) / 2",
        "(inside + num.exp(eps) * outside) / 2",
        "gaussian.profile.formula_is_the_value_of_the_loss_set",
    ),
    "spread without its 2 in delta": (
        "gauss_margins",
        "num.sqrt(2 * K_comp) * sigma_p",
        "num.sqrt(K_comp) * sigma_p",
        "gaussian.profile.formula_is_the_value_of_the_loss_set",
    ),
    "compositions squared in delta": (
        "gauss_margins",
        "num.sqrt(2 * K_comp) * sigma_p",
        "num.sqrt(2 * K_comp**2) * sigma_p",
        "gaussian.profile.formula_is_the_value_of_the_loss_set",
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("change", TURNS_RED)
def test_a_changed_constant_turns_a_universal_check_red(change: str) -> None:
    function, old, new, name = TURNS_RED[change]
    source = source_of(FORMULAS, function)
    assert source.count(old) == 1, "the formula stands once"
    assert noticed(changed(function, source.replace(old, new)), name) == "outcome"
    assert all_checks()[name].universal
    assert outcome_differs(name) == ""


def test_first_tries_are_the_checks_that_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remembered, "FILE", tmp_path / "first_tries.toml")
    position, running = (
        "averaging.convergence_printed.running_average_weighs_by_position",
        "objectives.huber.loss_is_close_to_the_hinge",
    )
    kills = [
        ("averaging_weight", {running: "undecided", position: "outcome"}),
        ("averaging_weight", {position: "control"}),
        ("averaging_weight", {running: "raised"}),
        ("hinge", {"a check that is gone": "outcome"}),
        ("shrink_factor", {"theorems of lemmas.spaces": "outcome"}),
        ("shrink_factor", {"theorems of lemmas.gone": "outcome"}),
    ]
    remembered.remember(kills, PLAIN)
    assert remembered.first_tries(["averaging_weight", "hinge"]) == {"averaging_weight": [position, running]}
    assert remembered.first_tries(["huber"]) == {}
    assert remembered.first_tries(["shrink_factor"]) == {"shrink_factor": ["theorems of lemmas.spaces"]}


def test_built_functions_leave_the_module_alone() -> None:
    double = built(FORMULAS, "def loss_gradient_svm(c):\n    return 2 * c")
    assert (double(Fraction(3)), formulas.loss_gradient_svm(Fraction(3))) == (6, 3)


def endless(check: str) -> str:
    """Inside one call that no handler interrupts, like a search of z3."""
    if check == "endless":
        deque(repeat(0), maxlen=0)
    return "outcome"


def test_a_check_that_takes_too_long_notices_nothing_and_the_next_is_asked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(pool, "CHECK_LIMIT", 0.2)
    monkeypatch.setattr(pool, "PARTS", {"outcome": endless})
    mutant = next(mutant.name for mutant in every_mutant() if mutant.function == "hinge")
    judge = pool.Judge({"mutants": [mutant], "jobs": 1, "every_check": False})
    judge.green = {"endless", "next"}
    assert list(judge.by_checks({"hinge": ["endless"]}, try_equal=False)) == []
    assert judge.left == [mutant]
    (killed,) = judge.by_checks({"hinge": ["endless", "next"]}, try_equal=False)
    assert killed == {"mutant": mutant, "status": "killed", "kills": {"next": "outcome"}, "how": ""}
    assert judge.left == []


def test_theorems_are_in_an_order_in_which_they_can_be_loaded() -> None:
    before: set[str] = set()
    for name in all_theorems():
        assert built_on(name) <= before | {name}
        before.add(name)
    assert len(before) > 50
    assert built_on("a check") == {"a check"}
