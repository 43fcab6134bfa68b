"""The clock that the product reads in this process: a still one, or one that moves on with each reading."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone

# Between two readings the minute changes, and after six of them the year. The evenings of 2026 are long past.
FIRST_READING, STEP = datetime(2031, 12, 31, 22, 54, tzinfo=UTC), timedelta(seconds=61)


class MovingClock:
    """A clock that begins anew with each test. The tests in a browser, which has its own clock, read the real one."""

    def __init__(self, real: Callable[[], datetime]) -> None:
        self._real, self._is_moving, self._readings = real, True, 0

    def now(self) -> datetime:
        if not self._is_moving:
            return self._real()
        self._readings += 1
        return FIRST_READING + STEP * self._readings

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        self._is_moving, self._readings = not item.get_closest_marker("browser"), 0


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("moving_clock"):
        clock = MovingClock(timezone.now)
        config.pluginmanager.register(clock)
        timezone.now = clock.now


@pytest.fixture
def still_clock(monkeypatch: pytest.MonkeyPatch) -> datetime:
    """The time at which all of the test happens."""
    moment = timezone.now()
    monkeypatch.setattr(timezone, "now", lambda: moment)
    return moment
