"""A club's list of evenings with their results, and the games and units in which it played."""

from dataclasses import dataclass
from datetime import date
from uuid import UUID

from django.db.models import Max, Sum

from scorebook.clubs.models import Club, Player
from scorebook.play.models import Evening, MonthTotal, Seat
from scorebook.play.queries.evening_lists import latest_first
from scorebook.play.services.archive import listed_evenings


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
