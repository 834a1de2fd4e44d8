"""Chaudhuri, Monteleoni, Sarwate (2011): how far one record moves the regularised minimiser."""

from functools import partial

import z3

from proofs_check.lemmas.line import LINE, REAL
from proofs_check.lemmas.numbers import SCALES
from proofs_check.lemmas.spaces import APART, PRODUCT, add, dot, length, minus, norm, products, scale, v, w, z
from proofs_check.logic.models import model
from proofs_check.logic.rules import at, lemma

Lambda, n, G = z3.Reals("Lambda n G")
# gradient sums of the shared records, p at v and q at w; gradients of the two records that differ, g at v and g2 at w
p, q, g, g2 = z3.Consts("p q g g2", v.sort())
first, second = (
    add(scale(n * Lambda, f), add(shared, own)) for f, shared, own in ((v, p, g), (w, q, g2))
)  # n times
move = minus(v, w)


def bound(factor=2):
    return norm(move) <= factor * G / (Lambda * n)


SENSITIVITY = lemma(
    "one record moves the minimiser by at most 2G/(Λn)",
    {
        "regularized": Lambda > 0,
        "records": n >= 1,
        "convex": dot(move, minus(p, q)) >= 0,
        "gradients": z3.And(norm(g) <= G, norm(g2) <= G),
        "minimum": z3.ForAll([z], dot(first, z) == 0),
        "other-minimum": z3.ForAll([z], dot(second, z) == 0),
    },
    bound(),
    by=[
        [at("minimum", move), at("other-minimum", move), length(move), length(g)],
        products((first, move), (second, move), (move, move), (move, minus(p, q)), (move, minus(g2, g))),
        n * Lambda * dot(move, move) == dot(move, minus(g2, g)) - dot(move, minus(p, q)),
        [PRODUCT.at(x=move, y=minus(g2, g)), APART.at(x=g2, y=g)],
        SCALES.at(a=norm(move), b=norm(minus(g2, g)), c=2 * G),
        n * Lambda * (norm(move) * norm(move)) <= norm(move) * (2 * G),
        [n * Lambda > 0, n * Lambda * norm(move) <= 2 * G, 1 / (n * Lambda) > 0],
        SCALES.at(a=1 / (n * Lambda), b=n * Lambda * norm(move), c=2 * G),
    ],
)
# on the line: no shared loss, and the record pulls by 1 to either side
PULLED = {**LINE, "Lambda": 1, "n": 1, "G": 1, "v": 1, "w": -1, "p": 0, "q": 0, "g": -1, "g2": 1}
STATES = [("cms:sensitivity", SENSITIVITY, "statement", partial(model, SENSITIVITY, {"V": REAL}, PULLED))]
