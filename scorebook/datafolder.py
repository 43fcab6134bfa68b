"""The folder that holds what one installation owns: the SQLite file and the secret key."""

import contextlib
import os
import secrets
import tempfile
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

PRIVATE_FOLDER = 0o700


def make(folder: Path) -> None:
    try:
        folder.mkdir(mode=PRIVATE_FOLDER, parents=True, exist_ok=True)
    except OSError as error:
        raise ImproperlyConfigured(f"SCOREBOOK_DATA: cannot make the folder {folder}: {error.strerror}") from error


def kept_secret_key(folder: Path) -> str:
    """The key in the folder; the first caller makes it, mode 0600."""
    path = folder / "secret_key"
    try:
        if not path.exists():
            _write_once(path, secrets.token_urlsafe(64))
        key = path.read_text(encoding="ascii").strip()
    except OSError as error:
        raise ImproperlyConfigured(f"SCOREBOOK_DATA: cannot keep a secret key in {folder}: {error.strerror}") from error
    if not key:
        raise ImproperlyConfigured(f"SCOREBOOK_DATA: {path} is empty; delete it and a new key is made")
    return key


def _write_once(path: Path, text: str) -> None:
    # Two processes may start at the same moment. Each writes a file of its own and links it to the
    # name: the link fails for the second, and nobody ever reads a half-written key.
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
