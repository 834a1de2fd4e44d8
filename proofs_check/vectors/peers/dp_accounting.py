"""dp-accounting: privacy losses of Gaussians, and the PLD accountant with its defaults (pessimistic)."""

from proofs_check.vectors.case import Case, Offers

PACKAGE, MODULE = "dp-accounting", "dp_accounting"


def offers() -> Offers:
    from dp_accounting import GaussianDpEvent, NeighboringRelation, PoissonSampledDpEvent, gaussian_mechanism
    from dp_accounting.pld import PLDAccountant
    from dp_accounting.pld.privacy_loss_mechanism import DiscreteGaussianPrivacyLoss, GaussianPrivacyLoss

    def run(c: Case) -> float:
        accountant = PLDAccountant(NeighboringRelation(2 if c.relation == "replace-one" else 1))
        for q, sigma, steps in c.runs:
            accountant.compose(PoissonSampledDpEvent(q, GaussianDpEvent(sigma)), steps)
        return accountant.get_delta(c.eps) if c.question.asked == "delta" else accountant.get_epsilon(c.delta)

    def discrete(c: Case) -> float:
        c.need(c.users == 1)
        return DiscreteGaussianPrivacyLoss(c.sigma, c.shift).get_delta_for_epsilon(c.eps)

    return dict.fromkeys([(m, a) for m in ("dpsgd", "clipped-sum") for a in ("delta", "epsilon")], run) | {
        ("gaussian", "delta"): lambda c: GaussianPrivacyLoss(c.single).get_delta_for_epsilon(c.eps),
        ("gaussian", "epsilon"): lambda c: gaussian_mechanism.get_epsilon_gaussian(c.single, c.delta),
        ("gaussian", "sigma"): lambda c: gaussian_mechanism.get_sigma_gaussian(c.eps, c.delta) * c.root,
        ("discrete-gaussian", "delta"): discrete,
    }
