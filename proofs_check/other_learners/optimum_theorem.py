"""app:extended_ablation#smo: how far one record moves the optimum, and a model whose optimality gap is proved.

g(k) and h(k) are subgradients of the losses of record k of the two datasets, at the optima v and w; the datasets differ in
record j. For every space, loss and number of records. For the hinge loss G is c.
"""

import z3

from proofs_check.lemmas.line import LINE, REAL, stated, when
from proofs_check.lemmas.numbers import NUM, ROOT, SHORTER
from proofs_check.lemmas.spaces import (
    APART,
    DETOUR,
    PAIRS_SQUARED,
    PRODUCT,
    TURNED,
    V,
    dot,
    length,
    minus,
    norm,
    products,
    v,
    w,
    x,
    y,
    z,
    zero,
)
from proofs_check.lemmas.sums import NEXT, SUMS, TERMS, apart, each, g, h, k, sum_g, sum_h, term
from proofs_check.logic.rules import at, induct, lemma
from proofs_check.objectives.mean_theorems import RECORDS, REGULARIZED, G, Lambda, n
from reference import formulas

j = z3.Int("j")
_u, _n = minus(v, w), z3.ToReal(n)
OTHERS = {"convex": each(z3.Or(k == j, dot(_u, term) >= 0))}
GRADIENTS = {"gradients": each(z3.And(norm(g(k)) <= G, norm(h(k)) <= G))}
_most = 2 * G * norm(_u)
_replaced = lemma(
    "the replaced record pulls by at most 2G",
    GRADIENTS,
    z3.Implies(k >= 0, z3.And(dot(_u, term) >= -_most, _most >= 0)),
    by=[
        [at("gradients", k), APART.at(x=g(k), y=h(k)), PRODUCT.at(x=_u, y=term)],
        length(_u),
        z3.Implies(k >= 0, norm(_u) * norm(term) <= norm(_u) * (2 * G)),
    ],
)
_all = induct(
    "all records pull at most as the replaced one",
    k,
    {**OTHERS, **GRADIENTS},
    dot(_u, apart) >= z3.If(k > j, -_most, 0),
    where=SUMS,
    base=[_replaced.at(k=0), *products((_u, minus(zero, zero)))],
    step=[*NEXT, at("convex", k), _replaced, PAIRS_SQUARED.at(z=_u, **TERMS)],
)


def optimal(model, total):
    """Λ times the model plus the mean of the subgradients is 0."""
    return z3.ForAll([z], Lambda * dot(model, z) + 1 / _n * dot(total(n), z) == 0)


OPTIMA = {"optima": z3.And(optimal(v, sum_g), optimal(w, sum_h))}
_total = minus(sum_g(n), sum_h(n))
SENSITIVITY = lemma(
    "the optima of neighbouring datasets",
    {**REGULARIZED, **RECORDS, **OTHERS, **GRADIENTS, **OPTIMA},
    norm(_u) <= formulas.sensitivity(G, Lambda, _n),
    where=SUMS,
    by=[
        [_all.at(k=n), length(_u), at("gradients", 0), length(g(0))],
        z3.And(
            *(Lambda * dot(f, _u) + 1 / _n * dot(total(n), _u) == 0 for f, total in ((v, sum_g), (w, sum_h)))
        ),
        products((_u, _u), (_u, _total), (sum_g(n), _u), (sum_h(n), _u)),
    ],
)

# --- a model whose objective is at most `gap` above its minimum ----------------------------------------------

gap = z3.Real("gap")
model, model2 = z3.Consts("model model2", V)
NEAR = {
    f"{whose}-gap": Lambda / 2 * dot(minus(one, best), minus(one, best)) <= gap
    for whose, one, best in (("own", model, v), ("other", model2, w))
}
_root = NUM.sqrt(2 * gap / Lambda)
_near = lemma(
    "near the optimum",
    {**REGULARIZED, "gap": Lambda / 2 * dot(minus(x, y), minus(x, y)) <= gap},
    norm(minus(x, y)) <= _root,
    by=[length(minus(x, y)), ROOT.at(r=2 * gap / Lambda), SHORTER.at(a=norm(minus(x, y)), b=_root)],
)
GAP = lemma(
    "a proved gap costs twice its distance",
    {**SENSITIVITY.given, **NEAR},
    norm(minus(model, model2)) <= formulas.sensitivity(G, Lambda, _n) + 2 * _root,
    where=SUMS,
    by=[
        [SENSITIVITY, _near.at(x=model, y=v), _near.at(x=model2, y=w), TURNED.at(x=w, y=model2)],
        [DETOUR.at(x=model, y=v, z=model2), DETOUR.at(x=v, y=w, z=model2)],
    ],
)

# --- a joint model: one record on the line, whose slope is -1 and then 1; both models end 1 beyond their optimum

LONE = {
    **LINE,
    **{"Lambda": 1, "G": 1, "n": 1, "j": 0, "v": 1, "w": -1, "model": 2, "model2": -2, "gap": z3.Q(1, 2)},
    "g": lambda k: when(k == 0, -1),
    "h": lambda k: when(k == 0, 1),
    "sum_g": lambda k: when(k <= 0, 0, -1),
    "sum_h": lambda k: when(k <= 0, 0, 1),
}
LABEL, SORTS = "app:extended_ablation#smo", {"V": REAL}
STATES = [
    stated(LABEL, SENSITIVITY, "statement", SORTS, LONE),
    stated(LABEL, GAP, "repair", SORTS, LONE),
]
