"""Schemas of the rules for the document of the API: hands for each game and contract, states and house rules."""

from __future__ import annotations

import json
from typing import Any

from rules import GAMES, PRESETS
from scorebook.api.serializers.common import AmountsField, NamesField
from scorebook.clubs.club_groups import CupRule
from scorebook.exchange.imports.formats.registry import FORMATS
from scorebook.standings.boards.query import BoardMeasure
from scorebook.standings.records.club_records import FEATS
from scorebook.standings.seasons import season_agreement
from scripts import json_schema
from scripts.json_schema import words_schema

Schema = dict[str, Any]

# Words that several fields and queries take.
WORDS = {
    "Board": words_schema(BoardMeasure),
    "CupRule": words_schema(CupRule),
    "Feat": words_schema(FEATS),
    "GameOrAll": words_schema([*GAMES, "all"]),
    "ImportFormat": words_schema(FORMATS),
    "SeasonMeasure": words_schema(season_agreement.SeasonMeasure),
}
# Objects that contain house rules -> the property that names their game.
OF_ONE_GAME = {
    "PresetResponse": "",  # inside a game
    "GameResponse": "id",
    "RulesetResponse": "game",
    **dict.fromkeys(("OpenEveningRequest", "ScoreHandRequest", "ImportEveningsRequest"), "game"),
}
_PARTS_OF_GAME = ("HouseRules", "PresetId", *OF_ONE_GAME)


def refer(name: str) -> str:
    return f"#/components/schemas/{name}"


def add_rules_schemas(document: Schema) -> None:
    """Add hands for each game and contract, states and house rules."""
    components = document["components"]
    components["schemas"] |= {
        "Hand": json_schema.hand_union(refer),
        **json_schema.hand_schemas(refer),
        **json_schema.state_schemas(refer),
        **json_schema.house_rules_schemas(refer),
        "HouseRuleValue": {
            "anyOf": [
                *({"type": kind} for kind in ("string", "integer", "boolean", "null")),
                {"type": "array", "items": {"type": "string"}},
            ]
        },
        "GameId": words_schema(GAMES),
        **{json_schema.name_in_game(game, "PresetId"): words_schema(presets) for game, presets in PRESETS.items()},
        AmountsField.part: _object_of({"type": "integer"}, AmountsField),
        NamesField.part: _object_of({"type": "string"}, NamesField),
        "Exact": {"anyOf": [{"type": "integer"}, {"type": "string", "pattern": "^-?[0-9]+/[1-9][0-9]*$"}]},
        "PointsOrHalves": {"anyOf": [{"type": "integer"}, {"type": "string", "pattern": "^-?[0-9]+/[0-9]+$"}]},
        "ReasonArguments": {"type": "object", "additionalProperties": {"type": ["string", "integer"]}},
    }
    _split_by_game(components["schemas"])


def _split_by_game(schemas: dict[str, Schema]) -> None:
    """Give each object with house rules a schema per game; otherwise clients would take the first that fits."""
    for name, tag in OF_ONE_GAME.items():
        whole = schemas.pop(name)
        of_game = {field for field, one in whole["properties"].items() if _is_of_game(one)}
        rest = {field: one for field, one in whole["properties"].items() if field not in of_game}
        shared = f"{name}Fields"
        schemas[shared] = {
            "type": "object",
            "properties": rest,
            "required": [field for field in whole["required"] if field not in of_game],
        }
        own = json.dumps({field: whole["properties"][field] for field in whole["properties"] if field in of_game})
        for game in GAMES:
            special = own.replace(json.dumps({"$ref": refer("GameId")}), json.dumps(json_schema.constant_schema(game)))
            for part in _PARTS_OF_GAME:
                special = special.replace(f'"{refer(part)}"', f'"{refer(json_schema.name_in_game(game, part))}"')
            schemas[json_schema.name_in_game(game, name)] = {
                **({"description": whole["description"]} if "description" in whole else {}),
                "allOf": [
                    {
                        "type": "object",
                        "properties": json.loads(special),
                        "required": [field for field in whole["required"] if field in of_game],
                    },
                    {"$ref": refer(shared)},
                ],
                **({"unevaluatedProperties": False} if "additionalProperties" in whole else {}),
            }
        if tag:
            names = {game: json_schema.name_in_game(game, name) for game in GAMES}
            schemas[name] = json_schema.tagged_union(tag, names, refer)


def _is_of_game(field: Schema) -> bool:
    text = json.dumps(field)
    return any(f'"{refer(part)}"' in text for part in ("GameId", *_PARTS_OF_GAME))


def with_named_words(document: Schema) -> Schema:
    """Return the document with references to the words that several fields take."""
    found: Schema = _with_words(document)
    found["components"]["schemas"] |= WORDS
    return found


def _with_words(schema: Any) -> Any:
    """Make "words or null" a choice of two schemas, so that the words are a type of their own."""
    if isinstance(schema, list):
        return [_with_words(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    if schema.get("type") not in ("string", ["string", "null"]) or "enum" not in schema:
        return {name: _with_words(one) for name, one in schema.items()}
    words = words_schema(word for word in schema["enum"] if word is not None)
    part = next(({"$ref": refer(name)} for name, one in WORDS.items() if one == words), words)
    rest = {name: one for name, one in schema.items() if name not in ("type", "enum", "x-spec-enum-id")}
    return ({"anyOf": [part, {"type": "null"}]} if None in schema["enum"] else part) | rest


def _object_of(values: Schema, kind: type[Any]) -> Schema:
    return {"type": "object", "description": kind.__doc__, "additionalProperties": values}
