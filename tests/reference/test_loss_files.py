"""Loss files: a grammar that runs nothing, errors with line and column, derivatives, the learner."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest

from accountant.numbers.balls import BALLS, exact, precision
from accountant.sensitivity.trained_in_balls import loss_in_balls
from reference.arithmetic import FLOATS
from reference.errors import InvalidInput
from reference.learners.softmax_reg_sgd import softmax_reg_sgd
from reference.learners.svm_sgd import svm_sgd
from reference.loss_files import learner as learner_module
from reference.loss_files.file import parsed
from reference.loss_files.learner import Loss, loss_sgd
from reference.loss_files.trees import evaluate
from reference.notation import Dataset, Xi

HUBER = (
    'loss = "where(z > 1 + h, 0, where(z < 1 - h, 1 - z, (1 + h - z)^2 / (4*h)))"\n[parameters]\nh = "0.5"\n'
)

SMOOTHED = """
of = "logits"
loss = "logsumexp(z) - (1 - s)*z[y] - s*mean(z)"
parameters.s = "0.1"
setting.K = 2
"""


@pytest.mark.parametrize(
    ("text", "place", "why"),
    [
        ('loss = "1 +* z"', "line 1, column 12", "expected a number, a name or '('"),
        ('title = "t"\nloss = "exp(q)"', "line 2, column 13", "the name 'q' is not known"),
        ('loss = "z"\n[claims]\nG = "c +"', "line 3, column 9", "expected a number"),
        ('loss = "z^9"', "line 1, column 11", "a whole number from 0 to 8"),
        ('loss = "z^0.5"', "line 1, column 11", "a whole number from 0 to 8"),
        ('loss = "__import__(1)"', "line 1, column 9", "no formula has the character '_'"),
        ('loss = "z.real"', "line 1, column 10", "no formula has the character '.'"),
        ('loss = "z/0"', "line 1, column 11", "must not divide by 0"),
        ('loss = "max(z)"', "line 1, column 9", "max takes from 2 to 8 values"),
        ('loss = "where(z, 1, 2)"', "line 1, column 16", "expected a comparison"),
        ('loss = "(z"', "line 1, column 11", "expected ')'"),
        ('loss = "z z"', "line 1, column 11", "expected an operator or the end"),
        ('loss = "1"', "line 1, column 9", "must depend on z"),
        ('of = "logits"\nloss = "logsumexp(z)*z[y]"\n[setting]\nK = 3', "line 2, column 9", "must be A logsumexp(z)"),
        ('of = "logits"\nloss = "logsumexp(z) + where(z[y] < 0, 0, 5)"\n[setting]\nK = 3', "column 9", "not depend on z"),
        ('of = "logits"\nloss = "exp(1)*logsumexp(z) - z[y]"\n[setting]\nK = 3', "line 2, column 9", "no exp, log or sqrt"),
        ('of = "logits"\nloss = "z"\n[setting]\nK = 3', "line 2, column 10", "expected '['"),
        (f'loss = "{"exp(" * 4}z))))"', "line 1", "exp must be nested at most 3"),
        (f'loss = "{"(" * 60}z"', "line 1", "nested at most"),
        (f'loss = "{"-" * 60}z"', "line 1", "nested at most"),
        (f'loss = "{"+".join("z" * 60)}"', "line 1", "long sums"),
        (f'loss = "{"z" * 3000}"', "line 1", "at most 2000 characters"),
        ("loss = '''z +'''", "key 'loss', character 4", "expected a number"),
    ],
)  # fmt: skip
def test_errors_name_file_line_and_column(text: str, place: str, why: str) -> None:
    with pytest.raises(InvalidInput) as error:
        parsed(text, "mine.toml")
    message = str(error.value)
    assert message.startswith("mine.toml")
    assert place in message
    assert why in message
    assert "\n" not in message


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "key 'loss' is missing"),
        ("loss = 3", "must be text"),
        ('loss = "z"\nlos = "z"', "did you mean loss?"),
        ('loss = "z"\n[setting]\nc = 0', "must be from"),
        ('loss = "z"\n[setting]\nn = 1', "must be >= 2"),
        ('loss = "z"\n[setting]\nn = 100000', "must be at most 1000"),
        ('loss = "z"\n[setting]\nR = "nan"', "must be a number"),
        ('loss = "z"\n[setting]\nc = 1e400', "must be 0 or of size"),
        ('loss = "z"\n[parameters]\nc = 1', "no other meaning"),
        ('loss = "z"\n[parameters]\nh = [2, 1]', "from <= to"),
        ('loss = "z"\n[parameters]\nh = [1, 2, 3]', "a number or [from, to]"),
        ('loss = "z"\n[parameters]\nh = true', "must be a number"),
        ('loss = "z"\n[claims]\ngamma = "1"', "is not known"),
        ('loss = "z"\n[claims]\nL = "R"', "'R' is not known"),
        ('of = "logits"\nloss = "logsumexp(z) - z[y]"', "setting.K"),
        ('loss = "z"\nregulariser = "lasso"', "must be one of ridge"),
        ("loss = ", "must be valid TOML"),
    ],
)
def test_bad_tables_are_one_line(text: str, why: str) -> None:
    with pytest.raises(InvalidInput) as error:
        parsed(text, "mine.toml")
    assert why in str(error.value)
    assert "mine.toml" in str(error.value)


@pytest.mark.parametrize(
    ("formula", "z", "slope"),
    [
        ("max(0, 1 - z)^2", -1.0, -4.0),
        ("-z^2", 3.0, -6.0),
        ("2^3*z", 1.0, 8.0),
        ("min(z, 2*z, 3*z)", -1.0, 3.0),
        ("abs(z)", -2.0, -1.0),
        ("where(z >= 1, z, 5*z)", 1.0, 1.0),
        ("where(z <= 1, z, 5*z)", 1.0, 1.0),
        ("where(z > 1, z, 5*z)", 1.0, 5.0),
        ("exp(2*z)", 0.0, 2.0),
        ("log(1 + exp(-z))", 0.0, -0.5),
        ("sqrt(1 + z^2)", 1.0, math.sqrt(0.5)),
        ("1/(1 + z)", 1.0, -0.25),
        ("1e-1*z + .5*z", 0.0, 0.6),
    ],
)
def test_slopes(formula: str, z: float, slope: float) -> None:
    found = evaluate(parsed(f'loss = "{formula}"').slope, {"z": z}, FLOATS)
    assert float(found) == pytest.approx(slope)


def data(labels: tuple[int, ...] = (0, 1)) -> Dataset:
    rng = np.random.default_rng(5)
    return Dataset(rng.normal(size=(12, 3)), rng.choice(labels, size=12))


def test_the_huber_file_is_the_svm(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the printed beta in place of its own, it is alg:dpsvm."""
    file = parsed(HUBER)
    loss = Loss.of_file(file, file.values(), Fraction(1))
    xi = Xi(K=2, c=1.0, M=24, Lambda=0.5, R=2.0, h=0.5, b=5)
    monkeypatch.setattr(
        learner_module, "smoothness", lambda Lambda, c, kappa: math.sqrt((c**2 + Lambda) ** 2 + 2 * Lambda**2)
    )
    assert np.allclose(loss_sgd(data(), xi, loss), svm_sgd(data(), xi))


def test_the_softmax_file_is_softmax_reg(monkeypatch: pytest.MonkeyPatch) -> None:
    file = parsed('of = "logits"\nloss = "logsumexp(z) - z[y]"\n[setting]\nK = 3')
    loss = Loss.of_file(file, {}, Fraction(1, 2))
    xi = Xi(K=3, c=1.0, M=24, Lambda=0.5, R=2.0, b=5)
    printed = math.sqrt(9 * 0.25 + 0.5 * 1.5**2)
    monkeypatch.setattr(learner_module, "smoothness", lambda Lambda, c, kappa: printed)
    assert np.allclose(loss_sgd(data((0, 1, 2)), xi, loss), softmax_reg_sgd(data((0, 1, 2)), xi))


@pytest.mark.parametrize(
    ("text", "labels", "kappa"),
    [
        ('loss = "log(1 + exp(-z))"', (-1, 1), Fraction(1, 4)),
        (SMOOTHED, (0, 1), Fraction(1, 2)),
    ],
)  # fmt: skip
def test_balls_enclose_the_learner(text: str, labels: tuple[int, ...], kappa: Fraction) -> None:
    file = parsed(text)
    loss = Loss.of_file(file, file.values(), kappa)
    D, xi = data(labels), Xi(K=2, c=1.0, M=12, Lambda=0.5, R=2.0)
    floats = loss_sgd(Dataset(D.x, np.where(D.y == 1, 1, 0)), xi, loss)
    with precision(128):
        balls = loss_in_balls(D, xi, loss)
    columns = floats.T if file.of == "logits" else floats.T[1:]
    for column, ball in zip(columns, balls, strict=True):
        for a, b in zip(column, ball, strict=True):
            assert abs(float(a) - float(b.mid())) < 1e-9


def test_a_ball_of_margins_holds_both_branches() -> None:
    with precision(64):
        slope = evaluate(parsed('loss = "max(0, 1 - z)"').slope, {"z": exact(1).union(exact(2))}, BALLS)
    assert slope.contains(-1)
    assert slope.contains(0)
