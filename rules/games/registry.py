"""The registry of games with their presets: a new game is a file of its own and a line here."""

import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from functools import cache, lru_cache

from rules.base_ruleset import RULESETS_KEPT, Contract, Ruleset
from rules.games import asserufen, bavarian, bierkopf, palatinate, sasku, schafskopf24
from rules.hand_fields import HandField, fields_by_path
from rules.hand_tags import OWN
from rules.problems import ProblemList, RulesetError
from rules.report import Report
from rules.wording.texts import TEXTS

GAMES: dict[str, type[Ruleset]] = {}
PRESETS: dict[str, Mapping[str, Ruleset]] = {}


def register_game(game: type[Ruleset], presets: Mapping[str, Ruleset], texts: Mapping[str, str] | None = None) -> None:
    """Register a game; `texts` are the words that only this game needs, by code, as in `rules.wording.texts`."""
    GAMES[game.GAME] = game
    PRESETS[game.GAME] = presets
    TEXTS.update(texts or {})


register_game(bavarian.Bavarian, bavarian.PRESETS)
register_game(palatinate.Palatinate, palatinate.PRESETS)
register_game(asserufen.Asserufen, asserufen.PRESETS)
register_game(sasku.Sasku, sasku.PRESETS)
register_game(schafskopf24.Schafskopf24, schafskopf24.PRESETS)
register_game(bierkopf.Bierkopf, bierkopf.PRESETS)


@cache
def possible_contracts(game: str) -> Mapping[str, Contract]:
    """Return id -> contract for all that any table of this game can agree on, without own contracts."""
    found: dict[str, Contract] = {}
    for contract in _contracts_of(_rulesets_with_every_choice(game)):
        found.setdefault(contract.id, contract)
    return found


@cache
def contracts_by_tag(game: str) -> Mapping[str, Contract]:
    """Return contract in the tag of a hand (`rules.hand_tags`) -> possible contract; one stands for all own ones."""
    preset = next(iter(PRESETS[game].values()))
    if not any(name == "own_contracts" for name, *_ in GAMES[game].house_rules()):
        return possible_contracts(game)
    changed = preset.with_house_rules({"own_contracts": [{"name": "A", "price": 1}]})
    own = next(one for one in changed.contracts(max(4, changed.LEAST_PLAYERS)) if one.is_own)
    return {**possible_contracts(game), OWN: own}


@cache
def hand_fields() -> Mapping[str, HandField]:
    """Return the fields that a hand of some game may have, by path."""
    found: dict[str, HandField] = {}
    for kind in hand_kinds():
        found |= {path: one for path, one in fields_by_path(kind).items() if path not in found}
    return found


@cache
def hand_kinds() -> tuple[type[Report], ...]:
    presets = (ruleset for presets in PRESETS.values() for ruleset in presets.values())
    return tuple(dict.fromkeys(contract.report for contract in _contracts_of(presets)))


def _contracts_of(rulesets: Iterable[Ruleset]) -> Iterator[Contract]:
    for ruleset in rulesets:
        for players in range(ruleset.LEAST_PLAYERS, ruleset.MOST_PLAYERS + 1):
            yield from ruleset.contracts(players)


def _rulesets_with_every_choice(game: str) -> Iterator[Ruleset]:
    """Yield the presets of a game as they are, and with every choice in each house rule that is a list."""
    full = {name: list(metadata["choices"]) for name, _, metadata in GAMES[game].house_rules() if metadata["choices"]}
    for preset in PRESETS[game].values():
        yield preset
        for name, choices in full.items():
            with suppress(RulesetError):
                yield preset.with_house_rules({name: choices})


_FIELDS = ("game", "preset", "house_rules", "version")


def read_ruleset(raw: Mapping[str, object]) -> Ruleset:
    """Return the ruleset of {"game", "preset"?, "house_rules"?, "version"?}.

    House rules change the preset, or the defaults without one. Recent rulesets are cached, since a club's evenings
    have the same few.
    Raises: RulesetError naming everything unknown or impossible.
    """
    own = {name: raw[name] for name in _FIELDS if name in raw}  # a line of input also holds a hand
    try:
        text = json.dumps(own)
    except (TypeError, ValueError, RecursionError):  # not JSON: reading it refuses the values
        return _read_ruleset(raw)
    return _read_ruleset_text(text)


@lru_cache(maxsize=RULESETS_KEPT)
def _read_ruleset_text(text: str) -> Ruleset:
    return _read_ruleset(json.loads(text))


def _read_ruleset(raw: Mapping[str, object]) -> Ruleset:
    game, preset, changes = raw.get("game"), raw.get("preset"), raw.get("house_rules") or {}
    problems = ProblemList()
    if not isinstance(game, str) or game not in GAMES:
        problems.add("game_unknown", "game", choices=", ".join(GAMES))
    elif preset is not None and not (isinstance(preset, str) and preset in PRESETS[game]):
        problems.add("preset_unknown", "preset", choices=", ".join(PRESETS[game]))
    elif raw.get("version", GAMES[game].VERSION) != GAMES[game].VERSION:
        problems.add("version_unknown", "version")
    if not isinstance(changes, Mapping):
        problems.add("not_a_mapping", "house_rules")
    if problems:
        raise RulesetError(tuple(problems))
    assert isinstance(game, str) and isinstance(changes, Mapping)
    base = PRESETS[game][str(preset)] if preset is not None else GAMES[game]()
    return base.with_house_rules(changes)


def nearest_preset(ruleset: Ruleset) -> str:
    """Return the preset of the game with the fewest differences; of equals the one that is offered first."""
    presets = PRESETS[ruleset.GAME]
    return min(presets, key=lambda name: len(ruleset.unlike(presets[name])))
