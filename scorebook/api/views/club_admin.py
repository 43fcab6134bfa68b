"""The endpoints to administer a club: founding, name, visibility of money, linked clubs, archived evenings."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from uuid import UUID, uuid5

from django.db import transaction
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils import timezone
from rest_framework.request import Request

from rules import Problem
from scorebook import access, lookups
from scorebook.api.endpoint import ClubEndpoint, Endpoint
from scorebook.api.operation import OperationResult, operation
from scorebook.api.parsing import Refused
from scorebook.api.serializers.clubs import (
    ArchivedEveningsResponse,
    ArchiveEveningRequest,
    ArchiveState,
    ClubResponse,
    CreateClubRequest,
    LinkClubRequest,
    RenameClubRequest,
)
from scorebook.api.serializers.common import KeyedRequest, ValidatedData
from scorebook.api.serializers.queries import OlderQuery
from scorebook.api.views.clubs import EVENINGS, club_representation
from scorebook.api.views.people import enrol_people
from scorebook.clubs import services as clubs
from scorebook.clubs import watching
from scorebook.clubs.club_groups import club_group
from scorebook.clubs.models import Club
from scorebook.clubs.names import MAX_CLUB_NAME, name_fault, tidied_name
from scorebook.clubs.roles import Role
from scorebook.core import throttles
from scorebook.play import services as play
from scorebook.play.models import Evening
from scorebook.play.queries.evening_lists import latest_first
from scorebook.standings.services import linking


class ClubsView(Endpoint):
    @operation(
        "create_club",
        opens=Role.PUBLIC,
        body=CreateClubRequest,
        response=ClubResponse,
        statuses=(201, 200),
        has_conflict=True,
    )
    def post(self, request: Request, data: ValidatedData) -> object:
        """Found a club, with people or without, before anything is played in it.

        201: it was founded. 200: it had been founded by the same `id`.
        """
        at, people = timezone.now(), data["people"] or []
        if problems := _problems_of_names(data["name"], people):
            raise Refused(problems)
        throttles.spend_budget(throttles.Opening, request)
        with transaction.atomic():
            club = clubs.create_club(key=uuid5(data["id"], "founded"), name=data["name"], by=Role.KEEPER.writer, at=at)
            enrol_people(access.founded(club), names=people, key=data["id"])
        return OperationResult(value=club_representation(request, club), status=201 if club.created_at == at else 200)


class ClubNameView(ClubEndpoint):
    @operation("rename_club", opens=Role.KEEPER, body=RenameClubRequest, response=ClubResponse)
    def put(self, request: Request, data: ValidatedData, token: str) -> object:
        """Rename the club."""
        club = self.club_of(token)
        renamed = clubs.rename_club(club=club, name=data["name"], by=club.by, at=timezone.now())
        return club_representation(request, renamed.opened_like(club))


def _club_event_view(name: str, verb: Callable[..., object], text: str) -> type[ClubEndpoint]:
    def post(self: ClubEndpoint, request: Request, data: ValidatedData, token: str) -> object:
        club = self.club_of(token)
        verb(club=club, key=data["id"], by=club.by, at=timezone.now())
        return club_representation(request, club)

    post.__doc__ = text
    members = {
        "post": operation(name, opens=Role.KEEPER, body=KeyedRequest, response=ClubResponse, has_conflict=True)(post),
        "__module__": __name__,
    }
    return type(name, (ClubEndpoint,), members)


MoneyHide = _club_event_view("hide_money", watching.hide_money, "Those who look on see points only, from now on.")
MoneyShow = _club_event_view("show_money", watching.show_money, "Those who look on see money again.")


class ClubLinkView(ClubEndpoint):
    @operation("link_club", opens=Role.KEEPER, body=LinkClubRequest, response=ClubResponse, has_conflict=True)
    def post(self, request: Request, data: ValidatedData, token: str) -> object:
        """Link another club to this one; people with the same name in both are one person."""
        club = self.club_of(token)
        other = Club.objects.filter(keeper_token=data["other"]).first()
        if other is None:
            raise Refused([Problem(code="club_unknown", field="other")])
        with _errors_name_other_club():
            linking.link_club(club=club, other=other, key=data["id"], by=club.by, at=timezone.now())
        return club_representation(request, club)


class ClubUnlinkView(ClubEndpoint):
    @operation("unlink_club", opens=Role.KEEPER, body=KeyedRequest, response=ClubResponse, has_conflict=True)
    def post(self, request: Request, data: ValidatedData, token: str, other: UUID) -> object:
        """Unlink a club; each of the two is a club of its own again."""
        club = self.club_of(token)
        root = Club.objects.get(pk=club_group(club.pk).club_id)
        # A repeated request finds it no longer linked, and needs it all the same.
        parted = get_object_or_404(Club, pk=other)
        if club.pk not in (root.pk, parted.pk):
            raise Http404  # two other clubs of the group
        with _errors_name_other_club():
            linking.unlink_club(club=root, other=parted, key=data["id"], by=club.by, at=timezone.now())
        return club_representation(request, club)


class EveningArchiveView(ClubEndpoint):
    @operation(
        "archive_evening",
        opens=Role.KEEPER,
        body=ArchiveEveningRequest,
        response=ArchivedEveningsResponse,
        has_conflict=True,
    )
    def put(self, request: Request, data: ValidatedData, token: str, number: int) -> object:
        """Archive an evening or return it to the lists; it counts as before. An empty one may be discarded."""
        club = self.club_of(token)
        evening = lookups.numbered_evening(club, number)
        if data["state"] is ArchiveState.LISTED:
            play.restore_evening(evening=evening)
        elif data["state"] is ArchiveState.ARCHIVED:
            play.archive_evening(evening=evening, by=club.by, at=timezone.now())
        else:
            play.discard_evening(evening=evening, by=club.by, at=timezone.now())
        return _archived_evenings(club, None)


class ClubArchiveView(ClubEndpoint):
    @operation("archived_evenings", opens=Role.KEEPER, query=OlderQuery, response=ArchivedEveningsResponse)
    def get(self, request: Request, data: ValidatedData, token: str) -> object:
        """Return the evenings that no list contains, newest first."""
        return _archived_evenings(self.club_of(token), data["before"])


@contextmanager
def _errors_name_other_club() -> Iterator[None]:
    """Report a service's problems with a club for the other club: this one is the caller's."""
    try:
        yield
    except clubs.ClubError as error:
        raise Refused([Problem(code=one.code, field="other") for one in error.problems]) from error


def _problems_of_names(name: str, people: list[str]) -> list[Problem]:
    """Return all problems of the names of the club and its people."""
    fault = name_fault(tidied_name(name), longest=MAX_CLUB_NAME)
    of_club = [Problem(code=fault, field="name")] if fault else []
    of_people = [
        Problem(code=one.code, field=one.field.replace("names", "people")) for one in clubs.name_problems(people)
    ]
    return of_club + of_people


def _archived_evenings(club: Club, before: int | None) -> dict[str, object]:
    found = play.archived_evenings(Evening.objects.filter(club=club)).defer("ruleset", "state")
    page = list(latest_first(found, club, before=before)[: EVENINGS + 1])
    return {"evenings": page[:EVENINGS], "older": page[EVENINGS - 1].number if len(page) > EVENINGS else None}
