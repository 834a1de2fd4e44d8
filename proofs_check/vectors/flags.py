"""The mistakes that vectors hunt: a closed list. A thread is named where one reports the mistake."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Flag:
    """One mistake, and the public threads that report it (owner/repository#number)."""

    mistake: str
    threads: tuple[str, ...] = ()


FLAGS = {
    "accumulation": Flag(
        "the sampling rate is that of one micro-batch, although several are accumulated before the noise",
        ("google-deepmind/jax_privacy#271",),
    ),
    "asymmetric-bounds": Flag(
        "the lower bound is used twice, or only one bound is: wrong unless the range is symmetric",
        ("IBM/differential-privacy-library#105",),
    ),
    "cancellation": Flag(
        "delta is the difference of two nearly equal floats, or of 1 and a float, and loses its digits",
        ("microsoft/prv_accountant#17",),
    ),
    "central-limit": Flag(
        "a run of subsampled steps is taken for the one Gaussian that it tends to; its tails are heavier",
        ("meta-pytorch/opacus#384", "meta-pytorch/opacus#400", "opendp/opendp#416"),
    ),
    "compositions-squared": Flag(
        "K releases cost K where the noise of a Gaussian has to grow with sqrt(K)",
        ("opendp/smartnoise-core#244",),
    ),
    "fft-power": Flag(
        "a rounded Fourier transform is raised to the power T: T times its rounding drowns a small delta"
    ),
    "group-linear": Flag(
        "a group of g is given g times the eps of one record at the same delta, which is too small",
        ("google/differential-privacy#72",),
    ),
    "grid-noise": Flag(
        "noise that is drawn on or rounded to whole numbers is accounted for as if it were continuous",
        ("privcount/privcount#71",),
    ),
    "negative-eps": Flag(
        "a bound that falls below 0 is returned as eps", ("opendp/opendp#622", "meta-pytorch/opacus#585")
    ),
    "one-direction": Flag(
        "only one order of the two neighbours is looked at, although the other can be the worse one",
        ("google-deepmind/jax_privacy#270",),
    ),
    "order-range": Flag(
        "the Rényi orders tried do not reach the best one, so that the answer is far too large",
        ("meta-pytorch/opacus#233", "tensorflow/privacy#62"),
    ),
    "overflow": Flag(
        "e^eps overflows for eps above 709, and the answer is nan or refused",
        ("google/differential-privacy#430",),
    ),
    "partial-step": Flag(
        "steps of an epoch are counted without its last, partial batch",
        ("meta-pytorch/opacus#19", "tensorflow/privacy#103"),
    ),
    "phases": Flag(
        "of a run with several phases only the last one is accounted for", ("meta-pytorch/opacus#535",)
    ),
    "relation": Flag(
        "the noise multiplier for adding a record is used where a record is replaced, which moves a sum twice as far",
        ("google/differential-privacy#378", "google/differential-privacy#464", "meta-pytorch/opacus#697"),
    ),
    "rounding": Flag(
        "the answer is rounded to nearest or down where only up is safe",
        ("opendp/opendp#2820", "opendp/opendp#2802"),
    ),
    "search-tolerance": Flag(
        "a search for sigma stops within a tolerance, on either side of the target",
        ("meta-pytorch/opacus#566",),
    ),
    "shares": Flag("the noises of several users are added as deviations, not as variances"),
    "short-batch": Flag(
        "the last batch of a pass is smaller, and what it is divided by is not looked at",
        ("google-deepmind/jax_privacy#228", "meta-pytorch/opacus#819"),
    ),
    "sigma-range": Flag(
        "sqrt(2 ln(1.25/delta))/eps is used for eps >= 1, where it is not proved and in the end false",
        ("opendp/smartnoise-sdk#462", "uvm-plaid/programming-dp#45"),
    ),
    "sum-or-mean": Flag(
        "noise that suits the mean of a batch is added to its sum, or the other way round",
        ("tensorflow/privacy#153", "google-deepmind/jax_privacy#395"),
    ),
    "tail-truncation": Flag(
        "losses beyond a bound are dropped or rounded away, and many compositions add up what was dropped"
    ),
    "threshold": Flag(
        "values at the threshold are published, but delta counts only those beyond it (> for >=)",
        ("opendp/opendp#2922",),
    ),
    "tiny-delta": Flag(
        "delta below the rounding error of 1 - p: the answer no longer depends on it",
        ("microsoft/prv_accountant#17",),
    ),
    "two-regimes": Flag(
        "the analytic Gaussian changes a sign where delta(0) exceeds the target; the sign is left as it was",
        ("opendp/smartnoise-core#315",),
    ),
    "underflow": Flag(
        "a positive delta below the smallest float is given as 0, which promises pure privacy",
        ("tensorflow/privacy#166",),
    ),
    "variance": Flag("the variance stands where the deviation belongs", ("opendp/smartnoise-core#315",)),
}
