"""thm:distributed_blindavg, cor:blindavg_dp_secagg: printed lines, which symbol delta belongs to, what dropouts take along.

σ is the input of the algorithm box. The printed proof calls it σ~, which in the box is σ/sqrt(tw), the noise of one user.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

from accountant.numbers.balls import BALLS, exact
from proofs_check.distributed.noise_split import HONEST, USERS, delta_at, t, w
from proofs_check.lemmas.normal import EPS, SIGMA, sigma
from proofs_check.method.check import Outcome, about
from proofs_check.method.replay import RATIONALS, at_most, certified
from proofs_check.method.symbolic import SYMBOLIC, vanishes
from reference import formulas

check_simple = about("thm:distributed_blindavg#simplified")


FULL = "thm:distributed_blindavg#full"
check_full = about(FULL)
STARTED = "reading:honest-before-dropouts"


def with_dropouts(rho: Fraction) -> Outcome:
    """tw honest users start, rho w of them drop out: delta(0.6) at what is left against delta(0.6) at σ; t = 1/2."""
    left = (HONEST - rho) * USERS
    truth: Any = delta_at(
        lambda: formulas.effective_noise(exact(SIGMA), exact(left), exact(HONEST), exact(USERS), BALLS)
    )
    target = Fraction(1, 10**5)
    return at_most(truth, target, ("delta", "target delta"), eps=EPS, sigma=SIGMA, t=HONEST, rho=rho, w=USERS)


@check_full(
    STARTED,
    "interval",
    at="(0.6, 1e-5), t = 1/2, a quarter of the users drops out",
    expect="fails",
    wrong={"rho": Fraction(0)},
)
def dropouts_take_their_noise_along(rho=Fraction(1, 4)):
    """t = 1/2 and rho = 1/4 leave half of the honest noise: delta is 5.9e-4 instead of 1e-5."""
    return with_dropouts(rho)


@check_full(
    "inference:whole-number",
    "interval",
    at="w = 3, t = 1/2, rounded down",
    expect="fails",
    wrong={"count": Fraction(math.ceil(Fraction(3, 2)))},
)
def half_a_user_adds_no_noise(count=Fraction(1)):
    """Sums up to tw need a whole number; rounded down, a third of the variance is missing, rounded up it is enough."""
    # w = 3, t = 1/2, so tw = 3/2: the noise of this many honest users over the wanted one.
    left = certified(lambda: formulas.effective_noise(exact(1), exact(count), exact(HONEST), exact(3), BALLS))
    return at_most(Fraction(1), left, ("wanted noise", "noise left"), w=3, t=HONEST, honest=count)


@check_full("step:symbols", "symbolic", at="one point is enough", expect="fails", wrong={"local": False})
def box_and_proof_use_one_symbol_for_two_things(local=True):
    """With the σ~ of the box the displays end at σ/(w sqrt(tw)), not at the σ/w that is needed."""
    # The last display with σ~ as in the box (σ/sqrt(tw)) or as the whole noise σ: is the sum's deviation σ/w?
    whole = formulas.noise_per_user(sigma, t, w, SYMBOLIC) if local else sigma
    return vanishes((whole / w) ** 2 - (sigma / w) ** 2)


def trained(records, passes: int = 3) -> Fraction:
    """SVM-SGD on the line: records of class +, Λ = 1/4, h = 1/2, c = 1, R = 2, whole passes."""
    Lambda, h, f = Fraction(1, 4), Fraction(1, 2), Fraction(0)
    beta = formulas.smoothness_svm_spectral(Lambda, Fraction(1), h)
    for m, x in enumerate([Fraction(x) for _ in range(passes) for x in records], start=1):
        loss = formulas.loss_gradient_entry(x, formulas.huber_slope(h, x * f, RATIONALS))
        tau = formulas.learning_rate(beta, Lambda, m, RATIONALS)
        f = formulas.sgd_step(f, tau, formulas.gradient_entry(Lambda, f, loss))
        f = f * formulas.shrink_factor(Fraction(2), abs(f), RATIONALS)
    return f


@check_full(
    "step:central-datasets",
    "exact",
    at="100 users with two records, 1 or 0, all of class +; SVM-SGD, Λ = 1/4, h = 1/2, c = 1, R = 2, three passes",
    expect="fails",
    wrong={"second": ((1, 1), (0, 0))},
)
def one_union_has_many_averages(first=((1, 1), (0, 0)), second=((1, 0), (1, 0)), users=100):
    """Two splits of the same union: the average moves by 0.8, 6.7 times what one replaced record may move it."""
    # Half of the users hold the first dataset, half the second; avg(n_i T) of both splits, against s'/w.
    sums = [Fraction(1, 2) * sum(2 * trained(records) for records in split) for split in (first, second)]
    allowed = formulas.sensitivity_svm(Fraction(1, 4), Fraction(2), Fraction(1), Fraction(1)) / users
    names = ("distance of the averages", "s'/w")
    return at_most(abs(sums[0] - sums[1]), allowed, names, w=users, splits=[first, second])


@check_full(
    "inference:who-drops",
    "exact",
    at="noise 0, 1, 2 with chances 1/2, 1/4, 1/4 added modulo 3 to a value of 0 or 1, e^eps = 2",
    expect="fails",
    wrong={"stays": lambda noise: Fraction(1, 2)},
)
def staying_must_ignore_the_noise(stays=lambda noise: Fraction(int(noise == 0))):
    """A user that stays only if its noise is 0 sends its value as it is: delta is 1/2; a coin (control) leaves delta at 0."""
    # The largest P(S) - 2 Q(S) over events S of (stays, output modulo 3), in both directions.
    chances = (Fraction(1, 2), Fraction(1, 4), Fraction(1, 4))
    laws = []
    for value in (0, 1):
        law = {(value + noise) % 3: chance * stays(noise) for noise, chance in enumerate(chances)}
        laws.append([*(law[output] for output in range(3)), 1 - sum(law.values())])
    needed = max(
        sum(max(p - 2 * q, Fraction(0)) for p, q in zip(one, other, strict=True))
        for one, other in (laws, laws[::-1])
    )
    return at_most(needed, Fraction(0), ("delta needed at e^eps = 2", "delta if staying ignores the noise"))
