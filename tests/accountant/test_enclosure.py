"""Intervals with exact ends: comparisons answer yes, no, or raise."""

from __future__ import annotations

import math
import pickle
from fractions import Fraction

import pytest
from flint import arb

from accountant import Enclosure, Undecided, delta
from accountant.numbers.balls import BALLS, SIZE, SMALLEST, between, enclosure, exact, fraction, precision
from reference.errors import InvalidInput


def test_comparisons() -> None:
    low, high = Enclosure(Fraction(1), Fraction(2)), Enclosure(Fraction(2), Fraction(3))
    assert low <= high
    assert not high < low
    assert high >= low
    assert low < 3
    assert low > 0
    with pytest.raises(Undecided):
        _ = low < high
    with pytest.raises(Undecided):
        _ = low <= Fraction(3, 2)


def test_float_ends_are_rounded_outward() -> None:
    third = Enclosure(Fraction(1, 3), Fraction(1, 3))
    assert Fraction(third.lower()) < Fraction(1, 3) < Fraction(third.upper())
    assert math.nextafter(third.lower(), 1) == third.upper()
    half = Enclosure(Fraction(1, 2), Fraction(1, 2))
    assert half.lower() == half.upper() == 0.5


def test_empty_interval_is_refused() -> None:
    with pytest.raises(InvalidInput, match="must be <= hi"):
        Enclosure(Fraction(2), Fraction(1))


def test_enclosure_of_a_ball_contains_the_value_and_shrinks() -> None:
    widths = []
    for bits in (53, 200):
        with precision(bits):
            box = enclosure(BALLS.sqrt(2))
        assert box.lo**2 < 2 < box.hi**2
        widths.append(box.hi - box.lo)
    assert widths[1] < widths[0] / 2**100


def test_decimal_strings_are_exact_and_floats_are_what_they_are() -> None:
    with precision(200):
        assert Fraction(1, 10) in enclosure(exact("0.1"))
        assert Fraction(1, 10) not in enclosure(exact(0.1))
        assert Fraction(0.1) in enclosure(exact(0.1))


def test_an_open_comparison_keeps_both_branches() -> None:
    with precision(64):
        unsure = exact(0) + BALLS.sqrt(2) - BALLS.sqrt(2)
        box = enclosure(BALLS.if_less(unsure, exact(0), exact(5), exact(7)))
    assert 5 in box
    assert 7 in box


def test_min_and_max_of_overlapping_balls_are_sound() -> None:
    with precision(64):
        a, b = exact(1), exact(2)
        assert 1 in enclosure(BALLS.min(a, b))
        assert 2 in enclosure(BALLS.max(a, b))


def test_precision_is_restored_after_an_error() -> None:
    from flint import ctx

    before = ctx.prec
    with pytest.raises(RuntimeError), precision(999):
        raise RuntimeError
    assert ctx.prec == before


@pytest.mark.parametrize("bad", ["abc", float("nan"), float("inf"), None, "1/0"])
def test_what_is_no_number_is_named(bad: object) -> None:
    with pytest.raises(InvalidInput, match="must be a finite number"):
        exact(bad)


def test_ends_are_finite_numbers() -> None:
    for bad in (float("nan"), float("inf"), "1", None):
        with pytest.raises(InvalidInput, match="must be"):
            Enclosure(bad, bad)  # type: ignore[arg-type]


def test_text_is_rounded_outward_at_any_size() -> None:
    huge = Enclosure(Fraction(10) ** 400 / 3, Fraction(10) ** 400)
    assert str(huge) == "[3.3333333333333333e+399, 1e+400]"
    assert str(Enclosure(Fraction(2, 3), Fraction(2, 3))) == "[0.66666666666666666, 0.66666666666666667]"
    with pytest.raises(Undecided):
        _ = huge < Fraction(10) ** 399 * 5


def test_infinite_balls_are_refused() -> None:
    with pytest.raises(ArithmeticError):
        enclosure(exact(1) / exact(0))


def test_comparisons_far_out_do_not_round() -> None:
    box = delta(300, 1)  # about 3e-19484
    just_below = box.lo * (1 - Fraction(1, 2**57))
    with precision(8):
        assert not box <= just_below
        assert just_below not in box
        assert box.lo in box


def test_points_are_the_fractions_that_they_are() -> None:
    for value in (
        Fraction(0),
        Fraction(-3),
        Fraction(5, 1 << 40),
        Fraction(7 << 100),
        SMALLEST,
        Fraction(1 << (SIZE - 1)),
    ):
        with precision(8):
            assert fraction(arb((value.numerator, 1 - value.denominator.bit_length()))) == value


@pytest.mark.parametrize("point", [arb((1, SIZE)), arb((-1, SIZE)), arb((1, 10**30)), arb((1, -SIZE - 1))])
def test_no_fraction_of_enormous_size_is_made(point: arb) -> None:
    with pytest.raises(ArithmeticError, match="reasonable size"):
        fraction(point)


def test_a_ball_with_an_error_is_no_fraction() -> None:
    with pytest.raises(ValueError, match="exact"):
        fraction(arb(1, 0.5))
    with pytest.raises(ValueError, match="exact"):
        between(arb(0), arb(0, (1, -2 * SIZE)))


@pytest.mark.parametrize("exponent", [-SIZE - 2, -(10**30)])
def test_ends_next_to_zero_are_rounded_outward(exponent: int) -> None:
    tiny, negative = arb((3, exponent)), arb((-3, exponent))
    ends = [
        (box.lo, box.hi)
        for box in (between(tiny, tiny), between(negative, negative), between(negative, tiny))
    ]
    assert ends == [(0, SMALLEST), (-SMALLEST, 0), (-SMALLEST, SMALLEST)]
    with precision(8):  # which no end depends on
        assert [between(tiny, arb(1)).lo, between(arb(-1), negative).hi] == [0, 0]


def test_an_end_at_the_limit_is_not_moved_inward() -> None:
    limit = arb((1, -SIZE))
    assert between(limit, limit).lo <= SMALLEST <= between(limit, limit).hi
    above = arb((3, -SIZE - 1))
    assert between(above, above).lo == between(above, above).hi == SMALLEST * 3 / 2


def test_what_is_shown_can_be_read() -> None:
    third = Enclosure(Fraction(1, 3), Fraction(1, 3))
    assert third.decimals(3) == ("0.333", "0.334")
    box = Enclosure.read(third.text(3))
    assert (box.lo, box.hi) == (Fraction("0.333"), Fraction("0.334"))
    for text, value in {"-2/7": Fraction(-2, 7), "1.5e-3": Fraction(3, 2000)}.items():
        box = Enclosure.read(text)
        assert (box.lo, box.hi) == (value, value)


def test_relative_width_is_over_the_nearer_end_and_rounded_up() -> None:
    assert Enclosure(3, 4).relative_width() == Enclosure(-4, -3).relative_width() == math.nextafter(1 / 3, 1)
    assert Enclosure(0, 1).relative_width() == Enclosure(-1, 1).relative_width() == math.inf
    assert Enclosure(SMALLEST, 1).relative_width() == math.inf


def test_floats_of_enormous_ends() -> None:
    huge = Enclosure(10**400, 10**400)
    assert huge.lower() == 1.7976931348623157e308
    assert huge.upper() == float("inf")
    assert Enclosure(Fraction(1, 3), Fraction(1, 3)).relative_width() == 0


@pytest.mark.parametrize("size", [1.0, 1e-290, 1e-310, 1e308])
def test_ends_from_balls_are_those_of_their_fractions(size: float) -> None:
    with precision(120):
        ball = exact(2).sqrt() * exact(size)
        ends = ball.lower(), ball.upper()
    box, plain = between(*ends), Enclosure(*map(fraction, ends))
    assert (box.lower(), box.upper(), box.lo, box.hi) == (plain.lower(), plain.upper(), plain.lo, plain.hi)
    again = pickle.loads(pickle.dumps(box))
    assert (again.lo, again.hi) == (box.lo, box.hi)
    assert box.positive()


def test_float_ends_are_the_fractions_that_they_are() -> None:
    box = Enclosure(0.1, 0.2)
    assert (box.lo, box.hi) == (Fraction(0.1), Fraction(0.2))
    assert (box.lower(), box.upper()) == (0.1, 0.2)
    with pytest.raises(InvalidInput, match="must be finite"):
        Enclosure(0.1, math.inf)
    with pytest.raises(InvalidInput, match="must be balls without error"):
        Enclosure(arb(1) / 3, arb(1))
