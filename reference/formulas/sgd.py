"""The steps of SGD, its learning rate and its sensitivity: as printed, then step by step (Theorem R, a repair)."""

from __future__ import annotations

from collections.abc import Sequence

from reference.arithmetic import FLOATS, Arithmetic, Number
from reference.formulas.constants import lipschitz_softmax, lipschitz_svm


def shrink_factor(bound: Number, length: Number, num: Arithmetic = FLOATS) -> Number:  # clipped of alg:dpsvm
    """What a vector of this length is multiplied by to fit into a ball: records with c, models with R."""
    return bound / num.max(bound, length)


def sphere_factor(R: Number, length: Number) -> Number:  # last line of alg:dpsvm and alg:dpsoftmax
    return R / length


def sgd_step(f_l: Number, tau: Number, gradient_l: Number) -> Number:  # alg:dpsvm, alg:dpsoftmax
    return f_l - tau * gradient_l


def learning_rate(beta: Number, Lambda: Number, m: Number, num: Arithmetic = FLOATS) -> Number:
    return num.min(1 / beta, 1 / (Lambda * m))  # thm:sensitivity_general


def subgradient_step(Lambda: Number, m: Number) -> Number:
    """Step m of HingeSVM-SGDWA: 2/(mu(m+1)) for a mu-strongly convex objective, here mu = 2Λ."""
    return 1 / (Lambda * (m + 1))


def averaging_weight(m: Number) -> Number:
    """The share of iterate m in the running average of HingeSVM-SGDWA, in which iterate i counts i + 1 times."""
    return 2 / (m + 2)


def averaging_step(average_l: Number, weight: Number, f_l: Number) -> Number:
    """The running average of HingeSVM-SGDWA moves towards the newest iterate by this share of the way."""
    return average_l + weight * (f_l - average_l)


def gap_after_step(
    gap: Number,
    Lambda: Number,
    c: Number,
    tau: Number,
    kept: Number,
    replaced: Number,
    num: Arithmetic = FLOATS,
) -> Number:  # ours:hinge_sgdwa_sensitivity
    """How far apart two models are at most after a step of HingeSVM-SGDWA, from a bound before it.

    `kept` and `replaced` are what the shared and the replaced records count in the batch sum over its divisor.
    """
    contracted = (1 - 2 * Lambda * tau) * gap
    return num.sqrt(contracted**2 + (tau * c * kept) ** 2) + 2 * c * tau * replaced


def sensitivity(G: Number, Lambda: Number, n: Number) -> Number:
    """Twice the gradient bound over Λn: thm:sensitivity_general with G = L, Theorem R with G of the loss."""
    return 2 * G / (Lambda * n)


def sensitivity_svm(Lambda: Number, R: Number, c: Number, n: Number) -> Number:  # ex:dpsvm
    return sensitivity(lipschitz_svm(Lambda, R, c), Lambda, n)


def sensitivity_softmax(
    Lambda: Number, R: Number, c: Number, n: Number, num: Arithmetic = FLOATS
) -> Number:  # thm:sens_softmax
    return sensitivity(lipschitz_softmax(Lambda, R, c, num), Lambda, n)


def step_fraction(beta: Number, Lambda: Number, m: Number, num: Arithmetic = FLOATS) -> Number:
    """a_m = Λ tau_m: the share by which step m forgets the past. Theorem R."""
    return Lambda * learning_rate(beta, Lambda, m, num)


def weight_and_kept(a_m: Number, kept: Number) -> list[Number]:
    """One step back in time: the weight of step m, and what it and all later steps keep of the past. Theorem R."""
    return [a_m * kept, kept * (1 - a_m)]


def step_weights(beta: Number, Lambda: Number, M: int, num: Arithmetic = FLOATS) -> list[Number]:
    """w_m = a_m (1 - a_{m+1}) ... (1 - a_M): what is left of step m at the end. Theorem R."""
    weights, kept = [], num.number(1)
    for m in range(M, 0, -1):
        weight, kept = weight_and_kept(step_fraction(beta, Lambda, m, num), kept)
        weights.append(weight)
    return weights[::-1]


def weight_of_visits(
    a: Number, slow: Number, M: Number, early: Number, late: Number, lag: Number, period: Number
) -> Number:
    """The sum of w_m over the visits of a record that come a `period` apart, without the loop of `step_weights`. Theorem R.

    The first `slow` = min(M, floor(β/Λ)) steps have a_m = a = Λ/β and weigh a (1 - a)^(slow - m) slow/M, the others have
    a_m = 1/m and weigh 1/M. `early` visits are among the first, the last of them at step slow - lag; `late` come after.
    """
    kept = (1 - a) ** period
    series = (1 - kept**early) / (1 - kept)
    return (a * slow * (1 - a) ** lag * series + late) / M


def kept_between(a: Number, slow: Number, first: Number, last: Number, num: Arithmetic = FLOATS) -> Number:
    """What steps first + 1 to last keep of the past, the product of 1 - a_m: a_m = a up to step `slow`, then 1/m. Theorem R."""
    early = num.min(last, slow) - num.min(first, slow)
    return (1 - a) ** early * num.max(first, slow) / num.max(last, slow)


def radius_after(before: Number, kept: Number, G: Number, Lambda: Number) -> Number:
    """No model is longer, if one was at most `before` long, gradients are at most G, and steps kept so much of it. Repair."""
    return kept * before + (1 - kept) * G / Lambda


def landing_part(kappa: Number, c: Number, Lambda: Number) -> Number:
    """The part a = Λ tau of a step with kappa tau c^2 = 1 - a. Repair."""
    return Lambda / (Lambda + kappa * c**2)


def landing_limit(a: Number, c: Number, Lambda: Number, inner: Number) -> Number:
    """The squared length at which steps of part a balance; `inner` is that of `centre_bound`, with their kappa. Repair."""
    return a * c**2 * inner / (Lambda**2 * (2 - a))


def sensitivity_of_visits(
    G: Number, Lambda: Number, weights: Sequence[Number], shares: Sequence[Number]
) -> Number:
    """2G/Λ times the sum of w_m/|B_m| over the steps that visit the record; a share is 0 or 1/|B_m|."""
    return 2 * G / Lambda * sum(w * share for w, share in zip(weights, shares, strict=True))  # Theorem R


def sensitivity_any_steps(G: Number, Lambda: Number, M: Number, visits: Number, divisor: Number) -> Number:
    """Theorem R in closed form (w_m <= 1/M): each record is visited at most `visits` times in M steps."""
    return 2 * G * visits / (Lambda * M * divisor)


def moments_move(c: Number, target: Number, balance: Number) -> Number:  # ours:ridge_sensitivity
    """Bounds the squared move of the sums of x x' and balance x t' when one record is replaced; |x| <= c, |t|^2 = target."""
    return 2 * c**4 + 2 * balance**2 * target * c**2 + (balance**2 * target) ** 2 / 2


def capped_by_ball(s: Number, R: Number, num: Arithmetic = FLOATS) -> Number:
    """Two models in a ball of radius R are at most 2R apart. Theorem R."""
    return num.min(s, 2 * R)
