"""What a client tells of hands."""

from scorebook.api.told.fields import GameId, Hand, HouseRules, Key, Lines, StateBefore, Text, Texts, Whole
from scorebook.api.told.objects import Keyed, Parts, ToldObject

# A day and a night at one table are some 600.
MOST_HANDS = 1_000


class ToldHand(Keyed):
    """dealer: who dealt, where it was out of turn."""

    hand = Hand()
    dealer = Key(needed=False)


class RecordHand(ToldHand):
    """known_hands: the number of the last hand that the writer knew."""

    known_hands = Whole()


class RecordHands(ToldObject):
    """known_hands: the number of the last hand that the writer knew before all of these.
    hands: in the order in which they were played.
    """

    known_hands = Whole()
    hands = Parts(ToldHand, most=MOST_HANDS)


class TypeHands(Keyed):
    """known_hands: the number of the last hand that the writer knew before all of these.
    lines: a line a hand, as docs/notation.md says.
    """

    known_hands = Whole()
    lines = Lines()


class CorrectHand(ToldHand):
    """replaces: the `id` of the hand in the sheet."""

    replaces = Key()


class VoidHand(Keyed):
    replaces = Key()


class PreviewHand(ToldObject):
    """no: of a hand that is to be corrected."""

    no = Whole(needed=False)
    hand = Hand()
    dealer = Key(needed=False)


class ScoreHand(ToldObject):
    """A line of `python -m rules score`: the table and its house rules, and one hand.

    players: in the order in which they sit.
    state: of the answer to the hand before.
    """

    game = GameId()
    preset = Text(needed=False)
    house_rules = HouseRules(needed=False)
    version = Whole(needed=False)
    players = Texts()
    dealer = Text(needed=False)
    hand = Hand()
    state = StateBefore(needed=False)
