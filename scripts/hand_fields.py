"""`python -m scripts.hand_fields`: write the declared fields of a hand into documents and scripts.

Generated parts, each between two marks: the tables of docs/hand.md, the types of a hand in types.d.ts, the lists of
facts.js.
A test fails while one of them is out of date.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from rules.games.registry import GAMES, hand_fields, hand_kinds, possible_contracts
from rules.hand_fields import Control, HandField, fields_by_path
from rules.reading import (
    ChoiceReader,
    ListReader,
    NestedReader,
    Reader,
    field_readers,
    read_bool,
    read_calls,
    read_card,
    read_counts,
    read_int,
    read_player,
    read_players,
    read_text,
)
from rules.report import AgreedHand, DeclaredHand, FixedSidesHand, RamschHand, Report, RoundCall, ThrownIn
from rules.score import Level
from scripts.json_schema import class_description, field_descriptions

ROOT = Path(__file__).parents[1]
WEB = ROOT / "scorebook" / "web"
COLUMNS = 120
MANY = 5  # contracts, above which a document does not list them

# Reader -> value in the document, and type in the scripts.
VALUES: Mapping[Reader, tuple[str, str]] = {
    read_player: ("a player", "Player"),
    read_players: ("players", "Player[]"),
    read_counts: ("a number for each player", "Points"),
    read_calls: ('how often, or who in order: `2`, `["Anna", null]`', "number | Caller[]"),
    read_int: ("a number", "number"),
    read_bool: ("`true` or `false`", "boolean"),
    read_text: ("a text", "string"),
    read_card: ('a card: `{"rank", "suit"}`', "Card"),
}
# The kinds of lines in the table of a phone, by their reports.
LINE_KINDS: Mapping[str, type[Report]] = {
    "declared": DeclaredHand, "ramsch": RamschHand, "thrown_in": ThrownIn, "agreed": AgreedHand,
    "round": RoundCall, "fixed": FixedSidesHand,
}  # fmt: skip


def written() -> dict[Path, str]:
    """Return each file with its generated part brought up to date."""
    parts = {
        ROOT / "docs" / "hand.md": ("<!-- fields -->", "<!-- end of fields -->", _document()),
        WEB / "types.d.ts": ("// -- python -m scripts.hand_fields", "// -- end of fields", _types()),
        WEB / "static" / "web" / "facts.js": ("// -- python -m scripts.hand_fields", "// -- end of fields", _lists()),
    }
    return {path: _with_part(path.read_text(encoding="utf-8"), *part) for path, part in parts.items()}


def _with_part(text: str, start: str, end: str, part: str) -> str:
    before, _, rest = text.partition(f"{start}\n")
    _, found, after = rest.partition(end)
    if not found:
        raise AssertionError(f"no {end}")
    return f"{before}{start}\n{part}\n{end}{after}"


# -- docs/hand.md ------------------------------------------------------------------------------------------------------


def _document() -> str:
    tables = [_table("Every hand", Report)]
    tables += [_table(_title(kind), kind) for kind in hand_kinds()]
    return "\n\n".join(tables)


def _title(kind: type[Report]) -> str:
    contracts = [id for game in GAMES for id, one in possible_contracts(game).items() if one.report is kind]
    named = ", ".join(f"`{id}`" for id in dict.fromkeys(contracts))
    first = re.split(r"[:;.](?= |$)", class_description(kind))[0]
    return f"{first}: {named}" if len(set(contracts)) <= MANY else first


def _table(title: str, kind: type[Report]) -> str:
    inherited = {name for base in kind.__mro__[1:] if issubclass(base, Report) for name in fields_by_path(base)}
    rows = [_row(kind, one) for path, one in fields_by_path(kind).items() if path not in inherited]
    return "\n".join([f"**{title}**", "", "| field, and its word | value | meaning |", "|---|---|---|", *rows])


def _row(kind: type[Report], one: HandField) -> str:
    outer, _, inner = one.path.partition(".")
    described = field_descriptions(_nested(kind, outer) if inner else kind)
    return f"| `{one.path}` {one.words[0]} | {_value(one.read)} | {described.get(inner or outer, '')} |"


def _nested(kind: type[Any], name: str) -> type[Any]:
    read = field_readers(kind)[name]
    assert isinstance(read, NestedReader)
    return read.kind


def _value(read: Reader) -> str:
    if isinstance(read, ChoiceReader):
        return ", ".join(f"`{one}`" for one in read.choices)
    if isinstance(read, ListReader) and isinstance(read.read, NestedReader):
        return f"a list of {', '.join(f'`{name}`' for name in _names(read.read.kind))}"
    return VALUES[read][0]


def _names(kind: type[Any]) -> tuple[str, ...]:
    return tuple(field_readers(kind))


# -- types.d.ts --------------------------------------------------------------------------------------------------------


def _types() -> str:
    types: dict[str, set[str]] = {}
    nested: dict[str, type[Any]] = {}
    for kind in hand_kinds():
        for name, read in field_readers(kind).items():
            types.setdefault(name, set()).add(_type(read, nested))
    fields = [_member(name, found, " | null") for name, found in types.items() if name != "contract"]
    hand = _interface("Hand", ["contract: string;", *fields])
    return "\n\n".join([*(_interface(name, _members(kind)) for name, kind in nested.items()), hand])


def _interface(name: str, members: list[str]) -> str:
    return "\n".join([f"interface {name} {{", *(f"  {member}" for member in members), "}"])


def _members(kind: type[Any]) -> list[str]:
    readers = field_readers(kind)
    return [_member(name, {_type(read, {})}) for name, read in readers.items()]


def _member(name: str, types: set[str], absent: str = "") -> str:
    """Return a member; it is unchecked if kinds of hands have it as different types."""
    return f"{name}?: {types.pop()}{absent};" if len(types) == 1 else f"{name}?: any; // {' | '.join(sorted(types))}"


def _type(read: Reader, nested: dict[str, type[Any]]) -> str:
    if isinstance(read, ChoiceReader):
        return "Level" if read.choices is Level else "string"
    if isinstance(read, NestedReader):
        nested[read.kind.__name__] = read.kind
        return read.kind.__name__
    if isinstance(read, ListReader):
        return f"{{ {' '.join(_members(read.read.kind))} }}[]" if isinstance(read.read, NestedReader) else "Player[]"
    return VALUES[read][1]


# -- facts.js ----------------------------------------------------------------------------------------------------------


def _lists() -> str:
    lines = (_wrapped(f'  {line}: "{" ".join(dict.fromkeys(_judged(kind)))}",') for line, kind in LINE_KINDS.items())
    controls = [(one.path, one.control) for one in hand_fields().values() if one.control]
    rows = (
        f'  ["{control.question}", "{name}"{", true" if control.kind is Control.NUMBER else ""}],'
        for name, control in controls
        if control.kind is not Control.SWITCH
    )
    return "\n".join(
        [
            "/** Kind of hand -> the fields beside contract and note with which it can be judged here.",
            " *  @type {Record<string, string>} */",
            "export const FIELDS = {",
            *lines,
            "};",
            "/** The fields with a control of the same name in the form, each with its question.",
            " *  @type {[question: string, name: string, isNumber?: boolean][]} */",
            "export const CONTROLS = [",
            *rows,
            "];",
        ]
    )


def _judged(line_kind: type[Report]) -> Iterator[str]:
    for kind in hand_kinds():
        if issubclass(kind, line_kind):
            for path, one in fields_by_path(kind).items():
                if one.is_judged_by_phone and path not in fields_by_path(Report):
                    yield path.partition(".")[0]


def _wrapped(text: str) -> str:
    """Return a line of a string in as many lines as it needs, joined by `+`."""
    first, *more = textwrap.wrap(text, COLUMNS - 4)
    return ' " +\n'.join([first, *(f'    " {line}' for line in more)]).replace(' " +', '" +')


if __name__ == "__main__":
    for path, text in written().items():
        path.write_text(text, encoding="utf-8")
