"""Requests about the seasons of a club."""

from scorebook.api.told.fields import (
    ChoiceField,
    DateField,
    GameIdField,
    IntegerField,
    PlacePointsField,
    TextField,
    UUIDField,
    UUIDListField,
)
from scorebook.api.told.objects import KeyedRequest
from scorebook.standings.season_agreement import SeasonMeasure


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

    name = TextField()
    first_on = DateField()
    last_on = DateField(needed=False)
    game = GameIdField(needed=False)
    rules_of = UUIDField(needed=False)
    left_out = UUIDListField(needed=False)
    least_evenings = IntegerField(needed=False)
    least_percent = IntegerField(needed=False)
    measure = ChoiceField(SeasonMeasure, needed=False)
    unit = TextField(needed=False)
    best = IntegerField(needed=False)
    scheme = PlacePointsField(needed=False)


class ChangeSeasonRequest(AgreeSeasonRequest):
    """seen: the `newest` of the season that the client knows; the whole agreement is sent again."""

    seen = UUIDField()


class CloseSeasonRequest(KeyedRequest):
    """seen: the `newest` of the season that the client knows."""

    seen = UUIDField()


class ReopenSeasonRequest(CloseSeasonRequest):
    reason = TextField()
