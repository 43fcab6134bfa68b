"""Hands with their tag: game and contract in one word, for an own contract a constant."""

import pytest

from rules import PRESETS, Player, ReportError, Table, read_report
from rules.hand_tags import tag_hand, untag_hand
from tests.support.api_document import hands_of_cases

OWN = {"contract": "own:Blauer Wenz", "declarer": "A", "card_points": 91}


def test_a_hand_comes_back_from_its_tag() -> None:
    for game, hand in [*hands_of_cases(), ("bavarian", OWN)]:
        assert untag_hand(tag_hand(hand, game)) == hand
        assert untag_hand(hand) == hand


def test_an_own_contract_has_a_constant_and_its_name() -> None:
    tagged = {"kind": "bavarian.own", "name": "Blauer Wenz", "declarer": "A", "card_points": 91}
    assert list(tag_hand(OWN, "bavarian").items()) == list(tagged.items())


def test_a_hand_of_another_game_is_refused() -> None:
    table = Table(players=tuple(map(Player, "ABCD")), dealer=Player("A"))
    solo = {"contract": "solo", "declarer": "A", "trump_suit": "hearts", "won": True}
    ruleset = PRESETS["bavarian"]["pub_10_20_50"]
    assert read_report(tag_hand(solo, "bavarian"), ruleset=ruleset, table=table).to_json() == solo
    with pytest.raises(ReportError) as refused:
        read_report(tag_hand(solo, "palatinate"), ruleset=ruleset, table=table)
    assert [(one.code, one.field) for one in refused.value.problems] == [("hand_of_another_game", "kind")]
