"""A whole evening as people write it: read, written, and what is wrong with it, line by line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import rules
from rules import PRESETS, Player, Ruleset, State, Table
from rules.notation import (
    Comes,
    Goes,
    HandStep,
    Stake,
    WrittenEnd,
    WrittenEvening,
    changes_of_seats,
    json_lines,
    read_evening,
    read_hand_lines,
    write_evening,
)
from rules.wording import words
from tests.rules.table import agreed, command, seated

FILES = sorted((Path(__file__).parent.parent / "cases" / "evenings").glob("*.json"))
PUB = PRESETS["bavarian"]["pub_10_20_50"]

EVENING = """\
Spiel: bavarian/pub_10_20_50
Hausregel: pot_sweetener = 5
Datum: 24.11.2026
Am Tisch: Anna Beppo Cilli "Dora M."
Geber: "Dora M."
Einsatz: 1 ct EUR
Ende: 5 Runden

1 Anna+Beppo Rufer Eichel 94
2 Geber=Cilli "Dora M." Solo Gras 61 L-4 # knapp
3 gestrichen Anna Solo Herz gewonnen
Emil kommt nach Beppo
4 zusammengeworfen
Anna geht
5 Emil Sie
"""


def _written_evening(case: dict[str, Any]) -> WrittenEvening:
    """The evening of a case, hand by hand."""
    ruleset, state, steps = rules.read_ruleset({"game": case["game"], "preset": case["preset"]}), State(), []
    for one in case["hands"]:
        table = Table(players=tuple(case["players"]), dealer=one["dealer"])
        report = rules.read_report(one["hand"], ruleset=ruleset, table=table, state=state)
        state = rules.score(report, ruleset, state).state
        steps.append(HandStep(report=report))
    stake = Stake(amount=case["stake_minor"], unit="ct EUR")
    players, dealer = tuple(case["players"]), case["first_dealer"]
    return WrittenEvening(ruleset=ruleset, players=players, dealer=dealer, stake=stake, steps=tuple(steps))


@pytest.mark.parametrize("language", words.LANGUAGES)
@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_worked_evening_comes_back_and_ends_with_the_same_points(file: Path, language: str) -> None:
    case = json.loads(file.read_text(encoding="utf-8"))
    text = write_evening(_written_evening(case), language=language)
    assert "=" not in text.split("\n\n")[0] and "Geber=" not in text and "dealer=" not in text
    found = read_evening(text)
    assert found.problems == () and found.evening == _written_evening(case)
    assert write_evening(found.evening, language=language) == text
    state, totals = State(), dict.fromkeys(case["players"], 0)
    for step, row in zip(found.evening.hands, case["hands"], strict=True):
        assert step.report.to_json() == {name: value for name, value in row["hand"].items() if name != "version"}
        score = rules.score(step.report, found.evening.ruleset, state)
        assert list(score.points.values()) == row["points"]
        state = score.state
        totals = {player: totals[player] + points for player, points in score.points.items()}
    assert list(totals.values()) == case["final_points"]


def test_an_evening_is_read_with_all_that_happened() -> None:
    found = read_evening(EVENING)
    assert found.problems == () and found.evening is not None
    assert found.evening.ruleset == agreed("bavarian", "pub_10_20_50", pot_sweetener=5)
    assert found.evening.players == ("Anna", "Beppo", "Cilli", "Dora M.")
    assert (found.evening.dealer, found.evening.date) == ("Dora M.", "24.11.2026")
    assert found.evening.stake == Stake(amount=1, unit="ct EUR")
    assert found.evening.end == WrittenEnd(kind="rounds", value=5)
    steps = found.evening.steps
    assert steps[3] == Comes(player=Player("Emil"), place=3) and steps[5] == Goes(player=Player("Anna"))
    hands = found.evening.hands
    assert [hand.is_void for hand in hands] == [False, False, True, False, False]
    assert [hand.line for hand in hands] == [9, 10, 11, 13, 15]
    # After Cilli, out of turn, Dora; a hand that was struck out takes nobody's deal.
    assert [hand.report.table.dealer for hand in hands] == ["Dora M.", "Cilli", "Dora M.", "Dora M.", "Beppo"]
    assert hands[4].report.table.players == ("Beppo", "Emil", "Cilli", "Dora M.")
    assert write_evening(found.evening) == EVENING


def test_it_is_read_in_other_words_too() -> None:
    text = """
# An evening in the pub
game: Bayerischer Schafkopf / Wirtshaus, 10/20/50
House rule: pot_sweetener = 5
Date: 24.11.2026
AT THE TABLE: Anna, Beppo, Cilli, "Dora M."
Stake: 1 ct EUR
End: 5 rounds

1. Anna Beppo Rufer Acorns 94
24.11. dealer=Cilli "Dora M." Solo Leaves 61 L-4  # knapp
void Anna heart-solo won\r
  # Emil is late
Emil comes before Cilli
Thrown in
Anna goes
Emil Sie
"""
    text = text.replace("heart-solo", "hearts-solo")
    found, other = read_evening(text), read_evening(EVENING)
    assert found.problems == () and found.evening == other.evening


ENDS = (
    None, WrittenEnd(kind="rounds", value=5), WrittenEnd(kind="deals", value=40), WrittenEnd(kind="points", value=200),
    WrittenEnd(kind="at", value="2026-11-24T22:00:00+00:00"),
)  # fmt: skip
OWN = [{"name": 'Blauer "Wenz" # 1', "price": 20}, {"name": "Spiel: 7", "price": 5}]
RULESETS = [ruleset for presets in PRESETS.values() for ruleset in presets.values()]
RULESETS += [agreed("bavarian"), agreed("bavarian", own_contracts=OWN, bock=True), agreed("sasku", strokes_to_win=12)]


@pytest.mark.parametrize("language", words.LANGUAGES)
@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda one: one.GAME)
def test_whatever_was_agreed_comes_back(ruleset: Ruleset, language: str) -> None:
    players = seated(ruleset.seats(ruleset.MOST_PLAYERS)).players
    for end in ENDS:
        stake = Stake(amount=2, unit="Halbe/Halbe") if end else None
        evening = WrittenEvening(ruleset=ruleset, players=players, dealer=players[0], stake=stake, end=end)
        text = write_evening(evening, language=language)
        found = read_evening(text)
        assert found.problems == () and found.evening == evening, text
        assert write_evening(evening, language=language) == text


WRONG = [
    ("", [(1, 1, "header_missing"), (1, 1, "header_missing")]),
    ("Spiel: bavarian/pub_10_20_50", [(1, 1, "header_missing")]),
    ("Spiel: skat\nAm Tisch: A B C D", [(1, 8, "game_unknown")]),
    ("Spiel: bavarian/skat\nAm Tisch: A B C D", [(1, 8, "preset_unknown")]),
    ("Spiel: bavarian\nHausregel: sweet = 5\nAm Tisch: A B C D", [(2, 12, "house_rule_unknown")]),
    ("Spiel: bavarian\nHausregel: pot_sweetener\nAm Tisch: A B C D", [(2, 12, "value_unreadable")]),
    ("Spiel: bavarian\nAm Tisch: A B", [(2, 11, "players_out_of_range")]),
    ("Spiel: bavarian\nAm Tisch: A B C A", [(2, 11, "player_twice")]),
    ("Spiel: bavarian\nAm Tisch: A B C D\nGeber: X", [(3, 8, "player_unknown")]),
    ("Spiel: bavarian\nAm Tisch: A B C D\nEinsatz: much", [(3, 10, "value_unreadable")]),
    ("Spiel: bavarian\nAm Tisch: A B C D\nEnde: bald", [(3, 7, "value_unreadable")]),
    ("Spiel: bavarian\nSpiel: sasku\nAm Tisch: A B C D", [(2, 8, "written_twice")]),
]


@pytest.mark.parametrize(("text", "expected"), WRONG, ids=[text or "nothing" for text, _ in WRONG])
def test_a_wrong_header_is_named(text: str, expected: list[tuple[int, int, str]]) -> None:
    found = read_evening(text)
    assert [(one.line, one.column, one.problem.code) for one in found.problems] == expected
    assert found.evening is None


def test_a_hand_that_no_books_hold_is_named_at_its_line() -> None:
    """What a hand is worth follows from the whole line, not from one word of it."""
    rules = ("solo_tariff = 1000", "most_doublings = 16", "several_may_double = false")
    header = ["Spiel: bavarian/pub_everything", *(f"Hausregel: {rule}" for rule in rules), "Am Tisch: A B C D"]
    found = read_evening("\n".join([*header, "A Solo Eichel gewonnen K16 gelegt=3"]))
    assert [(one.line, one.column, one.problem.code) for one in found.problems] == [(6, 1, "hand_too_large")]


def test_wrong_lines_are_named_and_right_ones_kept() -> None:
    lines = """\
Spiel: bavarian/pub_10_20_50
Am Tisch: Anna Beppo Cilli Dora
Anna+Beppo Rufer Eichel 94
Anna Wentz verloren
7 Beppo Wenz 121
Emil kommt nach Xaver
Anna kommt
Emil geht
Einsatz: 5 ct
Geber=Xaver Cilli Wenz verloren
Cilli Wenz verloren
"""
    found = read_evening(lines)
    assert [(one.line, one.column, one.problem.code) for one in found.problems] == [
        (4, 6, "word_unknown_near"), (5, 14, "points_out_of_range"), (6, 17, "player_unknown"),
        (7, 1, "player_is_here"), (8, 1, "player_unknown"), (9, 10, "header_too_late"), (10, 7, "player_unknown"),
    ]  # fmt: skip
    assert found.evening and [hand.line for hand in found.evening.hands] == [3, 11]
    # Dora dealt the first hand, and three more were dealt that cannot be read.
    assert [hand.report.table.dealer for hand in found.evening.hands] == ["Dora", "Dora"]


def test_a_tie_of_sasku_is_replayed_from_line_to_line() -> None:
    sasku = PRESETS["sasku"]["sasku"]
    found = read_hand_lines("Anna Karo 60\nWiederholung 61\nWiederholung 61", ruleset=sasku, table=seated(4))
    assert [(one.line, one.problem.code) for one in found.problems] == [(3, "replay_without_tie")]
    assert [hand.report.contract for hand in found.hands] == ["trumps", "replay"]


def test_who_went_and_who_came_follows_from_the_tables() -> None:
    before, after = tuple(map(Player, "ABCD")), tuple(map(Player, "XBYD"))
    steps = changes_of_seats(before, after)
    assert steps == (
        Goes(player=Player("A")), Goes(player=Player("C")), Comes(player=Player("X"), place=1),
        Comes(player=Player("Y"), place=3),
    )  # fmt: skip


# -- on the command line -----------------------------------------------------------------------------------------------


def _json_of(text: str) -> list[dict[str, Any]]:
    _, output = command(["read"], text.splitlines())
    return [json.loads(line) for line in output.decode().splitlines()]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_on_the_command_line_an_evening_goes_there_and_back(file: Path) -> None:
    case = json.loads(file.read_text(encoding="utf-8"))
    text = write_evening(_written_evening(case))
    lines = _json_of(text)
    assert [line["hand"] for line in lines] == [one["hand"] for one in case["hands"]]
    given = [json.dumps(line) for line in lines]
    code, output = command(["notate"], given)
    assert code == 0
    assert output.decode() == text.replace(f"Einsatz: {case['stake_minor']} ct EUR\n", "")
    scored = [json.loads(line) for line in command(["score"], given)[1].decode().splitlines()]
    assert [(one["id"], list(one["points"].values())) for one in scored] == [
        (line["id"], row["points"]) for line, row in zip(lines, case["hands"], strict=True)
    ]


def test_several_evenings_follow_one_another() -> None:
    other = EVENING.replace("Anna", "Xaver")
    lines = _json_of(f"{EVENING}\n{other}Unsinn\n")
    assert [line["id"] for line in lines] == [9, 10, 13, 15, 25, 26, 29, 31, 32]
    assert lines[-1]["problems"][0]["code"] == "word_unknown"
    code, output = command(["notate"], [json.dumps(line) for line in lines[:-1]])
    assert code == 0 and output.decode().count("Spiel: bavarian/pub_10_20_50") == 2
    again = _json_of(output.decode())
    assert [{**line, "id": 0} for line in again] == [{**line, "id": 0} for line in lines[:-1]]


def test_what_cannot_be_written_is_reported_beside_the_rest() -> None:
    line = {"game": "bavarian", "players": list("ABCD"), "hand": {"contract": "thrown_in"}}
    given = [json.dumps(line), "{", json.dumps({**line, "state": {"pot": 7}}), json.dumps({**line, "hand": {}})]
    code, output = command(["notate"], given)
    assert code == 1
    printed = output.decode().splitlines()
    assert [one.split(": ")[0] for one in printed[:3]] == ["# ! 2", "# ! 3", "# ! 4"]
    assert _json_of(output.decode())[0]["hand"] == {"contract": "thrown_in"}


def test_a_state_that_no_hand_has_left_cannot_be_written() -> None:
    table, evenings = seated(4), json_lines.EveningsOfHands()
    report = rules.read_report({"contract": "thrown_in"}, ruleset=PUB, table=table)
    with pytest.raises(rules.RulesError) as refused:
        evenings.add(report, PUB, State(pot=7))
    assert [problem.code for problem in refused.value.problems] == ["state_not_left"]


def test_under_way_only_hands_are_read() -> None:
    lines = "Emil kommt\nAnna geht\ngestrichen Anna Wenz verloren\nAnna Wenz verloren # " + "x" * 2_000
    found = read_hand_lines(lines, ruleset=PUB, table=seated(4))
    assert [(one.line, one.column, one.problem.code) for one in found.problems] == [
        (1, 6, "only_hands_here"), (2, 6, "only_hands_here"), (3, 1, "only_hands_here"), (4, 2001, "line_too_long"),
    ]  # fmt: skip


@pytest.mark.parametrize("id", ["Spiel 7", 7, ""])
@pytest.mark.parametrize("hand", [{"contract": "thrown_in"}, {"contract": "skat"}])
def test_the_id_of_a_line_comes_back_with_its_answer(id: object, hand: dict[str, object]) -> None:
    line = {"game": "bavarian", "players": list("ABCD"), "hand": hand, "id": id}
    [answer] = [json.loads(one) for one in command(["score"], [json.dumps(line)])[1].decode().splitlines()]
    assert next(iter(answer)) == "id" and answer["id"] == id


@pytest.mark.parametrize("id", [None, True, 1.5, [1], {"a": 1}, "x" * 201])
def test_an_id_is_a_short_text_or_a_whole_number(id: object) -> None:
    line = {"game": "bavarian", "players": list("ABCD"), "hand": {"contract": "thrown_in"}, "id": id}
    [answer] = [json.loads(one) for one in command(["score"], [json.dumps(line)])[1].decode().splitlines()]
    assert [(one["field"], one["code"]) for one in answer["problems"]] == [("id", "not_text")]
