"""JSON Schemas (2020-12) of the input and output of the rules, built from the readers of that input."""

import inspect
import re
from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum
from typing import Any

from rules import reading
from rules.base_ruleset import Ruleset
from rules.cards import FRENCH, GERMAN, Suit
from rules.games.registry import GAMES, PRESETS, possible_contracts
from rules.own_contracts import OwnContract
from rules.report import Report
from rules.state import State
from rules.wording import words

Schema = dict[str, Any]
# Name of a part -> reference to its schema in the document.
Refer = Callable[[str], str]

# The first line of a docstring's text on one field, or on several.
_FIELD_TEXT = re.compile(r"([a-z_]+(?:, [a-z_]+)*): +(.+)")
_PLAYER: Schema = {"type": "string"}
_NUMBER: Schema = {"type": "integer", "minimum": -reading.MAX_NUMBER, "maximum": reading.MAX_NUMBER}
_CALLS: Schema = {
    "anyOf": [
        {"type": "integer", "minimum": 0, "maximum": reading.MAX_CALLS},
        {"type": "array", "items": {"type": ["string", "null"]}, "maxItems": reading.MAX_CALLS},
    ]
}
_PLAIN: Mapping[reading.Reader, Schema] = {
    reading.read_player: _PLAYER,
    reading.read_int: _NUMBER,
    reading.read_bool: {"type": "boolean"},
    reading.read_text: {"type": "string", "maxLength": reading.MAX_TEXT},
}
_NAMED: Mapping[reading.Reader, str] = {
    reading.read_card: "Card",
    reading.read_counts: "Counts",
    reading.read_calls: "Calls",
}
_PACKS: Mapping[tuple[Suit, ...], str] = {FRENCH: "FrenchSuit", GERMAN: "GermanSuit"}


def hand_schemas(refer: Refer) -> dict[str, Schema]:
    """Return name -> schema of each kind of hand, one for each contract of each game, and of their shared parts."""
    hands = {hand_schema_name(game, id): _hand_schema(game, id, kind, refer) for game, id, kind in _all_game_hands()}
    packs = {name: words_schema(pack) for pack, name in _PACKS.items()}
    return hands | packs | parts_schemas([kind for *_, kind in _all_game_hands()], refer)


def hand_schema_name(game: str, contract: str) -> str:
    """Return the name of a hand's schema: `BavarianSoloTout`, for own contracts `BavarianOwnContract`."""
    of_contract = "own_contract" if contract.startswith(words.OWN_CONTRACT) else contract
    return name_in_game(game, _camel_case(of_contract))


def state_schemas(refer: Refer) -> dict[str, Schema]:
    return {"State": _object_schema(State, refer)} | parts_schemas([State], refer)


def house_rules_schemas(refer: Refer) -> dict[str, Schema]:
    """Return name -> schema of the house rules of each game, and of own contracts."""
    return {
        name_in_game(id, "HouseRules"): {
            "type": "object",
            "description": f"House rules, {words.game_name(id, 'en')}.",
            "properties": {
                name: _house_rule_schema(default, metadata, refer)
                | {"description": words.house_rule_text(id, name, "en")}
                for name, default, metadata in game.house_rules()
            },
            "additionalProperties": False,
        }
        for id, game in GAMES.items()
    } | {"OwnContract": _object_schema(OwnContract, refer), **parts_schemas([OwnContract], refer)}


def name_in_game(game: str, part: str) -> str:
    """Return a name such as `BavarianHouseRules`."""
    return _camel_case(game) + part


def parts_schemas(kinds: Iterable[type[Any]], refer: Refer) -> dict[str, Schema]:
    """Return name -> schema of the parts of these classes that have a schema of their own, at any depth."""
    found: dict[str, Schema] = {}
    waiting = [read for kind in kinds for read in reading.field_readers(kind).values()]
    while waiting:
        read = waiting.pop()
        if isinstance(read, reading.ListReader):
            waiting.append(read.read)
        elif (name := _part_name(read)) and name not in found:
            found[name] = _part_schema(read, refer)
            waiting += _nested_readers(read)
    return found


def class_description(kind: type[Any]) -> str:
    """Return the docstring's text on the whole class."""
    return split_docstring(kind)[0]


def field_descriptions(kind: type[Any]) -> dict[str, str]:
    """Return field -> text on it, from the docstrings of the class and of its bases."""
    found: dict[str, str] = {}
    for one in reversed(kind.__mro__):
        for names, text in split_docstring(one)[1]:
            found |= dict.fromkeys(names, text)
    return found


def split_docstring(kind: type[Any]) -> tuple[str, list[tuple[tuple[str, ...], str]]]:
    """Return the docstring's text on the whole class, and its texts on fields, each with their names.

    A text on a field ends before the next field or an empty line.
    """
    whole, fields, is_of_field = list[str](), list[tuple[tuple[str, ...], str]](), False
    for line in _join_docstring_lines(kind).split("\n"):
        if found := _FIELD_TEXT.fullmatch(line):
            fields.append((tuple(found[1].split(", ")), found[2]))
            is_of_field = True
        elif line and is_of_field:
            names, text = fields[-1]
            fields[-1] = names, f"{text} {line}"
        else:
            whole.append(line)
            is_of_field = False
    return re.sub(r"\n{3,}", "\n\n", "\n".join(whole)).strip(), fields


def _join_docstring_lines(kind: type[Any]) -> str:
    """Return the docstring of a class, with each indented line joined to the one before."""
    return re.sub(r"\n +(?=\S)", " ", inspect.cleandoc(kind.__doc__ or ""))


def _all_game_hands() -> list[tuple[str, str, type[Report]]]:
    """Return (game, contract, kind of report) of every contract; own contracts are one, at the end."""
    own = [game for game in GAMES if "own_contracts" in {name for name, *_ in GAMES[game].house_rules()}]
    return [
        *((game, contract.id, contract.report) for game in GAMES for contract in possible_contracts(game).values()),
        *((game, words.OWN_CONTRACT, _report_of_own_contract(next(iter(PRESETS[game].values())))) for game in own),
    ]


def _hand_schema(game: str, contract: str, kind: type[Report], refer: Refer) -> Schema:
    schema, is_own = _object_schema(kind, refer), contract == words.OWN_CONTRACT
    fields = schema["properties"]
    fields["contract"] = {"type": "string", "pattern": f"^{contract}"} if is_own else {"const": contract}
    if "trump_suit" in fields:
        fields["trump_suit"] = _nullable_schema({"$ref": refer(_PACKS[GAMES[game].PACK])})
    called = "a contract of the table's own" if is_own else words.contract_name(contract, "en")
    # Not in the title, which many generators take for the name of the class.
    description = f"{words.game_name(game, 'en')}: {called}. {schema['description']}".strip()
    return {**schema, "description": description, "required": ["contract"]}


def _report_of_own_contract(ruleset: Ruleset) -> type[Report]:
    name, price = "A", 1
    changed = ruleset.with_house_rules({"own_contracts": [{"name": name, "price": price}]})
    contracts = changed.contracts(max(4, changed.LEAST_PLAYERS))
    return next(one.report for one in contracts if one.is_own)


def _object_schema(kind: type[Any], refer: Refer) -> Schema:
    descriptions = field_descriptions(kind)
    readers = reading.field_readers(kind)
    return {
        "type": "object",
        "description": class_description(kind),
        "properties": {
            name: _nullable_schema(_reader_schema(read, refer))
            | ({"description": descriptions[name]} if name in descriptions else {})
            for name, read in readers.items()
        },
        "additionalProperties": False,
    }


def _reader_schema(read: reading.Reader, refer: Refer) -> Schema:
    if read in _PLAIN:
        return _PLAIN[read]
    if isinstance(read, reading.ListReader):
        return {"type": "array", "items": _reader_schema(read.read, refer)}
    if name := _part_name(read):
        return {"$ref": refer(name)}
    raise AssertionError(f"no schema says what {read} reads")


def _part_name(read: reading.Reader) -> str | None:
    """Return the name of a part's schema; None if the part is described in place."""
    if isinstance(read, reading.ChoiceReader):
        return read.choices.__name__
    if isinstance(read, reading.NestedReader):
        return read.kind.__name__
    return _NAMED.get(read)


def _part_schema(read: reading.Reader, refer: Refer) -> Schema:
    if isinstance(read, reading.ChoiceReader):
        return words_schema(read.choices.__members__.values())
    if isinstance(read, reading.NestedReader):
        return _object_schema(read.kind, refer)
    if read is reading.read_calls:
        return _CALLS
    if read is reading.read_counts:
        return {"type": "object", "description": "A number for each player.", "additionalProperties": _NUMBER}
    return {
        "type": "object",
        "properties": {part: _reader_schema(one, refer) for part, one in reading.CARD.items()},
        "required": list(reading.CARD),
        "additionalProperties": False,
    }


def _nested_readers(read: reading.Reader) -> list[reading.Reader]:
    if isinstance(read, reading.NestedReader):
        return list(reading.field_readers(read.kind).values())
    return list(reading.CARD.values()) if read is reading.read_card else []


def words_schema(choices: Iterable[str]) -> Schema:
    return {"type": "string", "enum": [str(one) for one in choices]}


def _house_rule_schema(default: object, metadata: Mapping[str, Any], refer: Refer) -> Schema:
    if metadata["rows"]:
        most = metadata["rows"].to_json()["most"]
        return {"type": "array", "items": {"$ref": refer("OwnContract")}, "maxItems": most}
    if isinstance(default, tuple):
        return {"type": "array", "items": {"type": "string", "enum": list(metadata["choices"])}}
    if isinstance(default, StrEnum):
        return words_schema(type(default))
    if isinstance(default, bool):
        return {"type": "boolean"}
    number: Schema = {"type": "integer", "minimum": metadata["least"], "maximum": metadata["most"]}
    return _nullable_schema(number) if metadata["may_be_none"] else number


def _nullable_schema(schema: Schema) -> Schema:
    if "$ref" in schema or "anyOf" in schema:
        return {"anyOf": [*schema.get("anyOf", [schema]), {"type": "null"}]}
    return {**schema, "type": [schema["type"], "null"]}


def _camel_case(name: str) -> str:
    return "".join(part.capitalize() for part in name.split("_"))
