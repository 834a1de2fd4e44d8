"""Attempts to prove False, or a plain falsehood, with public names and no false axiom. Each must be refused.

The name of a test says what it tried. Those marked `proved False` in their docstring did so in an earlier version.
"""

from __future__ import annotations

import contextlib
import copy
import dataclasses
import pickle
import subprocess
import sys
import types

import pytest
import z3

from proofs_check.logic import obligations, rules
from proofs_check.logic.derived import instance, refute, without
from proofs_check.logic.rules import (
    Theorem,
    Use,
    at,
    axiom,
    discharge,
    equal_to,
    forget,
    induct,
    leaf,
    lemma,
    recursive,
)
from tests.proofs_check.logic.conftest import refused

FALSE = z3.BoolVal(False)
INT, REAL, BOOL = z3.IntSort(), z3.RealSort(), z3.BoolSort()
V = z3.DeclareSort("V")
a, b, c = z3.Reals("a b c")
k, n, y, j = z3.Ints("k n y j")
x, x2, x3 = z3.Consts("x x2 x3", V)
f, g = z3.Function("f", INT, INT), z3.Function("g", INT, INT)
h = z3.Function("h", INT, REAL)
P = z3.Function("P", INT, BOOL)
F, G = z3.Consts("F G", z3.ArraySort(INT, REAL))


def false(by=(), where=(), given=None):
    """Tries to prove False."""
    return lemma("false", given or {}, FALSE, by=by, where=where)


def positive_square():
    dot = z3.Function("dot", V, V, REAL)
    return dot, axiom("dot", dot(x, x) >= 0, over=["x"], why="an inner product")


# --- symbols that are fixed, symbols that vary ------------------------------------------------------------------------------


def test_every_over_a_fixed_constant():
    """proved False"""
    e = z3.Real("euler")
    known = axiom("e", z3.And(e > 2, e < 3), over=[], why="true")
    refused(lambda: false([known.at().every(e)]), "fixed")


def test_induction_over_a_fixed_constant():
    """proved False"""
    N = z3.Int("N")
    five = axiom("N", N == 5, over=[], why="true")
    refused(lambda: induct("t", N, {}, z3.Or(N <= 0, N == 6), step=[five]), "fixed")


def test_induction_variable_is_fixed_while_the_proof_runs():
    """A callable among the values makes an axiom about k, a list that is still to be read cites it."""
    true, later = lemma("true", {}, f(0) == f(0)), []

    def value(i):
        later.append(axiom("five", n == 5, over=[], why="true"))
        return i

    refused(
        lambda: induct("t", n, {}, z3.Or(n <= 0, n == 6), step=[true.at(f=value), later]), "inside another"
    )


def test_induction_over_a_term():
    """proved False"""
    refused(lambda: induct("t", n + 0, {"five": n == 5}, z3.Or(n + 0 <= 0, n + 0 >= 6)), "not a variable")


def test_induction_over_a_number():
    one = z3.IntVal(1)
    refused(lambda: induct("t", one, {}, one != z3.IntVal(3) - z3.IntVal(2)), "not a variable")


def test_induction_over_a_real_number():
    refused(lambda: induct("t", a, {}, a >= 0), "not a variable")


def test_a_fixed_symbol_gets_a_value():
    _, square = positive_square()
    refused(lambda: false([square.at(dot=lambda v, w: z3.RealVal(-1))]), "fixed")


def test_the_table_of_fixed_symbols_is_emptied():
    """proved False: through a method, and through the other side of a comparison"""
    _dot, square = positive_square()

    class Thief:
        def __eq__(self, other):
            other.pop("dot")
            return True

        __ror__ = __or__ = __eq__
        __hash__ = None

    for steal in (
        lambda: rules.FIXED.pop("dot"),
        lambda: rules.FIXED == Thief(),
        lambda: rules.FIXED | Thief(),
    ):
        with contextlib.suppress(AttributeError, TypeError):
            steal()
        assert rules.FIXED["dot"] == "dot"
    refused(lambda: false([square.at(dot=lambda v, w: z3.RealVal(-1))]), "fixed")


def test_a_symbol_is_fixed_after_a_theorem_about_all_of_it():
    s = z3.Real("s")
    lemma("t", {"p": s > 0}, s + 1 > 1)
    refused(lambda: axiom("late", s == 7, over=[], why="true"), "s", "t")


def test_a_defined_symbol_is_fixed_afterwards():
    lemma("t", {}, h(0) == 0, where=[equal_to(h, lambda i: z3.RealVal(0))], by=[at("h", 0)])
    refused(lambda: axiom("late", h(0) == 7, over=[], why="true"), "h")


def test_one_name_two_sorts():
    a_whole = z3.Int("a")
    refused(lambda: lemma("t", {}, z3.ToReal(a_whole) == a), "two symbols")
    t = lemma("t", {"p": a_whole > 0}, a_whole >= 1)
    refused(lambda: false([t], given={"p": z3.And(a > 0, a < 1)}), "not known")


def test_one_name_two_arities():
    refused(lambda: lemma("t", {}, z3.Int("f") == f(0)), "two symbols")


def test_symbols_that_look_the_same():
    """z3's functions for propagators have the name and the sorts of another function, and are not that function."""
    twin = z3.PropagateFunction("f", INT, INT)
    assert twin != f
    refused(lambda: lemma("t", {}, twin(0) == twin(0)), "two symbols")
    refused(lambda: lemma("t", {"p": f(0) == 1}, a == a, by=[twin(0) == 1]), "two symbols")
    refused(lambda: equal_to(f, lambda i: twin(i) + 1), "two symbols")


def test_skolem_names_of_quantifiers():
    """A quantifier may choose the name of its skolem functions."""
    for name in ("a", "f", "x!0"):
        formula = z3.Exists([b], b > 5, skid=name, qid=name)
        refused(lambda formula=formula: lemma("t", {"p": formula}, a > 5), "does not follow")


def test_a_fixed_name_with_another_sort():
    positive_square()
    dot = z3.Real("dot")
    refused(lambda: lemma("t", {"p": dot > 0}, dot >= 0), "two symbols")


# --- induction and generalisation --------------------------------------------------------------------------------------------


def test_every_over_a_term_or_a_literal():
    t = lemma("t", {}, z3.IntVal(1) + z3.IntVal(1) > z3.IntVal(1))
    refused(lambda: false([t.at().every(z3.IntVal(1))]), "not a variable")
    refused(lambda: false([t.at().every(n + 1)]), "not a variable")


def test_every_over_what_a_premise_speaks_of():
    t = lemma("t", {"p": z3.ForAll([a], a <= b)}, a <= b, by=[at("p", a)])
    refused(lambda: false([t.at(b=0).every(a)]), "not known")
    refused(lambda: false([t.at(b=a).every(a)], given={"p": z3.ForAll([b], b <= a)}), "speaks of a")


def test_every_over_what_a_definition_speaks_of():
    where = [equal_to(h, lambda i: z3.ToReal(n))]
    t = lemma("t", {}, h(n) == z3.ToReal(n), where=where, by=[at("h", n)])
    refused(lambda: false([t.at().every(n)], where), "speaks of n")


def test_every_over_a_function_that_is_not_a_constant():
    t = lemma("t", {}, f(0) == f(0))
    refused(lambda: false([t.at().every(f)]))


def test_a_definition_speaks_of_the_induction_variable():
    where = [equal_to(h, lambda i: z3.ToReal(k))]
    refused(lambda: induct("t", k, {}, h(0) == z3.ToReal(k), where=where), "induction variable")


def test_a_premise_binds_the_induction_variable():
    """Bound is not free: `for all k` in a premise does not speak of k, and says nothing about it."""
    refused(lambda: induct("t", k, {"p": z3.ForAll([k], f(k) >= k)}, f(0) >= k), "step")


def test_induction_below_zero():
    t = induct("t", k, {}, k >= 0)
    refused(lambda: false([t.at(k=-1)]), "does not follow")


# --- definitions ------------------------------------------------------------------------------------------------------------


def test_a_definition_of_an_interpreted_symbol():
    """made 0 = 1 a definition that every check let through"""
    for decl, body in (
        (z3.RealVal(0).decl(), lambda: z3.RealVal(1)),
        ((a + b).decl(), lambda p, q: p * q),
        (z3.BoolVal(True).decl(), lambda: FALSE),
        (z3.ToReal(n).decl(), lambda i: z3.RealVal(0)),
    ):
        refused(lambda decl=decl, body=body: false(where=[equal_to(decl, body)]), "has a meaning already")
    times = (k * n).decl()
    refused(
        lambda: false(where=[recursive(times, lambda i: z3.IntVal(7), lambda i, k, q: q)]), "has a meaning"
    )


def test_a_whole_number_that_is_half():
    """proved False: an Int symbol with a Real body"""
    refused(lambda: equal_to(f, lambda i: z3.ToReal(i) / 2), "sort")
    refused(lambda: recursive(f, lambda: z3.IntVal(1), lambda i, before: z3.ToReal(before) / 2), "sort")


def test_an_array_by_another_array():
    """proved False: each is the other plus one"""
    refused(
        lambda: false(
            [at("F", 0)], [equal_to(F.decl(), lambda i: G[i] + 1), equal_to(G.decl(), lambda i: F[i])]
        )
    )


def test_an_array_by_itself():
    refused(lambda: equal_to(F.decl(), lambda i: F[i] + 1), "itself")
    refused(lambda: equal_to(F.decl(), lambda i: z3.Store(F, 0, 1)[i] + 1), "does not read")
    refused(lambda: equal_to(F.decl(), lambda i: z3.Lambda([n], F[n] + 1)[i]), "does not read")


def test_a_symbol_is_defined_twice():
    twice = [equal_to(F.decl(), lambda i, value=value: z3.RealVal(value)) for value in (0, 1)]
    refused(lambda: false([at("F", 0)], twice), "F is defined")


def test_a_premise_called_like_a_definition():
    given = {"h": z3.ForAll([k], h(k) == 1)}
    refused(lambda: false([at("h", 0)], [equal_to(h, lambda i: z3.RealVal(0))], given), "name of a premise")


def test_a_body_that_changes():
    calls = []

    def body(i):
        calls.append(i)
        return f(i) + 1 if len(calls) > 1 else z3.IntVal(0)

    definition = equal_to(f, body)
    assert len(calls) == 1
    refused(lambda: false([at("f", 0)], [definition]))


def test_a_body_that_guesses_the_fresh_names():
    """A constant that is called like the bound variable of a definition, or like what z3 makes inside its solver."""
    seen = []
    equal_to(f, lambda i: seen.append(str(i)) or i)
    prefix, number = seen[0].rsplit(" ", 1)
    for name in [f"{prefix} {int(number) + shift}" for shift in range(8)] + ["x!0", "k!1"]:
        guess = z3.Int(name)
        refused(lambda guess=guess: equal_to(f, lambda i: guess + i), "no name")
        refused(lambda guess=guess: recursive(f, lambda: guess, lambda i, before: before), "no name")
        refused(lambda guess=guess: lemma("t", {}, guess == guess), "no name")


def test_a_fresh_variable_is_kept_for_later():
    kept = []
    equal_to(f, lambda i: kept.append(i) or i)
    refused(lambda: lemma("t", {}, kept[0] == kept[0]), "no name")


def test_recursion_that_is_not_counted():
    refused(
        lambda: recursive(z3.Function("q", REAL, REAL), lambda: z3.RealVal(0), lambda k, q: q + 1), "counted"
    )
    refused(lambda: recursive(z3.Real("q").decl(), lambda: z3.RealVal(0), lambda k, q: q + 1), "counted")


def test_definitions_that_disagree_about_one_symbol():
    d = z3.Real("d")
    t = lemma("t", {}, d == 1, where=[equal_to(d.decl(), lambda: z3.RealVal(1))])
    refused(
        lambda: lemma("u", {}, d == 1, where=[equal_to(d.decl(), lambda: z3.RealVal(2))], by=[t]), "where d"
    )


# --- what the logic does not read ------------------------------------------------------------------------------------------


def test_z3_recursive_functions():
    """proved False: its equation is an axiom that nobody listed"""
    q = z3.RecFunction("rec", INT, INT)
    z3.RecAddDefinition(q, [n], q(n) + 1)
    refused(lambda: false([q(0) == q(0) + 1]), "does not read")


def test_arrays_that_hide_a_function():
    """proved False: the definition of f spoke of f inside an array"""
    hidden = z3.AsArray(f)
    refused(lambda: equal_to(f, lambda i: hidden[i] + 1), "does not read")
    refused(lambda: equal_to(f, lambda i: z3.Map(f, z3.K(INT, z3.IntVal(0)))[i] + 1), "does not read")
    refused(lambda: lemma("t", {}, hidden[0] == f(0)), "does not read")


def test_loose_variables():
    """proved False: captured by the next quantifier"""
    t = lemma("t", {}, z3.Exists([y], y > n), by=[n + 1 > n])
    refused(lambda: lemma("u", {}, z3.Exists([y], y > y), by=[t.at(n=z3.Var(0, INT))]), "does not read")
    refused(lambda: lemma("u", {"p": f(z3.Var(0, INT)) == 0}, z3.ForAll([k], f(k) == 0)), "does not read")
    refused(lambda: lemma("u", {}, a == a, by=[lemma("v", {}, f(0) == f(0)).at(f=lambda i: z3.Var(1, INT))]))
    refused(lambda: lemma("w", {}, a == a, by=[lemma("z", {}, f(0) == f(0)).at(f=lambda i: z3.Var(0, INT))]))


def test_a_sort_with_one_element():
    """Printed, it looks like any other sort."""
    one, (only,) = z3.EnumSort("Single", ["only"])
    p, q = z3.Consts("p q", one)
    refused(lambda: lemma("t", {}, p == q), "sort")
    refused(lambda: lemma("t", {}, z3.ForAll([p, q], p == q)), "sort")
    refused(lambda: lemma("t", {}, z3.ForAll([p], p == only)))


def test_a_sort_that_is_called_like_the_numbers():
    whole = z3.Consts("p q", z3.DeclareSort("Int"))
    refused(lambda: lemma("t", {}, whole[0] == whole[0]), "no name for a sort")


def test_sorts_that_are_polymorphic_or_bounded():
    for sort in (z3.DeclareTypeVar("A"), z3.BitVecSort(1), z3.FiniteDomainSort("D", 1), z3.StringSort()):
        p = z3.Const("p", sort)
        refused(lambda p=p: lemma("t", {}, p == p), by=Exception)


def test_special_relations():
    less = z3.PartialOrder(V, 0)
    refused(lambda: lemma("t", {}, less(x, x)), "does not read")
    refused(lambda: lemma("t", {}, z3.TransitiveClosure(z3.Function("R", V, V, BOOL))(x, x)), "does not read")


def test_whole_number_division_and_rounding():
    for term in (n / k, n % k, z3.If(z3.IsInt(a), n, k)):
        refused(lambda term=term: lemma("t", {}, term == term), "does not read")


def test_the_whole_part_is_read_as_it_is():
    """floor(a): below a by less than 1, also for negative a. It is no linear map, and no way round the rules."""
    floor, whole = z3.ToInt, lambda t: z3.ToReal(z3.ToInt(t))
    assert not lemma("floor", {}, z3.And(whole(a) <= a, a < whole(a) + 1)).rests
    assert not lemma("below zero", {}, whole(z3.Q(-1, 2)) == -1).rests
    for falsehood in (
        *(
            whole(a) == a,
            whole(a + b) == whole(a) + whole(b),
            whole(2 * a) == 2 * whole(a),
            whole(-a) == -whole(a),
        ),
        *(whole(a) >= a, floor(a) > floor(b), z3.Implies(a < b, floor(a) < floor(b)), whole(a * a) >= 1),
    ):
        refused(lambda falsehood=falsehood: lemma("falsehood", {}, falsehood), "does not follow")
        refused(lambda falsehood=falsehood: false([falsehood]), "does not follow")
    refused(lambda: equal_to(f, lambda n: f(floor(a))), "defined by itself")
    refused(lambda: lemma("divided", {}, 1 / whole(a) == 1 / whole(a)), "denominator")
    refused(
        lambda: lemma("halves", {}, z3.ForAll([k], z3.Exists([a], z3.And(a > z3.ToReal(k), whole(a) < k))))
    )


def test_algebraic_numbers_and_roots():
    root = z3.simplify(z3.Sqrt(z3.RealVal(2)), algebraic_number_evaluator=True)
    for term in (z3.Sqrt(a), a ** z3.RealVal("1/2"), a**-1, a**0, a**a, a**5, a ** z3.RealVal(2**40)):
        refused(lambda term=term: lemma("t", {}, term == term), "does not read")
    assert z3.is_algebraic_value(root) or not z3.is_rational_value(root)
    refused(lambda: lemma("t", {}, root == root), "does not read")


def test_a_variable_called_2_as_an_exponent():
    """proved False: a**2 was read off the printed name, and then 2 was set to 3"""
    two = z3.Real("2")

    def attack():
        t = lemma("t", {}, a**two == a * a)
        return false([t.at(**{"2": 3, "a": 2})])

    refused(attack, "does not read")


def test_names_that_print_like_formulas():
    for name in ("0 = 1", "2", "", "a + b", "|x|", "x!3", 'q"', "a\\b", "for all"):
        v = z3.Real(name)
        refused(lambda v=v: lemma("t", {}, v == v), "no name")


def test_other_contexts():
    other = z3.Real("a", z3.Context())
    refused(lambda: lemma("t", {}, other == other), "main context")
    refused(lambda: lemma("t", {}, a == a, by=[lemma("u", {}, a == a).at(a=other)]), "main context")
    refused(lambda: induct("t", z3.Int("k", z3.Context()), {}, k >= 0), "main context")
    apart = z3.Context()
    refused(
        lambda: equal_to(z3.Function("f", z3.IntSort(apart), z3.IntSort(apart)), lambda i: i), "main context"
    )


def test_bound_variables_that_shadow():
    """ForAll(a, a <= b) with b := a: the outer a is not the inner one."""
    t = lemma("t", {"p": z3.ForAll([a], a * a >= b)}, b <= 0, by=[at("p", 0)])
    refused(lambda: false([t.at(b=a)], given={"p": a == 7}), "not known")
    nested = z3.ForAll([a], z3.Exists([a], a > 0))
    u = lemma("u", {}, z3.Implies(nested, z3.Exists([a], a > 0)))
    assert u.shows.arg(0).eq(nested)


def test_quantifiers_change_places():
    t = lemma("t", {}, z3.ForAll([n], z3.Exists([y], y > n)))
    refused(lambda: lemma("u", {}, z3.Exists([y], z3.ForAll([n], y > n)), by=[t]), "does not follow")


def test_patterns_hide_nothing():
    formula = z3.ForAll([k], f(k) >= 0, patterns=[g(k)])
    refused(lambda: lemma("t", {"p": formula}, g(0) >= 0), "does not follow")


# --- numbers -----------------------------------------------------------------------------------------------------------------


def test_x_over_x():
    refused(lambda: lemma("t", {}, a / a == 1))
    refused(lambda: lemma("t", {}, z3.Implies(a == 0, 1 / a == 0)), "follow")


def test_the_two_readings_of_division_in_one_proof():
    zero = z3.RealVal(0)
    refused(lambda: false([1 / (1 / zero) == 0, 1 / zero != 0]))
    refused(lambda: false([1 / (a - a) == 0, 1 / (a - a) == 1]))


def test_statements_that_divide_by_zero():
    refused(lambda: lemma("t", {}, 1 / (a - a) == 1 / (b - b)), "may be zero")
    inverted = z3.ForAll([b], z3.Implies(b == 1 / (1 / a), b == a))
    refused(lambda: lemma("t", {}, inverted, by=[1 / (1 / a) == a]), "may be zero")
    refused(
        lambda: lemma("t", {}, h(0) * 0 == 0, where=[equal_to(h, lambda i: 1 / z3.ToReal(i))]), "may be zero"
    )
    refused(lambda: lemma("t", {}, z3.If(a == 0, 1 / a, 0) * a <= 1), "may be zero")
    refused(lambda: lemma("t", {}, z3.And(z3.Implies(a != 0, a == a), 1 / a == 1 / a)), "may be zero")
    refused(lambda: lemma("t", {"p": 1 / a > 0}, 1 / a > 0), "may be zero")
    refused(lambda: lemma("t", {}, 1 / a == 1 / a, by=[a != 0]), "does not follow")


def test_a_denominator_is_kept_from_zero_by_a_guessed_name():
    """The check of `for all a: 1/a ...` uses a fresh constant: a premise about that constant must not help."""
    divides = z3.ForAll([a], 1 / a == 1 / a)
    (nonzero,) = rules.divisors(divides)
    guess = nonzero.arg(0)
    assert guess.sort() == REAL
    refused(lambda: lemma("t", {"p": guess != 0}, divides), "no name")
    refused(lambda: lemma("t", {}, divides, by=[guess == 1]), "no name")
    body = equal_to(h, lambda i: z3.RealVal(1))
    refused(lambda: equal_to(h, lambda i: guess), "no name")
    refused(lambda: lemma("t", {}, divides, by=[at("h", 0)], where=[body]), "denominator")


def test_an_axiom_that_is_false_at_zero():
    refused(lambda: axiom("inverse", a * (1 / a) == 1, over=["a"], why="looks true"), "may be zero")


def test_discharge_of_what_keeps_a_denominator_from_zero():
    t = lemma("t", {"p": 1 / b > a, "q": b > 0}, 1 / b >= a)
    refused(lambda: discharge("d", t, "q"), "may be zero")


def test_whole_numbers_as_real_numbers():
    refused(
        lambda: lemma("t", {"p": z3.And(n > 0, n < 2)}, z3.ToReal(n) == z3.RealVal("1/2")), "does not follow"
    )
    refused(lambda: false([z3.And(a > 0, a < 1) == z3.BoolVal(True)]))
    t = lemma("t", {"p": n > 0}, n >= 1)
    refused(lambda: lemma("u", {"p": a > 0}, a >= 1, by=[t.at(n=a)]), "sort")


def test_printing_options_change_no_number():
    """Numbers are read from the term, not from its text, which an option can round."""
    third = z3.Q(1, 3)
    z3.set_option(rational_to_decimal=True, precision=2)
    try:
        refused(lambda: lemma("t", {}, third * 100 == 33), "does not follow")
        lemma("t", {}, third * 3 == 1)
        assert obligations.Facts([a == third]).give(3 * a == 1)
    finally:
        z3.set_option(rational_to_decimal=False)


def test_rules_that_run_in_circles():
    """f(p(c)) -> h(q(c)) -> h(k(c)) -> f(r(c)) -> f(p(c)): rewriting must end, and prove nothing false."""
    functions = {name: z3.Function(name + "_", INT, INT) for name in "fhpqkr"}
    at_c = {name: function(n) for name, function in functions.items()}
    circle = [
        functions["f"](at_c["p"]) == functions["h"](at_c["q"]),
        functions["h"](at_c["k"]) == functions["f"](at_c["r"]),
        at_c["q"] == at_c["k"],
        at_c["r"] == at_c["p"],
    ]
    facts = obligations.Facts(circle)
    assert facts.give(functions["f"](at_c["p"]) == functions["f"](at_c["r"]))
    assert not facts.give(FALSE)


# --- objects that change or only look like theorems ---------------------------------------------------------------------------


def test_a_theorem_made_by_hand():
    refused(lambda: false([Theorem("t", {}, (), FALSE, "proved")]), "made by the rules")
    refused(lambda: false(where=[rules.Definition(f, (f(0) == f(0) + 1,))]), "made by the rules")


def test_a_theorem_that_is_replaced_copied_or_pickled():
    t = lemma("t", {"p": a > 0}, a > 0)
    refused(lambda: false([dataclasses.replace(t, shows=FALSE)]), "made by the rules")
    refused(lambda: lemma("u", {"p": a > 0}, a > 0, by=[copy.copy(t)]), "made by the rules")
    refused(lambda: lemma("u", {"p": a > 0}, a > 0, by=[copy.deepcopy(t)]), by=Exception)
    refused(lambda: false([pickle.loads(pickle.dumps(t))]), by=Exception)
    d = equal_to(f, lambda i: i)
    refused(lambda: false(where=[dataclasses.replace(d, says=(FALSE,))]), "made by the rules")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("shows", FALSE),
        ("given", {}),
        ("where", ()),
        ("rests", frozenset()),
        ("kind", "leaf"),
        ("name", "other"),
    ],
)
def test_a_theorem_whose_fields_are_written_to(name, value):
    """proved False: object.__setattr__ on a frozen dataclass"""
    _, square = positive_square()
    where = [equal_to(h, lambda i: a)]
    t = lemma(
        "t",
        {"p": a > 0},
        h(0) + z3.Function("dot", V, V, REAL)(x, x) > 0,
        where=where,
        by=[at("h", 0), square],
    )
    with pytest.raises(AttributeError):
        setattr(t, name, value)
    object.__setattr__(t, name, value)
    refused(lambda: lemma("u", {"p": a > 0}, a > 0, where=where, by=[t]), "was changed")
    refused(lambda: discharge("d", t, "p"), "was changed")


def test_a_formula_of_a_theorem_that_is_pointed_elsewhere():
    """A z3 term in Python is a handle: its `ast` can be set."""
    t = lemma("t", {"p": a > 0}, a >= 0)
    t.shows.ast, _kept = FALSE.ast, t.shows.ast
    refused(lambda: false([t], given={"p": a > 0}), "was changed")
    t.shows.ast = _kept
    t.given["p"].ast, _premise = z3.BoolVal(True).ast, t.given["p"].ast
    refused(lambda: false([t.at(a=-1)]), "was changed")
    t.given["p"].ast = _premise
    d = equal_to(f, lambda i: i)
    d.says[0].ast, _says = FALSE.ast, d.says[0].ast
    refused(lambda: false(where=[d]), "was changed")
    d.says[0].ast = _says


def test_the_copy_that_theorems_are_compared_with_is_not_handed_out():
    """Whoever has both could point both elsewhere."""
    t = lemma("t", {"p": a > 0}, a >= 0, where=[equal_to(h, lambda i: a)])
    assert rules.genuine(t) is t
    ours = rules._made[id(t)][1]
    handles = [*t.given.values(), t.shows, *(formula for d in t.where for formula in d.says)]
    kept = [*ours.given.values(), ours.shows, *(formula for d in ours.where for formula in d.says)]
    assert not {id(handle) for handle in handles} & {id(handle) for handle in kept}
    d = t.where[0]
    assert d is not rules._made[id(d)][1]


def test_the_rules_without_their_lock():
    for rule in (axiom, leaf, lemma, induct, discharge, forget):
        assert not hasattr(rule, "__wrapped__")


def test_a_formula_that_is_pointed_elsewhere_while_the_proof_runs():
    true, shows, premise = lemma("true", {}, f(0) == f(0)), a > 0, a > 0
    definition = equal_to(h, lambda i: z3.RealVal(0))
    kept = [shows.ast, premise.ast, definition.says[0].ast]

    def value(i):
        shows.ast, premise.ast = FALSE.ast, z3.BoolVal(True).ast
        definition.says[0].ast = z3.BoolVal(True).ast
        return i

    t = lemma("t", {"p": premise}, shows, by=[true.at(f=value), at("h", 0)], where=[definition])
    assert t.shows.eq(a > 0)
    assert t.given["p"].eq(a > 0)
    refused(lambda: lemma("u", {"p": a > 0}, a > 0, by=[t]), "was changed")  # its definition was
    shows.ast, premise.ast, definition.says[0].ast = kept
    refused(lambda: false([t.at(a=-1)], [definition]), "not known")


def test_a_term_that_lies_about_itself():
    class Liar(z3.BoolRef):
        def children(self):
            return []

        def decl(self):
            return z3.BoolVal(True).decl()

        def get_id(self):
            return z3.BoolVal(True).get_id()

    refused(lambda: lemma("t", {}, Liar(FALSE.ast)), "does not follow")
    refused(lambda: false([Liar((a > 0).ast)], given={"p": a < 0}), "does not follow")
    q = z3.RecFunction("liar", INT, INT)
    z3.RecAddDefinition(q, [n], q(n) + 1)
    refused(lambda: false([Liar((q(0) == q(0) + 1).ast)]), "does not read")


def test_a_name_that_lies_about_itself():
    class Name(str):
        def __eq__(self, other):
            return False

        def __hash__(self):
            return 0

    lemma("t", {}, a == a)
    refused(lambda: lemma(Name("t"), {}, a == a), "a name is a text")
    refused(lambda: lemma("u", {Name("p"): a > 0}, a > 0), "a name is a text")


def test_subclasses_and_ducks():
    class Mine(Theorem):
        pass

    class Cited(Use):
        pass

    class Instance(at):
        def instances(self, known):
            return [FALSE]

    duck = types.SimpleNamespace(name="duck", given={}, where=(), shows=FALSE, rests=frozenset())
    refused(lambda: false([Mine("t", {}, (), FALSE, "axiom")]))
    refused(lambda: false([Cited(lemma("u", {}, a == a), {})]))
    refused(lambda: false([Use(duck, {})]), "made by the rules")
    refused(lambda: false([Instance("x")]))
    refused(lambda: false([True]))
    refused(lambda: false([None]))
    refused(lambda: false([lambda: FALSE]))


def test_premises_that_are_emptied():
    """proved False"""
    t = lemma("t", {"p": a > 0}, a > 0)
    refused(lambda: t.given.clear(), by=AttributeError)
    refused(lambda: false([t.at(a=-1)]), "not known")


def test_premises_that_change_during_the_proof():
    """proved False: a generator among the arguments"""
    given = {"p": a > 0}
    t = lemma("t", given, a > 0, by=(given.clear() or z3.BoolVal(True) for _ in [0]))
    assert list(t.given) == ["p"]
    refused(lambda: false([t.at(a=-1)]), "not known")


def test_premises_that_differ_each_time_they_are_read():
    class Changing(dict):
        reads = 0

        def items(self):
            Changing.reads += 1
            return [("p", f(0) >= 0 if Changing.reads % 2 else FALSE)]

        def keys(self):
            return ["p"]

        def __getitem__(self, key):
            return self.items()[0][1]

    refused(lambda: induct("t", k, Changing(p=FALSE), k + f(0) < 0))


def test_values_that_differ_each_time_they_are_called():
    calls = []

    def value(i):
        calls.append(i)
        return z3.IntVal(len(calls))

    t = lemma("t", {"p": f(0) == 1}, f(0) == 1)
    lemma("u", {}, z3.IntVal(1) == 1, by=[t.at(f=value)])
    assert len(calls) == 1


def test_lists_that_grow_while_they_are_read():
    class Growing(list):
        def __iter__(self):
            yield from super().__iter__()
            yield FALSE

    refused(lambda: false(Growing([a == a])), "does not follow")


def test_a_proof_inside_a_proof():
    true = lemma("true", {}, f(0) == f(0))
    refused(
        lambda: lemma("t", {}, a == a, by=[true.at(f=lambda i: lemma("inner", {}, a == a) and i)]), "inside"
    )
    lemma("t", {}, a == a)  # and the lock is open again


def test_names_that_print_more_than_one_line():
    """A slug with a line break could print premises that are not there."""
    refused(lambda: lemma("t", {"p\n  given  q": a > 0}, a > 0), "one line")
    refused(lambda: lemma("t\n  shows  False", {}, a == a), "one line")
    refused(lambda: axiom("t", h(0) == 0, over=[], why="true\n  model  t"), "one line")


def test_two_theorems_with_one_name():
    lemma("t", {"p": a > 5}, a > 5)
    refused(lambda: lemma("t", {}, a == a), "two theorems")
    refused(lambda: axiom("t", h(0) == 0, over=[], why="x"), "two theorems")
    assert "h" not in rules.FIXED
    refused(lambda: rules.LEDGER.pop("t"), by=AttributeError)


def test_a_use_whose_theorem_is_exchanged():
    t = lemma("t", {"p": a > 0}, a > 0)
    use = t.at(a=-1)
    object.__setattr__(
        use, "theorem", types.SimpleNamespace(name="t", given={}, where=(), shows=FALSE, rests=())
    )
    refused(lambda: false([use]), "made by the rules")


# --- forget -------------------------------------------------------------------------------------------------------------------


def half():
    """h(i) = F[i], and h(0) > 0 from F[0] > 0."""
    where = [equal_to(F.decl(), lambda i: z3.RealVal(1)), equal_to(h, lambda i: F[i])]
    return where, lemma("half", {}, h(0) > 0, where=where, by=[at("F", 0), at("h", 0)])


def test_forget_what_the_conclusion_or_a_premise_speaks_of():
    _, t = half()
    refused(lambda: forget("u", t, "h"), "still speaks of h")
    refused(lambda: forget("u", t, "F", "h"), "still speaks of h")
    where = [equal_to(h, lambda i: z3.RealVal(1))]
    bound = lemma("bound", {"p": z3.ForAll([k], h(k) < a)}, a > 1, where=where, by=[at("p", 0), at("h", 0)])
    refused(lambda: forget("u", bound, "h"), "still speaks of h")
    some = lemma("some", {"p": z3.Exists([k], h(k) == a)}, a == 1, where=where)
    refused(lambda: forget("u", some, "h"), "still speaks of h")


def test_forget_what_another_definition_uses():
    """h would mean anything, and with it the conclusion."""
    _, t = half()
    refused(lambda: forget("u", t, "F"), "still speaks of F")


def test_forget_what_is_not_defined_or_forget_twice():
    where = [equal_to(h, lambda i: z3.RealVal(1))]
    t = lemma("t", {"p": a > 0}, a > 0, where=where)
    u = forget("u", t, "h", "h")
    assert not u.where
    for call in (
        lambda: forget("v", u, "h"),
        lambda: forget("v", t),
        lambda: forget("v", t, "p"),
        lambda: forget("v", t, "a"),
        lambda: forget("v", t, "h", "zzz"),
    ):
        refused(call, "does not define")
    refused(lambda: forget("u", t, "h"), "two theorems")
    refused(lambda: false([u.at(a=-1)]), "not known")


def test_forget_and_fix_afterwards():
    """The proof chose a meaning for h. An axiom that gives h another one must not come later."""
    t = lemma("t", {}, a == a, where=[equal_to(h, lambda i: z3.RealVal(1))])
    forget("u", t, "h")
    refused(lambda: axiom("late", h(0) == 2, over=[], why="true"), "h", "t")


def test_forget_and_define_again():
    """After h = 0 is forgotten h may be 1: nothing of the first meaning is left."""
    zero, one = ([equal_to(h, lambda i, v=v: z3.RealVal(v))] for v in (0, 1))
    t = forget("u", lemma("t", {}, a * a >= 0, where=zero, by=[at("h", 0)]), "h")
    refused(lambda: false([t, at("h", 0)], one), "does not follow")
    refused(lambda: lemma("v", {}, h(0) == 0, by=[t], where=one), "does not follow")


def test_forget_a_definition_that_was_changed_or_made_by_hand():
    _, t = half()
    object.__setattr__(t, "where", (rules.Definition(h, ()), t.where[0]))
    refused(lambda: forget("u", t, "h"), "was changed")
    refused(lambda: forget("u", Theorem("t", {}, (), FALSE, "proved"), "h"), "made by the rules")


class Any:
    """Equal to everything, and at home in no table."""

    def __eq__(self, other):
        return True

    def __hash__(self):
        return 0


class Chameleon(str):
    """Its answers to `==` are listed; then it is its own text."""

    def __new__(cls, text, *answers):
        self = super().__new__(cls, text)
        self.answers = list(answers)
        return self

    def __eq__(self, other):
        return self.answers.pop(0) if self.answers else str.__eq__(self, other)

    __hash__ = str.__hash__


def test_names_to_forget_that_equal_everything():
    """proved False: what was dropped was not what was looked for afterwards"""
    t = lemma("t", {}, h(0) == 1, where=[equal_to(h, lambda i: z3.RealVal(1))], by=[at("h", 0)])
    refused(lambda: false([forget("u", t, Any()).at(h=lambda i: z3.RealVal(0))]), "a name is a text")


def test_premises_to_discharge_that_equal_everything():
    """proved False: every premise was dropped, one became the condition"""
    t = lemma("t", {"p": a > 0, "q": b > 0}, a + b > 0)
    everything = Chameleon("p", True, True, True, True, True, True, True)
    refused(lambda: false([discharge("u", t, everything).at(a=1, b=-5)]), "a name is a text")


def test_values_for_a_fixed_symbol_under_a_name_that_lies():
    """proved False: the name was not in the table of fixed symbols, and a moment later it was the symbol"""
    euler = z3.Real("euler")
    known = axiom("e", z3.And(euler > 2, euler < 3), over=[], why="true")
    refused(lambda: false([Use(known, {Chameleon("euler", False): 0})]), "a name is a text")


def test_variables_of_an_axiom_under_a_name_that_lies():
    euler = z3.Real("euler")
    refused(lambda: axiom("e", euler > 2, over=[Any()], why="true"), "a name is a text")
    assert "euler" not in rules.FIXED


@pytest.mark.parametrize("rule", [lambda t: forget("u", t, "zzz"), lambda t: discharge("u", t, "p")])
def test_definitions_that_differ_each_time_they_are_read(rule):
    """proved False: seen when the theorem was compared with our copy, gone when it was used"""

    class Once(tuple):
        reads = 0

        def __iter__(self):
            self.reads += 1
            return super().__iter__() if self.reads == 1 else iter(())

    where = [equal_to(h, lambda i: z3.RealVal(1))]
    t = lemma("t", {"p": a > 0}, h(0) == 1, where=where, by=[at("h", 0)])
    object.__setattr__(t, "where", Once(t.where))
    refused(lambda: rule(t), "was changed")


def test_a_fresh_variable_that_a_body_points_elsewhere():
    """With 1 in the place of k, f(k + 1) = f(k) + 7 would be f(v + v) = f(v) + 7 for all v, also for v = 0."""
    kept = []

    def following(i, before):
        kept.append((i, i.ast))
        i.ast = z3.IntVal(1).ast
        return before + 7

    where = [recursive(f, lambda: z3.IntVal(0), following)]
    try:
        refused(lambda: false([at("f", 0)], where), "does not follow")
    finally:
        for handle, ast in kept:
            handle.ast = ast
    lemma("t", {}, f(1) == 7, where=where, by=[at("f", 0)])


def test_a_listener_points_a_premise_elsewhere():
    """proved False: whoever listened to what z3 had decided had the premises in hand"""
    kept = []

    def listener(formulas):
        for formula in formulas:
            if formula.eq(a > 0):
                kept.append((formula, formula.ast))
                formula.ast = z3.BoolVal(True).ast

    obligations.heard = listener
    try:
        t = lemma("t", {"p": a > 0}, a * a * a > 0)
        assert kept
        refused(lambda: false([t.at(a=-3)]), "not known")
    finally:
        obligations.heard = None
        for formula, ast in kept:
            formula.ast = ast


@pytest.mark.parametrize("quantifier", [z3.ForAll, z3.Exists])
def test_a_value_with_a_quantifier_under_a_quantifier(quantifier):
    """P(i) := for all / some j: j > i + n, inside `for all n`: neither i nor n nor j is captured."""
    t = lemma("t", {"p": z3.ForAll([n], z3.Implies(n > 0, P(n)))}, P(3), by=[at("p", 3)])

    def value(i):
        return quantifier([j], z3.Implies(j > n, j > i + n))

    u = instance("u", t, P=value)
    assert u.shows.eq(quantifier([j], z3.Implies(j > n, j > 3 + n)))
    meant = z3.ForAll([k], z3.Implies(k > 0, quantifier([j], z3.Implies(j > n, j > k + n))))
    assert u.given["p"].body().eq(meant.body())


# --- instances, refutations, models ------------------------------------------------------------------------------------------


def test_a_refutation_is_used_as_a_theorem():
    """proved False: functions of the example stayed quantified"""
    r = refute("r", {}, f(n) == 1, {"f": lambda i: z3.IntVal(0), "n": 0})
    refused(lambda: false([r]))
    assert not hasattr(r, "at")


def test_an_instance_replaces_or_uses_what_is_defined():
    where = [recursive(h, lambda: z3.RealVal(0), lambda k, before: before + z3.ToReal(g(k)))]
    t = lemma("t", {}, h(0) == 0, where=where)
    refused(lambda: instance("u", t, h=lambda k: z3.RealVal(7)), "h")
    refused(lambda: lemma("u", {}, a == a, by=[t.at(h=lambda k: z3.RealVal(7))]), "where h")


def test_a_dropped_premise_that_the_proof_needs():
    t = lemma("t", {"p": a > 0}, a >= 0)
    refused(lambda: without(t, "p"), "does not follow")
    refused(lambda: without(t, "q"), "no premise")
    refused(lambda: without(axiom("h", h(0) == 0, over=[], why="x"), "p"), "no premise")


def test_a_leaf_that_nothing_meets():
    refused(lambda: leaf("t", FALSE, over=["a"], given={"p": z3.And(a > 0, a < 0)}, by="x"), "nothing meets")


def test_a_product_that_is_negative():
    """Products are variables in the linear way: a*a < 0 is not refused there, but nothing false follows from it."""
    refused(lambda: false(given={"p": a * a < 0}))


def test_equations_between_vectors():
    lemma("t", {"p": x == x2}, x2 == x)
    refused(lambda: lemma("u", {"p": x == x2}, x == x3), "does not follow")


ROWS = z3.Const("rows", z3.ArraySort(INT, z3.ArraySort(INT, REAL)))
Q = z3.Function("Q", BOOL, REAL)
FALSEHOODS = {
    "a number that is larger than itself": ({}, z3.RealVal(10**400) + 1 == z3.RealVal(10**400)),
    "a number so small that it is zero": ({}, z3.Q(1, 10**30) * a == 0),
    "powers of powers": ({}, ((a**2) ** 2) ** 2 == a**4),
    "the cube of a negative number": ({"p": a < 0}, a**3 > 0),
    "squares of whole numbers": ({"p": n >= 2}, n**2 == 2 * n),
    "both branches of a condition": ({}, z3.If(a > 0, 1, 0) + z3.If(a <= 0, 1, 0) == 2),
    "a condition that is forgotten": ({}, z3.ToReal(z3.If(a > 0, n, n + 1)) == z3.ToReal(n)),
    "rows are columns": ({"p": ROWS[0] == ROWS[1]}, ROWS[0][2] == ROWS[2][0]),
    "formulas as arguments": ({"p": a > 0}, Q(a > 0) == Q(FALSE)),
    "arrays that agree from 0 on": ({"p": z3.ForAll([k], z3.Implies(k >= 0, F[k] == G[k]))}, F == G),
    "a denominator in a condition": ({}, z3.If(1 / a > 0, a, a) == a),
    "a guard about another bound variable": (
        {},
        z3.ForAll([a], z3.Implies(a != 0, z3.ForAll([a], 1 / a == 1 / a))),
    ),
    "a guard in a disjunction": ({}, z3.Or(a == 0, 1 / a == 1 / a)),
    "a guard that exists somewhere": ({"p": z3.Exists([a], a != 0)}, z3.ForAll([b], b / c == b / c)),
}


@pytest.mark.parametrize("name", FALSEHOODS)
def test_a_plain_falsehood_is_refused(name):
    given, shows = FALSEHOODS[name]
    refused(lambda: lemma("t", given, shows))


def test_sets_that_contain_what_does_not_contain_itself():
    """Russell: `apply` turns elements of V into sets of elements, and is defined by the set that it should yield."""
    sets = z3.ArraySort(V, BOOL)
    apply, russell = z3.Function("apply", V, sets), z3.Const("russell", sets)
    where = [
        equal_to(russell.decl(), lambda v: z3.Not(apply(v)[v])),
        equal_to(apply, lambda v, w: russell[w]),
    ]
    refused(lambda: false(where=where), "after it")


def test_a_list_of_all_sets():
    """Cantor: no list of sets of numbers is complete. This one is true, and a premise that nothing meets."""
    listed, diagonal = (
        z3.Function("listed", INT, z3.ArraySort(INT, BOOL)),
        z3.Const("d", z3.ArraySort(INT, BOOL)),
    )
    other = z3.Const("other", z3.ArraySort(INT, BOOL))
    given = {"all": z3.ForAll([other], z3.Exists([k], listed(k) == other))}
    where = [equal_to(diagonal.decl(), lambda i: z3.Not(listed(i)[i]))]
    t = lemma("Cantor", given, FALSE, where=where, by=[at("all", diagonal)])
    refused(lambda: false([t]), "all")


def test_what_is_defined_elsewhere():
    t = lemma("t", {}, h(0) == 0, where=[equal_to(h, lambda i: z3.RealVal(0))], by=[at("h", 0)])
    refused(lambda: lemma("u", {}, h(0) == 0, by=[t]), "where h")
    u = lemma("u", {}, h(0) == 1, where=[equal_to(h, lambda i: z3.RealVal(1))], by=[at("h", 0)])
    refused(lambda: false([t, u], t.where), "u", "where h")


def test_a_discharged_premise_at_another_value():
    t = lemma("t", {"p": z3.ForAll([n], f(n) == n)}, f(3) == 3, by=[at("p", 3)])
    refused(lambda: false([discharge("d", t, "p").at(f=lambda i: i + 1)]), "does not follow")


def test_generators_that_prove_while_a_rule_runs():
    def over():
        lemma("inside", {}, a == a)
        yield "k"

    refused(lambda: axiom("t", h(k) > 0, over=over(), why="x"), "inside another")


def test_without_assertions():
    """`python -O` switches off z3's own checks of sorts: ours do not rest on them."""
    program = """
import z3
from proofs_check.logic.rules import *
assert False, "assertions are on"
a, n, V = z3.Real("a"), z3.Int("n"), z3.DeclareSort("V")
x, f = z3.Const("x", V), z3.Function("f", z3.IntSort(), z3.IntSort())
t = lemma("t", {"p": a > 0}, a > 0)
u = lemma("u", {}, f(0) == f(0))
FALSE = z3.BoolVal(False)
for attack in (
    lambda: lemma("1", {}, FALSE, by=[t.at(a=n)]),
    lambda: lemma("2", {}, FALSE, by=[t.at(a=x)]),
    lambda: lemma("3", {}, FALSE, by=[u.at(f=lambda i: a)]),
    lambda: lemma("4", {}, a),
    lambda: lemma("5", {}, FALSE, by=[n]),
    lambda: lemma("6", {}, FALSE, where=[equal_to(f, lambda i: a)]),
    lambda: lemma("7", {"p": z3.ForAll([n], f(n) > 0)}, FALSE, by=[at("p", a)]),
    lambda: lemma("8", {}, x == n),
    lambda: induct("9", a, {}, a >= 0),
    lambda: lemma("10", {}, FALSE, by=[t.at(a=-1)]),
):
    try:
        attack()
    except (Rejected, TypeError, AttributeError, z3.Z3Exception):
        print("refused")
    else:
        print("PROVED")
"""
    done = subprocess.run([sys.executable, "-O", "-c", program], capture_output=True, text=True, check=False)
    assert done.stdout.split() == ["refused"] * 10, done.stdout + done.stderr


def test_handles_that_were_handed_out_are_pointed_elsewhere():
    """What `symbols` and `divisors` hand out was once what the rules themselves went on using."""
    formula = 1 / a > b
    for hand_out in (lambda: rules.symbols(formula)["b"], lambda: rules.divisors(formula)[0]):
        handle = hand_out()
        number, kept = handle.get_id(), handle.ast
        handle.ast = (c.decl() if isinstance(handle, z3.FuncDeclRef) else z3.BoolVal(True)).ast
        assert hand_out().get_id() == number
        handle.ast = kept


def test_parts_that_were_handed_out_are_pointed_elsewhere():
    """proved a > 8: whoever asked for the parts of a formula had what the rules themselves went on using"""
    goal = a > 8
    handles = list(obligations.parts(goal))
    kept = [handle.ast for handle in handles]
    for handle in handles:
        handle.ast = z3.BoolVal(True).ast
    refused(lambda: lemma("t", {}, goal), "does not follow")
    for handle, ast in zip(handles, kept, strict=True):
        handle.ast = ast
    assert not any(isinstance(part, obligations._Node) for part in obligations.parts(1 / a > 8))
    assert not {"node", "nodes", "Node"} & {*vars(obligations), *vars(rules)}


def test_an_answer_from_somebody_else():
    """proved False: the one who asks could say who answers"""

    class Liar:
        def answer(self, *question):
            return z3.unsat

    with pytest.raises(TypeError):
        obligations.unsat([z3.Not(FALSE)], Liar())
    refused(false, "does not follow")


def test_a_question_that_lies_about_its_number():
    """proved False: the answer to one formula was kept as the answer to another"""
    asked = z3.Not(FALSE)

    class Liar(z3.BoolRef):
        def get_id(self):
            return asked.get_id()

    assert obligations.unsat([Liar(FALSE.ast)])
    obligations.Facts([Liar(FALSE.ast)]).give(a > b)
    assert not obligations.unsat([asked])
    refused(false, "does not follow")


STRANGERS = {
    "a sort of its own": 'S = z3.DeclareSort("S", other)',
    "a kind of sort that nobody lists": "S = z3.BitVecSort(8, other)",
    "our own sort": "S = z3.RealSort()\nS.ctx = other",
}


@pytest.mark.parametrize("sort", STRANGERS.values(), ids=STRANGERS)
def test_a_term_of_another_context_that_says_it_is_ours(sort):
    """proved False: its symbol had the number of a fixed one, so a value for the one was a value for the other"""
    program = f"""
import z3
from proofs_check.logic.rules import *
V = z3.DeclareSort("V")
x, dot = z3.Const("x", V), z3.Function("dot", V, V, z3.RealSort())
square = axiom("dot", dot(x, x) >= 0, over=["x"], why="an inner product")
other = z3.Context()
kept = [z3.BoolVal(True, other)]
{sort}
for _ in range(50):
    kept.append(z3.Not(kept[-1]))
while kept[-1].decl().get_id() != dot.get_id():
    kept.append(z3.Const(f"s{{len(kept)}}", S))
    assert kept[-1].decl().get_id() <= dot.get_id(), "no symbol has this number"
theirs = kept[-1]
theirs.ctx = z3.main_ctx()
try:
    t = lemma("t", {{}}, z3.And(theirs == theirs, dot(x, x) >= 0), by=[square])
    lemma("false", {{}}, z3.BoolVal(False), by=[t.at(**{{str(theirs): lambda v, w: z3.RealVal(-1)}})])
except (Rejected, ValueError) as error:
    print("main context" in str(error))
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.stdout.split() == ["True"], done.stdout + done.stderr


def test_a_symbol_of_another_context_applied_here():
    """z3 builds the term here, around a symbol that is not from here and has the number of one that was read."""
    known = z3.Bool("known")
    lemma("known", {}, z3.Or(known, z3.Not(known)))
    stranger = z3.BoolSort()
    stranger.ctx = z3.Context()
    symbols = [z3.Const("s", stranger).decl()]
    while symbols[-1].get_id() < known.decl().get_id():
        symbols.append(z3.Const(f"s{len(symbols)}", stranger).decl())
    theirs = symbols[-1]
    assert theirs.get_id() == known.decl().get_id()
    theirs.ctx = z3.main_ctx()
    refused(lambda: lemma("t", {}, z3.Or(theirs(), z3.Not(theirs()))), "two symbols")


NO_FORMULA = """
whole, body = z3.IntSort(), z3.IntVal(7)
whole.ctx = body.ctx = other
while kept[-1].get_id() < number - 4:
    kept.append(z3.Not(kept[-1]))
while kept[-1].get_id() != number:
    kept.append(z3.Lambda([z3.Const(f"y{len(kept)}", whole)], body))
"""  # all its parts are ours


@pytest.mark.parametrize(
    "stranger", ["while kept[-1].get_id() != number:\n    kept.append(z3.Not(kept[-1]))", NO_FORMULA]
)
def test_a_question_about_a_stranger_changes_no_answer(stranger):
    """proved False: it took the place of the handle that kept another question alive, whose number was used again"""
    program = f"""
import gc
import z3
from proofs_check.logic import obligations
from proofs_check.logic.rules import *
f, n = z3.Function("f", z3.IntSort(), z3.IntSort()), z3.Int("n")
positive = z3.ForAll([n], f(n) >= 0)
goals, parts = [f(i) > f(i + 1) for i in range(1, 400)], [f(5) < 0, f(6) < 0]
asked = z3.And(*parts)
number, other = asked.get_id(), z3.Context()
kept = [z3.BoolVal(True, other)]
{stranger}
kept[-1].ctx = z3.main_ctx()
try:
    obligations.unsat([kept[-1]])
except (ValueError, z3.Z3Exception):
    print("refused")
assert obligations.unsat([positive, asked])
try:
    obligations.quantified(kept[-1])
except ValueError:
    pass
del asked
gc.collect()
found = []
for goal in goals:
    found.append(z3.Not(goal))
    if found[-1].get_id() == number:
        break
try:
    lemma("q", {{"q": positive}}, goal)
except Rejected as error:
    print("does not follow" in str(error))
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.stdout.split() == ["refused", "True"], done.stdout + done.stderr


def test_what_others_have_set_for_all_of_z3():
    """A time limit made an answer depend on the clock; a seed changed how many steps it takes."""
    program = """
import z3
from proofs_check.logic import obligations
from proofs_check.logic.rules import lemma
a, b, c = z3.Reals("a b c")
f = z3.Function("f", z3.RealSort(), z3.RealSort())
for wanted in ({}, {"timeout": 1}, {"smt.random_seed": 7}, {"smt.max_conflicts": 0}):
    for name, value in wanted.items():
        z3.set_param(name, value)
    before = obligations.STATS["steps"]
    lemma(f"t {wanted}", {"p": a * a + b * b <= 1, "q": c == a + b}, z3.And(c * c <= 2, f(c) * f(c) >= 0))
    print(obligations.STATS["steps"] - before)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert len(done.stdout.split()) == 4, done.stdout + done.stderr
    assert len(set(done.stdout.split())) == 1, done.stdout


def test_a_bound_variable_of_another_sort_than_its_binder():
    """proved False: z3 reads it as a whole number where it proves, and as any number where it matches"""
    P = z3.Function("P", z3.RealSort(), z3.BoolSort())
    between = z3.ForAll([n], z3.Implies(P(a), z3.Not(z3.And(a > 0, a < 1))))
    captured = z3.substitute_funs(between, (a.decl(), z3.Var(0, z3.RealSort())))
    refused(lambda: lemma("t", {}, captured), "does not read")


def test_what_one_proof_knew_in_another():
    """Each proof has a solver of its own: neither the hypothesis of an induction nor a premise is known afterwards."""
    where = [recursive(h, lambda: z3.RealVal(1), lambda i, before: before + 1)]
    induct("t", n, {"p": a > 7}, h(n) + a >= 8, where=where, step=[at("h", n)])
    for shows in (h(n) + a >= 8, n >= 0, a > 7, h(n) >= 1):
        refused(lambda shows=shows: lemma("u", {}, shows, where=where), "does not follow")
    refused(lambda: induct("u", n, {}, h(n) >= z3.ToReal(n) + 2, where=where, step=[at("h", n)]), "base case")
    lemma("u", {"p": a > 7, "q": n >= 0}, h(n) + a >= 8, by=[rules.LEDGER["t"]], where=where)
