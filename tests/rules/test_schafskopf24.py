"""Schafskopf with 24 cards: the worked rows, the evening, and its whole input space. docs/rules/schafskopf24.md."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

import rules
from rules import Player, Ruleset, Score, State, Table
from rules.cards import FRENCH, Rank, Suit
from rules.games.schafskopf24 import QUEENS, QueensHand
from rules.wording import words
from tests.rules.rows import CASES, Row, row_id, rows, ruleset_of, table_of
from tests.rules.table import ANNA, BEPPO, CILLI, DANI, EVI, agreed, problems, scored, seated

pytestmark = pytest.mark.sampled

ROWS = rows("schafskopf24.jsonl")
FOUR = seated(4)
PLAYERS = FOUR.players
PLAIN = agreed("schafskopf24")
BY_TRICKS = agreed("schafskopf24", schwarz_means="all_tricks")
NEXT_TRICK = agreed("schafskopf24", first_fehlstich="next_trick")
SILENT_SOLO = agreed("schafskopf24", silent_queens="as_solo")
VALUES = [11] * 4 + [10] * 4 + [4] * 4 + [3] * 4 + [2] * 4 + [0] * 4


def tally(*winners: Player, points: int) -> dict[Player, int]:
    return {player: points if player in winners else 0 for player in PLAYERS}


def queens(**facts: object) -> dict[str, object]:
    return {"contract": "queens", "queens": [ANNA, CILLI], **facts}


def fehlstich(**facts: object) -> dict[str, object]:
    return {"contract": "fehlstich", "declarer": ANNA, **facts}


# -- the worked rows -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("row", [row for row in ROWS if "expected" in row], ids=row_id)
def test_a_worked_hand_brings_these_points(row: Row) -> None:
    score = scored(row["hand"], ruleset_of(row), table_of(row)).to_json()
    assert {name: score[name] for name in row["expected"]} == row["expected"]


@pytest.mark.parametrize("row", [row for row in ROWS if "refused" in row], ids=row_id)
def test_a_hand_that_cannot_be_is_refused(row: Row) -> None:
    assert problems(row["hand"], ruleset_of(row), table_of(row)) == set(row["refused"].items())


@pytest.mark.parametrize("row", [row for row in ROWS if "legal" in row], ids=row_id)
def test_the_nearest_legal_hand_is_taken(row: Row) -> None:
    assert scored(row["legal"]["hand"], ruleset_of(row), table_of(row)).tally == row["legal"]["tally"]


def test_an_evening_settled_by_differences() -> None:
    evening: dict[str, Any] = json.loads((CASES / "evenings" / "schafskopf_24_cards.json").read_text(encoding="utf-8"))
    ruleset = rules.read_ruleset({"game": evening["game"], "preset": evening["preset"]})
    names, state = tuple(map(Player, evening["players"])), State()
    sheet, owed = dict.fromkeys(names, 0), dict.fromkeys(names, 0)
    for no, row in enumerate(evening["hands"], start=1):
        assert state.dealer in (None, row["dealer"])
        score = scored(row["hand"], ruleset, Table(players=names, dealer=Player(row["dealer"])), state)
        assert (no, list(score.tally.values())) == (no, row["tally"])
        assert (no, list(score.points.values())) == (no, row["points"])
        sheet = {name: sheet[name] + score.tally[name] for name in names}
        owed = {name: owed[name] + score.points[name] for name in names}
        state = score.state
    assert list(sheet.values()) == evening["final_tally"]
    assert list(owed.values()) == evening["final_points"]
    assert [points * evening["stake_minor"] for points in owed.values()] == evening["final_minor"]
    pairs = {name: sum(sheet[name] - sheet[other] for other in names) for name in names}
    assert owed == pairs  # hand by hand comes to the same as settling the final sheet pair by pair


# -- teams -----------------------------------------------------------------------------------------------------------


def test_the_black_queens_name_the_primary_team() -> None:
    """K10; each of the winners writes the points down in full: K28, X30."""
    named = scored({"contract": "queens", "declarer": CILLI, "partner": ANNA, "won": True}, PLAIN, FOUR)
    assert named.tally == scored(queens(won=True), PLAIN, FOUR).tally == tally(ANNA, CILLI, points=1)
    assert scored(queens(won=True), PLAIN, FOUR).declarer_side == (ANNA, CILLI)
    half = scored(queens(declarer=CILLI, won=False), PLAIN, FOUR)
    assert half.declarer_side == (CILLI, ANNA) and half.tally == tally(BEPPO, DANI, points=1)


def test_the_winner_of_the_first_trick_led_with_a_non_trump_is_the_partner() -> None:
    """K16."""
    joined = scored(fehlstich(fehlstich_winners=[DANI, BEPPO], won=True), PLAIN, FOUR)
    assert joined.declarer_side == (ANNA, DANI)
    assert scored(fehlstich(partner=DANI, won=True), PLAIN, FOUR).tally == joined.tally


@pytest.mark.parametrize(("ruleset", "side"), [(PLAIN, (ANNA,)), (NEXT_TRICK, (ANNA, DANI))])
def test_an_announcer_who_wins_it_himself_plays_alone_or_waits_for_the_next(
    ruleset: Ruleset, side: tuple[Player, ...]
) -> None:
    score = scored(fehlstich(fehlstich_winners=[ANNA, DANI], won=True), ruleset, FOUR)
    assert score.declarer_side == side and score.tally == tally(*side, points=1)  # X32: never doubled
    alone = scored(fehlstich(fehlstich_winners=[ANNA], won=False), ruleset, FOUR)
    assert alone.tally == scored(fehlstich(no_fehlstich=True, won=False), ruleset, FOUR).tally
    assert alone.tally == tally(BEPPO, CILLI, DANI, points=1)


def test_both_queens_kept_silent_are_alone_a_solo_or_refused() -> None:
    silent = {"contract": "silent_queens", "declarer": BEPPO, "card_points": 91}
    assert scored(silent, PLAIN, FOUR).tally == tally(BEPPO, points=2)
    assert scored(silent, SILENT_SOLO, FOUR).tally == tally(BEPPO, points=4)
    strict = agreed("schafskopf24", silent_queens="must_announce")
    assert problems(silent, strict, FOUR) == {("contract", "queens_must_be_announced")}
    assert scored({**silent, "contract": "solo"}, strict, FOUR).tally == tally(BEPPO, points=4)
    alone = fehlstich(no_fehlstich=True, won=True)  # X32 stays what it is, whatever was agreed on silence
    assert scored(alone, strict, FOUR).value == scored(alone, SILENT_SOLO, FOUR).value == 1


def test_a_soloist_needs_no_queen() -> None:
    """K14, doubled for the others too: K25."""
    solo = {"contract": "solo", "declarer": ANNA, "queens": [BEPPO, CILLI], "tricks": 0}
    assert scored(solo, PLAIN, FOUR).tally == tally(BEPPO, CILLI, DANI, points=6)


@pytest.mark.parametrize(
    ("hand", "found"),
    [
        ({"contract": "queens", "won": True}, {("declarer", "declarer_missing"), ("partner", "partner_missing")}),
        (queens(queens=[ANNA], won=True), {("queens", "two_black_queens"), ("partner", "partner_missing")}),
        (queens(queens=[ANNA, EVI], won=True), {("queens.1", "player_unknown"), ("partner", "player_unknown")}),
        (
            queens(queens=[ANNA, ANNA], won=True),
            {("queens", "both_queens_in_one_hand"), ("partner", "partner_missing")},
        ),
        (queens(partner=BEPPO, won=True), {("queens", "queen_holder_not_in_primary")}),  # K11
        (queens(queen_handed_over_by=BEPPO, won=True), {("queen_handed_over_by", "no_queen_to_hand_over")}),  # K17
        (queens(fehlstich_winners=[BEPPO], won=True), {("fehlstich_winners", "nothing_was_announced")}),
        (queens(no_fehlstich=True, won=True), {("no_fehlstich", "nothing_was_announced")}),
        (queens(won=True, trump_suit="hearts"), {("trump_suit", "trump_is_fixed")}),
        (queens(won=True, top_trumps={"count": 2}), {
            ("top_trumps", "no_top_trumps_in_this_contract"), ("top_trumps", "field_unknown")}),
        (queens(won=True, surrender="accepted"), {
            ("surrender", "surrender_not_agreed"), ("surrender", "field_unknown")}),
        (queens(card_points=2), {("card_points", "black_queens_are_won")}),
        (queens(opponents_card_points=117), {("card_points", "black_queens_are_won")}),
        (queens(tricks=0), {("tricks", "top_trump_always_takes_a_trick")}),
        (queens(opponents_tricks=6), {("tricks", "top_trump_always_takes_a_trick")}),
        (queens(won=False, level="schwarz"), {("level", "top_trump_always_takes_a_trick")}),
        (queens(card_points=118, level="schwarz"), {("level", "schwarz_needs_all_points")}),
        (queens(won=True, tricks=4, level="schwarz"), {("level", "schwarz_with_trick")}),
        (fehlstich(won=True), {("partner", "partner_missing")}),
        (fehlstich(partner=ANNA, won=True), {("partner", "declarer_own_partner")}),
        (fehlstich(partner=BEPPO, fehlstich_winners=[DANI], won=True), {("partner", "fehlstich_decides_partner")}),
        (fehlstich(partner=BEPPO, no_fehlstich=True, won=True), {("no_fehlstich", "fehlstich_decides_partner")}),
        (fehlstich(fehlstich_winners=[EVI], won=True), {
            ("fehlstich_winners.0", "player_unknown"), ("partner", "player_unknown")}),
        (fehlstich(partner=BEPPO, queens=[ANNA, BEPPO], won=True), {("queens", "needs_both_black_queens")}),
        ({"contract": "silent_queens", "won": True}, {("declarer", "declarer_missing")}),
        ({"contract": "silent_queens", "declarer": ANNA, "queens": [BEPPO, BEPPO], "won": True}, {
            ("queens", "needs_both_black_queens")}),
        ({"contract": "solo", "declarer": ANNA, "partner": BEPPO, "won": True}, {
            ("partner", "partner_in_soloist_game")}),
        ({"contract": "solo", "declarer": ANNA, "queens": [ANNA, ANNA], "tricks": 0}, {
            ("tricks", "top_trump_always_takes_a_trick")}),
        ({"contract": "solo", "declarer": ANNA, "queens": [ANNA, BEPPO], "tricks": 0}, {
            ("tricks", "top_trump_always_takes_a_trick")}),  # G5: the Queen of clubs alone is enough
        ({"contract": "solo", "declarer": ANNA, "queens": [ANNA, BEPPO], "card_points": 2}, {
            ("card_points", "black_queens_are_won")}),
        ({"contract": "solo", "declarer": ANNA, "queens": [ANNA, ANNA], "card_points": 5}, {
            ("card_points", "black_queens_are_won")}),
        ({"contract": "solo", "declarer": ANNA, "queens": [BEPPO, ANNA], "tricks": 0}, set()),  # hers is taken
        ({"contract": "solo", "declarer": ANNA, "queen_handed_over_by": ANNA, "won": True}, {
            ("queen_handed_over_by", "no_queen_to_hand_over")}),
        ({"contract": "thrown_in"}, {("contract", "contract_unknown")}),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused(hand: dict[str, object], found: set[tuple[str, str]]) -> None:
    assert problems(hand, PLAIN, FOUR) == found


@pytest.mark.parametrize("people", [1, 3, 5])
def test_it_is_a_game_for_four(people: int) -> None:
    assert problems(queens(won=True), PLAIN, seated(people)) == {("players", "players_exactly")}


# -- every count, against a second calculation -----------------------------------------------------------------------


def can_be(card_points: int, tricks: int) -> bool:
    if card_points in (1, 119):
        return False
    cards = 4 * tricks
    return sum(VALUES[24 - cards :]) <= card_points <= sum(VALUES[:cards])


def by_the_book(card_points: int, tricks: int, *, is_doubled: bool, by_tricks: bool) -> tuple[bool, int]:
    """Whether the primary team wins, and what each winner scores: 002 IV.12, IV.13, VIII.

    K20, K21 the winner; K22, K23 Schneider; K24 one, two, three; K25 doubled; K26, X29 Schwarz.
    """
    won = card_points > 60
    loser, loser_tricks = (120 - card_points, 6 - tricks) if won else (card_points, tricks)
    if (loser_tricks if by_tricks else loser) == 0:
        points = 3
    elif card_points >= 91 or 120 - card_points >= 90:
        points = 2
    else:
        points = 1
    return won, points * (2 if is_doubled else 1)


def every_side() -> Iterator[tuple[dict[str, object], tuple[Player, ...], bool]]:
    """Every primary team by every contract, and whether it must win the two tricks or one of its queens."""
    for first, second in product(PLAYERS, repeat=2):
        holders = {"queens": [first, second]}
        if first != second:
            yield {"contract": "queens", **holders}, (first, second), False
            yield {"contract": "fehlstich", "declarer": first, "partner": second}, (first, second), False
    for alone in PLAYERS:
        yield {"contract": "silent_queens", "declarer": alone}, (alone,), False
        yield {"contract": "fehlstich", "declarer": alone, "fehlstich_winners": [alone]}, (alone,), False
        yield {"contract": "solo", "declarer": alone}, (alone,), True


def check(score: Score, side: tuple[Player, ...], won: bool, points: int) -> None:
    others = tuple(player for player in PLAYERS if player not in side)
    assert score.tally == tally(*(side if won else others), points=points)
    assert (score.value, score.declarer_side, score.declarer_won) == (points, side, won)
    assert score.state == State(dealer=FOUR.next_dealer())


@pytest.mark.parametrize("money", ["none", "losers_pay", "differences"])
@pytest.mark.parametrize("schwarz", ["all_card_points", "all_tricks"])
def test_every_hand_of_every_team(money: str, schwarz: str) -> None:
    """Points, and what they cost: X33."""
    ruleset = agreed("schafskopf24", money=money, schwarz_means=schwarz)
    walked = 0
    for (card_points, tricks), (who, side, is_solo) in product(product(range(121), range(7)), every_side()):
        hand = {**who, "card_points": card_points, "tricks": tricks}
        if not can_be(card_points, tricks) or (not is_solo and (tricks == 0 or card_points < 6)):
            continue  # who holds both black queens always wins them (G5)
        score = scored(hand, ruleset, FOUR)
        won, points = by_the_book(card_points, tricks, is_doubled=is_solo, by_tricks=schwarz == "all_tricks")
        check(score, side, won, points)
        winners = [player for player in PLAYERS if score.tally[player]]
        everything = points * len(winners)
        for player in PLAYERS:
            has_won = player in winners
            assert (
                score.points[player]
                == {
                    "none": 0,
                    "losers_pay": (everything if len(winners) == 2 else points * 3) // len(winners)
                    if has_won
                    else -(points * max(len(winners), 4 - len(winners)) // (4 - len(winners))),
                    "differences": sum(score.tally[player] - score.tally[other] for other in PLAYERS),
                }[money]
            )
        walked += 1
    assert walked > 10_000


def test_counts_that_no_cards_make_are_refused() -> None:
    for card_points, tricks in product(range(-1, 122), range(-1, 8)):
        solo = {"contract": "solo", "declarer": ANNA, "card_points": card_points, "tricks": tricks}
        possible = 0 <= card_points <= 120 and 0 <= tricks <= 6 and can_be(card_points, tricks)
        assert bool(problems(solo, PLAIN, FOUR)) is not possible, solo
        is_held = possible and tricks > 0 and card_points >= 6
        assert bool(problems({**solo, "contract": "silent_queens"}, PLAIN, FOUR)) is not is_held, solo


def test_card_points_are_enough_where_tricks_have_no_say() -> None:
    for card_points in (points for points in range(121) if points not in (1, 119)):
        solo = {"contract": "solo", "declarer": ANNA, "card_points": card_points}
        won, points = by_the_book(card_points, 3, is_doubled=True, by_tricks=False)
        check(scored(solo, PLAIN, FOUR), (ANNA,), won, points)
        needs_tricks = {("tricks", "tricks_missing")} if card_points in (0, 120) else set()
        assert problems(solo, BY_TRICKS, FOUR) == needs_tricks


@pytest.mark.parametrize(
    ("fields", "won", "points"),
    [
        ({"won": True}, True, 1),
        ({"won": True, "level": "schneider"}, True, 2),
        ({"won": True, "level": "schwarz"}, True, 3),
        ({"won": True, "level": "schwarz", "tricks": 5}, True, 3),  # the four Nines, X29
        ({"tricks": 6}, True, 3),
        ({"won": False}, False, 1),
        ({"won": False, "level": "schneider"}, False, 2),
    ],
)
def test_nobody_needs_to_count(fields: dict[str, object], won: bool, points: int) -> None:
    check(scored(queens(**fields), PLAIN, FOUR), (ANNA, CILLI), won, points)


# -- the rest --------------------------------------------------------------------------------------------------------


def test_the_sheet_may_be_put_right_by_hand() -> None:
    corrected = {"contract": "agreed", "tally": {ANNA: 2, BEPPO: -1}, "why": "misread", "was_dealt": False}
    score = scored(corrected, agreed("schafskopf24", "schafskopf24_differences"), FOUR)
    assert score.tally == {ANNA: 2, BEPPO: -1, CILLI: 0, DANI: 0}
    assert score.points == {ANNA: 7, BEPPO: -5, CILLI: -1, DANI: -1} and score.state == State()
    paid = scored({**corrected, "points": {ANNA: 3, DANI: -3}, "was_dealt": True}, PLAIN, FOUR)
    assert paid.points == {ANNA: 3, BEPPO: 0, CILLI: 0, DANI: -3} and paid.state.dealer == ANNA


def test_twelve_trumps_stand_in_their_order() -> None:
    """K1, K2."""
    order = agreed("schafskopf24").trumps(QUEENS, QueensHand(table=FOUR))  # type: ignore[attr-defined]
    ranks = [Rank.OBER] * 4 + [Rank.UNTER] * 4 + [Rank.ACE, Rank.TEN, Rank.KING, Rank.NINE]
    suits = [*FRENCH, *FRENCH, *[Suit.DIAMONDS] * 4]
    assert [(card.rank, card.suit) for card in order] == list(zip(ranks, suits, strict=True))


def test_everything_goes_through_json_and_back() -> None:
    for who, _, _ in every_side():
        for facts in ({"card_points": 91}, {"won": False, "level": "schneider"}):
            report = rules.read_report({**who, **facts}, ruleset=PLAIN, table=FOUR)
            data = json.loads(json.dumps(report.to_json()))
            assert rules.read_report(data, ruleset=PLAIN, table=FOUR) == report
    for preset in rules.PRESETS["schafskopf24"].values():
        assert rules.read_ruleset(json.loads(json.dumps(preset.to_json()))) == preset
    assert scored(queens(won=True), PLAIN, FOUR).to_json()["tally"] == tally(ANNA, CILLI, points=1)


@pytest.mark.parametrize(
    ("hand", "sentence", "total"),
    [
        (queens(card_points=91), "Anna mit Cilli: Schwarze Damen, Schneider gewonnen, 91 Augen",
         "Spiel 1 + Schneider 1 = 2"),
        (fehlstich(partner=DANI, won=True), "Anna mit Dani: Erster Fehlstich geht mit, gewonnen",
         "Dani gewann den entscheidenden Fehlstich; Spiel 1"),
        ({"contract": "solo", "declarer": ANNA, "card_points": 0}, "Anna: Solo, schwarz verloren, 0 Augen",
         "(Spiel 1 + Schneider 1 + Schwarz 1) × 2 (Solo angesagt) = 6"),
    ],
)  # fmt: skip
def test_a_hand_is_described_with_its_reasons(hand: dict[str, object], sentence: str, total: str) -> None:
    report = rules.read_report(hand, ruleset=PLAIN, table=FOUR)
    score = rules.score(report, PLAIN)
    assert words.hand_text(report, score, "de") == sentence
    assert words.sum_text(score, "de").replace(words.NO_BREAK, " ") == total
