"""A second engine looks at what z3 has decided: each obligation is written as SMT-LIB, and cvc5 or yices answers it again.

An obligation is a list of formulas that z3 found to have no solution. `sat` from another engine contradicts z3 and turns the
audit red. `unknown` is no contradiction: the ledger counts what z3 alone has decided. Limits are solver steps where possible.
"""

from __future__ import annotations

import hashlib
import multiprocessing
import os
import re
import resource
import shutil
import subprocess
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from functools import partial
from importlib.util import find_spec
from itertools import count, islice, product
from pathlib import Path
from typing import Any

import z3

STEPS = 50_000  # cvc5's resource counter, per obligation
INSTANCES = 300  # of a formula about all values, at most
SECONDS = 20  # where an engine counts no steps, what it has not answered by then is unknown
COVERING = 5  # seconds of computing for what only cvc5's coverings may decide
_TOKEN = re.compile(r"\|[^|]*\||[()]|[^\s()|]+|\s+")
_KNOWN = """
    ( ) assert check-sat declare-fun declare-sort forall exists let and or not => = distinct ite <= < >= > + - * / ^ to_real
    to_int is_int div mod abs select store true false Int Real Bool Array ! _ as const lambda
"""  # the words of SMT-LIB, and of z3 where it goes beyond
_WORDS = frozenset(_KNOWN.split())
_NUMBERS = (z3.Z3_INT_SORT, z3.Z3_REAL_SORT, z3.Z3_BOOL_SORT)
_NUMBER = re.compile(r"\d+(\.\d+)?|:[a-z-]+")

Engine = Callable[[str], str]  # SMT-LIB -> unsat, sat or unknown


def smtlib(formulas: Sequence[Any]) -> str:
    """The formulas as SMT-LIB, every symbol renamed: z3 prints s' and Λ as they are, and others know a `sin` of their own."""
    solver = z3.Solver(ctx=formulas[0].ctx)
    solver.add(*formulas)
    text = re.sub(r"^;.*\n|^\(set-info.*\n", "", solver.to_smt2(), flags=re.M)
    names: dict[str, str] = {}

    def plain(token: str) -> str:
        if token in _WORDS or token.isspace() or _NUMBER.fullmatch(token):
            return token
        return names.setdefault(token, f"v!{len(names)}")

    text = "".join(map(plain, _TOKEN.findall(text)))
    return "(set-logic ALL)\n" + re.sub(r"\(\+ ([^\s()]+)\)", r"\1", text)  # a sum of one summand


def instances(formulas: Sequence[Any]) -> list[Any]:
    """What is said for all values, said of the terms that occur: it only says less. What exists gets a name."""
    normal = list(z3.Tactic("nnf", formulas[0].ctx)(z3.And(*formulas))[0])
    plain = [formula for formula in normal if not quantified(formula)]
    terms: dict[str, dict[int, Any]] = {}
    queue = list(plain)
    while queue:
        term = queue.pop()
        here = terms.setdefault(term.sort().sexpr(), {})
        if term.get_id() not in here:
            here[term.get_id()] = term
            queue += term.children()
    for formula in normal:
        if z3.is_quantifier(formula) and not quantified(formula.body()):
            sorts = [formula.var_sort(i).sexpr() for i in range(formula.num_vars())]
            places = product(*(terms.get(sort, {}).values() for sort in sorts))
            plain += [
                z3.substitute_vars(formula.body(), *reversed(place)) for place in islice(places, INSTANCES)
            ]
    return plain


def quantified(term: Any) -> bool:
    return z3.is_quantifier(term) or any(map(quantified, term.children()))


def in_numbers(text: str) -> str:
    """The obligation as a question about numbers: no solution here is none there.

    A value of a function becomes a variable, a power a product, and x/y the product of x with a variable i, where y = 0 or
    y i = 1. Whatever solves the obligation with x/0 = 0 solves this, too; the converse need not hold.
    """
    done: dict[int, Any] = {}
    inverses: dict[int, Any] = {}
    sides: list[Any] = []
    names = (f"x {number}" for number in count())

    def fresh(sort: Any) -> Any:
        return z3.Const(next(names), sort)

    def inverse(below: Any) -> Any:
        if below.get_id() not in inverses:
            inverses[below.get_id()] = one = fresh(z3.RealSort())
            sides.append(z3.Or(below == 0, below * one == 1))
        return inverses[below.get_id()]

    def changed(term: Any) -> Any:
        kind, parts = term.decl().kind(), [walk(part) for part in term.children()]
        if kind in (z3.Z3_OP_UNINTERPRETED, z3.Z3_OP_SELECT) and parts and term.sort_kind() in _NUMBERS:
            return fresh(term.sort())
        if kind == z3.Z3_OP_DIV and not z3.is_rational_value(parts[1]):
            return parts[0] * inverse(parts[1])
        if kind == z3.Z3_OP_POWER and (power := small(parts[1])):
            return z3.Product(*[parts[0]] * power)
        return z3.substitute(term, *zip(term.children(), parts, strict=True)) if parts else term

    def walk(term: Any) -> Any:
        if term.get_id() not in done:
            done[term.get_id()] = changed(term)
        return done[term.get_id()]

    formulas = list(z3.parse_smt2_string(text))  # keeps the terms alive, so that each id stays its own
    if any(map(quantified, formulas)):
        formulas = instances(formulas)
    return smtlib([*map(walk, formulas), *sides])


def small(power: Any) -> int:
    whole = z3.is_rational_value(power) and power.denominator_as_long() == 1
    return int(power.numerator_as_long()) if whole and 0 < power.numerator_as_long() < 10 else 0


ASKED = ".by"
asking = ""  # the check that runs, or the module whose theorems are proved: who asks is written beside an obligation
FOLDER = "BLINDAVG_OBLIGATIONS"  # the environment variable that names where the processes of an audit write


def theorems_of(module: str) -> str:
    """Who asks while the theorems of this module are proved."""
    return f"the theorems of {module}"


def place(kind: str) -> Path | None:
    """Where obligations of this kind (checks or theorems) go, if they are wanted."""
    return Path(found) / kind if (found := os.environ.get(FOLDER)) else None


@contextmanager
def written_to(folder: Path | None, *deciders: Any) -> Iterator[None]:
    """What these modules (each has a `heard`) decide inside is written to the folder, each obligation named by its content."""
    if not folder:
        yield
        return
    folder.mkdir(parents=True, exist_ok=True)

    def write(formulas: Sequence[Any]) -> None:
        text = smtlib(formulas)
        path = folder / f"{hashlib.sha256(text.encode()).hexdigest()[:20]}.smt2"
        if not path.exists():
            path.write_text(text, encoding="ascii")
        if asking not in asked_by(path):
            with path.with_suffix(ASKED).open("a", encoding="utf-8") as names:
                names.write(f"{asking}\n")

    before = [module.heard for module in deciders]
    for module in deciders:
        module.heard = write
    try:
        yield
    finally:
        for module, heard in zip(deciders, before, strict=True):
            module.heard = heard


def asked_by(path: Path) -> list[str]:
    """Who asked an obligation, from the file beside it."""
    names = path.with_suffix(ASKED)
    return names.read_text(encoding="utf-8").splitlines() if names.exists() else []


def cvc5(text: str) -> str:
    """cvc5 from PyPI. What its linearization leaves open, its coverings of the reals may decide."""
    said = _cvc5(text)
    return said if said != "unknown" else _coverings(text)


def _cvc5(text: str, **options: str) -> str:
    import cvc5 as engine

    solver = engine.Solver(engine.TermManager())
    solver.setOption("rlimit-per", str(STEPS))
    solver.setOption("tlimit-per", str(1000 * SECONDS))  # some of its loops count no steps
    for name, value in options.items():
        solver.setOption(name.replace("_", "-"), value)
    parser = engine.InputParser(solver)
    parser.setStringInput(engine.InputLanguage.SMT_LIB_2_6, text.replace("(check-sat)", ""), "obligation")
    while not (command := parser.nextCommand()).isNull():
        command.invoke(solver, parser.getSymbolManager())
    answer = solver.checkSat()
    return "unsat" if answer.isUnsat() else "sat" if answer.isSat() else "unknown"


def _coverings(text: str) -> str:
    """A covering heeds no limit of cvc5. A cvc5 that was built without coverings says so by an error."""
    try:
        return str(apart(partial(_cvc5, text, nl_cov="true", nl_ext="light"), COVERING) or "unknown")
    except RuntimeError:
        return "unknown"


def apart(work: Callable[[], Any], seconds: int) -> Any:
    """What work answers in a process of its own, which ends after so many seconds of computing; None if it was ended."""
    fork = multiprocessing.get_context("fork")
    here, there = fork.Pipe(duplex=False)

    def answer() -> None:
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        try:
            there.send(work())
        except Exception as error:
            there.send(RuntimeError(str(error)))

    child = fork.Process(target=answer)
    child.start()
    there.close()
    try:
        found = here.recv()
    except EOFError:  # it was ended
        return None
    finally:
        child.join()
        here.close()
    if isinstance(found, RuntimeError):
        raise found
    return found


def yices(text: str) -> str:
    """yices-smt2 from PATH. What it does not read (quantifiers) is unknown."""
    logic = text.replace("(set-logic ALL)", "(set-logic QF_AUFNIRA)")
    command = ["yices-smt2", f"--timeout={SECONDS}"]
    said = subprocess.run(command, input=logic, capture_output=True, text=True, check=False).stdout.split()
    return said[-1] if said and said[-1] in ("unsat", "sat") else "unknown"


def _with_solutions() -> Iterator[str]:
    """Formulas that can be met, of every kind that obligations have: an engine that says `unsat` here is not believed."""
    x, y = z3.Reals("x y")
    n, f = z3.Int("n"), z3.Function("f", z3.IntSort(), z3.RealSort())
    yield smtlib([x <= y, y <= x])
    yield smtlib([x * y > 1, x > 0])
    yield smtlib([x / 0 == 1])
    yield smtlib([f(n) > f(n + 1), n >= 0])
    yield smtlib([z3.ForAll([x], x + y > x)])


def believed(engine: Engine) -> bool:
    return all(engine(text) != "unsat" for text in _with_solutions())


def installed() -> dict[str, Engine]:
    """The second engines on this machine."""
    found: dict[str, Engine] = {}
    if find_spec("cvc5"):
        found["cvc5"] = cvc5
    if shutil.which("yices-smt2"):
        found["yices"] = yices
    return found


def answers(folder: Path, engines: Mapping[str, Engine], jobs: int = 2) -> dict[str, dict[str, str]]:
    """What each engine says to each obligation in the folder: {obligation: {engine: answer}}. Some engines are not asked.

    What an engine leaves open it is asked once more, as a question about numbers.
    """
    engines = {name: engine for name, engine in engines.items() if believed(engine)}
    texts = {path.stem: path.read_text(encoding="ascii") for path in sorted(folder.rglob("*.smt2"))}
    found: dict[str, dict[str, str]] = {name: {} for name in texts}
    with ProcessPoolExecutor(jobs) as pool:
        for engine, ask in engines.items():
            said = pool.map(ask, texts.values(), chunksize=20)
            for name, answer in zip(texts, said, strict=True):
                found[name][engine] = answer
            left = [name for name, said in found.items() if said[engine] == "unknown"]
            again = pool.map(partial(_in_numbers, ask), (texts[name] for name in left), chunksize=5)
            for name, answer in zip(left, again, strict=True):
                found[name][engine] = answer
    return found


def askers(folder: Path, names: Iterable[str]) -> dict[str, list[str]]:
    """Of each of these obligations the checks, or the modules of theorems, that ask it."""
    return {
        name: sorted(who for path in folder.rglob(f"{name}.smt2") for who in asked_by(path)) for name in names
    }


def _in_numbers(ask: Engine, text: str) -> str:
    """A solution of the question about numbers need not solve the obligation: it contradicts nothing."""
    return "unsat" if ask(in_numbers(text)) == "unsat" else "unknown"


def summary(found: Mapping[str, Mapping[str, str]]) -> dict[str, Any]:
    """How many obligations there are, how many each engine confirms, which z3 alone has decided, and the contradictions."""
    return {
        "obligations": len(found),
        "confirmed": dict(Counter(e for said in found.values() for e, a in said.items() if a == "unsat")),
        "z3 alone": sorted(name for name, said in found.items() if "unsat" not in said.values()),
        "contradicted": sorted(name for name, said in found.items() if "sat" in said.values()),
    }
