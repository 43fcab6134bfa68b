"""Run the tests that reach a change of the source, each change in a process of its own (see benchmarks.mutants)."""

from __future__ import annotations

import cProfile
import functools
import gc
import importlib
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import accumulate
from pathlib import Path
from types import CodeType, FunctionType

import pytest
from _pytest.runner import runtestprotocol

from benchmarks.machine import ROOT
from benchmarks.mutations import Mutant

# The tests in house/ read the sources, so they would notice any changed line, whatever its effect.
FOLDERS = (
    "rules", "games", "clubs", "ledger", "play", "standings", "exchange", "api", "books", "operator_pages", "web",
)  # fmt: skip
TESTS = (
    *(f"tests/{name}" for name in FOLDERS),
    "tests/house/test_lookups.py", "tests/house/test_statement_guard.py",
)  # fmt: skip
CHOSEN = "not browser and not thorough"
# Calls of script functions cannot be traced; these tests run them all, in Node and in a browser.
OF_SCRIPTS = (
    "tests/rules/test_bookkeeping.py", "tests/web/test_phone_scripts.py", "tests/rules/test_lookup.py",
    "tests/web/test_offline.py",
)  # fmt: skip
LONGEST_TEST_S = 40
# As measured with the profiler, which takes two or three times as long.
TESTS_OF_CHANGE_S = 160
LONGEST_CHANGE_S = 400  # a change that makes a test run for ever is noticed
# A function is named by its file and its qualified name, so that a kept file stays true while lines move.
Place = str
SURVIVED, KILLED = "survived", "killed"


def outcomes_of(mutants: Sequence[Mutant], *, processes: int, reach_file: Path | None) -> list[str]:
    """Return KILLED or SURVIVED for each mutant, in order."""
    at_import = _Calls()
    at_import.begin()
    run = _Run(mutants=mutants, processes=processes, reach_file=reach_file, at_import=at_import)
    options = ["-q", "-p", "no:xdist", "-p", "no:cacheprovider", "--capture=sys", "-m", CHOSEN]
    pytest.main([*options, *TESTS], plugins=[run])
    return [run.outcomes[place] for place in range(len(mutants))]


class _Calls:
    """The functions of the product that were called."""

    def begin(self) -> None:
        self._profile = cProfile.Profile(subcalls=False, builtins=False)
        self._profile.enable()

    def end(self) -> set[Place]:
        self._profile.disable()
        codes = (entry.code for entry in self._profile.getstats())
        return {place for code in codes if isinstance(code, CodeType) and (place := _place_of(code))}


@functools.cache
def _place_of(code: CodeType) -> Place | None:
    path = code.co_filename
    if not path.startswith((f"{ROOT}/rules/", f"{ROOT}/scorebook/")):
        return None
    return f"{path.removeprefix(f'{ROOT}/')}:{code.co_qualname}"


@dataclass(kw_only=True)
class _Run:
    """A plugin of pytest that runs the tests its own way. reach: function -> tests that call it."""

    mutants: Sequence[Mutant]
    processes: int
    reach_file: Path | None
    at_import: _Calls
    imported: set[Place] = field(default_factory=set)
    reach: Mapping[Place, Sequence[str]] = field(default_factory=dict)
    seconds: Mapping[str, float] = field(default_factory=dict)
    outcomes: dict[int, str] = field(default_factory=dict)

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self.imported = self.at_import.end()
        self._items = {item.nodeid: item for item in session.items}
        first = next(item for item in session.items if item.get_closest_marker("django_db"))
        runtestprotocol(first, log=False, nextitem=session.items[-1])  # fills the database
        session._setupstate.teardown_exact(session.items[-1])
        with tempfile.TemporaryDirectory() as name:
            self._folder = Path(name)
            self._read_reach(session.items)
            self._try_all()
        return True

    # -- which test calls what

    def _read_reach(self, items: Sequence[pytest.Item]) -> None:
        kept = self.reach_file if self.reach_file is not None and self.reach_file.exists() else None
        calls: dict[str, tuple[float, list[Place]]] = json.loads(kept.read_text()) if kept else {}
        calls |= self._measured([item for item in items if item.nodeid not in calls])
        if self.reach_file is not None:
            self.reach_file.write_text(json.dumps(calls))
        self.seconds = {test: seconds for test, (seconds, _) in calls.items()}
        reach: dict[Place, list[str]] = defaultdict(list)
        for test, (seconds, places) in calls.items():
            if seconds < LONGEST_TEST_S and test in self._items:
                for place in places:
                    reach[place].append(test)
        self.reach = reach
        print(f"{len(calls)} tests call {len(reach)} functions", file=sys.__stderr__)

    def _measured(self, items: Sequence[pytest.Item]) -> dict[str, tuple[float, list[Place]]]:
        modules = sorted({item.nodeid.partition("::")[0] for item in items})
        turns = [frozenset(modules[turn :: self.processes]) for turn in range(self.processes)]
        own = [[item for item in items if item.nodeid.partition("::")[0] in turn] for turn in turns]
        jobs = [functools.partial(self._measure, those, turn) for turn, those in enumerate(own)]
        assert all(code == 0 for _, code in self._forked(jobs, limit_s=None))
        found: dict[str, tuple[float, list[Place]]] = {}
        for turn in range(self.processes):
            found |= json.loads((self._folder / f"reach-{turn}").read_text())
        return found

    def _measure(self, own: Sequence[pytest.Item], turn: int) -> int:
        found, calls = {}, _Calls()
        for place, item in enumerate(own):
            following = own[place + 1] if place + 1 < len(own) else item
            began = time.perf_counter()
            calls.begin()
            reports = runtestprotocol(item, log=False, nextitem=following)
            places = calls.end()
            if not place % 250:
                print(f"{place} of {len(own)} tests measured", file=sys.__stderr__, flush=True)
            if all(one.passed for one in reports):
                found[item.nodeid] = (time.perf_counter() - began, sorted(places))
        (self._folder / f"reach-{turn}").write_text(json.dumps(found))
        return 0

    # -- the changes

    def _try_all(self) -> None:
        for name in {mutant.path for mutant in self.mutants if mutant.path.endswith(".py")}:
            importlib.import_module(name.removesuffix(".py").replace("/", "."))  # some are otherwise imported later
        functions = _functions_by_file()
        in_memory = [
            at
            for at, mutant in enumerate(self.mutants)
            if self._is_in_memory(mutant) and _has_function(functions[str(ROOT / mutant.path)], mutant)
        ]
        jobs = [functools.partial(self._try_in_memory, self.mutants[at], functions) for at in in_memory]
        for turn, code in self._forked(jobs, limit_s=LONGEST_CHANGE_S):
            self._note(in_memory[turn], code)
        for at in range(len(self.mutants)):
            if at not in self.outcomes:
                self._note(at, self._try_on_disk(self.mutants[at]))

    def _note(self, at: int, exit_code: int) -> None:
        self.outcomes[at] = KILLED if exit_code else SURVIVED
        if not exit_code:
            print(f"survived: {self.mutants[at]}", file=sys.__stderr__, flush=True)
        if not len(self.outcomes) % 20:
            print(f"{len(self.outcomes)} of {len(self.mutants)} changes tried", file=sys.__stderr__, flush=True)

    def _is_in_memory(self, mutant: Mutant) -> bool:
        """Return whether replacing the code in memory is enough; code that ran at import needs a new process."""
        return bool(mutant.function) and not any(place in self.imported for place in self._places_of(mutant))

    def _places_of(self, mutant: Mutant) -> list[Place]:
        """Return the function around it, and its inner functions."""
        outer = f"{mutant.path}:{mutant.function}"
        return [place for place in {*self.reach, *self.imported} if place.partition(".<locals>")[0] == outer]

    def _tests_of(self, mutant: Mutant) -> list[pytest.Item]:
        """Return one case of each test function, the quickest first, then further cases for a quarter of the time."""
        if mutant.function:
            tests = {test for place in self._places_of(mutant) for test in self.reach.get(place, ())}
        else:
            tests = {test for place, own in self.reach.items() if place.startswith(f"{mutant.path}:") for test in own}
        quickest = sorted(tests, key=lambda test: (self.seconds[test], test))
        one_of_each = {test.partition("[")[0]: test for test in reversed(quickest)}.values()
        chosen = self._within(3 * TESTS_OF_CHANGE_S / 4, [test for test in quickest if test in one_of_each])
        chosen += self._within(TESTS_OF_CHANGE_S / 4, [test for test in quickest if test not in chosen])
        return [self._items[test] for test in chosen]

    def _within(self, seconds: float, tests: Sequence[str]) -> list[str]:
        ends = accumulate(self.seconds[test] for test in tests)
        return [test for test, end in zip(tests, ends, strict=True) if end <= seconds]

    def _try_in_memory(self, mutant: Mutant, functions: Mapping[str, Sequence[FunctionType]]) -> int:
        path = ROOT / mutant.path
        changed = mutant.mutation.applied(path.read_text(encoding="utf-8"))
        _replace_code(functions[str(path)], compile(changed, str(path), "exec"))
        return self._fails(self._tests_of(mutant))

    def _fails(self, items: Sequence[pytest.Item]) -> int:
        for place, item in enumerate(items):
            following = items[place + 1] if place + 1 < len(items) else item
            if not place:
                item.session._setupstate.teardown_exact(item)
            if any(one.failed for one in runtestprotocol(item, log=False, nextitem=following)):
                return 1
        return 0

    def _try_on_disk(self, mutant: Mutant) -> int:
        path = ROOT / mutant.path
        source = path.read_text(encoding="utf-8")
        tests = OF_SCRIPTS if path.suffix == ".js" else [item.nodeid for item in self._tests_of(mutant)]
        path.write_text(mutant.mutation.applied(source), encoding="utf-8")
        try:
            return _fails_anew(tests) if tests else 0
        finally:
            path.write_text(source, encoding="utf-8")

    # -- processes

    def _forked(self, jobs: Sequence[Callable[[], int]], *, limit_s: int | None) -> Iterator[tuple[int, int]]:
        """Yield the number and exit code of each job as it ends; a signal gives a code too."""
        running: dict[int, int] = {}
        for turn, job in enumerate(jobs):
            if len(running) == self.processes:
                yield self._ended(running)
            running[self._start(turn, job, limit_s)] = turn
        while running:
            yield self._ended(running)

    def _ended(self, running: dict[int, int]) -> tuple[int, int]:
        pid, status = os.wait()
        turn = running.pop(pid)
        shutil.rmtree(self._folder / f"job-{turn}", ignore_errors=True)
        return turn, os.waitstatus_to_exitcode(status)

    def _start(self, turn: int, job: Callable[[], int], limit_s: int | None) -> int:
        if pid := os.fork():
            return pid
        try:
            signal.alarm(limit_s or 0)
            with _own_database(self._folder / f"job-{turn}"):
                code = job()
            os._exit(code)
        except BaseException as error:
            print(f"{type(error).__name__}: {error}", file=sys.__stderr__, flush=True)
            os._exit(2)


def _fails_anew(tests: Sequence[str]) -> int:
    """Return the exit code of the tests in a new process, which imports the changed module."""
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:xdist", "-p", "no:cacheprovider", *tests]
    try:
        return subprocess.run(command, cwd=ROOT, capture_output=True, timeout=LONGEST_CHANGE_S).returncode
    except subprocess.TimeoutExpired:
        return 1


@contextmanager
def _own_database(folder: Path) -> Iterator[None]:
    """Copy the database file of the tests for this process."""
    from django.db import connection

    folder.mkdir()
    own = folder / "test.sqlite3"
    connection.connection = None  # the one from before the fork
    for path in Path(str(connection.settings_dict["NAME"])).parent.glob("test.sqlite3*"):
        shutil.copy(path, folder / path.name)
    connection.settings_dict["NAME"] = str(own)
    for cached in [one for one in gc.get_objects() if isinstance(one, functools._lru_cache_wrapper)]:
        if str(getattr(cached, "__module__", "")).startswith(("scorebook", "rules")):
            cached.cache_clear()
    yield


def _has_function(functions: Sequence[FunctionType], mutant: Mutant) -> bool:
    return any(one.__code__.co_qualname == mutant.function for one in functions)


def _functions_by_file() -> dict[str, list[FunctionType]]:
    found: dict[str, list[FunctionType]] = defaultdict(list)
    for one in gc.get_objects():
        if isinstance(one, FunctionType):
            found[one.__code__.co_filename].append(one)
    return found


def _replace_code(functions: Sequence[FunctionType], module: CodeType) -> None:
    changed = {(code.co_qualname, code.co_firstlineno): code for code in _codes_in(module)}
    for function in functions:
        code = changed.get((function.__code__.co_qualname, function.__code__.co_firstlineno))
        if code is not None and code.co_freevars == function.__code__.co_freevars:
            function.__code__ = code


def _codes_in(code: CodeType) -> Iterator[CodeType]:
    for one in code.co_consts:
        if isinstance(one, CodeType):
            yield one
            yield from _codes_in(one)
