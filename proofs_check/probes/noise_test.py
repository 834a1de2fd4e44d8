"""The sandwich: a lower bound on eps from samples, the exact eps of the realised shift, and the certified eps.

The mechanism adds Gaussian noise of deviation sigma s to every entry of the model. For one pair of neighbours the best
test looks at the noise along the difference of the two models. Its error rates, bounded by Clopper-Pearson intervals
with certified ends, rule out every eps below eps_lower at the stated confidence, whoever wrote the mechanism.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from statistics import NormalDist

import numpy as np

from accountant.gaussian.functions import epsilon
from accountant.numbers.balls import enclosure, exact, precision
from accountant.numbers.enclosure import Enclosure
from accountant.numbers.inputs import as_fmpq, exact_real, require_delta, require_sigma
from proofs_check.probes.clopper_pearson import lower_end, upper_end
from proofs_check.probes.pairs import PROJECTIONS, Pair, Pairs, Setting
from reference.errors import reject, require_positive, require_whole
from reference.fast.many_datasets import trained
from reference.notation import Array

BITS = 192
CHUNK = 1 << 19  # random numbers at a time
PILOT = 10_000  # draws that set the threshold and are not counted
FINEST = 1e-9  # of the models' norm: noise below this is rounded away where it is added
SUREST = 1 - 1e-12  # for planning only: the interval ends take the exact confidence
CONFIDENCE = "no sample rules out anything for certain"


@dataclass(frozen=True)
class Sandwich:
    """eps_lower <= eps_exact <= eps_certified at one delta, and what the print would claim for the same noise."""

    delta: Fraction
    noise: float  # standard deviation of each entry, as declared
    shift: Enclosure  # distance of the two models
    sensitivity: Enclosure  # what the noise is scaled to
    threshold: float  # of the test, in units of the declared noise
    draws: int
    hits: int  # of the test on the second dataset
    false_alarms: int  # of the test on the first dataset
    confidence: Fraction
    eps_lower: float
    eps_exact: Enclosure
    eps_certified: Enclosure
    eps_printed: Enclosure | None

    @property
    def sampling_slack(self) -> float:
        return self.eps_exact.lower() - self.eps_lower

    @property
    def sensitivity_slack(self) -> float:
        return self.eps_certified.upper() - self.eps_exact.upper()

    @property
    def lower_ratio(self) -> float:
        """eps_lower over eps_exact."""
        return self.eps_lower / self.eps_exact.upper() if self.eps_exact.upper() > 0 else 1.0

    @property
    def holds(self) -> bool:
        return (
            self.eps_lower <= self.eps_exact.upper() and self.eps_exact.lower() <= self.eps_certified.upper()
        )

    @property
    def breaks_print(self) -> bool:
        return self.eps_printed is not None and self.eps_lower > self.eps_printed.upper()


def eps_ruled_out(hits: int, false_alarms: int, draws: int, delta: Fraction, confidence: Fraction) -> float:
    """Every eps below this contradicts the counts: P'(test) <= e^eps P(test) + delta fails at this confidence."""
    risk = (1 - confidence) / 2  # half for each of the two rates
    seen, feared = lower_end(hits, draws, risk), upper_end(false_alarms, draws, risk)
    with precision(BITS):
        left = exact(seen) - exact(delta)
        if not left > exact(feared):
            return 0.0
        return enclosure((left / exact(feared)).log()).lower()


def planned_threshold(distance: float, delta: float, draws: int, confidence: float) -> float:
    """Where the test is expected to rule out most, for models this many deviations apart.

    The likelihood ratio grows along the difference, so that every best test is a threshold there.
    """
    z = NormalDist().inv_cdf((1 + min(confidence, SUREST)) / 2)
    best, where = -math.inf, distance / 2
    for threshold in np.linspace(distance / 2, distance / 2 + 8, 321):
        hit, alarm = _above(threshold - distance), _above(threshold)
        seen = hit - z * math.sqrt(hit / draws) - delta
        feared = alarm + z * math.sqrt(alarm / draws) + z * z / (2 * draws)
        if seen > 0 and math.log(seen / feared) > best:
            best, where = math.log(seen / feared), float(threshold)
    return where


def sandwich(
    setting: Setting,
    pair: Pair,
    *,
    sigma: object,
    delta: object,
    draws: int,
    rng: np.random.Generator,
    confidence: object = "0.99",
    really: float = 1.0,
) -> Sandwich:
    """Test the mechanism on this pair. `really` is the factor by which its noise differs from what it declares.

    Noise is scaled to the proved sensitivity, or to the printed one if the learner rescales as printed.
    """
    require_whole("draws", "the number of draws", draws, at_least=1)
    require_positive("really", "the real noise over the declared one", really)
    multiplier, target = _fraction(require_sigma(sigma)), _fraction(require_delta(delta))
    sure = _fraction(exact_real("confidence", "the confidence", confidence, because=CONFIDENCE))
    if not 0 < sure < 1:
        raise reject(
            "confidence", "the confidence", "must be strictly between 0 and 1", confidence, CONFIDENCE
        )
    bounds = setting.bounds()
    scaled_to = bounds.printed if setting.projection == "sphere" and bounds.printed else bounds.proved
    noise = float(multiplier * Fraction(scaled_to.upper()))
    shift = setting.certified_gap(pair)
    models = trained(
        setting.recipe(), *Pairs.of([pair]).both(), setting.xi, PROJECTIONS[setting.projection][0]
    )
    mechanism = Mechanism(models, noise * really)
    mechanism.require_visible_noise()
    threshold = pilot_threshold(mechanism, float(target), draws, float(sure), rng)
    false_alarms, hits = (mechanism.alarms(which, threshold, draws, rng) for which in (0, 1))
    declared = Fraction(noise)
    return Sandwich(
        delta=target,
        noise=noise,
        shift=shift,
        sensitivity=scaled_to,
        threshold=threshold / noise,
        draws=draws,
        hits=hits,
        false_alarms=false_alarms,
        confidence=sure,
        eps_lower=eps_ruled_out(hits, false_alarms, draws, target, sure),
        eps_exact=Enclosure(epsilon(target, declared / shift.lo).lo, epsilon(target, declared / shift.hi).hi),
        eps_certified=epsilon(target, declared / bounds.proved.hi),
        eps_printed=bounds.printed and epsilon(target, declared / bounds.printed.hi),
    )


@dataclass(frozen=True)
class Mechanism:
    """The two models of a pair, and the noise that is really added to every entry."""

    models: Array
    noise: float

    def require_visible_noise(self) -> None:
        """Draws are sums in float64, so that the noise must be seen beside the models."""
        if not FINEST * float(np.linalg.norm(self.models, axis=(1, 2)).max()) < self.noise < math.inf:
            rule = f"must be finite and above {FINEST} of the models' norm"
            why = "draws add it in float64: choose other values of sigma and really"
            raise reject("noise", "the noise really added to each entry", rule, self.noise, why)

    def along_difference(self, which: int, draws: int, rng: np.random.Generator) -> Iterator[Array]:
        """Noisy outputs for one of the two datasets, seen along the difference of the models, in chunks."""
        first, second = (model.ravel() for model in self.models)
        direction = (second - first) / np.linalg.norm(second - first)
        rows = max(1, CHUNK // len(first))
        for start in range(0, draws, rows):
            noise = rng.standard_normal((min(rows, draws - start), len(first)))
            yield ((first, second)[which] + self.noise * noise - first) @ direction

    def alarms(self, which: int, threshold: float, draws: int, rng: np.random.Generator) -> int:
        """How often the test raises an alarm."""
        return sum(int((seen > threshold).sum()) for seen in self.along_difference(which, draws, rng))


def pilot_threshold(
    mechanism: Mechanism, delta: float, draws: int, confidence: float, rng: np.random.Generator
) -> float:
    """A threshold from draws of its own, so that the counted draws stay independent of it and no noise is taken on trust."""
    first, second = (np.concatenate(list(mechanism.along_difference(which, PILOT, rng))) for which in (0, 1))
    spread = float(first.std())
    distance = float(second.mean() - first.mean()) / spread
    return float(first.mean()) + spread * planned_threshold(distance, delta, draws, confidence)


def _fraction(number: object) -> Fraction:
    ratio = as_fmpq(number)
    return Fraction(int(ratio.p), int(ratio.q))


def _above(threshold: float) -> float:
    return math.erfc(threshold / math.sqrt(2)) / 2
