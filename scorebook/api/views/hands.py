"""The endpoints to write, correct, void and preview hands."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from django.http import HttpResponseBase
from django.utils import timezone
from rest_framework.decorators import action
from rest_framework.request import Request

import rules
from rules import Problem, ReportError, Score
from scorebook import device_cookies
from scorebook.api import exceptions
from scorebook.api.endpoint import EveningEndpoint, names_for_api_problems
from scorebook.api.operation import OperationResult, operation
from scorebook.api.parsing import BatchJSONParser, Refused
from scorebook.api.permissions import ScribeKey, ScribeKeyReadWithHands, WatchKey
from scorebook.api.serializers.common import ValidatedData
from scorebook.api.serializers.evenings import RecordedEveningResponse, current_hands
from scorebook.api.serializers.hands import (
    CorrectHandRequest,
    HandHistoryResponse,
    HandScoreResponse,
    PreviewHandRequest,
    RecordedHandResponse,
    RecordedHandsResponse,
    RecordedMinimalResponse,
    RecordHandRequest,
    RecordHandsRequest,
    UndoHandRequest,
    hand_event_json,
    worded_score,
)
from scorebook.clubs.link_routes import club_of_link
from scorebook.clubs.roles import LINK_SEPARATOR, Role
from scorebook.core.monitoring import metrics
from scorebook.core.monitoring.metrics import Channel, HandVerb
from scorebook.play import services as play
from scorebook.play.models import Evening, HandEvent
from scorebook.play.queries import evening_sheets
from scorebook.play.services.recording import RecordedHands

Hand = Mapping[str, object]
_NUMBER_UNKNOWN = Problem(code="number_unknown", field="no")  # of a hand that the body names, not the path


class RecordingEndpoint(EveningEndpoint):
    def record(self, **hands: Any) -> RecordedHands:
        """Record hands. The evening of a scribe link is not read first, as every hand would cost a statement more.

        hands: arguments of `play.record_hands` other than club, link and who writes.
        """
        request, link, by = self.request_with_cookies, self.kwargs["token"], Role.SCRIBE.writer
        if LINK_SEPARATOR in link:
            self.check_path()
            club_id, link, by = self.evening.club_id, self.evening.scribe_token, self.evening.by
        elif (found := club_of_link(link)) is None:
            raise play.LinkGone
        else:
            club_id = found
        by = (device_cookies.writer_in_cookie(request, club_id) if request else "") or by
        try:
            return play.record_hands(club_id=club_id, link=link, by=by, **hands)
        except play.EveningClosed:
            self.open_evening(Role.SCRIBE)  # Http404 for a scribe link that has expired
            raise

    def stale_response(self, stale: play.StaleHand, known_hands: int) -> HttpResponseBase:
        """Return a 409 with the hands written since the last one that the client knows."""
        self.open_evening(Role.SCRIBE)
        return self.conflict_response(stale, range(max(known_hands, 0) + 1, self.evening.hand_count + 1))

    def conflict_response(self, stale: play.StaleHand, hands: range) -> HttpResponseBase:
        """Return a 409 whose `current` has the hands that others wrote."""
        metrics.count_conflict(Channel.API)
        return exceptions.refusal_response(
            [Problem(code=stale.code, field=stale.field)],
            names=self.names_in_problems(),
            current=RecordedEveningResponse(
                {"hand_count": stale.current, "hands": current_hands(self.evening, hands)}
            ).data,
        )


def _extra_hand_problems(view: RecordingEndpoint, data: ValidatedData) -> Sequence[Problem]:
    """Return the rules' problems with the hand of a request whose form is invalid."""
    evening, hand = view.evening, data["hand"]
    try:
        if hand:
            _preview_requested_score(evening, view.kwargs.get("no", data.get("no")), hand, _dealer_from_request(data))
    except ReportError as error:
        return error.problems
    except play.HandUnknown:
        if "no" in view.kwargs:
            raise
        return (_NUMBER_UNKNOWN,)
    return ()


class HandViewSet(RecordingEndpoint):
    lookup_field, lookup_value_converter = "no", "int"

    @operation(
        "record_hand",
        permission=ScribeKeyReadWithHands,
        body=RecordHandRequest,
        response=RecordedHandResponse,
        statuses=(201, 200),
        minimal_response=RecordedMinimalResponse,
        extra_checks=_extra_hand_problems,
    )
    def create(self, request: Request, data: ValidatedData) -> object:
        """Record a hand. 201: it was written. 200: it had been written with this `id`."""
        at, known_hands, is_minimal = timezone.now(), data["known_hands"], _wants_minimal(request)
        try:
            recorded = self.record(
                known_hands=known_hands, hands=[_new_hand_from_request(data)], at=at, with_names=not is_minimal
            )
        except play.HandRefused as refused:
            raise ReportError(refused.problems) from refused
        except play.StaleHand as stale:
            return self.stale_response(stale, known_hands)
        [event] = recorded.events
        hand = event if is_minimal else hand_event_json(event, recorded.names)
        # A repeated request gets the time of the first one.
        status = 201 if event.recorded_at == at else 200
        count_recorded_hands(recorded.events, at=at)
        return OperationResult(
            value=recorded_response(recorded.evening, hand=hand), status=status, is_minimal=is_minimal
        )

    @action(detail=False, methods=["post"], url_path="batch", parser_classes=[BatchJSONParser])
    @operation(
        "record_hands",
        permission=ScribeKeyReadWithHands,
        body=RecordHandsRequest,
        response=RecordedHandsResponse,
        statuses=(201, 200),
    )
    def batch(self, request: Request, data: ValidatedData) -> object:
        """Record hands that were played without a network, all of them or none.

        Hands that were recorded before, which must be the first of them, are not written again.
        """
        at, known_hands = timezone.now(), data["known_hands"]
        hands = [_new_hand_from_request(one) for one in data["hands"]]
        try:
            recorded = self.record(known_hands=known_hands, hands=hands, at=at)
        except play.HandRefused as refused:
            raise Refused([_batch_problem(problem, refused.place) for problem in refused.problems]) from refused
        except play.KeyReused as reused:
            problems = [Problem(code=reused.code, field=_field_of_key(hands, reused.key))]
            return exceptions.refusal_response(problems, names=self.names_in_problems())
        except play.StaleHand as stale:
            return self.stale_response(stale, known_hands)
        new = count_recorded_hands(recorded.events, at=at)
        metrics.count_hands_sent_later([event.pk for event in new], at_s=at.timestamp())
        # New by the time of writing: a look for the ids first would be one more statement for every hand.
        return OperationResult(
            value=recorded_response(recorded.evening, hands=recorded.events), status=201 if new else 200
        )

    @action(detail=False, methods=["post"], url_path="preview")
    @operation(
        "preview_hand",
        permission=ScribeKey,
        body=PreviewHandRequest,
        writes=False,
        response=HandScoreResponse,
        extra_checks=_extra_hand_problems,
    )
    def preview(self, request: Request, data: ValidatedData) -> object:
        """Return the score that a hand would have in this evening; nothing is written."""
        try:
            score = _preview_requested_score(self.evening, data["no"], data["hand"], _dealer_from_request(data))
        except play.HandUnknown as unknown:
            raise Refused([_NUMBER_UNKNOWN]) from unknown
        return worded_score(score, names=names_for_api_problems(self.evening))

    @operation("hand", permission=WatchKey, response=HandHistoryResponse)
    def retrieve(self, request: Request, no: int) -> object:
        """Return the complete history of a hand, oldest first."""
        events = evening_sheets.hand_history(self.evening, no)
        if not events:
            raise play.HandUnknown(no=no)
        names = names_for_api_problems(self.evening)
        return {"no": no, "names": names, "events": [hand_event_json(event, names) for event in events]}

    @operation(
        "correct_hand",
        permission=ScribeKey,
        body=CorrectHandRequest,
        response=RecordedHandResponse,
        extra_checks=_extra_hand_problems,
    )
    def update(self, request: Request, data: ValidatedData, no: int) -> object:
        """Correct a hand; the hands after it are scored again, and nothing is erased."""
        evening, at = self.evening, timezone.now()
        try:
            event = play.correct_hand(
                evening=evening,
                key=data["id"],
                no=no,
                replaces=data["replaces"],
                hand=data["hand"],
                dealer=_dealer_from_request(data),
                at=at,
                by=evening.by,
            )
        except play.StaleHand as stale:
            return self.conflict_response(stale, range(no, no + 1))
        metrics.count_hands(HandVerb.CORRECTED, Channel.API, int(event.recorded_at == at))
        return _recorded_hand_response(event)

    @action(detail=True, methods=["post"], url_path="undo")
    @operation("undo_hand", permission=ScribeKey, body=UndoHandRequest, response=RecordedHandResponse)
    def undo(self, request: Request, data: ValidatedData, no: int) -> object:
        """Void a hand; it keeps its number and no longer counts."""
        evening, at = self.evening, timezone.now()
        try:
            event = play.void_hand(
                evening=evening, key=data["id"], no=no, replaces=data["replaces"], at=at, by=evening.by
            )
        except play.StaleHand as stale:
            return self.conflict_response(stale, range(no, no + 1))
        metrics.count_hands(HandVerb.STRUCK_OUT, Channel.API, int(event.recorded_at == at))
        return _recorded_hand_response(event)


def count_recorded_hands(events: Sequence[HandEvent], *, at: datetime) -> Sequence[HandEvent]:
    """Count and return the hands that were written now; a repeated one has the time of the first request."""
    new = [event for event in events if event.recorded_at == at]
    metrics.count_hands(HandVerb.RECORDED, Channel.API, len(new))
    return new


def _recorded_hand_response(event: HandEvent) -> Mapping[str, object]:
    names = names_for_api_problems(event.evening)
    return recorded_response(event.evening, hand=hand_event_json(event, names))


def recorded_response(evening: Evening, **what: object) -> Mapping[str, object]:
    return {"revision": evening.revision, "hand_count": evening.hand_count, **what}


def _new_hand_from_request(data: ValidatedData) -> play.NewHand:
    return play.NewHand(key=data["id"], hand=data["hand"], dealer=_dealer_from_request(data))


def _field_of_key(data: Sequence[play.NewHand], key: UUID | None) -> str:
    """Return the field of the key that was used before; of two equal keys the second."""
    places = [place for place, one in enumerate(data) if one.key == key]
    return f"hands.{places[-1]}.id" if places else "hands"


def _batch_problem(problem: Problem, place: int) -> Problem:
    return Problem(code=problem.code, field=f"hands.{place}.{problem.field}", args=problem.args)


def _wants_minimal(request: Request) -> bool:
    """Read the Prefer header (RFC 7240)."""
    return "return=minimal" in request.headers.get("Prefer", "").replace(" ", "").split(",")


def _dealer_from_request(data: ValidatedData) -> rules.Player | None:
    """Return the dealer, if out of turn."""
    return rules.Player(str(data["dealer"])) if data["dealer"] else None


def _preview_requested_score(evening: Evening, no: int | None, hand: Hand, dealer: rules.Player | None) -> Score:
    if no is None:
        return play.preview_hand(evening=evening, hand=hand, dealer=dealer)
    return play.preview_correction(evening=evening, no=no, hand=hand, dealer=dealer)
