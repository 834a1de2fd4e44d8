"""opendp: privacy maps of Gaussian noise (through zCDP) and of thresholds, and the stability map of bounded sums."""

from proofs_check.vectors.case import Case, Offers

PACKAGE, MODULE = "opendp", "opendp"


def offers() -> Offers:
    import opendp.prelude as dp

    dp.enable_features("contrib")

    def gaussian(c: Case) -> float:
        space = dp.vector_domain(dp.atom_domain(T=float, nan=False)), dp.l2_distance(T=float)
        curve = dp.c.make_zCDP_to_approxDP(dp.m.make_gaussian(*space, scale=c.single)).map(1.0)
        return curve.delta(float(c.eps)) if c.question.asked == "delta" else curve.epsilon(c.delta)

    def threshold(c: Case) -> float:
        c.need((c.noise, c.published, c.count) == ("discrete-laplace", "at-or-above", 1))
        counts = dp.t.make_count_by(dp.vector_domain(dp.atom_domain(T=str)), dp.symmetric_distance())
        return (counts >> dp.m.then_laplace_threshold(scale=float(c.scale), threshold=c.threshold)).map(1)[1]

    def bounded(c: Case) -> float:
        c.need(c.statistic == "sum")
        size, changed = (c.records, 2) if c.relation == "replace-one" else (None, 1)
        values = dp.vector_domain(dp.atom_domain(bounds=(c.lower, c.upper)), size=size)
        return dp.t.make_sum(values, dp.symmetric_distance()).map(changed)

    others: Offers = {("threshold", "delta"): threshold, ("bounded", "sensitivity"): bounded}
    return others | dict.fromkeys([("gaussian", "delta"), ("gaussian", "epsilon")], gaussian)
