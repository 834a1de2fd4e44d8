"""The averaging bound on random softmax problems, solved by Newton's method many at a time (ours:smooth_averaging).

A computed model g is within |grad J(g)|/Λ of the true minimiser, so floats suffice: the tolerance is what the gradients prove.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from reference import formulas
from reference.learners.losses import softmax
from reference.notation import Array

USERS, RECORDS, FEATURES, CLASSES, BLOCK = 3, 4, 2, 3, 1000


def gradient_and_hessian(f: Array, x: Array, y: Array, Lambda: Array) -> tuple[Array, Array]:
    """Of Λ/2|f|^2 + mean cross-entropy; f: (problems, d K), x: (problems, n, d), y one-hot: (problems, n, K)."""
    problems, n, d = x.shape
    K = y.shape[-1]
    s = softmax(x @ f.reshape(problems, d, K))
    gradient = Lambda[:, None] * f + np.einsum("bnd,bnk->bdk", x, s - y).reshape(problems, -1) / n
    curvature = s[..., :, None] * np.eye(K) - s[..., :, None] * s[..., None, :]
    hessian = np.einsum("bnd,bnkl,bne->bdkel", x, curvature, x).reshape(problems, d * K, d * K) / n
    return gradient, hessian + Lambda[:, None, None] * np.eye(d * K)


def minimisers(x: Array, y: Array, Lambda: Array, rounds: int = 30) -> tuple[Array, Array]:
    """Damped Newton steps (half steps while the gradient is large); the models and the norms of their gradients."""
    f = np.zeros((len(x), x.shape[2] * y.shape[2]))
    for _ in range(rounds):
        gradient, hessian = gradient_and_hessian(f, x, y, Lambda)
        step = np.linalg.solve(hessian, gradient[..., None])[..., 0]
        lengths = np.linalg.norm(step, axis=1, keepdims=True)
        f = f - step / np.maximum(1.0, lengths)
    return f, np.linalg.norm(gradient_and_hessian(f, x, y, Lambda)[0], axis=1)


def block(rng: np.random.Generator, problems: int) -> dict[str, Array]:
    """Random users with records of norm at most c and Λ spread over four orders of magnitude."""
    c = np.exp(rng.uniform(np.log(0.5), np.log(4.0), problems))
    Lambda = c**2 * np.exp(rng.uniform(np.log(0.01), np.log(100.0), problems))
    x = rng.standard_normal((problems, USERS, RECORDS, FEATURES))
    x *= (c[:, None, None] / np.linalg.norm(x, axis=-1))[..., None]
    labels = rng.integers(0, CLASSES, (problems, USERS, RECORDS))
    labels = np.where(
        rng.random((problems, 1, 1)) < 0.5, np.arange(USERS)[None, :, None], labels
    )  # half: one class a user
    y = np.eye(CLASSES)[labels]
    local, residual = zip(*(minimisers(x[:, i], y[:, i], Lambda) for i in range(USERS)), strict=True)
    models = np.stack(local, axis=1)
    everyone = (problems, USERS * RECORDS, -1)
    central, last = minimisers(x.reshape(everyone), y.reshape(everyone), Lambda)
    average = models.mean(axis=1)
    spread = np.linalg.norm(models - average[:, None], axis=2).mean(axis=1)
    beta = formulas.smoothness_softmax_spectral(Lambda, c) - Lambda
    residuals = np.stack([*residual, last])
    return {
        "distance": np.linalg.norm(average - central, axis=1),
        "bound": np.asarray(formulas.averaging_distance(beta, Lambda, spread)),
        "tolerance": residuals.sum(axis=0) / Lambda * (1 + beta / Lambda),
        "Lambda_over_c2": Lambda / c**2,
    }


def averaging_bound(seed: int = 0, problems: int = 10_000) -> dict[str, Any]:
    """Random problems: how often the bound is exceeded beyond the tolerance, and the largest share of it that is reached."""
    rng = np.random.default_rng(seed)
    sizes = [min(BLOCK, problems - done) for done in range(0, problems, BLOCK)]
    blocks = [block(rng, size) for size in sizes]
    joined = {key: np.concatenate([part[key] for part in blocks]) for key in blocks[0]}
    certain = joined["bound"] > 1e6 * joined["tolerance"]  # where the ratio is known to six digits
    ratio = joined["distance"] / joined["bound"]
    return {
        "seed": seed,
        "problems": problems,
        "setting": {"users": USERS, "records": RECORDS, "features": FEATURES, "classes": CLASSES},
        "violations": int((joined["distance"] > joined["bound"] + joined["tolerance"]).sum()),
        "ratio_known_to_six_digits": int(certain.sum()),
        "worst_ratio": float(ratio[certain].max()),
        "largest_tolerance": float(joined["tolerance"].max()),
        "sample": {key: joined[key][:2000].tolist() for key in ("distance", "bound", "Lambda_over_c2")},
    }


def draw_averaging_bound(figure: Any, data: dict[str, Any]) -> None:
    """Left: distance against bound. Right: share of the bound against Λ, and what two users with simple losses reach."""
    left, right = figure.subplots(1, 2)
    distance, bound, scaled = (
        np.array(data["sample"][key]) for key in ("distance", "bound", "Lambda_over_c2")
    )
    left.loglog(bound, distance, ".", markersize=2, color="tab:green", label="random softmax problems")
    ends = np.array([bound.min(), bound.max()])
    left.loglog(ends, ends, color="black", label="bound reached")
    left.set(xlabel="proved bound $c^2/(4Λ)$ · spread", ylabel="|averaged − central|")
    right.semilogx(
        scaled, distance / bound, ".", markersize=2, color="tab:green", label="random softmax problems"
    )
    grid = np.geomspace(scaled.min(), scaled.max(), 200)
    beta = formulas.smoothness_softmax_spectral(grid, 1.0) - grid
    reached, proved = (formulas.averaging_distance(beta, grid + more, 1.0) for more in (beta / 2, 0))
    right.semilogx(
        grid,
        reached / proved,  # smooth_averaging.bounds_are_nearly_attained
        color="tab:red",
        label="reached by a quadratic and a linear loss, β = $c^2/2$",
    )
    right.axhline(1, color="black", label="bound")
    right.axhline(
        data["worst_ratio"],
        color="tab:green",
        linestyle=":",
        label=f"worst of {data['problems']}: {data['worst_ratio']:.3f}",
    )
    right.set(xlabel="Λ / $c^2$", ylabel="distance / bound", ylim=(0, 1.4))
    for panel in (left, right):
        panel.legend(fontsize="x-small", loc="upper left")
    figure.suptitle(
        f"Averaging bound for SoftmaxReg: {data['violations']} violations in {data['problems']} random problems"
    )
