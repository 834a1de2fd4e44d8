"""tab:realted_work_comp: utility, and the noise in what is released, for w users with n records and M steps.

Noise is the standard deviation per entry at a fixed (eps, delta): of the averaged model (BlindAvg, central training) or of each
step's averaged gradient (GradAvg).
"""

from fractions import Fraction

import sympy as sp

from accountant import subsampled
from proofs_check.dpsgd.baselines import DELTA, RATE, STEPS
from proofs_check.method.check import about, theorem
from proofs_check.method.replay import at_most
from proofs_check.method.symbolic import SYMBOLIC, all_vanish, vanishes
from reference import formulas

check = about("tab:realted_work_comp#costs")
sigma, G, L, n, w, t, M, eps = sp.symbols("sigma G Lambda n w t M eps", positive=True)


def averaged_noise(one_user, users):
    """The deviation of the average of independent noises."""
    return sp.sqrt(users * one_user**2) / users


@check(
    "statement",
    "symbolic",
    every="every n, w, t, Λ and gradient bound G; whole passes, so that the sensitivity is 2G/(Λn)",
    concludes="BlindAvg and central: 1/(nw)",
    wrong={"power": sp.Rational(1, 2)},
    needs=[theorem("distributed.noise_theorem", "SQRTGAUSS")],
)
def models_need_one_over_nw(power=1):
    """The averaged model has noise 2Gσ/(Λnw sqrt(t)), the central one the same without t: both of order 1/(nw)."""
    blind = averaged_noise(formulas.noise_per_user(sigma * formulas.sensitivity(G, L, n), t, w, SYMBOLIC), w)
    central = sigma * formulas.sensitivity(G, L, n * w)
    order = 2 * G * sigma / (L * n * w**power)
    return all_vanish([sp.simplify(blind - order / sp.sqrt(t)), sp.simplify(central - order)])


@check("statement", "symbolic", every="every eps, σ and M; full batches", wrong={"power": 1})
def steps_cost_a_root(power=sp.Rational(1, 2)):
    """M steps with noise σ sqrt(M) have exactly the privacy curve of one step with noise σ."""
    many = formulas.delta_gauss(eps, sigma * M**power, M, SYMBOLIC)
    return vanishes(many - formulas.delta_gauss(eps, sigma, sp.Integer(1), SYMBOLIC))


@check(
    "statement",
    "symbolic",
    every="every n, w, M and clipping bound G; full batches",
    concludes="GradAvg: sqrt(M)/(n sqrt(w)), with SecSum sqrt(M)/(nw)",
    wrong=[{"power": 1}, {"moves": lambda G, Lambda, n: G / n}],
    needs=[steps_cost_a_root, theorem("distributed.noise_theorem", "SQRTGAUSS")],
)
def gradients_need_a_root_of_M(power=sp.Rational(1, 2), moves=formulas.sensitivity):
    """Each step's mean gradient has noise 2Gσ sqrt(M)/(nw) with secure summation, and sqrt(w) times as much without."""
    # A mean of k clipped gradients moves by 2G/k: one sum over nw records, or w means over n; each in M steps.
    step = sigma * sp.sqrt(M)
    summed = step * moves(G, 1, n * w)
    alone = averaged_noise(step * moves(G, 1, n), w)
    order = 2 * G * sigma * sp.sqrt(M) / n
    return all_vanish([sp.simplify(summed - order / w), sp.simplify(alone - order / w**power)])


@check(
    "statement",
    "interval",
    at="q = 1024/50000, 1953 and 7812 steps, eps = 2, delta = 1e-5",
    wrong={"factor": Fraction(3, 2)},
)
def sampled_batches_stay_below_the_root(factor=Fraction(2)):
    """With sampled batches 4 times the steps need 1.88 times the noise: below sqrt(4), which full batches need."""
    # eps = 2 at the CIFAR setting, adding or removing a record: noise for 4 times the steps against `factor` that for one.
    one, four = (
        subsampled.sigma(2, DELTA, RATE, steps, relation="add-remove").box for steps in (STEPS, 4 * STEPS)
    )
    names = ("noise multiplier for 4 times the steps (upper end)", "multiple of that for one (lower end)")
    return at_most(four.hi, factor * one.lo, names, one=one, four=four, factor=factor)
