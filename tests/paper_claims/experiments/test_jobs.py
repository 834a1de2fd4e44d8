"""Jobs: kept results are not computed again, an interruption loses only what was running, Dask gives the same rows."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from paper_claims.commands.main import main
from paper_claims.experiments.real import jobs, measures
from paper_claims.experiments.real.jobs import Job, cpu_seconds, run_jobs
from reference.errors import InvalidInput

pytest.importorskip("sklearn")


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """A measure that notes each call, and raises at 13."""
    calls: list[int] = []

    def double(p: dict[str, Any]) -> list[dict[str, Any]]:
        calls.append(p["n"])
        if p["n"] == 13:
            raise KeyboardInterrupt
        return [{"test": 2 * p["n"]}]

    monkeypatch.setitem(measures.MEASURES, "double", double)
    return calls


def many(*numbers: int) -> list[Job]:
    return [Job("double", {"n": n}) for n in numbers]


def test_rows_come_in_the_order_of_the_jobs_and_are_kept(counted: list[int], tmp_path: Path) -> None:
    assert run_jobs(many(3, 1, 3), tmp_path) == [[{"test": 6}], [{"test": 2}], [{"test": 6}]]
    assert counted == [3, 1], "the same job is run once"
    assert run_jobs(many(1, 2, 3), tmp_path) == [[{"test": 2}], [{"test": 4}], [{"test": 6}]]
    assert counted == [3, 1, 2]


def test_after_an_interruption_the_rest_is_run(counted: list[int], tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        run_jobs(many(1, 2, 13, 4), tmp_path)
    kept = len(list(tmp_path.glob("*.json")))
    assert kept == 2
    run_jobs(many(1, 2, 4), tmp_path)
    assert counted == [1, 2, 13, 4]


def test_a_file_that_was_cut_off_is_computed_again(counted: list[int], tmp_path: Path) -> None:
    run_jobs(many(5), tmp_path)
    (path,) = tmp_path.glob("*.json")
    path.write_text(path.read_text(encoding="utf-8")[:-9], encoding="utf-8")
    assert run_jobs(many(5), tmp_path) == [[{"test": 10}]]
    path.write_text("[]", encoding="utf-8")
    assert run_jobs(many(5), tmp_path) == [[{"test": 10}]]
    assert counted == [5, 5, 5]


def test_a_kept_file_says_what_it_is(
    counted: list[int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run_jobs(many(5), tmp_path)
    (path,) = tmp_path.glob("*.json")
    content = json.loads(path.read_text(encoding="utf-8"))
    assert content["job"]["parameters"] == {"n": 5}
    path.write_text(json.dumps(content | {"job": {}}), encoding="utf-8")
    run_jobs(many(5), tmp_path)
    monkeypatch.setattr(jobs, "code_key", lambda: "of other code")
    run_jobs(many(5), tmp_path)
    assert counted == [5, 5, 5], "neither another job's rows nor those of other code are taken"


def test_kept_results_say_how_long_they_took(counted: list[int], tmp_path: Path) -> None:
    run_jobs(many(1, 2), tmp_path)
    for path, seconds in zip(sorted(tmp_path.glob("*.json")), (3, 5), strict=True):
        content = json.loads(path.read_text(encoding="utf-8"))
        assert 0 <= content["seconds"] < 60
        path.write_text(json.dumps(content | {"seconds": seconds}), encoding="utf-8")
    assert cpu_seconds(many(1, 2, 1), tmp_path) == 8, "the same job took its time once"
    path.write_text(json.dumps({key: content[key] for key in ("job", "rows")}), encoding="utf-8")
    run_jobs(many(1, 2), tmp_path)
    assert len(counted) == 3, "a result that does not say is computed again"


def test_where_features_are_kept_does_not_matter() -> None:
    assert Job("a", {"cache": "x", "n": 1}).key == Job("a", {"cache": "y", "n": 1}).key
    assert Job("a", {"n": 1}).key != Job("a", {"n": 2}).key != Job("b", {"n": 2}).key


def test_a_folder_that_cannot_be_written(counted: list[int], tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(InvalidInput, match="must be writable"):
        run_jobs(many(1), tmp_path / "file")


def small(repeat: int) -> Job:
    grid = [{"Lambda": 1.0, "R": 1.0}]
    return Job("blindavg", {"data": "breast-cancer", "cache": "", "seed": 0, "repeat": repeat, "test": 0.2, "choose": 0.2,
                            "centring": 0.0, "t": 0.5, "draws": 2, "learner": "softmax", "w": 3, "partition": "iid",
                            "grid": grid, "passes": 2, "b": 5, "bounds": ["tight"], "budgets": [["1", "1e-5"]]})  # fmt: skip


@pytest.mark.slow
def test_processes_and_a_dask_cluster_give_the_same_rows(tmp_path: Path) -> None:
    distributed = pytest.importorskip("distributed")
    todo = [small(repeat) for repeat in range(4)]
    alone = run_jobs(todo, tmp_path / "alone")
    assert run_jobs(todo, tmp_path / "two", workers=2) == alone
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
    ) as cluster:
        assert run_jobs(todo, tmp_path / "dask", dask=cluster.scheduler_address) == alone
    assert len(list((tmp_path / "dask").glob("*.json"))) == 4


def test_no_cluster_there(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    pytest.importorskip("distributed")
    given = ["experiment", "groups", "--quick", "--out", str(tmp_path), "--dask", "nothing at all"]
    assert main(given) == 2
    assert "--dask" in capsys.readouterr().err
