"""The outside place that each backup is copied to: a folder or a WebDAV server. Each copy is read back."""

import contextlib
import hashlib
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPResponse
from pathlib import Path
from typing import IO
from urllib.parse import urlsplit

from scorebook.core.whole_file import whole_file
from scorebook.operations import http_client

TIMEOUT_S = 60  # of silence, not of the whole


class CopyFailed(Exception):
    """The copy failed; no incomplete copy was left."""


class Folder:
    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def put_backup_copy(self, file: Path) -> None:
        with self._folder_errors():
            copy = self._folder / file.name
            with file.open("rb") as content, whole_file(copy) as written:
                shutil.copyfileobj(content, written)
            if _digest_of_file(copy) != _digest_of_file(file):
                copy.unlink()
                raise CopyFailed(f"{copy} does not hold what was written to it")

    def remove_backup_copy(self, name: str) -> None:
        """Remove a copy, if it is there. Raises: CopyFailed."""
        with self._folder_errors():
            (self._folder / name).unlink(missing_ok=True)

    @contextmanager
    def _folder_errors(self) -> Iterator[None]:
        if not self._folder.is_dir():
            raise CopyFailed(f"{self._folder} is not there; it is never made, because a disk may not be mounted")
        try:
            yield
        except OSError as error:
            raise CopyFailed(f"{self._folder}: {error.strerror or error}") from error


class WebDav:
    def __init__(self, address: str) -> None:
        self._address = address.rstrip("/")

    def put_backup_copy(self, file: Path) -> None:
        # Before a file is sent: a server that refuses it then breaks off, and its reason cannot be read.
        with self._webdav_request("PROPFIND", "", headers={"Depth": "0"}):
            pass
        headers = {"Content-Type": "application/octet-stream", "Content-Length": str(file.stat().st_size)}
        try:
            with file.open("rb") as content, self._webdav_request("PUT", file.name, headers=headers, data=content):
                pass
            with self._webdav_request("GET", file.name) as response:
                arrived = hashlib.file_digest(response, "sha256").digest()
            if arrived != _digest_of_file(file):
                raise CopyFailed(f"{urlsplit(self._address).hostname} did not keep {file.name} as it was sent")
        except CopyFailed:
            with contextlib.suppress(CopyFailed):
                self.remove_backup_copy(file.name)
            raise

    def remove_backup_copy(self, name: str) -> None:
        try:
            with http_client.open_url("DELETE", f"{self._address}/{name}", timeout_s=TIMEOUT_S):
                pass
        except http_client.NotReached as error:
            if error.status not in (404, 410):
                raise CopyFailed(str(error)) from error

    @contextmanager
    def _webdav_request(
        self, method: str, name: str, *, headers: dict[str, str] | None = None, data: IO[bytes] | None = None
    ) -> Iterator[HTTPResponse]:
        url = f"{self._address}/{name}"
        try:
            with http_client.open_url(method, url, headers=headers, data=data, timeout_s=TIMEOUT_S) as response:
                yield response
        except http_client.NotReached as error:
            raise CopyFailed(str(error)) from error


CopyTarget = Folder | WebDav


def backup_copy_target(setting: str) -> CopyTarget:
    return WebDav(setting) if "://" in setting else Folder(Path(setting))


def _digest_of_file(file: Path) -> bytes:
    with file.open("rb") as content:
        return hashlib.file_digest(content, "sha256").digest()
