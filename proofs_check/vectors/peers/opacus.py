"""opacus: Gaussian DP for Gaussian releases, and its default accountant (PRV) for runs, add or remove."""

from proofs_check.vectors.case import Case, Offers

PACKAGE, MODULE = "opacus", "opacus"


def offers() -> Offers:
    from opacus.accountants import PRVAccountant
    from opacus.accountants.analysis import gdp
    from opacus.accountants.utils import get_noise_multiplier

    def run(c: Case) -> float:
        c.need(c.relation == "add-remove")
        accountant = PRVAccountant()
        accountant.history = [(sigma, q, steps) for q, sigma, steps in c.runs]
        return accountant.get_epsilon(c.delta)

    def calibrated(c: Case) -> float:
        c.need(c.relation == "add-remove")
        target = {"target_epsilon": float(c.eps), "target_delta": c.delta}
        return get_noise_multiplier(**target, sample_rate=c.q, steps=c.steps)

    return {
        ("gaussian", "delta"): lambda c: gdp.delta_eps_mu(eps=c.eps, mu=1 / c.single),
        ("gaussian", "epsilon"): lambda c: gdp.eps_from_mu(mu=1 / c.single, delta=c.delta),
        ("clipped-sum", "epsilon"): run,
        ("dpsgd", "epsilon"): run,
        ("dpsgd", "sigma"): calibrated,
    }
