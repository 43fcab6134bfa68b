"""The endpoints of a club's people: enrolled, renamed, linked if two entries are one person, hidden, forgotten."""

from collections.abc import Callable
from typing import Any
from uuid import UUID, uuid5

from django.http import Http404
from django.utils import timezone
from rest_framework.request import Request

from scorebook import lookups
from scorebook.api.endpoint import ClubEndpoint
from scorebook.api.operation import operation
from scorebook.api.serializers.clubs import EnrolPeopleRequest, HideNameRequest, LinkPersonRequest, RenamePersonRequest
from scorebook.api.serializers.common import KeyedRequest, ValidatedData
from scorebook.api.serializers.payments import open_balances
from scorebook.api.serializers.people import PeopleResponse, entries_of_club
from scorebook.clubs import identities
from scorebook.clubs import services as clubs
from scorebook.clubs.club_groups import club_group
from scorebook.clubs.models import Club, Player
from scorebook.clubs.roles import Role
from scorebook.play.queries.open_balances import open_balances_of_people
from scorebook.standings.services import linking


class PeopleView(ClubEndpoint):
    @operation("people", opens=Role.MEMBER, response=PeopleResponse)
    def get(self, request: Request, token: str) -> object:
        """Return all entries of the club and the clubs linked with it, and the person of each."""
        return _people_response(self.club_of(token))

    @operation("enrol_people", opens=Role.MEMBER, body=EnrolPeopleRequest, response=PeopleResponse, has_conflict=True)
    def post(self, request: Request, data: ValidatedData, token: str) -> object:
        """Enrol people in the club without an evening."""
        club = self.club_of(token)
        enrol_people(club, names=data["names"], key=data["id"])
        return _people_response(club)


class PersonNameView(ClubEndpoint):
    @operation("rename_person", opens=Role.KEEPER, body=RenamePersonRequest, response=PeopleResponse, has_conflict=True)
    def put(self, request: Request, data: ValidatedData, token: str, player: UUID) -> object:
        """Rename a person in this club, on every page and sheet."""
        club = self.club_of(token)
        clubs.rename_player(
            player=lookups.linked_player_of(club, player),
            name=data["name"],
            by=club.by,
            at=timezone.now(),
        )
        return _people_response(club)


class PersonLinkView(ClubEndpoint):
    @operation("link_person", opens=Role.KEEPER, body=LinkPersonRequest, response=PeopleResponse, has_conflict=True)
    def post(self, request: Request, data: ValidatedData, token: str, player: UUID) -> object:
        """Link two entries of one person; their results count together from now on."""
        club = self.club_of(token)
        found, other = lookups.linked_player_of(club, player), _person_in_body(club, data["other"])
        linking.link_players(player=found, other=other, key=data["id"], by=club.by, at=timezone.now())
        return _people_response(club)


def _person_event_view(
    name: str, verb: Callable[..., object], text: str, *, body: type[KeyedRequest] = KeyedRequest
) -> type[ClubEndpoint]:
    """Make an endpoint whose operation needs only the person. text: its description in the document of the API."""

    def post(self: ClubEndpoint, request: Request, data: ValidatedData, token: str, player: UUID) -> object:
        club = self.club_of(token)
        person, key = lookups.linked_player_of(club, player), data["id"]
        accepts = {"accepts_balance": data["accept_balance"] is not False} if body is HideNameRequest else {}
        verb(player=person, key=key, by=club.by, at=timezone.now(), **accepts)
        return _people_response(club)

    post.__doc__ = text
    members = {
        "post": operation(name, opens=Role.KEEPER, body=body, response=PeopleResponse, has_conflict=True)(post),
        "__module__": __name__,
    }
    return type(name, (ClubEndpoint,), members)


PersonUnlink = _person_event_view("unlink_person", linking.unlink_player, "They are a person of their own again.")
PersonHide = _person_event_view(
    "hide_name", linking.hide_name, "Show a neutral word instead of their name, everywhere.", body=HideNameRequest
)
PersonShow = _person_event_view("show_name", identities.show_name, "Show the name again that was hidden.")
PersonForget = _person_event_view(
    "forget_person",
    linking.forget_person,
    "Empty their name and every note that holds it. Nobody can take it back.",
    body=HideNameRequest,
)
RatingsLeave = _person_event_view("leave_ratings", identities.leave_ratings, "They stay out of the table of ratings.")
RatingsJoin = _person_event_view("join_ratings", identities.join_ratings, "They stand in the table of ratings again.")


def enrol_people(club: Club, *, names: list[str], key: UUID) -> None:
    keys = [uuid5(key, f"player {place}") for place in range(len(names))]
    clubs.enrol_players(club=club, names=names, keys=keys, by=club.by, at=timezone.now())


def _person_in_body(club: Club, id: UUID) -> Player:
    """Return the player. Raises: ClubError."""
    try:
        return lookups.linked_player_of(club, id)
    except Http404 as error:
        raise clubs.ClubError([clubs.NameProblem(code="player_of_other_club", field="other")]) from error


def _people_response(club: Club) -> Any:
    group = club_group(club.pk)
    return {"people": entries_of_club(group), "open": open_balances(open_balances_of_people(group, club=club.pk))}
