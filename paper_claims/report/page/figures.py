"""The figures of the report, drawn from certified or exact numbers that are computed for it and nowhere typed.

Four come from certificates: privacy curves, sensitivities and noise of the paper's settings, printed and certified. Three come
from models: what neighbours reach, the simplex maximum, and when averaging gives the central model. One shows recorded runs.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import asdict
from fractions import Fraction
from functools import cache
from math import floor
from pathlib import Path

from accountant import Enclosure, log10_delta
from accountant.deployment.certificate import Certificate, Refused, certify
from accountant.deployment.file import read
from accountant.numbers.balls import enclosure, exact, precision
from accountant.sensitivity.bounds import Sensitivity
from paper_claims.audit.kept import Kept
from paper_claims.experiments.exact.simplex import CLASSES, simplex
from paper_claims.report.certificate import share, upper
from paper_claims.report.page.chart import Axis, Bar, Figure, Line, bars, lines
from proofs_check.method.depends import key
from proofs_check.method.pool import answers_of
from proofs_check.probes.pairs import Setting
from proofs_check.probes.run import Finding, constructed
from proofs_check.recorded.estimates import accuracy
from proofs_check.recorded.runs import recorded
from reference import formulas
from reference.exact.side_by_side import side_by_side
from reference.exact.svm import huber_svm
from reference.learners.hinge_svm import hinge_svm
from reference.notation import Dataset, Xi

DEPLOYMENTS = Path(__file__).parents[2] / "deployments"
BITS = 128
PROBED = (
    ("SVM, ball", Setting("svm", 40, 1, Xi(K=2, c=1.0, M=40, Lambda=1.0, R=1.0, h=0.1))),
    ("Softmax K = 2, ball", Setting("softmax", 200, 1, Xi(K=2, c=1.0, M=200, Lambda=0.005, R=10.0))),
    ("Softmax K = 10, ball", Setting("softmax", 40, 1, Xi(K=10, c=1.0, M=40, Lambda=1.0, R=1.0))),
    ("HingeSVM-SGDWA, ball", Setting("hinge", 20, 22, Xi(K=2, c=1.0, M=20, Lambda=0.02, R=25.0))),
    ("SVM, printed sphere", Setting("svm", 200, 1, Xi(K=2, c=1.0, M=200, Lambda=1.0, R=20.0, h=0.1), "sphere")),
)  # fmt: skip


def above(box: Enclosure) -> str:
    """Three digits, rounded up; 30 and not 3e+1."""
    return f"{float(upper(box, 3)):g}"


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
    """The delta that the paper promises at eps: for a group of Υ members that of eps/Υ."""
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
        f"δ over ε for groups of {members} records: the paper promises too much",
        lines(Axis("ε", 10, 60), Axis("δ", 1e-12, 1, log=True), drawn),
        "CIFAR-10 with SVMs: the certified curve lies above the printed one. At δ = 1e-5 the paper promises "
        f"ε = {above(found.printed.eps)}; {above(found.eps)} is certified.",
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
        boxes = (("printed", found.printed, 1), ("repaired: 2G/(Λn), no ΛR", found.closed_form, 3),
                 ("tight: Theorem R for the schedule", found.best, 2))  # fmt: skip
        row = [Bar(name, box.upper(), above(box), colour) for name, box, colour in boxes]
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
            groups.append((found.plan.title, [Bar(f"noise is {kind[0]}", value, share(ratio), kind[1])]))
    most = floor(10 * max(row[0].value for _, row in groups)) / 10
    short = [title for title, row in groups if row[0].value < 1]
    return Figure(
        "noise",
        "Noise as printed over noise that is needed",
        bars(
            Axis("noise as printed / needed (logarithmic)", 0.5, 40, log=True),
            groups,
            mark=1,
        ),
        f"Of {len(groups)} settings {len(groups) - len(short)} add more noise than needed, up to {most} times; too little: "
        f"{'; '.join(short) or 'none'}.",
        "accountant/deployment/certificate.py for paper_claims/deployments/*.toml",
    )


def witness_of(setting: Setting) -> Finding:
    *_, found = constructed(setting)
    return found


def reached() -> Figure:
    groups, shares, excess = [], [], 0.0
    for name, setting in PROBED:
        found = witness_of(setting)
        bound, printed, length = found.bounds.proved.upper(), found.bounds.printed, found.reached.lower()
        row = [
            Bar("reached by a pair of neighbours", length / bound, found.reached.decimals(3)[0], 4),
            Bar("proved bound", 1.0, above(found.bounds.proved), 2),
        ]
        if setting.projection == "ball":
            shares.append(found.proved_ratio)
        elif printed is not None:
            excess = length / printed.upper()
        if printed is not None:
            row.append(Bar("printed bound", printed.upper() / bound, above(printed), 1))
        groups.append((name, row))
    low, high = floor(100 * min(shares)), floor(100 * max(shares))
    return Figure(
        "reached",
        "Reached and bound, learner by learner",
        bars(Axis("in units of the proved bound", 0, 2.6), groups, mark=1),
        f"Pairs of neighbouring datasets reach {low} % to {high} % of the proved bounds. With the printed "
        f"rescaling to the sphere one pair exceeds the printed bound {floor(excess)} times.",
        "proofs_check/probes/run.py: pairs built by hand, trained again in ball arithmetic",
    )


def simplex_maximum() -> Figure:
    data = simplex(61)
    C = data["C"]
    curves = [Line("envelope (C+1)²/4", list(zip(C, data["bound"], strict=True)), 1, "dashed")]
    for colour, K in enumerate(CLASSES[:3], start=2):
        curves.append(
            Line(f"maximum with {K} classes", list(zip(C, data["maximum"][str(K)], strict=True)), colour)
        )
    touching = [(point["C"], point["value"]) for point in data["touching"]]
    curves.append(Line("they touch at C = 1 − 2/k", touching, 5, "points"))
    return Figure(
        "simplex",
        "The simplex maximum and its envelope (lem:max_smoothness)",
        lines(Axis("C", 0, 1), Axis("largest Σ s(1−s)(C+s)", 0.2, 1), curves),
        "The envelope lies on or above the maximum for every number of classes and touches it at single points.",
        "reference/formulas/constants.py; proved in proofs_check/simplex/maximum_theorems.py",
    )


def averaging_users(w: int = 3) -> list[Dataset]:
    """User 1 holds (1, +) twice, the others (1, +) and (1, -): the witness that the thresholds are sharp."""
    return [Dataset([[1.0], [1.0]], [1, 1]), *(Dataset([[1.0], [1.0]], [1, -1]) for _ in range(w - 1))]


def averaging_distance(learner: Callable[[Dataset], object], users: list[Dataset]) -> float:
    sides = side_by_side(users, learner)  # type: ignore[arg-type]
    (average,), (central,) = sides.average, sides.central.f
    return float(abs(average - central) / central)


def averaging_thresholds() -> Figure:
    h, users = Fraction(1, 4), averaging_users()
    grid = [Fraction(k, 12) for k in range(2, 25)]
    hinge = [(float(at), averaging_distance(lambda D, at=at: hinge_svm(D, at), users)) for at in grid]  # type: ignore[misc]
    huber = [(float(at), averaging_distance(lambda D, at=at: huber_svm(D, h, at), users)) for at in grid]  # type: ignore[misc]
    marks = [
        (float(formulas.hinge_threshold(1)), "c²/2"),
        (float(formulas.huber_threshold(1, h)), "c²/(1−h)"),
    ]
    return Figure(
        "averaging",
        "At and above its threshold, the averaged SVM is the central SVM",
        lines(
            Axis("regularization Λ (records of norm c = 1)", 0, 2),
            Axis("|averaged − central| / |central|", 0, 1),
            [Line("HingeSVM", hinge, 2), Line("Huber SVM, h = 1/4", huber, 4)],
            marks,
        ),
        "The relative distance is 0 for Λ of at least c²/2 (hinge loss) or c²/(1−h) (Huber loss), and for no smaller Λ.",
        "three users in exact fractions; ours:hinge_threshold and ours:huber_threshold prove it for all data",
    )


def main_experiment() -> Figure:
    """Accuracy against eps from the recorded runs."""
    command, rows = recorded("eps-cifar10")
    shown = (("GradAvg + SecSum", 1, 5, "dotted"), ("SoftmaxReg", 1, 4, "dashed"), ("noisy ridge", 1000, 3, "solid"),
             ("SVM", 1000, 1, "solid"), ("SoftmaxReg", 1000, 2, "solid"))  # fmt: skip
    curves, at = [], {}
    for method, w, colour, style in shown:
        found = [(eps, accuracy(rows, method=method, w=w, eps=eps)) for eps in (0.6, 1.2, 3.0, 8.0)]
        points = [(eps, 100 * e.mean) for eps, e in found if e]
        curves.append(Line(f"{method}, {w} user{'s' if w > 1 else ''}", points, colour, style))
        at[method, w] = dict(points)
    one, many, ridge = (
        at[key][1.2] for key in (("SoftmaxReg", 1), ("SoftmaxReg", 1000), ("noisy ridge", 1000))
    )
    return Figure(
        "main-experiment",
        "The main experiment on CIFAR-10 with certified noise, δ = 1e-5",
        lines(Axis("ε", 0.5, 10, log=True), Axis("test accuracy (%)", 76, 88), curves),
        f"At ε = 1.2 averaging over 1,000 users, half of them honest, reaches {many:.1f} %, one user alone {one:.1f} %, "
        f"gradient averaging {at['GradAvg + SecSum', 1][1.2]:.1f} %, noisy ridge in one round {ridge:.1f} %.",
        f"recorded runs of {command}; fig:all_exps_highlevel, C2.3#gap",
    )


FIGURES = (
    privacy_curves, group_curves, sensitivities, reached, simplex_maximum, noise_saved, averaging_thresholds,
    main_experiment,
)  # fmt: skip


def all_figures() -> Iterator[Figure]:
    for draw in FIGURES:
        yield draw()


def drawn(kept: Kept | None = None) -> list[Figure]:
    """All figures, drawn in a process of its own, or kept: then nothing that they are computed from has changed."""
    module = "paper_claims.report.page.figures"
    now = key(module, folders=(DEPLOYMENTS,))
    found = kept.get("figures", now) if kept else None
    if not found:
        found = list(answers_of(module, {}))
        if len(found) < len(FIGURES):
            return list(all_figures())  # the process ended early: here its error is raised
        if kept:
            kept.put("figures", now, found)
            kept.save()
    return [Figure(**figure) for figure in found]


if __name__ == "__main__":
    for figure in all_figures():
        print(json.dumps(asdict(figure)), flush=True)
