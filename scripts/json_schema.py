"""JSON Schemas (2020-12) of the input and output of the rules, built from the readers of that input."""

import inspect
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields
from enum import StrEnum
from typing import Any

from rules import hand_tags, reading
from rules.base_ruleset import Contract, Sides
from rules.cards import FRENCH, GERMAN, Suit
from rules.games.registry import GAMES, contracts_by_tag
from rules.games.tally_game import AgreedTally
from rules.own_contracts import MAX_NAME, OwnContract
from rules.report import AgreedHand, DeclaredHand, FixedSidesHand, Report, RoundCall
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
    # In place: mypy refuses clients that use a named one twice.
    reading.read_calls: _CALLS,
}
_NAMED: Mapping[reading.Reader, str] = {
    reading.read_card: "Card",
    reading.read_counts: "Counts",
}
_PACKS: Mapping[tuple[Suit, ...], str] = {FRENCH: "FrenchSuit", GERMAN: "GermanSuit"}
_OWN_NAME: Schema = {"type": "string", "minLength": 1, "maxLength": MAX_NAME, "description": "its name at this table."}
# Fields that depend on the contract or on the cards of the game.
_OF_CONTRACT = ("declarer", "partner", "trump_suit")
# Fields without which no table takes a hand of this kind.
_REQUIRED: Mapping[type[Report], tuple[str, ...]] = {
    AgreedTally: ("why",),  # and either points or a tally
    AgreedHand: ("points", "why"),
    RoundCall: ("round",),
    FixedSidesHand: ("winner",),
}


def hand_schemas(refer: Refer) -> dict[str, Schema]:
    """Return name -> schema of each kind of hand, one for each contract of each game, and of their shared parts."""
    packs = {name: words_schema(pack) for pack, name in _PACKS.items()}
    kinds = [contract.report for *_, contract in _all_game_hands()]
    shared = {_fields_name(kind): _fields_schema(kind, refer) for kind in kinds}
    return kinds_of_hands(refer) | shared | packs | parts_schemas(kinds, refer)


def kinds_of_hands(refer: Refer) -> dict[str, Schema]:
    """Return name -> schema of a hand of each contract of each game."""
    return {
        hand_schema_name(game, tag): _hand_schema(game, tag, contract, refer)
        for game, tag, contract in _all_game_hands()
    }


def hand_union(refer: Refer) -> Schema:
    """Return a hand: one of all kinds.

    One level and one tag: not every client generator takes a union inside a union.
    """
    names = {hand_tags.kind_of_hand(game, tag): hand_schema_name(game, tag) for game, tag, _ in _all_game_hands()}
    return tagged_union(hand_tags.KIND, names, refer)


def tagged_union(tag: str, names: Mapping[str, str], refer: Refer) -> Schema:
    """Return a union that the value of one property decides. names: value -> name of its schema."""
    mapping = {value: refer(name) for value, name in names.items()}
    return {
        "oneOf": [{"$ref": reference} for reference in mapping.values()],
        "discriminator": {"propertyName": tag, "mapping": mapping},
    }


def hand_schema_name(game: str, contract: str) -> str:
    """Return the name of a hand's schema: `BavarianSoloTout`, for own contracts `BavarianOwnContract`."""
    return name_in_game(game, "OwnContract" if contract == hand_tags.OWN else _camel_case(contract))


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


def _all_game_hands() -> list[tuple[str, str, Contract]]:
    return [(game, tag, contract) for game in GAMES for tag, contract in contracts_by_tag(game).items()]


def _hand_schema(game: str, tag: str, contract: Contract, refer: Refer) -> Schema:
    """Return the fields of the kind of report, together with those of this contract."""
    kind, required = contract.report, required_fields(contract)
    general = _object_schema(kind, refer)["properties"]
    own_fields = {
        hand_tags.KIND: constant_schema(hand_tags.kind_of_hand(game, tag)) | {"description": "game and contract."},
        **({hand_tags.NAME: _OWN_NAME} if contract.is_own else {}),
        **{name: general[name] for name in _OF_CONTRACT if name in general},
    }
    if "trump_suit" in own_fields:
        text = {"description": general["trump_suit"]["description"]}
        own_fields["trump_suit"] = nullable_schema({"$ref": refer(_PACKS[GAMES[game].PACK])}) | text
    own_fields |= {name: required_schema(own_fields[name]) for name in required if name in own_fields}
    called = "a contract of the table's own" if contract.is_own else words.contract_name(contract.id, "en")
    return {
        # Not in the title, which many generators take for the name of the class.
        "description": f"{words.game_name(game, 'en')}: {called}.",
        "allOf": [
            {"type": "object", "properties": own_fields, "required": [name for name in required if name in own_fields]},
            {"$ref": refer(_fields_name(kind))},
        ],
        "unevaluatedProperties": False,
    }


def _fields_schema(kind: type[Report], refer: Refer) -> Schema:
    """Return the fields that all hands of this kind share, whatever their contract."""
    found = _object_schema(kind, refer)
    shared = {
        name: required_schema(one) if name in _REQUIRED.get(kind, ()) else one
        for name, one in found["properties"].items()
        if name not in (hand_tags.CONTRACT, *_OF_CONTRACT)
    }
    required = {"required": list(_REQUIRED[kind])} if kind in _REQUIRED else {}
    return {"type": "object", "description": found["description"], "properties": shared, **required}


def _fields_name(kind: type[Report]) -> str:
    return f"{kind.__name__}Fields"


def required_fields(contract: Contract) -> tuple[str, ...]:
    """Return the fields without which every table refuses the hand; house rules may require more."""
    kind, own = contract.report, (hand_tags.NAME,) if contract.is_own else ()
    found = _REQUIRED.get(kind, ())
    if issubclass(kind, DeclaredHand):
        found = tuple(name for name, is_required in _required_of_declarer(contract).items() if is_required)
    return (hand_tags.KIND, *own, *found)


def _required_of_declarer(contract: Contract) -> dict[str, bool]:
    """Return field -> whether it is required; other fields may tell the declarer and the partner."""
    is_told_otherwise = contract.decided_by_doubling or contract.declared_by_queens or contract.is_replay
    passed = not contract.has_declarer and "team" in reading.field_readers(contract.report)
    return {
        "declarer": not is_told_otherwise and not passed,
        # A house rule gives a forced contract fixed partners (X44), as an own contract may have.
        "partner": contract.sides is Sides.PARTNERS and not is_told_otherwise and not contract.is_forced,
        "trump_suit": contract.needs_trump,
    }


def _object_schema(kind: type[Any], refer: Refer) -> Schema:
    descriptions = field_descriptions(kind)
    limits = {one.name: one.metadata["numbers"] for one in fields(kind) if one.metadata.get("numbers")}
    readers = reading.field_readers(kind)
    return {
        "type": "object",
        "description": class_description(kind),
        "properties": {
            name: nullable_schema(_reader_schema(read, refer))
            | (dict(zip(("minimum", "maximum"), limits[name], strict=True)) if name in limits else {})
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


def constant_schema(value: str) -> Schema:
    """Return a tag, as a pattern too: openapi-generator passes over constants."""
    return {"type": "string", "const": value, "pattern": f"^{re.escape(value)}$"}


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
    return nullable_schema(number) if metadata["may_be_none"] else number


def required_schema(schema: Schema) -> Schema:
    """Return the schema without null and the empty text."""
    if isinstance(schema.get("type"), list):
        [kind] = [one for one in schema["type"] if one != "null"]
        return {**schema, "type": kind, **({"minLength": 1} if kind == "string" else {})}
    if "anyOf" in schema:
        [other] = [one for one in schema["anyOf"] if one != {"type": "null"}]
        return {**other, **{name: value for name, value in schema.items() if name != "anyOf"}}
    return schema


def nullable_schema(schema: Schema) -> Schema:
    if "$ref" in schema or "anyOf" in schema:
        return {"anyOf": [*schema.get("anyOf", [schema]), {"type": "null"}]}
    return {**schema, "type": [schema["type"], "null"]}


def _camel_case(name: str) -> str:
    return "".join(part.capitalize() for part in name.split("_"))
