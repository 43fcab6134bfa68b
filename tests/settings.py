"""The project's settings under test: nothing of the developer's shell or data folder gets in."""

import atexit
import os
import shutil
import tempfile

for name in [name for name in os.environ if name.startswith("SCOREBOOK_") and name != "SCOREBOOK_TEST_DATABASE_URL"]:
    del os.environ[name]

# `python -m tests` names PostgreSQL here; plain pytest runs on SQLite, whatever DATABASE_URL says.
os.environ["DATABASE_URL"] = os.environ.get("SCOREBOOK_TEST_DATABASE_URL", "")
os.environ["SCOREBOOK_DATA"] = tempfile.mkdtemp(prefix="scorebook-tests-")
atexit.register(shutil.rmtree, os.environ["SCOREBOOK_DATA"], ignore_errors=True)

from scorebook.settings import *  # noqa: E402, F403
from scorebook.settings import DATA_DIR, DATABASES  # noqa: E402

if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    # A file, not memory: the live server's threads have connections of their own, as in production.
    DATABASES["default"]["TEST"] = {"NAME": str(DATA_DIR / "test.sqlite3")}
