"""Theorems and formulas say the same: each constant is read out of its Coq statement and compared with reference/formulas/.

`where` picks the constant out of a statement on one line, whatever stands there; `formula` evaluates the formula that the
learners and the accountant run, on symbols. Neither side knows the other, so that changing one alone is noticed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import sympy as sp

from proofs_check.coq import compiler as coq
from proofs_check.coq.expressions import difference, expression, symbol
from proofs_check.method.check import Outcome, every
from proofs_check.method.symbolic import SYMBOLIC, vanishes
from reference import formulas as f

Lam, beta, c, r, h, G, C, k, n, M, t = map(
    symbol, ["Lam", "beta", "c", "r", "h", "G", "C", "k", "n", "M", "t"]
)
bl, mu, tau, eps, sg, x, z, w = map(symbol, ["bl", "mu", "tau", "eps", "sg", "x", "z", "w"])
kappa, m, dm, sigma, honest = map(symbol, ["kappa", "m", "dm", "sigma", "honest"])
one = sp.Integer(1)

BOUND = r"<= ([^<>]+)$"  # the right side of the last inequality
EXCEEDED = r"> ([^<>]+)$"
BODY = r":= (.*)$"  # of a definition
SMOOTHNESS = r"<= \((.*)\) \* nrm .* \(vsub f f'\)$"
CONVEXITY = r"_ok I [Ks ]*c z -> (.*) \* dot .*? \(vsub f f'\) \(vsub f f'\) <="
SMALL_ENOUGH = r"-> (Lam \+ [^<>]*) <= beta"  # the premise on the learning rate
SHARE = r"<= \(1 - (Rmin .*?)\) \* delta t"
TIMES_WEIGHTS = r"<= ([^<>]*) \* total \(fun"


@dataclass(frozen=True)
class Constant:
    """A place in a statement, or in a definition that statements use, and the formula that must stand there."""

    theory: str
    name: str
    where: str
    formula: Callable[[], sp.Expr]

    def read(self, texts: Mapping[str, str]) -> sp.Expr:
        """What stands there now."""
        found = re.findall(self.where, one_line(texts[self.theory], self.name))
        if len(found) != 1:
            raise ValueError(
                f"{self.theory}.{self.name}: {self.where!r} matches {len(found)} places, not one"
            )
        return expression(found[0])

    def agrees(self, texts: Mapping[str, str]) -> Outcome:
        return vanishes(difference(self.read(texts), self.formula()))


def one_line(text: str, name: str) -> str:
    """The statement of a theorem or the body of a definition."""
    pattern = rf"(?:Theorem|Definition) {re.escape(name)} (.*?)\.\s"
    found = re.search(pattern, coq.without_comments(text) + "\n", re.DOTALL)
    if not found:
        raise ValueError(f"nothing is called {name}")
    return " ".join(found[1].split())


def curvature_of_regularizer() -> sp.Expr:
    return sp.diff(f.regularized(Lam, x**2, 0), x, 2)


def kept_by_a_step() -> sp.Expr:
    return sp.diff(f.sgd_step(x, tau, f.gradient_entry(Lam, x, 0)), x)


def svm_beta() -> sp.Expr:
    return f.smoothness_svm_spectral(Lam, c, h)


def softmax_beta() -> sp.Expr:
    return f.smoothness_softmax_spectral(Lam, c)


def sensitivity_svm() -> sp.Expr:
    return f.sensitivity(f.loss_gradient_svm(c), Lam, n)


def sensitivity_softmax() -> sp.Expr:
    return f.sensitivity(f.loss_gradient_softmax(c, SYMBOLIC), Lam, n)


def step_share() -> sp.Expr:
    return f.step_fraction(beta, Lam, t + 1, SYMBOLIC)


def worst_threshold() -> sp.Expr:
    """Where the densities have the ratio e^eps, from the first margin of def:deltagauss at noise 1/mu."""
    return mu + sp.sqrt(2) * f.gauss_margins(eps, 1 / mu, one, SYMBOLIC)[0]


CLAIMED = (
    ("simplex_maximum", BOUND, lambda: f.simplex_bound(C, SYMBOLIC)),
    ("simplex_maximum", r"lsum \(fun x => ([^=]*)\) s <=", lambda: f.simplex_term(x, C)),
    ("simplex_maximum_attained", r" = ([^=]*)$", lambda: f.simplex_bound(1 - 2 / k, SYMBOLIC)),
    ("simplex_maximum_attained", r" = ([^=]*)$", lambda: f.simplex_uniform(1 - 2 / k, k)),
    ("softmax_curvature", r"sv (/ [^/]*)$", lambda: f.smoothness_softmax_spectral(0, one)),
    ("softmax_cocoercive", r"B -> R, (.*?) \* dot", lambda: 1 / f.smoothness_softmax_spectral(0, one)),
    ("huber_slope", r"\(w - z\) (/ [^/]*)$", lambda: f.huber_curvature(h, one, SYMBOLIC) / 2),
    ("svm_lipschitz", BOUND, lambda: f.lipschitz_svm(Lam, r, c)),
    ("svm_smooth", SMOOTHNESS, svm_beta),
    ("svm_strongly_convex", CONVEXITY, curvature_of_regularizer),
    ("softmax_lipschitz", BOUND, lambda: f.lipschitz_softmax(Lam, r, c, SYMBOLIC)),
    ("softmax_smooth", SMOOTHNESS, softmax_beta),
    ("softmax_strongly_convex", CONVEXITY, curvature_of_regularizer),
    ("shared_step", SMOOTHNESS, kept_by_a_step),
    ("shared_step", SMALL_ENOUGH, lambda: f.smoothness_svm_spectral(Lam, c, mu / 2)),
    ("recursion_invariant", SHARE, step_share),
    ("recursion_invariant", r"<= ([^<>]*) \* total w t$", lambda: f.sensitivity(G, Lam, one)),
    ("recursion_whole_passes", SHARE, step_share),
    ("recursion_whole_passes", BOUND, lambda: f.sensitivity(G, Lam, n)),
    ("svm_whole_passes", SMALL_ENOUGH, svm_beta),
    ("svm_whole_passes", BOUND, sensitivity_svm),
    ("svm_any_steps", SMALL_ENOUGH, svm_beta),
    ("svm_any_steps", BOUND, lambda: f.sensitivity_any_steps(f.loss_gradient_svm(c), Lam, M, k, one)),
    ("svm_batches", SMALL_ENOUGH, svm_beta),
    ("svm_batches", TIMES_WEIGHTS, lambda: f.sensitivity_any_steps(f.loss_gradient_svm(c), Lam, M, one, one)),
    ("svm_fixed_divisor", SMALL_ENOUGH, svm_beta),
    ("svm_fixed_divisor", BOUND, sensitivity_svm),
    ("svm_cap", BOUND, lambda: f.capped_by_ball(sp.oo, r, SYMBOLIC)),
    ("svm_attained", r" = ([^=]*)$", sensitivity_svm),
    ("svm_exact_distance", r"c \* c <= Lam \* ([^<>]*) -> c", lambda: c**2 / f.huber_threshold(c, h)),
    ("svm_exact_distance", r"\)\) (/ \(Lam[^()]*\))$", lambda: f.sensitivity(one / 2, Lam, n)),
    ("softmax_whole_passes", SMALL_ENOUGH, softmax_beta),
    ("softmax_whole_passes", BOUND, sensitivity_softmax),
    ("softmax_batches", SMALL_ENOUGH, softmax_beta),
    ("softmax_batches", TIMES_WEIGHTS, lambda: sensitivity_softmax().subs(n, M)),
    ("centre_bound", BOUND, lambda: c**2 * f.centre_bound(kappa, r * c, m)),
    ("diameter_sensitivity", BOUND, lambda: f.sensitivity(dm / 2, Lam, n)),
    ("diameter_sensitivity", SMALL_ENOUGH, softmax_beta),
    ("printed_algorithm", EXCEEDED, lambda: f.sensitivity_svm(one, 2 * one, sp.sqrt(2), n)),
    ("whole_passes_needed", EXCEEDED, lambda: f.sensitivity_svm(Lam, r, c, n)),
    ("own_size_fails", EXCEEDED, lambda: f.sensitivity_svm(Lam, r, c, n)),
    ("own_size_fails_at_50", EXCEEDED, lambda: f.sensitivity_svm(one, one / 30, one, 50 * one)),
    ("hinge_threshold_sharp", r"Lam < ([^<>]*) ->", lambda: f.hinge_threshold(c)),
    ("hinge_average", r"0 <= c -> ([^<>]*) <= Lam", lambda: f.hinge_threshold(c)),
    ("huber_average", r"0 <= c -> ([^<>]*) <= Lam", lambda: f.huber_threshold(c, h)),
    ("average_error", r"<= (bl / .*?) \* \(/ INR", lambda: f.averaging_distance(bl, Lam, one)),
    (
        "softmax_loss_smooth",
        r"coco \(list_prod I Ks\) \((.*?)\) \(soft",
        lambda: f.smoothness_softmax_spectral(0, c),
    ),
    ("noise_split", r"variance d = ([^=]*)\) ->", lambda: f.noise_per_user(sigma, t, w, SYMBOLIC) ** 2),
    ("noise_split", r" = ([^=]*)$", lambda: f.effective_noise(sigma, honest, t, w, SYMBOLIC) ** 2),
    ("huber_loss_smooth", r"coco I \((.*)\) \(svm", lambda: f.smoothness_svm_spectral(0, c, h)),
)
CLAIMED_NUMERIC = (
    ("gaussian_worst_test", r"\(forall B, ([^<>]*) <= B", worst_threshold),
    ("gaussian_worst_test", r"\) \(([^()]*)\) B <= d", worst_threshold),
)
DEFINED = (
    ("HuberStep", "huber", BODY, lambda: f.huber(h, z, SYMBOLIC)),
    ("HuberStep", "huber'", BODY, lambda: f.huber_slope(h, z, SYMBOLIC)),
    ("AveragingThresholds", "hinge", BODY, lambda: f.hinge(z, SYMBOLIC)),
    ("SgdRecursion", "rate", BODY, lambda: f.step_fraction(beta, Lam, t, SYMBOLIC)),
    ("GroupPrivacy", "delta_gauss", BODY, lambda: f.delta_gauss(eps, sg, one, SYMBOLIC)),
)
CONSTANTS = (
    *(Constant("Claims", *place) for place in CLAIMED),
    *(Constant("ClaimsNumeric", *place) for place in CLAIMED_NUMERIC),
    *(Constant(*place) for place in DEFINED),
)


def constants_agree(name: str, texts: Mapping[str, str]) -> Outcome:
    """Do the constants that a claim states stand in reference/formulas/? Holds if it states none."""
    return every(*(constant.agrees(texts) for constant in CONSTANTS if constant.name == name))
