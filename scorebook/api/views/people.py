"""The endpoints of a club's people: enrolled, renamed, linked if two entries are one person, hidden, forgotten."""

from collections.abc import Callable
from typing import Any
from uuid import UUID, uuid5

from django.http import Http404
from django.utils import timezone
from rest_framework.request import Request

from scorebook import access, lookups
from scorebook.api.answers.open_balances import shown_balances
from scorebook.api.answers.people import People as PeopleAnswer
from scorebook.api.answers.people import entries_of_club
from scorebook.api.answers.refusals import Clash
from scorebook.api.endpoint import ClubEndpoint
from scorebook.api.operation import operation
from scorebook.api.told.clubs import EnrolPeople, LinkPerson, LoseName, Named
from scorebook.api.told.objects import Keyed, Told
from scorebook.clubs import people
from scorebook.clubs import services as clubs
from scorebook.clubs.circle import circle_of
from scorebook.clubs.models import Club, Player
from scorebook.play.queries.open_balances import open_book
from scorebook.standings import order


class People(ClubEndpoint):
    @operation("people", answer=PeopleAnswer)
    def get(self, request: Request, token: str) -> object:
        """Return all entries of the club and the clubs linked with it, and the person of each."""
        return _shown(access.club_of(token))

    @operation("enrol_people", body=EnrolPeople, answer=PeopleAnswer, clashes=Clash)
    def post(self, request: Request, told: Told, token: str) -> object:
        """Enrol people in the club without an evening."""
        club = access.club_of(token)
        enrol(club, names=told["names"], key=told["id"])
        return _shown(club)


class PersonName(ClubEndpoint):
    @operation("rename_person", body=Named, answer=PeopleAnswer, clashes=Clash)
    def put(self, request: Request, told: Told, token: str, player: UUID) -> object:
        """Rename a person in this club, on every page and sheet."""
        club = access.club_of(token)
        clubs.rename_player(
            player=lookups.linked_player_of(club, player),
            name=told["name"],
            by=access.CLUB,
            at=timezone.now(),
        )
        return _shown(club)


class PersonLink(ClubEndpoint):
    @operation("link_person", body=LinkPerson, answer=PeopleAnswer, clashes=Clash)
    def post(self, request: Request, told: Told, token: str, player: UUID) -> object:
        """Link two entries of one person; their results count together from now on."""
        club = access.club_of(token)
        found, other = lookups.linked_player_of(club, player), _person_in_body(club, told["other"])
        order.link_players(player=found, other=other, key=told["id"], by=access.CLUB, at=timezone.now())
        return _shown(club)


def _said_of_person(name: str, verb: Callable[..., object], text: str) -> type[ClubEndpoint]:
    """Make an endpoint whose operation needs only the person. text: its description in the document of the API."""

    def post(self: ClubEndpoint, request: Request, told: Told, token: str, player: UUID) -> object:
        club = access.club_of(token)
        verb(
            player=lookups.linked_player_of(club, player),
            key=told["id"],
            by=access.CLUB,
            at=timezone.now(),
        )
        return _shown(club)

    post.__doc__ = text
    members = {"post": operation(name, body=Keyed, answer=PeopleAnswer, clashes=Clash)(post), "__module__": __name__}
    return type(name, (ClubEndpoint,), members)


def _name_lost(name: str, verb: Callable[..., object], text: str) -> type[ClubEndpoint]:
    """Make an endpoint whose operation removes a name. text: its description in the document of the API."""

    def post(self: ClubEndpoint, request: Request, told: Told, token: str, player: UUID) -> object:
        club = access.club_of(token)
        verb(
            player=lookups.linked_player_of(club, player), accepts_balance=told["accept_balance"] is not False,
            key=told["id"], by=access.CLUB, at=timezone.now(),
        )  # fmt: skip
        return _shown(club)

    post.__doc__ = text
    members = {"post": operation(name, body=LoseName, answer=PeopleAnswer, clashes=Clash)(post), "__module__": __name__}
    return type(name, (ClubEndpoint,), members)


PersonUnlink = _said_of_person("unlink_person", order.unlink_player, "They are a person of their own again.")
PersonHide = _name_lost("hide_name", order.hide_name, "Show a neutral word instead of their name, everywhere.")
PersonShow = _said_of_person("show_name", people.show_name, "Show the name again that was hidden.")
PersonForget = _name_lost(
    "forget_person", order.forget_person, "Empty their name and every note that holds it. Nobody can take it back."
)
RatingsLeave = _said_of_person("leave_ratings", people.leave_ratings, "They stay out of the table of ratings.")
RatingsJoin = _said_of_person("join_ratings", people.join_ratings, "They stand in the table of ratings again.")


def enrol(club: Club, *, names: list[str], key: UUID) -> None:
    keys = [uuid5(key, f"player {place}") for place in range(len(names))]
    clubs.enrol_players(club=club, names=names, keys=keys, by=access.CLUB, at=timezone.now())


def _person_in_body(club: Club, id: UUID) -> Player:
    """Return the player. Raises: ClubError."""
    try:
        return lookups.linked_player_of(club, id)
    except Http404 as error:
        raise clubs.ClubError([clubs.Problem(code="player_of_other_club", field="other")]) from error


def _shown(club: Club) -> Any:
    circle = circle_of(club.pk)
    return {"people": entries_of_club(circle), "open": shown_balances(open_book(circle, club=club.pk))}
