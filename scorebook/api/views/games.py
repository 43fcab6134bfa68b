"""What can be played, and what a hand is worth: no evening needed, nothing written."""

from rest_framework.request import Request
from rest_framework.response import Response

from scorebook.api import calculator, catalogue, sheets
from scorebook.api.body import RequestBody
from scorebook.api.endpoint import Endpoint
from scorebook.core import throttles


class Games(Endpoint):
    def get(self, request: Request) -> Response:
        return Response({"games": catalogue.games_json()})


class HandScore(Endpoint):
    throttle_classes = [throttles.Scoring]

    def post(self, request: Request) -> Response:
        found = calculator.score_for_api(RequestBody(request.data))
        return Response({**sheets.score_json(found.score, found.report), "state": found.score.state.to_json()})
