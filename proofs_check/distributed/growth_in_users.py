"""Orders of eps in the number of users, and the expected size of the noise, as the text states them."""

from fractions import Fraction

import sympy as sp
import z3
from flint import arb

from accountant.numbers.balls import BALLS, exact
from proofs_check.lemmas.normal import density, sigma
from proofs_check.method.check import about
from proofs_check.method.replay import RATIONALS, at_most, certified
from proofs_check.method.smt import prove
from proofs_check.method.symbolic import all_vanish

check_order = about("sec:security_distblindavg#order")
check_error = about("sec:noninteractive#noise_error")
SUM, ENTRY = "reading:fixed-noise-of-the-sum", "reading:one-entry"


@check_order(SUM, "smt", every="every w, s' and t <= 1", concludes="t only loosens", wrong={"largest": 2})
def honest_fraction_is_not_needed(largest=1):
    """The printed s'/(tw) is at least s'/w: true, but t does not enter once the noise of the sum is fixed."""
    C, s, users, share = z3.Reals("C s w t")
    return prove(
        [C > 0, s > 0, users >= 1, share > 0, share <= largest], C * s / users <= C * s / (share * users)
    )


@check_order(
    "reading:fixed-noise-per-user",
    "exact",
    at="from 2 to 32 users, t = 1/2",
    expect="fails",
    wrong={"users": 2},
)
def fixed_noise_per_user_gives_the_root(users=32):
    """With a fixed noise per user the shift over noise falls like 1/sqrt(tw): 16 times the honest users, a quarter."""
    over = lambda count: 1 / RATIONALS.sqrt(Fraction(count, 2))  # noqa: E731
    names = ("shift over noise", "printed order")
    return at_most(over(users), over(2) * Fraction(2, users), names, t="1/2", w=users)


@check_error(ENTRY, "symbolic", every="every sigma", concludes="mean absolute value", wrong={"factor": 2})
def one_entry_is_off_by_sigma_root_two_over_pi(factor=1):
    """E|X| = sigma sqrt(2/pi) for one entry X with standard deviation sigma."""
    # Twice the integral of x N(0, sigma^2) over x >= 0, whose antiderivative is -sigma^2 times the density.
    z = sp.Symbol("z", positive=True)
    slope = sp.diff(-(sigma**2) * density(z, 0, sigma**2), z) - z * density(z, 0, sigma**2)
    at_zero = 2 * sigma**2 * density(sp.Integer(0), 0, sigma**2)
    return all_vanish([slope, at_zero - factor * sigma * sp.sqrt(2 / sp.pi)])


@check_error(
    "reading:norm-of-the-model",
    "interval",
    at="61,450 entries, as for CIFAR-10",
    expect="fails",
    wrong={"entries": 1},
)
def a_whole_model_is_off_by_the_root_of_its_size(entries=61450):
    """The norm of the noise on all 61,450 entries is 247.9 sigma, 310 times the printed value."""
    # E|X| = sqrt(2) Gamma((d+1)/2)/Gamma(d/2) for d independent entries with sigma = 1, against 1.001 sqrt(2/pi).
    half = lambda k: exact(Fraction(k, 2)).lgamma()  # noqa: E731
    length = certified(lambda: BALLS.sqrt(2) * (half(entries + 1) - half(entries)).exp())
    printed = certified(lambda: exact("1.001") * (exact(2) / arb.pi()).sqrt())
    return at_most(length, printed, ("expected length", "1.001 sqrt(2/pi)"), sigma=1, entries=entries)


@check_error(
    "reading:second-argument-is-the-variance",
    "exact",
    at="N(0, 4)",
    expect="fails",
    wrong={"value": Fraction(1)},
)
def variance_four_is_deviation_two(value=Fraction(4)):
    """Elsewhere the second argument of N is the variance; read so, the display is off by sqrt(sigma)."""
    return at_most(
        value, RATIONALS.sqrt(value), ("printed, over sqrt(2/pi)", "true, over sqrt(2/pi)"), v=value
    )
