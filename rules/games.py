"""Every game with its presets: a new game is a new line here and a file of its own."""

from __future__ import annotations

from collections.abc import Mapping

from rules import asserufen, bavarian, bierkopf, palatinate, sasku, schafskopf24
from rules.problems import ProblemList, RulesetError
from rules.ruleset import Ruleset

GAMES: Mapping[str, type[Ruleset]] = {
    game.GAME: game
    for game in (
        bavarian.Bavarian,
        palatinate.Palatinate,
        asserufen.Asserufen,
        sasku.Sasku,
        schafskopf24.Schafskopf24,
        bierkopf.Bierkopf,
    )
}
PRESETS: Mapping[str, Mapping[str, Ruleset]] = {
    "bavarian": bavarian.PRESETS,
    "palatinate": palatinate.PRESETS,
    "asserufen": asserufen.PRESETS,
    "sasku": sasku.PRESETS,
    "schafskopf24": schafskopf24.PRESETS,
    "bierkopf": bierkopf.PRESETS,
}


def read_ruleset(raw: Mapping[str, object]) -> Ruleset:
    """A ruleset from {"game", "preset"?, "house_rules"?, "version"?}; house rules change the preset or the defaults.

    Raises: RulesetError naming everything unknown or impossible.
    """
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
