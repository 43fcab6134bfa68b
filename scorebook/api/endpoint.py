"""What all endpoints share. Each does three things: read the request, make one domain call, answer."""

from django.http import Http404
from rest_framework.exceptions import APIException
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from rules import Player, words
from scorebook.api import access, problem_texts
from scorebook.api.body import Refused, RequestBody, check_texts
from scorebook.core import request_bodies
from scorebook.play.models import Evening
from scorebook.play.queries.evenings import Access, evening_by_token


class BodyNotTaken(APIException):
    """The server refused the body before it was read."""

    def __init__(self, status: int) -> None:
        super().__init__(code=request_bodies.CODES[status])
        self.status_code = status


class Endpoint(APIView):
    # Without OPTIONS: its answer would tell outsiders which links there are.
    http_method_names = ["get", "head", "post", "put"]

    def initial(self, request: Request, *args: object, **kwargs: object) -> None:
        super().initial(request, *args, **kwargs)
        if status := request_bodies.refused_body_status(request._request):
            raise BodyNotTaken(status)
        check_texts(request.query_params.dict())

    def names(self) -> problem_texts.Names:
        """What the players in a problem are called."""
        return words.NOBODY

    def finalize_response(self, request: Request, response: Response, *args: object, **kwargs: object) -> Response:
        # Amounts and links of people: nobody in between keeps them.
        response.headers.setdefault("Cache-Control", "no-store")
        return super().finalize_response(request, response, *args, **kwargs)


class NotFound(Endpoint):
    """Whatever else is asked for below this address."""

    def initial(self, request: Request, *args: object, **kwargs: object) -> None:
        raise Http404


class EveningEndpoint(Endpoint):
    """Below the address of one evening."""

    evening: Evening | None = None

    def body(self, request: Request, token: str) -> RequestBody:
        """What a scribe sent, read before the evening is looked for; where it cannot be read, a link comes first."""
        try:
            return RequestBody(request.data)
        except (APIException, Refused):
            self.written_by(token)
            raise

    def read_by(self, token: str) -> Access:
        found = access.read_by(token)
        self.evening = found.evening
        return found

    def written_by(self, token: str) -> Evening:
        self.evening = access.written_by(token)
        return self.evening

    def names(self) -> problem_texts.Names:
        """Asked for only where something is refused: whoever writes has not looked for the evening before."""
        token = self.kwargs.get("token", "")
        evening = self.evening or getattr(evening_by_token(token), "evening", None)
        return names_for_api_problems(evening) if evening else words.NOBODY


def names_for_api_problems(evening: Evening) -> problem_texts.Names:
    """What everybody in the evening's club is called, by id."""
    return {Player(str(id)): name for id, name in evening.club.players.values_list("id", "name")}
