"""The endpoints of an evening, from its opening to its close; its course and its house rules."""

from collections.abc import Sequence

from django.http import Http404
from django.utils import timezone
from rest_framework.decorators import action
from rest_framework.request import Request

from rules import Problem
from scorebook import access
from scorebook.api import evening_input
from scorebook.api.endpoint import EveningEndpoint, not_modified_response
from scorebook.api.etags import api_sheet_etag
from scorebook.api.operation import OperationResult, operation
from scorebook.api.parsing import Refused
from scorebook.api.permissions import EveningMemberKey, Public, ScribeKey, WatchKey
from scorebook.api.serializers.common import KeyedRequest, ValidatedData
from scorebook.api.serializers.course import CourseRepresentation, CourseResponse
from scorebook.api.serializers.evenings import (
    AgreeEndRequest,
    OpenEveningRequest,
    RenewLinkRequest,
    SheetRepresentation,
    SheetResponse,
)
from scorebook.api.serializers.games import HouseRulesRepresentation, RulesResponse
from scorebook.clubs.models import Club
from scorebook.clubs.roles import Role
from scorebook.core import throttles
from scorebook.play import services as play
from scorebook.play.models import Evening
from scorebook.standings.services import closing as standings
from scorebook.texts import refusal_texts


def _club_in_body(view: EveningEndpoint, token: str | None) -> tuple[Club | None, Sequence[Problem]]:
    """Return the club of a link in the body; else the problem.

    Raises: Throttled, as a wrong link in a path does; ClubMoved.
    """
    if token is None:
        return None, ()
    try:
        return access.club_of(token, request=view.request_with_cookies), ()
    except Http404:
        if site := access.other_site_of_token(token):
            raise access.ClubMoved(site) from None
        throttles.spend_budget(throttles.WrongLink, view.request)
        return None, [Problem(code="link_unknown", field="club_token")]


def _problems_of_start(view: EveningEndpoint, data: ValidatedData) -> Sequence[Problem]:
    return [*evening_input.start_from_data(data).find_problems(), *_club_in_body(view, data["club_token"])[1]]


class EveningViewSet(EveningEndpoint):
    @operation(
        "open_evening",
        permission=Public,
        body=OpenEveningRequest,
        response=SheetResponse,
        statuses=(201, 200),
        extra_checks=_problems_of_start,
    )
    def create(self, request: Request, data: ValidatedData) -> object:
        """Open an evening, in a club of its own or, with the token of its link, in an existing one.

        201: it was opened. 200: it had been opened by the same `id`.
        """
        at = timezone.now()
        wanted = evening_input.start_from_data(data)
        club, problems = _club_in_body(self, data["club_token"])
        if problems := [*wanted.find_problems(), *problems]:
            raise Refused(problems)
        throttles.spend_budget(throttles.OpeningInClub if club else throttles.Opening, request)
        evening = play.start_evening(
            wanted.to_start(),
            key=wanted.key,
            club=club,
            own_club_name=refusal_texts.club_name_of_table(at),
            at=at,
            by=club.by if club else Role.SCRIBE.writer,
        )
        evening = access.opened_from(club or access.founded(evening.club), evening)
        # A repeated request gets the time of the first one.
        sheet = SheetRepresentation(request=request, evening=evening)
        return OperationResult(value=sheet, status=201 if evening.started_at == at else 200)

    @operation("evening", permission=WatchKey, response=SheetResponse)
    def retrieve(self, request: Request) -> object:
        """Return the sheet: people, hands with their reasons, the pot and, once it is closed, the payments."""
        etag, sheet = api_sheet_etag(self.evening), SheetRepresentation(request=request, evening=self.evening)
        return not_modified_response(request, etag) or OperationResult(value=sheet, headers={"ETag": etag})

    @action(detail=True, methods=["get"], url_path="course")
    @operation("course", permission=WatchKey, response=CourseResponse)
    def course(self, request: Request) -> object:
        """Return the totals after each hand, the progress to the agreed end and, once it is closed, the outcome.

        It has points only, so that it is the same if money is hidden.
        """
        return CourseRepresentation(evening=self.evening)

    @action(detail=True, methods=["get"], url_path="rules")
    @operation("rules", permission=WatchKey, response=RulesResponse)
    def rules(self, request: Request) -> object:
        """Return the evening's house rules in words, and the differences from the nearest preset."""
        return HouseRulesRepresentation(ruleset=self.evening.rules)

    @action(detail=True, methods=["post"], url_path="close")
    @operation("close_evening", permission=ScribeKey, body=KeyedRequest, response=SheetResponse)
    def close(self, request: Request, data: ValidatedData) -> object:
        """Close the evening: it counts in the club from now on, and gets a plan of payments."""
        written = standings.close_evening(evening=self.evening, key=data["id"], at=timezone.now(), by=self.evening.by)
        return self._sheet_after(written)

    @action(detail=True, methods=["post"], url_path="close/undo")
    @operation("undo_close_evening", permission=ScribeKey, body=KeyedRequest, response=SheetResponse)
    def undo_close(self, request: Request, data: ValidatedData) -> object:
        """Reopen a closed evening, to play on or to correct a hand."""
        written = standings.reopen_evening(evening=self.evening, key=data["id"], at=timezone.now(), by=self.evening.by)
        return self._sheet_after(written)

    @action(detail=True, methods=["post"], url_path="end")
    @operation("agree_end", permission=ScribeKey, body=AgreeEndRequest, response=SheetResponse)
    def end(self, request: Request, data: ValidatedData) -> object:
        """Agree on the end of the evening, or on none. It never closes by itself."""
        evening = self.evening
        written = play.agree_end(evening=evening, key=data["id"], end=data["end"], at=timezone.now(), by=evening.by)
        return self._sheet_after(written)

    @action(detail=True, methods=["post"], url_path="links/watch")
    @operation("renew_watch_link", permission=ScribeKey, body=RenewLinkRequest, response=SheetResponse)
    def renew_watch_link(self, request: Request, data: ValidatedData) -> object:
        """Renew the watch link; the old one opens nothing any more."""
        written = play.renew_watch_link(evening=self.evening, key=data["id"], replaces=data["replaces"])
        return self._sheet_after(written)

    @action(detail=True, methods=["post"], url_path="links/scribe")
    @operation("renew_scribe_link", permission=EveningMemberKey, body=RenewLinkRequest, response=SheetResponse)
    def renew_scribe_link(self, request: Request, data: ValidatedData) -> object:
        """Renew the scribe link; the old one opens nothing any more."""
        written = play.renew_scribe_link(evening=self.evening, key=data["id"], replaces=data["replaces"])
        return self._sheet_after(written)

    def _sheet_after(self, written: Evening) -> SheetRepresentation:
        return SheetRepresentation(request=self.request, evening=written.opened_like(self.evening))
