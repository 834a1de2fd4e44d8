"""diffprivlib: the scale of the analytic Gaussian mechanism, for one release of sensitivity 1."""

from proofs_check.vectors.case import Case, Offers

PACKAGE, MODULE = "diffprivlib", "diffprivlib"


def offers() -> Offers:
    from diffprivlib.mechanisms import GaussianAnalytic

    def calibrated(c: Case) -> float:
        c.need(c.compositions == 1)
        return float(GaussianAnalytic(epsilon=c.eps, delta=c.delta, sensitivity=1)._scale)

    return {("gaussian", "sigma"): calibrated}
