"""Requests about hands."""

from scorebook.api.told.fields import GameId, Hand, HouseRules, Key, Lines, StateBefore, Text, Texts, Whole
from scorebook.api.told.objects import Keyed, Parts, ToldObject

# 24 hours at one table make some 600.
MOST_HANDS = 1_000


class ToldHand(Keyed):
    """dealer: the dealer, if out of turn."""

    hand = Hand()
    dealer = Key(needed=False)


class RecordHand(ToldHand):
    """known_hands: number of the last hand that the client knows."""

    known_hands = Whole()


class RecordHands(ToldObject):
    """known_hands: number of the last hand that the client knows before all of these.
    hands: in the order in which they were played.
    """

    known_hands = Whole()
    hands = Parts(ToldHand, most=MOST_HANDS)


class TypeHands(Keyed):
    """known_hands: number of the last hand that the client knows before all of these.
    lines: one line per hand; see docs/notation.md.
    """

    known_hands = Whole()
    lines = Lines()


class CorrectHand(ToldHand):
    """replaces: the `id` of the hand in the sheet."""

    replaces = Key()


class VoidHand(Keyed):
    replaces = Key()


class PreviewHand(ToldObject):
    """no: number of the hand to be corrected."""

    no = Whole(needed=False)
    hand = Hand()
    dealer = Key(needed=False)


class ScoreHand(ToldObject):
    """A line of `python -m rules score`: the table with its house rules, and one hand.

    players: in seating order.
    state: the `state` of the response to the previous hand.
    """

    game = GameId()
    preset = Text(needed=False)
    house_rules = HouseRules(needed=False)
    version = Whole(needed=False)
    players = Texts()
    dealer = Text(needed=False)
    hand = Hand()
    state = StateBefore(needed=False)
