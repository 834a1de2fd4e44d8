"""The proof methods themselves: each can prove, refute and stay undecided, and none proves from nothing."""

from __future__ import annotations

import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest
import sympy as sp
import z3

from accountant import Enclosure
from proofs_check.method import check as evidence
from proofs_check.method.check import Check, Outcome, about, control_status, every, theorem
from proofs_check.method.replay import RATIONALS, at_most, equal_at
from proofs_check.method.smt import Terms, VacuousPremises, prove
from proofs_check.method.symbolic import same_double_sum, vanishes

x, y = z3.Reals("x y")
NAMES = ("left", "right")


class TestSmt:
    def test_proves(self) -> None:
        assert prove([x > 1], x * x > x).result == "holds"

    def test_refutes_with_values_that_really_break_the_goal(self) -> None:
        outcome = prove([x > 0], x * x > x)
        assert outcome.result == "fails"
        assert outcome.witness is not None
        value = Fraction(outcome.witness["x"])
        assert value > 0
        assert not value * value > value

    def test_out_of_steps_is_undecided(self) -> None:
        s = z3.Reals("s1 s2 s3 s4 s5")
        total = sum(p * (1 - p) * (x + p) for p in s)
        premises = [p >= 0 for p in s] + [sum(s) == 1]
        assert prove(premises, 4 * total <= (x + 1) ** 2, steps=3000).result == "undecided"

    def test_premises_nobody_meets_are_an_error(self) -> None:
        with pytest.raises(VacuousPremises):
            prove([x > 0, x < 0], x == 7)

    def test_a_division_by_zero_refutes_nothing(self) -> None:
        """For z3 alone 1/0 may be anything: y >= 0 would be refuted with y = 0."""
        assert prove([y >= 0], y * (x / y) == x).result == "undecided"
        assert prove([y > 0], y * (x / y) == x).result == "holds"
        outcome = prove([y >= 0], x / y <= 1)
        assert outcome.result == "fails"
        assert outcome.witness is not None
        assert Fraction(outcome.witness["y"]) != 0
        assert prove([x / y == 1, y == 0], x == 7).result == "undecided"
        assert prove([z3.Implies(y != 0, x / y == 1), y == 0], x == 7).result == "undecided"

    def test_roots_bring_their_definition(self) -> None:
        num = Terms()
        root = num.sqrt(2)
        assert prove([], z3.And(root > z3.Q(141, 100), root < z3.Q(142, 100)), num).result == "holds"
        assert prove([], root > z3.Q(142, 100), num).result == "fails"

    def test_exponentials_are_not_trusted_beyond_their_facts(self) -> None:
        num = Terms()
        value = num.exp(x)
        assert prove([], value > 0, num).result == "holds"
        assert prove([x > 0], value > 1, num).result == "undecided", (
            "true, but z3 does not know; never refuted"
        )

    def test_a_root_must_exist(self) -> None:
        num = Terms()
        root = num.sqrt(x)
        assert prove([], x >= 0, num).result == "undecided"
        assert prove([x >= 4], root >= 2, num).result == "holds"


class TestSymbolic:
    a, b = sp.symbols("a b", real=True)

    def test_identity(self) -> None:
        assert (
            vanishes((self.a + self.b) ** 2 - self.a**2 - 2 * self.a * self.b - self.b**2).result == "holds"
        )

    def test_difference_with_a_point(self) -> None:
        outcome = vanishes(self.a**2 - self.b)
        assert outcome.result == "fails"
        assert outcome.witness is not None

    def test_a_float_is_read_as_what_it_is(self) -> None:
        assert vanishes(sp.Float(0.5) * self.a - self.a / 2).result == "holds"
        assert vanishes(sp.Float(0.25 - 2**-54) * self.a - self.a / 4).result == "fails"

    def test_double_sums_need_not_agree_term_by_term(self) -> None:
        assert same_double_sum(self.a**2 * self.b, self.a * self.b**2, [self.a], [self.b]).result == "holds"
        assert same_double_sum(self.a**2 * self.b, self.a * self.b, [self.a], [self.b]).result == "fails"

    def test_double_sum_rule_agrees_with_written_out_sums(self) -> None:
        """What the rule claims for every size, checked at sizes 2 to 5."""
        left, right = self.a * self.b**3 - self.a**2 * self.b**2, self.a * self.b * (self.a - self.b) ** 2 / 2
        assert same_double_sum(left, right, [self.a], [self.b]).result == "holds"
        for size in range(2, 6):
            s = sp.symbols(f"s1:{size + 1}", real=True)
            sums = [sum(f.subs({self.a: p, self.b: q}) for p in s for q in s) for f in (left, right)]
            assert sp.expand(sums[0] - sums[1]) == 0


class TestReplay:
    def test_fractions(self) -> None:
        assert equal_at(Fraction(1, 3), Fraction(2, 6), NAMES).result == "holds"
        assert equal_at(Fraction(1, 3), Fraction(1, 2), NAMES).result == "fails"
        assert at_most(Fraction(1), Fraction(1), NAMES).result == "holds"

    @pytest.mark.parametrize(
        ("names", "said"),
        [
            (("delta of the group", "target delta"), "the delta of the group exceeds the target delta"),
            (("total variation", "none"), "the total variation exceeds none"),
            (("printed s", "2c/(Λn)"), "the printed s exceeds 2c/(Λn)"),
        ],
    )
    def test_a_number_has_no_article(self, names: tuple[str, str], said: str) -> None:
        assert at_most(2, 1, names).detail == said

    def test_overlapping_intervals_are_undecided(self) -> None:
        wide = Enclosure(Fraction(0), Fraction(2))
        assert at_most(wide, Fraction(1), NAMES).result == "undecided"
        assert at_most(wide, Fraction(2), NAMES).result == "holds"

    def test_equality_of_intervals_is_never_claimed(self) -> None:
        with pytest.raises(TypeError):
            equal_at(Enclosure(Fraction(1), Fraction(1)), 1, NAMES)


class TestRegistration:
    """What a decorator refuses, so that a check that cannot fail is not registered."""

    @pytest.fixture(autouse=True)
    def forgotten(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(evidence, "_REGISTERED", {})

    def register(self, method: str = "smt", subject: str = "repair", **changes: object):
        settings = {"every": "every bound", "wrong": {"bound": 2}} | changes
        return about("lem:max_smoothness")(subject, method, **settings)

    @staticmethod
    def function(bound=1, scale=lambda n: n):
        """One is one."""
        return Outcome("holds" if scale(bound) == 1 else "fails")

    def test_the_defaults_are_the_truth_and_each_control_changes_them(self) -> None:
        wrong = [{"bound": 2}, {"scale": lambda n: n + 1}]
        needs = [theorem("lemmas.sums", "SQUARES")]
        assert self.register(wrong=wrong, needs=needs)(self.function) is self.function
        (check,) = all_checks_here()
        assert (check.label, check.about, check.scope) == ("lem:max_smoothness", "repair", "every bound")
        assert (check.universal, check.needs, check.says) == (True, ("lemmas.sums.SQUARES",), "One is one.")
        assert check.run().result == "holds"
        assert [control().result for control in check.controls] == ["fails", "fails"]
        assert control_status(check) == ("rejected", "")

    def test_a_case_says_which_and_a_control_may_be_another_call(self) -> None:
        self.register(every=None, at="one", wrong=(), control=lambda: self.function(3))(self.function)
        (check,) = all_checks_here()
        assert (check.universal, check.scope, check.controls[0]().result) == (False, "one", "fails")

    def test_another_label(self) -> None:
        self.register(label="thm:m2")(self.function)
        assert [check.label for check in all_checks_here()] == ["thm:m2"]
        with pytest.raises(ValueError, match="which label"):
            about()("repair", "smt", at="here", wrong={"bound": 2})

    def test_needs_are_checks_or_theorems(self) -> None:
        with pytest.raises(ValueError, match=r"test_methods\.function, which is no check"):
            self.register(needs=[self.function])(self.function)
        with pytest.raises(ValueError, match=r"or theorem\(module, name\), not"):
            self.register(needs=["lemmas.sums.SQUARES"])(self.function)

        def second(bound=1):
            """One is at most one."""
            return Outcome("holds" if bound <= 1 else "fails")

        self.register()(self.function)
        self.register(needs=[self.function])(second)
        assert all_checks_here()[1].needs == ("tests.proofs_check.method.test_methods.function",)

    @pytest.mark.parametrize(
        ("module", "name"),
        [("lemmas.sums", "SQUARE"), ("lemmas.sum", "SQUARES"), ("gaussian.shift", "CURVE")],
    )
    def test_a_theorem_that_is_not_there_is_refused(self, module: str, name: str) -> None:
        """A wrong name, a wrong module, and a module that proves nothing."""
        with pytest.raises(ValueError, match=f"no module {module} proves a theorem {name}"):
            theorem(module, name)

    def test_a_theorem_of_a_folder_outside(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv(evidence.OUTSIDE, str(tmp_path))
        (tmp_path / "planted_theorems.py").write_text("from proofs_check.logic import rules\nTHERE = 1\n")
        assert theorem("planted_theorems", "THERE").place == "planted_theorems.THERE"

    def test_to_name_a_theorem_proves_nothing(self) -> None:
        """The module of a theorem that a check needs is not loaded with the check."""
        code = (
            "import sys, proofs_check.text.related_work_table\nassert 'proofs_check.logic' not in sys.modules"
        )
        assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0

    def test_either_every_or_at(self) -> None:
        for scope in ({"every": None}, {"at": "here"}, {"example": "here"}):
            with pytest.raises(ValueError, match="exactly one"):
                self.register(**scope)

    def test_an_example_concludes_that_something_exists(self) -> None:
        self.register(every=None, example="one", concludes="it")(self.function)
        (check,) = all_checks_here()
        assert (check.universal, check.exists, check.scope) == (False, True, "one")

    def test_a_search_is_never_universal(self) -> None:
        with pytest.raises(ValueError, match="never universal"):
            self.register("property")

    def test_unknown_method_and_subject_are_refused(self) -> None:
        with pytest.raises(ValueError, match="method"):
            self.register("hope")
        with pytest.raises(ValueError, match="about"):
            self.register(subject="everything")

    def test_only_a_universal_check_concludes(self) -> None:
        with pytest.raises(ValueError, match="concludes"):
            self.register(concludes="it", every=None, at="here")
        with pytest.raises(ValueError, match="concludes"):
            self.register(concludes="it", expect="fails")

    def test_a_control_is_required(self) -> None:
        with pytest.raises(ValueError, match="needs a control"):
            self.register(wrong=[])

    @pytest.mark.parametrize(
        ("wrong", "why"),
        [
            ({"bond": 2}, "no argument bond, only bound, scale"),
            ({"bound": Fraction(1)}, "leaves bound as it is"),
            ({"scale": lambda n: n}, "leaves scale as it is"),
            ([{"bound": 2}, {}], "must change an argument"),
        ],
    )
    def test_a_control_changes_something_that_is_there(self, wrong: object, why: str) -> None:
        with pytest.raises(ValueError, match=why):
            self.register(wrong=wrong)(self.function)

    def test_terms_of_a_solver_are_compared_as_terms(self) -> None:
        def half(limit=z3.Q(1, 2)):  # noqa: B008
            """Half is half."""

        with pytest.raises(ValueError, match="leaves limit as it is"):
            self.register(wrong={"limit": z3.Q(2, 4)})(half)
        self.register(wrong={"limit": z3.Q(1, 4)})(half)

    def test_the_truth_has_a_value_for_every_parameter(self) -> None:
        def open_ended(bound):
            """What is bound?"""

        with pytest.raises(ValueError, match="give bound a default"):
            self.register()(open_ended)

    def test_a_check_says_what_it_shows_and_is_registered_once(self) -> None:
        with pytest.raises(ValueError, match="docstring"):
            self.register()(lambda bound=1: Outcome("holds"))
        self.register()(self.function)
        with pytest.raises(ValueError, match="two checks are called"):
            self.register()(self.function)


def all_checks_here() -> list[Check]:
    return list(evidence._REGISTERED.values())


def test_every() -> None:
    holds, fails, undecided = Outcome("holds"), Outcome("fails"), Outcome("undecided")
    assert every(holds, holds).result == "holds"
    assert every(holds, undecided).result == "undecided"
    assert every(undecided, fails, holds).result == "fails"
    with pytest.raises(ValueError, match="holds, fails"):
        Outcome("true")


def test_rational_roots_are_exact_or_refused() -> None:
    assert RATIONALS.sqrt(Fraction(49, 4)) == Fraction(7, 2)
    with pytest.raises(ValueError, match="no rational root"):
        RATIONALS.sqrt(Fraction(2))


def test_one_answer_names_its_variables_and_several_do_not() -> None:
    num, (s, t) = Terms(), sp.symbols("s t")
    one = prove([x > y, y > 0], num.sqrt(x) > 0, num)
    assert one.quantified == ("x", "y")
    assert vanishes((s + t) ** 2 - s**2 - 2 * s * t - t**2).quantified == ("s", "t")
    assert every(one, one).quantified == ()
    assert prove([z3.BoolVal(True)], z3.RealVal(1) > 0).quantified == ()
