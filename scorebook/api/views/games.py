"""The endpoints of games and of scoring without an evening. They write nothing."""

from rest_framework.request import Request

from scorebook.api import calculator, catalogue
from scorebook.api.answers.games import Games as GamesAnswer
from scorebook.api.answers.hands import ScoredHand, worded_score
from scorebook.api.endpoint import Endpoint
from scorebook.api.operation import operation
from scorebook.api.told.hands import ScoreHand
from scorebook.api.told.objects import Told
from scorebook.core import throttles


class Games(Endpoint):
    @operation("games", answer=GamesAnswer)
    def get(self, request: Request) -> object:
        """Return all games with their presets, house rules and contracts, in the language of the request."""
        return {"games": catalogue.games_json()}


class HandScore(Endpoint):
    throttle_classes = [throttles.Scoring]

    @operation(
        "score_hand", body=ScoreHand, answer=ScoredHand, also=lambda _view, told: calculator.problems_of_told(told)
    )
    def post(self, request: Request, told: Told) -> object:
        """Score a hand at any table; nothing is written."""
        found = calculator.scored_from_told(told)
        return worded_score(found.score, found.report)
