"""What the peers offer for the three questions (delta, epsilon, sigma), called as their documentation shows.

A peer that cannot be imported stays in every table, as "not installed"; one that lacks a function, as "no such function".
"""

from __future__ import annotations

import importlib
import math
from collections.abc import Callable
from importlib import metadata
from typing import Any

from accountant import delta, epsilon, sigma
from reference.errors import InvalidInput
from reference.formulas import delta_gauss

NO_FUNCTION = "no such function"
OURS = "ours (upper end)"
PRV_EPS_ERROR = 0.1  # "typically around 0.1"
PRV_DELTA_ERROR = 1e-12  # where delta is the answer; else the recommended 1e-3 of the target
PRV_MOST_CELLS = 1 << 21  # seconds and gigabytes are spent beyond

Functions = dict[str, Callable[..., float]]


class NotAsked(Exception):
    """A question that the peer could perhaps answer, but not within our patience."""


def scaled(noise: float, count: int) -> float:
    """Peers without compositions get sigma/sqrt(K)."""
    return noise / math.sqrt(count)


def ours() -> Functions:
    return {
        "delta": _our_delta,
        "epsilon": lambda d, s, k: epsilon(d, s, k).upper(),
        "sigma": lambda e, d: sigma(e, d).upper(),
    }


def _our_delta(eps: float, noise: float, count: int) -> float:
    try:
        return delta(eps, noise, count).upper()
    except InvalidInput:  # it says that delta is below 2^-65536, and refers to log10_delta
        return math.ulp(0.0)


def float_formula() -> Functions:
    return {"delta": lambda e, s, k: delta_gauss(e, s, k)}


def dp_accounting() -> Functions:
    from dp_accounting import gaussian_mechanism
    from dp_accounting.pld.privacy_loss_mechanism import GaussianPrivacyLoss

    return {
        "delta": lambda e, s, k: GaussianPrivacyLoss(scaled(s, k)).get_delta_for_epsilon(e),
        "epsilon": lambda d, s, k: gaussian_mechanism.get_epsilon_gaussian(scaled(s, k), d),
        "sigma": lambda e, d: gaussian_mechanism.get_sigma_gaussian(e, d),
    }


def autodp() -> Functions:
    from autodp import dp_bank, mechanism_zoo
    from autodp.calibrator_zoo import ana_gaussian_calibrator

    def calibrated(e: float, d: float) -> float:
        return ana_gaussian_calibrator()(mechanism_zoo.ExactGaussianMechanism, e, d, name="G").params["sigma"]

    return {
        "delta": lambda e, s, k: math.exp(dp_bank.get_logdelta_ana_gaussian(scaled(s, k), e)),
        "epsilon": lambda d, s, k: dp_bank.get_eps_ana_gaussian(scaled(s, k), d),
        "sigma": calibrated,
    }


def diffprivlib() -> Functions:
    from diffprivlib.mechanisms import GaussianAnalytic

    return {"sigma": lambda e, d: GaussianAnalytic(epsilon=e, delta=d, sensitivity=1)._scale}


def opacus() -> Functions:
    from opacus.accountants.analysis import gdp
    from opacus.accountants.utils import get_noise_multiplier

    def calibrated(e: float, d: float) -> float:
        return get_noise_multiplier(
            target_epsilon=e, target_delta=d, sample_rate=1.0, steps=1, accountant="gdp"
        )

    return {
        "delta": lambda e, s, k: float(gdp.delta_eps_mu(eps=e, mu=1 / scaled(s, k))),
        "epsilon": lambda d, s, k: gdp.eps_from_mu(mu=1 / scaled(s, k), delta=d),
        "sigma": calibrated,
    }


def prv_accountant() -> Functions:
    return {
        "delta": lambda e, s, k: prv(s, k, PRV_DELTA_ERROR).compute_delta(e, [k])[2],
        "epsilon": lambda d, s, k: prv(s, k, d / 1000).compute_epsilon(d, [k])[2],
    }


def prv(
    noise: float, count: int, delta_error: float, eps_error: float = PRV_EPS_ERROR, subsampled: bool = False
) -> Any:
    """prv-accountant for `count` Gaussian releases, if its grid is small enough to wait for.

    `subsampled` asks its class for subsampled releases, with every record sampled.
    """
    from prv_accountant import privacy_random_variables as known
    from prv_accountant.accountant import PRVAccountant, compute_safe_domain_size

    mechanism = (
        known.PoissonSubsampledGaussianMechanism(noise_multiplier=noise, sampling_probability=1.0)
        if subsampled
        else known.GaussianMechanism(noise)
    )
    reach = compute_safe_domain_size([mechanism], [count], eps_error=eps_error, delta_error=delta_error)
    cells = 2 * reach * math.sqrt(count / 2 * math.log(12 / delta_error)) / eps_error
    if not cells < PRV_MOST_CELLS:
        raise NotAsked(f"{cells:.1g} cells")
    return PRVAccountant(mechanism, eps_error, delta_error, count)


def opendp() -> Functions:
    import opendp.prelude as dp

    dp.enable_features("contrib")
    space = dp.vector_domain(dp.atom_domain(T=float, nan=False)), dp.l2_distance(T=float)

    def mechanism(noise: float) -> Any:
        return dp.c.make_zCDP_to_approxDP(dp.m.make_gaussian(*space, scale=noise))

    def calibrated(e: float, d: float) -> float:
        return dp.binary_search_param(
            lambda s: dp.c.make_fix_delta(mechanism(s), d), d_in=1.0, d_out=(e, d), T=float
        )

    return {
        "delta": lambda e, s, k: mechanism(scaled(s, k)).map(1.0).delta(e),
        "epsilon": lambda d, s, k: mechanism(scaled(s, k)).map(1.0).epsilon(d),
        "sigma": calibrated,
    }


PEERS: dict[str, tuple[Callable[[], Functions], str, str]] = {  # name -> functions, module, what is asked
    OURS: (ours, "accountant", "certified enclosures"),
    "float64 formula": (float_formula, "accountant", "def:deltagauss in floats"),
    "dp-accounting": (dp_accounting, "dp_accounting", "privacy loss of the Gaussian mechanism"),
    "autodp": (autodp, "autodp", "analytic Gaussian mechanism"),
    "diffprivlib": (diffprivlib, "diffprivlib", "GaussianAnalytic"),
    "opacus": (opacus, "opacus", "Gaussian DP; for sigma with its central limit and search tolerance 0.01"),
    "prv-accountant": (
        prv_accountant,
        "prv_accountant",
        f"upper bound of PRVAccountant(GaussianMechanism), eps_error {PRV_EPS_ERROR}",
    ),
    "opendp": (opendp, "opendp", "make_gaussian through zCDP, a bound that is not tight"),
}


def version(name: str) -> str:
    """The installed version, or why there is none."""
    if PEERS[name][1] == "accountant":
        return "this repository"
    try:
        importlib.import_module(PEERS[name][1])
        return metadata.version(name)
    except ModuleNotFoundError:
        return "not installed"
    except Exception as error:  # a peer may break in any way with the versions of its dependencies
        return f"does not import ({type(error).__name__})"


def installed(name: str) -> bool:
    return not version(name).startswith(("not ", "does not "))


def functions(question: str) -> dict[str, Callable[..., float] | str]:
    """Every peer's function for the question, or why there is none."""
    found: dict[str, Callable[..., float] | str] = {}
    for name, (load, _, _) in PEERS.items():
        found[name] = load().get(question, NO_FUNCTION) if installed(name) else version(name)
    return found
