"""Queries of ratings: the table, what was expected of an evening, and how well expectations come true."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter
from typing import Any
from uuid import UUID

from django.db.models import Count, OuterRef, QuerySet, Subquery, UUIDField

from scorebook.clubs.club_groups import ClubGroup
from scorebook.clubs.models import Club, Player
from scorebook.play.models import Evening
from scorebook.standings.boards.board_queries import played_games_and_units
from scorebook.standings.models import Rating as RatingRow
from scorebook.standings.ratings import rating_model
from scorebook.standings.ratings.rating_model import Bin, Expectation, SkillEstimate

# Almost eight years of a weekly table; over a longer time the people of a club change.
CALIBRATED_EVENINGS = 400
THOUSAND, HUNDRED = 1_000, 100  # parts in which a rating and an expected place are stored
# With fewer evenings the rating is too uncertain to expect a place.
MIN_EVENINGS = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class RatedPerson:
    """A person's line in the table of ratings."""

    rank: int | None  # among people who are not provisional; None for others
    person_id: UUID
    rating: SkillEstimate
    gained: int | None  # points by their last evening; None after the first


def rating_of_row(row: RatingRow | None) -> SkillEstimate:
    """Return the rating after the evening of a row; None gives the rating of a newcomer."""
    if row is None:
        return rating_model.START
    mu, sigma = row.mu_thousandths / THOUSAND, row.sigma_thousandths / THOUSAND
    return SkillEstimate(mu=mu, sigma=sigma, evenings=row.evenings)


def rated_games_newest_first(group: ClubGroup, club: Club) -> list[str]:
    """Return the games with a rating, the latest played by the club first. Three statements at most."""
    played = list(dict.fromkeys(one.game for one in played_games_and_units(club)))
    rated = RatingRow.objects.filter(club=group.club_id).order_by("game").values_list("game", flat=True).distinct()
    return sorted(rated, key=lambda game: played.index(game) if game in played else len(played))


def rated_people(group: ClubGroup, game: str) -> list[RatedPerson]:
    """Return the people of the game who stay in the ratings, best first, provisional ones last. Two statements."""
    rows = _newest_two_ratings(group, game)
    own = [(person, newest, before) for person, (newest, before) in rows.items() if person not in group.unrated]
    own.sort(key=lambda one: (rating_of_row(one[1]).is_provisional, -one[1].mu_thousandths))
    found: list[RatedPerson] = []
    for place, (person, newest, before) in enumerate(own, start=1):
        rating = rating_of_row(newest)
        gained = rating.shown - rating_of_row(before).shown if before else None
        rank = None if rating.is_provisional else place
        if found and rank and found[-1].rating.shown == rating.shown:
            rank = found[-1].rank
        found.append(RatedPerson(rank=rank, person_id=person, rating=rating, gained=gained))
    return found


def expectations_of_evening(group: ClubGroup, evening: Evening) -> Mapping[UUID, Expectation]:
    """Return the expectation of each person in the evening, from the ratings before it. One statement.

    It leaves out people in their first three evenings and those who left the ratings. An open evening has none.
    """
    rows = list(RatingRow.objects.filter(club=group.club_id, evening=evening))
    known = {row.player_id for row in rows if row.evenings > MIN_EVENINGS} - group.unrated
    return {person: one for person, one in _expectations_of_rows(rows).items() if person in known}


def calibrate_ratings(group: ClubGroup, game: str) -> Sequence[Bin]:
    """Compare the expected with the observed share of the others whom people ended ahead of. Two statements."""
    of_game = RatingRow.objects.filter(club=group.club_id, game=game)
    firsts = of_game.order_by("-started_at").values_list("started_at", flat=True)
    first = firsts.distinct()[CALIBRATED_EVENINGS - 1 : CALIBRATED_EVENINGS].first()
    recent = of_game.filter(started_at__gte=first) if first else of_game
    rows = recent.order_by("started_at", "evening_id")
    predictions: list[tuple[float, float]] = []
    for _evening, batch in groupby(rows, key=attrgetter("evening_id")):
        predictions += [
            (_share_of_others_beaten(one.expected, one.people), _share_of_others_beaten(one.place, one.people))
            for one in _expectations_of_rows(batch).values()
        ]
    return rating_model.bin_predictions(predictions)


def _share_of_others_beaten(place: float, people: int) -> float:
    """Return the share of the others whom a person at that place ended ahead of."""
    return (people - place) / (people - 1)


def _expectations_of_rows(rows: Iterable[RatingRow]) -> dict[UUID, Expectation]:
    """Return the expectation of each person; level people share the middle of their places. rows: of one evening."""
    found = list(rows)
    level = {row.place: sum(other.place == row.place for other in found) for row in found}
    return {
        row.player_id: Expectation(
            expected=row.expected_place_hundredths / HUNDRED,
            place=row.place + (level[row.place] - 1) / 2,
            people=row.people,
        )
        for row in found
        if row.people > 1
    }


def _newest_two_ratings(group: ClubGroup, game: str) -> dict[UUID, tuple[RatingRow, RatingRow | None]]:
    """Return each person's newest row, and the one before it."""
    of_game = RatingRow.objects.filter(club=group.club_id, game=game)
    people: QuerySet[Any] = Player.objects.filter(club=group.club_id)
    key = "pk"
    if len(group.clubs) > 1:
        # People of several clubs may be on several servers; the first club has the rows of all. An index has them.
        people, key = of_game.order_by().values("player").annotate(Count("player")), "player"
    own = of_game.filter(player=OuterRef(key)).order_by("-started_at")
    people = people.annotate(
        newest=Subquery(own.values("evening")[:1], output_field=UUIDField()),
        before=Subquery(own.values("evening")[1:2], output_field=UUIDField()),
    )
    evenings = {
        player: (newest, before)
        for player, newest, before in people.values_list(key, "newest", "before")
        if newest is not None
    }
    wanted = {evening for pair in evenings.values() for evening in pair if evening is not None}
    rows = {
        (row.player_id, row.evening_id): row
        for row in RatingRow.objects.filter(club=group.club_id, evening__in=wanted, player__in=evenings)
    }
    return {
        player: (rows[player, newest], rows.get((player, before)))
        for player, (newest, before) in evenings.items()
        if (player, newest) in rows
    }
