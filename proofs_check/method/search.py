"""Random inputs for property checks; every search is derandomized, so that two audits agree."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

regularizations = st.floats(1e-3, 50)
radii = st.floats(0.05, 20)
bounds = st.floats(0.1, 10)


@st.composite
def softmax_settings(draw):
    """Λ, R, c, a model on the sphere of radius R, a record of norm c and a label: where gradients are largest."""
    Lambda, R, c = draw(regularizations), draw(radii), draw(bounds)
    K, d = draw(st.integers(2, 6)), draw(st.integers(1, 4))
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    x, f = rng.normal(size=d), rng.normal(size=(d, K))
    y = draw(st.integers(0, K - 1))
    if draw(st.booleans()):  # a model that is confidently wrong
        f = np.outer(x, np.roll(np.eye(K)[y], 1) - np.eye(K)[y])
    return Lambda, R, c, f * (R / np.linalg.norm(f)), x * (c / np.linalg.norm(x)), y


def worst_over(cases: st.SearchStrategy, ratio: Callable[..., float], examples: int = 300) -> float:
    """The largest ratio met in a derandomized search."""
    worst = 0.0

    @settings(
        max_examples=examples,
        derandomize=True,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(cases)
    def search(case):
        nonlocal worst
        worst = max(worst, ratio(*case))

    search()
    return worst
