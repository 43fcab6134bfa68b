"""Fixtures that every test may use."""

import gc
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles.handlers import StaticFilesHandler
from django.core.cache import cache
from django.db import connection
from django.utils import translation
from hypothesis import HealthCheck
from hypothesis import settings as hypothesis_settings
from playwright.sync_api import Browser
from pytest_django.live_server_helper import LiveServer
from whitenoise.middleware import WhiteNoiseMiddleware

from scorebook.core import append_only
from tests.support import log_search, under_way
from tests.support.browser import ChromiumMissing, OpenPage, Pages, launched
from tests.support.extent import IS_CI

# A slow machine fails no test: neither an example nor its generation has a time limit.
hypothesis_settings.register_profile("scorebook", deadline=None, suppress_health_check=[HealthCheck.too_slow])
hypothesis_settings.load_profile("scorebook")

pytest_plugins = ["tests.support.clocks", "tests.support.searched_run", "tests.support.statement_guard"]

Figure = Callable[[str], None]

SAMPLE = 1  # of the slow tests of a file
ENGINES = {"sqlite": "SQLite", "postgresql": "PostgreSQL"}


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--engine", choices=list(ENGINES), help="fail on any other database")
    parser.addoption("--sample", action="store_true", help="of the slow tests of each file run the first")
    parser.addoption("--moving-clock", action="store_true", help="each reading of the clock is a minute after the last")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    # A browser sees no difference between the databases, and it takes the longest.
    is_second = connection.vendor != "sqlite"
    left_out = {"browser": is_second, "once": is_second, "thorough": not IS_CI}
    names = [name for name, is_left_out in left_out.items() if is_left_out]
    left = [item for item in items if not any(map(item.get_closest_marker, names))]
    if config.getoption("sample"):
        left = list(_sample(left))
    kept = set(left)
    config.hook.pytest_deselected(items=[item for item in items if item not in kept])
    # Kept in its order otherwise: tests of one file share what they set up.
    items[:] = sorted(left, key=lambda item: not item.get_closest_marker("long"))
    for item in items:
        _skip_on_other_engine(item)


def pytest_collection_finish() -> None:
    """Leave the collected tests out of garbage collection, which took a sixth of a run to go through them."""
    gc.collect()
    gc.freeze()


def _sample(items: list[pytest.Item]) -> Iterator[pytest.Item]:
    """Yield the items without the slow tests of each file after the first."""
    slow = Counter[Path]()
    for item in items:
        is_slow = any(map(item.get_closest_marker, ("browser", "sampled")))
        slow[item.path] += is_slow
        if not is_slow or slow[item.path] <= SAMPLE:
            yield item


def _skip_on_other_engine(item: pytest.Item) -> None:
    """Skipped and not left out: the report says which tests the other engine still has to run, and why."""
    for vendor, engine in ENGINES.items():
        only = item.get_closest_marker(f"{vendor}_only")
        if only and connection.vendor != vendor:
            item.add_marker(pytest.mark.skip(reason=only.kwargs.get("reason", f"its turn comes on {engine}")))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Figures that tests have measured, whichever worker did."""
    done = [*terminalreporter.getreports("passed"), *terminalreporter.getreports("failed")]
    figures = [text for report in done for name, text in report.user_properties if name == "figure"]
    if figures:
        terminalreporter.section("measured")
    for text in figures:
        terminalreporter.write_line(str(text))


@pytest.fixture
def figure(record_property: Callable[[str, object], None]) -> Figure:
    """Prints a line at the end of the run, whoever of the workers measured it."""
    return lambda text: record_property("figure", text)


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings_parallel_suffix: None, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Puts the SQLite database into a file of this process.

    A file, not memory: the live server's threads then have connections of their own, as in production.
    """
    if connection.vendor == "sqlite":
        connection.settings_dict["TEST"]["NAME"] = str(tmp_path_factory.mktemp("database") / "test.sqlite3")


@pytest.fixture(scope="session", autouse=True)
def _right_engine(pytestconfig: pytest.Config) -> None:
    """Asked in each of xdist's workers: a run that only says PostgreSQL proves nothing about it."""
    wanted = pytestconfig.getoption("engine")
    if wanted and connection.vendor != wanted:
        pytest.fail(f"this run is for {wanted}, and here is {connection.vendor}")


@pytest.fixture(scope="session", autouse=True)
def _logs_are_kept_to_the_end() -> Iterator[None]:
    """Else the search at the end of the run finds nothing where nothing was kept."""
    yield
    assert log_search.silenced_loggers(settings.LOGGING) == []


@pytest.fixture(autouse=True)
def _full_budgets() -> Iterator[None]:
    """Every test begins with clients that have sent no request yet."""
    yield
    cache.clear()


@pytest.fixture(autouse=True)
def _flush_of_append_only_tables(request: pytest.FixtureRequest) -> Iterator[None]:
    """Lets the flush that ends a transactional test empty the append-only tables too.

    The triggers go only when the test is over, and with it every request of pages that are closed by now: to one that
    comes late the tables would be empty in the middle. The flush ends in post_migrate, which brings them back.
    """
    if not _is_transactional(request):
        yield
        return
    # Set up after the database, this is torn down before it, and that is where the flush comes.
    request.getfixturevalue("transactional_db")
    yield
    under_way.wait_for_none()
    append_only.drop_triggers(connection, append_only.protected_tables())


def _is_transactional(request: pytest.FixtureRequest) -> bool:
    marker = request.node.get_closest_marker("django_db")
    return bool(
        {"transactional_db", "live_server", "django_db_reset_sequences"} & set(request.fixturenames)
        or (marker and marker.kwargs.get("transaction"))
    )


@pytest.fixture(scope="session", autouse=True)
def _files_come_as_from_the_real_server() -> None:
    """Minified, compressed and kept for ever; Django's live server would hand them out as they are written."""
    StaticFilesHandler._should_handle = lambda self, path: False  # type: ignore[method-assign]


@pytest.fixture(scope="session", autouse=True)
def _files_are_looked_for_once() -> None:
    """Every client of a test loads the middleware anew, and WhiteNoise would go through all folders each time: that
    took longer than the page.
    """
    look, found = WhiteNoiseMiddleware.add_files_from_finders, dict[str, dict[str, object]]()

    def look_once(self: WhiteNoiseMiddleware) -> None:
        if self.static_prefix not in found:
            look(self)
            found[self.static_prefix] = self.files
        self.files = found[self.static_prefix]

    WhiteNoiseMiddleware.add_files_from_finders = look_once


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """The machine's own Chromium, without a window."""
    with ExitStack() as stack:
        try:
            browser = stack.enter_context(launched())
        except ChromiumMissing as missing:
            if IS_CI:
                pytest.fail(str(missing))
            pytest.skip(str(missing))
        yield browser


@pytest.fixture
def open_page(live_server: LiveServer, chromium: Browser) -> Iterator[OpenPage]:
    """A phone of its own at each call: open_page("/", javascript=False, color_scheme="dark").

    At the end the test fails if a page requested anything of another host or wrote an error to the console.
    """
    pages = Pages(browser=chromium, base_url=live_server.url)
    yield pages.open
    pages.close()
    assert not pages.problems, "\n".join(pages.problems)


@pytest.fixture(autouse=True)
def _no_language_is_left_over() -> Iterator[None]:
    """A request leaves its language to whatever runs next in this process."""
    yield
    translation.deactivate()
