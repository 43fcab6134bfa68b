"""What the rules say in the document of the API: hands for each game and contract, states and house rules."""

from __future__ import annotations

import json
from typing import Any

from rules import GAMES, json_schema
from scorebook.api.answers.objects import Amounts, PeopleNames

Schema = dict[str, Any]

# Answers in which house rules stand.
OF_ONE_GAME = ("Preset", "Game", "RulesetAnswer")


def refer(name: str) -> str:
    return f"#/components/schemas/{name}"


def add_what_the_rules_say(result: dict[str, Any], **_: object) -> dict[str, Any]:
    """Hands for each game and contract, states and house rules: in the rules' own words."""
    hands, house_rules = json_schema.hand_schemas(refer), json_schema.house_rules_schemas(refer)
    kinds = [name for name, schema in hands.items() if "contract" in schema.get("properties", {})]
    result["components"]["schemas"] |= {
        "Hand": {
            "anyOf": [{"$ref": refer(name)} for name in kinds],
            "description": "One for each contract.",
        },
        **hands,
        **json_schema.state_schemas(refer),
        "HouseRules": {"anyOf": [{"$ref": refer(json_schema.name_in_game(game, "HouseRules"))} for game in GAMES]},
        **house_rules,
        "HouseRuleValue": {
            "anyOf": [
                {"type": ["string", "integer", "boolean", "null"]},
                {"type": "array", "items": {"type": "string"}},
            ]
        },
        "GameId": {"type": "string", "enum": list(GAMES)},
        "Amounts": _object_of({"type": "integer"}, Amounts),
        "PeopleNames": _object_of({"type": "string"}, PeopleNames),
        "Exact": {"anyOf": [{"type": "integer"}, {"type": "string", "pattern": "^-?[0-9]+/[1-9][0-9]*$"}]},
        "PointsOrHalves": {"anyOf": [{"type": "integer"}, {"type": "string", "pattern": "^-?[0-9]+/[0-9]+$"}]},
        "ReasonArguments": {"type": "object", "additionalProperties": {"type": ["string", "integer"]}},
    }
    _tell_games_apart(result["components"]["schemas"])
    return {**result, "components": {"schemas": _with_words_apart_from_null(result["components"]["schemas"])}}


def _tell_games_apart(schemas: dict[str, Schema]) -> None:
    """An answer with house rules says whose they are; without that, readers would take the first that look alike."""
    for name in OF_ONE_GAME:
        general = json.dumps(schemas[name])
        for game in GAMES:
            special = general.replace(json.dumps({"$ref": refer("GameId")}), json.dumps({"const": game}))
            for part in ("HouseRules", *OF_ONE_GAME):
                special = special.replace(f'"{refer(part)}"', f'"{refer(json_schema.name_in_game(game, part))}"')
            schemas[json_schema.name_in_game(game, name)] = json.loads(special)
        schemas[name] = {"anyOf": [{"$ref": refer(json_schema.name_in_game(game, name))} for game in GAMES]}


def _with_words_apart_from_null(schema: Any) -> Any:
    """One of some words, or null: said as one of two things, so that the words are a type of their own."""
    if isinstance(schema, list):
        return [_with_words_apart_from_null(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    if schema.get("type") == ["string", "null"] and None in schema.get("enum", []):
        words = {"type": "string", "enum": [word for word in schema["enum"] if word is not None]}
        said = {name: one for name, one in schema.items() if name not in words}
        return {"anyOf": [words, {"type": "null"}], **said}
    return {name: _with_words_apart_from_null(one) for name, one in schema.items()}


def take_null_from_queries(document: Schema) -> None:
    """An address has no null: what is not said there is left out."""
    for methods in document["paths"].values():
        for operation in methods.values():
            for parameter in operation.get("parameters", []):
                if parameter["in"] == "query":
                    parameter["schema"] = _without_null(parameter["schema"])


def _without_null(schema: Schema) -> Schema:
    if "oneOf" in schema:
        [one] = [one for one in schema["oneOf"] if one != {"type": "null"}]
        return dict(one)
    if isinstance(schema["type"], list):
        [schema["type"]] = [one for one in schema["type"] if one != "null"]
    if "enum" in schema:
        schema["enum"] = [word for word in schema["enum"] if word is not None]
    return schema


def _object_of(values: Schema, kind: type[Any]) -> Schema:
    return {"type": "object", "description": kind.__doc__, "additionalProperties": values}
