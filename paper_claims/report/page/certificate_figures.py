"""Figures from certificates: privacy curves, sensitivities and noise of the paper's settings, printed and certified."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from pathlib import Path

from accountant import log10_delta
from accountant.deployment.certificate import Certificate, Refused, certify
from accountant.deployment.file import read
from accountant.numbers.balls import enclosure, exact, precision
from accountant.sensitivity.bounds import Sensitivity
from paper_claims.report.page.chart import Axis, Bar, Figure, Line, bars, lines

DEPLOYMENTS = Path(__file__).parents[2] / "deployments"
BITS = 128


@cache
def certificate(name: str) -> Certificate:
    return certify(read(DEPLOYMENTS / f"{name}.toml"))


def curve(found: Certificate, grid: list[float]) -> list[tuple[float, float]]:
    """An upper bound on delta over eps for the noise that this deployment leaves, before it is rounded to the grid."""
    with precision(BITS):
        noise = exact(found.noise.lo)
        ratio = enclosure(noise * exact(found.surviving).sqrt() / exact(found.move)).lo
    K = found.plan.training.compositions
    return [(eps, 10 ** log10_delta(eps, ratio, K).upper()) for eps in grid]


def printed_curve(found: Certificate, grid: list[float], members: int) -> list[tuple[float, float]]:
    """The delta that the print promises at eps: for a group of Υ members that of eps/Υ."""
    K, sigma = found.plan.training.compositions, found.printed.sigma.lo
    return [(eps, 10 ** log10_delta(Fraction(eps) / members, sigma, K).upper()) for eps in grid]


def privacy_curves() -> Figure:
    grid = [k / 50 for k in range(51)]
    full, fewer = certificate("cifar10-softmax"), certificate("cifar10-softmax-dropouts")
    drawn = [
        Line("as printed", printed_curve(full, grid, 1), 1, "dashed"),
        Line("certified, a quarter of the users drops out", curve(fewer, grid), 3),
        Line("certified, nobody drops out", curve(full, grid), 2),
    ]
    return Figure(
        "privacy-curve",
        "δ over ε for one record: printed and certified",
        lines(Axis("ε", 0, 1), Axis("δ", 1e-12, 1, log=True), drawn),
        "CIFAR-10 with softmax regression: the printed curve lies far above the certified ones, so noise is wasted. "
        "Dropouts move the certified curve up, because honest users take their noise with them.",
        "cifar10-softmax and cifar10-softmax-dropouts in paper_claims/deployments",
    )


def group_curves() -> Figure:
    found = certificate("cifar10-svm-group")
    members = found.plan.level.size
    grid = [float(k) for k in range(10, 61)]
    drawn = [
        Line(f"as printed: δ(ε/{members})", printed_curve(found, grid, members), 1, "dashed"),
        Line(f"certified for groups of {members}", curve(found, grid), 2),
    ]
    return Figure(
        "group-curve",
        f"δ over ε for groups of {members} records: the print promises too much",
        lines(Axis("ε", 10, 60), Axis("δ", 1e-12, 1, log=True), drawn),
        "CIFAR-10 with SVMs: the certified curve lies above the printed one. At δ = 1e-5 the print promises "
        f"ε = {found.printed.eps.upper():.1f}; {found.eps.upper():.1f} is certified.",
        "cifar10-svm-group; cor:group_privacy, judged here",
    )


def one_record() -> list[tuple[str, Sensitivity, int]]:
    """The paper's settings at record level, with the sensitivity of their largest user."""
    names = (
        "cifar10-softmax",
        "cifar10-svm",
        "cifar100-softmax",
        "cifar100-svm",
        "emnist-softmax",
        "emnist-svm",
    )
    plans = [certificate(name).plan for name in names]
    return [(plan.title, plan.training.sensitivity(plan.sizes[-1]), plan.sizes[-1]) for plan in plans]


def sensitivities() -> Figure:
    groups = []
    for title, found, n in one_record():
        printed = found.printed.upper()
        values = (("printed", printed, 1), ("repaired: 2G/(Λn), no ΛR", found.closed_form.upper(), 3),
                  ("tight: Theorem R for the schedule", found.best.upper(), 2))  # fmt: skip
        row = [Bar(name, value, f"{value:.3g}", colour) for name, value, colour in values]
        groups.append((f"{title}, n = {n}", row))
    high = max(bar.value for _, row in groups for bar in row)
    low = min(bar.value for _, row in groups for bar in row)
    return Figure(
        "sensitivity",
        "Sensitivity over the paper's settings: printed, repaired, tight",
        bars(Axis("how far one record moves a model (logarithmic)", low / 2, high * 1.3, log=True), groups),
        "In every setting the printed sensitivity is the largest and the one of the schedule the smallest.",
        "accountant/sensitivity/bounds.py, in balls",
    )


def noise_saved() -> Figure:
    groups: list[tuple[str, list[Bar]]] = []
    for path in sorted(DEPLOYMENTS.glob("*.toml")):
        try:
            found = certificate(path.stem)
        except Refused:
            continue
        ratio = found.printed.noise_ratio
        if ratio is not None:
            value = ratio.lower()
            kind = ("wasted", 3) if value >= 1 else ("missing", 1)
            text = f"{value:.2f}"
            groups.append((found.plan.title, [Bar(f"noise is {kind[0]}", value, text, kind[1])]))
    most, _ = max((row[0].value, title) for title, row in groups)
    short = [title for title, row in groups if row[0].value < 1]
    return Figure(
        "noise",
        "Noise as printed over noise that is needed",
        bars(
            Axis("noise as printed / needed (logarithmic; below 1 is too little)", 0.5, 40, log=True),
            groups,
            mark=1,
        ),
        f"Of {len(groups)} settings {len(groups) - len(short)} add more noise than needed, up to {most:.1f} times; too little: "
        f"{'; '.join(short) or 'none'}.",
        "accountant/deployment/certificate.py for paper_claims/deployments/*.toml",
    )
