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
from scorebook.clubs.club_groups import ClubGroup
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
            self._season(self.kwargs["season"])

    def _season(self, id: UUID) -> Season:
        found = season_queries.season_by_id(self.group, id)
        if found is None:
            raise Http404
        return found

    def _represent(self, season: Season) -> SeasonRepresentation:
        return SeasonRepresentation(group=self.group, season=season)

    def _arguments_of_write(self, season: UUID, data: ValidatedData) -> dict[str, Any]:
        written = {"key": data["id"], "by": self.club.by, "at": timezone.now()}
        return written | {"club": self.club, "season_id": season, "seen": data["replaces"]}

    @operation("seasons", permission=MemberKey, query=KeyedListQuery, response=SeasonsResponse)
    def list(self, request: Request, data: ValidatedData) -> object:
        """Return the seasons of the club, the one that begins last first."""
        seasons = season_queries.seasons_of(self.group)
        page = self.paginate_queryset(
            lambda cursor, limit: page_of_list(seasons, cursor, limit, lambda season: season.id)
        )
        return self.get_paginated_response([self._represent(one) for one in page])

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
        club, at, agreement = self.club, timezone.now(), _agreement_from_request(self.group, data)
        season = services.agree_season(
            club=club, key=data["id"], name=data["name"], agreement=agreement, by=club.by, at=at
        )
        # A repeated request gets the time of the first one.
        status = 201 if season.events[0].recorded_at == at else 200
        return OperationResult(value=self._represent(season), status=status)

    @operation("season", permission=MemberKey, response=SeasonResponse)
    def retrieve(self, request: Request, season: UUID) -> object:
        """Return the season's table, with everybody's result of every evening, and its receipt once it is closed."""
        return self._represent(self._season(season))

    @operation(
        "change_season",
        permission=KeeperKey,
        body=ChangeSeasonRequest,
        response=SeasonResponse,
        extra_checks=_extra_agreement_problems,
    )
    def update(self, request: Request, data: ValidatedData, season: UUID) -> object:
        """Change the agreement of an open season."""
        agreed = {"name": data["name"], "agreement": _agreement_from_request(self.group, data)}
        return self._represent(services.change_season(**self._arguments_of_write(season, data), **agreed))

    @action(detail=True, methods=["post"], url_path="close")
    @operation("close_season", permission=KeeperKey, body=CloseSeasonRequest, response=SeasonResponse)
    def close(self, request: Request, data: ValidatedData, season: UUID) -> object:
        """Close the season and keep its table; the beginning of this event's hash is its receipt."""
        return self._represent(services.close_season(**self._arguments_of_write(season, data)))

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
        arguments = self._arguments_of_write(season, data)
        return self._represent(services.reopen_season(**arguments, reason=data["reason"]))


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
