"""The hash that links an event of an evening to all earlier events.

The ledger has its own chain for the money. This chain covers the rest: author and time, corrections, seating, and the
terms agreed before the first hand. The opening includes the head of the club's name chain, so a rewritten history of
names breaks every later evening.
"""

from functools import cache
from typing import Any

from scorebook.core import canonical_hash
from scorebook.play.models import Evening, EveningEvent, HandEvent

# Fixed at the opening.
AGREED = ("club_id", "number", "ruleset", "game", "unit", "stake_minor", "first_dealer_id", "started_at")


def event_digest(event: HandEvent | EveningEvent, evening: Evening, *, previous: str) -> str:
    """Return the SHA-256 of the whole event (`canonical_hash.canonical_digest`). previous: empty for the opening."""
    facts: dict[str, Any] = {name: getattr(event, name) for name in _hashed_columns(type(event))}
    facts["previous"] = previous
    if not previous:
        facts["agreed"] = {name: getattr(evening, name) for name in AGREED}
        # Evenings older than the name chain have no head, and models in migrations lack the field.
        if names_head := getattr(evening, "names_head", ""):
            facts["agreed"]["names_head"] = names_head
    return canonical_hash.canonical_digest(facts)


@cache
def _hashed_columns(kind: type[HandEvent | EveningEvent]) -> tuple[str, ...]:
    return tuple(field.attname for field in kind._meta.concrete_fields if field.name != "hash")


def seal_event(event: HandEvent | EveningEvent, evening: Evening) -> None:
    """Append the event to the evening, with the next `seq`, and to its chain of hashes."""
    event.seq = evening.revision = evening.revision + 1
    event.hash = evening.last_hash = event_digest(event, evening, previous=evening.last_hash)
