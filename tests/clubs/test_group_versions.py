"""Every change of a name, and every event that pages show, is seen by the open pages of all linked clubs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, date, datetime
from typing import Any
from uuid import UUID, uuid4

import pytest

from scorebook.clubs import club_groups, identities, joining, watching
from scorebook.clubs.club_groups import CupRule
from scorebook.clubs.club_verification import verify_club_events
from scorebook.clubs.models import Club, ClubEvent, Player
from scorebook.clubs.services import create_club, enrol_players, rename_club, rename_player
from scorebook.standings.services.cup_agreement import agree_cup

pytestmark = pytest.mark.django_db

AT = datetime(2026, 11, 27, 20, tzinfo=UTC)


def stamp() -> dict[str, Any]:
    return {"key": uuid4(), "by": "keeper link", "at": AT}


def founded(name: str, *people: str) -> Club:
    club = create_club(key=uuid4(), name=name, by="keeper link", at=AT)
    enrol_players(club=club, names=people, by="keeper link", at=AT)
    return Club.objects.get(pk=club.pk)


@pytest.fixture
def linked() -> tuple[Club, Club]:
    ours, theirs = founded("Linde", "Anna", "Beppo"), founded("Rose", "Cilli", "Done")
    joining.link_club(club=ours, other=theirs, **stamp())
    return Club.objects.get(pk=ours.pk), Club.objects.get(pk=theirs.pk)


def person(name: str) -> Player:
    return Player.objects.get(name=name)


Change = Callable[[Club, Club], object]
CHANGES: dict[str, Change] = {
    "a name of a club": lambda ours, theirs: rename_club(club=theirs, name="Krone", by="keeper link", at=AT),
    "a name of a person": lambda *_: rename_player(player=person("Cilli"), name="Centa", by="keeper link", at=AT),
    "a new person": lambda ours, theirs: enrol_players(club=theirs, names=["Elis"], by="keeper link", at=AT),
    "one person": lambda *_: identities.link_players(player=person("Cilli"), other=person("Anna"), **stamp()),
    "a hidden name": lambda *_: identities.hide_name(player=person("Cilli"), **stamp()),
    "a forgotten name": lambda *_: identities.forget_person(player=person("Cilli"), **stamp()),
    "out of the ratings": lambda *_: identities.leave_ratings(player=person("Cilli"), **stamp()),
    "hidden money": lambda ours, theirs: watching.hide_money(club=theirs, **stamp()),
    "the cup": lambda ours, theirs: agree_cup(
        club=theirs, rule=CupRule.BEATEN, first_on=date(2026, 1, 1), **stamp()
    ),
    "the link itself": lambda ours, theirs: joining.unlink_club(club=ours, other=theirs, **stamp()),
}  # fmt: skip


@pytest.mark.parametrize("name", CHANGES)
def test_a_change_is_seen_in_every_linked_club(linked: tuple[Club, Club], name: str) -> None:
    other = founded("Stern", "Franz")
    CHANGES[name](*linked)
    for before in linked:
        assert Club.objects.get(pk=before.pk).group_version > before.group_version, before.name
    assert Club.objects.get(pk=other.pk).group_version == other.group_version


def test_what_changes_nothing_is_not_seen(linked: tuple[Club, Club]) -> None:
    ours, theirs = linked
    enrol_players(club=theirs, names=["Cilli"], by="keeper link", at=AT)
    rename_club(club=theirs, name=theirs.name, by="keeper link", at=AT)
    assert [club.group_version for club in Club.objects.order_by("created_at", "name")] == [
        ours.group_version,
        theirs.group_version,
    ]


def test_a_club_that_has_left_sees_nothing_more(linked: tuple[Club, Club]) -> None:
    ours, theirs = linked
    joining.unlink_club(club=ours, other=theirs, **stamp())
    before = Club.objects.get(pk=ours.pk).group_version
    rename_player(player=person("Cilli"), name="Centa", by="keeper link", at=AT)
    assert Club.objects.get(pk=ours.pk).group_version == before


def meanwhile(monkeypatch: pytest.MonkeyPatch, act: Callable[[], object], *, after: int) -> None:
    """Let another request commit after so many readings of events, before the first request holds its locks."""
    read, left = club_groups._events_of_clubs, [after]

    def read_and_act(clubs: Sequence[UUID]) -> list[ClubEvent]:
        found = read(clubs)
        left[0] -= 1
        if left[0] == 0:
            act()
        return found

    monkeypatch.setattr(club_groups, "_events_of_clubs", read_and_act)


def test_a_club_linked_in_between_sees_the_next_link_too(monkeypatch: pytest.MonkeyPatch) -> None:
    ours, theirs, third = founded("Linde", "Anna"), founded("Rose", "Cilli"), founded("Stern", "Franz")
    seen = []

    def link_third() -> None:
        joining.link_club(club=ours, other=third, **stamp())
        seen.append(Club.objects.get(pk=third.pk).group_version)

    meanwhile(monkeypatch, link_third, after=1)
    joining.link_club(club=ours, other=theirs, **stamp())
    assert Club.objects.get(pk=third.pk).group_version > seen[0]


def test_people_of_a_club_linked_in_between_are_unlinked_too(
    linked: tuple[Club, Club], monkeypatch: pytest.MonkeyPatch
) -> None:
    ours, theirs = linked
    third = founded("Stern", "Franz")

    def link_third() -> None:
        joining.link_club(club=ours, other=third, **stamp())
        identities.link_players(player=person("Franz"), other=person("Cilli"), **stamp())

    meanwhile(monkeypatch, link_third, after=2)
    joining.unlink_club(club=ours, other=theirs, **stamp())
    assert person("Franz").pk not in club_groups.club_group(ours.pk).same


def test_a_club_that_leaves_in_between_is_renamed(linked: tuple[Club, Club], monkeypatch: pytest.MonkeyPatch) -> None:
    ours, theirs = linked
    meanwhile(monkeypatch, lambda: joining.unlink_club(club=ours, other=theirs, **stamp()), after=1)
    rename_club(club=theirs, name="Krone", by="keeper link", at=AT)
    assert Club.objects.get(pk=theirs.pk).name == "Krone"


def test_a_person_of_a_third_linked_club_is_no_missing_person(linked: tuple[Club, Club]) -> None:
    third = founded("Stern", "Franz")
    joining.link_club(club=linked[0], other=third, **stamp())
    identities.link_players(player=person("Franz"), other=person("Cilli"), **stamp())
    joining.unlink_club(club=linked[0], other=linked[1], **stamp())
    assert [list(verify_club_events(club)) for club in (*linked, third)] == [[], [], []]
