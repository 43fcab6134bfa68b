"""Whatever is registered is complete: games, presets, house rules and their worked rows."""

from __future__ import annotations

import dataclasses
import os
import subprocess
import sys
from collections.abc import Iterator
from enum import StrEnum

import pytest

import rules
from rules import GAMES, PRESETS, RulesetError
from tests.rules.rows import CASES, rows
from tests.rules.table import ROOT, Json, command

ALL_PRESETS = [(game, preset) for game in GAMES for preset in PRESETS[game]]
ALL_HOUSE_RULES = [(game, name) for game in GAMES for name, _, _ in GAMES[game].house_rules()]
WORKED = {row["game"] for path in CASES.glob("*.jsonl") for row in rows(path.name) if "game" in row}
# Bierkopf, Mucken and the two-handed game have no scoring in the documents, so nobody could work a row (B107, X63).
WITHOUT_SCORING = {"bierkopf"}


@pytest.mark.parametrize("game", sorted(GAMES.keys() - WITHOUT_SCORING))
def test_a_registered_game_has_worked_rows(game: str) -> None:
    assert game in WORKED


def test_worked_rows_are_of_registered_games() -> None:
    assert GAMES.keys() >= WORKED


@pytest.mark.parametrize("game", GAMES)
def test_a_game_knows_its_name_and_has_presets(game: str) -> None:
    assert game == GAMES[game].GAME
    assert PRESETS[game]
    assert all(type(preset) is GAMES[game] for preset in PRESETS[game].values())


@pytest.mark.parametrize(("game", "preset"), ALL_PRESETS)
def test_a_preset_is_read_by_name_and_from_its_snapshot(game: str, preset: str) -> None:
    ruleset = PRESETS[game][preset]
    assert rules.read_ruleset({"game": game, "preset": preset}) == ruleset
    assert rules.read_ruleset(ruleset.to_json()) == ruleset
    assert {one.name for one in dataclasses.fields(ruleset)} == set(_settled(ruleset.to_json()))


def _settled(snapshot: Json) -> Json:
    house_rules = snapshot["house_rules"]
    assert isinstance(house_rules, dict)
    return house_rules


def test_no_two_presets_of_a_game_are_alike() -> None:
    for presets in PRESETS.values():
        assert len(set(presets.values())) == len(presets)


@pytest.mark.parametrize(("game", "preset"), ALL_PRESETS)
def test_contracts_have_ids_of_their_own(game: str, preset: str) -> None:
    ruleset = PRESETS[game][preset]
    for people in range(ruleset.LEAST_PLAYERS, ruleset.MOST_PLAYERS + 1):
        ids = [contract.id for contract in ruleset.contracts(people)]
        assert len(set(ids)) == len(ids)


# -- house rules -------------------------------------------------------------------------------------------------------


def _impossible(game: str, name: str) -> Iterator[object]:
    """Values just outside what a house rule may be, and of other types."""
    default, metadata = next((default, meta) for known, default, meta in GAMES[game].house_rules() if known == name)
    yield from ({"a": 1}, 1.5, "zebra")
    if not metadata["may_be_none"]:
        yield None
    if isinstance(default, tuple):
        yield from (["zebra"], [[]], 5, [5])
    elif isinstance(default, bool | StrEnum):
        yield from (5, [True])
    else:
        yield from (metadata["least"] - 1, metadata["most"] + 1, True, [1])


@pytest.mark.parametrize(("game", "name"), ALL_HOUSE_RULES)
def test_an_impossible_house_rule_is_refused_by_its_name(game: str, name: str) -> None:
    for value in _impossible(game, name):
        with pytest.raises(RulesetError) as refused:
            rules.read_ruleset({"game": game, "house_rules": {name: value}})
        assert name in {problem.field.partition(".")[0] for problem in refused.value.problems}, value


@pytest.mark.parametrize("game", GAMES)
def test_all_impossible_house_rules_are_named_at_once(game: str) -> None:
    names = [name for name, _, _ in GAMES[game].house_rules()]
    with pytest.raises(RulesetError) as refused:
        rules.read_ruleset({"game": game, "house_rules": {**dict.fromkeys(names, "zebra"), "beer": 1}})
    assert {problem.field for problem in refused.value.problems} == {*names, "beer"}


@pytest.mark.parametrize("language", ["de", "en"])
def test_the_command_lists_everything_there_is(language: str) -> None:
    code, output = command(["games", "--language", language])
    printed = output.decode()
    assert code == 0
    for game, preset in ALL_PRESETS:
        assert f"\n  preset {preset}: " in printed and f"{game}: " in printed
    for _game, name in ALL_HOUSE_RULES:
        assert f"\n  house rule {name} = " in printed


def test_a_reader_who_has_seen_enough_gets_no_traceback() -> None:
    # The reader has gone before the first line: a pipe would hold the whole list for a slower one.
    reader, writer = os.pipe()
    os.close(reader)
    with open(writer, "wb") as nobody:
        listing = subprocess.run(
            [sys.executable, "-m", "rules", "games"], stdout=nobody, stderr=subprocess.PIPE, cwd=ROOT
        )
    assert (listing.stderr, listing.returncode) == (b"", 141)
