"""Experiments on real data: each is a list of jobs with the columns of their rows, a table and a picture.

noise            accuracy with printed, repaired and tight noise at the same certified (eps, delta)
eps              accuracy against eps for w users, beside gradient averaging
honest           one user, and many of whom half or all are honest
users            accuracy against the number of users at a fixed eps and a fixed number of records per user
non-iid          users with one class each, Dirichlet mixtures, unequal sizes
groups           groups of records and whole users, for many users
ablation         one user: all learners at two deltas
regularization   no noise: averaged and central model against Λ
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from paper_claims.experiments.real import cases, tables
from paper_claims.experiments.real import pictures as pictures
from paper_claims.experiments.real.grids import Case, Plan
from proofs_check.recorded.estimates import Rows

WHOLE = ("noise",)  # experiments on all records of a large data set; the others take a part
WITH_IMAGES = ("noise", "honest")  # experiments that take Fashion-MNIST unasked: it takes minutes per repeat


@dataclass(frozen=True)
class RealExperiment:
    """`cases` of one data set, the table of the rows of all, its picture, and what the reader should know."""

    title: str
    cases: Callable[[Plan, bool], list[Case]]
    table: Callable[[Rows], tables.Table]
    draw: Callable[[Any, dict[str, Any]], None]
    size: tuple[float, float]
    note: str = ""
    chooses: bool = True  # hyperparameters; else every one is shown
    bound: str | None = None  # the noise whose rows it shows, if jobs that compare noises serve it


REAL = {
    "noise": RealExperiment(
        "Printed, repaired and tight noise",
        cases.noise,
        tables.noise_table,
        pictures.draw_noise,
        (14, 4.8),
        "All three noises meet the same (eps, delta): the printed bound is valid for whole passes and the projection onto the "
        "ball, only larger than needed. `mean`: features as they are (0), or centred by a noisy mean paid from the budget.",
    ),
    "eps": RealExperiment(
        "Accuracy against eps",
        cases.eps,
        tables.by_eps,
        pictures.draw_eps,
        (11, 4.8),
        "Tight noise, features centred by a released mean. BlindAvg with w > 1: half of the users are honest. GradAvg + "
        "SecSum is DP-SGD as if one party held all data, for any w; GradAvg without it: every user adds all of the noise.",
        bound="tight",
    ),
    "honest": RealExperiment(
        "Half of the users honest, or all of them",
        cases.honest,
        tables.honest_table,
        pictures.draw_honest,
        (13, 4.8),
        "The same data among w users, of whom the fraction t adds its noise honestly; a user alone is honest. `printed` and "
        "`tight`: the noise. As many passes for every w. Features are centred by a released mean; its noise depends on t too.",
    ),
    "users": RealExperiment(
        "Accuracy against the number of users, eps = 0.6",
        cases.users,
        tables.by_users,
        pictures.draw_users,
        (11, 4.8),
        "Each user has the same number of records, so that more users bring more data. Tight noise, released mean.",
    ),
    "non-iid": RealExperiment(
        "Users with data of different kinds, eps = 1.2",
        cases.non_iid,
        tables.non_iid_table,
        pictures.draw_non_iid,
        (11, 4.8),
        "`larger`: the noise of a data set so many times as large, with the averages of this one (as the paper does).",
    ),
    "groups": RealExperiment(
        "Groups and whole users, delta = 1e-10",
        cases.groups,
        tables.by_group,
        pictures.draw_groups,
        (12, 7),
        "Group 0: all records of a user, sensitivity 2R. The noise is that of w users; the averaged model is that of the "
        "users at hand. No rescaled eps: the certified curve at the group's own sensitivity.",
    ),
    "ablation": RealExperiment(
        "One user: all learners at two deltas",
        cases.ablation,
        tables.ablation_table,
        pictures.draw_ablation,
        (11, 5.2),
        "eps inf, delta 0: without noise. SVM-SMO: noise as if liblinear had found the optimum. AMP: constants of the cited "
        "theorem with twice its output noise, evaluated in balls (`reference/baselines/objective_perturbation.py`).",
    ),
    "regularization": RealExperiment(
        "Averaged and central model against Λ, no noise",
        cases.regularization,
        tables.regularization_table,
        pictures.draw_regularization,
        (11, 4.8),
        "w = 1 is the central model. Iterates are not projected (R = 1000).",
        chooses=False,
    ),
}
