"""The endpoints of a club's evenings, and to administer it: founding, name, visibility of money, linked clubs."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from uuid import UUID, uuid5

from django.db import transaction
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils import timezone
from rest_framework.decorators import action
from rest_framework.request import Request

from rules import Problem
from scorebook import access, lookups
from scorebook.api.endpoint import ClubEndpoint
from scorebook.api.exceptions import api_field
from scorebook.api.operation import OperationResult, operation
from scorebook.api.pagination import Page, first_page
from scorebook.api.parsing import Refused
from scorebook.api.permissions import KeeperKey, MemberKey, Public
from scorebook.api.serializers.clubs import (
    ArchivedEveningsResponse,
    ClubEveningsResponse,
    ClubResponse,
    CreateClubRequest,
    LinkClubRequest,
    RenameClubRequest,
)
from scorebook.api.serializers.common import KeyedRequest, ValidatedData
from scorebook.api.serializers.evenings import EveningRepresentation
from scorebook.api.serializers.queries import NumberedListQuery
from scorebook.api.views.clubs import club_representation
from scorebook.api.views.people import enrol_people
from scorebook.clubs import services as clubs
from scorebook.clubs import watching
from scorebook.clubs.club_groups import club_group
from scorebook.clubs.link_routes import club_of_keeper_link
from scorebook.clubs.models import Club
from scorebook.clubs.names import MAX_CLUB_NAME, name_fault, tidied_name
from scorebook.clubs.roles import Role
from scorebook.core import throttles
from scorebook.play import services as play
from scorebook.play.models import Evening
from scorebook.play.queries.evening_lists import latest_first
from scorebook.standings.boards import board_queries as standings
from scorebook.standings.boards.board_queries import PlayerResult
from scorebook.standings.services import linking


class ClubAdminViewSet(ClubEndpoint):
    @operation(
        "create_club",
        permission=Public,
        body=CreateClubRequest,
        response=ClubResponse,
        statuses=(201, 200),
        extra_checks=lambda _view, data: _problems_of_names(data["name"] or "", data["people"] or []),
    )
    def create(self, request: Request, data: ValidatedData) -> object:
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

    @action(detail=True, methods=["post"], url_path="money/hide")
    @operation("hide_money", permission=KeeperKey, body=KeyedRequest, response=ClubResponse)
    def hide_money(self, request: Request, data: ValidatedData) -> object:
        """Show points only to those who look on, from now on."""
        watching.hide_money(club=self.club, key=data["id"], by=self.club.by, at=timezone.now())
        return club_representation(request, self.club)

    @action(detail=True, methods=["post"], url_path="money/hide/undo")
    @operation("undo_hide_money", permission=KeeperKey, body=KeyedRequest, response=ClubResponse)
    def undo_hide_money(self, request: Request, data: ValidatedData) -> object:
        """Show money again to those who look on."""
        watching.show_money(club=self.club, key=data["id"], by=self.club.by, at=timezone.now())
        return club_representation(request, self.club)

    @action(detail=True, methods=["put"], url_path="name")
    @operation("rename_club", permission=KeeperKey, body=RenameClubRequest, response=ClubResponse)
    def rename(self, request: Request, data: ValidatedData) -> object:
        """Rename the club."""
        renamed = clubs.rename_club(club=self.club, name=data["name"], by=self.club.by, at=timezone.now())
        return club_representation(request, renamed.opened_like(self.club))


class LinkedClubViewSet(ClubEndpoint):
    lookup_field, lookup_value_converter = "other", "uuid"

    @operation("link_club", permission=KeeperKey, body=LinkClubRequest, response=ClubResponse)
    def create(self, request: Request, data: ValidatedData) -> object:
        """Link another club to this one; people with the same name in both are one person."""
        other = club_of_keeper_link(data["club_token"])
        if other is None:
            raise Refused([Problem(code="club_unknown", field="club_token")])
        with _errors_name_other_club("club_token"):
            linking.link_club(club=self.club, other=other, key=data["id"], by=self.club.by, at=timezone.now())
        return club_representation(request, self.club)

    @action(detail=True, methods=["post"], url_path="undo")
    @operation("undo_link_club", permission=KeeperKey, body=KeyedRequest, response=ClubResponse)
    def undo(self, request: Request, data: ValidatedData, other: UUID) -> object:
        """Unlink a club; each of the two is a club of its own again."""
        club = self.club
        root = Club.objects.get(pk=club_group(club.pk).club_id)
        # A repeated request finds it no longer linked, and needs it all the same.
        parted = get_object_or_404(Club, pk=other)
        if club.pk not in (root.pk, parted.pk):
            raise Http404  # two other clubs of the group
        with _errors_name_other_club("other"):
            linking.unlink_club(club=root, other=parted, key=data["id"], by=club.by, at=timezone.now())
        return club_representation(request, club)


@dataclass(frozen=True, kw_only=True)
class ResultsRepresentation(EveningRepresentation):
    results: tuple[PlayerResult, ...]


class ClubEveningViewSet(ClubEndpoint):
    lookup_field, lookup_value_converter = "evening", "uuid"

    @operation("club_evenings", permission=MemberKey, query=NumberedListQuery, response=ClubEveningsResponse)
    def list(self, request: Request, data: ValidatedData) -> object:
        """Return the club's evenings with their results and links, the latest first."""
        evenings = [
            ResultsRepresentation(
                request=request, evening=access.opened_from(self.club, one.evening), results=tuple(one.results)
            )
            for one in self.paginate_queryset(self._read_evenings)
        ]
        return self.get_paginated_response(evenings)

    @action(detail=False, methods=["get"], url_path="archived")
    @operation("archived_evenings", permission=KeeperKey, query=NumberedListQuery, response=ArchivedEveningsResponse)
    def archived(self, request: Request, data: ValidatedData) -> object:
        """Return the evenings that no list contains, the latest first."""
        return self._archived_evenings()

    @action(detail=True, methods=["post"], url_path="archive")
    @operation("archive_evening", permission=KeeperKey, body=KeyedRequest, response=ArchivedEveningsResponse)
    def archive(self, request: Request, data: ValidatedData, evening: UUID) -> object:
        """Archive an evening: no list contains it any more, and it counts as before."""
        play.archive_evening(evening=lookups.evening_of(self.club, evening), by=self.club.by, at=timezone.now())
        return self._archived_evenings()

    @action(detail=True, methods=["post"], url_path="archive/undo")
    @operation("undo_archive_evening", permission=KeeperKey, body=KeyedRequest, response=ArchivedEveningsResponse)
    def undo_archive(self, request: Request, data: ValidatedData, evening: UUID) -> object:
        """Return an archived or discarded evening to the lists."""
        play.restore_evening(evening=lookups.evening_of(self.club, evening))
        return self._archived_evenings()

    @action(detail=True, methods=["post"], url_path="discard")
    @operation("discard_evening", permission=KeeperKey, body=KeyedRequest, response=ArchivedEveningsResponse)
    def discard(self, request: Request, data: ValidatedData, evening: UUID) -> object:
        """Discard an evening in which nothing was played."""
        play.discard_evening(evening=lookups.evening_of(self.club, evening), by=self.club.by, at=timezone.now())
        return self._archived_evenings()

    def _read_evenings(self, before: int | None, limit: int) -> Page:
        found = standings.evenings_with_results(self.club, before=before, count=limit + 1)
        return first_page(found, limit, lambda one: one.evening.number)

    def _archived_evenings(self) -> object:
        return self.get_paginated_response(self.paginate_queryset(self._read_archived_evenings))

    def _read_archived_evenings(self, before: int | None, limit: int) -> Page:
        archived = play.archived_evenings(Evening.objects.filter(club=self.club)).defer("ruleset", "state")
        found = latest_first(archived, self.club, before=before)[: limit + 1]
        return first_page(list(found), limit, lambda one: one.number)


@contextmanager
def _errors_name_other_club(field: str) -> Iterator[None]:
    """Report a service's problems with a club for the field of the other club: this one is the caller's."""
    try:
        yield
    except clubs.ClubError as error:
        raise Refused([Problem(code=one.code, field=field) for one in error.problems]) from error


def _problems_of_names(name: str, people: list[str]) -> list[Problem]:
    """Return all problems of the names of the club and its people."""
    fault = name_fault(tidied_name(name), longest=MAX_CLUB_NAME)
    of_club = [Problem(code=fault, field="name")] if fault else []
    return of_club + [Problem(code=one.code, field=api_field(one.field)) for one in clubs.name_problems(people)]
