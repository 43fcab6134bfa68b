"""The clubs that a command goes through."""

from uuid import UUID

from django.core.management.base import CommandError
from django.db.models import Q

from scorebook.clubs.models import Club


def clubs_of_command(text: str | None) -> list[UUID]:
    """Return the named club, or all. Raises: CommandError."""
    if text:
        return [_find_named_club(text).pk]
    return list(Club.objects.order_by("created_at", "pk").values_list("pk", flat=True))


def _find_named_club(text: str) -> Club:
    """Find a club by its id, the token of one of its links, or the link itself."""
    parts = [part for part in text.split("/") if part]
    found = Club.objects.filter(Q(keeper_token__in=parts) | Q(member_token__in=parts)).first()
    if found is None:
        try:
            found = Club.objects.filter(pk=UUID(text)).first()
        except ValueError:
            found = None
    if found is None:
        raise CommandError(f"there is no club {text}")
    return found
