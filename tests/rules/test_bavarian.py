"""Bavarian Schafkopf, bound by bound. The rows are the limits of the documents, both sides of each."""

from __future__ import annotations

import pytest

from rules import Level, State
from tests.rules.table import ANNA, BEPPO, CILLI, DANI, EVI, agreed, problems, scored, seated

SCHOOL = agreed("bavarian", "school_10_50")
PUB = agreed("bavarian", "pub_10_20_50")
PLAIN, SCHNEIDER, SCHWARZ = Level
RUFER = {"contract": "rufer", "declarer": ANNA, "partner": CILLI}
MUSS = {"contract": "muss", "declarer": ANNA, "partner": CILLI}
SOLO = {"contract": "solo", "declarer": ANNA}
WENZ = {"contract": "wenz", "declarer": ANNA}
TOUT = {"contract": "solo_tout", "declarer": ANNA}
BETTEL = {"contract": "bettel", "declarer": ANNA}
WON, LOST = {"won": True}, {"won": False}


def _run(count: int, side: str = "declarer_side") -> dict[str, object]:
    return {"top_trumps": {"count": count, "side": side}}


@pytest.mark.parametrize(
    ("points", "tricks", "won", "level"),
    [
        (120, 8, True, SCHWARZ), (120, 7, True, SCHNEIDER),  # B46
        (91, 6, True, SCHNEIDER), (90, 6, True, PLAIN),  # B45
        (61, 4, True, PLAIN), (60, 4, False, PLAIN),  # B44
        (31, 2, False, PLAIN), (30, 2, False, SCHNEIDER),  # B45: the opponents' Schneider is 90
        (29, 2, False, SCHNEIDER),
        (0, 1, False, SCHNEIDER), (0, 0, False, SCHWARZ),
    ],
)  # fmt: skip
@pytest.mark.parametrize("game", [RUFER, SOLO, WENZ], ids=["rufer", "solo", "wenz"])
def test_winner_and_level(game: dict[str, object], points: int, tricks: int, won: bool, level: Level) -> None:
    score = scored({**game, "card_points": points, "tricks": tricks}, SCHOOL)
    assert (score.declarer_won, score.level) == (won, level)


@pytest.mark.parametrize(
    ("counted", "won", "level"),
    [
        ({"opponents_card_points": 29}, True, SCHNEIDER), ({"opponents_card_points": 59}, True, PLAIN),
        ({"opponents_card_points": 60}, False, PLAIN), ({"opponents_card_points": 90}, False, SCHNEIDER),
        ({"opponents_card_points": 0, "opponents_tricks": 1}, True, SCHNEIDER),
        ({"opponents_card_points": 0, "tricks": 8}, True, SCHWARZ),
        ({"opponents_tricks": 0}, True, SCHWARZ), ({"opponents_tricks": 8}, False, SCHWARZ),
    ],
)  # fmt: skip
def test_the_opponents_count_is_as_good_as_the_declarers(counted: dict[str, object], won: bool, level: Level) -> None:
    """B44-B46: what one side has the other lacks; and a result reported beside it must agree."""
    score = scored({**SOLO, **counted}, SCHOOL)
    assert (score.declarer_won, score.level) == (won, level)
    assert scored({**SOLO, **counted, "won": won, "level": level}, SCHOOL) == score
    assert problems({**SOLO, **counted, "won": not won}, SCHOOL) == {("won", "claimed_result_contradicts_points")}


@pytest.mark.parametrize("tricks", [1, 7])
def test_with_a_reported_trick_the_opponents_are_not_schwarz(tricks: int) -> None:
    hand = {**SOLO, **WON, "level": "schwarz", "opponents_tricks": tricks}
    assert problems(hand, SCHOOL) == {("level", "schwarz_with_trick")}


TURNED_ROUND = [
    (120, 8, True, SCHWARZ), (120, 7, True, SCHNEIDER),
    (90, 6, True, SCHNEIDER), (89, 6, True, PLAIN),
    (60, 4, True, PLAIN), (59, 4, False, PLAIN),
    (30, 2, False, PLAIN), (29, 2, False, SCHNEIDER),
    (0, 1, False, SCHNEIDER), (0, 0, False, SCHWARZ),
]  # fmt: skip


@pytest.mark.parametrize(("points", "tricks", "won", "level"), TURNED_ROUND)
def test_winner_and_level_of_a_muss(points: int, tricks: int, won: bool, level: Level) -> None:
    """B83: 60 wins, 90 is Schneider, 30 is free."""
    score = scored({**MUSS, "card_points": points, "tricks": tricks}, SCHOOL)
    assert (score.declarer_won, score.level) == (won, level)


@pytest.mark.parametrize(("points", "tricks", "won", "level"), TURNED_ROUND)
def test_where_the_kontra_takes_over_the_limits_turn_round(points: int, tricks: int, won: bool, level: Level) -> None:
    """B95, X43: the Stoss side plays and needs 61."""
    takes_over = agreed("bavarian", kontra_takes_over=True)
    score = scored({**RUFER, "card_points": points, "tricks": tricks, "kontra": 1}, takes_over)
    assert (score.declarer_won, score.level) == (won, level)


@pytest.mark.parametrize(
    ("kontra", "won"),
    [(0, False), (1, True), (2, False), (3, True), ([BEPPO], True), ([BEPPO, CILLI], False), ([BEPPO, DANI], True)],
)
def test_whoever_doubled_last_plays_where_the_kontra_takes_over(kontra: object, won: bool) -> None:
    """X43: after Stoss and Retour back with the declarers; 60 points tell who plays."""
    takes_over = agreed("bavarian", kontra_takes_over=True)
    assert scored({**RUFER, "card_points": 60, "kontra": kontra}, takes_over).declarer_won is won
    assert scored({**RUFER, "card_points": 60, "kontra": kontra}, SCHOOL).declarer_won is False


@pytest.mark.parametrize(
    ("preset", "rufer", "rufer_schneider", "rufer_schwarz", "solo", "solo_schneider", "solo_schwarz", "tout", "sie"),
    [
        ("school_10_50", 10, 20, 30, 50, 60, 70, 100, 200),  # B50, B51, B52
        ("tariff_10_20", 10, 20, 30, 20, 30, 40, 40, 80),  # X38
        ("tariff_5_20", 5, 10, 15, 20, 25, 30, 40, 80),
        ("pub_10_20_50", 20, 30, 40, 50, 60, 70, 100, 200),  # X39
        ("points_table", 1, 2, 3, 2, 3, 4, 6, 8),  # B56
        ("tournament", 1, 2, 3, 2, 3, 4, 4, 8),  # B36
    ],
)
def test_tariffs(
    preset: str,
    rufer: int,
    rufer_schneider: int,
    rufer_schwarz: int,
    solo: int,
    solo_schneider: int,
    solo_schwarz: int,
    tout: int,
    sie: int,
) -> None:
    ruleset = agreed("bavarian", preset)
    schneider, schwarz = {"level": "schneider"}, {"level": "schwarz"}
    for result in (WON, LOST):
        assert scored({**RUFER, **result}, ruleset).value == rufer
        assert scored({**RUFER, **result, **schneider}, ruleset).value == rufer_schneider
        assert scored({**RUFER, **result, **schwarz}, ruleset).value == rufer_schwarz
        for game in (SOLO, WENZ):
            assert scored({**game, **result}, ruleset).value == solo
            assert scored({**game, **result, **schneider}, ruleset).value == solo_schneider
            assert scored({**game, **result, **schwarz}, ruleset).value == solo_schwarz
        assert scored({**TOUT, **result}, ruleset).value == tout
    assert scored({"contract": "sie", "declarer": ANNA}, ruleset).value == sie


@pytest.mark.parametrize(
    ("game", "count", "extra"),
    [
        (RUFER, 2, 0), (RUFER, 3, 30), (RUFER, 4, 40), (RUFER, 14, 140),  # B60
        (SOLO, 2, 0), (SOLO, 3, 30), (SOLO, 8, 80),
        (WENZ, 1, 0), (WENZ, 2, 20), (WENZ, 4, 40),  # B60, B61
        ({"contract": "geier", "declarer": ANNA}, 2, 20),  # X40
        ({"contract": "suit_wenz", "declarer": ANNA, "trump_suit": "bells"}, 2, 20),
    ],
)  # fmt: skip
def test_matadors(game: dict[str, object], count: int, extra: int) -> None:
    basic = scored({**game, **WON}, PUB).value
    assert scored({**game, **WON, **_run(count)}, PUB).value == basic + extra
    assert scored({**game, **LOST, **_run(count)}, PUB).value == basic + extra
    assert scored({**game, **LOST, **_run(min(count, 4), "opponents")}, PUB).value == basic + min(extra, 40)
    assert scored({**game, **WON, **_run(count)}, SCHOOL).value == scored({**game, **WON}, SCHOOL).value  # B59


@pytest.mark.parametrize(("most", "count", "extra"), [(4, 4, 40), (4, 5, 40), (8, 8, 80), (8, 9, 80), (14, 9, 90)])
def test_the_most_matadors(most: int, count: int, extra: int) -> None:
    """B61."""
    ruleset = agreed("bavarian", count_matadors=True, matador_maximum=most)
    assert scored({**RUFER, **WON, **_run(count)}, ruleset).value == 10 + extra


@pytest.mark.parametrize(
    ("game", "count", "accepted"),
    [(RUFER, 14, True), (RUFER, 15, False), (SOLO, 8, True), (SOLO, 9, False), (WENZ, 4, True), (WENZ, 5, False)],
)
def test_nobody_holds_more_top_trumps_than_there_are(game: dict[str, object], count: int, accepted: bool) -> None:
    """B2, B61: fourteen trumps in a suit game, four in a Wenz, eight cards in a hand."""
    found = problems({**game, **WON, **_run(count)}, PUB)
    assert found == (set() if accepted else {("top_trumps.count", "top_trumps_out_of_range")})


@pytest.mark.parametrize(
    ("round_to", "kontra", "value"),
    [("up", 0, 13), ("down", 0, 12), ("up", 1, 25), ("down", 1, 25), ("up", 2, 50)],
)
def test_half_units_are_rounded_only_after_all_doublings(round_to: str, kontra: int, value: int) -> None:
    """X56: 5 and three halves of 5 are 12½."""
    ruleset = agreed("bavarian", "tariff_5_20", count_matadors=True, matador_value="half_unit", round_to=round_to)
    score = scored({**RUFER, **WON, **_run(3), "kontra": kontra}, ruleset)
    assert score.value == value
    assert sum(score.points.values()) == 0


@pytest.mark.parametrize(
    ("hand", "won"),
    [
        ({**TOUT, "tricks": 8}, True), ({**TOUT, "tricks": 7}, False),  # B35
        ({**TOUT, "opponents_tricks": 0}, True), ({**TOUT, "opponents_tricks": 1}, False),
        ({**BETTEL, "tricks": 0}, True), ({**BETTEL, "tricks": 1}, False),  # B73
        ({**BETTEL, "contract": "bettel_brett", "tricks": 0}, True),
        ({**BETTEL, "contract": "ramsch_tout", "tricks": 1}, False),  # B75
    ],
)  # fmt: skip
def test_one_trick_decides_a_tout_and_a_bettel(hand: dict[str, object], won: bool) -> None:
    assert scored(hand, SCHOOL).declarer_won is won


@pytest.mark.parametrize(
    ("hand", "value"),
    [
        ({**BETTEL, **WON}, 50), ({**BETTEL, **WON, "contract": "bettel_brett"}, 100),  # X49, B74
        ({**BETTEL, **WON, "contract": "ramsch_tout"}, 50),  # X50
        ({**RUFER, **WON, "contract": "hochzeit"}, 20),  # B77
        ({**MUSS, **WON}, 10),
        ({**RUFER, **WON, "kontra": 1, "laid": 1}, 40),  # B57
    ],
)  # fmt: skip
def test_other_values(hand: dict[str, object], value: int) -> None:
    assert scored(hand, SCHOOL).value == value


@pytest.mark.parametrize(("claimed", "level"), [(True, 30), (False, 20)])
def test_an_unclaimed_schwarz_is_schneider_where_it_must_be_claimed(claimed: bool, level: int) -> None:
    """B53, X54."""
    strict = agreed("bavarian", schwarz_must_be_claimed=True)
    assert scored({**RUFER, **WON, "level": "schwarz", "schwarz_claimed": claimed}, strict).value == level


@pytest.mark.parametrize(("revoked_by", "won"), [(ANNA, False), (CILLI, False), (BEPPO, True), (DANI, True)])
def test_a_revoke_loses_for_the_side_of_the_offender(revoked_by: str, won: bool) -> None:
    """B43, X55: simply, with matadors and doublings."""
    score = scored({**RUFER, "revoked_by": revoked_by, "kontra": 1, **_run(3)}, PUB)
    assert (score.declarer_won, score.level, score.value) == (won, PLAIN, 100)


KREUZBOCK = {"contract": "kreuzbock", "card_points": 61}


@pytest.mark.parametrize(
    ("fields", "declaring"),
    [
        ({}, {ANNA, CILLI}),  # who leads to the first trick
        ({"laid": [BEPPO]}, {BEPPO, DANI}), ({"laid": [CILLI, BEPPO]}, {ANNA, CILLI}),  # the first to lay
        ({"laid": [ANNA], "kontra": [DANI]}, {BEPPO, DANI}),  # the last Stoss
        ({"kontra": [DANI, CILLI]}, {ANNA, CILLI}),
    ],
)  # fmt: skip
def test_who_declares_a_kreuzbock(fields: dict[str, object], declaring: set[str]) -> None:
    """B80."""
    score = scored({**KREUZBOCK, **fields}, SCHOOL)
    assert {player for player, points in score.points.items() if points > 0} == declaring


def test_a_kreuzbock_costs_what_a_rufer_costs() -> None:
    """X60: its limits are those of a Rufer too."""
    for points in (60, 61, 91):
        rufer = scored({**RUFER, "card_points": points}, SCHOOL)
        assert scored({**KREUZBOCK, "declarer": ANNA, "card_points": points}, SCHOOL).points == rufer.points


A, B, C, D = ANNA, BEPPO, CILLI, DANI
RAMSCH = {"contract": "ramsch"}


@pytest.mark.parametrize(
    ("counts", "loser"),
    [
        ({"card_points": {A: 41, B: 40, C: 39, D: 0}}, A),
        ({"card_points": {A: 40, B: 41, C: 39, D: 0}}, B),
        (
            {
                "card_points": {A: 45, B: 45, C: 30, D: 0},
                "tricks": {A: 2, B: 3, C: 2, D: 1},
                "trumps_in_tricks": {A: 6, B: 5, C: 2, D: 1},
            },
            B,
        ),  # B65: more tricks, whatever the trumps
        (
            {
                "card_points": {A: 45, B: 45, C: 30, D: 0},
                "tricks": {A: 3, B: 3, C: 1, D: 1},
                "trumps_in_tricks": {A: 6, B: 5, C: 2, D: 1},
                "highest_trump": {A: 4, B: 3, C: 1, D: 12},
            },
            A,
        ),  # then more trumps, whatever the highest
        (
            {
                "card_points": {A: 45, B: 45, C: 30, D: 0},
                "tricks": {A: 3, B: 3, C: 1, D: 1},
                "trumps_in_tricks": {A: 5, B: 5, C: 3, D: 1},
                "highest_trump": {A: 4, B: 3, C: 1, D: 12},
            },
            B,
        ),  # then the higher trump
        *(
            ({"card_points": {A: 45, B: 45, C: 30, D: 0}, "higher_trump": higher}, higher) for higher in (A, B)
        ),  # of which the table may say only whose it was
    ],
)
def test_who_loses_a_ramsch(counts: dict[str, object], loser: str) -> None:
    """B64, B65."""
    score = scored({**RAMSCH, **counts}, SCHOOL)
    assert [player for player, points in score.points.items() if points < 0] == [loser]


@pytest.mark.parametrize("people", [1, 2])
def test_a_table_that_people_have_left_keeps_its_contracts(people: int) -> None:
    ruleset = agreed("bavarian", "pub_everything")
    assert [one.id for one in ruleset.contracts(people)] == [one.id for one in ruleset.contracts(4)]


@pytest.mark.parametrize(
    ("people", "cards", "accepted"), [(2, 24, False), (3, 24, True), (3, 32, False), (7, 32, True)]
)
def test_how_many_sit_at_the_table(people: int, cards: int, accepted: bool) -> None:
    """B105: three play with 24 cards."""
    ruleset = agreed("bavarian", deck_cards=cards)
    assert bool(problems({**SOLO, **WON}, ruleset, seated(people))) is not accepted


@pytest.mark.parametrize(
    ("preset", "cards", "people", "tricks"),
    [("school_10_50", 32, 4, 8), ("short", 24, 4, 6), ("short", 20, 4, 5), ("short", 24, 3, 8)],
)
def test_all_tricks_are_as_many_as_cards_in_hand(preset: str, cards: int, people: int, tricks: int) -> None:
    """B1, B101, B105."""
    ruleset = agreed("bavarian", preset, deck_cards=cards)
    table = seated(people)
    assert scored({**SOLO, "card_points": 120, "tricks": tricks}, ruleset, table).level is SCHWARZ
    assert problems({**SOLO, "card_points": 120, "tricks": tricks + 1}, ruleset, table)


def test_both_opponents_of_three_pay_a_soloist() -> None:
    """X58: a Tout too."""
    short = agreed("bavarian", deck_cards=24)
    assert scored({**SOLO, **WON}, short, seated(3)).points == {ANNA: 100, BEPPO: -50, CILLI: -50}
    assert scored({**TOUT, **LOST}, short, seated(3)).points == {ANNA: -200, BEPPO: 100, CILLI: 100}


def test_with_short_cards_a_tout_is_laid_down_instead_of_a_sie() -> None:
    """B102."""
    short = agreed("bavarian", deck_cards=24, allowed=["solo", "sie", "short_tout"])
    assert scored({"contract": "short_tout", "declarer": ANNA}, short).value == 100
    assert problems({"contract": "sie", "declarer": ANNA}, short) == {("contract", "no_sie_with_short_cards")}


def test_a_tournament_plays_only_pure_schafkopf() -> None:
    """B108."""
    tournament = agreed("bavarian", "tournament")
    played = [one.id for one in tournament.contracts(4) if one.rank]
    assert sorted(played) == sorted(("rufer", "wenz", "solo", "wenz_tout", "solo_tout", "sie", "muss"))
    assert scored({**RUFER, **WON, **_run(6)}, tournament).value == 1 + 4
    assert problems({**SOLO, **WON, "laid": 1}, tournament) == {("laid", "not_agreed_at_this_table")}


def test_a_fifth_sits_out_and_pays_nothing() -> None:
    """B106, X57."""
    score = scored({**SOLO, **WON}, SCHOOL, seated(5))
    assert score.points == {ANNA: 150, BEPPO: -50, CILLI: -50, DANI: -50, EVI: 0}


@pytest.mark.parametrize(("claimed", "net"), [(10, 10), (15, 5), (20, 0), (30, -10)])
@pytest.mark.parametrize("pot", [0, 40])
def test_asking_too_much_costs_twice_the_difference(claimed: int, net: int, pot: int) -> None:
    """B49, X53; the pot has no part in it (B88)."""
    strict = agreed("bavarian", overclaim="recoup_twice")
    score = scored({**RUFER, **WON, "value": claimed}, strict, state=State(pot=pot))
    assert score.points == {ANNA: net + pot, BEPPO: -net, CILLI: net, DANI: -net}


@pytest.mark.parametrize("value", [5, 9, 11, 20])
def test_asking_for_another_value_is_put_right(value: int) -> None:
    assert problems({**RUFER, **WON, "value": value}, SCHOOL) == {("value", "claimed_value_wrong")}


@pytest.mark.parametrize(
    ("bock", "times", "left"), [((), 1, ()), ((1,), 2, ()), ((2,), 4, ()), ((1, 1, 1), 2, (1, 1)), ((0, 1), 1, (1,))]
)
def test_bock_hands_are_used_up_one_by_one(bock: tuple[int, ...], times: int, left: tuple[int, ...]) -> None:
    """B89."""
    score = scored({**RUFER, **WON}, SCHOOL, state=State(bock=bock))
    assert (score.value, score.state.bock) == (10 * times, left)
