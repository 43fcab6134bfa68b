"""The hash that ties an event of an evening to all events before it.

What an event moved is in the books of the ledger, under a chain of its own. This one holds the rest: who wrote
it and when, what was corrected, who sat down, and what was agreed before the first hand.
"""

import hashlib
import json
from datetime import UTC, datetime
from typing import Any

from scorebook.play.models import HandEvent, Session, SessionEvent

# Settled at the opening; never changed after it.
AGREED = ("club_id", "number", "ruleset", "game", "unit", "stake_minor", "first_dealer_id", "started_at")


def digest(event: HandEvent | SessionEvent, session: Session, *, previous: str) -> str:
    """SHA-256 of the whole event as canonical JSON. previous: the hash of the event before, empty for the opening.

    Absent values are left out, so that a column added later leaves older hashes alone.
    """
    facts: dict[str, Any] = {
        field.attname: getattr(event, field.attname) for field in event._meta.concrete_fields if field.name != "hash"
    }
    if not previous:
        facts["agreed"] = {name: getattr(session, name) for name in AGREED}
    present = {name: value for name, value in facts.items() if value is not None} | {"previous": previous}
    text = json.dumps(present, default=_text, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()


def seal(event: HandEvent | SessionEvent, session: Session) -> None:
    """Make the event the last of its evening."""
    event.hash = session.last_hash = digest(event, session, previous=session.last_hash)


def _text(value: object) -> str:
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat(timespec="microseconds")
    return str(value)
