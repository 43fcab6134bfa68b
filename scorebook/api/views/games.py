"""The endpoints of games and of scoring without an evening. They write nothing."""

from rest_framework.decorators import action
from rest_framework.request import Request

from scorebook.api import calculator, catalogue
from scorebook.api.endpoint import Endpoint
from scorebook.api.operation import operation
from scorebook.api.permissions import Public
from scorebook.api.serializers.common import ValidatedData
from scorebook.api.serializers.games import GamesResponse
from scorebook.api.serializers.hands import ScoredHandResponse, ScoreHandRequest, worded_score
from scorebook.core import throttles


class GameViewSet(Endpoint):
    @operation("games", permission=Public, response=GamesResponse)
    def list(self, request: Request) -> object:
        """Return all games with their presets, house rules and contracts, in the language of the request."""
        return {"games": catalogue.games_json()}


class ScoreViewSet(Endpoint):
    @action(detail=False, methods=["post"], url_path="score")
    @operation(
        "score_hand",
        permission=Public,
        throttle=throttles.Scoring,
        body=ScoreHandRequest,
        writes=False,
        response=ScoredHandResponse,
        extra_checks=lambda _view, data: calculator.problems_of_scoring(data),
    )
    def score(self, request: Request, data: ValidatedData) -> object:
        """Score a hand at any table; nothing is written."""
        found = calculator.score_from_data(data)
        return worded_score(found.score, found.report)
