import os
from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from tests.engines.launch import ENGINES, EngineMissing, launched
from tests.engines.phone import Phone
from tests.engines.server import Server, running


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("data")) as server:
        yield server


@pytest.fixture(params=ENGINES)
def phone(request: pytest.FixtureRequest, server: Server, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Phone]:
    """A browser for each story: one whose storage has come to a stop, as WebKit's may, spoils no other.

    Nor does a story that ended while the server was stopped.
    """
    server.start_if_stopped()
    with ExitStack() as stack:
        try:
            driver = stack.enter_context(launched(request.param, tmp_path_factory.mktemp(request.param)))
        except EngineMissing as missing:
            if os.environ.get("CI"):
                pytest.fail(str(missing))
            pytest.skip(str(missing))
        yield Phone(driver, base_url=server.url)
