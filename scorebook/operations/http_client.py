"""Requests to other servers, without redirects. Errors name only the host, since the rest of a URL may be secret."""

import base64
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.client import HTTPException, HTTPResponse
from typing import IO, Any
from urllib.parse import unquote, urlsplit, urlunsplit

TIMEOUT_S = 10


class NotReached(Exception):
    """The server refuses, breaks off or does not answer."""

    def __init__(self, said: str, *, status: int | None = None) -> None:
        super().__init__(said)
        self.status = status  # None if it did not answer


@contextmanager
def open_url(
    method: str,
    url: str,
    *,
    data: bytes | IO[bytes] | None = None,
    headers: Mapping[str, str] | None = None,
    timeout_s: int = TIMEOUT_S,
) -> Iterator[HTTPResponse]:
    """Yield the response, if its status is 2xx. A user name and password in the URL are sent as Basic authentication.

    Raises: NotReached, also if the response breaks off while it is read.
    """
    host = urlsplit(url).hostname
    bare, credentials = _split_url_credentials(url)
    request = urllib.request.Request(bare, data=data, headers=credentials | dict(headers or {}), method=method)
    try:
        with urllib.request.build_opener(_NoRedirect).open(request, timeout=timeout_s) as response:
            yield response
    except urllib.error.HTTPError as error:
        error.close()
        raise NotReached(f"{host} answers {error.code}", status=error.code) from error
    except (OSError, HTTPException, ValueError) as error:
        raise NotReached(f"{host} cannot be reached: {_connection_error_reason(error)}") from error


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """A handler that refuses redirects: a redirected POST becomes a GET without its body, and a password would leak."""

    def redirect_request(self, *args: Any, **kwargs: Any) -> None:
        return None


def _split_url_credentials(url: str) -> tuple[str, dict[str, str]]:
    parts = urlsplit(url)
    if parts.username is None:
        return url, {}
    secret = f"{unquote(parts.username)}:{unquote(parts.password or '')}".encode()
    bare = urlunsplit(parts._replace(netloc=parts.netloc.rpartition("@")[2]))
    return bare, {"Authorization": f"Basic {base64.b64encode(secret).decode()}"}


def _connection_error_reason(error: Exception) -> str:
    """Return the reason, without the messages of errors that repeat the URL."""
    if isinstance(error, urllib.error.URLError):
        return str(error.reason)
    return str(error) if isinstance(error, OSError) else type(error).__name__
