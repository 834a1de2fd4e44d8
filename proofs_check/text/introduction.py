"""Abstract, introduction, limitations: pure privacy, the order in nw, the learner of each result, the noise of an average."""

from __future__ import annotations

from fractions import Fraction

import sympy as sp
import z3

from accountant.numbers.balls import BALLS, exact
from proofs_check.distributed.noise_split import t, w
from proofs_check.lemmas.normal import EPS, SIGMA, sigma
from proofs_check.method.check import about, every
from proofs_check.method.replay import RATIONALS, at_most, certified
from proofs_check.method.smt import Terms, prove
from proofs_check.method.symbolic import SYMBOLIC, vanishes
from proofs_check.probes.pairs import Setting
from proofs_check.probes.witnesses import straddled_kinks
from reference import formulas
from reference.notation import Xi

check_pure = about("introduction#pure_dp")
check_rate = about("introduction#order")
check_learners = about("abstract#learners")
DELTA = Fraction(1, 10**5)


@check_pure("statement", "interval", at="sigma = 5.95, eps = 0.6", expect="fails", wrong={"target": DELTA})
def gaussian_noise_needs_delta(target=Fraction(0)):
    """At the noise of the paper's (0.6, 1e-5) delta is 9.99e-6, not 0."""
    value = certified(lambda: formulas.delta_gauss(exact(EPS), exact(SIGMA), exact(1), BALLS))
    return at_most(value, target, ("delta", "claimed delta"), eps=EPS, sigma=SIGMA)


@check_pure("repair", "smt", every="every eps, sensitivity s > 0 and variance v > 0", wrong={"slack": 2})
def no_noise_scale_makes_it_pure(slack=1):
    """For every eps some outputs are e^(eps+1) times likelier on one side; they have positive probability, so delta > 0."""
    # Log density ratio (2xs - s^2)/(2v) of N(s, v) over N(0, v) at x = (eps + 1)v/s + s/2, against eps + slack.
    eps, s, v = z3.Reals("eps s v")
    x = (eps + 1) * v / s + s / 2
    return prove([eps >= 0, s > 0, v > 0], (2 * x * s - s**2) / (2 * v) >= eps + slack)


@check_rate(
    "statement",
    "interval",
    at="shift over noise 1/50,000 at delta = 1e-5, e.g. 50,000 times the records that make it 1",
    expect="fails",
    wrong={"shift": Fraction(1)},
)
def eps_reaches_zero(shift=Fraction(1, 50000)):
    """At fixed noise and delta a large nw needs no eps at all: eps is 0, not of the order 1/(nw)."""
    # Datasets `shift` deviations apart: eps > 0 is needed at delta = 1e-5 exactly if delta(0) exceeds 1e-5.
    at_zero = certified(lambda: formulas.delta_gauss(exact(0), 1 / exact(shift), exact(1), BALLS))
    names = ("target delta", "delta at eps = 0")
    return at_most(DELTA, at_zero, names, shift_over_noise=shift)


@check_rate("repair", "symbolic", every="every n, w, Λ, G and noise A of the average", wrong={"power": 2})
def order_holds_from_above(power=1):
    """The shift over a fixed noise is proportional to 1/(nw); C2.2#eps says how eps follows it while it is at most 1."""
    # The move of the average, 2G/(Λn) over w, in units of a noise A, against 2G/(ΛA) over (nw)^power.
    G, Lambda, n, A = sp.symbols("G Lambda n A", positive=True)
    return vanishes(formulas.sensitivity(G, Lambda, n) / w / A - 2 * G / (Lambda * A) / (n * w) ** power)


def hinge_slope(z: Fraction) -> Fraction:
    return Fraction(formulas.hinge_slope(z, RATIONALS))


def huber_slope(z: Fraction) -> Fraction:
    return Fraction(formulas.huber_slope(Fraction(1, 10), z, RATIONALS))


@check_learners(
    "reading:one-learner",
    "exact",
    at="beta = 10^6; for every beta by a_jump_is_never_smooth",
    expect="fails",
    wrong={"slope": huber_slope},
)
def hinge_loss_is_not_smooth(slope=hinge_slope, curvature=Fraction(10**6), d=Fraction(1, 10**7)):
    """The hinge loss, whose average provably converges, has no smoothness that thm:sensitivity_general could use."""
    # The slopes of a loss at margins 1 - d and 1 + d, over their distance, against a curvature.
    gap = (slope(1 + d) - slope(1 - d)) / (2 * d)
    return at_most(Fraction(gap), curvature, ("quotient of slopes", "beta"), margins=[1 - d, 1 + d])


@check_learners(
    "reading:one-learner",
    "interval",
    at="n = 40, p = 42, Λ = 0.02, c = 1, R = 25, one pass",
    expect="fails",
    wrong={"times": 3},
)
def the_learner_that_converges_moves_too_far(times=1):
    """Averaged HingeSVM-SGDWA converges, but a pair of neighbours ends farther apart than a smooth learner's bound."""
    # A pair of neighbours that straddles the kinks, after one pass, against 2G/(mu n).
    setting = Setting("hinge", 40, 42, Xi(K=2, c=1.0, M=40, Lambda=0.02, R=25.0))
    reached = setting.certified_gap(straddled_kinks(setting))
    smooth = formulas.sensitivity(Fraction(1), 2 * Fraction(0.02), 40)
    names = ("distance of the models", "bound for a smooth learner")
    return at_most(reached, times * smooth, names, n=40, Lambda=0.02, c=1)


# --- the noise of the average against that of a central party ---------------------------------------------


@check_learners(
    "reading:one-each",
    "smt",
    every="every beta",
    concludes="not smooth",
    wrong={"slope": lambda z, num: formulas.huber_slope(z3.Q(1, 10), z, num)},
)
def a_jump_is_never_smooth(slope=formulas.hinge_slope):
    """The slope of the hinge loss jumps by 1 at the margin: no beta bounds the quotient; that of Huber (control) does not."""
    # For every beta two margins 2d apart, d < 1/(2 beta), whose slopes differ by more than 2 beta d.
    num = Terms()
    beta, d = z3.Reals("beta d")
    gap = slope(1 + d, num) - slope(1 - d, num)
    return prove([beta > 0, d > 0, 2 * beta * d < 1, 10 * d < 1], gap > 2 * beta * d, num)


check_noise = about("abstract#noise")
check_ridge = about("C1.1#noise")


@check_noise(
    "reading:fixed-share",
    "symbolic",
    every="every w, t and sigma",
    concludes="a factor 1/sqrt(t)",
    wrong={"share": w / t},
)
def a_fixed_share_costs_a_constant(share=1 / t):
    """All the noise in the average is σ/sqrt(t) in units of the sensitivity, a central party adds σ: no factor in w."""
    # Noise of all w users in the average over that of one trusted party, squared: 1/t if a share t is counted on.
    blind = formulas.effective_noise(sigma, w, t, w, SYMBOLIC)
    return vanishes((blind / sigma) ** 2 - share)


@check_noise(
    "reading:fixed-share",
    "smt",
    every="every n, w, Λ and G",
    concludes="the same sensitivity",
    wrong={"power": 0},
)
def average_and_central_move_alike(power=1):
    """The average moves by 2G/(Λn)/w, the central model on all nw records by 2G/(Λnw): the same number."""
    G, Lambda, n, users = z3.Reals("G Lambda n w")
    local = formulas.sensitivity(G, Lambda, n) / (users if power else 1)
    return prove([G > 0, Lambda > 0, n >= 1, users >= 2], local == formulas.sensitivity(G, Lambda, n * users))


@check_noise(
    "reading:fixed-number",
    "exact",
    at="one honest user of 900; the squared factor is w for every w",
    expect="fails",
    wrong={"users": 4},
)
def a_fixed_number_costs_the_root_of_w(users=900):
    """If a fixed number of users is counted on, however many take part, the noise in the average grows like sqrt(w)."""
    noise = formulas.effective_noise(
        Fraction(1), Fraction(users), Fraction(1, users), Fraction(users), RATIONALS
    )
    return at_most(noise**2, Fraction(4), ("squared factor", "four"), w=users, t=Fraction(1, users))


@check_ridge(
    "reading:printed-bound",
    "exact",
    at="CIFAR-10, from Λ = 10 to Λ = 100; R = 0.06, c = 34.854",
    expect="fails",
    wrong=[{"ridge": Fraction(1, 10**4)}, {"bound": lambda L, R, c, n: formulas.sensitivity(c, L, n)}],
)
def printed_bound_has_a_floor(ridge=Fraction(10), bound=formulas.sensitivity_svm):
    """The printed 2R/n + 2c/(Λn) falls to 2R/n and no further: ten times the Λ does not give a tenth of the noise."""
    R, c, n = Fraction("0.06"), Fraction("34.854"), Fraction(50)
    names = ("s at 10 Λ", "1.01 s/10")
    return at_most(
        bound(10 * ridge, R, c, n), Fraction(101, 1000) * bound(ridge, R, c, n), names, Lambda=ridge, R=R, c=c
    )


@check_ridge(
    "repair", "symbolic", every="both learners, every R, c and n", wrong={"limit": lambda R, n: sp.Integer(0)}
)
def the_floor_is_the_radius(limit=lambda R, n: 2 * R / n):
    """The limit is 2R/n for both learners."""
    Lambda, R, c, n = sp.symbols("Lambda R c n", positive=True)
    return every(
        vanishes(sp.limit(formulas.sensitivity_svm(Lambda, R, c, n), Lambda, sp.oo) - limit(R, n)),
        vanishes(
            sp.limit(formulas.sensitivity_softmax(Lambda, R, c, n, SYMBOLIC), Lambda, sp.oo) - limit(R, n)
        ),
    )
