"""Deployment files and their certificates: soundness relations, refusals, and every kind of bad input."""

from __future__ import annotations

import math
import tomllib
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from accountant import delta, epsilon, sigma
from accountant.deployment.certificate import Certificate, Refused, certify
from accountant.deployment.file import parse, read
from accountant.deployment.grid_range import grid_numbers
from accountant.deployment.premises import MET, chain_of, chains, is_computed
from accountant.numbers.balls import exact, precision
from accountant.sensitivity.bounds import sensitivity
from reference.errors import InvalidInput
from reference.learners.schedule import fixed_divisor

BASE: dict[str, dict[str, Any]] = {
    "learner": {
        "name": "softmax", "K": 10, "p": 64, "c": 30, "Lambda": 1, "R": 1, "passes": 10, "b": 20,
        "divisor": "fixed", "projection": "ball",
    },
    "users": {"w": 1000, "n": 50, "honest": "0.5", "dropouts": 0},
    "summation": {"servers": 3},
    "privacy": {"level": "record", "noise": "gaussian", "sigma": "5.95", "delta": "1e-5"},
}  # fmt: skip
GRID = {"summation.grid": "1/1048576", "summation.modulus": 2**40, "privacy.noise": "discrete"}
ROUNDED = {"summation.grid": "1/1048576", "summation.modulus": 2**40}
CERTIFIED = {"privacy.scale": "certified"}
SVM = {"learner.name": "svm", "learner.h": "0.1", "learner.Lambda": 100, "learner.R": "0.06"}


def text(changes: dict[str, Any]) -> str:
    """The base file with some keys changed, added, or removed (None)."""
    tables = {name: dict(values) for name, values in BASE.items()}
    for place, value in changes.items():
        table, _, key = place.partition(".")
        if value is None:
            del tables[table][key]
        else:
            tables[table][key] = value
    lines = []
    for name, values in tables.items():
        lines.append(f"[{name}]")
        lines += [f"{key} = {_toml(value)}" for key, value in values.items()]
    return "\n".join(lines)


def _toml(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return f'"{value}"' if isinstance(value, str) else str(value)


def certificate(**changes: Any) -> Certificate:
    return certify(parse(text(changes)))


def asked(eps: str, **changes: Any) -> Certificate:
    return certificate(**{"privacy.sigma": None, "privacy.eps": eps, **changes})


def refused(**changes: Any) -> list[str]:
    with pytest.raises(Refused) as caught:
        certificate(**changes)
    assert all(reason.fix for reason in caught.value.reasons)
    return [reason.reason for reason in caught.value.reasons]


class TestRecords:
    @pytest.mark.slow
    def test_noise_over_the_certified_sensitivity_has_the_curve_of_sigma(self) -> None:
        found = certificate(**CERTIFIED)
        assert found.eps.upper() == pytest.approx(epsilon("1e-5", "5.95").upper(), rel=1e-12)

    @pytest.mark.slow
    def test_certified_eps_dominates_that_of_the_realised_sum(self) -> None:
        """From the definitions: sigma~ s n_i/w of each survivor, the sensitivity n_i/w of one record."""
        for changes in ({}, SVM, {"users.dropouts": "0.1"}, {"users.w": 7, "users.honest": "0.7"}):
            found = certificate(**changes)
            plan = found.plan
            one = plan.training.sensitivity(50)
            each = 5.95 / math.sqrt(float(plan.crowd.t) * plan.crowd.w) * one.printed.upper()
            ratio = each * math.sqrt(plan.crowd.surviving) / one.best.upper()
            realised = epsilon("1e-5", ratio * (1 - 1e-12), plan.training.compositions)
            assert found.eps.upper() == pytest.approx(realised.upper(), rel=1e-9)
            assert found.eps.lo <= found.eps.hi

    def test_dropouts(self) -> None:
        """t = 1/2, rho = 1/4: noise for (0.6, 1e-5) leaves delta 5.9e-4 at 0.6, and eps with 1e-5 grows by about sqrt 2."""
        noise = str(sigma("0.6", "1e-5").upper())
        changes = {**CERTIFIED, "privacy.sigma": noise, "users.dropouts": "0.25"}
        found = certificate(**changes)
        left = Fraction(noise) / Fraction(math.sqrt(2))
        assert delta("0.6", left).upper() == pytest.approx(5.9e-4, rel=0.02)
        assert certificate(**changes | {"privacy.delta": "5.8e-4"}).eps.lower() > 0.6
        assert certificate(**changes | {"privacy.delta": "6e-4"}).eps.upper() < 0.6
        assert found.eps.upper() == pytest.approx(0.6 * math.sqrt(2), rel=0.05)

    def test_asked_noise_meets_the_target(self) -> None:
        for changes in ({}, CERTIFIED, SVM, {"users.dropouts": "0.3"}, ROUNDED, GRID, GRID | SVM | CERTIFIED):
            needed = asked("0.6", **changes)
            enough = certificate(**changes | {"privacy.sigma": repr(needed.sigma.upper())})
            assert enough.eps.upper() <= math.nextafter(0.6, 1)
            less = certificate(**changes | {"privacy.sigma": repr(needed.sigma.upper() * 0.999)})
            assert less.eps.upper() > 0.6

    def test_more_of_anything_bad_costs(self) -> None:
        base = certificate().eps.upper()
        for worse in (
            {"privacy.sigma": "5.9"}, {"privacy.delta": "1e-6"}, {"users.dropouts": "0.01"},
            {"learner.divisor": "own size"}, {"privacy.level": "group", "privacy.group": 2}, GRID,
        ):  # fmt: skip
            assert certificate(**worse).eps.upper() > base

    def test_sizes_in_a_range_count_the_worst(self) -> None:
        alone = [certificate(**{"users.n": n}).move for n in range(45, 56)]
        several = certificate(**{"users.n": None, "users.n_min": 45, "users.n_max": 55})
        assert several.move == max(alone)
        assert len(set(alone)) > 1
        listed = certificate(**{"users.w": 3, "users.n": [45, 55, 50]})
        assert listed.move == max(alone[0], alone[10], alone[5])

    def test_a_user_with_less_than_a_batch(self) -> None:
        """19 records in batches of 20: one batch a pass, its sum divided by 20."""
        found = certificate(**{"users.n": 19})
        setting = {
            "c": 30,
            "Lambda": 1,
            "R": 1,
            "n": 19,
            "M": 10,
            "b": 19,
            "K": 10,
            "p": 64,
        }
        alone = sensitivity("softmax", **setting, divisor=lambda visited, b: 20)
        assert found.move == 19 * alone.best.hi
        assert found.move < 19 * sensitivity("softmax", **setting, divisor=fixed_divisor).best.lo


class TestGroupsAndUsers:
    def test_a_group_of_fifty_of_any_users(self) -> None:
        """Where printed and certified sensitivity almost agree: noise for (0.6, 1e-5), 30 printed for a group of 50."""
        noise = repr(sigma("0.6", "1e-5", 2).upper())
        near = SVM | {
            "learner.R": "0.01",
            "learner.K": 2,
            "learner.b": 10,
            "learner.passes": 500,
            "privacy.sigma": noise,
        }
        one = certificate(**near)
        assert 0.55 < one.eps.upper() < 0.6
        found = certificate(**near, **{"privacy.level": "group", "privacy.group": 50})
        assert found.move == 50 * one.move
        assert found.printed.eps.upper() == pytest.approx(30, rel=1e-6)
        assert found.eps.lower() > 48
        assert found.printed.noise_ratio is not None
        assert found.printed.noise_ratio.upper() < 0.8

    def test_the_ball_caps_groups_of_one_user_only(self) -> None:
        group = {"privacy.level": "group", "privacy.group": 50}
        inside = certificate(**group, **{"privacy.within_one_user": True})
        anywhere = certificate(**group)
        assert inside.move == 2 * 50
        assert anywhere.move > inside.move
        assert any("spread over users" in finding for finding in anywhere.findings)

    def test_a_user_is_the_ball(self) -> None:
        found = certificate(**{"privacy.level": "user"})
        assert found.move == 100
        assert found.eps.upper() == pytest.approx(epsilon("1e-5", "5.95").upper(), rel=1e-12)
        assert found.printed.eps.upper() == pytest.approx(50 * epsilon("1e-5", "5.95").upper(), rel=1e-12)

    def test_unequal_users(self) -> None:
        unequal = {"privacy.level": "user", "users.n": None, "users.n_min": 40, "users.n_max": 60}
        assert "40 to 60 records" in refused(**unequal)[0]
        assert certificate(**unequal, **CERTIFIED).move == 2 * 60
        assert certificate(**unequal | {"privacy.level": "record"}).eps.upper() < 1

    def test_levels_are_ordered(self) -> None:
        one, few, whole = (
            certificate(**{**CERTIFIED, **changes}).move
            for changes in (
                {},
                {"privacy.level": "group", "privacy.group": 2, "privacy.within_one_user": True},
                {"privacy.level": "user"},
            )
        )
        assert one < few <= whole


class TestPrinted:
    def test_fixed_divisor_wastes_and_own_size_lacks_noise(self) -> None:
        """The paper's CIFAR-10 SVM: batches of 20 with 50 records."""
        paper = SVM | {
            "learner.p": 6144,
            "learner.c": "34.854",
            "learner.passes": 500,
            "privacy.sigma": "18.815",
        }
        asked_for = paper | {"privacy.sigma": None, "privacy.eps": "0.6", "learner.divisor": "own size"}
        fixed, own = certificate(**paper), certificate(**asked_for)
        assert fixed.printed.noise_ratio is not None
        assert own.printed.noise_ratio is not None
        assert fixed.printed.noise_ratio.lower() > 1.4
        assert own.printed.noise_ratio.upper() < 1 / 1.38
        assert fixed.eps.upper() < fixed.printed.eps.lower()
        assert own.sigma.lower() > 1.38 * own.printed.sigma.upper()
        assert any("breaks the printed bound" in finding for finding in own.findings)
        assert not fixed.findings

    def test_noise_over_the_printed_s_is_refused_where_batches_break_it(self) -> None:
        """A short batch that weighs its records more, and a last pass that is not whole."""
        own = SVM | {"learner.divisor": "own size", "learner.c": "34.854", "learner.passes": 500}
        (reason,) = refused(**own)
        assert "n = 50 in batches of 20, 1500 steps, batch sums over their own size" in reason
        one = certificate(**own | CERTIFIED).plan.training.sensitivity(50)
        assert 1.38 < one.best.upper() / one.printed.upper() < 1.42
        assert f"{one.best.upper() / one.printed.upper():.4g} times the printed s" in reason
        partial = SVM | {
            "learner.passes": None,
            "learner.M": 75,
            "learner.b": 1,
            "learner.c": 1,
            "learner.R": "0.001",
        }
        with pytest.raises(Refused, match="train whole passes: M a multiple of 50"):
            certificate(**partial)
        for fixed in (
            own | {"learner.divisor": "fixed"},
            own | CERTIFIED,
            partial | {"learner.M": 100},
            partial | CERTIFIED,
        ):
            assert certificate(**fixed).eps.upper() > 0
        for n in (40, 60):  # whole batches
            assert certificate(**own | {"users.n": n}).eps.upper() > 0
        assert "n = 50" in refused(**own | {"users.w": 3, "users.n": [40, 50, 60]})[0]

    def test_ratio_for_an_asked_target(self) -> None:
        """Noise of the print over noise needed does not depend on which one is asked."""
        given, wanted = certificate(), asked("0.6")
        assert given.printed.noise_ratio is not None
        assert wanted.printed.noise_ratio is not None
        assert wanted.printed.noise_ratio.upper() == pytest.approx(
            given.printed.noise_ratio.upper(), rel=1e-9
        )

    def test_steps_that_are_no_whole_passes(self) -> None:
        found = certificate(**{"learner.passes": None, "learner.M": 7})
        assert any("not a number of whole passes" in finding for finding in found.findings)
        assert not certificate(**{"learner.passes": None, "learner.M": 9}).findings


class TestRefusals:
    def test_each_reason(self) -> None:
        assert "expansive" in refused(**{"learner.projection": "sphere"})[0]
        assert "no honest noise" in refused(**{"users.dropouts": "0.5"})[0]
        assert "single server" in refused(**{"summation.servers": 1})[0]
        assert "too coarse" in refused(**GRID | {"summation.grid": "0.1"})[0]
        assert "wrap around" in refused(**GRID | {"summation.modulus": 2**20})[0]

    def test_all_reasons_at_once(self) -> None:
        many = {"learner.projection": "sphere", "users.dropouts": "0.6", "summation.servers": 1}
        assert len(refused(**many)) == 3

    def test_the_fixes_work(self) -> None:
        with pytest.raises(Refused) as caught:
            certificate(**GRID | {"summation.modulus": 2**20})
        bits = int(caught.value.reasons[0].fix.split("2^")[1].split()[0])
        certificate(**GRID | {"summation.modulus": 2**bits})
        refused(**GRID | {"summation.modulus": 2 ** (bits - 1)})
        with pytest.raises(Refused) as caught:
            certificate(**GRID | {"summation.grid": "0.1"})
        finer = Fraction(caught.value.reasons[0].fix.split("at least ")[1].split()[0])
        certificate(**GRID | {"summation.grid": str(Fraction("0.1") / finer)})

    def test_a_grid_whose_rounding_dominates_is_pointed_out(self) -> None:
        coarse, fine = certificate(**GRID | {"summation.grid": "0.01"}), certificate(**GRID)
        assert any("rounding" in finding for finding in coarse.findings)
        assert coarse.eps.upper() > 5 * fine.eps.upper()
        assert not fine.findings

    def test_rounding_after_gaussian_noise(self) -> None:
        """On a fine grid as good as real numbers, on a coarse one refused; cheaper than noise drawn on the grid."""
        ideal, fine, drawn = certificate(), certificate(**ROUNDED), certificate(**GRID)
        assert ideal.eps.upper() < fine.eps.upper() < ideal.eps.upper() * (1 + 1e-5) < drawn.eps.upper()
        assert "too coarse" in refused(**ROUNDED | {"summation.grid": "0.1"})[0]
        assert "wrap around" in refused(**ROUNDED | {"summation.modulus": 2**20})[0]
        labels = {link.label for link in fine.chain}
        assert {"thm:sqrtgauss", "ours:discrete_noise"} <= labels

    def test_what_users_draw_on_the_grid(self) -> None:
        found = certificate(**GRID)
        assert found.grid_numbers is not None
        unit = Fraction(1, 1048576) * 1000
        assert found.grid_numbers.variance >= (found.noise.lo / unit) ** 2
        assert 0 < found.grid_numbers.largest * 2 * 1000 < 2**40
        assert certificate().grid_numbers is None

    @pytest.mark.parametrize(("squared", "eps"), [("1.01", 0), ("1.5", 1), ("2.01", 1), ("7.3", 40)])
    def test_break_of_a_range_for_less_noise_than_is_drawn(self, squared: str, eps: int) -> None:
        """The variance is rounded up, and the range is for that: counted out, (1 + e^eps) η <= 2^-64 delta."""
        plan = parse(text(GRID))
        assert plan.grid is not None
        with precision(256):
            noise = exact(plan.grid * plan.crowd.w) * exact(Fraction(squared)).sqrt()
            numbers = grid_numbers(plan, noise, Fraction(eps))
            model = plan.sizes[-1] * plan.training.R / (plan.crowd.w * plan.grid) + Fraction(1, 2)
            weight = lambda x: (-exact(x * x) / (2 * numbers.variance)).exp()  # noqa: E731
            beyond = math.floor(numbers.largest - model) + 1
            tail = 2 * sum(weight(x) for x in range(beyond, beyond + 100))
            share = tail / (1 + 2 * sum(weight(x) for x in range(1, 200)))
            everybody = share * plan.crowd.w * plan.training.entries
            assert (1 + exact(eps).exp()) * everybody <= exact(plan.delta / 2**64)
        assert numbers.variance == math.ceil(Fraction(squared))

    def test_entries_out_of_range_are_part_of_delta(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """With a share of one half, eps is that of half of delta; where e^eps is beyond all bounds no share is enough."""
        halved = certificate(**GRID | {"privacy.delta": "0.5e-5"}).eps.upper()
        noise = certificate(
            **GRID | {"privacy.sigma": None, "privacy.eps": 1, "privacy.delta": "0.5e-5"}
        ).noise.upper()
        tiny = {key: value for key, value in GRID.items() if key != "summation.modulus"} | {
            "privacy.sigma": "1e-9"
        }
        assert "out of range cannot be counted" in refused(**tiny | {"summation.grid": "1e-20"})[0]
        monkeypatch.setattr("accountant.deployment.certificate.OUT_OF_RANGE", Fraction(1, 2))
        assert certificate(**GRID).eps.upper() == pytest.approx(halved, rel=1e-12)
        asked = certificate(**GRID | {"privacy.sigma": None, "privacy.eps": 1})
        assert asked.noise.upper() == pytest.approx(noise, rel=1e-12)


class TestFoundations:
    def test_premises_are_kept_apart(self) -> None:
        for changes in ({}, SVM, GRID, {"privacy.level": "user"}):
            found = certificate(**changes)
            assert {premise.status for premise in found.premises} == {"checked", "promised", "cited"}
            assert len({link.label for link in found.chain}) == len(found.chain)
        assert any("order of the visits" in premise.says for premise in certificate().premises)

    def test_every_premise_of_a_theorem_is_met_somehow_and_nothing_else_is(self) -> None:
        """By its own formula, or as MET says; never by both."""
        by_theorem = [chain["premises"].items() for chain in chains().values()]
        evaluated = {slug for given in by_theorem for slug, p in given if is_computed(slug, p)}
        told = {slug for given in by_theorem for slug, p in given if not is_computed(slug, p)}
        assert told == set(MET)
        assert evaluated & told == {"bound"}  # about numbers for users, about sums for records
        assert len(evaluated) >= 30
        assert {status for status, _ in MET.values()} == {"checked", "promised", "cited"}

    def test_a_certificate_lists_the_premises_of_its_theorem(self) -> None:
        group = {"privacy.level": "group", "privacy.group": 2}
        for changes in (
            {},
            SVM,
            GRID,
            {"privacy.level": "user"},
            group,
            group | {"privacy.within_one_user": True},
        ):
            found = certificate(**changes)
            listed = [premise.slug for premise in found.premises if premise.slug]
            assert sorted(listed) == sorted(chain_of(found.plan)["premises"])
        assert {"one-vs-rest-sign"} == {p.slug for p in certificate(**SVM).premises} & {
            "one-vs-rest-sign",
            "one-hot",
        }
        assert {"one-hot"} == {p.slug for p in certificate().premises} & {"one-vs-rest-sign", "one-hot"}

    @pytest.mark.parametrize("level", ["record", "group"])
    @pytest.mark.slow
    def test_the_theorem_covers_the_gradient_diameter(self, level: str) -> None:
        """A softmax move may be below 2 sqrt(2) c/Λ: then a theorem about that number says nothing about it."""
        group = {"privacy.group": 2} if level == "group" else {}
        found = certificate(**group, **{"learner.c": 1, "privacy.level": level})
        assert "sqrt(2)" not in chain_of(found.plan)["premises"]["bound"]["formula"]
        says = {premise.slug: premise.says for premise in found.premises}
        for slug in ("gap-by-2G", "gap-of-two", "gap-of-many"):
            assert "at the radius of each step" in says[slug]

    @pytest.mark.slow
    def test_a_tiny_ball_is_bounded_by_a_larger_one(self) -> None:
        for R, said in (("1e-12", True), ("1", False)):
            says = {p.slug: p.says for p in certificate(**{"learner.c": 1, "learner.R": R}).premises}
            assert ("as Rc is below" in says["wider-balls"]) == said

    def test_the_theorem_speaks_of_the_sum_that_is_computed(self) -> None:
        """No closed formula: s' is at least n times Theorem R's own sum, so that every schedule is covered."""
        for chain in (chain for name, chain in chains().items() if name != "user"):
            assert "gapped" in chain["premises"]["bound"]["formula"]
            assert not {"whole-passes", "fixed-divisor", "sensitivity", "gap"} & set(chain["premises"])

    @pytest.mark.parametrize("level", ["record", "group", "user"])
    def test_no_joint_is_left_to_words(self, level: str) -> None:
        size = {"privacy.group": 2} if level == "group" else {}
        for learner in ({}, SVM):
            found = certificate(**learner, **size, **{"privacy.level": level}).premises
            assert not any("machine composes" in premise.says for premise in found)

    def test_averaged_orders_have_a_theorem_of_their_own(self) -> None:
        fresh = {"learner.divisor": "own size", "learner.order": "fresh", "users.n": 50}
        found = certificate(**SVM, **fresh, **CERTIFIED)
        assert found.plan.orders_averaged
        assert "random order" in chain_of(found.plan)["theorem"]
        assert "kind-drawn-first" in {premise.slug for premise in found.premises}
        whole = certificate(
            **SVM, **fresh | {"users.n": 60}, **CERTIFIED
        )  # no short batch: one bound for all orders
        assert "kind-drawn-first" not in {premise.slug for premise in whole.premises}

    def test_the_chain_follows_the_learner_and_the_level(self) -> None:
        labels = {link.label for link in certificate().chain}
        assert {"thm:sens_softmax", "ours:gradient_diameter", "thm:sqrtgauss"} <= labels
        assert "ex:dpsvm#sensitivity" in {link.label for link in certificate(**SVM).chain}
        assert "thm:sens_softmax" not in {
            link.label for link in certificate(**{"privacy.level": "user"}).chain
        }
        assert "lem:gauss_mech" not in {link.label for link in certificate(**GRID).chain}


BAD: list[tuple[dict[str, Any], str]] = [
    ({"learner.lambda": 1}, r"FILE: key 'learner\.lambda' is not known, got 1: did you mean Lambda"),
    ({"learner.name": "tree"}, r"learner\.name .*one of svm, softmax"),
    ({"learner.K": 1}, r"learner\.K .*>= 2"),
    ({"learner.K": "1.5"}, r"learner\.K .*whole number"),
    ({"learner.c": 0}, r"learner\.c .*> 0"),
    ({"learner.c": "nan"}, r"learner\.c .*number"),
    ({"learner.Lambda": True}, r"learner\.Lambda .*number"),
    ({"learner.R": None}, r"learner\.R .*is missing"),
    ({"learner.h": "0.1"}, r"learner\.h .*must not be given for softmax"),
    ({"learner.name": "svm"}, r"learner\.h .*is missing"),
    ({"learner.M": 5}, r"learner\.passes or learner\.M .*both"),
    ({"learner.passes": None}, r"learner\.passes or learner\.M .*neither"),
    ({"learner.divisor": "mean"}, r"learner\.divisor"),
    ({"learner.projection": None}, r"learner\.projection .*is missing"),
    ({"users.w": 0}, r"users\.w .*>= 1"),
    ({"users.w": "20"}, r"users\.w .*must be a whole number \(w = 20\), got the text '20': "),
    ({"users.n": "20"}, r"users\.n .*must be a whole number \(n = 20\), got the text '20': "),
    ({"users.n": "19-465"}, r'users\.n .*"19\.\.465".*a list.*CSV.*got \'19-465\''),
    ({"users.n": "465..19"}, r"users\.n .*must not be an empty range, got '465\.\.19'"),
    ({"users.honest": "1.5"}, r"honest .*between 0 and 1"),
    ({"users.honest": 0}, r"honest .*> 0"),
    ({"users.dropouts": None}, r"users\.dropouts .*is missing"),
    ({"users.n": [5, 6]}, r"users\.n .*w = 1000 sizes"),
    ({"users.n_max": 60}, r"users\.n_max .*beside n"),
    ({"users.n": None, "users.n_min": 9, "users.n_max": 8}, r"users\.n_max .*>= 9"),
    ({"users.n": None, "users.n_min": 1, "users.n_max": 9999}, r"users\.n_max .*5000"),
    ({"summation.servers": "many"}, r"summation\.servers"),
    ({"privacy.noise": "discrete"}, r"summation\.grid .*is missing"),
    ({"summation.modulus": 64}, r"summation\.grid .*is missing"),
    ({**GRID, "summation.modulus": 1}, r"modulus .*>= 2"),
    ({"privacy.level": "group"}, r"privacy\.group .*is missing"),
    ({"privacy.group": 5}, r"privacy\.group .*only be given"),
    (
        {"privacy.level": "group", "privacy.group": 51, "privacy.within_one_user": True},
        r"privacy\.group .*<= n = 50",
    ),
    (
        {"privacy.level": "group", "privacy.group": 5, "privacy.within_one_user": 1},
        r"within_one_user .*true or false",
    ),
    ({"privacy.eps": 1}, r"privacy\.sigma or privacy\.eps .*both"),
    ({"privacy.delta": 1}, r"delta .*between 0 and 1"),
    ({"privacy.sigma": -1}, r"sigma .*> 0"),
    ({"privacy.scale": "other"}, r"privacy\.scale"),
]


class TestBadInput:
    @pytest.mark.parametrize(("sizes", "got"), [("size\n5\n6\n", "'size'"), ("1,5\n2,6\n3,7\n", "6 numbers")])
    def test_a_list_of_sizes_has_no_header_and_one_column(self, sizes: str, got: str, tmp_path: Path) -> None:
        (tmp_path / "sizes.csv").write_text(sizes, encoding="utf-8")
        path = tmp_path / "plan.toml"
        path.write_text(text({"users.w": 3, "users.n": "sizes.csv"}), encoding="utf-8")
        with pytest.raises(InvalidInput, match=f"one number a line, no header, w = 3 in all, got {got}"):
            read(path)

    @pytest.mark.parametrize(("changes", "message"), BAD)
    def test_the_message_names_the_key(self, changes: dict[str, Any], message: str) -> None:
        with pytest.raises(InvalidInput, match=message):
            parse(text(changes))

    @pytest.mark.parametrize(
        "content",
        ["", "x", "[learner]", "learner = 3", "surprise = 1\n" + text({}), "title = 3\n" + text({})],
    )
    def test_files_that_are_no_deployments(self, content: str) -> None:
        with pytest.raises(InvalidInput):
            parse(content)

    def test_unreadable_files(self, tmp_path: Path) -> None:
        with pytest.raises(InvalidInput, match="readable"):
            read(tmp_path)
        (tmp_path / "binary.toml").write_bytes(b"\xff\xfe\x00")
        with pytest.raises(InvalidInput, match="readable"):
            read(tmp_path / "binary.toml")

    def test_decimals_are_exact(self) -> None:
        """0.1 is one tenth, not the float next to it."""
        plan = parse(text({"learner.Lambda": 0.1, "users.honest": 0.7}))
        assert plan.training.Lambda == Fraction(1, 10)
        assert plan.crowd.honest == 700
        assert tomllib.loads("x = 0.1")["x"] != Fraction(1, 10)
