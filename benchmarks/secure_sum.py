"""Secure summation of 1,000 models of 61,450 entries, and BlindAvg with 200,000 simulated users.

    make bench
    python benchmarks/secure_sum.py            # about 15 minutes; nothing but the package is needed

Times are CPU times of this process, counted for each party by itself.
"""

from __future__ import annotations

import os
import resource
import statistics
import time
from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import ceil, log2
from pathlib import Path

import numpy as np
from page import Page

from accountant.distributed.secagg import SecAggPlan, plan_secagg
from accountant.sensitivity.bounds import sensitivity
from reference.fast.many_datasets import softmax_recipe, svm_recipe, trained
from reference.formulas import noise_per_user
from reference.learners.prediction import accuracy
from reference.notation import Array, Dataset, Xi
from reference.protocol.agreement import Plan
from reference.protocol.noise import discrete_gaussian_one, gaussian
from reference.protocol.noise_vectors import discrete_gaussian
from reference.secure_sum.fixed_point import FixedPoint, Whole
from reference.secure_sum.messages import KEYS, MASKED, SHARES, UNMASK, UPLOAD, Message, Wire, dropping
from reference.secure_sum.residues import Residues
from reference.secure_sum.rounds import Sum, sum_among_users, sum_through_servers, user_names
from reference.secure_sum.sealed import Lines

TABLE = Path(__file__).with_suffix(".md")
USERS, ENTRIES, SERVERS = 1000, 61_450, 3
GRID = FixedPoint(scale=2**20, largest=2**20, B=2**32)
PAPER_CLIENT, PAPER_SERVER = 0.2, 40.0  # seconds, extrapolated for 1,000 users and about 100,000 entries
FAILURE = Fraction(1, 1 << 40)
FIFTH = plan_secagg(USERS, "0.8", "0.2", FAILURE, 96)
HALF = plan_secagg(USERS, "0.5", "0.2", FAILURE, 316)  # the paper assumes half
MANY, RECORDS, FEATURES, PASSES, BLOCK = 200_000, 50, 64, 10, 512
SIGMA = 6  # noise over sensitivity, about (0.6, 1e-5)


class Models(Mapping[str, Residues]):
    """Models made when they are asked for, so that they need no memory."""

    def __init__(self) -> None:
        self.names = {name: i for i, name in enumerate(user_names(USERS))}

    def steps(self, name: str) -> Whole:
        return GRID.on_grid(np.random.default_rng(self.names[name]).uniform(-1, 1, ENTRIES), name)

    def __getitem__(self, name: str) -> Residues:
        return GRID.encoded(self.steps(name), name)

    def __iter__(self) -> Iterator[str]:
        return iter(self.names)

    def __len__(self) -> int:
        return len(self.names)


def mid_upload(silent: Wire, cut: set[str]) -> Wire:
    """Some users fall silent before they upload, others after the first of their messages."""
    return lambda message: _reaches_first(message) if message.sender in cut else silent(message)


def _reaches_first(message: Message) -> list[Message]:
    return [message] if message.receiver == "server 1" else []


def lines_with_dropouts(models: Models, share: float, scheme: str) -> Lines:
    """The dropouts are spread over all stages at which a user can fall silent."""
    order = np.random.default_rng(0).permutation(USERS)[: round(share * USERS)]
    gone = [list(models)[i] for i in order]
    if scheme == "servers":
        half = len(gone) // 2
        return Lines(
            "round 1", wire=mid_upload(dropping(dict.fromkeys(gone[:half], UPLOAD)), set(gone[half:]))
        )
    stages = (KEYS, SHARES, MASKED, UNMASK)
    return Lines("round 1", wire=dropping({name: stages[i % 4] for i, name in enumerate(gone)}))


def summed(models: Models, share: float, case: SecAggPlan | None) -> tuple[Sum, Lines]:
    """Through servers, or among the users as the case says."""
    if case is None:
        lines = lines_with_dropouts(models, share, "servers")
        return sum_through_servers(models.items(), SERVERS, GRID.B, lines), lines
    lines = lines_with_dropouts(models, share, "users")
    return sum_among_users(models, GRID.B, lines, case.neighbours, case.threshold), lines


def power(p: Fraction) -> str:
    """A probability as a power of two, rounded up."""
    return f"2^{ceil(log2(p))}" if p else "0"


def measured(page: Page, models: Models, share: float, case: SecAggPlan | None) -> list[str]:
    """One run: who is in the sum, CPU times, bytes, and whether the sum is right."""
    result, lines = summed(models, share, case)
    plain = np.zeros(ENTRIES, dtype=np.int64)
    for name in result.contributors:
        plain += models.steps(name)
    equal = bool((GRID.decoded(result.total) == plain).all())
    client = [lines.seconds[name] for name in result.contributors]
    others = sum(spent for party, spent in lines.seconds.items() if party not in models.names)
    sent = [entry.size for entry in lines.transcript.entries if entry.sender in result.contributors]
    mean, size = statistics.mean(client), sum(sent) / len(client) / 1e6
    scheme = "servers" if case is None else f"users, k = {case.neighbours}"
    what = f"{scheme}, {share:.0%} dropouts"
    page.require(f"{what}: sum equals the plain sum", "yes" if equal else "no", "to the last bit", equal)
    page.require(f"{what}: client", f"{mean:.3f} s", f"at most {PAPER_CLIENT} s", mean <= PAPER_CLIENT)
    page.require(f"{what}: server", f"{others:.2f} s", f"at most {PAPER_SERVER:g} s", others <= PAPER_SERVER)
    times = [f"{1000 * mean:.1f} ms", f"{1000 * max(client):.1f} ms", f"{others:.2f} s"]
    return [scheme, f"{share:.0%}", str(len(client)), *times, f"{size:.2f} MB", "yes" if equal else "NO"]


def summation(page: Page) -> None:
    GRID.require_fit(USERS)
    models = Models()
    runs = [(share, case) for case in (None, FIFTH) for share in (0.0, 0.05, 0.2)]
    rows = [measured(page, models, *run) for run in [*runs, (0.0, HALF), (0.2, HALF)]]
    paper = ["paper, extrapolated", "", "", f"{1000 * PAPER_CLIENT:.0f} ms", "", f"{PAPER_SERVER:.0f} s"]
    bounds = []
    for case, corrupted in ((FIFTH, 200), (HALF, 500)):
        bounds.append(
            f"k = {case.neighbours}, threshold {case.threshold}: with {corrupted} corrupted users some mask opens with "
            f"probability at most {power(case.opened)}; with 20 % dropouts the other users fall apart into groups with at most "
            f"{power(case.split)}, and the run stops with at most {power(case.stops)}."
        )
    header = ["scheme", "dropouts", "in the sum", "client, mean", "client, most", "servers, together"]
    page.section(
        f"{USERS} users, {ENTRIES} entries, modulo 2^32",
        [*header, "sent per client", "equal to the plain sum"],
        [*rows, paper],
        f"`servers`: one sealed share to each of {SERVERS} servers, half of the dropouts in the middle of it. `users`: SecAgg "
        f"among the users with k neighbours each, dropouts spread over its four stages; the client's time grows with k. "
        f"{' '.join(bounds)} "
        "Training and noise are not part of these times. The paper's numbers are for about 100,000 entries.",
    )


def noise(page: Page) -> None:
    """Discrete noise for one user, in vectors and one at a time."""
    rows = []
    for sigma in (1, 1000, 10**6):
        variance = Fraction(sigma**2) + Fraction(1, 3)
        times = []
        for _ in range(5):
            start = time.process_time()
            discrete_gaussian(variance, ENTRIES)
            times.append(time.process_time() - start)
        start = time.process_time()
        for _ in range(500):
            discrete_gaussian_one(variance)
        single = (time.process_time() - start) / 500 * ENTRIES
        rows.append([f"{sigma}", f"{statistics.median(times):.3f} s", f"{single:.1f} s"])
    page.section(
        f"Exact discrete Gaussian, {ENTRIES} draws from OS entropy",
        ["deviation in grid steps", "in vectors", "one at a time (from 500)"],
        rows,
    )


def stream(classes: int) -> Iterator[tuple[Array, Array]]:
    """Blocks of users, each with records around the same class centres, of norm about 1."""
    rng = np.random.default_rng(1)
    centres = np.random.default_rng(2).normal(size=(classes, FEATURES))
    for start in range(0, MANY, BLOCK):
        users = min(BLOCK, MANY - start)
        y = rng.integers(0, classes, (users, RECORDS))
        x = np.ones((users, RECORDS, FEATURES + 1))
        x[:, :, 1:] = (centres[y] + 4 * rng.normal(size=(users, RECORDS, FEATURES))) / (4 * np.sqrt(FEATURES))
        yield x, y


def simulated(learner: str, K: int) -> tuple[float, float, float]:
    """CPU time of the training, of everything, and the accuracy of the averaged model on the last block."""
    h = 0.1 if learner == "svm" else None
    xi = Xi(K=K, c=1.0, M=PASSES * RECORDS, Lambda=0.1, R=5.0, h=h)
    recipe = svm_recipe(xi, FEATURES) if learner == "svm" else softmax_recipe(xi, FEATURES)
    bound = sensitivity(learner, c=xi.c, Lambda=xi.Lambda, R=xi.R, n=RECORDS, M=xi.M, K=K, p=FEATURES, h=h)
    s = Fraction(bound.best.upper())
    plan = Plan(w=MANY, t=Fraction(1, 2), sigma=Fraction(SIGMA), scale=2**36, noise="gaussian")
    grid = plan.fixed_point([RECORDS], xi.R, lambda n: s)
    deviation = noise_per_user(float(plan.sigma), float(plan.t), MANY) * float(s)
    rng, total = np.random.default_rng(3), np.zeros((FEATURES + 1, recipe.columns), dtype=np.int64)
    training, began = 0.0, time.process_time()
    for x, y in stream(K):
        start = time.process_time()
        f = trained(recipe, x, y, xi)
        training += time.process_time() - start
        total += grid.on_grid(RECORDS / MANY * (f + gaussian(rng, deviation, f.shape))).sum(axis=0)
    spent = time.process_time() - began
    grid.require_fit(MANY)
    model = grid.values(total)
    if learner == "svm":  # of two classes the one model is minus the other
        model = np.hstack([-model, model])
    return training, spent, accuracy(model, Dataset(x.reshape(-1, FEATURES + 1), y.ravel()))


def simulation(page: Page) -> None:
    """Learner, noise and grid for every user; the sum is the ideal one of def:secagg."""
    rows = []
    for learner in ("svm", "softmax"):
        training, spent, score = simulated(learner, 2)
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        rows.append([learner, f"{training:.1f} s", f"{spent:.1f} s", f"{memory:.0f} MB", f"{score:.3f}"])
        what = f"{MANY} users, {learner}: memory at its peak"
        page.require(what, f"{memory:.0f} MB", "below 1000 MB", memory < 1000)
    page.section(
        f"{MANY} simulated users: two classes, {RECORDS} records, {FEATURES} features, {PASSES} passes, batches of one",
        [
            "learner",
            "training",
            "with data, noise and sum",
            "memory at its peak",
            "accuracy on the last block",
        ],
        rows,
        f"In blocks of {BLOCK} users (`reference/fast/many_datasets.py`), with the printed float noise; the sum is the "
        "ideal one of def:secagg, computed on the grid. The SVM trains one of the two classes; the other model is its "
        "negative, exactly.",
    )


def main() -> int:
    load = f"{os.getloadavg()[0]:.1f} on {os.cpu_count()} cores when it began"
    how = "Made by `make bench` (benchmarks/secure_sum.py) in one process, everything once and in this order."
    page = Page("Secure summation", f"{how} Load average: {load}.")
    simulation(page)
    summation(page)
    noise(page)
    met = page.verdicts()
    TABLE.write_text(page.text, encoding="utf-8")
    return 0 if met else 1


if __name__ == "__main__":
    raise SystemExit(main())
