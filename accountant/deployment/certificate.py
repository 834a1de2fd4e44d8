"""A deployment in, a certificate out: what it really guarantees, or the noise that it needs.

All noise and moves are those of n_i f_i; see `accountant.distributed.crowd`. A plan without a guarantee is Refused, with every
reason and its fix.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from flint import arb

from accountant import gaussian
from accountant.deployment.foundations import Link, chain
from accountant.deployment.grid_range import OUT_OF_RANGE, GridNumbers, grid_numbers
from accountant.deployment.plan import Deployment
from accountant.deployment.premises import Premise, premises
from accountant.deployment.refusals import findings, without_guarantee
from accountant.deployment.symbols import Found, known
from accountant.distributed.crowd import GaussianSum, NoGuarantee, largest_move
from accountant.distributed.discrete_sum import DiscreteSum
from accountant.distributed.mixed_sum import MixedGaussianSum, MostOrders
from accountant.distributed.rounded_sum import RoundedGaussianSum
from accountant.distributed.secagg import SecAggPlan, plan_secagg
from accountant.numbers.balls import BALLS, enclosure, exact, precision
from accountant.numbers.enclosure import Enclosure
from accountant.sensitivity.random_order import RandomOrder
from reference import formulas

BITS = 128
SHARES = (Fraction(1, 1 << 10), Fraction(1, 2))  # of delta, kept for the failures of SecAgg
FAR = Fraction(10_000)  # e^eps is infinite for all purposes
RARE = Fraction(
    1, 16
)  # of delta: orders that let a record move further are left out, if the noise is discrete
COSTLY = 0.05  # the share of rounding in a shift from which on a finer grid is advised


Mechanism: TypeAlias = GaussianSum | MixedGaussianSum | RoundedGaussianSum | DiscreteSum | MostOrders


class Refused(Exception):
    """Every reason why there is no guarantee."""

    def __init__(self, reasons: list[NoGuarantee]) -> None:
        super().__init__("; ".join(map(str, reasons)))
        self.reasons = reasons


@dataclass(frozen=True)
class Printed:
    """What the paper's formulas say about the same question."""

    scale: Enclosure  # s' = s n, or 2R n at the user level
    sigma: Enclosure  # the noise multiplier, over the printed s
    eps: Enclosure
    noise_ratio: Enclosure | None  # noise as printed over noise needed for the printed promise


@dataclass(frozen=True)
class Certificate:
    """(eps, delta) that the deployment provably has, and the noise for it."""

    plan: Deployment
    eps: Enclosure  # its upper end is guaranteed
    sigma: Enclosure  # over the scale that the plan names; if it was asked for, its upper end is enough
    noise: Enclosure  # standard deviation of one user's noise on n_i f_i, in every entry
    move: Fraction  # how far the sum of the n_i f_i moves, per model, whatever the order of the records
    unit: Enclosure  # what sigma is multiplied with: s' of n_i f_i, certified or printed
    grid_numbers: GridNumbers | None  # if the sum is taken on a grid
    secagg: SecAggPlan | None  # if it is taken among the users
    surviving: int
    printed: Printed
    findings: tuple[str, ...]
    chain: tuple[Link, ...]
    premises: tuple[Premise, ...]


def certify(plan: Deployment) -> Certificate:
    """The certificate, or Refused."""
    reasons = list(without_guarantee(plan))
    secagg = None
    try:
        secagg = secure_sum(plan)
    except NoGuarantee as reason:
        reasons.append(reason)
    if reasons:
        raise Refused(reasons)
    nu = secagg.failure if secagg else Fraction(0)
    delta = plan.delta if plan.grid is None else plan.delta * (1 - OUT_OF_RANGE)
    move = largest_move(plan.level, plan.training.R, plan.sizes, plan.training.sensitivity)
    orders = tuple(plan.training.random_order(n).times(n) for n in plan.sizes) if plan.orders_averaged else ()
    mechanism, unit = _mechanism(plan, move, orders), noise_unit(plan)
    with precision(BITS):
        local = plan.crowd.local(1) * exact(unit.lo).union(exact(unit.hi))  # one user's noise for sigma = 1
    try:
        if plan.sigma is not None:
            with precision(BITS):
                noise = local * exact(plan.sigma)
            sigma = Enclosure(plan.sigma, plan.sigma)
            eps, left = _epsilon(delta, mechanism, noise, nu)
        else:
            assert plan.eps is not None
            left = _left_for_noise(plan.eps, delta, nu)
            noise = mechanism.noise_for(plan.eps, left)
            with precision(BITS):
                eps, sigma = Enclosure(plan.eps, plan.eps), enclosure(noise / local)
        numbers = grid_numbers(plan, noise, eps.hi) if plan.grid is not None else None
        drawn = mechanism if isinstance(mechanism, DiscreteSum | MostOrders) else None
        order = drawn.order(noise, plan.eps, left) if drawn else None
        found = Found(move, noise, eps.hi, left, numbers.variance if numbers else None, order, orders)
        remaining = tuple(premises(plan, known(plan, found), secagg))
    except NoGuarantee as reason:
        raise Refused([reason]) from None
    return Certificate(
        plan=plan,
        eps=eps,
        sigma=sigma,
        noise=enclosure(noise),
        move=move,
        unit=unit,
        grid_numbers=numbers,
        secagg=secagg,
        surviving=plan.crowd.surviving,
        printed=_printed(plan, mechanism, noise),
        findings=(*findings(plan), *_rounding(mechanism)),
        chain=tuple(chain(plan)),
        premises=remaining,
    )


def secure_sum(plan: Deployment) -> SecAggPlan | None:
    """Neighbours and threshold of SecAgg among the users, with the probability that they fail; NoGuarantee if none do."""
    chosen = plan.summation
    if not chosen.among_users:
        return None
    w, t, rho = plan.crowd.w, plan.crowd.t, plan.crowd.rho
    return plan_secagg(w, t, rho, chosen.failure, chosen.neighbours, chosen.active)


def noise_unit(plan: Deployment) -> Enclosure:
    """What σ is multiplied with, for n_i f_i: the largest move, or the printed s' = s n."""
    if plan.scale == "certified":
        move = largest_move(plan.level, plan.training.R, plan.sizes, plan.training.sensitivity)
        return Enclosure(move, move)
    with precision(BITS):
        return enclosure(_printed_scale(plan))


def _left_for_noise(eps: Fraction, delta: Fraction, nu: Fraction) -> Fraction:
    """delta less (1 + e^eps) ν."""
    lost = _lost(eps, nu) if nu else Fraction(0)
    if lost >= delta:
        raise _failure_too_large(delta, lost)
    return delta - lost


def _epsilon(delta: Fraction, mechanism: Mechanism, noise: arb, nu: Fraction) -> tuple[Enclosure, Fraction]:
    """eps at delta less a share, if the share covers (1 + e^eps) ν; and this rest of delta."""
    if not nu:
        return mechanism.epsilon(noise, delta), delta
    for share in SHARES:
        left = delta * (1 - share)
        eps = mechanism.epsilon(noise, left)
        if _lost(eps.hi, nu) <= share * delta:
            return eps, left
    raise _failure_too_large(delta, _lost(eps.hi, nu))


def _lost(eps: Fraction, nu: Fraction) -> Fraction:
    """(1 + e^eps) ν, rounded up; no probability is above 1."""
    with precision(BITS):
        return min(
            Fraction(1), enclosure(formulas.simulation_loss(exact(min(eps, FAR)), exact(nu), BALLS)).hi
        )


def _failure_too_large(delta: Fraction, lost: Fraction) -> NoGuarantee:
    box = Enclosure(lost / delta, lost / delta)
    return NoGuarantee(
        f"the neighbour graph may fail, which adds (1 + e^eps) ν to delta: {box.decimals(2)[1]} times delta",
        "state a smaller failure probability (it needs more neighbours), or more noise",
    )


def _mechanism(plan: Deployment, move: Fraction, orders: tuple[RandomOrder, ...]) -> Mechanism:
    honest, compositions, entries = plan.crowd.surviving, plan.training.compositions, plan.training.entries
    ideal = (
        MixedGaussianSum(orders, compositions, honest) if orders else GaussianSum(move, compositions, honest)
    )
    if plan.grid is None:
        return ideal
    grid = plan.grid * plan.crowd.w
    if plan.noise == "gaussian":
        return RoundedGaussianSum(ideal, grid, entries, plan.crowd.w)
    changed, users = min(plan.level.changed_users, plan.crowd.w), plan.crowd.w
    if orders:
        rare = plan.delta * RARE
        usual = max(order.exceeded(rare) for order in orders)
        return MostOrders(DiscreteSum(usual, compositions, honest, grid, entries, changed, users), rare)
    return DiscreteSum(move, compositions, honest, grid, entries, changed, users)


def _printed_scale(plan: Deployment) -> arb:
    """s' = s n, which does not depend on n in the paper; at the user level 2R n."""
    n = plan.sizes[-1]
    if plan.level.kind == "user":
        return exact(2 * plan.training.R * n)
    box = plan.training.sensitivity(n).printed
    return exact(box.lo).union(exact(box.hi)) * n


def _printed(plan: Deployment, mechanism: Mechanism, noise: arb) -> Printed:
    """The paper's eps for the same noise, or the paper's noise for the same eps."""
    K, members = plan.training.compositions, _members(plan)
    with precision(BITS):
        scale = _printed_scale(plan)
        unit = plan.crowd.local(1) * scale
        box = enclosure(noise / unit)
    if plan.eps is None:
        one = gaussian.epsilon(plan.delta, box.lo, K)
        eps, sigma = Enclosure(one.lo * members, one.hi * members), box
    else:
        eps = Enclosure(plan.eps, plan.eps)
        sigma = gaussian.sigma(plan.eps / members, plan.delta, K)
    try:
        with precision(BITS):
            needed = mechanism.noise_for(eps.hi, plan.delta)
            ratio = enclosure(exact(sigma.lo).union(exact(sigma.hi)) * unit / needed)
    except NoGuarantee:
        ratio = None
    return Printed(scale=enclosure(scale), sigma=sigma, eps=eps, noise_ratio=ratio)


def _members(plan: Deployment) -> int:
    """Υ, by which cor:group_privacy and cor:userlevel_sens multiply eps."""
    return plan.sizes[-1] if plan.level.kind == "user" else plan.level.size


def _rounding(mechanism: Mechanism) -> Iterator[str]:
    if isinstance(mechanism, MostOrders):
        mechanism = mechanism.inner
    if isinstance(mechanism, DiscreteSum) and mechanism.rounding_share() > COSTLY:
        share = f"{100 * mechanism.rounding_share():.2g} %"
        yield f"rounding to the grid makes up {share} of the distance that the noise must hide: a finer grid needs less noise"
