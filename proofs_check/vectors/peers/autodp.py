"""autodp: the analytic Gaussian mechanism, its calibrator, and NoisySGD (Rényi) for one phase, add or remove."""

import math

from proofs_check.vectors.case import Case, Offers

PACKAGE, MODULE = "autodp", "autodp"


def offers() -> Offers:
    from autodp import dp_bank, mechanism_zoo
    from autodp.calibrator_zoo import ana_gaussian_calibrator

    def run(c: Case) -> float:
        c.need(c.relation == "add-remove" and len(c.runs) == 1)
        sgd = mechanism_zoo.NoisySGD_Mechanism(
            **dict(zip(("prob", "sigma", "niter"), c.runs[0], strict=True))
        )
        return sgd.get_approx_delta(c.eps) if c.question.asked == "delta" else sgd.get_approxDP(c.delta)

    def calibrated(c: Case) -> float:
        found = ana_gaussian_calibrator()(mechanism_zoo.ExactGaussianMechanism, c.eps, c.delta, name="G")
        return found.params["sigma"] * c.root

    return dict.fromkeys([("dpsgd", "delta"), ("dpsgd", "epsilon")], run) | {
        ("gaussian", "delta"): lambda c: math.exp(dp_bank.get_logdelta_ana_gaussian(c.single, c.eps)),
        ("gaussian", "epsilon"): lambda c: dp_bank.get_eps_ana_gaussian(c.single, c.delta),
        ("gaussian", "sigma"): calibrated,
    }
