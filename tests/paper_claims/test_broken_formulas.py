"""A wrong constant in formulas.py turns a universal check red, and the audit names it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGES = ("reference", "accountant", "proofs_check", "paper_claims")

# what is changed, how, which claim is audited, and a universal check that must turn red
CHANGES = {
    "sqrt(2) to 1.4 in L": (
        'return num.sqrt(2) * c', 'return num.number("1.4") * c',
        "thm:lipschitz_softmax", "softmax_lipschitz.gradient_stays_below_L",
    ),
    "sqrt(2) to 1.5 in L": (
        'return num.sqrt(2) * c', 'return num.number("1.5") * c',
        "thm:lipschitz_softmax", "softmax_lipschitz.root_two_is_attained",
    ),
    "0.5 to 0.49 in beta": (
        'num.number("0.5") * (Lambda + c**2)', 'num.number("0.49") * (Lambda + c**2)',
        "thm:smooth_softmax", "softmax_smoothness.printed_beta_is_valid",
    ),
    "0.5 to 0.51 in beta": (
        'num.number("0.5") * (Lambda + c**2)', 'num.number("0.51") * (Lambda + c**2)',
        "thm:smooth_softmax", "softmax_smoothness.slack_of_the_printed_beta",
    ),
    "0.25 to 0.24 in the lemma": (
        'num.number("0.25")', 'num.number("0.24")', "lem:max_smoothness", "simplex_maximum.quarter_is_enough",
    ),
    "1 - s to 1 + s in the lemma": (
        "s * (1 - s) * (C + s)", "s * (1 + s) * (C + s)",
        "lem:max_smoothness", "simplex_maximum.two_power_sums_are_enough",
    ),
    "c to c/2 in L of the SVM": (
        "    return c\n", "    return c / 2\n", "ex:dpsvm#lipschitz", "svm_constants.gradient_stays_below_L",
    ),
    "c to 2c in L of the SVM": (
        "    return c\n", "    return 2 * c\n", "ex:dpsvm#lipschitz", "svm_constants.L_is_attained",
    ),
    "twice the ridge in L of the SVM": (
        "return Lambda * R + loss_gradient_svm(c)", "return 2 * Lambda * R + loss_gradient_svm(c)",
        "ex:dpsvm#lipschitz", "svm_constants.L_is_attained",
    ),
    "p to p + 5 in beta of the SVM": (
        "** 2 + p * Lambda**2)", "** 2 + (p + 5) * Lambda**2)",
        "ex:dpsvm#smoothness", "svm_curvature.printed_beta_is_a_frobenius_norm",
    ),
    "2h to h in the spectral beta of the SVM": (
        "return Lambda + c**2 / (2 * h)", "return Lambda + c**2 / h",
        "ex:dpsvm#smoothness", "svm_curvature.spectral_beta_is_attained",
    ),
    "4h to 5h in the Huber loss, seen by what rests on it": (
        "(1 + h - z) ** 2 / (4 * h)", "(1 + h - z) ** 2 / (5 * h)",
        "app:huber", "huber.slope_and_curvature_are_derivatives",
    ),
    "the last digit of the simplex bound": (
        'num.number("0.25")', 'num.number("0.2499999999999999999999")',
        "lem:max_smoothness", "simplex_maximum.slack_is_a_sum_of_squares",
    ),
    "2h to 4h in beta of the SVM": (
        "num.sqrt((c**2 / (2 * h)", "num.sqrt((c**2 / (4 * h)",
        "ex:dpsvm#smoothness", "svm_curvature.gradient_is_beta_lipschitz",
    ),
    "c^2/2 to c^2/3 in the spectral beta": (
        "return Lambda + c**2 / 2\n", "return Lambda + c**2 / 3\n",
        "thm:smooth_softmax", "softmax_smoothness.spectral_beta_is_enough",
    ),
    "sign of the softmax slope": (
        "return s_p - is_label", "return s_p + is_label",
        "thm:lipschitz_softmax", "softmax_derivatives.gradient_is_right",
    ),
    "Hessian without its label indicator": (
        "return s_p * (same_class - s_q)", "return s_p * (same_class - s_p)",
        "thm:smooth_softmax", "softmax_derivatives.hessian_is_right",
    ),
    "4h to 2h in the Huber loss": (
        "(1 + h - z) ** 2 / (4 * h)", "(1 + h - z) ** 2 / (2 * h)", "app:huber", "huber.pieces_join_smoothly",
    ),
    "mu_p without its half in delta": (
        "mu_p = sigma_p**2 / 2", "mu_p = sigma_p**2",
        "def:deltagauss", "gaussian_profile.formula_is_the_value_of_the_loss_set",
    ),
    "a plus sign in delta": (
        "(inside - num.exp(eps) * outside) / 2", "(inside + num.exp(eps) * outside) / 2",
        "def:deltagauss", "gaussian_profile.falls_in_eps",
    ),
    "spread without its 2 in delta": (
        "num.sqrt(2 * K_comp) * sigma_p", "num.sqrt(K_comp) * sigma_p",
        "def:deltagauss", "gaussian_profile.falls_in_sigma",
    ),
    "sqrt(K) to K in the quotient of C2.2": (
        "num.sqrt(K) * c) /", "K * c) /", "C2.2#ratio", "eps_growth.printed_ratio_is_the_ratio_of_shifts",
    ),
    "4 to 3 in the centre bound": (
        "return 4 * (kappa**2", "return 3 * (kappa**2",
        "ours:gradient_diameter", "softmax_diameter.ball_around_kappa_f_holds_both_gradients",
    ),
    "the spread of the rest counted in full": (
        "num.max(0, 1 - kappa / rival)", "num.max(1, 1 - kappa / rival)",
        "ours:gradient_diameter", "softmax_diameter_logits.three_variables_are_enough",
    ),
    "half the theta excess": (
        "(1 + 2 * excess) /", "(1 + excess) /",
        "ours:discrete_noise", "grid_noise.theta_factor_is_close_to_constant",
    ),
    "half a unit of rounding": (
        "users * num.sqrt(entries)", "users * num.sqrt(entries) / 2",
        "ours:discrete_noise", "discrete_noise.rounding_adds_a_unit_to_each_entry",
    ),
    "an order that buys more": (
        "num.log(delta) + num.log(alpha - 1) - alpha", "num.log(delta) + num.log(alpha + 1) - alpha",
        "ours:discrete_noise", "discrete_noise.any_order_gives_a_valid_eps",
    ),
    "twice the rho": (
        "return shift**2 / (2 * variance)", "return shift**2 / variance",
        "ours:discrete_noise", "discrete_noise.renyi_divergence_of_a_whole_shift",
    ),
    "the union bound forgotten": (
        "num.log(2 * entries / failure)", "num.log(2 / failure)",
        "ours:discrete_noise", "discrete_noise.noise_rarely_leaves_its_reach",
    ),
    "compositions squared in delta": (
        "num.sqrt(2 * K_comp) * sigma_p", "num.sqrt(2 * K_comp**2) * sigma_p",
        "lem:gauss_mech", "gaussian_mechanism.worst_shift_has_the_printed_curve",
    ),
}  # fmt: skip


@pytest.fixture(scope="module")
def copied(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("copy")
    for package in PACKAGES:
        shutil.copytree(ROOT / package, folder / package, ignore=shutil.ignore_patterns("__pycache__"))
    return folder


def run_audit(folder: Path, label: str) -> tuple[int, dict, str]:
    done = subprocess.run(
        [sys.executable, "-m", "paper_claims", "audit", label, "--json"],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, json.loads(done.stdout), done.stderr


def rows(data: dict) -> dict[str, dict]:
    return {row["check"]: row for claim in data["claims"] for row in claim["evidence"]}


@pytest.mark.slow
@pytest.mark.parametrize("change", CHANGES)
def test_a_changed_constant_turns_a_universal_check_red(change: str, copied: Path) -> None:
    old, new, label, check = CHANGES[change]
    path = copied / "reference" / "formulas.py"
    right = path.read_text(encoding="utf-8")
    assert right.count(old) == 1, "the formula stands once"
    path.write_text(right.replace(old, new), encoding="utf-8")
    try:
        code, data, problems = run_audit(copied, label)
    finally:
        path.write_text(right, encoding="utf-8")
    assert code == 1
    assert f"check {check} fails, expected holds" in problems
    row = rows(data)[check]
    assert row["universal"]
    assert row["outcome"] != "holds"


@pytest.mark.slow
def test_the_unchanged_copy_is_green(copied: Path) -> None:
    code, data, problems = run_audit(copied, "thm:lipschitz_softmax")
    assert (code, problems) == (0, "")
    assert all(row["control"] == "rejected" for row in rows(data).values())
