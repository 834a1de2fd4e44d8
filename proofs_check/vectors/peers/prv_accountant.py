"""prv-accountant: the upper end of its interval, eps_error 0.1 and delta_error delta/1000 as its documentation shows."""

from typing import Any

from proofs_check.vectors.case import Case, Offers

PACKAGE, MODULE = "prv-accountant", "prv_accountant"


def offers() -> Offers:
    from prv_accountant import GaussianMechanism, PoissonSubsampledGaussianMechanism, PRVAccountant

    def upper(c: Case, steps: list[Any], counts: list[int]) -> float:
        accountant = PRVAccountant(
            steps, eps_error=0.1, delta_error=c.delta / 1000, max_self_compositions=counts
        )
        return accountant.compute_epsilon(c.delta, counts)[2]

    def run(c: Case) -> float:
        c.need(c.relation == "add-remove")
        named = [{"sampling_probability": q, "noise_multiplier": sigma} for q, sigma, _ in c.runs]
        return upper(
            c, [PoissonSubsampledGaussianMechanism(**one) for one in named], [run[2] for run in c.runs]
        )

    return {
        ("gaussian", "epsilon"): lambda c: upper(c, [GaussianMechanism(c.sigma)], [c.compositions]),
        ("clipped-sum", "epsilon"): run,
        ("dpsgd", "epsilon"): run,
    }
