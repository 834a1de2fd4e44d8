"""Makes delta_gauss.json: known answers of def:deltagauss from two engines at 500 digits.

    python tests/vectors/make_delta_gauss.py

mpmath evaluates the printed formula (where eps >= K mu_p, also its scaled form) with 500 digits beyond what
cancellation costs; python-flint encloses it at 500 digits; the two must agree to 60 digits, in delta unless that is below
1e-19000, and in its logarithm. Inputs are exact decimals.
The mistakes hunted: underflow to 0, overflow of e^eps, loss of digits in the difference of two error functions.
"""

from __future__ import annotations

import itertools
import json
from pathlib import Path

import mpmath as mp

from accountant import delta, log10_delta
from accountant.gaussian.second_engine import MPMATH, confirm
from reference.formulas import delta_gauss, delta_gauss_complement, delta_gauss_exponent, delta_gauss_factor

EPS = ["0", "0.000001", "0.01", "0.1", "0.6", "1.2", "5", "20", "300", "5000"]
SIGMA = ["0.01", "0.1", "0.5", "1", "2", "5.95", "30", "1000", "1000000", "1000000000"]
COMPOSITIONS = [1, 2, 10, 10_000, 1_000_000]
CORNERS = [  # a ulp-sized eps, a target region used by the paper, the largest and the smallest delta of the range
    ("0.000000000001", "1000000000", 1), ("0.000000000001", "0.01", 1), ("0.5885", "5.95", 10), ("3", "100", 10_000),
    ("4999.999", "0.01", 1), ("4000", "0.01", 2), ("5000", "999999999.5", 1), ("0.69314718", "0.7071", 3),
    ("50", "0.1", 1), ("50.000001", "0.1", 1), ("49.999999", "0.1", 1), ("100", "3.7", 999_999),
]  # fmt: skip


def known_answer(eps: str, sigma: str, compositions: int) -> dict[str, object]:
    with mp.workdps(700):
        point = [mp.mpf(eps), mp.mpf(sigma), mp.mpf(compositions)]
        value = delta_gauss(*point, MPMATH)
        logarithm = (
            mp.log1p(-delta_gauss_complement(*point, MPMATH)) / mp.log(10) if value > 0.5 else mp.log10(value)
        )
        if point[0] > point[2] / point[1] ** 2 / 2:
            scaled = (mp.log(delta_gauss_factor(*point, MPMATH)) - delta_gauss_exponent(*point)) / mp.log(10)
            assert abs(scaled - logarithm) <= mp.mpf(10) ** -60 * max(1, abs(logarithm))
        if abs(logarithm) < 19_000:
            confirm(delta(eps, sigma, compositions, digits=500), value, "delta", 60)
        confirm(log10_delta(eps, sigma, compositions, digits=500), logarithm, "log10 of delta", 60)
        return {
            "eps": eps,
            "sigma": sigma,
            "compositions": compositions,
            "delta": mp.nstr(value, 50, strip_zeros=False, min_fixed=0, max_fixed=0),
            "log10_delta": mp.nstr(logarithm, 50, strip_zeros=False, min_fixed=0, max_fixed=0),
        }


def main() -> None:
    points = [*itertools.product(EPS, SIGMA, COMPOSITIONS), *CORNERS]
    assert len(set(points)) == len(points)
    answers = [known_answer(*point) for point in points]
    assert all(mp.mpf(answer["log10_delta"]) < 0 for answer in answers)
    text = {
        "about": "delta and log10 delta of def:deltagauss; eps, sigma (noise over sensitivity) and compositions are exact",
        "provenance": "tests/vectors/make_delta_gauss.py: mpmath with 700 digits, checked against python-flint at 500",
        "digits": "50, rounded to nearest",
        "points": answers,
    }
    path = Path(__file__).with_name("delta_gauss.json")
    path.write_text(json.dumps(text, indent=1) + "\n", encoding="utf-8")
    print(f"{len(answers)} points written to {path.name}")


if __name__ == "__main__":
    main()
