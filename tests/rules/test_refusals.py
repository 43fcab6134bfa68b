"""Each problem that the rules can name, by the smallest hand or line that has it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import rules
from rules import Player, RulesError, RulesetError, State
from rules.wording import words
from rules.wording.texts import TEXTS
from tests.rules.rows import CASES
from tests.rules.table import ANNA, BEPPO, CILLI, DANI, EVI, PEOPLE, Json, agreed, answers, problems, seated

PALATINATE = agreed("palatinate")
ASSERUFEN = agreed("asserufen")
BAVARIAN = agreed("bavarian")

SIMPLE = {"contract": "simple", "declarer": ANNA, "trump_suit": "spades", "won": True}
ASSRUFEN = {"contract": "assrufen", "declarer": ANNA, "partner": CILLI, "won": True}
RUFER = {"contract": "rufer", "declarer": ANNA, "partner": CILLI, "won": True}
SOLO = {"contract": "solo", "declarer": ANNA, "won": True}
WENZ = {"contract": "wenz", "declarer": ANNA, "won": True}
TOUT = {"contract": "solo_tout", "declarer": ANNA, "won": True}
BARE_SOLO = {"contract": "solo", "declarer": ANNA}
BARE_TOUT = {"contract": "solo_tout", "declarer": ANNA}
HOCHZEIT = {"contract": "hochzeit", "declarer": ANNA, "partner": CILLI, "won": True}
FARMERS = {**HOCHZEIT, "contract": "bauernhochzeit"}
BETTEL = {"contract": "bettel", "declarer": ANNA}
SIE = {"contract": "sie", "declarer": ANNA}
KREUZBOCK = {"contract": "kreuzbock", "won": True}
RAMSCH = {"contract": "ramsch"}
AGREED = {"contract": "agreed", "points": {ANNA: 5, BEPPO: -5}, "why": "revoke"}
ZENZI = Player("Zenzi")  # is not at the table
POINTS = {ANNA: 60, BEPPO: 40, CILLI: 20, DANI: 0}
EVEN = {ANNA: 60, BEPPO: 60, CILLI: 0, DANI: 0}


def _four(*counts: int) -> dict[Player, int]:
    return dict(zip(PEOPLE, counts, strict=False))


LEVEL = {**RAMSCH, "card_points": _four(40, 40, 25, 15), "tricks": _four(2, 2, 3, 1)}


def _run(count: object, side: object = "declarer_side") -> Json:
    return {"top_trumps": {"count": count, "side": side}}


def _call(**fields: object) -> Json:
    return {"call": {"card": {"rank": "ace", "suit": "leaves"}, **fields}}


BAVARIAN_HANDS: list[tuple[str, str, Json]] = [
    # what was played
    ("contract", "contract_missing", {}),
    ("contract", "contract_missing", {"contract": "  "}),
    ("contract", "contract_unknown", {"contract": "grand"}),
    ("contract", "not_text", {"contract": 5}),
    ("beer", "field_unknown", {**SOLO, "beer": 1}),
    ("call.beer", "field_unknown", {**RUFER, **_call(beer="yes")}),
    # who
    ("declarer", "declarer_missing", {"contract": "solo", "won": True}),
    ("declarer", "player_unknown", {**SOLO, "declarer": ZENZI}),
    ("partner", "partner_missing", {"contract": "rufer", "declarer": ANNA, "won": True}),
    ("partner", "player_unknown", {**RUFER, "partner": ZENZI}),
    ("partner", "declarer_own_partner", {**RUFER, "partner": ANNA}),
    ("partner", "partner_in_soloist_game", {**SOLO, "partner": CILLI}),
    ("partner", "partner_not_opposite", {"contract": "kreuzbock", "declarer": ANNA, "partner": BEPPO, "won": True}),
    ("revoked_by", "player_unknown", {**SOLO, "revoked_by": ZENZI}),
    ("criticised_by", "player_unknown", {**SOLO, "criticised_by": ZENZI}),
    ("criticised_by", "offenders_of_both_sides", {**BARE_SOLO, "revoked_by": ANNA, "criticised_by": BEPPO}),
    ("criticised_by", "field_unknown", {**SIE, "criticised_by": BEPPO}),
    ("note", "not_text", {**SOLO, "note": 5}),
    # trumps and calls
    ("trump_suit", "trump_not_in_pack", {**SOLO, "trump_suit": "clubs"}),
    ("trump_suit", "trump_is_fixed", {**RUFER, "trump_suit": "leaves"}),
    ("trump_suit", "trump_suit_in_suitless_game", {**WENZ, "trump_suit": "leaves"}),
    *(("trump_suit", "trump_missing", {"contract": f"suit_{kind}", "declarer": ANNA, "won": True})
      for kind in ("wenz", "geier", "wenz_tout", "geier_tout")),
    ("call", "nothing_is_called", {**SOLO, **_call()}),
    ("call.card.suit", "called_card_is_trump", {**RUFER, "call": {"card": {"rank": "ace", "suit": "hearts"}}}),
    ("call.card.suit", "card_not_in_pack", {**RUFER, "call": {"card": {"rank": "ace", "suit": "clubs"}}}),
    ("call.card.rank", "called_card_rank", {**RUFER, "call": {"card": {"rank": "ten", "suit": "bells"}}}),
    ("call.card.rank", "not_a_card", {**RUFER, "call": {"card": {"rank": "duke", "suit": "bells"}}}),
    ("call.holds_it", "secret_solo", {**RUFER, **_call(holds_it=True)}),
    ("call.suit_cards", "called_suit_void", {**RUFER, **_call(suit_cards=0)}),
    ("call.hung_on_by", "player_unknown", {**RUFER, **_call(hung_on_by=ZENZI)}),
    ("call.hung_on_by", "taken_over_from_oneself", {**RUFER, **_call(hung_on_by=ANNA, took_over=True)}),
    # B76: only a single trump is offered, or the two cards of a Bauernhochzeit
    *(("suitor_trumps", "hochzeit_needs_one_trump", {**HOCHZEIT, "suitor_trumps": held}) for held in (-1, 0, 2, 8)),
    *(("suitor_trumps", "bauernhochzeit_needs_two_trumps", {**FARMERS, "suitor_trumps": held}) for held in (0, 3)),
    ("suitor_trumps", "not_integer", {**HOCHZEIT, "suitor_trumps": "one"}),
    ("suitor_trumps", "field_unknown", {**RUFER, "suitor_trumps": 1}),
    # counts
    ("card_points", "points_missing", BARE_SOLO),
    ("card_points", "points_out_of_range", {**BARE_SOLO, "card_points": 121}),
    ("opponents_card_points", "points_out_of_range", {**BARE_SOLO, "card_points": 61, "opponents_card_points": -1}),
    ("card_points", "points_1_119_impossible", {**BARE_SOLO, "card_points": 119}),
    ("card_points", "points_not_integer", {**BARE_SOLO, "card_points": "91"}),
    ("card_points", "number_too_large", {**BARE_SOLO, "card_points": 10**12}),
    ("opponents_card_points", "points_sum_not_120", {**BARE_SOLO, "card_points": 61, "opponents_card_points": 60}),
    ("tricks", "tricks_out_of_range", {**BARE_SOLO, "card_points": 61, "tricks": 9}),
    ("tricks", "tricks_missing", {**BARE_SOLO, "card_points": 120}),
    ("tricks", "not_integer", {**BARE_SOLO, "card_points": 61, "tricks": 4.0}),
    ("opponents_tricks", "tricks_sum_wrong", {**BARE_SOLO, "card_points": 61, "tricks": 4, "opponents_tricks": 5}),
    ("card_points", "schwarz_with_points", {**BARE_SOLO, "card_points": 118, "tricks": 8}),
    ("card_points", "too_many_points_for_tricks", {**BARE_SOLO, "card_points": 45, "tricks": 1}),
    ("card_points", "too_few_points_for_tricks", {**BARE_SOLO, "card_points": 75, "tricks": 7}),
    # results
    ("won", "claimed_result_contradicts_points", {**SOLO, "card_points": 60}),
    ("won", "not_yes_or_no", {**SOLO, "won": "yes"}),
    ("won", "won_missing", {"contract": "solo_tout", "declarer": ANNA}),
    ("won", "du_won_but_trick_lost", {**TOUT, "tricks": 7}),
    ("level", "not_a_choice", {**SOLO, "level": "high"}),
    ("level", "claimed_schneider_wrong", {**SOLO, "card_points": 90, "level": "schneider"}),
    ("level", "schwarz_with_trick", {**SOLO, "card_points": 91, "tricks": 7, "level": "schwarz"}),
    ("level", "schwarz_with_points", {**SOLO, "card_points": 118, "level": "schwarz"}),
    ("level", "tout_has_no_schneider", {**TOUT, "level": "schneider"}),
    ("won", "claimed_result_contradicts_points", {**SOLO, "revoked_by": ANNA}),
    ("level", "claimed_schneider_wrong", {**SOLO, "revoked_by": BEPPO, "level": "schneider"}),
    # what ends with one trick: all of them, or none
    ("card_points", "schwarz_with_points", {**TOUT, "card_points": 110}),
    ("opponents_card_points", "schwarz_with_points", {**TOUT, "opponents_card_points": 4}),
    ("opponents_tricks", "tricks_sum_wrong", {**BARE_TOUT, "tricks": 8, "opponents_tricks": 1}),
    ("card_points", "schwarz_with_points", {**BETTEL, "won": True, "card_points": 4}),
    ("opponents_card_points", "schwarz_with_points", {**BETTEL, "won": True, "opponents_card_points": 118}),
    ("opponents_tricks", "tricks_sum_wrong", {**BETTEL, "tricks": 1, "opponents_tricks": 8}),
    ("opponents_tricks", "claimed_result_contradicts_points", {**BETTEL, "tricks": 0, "opponents_tricks": 3}),
    ("won", "claimed_result_contradicts_points", {**BETTEL, "won": True, "opponents_tricks": 7}),
    ("tricks", "claimed_result_contradicts_points", {**SIE, "tricks": 7}),
    ("opponents_tricks", "claimed_result_contradicts_points", {**SIE, "opponents_tricks": 1}),
    ("card_points", "schwarz_with_points", {**SIE, "card_points": 100}),
    ("revoked_by", "field_unknown", {**SIE, "revoked_by": BEPPO}),
    ("top_trumps.count", "top_trumps_out_of_range", {**SIE, **_run(9)}),
    ("top_trumps.count", "claimed_top_trumps_wrong", {**SIE, **_run(7)}),
    ("top_trumps", "top_trump_always_takes_a_trick", {**SIE, **_run(8, "opponents")}),
    # top trumps
    ("top_trumps", "not_a_mapping", {**SOLO, "top_trumps": 4}),
    ("top_trumps.count", "top_trumps_missing", {**SOLO, "top_trumps": {"side": "opponents"}}),
    ("top_trumps.count", "top_trumps_out_of_range", {**SOLO, **_run(9)}),
    ("top_trumps.side", "not_a_choice", {**SOLO, **_run(3, "the left")}),
    ("top_trumps", "top_trump_always_takes_a_trick", {**SOLO, "won": False, "level": "schwarz", **_run(1)}),
    ("top_trumps", "no_top_trumps_in_this_contract", {"contract": "bettel", "declarer": ANNA, "won": True, **_run(2)}),
    ("top_trumps", "top_trumps_conflict_with_trumps_held", {**SOLO, **_run(4), "trumps_held": 3}),
    ("trumps_held", "trumps_held_out_of_range", {**SOLO, **_run(4), "trumps_held": 15}),
    ("counted_top_trumps", "claimed_top_trumps_wrong", {**SOLO, **_run(4), "counted_top_trumps": 4}),
    # doublings
    ("kontra", "calls_out_of_range", {**SOLO, "kontra": 17}),
    ("kontra", "doubling_out_of_turn", {**SOLO, "kontra": [ANNA]}),
    ("kontra", "doubling_by_outsider", {**SOLO, "kontra": [ZENZI]}),
    ("kontra", "kontra_not_in_this_contract", {**RUFER, "contract": "muss", "kontra": 1}),
    ("laid", "laid_twice", {**SOLO, "laid": [ANNA, ANNA]}),
    ("laid", "laid_twice", {**SOLO, "laid": 5}),
    ("laid", "doubling_by_outsider", {**SOLO, "laid": [ZENZI]}),
    # Kreuzbock: who doubled last or lay first says who plays
    ("declarer", "kreuzbock_declared_by", {**KREUZBOCK, "declarer": ANNA, "kontra": [BEPPO]}),
    ("declarer", "kreuzbock_declared_by", {**KREUZBOCK, "declarer": ANNA, "kontra": [ANNA, BEPPO]}),
    ("declarer", "kreuzbock_declared_by", {**KREUZBOCK, "declarer": CILLI, "laid": [DANI, CILLI]}),
    ("declarer", "declarer_missing", {**KREUZBOCK, "kontra": 1}),
    ("kontra", "doubling_out_of_turn", {**KREUZBOCK, "kontra": [BEPPO, BEPPO]}),
    ("declarer", "declarer_missing", {**KREUZBOCK, "kontra": [BEPPO, None]}),
    ("declarer", "declarer_missing", {**KREUZBOCK, "laid": [None, BEPPO]}),
    # what the table believes
    ("value", "claimed_value_wrong", {**SOLO, "value": 60}),
    ("pot_taken_by", "pot_is_empty", {**SOLO, "pot_taken_by": ANNA}),
    ("surrender", "surrender_not_agreed", {**BARE_SOLO, "surrender": "accepted"}),
    # Ramsch
    ("losers", "loser_missing", RAMSCH),
    ("losers", "not_a_list", {**RAMSCH, "losers": ANNA}),
    ("losers", "losers_wrong_number", {**RAMSCH, "losers": [ANNA, BEPPO]}),
    ("losers", "player_twice", {**RAMSCH, "losers": [ANNA, ANNA]}),
    ("losers", "player_unknown", {**RAMSCH, "losers": [ZENZI]}),
    ("losers", "claimed_result_contradicts_points", {**RAMSCH, "card_points": POINTS, "losers": [BEPPO]}),
    ("losers", "ramsch_tie_needs_trumps", {**RAMSCH, "card_points": EVEN}),
    ("maidens", "loser_is_maiden", {**RAMSCH, "losers": [ANNA], "maidens": [ANNA]}),
    ("maidens", "maidens_out_of_range", {**RAMSCH, "losers": [ANNA], "maidens": [BEPPO, CILLI, DANI]}),
    ("march_by", "march_has_no_loser", {**RAMSCH, "march_by": ANNA, "losers": [BEPPO]}),
    ("declarer", "ramsch_has_no_declarer", {**RAMSCH, "declarer": ANNA, "losers": [BEPPO]}),
    ("kontra", "doubling_out_of_turn", {**RAMSCH, "kontra": 1, "losers": [BEPPO]}),
    ("card_points", "points_sum_not_120", {**RAMSCH, "card_points": {**POINTS, DANI: 5}}),
    ("card_points.Dani", "count_missing", {**RAMSCH, "card_points": {ANNA: 60, BEPPO: 40, CILLI: 20}}),
    ("card_points.Zenzi", "player_unknown", {**RAMSCH, "card_points": {**POINTS, ZENZI: 0}}),
    ("card_points.Dani", "points_out_of_range", {**RAMSCH, "card_points": {**POINTS, BEPPO: 50, DANI: -10}}),
    ("card_points.Dani", "points_1_119_impossible", {**RAMSCH, "card_points": {**POINTS, BEPPO: 39, DANI: 1}}),
    (
        "card_points.Cilli",
        "points_without_trick",
        {**RAMSCH, "card_points": POINTS, "tricks": {ANNA: 4, BEPPO: 3, CILLI: 0, DANI: 1}},
    ),
    ("tricks", "tricks_sum_wrong", {**RAMSCH, "card_points": POINTS, "tricks": POINTS}),
    ("card_points.Cilli", "points_without_trick", {**RAMSCH, "card_points": POINTS, "maidens": [CILLI]}),
    ("card_points.Anna", "too_many_points_for_tricks", {**RAMSCH, "card_points": POINTS, "tricks": _four(1, 3, 2, 2)}),
    ("card_points.Dani", "too_few_points_for_tricks", {**RAMSCH, "card_points": POINTS, "tricks": _four(2, 1, 1, 4)}),
    ("card_points", "too_many_points_for_tricks", {**RAMSCH, "card_points": EVEN, "tricks": _four(2, 2, 2, 2)}),
    ("tricks", "tricks_missing", {**RAMSCH, "card_points": _four(120, 0, 0, 0)}),
    ("losers", "claimed_result_contradicts_points", {**RAMSCH, "card_points": EVEN, "losers": [CILLI]}),
    ("losers", "claimed_result_contradicts_points", {**RAMSCH, "tricks": _four(8, 0, 0, 0), "losers": [ANNA]}),
    ("losers", "loser_is_maiden", {**RAMSCH, "tricks": _four(0, 4, 3, 1), "losers": [ANNA]}),
    ("maidens", "claimed_result_contradicts_points",
     {**RAMSCH, "tricks": _four(4, 2, 2, 0), "losers": [ANNA], "maidens": [CILLI]}),
    ("maidens", "claimed_result_contradicts_points",
     {**RAMSCH, "card_points": POINTS, "tricks": _four(4, 2, 1, 1), "maidens": [DANI]}),
    ("march_by", "claimed_result_contradicts_points", {**RAMSCH, "tricks": _four(7, 1, 0, 0), "march_by": ANNA}),
    ("march_by", "claimed_result_contradicts_points", {**RAMSCH, "tricks": _four(8, 0, 0, 0), "march_by": BEPPO}),
    ("trumps_in_tricks", "trumps_sum_wrong", {**LEVEL, "trumps_in_tricks": _four(4, 3, 4, 2)}),
    ("trumps_in_tricks", "trumps_sum_wrong", {**LEVEL, "trumps_in_tricks": {ANNA: 7, BEPPO: 8}}),
    ("trumps_in_tricks.Dani", "too_many_trumps_for_tricks", {**LEVEL, "trumps_in_tricks": _four(1, 1, 7, 5)}),
    ("trumps_in_tricks.Zenzi", "player_unknown", {**LEVEL, "trumps_in_tricks": {ZENZI: 5}}),
    ("highest_trump.Anna", "trumps_held_out_of_range", {**LEVEL, "highest_trump": {ANNA: 15, BEPPO: 2}}),
    # a trump lies in a trick, and counts there: Ober 3, ace 11; below the highest there are only so many
    *(("highest_trump.Dani", "highest_trump_not_taken",
       {**RAMSCH, "losers": [ANNA], **result, "highest_trump": {DANI: place}})
      for place, result in (
          (14, {"tricks": _four(4, 2, 2, 0)}), (14, {"maidens": [DANI]}), (1, {"card_points": _four(60, 30, 28, 2)}),
          (9, {"card_points": _four(60, 25, 25, 10)}), (14, {"trumps_in_tricks": _four(8, 3, 3, 0)}),
          (12, {"trumps_in_tricks": _four(5, 2, 3, 4)}),
      )),
    ("highest_trump", "highest_trump_twice", {**LEVEL, "highest_trump": {ANNA: 2, BEPPO: 2}}),
    ("losers", "ramsch_tie_needs_trumps", {**LEVEL, "highest_trump": {ANNA: 3}}),
    # thrown in, agreed by hand
    ("declarer", "passed_hand_with_result", {"contract": "thrown_in", "declarer": ANNA}),
    ("points", "agreed_points_missing", {"contract": "agreed", "why": "revoke"}),
    ("points", "points_sum_not_0", {**AGREED, "points": {ANNA: 5, BEPPO: -4}}),
    ("points.Anna", "not_integer", {**AGREED, "points": {ANNA: "five", BEPPO: -5}}),
    ("points.Zenzi", "player_unknown", {**AGREED, "points": {ANNA: 5, ZENZI: -5}}),
    ("points.Anna", "number_too_large", {**AGREED, "points": {ANNA: 1_000_001, BEPPO: -1_000_001}}),
    ("why", "why_missing", {**AGREED, "why": " "}),
]  # fmt: skip


@pytest.mark.parametrize(("field", "code", "hand"), BAVARIAN_HANDS)
def test_a_bavarian_hand_is_refused(field: str, code: str, hand: Json) -> None:
    assert (field, code) in problems(hand, BAVARIAN, seated(4))


PALATINATE_HANDS: list[tuple[str, str, Json]] = [
    ("trump_suit", "trump_missing", {"contract": "simple", "declarer": ANNA, "won": True}),
    ("card_points", "surrendered_hand_has_points", {**SIMPLE, "surrender": "accepted", "card_points": 70}),
    ("level", "surrendered_hand_has_schneider", {**SIMPLE, "surrender": "accepted", "level": "schneider"}),
    ("won", "claimed_result_contradicts_points", {**SIMPLE, "surrender": "accepted", "won": False}),
    ("level", "refusal_needs_schneider", {**SIMPLE, "surrender": "refused"}),
    ("surrender", "surrender_not_agreed", {**SIMPLE, "contract": "solo_du", "surrender": "accepted"}),
    ("laid", "not_agreed_at_this_table", {**SIMPLE, "laid": 1}),
    ("call", "nothing_is_called", {**SIMPLE, **_call()}),
]


@pytest.mark.parametrize(("field", "code", "hand"), PALATINATE_HANDS)
def test_a_palatinate_hand_is_refused(field: str, code: str, hand: Json) -> None:
    assert problems(hand, PALATINATE) == {(field, code)}


def test_in_asserufen_the_called_card_is_asked_for() -> None:
    assert problems(ASSRUFEN, ASSERUFEN) == {("call.card", "called_card_missing")}


# -- the evening's own rules -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("field", "code", "hand", "house_rules"),
    [
        ("contract", "not_agreed_at_this_table", WENZ, {"allowed": ["rufer"]}),
        ("contract", "no_sie_with_short_cards", {"contract": "sie", "declarer": ANNA}, {"deck_cards": 24}),
        ("laid", "not_agreed_at_this_table", {**SOLO, "laid": 1}, {"laying": False}),
        ("march_by", "not_agreed_at_this_table", {**RAMSCH, "march_by": ANNA}, {"durchmarsch": False}),
        ("kontra", "doubling_out_of_turn", {**SOLO, "kontra": [BEPPO, CILLI]}, {"several_may_double": False}),
        ("kontra", "too_many_doublings", {**SOLO, "kontra": 3}, {"most_doublings": 2}),
        ("laid", "laid_out_of_order", {**SOLO, "laid": [BEPPO]}, {"laying_in_order": True}),
        ("winner", "winner_missing", {**RAMSCH, "losers": [ANNA]}, {"ramsch_settlement": "most_pays_fewest"}),
        (
            "winner",
            "winner_missing",
            {**RAMSCH, "card_points": _four(60, 30, 15, 15)},
            {"ramsch_settlement": "most_pays_fewest"},
        ),
        (
            "winner",
            "claimed_result_contradicts_points",
            {**RAMSCH, "card_points": POINTS, "winner": CILLI},
            {"ramsch_settlement": "most_pays_fewest"},
        ),
        *(
            ("trump_suit", "trump_missing", SOLO, {name: ["lost_solo", "heart_solo"]})
            for name in ("bock_after", "kreuzbock_after")
        ),
        (
            "top_trumps.side",
            "top_trumps_side_missing",
            {**SOLO, **_run(4, None)},
            {"count_matadors": True, "matadors_of": "winners"},
        ),
    ],
)
def test_what_was_not_agreed_is_refused(field: str, code: str, hand: Json, house_rules: dict[str, object]) -> None:
    assert problems(hand, agreed("bavarian", house_rules)) == {(field, code)}
    assert problems(hand, BAVARIAN) == set() or code == "no_sie_with_short_cards"


@pytest.mark.parametrize(
    ("field", "code", "state"),
    [
        ("pot_taken_by", "pot_goes_to_declarer_alone", State(pot=40)),
        ("pot_taken_by", "pot_is_empty", State()),
    ],
)
def test_the_pot_is_the_declarers_alone(field: str, code: str, state: State) -> None:
    assert problems({**RUFER, "pot_taken_by": CILLI}, BAVARIAN, state=state) == {(field, code)}


def test_bock_is_refused_where_it_was_not_agreed() -> None:
    found = problems(SOLO, agreed("bavarian", bock=False), state=State(bock=(1,)))
    assert found == {("state.bock", "not_agreed_at_this_table")}


# -- the table ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("field", "code", "players", "dealer", "cards", "hand"),
    [
        ("players", "players_out_of_range", PEOPLE[:2], BEPPO, 24, SOLO),
        ("players", "players_out_of_range", (*PEOPLE, "Hias"), ANNA, 32, SOLO),
        ("players", "player_twice", (ANNA, BEPPO, CILLI, CILLI), ANNA, 32, SOLO),
        ("players", "three_need_24_cards", PEOPLE[:3], ANNA, 32, SOLO),
        ("dealer", "player_unknown", PEOPLE[:5], ZENZI, 32, SOLO),
        ("declarer", "dealer_sits_out", PEOPLE[:5], ANNA, 32, SOLO),
        ("contract", "contract_needs_four", PEOPLE[:3], CILLI, 24, RUFER),
        ("losers", "dealer_sits_out", PEOPLE[:5], EVI, 32, {**RAMSCH, "losers": [EVI]}),
        *(
            (f"{name}.Evi", "dealer_sits_out", PEOPLE[:5], EVI, 32, {**RAMSCH, name: POINTS | {EVI: 1}})
            for name in ("card_points", "tricks", "trumps_in_tricks", "highest_trump")
        ),
        ("kontra", "doubling_by_outsider", PEOPLE[:5], EVI, 32, {**SOLO, "kontra": [EVI]}),
    ],
)
def test_a_table_that_cannot_play_this_is_refused(
    field: str, code: str, players: tuple[str, ...], dealer: str, cards: int, hand: Json
) -> None:
    line = {
        "game": "bavarian",
        "house_rules": {"deck_cards": cards},
        "players": players,
        "dealer": dealer,
        "hand": hand,
    }
    (answer,) = answers([json.dumps(line)])
    assert (field, code) in _named(answer)


def _named(answer: Json) -> set[tuple[str, str]]:
    problems = answer["problems"]
    assert isinstance(problems, list)
    return {(problem["field"], problem["code"]) for problem in problems}


# -- lines and rulesets ------------------------------------------------------------------------------------------------

LINE = {"game": "bavarian", "players": [*PEOPLE[:4]], "dealer": DANI, "hand": SOLO}


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("{", {("line", "bad_json")}),
        ("5", {("line", "not_a_mapping")}),
        ({"players": [], "hand": 1}, {("hand", "not_a_mapping"), ("game", "game_unknown")}),
        ({**LINE, "game": "skat"}, {("game", "game_unknown")}),
        ({**LINE, "preset": "pub"}, {("preset", "preset_unknown")}),
        ({**LINE, "version": 99}, {("version", "version_unknown")}),
        ({**LINE, "house_rules": [1]}, {("house_rules", "not_a_mapping")}),
        ({**LINE, "house_rules": {"beer": 1}}, {("beer", "house_rule_unknown")}),
        ({**LINE, "house_rules": {"unit": 0}}, {("unit", "house_rule_out_of_range")}),
        ({**LINE, "house_rules": {"tout_rule": "x"}}, {("tout_rule", "house_rule_impossible")}),
        ({**LINE, "players": "Anna"}, {("players", "not_a_list"), ("players", "players_out_of_range")}),
        ({**LINE, "dealer": 5}, {("dealer", "player_unknown")}),
        ({**LINE, "state": 5}, {("state", "not_a_mapping")}),
        ({**LINE, "state": {"pot": -1}}, {("state.pot", "pot_below_zero")}),
        ({**LINE, "state": {"bock": [17]}}, {("state.bock", "calls_out_of_range")}),
        ({**LINE, "state": {"beer": 1}}, {("state.beer", "field_unknown")}),
        ({**LINE, "beer": 1}, {("beer", "field_unknown")}),
    ],
)
def test_a_line_is_refused(line: object, expected: set[tuple[str, str]]) -> None:
    (answer,) = answers([line if isinstance(line, str) else json.dumps(line)])
    assert _named(answer) == expected


@pytest.mark.parametrize(
    ("field", "code", "house_rules"),
    [
        ("allowed", "no_contract_allowed", {"allowed": []}),
        ("allowed", "house_rule_impossible", {"allowed": ["grand"]}),
        ("deck_cards", "house_rule_impossible", {"deck_cards": 28}),
        ("unit", "not_integer", {"unit": "10"}),
        ("solo_tariff", "solo_cheaper_than_rufer", {"rufer_tariff": 60}),
        ("sie_counts_matadors", "needs_count_matadors", {"sie_counts_matadors": True}),
        ("matador_maximum", "maximum_below_minimum", {"matador_minimum": 5}),
        ("laying_in_order", "needs_laying", {"laying": False, "laying_in_order": True}),
        ("bock_after", "needs_bock", {"bock": False, "bock_after": ["re"]}),
        ("ramsch_tie", "needs_full_tie", {"ramsch_tie": "shared"}),
        ("kreuzbock_after", "needs_contract", {"allowed": ["rufer"], "kreuzbock_after": ["lost_solo"]}),
        ("pot_sweetener", "needs_pot", {"pot_shared": True}),
        *(
            (
                "solo_scores_schneider_schwarz",
                "short_cards_score_schneider",
                {"deck_cards": cards, "solo_scores_schneider_schwarz": False},
            )
            for cards in (24, 20)
        ),
    ],
)
def test_house_rules_that_make_no_sense_together_are_refused(
    field: str, code: str, house_rules: dict[str, object]
) -> None:
    with pytest.raises(RulesetError) as refused:
        agreed("bavarian", house_rules)
    assert {(problem.field, problem.code) for problem in refused.value.problems} == {(field, code)}
    for language in words.LANGUAGES:
        assert all("{" not in words.problem_text(problem, language) for problem in refused.value.problems)


# -- all at once -------------------------------------------------------------------------------------------------------


def test_every_problem_of_a_hand_is_named_at_once() -> None:
    hand = {
        "contract": "rufer",
        "declarer": ZENZI,
        "partner": 5,
        "trump_suit": "clubs",
        "call": {"card": {"rank": "ten", "suit": "hearts"}, "holds_it": True, "beer": 1},
        "card_points": 121,
        "tricks": 9,
        "kontra": 99,
        "laid": [ANNA, ANNA],
        "top_trumps": {"count": "four", "side": "ours"},
        "losers": [ANNA],
    }
    assert problems(hand, BAVARIAN) == {
        ("declarer", "player_unknown"),
        ("partner", "player_unknown"),
        ("trump_suit", "trump_not_in_pack"),
        ("call.card.suit", "called_card_is_trump"),
        ("call.card.rank", "called_card_rank"),
        ("call.holds_it", "secret_solo"),
        ("call.beer", "field_unknown"),
        ("card_points", "points_out_of_range"),
        ("tricks", "tricks_out_of_range"),
        ("kontra", "calls_out_of_range"),
        ("laid", "laid_twice"),
        ("top_trumps.count", "not_integer"),
        ("top_trumps.side", "not_a_choice"),
        ("losers", "field_unknown"),
    }


def test_every_problem_of_a_line_is_named_at_once() -> None:
    line = {
        **LINE,
        "house_rules": {"unit": 0, "beer": 1},
        "dealer": 7,
        "state": {"pot": "much", "beer": 1},
        "colour": "red",
    }
    (answer,) = answers([json.dumps(line)])
    assert _named(answer) == {
        ("beer", "house_rule_unknown"),
        ("dealer", "player_unknown"),
        ("state.pot", "not_integer"),
        ("state.beer", "field_unknown"),
        ("colour", "field_unknown"),
        ("unit", "house_rule_out_of_range"),
    }


def test_a_refusal_is_one_of_ours() -> None:
    with pytest.raises(RulesError, match="declarer: declarer_missing; card_points: points_missing"):
        rules.read_report({"contract": "solo"}, ruleset=BAVARIAN, table=seated(4))


# -- none forgotten ----------------------------------------------------------------------------------------------------

CODES = sorted(code.removeprefix("problem.") for code in TEXTS if code.startswith("problem."))
TESTS = "".join(path.read_text(encoding="utf-8") for path in sorted(Path(__file__).parent.glob("*.py")))
ROWS = "".join(path.read_text(encoding="utf-8") for path in sorted(CASES.glob("*.jsonl")))


@pytest.mark.parametrize("code", CODES)
def test_every_problem_has_a_test(code: str) -> None:
    """In quotes, or behind its field in the message of the error."""
    assert re.search(rf'("|: ){code}("|\$|\b;)', TESTS + ROWS), f"no test is refused with {code}"
