"""Every point on which tables disagree, each reading with a hand that sets it apart from the others.

Expected figures are calculated from the readings themselves (docs/rules, the houses' own rules), school tariff:
unit 10, Rufer 10, Solo 50.
"""

from __future__ import annotations

import pytest

from rules import Player, RulesetError, State, paid_into_pot
from rules.wording import words
from tests.rules.table import ANNA, BEPPO, CILLI, DANI, EVI, agreed, problems, scored, seated

Hand = dict[str, object]

RUFER: Hand = {"contract": "rufer", "declarer": ANNA, "partner": BEPPO}
SOLO: Hand = {"contract": "solo", "declarer": ANNA}
TOUT: Hand = {"contract": "solo_tout", "declarer": ANNA}
SUIT_WENZ: Hand = {"contract": "suit_wenz", "declarer": ANNA, "trump_suit": "leaves"}
RAMSCH: Hand = {"contract": "ramsch"}
WITH_3: Hand = {"count": 3, "side": "declarer_side"}
WITHOUT_3: Hand = {"count": 3, "side": "opponents"}
WON: Hand = {"won": True}
HEARTS: Hand = {"heart_solo_tariff": 60, "allowed": ["solo", "solo_tout", "zupf_solo"]}
LOST: Hand = {"won": False}
COUNTED: Hand = {"count_matadors": True}


@pytest.mark.parametrize(
    ("house_rules", "hand", "value"),
    [
        # X37: Tout doubles, counts three Solos, or doubles with Schneider and Schwarz inside
        ({}, {**SOLO, "contract": "solo_tout", **WON}, 100),
        ({"tout_rule": "points_table"}, {**SOLO, "contract": "solo_tout", **WON}, 150),
        ({"tout_rule": "with_schwarz"}, {**SOLO, "contract": "solo_tout", **WON}, 140),
        # B38, X41: Sie
        ({}, {"contract": "sie", "declarer": ANNA}, 200),
        ({"sie_factor": 8}, {"contract": "sie", "declarer": ANNA}, 400),
        # own rates for Wenz and Bettel
        ({"wenz_tariff": 30}, {"contract": "wenz", "declarer": ANNA, **WON}, 30),
        ({"wenz_tariff": 30}, {**SOLO, **WON}, 50),
        ({"wenz_tariff": 30}, {"contract": "geier_tout", "declarer": ANNA, **WON}, 60),  # B78, X38
        ({"bettel_tariff": 30}, {"contract": "bettel", "declarer": ANNA, **WON}, 30),
        ({"bettel_tariff": 30}, {"contract": "bettel_brett", "declarer": ANNA, **LOST}, 60),
        ({"bettel_tariff": 30}, {"contract": "ramsch_tout", "declarer": ANNA, **WON}, 30),
        # X39: Hochzeit twice a Rufer, or as a Rufer
        ({}, {**RUFER, "contract": "bauernhochzeit", **WON}, 20),
        ({"hochzeit_factor": 1}, {**RUFER, "contract": "hochzeit", **WON}, 10),
        # Schneider bound of the declaring side: 30 is Schneider, is free, or free only from 29
        ({}, {**RUFER, "card_points": 30}, 20),
        ({"free_from": 30}, {**RUFER, "card_points": 30}, 10),
        ({"free_from": 30}, {**RUFER, "card_points": 29}, 20),
        ({"free_from": 29}, {**RUFER, "card_points": 29}, 10),
        ({"free_from": 30}, {**RUFER, "card_points": 90}, 10),  # and for the defenders 30 was always free
        # Schneider only in a Rufer (X62)
        ({"solo_scores_schneider_schwarz": False}, {**SOLO, "card_points": 20}, 50),
        ({"solo_scores_schneider_schwarz": False}, {**RUFER, "card_points": 20}, 20),
        # matadors: minimum, maximum, exceptions, value
        (COUNTED, {**RUFER, **WON, "top_trumps": {"count": 2}}, 10),
        (COUNTED | {"matador_minimum_rufer": 2}, {**RUFER, **WON, "top_trumps": {"count": 2}}, 30),
        (COUNTED | {"matador_minimum_rufer": 2}, {**SOLO, **WON, "top_trumps": {"count": 2}}, 50),
        (COUNTED | {"matador_minimum": 1}, {**SOLO, **WON, "top_trumps": {"count": 1}}, 60),
        (COUNTED, {**SUIT_WENZ, **WON, "top_trumps": {"count": 2}}, 70),
        (
            COUNTED | {"matador_minimum_suit_wenz": 3},
            {**SUIT_WENZ, **WON, "top_trumps": {"count": 2}},
            50,
        ),
        (
            COUNTED | {"matador_minimum_suit_wenz": 3},
            {"contract": "wenz", "declarer": ANNA, **WON, "top_trumps": {"count": 2}},
            70,
        ),
        (COUNTED | {"matador_maximum": 8}, {**RUFER, **WON, "top_trumps": {"count": 9}}, 90),
        (COUNTED, {"contract": "koenig", "declarer": ANNA, **WON, "top_trumps": {"count": 4}}, 90),
        # whose matadors: both sides', the declaring side's, the winners', the losers'
        (COUNTED, {**RUFER, **LOST, "top_trumps": WITHOUT_3}, 40),
        (COUNTED | {"matadors_of": "declarers"}, {**RUFER, **LOST, "top_trumps": WITHOUT_3}, 10),
        (COUNTED | {"matadors_of": "declarers"}, {**RUFER, **LOST, "top_trumps": WITH_3}, 40),
        (COUNTED | {"matadors_of": "winners"}, {**RUFER, **LOST, "top_trumps": WITHOUT_3}, 40),
        (COUNTED | {"matadors_of": "winners"}, {**RUFER, **LOST, "top_trumps": WITH_3}, 10),
        (COUNTED | {"matadors_of": "losers"}, {**RUFER, **LOST, "top_trumps": WITH_3}, 40),
        (COUNTED | {"matadors_of": "losers"}, {**RUFER, **WON, "top_trumps": WITH_3}, 10),
        # a won Tout leaves one side that can hold a run (G5)
        (COUNTED | {"matadors_of": "winners"}, {**TOUT, **WON, "top_trumps": {"count": 3}}, 160),
        (COUNTED | {"matadors_of": "losers"}, {**TOUT, **WON, "top_trumps": {"count": 3}}, 100),
        # X67: hearts have a price of their own in every form of a Solo
        (HEARTS, {**SOLO, **WON, "trump_suit": "hearts"}, 60),
        (HEARTS, {**SOLO, "contract": "solo_tout", **LOST, "trump_suit": "hearts"}, 120),
        (HEARTS | {"tout_rule": "points_table"}, {**SOLO, "contract": "solo_tout", **WON, "trump_suit": "hearts"}, 180),
        (HEARTS, {**SOLO, "contract": "zupf_solo", **WON, "trump_suit": "hearts"}, 60),
        (HEARTS, {**SOLO, "contract": "solo_tout", **WON, "trump_suit": "acorns"}, 100),
        # X56: halves are rounded only at the end
        (COUNTED | {"unit": 5, "matador_value": "half_unit"}, {**RUFER, **WON, "top_trumps": WITH_3}, 18),
        (
            COUNTED | {"unit": 5, "matador_value": "half_unit", "round_to": "down"},
            {**RUFER, **WON, "top_trumps": WITH_3},
            17,
        ),
        (COUNTED | {"unit": 5, "matador_value": "half_unit"}, {**RUFER, **WON, "top_trumps": WITH_3, "kontra": 1}, 35),
        # X54: Schwarz not claimed
        ({"schwarz_must_be_claimed": True}, {**RUFER, "card_points": 120, "tricks": 8, "schwarz_claimed": False}, 20),
        ({"schwarz_must_be_claimed": True}, {**RUFER, "card_points": 120, "tricks": 8}, 30),
        ({}, {**RUFER, "card_points": 120, "tricks": 8, "schwarz_claimed": False}, 30),
    ],
)  # fmt: skip
def test_value_under_each_reading(house_rules: Hand, hand: Hand, value: int) -> None:
    assert scored(hand, agreed("bavarian", None, **house_rules)).value == value


@pytest.mark.parametrize(
    ("house_rules", "hand", "points"),
    [
        ({}, {"losers": [ANNA]}, (-30, 10, 10, 10)),
        ({"ramsch_tariff": 20}, {"losers": [ANNA]}, (-60, 20, 20, 20)),
        ({"ramsch_settlement": "two_worst_pay_two_best"}, {"losers": [ANNA, BEPPO]}, (-10, -10, 10, 10)),
        # Schieberamsch: who has the fewest points wins too (B70)
        ({"ramsch_settlement": "most_pays_fewest"}, {"losers": [ANNA], "winner": DANI}, (-10, 0, 0, 10)),
        # maidens: each doubles, once, only the own share, not at all (X46)
        ({}, {"losers": [ANNA], "maidens": [CILLI, DANI]}, (-120, 40, 40, 40)),
        ({"jungfrau_doubles": "once"}, {"losers": [ANNA], "maidens": [CILLI, DANI]}, (-60, 20, 20, 20)),
        ({"jungfrau_doubles": "own_share"}, {"losers": [ANNA], "maidens": [DANI]}, (-40, 10, 10, 20)),
        ({"jungfrau": False}, {"losers": [ANNA], "maidens": [CILLI, DANI]}, (-30, 10, 10, 10)),
        # march: what it needs and what it pays (X47)
        ({}, {"march_by": ANNA}, (30, -10, -10, -10)),
        ({"march_pays": "solo"}, {"march_by": ANNA}, (150, -50, -50, -50)),
        ({"march_pays": "solo_schwarz"}, {"march_by": ANNA}, (210, -70, -70, -70)),
        (
            {"march_from": "ninety"},
            {"card_points": {ANNA: 90, BEPPO: 10, CILLI: 10, DANI: 10}},
            (30, -10, -10, -10),
        ),
        ({}, {"card_points": {ANNA: 90, BEPPO: 10, CILLI: 10, DANI: 10}}, (-30, 10, 10, 10)),
        (
            {"march_from": "all_points"},
            {"card_points": {ANNA: 120, BEPPO: 0, CILLI: 0, DANI: 0}, "tricks": {ANNA: 7, BEPPO: 1, CILLI: 0, DANI: 0}},
            (30, -10, -10, -10),
        ),
    ],
)
def test_ramsch_under_each_reading(house_rules: Hand, hand: Hand, points: tuple[int, ...]) -> None:
    score = scored(RAMSCH | hand, agreed("bavarian", None, **house_rules))
    assert tuple(score.points.values()) == points


def test_who_has_the_fewest_points_is_somebody_else_at_the_table() -> None:
    fewest_wins = agreed("bavarian", ramsch_settlement="most_pays_fewest")
    assert problems(RAMSCH | {"losers": [ANNA], "winner": ANNA}, fewest_wins) == {("winner", "winner_is_loser")}
    assert problems(RAMSCH | {"losers": [ANNA], "winner": "Zenzi"}, fewest_wins) == {("winner", "player_unknown")}
    assert problems(RAMSCH | {"losers": [ANNA]}, fewest_wins) == {("winner", "winner_missing")}


LEVEL_IN_POINTS: Hand = {
    "card_points": {ANNA: 40, BEPPO: 40, CILLI: 25, DANI: 15},
    "tricks": {ANNA: 2, BEPPO: 3, CILLI: 2, DANI: 1},
}
HIGHEST: Hand = {"highest_trump": {ANNA: 1, BEPPO: 5, CILLI: 2, DANI: 9}}


@pytest.mark.parametrize(
    ("house_rules", "points"),
    [
        ({}, (10, -30, 10, 10)),  # B65: more tricks lose
        ({"ramsch_tie": "highest_trump"}, (-30, 10, 10, 10)),  # the Ober of Acorns loses
        ({"ramsch_tie": "shared", "ramsch_full_tie": "divide"}, (-10, -10, 10, 10)),
        ({"ramsch_tie": "shared", "ramsch_full_tie": "both_pay"}, (-20, -20, 20, 20)),
    ],
)
def test_tie_in_a_ramsch_under_each_reading(house_rules: Hand, points: tuple[int, ...]) -> None:
    score = scored(RAMSCH | LEVEL_IN_POINTS | HIGHEST, agreed("bavarian", None, **house_rules))
    assert tuple(score.points.values()) == points


def test_table_decides_a_full_tie_unless_it_is_shared() -> None:
    level: Hand = RAMSCH | {"card_points": {ANNA: 40, BEPPO: 40, CILLI: 25, DANI: 15}}
    assert problems(level, agreed("bavarian")) == {("losers", "ramsch_tie_needs_trumps")}
    assert scored(level | {"losers": [BEPPO]}, agreed("bavarian")).points[BEPPO] == -30  # X48: ask


def test_revoker_pays_for_his_partner_where_that_is_agreed() -> None:
    revoked = {**RUFER, "revoked_by": BEPPO}
    assert tuple(scored(revoked, agreed("bavarian")).points.values()) == (-10, -10, 10, 10)  # X55
    alone = scored(revoked, agreed("bavarian", revoker_pays_alone=True))
    assert tuple(alone.points.values()) == (0, -20, 10, 10)


# -- doubling ------------------------------------------------------------------------------------------------------


def test_two_defenders_may_both_double_unless_the_sides_take_turns() -> None:
    twice = {**RUFER, **WON, "kontra": [CILLI, DANI]}
    assert scored(twice, agreed("bavarian")).value == 40  # B90
    assert problems(twice, agreed("bavarian", several_may_double=False)) == {("kontra", "doubling_out_of_turn")}


def test_doublings_have_a_limit_where_one_is_agreed() -> None:
    assert problems({**RUFER, **WON, "kontra": 3}, agreed("bavarian", most_doublings=2)) == {
        ("kontra", "too_many_doublings")
    }
    assert scored({**RUFER, **WON, "kontra": 2}, agreed("bavarian", most_doublings=2)).value == 40


def test_laying_in_order_needs_the_player_before() -> None:
    assert scored({**RUFER, **WON, "laid": [ANNA, BEPPO]}, agreed("bavarian", laying_in_order=True)).value == 40
    assert problems({**RUFER, **WON, "laid": [BEPPO]}, agreed("bavarian", laying_in_order=True)) == {
        ("laid", "laid_out_of_order")
    }
    assert scored({**RUFER, **WON, "laid": [BEPPO]}, agreed("bavarian")).value == 20


def test_more_than_the_books_hold_is_refused_before_it_is_booked() -> None:
    dear = agreed("bavarian", unit=1_000_000, rufer_tariff=1_000_000, solo_tariff=1_000_000)
    assert problems({**SOLO, **WON, "kontra": 16, "laid": 4}, dear) == {("kontra", "hand_too_large")}
    assert scored({**SOLO, **WON, "kontra": 8}, dear).value == 256_000_000


# -- pot -----------------------------------------------------------------------------------------------------------

POT = State(pot=40)


@pytest.mark.parametrize(
    ("house_rules", "hand", "points", "pot_after"),
    [
        ({}, RUFER | WON, (50, 10, -10, -10), 0),  # B86: the declarer alone
        ({}, RUFER | LOST, (-50, -10, 10, 10), 80),  # B87
        ({"pot_shared": True}, RUFER | WON, (30, 30, -10, -10), 0),
        ({"pot_shared": True}, RUFER | LOST, (-30, -30, 10, 10), 80),
        ({"pot_cap": 60}, RUFER | LOST, (-30, -10, 10, 10), 60),
        ({"pot_cap": 40}, RUFER | LOST, (-10, -10, 10, 10), 40),
        ({}, RAMSCH | {"losers": [ANNA]}, (-30, 10, 10, 10), 40),  # nobody declared (X51)
        ({"pot_reuegeld": 20}, SOLO | LOST, (-150 - 40 - 20, 50, 50, 50), 100),  # X64: next to what doubles the pot
        ({"pot_reuegeld": 20}, SOLO | WON, (150 + 40, -50, -50, -50), 0),
        ({"pot_reuegeld": 20}, RUFER | LOST, (-50, -10, 10, 10), 80),  # alone only
        ({"pot_reuegeld": 20, "pot_reuegeld_with_partner": True}, RUFER | LOST, (-70, -10, 10, 10), 100),
        ({"pot_reuegeld": 20, "pot_cap": 40}, SOLO | LOST, (-170, 50, 50, 50), 60),  # the cap is of doubling
        ({"pot_reuegeld": 20, "pot_kept": True}, SOLO | LOST, (-170, 50, 50, 50), 60),
        ({"pot_kept": True}, SOLO | LOST, (-150, 50, 50, 50), 40),  # nobody doubles what nobody can win
        ({"pot_kept": True}, SOLO | WON, (150, -50, -50, -50), 40),
    ],
)
def test_pot_under_each_reading(house_rules: Hand, hand: Hand, points: tuple[int, ...], pot_after: int) -> None:
    score = scored(hand, agreed("bavarian", None, pot_sweetener=10, **house_rules), state=POT)
    assert tuple(score.points.values()) == points
    assert score.state.pot == pot_after


def test_sitting_out_pays_a_sweetener_only_where_that_is_agreed() -> None:
    five = seated(5)
    thrown_in: Hand = {"contract": "thrown_in"}
    assert scored(thrown_in, agreed("bavarian", pot_sweetener=10), five).points[EVI] == 0
    everybody = scored(thrown_in, agreed("bavarian", pot_sweetener=10, pot_paid_by_all=True), five)
    assert (everybody.points[EVI], everybody.state.pot) == (-10, 50)


def test_reuegeld_needs_no_sweetener_and_the_next_declarer_may_win_it() -> None:
    """X64: it is a variant of the pot."""
    ruleset = agreed("bavarian", None, pot_reuegeld=20)
    lost = scored({**SOLO, **LOST}, ruleset)
    assert (lost.points[ANNA], lost.pot, lost.state.pot) == (-170, 20, 20)
    assert words.sum_text(lost, "en").endswith("; Anna pays 20 Reuegeld into the pot")
    assert paid_into_pot(lost) == {ANNA: 20}
    assert scored({**RUFER, **WON}, ruleset, state=lost.state).points[ANNA] == 10 + 20


def test_what_is_paid_into_the_pot_for_two_reasons_is_paid_back_for_both() -> None:
    lost = scored({**SOLO, **LOST}, agreed("bavarian", None, pot_sweetener=10, pot_reuegeld=20), state=POT)
    assert paid_into_pot(lost) == {ANNA: 60}


@pytest.mark.parametrize("needing", [{"pot_kept": True}, {"pot_at_end": "kitty"}, {"pot_shared": True}, {"pot_cap": 9}])
def test_what_is_agreed_of_a_pot_needs_one(needing: Hand) -> None:
    with pytest.raises(RulesetError, match="needs_pot"):
        agreed("bavarian", None, **needing)
    assert agreed("bavarian", None, pot_reuegeld=5, **needing)


def test_nobody_takes_a_pot_that_is_kept() -> None:
    kept = agreed("bavarian", None, pot_sweetener=10, pot_kept=True)
    wrong = problems({**SOLO, **WON, "pot_taken_by": ANNA}, kept, state=POT)
    assert wrong == {("pot_taken_by", "pot_goes_to_declarer_alone")}


# -- Bock ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("house_rules", "before", "hand", "after"),
    [
        ({}, (), SOLO | LOST, ()),
        ({"bock_after": ["lost_solo"]}, (), SOLO | LOST, (1, 1, 1, 1)),
        ({"bock_after": ["lost_solo"]}, (), SOLO | WON, ()),
        ({"bock_after": ["lost_solo"]}, (), SOLO | LOST | {"trump_suit": "hearts"}, (1, 1, 1, 1)),
        ({"bock_after": ["lost_solo"], "bock_length": "hand"}, (), SOLO | LOST, (1,)),
        ({"bock_after": ["thrown_in"]}, (), {"contract": "thrown_in"}, (1, 1, 1, 1)),
        ({"bock_after": ["re"]}, (), RUFER | WON | {"kontra": 1}, ()),
        ({"bock_after": ["re"]}, (), RUFER | WON | {"kontra": 2}, (1, 1, 1, 1)),
        ({"bock_after": ["doubled"]}, (), RUFER | WON | {"kontra": 1}, (1, 1, 1, 1)),
        ({"bock_after": ["schwarz"]}, (), RUFER | WON | {"level": "schwarz"}, (1, 1, 1, 1)),
        ({"bock_after": ["heart_solo"]}, (), SOLO | WON | {"trump_suit": "hearts"}, (1, 1, 1, 1)),
        ({"bock_after": ["heart_solo"]}, (), SOLO | WON | {"trump_suit": "bells"}, ()),
        # X52: rounds that meet follow each other, or are stacked
        ({"bock_after": ["lost_solo"]}, (1, 1), SOLO | LOST, (1, 1, 1, 1, 1)),
        ({"bock_after": ["lost_solo"], "bock_meeting": "stack"}, (1, 1), SOLO | LOST, (2, 1, 1, 1)),
        ({}, (1, 1), {"contract": "thrown_in"}, (1, 1)),
    ],
)
def test_bock_to_come(house_rules: Hand, before: tuple[int, ...], hand: Hand, after: tuple[int, ...]) -> None:
    assert scored(hand, agreed("bavarian", None, **house_rules), state=State(bock=before)).state.bock == after


@pytest.mark.parametrize("people", [4, 5, 6, 7])
def test_a_bock_round_lasts_until_everybody_has_dealt_once(people: int) -> None:
    """B89 counts four hands where four play, B1 the deals of a round; 003 2.8: everybody has dealt once."""
    ruleset = agreed("bavarian", bock_after=["lost_solo"])
    assert scored(SOLO | LOST, ruleset, seated(people)).state.bock == (1,) * people


def test_stacked_bock_doubles_twice() -> None:
    assert scored(RUFER | WON, agreed("bavarian"), state=State(bock=(2, 1))).value == 40


# -- Hochzeit ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("contract", "held"), [("hochzeit", 1), ("bauernhochzeit", 1), ("bauernhochzeit", 2)])
def test_a_hochzeit_may_say_with_how_many_trumps_it_was_offered(contract: str, held: int) -> None:
    """B76; it changes no value (B77)."""
    hand = RUFER | WON | {"contract": contract}
    assert scored(hand | {"suitor_trumps": held}, agreed("bavarian")) == scored(hand, agreed("bavarian"))


# -- Muss ----------------------------------------------------------------------------------------------------------


def test_muss_with_the_player_opposite() -> None:
    ruleset = agreed("bavarian", muss_with_opposite=True)
    assert tuple(scored({"contract": "muss", "declarer": ANNA, "card_points": 60}, ruleset).points.values()) == (
        10,
        -10,
        10,
        -10,
    )
    assert problems({"contract": "muss", "declarer": ANNA, "partner": BEPPO, "card_points": 60}, ruleset) == {
        ("partner", "partner_not_opposite")
    }


@pytest.mark.parametrize("rank", ["ace", "ten", "king"])
def test_ten_and_king_are_called_only_in_a_muss(rank: str) -> None:
    muss, card = {**RUFER, "contract": "muss", "card_points": 60}, {"rank": rank, "suit": "leaves"}
    assert scored({**muss, "call": {"card": card}}, agreed("bavarian")).value == 10  # B84
    call: Hand = {"call": {"card": card, "suit_cards": 0}}
    found = set() if rank == "ace" else {("call.card.rank", "needs_all_aces")}  # with all aces no suit is void
    assert problems({**muss, **call}, agreed("bavarian")) == found
    assert ("call.card.rank", "called_card_rank") in problems(RUFER | WON | call, agreed("bavarian")) or rank == "ace"
    assert ("call.suit_cards", "called_suit_void") in problems(RUFER | WON | call, agreed("bavarian"))


@pytest.mark.parametrize(("cards", "is_refused"), [(20, True), (24, False)])
def test_without_nines_each_trump_counts(cards: int, is_refused: bool) -> None:
    """So whoever took one has points."""
    ruleset = agreed("bavarian", deck_cards=cards)
    counted = {"card_points": {ANNA: 118, BEPPO: 2, CILLI: 0, DANI: 0}, "higher_trump": DANI}
    found = problems({"contract": "ramsch", **counted}, ruleset)
    assert found == ({("higher_trump", "highest_trump_not_taken")} if is_refused else set())


@pytest.mark.parametrize(("maiden", "is_refused"), [(ANNA, True), (BEPPO, False)])
def test_the_second_of_two_losers_may_have_no_trick(maiden: Player, is_refused: bool) -> None:
    """Where one player took almost all, the second worst has 0 points as well."""
    two = agreed("bavarian", ramsch_settlement="two_worst_pay_two_best")
    found = problems({"contract": "ramsch", "losers": [ANNA, BEPPO], "maidens": [maiden]}, two)
    assert found == ({("maidens", "loser_is_maiden")} if is_refused else set())
