"""def:comp-dp-rel, def:secagg and theorem:secure_aggregation: what the definitions ask for, and whether anything meets it.

Two honest users without a common secret talk over a network that the attacker reads. The probability of a transcript is
then f_x g_y: a factor that depends on the first user's input x and one that depends on the second's y.
"""

from fractions import Fraction

import z3

from proofs_check.method.check import Outcome, about, shown
from proofs_check.method.replay import equal_at
from proofs_check.method.smt import prove

check_computational = about("def:comp-dp-rel")
check_summation = about("def:secagg")
check_exists = about("theorem:secure_aggregation")


@check_computational(
    "statement",
    "smt",
    at="every mechanism, also one that ignores its data, every eps and every delta < 1",
    expect="fails",
    wrong={"left_bit": 1},
)
def nothing_meets_the_printed_inequality(left_bit=0, right_bit=1):
    """The two sides ask for different answers, 0 and 1: an attacker that always says 0 breaks it for every mechanism."""
    # A outputs 0 whatever it sees: is Pr[A(M(D)) = left_bit] <= e^eps Pr[A(M(D')) = right_bit] + delta for some delta < 1?
    left, right = (int(bit == 0) for bit in (left_bit, right_bit))
    E, delta = z3.Reals("E delta")
    never = prove([E >= 1, delta >= 0, delta < 1], z3.Not(left <= E * right + delta))
    if never.result == "holds":
        return Outcome(
            "fails", "1 <= 0 + delta for no delta < 1", shown(attacker="always 0", left=left, right=right)
        )
    return Outcome("holds" if never.result == "fails" else "undecided", never.detail, never.witness)


@check_summation(
    "statement",
    "smt",
    at="every protocol and simulator, as soon as one user is corrupted",
    expect="fails",
    wrong={"sees_inputs": True},
)
def simulator_cannot_guess_corrupted_inputs(sees_inputs=False):
    """The view of the real protocol contains the corrupted users' inputs; a simulator that knows only their names and the
    sum cannot show them."""
    # Inputs (0, 1) and (1, 0), first user corrupted: is there a simulator whose advantage is below 1/2 on both?
    # q (q') is the probability that the simulated state of the corrupted user shows 0 on the first (second) inputs. From
    # the set of corrupted users and the sum alone, q = q'.
    q, q_ = z3.Reals("q q'")
    premises = [q >= 0, q <= 1, q_ >= 0, q_ <= 1] + ([] if sees_inputs else [q == q_])
    impossible = prove(premises, z3.Not(z3.And(1 - q < z3.Q(1, 2), q_ < z3.Q(1, 2))))
    if impossible.result == "holds":
        return Outcome(
            "fails", "no simulator does: one of the two is told apart with advantage 1/2", shown(sum=1)
        )
    return Outcome("holds" if impossible.result == "fails" else "undecided", impossible.detail)


@check_summation("statement", "exact", at="four users, one dropout", expect="fails", wrong={"dropped": 0})
def the_sum_of_all_is_not_what_survivors_yield(dropped=1):
    """F sums over all w users; with dropouts only the survivors' sum exists, and that is what must be simulated."""
    # Inputs 1 of 4 users, of whom the last `dropped` send nothing: what can be summed against the sum of all.
    inputs = [Fraction(1)] * 4
    names = ("sum of the messages", "sum over all users")
    return equal_at(sum(inputs[: 4 - dropped]), sum(inputs), names, users=4, dropped=dropped)


@check_exists(
    "repair",
    "smt",
    every="every protocol without a common secret, also one that errs: transcript by transcript",
    wrong={"share": z3.Q(49, 100)},
)
def protocols_that_may_err_gain_nothing(share=z3.Q(1, 2)):
    """min(p_01, p_10) <= (p_00 + p_11)/2: (0, 1) and (1, 0) share no more transcripts with the sum 1 than errors make."""
    f0, f1, g0, g1 = z3.Reals("f0 f1 g0 g1")
    both = z3.If(f0 * g1 <= f1 * g0, f0 * g1, f1 * g0)
    return prove([f0 >= 0, f1 >= 0, g0 >= 0, g1 >= 0], both <= share * (f0 * g0 + f1 * g1))
