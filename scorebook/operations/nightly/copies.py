"""The outside place that each backup is copied to: a folder or a WebDAV server. Each copy is read back."""

import contextlib
import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Protocol, cast
from urllib.parse import urlsplit

from scorebook.core.whole_file import whole_file
from scorebook.operations import http_client

TIMEOUT_S = 60  # of silence, not of the whole
BLOCK = 1 << 20


class CopyFailed(Exception):
    """The copy failed; no incomplete copy was left."""


class CopyTarget(Protocol):
    def put_copy(self, file: Path) -> None:
        """Copy the file. Raises: CopyFailed."""

    def remove_copy(self, name: str) -> None:
        """Remove a copy; a missing one counts as removed. Raises: CopyFailed."""


def copy_target(setting: str) -> CopyTarget:
    return WebDav(setting) if "://" in setting else Folder(Path(setting))


class Folder:
    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def put_copy(self, file: Path) -> None:
        with self._folder_errors():
            copy = self._folder / file.name
            with file.open("rb") as content, whole_file(copy) as written:
                while block := content.read(BLOCK):
                    written.write(block)
            if _digest_of_file(copy) != _digest_of_file(file):
                copy.unlink()
                raise CopyFailed(f"{copy} does not hold what was written to it")

    def remove_copy(self, name: str) -> None:
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
        self._host = urlsplit(address).hostname

    def put_copy(self, file: Path) -> None:
        self._check_webdav_folder()
        try:
            self._put_webdav_file(file)
            arrived = self._digest_of_webdav_file(file.name)
        except CopyFailed:
            self._remove_partial_copy(file.name)
            raise
        if arrived != _digest_of_file(file):
            self._remove_partial_copy(file.name)
            raise CopyFailed(f"{self._host} did not keep {file.name} as it was sent")

    def remove_copy(self, name: str) -> None:
        try:
            with http_client.open_url("DELETE", self._webdav_file_url(name), timeout_s=TIMEOUT_S):
                pass
        except http_client.NotReached as error:
            if error.status not in (404, 410):
                raise CopyFailed(str(error)) from error

    def _check_webdav_folder(self) -> None:
        # Before a file is sent: a server that refuses it then breaks off, and its reason cannot be read.
        url = f"{self._address}/"
        with _copy_errors(), http_client.open_url("PROPFIND", url, headers={"Depth": "0"}, timeout_s=TIMEOUT_S):
            pass

    def _put_webdav_file(self, file: Path) -> None:
        headers = {"Content-Type": "application/octet-stream", "Content-Length": str(file.stat().st_size)}
        with _copy_errors(), file.open("rb") as content:
            url = self._webdav_file_url(file.name)
            with http_client.open_url("PUT", url, data=content, headers=headers, timeout_s=TIMEOUT_S):
                pass

    def _digest_of_webdav_file(self, name: str) -> str:
        with _copy_errors(), http_client.open_url("GET", self._webdav_file_url(name), timeout_s=TIMEOUT_S) as answer:
            return _digest_of_stream(cast(IO[bytes], answer))

    def _remove_partial_copy(self, name: str) -> None:
        with contextlib.suppress(CopyFailed):
            self.remove_copy(name)

    def _webdav_file_url(self, name: str) -> str:
        return f"{self._address}/{name}"


@contextmanager
def _copy_errors() -> Iterator[None]:
    try:
        yield
    except http_client.NotReached as error:
        raise CopyFailed(str(error)) from error


def _digest_of_file(file: Path) -> str:
    with file.open("rb") as content:
        return _digest_of_stream(content)


def _digest_of_stream(content: IO[bytes]) -> str:
    summed = hashlib.sha256()
    while block := content.read(BLOCK):
        summed.update(block)
    return summed.hexdigest()
