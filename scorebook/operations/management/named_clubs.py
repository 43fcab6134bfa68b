"""The clubs that a command goes through."""

from contextlib import suppress
from uuid import UUID

from django.core.management.base import CommandError
from django.db import DatabaseError
from django.db.models import Q

from scorebook.clubs.club_groups import club_group
from scorebook.clubs.models import Club, LinkRoute
from scorebook.operations.all_clubs import club_names


def clubs_of_command(text: str | None) -> list[UUID]:
    """Return the named club, or all. Raises: CommandError."""
    if text:
        return [_find_named_club(text).pk]
    return [*club_names()]


def id_of_command(text: str) -> UUID:
    """Return the id of the named club, which may have moved to another site. Raises: CommandError."""
    parts = [part for part in text.split("/") if part]
    if route := LinkRoute.objects.filter(token__in=parts).first():
        return route.club_id
    with suppress(ValueError):
        return UUID(text)
    raise CommandError(f"there is no club {text}")


def group_of_command(text: str | None) -> tuple[UUID, ...]:
    """Return the named club with its linked clubs; none without a name. Raises: CommandError."""
    return club_group(_find_named_club(text).pk).clubs if text else ()


def id_if_known(text: str) -> str:
    """Return the id of a club that the database has; else the text, which a backup may know."""
    try:
        return str(_find_named_club(text).pk)
    except (CommandError, DatabaseError):  # before the first migrate there is no table
        return text


def _find_named_club(text: str) -> Club:
    """Find a club by its id, the token of one of its links, or the link itself."""
    parts = [part for part in text.split("/") if part]
    is_of_link = Q(keeper_token__in=parts) | Q(member_token__in=parts)  # and not a link of one of its evenings
    clubs = [*LinkRoute.objects.filter(token__in=parts).values_list("club_id", flat=True)]
    found = Club.objects.filter(is_of_link, pk__in=clubs).first()
    if found is None:
        with suppress(ValueError):
            found = Club.objects.filter(pk=UUID(text)).first()
    if found is None:
        raise CommandError(f"there is no club {text}")
    return found
