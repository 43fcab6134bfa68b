"""What can be played, and the calculator: no evening needed."""

import json
import subprocess
import sys
from typing import Any

import pytest

from rules import GAMES, PRESETS
from tests.support.api_phone import Phone, unchanged

PLAYERS = ["Anna", "Beppo", "Cilli", "Done"]
RUFER = {
    "kind": "bavarian.rufer",
    "declarer": "Beppo",
    "partner": "Cilli",
    "card_points": 94,
    "top_trumps": {"count": 4},
}
SOLO = {"kind": "bavarian.solo"}
LINE: dict[str, Any] = {
    "game": "bavarian",
    "preset": "pub_10_20_50",
    "players": PLAYERS,
    "dealer": "Anna",
    "hand": RUFER,
}


def test_all_games_are_there_with_their_presets_and_contracts(phone: Phone) -> None:
    games = {game["id"]: game for game in phone.get("games").json["games"]}
    assert set(games) == set(GAMES)
    for id, game in games.items():
        presets = {preset["id"]: preset for preset in game["presets"]}
        assert set(presets) == set(PRESETS[id])
        for name, preset in presets.items():
            ruleset = PRESETS[id][name]
            assert preset["house_rules"] == json.loads(json.dumps(ruleset.to_json()["house_rules"]))
            for group in preset["contracts"]:
                for players in group["players"]:
                    listed = [contract["id"] for contract in group["contracts"]]
                    assert listed == [contract.id for contract in ruleset.contracts(players)]
                    assert set(listed) <= game["fields"].keys()
            numbers = [players for group in preset["contracts"] for players in group["players"]]
            assert numbers == list(range(ruleset.LEAST_PLAYERS, ruleset.MOST_PLAYERS + 1))


def test_a_house_rule_of_rows_says_what_may_stand_in_them(phone: Phone) -> None:
    games = {game["id"]: game for game in phone.get("games").json["games"]}
    rows: dict[str, Any] = {
        id: next((rule["rows"] for rule in game["house_rules"] if rule["id"] == "own_contracts"), None)
        for id, game in games.items()
    }
    assert rows["bavarian"]["sides"]["choices"] == ["alone", "partners", "opposite"]
    assert rows["palatinate"]["sides"]["choices"] == ["alone"]
    assert rows["bierkopf"].keys() == {"most", "name", "price", "counts_schneider"}
    assert rows["sasku"] is None


@pytest.mark.parametrize(
    ("language", "name", "suit"), [("de", "Pfälzer Schafkopf", "Kreuz"), ("en", "Palatinate Schafkopf", "Clubs")]
)
def test_games_are_named_in_the_language_of_the_request(phone: Phone, language: str, name: str, suit: str) -> None:
    answer = phone.get("games", accept_language=language)
    game = next(game for game in answer.json["games"] if game["id"] == "palatinate")
    assert (game["name"], answer.headers["Content-Language"]) == (name, language)
    assert suit in {one["name"] for one in game["suits"]}
    assert "Accept-Language" in answer.headers["Vary"]


def test_a_hand_is_scored_with_its_reasons_in_words_and_nothing_is_written(phone: Phone) -> None:
    answer = unchanged(lambda: phone.post("hands/score", LINE))
    assert answer.status == 200
    assert answer.json["points"] == {"Anna": -70, "Beppo": 70, "Cilli": 70, "Done": -70}
    assert (answer.json["value"], answer.json["level"], answer.json["state"]) == (70, "schneider", {"dealer": "Beppo"})
    assert [(reason["code"], reason["amount"]) for reason in answer.json["reasons"]] == [
        ("tariff.rufer", 20),
        ("schneider", 10),
        ("matadors", 40),
    ]
    assert answer.json["text"] == "Beppo with Cilli: Rufer, won with Schneider, 94 card points, 4 Laufende"
    assert answer.json["sum"].endswith("=\u00a070")


def test_the_calculator_answers_as_the_command_line_does(phone: Phone) -> None:
    line = LINE | {"house_rules": {"pot_sweetener": 10}, "state": {"pot": 40, "bock": [1]}}
    command = [sys.executable, "-m", "rules", "score", "--language", "en"]
    printed = subprocess.run(command, input=json.dumps(line), capture_output=True, text=True, check=True).stdout
    assert phone.post("hands/score", line).json == json.loads(printed)


@pytest.mark.parametrize(
    ("changes", "problems"),
    [
        ({"game": "skat"}, [("game_unknown", "game")]),
        ({"preset": "nobody's"}, [("preset_unknown", "preset")]),
        ({"preset": []}, [("not_text", "preset")]),
        ({"version": 99}, [("version_unknown", "version")]),
        ({"house_rules": {"nonsense": 1}}, [("house_rule_unknown", "nonsense")]),
        ({"house_rules": {"allowed": [[]]}}, [("house_rule_impossible", "allowed")]),
        ({"hand": None}, [("field_missing", "hand")]),
        ({"hand": []}, [("not_a_mapping", "hand")]),
        ({"hand": SOLO | {"kind": "palatinate.solo"}}, [("hand_of_another_game", "kind")]),
        ({"hand": RUFER | {"card_points": 121}}, [("points_out_of_range", "card_points")]),
        ({"players": ["Anna", 7, "Cilli", "Done"]}, [("not_text", "players.1")]),
        ({"kind": "Rufer", "version": "1"}, [("field_unexpected", "kind"), ("not_integer", "version")]),
        ({"state": {"pot": -1}}, [("pot_below_zero", "state.pot")]),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_line_is_named(
    phone: Phone, changes: dict[str, object], problems: list[tuple[str, str]]
) -> None:
    answer = phone.post("hands/score", LINE | changes)
    assert answer.status == 400
    assert set(problems) <= set(answer.problems)


def test_everything_wrong_is_named_at_once(phone: Phone) -> None:
    line = LINE | {"house_rules": {"nonsense": 1}, "version": "1", "hand": {**SOLO, "kontra": 99}}
    found = phone.post("hands/score", line | {"house_rules": {}}).problems
    assert found == [
        ("not_integer", "version"),
        ("calls_out_of_range", "kontra"),
        ("declarer_missing", "declarer"),
        *[problem for problem in found if problem[1] in ("trump_suit", "card_points")],
    ]
    assert set(phone.post("hands/score", line).problems) == {
        ("not_integer", "version"),
        ("house_rule_unknown", "nonsense"),
    }


def test_a_problem_is_named_in_the_language_of_the_request(phone: Phone) -> None:
    line = LINE | {"hand": RUFER | {"declarer": "Elis"}}
    messages = {
        language: phone.post("hands/score", line, accept_language=language).json["error"]["message"]
        for language in ("de", "en", "fr")
    }
    assert messages == {
        "de": "Elis sitzt nicht am Tisch.",
        "en": "Elis is not at the table.",
        "fr": "Elis sitzt nicht am Tisch.",  # German is the language of the house
    }
