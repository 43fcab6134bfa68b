"""The whole input space of Sasku, against a second calculation that reads the table row by row. S20-S34."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import product

import pytest

import rules
from rules import Player, Ruleset, Score, State
from rules.games.sasku.sheet import finished_sasku_game
from rules.state import Match, Tie
from tests.rules.table import agreed, problems, scored, seated

pytestmark = pytest.mark.sampled

FOUR = seated(4)
PLAYERS = FOUR.players
SUITS = ("clubs", "spades", "hearts", "diamonds")
# Makers' card points from and to, do they win, strokes with diamonds, strokes with another suit: S25 as printed.
TABLE = ((91, 120, True, 6, 4), (61, 90, True, 4, 2), (30, 59, False, 6, 4), (0, 29, False, 8, 6))
VALUES = [11] * 4 + [10] * 4 + [4] * 4 + [3] * 4 + [2] * 4 + [0] * 16
DOUBLED = agreed("sasku", diamonds_rule="double_the_black_column")
SASKU = agreed("sasku")


def can_be(card_points: int, tricks: int) -> bool:
    """Whether cards exist for both piles: the richest cards bound each from above, the poorest from below."""
    if card_points in (1, 119):
        return False
    cards = 4 * tricks
    return sum(VALUES[36 - cards :]) <= card_points <= sum(VALUES[:cards])


def result_by_table(
    card_points: int, tricks: int, suit: str | None, *, doubles: bool = False
) -> tuple[bool, int] | None:
    """Whether the counted team wins and for how many strokes; None is a tie. suit None: all passed."""
    if tricks in (0, 9):
        return tricks == 9, 16
    if card_points == 60:
        return None
    won, diamonds, others = next(row[2:] for row in TABLE if row[0] <= card_points <= row[1])
    if suit is None:
        return won, 1
    if suit != "diamonds":
        return won, others
    return won, 2 * others if doubles else diamonds


def every_hand(players: int = 4) -> Iterator[tuple[dict[str, object], int, str | None, int, int]]:
    """Hand, the first player of the counted team, trumps, card points and tricks, for the first players as makers."""
    counts = [count for count in product(range(121), range(10)) if can_be(*count)]
    for (card_points, tricks), player in product(counts, range(players)):
        fields = {"card_points": card_points, "tricks": tricks}
        yield {"contract": "passed", "team": PLAYERS[player], **fields}, player, None, card_points, tricks
        for suit in SUITS:
            made = {"contract": "trumps", "declarer": PLAYERS[player], "trump_suit": suit}
            yield {**made, **fields}, player, suit, card_points, tricks


def check(score: Score, hand: dict[str, object], player: int, expected: tuple[bool, int] | None) -> None:
    assert sum(score.points.values()) == 0, hand
    if expected is None:
        assert score.value == 0 and set(score.tally.values()) == {0}, hand
        tie = score.state.match and score.state.match.tie
        assert tie and score.state.dealer == FOUR.dealer == tie.dealer, hand
        assert (tie.maker, tie.trump_suit) == (hand.get("declarer"), hand.get("trump_suit", "diamonds")), hand
        return
    won, strokes = expected
    winner = player % 2 if won else 1 - player % 2
    assert score.value == strokes, hand
    assert [score.tally[one] for one in PLAYERS] == [strokes if place % 2 == winner else 0 for place in range(4)], hand
    assert score.state.dealer == FOUR.next_dealer(), hand
    is_over = strokes == 16
    assert (finished_sasku_game(score) is not None) is is_over, hand
    assert set(score.points.values()) == ({1, -1} if is_over else {0}), hand


@pytest.mark.parametrize("ruleset", [SASKU, DOUBLED], ids=["table", "doubled"])
def test_every_hand_brings_what_the_table_says(ruleset: Ruleset) -> None:
    walked = 0
    for hand, player, suit, card_points, tricks in every_hand():
        score = scored(hand, ruleset, FOUR)
        check(score, hand, player, result_by_table(card_points, tricks, suit, doubles=ruleset is DOUBLED))
        walked += 1
    assert walked == 682 * 20  # counts that can be, times four players times four suits or none


def test_every_replay_is_scored_as_the_tied_hand_would_have_been() -> None:
    for hand, _, suit, card_points, tricks in every_hand(players=2):
        maker = hand.get("declarer")
        tie = Tie(
            dealer=FOUR.dealer,
            trump_suit=rules.cards.Suit(suit or "diamonds"),
            maker=Player(str(maker)) if maker else None,
        )
        state = State(dealer=FOUR.dealer, match=Match(teams=PLAYERS, tie=tie))
        replay = {"contract": "replay", "card_points": card_points, "tricks": tricks}
        again = scored(replay if maker else {**replay, "team": hand["team"]}, SASKU, FOUR, state)
        first = scored(hand, SASKU, FOUR)
        assert (again.points, again.tally, again.value, again.state) == (
            first.points,
            first.tally,
            first.value,
            first.state,
        )
        assert again.declarer_side == first.declarer_side


def test_counts_that_no_cards_make_are_refused() -> None:
    for card_points, tricks in product(range(-1, 122), range(-1, 11)):
        counts = {"card_points": card_points, "tricks": tricks}
        hand = {"contract": "trumps", "declarer": PLAYERS[0], "trump_suit": "clubs", **counts}
        possible = 0 <= card_points <= 120 and 0 <= tricks <= 9 and can_be(card_points, tricks)
        assert bool(problems(hand, SASKU, FOUR)) is not possible, hand


def test_only_a_hand_without_reported_tricks_may_need_them() -> None:
    for card_points in (points for points in range(121) if points not in (1, 119)):
        hand = {"contract": "trumps", "declarer": PLAYERS[0], "trump_suit": "clubs", "card_points": card_points}
        assert problems(hand, SASKU, FOUR) == ({("tricks", "tricks_missing")} if card_points in (0, 120) else set())


BOOKED: list[tuple[dict[str, int], Ruleset]] = [
    ({}, SASKU),
    ({"carry_excess_strokes": True}, agreed("sasku", carry_excess_strokes=True)),
    ({"lambapea_games": 2}, agreed("sasku", lambapea_games=2)),
    ({"to_nil_games": 3}, agreed("sasku", to_nil_games=3)),
    ({"strokes_to_win": 12}, agreed("sasku", strokes_to_win=12)),
]
HANDS = {  # one hand of the first team for each number of strokes that there is
    1: {"contract": "passed", "team": PLAYERS[0], "won": True},
    2: {"contract": "trumps", "declarer": PLAYERS[0], "trump_suit": "clubs", "won": True},
    4: {"contract": "trumps", "declarer": PLAYERS[0], "trump_suit": "diamonds", "won": True},
    6: {"contract": "trumps", "declarer": PLAYERS[0], "trump_suit": "diamonds", "card_points": 91},
    8: {"contract": "trumps", "declarer": PLAYERS[1], "trump_suit": "diamonds", "card_points": 29},
    16: {"contract": "trumps", "declarer": PLAYERS[0], "trump_suit": "hearts", "won": True, "lambapea": True},
}


@pytest.mark.parametrize(("rules_changed", "ruleset"), BOOKED, ids=[str(sorted(changed)) for changed, _ in BOOKED])
@pytest.mark.parametrize("paid_for", ["games", "strokes", "nothing"])
def test_every_score_of_a_running_game(rules_changed: dict[str, int], ruleset: Ruleset, paid_for: str) -> None:
    """From every pair of strokes by every hand: the game is over at 16, and what is over is lost unless agreed."""
    ruleset = ruleset.with_house_rules({"paid_for": paid_for})
    to_win = rules_changed.get("strokes_to_win", 16)
    for own, theirs in product(range(to_win), repeat=2):
        state = State(match=Match(strokes=(own, theirs), games=(2, 5), teams=PLAYERS))
        for kind, hand in HANDS.items():
            score = scored(hand, ruleset, FOUR, state)
            strokes = to_win if kind == 16 else kind
            total, games = own + strokes, 0
            if total >= to_win:
                shames = [rules_changed.get("lambapea_games", 1)] if kind == 16 else []
                shames += [rules_changed.get("to_nil_games", 1)] if theirs == 0 else []
                games = max(1, *shames, 1)
            left = total - to_win if games and "carry_excess_strokes" in rules_changed else 0
            after = score.state.match
            assert after is not None
            assert after.strokes == ((left, 0) if games else (total, theirs))
            assert after.games == (2 + games, 5)
            each = {"games": games, "strokes": strokes, "nothing": 0}[paid_for]
            assert [score.points[one] for one in PLAYERS] == [each, -each, each, -each]
            game = finished_sasku_game(score)
            assert (game is not None) is bool(games)
            if game is not None:
                assert (game.strokes, game.against, game.games) == (total, theirs, games)
                assert (game.is_lambapea, game.is_to_nil) == (kind == 16, theirs == 0)


def test_both_teams_are_treated_alike() -> None:
    """The same evening seen from the next chair: every figure moves on by one seat."""
    turned = dict(zip(PLAYERS, (*PLAYERS[1:], PLAYERS[0]), strict=True))
    for own, theirs in product(range(0, 16, 3), repeat=2):
        for hand in HANDS.values():
            seen = {name: turned.get(Player(str(value)), value) for name, value in hand.items()}
            one = scored(hand, SASKU, FOUR, State(match=Match(strokes=(own, theirs), teams=PLAYERS)))
            other = scored(seen, SASKU, FOUR, State(match=Match(strokes=(theirs, own), teams=PLAYERS)))
            assert {turned[player]: points for player, points in one.points.items()} == other.points
            assert {turned[player]: strokes for player, strokes in one.tally.items()} == other.tally


def test_everything_goes_through_json_and_back() -> None:
    for hand, *_ in every_hand(players=1):
        report = rules.read_report(hand, ruleset=SASKU, table=FOUR)
        data = json.loads(json.dumps(report.to_json()))
        assert rules.read_report(data, ruleset=SASKU, table=FOUR) == report
        state = rules.score(report, SASKU).state
        assert rules.read_state(json.loads(json.dumps(state.to_json()))) == state
    for preset in rules.PRESETS["sasku"].values():
        assert rules.read_ruleset(json.loads(json.dumps(preset.to_json()))) == preset
