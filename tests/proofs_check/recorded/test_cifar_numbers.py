"""What claims and docs say in numbers about CIFAR-10 is what was recorded: every such sentence is made again from the rows."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from paper_claims.registry.files import load
from proofs_check.method.check import all_checks
from proofs_check.recorded.directions import (
    ONE_CLASS,
    distance_at,
    less_noise_smaller_decline,
    softmax_outperforms_svms,
)
from proofs_check.recorded.estimates import Estimate, accuracy, difference
from proofs_check.recorded.honest_users import all_honest_close_most_of_the_gap
from proofs_check.recorded.runs import CIFAR, GRADAVG, SECSUM, SOFT, SVM, Side, recorded
from reference.baselines.noisy_ridge import numbers_sent
from reference.datasets.embedding import WIDTHS

ROOT = Path(__file__).parents[3]
DOCS = (ROOT / "docs/cifar10.md").read_text(encoding="utf-8")
TIMES = (ROOT / "proofs_check/recorded/measured/all-cifar10.md").read_text(encoding="utf-8")
WORDS = {"holds": "confirmed", "fails": "contradicted", "undecided": "not decided"}
TIGHT, PRINTED, NONE = ({"bound": bound} for bound in ("tight", "printed", "none"))
ALONE, MANY = {"w": 1}, {"w": 1000}
RIDGE = MANY | {"method": "noisy ridge"}


def gain(name: str, high: Side, low: Side, **shared: Any) -> Estimate:
    found = difference(recorded(f"{name}-cifar10")[1], high, low, **shared)
    assert found is not None, (name, high, low, shared)
    assert found.repeats == 3
    return found


def points(name: str, high: Side, low: Side, digits: int = 1, **shared: Any) -> str:
    """By how many points the side `high` is ahead; never -0.0."""
    return f"{100 * gain(name, high, low, **shared).mean + 0.0:.{digits}f}"


def cell(name: str, **wanted: Any) -> str:
    """An accuracy with its interval; empty where nothing was run."""
    found = accuracy(recorded(f"{name}-cifar10")[1], **wanted)
    return found.points() if found else ""


def rate(name: str, **wanted: Any) -> str:
    """An accuracy in percent."""
    return cell(name, **wanted).partition(" ")[0]


def behind(learner: Side, eps: float) -> str:
    """By how many points gradient averaging with secure summation is ahead."""
    return points("eps", SECSUM | ALONE, learner, eps=eps)


def declines(learner: Side, larger: int = 1) -> str:
    """What one class per user costs."""
    return points("non-iid", {"users": "iid"}, ONE_CLASS, **learner, larger=larger)


def noise_costs(learner: Side) -> str:
    return points("noise", NONE, TIGHT, **learner, **MANY, eps=1.2)


def closed(learner: Side, bound: Side, w: int) -> tuple[float, float]:
    """Of the gap between one and w users, half of them honest, how much all honest ones close, and the gap."""
    shared = learner | bound | {"eps": 1.2}
    half, full = {"w": w, "t": 0.5}, {"w": w, "t": 1.0}
    found = (gain("honest", full, half, **shared), gain("honest", ALONE, half, **shared))
    return found[0].mean, found[1].mean


def part(learner: Side, w: int) -> str:
    restored, gap = closed(learner, TIGHT, w)
    return f"{100 * restored:.1f} of {100 * gap:.1f}"


def word(label: str, ending: str = "on_cifar10") -> str:
    """What the replay decides."""
    (found,) = (
        check.run().result
        for name, check in all_checks().items()
        if check.label == label and name.endswith(ending) and "CIFAR-10" in check.scope
    )
    return WORDS[found]


def ablation() -> str:
    """One user, from the most to the least accurate learner."""
    order = ("DP-SGD", "SoftmaxReg", "SVM", "AMP")
    *first, last = (rate("ablation", method=method, eps=1.2, delta=1e-5) for method in order)
    return f"{', '.join(first)} and {last} %"


def optima_behind() -> str:
    return gain("ablation", SVM, {"method": "SVM-SMO"}, eps=1.2, delta=1e-5).points()


def gaps() -> str:
    """Between central and averaged SoftmaxReg without noise."""
    small, large = (points("regularization", *distance_at(Lambda, 1000)) for Lambda in (0.001, 1.0))
    return f"the gap is {small} points at Λ = 0.001 and {large}"


def restored() -> str:
    """Of the cases of sec:results#honest that are decided: the most that t = 1 restores, and the gaps."""
    cases = [(SOFT, TIGHT, 100), (SOFT, TIGHT, 1000), (SVM, TIGHT, 1000)]
    cases += [(learner, PRINTED, w) for learner in (SOFT, SVM) for w in (100, 1000)]
    most, gaps = max(closed(*case)[0] for case in cases), [closed(*case)[1] for case in cases]
    return f"at most {100 * most:.1f} of {100 * min(gaps):.1f} to {100 * max(gaps):.1f} points"


def claim_sentences() -> dict[str, str]:
    """How the consequence of each claim speaks of CIFAR-10."""
    svm, soft = (learner | MANY for learner in (SVM, SOFT))
    cost = gain("non-iid", {"users": "iid"}, ONE_CLASS, **SVM, larger=1).points()
    other_way = gain("non-iid", ONE_CLASS, {"users": "iid"}, **SOFT, larger=67).points()
    one_user = [points("eps", SOFT | ALONE, SVM | ALONE, eps=eps) for eps in (0.6, 1.2, 3.0)]
    over_gradients = [points("eps", soft, GRADAVG | MANY, 0, eps=eps) for eps in (0.6, 1.2)]
    rises = [rate("users", **learner, **TIGHT, w=w) for learner in (SOFT, SVM) for w in (50, 1000)]
    pairs, whole, alone = {"group": 2}, {"group": 0}, {"group": 1}
    deltas = [
        points("ablation", {"delta": 1e-5}, {"delta": 2e-8}, method=method, eps=1.2)
        for method in ("DP-SGD", "SVM", "SoftmaxReg", "SVM-SMO")
    ]
    averaged, less = softmax_outperforms_svms(CIFAR, users=(1000,)), less_noise_smaller_decline(CIFAR)
    honest = all_honest_close_most_of_the_gap(CIFAR, learners=(SVM,), passes=10, bounds=("tight",))
    robust = f"tight noise costs the SVM {noise_costs(SVM)} and SoftmaxReg {noise_costs(SOFT)} points"
    more = points("groups", {"w": 200000}, {"w": 20000}, eps=0.3, group=0)
    return {
        "C1.3#non-iid": f"{word('C1.3#non-iid')}, {cost} points",
        "C1.3": f"direction {word('C1.3')}, the gap is {behind(svm, 0.6)} points at $eps = 0.6$ and {behind(svm, 8.0)} at 8",
        "C2.3#gap": f"{word('C2.3#gap')} too, {rate('eps', **soft, eps=1.2)} against "
        f"{rate('eps', **SECSUM, **ALONE, eps=1.2)} % with 1,000 users, of whom half are honest. "
        f"One user with all records is {behind(SOFT | ALONE, 1.2)} points behind",
        "C2.3#non-iid": f"{word('C2.3#non-iid')}, {other_way} points the other way",
        "C2.3#robust": f"{word('C2.3#robust')}, {robust}",
        "C2.3": f"{word('C2.3', 'of_one_user')} for one user (by {one_user[0]}, {one_user[1]} and {one_user[2]} points), "
        f"{WORDS[averaged.result]} for 1,000 averaged users: "
        f"SoftmaxReg is ahead by {gain('eps', soft, svm, eps=0.6).points()} at $eps = 0.6$, "
        f"and the SVM by {gain('eps', svm, soft, eps=1.2).points()} at 1.2 and "
        f"{gain('eps', svm, soft, eps=3.0).points()} at 3",
        "fig:all_exps#interactive": f"{word('fig:all_exps#interactive')} by {' and '.join(over_gradients)} points",
        "fig:all_exps": f"{word('fig:all_exps')}, the gap is {behind(SOFT | ALONE, 1.2)} points with one user "
        f"and {behind(soft, 1.2)} with 1,000",
        "fig:all_exps_highlevel": f"It is ahead of both by {points('eps', RIDGE, soft, eps=1.2)} points "
        f"({rate('eps', **RIDGE, eps=1.2)} %)",
        "fig:baseline": f"order {word('fig:baseline')} ({ablation()})",
        "fig:baseline#delta": f"{word('fig:baseline#delta')}, at most {max(map(float, deltas))} points",
        "fig:baseline#smo": f"{word('fig:baseline#smo')} too, SVM-SMO is {optima_behind()} points behind SVM-SGD",
        "fig:blindaveragingvsregularization": f"{word('fig:blindaveragingvsregularization')}, "
        f"{gaps().replace('Λ = 0.001', '$Λ = 0.001$')} at 1. Both lose: the average falls from "
        f"{rate('regularization', **distance_at(0.001, 1000)[1])} to {rate('regularization', **distance_at(1.0, 1000)[1])} %",
        "fig:exp_fixed_eps": f"{word('fig:exp_fixed_eps')}, SoftmaxReg rises from {rises[0]} to {rises[1]} and the SVM from "
        f"{rises[2]} to {rises[3]} %. With 200 users the accuracy is {rate('users', **SOFT, **TIGHT, w=200)} with tight "
        f"noise and {rate('users', **SOFT, **PRINTED, w=200)} % with the printed noise",
        "fig:exp_heatmap#users": f"{word('fig:exp_heatmap#users')} by {more} points; "
        f"with 1,000 users, protecting whole users costs {points('groups', alone, whole, 0, w=1000, eps=0.3)} points",
        "fig:exp_heatmap": f"{word('fig:exp_heatmap')} by {points('groups', pairs, whole, w=20000, eps=0.3)} points with the "
        f"noise of 20,000 users, and by {points('groups', pairs, whole, 0, w=1000, eps=0.3)} with that of 1,000",
        "sec:results#honest": f"$t = 1$ restores {restored()}. The SVM with 100 users and tight noise is "
        f"{WORDS[honest.result]}: there $t = 1$ restores {part(SVM, 100)} points",
        "tab:noniid#noise": f"{WORDS[less.result]}, {declines(SOFT)} points become none",
        "tab:noniid": f"{word('tab:noniid')}, SoftmaxReg declines by {declines(SOFT)} and the SVM by {declines(SVM)} points",
    }


def doc_sentences() -> list[str]:
    """What docs/cifar10.md says in numbers."""
    entries, K = sum(WIDTHS) + 1, 10
    ahead = [points("eps", RIDGE, SOFT | MANY, eps=eps) for eps in (0.6, 1.2, 3.0, 8.0)]
    few = {"w": 200, **SOFT}
    cpu = re.search(r"in (\d+) seconds; (\d+) CPU seconds of all processes", TIMES)
    assert cpu
    return [
        *result_rows(),
        f"{points('users', TIGHT, PRINTED, **few)} points with 200 users at eps = 0.6 "
        f"({rate('users', **TIGHT, **few)} instead of {rate('users', **PRINTED, **few)} %)",
        f"does not close the gap to gradient averaging ({behind(SOFT | MANY, 1.2)} points at eps = 1.2)",
        f"widen it (from {behind(SOFT | ALONE, 1.2)} points)",
        f"(fig:baseline: {ablation()})",
        f"(fig:blindaveragingvsregularization: {gaps()} at 1)",
        f"(fig:baseline#smo: {optima_behind()} points behind at eps = 1.2)",
        f"at 3 the SVM is ahead by {gain('eps', SVM | MANY, SOFT | MANY, eps=3.0).points()} points",
        f"it closes {part(SOFT, 1000)} points for SoftmaxReg with 1,000 users, and {part(SOFT, 100)} with 100 users. "
        f"For the SVM it is {part(SVM, 1000)} and {part(SVM, 100)}.",
        f"by {ahead[0]} points at 0.6, {ahead[1]} at 1.2, {ahead[2]} at 3 and {ahead[3]} at 8 (against SoftmaxReg)",
        f"{numbers_sent(entries, K) / 1e6:.1f} million numbers instead of {round(entries * K, -3):,}",
        f"256 features ({round(numbers_sent(257, K), -3):,} numbers)",
        f"took {int(cpu[2]):,} CPU seconds in one run",
        f"The run itself took {int(cpu[1]) / 60:.0f} minutes",
    ]


def result_rows() -> list[str]:
    """The table of results at eps = 1.2."""
    rows = []
    for w, shown in ((1000, "1,000"), (1, "1")):
        for learner in (SOFT, SVM):
            cells = [
                cell("noise", **learner, w=w, eps=1.2, bound=b)
                for b in ("none", "printed", "repaired", "tight")
            ]
            rows.append(f"| {learner['method']} | {shown} | {' | '.join(cells)} |")
    others = {"GradAvg + SecSum (interactive) | 1": SECSUM | ALONE, "noisy ridge (one round) | 1,000": RIDGE,
              "noisy ridge, 256 features | 1,000": MANY | {"method": "noisy ridge, 256 features"},
              "class means (one round) | 1,000": MANY | {"method": "class means"}}  # fmt: skip
    return rows + [f"| {name} | | | | {cell('eps', **side, eps=1.2)} |" for name, side in others.items()]


def test_docs_say_what_was_recorded() -> None:
    text = " ".join(DOCS.split())
    assert [sentence for sentence in doc_sentences() if sentence not in text] == []


def test_claims_say_what_was_recorded() -> None:
    claims = load().claims
    said = {label: claim.consequence for label, claim in claims.items() if claim.room == "recorded"}
    spoken = {label: text[text.index("CIFAR-10") :] for label, text in said.items() if "CIFAR-10" in text}
    wanted = claim_sentences()
    assert set(spoken) == set(wanted), "every claim that speaks of CIFAR-10 is compared"
    assert {label: text for label, text in wanted.items() if text not in spoken[label]} == {}
