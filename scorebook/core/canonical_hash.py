"""The two digests of the books: of what stands in a chain, and of what a person typed."""

import hashlib
import json
import secrets
from collections.abc import Mapping
from datetime import UTC, datetime

SALT_BYTES = 16


def canonical_digest(facts: Mapping[str, object]) -> str:
    """SHA-256 of facts as canonical JSON.

    Absent values are left out, so that a field added later leaves older hashes alone.
    """
    present = {name: value for name, value in facts.items() if value is not None}
    return hashlib.sha256(_ENCODER.encode(present).encode()).hexdigest()


def new_salt() -> str:
    """128 bits: without it nobody can find a short text by trying all of them."""
    return secrets.token_hex(SALT_BYTES)


def salted_commitment(*, salt: str, text: str) -> str:
    """SHA-256 of salt and text. The salt has one length, so no other pair makes the same bytes."""
    return hashlib.sha256(f"{salt}{text}".encode()).hexdigest()


def _canonical_text(value: object) -> str:
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat(timespec="microseconds")
    return str(value)


# Made once: `json.dumps` would make one for every fact of every chain.
_ENCODER = json.JSONEncoder(default=_canonical_text, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
