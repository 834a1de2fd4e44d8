"""An experiment on real data as a whole: its jobs are run, its rows collected, its page written."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from paper_claims.experiments.real.grids import plan_for
from paper_claims.experiments.real.jobs import cpu_seconds, run_jobs
from paper_claims.experiments.real.run import REAL, WHOLE, WITH_IMAGES
from paper_claims.experiments.real.tables import markdown
from reference.datasets.fashion_mnist import DEBIAN
from reference.errors import InvalidInput

ALWAYS = ("digits", "breast-cancer")
CHOSEN = (
    "Hyperparameters are chosen for each cell and repeat on records that neither train nor test. The search compares models "
    "of the training records and is not paid for (sec:results#tuning): an (eps, delta) is that of the setting as if it had "
    "been fixed before. BlindAvg is compared by its mean over draws of the noise, DP-SGD and AMP by single models, their "
    "luck included."
)


ON_CIFAR = (
    "CIFAR-10: features of EfficientNet-Lite0, a network trained on ImageNet, centred by a public constant, so that no "
    "mean is paid for. All 50,000 training images train, 2,000 of the test images choose, 8,000 test; repeats differ in "
    "the users, the noise and the images that choose. Grids are small (`grids.py`); gradient averaging runs 15 epochs."
)


def at_hand(name: str) -> list[str]:
    """The data sets that need no file, and for some experiments Fashion-MNIST where Debian's package is installed."""
    return [*ALWAYS, *(["fashion-mnist"] if name in WITH_IMAGES and DEBIAN.is_dir() else [])]


def measured(name: str, options: Any) -> dict[str, Any]:
    """All rows of an experiment, each with its data set, its columns and its repeat; kept results are taken from the cache."""
    sources = options.data or (list(ALWAYS[:1]) if options.quick else at_hand(name))
    cache = Path(options.out) / "cache"
    plans = [plan_for(source, cache, options.seed, options.quick, name in WHOLE) for source in sources]
    cases = [(plan, *case) for plan in plans for case in REAL[name].cases(plan, options.quick)]
    jobs = [job for _, _, job in cases]
    found = run_jobs(jobs, cache / "jobs", options.jobs, options.dask, name)
    rows = [
        {"data": plan.data, **columns, **row, "repeat": job.parameters["repeat"]}
        for (plan, columns, job), part in zip(cases, found, strict=True)
        for row in part
        if REAL[name].bound in (None, row.get("bound", REAL[name].bound))
    ]
    return {
        "experiment": name,
        "command": _command(name, sources, options),
        "seed": options.seed,
        "repeats": {plan.data: plan.repeats for plan in plans},
        "records": {plan.data: plan.sizes() for plan in plans},
        "cpu_seconds": round(cpu_seconds(jobs, cache / "jobs")),
        "rows": rows,
    }


def stem(name: str, sources: Iterable[str]) -> str:
    """What the files of an experiment are called: CIFAR-10 alone does not overwrite the small data sets."""
    return f"{name}-cifar10" if {source.partition(":")[0] for source in sources} == {"cifar10"} else name


def _command(name: str, sources: list[str], options: Any) -> str:
    """What makes the same rows anywhere: it names the data, since those at hand depend on the machine."""
    parts = [f"blindavg experiment {name}", *(f"--data {source}" for source in sources)]
    if options.quick:
        parts.append("--quick")
    if options.seed:
        parts.append(f"--seed {options.seed}")
    return " ".join(parts)


def page(name: str, data: dict[str, Any]) -> list[str]:
    """The table in Markdown, with the command that made it."""
    real, file = REAL[name], stem(name, data["repeats"])
    counts = "; ".join(
        f"{source}: {repeats} repeats, "
        + ", ".join(f"{n} records to {use}" for use, n in data["records"][source].items())
        for source, repeats in data["repeats"].items()
    )
    return [
        f"# {real.title}",
        "",
        f"Made by `{data['command']}` (seed {data['seed']}; repeat r splits the records with the seed pair {data['seed']}, r).",
        f"{counts}.",
        "Test accuracy in percent, mean ± half of its 95 % confidence interval over repeats (Student).",
        " ".join(
            [
                *([CHOSEN] if real.chooses else []),
                real.note,
                *([ON_CIFAR] if file != name else []),
            ]
        ),
        "",
        *markdown(*real.table(data["rows"])),
        "",
        f"![{real.title}]({file}.png)",
    ]


def record(folder: Path, name: str, data: dict[str, Any], made: list[Path]) -> list[Path]:
    """The page, its picture and the rows in short, one list per row, for the repository: what the audit replays.

    `setting` is what was chosen, `choose` its accuracy on the records that chose it, `test` that on the test records.
    """
    columns = list(dict.fromkeys(key for row in data["rows"] for key in row))
    lines = [
        json.dumps([_short(row.get(key)) for key in columns], ensure_ascii=False) for row in data["rows"]
    ]
    head = {key: value for key, value in data.items() if key != "rows"} | {"columns": columns}
    text = json.dumps(head, ensure_ascii=False)[:-1] + ', "rows": [\n' + ",\n".join(lines) + "\n]}\n"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{name}.json").write_text(text, encoding="utf-8")
        for path in made:
            if path.suffix in (".md", ".png"):
                (folder / path.name).write_bytes(path.read_bytes())
    except OSError as error:
        raise InvalidInput(f"--record (the folder) must be writable, got {str(folder)!r}: {error}") from None
    return [folder / f"{name}{ending}" for ending in (".json", ".md", ".png")]


def _short(value: Any) -> Any:
    if isinstance(value, dict):
        return ", ".join(f"{key} = {part}" for key, part in value.items())
    return round(value, 5) if isinstance(value, float) and value > 1e-3 else value
