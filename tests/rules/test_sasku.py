"""Sasku: the worked rows, the evening, ties, games, teams and the sheet. docs/rules/sasku.md."""

from __future__ import annotations

import json
from typing import Any

import pytest

import rules
from rules import Player, RulesetError, Score, State, Table
from rules.cards import FRENCH, Card, Rank, Suit, count_points
from rules.games.sasku.auction import trump_length, trump_order
from rules.games.sasku.sheet import finished_sasku_game, stroke_sheet, stroke_tally
from rules.state import Match, Tie
from rules.wording import words
from tests.rules.rows import CASES, Row, row_id, rows, ruleset_of, state_of, table_of
from tests.rules.table import ANNA, BEPPO, CILLI, DANI, EVI, agreed, problems, scored, seated

ROWS = rows("sasku.jsonl")
SASKU, FOUR = agreed("sasku"), seated(4)  # Anna and Cilli against Beppo and Dani; Dani deals
TIED = {"contract": "trumps", "declarer": ANNA, "trump_suit": "hearts", "card_points": 60}


def rows_with(name: str) -> list[Row]:
    return [row for row in ROWS if name in row]


def before(
    *strokes: int, games: tuple[int, int] = (0, 0), tie: Tie | None = None, teams: tuple[Player, ...] = FOUR.players
) -> State:
    return State(dealer=DANI, match=Match(strokes=strokes or (0, 0), games=games, tie=tie, teams=teams))


def match_after(score: Score) -> Match:
    assert score.state.match is not None
    return score.state.match


def made(declarer: Player = ANNA, suit: str = "clubs", **facts: object) -> dict[str, object]:
    return {"contract": "trumps", "declarer": declarer, "trump_suit": suit, **facts}


# -- the worked rows -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("row", [row for row in rows_with("hand") if "expected" in row], ids=row_id)
def test_a_worked_hand_brings_these_strokes(row: Row) -> None:
    score, expected = _scored(row, row["hand"]), row["expected"]
    assert {name: value for name, value in expected.items() if name in ("tally", "value")}.items() <= {
        **score.to_json()
    }.items()
    assert sum(score.points.values()) == 0
    codes = {reason.code for reason in score.reasons}
    assert ("lambapea" in codes) is expected.get("lambapea", "lambapea" in codes)
    assert ("tie" in codes) is expected.get("replay", "tie" in codes)
    assert score.state.dealer == expected.get("next_dealer", score.state.dealer)


@pytest.mark.parametrize("row", rows_with("refused"), ids=row_id)
def test_a_hand_that_cannot_be_is_refused(row: Row) -> None:
    found = problems(row["hand"], ruleset_of(row), table_of(row), state_of(row))
    assert found == set(row["refused"].items())


@pytest.mark.parametrize("row", rows_with("legal"), ids=row_id)
def test_the_nearest_legal_hand_is_taken(row: Row) -> None:
    legal = row["legal"]
    table = Table(players=tuple(row["players"]), dealer=legal.get("dealer", row["dealer"]))
    assert scored(legal["hand"], ruleset_of(row), table, state_of(row)).tally == legal["tally"]


@pytest.mark.parametrize("row", rows_with("hands"), ids=row_id)
def test_a_series_of_hands_fills_the_sheet(row: Row) -> None:
    state, scores = state_of(row), []
    for hand in row["hands"]:
        scores.append(scored(hand, ruleset_of(row), table_of(row), state))
        state = scores[-1].state
    sheet, expected = stroke_sheet(scores), row["expected"]
    assert list(sheet.running) == expected["strokes"]
    assert [
        {
            "winners": list(game.winners),
            "strokes": game.strokes,
            "against": game.against,
            "lambapea": game.is_lambapea,
            "to_nil": game.is_to_nil,
        }
        for game in sheet.finished
    ] == expected["finished"]
    assert {player: sum(score.points[player] for score in scores) for player in row["players"]} == expected["points"]


@pytest.mark.parametrize("row", rows_with("strokes"), ids=row_id)
def test_strokes_are_drawn_as_on_paper(row: Row) -> None:
    drawn = stroke_tally(row["strokes"])
    assert {name: getattr(drawn, name) for name in row["expected"]} == row["expected"]


@pytest.mark.parametrize("row", rows_with("cards"), ids=row_id)
def test_cards_are_counted(row: Row) -> None:
    cards = [Card(rank=Rank(card["rank"]), suit=Suit(card["suit"])) for card in row["cards"]]
    if "length" in row["expected"]:
        assert trump_length(cards, Suit(row["trump_suit"])) == row["expected"]["length"]
    else:
        assert count_points(cards) == row["expected"]["card_points"]


def _scored(row: Row, hand: dict[str, object]) -> Score:
    return scored(hand, ruleset_of(row), table_of(row), state_of(row))


def test_an_evening_of_four_games() -> None:
    """Every finished game moves a point from each loser to a winner. S20, S36."""
    evening: dict[str, Any] = json.loads((CASES / "evenings" / "sasku.json").read_text(encoding="utf-8"))
    ruleset = rules.read_ruleset({"game": evening["game"], "preset": evening["preset"]})
    players, state, total = tuple(map(Player, evening["players"])), State(), dict.fromkeys(evening["players"], 0)
    scores = []
    for no, row in enumerate(evening["hands"], start=1):
        assert state.dealer in (None, row["dealer"])
        table = Table(players=players, dealer=Player(row["dealer"]))
        score = scored(row["hand"], ruleset, table, state)
        scores.append(score)
        game, state = finished_sasku_game(score), score.state
        assert (no, list(score.points.values())) == (no, row["points"])
        assert (no, list(score.tally.values())) == (no, row["tally"])
        if "finished" in row:
            assert game is not None and row["finished"] == {
                "team": 1 if game.winners == players[0::2] else 2,
                "lambapea": game.is_lambapea,
                "to_nil": game.is_to_nil,
            }
            assert sorted(row["sheet"]) == sorted((game.strokes, game.against))
        else:
            assert game is None and list(match_after(score).strokes) == row["sheet"]
        total = {player: total[player] + score.points[player] for player in players}
    assert list(total.values()) == evening["final_points"]
    assert [points * evening["stake_minor"] for points in total.values()] == evening["final_minor"]
    assert list(match_after(scores[-1]).games) == evening["games_won"]
    assert len(stroke_sheet(scores).finished) == sum(evening["games_won"])


# -- what the table may say ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("reported", "card_points", "tricks"),
    [
        ({"won": True, "level": "schwarz"}, 120, 9),
        ({"won": True, "lambapea": True}, 120, 9),
        ({"won": True, "level": "schneider"}, 91, 5),
        ({"won": True}, 90, 5),
        ({"tied": True}, 60, 5),
        ({"won": False}, 30, 5),
        ({"won": False, "level": "schneider"}, 29, 5),
        ({"won": False, "level": "schwarz"}, 0, 0),
        ({"card_points": 120, "lambapea": True}, 120, 9),
        ({"card_points": 120, "lambapea": False}, 120, 8),
    ],
)
def test_a_reported_row_is_as_good_as_a_count(reported: dict[str, object], card_points: int, tricks: int) -> None:
    for suit in FRENCH:
        counted = scored(made(suit=suit, card_points=card_points, tricks=tricks), SASKU, FOUR)
        assert scored({**made(suit=suit), **reported}, SASKU, FOUR) == counted


@pytest.mark.parametrize(
    ("counted", "strokes"),
    [
        ({"opponents_card_points": 29}, 4), ({"opponents_card_points": 30}, 2), ({"opponents_card_points": 59}, 2),
        ({"opponents_card_points": 60}, 0), ({"opponents_card_points": 61}, -4), ({"opponents_card_points": 90}, -4),
        ({"opponents_card_points": 91}, -6), ({"opponents_card_points": 118, "opponents_tricks": 8}, -6),
        ({"opponents_card_points": 0, "opponents_tricks": 1}, 4), ({"opponents_card_points": 0, "lambapea": True}, 16),
        ({"opponents_tricks": 0}, 16), ({"opponents_tricks": 9}, -16),
    ],
)  # fmt: skip
def test_the_other_team_may_have_been_counted(counted: dict[str, object], strokes: int) -> None:
    """S25, S30, S31: the makers have the rest, a tie included."""
    score = scored({**made(suit="hearts"), **counted}, SASKU)
    assert score.tally[ANNA] - score.tally[BEPPO] == strokes
    assert (match_after(score).tie is None) is (strokes != 0)
    passed = scored({"contract": "passed", "team": ANNA, **counted}, SASKU)
    assert passed.tally[ANNA] - passed.tally[BEPPO] == max(-1, min(1, strokes)) * (16 if abs(strokes) == 16 else 1)
    replay = scored({"contract": "replay", **counted}, SASKU, state=scored(TIED, SASKU).state)
    assert replay.tally == score.tally


def test_nobody_makes_trumps_in_a_passed_hand() -> None:
    """Diamonds by default, one stroke even with more than 90, the whole game with all tricks. S14, S33, S34."""
    score = scored({"contract": "passed", "team": BEPPO, "won": True, "level": "schneider"}, SASKU, FOUR)
    assert (score.declarer_side, score.declarer_won) == ((), None)
    assert score.tally == {ANNA: 0, BEPPO: 1, CILLI: 0, DANI: 1}
    lost = scored({"contract": "passed", "team": ANNA, "card_points": 3, "tricks": 1}, SASKU, FOUR)
    assert lost.tally == score.tally
    shame = scored({"contract": "passed", "team": CILLI, "won": False, "lambapea": True}, SASKU, FOUR)
    assert shame.value == 16 and shame.points == {ANNA: -1, BEPPO: 1, CILLI: -1, DANI: 1}


@pytest.mark.parametrize(
    ("hand", "found"),
    [
        ({"contract": "passed", "won": True}, {("team", "team_missing")}),
        ({"contract": "passed", "won": True, "team": EVI}, {("team", "player_unknown")}),
        ({"contract": "passed", "won": True, "team": ANNA, "declarer": ANNA}, {("declarer", "passed_hand_has_maker")}),
        ({"contract": "passed", "won": True, "team": ANNA, "trump_suit": "clubs"}, {("trump_suit", "trump_is_fixed")}),
        (made(won=True, team=ANNA), {("team", "field_unknown")}),
        (made(won=True, partner=BEPPO), {("partner", "partner_not_opposite")}),
        ({"contract": "trumps", "won": True}, {("declarer", "declarer_missing"), ("trump_suit", "trump_missing")}),
        (made(won=True, suit="leaves"), {("trump_suit", "trump_not_in_pack")}),
        (made(), {("card_points", "points_missing")}),
        (made(card_points=120), {("tricks", "tricks_missing")}),
        (made(card_points=118, tricks=9), {("card_points", "schwarz_with_points")}),
        (made(card_points=61, lambapea=True), {("lambapea", "lambapea_needs_all_tricks")}),
        (made(tricks=9, lambapea=False), {("lambapea", "claimed_result_contradicts_points")}),
        (made(tied=True, card_points=61), {("tied", "claimed_result_contradicts_points")}),
        (made(tied=True, won=True), {("won", "claimed_result_contradicts_points")}),
        (made(card_points=60, won=True), {("won", "claimed_result_contradicts_points")}),
        (made(card_points=60, level="schneider"), {("level", "claimed_result_contradicts_points")}),
        (made(card_points=60, lambapea=True), {("lambapea", "lambapea_needs_all_tricks")}),
        (made(tied=True, tricks=9), {("card_points", "schwarz_with_points")}),
        (made(card_points=61, value=4), {("value", "claimed_value_wrong")}),
        (made(card_points=60, value=1), {("value", "claimed_value_wrong")}),
        (made(won=True, kontra=1), {("kontra", "field_unknown"), ("kontra", "kontra_not_in_this_contract")}),
        (made(won=True, revoked_by=BEPPO), {("revoked_by", "field_unknown")}),
        (made(won=True, bid=5), {("bid", "field_unknown")}),
        ({"contract": "thrown_in"}, {("contract", "contract_unknown")}),
    ],
)
def test_what_cannot_be_is_refused(hand: dict[str, object], found: set[tuple[str, str]]) -> None:
    assert problems(hand, SASKU, FOUR) == found


@pytest.mark.parametrize("people", [1, 2, 3, 5])
@pytest.mark.parametrize("contract", ["trumps", "passed", "replay", "agreed", "nothing"])
def test_sasku_is_for_four(people: int, contract: str) -> None:
    """S1."""
    assert ("players", "players_exactly") in problems({"contract": contract}, SASKU, seated(people), before(1, 2))


# -- ties ------------------------------------------------------------------------------------------------------------


def test_a_tie_is_dealt_again_by_the_same_dealer_with_the_same_makers_and_trumps() -> None:
    """S31."""
    tied = scored(TIED, SASKU, FOUR, before(3, 3))
    assert set(tied.tally.values()) == {0} and tied.value == 0 and tied.declarer_won is None
    assert tied.state.dealer == DANI
    assert match_after(tied) == Match(
        strokes=(3, 3), teams=FOUR.players, tie=Tie(dealer=DANI, trump_suit=Suit.HEARTS, maker=ANNA)
    )
    again = scored({"contract": "replay", "card_points": 60}, SASKU, FOUR, tied.state)
    assert again.state == tied.state
    lost = scored({"contract": "replay", "card_points": 29}, SASKU, FOUR, again.state)
    assert lost.declarer_side == (ANNA, CILLI) and lost.value == 6
    assert match_after(lost) == Match(strokes=(3, 9), teams=FOUR.players)
    assert lost.state.dealer == ANNA


def test_a_passed_tie_is_replayed_for_one_stroke() -> None:
    tied = scored({"contract": "passed", "card_points": 60}, SASKU, FOUR)
    assert match_after(tied).tie == Tie(dealer=DANI, trump_suit=Suit.DIAMONDS)
    again = {"contract": "replay", "team": BEPPO, "card_points": 91}
    assert scored(again, SASKU, FOUR, tied.state).tally == {ANNA: 0, BEPPO: 1, CILLI: 0, DANI: 1}
    shame = {"contract": "replay", "team": BEPPO, "won": True, "lambapea": True}
    assert scored(shame, SASKU, FOUR, tied.state).value == 16  # X24
    assert problems({"contract": "replay", "won": True}, SASKU, FOUR, tied.state) == {("team", "team_missing")}
    named = {**again, "declarer": BEPPO}
    assert problems(named, SASKU, FOUR, tied.state) == {("declarer", "replay_with_other_maker")}


def test_a_replay_says_nothing_else_than_the_tie() -> None:
    state = before(tie=Tie(dealer=DANI, trump_suit=Suit.HEARTS, maker=ANNA))
    same = {"contract": "replay", "declarer": CILLI, "trump_suit": "hearts", "won": True}  # the team is what counts
    assert scored(same, SASKU, FOUR, state).declarer_side == (ANNA, CILLI)
    other = {"contract": "replay", "declarer": BEPPO, "trump_suit": "clubs", "auction": {"bid": 5}, "won": True}
    assert problems(other, SASKU, seated(4, dealer=ANNA), state) == {
        ("declarer", "replay_with_other_maker"),
        ("trump_suit", "replay_with_other_trump"),
        ("auction", "replay_has_no_bidding"),
        ("dealer", "replay_with_other_dealer"),
    }
    assert problems(TIED, SASKU, FOUR, state) == {("contract", "tie_must_be_replayed")}
    unfinished = {"contract": "trumps", "won": True}
    assert problems(unfinished, SASKU, FOUR, state) > {("contract", "tie_must_be_replayed")}
    assert problems({"contract": "replay", "won": True}, SASKU, FOUR, before()) == {("contract", "replay_without_tie")}


def test_a_replay_goes_on_when_the_maker_has_left() -> None:
    state = before(2, 5, tie=Tie(dealer=DANI, trump_suit=Suit.CLUBS, maker=BEPPO))
    for players in ((ANNA, EVI, CILLI, DANI), (EVI, CILLI, DANI, ANNA)):
        score = scored({"contract": "replay", "won": True}, SASKU, Table(players=players, dealer=DANI), state)
        assert score.declarer_side == (DANI, EVI)
        assert score.tally == {ANNA: 0, EVI: 2, CILLI: 0, DANI: 2}
        assert dict(zip(players, match_after(score).strokes, strict=False))[players[0]] == (
            2 if players[0] == ANNA else 7
        )


# -- games and teams -------------------------------------------------------------------------------------------------


def test_sixteen_strokes_end_the_game_and_nothing_is_carried_over() -> None:
    score = scored(made(suit="diamonds", card_points=95), SASKU, FOUR, before(12, 14, games=(1, 2)))
    game = finished_sasku_game(score)
    assert game is not None and (game.winners, game.strokes, game.against) == ((ANNA, CILLI), 18, 14)
    assert match_after(score) == Match(games=(2, 2), teams=FOUR.players)
    assert score.points == {ANNA: 1, BEPPO: -1, CILLI: 1, DANI: -1}
    assert finished_sasku_game(scored(made(won=True), SASKU, FOUR, before(13, 15))) is None


def test_strokes_beyond_the_end_go_on_where_that_was_agreed() -> None:
    carrying = agreed("sasku", carry_excess_strokes=True)
    score = scored(made(suit="diamonds", card_points=95), carrying, FOUR, before(12, 14))
    assert match_after(score) == Match(strokes=(2, 0), games=(1, 0), teams=FOUR.players)
    assert ("strokes_carried", "X19") in {(reason.code, reason.rule) for reason in score.reasons}
    short = agreed("sasku", carry_excess_strokes=True, strokes_to_win=4)
    twice = scored(made(BEPPO, "diamonds", card_points=0, tricks=1), short, FOUR, before(3, 0))
    assert match_after(twice) == Match(strokes=(3, 0), games=(2, 0), teams=FOUR.players)  # 11 strokes are two games


def test_a_shameful_game_counts_more_where_that_was_agreed() -> None:
    """A lambapea wins whatever the others had: S30, X23; to nil: S32."""
    strict = agreed("sasku", lambapea_games=2, to_nil_games=3)
    lambapea = made(won=True, lambapea=True)
    assert set(scored(lambapea, strict, FOUR, before(0, 15)).points.values()) == {2, -2}
    assert set(scored(lambapea, strict, FOUR, before(0, 0)).points.values()) == {3, -3}  # the greater, not the sum
    assert match_after(scored(made(won=True), strict, FOUR, before(14, 0))).games == (3, 0)
    to_nil = scored(made(won=True), SASKU, FOUR, before(14, 0))
    assert "to_nil" in {reason.code for reason in to_nil.reasons}
    assert set(to_nil.points.values()) == {1, -1}  # X20, S32


@pytest.mark.parametrize(("paid_for", "points"), [("games", 0), ("strokes", 4), ("nothing", 0)])
def test_what_is_paid_is_agreed(paid_for: str, points: int) -> None:
    score = scored(made(won=False), agreed("sasku", paid_for=paid_for), FOUR)
    assert score.points == {ANNA: -points, BEPPO: points, CILLI: -points, DANI: points}
    assert score.tally == {ANNA: 0, BEPPO: 4, CILLI: 0, DANI: 4}


def test_a_lambapea_may_bring_strokes_instead_of_the_game() -> None:
    karvane = agreed("sasku", lambapea_strokes=6)  # S30 read otherwise
    score = scored(made(suit="diamonds", won=False, lambapea=True), karvane, FOUR, before(1, 4))
    assert score.value == 6 and match_after(score).strokes == (1, 10) and finished_sasku_game(score) is None
    assert set(score.points.values()) == {0}
    with pytest.raises(RulesetError, match="lambapea_is_no_game"):
        agreed("sasku", lambapea_strokes=6, lambapea_games=2)


def test_a_passed_hand_may_bring_more_than_one_stroke() -> None:
    passed = {"contract": "passed", "team": ANNA, "won": False, "level": "schneider"}
    assert scored(passed, agreed("sasku", passed_strokes=2), FOUR).tally == {ANNA: 0, BEPPO: 2, CILLI: 0, DANI: 2}
    whole = scored({**passed, "level": "schwarz"}, agreed("sasku", passed_strokes=2), FOUR)
    assert whole.value == 16  # S34


def test_a_tie_may_add_to_the_next_hand_instead_of_being_dealt_again() -> None:
    forward = agreed("sasku", tie_adds_strokes=2)  # S31 read otherwise
    tied = scored(TIED, forward, FOUR, before(3, 3))
    assert match_after(tied) == Match(strokes=(3, 3), teams=FOUR.players, extra=2)
    assert tied.state.dealer == ANNA and {reason.code for reason in tied.reasons} == {"tie_forward"}
    again = scored({"contract": "passed", "tied": True}, forward, FOUR, tied.state)
    assert rules.read_state(json.loads(json.dumps(again.state.to_json()))) == again.state
    assert scored(made(BEPPO, won=True), forward, FOUR, again.state).value == 6
    after = scored(made(suit="diamonds", won=True), forward, FOUR, tied.state)
    assert after.value == 6 and match_after(after) == Match(strokes=(9, 3), teams=FOUR.players)
    lambapea = scored(made(won=True, lambapea=True), forward, FOUR, tied.state)
    assert lambapea.value == 16 and match_after(lambapea) == Match(games=(1, 0), teams=FOUR.players)
    assert problems({"contract": "replay", "won": True}, forward, FOUR, tied.state) == {
        ("contract", "replay_without_tie")
    }


def test_diamonds_double_where_that_was_agreed() -> None:
    double = agreed("sasku", "sasku_diamonds_double")
    for card_points, strokes in ((91, 8), (90, 4), (59, 8), (29, 12)):
        assert scored(made(suit="diamonds", card_points=card_points), double, FOUR).value == strokes
    assert scored(made(suit="diamonds", won=True, lambapea=True), double, FOUR).value == 16
    assert scored({"contract": "passed", "team": ANNA, "won": True}, double, FOUR).value == 1


def test_strokes_stay_with_their_team_when_people_change_places() -> None:
    turned = Table(players=(DANI, ANNA, BEPPO, CILLI), dealer=ANNA)
    score = scored(made(won=True), SASKU, turned, before(3, 7, games=(1, 2)))
    assert match_after(score) == Match(strokes=(7, 5), games=(2, 1), teams=turned.players)
    newcomer = Table(players=(EVI, BEPPO, CILLI, DANI), dealer=DANI)
    assert match_after(scored(made(EVI, won=True), SASKU, newcomer, before(3, 7))).strokes == (5, 7)


def test_partners_change_only_between_two_games() -> None:
    mixed = Table(players=(ANNA, CILLI, BEPPO, DANI), dealer=DANI)
    assert problems(made(won=True), SASKU, mixed, before(2, 0)) == {("players", "teams_changed")}
    fresh = scored(made(won=True), SASKU, mixed, before(games=(3, 1)))
    assert match_after(fresh) == Match(strokes=(2, 0), teams=mixed.players)


def test_a_game_that_is_over_takes_no_more_strokes() -> None:
    assert problems(made(won=True), SASKU, FOUR, before(2, 16)) == {("state.match.strokes", "game_is_over")}


# -- settled by hand -------------------------------------------------------------------------------------------------


def test_the_table_may_settle_strokes_by_itself() -> None:
    roof = {"contract": "agreed", "tally": {BEPPO: 4}, "why": "roof signal", "was_dealt": False}  # X25
    score = scored(roof, SASKU, FOUR, before(0, 12))
    assert score.tally == {ANNA: 0, BEPPO: 4, CILLI: 0, DANI: 4}
    assert score.points == {ANNA: -1, BEPPO: 1, CILLI: -1, DANI: 1}
    assert score.state.dealer == DANI and match_after(score).games == (0, 1)
    taken = {"contract": "agreed", "tally": {ANNA: -2, CILLI: -2}, "points": {ANNA: 5, EVI: -5}, "why": "mistake"}
    assert problems(taken, SASKU, FOUR, before(2, 0)) == {("points.Evi", "player_unknown")}
    taken["points"] = {ANNA: 5, BEPPO: -5}
    moved = scored(taken, SASKU, FOUR, before(2, 0))
    assert moved.points == {ANNA: 5, BEPPO: -5, CILLI: 0, DANI: 0} and match_after(moved).strokes == (0, 0)
    assert moved.state.dealer == ANNA


def test_a_tie_settled_by_hand_is_not_dealt_again() -> None:
    state = before(tie=Tie(dealer=DANI, trump_suit=Suit.HEARTS, maker=ANNA))
    agreed_hand = {"contract": "agreed", "tally": {ANNA: 1}, "why": "too late for a replay"}
    assert match_after(scored(agreed_hand, SASKU, FOUR, state)).tie is None
    between = {**agreed_hand, "was_dealt": False}
    assert match_after(scored(between, SASKU, FOUR, state)).tie is not None


@pytest.mark.parametrize(
    ("hand", "found"),
    [
        ({"tally": {ANNA: -1}}, {("tally", "strokes_below_zero")}),
        ({"tally": {ANNA: 16, BEPPO: 16}}, {("tally", "game_won_by_both")}),
        ({"tally": {ANNA: 1, CILLI: 2}}, {("tally", "partners_share_strokes")}),
        ({"tally": {EVI: 1}}, {("tally.Evi", "player_unknown")}),
        ({"tally": {ANNA: 10**9}}, {("tally.Anna", "number_too_large")}),
        ({"tally": {ANNA: "many"}}, {("tally.Anna", "not_integer"), ("points", "agreed_points_missing")}),
        ({}, {("points", "agreed_points_missing")}),
        ({"tally": {ANNA: 1}, "why": ""}, {("why", "why_missing")}),
    ],
)
def test_what_cannot_be_agreed(hand: dict[str, object], found: set[tuple[str, str]]) -> None:
    assert problems({"contract": "agreed", "why": "so", **hand}, SASKU, FOUR) == found


# -- state, sheet, words ---------------------------------------------------------------------------------------------


def test_a_match_is_read_back_and_refused_by_field() -> None:
    state = before(3, 7, games=(1, 0), tie=Tie(dealer=DANI, trump_suit=Suit.HEARTS, maker=ANNA))
    assert rules.read_state(json.loads(json.dumps(state.to_json()))) == state
    with pytest.raises(RulesetError) as error:
        rules.read_state(
            {"match": {"strokes": [1], "games": [-1, 0], "tie": {"trump_suit": "red"}, "extra": -2, "moves": 1}}
        )
    assert {(problem.field, problem.code) for problem in error.value.problems} == {
        ("state.match.strokes", "not_two_numbers"),
        ("state.match.games", "not_two_numbers"),
        ("state.match.tie.trump_suit", "not_a_choice"),
        ("state.match.extra", "strokes_below_zero"),
        ("state.match.moves", "field_unknown"),
    }


def test_trumps_stand_in_their_order() -> None:
    """S10."""
    hearts = trump_order(Suit.HEARTS)
    ranks = [Rank.SIX, *[Rank.KING] * 4, *[Rank.OBER] * 4, *[Rank.UNTER] * 4]
    ranks += [Rank.ACE, Rank.TEN, Rank.NINE, Rank.EIGHT, Rank.SEVEN]
    suits = [Suit.HEARTS, *FRENCH, *FRENCH, *FRENCH, *[Suit.HEARTS] * 5]
    assert [(card.rank, card.suit) for card in hearts] == list(zip(ranks, suits, strict=True))


@pytest.mark.parametrize(
    ("hand", "sentence"),
    [
        (made(won=True), "Anna mit Cilli: Kreuz, gewonnen"),
        (made(card_points=29), "Anna mit Cilli: Kreuz, verloren mit weniger als 30"),
        (made(card_points=91), "Anna mit Cilli: Kreuz, gewonnen mit mehr als 90"),
        (made(won=True, lambapea=True), "Anna mit Cilli: Kreuz, gewonnen, Lambapea"),
        (made(tied=True), "Anna mit Cilli: Kreuz, 60 : 60"),
        ({"contract": "passed", "team": BEPPO, "won": True}, "Alle gepasst: Beppo, Dani, gewonnen"),
        ({"contract": "passed", "tied": True}, "Alle gepasst, 60 : 60"),
    ],
)
def test_a_hand_is_described_in_one_sentence(hand: dict[str, object], sentence: str) -> None:
    report = rules.read_report(hand, ruleset=SASKU, table=FOUR)
    assert words.hand_text(report, rules.score(report, SASKU), "de") == sentence


def test_the_sum_ends_with_the_game() -> None:
    score = scored(made(suit="diamonds", won=True), SASKU, FOUR, before(12, 0))
    assert words.sum_text(score, "de").replace(words.NO_BREAK, " ") == (
        "Trumpfmacher mit 61–90 Augen 2 + Karo 2 = 4; Anna, Cilli gewinnen die Partie 16 : 0; zu null, eine Schande"
    )
