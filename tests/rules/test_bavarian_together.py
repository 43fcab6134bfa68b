"""Where several customs of a Bavarian table meet in one hand. Figures by hand from docs/rules, school tariff.

Unit 10, Rufer 10, Solo 50; Anna declares, with Beppo where there is a partner.
"""

from __future__ import annotations

import pytest

from rules import State, Table
from tests.rules.table import ANNA, BEPPO, CILLI, DANI, EVI, PEOPLE, Json, agreed, problems, scored, seated

RUFER: Json = {"contract": "rufer", "declarer": ANNA, "partner": BEPPO}
HOCHZEIT: Json = {**RUFER, "contract": "hochzeit"}
MUSS: Json = {**RUFER, "contract": "muss"}
KREUZBOCK: Json = {"contract": "kreuzbock"}
RAMSCH: Json = {"contract": "ramsch"}
WON: Json = {"won": True}
MATADORS: Json = {"count_matadors": True}
TO_14: Json = {**MATADORS, "matador_maximum": 14}
HALVES: Json = {**MATADORS, "matador_value": "half_unit", "unit": 5, "rufer_tariff": 5, "solo_tariff": 20}
BOCK = State(bock=(1,))


def alone(contract: str, **fields: object) -> Json:
    return {"contract": contract, "declarer": ANNA, **fields}


def count(points: int, tricks: int) -> Json:
    return {"card_points": points, "tricks": tricks}


def top(number: int, side: str = "declarer_side") -> Json:
    return {"top_trumps": {"count": number, "side": side}}


def four(*counts: int) -> dict[str, int]:
    return dict(zip(PEOPLE, counts, strict=False))


@pytest.mark.parametrize(
    ("house_rules", "hand", "state", "value"),
    [
        # (tariff + Schneider + Schwarz + matadors) x contract x doublings (B57, B91, X42)
        (TO_14, {**RUFER, **count(0, 1), **top(6, "opponents"), "kontra": 2, "laid": 2}, BOCK, 2560),  # 80 x 32
        (MATADORS, {**HOCHZEIT, **count(91, 6), **top(3), "kontra": 1}, None, 200),  # (10 + 10 + 30) x 2 x 2
        (MATADORS, alone("wenz_tout", tricks=8, **top(2)), None, 140),  # (50 + 20) x 2
        (MATADORS, alone("geier_tout", tricks=7, **top(4, "opponents"), kontra=1), None, 360),  # (50 + 40) x 2 x 2
        (MATADORS, {**MUSS, **count(29, 2), **top(3, "opponents")}, None, 50),  # 10 + 10 + 30
        (MATADORS, {**KREUZBOCK, **count(61, 4), **top(3)}, BOCK, 80),
        (TO_14, {**RUFER, **count(0, 0), **top(14, "opponents")}, None, 170),
        (TO_14, alone("suit_wenz", trump_suit="bells", **count(31, 2), **top(11, "opponents")), None, 160),
        ({"last_round": "double"}, {**RUFER, **count(91, 6), "kontra": 1}, BOCK, 80),  # no last round is running
        ({}, alone("solo_tout", tricks=0, card_points=0), None, 100),  # B37: no Schwarz in a Tout
        ({}, alone("bettel", tricks=8), None, 50),
        ({}, alone("bettel", opponents_tricks=8), None, 50),
        ({}, alone("bettel_brett", tricks=1, kontra=1, laid=1), BOCK, 800),
        ({}, alone("sie", laid=4), BOCK, 6400),
        # a Sie counts its eight matadors up to the maximum, where that was agreed (X41)
        ({**MATADORS, "sie_counts_matadors": True}, alone("sie"), None, 360),  # (50 + 40) x 4
        ({**TO_14, "sie_counts_matadors": True}, alone("sie", **top(8)), None, 520),
        # halves stay until everything is doubled (X56)
        (HALVES, alone("wenz", **count(61, 4), **top(3)), None, 28),  # 27½
        (HALVES, alone("wenz", **count(61, 4), **top(3)), BOCK, 55),
        (HALVES, alone("wenz_tout", tricks=8, **top(3)), None, 55),
        (HALVES, {**HOCHZEIT, **count(61, 4), **top(3)}, None, 25),
        (HALVES, {**RUFER, **count(120, 8), **top(3)}, None, 23),  # 5 + 10 + 7½
        # unclaimed Schwarz (X54)
        ({**MATADORS, "schwarz_must_be_claimed": True},
         {**RUFER, **count(120, 8), **top(4), "schwarz_claimed": False, "kontra": 1}, None, 120),
        ({"schwarz_must_be_claimed": True}, {**MUSS, **count(120, 8), "schwarz_claimed": False}, None, 20),
        ({"schwarz_must_be_claimed": True}, alone("solo_tout", tricks=8, schwarz_claimed=False), None, 100),
        # no Schneider in solos (X62), but always in short (B55)
        ({**MATADORS, "solo_scores_schneider_schwarz": False}, alone("solo", **count(120, 8), **top(4)), None, 90),
        ({"solo_scores_schneider_schwarz": False}, {**HOCHZEIT, **count(91, 6)}, None, 40),
        # a Kontra takes points over, not tricks (X43)
        ({"kontra_takes_over": True}, alone("solo_tout", tricks=7, kontra=1), None, 200),
        ({"kontra_takes_over": True}, alone("bettel", tricks=1, kontra=1), None, 100),
        ({"kontra_takes_over": True}, {**HOCHZEIT, **count(90, 6), "kontra": 1}, None, 80),  # 60 wins, 90 Schneider
        ({"kontra_takes_over": True}, {**RUFER, **count(90, 6), "laid": 1}, None, 20),  # laying takes nothing over
        # what a revoke loses simply is doubled like anything (X55)
        ({}, alone("solo_tout", revoked_by=ANNA, kontra=1), None, 200),
        ({}, {**RUFER, **count(91, 6), "revoked_by": ANNA, "laid": 1}, BOCK, 40),
    ],
)  # fmt: skip
def test_what_a_hand_is_worth(house_rules: Json, hand: Json, state: State | None, value: int) -> None:
    assert scored(hand, agreed("bavarian", None, **house_rules), state=state).value == value


@pytest.mark.parametrize(
    ("house_rules", "hand", "points"),
    [
        ({"overclaim": "recoup_twice"}, alone("solo", won=True, value=70), (90, -30, -30, -30)),  # X53: 50 - 20
        ({"overclaim": "recoup_twice"}, alone("solo", won=False, value=60), (-120, 40, 40, 40)),
        ({"revoker_pays_alone": True}, alone("solo", revoked_by=CILLI), (150, 0, -150, 0)),  # X55
        ({"revoker_pays_alone": True}, {**RUFER, "revoked_by": ANNA}, (-20, 0, 10, 10)),
        ({"muss_with_opposite": True}, alone("muss", **count(30, 2)), (-10, 10, -10, 10)),  # X44
        ({}, {**KREUZBOCK, **count(61, 4), "laid": [BEPPO, ANNA], "kontra": [CILLI]}, (80, -80, 80, -80)),
        ({}, {**KREUZBOCK, "declarer": CILLI, "won": True, "kontra": 1}, (20, -20, 20, -20)),
        ({}, {**KREUZBOCK, "revoked_by": CILLI}, (-10, 10, -10, 10)),
    ],
)
def test_who_pays_whom(house_rules: Json, hand: Json, points: tuple[int, ...]) -> None:
    assert tuple(scored(hand, agreed("bavarian", None, **house_rules)).points.values()) == points


@pytest.mark.parametrize(
    ("house_rules", "hand", "points"),
    [
        ({}, {"card_points": four(100, 20, 0, 0), "tricks": four(6, 2, 0, 0)}, (-120, 40, 40, 40)),  # B69
        ({}, {"card_points": four(120, 0, 0, 0), "tricks": four(7, 1, 0, 0)}, (-120, 40, 40, 40)),  # no march
        ({}, {"card_points": four(120, 0, 0, 0), "march_by": ANNA}, (30, -10, -10, -10)),
        ({}, {"card_points": four(120, 0, 0, 0), "maidens": [CILLI, DANI]}, (-120, 40, 40, 40)),
        ({}, {"tricks": four(8, 0, 0, 0)}, (30, -10, -10, -10)),
        ({}, {"tricks": four(4, 2, 2, 0), "losers": [ANNA]}, (-60, 20, 20, 20)),
        ({"march_pays": "solo_schwarz"}, {"march_by": ANNA, "laid": 1}, (420, -140, -140, -140)),
        ({"jungfrau_doubles": "own_share"}, {"losers": [ANNA], "maidens": [CILLI, DANI]}, (-50, 10, 20, 20)),
        # three level; the table decides (X48); only those who are level count, and what is missing is not guessed
        ({}, {"card_points": four(35, 35, 35, 15), "tricks": four(2, 2, 2, 2), "trumps_in_tricks": four(4, 3, 5, 2)},
         (10, 10, -30, 10)),
        ({}, {"card_points": four(45, 45, 20, 10), "losers": [BEPPO]}, (10, -30, 10, 10)),
        ({}, {"card_points": four(40, 40, 25, 15), "tricks": four(2, 2, 3, 1), "trumps_in_tricks": {ANNA: 4, BEPPO: 5}},
         (10, -30, 10, 10)),
        ({}, {"card_points": four(40, 40, 25, 15), "tricks": four(2, 2, 3, 1), "highest_trump": {ANNA: 1}},
         (-30, 10, 10, 10)),
        ({"ramsch_settlement": "two_worst_pay_two_best"},
         {"card_points": four(50, 30, 30, 10), "tricks": four(3, 1, 3, 1)}, (-10, 10, -10, 10)),
        ({"ramsch_settlement": "two_worst_pay_two_best"},
         {"card_points": four(40, 40, 25, 15), "tricks": four(3, 2, 2, 1)}, (-10, -10, 10, 10)),
        ({"ramsch_settlement": "two_worst_pay_two_best"},
         {"card_points": four(100, 20, 0, 0), "tricks": four(6, 2, 0, 0)}, (-40, -40, 40, 40)),
        ({"ramsch_settlement": "most_pays_fewest"},
         {"card_points": four(60, 40, 20, 0), "tricks": four(4, 2, 2, 0)}, (-20, 0, 0, 20)),
        ({"ramsch_settlement": "most_pays_fewest"},  # the table says who lost, the count who had the fewest
         {"card_points": four(45, 45, 20, 10), "losers": [BEPPO]}, (0, -10, 0, 10)),
    ],
)  # fmt: skip
def test_ramsch(house_rules: Json, hand: Json, points: tuple[int, ...]) -> None:
    score = scored({**RAMSCH, **hand}, agreed("bavarian", None, **house_rules))
    assert tuple(score.points.values()) == points


@pytest.mark.parametrize(
    ("people", "dealer", "active"),
    [
        (5, ANNA, "bcde"), (5, CILLI, "deab"), (6, ANNA, "bcde"), (6, DANI, "efab"),
        (7, CILLI, "defg"), (7, EVI, "fgab"),
    ],
)  # fmt: skip
def test_the_four_to_the_dealers_left_play(people: int, dealer: str, active: str) -> None:
    """B106; each of the others neither pays nor is paid."""
    players = [PEOPLE["abcdefg".index(letter)] for letter in active]
    table = seated(people, dealer=PEOPLE[PEOPLE.index(dealer)])
    points = scored({"contract": "solo", "declarer": players[0], **WON}, agreed("bavarian"), table).points
    assert {player: paid for player, paid in points.items() if paid} == dict(
        zip(players, (150, -50, -50, -50), strict=True)
    )


def test_who_leads_and_who_sits_opposite_at_a_table_of_five() -> None:
    """B80, X44, X57: among those who play."""
    table = seated(5, dealer=CILLI)  # Dani leads; Evi, Anna and Beppo follow
    kreuzbock = scored({**KREUZBOCK, **count(61, 4)}, agreed("bavarian"), table)
    assert kreuzbock.points == {ANNA: 10, BEPPO: -10, CILLI: 0, DANI: 10, EVI: -10}
    muss = scored(alone("muss", **count(60, 4)), agreed("bavarian", muss_with_opposite=True), table)
    assert muss.points == {ANNA: 10, BEPPO: -10, CILLI: 0, DANI: 10, EVI: -10}


@pytest.mark.parametrize(
    ("cards", "people", "points", "tricks", "accepted"),
    [
        # four cards a trick: 44, 84, 100, 112 at most; 8, 20, 36, 76 at least for 4, 5, 6, 7 tricks (G4)
        (32, 4, 44, 1, True), (32, 4, 45, 1, False), (32, 4, 76, 7, True), (32, 4, 75, 7, False),
        (24, 4, 8, 2, True), (24, 4, 7, 2, False), (20, 4, 8, 1, True), (20, 4, 0, 1, False),
        # three: 33, 64, 88 at most; 4 and 87 at least for 2 and 7 tricks
        (24, 3, 33, 1, True), (24, 3, 34, 1, False), (24, 3, 4, 2, True), (24, 3, 3, 2, False),
        (24, 3, 87, 7, True), (24, 3, 86, 7, False), (24, 3, 120, 7, True),
    ],
)  # fmt: skip
def test_tricks_hold_so_many_points(cards: int, people: int, points: int, tricks: int, accepted: bool) -> None:
    found = problems(alone("solo", **count(points, tricks)), agreed("bavarian", deck_cards=cards), seated(people))
    assert (not found) is accepted


@pytest.mark.parametrize(
    ("cards", "contract", "side", "most"),
    [
        (24, "rufer", "declarer_side", 10), (20, "rufer", "declarer_side", 8),  # the called ace and a card of its suit
        (24, "muss", "declarer_side", 11), (24, "kreuzbock", "declarer_side", 12), (20, "kreuzbock", "opponents", 10),
        (24, "solo", "declarer_side", 6), (24, "suit_wenz", "opponents", 9), (20, "rufer", "opponents", 10),
    ],
)  # fmt: skip
def test_a_side_has_room_for_so_many_matadors(cards: int, contract: str, side: str, most: int) -> None:
    """B60, B101."""
    hand = {"contract": contract, "declarer": ANNA, "won": side == "declarer_side"}
    partner = {"partner": BEPPO} if contract in ("rufer", "muss") else {}
    suit = {"trump_suit": "bells"} if contract == "suit_wenz" else {}
    ruleset = agreed("bavarian", deck_cards=cards)
    assert problems({**hand, **partner, **suit, **top(most, side)}, ruleset) == set()
    assert problems({**hand, **partner, **suit, **top(most + 1, side)}, ruleset) == {
        ("top_trumps.count", "top_trumps_out_of_range")
    }


def test_two_stoss_are_no_re() -> None:
    """B89, B90: only a Retour of the declaring side makes the next hands Bock."""
    ruleset = agreed("bavarian", bock_after=["re"])
    assert scored(alone("solo", won=True, kontra=[BEPPO, CILLI]), ruleset).state.bock == ()
    assert scored(alone("solo", won=True, kontra=[BEPPO, ANNA]), ruleset).state.bock == (1, 1, 1, 1)
    assert scored(alone("solo", won=True, kontra=2), ruleset).state.bock == (1, 1, 1, 1)


def test_a_shared_pot_is_taken_by_both() -> None:
    """X51."""
    shared = agreed("bavarian", pot_sweetener=10, pot_shared=True)
    hand = {**RUFER, **WON, "pot_taken_by": BEPPO}
    assert tuple(scored(hand, shared, state=State(pot=40)).points.values()) == (30, 30, -10, -10)


def test_nobody_leads_a_kreuzbock_where_nobody_noted_the_dealer() -> None:
    ruleset = agreed("bavarian")
    no_dealer = Table(players=PEOPLE[:4], dealer=None)
    assert problems({**KREUZBOCK, **WON}, ruleset, no_dealer) == {("declarer", "declarer_missing")}
    assert scored({**KREUZBOCK, **WON, "kontra": [BEPPO]}, ruleset, no_dealer).points[BEPPO] == 20
