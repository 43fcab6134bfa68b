"""The leaderboard of a club, read from the totals of months, and its list of evenings."""

from dataclasses import asdict, dataclass
from datetime import date
from enum import StrEnum
from uuid import UUID

from django.db.models import Max, Sum

from scorebook.clubs.club_groups import club_group
from scorebook.clubs.models import Club, Player
from scorebook.core.currencies import USUAL_CURRENCY
from scorebook.core.time_spans import ALL, Span
from scorebook.play.models import Evening, MonthTotal, Seat
from scorebook.play.queries.evening_lists import latest_first
from scorebook.play.services.archive import listed_evenings
from scorebook.standings.boards.board_sums import Sums, board_totals_by_person
from scorebook.standings.seasons.season_standings import shared_ranks
from scorebook.standings.standings_scope import FigureScope


class Ranking(StrEnum):
    POINTS = "points"
    MONEY = "money"
    HANDS = "hands"
    DECLARED_WON = "declared_won"


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing(Sums):
    """The totals of a player in a period."""

    player: Player
    rank: int  # 1 is the best; level players share it, and the next rank is left out


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerResult:
    player: Player
    points: int
    amount_minor: int


@dataclass(frozen=True, slots=True, kw_only=True)
class EveningResults:
    """An evening of the club with its results, best first."""

    evening: Evening
    results: tuple[PlayerResult, ...]

    @property
    def winning_points(self) -> int | None:
        """Return the points of the winners; None while the evening is open, and if all are tied."""
        points = [one.points for one in self.results]
        return max(points) if self.evening.is_closed and len(set(points)) > 1 else None


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedIn:
    """A game and unit in which hands were played."""

    game: str
    unit: str
    last: date  # month


def leaderboard(
    *,
    club: Club,
    span: Span = ALL,
    game: str | None = None,
    by: Ranking = Ranking.POINTS,
    unit: str = USUAL_CURRENCY,
) -> list[Standing]:
    """Return everyone who played in the closed evenings begun in the span, best first.

    Read whole months as months, and the days left at either end evening by evening.
    game: only its evenings; points of different games are not comparable. None is all of them.
    unit: of the money that is compared; only for Ranking.MONEY.
    """
    group = club_group(club.pk)
    sums = board_totals_by_person(FigureScope(group=group, game=game, span=span))
    values = {person: _leaderboard_value(own, by, unit) for person, own in sums.items()}
    ranks = shared_ranks(values.values())
    people = Player.objects.filter(club__in=group.clubs, pk__in=sums)
    return [
        Standing(player=player, rank=ranks[values[player.pk]], **asdict(sums[player.pk]))
        for player in sorted(people, key=lambda player: (-values[player.pk], player.name_folded))
    ]


def _leaderboard_value(sums: Sums, by: Ranking, unit: str) -> int:
    if by is Ranking.MONEY:
        return sums.amounts.get(unit, 0)
    value: int = getattr(sums, by.value)
    return value


def evenings_with_results(club: Club, *, before: int | None = None, count: int | None = None) -> list[EveningResults]:
    """Return evenings with their results. The arguments are those of `latest_evenings`."""
    found = latest_evenings(club, before=before, count=count)
    results: dict[UUID, list[PlayerResult]] = {}
    rows = Seat.objects.filter(club=club, evening__in=[one.pk for one in found]).order_by().values("evening", "player")
    sums = list(rows.annotate(points_sum=Sum("points"), amount_sum=Sum("amount_minor")))
    people = {player.pk: player for player in Player.objects.filter(club=club)}
    for row in sums:
        result = PlayerResult(player=people[row["player"]], points=row["points_sum"], amount_minor=row["amount_sum"])
        results.setdefault(row["evening"], []).append(result)
    for own in results.values():
        own.sort(key=lambda one: (-one.points, one.player.name_folded))
    return [EveningResults(evening=evening, results=tuple(results[evening.pk])) for evening in found]


def latest_evenings(club: Club, *, before: int | None = None, count: int | None = None) -> list[Evening]:
    """Return the evenings by the time they were played, the latest first, with rulesets and states deferred.

    Imported evenings have a new number and an old day.
    before: only those that come after the evening of this number. count: at most so many; None is all.
    """
    own = listed_evenings(Evening.objects.filter(club=club)).defer("ruleset", "state")
    found = latest_first(own, club, before=before)
    evenings = list(found if count is None else found[:count])
    for evening in evenings:
        evening.club = club
    return evenings


def played_games_and_units(club: Club) -> list[PlayedIn]:
    """Return every game and unit of a hand, the latest played first. One statement, two at most."""
    played = MonthTotal.objects.filter(club=club, evenings__gt=0).order_by().values_list("game", "unit")
    last = sorted(played.annotate(Max("month")), key=lambda row: (row[2], row[0], row[1]), reverse=True)
    found = [PlayedIn(game=game, unit=unit, last=month) for game, unit, month in last]
    if len(last) > 1 and last[0][2] == last[1][2]:  # of one month: the newest evening decides
        closed = Evening.objects.filter(club=club, hand_count__gt=0, closed_at__isnull=False)
        newest = closed.order_by("-started_at", "-number").values_list("game", "unit").first()
        found.sort(key=lambda one: (one.game, one.unit) != newest)
    return found
