"""The hash that ties an event of an evening to all events before it.

What an event moved is in the books of the ledger, under a chain of its own. This one holds the rest: who wrote
it and when, what was corrected, who sat down, and what was agreed before the first hand. The opening holds the head
of the club's chain of names too: a history of names written anew breaks every evening after it.
"""

from functools import cache
from typing import Any

from scorebook.core import canonical_hash
from scorebook.play.models import Evening, EveningEvent, HandEvent

# Settled at the opening; never changed after it.
AGREED = ("club_id", "number", "ruleset", "game", "unit", "stake_minor", "first_dealer_id", "started_at")


def event_digest(event: HandEvent | EveningEvent, evening: Evening, *, previous: str) -> str:
    """SHA-256 of the whole event (`sealing.digest`). previous: the hash of the event before, empty for the opening."""
    facts: dict[str, Any] = {name: getattr(event, name) for name in _hashed_columns(type(event))}
    facts["previous"] = previous
    if not previous:
        facts["agreed"] = {name: getattr(evening, name) for name in AGREED}
        # Evenings of before there was a chain of names have none, and their migration not even the field.
        if names_head := getattr(evening, "names_head", ""):
            facts["agreed"]["names_head"] = names_head
    return canonical_hash.canonical_digest(facts)


@cache
def _hashed_columns(kind: type[HandEvent | EveningEvent]) -> tuple[str, ...]:
    return tuple(field.attname for field in kind._meta.concrete_fields if field.name != "hash")


def seal_event(event: HandEvent | EveningEvent, evening: Evening) -> None:
    """Make the event the last of its evening."""
    event.hash = evening.last_hash = event_digest(event, evening, previous=evening.last_hash)
