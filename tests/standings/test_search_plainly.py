"""Search however it is leafed through, where two evenings began at the same moment; `read_search` looks plainly."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest

from scorebook.clubs.club_groups import ClubGroup, append_club_event, club_group
from scorebook.clubs.models import Club, ClubEvent, Player
from scorebook.standings.hand_search import HandFilter
from tests.standings.any_hands import play
from tests.standings.plain_recount import plain_club
from tests.standings.read_search import Bounds, leafed_through
from tests.support.played_evening import NINE_O_CLOCK, new_evening

Kind = ClubEvent.Kind
FRIDAY = datetime(2025, 1, 3, 19, 0, tzinfo=UTC)
PEOPLE = ("Anna", "Beppo", "Cilli", "Done")


@pytest.fixture
def group(db: None) -> ClubGroup:
    """Seven evenings, two of which began at the same moment, and one of a club that is part of this one.

    The last but one was closed, reopened and closed again, the last one is open. Toni is another entry of Beppo, and
    Anna of the other club is Anna.
    """
    dice, club = random.Random(4), None
    for week, people in enumerate([PEOPLE, PEOPLE, ("Anna", "Toni", "Cilli", "Elis"), PEOPLE, PEOPLE, PEOPLE]):
        evening = new_evening(*people, club=club, at=FRIDAY + timedelta(weeks=week // 2 * 2))
        club = evening.club
        play(evening, dice, 12)
        if week < 5:
            evening.close()
        if week == 4:
            evening.reopen()
            evening.void(2)
            evening.close()
    assert club
    other = new_evening("Anna", "Ferdl", "Gretl", "Hias", at=FRIDAY + timedelta(weeks=2, hours=1))
    play(other, dice, 8)
    other.close()
    event(club, Kind.CLUB_LINKED, other_club=other.club)
    event(other.club, Kind.CLUB_JOINED, other_club=club)
    link_person(club, player(club, "Toni"), player(club, "Beppo"))
    link_person(club, player(other.club, "Anna"), player(club, "Anna"))
    return club_group(club.pk)


def event(club: Club, kind: Kind, **about: Any) -> None:
    append_club_event(club, kind=kind, key=uuid4(), by="club link", at=NINE_O_CLOCK, **about)


def link_person(club: Club, one: Player, person: Player) -> None:
    event(club, Kind.PERSON_LINKED, player=one, other_player=person)


def player(club: Club, name: str) -> Player:
    return Player.objects.get(club=club, name=name)


@pytest.mark.parametrize(("evenings", "page", "notes"), [(1, 20, 20), (2, 3, 5), (3, 2, 9), (6, 5, 1), (7, 1, 4)])
def test_every_hand_comes_once_however_short_the_pages_are(
    group: ClubGroup, evenings: int, page: int, notes: int
) -> None:
    """Two evenings that began together are the end of a page too."""
    bounds = Bounds(evenings=evenings, page=page, notes=notes)
    plain = plain_club(group.club_id, {})
    assert plain
    anna = player(Club.objects.get(pk=group.club_id), "Anna").pk
    for wanted in (
        HandFilter(),
        HandFilter(note="sau"),
        HandFilter(note="ärger SAU"),
        HandFilter(declarer=anna),
        HandFilter(contract="sie"),
        HandFilter(contract="none"),
        HandFilter(last_on=FRIDAY.date() + timedelta(days=20)),
    ):
        assert [one for one in leafed_through(plain, group, wanted, bounds) if one.must != one.does] == []
