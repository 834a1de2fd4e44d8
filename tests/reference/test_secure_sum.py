"""Fixed point, shares, Shamir, graph, masks and seals, each for itself."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reference.errors import InvalidInput
from reference.formulas import hypergeometric_tail, split_graphs, sum_fits
from reference.secure_sum.fixed_point import FixedPoint
from reference.secure_sum.keys import agreed_key, fresh_key, labelled, public_bytes
from reference.secure_sum.masks import mask
from reference.secure_sum.messages import packed, unpacked
from reference.secure_sum.neighbour_graph import neighbour_graph, neighbourhood
from reference.secure_sum.residues import Running, added, from_bytes, negated, to_bytes, uniform
from reference.secure_sum.sealed import opened, sealed
from reference.secure_sum.shamir import PRIME, joined, split
from reference.secure_sum.shares import shared, summed
from tests.entropy import scripted, seeded

GRID = FixedPoint(scale=2**20, largest=2**24, B=2**40)
moduli = st.sampled_from([2, 3, 5, 97, 2**32, 2**32 + 15, 2**61 - 1, 2**63 - 25, 2**63])


# --- residues and fixed point ---------------------------------------------------------------------------------------


@settings(max_examples=100, derandomize=True, deadline=None, database=None)
@given(moduli, st.lists(st.tuples(st.sampled_from([1, -1]), st.integers(0, 2**63)), max_size=12))
def test_a_running_sum_never_overflows(B: int, summands: list[tuple[int, int]]) -> None:
    running, expected = Running(2, B), 0
    for sign, number in summands:
        running.add(np.array([number % B, B - 1], dtype=np.uint64), sign)
        expected += sign * (number % B)
    carries = -sum(sign for sign, _ in summands)
    assert running.value().tolist() == [expected % B, carries % B]


@settings(max_examples=200, derandomize=True, deadline=None, database=None)
@given(moduli, st.data())
def test_residues_add_like_whole_numbers(B: int, data: st.DataObject) -> None:
    entries = st.lists(st.integers(0, B - 1), min_size=3, max_size=3)
    a, b = data.draw(entries), data.draw(entries)
    x, y = np.array(a, dtype=np.uint64), np.array(b, dtype=np.uint64)
    assert added(x, y, B).tolist() == [(i + j) % B for i, j in zip(a, b, strict=True)]
    assert negated(x, B).tolist() == [-i % B for i in a]
    assert from_bytes(to_bytes(x, B), 3, B).tolist() == a


def test_bytes_that_are_no_residues_are_refused() -> None:
    assert from_bytes(bytes(7), 2, 5) is None
    assert from_bytes((5).to_bytes(4, "little"), 1, 5) is None
    assert from_bytes((4).to_bytes(4, "little"), 1, 5).tolist() == [4]


@settings(max_examples=200, derandomize=True, deadline=None, database=None)
@given(st.lists(st.floats(-16, 16), min_size=1, max_size=5))
def test_the_grid_point_is_the_nearest(entries: list[float]) -> None:
    steps = GRID.on_grid(np.array(entries))
    for entry, step in zip(entries, steps.tolist(), strict=True):
        assert abs(Fraction(entry) * GRID.scale - step) <= Fraction(1, 2)
    assert (GRID.decoded(GRID.encoded(steps)) == steps).all()
    assert (np.rint(GRID.values(steps) * GRID.scale) == steps).all()


@pytest.mark.parametrize("B", [2**54, 2**63 - 25, 2**63])
def test_the_ends_of_the_range_come_back(B: int) -> None:
    grid = FixedPoint(scale=1, largest=2**52, B=B)
    ends = np.array([-(2**52), -1, 0, 1, 2**52])
    assert grid.encoded(ends).tolist() == [end % B for end in ends.tolist()]
    assert (grid.decoded(grid.encoded(ends)) == ends).all()


def test_sums_up_to_the_condition_come_back_and_one_more_user_wraps() -> None:
    """B/2 - w * largest > 0 is the border: at 4 users of 12 and B = 97 the slack is 1/2, a fifth user wraps."""
    grid = FixedPoint(scale=1, largest=12, B=97)
    grid.require_fit(4)
    assert sum_fits(4, 12, Fraction(97)) == Fraction(1, 2)
    for entries in itertools.product([-12, -5, 0, 12], repeat=4):
        total = summed([grid.encoded(np.array([entry])) for entry in entries], 97)
        assert grid.decoded(total).tolist() == [sum(entries)]
    five = summed([grid.encoded(np.array([12]))] * 5, 97)
    assert grid.decoded(five).tolist() != [60]
    with pytest.raises(InvalidInput, match=r"B .* must be > 2 \* 5 \* 12"):
        grid.require_fit(5)


def test_an_even_modulus_has_its_border_at_half() -> None:
    with pytest.raises(InvalidInput, match="wrap"):
        FixedPoint(scale=1, largest=8, B=16)
    FixedPoint(scale=1, largest=7, B=16)


@pytest.mark.parametrize("value", [17.0, -17.0, np.nan, np.inf, -np.inf, 16 + 2.0**-20])
def test_nothing_is_clipped(value: float) -> None:
    with pytest.raises(InvalidInput, match=r"entry 1 of user 9 is .* nothing is clipped"):
        GRID.on_grid(np.array([0.0, value]), "user 9")


def test_noise_beyond_the_range_is_refused() -> None:
    with pytest.raises(InvalidInput, match="nothing is clipped"):
        GRID.encoded(np.array([2**24 + 1]))


# --- shares -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("J", "B"), [(2, 2), (2, 5), (3, 3), (3, 4), (4, 2)])
def test_any_shares_but_one_are_uniform_whatever_the_model(J: int, B: int) -> None:
    """All random choices: the joint law of every J - 1 servers' shares is uniform, for each value that is shared."""
    for f in range(B):
        views = [Counter[tuple[int, ...]]() for _ in range(J)]
        for drawn in itertools.product(range(B), repeat=J - 1):
            r = shared(np.array([f], dtype=np.uint64), J, B, scripted(bytes(drawn)))
            assert summed(r, B).tolist() == [f]
            for left_out in range(J):
                views[left_out][tuple(int(r[j][0]) for j in range(J) if j != left_out)] += 1
        for view in views:
            assert set(view.values()) == {1}
            assert len(view) == B ** (J - 1)


def carries(f: int, g: int, B: int) -> Counter[tuple[int, int]]:
    """What two servers' unreduced sums of the shares of two users' models can be, over all random choices."""
    seen: Counter[tuple[int, int]] = Counter()
    for r, q in itertools.product(range(B), repeat=2):
        seen[r + q, (f - r) % B + (g - q) % B] += 1
    return seen


def test_plain_sums_of_shares_leak_carries() -> None:
    """Models (0, 0) and (2, -2) have the same sum. Reduced modulo 5 the servers' sums look alike, plain sums do not."""
    B = 5
    one, other = carries(0, 0, B), carries(2, -2 % B, B)
    reduced = [Counter[tuple[int, int]](), Counter[tuple[int, int]]()]
    for counts, plain in zip(reduced, (one, other), strict=True):
        for (first, second), times in plain.items():
            counts[first % B, second % B] += times
    assert reduced[0] == reduced[1]
    distance = Fraction(sum(abs(one[key] - other[key]) for key in one | other), 2 * B**2)
    assert distance == Fraction(6, 25)


def test_shares_of_large_vectors_sum_to_the_model() -> None:
    B = 2**61 - 1
    f = uniform(seeded(0), 1000, B)
    r = shared(f, 4, B)
    assert (summed(r, B) == f).all()
    assert len({share.tobytes() for share in r}) == 4


# --- parts of SecAgg ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("threshold", "holders"), [(2, 2), (2, 3), (3, 5), (7, 7)])
def test_threshold_many_shares_open_a_secret_and_fewer_do_not(threshold: int, holders: int) -> None:
    secret = seeded(5)(32)
    shares = split(secret, threshold, holders, seeded(6))
    for chosen in itertools.combinations(shares, threshold):
        assert joined({x: shares[x] for x in chosen})[:32] == secret
    for chosen in itertools.combinations(shares, threshold - 1):
        assert joined({x: shares[x] for x in chosen})[:32] != secret


def test_fewer_shares_fit_every_secret() -> None:
    """One share of a 2-of-n sharing: for each secret exactly one slope explains it."""
    share = int.from_bytes(split(b"a", 2, 3, seeded(1))[2], "little")
    for secret in (0, 1, 12345, PRIME - 1):
        slope = (share - secret) * pow(2, -1, PRIME) % PRIME
        assert (secret + 2 * slope) % PRIME == share


@pytest.mark.parametrize(("w", "k"), [(2, 1), (4, 3), (7, 4), (20, 6), (21, 20)])
def test_the_graph_is_regular_and_symmetric(w: int, k: int) -> None:
    names = [f"user {i}" for i in range(w)]
    graph = neighbour_graph(names, k, seeded(w))
    assert set(graph) == set(names)
    for name, others in graph.items():
        assert len(set(others)) == k
        assert name not in others
        assert all(name in graph[other] for other in others)


def test_the_tail_of_the_neighbourhood_is_exact() -> None:
    for marked, drawn, at_least in itertools.product(range(8), range(1, 8), range(9)):
        draws = list(itertools.combinations(range(7), drawn))
        count = sum(sum(i < marked for i in draw) >= at_least for draw in draws)
        assert hypergeometric_tail(marked, 7, drawn, at_least) == Fraction(count, len(draws))


def test_a_hundred_neighbours_are_enough_and_ten_are_not() -> None:
    found = neighbourhood(1000, 100, corrupted=300, dropped=100, failure=Fraction(1, 2**30))
    assert found is not None
    assert found.opens + found.splits <= Fraction(1, 2**30)
    assert neighbourhood(1000, 10, corrupted=500, dropped=200, failure=Fraction(1, 2)) is None


def connected(graph: dict[str, tuple[str, ...]], left: set[str]) -> bool:
    reached, new = set(), {min(left)}
    while new:
        reached |= new
        new = {other for one in new for other in graph[one] if other in left} - reached
    return reached == left


@pytest.mark.parametrize(("w", "k"), [(8, 4), (9, 4), (10, 6)])
def test_the_graph_falls_apart_no_more_often_than_bounded(w: int, k: int) -> None:
    """All sets of parties that can be gone, counted out; the bound is not vacuous somewhere."""
    names = [str(i) for i in range(w)]
    graph = neighbour_graph(names, k, seeded(1))
    bounds = []
    for gone in range(w - 1):
        sets = [set(names) - set(away) for away in itertools.combinations(names, gone)]
        apart = Fraction(sum(not connected(graph, left) for left in sets), len(sets))
        bounds.append(split_graphs(w, k, gone))
        assert apart <= bounds[-1]
        assert (apart == 0) == (gone < k)  # k gone ones can do it, in two runs
    assert Fraction(0) < min(bound for bound in bounds if bound) < 1
    assert split_graphs(w, w - 1, w - 2) == 0


def test_masks_are_bound_to_pair_and_round() -> None:
    a, b, c = (fresh_key(seeded(i)) for i in range(3))
    same = agreed_key(a, public_bytes(b), "mask", "round 1", "user 1", "user 2")
    assert same == agreed_key(b, public_bytes(a), "mask", "round 1", "user 2", "user 1")
    others = {
        agreed_key(a, public_bytes(b), "mask", "round 2", "user 1", "user 2"),
        agreed_key(a, public_bytes(b), "line", "round 1", "user 1", "user 2"),
        agreed_key(a, public_bytes(b), "mask", "round 1", "user 1", "user 3"),
        agreed_key(a, public_bytes(c), "mask", "round 1", "user 1", "user 2"),
    }
    assert len(others | {same}) == 5
    assert labelled("a", "bc") != labelled("ab", "c")


@pytest.mark.parametrize("B", [5, 2**32, 2**61 - 1])
def test_a_mask_is_the_same_for_both_and_looks_uniform(B: int) -> None:
    assert (mask(b"k" * 32, 5000, B) == mask(b"k" * 32, 5000, B)).all()
    entries = mask(b"k" * 32, 5000, B)
    assert entries.max() < B
    assert abs(entries.astype(float).mean() / B - (B - 1) / (2 * B)) < 5 / np.sqrt(12 * 5000)
    assert (mask(b"j" * 32, 5000, 2**32) != mask(b"k" * 32, 5000, 2**32)).mean() > 0.99


def test_a_seal_fits_only_its_key_context_and_content() -> None:
    key, context = seeded(0)(32), labelled("user 1", "user 2", "round 1")
    box = sealed(key, b"share", context, seeded(1))
    assert opened(key, box, context) == b"share"
    wrong = [
        (seeded(2)(32), box, context),
        (key, box, labelled("user 2", "user 1", "round 1")),
        (key, box[:-1] + bytes([box[-1] ^ 1]), context),
        (key, bytes([box[0] ^ 1]) + box[1:], context),
        (key, box[:20], context),
    ]
    for other_key, other_box, other_context in wrong:
        with pytest.raises(ValueError, match="seal"):
            opened(other_key, other_box, other_context)


def test_parts_come_back_and_nonsense_does_not() -> None:
    parts = {"user 1": b"", "user 2": b"abc"}
    assert unpacked(packed(parts)) == parts
    for nonsense in (b"x", packed(parts)[:-1], packed(parts) * 2):
        with pytest.raises(ValueError, match="cut short"):
            unpacked(nonsense)


BAD: dict[str, tuple[Callable[[], object], str]] = {
    "scale": (lambda: FixedPoint(scale=1000, largest=10, B=97), "scale .* must be a power of two"),
    "scale 0": (lambda: FixedPoint(scale=0, largest=10, B=97), "scale .* must be >= 1"),
    "scale fine": (lambda: FixedPoint(scale=2**53, largest=10, B=97), "at most 2"),
    "largest": (lambda: FixedPoint(scale=1, largest=2**53, B=2**62), "largest .* must be <= 2"),
    "B": (lambda: FixedPoint(scale=1, largest=1, B=2**64), r"B .* must be <= 2\^63"),
    "B 1": (lambda: FixedPoint(scale=1, largest=1, B=1), "B .* must be >= 2"),
    "B half": (lambda: FixedPoint(scale=1, largest=1, B=2.5), "B .* must be a whole number"),
    "float steps": (lambda: GRID.encoded(np.zeros(2)), "f .* must be int64"),
    "one server": (lambda: shared(np.zeros(1, dtype=np.uint64), 1, 5), "J .* must be >= 2"),
    "k": (lambda: neighbour_graph(["a", "b", "c"], 3, seeded(0)), "k .* must be < 3"),
    "k odd": (lambda: neighbour_graph(list("abcde"), 3, seeded(0)), "k .* must be even"),
    "k 0": (lambda: neighbour_graph(list("abcde"), 0, seeded(0)), "k .* must be >= 1"),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_input_is_named(case: str) -> None:
    call, message = BAD[case]
    with pytest.raises(InvalidInput, match=message):
        call()
