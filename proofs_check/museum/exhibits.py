"""The museum of real bugs: mistakes that happened in public privacy code, rebuilt small, each with what catches it.

An exhibit holds the right version, the wrong version and a catcher. The catcher must accept the right one and reject the
wrong one; a catcher that cannot do both is worth nothing. `report` names the public thread where one is known.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from proofs_check.method.check import Outcome
from proofs_check.museum import accounting as accounting
from proofs_check.museum import engineering as engineering


@dataclass(frozen=True)
class Exhibit:
    """One mistake: what happened, where it was reported, both versions, and the catcher."""

    name: str
    happened: str
    report: str
    right: Any
    wrong: Any
    catcher: Callable[[Any], Outcome]

    @property
    def caught_by(self) -> str:
        return f"{self.catcher.__module__.rsplit('.', 1)[-1]}.{self.catcher.__name__}"

    def caught(self) -> bool:
        return self.catcher(self.right).result == "holds" and self.catcher(self.wrong).result == "fails"


EXHIBITS = (
    Exhibit(
        "sensitivity over the batch size",
        "noise for a sum compared with noise for a mean: one factor of the batch size is lost",
        "tensorflow/privacy#153",
        accounting.sensitivity_of_batches,
        accounting.sensitivity_over_batch_size,
        accounting.bound_covers_a_replaced_record,
    ),
    Exhibit(
        "factor 2 by neighbouring relation",
        "a bound for adding a record was used where a record is replaced, which moves a sum twice as far",
        "google/differential-privacy#378",
        accounting.sum_sensitivity_replace,
        accounting.sum_sensitivity_add,
        accounting.bound_covers_all_neighbours,
    ),
    Exhibit(
        "bounds used twice",
        "the lower bound of a feature stood in the place of the upper one; with lower bound 0 there was no noise",
        "IBM/differential-privacy-library#105",
        accounting.square_sensitivity,
        accounting.square_sensitivity_of_the_lower_bound,
        accounting.bound_covers_the_range,
    ),
    Exhibit(
        "> for >=",
        "values at the threshold were published, but delta counted only those beyond it",
        "opendp/opendp#2922",
        accounting.published_beyond,
        accounting.published_from,
        accounting.single_records_stay_hidden,
    ),
    Exhibit(
        "classic sigma beyond its range",
        "sqrt(2 ln(1.25/delta))/eps, proved for eps below 1, was used for every eps",
        "opendp/smartnoise-sdk#462",
        accounting.certified_sigma,
        accounting.classic_sigma,
        accounting.noise_keeps_the_promise,
    ),
    Exhibit(
        "error bars that jump at tiny delta",
        "below the rounding error of 1 - p the answer no longer depended on delta, and its error bars moved with it",
        "microsoft/prv_accountant#17",
        accounting.certified_epsilon,
        accounting.epsilon_from_rounded_tails,
        accounting.smaller_delta_costs_more,
    ),
    Exhibit(
        "negative eps",
        "a conversion that is only an upper bound returned a negative eps for very noisy mechanisms",
        "meta-pytorch/opacus#585",
        accounting.certified_epsilon,
        accounting.epsilon_from_renyi,
        accounting.eps_is_never_negative,
    ),
    Exhibit(
        "one-byte noise seed",
        "the generator of the noise was seeded with a single byte: 256 possible noises",
        "",
        engineering.seed_of_all_bytes,
        engineering.seed_of_one_byte,
        engineering.different_entropy_gives_different_noise,
    ),
    Exhibit(
        "hard-coded noise seed",
        "a seed left over from a test: every release carries the same noise, and a difference of two shows the data",
        "",
        engineering.noise_of_the_generator,
        engineering.noise_of_seed_42,
        engineering.two_releases_differ,
    ),
    Exhibit(
        "32-bit masks",
        "masked sums wrapped around at 2^32, so that with more users the total was wrong",
        "fedbiomed/fedbiomed#1210",
        64,
        32,
        engineering.masked_sum_is_the_sum,
    ),
    Exhibit(
        "a test file never collected",
        "test files whose names the test runner does not look for were never run",
        "meta-pytorch/opacus#121",
        ("tests/test_noise.py",),
        ("tests/test_noise.py", "tests/noise_checks.py"),
        engineering.every_file_is_collected,
    ),
    Exhibit(
        "a kurtosis test calling the skewness",
        "a copied test of the noise's shape kept the old statistic, which is 0 for every symmetric noise",
        "",
        engineering.excess_kurtosis,
        engineering.skewness,
        engineering.statistic_sees_heavy_tails,
    ),
    Exhibit(
        "a control equal to its case",
        "the case that had to come out differently was built from the same data as the case itself",
        "",
        engineering.NEIGHBOURS_DIFFER,
        engineering.NEIGHBOURS_EQUAL,
        engineering.control_is_rejected,
    ),
)
