"""thm:distributed_blindavg, second half: from the ideal sum to the protocol, one inequality between probabilities at a time.

For an attacker A that outputs a bit: p, q are Pr[A(M_2) = 1] on the two datasets (the protocol), a, b are Pr[A(Sim(M_1)) = 1]
(the simulator on the ideal sum), E = e^eps, nu the advantage in telling protocol and simulator apart.
"""

import sympy as sp
import z3

from proofs_check.method.check import Outcome, about, shown
from proofs_check.method.smt import prove
from proofs_check.method.symbolic import SYMBOLIC, vanishes
from reference import formulas

check = about("thm:distributed_blindavg#full")
p, q, a, b, E, delta, nu = z3.Reals("p q a b E delta nu")
PROBABILITIES = [p >= 0, p <= 1, q >= 0, q <= 1, a >= 0, a <= 1, b >= 0, b <= 1, E >= 1, delta >= 0, nu >= 0]
IDEAL = a <= E * b + delta  # Sim then A is one more attacker on M_1
FIRST, SECOND = p - nu <= a, b <= q + nu  # what an advantage of at most nu says on each dataset


@check(
    "step:collect", "smt", every="every eps >= 0, delta, nu and attacker", wrong={"advantage": lambda E: E}
)
def advantage_is_paid_on_both_sides(advantage=lambda E: 1 + E):
    """delta grows by (1 + e^eps) nu and no less: nu on one dataset, e^eps nu on the other."""
    return prove([*PROBABILITIES, FIRST, SECOND, IDEAL], p <= E * q + delta + advantage(E) * nu)


@check(
    "step:other-direction", "smt", every="every eps >= 0, delta, nu and attacker", wrong={"swapped": False}
)
def datasets_may_be_exchanged(swapped=True):
    """With the inequalities for the exchanged datasets the same bound follows."""
    ideal = b <= E * a + delta if swapped else IDEAL
    return prove([*PROBABILITIES, q - nu <= b, a <= p + nu, ideal], q <= E * p + delta + (1 + E) * nu)


@check("step:emulate", "smt", every="every attacker", wrong={"both_sides": False})
def advantage_bounds_the_protocol(both_sides=True):
    """The protocol gains at most nu over the simulator on the first dataset."""
    premises = [a - p <= nu] + ([p - a <= nu] if both_sides else [])
    return prove([*PROBABILITIES, *premises], FIRST)


@check(
    "step:simulator-as-attacker",
    "smt",
    every="every attacker; running Sim first is one more attacker on the ideal sum",
    wrong={"premises": [*PROBABILITIES, FIRST]},
)
def privacy_of_the_ideal_sum_is_inserted(premises=[*PROBABILITIES, FIRST, IDEAL]):
    """p - nu <= E b + delta, from p - nu <= a and the privacy of the ideal sum."""
    return prove(premises, p - nu <= E * b + delta)


@check(
    "inference:emulate-again",
    "smt",
    at="from the displayed inequality alone",
    expect="fails",
    wrong={"two_sided": True},
)
def displayed_direction_is_not_enough(two_sided=False):
    """The second use of the emulation runs the other way; the one displayed inequality does not give it."""
    # E b + delta <= E (q + nu) + delta, given q - nu <= b alone, or the absolute value of def:secagg, which gives both.
    premises = [q - nu <= b] + ([b - q <= nu] if two_sided else [])
    return prove([*PROBABILITIES, *premises], E * b + delta <= E * (q + nu) + delta)


@check(
    "step:negligible",
    "smt",
    every="every constant eps; thresholds 1/polynomial among others",
    wrong={"factor": lambda E: 1},
)
def constant_factors_keep_it_negligible(factor=lambda E: 1 / (1 + E)):
    """For constant eps, (1 + e^eps) nu falls below any threshold as soon as nu falls below it over 1 + e^eps."""
    x = z3.Real("x")
    return prove([E >= 1, nu >= 0, x > 0, nu <= factor(E) * x], (1 + E) * nu <= x)


@check("repair", "symbolic", every="every eps and nu", wrong={"terms": lambda eps, nu: 2 * sp.exp(eps) * nu})
def loss_of_the_simulation(terms=lambda eps, nu: nu + sp.exp(eps) * nu):
    """nu_1 = (1 + e^eps) nu."""
    eps, advantage = sp.symbols("eps nu", positive=True)
    return vanishes(formulas.simulation_loss(eps, advantage, SYMBOLIC) - terms(eps, advantage))


@check(
    "step:unbounded",
    "smt",
    label="cor:blindavg_dp_secagg",
    at="every correct protocol between users without a common secret, transcript by transcript",
    expect="fails",
    wrong={"common_secret": True},
)
def secagg_is_not_secure_against_unbounded_listeners(common_secret=False):
    """Key agreement over the network cannot hold against an unbounded attacker, so SecAgg cannot either."""
    # Some transcript, announced sum 1, has probabilities p_xy on inputs x, y; correctness forbids it on (0, 0) and (1, 1).
    # Without a common secret p_xy = f_x g_y. Can it occur both on (0, 1) and on (1, 0), as secrecy demands?
    p00, p01, p10, p11, f0, f1, g0, g1 = z3.Reals("p00 p01 p10 p11 f0 f1 g0 g1")
    premises = [v >= 0 for v in (p00, p01, p10, p11, f0, f1, g0, g1)] + [p00 == 0, p11 == 0]
    if not common_secret:
        premises += [p00 == f0 * g0, p01 == f0 * g1, p10 == f1 * g0, p11 == f1 * g1]
    apart = prove(premises, z3.Or(p01 == 0, p10 == 0))
    if apart.result == "holds":
        detail = "no transcript occurs on both (0, 1) and (1, 0): a listener without time limit tells them apart for sure"
        return Outcome("fails", detail, shown(inputs="(0, 1) and (1, 0)", sum=1, advantage=1))
    return Outcome("holds" if apart.result == "fails" else "undecided", "a common secret allows it")
