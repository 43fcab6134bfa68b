"""People, clubs and evenings for the administration pages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from rules.wording import words
from scorebook.clubs.groups import ClubGroup
from scorebook.clubs.models import Club, Player
from scorebook.play.models import Evening, ShelvedEvening
from scorebook.texts import language
from scorebook.web.core import person_names
from scorebook.web.core.person_names import Person


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerEntry:
    id: str
    name: str
    club: str  # its name, if the club group has several clubs; else empty


@dataclass(frozen=True, slots=True, kw_only=True)
class AdminPerson:
    person: Person
    club: str
    entries: tuple[PlayerEntry, ...]
    is_hidden: bool
    is_forgotten: bool
    is_unrated: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class AdminEvening:
    number: int
    started_at: datetime
    game: str
    hands: int
    is_empty: bool  # no hand was ever written
    is_discarded: bool | None  # None if it is neither archived nor discarded


@dataclass(frozen=True, slots=True, kw_only=True)
class Circled:
    """A club group with its rows."""

    group: ClubGroup
    clubs: dict[UUID, Club]
    players: dict[UUID, Player]

    def entry(self, player_id: UUID) -> PlayerEntry:
        player = self.players[player_id]
        has_several = len(self.clubs) > 1
        return PlayerEntry(
            id=str(player_id), name=player.name, club=self.clubs[player.club_id].name if has_several else ""
        )

    def line(self, person_id: UUID, person: Person) -> AdminPerson:
        ids = self.group.entries_of(person_id)
        return AdminPerson(
            person=person,
            club=self.entry(person_id).club,
            entries=tuple(self.entry(id) for id in ids[1:]),
            is_hidden=person_id in self.group.hidden - self.group.forgotten,
            is_forgotten=person_id in self.group.forgotten,
            is_unrated=person_id in self.group.unrated,
        )

    def lines(self) -> Sequence[AdminPerson]:
        """Return all people by name."""
        persons = person_names.people_by_name(person_names.people_of_group(self.group))
        return [self.line(UUID(person.id), person) for person in persons]


def circled(group: ClubGroup) -> Circled:
    clubs = {club.pk: club for club in Club.objects.filter(pk__in=group.clubs)}
    players = {player.pk: player for player in Player.objects.filter(club__in=group.clubs).select_related("club")}
    return Circled(group=group, clubs={id: clubs[id] for id in group.clubs}, players=players)


def evening_line(evening: Evening, *, hands: int, shelved: ShelvedEvening | None = None) -> AdminEvening:
    return AdminEvening(
        number=evening.number,
        started_at=evening.started_at,
        game=words.game_name(evening.game, language.current_language()),
        hands=hands,
        is_empty=not evening.hand_count,
        is_discarded=None if shelved is None else shelved.kind == ShelvedEvening.Kind.DISCARDED,
    )
