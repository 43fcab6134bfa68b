"""Writing, correcting and voiding hands, and looking what they would be worth."""

from collections.abc import Callable, Mapping, Sequence

from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from rules import Problem, ReportError, Score
from scorebook.api import access, errors, sheets
from scorebook.api.body import RequestBody
from scorebook.api.catalogue import Json
from scorebook.api.endpoint import EveningEndpoint, names_for_api_problems
from scorebook.api.problem_texts import Names
from scorebook.clubs.models import Player
from scorebook.play import services as play
from scorebook.play.models import Evening
from scorebook.play.queries import evenings

Hand = Mapping[str, object]


class Hands(EveningEndpoint):
    def post(self, request: Request, token: str) -> Response:
        evening, at = self.written_by(token), timezone.now()
        body = RequestBody(request.data)
        key, known_hands = body.key(), body.integer("known_hands")
        hand, dealer = body.mapping("hand"), _dealer_in_body(body, evening)
        body.check(
            lambda: _problems_of_body_hand(hand, lambda: play.preview_hand(evening=evening, hand=hand, dealer=dealer))
        )
        try:
            event = play.record_hand(
                evening=evening, key=key, known_hands=known_hands, hand=hand, dealer=dealer, at=at, by=access.SCRIBE
            )
        except play.StaleHand as stale:
            return _stale_hand_response(stale, sheets.lines_after(evening, known_hands), self.names())
        # A repeat comes back with the time of the first.
        return Response(sheets.written_json(event), status=201 if event.recorded_at == at else 200)


class HandPreview(EveningEndpoint):
    def post(self, request: Request, token: str) -> Response:
        evening = self.written_by(token)
        body = RequestBody(request.data)
        no, hand, dealer = body.integer_or_none("no"), body.mapping("hand"), _dealer_in_body(body, evening)
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
        hand, dealer = body.mapping("hand"), _dealer_in_body(body, evening)
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
            return _stale_hand_response(stale, _standing_hand_json(evening, no), self.names())
        return Response(sheets.written_json(event))


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
            return _stale_hand_response(stale, _standing_hand_json(evening, no), self.names())
        return Response(sheets.written_json(event))


def _dealer_in_body(body: RequestBody, evening: Evening) -> Player | None:
    """Who dealt, where it was out of turn."""
    id = body.key_or_none("dealer")
    if id is None:
        return None
    player = evening.club.players.filter(pk=id).first()
    if player is None:
        body.problems.add("player_unknown", "dealer", player=str(id))
    return player


def _preview_for_api(evening: Evening, no: int | None, hand: Hand, dealer: Player | None) -> Score:
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


def _standing_hand_json(evening: Evening, no: int) -> list[Json]:
    return sheets.lines_after(evening, no - 1)[:1]


def _stale_hand_response(stale: play.StaleHand, hands: Sequence[Json], names: Names) -> Response:
    """current: what somebody else wrote, for the person to look at."""
    return errors.refusal_response(
        409,
        [Problem(code=stale.code, field=stale.field)],
        names=names,
        current={"hand_count": stale.current, "hands": hands},
    )
