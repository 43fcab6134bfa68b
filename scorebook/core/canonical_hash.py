"""The two digests of the books: of the facts in a chain, and of typed texts."""

import hashlib
import secrets
from collections.abc import Mapping
from datetime import UTC, datetime

import orjson

SALT_BYTES = 16
_CANONICAL = orjson.OPT_SORT_KEYS | orjson.OPT_PASSTHROUGH_DATETIME


def canonical_digest(facts: Mapping[str, object]) -> str:
    """Return the SHA-256 of facts as canonical JSON: UTF-8 without spaces, sorted names, ids and times as text.

    Absent values are left out, so that a field added later leaves older hashes unchanged. Floats are not allowed, since
    they can be written in several ways.
    """
    present = {name: value for name, value in facts.items() if value is not None}
    return hashlib.sha256(orjson.dumps(present, _canonical_value_text, _CANONICAL)).hexdigest()


def new_salt() -> str:
    """Return 128 random bits, which prevent guessing a short text by trying all of them."""
    return secrets.token_hex(SALT_BYTES)


def salted_commitment(*, salt: str, text: str) -> str:
    """Return the SHA-256 of salt and text. Salts have one length, so no other pair makes the same bytes."""
    return hashlib.sha256(f"{salt}{text}".encode()).hexdigest()


def moment_text(value: datetime) -> str:
    return value.astimezone(UTC).isoformat(timespec="microseconds")


def _canonical_value_text(value: object) -> str:
    return moment_text(value) if isinstance(value, datetime) else str(value)
