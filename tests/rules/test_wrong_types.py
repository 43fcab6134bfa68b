"""A value of the wrong type, in every field of every kind of hand, is refused where it stands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields

import pytest

import rules
from rules import GAMES, PRESETS, Contract, Level, Player, RulesError
from rules.cards import Card, Suit
from rules.report import Call, Surrender, TopTrumps
from tests.rules.table import problems

# For each type of field what never is one. Empty values are left out: they mean that nothing was reported.
_PLAYER = [5, 1.5, True, ["Anna"], {"Anna": 1}]
_NUMBER = ["5", 1.5, True, [5], {"Anna": 1}, 10**20]
_YES_OR_NO = ["yes", 0, 1, [True], {"Anna": True}]
_CHOICE = ["zebra", 5, True, ["plain"], {"Anna": 1}]
_OBJECT = ["Anna", 5, True, [5], {"zebra": 1}]
WRONG: dict[object, list[object]] = {
    Player | None: _PLAYER,
    int: _NUMBER,
    int | None: _NUMBER,
    bool: _YES_OR_NO,
    bool | None: _YES_OR_NO,
    Suit | None: _CHOICE,
    Level | None: _CHOICE,
    Surrender: _CHOICE,
    Call | None: _OBJECT,
    TopTrumps | None: _OBJECT,
    Card | None: ["ace", 5, True, ["ace"], {"rank": "ace"}, {"rank": "zebra", "suit": "clubs"}],
    str: [5, True, ["a"], {"a": 1}, "a" * 201],
    tuple[int, ...]: ["5", 5, True, {"Anna": 1}, ["5"], [1.5], [-1], [17], [None]],
    tuple[Player, ...]: ["Anna", 5, True, {"Anna": 1}, [5], [None]],
    tuple[Player | None, ...]: ["Anna", 1.5, True, -1, 17, {"Anna": 1}, [5], [None] * 17],
    Mapping[Player, int] | None: ["Anna", 5, True, [5], {"Anna": "5"}, {"Anna": 1.5}, {"Anna": None}],
}
NESTED: dict[object, type] = {Call | None: Call, TopTrumps | None: TopTrumps}


def _typed_fields(kind: type, prefix: str = "") -> Iterator[tuple[str, object]]:
    """Dotted name and type of every field that JSON can fill."""
    for one in fields(kind):
        if "read" in one.metadata:
            yield f"{prefix}{one.name}", one.type
            if one.type in NESTED:
                yield from _typed_fields(NESTED[one.type], f"{one.name}.")


def _kinds_of_hand() -> Iterator[tuple[str, str, Contract]]:
    """Each class of reports once, with a preset and a contract that use it."""
    seen = set()
    presets = [(game, preset, ruleset) for game in GAMES for preset, ruleset in PRESETS[game].items()]
    for game, preset, ruleset in presets:
        for contract in ruleset.contracts(ruleset.seats(4)):
            if contract.report not in seen:
                seen.add(contract.report)
                yield game, preset, contract


WrongField = tuple[str, str, str, str, object]


def _wrong_fields() -> Iterator[WrongField]:
    for game, preset, contract in _kinds_of_hand():
        for name, kind in _typed_fields(contract.report):
            for value in WRONG.get(kind, _OBJECT):
                yield game, preset, contract.id, name, value


@pytest.mark.parametrize(("game", "preset", "contract", "name", "value"), list(_wrong_fields()))
def test_a_value_of_the_wrong_type_is_refused_where_it_stands(
    game: str, preset: str, contract: str, name: str, value: object
) -> None:
    outer, _, inner = name.partition(".")
    hand = {"contract": contract, outer: {inner: value} if inner else value}
    found = problems(hand, PRESETS[game][preset])
    assert any(field == name or field.startswith(f"{name}.") for field, _ in found)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        (name, value)
        for name, kind in [("dealer", Player | None), ("pot", int), ("bock", tuple[int, ...])]
        for value in WRONG[kind]
    ],
)
def test_a_wrong_state_is_refused_where_it_stands(name: str, value: object) -> None:
    with pytest.raises(RulesError, match=f"state.{name}"):
        rules.read_state({name: value})
