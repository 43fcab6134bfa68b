"""The entries of a club group's people: their numbers of evenings, and entries that may be one person."""

from collections.abc import Collection, Iterator, Mapping
from uuid import UUID

from django.db.models import Sum

from scorebook.clubs.club_groups import ClubGroup
from scorebook.clubs.models import Player
from scorebook.clubs.names import is_substitute_name
from scorebook.play.models import MonthTotal


def evenings_of_entries(group: ClubGroup, entries: Collection[UUID]) -> Mapping[UUID, int]:
    """Return the number of evenings for each entry. One statement."""
    found = MonthTotal.objects.filter(club__in=group.clubs, player__in=entries).order_by().values_list("player")
    return dict.fromkeys(entries, 0) | dict(found.annotate(Sum("evenings")))


def namesakes_across_clubs(group: ClubGroup, players: Collection[Player]) -> Iterator[tuple[Player, Player]]:
    """Yield pairs of people of different clubs with the same first name, who may be one person.

    players: all of the club group. The second of a pair is of the club that comes first.
    """
    by_first_name: dict[str, list[Player]] = {}
    for player in sorted(players, key=lambda one: group.clubs.index(one.club_id)):
        if player.pk in group.same or is_substitute_name(player.name):
            continue
        alike = by_first_name.setdefault(player.name_folded.split()[0], [])
        other = next((one for one in alike if one.club_id != player.club_id), None)
        if other:
            yield player, other
        alike.append(player)
