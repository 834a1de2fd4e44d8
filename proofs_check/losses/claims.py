"""What a loss file claims about itself, judged: proved, loose, refuted with exact numbers, or undecided.

A claim is the bound S of the slope, or kappa of its rise, in other words: G = Sc, L = ΛR + Sc, sensitivity = 2Sc/(Λn), and
beta = Λ + kappa c^2. It is proved if the theorem of the loss goes through with that S or kappa. A place beyond it refutes it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import z3

from accountant.numbers.balls import BALLS, enclosure, exact, precision
from accountant.numbers.enclosure import Enclosure
from proofs_check.lemmas.spaces import R
from proofs_check.logic.rules import Rejected, Theorem
from proofs_check.losses.instances import as_claimed, claim_terms, of_logits, of_margin, real
from proofs_check.losses.neighbours import Reached
from proofs_check.losses.suprema import BITS, Constants, Supremum, Values
from proofs_check.objectives.mean_theorems import Lambda
from proofs_check.sensitivity.any_loss_theorem import c
from proofs_check.sensitivity.closed_forms import n
from reference import formulas
from reference.loss_files.file import LossFile, Setting
from reference.loss_files.grammar import MARGIN
from reference.loss_files.learner import smoothness
from reference.loss_files.trees import Tree, evaluate

FAR = Fraction(100)  # a ball that stands for none
SHARP = Fraction(101, 100)  # a claim above this times the best constant is called loose


@dataclass(frozen=True)
class Verdict:
    """`factor`: the claim over the best constant that was reached, at the setting of the file."""

    claim: str
    text: str
    verdict: str  # proved, loose, refuted, undecided
    says: str
    value: Enclosure | None = None
    best: Enclosure | None = None
    witness: dict[str, str] | None = None
    theorem: Theorem | None = None

    @property
    def factor(self) -> Fraction | None:
        return self.value.lo / self.best.hi if self.value and self.best and self.best.hi > 0 else None


def judged(file: LossFile, found: Constants, reached: Reached) -> Iterator[Verdict]:
    for name in file.claims:
        yield _judged(file, found, reached, name)


def _judged(file: LossFile, found: Constants, reached: Reached, name: str) -> Verdict:
    tree, text = file.claims[name], file.claimed[name]
    place = found.kappa.place if name == "beta" else found.S.place
    try:
        value, best = claim_value(file, tree, place, found), best_constant(file, name, found, reached)
    except ArithmeticError:
        return Verdict(name, text, "undecided", "the claim has no finite value at the setting of the file")
    beyond = _beyond(file, name, tree, found, reached)
    if beyond is not None:
        said, witness, value, best = beyond
        return Verdict(name, text, "refuted", said, value, best, witness)
    theorem, scope = _theorem(file, name, tree, found)
    if theorem is None:
        says = "neither proved nor refuted: no proof goes through, and no place is beyond it"
        return Verdict(name, text, "undecided", says, value, best)
    if name == "sensitivity":  # how sharp the proved bound itself is, the neighbours say
        least = bound_at(file.setting, found)
        best = Enclosure(least, least)
    factor = value.lo / best.hi if best.hi > 0 else None
    if factor is not None and factor > SHARP:
        says = f"proved {scope}, but loose by a factor {float(factor):.4g}: {best.decimals(6)[1]} is enough"
        return Verdict(name, text, "loose", says, value, best, None, theorem)
    return Verdict(name, text, "proved", f"proved {scope}", value, best, None, theorem)


def bound_at(setting: Setting, found: Constants) -> Fraction:
    """The proved sensitivity for whole passes."""
    bound: Fraction = formulas.sensitivity(found.S.upper * setting.c, setting.Lambda, setting.n)
    return bound if setting.R is None else min(bound, 2 * setting.R)


def claim_value(file: LossFile, tree: Tree, place: Values, found: Constants | None) -> Enclosure:
    """The claim at the setting of the file, with the parameters of this place."""
    with precision(BITS):
        return enclosure(_ball(file, tree, place, found))


def _ball(file: LossFile, tree: Tree, place: Values, found: Constants | None) -> Any:
    setting = file.setting
    values: dict[str, Any] = {key: exact(place.get(key, low)) for key, (low, _) in file.parameters.items()}
    values |= {
        "c": exact(setting.c),
        "Lambda": exact(setting.Lambda),
        "n": exact(setting.n),
        "K": exact(setting.K),
    }
    if setting.R is not None:
        values["R"] = exact(setting.R)
    if "lr" in tree.names:
        assert found is not None
        values["lr"] = 1 / smoothness(values["Lambda"], values["c"], exact(found.kappa.upper))
    return exact(evaluate(tree, values, BALLS))


def best_constant(file: LossFile, name: str, found: Constants, reached: Reached | None) -> Enclosure:
    """What is reached at the setting: no valid constant is smaller than its lower end."""
    c, Lambda = file.setting.c, file.setting.Lambda
    if name == "sensitivity":
        assert reached is not None
        return reached.distance
    if name == "beta":
        least = smoothness(Lambda, c, found.kappa.lower)
    elif name == "G":
        least = found.S.lower * c
    else:
        least = _steepest_objective(file, found)
    return Enclosure(least, least)


def _steepest_objective(file: LossFile, found: Constants) -> Fraction:
    """|Λf + gradient| at the steepest place, for the model along the record; the regularizer adds to it or takes from it."""
    c, Lambda = file.setting.c, file.setting.Lambda
    if file.of == "logits":
        return steepest_row(file, found.S.place)[1].lo
    along = Lambda * abs(found.S.place[MARGIN]) / c
    # a slope below 0 at a margin below 0, or above at above, pulls the same way as the regularizer
    with precision(BITS):
        slope = evaluate(file.slope, {k: exact(v) for k, v in found.S.place.items()}, BALLS)
        same = (slope < 0 and found.S.place[MARGIN] < 0) or (slope > 0 and found.S.place[MARGIN] > 0)
    return found.S.lower * c + (along if same else -along)


def steepest_row(file: LossFile, place: Values) -> tuple[Enclosure, Enclosure, Enclosure]:
    """Of a loss of the logits, at a model as far out as the ball allows: |row|, |gradient of the objective|, curvature.

    The record has length c. The model pushes class 1 up and the label, class 0, down, each by R/sqrt(2); for the curvature it
    pushes both up against all others.
    """
    setting, K = file.setting, file.setting.K
    with precision(BITS):
        R, c, Lambda = (exact(x) for x in (setting.R or FAR, setting.c, setting.Lambda))
        A, B, E = (evaluate(w, {k: exact(v) for k, v in place.items()}, BALLS) for w in file.row)
        far = R * c / BALLS.sqrt(exact(2))
        powers = [BALLS.exp(-far), BALLS.exp(far), *[exact(1)] * (K - 2)]
        total = sum(powers, exact(0))
        row = [A * power / total - B * int(k == 0) - E / K for k, power in enumerate(powers)]
        square = sum((entry * entry for entry in row), exact(0))
        along = (row[1] - row[0]) * c / BALLS.sqrt(exact(2))
        length = BALLS.sqrt(square)
        whole = BALLS.sqrt((Lambda * R) * (Lambda * R) + 2 * Lambda * R * along + square * c * c)
        shared = exact(1) / 2 if K == 2 else formulas.second_share(R * c, exact(K), BALLS)
        return enclosure(length), enclosure(whole), enclosure(A * shared)


def _beyond(file: LossFile, name: str, tree: Tree, found: Constants, reached: Reached) -> Any:
    """Exact numbers at which the claim fails."""
    part: Supremum = found.kappa if name == "beta" else found.S
    claimed, best = claim_value(file, tree, part.place, found), best_constant(file, name, found, reached)
    if not best.lo > claimed.hi:
        return None
    setting = file.setting
    if name == "sensitivity":
        pair = reached.pair
        witness = {
            "record": f"{_shown(pair.first.x[pair.j])}, label {pair.first.y[pair.j]}",
            "replaced by": f"{_shown(pair.x)}, label {pair.y}",
            "the other records": f"{_shown(pair.first.x[pair.j - 1])}, label {pair.first.y[pair.j - 1]}",
            "distance of the models": reached.distance.text(8),
            "claimed": claimed.text(8),
        }
        says = f"two datasets that differ in one record lead to models {best.decimals(6)[0]} apart"
        return f"{says}; the claim allows {claimed.decimals(6)[1]}", witness, claimed, best
    witness = {key: str(number) for key, number in part.place.items()}
    if file.of == "logits":
        witness |= {
            "record": f"[{setting.c}], label 0",
            "model": "R/sqrt(2) for class 1, -R/sqrt(2) for class 0, 0 for all others",
        }
        witness |= (
            {"model": "R sqrt((K-2)/(2K)) for classes 0 and 1, all others equal, norm R"}
            if name == "beta"
            else {}
        )
    else:
        witness |= {
            "record": f"[{setting.c}], label 1",
            "model": f"[{part.place.get(MARGIN, Fraction(0)) / setting.c}]",
        }
    what = {
        "G": "gradient of the loss",
        "L": "gradient of the objective",
        "beta": "curvature of the objective",
    }[name]
    says = f"the {what} is {best.decimals(6)[0]} there; the claim allows {claimed.decimals(6)[1]}"
    return says, witness | {"reached": best.text(8), "claimed": claimed.text(8)}, claimed, best


def _shown(row: Any) -> str:
    return "[" + ", ".join(f"{float(entry):.6g}" for entry in row) + "]"


def _theorem(file: LossFile, name: str, tree: Tree, found: Constants) -> tuple[Theorem | None, str]:
    """The theorem of the loss with the claimed constant, for every setting if that goes through, else for the file's ball."""
    kappa = real(found.kappa.upper)
    if file.of == "margin" and not (file.slope.algebraic and tree.ops.isdisjoint({"exp", "log"})):
        return _at_the_setting(file, name, tree, found)
    if tree.ops & {"exp", "log"}:  # of the logits: z3 reads neither
        return None, ""
    terms, known = claim_terms(file, tree, found.kappa.upper)
    S = real(found.S.upper) if name == "beta" else terms[name]
    curved = terms[name] if name == "beta" else kappa
    more = {"regularized": Lambda > 0, "radius": R > 0, "positive": n >= 1}
    try:
        as_claimed(file, name, terms[name], tree, found.kappa.upper, known, more)
    except Rejected:
        return None, ""
    setting = file.setting
    here = [c == real(setting.c), Lambda == real(setting.Lambda), n == setting.n]
    here += [] if setting.R is None else [R == real(setting.R)]
    tries: list[tuple[str, Constants | None, dict[str, Any]]] = [("for every c, R, Λ and n", None, {})]
    if setting.R is not None and file.of == "margin":
        tries.append((f"for Rc <= {setting.reach}", found, {}))
    tries.append((f"at {_setting(file)}", found, {"setting": z3.And(*here)}))
    for scope, ball, fixed in tries:
        try:
            if file.of == "logits":
                made = of_logits(file, name, S, curved, known, {**more, **fixed})
                return made, f"{scope}, and K = {setting.K}"
            return of_margin(file, name, S, curved, ball, known, {**more, **fixed}), scope
        except Rejected:
            continue
    return None, ""


def _setting(file: LossFile) -> str:
    setting = file.setting
    ball = "" if setting.R is None else f", R = {setting.R}"
    return f"c = {setting.c}, Λ = {setting.Lambda}, n = {setting.n}{ball}"


def _at_the_setting(file: LossFile, name: str, tree: Tree, found: Constants) -> tuple[Theorem | None, str]:
    """exp and log: the constants of the file's ball against the smallest value of the claim over the parameters."""
    setting = file.setting
    with precision(BITS):
        box = {key: exact(low).union(exact(high)) for key, (low, high) in file.parameters.items()}
        values = {**box, "c": exact(setting.c), "Lambda": exact(setting.Lambda), "n": exact(setting.n)}
        if setting.R is not None:
            values["R"] = exact(setting.R)
        values["lr"] = 1 / smoothness(values["Lambda"], values["c"], exact(found.kappa.upper))
        claimed = exact(evaluate(tree, values, BALLS))
        G = found.S.upper * setting.c
        needed = {
            "G": G,
            "L": None if setting.R is None else setting.Lambda * setting.R + G,
            "beta": smoothness(setting.Lambda, setting.c, found.kappa.upper),
            "sensitivity": formulas.sensitivity(G, setting.Lambda, setting.n),
        }[name]
        if needed is None or not claimed >= exact(needed):
            return None, ""
    made = of_margin(file, name, real(found.S.upper), real(found.kappa.upper), found)
    return made, f"at {_setting(file)}"
