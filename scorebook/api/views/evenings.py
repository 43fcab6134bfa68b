"""An evening from its opening to its close."""

from django.http import HttpResponseBase
from django.utils import timezone
from django.utils.cache import get_conditional_response
from rest_framework.request import Request
from rest_framework.response import Response

from scorebook import refusal_texts
from scorebook.api import access, sheets, starting
from scorebook.api.body import Refused, RequestBody, lone_key
from scorebook.api.endpoint import Endpoint, EveningEndpoint
from scorebook.core import throttles
from scorebook.play import services as play
from scorebook.standings import services as standings


class Evenings(Endpoint):
    def post(self, request: Request) -> Response:
        at = timezone.now()
        body = RequestBody(request.data)
        wanted, club_token = starting.read_start(body), body.text_or_none("club")
        body.check(wanted.problems)
        club = access.club_of(club_token) if club_token is not None else None
        if problems := wanted.problems():
            raise Refused(problems)
        throttles.spend_budget(throttles.OpeningInClub if club else throttles.Opening, request)
        evening = play.start_evening(
            wanted.start(),
            key=wanted.key,
            club=club,
            own_club_name=refusal_texts.club_name_of_table(at),
            at=at,
            by=access.CLUB if club else access.SCRIBE,
        )
        # A repeat comes back with the time of the first.
        status = 201 if evening.started_at == at else 200
        return Response(sheets.sheet_json(request, evening, may_write=True), status=status)


class OneEvening(EveningEndpoint):
    def get(self, request: Request, token: str) -> HttpResponseBase:
        found = self.read_by(token)
        etag = sheets.api_sheet_etag(found.evening, may_write=found.may_write)
        # The client may keep the sheet, but has to ask each time whether it is still the one.
        headers = {"ETag": etag, "Cache-Control": "private, no-cache"}
        unchanged = get_conditional_response(request._request, etag=etag)
        if unchanged is not None:
            for name, value in headers.items():
                unchanged[name] = value
            return unchanged
        return Response(sheets.sheet_json(request, found.evening, may_write=found.may_write), headers=headers)


class Closing(EveningEndpoint):
    def post(self, request: Request, token: str) -> Response:
        evening, key = self.written_by(token), lone_key(request.data)
        evening = standings.close_evening(evening=evening, key=key, at=timezone.now(), by=access.SCRIBE)
        return Response(sheets.sheet_json(request, evening, may_write=True))


class Reopening(EveningEndpoint):
    def post(self, request: Request, token: str) -> Response:
        evening, key = self.written_by(token), lone_key(request.data)
        evening = standings.reopen_evening(evening=evening, key=key, at=timezone.now(), by=access.SCRIBE)
        return Response(sheets.sheet_json(request, evening, may_write=True))


class Ending(EveningEndpoint):
    def post(self, request: Request, token: str) -> Response:
        evening, body = self.written_by(token), RequestBody(request.data)
        key, end = body.key(), body.end_or_none()
        body.check()
        evening = play.agree_end(evening=evening, key=key, end=end, at=timezone.now(), by=access.SCRIBE)
        return Response(sheets.sheet_json(request, evening, may_write=True))


class WatchLink(EveningEndpoint):
    def post(self, request: Request, token: str) -> Response:
        evening, key = self.written_by(token), lone_key(request.data)
        evening = play.renew_watch_link(evening=evening, key=key)
        return Response(sheets.sheet_json(request, evening, may_write=True))
