"""DP-SGD: the two engines against each other, against the Gaussian, and against numerical integration."""

from __future__ import annotations

import dataclasses
import itertools
import math
import random
from fractions import Fraction

import mpmath as mp
import numpy as np
import pytest
from flint import arb

from accountant import gaussian, subsampled
from accountant.gaussian.second_engine import EngineDisagreement
from accountant.numbers.balls import SMALLEST, between, fraction, precision
from accountant.subsampled import contour, contour_bounds
from accountant.subsampled.contour import Contour
from accountant.subsampled.contour_plan import NoContour, best_plan, plan
from accountant.subsampled.curve import Curve
from accountant.subsampled.float_guesses import saddle, tilt_for
from accountant.subsampled.lattice import POINTS, Lattice, _window
from accountant.subsampled.step import PAIRS, Block, Step
from reference.errors import InvalidInput
from tests.proofs_check.vectors.independent import FFT_ACCURACY, run_delta


def planned(
    q: Fraction, sigma: Fraction, steps: int, pair: str, delta: float
) -> tuple[list[Step], float, float, float]:
    """The steps, the tilt, and about the eps and the log of delta where delta is wanted."""
    run = [Step(Block(q, sigma, steps), pair)]
    tilt = tilt_for(run, lambda _, log_delta: log_delta > math.log(delta))
    return run, tilt, *saddle(run, tilt)


def width(ends: tuple[arb, arb]) -> float:
    return float((ends[1] - ends[0]) / ends[0]) if ends[0] > 0 else math.inf


def log_uniform(random_: random.Random, low: float, high: float) -> Fraction:
    return Fraction(math.exp(random_.uniform(math.log(low), math.log(high)))).limit_denominator(10**6)


# --- the contour ------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_without_sampling_it_is_the_gaussian_mechanism() -> None:
    """q = 1 on 324 points: three pairs, sigma 0.6 to 30, T 20 to 2 * 10^4, delta 1e-2 to 1e-30."""
    points = 0
    settings = [("0.6", 20), ("1", 40), ("2", 100), ("5", 300), ("12", 2000), ("30", 20000)]
    for (sigma, steps), delta in itertools.product(settings, (1e-2, 1e-8, 1e-30)):
        for pair in PAIRS:
            run, tilt, eps, _ = planned(Fraction(1), Fraction(sigma), steps, pair, delta)
            contour = Contour(run, best_plan(run, tilt))
            noise = Fraction(sigma) / (2 if pair == "replace" else 1)
            for shift in (0, 0.1, -0.1, 0.03, -0.03, 0.01):
                near = eps + shift / tilt
                low, high = contour.delta(arb(near))
                truth = gaussian.delta(near, noise, steps, digits=25)
                assert between(low, low) <= truth
                assert truth <= between(high, high)
                points += width((low, high)) < 1e-12
    assert points >= 300


@pytest.mark.slow
def test_floor_on_the_width() -> None:
    """delta in [1e-30, 1e-2] for random T >= 100, qT >= 10, sigma 0.2 to 50, q 1e-6 to 0.9: never wider than 1e-12."""
    random_ = random.Random(7)
    widths = []
    while len(widths) < 40:
        q, sigma, T = (
            log_uniform(random_, 1e-6, 0.9),
            log_uniform(random_, 0.2, 50),
            int(log_uniform(random_, 100, 1e9)),
        )
        if q * T < 10:
            continue
        relation = random_.choice(list(subsampled.RELATIONS))
        pair = subsampled.RELATIONS[relation][0]
        _, _, eps, _ = planned(q, sigma, T, pair, 10 ** random_.uniform(-30, -2))
        if eps > 0:
            box = subsampled.delta(eps, (q, sigma, T), relation=relation).box
            widths += [box.relative_width()] * (box.hi >= Fraction(1, 10**30))
    assert max(widths) <= 1e-12
    assert sum(w <= 4e-15 for w in widths) >= 36


@pytest.mark.slow
@pytest.mark.parametrize(
    ("q", "sigma", "steps", "eps"),
    [
        (
            "0.001",
            1,
            10**4,
            1,
        ),  # between the bulk and the rare large losses delta is far below its Chernoff bound
        ("0.001", "0.5", 10**4, 8),
        ("1e-4", 1, 10**5, 1),
        ("1e-5", 1, 10**7, 1),
        ("5.5e-6", 46, 2848135, "0.00116"),  # the bounds take many evaluations
        ("0.1", "0.2", 100, 200),  # no participation is nearly an atom: only a larger tilt damps it
    ],
)
def test_rare_or_nearly_noiseless_steps_are_as_sharp(q: str, sigma: object, steps: int, eps: object) -> None:
    for relation in subsampled.RELATIONS:
        assert subsampled.delta(eps, (q, sigma, steps), relation=relation).box.relative_width() < 1e-12


@pytest.mark.parametrize(
    ("q", "sigma", "steps", "delta"),
    [
        ("1e-4", 1, 10**6, "1e-2"),  # the far nodes must be bounded close to the axis
        ("1e-4", 1, 10**6, "1e-5"),
        ("0.01", 1, 10**9, "1e-5"),
        ("0.5", 50, 10**8, "1e-30"),
        ("0.1", "0.3", 100, "1e-5"),  # thousands of nodes
    ],
)
@pytest.mark.slow
def test_sharp_for_few_samples_in_many_steps(q: str, sigma: str, steps: int, delta: str) -> None:
    for relation in subsampled.RELATIONS:
        box = subsampled.epsilon(delta, (q, sigma, steps), relation=relation).box
        assert box.relative_width() < 1e-12
        assert (
            subsampled.delta(box.upper(), (q, sigma, steps), relation=relation).box.relative_width() < 1e-12
        )


def test_other_contours_agree() -> None:
    """The tilt is a choice: intervals of different tilts overlap."""
    run, tilt, eps, _ = planned(Fraction(1, 50), Fraction(3, 2), 2000, "remove", 1e-6)
    intervals = [Contour(run, best_plan(run, tilt * f)).delta(arb(eps)) for f in (0.8, 1, 1.25)]
    for (low, high), (low_, high_) in itertools.combinations(intervals, 2):
        assert low <= high_
        assert low_ <= high


def test_a_bad_proposal_widens_and_never_moves() -> None:
    run, tilt, eps, _ = planned(Fraction(1, 50), Fraction(2), 1953, "replace", 1e-5)
    good = best_plan(run, tilt)
    low, high = Contour(run, good).delta(arb(eps))
    (rule,) = good.rules
    worse = [
        {"step": 4 * rule.step, "nodes": rule.nodes // 4},
        {"low": rule.low / 2},
        {"nodes": rule.nodes * 3 // 4},
        {"line": 1.0, "strip": 0.01},
    ]
    for changed in (
        {"nodes": 3},
        {"period": good.period / 4},
        {"far_tilt": good.tilt * 1.001},
        *({"rules": (dataclasses.replace(rule, **change),)} for change in worse),
    ):
        bad = Contour(run, dataclasses.replace(good, **changed)).delta(arb(eps))
        assert bad[0] <= low
        assert high <= bad[1]
        assert width(bad) > 1e-13, changed
    for outside in ({"strip": 100.0}, {"line": 100.0}, {"line": -1.0}, {"shift": -0.1}, {"strip": -1.0}):
        with pytest.raises(NoContour):  # the loss is not analytic there, or e^{itL} grows with t
            Contour(run, dataclasses.replace(good, rules=(dataclasses.replace(rule, **outside),)))
    for impossible in ({"far_tilt": good.tilt / 2}, {"tilt": -1.0}, {"period": -1.0}, {"nodes": 0}):
        with pytest.raises(NoContour):
            Contour(run, dataclasses.replace(good, **impossible))


def test_the_line_of_the_nodes_is_a_choice() -> None:
    """Nodes on the real axis and on a line above it give overlapping intervals, both sharp."""
    for pair in PAIRS:
        run, tilt, eps, _ = planned(Fraction(1, 50), Fraction(2), 1953, pair, 1e-5)
        good = best_plan(run, tilt)
        (rule,) = good.rules
        rules = [
            dataclasses.replace(rule, line=line, strip=2.0, step=0.15, nodes=200, low=-15.0)
            for line in (0.0, 1.0, 2.0)
        ]
        ends = [Contour(run, dataclasses.replace(good, rules=(each,))).delta(arb(eps)) for each in rules]
        assert max(map(width, ends)) < 1e-12
        assert max(low for low, _ in ends) <= min(high for _, high in ends)


# --- the two engines ------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_engines_overlap() -> None:
    """54 settings, three pairs: the lattice's interval meets the contour's; neither shares arithmetic with the other."""
    random_ = random.Random(11)
    compared = useful = 0
    while compared < 54:
        pair = list(PAIRS)[compared % 3]
        q, sigma, T = log_uniform(random_, 0.02, 0.5), log_uniform(random_, 0.7, 5), random_.randint(20, 400)
        delta = 10 ** random_.uniform(-12, -3)
        run, tilt, eps, log_delta = planned(q, sigma, T, pair, delta)
        try:
            contour = Contour(run, best_plan(run, tilt)).delta(arb(eps))
        except NoContour:
            continue
        lattice = Lattice(run, tilt, log_delta, points=1 << 10).delta(Fraction(eps))
        assert contour[0] <= lattice[1]
        assert lattice[0] <= contour[1]
        assert width(contour) < 1e-3
        useful += width(lattice) < 1
        compared += 1
    assert useful >= 40


def test_a_finer_lattice_is_narrower_and_overlaps() -> None:
    for pair in PAIRS:
        run, tilt, eps, log_delta = planned(Fraction(1, 4), Fraction(1), 30, pair, 1e-6)
        coarse, fine = (Lattice(run, tilt, log_delta, points=1 << k).delta(Fraction(eps)) for k in (8, 10))
        assert fine[0] <= coarse[1]
        assert coarse[0] <= fine[1]
        assert width(fine) < width(coarse) / 4  # second order in the mesh


# --- numerical integration -------------------------------------------------------------------------------------


def by_integration(q: float, sigma: float, steps: int, pair: str, eps: float) -> float:
    """delta of one or two steps in float64: the best set by bisection, the first of two steps by quadrature."""
    up, down = (sign / sigma for sign in PAIRS[pair])
    tail = np.vectorize(lambda x: math.erfc(x / math.sqrt(2)) / 2)

    def ratio(x: np.ndarray, shift: float) -> np.ndarray:
        return 1 - q + q * np.exp(shift * x - shift**2 / 2)

    def one_step(loss: np.ndarray) -> np.ndarray:
        low, high = np.full_like(loss, -40.0), np.full_like(loss, 40.0)
        for _ in range(70):
            middle = (low + high) / 2
            above = ratio(middle, up) > np.exp(loss) * ratio(middle, down)
            low, high = np.where(above, low, middle), np.where(above, middle, high)
        p, r = ((1 - q) * tail(high) + q * tail(high - s) for s in (up, down))
        return p - np.exp(loss) * r

    if steps == 1:
        return float(one_step(np.array([eps]))[0])
    x = np.linspace(-12, 12, 6001)
    density = np.exp(-(x**2) / 2) / math.sqrt(2 * math.pi) * ratio(x, up)
    return float(np.sum(density * one_step(eps - np.log(ratio(x, up) / ratio(x, down)))) * (x[1] - x[0]))


@pytest.mark.parametrize("relation", ["add-remove", "replace-one"])
@pytest.mark.parametrize(
    ("q", "sigma", "eps"), [("0.1", "1", "0.5"), ("0.5", "0.8", "1"), ("0.01", "1", "0.1"), ("0.3", "2", "0")]
)
def test_one_step_against_integration(relation: str, q: str, sigma: str, eps: str) -> None:
    box = subsampled.delta(eps, (q, sigma, 1), relation=relation).box
    value = max(
        by_integration(float(q), float(sigma), 1, pair, float(eps)) for pair in subsampled.RELATIONS[relation]
    )
    assert float(box.lo) == pytest.approx(value, rel=1e-10)
    assert box.relative_width() < 1e-15


@pytest.mark.parametrize("pair", list(PAIRS))
@pytest.mark.parametrize(("q", "sigma", "eps"), [(0.25, 1.0, 0.4), (0.5, 0.75, 0.5)])
@pytest.mark.slow
def test_two_steps_against_integration(pair: str, q: float, sigma: float, eps: float) -> None:
    value = by_integration(q, sigma, 2, pair, eps)
    run = [Step(Block(Fraction(q), Fraction(sigma), 2), pair)]
    tilt = tilt_for(run, lambda at, _: at < eps)
    low, high = Lattice(run, tilt, math.log(value), points=1 << 9).delta(Fraction(eps))
    assert float(low) <= value * (1 + 1e-6)
    assert value <= float(high) * (1 + 1e-6)
    assert width((low, high)) < 1e-2


@pytest.mark.slow
@pytest.mark.parametrize("relation", list(subsampled.RELATIONS))
@pytest.mark.parametrize(
    ("q", "sigma", "eps"), [("0.25", "1", "0.4"), ("0.05", "1", "0.3"), ("0.01", "2", "0.05")]
)
def test_two_steps_of_the_contour_against_integration(relation: str, q: str, sigma: str, eps: str) -> None:
    answer = subsampled.delta(eps, (q, sigma, 2), relation=relation)
    pairs = subsampled.RELATIONS[relation]
    value = max(by_integration(float(q), float(sigma), 2, pair, float(eps)) for pair in pairs)
    assert "contour" in answer.engines
    assert float(answer.box.lo) == pytest.approx(value, rel=1e-6)
    assert answer.box.relative_width() < 1e-12


# --- the public functions ----------------------------------------------------------------------------------------


def test_known_answers() -> None:
    """From an independent first computation of the same quantities."""
    known = {
        ("0.01", "1", 1000, "1e-5", "add-remove"): 1.8282366665165772,
        ("0.02", "2", 1953, "1e-30", "replace-one"): 10.384413610883723,
        ("0.1", "5", 10000, "1e-10", "add-remove"): 14.502101793295642,
    }
    for (q, sigma, T, delta, relation), eps in known.items():
        answer = subsampled.epsilon(delta, (q, sigma, T), relation=relation)
        assert answer.box.upper() == pytest.approx(eps, rel=4e-16)
        assert answer.box.relative_width() < 1e-15
        assert answer.note == ""


@pytest.mark.slow
def test_a_search_that_starts_where_delta_is_no_float64() -> None:
    """Newton on log delta once divided by a delta that float64 rounds to 0."""
    run, target = (2**-10, 2, 10000), Fraction(1, 2**33)
    box = subsampled.epsilon(target, run, relation="add-remove").box
    assert box.relative_width() < 1e-13
    assert subsampled.delta(box.upper(), run, relation="add-remove").box.hi <= target
    assert subsampled.delta(box.lower(), run, relation="add-remove").box.lo > target * (
        1 - Fraction(1, 10**12)
    )


@pytest.mark.slow
def test_the_other_direction_is_skipped_near_its_largest_loss() -> None:
    """eps is close to the largest loss of the add direction, where its best tilt is in the thousands."""
    run = ("0.01", 1, 1000)
    eps = subsampled.epsilon("1e-30", run, relation="add-remove").box.upper()
    box = subsampled.delta(eps, run, relation="add-remove").box
    assert box.relative_width() < 1e-12
    assert box.hi <= Fraction(1, 10**30) * (1 + Fraction(1, 10**12))


@pytest.mark.slow
def test_inverses_meet_and_miss_their_target() -> None:
    run = ("0.02", "2", 1953)
    for relation in subsampled.RELATIONS:
        box = subsampled.epsilon("1e-6", run, relation=relation).box
        assert subsampled.delta(box.upper(), run, relation=relation).box.hi <= Fraction(1, 10**6)
        assert subsampled.delta(box.lower(), run, relation=relation).box.lo > Fraction(1, 10**6)
        noise = subsampled.sigma(2, "1e-6", "0.02", 1953, relation=relation).box
        assert noise.relative_width() < 1e-12
        assert subsampled.delta(2, ("0.02", noise.upper(), 1953), relation=relation).box.hi <= Fraction(
            1, 10**6
        )
        assert subsampled.delta(2, ("0.02", noise.lower(), 1953), relation=relation).box.lo > Fraction(
            1, 10**6
        )


def test_engines_that_exclude_each_other_are_an_error() -> None:
    class Wrong:
        def delta(self, eps: object) -> tuple[arb, arb]:
            return arb("0.9"), arb("0.95")

    curve = Curve([Step(Block(Fraction(1, 50), Fraction(2), 1953), "remove")])
    curve.plan_for_eps(Fraction(2))
    assert curve.delta(Fraction(2))[1] < 0.01
    curve.lattice = Wrong()  # type: ignore[assignment]
    with pytest.raises(EngineDisagreement, match="contour and lattice"):
        curve.delta(Fraction(2))


def test_one_step_next_to_its_largest_loss_is_not_zero() -> None:
    """Within 2^-150 below -log(1 - q) the first precision cannot tell which branch holds; delta is tiny, and not 0."""
    curve = Curve([Step(Block(Fraction(1, 2), Fraction(1, 10), 1), "add")])
    with precision(400):
        largest = fraction(arb(2).log().lower())
    low, high = curve.delta(largest - Fraction(1, 2**150))
    assert 0 < low <= high < 1e-40
    assert curve.delta(largest + Fraction(1, 2**150)) == (0, 0)


def test_blocks_of_a_mixed_run() -> None:
    """Equal blocks add up; the order does not matter; a mixed run lies between its two ends."""
    halves = subsampled.epsilon("1e-5", ("0.02", 2, 900), ("0.02", 2, 1053)).box
    whole = subsampled.epsilon("1e-5", ("0.02", 2, 1953)).box
    assert (halves.lo, halves.hi) == (whole.lo, whole.hi)
    mixed = subsampled.delta(3, ("0.02", 2, 900), ("0.02", "1.5", 1053)).box
    swapped = subsampled.delta(3, ("0.02", "1.5", 1053), ("0.02", 2, 900)).box
    assert mixed.lo <= swapped.hi
    assert swapped.lo <= mixed.hi
    assert subsampled.delta(3, ("0.02", 2, 1953)).box < mixed
    assert mixed < subsampled.delta(3, ("0.02", "1.5", 1953)).box


def test_the_add_direction_has_a_bounded_loss() -> None:
    run = [Step(Block(Fraction(1, 100), Fraction(1), 3), "add")]
    assert Curve(run).delta(Fraction(31, 1000)) == (0, 0)
    assert Curve(run).delta(Fraction(30, 1000)) == (
        0,
        1,
    )  # -3 log(0.99) = 0.0301...; without a plan nothing is known


@pytest.mark.slow
@pytest.mark.parametrize(
    ("q", "sigma", "steps", "eps"), [("0.5", "0.1", 10, 100), ("0.01", "0.2", 20, 1), ("0.1", "0.2", 100, 8)]
)
@pytest.mark.parametrize("relation", list(subsampled.RELATIONS))
def test_few_participations_with_little_noise_go_to_the_lattice(
    q: str, sigma: str, steps: int, eps: int, relation: str
) -> None:
    """Nearly all outcomes without the record have one loss, on which the lattice is anchored."""
    answer = subsampled.delta(eps, (q, sigma, steps), relation=relation)
    assert "lattice" in answer.engines
    assert 0 < answer.box.lo < answer.box.hi < 1
    assert answer.box.relative_width() < 1e-5
    if answer.box.relative_width() > subsampled.WIDE:
        assert answer.note.startswith("sound but wide")


@pytest.mark.slow
@pytest.mark.parametrize("pair", list(PAIRS))
def test_one_step_of_the_lattice_against_the_closed_form(pair: str) -> None:
    for q, sigma, eps in [("0.01", "0.3", 1), ("0.2", "1", "0.1"), ("0.01", "0.1", 20)]:
        step = Step(Block(Fraction(q), Fraction(sigma), 1), pair)
        low, high = Curve([step]).delta(Fraction(eps))
        tilt = tilt_for([step], lambda at, _, eps=eps: at < float(eps))
        below, above = Lattice([step], tilt, saddle([step], tilt)[1], points=1 << 11).delta(Fraction(eps))
        assert below <= low
        assert high <= above
        if pair != "add" or high > 0:
            assert width((below, above)) < 1e-3


@pytest.mark.slow
def test_extremes_return() -> None:
    """No hang and no crash where float64 cannot steer: the interval is wide, sound and says so."""
    answer = subsampled.epsilon("1e-5", ("0.5", "1e-3", 10))
    assert answer.note == "sound but wide (the lower end is 0): no engine is sharp here"
    assert answer.engines == (subsampled.GAUSSIAN,)
    assert answer.box.lower() == 0
    assert answer.box.upper() <= gaussian.epsilon("1e-5", "0.0005", 10).upper() * 1.001
    assert subsampled.delta("1e6", ("0.5", "1", 10)).box.lower() == 0
    unresolved = subsampled.delta("2.01e7", ("0.5", "1e-3", 10))
    assert unresolved.box.hi <= gaussian.delta("2.01e7", "0.000499999", 10).hi < 1e-50
    assert subsampled.delta("3e7", ("0.5", "1e-3", 10)).box.hi == SMALLEST


def test_noise_beyond_the_precision_of_the_lattice_returns() -> None:
    """The ball of a threshold spans the whole line, so that upper masses are far above 1: composing them would not end."""
    run = [Step(Block(Fraction(1, 100), Fraction(10**100), 10**9), "replace")]
    with pytest.raises(OverflowError, match="known too coarsely"):
        Lattice(run, 0.376, -0.001, points=1 << 11)
    assert subsampled.epsilon("0.999", ("0.01", "1e100", 10**9)).box.upper() == 0


def test_the_work_of_the_lattice_is_bounded() -> None:
    """More blocks get fewer points."""
    few, many = (
        [Step(Block(Fraction(k, 1000), Fraction(1), 9), "remove") for k in range(1, n)] for n in (2, 51)
    )
    few_points, many_points = (
        window.last - window.first for window in (_window(run, 1.0, -20.0, POINTS) for run in (few, many))
    )
    assert many_points < few_points / 2
    with pytest.raises(OverflowError, match="too many products"):
        _window(many, 1.0, -2500.0, POINTS)


@pytest.mark.parametrize("run", [("1", 1, 1), ("0.1", 1, 1), ("0.5", 1, 10)])
def test_a_delta_that_is_too_small_for_a_fraction_is_rounded_outward(run: tuple[str, int, int]) -> None:
    """Without sampling it is 1e-34575, with it less; after ten steps floats do not find their way."""
    answer = subsampled.delta(800 if run[2] == 1 else "1e6", run)
    assert (answer.box.lo, answer.box.hi) == (0, SMALLEST)
    assert answer.note == "below 2^-65536: its ends are rounded outward"


def test_noise_for_one_step_is_sharp() -> None:
    """The closed form resolves the noise to nearly float64."""
    noise = subsampled.sigma(1, "1e-5", "0.02", 1).box
    assert noise.relative_width() < 1e-12
    assert subsampled.delta(1, ("0.02", noise.upper(), 1)).box.hi <= Fraction(1, 10**5)


@pytest.mark.parametrize("q", [0, -1, "1.0001", 2, math.nan, "x", None, 1e-13])
def test_bad_rate(q: object) -> None:
    with pytest.raises(InvalidInput, match="q, the sampling rate"):
        subsampled.delta(1, (q, 1, 10))


@pytest.mark.parametrize(
    ("call", "named"),
    [
        (lambda: subsampled.delta(1, ("0.1", 0, 10)), "sigma"),
        (lambda: subsampled.delta(1, ("0.1", -1, 10)), "sigma"),
        (lambda: subsampled.delta(1, ("0.1", 1, 0)), "steps"),
        (lambda: subsampled.delta(1, ("0.1", 1, 1.5)), "steps"),
        (lambda: subsampled.delta(1, ("0.1", 1, 10**10)), "steps"),
        (lambda: subsampled.delta(-1, ("0.1", 1, 1)), "eps"),
        (lambda: subsampled.epsilon(0, ("0.1", 1, 1)), "delta"),
        (lambda: subsampled.epsilon(1, ("0.1", 1, 1)), "delta"),
        (lambda: subsampled.epsilon("1e-5", ("0.1", 1, 1), relation="add"), "relation"),
        (lambda: subsampled.epsilon("1e-5", ("0.1", 1)), "blocks"),
        (lambda: subsampled.epsilon("1e-5"), "blocks"),
        (lambda: subsampled.sigma(1, "1e-5", 0, 10), "q"),
    ],
)
def test_bad_input(call, named: str) -> None:
    with pytest.raises(InvalidInput, match=named):
        call()


def test_floats_are_the_rationals_that_they_are() -> None:
    """q = 0.1 as float64 is not one tenth, and the intervals are narrow enough to tell them apart."""
    run = (5, 10000)
    decimal = subsampled.delta("14.5", ("0.1", *run), relation="add-remove").box
    binary = subsampled.delta("14.5", (0.1, *run), relation="add-remove").box
    assert decimal < binary


def test_precision_is_left_as_it_was() -> None:
    from flint import ctx

    before = ctx.prec
    subsampled.epsilon("1e-5", ("0.02", 2, 1953))
    assert ctx.prec == before
    assert np.geterr()["over"] == "warn"


def test_equal_blocks_are_one_and_the_message_is_about_different_ones() -> None:
    many = subsampled.epsilon(1e-5, *[(0.01, 1, 100)] * 51)
    assert many.box.text(12) == subsampled.epsilon(1e-5, (0.01, 1, 5100)).box.text(12)
    with pytest.raises(InvalidInput, match="1 to 50 different blocks"):
        subsampled.epsilon(1e-5, *[(0.01, 1 + k, 100) for k in range(51)])
    with pytest.raises(InvalidInput, match=r"steps .* must be <= 1000000000"):
        subsampled.epsilon(1e-5, *[(0.01, 1, 10**9)] * 2)


def test_the_float_1e_12_is_a_rate() -> None:
    assert subsampled.functions.require_rate(1e-12) == Fraction(1e-12)
    with pytest.raises(InvalidInput, match="must be at least 1e-12, got '9e-13'"):
        subsampled.functions.require_rate("9e-13")


@pytest.mark.parametrize("relation", subsampled.RELATIONS)
def test_total_variation_answers_eps_0(relation: str) -> None:
    """As much as T steps can differ in total: then eps = 0 meets delta, and no smaller delta is sure to be met."""
    run = [Block(Fraction(1, 10**5), Fraction(2), 100), Block(Fraction(1, 10**4), Fraction(1), 3)]
    most = fraction(subsampled.functions.variation(run, relation))
    answer = subsampled.epsilon(
        most * Fraction(10**9 + 1, 10**9), *((b.q, b.sigma, b.steps) for b in run), relation=relation
    )
    assert (answer.box.lo, answer.box.hi) == (0, 0)
    reach = 2 if relation == "replace-one" else 1
    by_hand = sum(float(b.q) * b.steps * math.erf(reach / float(b.sigma) / 8**0.5) for b in run)
    assert float(most) == pytest.approx(by_hand, rel=1e-12)


@pytest.mark.parametrize(
    ("q", "sigma", "steps", "eps"),
    [("0.01", "0.5", 4, "0.5"), ("0.2", "0.8", 5, "1.5"), ("1e-4", "1", 20, "0.01")],
)
@pytest.mark.parametrize("pair", list(PAIRS))
def test_a_window_that_ends_next_to_eps_overlaps_one_that_holds_all(
    pair: str, q: str, sigma: str, steps: int, eps: str
) -> None:
    """Losses above the window are split above, and accepted below: both windows contain delta."""
    run = [Step(Block(Fraction(q), Fraction(sigma), steps), pair)]
    tilt = tilt_for(run, lambda at, _: at < float(eps))
    about = saddle(run, tilt)[1]
    wide, short = (
        Lattice(run, tilt, about, 1 << 11, end).delta(Fraction(eps)) for end in (math.inf, float(eps))
    )
    assert max(wide[0], short[0]) <= min(wide[1], short[1])
    if pair == "remove":
        assert width(short) < width(wide)


def test_few_participations_have_two_sharp_ends() -> None:
    """Runs of which the lower end was poor: one rare block, and one rare block among many tiny steps."""
    runs = [
        (3.08e-13, [("1.1e-5", "0.99", 18)]),
        (5.04e-6, [("1.43e-5", "0.46", 22), ("2.96e-4", "0.32", 1)]),
    ]
    for delta, blocks in runs:
        answer = subsampled.epsilon(delta, *blocks, relation="add-remove")
        assert 0 < answer.box.relative_width() < subsampled.WIDE


# --- outcomes that are set aside ------------------------------------------------------------------------------


def cut_contour(step: Step, cut: float, eps: float, tilt: float) -> tuple[arb, arb]:
    """delta of a step by a contour that sets aside what is beyond the cut; its plan is for a farther one."""
    far, kept = ([dataclasses.replace(step, cut=each)] for each in (14.0, cut))
    with np.errstate(all="ignore"):
        return Contour(kept, plan(far, tilt, eps, -20.0)).delta(arb(eps))


STEPS = [
    Step(Block(Fraction(q), Fraction(sigma), steps), pair)
    for pair in PAIRS
    for q, sigma, steps in (("0.3", "2", 40), ("0.05", "3", 900))
]


@pytest.mark.parametrize("step", STEPS, ids=str)
def test_with_and_without_rare_outcomes_the_intervals_overlap(step: Step) -> None:
    """Also where much is set aside: then the interval is wide, and contains the other one."""
    tilt = tilt_for([step], lambda _, size: size > -20)
    eps = saddle([step], tilt)[0]
    low, high = Contour([step], best_plan([step], tilt)).delta(arb(eps))
    for cut in (14.0, 10.0, 6.0, 4.0):
        ends = cut_contour(step, cut, eps, tilt)
        assert max(low, ends[0]) <= min(high, ends[1])
        assert (width(ends) < 1e-12) == (cut == 14)


@pytest.mark.parametrize("forgotten", ["the way to the line", "the way and the probability"])
def test_what_is_set_aside_is_not_forgotten(forgotten: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The control: without the way to the line of the nodes, and without the probability, intervals miss delta."""
    monkeypatch.setattr(contour_bounds, "edges", lambda *_: arb(0))
    if forgotten != "the way to the line":
        monkeypatch.setattr(contour, "set_aside", lambda *_: arb(0))
    missed = set()
    for step in STEPS:
        tilt = tilt_for([step], lambda _, size: size > -20)
        eps = saddle([step], tilt)[0]
        low, high = Contour([step], best_plan([step], tilt)).delta(arb(eps))
        ends = [cut_contour(step, cut, eps, tilt) for cut in (7.0, 6.0, 5.0)]
        missed |= {"above" for end in ends if end[0] > high} | {"below" for end in ends if end[1] < low}
    assert missed == ({"above"} if forgotten == "the way to the line" else {"above", "below"})


def test_the_probability_set_aside_is_that_of_a_larger_outcome() -> None:
    for step in STEPS:
        q, m, cut = float(step.block.q), step.signs[0] / float(step.block.sigma), 3.0
        inside = [
            math.erf((cut - shift) / 2**0.5) / 2 + math.erf((cut + shift) / 2**0.5) / 2 for shift in (0, m)
        ]
        beyond = step.block.steps * (1 - (1 - q) * inside[0] - q * inside[1])
        found = float(contour_bounds.set_aside([dataclasses.replace(step, cut=cut)]))
        assert found == pytest.approx(beyond, rel=1e-9)


def two_steps(q: Fraction, sigma: Fraction, pair: str, eps: float) -> mp.mpf:
    """delta of two steps with 40 digits: over the first output, of the best test of the second."""
    with mp.workdps(40):
        rate, m = mp.mpf(q.numerator) / q.denominator, mp.mpf(sigma.denominator) / sigma.numerator
        up, down = (sign * m for sign in PAIRS[pair])

        def loss(x: mp.mpf) -> mp.mpf:
            first, second = (mp.log1p(rate * mp.expm1(s * x - s * s / 2)) for s in (up, down))
            return first - second

        def one_step(level: mp.mpf, near: mp.mpf) -> mp.mpf:
            x = mp.findroot(lambda x: (loss(x) - level) / rate, near)
            p, r = ((1 - rate) * mp.ncdf(-x) + rate * mp.ncdf(s - x) for s in (up, down))
            return p - mp.exp(level) * r

        def density(x: mp.mpf) -> mp.mpf:
            return (
                mp.npdf(x) * (1 + rate * mp.expm1(up * x - up * up / 2)) * one_step(eps - loss(x), start(x))
            )

        def start(x: mp.mpf) -> mp.mpf:
            """Where an odd function of the output would have the rest of the loss."""
            rest = (eps - loss(x)) / (rate * m * sum(map(abs, PAIRS[pair])))
            return mp.asinh(rest * m) / m

        return mp.quad(density, [-11, -6, -3, 0, 3, 6, 11], maxdegree=5)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("q", "sigma", "eps"), [("1e-8", "2", 2e-8), ("1e-12", "3", 1e-12), ("1e-6", "5", 3e-7)]
)
def test_two_rare_steps_against_many_digits(q: str, sigma: str, eps: float) -> None:
    box = subsampled.delta(eps, (q, sigma, 2)).box
    truth = two_steps(Fraction(q), Fraction(sigma), "replace", eps)
    assert float(box.lo) * (1 - 1e-10) <= truth <= float(box.hi) * (1 + 1e-10)
    assert box.relative_width() < 1e-8
    assert not float(box.lo) * 1.0001 <= truth <= float(box.hi) * 1.0001  # the control


def rare_runs(seed: int, count: int) -> list[tuple[float, float, int, str, float]]:
    """At most ten expected participations in 2 to 10^9 steps; q, sigma, T, the relation, delta."""
    random_ = random.Random(seed)
    found = []
    for _ in range(count):
        steps = int(log_uniform(random_, 2, 1e9))
        q = math.exp(random_.uniform(math.log(1e-12), math.log(min(1e-3, 10 / steps))))
        relation = random_.choice(list(subsampled.RELATIONS))
        found.append((q, random_.uniform(1, 10), steps, relation, 10 ** random_.uniform(-15, -6)))
    return found


def test_rare_participations_have_two_sharp_ends() -> None:
    """A thousandth of a participation in 10^9 steps: eps = 0 for delta = 1e-5, and all digits of smaller ones."""
    run = (1e-12, 1, 10**9)
    for relation in subsampled.RELATIONS:
        known = subsampled.delta(1e-7, run, relation=relation).box
        assert known.relative_width() < 1e-12
        assert known.upper() == pytest.approx(run_delta([run], relation, 1e-7), rel=1e-4, abs=0)
        assert subsampled.epsilon(1e-5, run, relation=relation).box.text() == "[0, 0]"
        box = subsampled.epsilon(1e-9, run, relation=relation).box
        assert box.relative_width() < 1e-12
        assert run_delta([run], relation, box.upper()) == pytest.approx(1e-9, rel=1e-4, abs=0)


@pytest.mark.slow
def test_rare_participations_are_confirmed_by_an_fft() -> None:
    """40 random runs: upper end and target, by code that shares nothing; an eps of 1 % more or less is not confirmed."""
    confirmed = 0
    for q, sigma, steps, relation, target in rare_runs(5, 40):
        box = subsampled.epsilon(target, (q, sigma, steps), relation=relation).box
        seen = run_delta([(q, sigma, steps)], relation, box.upper())
        if math.isnan(seen) or (box.upper() > 0 and box.relative_width() > 1e-6):
            continue
        if box.upper() == 0:
            assert seen <= target
            continue
        assert seen == pytest.approx(target, rel=FFT_ACCURACY, abs=0)
        for wrong in (1.01, 0.99):
            other = run_delta([(q, sigma, steps)], relation, box.upper() * wrong)
            assert other != pytest.approx(target, rel=FFT_ACCURACY, abs=0)
        confirmed += 1
    assert confirmed >= 20


@pytest.mark.slow
@pytest.mark.parametrize(
    ("eps", "delta", "q", "steps", "most"),
    [(0.5, 1e-8, 1e-4, 20, 1e-8), (1e-7, 1e-9, 1e-12, 10**9, 1e-12), (0.1, 1e-10, 1e-5, 1000, 1e-8)],
)
def test_noise_for_rare_participations(eps: float, delta: float, q: float, steps: int, most: float) -> None:
    box = subsampled.sigma(eps, delta, q, steps).box
    assert 0 < box.relative_width() < most
    assert subsampled.delta(eps, (q, box.upper(), steps)).box.hi <= Fraction(delta)
    assert subsampled.delta(eps, (q, box.lower(), steps)).box.lo > Fraction(delta)
