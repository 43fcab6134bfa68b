"""Values from the environment, parsed strictly; all bad ones are reported together."""

import secrets
import zoneinfo
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import parse_qs, urlsplit

import environ
from django.core.exceptions import ImproperlyConfigured, ValidationError
from django.core.validators import validate_email

T = TypeVar("T")
D = TypeVar("D")

DATABASE_ENGINES = ("django.db.backends.sqlite3", "django.db.backends.postgresql")
MIN_SECRET_KEY_LENGTH = 50
MIN_METRICS_TOKEN_LENGTH = 20
LOG_FORMATS = ("line", "json")
# Schemes of EMAIL_URL and the ports that their servers listen on.
MAIL_PORTS = {"smtp": 25, "smtps": 465, "smtp+ssl": 465, "smtp+tls": 587}


@dataclass(frozen=True, slots=True, kw_only=True)
class MailServer:
    host: str = ""
    port: int = 25
    user: str = ""
    password: str = field(default="", repr=False)
    is_tls: bool = False  # from the first byte
    is_starttls: bool = False  # after a greeting
    sender: str = ""  # empty for the operator's address


class Environment:
    """A reader of variables that collects their problems for `check`."""

    def __init__(self) -> None:
        self._env = environ.Env()
        self._problems: list[str] = []

    def read(self, name: str, parse: Callable[[str], T], default: D) -> T | D:
        """Return the parsed value, or the default if the variable is unset or empty.

        After a ValueError from `parse` it returns the default, so that the next variable is read too.
        """
        text = self._env.str(name, default="").strip()
        if not text:
            return default
        try:
            return parse(text)
        except ValueError as error:
            self._problems.append(f"{name}: {error}")
            return default

    def is_set(self, name: str) -> bool:
        return bool(self._env.str(name, default="").strip())

    def refuse(self, name: str, why: str) -> None:
        """Add a problem that concerns several variables together."""
        self._problems.append(f"{name}: {why}")

    def check(self) -> None:
        if self._problems:
            raise ImproperlyConfigured("Bad settings in the environment:\n  " + "\n  ".join(self._problems))


def boolean_setting(text: str) -> bool:
    # environ's own parser takes every unknown word for False: "DEBUG=ture" must not pass silently.
    word = text.lower()
    if word in environ.Env.BOOLEAN_TRUE_STRINGS:
        return True
    if word in ("false", "off", "no", "n", "0"):
        return False
    raise ValueError(f"{text!r} is neither yes nor no")


def hosts_setting(text: str) -> list[str]:
    """Parse host names separated by commas, without scheme, port or path."""
    names = _comma_separated(text)
    for name in names:
        is_ipv6 = name.startswith("[") and name.endswith("]")
        if "/" in name or (":" in name and not is_ipv6):
            raise ValueError(f"{name!r} is not a host name (no scheme, no port)")
    return names


def origins_setting(text: str) -> list[str]:
    """Parse origins separated by commas, such as https://scorebook.example."""
    found = _comma_separated(text)
    for origin in found:
        parts = urlsplit(origin)
        if parts.scheme not in ("http", "https") or not parts.hostname or parts.path:
            raise ValueError(f"{origin!r} is not an origin such as https://scorebook.example")
    return found


def time_zone_setting(text: str) -> str:
    try:
        zoneinfo.ZoneInfo(text)
    except (zoneinfo.ZoneInfoNotFoundError, OSError) as error:
        raise ValueError(f"{text!r} is not a time zone such as Europe/Berlin") from error
    return text


def _whole_number_setting(unit: str, *, least: int, most: int) -> Callable[[str], int]:
    def parse(text: str) -> int:
        if not (text.isdecimal() and least <= int(text) <= most):
            raise ValueError(f"{text!r} is not a whole number of {unit} from {least} to {most}")
        return int(text)

    return parse


seconds_setting = _whole_number_setting("seconds", least=1, most=600)
megabytes_setting = _whole_number_setting("megabytes", least=1, most=1_000_000)


def log_setting(text: str) -> str:
    if text.lower() not in LOG_FORMATS:
        raise ValueError(f"{text!r} is neither {' nor '.join(LOG_FORMATS)}")
    return text.lower()


def metrics_token_setting(text: str) -> str:
    # The token is secret: it must not be repeated in the message.
    if len(text) < MIN_METRICS_TOKEN_LENGTH or not text.isascii():
        example = secrets.token_urlsafe(MIN_METRICS_TOKEN_LENGTH)
        raise ValueError(f"needs at least {MIN_METRICS_TOKEN_LENGTH} ASCII characters, for example {example}")
    return text


def dsn_setting(text: str) -> str:
    """Parse the address of a service with Sentry's protocol that receives error reports."""
    # It holds a key: it must not be repeated in the message.
    parts = urlsplit(text) if _is_http_address(text) else None
    if not (parts and parts.username and parts.path.rpartition("/")[2].isdecimal()):
        raise ValueError("not an address such as https://key@errors.example/1")
    return text


def folder_setting(text: str) -> Path:
    path = Path(text).expanduser().absolute()
    if path.exists() and not path.is_dir():
        raise ValueError(f"{text!r} is not a folder")
    return path


def anchor_setting(text: str) -> str:
    """Parse the target of anchors: an http(s) address, or a file in an existing folder."""
    if "://" in text:
        # The address may hold a secret: it must not be repeated in the message.
        if not _is_http_address(text) or urlsplit(text).username is not None:
            raise ValueError(
                "not an address such as https://elsewhere.example/anchors (a file, or http(s) without a password)"
            )
        return text
    path = Path(text).expanduser().absolute()
    if path.is_dir() or not path.parent.is_dir():
        raise ValueError(f"{text!r} is not a file in a folder that is there")
    return str(path)


def copy_setting(text: str) -> str:
    """Parse the target of copies of backups: a folder, which may be unmounted now, or a WebDAV http(s) address."""
    if "://" not in text:
        return str(folder_setting(text))
    # The address holds a password: it must not be repeated in the message.
    if not _is_http_address(text) or urlsplit(text).query or urlsplit(text).fragment:
        raise ValueError("not a folder, or an address such as https://user:password@cloud.example/folder/")
    return text


def ping_setting(text: str) -> str:
    """Parse an http(s) address for GET requests. It may hold a secret: it must not be repeated in the message."""
    if not _is_http_address(text) or urlsplit(text).username is not None:
        raise ValueError("not an address such as https://checks.example/ping/some-id, without a password")
    return text


def mail_setting(text: str) -> MailServer:
    """Parse the URL of a mail server, which may end in ?from=address."""
    # The URL holds the password: it must not be repeated in the message.
    meaning = "not a URL such as smtps://user:password@mail.example or smtp+tls://user:password@mail.example:587"
    try:
        parts = urlsplit(text)
        found: dict[str, Any] = dict(environ.Env.email_url_config(parts._replace(query="").geturl()))
        options = parse_qs(parts.query, keep_blank_values=True, strict_parsing=bool(parts.query))
    except Exception as error:
        raise ValueError(meaning) from error
    if parts.scheme not in MAIL_PORTS or not parts.hostname or parts.path not in ("", "/") or found["EMAIL_PORT"] == 0:
        raise ValueError(meaning)
    if options.keys() - {"from"}:
        raise ValueError("behind its ? only from=address is known")
    port = found["EMAIL_PORT"] or MAIL_PORTS[parts.scheme]
    # django-environ takes smtps for STARTTLS. It is TLS from the first byte, except on the two ports for STARTTLS.
    is_tls = parts.scheme == "smtp+ssl" or (parts.scheme == "smtps" and port not in (25, 587))
    return MailServer(
        host=parts.hostname,
        port=port,
        user=found["EMAIL_HOST_USER"] or "",
        password=found["EMAIL_HOST_PASSWORD"] or "",
        is_tls=is_tls,
        is_starttls=parts.scheme != "smtp" and not is_tls,
        sender=mail_address_setting(options["from"][-1]) if options else "",
    )


def mail_address_setting(text: str) -> str:
    try:
        validate_email(text)
    except ValidationError as error:
        raise ValueError(f"{text!r} is not an address such as anna@club.example") from error
    return text


def database_setting(text: str) -> dict[str, Any]:
    """Parse the URL of a SQLite or PostgreSQL database into Django's settings."""
    # The URL holds the password: it must not be repeated in the message.
    meaning = "not a URL such as postgresql://user:password@host/name or sqlite:////folder/file"
    try:
        found: dict[str, Any] = dict(environ.Env.db_url_config(text))
    except Exception as error:
        raise ValueError(meaning) from error
    if found.get("ENGINE") not in DATABASE_ENGINES or not found.get("NAME"):
        raise ValueError(meaning)
    return found


def secret_key_setting(text: str) -> str:
    if len(text) < MIN_SECRET_KEY_LENGTH:
        raise ValueError(f"needs at least {MIN_SECRET_KEY_LENGTH} characters, for example {secrets.token_urlsafe(48)}")
    return text


def _is_http_address(text: str) -> bool:
    try:
        parts = urlsplit(text)
        is_known = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False
    return is_known and not any(sign.isspace() for sign in text)


def _comma_separated(text: str) -> list[str]:
    return [word.strip() for word in text.split(",") if word.strip()]
