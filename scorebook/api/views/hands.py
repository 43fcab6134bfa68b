"""Writing, correcting and voiding hands, and looking what they would be worth."""

from collections.abc import Callable, Mapping, Sequence
from uuid import UUID

from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

import rules
from rules import Problem, ReportError, Score
from scorebook.api import access, errors, sheets
from scorebook.api.body import BatchJSONParser, Refused, RequestBody
from scorebook.api.catalogue import Json
from scorebook.api.endpoint import EveningEndpoint, names_for_api_problems
from scorebook.api.problem_texts import Names
from scorebook.play import services as play
from scorebook.play.models import Evening, HandEvent
from scorebook.play.queries import evenings

Hand = Mapping[str, object]

# A day and a night at one table are some 600.
MOST_HANDS = 1_000


class _RecordingEndpoint(EveningEndpoint):
    def _stale_response(self, stale: play.StaleHand, token: str, known_hands: int) -> Response:
        evening = self.written_by(token)
        newer = range(max(known_hands, 0) + 1, evening.hand_count + 1)
        return _stale_hand_response(stale, sheets.lines_json(evening, newer), self.names())


class Hands(_RecordingEndpoint):
    def post(self, request: Request, token: str) -> Response:
        at, body = timezone.now(), self.body(request, token)
        known_hands, told = body.integer("known_hands"), _told_hand(body)
        body.check(lambda: self._rehearsed(token, told))
        try:
            recorded = play.record_hands(
                link=token,
                known_hands=known_hands,
                told=[told],
                at=at,
                by=access.SCRIBE,
                with_names=not _wants_little(request),
            )
        except play.HandRefused as refused:
            raise ReportError(refused.problems) from refused
        except play.StaleHand as stale:
            return self._stale_response(stale, token, known_hands)
        [event] = recorded.events
        # A repeat comes back with the time of the first.
        status = 201 if event.recorded_at == at else 200
        if _wants_little(request):
            little = _recorded_json(recorded) | {"hand": _event_in_short_json(event)}
            return Response(little, status=status, headers={"Preference-Applied": "return=minimal"})
        return Response(sheets.written_json(event, recorded.names), status=status)

    def _rehearsed(self, token: str, told: play.ToldHand) -> Sequence[Problem]:
        evening = self.written_by(token)
        return _problems_of_body_hand(
            told.hand, lambda: play.preview_hand(evening=evening, hand=told.hand, dealer=told.dealer)
        )


class HandBatch(_RecordingEndpoint):
    """Hands that were played while there was no network, all of them or none."""

    parser_classes = [BatchJSONParser]

    def post(self, request: Request, token: str) -> Response:
        at, body = timezone.now(), self.body(request, token)
        known_hands = body.integer("known_hands")
        told = [_told_hand(part) for part in body.bodies("hands", most=MOST_HANDS)]
        body.check(lambda: self._link_is_known(token))
        try:
            recorded = play.record_hands(link=token, known_hands=known_hands, told=told, at=at, by=access.SCRIBE)
        except play.HandRefused as refused:
            raise Refused([_at_place(problem, refused.place) for problem in refused.problems]) from refused
        except play.KeyReused as reused:
            problems = [Problem(code=reused.code, field=_field_of_key(told, reused.key))]
            return errors.refusal_response(409, problems, names=self.names())
        except play.StaleHand as stale:
            return self._stale_response(stale, token, known_hands)
        is_new = any(event.recorded_at == at for event in recorded.events)
        hands = [_event_in_short_json(event) for event in recorded.events]
        return Response(_recorded_json(recorded) | {"hands": hands}, status=201 if is_new else 200)

    def _link_is_known(self, token: str) -> Sequence[Problem]:
        self.written_by(token)
        return ()


class HandPreview(EveningEndpoint):
    def post(self, request: Request, token: str) -> Response:
        evening = self.written_by(token)
        body = RequestBody(request.data)
        no, hand, dealer = body.integer_or_none("no"), body.mapping("hand"), _dealer_in_body(body)
        body.check(lambda: _problems_of_body_hand(hand, lambda: _preview_for_api(evening, no, hand, dealer)))
        return Response(
            sheets.score_json(_preview_for_api(evening, no, hand, dealer), names=names_for_api_problems(evening))
        )


class OneHand(EveningEndpoint):
    def get(self, request: Request, token: str, no: int) -> Response:
        evening = self.read_by(token).evening
        events = evenings.hand_history(evening, no)
        if not events:
            raise play.HandUnknown(no=no)
        names = names_for_api_problems(evening)
        return Response({"no": no, "names": names, "events": [sheets.event_json(event, names) for event in events]})

    def put(self, request: Request, token: str, no: int) -> Response:
        evening = self.written_by(token)
        body = RequestBody(request.data)
        key, replaces = body.key(), body.key("replaces")
        hand, dealer = body.mapping("hand"), _dealer_in_body(body)
        body.check(lambda: _problems_of_body_hand(hand, lambda: _preview_for_api(evening, no, hand, dealer)))
        try:
            event = play.correct_hand(
                evening=evening,
                key=key,
                no=no,
                replaces=replaces,
                hand=hand,
                dealer=dealer,
                at=timezone.now(),
                by=access.SCRIBE,
            )
        except play.StaleHand as stale:
            return _stale_hand_response(stale, sheets.lines_json(evening, range(no, no + 1)), self.names())
        return Response(sheets.written_json(event, names_for_api_problems(evening)))


class HandVoiding(EveningEndpoint):
    def post(self, request: Request, token: str, no: int) -> Response:
        evening = self.written_by(token)
        body = RequestBody(request.data)
        key, replaces = body.key(), body.key("replaces")
        body.check()
        try:
            event = play.void_hand(
                evening=evening, key=key, no=no, replaces=replaces, at=timezone.now(), by=access.SCRIBE
            )
        except play.StaleHand as stale:
            return _stale_hand_response(stale, sheets.lines_json(evening, range(no, no + 1)), self.names())
        return Response(sheets.written_json(event, names_for_api_problems(evening)))


def _told_hand(body: RequestBody) -> play.ToldHand:
    return play.ToldHand(key=body.key(), hand=body.mapping("hand"), dealer=_dealer_in_body(body))


def _field_of_key(told: Sequence[play.ToldHand], key: UUID | None) -> str:
    """Where the key stands that was used before: of two equal ones the second."""
    places = [place for place, one in enumerate(told) if one.key == key]
    return f"hands.{places[-1]}.id" if places else "hands"


def _at_place(problem: Problem, place: int) -> Problem:
    return Problem(code=problem.code, field=f"hands.{place}.{problem.field}", args=problem.args)


def _wants_little(request: Request) -> bool:
    """RFC 7240."""
    return "return=minimal" in request.headers.get("Prefer", "").replace(" ", "").split(",")


def _recorded_json(recorded: play.RecordedHands) -> Json:
    return {"revision": recorded.evening.revision, "hand_count": recorded.evening.hand_count}


def _event_in_short_json(event: HandEvent) -> Json:
    return {"no": event.no, "id": event.pk, "at": event.recorded_at}


def _dealer_in_body(body: RequestBody) -> rules.Player | None:
    """Who dealt, where it was out of turn."""
    id = body.key_or_none("dealer")
    return rules.Player(str(id)) if id else None


def _preview_for_api(evening: Evening, no: int | None, hand: Hand, dealer: rules.Player | None) -> Score:
    if no is None:
        return play.preview_hand(evening=evening, hand=hand, dealer=dealer)
    return play.preview_correction(evening=evening, no=no, hand=hand, dealer=dealer)


def _problems_of_body_hand(hand: Hand, preview: Callable[[], Score]) -> Sequence[Problem]:
    """What the rules say of a hand that came with a wrong form."""
    try:
        if hand:
            preview()
    except ReportError as error:
        return error.problems
    return ()


def _stale_hand_response(stale: play.StaleHand, hands: Sequence[Json], names: Names) -> Response:
    """current: what somebody else wrote, for the person to look at."""
    return errors.refusal_response(
        409,
        [Problem(code=stale.code, field=stale.field)],
        names=names,
        current={"hand_count": stale.current, "hands": hands},
    )
