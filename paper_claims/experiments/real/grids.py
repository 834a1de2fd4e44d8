"""What is run on which data: schedules, grids of hyperparameters, repeats. The choice among a grid is made on records that
do not test.

How the grids were found: by hand, in steps of about three, and compared with wider ones on records that do not test and with
another seed than the recorded one (seed 1, first repeat, choosing records). For the small data sets, w = 1 and 10, without
noise and with tight noise at four eps, a grid that reaches further on all sides (Λ from 1e-4 to 10, R from 0.1 to 100)
gains at most 0.3 points there; a first grid that ended at R = 3 for the SVM lost up to four. For all and for 10,000 records of
Fashion-MNIST (one user, tight noise, eps = 1.2 and 3) a step more of Λ on both sides and R from 10 to 100 gain at most 0.3,
too. Schedules, features, the noise of the mean and what the baselines choose from were set by hand and not searched.

CIFAR-10: a first grid of 8 settings, found on 34,000 training images, was chosen from at its ends; it was widened, with the
first results in view, and run again: no cell of `noise` and `eps` for 1,000 users moved by more than 0.3 points. One user's
grid is small, and ends at what no noise chooses. Gradient averaging has two rates and takes the larger one with secure
summation: more rates and epochs may help it. The Λ of SVM-SMO lie around the best at eps = 1.2 (seed 1, first repeat, choosing
records).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path
from typing import Any

from paper_claims.experiments.real.jobs import Job
from paper_claims.experiments.real.splits_and_noise import loaded
from reference.datasets.loaders import content
from reference.errors import reject

Setting = dict[str, float]
Case = tuple[dict[str, Any], Job]  # the columns of its rows, and the job
DELTA, T = "1e-5", 0.5
EPSILONS = ("0.6", "1.2", "3", "8")
LARGE = 20000  # records
SMALL_LAMBDAS, SMALL_RADII = (0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1.0), (0.3, 1.0, 3.0, 10.0, 30.0)


def grid(Lambdas: Iterable[float], Rs: Iterable[float], h: float | None = None) -> tuple[Setting, ...]:
    return tuple({"Lambda": L, "R": R} | ({} if h is None else {"h": h}) for L, R in product(Lambdas, Rs))


@dataclass(frozen=True)
class Plan:
    """One data set. `schedules`: passes and batch size from so many records per user on."""

    data: str
    content: str  # a hash of the files, if they are the user's
    cache: str
    seed: int
    repeats: int
    draws: int
    test: float
    choose: float
    centring: float  # noise of the released mean over its sensitivity; 0: the features stay as they are
    schedules: tuple[tuple[int, int, int], ...]
    softmax: tuple[Setting, ...]
    svm: tuple[Setting, ...]
    gradavg: dict[str, Any]
    smo: tuple[float, ...]
    users: tuple[int, ...] = (1, 10)
    few: int = 10  # records per user where their number is fixed
    compare: tuple[str, ...] = ("softmax", "svm")  # learners whose noise is compared
    means: tuple[float, ...] = (0.0, 10.0)  # values of `centring` at which it is
    records: int = 0  # how many of the training records are used; 0: all
    all_train: bool = (
        False  # the records that choose come from the given test records, so that all others train
    )
    compare_users: tuple[int, ...] = ()  # at which noises are compared; else the first two of `users`
    compare_eps: tuple[str, ...] = ("1.2", "3")
    alone: dict[str, tuple[Setting, ...]] | None = (
        None  # settings of one user, if others: more records, less noise
    )
    tiny: tuple[int, ...] = ()  # still more users, at every eps
    counts: tuple[int, ...] = ()  # users with `few` records each, if not parts of all
    honest: tuple[int, ...] = ()
    partitions: tuple[str, ...] = ("iid", "dirichlet", "one-class", "unequal")
    multiples: tuple[int, ...] = (20, 200, 20000)  # of the users at hand, whose noise groups get
    groups: tuple[Setting, ...] = ()  # settings for groups of records and whole users, if others
    centre: str = "0"  # what the mean of the features is where none is released
    insecure_eps: tuple[str, ...] = ()  # where GradAvg without secure summation is run, if not at all eps
    amp: tuple[str, ...] = ()  # at which eps AMP is run, if not at all: minutes a model on many records
    ridge: dict[str, Any] | None = None  # noisy ridge, if it is compared, and class means

    def job(self, kind: str, repeat: int, **more: Any) -> Job:
        shared = {"data": self.data, "cache": self.cache, "seed": self.seed, "repeat": repeat, "test": self.test, "t": T,
                  "choose": self.choose, "centring": self.centring, "draws": self.draws, "records": self.records}  # fmt: skip
        files: dict[str, Any] = {"content": self.content} if self.content else {}
        if self.all_train:
            files["all_train"] = True
        return Job(kind, shared | files | more)

    def blindavg(self, repeat: int, learner: str, w: int, n: int, **more: Any) -> Job:
        """BlindAvg of w users with about n records each; tight noise on iid users unless `more` says otherwise."""
        if n < 1:
            most = self.training_records()
            why = f"only {most} records are left for training"
            raise reject("w", "w, the number of users", f"must be <= {most}", w, why)
        passes, b = next((p, b) for least, p, b in self.schedules if n >= least)
        defaults = {
            "grid": list(self._settings(learner, w)),
            "bounds": ["tight"],
            "partition": "iid",
        }
        return self.job(
            "blindavg", repeat, **(defaults | {"learner": learner, "w": w, "passes": passes, "b": b} | more)
        )

    def _settings(self, learner: str, w: int) -> tuple[Setting, ...]:
        if w == 1 and self.alone:
            return self.alone[learner]
        return self.softmax if learner == "softmax" else self.svm

    def gradient_average(self, repeat: int, w: int, secure: bool, **more: Any) -> Job:
        return self.job("gradavg", repeat, **(self.gradavg | {"w": w, "secure": secure} | more))

    def sizes(self) -> dict[str, int]:
        """How many records train, choose and test in every repeat."""
        D = loaded(self.data, self.cache, self.content)
        choose, test = round(self.choose * len(D.y)), D.tests or round(self.test * len(D.y))
        if self.all_train and D.tests:
            test -= choose
        return {"train": self.records or len(D.y) - test - choose, "choose": choose, "test": test}

    def crowd(self) -> int:
        """How many users there are if each has `few` records."""
        if (n := self.training_records()) < 2 * self.few:
            why = f"each of two or more users needs {self.few} of them"
            raise reject("records", "the records left for training", f"must be >= {2 * self.few}", n, why)
        return n // self.few

    def training_records(self) -> int:
        return self.sizes()["train"]


def small(data: str, cache: str, seed: int) -> Plan:
    """Data sets of some hundred or thousand records: many repeats."""
    return Plan(
        data, content(data), cache, seed, repeats=10, draws=20, test=0.2, choose=0.2, centring=10.0,
        schedules=((300, 10, 20), (1, 10, 5)),
        softmax=grid(SMALL_LAMBDAS, SMALL_RADII),
        svm=grid(SMALL_LAMBDAS, SMALL_RADII, h=0.5),
        gradavg={"batch": 256, "epochs": 30, "rates": [1.0, 4.0, 16.0], "clips": [0.1, 0.5]},
        smo=(0.001, 0.01, 0.1, 0.3, 1.0),
    )  # fmt: skip


def large(data: str, cache: str, seed: int) -> Plan:
    """Fashion-MNIST, and files of its size: a given test split, few repeats."""
    return Plan(
        data, content(data), cache, seed, repeats=3, draws=3, test=1 / 7, choose=5000 / 70000, centring=50.0,
        schedules=((20000, 3, 50), (2000, 8, 20), (1, 8, 10)),
        softmax=grid((3e-5, 1e-4, 3e-4, 1e-3), (50.0,)),
        svm=grid((1e-4, 3e-4, 1e-3), (20.0,), h=0.5),
        gradavg={"batch": 1024, "epochs": 15, "rates": [4.0, 16.0], "clips": [0.1]},
        smo=(1e-3, 3e-3), users=(1, 10, 100), few=50, compare=("softmax",), means=(50.0,),
    )  # fmt: skip


def cifar10(data: str, cache: str, seed: int) -> Plan:
    """CIFAR-10 as `blindavg data cifar10` keeps it: all 50,000 records train, 2,000 of the test records choose."""
    return Plan(
        data, content(data), cache, seed, repeats=3, draws=3, test=1 / 6, choose=2000 / 60000, centring=0.0,
        schedules=((20000, 10, 50), (300, 20, 20), (1, 20, 5)),
        alone={"softmax": grid((3e-5, 1e-4, 3e-4, 1e-3, 3e-3), (30.0, 100.0)),
               "svm": grid((3e-5, 3e-4, 1e-3, 3e-3, 0.01), (10.0, 30.0), h=0.5)},
        softmax=grid((3e-4, 1e-3, 3e-3, 0.01, 0.03, 0.1, 1.0), (1.0, 3.0, 10.0, 30.0)),
        svm=grid((3e-4, 1e-3, 3e-3, 0.01, 0.03, 0.1, 1.0), (0.3, 3.0, 10.0, 30.0), h=0.5),
        gradavg={"batch": 1024, "epochs": 15, "rates": [16.0, 64.0], "clips": [0.1]},
        insecure_eps=("0.6", "1.2"), smo=(1e-4, 3e-4, 1e-3, 3e-3, 0.01, 0.03), users=(1, 1000), few=50, means=(0.0,),
        all_train=True, compare_users=(1, 1000), compare_eps=EPSILONS, tiny=(10000,), counts=(50, 200, 1000),
        honest=(1, 100, 1000), centre="public", multiples=(1, 20, 200), partitions=("iid", "one-class"),
        groups=grid((3e-4, 3e-3, 0.03, 0.3), (0.3, 1.0, 3.0, 10.0, 30.0)),
        ridge={"balances": [1.0], "factors": [0.5, 1.0, 1.5]}, amp=("1.2",),
    )  # fmt: skip


def part_of(plan: Plan) -> Plan:
    """10,000 of its training records: more noise, more regularization, a fifth of the time."""
    return replace(
        plan,
        records=10000,
        centring=20.0,
        schedules=((5000, 4, 20), (500, 8, 10), (1, 8, 5)),
        softmax=grid((3e-4, 1e-3, 3e-3, 1e-2), (30.0,)),
        svm=grid((1e-3, 3e-3, 1e-2), (10.0,), h=0.5),
        gradavg=plan.gradavg | {"batch": 512},
    )


def plan_for(data: str, cache: Path, seed: int, quick: bool, whole: bool) -> Plan:
    """`whole`: all records also of a large data set. `quick`: two repeats, coarse grids."""
    if len(loaded(data, str(cache), content(data)).y) < LARGE:
        plan = small(data, str(cache), seed)
    elif data.partition(":")[0] == "cifar10":
        plan = cifar10(data, str(cache), seed)
    else:
        plan = large(data, str(cache), seed)
        plan = plan if whole else part_of(plan)
    if not quick:
        return plan
    coarse = {name: plan.gradavg[name][-1:] for name in ("rates", "clips")}
    return replace(plan, repeats=2, draws=3, softmax=plan.softmax[-3::-8], svm=plan.svm[-2::-9],
                   gradavg=plan.gradavg | coarse | {"epochs": 10}, smo=plan.smo[-1:])  # fmt: skip
