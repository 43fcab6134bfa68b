"""The project's settings under test: nothing of the developer's shell or data folder gets in."""

import os
from tempfile import TemporaryDirectory

# It stays in the environment: xdist's workers come here too, from a process that has been here already.
_ENGINE_OF_TESTS = "SCOREBOOK_TEST_DATABASE_URL"
_KEPT = (_ENGINE_OF_TESTS, "SCOREBOOK_TEST_CITUS")
_POSTGRES_URL = os.environ.get(_ENGINE_OF_TESTS, "")

for _name in [name for name in os.environ if name.startswith(("SCOREBOOK_", "SENTRY_")) and name not in _KEPT]:
    del os.environ[_name]

# `python -m tests` names PostgreSQL; plain pytest runs on SQLite, whatever DATABASE_URL says.
# conftest puts the SQLite file into pytest's own temporary folder; in this one nothing is kept, and it goes at the end.
_data = TemporaryDirectory(prefix="scorebook-")
os.environ["SCOREBOOK_DATA"] = _data.name
os.environ["DATABASE_URL"] = _POSTGRES_URL or f"sqlite:///{os.environ['SCOREBOOK_DATA']}/test.sqlite3"
os.environ["SCOREBOOK_SECRET_KEY"] = "only-for-tests-" + "x" * 50
# So that the lines of requests are searched too.
os.environ["SCOREBOOK_LOG_REQUESTS"] = "on"

from scorebook.settings import *  # noqa: E402, F403
from scorebook.settings import LOGGING  # noqa: E402
from tests.support import log_search  # noqa: E402

log_search.remember_link_tokens()

# All that a test spends is forgotten after it (conftest).
CACHES = {
    name: {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": name}
    for name in ("default", "sheets")
}

# A password costs a quarter of a second otherwise, and each test with an operator makes one. Servers that tests start
# have the site's own settings.
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]

LOGGING = log_search.logging_that_keeps(LOGGING)
