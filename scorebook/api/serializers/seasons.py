"""Requests about the seasons of a club; responses with their tables."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from uuid import UUID

from rest_framework import serializers

from scorebook.api.serializers.common import (
    EnumField,
    FractionField,
    GameField,
    KeyedRequest,
    NamesField,
    PageResponse,
    ResponseSerializer,
    TimestampField,
)
from scorebook.api.serializers.fields import (
    ChoiceField,
    DateField,
    GameIdField,
    IntegerField,
    PlacePointsField,
    TextField,
    UUIDField,
    UUIDListField,
)
from scorebook.api.serializers.group_names import GroupNames
from scorebook.clubs.club_groups import ClubGroup
from scorebook.ledger.models import MAX_UNIT
from scorebook.standings.models import SeasonEvent
from scorebook.standings.seasons.season_agreement import MAX_EVENINGS, MAX_LEFT_OUT, SeasonMeasure
from scorebook.standings.seasons.season_changes import Cause, SeasonChanges, season_changes
from scorebook.standings.seasons.season_queries import Season
from scorebook.standings.seasons.season_results import season_standings, standings_of_season
from scorebook.standings.seasons.season_standings import SeasonStandings
from scorebook.standings.services.season_services import MAX_REASON, MAX_SEASON_NAME


class AgreeSeasonRequest(KeyedRequest):
    """first_on, last_on: inclusive; without a last day it goes on for 400 days at most.
    game: defaults to all games, which is possible for money and place points only.
    rules_of: the `id` of an evening; only evenings with the same house rules count.
    left_out: the `id`s of evenings that do not count.
    least_evenings, least_percent: number of evenings, or part of them, to be attended to be ranked.
    measure: defaults to points.
    unit: for money only.
    best: number of a person's evenings that count.
    scheme: for place points; defaults to the usual rows.
    """

    name = TextField(least=1, most=MAX_SEASON_NAME)
    first_on = DateField()
    last_on = DateField(required=False)
    game = GameIdField(required=False)
    rules_of = UUIDField(required=False)
    left_out = UUIDListField(required=False, most=MAX_LEFT_OUT)
    least_evenings = IntegerField(required=False, least=0, most=MAX_EVENINGS)
    least_percent = IntegerField(required=False, least=0, most=100)
    measure = ChoiceField(SeasonMeasure, required=False)
    unit = TextField(required=False, most=MAX_UNIT)
    best = IntegerField(required=False, least=1, most=MAX_EVENINGS)
    scheme = PlacePointsField(required=False)


class ChangeSeasonRequest(AgreeSeasonRequest):
    """replaces: the `last_event` of the season that the client knows; the whole agreement is sent again."""

    replaces = UUIDField()


class CloseSeasonRequest(KeyedRequest):
    """replaces: the `last_event` of the season that the client knows."""

    replaces = UUIDField()


class UndoCloseSeasonRequest(CloseSeasonRequest):
    reason = TextField(least=1, most=MAX_REASON)


@dataclass(frozen=True, kw_only=True)
class SeasonRepresentation:
    group: ClubGroup
    season: Season

    @cached_property
    def standings(self) -> SeasonStandings:
        return standings_of_season(self.group, self.season)

    @cached_property
    def changes(self) -> SeasonChanges:
        if not self.season.is_closed:
            return SeasonChanges()
        return season_changes(self.group, self.standings, season_standings(self.group, self.season.agreement))

    @property
    def names(self) -> Mapping[UUID, str]:
        people = [line.person for line in self.standings.table.lines]
        changed = [one.person for one in self.changes.lines]
        return GroupNames(self.group).names_of(
            [*people, *changed, *(one for own in self.changes.causes for one in own.people)]
        )


class AgreementResponse(ResponseSerializer):
    """The agreement, in the form that `agree_season` takes.

    last_on: null if none was agreed.
    game: null for all games.
    scheme: number of people -> points for the first place, the second, and so on; for place points only.
    """

    first_on = serializers.DateField()
    last_on = serializers.DateField(allow_null=True)
    game = GameField(allow_null=True)
    rules_of = serializers.UUIDField(allow_null=True)
    left_out = serializers.ListField(child=serializers.UUIDField())
    least_evenings = serializers.IntegerField()
    least_percent = serializers.IntegerField()
    measure = EnumField(SeasonMeasure)
    unit = serializers.CharField(allow_null=True)
    best = serializers.IntegerField(allow_null=True)
    scheme = serializers.DictField(child=serializers.ListField(child=serializers.IntegerField()))


class ClubSeasonResponse(ResponseSerializer):
    """name: empty if it was erased.
    last_event: id of its last event, to be sent as `replaces`.
    receipt: lets its owner verify that the table is still the one that was closed; empty while open.
    """

    id = serializers.UUIDField(source="season.id")
    name = serializers.CharField(source="season.name", allow_blank=True)
    is_closed = serializers.BooleanField(source="season.is_closed")
    agreement = AgreementResponse(source="season.agreement")
    last_event = serializers.UUIDField(source="season.newest.pk")
    receipt = serializers.CharField(source="season.receipt", allow_blank=True)


class SeasonEventResponse(ResponseSerializer):
    """reason: why the season was reopened; empty for all other events, and if it was erased.
    seq, hash: place in the chain of the club's season events; the hash depends on all events before.
    """

    id = serializers.UUIDField(source="pk")
    kind = EnumField(SeasonEvent.Kind)
    recorded_at = TimestampField()
    by = serializers.CharField(source="recorded_by")
    reason = serializers.SerializerMethodField()
    seq = serializers.IntegerField()
    hash = serializers.CharField()

    def get_reason(self, event: SeasonEvent) -> str:
        return event.text.text if event.kind == SeasonEvent.Kind.REOPENED and event.text else ""


class SeasonEveningResponse(ResponseSerializer):
    id = serializers.UUIDField()
    number = serializers.IntegerField()
    started_on = serializers.DateField()


class LineEveningResponse(ResponseSerializer):
    """counts: false if the evening is not among the person's best."""

    evening = serializers.UUIDField()
    value = FractionField()
    counts = serializers.BooleanField()


class SeasonPlaceResponse(ResponseSerializer):
    """rank: people tied after the countback share it and the next one is skipped; null with too few evenings."""

    rank = serializers.IntegerField(allow_null=True)
    value = FractionField()


class SeasonTableLineResponse(SeasonPlaceResponse):
    """movement: places gained since before the last evening, below 0 lost; null if not ranked before it."""

    person = serializers.UUIDField()
    evenings = LineEveningResponse(many=True)
    movement = serializers.IntegerField(allow_null=True)


class ChangedPlaceResponse(ResponseSerializer):
    """closed, now: null if they are not in that table."""

    person = serializers.UUIDField()
    closed = SeasonPlaceResponse(allow_null=True)
    now = SeasonPlaceResponse(allow_null=True)


class ChangeCauseResponse(ResponseSerializer):
    """evenings: evenings that were corrected or reopened, or added, or are of a club that is no longer linked.
    people: the entries that were linked or unlinked.
    """

    cause = EnumField(Cause)
    evenings = SeasonEveningResponse(many=True)
    people = serializers.ListField(child=serializers.UUIDField())


class SeasonResponse(ClubSeasonResponse):
    """lines: ranked people, best first, then the others; for a closed season as they stood at its close.
    changed: people whose place would differ by the evenings as they are now.
    causes: the reasons for the differences.
    events: events of the season, oldest first.
    """

    names = NamesField()
    evenings = SeasonEveningResponse(many=True, source="standings.evenings")
    lines = SeasonTableLineResponse(many=True, source="standings.table.lines")
    changed = ChangedPlaceResponse(many=True, source="changes.lines")
    causes = ChangeCauseResponse(many=True, source="changes.causes")
    events = SeasonEventResponse(many=True, source="season.events")


class SeasonsResponse(PageResponse):
    """results: the seasons, the one that begins last first."""

    results = ClubSeasonResponse(many=True)
