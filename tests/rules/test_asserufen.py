"""Asserufen, bound by bound; what it shares with the game for three stands in test_palatinate."""

from __future__ import annotations

import pytest

from rules import Level
from tests.rules.table import ANNA, BEPPO, CILLI, DANI, EVI, agreed, problems, scored, seated

QUICK = agreed("asserufen", "asserufen_quick")
NOTED = agreed("asserufen", "asserufen")
PLAIN, SCHNEIDER, SCHWARZ = Level
ASSRUFEN = {"contract": "assrufen", "declarer": ANNA, "partner": CILLI}
SOLO = {"contract": "solo", "declarer": ANNA, "trump_suit": "hearts"}
DU = {"contract": "solo_du", "declarer": ANNA, "trump_suit": "clubs"}


@pytest.mark.parametrize(
    ("points", "tricks", "won", "level"),
    [
        (120, 8, True, SCHWARZ), (120, 7, True, SCHNEIDER),  # A24, P19
        (91, 6, True, SCHNEIDER), (90, 6, True, PLAIN),
        (61, 4, True, PLAIN), (60, 4, False, PLAIN),
        (30, 2, False, PLAIN), (29, 2, False, SCHNEIDER),  # P17
        (0, 1, False, SCHNEIDER), (0, 0, False, SCHWARZ),
    ],
)  # fmt: skip
@pytest.mark.parametrize("game", [ASSRUFEN, SOLO], ids=["assrufen", "solo"])
def test_winner_and_level(game: dict[str, object], points: int, tricks: int, won: bool, level: Level) -> None:
    score = scored({**game, "card_points": points, "tricks": tricks}, QUICK)
    assert (score.declarer_won, score.level) == (won, level)


@pytest.mark.parametrize(
    ("points", "tricks", "accepted"), [(0, 0, True), (2, 0, False), (120, 8, True), (118, 8, False)]
)
def test_there_is_no_skat_to_have_points_without_a_trick(points: int, tricks: int, accepted: bool) -> None:
    found = problems({**ASSRUFEN, "card_points": points, "tricks": tricks}, QUICK)
    assert found == (set() if accepted else {("card_points", "schwarz_with_points")})


@pytest.mark.parametrize(
    ("hand", "value"),
    [
        (ASSRUFEN, 1),  # A20: hearts are always trumps and count nothing
        ({**SOLO, "trump_suit": "clubs"}, 1), (SOLO, 2),  # A22, X1: no Solo point
        (DU, 6), ({**DU, "trump_suit": "hearts"}, 8),  # (1+1+1) x 2
    ],
)  # fmt: skip
def test_value_without_extras(hand: dict[str, object], value: int) -> None:
    assert scored({**hand, "won": True}, QUICK).value == value


@pytest.mark.parametrize(("hand", "value"), [(ASSRUFEN, 1), (SOLO, 3), (DU, 8)])
def test_a_solo_counts_a_point_where_agreed(hand: dict[str, object], value: int) -> None:
    """X1."""
    assert (
        scored({**hand, "won": True}, agreed("asserufen", "asserufen_quick", asserufen_solo_point=True)).value == value
    )


@pytest.mark.parametrize(
    ("game", "count", "side", "accepted"),
    [
        (ASSRUFEN, 14, "declarer_side", True), (ASSRUFEN, 15, "declarer_side", False),  # A21: both hands together
        (ASSRUFEN, 14, "opponents", True), (ASSRUFEN, 15, "opponents", False),
        (SOLO, 8, "declarer_side", True), (SOLO, 9, "declarer_side", False),
        (SOLO, 14, "opponents", True), (SOLO, 15, "opponents", False),
    ],
)  # fmt: skip
def test_most_top_trumps(game: dict[str, object], count: int, side: str, accepted: bool) -> None:
    found = problems({**game, "won": side == "declarer_side", "top_trumps": {"count": count, "side": side}}, QUICK)
    assert found == (set() if accepted else {("top_trumps.count", "top_trumps_out_of_range")})


def test_each_of_two_losers_pays_the_full_value_to_one_winner() -> None:
    """A23, X12: not halved. A25: top four and 94 points are 6."""
    hand = {**ASSRUFEN, "card_points": 94, "top_trumps": {"count": 4, "side": "declarer_side"}}
    assert scored(hand, QUICK).points == {ANNA: 6, BEPPO: -6, CILLI: 6, DANI: -6}


def test_the_called_partner_may_say_re() -> None:
    """X10: Cilli, whom Anna called, answers the Kontra of Beppo."""
    assert scored({**ASSRUFEN, "won": True, "kontra": [BEPPO, CILLI]}, QUICK).value == 4


def test_a_fifth_sits_out_and_pays_nothing() -> None:
    """X57."""
    assert scored({**SOLO, "card_points": 65}, QUICK, seated(5)).points == {
        ANNA: 6,
        BEPPO: -2,
        CILLI: -2,
        DANI: -2,
        EVI: 0,
    }


CLUBS, SPADES, DIAMONDS, HEARTS = ("clubs", "spades", "diamonds", "hearts")


@pytest.mark.parametrize(
    ("call", "refused"),
    [
        ({"card": {"rank": "ace", "suit": CLUBS}}, None),
        ({"card": {"rank": "ten", "suit": SPADES}}, None),  # A11
        ({"card": {"rank": "king", "suit": DIAMONDS}}, ("call.card.rank", "called_card_rank")),  # X11
        ({"card": {"rank": "ace", "suit": HEARTS}}, ("call.card.suit", "called_card_is_trump")),  # A10
        ({"card": {"rank": "ace", "suit": "leaves"}}, ("call.card.suit", "card_not_in_pack")),
        ({"card": {"rank": "ace", "suit": CLUBS}, "holds_it": True}, ("call.holds_it", "secret_solo")),  # A12
        ({"card": {"rank": "ace", "suit": CLUBS}, "suit_cards": 0}, None),  # A11: hanging on
        (
            {"card": {"rank": "ace", "suit": CLUBS}, "suit_cards": 0, "took_over": True},
            ("call.suit_cards", "called_suit_void"),
        ),
        ({"card": {"rank": "ten", "suit": SPADES}, "aces_held": 3}, None),  # A11: then and only then
        ({"card": {"rank": "ten", "suit": SPADES}, "aces_held": 2}, ("call.card.rank", "needs_all_aces")),
        ({"card": {"rank": "ten", "suit": SPADES}, "took_over": True}, ("call.card.rank", "needs_all_aces")),  # A3
        ({"card": {"rank": "ten", "suit": SPADES}, "suit_cards": 0}, ("call.card.rank", "needs_all_aces")),
        ({"card": {"rank": "ace", "suit": CLUBS}, "aces_held": 2, "suit_cards": 0}, None),
        ({"card": {"rank": "ace", "suit": CLUBS}, "aces_held": 3}, ("call.aces_held", "secret_solo")),  # A12
        ({"card": {"rank": "ace", "suit": CLUBS}, "aces_held": 4}, ("call.aces_held", "aces_held_out_of_range")),
        ({"aces_held": -1}, ("call.card", "called_card_missing")),
        ({"card": {"rank": "ten", "suit": SPADES}, "open_suits": 1}, ("call.card.rank", "needs_all_aces")),
        ({"card": {"rank": "ten", "suit": SPADES}, "aces_held": 3, "open_suits": 0}, None),
        ({"card": {"rank": "ace", "suit": CLUBS}, "suit_cards": 0, "open_suits": 0}, None),  # A11
        (
            {"card": {"rank": "ace", "suit": CLUBS}, "suit_cards": 0, "open_suits": 1},
            ("call.open_suits", "called_suit_void"),
        ),  # A10: if possible a suit in hand
        (
            {"card": {"rank": "ace", "suit": CLUBS}, "took_over": True, "open_suits": 0},
            ("call.open_suits", "called_suit_void"),
        ),  # A3
        ({"card": {"rank": "ace", "suit": CLUBS}, "took_over": True, "aces_held": 2, "open_suits": 1}, None),
        (
            {"card": {"rank": "ace", "suit": CLUBS}, "aces_held": 3, "open_suits": 1},
            ("call.aces_held", "aces_held_out_of_range"),
        ),
        (
            {"card": {"rank": "ace", "suit": CLUBS}, "open_suits": 4},
            ("call.open_suits", "aces_held_out_of_range"),
        ),
        ({"suit_cards": 1}, ("call.card", "called_card_missing")),
        (None, ("call.card", "called_card_missing")),
    ],
)
def test_what_may_be_called(call: dict[str, object] | None, refused: tuple[str, str] | None) -> None:
    found = problems({**ASSRUFEN, "won": True, "call": call}, NOTED)
    assert found == ({refused} if refused else set())


def test_a_king_may_be_called_where_agreed() -> None:
    """X11."""
    call = {"card": {"rank": "king", "suit": DIAMONDS}}
    hand = {**ASSRUFEN, "won": True, "call": call}
    settled = agreed("asserufen", king_may_be_called=True)
    assert problems(hand, settled) == set()
    assert problems({**hand, "call": {**call, "aces_held": 1}}, settled) == {("call.card.rank", "needs_all_aces")}


def test_the_quick_book_does_not_ask_for_the_called_card() -> None:
    """A26: it changes nothing."""
    assert problems({**ASSRUFEN, "won": True}, QUICK) == set()


@pytest.mark.parametrize(("agreed_to", "accepted"), [(False, False), (True, True)])
def test_surrender_only_where_agreed(agreed_to: bool, accepted: bool) -> None:
    """X7."""
    hand = {**ASSRUFEN, "surrender": "accepted"}
    found = problems(hand, agreed("asserufen", "asserufen_quick", surrender=agreed_to))
    assert found == (set() if accepted else {("surrender", "surrender_not_agreed")})
