"""The Gaussian curve: known answers, inverses, relations, and bad input."""

from __future__ import annotations

import ctypes
import ctypes.util
import itertools
import json
import math
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from pathlib import Path
from typing import Any

import mpmath as mp
import numpy as np
import pytest

from accountant import Enclosure, delta, epsilon, group_delta, group_log10_delta, log10_delta, sigma
from accountant.gaussian import functions as engine
from accountant.gaussian import second_engine
from accountant.gaussian.float_delta import delta_ends
from accountant.gaussian.second_engine import (
    EngineDisagreement,
    confirm,
    delta_by_mpmath,
    log10_delta_by_mpmath,
    meets_by_mpmath,
)
from accountant.numbers.balls import SMALLEST
from proofs_check.gaussian.float_path import drawn
from reference.errors import InvalidInput

VECTORS = json.loads((Path(__file__).parents[1] / "vectors" / "delta_gauss.json").read_text(encoding="utf-8"))
POINTS = VECTORS["points"]
FLOAT_WIDTH = 2.3e-16
CORNERS = list(itertools.product(("0", 1e-300, 1.0, 5000), ("0.01", 1.0, 1e9), (1, 10**6)))
EPSILON_CASES = list(
    itertools.product((1e-5, "1e-12", Fraction(1, 3), "1e-400"), (0.3, 1, 5.95, 1e6), (1, 10, 10**4))
)
SIGMA_CASES = list(itertools.product((0, 0.1, 1.2, 300), (1e-5, "1e-12", "0.9", "1e-250"), (1, 50)))
BAD = {
    "sigma 0": (lambda: delta(1, 0), r"sigma \(σ, the noise multiplier\) must be > 0, got 0"),
    "sigma negative": (lambda: epsilon(1e-5, -1), "sigma .* must be > 0"),
    "eps negative": (lambda: delta(-0.1, 1), r"eps \(ε, the privacy loss\) must be >= 0"),
    "delta 0": (lambda: epsilon(0, 1), "delta .* strictly between 0 and 1, got 0"),
    "delta 1": (lambda: sigma(1, 1), "delta .* strictly between 0 and 1"),
    "delta 2": (lambda: sigma(1, "2"), "delta .* strictly between 0 and 1"),
    "K 0": (lambda: delta(1, 1, 0), r"compositions \(K_comp.* must be >= 1"),
    "K half": (lambda: delta(1, 1, 1.5), "compositions .* must be a whole number"),
    "K text": (lambda: delta(1, 1, "two"), "compositions .* must be a whole number"),
    "group 0": (lambda: group_delta(1, 1, 0), "group .* must be >= 1"),
    "nan": (lambda: delta(float("nan"), 1), "eps .* must be finite"),
    "inf": (lambda: delta(1, float("inf")), "sigma .* must be finite"),
    "numpy nan": (lambda: delta(np.float64("nan"), 1), "eps .* must be finite"),
    "text": (lambda: delta("one", 1), "eps .* must be a number or a decimal string, got 'one'"),
    "division by 0": (lambda: delta("1/0", 1), "must be a number or a decimal string"),
    "none": (lambda: delta(None, 1), "must be a number or a decimal string"),
    "true": (lambda: delta(True, 1), "must be a number or a decimal string"),
    "digits 0": (lambda: delta(1, 1, digits=0), "digits .* must be >= 1"),
    "digits many": (lambda: delta(1, 1, digits=10**6), "digits .* must be <= 10000"),
    "no float64 is enough noise": (lambda: sigma(0, "1e-400"), "is met by no float64"),
    "huge exponent": (lambda: delta("1e10000000", 1), "exponent of at most"),
    "tiny exponent": (lambda: delta(1, "1e-100000000"), "exponent of at most"),
    "sigma too small": (lambda: delta(1, "1e-5000"), "between 1e-100 and 1e300"),
    "sigma subnormal": (lambda: delta(1, 5e-324), "between 1e-100 and 1e300"),
    "sigma too large": (lambda: delta(1, 1.7e308), "between 1e-100 and 1e300"),
    "eps too large": (lambda: sigma("1e400", 1e-5), "between 1e-100 and 1e300"),
    "K too large": (lambda: delta(1, 1, 10**400), "must be <= "),
    "K superscript": (lambda: delta(1, 1, "²"), "must be a whole number"),
    "group too large": (lambda: group_delta(1, 1, 10**400), "must be <= "),
    "very long number": (lambda: delta(-(10**5000), 1), "must be >= 0, got a number with too many digits"),
    "long double": (lambda: delta(np.longdouble(1) / 3, 1), "must be a number or a decimal string"),
    "shapes": (lambda: delta([1, 2], [1, 2, 3]), "shapes that fit each other"),
    "masked": (lambda: delta(np.ma.array([1.0, 2.0], mask=[0, 1]), 1), "must not be masked"),
    "in an array": (lambda: delta([1, -1], 1), "eps .* must be >= 0, got -1"),
}


def off(engine_of: Any) -> Any:
    """The engine, wrong in its 13th digit."""
    return lambda *point: engine_of(*point) * (1 + mp.mpf(10) ** -13)


PLANTED: dict[str, tuple[str, Any, Any, str]] = {
    label: (true.__name__, off(true), ask, f"^{what}: balls")
    for label, true, what, ask in (
        ("delta", delta_by_mpmath, "delta", lambda v: delta(1.2, 3.7, verify=v)),
        ("delta, array", delta_by_mpmath, "delta", lambda v: delta([1, 1.2], 3.7, verify=v)),
        ("group_delta", delta_by_mpmath, "delta", lambda v: group_delta(30, 6, 50, verify=v)),
        ("log10, small", log10_delta_by_mpmath, "log10 of delta", lambda v: log10_delta(300, 2, verify=v)),
        ("log10, near 1", log10_delta_by_mpmath, "log10 of delta", lambda v: log10_delta(1, 0.05, verify=v)),
        (
            "log10, group",
            log10_delta_by_mpmath,
            "log10 of delta",
            lambda v: group_log10_delta(9, 6, 5, verify=v),
        ),
    )
} | {
    f"{name}, {planted}": ("meets_by_mpmath", wrong, ask, f"^{name}: balls say that {said} the target")
    for name, ask in {
        "epsilon": lambda verify: epsilon(1e-5, 3.7, 2, verify=verify),
        "sigma": lambda verify: sigma(1.2, 1e-5, 2, verify=verify),
    }.items()
    for planted, wrong, said in (
        ("yes to everything", lambda *point: True, ".* misses"),
        ("no to everything", lambda *point: False, ".* meets"),
        ("lax target", lambda e, s, k, t: meets_by_mpmath(e, s, k, t * (1 + 1e-13)), ".* misses"),
        ("strict target", lambda e, s, k, t: meets_by_mpmath(e, s, k, t * (1 - 1e-13)), ".* meets"),
    )
}
PLANTED["epsilon 0"] = (
    "meets_by_mpmath",
    lambda *point: False,
    lambda verify: epsilon(0.9, 5, verify=verify),
    "^epsilon: balls say that 0.0 meets the target",
)


TOO_SMALL = r"below 2\^-65536, too small for a fraction: ask for accountant.log10_delta, which is in \[-"
LEAST = float(mp.log10(SMALLEST.numerator) - mp.log10(SMALLEST.denominator))  # about -19728.3


def enclosed(*point: Any, digits: int = 15) -> Enclosure:
    """delta, or its logarithm where delta says that it is too small for a fraction."""
    logarithm = log10_delta(*point, digits=digits)
    if logarithm > LEAST:
        return delta(*point, digits=digits)
    with pytest.raises(InvalidInput, match=TOO_SMALL):
        delta(*point, digits=digits)
    return logarithm


def as_mpf(end: Fraction) -> Any:
    return mp.mpf(end.numerator) / mp.mpf(end.denominator)


def contains(box: Enclosure, text: str) -> bool:
    """Does the enclosure contain the known answer, which is rounded in its 50th digit?"""
    with mp.workdps(80):
        value = mp.mpf(text)
        slack = abs(value) * mp.mpf(10) ** -49
        return bool(as_mpf(box.lo) <= value + slack and value - slack <= as_mpf(box.hi))


class TestKnownAnswers:
    def test_there_are_enough(self) -> None:
        assert len(POINTS) >= 500
        assert {"about", "provenance"} <= set(VECTORS)

    def test_delta_contains_every_one_and_is_as_narrow_as_a_float(self) -> None:
        logarithms = 0
        for p in POINTS:
            box = enclosed(p["eps"], p["sigma"], p["compositions"])
            assert contains(box, p["delta" if box > 0 else "log10_delta"]), p
            assert box.relative_width() <= FLOAT_WIDTH, p
            logarithms += box < 0
        assert logarithms == sum(mp.mpf(p["log10_delta"]) < LEAST for p in POINTS) == 129

    @pytest.mark.slow
    def test_log10_delta_contains_every_one(self) -> None:
        for p in POINTS:
            box = log10_delta(p["eps"], p["sigma"], p["compositions"])
            assert contains(box, p["log10_delta"]), p
            if mp.mpf(p["log10_delta"]) < -as_mpf(SMALLEST):
                assert box.relative_width() <= FLOAT_WIDTH, p
            else:
                assert (box.lo, box.hi) == (-SMALLEST, 0), p

    def test_many_digits(self) -> None:
        for p in POINTS[::40]:
            box = enclosed(p["eps"], p["sigma"], p["compositions"], digits=45)
            assert contains(box, p["delta" if box > 0 else "log10_delta"]), p
            assert box.relative_width() <= 1e-45

    def test_a_wrong_answer_would_be_seen(self) -> None:
        p = POINTS[210]
        wrong = p["delta"].replace("e", "7e") if "e" in p["delta"] else p["delta"] + "7"
        shifted = str(mp.mpf(wrong) * (1 + mp.mpf(10) ** -14))
        assert not contains(delta(p["eps"], p["sigma"], p["compositions"]), shifted)


class TestWholeRange:
    @pytest.mark.parametrize("point", CORNERS)
    def test_no_zero_no_nan_no_overflow(self, point: tuple[Any, ...]) -> None:
        box, logarithm = enclosed(*point), log10_delta(*point)
        assert box.upper() <= 1
        assert box > 0 or box.hi == logarithm.hi < LEAST
        assert math.isfinite(logarithm.lower())
        assert logarithm.upper() <= 0

    @pytest.mark.parametrize("noise", ["1e-5", "1e-10", "1e-30", "1e-100"])
    def test_hardly_any_noise(self, noise: str) -> None:
        """eps is then about 1/(2 sigma^2), where e^eps overflows and float64 does not know the sign of x."""
        box = epsilon("1e-3", noise, verify=True)
        assert box.lower() < 0.5 / float(noise) ** 2 * (1 + 1e-4) <= box.upper() * (1 + 1e-4)
        logarithm = log10_delta(1, noise)
        assert logarithm.hi <= 0
        assert -1e-300 < logarithm.lower() < 0

    def test_the_side_of_the_crossing_is_decided_exactly(self) -> None:
        """5e59 as a float64 is below 1/(2 sigma^2) = 5 * 10^59, so that delta is next to 1, not next to 0."""
        assert Fraction(5e59) < 5 * 10**59
        assert delta(5e59, "1e-30").lower() > 0.999999
        assert log10_delta(math.nextafter(5e59, math.inf), "1e-30").upper() < -300

    def test_far_below_every_float(self) -> None:
        with pytest.raises(
            InvalidInput, match=rf"at eps = 5000, sigma = 1e\+09 is {TOO_SMALL}5.42869e\+24, -5.42868e"
        ):
            delta(5000, 1e9)
        with pytest.raises(InvalidInput, match=r"sigma = 5e\+10 is .* ask for accountant.group_log10_delta"):
            group_delta(5000, "5e10", 50)
        box = log10_delta(5000, 1e9, digits=40)
        assert box.text(26) == "[-5428681023790647845638060.6, -5428681023790647845638060.5]"
        assert box.relative_width() < 1e-40

    def test_small_deltas_are_fractions_up_to_the_limit(self) -> None:
        """At sigma = 1 the limit 2^-65536 lies between eps = 301 and eps = 303."""
        box = delta(301, 1, digits=1000)
        assert SMALLEST < box.lo < box.hi
        assert (box.lower(), box.upper()) == (0.0, 5e-324)
        assert box < Fraction(1, 10**400)
        assert not box < 0
        with pytest.raises(InvalidInput, match=TOO_SMALL):
            delta(303, 1)

    def test_delta_of_ten_to_minus_ten_to_the_thirteen(self) -> None:
        logarithm = log10_delta("6.786", 1e6)
        assert -1.1e13 < logarithm.lower() <= logarithm.upper() < -0.9e13

    def test_random_points_against_five_hundred_digits(self) -> None:
        rng = np.random.default_rng(11)
        for _ in range(300):
            eps, noise = float(10 ** rng.uniform(-6, 3.69)), float(10 ** rng.uniform(-2, 9))
            count = int(10 ** rng.uniform(0, 6))
            box, sharp = enclosed(eps, noise, count), enclosed(eps, noise, count, digits=500)
            assert box.lo <= sharp.lo
            assert sharp.hi <= box.hi
            assert box.relative_width() <= FLOAT_WIDTH


class TestInverses:
    @pytest.mark.parametrize("case", EPSILON_CASES)
    def test_epsilon_is_the_smallest_float_that_meets_the_target(self, case: tuple[Any, ...]) -> None:
        target, noise, count = case
        box = epsilon(target, noise, count)
        self.check_smallest(box, lambda eps: delta_by_mpmath(eps, noise, count, 25), target)

    @pytest.mark.parametrize("case", SIGMA_CASES)
    def test_sigma_is_the_smallest_float_that_meets_the_target(self, case: tuple[Any, ...]) -> None:
        eps, target, count = case
        box = sigma(eps, target, count)
        self.check_smallest(box, lambda noise: delta_by_mpmath(eps, noise, count, 25), target)

    def check_smallest(self, box: Enclosure, curve: Any, target: Any) -> None:
        """By the other engine: hi meets the target, lo, the float before it, does not."""
        with mp.workdps(40):
            goal = mp.mpf(Fraction(target).numerator) / Fraction(target).denominator
            assert Fraction(box.upper()) == box.hi
            assert curve(box.upper()) <= goal
            if box.hi > 0:
                assert math.nextafter(box.upper(), 0) == box.lower()
                assert box.lower() == 0 or curve(box.lower()) > goal

    def test_round_trip(self) -> None:
        for eps in (0.01, 0.6, 3.0):
            at = delta(eps, 2.5, 3)
            assert epsilon(at.hi, 2.5, 3).lower() <= eps <= epsilon(at.lo, 2.5, 3).upper()
            assert sigma(eps, at.hi, 3).lower() <= 2.5 <= sigma(eps, at.lo, 3).upper()

    def test_epsilon_zero(self) -> None:
        box = epsilon(0.9, 5)
        assert (box.lo, box.hi) == (0, 0)

    @pytest.mark.parametrize("noise", [0.08, 0.11, 0.12, 0.3, 1.0, 1e6])
    def test_targets_next_to_delta_at_zero(self, noise: float) -> None:
        at_zero = delta(0, noise, digits=40)
        if at_zero.upper() < 1:
            assert epsilon(at_zero.upper(), noise).hi == 0
        assert epsilon(at_zero.hi, noise).hi == 0
        assert epsilon(at_zero.lo * Fraction(99, 100), noise).hi > 0


class TestRelations:
    def test_decreasing_in_eps_and_sigma_increasing_in_compositions(self) -> None:
        for grid in ([(e, 2, 3) for e in (0, 0.5, 1, 7)], [(1, s, 3) for s in (0.1, 1, 5, 80)]):
            boxes = [delta(*point) for point in grid]
            assert all(b < a for a, b in itertools.pairwise(boxes))
        boxes = [delta(1, 2, k) for k in (1, 2, 9, 100)]
        assert all(a < b for a, b in itertools.pairwise(boxes))

    def test_only_sqrt_of_compositions_over_sigma_matters(self) -> None:
        a, b = delta("1.3", 6, 9), delta("1.3", 2, 1)
        assert a.lo <= b.hi
        assert b.lo <= a.hi

    def test_a_group_is_a_larger_shift(self) -> None:
        assert group_delta("0.6", "5.95", 50).text(12) == delta("0.6", "0.119", 1).text(12)
        assert group_delta(0.6, 5.95, 1).text() == delta(0.6, 5.95).text()

    def test_the_paper_group_statement_fails_at_fixed_noise(self) -> None:
        """cor:group_privacy: noise for (0.6, 1e-5) does not give (50 * 0.6, 1e-5) to groups of 50."""
        noise = sigma("0.6", "1e-5").upper()
        assert group_delta(30, noise, 50) > Fraction(69, 100)


class TestInputs:
    def test_strings_are_decimals_and_floats_are_binary(self) -> None:
        assert delta("0.1", 1, digits=30).text(25) == delta(Fraction(1, 10), 1, digits=30).text(25)
        assert delta("0.1", 1, digits=30).text(25) != delta(0.1, 1, digits=30).text(25)

    def test_arrays(self) -> None:
        table = delta(np.array([0.1, 1.0]), [[1], [2.0], [3]])
        assert table.shape == (3, 2)
        assert table[2, 1].text() == delta(1.0, 3).text()
        assert epsilon([1e-5, 1e-6], 2)[0].hi == epsilon(1e-5, 2).hi

    def test_long_arrays_are_answered_by_floats_and_contain_the_balls(self) -> None:
        eps, noise, count = drawn(seed=8, points=600)
        answered = delta_ends(eps, noise, count)[2]
        assert 0.6 < answered.mean() < 1
        here = np.flatnonzero(answered | (eps * noise < 20 * np.sqrt(count)))
        boxes = delta(eps[here], noise[here], count[here])
        for box, *point in zip(
            boxes, eps[here].tolist(), noise[here].tolist(), count[here].tolist(), strict=True
        ):
            sharp = delta(*point)
            assert box.lo <= sharp.lo
            assert sharp.hi <= box.hi
            assert box.relative_width() <= 1e-12
        assert max(box.relative_width() for box in delta(np.full(200, 1.0), 3.0, digits=15)) < 1e-15

    @pytest.mark.parametrize("mode", [0x400, 0x800, 0xC00])
    def test_floats_answer_only_while_they_round_to_nearest(self, mode: int) -> None:
        """Down, up, towards 0: what the processor rounds to is a setting that any library may change."""
        setting = getattr(ctypes.CDLL(ctypes.util.find_library("m")), "fesetround", None)
        points = np.full(200, 1.0), np.full(200, 3.0), np.ones(200)
        assert delta_ends(*points)[2].all()
        if setting is None or setting(mode) != 0:
            pytest.skip("this processor numbers its rounding modes otherwise")
        try:
            answered, boxes = delta_ends(*points)[2], delta(*points)
        finally:
            setting(0)
        assert not answered.any()
        assert boxes[0].text(20) == delta(1.0, 3.0).text(20)

    def test_a_long_list_is_taken_exactly(self) -> None:
        beyond = 2**53 + 1
        mixed = delta(0, [1.0] * 150 + [beyond])
        assert mixed[-1].text() == delta(0, beyond).text() != delta(0, float(beyond)).text()
        counts = delta(0, 1e9, [1] * 150 + [beyond])
        assert counts[-1].text() == delta(0, 1e9, beyond).text()
        with pytest.raises(InvalidInput, match=r"eps .* must be >= 0, got -1"):
            delta([1.0] * 150 + [-1.0], 1)
        with pytest.raises(InvalidInput, match=r"compositions .* must be a whole number"):
            delta([1.0] * 150, 1, 2.5)
        with pytest.raises(InvalidInput, match=r"sigma .* must be finite"):
            delta(1.0, np.array([1.0] * 150 + [np.inf]))

    @pytest.mark.parametrize("case", BAD)
    def test_bad_input_is_named(self, case: str) -> None:
        call, message = BAD[case]
        with pytest.raises(InvalidInput, match=message):
            call()


class TestTwoEngines:
    def test_they_agree(self) -> None:
        for p in POINTS[::25]:
            if mp.mpf(p["log10_delta"]) > LEAST:
                delta(p["eps"], p["sigma"], p["compositions"], verify=True)
        confirm(log10_delta(300, 2), log10_delta_by_mpmath(300, 2, 1), "log10 delta")

    @pytest.mark.slow
    def test_logarithms_agree_at_every_known_point(self) -> None:
        for p in POINTS:
            log10_delta(p["eps"], p["sigma"], p["compositions"], verify=True)
        for point in CORNERS:
            log10_delta(*point, digits=40, verify=True)
        group_log10_delta(30, "5.95", 50, verify=True)
        group_delta(30, "5.95", 50, verify=True)

    def test_inverses_agree(self) -> None:
        for case in EPSILON_CASES:
            assert epsilon(*case, verify=True).hi == epsilon(*case).hi
        for case in SIGMA_CASES:
            assert sigma(*case, verify=True).hi == sigma(*case).hi

    def test_they_agree_on_targets_that_forty_digits_tell_apart(self) -> None:
        at_zero = delta(0, 1, digits=40)
        assert epsilon(at_zero.hi, 1, verify=True).hi == 0
        assert epsilon(at_zero.lo, 1, verify=True).hi > 0

    @pytest.mark.parametrize("case", PLANTED)
    def test_disagreement_raises(self, case: str, monkeypatch: pytest.MonkeyPatch) -> None:
        """A second engine that is off in the 13th digit, or always says yes or no, is noticed, if `verify` is set."""
        name, wrong, ask, message = PLANTED[case]
        ask(True)
        monkeypatch.setattr(engine, name, wrong)
        ask(False)
        with pytest.raises(EngineDisagreement, match=message):
            ask(True)

    def test_an_engine_that_never_settles_disagrees(self) -> None:
        """0 in every precision tells nothing: no answer is not an agreement."""
        with pytest.raises(EngineDisagreement, match="does not settle"):
            second_engine._settled(lambda e: e - e, (1,), 20)

    def test_threads_take_turns(self) -> None:
        from flint import ctx

        before, points = ctx.prec, [(1.2, 3.7), (300, 1), (0, 1e9), (700, 0.1)] * 10
        wanted = [delta(*point).text() for point in points]
        with ThreadPoolExecutor(8) as pool:
            found = [box.text() for box in pool.map(lambda point: delta(*point, verify=True), points)]
        assert found == wanted
        assert ctx.prec == before

    def test_precision_is_restored(self) -> None:
        from flint import ctx

        before = ctx.prec
        delta(1, 1, digits=300)
        epsilon(1e-5, 1)
        assert ctx.prec == before
