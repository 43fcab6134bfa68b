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


@pytest.fixture(scope="module", params=ENGINES)
def phone(request: pytest.FixtureRequest, server: Server, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Phone]:
    """One browser for all stories of an engine; each story starts an evening of its own."""
    with ExitStack() as stack:
        try:
            driver = stack.enter_context(launched(request.param, tmp_path_factory.mktemp(request.param)))
        except EngineMissing as missing:
            if os.environ.get("CI"):
                pytest.fail(str(missing))
            pytest.skip(str(missing))
        yield Phone(driver, base_url=server.url)
