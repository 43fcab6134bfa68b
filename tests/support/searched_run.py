"""A plugin of pytest: a run in whose logs a link token stands has failed, whatever its tests say."""

import os
import shutil
import tempfile
from pathlib import Path

import pytest

from tests.support import log_search


class SearchedRun:
    """In the process that has the workers, or that has none; they keep what they log in its folder."""

    def __init__(self) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="scorebook-logs-"))
        os.environ[log_search.FOLDER] = str(self._folder)
        self._searched: log_search.Searched | None = None

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        self._searched = log_search.search(self._folder)
        if self._searched.findings:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        if self._searched:
            terminalreporter.section("logs", red=bool(self._searched.findings))
            terminalreporter.write_line(str(self._searched))

    def pytest_unconfigure(self) -> None:
        os.environ.pop(log_search.FOLDER, None)
        shutil.rmtree(self._folder, ignore_errors=True)


def pytest_configure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(SearchedRun(), "searched-run")
