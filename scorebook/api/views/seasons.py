"""The endpoints of a club's seasons: to agree on one, read its table, change, close and reopen it."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.http import Http404
from django.utils import timezone
from rest_framework.decorators import action
from rest_framework.request import Request

from rules import Problem
from scorebook import lookups
from scorebook.api.endpoint import ClubEndpoint
from scorebook.api.operation import OperationResult, operation
from scorebook.api.pagination import page_of_list
from scorebook.api.permissions import KeeperKey, MemberKey
from scorebook.api.serializers.common import ValidatedData
from scorebook.api.serializers.queries import KeyedListQuery
from scorebook.api.serializers.seasons import (
    AgreeSeasonRequest,
    ChangeSeasonRequest,
    CloseSeasonRequest,
    SeasonRepresentation,
    SeasonResponse,
    SeasonsResponse,
    UndoCloseSeasonRequest,
)
from scorebook.clubs.club_groups import ClubGroup, club_group
from scorebook.clubs.models import Club
from scorebook.core.months import EARLIEST
from scorebook.ledger.queries import unit_named
from scorebook.play.evening_results import evening_ruleset_digest
from scorebook.standings.seasons import season_queries
from scorebook.standings.seasons.season_agreement import USUAL_SCHEME, Agreement, SeasonMeasure
from scorebook.standings.seasons.season_queries import Season
from scorebook.standings.services import season_services as services


def _extra_agreement_problems(view: ClubEndpoint, data: ValidatedData) -> Sequence[Problem]:
    agreement = _agreement_from_request(view.group, data)
    return tuple(services.season_problems_in_club(view.group, data["name"] or "", agreement))


class SeasonViewSet(ClubEndpoint):
    lookup_field, lookup_value_converter = "season", "uuid"

    def check_path(self) -> None:
        if "season" in self.kwargs:
            self.season_representation(self.kwargs["season"])

    def season_representation(self, season: UUID) -> SeasonRepresentation:
        found = season_queries.season_by_id(self.group, season)
        if found is None:
            raise Http404
        return SeasonRepresentation(group=self.group, season=found)

    @operation("seasons", permission=MemberKey, query=KeyedListQuery, response=SeasonsResponse)
    def list(self, request: Request, data: ValidatedData) -> object:
        """Return the seasons of the club, the one that begins last first."""
        group, seasons = self.group, season_queries.seasons_of(self.group)
        page = self.paginate_queryset(
            lambda cursor, limit: page_of_list(seasons, cursor, limit, lambda season: season.id)
        )
        return self.get_paginated_response([SeasonRepresentation(group=group, season=one) for one in page])

    @operation(
        "agree_season",
        permission=KeeperKey,
        body=AgreeSeasonRequest,
        response=SeasonResponse,
        statuses=(201, 200),
        extra_checks=_extra_agreement_problems,
    )
    def create(self, request: Request, data: ValidatedData) -> object:
        """Agree on a season: the evenings that count, and the measure. 201: it was agreed. 200: it had been."""
        club, at = self.club, timezone.now()
        group = club_group(club.pk)
        agreement = _agreement_from_request(group, data)
        season = services.agree_season(
            club=club, key=data["id"], name=data["name"], agreement=agreement, by=club.by, at=at
        )
        # A repeated request gets the time of the first one.
        status = 201 if season.events[0].recorded_at == at else 200
        return OperationResult(value=SeasonRepresentation(group=group, season=season), status=status)

    @operation("season", permission=MemberKey, response=SeasonResponse)
    def retrieve(self, request: Request, season: UUID) -> object:
        """Return the season's table, with everybody's result of every evening, and its receipt once it is closed."""
        return self.season_representation(season)

    @operation(
        "change_season",
        permission=KeeperKey,
        body=ChangeSeasonRequest,
        response=SeasonResponse,
        extra_checks=_extra_agreement_problems,
    )
    def update(self, request: Request, data: ValidatedData, season: UUID) -> object:
        """Change the agreement of an open season."""
        club = self.club
        fields = _season_from_request(club, season, data)
        fields |= {"name": data["name"], "agreement": _agreement_from_request(club_group(club.pk), data)}
        return _written_season(club, services.change_season(**fields))

    @action(detail=True, methods=["post"], url_path="close")
    @operation("close_season", permission=KeeperKey, body=CloseSeasonRequest, response=SeasonResponse)
    def close(self, request: Request, data: ValidatedData, season: UUID) -> object:
        """Close the season and keep its table; the beginning of this event's hash is its receipt."""
        club = self.club
        return _written_season(club, services.close_season(**_season_from_request(club, season, data)))

    @action(detail=True, methods=["post"], url_path="close/undo")
    @operation(
        "undo_close_season",
        permission=KeeperKey,
        body=UndoCloseSeasonRequest,
        response=SeasonResponse,
        extra_checks=lambda _view, data: tuple(services.reason_problems(data["reason"] or "")),
    )
    def undo_close(self, request: Request, data: ValidatedData, season: UUID) -> object:
        """Reopen the season, with a reason, so that evenings and agreement count again as they are."""
        club = self.club
        fields = _season_from_request(club, season, data)
        return _written_season(club, services.reopen_season(**fields, reason=data["reason"]))


def _agreement_from_request(group: ClubGroup, data: ValidatedData) -> Agreement:
    """Build the agreement; a field that failed validation gets its default, so that the others can be checked."""
    measure = data["measure"] or SeasonMeasure.POINTS
    model = lookups.find_evening(group, data["rules_of"])
    usual = USUAL_SCHEME if measure is SeasonMeasure.PLACE_POINTS else {}
    return Agreement(
        first_on=data["first_on"] or data["last_on"] or EARLIEST,
        last_on=data["last_on"],
        game=data["game"],
        ruleset=evening_ruleset_digest(model) if model else "",
        rules_of=data["rules_of"],
        left_out=tuple(one for one in data["left_out"] or () if one),
        least_evenings=data["least_evenings"] or 0,
        least_percent=data["least_percent"] or 0,
        measure=measure,
        unit=unit_named(Club(pk=group.club_id), data["unit"]) if data["unit"] else data["unit"],
        best=data["best"],
        scheme=usual if data["scheme"] is None else data["scheme"],
    )


def _season_from_request(club: Club, season: UUID, data: ValidatedData) -> dict[str, Any]:
    return {
        "club": club,
        "season_id": season,
        "seen": data["replaces"],
        "key": data["id"],
        "by": club.by,
        "at": timezone.now(),
    }


def _written_season(club: Club, season: Season) -> SeasonRepresentation:
    return SeasonRepresentation(group=club_group(club.pk), season=season)
