"""The endpoints of a club's people: enrolled, renamed, linked if two entries are one person, hidden, forgotten."""

from collections.abc import Callable
from uuid import UUID, uuid5

from django.http import Http404
from django.utils import timezone
from rest_framework.decorators import action
from rest_framework.request import Request

from scorebook import lookups
from scorebook.api.endpoint import ClubEndpoint
from scorebook.api.operation import operation
from scorebook.api.pagination import page_of_list
from scorebook.api.permissions import KeeperKey, MemberKey
from scorebook.api.serializers.clubs import (
    EnrolPeopleRequest,
    HidePersonRequest,
    LinkPersonRequest,
    RenamePersonRequest,
)
from scorebook.api.serializers.common import KeyedRequest, ValidatedData
from scorebook.api.serializers.payments import open_balances
from scorebook.api.serializers.people import PeopleResponse, entries_of_club
from scorebook.api.serializers.queries import PeopleQuery
from scorebook.clubs import identities
from scorebook.clubs import services as clubs
from scorebook.clubs.club_groups import ClubGroup, club_group
from scorebook.clubs.models import Club, Player
from scorebook.play.queries.open_balances import open_balances_of_people
from scorebook.standings.services import linking


class PersonViewSet(ClubEndpoint):
    lookup_field, lookup_value_converter = "person", "uuid"

    @operation("people", permission=MemberKey, query=PeopleQuery, response=PeopleResponse)
    def list(self, request: Request, data: ValidatedData) -> object:
        """Return the entries of the club and the clubs linked with it, by name, and the person of each."""
        results = self.paginate_queryset(
            lambda cursor, limit: page_of_list(entries_of_club(self.group), cursor, limit, lambda one: one["player"].pk)
        )
        return self.get_paginated_response(results) | _open_of_people(self.club, self.group)

    @operation("enrol_people", permission=MemberKey, body=EnrolPeopleRequest, response=PeopleResponse)
    def create(self, request: Request, data: ValidatedData) -> object:
        """Enrol people in the club without an evening."""
        enrol_people(self.club, names=data["people"], key=data["id"])
        return _people_response(self.club)

    @action(detail=True, methods=["put"], url_path="name")
    @operation("rename_person", permission=KeeperKey, body=RenamePersonRequest, response=PeopleResponse)
    def rename(self, request: Request, data: ValidatedData, person: UUID) -> object:
        """Rename a person in this club, on every page and sheet."""
        player = lookups.linked_player_of(self.club, person)
        clubs.rename_player(player=player, name=data["name"], by=self.club.by, at=timezone.now())
        return _people_response(self.club)

    @action(detail=True, methods=["post"], url_path="link")
    @operation("link_person", permission=KeeperKey, body=LinkPersonRequest, response=PeopleResponse)
    def link(self, request: Request, data: ValidatedData, person: UUID) -> object:
        """Link two entries of one person; their results count together from now on."""
        club = self.club
        found, other = lookups.linked_player_of(club, person), _person_in_body(club, data["other"])
        linking.link_players(player=found, other=other, key=data["id"], by=club.by, at=timezone.now())
        return _people_response(club)

    @action(detail=True, methods=["post"], url_path="link/undo")
    @operation("undo_link_person", permission=KeeperKey, body=KeyedRequest, response=PeopleResponse)
    def undo_link(self, request: Request, data: ValidatedData, person: UUID) -> object:
        """Make an entry that was linked a person of its own again."""
        return self._written(linking.unlink_player, person, data)

    @action(detail=True, methods=["post"], url_path="hide")
    @operation("hide_person", permission=KeeperKey, body=HidePersonRequest, response=PeopleResponse)
    def hide(self, request: Request, data: ValidatedData, person: UUID) -> object:
        """Show a neutral word instead of their name, everywhere."""
        return self._written(linking.hide_name, person, data, accepts_balance=data["accept_balance"] is not False)

    @action(detail=True, methods=["post"], url_path="hide/undo")
    @operation("undo_hide_person", permission=KeeperKey, body=KeyedRequest, response=PeopleResponse)
    def undo_hide(self, request: Request, data: ValidatedData, person: UUID) -> object:
        """Show the name again that was hidden."""
        return self._written(identities.show_name, person, data)

    @action(detail=True, methods=["post"], url_path="forget")
    @operation("forget_person", permission=KeeperKey, body=HidePersonRequest, response=PeopleResponse)
    def forget(self, request: Request, data: ValidatedData, person: UUID) -> object:
        """Empty their name and every note that holds it. This cannot be undone."""
        return self._written(linking.forget_person, person, data, accepts_balance=data["accept_balance"] is not False)

    @action(detail=True, methods=["post"], url_path="ratings/leave")
    @operation("leave_ratings", permission=KeeperKey, body=KeyedRequest, response=PeopleResponse)
    def leave_ratings(self, request: Request, data: ValidatedData, person: UUID) -> object:
        """Leave the person out of the table of ratings."""
        return self._written(identities.leave_ratings, person, data)

    @action(detail=True, methods=["post"], url_path="ratings/leave/undo")
    @operation("undo_leave_ratings", permission=KeeperKey, body=KeyedRequest, response=PeopleResponse)
    def undo_leave_ratings(self, request: Request, data: ValidatedData, person: UUID) -> object:
        """List the person in the table of ratings again."""
        return self._written(identities.join_ratings, person, data)

    def _written(self, write: Callable[..., object], person: UUID, data: ValidatedData, **more: bool) -> object:
        player, by = lookups.linked_player_of(self.club, person), self.club.by
        write(player=player, key=data["id"], by=by, at=timezone.now(), **more)
        return _people_response(self.club)


def enrol_people(club: Club, *, names: list[str], key: UUID) -> None:
    keys = [uuid5(key, f"player {place}") for place in range(len(names))]
    clubs.enrol_players(club=club, names=names, keys=keys, by=club.by, at=timezone.now())


def _person_in_body(club: Club, id: UUID) -> Player:
    """Return the player. Raises: ClubError."""
    try:
        return lookups.linked_player_of(club, id)
    except Http404 as error:
        raise clubs.ClubError([clubs.NameProblem(code="player_of_other_club", field="other")]) from error


def _people_response(club: Club) -> dict[str, object]:
    """Return all entries, however many, so that those that were changed are among them."""
    group = club_group(club.pk)
    return {"results": entries_of_club(group), "next": None} | _open_of_people(club, group)


def _open_of_people(club: Club, group: ClubGroup) -> dict[str, object]:
    return {"open": open_balances(open_balances_of_people(group, club=club.pk))}
