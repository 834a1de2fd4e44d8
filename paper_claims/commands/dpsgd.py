"""`blindavg dpsgd`: certified accounting of DP-SGD with Poisson sampling, as text or JSON."""

from __future__ import annotations

import argparse
from typing import Any

from accountant import subsampled
from accountant.numbers.enclosure import Enclosure
from paper_claims.commands.shared import Commands, add_json, print_json
from paper_claims.output import console
from reference.errors import InvalidInput

RELATIONS = {
    "replace-one": "neighbours replace one record",
    "add-remove": "neighbours add or remove one record; the larger of both directions",
}
DEFINITION = (
    "each record is in a step's batch with probability q; noise of scale sigma times the clipping norm is added to the sum of "
    "clipped gradients"
)
DEFAULT_DELTA = "1e-5"


def add_command(commands: Commands) -> None:
    command = commands.add_parser(
        "dpsgd",
        description="Certified delta, eps or noise multiplier of DP-SGD, with Poisson-sampled batches.",
        example="blindavg dpsgd --q 1024/50000 --sigma 2 --steps 1953 --delta 1e-5",
    )
    command.add_argument("--q", required=True, metavar="X", help="sampling rate, e.g. 0.01 or 1024/50000")
    command.add_argument("--sigma", metavar="X", help="noise multiplier; left out, the smallest is computed")
    command.add_argument("--steps", required=True, metavar="T", help="number of steps")
    command.add_argument("--then", nargs=3, action="append", default=[], metavar=("Q", "SIGMA", "STEPS"),
                         help="further steps with another rate and noise")  # fmt: skip
    command.add_argument("--delta", metavar="X", help=f"compute eps for this delta (default {DEFAULT_DELTA})")
    command.add_argument(
        "--eps", metavar="X", help="compute delta for this eps; without --sigma: compute sigma"
    )
    command.add_argument("--relation", default="replace-one", metavar="NAME", help=" or ".join(RELATIONS))
    add_json(command)
    command.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    asked, answer = _answer(options)
    box = answer.box
    about = {"definition": DEFINITION, "relation": RELATIONS[options.relation]}
    blocks = [(options.q, options.sigma, options.steps), *map(tuple, options.then)]
    given = {name: value for name in ("eps", "delta") if (value := getattr(options, name)) is not None}
    if asked != "delta":
        given.setdefault("delta", DEFAULT_DELTA)
    if options.json:
        run_json = [{"q": q, "sigma": sigma, "steps": steps} for q, sigma, steps in blocks]
        ends = {**_ends(box), "relative_width": _width(box)}
        data = {**about, "run": run_json, "given": given, "asked": asked, **ends, "engines": list(answer.engines),
                "note": answer.note}  # fmt: skip
        print_json(data)
        return 0
    out = console()
    out.print(f"{asked} in {box.text(17)}", markup=False, soft_wrap=True)
    at = [f"{name} = {value}" for name, value in given.items()]
    steps_text = [
        f"{t} {'step' if t == '1' else 'steps'} with q = {q}" + (f", sigma = {s}" if s else "")
        for q, s, t in blocks
    ]
    out.print(f"  at {', '.join(at)}; {'; then '.join(steps_text)}", markup=False, soft_wrap=True)
    for name, text in about.items():
        out.print(f"  {name}: {text}", markup=False, soft_wrap=True)
    by = " and ".join(answer.engines) or "nobody: these are the trivial ends"
    out.print(f"  certified by {by}", markup=False)
    if answer.note:
        out.print(f"  {answer.note}", markup=False)
    return 0


def _answer(options: argparse.Namespace) -> tuple[str, subsampled.Answer]:
    if options.sigma is None:
        if options.eps is None or options.then:
            raise InvalidInput(
                "--sigma (σ, the noise multiplier) is needed, unless --eps is given for one block: "
                "then it is computed"
            )
        target = DEFAULT_DELTA if options.delta is None else options.delta
        answer = subsampled.sigma(options.eps, target, options.q, options.steps, relation=options.relation)
        return "sigma", answer
    if options.eps is not None and options.delta is not None:
        raise InvalidInput(
            "--eps and --delta (the target) exclude each other when --sigma is given: leave one of the three out"
        )
    blocks = [(options.q, options.sigma, options.steps), *map(tuple, options.then)]
    if options.eps is not None:
        return "delta", subsampled.delta(options.eps, *blocks, relation=options.relation)
    target = DEFAULT_DELTA if options.delta is None else options.delta
    return "eps", subsampled.epsilon(target, *blocks, relation=options.relation)


def _ends(box: Enclosure) -> dict[str, Any]:
    """Decimals rounded outward, and float64 rounded outward."""
    low, high = box.decimals(40)
    return {"lo": low, "hi": high, "lower": box.lower(), "upper": box.upper()}


def _width(box: Enclosure) -> float | None:
    """None where the lower end is 0 and the upper is not."""
    width = box.relative_width()
    return width if width < float("inf") else None
