"""The data folder of an installation: the SQLite file, the secret key, and the counts of clients' budgets."""

import contextlib
import os
import secrets
import tempfile
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

# Modes of single files, no umask: that would reach every file of every command.
PRIVATE_FOLDER = 0o700
PRIVATE_FILE = 0o600


def make_data_folder(folder: Path) -> None:
    try:
        folder.mkdir(mode=PRIVATE_FOLDER, parents=True, exist_ok=True)
    except OSError as error:
        raise ImproperlyConfigured(f"SCOREBOOK_DATA: cannot make the folder {folder}: {error.strerror}") from error


def make_database_private(database: str | Path) -> None:
    """Make the file of a SQLite database if it is missing, and let only its owner read it: mode 0600.

    SQLite gives its -wal and -shm files the same mode, and takes an empty file for a database without tables. Files of
    another owner and missing folders are left for SQLite to report.
    """
    if str(database).startswith((":memory:", "file:")):
        return
    path = Path(database)
    with contextlib.suppress(OSError):
        # An existing file is never opened: closing it again would drop the locks that this process has on it.
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, PRIVATE_FILE))
    for file in (path, *(path.with_name(path.name + end) for end in ("-wal", "-shm"))):
        with contextlib.suppress(OSError):
            file.chmod(PRIVATE_FILE)


def kept_secret_key(folder: Path) -> str:
    """Return the key in the folder; the first call makes it, mode 0600."""
    path = folder / "secret_key"
    try:
        if not path.exists():
            _write_file_once(path, secrets.token_urlsafe(64))
        key = path.read_text(encoding="ascii").strip()
    except OSError as error:
        raise ImproperlyConfigured(f"SCOREBOOK_DATA: cannot keep a secret key in {folder}: {error.strerror}") from error
    if not key:
        raise ImproperlyConfigured(f"SCOREBOOK_DATA: {path} is empty; delete it and a new key is made")
    return key


def _write_file_once(path: Path, text: str) -> None:
    # Two processes may start at the same moment. Each writes a file of its own and links it to the
    # name: the link fails for the second, and a half-written key is never read.
    handle, draft = tempfile.mkstemp(dir=path.parent, prefix=".secret_key-")
    try:
        with os.fdopen(handle, "w", encoding="ascii") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        with contextlib.suppress(FileExistsError):
            os.link(draft, path)
    finally:
        os.unlink(draft)
