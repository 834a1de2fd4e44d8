"""tab:realted_work_comp: utility, and the noise in what is released, for w users with n records and M steps.

Noise is the standard deviation per entry at a fixed (eps, delta): of the averaged model (BlindAvg, central training) or of each
step's averaged gradient (GradAvg).
"""

from __future__ import annotations

from fractions import Fraction

import sympy as sp
import z3

from accountant import subsampled
from accountant.numbers.balls import BALLS, exact
from proofs_check.dpsgd.baselines import DELTA, RATE, STEPS
from proofs_check.method.check import Outcome, check
from proofs_check.method.replay import at_most, certified
from proofs_check.method.smt import Terms, prove
from proofs_check.method.symbolic import SYMBOLIC, all_vanish, vanishes
from reference import formulas

COSTS = "tab:realted_work_comp#costs"
sigma, G, L, n, w, t, M, eps = sp.symbols("sigma G Lambda n w t M eps", positive=True)


def averaged_noise(one_user, users):
    """The deviation of the average of independent noises."""
    return sp.sqrt(users * one_user**2) / users


def model_noise(power) -> Outcome:
    """BlindAvg: noise per user for sensitivity 2G/(Λn); central training on nw records: both against 1/(n w^power)."""
    blind = averaged_noise(formulas.noise_per_user(sigma * formulas.sensitivity(G, L, n), t, w, SYMBOLIC), w)
    central = sigma * formulas.sensitivity(G, L, n * w)
    order = 2 * G * sigma / (L * n * w**power)
    return all_vanish([sp.simplify(blind - order / sp.sqrt(t)), sp.simplify(central - order)])


@check(
    COSTS,
    method="symbolic",
    scope="every n, w, t, Λ and gradient bound G; whole passes, so that the sensitivity is 2G/(Λn)",
    universal=True,
    concludes="BlindAvg and central: 1/(nw)",
    needs=["distributed.noise_split.variances_add_up"],
    control=lambda: model_noise(sp.Rational(1, 2)),
)
def models_need_one_over_nw() -> Outcome:
    """The averaged model has noise 2Gσ/(Λnw sqrt(t)), the central one the same without t: both of order 1/(nw)."""
    return model_noise(1)


def model_variance(factor) -> Outcome:
    """The same with squares: t times the variance of the averaged model is factor times that of the central model."""
    noise, gradient, Lambda_, records, users, honest = z3.Reals("sigma G Lambda n w t")
    num = Terms()
    s = formulas.sensitivity(gradient, Lambda_, records)
    blind = formulas.noise_per_user(noise * s, honest, users, num) ** 2 / users
    central = (noise * formulas.sensitivity(gradient, Lambda_, records * users)) ** 2
    premises = [value > 0 for value in (noise, gradient, Lambda_, records, users, honest)]
    return prove(premises, honest * blind == factor * central, num)


@check(
    COSTS,
    method="smt",
    scope="every n, w, t, Λ and gradient bound G; whole passes",
    universal=True,
    concludes="BlindAvg and central: 1/(nw)",
    needs=["distributed.noise_split.variances_add_up"],
    control=lambda: model_variance(2),
)
def averaged_model_has_the_central_noise() -> Outcome:
    """Averaged over w users the noise is that of one model trained on all nw records, over sqrt(t)."""
    return model_variance(1)


def composed(power) -> Outcome:
    """delta of M steps with noise σ M^power against that of one step with σ, def:deltagauss."""
    many = formulas.delta_gauss(eps, sigma * M**power, M, SYMBOLIC)
    return vanishes(many - formulas.delta_gauss(eps, sigma, sp.Integer(1), SYMBOLIC))


@check(
    COSTS,
    method="symbolic",
    scope="every eps, σ and M; full batches",
    universal=True,
    control=lambda: composed(1),
)
def steps_cost_a_root() -> Outcome:
    """M steps with noise σ sqrt(M) have exactly the privacy curve of one step with noise σ."""
    return composed(sp.Rational(1, 2))


def composed_in_balls(steps: int) -> Outcome:
    """The same at eps = 1, σ = 3, M = 25, noise for `steps` steps."""

    def gap():
        noise = 3 * exact(Fraction(steps)).sqrt()
        many, one = (
            formulas.delta_gauss(exact(1), s, exact(k), BALLS) for s, k in ((noise, 25), (exact(3), 1))
        )
        return abs(many - one)

    return at_most(certified(gap), Fraction(1, 10**50), ("distance of the two curves", "rounding"))


@check(
    COSTS,
    method="interval",
    scope="eps = 1, σ = 3, M = 25",
    control=lambda: composed_in_balls(24),
)
def steps_cost_a_root_in_balls() -> Outcome:
    """The same in ball arithmetic, to 50 digits."""
    return composed_in_balls(25)


def gradient_noise(power) -> Outcome:
    """A mean of k clipped gradients moves by 2G/k: one sum over nw records, or w means over n; each in M steps."""
    step = sigma * sp.sqrt(M)
    summed = step * 2 * G / (n * w)
    alone = averaged_noise(step * 2 * G / n, w)
    order = 2 * G * sigma * sp.sqrt(M) / n
    return all_vanish([sp.simplify(summed - order / w), sp.simplify(alone - order / w**power)])


@check(
    COSTS,
    method="symbolic",
    scope="every n, w, M and clipping bound G; full batches",
    universal=True,
    concludes="GradAvg: sqrt(M)/(n sqrt(w)), with SecSum sqrt(M)/(nw)",
    needs=["text.related_work_table.steps_cost_a_root", "distributed.noise_split.variances_add_up"],
    control=lambda: gradient_noise(1),
)
def gradients_need_a_root_of_M() -> Outcome:
    """Each step's mean gradient has noise 2Gσ sqrt(M)/(nw) with secure summation, and sqrt(w) times as much without."""
    return gradient_noise(sp.Rational(1, 2))


def sampled_noise(factor: Fraction) -> Outcome:
    """eps = 2 at the CIFAR setting, adding or removing a record: noise for 4 times the steps against `factor` that for one."""
    one, four = (
        subsampled.sigma(2, DELTA, RATE, steps, relation="add-remove").box for steps in (STEPS, 4 * STEPS)
    )
    names = ("noise multiplier for 4 times the steps (upper end)", "multiple of that for one (lower end)")
    return at_most(four.hi, factor * one.lo, names, one=one, four=four, factor=factor)


@check(
    COSTS,
    method="interval",
    scope="q = 1024/50000, 1953 and 7812 steps, eps = 2, delta = 1e-5",
    control=lambda: sampled_noise(Fraction(3, 2)),
)
def sampled_batches_stay_below_the_root() -> Outcome:
    """With sampled batches 4 times the steps need 1.88 times the noise: below sqrt(4), which full batches need."""
    return sampled_noise(Fraction(2))
