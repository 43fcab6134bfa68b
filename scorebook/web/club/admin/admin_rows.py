"""The people and clubs of a club group for the administration pages."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from scorebook.clubs.club_groups import ClubGroup
from scorebook.clubs.models import Club, Player
from scorebook.web.core import person_names
from scorebook.web.core.person_names import Person


@dataclass(frozen=True, slots=True, kw_only=True)
class AdminPerson:
    person: Person
    entry: Player  # their own
    others: tuple[Player, ...]  # linked to it
    is_hidden: bool
    is_forgotten: bool
    is_unrated: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupRows:
    """A club group with its rows."""

    group: ClubGroup
    clubs: dict[UUID, Club]
    players: dict[UUID, Player]  # with their clubs loaded

    def admin_person(self, person_id: UUID, person: Person) -> AdminPerson:
        entry, *others = (self.players[id] for id in self.group.entries_of(person_id))
        return AdminPerson(
            person=person,
            entry=entry,
            others=tuple(others),
            is_hidden=person_id in self.group.hidden - self.group.forgotten,
            is_forgotten=person_id in self.group.forgotten,
            is_unrated=person_id in self.group.unrated,
        )

    def admin_people(self) -> list[AdminPerson]:
        """Return all people by name."""
        persons = person_names.people_by_name(person_names.people_of_group(self.group))
        return [self.admin_person(UUID(person.id), person) for person in persons]

    def linked_clubs_context(self, club: Club) -> dict[str, object]:
        """Return the clubs linked to this one, for templates."""
        root = self.group.club_id
        return {
            "part_of": None if root == club.pk else self.clubs[root],
            "linked_clubs": [one for id, one in self.clubs.items() if id not in (club.pk, root)],
            "has_several_clubs": len(self.clubs) > 1,
        }


def group_rows(group: ClubGroup) -> GroupRows:
    clubs = {club.pk: club for club in Club.objects.filter(pk__in=group.clubs)}
    players = {player.pk: player for player in Player.objects.filter(club__in=group.clubs).select_related("club")}
    return GroupRows(group=group, clubs={id: clubs[id] for id in group.clubs}, players=players)
