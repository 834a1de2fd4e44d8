"""The gallery: expected outcomes, the table, refutations with exact numbers, what certify and train may rely on."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from paper_claims.commands.loss import gallery
from paper_claims.losses import assert_bound, proved
from proofs_check.logic.rules import Rejected
from reference.errors import InvalidInput
from reference.loss_files.file import parsed

LOSSES = Path(__file__).parents[3] / "losses"
PROVED = {
    "huber-svm", "softmax", "logistic", "squared-hinge", "smoothed-hinge", "label-smoothed-softmax", "squared-clipped",
    "quantile-huber",
}  # fmt: skip
REFUTED = {
    "bad-hinge-smooth": "beta refuted",
    "bad-logistic-half": "G refuted",
    "bad-federated-lr": "sensitivity refuted",
    "bad-exponential": "G refuted",
    "bad-bolton-categorical": "L refuted",
    "bad-no-projection": "needs ball-projection",
}
pytestmark = pytest.mark.slow


def test_the_table_is_what_the_command_prints_and_outcomes_are_as_expected() -> None:
    lines = gallery(LOSSES)
    assert "\n".join(lines) + "\n" == (LOSSES / "README.md").read_text(encoding="utf-8")
    rows = [line.strip("| ").split(" | ") for line in lines if line.startswith("| [")]
    found = {row[0].partition("]")[0].strip("["): (row[1], row[-1]) for row in rows}
    assert {name for name, (outcome, _) in found.items() if outcome == "proved"} == PROVED
    refuted = {name: why for name, (outcome, why) in found.items() if outcome == "refuted"}
    assert set(refuted) == set(REFUTED)
    for name, why in REFUTED.items():
        assert why in refuted[name]


def test_files_are_short() -> None:
    for path in LOSSES.glob("*.toml"):
        assert len(path.read_text(encoding="utf-8").splitlines()) <= 40


def judged(text: str):  # type: ignore[no-untyped-def]
    from proofs_check.losses.judged import judge

    return judge(parsed(text))


def test_a_constant_that_is_one_percent_too_small_is_never_proved() -> None:
    """Tight claims are proved, and the same claims times 99/100 are refuted with a place."""
    for claim in ('G = "2*(1 + R*c)*c"', 'beta = "Lambda + 2*c^2"'):
        name, _, formula = claim.partition(" = ")
        head = 'loss = "max(0, 1 - z)^2"\nsetting.R = 1\n[claims]\n'
        assert judged(head + claim).outcome == "proved"
        less = formula.strip('"').replace("2*", "1.98*")
        report = judged(f'{head}{name} = "{less}"')
        assert (report.outcome, report.claims[0].verdict) == ("refuted", "refuted")
        assert report.claims[0].witness


def test_logits_are_refuted_only_where_the_ball_reaches() -> None:
    """sqrt(2) c is the least G for all models; on a small ball a smaller claim is open, on a large one it is refuted."""
    text = 'of = "logits"\nloss = "logsumexp(z) - z[y]"\nsetting.K = 3\nsetting.R = {R}\nclaims.G = "1.4*c"\n'
    assert judged(text.format(R=20)).claims[0].verdict == "refuted"
    assert judged(text.format(R=1)).claims[0].verdict == "undecided"


def test_a_claim_for_one_setting_is_no_claim_for_all() -> None:
    report = judged('loss = "max(0, 1 - z)^2"\nsetting.R = 1\nclaims.G = "4"\n')
    assert report.outcome == "proved"
    assert "at c = 1" in report.claims[0].says


def test_a_range_of_parameters_counts_at_its_worst_end() -> None:
    text = 'loss = "h*z^2"\nparameters.h = [1, 3]\nsetting.R = 1\nclaims.G = "{G}"\n'
    assert judged(text.format(G="2*h*R*c^2")).outcome == "proved"
    assert judged(text.format(G="2*R*c^2")).outcome == "refuted"
    assert judged(text.format(G="5*R*c^2")).outcome == "refuted"
    assert judged(text.format(G="6*R*c^2")).outcome == "proved"


def test_premises_given_up_are_named() -> None:
    for slug in ("bounded", "regularized", "learning-rate", "fixed-divisor", "order-ignores-the-data"):
        report = judged(f'loss = "max(0, 1 - z)^2"\nwithout = ["{slug}"]\nsetting.R = 1\n')
        assert report.outcome == "refuted"
        assert f"the premise {slug} is needed" in report.why
    with pytest.raises(InvalidInput, match="must name premises of the theorem"):
        judged('loss = "max(0, 1 - z)^2"\nwithout = ["nothing"]\nsetting.R = 1\n')


def test_smaller_numbers_make_no_theorem() -> None:
    from proofs_check.losses.judged import constants_of, theorem_of

    file = parsed('loss = "max(0, 1 - z)^2"\nsetting.R = 1\n')
    found = constants_of(file)
    for S, kappa in ((Fraction(399, 100), Fraction(2)), (Fraction(4), Fraction(199, 100))):
        with pytest.raises(Rejected):
            theorem_of(file, found, S, kappa)
    wider = replace(found, reach=Fraction(2))  # the same numbers for a larger ball
    with pytest.raises(Rejected):
        theorem_of(file, wider, found.S.upper, found.kappa.upper)


def test_what_a_deployment_gets(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('loss = "max(0, 1 - z)^2"\n[setting]\nR = 7\n', encoding="utf-8")
    bound = proved(
        path, Fraction(1), Fraction(1, 2), Fraction(1), 2
    )  # the ball of the deployment, not of the file
    assert (bound.S, bound.loss.kappa, bound.reach) == (3, 2, Fraction(1, 2))
    for text, why in (
        ('loss = "max(0, 1 - z)"', "has no proved sensitivity: the slope jumps"),
        ('loss = "h*z^2"\n[parameters]\nh = [1, 2]', "must be one number to train with"),
        ('loss = "exp(-z)"', "exp overflows"),
    ):
        path.write_text(text, encoding="utf-8")
        with pytest.raises(InvalidInput, match=why):
            proved(path, Fraction(1), Fraction(1000), Fraction(1), 2)


def test_assert_bound() -> None:
    assert assert_bound(LOSSES / "smoothed-hinge.toml", sensitivity="2.5*c/(Lambda*n)").outcome == "proved"
    with pytest.raises(AssertionError, match=r"refuted: sensitivity = 0.05(.|\n)*record:(.|\n)*replaced by:"):
        assert_bound(LOSSES / "smoothed-hinge.toml", sensitivity="0.05")
    with pytest.raises(InvalidInput, match=r"claims\.eps"):
        assert_bound(LOSSES / "smoothed-hinge.toml", eps=1)


@pytest.mark.parametrize(
    ("loss", "more"),
    [
        ("where(z < 22, z, z + 100)", "setting.R = 30"),
        ("where(z < h, 1 - z, 1 - z + 1000*(h - 1/2))", 'setting.R = 1\nparameters.h = ["0.5", "0.9"]'),
    ],
)
def test_a_loss_that_leaps_is_not_proved(loss: str, more: str) -> None:
    """Its pieces have the slopes that they should: between them the loss leaps, far out or for some parameters."""
    report = judged(f'loss = "{loss}"\n{more}\n')
    assert report.outcome == "undecided"
    assert "may leap" in report.why
    met = loss.replace("z + 100)", "z)").replace("1000", "0")
    assert judged(f'loss = "{met}"\n{more}\n').outcome == "proved"


def test_a_comparison_of_parameters_is_no_leap() -> None:
    text = 'loss = "where(h < 1/2, z^2, 9*z^2)"\nsetting.R = 1\nparameters.h = ["0", "1"]\n'
    assert judged(text).outcome == "proved"


@pytest.mark.parametrize("claim", ["c/h", "sqrt(0 - c)", "log(0 - c)", "exp(exp(exp(99)))"])
@pytest.mark.parametrize(
    "loss", ['loss = "(1 - z)^2/2"', 'of = "logits"\nloss = "logsumexp(z) - z[y]"\nsetting.K = 3']
)
def test_a_claim_without_a_value_is_undecided(loss: str, claim: str) -> None:
    report = judged(f'{loss}\nsetting.R = 1\nparameters.h = ["0", "1"]\nclaims.G = "{claim}"\n')
    assert [verdict.verdict for verdict in report.claims] == ["undecided"]
    assert "no finite value" in report.why


def test_exp_in_a_claim_about_logits_is_undecided() -> None:
    text = 'of = "logits"\nloss = "logsumexp(z) - z[y]"\nsetting.K = 3\nclaims.G = "sqrt(exp(3))*c"\n'
    assert judged(text).outcome == "undecided"


@pytest.mark.parametrize(
    "text",
    [
        'loss = "(z + 1e17 + 7)^2/2 - 1e17*z - 7*z - z^2/2 + z^2/100"',
        'loss = "log(1 + exp(-1000*z))"',
        'of = "logits"\nloss = "(1e17 + 1 - 1e17 - 1/2)*logsumexp(z) - z[y]"\nsetting.K = 2',
    ],
)
def test_a_slope_that_floats_get_wrong_is_not_certified(text: str, tmp_path: Path) -> None:
    """The first has the slope z/50; floats run -7. The second is nan in floats. The third is not convex in floats."""
    path = tmp_path / "mine.toml"
    path.write_text(f"{text}\n", encoding="utf-8")
    with pytest.raises(InvalidInput, match="floats give"):
        proved(path, Fraction(1), Fraction(2), Fraction(1), 2)
