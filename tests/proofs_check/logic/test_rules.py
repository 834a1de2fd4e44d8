"""What the rules prove, and what they ask for before they do."""

from __future__ import annotations

import itertools
import random
from fractions import Fraction

import pytest
import z3

from proofs_check.logic import obligations, rules
from proofs_check.logic.derived import below, instance, refute, running, tier, without
from proofs_check.logic.rules import at, axiom, discharge, equal_to, induct, leaf, lemma, recursive
from tests.proofs_check.logic.conftest import refused

INT, REAL = z3.IntSort(), z3.RealSort()
a, b, c = z3.Reals("a b c")
k, n = z3.Ints("k n")
f, g, total = (z3.Function(name, INT, REAL) for name in ("f", "g", "total"))
ZERO = z3.RealVal(0)


def test_a_theorem_is_used_with_other_values():
    square = lemma("square", {}, a * a >= 0)
    t = lemma("t", {}, (b - c) * (b - c) >= 0, by=[square.at(a=b - c)])
    assert t.uses == ("square",)
    assert t.kind == "proved"
    assert not t.rests
    assert tier(t) == "composed"
    assert list(rules.LEDGER)[-2:] == ["square", "t"]


def test_premises_travel():
    positive = lemma("inverse", {"positive": a > 0}, 1 / a > 0)
    said = refused(
        lambda: lemma("t", {"other": b >= 0}, 1 / b >= 0, by=[positive.at(a=b)]), "t", "inverse", "positive"
    )
    assert "b > 0" in said  # theorem, premise and term
    lemma("t", {"other": b >= 1}, 1 / b >= 0, by=[positive.at(a=b)])


def test_strict_is_not_weak():
    large = lemma("large", {"large": a > c * c / 2}, 2 * a > c * c)
    refused(lambda: lemma("t", {"large": a >= c * c / 2}, 2 * a >= c * c, by=[large]), "large")


def test_values_are_put_in_at_once():
    order = lemma("order", {"less": a < b}, a + 1 < b + 1)
    lemma("same", {"less": b < a}, b + 1 < a + 1, by=[order.at(a=b, b=a)])
    refused(lambda: lemma("t", {"less": a < b}, b + 1 < a + 1, by=[order.at(a=b, b=a)]), "order")


def test_python_numbers_are_exact():
    t = lemma("t", {}, a + 1 > a)
    lemma("third", {}, z3.RealVal("4/3") > z3.RealVal("1/3"), by=[t.at(a=Fraction(1, 3))])
    refused(lambda: lemma("u", {}, a == a, by=[t.at(a=0.1)]), "no term")
    refused(lambda: lemma("u", {}, a == a, by=[t.at(a=True)]), "no term")


def test_induction_has_one_formula_a_base_and_a_free_variable():
    falls = [recursive(f, lambda: z3.RealVal(1), lambda k, before: before - 1)]
    grows = [recursive(f, lambda: z3.RealVal(-1), lambda k, before: before + 1)]
    refused(lambda: induct("t", k, {}, f(k) >= 0, where=grows), "the base case")
    refused(lambda: induct("t", k, {}, f(k) >= 0, where=falls), "the step")
    refused(lambda: induct("t", k, {"here": f(k) >= 0}, f(k) >= 0), "here", "induction variable k")
    t = induct("t", k, {}, f(k) == z3.ToReal(k) - 1, where=grows, step=[at("f", k)])
    assert t.shows.eq(z3.Implies(k >= 0, f(k) == z3.ToReal(k) - 1))


def test_induction_does_not_go_through_a_definition():
    """The definition of f speaks of k: P(k) and P(k + 1) would be about two different f."""
    where = [equal_to(f, lambda i: z3.ToReal(k))]
    refused(lambda: induct("t", k, {}, f(0) == z3.ToReal(k), where=where), "f", "induction variable")


def test_fixed_symbols_are_no_variables():
    mass = z3.Function("mass", REAL, REAL)
    positive = axiom("mass", mass(a) >= 0, over=["a"], why="a mass")
    refused(lambda: lemma("t", {}, a == a, by=[positive.at(mass=lambda x: -1 - x)]), "mass", "fixed")
    refused(lambda: lemma("t", {}, mass(a) == 0, where=[equal_to(mass, lambda x: ZERO)]), "mass", "fixed")
    other = z3.Real("mass")
    refused(lambda: lemma("t", {"p": other > 0}, other >= 0), "two symbols", "mass")


def test_a_variable_of_a_theorem_cannot_be_fixed_later():
    s = z3.Real("late")
    lemma("for every late", {"p": s > 0}, s + 1 > 1)
    refused(lambda: axiom("seven", s == 7, over=[], why="a number"), "seven", "late", "for every late")
    refused(lambda: leaf("seven", s == 7, over=[], by="a check"), "late")
    assert "late" not in rules.FIXED
    assert "seven" not in rules.LEDGER


def test_leaves_and_axioms_are_listed():
    h = z3.Function("h", REAL, REAL)
    positive = leaf("some leaf", h(a) > 0, over=["a"], by="module.check")
    t = lemma("t", {}, h(b) + 1 > 0, by=[positive.at(a=b)])
    u = lemma("u", {}, h(b) + 2 > 0, by=[t])
    assert u.rests == {"some leaf"}
    assert u.uses == ("t",)
    assert below(u) == {"t", "some leaf"}
    assert tier(u) == "composed with 1 leaf"
    assert rules.FIXED["h"] == "some leaf"


def test_definitions_define():
    refused(lambda: equal_to(f, lambda k: f(k) + 1), "itself")
    refused(lambda: recursive(f, lambda: ZERO, lambda k, before: f(k + 1) + 1), "itself")
    refused(lambda: recursive(f, lambda: f(0) + 1, lambda k, before: before), "itself")
    circle = [equal_to(f, lambda k: g(k) + 1), equal_to(g, lambda k: f(k))]
    refused(lambda: lemma("t", {}, a == a, where=circle), "after it")
    t = lemma(
        "t", {}, f(2) == 5, where=[equal_to(g, lambda k: z3.ToReal(k)), equal_to(f, lambda k: g(k) + 3)]
    )
    assert [definition.symbol for definition in t.where] == [g, f]


def test_nothing_follows_from_nonsense():
    refused(lambda: lemma("t", {"p": a > 0, "q": a < 0}, a == 7), "nothing meets")


def test_no_denominator_is_zero():
    refused(lambda: lemma("t", {"sign": b >= 0}, a / b == a / b), "may be zero", "b != 0")
    refused(lambda: lemma("t", {}, z3.ForAll([a], a / b == a / b)), "may be zero")
    refused(lambda: lemma("t", {}, z3.ForAll([a], b / a == b / a)), "may be zero")
    refused(lambda: lemma("t", {}, z3.Exists([a], b / a == b / a)), "may be zero")
    refused(lambda: lemma("t", {}, c == c, where=[equal_to(f, lambda i: 1 / z3.ToReal(i))]), "may be zero")
    guarded = z3.ForAll([k], z3.Implies(k >= 1, f(k) == 1 / z3.ToReal(k)))
    lemma("t", {"all": guarded}, f(2) * 2 == 1, by=[at("all", 2)])
    lemma("u", {}, z3.If(a == 0, ZERO, 1 / a) * a <= 1)


def test_axioms_and_leaves_divide_by_no_zero():
    h = z3.Function("h", REAL, REAL)
    refused(lambda: axiom("cancel", a * (1 / a) == 1, over=["a"], why="at a = 0 it is false"), "may be zero")
    refused(lambda: leaf("cancel", h(a) == 1 / h(b), over=["a", "b"], by="x"), "may be zero", "h(b) != 0")
    positive = axiom("positive", h(a) > 0, over=["a"], why="x")
    t = leaf("inverse", h(a) == 1 / h(b), over=["a", "b"], by="x", knowing=[positive.at(a=b)])
    assert t.rests == {"inverse", "positive"}


def test_discharge_moves_a_premise():
    t = lemma("t", {"p": a > 0, "q": b > 0}, a + b > 0)
    moved = discharge("moved", t, "p")
    assert moved.shows.eq(z3.Implies(a > 0, a + b > 0))
    assert list(moved.given) == ["q"]
    both = discharge("both", t, "p", "q")
    assert both.shows.eq(z3.Implies(a > 0, z3.Implies(b > 0, a + b > 0)))
    assert not both.given
    refused(lambda: discharge("none", t, "r"), "t", "r")
    refused(lambda: discharge("none", t))


def test_discharge_keeps_denominators_from_zero():
    """q keeps b from 0. Once q is only a condition, what divides by b must stand behind it."""
    t = lemma("t", {"p": 1 / b > a, "q": b > 0}, 1 / b >= a)
    refused(lambda: discharge("d", t, "q"), "may be zero")
    inner = discharge("inner", t, "p")
    assert not discharge("outer", inner, "q").given
    refused(lambda: discharge("wrong order", t, "p", "q"), "may be zero")
    discharge("right order", t, "q", "p")
    defined = lemma("d", {"q": b > 0}, f(0) > 0, where=[equal_to(f, lambda i: 1 / b)], by=[at("f", 0)])
    refused(lambda: discharge("e", defined, "q"), "may be zero")


def test_every_needs_premises_that_do_not_speak_of_it():
    t = lemma("t", {"p": a > 0}, a >= 0)
    refused(lambda: lemma("u", {"q": a > 0}, z3.ForAll([a], a >= 0), by=[t.at().every(a)]), "speaks of a")
    square = lemma("square", {"p": b > 0}, a * a * b >= 0)
    shows = z3.ForAll([a], a * a * b >= 0)
    assert lemma("u", {"p": b > 0, "q": a < 0}, shows, by=[square.at().every(a)]).shows.eq(shows)


def test_every_does_not_capture():
    """The value of b is a term with a in it: every(a) binds that a, too."""
    t = lemma("t", {}, z3.Exists([c], c > a + b), by=[a + b + 1 > a + b])
    lemma("u", {}, z3.ForAll([a], z3.Exists([c], c > a + a)), by=[t.at(b=a).every(a)])
    refused(lambda: lemma("v", {}, z3.Exists([c], z3.ForAll([a], c > a + a)), by=[t.at(b=a).every(a)]))


def test_instances_leave_definitions_alone():
    t = lemma("t", {}, total(0) == 0, where=[running(total, g, ZERO)])
    refused(lambda: instance("u", t, total=lambda k: z3.RealVal(7)), "total", "no value may replace")
    refused(lambda: instance("u", t, g=lambda k: total(k + 1)), "total", "no value may replace")
    u = instance("u", t, g=lambda k: z3.ToReal(k))
    assert u.where[0].symbol == total
    assert "ToReal" in str(u.where[0].says[1])
    refused(lambda: instance("v", t, meets=["nothing"]), "no premise nothing")


def test_instances_meet_premises():
    t = lemma("t", {"p": a > 0, "q": b > a}, b > 0)
    u = instance("u", t, meets=["p"], a=c * c + 1)
    assert list(u.given) == ["q"]
    assert u.uses == ("t",)
    refused(lambda: instance("v", t, meets=["p"], a=c * c), "p")


def test_premises_that_are_needed_cannot_be_dropped():
    t = lemma("t", {"p": a > 0, "q": b > 0}, a + b > 0)
    by_steps = induct(
        "i", k, {"p": a >= 0}, f(k) >= 0, where=[running(f, lambda k: a, ZERO)], step=[at("f", k)]
    )
    for theorem in (t, discharge("d", t, "p"), by_steps):
        for slug in theorem.given:
            refused(lambda theorem=theorem, slug=slug: without(theorem, slug), "follow")
    idle = lemma("idle", {"p": a > 0, "q": b > 0}, a + 1 > 0)
    assert without(idle, "q").name == "idle without q"


def test_a_refutation_is_not_a_theorem():
    r = refute("r", {"w": b >= 0}, a * b == 0, {"a": 1, "b": 1})
    refused(lambda: lemma("t", {}, z3.BoolVal(False), by=[r]))
    refused(lambda: refute("s", {"w": b >= 0}, a / b == 0, {"a": 1, "b": 0}), "divides by zero")
    refused(lambda: refute("s", {"w": b >= 0}, a * b == 0, {"a": 1, "b": -1}), "does not meet", "w")
    refused(lambda: refute("s", {}, a * b == 0, {"a": 0, "b": 1}), "holds at the example")


def test_recursion_says_nothing_below_zero():
    where = [recursive(f, lambda: ZERO, lambda k, before: before + 1)]
    refused(lambda: lemma("t", {}, f(0) == f(-1) + 1, where=where, by=[at("f", -1)]))
    lemma("t", {}, f(1) == 1, where=where, by=[at("f", 0)])


def test_functions_are_replaced_under_quantifiers():
    h = z3.Function("h", INT, INT, INT)
    formula = z3.ForAll([k], z3.Exists([n], h(k, n) > z3.Int("p")))
    values = {"h": lambda i, j: i * 10 + j * z3.Int("p"), "p": n}
    said = rules.substitution(rules.symbols(formula), values, "t")(formula)
    assert (
        said.eq(z3.ForAll([k], z3.Exists([n], k * 10 + n * z3.Int("p") > z3.Int("n"))))
        or str(said) == "ForAll(k, Exists(n, k*10 + n*p > n))"
    )


def test_premises_are_taken_at_terms_in_their_order():
    p = z3.Function("p", INT, INT, INT, z3.BoolSort())
    given = {"all": z3.ForAll([n, k], z3.Exists([z3.Int("y")], p(n, k, z3.Int("y"))))}
    some = lambda i, j: z3.Exists([z3.Int("z")], p(i, j, z3.Int("z")))  # noqa: E731
    lemma("t", given, some(k, n + 1), by=[at("all", k, n + 1)])
    with obligations.limited(1):  # z3 finds it alone, if it may
        refused(lambda: lemma("u", given, some(n + 1, k), by=[at("all", k, n + 1)]), "does not follow")
    refused(lambda: lemma("u", given, some(0, 1), by=[at("all", 0)]), "all", "1 values")
    refused(lambda: lemma("u", given, some(0, 1), by=[at("some", 0, 1)]), "some")
    refused(lambda: lemma("u", given, some(0, 1), by=[at("all", 0, a)]), "sort")


def test_tables_are_read_only():
    for table in (rules.FIXED, rules.LEDGER, lemma("t", {"p": a > 0}, a > 0).given):
        for name in ("clear", "pop", "update", "setdefault", "__setitem__", "__delitem__"):
            assert not hasattr(table, name)


@pytest.mark.parametrize("missing", ["p", "q"])
def test_messages_name_theorem_premise_and_term(missing):
    t = lemma("the theorem", {"p": a > 0, "q": b > 0}, a * b > 0)
    given = {slug: premise for slug, premise in {"p": c > 0, "q": c + 1 > 0}.items() if slug != missing}
    with pytest.raises(rules.Rejected) as error:
        lemma("the user", given, c * (c - 1) > 0, by=[t.at(a=c, b=c - 1)])
    assert error.value.theorem == "the theorem"
    assert error.value.missing in ("p", "q")
    assert all(word in str(error.value) for word in ("the user", "the theorem", error.value.missing, "c"))


def test_the_logic_takes_the_same_steps_whatever_ran_before():
    def steps() -> int:
        obligations._asked.clear()  # what was asked before is not asked again
        before = obligations.STATS["steps"]
        lemma("t", {"p": a > 0, "q": b > a}, z3.And(b * b > a * b, 1 / a > 1 / b))
        rules._ledger.pop("t")
        return obligations.STATS["steps"] - before

    first = steps()
    junk = [z3.Real(f"junk{i}") * i + a for i in range(500)]
    assert first == steps() > 0
    assert junk


def test_150_random_substitutions_agree_with_names():
    """z3 counts bound variables by number. A reference with names: every bound variable is fresh, so nothing is captured."""
    rng = random.Random(7)
    f1, f2, bound = z3.Function("f1", INT, INT), z3.Function("f2", INT, INT, INT), z3.Ints("v0 v1 v2 v3")
    numbers = itertools.count()
    q, r = z3.Ints("q r")  # in no argument, so the reference does not capture either
    bodies = [
        lambda x, z: x + 2 * z,
        lambda x, z: z3.If(z3.ForAll([q], z3.Implies(q > x, q > z)), x, z),
        lambda x, z: z3.If(z3.Exists([q], z3.ForAll([r], r + q != z + x)), z, x),
        lambda x, z: f2(z, x) + f1(x) + bound[0],
        lambda x, z: z3.If(z3.Exists([q, r], f2(q, x) == r + z), n, x - z),
    ]

    def term(depth):
        if depth == 0:
            return rng.choice([*bound, n, 0, 1])
        return (rng.choice(["f1", "f2", "+"]), term(depth - 1), term(depth - 1))

    def formula(depth):
        kind = rng.choice(["all", "some", "and", "not"]) if depth else "<="
        if kind in ("all", "some"):
            return (kind, rng.choice(bound), formula(depth - 1))
        return (kind, *((term(2), term(2)) if kind == "<=" else (formula(depth - 1), formula(depth - 1))))

    def built(x, names, two, number):
        """The formula with `two` for f2 and `number` for n."""
        if not isinstance(x, tuple):
            return number if x is n else names.get(str(x), x)
        kind, *rest = x
        if kind in ("all", "some"):
            fresh = z3.Int(f"w{next(numbers)}")
            inside = built(rest[1], {**names, str(rest[0]): fresh}, two, number)
            return z3.ForAll([fresh], inside) if kind == "all" else z3.Exists([fresh], inside)
        one, other = (built(part, names, two, number) for part in rest)
        one, other = (z3.IntVal(p) if isinstance(p, int) else p for p in (one, other))
        ways = {"f1": lambda: f1(one), "f2": lambda: two(one, other), "+": lambda: one + other}
        ways |= {"<=": lambda: one <= other, "and": lambda: z3.And(one, other), "not": lambda: z3.Not(one)}
        return ways[kind]()

    def shape(x):
        """Up to the names of bound variables; Python writes 0 < v as v > 0."""
        if z3.is_quantifier(x):
            return (x.is_forall(), shape(x.body()))
        if not z3.is_app(x) or not x.num_args():
            return str(x)
        name, parts = x.decl().name(), [shape(part) for part in x.children()]
        return (name.replace("<", ">"), *reversed(parts)) if name in ("<", "<=") else (name, *parts)

    for _ in range(150):
        written, body = formula(4), rng.choice(bodies)
        before = built(written, {}, f2, n)
        values = {"f2": body, "n": bound[0] + n}
        values = {name: value for name, value in values.items() if name in rules.symbols(before)}
        after = rules.substitution(rules.symbols(before), values, "t")(before)
        assert shape(after) == shape(built(written, {}, body, bound[0] + n)), before


def test_a_premise_that_a_cited_theorem_knows_to_divide_is_refused_where_that_theorem_is_not_met():
    """A formula that a cited theorem shares is not asked again whether it divides by zero: its premises must hold first."""
    x = z3.Real("x")
    above = {"above": 1 / x > 0}
    whole = lemma("divides", {"nonzero": x != 0, **above}, 2 / x > 0)
    refused(lambda: lemma("divides by what may be zero", above, 2 / x > 0, by=[whole]), "nonzero")
    assert lemma("divides again", whole.given, 2 / x > 0, by=[whole]).uses == ("divides",)
