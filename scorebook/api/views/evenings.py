"""The endpoints of an evening, from its opening to its close."""

from django.http import HttpResponseBase
from django.utils import timezone
from rest_framework.request import Request

from scorebook import access
from scorebook.api import evening_input
from scorebook.api.endpoint import Endpoint, EveningEndpoint, not_modified_response
from scorebook.api.etags import api_sheet_etag
from scorebook.api.operation import OperationResult, operation
from scorebook.api.parsing import Refused
from scorebook.api.serializers.common import KeyedRequest, ValidatedData
from scorebook.api.serializers.evenings import AgreeEndRequest, OpenEveningRequest, SheetRepresentation, SheetResponse
from scorebook.core import throttles
from scorebook.play import services as play
from scorebook.play.models import Evening
from scorebook.standings.services import closing as standings
from scorebook.texts import refusal_texts


class EveningsView(Endpoint):
    @operation(
        "open_evening",
        body=OpenEveningRequest,
        response=SheetResponse,
        statuses=(201, 200),
        has_conflict=True,
        extra_checks=lambda _view, data: evening_input.start_from_data(data).find_problems(),
    )
    def post(self, request: Request, data: ValidatedData) -> object:
        """Open an evening, in a club of its own or, with the token of its link, in an existing one.

        201: it was opened. 200: it had been opened by the same `id`.
        """
        at = timezone.now()
        wanted = evening_input.start_from_data(data)
        club = access.club_of(data["club"]) if data["club"] is not None else None
        if problems := wanted.find_problems():
            raise Refused(problems)
        throttles.spend_budget(throttles.OpeningInClub if club else throttles.Opening, request)
        evening = play.start_evening(
            wanted.to_start(),
            key=wanted.key,
            club=club,
            own_club_name=refusal_texts.club_name_of_table(at),
            at=at,
            by=access.CLUB if club else access.SCRIBE,
        )
        # A repeated request gets the time of the first one.
        return OperationResult(value=_written_sheet(request, evening), status=201 if evening.started_at == at else 200)


class OneEveningView(EveningEndpoint):
    @operation("evening", response=SheetResponse)
    def get(self, request: Request, token: str) -> object:
        """Return the sheet: people, hands with their reasons, the pot and, once it is closed, the payments."""
        found = self.read_by(token)
        etag = api_sheet_etag(found.evening, may_write=found.may_write)
        unchanged: HttpResponseBase | None = not_modified_response(request, etag)
        if unchanged is not None:
            return unchanged
        shown = SheetRepresentation(request=request, evening=found.evening, may_write=found.may_write)
        return OperationResult(value=shown, headers={"ETag": etag})


class ClosingView(EveningEndpoint):
    @operation("close_evening", body=KeyedRequest, response=SheetResponse, has_conflict=True)
    def post(self, request: Request, data: ValidatedData, token: str) -> object:
        """Close the evening: it counts in the club from now on, and gets a plan of payments."""
        evening = self.written_by(token)
        evening = standings.close_evening(evening=evening, key=data["id"], at=timezone.now(), by=access.SCRIBE)
        return _written_sheet(request, evening)


class ReopeningView(EveningEndpoint):
    @operation("reopen_evening", body=KeyedRequest, response=SheetResponse, has_conflict=True)
    def post(self, request: Request, data: ValidatedData, token: str) -> object:
        """Reopen a closed evening, to play on or to correct a hand."""
        evening = self.written_by(token)
        evening = standings.reopen_evening(evening=evening, key=data["id"], at=timezone.now(), by=access.SCRIBE)
        return _written_sheet(request, evening)


class EveningEndView(EveningEndpoint):
    @operation("agree_end", body=AgreeEndRequest, response=SheetResponse, has_conflict=True)
    def post(self, request: Request, data: ValidatedData, token: str) -> object:
        """Agree on the end of the evening, or on none. It never closes by itself."""
        evening = self.written_by(token)
        evening = play.agree_end(evening=evening, key=data["id"], end=data["end"], at=timezone.now(), by=access.SCRIBE)
        return _written_sheet(request, evening)


class WatchLinkView(EveningEndpoint):
    @operation("renew_watch_link", body=KeyedRequest, response=SheetResponse, has_conflict=True)
    def post(self, request: Request, data: ValidatedData, token: str) -> object:
        """Renew the watch link; the old one opens nothing any more."""
        evening = play.renew_watch_link(evening=self.written_by(token), key=data["id"])
        return _written_sheet(request, evening)


def _written_sheet(request: Request, evening: Evening) -> SheetRepresentation:
    return SheetRepresentation(request=request, evening=evening, may_write=True)
