"""A hand as one would write it on paper: how it is read, how it is written, and how a wrong line is reported."""

from __future__ import annotations

from typing import Any

import pytest

from rules import PRESETS, Player, Ruleset, Table, read_report
from rules.notation import write_hand_line
from tests.rules.notation_lines import assert_comes_back, problems, read, read_hand_line
from tests.rules.table import agreed, seated

PUB = PRESETS["bavarian"]["pub_10_20_50"]
EVERYTHING = PRESETS["bavarian"]["pub_everything"]
PALATINATE = PRESETS["palatinate"]["palatinate"]
ASSERUFEN = PRESETS["asserufen"]["asserufen"]
SASKU = PRESETS["sasku"]["sasku"]
CARDS24 = PRESETS["schafskopf24"]["schafskopf24"]
BIERKOPF = PRESETS["bierkopf"]["bierkopf"]

ACE_OF_ACORNS = {"card": {"rank": "ace", "suit": "acorns"}}
RUFER = {"contract": "rufer", "declarer": "Anna", "partner": "Beppo", "call": ACE_OF_ACORNS, "card_points": 94}
HEART_SOLO = {"contract": "solo", "declarer": "Anna", "trump_suit": "hearts", "won": True, "level": "schneider"}
RAMSCH = {"contract": "ramsch", "card_points": {"Anna": 50, "Beppo": 30, "Cilli": 20, "Dani": 20}}
MINUS_20 = {"contract": "agreed", "points": {"Anna": 20, "Beppo": -20}, "why": "Renonce"}

# What somebody writes -> the hand, and the line as it is written back.
LINES: list[tuple[Ruleset, str, dict[str, Any], str]] = [
    (PUB, "Anna+Beppo Rufer Eichel 94", RUFER, "Anna+Beppo Rufer Eichel 94"),
    (PUB, "anna mit beppo RUFER Eichel-Sau 94", RUFER, "Anna+Beppo Rufer Eichel 94"),
    (PUB, "Anna + Beppo Eichel-Rufer 94", RUFER, "Anna+Beppo Rufer Eichel 94"),
    (PUB, "An Be rufer eichel Ass 94", RUFER, "Anna+Beppo Rufer Eichel 94"),
    (PUB, "Anna with Beppo Rufer acorns 94", RUFER, "Anna+Beppo Rufer Eichel 94"),
    (PUB, "Cilli Wenz verloren", {"contract": "wenz", "declarer": "Cilli", "won": False}, "Cilli Wenz verloren"),
    (PUB, "Anna Herz-Solo gewonnen Schneider L3 K2",
     {**HEART_SOLO, "top_trumps": {"count": 3, "side": "declarer_side"}, "kontra": [None, None]},
     "Anna Solo Herz gewonnen Schneider L3 K2"),
    (PUB, "Anna Solo Herz won Schneider Stoß Retour", {**HEART_SOLO, "kontra": [None, None]},
     "Anna Solo Herz gewonnen Schneider K2"),
    (PUB, "Anna Herz Solo gewonnen Schneider K=Beppo,Anna", {**HEART_SOLO, "kontra": ["Beppo", "Anna"]},
     "Anna Solo Herz gewonnen Schneider K=Beppo,Anna"),
    (PUB, "Dani Solo Gras 61 L-4",
     {"contract": "solo", "declarer": "Dani", "trump_suit": "leaves", "card_points": 61,
      "top_trumps": {"count": 4, "side": "opponents"}},
     "Dani Solo Gras 61 L-4"),
    (PUB, "Dani Solo Laub 61/4:59/4",
     {"contract": "solo", "declarer": "Dani", "trump_suit": "leaves", "card_points": 61, "tricks": 4,
      "opponents_card_points": 59, "opponents_tricks": 4},
     "Dani Solo Gras 61/4:59/4"),
    (PUB, "Anna Sie # das erste seit 1998", {"contract": "sie", "declarer": "Anna", "note": "das erste seit 1998"},
     "Anna Sie # das erste seit 1998"),
    (PUB, "zusammengeworfen", {"contract": "thrown_in"}, "zusammengeworfen"),
    (PUB, "Thrown in", {"contract": "thrown_in"}, "zusammengeworfen"),
    (PUB, "Ramsch Anna 50 Beppo 30 Cilli 20 Dani 20", RAMSCH, "Ramsch Anna 50 Beppo 30 Cilli 20 Dani 20"),
    (PUB, "Ramsch Anna Jungfrau=Dani", {"contract": "ramsch", "losers": ["Anna"], "maidens": ["Dani"]},
     "Ramsch Anna Jungfrau=Dani"),
    (PUB, "ausgemacht Anna +20 Beppo -20 : Renonce", MINUS_20, "ausgemacht Anna +20 Beppo -20 : Renonce"),
    (PUB, "ausgemacht Anna 20 Beppo -20 gegeben=nein : Renonce # nur so",
     {**MINUS_20, "was_dealt": False, "note": "nur so"},
     "ausgemacht Anna +20 Beppo -20 gegeben=nein : Renonce # nur so"),
    (EVERYTHING, "Beppo Eichel Wenz 70",
     {"contract": "suit_wenz", "declarer": "Beppo", "trump_suit": "acorns", "card_points": 70},
     "Beppo Farbwenz Eichel 70"),
    (EVERYTHING, "Beppo Wenz Tout verloren", {"contract": "wenz_tout", "declarer": "Beppo", "won": False},
     "Beppo Wenz-Tout verloren"),
    (PALATINATE, "Anna Pik 80/7 L2",
     {"contract": "simple", "declarer": "Anna", "trump_suit": "spades", "card_points": 80, "tricks": 7,
      "top_trumps": {"count": 2, "side": "declarer_side"}},
     "Anna Pik 80/7 L2"),
    (PALATINATE, "Anna Einfaches Spiel Pik Aufgabe=angenommen",
     {"contract": "simple", "declarer": "Anna", "trump_suit": "spades", "surrender": "accepted"},
     "Anna Pik Aufgabe=angenommen"),
    (PALATINATE, "Anna Solo Du Kreuz gewonnen",
     {"contract": "solo_du", "declarer": "Anna", "trump_suit": "clubs", "won": True},
     "Anna Solo-Du Kreuz gewonnen"),
    (ASSERUFEN, "Anna+Cilli Assrufen Karo-Zehn 61/4",
     {"contract": "assrufen", "declarer": "Anna", "partner": "Cilli", "card_points": 61, "tricks": 4,
      "call": {"card": {"rank": "ten", "suit": "diamonds"}}},
     "Anna+Cilli Assrufen Karo-Zehn 61/4"),
    (SASKU, "Anna Karo 16/3", {"contract": "trumps", "declarer": "Anna", "trump_suit": "diamonds", "card_points": 16,
                               "tricks": 3}, "Anna Karo 16/3"),
    (SASKU, "Alle gepasst Partei=Anna 75", {"contract": "passed", "team": "Anna", "card_points": 75},
     "Anna Gepasst 75"),
    (CARDS24, "Anna+Cilli Fehlstich 93/5",
     {"contract": "fehlstich", "declarer": "Anna", "partner": "Cilli", "card_points": 93, "tricks": 5},
     "Anna+Cilli Fehlstich 93/5"),
    (CARDS24, "ausgemacht Zettel=Anna:2,Cilli:2 : vergessen",
     {"contract": "agreed", "tally": {"Anna": 2, "Cilli": 2}, "why": "vergessen"},
     "ausgemacht Zettel=Anna:2,Cilli:2 : vergessen"),
    (BIERKOPF, "Anna Bierkopf Schneider", {"contract": "bierkopf", "winner": "Anna", "level": "schneider"},
     "Anna Bierkopf Schneider"),
]  # fmt: skip


@pytest.mark.parametrize(("ruleset", "line", "hand", "written"), LINES, ids=[line for _, line, _, _ in LINES])
def test_a_line_is_read_as_it_is_meant(ruleset: Ruleset, line: str, hand: dict[str, Any], written: str) -> None:
    found = read(line, ruleset)
    assert found.problems == () and found.report is not None
    assert found.report.to_json() == hand
    assert write_hand_line(found.report) == written
    assert_comes_back(found.report, ruleset)


def test_in_english_it_is_written_with_the_names_of_json() -> None:
    line = "Anna+Beppo Rufer Eichel verloren Schneider gelegt=2 Bedienfehler=Anna"
    found = read("Anna+Beppo Rufer Eichel verloren gelegt=2 Bedienfehler=Anna", PUB)
    assert found.report is not None, found.problems
    assert write_hand_line(found.report, language="en") == "Anna+Beppo Rufer Acorns lost laid=2 revoked-by=Anna"
    assert problems(line, PUB) != []


def test_a_special_round_is_announced_by_its_name() -> None:
    for line in ("Runde teufelsrunde", "Sonderrunde Devil's round", "round Teufelsrunde"):
        found = read(line, EVERYTHING)
        assert found.hand == {"contract": "round", "round": "teufelsrunde"}, found.problems
    assert found.report and write_hand_line(found.report) == "Runde teufelsrunde"


def test_an_own_contract_is_read_by_its_name_and_written_as_a_field() -> None:
    ruleset = agreed("bavarian", "pub_10_20_50", own_contracts=[{"name": "Blauer Wenz", "price": 20}])
    for line in ("Anna Blauer Wenz gewonnen", 'Anna Spiel="Blauer Wenz" gewonnen', "Anna contract=blauer-wenz won"):
        found = read(line, ruleset)
        assert found.report is not None, found.problems
        assert found.report.to_json() == {"contract": "own:Blauer Wenz", "declarer": "Anna", "won": True}
        assert write_hand_line(found.report) == 'Anna Spiel="Blauer Wenz" gewonnen'


def test_an_own_contract_may_be_called_like_anybody() -> None:
    names = ("Anna", "94", "Anna Wenz", "a,b", "gewonnen")
    ruleset = agreed("bavarian", "pub_10_20_50", own_contracts=[{"name": name, "price": 20} for name in names])
    for name in names:
        hand = {"contract": f"own:{name}", "declarer": "Anna", "won": True}
        assert_comes_back(read_report(hand, ruleset=ruleset, table=seated(4)), ruleset)
    assert read("Anna Wenz gewonnen", ruleset).hand == {"contract": "wenz", "declarer": "Anna", "won": True}


NASTY_NAMES = (
    "Anna Maria",
    "Wenz",
    "7",
    "L3",
    'A"b\\',
    "",
    "#1",
    "a+b",
    "Herz-Solo",
    "Zoë",
    "kommt",
    "Ölaf",
    "a=b,c:d",
)


@pytest.mark.parametrize("name", NASTY_NAMES)
def test_whatever_somebody_is_called_comes_back(name: str) -> None:
    table = Table(players=tuple(map(Player, (name, "Beppo", "Cilli", "Dani"))), dealer=Player("Dani"))
    hands: tuple[dict[str, Any], ...] = (
        {"contract": "rufer", "declarer": "Beppo", "partner": "Cilli", "won": True, "kontra": ["Dani"]},
        {"contract": "ramsch", "losers": ["Beppo"]},
        {"contract": "agreed", "points": {name: 5, "Beppo": -5}, "why": "x # y : z"},
        {"contract": "wenz", "declarer": name, "won": True, "note": 'zwei\nZeilen "#"'},
    )
    for hand in hands if name else hands[:2]:
        assert_comes_back(read_report(hand, ruleset=PUB, table=table), PUB)


def test_names_are_those_that_people_have_not_their_ids() -> None:
    table = Table(players=tuple(map(Player, "abcd")), dealer=Player("d"))
    names = {Player("a"): "Anna", Player("b"): "Anna", Player("c"): "Cilli", Player("d"): "Dani"}
    found = read_hand_line("Cilli Wenz verloren", ruleset=PUB, table=table, names=names)
    assert found.report and found.hand == {"contract": "wenz", "declarer": "c", "won": False}
    assert write_hand_line(found.report, names=names) == "Cilli Wenz verloren"
    two = read_report({"contract": "wenz", "declarer": "b", "won": False}, ruleset=PUB, table=table)
    line = write_hand_line(two, names=names)
    assert line == '"b" Wenz verloren'  # two are called Anna, and a bare b may be a Bettel
    assert read_hand_line(line, ruleset=PUB, table=table, names=names).report == two
    refused = read_hand_line("Anna Wenz verloren", ruleset=PUB, table=table, names=names)
    assert [one.problem.code for one in refused.problems] == ["name_ambiguous"]


WRONG: list[tuple[Ruleset, str, list[tuple[int, str]]]] = [
    (PUB, "", [(1, "contract_missing")]),
    (PUB, "Rufer, gewonnen haben Anna und Beppo", [(23, "declarer_unclear")]),
    (PUB, "Anna Solo Herz, Kontra gewonnen", [(17, "result_unclear")]),
    (PUB, "Anna Solo doppelt gewonnen", [(1, "line_ambiguous")]),
    (PUB, "A S S + W L 3 G g S", [(1, "line_unclear")]),
    (PUB, "Anna Wenz gegen 70", [(11, "word_unused")]),
    (PUB, "Anna Beppo", [(1, "contract_missing")]),
    (PUB, "Anna Wentz verloren 94 L3", [(6, "word_unknown_near")]),
    (PUB, "Xaver Wentz verloren", [(1, "word_unknown"), (7, "word_unknown_near")]),
    (PUB, "Xaver Wenz verloren", [(1, "word_unknown")]),
    (PUB, '"Xaver" Wenz verloren', [(1, "player_unknown")]),
    (PUB, "Anna Wenz verlorn", [(11, "word_unknown_near")]),
    (PUB, "Anna Wenz Schneidr verlorn", [(11, "word_unknown_near"), (20, "word_unknown_near")]),
    (PUB, "Anna Wenz Beppo verloren", [(11, "name_out_of_place")]),
    (PUB, "Anna Beppo Cilli Rufer 94", [(12, "name_out_of_place")]),
    (PUB, "Anna Wenz verloren gewonnen", [(20, "written_twice")]),
    (PUB, "Anna Wenz 61 L3 L-3", [(17, "written_twice"), (17, "written_twice")]),
    (PUB, 'Anna Wenz verloren Notiz="offen', [(26, "quote_open")]),
    (PUB, "Anna Wenz 121", [(11, "points_out_of_range")]),
    (PUB, "Anna Wenz 61 Stiche=acht", [(21, "not_integer")]),
    (PUB, "Anna Wenz 61 Stiche=", [(14, "value_unreadable")]),
    (PUB, "Anna Wenz verloren Trümpfe=3 K=Beppo,Xaver", [(38, "player_unknown")]),
    (PUB, "Anna Wenz", [(6, "points_missing")]),
    (PUB, "Wenz verloren", [(1, "declarer_missing")]),
    (PUB, "Anna+Anna Rufer 94", [(6, "declarer_own_partner")]),
    (PUB, "Anna Null verloren", [(6, "not_agreed_at_this_table")]),
    (PUB, "Anna Solo Pik verloren", [(11, "trump_not_in_pack")]),
    (PUB, "Ramsch Anna 50 Beppo 30 Cilli 20 Dani 21", [(13, "points_sum_not_120")]),
    (PUB, "Ramsch Anna 50 Anna 30", [(21, "written_twice")]),
    (PUB, "ausgemacht Anna +20 Beppo", [(21, "value_unreadable")]),
    (PUB, "ausgemacht Anna +20 Beppo -20", [(1, "why_missing")]),
    (PUB, "Anna zusammengeworfen", [(1, "passed_hand_with_result")]),
    (BIERKOPF, "Anna Bierkopf 90", [(15, "field_unknown")]),
]  # fmt: skip


@pytest.mark.parametrize(("ruleset", "line", "expected"), WRONG, ids=[line or "nothing" for _, line, _ in WRONG])
def test_a_wrong_line_is_named_with_its_column(ruleset: Ruleset, line: str, expected: list[tuple[int, str]]) -> None:
    assert problems(line, ruleset) == expected


def test_an_abbreviation_that_two_could_have_is_no_guess() -> None:
    table = Table(players=tuple(map(Player, ("Anna", "Annette", "Cilli", "Dani"))), dealer=Player("Dani"))
    assert problems("An Wenz verloren", PUB, table) == [(1, "name_ambiguous")]
    found = read("Anne Wenz verloren", PUB, table)
    assert found.hand and found.hand["declarer"] == "Annette"
    found = read("Anna Wenz verloren", PUB, table)  # a whole name is no abbreviation
    assert found.hand and found.hand["declarer"] == "Anna"
