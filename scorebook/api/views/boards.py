"""The endpoints of a club's boards and ratings."""

from collections.abc import Sequence

from django.utils import timezone
from rest_framework.decorators import action
from rest_framework.request import Request

from rules import Problem
from rules.problems import ProblemList
from scorebook.api.endpoint import ClubEndpoint
from scorebook.api.operation import operation
from scorebook.api.parsing import Refused
from scorebook.api.permissions import MemberKey
from scorebook.api.serializers.boards import BoardResponse, BoardsResponse, CalibrationResponse, RatingsResponse
from scorebook.api.serializers.common import ValidatedData
from scorebook.api.serializers.group_names import GroupNames
from scorebook.api.serializers.queries import GameQuery, OneBoardQuery, span_of_query
from scorebook.core.currencies import USUAL_CURRENCY
from scorebook.ledger import queries as books
from scorebook.play.services import POINTS
from scorebook.standings.boards import leaderboards
from scorebook.standings.boards.board_queries import PlayedIn, played_games_and_units
from scorebook.standings.boards.board_sums import contracts_declared
from scorebook.standings.boards.leaderboards import BY_CONTRACT, OF_ALL_GAMES
from scorebook.standings.boards.query import BoardMeasure, BoardQuery
from scorebook.standings.ratings import rating_queries
from scorebook.standings.ratings.rating_model import PROVISIONAL_EVENINGS

ALL_GAMES = "all"


class BoardViewSet(ClubEndpoint):
    lookup_field, lookup_value_converter = "board", "board"

    @operation("boards", permission=MemberKey, response=BoardsResponse)
    def list(self, request: Request) -> object:
        """Return the boards that are available, and the options of each."""
        offered = [
            {
                "id": measure,
                "of_all_games": measure in OF_ALL_GAMES,
                "by_contract": measure in BY_CONTRACT,
                "least": leaderboards.min_count_to_be_ranked(measure),
            }
            for measure in BoardMeasure
        ]
        return {"boards": offered, "played": played_games_and_units(self.club)}

    @operation(
        "board",
        permission=MemberKey,
        query=OneBoardQuery,
        response=BoardResponse,
        extra_checks=lambda view, data: _problems_of_board(view.kwargs["board"], data),
    )
    def retrieve(self, request: Request, data: ValidatedData, board: BoardMeasure) -> object:
        """Return the people ranked by one measure, in a game and a period."""
        if problems := _problems_of_board(board, data):
            raise Refused(problems)
        unit = books.unit_named(self.club, data["unit"]) if data["unit"] else None
        query = _board_query(board, data, played_games_and_units(self.club), unit)
        found = leaderboards.compute_board(self.group, query)
        return {
            "query": query,
            "contracts": contracts_declared(self.group, query) if board in BY_CONTRACT else [],
            "least": found.least,
            "names": GroupNames(self.group).names_of(line.person_id for line in found.lines),
            "lines": found.lines,
        }


class RatingViewSet(ClubEndpoint):
    @action(detail=True, methods=["get"], url_path="ratings")
    @operation("ratings", permission=MemberKey, query=GameQuery, response=RatingsResponse)
    def ratings(self, request: Request, data: ValidatedData) -> object:
        """Return the rating of each person in a game, with its uncertainty."""
        games = rating_queries.rated_games_newest_first(self.group, self.club)
        game = data["game"] or next(iter(games), None)
        lines = rating_queries.rated_people(self.group, game) if game else []
        return {
            "game": game,
            "games": games,
            "provisional_below": PROVISIONAL_EVENINGS,
            "names": GroupNames(self.group).names_of(line.person_id for line in lines),
            "lines": lines,
        }

    @action(detail=True, methods=["get"], url_path="ratings/calibration")
    @operation("calibration", permission=MemberKey, query=GameQuery, response=CalibrationResponse)
    def calibration(self, request: Request, data: ValidatedData) -> object:
        """Compare the predictions of the ratings with the results."""
        games = rating_queries.rated_games_newest_first(self.group, self.club)
        game = data["game"] or next(iter(games), None)
        return {
            "game": game,
            "games": games,
            "evenings": rating_queries.CALIBRATED_EVENINGS,
            "bins": rating_queries.calibrate_ratings(self.group, game) if game else (),
        }


def _problems_of_board(measure: BoardMeasure, data: ValidatedData) -> Sequence[Problem]:
    problems = ProblemList()
    if data["game"] == ALL_GAMES and measure not in OF_ALL_GAMES:
        problems.add("points_of_all_games", "game")
    if data["contract"] and measure not in BY_CONTRACT:
        problems.add("field_unexpected", "contract")
    return tuple(problems)


def _board_query(
    measure: BoardMeasure, data: ValidatedData, played: Sequence[PlayedIn], unit: str | None
) -> BoardQuery:
    """Default to the game played last, for that unit: points of different games are not comparable.

    unit: for a board of money; other boards count evenings in any.
    """
    last = [one.game for one in played if measure is not BoardMeasure.MONEY or unit in (None, one.unit)]
    game = None if data["game"] == ALL_GAMES else data["game"] or next(iter(last), None)
    units = (one.unit for one in played if one.unit != POINTS and game in (None, one.game))
    return BoardQuery(
        measure=measure,
        span=span_of_query(data, timezone.localdate()),
        game=game,
        unit=unit or next(units, USUAL_CURRENCY),
        contract=data["contract"] or None,
    )
