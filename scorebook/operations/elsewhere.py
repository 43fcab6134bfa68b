"""Asks other servers. Redirects are not followed, and what goes wrong names the host only: the rest may be secret."""

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
    """The server refuses, breaks off or is not there. status: what it answered, None where it did not."""

    def __init__(self, said: str, *, status: int | None = None) -> None:
        super().__init__(said)
        self.status = status


@contextmanager
def asked(
    method: str,
    url: str,
    *,
    data: bytes | IO[bytes] | None = None,
    headers: Mapping[str, str] | None = None,
    timeout_s: int = TIMEOUT_S,
) -> Iterator[HTTPResponse]:
    """An answer that begins with 2. url: name and password in it are sent as they are asked for.

    Raises: NotReached, for what breaks off while it is read too.
    """
    host = urlsplit(url).hostname
    bare, credentials = _without_credentials(url)
    request = urllib.request.Request(bare, data=data, headers=credentials | dict(headers or {}), method=method)
    try:
        with urllib.request.build_opener(_NoRedirect).open(request, timeout=timeout_s) as response:
            yield response
    except urllib.error.HTTPError as error:
        error.close()
        raise NotReached(f"{host} answers {error.code}", status=error.code) from error
    except (OSError, HTTPException, ValueError) as error:
        raise NotReached(f"{host} cannot be reached: {_reason(error)}") from error


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """A redirected POST arrives as a GET, without what was sent; and a password would go with it."""

    def redirect_request(self, *args: Any, **kwargs: Any) -> None:
        return None


def _without_credentials(url: str) -> tuple[str, dict[str, str]]:
    parts = urlsplit(url)
    if parts.username is None:
        return url, {}
    secret = f"{unquote(parts.username)}:{unquote(parts.password or '')}".encode()
    bare = urlunsplit(parts._replace(netloc=parts.netloc.rpartition("@")[2]))
    return bare, {"Authorization": f"Basic {base64.b64encode(secret).decode()}"}


def _reason(error: Exception) -> str:
    """Without the message of those that repeat the address."""
    if isinstance(error, urllib.error.URLError):
        return str(error.reason)
    return str(error) if isinstance(error, OSError) else type(error).__name__
