"""What a club tells of its seasons."""

from scorebook.api.told.fields import Choice, Day, GameId, Key, Keys, PlacePoints, Text, Whole
from scorebook.api.told.objects import Keyed
from scorebook.standings.season_agreement import Measure


class AgreeSeason(Keyed):
    """first_on, last_on: both counted; without a last day it goes on for 400 days at most.
    game: without one all games; only of money and place points.
    rules_of: the `id` of an evening: only those by the same house rules count.
    left_out: the `id`s of evenings that do not count.
    least_evenings, least_percent: how many evenings, or which part of them, one has to attend to be ranked.
    measure: points, if nobody says.
    unit: of money, and of nothing else.
    best: so many of a person's evenings count.
    scheme: of place points; without one the usual rows.
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
    """seen: the `newest` of the season that the writer knows; all that is agreed is told again."""

    seen = Key()


class CloseSeason(Keyed):
    """seen: the `newest` of the season that the writer knows."""

    seen = Key()


class ReopenSeason(CloseSeason):
    reason = Text()
