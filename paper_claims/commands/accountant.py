"""`blindavg delta`, `epsilon` and `sigma`: certified answers, as text, table, plot or JSON."""

from __future__ import annotations

import argparse
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

from rich.box import SIMPLE
from rich.table import Table

from accountant import Enclosure, epsilon, group_delta, group_log10_delta, sigma
from accountant.numbers.balls import PrecisionExhausted
from accountant.numbers.inputs import require_digits
from paper_claims.commands.shared import Commands, add_json, print_json, require_picture
from paper_claims.output import console
from reference.errors import InvalidInput, reject, require_one_of

RELATIONS = {
    "replace-one": "neighbours replace one record; sigma is the noise over the sensitivity for that",
    "add-remove": "neighbours add or remove one record; sigma is the noise over the sensitivity for that",
}
DEFINITION = "def:deltagauss, the exact delta of K_comp Gaussian releases with independent noise"
MOST_POINTS = 10_000


def add_command(commands: Commands) -> None:
    """The three subcommands; each needs what its example gives."""
    for name, needed in (
        ("delta", {"eps": "0:5:0.5", "sigma": "3.7"}),
        ("epsilon", {"delta": "1e-5", "sigma": "3.7"}),
        ("sigma", {"eps": "1.2", "delta": "1e-5"}),
    ):
        given = " ".join(f"--{option} {value}" for option, value in needed.items())
        command = commands.add_parser(name, example=f"blindavg {name} {given}")
        for option in needed:
            extra = "; start:stop:step for a table" if option == "eps" and name == "delta" else ""
            command.add_argument(f"--{option}", required=True, metavar="X", help=f"decimal number{extra}")
        command.add_argument(
            "--compositions", default="1", metavar="K", help="K_comp, the number of releases (default 1)"
        )
        command.add_argument("--relation", default="replace-one", metavar="NAME", help=" or ".join(RELATIONS))
        meaning = (
            "correct digits"
            if name == "delta"
            else "digits that are printed; the ends themselves are neighbouring float64"
        )
        command.add_argument("--digits", type=int, default=15, metavar="N", help=f"{meaning} (default 15)")
        add_json(command)
        if name == "delta":
            command.add_argument(
                "--group", default="1", metavar="Y", help="records changed at once (default 1)"
            )
            command.add_argument(
                "--plot", type=Path, metavar="FILE", help="draw delta over eps (.png or .svg)"
            )
        command.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    require_one_of("--relation", "the neighbouring relation", options.relation, RELATIONS)
    require_digits(options.digits)
    if getattr(options, "plot", None):
        require_picture(options.plot)
        if len(_range(options.eps)) < 2:
            raise InvalidInput("--plot (the picture) needs a range of eps, e.g. --eps 0:5:0.1")
    try:
        rows = _rows(options)
    except PrecisionExhausted as error:
        raise InvalidInput(f"{options.command} has no certified answer here: {error}") from None
    about = {"definition": DEFINITION, "relation": RELATIONS[options.relation]}
    if getattr(options, "plot", None):
        _plot(rows, options)
    if options.json:
        answers = [_plain(row, options.digits) for row in rows]
        print_json({**about, "digits": options.digits, "answers": answers})
        return 0
    out = console()
    digits = options.digits + 2
    if len(rows) == 1:
        (row,) = rows
        given = ", ".join(f"{name} = {value}" for name, value in row["given"].items())
        out.print(f"{options.command} in {row['answer'].text(digits)}", markup=False, soft_wrap=True)
        out.print(f"  at {given}", markup=False)
    else:
        table = Table(
            "eps",
            "delta, lower end",
            "delta, upper end",
            "log10, upper end",
            box=SIMPLE,
            show_edge=False,
            pad_edge=False,
        )
        for row in rows:
            table.add_row(row["given"]["eps"], *row["answer"].decimals(digits), row["log10"].decimals(6)[1])
        out.print(table)
    for name, text in about.items():
        out.print(f"  {name}: {text}", markup=False)
    out.print("  certified by ball arithmetic; a second engine (mpmath) agrees", markup=False)
    if options.command != "delta":
        out.print(
            f"  the upper end is the smallest float64 that provably meets the target: {rows[0]['answer'].upper()!r}"
        )
    if getattr(options, "plot", None):
        out.print(f"  plot: {options.plot}", markup=False)
    return 0


def _rows(options: argparse.Namespace) -> list[dict[str, Any]]:
    K = options.compositions
    if options.command == "epsilon":
        box = epsilon(options.delta, options.sigma, K, verify=True)
        return [{"given": {"delta": options.delta, "sigma": options.sigma, "compositions": K}, "answer": box}]
    if options.command == "sigma":
        box = sigma(options.eps, options.delta, K, verify=True)
        return [{"given": {"eps": options.eps, "delta": options.delta, "compositions": K}, "answer": box}]
    rows = []
    for eps in _range(options.eps):
        given = {"eps": eps, "sigma": options.sigma, "compositions": K, "group": options.group}
        box = group_delta(eps, options.sigma, options.group, K, digits=options.digits, verify=True)
        logarithm = group_log10_delta(eps, options.sigma, options.group, K, verify=True)
        rows.append({"given": given, "answer": box, "log10": logarithm})
    return rows


def _range(text: str) -> list[str]:
    """A number, or start:stop:step in decimal arithmetic, the stop included."""
    if ":" not in text:
        return [text]
    why = "a range is start:stop:step with step > 0"
    try:
        start, stop, step = (Decimal(part) for part in text.split(":"))
        steps = (stop - start) / step
        fits = step > 0 and 0 <= steps < MOST_POINTS and max(map(len, text.split(":"))) <= 20
    except (ArithmeticError, ValueError):
        fits = False
    if not fits:
        raise reject(
            "--eps", "ε, the privacy loss", f"must be a range of at most {MOST_POINTS} points", text, why
        )
    return [format(start + i * step, "f") for i in range(int(steps) + 1)]


def _plain(row: dict[str, Any], digits: int) -> dict[str, Any]:
    """The ends exactly, as decimals rounded outward (digits + 2 of them, 40 at least), and as float64 rounded outward."""
    box: Enclosure = row["answer"]
    low, high = box.decimals(max(40, digits + 2))
    answer = {"lo": low, "hi": high, "lower": box.lower(), "upper": box.upper()}
    exact = {"exact_lo": _power_of_two(box.lo), "exact_hi": _power_of_two(box.hi)}
    logarithm = {"log10_lo": row["log10"].lower(), "log10_hi": row["log10"].upper()} if "log10" in row else {}
    return {**row["given"], **answer, **exact, **logarithm}


def _power_of_two(end: Fraction) -> str:
    """m*2^e with m odd or 0; the ends of the accountant's answers are all of this form."""
    twos = max(0, (end.numerator & -end.numerator).bit_length() - 1)
    return f"{end.numerator >> twos}*2^{twos + 1 - end.denominator.bit_length()}"


def _plot(rows: list[dict[str, Any]], options: argparse.Namespace) -> None:
    """log10 delta over eps; the enclosure is thinner than the line."""
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(figsize=(7, 4.2), layout="constrained")
    axes.plot(
        [float(row["given"]["eps"]) for row in rows], [row["log10"].upper() for row in rows], linewidth=2
    )
    axes.set_xlabel("privacy loss ε")
    axes.set_ylabel("log₁₀ δ(ε)")
    group = f", groups of {options.group}" if options.group != "1" else ""
    axes.set_title(
        f"Gaussian mechanism, σ = {options.sigma}, K = {options.compositions}{group} ({options.relation})"
    )
    axes.grid(alpha=0.3)
    try:
        figure.savefig(options.plot, dpi=150)
    except OSError as error:
        raise InvalidInput(
            f"--plot (the picture) must be writable, got {str(options.plot)!r}: {error}"
        ) from None
    finally:
        plt.close(figure)
