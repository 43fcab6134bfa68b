"""The hash of an event of a season."""

from scorebook.core.canonical_hash import canonical_digest
from scorebook.standings.models import SeasonEvent


def season_digest(event: SeasonEvent) -> str:
    """Return the SHA-256 of the whole event, with the commitment to its text."""
    return canonical_digest(
        {field.attname: getattr(event, field.attname) for field in event._meta.concrete_fields if field.name != "hash"}
    )
