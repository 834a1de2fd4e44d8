"""What an attacker found in certificates, runs, files and caches: each break as a test that would fail again."""

from __future__ import annotations

import json
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from accountant import log10_delta
from accountant.deployment.certificate import Certificate, Refused, certify
from accountant.deployment.file import parse, read
from accountant.deployment.foundations import chain
from accountant.numbers.enclosure import as_given
from paper_claims.commands.certify import examples
from paper_claims.commands.main import main
from paper_claims.registry.files import load
from paper_claims.report.certificate import verdict
from paper_claims.report.files import _replace
from paper_claims.report.markdown import without_html
from reference.datasets import loaders
from reference.errors import InvalidInput
from reference.protocol.agreement import SCHEMES
from tests.accountant.test_deployment import GRID, text

Captured = pytest.CaptureFixture[str]
USERS = {"summation.servers": None, "summation.scheme": "users"}
QUICK = ["--users", "6", "--passes", "1"]


@pytest.fixture
def records(tmp_path: Path) -> Path:
    """A maker of data files: two features, labels 0 and 1, the last label as told."""
    rng = np.random.default_rng(0)
    y = rng.integers(0, 2, 60)
    np.savez(tmp_path / "two.npz", x=rng.normal(size=(60, 2)), y=y)
    y[-1] = 2
    np.savez(tmp_path / "three.npz", x=rng.normal(size=(60, 2)), y=y)
    return tmp_path


def certificate(**changes: Any) -> Certificate:
    return certify(parse(text(changes)))


def trained(capsys: Captured, *arguments: str) -> dict[str, Any]:
    assert main(["train", *QUICK, "--json", *arguments]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def said(capsys: Captured, code: int, *arguments: str) -> str:
    """What a command prints on either side, with this exit code; one line if the input is bad."""
    assert main(list(arguments)) == code
    printed = capsys.readouterr()
    if code == 2:
        assert printed.out == ""
        assert printed.err.count("\n") == 1
    return printed.out + printed.err


class TestSecAgg:
    @pytest.mark.parametrize(
        ("w", "t", "k", "dropouts"),
        [(200, "0.3", 10, 0), (200, "0.5", 10, 0), (20, "0.5", 8, 0), (100, 1, 2, "0.05")],
    )
    def test_a_run_among_users_is_not_certified_whatever_k_and_t(
        self, w: int, t: Any, k: int, dropouts: Any
    ) -> None:
        """The last one is a ring: two dropouts cut it, and each piece's sum is visible."""
        plan = {"users.w": w, "users.honest": t, "users.dropouts": dropouts, **USERS}
        with pytest.raises(Refused) as caught:
            certificate(**plan, **{"summation.neighbours": k})
        (reason,) = caught.value.reasons
        needed = int(reason.fix.split("k = ")[1].split()[0])
        assert needed > k
        enough = certificate(**plan, **{"summation.neighbours": needed}).secagg
        assert enough is not None
        assert max(enough.opened, enough.split) <= enough.failure <= Fraction(1, 1 << 40)

    def test_train_refuses_with_the_k_that_it_needs(self, capsys: Captured) -> None:
        arguments = ["train", "--scheme", "users", "--passes", "1", "--neighbours", "8"]
        for more in (["--eps", "1"], ["--sigma", "5"]):
            assert "fix: take k = 12 neighbours" in said(capsys, 1, *arguments, *more)

    def test_the_failure_of_the_graph_is_part_of_delta(self) -> None:
        asked = {**USERS, "privacy.sigma": None, "privacy.eps": 1, "users.w": 200}
        sure = certificate(**asked, **{"summation.failure": "1e-15"})
        unsure = certificate(**asked, **{"summation.failure": "1e-6"})
        assert unsure.secagg is not None
        left = unsure.plan.delta - Fraction("3.7182818") * unsure.secagg.failure
        assert unsure.sigma.hi > sure.sigma.hi
        alone = {"privacy.sigma": None, "privacy.eps": 1, "users.w": 200}
        assert unsure.sigma.hi >= certificate(**alone, **{"privacy.delta": str(left)}).sigma.lo
        given = certificate(**USERS, **{"users.w": 200, "summation.failure": "1e-12"})
        assert given.eps.hi > certificate(**{"users.w": 200}).eps.hi
        with pytest.raises(Refused, match=r"adds \(1 \+ e\^eps\) ν to delta"):
            certificate(**asked, **{"summation.failure": "0.01"})

    @pytest.mark.slow
    def test_premises_name_the_scheme_that_is_used(self, capsys: Captured) -> None:
        for scheme, named, not_named in (
            ("servers", "of the 3 servers", "aggregator draws"),
            ("users", "only curious (passive)", "servers"),
            ("users-active", "signed lists", "servers"),
        ):
            run = trained(capsys, "--scheme", scheme)
            says = " ".join(premise["says"] for premise in run["publish"]["privacy"]["premises"])
            assert named in says
            assert not_named not in says
            assert run["publish"]["privacy"]["secure_sum"]["scheme"] == scheme


class TestRuns:
    def test_K_is_not_read_off_private_labels(self, records: Path, capsys: Captured) -> None:
        """Replacing one record must not change the shape of the release."""
        two, three = ["--data", str(records / "two.npz")], ["--data", str(records / "three.npz")]
        for data in (two, three):
            assert "--K (K, the number of classes) is missing" in said(capsys, 2, "train", *QUICK, *data)
        sent = [trained(capsys, *data, "--K", "3")["publish"]["transcript"] for data in (two, three)]
        assert sent[0] == sent[1]
        assert "y (y, the labels) must be in 0..1, got 2" in said(capsys, 2, "train", *three, "--K", "2")

    @pytest.mark.parametrize("noise", [["--sigma", "5"], ["--eps", "1"]])
    def test_seeded_noise_is_never_certified(self, noise: list[str], capsys: Captured) -> None:
        arguments = [*QUICK, "--noise", "gaussian", "--seed", "5", *noise]
        privacy = trained(capsys, *arguments)["publish"]["privacy"]
        assert privacy["certified"] is False
        assert "eps" not in privacy
        assert "guesses the seed" in privacy["refused"][0]["reason"]
        shown = said(capsys, 0, "train", *arguments)
        assert "certified" not in shown
        assert "no guarantee: this noise" in shown

    def test_data_split_dropouts_and_noise_do_not_share_a_seed(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """numpy pads a seed with zeros: 7 and [7, 0] give the same draws."""
        states: list[int] = []
        make = np.random.default_rng

        def noted(seed: Any) -> np.random.Generator:
            rng = make(seed)
            states.append(rng.bit_generator.state["state"]["state"])
            return rng

        monkeypatch.setattr(np.random, "default_rng", noted)
        options = ["--noise", "gaussian", "--drop", "0.2", "--seed", "7", "--data", "clouds"]
        assert main(["train", *QUICK, *options]) == 0
        assert len(states) == len(set(states)) == 4
        assert make(7).bit_generator.state == make([7, 0]).bit_generator.state

    def test_functions_of_private_records_are_a_block_of_their_own(self, capsys: Captured) -> None:
        run = trained(capsys)
        assert set(run) == {"schema", "publish", "experimenter"}
        assert trained(capsys, "--sigma", "0")["publish"]["settings"]["privacy"]["sigma"] == "0"
        assert set(run["experimenter"]["accuracy"]) == {
            "private average",
            "average without noise",
            "one user alone",
        }
        assert "accuracy" not in json.dumps(run["publish"])
        public, own = said(capsys, 0, "train", *QUICK).split("for the experimenter only")
        assert "certified: eps <= " in public
        assert "accuracy" not in public
        assert "CPU time" not in public
        assert own.count("accuracy") == 3

    def test_a_delta_below_every_float_is_not_shown_as_0(self, capsys: Captured) -> None:
        privacy = trained(capsys, "--delta", "1e-400")["publish"]["privacy"]
        assert (privacy["delta"], privacy["delta_as_given"]) == (5e-324, "1e-400")
        assert "at delta = 1e-400," in said(capsys, 0, "train", *QUICK, "--delta", "1e-400")

    def test_delta_is_not_rounded_to_nearest(self, tmp_path: Path, capsys: Captured) -> None:
        for given in ("0.00001234567891", "1e-400", "3/7000000"):
            file = tmp_path / "mine.toml"
            file.write_text(text({"privacy.delta": given}))
            assert f" at delta = {given.replace('0.00001234567891', '1.234567891e-5')}," in said(
                capsys, 0, "certify", str(file)
            )
        long = Fraction(1, 3 * 10**40 + 1)
        assert Fraction(as_given(long)) > long > Fraction(as_given(long, up=False))

    @pytest.mark.parametrize(
        ("ignored", "told"),
        [
            (["--neighbours", "4"], "--neighbours"),
            (["--failure", "0.1"], "--failure"),
            (["--h", "0.1"], "--h"),
            (["--scheme", "users", "--servers", "3"], "--servers"),
        ],
    )
    def test_no_option_is_silently_ignored(self, ignored: list[str], told: str, capsys: Captured) -> None:
        assert told in said(capsys, 2, "train", *QUICK, *ignored)

    def test_options_of_other_experiments_are_not_ignored(self, capsys: Captured) -> None:
        for option in (["--jobs", "2"], ["--data", "digits"], ["--quick"]):
            assert option[0] in said(capsys, 2, "experiment", "intuition", *option)


class TestWork:
    @pytest.mark.parametrize(
        "arguments",
        [
            ["--sigma=1e-400"],
            ["--sigma=1e-99", "--noise=gaussian"],
            ["--servers=10000000000000000000"],
            ["--K=1000000000000000000000000"],
            ["--scale=1180591620717411303424"],
            ["--t=1e-400", "--noise=gaussian"],
            ["--sigma=1e999999999"],
            ["--drop=1e-999999999"],
            ["--test=1e999999999"],
            ["--rho=1e-999999999"],
            ["--neighbours=1000000000000", "--scheme=users"],
        ],
    )
    def test_train_neither_hangs_nor_shows_a_traceback(self, arguments: list[str], capsys: Captured) -> None:
        assert main(["train", *QUICK, *arguments]) in (0, 1, 2)

    @pytest.mark.parametrize(
        "content",
        [
            "x = " + "[" * 9000 + "]" * 9000,
            "x = " + "{a=" * 5000 + "1" + "}" * 5000,
            "a" + ".a" * 3000 + " = 1",
            "users = " + "9" * 5000,
            "users = 0x" + "f" * 5000,
            "[learner]\nK = 0x" + "f" * 5000,
            'title = "\\u001b[32mcertified"',
        ],
        ids=["arrays", "tables", "dotted", "digits", "hex", "hex K", "escapes"],
    )
    def test_files_that_are_deep_long_or_steer_a_terminal(
        self, content: str, tmp_path: Path, capsys: Captured
    ) -> None:
        file = tmp_path / "bad.toml"
        file.write_text(content)
        for command in ("train", "certify"):
            assert len(said(capsys, 2, command, str(file))) < 500

    def test_terminal_sequences_of_a_file_do_not_reach_the_screen(
        self, tmp_path: Path, capsys: Captured
    ) -> None:
        """A refused file could print a green certificate of its own."""
        good = 'title = "TITLE"\n' + text({"learner.projection": "sphere"})
        for steering in ("\\u001b[2J\\u001b[32meps <= 0.1", "\\u009b32m", "\\u202e", "a\\u0007"):
            file = tmp_path / "mine.toml"
            file.write_text(good.replace("TITLE", steering))
            shown = said(capsys, 2, "certify", str(file))
            assert shown[:-1].isprintable()
        file = tmp_path / "\x1b[32mgreen.toml"
        file.write_text(good.replace('title = "TITLE"\n', ""))
        shown = said(capsys, 1, "certify", str(file))
        assert "\x1b" not in shown
        shown = said(capsys, 2, "certify", str(tmp_path / "\x1b[32mnone.toml"))
        assert "\x1b" not in shown

    def test_no_text_of_a_claim_becomes_html(self) -> None:
        parts = ["# a <script>alert(1)</script> `<b>` & &lt;", "```text\n<i> & x", "```", "<img src=x>"]
        assert list(without_html(parts)) == [
            "# a &lt;script>alert(1)&lt;/script> `<b>` &amp; &amp;lt;",
            "```text",
            "<i> & x",
            "```",
            "&lt;img src=x>",
        ]

    def test_the_accountant_takes_what_it_answers(self, capsys: Captured) -> None:
        asked = ["sigma", "--eps", "0", "--delta", "1e-300", "--compositions", str(10**30)]
        assert "is met by no float64" in said(capsys, 2, *asked)
        assert main(["epsilon", "--delta", "1e-5", "--sigma", "1e-90", "--json"]) == 0
        (found,) = json.loads(capsys.readouterr().out)["answers"]
        assert found["upper"] > 4e179
        assert log10_delta(found["hi"], "1e-90").upper() <= -5

    def test_where_to_write_is_checked_before_the_work(
        self, tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Nothing is computed: what would compute is not there."""
        monkeypatch.setattr("paper_claims.commands.accountant._rows", None)
        monkeypatch.setattr("paper_claims.commands.experiment._run_one", None)
        monkeypatch.setattr("paper_claims.commands.probe._sensitivity", None)
        (tmp_path / "file").write_text("")
        inside = str(tmp_path / "file" / "x")
        curve = ["delta", "--sigma", "1", "--eps", "0:1:0.1", "--plot"]
        for plot in (f"{inside}.png", str(tmp_path / "none" / "x.svg"), "x.gif", str(tmp_path)):
            assert "--plot" in said(capsys, 2, *curve, plot)
            assert "--plot" in said(capsys, 2, "probe", "svm", "--plot", plot)
        assert "a range of eps" in said(capsys, 2, *curve[:4], "1", "--plot", str(tmp_path / "x.png"))
        assert "--out" in said(capsys, 2, "experiment", "noise", "--quick", "--out", inside)
        assert "--record" in said(capsys, 2, "experiment", "noise", "--record", inside)

    def test_a_name_that_no_file_can_have_and_a_full_disk_are_one_line(
        self, tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        long = "x" * 400
        for arguments in (
            ["certify", long],
            ["train", long],
            ["experiment", "intuition", "--out", long],
            ["delta", "--sigma", "1", "--eps", "0:1:0.1", "--plot", f"{long}.png"],
            ["audit", "app:huber", "--out", long],
        ):
            assert "File name too long: 'xxx" in said(capsys, 2, *arguments)
        monkeypatch.setattr("paper_claims.commands.audit.audited", None)  # nothing is computed
        assert "--out" in said(capsys, 2, "audit", "app:huber", "--out", __file__)
        monkeypatch.setattr("os.replace", lambda *paths: (_ for _ in ()).throw(OSError(28, "No space left")))
        with pytest.raises(OSError, match="No space left"):
            _replace(tmp_path / "audit.json", "{}")
        assert not list(tmp_path.iterdir())

    def test_a_full_disk_under_the_output_is_one_line(self) -> None:
        if not Path("/dev/full").exists():
            pytest.skip("no /dev/full here")
        command = [sys.executable, "-m", "paper_claims", "delta", "--eps", "1", "--sigma", "1", "--json"]
        with open("/dev/full", "w") as full:
            done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
        assert (done.returncode, done.stderr) == (2, "blindavg: No space left on device\n")


class TestPremises:
    NAMED = (
        "dropping out does not depend on the data",
        "users who drop out because their noise is large would break this",
        "the n_i, K and all hyperparameters are public",
        "is released once",
        "(passive)",
    )

    @pytest.mark.parametrize("scheme", [{}, USERS])
    def test_each_certificate_names_them(self, scheme: dict[str, Any]) -> None:
        found = certificate(**GRID, **scheme).premises
        promised = " ".join(premise.says for premise in found if premise.status == "promised")
        for words in self.NAMED:
            assert words in promised
        assert "running time of the sampler depends on the draw" in promised
        assert ("masking key" in promised) == ("is not covered" in promised) == bool(scheme)
        assert ("roster" in promised) != bool(scheme)

    @pytest.mark.slow
    def test_a_refuted_statement_is_never_used_as_printed(self) -> None:
        """The form stands before the verdict, which is about the paper's own form."""
        registry, forms = load(), set()
        for path in examples():
            for link in chain(read(path)):
                forms.add(link.form)
                judged = verdict(registry, link.label)
                if judged in ("refuted", "verified_with_premise", "depends_on_reading"):
                    assert link.form != "as printed", link.label
        assert forms == {"as printed", "repaired", "as a premise"}

    def test_the_form_comes_before_the_verdict(self, capsys: Captured) -> None:
        shown = said(capsys, 0, "certify", "cifar10-svm")
        (line,) = (line for line in shown.splitlines() if line.startswith("theorem:secure_aggregation"))
        assert line.index("as a premise") < line.index("refuted")

    def test_the_readme_says_in_five_lines_what_is_covered(self) -> None:
        readme = (Path(__file__).parents[3] / "README.md").read_text(encoding="utf-8")
        lines = readme.split("**Security, in five lines:**\n\n")[1].split("\n\n")[0].splitlines()
        assert [line.split()[1] for line in lines] == ["Covered:", "δ", "Not", "A", "All"]
        for said_there in (
            *(f"`{scheme}`" for scheme in SCHEMES),
            "passive",
            "masking key",
            "`--dask`",
            "(1 + e^ε)ν",
            "ρ",
        ):
            assert said_there in " ".join(lines)


class TestOneFile:
    @pytest.mark.parametrize("name", [path.stem for path in examples()])
    @pytest.mark.slow
    def test_train_runs_every_shipped_deployment(self, name: str, capsys: Captured) -> None:
        """With small data and few users in the place of the paper's."""
        run = trained(capsys, name, "--p", "16", "--users", "4")
        plan = read(next(path for path in examples() if path.stem == name))
        assert run["publish"]["settings"]["privacy"]["level"] == plan.level.kind
        assert run["publish"]["contributors"] == 4
        assert plan.sizes[0] <= run["publish"]["records"]["least"] <= plan.sizes[-1]
        assert run["publish"]["privacy"]["certified"] == (plan.noise == "discrete")

    @pytest.mark.slow
    def test_certify_and_train_agree_about_one_file(self, tmp_path: Path, capsys: Captured) -> None:
        file = tmp_path / "mine.toml"
        file.write_text(
            text(
                {
                    **GRID,
                    "learner.p": 16,
                    "learner.c": 1,
                    "learner.b": 1,
                    "users.w": 8,
                    "users.dropouts": "0.2",
                }
            )
        )
        assert main(["certify", str(file), "--json"]) == 0
        promised = json.loads(capsys.readouterr().out)
        assert main(["train", str(file), "--json"]) == 0
        privacy = json.loads(capsys.readouterr().out)["publish"]["privacy"]
        assert privacy["eps"] == promised["eps"]["upper"]
        assert privacy["premises"] == promised["premises"]
        assert main(["train", str(file), "--json", "--eps", "2"]) == 0
        assert json.loads(capsys.readouterr().out)["publish"]["privacy"]["eps"] == 2

    def test_an_old_file_of_options_is_read_with_a_note(self, tmp_path: Path, capsys: Captured) -> None:
        file = tmp_path / "old.toml"
        file.write_text('users = 6\npasses = 1\nt = 0.75\nsigma = "5"\nservers = 2\ndrop = 0.2\n')
        assert main(["train", str(file), "--json"]) == 0
        printed = capsys.readouterr()
        assert "holds options; tables [learner] [users] [summation] [privacy]" in printed.err
        settings = json.loads(printed.out)["publish"]["settings"]
        assert settings["users"] == {"w": 6, "honest": "0.75", "dropouts": "0.2", "n_min": 533, "n_max": 534}


def test_labels_outside_are_bad_input() -> None:
    with pytest.raises(InvalidInput, match=r"y \(y, the labels\) must be in 0..1"):
        loaders.load("digits", K=2)
