"""Every value of every house rule that the start form offers, each at a table where it may have an effect."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from rules import Ruleset
from rules.games.bavarian.contracts import EVERY_CONTRACT
from tests.rules.readings import OWN
from tests.rules.table import agreed

Values = Mapping[str, object]

# The richest table of each game.
RICHEST: Mapping[str, Ruleset] = {
    "bavarian": agreed(
        "bavarian", "pub_everything", bock_after=["lost_solo"], ramsch_tariff=30, allowed=list(EVERY_CONTRACT)
    ),
    "palatinate": agreed("palatinate"),
    "asserufen": agreed("asserufen", "asserufen_quick"),
    "sasku": agreed("sasku"),
    "schafskopf24": agreed("schafskopf24", money="losers_pay"),
    "bierkopf": agreed("bierkopf"),
}
# What a value needs beside what its house rule needs, so that both can hold.
BESIDE: Mapping[tuple[str, object], Values] = {
    ("ramsch_tie", "shared"): {"ramsch_full_tie": "divide"},
    ("solo_tariff", 1): {"rufer_tariff": 1},
    ("schneider_value", 1): {"win_value": 1},
    ("schneider_value", 4): {"schwarz_value": 5},
    ("win_value", 2): {"schwarz_value": 5},
    ("schwarz_value", 2): {"win_value": 1},
    ("matador_maximum", 1): {"matador_minimum": 1, "matador_minimum_wenz": 1},
    ("matador_maximum", 2): {"matador_minimum": 2},
    ("rufer_tariff", 40): {"solo_tariff": 50},
    ("round_to", "down"): {"unit": 5},
    ("matador_minimum_rufer", 3): {"matador_minimum": 4},
    ("matador_minimum_suit_wenz", 2): {"matador_minimum_wenz": 3},
    ("lambapea_strokes", 1): {"lambapea_games": 1},
}
# A number with too many values to try each.
SOME_NUMBERS: Mapping[str, tuple[int, ...]] = {
    "win_value": (1, 2), "schneider_value": (1, 2, 4), "schwarz_value": (2, 3, 4), "rufer_tariff": (10, 20, 40),
    "solo_tariff": (50, 60), "unit": (5, 10, 15),
}  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class SettledValue:
    """A house rule settled one way, and the same table with that rule as it was."""

    rule: str
    value: object
    ruleset: Ruleset
    before: Ruleset

    def __str__(self) -> str:
        return f"{self.ruleset.GAME}: {self.rule} = {self.value}"


def settled_values(game: str) -> Iterator[SettledValue]:
    base = RICHEST[game]
    for name, default, metadata in base.house_rules():
        if not metadata["needs"]:  # never offered
            continue
        needed = _needed_rules(base, name)
        for value in _values(name, default, metadata):
            beside = {**needed, **BESIDE.get((name, value if not isinstance(value, list) else None), {})}
            before = base.with_house_rules(beside)
            if _as_json(getattr(before, name)) != value:
                ruleset = before.with_house_rules({name: value})
                yield SettledValue(rule=name, value=value, ruleset=ruleset, before=before)


def _values(name: str, default: object, metadata: Mapping[str, Any]) -> Iterator[object]:
    if metadata["rows"]:
        sides = metadata["rows"].sides or ("alone",)
        for row in OWN:
            if row.get("sides", "alone") in sides:
                yield [row]
        yield [row for row in OWN if row.get("sides", "alone") in sides]
    elif isinstance(default, bool):
        yield from (True, False)
    elif isinstance(default, StrEnum):
        yield from (one.value for one in type(default))
    elif isinstance(default, tuple):
        yield from ([one] for one in metadata["choices"])
        if name != "allowed":  # a table must play something
            yield []
    else:
        if metadata["may_be_none"]:
            yield None
        if name == "deck_cards":
            yield from (32, 24, 20)
        elif name in SOME_NUMBERS:
            yield from SOME_NUMBERS[name]
        else:
            least, most = metadata["least"], metadata["most"]
            yield from dict.fromkeys(min(least + more, most) for more in (0, 1, 2, 4))


def _needed_rules(base: Ruleset, name: str) -> dict[str, object]:
    """Values of other house rules under which this one has an effect."""
    metadata = next(metadata for one, _default, metadata in base.house_rules() if one == name)
    found: dict[str, object] = {}
    for other, wanted in metadata["needs"][0].items():
        held = getattr(base, other)
        found |= _needed_rules(base, other)
        if isinstance(wanted, bool):
            found[other] = _as_json(held) if bool(held) is wanted else _set(held, wanted)
        elif isinstance(held, tuple):
            found[other] = list(dict.fromkeys((*held, *wanted)))
        else:
            found[other] = _as_json(held) if held in wanted else wanted[0]
    return found


def _set(held: object, wanted: bool) -> object:
    if isinstance(held, bool):
        return wanted
    return ["lost_solo"] if isinstance(held, tuple) else 10


def _as_json(value: object) -> object:
    if isinstance(value, StrEnum):
        return value.value
    return list(value) if isinstance(value, tuple) else value
