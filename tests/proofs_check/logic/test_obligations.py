"""What follows: random terms and obligations against exact arithmetic, both ways against each other, planted defects."""

from __future__ import annotations

import operator
import random
from fractions import Fraction

import pytest
import z3

from proofs_check.logic import obligations, rules
from proofs_check.logic.obligations import Facts, limited, twice, unsat
from proofs_check.logic.rules import Rejected, at, axiom, discharge, equal_to, induct, lemma, recursive

INT, REAL = z3.IntSort(), z3.RealSort()
a, b, c = z3.Reals("a b c")
n, k = z3.Ints("n k")
g = z3.Function("g", REAL, REAL)
f = z3.Function("f", INT, REAL)


def value(term, env):
    """The term in exact arithmetic with x/0 = 0."""
    kind = term.decl().kind()
    if kind == z3.Z3_OP_ANUM:
        return Fraction(str(term))
    if kind == z3.Z3_OP_UNINTERPRETED:
        return env["g", value(term.arg(0), env)] if term.num_args() else env[str(term)]
    args = [value(part, env) for part in term.children()]
    first, second = args[0], args[-1]
    return {
        z3.Z3_OP_ADD: lambda: sum(args),
        z3.Z3_OP_SUB: lambda: first - sum(args[1:]),
        z3.Z3_OP_UMINUS: lambda: -first,
        z3.Z3_OP_MUL: lambda: first * second,
        z3.Z3_OP_DIV: lambda: first / second if second else Fraction(0),
        z3.Z3_OP_POWER: lambda: first ** int(second),
        z3.Z3_OP_TO_REAL: lambda: first,
        z3.Z3_OP_ITE: lambda: args[1] if first else args[2],
        z3.Z3_OP_LE: lambda: first <= second,
        z3.Z3_OP_LT: lambda: first < second,
        z3.Z3_OP_GE: lambda: first >= second,
        z3.Z3_OP_GT: lambda: first > second,
        z3.Z3_OP_EQ: lambda: first == second,
        z3.Z3_OP_DISTINCT: lambda: first != second,
        z3.Z3_OP_NOT: lambda: not first,
        z3.Z3_OP_OR: lambda: any(args),
        z3.Z3_OP_AND: lambda: all(args),
        z3.Z3_OP_IMPLIES: lambda: not first or second,
    }[kind]()


def random_term(rng, depth, atoms):
    if depth == 0:
        return rng.choice([*atoms, z3.RealVal(rng.randint(-2, 2))])
    left, right = random_term(rng, depth - 1, atoms), random_term(rng, rng.randrange(depth), atoms)
    ways = [operator.add, operator.sub, operator.mul, operator.truediv, lambda x, _: -x, lambda x, _: x**2]
    return rng.choice([*ways, lambda x, _: x**3])(left, right)


def of_polynomial(linear, polynomial, env):
    """The value of a polynomial of the linear way: each atom has the value of what it is named by."""
    names = {number: key for key, number in linear._atoms.items()}

    def atom(number):
        if isinstance(names[number], obligations._Node):
            return value(names[number].term, env)
        below = of_polynomial(linear, linear._below[number], env)
        return 1 / below if below else Fraction(0)

    total = Fraction(0)
    for product, coefficient in polynomial.items():
        for number in product:
            coefficient *= atom(number)
        total += coefficient
    return total


def agrees_with_exact_arithmetic(terms: int) -> None:
    rng = random.Random(1)
    atoms = [a, b, c, z3.ToReal(n)]
    for _ in range(terms):
        term, linear = random_term(rng, 3, atoms), obligations._Linear()
        env = {name: Fraction(rng.randint(-2, 2), rng.randint(1, 2)) for name in "abc"} | {
            "n": Fraction(rng.randint(-2, 2))
        }
        assert of_polynomial(linear, linear._polynomial(obligations._node(term)), env) == value(term, env), (
            term,
            env,
        )


def test_1500_random_terms_keep_their_value():
    agrees_with_exact_arithmetic(1500)


def holds_at_random_points(obligations_tried: int) -> tuple[int, int]:
    """What `give` accepts has no counterexample among random points where the facts hold."""
    rng = random.Random(5)
    atoms = [a, b, c, g(a), g(b), z3.ToReal(n)]

    def formula():
        left, right = (
            random_term(rng, rng.choice([0, 1, 1, 2]), atoms),
            random_term(rng, rng.choice([0, 0, 1]), atoms),
        )
        return rng.choice(
            [
                left <= right,
                left < right,
                left == right,
                z3.Implies(left >= right, right <= 1),
                z3.Or(left < right, right != 0),
                z3.Not(left == right),
                z3.If(left <= right, left, right) <= right,
                z3.And(left >= 0, left >= right),
            ]
        )

    given = tested = 0
    for _ in range(obligations_tried):
        facts = [formula() for _ in range(rng.randrange(4))]
        goal = rng.choice([*facts, formula()]) if rng.random() < 0.3 else formula()
        if not Facts(facts).give(goal):
            continue
        given += 1
        for _ in range(40):
            env: dict = {name: Fraction(rng.randint(-3, 3), rng.randint(1, 2)) for name in "abc"}
            env |= {"n": Fraction(rng.randint(-3, 3))}
            env |= {("g", env[name]): Fraction(rng.randint(-2, 2)) for name in "ab"}
            if all(value(fact, env) for fact in facts):
                tested += 1
                assert value(goal, env), (facts, goal, env)
    return given, tested


@pytest.mark.parametrize("tried", [80, pytest.param(300, marks=pytest.mark.slow)])
def test_random_obligations_hold_at_random_points(tried):
    with limited(5_000):
        given, tested = holds_at_random_points(tried)
    assert given > tried // 6
    assert tested > tried


def test_both_ways_agree_on_random_obligations():
    """Sums of known inequalities between products and quotients: the linear way proves all, z3 must refute none."""
    rng = random.Random(7)
    products = [a * b, 1 / a, g(a) * b / c, a * (b + c), 1 / (a - b), z3.ToReal(n) * c, b]
    with limited(5_000), twice() as second:
        for _ in range(40):
            sides = [sum(rng.randint(-2, 2) * product for product in products) for _ in range(4)]
            facts = Facts([sides[0] <= sides[1], sides[2] < sides[3]])
            assert facts.plainly(sides[0] + sides[2] < sides[1] + sides[3])
    assert second.confirmed + second.undecided == 40
    assert second.confirmed > 10


def test_the_second_way_contradicts_a_wrong_linear_step(monkeypatch):
    monkeypatch.setattr(obligations._Linear, "_inverse", lambda self, q: q)  # 1/q = q
    with twice(), pytest.raises(obligations.Contradiction):
        Facts([a > 2]).plainly(1 / a > 1)
    monkeypatch.undo()
    assert not Facts([a > 2]).plainly(1 / a > 1)


def test_the_second_way_reads_division_by_zero_as_we_do():
    with twice() as second:
        assert Facts([a > 0]).plainly(1 / (1 / b) == b)
        assert Facts([a * b > 1]).plainly(1 / (a * b) == 1 / a * (1 / b))
    assert second.undecided + second.confirmed == 2


def test_what_linear_arithmetic_knows_and_what_not():
    facts = Facts([a * b <= c, c <= 1, n <= k])
    assert facts.plainly(2 * (b * a) <= 2)
    assert facts.plainly(z3.ToReal(n) - z3.ToReal(k) <= 0)
    assert not facts.plainly(a <= 1)
    assert not Facts([a * a == 4, a > 0]).plainly(a == 3)


def test_equations_rewrite_under_quantifiers():
    facts = Facts([f(0) == a, z3.ForAll([k], f(k) >= f(0))])
    assert facts.give(z3.ForAll([n], f(n) >= a))
    assert not facts.give(z3.ForAll([n], f(n) > a))


def test_ids_of_dead_terms_are_not_mistaken():
    """A reading that outlives its terms: thousands of short-lived terms, each read once and dropped."""
    facts, rng = Facts([a == 1]), random.Random(3)
    for _ in range(60):
        number = rng.randint(2, 9)
        assert not facts.plainly(z3.Real(f"t{rng.randint(0, 10**6)}") * number == number)
        assert facts.plainly(a * number == number)


def test_limits_are_in_steps_and_per_question():
    hard = [a**3 + b**3 == c**3, a > 1, b > 1, c > 1, a + b + c < 100, a * b * c > 17, g(a) + g(b) == g(c)]
    before = obligations.STATS["steps"]
    with limited(1_000):
        assert not unsat([*hard, a * a + b * b < c])
    spent = obligations.STATS["steps"] - before
    assert 0 < spent < 10_000
    assert obligations.STEPS == 400_000
    with limited(100_000):
        counts = []
        for _ in range(2):
            obligations._asked.clear()  # what was asked before is not asked again
            before = obligations.STATS["steps"]
            unsat([a > b, b > c, c * c < 0])
            counts.append(obligations.STATS["steps"] - before)
    assert counts[0] == counts[1] > 0


def test_a_question_is_asked_once_within_each_limit(monkeypatch):
    answer, asked = obligations._answer, []
    monkeypatch.setattr(
        obligations,
        "_answer",
        lambda formulas, apart: asked.append(obligations.STEPS) or answer(formulas, apart),
    )
    unsat = Facts().unsat
    open_one, closed = [z3.Real("once") > b], [z3.Real("once") > b, z3.Real("once") < b]
    for _ in range(2):
        for steps in (1_000, 500, 2_000):
            with limited(steps):
                assert not unsat(open_one)
        assert unsat(closed)
    assert asked == [1_000, 500, 2_000, obligations.STEPS]
    with limited(1):
        assert not unsat(closed)
    assert unsat(closed)


def test_a_handle_that_is_pointed_elsewhere_does_not_change_what_was_asked():
    question = [z3.Real("elsewhere") > 0, z3.Real("elsewhere") < 0]
    assert unsat(question)
    number, place = question[0].get_id(), question[0].as_ast().value
    question[0].ast, kept = z3.BoolVal(True).ast, question[0].ast
    assert obligations._held[place].get_id() == number
    assert not unsat([question[0], z3.Real("elsewhere") < 0])
    question[0].ast = kept


def test_a_term_of_another_context_is_not_mistaken_for_one_of_ours():
    known = obligations._node(z3.Real("ours") > 0)
    assert obligations._node(z3.Real("ours") > 0) is known
    other = z3.Context()
    for term in ((z3.Real("theirs", other) > 0), z3.RealSort()):
        with pytest.raises(ValueError, match="main context"):
            obligations._node(term)


def test_names_that_z3_has_made_do_not_change_how_a_question_starts():
    def next_name():
        apart = obligations.Apart()
        apart.answer([a > b], z3.Solver, 1_000)
        return str(z3.FreshConst(z3.RealSort(apart._context)))

    before = next_name()
    made = [z3.FreshConst(z3.RealSort()) for _ in range(100)]
    assert str(z3.FreshConst(z3.RealSort())) != str(made[0])
    assert next_name() == before


def test_a_proof_takes_the_same_steps_whatever_others_have_asked():
    def steps():
        before, facts = obligations.STATS["steps"], Facts([a > b, b > c])
        assert all(map(facts.plainly, (a > c, a + b > c + c, a >= c)))
        return obligations.STATS["steps"] - before

    first = steps()
    assert first > 0
    Facts([a > b, b > c]).plainly(a + b > c + c)
    assert steps() == first


def test_denominators_have_names_of_their_own_formula_only():
    def names(formula):
        return {str(p) for fact in rules.divisors(formula) for p in obligations.parts(fact) if " " in str(p)}

    v, w = z3.Reals("v w")
    formula = z3.And(z3.ForAll([v], 1 / v > a), z3.ForAll([w], 1 / w > b))
    for other in (formula, z3.And(formula, c > 0)):
        assert {name for name in names(other) if "!=" not in name} == {"d 0", "d 1"}


# --- planted defects: each wrong rule must be noticed by a test that exists -----------------------------------------------


def defect_in_products(monkeypatch):
    monkeypatch.setattr(
        obligations, "_times", lambda p, q: {m: x * y for m, x in p.items() for y in q.values()}
    )
    agrees_with_exact_arithmetic(100)


def defect_in_sums(monkeypatch):
    plus = obligations._plus
    monkeypatch.setattr(obligations, "_plus", lambda p, q, factor: plus(p, q, 1))
    agrees_with_exact_arithmetic(100)


def defect_in_inverses_of_sums(monkeypatch):
    flipped = obligations._Linear._flipped
    monkeypatch.setattr(
        obligations._Linear, "_flipped", lambda self, q: flipped(self, dict(list(q.items())[:1]))
    )
    agrees_with_exact_arithmetic(300)


def defect_in_names_of_atoms(monkeypatch):
    monkeypatch.setattr(obligations._Linear, "_atom", lambda self, key: self._atoms.setdefault(key, 0))
    assert not Facts([a <= 1]).plainly(b <= 1)


def defect_unknown_is_yes(monkeypatch):
    monkeypatch.setattr(
        obligations, "_unsat", lambda formulas, apart: obligations._answer(formulas, apart) != z3.sat
    )
    with limited(1):
        assert not Facts([a > 0]).give(b * b * c > a * g(b))


def defect_rules_in_the_wrong_direction(monkeypatch):
    monkeypatch.setattr(Facts, "_normal", lambda self, term: z3.substitute(term, (a, b)))
    assert not Facts([f(0) == c, a > 0]).give(b > 0)


def defect_premises_are_not_asked_for(monkeypatch):
    monkeypatch.setattr(Facts, "give", lambda self, goal: True)
    with pytest.raises(Rejected):
        lemma("t", {}, a > 0)


def defect_no_base_case(monkeypatch):
    reach = rules._Proof.reach
    monkeypatch.setattr(
        rules._Proof,
        "reach",
        lambda self, goal, what: None if what == "the base case" else reach(self, goal, what),
    )
    with pytest.raises(Rejected):
        induct(
            "t",
            k,
            {},
            f(k) >= 7,
            where=[recursive(f, lambda: z3.RealVal(0), lambda k, q: q)],
            step=[at("f", k)],
        )


def defect_no_guard_in_recursion(monkeypatch):
    monkeypatch.setattr(z3, "Implies", lambda guard, then: then)
    definition = recursive(f, lambda: z3.RealVal(0), lambda k, q: q + 1)
    monkeypatch.undo()
    with pytest.raises(Rejected):
        lemma("t", {}, f(-1) == -1, where=[definition], by=[at("f", -1)])


def defect_definitions_may_be_circular(monkeypatch):
    monkeypatch.setattr(rules._Proof, "_well_formed", lambda self: None)
    h = z3.Function("h", INT, REAL)
    where = [equal_to(f, lambda i: h(i) + 1), equal_to(h, lambda i: f(i))]
    with pytest.raises(Rejected):
        lemma("t", {}, z3.BoolVal(False), where=where, by=[at("f", 0), at("h", 0)])


def defect_every_is_not_checked(monkeypatch):
    t = lemma("t", {"p": a > 0}, a >= 0)
    monkeypatch.setattr(rules, "_names", lambda *formulas, fresh=(): _Everything(*formulas))
    with pytest.raises(Rejected):
        lemma("u", {"p": a > 0}, z3.ForAll([a], a >= 0), by=[t.at().every(a)])


class _Everything(dict):
    """The symbols of the formulas, but a set of them is empty."""

    def __init__(self, *formulas):
        super().__init__({"a": a.decl().get_id()})

    def __iter__(self):
        return iter(["nothing"] if len(self) else [])


def defect_fixed_symbols_vary(monkeypatch):
    positive = axiom("g", g(a) >= 0, over=["a"], why="x")
    monkeypatch.setattr(rules, "_free", lambda symbol: symbol)
    with pytest.raises(Rejected):
        lemma("t", {}, z3.BoolVal(False), by=[positive.at(g=lambda v: z3.RealVal(-1))])


def defect_discharge_ignores_denominators(monkeypatch):
    t = lemma("t", {"p": 1 / b > a, "q": b > 0}, 1 / b >= a)
    monkeypatch.setattr(rules, "divisors", lambda formula: [])
    with pytest.raises(Rejected):
        discharge("d", t, "q")


def defect_constants_are_put_in_one_after_the_other(monkeypatch):
    together = z3.substitute

    def one_by_one(term, *pairs):
        for pair in pairs:
            term = together(term, pair)
        return term

    order = lemma("order", {"less": a < b}, a + 1 < b + 1)
    monkeypatch.setattr(z3, "substitute", one_by_one)
    change = rules.substitution({"a": a.decl(), "b": b.decl()}, {"a": b, "b": a}, "t")
    assert change(order.shows).eq(b + 1 < a + 1)


DEFECTS = [name for name in dir() if name.startswith("defect_")]


@pytest.mark.parametrize("name", DEFECTS)
def test_a_planted_defect_is_noticed(name, monkeypatch):
    with pytest.raises((AssertionError, pytest.fail.Exception)):
        globals()[name](monkeypatch)
    monkeypatch.undo()


@pytest.mark.parametrize("name", [name for name in DEFECTS])
def test_without_the_defect_the_same_test_passes(name):
    class Nothing:
        def setattr(self, *args):
            pass

        def undo(self):
            pass

    globals()[name](Nothing())
