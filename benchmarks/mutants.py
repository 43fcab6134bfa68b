"""Find wrong lines that no test notices: `python -m benchmarks.mutants [--count 420] [--seed 1] [--only ledger]`.

Changes one place of the source at a time, in a copy of the checkout, and runs tests that reach it until one fails. A
change that no test notices survives: a test is missing, or the change makes no difference. Changes without a
difference stand in `equivalent_mutants.txt`, each with its reason.

First each test runs once, to see which functions it calls. Then every change has a process of its own, forked from one
that has read the tests and filled the database; so it costs a few seconds, where mutmut and cosmic-ray read and fill
all of that for each. Linux.
"""

from __future__ import annotations

import argparse
import ast
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from random import Random

from benchmarks.machine import ROOT
from benchmarks.mutant_runs import outcomes_of
from benchmarks.mutations import Mutant, mutations_of_python, mutations_of_script

EQUIVALENT = Path(__file__).parent / "equivalent_mutants.txt"
SCRIPTS = "scorebook/web/static/web"
PACKAGES: Mapping[str, Sequence[str]] = {
    "rules": ("rules/**/*.py",),
    "ledger": ("scorebook/ledger/**/*.py",),
    "play": ("scorebook/play/**/*.py",),
    "standings": ("scorebook/standings/**/*.py",),
    "imports": ("scorebook/exchange/imports/*.py",),
    "access": ("scorebook/lookups.py", "scorebook/access.py"),
    "scripts": tuple(
        f"{SCRIPTS}/{name}.js"
        for name in ("bookkeeping", "evaluate", "offline/standing", "offline/settlement", "offline/money")
    ),
}
# Declarations, texts and migrations decide nothing.
LEFT_OUT = ("migrations", "models.py", "__init__.py", "texts.py", "words")


def all_mutants(packages: Iterable[str]) -> Iterator[Mutant]:
    for package in packages:
        for pattern in PACKAGES[package]:
            for path in sorted(ROOT.glob(pattern)):
                name = str(path.relative_to(ROOT))
                if not any(part in name for part in LEFT_OUT):
                    yield from _mutants_of(package, name, path.read_text(encoding="utf-8"))


def _mutants_of(package: str, name: str, source: str) -> Iterator[Mutant]:
    is_script, lines = name.endswith(".js"), source.splitlines()
    functions = {} if is_script else dict(_functions(ast.parse(source)))
    turns = Counter[tuple[str, str, str]]()
    for mutation in mutations_of_script(source) if is_script else mutations_of_python(source):
        around = (function for function, body in functions.items() if mutation.line in body)
        same = (mutation.before, mutation.after, lines[mutation.line - 1].strip())
        turns[same] += 1
        yield Mutant(
            package=package,
            path=name,
            mutation=mutation,
            line_text=same[-1],
            function=next(around, None),
            turn=turns[same],
        )


def _functions(tree: ast.AST, within: str = "") -> Iterator[tuple[str, range]]:
    """Yield the qualified name and body lines of each function; its head runs when the module is imported."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef):
            yield within + node.name, range(node.body[0].lineno, (node.end_lineno or node.lineno) + 1)
        elif isinstance(node, ast.ClassDef):
            yield from _functions(node, f"{within}{node.name}.")


def sampled(mutants: Iterable[Mutant], *, count: int, seed: int) -> list[Mutant]:
    """Draw the same number from each package, or all of a small one."""
    by_package: dict[str, list[Mutant]] = defaultdict(list)
    for mutant in mutants:
        by_package[mutant.package].append(mutant)
    dice, chosen = Random(seed), list[Mutant]()
    for turn, those in enumerate(sorted(by_package.values(), key=len)):
        share = (count - len(chosen)) // (len(by_package) - turn)
        chosen += dice.sample(those, min(share, len(those)))
    return chosen


def named(mutants: Iterable[Mutant], file: Path) -> list[Mutant]:
    names = {line.removeprefix("survived: ") for line in file.read_text(encoding="utf-8").splitlines()}
    return [mutant for mutant in mutants if str(mutant) in names]


def equivalent_mutants() -> set[str]:
    """Return them as `str(mutant)`; the indented line after each gives the reason."""
    lines = EQUIVALENT.read_text(encoding="utf-8").splitlines() if EQUIVALENT.exists() else []
    return {line for line in lines if line and not line.startswith((" ", "#"))}


def report(outcomes: Sequence[tuple[Mutant, str]]) -> None:
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for mutant, outcome in outcomes:
        counts[mutant.package][outcome] += 1
        counts["all"][outcome] += 1
        if outcome == "survived":
            print(mutant)
    print(f"\n{'package':10} {'tried':>6} {'killed':>7} {'equivalent':>11} {'survived':>9}")
    for package in (*PACKAGES, "all"):
        own = counts[package]
        print(f"{package:10} {own.total():6} {own['killed']:7} {own['equivalent']:11} {own['survived']:9}")
    total = counts["all"]
    if different := total["killed"] + total["survived"]:
        print(f"{total['killed'] / different:.1%} of {different} that make a difference were noticed")


def _copy_of_checkout(folder: Path) -> None:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout
    packed = subprocess.run(["tar", "--null", "-T", "-", "-c"], cwd=ROOT, input=listed, capture_output=True, check=True)
    subprocess.run(["tar", "-x", "-C", str(folder)], input=packed.stdout, check=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=420)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", choices=list(PACKAGES), action="append")
    parser.add_argument("--again", type=Path, help="only those that this file names, as an earlier run printed them")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--reach", type=Path, help="keep which test calls what in this file, or read it from there")
    parser.add_argument("--here", action="store_true", help="change this checkout itself, which is a copy")
    options = parser.parse_args()
    if not options.here:
        with tempfile.TemporaryDirectory() as name:
            _copy_of_checkout(Path(name))
            again = [sys.executable, "-m", "benchmarks.mutants", *sys.argv[1:], "--here"]
            for option, file in (("--reach", options.reach), ("--again", options.again)):
                again += [option, str(file.resolve())] if file else []
            sys.exit(subprocess.run(again, cwd=name).returncode)
    every, known = all_mutants(options.only or PACKAGES), equivalent_mutants()
    chosen = named(every, options.again) if options.again else sampled(every, count=options.count, seed=options.seed)
    tried = [mutant for mutant in chosen if str(mutant) not in known]
    found = outcomes_of(tried, processes=options.processes, reach_file=options.reach)
    report([(mutant, "equivalent") for mutant in chosen if str(mutant) in known] + list(zip(tried, found, strict=True)))


if __name__ == "__main__":
    main()
