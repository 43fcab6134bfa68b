"""Requests about hands."""

from scorebook.api.told.fields import (
    GameIdField,
    HandField,
    HouseRulesField,
    IntegerField,
    LinesField,
    StateField,
    TextField,
    TextsField,
    UUIDField,
)
from scorebook.api.told.objects import KeyedRequest, ObjectListField, StrictSerializer

# 24 hours at one table make some 600.
MAX_HANDS = 1_000


class HandRequest(KeyedRequest):
    """dealer: the dealer, if out of turn."""

    hand = HandField()
    dealer = UUIDField(needed=False)


class RecordHandRequest(HandRequest):
    """known_hands: number of the last hand that the client knows."""

    known_hands = IntegerField()


class RecordHandsRequest(StrictSerializer):
    """known_hands: number of the last hand that the client knows before all of these.
    hands: in the order in which they were played.
    """

    known_hands = IntegerField()
    hands = ObjectListField(HandRequest, most=MAX_HANDS)


class TypedHandsRequest(KeyedRequest):
    """known_hands: number of the last hand that the client knows before all of these.
    lines: one line per hand; see docs/notation.md.
    """

    known_hands = IntegerField()
    lines = LinesField()


class CorrectHandRequest(HandRequest):
    """replaces: the `id` of the hand in the sheet."""

    replaces = UUIDField()


class VoidHandRequest(KeyedRequest):
    replaces = UUIDField()


class PreviewHandRequest(StrictSerializer):
    """no: number of the hand to be corrected."""

    no = IntegerField(needed=False)
    hand = HandField()
    dealer = UUIDField(needed=False)


class ScoreHandRequest(StrictSerializer):
    """A line of `python -m rules score`: the table with its house rules, and one hand.

    players: in seating order.
    state: the `state` of the response to the previous hand.
    """

    game = GameIdField()
    preset = TextField(needed=False)
    house_rules = HouseRulesField(needed=False)
    version = IntegerField(needed=False)
    players = TextsField()
    dealer = TextField(needed=False)
    hand = HandField()
    state = StateField(needed=False)
