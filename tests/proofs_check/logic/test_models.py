"""Joint models, readable statements, and the register of what states what."""

from __future__ import annotations

import sys
import types
from collections import deque
from fractions import Fraction
from itertools import count, repeat

import pytest
import z3

from proofs_check.logic import printed, statements
from proofs_check.logic.derived import running
from proofs_check.logic.models import Model, Reading, model, root
from proofs_check.logic.printed import compared, statement, text
from proofs_check.logic.rules import Rejected, at, axiom, equal_to, induct, lemma, recursive
from proofs_check.method.pool import in_a_child
from tests.proofs_check.logic.conftest import refused

INT, REAL, BOOL = z3.IntSort(), z3.RealSort(), z3.BoolSort()
V = z3.DeclareSort("V")
a, b, c, Lambda = z3.Reals("a b c Lambda")
k, n, i = z3.Ints("k n i")
v, w = z3.Consts("v w", V)
T, total = z3.Function("T", INT, REAL), z3.Function("total", INT, REAL)
LINE = {"V": REAL}


@pytest.fixture
def bounded():
    """Sums of at most `a` each are at most k a; lengths are never negative."""
    norm = z3.Function("norm", V, REAL)
    length = axiom("length", norm(v) >= 0, over=["v"], why="a length")
    return induct(
        "a sum",
        k,
        {"each": z3.ForAll([i], T(i) <= a), "long": norm(w) > a},
        z3.And(total(k) <= z3.ToReal(k) * a, norm(w) >= 0),
        where=[running(total, lambda i: T(i), z3.RealVal(0))],
        base=[length.at(v=w)],
        step=[at("each", k), at("total", k), length.at(v=w)],
    )


MEANING = {
    "norm": lambda x: z3.If(x >= 0, x, -x),
    "T": lambda i: z3.RealVal(2),
    "a": 2,
    "w": -3,
    "total": lambda k: 2 * z3.ToReal(k),
}


def test_a_model_meets_every_premise_definition_and_axiom(bounded):
    found = model(bounded, LINE, MEANING, free=["k"])
    assert found.conclusion
    assert found.confirmed == ("length",)
    assert not found.open
    assert (found.premises, found.definitions) == (2, 2)


def test_a_model_that_misses_something_is_refused(bounded):
    def tried(*words, sorts=LINE, **changes):
        meaning = {symbol: means for symbol, means in {**MEANING, **changes}.items() if means is not None}
        refused(lambda: model(bounded, sorts, meaning, free=["k"]), *words)

    tried("a sum", "each", "False", T=lambda i: z3.RealVal(3))
    tried("long", w=1)
    tried("where total", total=lambda k: z3.RealVal(0))
    tried("no meaning for the symbol w", w=None)
    tried("no meaning for the sort V", sorts={})
    tried("length", "false in the model", norm=lambda x: x * x * x, w=3)
    tried("sort", a=z3.IntVal(2))


def test_premises_that_contradict_have_no_model():
    given = {"p": z3.ForAll([k], T(k) > 0), "q": z3.ForAll([k], T(k) < 0)}
    t = lemma("empty", given, a == a + 1, by=[at("p", 0), at("q", 0)])
    for value in (-1, 0, 1):
        refused(lambda value=value: model(t, {}, {"T": lambda k: z3.RealVal(value), "a": 0}), "empty")
    refused(lambda: statement(t, None), "no joint model")
    forged = Model("empty", 2, 0, (), (), True)
    refused(lambda: statement(t, forged), "no joint model")
    refused(lambda: stated("thm:x", t, lambda: forged), "no joint model")
    refused(lambda: stated("thm:x", t, lambda: None), "no joint model")


def test_a_finite_model_stays_in_its_set():
    next_to, start = z3.Function("next", V, V), z3.Const("start", V)
    t = lemma("start", {"p": z3.ForAll([v], next_to(v) != v)}, next_to(start) != start, by=[at("p", start)])
    three = {"V": (INT, [z3.IntVal(x) for x in range(3)])}
    turn = lambda x: z3.If(x == 2, z3.IntVal(0), x + 1)  # noqa: E731
    assert model(t, three, {"next": turn, "start": 0}).conclusion
    refused(lambda: model(t, three, {"next": lambda x: x + 1, "start": 0}), "next", "leaves the finite set")
    refused(lambda: model(t, three, {"next": turn, "start": 7}), "start", "leaves the finite set")
    refused(lambda: model(t, {"V": (INT, [])}, {"next": turn, "start": 0}), "no element")


def test_facts_about_a_number_must_be_met():
    t = lemma("t", {"p": a > 1}, a > 0)
    refused(lambda: model(t, {}, {"a": (z3.Real("r"), [z3.BoolVal(False)])}), "no number meets")
    assert root(z3.RealVal(Fraction(9, 4))) == Fraction(3, 2)
    assert model(t, {}, {"a": root(z3.RealVal(2))}).conclusion


def test_facts_of_different_formulas_must_be_met_together():
    """Each premise alone is met, by another number."""
    n, r = z3.Int("n"), z3.Real("r")
    ha, hb, hc = (z3.Function(name, z3.IntSort(), z3.RealSort()) for name in ("ha", "hb", "hc"))
    given = {
        "above": z3.ForAll([n], ha(n) > 0),
        "below": z3.ForAll([n], hb(n) < 0),
        "one": z3.ForAll([n], ha(n) == hc(n)),
        "two": z3.ForAll([n], hc(n) == hb(n)),
    }
    theorem = lemma("contradictory", given, hc(3) == hc(7), by=[at(slug, 3) for slug in given])
    meaning = {
        "ha": lambda i: (r, [r > 0]),
        "hb": lambda i: (r, [r < 0]),
        "hc": lambda i: z3.If(i == 3, r, r),
    }
    for formula in given.values():  # each of them was decided before
        assert Reading({}, meaning).decides(formula)
    with pytest.raises(Rejected, match="no number meets the facts"):
        model(theorem, {}, meaning)


def test_roots_of_deep_terms_are_different_numbers():
    """z3 cuts what it prints where a term is deep, so a printed term is no name."""
    t, real = z3.Real("t"), z3.RealSort()
    deep = [t + 1, t + 2]
    for i in range(24):
        deep = [z3.If(t > i, term, z3.RealVal(i)) for term in deep]
    sq = z3.Function("sq", real, real)
    assert not Reading({}, {"sq": root}, ["t"]).decides(sq(deep[0]) == sq(deep[1]))


def test_arrays_have_no_places_outside_a_finite_set():
    one, other = z3.Consts("one other", z3.ArraySort(V, REAL))
    t = lemma("t", {"p": one == other}, one[v] == other[v])
    finite = {"V": (INT, [z3.IntVal(0), z3.IntVal(1)])}
    arrays = {"one": z3.K(INT, z3.RealVal(1)), "other": z3.K(INT, z3.RealVal(1)), "v": 0}
    refused(lambda: model(t, finite, arrays), "places outside")


def test_a_meaning_reads_no_place_outside_a_finite_set():
    """X and Y are the same on {0, 1}, and differ at 5."""
    sets = z3.ArraySort(V, z3.BoolSort())
    x, y = z3.Consts("X Y", sets)
    m = z3.Function("m", sets, z3.BoolSort())
    given = {"same": z3.ForAll([v], x[v] == y[v]), "differ": z3.And(m(x), z3.Not(m(y)))}
    t = lemma("anything", given, a == 1, by=[x == y])
    nowhere = z3.K(INT, z3.BoolVal(False))
    meaning = {"X": z3.Store(nowhere, 5, True), "Y": nowhere, "m": lambda places: places[5], "a": 1}
    refused(lambda: model(t, {"V": (INT, [0, 1])}, meaning), "places outside")


def test_a_meaning_is_a_function():
    h, n = z3.Function("h", INT, REAL), z3.Int("n")
    given = {"one": z3.ForAll([n], h(n) == 1), "two": z3.ForAll([n], h(n) == 2)}
    t = lemma("t", given, a == 7, by=[at("one", 0), at("two", 0)])
    calls = count(1)
    refused(lambda: model(t, {}, {"h": lambda k: z3.RealVal(next(calls)), "a": 7}), "h has two values")
    growing = z3.RecFunction("growing", INT, INT)
    z3.RecAddDefinition(growing, [n], growing(n) + 1)
    recursive = {"h": lambda k: z3.ToReal(growing(k)), "a": z3.ToReal(growing(0))}
    refused(lambda: model(t, {}, recursive), "recursion")


def test_a_violated_premise_may_break_the_conclusion():
    t = lemma("t", {"p": a > 0, "q": b > 0}, a + b > 0)
    found = model(t, {}, {"a": 1, "b": -3}, violated=["q"])
    assert not found.conclusion
    assert "CONCLUSION FAILS" in str(found)
    refused(lambda: statement(t, found), "no joint model")
    refused(lambda: model(t, {}, {"a": 1, "b": 3}, violated=["q"]), "q")


def test_quantifiers_alternate_in_finite_models():
    reading = Reading({"V": (INT, [z3.IntVal(0), z3.IntVal(1)])}, {})
    assert reading.decides(z3.ForAll([v], z3.Exists([w], v != w)))
    assert reading.decides(z3.Exists([v], z3.ForAll([w], v != w))) is False


# --- printed ------------------------------------------------------------------------------------------------------------------


def test_brackets_where_a_formula_would_say_something_else():
    p, q, r = z3.Bools("p q r")
    square, times = z3.Function("square", REAL, REAL), b * b
    assert printed.text(p != q) == "not (p if and only if q)"
    assert printed.text((a**2) ** 3) == "(a^2)^3"
    assert printed.text(times**3) == "(b^2)^3"
    assert printed.text(square(a) ** 2) == "square(a)^2"
    assert printed.text(z3.And(p == q, r)) == "(p if and only if q) and r"
    assert printed.text(z3.Or(p == q, r)) == "(p if and only if q) or r"
    assert printed.text(z3.Implies(p, q == r)) == "if p then (q if and only if r)"


def test_the_count_of_a_sum_is_no_symbol_of_it():
    k, total = z3.Int("k"), z3.Function("total", INT, REAL)
    t = lemma(
        "five each",
        {"five": k == 5},
        total(1) == 5,
        where=[running(total, lambda i: z3.ToReal(k), z3.RealVal(0))],
        by=[at("total", 0)],
    )
    assert printed.sequent(t)["where"] == ["total(i) = sum over j < i of k"]


def test_a_term_of_another_context_is_not_printed_for_one_of_ours():
    """Each context counts its own terms, so one of another context has the same id."""
    premise, other = a < b, z3.Context()
    theirs = [z3.BoolVal(True, other)]
    while theirs[-1].get_id() < premise.get_id():
        theirs.append(z3.Bool(f"theirs {len(theirs)}", other))
        printed.text(theirs[-1])
    assert theirs[-1].get_id() == premise.get_id()
    assert printed.text(premise) == "a < b"


def test_terms_are_printed_as_mathematics():
    add, scale = z3.Function("add_X", V, V, V), z3.Function("scale_X", REAL, V, V)
    axiom("sum", add(v, scale(a, w)) == add(scale(a, w), v), over=["v", "w", "a"], why="a sum")
    said = {
        (a + b) * c / (a - b): "(a + b) c/(a - b)",
        a - (b - c): "a - (b - c)",
        Lambda**2 * -a: "Λ^2 (-a)",
        z3.If(a <= b, a, b): "min(a, b)",
        z3.If(a < b, b, a): "max(b, a)",
        z3.If(a >= b, a, b): "max(a, b)",
        z3.If(a > b, b, a): "min(b, a)",
        z3.If(a == b, a, b): "(a if a = b else b)",
        z3.Implies(z3.And(a > 0, z3.Or(b > 0, c > 0)), a != b): "if a > 0 and (b > 0 or c > 0) then a != b",
        z3.ForAll([a], z3.Exists([b], a < b)): "for all a: there is b: a < b",
        z3.Implies(z3.Implies(a > 0, b > 0), c > 0): "if (if a > 0 then b > 0) then c > 0",
        z3.And(z3.Implies(a > 0, b > 0), c > 0): "(if a > 0 then b > 0) and c > 0",
        z3.Distinct(a, b, c): "a, b, c are different",
        add(v, scale(z3.RealVal(-1), w)): "v - w",
        scale(a + 1, v): "(a + 1) v",
        z3.ToReal(n + 1) * a: "(n + 1) a",
        z3.If(a == b, a, z3.If(a == c, c, b)): "(a if a = b, c if a = c, else b)",
        (a * b) * (c * 1): "a b c",
        (a + b) * (a + b) * c: "(a + b)^2 c",
        scale(a, scale(b, v)): "a b v",
        z3.And(a >= 0, a < b, c > 0): "0 <= a < b and c > 0",
        z3.And(b <= z3.ToReal(n), z3.ToReal(n) <= c): "b <= n <= c",
        z3.And(a <= 0, a < b): "a <= 0 and a < b",
        z3.ForAll([a, b], z3.Implies(a >= 0, a < b)): "for all a, b with a >= 0: a < b",
        z3.ForAll([a], z3.ForAll([b], a < b)): "for all a, b: a < b",
        z3.ForAll([n], z3.Implies(n >= 0, n < 1)): "for all n >= 0: n < 1",
        z3.Real("sigma_user") + z3.Real("theta2") + z3.Real("exp_eps"): "σ_user + θ' + exp_eps",
    }
    assert {text(term): words for term, words in said.items()} == {words: words for words in said.values()}


def test_a_variable_is_not_printed_like_what_an_axiom_fixes():
    zero_mean, norm, root = (
        z3.Real("zero_mean"),
        z3.Function("norm", V, REAL),
        z3.Function("root", REAL, REAL),
    )
    assert text(norm(v) + zero_mean + root(a)) == "norm(v) + zero_mean + root(a)"


def test_bound_names_that_are_no_names_are_replaced():
    lie = z3.Real("a <= b or a")
    assert text(z3.ForAll([lie], lie <= b)) == "for all x: x <= b"


def test_bound_names_differ_from_free_ones():
    capture = z3.substitute(z3.ForAll([a], a <= b), (b, a))
    assert text(capture) == "for all a': a' <= a"


def test_sums_counts_and_recursions(bounded):
    honest, counted, power = z3.Function("honest", INT, BOOL), z3.Function("counted", INT, INT), T
    count = running(counted, lambda i: z3.If(honest(i), z3.IntVal(1), z3.IntVal(0)), z3.IntVal(0))
    assert printed.definition(count)[0] == "counted(k) = number of i < k with honest(i)"
    grows = recursive(power, lambda: z3.RealVal(1), lambda k, before: a * before)
    assert printed.definition(grows)[0] == "T(0) = 1; T(t + 1) = a T(t) for t >= 0"
    assert printed.definition(bounded.where[0])[0] == "total(k) = sum over i < k of T(i)"
    assert printed.definition(equal_to(T, lambda i: a + b))[0] == "T(t) = a + b"


def test_what_repeats_is_named_once():
    long = (a + b) * (b + c) * (c + a) * (a + 2 * b + 3 * c + 4)
    line, more = printed.folded(z3.ForAll([a], long * long <= long + 1))
    assert line.startswith("for all a: u^2 <= u + 1")
    assert len(more) == 1
    assert more[0].startswith("u = ")


def test_a_statement_says_everything(bounded):
    said = statement(bounded, model(bounded, LINE, MEANING, free=["k"]))
    for line in (
        "w ∈ V; a ∈ ℝ; k ∈ ℤ; T: ℤ → ℝ",
        "given  each                       for all i: T(i) <= a",
        "where  total(k) = sum over i < k of T(i)",
        "shows  if k >= 0 then total(k) <= k a and |w| >= 0",
        "rests  axiom length: a length",
        "tier   composed; uses 1 theorems",
    ):
        assert line in said, said
    other = lemma("other", {}, a == a)
    refused(lambda: statement(other, model(bounded, LINE, MEANING, free=["k"])), "no joint model")
    object.__setattr__(bounded, "shows", z3.BoolVal(False))
    refused(lambda: statement(bounded, model(bounded, LINE, MEANING, free=["k"])), "was changed")


def test_two_symbols_with_one_printed_name_are_refused():
    t = lemma("t", {"p": z3.Real("y2") > 0}, z3.Real("y2") + z3.Real("y'") * 0 > 0)
    refused(lambda: printed.variables(t), "printed as y'")


def test_letters_that_only_look_alike_are_refused():
    kelvin = z3.Real("\u212a")
    refused(lambda: lemma("Kelvin", {"positive": kelvin > 0}, 2 * kelvin > 0))


def test_symbols_called_like_a_word_are_refused():
    """An arbitrary function that is called max is not a maximum."""
    largest = z3.Function("max", REAL, REAL, REAL)
    t = lemma("t", {"p": largest(a, b) < a}, largest(a, b) <= a)
    refused(lambda: statement(t, model(t, {}, {"max": lambda x, y: x - 1, "a": 0, "b": 0})), "max", "a word")


def test_a_claim_lists_the_premises_of_its_theorem(bounded):
    assert compared(bounded, ["each", "long"]) == []
    assert compared(bounded, ["each", "short"]) == [
        "the theorem needs 'long', the claim does not list it",
        "the claim lists 'short', the theorem does not need it",
    ]


# --- the register -------------------------------------------------------------------------------------------------------------


def stated(label, theorem, made, labels=None):
    """What a module that ends with this row of STATES states."""
    module = types.ModuleType("proofs_check.small")
    module.BOUND, module.STATES = theorem, [(label, theorem, "repair", made)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, "proofs_check.small", module)
        return list(statements.statements("proofs_check.small", labels))


def test_a_statement_has_a_model_of_its_own(bounded):
    found = model(bounded, LINE, MEANING, free=["k"])
    (one,) = stated("thm:a", bounded, lambda: found)
    assert (one.label, one.about, one.place, one.model) == ("thm:a", "repair", bounded.name, found)
    assert stated("thm:a", bounded, lambda: found, labels={"thm:b"}) == []
    other = lemma("other", {}, a == a)
    refused(lambda: stated("thm:c", other, lambda: found), "no joint model")
    object.__setattr__(other, "name", "a sum")
    refused(lambda: stated("thm:c", other, lambda: found), "was changed")


def test_the_control_of_a_theorem_is_the_same_proof_of_false(bounded):
    assert not statements.shows_everything(bounded)
    empty = lemma(
        "nothing",
        {"p": z3.ForAll([k], T(k) > 0), "q": z3.ForAll([k], T(k) < 0)},
        a == a + 1,
        by=[at("p", 0), at("q", 0)],
    )
    assert statements.shows_everything(empty)


def test_each_premise_dropped_says_what_is_missing(bounded):
    lost = statements.dropped(bounded)
    assert set(lost) == set(bounded.given)
    assert "each" in lost["each"]
    assert lost["long"] == ""  # this premise is not needed


def endless():
    """Inside one call that no handler interrupts, like a search of z3."""
    deque(repeat(0), maxlen=0)


def test_a_search_without_end_is_cut_short_if_the_whole_proof_needs_no_longer_one(bounded, monkeypatch):
    few = statements.RETRY_STEPS
    monkeypatch.setattr(statements, "PREMISE_LIMIT", 0.2)

    def lacks(theorem, slugs, steps):
        return endless() if steps > few else "the step" if slugs else ""

    monkeypatch.setattr(statements, "lacks", lacks)
    assert set(statements.dropped(bounded).values()) == {"the step"}
    monkeypatch.setattr(statements, "lacks", lambda theorem, slugs, steps: endless() if steps > few else "x")
    assert set(statements.dropped(bounded).values()) == {None}


def test_a_child_that_crashes_answers_nothing_and_says_why(capfd):
    assert in_a_child(lambda: {"one": 1}, 60) == {"one": 1}
    assert in_a_child(lambda: 1 / 0, 60) is None
    assert "ZeroDivisionError" in capfd.readouterr().err
