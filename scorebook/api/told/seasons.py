"""Requests about the seasons of a club."""

from scorebook.api.told.fields import Choice, Day, GameId, Key, Keys, PlacePoints, Text, Whole
from scorebook.api.told.objects import Keyed
from scorebook.standings.season_agreement import Measure


class AgreeSeason(Keyed):
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

    name = Text()
    first_on = Day()
    last_on = Day(needed=False)
    game = GameId(needed=False)
    rules_of = Key(needed=False)
    left_out = Keys(needed=False)
    least_evenings = Whole(needed=False)
    least_percent = Whole(needed=False)
    measure = Choice(Measure, needed=False)
    unit = Text(needed=False)
    best = Whole(needed=False)
    scheme = PlacePoints(needed=False)


class ChangeSeason(AgreeSeason):
    """seen: the `newest` of the season that the client knows; the whole agreement is sent again."""

    seen = Key()


class CloseSeason(Keyed):
    """seen: the `newest` of the season that the client knows."""

    seen = Key()


class ReopenSeason(CloseSeason):
    reason = Text()
