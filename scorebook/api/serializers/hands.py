"""Requests to record, correct, undo and score hands; responses with hands and their scores."""

from typing import Any

from rest_framework import serializers

from rules import Report, Score
from rules.hand_tags import tag_hand
from rules.wording import words
from scorebook.api.problem_texts import Names
from scorebook.api.serializers.common import (
    AmountsField,
    EnumField,
    KeyedRequest,
    NamesField,
    ObjectListField,
    ResponseSerializer,
    RulesJSONField,
    StrictSerializer,
    TagField,
    TimestampField,
)
from scorebook.api.serializers.fields import (
    GameIdField,
    HandField,
    HouseRulesField,
    IntegerField,
    LinesField,
    PlayerNamesField,
    PresetField,
    StateField,
    TextField,
    UUIDField,
)
from scorebook.play.hand_event_codec import facts_of_event, read_table, report_of_event, score_of_event
from scorebook.play.models import HandEvent
from scorebook.play.queries.evening_sheets import HandLine, Sheet
from scorebook.texts import language

# 24 hours at one table make some 600.
MAX_HANDS = 1_000


class NewHandRequest(KeyedRequest):
    """dealer: the dealer, if out of turn."""

    hand = HandField()
    dealer = UUIDField(required=False)


class RecordHandRequest(NewHandRequest):
    """known_hands: number of the last hand that the client knows."""

    known_hands = IntegerField(least=0)


class RecordHandsRequest(StrictSerializer):
    """known_hands: number of the last hand that the client knows before all of these.
    hands: in the order in which they were played.
    """

    known_hands = IntegerField(least=0)
    hands = ObjectListField(NewHandRequest, most=MAX_HANDS)


class TypedHandsRequest(KeyedRequest):
    """known_hands: number of the last hand that the client knows before all of these.
    lines: one line per hand; see docs/notation.md.
    """

    known_hands = IntegerField(least=0)
    lines = LinesField()


class CorrectHandRequest(NewHandRequest):
    """replaces: the `id` of the hand in the sheet."""

    replaces = UUIDField()


class UndoHandRequest(KeyedRequest):
    """replaces: the `id` of the hand in the sheet."""

    replaces = UUIDField()


class PreviewHandRequest(StrictSerializer):
    """no: number of the hand to be corrected."""

    no = IntegerField(required=False, least=0)
    hand = HandField()
    dealer = UUIDField(required=False)


class ScoreHandRequest(StrictSerializer):
    """A line of `python -m rules score`: the table with its house rules, and one hand.

    players: in seating order.
    state: the `state` of the response to the previous hand.
    """

    game = GameIdField()
    preset = PresetField(required=False)
    house_rules = HouseRulesField(required=False)
    version = IntegerField(required=False, least=1)
    players = PlayerNamesField()
    dealer = TextField(required=False)
    hand = HandField()
    state = StateField(required=False)


def worded_score(score: Score, report: Report | None = None, names: Names = words.NOBODY) -> dict[str, Any]:
    """Return the score as JSON, its reasons in words; with a report, add the hand as one line of text."""
    current = language.current_language()
    reasons = [{**one.to_json(), "text": words.reason_text(one, current, names)} for one in score.reasons]
    text = {"text": words.hand_text(report, score, current, names)} if report else {}
    return {**score.to_json(), "reasons": reasons, "sum": words.sum_text(score, current, names), **text}


def hand_line_json(line: HandLine, sheet: Sheet) -> dict[str, Any]:
    """Return a hand of the sheet with its score in words."""
    return {
        "line": line,
        "hand": tag_hand(line.report.to_json(), sheet.evening.game),
        "score": worded_score(line.score, line.report, sheet.names),
    }


def hand_event_json(event: HandEvent, names: Names) -> dict[str, Any]:
    """Return an event of a hand with its score in words."""
    report = report_of_event(event, event.evening.rules)
    return {
        "event": event,
        "table": read_table(event.table),
        "hand": tag_hand(facts_of_event(event), event.evening.game),
        "score": worded_score(score_of_event(event), report, names),
    }


class ReasonResponse(ResponseSerializer):
    """One step of the calculation of the value, in the order in which a player would count; the last gives the value.

    amount: added to what is before it, or taken off below 0; half a point is "1/2".
    factor: multiplies everything before it.
    """

    code = serializers.CharField()
    rule = serializers.CharField()
    amount = RulesJSONField("PointsOrHalves", required=False)
    factor = serializers.IntegerField(required=False)
    args = RulesJSONField("ReasonArguments", required=False)
    text = serializers.CharField()


class HandScoreResponse(ResponseSerializer):
    """points: player -> points won or lost; with the pot they sum to 0.
    pot: + it grew, - it paid out.
    value: what one loser pays one winner.
    tally: the entries on the sheet in games that do not write points.
    sum: the calculation of the value, in words.
    text: the hand, in words.
    """

    points = AmountsField()
    pot = serializers.IntegerField()
    value = serializers.IntegerField()
    declarer_side = serializers.ListField(child=serializers.CharField())
    declarer_won = serializers.BooleanField(allow_null=True)
    level = RulesJSONField("Level", allow_null=True)
    reasons = ReasonResponse(many=True)
    tally = AmountsField(required=False)
    sum = serializers.CharField()
    text = serializers.CharField(required=False)


class ScoredHandResponse(HandScoreResponse):
    """state: the state before the next hand."""

    state = RulesJSONField("State")


class RoundPlaceResponse(ResponseSerializer):
    """The position of a hand in its round, such as hand 2 of 4 of round 3."""

    no = serializers.IntegerField(source="round")
    hand = serializers.IntegerField()
    of = serializers.IntegerField()


class SheetHandResponse(ResponseSerializer):
    """A hand as it stands now.

    id: the `replaces` of a correction.
    recorded_at: when its first version was written.
    written_at: when the present version was written.
    is_undone: voided within seconds, before anything else was written. It keeps its number; sheets leave it out.
    corrected: number of corrections.
    round: null if the deal did not pass on.
    running: everybody's total after it.
    """

    no = serializers.IntegerField(source="line.no")
    id = serializers.UUIDField(source="line.event_id")
    recorded_at = TimestampField(source="line.recorded_at")
    by = serializers.CharField(source="line.recorded_by")
    written_at = TimestampField(source="line.written_at")
    is_void = serializers.BooleanField(source="line.is_void")
    is_undone = serializers.BooleanField(source="line.is_undone")
    corrected = serializers.IntegerField(source="line.corrected")
    players = serializers.ListField(child=serializers.UUIDField(), source="line.table.players")
    dealer = serializers.UUIDField(source="line.table.dealer")
    sitting_out = serializers.ListField(child=serializers.UUIDField(), source="line.sitting_out")
    hand = RulesJSONField("Hand")
    points = AmountsField(source="line.points")
    running = AmountsField(source="line.figures.running")
    round = RoundPlaceResponse(source="line.figures.place", allow_null=True)
    score = HandScoreResponse()


class HandEventResponse(ResponseSerializer):
    """One event in the history of a hand.

    cause: the correction that made it be scored again.
    """

    no = serializers.IntegerField(source="event.no")
    id = serializers.UUIDField(source="event.pk")
    kind = EnumField(HandEvent.Kind, source="event.kind")
    replaces = serializers.UUIDField(source="event.replaces_id", allow_null=True)
    cause = serializers.UUIDField(source="event.cause_id", allow_null=True)
    recorded_at = TimestampField(source="event.recorded_at")
    by = serializers.CharField(source="event.recorded_by")
    players = serializers.ListField(child=serializers.UUIDField(), source="table.players")
    dealer = serializers.UUIDField(source="table.dealer")
    hand = RulesJSONField("Hand")
    score = HandScoreResponse()


class HandHistoryResponse(ResponseSerializer):
    """The complete history of a hand."""

    no = serializers.IntegerField()
    names = NamesField()
    events = HandEventResponse(many=True)


class RecordedHandResponse(ResponseSerializer):
    """returned: the answer's form in the words of `Prefer`.
    revision: lets a client find out whether its sheet is out of date.
    """

    returned = TagField("representation")
    hand = HandEventResponse()
    revision = serializers.IntegerField()
    hand_count = serializers.IntegerField()


class RecordedLineResponse(ResponseSerializer):
    no = serializers.IntegerField()
    id = serializers.UUIDField(source="pk")
    recorded_at = TimestampField()


class RecordedMinimalResponse(ResponseSerializer):
    """The response to `Prefer: return=minimal`.

    returned: the answer's form in the words of `Prefer`.
    """

    returned = TagField("minimal")
    hand = RecordedLineResponse()
    revision = serializers.IntegerField()
    hand_count = serializers.IntegerField()


class RecordedHandsResponse(ResponseSerializer):
    hands = RecordedLineResponse(many=True)
    revision = serializers.IntegerField()
    hand_count = serializers.IntegerField()
