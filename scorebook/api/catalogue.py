"""The games as JSON in the language of the request: all a client needs to open an evening and enter a hand."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields
from enum import Enum
from typing import Any

from rules import GAMES, PRESETS, Contract, Ruleset
from rules.wording import words
from scorebook.texts import language

Json = dict[str, object]


def games_json() -> list[Json]:
    return [_game_json(id, game) for id, game in GAMES.items()]


def contracts_json(ruleset: Ruleset, players: int) -> list[Json]:
    """Return the contracts of a table with this number of people, and the fields that each needs."""
    return [_contract_json(contract, ruleset, players) for contract in ruleset.contracts(players)]


def _game_json(id: str, game: type[Ruleset]) -> Json:
    return {
        "id": id,
        "name": words.game_name(id, language.current_language()),
        "version": game.VERSION,
        "players": {"least": game.LEAST_PLAYERS, "most": game.MOST_PLAYERS},
        "suits": [_suit_json(suit) for suit in game.PACK],
        "house_rules": [_house_rule_json(id, *one) for one in game.house_rules()],
        "fields": _hand_fields_json(PRESETS[id].values()),
        "presets": [_preset_json(id, name, ruleset) for name, ruleset in PRESETS[id].items()],
    }


def _preset_json(game: str, name: str, ruleset: Ruleset) -> Json:
    return {
        "id": name,
        "name": words.preset_name(game, name, language.current_language()),
        "house_rules": ruleset.to_json()["house_rules"],
        "contracts": list(_contracts_by_players_json(ruleset)),
    }


def _hand_fields_json(rulesets: Iterable[Ruleset]) -> dict[str, list[str]]:
    """Return contract -> fields that its hands may have. A contract has the same kind of hand in every preset."""
    return {
        contract.id: [one.name for one in fields(contract.report) if "read" in one.metadata]
        for ruleset in rulesets
        for players in range(ruleset.LEAST_PLAYERS, ruleset.MOST_PLAYERS + 1)
        for contract in ruleset.contracts(players)
    }


def _contracts_by_players_json(ruleset: Ruleset) -> Iterator[Json]:
    """Group numbers of people with the same contracts: most games differ for three people only."""
    found: list[tuple[list[int], list[Json]]] = []
    for players in range(ruleset.LEAST_PLAYERS, ruleset.MOST_PLAYERS + 1):
        contracts = contracts_json(ruleset, players)
        if found and found[-1][1] == contracts:
            found[-1][0].append(players)
        else:
            found.append(([players], contracts))
    for numbers, contracts in found:
        yield {"players": numbers, "contracts": contracts}


def _house_rule_json(game: str, name: str, default: object, metadata: Mapping[str, Any]) -> Json:
    limits = {key: metadata[key] for key in ("least", "most") if metadata[key] is not None}
    choices = list(metadata["choices"] or (type(default) if isinstance(default, Enum) else ()))
    return {
        "id": name,
        "text": words.house_rule_text(game, name, language.current_language()),
        "default": list(default) if isinstance(default, tuple) else default,
        "source": metadata["source"],
        **limits,
        **({"choices": choices} if choices else {}),
        **({"may_be_none": True} if metadata["may_be_none"] else {}),
        **({"rows": metadata["rows"].to_json()} if metadata["rows"] else {}),
    }


def _contract_json(contract: Contract, ruleset: Ruleset, players: int) -> Json:
    runs = ruleset.top_trump_chips(contract, players) if contract.has_top_trumps else ()
    return {
        "id": contract.id,
        "name": words.contract_name(contract.id, language.current_language()),
        "sides": contract.sides,
        "aim": contract.aim,
        "common": contract.common,
        "trump_suits": [_suit_json(suit) for suit in contract.trump_suits],
        "names_trump": contract.names_trump,
        "needs_trump": contract.needs_trump,
        "has_levels": contract.has_levels,
        "top_trumps": list(runs),
        "may_kontra": contract.may_kontra,
        "may_lay": contract.may_lay,
        "may_surrender": contract.may_surrender,
        "calls_a_card": contract.calls_a_card,
    }


def _suit_json(suit: str) -> Json:
    return {"id": str(suit), "name": words.suit_name(str(suit), language.current_language())}
